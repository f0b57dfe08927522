//! That a set has an option, as conditions: what a pass needs.

use super::{Rules, compared, names};
use crate::notation::syntax::{
    Comparison, Condition, Expression, ExpressionKind as Kind, Name, OptionSet, Relation, Tuple,
};
use std::collections::BTreeSet;

/// Conditions that hold, for some bound integers, if and only if the set has an option:
/// its own, that the heaps of the option are ≥ 0, and that they are in the domain.
pub(super) fn has_option(
    set: &OptionSet,
    after: &[Expression],
    rules: &Rules,
    known: &BTreeSet<String>,
) -> Vec<Condition> {
    let mut conditions = set.conditions.clone();
    let is_heap = |one: &Expression| matches!(&one.kind, Kind::Name(name) if rules.heaps.contains(name));
    let moved = after.iter().filter(|one| !is_heap(one) && !matches!(one.kind, Kind::Number(0..)));
    conditions.extend(moved.map(|one| compared(one.clone(), Relation::AtLeast, 0.into())));
    let by = |name: &Name| rules.heaps.iter().position(|heap| heap == name).map(|place| after[place].clone());
    conditions.extend(rules.domain.iter().map(|condition| condition.replaced(&by)));
    let tuples = vec![Tuple { copies: None, heaps: vec![] }];
    let alone = OptionSet { tuples, conditions: conditions.clone(), ..set.clone() };
    let mut bound = BTreeSet::new();
    names::noted(&alone, &mut bound);
    for name in bound.difference(known) {
        if let Some(without) = eliminated(&conditions, name, rules) {
            conditions = without;
        }
    }
    conditions
}

/// A bound of an integer, and whether it is strict.
type Limit = (Expression, bool);

/// The conditions without an integer i ≥ 0 that stands alone on one side of some
/// comparisons: between whole numbers there is one exactly if no lower bound exceeds an
/// upper one. None if it stands elsewhere, or nothing bounds it from above.
fn eliminated(conditions: &[Condition], name: &str, rules: &Rules) -> Option<Vec<Condition>> {
    let (mut lower, mut upper): (Vec<Limit>, Vec<Limit>) = (vec![(0.into(), false)], vec![]);
    let mut kept = Vec::new();
    for condition in conditions {
        let Condition::Chain(first, rest) = condition else {
            let mut inside = false;
            condition.for_each_expression(&mut |expression| inside |= mentions(expression, name));
            if inside {
                return None;
            }
            kept.push(condition.clone());
            continue;
        };
        let mut before = first;
        for Comparison { relation, term } in rest {
            let (left, right) = (before, term);
            before = term;
            match (mentions(left, name), mentions(right, name)) {
                (false, false) => kept.push(compared(left.clone(), *relation, right.clone())),
                (true, false) => {
                    // heap − i ≥ 0 is i ≤ heap.
                    let (limit, relation) = match (&left.kind, &right.kind, relation) {
                        (Kind::Difference(heap, taken), Kind::Number(0), Relation::AtLeast)
                            if is_name(taken, name) && !mentions(heap, name) =>
                        {
                            ((**heap).clone(), Relation::AtMost)
                        }
                        _ if is_name(left, name) => (right.clone(), *relation),
                        _ => return None,
                    };
                    note(limit, relation, &mut lower, &mut upper)?;
                }
                (false, true) if is_name(right, name) => {
                    let turned = match relation {
                        Relation::Less => Relation::Greater,
                        Relation::AtMost => Relation::AtLeast,
                        Relation::Greater => Relation::Less,
                        Relation::AtLeast => Relation::AtMost,
                        Relation::Equal | Relation::Unequal => return None,
                    };
                    note(left.clone(), turned, &mut lower, &mut upper)?;
                }
                _ => return None,
            }
        }
    }
    if upper.is_empty() {
        return None;
    }
    let is_heap = |one: &Expression| matches!(&one.kind, Kind::Name(name) if rules.heaps.contains(name));
    for (low, after_low) in &lower {
        for (high, before_high) in &upper {
            if matches!(low.kind, Kind::Number(..=0)) && !after_low && !before_high && is_heap(high) {
                continue;
            }
            let condition = match (after_low, before_high) {
                (false, false) => compared(low.clone(), Relation::AtMost, high.clone()),
                (true, true) => {
                    let next = Kind::Sum(Box::new(low.clone()), Box::new(1.into()));
                    compared(Expression { kind: next, at: 0..0 }, Relation::Less, high.clone())
                }
                _ => compared(low.clone(), Relation::Less, high.clone()),
            };
            if !kept.contains(&condition) {
                kept.push(condition);
            }
        }
    }
    Some(kept)
}

fn note(limit: Expression, relation: Relation, lower: &mut Vec<Limit>, upper: &mut Vec<Limit>) -> Option<()> {
    match relation {
        Relation::Less => upper.push((limit, true)),
        Relation::AtMost => upper.push((limit, false)),
        Relation::Greater => lower.push((limit, true)),
        Relation::AtLeast => lower.push((limit, false)),
        Relation::Equal | Relation::Unequal => return None,
    }
    Some(())
}

fn mentions(expression: &Expression, name: &str) -> bool {
    let mut found = false;
    expression.names(&mut |other| found |= other.text == name);
    found
}

fn is_name(expression: &Expression, name: &str) -> bool {
    matches!(&expression.kind, Kind::Name(other) if other.text == name)
}
