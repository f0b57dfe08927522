//! The claims of the documents: the list of them, and their verdicts.

use crate::answer::{self, Format, claim as data};
use crate::citation::cited;
use crate::export::csv::Rows;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::input;
use crate::so_far::in_boxes;
use miyama_budget::{Budget, Stopped};
use miyama_claims::{Claim, Counterexample, Finding, Unchecked, Verdict};
use miyama_text::{Lang, Text, say};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// Claims, not checked.
pub(super) struct List(Vec<Arc<Claim>>);

/// Claims with their verdicts.
pub(super) struct Findings {
    findings: Vec<Finding>,
    /// How many were to be checked.
    of: usize,
    /// How far the only one was checked, where that is not as far as was asked.
    reached: Option<u64>,
    /// Why some were not.
    failure: Option<Failure>,
}

pub(super) fn list(text: Option<&str>, ids: &[String], budget: &Budget) -> Result<List, Failure> {
    Ok(List(chosen(text, ids, budget)?))
}

/// Checks the claims with these ids, or all; `to` is the bound of each.
pub(super) fn check(text: Option<&str>, ids: &[String], to: Option<u64>, budget: &Budget) -> Result<Findings, Failure> {
    let claims = chosen(text, ids, budget)?;
    if let Some(to) = to {
        allowed(ids, &claims, to)?;
    }
    if let ([_], Some(to)) = (&claims[..], to) {
        return check_up_to(&claims, to, budget);
    }
    let (findings, failed) = miyama_claims::run_so_far(&claims, to, budget);
    match failed.map(|(claim, reason)| unchecked(&claim, &reason)) {
        Some(failure) if findings.is_empty() => Err(failure),
        failure => Ok(Findings { findings, of: claims.len(), reached: None, failure }),
    }
}

/// Checks one claim up to a bound, and up to smaller ones first where that takes long: they are what
/// is known when it is stopped.
fn check_up_to(claims: &[Arc<Claim>], to: u64, budget: &Budget) -> Result<Findings, Failure> {
    let least = claims.iter().filter_map(|claim| claim.bound).map(|bound| bound.least).max().unwrap_or(0);
    let checked = |to: &[u64], budget: &Budget| {
        let bound = to.iter().copied().max().unwrap_or(0).max(least);
        miyama_claims::run(claims, Some(bound), budget).map(|findings| (findings, bound))
    };
    let why = |failed: &(Arc<Claim>, Unchecked)| match failed.1 {
        Unchecked::Stopped(stopped) => Some(stopped),
        _ => None,
    };
    let found = in_boxes(&[to], budget, checked, why).map_err(|(claim, reason)| unchecked(&claim, &reason))?;
    let (findings, bound) = found.found;
    let failure = found.stopped.map(Failure::Stopped);
    Ok(Findings { findings, of: claims.len(), reached: failure.is_some().then_some(bound), failure })
}

/// A verdict as a result of a task has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Found {
    /// Which claim of the question it is.
    number: usize,
    id: String,
    verdict: Said,
    seconds: f64,
    #[serde(default)]
    earlier: bool,
    #[serde(default)]
    line: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Said {
    Proved(Text),
    HoldsTo(u64),
    Refuted { at: String, says: Text },
    Definition(String),
}

impl From<Verdict> for Said {
    fn from(verdict: Verdict) -> Said {
        match verdict {
            Verdict::Proved(how) => Said::Proved(how),
            Verdict::HoldsTo(to) => Said::HoldsTo(to),
            Verdict::Refuted(Counterexample { at, says }) => Said::Refuted { at, says },
            Verdict::Definition(code) => Said::Definition(code),
        }
    }
}

impl From<Said> for Verdict {
    fn from(said: Said) -> Verdict {
        match said {
            Said::Proved(how) => Verdict::Proved(how),
            Said::HoldsTo(to) => Verdict::HoldsTo(to),
            Said::Refuted { at, says } => Verdict::Refuted(Counterexample { at, says }),
            Said::Definition(code) => Verdict::Definition(code),
        }
    }
}

/// What is found for some of the claims, with their numbers.
pub(super) fn part(claims: Vec<(usize, Arc<Claim>)>, to: Option<u64>, budget: &Budget) -> Result<Vec<Found>, Failure> {
    let (numbers, claims): (Vec<usize>, Vec<Arc<Claim>>) = claims.into_iter().unzip();
    let findings = miyama_claims::run(&claims, to, budget).map_err(|(claim, reason)| unchecked(&claim, &reason))?;
    let found = |(number, finding): (usize, Finding)| Found {
        number,
        id: finding.claim.id().to_owned(),
        verdict: finding.verdict.into(),
        seconds: finding.took.as_secs_f64(),
        earlier: finding.earlier,
        line: finding.line,
    };
    Ok(numbers.into_iter().zip(findings).map(found).collect())
}

