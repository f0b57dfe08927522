//! What is not in a set: complements relative to the valid representations.

use crate::automaton::{Automaton, Rows, StateId};
use crate::limits::{Limit, Limits};
use crate::tracks::Tracks;
use hashbrown::HashMap;

impl Automaton {
    /// The tuples that are not in the set. Minimal.
    ///
    /// A state is a state of the set, or none where it has no letter, and the
    /// variables whose next digit must be 0.
    ///
    /// # Errors
    /// A [`Limit`] that was reached.
    pub fn complement(&self, limits: &Limits<'_>) -> Result<Automaton, Limit> {
        let mut numbers: HashMap<(Option<StateId>, Tracks), StateId> = HashMap::new();
        let mut states = vec![(Some(0), Tracks::NONE)];
        numbers.insert(states[0], 0);
        let mut letters_after = HashMap::new();
        let mut rows = Rows::new();
        let mut accepting = Vec::new();
        let mut done = 0;
        while done < states.len() {
            limits.allow(done, states.len(), rows.transitions())?;
            let (state, zero) = states[done];
            accepting.push(!state.is_some_and(|state| self.is_accepting(state)));
            let letters = letters_after.entry(zero).or_insert_with(|| self.system.letters(self.tracks, zero));
            let mut cells = state.map_or(&[][..], |state| self.row(state)).iter().peekable();
            let row: Vec<_> = letters
                .iter()
                .map(|letter| {
                    let target = cells.next_if(|cell| cell.0 == *letter).map(|cell| cell.1);
                    let key = (target, self.system.after(*letter, self.tracks));
                    let number = *numbers.entry(key).or_insert_with(|| {
                        states.push(key);
                        (states.len() - 1) as StateId
                    });
                    (*letter, number)
                })
                .collect();
            rows.push(row);
            done += 1;
        }
        Automaton { system: self.system, tracks: self.tracks, rows, accepting }.minimised(limits)
    }
}
