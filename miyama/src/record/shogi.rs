//! Shogi: positions, moves and the three common ways to write a record.

pub mod csa;
mod diagram;
pub mod game;
pub mod ki2;
pub mod kif;
pub mod names;
pub mod pieces;
pub mod position;
