//! P-positions that are neighbours in a quadratic sequence: the formula that a table
//! suggests, and the proof by signs; Grundy values by signs.

use miyama::budget::Budget;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{OutcomeTable, positions};
use miyama::play::{Convention, Outcome};

/// The largest heap of the table, and the least number of pairs that it must show.
const TO: u64 = 150;
const LEAST: usize = 4;
/// The most other positions.
const MOST_LISTED: usize = 8;

/// A formula that a table of a game on two heaps suggests: a few positions, and the
/// neighbours in a sequence with constant second differences that begins with 0.
pub(crate) fn suggested(ruleset: &Ruleset, budget: &Budget) -> Option<String> {
    let names = ruleset.heap_names();
    let [x, y] = names else { return None };
    let table = OutcomeTable::new(ruleset, &[TO, TO], Convention::Normal, budget).ok()?;
    let members: Vec<Vec<u64>> =
        positions(&[TO, TO]).filter(|position| table.outcome(position) == Some(Outcome::P)).collect();
    let after = |heap: u64| members.iter().filter(|p| p[0] == heap && p[1] > heap).map(|p| p[1]).max();
    let mut sequence = vec![0u64];
    while let Some(next) = sequence.last().and_then(|last| after(*last)) {
        sequence.push(next);
    }
    let gaps: Vec<u64> = sequence.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (first, step) = (*gaps.first()?, gaps.get(1)?.checked_sub(gaps[0])?);
    if gaps.len() < LEAST || step == 0 || gaps.windows(2).any(|pair| pair[1].checked_sub(pair[0]) != Some(step)) {
        return None;
    }
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
