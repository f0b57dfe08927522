//! What the notation says, as a tree.

use super::function::{Function, Sequence};
use super::indexed::{Index, Indexed};
use super::term::Term;
use crate::code::Code;
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
    /// Functions and sets that the rest may use.
    pub lets: Vec<Let>,
    /// What it defines.
    pub body: Body,
    /// The domain, `where …`: what holds of every position. A tuple outside of it is
    /// no position.
    pub domain: Vec<Condition>,
}

/// `let f(t) = floor(sqrt(t))`, `let F = fibonacci`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Let {
    /// The name.
    pub name: Name,
    /// What it is.
    pub value: LetValue,
}

/// What a `let` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LetValue {
    /// A function of some numbers, or with no argument a number.
    Function(Vec<Name>, Expression),
    /// A set that is listed.
    Members(Vec<Expression>),
    /// A sequence that has a name.
    Sequence(Sequence),
}

impl Definition {
    /// The game of a code.
    #[must_use]
    pub fn of_code(code: &Code) -> Definition {
        let text = code.to_string();
        let code = Name { at: 0..text.len(), text };
        Definition { name: None, parameters: vec![], lets: vec![], body: Body::Code(code), domain: vec![] }
    }

    /// The names of the heaps; n for a code, and the one of all where there is any number of them.
    #[must_use]
    pub fn heap_names(&self) -> Vec<String> {
        match &self.body {
            Body::Options { heaps, .. } => heaps.iter().map(|heap| heap.text.clone()).collect(),
            Body::Indexed(indexed) => vec![indexed.heap.text.clone()],
            Body::Code(_) => vec!["n".to_owned()],
            Body::Compound(_) => match self.meaning(&[]) {
                Ok(meaning) => meaning.rules.heap_names(),
                Err(_) => vec![],
            },
        }
    }

    /// Whether the players have options of their own.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        match &self.body {
            Body::Options { sets, .. } => sets.iter().any(|set| set.who.is_some()),
            Body::Indexed(indexed) => indexed.families.iter().any(|family| family.who.is_some()),
            Body::Code(_) => false,
            Body::Compound(term) => term.is_partizan(),
        }
    }

    /// The same with the options of one player only, for either of them.
    #[must_use]
    pub fn of_player(&self, player: Player) -> Definition {
        let mut own = self.clone();
        match &mut own.body {
            Body::Options { sets, .. } => {
                sets.retain(|set| set.who.is_none_or(|who| who == player));
                sets.iter_mut().for_each(|set| set.who = None);
            }
            Body::Indexed(indexed) => {
                indexed.families.retain(|family| family.who.is_none_or(|who| who == player));
                indexed.families.iter_mut().for_each(|family| family.who = None);
            }
            // Operators are carried out first: see [`Definition::meaning`].
            Body::Code(_) | Body::Compound(_) => {}
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
    /// `heaps x[1..n] -> for each i {…}`: any number of heaps.
    Indexed(Indexed),
    /// A taking-and-breaking code such as `0.77`.
    Code(Name),
    /// What operators make of other games: `nim with pass`.
    Compound(Box<Term>),
}

/// `sym { (x-i, y) | 1 <= i <= x }`.
#[derive(Clone, Debug)]
pub struct OptionSet {
    /// Whose options they are; everybody's if nobody is named.
    pub who: Option<Player>,
    /// Whether the set is closed under exchanging heaps.
    pub sym: bool,
    /// The option: a sum of tuples. None at all means that nothing is left.
    pub tuples: Vec<Tuple>,
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

/// A position that an option leaves, perhaps several times: `(x-i, y)`, `k*(x, i)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuple {
    /// How often it is left; once if nothing is said.
    pub copies: Option<Expression>,
    /// Its heaps.
    pub heaps: Vec<Expression>,
}

/// A number as it is written, and its bytes in the source.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Where it stands.
    pub at: Range<usize>,
}

/// Two expressions are the same wherever they stand.
impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.kind == other.kind
    }
}
impl Eq for Expression {}

