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

    /// One or the other; what one alternative says makes its opposite in another superfluous:
    /// `t = 0 or t >= 1 and C` is `t = 0 or C`.
    pub(crate) fn or(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::Atom(first), Condition::And(all)) | (Condition::And(all), Condition::Atom(first))
                if all.iter().any(|part| matches!(part, Condition::Atom(atom) if opposite(&first, atom))) =>
            {
                let same = |part: &Condition| !matches!(part, Condition::Atom(atom) if opposite(&first, atom));
                let rest = all.into_iter().filter(same).fold(Condition::True, Condition::and);
                Condition::Atom(first).or(rest)
            }
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

/// Whether one comparison of a natural number holds exactly where the other does not: `t = 0`
/// and `t >= 1`, `t <= 3` and `t >= 4`, `t mod 5 = 2` and `t mod 5 != 2`.
fn opposite(first: &str, second: &str) -> bool {
    let above = |text: &str| -> Option<(String, u64)> {
        let (of, least) = text.split_once(" >= ")?;
        Some((of.to_owned(), least.parse().ok()?))
    };
    let below = |text: &str| -> Option<(String, u64)> {
        match text.split_once(" <= ") {
            Some((of, most)) => Some((of.to_owned(), most.parse::<u64>().ok()? + 1)),
            None => Some((text.strip_suffix(" = 0")?.to_owned(), 1)).filter(|(of, _)| !of.contains(" mod ")),
        }
    };
    let equal = |one: &str, other: &str| one.split_once(" = ").is_some_and(|(a, b)| other == format!("{a} != {b}"));
    let apart = |one: &str, other: &str| below(one).is_some_and(|bound| above(other) == Some(bound));
    [(first, second), (second, first)].into_iter().any(|(one, other)| equal(one, other) || apart(one, other))
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
        assert_eq!(atom("t = 0").or(atom("t >= 1").and(atom("c"))).text(), "t = 0 or c");
        assert_eq!(atom("t <= 3").and(atom("c")).or(atom("t >= 4")).text(), "t >= 4 or c");
        assert_eq!(atom("t mod 5 = 2").or(atom("t mod 5 != 2").and(atom("c"))).text(), "t mod 5 = 2 or c");
        assert_eq!(atom("t mod 2 = 0").or(atom("t >= 1").and(atom("c"))).text(), "t mod 2 = 0 or t >= 1 and c");
        assert_eq!(Condition::True.and(atom("a")).or(Condition::False).text(), "a");
    }
}
