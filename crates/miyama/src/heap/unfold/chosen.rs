//! What expressions and conditions say when the indices are chosen: heaps and bound integers by
//! their names, and numbers calculated as far as they are known.

use super::{Choice, Chosen, Unfolding};
use crate::heap::notation::{Comparison, Condition, Expression, ExpressionKind as Kind, Name, Relation};
use crate::heap::ruleset::Argument;
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

impl Unfolding<'_> {
    /// An expression with the choice put in and calculated as far as it is known; none where
    /// it asks for a heap that does not exist.
    pub(super) fn number(&self, expression: &Expression, chosen: &Choice<'_>) -> Result<Option<Expression>, Mistake> {
        let at = expression.at.clone();
        let known = |number: i64| Ok(Some(Expression { kind: Kind::Number(number), at: at.clone() }));
        match &expression.kind {
            Kind::Name(name) if *name == self.indexed.count => known(self.count()),
            Kind::Name(name) => match (chosen.get(name.text.as_str()), self.given.get(name.text.as_str())) {
                (Some(Chosen::Heap(number) | Chosen::Number(number)), _) | (None, Some(Argument::Number(number))) => {
                    known(*number)
                }
                (Some(Chosen::Set(_)), _) | (None, Some(Argument::Set(_))) => {
                    Err(Mistake::new(at, say!("ruleset.not_a_number", name = &name.text)))
                }
                (None, None) => Ok(Some(expression.clone())),
            },
            Kind::Indexed(name, index) => self.one_of(name, self.index(&index.from, chosen)?, at),
            Kind::Call(name, parts) if name.text == "size" => match parts.first().map(|part| &part.kind) {
                Some(Kind::Name(set)) => match chosen.get(set.text.as_str()) {
                    Some(Chosen::Set(set)) => known(set.len() as i64),
                    _ => known(1),
                },
                _ => Err(Mistake::new(at, say!("notation.size_of_set"))),
            },
            Kind::Call(name, parts) if name.text == "sum" => {
                let Some(parts) = self.all_of(parts, chosen)? else { return Ok(None) };
                let mut sum = Expression { kind: Kind::Number(0), at: at.clone() };
                for part in parts {
                    sum = match sum.kind {
                        Kind::Number(0) => part,
                        _ => calculated(Expression { kind: Kind::Sum(Box::new(sum), Box::new(part)), at: at.clone() }),
                    };
                }
                Ok(Some(sum))
            }
            Kind::Least(parts) | Kind::Greatest(parts) => {
                let Some(parts) = self.all_of(parts, chosen)?.filter(|parts| !parts.is_empty()) else {
                    return Ok(None);
                };
                let least = matches!(expression.kind, Kind::Least(_));
                Ok(Some(calculated(Expression {
                    kind: if least { Kind::Least(parts) } else { Kind::Greatest(parts) },
                    at,
                })))
            }
            Kind::Choice(condition, a, b) => self.either(condition, a, b, chosen, at),
            _ => {
                let mut new = expression.clone();
                let mut result = Ok(true);
                new.for_each_part_mut(&mut |part| {
                    if let Ok(defined) = &mut result {
                        match self.number(part, chosen) {
                            Ok(Some(number)) => *part = number,
                            Ok(None) => *defined = false,
                            Err(mistake) => result = Err(mistake),
                        }
                    }
                });
                Ok(result?.then(|| calculated(new)))
            }
        }
    }

    fn either(
        &self,
        condition: &Condition,
        a: &Expression,
        b: &Expression,
        chosen: &Choice<'_>,
        at: Range<usize>,
    ) -> Result<Option<Expression>, Mistake> {
        let holds = self.condition(condition, true, chosen)?;
        let fails = self.condition(condition, false, chosen)?;
        match (&holds, &fails) {
            (Condition::And(all), _) if all.is_empty() => self.number(a, chosen),
            (_, Condition::And(all)) if all.is_empty() => self.number(b, chosen),
            (Condition::Or(one), Condition::Or(other)) if one.is_empty() && other.is_empty() => Ok(None),
            _ => match (self.number(a, chosen)?, self.number(b, chosen)?) {
                (Some(a), Some(b)) => {
                    Ok(Some(Expression { kind: Kind::Choice(Box::new(holds), Box::new(a), Box::new(b)), at }))
                }
                _ => Err(Mistake::new(at, say!("ruleset.index_in_choice"))),
            },
        }
    }

    /// The heap, or the bound integer, with this index.
    fn one_of(&self, name: &Name, index: i64, at: Range<usize>) -> Result<Option<Expression>, Mistake> {
        if *name == self.indexed.heap {
            let heap = self.heap(index);
            if heap.is_none() {
                self.missing.set(true);
            }
            return Ok(heap.map(|(_, heap)| Expression { kind: Kind::Name(heap.clone()), at }));
        }
        let index = self.wrapped(index).unwrap_or(index);
        let sign = if index < 0 { "m" } else { "" };
        let mut text = format!("{}_{sign}{}", name.text, index.unsigned_abs());
        while self.taken.contains(&text) || self.heaps.iter().any(|heap| heap.text == text) {
            text.push('\'');
        }
        Ok(Some(Expression { kind: Kind::Name(Name { text, at: at.clone() }), at }))
    }

    /// All that the arguments of `sum`, `min` or `max` stand for.
    fn all_of(&self, parts: &[Expression], chosen: &Choice<'_>) -> Result<Option<Vec<Expression>>, Mistake> {
        let mut all = vec![];
        for part in parts {
            if let Kind::Indexed(name, index) = &part.kind
                && let Some(to) = &index.to
            {
                for one in self.index(&index.from, chosen)?..=self.index(to, chosen)? {
                    all.push(self.one_of(name, one, part.at.clone())?);
                }
                continue;
            }
            let mut own = vec![];
            sets_in(part, chosen, &mut own);
            for chosen in for_members(&own, chosen) {
                all.push(self.number(part, &chosen)?);
            }
        }
        Ok(all.into_iter().collect())
    }

    /// A condition, or its negation, with the choice put in. A comparison with a heap that
    /// does not exist holds neither as it is nor negated.
    pub(super) fn condition(
        &self,
        condition: &Condition,
        holds: bool,
        chosen: &Choice<'_>,
    ) -> Result<Condition, Mistake> {
        let signed = |condition: Condition| if holds { condition } else { Condition::Not(Box::new(condition)) };
        Ok(match condition {
            Condition::Not(inner) => self.condition(inner, !holds, chosen)?,
            Condition::And(parts) | Condition::Or(parts) => {
                let parts = parts.iter().map(|part| self.condition(part, holds, chosen)).collect::<Result<_, _>>()?;
                joined(parts, matches!(condition, Condition::And(_)) == holds)
            }
            Condition::Chain(first, links) => {
                let mut left = self.number(first, chosen)?;
                let mut parts = vec![];
                for link in links {
                    let right = self.number(&link.term, chosen)?;
                    let relation = if holds { link.relation } else { link.relation.opposite() };
                    parts.push(match (left, &right) {
                        (Some(left), Some(right)) => compared(left, relation, right.clone()),
                        _ => never(),
                    });
                    left = right;
                }
                joined(parts, holds)
            }
            Condition::Among(term, members) => {
                let Some(term) = self.number(term, chosen)? else { return Ok(never()) };
                let relation = if holds { Relation::Equal } else { Relation::Unequal };
                let mut parts = vec![];
                for member in members {
                    parts.push(match self.number(member, chosen)? {
                        Some(member) => compared(term.clone(), relation, member),
                        None => never(),
                    });
                }
                joined(parts, !holds)
            }
            Condition::AmongNamed(term, name) => {
                let Some(term) = self.number(term, chosen)? else { return Ok(never()) };
                match self.given.get(name.text.as_str()) {
                    Some(Argument::Set(members)) => {
                        signed(Condition::Among(term, members.iter().map(|member| Expression::from(*member)).collect()))
                    }
                    Some(Argument::Number(_)) => {
                        return Err(Mistake::new(name.at.clone(), say!("ruleset.not_a_set", name = &name.text)));
                    }
                    None => signed(Condition::AmongNamed(term, name.clone())),
                }
            }
            Condition::Tuples(..) | Condition::Unordered(..) | Condition::Exists(_) | Condition::Automaton(..) => {
                let mut result = Ok(true);
                let mut new = condition.clone();
                let mut whole = |expression: &Expression| {
                    if let Ok(defined) = &result {
                        result = self.number(expression, chosen).map(|number| *defined && number.is_some());
                    }
                };
                condition.for_each_expression(&mut whole);
                if !result? {
                    let mut at = 0..0;
                    condition.for_each_expression(&mut |expression| at = expression.at.clone());
                    return Err(Mistake::new(at, say!("ruleset.index_in_choice")));
                }
                new.for_each_expression_mut(&mut |expression| {
                    if let Ok(Some(number)) = self.number(expression, chosen) {
                        *expression = number;
                    }
                });
                signed(new)
            }
        })
    }
}

