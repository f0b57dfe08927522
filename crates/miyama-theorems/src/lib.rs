//! Theorems that serve: proved sets of P-positions, kept as certificates, found by the
//! meaning of a ruleset, that answer positions of any size.
//!
//! - [`Saved`]: a certificate, with the ruleset that it is about
//! - [`Library`]: the built-in ones (`theorems/`), those that a user gives, and what is
//!   learned and proved on the spot; it is what games ask (see
//!   [`Theorems`](miyama::sum::Theorems))
//!
//! Is anything known about a game that somebody has pasted?
//!
//! ```
//! use miyama::budget::Budget;
//! use miyama::heap::notation::parse_definition;
//! use miyama::heap::ruleset::Ruleset;
//! use miyama::play::Convention;
//! use miyama_theorems::Library;
//! let budget = Budget::unlimited();
//! let pasted = parse_definition("(a, b) -> sym { (a-k, b+1) | k >= 2 }").unwrap();
//! let pasted = Ruleset::new(&pasted, &[]).unwrap();
//! let found = Library::with(vec![]).find(&pasted, Convention::Normal, &budget).unwrap();
//! assert_eq!(found.name, "yama");
//! ```

/// The files of `theorems/`, listed by `build.rs`.
mod built_in {
    include!(concat!(env!("OUT_DIR"), "/theorems.rs"));
}
mod library;
mod listed;
mod saved;
mod shown;

pub use library::{Library, Listed};
pub use saved::{NotSaved, Saved, built_in_texts};
pub use shown::system;
