//! Definitions on any number of heaps, executed as they stand: every choice of the indices is
//! a set of options of its own, whose bound integers are then tried like those of any set.

use super::meaning::{Formula, Functions, Given, Reader, Set, Term, given};
use crate::argument::Argument;
use crate::notation::{Definition, Each, Entry, Expression, ExpressionKind as Kind, Family, Index, Indexed, Name};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is chosen by `for each`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Chosen {
    /// An index; whether it is that of a heap that must differ from the others.
    One(i128, bool),
    /// A set of indices.
    Set(BTreeSet<i128>),
}

/// The heaps in a row, and which of them are chosen.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    indexed: &'a Indexed,
    heaps: i128,
    chosen: Vec<(String, Chosen)>,
    /// Whether a heap was asked for that does not exist.
    missing: bool,
}

/// The sets of options, and the domain, for so many heaps; `None` if the arguments do not fit.
pub(super) fn read(
    definition: &Definition,
    indexed: &Indexed,
    arguments: &[Argument],
    heaps: usize,
) -> Option<(Vec<Set>, Vec<Formula>)> {
    let (given, functions) = given(definition, arguments)?;
    let read = Reading { indexed, heaps, given, functions };
    let mut sets = vec![];
    for family in &indexed.families {
        for chosen in read.choices(&family.each, vec![])? {
            sets.extend(read.set(family, chosen)?);
        }
    }
    let mut domain = vec![];
    for condition in &definition.domain {
        // Every index is meant that has no other meaning, and different names are different heaps.
        let mut names = vec![];
        condition.for_each_expression(&mut |expression| indices(expression, &mut names));
        let reader = read.reader(vec![]);
        names.retain(|name: &String| *name != indexed.count.text && !reader.is_given(name));
        names.sort();
        names.dedup();
        let each: Vec<Each> = names.into_iter().map(|text| Each::Heap(Name { text, at: 0..0 })).collect();
        for chosen in read.choices(&each, vec![])? {
            let mut reader = Reader { bound: None, ..read.reader(chosen) };
            let formula = reader.condition(condition, true)?;
            if reader.row.is_some_and(|row| !row.missing) {
                domain.push(formula);
            }
        }
    }
    Some((sets, domain))
}

fn indices(expression: &Expression, found: &mut Vec<String>) {
    if let Kind::Indexed(_, index) = &expression.kind {
        index.from.names(&mut |name| found.push(name.text.clone()));
        index.to.iter().for_each(|to| to.names(&mut |name| found.push(name.text.clone())));
    }
    expression.for_each_part(&mut |part| indices(part, found));
}

struct Reading<'a> {
    indexed: &'a Indexed,
    heaps: usize,
    given: Arc<Given>,
    functions: Functions,
}

