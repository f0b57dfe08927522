//! `miyama conjecture GAME --sequence`: the sequences of a game, or a list of numbers: rules,
//! periods, and where they stand in the sequences that Miyama can generate.

use super::no_conjecture;
use crate::about;
use crate::answer::index::{ListedSequence, Repetition, Sequences, Stands};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, OutcomeTable};
use miyama::play::{Convention, Outcome};
use miyama_budget::{Budget, Mistake};
use miyama_conjecture::index::{Match, Repeats, find, repeats, rule};
use miyama_text::{Lang, Text, say};
use std::io::Write;

/// How far the sequences of a game go: heaps of one, and of two.
const TO: u64 = 400;
const TO_OF_TWO: u64 = 120;

/// How many terms are shown, and how many are given to the OEIS.
const SHOWN: usize = 20;

/// The fewest terms of a list that are looked at.
const FEWEST: usize = 4;

/// The most sequences of the index that are named.
const NAMED: usize = 4;

/// A list of numbers and what it is.
struct Listed {
    what: Text,
    terms: Vec<u64>,
    rule: Option<String>,
    repeats: Option<Repeats>,
    stands: Vec<Match>,
}

/// The sequences of a game, or one list.
pub(super) struct Answer {
    game: String,
    all: Vec<Listed>,
}

