//! The certificate of a theorem, checked.

use super::of_proof;
use crate::answer::verified::VerifiedTheorem;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::seal;
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use miyama_verify::theorem::{Certificate, Check, Statement, check};
use std::io::Write;
use std::path::Path;

/// A certificate and what the check says.
pub(super) struct Answer {
    certificate: Certificate,
    check: Check,
}

/// Whether a file is one.
pub(super) fn is_one(file: &[u8]) -> bool {
    seal::THEOREM.begins(file)
}

pub(super) fn answer(path: &Path, file: Vec<u8>, budget: &Budget) -> Result<Answer, Failure> {
    let certificate: Certificate = of_proof(&seal::THEOREM, path, file)?;
    let check = check(&certificate, budget)?;
    Ok(Answer { certificate, check })
}

impl Answer {
    fn formula(&self) -> Option<&str> {
        match &self.certificate.statement {
            Statement::PPositions { formula } | Statement::Level { formula, .. } => formula.as_deref(),
            Statement::Values { formula } | Statement::Subset { formula } | Statement::Within { formula, .. } => {
                Some(formula)
            }
        }
    }

    /// The game with its arguments.
    fn game(&self) -> String {
        let Certificate { game, arguments, .. } = &self.certificate;
        if arguments.is_empty() { game.clone() } else { format!("{game} ({})", arguments.join(", ")) }
    }

    fn claim(&self) -> Text {
        let (game, states) = (self.game(), self.certificate.set.len());
        let normal = self.certificate.convention == miyama::play::Convention::Normal;
        match (&self.certificate.statement, self.formula()) {
            (Statement::PPositions { .. }, Some(formula)) if normal => {
                say!("proof.claim_set", game = game, formula = formula)
            }
            (Statement::PPositions { .. }, Some(formula)) => {
                say!("proof.claim_misere_set", game = game, formula = formula)
            }
            (Statement::PPositions { .. }, None) if normal => {
                say!("proof.theorem_automaton", game = game, states = states)
            }
            (Statement::PPositions { .. }, None) => {
                say!("proof.theorem_misere_automaton", game = game, states = states)
            }
            (Statement::Level { level, .. }, Some(formula)) => {
                say!("proof.claim_level", game = game, level = *level, formula = formula)
            }
            (Statement::Level { level, .. }, None) => {
                say!("proof.theorem_level_automaton", game = game, level = *level, states = states)
            }
            (Statement::Values { formula }, _) => say!("proof.claim_values", game = game, formula = formula),
            (Statement::Subset { formula }, _) if normal => say!("proof.claim_subset", game = game, formula = formula),
            (Statement::Subset { formula }, _) => say!("proof.claim_misere_subset", game = game, formula = formula),
            (Statement::Within { domain, formula }, _) if normal => {
                say!("proof.claim_within", game = game, domain = domain, formula = formula)
            }
            (Statement::Within { domain, formula }, _) => {
                say!("proof.claim_misere_within", game = game, domain = domain, formula = formula)
            }
        }
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(VerifiedTheorem {
            game: self.certificate.game.clone(),
            arguments: self.certificate.arguments.clone(),
            convention: self.certificate.convention.into(),
            statement: self.claim().in_lang(lang),
            formula: self.formula().map(str::to_owned),
            states: self.certificate.set.len(),
            holds: answer::Answer::holds(self),
            reason: match &self.check {
                Check::Holds => None,
                Check::Refused(reason) => Some(reason.in_lang(lang)),
            },
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                let says = match &self.check {
                    Check::Holds => say!("proof.verified", claim = self.claim()),
                    Check::Refused(reason) => say!("proof.refused", game = self.game(), reason = reason.clone()),
                };
                writeln!(out, "{}", says.in_lang(lang))?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn holds(&self) -> bool {
        self.check == Check::Holds
    }
}
