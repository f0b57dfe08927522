//! Why work on a ruleset was not finished.

use miyama_budget::Stopped;

/// A number in the middle of a computation left the range of 128 bits, or there
/// were more conditions than can be worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// Why the options of a position, or what follows from a definition, were not
/// all found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutOfReach {
    /// Numbers left the range of 128 bits, or conditions became too many.
    TooLarge,
    /// The budget stopped it.
    Stopped(Stopped),
}

impl From<TooLarge> for OutOfReach {
    fn from(TooLarge: TooLarge) -> OutOfReach {
        OutOfReach::TooLarge
    }
}

impl From<Stopped> for OutOfReach {
    fn from(stopped: Stopped) -> OutOfReach {
        OutOfReach::Stopped(stopped)
    }
}
