//! `miyama prove GAME`: a formula about a game, proved for all sizes or refuted.

mod claim;
pub(crate) mod parameters;
mod word;

use crate::about;
use crate::answer::number::naturals;
use crate::answer::proof::{self, Proof, ProvedClaim};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::exported::{Export, Exported, Written};
use crate::failure::Failure;
use crate::proof::{Paper, limit_text, outside_text, signs_text, system_name, system_text, values_text};
use crate::solver::{self, Said};
use claim::WrittenClaim;
use miyama::heap::formula::Formula;
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_budget::{Budget, Stopped};
use miyama_proof::{Claimed, Outside, Part, Reached, Refuted, Verdict, What, holds_nowhere, limits, prove};
use miyama_text::{Lang, Text, say};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A formula about a game, proved for all sizes or refuted: `p_positions`, `value`, `subset`, or
/// `level` with a Grundy value and a condition.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    game: String,
    /// What is said of a word, behind `word`.
    #[serde(default)]
    sentence: Option<String>,
    #[arg(long, value_name = "CONDITION", group = "claim")]
    #[serde(default)]
    p_positions: Option<String>,
    #[arg(long, value_name = "EXPRESSION", group = "claim")]
    #[serde(default)]
    value: Option<String>,
    #[arg(long, num_args = 2, value_names = ["G", "CONDITION"], group = "claim")]
    #[serde(default)]
    level: Vec<String>,
    #[arg(long, value_name = "CONDITION", group = "claim")]
    #[serde(default)]
    subset: Option<String>,
    #[arg(long = "where", value_name = "CONDITION")]
    #[serde(default, rename = "where")]
    condition: Option<String>,
    #[arg(long, conflicts_with_all = ["value", "level"])]
    #[serde(default)]
    misere: bool,
    #[arg(long, value_name = "K")]
    #[serde(default)]
    heaps: Option<usize>,
    #[arg(long, visible_alias = "save", value_name = "FILE")]
    #[serde(skip)]
    certificate: Option<PathBuf>,
    #[arg(long, value_name = "FOLDER")]
    #[serde(skip)]
    smt: Option<PathBuf>,
    #[arg(long, value_enum, value_name = "smt2|walnut|coq|latex")]
    #[serde(default)]
    export: Option<Export>,
}

/// A claim and what became of it.
pub(crate) struct Answer {
    game: String,
    names: Vec<String>,
    /// So many of the names, the last ones, are of parameters that stay open.
    parameters: usize,
    convention: Convention,
    claim: ProvedClaim,
    level: Option<u32>,
    statement: Text,
    formula: String,
    definition: String,
    /// The formula of the positions that are meant.
    domain: Option<String>,
    /// Whether no position is meant.
    says_nothing: bool,
    verdict: Verdict,
    /// What SMT solvers say, if they were asked, and of how many files.
    said: Option<(Said, usize)>,
    paper: Option<Paper>,
    /// The theorem for another program, if that was asked for and it is one.
    export: Option<Written>,
    failure: Option<Failure>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    match &question.sentence {
        Some(sentence) if question.game.trim() == "word" => {
            Ok(Box::new(word::answer(sentence, question.certificate.as_deref(), budget)?))
        }
        Some(sentence) => Err(Failure::input(say!("proof.no_sentence", sentence = sentence))),
        None if question.game.trim() == "word" => Err(Failure::input(say!("word.sentence_colon"))),
        None => match about::symbolic(question.game.trim()) {
            Some(game) => Ok(Box::new(for_all(question, &game, budget)?)),
            None => Ok(Box::new(about_game(question, budget)?)),
        },
    }
}

