//! How the answer about a period is written.

use super::{Answer, Found};
use crate::answer::sequence as data;
use crate::failure::Failure;
use crate::seal;
use miyama::breaking::analysis::{Zeros, exceptions, frequencies, rarity, zeros};
use miyama::breaking::certificate::{Period, Theorem};
use miyama::breaking::period::{Verdict, certify};
use miyama::breaking::values::NimValues;
use miyama_text::{Lang, Text, say};
use std::io::Write;

/// How many exceptions, zeros and so on are listed for people.
const LISTED: usize = 60;

/// How many are listed in JSON.
const LISTED_JSON: usize = 100_000;

pub(super) fn text(answer: &Answer, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let (values, verdict) = (&answer.values, answer.found.verdict());
    let mut line = |text: Text| writeln!(out, "{}", text.in_lang(lang));
    let code = values.code();
    let last = values.len() - 1;
    match answer.found {
        Found::Whole(_) => {}
        Found::SoFar(_) => line(say!("breaking.so_far", to = last))?,
        Found::Unseen => line(say!("breaking.unseen", code = code.to_string(), to = last))?,
    }
    match verdict {
        Verdict::Proven(p, because) => {
            line(headline(values, *p, say!("breaking.proven")))?;
            line(theorem(values, *p, because))?;
        }
        Verdict::Observed(p) => line(headline(values, *p, say!("breaking.observed", to = last)))?,
        Verdict::Nothing if matches!(answer.found, Found::Unseen) => {}
        Verdict::Nothing => line(say!("breaking.nothing", code = code.to_string(), to = last))?,
    }
    let stored = values.stored();
    line(say!("breaking.values", count = values.len(), largest = stored.largest()))?;
    if let Some(p) = verdict.period() {
        let all: Vec<String> =
            exceptions(stored, p).take(LISTED + 1).map(|e| format!("{}:{}", e.heap, e.value)).collect();
        if all.is_empty() {
            line(say!("breaking.no_exceptions"))?;
        } else {
            line(say!("breaking.exceptions", count = exceptions(stored, p).count(), list = listed(&all)))?;
        }
        let ending = matches!(verdict, Verdict::Observed(_));
        line(zero_line(
            &zeros(stored, p),
            p,
            if ending { say!("breaking.zeros_seen") } else { say!("breaking.zeros_all") },
        ))?;
    } else {
        let count = stored.iter().filter(|v| *v == 0).count();
        let all: Vec<String> =
            stored.iter().enumerate().filter(|(_, v)| *v == 0).take(LISTED + 1).map(|(n, _)| n.to_string()).collect();
        line(say!("breaking.zeros_counted", count = count, to = last, list = listed(&all)))?;
    }
    if let Some(rarity) = rarity(code, stored) {
        let mask = format!("{:#b}", rarity.space.mask);
        let rare: Vec<String> = rarity.values.iter().map(u32::to_string).collect();
        let (last, list) = (rarity.last, listed(&rare));
        line(match rarity.rare {
            0 => say!("breaking.rarity_none", mask = mask),
            1 => say!("breaking.rarity_one", mask = mask, last = last, list = list),
            several => say!("breaking.rarity", mask = mask, rare = several, last = last, list = list),
        })?;
        if rarity.space.positional {
            line(say!("breaking.positional"))?;
        }
    }
    let mut frequent: Vec<(usize, u64)> = frequencies(stored).into_iter().enumerate().filter(|(_, f)| *f > 0).collect();
    frequent.sort_by_key(|(value, frequency)| (std::cmp::Reverse(*frequency), *value));
    let most: Vec<String> = frequent.iter().take(8).map(|(v, f)| format!("{v} ({f})")).collect();
    line(say!("breaking.frequencies", list = most.join(", ")))?;
    Ok(())
}

fn headline(values: &NimValues, p: Period, how: Text) -> Text {
    let code = values.code().to_string();
    match p.saltus {
        0 => say!("breaking.period", code = code, period = p.length, start = p.start, how = how),
        s => say!("breaking.arithmetic", code = code, period = p.length, start = p.start, saltus = s, how = how),
    }
}

