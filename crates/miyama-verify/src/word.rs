//! Sentences about automatic words, decided again.
//!
//! A certificate says which sentence holds and how numbers are written. The check reads
//! the syntax tree of the sentence and builds one explicit automaton after the other:
//! for the letters of the word, for every comparison, connective and quantifier. The
//! sentence holds exactly if what is left accepts the empty word.
//!
//! The letter at index n of a fixed point: begin with the letter that the word grows from;
//! a digit d leads from a letter to the letter at place d of its image. If every image has
//! k letters, this is base k. What grows like the weights of a metallic system is in `places`.

mod places;

use crate::theorem::System;
use crate::theorem::automaton::{Automaton, Variable};
use crate::theorem::formula::{No, Reader};
use miyama_language::budget::{Budget, Stopped};
use miyama_language::formula::{Formula, Names};
use miyama_language::sentence::{Comparison, Proposition, Sentence, metallic};
use miyama_language::text::say;
use places::Growth;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

pub use crate::theorem::Check;

/// A certificate as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// `word`
    pub miyama: String,
    /// The version of the format.
    pub version: u32,
    /// The word and the sentence.
    pub sentence: String,
    /// How numbers are written.
    pub numeration: System,
}

/// Decides the sentence of a certificate.
///
/// # Errors
/// [`Stopped`] if the budget ends first.
pub fn check(certificate: &Certificate, budget: &Budget) -> Result<Check, Stopped> {
    let go_on = || budget.check().is_ok();
    if certificate.miyama != "word" || certificate.version != 1 {
        return Ok(Check::Refused(say!("proof.refuse_version")));
    }
    if !certificate.numeration.is_known() {
        return Ok(Check::Refused(say!("proof.refuse_numeration")));
    }
    let decided = decide(certificate, &go_on);
    budget.check()?;
    Ok(match decided {
        Ok(true) => Check::Holds,
        Ok(false) => Check::Refused(say!("proof.refuse_sentence")),
        Err(No::TooLarge) => Check::Refused(say!("proof.refuse_size")),
        Err(No::Floors) => Check::Refused(say!("proof.refuse_floors")),
        Err(No::Unreadable) => Check::Refused(say!("proof.refuse_unread_sentence")),
    })
}

fn decide(certificate: &Certificate, go_on: &dyn Fn() -> bool) -> Result<bool, No> {
    let sentence = Sentence::parse(&certificate.sentence).map_err(|_| No::Unreadable)?;
    let system = certificate.numeration;
    let word = Word::named(&sentence.word).ok_or(No::Unreadable)?;
    let letters = word.letters(system, go_on)?;
    let decider = Decider { system, letters, go_on, floors_hold: Cell::new(false) };
    let whole = decider.truth(&sentence.truth, &mut Vec::new())?;
    // No variable is left: the automaton accepts the empty word or nothing.
    Ok(whole.variables.is_empty() && whole.accepts[0])
}

/// A fixed point: the images of its letters, the letter it grows from, the numbers that its
/// letters stand for, and its first index.
struct Word {
    images: Vec<Vec<usize>>,
    start: usize,
    numbers: Vec<u32>,
    first: u32,
}

impl Word {
    fn named(name: &str) -> Option<Word> {
        let name = name.trim();
        if name == "thue-morse" || name == "thue–morse" {
            return Some(Word { images: vec![vec![0, 1], vec![1, 0]], start: 0, numbers: vec![0, 1], first: 0 });
        }
        if let Some(s) = metallic(name) {
            let mut long = vec![0; usize::from(s)];
            long.push(1);
            return Some(Word { images: vec![long, vec![0]], start: 0, numbers: vec![0, 1], first: 1 });
        }
        // A substitution: rules `letter -> image`, apart by commas, semicolons or lines.
        let rules: Vec<(char, String)> = name
            .split([',', ';', '\n'])
            .map(str::trim)
            .filter(|rule| !rule.is_empty())
            .map(|rule| {
                let (letter, image) = ["->", "→", "↦"].iter().find_map(|arrow| rule.split_once(arrow))?;
                let mut letter = letter.trim().chars();
                let only = letter.next().filter(|_| letter.as_str().is_empty())?;
                Some((only, image.chars().filter(|c| !c.is_whitespace()).collect()))
            })
            .collect::<Option<_>>()?;
        let alphabet: Vec<char> = rules.iter().map(|rule| rule.0).collect();
        let different: BTreeSet<&char> = alphabet.iter().collect();
        if rules.is_empty() || different.len() != alphabet.len() {
            return None;
        }
        let place = |c: char| alphabet.iter().position(|letter| *letter == c);
        let images: Vec<Vec<usize>> =
            rules.iter().map(|rule| rule.1.chars().map(place).collect::<Option<_>>()).collect::<Option<_>>()?;
        let digits: Option<Vec<u32>> = alphabet.iter().map(|letter| letter.to_digit(10)).collect();
        let count = u32::try_from(alphabet.len()).ok()?;
        // The word grows from the letter of the first rule, whose image begins with it.
        (images[0].first() == Some(&0)).then(|| Word {
            images,
            start: 0,
            numbers: digits.unwrap_or_else(|| (0..count).collect()),
            first: 0,
        })
    }

