//! The search: a table, candidates, the whole table, and a larger box that nothing was
//! learned from.

use crate::candidate::{Candidate, Class};
use crate::sample::Sample;
use crate::{beatty, cone, digits, equations, lines, neighbours, nim, semilinear, threshold, values};
use miyama::budget::Budget;
use miyama::heap::conjecture::NoTest;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, NoTable, OutcomeTable};
use miyama::play::{Convention, Outcome};

/// What a description is wanted of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wanted {
    /// The P-positions.
    PPositions(Convention),
    /// The positions of this Grundy value.
    Level(u32),
    /// All Grundy values.
    Values,
}

/// A formula, and what kind of description it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The formula.
    pub formula: String,
    /// Its kind.
    pub class: Class,
    /// The number of positions that it lists beside its rule.
    pub exceptions: usize,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Conjecture {
    /// The shortest description; none if nothing was found.
    pub best: Option<Description>,
    /// Others that hold as far.
    pub runners_up: Vec<Description>,
    /// The largest heap of the table that was learned from.
    pub learned_to: u64,
    /// The largest heap of the box in which it holds.
    pub checked_to: u64,
    /// How many descriptions fitted what was learned from and failed further out.
    pub failed: usize,
}

/// The most runners-up that are shown.
const RUNNERS_UP: usize = 3;

/// A set with at most so many members to `FAR`, if no bound is given, is sparse: its members
/// are a sequence.
const SPARSE: usize = 400;
const FAR: u64 = 1 << 12;

/// The same for the positions of a value, which take a table of values.
const FAR_OF_VALUES: u64 = 255;

/// A set with fewer members among those that are learned from is no sequence: what is further out is not listed for it.
const LEAST_SEQUENCE: usize = 3;

/// One with more is not sparse.
const MOST_SEQUENCE: usize = 63;

/// The sides of boxes that are learned from, one after the other until something is found,
/// if none is given.
fn sides(heaps: usize) -> &'static [u64] {
    match heaps {
        1 => &[400, 2000],
        2 => &[63],
        3 => &[24, 63],
        4 => &[9],
        _ => &[5],
    }
}

/// Looks for a description of the P-positions or values of a ruleset.
///
/// ```
/// use miyama::budget::Budget;
/// use miyama::heap::{builtin, formula::Names};
/// use miyama::play::Convention;
/// use miyama_conjecture::{Wanted, conjecture};
/// let yama = builtin::ruleset("yama", &[]).unwrap();
/// let wanted = Wanted::PPositions(Convention::Normal);
/// let found = conjecture(&yama, wanted, &Names::of(yama.heap_names()), None, &Budget::unlimited()).unwrap();
/// assert_eq!(found.best.unwrap().formula, "|x-y| <= 1");
/// assert!(found.checked_to >= 4 * found.learned_to);
/// ```
///
/// # Errors
/// [`NoTable`] says why nothing can be said.
pub fn conjecture(
    ruleset: &Ruleset,
    wanted: Wanted,
    names: &Names,
    to: Option<u64>,
    budget: &Budget,
) -> Result<Conjecture, NoTable> {
    let own = to.map(|to| [to.max(4)]);
    let sides = own.as_ref().map_or_else(|| sides(ruleset.heaps()), <[u64; 1]>::as_slice);
    let mut failed = 0;
    let mut nothing = Conjecture { best: None, runners_up: vec![], learned_to: 0, checked_to: 0, failed };
    for side in sides {
        // Whoever says how far to look is taken at his word.
        let far = if matches!(wanted, Wanted::Level(_)) { FAR_OF_VALUES } else { FAR };
        let list_to = to.map_or(far, |_| *side);
        let found = learned(ruleset, wanted, names, (*side, list_to), budget)?;
        failed += found.failed;
        let found = Conjecture { failed, ..found };
        if found.best.is_some() {
            return Ok(found);
        }
        nothing = found;
    }
    Ok(nothing)
}

