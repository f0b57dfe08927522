//! The moves of a definition as formulas.
//!
//! For a ruleset on k heaps the position p has the variables 0..k, an option q the
//! variables k..2k, and bound integers and helpers the variables behind them. A set
//! of options is the formula Move(p, q): for some numbers of the bound integers the
//! conditions hold and q is the option. A bound integer that an option determines,
//! as i in (x−i, y), is replaced by what it is, so that most sets need no quantifier.

mod fraction;
mod number;
mod sequence;

use crate::outside::{Outside, Part, What};
use crate::term::{Linear, Slots, Value};
use miyama::heap::notation::Body;
use miyama::heap::notation::{Comparison, Condition, Definition, Expression, Name, OptionSet, Relation, Tuple, orders};
use miyama::heap::ruleset::Argument;
use miyama_automata::{Automaton, Formula, Limit, Limits, MOST_VARIABLES, Numeration, Tracks, Variable};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// All ways to move, as formulas.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    pub(crate) heaps: u8,
    pub(crate) ways: Vec<Way>,
    /// For each set and each order of the heaps, in the order of the definition, the
    /// place of its way: orders that say the same share one.
    pub(crate) listed: Vec<usize>,
    /// What holds of every position, on the variables 0..k; moves lead from positions to
    /// positions.
    pub(crate) domain: Option<Formula>,
    /// The only system in which the moves are automatic, if it is not any.
    pub(crate) system: Option<Numeration>,
}

/// One set of options, in one order of the heaps.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Move(p, q₁, …, qₙ): p has the variables 0..k, qᵢ the variables ik..(i+1)k.
    pub(crate) formula: Formula,
    /// The number n of positions that are left, played as a sum.
    pub(crate) parts: u8,
    /// The bytes of the set in the definition.
    pub(crate) at: Range<usize>,
}

impl Moves {
    /// The moves of a definition; with several `copies`, of so many heaps of a
    /// ruleset on one heap, side by side. There a heap that vanishes becomes empty:
    /// whoever asks has made sure that an empty heap has no move.
    pub(crate) fn of(definition: &Definition, arguments: &[Argument], copies: usize) -> Result<Moves, Outside> {
        let Body::Options { heaps, sets } = &definition.body else {
            return Err(What::Split.at(Part::Definition, None));
        };
        let whole = |what: What| what.at(Part::Definition, None);
        if !definition.lets.is_empty() {
            return Err(whole(What::Function));
        }
        let k = u8::try_from(heaps.len() * copies).map_err(|_| whole(What::Variables))?;
        let mut parameters = BTreeMap::new();
        for (n, parameter) in definition.parameters.iter().enumerate() {
            let given = arguments.get(n).cloned().or(parameter.default.map(Argument::Number));
            parameters.insert(parameter.name.text.as_str(), given.ok_or_else(|| whole(What::Numbers))?);
        }
        let needs = Cell::new(None);
        let domain = Domain { conditions: &definition.domain, heaps, parameters: &parameters, k, needs: &needs };
        for condition in &definition.domain {
            let one = Domain { conditions: std::slice::from_ref(condition), ..domain };
            one.of_part(0, k).map_err(|what| what.at(Part::Definition, place(condition)))?;
        }
        let (mut ways, mut listed): (Vec<Way>, Vec<usize>) = (vec![], vec![]);
        for set in sets {
            let orders = match (copies, set.sym) {
                (1, true) => orders(heaps.len())
                    .iter()
                    .map(|order| order.iter().map(|place| *place as Variable).collect())
                    .collect(),
                (1, false) => vec![(0..k).collect()],
                _ => (0..k).map(|copy| vec![copy]).collect(),
            };
            let mut seen: Vec<(String, usize)> = Vec::new();
            for order in orders {
                let names = heaps.iter().zip(&order).map(|(name, place)| (name.text.as_str(), *place)).collect();
                let reader = Reader { k, order: &order, heaps: names, parameters: &parameters, needs: &needs };
                let way = reader.set(set, copies > 1, &domain);
                let way = way.map_err(|what| what.at(Part::Definition, Some(set.at.clone())))?;
                let written = format!("{:?}", way.formula);
                if let Some((_, place)) = seen.iter().find(|(known, _)| *known == written) {
                    listed.push(*place);
                } else {
                    seen.push((written, ways.len()));
                    listed.push(ways.len());
                    ways.push(way);
                }
            }
        }
        let domain = domain.of_part(0, k).map_err(whole)?;
        Ok(Moves { heaps: k, ways, listed, domain, system: needs.get() })
    }

