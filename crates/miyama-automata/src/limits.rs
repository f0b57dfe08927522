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
    /// `go_on` of [`Limits`] said so.
    Stopped,
}

impl Limits<'_> {
    /// Four million states, forty million transitions, nobody stops it.
    #[must_use]
    pub fn generous() -> Limits<'static> {
        Limits { states: 4_000_000, transitions: 40_000_000, go_on: &|| true }
    }

    /// Whether an automaton may have so many states and transitions; asked before each of its states
    /// is worked on, `done` being the number of those behind.
    pub(crate) fn allow(&self, done: usize, states: usize, transitions: usize) -> Result<(), Limit> {
        if states > self.states {
            return Err(Limit::States(self.states));
        }
        if transitions > self.transitions {
            return Err(Limit::Transitions(self.transitions));
        }
        if done.is_multiple_of(16) { self.go_on() } else { Ok(()) }
    }

    /// Asks whether to go on.
    pub(crate) fn go_on(&self) -> Result<(), Limit> {
        if (self.go_on)() { Ok(()) } else { Err(Limit::Stopped) }
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

#[cfg(test)]
mod tests {
    use crate::formula::Formula;
    use crate::learn::Sample;
    use crate::limits::{Limit, Limits};
    use crate::numeration::Numeration;
    use crate::tracks::Tracks;
    use std::cell::Cell;

    /// However many states one letter adds, what is built asks in proportion to what it has done.
    #[test]
    fn constructions_ask_often_whether_to_go_on() {
        let asked = Cell::new(0usize);
        let go_on = || {
            asked.set(asked.get() + 1);
            true
        };
        let limits = Limits { go_on: &go_on, ..Limits::generous() };
        let sum = Formula::zero(&[(0, 1001), (1, -997), (2, 13)], 5).unwrap();
        let set = sum.set(Numeration::Base(7), Tracks::first(3), &limits).unwrap();
        assert!(set.states() > 1000 && asked.get() > set.states() / 16, "{} for {}", asked.get(), set.states());
        let known = asked.get();
        let complement = set.complement(&limits).unwrap();
        assert!(asked.get() - known > complement.states() / 16);
    }

    #[test]
    fn samples_are_deepened_for_as_long_as_one_may() {
        let stopped = Cell::new(false);
        let go_on = || !stopped.get();
        let limits = Limits { go_on: &go_on, ..Limits::generous() };
        let known = |heaps: &[u64]| heaps.iter().all(|heap| *heap < 64).then(|| heaps[0] == heaps[1]);
        let mut sample = Sample::new(Numeration::Base(2), Tracks::first(2), &known, &limits).unwrap().unwrap();
        assert_eq!(sample.deepen(&limits), Ok(true));
        stopped.set(true);
        assert_eq!(sample.deepen(&limits), Err(Limit::Stopped));
    }
}