/// The sets of indices that an expression names outside of `sum`, `min` and `max`.
pub(super) fn sets_in<'a>(expression: &Expression, chosen: &Choice<'a>, found: &mut Vec<&'a str>) {
    match &expression.kind {
        Kind::Least(_) | Kind::Greatest(_) => {}
        Kind::Call(name, _) if name.text == "sum" || name.text == "size" => {}
        Kind::Indexed(_, index) => {
            if let Kind::Name(name) = &index.from.kind
                && let Some((set, Chosen::Set(_))) = chosen.get_key_value(name.text.as_str())
                && !found.contains(set)
            {
                found.push(set);
            }
        }
        _ => expression.for_each_part(&mut |part| sets_in(part, chosen, found)),
    }
}

/// The choice with each member of the sets in their places.
pub(super) fn for_members<'a>(sets: &[&str], chosen: &Choice<'a>) -> Vec<Choice<'a>> {
    let mut all = vec![chosen.clone()];
    for name in sets {
        let Some(Chosen::Set(members)) = chosen.get(*name) else { continue };
        all = all
            .iter()
            .flat_map(|one| {
                members.iter().map(|member| {
                    let mut one = one.clone();
                    one.iter_mut().filter(|(known, _)| *known == name).for_each(|(_, chosen)| {
                        *chosen = Chosen::Number(*member);
                    });
                    one
                })
            })
            .collect();
    }
    all
}

