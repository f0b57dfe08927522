//! Writes a definition so that reading it again gives the same tree.

use super::syntax::{Body, Condition, Definition, Expression, OptionSet};
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
        match &self.body {
            Body::Code(code) => f.write_str(&code.text),
            Body::Options { heaps, sets } => {
                let names: Vec<&str> = heaps.iter().map(|h| h.text.as_str()).collect();
                write!(f, "({}) ->", names.join(", "))?;
                let mut who = None;
                for (i, set) in sets.iter().enumerate() {
                    let player = match set.who {
                        Some(Player::Left) => "left ",
                        Some(Player::Right) => "right ",
                        None => "",
                    };
                    match (i, set.who == who) {
                        (0, _) => write!(f, " {player}{set}")?,
                        (_, true) => write!(f, " ∪ {set}")?,
                        (_, false) => write!(f, " {player}{set}")?,
                    }
                    who = set.who;
                }
                Ok(())
            }
        }
    }
}

impl Display for OptionSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.sym {
            f.write_str("sym ")?;
        }
        let option = match self.tuples.as_slice() {
            [] => "0".to_owned(),
            tuples => tuples.iter().map(|t| format!("({})", joined(t, ", "))).collect::<Vec<_>>().join(" + "),
        };
        match self.conditions.as_slice() {
            [] => write!(f, "{{ {option} }}"),
            conditions => write!(f, "{{ {option} | {} }}", joined(conditions, ", ")),
        }
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Chain(first, rest) => {
                first.fmt(f)?;
                rest.iter().try_for_each(|link| write!(f, " {} {}", link.relation.sign(), link.term))
            }
            Condition::Among(term, members) => write!(f, "{term} in {{{}}}", joined(members, ", ")),
            Condition::AmongNamed(term, set) => write!(f, "{term} in {}", set.text),
            // Brackets around every part of a compound keep the tree as it is.
            Condition::And(all) => bracketed(f, all, " and "),
            Condition::Or(any) => bracketed(f, any, " or "),
            Condition::Not(inner) => write!(f, "not ({inner})"),
        }
    }
}

fn bracketed(f: &mut Formatter<'_>, parts: &[Condition], sign: &str) -> fmt::Result {
    f.write_str(&parts.iter().map(|c| format!("({c})")).collect::<Vec<_>>().join(sign))
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Number(number) => write!(f, "{number}"),
            Expression::Name(name) => f.write_str(&name.text),
            Expression::Negative(a) => write!(f, "-{}", Factor(a)),
            Expression::Sum(a, b) => write!(f, "{a}+{}", Term(b)),
            Expression::Difference(a, b) => write!(f, "{a}-{}", Term(b)),
            Expression::Product(a, b) => write!(f, "{}*{}", Term(a), Factor(b)),
            Expression::Quotient(a, b) => write!(f, "{} div {}", Term(a), Factor(&b.value)),
            Expression::Remainder(a, b) => write!(f, "{} mod {}", Term(a), Factor(&b.value)),
            Expression::Absolute(a) => write!(f, "|{a}|"),
            Expression::Least(parts) => write!(f, "min({})", joined(parts, ", ")),
            Expression::Greatest(parts) => write!(f, "max({})", joined(parts, ", ")),
        }
    }
}

/// An expression where a product may stand but no sum.
struct Term<'a>(&'a Expression);

impl Display for Term<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expression::Sum(..) | Expression::Difference(..) => write!(f, "({})", self.0),
            other => other.fmt(f),
        }
    }
}

/// An expression where neither a sum nor a product may stand.
struct Factor<'a>(&'a Expression);

