//! Names of one game that another has too.

use crate::notation::syntax::{
    Body, Condition, Definition, Expression, ExpressionKind as Kind, LetValue, Name, OptionSet,
};
use crate::notation::term::{OperatorKind, Term};
use std::collections::BTreeSet;

/// A name like the wanted one that is not taken.
pub(super) fn fresh(wanted: &str, taken: &BTreeSet<String>) -> String {
    let numbered = (2u32..).map(|number| format!("{wanted}{number}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// The names that heaps usually have.
const USUAL: [&str; 6] = ["x", "y", "z", "u", "v", "w"];

/// Whether heaps are usually called so.
pub(super) fn is_usual(name: &str) -> bool {
    USUAL.contains(&name)
}

/// A name for a heap that is not taken.
pub(super) fn fresh_heap(taken: &BTreeSet<String>) -> String {
    USUAL
        .map(str::to_owned)
        .into_iter()
        .chain((2u32..).map(|number| format!("x{number}")))
        .find(|name| !taken.contains(name))
        .unwrap_or_default()
}

/// Which heap is meant by a name that tells its place alone: x is the first, and so is x1.
pub(super) fn place_of(name: &str) -> Option<usize> {
    let usual = USUAL.iter().position(|usual| *usual == name);
    usual.or_else(|| name.strip_prefix('x')?.parse::<usize>().ok()?.checked_sub(1))
}

/// Notes all names of a set that stand for numbers.
pub(super) fn noted(set: &OptionSet, names: &mut BTreeSet<String>) {
    let mut note = |name: &Name| {
        names.insert(name.text.clone());
    };
    for tuple in &set.tuples {
        tuple.heaps.iter().chain(&tuple.copies).for_each(|expression| expression.names(&mut note));
    }
    set.conditions.iter().for_each(|condition| condition.for_each_expression(&mut |e| e.names(&mut note)));
}

/// Calls the bound integers of a set by names that are not taken, where theirs are; what
/// is `known` is no bound integer.
pub(super) fn renamed_apart(set: &mut OptionSet, known: &BTreeSet<String>, taken: &BTreeSet<String>) {
    let mut own = BTreeSet::new();
    noted(set, &mut own);
    let mut all: BTreeSet<String> = taken.union(&own).cloned().collect();
    let mut renamed = Vec::new();
    for name in own.iter().filter(|name| !known.contains(*name) && taken.contains(*name)) {
        let new = fresh(name, &all);
        all.insert(new.clone());
        renamed.push((name.clone(), new));
    }
    by_names(&renamed, |replaced| replaced.set(set));
}

/// Calls heaps and functions of a definition by other names.
pub(super) fn rename(renamed: &[(String, String)], definition: &mut Definition) {
    by_names(renamed, |replaced| replaced.definition(definition));
    let new = |name: &mut Name| {
        if let Some((_, new)) = renamed.iter().find(|(old, _)| *old == name.text) {
            name.text.clone_from(new);
        }
    };
    if let Body::Options { heaps, .. } = &mut definition.body {
        heaps.iter_mut().for_each(new);
    }
    definition.lets.iter_mut().for_each(|one| new(&mut one.name));
}

fn by_names(renamed: &[(String, String)], replace: impl FnOnce(&Replaced<'_>)) {
    let name = |name: &str| renamed.iter().find(|(old, _)| old == name).map(|(_, new)| new.clone());
    let number = |text: &str| {
        let text = name(text)?;
        Some(Expression { kind: Kind::Name(Name { text, at: 0..0 }), at: 0..0 })
    };
    replace(&Replaced { number: &number, name: &name });
}

/// Expressions in the places of numbers with a name, and other names for functions and sets.
pub(super) struct Replaced<'a> {
    pub(super) number: &'a dyn Fn(&str) -> Option<Expression>,
    pub(super) name: &'a dyn Fn(&str) -> Option<String>,
}

impl Replaced<'_> {
    pub(super) fn definition(&self, definition: &mut Definition) {
        for one in &mut definition.lets {
            match &mut one.value {
                LetValue::Function(arguments, body) => {
                    // Within a function its arguments have their own names.
                    let own = |name: &str| arguments.iter().any(|argument| argument.text == name);
                    let number = |name: &str| if own(name) { None } else { (self.number)(name) };
                    Replaced { number: &number, name: self.name }.expression(body);
                }
                LetValue::Members(members) => members.iter_mut().for_each(|member| self.expression(member)),
                LetValue::Sequence(_) => {}
            }
        }
        match &mut definition.body {
            Body::Options { sets, .. } => sets.iter_mut().for_each(|set| self.set(set)),
            // Any number of heaps is no operand.
            Body::Code(_) | Body::Indexed(_) => {}
            Body::Compound(term) => self.term(term),
        }
        definition.domain.iter_mut().for_each(|condition| self.condition(condition));
    }

    fn term(&self, term: &mut Term) {
        match term {
            Term::Rules(definition) => self.definition(definition),
            Term::Named(_) => {}
            Term::Changed(change, inner) => {
                match &mut change.kind {
                    OperatorKind::Block(k) => self.expression(k),
                    OperatorKind::Twisted(c) => c.iter_mut().for_each(|c| self.expression(c)),
                    OperatorKind::Ends(conditions) | OperatorKind::Wins(_, conditions) => {
                        conditions.iter_mut().for_each(|condition| self.condition(condition));
                    }
                    OperatorKind::Pass | OperatorKind::Impartial => {}
                }
                self.term(inner);
            }
            Term::Joined(_, both, _) => both.iter_mut().for_each(|one| self.term(one)),
        }
    }

    pub(super) fn set(&self, set: &mut OptionSet) {
        for tuple in &mut set.tuples {
            tuple.heaps.iter_mut().chain(&mut tuple.copies).for_each(|expression| self.expression(expression));
        }
        set.conditions.iter_mut().for_each(|condition| self.condition(condition));
    }

    pub(super) fn condition(&self, condition: &mut Condition) {
        match condition {
            Condition::And(all) | Condition::Or(all) => all.iter_mut().for_each(|inner| self.condition(inner)),
            Condition::Not(inner) => self.condition(inner),
            Condition::AmongNamed(term, set) => {
                self.expression(term);
                if let Some(new) = (self.name)(&set.text) {
                    set.text = new;
                }
            }
            other => other.for_each_expression_mut(&mut |expression| self.expression(expression)),
        }
    }

    pub(super) fn expression(&self, expression: &mut Expression) {
        match &mut expression.kind {
            Kind::Name(name) => {
                if let Some(new) = (self.number)(&name.text) {
                    *expression = Expression { at: expression.at.clone(), ..new };
                }
                return;
            }
            Kind::Call(name, _) => {
                if let Some(new) = (self.name)(&name.text) {
                    name.text = new;
                }
            }
            Kind::Choice(condition, a, b) => {
                self.condition(condition);
                self.expression(a);
                self.expression(b);
                return;
            }
            _ => {}
        }
        expression.for_each_part_mut(&mut |part| self.expression(part));
    }
}
