//! What is claimed of a game: read, named and said.

use super::Question;
use crate::answer::proof::ProvedClaim;
use crate::failure::Failure;
use miyama::heap::formula::{Formula, Names};
use miyama::play::Convention;
use miyama_budget::Mistake;
use miyama_proof::Claim;
use miyama_text::{Text, say};

/// The largest Grundy value that can be asked for: every smaller one is proved with it.
const MOST_LEVEL: u32 = 64;

/// What is claimed, as it was written.
#[derive(Clone, Copy)]
pub(super) enum WrittenClaim<'a> {
    PPositions(&'a str),
    Values(&'a str),
    Level(u32, &'a str),
    Subset(&'a str),
    /// Within a domain of positions.
    Within(&'a str, &'a str),
}

impl<'a> WrittenClaim<'a> {
    /// What a question claims; of a game with open parameters, `--where` is about them.
    pub(super) fn of(question: &'a Question, open: bool) -> Result<WrittenClaim<'a>, Failure> {
        let Question { p_positions, value, level, subset, .. } = question;
        match (p_positions, value, level.as_slice(), subset) {
            (Some(text), None, [], None) => Ok(match &question.condition {
                Some(domain) if !open => WrittenClaim::Within(domain, text),
                _ => WrittenClaim::PPositions(text),
            }),
            _ if question.condition.is_some() && !open => Err(Failure::input(say!("proof.for_all_where"))),
            (None, Some(_), [], None) if question.misere => Err(Failure::input(say!("proof.misere_values"))),
            (None, None, [_, _], None) if question.misere => Err(Failure::input(say!("proof.misere_values"))),
            (None, Some(text), [], None) => Ok(WrittenClaim::Values(text)),
            (None, None, [level, text], None) => {
                let bad = || Failure::input(say!("proof.bad_level", given = level));
                let level: u32 = level.trim().parse().map_err(|_| bad())?;
                if level > MOST_LEVEL {
                    return Err(Failure::input(say!("proof.level_too_large", most = MOST_LEVEL)));
                }
                Ok(WrittenClaim::Level(level, text))
            }
            (None, None, [], Some(text)) => Ok(WrittenClaim::Subset(text)),
            _ => Err(Failure::input(say!("proof.which_claim"))),
        }
    }

    pub(super) fn read(&self, names: &Names) -> Result<Formula, Mistake> {
        match self {
            WrittenClaim::Values(text) => Formula::value(text, names),
            WrittenClaim::PPositions(text)
            | WrittenClaim::Level(_, text)
            | WrittenClaim::Subset(text)
            | WrittenClaim::Within(_, text) => Formula::set(text, names),
        }
    }

    pub(super) fn wrong(&self, mistake: Mistake) -> Failure {
        match self {
            WrittenClaim::PPositions(text) | WrittenClaim::Within(_, text) => {
                Failure::option("--p-positions", mistake, text)
            }
            WrittenClaim::Values(text) => Failure::option("--value", mistake, text),
            WrittenClaim::Level(_, text) => Failure::option("--level", mistake, text),
            WrittenClaim::Subset(text) => Failure::option("--subset", mistake, text),
        }
    }

    pub(super) fn claim<'f>(&self, formula: &'f Formula, domain: Option<&'f Formula>) -> Claim<'f> {
        if let Some(domain) = domain {
            return Claim::Within(domain, formula);
        }
        match self {
            WrittenClaim::PPositions(_) | WrittenClaim::Within(..) => Claim::PPositions(formula),
            WrittenClaim::Values(_) => Claim::Values(formula),
            WrittenClaim::Level(level, _) => Claim::Level(*level, formula),
            WrittenClaim::Subset(_) => Claim::Subset(formula),
        }
    }

    pub(super) fn name(&self) -> ProvedClaim {
        match self {
            WrittenClaim::PPositions(_) | WrittenClaim::Within(..) => ProvedClaim::PPositions,
            WrittenClaim::Values(_) => ProvedClaim::Values,
            WrittenClaim::Level(..) => ProvedClaim::Level,
            WrittenClaim::Subset(_) => ProvedClaim::Subset,
        }
    }

    pub(super) fn level(&self) -> Option<u32> {
        match self {
            WrittenClaim::Level(level, _) => Some(*level),
            _ => None,
        }
    }

    pub(super) fn statement(&self, game: &str, convention: Convention) -> Text {
        match (*self, convention) {
            (WrittenClaim::PPositions(formula), Convention::Normal) => {
                say!("proof.claim_set", game = game, formula = formula.trim())
            }
            (WrittenClaim::PPositions(formula), Convention::Misere) => {
                say!("proof.claim_misere_set", game = game, formula = formula.trim())
            }
            (WrittenClaim::Values(formula), _) => say!("proof.claim_values", game = game, formula = formula.trim()),
            (WrittenClaim::Level(level, formula), _) => {
                say!("proof.claim_level", game = game, level = level, formula = formula.trim())
            }
            (WrittenClaim::Subset(formula), Convention::Normal) => {
                say!("proof.claim_subset", game = game, formula = formula.trim())
            }
            (WrittenClaim::Subset(formula), Convention::Misere) => {
                say!("proof.claim_misere_subset", game = game, formula = formula.trim())
            }
            (WrittenClaim::Within(domain, formula), Convention::Normal) => {
                say!("proof.claim_within", game = game, domain = domain.trim(), formula = formula.trim())
            }
            (WrittenClaim::Within(domain, formula), Convention::Misere) => {
                say!("proof.claim_misere_within", game = game, domain = domain.trim(), formula = formula.trim())
            }
        }
    }
}
