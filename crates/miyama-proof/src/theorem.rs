//! What holds for all sizes, found without a formula: learned, proved, and put into words.

use crate::certificate::Certificate;
use crate::facts::{Fact, facts, symmetric};
use crate::learn::{Learned, NotLearned, learn};
use crate::outside::Outside;
use crate::rules::{Rules, limits};
use crate::table::{Table, Wanted};
use crate::wording;
use miyama::budget::{Budget, Stopped};
use miyama::heap::formula::Names;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::NoTable;
use miyama_automata::{Automaton, Limits};
use std::time::Duration;

/// A theorem.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The set of positions.
    pub set: Automaton,
    /// The largest heap of the table that it was learned from.
    pub learned_to: u64,
    /// A formula that says the same, if one was found.
    pub formula: Option<String>,
    /// What else holds of the set.
    pub facts: Vec<Fact>,
    /// The ways to move, as the definition writes them, in the order of the certificate.
    pub ways: Vec<String>,
    /// Everything that separate code needs to check it.
    pub certificate: Certificate,
}

/// Why there is no theorem.
#[derive(Clone, Debug)]
pub enum NoTheorem {
    /// Something in the definition that automata do not decide.
    Outside(Outside),
    /// Nothing was learned.
    NotLearned(NotLearned),
}

/// The most states of an automaton on the way to words and facts.
const SMALL: usize = 40_000;

/// The most states of a set whose facts are looked for.
const MOST_WITH_FACTS: usize = 3000;

/// So long the making of a table may take that words are found from.
const LONGEST_TABLE: Duration = Duration::from_secs(3);

/// The largest heap of the table that words are found from.
fn shown(heaps: u8, learned_to: u64) -> u64 {
    match heaps {
        1 => learned_to.max(300),
        2 => learned_to.clamp(127, 511),
        3 => learned_to.clamp(40, 63),
        4 => 10,
        5 => 5,
        _ => 3,
    }
}

/// Learns the P-positions of a ruleset, or the positions of a Grundy value, proves
/// them, and puts them into words.
///
/// # Errors
/// [`NoTheorem`] says why there is none.
pub fn theorem(ruleset: &Ruleset, wanted: Wanted, names: &Names, budget: &Budget) -> Result<Theorem, NoTheorem> {
    let rules = Rules::of(ruleset).map_err(NoTheorem::Outside)?;
    if let Some(outside) = rules.moves.split() {
        return Err(NoTheorem::Outside(outside));
    }
    let learned: Learned = learn(&rules, wanted, &[], budget).map_err(NoTheorem::NotLearned)?;
    let go_on = || budget.check().is_ok();
    let small = Limits { states: SMALL, ..limits(budget, &go_on) };
    // Where a larger table takes long, the one that the set was learned from has to do.
    let table = match Table::new(ruleset, wanted, shown(rules.heaps(), learned.to), &budget.part(LONGEST_TABLE)) {
        Err(NoTable::Stopped(Stopped::Time { .. })) if budget.check().is_ok() => {
            Table::new(ruleset, wanted, learned.to, budget)
        }
        table => table,
    };
    let table = table.map_err(|reason| NoTheorem::NotLearned(NotLearned::Table(reason)))?;
    let formula = wording::formula(&learned.set, &rules.moves, &table, names, &small, budget);
    // Of all positions or of none there is nothing more to say.
    let plain = matches!(formula.as_deref(), Some("true" | "false"));
    let mut facts = match learned.set.states() {
        ..=MOST_WITH_FACTS if !plain => facts(&learned.set, &|position| table.at(position), &small),
        _ => vec![],
    };
    // Of tuples that are no positions nothing is said: that heaps may be exchanged is one of the domain first.
    if let Some(domain) = &rules.moves.domain {
        let tuples = domain.clone().set(learned.set.system(), learned.set.tracks(), &small);
        if !tuples.is_ok_and(|tuples| symmetric(&tuples, &small) == Ok(true)) {
            facts.retain(|fact| *fact != Fact::Symmetric);
        }
    }
    // A share of all tuples says little where few of them are positions.
    if rules.moves.domain.is_some() && rules.heaps() > 1 {
        facts.retain(|fact| !matches!(fact, Fact::Density { .. }));
    }
    let certificate = learned.certificate(&rules, wanted, formula.clone());
    let way = |at: &std::ops::Range<usize>| ruleset.definition().get(at.clone()).unwrap_or_default().to_owned();
    let ways = rules.moves.ways.iter().map(|moves| way(&moves.at)).collect();
    Ok(Theorem { ways, learned_to: learned.to, set: learned.set, formula, facts, certificate })
}

/// The P-positions of a game on two heaps in normal play, where a list or a table suggests that they
/// are neighbours in a quadratic sequence and signs prove it: the formula and its proof. That they are not is
/// seen at once, so this is asked before anything is learned.
#[must_use]
pub fn by_signs(ruleset: &Ruleset, budget: &Budget) -> Option<(String, miyama_signs::Certificate)> {
    let formula = crate::quadratic::suggested(ruleset, budget)?;
    let certificate = crate::quadratic::by_signs(ruleset, &formula)?;
    Some((formula, certificate))
}
