//! Misère outcomes by playing out: for pieces that break or vanish.
//!
//! In misère play the outcome of a sum does not follow from those of its parts, so
//! where a move may leave several pieces, or none, no table by position holds what is
//! needed. Here every sum that play reaches is looked at once. A piece that has no
//! move changes nothing in any sum and is left out of it; `0` leaves no piece, which
//! is not the same as an empty heap that can still be moved from.

use super::comparison::{Compared, compare_misere};
use super::ruleset::Ruleset;
use super::table::{NoTable, positions};
use crate::hashed;
use crate::play::Outcome;
use miyama_budget::Budget;
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// A sum: its pieces that have a move, by number, sorted.
type Pieces = Box<[u32]>;

/// The misère outcomes of sums of positions of one ruleset, of those met so far.
#[derive(Clone, Debug)]
struct PlayedOut<'a> {
    ruleset: &'a Ruleset,
    /// The number of a piece; none for one without a move.
    numbers: HashMap<Vec<u64>, Option<u32>>,
    pieces: Vec<Vec<u64>>,
    /// What the moves of a piece leave, once that was asked for.
    options: Vec<Option<Vec<Vec<u32>>>>,
    /// Whether the next player wins.
    won: HashMap<Pieces, bool>,
    /// About the bytes of all of these.
    held: u64,
}

/// A sum under way.
struct Open {
    sum: Pieces,
    options: Vec<Pieces>,
    next: usize,
}

impl Open {
    fn bytes(&self) -> u64 {
        self.options.iter().map(|option| 16 + 4 * option.len() as u64).sum()
    }
}