    /// For each letter the automaton of its places, from 0 on.
    fn places(&self, system: System, go_on: &dyn Fn() -> bool) -> Result<Vec<Automaton>, No> {
        match system {
            System::Base(b) => {
                if self.images.iter().any(|image| image.len() != usize::from(b)) || self.start != 0 {
                    return Err(No::Unreadable);
                }
                let rows: Vec<BTreeMap<u64, usize>> =
                    self.images.iter().map(|image| (0u64..).zip(image.iter().copied()).collect()).collect();
                let variables = BTreeSet::from([0]);
                let of = |letter: usize| {
                    let accepts = (0..self.images.len()).map(|other| other == letter).collect();
                    Automaton { system, variables: variables.clone(), accepts, rows: rows.clone() }
                };
                Ok((0..self.images.len()).map(of).collect())
            }
            System::Metallic(s) => Growth::of(&self.images, s).ok_or(No::Unreadable)?.places(system, self.start, go_on),
        }
    }

    /// For each letter its number and its indices, on the variable 0.
    fn letters(&self, system: System, go_on: &dyn Fn() -> bool) -> Result<Vec<(u32, Automaton)>, No> {
        let reader = Reader::of(system, 2, go_on);
        let mut all = Vec::new();
        for (number, set) in self.numbers.iter().zip(self.places(system, go_on)?) {
            // The term at index n is the letter at place n − first.
            let shifted = if self.first == 0 {
                set
            } else {
                let names = Names::only(vec!["n".to_owned(), "m".to_owned()]);
                let text = format!("n = m + {}", self.first);
                let formula = Formula::set(&text, &names).map_err(|_| No::Unreadable)?;
                let moved = Reader::of(system, 2, go_on).condition(&formula)?;
                let both = reader.all(&[moved, set.renamed(|_| 1)])?;
                reader.without(&both, 1)?
            };
            all.push((*number, shifted));
        }
        Ok(all)
    }
}

struct Decider<'a> {
    system: System,
    letters: Vec<(u32, Automaton)>,
    go_on: &'a dyn Fn() -> bool,
    /// The facts about floors are decided once.
    floors_hold: Cell<bool>,
}

impl Decider<'_> {
    fn reader(&self, names: usize) -> Result<Reader<'_>, No> {
        let names = u8::try_from(names).map_err(|_| No::TooLarge)?;
        Ok(Reader::of(self.system, names, self.go_on))
    }

    fn truth(&self, truth: &Proposition, names: &mut Vec<String>) -> Result<Automaton, No> {
        let reader = self.reader(names.len())?;
        match truth {
            Proposition::Comparison(comparison) => self.comparison(comparison, names),
            Proposition::And(parts) => {
                let each: Vec<Automaton> = parts.iter().map(|p| self.truth(p, names)).collect::<Result<_, _>>()?;
                reader.all(&each)
            }
            Proposition::Or(parts) => {
                let each: Vec<Automaton> = parts.iter().map(|p| self.truth(p, names)).collect::<Result<_, _>>()?;
                reader.any(&each)
            }
            Proposition::Not(inner) => reader.not(&self.truth(inner, names)?),
            Proposition::Exists(more, body) => {
                let known = names.len();
                names.extend(more.iter().cloned());
                let mut set = self.truth(body, names)?;
                // The last variable first.
                for variable in (known..names.len()).rev() {
                    let variable = Variable::try_from(variable).map_err(|_| No::TooLarge)?;
                    if set.variables.contains(&variable) {
                        set = reader.without(&set, variable)?;
                    }
                }
                names.truncate(known);
                Ok(set)
            }
        }
    }

    /// Letter by letter for the terms, the last index first.
    fn comparison(&self, comparison: &Comparison, names: &[String]) -> Result<Automaton, No> {
        let reader = self.reader(names.len())?;
        let mut cases = Vec::new();
        let mut chosen = vec![0usize; comparison.terms.len()];
        loop {
            let numbers: Vec<u32> = chosen.iter().map(|letter| self.letters[*letter].0).collect();
            let mut parts = vec![self.condition(&comparison.with(&numbers), names)?];
            for (index, letter) in comparison.terms.iter().zip(&chosen) {
                parts.push(self.term(index, &self.letters[*letter].1, names)?);
            }
            cases.push(reader.all(&parts)?);
            // The next choice of letters.
            let Some(place) = chosen.iter().position(|letter| letter + 1 < self.letters.len()) else { break };
            chosen[place] += 1;
            chosen[..place].fill(0);
        }
        reader.any(&cases)
    }

    /// The numbers for which the term at this index is the letter.
    fn term(&self, index: &str, letter: &Automaton, names: &[String]) -> Result<Automaton, No> {
        let at = Variable::try_from(names.len()).map_err(|_| No::TooLarge)?;
        // A condition in the place of the index would join the equation below.
        Formula::value(index, &Names::only(names.to_vec())).map_err(|_| No::Unreadable)?;
        let mut with = names.to_vec();
        with.push("the_index".to_owned());
        let equal = self.condition(&format!("the_index = {index}"), &with)?;
        let reader = self.reader(with.len())?;
        let both = reader.all(&[equal, letter.renamed(|_| at)])?;
        reader.without(&both, at)
    }

    fn condition(&self, text: &str, names: &[String]) -> Result<Automaton, No> {
        let formula = Formula::set(text, &Names::only(names.to_vec())).map_err(|_| No::Unreadable)?;
        let mut reader = self.reader(names.len())?;
        reader.floors_hold = self.floors_hold.get();
        let set = reader.condition(&formula)?;
        self.floors_hold.set(reader.floors_hold);
        Ok(set)
    }
}
