//! Writes a definition so that reading it again gives the same tree.

mod indexed;

use super::syntax::{
    Body, Condition, Definition, Exists, Expression, ExpressionKind as Kind, Let, LetValue, OptionSet, Tuple,
};
use crate::play::Player;
use std::fmt::{self, Display, Formatter};

impl Display for Definition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            f.write_str(&name.text)?;
            if !self.parameters.is_empty() {
                let parameters: Vec<String> = self
                    .parameters
                    .iter()
                    .map(|p| match p.default {
                        Some(default) => format!("{} = {default}", p.name.text),
                        None => p.name.text.clone(),
                    })
                    .collect();
                write!(f, "({})", parameters.join(", "))?;
            }
            f.write_str(": ")?;
        }
        self.lets.iter().try_for_each(|one| write!(f, "{one} "))?;
        match &self.body {
            Body::Code(code) => f.write_str(&code.text)?,
            Body::Indexed(indexed) => indexed.fmt(f)?,
            Body::Compound(term) => term.fmt(f)?,
            Body::Options { heaps, sets } => {
                let names: Vec<&str> = heaps.iter().map(|h| h.text.as_str()).collect();
                write!(f, "({}) ->", names.join(", "))?;
                let mut who = None;
                // Names that stand for the same kind of number.
                let parameter = |name: &str| {
                    self.parameters.iter().any(|p| p.name.text == name) || self.lets.iter().any(|l| l.name.text == name)
                };
                let alike =
                    |a: &str, b: &str| names.contains(&a) == names.contains(&b) && !parameter(a) && !parameter(b);
                for (i, set) in sets.iter().enumerate() {
                    let set = set.text(&alike);
                    let player = match sets[i].who {
                        Some(Player::Left) => "left ",
                        Some(Player::Right) => "right ",
                        None => "",
                    };
                    match (i, sets[i].who == who) {
                        (0, _) => write!(f, " {player}{set}")?,
                        (_, true) => write!(f, " ∪ {set}")?,
                        (_, false) => write!(f, " {player}{set}")?,
                    }
                    who = sets[i].who;
                }
            }
        }
        if !self.domain.is_empty() {
            write!(f, " where {}", listed_conditions(&self.domain, &|_, _| true))?;
        }
        Ok(())
    }
}

impl Display for Let {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = &self.name.text;
        match &self.value {
            LetValue::Function(arguments, body) if arguments.is_empty() => write!(f, "let {name} = {body};"),
            LetValue::Function(arguments, body) => {
                let arguments: Vec<&str> = arguments.iter().map(|argument| argument.text.as_str()).collect();
                write!(f, "let {name}({}) = {body};", arguments.join(", "))
            }
            LetValue::Members(members) => write!(f, "let {name} = {{{}}};", joined(members, ", ")),
            LetValue::Sequence(sequence) => write!(f, "let {name} = {};", sequence.name()),
        }
    }
}

impl OptionSet {
    /// The set as it is written, where it is known which names stand for the same kind of number.
    fn text(&self, alike: &dyn Fn(&str, &str) -> bool) -> String {
        let sym = if self.sym { "sym " } else { "" };
        let option = match self.tuples.as_slice() {
            [] => "0".to_owned(),
            tuples => joined(tuples, " + "),
        };
        match self.conditions.as_slice() {
            [] => format!("{sym}{{ {option} }}"),
            conditions => format!("{sym}{{ {option} | {} }}", listed_conditions(conditions, alike)),
        }
    }
}

impl Display for OptionSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&|_, _| true))
    }
}

/// Conditions with commas between them. `1 <= i, j <= 2` says the same of i and of j, so that a semicolon
/// stands between conditions that would be read so.
fn listed_conditions(conditions: &[Condition], alike: &dyn Fn(&str, &str) -> bool) -> String {
    let mut text = String::new();
    for (i, condition) in conditions.iter().enumerate() {
        if let Some(before) = i.checked_sub(1).map(|before| &conditions[before]) {
            text.push_str(if goes_on(before, condition, alike) { "; " } else { ", " });
        }
        text.push_str(&condition.to_string());
    }
    text
}

