//! The conditions of moves, and the set of a formula, as polynomials.
//!
//! Ways are numbered set by set; a set closed under exchanging heaps comes twice, as
//! written and exchanged; then by the alternatives of its conditions in their order. The
//! conditions of a way are: the bound integers that a heap of the option determines are
//! natural, heaps of the option that determine none are what they are (two inequalities),
//! and then those of the definition from left to right; an equation is two, left − right
//! first. The variables 0, 1 are the heaps, 2, 3 those of the option, parameters follow.

use super::polynomial::Polynomial;
use miyama_language::formula::syntax::{Kind, Number, Operation, Truth};
use miyama_language::formula::{Formula, Names};
use miyama_language::notation::{Body, Condition, Definition, Expression, ExpressionKind, Relation};
use std::collections::BTreeMap;

/// Conditions that are all ≥ 0.
pub(crate) type Way = Vec<Polynomial>;

/// The first variable of a parameter, and the index of the sequence.
const PARAMETER: u8 = 4;
const INDEX: u8 = 8;

fn minus(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    a.add(&b.scale(-1)?)
}

/// What the parameters stand for, and the names among the arguments.
pub(crate) fn arguments(definition: &Definition, given: &[String]) -> Option<(Vec<Polynomial>, Vec<String>)> {
    if given.len() > definition.parameters.len() {
        return None;
    }
    let (mut values, mut names): (Vec<Polynomial>, Vec<String>) = (vec![], vec![]);
    for (n, parameter) in definition.parameters.iter().enumerate() {
        let text = given.get(n).map(|text| text.trim().to_owned());
        let text = text.or_else(|| parameter.default.map(|default| default.to_string()))?;
        if let Ok(number) = text.parse::<i64>() {
            values.push(Polynomial::number(i128::from(number)));
            continue;
        }
        if !text.starts_with(char::is_alphabetic) || !text.chars().all(char::is_alphanumeric) {
            return None;
        }
        if !names.contains(&text) {
            names.push(text.clone());
        }
        let place = names.iter().position(|name| *name == text)?;
        values.push(symbol(place)?);
    }
    Some((values, names))
}

fn symbol(place: usize) -> Option<Polynomial> {
    u8::try_from(place).ok().filter(|place| PARAMETER + place < INDEX).map(|p| Polynomial::variable(PARAMETER + p))
}

/// The ways to move.
pub(crate) fn ways(definition: &Definition, values: &[Polynomial]) -> Option<Vec<Way>> {
    let Body::Options { heaps, sets } = &definition.body else { return None };
    let plain = definition.lets.is_empty() && definition.domain.is_empty() && !definition.is_partizan();
    let ([first, second], true) = (heaps.as_slice(), plain) else { return None };
    let mut all = Vec::new();
    for set in sets {
        let [option] = set.tuples.as_slice() else { return None };
        if option.copies.is_some() || option.heaps.len() != 2 {
            return None;
        }
        for exchanged in [false, true] {
            if exchanged && !set.sym {
                continue;
            }
            let heap = |n: u8| if exchanged { 1 - n } else { n };
            let mut known: BTreeMap<&str, Polynomial> = BTreeMap::new();
            for (parameter, value) in definition.parameters.iter().zip(values) {
                known.insert(parameter.name.text.as_str(), value.clone());
            }
            known.insert(first.text.as_str(), Polynomial::variable(heap(0)));
            known.insert(second.text.as_str(), Polynomial::variable(heap(1)));
            let mut natural = Vec::new();
            let mut fixed = Vec::new();
            for (expression, n) in option.heaps.iter().zip(0u8..) {
                let left = Polynomial::variable(2 + heap(n));
                match bound(expression, &left, &known)? {
                    Some((name, value)) => {
                        natural.push(value.clone());
                        known.insert(name, value);
                    }
                    None => fixed.push((expression, left)),
                }
            }
            let mut here: Vec<Way> = vec![natural];
            for (expression, left) in fixed {
                let mut next = Vec::new();
                for way in &here {
                    for (given, value) in number(expression, &known)? {
                        let equal = [minus(&value, &left)?, minus(&left, &value)?];
                        next.push([way.as_slice(), &given, &equal].concat());
                    }
                }
                here = next;
            }
            for condition in &set.conditions {
                here = cross(&here, &alternatives(condition, &known)?);
            }
            all.extend(here);
        }
    }
    Some(all)
}

