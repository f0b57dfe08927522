//! The repetitions of a prefix or of a text.

use crate::answer::{self, Format, word as data};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::input;
use crate::so_far::{SoFar, in_boxes};
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use miyama_words::Word;
use miyama_words::repetitions::{Factor, Repetitions, repetitions};
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

/// Most letters of a factor that are shown.
const SHOWN: usize = 40;

pub(crate) struct Check {
    found: Repetitions,
    letters: Vec<String>,
    terms: Vec<u32>,
    /// Between two letters: nothing, or a space between words.
    gap: &'static str,
    first_index: u64,
    /// Why only the first terms were looked at, if so.
    stopped: Option<Failure>,
}

/// The repetitions of a word, or of as many of its first terms as there was time for;
/// the others are dropped.
fn found_so_far<T: Copy + Ord + Sync>(
    terms: &mut Vec<T>,
    budget: &Budget,
) -> Result<(Repetitions, Option<Failure>), Failure> {
    let compute = |to: &[u64], budget: &Budget| repetitions(&terms[..to[0] as usize], budget);
    let SoFar { found, to, stopped } = in_boxes(&[terms.len() as u64], budget, compute, |stopped| Some(*stopped))?;
    terms.truncate(to[0] as usize);
    Ok((found, stopped.map(Failure::Stopped)))
}

pub(super) fn of_word(word: &Word, length: usize, budget: &Budget) -> Result<Check, Failure> {
    budget.need((length as u64).saturating_mul(8))?;
    let mut terms = word.prefix(length, budget)?;
    let (found, stopped) = found_so_far(&mut terms, budget)?;
    Ok(Check {
        found,
        stopped,
        letters: word.letters().iter().map(char::to_string).collect(),
        terms: terms.into_iter().map(u32::from).collect(),
        gap: "",
        first_index: word.first_index().into(),
    })
}

pub(super) fn of_file(file: &str, words: bool, budget: &Budget) -> Result<Check, Failure> {
    // The bytes, and four bytes for each letter.
    let bytes = input::read(Path::new(file), u64::MAX, 5, budget)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let shown = if file == "-" { Path::new("stdin") } else { Path::new(file) };
        Failure::input(say!("word.not_utf_eight", path = shown.display().to_string(), at = error.valid_up_to()))
    })?;
    let (mut letters, mut terms): (Vec<String>, Vec<u32>) = if words {
        let (words, terms) = number(text.split_whitespace(), budget)?;
        (words.into_iter().map(str::to_owned).collect(), terms)
    } else {
        let (letters, terms) = number(text.chars().filter(|c| !c.is_whitespace()), budget)?;
        (letters.into_iter().map(shown_letter).collect(), terms)
    };
    if terms.is_empty() {
        return Err(Failure::input(say!("word.nothing", path = file)));
    }
    let (found, stopped) = found_so_far(&mut terms, budget)?;
    // Letters are numbered as they come.
    letters.truncate(terms.iter().max().map_or(0, |last| *last as usize + 1));
    Ok(Check { found, letters, terms, gap: if words { " " } else { "" }, first_index: 1, stopped })
}

/// Control characters would spoil the screen.
fn shown_letter(c: char) -> String {
    if c.is_control() { c.escape_default().to_string() } else { c.to_string() }
}

/// The different things in order of appearance, and the number of each.
fn number<T: Copy + Eq + std::hash::Hash>(
    things: impl Iterator<Item = T>,
    budget: &Budget,
) -> Result<(Vec<T>, Vec<u32>), Failure> {
    let mut numbers: HashMap<T, u32> = HashMap::new();
    let (mut different, mut terms) = (Vec::new(), Vec::new());
    for (i, thing) in things.enumerate() {
        if i.is_multiple_of(1 << 16) {
            budget.check()?;
        }
        let next = numbers.len() as u32;
        terms.push(*numbers.entry(thing).or_insert_with(|| {
            different.push(thing);
            next
        }));
    }
    Ok((different, terms))
}

