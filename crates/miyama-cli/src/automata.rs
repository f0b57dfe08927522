//! Automata that formulas name by the file of a theorem: `(x, y) in automaton FILE`.
//!
//! The file is what `theorem --save` and `prove --certificate` write. Its seal and its version
//! are checked, and that its set is an automaton; that its theorem holds does not matter, since
//! a formula only means the set.

use crate::failure::Failure;
use crate::{files, input, seal};
use miyama::heap::formula::{Automata, Automaton, Numerals};
use miyama::heap::notation::parse_definition;
use miyama_budget::{Budget, Error, Kind, Mistake};
use miyama_proof::{Certificate, Statement, System};
use miyama_text::{Text, say};
use std::path::Path;
use std::sync::Arc;

/// A certificate is small; a larger file is something else.
const LARGEST: u64 = 1 << 26;

/// What the names of files stand for.
pub(crate) fn of_files(budget: &Budget) -> Automata {
    let budget = budget.clone();
    Automata::read_by(move |name| read(name, &budget).map(Arc::new))
}

fn read(name: &str, budget: &Budget) -> Result<Automaton, Mistake> {
    let path = Path::new(name);
    let wrong = |says: Text| Mistake::new(0..name.len(), says);
    if files::allow(path).is_err() {
        return Err(wrong(say!("serve.no_automaton", path = name)));
    }
    let said = |failure| said(failure, name);
    let file = input::read(path, LARGEST, 4, budget).map_err(said)?;
    let text = seal::THEOREM.open(path, file).map_err(said)?;
    let certificate: Certificate = serde_json::from_slice(&text).map_err(|error| {
        let reason = say!("proof.certificate_field", line = error.line(), column = error.column());
        wrong(say!("proof.no_certificate", path = name, reason = reason))
    })?;
    let automaton = Automaton {
        name: name.to_owned(),
        numeration: match certificate.numeration {
            System::Base(b) => Numerals::Base(b),
            System::Metallic(s) => Numerals::Metallic(s),
        },
        tracks: tracks(&certificate).ok_or_else(|| wrong(say!("proof.no_set", path = name)))?,
        set: certificate.set,
    };
    if automaton.is_sound() { Ok(automaton) } else { Err(wrong(say!("proof.no_set", path = name))) }
}

/// How many numbers the set of a certificate reads: the heaps, and behind them the value where
/// it is about values.
fn tracks(certificate: &Certificate) -> Option<u8> {
    let heaps = match certificate.copies {
        1 => parse_definition(&certificate.game).ok()?.heap_names().len(),
        copies => copies,
    };
    let values = matches!(certificate.statement, Statement::Values { .. });
    u8::try_from(heaps + usize::from(values)).ok()
}

/// A failure to read a file, as one of the formula that names it. A limit that was reached is no mistake
/// of the formula.
fn said(failure: Failure, name: &str) -> Mistake {
    let wrong = |says| Mistake::new(0..name.len(), says);
    match failure {
        Failure::Input { says, .. } | Failure::File(says) | Failure::Interrupted(says) => wrong(says),
        Failure::Undecided(inner) => said(*inner, name).undecided(),
        Failure::Stopped(stopped) => stopped.into(),
        Failure::Defect(says) => Error::of_kind(Kind::Defect, says),
        Failure::ReaderGone => wrong(say!("cli.error")),
    }
}
