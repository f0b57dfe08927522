//! A random ruleset against its slow twin: options, values and outcomes of all positions of a
//! small box, by the tables and by the interpreter, which shares nothing with them but the
//! syntax tree.

use super::{Chance, ruleset};
use crate::heap::interpreter::{Interpreter, Naive, NotInterpreted};
use crate::heap::notation::parse_definition;
use crate::heap::ruleset::Ruleset;
use crate::heap::table::{GrundyTable, NoTable, OutcomeTable, positions};
use crate::play::Convention;
use miyama_budget::{Budget, Stopped};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Small tables take little memory, whatever play reaches.
const MEMORY: u64 = 2 << 20;

/// What became of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Both say the same.
    Agrees,
    /// It is no game: not bounded, or play need not end.
    Refused,
    /// There is too much to try for the interpreter, or no bound that it finds.
    PassedOver,
    /// They differ.
    Differs(Difference),
}

/// Where fast and slow differ first: a defect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The ruleset.
    pub ruleset: String,
    /// What differs.
    pub what: What,
    /// The position, if it is known.
    pub position: Vec<u64>,
    /// What the library says.
    pub found: String,
    /// What the definition says.
    pub expected: String,
}

/// What of a ruleset differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Its text is not read.
    Text,
    /// The options of a position.
    Options,
    /// The value of a position.
    Value,
    /// The outcome of a position in normal play.
    Outcome,
    /// The outcome of a position in misère play.
    MisereOutcome,
    /// A table that was compared with the definition when it was made.
    Table,
    /// The library panicked.
    Panic,
}

/// Why a comparison ends before its end.
enum End {
    PassedOver,
    Differs(Difference),
}

impl From<NotInterpreted> for End {
    fn from(_: NotInterpreted) -> End {
        End::PassedOver
    }
}

/// Compares the ruleset of a seed; the interpreter may try so many integers and moves.
///
/// ```
/// use miyama::heap::random::{Compared, compare};
/// use miyama_budget::Budget;
/// let found = compare(1, 20_000, &Budget::unlimited()).unwrap();
/// assert!(!matches!(found, Compared::Differs(_)));
/// ```
///
/// # Errors
/// [`Stopped`] if the budget ends.
pub fn compare(seed: u64, effort: u64, budget: &Budget) -> Result<Compared, Stopped> {
    budget.check()?;
    let mut chance = Chance::new(seed);
    let text = ruleset(&mut chance);
    let small = budget.without_notes().with_memory(MEMORY).with_threads(1).with_listener(|_| {});
    // A panic is what is looked for, and the campaign goes on.
    let done = catch_unwind(AssertUnwindSafe(|| twins(&text, effort, &mut chance, &small)));
    let end = match done {
        Ok(Ok(compared)) => return Ok(compared),
        Ok(Err(end)) => end,
        Err(panic) => End::Differs(difference(&text, What::Panic, &[], said(panic.as_ref()), String::new())),
    };
    match end {
        // The memory of a small table is no limit of the campaign; its own may be over.
        End::PassedOver => budget.check().map(|()| Compared::PassedOver),
        End::Differs(difference) => Ok(Compared::Differs(difference)),
    }
}

fn difference(text: &str, what: What, position: &[u64], found: String, expected: String) -> Difference {
    Difference { ruleset: text.to_owned(), what, position: position.to_vec(), found, expected }
}

fn twins(text: &str, effort: u64, chance: &mut Chance, budget: &Budget) -> Result<Compared, End> {
    let differs = |what, position: &[u64], found: &dyn Debug, expected: &dyn Debug| {
        End::Differs(difference(text, what, position, format!("{found:?}"), format!("{expected:?}")))
    };
    let definition = parse_definition(text)
        .map_err(|mistake| End::Differs(difference(text, What::Text, &[], mistake.to_string(), String::new())))?;
    let ruleset = match Ruleset::within(&definition, &[], budget) {
        Ok(ruleset) => ruleset,
        Err(_) if budget.check().is_err() => return Err(End::PassedOver),
        Err(_) => return Ok(Compared::Refused),
    };
    let interpreter = Interpreter::new(&definition, &[]).ok_or(End::PassedOver)?;
    let mut slow = Naive::of(&[&interpreter]).with_effort(effort);
    let (spread, least) = match ruleset.heaps() {
        1 => (12, 3),
        2 => (5, 1),
        3 => (3, 1),
        _ => (2, 1),
    };
    let to: Vec<u64> = (0..ruleset.heaps()).map(|_| chance.below(spread) + least).collect();
    let none = |reason: NoTable| match reason {
        NoTable::Stopped(_)
        | NoTable::TooLarge
        | NoTable::Numbers
        | NoTable::MisereSplit
        | NoTable::NoValues
        | NoTable::WonSplit => End::PassedOver,
        NoTable::Wrong(wrong) => {
            End::Differs(difference(text, What::Table, &[], wrong.text().to_string(), String::new()))
        }
    };
    for position in positions(&to) {
        let expected = slow.options(0, &position)?;
        let found = ruleset.options(&position).map_err(|_| End::PassedOver)?;
        if !found.iter().eq(expected.iter()) {
            return Err(differs(What::Options, &position, &found, &expected));
        }
    }
    let values = GrundyTable::new(&ruleset, &to, budget).map_err(none)?;
    for position in positions(&to) {
        let (expected, found) = (slow.value(0, &position)?.0, values.value(&position).map(|value| value.0));
        if found != Some(expected) {
            return Err(differs(What::Value, &position, &found, &expected));
        }
    }
    for (convention, what) in [(Convention::Normal, What::Outcome), (Convention::Misere, What::MisereOutcome)] {
        let table = match OutcomeTable::new(&ruleset, &to, convention, budget) {
            Ok(table) => table,
            Err(NoTable::MisereSplit) => continue,
            Err(reason) => return Err(none(reason)),
        };
        for position in positions(&to) {
            let expected = slow.outcome(&[(0, position.clone())], convention)?;
            let found = table.outcome(&position);
            if found != Some(expected) {
                return Err(differs(what, &position, &found, &expected));
            }
        }
    }
    Ok(Compared::Agrees)
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether play ends may take longer to find out than all the rest.
    #[test]
    fn a_ruleset_is_read_within_the_budget() {
        let unlimited = Budget::unlimited();
        let refused = (1..).find(|seed| compare(*seed, 20_000, &unlimited) == Ok(Compared::Refused)).unwrap();
        assert!(compare(refused, 20_000, &unlimited.with_looks(1)).is_err(), "seed {refused}");
    }
}