    /// Whether the moves are automatic in a system.
    pub(crate) fn suit(&self, system: Numeration) -> bool {
        self.system.is_none_or(|own| own == system)
    }

    /// That they are: no guess in another system is ever right.
    pub(crate) fn must_suit(&self, system: Numeration) -> Result<(), Limit> {
        if self.suit(system) { Ok(()) } else { Err(Limit::States(0)) }
    }

    /// What of a set is a position: its first tracks are 0..k.
    pub(crate) fn within(&self, set: Automaton, limits: &Limits<'_>) -> Result<Automaton, Limit> {
        let Some(domain) = &self.domain else { return Ok(set) };
        let (system, tracks) = (set.system(), set.tracks());
        Formula::And(vec![Formula::Member(Arc::new(set)), domain.clone()]).set(system, tracks, limits)
    }

    /// The first set of options that leaves several positions.
    pub(crate) fn split(&self) -> Option<Outside> {
        let way = self.ways.iter().find(|way| way.parts > 1)?;
        Some(What::Split.at(Part::Definition, Some(way.at.clone())))
    }
}

/// The conditions behind `where`, of each of several heaps side by side.
struct Domain<'a> {
    conditions: &'a [Condition],
    heaps: &'a [Name],
    parameters: &'a BTreeMap<&'a str, Argument>,
    k: u8,
    needs: &'a Cell<Option<Numeration>>,
}

impl Domain<'_> {
    /// That the heaps of a part, 0 for the position itself, are a position; `used` are the
    /// first variables, which are taken.
    fn of_part(&self, part: u8, used: u8) -> Result<Option<Formula>, What> {
        if self.conditions.is_empty() {
            return Ok(None);
        }
        let mut all = Vec::new();
        let own: Vec<Variable> = (0..self.k).map(|heap| part * self.k + heap).collect();
        for places in own.chunks(self.heaps.len()) {
            let heaps = self.heaps.iter().zip(places).map(|(name, place)| (name.text.as_str(), *place)).collect();
            let (k, parameters, needs) = (self.k, self.parameters, self.needs);
            let reader = Reader { k, order: places, heaps, parameters, needs };
            let mut scope = Scope::after(used);
            let conditions = self.conditions.iter().map(|condition| reader.condition(condition, true, &mut scope));
            let inside = Formula::And(conditions.collect::<Result<_, _>>()?);
            all.push(if scope.free.is_empty() { inside } else { Formula::Exists(scope.free, Box::new(inside)) });
        }
        Ok(Some(Formula::And(all)))
    }
}

/// Where a condition stands, from its first expression to its last.
fn place(condition: &Condition) -> Option<Range<usize>> {
    let mut whole: Option<Range<usize>> = None;
    condition.for_each_expression(&mut |expression| {
        let at = expression.at.clone();
        whole = Some(match whole.take() {
            Some(so_far) => so_far.start.min(at.start)..so_far.end.max(at.end),
            None => at,
        });
    });
    whole
}

/// Reads one option set; heap h of the text is heap order[h] of the position.
struct Reader<'a> {
    k: u8,
    order: &'a [Variable],
    heaps: BTreeMap<&'a str, Variable>,
    parameters: &'a BTreeMap<&'a str, Argument>,
    /// The system that what was read needs.
    needs: &'a Cell<Option<Numeration>>,
}

/// The bound integers that have been met: a variable, or what they are equal to.
#[derive(Clone)]
struct Scope {
    bound: BTreeMap<String, Linear>,
    /// Those that stand in exponents.
    exponents: BTreeMap<String, sequence::Power>,
    free: Tracks,
    slots: Slots,
}

impl Scope {
    fn after(used: Variable) -> Scope {
        let (bound, exponents) = (BTreeMap::new(), BTreeMap::new());
        Scope { bound, exponents, free: Tracks::NONE, slots: Slots::after(used) }
    }
}