/// All pairs, joined.
fn cross(left: &[Way], right: &[Way]) -> Vec<Way> {
    let mut all = Vec::new();
    for a in left {
        for b in right {
            all.push([a.as_slice(), b.as_slice()].concat());
        }
    }
    all
}

/// The integer that a heap of the option determines: the heap is the integer, or one known
/// number plus or minus it, or it plus or minus a known number.
fn bound<'a>(
    expression: &'a Expression,
    left: &Polynomial,
    known: &BTreeMap<&'a str, Polynomial>,
) -> Option<Option<(&'a str, Polynomial)>> {
    let new = |part: &'a Expression| match &part.kind {
        ExpressionKind::Name(name) => (!known.contains_key(name.text.as_str())).then_some(name.text.as_str()),
        _ => None,
    };
    if let Some(name) = new(expression) {
        return Some(Some((name, left.clone())));
    }
    let (a, b, sign) = match &expression.kind {
        ExpressionKind::Sum(a, b) => (a, b, 1),
        ExpressionKind::Difference(a, b) => (a, b, -1),
        _ => return Some(None),
    };
    let plain = |part: &'a Expression| -> Option<Option<Polynomial>> {
        Some(match number(part, known)?.as_slice() {
            [(given, value)] if given.is_empty() => Some(value.clone()),
            _ => None,
        })
    };
    Some(match (new(a), new(b)) {
        // left = a ± i
        (None, Some(name)) => match plain(a)? {
            Some(a) => Some((name, minus(left, &a)?.scale(sign)?)),
            None => None,
        },
        // left = i ± b
        (Some(name), None) => match plain(b)? {
            Some(b) => Some((name, minus(left, &b.scale(sign)?)?)),
            None => None,
        },
        _ => None,
    })
}

/// A number by cases.
fn number(expression: &Expression, known: &BTreeMap<&str, Polynomial>) -> Option<Vec<(Way, Polynomial)>> {
    let two = |a: &Expression, b: &Expression, join: fn(&Polynomial, &Polynomial) -> Option<Polynomial>| {
        let mut all = Vec::new();
        for (left, a) in number(a, known)? {
            for (right, b) in number(b, known)? {
                all.push(([left.as_slice(), &right].concat(), join(&a, &b)?));
            }
        }
        Some(all)
    };
    match &expression.kind {
        ExpressionKind::Number(value) => Some(vec![(vec![], Polynomial::number(i128::from(*value)))]),
        ExpressionKind::Name(name) => Some(vec![(vec![], known.get(name.text.as_str())?.clone())]),
        ExpressionKind::Negative(a) => {
            number(a, known)?.into_iter().map(|(given, a)| Some((given, a.scale(-1)?))).collect()
        }
        ExpressionKind::Sum(a, b) => two(a, b, Polynomial::add),
        ExpressionKind::Difference(a, b) => two(a, b, minus),
        ExpressionKind::Product(a, b) => two(a, b, Polynomial::multiply),
        ExpressionKind::Absolute(a) => {
            let mut all = Vec::new();
            for (given, a) in number(a, known)? {
                let opposite = a.scale(-1)?;
                let below = opposite.add(&Polynomial::number(-1))?;
                all.push(([given.as_slice(), std::slice::from_ref(&a)].concat(), a));
                all.push(([given.as_slice(), &[below]].concat(), opposite));
            }
            Some(all)
        }
        _ => None,
    }
}

/// The alternatives of a condition.
fn alternatives(condition: &Condition, known: &BTreeMap<&str, Polynomial>) -> Option<Vec<Way>> {
    let mut all: Vec<Way> = Vec::new();
    match condition {
        Condition::And(parts) => {
            all.push(vec![]);
            for part in parts {
                all = cross(&all, &alternatives(part, known)?);
            }
        }
        Condition::Or(parts) => {
            for part in parts {
                all.extend(alternatives(part, known)?);
            }
        }
        Condition::Chain(first, links) => {
            all.push(vec![]);
            let mut before = first;
            for link in links {
                all = cross(&all, &compared(before, link.relation, &link.term, known)?);
                before = &link.term;
            }
        }
        Condition::Among(term, members) => {
            for member in members {
                all.extend(compared(term, Relation::Equal, member, known)?);
            }
        }
        _ => return None,
    }
    Some(all)
}

