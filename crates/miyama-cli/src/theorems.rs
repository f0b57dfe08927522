//! The theorems that positions are answered by: the built-in ones, and files of the user,
//! which are checked again before they serve.

use crate::failure::Failure;
use crate::input;
use crate::seal;
use miyama_budget::Budget;
use miyama_text::say;
use miyama_theorems::{Library, NotSaved, Saved};
use miyama_verify::theorem::{Certificate, Check, check};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// A certificate is small; a larger file is something else.
const LARGEST: u64 = 1 << 26;

/// The built-in theorems; what is learned beside them is remembered while the program runs.
pub(crate) fn built_in() -> Arc<Library> {
    static BUILT_IN: LazyLock<Arc<Library>> = LazyLock::new(Arc::default);
    BUILT_IN.clone()
}

/// The built-in theorems, and before them those of the files.
pub(crate) fn library(files: &[PathBuf], budget: &Budget) -> Result<Arc<Library>, Failure> {
    if files.is_empty() {
        return Ok(built_in());
    }
    let own = files.iter().map(|path| read(path, budget)).collect::<Result<_, Failure>>()?;
    Ok(Arc::new(Library::with(own)))
}

/// Reads a theorem file. What the checker refuses is refused here.
fn read(path: &Path, budget: &Budget) -> Result<Saved, Failure> {
    let shown = || path.display().to_string();
    let file = input::read(path, LARGEST, 4, budget)?;
    if seal::SIGNS.begins(&file) || seal::GRUNDY.begins(&file) {
        return Err(Failure::input(say!("proof.signs_do_not_serve", path = path.display().to_string())));
    }
    let text = seal::THEOREM.open(path, file)?;
    let unreadable = |line: usize, column: usize| {
        let reason = say!("proof.certificate_field", line = line, column = column);
        Failure::input(say!("proof.no_certificate", path = shown(), reason = reason))
    };
    let certificate: Certificate =
        serde_json::from_slice(&text).map_err(|error| unreadable(error.line(), error.column()))?;
    if let Check::Refused(reason) = check(&certificate, budget)? {
        return Err(Failure::input(say!("proof.refused", game = certificate.game, reason = reason)));
    }
    Saved::read(&shown(), &text).map_err(|reason| match reason {
        NotSaved::Unreadable { line, column } => unreadable(line, column),
        NotSaved::OtherStatement | NotSaved::Content => Failure::input(say!("proof.not_served", path = shown())),
    })
}
