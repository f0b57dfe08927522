//! A table compared with the definition that it was made from, before anybody
//! sees it.
//!
//! At a position all of whose options the table knows, its number must be what
//! the numbers of the options give: the least that none of them has, or P if none
//! of them is P. The options are those that the [interpreter](super::interpreter)
//! finds, which shares nothing with what made the table. If that holds at every
//! position, the table is right everywhere, by induction over play; it is tried at
//! corners, on edges and at random, as long as it takes little beside the table
//! itself.

use super::interpreter::NotInterpreted;
use super::played_out::{are_positions, pieces};
use super::ruleset::Ruleset;
use super::sweep::PositionNumber;
use super::table::NoTable;
use crate::difference::Difference;
use crate::nimber::{Nimber, mex};
use crate::play::{Convention, Outcome, Player};
use miyama_budget::Budget;
use miyama_text::{Text, say};
use std::time::{Duration, Instant};

/// Why an answer was not compared with its definition, for a person.
#[must_use]
pub fn not_compared(reason: &NotInterpreted) -> Text {
    match reason {
        NotInterpreted::Unbounded(name) => say!("comparison.unbounded", name = name),
        NotInterpreted::TooLarge => say!("comparison.too_large"),
        NotInterpreted::Unread => say!("comparison.unread"),
        NotInterpreted::Effort => say!("comparison.effort"),
        NotInterpreted::Stopped(stopped) => stopped.text(),
    }
}

/// What became of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// At how many positions the numbers agree.
    pub positions: u64,
    /// Why some could not be compared at all.
    pub not: Option<NotInterpreted>,
}

impl Compared {
    /// The interpreter does not read the definition.
    fn unread() -> Compared {
        Compared { positions: 0, not: Some(NotInterpreted::Unread) }
    }

    /// The same, with a note if nothing could be compared.
    fn told(mut self, budget: &Budget) -> Compared {
        if self.positions == 0 && self.not.is_none() {
            self.not = Some(NotInterpreted::Effort);
        }
        if let Some(reason) = &self.not {
            budget.note(&not_compared(reason));
        }
        self
    }
}

/// At least so many integers are tried, about a millisecond's worth.
const LEAST_EFFORT: u64 = 20_000;

/// No more positions than this are compared.
const MOST_POSITIONS: u64 = 1 << 16;

/// So many are compared however long the clock says that it takes, if they need few integers: a small table is
/// compared whole also on a machine on which others take the milliseconds.
const ENOUGH_POSITIONS: u64 = 24;

/// So much time there always is.
const LEAST_TIME: Duration = Duration::from_millis(4);

/// An integer is tried in about so many nanoseconds.
const TRIAL: u64 = 100;

/// Compares the values of heaps up to `to` of a ruleset on one heap, however they
/// were computed, with its definition; that took so long.
///
/// # Errors
/// [`NoTable::Wrong`] where they differ.
pub fn compare_values(
    ruleset: &Ruleset,
    to: u64,
    took: Duration,
    value: &dyn Fn(u64) -> Option<u32>,
    budget: &Budget,
) -> Result<Compared, NoTable> {
    compare(ruleset, &[to], PositionNumber::Grundy, took, &|position| value(position[0]), budget)
}

