//! Definitions on any number of heaps, as a tree:
//! `heaps x[1..n] cyclic -> for each i { x[i]-k, x[i+1]+1 | 2 <= k }`.

use super::syntax::{Condition, Expression, ExpressionKind, Name};
use crate::graph_shape::GraphShape;
use crate::play::Player;
use std::ops::Range;

/// `heaps x[1..n] cyclic -> …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    /// What the heaps are called, each with its index.
    pub heap: Name,
    /// The name of their number.
    pub count: Name,
    /// Whether the heap behind the last one is the first.
    pub cyclic: bool,
    /// Whether an empty heap is removed, so that its neighbours become neighbours.
    pub shrinking: bool,
    /// The options, whose union is meant.
    pub families: Vec<Family>,
}

/// `for each i { x[i]-k, x[i+1]+1 | 2 <= k }`: an option for every choice of the indices and
/// of the bound integers.
#[derive(Clone, Debug)]
pub struct Family {
    /// Whose options they are; everybody's if nobody is named.
    pub who: Option<Player>,
    /// The indices and sets of indices that are chosen, in order.
    pub each: Vec<Each>,
    /// The heaps that change; the others stay as they are.
    pub changes: Vec<Change>,
    /// What must hold; all of it.
    pub conditions: Vec<Condition>,
    /// The bytes of the family in the source.
    pub at: Range<usize>,
}

/// Two families are the same wherever they stand.
impl PartialEq for Family {
    fn eq(&self, other: &Family) -> bool {
        (self.who, &self.each, &self.changes, &self.conditions)
            == (other.who, &other.each, &other.changes, &other.conditions)
    }
}
impl Eq for Family {}

/// What a `for each` chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Each {
    /// `i`: a heap, another one than the others that are chosen so.
    Heap(Name),
    /// `i in {1, 3..n}`, `S in {{1, 2}, {i..i+2}}`, `(i, S) in {(1, {2, 3}), (2, {3})}`.
    Listed(Vec<Name>, Vec<Vec<Entry>>),
    /// `S in edges(cycle(n))`, `(i, j) in edges(path(n))`: heaps on the vertices of a graph, of which
    /// the ends of an edge are chosen; `S in stars(grid(2, 3))`: heaps on the edges, of which those
    /// at a vertex are chosen.
    Graph {
        /// The name of the set, or those of the two ends in either order.
        names: Vec<Name>,
        /// Whether the heaps are on the edges.
        stars: bool,
        /// The graph.
        shape: GraphShape,
        /// The numbers that say how large it is.
        numbers: Vec<Expression>,
    },
    /// `subset S of at most k`, `subset S of exactly k`: not the empty one.
    Subset {
        /// The name of the set.
        name: Name,
        /// Whether it has exactly so many members.
        exactly: bool,
        /// How many members it has at most.
        size: Expression,
    },
}

impl Each {
    /// The names that it gives a meaning to.
    #[must_use]
    pub fn names(&self) -> &[Name] {
        match self {
            Each::Heap(name) | Each::Subset { name, .. } => std::slice::from_ref(name),
            Each::Listed(names, _) | Each::Graph { names, .. } => names,
        }
    }

    /// Whether the name at a place stands for a set of indices.
    #[must_use]
    pub fn is_set(&self, place: usize) -> bool {
        match self {
            Each::Heap(_) => false,
            Each::Subset { .. } => true,
            Each::Graph { names, .. } => names.len() == 1,
            Each::Listed(_, members) => {
                members.first().is_some_and(|entries| matches!(entries.get(place), Some(Entry::Set(_))))
            }
        }
    }

    /// Calls `visit` with every expression in it.
    pub fn for_each_expression<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        match self {
            Each::Heap(_) => {}
            Each::Subset { size, .. } => visit(size),
            Each::Graph { numbers, .. } => numbers.iter().for_each(visit),
            Each::Listed(_, members) => members.iter().flatten().for_each(|entry| entry.for_each_expression(visit)),
        }
    }
}

/// A member of a list of indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `i+1`
    One(Expression),
    /// `i..i+2`: all of them.
    Range(Expression, Expression),
    /// `{i, i+1}`
    Set(Vec<Entry>),
}

impl Entry {
    fn for_each_expression<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        match self {
            Entry::One(one) => visit(one),
            Entry::Range(from, to) => [from, to].into_iter().for_each(visit),
            Entry::Set(entries) => entries.iter().for_each(|entry| entry.for_each_expression(visit)),
        }
    }
}

