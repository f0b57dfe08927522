//! How long proofs for all sizes take, their checks, and the refutation of statements that differ a little
//! from a theorem.

mod bars;
mod slips;
mod words;

use super::SoFar;
use crate::about;
use crate::answer::bench::ProofRow;
use crate::answer::{self, Format};
use crate::command::prove::parameters;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::processor;
use bars::Bar;
use miyama::game::{Game, Games};
use miyama::heap::formula::{Automata, Automaton, Formula, Numerals};
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_budget::Budget;
use miyama_language::sentence::Sentence;
use miyama_proof::{
    Certificate, Claimed, Rules, System, Verdict, Wanted, WordVerdict, learn, prove, prove_word, theorem,
};
use miyama_text::{Lang, say};
use serde::Serialize;
use serde::de::DeserializeOwned;
use slips::{Fate, Kind, Slips, Subject, other_numbers};
use std::io::Write;
use std::sync::Arc;

/// How many changed statements one with open parameters gives.
const SYMBOLIC: usize = 10;

struct Row {
    bar: Bar,
    /// Of this thread's processor time, where the system tells it.
    seconds: f64,
    /// The time of the check of the certificate by the checker, if there is one that it accepts.
    check_seconds: Option<f64>,
    states: Option<usize>,
    proved: bool,
    slips: Slips,
}

pub(crate) struct Answer {
    measured: SoFar<Row>,
}

pub(super) fn answer(budget: &Budget) -> Result<Answer, Failure> {
    // What was not compared is no part of a measurement.
    let budget = &budget.without_notes();
    Ok(Answer { measured: SoFar::of(bars::all().into_iter().map(|bar| measure(bar, budget)))? })
}

fn measure(bar: Bar, budget: &Budget) -> Result<Row, Failure> {
    budget.check()?;
    if bar.game == "word" {
        return word(bar, budget);
    }
    if let Some(game) = about::symbolic(&bar.game) {
        return symbolic(bar, &game, budget);
    }
    let Ok(Game::Heap(found)) = Games::built_in().find(&bar.game) else {
        return Err(Failure::input(say!("proof.no_board", game = bar.game)));
    };
    let beside = if found.ruleset.heaps() == bar.heaps { None } else { found.ruleset.side_by_side(bar.heaps) };
    let (ruleset, names) = match &beside {
        Some(ruleset) => (ruleset, found.ruleset.names_side_by_side(bar.heaps)),
        None => (&*found.ruleset, found.ruleset.names()),
    };
    let convention = if bar.misere { Convention::Misere } else { Convention::Normal };
    let level = bar.claim.strip_prefix("level ").and_then(|level| level.parse().ok());
    let kind = match level {
        Some(level) => Kind::Level(level),
        None if bar.claim.starts_with("g: ") => Kind::Values,
        None => Kind::PPositions,
    };
    let mut subject = Subject { ruleset, names, convention, kind };
    let row = if bar.claim.is_empty() || level.is_some() {
        learned(bar, &mut subject, budget)?
    } else {
        claimed(bar, &subject, budget)?
    };
    budget.check()?;
    Ok(row)
}

/// A formula, proved.
fn claimed(bar: Bar, subject: &Subject<'_>, budget: &Budget) -> Result<Row, Failure> {
    let text = bar.claim.strip_prefix("g: ").unwrap_or(&bar.claim).to_owned();
    let formula = subject.kind.read(&text, &subject.names).map_err(|mistake| Failure::mistake(mistake, &text))?;
    let before = processor::seconds();
    let verdict = prove(subject.ruleset, subject.kind.claim(&formula), subject.convention, budget);
    let seconds = processor::seconds() - before;
    let verdict = verdict.map_err(|reason| Failure::from(miyama::Error::from(reason)))?;
    let (proved, states, check_seconds) = checked(&verdict, budget)?;
    let slips = subject.slips(&text, vec![], budget);
    Ok(Row { bar, seconds, check_seconds, states, proved, slips })
}

/// A set, learned; what is changed is the formula that says the same, or without one the automaton.
fn learned(bar: Bar, subject: &mut Subject<'_>, budget: &Budget) -> Result<Row, Failure> {
    let wanted = match subject.kind {
        Kind::Level(level) => Wanted::Level(level),
        Kind::PPositions | Kind::Values => Wanted::PPositions(subject.convention),
    };
    let before = processor::seconds();
    let rules = Rules::of(subject.ruleset);
    let found = rules.as_ref().ok().and_then(|rules| Some((rules, learn(rules, wanted, &[], budget).ok()?)));
    let seconds = processor::seconds() - before;
    let Some((rules, found)) = found else {
        return Ok(Row { bar, seconds, check_seconds: None, states: None, proved: false, slips: Slips::default() });
    };
    let certificate = found.certificate(rules, wanted, None);
    let check_seconds = accepted(|| holds(miyama_verify::theorem::check(&read_again(&certificate)?, budget)?))?;
    let formula = theorem(subject.ruleset, wanted, &subject.names, budget).ok().and_then(|theorem| theorem.formula);
    let slips = match formula {
        Some(formula) => subject.slips(&formula, vec![], budget),
        None => automaton(&certificate, subject, budget),
    };
    Ok(Row { bar, seconds, check_seconds, states: Some(found.set.states()), proved: true, slips })
}

