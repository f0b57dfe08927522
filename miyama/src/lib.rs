//! Combinatorial games, defined by text and solved from their definition.
//!
//! | module | what it holds |
//! |---|---|
//! | [`play`] | players, conventions, outcomes |
//! | [`nimber`] | nimbers and the mex |
//! | [`board`] | stones on a grid: two-dimensional Nim, Cram, Chomp |
//! | [`brick`] | towers and buildings of bricks |
//! | [`breaking`] | one heap that may be taken from and broken: codes, nim values, periods, certificates |
//! | [`claim`] | statements of the literature, each one executable |
//! | [`budget`] | what a long computation may use, and how it is stopped |
//! | [`mistake`] | what is wrong with a text, and where |
//! | [`record`] | records of shogi and chess, and the rules of repetition |
//! | [`word`] | infinite words, and the repetitions in finite ones |
//! | [`heap`] | games on heaps: notation, rulesets, tables |
//! | [`game`] | games by name or by definition |
//! | [`simplex`] | linear programs over the rationals, solved exactly |
//! | [`sum`] | positions as sums of games: who wins, the value, the winning moves, and why |
//! | [`opponent`] | the perfect player, and moves in words |
//! | [`pattern`] | games on the cells of grids, strips and graphs, as patterns |
//! | [`text`] | the catalogue of everything that people read, in each language |
//! | [`value`] | short partizan games: canonical forms, order, sum, notation, thermographs |

mod barrier;
pub mod board;
pub mod breaking;
pub mod brick;
pub mod budget;
pub mod claim;
pub mod game;
pub mod heap;
pub mod mistake;
pub mod nimber;
pub mod opponent;
pub mod pattern;
pub mod play;
pub mod record;
pub mod simplex;
pub mod sum;
pub mod text;
pub mod value;
pub mod word;