fn compared(
    a: &Expression,
    relation: Relation,
    b: &Expression,
    known: &BTreeMap<&str, Polynomial>,
) -> Option<Vec<Way>> {
    let strict = i128::from(relation == Relation::Less);
    match (relation, &a.kind) {
        (Relation::AtLeast, _) => compared(b, Relation::AtMost, a, known),
        (Relation::Greater, _) => compared(b, Relation::Less, a, known),
        (Relation::Unequal, _) => {
            Some([compared(a, Relation::Less, b, known)?, compared(b, Relation::Less, a, known)?].concat())
        }
        // |e| ≤ b: e ≤ b and −e ≤ b.
        (Relation::AtMost | Relation::Less, ExpressionKind::Absolute(inside)) => {
            let opposite = Expression { kind: ExpressionKind::Negative(inside.clone()), at: 0..0 };
            Some(cross(&compared(inside, relation, b, known)?, &compared(&opposite, relation, b, known)?))
        }
        _ => {
            let mut all = Vec::new();
            for (left, a) in number(a, known)? {
                for (right, b) in number(b, known)? {
                    let room = minus(&b, &a)?;
                    let own = match relation {
                        Relation::Equal => vec![minus(&a, &b)?, room],
                        _ => vec![room.add(&Polynomial::number(-strict))?],
                    };
                    all.push([left.as_slice(), &right, &own].concat());
                }
            }
            Some(all)
        }
    }
}

/// The listed positions and the sequence f(k) = first·k + step·k(k−1)/2.
pub(crate) struct Set {
    pub(crate) listed: Vec<[i128; 2]>,
    pub(crate) first: Polynomial,
    pub(crate) step: Polynomial,
}

impl Set {
    pub(crate) fn gap(&self, k: &Polynomial) -> Option<Polynomial> {
        self.first.add(&self.step.multiply(k)?)
    }

    pub(crate) fn f(&self, k: &Polynomial) -> Option<Polynomial> {
        let triangle = k.multiply(&k.add(&Polynomial::number(-1))?)?.divide(2)?;
        self.first.multiply(k)?.add(&self.step.multiply(&triangle)?)
    }

    /// Reads the formula: listed positions and one `exists`, joined by `or`.
    pub(crate) fn read(text: &str, definition: &Definition, symbols: &[String]) -> Option<Set> {
        let heaps = definition.heap_names();
        let formula = Formula::set(text, &Names::only([heaps.as_slice(), symbols].concat())).ok()?;
        let mut parts = Vec::new();
        match formula.condition()? {
            Truth::Or(all) => parts.extend(all),
            one => parts.push(one),
        }
        let (mut listed, mut sequence): (Vec<[i128; 2]>, Option<Polynomial>) = (vec![], None);
        let mut least = 0;
        for part in parts {
            let Truth::Exists(exists) = part else {
                listed.extend(positions(part)?);
                continue;
            };
            // f(k) + f(k+1) ≥ k + 1, so that the bound says nothing of an index k or k + 1.
            let (Kind::Constant(low @ 0..=1), Truth::Unordered(heaps, pair)) = (&exists.low.kind, &exists.body) else {
                return None;
            };
            let is = |number: &Number, n: usize| matches!(number.kind, Kind::Symbol(symbol) if symbol == n);
            if sequence.is_some() || heaps.len() != 2 || !is(&heaps[0], 0) || !is(&heaps[1], 1) {
                return None;
            }
            least = *low;
            // The bound is a sum with both heaps in it.
            if !(adds(&exists.high, 0) && adds(&exists.high, 1)) {
                return None;
            }
            let from = Polynomial::variable(INDEX).add(&Polynomial::number(i128::from(*low)))?;
            let at = |n: usize| polynomial(&pair[n], exists.symbol)?.put(INDEX, &from);
            let (a, b) = (at(0)?, at(1)?);
            let after = |of: &Polynomial| of.put(INDEX, &Polynomial::variable(INDEX).add(&Polynomial::number(1))?);
            sequence = Some(if after(&a)? == b {
                a
            } else if after(&b)? == a {
                b
            } else {
                return None;
            });
        }
        let mut f = sequence?;
        let none = |k: i128| f.put(INDEX, &Polynomial::number(k)).is_some_and(|value| value == Polynomial::number(0));
        if least == 0 && none(0) && none(1) {
            // The first two terms are 0: the pair (0, 0), and the sequence from the second on.
            listed.push([0, 0]);
            f = f.put(INDEX, &Polynomial::variable(INDEX).add(&Polynomial::number(1))?)?;
        }
        let at = |k: i128| f.put(INDEX, &Polynomial::number(k));
        let first = minus(&at(1)?, &at(0)?)?;
        let step = minus(&minus(&at(2)?, &at(1)?)?, &first)?;
        let set = Set { listed, first, step };
        let same = at(0)? == Polynomial::number(0) && set.f(&Polynomial::variable(INDEX))? == f;
        let whole = set.first.has_whole_coefficients() && set.step.has_whole_coefficients();
        let grows = set.first.add(&Polynomial::number(-1))?.is_never_negative() && set.step.is_never_negative();
        (same && whole && grows).then_some(set)
    }
}

