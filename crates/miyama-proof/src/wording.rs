//! A formula for people that says the same as an automaton.
//!
//! Candidates are made from what a table shows: residues, bands of differences, xor,
//! Beatty pairs, neighbours in sequences of powers. Each is compared with the table
//! and then, as an automaton, with the set: only one that is *equal* is returned. A
//! candidate that differs at a few positions only is returned with these exceptions.

mod bands;
mod several;

use crate::facts::{differences, elements};
use crate::moves::Moves;
use crate::statement;
use crate::table::Table;
use miyama::budget::Budget;
use miyama::heap::formula::{Formula, Names, finite_set};
use miyama_automata::{Automaton, Limits, Numeration};
use miyama_conjecture::Sample;
use num_bigint::BigUint;
use num_integer::Integer;

/// The most exceptions that a formula may list.
const MOST_EXCEPTIONS: usize = 12;

/// The formula, if one is found, in these names of the heaps: it says the same of positions.
pub(crate) fn formula(
    set: &Automaton,
    moves: &Moves,
    table: &Table,
    names: &Names,
    limits: &Limits<'_>,
    budget: &Budget,
) -> Option<String> {
    let heaps = names.shown();
    if let Some(all) = elements(set, MOST_EXCEPTIONS) {
        return Some(finite_set(&all, heaps));
    }
    // A whole match first; then one with exceptions. What takes long to find is looked for only
    // where nothing else fits.
    let sources: [&dyn Fn() -> Vec<String>; 3] =
        [&|| candidates(set.system(), table, names), &|| by_cells(table, names, budget), &|| {
            conjectured(table, names, budget)
        }];
    let fits = |text: &String, with_exceptions: bool| {
        equal(text, (set, moves), (table, names), with_exceptions, limits, budget)
    };
    let mut tried: Vec<String> = Vec::new();
    for source in sources {
        let found = source();
        if let Some(whole) = found.iter().find_map(|text| fits(text, false)) {
            return Some(whole);
        }
        tried.extend(found);
    }
    tried.iter().find_map(|text| fits(text, true))
}

/// What a table suggests in a numeration system.
pub(crate) fn candidates(system: Numeration, table: &Table, names: &Names) -> Vec<String> {
    match names.shown() {
        [one] => bands::residues(table, one),
        [x, y] => [two(system, table, x, y), bands::bands(table, x, y), bands::residues_of_two(table, x, y)].concat(),
        more => several::candidates(system, table, more),
    }
}

/// The side of the part of a table from which rules for the heaps in order are told.
const IN_ORDER: u64 = 63;

/// What is told by the cells of coordinates ([`miyama_conjecture::by_cells`]). These may be
/// long, so they come last.
fn by_cells(table: &Table, names: &Names, budget: &Budget) -> Vec<String> {
    let heaps = names.shown();
    if heaps.len() != 3 {
        return vec![];
    }
    let sample = Sample::of_set(heaps.len(), table.to.min(IN_ORDER), |position| table.at(position) == Some(true));
    miyama_conjecture::by_cells(&sample.for_as_long(budget), heaps)
}

/// What [`miyama_conjecture`] says of the table: learned from a quarter of it.
fn conjectured(table: &Table, names: &Names, budget: &Budget) -> Vec<String> {
    let inside = |position: &[u64]| table.at(position) == Some(true);
    if table.to / 4 < 4 || table.has_domain() {
        return vec![];
    }
    let Ok(found) = miyama_conjecture::described(&inside, names, table.to / 4, budget) else {
        return vec![];
    };
    found.best.into_iter().chain(found.runners_up).map(|description| description.formula).collect()
}

/// The largest heap up to which candidates are compared with the table one by one.
fn near(heaps: usize) -> u64 {
    match heaps {
        1 => 300,
        2 => 25,
        3 => 12,
        4 => 6,
        5 => 4,
        _ => 3,
    }
}

