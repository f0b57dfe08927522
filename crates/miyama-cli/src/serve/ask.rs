//! A question from the network: read, allowed or not, answered, rendered.

use super::room::{Full, Pieces};
use super::{LINES, json, schemas};
use crate::answer::Format;
use crate::export;
use crate::failure::Failure;
use crate::question::Question;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Lang, say};
use std::io::{self, Write};

/// A question, and the form of its answer.
#[derive(Debug)]
pub(super) struct WebQuestion {
    pub(super) question: Question,
    pub(super) format: Format,
    pub(super) lang: Lang,
}

/// An answer as it goes out.
#[derive(Debug)]
pub(super) struct Rendered {
    pub(super) bytes: Pieces,
    /// What they are, for the header.
    pub(super) kind: &'static str,
    /// The limit that was reached, if this is only what was known by then. It is JSON, whatever
    /// was asked for: half a table would pass for the whole.
    pub(super) limit: Option<Failure>,
}

/// Why there is no answer to send.
#[derive(Debug)]
pub(super) enum Unwritten {
    Failed(Failure),
    /// Answers that are not fetched take the room.
    NoRoom,
}

/// No answer is longer than this.
const LONGEST: usize = 64 << 20;

/// The forms by the names that a client gives them.
const FORMATS: [Format; 9] = [
    Format::Json,
    Format::Text,
    Format::Csv,
    Format::Latex,
    Format::Html,
    Format::Bfile,
    Format::Binary,
    Format::Png,
    Format::Svg,
];

pub(crate) fn format(name: &str) -> Option<Format> {
    FORMATS.into_iter().find(|format| format.name() == name)
}

/// Whether a question may be asked over the network: those that compute. The
/// others act on this machine, or never end.
pub(crate) fn is_open(question: &Question) -> bool {
    if let Question::Record(record) = question {
        return record.is_text();
    }
    matches!(
        question,
        Question::Games(_)
            | Question::Solve(_)
            | Question::Reply(_)
            | Question::Moves(_)
            | Question::Table(_)
            | Question::Value(_)
            | Question::Bricks(_)
            | Question::Word(_)
            | Question::Figures(_)
            | Question::Exercises(_)
            | Question::Tour(_)
            | Question::Period(_)
            | Question::Quotient(_)
            | Question::Check(_)
            | Question::Prove(_)
            | Question::Theorem(_)
            | Question::Compare(_)
            | Question::Conjecture(_)
            | Question::FindRule(_)
    )
}

/// Reads the JSON of a question from the network.
pub(crate) fn parse(body: &[u8]) -> Result<Question, Failure> {
    read(body, is_open)
}

/// Reads the JSON of a question, of those that are allowed.
pub(crate) fn read(body: &[u8], is_open: impl Fn(&Question) -> bool) -> Result<Question, Failure> {
    let wrong = |error: serde_json::Error| Failure::input(say!("serve.bad_json", error = error.to_string()));
    if body.iter().all(u8::is_ascii_whitespace) {
        return Err(Failure::input(say!("serve.no_question")));
    }
    let given = json::read(body).map_err(wrong)?;
    schemas::check_form(&given)?;
    let question: Question = serde_json::from_value(given.clone()).map_err(wrong)?;
    if !is_open(&question) {
        let name = given["ask"].as_str().unwrap_or_default();
        return Err(Failure::input(say!("serve.not_open", command = name)));
    }
    // A field that is read by nobody would be a wish ignored. The names of files
    // are such fields: they have no place in the JSON of a question.
    let known = serde_json::to_value(&question).map_err(wrong)?;
    if let Some((_, path)) = question.files().first() {
        return Err(Failure::input(say!("serve.no_files", path = path.display().to_string())));
    }
    let unknown = given.as_object().and_then(|fields| fields.keys().find(|name| known.get(name.as_str()).is_none()));
    if let Some(name) = unknown {
        return Err(Failure::input(say!("serve.unknown_field", name = name)));
    }
    Ok(question)
}

/// Answers, and writes the answer as the command line would.
pub(super) fn render(asked: &WebQuestion, pieces: Pieces, budget: &Budget) -> Result<Rendered, Unwritten> {
    let answer = match asked.format {
        Format::Svg | Format::Png => asked.question.clone().drawn().answer(budget),
        _ => asked.question.answer(budget),
    };
    let answer = answer.map_err(Unwritten::Failed)?;
    // An answer that is not decided says so itself, and what is known.
    let known = answer.failure().filter(|failure| !matches!(failure, Failure::Undecided(_))).cloned();
    if let Some(failure) = known.clone().filter(|failure| !is_limit(failure)) {
        return Err(Unwritten::Failed(failure));
    }
    let format = if known.is_some() { Format::Json } else { asked.format };
    let is_lines = format == Format::Json && asked.question.is_listed();
    let longest = pieces.longest().min(LONGEST);
    // What is known of a computation that was stopped is written all the same.
    let told = known.is_some();
    let closes = format == Format::Json && !is_lines;
    let mut out = Bounded { pieces, longest, closes, budget, told, full: None };
    let written = export::write(&*answer, &asked.question, format, asked.lang, &mut out);
    if let Err(stopped @ Stopped::Cancelled) = budget.check() {
        return Err(Unwritten::Failed(stopped.into()));
    }
    match out.full {
        Some(Full::ForNow) => return Err(Unwritten::NoRoom),
        Some(Full::ForEver) => {
            let most = miyama_budget::bytes(longest as u64);
            return Err(Unwritten::Failed(Failure::input(say!("serve.too_long", most = most))));
        }
        None => {}
    }
    let limit = match (known, written) {
        (known, Ok(())) => known,
        // A stream in JSON that is stopped closes its brackets.
        (known, Err(failure)) if closes && is_limit(&failure) => Some(known.unwrap_or(failure)),
        (known, Err(failure)) => return Err(Unwritten::Failed(known.unwrap_or(failure))),
    };
    match limit {
        // Lines are no value that could stand beside another.
        Some(limit) if is_lines => Err(Unwritten::Failed(limit)),
        limit => {
            let kind = if is_lines { LINES } else { format.media_type() };
            Ok(Rendered { bytes: out.pieces, kind, limit })
        }
    }
}

