//! Sets of positions learned from tables and proved, without a formula.
//!
//! Tables grow step by step. From each table an automaton is guessed in each
//! numeration system that may suit the game, with more and more digits to tell
//! states apart. A guess that reproduces its whole table is put to the proof; only
//! what is proved is returned.

use crate::certificate::{Certificate, Statement};
use crate::gaps::by_gaps;
use crate::guess;
use crate::outcomes::{all_of, any_of, determined, into};
use crate::rules::{Rules, limits};
use crate::table::{Table, Wanted};
use miyama::budget::{Budget, Stopped};
use miyama::heap::listed_levels;
use miyama::heap::notation::Body;
use miyama::heap::notation::{Expression, ExpressionKind};
use miyama::heap::ruleset::Argument;
use miyama::heap::table::NoTable;
use miyama::play::Convention;
use miyama_automata::{Automaton, Limit, Limits, Numeration, Sample, SparseSample, Tracks};
use num_integer::Integer;
use std::time::Duration;

/// A set that was learned and proved.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The set.
    pub set: Automaton,
    /// The largest heap of the table that it was learned from.
    pub to: u64,
    /// One automaton per way to move: the positions with such a move into the set.
    pub(crate) into: Vec<Automaton>,
    /// In misère play one automaton per way to move: where it is possible.
    pub(crate) can: Vec<Automaton>,
    /// For the positions of a Grundy value, those of the smaller ones.
    pub(crate) below: Vec<Learned>,
}

impl Learned {
    /// Everything that separate code needs to check it, with a formula that says the same if one is known.
    #[must_use]
    pub fn certificate(&self, rules: &Rules<'_>, wanted: Wanted, formula: Option<String>) -> Certificate {
        let (convention, statement) = match wanted {
            Wanted::PPositions(convention) => (convention, Statement::PPositions { formula }),
            Wanted::Level(level) => (Convention::Normal, Statement::Level { level, formula }),
        };
        Certificate::of(rules, convention, statement, self)
    }
}

/// Why nothing was learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotLearned {
    /// Nothing that was tried is right: the systems, and the largest heap of a table.
    Nothing {
        /// The systems.
        systems: Vec<Numeration>,
        /// The largest heap.
        to: u64,
    },
    /// There is no table.
    Table(NoTable),
    /// The budget ended.
    Stopped(Stopped),
    /// The budget ended when something had been tried: why, the systems, and the largest heap of a table.
    StoppedAfter(Stopped, Vec<Numeration>, u64),
}

impl From<Stopped> for NotLearned {
    fn from(stopped: Stopped) -> NotLearned {
        NotLearned::Stopped(stopped)
    }
}

/// A guess that needs more states than this is given up: the right one is small
/// where a table of this size shows it.
const MOST_STATES: usize = 400_000;

/// The most states of a guess.
const MOST_GUESSED: usize = 60_000;

/// So long the making of a table may take: far more than any of the tables from which something was learned, so that a
/// busy machine learns the same. Where some heaps grow while others fall, a table of small heaps may need very large ones.
fn longest_table(heaps: u8, is_first: bool) -> Duration {
    Duration::from_secs(match (heaps, is_first) {
        (_, true) => 3,
        (1, _) => 5,
        _ => 8,
    })
}

/// The smallest table that is tried where the first one takes too long.
const SMALLEST: u64 = 7;

/// From this table on one heap is looked at for a period: what is smaller is learned from smaller tables.
const PERIODIC: u64 = 511;

/// Learns a set of positions and proves that it is the one wanted. Without
/// `systems`, those that the game suggests are tried.
///
/// # Errors
/// [`NotLearned`] says why there is none.
pub fn learn(
    rules: &Rules<'_>,
    wanted: Wanted,
    systems: &[Numeration],
    budget: &Budget,
) -> Result<Learned, NotLearned> {
    // Tables suggest what is then proved: that one was not compared with the definition does not matter.
    let budget = &budget.without_notes();
    let mut below = Vec::new();
    if let Wanted::Level(level) = wanted {
        // All in one system: the equations join them.
        for lower in 0..level {
            let known: Vec<Numeration> = below.first().map(|first: &Learned| first.set.system()).into_iter().collect();
            let systems = if known.is_empty() { systems } else { &known };
            let found = learn_above(rules, Wanted::Level(lower), systems, &below, budget)?;
            below.push(found);
        }
        if let Some(first) = below.first() {
            let system = first.set.system();
            return learn_above(rules, wanted, &[system], &below, budget);
        }
    }
    learn_above(rules, wanted, systems, &below, budget)
}

