//! The certificate of a proof by signs, of P-positions or of Grundy values, checked.

use super::of_proof;
use crate::answer::verified::VerifiedSigns;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::seal;
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use miyama_verify::{signs, values};
use std::io::Write;
use std::path::Path;

/// A certificate and what the check says.
pub(super) struct Answer {
    game: String,
    arguments: Vec<String>,
    formula: String,
    /// Whether it is about the Grundy values.
    values: bool,
    check: signs::Check,
}

/// Whether a file is one.
pub(super) fn is_one(file: &[u8]) -> bool {
    seal::SIGNS.begins(file) || seal::GRUNDY.begins(file)
}

pub(super) fn answer(path: &Path, file: Vec<u8>, budget: &Budget) -> Result<Answer, Failure> {
    if seal::GRUNDY.begins(&file) {
        let certificate: values::Certificate = of_proof(&seal::GRUNDY, path, file)?;
        let check = values::check(&certificate, budget)?;
        let values::Certificate { game, arguments, formula, .. } = certificate;
        return Ok(Answer { game, arguments, formula, values: true, check });
    }
    let certificate: signs::Certificate = of_proof(&seal::SIGNS, path, file)?;
    let check = signs::check(&certificate, budget)?;
    let signs::Certificate { game, arguments, formula, .. } = certificate;
    Ok(Answer { game, arguments, formula, values: false, check })
}

impl Answer {
    fn game(&self) -> String {
        let Answer { game, arguments, .. } = self;
        if arguments.is_empty() { game.clone() } else { format!("{game} ({})", arguments.join(", ")) }
    }

    fn claim(&self) -> Text {
        match self.values {
            true => say!("proof.claim_values", game = self.game(), formula = &self.formula),
            false => say!("proof.claim_set", game = self.game(), formula = &self.formula),
        }
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(VerifiedSigns {
            game: self.game.clone(),
            arguments: self.arguments.clone(),
            statement: self.claim().in_lang(lang),
            formula: self.formula.clone(),
            holds: answer::Answer::holds(self),
            reason: match &self.check {
                signs::Check::Holds => None,
                signs::Check::Refused(reason) => Some(reason.in_lang(lang)),
            },
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                let says = match &self.check {
                    signs::Check::Holds => say!("proof.verified", claim = self.claim()),
                    signs::Check::Refused(reason) => say!("proof.refused", game = self.game(), reason = reason.clone()),
                };
                writeln!(out, "{}", says.in_lang(lang))?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn holds(&self) -> bool {
        self.check == signs::Check::Holds
    }
}