/// The condition that never holds.
fn never() -> Condition {
    Condition::Or(vec![])
}

/// All of them, or one of them, with what always and what never holds left out.
fn joined(parts: Vec<Condition>, all: bool) -> Condition {
    let is_always = |part: &Condition| matches!(part, Condition::And(parts) if parts.is_empty());
    let is_never = |part: &Condition| matches!(part, Condition::Or(parts) if parts.is_empty());
    let mut left = vec![];
    for part in parts {
        match (all, is_always(&part), is_never(&part)) {
            (true, _, true) => return never(),
            (false, true, _) => return Condition::And(vec![]),
            (true, true, _) | (false, _, true) => {}
            _ => left.push(part),
        }
    }
    match (left.len(), all) {
        (1, _) => left.remove(0),
        (_, true) => Condition::And(left),
        (_, false) => Condition::Or(left),
    }
}

fn compared(left: Expression, relation: Relation, right: Expression) -> Condition {
    if let (Kind::Number(a), Kind::Number(b)) = (&left.kind, &right.kind) {
        let holds = match relation {
            Relation::Less => a < b,
            Relation::AtMost => a <= b,
            Relation::Equal => a == b,
            Relation::Unequal => a != b,
            Relation::Greater => a > b,
            Relation::AtLeast => a >= b,
        };
        return if holds { Condition::And(vec![]) } else { never() };
    }
    Condition::Chain(left, vec![Comparison { relation, term: right }])
}

/// The number that an expression of numbers is.
fn calculated(expression: Expression) -> Expression {
    let number = |part: &Expression| match part.kind {
        Kind::Number(number) => Some(number),
        _ => None,
    };
    let two = |a: &Expression, b: &Expression, of: fn(i64, i64) -> Option<i64>| of(number(a)?, number(b)?);
    let value = match &expression.kind {
        Kind::Negative(a) => number(a).and_then(i64::checked_neg),
        Kind::Absolute(a) => number(a).and_then(i64::checked_abs),
        Kind::Sum(a, b) => two(a, b, i64::checked_add),
        Kind::Difference(a, b) => two(a, b, i64::checked_sub),
        Kind::Product(a, b) => two(a, b, i64::checked_mul),
        Kind::Quotient(a, b) => two(a, b, |a, b| (b >= 1).then(|| a.div_euclid(b))),
        Kind::Remainder(a, b) => two(a, b, |a, b| (b >= 1).then(|| a.rem_euclid(b))),
        Kind::Least(parts) => {
            parts.iter().map(number).collect::<Option<Vec<i64>>>().and_then(|all| all.into_iter().min())
        }
        Kind::Greatest(parts) => {
            parts.iter().map(number).collect::<Option<Vec<i64>>>().and_then(|all| all.into_iter().max())
        }
        _ => None,
    };
    match value {
        Some(value) => Expression { kind: Kind::Number(value), at: expression.at },
        None => expression,
    }
}