fn learn_above(
    rules: &Rules<'_>,
    wanted: Wanted,
    systems: &[Numeration],
    below: &[Learned],
    budget: &Budget,
) -> Result<Learned, NotLearned> {
    let mut tried = (vec![], 0);
    learn_in(rules, wanted, systems, below, budget, &mut tried).map_err(|reason| match (reason, tried) {
        (NotLearned::Stopped(stopped) | NotLearned::Table(NoTable::Stopped(stopped)), (systems, to)) if to > 0 => {
            NotLearned::StoppedAfter(stopped, systems, to)
        }
        (reason, _) => reason,
    })
}

/// The same; `tried` is told the systems, and the largest heap of the tables that were looked at.
fn learn_in(
    rules: &Rules<'_>,
    wanted: Wanted,
    systems: &[Numeration],
    below: &[Learned],
    budget: &Budget,
    tried: &mut (Vec<Numeration>, u64),
) -> Result<Learned, NotLearned> {
    let own = suggested(rules);
    let systems: Vec<Numeration> = if systems.is_empty() { own } else { systems.to_vec() };
    let systems: Vec<Numeration> = systems.into_iter().filter(|system| rules.moves.suit(*system)).collect();
    let systems = systems.as_slice();
    if systems.is_empty() {
        return Err(NotLearned::Nothing { systems: vec![], to: 0 });
    }
    let go_on = || budget.check().is_ok();
    let limits = Limits { states: MOST_STATES, ..limits(budget, &go_on) };
    let tracks = Tracks::first(rules.heaps());
    if let Some(learned) = guess::by_values(rules, wanted, &limits, budget) {
        return Ok(learned);
    }
    tried.0 = systems.to_vec();
    let mut last = 0;
    let mut sizes = sizes(rules.heaps()).to_vec();
    let mut step = 0;
    while let Some(to) = &sizes.get(step).copied() {
        step += 1;
        budget.report(step as u64 - 1, None);
        // A list shows all that a larger table would, and more.
        if *to > LARGEST_BEFORE_LIST
            && let Wanted::PPositions(_) = wanted
        {
            match from_list(rules, wanted, LISTED[0], systems, below, &limits, budget)? {
                FromList::Learned(learned) => return Ok(*learned),
                FromList::Nothing => {
                    last = LISTED[0];
                    break;
                }
                FromList::NoList => {}
            }
        }
        // What the smaller tables did not show is not worth minutes.
        let table = match Table::new(rules.ruleset, wanted, *to, &budget.part(longest_table(rules.heaps(), last == 0)))
        {
            Ok(table) => table,
            Err(NoTable::Stopped(Stopped::Time { .. })) if budget.check().is_ok() => match last {
                0 if *to > SMALLEST => {
                    (sizes, step) = (vec![to / 2], 0);
                    continue;
                }
                _ => break,
            },
            Err(NoTable::Stopped(Stopped::Memory { .. }) | NoTable::TooLarge | NoTable::Numbers) if last > 0 => break,
            Err(NoTable::Stopped(stopped)) => return Err(stopped.into()),
            Err(reason) => return Err(NotLearned::Table(reason)),
        };
        last = *to;
        tried.1 = last;
        let known = |heaps: &[u64]| table.at(heaps);
        // More states than a table can tell apart are no hypothesis, and a proof that
        // needs very many more is that of a wrong one.
        let few = Limits { states: (table.len() / 16 + 16).min(MOST_GUESSED), transitions: 4_000_000, ..limits };
        let limits = Limits { states: MOST_STATES.min(20_000 + table.len() / 2), ..limits };
        if rules.heaps() == 1
            && *to >= PERIODIC
            && let Some(learned) = guess::by_period(rules, wanted, &table, below, &limits)
        {
            return Ok(learned);
        }
        // Formulas are tried once, when a table is large enough to suggest them.
        if formula_step(rules.heaps()) == Some(step - 1)
            && let Some(learned) = guess::by_formula(rules, wanted, &table, systems, below, &limits, budget)
        {
            return Ok(learned);
        }
        if rules.heaps() == 3
            && IN_ORDER.contains(to)
            && let Some(learned) = by_gaps(rules, wanted, &table, below, &limits, budget)
        {
            return Ok(learned);
        }
        for (n, system) in systems.iter().enumerate() {
            // Large tables are for the first system only.
            if n > 0 && table.len() > if rules.heaps() > 2 { LARGE / 16 } else { LARGE } {
                break;
            }
            let Ok(Some(mut sample)) = Sample::new(*system, tracks, &known, &limits) else { continue };
            let mut refused: Option<Automaton> = None;
            while sample.deepen(&limits) == Ok(true) {
                budget.check()?;
                let guess = match sample.automaton(&few) {
                    Ok(Some(guess)) => guess,
                    Ok(None) | Err(_) => break,
                };
                let whole = || sample.covers(*to) || guess.difference(&known, &limits) == Ok(None);
                let same = refused.as_ref() == Some(&guess);
                if same || sample.agrees(&guess, &limits) != Ok(true) || !whole() {
                    continue;
                }
                if let Ok(Some(learned)) = proved(rules, wanted, &guess, below, &limits) {
                    return Ok(Learned { to: *to, ..learned });
                }
                refused = Some(guess);
            }
        }
    }
    budget.check()?;
    if let Wanted::Level(1..) = wanted {
        for to in LISTED {
            if let FromList::Learned(learned) = from_list(rules, wanted, to, systems, below, &limits, budget)? {
                return Ok(*learned);
            }
            last = to;
        }
    }
    Err(NotLearned::Nothing { systems: systems.to_vec(), to: last })
}

