//! Impartial boards whose value is out of reach by way of the values of all that play leads to: is it 0, is it
//! 1, …? The value of G is n exactly if the second player wins G + ∗n, and that is searched for as who wins any
//! sum is ([`super::by_search`]): one winning answer to each move is enough.

use super::by_search::{BySearch, Knowledge};
use super::solve::NoSolution;
use super::{Part, Position, Worth};
use crate::pattern::Cells;
use crate::play::{Convention, Player};
use crate::search::Memory;
use miyama_budget::Budget;
use num_bigint::BigUint;

/// The value of all that play leads to is given up after so many looks at the budget: seconds.
pub(super) const VALUE_LOOKS: u64 = 1_000_000;

/// One part in so many of the time that is left may go into it.
pub(super) const VALUE_SHARE: u32 = 4;

/// Where it is known that the value is not 0 and that is enough, the questions after the first are given up after
/// so many looks.
const QUESTION_LOOKS: u64 = 2_000;

/// A board that is asked for its value.
pub(super) struct Asked {
    by: BySearch,
    memory: Memory,
}

impl Asked {
    pub(super) fn new(budget: &Budget) -> Asked {
        let memory = Memory::new(budget);
        Asked { by: BySearch::new(Convention::Normal, &memory, Knowledge::Usual, budget), memory }
    }

    /// How many sums were looked at.
    pub(super) fn looked_at(&self) -> u64 {
        self.by.looked_at()
    }

    /// Whether the value of a board is n.
    pub(super) fn is(&mut self, cells: &Cells, n: u32, budget: &Budget) -> Result<bool, NoSolution> {
        is(&mut self.by, cells, n, budget)
    }

    /// The value; none where it is only known not to be 0, if that is enough.
    pub(super) fn value(
        &mut self,
        cells: &Cells,
        not_zero_is_enough: bool,
        budget: &Budget,
    ) -> Result<Option<BigUint>, NoSolution> {
        match self.is(cells, 0, budget) {
            Ok(true) => return Ok(Some(BigUint::default())),
            Ok(false) => {}
            // Of a board that is all there is, it is told which moves win and lose.
            Err(NoSolution::Stopped(stopped)) if not_zero_is_enough => {
                return Err(self.by.so_far(&Position { parts: vec![Part::Cells(cells.clone())] }, stopped));
            }
            Err(other) => return Err(other),
        }
        if !not_zero_is_enough {
            return least(&mut self.by, cells, budget).map(Some);
        }
        let few = budget.share(VALUE_SHARE).with_looks(QUESTION_LOOKS);
        let mut by = BySearch::new(Convention::Normal, &self.memory, Knowledge::Usual, &few);
        match least(&mut by, cells, &few) {
            Err(NoSolution::Stopped(_)) if budget.check().is_ok() => Ok(None),
            found => found.map(Some),
        }
    }
}

/// The value of a board that is not 0.
fn least(by: &mut BySearch, cells: &Cells, budget: &Budget) -> Result<BigUint, NoSolution> {
    let mut n = 1;
    while !is(by, cells, n, budget)? {
        n += 1;
    }
    Ok(n.into())
}

fn is(by: &mut BySearch, cells: &Cells, n: u32, budget: &Budget) -> Result<bool, NoSolution> {
    let mut parts = vec![Part::Cells(cells.clone())];
    parts.extend((n > 0).then(|| Part::Worth(Worth::of_nimber(n))));
    Ok(!by.wins_first(&Position { parts }, Player::Left, budget)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Games;
    use crate::pattern::{CellPosition, Game, interpreter};
    use crate::sum::parse_position;
    use std::collections::{BTreeSet, HashMap};

    /// The twin: the least number that no option has, with the moves of the naive interpreter.
    fn mex(game: &Game, position: &CellPosition, known: &mut HashMap<Vec<char>, u32>) -> u32 {
        if let Some(value) = known.get(&position.signs) {
            return *value;
        }
        let mut values = BTreeSet::new();
        for signs in interpreter::options(game.definition(), game.arguments(), position, Player::Left) {
            values.insert(mex(game, &CellPosition { signs, ..position.clone() }, known));
        }
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        known.insert(position.signs.clone(), value);
        value
    }

    const BOARDS: [&str; 14] = [
        "cram:2x3",
        "cram:3x3",
        "cram:3x4",
        "cram:..#./..../#...",
        "node-kayles:2x4",
        "node-kayles:3x3",
        "node-kayles:path(7)",
        "node-kayles:cycle(6)",
        "arc-kayles:grid(2,4)",
        "arc-kayles:complete(5)",
        "chomp:3x4",
        "treblecross:9",
        "peg-duotaire:##.#.##",
        "kayles:####.###",
    ];

    fn boards() -> impl Iterator<Item = (&'static str, Cells, u32)> {
        BOARDS.into_iter().map(|text| {
            let sum = parse_position(text, &Games::built_in()).unwrap();
            let Some(Part::Cells(cells)) = sum.parts.into_iter().next() else { unreachable!("a board") };
            let value = mex(cells.game(), cells.position(), &mut HashMap::new());
            (text, cells, value)
        })
    }

    #[test]
    fn values_asked_one_at_a_time_are_those_of_the_definition() {
        let budget = Budget::unlimited();
        let mut met = BTreeSet::new();
        for (text, cells, expected) in boards() {
            let mut asked = Asked::new(&budget);
            for n in 0..6 {
                assert_eq!(asked.is(&cells, n, &budget).unwrap(), n == expected, "{text}: {n}");
            }
            let found = Asked::new(&budget).value(&cells, false, &budget).unwrap();
            assert_eq!(found, Some(expected.into()), "{text}");
            met.insert(expected);
        }
        assert!(met.len() > 3, "values of several sizes: {met:?}");
    }

    /// That a value is not 0 may be enough: what is said beyond that is true.
    #[test]
    fn where_not_zero_is_enough_nothing_else_is_said() {
        for (text, cells, expected) in boards() {
            for looks in [1, 10, 100, 1_000_000] {
                let budget = Budget::unlimited().with_looks(looks);
                match Asked::new(&budget).value(&cells, true, &budget) {
                    Ok(Some(found)) => assert_eq!(found, expected.into(), "{text}"),
                    Ok(None) => assert_ne!(expected, 0, "{text}"),
                    Err(reason) => assert!(matches!(reason, NoSolution::Stopped(_) | NoSolution::SoFar(_)), "{text}"),
                }
            }
        }
    }
}