impl Reading<'_> {
    fn reader(&self, chosen: Vec<(String, Chosen)>) -> Reader<'_> {
        let row = Row { indexed: self.indexed, heaps: self.heaps as i128, chosen, missing: false };
        Reader {
            // No name of a definition is empty: heaps are met by their indices alone.
            heaps: vec![String::new(); self.heaps],
            given: &self.given,
            functions: &self.functions,
            bound: Some(vec![]),
            row: Some(row),
        }
    }

    /// All choices for what is left of a `for each`.
    fn choices(&self, each: &[Each], chosen: Vec<(String, Chosen)>) -> Option<Vec<Vec<(String, Chosen)>>> {
        let Some((first, rest)) = each.split_first() else { return Some(vec![chosen]) };
        let mut ways: Vec<Vec<Chosen>> = vec![];
        let all = 1..=self.heaps as i128;
        match first {
            Each::Heap(_) => ways.extend(all.map(|one| vec![Chosen::One(one, true)])),
            Each::Subset { exactly, size, .. } => {
                let size = self.index(size, &chosen)?;
                let mut sets = vec![BTreeSet::new()];
                for one in all {
                    let with_one = sets.clone().into_iter().map(|mut set| {
                        set.insert(one);
                        set
                    });
                    let small = |set: &BTreeSet<i128>| set.len() as i128 <= size;
                    sets = sets.clone().into_iter().chain(with_one).filter(small).collect();
                }
                let fits = |set: &BTreeSet<i128>| !set.is_empty() && (!exactly || set.len() as i128 == size);
                ways.extend(sets.into_iter().filter(fits).map(|set| vec![Chosen::Set(set)]));
            }
            Each::Graph { names, stars, shape, numbers } => {
                let numbers: Option<Vec<i128>> = numbers.iter().map(|number| self.index(number, &chosen)).collect();
                // A graph of a negative size has no edges, nor has one that is not there.
                let numbers: Vec<usize> = numbers?
                    .into_iter()
                    .map(|number| usize::try_from(number).ok().filter(|n| *n <= 100))
                    .collect::<Option<_>>()
                    .unwrap_or_default();
                let (vertices, edges) = shape.edges(&numbers).unwrap_or_default();
                let heap = |one: usize| self.place(one as i128 + 1);
                let set = |members: Vec<usize>| {
                    let members: Option<BTreeSet<i128>> = members.into_iter().map(heap).collect();
                    members.filter(|set| !set.is_empty()).map(|set| vec![Chosen::Set(set)])
                };
                if *stars {
                    for vertex in 0..vertices {
                        let meets = |(_, (a, b)): &(usize, &(usize, usize))| *a == vertex || *b == vertex;
                        ways.extend(set(edges.iter().enumerate().filter(meets).map(|(place, _)| place).collect()));
                    }
                } else if names.len() == 1 {
                    ways.extend(edges.into_iter().filter_map(|(a, b)| set(vec![a, b])));
                } else {
                    for (a, b) in edges.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
                        if let (Some(a), Some(b)) = (heap(a), heap(b)) {
                            ways.push(vec![Chosen::One(a, false), Chosen::One(b, false)]);
                        }
                    }
                }
            }
            Each::Listed(_, members) => {
                for member in members {
                    match member.as_slice() {
                        [Entry::Range(from, to)] => {
                            let (from, to) = (self.index(from, &chosen)?, self.index(to, &chosen)?);
                            let inside = (from..=to).filter_map(|one| self.place(one));
                            ways.extend(inside.map(|one| vec![Chosen::One(one, false)]));
                        }
                        member => {
                            let entries: Option<Vec<Option<Chosen>>> =
                                member.iter().map(|entry| self.entry(entry, &chosen)).collect();
                            ways.extend(entries?.into_iter().collect::<Option<Vec<Chosen>>>());
                        }
                    }
                }
            }
        }
        let mut found = vec![];
        for way in ways {
            let used =
                |one: &Chosen| matches!(one, Chosen::One(_, true)) && chosen.iter().any(|(_, other)| other == one);
            if way.iter().any(used) {
                continue;
            }
            let names = first.names().iter().map(|name| name.text.clone());
            let further = chosen.iter().cloned().chain(names.zip(way)).collect();
            found.extend(self.choices(rest, further)?);
        }
        Some(found)
    }

    /// An entry of a list; the inner `None` where it names a heap that does not exist.
    fn entry(&self, entry: &Entry, chosen: &[(String, Chosen)]) -> Option<Option<Chosen>> {
        Some(match entry {
            Entry::One(one) => self.place(self.index(one, chosen)?).map(|one| Chosen::One(one, false)),
            Entry::Range(..) => return None,
            Entry::Set(entries) => {
                let mut set = BTreeSet::new();
                for entry in entries {
                    let (from, to) = match entry {
                        Entry::One(one) => (one, one),
                        Entry::Range(from, to) => (from, to),
                        Entry::Set(_) => return None,
                    };
                    for one in self.index(from, chosen)?..=self.index(to, chosen)? {
                        match self.place(one) {
                            Some(one) => set.insert(one),
                            None => return Some(None),
                        };
                    }
                }
                Some(Chosen::Set(set))
            }
        })
    }

    fn index(&self, expression: &Expression, chosen: &[(String, Chosen)]) -> Option<i128> {
        let value = self.reader(chosen.to_vec()).term(expression)?.value(&[]).ok()?;
        // Nobody means longer lists than this.
        (-10_000..=10_000).contains(&value).then_some(value)
    }

    fn place(&self, index: i128) -> Option<i128> {
        place(self.indexed, self.heaps as i128, index)
    }

    /// The options of a family for one choice of the indices; the inner `None` where there are none.
    fn set(&self, family: &Family, chosen: Vec<(String, Chosen)>) -> Option<Option<Set>> {
        let mut reader = self.reader(chosen.clone());
        let mut conditions = vec![];
        for condition in &family.conditions {
            let mut sets = vec![];
            condition.for_each_expression(&mut |expression| spread(expression, &chosen, &mut sets));
            for members in members(&sets, &chosen) {
                reader.choose(&chosen, members);
                conditions.push(reader.condition(condition, true)?);
            }
        }
        let mut after: Vec<Term> = (0..self.heaps).map(Term::Symbol).collect();
        let mut changed = BTreeSet::new();
        for change in &family.changes {
            let mut sets = vec![];
            if let Kind::Name(name) = &change.index.kind
                && chosen.iter().any(|(known, what)| *known == name.text && matches!(what, Chosen::Set(_)))
            {
                sets.push(name.text.clone());
            }
            for members in members(&sets, &chosen) {
                reader.choose(&chosen, members);
                let index = reader.term(&change.index)?.value(&[]).ok()?;
                // A heap that does not exist, or one that is changed already.
                let Some(place) = self.place(index).filter(|place| changed.insert(*place)) else { return Some(None) };
                after[usize::try_from(place - 1).ok()?] = reader.term(&change.value)?;
            }
        }
        let bound = reader.bound.unwrap_or_default();
        Some(Some(Set { sym: false, bound, conditions, tuples: vec![after], copies: vec![Term::Number(1)] }))
    }
}