/// The set with some of its states changed into their opposite, and with some positions more or less.
fn automaton(certificate: &Certificate, subject: &mut Subject<'_>, budget: &Budget) -> Slips {
    let numeration = match certificate.numeration {
        System::Base(b) => Numerals::Base(b),
        System::Metallic(s) => Numerals::Metallic(s),
    };
    let heaps = subject.names.shown().to_vec();
    let tracks = u8::try_from(heaps.len()).unwrap_or(u8::MAX);
    let named = |name: &str, set| Arc::new(Automaton { name: name.to_owned(), numeration, tracks, set });
    let states = certificate.set.len();
    let mut all = vec![named("theorem", certificate.set.clone())];
    for n in 1..=4 {
        let mut set = certificate.set.clone();
        set[n * states / 5].0 ^= true;
        all.push(named(&format!("changed{n}"), set));
    }
    let text = |name: &str| format!("({}) in automaton {name}", heaps.join(", "));
    let others = all[1..].iter().map(|one| text(&one.name)).collect();
    subject.names = subject.names.clone().with_automata(&Automata::listed(all));
    subject.slips(&text("theorem"), others, budget)
}

/// A formula for all values of parameters.
fn symbolic(bar: Bar, game: &about::Symbolic, budget: &Budget) -> Result<Row, Failure> {
    let decide = |text: &str| {
        let before = processor::seconds();
        let claim = (Claimed::PPositions, text);
        let decided = parameters::decide(game, claim, None, Convention::Normal, budget)?;
        Ok::<_, Failure>((processor::seconds() - before, decided))
    };
    let (seconds, decided) = decide(&bar.claim)?;
    let (proved, states, check_seconds) = checked(&decided.verdict, budget)?;
    let definition = parse_definition(&decided.definition).map_err(|no| Failure::mistake(no, &decided.definition))?;
    let ruleset = Ruleset::new(&definition, &[]).map_err(|no| Failure::mistake(no, &decided.definition))?;
    let (names, kind) = (ruleset.names(), Kind::PPositions);
    let subject = Subject { ruleset: &ruleset, names, convention: Convention::Normal, kind };
    let mut slips = Slips::default();
    for text in other_numbers(&bar.claim) {
        if slips.count() == SYMBOLIC {
            break;
        }
        let Ok((seconds, decided)) = decide(&text) else { continue };
        let Ok(formula) = Formula::set(&decided.formula, &subject.names) else { continue };
        slips.note(&text, || {
            let fate = match &decided.verdict {
                Verdict::Refuted(refuted) => subject.refuted(&formula, None, refuted, budget),
                Verdict::Signs(_) => Fate::Same,
                other => Fate::Wrong(format!("{other:?}")),
            };
            (seconds, fate)
        });
    }
    Ok(Row { bar, seconds, check_seconds, states, proved, slips })
}

/// A sentence about a word.
fn word(bar: Bar, budget: &Budget) -> Result<Row, Failure> {
    let sentence = Sentence::parse(&bar.claim).map_err(|mistake| Failure::mistake(mistake, &bar.claim))?;
    let before = processor::seconds();
    let verdict = prove_word(&sentence, budget).map_err(Failure::Stopped)?;
    let seconds = processor::seconds() - before;
    let check_seconds = match &verdict {
        WordVerdict::Proved(proof) => accepted(|| {
            let check = miyama_verify::word::check(&read_again(&proof.certificate)?, budget)?;
            Ok(check == miyama_verify::word::Check::Holds)
        })?,
        _ => None,
    };
    let proved = matches!(verdict, WordVerdict::Proved(_));
    let slips = words::slips(&sentence, budget).map_err(Failure::Stopped)?;
    Ok(Row { bar, seconds, check_seconds, states: None, proved, slips })
}