/// The findings from those of all parts.
pub(super) fn merged(claims: &[Arc<Claim>], to: Option<u64>, parts: Vec<Vec<Found>>) -> Result<Findings, Failure> {
    let mut found: Vec<Found> = parts.into_iter().flatten().collect();
    found.sort_by_key(|found| found.number);
    let is_theirs = |(number, found): (usize, &Found)| found.number == number && found.id == claims[number].id();
    if found.len() != claims.len() || !found.iter().enumerate().all(is_theirs) {
        return Err(Failure::input(say!("task.unreadable", reason = say!("check.claims_differ"))));
    }
    let finding = |(found, claim): (Found, &Arc<Claim>)| {
        let took = Duration::try_from_secs_f64(found.seconds).unwrap_or_default();
        let verdict = found.verdict.into();
        Finding { claim: claim.clone(), wish: to, verdict, took, earlier: found.earlier, line: found.line }
    };
    Ok(Findings {
        findings: found.into_iter().zip(claims).map(finding).collect(),
        of: claims.len(),
        reached: None,
        failure: None,
    })
}

/// Why a claim has no verdict.
pub(super) fn unchecked(claim: &Claim, reason: &Unchecked) -> Failure {
    match reason {
        Unchecked::Stopped(stopped @ (Stopped::Cancelled | Stopped::Time { .. })) => Failure::Stopped(*stopped),
        Unchecked::Wrong(difference) => Failure::Defect(difference.text()),
        reason => {
            let says = Failure::input(say!("claim.unchecked", id = claim.id(), reason = reason.text()));
            if matches!(reason, Unchecked::Stopped(_)) { Failure::Undecided(Box::new(says)) } else { says }
        }
    }
}

/// A file of claims is smaller than this.
const LARGEST: u64 = 1 << 24;

/// The text of a file of claims.
pub(super) fn text(file: &str, budget: &Budget) -> Result<String, Failure> {
    input::read_text(Path::new(file), LARGEST, budget)
}

/// The claims that these names mean, each once, in the order of the list: those of the
/// documents, those of a text, or, behind the name of a file, those of the file.
pub(super) fn chosen(own: Option<&str>, ids: &[String], budget: &Budget) -> Result<Vec<Arc<Claim>>, Failure> {
    let of_text = |text: &str| {
        miyama_claims::read_with(text, &crate::automata::of_files(budget))
            .map_err(|mistake| Failure::mistake(mistake, text))
    };
    let (own, ids) = match (own, ids) {
        (Some(text), ids) => (Some(of_text(text)?), ids),
        (None, [file, ids @ ..]) if is_file(file) => (Some(of_text(&text(file, budget)?)?), ids),
        (None, ids) => (None, ids),
    };
    let all = own.unwrap_or_else(|| miyama_claims::all().cloned().collect());
    if ids.is_empty() {
        return Ok(all);
    }
    let mut wanted: Vec<Arc<Claim>> = Vec::new();
    for id in ids {
        wanted.extend(miyama_claims::select_from(&all, id).map_err(|mistake| Failure::mistake(mistake, id))?);
    }
    Ok(all.into_iter().filter(|claim| wanted.iter().any(|other| Arc::ptr_eq(other, claim))).collect())
}

/// Whether a name is that of a file: ids of claims neither end so nor name folders.
pub(super) fn is_file(name: &str) -> bool {
    name == "-" || Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("claims"))
}

