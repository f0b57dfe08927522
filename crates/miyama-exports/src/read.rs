//! Definitions and formulas as linear arithmetic.

use crate::claim::{NoExport, Way};
use crate::logic::{Prop, Relation, Term};
use miyama::heap::formula::syntax::{Kind, Number, Operation, Truth};
use miyama::heap::notation::{Comparison, Condition, Definition, Expression, ExpressionKind, OptionSet, orders};
use miyama::heap::ruleset::Argument;
use miyama_proof::What;
use std::collections::BTreeMap;
use std::ops::Range;

/// The ways of one set of options: one for each order of the heaps if it is closed under
/// exchanging them, or for each heap of several side by side.
pub(crate) fn ways(
    set: &OptionSet,
    own: &[String],
    shown: &[String],
    copies: usize,
    definition: &Definition,
    arguments: &[Argument],
) -> Result<Vec<Way>, NoExport> {
    let no = |what| NoExport::Definition(what, Some(set.at.clone()));
    let option: Vec<Expression> = match set.tuples.as_slice() {
        [one] if one.copies.is_some() => return Err(no(What::Split)),
        [one] => one.heaps.clone(),
        // Beside other heaps, nothing left of one heap is that heap at 0.
        [] if copies > 1 => vec![Expression::from(0)],
        [] => return Err(NoExport::Vanishing),
        _ => return Err(no(What::Split)),
    };
    let orders: Vec<Vec<usize>> = match (copies, set.sym) {
        (1, true) => orders(own.len()),
        (1, false) => vec![(0..own.len()).collect()],
        _ => (0..copies).map(|copy| vec![copy]).collect(),
    };
    let mut parameters = BTreeMap::new();
    for (n, parameter) in definition.parameters.iter().enumerate() {
        let given = arguments.get(n).cloned().or(parameter.default.map(Argument::Number));
        parameters.insert(parameter.name.text.as_str(), given.ok_or_else(|| no(What::Numbers))?);
    }
    let mut found: Vec<Way> = Vec::new();
    for order in orders {
        let heaps = own.iter().zip(&order).map(|(name, at)| (name.as_str(), shown[*at].clone())).collect();
        let mut reader = Reader { heaps, parameters: &parameters, taken: shown, bound: Vec::new() };
        let mut all: Vec<Term> = shown.iter().map(|name| Term::name(name)).collect();
        for (at, part) in order.iter().zip(&option) {
            all[*at] = reader.term(part).map_err(no)?.collected();
        }
        let conditions: Result<Vec<Prop>, What> = set.conditions.iter().map(|c| reader.prop(c)).collect();
        let conditions = conditions.map_err(no)?.iter().map(Prop::simplified).collect();
        let bound = reader.bound.into_iter().map(|(_, name)| name).collect();
        let way = Way { bound, conditions, option: all };
        if !found.iter().any(|known| known.option == way.option && known.conditions == way.conditions) {
            found.push(way);
        }
    }
    Ok(found)
}

struct Reader<'a> {
    heaps: BTreeMap<&'a str, String>,
    parameters: &'a BTreeMap<&'a str, Argument>,
    /// Names that integers must not have.
    taken: &'a [String],
    /// The integers that were met, and how they are called here.
    bound: Vec<(String, String)>,
}

