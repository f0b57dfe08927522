//! `miyama verify FILE`: checks the certificate of a period, a theorem or a misère quotient
//! with code of its own.

mod quotient;
mod signs;
mod theorem;
mod word;

use crate::answer::verified::VerifiedPeriod;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::input;
use crate::seal;
use miyama::breaking::certificate::Certificate;
use miyama::breaking::code::Code;
use miyama::breaking::verify::{Check, check};
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Which certificate.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    file: PathBuf,
}

pub(crate) struct Answer {
    certificate: Certificate,
    check: Check,
}

/// A certificate is small; a larger file is something else.
const LARGEST: u64 = 1 << 26;

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let path = &question.file;
    let file = input::read(path, LARGEST, 4, budget)?;
    if seal::QUOTIENT.begins(&file) {
        return Ok(Box::new(quotient::answer(path, file, budget)?));
    }
    if theorem::is_one(&file) {
        return Ok(Box::new(theorem::answer(path, file, budget)?));
    }
    if signs::is_one(&file) {
        return Ok(Box::new(signs::answer(path, file, budget)?));
    }
    if word::is_one(&file) {
        return Ok(Box::new(word::answer(path, file, budget)?));
    }
    let text = seal::CERTIFICATE.open(path, file)?;
    let certificate: Certificate = serde_json::from_slice(&text).map_err(|error| unreadable(path, &text, &error))?;
    let check = check(&certificate, budget)?;
    Ok(Box::new(Answer { certificate, check }))
}

fn no_certificate(path: &Path, reason: Text) -> Failure {
    Failure::input(say!("breaking.no_certificate", path = path.display().to_string(), reason = reason))
}

/// The certificate of a proof, from a sealed file.
fn of_proof<C: DeserializeOwned>(kind: &seal::Kind, path: &Path, file: Vec<u8>) -> Result<C, Failure> {
    let text = kind.open(path, file)?;
    serde_json::from_slice(&text).map_err(|error| {
        let reason = say!("proof.certificate_field", line = error.line(), column = error.column());
        Failure::input(say!("proof.no_certificate", path = path.display().to_string(), reason = reason))
    })
}

/// Where `text` is no certificate.
fn unreadable(path: &Path, text: &[u8], error: &serde_json::Error) -> Failure {
    // A wrong code is best told as one.
    let whole = serde_json::from_slice::<serde_json::Value>(text).ok();
    if let Some(code) = whole.as_ref().and_then(|json| json.get("code")?.as_str())
        && let Err(mistake) = code.parse::<Code>()
    {
        return Failure::mistake(mistake, code);
    }
    not_as_expected(path, error)
}

/// Where a certificate is not in the form that it must have.
fn not_as_expected(path: &Path, error: &serde_json::Error) -> Failure {
    let (line, column) = (error.line(), error.column());
    no_certificate(
        path,
        match error.classify() {
            Category::Io | Category::Syntax => say!("breaking.certificate_json", line = line, column = column),
            Category::Eof => say!("breaking.certificate_end", line = line, column = column),
            Category::Data => say!("breaking.certificate_field", line = line, column = column),
        },
    )
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        let Certificate { code, period, because, .. } = &self.certificate;
        Some(Box::new(VerifiedPeriod {
            code: code.to_string(),
            preperiod: period.start,
            period: period.length,
            saltus: period.saltus,
            theorem: because.name().to_owned(),
            holds: self.holds(),
            reason: match &self.check {
                Check::Holds => None,
                Check::Refused(reason) => Some(reason.in_lang(lang)),
            },
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let (code, period) = (self.certificate.code.to_string(), self.certificate.period);
        match format {
            Format::Text => {
                let (length, start, saltus) = (period.length, period.start, period.saltus);
                let says = match &self.check {
                    Check::Holds => say!(
                        "breaking.verified",
                        code = code,
                        period = length,
                        start = start,
                        saltus = saltus,
                        theorem = self.certificate.because.name(),
                        values = self.certificate.values
                    ),
                    Check::Refused(reason) => say!("breaking.refused", code = code, reason = reason.clone()),
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