/// A claim that is named for itself must be able to go to the bound; of many,
/// each goes as near to it as it can.
fn allowed(ids: &[String], claims: &[Arc<Claim>], to: u64) -> Result<(), Failure> {
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
                let width = width(self.0.iter());
                for claim in &self.0 {
                    writeln!(out, "{}  {}", padded(claim.id(), width), claim.says().in_lang(lang))?;
                }
            }
            Format::Csv => {
                let mut rows = Rows::new(&["id", "kind", "expected", "bound", "statement"], out)?;
                for claim in &self.0 {
                    let bound = claim.bound.map_or_else(String::new, |bound| bound.default.to_string());
                    let says = claim.says().in_lang(lang);
                    rows.row(&[claim.id(), &claim.kind, claim.expected.name(), &bound, says])?;
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
            done: if self.reached.is_some() { 0 } else { self.findings.len() },
            of: self.of,
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                if self.failure.is_some() {
                    let so_far = match self.reached {
                        Some(reached) => say!("table.sizes_so_far", last = reached),
                        None => say!("cli.so_far", done = self.findings.len(), of = self.of),
                    };
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
        let ids = width(self.findings.iter().map(|found| &found.claim));
        let words: Vec<String> = self.findings.iter().map(|found| word(found.name()).in_lang(lang)).collect();
        let verdicts = words.iter().map(|word| word.width()).max().unwrap_or(0);
        for (found, word) in self.findings.iter().zip(&words) {
            let (id, word) = (padded(found.claim.id(), ids), padded(word, verdicts));
            let bound = bound(found).map_or_else(String::new, |to| to.to_string());
            let seconds = format!("{:.2}", found.took.as_secs_f64());
            writeln!(out, "{id}  {word}  {bound:>8}  {seconds:>6} s  {}", found.claim.says().in_lang(lang))?;
            for line in remarks(found, lang) {
                writeln!(out, "{}    {line}", " ".repeat(ids))?;
            }
        }
        writeln!(out)?;
        for line in self.summary() {
            writeln!(out, "{}", line.in_lang(lang))?;
        }
        Ok(())
    }

    fn summary(&self) -> Vec<Text> {
        let count = |name: &str| self.findings.iter().filter(|found| found.name() == name).count();
        let different = self.findings.iter().filter(|found| !found.as_expected()).count();
        let total = say!(
            "claim.summary",
            claims = self.findings.len(),
            proved = count("proved"),
            holding = count("holds"),
            refuted = count("refuted"),
            misprints = count("misprint"),
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
            let name = found.name();
            rows.row(&[found.claim.id(), name, &bound, &seconds, &expected, &counterexample, says])?;
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
        kind: claim.kind.clone(),
        statement: claim.says().in_lang(lang).to_owned(),
        expected: claim.expected.name().to_owned(),
        bounds: claim.bound.map(|bound| data::Bounds {
            default: bound.default,
            least: bound.least,
            most: bound.most,
            measure: bound.measured(bound.default).in_lang(lang),
        }),
        corrected_by: claim.corrected().map(str::to_owned),
    }
}

/// A claim with its verdict.
fn result(found: &Finding, lang: Lang) -> data::Finding {
    data::Finding {
        claim: entry(&found.claim, lang),
        verdict: found.name().to_owned(),
        bound: bound(found),
        counterexample: counterexample(found).map(|text| text.in_lang(lang)),
        at: match &found.verdict {
            Verdict::Refuted(counterexample) => Some(counterexample.at.clone()),
            _ => None,
        },
        how: how(found, lang),
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

/// What was done to reach the verdict, and why it is not a proof.
pub(super) fn how(found: &Finding, lang: Lang) -> Option<String> {
    let claim = &found.claim;
    let (how, more) = match &found.verdict {
        Verdict::Proved(how) => (how.clone(), claim.because().map(|said| said.in_lang(lang).to_owned())),
        Verdict::Definition(code) => (say!("claim.implemented", code = code), None),
        Verdict::HoldsTo(to) => {
            let why = |said: &miyama_claims::Said| say!("claim.unproved", why = said.in_lang(lang)).in_lang(lang);
            (claim.bound.as_ref()?.measured(*to), claim.unproved().map(why))
        }
        Verdict::Refuted(_) => return None,
    };
    let how = how.in_lang(lang);
    Some(match more {
        Some(more) => say!("claim.how_and_more", how = how, more = more).in_lang(lang),
        None => how,
    })
}

/// The lines below a row: how, the counterexample, and what was expected.
fn remarks(found: &Finding, lang: Lang) -> Vec<String> {
    let mut lines: Vec<String> = how(found, lang).into_iter().collect();
    let mut add = |text: Text| lines.push(text.in_lang(lang));
    if let Some(text) = counterexample(found) {
        add(say!("claim.counterexample", text = text));
    }
    if let (Verdict::Refuted(_), Some(corrected)) = (&found.verdict, found.claim.corrected()) {
        add(say!("claim.see_corrected", id = corrected));
    }
    if !found.as_expected() {
        add(say!("claim.unexpected", expected = word(found.claim.expected.name()), line = found.line));
    }
    lines
}

/// The word for people of a verdict, by its word for machines.
pub(super) fn word(verdict: &str) -> Text {
    match verdict {
        "proved" => say!("claim.word_proved"),
        "holds" => say!("claim.word_holds"),
        "misprint" => say!("claim.word_misprint"),
        "refuted" => say!("claim.word_refuted"),
        _ => say!("claim.word_definition"),
    }
}

fn width<'a>(claims: impl Iterator<Item = &'a Arc<Claim>>) -> usize {
    claims.map(|claim| claim.id().width()).max().unwrap_or(0)
}

/// The text with spaces to fill `width` columns.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}
