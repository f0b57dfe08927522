//! Shogi: positions, moves and the common ways to write a record.

pub mod about;
pub mod csa;
mod diagram;
pub mod ending;
pub mod game;
pub mod ki2;
pub mod kif;
pub mod names;
pub mod pieces;
pub mod position;
pub(crate) mod split;
pub mod usi;

use super::Format;
use game::Game;
use miyama_budget::{Budget, Error};

/// Reads one game; `format` is one of shogi.
pub(crate) fn read(text: &str, format: Format, budget: &Budget) -> Result<Game, Error> {
    match format {
        Format::Ki2 => ki2::read(text, budget),
        Format::Csa => csa::read(text, budget),
        Format::Usi => usi::read(text, budget),
        Format::Kif | Format::Pgn => kif::read(text, budget),
    }
}

/// Writes games one after the other; `None` if `format` is not one of shogi.
#[must_use]
pub fn write(game: &Game, format: Format) -> Option<String> {
    Some(match format {
        Format::Kif => kif::write(game),
        Format::Ki2 => ki2::write(game),
        Format::Csa => csa::write(game),
        Format::Usi => usi::write(game),
        Format::Pgn => return None,
    })
}