/// Whether the second of two conditions would be read as the rest of the first.
fn goes_on(first: &Condition, second: &Condition, alike: &dyn Fn(&str, &str) -> bool) -> bool {
    let (Condition::Chain(from, links), Condition::Chain(next, on)) = (first, second) else { return false };
    let ([link], Kind::Name(next), [goes]) = (&links[..], &next.kind, &on[..]) else { return false };
    let Kind::Name(last) = &link.term.kind else { return false };
    let numbers = [from, &goes.term].iter().all(|end| matches!(end.kind, Kind::Number(_)));
    numbers && last.text != next.text && alike(&last.text, &next.text) && link.relation.points_as(goes.relation)
}

impl Display for Tuple {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.copies {
            Some(copies) if matches!(copies.kind, Kind::Number(_) | Kind::Name(_)) => write!(f, "{copies}*")?,
            Some(copies) => write!(f, "({copies})*")?,
            None => {}
        }
        write!(f, "({})", joined(&self.heaps, ", "))
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Chain(first, rest) => {
                // Papers mean (x+y) mod 2 by `x+y mod 2 = 0`, which is not read.
                match &first.kind {
                    Kind::Sum(a, b) if matches!(b.kind, Kind::Remainder(..)) => write!(f, "{a}+({b})")?,
                    Kind::Difference(a, b) if matches!(b.kind, Kind::Remainder(..)) => write!(f, "{a}-({b})")?,
                    _ => first.fmt(f)?,
                }
                rest.iter().try_for_each(|link| write!(f, " {} {}", link.relation.sign(), link.term))
            }
            Condition::Among(term, members) => write!(f, "{term} in {{{}}}", joined(members, ", ")),
            Condition::AmongNamed(term, set) => write!(f, "{term} in {}", set.text),
            Condition::Automaton(numbers, file) => {
                // No name of a file has both kinds of quotes, as none could be read.
                let quote = if file.text.contains('"') { '\'' } else { '"' };
                write!(f, "({}) in automaton {quote}{}{quote}", joined(numbers, ", "), file.text)
            }
            Condition::Tuples(tuple, members) => listed(f, tuple, members, '(', ')'),
            Condition::Unordered(numbers, members) => listed(f, numbers, members, '{', '}'),
            // Brackets around every part of a compound keep the tree as it is.
            Condition::And(all) if all.is_empty() => f.write_str("true"),
            Condition::Or(any) if any.is_empty() => f.write_str("false"),
            Condition::And(all) => bracketed(f, all, " and "),
            Condition::Or(any) => bracketed(f, any, " or "),
            Condition::Not(inner) => write!(f, "not ({inner})"),
            Condition::Exists(exists) => {
                let Exists { name, low, high, body } = &**exists;
                write!(f, "exists {}", name.text)?;
                match (low, high) {
                    (Some(low), Some(high)) => write!(f, " in {low}..{high}")?,
                    (_, Some(high)) => write!(f, " <= {high}")?,
                    _ => {}
                }
                write!(f, " ({body})")
            }
        }
    }
}

fn listed(
    f: &mut Formatter<'_>,
    first: &[Expression],
    members: &[Vec<Expression>],
    open: char,
    close: char,
) -> fmt::Result {
    let one = |numbers: &[Expression]| format!("{open}{}{close}", joined(numbers, ", "));
    let members: Vec<String> = members.iter().map(|member| one(member)).collect();
    write!(f, "{} in {{{}}}", one(first), members.join(", "))
}

fn bracketed(f: &mut Formatter<'_>, parts: &[Condition], sign: &str) -> fmt::Result {
    f.write_str(&parts.iter().map(|c| format!("({c})")).collect::<Vec<_>>().join(sign))
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Number(number) => write!(f, "{number}"),
            Kind::Name(name) => f.write_str(&name.text),
            Kind::Negative(a) => write!(f, "-{}", Factor(a)),
            Kind::Sum(a, b) => write!(f, "{a}+{}", Term(b)),
            Kind::Difference(a, b) => write!(f, "{a}-{}", Term(b)),
            Kind::Product(a, b) => write!(f, "{}*{}", Term(a), Factor(b)),
            Kind::Quotient(a, b) => write!(f, "{} div {}", Term(a), Factor(b)),
            Kind::Fraction(a, b) => write!(f, "{}/{}", Term(a), Factor(b)),
            Kind::Remainder(a, b) => write!(f, "{} mod {}", Term(a), Factor(b)),
            Kind::Power(a, b) => write!(f, "{}^{}", Atom(a), Atom(b)),
            Kind::Absolute(a) => write!(f, "|{a}|"),
            Kind::Least(parts) => write!(f, "min({})", joined(parts, ", ")),
            Kind::Greatest(parts) => write!(f, "max({})", joined(parts, ", ")),
            Kind::Apply(function, parts) => write!(f, "{}({})", function.name(), joined(parts, ", ")),
            Kind::Call(name, parts) => write!(f, "{}({})", name.text, joined(parts, ", ")),
            Kind::Indexed(name, index) => write!(f, "{}[{index}]", name.text),
            // In brackets wherever it stands.
            Kind::Choice(condition, a, b) => write!(f, "({a} if {condition} else {b})"),
        }
    }
}