/// What a box of this side suggests, and the list of a sparse set up to a bound of its own.
fn learned(
    ruleset: &Ruleset,
    wanted: Wanted,
    names: &Names,
    (learned_to, list_to): (u64, u64),
    budget: &Budget,
) -> Result<Conjecture, NoTable> {
    let heaps = ruleset.heaps();
    let sample = sample(ruleset, wanted, learned_to, budget)?;
    let mut candidates = suggested(&sample, wanted, names.shown(), budget)?;
    let plain = ruleset.domain().is_none();
    let is_sequence = (LEAST_SEQUENCE..=MOST_SEQUENCE).contains(&sample.members().count());
    if heaps == 2 && plain && wanted != Wanted::Values && is_sequence {
        let members = members(ruleset, wanted, list_to, budget)?;
        if let Some(members) = members.filter(|members| members.len() <= SPARSE) {
            candidates.extend(neighbours::candidates(&members, list_to, names.shown()));
        }
    }
    let mut larger: Option<Sample> = None;
    shortest(candidates, &sample, wanted, names, budget, &mut |candidate, formula| {
        // A sequence that was learned from a long list is checked on a longer one.
        let of_list = candidate.class == Class::Neighbours && heaps == 2;
        let bound = 4 * if of_list { list_to } else { learned_to };
        let holds = match wanted {
            Wanted::PPositions(convention) if candidate.in_order && plain => {
                holds_in_order(ruleset, convention, formula, bound, budget)?
            }
            Wanted::PPositions(_) | Wanted::Values => holds(ruleset, wanted, formula, bound, budget)?,
            Wanted::Level(_) => {
                if larger.as_ref().is_none_or(|larger| larger.to() != bound) {
                    larger = Some(self::sample(ruleset, wanted, bound, budget)?);
                }
                larger.as_ref().map_or(Ok(false), |larger| agrees(larger, formula, budget))?
            }
        };
        Ok(holds.then_some(bound))
    })
}

/// Looks for a description of any set of positions: learned from heaps up to `to`, and true for
/// heaps up to four times as large.
///
/// # Errors
/// [`NoTable`] if it was stopped.
pub fn described(
    inside: &dyn Fn(&[u64]) -> bool,
    names: &Names,
    to: u64,
    budget: &Budget,
) -> Result<Conjecture, NoTable> {
    let wanted = Wanted::PPositions(Convention::Normal);
    let heaps = names.shown().len();
    let sample = Sample::within(heaps, to, budget, |position| u32::from(inside(position)))?;
    let mut candidates = suggested(&sample, wanted, names.shown(), budget)?;
    if heaps == 2 {
        let members: Vec<Vec<u64>> = sample.members().collect();
        candidates.extend(neighbours::candidates(&members, to, names.shown()));
    }
    let larger = Sample::within(heaps, 4 * to, budget, |position| u32::from(inside(position)))?;
    shortest(candidates, &sample, wanted, names, budget, &mut |_, formula| {
        Ok(agrees(&larger, formula, budget)?.then_some(4 * to))
    })
}

/// Whether a candidate holds of a larger table, and how far it was followed.
type Holds<'a> = dyn FnMut(&Candidate, &Formula) -> Result<Option<u64>, NoTable> + 'a;

