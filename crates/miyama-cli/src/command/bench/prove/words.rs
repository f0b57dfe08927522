//! Sentences that differ a little from a theorem about a word.

use super::slips::{Fate, Slips, other_numbers};
use crate::processor;
use miyama::heap::formula::{Formula, Names};
use miyama_budget::{Budget, Stopped};
use miyama_language::sentence::{Comparison, Proposition, Sentence};
use miyama_proof::{WordVerdict, prove_word};
use miyama_words::Word;
use num_traits::ToPrimitive;

/// A sentence that is proved is looked at for numbers up to this.
const NEAR: u64 = 10;

/// What was proved or refuted of a word is compared with so many of its letters.
const LETTERS: usize = 2000;

/// Makes sentences from one that holds, and decides them.
pub(super) fn slips(sentence: &Sentence, budget: &Budget) -> Result<Slips, Stopped> {
    let mut slips = Slips::default();
    for text in changed(&sentence.text) {
        let whole = format!("{}: {text}", sentence.word);
        let Ok(read) = Sentence::parse(&whole) else { continue };
        if roots(&whole) != roots(&sentence.text) {
            // No automaton of ours reads floors of two roots.
            continue;
        }
        let before = processor::seconds();
        let verdict = prove_word(&read, budget)?;
        let seconds = processor::seconds() - before;
        let Some(twin) = Twin::of(&read, budget)? else { continue };
        let fate = match verdict {
            WordVerdict::Refuted(place) => {
                let place: Vec<(String, Option<u64>)> = place.into_iter().map(|(name, n)| (name, n.to_u64())).collect();
                match twin.fails_at(&read.truth, &place) {
                    Some(true) => Fate::Refuted,
                    _ => Fate::Wrong(format!("refuted at {place:?}")),
                }
            }
            WordVerdict::Proved(_) => match twin.holds(&read.truth, &mut vec![], NEAR) {
                Some(true) => Fate::Same,
                _ => Fate::Wrong("proved".to_owned()),
            },
            other => Fate::Wrong(format!("{other:?}")),
        };
        slips.note(&whole, || (seconds, fate));
    }
    Ok(slips)
}

/// What stands under the roots of a text.
fn roots(text: &str) -> Vec<&str> {
    let mut all: Vec<&str> = text.split("sqrt(").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Other numbers, terms one place later, and other relations.
fn changed(text: &str) -> Vec<String> {
    let mut all = other_numbers(text);
    let at_each = |from: &str, to: &str| {
        let places = text.match_indices(from).map(|(at, _)| at);
        places.map(|at| format!("{}{to}{}", &text[..at], &text[at + from.len()..])).collect::<Vec<String>>()
    };
    all.extend(at_each("]", "+1]"));
    for (from, to) in [(" <= ", " < "), (" < ", " <= "), (" = ", " != "), (" >= ", " > ")] {
        all.extend(at_each(from, to));
    }
    all
}

/// Says what is true by looking at letters and trying all numbers up to a bound. It shares nothing
/// with automata but the sentence.
struct Twin {
    letters: Vec<u32>,
    first: u64,
}

impl Twin {
    fn of(sentence: &Sentence, budget: &Budget) -> Result<Option<Twin>, Stopped> {
        let Ok(word) = Word::parse(&sentence.word, None) else { return Ok(None) };
        let letters = word.spell(&word.prefix(LETTERS, budget)?);
        let Some(letters) = letters.chars().map(|letter| letter.to_digit(10)).collect() else { return Ok(None) };
        Ok(Some(Twin { letters, first: word.first_index().into() }))
    }

    /// Whether a sentence is false for these numbers of its first names.
    fn fails_at(&self, truth: &Proposition, place: &[(String, Option<u64>)]) -> Option<bool> {
        match truth {
            Proposition::Not(inner) => match inner.as_ref() {
                Proposition::Exists(names, body) => {
                    let given: Vec<(String, u64)> =
                        place.iter().map(|(name, n)| Some((name.clone(), (*n)?))).collect::<Option<_>>()?;
                    if given.len() != names.len() {
                        return None;
                    }
                    let most = given.iter().map(|(_, n)| *n).max().unwrap_or(0);
                    self.holds(body, &mut given.clone(), 4 * most + NEAR)
                }
                Proposition::Not(inner) => self.fails_at(inner, place),
                _ => None,
            },
            Proposition::And(parts) => {
                parts.iter().map(|part| self.fails_at(part, place)).find(|fails| *fails == Some(true)).flatten()
            }
            _ => None,
        }
    }

    fn holds(&self, truth: &Proposition, given: &mut Vec<(String, u64)>, to: u64) -> Option<bool> {
        Some(match truth {
            Proposition::Comparison(comparison) => self.compares(comparison, given)?,
            Proposition::And(parts) => {
                for part in parts {
                    if !self.holds(part, given, to)? {
                        return Some(false);
                    }
                }
                true
            }
            Proposition::Or(parts) => {
                for part in parts {
                    if self.holds(part, given, to)? {
                        return Some(true);
                    }
                }
                false
            }
            Proposition::Not(inner) => !self.holds(inner, given, to)?,
            Proposition::Exists(names, body) => self.some(names, body, given, to)?,
        })
    }

    fn some(&self, names: &[String], body: &Proposition, given: &mut Vec<(String, u64)>, to: u64) -> Option<bool> {
        let Some((name, rest)) = names.split_first() else {
            // What is inside may need to look further than what is outside.
            return self.holds(body, given, 3 * to);
        };
        for n in 0..=to {
            given.push((name.clone(), n));
            let found = self.some(rest, body, given, to);
            given.pop();
            if found? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn compares(&self, comparison: &Comparison, given: &[(String, u64)]) -> Option<bool> {
        let names = Names::only(given.iter().map(|(name, _)| name.clone()).collect());
        let numbers: Vec<u64> = given.iter().map(|(_, n)| *n).collect();
        let budget = Budget::unlimited();
        let mut letters = Vec::new();
        for index in &comparison.terms {
            let index = Formula::value(index, &names).ok()?;
            let index = u64::try_from(index.evaluator(&budget).number(&numbers).ok()?).ok();
            let Some(index) = index.and_then(|index| index.checked_sub(self.first)) else { return Some(false) };
            letters.push(*self.letters.get(usize::try_from(index).ok()?)?);
        }
        let condition = Formula::set(&comparison.with(&letters), &names).ok()?;
        Some(condition.evaluator(&budget).number(&numbers).ok()? == 0)
    }
}
