//! A mistake in a text that somebody wrote: where it is and what is wrong.

use crate::Stopped;
use miyama_text::Text;
use std::fmt;
use std::ops::Range;

/// What is wrong with a text, and where.
///
/// Every parser of the library returns this one type, so that the command line
/// and the page mark the place in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The bytes of the text that are wrong; empty where something is missing.
    pub at: Range<usize>,
    /// What is wrong and what was expected.
    pub says: Text,
    /// What may help: a near name, an example.
    pub hint: Option<Box<Text>>,
    /// Why reading ended early, where nothing is known to be wrong.
    pub stopped: Option<Stopped>,
    /// Whether nothing is known to be wrong, because it could not be decided.
    pub undecided: bool,
}

impl Mistake {
    /// A mistake without a hint.
    #[must_use]
    pub fn new(at: Range<usize>, says: Text) -> Mistake {
        Mistake { at, says, hint: None, stopped: None, undecided: false }
    }

    /// The same for a text that may be right: it could not be decided.
    #[must_use]
    pub fn undecided(mut self) -> Mistake {
        self.undecided = true;
        self
    }

    /// The same with something that may help.
    #[must_use]
    pub fn with_hint(mut self, hint: Text) -> Mistake {
        self.hint = Some(Box::new(hint));
        self
    }

    /// The same, for a text in which the parsed one begins at byte `start`.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> Mistake {
        self.at = self.at.start + start..self.at.end + start;
        self
    }
}

/// Reading that the budget did not allow to end.
impl From<Stopped> for Mistake {
    fn from(stopped: Stopped) -> Mistake {
        Mistake { stopped: Some(stopped), ..Mistake::new(0..0, stopped.text()) }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.says.fmt(f)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Mistake {}
