//! Questions from the network, and command lines.

use super::file::answered;
use super::{moment, said, text};
use crate::files;
use crate::serve;
use crate::task::Task;
use crate::usage;
use miyama_text::Lang;
use std::ffi::OsString;

pub(super) fn question(input: &[u8]) {
    match serve::read_question(input) {
        Ok(question) => {
            let written = serde_json::to_vec(&question).expect("a question can be written");
            let again = serve::read_question(&written).expect("what was read can be read again");
            assert_eq!(format!("{again:?}"), format!("{question:?}"));
        }
        Err(failure) => said(&failure),
    }
}

/// The same, and answered as the server would: no file can be reached. The
/// door to files is closed for the whole process.
pub(super) fn answer(input: &[u8]) {
    files::close();
    if let Ok(question) = serve::read_question(input) {
        answered(&question);
    }
}

/// A task, which is done as far as a moment allows.
pub(super) fn task(input: &[u8]) {
    let Some(given) = text(input) else { return };
    let done = Task::parse(given).and_then(|task| {
        assert_eq!(Task::parse(&task.text()).expect("what was read can be read again"), task);
        task.work(&moment())?.sealed()
    });
    if let Err(failure) = done {
        said(&failure);
    }
}

/// A command line, one word on each line. It is read, not run.
pub(super) fn line(input: &[u8]) {
    let Some(words) = text(input) else { return };
    let line: Vec<OsString> = std::iter::once("miyama").chain(words.split('\n')).map(OsString::from).collect();
    let lang = usage::language(&line);
    for lang in [lang, Lang::Ja] {
        if let Err(usage::End::Wrong(failure)) = usage::read(&line, lang) {
            said(&failure);
        }
    }
}