/// Numbers with commas between them.
pub(super) fn is_list(text: &str) -> bool {
    let mut numbers = text.split(',').map(str::trim);
    text.contains(',') && numbers.all(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

pub(super) fn answer(game: &str, heaps: Option<usize>, budget: &Budget) -> Result<Answer, Failure> {
    let lists =
        if is_list(game) { vec![(say!("guess.your_list"), read(game)?)] } else { of_game(game, heaps, budget)? };
    let known = |(what, terms): (Text, Vec<u64>)| Listed {
        what,
        rule: rule(&terms),
        repeats: repeats(&terms),
        stands: find(&terms),
        terms,
    };
    let all = lists.into_iter().filter(|(_, terms)| terms.len() >= FEWEST).map(known).collect();
    Ok(Answer { game: game.to_owned(), all })
}

fn read(list: &str) -> Result<Vec<u64>, Failure> {
    let number = |text: &str| text.trim().parse().ok().filter(|number| *number < 1 << 53);
    let numbers: Option<Vec<u64>> = list.split(',').map(number).collect();
    let wrong = |says: Text| Failure::mistake(Mistake::new(0..list.len(), says), list);
    let numbers = numbers.ok_or_else(|| wrong(say!("guess.large_list")))?;
    if numbers.len() < FEWEST { Err(wrong(say!("guess.short_list"))) } else { Ok(numbers) }
}

/// One heap: its values and its P-positions. Two heaps: the P-positions' smaller and larger
/// heaps, and rows and diagonals of the table of values.
fn of_game(game: &str, heaps: Option<usize>, budget: &Budget) -> Result<Vec<(Text, Vec<u64>)>, Failure> {
    let heap_game = about::heap_game(game, |name| say!("proof.no_board", game = name), budget)?;
    let about = about::heaps(&heap_game, heaps, budget)?;
    let ruleset = about.whole(game)?;
    match ruleset.heaps() {
        1 => one_heap(ruleset, budget),
        2 => two_heaps(ruleset, budget),
        heaps => Err(Failure::input(say!("guess.sequence_heaps", heaps = heaps))),
    }
}

fn one_heap(ruleset: &Ruleset, budget: &Budget) -> Result<Vec<(Text, Vec<u64>)>, Failure> {
    let table = GrundyTable::new(ruleset, &[TO], budget).map_err(no_conjecture)?;
    let values: Vec<u64> = (0..=TO).map_while(|heap| Some(u64::from(table.value(&[heap])?.0))).collect();
    let zeros = (0u64..).zip(&values).filter(|(_, value)| **value == 0).map(|(heap, _)| heap).collect();
    Ok(vec![(say!("guess.seq_values"), values), (say!("guess.seq_zeros"), zeros)])
}

fn two_heaps(ruleset: &Ruleset, budget: &Budget) -> Result<Vec<(Text, Vec<u64>)>, Failure> {
    let outcomes = OutcomeTable::new(ruleset, &[TO, TO], Convention::Normal, budget).map_err(no_conjecture)?;
    let mut pairs: Vec<(u64, u64)> = Vec::new();
    let found = outcomes.for_each_p(&mut |position| {
        if position[0] <= position[1] {
            pairs.push((position[0], position[1]));
        }
        if pairs.len() > 100_000 { Err(()) } else { Ok(()) }
    });
    pairs.sort_unstable();
    let mut all = Vec::new();
    // A list only where there is one for each smaller heap at most.
    let single = found.is_ok() && pairs.windows(2).all(|two| two[0].0 < two[1].0);
    if single {
        all.push((say!("guess.seq_low"), pairs.iter().map(|pair| pair.0).collect()));
        all.push((say!("guess.seq_high"), pairs.iter().map(|pair| pair.1).collect()));
        all.push((say!("guess.seq_difference"), pairs.iter().map(|pair| pair.1 - pair.0).collect()));
    }
    if outcomes.outcome(&[0, 0]) == Some(Outcome::P) && !single {
        let count = |n: u64| pairs.iter().filter(|pair| pair.1 == n).count() as u64;
        all.push((say!("guess.seq_count"), (0..64).map(count).collect()));
    }
    let table = GrundyTable::new(ruleset, &[TO_OF_TWO, TO_OF_TWO], budget).map_err(no_conjecture)?;
    let line = |of: &dyn Fn(u64) -> [u64; 2], to: u64| -> Vec<u64> {
        (0..=to).map_while(|n| Some(u64::from(table.value(&of(n))?.0))).collect()
    };
    for row in 0..3u64 {
        all.push((say!("guess.seq_row", row = row), line(&|n| [n, row], TO_OF_TWO)));
    }
    for d in 0..3u64 {
        let position = if d == 0 { "(n, n)".to_owned() } else { format!("(n, n+{d})") };
        all.push((say!("guess.seq_line", position = position), line(&|n| [n, n + d], TO_OF_TWO - d)));
    }
    Ok(all)
}

impl Listed {
    fn lines(&self) -> Vec<Text> {
        let shown: Vec<String> = self.terms.iter().take(SHOWN).map(ToString::to_string).collect();
        let more = if self.terms.len() > SHOWN { ", …" } else { "" };
        let mut lines =
            vec![say!("guess.seq", what = self.what.clone(), terms = format!("{}{more}", shown.join(", ")))];
        if let Some(rule) = &self.rule {
            // Rules by smaller places speak of n.
            let name = if rule.starts_with("g(n)") { "n" } else { "k" };
            lines.push(say!("guess.seq_rule", rule = rule, count = self.terms.len(), name = name));
        }
        if let Some(Repeats { from, period, saltus }) = self.repeats
            && self.rule.is_none()
        {
            lines.push(match saltus {
                0 => say!("guess.seq_period", from = from, period = period, count = self.terms.len()),
                s => say!("guess.seq_saltus", from = from, period = period, saltus = s, count = self.terms.len()),
            });
        }
        for found in self.stands.iter().take(NAMED) {
            let (name, terms) = (&found.name, found.terms);
            lines.push(match found.shift {
                0 => say!("guess.seq_stands", name = name, terms = terms),
                shift => say!("guess.seq_shifted", name = name, terms = terms, shift = shift),
            });
        }
        if self.stands.len() > NAMED {
            lines.push(say!("guess.seq_more", count = self.stands.len() - NAMED));
        }
        lines.push(say!("guess.seq_search", search = self.search()));
        lines
    }

    /// What is typed into the search of the OEIS: without leading zeros and ones, which many
    /// sequences share.
    fn search(&self) -> String {
        let from = self.terms.iter().position(|term| *term > 1).unwrap_or(0);
        let from = if self.terms.len() - from >= 6 { from } else { 0 };
        self.terms[from..].iter().take(SHOWN).map(ToString::to_string).collect::<Vec<_>>().join(",")
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        let listed = |one: &Listed| ListedSequence {
            what: one.what.in_lang(lang),
            terms: one.terms.clone(),
            rule: one.rule.clone(),
            repeats: one.repeats.map(|Repeats { from, period, saltus }| Repetition { from, period, saltus }),
            stands: one
                .stands
                .iter()
                .map(|found| Stands { name: found.name.clone(), shift: found.shift, terms: found.terms })
                .collect(),
            search: one.search(),
        };
        Some(Box::new(Sequences { game: self.game.clone(), sequences: self.all.iter().map(listed).collect() }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                for (place, one) in self.all.iter().enumerate() {
                    if place > 0 {
                        writeln!(out)?;
                    }
                    for line in one.lines() {
                        writeln!(out, "{}", line.in_lang(lang))?;
                    }
                }
            }
            Format::Bfile => {
                for (n, term) in self.all.first().iter().flat_map(|one| one.terms.iter().enumerate()) {
                    writeln!(out, "{n} {term}")?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
