//! What can be settled only when all names of a definition on any number of heaps are known:
//! which names are indices, which are sets of them, and that every index is one of a heap.

use super::names::Names;
use super::{Condition, Definition, Expression, ExpressionKind as Kind, Name, Read};
use crate::notation::indexed::{Each, Index, Indexed};
use crate::notation::syntax::Body;
use miyama_budget::Mistake;
use miyama_text::say;

/// The functions of definitions on any number of heaps, and how many arguments each takes.
pub(super) const FUNCTIONS: [(&str, usize); 2] = [("sum", usize::MAX), ("size", 1)];

/// What names mean in a family, or in the domain.
struct Scope<'a> {
    indexed: &'a Indexed,
    parameters: &'a [String],
    indices: Vec<String>,
    sets: Vec<String>,
}

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place<'a> {
    /// In a condition, which is meant for every member of a set that it names.
    Condition,
    /// In a change, of every member of this set if it is one.
    Change(Option<&'a str>),
    /// In `sum(…)`, `min(…)` or `max(…)`, which take all members.
    Fold,
}

/// Settles the families and the domain of a definition.
pub(super) fn settle(definition: &mut Definition, names: &Names<'_>) -> Read<()> {
    let Body::Indexed(indexed) = &mut definition.body else { return Ok(()) };
    for family in &mut indexed.families {
        let mut bound = vec![];
        let mut note = |name: &Name| bound.push(name.text.clone());
        family.conditions.iter().for_each(|c| c.for_each_expression(&mut |e| e.names(&mut note)));
        family.changes.iter().for_each(|change| change.value.names(&mut note));
        let names = names.with_bound(&bound);
        for change in &mut family.changes {
            names.expression(&mut change.value)?;
            names.expression(&mut change.index)?;
        }
        family.conditions.iter_mut().try_for_each(|condition| names.condition(condition))?;
    }
    definition.domain.iter_mut().try_for_each(|condition| names.condition(condition))?;
    let Body::Indexed(indexed) = &definition.body else { return Ok(()) };
    let parameters = names.parameters();
    for family in &indexed.families {
        let mut scope = Scope { indexed, parameters, indices: vec![], sets: vec![] };
        for each in &family.each {
            scope.add(each)?;
        }
        for change in &family.changes {
            let set = scope.set(&change.index);
            if set.is_none() {
                scope.index(&change.index)?;
            }
            scope.check(&change.value, Place::Change(set))?;
        }
        family.conditions.iter().try_for_each(|condition| scope.condition(condition))?;
    }
    if definition.domain.is_empty() {
        return Ok(());
    }
    // In the domain every index is meant that has no other meaning.
    let mut indices = vec![];
    let mut place = None;
    for condition in &definition.domain {
        condition.for_each_expression(&mut |expression| {
            place.get_or_insert(expression.at.clone());
            used_as_index(expression, &mut indices);
        });
    }
    if indexed.shrinking {
        return Err(Mistake::new(place.unwrap_or(0..0), say!("notation.shrinking_domain")));
    }
    let scope = Scope { indexed, parameters, indices, sets: vec![] };
    for condition in &definition.domain {
        scope.condition(condition)?;
        let mut stray = None;
        condition.for_each_expression(&mut |expression| {
            expression.names(&mut |name| {
                let known =
                    names.is_number(&name.text) || names.is_function(&name.text) || scope.indices.contains(&name.text);
                if !known && stray.is_none() {
                    stray = Some(name.clone());
                }
            })
        });
        if let Some(name) = stray {
            return Err(Mistake::new(name.at.clone(), say!("notation.stray_in_domain", name = &name.text)));
        }
    }
    Ok(())
}

/// The names in the indices of an expression.
fn used_as_index(expression: &Expression, found: &mut Vec<String>) {
    if let Kind::Indexed(_, index) = &expression.kind {
        index.from.names(&mut |name| found.push(name.text.clone()));
    }
    expression.for_each_part(&mut |part| used_as_index(part, found));
}

