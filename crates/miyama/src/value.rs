//! Short partizan games: their values, order, sum, and what is known of each.
//!
//! A position is worth what it is worth in sums: two games are equal if they
//! can replace each other in every sum. Each class of equal games holds one
//! smallest form, the canonical one. An [`Arena`] keeps every canonical form it
//! meets once, so that a value is a small [`GameId`] and equality of games is
//! equality of ids.
//!
//! ```
//! use miyama_budget::Budget;
//! use miyama::sum::evaluate;
//! use miyama::value::Arena;
//! let mut arena = Arena::new(&Budget::unlimited());
//! let value = evaluate(&mut arena, "{1|0} + {1|0}").unwrap().game().unwrap();
//! assert_eq!(arena.text(value).unwrap(), "1");
//! ```

mod arena;
mod atomic;
mod born;
mod compound;
mod dyadic;
mod form;
mod measure;
pub(crate) mod memo;
pub(crate) mod mix;
mod named;
mod order;
mod print;
mod reduce;
mod reduced;
mod remembered;
mod sum;
mod thermograph;
mod unfinished;

pub use arena::{Arena, GameId, Plain};
pub use born::{born_by, covers};
pub use dyadic::Dyadic;
pub use form::Form;
pub use order::Stop;
pub use thermograph::{Thermograph, Wall};
pub use unfinished::Unfinished;