/// The largest heaps of lists, where tables were too small.
const LISTED: [u64; 2] = [60_000, 1_400_000];

/// The largest heap of a table of two heaps that is not worth a list.
const LARGEST_BEFORE_LIST: u64 = 255;

/// What comes of a list.
enum FromList {
    Learned(Box<Learned>),
    /// Nothing that it suggests is proved.
    Nothing,
    /// The positions cannot be listed, or they are too many.
    NoList,
}

/// Positions of two heaps learned from a list of them.
fn from_list(
    rules: &Rules<'_>,
    wanted: Wanted,
    to: u64,
    systems: &[Numeration],
    below: &[Learned],
    limits: &Limits<'_>,
    budget: &Budget,
) -> Result<FromList, NotLearned> {
    let (level, convention) = match wanted {
        Wanted::PPositions(convention) => (0, convention),
        Wanted::Level(level) => (level, Convention::Normal),
    };
    let levels = match listed_levels(rules.ruleset, to, level, convention, budget) {
        Ok(levels) => levels,
        Err(NoTable::Stopped(stopped @ (Stopped::Cancelled | Stopped::Time { .. }))) => return Err(stopped.into()),
        Err(_) => None,
    };
    let Some(elements) = levels.and_then(|mut levels| levels.pop()) else { return Ok(FromList::NoList) };
    let few = Limits { states: (elements.len() / 8 + 16).min(MOST_GUESSED), transitions: 4_000_000, ..*limits };
    for system in systems {
        let tracks = Tracks::first(rules.heaps());
        let Ok(Some(mut sample)) = SparseSample::new(*system, tracks, to, &elements, limits) else { continue };
        let mut refused: Option<Automaton> = None;
        while sample.deepen(limits) == Ok(true) {
            budget.check()?;
            let Ok(guess) = sample.automaton(&few) else { break };
            let Some(guess) = guess else { continue };
            if refused.as_ref() == Some(&guess) || sample.agrees(&guess, limits) != Ok(true) {
                continue;
            }
            if let Ok(Some(learned)) = proved(rules, wanted, &guess, below, limits) {
                return Ok(FromList::Learned(Box::new(Learned { to, ..learned })));
            }
            refused = Some(guess);
        }
    }
    budget.check()?;
    Ok(FromList::Nothing)
}

/// The guess with what proves it, if the equation holds.
pub(crate) fn proved(
    rules: &Rules<'_>,
    wanted: Wanted,
    guess: &Automaton,
    below: &[Learned],
    limits: &Limits<'_>,
) -> Result<Option<Learned>, Limit> {
    let learned =
        |into, can, below: &[Learned]| Learned { set: guess.clone(), to: 0, into, can, below: below.to_vec() };
    match wanted {
        Wanted::PPositions(convention) => {
            let found = determined(&rules.moves, guess, convention, limits)?;
            Ok((found.set == *guess).then(|| learned(found.into, found.can, &[])))
        }
        Wanted::Level(level) => {
            // S_g(p) ⇔ ¬S_0(p) … ¬S_{g−1}(p) ∧ ¬Pre(p): a value is at least g exactly if it
            // is none of the smaller ones, and then it is g exactly if no option has g.
            let into = into(&rules.moves, guess, level == 0, limits)?;
            let reached = any_of(&into, guess.system(), rules.heaps(), limits)?;
            let mut excluded = vec![reached];
            excluded.extend(below.iter().map(|lower| lower.set.clone()));
            let outside: Vec<Automaton> =
                excluded.iter().map(|set| set.complement(limits)).collect::<Result<_, _>>()?;
            let right = rules.moves.within(all_of(&outside.iter().collect::<Vec<_>>(), limits)?, limits)?;
            Ok((right == *guess).then(|| learned(into, vec![], below)))
        }
    }
}

