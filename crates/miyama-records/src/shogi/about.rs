//! What a record tells besides the moves: who played and when, how long the
//! moves took, comments, and how the game ended.

use super::ending::Ending;
use crate::Format;
use miyama_text::{Text, say};
use std::fmt::Write;

/// All of it. The names of the fields are those of KIF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// Names of players, date, place and the like.
    pub fields: Vec<(String, String)>,
    /// Lines beside the moves, each with the number of the moves before it.
    pub notes: Vec<(usize, Note)>,
    /// The milliseconds that each move took, and behind them those of the end.
    pub times: Vec<Option<u64>>,
    /// How the game ended.
    pub ending: Option<Ending>,
    /// How many variations there were; they are passed over.
    pub variations: usize,
}

/// A line beside the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A comment.
    Comment(String),
    /// The name of a bookmark (しおり).
    Bookmark(String),
}

impl About {
    /// Keeps a field. In a handicap game the players have other titles, but
    /// they are the same.
    pub(super) fn field(&mut self, key: &str, value: &str) {
        let key = match key {
            "下手" => "先手",
            "上手" => "後手",
            _ => key,
        };
        self.fields.push((key.to_owned(), value.trim().to_owned()));
    }

    pub(super) fn comment(&mut self, moves: usize, line: &str) {
        self.notes.push((moves, Note::Comment(line.trim_end().to_owned())));
    }

    /// The time of the move after `moves` others.
    pub(super) fn time(&mut self, moves: usize, time: Option<u64>) {
        if time.is_some() {
            self.times.resize(self.times.len().max(moves + 1), None);
            self.times[moves] = time;
        }
    }

    /// The milliseconds of the move after `moves` others.
    #[must_use]
    pub(crate) fn time_of(&self, moves: usize) -> Option<u64> {
        self.times.get(moves).copied().flatten()
    }

    /// What a format of shogi has no room for, if there is any of it.
    #[must_use]
    pub fn left_out(&self, format: Format) -> Option<Text> {
        let has_times = self.times.iter().any(Option::is_some);
        let has_bookmarks = self.notes.iter().any(|(_, note)| matches!(note, Note::Bookmark(_)));
        let is_exact = self.times.iter().flatten().any(|time| time % 1000 != 0);
        match format {
            Format::Usi if has_times || self.ending.is_some() => Some(say!("record.left_all")),
            Format::Usi if !self.fields.is_empty() || !self.notes.is_empty() => Some(say!("record.left_all")),
            Format::Csa if has_bookmarks => Some(say!("record.left_bookmarks")),
            Format::Ki2 if has_times => Some(say!("record.left_times")),
            Format::Kif if is_exact => Some(say!("record.left_parts")),
            _ => None,
        }
    }

    /// Writes the notes after `moves` moves: each comment behind a mark, each bookmark too where there is
    /// one for them.
    pub(super) fn write_notes(&self, next: &mut usize, moves: usize, marks: (&str, Option<&str>), out: &mut String) {
        while let Some((_, note)) = self.notes.get(*next).filter(|(at, _)| *at <= moves) {
            let _ = match (note, marks) {
                (Note::Comment(line), (mark, _)) | (Note::Bookmark(line), (_, Some(mark))) => {
                    writeln!(out, "{mark}{line}")
                }
                (Note::Bookmark(_), (_, None)) => Ok(()),
            };
            *next += 1;
        }
    }
}

/// `1:05` or `1:00:05.5` as milliseconds.
pub(super) fn clock(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut parts = text.split(':').map(str::trim).peekable();
    while let Some(part) = parts.next() {
        let millis = match parts.peek() {
            None => seconds(part)?,
            Some(_) => part.parse::<u64>().ok()?.checked_mul(1000)?,
        };
        total = total.checked_mul(60)?.checked_add(millis)?;
    }
    Some(total).filter(|&total| total < 1 << 50)
}

/// `5` or `5.25` as milliseconds.
pub(super) fn seconds(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    if !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let millis = format!("{part:0<3}").get(..3)?.parse::<u64>().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(millis).filter(|&total| total < 1 << 50)
}

#[cfg(test)]
mod tests {
    use super::{clock, seconds};

    #[test]
    fn times_are_read_to_the_millisecond() {
        assert_eq!(clock("1:05"), Some(65_000));
        assert_eq!(clock(" 0:16"), Some(16_000));
        assert_eq!(clock("01:00:05.5"), Some(3_605_500));
        assert_eq!(clock("x"), None);
        assert_eq!(clock("99999999999999999999:1"), None);
        assert_eq!(seconds("12.345"), Some(12_345));
        assert_eq!(seconds("12.3456789"), Some(12_345));
        assert_eq!(seconds("1.x"), None);
    }
}
