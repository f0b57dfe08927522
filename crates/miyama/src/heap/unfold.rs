//! A definition on any number of heaps, written out for a given number: every choice of the
//! indices becomes a set of options on the heaps x1, x2, …, so that all that is known of
//! ordinary rulesets serves it too.
//!
//! Where empty heaps are removed, a position is written with zeros at their places. For every
//! set of places that may still hold stones there are the options of so many heaps, under the
//! condition that just these places do.

use super::lower::bind;
use super::notation::{
    Body, Comparison, Condition, Definition, Each, Entry, Expression, ExpressionKind as Kind, Family, Indexed, Let,
    LetValue, Name, OptionSet, Relation, Tuple,
};
use super::ruleset::Argument;
use miyama_budget::Mistake;
use miyama_text::say;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// More sets than this are not written out.
const MOST_SETS: usize = 1000;

/// The definition for so many heaps, with its arguments put in.
///
/// # Errors
/// A [`Mistake`] in the definition or its arguments, or that it needs more heaps.
pub(crate) fn unfold(
    definition: &Definition,
    indexed: &Indexed,
    arguments: &[Argument],
    heaps: usize,
) -> Result<Definition, Mistake> {
    let given = bind(definition, arguments)?;
    let fewest = indexed.fewest();
    if heaps < fewest {
        let says = say!("ruleset.too_few_heaps", fewest = fewest, found = heaps);
        return Err(Mistake::new(indexed.heap.at.clone(), says));
    }
    let taken = names(definition, indexed);
    let mut stem = indexed.heap.text.clone();
    while (1..=heaps).any(|place| taken.contains(&format!("{stem}{place}"))) {
        stem.push('_');
    }
    let heaps: Vec<Name> =
        (1..=heaps).map(|place| Name { text: format!("{stem}{place}"), at: indexed.heap.at.clone() }).collect();
    let mut sets: Vec<OptionSet> = vec![];
    let every: Vec<usize> = (0..heaps.len()).collect();
    // Where nothing is removed, all places are left.
    let left: Vec<Vec<usize>> = match indexed.shrinking {
        false => vec![every.clone()],
        true => subsets(&every, heaps.len()),
    };
    for places in &left {
        let unfolding =
            Unfolding { indexed, given: &given, heaps: &heaps, places, taken: &taken, missing: Cell::new(false) };
        for family in &indexed.families {
            for set in unfolding.family(family)? {
                if !sets.contains(&set) {
                    sets.push(set);
                }
            }
            if sets.len() > MOST_SETS {
                return Err(Mistake::new(family.at.clone(), say!("ruleset.too_many_cases", most = MOST_SETS)));
            }
        }
    }
    let unfolding =
        Unfolding { indexed, given: &given, heaps: &heaps, places: &every, taken: &taken, missing: Cell::new(false) };
    let domain = unfolding.domain(&definition.domain)?;
    let lets = definition.lets.iter().map(|one| unfolding.with_arguments(one)).collect();
    if sets.is_empty() {
        // No move on so many heaps, which is a set that no option is in.
        let nobody = Tuple { copies: None, heaps: heaps.iter().map(named).collect() };
        let never = Condition::Chain(
            Expression::from(1),
            vec![Comparison { relation: Relation::Less, term: Expression::from(1) }],
        );
        let at = indexed.families.first().map_or(0..0, |family| family.at.clone());
        sets.push(OptionSet { who: None, sym: false, tuples: vec![nobody], conditions: vec![never], at });
    }
    Ok(Definition { parameters: vec![], lets, body: Body::Options { heaps, sets }, domain, ..definition.clone() })
}

/// All names of a definition, so that new ones are others.
fn names(definition: &Definition, indexed: &Indexed) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = definition.lets.iter().map(|one| one.name.text.clone()).collect();
    found.extend(definition.parameters.iter().map(|one| one.name.text.clone()));
    let mut note = |expression: &Expression| found.extend(expression.called());
    for family in &indexed.families {
        family.changes.iter().for_each(|change| note(&change.value));
        family.conditions.iter().for_each(|condition| condition.for_each_expression(&mut |e| note(e)));
    }
    found
}

fn named(name: &Name) -> Expression {
    Expression { kind: Kind::Name(name.clone()), at: name.at.clone() }
}

/// The sets of at most so many of some numbers, without the empty one, small ones first.
fn subsets(of: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    let mut done = 0;
    while done < all.len() {
        let from = all[done].last().map_or(0, |last| of.iter().position(|one| one == last).map_or(of.len(), |p| p + 1));
        if all[done].len() < most {
            let longer = of[from..].iter().map(|one| [all[done].as_slice(), &[*one]].concat()).collect::<Vec<_>>();
            all.extend(longer);
        }
        done += 1;
    }
    all.remove(0);
    all
}

/// What an index, or a set of them, is chosen to be. Indices count the heaps that are left.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Chosen {
    Heap(i64),
    Number(i64),
    Set(Vec<i64>),
}

type Choice<'a> = BTreeMap<&'a str, Chosen>;

