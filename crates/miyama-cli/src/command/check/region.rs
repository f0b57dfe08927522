//! A formula about some of the positions: those of one Grundy value (`--level`), or those in a
//! region (`--for`). The truth is a table of all positions; only those of the region are
//! compared.

use super::formula::default_bound;
use crate::about::{self, About};
use crate::answer::proof::{RegionTested, TestedVerdict};
use crate::answer::{self, Format};
use crate::command::conjecture::no_conjecture;
use crate::command::table::bounds;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::so_far::{SoFar, in_boxes};
use miyama::heap::conjecture::tuple;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::table::{GrundyTable, OutcomeTable, positions};
use miyama::play::{Convention, Outcome};
use miyama_budget::{Budget, Mistake};
use miyama_text::{Lang, Text, say};
use std::io::Write;

/// What a formula is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    PPositions(Convention),
    Values,
    Level(u32),
}

/// What is asked.
pub(super) struct RegionCheck<'a> {
    pub(super) game: &'a str,
    pub(super) what: What,
    pub(super) formula: &'a str,
    pub(super) region: Option<&'a str>,
    pub(super) to: Option<&'a str>,
    pub(super) heaps: Option<usize>,
}

/// Where the formula and the truth differ first, by the total of the heaps.
struct Difference {
    position: Vec<u64>,
    claimed: i64,
    actual: i64,
}

/// A formula, its region, and what became of it.
pub(super) struct Answer {
    game: String,
    names: Vec<String>,
    what: What,
    formula: String,
    region: Option<String>,
    to: Vec<u64>,
    compared: u64,
    difference: Option<Difference>,
    /// Why not all positions were compared.
    stopped: Option<Failure>,
}

pub(super) fn answer(asked: &RegionCheck<'_>, budget: &Budget) -> Result<Answer, Failure> {
    let game = about::heap_game(asked.game, |name| say!("proof.no_board", game = name), budget)?;
    let option = match asked.what {
        What::PPositions(_) => "--p-positions",
        What::Values => "--value",
        What::Level(_) => "--level",
    };
    let read = |names: &Names| match asked.what {
        What::Values => Formula::value(asked.formula, names),
        _ => Formula::set(asked.formula, names),
    };
    let wrong = |mistake: Mistake| Failure::option(option, mistake, asked.formula);
    let (about, mut formula) = about::formula(&game, asked.heaps, &read, &wrong, budget)?;
    let ruleset = about.whole(asked.game)?.clone();
    let About { names, .. } = about;
    let region = asked.region.map(|text| (text, Formula::set(text, &names)));
    let mut region = match region {
        Some((text, Err(mistake))) => return Err(Failure::option("--for", mistake, text)),
        Some((_, Ok(region))) => Some(region),
        None => None,
    };
    let heaps = names.shown().len();
    let to = match asked.to {
        Some(text) => bounds(text, heaps)?,
        None => vec![default_bound(heaps); heaps],
    };
    let total = to.iter().fold(0u64, |sum, heap| sum.saturating_add(*heap));
    formula.prepare(total, budget)?;
    if let Some(region) = &mut region {
        region.prepare(total, budget)?;
    }
    let compute = |to: &[u64], budget: &Budget| -> Result<(u64, Option<Difference>), Failure> {
        let truth = truth(asked.what, &ruleset, to, budget).map_err(no_conjecture)?;
        let (mut says, mut inside) =
            (formula.evaluator(budget), region.as_ref().map(|region| region.evaluator(budget)));
        let (mut compared, mut difference): (u64, Option<Difference>) = (0, None);
        for (place, position) in positions(to).enumerate() {
            if place % 1024 == 0 {
                budget.check()?;
            }
            let Some(actual) = truth(&position) else { continue };
            if !ruleset.is_position(&position, budget).unwrap_or(true) {
                continue;
            }
            if let Some(region) = &mut inside {
                let mistake = |no: miyama::heap::formula::NoNumber| {
                    Failure::option("--for", no.mistake(&tuple(&position)), asked.region.unwrap_or_default())
                };
                if region.number(&position).map_err(mistake)? != 0 {
                    continue;
                }
            }
            compared += 1;
            let claimed = says.number(&position).map_err(|no| wrong(no.mistake(&tuple(&position))))?;
            let before = difference.as_ref().is_some_and(|found| {
                (found.position.iter().sum::<u64>(), &found.position) <= (position.iter().sum(), &position)
            });
            if claimed != actual && !before {
                difference = Some(Difference { position, claimed, actual });
            }
        }
        Ok((compared, difference))
    };
    let why = |failure: &Failure| match failure {
        Failure::Stopped(stopped) => Some(*stopped),
        _ => None,
    };
    let SoFar { found: (compared, difference), to, stopped } = in_boxes(&to, budget, compute, why)?;
    Ok(Answer {
        game: asked.game.trim().to_owned(),
        names: names.shown().to_vec(),
        what: asked.what,
        formula: asked.formula.to_owned(),
        region: asked.region.map(str::to_owned),
        to,
        compared,
        difference,
        stopped: stopped.map(Failure::Stopped),
    })
}