/// An expression where a product may stand but no sum.
struct Term<'a>(&'a Expression);

impl Display for Term<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            Kind::Sum(..) | Kind::Difference(..) => write!(f, "({})", self.0),
            _ => self.0.fmt(f),
        }
    }
}

/// An expression where neither a sum nor a product may stand.
struct Factor<'a>(&'a Expression);

impl Display for Factor<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            Kind::Product(..) | Kind::Quotient(..) | Kind::Fraction(..) | Kind::Remainder(..) => {
                write!(f, "({})", self.0)
            }
            _ => Term(self.0).fmt(f),
        }
    }
}

/// An expression that binds closer than a power.
struct Atom<'a>(&'a Expression);

impl Display for Atom<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            Kind::Negative(_) | Kind::Power(..) => write!(f, "({})", self.0),
            _ => Factor(self.0).fmt(f),
        }
    }
}

fn joined(parts: &[impl Display], joint: &str) -> String {
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(joint)
}

#[cfg(test)]
mod tests {
    use super::super::parse_definition;
    use super::*;
    use crate::notation::{Comparison, Function, Name, Parameter, Relation, Sequence};
    use proptest::prelude::*;

    fn name(text: &str) -> Name {
        Name { text: text.to_owned(), at: 0..0 }
    }

    fn of(kind: Kind) -> Expression {
        Expression { kind, at: 0..0 }
    }

