//! The notation executed as it stands: the options of a position, found by
//! trying all integers for the bound integers of a set.
//!
//! This is what tables and answers are compared with. It shares nothing with
//! what it checks — no lowering, no loops, no sweep, no rank — but the syntax tree
//! of a definition, and it is written to be read, not to be fast:
//!
//! - `meaning`: the syntax tree with its arguments put in, and what it says for
//!   given integers;
//! - `arithmetic`: functions, fractions and roots;
//! - `interval`: between which integers the conditions leave each bound integer;
//! - `elimination`: the same where only several conditions together bound one;
//! - `search`: every integer between those bounds, tried;
//! - `breaking`: codes that no ruleset writes;
//! - `indexed`: rules for any number of heaps, every choice of the indices;
//! - `play`: values and outcomes from the options, position by position.
//!
//! Bounds only save work. Whatever is tried is put into the conditions and
//! counts only if they hold, and integers outside the bounds satisfy them not.

mod arithmetic;
mod breaking;
mod elimination;
mod indexed;
mod interval;
mod meaning;
mod play;
mod search;

pub use play::Naive;

use super::notation::{Body, Definition, Meaning, Winner, parse_definition};
use super::play::{Convention, Player};
use crate::argument::Argument;
use crate::code::{self, Code};
use breaking::Breaking;
use meaning::{Formula, Set, Undefined};
use miyama_budget::{Budget, Stopped};
use search::Search;
use std::collections::BTreeSet;

/// An option: the positions that it leaves, played as a sum. None at all where
/// nothing is left.
pub type Left = Vec<Vec<u64>>;

/// A definition that is executed as it stands.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_language::interpreter::Interpreter;
/// use miyama_language::notation::parse_definition;
/// let definition = parse_definition("(x, y) -> sym { (x-i, y) | 1 <= i <= 2 } ∪ { 0 | x = y }").unwrap();
/// let interpreter = Interpreter::new(&definition, &[]).unwrap();
/// let options = interpreter.options(&[1, 1], &mut 1000, &Budget::unlimited()).unwrap();
/// assert_eq!(Vec::from_iter(options), [vec![], vec![vec![0, 1]], vec![vec![1, 0]]]);
/// ```
#[derive(Clone, Debug)]
pub struct Interpreter {
    heaps: usize,
    sets: Vec<Set>,
    /// What holds of every position.
    domain: Vec<Formula>,
    /// So many heaps of a ruleset on one heap, side by side; 1 for the ruleset itself.
    copies: usize,
    /// The moves, if they are those of a code that no ruleset writes.
    code: Option<Code>,
    /// Where empty heaps are removed: the sets for every number of heaps that may be left.
    shrunk: Option<Vec<Vec<Set>>>,
    /// So many options the opponent forbids before each move.
    blocked: u64,
    /// Who wins where play has ended: the first whose conditions hold.
    ends: Vec<(Winner, Vec<Formula>)>,
}

/// Why the options of a position were not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotInterpreted {
    /// Something in the definition is not read.
    Unread,
    /// No bound was found for this bound integer.
    Unbounded(String),
    /// A number leaves 128 bits.
    TooLarge,
    /// More integers would have to be tried than was allowed.
    Effort,
    /// The budget ended.
    Stopped(Stopped),
}

impl From<Stopped> for NotInterpreted {
    fn from(stopped: Stopped) -> NotInterpreted {
        NotInterpreted::Stopped(stopped)
    }
}

impl Interpreter {
    /// Puts arguments into a definition. `None` if they do not fit, or if the players have
    /// options of their own ([`Definition::of_player`] gives the ruleset of each). A code is
    /// read as the ruleset that it stands for.
    #[must_use]
    pub fn new(definition: &Definition, arguments: &[Argument]) -> Option<Interpreter> {
        if definition.is_partizan() {
            return None;
        }
        let (heaps, sets) = match &definition.body {
            Body::Options { heaps, sets } => (heaps, sets),
            Body::Code(name) => {
                return Interpreter::of_code(name.text.parse().ok()?);
            }
            Body::Indexed(_) => return None,
            Body::Compound(_) => return Interpreter::of_meaning(&definition.meaning(arguments).ok()?, arguments),
        };
        let read = meaning::read(definition, heaps, sets, arguments)?;
        Some(Interpreter { sets: read.sets, domain: read.domain, ..Interpreter::empty(heaps.len()) })
    }

    /// No moves on so many heaps.
    fn empty(heaps: usize) -> Interpreter {
        Interpreter {
            heaps,
            sets: vec![],
            domain: vec![],
            copies: 1,
            code: None,
            shrunk: None,
            blocked: 0,
            ends: vec![],
        }
    }

