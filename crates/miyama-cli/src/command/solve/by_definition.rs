//! `--by-definition`: the solution as a teacher writes it on the board.
//!
//! Nothing here uses what makes other answers fast: options are listed and the least missing
//! value is looked for. What it finds is compared with what `solve` finds by other ways.

mod columns;
mod replies;
mod sieve;
mod table;
mod tree;
mod wythoff;

pub(crate) use sieve::good_forms;

use super::unsolved;
use crate::answer::definition::{ByDefinition, Steps, Way};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Part, Position};
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use num_bigint::BigUint;
use std::io::Write;

/// What a way finds.
struct Found {
    steps: Steps,
    says: Vec<Text>,
    outcome: Outcome,
    /// Where the way gives one.
    value: Option<BigUint>,
}

pub(super) struct Answer {
    position: Position,
    convention: Convention,
    ways: Vec<Way>,
    found: Found,
}

/// Solves a position in a way, or in the first that suits it.
pub(super) fn answer(position: Position, convention: Convention, way: Way, budget: &Budget) -> Result<Answer, Failure> {
    let ways: Vec<Way> = ALL.into_iter().filter(|way| suits(*way, &position, convention)).collect();
    let found = match way {
        // Where one way would be too long there may be another.
        Way::Any => {
            let first = ways.iter().find_map(|way| match solve_by(*way, &position, convention, budget) {
                Err(Failure::Input { .. }) => None,
                found => Some(found),
            });
            first.unwrap_or_else(|| Err(too_large(tree::MOST)))?
        }
        way if !ways.contains(&way) => return Err(unsuitable(way, &ways)),
        way => solve_by(way, &position, convention, budget)?,
    };
    let known = miyama::sum::solve(&position, convention, budget).map_err(unsolved)?;
    let agrees = known.outcome == found.outcome
        && (known.value.is_none() || found.value.is_none() || known.value == found.value);
    if !agrees {
        return Err(Failure::Defect(say!("definition.differs", position = position.to_string())));
    }
    Ok(Answer { position, convention, ways, found })
}

/// The steps of a way in words.
pub(crate) fn told(position: &Position, way: Way, budget: &Budget) -> Result<Vec<Text>, Failure> {
    Ok(solve_by(way, position, Convention::Normal, budget)?.says)
}

/// The ways, those first that say most about a position that they suit.
const ALL: [Way; 6] = [Way::Wythoff, Way::Replies, Way::Columns, Way::Table, Way::Sieve, Way::Tree];

fn suits(way: Way, position: &Position, convention: Convention) -> bool {
    let parts = position.parts.as_slice();
    let normal = convention == Convention::Normal;
    match way {
        Way::Any | Way::Tree => true,
        Way::Table => normal && table::suits(position),
        Way::Sieve => sieve::suits(position),
        Way::Columns => normal && parts.len() > 1 && position.is_impartial(),
        Way::Replies => normal && matches!(parts, [Part::Cells(cells)] if cells.game().is_impartial()),
        Way::Wythoff => normal && wythoff::parameter(position).is_some(),
    }
}

fn unsuitable(way: Way, ways: &[Way]) -> Failure {
    let names: Vec<String> = ways.iter().map(|way| name(*way)).collect();
    Failure::Input {
        says: say!("definition.unsuitable", way = name(way)),
        hint: Some(say!("definition.ways", ways = names.join(", "))),
        place: None,
    }
}

fn name(way: Way) -> String {
    let value = clap::ValueEnum::to_possible_value(&way);
    value.map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn solve_by(way: Way, position: &Position, convention: Convention, budget: &Budget) -> Result<Found, Failure> {
    match way {
        Way::Any | Way::Tree => tree::solve(position, convention, budget),
        Way::Table => table::solve(position, budget),
        Way::Sieve => sieve::solve(position, convention, budget),
        Way::Columns => columns::solve(position, budget),
        Way::Replies => replies::solve(position, budget),
        Way::Wythoff => wythoff::solve(position),
    }
}

/// A position is too large for a way that lists everything.
fn too_large(most: usize) -> Failure {
    Failure::Input { says: say!("definition.more", most = most), hint: Some(say!("definition.smaller")), place: None }
}

/// All options of a position.
fn options(sum: &Position, most: usize, budget: &Budget) -> Result<Vec<miyama::sum::Move>, Failure> {
    let options = sum.options(most, budget).map_err(unsolved)?;
    if options.complete { Ok(options.listed) } else { Err(too_large(most)) }
}

/// The least value that is missing.
fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: std::collections::BTreeSet<u32> = values.into_iter().collect();
    (0..).find(|value| !values.contains(value)).unwrap_or(u32::MAX)
}

/// Values as a set: {0, 1, 3}.
fn set(values: impl IntoIterator<Item = u32>) -> String {
    let values: std::collections::BTreeSet<u32> = values.into_iter().collect();
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    format!("{{{}}}", values.join(", "))
}

/// A position of heaps as papers write it: (3, 5, 7).
fn tuple(heaps: &[u64]) -> String {
    let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
    format!("({})", heaps.join(","))
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(ByDefinition {
            position: self.position.to_string(),
            convention: self.convention.into(),
            outcome: self.found.outcome.into(),
            value: self.found.value.as_ref().map(Into::into),
            ways: &self.ways,
            steps: &self.found.steps,
            says: self.found.says.iter().map(|text| text.in_lang(lang)).collect(),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if format != Format::Text {
            return Err(Failure::no_format(format));
        }
        for text in &self.found.says {
            writeln!(out, "{}", text.in_lang(lang))?;
        }
        let who = super::who_wins(&self.position, self.convention, self.found.outcome);
        writeln!(out, "\n{}", who.in_lang(lang))?;
        if let Some(value) = &self.found.value {
            writeln!(out, "{}", say!("cli.solve_value", value = value).in_lang(lang))?;
        }
        Ok(())
    }
}