impl<'a> PlayedOut<'a> {
    fn new(ruleset: &'a Ruleset) -> PlayedOut<'a> {
        let (numbers, won) = (HashMap::new(), HashMap::new());
        PlayedOut { ruleset, numbers, pieces: vec![], options: vec![], won, held: 0 }
    }

    fn number(&mut self, piece: &[u64], budget: &Budget) -> Result<Option<u32>, NoTable> {
        if let Some(number) = self.numbers.get(piece) {
            return Ok(*number);
        }
        let mut moves = false;
        self.ruleset.for_each_option(piece, budget, &mut |_| {
            moves = true;
            false
        })?;
        let number = if moves {
            self.pieces.push(piece.to_vec());
            self.options.push(None);
            Some(u32::try_from(self.pieces.len() - 1).map_err(|_| NoTable::TooLarge)?)
        } else {
            None
        };
        self.held += 150 + 16 * piece.len() as u64;
        self.numbers.insert(piece.to_vec(), number);
        Ok(number)
    }

    fn sum(&mut self, pieces: &[&[u64]], budget: &Budget) -> Result<Pieces, NoTable> {
        let mut sum = Vec::with_capacity(pieces.len());
        for piece in pieces {
            sum.extend(self.number(piece, budget)?);
        }
        sum.sort_unstable();
        Ok(sum.into())
    }

    /// What the moves of a piece leave, each once.
    fn options(&mut self, piece: u32, budget: &Budget) -> Result<&[Vec<u32>], NoTable> {
        let place = piece as usize;
        if self.options[place].is_none() {
            let mut found: Vec<Vec<Vec<u64>>> = Vec::new();
            let mut fits = Ok(());
            self.ruleset.for_each_option(&self.pieces[place], budget, &mut |option| {
                found.push(option.to_vec());
                if found.len().is_multiple_of(LOOK) {
                    fits = budget.need(self.held + found.len() as u64 * 100);
                }
                fits.is_ok()
            })?;
            fits?;
            let mut left = Vec::with_capacity(found.len());
            for option in found {
                let pieces: Vec<&[u64]> = option.iter().map(Vec::as_slice).collect();
                left.push(self.sum(&pieces, budget)?.into_vec());
            }
            left.sort_unstable();
            left.dedup();
            self.held += left.iter().map(|option| 24 + 4 * option.len() as u64).sum::<u64>();
            self.options[place] = Some(left);
        }
        Ok(self.options[place].as_deref().unwrap_or_default())
    }

    fn open(&mut self, sum: Pieces, budget: &Budget) -> Result<Open, NoTable> {
        budget.check()?;
        let mut options: Vec<Pieces> = Vec::new();
        for place in 0..sum.len() {
            // Equal pieces have the same moves.
            if place > 0 && sum[place] == sum[place - 1] {
                continue;
            }
            for left in self.options(sum[place], budget)? {
                let mut after = [&sum[..place], left, &sum[place + 1..]].concat();
                after.sort_unstable();
                options.push(after.into());
            }
        }
        // The shortest sums are decided first.
        options.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        options.dedup();
        Ok(Open { sum, options, next: 0 })
    }

    /// Whether the next player wins the sum of these pieces.
    fn next_wins(&mut self, pieces: &[&[u64]], budget: &Budget) -> Result<bool, NoTable> {
        let start = self.sum(pieces, budget)?;
        if let Some(won) = self.won.get(&start) {
            return Ok(*won);
        }
        let mut path = vec![self.open(start, budget)?];
        let mut waiting = path[0].bytes();
        let mut last = true;
        while let Some(top) = path.last_mut() {
            match seen(&top.options, &mut top.next, &self.won) {
                Seen::Unknown(option) => {
                    let open = self.open(option, budget)?;
                    waiting += open.bytes();
                    path.push(open);
                }
                Seen::Won(won) => {
                    if let Some(done) = path.pop() {
                        waiting = waiting.saturating_sub(done.bytes());
                        self.held += hashed::bytes_of_keys(1, size_of_val(&*done.sum));
                        self.won.insert(done.sum, won);
                    }
                    last = won;
                }
            }
            if self.won.len().is_multiple_of(LOOK) {
                budget.report(self.won.len() as u64, None);
            }
            let table = hashed::bytes_of_more(self.won.len(), 1, self.won.capacity(), size_of::<(Pieces, bool)>());
            budget.need(self.held + waiting + table)?;
        }
        Ok(last)
    }
}

/// How many steps are made between two looks at the budget.
const LOOK: usize = 1024;

/// What the options of a position say of it in misère play.
pub(crate) enum Seen<K> {
    /// Whether the next player wins.
    Won(bool),
    /// This option must be known first.
    Unknown(K),
}

/// Goes on through the options from `next` on. Without any the position is won: the other
/// player moved last.
pub(crate) fn seen<K: Clone + Eq + Hash>(options: &[K], next: &mut usize, won: &HashMap<K, bool>) -> Seen<K> {
    if options.is_empty() {
        return Seen::Won(true);
    }
    while let Some(option) = options.get(*next) {
        match won.get(option) {
            Some(false) => return Seen::Won(true),
            Some(true) => *next += 1,
            None => return Seen::Unknown(option.clone()),
        }
    }
    Seen::Won(false)
}

/// The misère outcomes of a box: of the positions of a ruleset, or of several heaps
/// of a ruleset on one.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::heap::notation::parse_definition;
/// use miyama::heap::played_out::MisereTable;
/// use miyama::heap::ruleset::Ruleset;
/// use miyama::play::Outcome;
/// let definition = parse_definition("(x) -> {0} U {(x-1)}").unwrap();
/// let ruleset = Ruleset::new(&definition, &[]).unwrap();
/// let table = MisereTable::new(&ruleset, &[2, 2], &Budget::unlimited()).unwrap();
/// assert_eq!(table.outcome(&[0, 0]), Some(Outcome::N));
/// ```
#[derive(Clone, Debug)]
pub struct MisereTable {
    to: Vec<u64>,
    won: Vec<bool>,
    compared: Compared,
}

impl MisereTable {
    /// Plays out every position with heaps up to `to`, which has as many numbers as
    /// the ruleset has heaps, or any number of them for a ruleset on one.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    ///
    /// # Panics
    /// If `to` has another number of heaps.
    pub fn new(ruleset: &Ruleset, to: &[u64], budget: &Budget) -> Result<MisereTable, NoTable> {
        assert!(ruleset.heaps() == 1 || to.len() == ruleset.heaps(), "one bound per heap");
        let count = to.iter().try_fold(1u64, |count, heap| count.checked_mul(heap.checked_add(1)?));
        let count = count.ok_or(NoTable::TooLarge)?;
        budget.need(count)?;
        let mut played = PlayedOut::new(ruleset);
        let mut won = Vec::new();
        for position in positions(to) {
            budget.check()?;
            budget.report(won.len() as u64, Some(count));
            let pieces = pieces(&position, ruleset);
            won.push(!are_positions(ruleset, &pieces, budget)? || played.next_wins(&pieces, budget)?);
        }
        let mut table = MisereTable { to: to.to_vec(), won, compared: Compared::default() };
        let mut is_p = |sum: &[&[u64]]| Ok(Some(!played.next_wins(sum, budget)?));
        let outcome = |position: &[u64]| table.outcome(position);
        table.compared = compare_misere(ruleset, to, Duration::ZERO, &outcome, &mut is_p, budget)?;
        Ok(table)
    }

    /// Whether the next player wins the sum of these pieces.
    pub(super) fn next_wins(ruleset: &Ruleset, pieces: &[&[u64]], budget: &Budget) -> Result<bool, NoTable> {
        PlayedOut::new(ruleset).next_wins(pieces, budget)
    }

    /// The outcome of a position of the box.
    #[must_use]
    pub fn outcome(&self, position: &[u64]) -> Option<Outcome> {
        if position.len() != self.to.len() || position.iter().zip(&self.to).any(|(heap, most)| heap > most) {
            return None;
        }
        let place = position.iter().zip(&self.to).fold(0, |place, (heap, most)| place * (most + 1) + heap);
        let won = *self.won.get(usize::try_from(place).ok()?)? != (super::fault::at(position) == 1);
        Some(if won { Outcome::N } else { Outcome::P })
    }

    /// The largest heaps of the box.
    #[must_use]
    pub fn to(&self) -> &[u64] {
        &self.to
    }

