//! What keeps a computation with values from its result.

use miyama_budget::Stopped;
use miyama_text::{Text, say};
use std::fmt;

/// Why a computation with values has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// The budget stopped it.
    Stopped(Stopped),
    /// The games are nested deeper than the arena may recurse.
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// A nimber above the largest that the program holds, or too many options.
    TooLarge,
    /// The operation is not defined for these games.
    Undefined(Text),
}

impl Unfinished {
    /// The reason, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Unfinished::Stopped(stopped) => stopped.text(),
            Unfinished::TooDeep { limit } => say!("value.too_deep", limit = *limit),
            Unfinished::TooLarge => say!("value.too_large", largest = u32::MAX),
            Unfinished::Undefined(text) => text.clone(),
        }
    }
}

impl From<Stopped> for Unfinished {
    fn from(stopped: Stopped) -> Unfinished {
        Unfinished::Stopped(stopped)
    }
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Unfinished {}
