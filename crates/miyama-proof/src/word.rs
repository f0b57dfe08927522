//! Sentences about automatic words, decided.
//!
//! The terms of a fixed point of a substitution are read off the digits of their index
//! (`fixed_point`). The metallic words are fixed points of 0 → 0ˢ1, 1 → 0, with indices from 1.
//!
//! A sentence is then a formula over automata: quantifiers are projections, and the
//! sentence is true exactly if the automaton without tracks that is left accepts.
//! What fails at a small place is refuted by looking there (`beginning`), before automata grow.

mod beginning;
mod fixed_point;

use crate::outside::{Outside, Part, What};
use crate::prove::Reached;
use crate::rules::limits;
use crate::statement::{self, Unread};
use fixed_point::fixed_point;
use miyama::budget::{Budget, Stopped};
use miyama::heap::formula::{self, Names};
use miyama_automata::{Automaton, Formula, Limit, Limits, Numeration, Tracks, Variable, floor_holds};
use miyama_language::sentence::{Comparison, Proposition, Sentence, metallic};
use miyama_words::Word;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What became of a sentence.
#[derive(Clone, Debug)]
pub enum WordVerdict {
    /// It holds.
    Proved(WordProof),
    /// It does not; the place is one where it fails, as names and numbers, if the
    /// sentence begins with `forall` or `not exists`.
    Refuted(Vec<(String, BigUint)>),
    /// A part of it that no automaton decides.
    Outside(WordOutside),
    /// A limit was reached.
    Limit(Reached),
}

/// A sentence that holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WordProof {
    /// How numbers are written.
    pub system: Numeration,
    /// The states of the largest automaton of a quantifier.
    pub states: usize,
    /// What separate code decides again.
    pub certificate: WordCertificate,
}

/// Why a sentence is not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordOutside {
    /// The word is not automatic in a system of ours.
    Word,
    /// A comparison is not a formula.
    Comparison(String),
    /// A comparison has something that no automaton decides.
    Formula(What, String),
}

/// The certificate of a sentence: what is claimed, and in which system. Everything else
/// is decided again, by other code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordCertificate {
    /// `word`
    pub miyama: String,
    /// The version of the format.
    pub version: u32,
    /// The word and the sentence, a property written out.
    pub sentence: String,
    /// How numbers are written.
    pub numeration: crate::certificate::System,
}

impl WordCertificate {
    /// The version of the format.
    pub const VERSION: u32 = 1;
}

enum No {
    Outside(WordOutside),
    Limit(Limit),
}

impl From<Limit> for No {
    fn from(limit: Limit) -> No {
        No::Limit(limit)
    }
}

type Decided<T> = Result<T, No>;

/// Decides a sentence.
///
/// # Errors
/// [`Stopped`] if the budget ends first.
pub fn prove_word(sentence: &Sentence, budget: &Budget) -> Result<WordVerdict, Stopped> {
    if let Some(place) = beginning::refuted(sentence, FEW, budget)? {
        return Ok(WordVerdict::Refuted(place));
    }
    let go_on = || budget.check().is_ok();
    let limits = limits(budget, &go_on);
    let small = Limits { states: limits.states.min(SMALL), ..limits };
    let mut verdict = decide(sentence, &small);
    budget.check()?;
    if let Err(no) = &verdict {
        if let Some(place) = beginning::refuted(sentence, MANY, budget)? {
            return Ok(WordVerdict::Refuted(place));
        }
        if matches!(no, No::Limit(_)) {
            verdict = decide(sentence, &limits);
            budget.check()?;
        }
    }
    Ok(match verdict {
        Ok(verdict) => verdict,
        Err(No::Outside(outside)) => WordVerdict::Outside(outside),
        Err(No::Limit(limit)) => WordVerdict::Limit(Reached::Automaton(limit)),
    })
}

/// Comparisons at small places before automata are built: a millisecond.
const FEW: usize = 3000;
/// Comparisons where small automata do not decide.
const MANY: usize = 300_000;
/// The states of small automata.
const SMALL: usize = 20_000;