/// The true number at a position: a value, or 0 for a member of the set and 1 for any other.
type TrueNumber = Box<dyn Fn(&[u64]) -> Option<i64>>;

fn truth(
    what: What,
    ruleset: &miyama::heap::ruleset::Ruleset,
    to: &[u64],
    budget: &Budget,
) -> Result<TrueNumber, miyama::heap::table::NoTable> {
    let member = |inside: bool| i64::from(!inside);
    let level = match what {
        What::PPositions(convention) if !(ruleset.splits() && convention == Convention::Normal) => {
            let table = OutcomeTable::new(ruleset, to, convention, budget)?;
            return Ok(Box::new(move |position| Some(member(table.outcome(position)? == Outcome::P))));
        }
        What::PPositions(_) => Some(0),
        What::Level(level) => Some(level),
        What::Values => None,
    };
    let table = GrundyTable::new(ruleset, to, budget)?;
    Ok(Box::new(move |position| {
        let value = table.value(position)?.0;
        Some(level.map_or(i64::from(value), |level| member(value == level)))
    }))
}

impl Answer {
    /// What a number means here.
    fn told(&self, number: i64) -> String {
        match (self.what, number) {
            (What::PPositions(_), 0) => "P".to_owned(),
            (What::PPositions(_), _) => "N".to_owned(),
            (What::Level(level), 0) => level.to_string(),
            (What::Level(level), _) => format!("≠ {level}"),
            (What::Values, value) => value.to_string(),
        }
    }

    fn says(&self) -> Text {
        let bound: Vec<String> = self.to.iter().map(ToString::to_string).collect();
        match &self.difference {
            None => say!("check.region_holds", positions = self.compared, bound = bound.join(", ")),
            Some(Difference { position, claimed, actual }) => say!(
                "check.region_fails",
                position = tuple(position),
                claimed = self.told(*claimed),
                actual = self.told(*actual)
            ),
        }
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(RegionTested {
            game: self.game.clone(),
            heaps: self.names.clone(),
            level: match self.what {
                What::Level(level) => Some(level),
                _ => None,
            },
            formula: self.formula.clone(),
            region: self.region.clone(),
            verdict: if self.difference.is_none() { TestedVerdict::Holds } else { TestedVerdict::Refuted },
            bound: self.to.clone(),
            compared: self.compared,
            counterexample: self.difference.as_ref().map(|found| found.position.clone()),
            claimed: self.difference.as_ref().map(|found| self.told(found.claimed)),
            actual: self.difference.as_ref().map(|found| self.told(found.actual)),
            says: self.says().in_lang(lang),
            complete: self.stopped.as_ref().map(|_| false),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                if self.stopped.is_some() {
                    writeln!(out, "{}", say!("check.so_far").in_lang(lang))?;
                }
                Ok(writeln!(out, "{}", self.says().in_lang(lang))?)
            }
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }

    fn holds(&self) -> bool {
        self.difference.is_none()
    }
}