impl Reader<'_> {
    fn named(&mut self, name: &str) -> Result<Term, What> {
        if let Some(heap) = self.heaps.get(name) {
            return Ok(Term::name(heap));
        }
        match self.parameters.get(name) {
            Some(Argument::Number(number)) => return Ok(Term::Number(*number)),
            Some(Argument::Set(_)) => return Err(What::Numbers),
            None => {}
        }
        if let Some((_, here)) = self.bound.iter().find(|(known, _)| known == name) {
            return Ok(Term::name(here));
        }
        let mut here: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        if !here.starts_with(|c: char| c.is_ascii_alphabetic()) {
            here.insert(0, 'i');
        }
        while self.taken.contains(&here) || self.bound.iter().any(|(_, other)| *other == here) {
            here.push('i');
        }
        self.bound.push((name.to_owned(), here.clone()));
        Ok(Term::Name(here))
    }

    fn term(&mut self, expression: &Expression) -> Result<Term, What> {
        Ok(match &expression.kind {
            ExpressionKind::Number(number) => Term::Number(*number),
            ExpressionKind::Name(name) => self.named(&name.text)?,
            ExpressionKind::Negative(a) => Term::Times(-1, Box::new(self.term(a)?)),
            ExpressionKind::Sum(a, b) => Term::Sum(vec![self.term(a)?, self.term(b)?]),
            ExpressionKind::Difference(a, b) => self.term(a)?.minus(self.term(b)?),
            ExpressionKind::Product(a, b) => product(&self.term(a)?, &self.term(b)?)?,
            ExpressionKind::Quotient(a, by) | ExpressionKind::Fraction(a, by) | ExpressionKind::Remainder(a, by) => {
                let by = divisor(&self.term(by)?)?;
                let a = Box::new(self.term(a)?);
                if matches!(expression.kind, ExpressionKind::Remainder(..)) {
                    Term::Remainder(a, by)
                } else {
                    Term::Quotient(a, by)
                }
            }
            ExpressionKind::Absolute(a) => Term::Absolute(Box::new(self.term(a)?)),
            ExpressionKind::Least(parts) => {
                Term::Least(parts.iter().map(|part| self.term(part)).collect::<Result<_, _>>()?)
            }
            ExpressionKind::Greatest(parts) => {
                Term::Greatest(parts.iter().map(|part| self.term(part)).collect::<Result<_, _>>()?)
            }
            ExpressionKind::Power(..)
            | ExpressionKind::Apply(..)
            | ExpressionKind::Call(..)
            | ExpressionKind::Indexed(..)
            | ExpressionKind::Choice(..) => return Err(What::Function),
        })
    }

    fn prop(&mut self, condition: &Condition) -> Result<Prop, What> {
        Ok(match condition {
            Condition::Chain(first, rest) => {
                let mut left = self.term(first)?;
                let mut links = Vec::new();
                for Comparison { relation, term } in rest {
                    let right = self.term(term)?;
                    links.push(Prop::compare(left, *relation, right.clone()));
                    left = right;
                }
                Prop::And(links)
            }
            Condition::Among(term, members) => {
                let term = self.term(term)?;
                let equal = |member: Term| Prop::compare(term.clone(), Relation::Equal, member);
                Prop::Or(members.iter().map(|member| Ok(equal(self.term(member)?))).collect::<Result<_, What>>()?)
            }
            Condition::AmongNamed(term, name) => {
                let term = self.term(term)?;
                let Some(Argument::Set(members)) = self.parameters.get(name.text.as_str()) else {
                    return Err(What::Numbers);
                };
                let equal = |member: &i64| Prop::compare(term.clone(), Relation::Equal, Term::Number(*member));
                Prop::Or(members.iter().map(equal).collect())
            }
            Condition::And(parts) => Prop::And(parts.iter().map(|part| self.prop(part)).collect::<Result<_, _>>()?),
            Condition::Or(parts) => Prop::Or(parts.iter().map(|part| self.prop(part)).collect::<Result<_, _>>()?),
            Condition::Not(inner) => Prop::Not(Box::new(self.prop(inner)?)),
            Condition::Tuples(terms, tuples) => {
                Prop::Or(tuples.iter().map(|tuple| self.same(terms, tuple)).collect::<Result<_, _>>()?)
            }
            Condition::Unordered(terms, tuples) => {
                let mut all = Vec::new();
                for tuple in tuples {
                    for order in orders(tuple.len()) {
                        let tuple: Vec<Expression> = order.iter().map(|n| tuple[*n].clone()).collect();
                        all.push(self.same(terms, &tuple)?);
                    }
                }
                Prop::Or(all)
            }
            Condition::Exists(_) | Condition::Automaton(..) => return Err(What::Function),
        })
    }

    /// That all numbers are equal, each to the one at its place.
    fn same(&mut self, a: &[Expression], b: &[Expression]) -> Result<Prop, What> {
        let mut all = Vec::new();
        for (a, b) in a.iter().zip(b) {
            all.push(Prop::compare(self.term(a)?, Relation::Equal, self.term(b)?));
        }
        Ok(Prop::And(all))
    }
}

fn product(a: &Term, b: &Term) -> Result<Term, What> {
    match (a.collected(), b.collected()) {
        (Term::Number(factor), other) | (other, Term::Number(factor)) => Ok(Term::Times(factor, Box::new(other))),
        _ => Err(What::Product),
    }
}

fn divisor(term: &Term) -> Result<i64, What> {
    match term.collected() {
        Term::Number(by) if by >= 1 => Ok(by),
        _ => Err(What::Divisor),
    }
}

/// The condition of a formula, in these names of the heaps.
pub(crate) fn truth(truth: &Truth, heaps: &[String]) -> Result<Prop, NoExport> {
    Set { symbols: heaps.to_vec() }.truth(truth).map_err(|(what, at)| NoExport::Formula(what, Some(at)))
}