/// The forms of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// A number.
    Number(i64),
    /// A heap, a parameter, a bound integer, or a constant such as `phi`.
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
    Quotient(Box<Expression>, Box<Expression>),
    /// `a / b`: a fraction inside a floor, else rounded down.
    Fraction(Box<Expression>, Box<Expression>),
    /// `a mod b`, between 0 and b - 1.
    Remainder(Box<Expression>, Box<Expression>),
    /// `a^b`
    Power(Box<Expression>, Box<Expression>),
    /// `|a|`
    Absolute(Box<Expression>),
    /// `min(a, b, …)`
    Least(Vec<Expression>),
    /// `max(a, b, …)`
    Greatest(Vec<Expression>),
    /// `gcd(a, b)`: a function that everybody knows.
    Apply(Function, Vec<Expression>),
    /// `f(a)`: a function of a `let`.
    Call(Name, Vec<Expression>),
    /// `x[i+1]`, `a[S]`: one of any number of heaps, or a bound integer for each of them.
    Indexed(Name, Box<Index>),
    /// `a if C else b`
    Choice(Box<Condition>, Box<Expression>, Box<Expression>),
}

impl From<i64> for Expression {
    fn from(number: i64) -> Expression {
        Expression { kind: ExpressionKind::Number(number), at: 0..0 }
    }
}

impl Expression {
    /// Calls `visit` with every expression directly inside this one.
    pub fn for_each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        use ExpressionKind as Kind;
        match &self.kind {
            Kind::Number(_) | Kind::Name(_) => {}
            Kind::Negative(a) | Kind::Absolute(a) => visit(a),
            Kind::Sum(a, b)
            | Kind::Difference(a, b)
            | Kind::Product(a, b)
            | Kind::Quotient(a, b)
            | Kind::Fraction(a, b)
            | Kind::Remainder(a, b)
            | Kind::Power(a, b) => {
                visit(a);
                visit(b);
            }
            Kind::Least(parts) | Kind::Greatest(parts) | Kind::Apply(_, parts) | Kind::Call(_, parts) => {
                parts.iter().for_each(visit);
            }
            Kind::Indexed(_, index) => {
                visit(&index.from);
                index.to.iter().for_each(visit);
            }
            Kind::Choice(condition, a, b) => {
                condition.for_each_expression(visit);
                visit(a);
                visit(b);
            }
        }
    }

    /// The same for expressions that are changed.
    pub fn for_each_part_mut(&mut self, visit: &mut dyn FnMut(&mut Expression)) {
        use ExpressionKind as Kind;
        match &mut self.kind {
            Kind::Number(_) | Kind::Name(_) => {}
            Kind::Negative(a) | Kind::Absolute(a) => visit(a),
            Kind::Sum(a, b)
            | Kind::Difference(a, b)
            | Kind::Product(a, b)
            | Kind::Quotient(a, b)
            | Kind::Fraction(a, b)
            | Kind::Remainder(a, b)
            | Kind::Power(a, b) => {
                visit(a);
                visit(b);
            }
            Kind::Least(parts) | Kind::Greatest(parts) | Kind::Apply(_, parts) | Kind::Call(_, parts) => {
                parts.iter_mut().for_each(visit);
            }
            Kind::Indexed(_, index) => {
                visit(&mut index.from);
                index.to.iter_mut().for_each(visit);
            }
            Kind::Choice(condition, a, b) => {
                condition.for_each_expression_mut(visit);
                visit(a);
                visit(b);
            }
        }
    }

    /// The same with expressions in the places of some names.
    #[must_use]
    pub fn replaced(&self, by: &dyn Fn(&Name) -> Option<Expression>) -> Expression {
        if let ExpressionKind::Name(name) = &self.kind {
            return by(name).unwrap_or_else(|| self.clone());
        }
        let mut new = self.clone();
        new.for_each_part_mut(&mut |part| *part = part.replaced(by));
        new
    }

    /// The functions of `let`s that it calls, and its names.
    #[must_use]
    pub fn called(&self) -> Vec<String> {
        let mut found = match &self.kind {
            ExpressionKind::Call(name, _) | ExpressionKind::Name(name) => vec![name.text.clone()],
            _ => vec![],
        };
        self.for_each_part(&mut |part| found.extend(part.called()));
        found
    }

    /// Calls `note` with every name of the expression that stands for a number.
    pub fn names<'a>(&'a self, note: &mut dyn FnMut(&'a Name)) {
        if let ExpressionKind::Name(name) = &self.kind {
            note(name);
        }
        self.for_each_part(&mut |part| part.names(note));
    }
}

