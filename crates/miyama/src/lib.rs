//! Combinatorial games, defined by text and solved from their definition.
//!
//! Who wins Nim with heaps of 3, 5 and 7, and by which moves:
//!
//! ```
//! use miyama::Position;
//! use miyama::budget::Budget;
//! use miyama::play::Convention;
//! use miyama::sum::solve;
//!
//! fn main() -> Result<(), miyama::Error> {
//!     let position: Position = "nim:3,5,7".parse()?;
//!     let solution = solve(&position, Convention::Normal, &Budget::unlimited())?;
//!     assert_eq!(solution.outcome.to_string(), "N");
//!     assert_eq!(solution.moves.listed[0].to_string(), "nim:2,5,7");
//!     Ok(())
//! }
//! ```
//!
//! A [`Game`] is a definition, compiled; [`Games`] finds them by name, code or text. A
//! [`Position`] is a sum of parts of any games. A [`Move`] says who moves, in which part, and
//! what is left. Every failure is, or becomes by `?`, an [`Error`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`play`] | players, conventions, outcomes |
//! | [`nimber`] | nimbers and the mex |
//! | [`breaking`] | one heap that may be taken from and broken: codes, nim values, periods, certificates |
//! | [`heap`] | games on heaps: notation, rulesets, tables |
//! | [`misere`] | misère quotients of games |
//! | [`game`] | games by name or by definition |
//! | [`registry`] | the built-in games in one list |
//! | [`simplex`] | linear programs over the rationals, solved exactly |
//! | [`sum`] | positions as sums of games: who wins, the value, the winning moves, and why |
//! | [`opponent`] | the perfect player, and moves in words |
//! | [`pattern`] | games on the cells of grids, strips and graphs, or on edges, as patterns |
//! | [`value`] | short partizan games: canonical forms, order, sum, notation, thermographs |

mod barrier;
/// The texts of `games/`, listed by `build.rs`.
mod built_in {
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}
pub mod breaking;
mod difference;
mod error;
pub mod game;
mod hashed;
pub mod heap;
pub mod opponent;
pub mod out_of_reach;
pub mod pattern;
pub mod registry;
mod search;
pub mod simplex;
pub mod sum;
pub mod value;

pub use sum::quotients as misere;
pub use sum::strategy;

pub use difference::Difference;
pub use game::{Game, Games};
pub use miyama_budget as budget;
pub use miyama_budget::{Error, Kind as ErrorKind};
pub use miyama_language as language;
pub use miyama_language::{nimber, play};
pub use miyama_text as text;
pub use sum::{Move, Position};
