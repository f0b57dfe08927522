//! Why work on a ruleset was not finished.

use super::linear::TooLarge;
use miyama_budget::Stopped;

/// Why the options of a position, or what follows from a definition, were not
/// all found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// Numbers left the range of 128 bits, or conditions became too many.
    TooLarge,
    /// The budget stopped it.
    Stopped(Stopped),
}

impl From<TooLarge> for Unfinished {
    fn from(TooLarge: TooLarge) -> Unfinished {
        Unfinished::TooLarge
    }
}

impl From<Stopped> for Unfinished {
    fn from(stopped: Stopped) -> Unfinished {
        Unfinished::Stopped(stopped)
    }
}