/// Whether a number is a sum of symbols, this one among them.
fn adds(number: &Number, wanted: usize) -> bool {
    fn all_symbols(number: &Number) -> bool {
        match &number.kind {
            Kind::Symbol(_) => true,
            Kind::Binary(Operation::Sum, a, b) => all_symbols(a) && all_symbols(b),
            _ => false,
        }
    }
    let mut found = false;
    number.symbols(&mut |symbol| found |= symbol == wanted);
    found && all_symbols(number)
}

/// The positions that a condition lists.
fn positions(truth: &Truth) -> Option<Vec<[i128; 2]>> {
    let value = |number: &Number| match number.kind {
        Kind::Constant(value @ 0..) => Some(i128::from(value)),
        _ => None,
    };
    let is = |number: &Number, n: usize| matches!(number.kind, Kind::Symbol(symbol) if symbol == n);
    match truth {
        Truth::Tuple(tuple, members) if tuple.len() == 2 && is(&tuple[0], 0) && is(&tuple[1], 1) => {
            members.iter().map(|member| Some([value(&member[0])?, value(&member[1])?])).collect()
        }
        Truth::And(parts) => {
            let mut heaps: [Option<i128>; 2] = [None, None];
            for part in parts {
                let Truth::Chain(left, links) = part else { return None };
                let [(Relation::Equal, right)] = links.as_slice() else { return None };
                let n = (0..2).find(|n| is(left, *n))?;
                if heaps[n].replace(value(right)?).is_some() {
                    return None;
                }
            }
            Some(vec![[heaps[0]?, heaps[1]?]])
        }
        Truth::Chain(x, links) => {
            let [(Relation::Equal, y), (Relation::Equal, both)] = links.as_slice() else { return None };
            (is(x, 0) && is(y, 1)).then_some(vec![[value(both)?; 2]])
        }
        _ => None,
    }
}

fn polynomial(number: &Number, index: usize) -> Option<Polynomial> {
    match &number.kind {
        Kind::Constant(value) => Some(Polynomial::number(i128::from(*value))),
        Kind::Symbol(n) if *n == index => Some(Polynomial::variable(INDEX)),
        Kind::Symbol(n) => symbol(n.checked_sub(2)?),
        Kind::Negative(a) => polynomial(a, index)?.scale(-1),
        Kind::Binary(operation, a, b) => {
            let (a, b) = (polynomial(a, index)?, polynomial(b, index)?);
            match operation {
                Operation::Sum => a.add(&b),
                Operation::Difference => minus(&a, &b),
                Operation::Product => a.multiply(&b),
                Operation::Fraction => a.divide(b.whole()?),
                // Rounding down changes nothing if the quotient is always whole.
                Operation::Quotient => a.divide(b.whole()?).filter(Polynomial::is_whole),
                Operation::Power => {
                    let mut power = Polynomial::number(1);
                    for _ in 0..b.whole().filter(|power| (0..=4).contains(power))? {
                        power = power.multiply(&a)?;
                    }
                    Some(power)
                }
                Operation::Remainder | Operation::NimSum => None,
            }
        }
        _ => None,
    }
}
