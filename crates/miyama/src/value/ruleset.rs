//! Rulesets whose positions have values: boards and strips in text.
//!
//! A ruleset is one file with one type, its position, and says what
//! [`Ruleset`] asks: the moves, what they lead to, how a position falls into
//! independent parts, and which positions are the same up to symmetry. Text
//! goes through [`Position`], which knows all of them by name.

mod board;
mod clobber;
mod col;
mod cutcake;
mod domineering;
mod hackenbush;
mod maundy_cake;
mod partizan_subtraction;
mod path;
mod snort;
mod solver;
mod toads_and_frogs;
mod toppling_dominoes;

use super::arena::{Arena, GameId};
use super::unfinished::Unfinished;
use crate::play::Player;
use miyama_budget::Mistake;
use std::fmt::Display;
use std::hash::Hash;

pub use clobber::Clobber;
pub use col::Col;
pub use cutcake::Cutcake;
pub use domineering::Domineering;
pub use hackenbush::Hackenbush;
pub use maundy_cake::MaundyCake;
pub use partizan_subtraction::PartizanSubtraction;
pub use snort::Snort;
pub use solver::Solver;
pub use toads_and_frogs::ToadsAndFrogs;
pub use toppling_dominoes::TopplingDominoes;

/// A position of a ruleset. It is a trait so that one [`Solver`], and whoever
/// plays or gives hints, works for every ruleset.
pub trait Ruleset: Clone + Eq + Hash {
    /// A move of one player, as people write it.
    type Move: Display;

    /// The moves of `player`.
    fn moves(&self, player: Player) -> Vec<Self::Move>;

    /// The position after one of these moves of `player`.
    #[must_use]
    fn after(&self, player: Player, step: &Self::Move) -> Self;

    /// Tells of independent parts whose sum the position is. Parts in which
    /// nobody can move may be left out.
    fn parts(&self, found: &mut impl FnMut(Self)) {
        found(self.clone());
    }

    /// A position that stands for all that are the same up to symmetry, and
    /// whether the players are exchanged in it.
    #[must_use]
    fn normal(&self) -> (Self, bool) {
        (self.clone(), false)
    }
}

macro_rules! rulesets {
    ($($name:literal $kind:ident),* $(,)?) => {
        /// The names of the rulesets, as they are written before the colon.
        pub const NAMES: &[&str] = &[$($name),*];

        /// A position of any of the rulesets.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Position { $($kind($kind)),* }

        impl Position {
            /// Reads a position. `arguments` and `text` come with the place
            /// where they begin in the whole text.
            pub(super) fn parse(
                name: &'static str,
                arguments: Option<(usize, &str)>,
                text: (usize, &str),
            ) -> Result<Position, Mistake> {
                match name {
                    $($name => $kind::parse(arguments, text).map(Position::$kind),)*
                    _ => Err(board::unexpected_arguments(name, text.0)),
                }
            }

            /// The value of the position.
            ///
            /// # Errors
            /// The budget, or the depth of the arena.
            pub fn value(&self, arena: &mut Arena) -> Result<GameId, Unfinished> {
                match self { $(Position::$kind(position) => Solver::new().value(arena, position)),* }
            }

            /// Every move of `player`: its text, and the position it leads to.
            #[must_use]
            pub fn moves(&self, player: Player) -> Vec<(String, Position)> {
                match self { $(Position::$kind(position) => position
                    .moves(player)
                    .iter()
                    .map(|step| (step.to_string(), Position::$kind(position.after(player, step))))
                    .collect()),* }
            }
        }
    };
}

rulesets! {
    "clobber" Clobber,
    "col" Col,
    "cutcake" Cutcake,
    "domineering" Domineering,
    "hackenbush" Hackenbush,
    "maundy-cake" MaundyCake,
    "partizan-subtraction" PartizanSubtraction,
    "snort" Snort,
    "toads-and-frogs" ToadsAndFrogs,
    "toppling-dominoes" TopplingDominoes,
}

impl Position {
    /// Reads a position as it is written in expressions.
    ///
    /// ```
    /// use miyama::play::Player;
    /// use miyama::value::ruleset::Position;
    /// let position = Position::read("toads-and-frogs:t.f").unwrap();
    /// let moves = position.moves(Player::Left);
    /// assert_eq!(moves.len(), 1);
    /// assert_eq!(moves[0].1, Position::read("toads-and-frogs:.tf").unwrap());
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(text: &str) -> Result<Position, Mistake> {
        super::notation::parse_position(text)
    }
}

/// The ruleset whose name and `:` or `(` the text begins with.
pub(super) fn name_at_start(text: &str) -> Option<&'static str> {
    NAMES.iter().copied().find(|name| text.strip_prefix(name).is_some_and(|rest| rest.starts_with([':', '('])))
}
