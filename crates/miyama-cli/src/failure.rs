//! Everything that can keep a question from being answered, and how it is shown.

use crate::answer::Format;
use crate::system;
use miyama::heap::table::NoTable;
use miyama_budget::{Error, Kind, Mistake, Stopped};
use miyama_text::{Lang, Text, say};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use unicode_width::UnicodeWidthStr;

/// Why there is no answer.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The question is wrong, at a place in a text where known.
    Input {
        /// What is wrong.
        says: Text,
        /// What may help.
        hint: Option<Text>,
        /// What of a text is wrong.
        place: Option<Box<Place>>,
    },
    /// A file cannot be read or written.
    File(Text),
    /// The question may be right, but it could not be decided: what is said of it,
    /// as of a wrong one.
    Undecided(Box<Failure>),
    /// The computation was stopped or would exceed its limits.
    Stopped(Stopped),
    /// Ctrl-C, after saving something: the text says what and how to go on.
    Interrupted(Text),
    /// The answer was found to be wrong before it was shown: a defect of this program.
    Defect(Text),
    /// The reader of standard output went away: nothing is left to say.
    ReaderGone,
}

/// A place in a text that somebody wrote.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The text.
    pub(crate) source: String,
    /// The bytes of it that are wrong.
    pub(crate) at: Range<usize>,
    /// The option whose value the text is.
    pub(crate) option: Option<&'static str>,
}

impl Place {
    /// The line of the text that holds the place, after its option, and carets below.
    fn marked(&self) -> String {
        match self.option {
            Some(option) => {
                let before = option.len() + 1;
                marked(&format!("{option} {}", self.source), &(self.at.start + before..self.at.end + before))
            }
            None => marked(&self.source, &self.at),
        }
    }
}

impl Failure {
    /// A wrong question, without a place.
    pub(crate) fn input(says: Text) -> Failure {
        Failure::Input { says, hint: None, place: None }
    }

    /// A limit that was reached, and what may help: where the work is saved.
    pub(crate) fn limit(reached: Stopped, hint: Text) -> Failure {
        Failure::Undecided(Box::new(Failure::Input { says: reached.text(), hint: Some(hint), place: None }))
    }

    /// A mistake in `source`.
    pub(crate) fn mistake(mistake: Mistake, source: &str) -> Failure {
        Failure::placed(mistake, source, None)
    }

    /// The same with what may help, unless it has something that does.
    pub(crate) fn with_hint(self, help: Text) -> Failure {
        match self {
            Failure::Input { says, hint, place } => Failure::Input { says, hint: hint.or(Some(help)), place },
            other => other,
        }
    }

    /// A mistake in `source`, the value of an option such as `--at`.
    pub(crate) fn option(option: &'static str, mistake: Mistake, source: &str) -> Failure {
        Failure::placed(mistake, source, Some(option))
    }

    fn placed(mistake: Mistake, source: &str, option: Option<&'static str>) -> Failure {
        let place = mistake.span().map(|at| Box::new(Place { source: source.to_owned(), at, option }));
        match Failure::from(mistake) {
            Failure::Input { says, hint, .. } => Failure::Input { says, hint, place },
            Failure::Undecided(failure) => match *failure {
                Failure::Input { says, hint, .. } => Failure::Undecided(Box::new(Failure::Input { says, hint, place })),
                other => other,
            },
            other => other,
        }
    }