    /// A definition on any number of heaps, on so many. `None` where [`Interpreter::new`]
    /// gives none, and for any other definition.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_language::interpreter::Interpreter;
    /// use miyama_language::notation::parse_definition;
    /// let definition = parse_definition("heaps x[1..n] cyclic -> for each i { x[i]-2, x[i+1]+1 }").unwrap();
    /// let three = Interpreter::on_heaps(&definition, &[], 3).unwrap();
    /// let options = three.options(&[0, 1, 2], &mut 1000, &Budget::unlimited()).unwrap();
    /// assert_eq!(Vec::from_iter(options), [vec![vec![1, 1, 0]]]);
    /// ```
    #[must_use]
    pub fn on_heaps(definition: &Definition, arguments: &[Argument], heaps: usize) -> Option<Interpreter> {
        let Body::Indexed(indexed) = &definition.body else { return None };
        if definition.is_partizan() {
            return None;
        }
        let read = |heaps| indexed::read(definition, indexed, arguments, heaps);
        let (sets, domain) = read(heaps)?;
        let shrunk = match indexed.shrinking {
            true => Some((0..=heaps).map(|left| Some(read(left)?.0)).collect::<Option<_>>()?),
            false => None,
        };
        Some(Interpreter { sets, domain, shrunk, ..Interpreter::empty(heaps) })
    }

    /// The same of a definition whose operators are carried out.
    #[must_use]
    pub fn of_meaning(meaning: &Meaning, arguments: &[Argument]) -> Option<Interpreter> {
        let mut interpreter = Interpreter::new(&meaning.rules, arguments)?;
        interpreter.blocked = meaning.winning.blocked;
        for (winner, conditions) in &meaning.winning.ends {
            let Body::Options { heaps, .. } = &meaning.rules.body else { return None };
            let about = Definition { domain: conditions.clone(), ..meaning.rules.clone() };
            interpreter.ends.push((*winner, meaning::read(&about, heaps, &[], arguments)?.domain));
        }
        Some(interpreter)
    }

    fn of_code(code: Code) -> Option<Interpreter> {
        match code::definition(&code) {
            Ok(meaning) => Interpreter::new(&parse_definition(&meaning).ok()?, &[]),
            Err(_) => Some(Interpreter { code: Some(code), ..Interpreter::empty(1) }),
        }
    }

    /// Several heaps of a ruleset on one heap: a move is a move in one of them.
    #[must_use]
    pub fn side_by_side(&self, copies: usize) -> Option<Interpreter> {
        let usual = self.blocked == 0 && self.ends.is_empty();
        (self.heaps == 1 && self.copies == 1 && usual).then(|| Interpreter { copies, ..self.clone() })
    }