/// The shortest of the candidates that agree with the sample and hold further out: `holds` says
/// to which bound, if one does.
fn shortest(
    mut candidates: Vec<Candidate>,
    sample: &Sample,
    wanted: Wanted,
    names: &Names,
    budget: &Budget,
    holds: &mut Holds<'_>,
) -> Result<Conjecture, NoTable> {
    candidates.sort_by(|a, b| (a.cost, a.class, &a.text).cmp(&(b.cost, b.class, &b.text)));
    candidates.dedup_by(|a, b| a.text == b.text);
    let mut found =
        Conjecture { best: None, runners_up: vec![], learned_to: sample.to(), checked_to: 4 * sample.to(), failed: 0 };
    let mut least_cost = None;
    for candidate in candidates {
        budget.check()?;
        // What is much longer than the shortest says nothing more.
        if found.runners_up.len() == RUNNERS_UP || least_cost.is_some_and(|least| candidate.cost > 2 * least) {
            break;
        }
        let Some(formula) = read(&candidate.text, wanted, names) else { continue };
        if !agrees(sample, &formula, budget)? {
            continue;
        }
        let Some(bound) = holds(&candidate, &formula)? else {
            found.failed += 1;
            continue;
        };
        let Candidate { class, text, exceptions, cost, .. } = candidate;
        let description = Description { formula: text, class, exceptions };
        if found.best.is_none() {
            (found.learned_to, found.checked_to) = (bound / 4, bound);
            least_cost = Some(cost);
            found.best = Some(description);
        } else {
            found.runners_up.push(description);
        }
    }
    Ok(found)
}

/// Whether a formula holds at all positions with heaps up to `to`.
///
/// # Errors
/// [`NoTable`] if there is no table.
pub fn holds(ruleset: &Ruleset, wanted: Wanted, formula: &Formula, to: u64, budget: &Budget) -> Result<bool, NoTable> {
    let bounds = vec![to; ruleset.heaps()];
    match miyama::heap::conjecture::test(ruleset, formula, &bounds, convention(wanted), budget) {
        Ok(tested) => Ok(tested.violation.is_none()),
        Err(NoTest::Table(reason)) => Err(reason),
        Err(NoTest::Formula(..)) => Ok(false),
    }
}