fn decide(sentence: &Sentence, limits: &Limits<'_>) -> Decided<WordVerdict> {
    let (system, letters) = letters(&sentence.word, limits)?;
    let mut reader = Reader { system, letters, limits, states: 0, floors_hold: false };
    let mut names = Vec::new();
    let whole = reader.truth(&sentence.truth, &mut names)?.set(system, Tracks::NONE, limits)?;
    if whole.is_empty() {
        return Ok(WordVerdict::Refuted(reader.place(&sentence.truth, &mut names)?));
    }
    let certificate = WordCertificate {
        miyama: "word".to_owned(),
        version: WordCertificate::VERSION,
        sentence: format!("{}: {}", sentence.word, sentence.text),
        numeration: system.into(),
    };
    Ok(WordVerdict::Proved(WordProof { system, states: reader.states, certificate }))
}

/// A letter as a number, and the indices of its terms on the variable 0.
type Letters = Vec<(u32, Arc<Automaton>)>;

/// The system of a word, and the indices of each letter.
fn letters(name: &str, limits: &Limits<'_>) -> Decided<(Numeration, Letters)> {
    let no = || No::Outside(WordOutside::Word);
    match &Word::parse(name, None).map_err(|_| no())? {
        Word::ThueMorse => fixed_point(&[vec![0, 1], vec![1, 0]], 0, &[0, 1], 0, limits),
        Word::Morphism(morphism) => {
            // A letter that is a digit is that number; others are numbered.
            let digits: Option<Vec<u32>> = morphism.letters().iter().map(|letter| letter.to_digit(10)).collect();
            let count = u32::try_from(morphism.letters().len()).map_err(|_| no())?;
            let numbers = digits.unwrap_or_else(|| (0..count).collect());
            fixed_point(morphism.images(), morphism.start(), &numbers, 0, limits)
        }
        Word::Line(_) => {
            let s = metallic(name).ok_or_else(no)?;
            let long = [vec![0; usize::from(s)], vec![1]].concat();
            fixed_point(&[long, vec![0]], 0, &[0, 1], 1, limits)
        }
    }
}

struct Reader<'a> {
    system: Numeration,
    letters: Letters,
    limits: &'a Limits<'a>,
    states: usize,
    /// Whether the floors of the system have been certified.
    floors_hold: bool,
}

