//! A campaign: random rulesets, each played by the library and by the interpreter of the
//! notation. The same seed gives the same rulesets on every machine.

use crate::answer::campaign as data;
use crate::answer::{self, Format};
use crate::export::csv::Rows;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::task;
use miyama::heap::conjecture::tuple;
use miyama::heap::random::{Compared, Difference, What, compare};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Lang, Text, say};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// More rulesets are for several campaigns, with seeds of their own.
pub(super) const MOST: u64 = 1_000_000_000;

/// Seeds are numbers that every reader of JSON takes as they stand: those of all rulesets are
/// below 2^53.
const LARGEST: u64 = 1 << 52;

/// So many integers and moves the interpreter may try for a ruleset.
const EFFORT: u64 = 20_000;

/// Interpreting is recursive: a call for each move of a play.
const STACK: usize = 64 << 20;

/// So many rulesets from a seed on.
#[derive(Clone, Copy)]
pub(super) struct Campaign {
    pub(super) rulesets: u64,
    pub(super) seed: u64,
}

/// What became of rulesets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tally {
    agree: u64,
    refused: u64,
    passed_over: u64,
    /// By seed.
    different: Vec<(u64, Difference)>,
}

/// A campaign and what it found.
pub(super) struct Answer {
    asked: Campaign,
    tally: Tally,
    stopped: Option<Failure>,
}

impl Campaign {
    pub(super) fn new(rulesets: u64, seed: Option<u64>) -> Result<Campaign, Failure> {
        if !(1..=MOST).contains(&rulesets) {
            return Err(Failure::input(say!("check.bad_random", given = rulesets, most = MOST)));
        }
        let seed = seed.unwrap_or(1);
        if seed > LARGEST {
            return Err(Failure::input(say!("check.bad_seed", given = seed, most = LARGEST)));
        }
        Ok(Campaign { rulesets, seed })
    }
}

impl Tally {
    fn add(&mut self, seed: u64, compared: Compared) {
        match compared {
            Compared::Agrees => self.agree += 1,
            Compared::Refused => self.refused += 1,
            Compared::PassedOver => self.passed_over += 1,
            Compared::Differs(difference) => self.different.push((seed, difference)),
        }
    }

    /// How many there are; forged numbers do not overflow.
    fn rulesets(&self) -> u64 {
        let counts = [self.agree, self.refused, self.passed_over, self.different.len() as u64];
        counts.into_iter().fold(0, u64::saturating_add)
    }

    fn join(&mut self, other: Tally) {
        self.agree = self.agree.saturating_add(other.agree);
        self.refused = self.refused.saturating_add(other.refused);
        self.passed_over = self.passed_over.saturating_add(other.passed_over);
        self.different.extend(other.different);
        self.different.sort_by_key(|(seed, _)| *seed);
    }
}

/// Compares some of the rulesets, and why not all if it was stopped.
fn run(asked: Campaign, numbers: Range<u64>, budget: &Budget) -> Result<(Tally, Option<Stopped>), Failure> {
    let (next, all) = (AtomicU64::new(numbers.start), Mutex::new(Tally::default()));
    let work = || {
        let mut own = Tally::default();
        let stopped = loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                break None;
            }
            budget.report(number - numbers.start, Some(numbers.end - numbers.start));
            let seed = asked.seed + number;
            match compare(seed, EFFORT, budget) {
                Ok(compared) => own.add(seed, compared),
                Err(stopped) => break Some(stopped),
            }
        };
        all.lock().unwrap_or_else(PoisonError::into_inner).join(own);
        stopped
    };
    let stopped = std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let threads = (0..budget.threads().max(1)).map(start).collect::<Result<Vec<_>, _>>()?;
        let ends = threads.into_iter().map(|thread| thread.join().expect("panics are caught where they may happen"));
        Ok::<_, std::io::Error>(ends.fold(None, Option::or))
    })?;
    Ok((all.into_inner().unwrap_or_else(PoisonError::into_inner), stopped))
}

pub(super) fn answer(asked: Campaign, budget: &Budget) -> Result<Answer, Failure> {
    let (tally, stopped) = run(asked, 0..asked.rulesets, budget)?;
    Ok(Answer { asked, tally, stopped: stopped.map(Failure::Stopped) })
}

/// What is found for a part: neighbouring seeds.
pub(super) fn part(asked: Campaign, part: u64, of: u64, budget: &Budget) -> Result<Tally, Failure> {
    let edge = |part: u64| (u128::from(asked.rulesets) * u128::from(part) / u128::from(of)) as u64;
    let (tally, stopped) = run(asked, edge(part - 1)..edge(part), budget)?;
    stopped.map_or(Ok(tally), |stopped| Err(Failure::Stopped(stopped)))
}