/// `x[i]-k`, `x[i] := k`: a heap and what it becomes.
#[derive(Clone, Debug)]
pub struct Change {
    /// Which heap; with the name of a set, each of its members.
    pub index: Expression,
    /// What it becomes.
    pub value: Expression,
    /// The bytes of the change in the source.
    pub at: Range<usize>,
}

/// Two changes are the same wherever they stand.
impl PartialEq for Change {
    fn eq(&self, other: &Change) -> bool {
        (&self.index, &self.value) == (&other.index, &other.value)
    }
}
impl Eq for Change {}

/// What stands in the brackets behind `x`: `i+1`, `S`, or `1..n` inside a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// The index, or the first one.
    pub from: Expression,
    /// The last one, where there are several.
    pub to: Option<Expression>,
}

/// The index of the heap with which an expression begins: that of `x[i]-k` is i.
#[must_use]
pub(crate) fn leading_index<'a>(expression: &'a Expression, heap: &str) -> Option<&'a Expression> {
    use ExpressionKind as Kind;
    match &expression.kind {
        Kind::Indexed(name, index) if name.text == heap && index.to.is_none() => Some(&index.from),
        Kind::Sum(first, _)
        | Kind::Difference(first, _)
        | Kind::Product(first, _)
        | Kind::Quotient(first, _)
        | Kind::Fraction(first, _)
        | Kind::Remainder(first, _) => leading_index(first, heap),
        _ => None,
    }
}

impl Indexed {
    /// The least number of heaps for which every index that is a number is one of a heap.
    #[must_use]
    pub fn fewest(&self) -> usize {
        let mut most = 1;
        let mut note = |expression: &Expression| {
            if let ExpressionKind::Number(number) = expression.kind {
                most = most.max(usize::try_from(number).unwrap_or(1));
            }
        };
        for family in &self.families {
            family.changes.iter().for_each(|change| note(&change.index));
            for each in &family.each {
                if let Each::Listed(_, members) = each {
                    members.iter().flatten().for_each(|entry| match entry {
                        // The ends of a range say nothing about one heap: 2..n has none where n is 1.
                        Entry::Range(..) => {}
                        entry => entry.for_each_expression(&mut note),
                    });
                }
            }
        }
        most
    }

    /// Whether the rules are the same for all heaps, so that heaps may be exchanged in every way:
    /// heaps are chosen without regard to where they stand, and an index that is chosen is
    /// used for nothing but `x[i]`. What is not recognised as this may be so.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.families.iter().all(|family| {
            let chosen_anyhow = family.each.iter().all(|each| matches!(each, Each::Heap(_) | Each::Subset { .. }));
            let names: Vec<&str> = family.each.iter().flat_map(Each::names).map(|name| name.text.as_str()).collect();
            let is_chosen = |index: &Expression| matches!(&index.kind, ExpressionKind::Name(name) if names.contains(&name.text.as_str()));
            let mut symmetric = chosen_anyhow && family.changes.iter().all(|change| is_chosen(&change.index));
            let mut look = |expression: &Expression| symmetric &= self.is_blind(expression, &names);
            family.changes.iter().for_each(|change| look(&change.value));
            family.conditions.iter().for_each(|condition| condition.for_each_expression(&mut look));
            family.each.iter().for_each(|each| each.for_each_expression(&mut look));
            symmetric
        })
    }

    /// Whether an expression asks nothing about the places of the heaps that are chosen.
    fn is_blind(&self, expression: &Expression, names: &[&str]) -> bool {
        use ExpressionKind as Kind;
        match &expression.kind {
            Kind::Name(name) => !names.contains(&name.text.as_str()),
            Kind::Indexed(_, index) => match (&index.from.kind, index.to.as_ref().map(|to| &to.kind)) {
                (Kind::Name(name), None) => names.contains(&name.text.as_str()),
                (Kind::Number(1), Some(Kind::Name(last))) => last.text == self.count.text,
                _ => false,
            },
            // How many members a set has does not tell where they stand.
            Kind::Call(name, _) if name.text == "size" => true,
            _ => {
                let mut blind = true;
                expression.for_each_part(&mut |part| blind &= self.is_blind(part, names));
                blind
            }
        }
    }
}