impl Reader<'_> {
    /// A formula on the variables 0, 1, … of the names.
    fn truth(&mut self, truth: &Proposition, names: &mut Vec<String>) -> Decided<Formula> {
        Ok(match truth {
            Proposition::Comparison(comparison) => self.comparison(comparison, names)?,
            Proposition::And(parts) => {
                Formula::And(parts.iter().map(|p| self.truth(p, names)).collect::<Decided<_>>()?)
            }
            Proposition::Or(parts) => Formula::Or(parts.iter().map(|p| self.truth(p, names)).collect::<Decided<_>>()?),
            Proposition::Not(inner) => self.truth(inner, names)?.negated(),
            Proposition::Exists(more, body) => {
                let known = names.len();
                names.extend(more.iter().cloned());
                let body = self.truth(body, names)?;
                let dropped: Tracks = (known..names.len()).map(|n| n as Variable).collect();
                names.truncate(known);
                let kept = body.tracks().without(dropped);
                let set = Formula::Exists(dropped, Box::new(body)).set(self.system, kept, self.limits)?;
                self.states = self.states.max(set.states());
                Formula::Member(Arc::new(set))
            }
        })
    }

    /// For some letters at the indices, the comparison with these letters.
    fn comparison(&mut self, comparison: &Comparison, names: &[String]) -> Decided<Formula> {
        let first = names.len() as Variable;
        let count = comparison.terms.len() as Variable;
        // The indices are variables of their own.
        let mut indices = Vec::new();
        for (n, index) in comparison.terms.iter().enumerate() {
            // An index is a number; a condition in its place would say something else below.
            formula::Formula::value(index, &Names::only(names.to_vec()))
                .map_err(|_| No::Outside(WordOutside::Comparison(index.trim().to_owned())))?;
            let mut scope = names.to_vec();
            scope.extend((0..=n).map(|m| format!("term_{m}")));
            indices.push(self.condition(&format!("term_{n} = {index}"), scope)?);
        }
        let mut cases = Vec::new();
        let kinds = self.letters.len();
        let all = (0..count).try_fold(1usize, |all, _| all.checked_mul(kinds)).filter(|all| *all <= MOST_CASES);
        for case in 0..all.ok_or(No::Limit(Limit::Variables))? {
            let chosen: Vec<usize> = (0..u32::from(count)).map(|n| case / kinds.pow(n) % kinds).collect();
            let numbers: Vec<u32> = chosen.iter().map(|letter| self.letters[*letter].0).collect();
            let condition = self.condition(&comparison.with(&numbers), names.to_vec())?;
            let mut parts = vec![condition];
            for (n, letter) in chosen.iter().enumerate() {
                let at = self.letters[*letter].1.renamed(|_| first + n as Variable, self.limits)?;
                parts.push(Formula::Member(Arc::new(at)));
            }
            parts.extend(indices.iter().cloned());
            cases.push(Formula::And(parts));
        }
        let any = if cases.len() == 1 { cases.swap_remove(0) } else { Formula::Or(cases) };
        if count == 0 {
            return Ok(any);
        }
        let dropped: Tracks = (first..first + count).collect();
        let kept = any.tracks().without(dropped);
        let set = Formula::Exists(dropped, Box::new(any)).set(self.system, kept, self.limits)?;
        Ok(Formula::Member(Arc::new(set)))
    }

    /// A condition of the language of formulas.
    fn condition(&mut self, text: &str, names: Vec<String>) -> Decided<Formula> {
        let read = formula::Formula::set(text, &Names::only(names))
            .map_err(|_| No::Outside(WordOutside::Comparison(text.trim().to_owned())))?;
        let (condition, floors) =
            statement::condition(&read, self.system, self.limits).map_err(|unread| match unread {
                Unread::Outside(Outside { what, at, part }) => {
                    let part = at.filter(|_| part == Part::Formula).and_then(|at| text.get(at)).unwrap_or(text);
                    No::Outside(WordOutside::Formula(what, part.trim().to_owned()))
                }
                Unread::Limit(limit) => No::Limit(limit),
            })?;
        if let Numeration::Metallic(s) = self.system
            && floors
            && !self.floors_hold
        {
            if !floor_holds(s, self.limits)? {
                return Err(No::Outside(WordOutside::Formula(What::Roots, text.trim().to_owned())));
            }
            self.floors_hold = true;
        }
        Ok(condition)
    }

    /// Where a false sentence fails: the numbers of its first variables.
    fn place(&mut self, truth: &Proposition, names: &mut Vec<String>) -> Decided<Vec<(String, BigUint)>> {
        match truth {
            Proposition::Not(inner) => match inner.as_ref() {
                Proposition::Exists(more, body) => {
                    let known = names.len();
                    names.extend(more.iter().cloned());
                    let tracks: Tracks = (known..names.len()).map(|n| n as Variable).collect();
                    let set = self.truth(body, names)?.set(self.system, tracks, self.limits)?;
                    names.truncate(known);
                    let numbers = set.first_element().unwrap_or_default();
                    Ok(more.iter().cloned().zip(numbers).collect())
                }
                Proposition::Not(inner) => self.place(inner, names),
                _ => Ok(vec![]),
            },
            Proposition::And(parts) => {
                for part in parts {
                    let set = self.truth(part, names)?.set(self.system, Tracks::NONE, self.limits)?;
                    if set.is_empty() {
                        return self.place(part, names);
                    }
                }
                Ok(vec![])
            }
            _ => Ok(vec![]),
        }
    }
}

/// The most choices of letters for one comparison.
const MOST_CASES: usize = 512;
