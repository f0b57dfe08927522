//! Subset construction: projections, and unions on the same tracks.

use crate::automaton::{Automaton, Rows, StateId};
use crate::limits::{Limit, Limits};
use crate::tracks::{Letter, Tracks};
use hashbrown::HashMap;

impl Automaton {
    /// The tuples that some numbers of the `dropped` variables complete to an
    /// element. Minimal.
    ///
    /// The number of a dropped variable may be longer than the others, so reading
    /// begins in every state that letters lead to which are 0 on the tracks kept.
    ///
    /// # Errors
    /// A [`Limit`] that was reached.
    pub fn projected(&self, dropped: Tracks, limits: &Limits<'_>) -> Result<Automaton, Limit> {
        let kept = self.tracks.without(dropped);
        if kept == self.tracks {
            return self.minimised(limits);
        }
        // Fewer states make fewer sets of states.
        let small = self.minimised(limits)?;
        let mask = kept.mask();
        let mut start = vec![0];
        let mut met = vec![false; small.states()];
        met[0] = true;
        let mut done = 0;
        while done < start.len() {
            for (letter, target) in small.row(start[done]) {
                if letter & mask == 0 && !std::mem::replace(&mut met[*target as usize], true) {
                    start.push(*target);
                }
            }
            done += 1;
        }
        start.sort_unstable();
        let cells: Vec<Vec<(Letter, StateId)>> = (0..small.states())
            .map(|state| {
                let mut row: Vec<(Letter, StateId)> =
                    small.row(state as StateId).iter().map(|(letter, target)| (letter & mask, *target)).collect();
                row.sort_unstable();
                row.dedup();
                row
            })
            .collect();
        let row = |state: StateId| cells[state as usize].as_slice();
        determined(&small, kept, start, row, &|state| small.is_accepting(state), limits)?.minimised(limits)
    }

    /// What lies in at least one of the sets, all on the same tracks. Minimal.
    ///
    /// # Errors
    /// A [`Limit`] that was reached.
    ///
    /// # Panics
    /// If there is no set, or their tracks or systems differ.
    pub fn union(sets: &[Automaton], limits: &Limits<'_>) -> Result<Automaton, Limit> {
        let first = &sets[0];
        assert!(sets.iter().all(|set| (set.tracks, set.system) == (first.tracks, first.system)), "one kind of words");
        if let [only] = sets {
            return only.minimised(limits);
        }
        // The states of all sets, one set behind the other.
        let mut offsets = vec![0];
        for set in sets {
            offsets.push(offsets[offsets.len() - 1] + set.states() as StateId);
        }
        let cells: Vec<Vec<(Letter, StateId)>> = sets
            .iter()
            .zip(&offsets)
            .flat_map(|(set, offset)| {
                (0..set.states()).map(move |state| {
                    set.row(state as StateId).iter().map(|(letter, target)| (*letter, target + offset)).collect()
                })
            })
            .collect();
        let accepting: Vec<bool> = sets.iter().flat_map(|set| set.accepting.iter().copied()).collect();
        let start = offsets[..sets.len()].to_vec();
        let row = |state: StateId| cells[state as usize].as_slice();
        determined(first, first.tracks, start, row, &|state| accepting[state as usize], limits)?.minimised(limits)
    }
}

/// The automaton whose states are the sets of states that a word can lead to.
fn determined<'a>(
    like: &Automaton,
    tracks: Tracks,
    start: Vec<StateId>,
    row: impl Fn(StateId) -> &'a [(Letter, StateId)],
    accepts: &dyn Fn(StateId) -> bool,
    limits: &Limits<'_>,
) -> Result<Automaton, Limit> {
    let mut numbers: HashMap<Vec<StateId>, StateId> = HashMap::new();
    let mut sets = vec![start.clone()];
    numbers.insert(start, 0);
    let mut rows = Rows::new();
    let mut accepting = Vec::new();
    let mut cells: Vec<(Letter, StateId)> = Vec::new();
    let mut held = 0usize;
    let mut done = 0;
    while done < sets.len() {
        limits.allow(done, sets.len().max(held / 64), rows.transitions())?;
        let set = std::mem::take(&mut sets[done]);
        accepting.push(set.iter().any(|state| accepts(*state)));
        cells.clear();
        for state in &set {
            cells.extend_from_slice(row(*state));
        }
        cells.sort_unstable();
        cells.dedup();
        let mut out = Vec::new();
        for group in cells.chunk_by(|a, b| a.0 == b.0) {
            let targets: Vec<StateId> = group.iter().map(|cell| cell.1).collect();
            let number = match numbers.get(&targets) {
                Some(number) => *number,
                None => {
                    let number = sets.len() as StateId;
                    held += targets.len();
                    sets.push(targets.clone());
                    numbers.insert(targets, number);
                    number
                }
            };
            out.push((group[0].0, number));
        }
        rows.push(out);
        done += 1;
    }
    Ok(Automaton { system: like.system, tracks, rows, accepting })
}
