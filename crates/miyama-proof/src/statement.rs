//! Formulas as people write them, as formulas that automata decide.
//!
//! A number of the formula is translated case by case: where the conditions of a
//! case hold, for some numbers of its helpers, it is a number (A + B·√n)/q with linear
//! forms A and B. The cases of a number cover everything and do not contradict each
//! other, so that a comparison is true exactly if it is true in some case.

mod floor;
mod number;
mod powers;
mod sorted;
pub(crate) mod system;

pub(crate) use powers::root_of;

use crate::outside::{Outside, Part, What};
use crate::real::Real;
use crate::term::{Linear, Slots};
use miyama::heap::formula::syntax::{Exists, Kind, Number, Operation, Truth};
use miyama::heap::formula::{self, syntax};
use miyama::heap::notation::Relation;
use miyama_automata::{Automaton, Formula, Limit, Limits, Numeration, Tracks, Variable};
use std::ops::Range;
use std::sync::Arc;
use system::systems;

/// Why a formula has no automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    Outside(Outside),
    Limit(Limit),
}

impl From<Limit> for Unread {
    fn from(limit: Limit) -> Unread {
        Unread::Limit(limit)
    }
}

impl From<Outside> for Unread {
    fn from(outside: Outside) -> Unread {
        Unread::Outside(outside)
    }
}

type Read<T> = Result<T, Unread>;

/// The set of the positions where a condition holds, on the variables 0..k.
pub(crate) fn set(formula: &formula::Formula, system: Numeration, limits: &Limits<'_>) -> Read<Automaton> {
    let heaps = heaps(formula)?;
    let truth = formula.condition().expect("a formula that is a set");
    if sorted::pays(truth, usize::from(heaps)) {
        return sorted::set(truth, heaps, system, limits);
    }
    let mut reading = Reading::new(heaps, heaps, system, limits)?;
    Ok(reading.truth(truth)?.set(system, Tracks::first(heaps), limits)?)
}

/// A condition as a formula on the variables 0..k of its names, and whether it has floors of
/// multiples of a root, which [`floor_holds`](miyama_automata::floor_holds) must justify.
pub(crate) fn condition(formula: &formula::Formula, system: Numeration, limits: &Limits<'_>) -> Read<(Formula, bool)> {
    let heaps = heaps(formula)?;
    let truth = formula.condition().expect("a formula that is a set");
    let read = Reading::new(heaps, heaps, system, limits)?.truth(truth)?;
    Ok((read, matches!(system, Numeration::Metallic(_)) && !systems(formula)?.is_empty()))
}

/// The set of the (p, g) where g ≥ 0 is what a formula says at p: p on the variables
/// 0..k, g on the variable k. With it, the positions where the formula says less than 0.
pub(crate) fn graph(
    formula: &formula::Formula,
    system: Numeration,
    limits: &Limits<'_>,
) -> Read<(Automaton, Automaton)> {
    let heaps = heaps(formula)?;
    let mut reading = Reading::new(heaps, heaps + 1, system, limits)?;
    let number = formula.number().expect("a formula that is a number");
    let cases = reading.number(number)?;
    let g = vec![Case::plain(Real::linear(Linear::variable(heaps)))];
    let equal = reading.compare(&cases, Relation::Equal, &g, &number.at)?;
    let zero = vec![Case::plain(Real::constant(0))];
    let below = reading.compare(&cases, Relation::Less, &zero, &number.at)?;
    let graph = equal.set(system, Tracks::first(heaps + 1), limits)?;
    Ok((graph, below.set(system, Tracks::first(heaps), limits)?))
}

fn heaps(formula: &formula::Formula) -> Result<u8, Outside> {
    u8::try_from(formula.heaps()).map_err(|_| What::Variables.at(Part::Formula, None))
}

/// A number in one case.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    given: Vec<Formula>,
    helpers: Tracks,
    real: Real,
}

impl Case {
    fn plain(real: Real) -> Case {
        Case { given: vec![], helpers: Tracks::NONE, real }
    }

    /// The two cases at once, with a number made of both.
    fn with(&self, other: &Case, real: Real) -> Case {
        let given = self.given.iter().chain(&other.given).cloned().collect();
        Case { given, helpers: self.helpers.union(other.helpers), real }
    }
}

