//! Values and outcomes by playing everything out: the slow twin of every
//! faster way.

use super::{Interpreter, Left, NotInterpreted};
use crate::nimber::{Nimber, mex};
use crate::play::{Convention, Outcome};
use miyama_budget::Budget;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A position of a game: the place of the game, and the heaps.
type Part = (usize, Vec<u64>);

/// What is known of a position.
#[derive(Debug)]
struct Known {
    part: Part,
    options: Option<Rc<Options>>,
    value: Option<Nimber>,
}

/// The options of a position, and the numbers of the positions that each of them leaves.
#[derive(Debug)]
struct Options {
    left: Rc<BTreeSet<Left>>,
    numbers: Vec<Vec<u32>>,
}

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
    /// The positions by number, in the order in which play came to them.
    known: Vec<Known>,
    numbers: HashMap<Part, u32>,
    /// By the numbers of the parts of the sum, and whether play is misère.
    outcomes: HashMap<(Vec<u32>, bool), Outcome>,
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
            known: Vec::new(),
            numbers: HashMap::new(),
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
        let number = self.number(game, position)?;
        Ok(self.options_of(number)?.left.clone())
    }

    /// The number of a position.
    fn number(&mut self, game: usize, position: &[u64]) -> Result<u32, NotInterpreted> {
        let part = (game, position.to_vec());
        if let Some(number) = self.numbers.get(&part) {
            return Ok(*number);
        }
        let number = u32::try_from(self.known.len()).map_err(|_| NotInterpreted::Effort)?;
        self.numbers.insert(part.clone(), number);
        self.known.push(Known { part, options: None, value: None });
        Ok(number)
    }

    fn options_of(&mut self, number: u32) -> Result<Rc<Options>, NotInterpreted> {
        if let Some(options) = &self.known[number as usize].options {
            return Ok(options.clone());
        }
        let (game, position) = self.known[number as usize].part.clone();
        let left = self.games[game].options(&position, &mut self.effort, &self.budget)?;
        let mut numbers = Vec::with_capacity(left.len());
        for option in &left {
            numbers.push(option.iter().map(|part| self.number(game, part)).collect::<Result<Vec<_>, _>>()?);
        }
        let options = Rc::new(Options { left: Rc::new(left), numbers });
        self.known[number as usize].options = Some(options.clone());
        Ok(options)
    }

    /// The value of a position: the least that no option has, and the value of a
    /// sum is the nim-sum of its parts.
    ///
    /// # Errors
    /// [`NotInterpreted`] says why some options were not found.
    pub fn value(&mut self, game: usize, position: &[u64]) -> Result<Nimber, NotInterpreted> {
        let number = self.number(game, position)?;
        self.value_of(number)
    }

    fn value_of(&mut self, number: u32) -> Result<Nimber, NotInterpreted> {
        if let Some(value) = self.known[number as usize].value {
            return Ok(value);
        }
        self.enter()?;
        let mut reached = Vec::new();
        for option in &self.options_of(number)?.numbers {
            let mut sum = Nimber::ZERO;
            for part in option {
                sum += self.value_of(*part)?;
            }
            reached.push(sum);
        }
        self.depth -= 1;
        let value = mex(reached);
        self.known[number as usize].value = Some(value);
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
        let parts: Result<Vec<u32>, _> = sum.iter().map(|(game, position)| self.number(*game, position)).collect();
        self.outcome_of(parts?, convention)
    }

    fn outcome_of(&mut self, mut sum: Vec<u32>, convention: Convention) -> Result<Outcome, NotInterpreted> {
        sum.sort_unstable();
        let key = (sum, convention == Convention::Misere);
        if let Some(outcome) = self.outcomes.get(&key) {
            return Ok(*outcome);
        }
        self.enter()?;
        let mut outcomes = Vec::new();
        'moves: for (place, part) in key.0.iter().enumerate() {
            for option in &self.options_of(*part)?.numbers {
                let mut after = Vec::with_capacity(key.0.len() + option.len());
                after.extend(key.0[..place].iter().chain(&key.0[place + 1..]).chain(option));
                self.effort = self.effort.checked_sub(1).ok_or(NotInterpreted::Effort)?;
                outcomes.push(self.outcome_of(after, convention)?);
                // One move that wins is enough.
                if outcomes.last() == Some(&Outcome::P) {
                    break 'moves;
                }
            }
        }
        self.depth -= 1;
        let outcome = Outcome::from_options(outcomes, convention);
        self.outcomes.insert(key, outcome);
        Ok(outcome)
    }
}
