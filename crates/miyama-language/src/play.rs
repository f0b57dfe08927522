//! Who plays, under which convention, and how a position ends.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two players of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Player {
    /// Left, for whom positive values are good.
    Left,
    /// Right, for whom negative values are good.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    ///
    /// ```
    /// use miyama_language::play::Player;
    /// assert_eq!(Player::Left.opponent(), Player::Right);
    /// ```
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// What the player without a move gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// The player who cannot move loses: taking the last stone wins.
    #[default]
    Normal,
    /// The player who cannot move wins: taking the last stone loses.
    Misere,
}

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The next player wins.
    N,
    /// The previous player wins: the position is good to have moved to.
    P,
    /// Left wins, whoever begins.
    L,
    /// Right wins, whoever begins.
    R,
}

impl Outcome {
    /// The outcome of an impartial position from the outcomes of its options:
    /// N if some option is P. Without options it is P in normal play and N in
    /// misère play.
    ///
    /// ```
    /// use miyama_language::play::{Convention, Outcome};
    /// assert_eq!(Outcome::from_options([], Convention::Misere), Outcome::N);
    /// assert_eq!(Outcome::from_options([Outcome::N], Convention::Misere), Outcome::P);
    /// ```
    #[must_use]
    pub fn from_options(options: impl IntoIterator<Item = Outcome>, convention: Convention) -> Outcome {
        let mut options = options.into_iter().peekable();
        if options.peek().is_none() {
            return match convention {
                Convention::Normal => Outcome::P,
                Convention::Misere => Outcome::N,
            };
        }
        if options.any(|o| o == Outcome::P) { Outcome::N } else { Outcome::P }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::L => "L",
            Outcome::R => "R",
        })
    }
}

impl From<Outcome> for miyama_text::Arg {
    fn from(value: Outcome) -> miyama_text::Arg {
        miyama_text::Arg::from(value.to_string())
    }
}