/// The answer from what was found for all parts.
pub(super) fn merged(asked: Campaign, parts: Vec<Tally>) -> Result<Answer, Failure> {
    let mut tally = Tally::default();
    parts.into_iter().for_each(|part| tally.join(part));
    if tally.rulesets() != asked.rulesets {
        return Err(Failure::input(say!("task.unreadable", reason = say!("check.rulesets_differ"))));
    }
    Ok(Answer { asked, tally, stopped: None })
}

/// What differs, for a person.
fn what(what: What) -> Text {
    match what {
        What::Text => say!("check.random_text"),
        What::Options => say!("check.random_options"),
        What::Value => say!("check.random_value"),
        What::Outcome => say!("check.random_outcome"),
        What::MisereOutcome => say!("check.random_misere_outcome"),
        What::Table => say!("check.random_table"),
        What::Panic => say!("check.random_panic"),
    }
}

fn said((seed, difference): &(u64, Difference)) -> Text {
    let Difference { ruleset, what: of, position, found, expected } = difference;
    let position = if position.is_empty() { String::new() } else { tuple(position) };
    let expected = if expected.is_empty() { "—" } else { expected };
    say!(
        "check.random_difference",
        seed = *seed,
        ruleset = ruleset,
        what = what(*of),
        position = position,
        found = found,
        expected = expected
    )
}

impl Answer {
    fn summary(&self) -> [Text; 2] {
        let Tally { agree, refused, passed_over, different } = &self.tally;
        let (count, seed) = (self.tally.rulesets(), self.asked.seed);
        let counts = say!(
            "check.random",
            count = count,
            seed = seed,
            agree = *agree,
            refused = *refused,
            passed_over = *passed_over
        );
        let last = match different.len() {
            0 => say!("check.random_agree"),
            many => say!("check.random_differ", count = many),
        };
        [counts, last]
    }
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let Tally { agree, refused, passed_over, different } = &self.tally;
        let difference = |(seed, one): &(u64, Difference)| data::Difference {
            seed: *seed,
            ruleset: one.ruleset.clone(),
            what: task::written(&one.what).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default(),
            position: one.position.clone(),
            found: one.found.clone(),
            expected: one.expected.clone(),
        };
        Some(Box::new(data::Campaign {
            seed: self.asked.seed,
            rulesets: self.asked.rulesets,
            agree: *agree,
            refused: *refused,
            passed_over: *passed_over,
            different: different.iter().map(difference).collect(),
            complete: self.stopped.is_none(),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                if self.stopped.is_some() {
                    let so_far = say!("cli.so_far", done = self.tally.rulesets(), of = self.asked.rulesets);
                    writeln!(out, "{}", so_far.in_lang(lang))?;
                }
                for text in self.tally.different.iter().map(said).chain(self.summary()) {
                    writeln!(out, "{}", text.in_lang(lang))?;
                }
                Ok(())
            }
            Format::Csv => {
                let mut rows = Rows::new(&["seed", "what", "position", "found", "expected", "ruleset"], out)?;
                for one in &self.tally.different {
                    let (seed, Difference { ruleset, what: of, position, found, expected }) = one;
                    let (seed, of, position) = (seed.to_string(), what(*of).in_lang(lang), tuple(position));
                    rows.row(&[&seed, &of, &position, found, expected, ruleset])?;
                }
                rows.end()
            }
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }

    fn holds(&self) -> bool {
        self.tally.different.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn different(seed: u64) -> (u64, Difference) {
        let difference = Difference {
            ruleset: "(x) -> {(x-1)}".to_owned(),
            what: What::Value,
            position: vec![3],
            found: "Some(2)".to_owned(),
            expected: "1".to_owned(),
        };
        (seed, difference)
    }

    /// No ruleset is known that differs: this is how one would be told.
    #[test]
    fn what_differs_is_told_and_does_not_hold() {
        let asked = Campaign::new(5, None).unwrap();
        let one = |agree, different| Tally { agree, different, ..Tally::default() };
        let parts = vec![one(2, vec![different(4)]), one(1, vec![different(2)])];
        let answer = merged(asked, parts).unwrap();
        assert!(!answer::Answer::holds(&answer));
        let seeds: Vec<u64> = answer.tally.different.iter().map(|(seed, _)| *seed).collect();
        assert_eq!(seeds, [2, 4]);
        let mut text = Vec::new();
        answer::Answer::write(&answer, Format::Text, Lang::En, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("seed 2") && text.contains("(x) -> {(x-1)}") && text.contains("2 differ"), "{text}");
        // A ruleset too few, or numbers that somebody wrote.
        assert!(merged(asked, vec![one(3, vec![different(4)])]).is_err());
        assert!(merged(asked, vec![one(u64::MAX, vec![]), one(6, vec![])]).is_err());
    }
}
