//! Records of real games, and what the rules of repetition say about them.
//!
//! Bytes become text ([`encoding`]), text becomes games whose moves are legal
//! ([`shogi`], [`chess`]), a game becomes a [`replay`] that only knows which
//! positions are equal, and that is judged ([`repetition`]).
//!
//! The readers are our own: they say which byte of the record is wrong, and no
//! input makes them panic.
//!
//! When can a draw be claimed, because a position has occurred three times?
//!
//! ```
//! use miyama_budget::Budget;
//! use miyama_records::read;
//! use miyama_records::repetition::report;
//! let budget = Budget::unlimited();
//! let (_, games) = read("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", None, &budget).unwrap();
//! let report = report(&games.replays(&budget).unwrap()[0], &budget).unwrap();
//! assert_eq!(report.third.unwrap().after, 8);
//! assert!(report.fifth.is_none());
//! ```

pub mod chess;
pub mod encoding;
pub mod examples;
pub mod format;
mod lines;
pub mod misread;
pub mod reader;
pub mod repetition;
pub mod replay;
pub mod shogi;

pub use format::{Format, Games, read};
