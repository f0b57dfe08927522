//! What the notation says, as a tree.

use crate::play::Player;
use std::ops::Range;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Its bytes in the source.
    pub at: Range<usize>,
}

/// Two names are the same wherever they stand.
impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}
impl Eq for Name {}

/// A definition: `name(parameters): body`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name, if the text gives one.
    pub name: Option<Name>,
    /// The parameters in order.
    pub parameters: Vec<Parameter>,
    /// What it defines.
    pub body: Body,
}

impl Definition {
    /// The names of the heaps; n for a code.
    #[must_use]
    pub fn heap_names(&self) -> Vec<String> {
        match &self.body {
            Body::Options { heaps, .. } => heaps.iter().map(|heap| heap.text.clone()).collect(),
            Body::Code(_) => vec!["n".to_owned()],
        }
    }

    /// Whether the players have options of their own.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        matches!(&self.body, Body::Options { sets, .. } if sets.iter().any(|set| set.who.is_some()))
    }

    /// The same with the options of one player only, for either of them.
    #[must_use]
    pub fn of_player(&self, player: Player) -> Definition {
        let mut own = self.clone();
        if let Body::Options { sets, .. } = &mut own.body {
            sets.retain(|set| set.who.is_none_or(|who| who == player));
            sets.iter_mut().for_each(|set| set.who = None);
        }
        own
    }
}

/// A parameter and its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name of the parameter.
    pub name: Name,
    /// Its value when none is given.
    pub default: Option<i64>,
}

/// What stands behind the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// `(x, y) -> {…} ∪ {…}`.
    Options {
        /// The names of the heaps.
        heaps: Vec<Name>,
        /// The option sets, whose union is meant.
        sets: Vec<OptionSet>,
    },
    /// A taking-and-breaking code such as `0.77`.
    Code(Name),
}

/// `sym { (x-i, y) | 1 <= i <= x }`.
#[derive(Clone, Debug)]
pub struct OptionSet {
    /// Whose options they are; everybody's if nobody is named.
    pub who: Option<Player>,
    /// Whether the set is closed under exchanging heaps.
    pub sym: bool,
    /// The option: a sum of tuples. None at all means that nothing is left.
    pub tuples: Vec<Vec<Expression>>,
    /// What must hold; all of it.
    pub conditions: Vec<Condition>,
    /// The bytes of the set in the source.
    pub at: Range<usize>,
}

/// Two sets are the same wherever they stand.
impl PartialEq for OptionSet {
    fn eq(&self, other: &OptionSet) -> bool {
        (self.who, self.sym, &self.tuples, &self.conditions) == (other.who, other.sym, &other.tuples, &other.conditions)
    }
}
impl Eq for OptionSet {}

/// An integer expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// A heap, a parameter or a bound integer.
    Name(Name),
    /// `-a`
    Negative(Box<Expression>),
    /// `a + b`
    Sum(Box<Expression>, Box<Expression>),
    /// `a - b`
    Difference(Box<Expression>, Box<Expression>),
    /// `a * b`
    Product(Box<Expression>, Box<Expression>),
    /// `a div b`, rounded down.
    Quotient(Box<Expression>, Divisor),
    /// `a mod b`, between 0 and b - 1.
    Remainder(Box<Expression>, Divisor),
    /// `|a|`
    Absolute(Box<Expression>),
    /// `min(a, b, …)`
    Least(Vec<Expression>),
    /// `max(a, b, …)`
    Greatest(Vec<Expression>),
}

impl Expression {
    /// Writes a name that stands for two as their product.
    pub(super) fn split_names(&mut self, split: &dyn Fn(&Name) -> Option<(Name, Name)>) {
        match self {
            Expression::Number(_) => {}
            Expression::Name(name) => {
                if let Some((a, b)) = split(name) {
                    *self = Expression::Product(Box::new(Expression::Name(a)), Box::new(Expression::Name(b)));
                }
            }
            Expression::Negative(a) | Expression::Absolute(a) => a.split_names(split),
            Expression::Sum(a, b) | Expression::Difference(a, b) | Expression::Product(a, b) => {
                a.split_names(split);
                b.split_names(split);
            }
            Expression::Quotient(a, b) | Expression::Remainder(a, b) => {
                a.split_names(split);
                b.value.split_names(split);
            }
            Expression::Least(parts) | Expression::Greatest(parts) => {
                parts.iter_mut().for_each(|part| part.split_names(split));
            }
        }
    }
}

impl Condition {
    /// The same in all expressions of a condition.
    pub(super) fn split_names(&mut self, split: &dyn Fn(&Name) -> Option<(Name, Name)>) {
        match self {
            Condition::Chain(first, rest) => {
                first.split_names(split);
                rest.iter_mut().for_each(|link| link.term.split_names(split));
            }
            Condition::Among(term, members) => {
                term.split_names(split);
                members.iter_mut().for_each(|member| member.split_names(split));
            }
            Condition::AmongNamed(term, _) => term.split_names(split),
            Condition::And(all) | Condition::Or(all) => {
                all.iter_mut().for_each(|condition| condition.split_names(split));
            }
            Condition::Not(inner) => inner.split_names(split),
        }
    }
}

/// What `div` and `mod` divide by.
#[derive(Clone, Debug)]
pub struct Divisor {
    /// The expression.
    pub value: Box<Expression>,
    /// Its bytes in the source.
    pub at: Range<usize>,
}

/// Two divisors are the same wherever they stand.
impl PartialEq for Divisor {
    fn eq(&self, other: &Divisor) -> bool {
        self.value == other.value
    }
}
impl Eq for Divisor {}

/// A condition on integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `a <= b < c`: a chain of comparisons.
    Chain(Expression, Vec<Comparison>),
    /// `i in {1, 3, 4}`.
    Among(Expression, Vec<Expression>),
    /// `i in S` for a parameter S that is a set.
    AmongNamed(Expression, Name),
    /// All of them.
    And(Vec<Condition>),
    /// At least one of them.
    Or(Vec<Condition>),
    /// Not this one.
    Not(Box<Condition>),
}

/// A link of a chain: the relation to what stands before it, and the next term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How the term before relates to this one.
    pub relation: Relation,
    /// The term behind the relation sign.
    pub term: Expression,
}

/// A relation sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Relation {
    /// The sign as it is printed.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Equal => "=",
            Relation::Unequal => "!=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
        }
    }

    /// The relation that holds exactly when this one does not.
    #[must_use]
    pub fn opposite(self) -> Relation {
        match self {
            Relation::Less => Relation::AtLeast,
            Relation::AtMost => Relation::Greater,
            Relation::Equal => Relation::Unequal,
            Relation::Unequal => Relation::Equal,
            Relation::Greater => Relation::AtMost,
            Relation::AtLeast => Relation::Less,
        }
    }
}