/// The heap of an index: behind the last one comes the first if they are cyclic.
fn place(indexed: &Indexed, heaps: i128, index: i128) -> Option<i128> {
    match indexed.cyclic {
        true => (heaps > 0).then(|| (index - 1).rem_euclid(heaps) + 1),
        false => (1..=heaps).contains(&index).then_some(index),
    }
}

/// The sets of indices that an expression names outside of `sum`, `min` and `max`.
fn spread(expression: &Expression, chosen: &[(String, Chosen)], found: &mut Vec<String>) {
    match &expression.kind {
        Kind::Least(_) | Kind::Greatest(_) => {}
        Kind::Call(name, _) if ["sum", "size"].contains(&name.text.as_str()) => {}
        Kind::Name(name) => {
            let set = chosen.iter().any(|(known, what)| *known == name.text && matches!(what, Chosen::Set(_)));
            if set && !found.contains(&name.text) {
                found.push(name.text.clone());
            }
        }
        _ => expression.for_each_part(&mut |part| spread(part, chosen, found)),
    }
}

/// Every choice of one member of each of the sets.
fn members(sets: &[String], chosen: &[(String, Chosen)]) -> Vec<Vec<(String, i128)>> {
    let mut all = vec![vec![]];
    for name in sets {
        let Some((_, Chosen::Set(set))) = chosen.iter().find(|(known, _)| known == name) else { continue };
        let longer = |one: &Vec<(String, i128)>, member: &i128| {
            let mut one = one.clone();
            one.push((name.clone(), *member));
            one
        };
        all = all.iter().flat_map(|one| set.iter().map(move |member| longer(one, member))).collect();
    }
    all
}

