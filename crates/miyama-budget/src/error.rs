//! What keeps a public function from its answer: what is wrong, where, and what may help.

use crate::Stopped;
use miyama_text::Text;
use std::fmt;
use std::ops::Range;

/// What went wrong.
///
/// Every reader of the library returns this one type, so that the command line and the
/// page mark the place in the same way; reasons of other functions become one by `?`.
///
/// ```
/// use miyama_budget::{Error, Kind};
/// use miyama_text::say;
///
/// fn heap(text: &str) -> Result<u32, Error> {
///     text.parse().map_err(|_| Error::new(0..text.len(), say!("word.index")))
/// }
///
/// fn double(text: &str) -> Result<u32, Box<dyn std::error::Error>> {
///     Ok(2 * heap(text)?)
/// }
///
/// assert_eq!(double("21").unwrap(), 42);
/// let error = heap("x").unwrap_err();
/// assert_eq!((error.kind, error.span()), (Kind::Input, Some(0..1)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// What kind of failure it is.
    pub kind: Kind,
    /// The bytes of a text that are wrong; empty where something is missing.
    pub at: Range<usize>,
    /// What is wrong and what was expected.
    pub says: Text,
    /// What may help: a near name, an example.
    pub hint: Option<Box<Text>>,
    /// Whether it is about a place in a text.
    is_placed: bool,
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// What was given is wrong, or asks for what cannot be had.
    Input,
    /// Nothing is known to be wrong: it could not be decided.
    Undecided,
    /// The budget did not allow it.
    Stopped(Stopped),
    /// A defect of the program: an answer was found to be wrong before it was given.
    Defect,
}

/// The name that errors in texts had.
pub type Mistake = Error;

impl Error {
    /// A mistake at a place in a text.
    #[must_use]
    pub fn new(at: Range<usize>, says: Text) -> Error {
        Error { kind: Kind::Input, at, says, hint: None, is_placed: true }
    }

    /// A failure that is at no place.
    #[must_use]
    pub fn of_kind(kind: Kind, says: Text) -> Error {
        Error { kind, at: 0..0, says, hint: None, is_placed: false }
    }

    /// The place in the text, if it is about one.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.is_placed.then(|| self.at.clone())
    }

    /// Why the budget ended it, if it did.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        match self.kind {
            Kind::Stopped(stopped) => Some(stopped),
            _ => None,
        }
    }

    /// The same for a text that may be right: it could not be decided.
    #[must_use]
    pub fn undecided(mut self) -> Error {
        self.kind = Kind::Undecided;
        self
    }

    /// The same with something that may help.
    #[must_use]
    pub fn with_hint(mut self, hint: Text) -> Error {
        self.hint = Some(Box::new(hint));
        self
    }

    /// The same at another place.
    #[must_use]
    pub fn placed_at(mut self, at: Range<usize>) -> Error {
        (self.at, self.is_placed) = (at, true);
        self
    }

    /// The same, for a text in which the parsed one begins at byte `start`.
    #[must_use]
    pub fn shifted(mut self, start: usize) -> Error {
        self.at = self.at.start + start..self.at.end + start;
        self
    }
}

/// What the budget did not allow to end.
impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Error {
        Error::of_kind(Kind::Stopped(stopped), stopped.text())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.says.fmt(f)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            Kind::Stopped(stopped) => Some(stopped),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error as _;

    #[test]
    fn the_reason_of_a_stop_is_its_source() {
        let error = Error::from(Stopped::Cancelled);
        assert_eq!((error.stopped(), error.span()), (Some(Stopped::Cancelled), None));
        assert!(error.source().is_some_and(|source| source.is::<Stopped>()));
        let wrong = Error::new(2..3, Stopped::Cancelled.text());
        assert!(wrong.source().is_none());
        assert_eq!(wrong.clone().shifted(4).span(), Some(6..7));
        assert_eq!(wrong.placed_at(0..1).undecided().kind, Kind::Undecided);
    }
}