fn theorem(values: &NimValues, p: Period, because: &Theorem) -> Text {
    let (from, to) = because.window(values.code(), p);
    let equation = match p.saltus {
        0 => format!("G(n+{}) = G(n)", p.length),
        s => format!("G(n+{}) = G(n)+{s}", p.length),
    };
    match *because {
        Theorem::LastValues { .. } => say!("breaking.by_last_values", equation = equation, from = from, to = to),
        Theorem::GuySmith { .. } => say!("breaking.by_guy_smith", equation = equation, from = from, to = to),
        Theorem::RareWindow { last_rare, reach, .. } => {
            say!("breaking.by_rare_window", equation = equation, from = from, to = to, last = last_rare, reach = reach)
        }
        Theorem::FiniteMemory { at } => say!("breaking.by_finite_memory", equation = equation, at = at),
        Theorem::BinarySaltus { below, .. } => {
            say!("breaking.by_binary_saltus", equation = equation, from = from, to = to, below = below)
        }
    }
}

/// A list, cut where it gets long.
fn listed(all: &[String]) -> String {
    let dots = if all.len() > LISTED { ", …" } else { "" };
    format!("{}{dots}", all[..all.len().min(LISTED)].join(", "))
}

fn zero_line(zeros: &Zeros, p: Period, which: Text) -> Text {
    let list = |numbers: &[usize]| listed(&numbers.iter().take(LISTED + 1).map(usize::to_string).collect::<Vec<_>>());
    let mut parts = vec![];
    if !zeros.extra.is_empty() {
        parts.push(say!("breaking.zeros_extra", list = list(&zeros.extra)));
    }
    if p.length == 1 && !zeros.residues.is_empty() {
        parts.push(say!("breaking.zeros_every"));
    } else if !zeros.residues.is_empty() {
        parts.push(say!("breaking.zeros_residues", list = list(&zeros.residues), period = p.length));
    }
    if !zeros.missing.is_empty() {
        parts.push(say!("breaking.zeros_missing", list = list(&zeros.missing)));
    }
    if parts.is_empty() {
        parts.push(say!("breaking.zeros_none"));
    }
    say!("breaking.zeros", which = which, parts = parts)
}

pub(super) fn data(answer: &Answer) -> data::Period {
    let (values, verdict) = (&answer.values, answer.found.verdict());
    let stored = values.stored();
    let period = verdict.period();
    let because = match verdict {
        Verdict::Proven(_, because) => Some(because),
        _ => None,
    };
    let window = because.zip(period).map(|(because, period)| because.window(values.code(), period));
    let certificate = because.zip(period).map(|(because, period)| certify(values, period, *because));
    let file = certificate.as_ref().and_then(|certificate| seal::CERTIFICATE.json(certificate, true).ok());
    data::Period {
        code: values.code().to_string(),
        complete: matches!(answer.found, Found::Whole(_)),
        preperiod: period.map(|p| p.start),
        period: period.map(|p| p.length),
        saltus: period.map(|p| p.saltus),
        proven: because.is_some(),
        theorem: because.map(|because| because.name().to_owned()),
        checked_from: window.map(|w| w.0),
        checked_to: window.map(|w| w.1),
        certificate,
        certificate_file: file.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        values_computed: values.len(),
        largest_value: stored.largest(),
        exceptions_count: period.map(|p| exceptions(stored, p).count()),
        exceptions: period.map(|p| {
            let listed = exceptions(stored, p).take(LISTED_JSON);
            listed.map(|e| data::Exception { heap: e.heap, value: e.value, expected: e.expected }).collect()
        }),
        zeros: period.map(|p| {
            let Zeros { residues, extra, missing, .. } = zeros(stored, p);
            data::Zeros { residues, extra, missing }
        }),
        sparse_space: rarity(values.code(), stored).map(|r| data::SparseSpace {
            mask: r.space.mask,
            positional: r.space.positional,
            rare: r.rare,
            last_rare: r.last,
            rare_values: r.values,
        }),
        frequencies: frequencies(stored),
    }
}
