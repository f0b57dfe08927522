//! The claims of the documents: the list of them, and their verdicts.

use crate::answer::{self, Format, claim as data};
use crate::citation::cited;
use crate::export::csv::Rows;
use crate::export::json::Data;
use crate::failure::Failure;
use miyama_budget::{Budget, Stopped};
use miyama_claims::{Claim, Finding, Unchecked, Verdict};
use miyama_text::{Lang, Text, say};
use std::io::Write;
use unicode_width::UnicodeWidthStr;

/// Claims, not checked.
pub(super) struct List(Vec<&'static Claim>);

/// Claims with their verdicts.
pub(super) struct Findings {
    findings: Vec<Finding>,
    /// How many were to be checked.
    of: usize,
    /// Why some were not.
    failure: Option<Failure>,
}

pub(super) fn list(ids: &[String]) -> Result<List, Failure> {
    Ok(List(chosen(ids)?))
}

/// Checks the claims with these ids, or all; `to` is the bound of each.
pub(super) fn check(ids: &[String], to: Option<u64>, budget: &Budget) -> Result<Findings, Failure> {
    let claims = chosen(ids)?;
    if let Some(to) = to {
        allowed(ids, &claims, to)?;
    }
    let (findings, failed) = miyama_claims::run_so_far(&claims, to, budget);
    match failed.map(|(claim, reason)| unchecked(claim, &reason)) {
        Some(failure) if findings.is_empty() => Err(failure),
        failure => Ok(Findings { findings, of: claims.len(), failure }),
    }
}

/// Why a claim has no verdict.
pub(super) fn unchecked(claim: &Claim, reason: &Unchecked) -> Failure {
    match reason {
        Unchecked::Stopped(stopped @ (Stopped::Cancelled | Stopped::Time { .. })) => Failure::Stopped(*stopped),
        Unchecked::Wrong(difference) => Failure::Defect(difference.text()),
        reason => Failure::input(say!("claim.unchecked", id = claim.id(), reason = reason.text())),
    }
}

/// The claims that these names mean, each once, in the order of the list.
fn chosen(ids: &[String]) -> Result<Vec<&'static Claim>, Failure> {
    if ids.is_empty() {
        return Ok(miyama_claims::all().collect());
    }
    let mut wanted: Vec<&Claim> = Vec::new();
    for id in ids {
        wanted.extend(miyama_claims::select(id).map_err(|mistake| Failure::mistake(mistake, id))?);
    }
    Ok(miyama_claims::all().filter(|claim| wanted.iter().any(|other| other.id() == claim.id())).collect())
}

/// A claim that is named for itself must be able to go to the bound; of many,
/// each goes as near to it as it can.
fn allowed(ids: &[String], claims: &[&Claim], to: u64) -> Result<(), Failure> {
    let [claim] = claims else { return Ok(()) };
    if ids.is_empty() {
        return Ok(());
    }
    match claim.bound {
        None => Err(Failure::input(say!("claim.no_bound", id = claim.id()))),
        Some(bound) if to < bound.least || to > bound.most => {
            let (least, most) = (bound.least, bound.most);
            Err(Failure::input(say!("claim.bound_outside", id = claim.id(), to = to, least = least, most = most)))
        }
        Some(_) => Ok(()),
    }
}

impl answer::Answer for List {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(data::Claims { claims: self.0.iter().map(|claim| entry(claim, lang)).collect() }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                let width = width(self.0.iter().copied());
                for claim in &self.0 {
                    writeln!(out, "{}  {}", padded(claim.id(), width), claim.says().in_lang(lang))?;
                }
            }
            Format::Csv => {
                let mut rows = Rows::new(&["id", "kind", "expected", "bound", "statement"], out)?;
                for claim in &self.0 {
                    let bound = claim.bound.map_or_else(String::new, |bound| bound.default.to_string());
                    let says = claim.says().in_lang(lang);
                    rows.row(&[claim.id(), claim.kind, claim.expected.name(), &bound, &says])?;
                }
                rows.end()?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}

impl answer::Answer for Findings {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(data::Findings {
            findings: self.findings.iter().map(|found| result(found, lang)).collect(),
            complete: self.failure.is_none(),
            done: self.findings.len(),
            of: self.of,
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                if self.failure.is_some() {
                    let so_far = say!("cli.so_far", done = self.findings.len(), of = self.of);
                    writeln!(out, "{}", so_far.in_lang(lang))?;
                }
                self.table(lang, out)
            }
            Format::Csv => self.rows(lang, out),
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn holds(&self) -> bool {
        self.findings.iter().all(Finding::as_expected)
    }
}

impl Findings {
    fn table(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let ids = width(self.findings.iter().map(|found| found.claim));
        let words: Vec<String> = self.findings.iter().map(|found| word(&found.verdict).in_lang(lang)).collect();
        let verdicts = words.iter().map(|word| word.width()).max().unwrap_or(0);
        for (found, word) in self.findings.iter().zip(&words) {
            let (id, word) = (padded(found.claim.id(), ids), padded(word, verdicts));
            let bound = bound(found).map_or_else(String::new, |to| to.to_string());
            let seconds = format!("{:.2}", found.took.as_secs_f64());
            writeln!(out, "{id}  {word}  {bound:>8}  {seconds:>6} s  {}", found.claim.says().in_lang(lang))?;
            for line in remarks(found) {
                writeln!(out, "{}    {}", " ".repeat(ids), line.in_lang(lang))?;
            }
        }
        writeln!(out)?;
        for line in self.summary() {
            writeln!(out, "{}", line.in_lang(lang))?;
        }
        Ok(())
    }