struct Unfolding<'a> {
    indexed: &'a Indexed,
    given: &'a BTreeMap<&'a str, Argument>,
    heaps: &'a [Name],
    /// The places of the heaps that are left.
    places: &'a [usize],
    taken: &'a BTreeSet<String>,
    /// Whether a heap was asked for that does not exist.
    missing: Cell<bool>,
}

impl<'a> Unfolding<'a> {
    fn count(&self) -> i64 {
        self.places.len() as i64
    }

    /// The index of a heap: behind the last one comes the first if they are cyclic.
    fn wrapped(&self, index: i64) -> Option<i64> {
        match self.indexed.cyclic {
            true => index.checked_sub(1)?.checked_rem_euclid(self.count())?.checked_add(1),
            false => (1..=self.count()).contains(&index).then_some(index),
        }
    }

    fn heap(&self, index: i64) -> Option<(usize, &Name)> {
        let place = *self.places.get(usize::try_from(self.wrapped(index)? - 1).ok()?)?;
        Some((place, &self.heaps[place]))
    }

    fn choices(&self, each: &'a [Each], chosen: &Choice<'a>) -> Result<Vec<Choice<'a>>, Mistake> {
        let Some((first, rest)) = each.split_first() else { return Ok(vec![chosen.clone()]) };
        let mut ways: Vec<Vec<Chosen>> = vec![];
        match first {
            Each::Heap(_) => {
                let free = (1..=self.count()).filter(|one| !chosen.values().any(|other| *other == Chosen::Heap(*one)));
                ways.extend(free.map(|one| vec![Chosen::Heap(one)]));
            }
            Each::Subset { exactly, size, .. } => {
                let size = usize::try_from(self.index(size, chosen)?).unwrap_or(0);
                let all: Vec<usize> = (1..=self.places.len()).collect();
                let fits = |set: &Vec<usize>| !*exactly || set.len() == size;
                let member = |one: usize| one as i64;
                let sets = subsets(&all, size).into_iter().filter(fits);
                ways.extend(sets.map(|set| vec![Chosen::Set(set.into_iter().map(member).collect())]));
            }
            Each::Listed(_, members) => {
                for member in members {
                    if let [entry @ (Entry::One(_) | Entry::Range(..))] = member.as_slice() {
                        let listed = self.listed(entry, chosen)?;
                        ways.extend(
                            listed.into_iter().filter_map(|one| Some(vec![Chosen::Number(self.wrapped(one)?)])),
                        );
                        continue;
                    }
                    let mut way = vec![];
                    for entry in member {
                        way.push(self.entry(entry, chosen)?);
                    }
                    ways.extend(way.into_iter().collect::<Option<Vec<Chosen>>>());
                }
            }
        }
        let mut found = vec![];
        for way in ways {
            let mut further = chosen.clone();
            further.extend(first.names().iter().map(|name| name.text.as_str()).zip(way));
            found.extend(self.choices(rest, &further)?);
            if found.len() > 8 * MOST_SETS {
                return Err(Mistake::new(0..0, say!("ruleset.too_many_cases", most = MOST_SETS)));
            }
        }
        Ok(found)
    }

    /// A member of a list; none where it names a heap that does not exist.
    fn entry(&self, entry: &Entry, chosen: &Choice<'_>) -> Result<Option<Chosen>, Mistake> {
        let Entry::Set(entries) = entry else {
            let listed = self.listed(entry, chosen)?;
            return Ok(listed.first().and_then(|one| self.wrapped(*one)).map(Chosen::Number));
        };
        let mut set = BTreeSet::new();
        for entry in entries {
            for one in self.listed(entry, chosen)? {
                let Some(one) = self.wrapped(one) else { return Ok(None) };
                set.insert(one);
            }
        }
        Ok(Some(Chosen::Set(set.into_iter().collect())))
    }

    /// The numbers of an entry that is no set.
    fn listed(&self, entry: &Entry, chosen: &Choice<'_>) -> Result<Vec<i64>, Mistake> {
        Ok(match entry {
            Entry::One(one) => vec![self.index(one, chosen)?],
            Entry::Range(from, to) => (self.index(from, chosen)?..=self.index(to, chosen)?).collect(),
            Entry::Set(_) => vec![],
        })
    }

    /// An index as a number.
    fn index(&self, index: &Expression, chosen: &Choice<'_>) -> Result<i64, Mistake> {
        match self.number(index, chosen)?.map(|number| number.kind) {
            Some(Kind::Number(number)) if (-10_000..=10_000).contains(&number) => Ok(number),
            _ => Err(Mistake::new(index.at.clone(), say!("ruleset.no_index"))),
        }
    }

    /// The sets of options that a family stands for.
    fn family(&self, family: &'a Family) -> Result<Vec<OptionSet>, Mistake> {
        let mut sets = vec![];
        for chosen in self.choices(&family.each, &Choice::new())? {
            sets.extend(self.option(family, &chosen)?);
        }
        Ok(sets)
    }

    fn option(&self, family: &'a Family, chosen: &Choice<'a>) -> Result<Option<OptionSet>, Mistake> {
        let mut heaps: Vec<Expression> = self.heaps.iter().map(named).collect();
        let mut changed = BTreeSet::new();
        for change in &family.changes {
            let own: Vec<&str> = match &change.index.kind {
                Kind::Name(name) if matches!(chosen.get(name.text.as_str()), Some(Chosen::Set(_))) => vec![&name.text],
                _ => vec![],
            };
            for chosen in for_members(&own, chosen) {
                // A heap that does not exist, or one that is changed already: no such option.
                let Some((place, _)) = self.heap(self.index(&change.index, &chosen)?) else { return Ok(None) };
                let Some(value) = self.number(&change.value, &chosen)?.filter(|_| changed.insert(place)) else {
                    return Ok(None);
                };
                heaps[place] = value;
            }
        }
        let mut conditions = vec![];
        if self.indexed.shrinking {
            for (place, heap) in self.heaps.iter().enumerate() {
                let left = self.places.contains(&place);
                let (relation, least) = if left { (Relation::AtLeast, 1) } else { (Relation::Equal, 0) };
                let link = Comparison { relation, term: Expression::from(least) };
                conditions.push(Condition::Chain(named(heap), vec![link]));
            }
        }
        for condition in &family.conditions {
            let mut own = vec![];
            condition.for_each_expression(&mut |expression| sets_in(expression, chosen, &mut own));
            for chosen in for_members(&own, chosen) {
                match self.condition(condition, true, &chosen)? {
                    Condition::And(all) if all.is_empty() => {}
                    Condition::Or(any) if any.is_empty() => return Ok(None),
                    condition => conditions.push(condition),
                }
            }
        }
        let tuples = vec![Tuple { copies: None, heaps }];
        Ok(Some(OptionSet { who: family.who, sym: false, tuples, conditions, at: family.at.clone() }))
    }

    /// The domain: its conditions for all indices whose heaps exist.
    fn domain(&self, domain: &[Condition]) -> Result<Vec<Condition>, Mistake> {
        let mut all = vec![];
        for condition in domain {
            let mut own = BTreeSet::new();
            condition.for_each_expression(&mut |expression| self.free_indices(expression, &mut own));
            let each: Vec<Each> = own.into_iter().map(|text| Each::Heap(Name { text, at: 0..0 })).collect();
            let same = Unfolding { missing: Cell::new(false), ..*self };
            for chosen in same.choices(&each, &Choice::new())? {
                same.missing.set(false);
                let condition = same.condition(condition, true, &chosen)?;
                if !same.missing.get()
                    && !all.contains(&condition)
                    && !turned(&condition).is_some_and(|t| all.contains(&t))
                {
                    all.push(condition);
                }
            }
        }
        all.retain(|condition| !matches!(condition, Condition::And(parts) if parts.is_empty()));
        Ok(all)
    }

    fn free_indices(&self, expression: &Expression, found: &mut BTreeSet<String>) {
        if let Kind::Indexed(_, index) = &expression.kind {
            index.from.names(&mut |name| {
                if *name != self.indexed.count && !self.given.contains_key(name.text.as_str()) {
                    found.insert(name.text.clone());
                }
            });
        }
        expression.for_each_part(&mut |part| self.free_indices(part, found));
    }

    /// A `let` with the arguments in it.
    fn with_arguments(&self, one: &Let) -> Let {
        let number = |name: &Name, own: &[Name]| match self.given.get(name.text.as_str()) {
            Some(Argument::Number(number)) if !own.contains(name) => Some(Expression::from(*number)),
            _ => None,
        };
        let value = match &one.value {
            LetValue::Function(own, body) => LetValue::Function(own.clone(), body.replaced(&|name| number(name, own))),
            LetValue::Members(members) => {
                LetValue::Members(members.iter().map(|member| member.replaced(&|name| number(name, &[]))).collect())
            }
            LetValue::Sequence(sequence) => LetValue::Sequence(*sequence),
        };
        Let { name: one.name.clone(), value }
    }

    /// An expression with the choice put in and calculated as far as it is known; none where
    /// it asks for a heap that does not exist.
    fn number(&self, expression: &Expression, chosen: &Choice<'_>) -> Result<Option<Expression>, Mistake> {
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
    fn condition(&self, condition: &Condition, holds: bool, chosen: &Choice<'_>) -> Result<Condition, Mistake> {
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
            Condition::Tuples(..) | Condition::Unordered(..) | Condition::Exists(_) => {
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
fn sets_in<'a>(expression: &Expression, chosen: &Choice<'a>, found: &mut Vec<&'a str>) {
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
fn for_members<'a>(sets: &[&str], chosen: &Choice<'a>) -> Vec<Choice<'a>> {
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

/// `b != a` of `a != b`, which says the same.
fn turned(condition: &Condition) -> Option<Condition> {
    let Condition::Chain(left, links) = condition else { return None };
    let [Comparison { relation: relation @ (Relation::Equal | Relation::Unequal), term }] = links.as_slice() else {
        return None;
    };
    Some(Condition::Chain(term.clone(), vec![Comparison { relation: *relation, term: left.clone() }]))
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