/// What a symbol of the formula stands for.
#[derive(Clone, Debug)]
enum Symbol {
    /// A heap, or the integer of an `exists`.
    Form(Linear),
    /// The integer k of an `exists` that occurs in exponents only: the variable is
    /// base^(k + shift).
    Exponent { base: i64, shift: i64, power: Variable },
}

struct Reading<'a> {
    system: Numeration,
    limits: &'a Limits<'a>,
    symbols: Vec<Symbol>,
    slots: Slots,
    /// The floors of the metallic system, on the variables 0 and 1.
    floors: Option<Arc<Automaton>>,
    /// The heaps in an order in which none is larger than the next one, where that is given.
    order: Vec<Variable>,
}

impl<'a> Reading<'a> {
    fn new(heaps: u8, used: u8, system: Numeration, limits: &'a Limits<'a>) -> Result<Reading<'a>, Outside> {
        let symbols = (0..heaps).map(|heap| Symbol::Form(Linear::variable(heap))).collect();
        Ok(Reading { system, limits, symbols, slots: Slots::after(used), floors: None, order: vec![] })
    }

    fn fresh(&mut self, at: &Range<usize>) -> Read<Variable> {
        self.slots.fresh().map_err(|what| outside(what, at))
    }

    fn truth(&mut self, truth: &Truth) -> Read<Formula> {
        Ok(match truth {
            Truth::Chain(..) | Truth::Among(..) | Truth::Tuple(..) | Truth::Unordered(..) => {
                let mut lists = Vec::new();
                for list in truth.comparisons().expect("these are comparisons") {
                    let each = list.into_iter().map(|(a, relation, b)| self.comparison(a, relation, b));
                    lists.push(Formula::And(each.collect::<Read<_>>()?));
                }
                Formula::Or(lists)
            }
            Truth::And(parts) => Formula::And(parts.iter().map(|part| self.truth(part)).collect::<Read<_>>()?),
            Truth::Or(parts) => Formula::Or(parts.iter().map(|part| self.truth(part)).collect::<Read<_>>()?),
            Truth::Not(inner) => self.truth(inner)?.negated(),
            Truth::Exists(exists) => self.exists(exists)?,
            Truth::Automaton(tuple, set) => self.member(tuple, set)?,
            Truth::Member(number, _) => return Err(outside(What::Function, &number.at)),
        })
    }

    /// That a tuple is in the set of an automaton: numbers that are no variables of their own
    /// are equal to helpers, which the automaton reads.
    fn member(&mut self, tuple: &[Number], set: &formula::Automaton) -> Read<Formula> {
        let at = tuple.first().map_or(0..0, |number| number.at.clone());
        if numeration(set) != Some(self.system) {
            return Err(outside(What::Systems, &at));
        }
        let automaton = Automaton::from_parts(self.system, Tracks::first(set.tracks), &set.set);
        let automaton = automaton.ok_or_else(|| outside(What::Function, &at))?;
        let mark = self.slots.mark();
        let mut variables: Vec<Variable> = Vec::new();
        let mut helpers: Vec<(Variable, &Number)> = Vec::new();
        for number in tuple {
            let own = match number.kind {
                Kind::Symbol(symbol) => match &self.symbols[symbol] {
                    Symbol::Form(form) => form.is_variable().filter(|variable| !variables.contains(variable)),
                    Symbol::Exponent { .. } => None,
                },
                _ => None,
            };
            match own {
                Some(variable) => variables.push(variable),
                None => {
                    let variable = self.fresh(&number.at)?;
                    variables.push(variable);
                    helpers.push((variable, number));
                }
            }
        }
        let renamed = automaton.renamed(|track| variables[usize::from(track)], self.limits)?;
        let mut parts = vec![Formula::Member(Arc::new(renamed))];
        for (variable, number) in &helpers {
            let mark = self.slots.mark();
            let (cases, own) = (self.number(number)?, [Case::plain(Real::linear(Linear::variable(*variable)))]);
            parts.push(self.compare(&cases, Relation::Equal, &own, &number.at)?);
            self.slots.back_to(mark);
        }
        self.slots.back_to(mark);
        let all = Formula::And(parts);
        let helpers: Tracks = helpers.into_iter().map(|(variable, _)| variable).collect();
        Ok(if helpers.is_empty() { all } else { Formula::Exists(helpers, Box::new(all)) })
    }

    fn exists(&mut self, exists: &Exists) -> Read<Formula> {
        let mark = self.slots.mark();
        let at = exists.low.at.clone();
        let formula = match powers::exponents(exists).map_err(|(what, at)| outside(what, &at))? {
            Some(exponents) => self.exists_power(exists, exponents)?,
            None => {
                let variable = self.fresh(&at)?;
                let natural = Linear::variable(variable);
                let mut branches = vec![self.exists_with(exists, natural.clone())?];
                let natural_only = matches!(exists.low.kind, Kind::Constant(low) if low >= 0);
                if !natural_only {
                    // k = −v with v ≥ 1.
                    let negative = natural.times(-1).map_err(|what| outside(what, &at))?;
                    let below = Formula::at_most_zero(&[(variable, -1)], 1)?;
                    branches.push(Formula::And(vec![below, self.exists_with(exists, negative)?]));
                }
                Formula::Exists(Tracks::one(variable), Box::new(Formula::Or(branches)))
            }
        };
        self.slots.back_to(mark);
        Ok(formula)
    }

    /// The body with its bounds, where k is this form.
    fn exists_with(&mut self, exists: &Exists, form: Linear) -> Read<Formula> {
        let (low, high) = (self.number(&exists.low)?, self.number(&exists.high)?);
        let k = vec![Case::plain(Real::linear(form.clone()))];
        let from = self.compare(&low, Relation::AtMost, &k, &exists.low.at)?;
        let to = self.compare(&k, Relation::AtMost, &high, &exists.high.at)?;
        self.bind(exists.symbol, Symbol::Form(form));
        let body = self.truth(&exists.body)?;
        Ok(Formula::And(vec![from, to, body]))
    }

    fn bind(&mut self, symbol: usize, stands_for: Symbol) {
        self.symbols.truncate(symbol);
        debug_assert_eq!(self.symbols.len(), symbol, "integers of `exists` are numbered from outside in");
        self.symbols.push(stands_for);
    }

    fn comparison(&mut self, left: &Number, relation: Relation, right: &Number) -> Read<Formula> {
        let mark = self.slots.mark();
        let (a, b) = (self.number(left)?, self.number(right)?);
        let formula = self.compare(&a, relation, &b, &(left.at.start..right.at.end))?;
        self.slots.back_to(mark);
        Ok(formula)
    }

    /// That the relation holds in some case.
    fn compare(&mut self, left: &[Case], relation: Relation, right: &[Case], at: &Range<usize>) -> Read<Formula> {
        let mut all = Vec::new();
        for left in left {
            for right in right {
                let difference = left.real.plus(-1, &right.real).map_err(|what| outside(what, at))?;
                let mut case = left.with(right, difference.clone());
                case.given.push(self.relates(&difference, relation, at)?);
                let parts = Formula::And(case.given);
                all.push(if case.helpers.is_empty() { parts } else { Formula::Exists(case.helpers, Box::new(parts)) });
            }
        }
        Ok(if all.len() == 1 { all.swap_remove(0) } else { Formula::Or(all) })
    }

    /// How a number relates to 0.
    fn relates(&mut self, real: &Real, relation: Relation, at: &Range<usize>) -> Read<Formula> {
        Ok(match relation {
            Relation::Equal => both_zero(real, at)?,
            Relation::Unequal => both_zero(real, at)?.negated(),
            Relation::Less => self.is_negative(real, at)?,
            Relation::AtLeast => self.is_negative(real, at)?.negated(),
            Relation::Greater => self.is_negative(&real.negative().map_err(|what| outside(what, at))?, at)?,
            Relation::AtMost => self.is_negative(&real.negative().map_err(|what| outside(what, at))?, at)?.negated(),
        })
    }

    /// A number is negative exactly if its floor is.
    fn is_negative(&mut self, real: &Real, at: &Range<usize>) -> Read<Formula> {
        let at_most = |form: &Linear| {
            let plus_one = form.plus(1, &Linear::constant(1)).map_err(|what| outside(what, at))?;
            plus_one.at_most_zero().map_err(|what| outside(what, at))
        };
        if real.is_rational() {
            return at_most(&real.a);
        }
        let mark = self.slots.mark();
        let mut all = Vec::new();
        for case in self.floor(&Case::plain(real.clone()), at)? {
            let mut parts = case.given;
            parts.push(at_most(&case.real.a)?);
            all.push(Formula::Exists(case.helpers, Box::new(Formula::And(parts))));
        }
        self.slots.back_to(mark);
        Ok(Formula::Or(all))
    }
}

