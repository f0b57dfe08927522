//! The smallest automaton of a set, with its states in a standard order.

use crate::automaton::{Automaton, Rows, StateId};
use crate::limits::{Limit, Limits};
use crate::tracks::Letter;
use hashbrown::HashMap;
use std::hash::{BuildHasher, Hasher};

impl Automaton {
    /// The same set with as few states as possible, numbered breadth first.
    ///
    /// States from which nothing is accepted are dropped. The others are split by
    /// Moore's refinement: first by whether they accept and which letters they
    /// have, then by the classes that these letters lead to, until nothing splits.
    /// Each round splits at least one class or ends, and states of one class at
    /// the end accept the same words.
    ///
    /// # Errors
    /// [`Limit::Stopped`] if the limits say so.
    pub fn minimised(&self, limits: &Limits<'_>) -> Result<Automaton, Limit> {
        let alive = self.alive();
        if !alive[0] {
            return Ok(Automaton::empty(self.system, self.tracks));
        }
        let classes = self.classes(&alive, limits)?;
        Ok(self.merged(&alive, &classes))
    }

    /// From which states something is accepted.
    fn alive(&self) -> Vec<bool> {
        let states = self.states();
        // Where each state is reached from, as rows turned round.
        let mut starts = vec![0usize; states + 1];
        for state in 0..states {
            for (_, target) in self.row(state as StateId) {
                starts[*target as usize + 1] += 1;
            }
        }
        for state in 0..states {
            starts[state + 1] += starts[state];
        }
        let mut sources = vec![0 as StateId; self.transitions()];
        let mut filled = starts.clone();
        for state in 0..states {
            for (_, target) in self.row(state as StateId) {
                sources[filled[*target as usize]] = state as StateId;
                filled[*target as usize] += 1;
            }
        }
        let mut alive = self.accepting.clone();
        let mut open: Vec<usize> = (0..states).filter(|state| alive[*state]).collect();
        while let Some(state) = open.pop() {
            for source in &sources[starts[state]..starts[state + 1]] {
                if !std::mem::replace(&mut alive[*source as usize], true) {
                    open.push(*source as usize);
                }
            }
        }
        alive
    }

    /// The class of each living state.
    fn classes(&self, alive: &[bool], limits: &Limits<'_>) -> Result<Vec<StateId>, Limit> {
        let mut classes: Vec<StateId> = self.accepting.iter().map(|accepts| StateId::from(*accepts)).collect();
        let mut count = 0;
        // The signature of a class is kept in full, so that equal hashes do no harm.
        let mut key: Vec<(Letter, StateId)> = Vec::new();
        loop {
            limits.go_on()?;
            let mut known: HashMap<u64, Vec<StateId>> = HashMap::new();
            let mut leaders: Vec<StateId> = Vec::new();
            let mut next = vec![0; classes.len()];
            let hasher = known.hasher().clone();
            for state in 0..self.states() {
                if state % (1 << 12) == 1 << 11 {
                    limits.go_on()?;
                }
                if !alive[state] {
                    continue;
                }
                self.signature(state as StateId, alive, &classes, &mut key);
                let mut hash = hasher.build_hasher();
                hash.write_u32(classes[state]);
                for (letter, class) in &key {
                    hash.write_u64(letter.rotate_left(32) ^ u64::from(*class));
                }
                let candidates = known.entry(hash.finish()).or_default();
                let same = candidates.iter().find(|class| {
                    let leader = leaders[**class as usize];
                    classes[leader as usize] == classes[state] && self.has_signature(leader, alive, &classes, &key)
                });
                next[state] = match same {
                    Some(class) => *class,
                    None => {
                        let class = leaders.len() as StateId;
                        leaders.push(state as StateId);
                        candidates.push(class);
                        class
                    }
                };
            }
            classes = next;
            if leaders.len() == count {
                return Ok(classes);
            }
            count = leaders.len();
        }
    }

    /// The letters of a state and the classes that they lead to.
    fn signature(&self, state: StateId, alive: &[bool], classes: &[StateId], key: &mut Vec<(Letter, StateId)>) {
        key.clear();
        let cells = self.row(state).iter().filter(|(_, target)| alive[*target as usize]);
        key.extend(cells.map(|(letter, target)| (*letter, classes[*target as usize])));
    }

    fn has_signature(&self, state: StateId, alive: &[bool], classes: &[StateId], key: &[(Letter, StateId)]) -> bool {
        let cells = self.row(state).iter().filter(|(_, target)| alive[*target as usize]);
        cells.map(|(letter, target)| (*letter, classes[*target as usize])).eq(key.iter().copied())
    }

    /// One state per class that is reached, numbered breadth first.
    fn merged(&self, alive: &[bool], classes: &[StateId]) -> Automaton {
        let mut order: Vec<StateId> = vec![0];
        let mut numbers: HashMap<StateId, StateId> = HashMap::from_iter([(classes[0], 0)]);
        let mut rows = Rows::new();
        let mut accepting = Vec::new();
        let mut done = 0;
        while done < order.len() {
            let state = order[done];
            done += 1;
            accepting.push(self.is_accepting(state));
            let cells = self.row(state).iter().filter(|(_, target)| alive[*target as usize]);
            let row: Vec<(Letter, StateId)> = cells
                .map(|(letter, target)| {
                    let number = *numbers.entry(classes[*target as usize]).or_insert_with(|| {
                        order.push(*target);
                        (order.len() - 1) as StateId
                    });
                    (*letter, number)
                })
                .collect();
            rows.push(row);
        }
        Automaton { system: self.system, tracks: self.tracks, rows, accepting }
    }
}