impl Check {
    fn spell(&self, start: usize, length: usize) -> String {
        let shown: Vec<&str> =
            self.terms[start..start + length.min(SHOWN)].iter().map(|&x| self.letters[x as usize].as_str()).collect();
        let more = if length > SHOWN { format!("{}…", self.gap) } else { String::new() };
        format!("{}{more}", shown.join(self.gap))
    }

    fn place(&self, start: usize, length: usize) -> Text {
        let from = start as u64 + self.first_index;
        say!("word.place", from = from, to = from + length as u64 - 1)
    }

    fn describe(&self, factor: &Factor) -> Text {
        say!(
            "word.factor",
            factor = self.spell(factor.start, factor.length),
            place = self.place(factor.start, factor.length),
            period = factor.period
        )
    }

    fn lines(&self) -> Vec<Text> {
        let found = &self.found;
        let mut lines = Vec::new();
        if self.stopped.is_some() {
            lines.push(say!("word.check_so_far", length = self.terms.len()));
        }
        lines.push(say!("word.report_length", length = self.terms.len(), different = self.letters.len()));
        if let Some(critical) = &found.critical {
            let (start, length) = (critical.start, critical.exponent.length as usize);
            lines.push(say!(
                "word.report_critical",
                exponent = critical.exponent.to_string(),
                decimal = decimal(critical.exponent.lowest()),
                factor = self.describe(&Factor { start, length, period: critical.exponent.period as usize })
            ));
        }
        lines.push(match &found.largest_power {
            Some(power) => {
                say!("word.report_power", power = power.length / power.period, factor = self.describe(power))
            }
            None => say!("word.report_no_power"),
        });
        let line = |factor: &Option<Factor>| match factor {
            Some(factor) => self.describe(factor),
            None => say!("word.none"),
        };
        lines.push(say!("word.report_square", factor = line(&found.square)));
        lines.push(say!("word.report_overlap", factor = line(&found.overlap)));
        lines.push(say!("word.report_cube", factor = line(&found.cube)));
        lines.push(say!("word.report_runs", count = found.runs.len()));
        lines
    }

    fn repetitions(&self) -> data::Repetitions {
        let found = &self.found;
        let factor = |factor: &Option<Factor>| {
            factor.as_ref().map(|f| data::Factor {
                start: f.start as u64 + self.first_index,
                length: f.length,
                period: f.period,
                factor: self.spell(f.start, f.length),
            })
        };
        data::Repetitions {
            length: self.terms.len(),
            letters: self.letters.len(),
            first_index: self.first_index,
            critical_exponent: found.critical.as_ref().map(|c| {
                let (numerator, denominator) = c.exponent.lowest();
                data::Exponent {
                    numerator,
                    denominator,
                    start: c.start as u64 + self.first_index,
                    length: c.exponent.length,
                    period: c.exponent.period,
                }
            }),
            largest_power: found.largest_power.as_ref().map_or(1, |f| f.length / f.period),
            largest_power_at: factor(&found.largest_power),
            first_square: factor(&found.square),
            first_overlap: factor(&found.overlap),
            first_cube: factor(&found.cube),
            runs: found.runs.len(),
            complete: self.stopped.as_ref().map(|_| false),
        }
    }
}

impl answer::Answer for Check {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.repetitions()))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                for line in self.lines() {
                    writeln!(out, "{}", line.in_lang(lang))?;
                }
            }
            Format::Csv => {
                writeln!(out, "start,length,period")?;
                for run in &self.found.runs {
                    let start = u64::from(run.start) + self.first_index;
                    writeln!(out, "{start},{},{}", run.end - run.start, run.period)?;
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

/// A fraction to four decimals, cut and not rounded.
fn decimal((numerator, denominator): (u64, u64)) -> String {
    let scaled = u128::from(numerator) * 10_000 / u128::from(denominator);
    format!("{}.{:04}", scaled / 10_000, scaled % 10_000)
}
