//! Words that avoid powers: how many, which, or one that begins as wished.

use super::Question;
use crate::answer::{self, Format};
use crate::failure::Failure;
use miyama::budget::Budget;
use miyama::text::{Lang, say};
use miyama::word::avoid::{Avoid, LETTERS, Search};
use num_bigint::BigUint;
use serde_json::json;
use std::io::Write;

/// The alphabet, if nobody says: that of the problem of the text.
const ALPHABET: usize = 2;

pub(crate) enum Answer {
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
    Ok(Box::new(if question.count.is_some() {
        Answer::Counts(shortest, search.count(length, budget)?)
    } else if question.list.is_some() {
        Answer::Words(search.list(length, budget)?)
    } else {
        Answer::Words(vec![search.extend(length, budget)?.map_err(|longest| {
            Failure::input(say!("word.no_extension", length = length, longest = longest.len(), word = spell(&longest)))
        })?])
    }))
}

fn spell(word: &[u8]) -> String {
    word.iter().map(|&x| LETTERS.as_bytes()[usize::from(x)] as char).collect()
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, _: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (self, format) {
            (Answer::Counts(first, counts), Format::Text | Format::Bfile) => {
                for (n, count) in (*first..).zip(counts) {
                    writeln!(out, "{n} {count}")?;
                }
            }
            (Answer::Counts(first, counts), Format::Csv) => {
                writeln!(out, "length,words")?;
                for (n, count) in (*first..).zip(counts) {
                    writeln!(out, "{n},{count}")?;
                }
            }
            (Answer::Counts(first, counts), Format::Json) => {
                let counts: Vec<String> = counts.iter().map(BigUint::to_string).collect();
                writeln!(out, "{}", json!({"first_length": first, "counts": counts}))?;
            }
            (Answer::Words(words), Format::Text) => {
                for word in words {
                    writeln!(out, "{}", spell(word))?;
                }
            }
            (Answer::Words(words), Format::Csv) => {
                writeln!(out, "word")?;
                for word in words {
                    writeln!(out, "{}", spell(word))?;
                }
            }
            (Answer::Words(words), Format::Json) => {
                let words: Vec<String> = words.iter().map(|word| spell(word)).collect();
                writeln!(out, "{}", json!({"words": words}))?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