    fn summary(&self) -> Vec<Text> {
        let count = |name: &str| self.findings.iter().filter(|found| found.verdict.name() == name).count();
        let different = self.findings.iter().filter(|found| !found.as_expected()).count();
        let total = say!(
            "claim.summary",
            claims = self.findings.len(),
            proved = count("proved"),
            holding = count("holds"),
            refuted = count("refuted"),
            definitions = count("definition")
        );
        let last = if different == 0 { say!("claim.as_expected") } else { say!("claim.different", count = different) };
        vec![total, last]
    }

    fn rows(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let heads = ["id", "verdict", "bound", "seconds", "as_expected", "counterexample", "statement"];
        let mut rows = Rows::new(&heads, out)?;
        for found in &self.findings {
            let bound = bound(found).map_or_else(String::new, |to| to.to_string());
            let seconds = format!("{:.3}", found.took.as_secs_f64());
            let counterexample = counterexample(found).map_or_else(String::new, |text| text.in_lang(lang));
            let (expected, says) = (found.as_expected().to_string(), found.claim.says().in_lang(lang));
            let name = found.verdict.name();
            rows.row(&[found.claim.id(), name, &bound, &seconds, &expected, &counterexample, &says])?;
        }
        rows.end()
    }
}

/// What is known of a claim before it is checked.
fn entry(claim: &Claim, lang: Lang) -> data::Claim {
    data::Claim {
        id: claim.id().to_owned(),
        source: claim.source().to_owned(),
        document: cited(claim.source(), lang),
        kind: claim.kind.to_owned(),
        statement: claim.says().in_lang(lang),
        expected: claim.expected.name().to_owned(),
        bounds: claim.bound.map(|bound| data::Bounds {
            default: bound.default,
            least: bound.least,
            most: bound.most,
            measure: bound.measured(bound.default).in_lang(lang),
        }),
        corrected_by: claim.corrected().map(|claim| claim.id().to_owned()),
    }
}

/// A claim with its verdict.
fn result(found: &Finding, lang: Lang) -> data::Finding {
    data::Finding {
        claim: entry(found.claim, lang),
        verdict: found.verdict.name().to_owned(),
        bound: bound(found),
        counterexample: counterexample(found).map(|text| text.in_lang(lang)),
        at: match &found.verdict {
            Verdict::Refuted(counterexample) => Some(counterexample.at.clone()),
            _ => None,
        },
        how: how(found).map(|text| text.in_lang(lang)),
        seconds: found.took.as_secs_f64(),
        as_expected: found.as_expected(),
    }
}

/// The bound that the verdict speaks of: how far it holds, or how far one had
/// to look at most for the counterexample.
fn bound(found: &Finding) -> Option<u64> {
    found.claim.bound.map(|_| found.claim.bound_for(found.wish))
}

pub(super) fn counterexample(found: &Finding) -> Option<Text> {
    match &found.verdict {
        Verdict::Refuted(counterexample) => Some(counterexample.says.clone()),
        _ => None,
    }
}

/// What was done to reach the verdict.
pub(super) fn how(found: &Finding) -> Option<Text> {
    match &found.verdict {
        Verdict::Proved(how) => Some(how.clone()),
        Verdict::Definition(code) => Some(say!("claim.implemented", code = *code)),
        Verdict::HoldsTo(to) => found.claim.bound.map(|bound| bound.measured(*to)),
        Verdict::Refuted(_) => None,
    }
}

/// The lines below a row: how, the counterexample, and what was expected.
fn remarks(found: &Finding) -> Vec<Text> {
    let mut lines: Vec<Text> = how(found).into_iter().collect();
    lines.extend(counterexample(found).map(|text| say!("claim.counterexample", text = text)));
    if let (Verdict::Refuted(_), Some(corrected)) = (&found.verdict, found.claim.corrected()) {
        lines.push(say!("claim.see_corrected", id = corrected.id()));
    }
    if !found.as_expected() {
        lines.push(say!("claim.unexpected", expected = expected_word(found.claim)));
    }
    lines
}

pub(super) fn word(verdict: &Verdict) -> Text {
    match verdict {
        Verdict::Proved(_) => say!("claim.word_proved"),
        Verdict::HoldsTo(_) => say!("claim.word_holds"),
        Verdict::Refuted(_) => say!("claim.word_refuted"),
        Verdict::Definition(_) => say!("claim.word_definition"),
    }
}

fn expected_word(claim: &Claim) -> Text {
    match claim.expected {
        miyama_claims::Expected::Proved => say!("claim.word_proved"),
        miyama_claims::Expected::Holds => say!("claim.word_holds"),
        miyama_claims::Expected::Refuted { .. } => say!("claim.word_refuted"),
        miyama_claims::Expected::Definition => say!("claim.word_definition"),
    }
}

fn width(claims: impl Iterator<Item = &'static Claim>) -> usize {
    claims.map(|claim| claim.id().width()).max().unwrap_or(0)
}

/// The text with spaces to fill `width` columns.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}