/// Whether something is proved, by how many states, and how long the check of its certificate takes.
fn checked(verdict: &Verdict, budget: &Budget) -> Result<(bool, Option<usize>, Option<f64>), Failure> {
    let signs = |check: miyama_verify::signs::Check| Ok(check == miyama_verify::signs::Check::Holds);
    Ok(match verdict {
        Verdict::Proved(proved) => {
            let check = || holds(miyama_verify::theorem::check(&read_again(&proved.certificate)?, budget)?);
            (true, Some(proved.set.states()), accepted(check)?)
        }
        Verdict::Signs(certificate) => {
            let check = || signs(miyama_verify::signs::check(&read_again(certificate)?, budget)?);
            (true, None, accepted(check)?)
        }
        Verdict::ValuesBySigns(certificate) => {
            let check = || signs(miyama_verify::values::check(&read_again(certificate)?, budget)?);
            (true, None, accepted(check)?)
        }
        _ => (false, None, None),
    })
}

fn holds(check: miyama_verify::theorem::Check) -> Result<bool, Failure> {
    Ok(check == miyama_verify::theorem::Check::Holds)
}

/// How long a check takes that accepts.
fn accepted(check: impl FnOnce() -> Result<bool, Failure>) -> Result<Option<f64>, Failure> {
    let before = processor::seconds();
    let accepts = check()?;
    Ok(accepts.then(|| processor::seconds() - before))
}

/// A certificate as the checker reads it from a file.
fn read_again<T: DeserializeOwned>(certificate: &impl Serialize) -> Result<T, Failure> {
    let unreadable = |error: serde_json::Error| Failure::input(say!("proof.bench_unread", reason = error.to_string()));
    serde_json::from_slice(&serde_json::to_vec(certificate).map_err(unreadable)?).map_err(unreadable)
}

impl Row {
    fn is_right(&self) -> bool {
        self.proved && self.check_seconds.is_some() && self.slips.wrong.is_empty()
    }
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let row = |row: &Row| ProofRow {
            game: row.bar.game.clone(),
            claim: row.bar.claim.clone(),
            misere: row.bar.misere,
            seconds: row.seconds,
            check_seconds: row.check_seconds,
            states: row.states,
            proved: row.proved,
            changed: row.slips.count(),
            refuted: row.slips.refuted,
            same: row.slips.same,
            slowest_refutation: row.slips.slowest,
            wrong: row.slips.wrong.clone(),
        };
        Some(Box::new(self.measured.data(row)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                writeln!(out, "{}", say!("proof.bench_head").in_lang(lang))?;
                for row in &self.measured.rows {
                    let bar = &row.bar;
                    let claim = match bar.claim.is_empty() {
                        true => say!("proof.bench_learned").in_lang(lang),
                        false => bar.claim.clone(),
                    };
                    let game = if bar.misere { format!("{} (misère)", bar.game) } else { bar.game.clone() };
                    let mark = if row.is_right() { "" } else { " !" };
                    let states = row.states.map_or_else(|| "-".to_owned(), |states| states.to_string());
                    let check = row.check_seconds.map_or_else(|| "-".to_owned(), |check| format!("{check:.3}"));
                    let Slips { refuted, same, slowest, .. } = &row.slips;
                    let seconds = row.seconds;
                    writeln!(
                        out,
                        "{seconds:8.3} {check:>8} {refuted:>3} {same:>3} {slowest:8.3} {states:>6}  {game}: {claim}{mark}"
                    )?;
                    for wrong in &row.slips.wrong {
                        writeln!(out, "    ! {wrong}")?;
                    }
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.measured.stopped.as_ref()
    }

    fn holds(&self) -> bool {
        self.measured.rows.iter().all(Row::is_right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Theorems are proved and accepted, and every statement that differs a little from one is refuted where the
    /// interpreter says otherwise, or says the same.
    fn are_right(bars: impl Iterator<Item = Bar>) {
        let budget = Budget::unlimited();
        for bar in bars {
            let name = format!("{} on {} heaps, misère {}: {}", bar.game, bar.heaps, bar.misere, bar.claim);
            let row = measure(bar, &budget).unwrap_or_else(|_| panic!("{name}"));
            assert!(row.proved && row.check_seconds.is_some(), "{name}");
            assert_eq!(row.slips.wrong, Vec::<String>::new(), "{name}");
            assert!(row.slips.count() >= 9 && row.slips.refuted >= 4, "{name}: {} refuted", row.slips.refuted);
        }
    }

    #[test]
    fn changed_theorems_about_nim_and_yama_are_refuted() {
        are_right(bars::all().into_iter().filter(|bar| ["nim", "yama"].contains(&bar.game.as_str()) && bar.heaps < 4));
    }

    #[test]
    #[ignore = "minutes: all theorems of `miyama bench prove`"]
    fn changed_theorems_are_refuted() {
        are_right(bars::all().into_iter());
    }
}
