//! Files that somebody else may have written.

use super::{instant, moment, said};
use crate::answer::Format;
use crate::command::solve;
use crate::export;
use crate::nim_values;
use crate::output::Watched;
use crate::question::Question;
use crate::seal::{self, Kind};
use crate::usage;
use miyama::breaking::code::Code;
use miyama::game::Games;
use miyama::play::Convention;
use miyama::sum::{Memory, parse_position};
use miyama_text::Lang;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{Seek, Write};
use std::path::Path;
use tempfile::NamedTempFile;

thread_local! {
    static FILE: NamedTempFile = new();
    /// The questions about that file, by the words that ask them: reading a
    /// command line takes longer than most of the answers.
    static QUESTIONS: RefCell<BTreeMap<&'static [&'static str], Question>> = RefCell::default();
}

/// A file in memory where there is such a place.
fn new() -> NamedTempFile {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { NamedTempFile::new_in(memory) } else { NamedTempFile::new() };
    made.expect("a temporary file can be made")
}

/// Does something with a file that holds the input.
fn with_file(input: &[u8], act: impl FnOnce(&Path)) {
    FILE.with(|file| {
        let mut handle = file.as_file();
        let written = handle.set_len(0).and_then(|()| handle.rewind()).and_then(|()| handle.write_all(input));
        written.expect("a temporary file can be written");
        act(file.path());
    });
}

/// Asks a question about a file, and writes the answer in all its forms.
fn asked(input: &[u8], words: &'static [&'static str]) {
    with_file(input, |path| {
        let question = QUESTIONS.with_borrow_mut(|known| {
            let read = || {
                let words =
                    words.iter().map(|word| if *word == "FILE" { path.as_os_str().into() } else { word.into() });
                let line: Vec<OsString> = std::iter::once("miyama".into()).chain(words).collect();
                usage::read(&line, Lang::En).expect("a command line that is right").question
            };
            known.entry(words).or_insert_with(read).clone()
        });
        answered(&question);
    });
}

/// Answers a question, and writes the answer in all its forms.
pub(super) fn answered(question: &Question) {
    let budget = instant();
    match question.answer(&budget) {
        Ok(answer) => {
            for format in [Format::Text, Format::Json, Format::Csv] {
                for lang in [Lang::En, Lang::Ja] {
                    let mut sink = std::io::sink();
                    if let Err(failure) =
                        export::write(&*answer, question, format, lang, &mut Watched::new(&mut sink, &budget))
                    {
                        said(&failure);
                    }
                }
            }
        }
        Err(failure) => said(&failure),
    }
}

pub(super) fn record(input: &[u8]) {
    asked(input, &["record", "FILE"]);
    asked(input, &["record", "FILE", "--to", "csa"]);
}

/// The input as it is, and with the seal that its content asks for: without that, no
/// change would be looked at.
fn with_seals(input: &[u8], kinds: &[Kind], read: impl Fn(&[u8])) {
    read(input);
    if let Some(kind) = kinds.iter().find(|kind| kind.begins(input)) {
        read(&kind.sealed_anew(input));
    }
}

pub(super) fn certificate(input: &[u8]) {
    let kinds = [seal::CERTIFICATE, seal::QUOTIENT, seal::THEOREM];
    with_seals(input, &kinds, |input| asked(input, &["verify", "FILE"]));
}

/// The state of a run, read for the code or the position that it names.
pub(super) fn state(input: &[u8]) {
    let named = input.split(|byte| *byte == b'\n').nth(1).and_then(super::text);
    if seal::SEARCH.begins(input) {
        let Some(position) = named.and_then(|text| parse_position(text, &Games::built_in()).ok()) else { return };
        with_seals(input, &[seal::SEARCH], |input| {
            with_file(input, |path| {
                let memory = Memory::new(&moment());
                if let Err(failure) = solve::state::load(path, &position, Convention::Normal, &memory, &moment()) {
                    said(&failure);
                }
            });
        });
        return;
    }
    let Some(code) = named.and_then(|text| text.parse::<Code>().ok()) else { return };
    with_seals(input, &[seal::VALUES], |input| {
        with_file(input, |path| match nim_values::load(path, &code, &moment()) {
            Ok(mut values) => {
                let more = values.len() + 5;
                let _ = values.extend(more, &moment());
            }
            Err(failure) => said(&failure),
        });
    });
}

pub(super) fn shard(input: &[u8]) {
    with_seals(input, &[seal::SHARD], |input| asked(input, &["bricks", "--merge", "FILE"]));
}

pub(super) fn results(input: &[u8]) {
    with_seals(input, &[seal::RESULTS], |input| {
        asked(input, &["merge", "FILE"]);
        asked(input, &["merge", "FILE", "--missing"]);
    });
}

pub(super) fn game(input: &[u8]) {
    with_file(input, |path| {
        let name = path.to_string_lossy().into_owned();
        if let Err(failure) = crate::games::game(&name, &moment()) {
            said(&failure);
        }
    });
}
