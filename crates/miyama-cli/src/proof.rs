//! What `prove` and `theorem` say in the same words, and the certificates they write.

use crate::answer::proof as data;
use crate::failure::Failure;
use crate::output;
use crate::seal;
use miyama_automata::{Limit, Numeration};
use miyama_proof::{Certificate, Outside, Part, Reached, What};
use miyama_text::{Text, say};
use std::path::Path;

/// A certificate as it is written.
pub(crate) struct Paper {
    pub(crate) bytes: Vec<u8>,
}

impl Paper {
    pub(crate) fn of(certificate: &Certificate) -> Result<Paper, Failure> {
        Ok(Paper { bytes: seal::THEOREM.json(certificate, false)? })
    }

    /// The certificate of a proof by signs.
    pub(crate) fn of_signs(certificate: &miyama_signs::Certificate) -> Result<Paper, Failure> {
        Ok(Paper { bytes: seal::SIGNS.json(certificate, false)? })
    }

    /// The certificate of Grundy values, proved by signs.
    pub(crate) fn of_values(certificate: &miyama_signs::ValueCertificate) -> Result<Paper, Failure> {
        Ok(Paper { bytes: seal::GRUNDY.json(certificate, false)? })
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        output::write_file(path, |out| Ok(out.write_all(&self.bytes)?))
    }

    /// Its version (all kinds are at the first), length and hash.
    pub(crate) fn data(&self) -> data::Certificate {
        data::Certificate {
            version: Certificate::VERSION,
            bytes: self.bytes.len(),
            sha256: seal::THEOREM.hash(&self.bytes),
        }
    }
}

/// `base 2`, `metallic 1`
pub(crate) fn system_name(system: Numeration) -> String {
    match system {
        Numeration::Base(b) => format!("base {b}"),
        Numeration::Metallic(s) => format!("metallic {s}"),
    }
}

pub(crate) use miyama_theorems::system as system_text;

/// What is outside, with the part of the text.
pub(crate) fn outside_text(outside: &Outside, definition: &str, formula: &str) -> Text {
    let reason = what_text(outside.what);
    let text = match outside.part {
        Part::Definition => definition,
        Part::Formula | Part::Domain => formula,
    };
    match outside.at.clone().and_then(|at| text.get(at)).filter(|part| !part.is_empty()) {
        Some(part) => say!("proof.outside_part", reason = reason, part = part),
        None => say!("proof.outside", reason = reason),
    }
}

/// What is outside, without its place.
pub(crate) fn what_text(what: What) -> Text {
    match what {
        What::Product => say!("proof.outside_product"),
        What::Divisor => say!("proof.outside_divisor"),
        What::Split => say!("proof.outside_split"),
        What::Variables => say!("proof.outside_variables"),
        What::Numbers => say!("proof.outside_numbers"),
        What::Roots => say!("proof.outside_roots"),
        What::Root => say!("proof.outside_root"),
        What::Power => say!("proof.outside_power"),
        What::Exponent => say!("proof.outside_exponent"),
        What::Range => say!("proof.outside_range"),
        What::NegativeNimSum => say!("proof.outside_negative_nim_sum"),
        What::Systems => say!("proof.outside_systems"),
        What::Base => say!("proof.outside_base"),
        What::Rank => say!("proof.outside_rank"),
        What::Domain => say!("proof.outside_domain"),
        What::Function => say!("proof.outside_function"),
        What::Partizan => say!("proof.outside_partizan"),
        What::Won => say!("proof.outside_won"),
    }
}

/// How signs prove something.
pub(crate) fn signs_text(certificate: &miyama_signs::Certificate, bytes: u64) -> Text {
    say!("proof.proved_by_signs", inside = certificate.inside.len(), bytes = miyama_budget::bytes(bytes))
}

/// How signs prove Grundy values.
pub(crate) fn values_text(certificate: &miyama_signs::ValueCertificate, bytes: u64) -> Text {
    let (inside, below) = (certificate.inside.len(), certificate.below.len());
    say!("proof.values_by_signs", inside = inside, below = below, bytes = miyama_budget::bytes(bytes))
}

pub(crate) fn limit_text(reached: &Reached) -> Text {
    match reached {
        Reached::Automaton(Limit::States(states)) => say!("proof.limit_automaton", states = *states),
        Reached::Automaton(_) => say!("proof.limit_other"),
        Reached::NotLearned { systems, to } => not_learned_text(systems, *to),
        Reached::Budget(stopped) => say!("proof.limit_budget", reason = stopped.text()),
    }
}

pub(crate) fn not_learned_text(systems: &[Numeration], to: u64) -> Text {
    let systems: Vec<Text> = systems.iter().map(|system| system_text(*system)).collect();
    say!("proof.limit_not_learned", to = to, systems = systems)
}
