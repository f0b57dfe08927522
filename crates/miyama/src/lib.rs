//! Combinatorial games, defined by text and solved from their definition.
//!
//! | module | what it holds |
//! |---|---|
//! | [`play`] | players, conventions, outcomes |
//! | [`nimber`] | nimbers and the mex |
//! | [`breaking`] | one heap that may be taken from and broken: codes, nim values, periods, certificates |
//! | [`heap`] | games on heaps: notation, rulesets, tables |
//! | [`misere`] | misère quotients of games |
//! | [`game`] | games by name or by definition |
//! | [`simplex`] | linear programs over the rationals, solved exactly |
//! | [`sum`] | positions as sums of games: who wins, the value, the winning moves, and why |
//! | [`opponent`] | the perfect player, and moves in words |
//! | [`pattern`] | games on the cells of grids, strips and graphs, as patterns |
//! | [`value`] | short partizan games: canonical forms, order, sum, notation, thermographs |

mod barrier;
/// The texts of `games/`, listed by `build.rs`.
mod built_in {
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}
pub mod breaking;
pub mod game;
pub mod heap;
pub mod misere;
pub mod opponent;
pub mod pattern;
pub mod simplex;
pub mod strategy;
pub mod sum;
pub mod value;

pub use miyama_budget as budget;
pub use miyama_language as language;
pub use miyama_language::{nimber, play};
pub use miyama_text as text;