/// A claim for all values of parameters.
fn for_all(question: &Question, game: &about::Symbolic, budget: &Budget) -> Result<Answer, Failure> {
    let asked = WrittenClaim::of(question, true)?;
    if question.export.is_some() {
        return Err(Failure::input(say!("export.open_parameters")));
    }
    if question.heaps.is_some() {
        return Err(Failure::input(say!("proof.for_all_copies")));
    }
    if let Some(path) = &question.certificate {
        crate::output::expect_folder(path)?;
    }
    let convention = if question.misere { Convention::Misere } else { Convention::Normal };
    let condition = question.condition.as_deref();
    let claim = match asked {
        WrittenClaim::PPositions(text) | WrittenClaim::Within(_, text) => (Claimed::PPositions, text),
        WrittenClaim::Subset(text) => (Claimed::Subset, text),
        WrittenClaim::Level(level, text) => (Claimed::Level(level), text),
        WrittenClaim::Values(text) => (Claimed::Values, text),
    };
    let decided = parameters::decide(game, claim, condition, convention, budget)?;
    let called = question.game.trim();
    let statement = match condition {
        Some(condition) => {
            say!("proof.claim_where", claim = asked.statement(called, convention), condition = condition.trim())
        }
        None => say!("proof.claim_for_all", claim = asked.statement(called, convention)),
    };
    let paper = paper(&decided.verdict)?;
    let failure = not_written(paper.as_ref(), question).or_else(|| cancelled(&decided.verdict));
    Ok(Answer {
        statement,
        game: called.to_owned(),
        names: decided.names,
        parameters: decided.parameters.len(),
        convention,
        claim: asked.name(),
        level: asked.level(),
        formula: decided.formula,
        definition: decided.definition,
        domain: None,
        says_nothing: false,
        verdict: decided.verdict,
        said: None,
        paper,
        export: None,
        failure,
    })
}

/// The certificate of a proof.
fn paper(verdict: &Verdict) -> Result<Option<Paper>, Failure> {
    Ok(match verdict {
        Verdict::Proved(proved) => Some(Paper::of(&proved.certificate)?),
        Verdict::Signs(certificate) => Some(Paper::of_signs(certificate)?),
        Verdict::ValuesBySigns(certificate) => Some(Paper::of_values(certificate)?),
        _ => None,
    })
}

/// Writes the certificate where it was asked for: why it could not be written.
fn not_written(paper: Option<&Paper>, question: &Question) -> Option<Failure> {
    paper.zip(question.certificate.as_ref()).and_then(|(paper, path)| paper.write(path).err())
}

/// Time that is over is a limit like others; who stops the run wants to see that it was stopped.
fn cancelled(verdict: &Verdict) -> Option<Failure> {
    match verdict {
        Verdict::Limit(Reached::Budget(stopped @ Stopped::Cancelled), _) => Some(Failure::Stopped(*stopped)),
        _ => None,
    }
}

fn about_game(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let asked = WrittenClaim::of(question, false)?;
    let called = question.game.trim();
    let game = about::provable(called, budget)?;
    let (about, formula) =
        about::formula(&game, question.heaps, &|names| asked.read(names), &|mistake| asked.wrong(mistake), budget)?;
    if let Some(path) = &question.certificate {
        crate::output::expect_folder(path)?;
    }
    let convention = if question.misere { Convention::Misere } else { Convention::Normal };
    let domain = match asked {
        WrittenClaim::Within(text, _) => {
            let wrong = |mistake| Failure::option("--where", mistake, text);
            Some(Formula::set(text, &about.names).map_err(wrong)?)
        }
        _ => None,
    };
    let claim = asked.claim(&formula, domain.as_ref());
    let verdict = match game.has_different_moves() {
        true => Verdict::Outside(Outside { what: What::Partizan, at: None, part: Part::Definition }, None),
        false => prove(about.whole(called)?, claim, convention, budget).map_err(|reason| asked.wrong(reason.into()))?,
    };
    let go_on = || budget.check().is_ok();
    let says_nothing = match asked {
        WrittenClaim::Subset(_) => holds_nowhere(&formula, &limits(budget, &go_on)) == Some(true),
        _ => domain.as_ref().is_some_and(|domain| holds_nowhere(domain, &limits(budget, &go_on)) == Some(true)),
    };
    let said = match (&verdict, &question.smt, asked) {
        (Verdict::Outside(..) | Verdict::Limit(..), Some(folder), WrittenClaim::PPositions(_)) if !question.misere => {
            solvers_say(&about.ruleset, formula.source(), folder, budget)
        }
        _ => Ok(None),
    };
    // What was found is not lost with files that cannot be written, nor with solvers that take too long.
    let (said, unsaid) = match said {
        Ok(said) => (said, None),
        Err(failure) => (None, Some(failure)),
    };
    let paper = paper(&verdict)?;
    let export = match (&verdict, question.export, asked) {
        (Verdict::Proved(proved), Some(export), WrittenClaim::PPositions(_)) => {
            let theorem = Exported {
                called,
                ruleset: &about.ruleset,
                names: &about.names,
                convention,
                set: &proved.set,
                formula: Some(formula.source()),
            };
            Some(theorem.written(export, budget)?)
        }
        (Verdict::Signs(_), Some(_), _) => return Err(Failure::input(say!("export.by_signs"))),
        (
            _,
            Some(_),
            WrittenClaim::Values(_) | WrittenClaim::Level(..) | WrittenClaim::Subset(_) | WrittenClaim::Within(..),
        ) => {
            return Err(Failure::input(say!("export.other_claim")));
        }
        _ => None,
    };
    let failure = not_written(paper.as_ref(), question).or_else(|| cancelled(&verdict)).or(unsaid);
    Ok(Answer {
        statement: asked.statement(called, convention),
        game: called.to_owned(),
        names: about.names.shown().to_vec(),
        parameters: 0,
        convention,
        claim: asked.name(),
        level: asked.level(),
        formula: formula.source().trim().to_owned(),
        definition: about.ruleset.definition().to_owned(),
        domain: domain.map(|domain| domain.source().to_owned()),
        says_nothing,
        verdict,
        said,
        paper,
        export,
        failure,
    })
}

