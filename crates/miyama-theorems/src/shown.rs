//! Theorems in sentences.

use crate::saved::Saved;
use miyama::heap::formula::Names;
use miyama::heap::ruleset::Ruleset;
use miyama::play::{Convention, Outcome};
use miyama_automata::Numeration;
use miyama_text::{Text, say};
use num_bigint::BigUint;

/// A numeration system, for people.
#[must_use]
pub fn system(system: Numeration) -> Text {
    match system {
        Numeration::Base(b) => say!("proof.base", base = b),
        Numeration::Metallic(1) => say!("proof.zeckendorf"),
        Numeration::Metallic(s) => say!("proof.metallic", s = s),
    }
}

/// What a theorem says of a position.
pub(crate) fn why(saved: &Saved, outcome: Outcome, count: &BigUint) -> Text {
    let heaps = shown_heaps(&saved.ruleset);
    match (&saved.formula, outcome, saved.convention) {
        (Some(formula), Outcome::P, Convention::Normal) => say!("proof.serves_p", heaps = heaps, formula = formula),
        (Some(formula), Outcome::P, Convention::Misere) => {
            say!("proof.serves_misere_p", heaps = heaps, formula = formula)
        }
        (Some(formula), _, Convention::Normal) => {
            say!("proof.serves_n", heaps = heaps, formula = formula, count = count)
        }
        (Some(formula), _, Convention::Misere) => {
            say!("proof.serves_misere_n", heaps = heaps, formula = formula, count = count)
        }
        (None, Outcome::P, _) => say!("proof.why_p"),
        (None, _, _) => say!("proof.why_n"),
    }
}

/// `(x, y)`
fn shown_heaps(ruleset: &Ruleset) -> String {
    let names = Names::of(ruleset.heap_names());
    match names.shown() {
        [one] => one.clone(),
        names => format!("({})", names.join(", ")),
    }
}
