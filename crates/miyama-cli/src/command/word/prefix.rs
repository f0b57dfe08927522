//! The beginning of a word, one term of it, or the places of its letters.

use crate::answer::{self, Format, word as data};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::picture::line;
use miyama_budget::{Budget, Mistake};
use miyama_text::{Lang, say};
use miyama_words::Word;
use num_bigint::{BigInt, BigUint};
use serde::{Serialize, Serializer};
use std::fmt;
use std::io::Write;

/// Most crossings that a picture shows.
const MOST_CROSSINGS: usize = 300;

/// How many letters are written at a time.
const PIECE: usize = 1 << 16;

pub(crate) struct Prefix {
    word: Word,
    name: String,
    terms: Vec<u8>,
}

pub(super) fn prefix(word: Word, name: &str, length: usize, budget: &Budget) -> Result<Prefix, Failure> {
    let terms = word.prefix(length, budget)?;
    Ok(Prefix { word, name: name.to_owned(), terms })
}

/// The letters, spelled while they are written: a long word needs no second copy.
struct Spelled<'a>(&'a Prefix);

impl fmt::Display for Spelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.terms.chunks(PIECE).try_for_each(|piece| f.write_str(&self.0.word.spell(piece)))
    }
}

impl Serialize for Spelled<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl answer::Answer for Prefix {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(data::Word {
            name: self.name.clone(),
            first_index: self.word.first_index(),
            length: self.terms.len(),
            word: Spelled(self),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let letters = self.word.letters();
        let rows = (u64::from(self.word.first_index())..).zip(&self.terms);
        match format {
            // Piece by piece: a long word can be stopped, and needs no second copy.
            Format::Text => {
                for piece in self.terms.chunks(PIECE) {
                    write!(out, "{}", self.word.spell(piece))?;
                }
                writeln!(out)?;
            }
            Format::Csv => {
                writeln!(out, "n,term")?;
                for (n, &x) in rows {
                    writeln!(out, "{n},{}", letters[usize::from(x)])?;
                }
            }
            Format::Bfile => {
                for (n, &x) in rows {
                    writeln!(out, "{n} {}", letters[usize::from(x)])?;
                }
            }
            Format::Svg => match &self.word {
                Word::Line(line) if self.terms.len() <= MOST_CROSSINGS => {
                    let title = say!("word.picture_title", slope = line.slope().to_string()).in_lang(lang);
                    out.write_all(line::draw(line, &self.terms, &title).as_bytes())?;
                }
                Word::Line(_) => return Err(Failure::input(say!("word.picture_long", limit = MOST_CROSSINGS))),
                _ => return Err(Failure::input(say!("word.picture_line"))),
            },
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}

pub(crate) struct Term {
    index: BigUint,
    letter: char,
}

pub(super) fn term(word: &Word, index: BigUint, budget: &Budget) -> Result<Term, Failure> {
    match word.term(&index, budget)? {
        Some(letter) => Ok(Term { index, letter }),
        None => Err(too_low("--at", &index, word.first_index())),
    }
}

/// An index before the first one.
fn too_low(option: &'static str, index: &BigUint, first: u8) -> Failure {
    let text = index.to_string();
    Failure::option(option, Mistake::new(0..text.len(), say!("word.index_first", first = first)), &text)
}

impl answer::Answer for Term {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(data::Term { index: self.index.to_string(), term: self.letter }))
    }

    fn write(&self, format: Format, _: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let Term { index, letter } = self;
        match format {
            Format::Text => writeln!(out, "{letter}")?,
            Format::Csv => writeln!(out, "n,term\n{index},{letter}")?,
            Format::Bfile => writeln!(out, "{index} {letter}")?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}

pub(crate) struct Pair {
    index: BigInt,
    zero: BigInt,
    one: BigInt,
}

/// kᵢ and lᵢ: where the i-th 0 and the i-th 1 stand.
pub(super) fn pair(word: &Word, index: BigUint, name: &str) -> Result<Pair, Failure> {
    let Word::Line(line) = word else {
        return Err(Failure::input(say!("word.pair_line", name = name)));
    };
    if index == BigUint::ZERO {
        return Err(too_low("--pair", &index, 1));
    }
    let index = BigInt::from(index);
    Ok(Pair { zero: line.zero(&index), one: line.one(&index), index })
}

impl answer::Answer for Pair {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let Pair { index, zero, one } = self;
        Some(Box::new(data::Pair { i: index.to_string(), k: zero.to_string(), l: one.to_string() }))
    }

    fn write(&self, format: Format, _: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let Pair { index, zero, one } = self;
        match format {
            Format::Text => writeln!(out, "k = {zero}\nl = {one}\nl - k = {}", one - zero)?,
            Format::Csv => writeln!(out, "i,k,l\n{index},{zero},{one}")?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