/// What SMT solvers say of a formula with polynomial conditions on two heaps.
fn solvers_say(
    ruleset: &Ruleset,
    formula: &str,
    folder: &Path,
    budget: &Budget,
) -> Result<Option<(Said, usize)>, Failure> {
    let arguments: Vec<String> = ruleset.arguments().iter().map(ToString::to_string).collect();
    match miyama_signs::obligations(ruleset.definition(), &arguments, formula) {
        Ok(all) => Ok(Some((solver::ask(&all, folder, budget)?, all.len()))),
        Err(_) => Ok(None),
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.proof(lang)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text if let Some(export) = &self.export => write!(out, "{}", export.in_lang(lang))?,
            Format::Text => {
                writeln!(out, "{}", self.statement.in_lang(lang))?;
                for text in self.says() {
                    writeln!(out, "{}", text.in_lang(lang))?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn holds(&self) -> bool {
        !matches!(self.verdict, Verdict::Refuted(_))
    }

    fn undecided(&self) -> bool {
        matches!(self.verdict, Verdict::Outside(..) | Verdict::Limit(..))
    }
}

impl Answer {
    fn verdict_name(&self) -> proof::Verdict {
        match self.verdict {
            _ if matches!(self.said, Some((Said::All(_), _))) => proof::Verdict::Attested,
            Verdict::Proved(_) | Verdict::Signs(_) | Verdict::ValuesBySigns(_) => proof::Verdict::Proved,
            Verdict::Refuted(_) => proof::Verdict::Refuted,
            Verdict::Outside(..) => proof::Verdict::Outside,
            Verdict::Limit(..) => proof::Verdict::Limit,
        }
    }

    /// The verdict, for people.
    fn says(&self) -> Vec<Text> {
        let mut says = self.verdict_says();
        if self.says_nothing {
            says.push(say!("proof.says_nothing"));
        }
        if let Some((said, count)) = &self.said {
            says.truncate(1);
            says.push(match said {
                Said::All(by) => say!("proof.attested", by = by.join(", "), count = *count),
                Said::Not(file) => say!("proof.not_attested", file = file),
                Said::Nobody => say!("proof.no_solver", count = *count),
            });
        }
        says
    }

    /// The verdict of Miyama itself.
    fn verdict_says(&self) -> Vec<Text> {
        match &self.verdict {
            Verdict::Proved(proved) => {
                let bytes = self.paper.as_ref().map_or(0, |paper| paper.bytes.len() as u64);
                let system = system_text(proved.set.system());
                let (states, bytes) = (proved.set.states(), miyama_budget::bytes(bytes));
                vec![say!("proof.proved", states = states, system = system, bytes = bytes)]
            }
            Verdict::Signs(certificate) => {
                let bytes = self.paper.as_ref().map_or(0, |paper| paper.bytes.len() as u64);
                vec![signs_text(certificate, bytes)]
            }
            Verdict::ValuesBySigns(certificate) => {
                let bytes = self.paper.as_ref().map_or(0, |paper| paper.bytes.len() as u64);
                vec![values_text(certificate, bytes)]
            }
            Verdict::Refuted(refuted) => vec![self.refuted(refuted)],
            Verdict::Outside(outside, to) => {
                let formula = match (outside.part, &self.domain) {
                    (Part::Domain, Some(domain)) => domain,
                    _ => &self.formula,
                };
                let first = outside_text(outside, &self.definition, formula);
                std::iter::once(first).chain(to.map(|to| self.holds_to(to))).collect()
            }
            Verdict::Limit(reached, to) => {
                std::iter::once(limit_text(reached)).chain(to.map(|to| self.holds_to(to))).collect()
            }
        }
    }

    fn holds_to(&self, to: u64) -> Text {
        match self.parameters {
            0 => say!("proof.holds_to", to = to),
            _ => say!("proof.holds_to_for_all", to = to),
        }
    }

    fn refuted(&self, refuted: &Refuted) -> Text {
        let heaps = self.names.len() - self.parameters;
        let (heaps, values) = refuted.position.split_at(heaps.min(refuted.position.len()));
        let position = shown(heaps);
        let why = match (&refuted.violation, refuted.actual) {
            (Some(violation), _) => Some(violation.on_first_heaps(heaps.len()).text()),
            (None, Some(actual)) => Some(match (self.level, actual) {
                (Some(level), 0) => say!("proof.refuted_is_level", level = level),
                (Some(_), _) => say!("proof.refuted_is_other"),
                (None, 0) => say!("proof.refuted_is", actual = "P"),
                (None, _) => say!("proof.refuted_is", actual = "N"),
            }),
            (None, None) if refuted.first => Some(say!("proof.refuted_is_other")),
            (None, None) => None,
        };
        let names = &self.names[self.names.len() - values.len()..];
        let values: Vec<String> = names.iter().zip(values).map(|(name, value)| format!("{name} = {value}")).collect();
        match (why, values.is_empty()) {
            (Some(why), true) => say!("proof.refuted", position = position, why = why),
            (None, true) => say!("proof.refuted_far", position = position),
            (Some(why), false) => {
                say!("proof.refuted_with", values = values.join(", "), position = position, why = why)
            }
            (None, false) => say!("proof.refuted_far_with", values = values.join(", "), position = position),
        }
    }

    fn proof(&self, lang: Lang) -> Proof {
        let says: Vec<String> = self.says().iter().map(|text| text.in_lang(lang)).collect();
        let refuted = match &self.verdict {
            Verdict::Refuted(refuted) => Some(refuted),
            _ => None,
        };
        let violated = refuted.and_then(|refuted| refuted.violation.as_ref()).map(|violation| &violation.kind);
        let set = match &self.verdict {
            Verdict::Proved(proved) => Some(&proved.set),
            _ => None,
        };
        Proof {
            game: self.game.clone(),
            heaps: self.names.clone(),
            statement: self.statement.in_lang(lang),
            claim: self.claim,
            formula: self.formula.clone(),
            level: self.level,
            convention: self.convention.into(),
            verdict: self.verdict_name(),
            how: says.join(" "),
            counterexample: refuted.map(|refuted| naturals(&refuted.position)),
            violation: violated.map(|kind| kind.name().to_owned()),
            option: violated.and_then(|kind| Some(kind.option()?.to_vec())),
            states: set.map(|set| set.states()),
            numeration: set.map(|set| system_name(set.system())),
            certificate: self.paper.as_ref().map(Paper::data),
            export: self.export.as_ref().map(|export| export.in_lang(lang)),
        }
    }
}

/// `(3, 5)`
fn shown(position: &[BigUint]) -> String {
    format!("({})", position.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}