/// The text with exceptions where the table says otherwise; none if they are too many.
pub(crate) fn with_exceptions(text: &str, table: &Table, names: &Names, budget: &Budget) -> Option<String> {
    budget.check().ok()?;
    let formula = Formula::set(text, names).ok()?;
    let mut evaluator = formula.evaluator(budget);
    let (mut more, mut less) = (Vec::new(), Vec::new());
    let heaps = names.shown().len();
    let near = table.to.min(near(heaps));
    let inside = |position: &Vec<u64>| table.at(position) == Some(true);
    // Positions of the set first: most wrong candidates miss many of them.
    let all: Vec<Vec<u64>> = miyama::heap::table::positions(&vec![near; heaps]).collect();
    let all = all.into_iter().filter(|position| table.is_position(position));
    let (members, others): (Vec<Vec<u64>>, Vec<Vec<u64>>) = all.partition(inside);
    for (position, inside) in members.iter().map(|p| (p, true)).chain(others.iter().map(|p| (p, false))) {
        let claimed = evaluator.number(position).ok()? == 0;
        if claimed != inside {
            let exceptions = if claimed { &mut more } else { &mut less };
            exceptions.push(position.iter().map(|heap| BigUint::from(*heap)).collect::<Vec<_>>());
            if more.len() + less.len() > MOST_EXCEPTIONS {
                return None;
            }
        }
    }
    more.sort();
    less.sort();
    Some(excepting(text, &more, &less, names))
}

/// The text without the first positions and with the others.
fn excepting(text: &str, more: &[Vec<BigUint>], less: &[Vec<BigUint>], names: &Names) -> String {
    let bracketed =
        if text.contains(" or ") || text.contains("exists") { format!("({text})") } else { text.to_owned() };
    let mut whole = if more.is_empty() { text.to_owned() } else { bracketed };
    if !more.is_empty() {
        whole = format!("{whole} and not {}", finite_set(more, names.shown()));
    }
    if !less.is_empty() {
        whole = format!("{} or {whole}", finite_set(less, names.shown()));
    }
    whole
}

/// The text, perhaps with exceptions, if it says the same as the set.
fn equal(
    text: &str,
    (set, moves): (&Automaton, &Moves),
    (table, names): (&Table, &Names),
    with_exceptions: bool,
    limits: &Limits<'_>,
    budget: &Budget,
) -> Option<String> {
    budget.check().ok()?;
    let formula = Formula::set(text, names).ok()?;
    let mut evaluator = formula.evaluator(budget);
    let mut wrong = 0;
    let allowed = if with_exceptions { MOST_EXCEPTIONS } else { 0 };
    let near = vec![table.to.min(near(names.shown().len())); names.shown().len()];
    for position in miyama::heap::table::positions(&near) {
        let claimed = evaluator.number(&position).ok()? == 0;
        wrong += usize::from(table.is_position(&position) && Some(claimed) != table.at(&position));
        if wrong > allowed {
            return None;
        }
    }
    let positions = |formula: &Formula| {
        let read = statement::set(formula, set.system(), limits).ok()?;
        moves.within(read, limits).ok()
    };
    let read = positions(&formula)?;
    if read == *set {
        return Some(text.to_owned());
    }
    if !with_exceptions {
        return None;
    }
    let [more, less] = differences(&read, set, limits).ok()?;
    let (more, less) = (elements(&more, MOST_EXCEPTIONS)?, elements(&less, MOST_EXCEPTIONS)?);
    if more.len() + less.len() > MOST_EXCEPTIONS {
        return None;
    }
    let whole = excepting(text, &more, &less, names);
    let again = positions(&Formula::set(&whole, names).ok()?)?;
    (again == *set).then_some(whole)
}

