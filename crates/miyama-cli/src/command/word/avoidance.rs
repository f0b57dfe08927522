//! Words that avoid powers: how many, which, or one that begins as wished.

use super::Question;
use crate::answer::word::{WordCounts, Words};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use miyama_words::avoid::{Avoid, LETTERS, Search};
use num_bigint::BigUint;
use std::io::Write;

/// The alphabet, if nobody says: that of the problem of the text.
const ALPHABET: usize = 2;

pub(crate) struct Answer {
    found: Found,
    /// Why this is not all.
    stopped: Option<Failure>,
}

enum Found {
    /// Counts of words of each length, from this one on.
    Counts(usize, Vec<BigUint>),
    Words(Vec<Vec<u8>>),
}

pub(super) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let options = [("--count", &question.count), ("--list", &question.list), ("--extend", &question.extend)];
    let given = options.into_iter().find_map(|(option, power)| Some((option, power.as_deref()?)));
    let (option, power) = given.unwrap_or(("--count", ""));
    let avoid = Avoid::parse(power).map_err(|mistake| Failure::option(option, mistake, power))?;
    let start = question.start.as_deref().unwrap_or("");
    let alphabet = question.alphabet.unwrap_or(ALPHABET);
    let search = Search::new(avoid, alphabet, start).map_err(|mistake| match mistake.at.is_empty() {
        true => Failure::input(mistake.says),
        false => Failure::option("--start", mistake, start),
    })?;
    let length = question.length();
    let shortest = start.chars().count();
    if length < shortest {
        return Err(Failure::input(say!("word.start_long", length = length, start = shortest)));
    }
    budget.need((length as u64).saturating_mul(64))?;
    let (found, stopped) = if question.count.is_some() {
        let (counts, stopped) = search.count_so_far(length, budget);
        (Found::Counts(shortest, counts), stopped)
    } else if question.list.is_some() {
        let (words, stopped) = search.list_so_far(length, budget);
        (Found::Words(words), stopped)
    } else {
        match search.extend_so_far(length, budget) {
            (Ok(word), stopped) => (Found::Words(vec![word]), stopped),
            (Err(longest), Some(stopped)) => (Found::Words(vec![longest]), Some(stopped)),
            (Err(longest), None) => {
                let (word, longest) = (spell(&longest), longest.len());
                return Err(Failure::input(say!("word.no_extension", length = length, longest = longest, word = word)));
            }
        }
    };
    Ok(Box::new(Answer { found, stopped: stopped.map(Failure::Stopped) }))
}

fn spell(word: &[u8]) -> String {
    word.iter().map(|&x| LETTERS.as_bytes()[usize::from(x)] as char).collect()
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let complete = self.stopped.as_ref().map(|_| false);
        Some(match &self.found {
            Found::Counts(first, counts) => {
                let counts = counts.iter().map(BigUint::to_string).collect();
                Box::new(WordCounts { first_length: *first, counts, complete })
            }
            Found::Words(words) => Box::new(Words { words: words.iter().map(|word| spell(word)).collect(), complete }),
        })
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if self.stopped.is_some() && format == Format::Text {
            let says = match &self.found {
                Found::Counts(first, counts) => say!("word.counts_so_far", to = first + counts.len().saturating_sub(1)),
                Found::Words(_) => say!("word.words_so_far"),
            };
            writeln!(out, "{}", says.in_lang(lang))?;
        }
        match (&self.found, format) {
            (Found::Counts(first, counts), Format::Text | Format::Bfile) => {
                for (n, count) in (*first..).zip(counts) {
                    writeln!(out, "{n} {count}")?;
                }
            }
            (Found::Counts(first, counts), Format::Csv) => {
                writeln!(out, "length,words")?;
                for (n, count) in (*first..).zip(counts) {
                    writeln!(out, "{n},{count}")?;
                }
            }
            (Found::Words(words), Format::Text) => {
                for word in words {
                    writeln!(out, "{}", spell(word))?;
                }
            }
            (Found::Words(words), Format::Csv) => {
                writeln!(out, "word")?;
                for word in words {
                    writeln!(out, "{}", spell(word))?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}
