//! Bounds that only several conditions together give, such as i ≤ 2j + x and
//! 2j ≤ i + y: all integers but one are eliminated by adding inequalities.
//!
//! What is not linear becomes an unknown of its own, of which only its range is
//! known; equal terms are one unknown.

use super::interval::Interval;
use super::meaning::{Formula, Term};
use crate::notation::Relation;

/// More inequalities than this are given up; then there is no bound from here.
const MOST: usize = 400;

/// Σ coefficient·unknown + constant ≥ 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inequality {
    coefficients: Vec<i128>,
    constant: i128,
}

/// A linear form under way: the coefficients grow with the unknowns.
type Form = (Vec<i128>, i128);

/// The inequalities of a search.
pub(super) struct Elimination<'a> {
    ranges: &'a [Interval],
    /// The unknowns: the terms that stand for them.
    unknowns: Vec<Term>,
    forms: Vec<Form>,
}

impl<'a> Elimination<'a> {
    /// Collects what is linear in `formulas`, and that the heaps of the tuples
    /// are not negative.
    pub(super) fn of(formulas: &[&Formula], tuples: &[Vec<Term>], ranges: &'a [Interval]) -> Elimination<'a> {
        let mut elimination = Elimination { ranges, unknowns: Vec::new(), forms: Vec::new() };
        for formula in formulas {
            elimination.collect(formula);
        }
        let zero = Term::Number(0);
        for heap in tuples.iter().flatten() {
            elimination.at_most(&zero, heap, 0);
        }
        elimination
    }

    fn collect(&mut self, formula: &Formula) {
        match formula {
            Formula::Link(left, relation, right) => match relation {
                Relation::Less => self.at_most(left, right, 1),
                Relation::AtMost => self.at_most(left, right, 0),
                Relation::Greater => self.at_most(right, left, 1),
                Relation::AtLeast => self.at_most(right, left, 0),
                Relation::Equal => {
                    self.at_most(left, right, 0);
                    self.at_most(right, left, 0);
                }
                Relation::Unequal => {}
            },
            Formula::All(parts) => parts.iter().for_each(|part| self.collect(part)),
            Formula::Any(_) | Formula::Member(..) => {}
        }
    }

    /// `left` + `gap` ≤ `right`, taken apart where one side is `| |`, `max` or `min`.
    fn at_most(&mut self, left: &Term, right: &Term, gap: i128) {
        match (left, right) {
            (Term::Greatest(parts), _) => parts.iter().for_each(|part| self.at_most(part, right, gap)),
            (_, Term::Least(parts)) => parts.iter().for_each(|part| self.at_most(left, part, gap)),
            (Term::Absolute(a), _) => {
                self.at_most(a, right, gap);
                self.at_most(&Term::Negative(a.clone()), right, gap);
            }
            _ => {
                let (Some(left), Some(right)) = (self.form(left), self.form(right)) else { return };
                if let Some((coefficients, constant)) = combined(&right, 1, &left, -1)
                    && let Some(constant) = constant.checked_sub(gap)
                {
                    self.forms.push((coefficients, constant));
                }
            }
        }
    }

    fn form(&mut self, term: &Term) -> Option<Form> {
        let range = term.range(self.ranges);
        if range.is_one() {
            return Some((vec![], range.low));
        }
        match term {
            Term::Negative(a) => combined(&(vec![], 0), 1, &self.form(a)?, -1),
            Term::Sum(a, b) => combined(&self.form(a)?, 1, &self.form(b)?, 1),
            Term::Difference(a, b) => combined(&self.form(a)?, 1, &self.form(b)?, -1),
            Term::Product(a, b) => match (a.range(self.ranges), b.range(self.ranges)) {
                (factor, _) if factor.is_one() => combined(&(vec![], 0), 1, &self.form(b)?, factor.low),
                (_, factor) if factor.is_one() => combined(&(vec![], 0), 1, &self.form(a)?, factor.low),
                _ => Some(self.unknown(term)),
            },
            _ => Some(self.unknown(term)),
        }
    }

    fn unknown(&mut self, term: &Term) -> Form {
        let place = self.unknowns.iter().position(|known| known == term).unwrap_or_else(|| {
            self.unknowns.push(term.clone());
            self.unknowns.len() - 1
        });
        let mut coefficients = vec![0; place + 1];
        coefficients[place] = 1;
        (coefficients, 0)
    }

    /// The bounds of a symbol, if any.
    pub(super) fn bounds(&self, symbol: usize) -> Option<Interval> {
        let width = self.unknowns.len();
        let place = self.unknowns.iter().position(|term| *term == Term::Symbol(symbol))?;
        let mut all: Vec<Inequality> = Vec::new();
        for (coefficients, constant) in &self.forms {
            let mut coefficients = coefficients.clone();
            coefficients.resize(width, 0);
            add(&mut all, Inequality { coefficients, constant: *constant });
        }
        for (unknown, term) in self.unknowns.iter().enumerate() {
            let range = term.range(self.ranges);
            let unit = |sign: i128| (0..width).map(|i| if i == unknown { sign } else { 0 }).collect::<Vec<i128>>();
            if range.has_start() {
                add(&mut all, Inequality { coefficients: unit(1), constant: -range.low });
            }
            if range.has_end() {
                add(&mut all, Inequality { coefficients: unit(-1), constant: range.high });
            }
        }
        for other in (0..width).filter(|unknown| *unknown != place) {
            all = without(&all, other)?;
        }
        let mut bounds = self.unknowns[place].range(self.ranges);
        for Inequality { coefficients, constant } in all {
            match coefficients[place] {
                0 if constant < 0 => return Some(Interval { low: 1, high: 0 }),
                0 => {}
                c if c > 0 => bounds.low = bounds.low.max(-constant.div_euclid(c)),
                c => bounds.high = bounds.high.min(constant.div_euclid(-c)),
            }
        }
        Some(bounds)
    }
}

/// `m`·a + `n`·b, unless it leaves 128 bits.
fn combined(a: &Form, m: i128, b: &Form, n: i128) -> Option<Form> {
    let width = a.0.len().max(b.0.len());
    let of = |x: i128, y: i128| m.checked_mul(x)?.checked_add(n.checked_mul(y)?);
    let at = |form: &Form, place: usize| form.0.get(place).copied().unwrap_or(0);
    let coefficients = (0..width).map(|place| of(at(a, place), at(b, place))).collect::<Option<Vec<i128>>>()?;
    Some((coefficients, of(a.1, b.1)?))
}

/// All sums of two inequalities in which the unknown falls out, and those
/// without it. `None` if there are too many.
fn without(all: &[Inequality], unknown: usize) -> Option<Vec<Inequality>> {
    let mut kept: Vec<Inequality> = Vec::new();
    for inequality in all.iter().filter(|i| i.coefficients[unknown] == 0) {
        add(&mut kept, inequality.clone());
    }
    for above in all.iter().filter(|i| i.coefficients[unknown] > 0) {
        for below in all.iter().filter(|i| i.coefficients[unknown] < 0) {
            let (m, n) = (-below.coefficients[unknown], above.coefficients[unknown]);
            let form = |i: &Inequality| (i.coefficients.clone(), i.constant);
            // A sum that leaves 128 bits is left out: fewer inequalities, weaker bounds.
            if let Some((coefficients, constant)) = combined(&form(above), m, &form(below), n) {
                add(&mut kept, Inequality { coefficients, constant });
            }
            if kept.len() > MOST {
                return None;
            }
        }
    }
    Some(kept)
}

/// Adds an inequality, divided by what its coefficients share: the sum over the
/// unknowns is a multiple of that, so the constant may be rounded down.
fn add(all: &mut Vec<Inequality>, mut inequality: Inequality) {
    let shared = inequality.coefficients.iter().fold(0, |a: i128, b| gcd(a, b.saturating_abs()));
    if shared > 1 {
        inequality.coefficients.iter_mut().for_each(|c| *c /= shared);
        inequality.constant = inequality.constant.div_euclid(shared);
    }
    let same = all.iter_mut().find(|known| known.coefficients == inequality.coefficients);
    match same {
        Some(known) => known.constant = known.constant.min(inequality.constant),
        None => all.push(inequality),
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
