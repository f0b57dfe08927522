//! The certificate of a proof by signs, checked.

use crate::answer::verified::VerifiedSigns;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::seal;
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use miyama_verify::signs::{Certificate, Check, check};
use std::io::Write;
use std::path::Path;

/// A certificate and what the check says.
pub(super) struct Answer {
    certificate: Certificate,
    check: Check,
}

/// Whether a file is one.
pub(super) fn is_one(file: &[u8]) -> bool {
    seal::SIGNS.begins(file)
}

pub(super) fn answer(path: &Path, file: Vec<u8>, budget: &Budget) -> Result<Answer, Failure> {
    let text = seal::SIGNS.open(path, file)?;
    let certificate: Certificate = serde_json::from_slice(&text).map_err(|error| {
        let reason = say!("proof.certificate_field", line = error.line(), column = error.column());
        Failure::input(say!("proof.no_certificate", path = path.display().to_string(), reason = reason))
    })?;
    let check = check(&certificate, budget)?;
    Ok(Answer { certificate, check })
}

impl Answer {
    fn game(&self) -> String {
        let Certificate { game, arguments, .. } = &self.certificate;
        if arguments.is_empty() { game.clone() } else { format!("{game} ({})", arguments.join(", ")) }
    }

    fn claim(&self) -> Text {
        say!("proof.claim_set", game = self.game(), formula = &self.certificate.formula)
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(VerifiedSigns {
            game: self.certificate.game.clone(),
            arguments: self.certificate.arguments.clone(),
            statement: self.claim().in_lang(lang),
            formula: self.certificate.formula.clone(),
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
