//! Positions of any size answered by a proved set.
//!
//! The winning moves from p are the q with Move(p, q) and q in the set: an automaton on the
//! digits of both. With the digits of p put in, it is followed digit by digit; the ways
//! through it are counted from the lowest digit up and listed from the highest down. So
//! the time grows with the number of digits, not with the numbers.

use crate::rules::Rules;
use miyama::play::Convention;
use miyama_automata::{Automaton, Formula, Letter, Limit, Limits, Tracks, with_digit};
use num_bigint::BigUint;
use std::sync::Arc;

/// What a proved set says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Served {
    /// Whether it is a P-position.
    pub is_p: bool,
    /// How many positions winning moves lead to.
    pub count: BigUint,
    /// The first of them.
    pub listed: Vec<Vec<BigUint>>,
    /// Whether leaving nothing at all wins.
    pub nothing: bool,
}

/// What the set of the P-positions says of a position, with at most so many winning
/// moves listed. None if the rank does not bound the digits of options.
///
/// # Errors
/// A [`Limit`] that was reached.
///
/// # Panics
/// If the position has not as many heaps as the game.
pub fn serve(
    rules: &Rules<'_>,
    set: &Automaton,
    convention: Convention,
    position: &[BigUint],
    most: usize,
    limits: &Limits<'_>,
) -> Result<Option<Served>, Limit> {
    let k = rules.heaps();
    assert_eq!(position.len(), usize::from(k), "one number per heap");
    let Some(places) = places(rules, set, position) else { return Ok(None) };
    let mut nothing = false;
    for way in rules.moves.ways.iter().filter(|way| way.parts == 0) {
        let here = way.formula.set(set.system(), Tracks::first(k), limits)?;
        nothing |= convention == Convention::Normal && here.contains(position);
    }
    let there = Formula::Member(Arc::new(set.renamed(|variable| variable + k, limits)?));
    let moves: Vec<Formula> = rules
        .moves
        .ways
        .iter()
        .filter(|way| way.parts == 1)
        .map(|way| Formula::And(vec![way.formula.clone(), there.clone()]))
        .collect();
    let winning = Formula::Or(moves).set(set.system(), Tracks::first(2 * k), limits)?;
    let (count, listed) = through(&winning, k, position, places, most, limits)?;
    Ok(Some(Served { is_p: set.contains(position), count, listed, nothing }))
}

/// How many digits an option can have: every weighted sum of it is below that of the
/// position, so a heap with weight w is at most the sum divided by w.
fn places(rules: &Rules<'_>, set: &Automaton, position: &[BigUint]) -> Option<usize> {
    let [weights] = rules.rank.as_slice() else { return None };
    let mut sum = BigUint::default();
    for (heap, weight) in position.iter().zip(weights) {
        sum += heap * u64::try_from(*weight).ok()?;
    }
    let least = weights.iter().copied().min().filter(|weight| *weight >= 1)?;
    Some(set.system().digits(&(sum / u64::try_from(least).ok()?)).len() + 1)
}

/// The elements whose first k numbers are these: how many, and the first.
fn through(
    winning: &Automaton,
    k: u8,
    position: &[BigUint],
    places: usize,
    most: usize,
    limits: &Limits<'_>,
) -> Result<(BigUint, Vec<Vec<BigUint>>), Limit> {
    let digits: Vec<Vec<u8>> = position.iter().map(|heap| winning.system().digits(heap)).collect();
    let places = digits.iter().map(Vec::len).max().unwrap_or(0).max(places);
    let fixed = Tracks::first(k).mask();
    // The letter of the position at each place, the highest first.
    let letters: Vec<Letter> = (0..places)
        .rev()
        .map(|place| {
            let at = |n: usize| digits[n].len().checked_sub(place + 1).map_or(0, |at| digits[n][at]);
            (0..k).fold(0, |letter, variable| letter | with_digit(variable, at(usize::from(variable))))
        })
        .collect();
    let states = winning.states();
    let mut counts: Vec<BigUint> =
        (0..states).map(|s| BigUint::from(u8::from(winning.is_accepting(s as u32)))).collect();
    // Which states lead to acceptance from each place on, the last first.
    let mut alive: Vec<Vec<bool>> = vec![counts.iter().map(|count| *count != BigUint::default()).collect()];
    for letter in letters.iter().rev() {
        if !(limits.go_on)() {
            return Err(Limit::Stopped);
        }
        let step = |state: usize| -> BigUint {
            let cells = winning.row(state as u32).iter().filter(|(other, _)| other & fixed == *letter);
            cells.map(|(_, target)| &counts[*target as usize]).filter(|c| **c != BigUint::default()).sum()
        };
        counts = (0..states).map(step).collect();
        alive.push(counts.iter().map(|count| *count != BigUint::default()).collect());
    }
    alive.reverse();
    let mut listed = Vec::new();
    let mut open: Vec<(usize, u32, Vec<Letter>)> = vec![(0, 0, vec![])];
    while let Some((place, state, word)) = open.pop() {
        if listed.len() >= most {
            break;
        }
        if !alive[place][state as usize] {
            continue;
        }
        if place == places {
            let numbers = winning.numbers(&word);
            listed.push(numbers[usize::from(k)..].to_vec());
            continue;
        }
        let cells = winning.row(state).iter().rev().filter(|(other, _)| other & fixed == letters[place]);
        for (letter, target) in cells {
            let mut longer = word.clone();
            longer.push(*letter);
            open.push((place + 1, *target, longer));
        }
    }
    Ok((counts[0].clone(), listed))
}