/// A part of a formula that is not linear.
type Bad = (What, Range<usize>);

struct Set {
    /// The heaps, and behind them the integers of `exists`.
    symbols: Vec<String>,
}

/// A number by cases: under which condition, if under any, it is which term.
type Cases = Vec<(Option<Prop>, Term)>;

impl Set {
    fn truth(&mut self, truth: &Truth) -> Result<Prop, Bad> {
        Ok(match truth {
            Truth::Chain(..) | Truth::Among(..) | Truth::Tuple(..) | Truth::Unordered(..) => {
                let mut lists = Vec::new();
                for list in truth.comparisons().expect("these are comparisons") {
                    let each = list.into_iter().map(|(a, relation, b)| self.comparison(a, relation, b));
                    lists.push(Prop::And(each.collect::<Result<_, _>>()?));
                }
                Prop::Or(lists)
            }
            Truth::And(parts) => Prop::And(parts.iter().map(|part| self.truth(part)).collect::<Result<_, _>>()?),
            Truth::Or(parts) => Prop::Or(parts.iter().map(|part| self.truth(part)).collect::<Result<_, _>>()?),
            Truth::Not(inner) => Prop::Not(Box::new(self.truth(inner)?)),
            Truth::Member(number, _) => return Err((What::Function, number.at.clone())),
            Truth::Automaton(numbers, _) => {
                return Err((What::Function, numbers.first().map_or(0..0, |number| number.at.clone())));
            }
            Truth::Exists(exists) => {
                self.symbols.truncate(exists.symbol);
                let name = format!("k{}", exists.symbol);
                self.symbols.push(name.clone());
                let k = Term::name(&name);
                let (mut inside, low, high) = (vec![], self.cases(&exists.low)?, self.cases(&exists.high)?);
                inside.push(compare(&low, Relation::AtMost, &[(None, k.clone())]));
                inside.push(compare(&[(None, k)], Relation::AtMost, &high));
                inside.push(self.truth(&exists.body)?);
                self.symbols.truncate(exists.symbol);
                Prop::Exists(name, Box::new(Prop::And(inside)))
            }
        })
    }

    fn comparison(&mut self, a: &Number, relation: Relation, b: &Number) -> Result<Prop, Bad> {
        Ok(compare(&self.cases(a)?, relation, &self.cases(b)?))
    }

    /// What a number is, case by case.
    fn cases(&mut self, number: &Number) -> Result<Cases, Bad> {
        let no = |what: What| (what, number.at.clone());
        Ok(match &number.kind {
            Kind::Constant(value) => vec![(None, Term::Number(*value))],
            Kind::Symbol(symbol) => vec![(None, Term::name(&self.symbols[*symbol]))],
            Kind::Negative(a) => self.mapped(a, |a| Ok(Term::Times(-1, Box::new(a))))?,
            Kind::Absolute(a) => self.mapped(a, |a| Ok(Term::Absolute(Box::new(a))))?,
            Kind::Floor(a) | Kind::Ceiling(a) => match &a.kind {
                Kind::Binary(Operation::Fraction, a, by) if matches!(number.kind, Kind::Floor(_)) => {
                    self.pairs(a, by, &|a, by| Ok(Term::Quotient(Box::new(a), divisor(&by)?)))?
                }
                _ if a.whole => self.cases(a)?,
                _ => return Err(no(What::Function)),
            },
            Kind::Phi | Kind::Root(_) => return Err(no(What::Function)),
            Kind::Apply(..) | Kind::Call(..) => return Err(no(What::Function)),
            Kind::Least(parts) => self.several(parts, Term::Least)?,
            Kind::Greatest(parts) => self.several(parts, Term::Greatest)?,
            Kind::If(condition, a, b) => {
                let condition = self.truth(condition)?;
                let mut all = Vec::new();
                for (given, number) in [(condition.clone(), a), (Prop::Not(Box::new(condition)), b)] {
                    for (also, term) in self.cases(number)? {
                        let given = match also {
                            Some(also) => Prop::And(vec![given.clone(), also]),
                            None => given.clone(),
                        };
                        all.push((Some(given), term));
                    }
                }
                all
            }
            Kind::Binary(operation, a, b) => match operation {
                Operation::Sum => self.pairs(a, b, &|a, b| Ok(Term::Sum(vec![a, b])))?,
                Operation::Difference => self.pairs(a, b, &|a, b| Ok(a.minus(b)))?,
                Operation::Product => self.pairs(a, b, &|a, b| product(&a, &b))?,
                Operation::Quotient => self.pairs(a, b, &|a, b| Ok(Term::Quotient(Box::new(a), divisor(&b)?)))?,
                Operation::Remainder => self.pairs(a, b, &|a, b| Ok(Term::Remainder(Box::new(a), divisor(&b)?)))?,
                Operation::Fraction => return Err(no(What::Divisor)),
                Operation::NimSum => self.small_nim_sum(a, b)?.ok_or_else(|| no(What::Systems))?,
                Operation::Power => return Err(no(What::Power)),
            },
        })
    }

