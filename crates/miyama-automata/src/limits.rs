//! What a construction may use, and how it is stopped.

use crate::atom::Overflow;
use std::fmt;

/// Bounds on a construction.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most states of one automaton, also of those on the way.
    pub states: usize,
    /// The most transitions of one automaton.
    pub transitions: usize,
    /// Asked now and then; false stops the construction.
    pub go_on: &'a dyn Fn() -> bool,
}

/// Why a construction did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// An automaton had more states than allowed.
    States(usize),
    /// An automaton had more transitions than allowed.
    Transitions(usize),
    /// A number left 64 bits.
    Overflow,
    /// More variables at a time than a letter has room for.
    Variables,
    /// [`Limits::go_on`] said so.
    Stopped,
}

impl Limits<'_> {
    /// Four million states, forty million transitions, nobody stops it.
    #[must_use]
    pub fn generous() -> Limits<'static> {
        Limits { states: 4_000_000, transitions: 40_000_000, go_on: &|| true }
    }

    /// Whether an automaton may have so many states and transitions.
    pub(crate) fn allow(&self, states: usize, transitions: usize) -> Result<(), Limit> {
        if states > self.states {
            return Err(Limit::States(self.states));
        }
        if transitions > self.transitions {
            return Err(Limit::Transitions(self.transitions));
        }
        if states.is_multiple_of(256) && !(self.go_on)() {
            return Err(Limit::Stopped);
        }
        Ok(())
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("states", &self.states)
            .field("transitions", &self.transitions)
            .finish_non_exhaustive()
    }
}

impl From<Overflow> for Limit {
    fn from(_: Overflow) -> Limit {
        Limit::Overflow
    }
}
