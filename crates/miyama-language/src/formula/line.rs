//! The members of a set along a line of positions, found without asking at each of
//! them.
//!
//! On a line p + t·d the heaps are linear in t. So is what is made of them by sums
//! and products with constants, on pieces that `| |`, `min`, `max` and `if` cut out;
//! floors and roots of what does not change along the line are numbers that are
//! calculated once. Where two linear functions of t are equal, or one is below the
//! other, is solved. What is not of this kind (`mod` of something that changes, say)
//! is not solved, nor a line on which the formula has no value somewhere: then its
//! positions are asked one by one.

mod piece;

use super::evaluate::{Memo, Place};
use super::resolve::Recursive;
use super::syntax::{Exists, Kind, Number, Operation, Truth};
use super::{Content, Formula};
use crate::notation::Relation;
use miyama_budget::Budget;
use piece::{Interval, Piece, best, between, both, complement, cut, join, meet, negated};

/// The positions `start` + t·`step` for t from 0 to `last`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first position.
    pub start: Vec<u64>,
    /// What leads from one to the next.
    pub step: Vec<i64>,
    /// The number of steps.
    pub last: u64,
}

/// More pieces than this are not worth it.
const MOST_PIECES: usize = 256;

/// So many k are tried one by one.
const MOST_TRIED: i128 = 64;

impl Formula {
    /// The members of the set along a line, as the t from one number to another in
    /// ascending order; none if this does not know.
    ///
    /// ```
    /// use miyama_language::budget::Budget;
    /// use miyama_language::formula::{Formula, Line, Names};
    /// let names = Names::of(&["x", "y"]);
    /// let golden = Formula::set("min(x,y) = floor(|x-y|*phi)", &names).unwrap();
    /// let line = |start, step| Line { start, step, last: 1_000_000 };
    /// // On a diagonal the floor is a constant.
    /// assert_eq!(golden.along(&line(vec![0, 4], vec![1, 1]), &Budget::unlimited()), Some(vec![(6, 6)]));
    /// assert_eq!(golden.along(&line(vec![0, 4], vec![1, 0]), &Budget::unlimited()), None);
    /// ```
    #[must_use]
    pub fn along(&self, line: &Line, budget: &Budget) -> Option<Vec<(u64, u64)>> {
        let Content::Set(truth) = &self.says else { return None };
        let mut solver = Solver {
            start: line.start.iter().map(|heap| i64::try_from(*heap).ok()).collect::<Option<_>>()?,
            step: &line.step,
            last: i64::try_from(line.last).ok()?,
            symbols: vec![0; self.symbols],
            functions: &self.functions,
            budget,
        };
        let found = solver.truth(truth)?;
        Some(found.into_iter().map(|(low, high)| (low.unsigned_abs(), high.unsigned_abs())).collect())
    }
}

struct Solver<'a> {
    start: Vec<i64>,
    step: &'a [i64],
    last: i64,
    /// Room for the heaps, then the integers of `exists` that have a value.
    symbols: Vec<i64>,
    functions: &'a [Recursive],
    budget: &'a Budget,
}

