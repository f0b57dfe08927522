//! Sets that depend on the heaps in order: on the least one and on the differences between
//! neighbours, each up to a number beyond which it repeats. Their automata in base 2 are
//! written down, not learned, so that a small table suffices.

use crate::learn::{Learned, proved};
use crate::rules::Rules;
use crate::table::{Table, Wanted};
use miyama::budget::Budget;
use miyama_automata::{Automaton, Letter, Limits, Numeration, StateId, Tracks, with_digit};
use miyama_conjecture::{CellSet, Cells, Sample};
use std::collections::HashMap;

/// The set that a table suggests, if it is of this kind and proved.
pub(crate) fn by_gaps(
    rules: &Rules<'_>,
    wanted: Wanted,
    table: &Table,
    below: &[Learned],
    limits: &Limits<'_>,
    budget: &Budget,
) -> Option<Learned> {
    let heaps = usize::from(rules.heaps());
    let sample = Sample::of_set(heaps, table.to, |position| table.at(position) == Some(true)).for_as_long(budget);
    let guess = automaton(&CellSet::in_order(&sample)?, heaps, limits)?;
    if guess.difference(&|heaps: &[u64]| table.at(heaps), limits) != Ok(None) {
        return None;
    }
    let learned = proved(rules, wanted, &guess, below, limits).ok()??;
    Some(Learned { to: table.to, ..learned })
}

/// What the digits read so far say: the heaps in order, the least of them, and by how much
/// each exceeds the one before; a number that repeats is the smallest of its cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Read {
    order: Vec<u8>,
    numbers: Vec<u64>,
}

/// The automaton of a set of this kind.
///
/// With one more digit a heap n becomes 2n + d, and a difference D of neighbours becomes
/// 2D + d' − d. That is negative only if D = 0, that is between equal heaps, whose order the
/// digits then decide; so every number is known by its cell, provided that 0 is a cell of
/// its own among the differences: a number that is at least the cap c ≥ 1 stays so, because
/// 2c − 1 ≥ c, and its residue is that of 2D + d' − d.
fn automaton(set: &CellSet, heaps: usize, limits: &Limits<'_>) -> Option<Automaton> {
    let cells: Vec<Cells> = set
        .cells
        .iter()
        .map(|cells| if cells.cap == 0 { Cells { cap: cells.modulus, ..*cells } } else { *cells })
        .collect();
    let first = Read { order: (0..u8::try_from(heaps).ok()?).collect(), numbers: vec![0; heaps] };
    let mut known: HashMap<Read, StateId> = HashMap::from([(first.clone(), 0)]);
    let mut states = vec![first];
    let mut rows: Vec<(bool, Vec<(Letter, StateId)>)> = Vec::new();
    while rows.len() < states.len() {
        if states.len() > limits.states || !(limits.go_on)() {
            return None;
        }
        let state = states[rows.len()].clone();
        let mut row = Vec::new();
        for digits in 0u32..1 << heaps {
            let next = state.with(digits, &cells);
            let fresh = states.len() as StateId;
            let number = *known.entry(next.clone()).or_insert(fresh);
            if number == fresh {
                states.push(next);
            }
            let digit = |heap: usize| (digits >> heap & 1) as u8;
            let letter = (0..heaps).fold(0, |letter, heap| letter | with_digit(heap as u8, digit(heap)));
            row.push((letter, number));
        }
        row.sort_unstable();
        rows.push((set.contains(&state.numbers), row));
    }
    let tracks = Tracks::first(u8::try_from(heaps).ok()?);
    Automaton::from_parts(Numeration::Base(2), tracks, &rows)?.minimised(limits).ok()
}

impl Read {
    fn with(&self, digits: u32, cells: &[Cells]) -> Read {
        let digit = |heap: u8| u64::from(digits >> heap & 1);
        // Equal heaps, one run after the other, are put in order by their digits.
        let mut order = self.order.clone();
        let mut start = 0;
        for place in 1..=order.len() {
            if place == order.len() || self.numbers[place] > 0 {
                order[start..place].sort_by_key(|heap| (digit(*heap), *heap));
                start = place;
            }
        }
        let number = |place: usize| {
            let own = 2 * self.numbers[place] + digit(order[place]);
            let number = if place == 0 { own } else { own - digit(order[place - 1]) };
            cells[place].smallest(number)
        };
        Read { numbers: (0..order.len()).map(number).collect(), order }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_automaton_says_what_the_set_says() {
        let inside = |p: &[u64]| {
            let mut sorted = p.to_vec();
            sorted.sort_unstable();
            let (least, middle, greatest) = (sorted[0], sorted[1] - sorted[0], sorted[2] - sorted[1]);
            least == 1 && middle == 0 || least >= 2 && least % 3 == 1 && middle == 2 && greatest >= 1
        };
        let sample = Sample::of_set(3, 20, inside);
        let set = CellSet::in_order(&sample).unwrap();
        let automaton = automaton(&set, 3, &Limits::generous()).unwrap();
        let known = |p: &[u64]| p.iter().all(|heap| *heap < 40).then(|| inside(p));
        assert_eq!(automaton.difference(&known, &Limits::generous()), Ok(None));
    }
}