/// The largest heaps of tables, one after the other.
fn sizes(heaps: u8) -> &'static [u64] {
    match heaps {
        0 | 1 => &[31, 127, 511, 2047, 8191, 65_535],
        2 => &[15, 31, 63, 127, 255, 511, 1023, 2047],
        3 => &[7, 15, 31, 63, 127, 255],
        4 => &[3, 7, 15, 31, 63],
        5 => &[3, 7, 15],
        _ => &[3, 7],
    }
}

/// The table, by its place among the [`sizes`], from which formulas are guessed.
fn formula_step(heaps: u8) -> Option<usize> {
    match heaps {
        2 => Some(3),
        3 => Some(2),
        _ => None,
    }
}

/// The sides of tables of three heaps from which a rule for the heaps in order is guessed: it
/// must be seen to repeat, and all positions are looked at one by one.
const IN_ORDER: std::ops::RangeInclusive<u64> = 31..=127;

/// So many positions are a large table.
const LARGE: usize = 8_000_000;

/// The systems that the numbers of a game suggest: base 2, the bases and metallic
/// systems of the numbers that occur, then the smallest others.
pub(crate) fn suggested(rules: &Rules<'_>) -> Vec<Numeration> {
    if let Some(only) = rules.moves.system {
        return vec![only];
    }
    let mut numbers: Vec<i64> = Vec::new();
    for argument in &rules.arguments {
        match argument {
            Argument::Number(number) => numbers.push(*number),
            Argument::Set(members) => numbers.extend(members),
        }
    }
    numbers.extend(rules.definition.parameters.iter().skip(rules.arguments.len()).filter_map(|p| p.default));
    if let Body::Options { sets, .. } = &rules.definition.body {
        for set in sets {
            set.tuples.iter().flat_map(|tuple| &tuple.heaps).for_each(|part| constants(part, &mut numbers));
            for condition in &set.conditions {
                condition.for_each_expression(&mut |part| constants(part, &mut numbers));
            }
        }
    }
    let mut systems = vec![Numeration::Base(2)];
    let mut add = |system: Option<Numeration>| {
        if let Some(system) = system.filter(|system| !systems.contains(system)) {
            systems.push(system);
        }
    };
    // On one heap what only adds and subtracts repeats, and base 2 is as good as any; what
    // divides heaps by d, or multiplies by it, may need base d.
    if rules.heaps() == 1 {
        let factors = factors(rules);
        factors.iter().for_each(|d| add(Numeration::base(d.unsigned_abs())));
        // x/2 − x/3 is x/6.
        add(Numeration::base(factors.iter().filter(|d| **d > 0).fold(1u64, |all, d| all.lcm(&d.unsigned_abs()))));
        return systems;
    }
    let sizes: Vec<u64> = numbers.iter().map(|n| n.unsigned_abs()).collect();
    for n in &sizes {
        add(Numeration::base(*n));
        add(Numeration::metallic(*n));
    }
    for n in &sizes {
        add(Numeration::base(n + 1));
    }
    (1..=4).for_each(|s| add(Numeration::metallic(s)));
    add(Numeration::base(3));
    systems
}

/// The numbers that divide or multiply something.
fn factors(rules: &Rules<'_>) -> Vec<i64> {
    fn look(expression: &Expression, found: &mut Vec<i64>) {
        if let ExpressionKind::Quotient(a, b) | ExpressionKind::Fraction(a, b) | ExpressionKind::Product(a, b) =
            &expression.kind
        {
            for part in [a, b] {
                if let ExpressionKind::Number(number) = part.kind {
                    found.push(number);
                }
            }
        }
        expression.for_each_part(&mut |part| look(part, found));
    }
    let mut found = Vec::new();
    if let Body::Options { sets, .. } = &rules.definition.body {
        for set in sets {
            set.tuples.iter().flat_map(|tuple| &tuple.heaps).for_each(|part| look(part, &mut found));
            for condition in &set.conditions {
                condition.for_each_expression(&mut |part| look(part, &mut found));
            }
        }
    }
    found
}

fn constants(expression: &Expression, found: &mut Vec<i64>) {
    if let ExpressionKind::Number(number) = expression.kind {
        found.push(number);
    }
    expression.for_each_part(&mut |part| constants(part, found));
}
