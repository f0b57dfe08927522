//! Whatever reads bytes from outside, each reader as a function of those bytes.
//!
//! A [`Target`] reads its input as the program would and goes on with what it
//! read for a moment. It returns whatever the input is; it panics if the program
//! would, and if one of these fails:
//!
//! * a mistake lies within its text, between characters, and can be shown in
//!   every language;
//! * what was read and is written again is read as the same.
//!
//! `fuzz/` has a fuzz target and seeds for each; `cargo test` runs the seeds and
//! mutants of them (`cli/tests/untrusted.rs`).

mod ask;
mod file;
mod text;

use crate::failure::Failure;
use miyama_budget::{Budget, Mistake};
use miyama_text::Lang;
use std::time::Duration;

/// A reader of untrusted bytes.
pub struct Target {
    /// The name of its fuzz target and of the folder with its seeds.
    pub name: &'static str,
    /// Reads an input.
    pub read: fn(&[u8]),
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "definition", read: text::definition },
    Target { name: "game", read: text::game },
    Target { name: "position", read: text::position },
    Target { name: "move", read: text::choice },
    Target { name: "formula", read: text::formula },
    Target { name: "code", read: text::code },
    Target { name: "board", read: text::board },
    Target { name: "value", read: text::value },
    Target { name: "ruleset", read: text::ruleset },
    Target { name: "word", read: text::word },
    Target { name: "avoid", read: text::avoid },
    Target { name: "brick", read: text::brick },
    Target { name: "kif", read: text::kif },
    Target { name: "ki2", read: text::ki2 },
    Target { name: "csa", read: text::csa },
    Target { name: "usi", read: text::usi },
    Target { name: "pgn", read: text::pgn },
    Target { name: "record", read: file::record },
    Target { name: "certificate", read: file::certificate },
    Target { name: "state", read: file::state },
    Target { name: "shard", read: file::shard },
    Target { name: "results", read: file::results },
    Target { name: "task", read: ask::task },
    Target { name: "game_file", read: file::game },
    Target { name: "question", read: ask::question },
    Target { name: "answer", read: ask::answer },
    Target { name: "line", read: ask::line },
];

/// Reads an input with the target of this name.
///
/// # Panics
/// If there is no such target, or the input shows a defect.
pub fn read(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("a fuzz target has the name of a reader").read)(input);
}

/// What an input may use: little, so that many can be read.
fn moment() -> Budget {
    Budget::unlimited().with_time(Duration::from_millis(50)).with_memory(64 << 20)
}

/// What may be done with what was read, which is not what is looked at here: a few inputs that
/// are computed with for long would leave no time for the others.
fn instant() -> Budget {
    Budget::unlimited().with_time(Duration::from_millis(2)).with_memory(64 << 20)
}

/// The text of an input, if it is one.
fn text(input: &[u8]) -> Option<&str> {
    std::str::from_utf8(input).ok()
}

/// A mistake can be shown at its place.
fn shown(mistake: Mistake, source: &str) {
    let at = &mistake.at;
    assert!(at.start <= at.end && at.end <= source.len(), "{at:?} is outside of {source:?}");
    assert!(source.is_char_boundary(at.start) && source.is_char_boundary(at.end), "{at:?} splits {source:?}");
    said(&Failure::mistake(mistake, source));
}

/// A failure can be said in every language.
fn said(failure: &Failure) {
    for lang in [Lang::En, Lang::Ja] {
        assert!(!failure.message(lang).is_empty(), "{failure:?}");
    }
}