impl Scope<'_> {
    fn add(&mut self, each: &Each) -> Read<()> {
        let mut result = Ok(());
        each.for_each_expression(&mut |expression| {
            if result.is_ok() {
                result = self.known(expression);
            }
        });
        result?;
        for (place, name) in each.names().iter().enumerate() {
            let taken = [&self.indexed.heap, &self.indexed.count].contains(&name)
                || self.parameters.contains(&name.text)
                || self.indices.contains(&name.text)
                || self.sets.contains(&name.text);
            if taken {
                return Err(Mistake::new(name.at.clone(), say!("notation.twice", name = &name.text)));
            }
            let list = if each.is_set(place) { &mut self.sets } else { &mut self.indices };
            list.push(name.text.clone());
        }
        Ok(())
    }

    /// The set of indices that an index is.
    fn set<'b>(&self, index: &'b Expression) -> Option<&'b str> {
        match &index.kind {
            Kind::Name(name) if self.sets.contains(&name.text) => Some(&name.text),
            _ => None,
        }
    }

    /// An index is calculated from what is chosen, the number of heaps and parameters.
    fn known(&self, index: &Expression) -> Read<()> {
        if let Kind::Indexed(..) = index.kind {
            return Err(Mistake::new(index.at.clone(), say!("notation.index_of_heap")));
        }
        if let Kind::Name(name) = &index.kind {
            let known = self.indices.contains(&name.text)
                || self.parameters.contains(&name.text)
                || *name == self.indexed.count;
            if !known {
                let says = say!("notation.unknown_index", name = &name.text);
                return Err(
                    Mistake::new(name.at.clone(), says).with_hint(say!("notation.say_for_each", name = &name.text))
                );
            }
        }
        let mut result = Ok(());
        index.for_each_part(&mut |part| {
            if result.is_ok() {
                result = self.known(part);
            }
        });
        result
    }

    /// The same, and it is one of a heap, whatever the number of heaps.
    fn index(&self, index: &Expression) -> Read<()> {
        self.known(index)?;
        let beyond = !self.indexed.cyclic
            && match linear(index, &self.indexed.count.text) {
                Some((0, number)) => number < 1,
                Some((1, more)) => more > 0,
                _ => false,
            };
        if beyond {
            let (heap, count) = (&self.indexed.heap.text, &self.indexed.count.text);
            let says = say!("notation.beyond", heap = heap, index = index.to_string(), count = count);
            return Err(Mistake::new(index.at.clone(), says));
        }
        Ok(())
    }

    fn condition(&self, condition: &Condition) -> Read<()> {
        let mut result = Ok(());
        condition.for_each_expression(&mut |expression| {
            if result.is_ok() {
                result = self.check(expression, Place::Condition);
            }
        });
        result
    }

    fn check(&self, expression: &Expression, place: Place<'_>) -> Read<()> {
        let inner = match &expression.kind {
            Kind::Name(name) if *name == self.indexed.heap => {
                return Err(Mistake::new(name.at.clone(), say!("notation.needs_index", heap = &name.text)));
            }
            Kind::Name(name) if self.sets.contains(&name.text) => {
                return Err(Mistake::new(name.at.clone(), say!("notation.set_alone", name = &name.text)));
            }
            Kind::Name(_) => return Ok(()),
            Kind::Indexed(name, index) => return self.indexed(name, index, expression, place),
            Kind::Call(name, arguments) if name.text == "size" => {
                return match arguments.first() {
                    Some(argument) if self.set(argument).is_some() => Ok(()),
                    _ => Err(Mistake::new(expression.at.clone(), say!("notation.size_of_set"))),
                };
            }
            Kind::Call(name, _) if name.text == "sum" => Place::Fold,
            Kind::Least(_) | Kind::Greatest(_) => Place::Fold,
            _ => place,
        };
        let mut result = Ok(());
        expression.for_each_part(&mut |part| {
            if result.is_ok() {
                result = self.check(part, inner);
            }
        });
        result
    }

    fn indexed(&self, name: &Name, index: &Index, whole: &Expression, place: Place<'_>) -> Read<()> {
        let number = *name == self.indexed.count
            || self.parameters.contains(&name.text)
            || self.indices.contains(&name.text)
            || self.sets.contains(&name.text);
        if number {
            return Err(Mistake::new(name.at.clone(), say!("notation.not_indexed", name = &name.text)));
        }
        if let Some(to) = &index.to {
            if place != Place::Fold {
                return Err(Mistake::new(whole.at.clone(), say!("notation.range_alone")));
            }
            self.known(&index.from)?;
            return self.known(to);
        }
        match (self.set(&index.from), place) {
            (None, _) if *name == self.indexed.heap => self.index(&index.from),
            (None, _) => self.known(&index.from),
            (Some(set), Place::Change(of)) if of != Some(set) => {
                Err(Mistake::new(whole.at.clone(), say!("notation.other_set", name = set)))
            }
            (Some(_), _) => Ok(()),
        }
    }
}

/// The index as a·n + b.
fn linear(index: &Expression, count: &str) -> Option<(i64, i64)> {
    Some(match &index.kind {
        Kind::Number(number) => (0, *number),
        Kind::Name(name) if name.text == count => (1, 0),
        Kind::Negative(a) => {
            let (a, b) = linear(a, count)?;
            (a.checked_neg()?, b.checked_neg()?)
        }
        Kind::Sum(a, b) => {
            let ((a, b), (c, d)) = (linear(a, count)?, linear(b, count)?);
            (a.checked_add(c)?, b.checked_add(d)?)
        }
        Kind::Difference(a, b) => {
            let ((a, b), (c, d)) = (linear(a, count)?, linear(b, count)?);
            (a.checked_sub(c)?, b.checked_sub(d)?)
        }
        _ => return None,
    })
}
