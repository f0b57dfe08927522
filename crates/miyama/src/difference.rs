//! What a comparison with the definition has found wrong.

use miyama_text::{Text, say};
use std::fmt;

/// A position at which an answer is not what the definition says: a defect of
/// this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The definition.
    pub definition: String,
    /// The position.
    pub position: String,
    /// What was computed.
    pub found: String,
    /// What its options give.
    pub expected: String,
}

impl Difference {
    /// What happened, and what to do about it, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        let Difference { definition, position, found, expected } = self;
        say!("comparison.difference", definition = definition, position = position, found = found, expected = expected)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}