impl Solver<'_> {
    /// A place on the line, where numbers are calculated as at any other.
    fn at(&mut self, t: i64) -> Place<'_> {
        for ((symbol, start), step) in self.symbols.iter_mut().zip(&self.start).zip(self.step) {
            *symbol = start + step * t;
        }
        let functions = self.functions;
        Place { symbols: &mut self.symbols, budget: self.budget, functions, memo: Memo::new(), depth: 0 }
    }

    fn linear(&self, slope: i64, value: i64) -> Option<Vec<Piece>> {
        Some(vec![Piece::new(0, self.last, slope.into(), value.into())?])
    }

    /// A whole number, piece by piece.
    fn whole(&mut self, number: &Number) -> Option<Vec<Piece>> {
        let pieces = match &number.kind {
            Kind::Constant(value) => self.linear(0, *value)?,
            Kind::Symbol(symbol) => match self.start.get(*symbol) {
                Some(start) => self.linear(self.step[*symbol], *start)?,
                None => self.linear(0, self.symbols[*symbol])?,
            },
            Kind::Negative(a) => {
                let pieces = self.whole(a)?;
                pieces.iter().map(|p| Piece::new(p.low, p.high, -p.slope, -p.value)).collect::<Option<_>>()?
            }
            Kind::Absolute(a) => {
                let pieces = self.whole(a)?;
                let negative: Vec<Piece> =
                    pieces.iter().map(|p| Piece::new(p.low, p.high, -p.slope, -p.value)).collect::<Option<_>>()?;
                best(&pieces, &negative, true)?
            }
            Kind::Floor(a) | Kind::Ceiling(a) if a.whole => self.whole(a)?,
            Kind::Floor(a) | Kind::Ceiling(a) => self.constants(number, &[a])?,
            Kind::Least(parts) | Kind::Greatest(parts) => {
                let mut found = self.whole(&parts[0])?;
                for part in &parts[1..] {
                    found = best(&found, &self.whole(part)?, matches!(number.kind, Kind::Greatest(_)))?;
                }
                found
            }
            Kind::If(condition, a, b) => {
                let holds = self.truth(condition)?;
                let fails = complement(&holds, self.last);
                let (a, b) = (self.whole(a)?, self.whole(b)?);
                let mut found = [cut(&a, &holds), cut(&b, &fails)].concat();
                found.sort_unstable_by_key(|piece| piece.low);
                found
            }
            Kind::Binary(operation, a, b) => match operation {
                Operation::Sum => both(&self.whole(a)?, &self.whole(b)?, |a, b| (a.0 + b.0, a.1 + b.1))?,
                Operation::Difference => both(&self.whole(a)?, &self.whole(b)?, |a, b| (a.0 - b.0, a.1 - b.1))?,
                Operation::Product => {
                    let (a, b) = (self.whole(a)?, self.whole(b)?);
                    let bends = |pieces: &[Piece]| !pieces.iter().all(Piece::is_constant);
                    if bends(&a) && bends(&b) {
                        return None;
                    }
                    both(&a, &b, |a, b| (a.0 * b.1 + b.0 * a.1, a.1 * b.1))?
                }
                Operation::Quotient | Operation::Remainder | Operation::NimSum | Operation::Power => {
                    self.constants(number, &[a, b])?
                }
                Operation::Fraction => return None,
            },
            Kind::Apply(_, parts) | Kind::Call(_, parts) => {
                self.constants(number, &parts.iter().collect::<Vec<_>>())?
            }
            Kind::Phi | Kind::Root(_) => return None,
        };
        (pieces.len() <= MOST_PIECES).then_some(pieces)
    }

    /// A whole number of parts that are constant, piece by piece: calculated at the
    /// beginning of each.
    fn constants(&mut self, number: &Number, parts: &[&Number]) -> Option<Vec<Piece>> {
        let mut cuts = vec![0];
        for part in parts {
            self.cuts(part, &mut cuts)?;
        }
        let mut found = Vec::new();
        for (low, high) in between(cuts, self.last) {
            let value = self.at(low).whole(number).ok()?;
            found.push(Piece::new(low, high, 0, value.into())?);
        }
        Some(found)
    }

    /// Where a number that is constant on pieces changes; none if it is not.
    fn cuts(&mut self, number: &Number, cuts: &mut Vec<i64>) -> Option<()> {
        if number.whole {
            for piece in self.whole(number)? {
                if !piece.is_constant() && piece.low < piece.high {
                    return None;
                }
                cuts.push(piece.low);
            }
            return (cuts.len() <= MOST_PIECES).then_some(());
        }
        match &number.kind {
            Kind::Negative(a) | Kind::Absolute(a) | Kind::Root(a) => self.cuts(a, cuts),
            Kind::Binary(_, a, b) => {
                self.cuts(a, cuts)?;
                self.cuts(b, cuts)
            }
            Kind::Least(parts) | Kind::Greatest(parts) => parts.iter().try_for_each(|part| self.cuts(part, cuts)),
            Kind::If(condition, a, b) => {
                cuts.extend(self.truth(condition)?.iter().flat_map(|(low, high)| [*low, high + 1]));
                self.cuts(a, cuts)?;
                self.cuts(b, cuts)
            }
            Kind::Phi => Some(()),
            Kind::Constant(_)
            | Kind::Symbol(_)
            | Kind::Floor(_)
            | Kind::Ceiling(_)
            | Kind::Apply(..)
            | Kind::Call(..) => None,
        }
    }

    /// Where a condition holds.
    fn truth(&mut self, truth: &Truth) -> Option<Vec<Interval>> {
        let found = match truth {
            Truth::Chain(first, rest) => {
                let mut holds = vec![(0, self.last)];
                let mut before = first;
                for (relation, number) in rest {
                    holds = meet(&holds, &self.compare(*relation, before, number)?);
                    before = number;
                }
                holds
            }
            Truth::Among(number, members) => {
                let mut all = vec![];
                for member in members {
                    all.extend(self.compare(Relation::Equal, number, member)?);
                }
                join(all)
            }
            Truth::Tuple(tuple, members) => {
                let mut all = vec![];
                for member in members {
                    all.extend(self.same(tuple, member)?);
                }
                join(all)
            }
            Truth::Unordered(a, b) => match (a.as_slice(), b.as_slice()) {
                ([_], [_]) => self.same(a, b)?,
                ([_, _], [first, second]) => {
                    let swapped = [second.clone(), first.clone()];
                    join([self.same(a, b)?, self.same(a, &swapped)?].concat())
                }
                _ => return None,
            },
            Truth::And(parts) => {
                let mut holds = vec![(0, self.last)];
                for part in parts {
                    holds = meet(&holds, &self.truth(part)?);
                }
                holds
            }
            Truth::Or(parts) => {
                let mut all = vec![];
                for part in parts {
                    all.extend(self.truth(part)?);
                }
                join(all)
            }
            Truth::Not(inner) => complement(&self.truth(inner)?, self.last),
            Truth::Member(..) | Truth::Automaton(..) => return None,
            Truth::Exists(exists) => self.exists(exists)?,
        };
        (found.len() <= MOST_PIECES).then_some(found)
    }

    fn same(&mut self, a: &[Number], b: &[Number]) -> Option<Vec<Interval>> {
        let mut holds = vec![(0, self.last)];
        for (a, b) in a.iter().zip(b) {
            holds = meet(&holds, &self.compare(Relation::Equal, a, b)?);
        }
        Some(holds)
    }

    fn compare(&mut self, relation: Relation, a: &Number, b: &Number) -> Option<Vec<Interval>> {
        if !(a.whole && b.whole) {
            let mut cuts = vec![0];
            self.cuts(a, &mut cuts)?;
            self.cuts(b, &mut cuts)?;
            let mut holds = vec![];
            for (low, high) in between(cuts, self.last) {
                if super::evaluate::holds(relation, self.at(low).compare(a, b).ok()?) {
                    holds.push((low, high));
                }
            }
            return Some(join(holds));
        }
        let difference = both(&self.whole(a)?, &self.whole(b)?, |a, b| (a.0 - b.0, a.1 - b.1))?;
        let solved = |solve: &dyn Fn(&Piece) -> Interval| join(difference.iter().map(solve).collect());
        let at_least = |least: i128| solved(&|piece| piece.at_least(least));
        Some(match relation {
            Relation::AtLeast => at_least(0),
            Relation::Greater => at_least(1),
            Relation::Less => complement(&at_least(0), self.last),
            Relation::AtMost => complement(&at_least(1), self.last),
            Relation::Equal => solved(&|piece| piece.equals(0)),
            Relation::Unequal => complement(&solved(&|piece| piece.equals(0)), self.last),
        })
    }

    /// Where there is a k. The k that matter must be few: those of the index for a
    /// number that is constant, or all of a short range.
    fn exists(&mut self, exists: &Exists) -> Option<Vec<Interval>> {
        let (low, high) = (self.whole(&exists.low)?, self.whole(&exists.high)?);
        let ends = |pieces: &[Piece]| -> Vec<i128> {
            pieces.iter().flat_map(|p| [p.low, p.high].map(|t| p.slope * i128::from(t) + p.value)).collect()
        };
        let least = i64::try_from(ends(&low).into_iter().min()?).ok()?;
        let most = i64::try_from(ends(&high).into_iter().max()?).ok()?;
        let mut tried: Vec<(i64, Interval)> = Vec::new();
        match &exists.index {
            Some(index) if index.covers(least, most) => {
                for piece in self.whole(index.key())? {
                    if !piece.is_constant() && piece.low < piece.high {
                        return None;
                    }
                    let key = piece.slope * i128::from(piece.low) + piece.value;
                    let found = index.found(i64::try_from(key).ok()?, least, most);
                    tried.extend(found.map(|k| (k, (piece.low, piece.high))));
                }
            }
            _ if i128::from(most) - i128::from(least) < MOST_TRIED => {
                tried.extend((least..=most).map(|k| (k, (0, self.last))));
            }
            _ => return None,
        }
        if tried.len() > MOST_PIECES {
            return None;
        }
        let mut all = vec![];
        for (k, here) in tried {
            let from: Vec<Interval> = low.iter().map(|piece| negated(piece).at_least(-i128::from(k))).collect();
            let up_to: Vec<Interval> = high.iter().map(|piece| piece.at_least(k.into())).collect();
            self.symbols[exists.symbol] = k;
            let holds = self.truth(&exists.body)?;
            all.extend(meet(&meet(&meet(&holds, &join(from)), &join(up_to)), &[here]));
        }
        Some(join(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Names;

    /// Along lines in every direction a set has the members that it has position
    /// by position.
    #[test]
    fn lines_equal_single_positions() {
        let names = Names::of(&["x", "y"]);
        let budget = Budget::unlimited();
        let mut solved = 0;
        for text in [
            "min(x,y) = floor(|x-y|*phi)",
            "|x-y| <= 1",
            "||x-y|-5| < 3 and not x = 4",
            "x < y <= 2x-3 or x = 7",
            "max(x,y)-2*min(x,y) in {0,1,5}",
            "(x,y) in {(1,2),(3,5),(0,0)}",
            "{x,y} = {3,5}",
            "{x,y} != {x-y+3,5}",
            "3*x != 2*y",
            "2*x*3 - y >= 4 or y mod 3 = 1",
            "x-y = (x+y) mod 4",
            "x ^^ y = 3",
            "floor((x+y)/3*phi) = x",
            "floor(sqrt(2*(x-y)^2)) <= y",
            "exists k (x = k(k+1)/2 and y >= x)",
            "exists k (x+y = k^2)",
            "exists k in 0..3 (x = k*y)",
            "exists k in 1..y (x = k(k-1)/2)",
            "exists k ((x,y) = (k, k*k) or (x = 2k and y = k))",
            "(if x < y then x else y) = 4",
            "(x if x < y else 2y-1) = 4",
            "x*(y-y+2) = y+1",
            "(x-3)*(x-3) = y",
            "x > sqrt(2)*(x-y)",
            "x mod 3 = y mod 3",
            "floor(x*phi) = y",
            "(x div 0) = 1",
        ] {
            let Ok(mut formula) = Formula::set(text, &names) else { continue };
            formula.prepare(60, &budget).unwrap();
            for (start, step) in (0..14u64).flat_map(|n| {
                [(vec![n, 0], vec![0, 1]), (vec![0, n], vec![1, 0]), (vec![n, 0], vec![1, 1]), (vec![0, n], vec![1, 1])]
                    .into_iter()
                    .chain([(vec![0, n], vec![1, -1]), (vec![n, 20], vec![1, -1])])
            }) {
                let last = if step[1] < 0 { start[1].min(17) } else { 17 };
                let line = Line { start: start.clone(), step: step.clone(), last };
                let Some(found) = formula.along(&line, &budget) else { continue };
                solved += 1;
                let mut evaluator = formula.evaluator(&budget);
                for t in 0..=last {
                    let heap = |j: usize| start[j].checked_add_signed(step[j] * t.cast_signed()).unwrap();
                    let inside = found.iter().any(|(low, high)| *low <= t && t <= *high);
                    let says = evaluator.number(&[heap(0), heap(1)]).unwrap();
                    assert_eq!(says == 0, inside, "{text} at {line:?} + {t}");
                }
            }
        }
        assert!(solved > 900, "only {solved} lines were solved");
    }
}
