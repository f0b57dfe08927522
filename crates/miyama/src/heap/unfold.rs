//! A definition on any number of heaps, written out for a given number: every choice of the
//! indices becomes a set of options on the heaps x1, x2, …, so that all that is known of
//! ordinary rulesets serves it too.
//!
//! Where empty heaps are removed, a position is written with zeros at their places. For every
//! set of places that may still hold stones there are the options of so many heaps, under the
//! condition that just these places do.

mod chosen;

use super::lower::bind;
use super::notation::{
    Body, Comparison, Condition, Definition, Each, Entry, Expression, ExpressionKind as Kind, Family, Indexed, Let,
    LetValue, Name, OptionSet, Relation, Tuple,
};
use super::ruleset::Argument;
use chosen::{for_members, sets_in};
use miyama_budget::Mistake;
use miyama_language::graph_shape::GraphShape;
use miyama_text::{Text, say};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Graphs with larger numbers are not drawn.
const LARGEST_GRAPH: i64 = 100;

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
    let fewest = indexed.fewest();
    if heaps < fewest {
        let says = say!("ruleset.too_few_heaps", fewest = fewest, found = heaps);
        return Err(Mistake::new(indexed.heap.at.clone(), says));
    }
    let every: Vec<usize> = (0..heaps).collect();
    // Where nothing is removed, all places are left.
    let left = if indexed.shrinking { subsets(&every, heaps) } else { vec![every] };
    written_out(definition, indexed, arguments, heaps, &left)
}

/// The same for rows of just so many heaps, none of them empty.
///
/// # Errors
/// A [`Mistake`] in the definition or its arguments.
pub(crate) fn unfold_row(
    definition: &Definition,
    indexed: &Indexed,
    arguments: &[Argument],
    heaps: usize,
) -> Result<Definition, Mistake> {
    written_out(definition, indexed, arguments, heaps, &[(0..heaps).collect()])
}

/// The definition where the heaps that are left are at these places.
fn written_out(
    definition: &Definition,
    indexed: &Indexed,
    arguments: &[Argument],
    heaps: usize,
    left: &[Vec<usize>],
) -> Result<Definition, Mistake> {
    let given = bind(definition, arguments)?;
    let taken = names(definition, indexed);
    let mut stem = indexed.heap.text.clone();
    while (1..=heaps).any(|place| taken.contains(&format!("{stem}{place}"))) {
        stem.push('_');
    }
    let heaps: Vec<Name> =
        (1..=heaps).map(|place| Name { text: format!("{stem}{place}"), at: indexed.heap.at.clone() }).collect();
    let mut sets: Vec<OptionSet> = vec![];
    let every: Vec<usize> = (0..heaps.len()).collect();
    for places in left {
        let unfolding =
            Unfolding { indexed, given: &given, heaps: &heaps, places, taken: &taken, missing: Cell::new(false) };
        for family in &indexed.families {
            for set in unfolding.family(family)? {
                if !sets.contains(&set) {
                    sets.push(set);
                }
            }
            if sets.len() > MOST_SETS {
                return Err(Mistake::new(family.at.clone(), unfolding.too_many_sets()));
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
    fn too_many_sets(&self) -> Text {
        say!("ruleset.too_many_sets", heaps = self.heaps.len(), most = MOST_SETS)
    }

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
            Each::Graph { names, stars, shape, numbers } => {
                let mut sizes = vec![];
                for number in numbers {
                    let size = match self.number(number, chosen)?.map(|number| number.kind) {
                        Some(Kind::Number(size)) => size,
                        _ => self.index(number, chosen)?,
                    };
                    if size > LARGEST_GRAPH {
                        return Err(Mistake::new(number.at.clone(), say!("ruleset.large_graph", most = LARGEST_GRAPH)));
                    }
                    sizes.extend(usize::try_from(size));
                }
                ways = self.on_graph(names.len(), *stars, *shape, &sizes);
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
                return Err(Mistake::new(0..0, self.too_many_sets()));
            }
        }
        Ok(found)
    }

    /// The sets of heaps at the ends of an edge or on the edges at a vertex, or the two ends of
    /// an edge in either order. What needs a heap that does not exist is not among them.
    fn on_graph(&self, names: usize, stars: bool, shape: GraphShape, sizes: &[usize]) -> Vec<Vec<Chosen>> {
        let heap = |place: usize| self.wrapped(place as i64 + 1);
        let set = |places: &BTreeSet<usize>| {
            let heaps: BTreeSet<i64> = places.iter().map(|place| heap(*place)).collect::<Option<_>>()?;
            (!heaps.is_empty()).then(|| vec![Chosen::Set(heaps.into_iter().collect())])
        };
        if stars {
            return shape.stars(sizes).unwrap_or_default().iter().filter_map(set).collect();
        }
        let (_, edges) = shape.edges(sizes).unwrap_or_default();
        if names == 1 {
            return edges.into_iter().filter_map(|(a, b)| set(&BTreeSet::from([a, b]))).collect();
        }
        let ordered = edges.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
        ordered.filter_map(|(a, b)| Some(vec![Chosen::Number(heap(a)?), Chosen::Number(heap(b)?)])).collect()
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
        let choices = self.choices(&family.each, &Choice::new()).map_err(|mistake| match mistake.at.is_empty() {
            true => mistake.placed_at(family.at.clone()),
            false => mistake,
        })?;
        if choices.len() > MOST_SETS {
            return Err(Mistake::new(family.at.clone(), self.too_many_sets()));
        }
        let mut sets = vec![];
        for chosen in choices {
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
}

/// `b != a` of `a != b`, which says the same.
fn turned(condition: &Condition) -> Option<Condition> {
    let Condition::Chain(left, links) = condition else { return None };
    let [Comparison { relation: relation @ (Relation::Equal | Relation::Unequal), term }] = links.as_slice() else {
        return None;
    };
    Some(Condition::Chain(term.clone(), vec![Comparison { relation: *relation, term: left.clone() }]))
}