impl Condition {
    /// Calls `visit` with every expression of the condition that is no part of another.
    pub fn for_each_expression<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        match self {
            Condition::Chain(first, rest) => {
                visit(first);
                rest.iter().for_each(|link| visit(&link.term));
            }
            Condition::Among(term, members) => {
                visit(term);
                members.iter().for_each(visit);
            }
            Condition::AmongNamed(term, _) => visit(term),
            Condition::Automaton(numbers, _) => numbers.iter().for_each(visit),
            Condition::Tuples(tuple, members) | Condition::Unordered(tuple, members) => {
                tuple.iter().for_each(&mut *visit);
                members.iter().flatten().for_each(visit);
            }
            Condition::And(all) | Condition::Or(all) => {
                all.iter().for_each(|condition| condition.for_each_expression(visit));
            }
            Condition::Not(inner) => inner.for_each_expression(visit),
            Condition::Exists(exists) => {
                exists.low.iter().for_each(&mut *visit);
                exists.high.iter().for_each(&mut *visit);
                exists.body.for_each_expression(visit);
            }
        }
    }

    /// The condition with other expressions for some names.
    #[must_use]
    pub fn replaced(&self, by: &dyn Fn(&Name) -> Option<Expression>) -> Condition {
        let mut new = self.clone();
        new.for_each_expression_mut(&mut |expression| *expression = expression.replaced(by));
        new
    }

    /// The same for expressions that are changed.
    pub fn for_each_expression_mut(&mut self, visit: &mut dyn FnMut(&mut Expression)) {
        match self {
            Condition::Chain(first, rest) => {
                visit(first);
                rest.iter_mut().for_each(|link| visit(&mut link.term));
            }
            Condition::Among(term, members) => {
                visit(term);
                members.iter_mut().for_each(visit);
            }
            Condition::AmongNamed(term, _) => visit(term),
            Condition::Automaton(numbers, _) => numbers.iter_mut().for_each(visit),
            Condition::Tuples(tuple, members) | Condition::Unordered(tuple, members) => {
                tuple.iter_mut().for_each(&mut *visit);
                members.iter_mut().flatten().for_each(visit);
            }
            Condition::And(all) | Condition::Or(all) => {
                all.iter_mut().for_each(|condition| condition.for_each_expression_mut(visit));
            }
            Condition::Not(inner) => inner.for_each_expression_mut(visit),
            Condition::Exists(exists) => {
                exists.low.iter_mut().for_each(&mut *visit);
                exists.high.iter_mut().for_each(&mut *visit);
                exists.body.for_each_expression_mut(visit);
            }
        }
    }
}

/// A condition on integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `a <= b < c`: a chain of comparisons.
    Chain(Expression, Vec<Comparison>),
    /// `i in {1, 3, 4}`.
    Among(Expression, Vec<Expression>),
    /// `i in S` for a parameter or a `let` that is a set, or a sequence with a name.
    AmongNamed(Expression, Name),
    /// `(i, j) in {(1, 2), (2, 1)}`; `(i, j) = (1, 2)` has one.
    Tuples(Vec<Expression>, Vec<Vec<Expression>>),
    /// `{x, y} in {{0, 0}, {1, 2}}`: the same numbers in some order.
    Unordered(Vec<Expression>, Vec<Vec<Expression>>),
    /// `(x, y) in automaton FILE`, in formulas.
    Automaton(Vec<Expression>, Name),
    /// All of them.
    And(Vec<Condition>),
    /// At least one of them.
    Or(Vec<Condition>),
    /// Not this one.
    Not(Box<Condition>),
    /// `exists k in low..high: body`.
    Exists(Box<Exists>),
}

/// `exists k in low..high: body`; without bounds k runs from 0 to the total of the heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exists {
    /// The integer.
    pub name: Name,
    /// The least one; 0 if nothing is said.
    pub low: Option<Expression>,
    /// The greatest one.
    pub high: Option<Expression>,
    /// What holds of it.
    pub body: Condition,
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

    /// Whether both say that numbers grow along a chain, or both that they fall.
    #[must_use]
    pub(crate) fn points_as(self, other: Relation) -> bool {
        let grows = |relation| matches!(relation, Relation::Less | Relation::AtMost);
        let falls = |relation| matches!(relation, Relation::Greater | Relation::AtLeast);
        (grows(self) && grows(other)) || (falls(self) && falls(other))
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