/// Neighbours in a sequence with f(k+1) = d·f(k) + c: the longest end of the pairs of a table
/// for which one c will do. With a = f(0) it is f(k) = (((d−1)·a + c)·dᵏ − c)/(d−1).
fn recurrence(table: &Table, x: &str, y: &str, d: u64) -> Option<String> {
    let mut pairs: Vec<(i64, i64)> = table
        .members()
        .iter()
        .filter(|p| 0 < p[0] && p[0] < p[1])
        .map(|p| Some((i64::try_from(p[0]).ok()?, i64::try_from(p[1]).ok()?)))
        .collect::<Option<_>>()?;
    pairs.sort_unstable();
    let d = i64::try_from(d).ok()?;
    let step = |(low, high): &(i64, i64)| high - d * low;
    let (_, last) = pairs.split_last().map(|(last, _)| (last, step(last)))?;
    let kept = pairs.iter().rev().take_while(|pair| step(pair) == last).count();
    let chain = &pairs[pairs.len() - kept..];
    if pairs.len() > MOST_SPARSE || !chain.windows(2).all(|pair| pair[0].1 == pair[1].0) {
        return None;
    }
    let (factor, minus, over) = ((d - 1) * chain[0].0 + last, last, d - 1);
    let common = factor.gcd(&minus).gcd(&over);
    let (factor, minus, over) = (factor / common, minus / common, over / common);
    let term = |k: &str| {
        let power = if factor == 1 { format!("{d}^{k}") } else { format!("{factor}*{d}^{k}") };
        let whole = match minus {
            0 => power,
            1.. => format!("{power}-{minus}"),
            _ => format!("{power}+{}", -minus),
        };
        if over == 1 { whole } else { format!("({whole})/{over}") }
    };
    Some(format!("exists k: {{{x},{y}}} = {{{}, {}}}", term("k"), term("(k+1)")))
}

/// A table with more pairs than this shows no sequence that grows like powers.
const MOST_SPARSE: usize = 12;

/// Candidates for two heaps: equal heaps, Beatty pairs, neighbours in sequences.
fn two(system: Numeration, table: &Table, x: &str, y: &str) -> Vec<String> {
    let mut all = vec![format!("{x} = {y}")];
    match system {
        Numeration::Metallic(1) => {
            all.push(format!("exists k: {{{x},{y}}} = {{floor(k*phi), floor(k*phi^2)}}"));
        }
        Numeration::Metallic(2) => {
            all.push(format!("exists k: {{{x},{y}}} = {{floor(k*sqrt(2)), floor(k*(2+sqrt(2)))}}"));
        }
        Numeration::Metallic(s) => {
            let s = i64::from(s);
            let root = s * s + 4;
            let low = if s % 2 == 0 {
                // (2 − s + √(s²+4))/2 = 1 − s/2 + √(s²/4 + 1)
                format!("floor(k*(sqrt({})-{}))", root / 4, s / 2 - 1)
            } else {
                format!("floor(k*(sqrt({root})-{})/2)", s - 2)
            };
            all.push(format!("exists k: {{{x},{y}}} = {{{low}, {low}+{s}k}}"));
        }
        Numeration::Base(d) => {
            let d = u64::from(d);
            // Neighbours f(k), f(k+1) with f(k) = a·dᵏ + c, as far as the table shows them.
            let mut sizes: Vec<u64> =
                table.members().iter().filter(|p| p[0] < p[1] && p[0] > 0).map(|p| p[0]).collect();
            sizes.sort_unstable();
            sizes.dedup();
            for base in [d, d * d, d * d * d] {
                all.extend(recurrence(table, x, y, base));
                let power = |k: &str| format!("{base}^{k}");
                all.push(format!("exists k: {{{x},{y}}} = {{{}, {}}}", power("k"), power("(k+1)")));
                let repunit = |k: &str| match base {
                    2 => format!("{}-1", power(k)),
                    _ => format!("({}-1)/{}", power(k), base - 1),
                };
                all.push(format!("exists k: {{{x},{y}}} = {{{}, {}}}", repunit("k"), repunit("(k+1)")));
                for a in 1..=3 {
                    for c in 1..=3 {
                        for sign in ["+", "-"] {
                            let term = |k: &str| {
                                let times = if a == 1 { String::new() } else { format!("{a}*") };
                                format!("{times}{}{sign}{c}", power(k))
                            };
                            all.push(format!("exists k: {{{x},{y}}} = {{{}, {}}}", term("k"), term("(k+1)")));
                        }
                    }
                }
            }
            if sizes.len() > MOST_SPARSE {
                // Not a sparse sequence.
                all.retain(|text| !text.contains('^'));
            }
        }
    }
    all
}
