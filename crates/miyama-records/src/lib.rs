//! Records of real games, and what the rules of repetition say about them.
//!
//! Bytes become text ([`encoding`]), text becomes games whose moves are legal
//! ([`shogi`], [`chess`]), a game becomes a [`replay`] that only knows which
//! positions are equal, and that is judged ([`repetition`]).
//!
//! The readers are our own: they say which byte of the record is wrong, and no
//! input makes them panic.

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