    /// The number of heaps of a position.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.heaps * self.copies
    }

    /// All options of a position, each once. `effort` is how many integers may be
    /// tried, and afterwards how many are left.
    ///
    /// # Errors
    /// [`NotInterpreted`] says why they were not found.
    ///
    /// # Panics
    /// If the position has not as many heaps as the definition.
    pub fn options(
        &self,
        position: &[u64],
        effort: &mut u64,
        budget: &Budget,
    ) -> Result<BTreeSet<Left>, NotInterpreted> {
        assert_eq!(position.len(), self.heaps(), "one number per heap");
        let mut found = BTreeSet::new();
        if self.copies == 1 {
            self.options_of_one(position, effort, budget, &mut |left| {
                found.insert(left);
            })?;
            return Ok(found);
        }
        // Where an empty heap has no move, nothing is left is the same as an empty heap.
        let mut empty_ends = true;
        self.options_of_one(&[0], effort, budget, &mut |_| empty_ends = false)?;
        for (copy, heap) in position.iter().enumerate() {
            self.options_of_one(&[*heap], effort, budget, &mut |left| {
                // What is left of the heap stands beside the others. Where it is not
                // one heap, each heap is a position with empty heaps beside it.
                found.insert(match left.as_slice() {
                    [] if empty_ends => {
                        let mut after = position.to_vec();
                        after[copy] = 0;
                        vec![after]
                    }
                    [one] => {
                        let mut after = position.to_vec();
                        after[copy] = one[0];
                        vec![after]
                    }
                    several => {
                        let others = position.iter().enumerate().filter(|(other, _)| *other != copy);
                        let alone = |place: usize, heap: u64| {
                            let mut after = vec![0; self.copies];
                            after[place] = heap;
                            after
                        };
                        others
                            .map(|(other, heap)| alone(other, *heap))
                            .chain(several.iter().map(|piece| alone(copy, piece[0])))
                            .collect()
                    }
                });
            })?;
        }
        Ok(found)
    }

    /// Whether a player wins who has `options` of which `lost` are lost for the opponent to
    /// move from. The opponent forbids as many as allowed; where none is left, play has ended.
    ///
    /// # Errors
    /// [`NotInterpreted`] where the conditions of an end cannot be calculated.
    pub fn is_won(
        &self,
        position: &[u64],
        turn: Player,
        (options, lost): (u64, u64),
        convention: Convention,
    ) -> Result<bool, NotInterpreted> {
        if lost < options {
            return Ok(lost > self.blocked);
        }
        Ok(lost > self.blocked || self.is_won_at_end(position, turn, convention)?)
    }

    /// Whether a player wins who has no move.
    fn is_won_at_end(&self, position: &[u64], turn: Player, convention: Convention) -> Result<bool, NotInterpreted> {
        let at: Vec<i128> = position.iter().map(|heap| i128::from(*heap)).collect();
        for (winner, conditions) in &self.ends {
            let mut all = true;
            for condition in conditions {
                all &= condition.holds(&at)?;
            }
            if all {
                return Ok(match winner {
                    Winner::Left => turn == Player::Left,
                    Winner::Right => turn == Player::Right,
                    Winner::Next => true,
                    Winner::Previous => false,
                });
            }
        }
        Ok(convention == Convention::Misere)
    }

    /// Whether a tuple is in the domain, and so a position.
    ///
    /// # Errors
    /// [`NotInterpreted`] where that cannot be calculated.
    pub fn is_position(&self, heaps: &[u64]) -> Result<bool, NotInterpreted> {
        for heaps in heaps.chunks(self.heaps.max(1)) {
            let at: Vec<i128> = heaps.iter().map(|heap| i128::from(*heap)).collect();
            for condition in &self.domain {
                if !condition.holds(&at)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn options_of_one(
        &self,
        position: &[u64],
        effort: &mut u64,
        budget: &Budget,
        visit: &mut dyn FnMut(Left),
    ) -> Result<(), NotInterpreted> {
        if self.domain.is_empty() {
            return self.options_anywhere(position, effort, budget, visit);
        }
        // Only positions have options, and only positions are left.
        if !self.is_position(position)? {
            return Ok(());
        }
        let mut trouble = None;
        self.options_anywhere(position, effort, budget, &mut |left| {
            let inside = left.iter().map(|part| self.is_position(part)).collect::<Result<Vec<bool>, _>>();
            match inside {
                Ok(inside) if inside.iter().all(|inside| *inside) => visit(left),
                Ok(_) => {}
                Err(no) => trouble = Some(no),
            }
        })?;
        trouble.map_or(Ok(()), Err)
    }

    fn options_anywhere(
        &self,
        position: &[u64],
        effort: &mut u64,
        budget: &Budget,
        visit: &mut dyn FnMut(Left),
    ) -> Result<(), NotInterpreted> {
        if let (Some(code), [heap]) = (&self.code, position) {
            return Breaking { code, effort, budget }.options(*heap, visit);
        }
        if let Some(shrunk) = &self.shrunk {
            // The heaps that are left, in order; what becomes of them stays at its place.
            let places: Vec<usize> = (0..position.len()).filter(|place| position[*place] > 0).collect();
            let left: Vec<u64> = places.iter().map(|place| position[*place]).collect();
            for set in &shrunk[places.len()] {
                Search::of(set, &left, effort, budget).run(&mut |options| {
                    let back = |tuple: &Vec<u64>| {
                        let mut heaps = vec![0; position.len()];
                        places.iter().zip(tuple).for_each(|(place, heap)| heaps[*place] = *heap);
                        heaps
                    };
                    visit(options.iter().map(back).collect());
                })?;
            }
            return Ok(());
        }
        for set in &self.sets {
            if !set.sym {
                Search::of(set, position, effort, budget).run(&mut |left| visit(left))?;
                continue;
            }
            // Closed under exchanging heaps: if p has the option q, then p with its
            // heaps exchanged has q with its heaps exchanged in the same way.
            for order in orders(position.len()) {
                let exchanged: Vec<u64> = order.iter().map(|heap| position[*heap]).collect();
                Search::of(set, &exchanged, effort, budget).run(&mut |left| {
                    let back = |tuple: &Vec<u64>| {
                        let mut heaps = vec![0; tuple.len()];
                        for (place, heap) in order.iter().zip(tuple) {
                            heaps[*place] = *heap;
                        }
                        heaps
                    };
                    visit(left.iter().map(back).collect());
                })?;
            }
        }
        Ok(())
    }
}

impl From<Undefined> for NotInterpreted {
    fn from(_: Undefined) -> NotInterpreted {
        NotInterpreted::TooLarge
    }
}

/// All orders of the first numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let shorter = orders(count - 1);
    let with_last = |order: &Vec<usize>, place: usize| {
        let mut order = order.clone();
        order.insert(place, count - 1);
        order
    };
    shorter.iter().flat_map(|order| (0..count).map(move |place| with_last(order, place))).collect()
}