    fn leaf(names: &'static [&'static str]) -> impl Strategy<Value = Expression> {
        prop_oneof![
            (0i64..100).prop_map(Expression::from),
            prop::sample::select(names.to_vec()).prop_map(|n| of(Kind::Name(name(n)))),
        ]
    }

    /// Expressions over some names, with conditions inside where a choice is made.
    fn expression(names: &'static [&'static str]) -> impl Strategy<Value = Expression> {
        leaf(names).prop_recursive(4, 24, 3, move |inner| {
            let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
            let applied = (prop::sample::select(Function::ALL.to_vec()), prop::collection::vec(inner.clone(), 3))
                .prop_map(|((_, function), mut arguments)| {
                    arguments.truncate(function.takes().1);
                    Kind::Apply(function, arguments)
                });
            let choice = (inner.clone(), inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c, d)| {
                let link = Comparison { relation: Relation::Less, term: b };
                Kind::Choice(Box::new(Condition::Chain(a, vec![link])), Box::new(c), Box::new(d))
            });
            let kinds = prop_oneof![
                inner.clone().prop_map(|a| Kind::Negative(Box::new(a))),
                inner.clone().prop_map(|a| Kind::Absolute(Box::new(a))),
                pair.clone().prop_map(|(a, b)| Kind::Sum(a, b)),
                pair.clone().prop_map(|(a, b)| Kind::Difference(a, b)),
                pair.clone().prop_map(|(a, b)| Kind::Product(a, b)),
                pair.clone().prop_map(|(a, b)| Kind::Quotient(a, b)),
                pair.clone().prop_map(|(a, b)| Kind::Fraction(a, b)),
                pair.clone().prop_map(|(a, b)| Kind::Power(a, b)),
                pair.prop_map(|(a, b)| Kind::Remainder(a, b)),
                prop::collection::vec(inner.clone(), 1..3).prop_map(Kind::Least),
                prop::collection::vec(inner.clone(), 1..3).prop_map(Kind::Greatest),
                (inner.clone(), inner).prop_map(|(a, b)| Kind::Call(name("f"), vec![a, b])),
                applied,
                choice,
            ];
            kinds.prop_map(of)
        })
    }

    const IN_SETS: &[&str] = &["x", "y", "i", "j", "s", "n0"];

    fn condition(names: &'static [&'static str]) -> impl Strategy<Value = Condition> {
        let relation = prop::sample::select(vec![
            Relation::Less,
            Relation::AtMost,
            Relation::Equal,
            Relation::Unequal,
            Relation::Greater,
            Relation::AtLeast,
        ]);
        let link = (relation, expression(names)).prop_map(|(relation, term)| Comparison { relation, term });
        let several = || prop::collection::vec(prop::collection::vec(expression(names), 2), 0..3);
        let leaf = prop_oneof![
            (expression(names), prop::collection::vec(link, 1..3)).prop_map(|(a, rest)| Condition::Chain(a, rest)),
            (expression(names), prop::collection::vec(expression(names), 0..3))
                .prop_map(|(a, m)| Condition::Among(a, m)),
            expression(names).prop_map(|a| Condition::AmongNamed(a, name("S"))),
            (prop::collection::vec(expression(names), 2), several()).prop_map(|(a, m)| Condition::Tuples(a, m)),
            (prop::collection::vec(expression(names), 2), several()).prop_map(|(a, m)| Condition::Unordered(a, m)),
            Just(Condition::And(vec![])),
            Just(Condition::Or(vec![])),
        ];
        leaf.prop_recursive(3, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 2..4).prop_map(Condition::And),
                prop::collection::vec(inner.clone(), 2..4).prop_map(Condition::Or),
                inner.prop_map(|c| Condition::Not(Box::new(c))),
            ]
        })
    }

    fn lets() -> impl Strategy<Value = Vec<Let>> {
        let sequence =
            prop::sample::select(Sequence::ALL.to_vec()).prop_map(|(_, sequence)| LetValue::Sequence(sequence));
        let set = prop_oneof![
            sequence,
            prop::collection::vec(0i64..9, 0..3)
                .prop_map(|members| { LetValue::Members(members.into_iter().map(Expression::from).collect()) })
        ];
        (expression(&["a", "b", "phi"]), set).prop_map(|(body, set)| {
            vec![
                Let { name: name("f"), value: LetValue::Function(vec![name("a"), name("b")], body) },
                Let { name: name("T"), value: set },
            ]
        })
    }

    fn tuple() -> impl Strategy<Value = Tuple> {
        let copies = prop::option::weighted(0.3, leaf(&["i", "x"]));
        (copies, prop::collection::vec(expression(IN_SETS), 2)).prop_map(|(copies, heaps)| Tuple { copies, heaps })
    }

    fn definition() -> impl Strategy<Value = Definition> {
        let set = (
            (prop::sample::select(vec![None, Some(Player::Left), Some(Player::Right)]), any::<bool>()),
            prop::collection::vec(tuple(), 0..3),
            prop::collection::vec(condition(IN_SETS), 0..3),
        )
            .prop_map(|((who, sym), tuples, conditions)| OptionSet { who, sym, tuples, conditions, at: 0..0 });
        // What is everybody's stands first: behind a name it would be that player's.
        let ordered = |mut sets: Vec<OptionSet>| {
            sets.sort_by_key(|set| set.who.is_some());
            sets
        };
        let parameters =
            vec![Parameter { name: name("s"), default: Some(-1) }, Parameter { name: name("S"), default: None }];
        let sets = prop::collection::vec(set, 1..4).prop_map(ordered);
        let domain = prop::collection::vec(condition(&["x", "y"]), 0..3);
        (sets, any::<bool>(), lets(), domain).prop_map(move |(sets, named, lets, domain)| Definition {
            name: named.then(|| name("some-game-2b")),
            parameters: if named { parameters.clone() } else { vec![] },
            lets,
            body: Body::Options { heaps: vec![name("x"), name("y")], sets },
            domain,
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_reads_back_as_the_same(definition in definition()) {
            let text = definition.to_string();
            let read = parse_definition(&text).map_err(|m| TestCaseError::fail(format!("{m} in {text}")))?;
            // A root or a fraction in a comparison is rounded when it is read, which is printed from then on.
            if !["sqrt", "phi", "/"].iter().any(|sign| text.contains(sign)) {
                prop_assert_eq!(&read, &definition);
            }
            let again = parse_definition(&read.to_string());
            // Fractions in many cases may be more than a person would write.
            let too_long = matches!(&again, Err(mistake) if mistake.says.key() == "formula.too_long");
            prop_assert!(too_long || again == Ok(read), "{text}");
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "[(){}|,:=<>+*a-ixyS0-9 \\->minmodsym∪→.#\n-]{0,60}") {
            let _ = parse_definition(&text);
        }
    }
}
