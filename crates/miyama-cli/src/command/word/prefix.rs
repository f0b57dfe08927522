//! The beginning of a word, one term of it, or the places of its letters.

use crate::answer::{self, Format, word as data};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::number::range;
use crate::picture::line;
use crate::so_far::{SoFar, in_boxes};
use miyama_budget::{Budget, Mistake, Stopped};
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
    /// Why these are not all, if so.
    stopped: Option<Failure>,
}

/// The first letters, or as many of them as there was time for.
pub(super) fn prefix(word: Word, name: &str, length: usize, budget: &Budget) -> Result<Prefix, Failure> {
    let compute = |to: &[u64], budget: &Budget| word.prefix(to[0] as usize, budget);
    let SoFar { found: terms, stopped, .. } = in_boxes(&[length as u64], budget, compute, |stopped| Some(*stopped))?;
    let stopped = stopped.map(|stopped| {
        let known = say!("word.prefix_so_far", length = terms.len());
        match stopped {
            Stopped::Cancelled => Failure::Interrupted(known),
            limit => Failure::limit(limit, known),
        }
    });
    Ok(Prefix { word, name: name.to_owned(), terms, stopped })
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
                    out.write_all(line::draw(line, &self.terms, &title).svg().as_bytes())?;
                }
                Word::Line(_) => return Err(Failure::input(say!("word.picture_long", limit = MOST_CROSSINGS))),
                _ => return Err(Failure::input(say!("word.picture_line"))),
            },
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
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

/// The most pairs of a list.
const MOST_PAIRS: u64 = 100_000;

/// kᵢ and lᵢ for several i.
pub(crate) struct Pairs(Vec<Pair>);

pub(super) fn pairs(word: &Word, text: &str, name: &str) -> Result<Pairs, Failure> {
    let Some(range) = range(text).filter(|range| *range.end() < MOST_PAIRS.saturating_add(*range.start())) else {
        let says = say!("word.bad_range", given = text, most = MOST_PAIRS);
        return Err(Failure::option("--pairs", Mistake::new(0..text.len(), says), text));
    };
    range.map(|i| pair(word, BigUint::from(i), name)).collect::<Result<Vec<_>, _>>().map(Pairs)
}

impl Pairs {
    /// The three rows of the table, each with its name.
    fn rows(&self) -> [(&'static str, Vec<String>); 3] {
        let row = |of: fn(&Pair) -> &BigInt| self.0.iter().map(|pair| of(pair).to_string()).collect();
        [("i", row(|pair| &pair.index)), ("k", row(|pair| &pair.zero)), ("l", row(|pair| &pair.one))]
    }
}

impl answer::Answer for Pairs {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let pair = |Pair { index, zero, one }: &Pair| data::Pair {
            i: index.to_string(),
            k: zero.to_string(),
            l: one.to_string(),
        };
        Some(Box::new(data::Pairs { pairs: self.0.iter().map(pair).collect() }))
    }

    fn write(&self, format: Format, _: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                let width = self.rows()[2].1.last().map_or(1, String::len) + 1;
                for (name, row) in self.rows() {
                    let cells: String = row.iter().map(|cell| format!("{cell:>width$}")).collect();
                    writeln!(out, "{name}{cells}")?;
                }
            }
            Format::Csv => {
                writeln!(out, "i,k,l")?;
                for Pair { index, zero, one } in &self.0 {
                    writeln!(out, "{index},{zero},{one}")?;
                }
            }
            Format::Latex => {
                writeln!(out, "\\begin{{tabular}}{{r|*{{{}}}{{r}}}}", self.0.len())?;
                for (name, row) in self.rows() {
                    let head = if name == "i" { "$i$".to_owned() } else { format!("${name}_i$") };
                    let rule = if name == "i" { " \\hline" } else { "" };
                    writeln!(out, "{head} & {} \\\\{rule}", row.join(" & "))?;
                }
                writeln!(out, "\\end{{tabular}}")?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
