//! P-positions that are neighbours in a quadratic sequence: the formula that a table
//! suggests, and the proof by signs; Grundy values by signs.

use miyama::budget::Budget;
use miyama::heap::listed_levels;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{OutcomeTable, positions};
use miyama::play::{Convention, Outcome};
use std::collections::HashMap;
use std::time::Duration;

/// The largest heap of the table, and the least number of pairs that it must show.
const TO: u64 = 150;
const LEAST: usize = 4;
/// The most other positions.
const MOST_LISTED: usize = 8;

/// So long the table may take.
const LONGEST_TABLE: Duration = Duration::from_secs(2);

/// The largest heaps of lists, where P-positions can be listed: sequences that grow fast need long ones.
const LISTED: [u64; 3] = [2000, 60_000, 1_400_000];

/// The largest heap up to which a list may show fewer than two gaps of the sequence.
const FEW: u64 = 2000;

/// P-positions, and the sequence with constant second differences from 0 whose neighbours are among them.
struct Shown {
    members: Vec<Vec<u64>>,
    sequence: Vec<u64>,
}

/// What a list shows as soon as it is long enough, else what a table does.
fn shown(ruleset: &Ruleset, budget: &Budget) -> Option<Shown> {
    for to in LISTED {
        let Some(mut levels) = listed_levels(ruleset, to, 0, Convention::Normal, budget).ok()? else { break };
        let members: Vec<Vec<u64>> = levels.pop()?.into_iter().map(Vec::from).collect();
        // The sequence grows at least like k²/2, and each pair is there in both orders.
        let most = usize::try_from(2 * (2 * to).isqrt()).ok()? + MOST_LISTED;
        let sequence = sequence(&members).filter(|_| members.len() <= most)?;
        if sequence.len() > LEAST {
            return Some(Shown { members, sequence });
        }
        if to > FEW && sequence.len() < 3 {
            return None;
        }
    }
    let table = OutcomeTable::new(ruleset, &[TO, TO], Convention::Normal, &budget.part(LONGEST_TABLE)).ok()?;
    let members: Vec<Vec<u64>> =
        positions(&[TO, TO]).filter(|position| table.outcome(position) == Some(Outcome::P)).collect();
    let sequence = sequence(&members).filter(|sequence| sequence.len() > LEAST)?;
    Some(Shown { members, sequence })
}

/// From 0 on always the largest partner; none if its second differences are not constant and positive.
fn sequence(members: &[Vec<u64>]) -> Option<Vec<u64>> {
    let mut after: HashMap<u64, u64> = HashMap::new();
    for pair in members.iter().filter(|pair| pair[1] > pair[0]) {
        let last = after.entry(pair[0]).or_insert(pair[1]);
        *last = (*last).max(pair[1]);
    }
    let sequence: Vec<u64> = std::iter::successors(Some(0), |last| after.get(last).copied()).collect();
    let gaps: Vec<u64> = sequence.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let step = gaps.get(1).map(|second| second.checked_sub(gaps[0]));
    let even = gaps.windows(2).all(|pair| Some(pair[1].checked_sub(pair[0])) == step);
    (even && step.is_none_or(|step| step.is_some_and(|step| step > 0))).then_some(sequence)
}

/// A formula that the P-positions of a game on two heaps suggest: a few positions, and the
/// neighbours in a sequence with constant second differences that begins with 0.
pub(crate) fn suggested(ruleset: &Ruleset, budget: &Budget) -> Option<String> {
    let names = ruleset.heap_names();
    let [x, y] = names else { return None };
    let Shown { mut members, sequence } = shown(ruleset, &budget.without_notes())?;
    members.sort_unstable();
    let first = sequence.get(1)?;
    let step = sequence.get(2)?.checked_sub(2 * first)?;
    let neighbours = |p: &Vec<u64>| {
        sequence.windows(2).any(|pair| (p[0], p[1]) == (pair[0], pair[1]) || (p[1], p[0]) == (pair[0], pair[1]))
    };
    let listed: Vec<String> =
        members.iter().filter(|p| !neighbours(p)).map(|p| format!("({}, {})", p[0], p[1])).collect();
    if listed.len() > MOST_LISTED {
        return None;
    }
    // f(k) = first·k + step·k(k−1)/2 = (step·k² + (2·first − step)·k)/2
    let (square, linear) = (step, i64::try_from(2 * first).ok()? - i64::try_from(step).ok()?);
    let halves = square % 2 == 1 || linear % 2 != 0;
    let (square, linear) =
        if halves { (i64::try_from(square).ok()?, linear) } else { (i64::try_from(square / 2).ok()?, linear / 2) };
    let term = |k: &str| {
        let square = if square == 1 { format!("{k}^2") } else { format!("{square}*{k}^2") };
        let sum = match linear {
            0 => square,
            1 => format!("{square}+{k}"),
            -1 => format!("{square}-{k}"),
            more if more > 0 => format!("{square}+{more}*{k}"),
            less => format!("{square}-{}*{k}", -less),
        };
        if halves { format!("({sum})/2") } else { sum }
    };
    let pairs = format!("exists k: {{{x},{y}}} = {{{}, {}}}", term("k"), term("(k+1)"));
    Some(match listed.as_slice() {
        [] => pairs,
        [only] => format!("({x}, {y}) = {only} or {pairs}"),
        several => format!("({x}, {y}) in {{{}}} or {pairs}", several.join(", ")),
    })
}

/// The proof by signs that a formula gives the P-positions of a ruleset.
pub(crate) fn by_signs(ruleset: &Ruleset, formula: &str) -> Option<miyama_signs::Certificate> {
    miyama_signs::prove(ruleset.definition(), &arguments(ruleset), formula).ok()
}

/// The proof by signs that a formula gives the Grundy values of a ruleset.
pub(crate) fn values_by_signs(
    ruleset: &Ruleset,
    formula: &str,
    budget: &Budget,
) -> Option<miyama_signs::ValueCertificate> {
    let go_on = || budget.check().is_ok();
    miyama_signs::prove_values(ruleset.definition(), &arguments(ruleset), formula, &go_on).ok()
}

fn arguments(ruleset: &Ruleset) -> Vec<String> {
    ruleset.arguments().iter().map(ToString::to_string).collect()
}
