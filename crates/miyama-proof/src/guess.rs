//! Hypotheses that need no learning: formulas that a table suggests, and sums of heaps
//! by the values of one heap. Like what is learned, a hypothesis must reproduce the whole
//! table before it is put to the proof.

use crate::learn::{Learned, proved};
use crate::rules::Rules;
use crate::statement;
use crate::table::{Table, Wanted};
use crate::wording;
use miyama::budget::Budget;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::table::GrundyTable;
use miyama::play::Convention;
use miyama_automata::{Automaton, Letter, Limits, Numeration, Sample, StateId, Tracks, with_digit};
use std::collections::{HashMap, HashSet};

/// The set by a formula that the table suggests, perhaps but for a few positions.
pub(crate) fn by_formula(
    rules: &Rules<'_>,
    wanted: Wanted,
    table: &Table,
    systems: &[Numeration],
    below: &[Learned],
    limits: &Limits<'_>,
    budget: &Budget,
) -> Option<Learned> {
    let names = names(rules);
    // Most candidates are the same in every system, and are tried in the first.
    let mut tried: HashSet<String> = HashSet::new();
    for system in systems {
        for text in wording::candidates(*system, table, &names) {
            if !(limits.go_on)() {
                return None;
            }
            if !tried.insert(text.clone()) {
                continue;
            }
            let Some(whole) = wording::with_exceptions(&text, table, &names, budget) else { continue };
            let found = proved_formula(rules, wanted, table, &whole, *system, below, limits);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// The set of a formula, if it reproduces the table and is proved.
fn proved_formula(
    rules: &Rules<'_>,
    wanted: Wanted,
    table: &Table,
    text: &str,
    system: Numeration,
    below: &[Learned],
    limits: &Limits<'_>,
) -> Option<Learned> {
    let formula = Formula::set(text, &names(rules)).ok()?;
    let guess = rules.moves.within(statement::set(&formula, system, limits).ok()?, limits).ok()?;
    if guess.difference(&|heaps: &[u64]| table.at(heaps), limits) != Ok(None) {
        return None;
    }
    let learned = proved(rules, wanted, &guess, below, limits).ok()??;
    Some(Learned { to: table.to, ..learned })
}

fn names(rules: &Rules<'_>) -> Names {
    Names::of(rules.ruleset.heap_names())
}

/// The largest heap whose value is looked at for sums.
const ONE_HEAP: u64 = 1023;

/// Several heaps of a game on one heap: by the values of one of them. In misère play only
/// where the values are the heaps modulo a number, as in Nim with a bound.
///
/// A sum is a P-position exactly if the nim-sum of the values is 0; the values that a table
/// of one heap shows are guessed to go on as its automata say, and the proof decides.
pub(crate) fn by_values(rules: &Rules<'_>, wanted: Wanted, limits: &Limits<'_>, budget: &Budget) -> Option<Learned> {
    let Wanted::PPositions(convention) = wanted else { return None };
    let heaps = usize::from(rules.heaps());
    if rules.copies == 1 {
        return None;
    }
    let mut bounds = vec![0; heaps];
    bounds[0] = ONE_HEAP;
    let table = GrundyTable::new(rules.ruleset, &bounds, budget).ok()?;
    let value = |heap: u64| {
        let mut position = vec![0; heaps];
        position[0] = heap;
        table.value(&position).map(|value| value.0)
    };
    let values: Vec<u32> = (0..=ONE_HEAP).map(value).collect::<Option<_>>()?;
    let modulus = values.iter().max().copied()? + 1;
    let nim = (0u32..).zip(&values).all(|(heap, value)| heap % modulus == *value);
    let small = Table::new(rules.ruleset, wanted, small_table(heaps), budget).ok()?;
    if convention == Convention::Misere {
        return if nim { misere_nim(rules, wanted, &small, modulus, limits) } else { None };
    }
    let guess = if nim && u64::from(modulus) > ONE_HEAP {
        xor(rules.heaps())
    } else {
        if modulus > MOST_VALUES {
            return None;
        }
        sum(&repeating(&values).or_else(|| one_heap(&values, limits))?, rules.heaps(), limits)?
    };
    if guess.difference(&|heaps: &[u64]| small.at(heaps), limits) != Ok(None) {
        return None;
    }
    let learned = proved(rules, wanted, &guess, &[], limits).ok()??;
    Some(Learned { to: small.to, ..learned })
}

/// The positions of a game on one heap, where a table shows from where on they repeat.
pub(crate) fn by_period(
    rules: &Rules<'_>,
    wanted: Wanted,
    table: &Table,
    below: &[Learned],
    limits: &Limits<'_>,
) -> Option<Learned> {
    let outside: Vec<u32> =
        (0..=table.to).map(|heap| table.at(&[heap]).map(|inside| u32::from(!inside))).collect::<Option<_>>()?;
    let guess = sum(&repeating(&outside)?, 1, limits)?;
    // A tuple that is no position is in no set of positions.
    let guess = rules.moves.within(guess, limits).ok()?;
    if guess.difference(&|heaps: &[u64]| table.at(heaps), limits) != Ok(None) {
        return None;
    }
    let learned = proved(rules, wanted, &guess, below, limits).ok()??;
    Some(Learned { to: table.to, ..learned })
}

/// The most different values of one heap.
const MOST_VALUES: u32 = 64;

/// The largest heap of the table of sums that a hypothesis is compared with.
fn small_table(heaps: usize) -> u64 {
    match heaps {
        2 => 63,
        3 => 24,
        4 => 9,
        5 => 5,
        _ => 3,
    }
}

/// Misère Nim with heaps modulo m: as in normal play, but for heaps 0 and 1.
fn misere_nim(rules: &Rules<'_>, wanted: Wanted, table: &Table, modulus: u32, limits: &Limits<'_>) -> Option<Learned> {
    let names = names(rules);
    let term = |name: &String| {
        if u64::from(modulus) > ONE_HEAP { name.clone() } else { format!("({name} mod {modulus})") }
    };
    let terms: Vec<String> = names.shown().iter().map(term).collect();
    let (sum, most, total) = (terms.join(" xor "), format!("max({})", terms.join(", ")), terms.join(" + "));
    let text = format!("{sum} = 0 and {most} >= 2 or ({total}) mod 2 = 1 and {most} <= 1");
    proved_formula(rules, wanted, table, &text, Numeration::Base(2), &[], limits)
}

/// The (x₁, …, xₖ) whose nim-sum is 0.
fn xor(heaps: u8) -> Automaton {
    let tracks = Tracks::first(heaps);
    let row: Vec<(Letter, StateId)> = (0u32..1 << heaps)
        .filter(|bits| bits.count_ones() % 2 == 0)
        .map(|bits| (letter((0..heaps).map(|heap| (bits >> heap & 1) as u8)), 0))
        .collect();
    Automaton::from_parts(Numeration::Base(2), tracks, &[(true, row)]).expect("bits ascend with their letters")
}

fn letter(digits: impl Iterator<Item = u8>) -> Letter {
    digits.zip(0u8..).fold(0, |letter, (digit, variable)| letter | with_digit(variable, digit))
}

/// A machine that reads a number in base 2 and says the value of a heap: for each state
/// where the digits 0 and 1 lead, and the value.
type Machine = Vec<([usize; 2], u32)>;

/// The machine of values that repeat, if half of the table shows the period.
///
/// The states are the heaps n below start + period, each for all heaps that are n, or that
/// are ≥ start and differ from n by a multiple of the period; so are 2n and 2n + 1 then.
fn repeating(values: &[u32]) -> Option<Machine> {
    let period = (1..=values.len() / 4).find(|period| {
        let from = values.len() / 2;
        (from..values.len() - period).all(|heap| values[heap] == values[heap + period])
    })?;
    let start =
        (0..values.len() - period).rev().find(|heap| values[*heap] != values[heap + period]).map_or(0, |n| n + 1);
    let state = |heap: usize| if heap < start { heap } else { start + (heap - start) % period };
    Some((0..start + period).map(|heap| ([state(2 * heap), state(2 * heap + 1)], values[heap])).collect())
}

/// The machine that a table of values suggests.
fn one_heap(values: &[u32], limits: &Limits<'_>) -> Option<Machine> {
    let tracks = Tracks::one(0);
    let mut sets: Vec<Automaton> = Vec::new();
    for wanted in 0..=*values.iter().max()? {
        let known = |heaps: &[u64]| values.get(usize::try_from(heaps[0]).ok()?).map(|value| *value == wanted);
        let mut sample = Sample::new(Numeration::Base(2), tracks, &known, limits).ok()??;
        loop {
            if sample.deepen(limits) != Ok(true) {
                return None;
            }
            let guess = sample.automaton(limits).ok()??;
            if guess.difference(&known, limits) == Ok(None) {
                sets.push(guess);
                break;
            }
        }
    }
    let mut numbers: HashMap<Vec<Option<StateId>>, usize> = HashMap::new();
    let mut states = vec![vec![Some(0); sets.len()]];
    numbers.insert(states[0].clone(), 0);
    let mut machine = Machine::new();
    while machine.len() < states.len() {
        if states.len() > limits.states {
            return None;
        }
        let state = states[machine.len()].clone();
        let accepts = |n: &usize| state[*n].is_some_and(|state| sets[*n].is_accepting(state));
        let value = (0..sets.len()).find(accepts)? as u32;
        let next = [0, 1].map(|digit| {
            let step = |(set, state): (&Automaton, &Option<StateId>)| state.and_then(|state| set.step(state, digit));
            let target: Vec<Option<StateId>> = sets.iter().zip(&state).map(step).collect();
            *numbers.entry(target.clone()).or_insert_with(|| {
                states.push(target);
                states.len() - 1
            })
        });
        machine.push((next, value));
    }
    Some(machine)
}

/// The sums of so many heaps whose values have the nim-sum 0.
fn sum(machine: &Machine, heaps: u8, limits: &Limits<'_>) -> Option<Automaton> {
    let k = usize::from(heaps);
    let mut numbers: HashMap<Vec<usize>, StateId> = HashMap::new();
    let mut states = vec![vec![0usize; k]];
    numbers.insert(states[0].clone(), 0);
    let mut rows: Vec<(bool, Vec<(Letter, StateId)>)> = Vec::new();
    while rows.len() < states.len() {
        if states.len() > limits.states || !(limits.go_on)() {
            return None;
        }
        let state = states[rows.len()].clone();
        let accepts = state.iter().fold(0, |sum, one| sum ^ machine[*one].1) == 0;
        let mut row: Vec<(Letter, StateId)> = Vec::new();
        for bits in 0..1usize << k {
            let digit = |heap: usize| bits >> heap & 1;
            let target: Vec<usize> = state.iter().enumerate().map(|(n, one)| machine[*one].0[digit(n)]).collect();
            let fresh = states.len() as StateId;
            let number = *numbers.entry(target.clone()).or_insert(fresh);
            if number == fresh {
                states.push(target);
            }
            row.push((letter((0..k).map(|heap| digit(heap) as u8)), number));
        }
        rows.push((accepts, row));
    }
    Automaton::from_parts(Numeration::Base(2), Tracks::first(heaps), &rows)?.minimised(limits).ok()
}
