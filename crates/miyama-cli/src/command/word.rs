//! `miyama word`: infinite words, the repetitions in finite ones, and words
//! that avoid repetition.

mod avoidance;
mod prefix;
mod repetition;

use crate::answer;
use crate::failure::Failure;
use crate::picture::Drawing;
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use miyama_words::Word;
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many terms to show, if nobody says.
const LENGTH: usize = 64;
/// Most digits of an index.
const DIGITS: usize = 10_000;

/// Infinite words and their repetitions.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    #[arg(allow_hyphen_values = true)]
    word: Option<String>,
    #[arg(long, value_name = "N")]
    length: Option<usize>,
    #[arg(long, value_name = "INDEX", conflicts_with_all = ["length", "pair", "check", "words"])]
    at: Option<String>,
    #[arg(long, value_name = "I")]
    pair: Option<String>,
    #[arg(long, value_name = "I..J", conflicts_with_all = ["length", "pair", "at", "check", "words"])]
    pairs: Option<String>,
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    check: Option<String>,
    #[arg(long)]
    #[serde(default)]
    words: bool,
    #[arg(long, value_name = "POWER", conflicts_with_all = ["word", "check", "at", "pair"])]
    count: Option<String>,
    #[arg(long, value_name = "POWER", conflicts_with_all = ["word", "check", "at", "pair", "count"])]
    list: Option<String>,
    #[arg(long, value_name = "POWER", conflicts_with_all = ["word", "check", "at", "pair", "count", "list"])]
    extend: Option<String>,
    #[arg(long, value_name = "K")]
    alphabet: Option<usize>,
    #[arg(long, value_name = "LETTERS")]
    start: Option<String>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) drawing: Drawing,
}

impl Question {
    fn length(&self) -> usize {
        self.length.unwrap_or(LENGTH)
    }
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    if question.count.is_some() || question.list.is_some() || question.extend.is_some() {
        return avoidance::answer(question, budget);
    }
    match (&question.word, question.check.as_deref()) {
        (None, Some("")) | (None, None) => Err(Failure::Input {
            says: say!("word.ask"),
            hint: Some(say!("word.known", names = miyama_words::name::NAMES.join(", "))),
            place: None,
        }),
        (None, Some(file)) => Ok(Box::new(repetition::of_file(file, question.words, budget)?)),
        (Some(word), Some(file)) if !file.is_empty() => {
            Err(Failure::input(say!("word.word_and_file", word = word, file = file)))
        }
        (Some(text), check) => {
            let word = named(text, question)?;
            if check.is_some() {
                return Ok(Box::new(repetition::of_word(&word, question.length(), budget)?));
            }
            if let Some(index) = &question.at {
                return Ok(Box::new(prefix::term(&word, number("--at", index)?, budget)?));
            }
            if let Some(index) = &question.pair {
                return Ok(Box::new(prefix::pair(&word, number("--pair", index)?, text)?));
            }
            if let Some(range) = &question.pairs {
                return Ok(Box::new(prefix::pairs(&word, range, text)?));
            }
            Ok(Box::new(prefix::prefix(word, text, question.length(), budget)?))
        }
    }
}

fn named(text: &str, question: &Question) -> Result<Word, Failure> {
    let mut letters = question.start.iter().flat_map(|start| start.chars());
    let start = letters.next();
    if letters.next().is_some() {
        return Err(Failure::input(say!("word.one_start")));
    }
    Word::parse(text, start).map_err(|mistake| Failure::mistake(mistake, text))
}

/// A whole number of any size that a person may write.
fn number(option: &'static str, text: &str) -> Result<BigUint, Failure> {
    let wrong = |at, says| Failure::option(option, Mistake::new(at, says), text);
    if let Some((bad, letter)) = text.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        return Err(wrong(bad..bad + letter.len_utf8(), say!("word.index")));
    }
    if text.len() > DIGITS {
        let head = &text[..60];
        let mistake = Mistake::new(0..head.len(), say!("word.index_digits", limit = DIGITS));
        return Err(Failure::option(option, mistake, head));
    }
    text.parse().map_err(|_| wrong(0..0, say!("word.index")))
}