/// Compares the numbers `at` positions with heaps up to `to` with what the
/// definition gives; `took` is how long they took to compute, and a few per cent
/// of that are spent. What cannot be compared is told as a note.
pub(crate) fn compare(
    ruleset: &Ruleset,
    to: &[u64],
    rule: PositionNumber,
    took: Duration,
    at: &dyn Fn(&[u64]) -> Option<u32>,
    budget: &Budget,
) -> Result<Compared, NoTable> {
    let Some(interpreter) = ruleset.interpreter() else { return Ok(Compared::unread().told(budget)) };
    let mut effort = effort(took);
    let least = effort.saturating_sub(LEAST_EFFORT);
    let (begun, allowed) = (Instant::now(), (took / 100 * 2).max(LEAST_TIME));
    let mut compared = Compared::default();
    let mut sample = Sample::of(to);
    while let Some(position) = sample.next() {
        // On a busy machine the clock counts more than the work: it runs for both.
        let enough = effort <= least || compared.positions >= ENOUGH_POSITIONS;
        if effort < 16 || compared.positions >= MOST_POSITIONS || enough && begun.elapsed() > allowed {
            break;
        }
        // A position with very many options leaves something for the others, and
        // every position costs something.
        let share = (effort / 4).min((effort / 32).max(LEAST_EFFORT)) + 8;
        let mut left = share;
        let options = interpreter.options(&position, &mut left, budget);
        effort = effort.saturating_sub(share - left + 8);
        sample.took(options.is_ok().then_some(share - left), share);
        let options = match options {
            Ok(options) => options,
            Err(NotInterpreted::Effort) => continue,
            Err(NotInterpreted::Stopped(stopped)) => return Err(stopped.into()),
            Err(reason) => {
                compared.not = Some(reason);
                break;
            }
        };
        let number = |left: &Vec<Vec<u64>>| match (left.is_empty(), rule) {
            // Nothing is left: P in normal play, N in misère play.
            (true, PositionNumber::Outcome(Convention::Misere)) => Some(1),
            // Outcomes of several positions do not add up.
            (false, PositionNumber::Outcome(_)) if left.len() > 1 => None,
            _ => left.iter().try_fold(0, |sum, part| Some(sum ^ at(part)?)),
        };
        let numbers: Option<Vec<u32>> = options.iter().map(number).collect();
        let (Some(found), Some(numbers)) = (at(&position), numbers) else { continue };
        let expected = match rule {
            PositionNumber::Grundy => mex(numbers.into_iter().map(Nimber)).0,
            PositionNumber::Outcome(Convention::Misere) if numbers.is_empty() => 1,
            PositionNumber::Outcome(_) => u32::from(numbers.contains(&0)),
        };
        if found != expected {
            let shown = |number: u32| match (rule, number) {
                (PositionNumber::Grundy, value) => value.to_string(),
                (PositionNumber::Outcome(_), 0) => "P".to_owned(),
                (PositionNumber::Outcome(_), _) => "N".to_owned(),
            };
            return Err(NoTable::Wrong(Box::new(Difference {
                definition: ruleset.definition().to_owned(),
                position: tuple(&position),
                found: shown(found),
                expected: shown(expected),
            })));
        }
        compared.positions += 1;
    }
    Ok(compared.told(budget))
}

/// Whether a sum of positions is lost, where that is known.
type IsP<'a> = dyn FnMut(&[&[u64]]) -> Result<Option<bool>, NoTable> + 'a;

/// Compares misère outcomes of positions with heaps up to `to`, of a ruleset or of
/// several of its positions side by side, with the definition: a position is won if and
/// only if a move that the interpreter finds leaves a lost sum, or there is none. `is_p`
/// tells whether a sum of positions is lost, where that is known.
pub(crate) fn compare_misere(
    ruleset: &Ruleset,
    to: &[u64],
    took: Duration,
    outcome: &dyn Fn(&[u64]) -> Option<Outcome>,
    is_p: &mut IsP<'_>,
    budget: &Budget,
) -> Result<Compared, NoTable> {
    let Some(interpreter) = ruleset.interpreter() else { return Ok(Compared::unread().told(budget)) };
    let mut compared = Compared::default();
    let mut effort = effort(took);
    let mut sample = Sample::of(to);
    'positions: while let Some(position) = sample.next() {
        if effort < 16 || compared.positions >= MOST_POSITIONS {
            break;
        }
        effort = effort.saturating_sub(8);
        let pieces = pieces(&position, ruleset);
        if !are_positions(ruleset, &pieces, budget)? {
            sample.took(Some(0), 0);
            continue;
        }
        let (mut won, mut moves) = (false, false);
        for place in 0..pieces.len() {
            let share = effort / 4 + 8;
            let mut left = share;
            let options = interpreter.options(pieces[place], &mut left, budget);
            effort = effort.saturating_sub(share - left);
            sample.took(options.is_ok().then_some(share - left), share);
            let options = match options {
                Ok(options) => options,
                Err(NotInterpreted::Effort) => continue 'positions,
                Err(NotInterpreted::Stopped(stopped)) => return Err(stopped.into()),
                Err(reason) => {
                    compared.not = Some(reason);
                    break 'positions;
                }
            };
            for option in options {
                moves = true;
                let rest = pieces[..place].iter().chain(&pieces[place + 1..]).copied();
                let after: Vec<&[u64]> = rest.chain(option.iter().map(Vec::as_slice)).collect();
                match is_p(&after)? {
                    Some(lost) => won |= lost,
                    None => continue 'positions,
                }
            }
        }
        let expected = if won || !moves { Outcome::N } else { Outcome::P };
        let Some(found) = outcome(&position) else { continue };
        if found != expected {
            return Err(NoTable::Wrong(Box::new(Difference {
                definition: ruleset.definition().to_owned(),
                position: tuple(&position),
                found: found.to_string(),
                expected: expected.to_string(),
            })));
        }
        compared.positions += 1;
    }
    Ok(compared.told(budget))
}