/// Whether a formula that speaks of the heaps in order holds at all positions with heaps up
/// to `to`: it is evaluated once for all orders of the heaps.
fn holds_in_order(
    ruleset: &Ruleset,
    convention: Convention,
    formula: &Formula,
    to: u64,
    budget: &Budget,
) -> Result<bool, NoTable> {
    let table = OutcomeTable::new(ruleset, &[to; 3], convention, budget)?;
    let mut evaluator = formula.evaluator(budget);
    for a in 0..=to {
        budget.check()?;
        for b in a..=to {
            for c in b..=to {
                let inside = evaluator.number(&[a, b, c]).ok() == Some(0);
                let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
                if orders.iter().any(|order| (table.outcome(order) == Some(Outcome::P)) != inside) {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

fn convention(wanted: Wanted) -> Convention {
    match wanted {
        Wanted::PPositions(convention) => convention,
        Wanted::Level(_) | Wanted::Values => Convention::Normal,
    }
}

fn read(text: &str, wanted: Wanted, names: &Names) -> Option<Formula> {
    match wanted {
        Wanted::Values => Formula::value(text, names).ok(),
        Wanted::PPositions(_) | Wanted::Level(_) => Formula::set(text, names).ok(),
    }
}

/// What a sample suggests, whether or not it holds anywhere else.
///
/// # Errors
/// [`NoTable`] if the budget, which is that of the sample, is over: then some positions were not looked at.
fn suggested(sample: &Sample, wanted: Wanted, names: &[String], budget: &Budget) -> Result<Vec<Candidate>, NoTable> {
    if wanted == Wanted::Values {
        let all = values::candidates(sample, names);
        budget.check()?;
        return Ok(all);
    }
    let mut all: Vec<Candidate> = semilinear::finite(sample, names).into_iter().collect();
    let kinds = [
        semilinear::candidates,
        lines::candidates,
        nim::candidates,
        equations::candidates,
        beatty::candidates,
        cone::candidates,
        digits::candidates,
        threshold::candidates,
    ];
    for candidates in kinds {
        all.extend(candidates(sample, names));
        budget.check()?;
    }
    if names.len() == 1 {
        let members: Vec<u64> = sample.members().map(|position| position[0]).collect();
        if members.len() as u64 * 8 < sample.to() {
            all.extend(neighbours::of_numbers(&members, sample.to(), names));
        }
    }
    budget.check()?;
    Ok(all)
}

/// Whether a formula says what the sample shows, at every position.
fn agrees(sample: &Sample, formula: &Formula, budget: &Budget) -> Result<bool, NoTable> {
    let mut formula = formula.clone();
    formula.prepare(sample.to().saturating_mul(sample.heaps() as u64), budget)?;
    let set = formula.is_set();
    let mut evaluator = formula.evaluator(budget);
    let same = sample.all().all(|(position, number)| {
        // A set is 0 where it holds.
        let expected = if set { i64::from(number == 0) } else { i64::from(number) };
        evaluator.number(&position).ok() == Some(expected)
    });
    budget.check()?;
    Ok(same)
}

/// The table of a box.
fn sample(ruleset: &Ruleset, wanted: Wanted, to: u64, budget: &Budget) -> Result<Sample, NoTable> {
    let bounds = vec![to; ruleset.heaps()];
    let sample = match wanted {
        Wanted::PPositions(convention) => {
            let table = OutcomeTable::new(ruleset, &bounds, convention, budget)?;
            Sample::within(bounds.len(), to, budget, |p| u32::from(table.outcome(p) == Some(Outcome::P)))?
        }
        Wanted::Level(level) => {
            let table = GrundyTable::new(ruleset, &bounds, budget)?;
            let of_level = |p: &[u64]| table.value(p).is_some_and(|value| value.0 == level);
            Sample::within(bounds.len(), to, budget, |position| u32::from(of_level(position)))?
        }
        Wanted::Values => {
            let table = GrundyTable::new(ruleset, &bounds, budget)?;
            Sample::within(bounds.len(), to, budget, |p| table.value(p).map_or(0, |value| value.0))?
        }
    };
    // Of tuples that are no positions nothing is said.
    Ok(match ruleset.domain() {
        None => sample,
        Some(_) => sample.only(|position| ruleset.is_position(position, budget).unwrap_or(true)),
    })
}

/// The members of a set with heaps up to `to`, unless they are many.
fn members(ruleset: &Ruleset, wanted: Wanted, to: u64, budget: &Budget) -> Result<Option<Vec<Vec<u64>>>, NoTable> {
    let convention = match wanted {
        Wanted::PPositions(convention) => convention,
        Wanted::Level(_) => {
            let sample = sample(ruleset, wanted, to, budget)?;
            let members = sample.members().collect();
            budget.check()?;
            return Ok(Some(members));
        }
        Wanted::Values => return Ok(None),
    };
    let table = OutcomeTable::new(ruleset, &[to, to], convention, budget)?;
    let mut members = Vec::new();
    let few = table.for_each_p(&mut |position| {
        members.push(position.to_vec());
        if members.len() > SPARSE { Err(()) } else { Ok(()) }
    });
    Ok(few.is_ok().then_some(members))
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama::heap::builtin;

    /// Of a table that was looked at in part anything may seem true.
    #[test]
    fn a_search_that_is_stopped_says_nothing() {
        let budget = Budget::unlimited();
        let found = Sample::within(3, 20, &budget, |p| u32::from(p[0] ^ p[1] ^ p[2] == 0)).unwrap();
        let names: Vec<String> = ["x", "y", "z"].map(str::to_owned).to_vec();
        let wanted = Wanted::PPositions(Convention::Normal);
        assert!(suggested(&found, wanted, &names, &budget).is_ok());
        budget.cancel();
        assert!(suggested(&found, wanted, &names, &budget).is_err());
        assert!(suggested(&found, Wanted::Values, &names, &budget).is_err());
        let yama = builtin::ruleset("yama", &[]).unwrap();
        for looks in 0..200 {
            let budget = Budget::unlimited().with_looks(looks);
            if let Ok(found) = conjecture(&yama, wanted, &Names::of(yama.heap_names()), Some(30), &budget) {
                assert_eq!(found.best.unwrap().formula, "|x-y| <= 1", "after {looks} looks");
            }
        }
    }
}
