//! What is put in for the parameters of a definition.

use std::fmt;

/// An argument of a ruleset: a number, or a set of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// `twist(3)`
    Number(i64),
    /// `subtraction({1, 3, 4})`
    Set(Vec<i64>),
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Number(number) => number.fmt(f),
            Argument::Set(members) => {
                let members: Vec<String> = members.iter().map(ToString::to_string).collect();
                write!(f, "{{{}}}", members.join(","))
            }
        }
    }
}