/// The same for games with a winning condition of their own: for each player, the options that
/// the interpreter finds tell who wins.
pub(crate) fn compare_winning(
    sides: [&Ruleset; 2],
    to: &[u64],
    convention: Convention,
    took: Duration,
    wins: &dyn Fn(&[u64]) -> Option<[bool; 2]>,
    budget: &Budget,
) -> Result<Compared, NoTable> {
    let mut compared = Compared::default();
    let [Some(left), Some(right)] = sides.map(Ruleset::interpreter) else { return Ok(compared) };
    let mut effort = effort(took);
    let mut sample = Sample::of(to);
    'positions: while let Some(position) = sample.next() {
        if effort < 16 || compared.positions >= MOST_POSITIONS {
            break;
        }
        effort = effort.saturating_sub(8);
        let Some(found) = wins(&position) else { continue };
        let mut expected = [false; 2];
        for (interpreter, player) in [left, right].into_iter().zip(Player::BOTH) {
            let share = effort / 4 + 8;
            let mut rest = share;
            let options = interpreter.options(&position, &mut rest, budget);
            effort = effort.saturating_sub(share - rest);
            sample.took(options.is_ok().then_some(share - rest), share);
            let mut lost = 0;
            let won = options.and_then(|options| {
                for option in &options {
                    let wins = match option.as_slice() {
                        [] => Some(convention == Convention::Misere),
                        [one] => wins(one).map(|wins| wins[player.opponent() as usize]),
                        _ => None,
                    };
                    match wins {
                        Some(wins) => lost += u64::from(!wins),
                        None => return Err(NotInterpreted::Effort),
                    }
                }
                interpreter.is_won(&position, player, (options.len() as u64, lost), convention)
            });
            expected[player as usize] = match won {
                Ok(won) => won,
                Err(NotInterpreted::Effort) => continue 'positions,
                Err(NotInterpreted::Stopped(stopped)) => return Err(stopped.into()),
                Err(reason) => {
                    compared.not = Some(reason);
                    break 'positions;
                }
            };
        }
        if found != expected {
            let shown = |wins: [bool; 2]| match wins {
                [true, true] => "N".to_owned(),
                [false, false] => "P".to_owned(),
                [true, false] => "L".to_owned(),
                [false, true] => "R".to_owned(),
            };
            return Err(NoTable::Wrong(Box::new(Difference {
                definition: sides[0].definition().to_owned(),
                position: tuple(&position),
                found: shown(found),
                expected: shown(expected),
            })));
        }
        compared.positions += 1;
    }
    Ok(compared.told(budget))
}

/// How many integers may be tried beside a computation that took so long.
fn effort(took: Duration) -> u64 {
    let nanoseconds = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
    (nanoseconds / 100 * 3 / TRIAL).max(LEAST_EFFORT)
}

/// `(3,5)`
fn tuple(position: &[u64]) -> String {
    let heaps: Vec<String> = position.iter().map(ToString::to_string).collect();
    format!("({})", heaps.join(","))
}

/// Positions of a box: all of a small one; else corners, then positions on
/// edges and inside by turns, chosen by a fixed sequence of random numbers.
///
/// A large box begins as a small one in its corner, which grows as long as its
/// largest position can be afforded: where a heap of a million has a million moves,
/// looking for those of one position after the other would end before any is compared.
struct Sample {
    to: Vec<u64>,
    /// The part of the box that positions are drawn from.
    within: Vec<u64>,
    /// How many were drawn from it.
    drawn: u64,
    /// How many positions there are, if there are few.
    few: Option<u64>,
    chance: u64,
}

impl Sample {
    /// A box with no more positions than this is compared as a whole.
    const FEW: u64 = 512;

