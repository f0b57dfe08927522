//! The certificate of a misère quotient.

use super::not_as_expected;
use crate::answer::verified::VerifiedQuotient;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::seal;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use miyama_verify::quotient::{Certificate, Check, Rules, check};
use std::io::Write;
use std::path::Path;

pub(super) struct Answer {
    certificate: Certificate,
    check: Check,
}

pub(super) fn answer(path: &Path, file: Vec<u8>, budget: &Budget) -> Result<Answer, Failure> {
    let text = seal::QUOTIENT.open(path, file)?;
    let certificate: Certificate = serde_json::from_slice(&text).map_err(|error| not_as_expected(path, &error))?;
    let check = check(&certificate, budget)?;
    Ok(Answer { certificate, check })
}

/// A game by its definition, with its arguments.
fn called(game: &Rules) -> String {
    let definition = game.definition.split_whitespace().collect::<Vec<_>>().join(" ");
    match game.arguments.as_slice() {
        [] => definition,
        arguments => format!("{definition} ({})", arguments.join(", ")),
    }
}

impl Answer {
    /// The game that was looked at: the code, or the definitions of the pieces. What pieces were asked
    /// for as is only a remark in the file, which nobody has checked.
    fn game(&self) -> String {
        match &self.certificate.pieces {
            Some(pieces) => pieces.games.iter().map(called).collect::<Vec<_>>().join("; "),
            None => self.certificate.code.clone(),
        }
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        let Certificate { order, p, map, period, .. } = &self.certificate;
        Some(Box::new(VerifiedQuotient {
            code: self.game(),
            order: *order,
            p_size: p.len(),
            heap_reached: map.len().saturating_sub(1),
            preperiod: period.map(|period| period.start),
            period: period.map(|period| period.length),
            holds: self.holds(),
            reason: match &self.check {
                Check::Holds => None,
                Check::Refused(reason) => Some(reason.in_lang(lang)),
            },
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let Certificate { pieces, order, p, map, period, .. } = &self.certificate;
        let code = self.game();
        let reason = match &self.check {
            Check::Holds => None,
            Check::Refused(reason) => Some(reason),
        };
        match format {
            Format::Text => {
                let (code, order, p, heap) = (code.as_str(), *order, p.len(), map.len().saturating_sub(1));
                let says = match (reason, period) {
                    (Some(reason), _) => say!("breaking.refused", code = code, reason = reason.clone()),
                    (None, Some(period)) => say!(
                        "quotient.verified",
                        code = code,
                        order = order,
                        p = p,
                        period = period.length,
                        start = period.start
                    ),
                    (None, None) if pieces.is_some() => {
                        let largest =
                            pieces.iter().flat_map(|pieces| pieces.list.last()).map(|(_, text)| text.as_str());
                        say!(
                            "quotient.verified_pieces",
                            count = map.len(),
                            games = code,
                            last = largest.collect::<String>(),
                            order = order,
                            p = p
                        )
                    }
                    (None, None) => say!("quotient.verified_to", code = code, heap = heap, order = order, p = p),
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