/// A number is 0 exactly if both of its forms are, √n being irrational.
fn both_zero(real: &Real, at: &Range<usize>) -> Read<Formula> {
    let zero = |form: &Linear| form.is_zero().map_err(|what| outside(what, at));
    if real.is_rational() { zero(&real.a) } else { Ok(Formula::And(vec![zero(&real.a)?, zero(&real.b)?])) }
}

/// The numeration system of an automaton that a formula names.
pub(crate) fn numeration(set: &formula::Automaton) -> Option<Numeration> {
    match set.numeration {
        formula::Numerals::Base(b) => Numeration::base(b.into()),
        formula::Numerals::Metallic(s) => Numeration::metallic(s.into()),
    }
}

fn outside(what: What, at: &Range<usize>) -> Unread {
    Unread::Outside(what.at(Part::Formula, Some(at.clone())))
}

/// Calls `visit` with every number of a condition, also those inside numbers.
fn numbers<'a>(truth: &'a Truth, visit: &mut dyn FnMut(&'a Number)) {
    let mut all = |numbers: &'a [Number]| numbers.iter().for_each(|number| inside(number, visit));
    match truth {
        Truth::Chain(first, rest) => {
            inside(first, visit);
            rest.iter().for_each(|(_, number)| inside(number, visit));
        }
        Truth::Among(number, members) => {
            all(std::slice::from_ref(number));
            all(members);
        }
        Truth::Tuple(tuple, members) => {
            all(tuple);
            members.iter().for_each(|member| all(member));
        }
        Truth::Unordered(a, b) => {
            all(a);
            all(b);
        }
        Truth::And(parts) | Truth::Or(parts) => parts.iter().for_each(|part| numbers(part, visit)),
        Truth::Member(number, _) => inside(number, visit),
        Truth::Automaton(tuple, _) => all(tuple),
        Truth::Not(inner) => numbers(inner, visit),
        Truth::Exists(exists) => {
            inside(&exists.low, visit);
            inside(&exists.high, visit);
            numbers(&exists.body, visit);
        }
    }
}