impl Display for Factor<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expression::Product(..) | Expression::Quotient(..) | Expression::Remainder(..) => write!(f, "({})", self.0),
            other => Term(other).fmt(f),
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
    use crate::notation::{Comparison, Divisor, Name, Parameter, Relation};
    use proptest::prelude::*;

    fn name(text: &str) -> Name {
        Name { text: text.to_owned(), at: 0..0 }
    }

    fn divisor(value: Box<Expression>) -> Divisor {
        Divisor { value, at: 0..0 }
    }

    fn expression() -> impl Strategy<Value = Expression> {
        let leaf = prop_oneof![
            (0i64..100).prop_map(Expression::Number),
            prop::sample::select(vec!["x", "y", "i", "j", "s", "n0"]).prop_map(|n| Expression::Name(name(n))),
        ];
        leaf.prop_recursive(4, 24, 3, |inner| {
            let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
            prop_oneof![
                inner.clone().prop_map(|a| Expression::Negative(Box::new(a))),
                inner.clone().prop_map(|a| Expression::Absolute(Box::new(a))),
                pair.clone().prop_map(|(a, b)| Expression::Sum(a, b)),
                pair.clone().prop_map(|(a, b)| Expression::Difference(a, b)),
                pair.clone().prop_map(|(a, b)| Expression::Product(a, b)),
                pair.clone().prop_map(|(a, b)| Expression::Quotient(a, divisor(b))),
                pair.prop_map(|(a, b)| Expression::Remainder(a, divisor(b))),
                prop::collection::vec(inner.clone(), 1..3).prop_map(Expression::Least),
                prop::collection::vec(inner, 1..3).prop_map(Expression::Greatest),
            ]
        })
    }

    fn condition() -> impl Strategy<Value = Condition> {
        let relation = prop::sample::select(vec![
            Relation::Less,
            Relation::AtMost,
            Relation::Equal,
            Relation::Unequal,
            Relation::Greater,
            Relation::AtLeast,
        ]);
        let link = (relation, expression()).prop_map(|(relation, term)| Comparison { relation, term });
        let leaf = prop_oneof![
            (expression(), prop::collection::vec(link, 1..3)).prop_map(|(a, rest)| Condition::Chain(a, rest)),
            (expression(), prop::collection::vec(expression(), 0..3)).prop_map(|(a, m)| Condition::Among(a, m)),
            expression().prop_map(|a| Condition::AmongNamed(a, name("S"))),
        ];
        leaf.prop_recursive(3, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 2..4).prop_map(Condition::And),
                prop::collection::vec(inner.clone(), 2..4).prop_map(Condition::Or),
                inner.prop_map(|c| Condition::Not(Box::new(c))),
            ]
        })
    }

    fn definition() -> impl Strategy<Value = Definition> {
        let set = (
            (prop::sample::select(vec![None, Some(Player::Left), Some(Player::Right)]), any::<bool>()),
            prop::collection::vec(prop::collection::vec(expression(), 2), 0..3),
            prop::collection::vec(condition(), 0..3),
        )
            .prop_map(|((who, sym), tuples, conditions)| OptionSet { who, sym, tuples, conditions, at: 0..0 });
        // What is everybody's stands first: behind a name it would be that player's.
        let ordered = |mut sets: Vec<OptionSet>| {
            sets.sort_by_key(|set| set.who.is_some());
            sets
        };
        let parameters =
            vec![Parameter { name: name("s"), default: Some(-1) }, Parameter { name: name("S"), default: None }];
        (prop::collection::vec(set, 1..4).prop_map(ordered), any::<bool>()).prop_map(move |(sets, named)| Definition {
            name: named.then(|| name("some-game-2b")),
            parameters: if named { parameters.clone() } else { vec![] },
            body: Body::Options { heaps: vec![name("x"), name("y")], sets },
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_reads_back_as_the_same(definition in definition()) {
            let text = definition.to_string();
            prop_assert_eq!(parse_definition(&text).map_err(|m| format!("{m} in {text}")), Ok(definition));
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "[(){}|,:=<>+*a-ixyS0-9 \\->minmodsym∪→.#\n-]{0,60}") {
            let _ = parse_definition(&text);
        }
    }
}