/// Whether time or memory was over: what is known by then is an answer too.
fn is_limit(failure: &Failure) -> bool {
    matches!(failure, Failure::Stopped(Stopped::Time { .. } | Stopped::Memory { .. }))
}

/// Takes bytes while there is room and time.
struct Bounded<'a> {
    pieces: Pieces,
    longest: usize,
    /// Whether brackets must be closed: JSON is stopped only where it is computed while it is
    /// written, which an empty write tells, and goes on to its end then.
    closes: bool,
    budget: &'a Budget,
    /// Whether it was told that time is over. Whoever goes on then brings what was begun to its end.
    told: bool,
    full: Option<Full>,
}

impl Bounded<'_> {
    /// Whether to go on.
    fn look(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self.budget.check() {
            Err(stopped @ Stopped::Cancelled) => Err(io::Error::other(stopped)),
            Err(stopped) if !self.told && (bytes.is_empty() || !self.closes) => {
                self.told = true;
                Err(io::Error::other(stopped))
            }
            _ => Ok(()),
        }
    }
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (before, after) = (self.pieces.len(), self.pieces.len() + bytes.len());
        if after > self.longest {
            self.full = Some(Full::ForEver);
        }
        if self.full.is_some() {
            return Err(io::Error::other("no room left"));
        }
        // Asking the clock for every few bytes would cost more than writing them.
        if bytes.is_empty() || before >> 16 != after >> 16 {
            self.look(bytes)?;
        }
        self.pieces.write(bytes).map_err(|full| {
            self.full = Some(full);
            io::Error::other("no room left")
        })?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(body: &str) -> String {
        parse(body.as_bytes()).map(|q| format!("{q:?}")).unwrap_err().message(Lang::En)
    }

    #[test]
    fn questions_that_compute_are_open() {
        for body in [
            r#"{"ask": "games"}"#,
            r#"{"ask": "solve", "position": "nim:3,5,7", "misere": true}"#,
            r#"{"ask": "table", "game": "wythoff", "to": "10"}"#,
            r#"{"ask": "period", "code": "0.77"}"#,
            r#"{"ask": "quotient", "game": "0.77"}"#,
            r#"{"ask": "value", "expression": "1"}"#,
            r#"{"ask": "reply", "position": "nim:3", "move": "1 from 1"}"#,
            r#"{"ask": "check", "list": true}"#,
            r#"{"ask": "prove", "game": "yama", "p_positions": "x = y"}"#,
            r#"{"ask": "theorem", "game": "yama"}"#,
        ] {
            assert!(parse(body.as_bytes()).is_ok(), "{body}");
        }
    }

    #[test]
    fn questions_that_act_on_the_machine_are_not() {
        for body in [
            r#"{"ask": "serve"}"#,
            r#"{"ask": "play", "position": "nim:3"}"#,
            r#"{"ask": "verify", "file": "/etc/passwd"}"#,
            r#"{"ask": "record", "file": "/etc/passwd"}"#,
            r#"{"ask": "man"}"#,
            r#"{"ask": "bench", "area": "octal"}"#,
        ] {
            assert!(refusal(body).contains("not answered"), "{body}: {}", refusal(body));
        }
    }

    #[test]
    fn fields_that_name_files_are_unknown() {
        for field in ["png", "svg", "binary"] {
            let body = format!(r#"{{"ask": "table", "game": "nim", "to": "3", "{field}": "/tmp/x"}}"#);
            assert!(refusal(&body).contains(&format!("`{field}`")), "{}", refusal(&body));
        }
    }

    #[test]
    fn deep_and_broken_json_is_refused() {
        let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        for body in ["", "{", "null", "[]", "{\"ask\": 3}", "{\"ask\": \"dance\"}", "\u{feff}{}", deep.as_str()] {
            assert!(parse(body.as_bytes()).is_err());
        }
        assert!(parse(br#"{"ask": "table", "game": "nim", "to": 1e999}"#).is_err());
        assert!(parse(b"{\"ask\": \"solve\", \"position\": \"\xff\"}").is_err());
    }
}