/// Calls `visit` with a number and every number inside it.
fn inside<'a>(number: &'a Number, visit: &mut dyn FnMut(&'a Number)) {
    visit(number);
    match &number.kind {
        Kind::Constant(_) | Kind::Symbol(_) | Kind::Phi => {}
        Kind::Negative(a) | Kind::Absolute(a) | Kind::Floor(a) | Kind::Ceiling(a) | Kind::Root(a) => inside(a, visit),
        Kind::Binary(_, a, b) => [a, b].into_iter().for_each(|part| inside(part, visit)),
        Kind::Least(parts) | Kind::Greatest(parts) | Kind::Apply(_, parts) | Kind::Call(_, parts) => {
            parts.iter().for_each(|part| inside(part, visit));
        }
        Kind::If(condition, a, b) => {
            numbers(condition, visit);
            [a, b].into_iter().for_each(|part| inside(part, visit));
        }
    }
}

/// Whether a number has no symbols.
fn is_constant(number: &Number) -> bool {
    let mut constant = true;
    number.symbols(&mut |_| constant = false);
    constant
}

/// A power whose base is a constant and whose exponent is not.
fn growing_power(number: &Number) -> Option<(&syntax::Number, &syntax::Number)> {
    match &number.kind {
        Kind::Binary(Operation::Power, base, exponent) if !is_constant(exponent) => Some((base, exponent)),
        _ => None,
    }
}
