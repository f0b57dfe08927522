//! The certificate of a sentence about a word, decided again.

use super::of_proof;
use crate::answer::verified::VerifiedSentence;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::seal;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use miyama_verify::word::{Certificate, Check, check};
use std::io::Write;
use std::path::Path;

/// A certificate and what the check says.
pub(super) struct Answer {
    certificate: Certificate,
    check: Check,
}

/// Whether a file is one.
pub(super) fn is_one(file: &[u8]) -> bool {
    seal::WORD.begins(file)
}

pub(super) fn answer(path: &Path, file: Vec<u8>, budget: &Budget) -> Result<Answer, Failure> {
    let certificate: Certificate = of_proof(&seal::WORD, path, file)?;
    let check = check(&certificate, budget)?;
    Ok(Answer { certificate, check })
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(VerifiedSentence {
            sentence: self.certificate.sentence.clone(),
            holds: answer::Answer::holds(self),
            reason: match &self.check {
                Check::Holds => None,
                Check::Refused(reason) => Some(reason.in_lang(lang)),
            },
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let sentence = &self.certificate.sentence;
        match format {
            Format::Text => {
                let says = match &self.check {
                    Check::Holds => say!("proof.verified", claim = sentence),
                    Check::Refused(reason) => say!("proof.refused", game = sentence, reason = reason.clone()),
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
