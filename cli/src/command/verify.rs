//! `miyama verify FILE`: checks the certificate of a period with code of its own.

use crate::answer::{self, Format};
use crate::failure::Failure;
use crate::files;
use miyama::breaking::certificate::Certificate;
use miyama::breaking::verify::{Check, check};
use miyama::budget::Budget;
use miyama::text::{Lang, say};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;

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
const LARGEST: u64 = 1 << 24;

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let path = &question.file;
    files::allow(path)?;
    let size = std::fs::metadata(path).map_err(|error| Failure::file(path, &error))?.len();
    let no_certificate = |error: String| {
        Failure::input(say!("breaking.no_certificate", path = path.display().to_string(), error = error))
    };
    if size > LARGEST {
        return Err(no_certificate(miyama::budget::bytes(size)));
    }
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let certificate: Certificate = serde_json::from_str(&text).map_err(|error| no_certificate(error.to_string()))?;
    let check = check(&certificate, budget)?;
    Ok(Answer { certificate, check })
}

impl answer::Answer for Answer {
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
            Format::Json => {
                let reason = match &self.check {
                    Check::Holds => None,
                    Check::Refused(reason) => Some(reason.in_lang(lang)),
                };
                let answer = serde_json::json!({
                    "code": code, "preperiod": period.start, "period": period.length, "saltus": period.saltus,
                    "theorem": self.certificate.because.name(), "holds": self.holds(), "reason": reason,
                });
                writeln!(out, "{answer}")?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn holds(&self) -> bool {
        self.check == Check::Holds
    }
}