    /// How the table was compared with the definition.
    #[must_use]
    pub fn compared(&self) -> &Compared {
        &self.compared
    }
}

/// Whether all pieces are in the domain of their ruleset.
pub(super) fn are_positions(ruleset: &Ruleset, pieces: &[&[u64]], budget: &Budget) -> Result<bool, NoTable> {
    for piece in pieces {
        if !ruleset.is_position(piece, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The pieces that a position consists of.
pub(super) fn pieces<'a>(position: &'a [u64], ruleset: &Ruleset) -> Vec<&'a [u64]> {
    position.chunks(ruleset.heaps().max(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::conjecture;
    use crate::heap::fault;
    use crate::heap::formula::Formula;
    use crate::heap::interpreter::Naive;
    use crate::heap::notation::parse_definition;
    use crate::heap::table::GrundyTable;
    use crate::play::Convention;

    const PIECES: [&str; 5] = [
        "(x) -> {0} U {(x-1)}",
        "(x) -> {0 | x = 2} U {(x-i) | 1 <= i <= 2}",
        "(x) -> {(a)+(b) | a+b = x-1}",
        "(x) -> {(x-1)+(0)+(0)} U {0 | x mod 2 = 0}",
        "(x) -> {(x-2), (x-3)+(1)}",
    ];

    fn ruleset(text: &str) -> Ruleset {
        Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap()
    }

    #[test]
    fn sums_of_pieces_that_break_or_vanish_are_what_playing_by_the_definition_gives() {
        let budget = Budget::unlimited();
        for text in PIECES {
            let ruleset = ruleset(text);
            let table = MisereTable::new(&ruleset, &[4, 4], &budget).unwrap();
            assert!(table.compared().positions > 0, "{text}");
            let mut naive = Naive::of(&[ruleset.interpreter().unwrap()]);
            for position in positions(&[4, 4]) {
                let sum = [(0, vec![position[0]]), (0, vec![position[1]])];
                let expected = naive.outcome(&sum, Convention::Misere).unwrap();
                assert_eq!(table.outcome(&position), Some(expected), "{text} {position:?}");
            }
        }
        let two = ruleset("(x, y) -> {(x-1, y)+(0, y)} U {0 | x = y} U {(x, y-2)}");
        let table = MisereTable::new(&two, &[3, 4], &budget).unwrap();
        let mut naive = Naive::of(&[two.interpreter().unwrap()]);
        for position in positions(&[3, 4]) {
            let expected = naive.outcome(&[(0, position.clone())], Convention::Misere).unwrap();
            assert_eq!(table.outcome(&position), Some(expected), "{position:?}");
        }
    }

    #[test]
    fn a_wrong_outcome_is_not_shown() {
        let ruleset = ruleset(PIECES[0]);
        for position in positions(&[2, 3]) {
            fault::FAULT.set(Some(position.clone()));
            let table = MisereTable::new(&ruleset, &[2, 3], &Budget::unlimited());
            fault::FAULT.set(None);
            assert!(matches!(table, Err(NoTable::Wrong(_))), "{position:?}");
        }
    }

    /// The verdict on a set of positions is the one that the true outcomes give.
    #[test]
    fn formulas_about_pieces_are_judged_by_the_definition() {
        let budget = Budget::unlimited();
        for text in PIECES {
            let ruleset = ruleset(text);
            let mut naive = Naive::of(&[ruleset.interpreter().unwrap()]);
            let names = ruleset.names_side_by_side(2);
            for (set, holds) in [
                ("x=y", &(|x, y| x == y) as &dyn Fn(u64, u64) -> bool),
                ("(x+y) mod 2 = 1", &|x, y| (x + y) % 2 == 1),
                ("x+y < 2", &|x, y| x + y < 2),
            ] {
                let formula = Formula::set(set, &names).unwrap();
                for convention in [Convention::Normal, Convention::Misere] {
                    let mut wrong: Vec<(u64, Vec<u64>)> = vec![];
                    for p in positions(&[3, 3]) {
                        let sum = [(0, vec![p[0]]), (0, vec![p[1]])];
                        let lost = naive.outcome(&sum, convention).unwrap() == Outcome::P;
                        if lost != holds(p[0], p[1]) {
                            wrong.push((p[0] + p[1], p));
                        }
                    }
                    wrong.sort();
                    let tested = conjecture::test(&ruleset, &formula, &[3, 3], convention, &budget).unwrap();
                    let first = tested.violation.as_ref().map(|violation| &violation.position);
                    assert_eq!(first, wrong.first().map(|(_, p)| p), "{text} {set} {convention:?}");
                }
            }
            let value = Formula::value("x ^^ y", &names).unwrap();
            let tested = conjecture::test(&ruleset, &value, &[3, 3], Convention::Normal, &budget).unwrap();
            let one = GrundyTable::new(&ruleset, &[3], &budget).unwrap();
            let holds = positions(&[3, 3]).all(|p| {
                let of = |heap: u64| u64::from(one.value(&[heap]).unwrap().0);
                of(p[0]) ^ of(p[1]) == p[0] ^ p[1]
            });
            assert_eq!(tested.violation.is_none(), holds, "{text}");
        }
    }
}