    /// A file that cannot be read or written.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Failure {
        Failure::File(say!("cli.file", path = path.display().to_string(), error = system::reason(error)))
    }

    /// A file that was not written because the answer is not all that was asked for.
    pub(crate) fn unfinished(path: &Path) -> Failure {
        Failure::File(say!("cli.unfinished_file", path = path.display().to_string()))
    }

    /// An answer that cannot be written in `format`.
    pub(crate) fn no_format(format: Format) -> Failure {
        Failure::input(say!("cli.no_format", format = format.name()))
    }

    /// Prints it to standard error and gives the exit code.
    pub(crate) fn show(&self, lang: Lang) -> ExitCode {
        let message = self.message(lang);
        if !message.is_empty() {
            complain(&message);
        }
        ExitCode::from(self.code())
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Stopped(Stopped::Cancelled) | Failure::Interrupted(_) => system::interrupted(),
            // EX_SOFTWARE of sysexits.h.
            Failure::Defect(_) => 70,
            Failure::ReaderGone => 0,
            Failure::Input { .. } | Failure::File(_) => 2,
            Failure::Undecided(_) | Failure::Stopped(_) => 3,
        }
    }

    /// The whole message, with the place marked.
    pub(crate) fn message(&self, lang: Lang) -> String {
        let head = say!("cli.error").in_lang(lang);
        match self {
            Failure::Input { says, hint, place } => {
                let mut message = format!("{head}: {}", says.in_lang(lang));
                if let Some(place) = place {
                    message.push_str(&place.marked());
                }
                if let Some(hint) = hint {
                    message.push_str(&format!("\n  {}", hint.in_lang(lang)));
                }
                message
            }
            Failure::File(says) => format!("{head}: {}", says.in_lang(lang)),
            Failure::Undecided(what) => what.message(lang),
            Failure::Stopped(stopped) => format!("{head}: {}", stopped.text().in_lang(lang)),
            Failure::Interrupted(saved) => saved.in_lang(lang),
            Failure::Defect(says) => format!("{head}: {}", says.in_lang(lang)),
            Failure::ReaderGone => String::new(),
        }
    }
}

/// The line of `source` that holds the place, and carets below it.
fn marked(source: &str, at: &Range<usize>) -> String {
    let boundary = |mut i: usize| {
        i = i.min(source.len());
        while !source.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    let (start, end) = (boundary(at.start), boundary(at.end.max(at.start)));
    let line_start = source[..start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = source[start..].find('\n').map_or(source.len(), |i| start + i);
    let line = &source[line_start..line_end];
    let indent = source[line_start..start].replace('\t', " ").width();
    let carets = source[start..end.clamp(start, line_end)].width().max(1);
    let number = source[..start].matches('\n').count() + 1;
    let head = if source.contains('\n') { format!("{number} | ") } else { "  ".to_owned() };
    format!("\n{head}{}\n{}{}", line.replace('\t', " "), " ".repeat(head.width() + indent), "^".repeat(carets))
}

/// The one place that writes messages for people to standard error.
pub(crate) fn complain(message: &str) {
    // Where nobody can hear it, there is nobody to tell that.
    let _ = writeln!(io::stderr(), "{message}");
}

/// An error of the library, which gets its exit code and its HTTP status by what it is here.
impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let Error { kind, says, hint, .. } = error;
        match kind {
            Kind::Stopped(stopped) => Failure::Stopped(stopped),
            Kind::Defect => Failure::Defect(says),
            Kind::Undecided => {
                Failure::Undecided(Box::new(Failure::Input { says, hint: hint.map(|hint| *hint), place: None }))
            }
            _ => Failure::Input { says, hint: hint.map(|hint| *hint), place: None },
        }
    }
}

impl From<NoTable> for Failure {
    fn from(reason: NoTable) -> Failure {
        Failure::from(Error::from(reason))
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        Failure::Stopped(stopped)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::ReaderGone;
        }
        if let Some(stopped) = error.get_ref().and_then(|inner| inner.downcast_ref::<Stopped>()) {
            return Failure::Stopped(*stopped);
        }
        Failure::input(say!("cli.io", error = system::reason(&error)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, marked};
    use miyama::Difference;
    use miyama_text::Lang;

    /// Nothing is written but the message: the place, what is wrong, what to report.
    #[test]
    fn a_wrong_answer_is_an_internal_error() {
        let (definition, position) = ("(x) -> { (x-1) }".to_owned(), "(7)".to_owned());
        let difference = Difference { definition, position, found: "0".to_owned(), expected: "1".to_owned() };
        let failure = Failure::Defect(difference.text());
        assert_eq!(failure.code(), 70);
        for lang in [Lang::En, Lang::Ja] {
            let message = failure.message(lang);
            assert!(message.contains("(7)") && message.contains("(x) -> { (x-1) }"), "{message}");
        }
    }

    #[test]
    fn carets_stand_below_the_place_also_after_wide_characters() {
        assert_eq!(marked("三山:3", &(6..7)), "\n  三山:3\n      ^");
        assert_eq!(marked("a\nbcd", &(3..5)), "\n2 | bcd\n     ^^");
        assert_eq!(marked("ab", &(2..2)), "\n  ab\n    ^");
    }
}