impl Reader<'_> {
    /// Goes on with these members of the sets.
    fn choose(&mut self, chosen: &[(String, Chosen)], members: Vec<(String, i128)>) {
        let Some(row) = &mut self.row else { return };
        row.chosen = chosen.to_vec();
        for (name, member) in members {
            row.chosen
                .iter_mut()
                .filter(|(known, _)| *known == name)
                .for_each(|(_, what)| *what = Chosen::One(member, false));
        }
    }

    fn is_given(&self, name: &str) -> bool {
        self.given.has(name)
    }

    /// The meaning of what only a definition on any number of heaps says; `None` where it
    /// is as everywhere.
    pub(super) fn in_row(&mut self, expression: &Expression) -> Option<Option<Term>> {
        let row = self.row.as_ref()?;
        match &expression.kind {
            Kind::Name(name) if *name == row.indexed.count => Some(Some(Term::Number(row.heaps))),
            Kind::Name(name) => match row.chosen.iter().find(|(known, _)| *known == name.text) {
                Some((_, Chosen::One(index, _))) => Some(Some(Term::Number(*index))),
                Some(_) => Some(None),
                None => None,
            },
            Kind::Indexed(name, index) => Some(self.indexed(name, index)),
            Kind::Call(name, parts) if name.text == "sum" => Some(self.folded(parts).map(|terms| {
                let sum = |sum, term| Term::Sum(Box::new(sum), Box::new(term));
                terms.into_iter().reduce(sum).unwrap_or(Term::Number(0))
            })),
            Kind::Call(name, parts) if name.text == "size" => {
                let Some(Kind::Name(set)) = parts.first().map(|part| &part.kind) else { return Some(None) };
                let size = row.chosen.iter().find(|(known, _)| *known == set.text).map(|(_, what)| match what {
                    Chosen::Set(set) => Term::Number(set.len() as i128),
                    Chosen::One(..) => Term::Number(1),
                });
                Some(size)
            }
            Kind::Least(parts) => Some(self.folded(parts).map(|terms| extreme(terms, Term::Least))),
            Kind::Greatest(parts) => Some(self.folded(parts).map(|terms| extreme(terms, Term::Greatest))),
            _ => None,
        }
    }

    fn indexed(&mut self, name: &Name, index: &Index) -> Option<Term> {
        let at = self.term(&index.from)?.value(&[]).ok()?;
        self.one_of(name, at)
    }

    /// The heap, or the bound integer, with this index.
    fn one_of(&mut self, name: &Name, index: i128) -> Option<Term> {
        let row = self.row.as_mut()?;
        let place = place(row.indexed, row.heaps, index);
        if *name == row.indexed.heap {
            let Some(place) = place else {
                row.missing = true;
                return Some(nothing());
            };
            return usize::try_from(place - 1).ok().map(Term::Symbol);
        }
        let own = format!("{}[{}]", name.text, place.unwrap_or(index));
        let bound = self.bound.as_mut()?;
        let place = bound.iter().position(|known| *known == own).unwrap_or_else(|| {
            bound.push(own);
            bound.len() - 1
        });
        Some(Term::Symbol(self.heaps.len() + place))
    }

    /// All that the arguments of `sum`, `min` or `max` stand for.
    fn folded(&mut self, parts: &[Expression]) -> Option<Vec<Term>> {
        let mut terms = vec![];
        for part in parts {
            if let Kind::Indexed(name, index) = &part.kind
                && let Some(to) = &index.to
            {
                let (from, to) = (self.term(&index.from)?.value(&[]).ok()?, self.term(to)?.value(&[]).ok()?);
                for at in from..=to.min(from.saturating_add(10_000)) {
                    terms.push(self.one_of(name, at)?);
                }
                continue;
            }
            let chosen = self.row.as_ref()?.chosen.clone();
            let mut sets = vec![];
            spread(part, &chosen, &mut sets);
            for members in members(&sets, &chosen) {
                self.choose(&chosen, members);
                terms.push(self.term(part)?);
            }
            self.choose(&chosen, vec![]);
        }
        Some(terms)
    }
}

fn extreme(terms: Vec<Term>, of: fn(Vec<Term>) -> Term) -> Term {
    if terms.is_empty() { nothing() } else { of(terms) }
}

/// A term without a value: a comparison with it does not hold, nor does its negation.
fn nothing() -> Term {
    Term::Quotient(Box::new(Term::Number(0)), Box::new(Term::Number(0)))
}
