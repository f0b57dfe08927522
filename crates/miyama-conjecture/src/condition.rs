//! Conditions on a position as text, put together without needless brackets.

/// A condition of the language of formulas.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Condition {
    True,
    False,
    /// A comparison, or whatever needs no brackets.
    Atom(String),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

impl Condition {
    pub(crate) fn atom(text: impl Into<String>) -> Condition {
        Condition::Atom(text.into())
    }

    pub(crate) fn and(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::False, _) | (_, Condition::False) => Condition::False,
            (Condition::True, other) | (other, Condition::True) => other,
            (Condition::And(mut all), Condition::And(more)) => {
                all.extend(more);
                Condition::And(all)
            }
            (Condition::And(mut all), other) => {
                all.push(other);
                Condition::And(all)
            }
            (first, Condition::And(more)) => Condition::And([vec![first], more].concat()),
            (first, second) => Condition::And(vec![first, second]),
        }
    }

    pub(crate) fn or(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::True, _) | (_, Condition::True) => Condition::True,
            (Condition::False, other) | (other, Condition::False) => other,
            (Condition::Or(mut all), Condition::Or(more)) => {
                all.extend(more);
                Condition::Or(all)
            }
            (Condition::Or(mut all), other) => {
                all.push(other);
                Condition::Or(all)
            }
            (first, Condition::Or(more)) => Condition::Or([vec![first], more].concat()),
            (first, second) => Condition::Or(vec![first, second]),
        }
    }

    /// The text: `and` binds tighter than `or`.
    pub(crate) fn text(&self) -> String {
        match self {
            Condition::True => "true".to_owned(),
            Condition::False => "false".to_owned(),
            Condition::Atom(text) => text.clone(),
            Condition::And(all) => {
                let part = |one: &Condition| match one {
                    Condition::Or(_) => format!("({})", one.text()),
                    _ => one.text(),
                };
                all.iter().map(part).collect::<Vec<_>>().join(" and ")
            }
            Condition::Or(all) => all.iter().map(Condition::text).collect::<Vec<_>>().join(" or "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Condition;

    #[test]
    fn brackets_stand_where_they_are_needed_only() {
        let atom = |text: &str| Condition::atom(text);
        let both = atom("a").or(atom("b")).and(atom("c"));
        assert_eq!(both.text(), "(a or b) and c");
        assert_eq!(atom("a").and(atom("b")).or(atom("c")).text(), "a and b or c");
        assert_eq!(Condition::True.and(atom("a")).or(Condition::False).text(), "a");
    }
}
