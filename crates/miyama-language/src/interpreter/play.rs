//! Values and outcomes by playing everything out: the slow twin of every
//! faster way.

use super::{Interpreter, Left, NotInterpreted};
use crate::nimber::{Nimber, mex};
use crate::play::{Convention, Outcome};
use miyama_budget::Budget;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A part of a sum: the place of its game, and its heaps.
type Part = (usize, Vec<u64>);

/// The values and outcomes of positions, by recursion over the options, each
/// position once. For small positions of games whose play ends.
///
/// ```
/// use miyama_language::interpreter::{Interpreter, Naive};
/// use miyama_language::notation::parse_definition;
/// use miyama_language::play::{Convention, Outcome};
/// let kayles = parse_definition("(n) -> {(a)+(b) | a+b = n-1 or a+b = n-2}").unwrap();
/// let kayles = Interpreter::new(&kayles, &[]).unwrap();
/// let mut naive = Naive::of(&[&kayles]);
/// assert_eq!(naive.value(0, &[7]).unwrap().0, 2);
/// assert_eq!(naive.outcome(&[(0, vec![2]), (0, vec![2])], Convention::Misere).unwrap(), Outcome::P);
/// ```
#[derive(Debug)]
pub struct Naive<'a> {
    games: Vec<&'a Interpreter>,
    options: HashMap<Part, Rc<BTreeSet<Left>>>,
    values: HashMap<Part, Nimber>,
    /// By the sum, and whether play is misère.
    outcomes: HashMap<(Vec<Part>, bool), Outcome>,
    effort: u64,
    /// How many positions lie between the first and the one that is looked at.
    depth: usize,
    budget: Budget,
}

/// Play that lasts longer is given up: every move takes room on the stack.
const LONGEST: usize = 2000;

impl<'a> Naive<'a> {
    /// Several games, told apart by their place here.
    #[must_use]
    pub fn of(games: &[&'a Interpreter]) -> Naive<'a> {
        Naive {
            games: games.to_vec(),
            options: HashMap::new(),
            values: HashMap::new(),
            outcomes: HashMap::new(),
            effort: u64::MAX,
            depth: 0,
            budget: Budget::unlimited(),
        }
    }

    /// The same with a bound on the integers and moves that are tried in all.
    #[must_use]
    pub fn with_effort(mut self, effort: u64) -> Naive<'a> {
        self.effort = effort;
        self
    }

    /// The options of a position of a game.
    ///
    /// # Errors
    /// [`NotInterpreted`] says why they were not found.
    pub fn options(&mut self, game: usize, position: &[u64]) -> Result<Rc<BTreeSet<Left>>, NotInterpreted> {
        let key = (game, position.to_vec());
        if let Some(options) = self.options.get(&key) {
            return Ok(options.clone());
        }
        let options = Rc::new(self.games[game].options(position, &mut self.effort, &self.budget)?);
        self.options.insert(key, options.clone());
        Ok(options)
    }

    /// The value of a position: the least that no option has, and the value of a
    /// sum is the nim-sum of its parts.
    ///
    /// # Errors
    /// [`NotInterpreted`] says why some options were not found.
    pub fn value(&mut self, game: usize, position: &[u64]) -> Result<Nimber, NotInterpreted> {
        let key = (game, position.to_vec());
        if let Some(value) = self.values.get(&key) {
            return Ok(*value);
        }
        self.enter()?;
        let mut reached = Vec::new();
        for option in self.options(game, position)?.iter() {
            let mut sum = Nimber::ZERO;
            for part in option {
                sum += self.value(game, part)?;
            }
            reached.push(sum);
        }
        self.depth -= 1;
        let value = mex(reached);
        self.values.insert(key, value);
        Ok(value)
    }

    /// One move deeper into play. Play that is given up stays so: no depth is left.
    fn enter(&mut self) -> Result<(), NotInterpreted> {
        self.depth += 1;
        if self.depth > LONGEST { Err(NotInterpreted::Effort) } else { Ok(()) }
    }

    /// The outcome of a sum, each part a position of one of the games: no value
    /// is used, the whole sum is played.
    ///
    /// # Errors
    /// [`NotInterpreted`] says why some options were not found.
    pub fn outcome(&mut self, sum: &[(usize, Vec<u64>)], convention: Convention) -> Result<Outcome, NotInterpreted> {
        let mut sum = sum.to_vec();
        sum.sort();
        let key = (sum, convention == Convention::Misere);
        if let Some(outcome) = self.outcomes.get(&key) {
            return Ok(*outcome);
        }
        self.enter()?;
        let mut outcomes = Vec::new();
        for (place, (game, position)) in key.0.iter().enumerate() {
            for option in self.options(*game, position)?.iter() {
                let others = key.0.iter().enumerate().filter(|(other, _)| *other != place);
                let mut after: Vec<Part> = others.map(|(_, part)| part.clone()).collect();
                after.extend(option.iter().map(|part| (*game, part.clone())));
                self.effort = self.effort.checked_sub(1).ok_or(NotInterpreted::Effort)?;
                outcomes.push(self.outcome(&after, convention)?);
            }
        }
        self.depth -= 1;
        let outcome = Outcome::from_options(outcomes, convention);
        self.outcomes.insert(key, outcome);
        Ok(outcome)
    }
}