    /// How large the heaps of the first part are.
    const FIRST: u64 = 32;

    /// How many times larger they are in the next.
    const GROWTH: u64 = 8;

    fn of(to: &[u64]) -> Sample {
        let count = to.iter().try_fold(1u64, |count, heap| count.checked_mul(heap.checked_add(1)?));
        let few = count.filter(|count| *count <= Sample::FEW);
        let within = to.iter().map(|heap| *heap.min(&Sample::FIRST)).collect();
        Sample { to: to.to_vec(), within, drawn: 0, few, chance: 0 }
    }

    /// The options of the last position, or of a part of it, took so many trials of those that it might take;
    /// `None` if these were not enough. After the largest position of a part, the next part is larger if its
    /// largest position will probably not take more, and smaller if this one took too much.
    fn took(&mut self, trials: Option<u64>, most: u64) {
        if self.drawn != 1 {
            return;
        }
        match trials {
            Some(trials) if trials.saturating_mul(Sample::GROWTH) > most || self.within == self.to => {}
            Some(_) => {
                let larger = self.within.iter().zip(&self.to);
                self.within = larger.map(|(heap, to)| heap.saturating_mul(Sample::GROWTH).min(*to)).collect();
                self.drawn = 0;
            }
            None => {
                let smaller = self.within.iter().zip(&self.to);
                self.within = smaller.map(|(heap, to)| (heap / Sample::GROWTH).max(Sample::FIRST.min(*to))).collect();
            }
        }
    }

    fn next(&mut self) -> Option<Vec<u64>> {
        let number = self.drawn;
        self.drawn += 1;
        if let Some(count) = self.few {
            // The largest positions first: they depend on all others.
            let mut rest = count.checked_sub(number + 1)?;
            let mut position = vec![0; self.to.len()];
            for (heap, most) in position.iter_mut().zip(&self.to).rev() {
                *heap = rest % (most + 1);
                rest /= most + 1;
            }
            return Some(position);
        }
        let corners = 1u64 << self.within.len();
        let mut position = self.within.clone();
        for (place, heap) in position.iter_mut().enumerate() {
            if number < corners {
                // The corner with all heaps first, then one without a heap each.
                if number >> place & 1 == 1 {
                    *heap = 0;
                }
                continue;
            }
            // splitmix64
            self.chance = self.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.chance;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^= z >> 31;
            let most = *heap;
            *heap = match (number % 4, z % 3) {
                // On an edge: a heap is as small or as large as it can be, or nearly so.
                (0, 0) => (z >> 8) % 3.min(most + 1),
                (0, 1) => most - (z >> 8) % 3.min(most + 1),
                // Near the beginning, where few integers have to be tried.
                (1, _) => (z >> 8) % 33.min(most + 1),
                _ => (z >> 8) % (most + 1),
            };
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::parse_definition;
    use super::*;

    /// A heap of a billion has a billion moves: smaller ones are compared in its place.
    #[test]
    fn long_tables_are_compared_where_that_can_be_afforded() {
        let definition = parse_definition("(x) -> {(a) | a<x}").unwrap();
        let ruleset = Ruleset::new(&definition, &[]).unwrap();
        let compare = |wrong_from: u64| {
            let value = |heap: u64| Some(if heap < wrong_from { heap as u32 } else { 0 });
            compare_values(&ruleset, 1 << 30, Duration::from_millis(1), &value, &Budget::unlimited())
        };
        let compared = compare(u64::MAX).unwrap();
        assert!(compared.positions >= ENOUGH_POSITIONS && compared.not.is_none(), "{compared:?}");
        assert!(matches!(compare(200), Err(NoTable::Wrong(_))));
    }

    /// The whole box is drawn from where positions have few moves, and also where its
    /// largest position is none.
    #[test]
    fn samples_reach_the_whole_box() {
        for trials in [0, 3] {
            let mut sample = Sample::of(&[5, 1 << 20]);
            let mut drawn = vec![];
            for _ in 0..100 {
                drawn.extend(sample.next());
                sample.took(Some(trials), 100);
            }
            assert!(drawn.contains(&vec![5, 1 << 20]) && drawn.contains(&vec![0, 1 << 20]), "{drawn:?}");
            assert!(drawn.iter().any(|position| position[1] > 1 << 18 && position[1] < 1 << 20));
        }
    }
}
