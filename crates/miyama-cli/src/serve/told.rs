//! What the server says besides answers: failures, the state of a question, its load, the
//! texts of the page.

use crate::failure::{Failure, Place};
use miyama_budget::Stopped;
use miyama_text::{Lang, Text};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// A failure.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(super) struct Failed {
    pub(super) error: Told,
}

/// What is wrong; `field` is the field of the question that holds `source`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Failure")]
pub(super) struct Told {
    pub(super) kind: Kind,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    /// The place in `source`, in bytes of UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) span: Option<Span>,
    /// The same in units of UTF-16, as JavaScript counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) span_utf16: Option<Span>,
    /// What may be written at the place instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repair: Option<String>,
}

/// A place in a text.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Input,
    Cancelled,
    Time,
    Memory,
    Busy,
    Id,
    Host,
    Origin,
    Path,
    Method,
    Type,
    Body,
    Defect,
    Undecided,
}

impl Failed {
    pub(super) fn new(kind: Kind, message: String) -> Failed {
        let message = in_fields(&message);
        let error =
            Told { kind, message, hint: None, field: None, source: None, span: None, span_utf16: None, repair: None };
        Failed { error }
    }

    /// A failure of the mathematics, with its place.
    pub(super) fn of(failure: &Failure, kind: Kind, lang: Lang) -> Failed {
        match failure {
            Failure::Undecided(what) => Failed::of(what, kind, lang),
            Failure::Input { says, hint, place } => {
                let mut failed = Failed::new(kind, says.in_lang(lang));
                failed.error.hint = hint.as_ref().map(|hint| in_fields(&hint.in_lang(lang)));
                if let Some(place) = place {
                    failed.error.place(place);
                    failed.error.repair = hint.as_ref().and_then(repair).map(str::to_owned);
                }
                failed
            }
            Failure::Stopped(stopped) => Failed::new(kind, stopped.text().in_lang(lang)),
            Failure::Interrupted(says) | Failure::Defect(says) | Failure::File(says) => {
                Failed::new(kind, says.in_lang(lang))
            }
            Failure::ReaderGone => Failed::new(kind, Stopped::Cancelled.text().in_lang(lang)),
        }
    }
}

/// What a hint offers to be written in place of what is wrong, if it offers that.
fn repair(hint: &Text) -> Option<&str> {
    match hint.key() {
        "cli.did_you_mean" => hint.plain("name"),
        "solve.write_like" => hint.plain("example"),
        "game.call_like" => hint.plain("call"),
        _ => None,
    }
}

/// What is said to whoever asks over HTTP, who has fields and no options: `--p-positions`
/// is the field `p_positions`, and `miyama games` the question `games`.
fn in_fields(says: &str) -> String {
    let mut told = String::new();
    let mut rest = says;
    while let Some(at) = rest.find("--") {
        let (before, behind) = rest.split_at(at);
        told += before;
        let name = &behind[2..];
        let end = name.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(name.len());
        let inside = before.ends_with(|c: char| c.is_alphanumeric() || c == '-');
        if inside || end == 0 {
            told += "--";
            rest = name;
        } else {
            told += &name[..end].replace('-', "_");
            rest = &name[end..];
        }
    }
    (told + rest).replace("`miyama ", "`")
}

impl Told {
    fn place(&mut self, place: &Place) {
        let Place { source, at, option } = place;
        let Range { start, end } = *at;
        self.field = option.map(|option| option.trim_start_matches('-').replace('-', "_"));
        self.span = Some(Span { start, end });
        self.span_utf16 = Some(Span { start: utf16(source, start), end: utf16(source, end.max(start)) });
        self.source = Some(source.clone());
    }
}

/// A place in bytes as JavaScript counts, in units of UTF-16.
fn utf16(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).map(|(_, c)| c.len_utf16()).sum()
}

/// How far a question is: `done` of `total`, where known.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(super) enum Progress {
    Waiting {},
    Running { done: u64, total: Option<u64> },
}

/// A question was cancelled; whoever asked gets 409.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(super) enum Ended {
    Cancelled {},
}

/// How many questions are computed and how many wait.
#[derive(Serialize, JsonSchema)]
pub(super) struct Load {
    pub(super) running: usize,
    pub(super) waiting: usize,
}

/// The texts of the page by their keys, and the names of the languages by their codes.
#[derive(Serialize, JsonSchema)]
pub(super) struct Texts {
    pub(super) lang: String,
    pub(super) languages: BTreeMap<String, String>,
    pub(super) texts: BTreeMap<String, String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama_budget::Mistake;
    use miyama_text::say;

    #[test]
    fn options_are_fields() {
        assert_eq!(in_fields("write --p-positions 'x = y', --level 2"), "write p_positions 'x = y', level 2");
        assert_eq!(in_fields("`miyama games` lists the built-in games"), "`games` lists the built-in games");
        assert_eq!(in_fields("x--y, a -- b, -->"), "x--y, a -- b, -->");
    }

    #[test]
    fn a_mistake_keeps_its_place() {
        let mistake = Mistake::new(3..6, say!("serve.busy"));
        let error = Failed::of(&Failure::mistake(mistake, "三山:3"), Kind::Input, Lang::En).error;
        assert_eq!(error.span, Some(Span { start: 3, end: 6 }));
        assert_eq!(error.span_utf16, Some(Span { start: 1, end: 2 }));
    }

    #[test]
    fn a_hint_that_names_what_was_meant_is_a_repair() {
        let told = |hint| {
            let mistake = Mistake::new(0..4, say!("serve.busy")).with_hint(hint);
            Failed::of(&Failure::mistake(mistake, "wyth"), Kind::Input, Lang::Ja).error.repair
        };
        assert_eq!(told(say!("cli.did_you_mean", name = "wythoff")).as_deref(), Some("wythoff"));
        assert_eq!(told(say!("ruleset.see_games")), None);
    }

    #[test]
    fn places_are_counted_as_the_page_counts() {
        let texts = ["abc", "三山∪x", "a😀b", ""];
        for text in texts {
            for (at, _) in text.char_indices() {
                assert_eq!(utf16(text, at), text[..at].encode_utf16().count());
            }
            assert_eq!(utf16(text, text.len()), text.encode_utf16().count());
        }
    }
}
