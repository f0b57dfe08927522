//! Formulas about positions: a set of positions such as `|x-y| <= 1`, or a
//! number for each such as `min(x,y)+1 if |x-y| >= 2 else 0`.
//!
//! The language is that of the conditions of a ruleset, with more to calculate
//! with: nim-sums, powers, floors of exact irrational numbers, `if`, `exists`.
//! Nothing has to be linear here, because a formula is only ever evaluated. The
//! grammar is stated in `GRAMMAR.md`.

mod evaluate;
mod index;
mod names;
mod parser;
mod real;
mod syntax;

pub use evaluate::{Evaluator, NoNumber, Reason};
pub use names::Names;

use crate::budget::{Budget, Stopped};
use crate::mistake::Mistake;
use parser::Parser;
use syntax::{Number, Truth};

/// A formula for positions with a given number of heaps.
#[derive(Clone, Debug)]
pub struct Formula {
    source: String,
    says: Says,
    heaps: usize,
    /// Heaps and integers bound at the same time.
    symbols: usize,
}

#[derive(Clone, Debug)]
enum Says {
    Set(Truth),
    Value(Number),
}

impl Formula {
    /// Reads a condition: the set of the positions where it holds.
    ///
    /// ```
    /// use miyama::budget::Budget;
    /// use miyama::heap::builtin;
    /// use miyama::heap::formula::{Formula, Names};
    /// let names = Names::of(&builtin::ruleset("wythoff", &[]).unwrap());
    /// let golden = Formula::set("min(x,y) = floor(|x-y|*phi)", &names).unwrap();
    /// let budget = Budget::unlimited();
    /// let mut at = golden.evaluator(&budget);
    /// assert_eq!((at.number(&[6, 10]).unwrap(), at.number(&[6, 9]).unwrap()), (0, 1));
    ///
    /// assert_eq!(Formula::set("x-z = 0", &names).unwrap_err().at, 2..3);
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] with the place and what was expected there.
    pub fn set(source: &str, names: &Names) -> Result<Formula, Mistake> {
        let mut parser = Parser::new(source, names)?;
        let says = Says::Set(parser.whole_condition()?);
        Ok(Formula::read(source, says, names, &parser))
    }

    /// Reads a number for every position.
    ///
    /// # Errors
    /// A [`Mistake`] with the place and what was expected there.
    pub fn value(source: &str, names: &Names) -> Result<Formula, Mistake> {
        let mut parser = Parser::new(source, names)?;
        let says = Says::Value(parser.whole_number()?);
        Ok(Formula::read(source, says, names, &parser))
    }

    fn read(source: &str, says: Says, names: &Names, parser: &Parser<'_>) -> Formula {
        let heaps = names.shown().len();
        Formula { source: source.to_owned(), says, heaps, symbols: heaps + parser.deepest }
    }

    /// The text that it was read from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it is a set of positions, not a number for each.
    #[must_use]
    pub fn is_set(&self) -> bool {
        matches!(self.says, Says::Set(_))
    }

    /// The number of heaps up to the last one that the formula names.
    #[must_use]
    pub fn heaps_used(&self) -> usize {
        let mut used = 0;
        let mut visit = |symbol: usize| {
            if symbol < self.heaps {
                used = used.max(symbol + 1);
            }
        };
        match &self.says {
            Says::Set(truth) => truth.symbols(&mut visit),
            Says::Value(number) => number.symbols(&mut visit),
        }
        used
    }

    /// Gets ready for many positions whose heaps are at most `top` in total:
    /// `exists` then looks only where it can find something.
    ///
    /// # Errors
    /// [`Stopped`] if the budget does not allow it.
    pub fn prepare(&mut self, top: u64, budget: &Budget) -> Result<(), Stopped> {
        index::prepare(self, top, budget)
    }

    /// Calculates at one position after the other.
    #[must_use]
    pub fn evaluator<'a>(&'a self, budget: &'a Budget) -> Evaluator<'a> {
        Evaluator::new(self, budget)
    }
}