    /// The nim-sum of two small remainders, number by number; none of others.
    fn small_nim_sum(&mut self, a: &Number, b: &Number) -> Result<Option<Cases>, Bad> {
        let (Some(left), Some(right)) = (below(a), below(b)) else { return Ok(None) };
        let (left, right) = (self.numbers(a, left)?, self.numbers(b, right)?);
        let mut all = Vec::new();
        for (given, a) in &left {
            for (also, b) in &right {
                all.push((both(given, also), Term::Number(a ^ b)));
            }
        }
        Ok(Some(all))
    }

    /// The numbers below a bound that a number may be, each with what makes it that one.
    fn numbers(&mut self, number: &Number, below: i64) -> Result<Vec<(Option<Prop>, i64)>, Bad> {
        let mut all = Vec::new();
        for (given, term) in self.cases(number)? {
            if let Term::Number(value) = term.collected() {
                all.push((given, value));
                continue;
            }
            for value in 0..below {
                let equal = Prop::compare(term.clone(), Relation::Equal, Term::Number(value));
                all.push((both(&given, &Some(equal)), value));
            }
        }
        Ok(all)
    }

    fn mapped(&mut self, number: &Number, map: impl Fn(Term) -> Result<Term, What>) -> Result<Cases, Bad> {
        let cases = self.cases(number)?.into_iter();
        cases.map(|(given, term)| Ok((given, map(term).map_err(|what| (what, number.at.clone()))?))).collect()
    }

    fn pairs(&mut self, a: &Number, b: &Number, join: &dyn Fn(Term, Term) -> Result<Term, What>) -> Result<Cases, Bad> {
        let (first, second) = (self.cases(a)?, self.cases(b)?);
        let mut all = Vec::new();
        for (given, left) in &first {
            for (also, right) in &second {
                let term = join(left.clone(), right.clone()).map_err(|what| (what, a.at.start..b.at.end))?;
                all.push((both(given, also), term));
            }
        }
        Ok(all)
    }

    fn several(&mut self, parts: &[Number], join: impl Fn(Vec<Term>) -> Term) -> Result<Cases, Bad> {
        let mut all: Vec<(Option<Prop>, Vec<Term>)> = vec![(None, vec![])];
        for part in parts {
            let cases = self.cases(part)?;
            let longer = |(given, terms): &(Option<Prop>, Vec<Term>)| {
                let with = |(also, term): &(Option<Prop>, Term)| {
                    (both(given, also), [terms.as_slice(), std::slice::from_ref(term)].concat())
                };
                cases.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        Ok(all.into_iter().map(|(given, terms)| (given, join(terms))).collect())
    }
}

/// A small number above a remainder, or above a nim-sum of remainders.
fn below(number: &Number) -> Option<i64> {
    let bound = match &number.kind {
        Kind::Constant(value) if *value >= 0 => value.checked_add(1)?,
        Kind::Binary(Operation::Remainder, _, by) => match by.kind {
            Kind::Constant(by) => by,
            _ => return None,
        },
        Kind::Binary(Operation::NimSum, a, b) => {
            i64::try_from(below(a)?.max(below(b)?).unsigned_abs().next_power_of_two()).ok()?
        }
        _ => return None,
    };
    (1..=MOST_SMALL).contains(&bound).then_some(bound)
}

/// Numbers up to this are told apart one by one.
const MOST_SMALL: i64 = 4;

fn both(a: &Option<Prop>, b: &Option<Prop>) -> Option<Prop> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Prop::And(vec![a.clone(), b.clone()])),
        (a, b) => a.clone().or_else(|| b.clone()),
    }
}

/// That the relation holds in the cases that apply.
fn compare(left: &[(Option<Prop>, Term)], relation: Relation, right: &[(Option<Prop>, Term)]) -> Prop {
    let mut all = Vec::new();
    for (given, a) in left {
        for (also, b) in right {
            let holds = Prop::compare(a.clone(), relation, b.clone());
            all.push(match both(given, also) {
                Some(given) => Prop::And(vec![given, holds]),
                None => holds,
            });
        }
    }
    if all.len() == 1 { all.swap_remove(0) } else { Prop::Or(all) }
}