impl Reader<'_> {
    fn set(&self, set: &OptionSet, beside: bool, domain: &Domain<'_>) -> Result<Way, What> {
        // Beside other heaps, nothing left of one heap is that heap at 0.
        let zero = [Tuple { copies: None, heaps: vec![Expression::from(0)] }];
        let tuples = if beside && set.tuples.is_empty() { &zero[..] } else { &set.tuples[..] };
        if tuples.iter().any(|tuple| tuple.copies.is_some()) {
            return Err(What::Split);
        }
        let parts_left = u8::try_from(tuples.len()).map_err(|_| What::Variables)?;
        let used = self.k.checked_mul(parts_left + 1).filter(|used| *used <= MOST_VARIABLES).ok_or(What::Variables)?;
        if beside && parts_left > 1 {
            return Err(What::Split);
        }
        let mut scope = Scope::after(used);
        let mut parts = self.powers(set, &mut scope)?;
        for (tuple, which) in tuples.iter().zip(1u8..) {
            for (heap, part) in tuple.heaps.iter().enumerate() {
                let option = Linear::variable(self.k * which + self.order[heap]);
                if let Some((name, form)) = self.determined(part, &option, &scope)? {
                    // A bound integer is natural.
                    parts.push(form.times(-1)?.at_most_zero()?);
                    scope.bound.insert(name, form);
                } else {
                    let values = self.values(part, &mut scope)?;
                    parts.push(any(&values, |form| form.plus(-1, &option)?.is_zero())?);
                }
            }
        }
        if beside {
            for other in (0..self.k).filter(|other| !self.order.contains(other)) {
                parts.push(Linear::variable(self.k + other).plus(-1, &Linear::variable(other))?.is_zero()?);
            }
        }
        for condition in &set.conditions {
            parts.push(self.condition(condition, true, &mut scope)?);
        }
        for part in 0..=parts_left {
            parts.extend(domain.of_part(part, used)?);
        }
        let all = Formula::And(parts);
        let formula = if scope.free.is_empty() { all } else { Formula::Exists(scope.free, Box::new(all)) };
        Ok(Way { formula, parts: parts_left, at: set.at.clone() })
    }

    /// If the part of an option is linear and fixes a bound integer that has not
    /// been met, that integer and what it is.
    fn determined(&self, part: &Expression, option: &Linear, scope: &Scope) -> Result<Option<(String, Linear)>, What> {
        let mut trial = Scope { free: Tracks::NONE, ..scope.clone() };
        let Ok(values) = self.values(part, &mut trial) else { return Ok(None) };
        let [Value { given, form, .. }] = values.as_slice() else { return Ok(None) };
        if !given.is_empty() || trial.free.len() != 1 {
            return Ok(None);
        }
        let fresh = trial.bound.iter().find(|(name, _)| !scope.bound.contains_key(*name));
        let Some((name, Linear { terms, .. })) = fresh else { return Ok(None) };
        let variable = terms[0].0;
        let a = form.coefficient(variable);
        if a.abs() != 1 {
            return Ok(None);
        }
        // option = rest + a·i, so i = a·(option − rest).
        let rest = form.plus(-a, &Linear::variable(variable))?;
        Ok(Some((name.clone(), option.plus(-1, &rest)?.times(a)?)))
    }

    fn condition(&self, condition: &Condition, holds: bool, scope: &mut Scope) -> Result<Formula, What> {
        let each = |parts: &[Condition], scope: &mut Scope| -> Result<Vec<Formula>, What> {
            parts.iter().map(|part| self.condition(part, holds, scope)).collect()
        };
        Ok(match condition {
            Condition::Not(inner) => self.condition(inner, !holds, scope)?,
            Condition::And(parts) if holds => Formula::And(each(parts, scope)?),
            Condition::Or(parts) if !holds => Formula::And(each(parts, scope)?),
            Condition::And(parts) | Condition::Or(parts) => Formula::Or(each(parts, scope)?),
            Condition::Chain(first, rest) => self.chain(first, rest, holds, scope)?,
            Condition::Among(term, members) => {
                let equal = |member: &Expression| Comparison { relation: Relation::Equal, term: member.clone() };
                let all: Result<Vec<Formula>, What> =
                    members.iter().map(|member| self.chain(term, &[equal(member)], holds, scope)).collect();
                if holds { Formula::Or(all?) } else { Formula::And(all?) }
            }
            Condition::AmongNamed(term, name) => {
                let members = match self.parameters.get(name.text.as_str()) {
                    Some(Argument::Set(members)) => members,
                    None => return self.in_sequence(term, &name.text, holds, scope),
                    Some(_) => return Err(What::Function),
                };
                let members = members.iter().map(|member| Expression::from(*member)).collect();
                self.condition(&Condition::Among(term.clone(), members), holds, scope)?
            }
            Condition::Tuples(terms, tuples) => {
                let in_order = (0..terms.len()).collect::<Vec<_>>();
                self.tuples(terms, tuples, &[in_order], holds, scope)?
            }
            Condition::Unordered(terms, tuples) => self.tuples(terms, tuples, &orders(terms.len()), holds, scope)?,
            Condition::Exists(_) | Condition::Automaton(..) => return Err(What::Function),
        })
    }

    /// That the terms are one of the tuples, in one of these orders.
    fn tuples(
        &self,
        terms: &[Expression],
        tuples: &[Vec<Expression>],
        orders: &[Vec<usize>],
        holds: bool,
        scope: &mut Scope,
    ) -> Result<Formula, What> {
        let relation = if holds { Relation::Equal } else { Relation::Unequal };
        let mut all = Vec::new();
        for tuple in tuples.iter().filter(|tuple| tuple.len() == terms.len()) {
            for order in orders {
                let mut parts = Vec::new();
                for (term, place) in terms.iter().zip(order) {
                    parts.push(self.compare(term, relation, &tuple[*place], scope)?);
                }
                all.push(if holds { Formula::And(parts) } else { Formula::Or(parts) });
            }
        }
        Ok(if holds { Formula::Or(all) } else { Formula::And(all) })
    }

    fn chain(&self, first: &Expression, rest: &[Comparison], holds: bool, scope: &mut Scope) -> Result<Formula, What> {
        let mut links = Vec::new();
        let mut left = first;
        for link in rest {
            let relation = if holds { link.relation } else { link.relation.opposite() };
            links.push(self.compare(left, relation, &link.term, scope)?);
            left = &link.term;
        }
        Ok(if holds { Formula::And(links) } else { Formula::Or(links) })
    }

    fn compare(
        &self,
        left: &Expression,
        relation: Relation,
        right: &Expression,
        scope: &mut Scope,
    ) -> Result<Formula, What> {
        let (left, right) = match self.exponents_compared(left, right, scope)? {
            Some(powers) => powers,
            None => (self.values(left, scope)?, self.values(right, scope)?),
        };
        let mut differences = Vec::new();
        for left in &left {
            for right in &right {
                differences.push(left.with(right, |left, right| left.plus(-1, right))?);
            }
        }
        any(&differences, |form| {
            // form = left − right
            let less = |form: &Linear| form.plus(1, &Linear::constant(1))?.at_most_zero();
            Ok(match relation {
                Relation::Less => less(form)?,
                Relation::AtMost => form.at_most_zero()?,
                Relation::Equal => form.is_zero()?,
                Relation::Unequal => Formula::Or(vec![less(form)?, less(&form.times(-1)?)?]),
                Relation::Greater => less(&form.times(-1)?)?,
                Relation::AtLeast => form.times(-1)?.at_most_zero()?,
            })
        })
    }

    fn named(&self, name: &str, scope: &mut Scope) -> Result<Linear, What> {
        if let Some(heap) = self.heaps.get(name) {
            return Ok(Linear::variable(*heap));
        }
        match self.parameters.get(name) {
            Some(Argument::Number(number)) => return Ok(Linear::constant(*number)),
            Some(Argument::Set(_)) => return Err(What::Numbers),
            None => {}
        }
        if let Some(form) = scope.bound.get(name) {
            return Ok(form.clone());
        }
        if ["phi", "φ", "ϕ"].contains(&name) || scope.exponents.contains_key(name) {
            return Err(What::Function);
        }
        let variable = scope.slots.fresh()?;
        scope.free = scope.free.union(Tracks::one(variable));
        let form = Linear::variable(variable);
        scope.bound.insert(name.to_owned(), form.clone());
        Ok(form)
    }
}

/// That one of the cases applies and says yes.
fn any(values: &[Value], says: impl Fn(&Linear) -> Result<Formula, What>) -> Result<Formula, What> {
    let case = |value: &Value| {
        let mut parts = value.given.clone();
        parts.push(says(&value.form)?);
        let all = if parts.len() == 1 { parts.swap_remove(0) } else { Formula::And(parts) };
        Ok(if value.helpers.is_empty() { all } else { Formula::Exists(value.helpers, Box::new(all)) })
    };
    let mut cases: Vec<Formula> = values.iter().map(case).collect::<Result<_, What>>()?;
    Ok(if cases.len() == 1 { cases.swap_remove(0) } else { Formula::Or(cases) })
}
