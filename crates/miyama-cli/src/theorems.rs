//! Theorems that were saved: certificates that are checked again before they serve.

use crate::failure::Failure;
use crate::input;
use crate::seal;
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama::play::Convention;
use miyama_automata::{Automaton, Numeration, Tracks};
use miyama_budget::Budget;
use miyama_text::say;
use miyama_verify::theorem::{Certificate, Check, Statement, System, check};
use std::path::Path;

/// A certificate is small; a larger file is something else.
const LARGEST: u64 = 1 << 26;

/// A proved set of P-positions, and the ruleset that it is about.
pub(crate) struct Saved {
    pub(crate) ruleset: Ruleset,
    pub(crate) convention: Convention,
    pub(crate) set: Automaton,
}

/// Reads a theorem file. What the checker refuses is refused here.
pub(crate) fn read(path: &Path, budget: &Budget) -> Result<Saved, Failure> {
    let shown = || path.display().to_string();
    let text = seal::THEOREM.open(path, input::read(path, LARGEST, 4, budget)?)?;
    let certificate: Certificate = serde_json::from_slice(&text).map_err(|error| {
        let reason = say!("proof.certificate_field", line = error.line(), column = error.column());
        Failure::input(say!("proof.no_certificate", path = shown(), reason = reason))
    })?;
    if let Check::Refused(reason) = check(&certificate, budget)? {
        return Err(Failure::input(say!("proof.refused", game = certificate.game.clone(), reason = reason)));
    }
    let no = || Failure::input(say!("proof.not_served", path = shown()));
    if !matches!(certificate.statement, Statement::PPositions { .. } | Statement::Subset { .. }) {
        return Err(no());
    }
    let arguments: Vec<Argument> =
        certificate.arguments.iter().map(|text| argument(text)).collect::<Option<_>>().ok_or_else(no)?;
    let definition = parse_definition(&certificate.game).map_err(|_| no())?;
    let one = Ruleset::within(&definition, &arguments, budget).map_err(|_| no())?;
    let ruleset = if certificate.copies == 1 { one } else { one.side_by_side(certificate.copies).ok_or_else(no)? };
    let system = match certificate.numeration {
        System::Base(b) => Numeration::base(b.into()),
        System::Metallic(s) => Numeration::metallic(s.into()),
    };
    let tracks = u8::try_from(ruleset.heaps()).map(Tracks::first).map_err(|_| no())?;
    let set = system.and_then(|system| Automaton::from_parts(system, tracks, &certificate.set)).ok_or_else(no)?;
    Ok(Saved { ruleset, convention: certificate.convention, set })
}

/// `3` or `{1,3,4}`.
fn argument(text: &str) -> Option<Argument> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    match text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        None => number(text).map(Argument::Number),
        Some(inside) => {
            let members = inside.split(',').filter(|member| !member.trim().is_empty());
            members.map(number).collect::<Option<_>>().map(Argument::Set)
        }
    }
}
