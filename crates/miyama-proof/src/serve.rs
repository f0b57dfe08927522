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

/// A proved set of P-positions, ready to answer.
#[derive(Clone, Debug)]
pub struct Serving {
    heaps: u8,
    convention: Convention,
    /// Weights of the heaps of which every move lowers the sum, if play ends so.
    weights: Option<Vec<u64>>,
    set: Automaton,
    /// The pairs of a position and a P-position that a move leads to.
    winning: Automaton,
    /// The positions from which a move leaves nothing at all.
    vanishing: Option<Automaton>,
}

impl Serving {
    /// Makes the automaton of all winning moves.
    ///
    /// # Errors
    /// A [`Limit`] that was reached.
    pub fn new(
        rules: &Rules<'_>,
        set: &Automaton,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<Serving, Limit> {
        let k = rules.heaps();
        let there = Formula::Member(Arc::new(set.renamed(|variable| variable + k, limits)?));
        let moves = rules.moves.ways.iter().filter(|way| way.parts == 1);
        let moves = moves.map(|way| Formula::And(vec![way.formula.clone(), there.clone()])).collect();
        let winning = Formula::Or(moves).set(set.system(), Tracks::first(2 * k), limits)?;
        let vanish: Vec<Formula> =
            rules.moves.ways.iter().filter(|way| way.parts == 0).map(|way| way.formula.clone()).collect();
        let vanishing = match vanish.is_empty() {
            true => None,
            false => Some(Formula::Or(vanish).set(set.system(), Tracks::first(k), limits)?),
        };
        let weights = match rules.rank.as_slice() {
            [weights] => weights.iter().map(|w| u64::try_from(*w).ok().filter(|w| *w >= 1)).collect(),
            _ => None,
        };
        Ok(Serving { heaps: k, convention, weights, set: set.clone(), winning, vanishing })
    }

    /// Whether a position is a P-position.
    ///
    /// # Panics
    /// If the position has not as many heaps as the game.
    #[must_use]
    pub fn is_p(&self, position: &[BigUint]) -> bool {
        self.set.contains(position)
    }

    /// What the set says of a position, with at most so many winning moves listed. None
    /// if there is no end of them.
    ///
    /// # Errors
    /// [`Limit::Stopped`].
    ///
    /// # Panics
    /// If the position has not as many heaps as the game.
    pub fn ask(&self, position: &[BigUint], most: usize, limits: &Limits<'_>) -> Result<Option<Served>, Limit> {
        assert_eq!(position.len(), usize::from(self.heaps), "one number per heap");
        let here = |set: &Automaton| self.convention == Convention::Normal && set.contains(position);
        let nothing = self.vanishing.as_ref().is_some_and(here);
        let found = through(&self.winning, self.heaps, position, self.places(position), most, limits)?;
        Ok(found.map(|(count, listed)| Served { is_p: self.is_p(position), count, listed, nothing }))
    }

    /// How many digits an option can have. If every move lowers a weighted sum, a heap
    /// with weight w is at most the sum divided by w. Else: beyond the digits of the
    /// position the automaton reads zeros of it, so a word that is longer by more than
    /// the number of states can be pumped, and there is no end of such words.
    fn places(&self, position: &[BigUint]) -> usize {
        let system = self.set.system();
        let Some(weights) = &self.weights else {
            let digits = position.iter().map(|heap| system.digits(heap).len()).max().unwrap_or(0);
            return digits + self.winning.states() + 1;
        };
        let sum: BigUint = position.iter().zip(weights).map(|(heap, weight)| heap * *weight).sum();
        let least = weights.iter().copied().min().unwrap_or(1);
        system.digits(&(sum / least)).len() + 1
    }
}

/// How many positions there are, and the first of them.
type Listed = (BigUint, Vec<Vec<BigUint>>);

/// The elements whose first k numbers are these: how many, and the first. None if one of
/// them has as many digits as were looked at.
fn through(
    winning: &Automaton,
    k: u8,
    position: &[BigUint],
    places: usize,
    most: usize,
    limits: &Limits<'_>,
) -> Result<Option<Listed>, Limit> {
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
    let endless =
        |(letter, target): &(Letter, u32)| *letter != 0 && letter & fixed == letters[0] && alive[1][*target as usize];
    if places > 0 && winning.row(0).iter().any(endless) {
        return Ok(None);
    }
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
    Ok(Some((counts[0].clone(), listed)))
}
