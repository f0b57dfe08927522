//! Two rulesets on the same heaps: have they the same moves, the same P-positions, the
//! same values, for all sizes?

use crate::learn::{learn, suggested};
use crate::outcomes;
use crate::outside::Outside;
use crate::prove::first;
use crate::rules::{Rules, limits};
use crate::table::{Table, Wanted};
use crate::values;
use miyama::budget::{Budget, Stopped};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, positions};
use miyama::out_of_reach::OutOfReach;
use miyama::play::Convention;
use miyama_automata::{Automaton, Formula, Limit, Limits, Numeration, Tracks};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// What became of one comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Same {
    /// The same for all sizes.
    Proved,
    /// Different at this position; for moves, a position and an option that only one has.
    Differs(Vec<BigUint>),
    /// Not decided; the same at all heaps up to a bound.
    Undecided {
        /// The largest heap that was compared; none if nothing could be.
        to: Option<u64>,
    },
}

/// Two rulesets compared.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// The moves.
    pub moves: Same,
    /// A tuple that only one of them takes for a position: then the moves differ there.
    pub position_of_one: Option<Vec<BigUint>>,
    /// The P-positions.
    pub p_positions: Same,
    /// The Grundy values; none in misère play.
    pub values: Option<Same>,
    /// Why something is undecided, if the budget ended first.
    pub stopped: Option<Stopped>,
}

/// So long a table may take: where some heaps grow while others fall, one of small heaps may need very large ones.
const LONGEST_TABLE: Duration = Duration::from_secs(5);

/// The largest heaps of the tables that are compared first.
fn near(heaps: usize) -> u64 {
    match heaps {
        1 => 1000,
        2 => 80,
        3 => 20,
        4 => 8,
        _ => 4,
    }
}

/// Compares two rulesets on the same number of heaps. What was compared before the budget ended is known.
///
/// # Panics
/// If the rulesets have different numbers of heaps.
#[must_use]
pub fn compare(a: &Ruleset, b: &Ruleset, convention: Convention, budget: &Budget) -> Comparison {
    assert_eq!(a.heaps(), b.heaps(), "positions of the same kind");
    let to = near(a.heaps());
    let go_on = || budget.check().is_ok();
    let limits = limits(budget, &go_on);
    let rules: Result<[Rules<'_>; 2], Outside> = Rules::of(a).and_then(|one| Ok([one, Rules::of(b)?]));
    let position_of_one = match &rules {
        Ok([one, two]) => positions_differ(one, two, &limits).unwrap_or_default(),
        Err(_) => None,
    };
    // What is written in the same words is the same.
    let moves = match (&position_of_one, &rules) {
        _ if (a.definition(), a.arguments()) == (b.definition(), b.arguments()) => Same::Proved,
        (Some(position), _) => Same::Differs(position.clone()),
        (None, Ok([one, two])) => moves(one, two, &limits).unwrap_or(Same::Undecided { to: None }),
        (None, Err(_)) => Same::Undecided { to: None },
    };
    let moves = if matches!(moves, Same::Undecided { .. }) { moves_nearby(a, b, budget) } else { moves };
    let values = convention == Convention::Normal;
    if moves == Same::Proved {
        let values = values.then_some(Same::Proved);
        return Comparison { moves, position_of_one: None, p_positions: Same::Proved, values, stopped: None };
    }
    let seen = outcomes_differ(a, b, convention, to, budget);
    let p_positions = match (seen, &rules) {
        (seen @ Same::Undecided { .. }, Ok([one, two]))
            if one.moves.split().is_none() && two.moves.split().is_none() =>
        {
            learned(one, two, convention, &limits, budget).unwrap_or(seen)
        }
        (seen, _) => seen,
    };
    let values = match (values, &rules) {
        (false, _) => None,
        (true, rules) => Some(match (values_differ(a, b, to, budget), rules) {
            (seen @ Same::Undecided { .. }, Ok([one, two])) => {
                values_learned(one, two, &limits, budget).unwrap_or(seen)
            }
            (seen, _) => seen,
        }),
    };
    // Equal values are equal P-positions.
    let p_positions = match (&p_positions, &values) {
        (Same::Undecided { .. }, Some(Same::Proved)) => Same::Proved,
        _ => p_positions,
    };
    // Positions of different outcomes have different values.
    let values = match (&p_positions, values) {
        (Same::Differs(at), Some(Same::Undecided { .. })) => Some(Same::Differs(at.clone())),
        (_, values) => values,
    };
    let open = [Some(&moves), Some(&p_positions), values.as_ref()];
    let open = open.into_iter().flatten().any(|same| matches!(same, Same::Undecided { .. }));
    let stopped = budget.check().err().filter(|_| open);
    Comparison { moves, position_of_one, p_positions, values, stopped }
}

/// Whether two rulesets have the same moves, for all sizes; none if that is not decided.
///
/// # Errors
/// A [`Limit`] that was reached.
pub fn same_moves(a: &Rules<'_>, b: &Rules<'_>, limits: &Limits<'_>) -> Result<Option<bool>, Limit> {
    if a.heaps() != b.heaps() {
        return Ok(Some(false));
    }
    if positions_differ(a, b, limits)?.is_some() {
        return Ok(Some(false));
    }
    Ok(match moves(a, b, limits)? {
        Same::Proved => Some(true),
        Same::Differs(_) => Some(false),
        Same::Undecided { .. } => None,
    })
}

/// Whether the sets of all pairs of a position and an option are equal, where the positions are.
fn moves(a: &Rules<'_>, b: &Rules<'_>, limits: &Limits<'_>) -> Result<Same, Limit> {
    let k = a.heaps();
    let Some(system) = common_system(a, b) else { return Ok(Same::Undecided { to: None }) };
    let most = a.moves.ways.iter().chain(&b.moves.ways).map(|way| way.parts).max().unwrap_or(0);
    let mut different = Vec::new();
    for parts in 0..=most {
        let tracks = Tracks::first(k * (parts + 1));
        let all = |rules: &Rules<'_>| -> Result<Automaton, Limit> {
            let ways = rules.moves.ways.iter().filter(|way| way.parts == parts).map(|way| way.formula.clone());
            Formula::Or(ways.collect()).set(system, tracks, limits)
        };
        let (one, two) = (all(a)?, all(b)?);
        if one != two {
            different.extend(crate::facts::differences(&one, &two, limits)?);
        }
    }
    // Sums of positions in another order are the same option: their automata may differ.
    Ok(match different.is_empty() {
        true => Same::Proved,
        false if most > 1 => Same::Undecided { to: None },
        false => Same::Differs(first_move(&different, a, limits)?),
    })
}

/// The first position with a move that is in one of these sets of moves, in the order of `check`, and the move.
fn first_move(moves: &[Automaton], rules: &Rules<'_>, limits: &Limits<'_>) -> Result<Vec<BigUint>, Limit> {
    let options = |set: &Automaton| set.tracks().without(Tracks::first(rules.heaps()));
    let from: Vec<Automaton> = moves.iter().map(|set| set.projected(options(set), limits)).collect::<Result<_, _>>()?;
    let at = first(&Automaton::union(&from, limits)?, rules, limits);
    let mut found: Vec<Vec<BigUint>> = Vec::new();
    for set in moves {
        let mut those = vec![Formula::Member(Arc::new(set.clone()))];
        for (heap, number) in (0..).zip(at.iter().flatten()) {
            let Ok(number) = i64::try_from(number) else { continue };
            those.push(Formula::zero(&[(heap, 1)], -number)?);
        }
        found.extend(Formula::And(those).set(set.system(), set.tracks(), limits)?.first_element());
    }
    Ok(found.into_iter().min_by_key(|all| all.iter().sum::<BigUint>()).unwrap_or_default())
}

/// A system in which the moves of both are automatic, if there is one.
fn common_system(a: &Rules<'_>, b: &Rules<'_>) -> Option<Numeration> {
    let system = a.moves.system.or(b.moves.system).unwrap_or(Numeration::Base(2));
    (a.moves.suit(system) && b.moves.suit(system)).then_some(system)
}

/// A tuple that is a position of one ruleset only.
fn positions_differ(a: &Rules<'_>, b: &Rules<'_>, limits: &Limits<'_>) -> Result<Option<Vec<BigUint>>, Limit> {
    if a.moves.domain.is_none() && b.moves.domain.is_none() {
        return Ok(None);
    }
    let Some(system) = common_system(a, b) else { return Ok(None) };
    let all = |rules: &Rules<'_>| {
        let domain = rules.moves.domain.clone().unwrap_or_else(|| Formula::And(vec![]));
        domain.set(system, Tracks::first(rules.heaps()), limits)
    };
    let found = crate::facts::differences(&all(a)?, &all(b)?, limits)?;
    let different = Automaton::union(&found, limits)?;
    Ok(first(&different, a, limits).or_else(|| different.first_element()))
}

/// The P-positions of one, learned and proved, put to the equation of the other: they are those of
/// the other too, or the first position at which the equation fails has different outcomes in both.
fn learned(a: &Rules<'_>, b: &Rules<'_>, convention: Convention, limits: &Limits<'_>, budget: &Budget) -> Option<Same> {
    let of_the_other = |one: &Rules<'_>, other: &Rules<'_>| {
        let set = learn(one, Wanted::PPositions(convention), &[], budget).ok()?.set;
        if !other.moves.suit(set.system()) {
            return None;
        }
        let right = outcomes::determined(&other.moves, &set, convention, limits).ok()?.set;
        if right == set {
            return Some(Same::Proved);
        }
        let wrong = Automaton::union(&crate::facts::differences(&set, &right, limits).ok()?, limits).ok()?;
        first(&wrong, other, limits).map(Same::Differs)
    };
    of_the_other(a, b).or_else(|| of_the_other(b, a))
}

/// The values of both, learned from a table of the first and proved for each: a graph that
/// satisfies the equation of a ruleset is that of its values.
fn values_learned(a: &Rules<'_>, b: &Rules<'_>, limits: &Limits<'_>, budget: &Budget) -> Option<Same> {
    let splits = a.moves.split().is_some() || b.moves.split().is_some();
    let systems = if splits { vec![Numeration::Base(2)] } else { suggested(a) };
    let tracks = Tracks::first(a.heaps() + 1);
    for to in [7, 15, 31, 63] {
        if (to + 1u64).pow(u32::from(a.heaps())) > MOST_VALUES {
            break;
        }
        let part = budget.part(LONGEST_TABLE);
        let table = GrundyTable::new(a.ruleset, &vec![to; usize::from(a.heaps())], &part).ok()?;
        let known = |element: &[u64]| {
            let (value, position) = element.split_last()?;
            if position.iter().any(|heap| *heap > to) || *value > 2 * to {
                return None;
            }
            Some(u64::from(table.value(position)?.0) == *value)
        };
        for system in &systems {
            for depth in 1..=4 {
                if !(limits.go_on)() {
                    return None;
                }
                let few = Limits { states: 2000, ..*limits };
                let Ok(Some(guess)) = Automaton::learned(*system, tracks, depth, &known, &few) else { break };
                if guess.difference(&known, &few) != Ok(None) {
                    continue;
                }
                let holds = |rules: &Rules<'_>| {
                    values::determined(&rules.moves, &guess, &few).is_ok_and(|(right, _)| right == guess)
                };
                if holds(a) {
                    return other_values(b, &guess, limits);
                }
            }
        }
    }
    None
}

/// Values of one ruleset put to the equation of another.
fn other_values(rules: &Rules<'_>, graph: &Automaton, limits: &Limits<'_>) -> Option<Same> {
    let limits = Limits { states: limits.states.min(20_000), ..*limits };
    let (right, _) = values::determined(&rules.moves, graph, &limits).ok()?;
    if right == *graph {
        return Some(Same::Proved);
    }
    let wrong = Automaton::union(&crate::facts::differences(graph, &right, &limits).ok()?, &limits).ok()?;
    first(&wrong.projected(Tracks::one(rules.heaps()), &limits).ok()?, rules, &limits).map(Same::Differs)
}

/// The most positions of a table that values are learned from.
const MOST_VALUES: u64 = 300_000;

/// The largest heaps whose moves are listed and compared one by one.
fn nearer(heaps: usize) -> u64 {
    match heaps {
        1 => 200,
        2 => 20,
        3 => 7,
        _ => 3,
    }
}

/// Moves that no automaton compares, position by position.
fn moves_nearby(a: &Ruleset, b: &Ruleset, budget: &Budget) -> Same {
    let to = nearer(a.heaps());
    let mut all: Vec<Vec<u64>> = positions(&vec![to; a.heaps()]).collect();
    all.sort_by_key(|position| (position.iter().sum::<u64>(), position.clone()));
    for position in all {
        let (Ok(one), Ok(two)) = (options(a, &position, budget), options(b, &position, budget)) else {
            return Same::Undecided { to: None };
        };
        if one == two {
            continue;
        }
        let mut at = position;
        // An option that is one position is named.
        if let (Some(one), Some(two)) = (one, two)
            && let Some([option]) = one.symmetric_difference(&two).next().map(Vec::as_slice)
        {
            at.extend(option);
        }
        return Same::Differs(at.into_iter().map(Into::into).collect());
    }
    Same::Undecided { to: Some(to) }
}

/// The options of a position, sums in any order being the same; none where there is no position.
fn options(
    ruleset: &Ruleset,
    position: &[u64],
    budget: &Budget,
) -> Result<Option<BTreeSet<Vec<Vec<u64>>>>, OutOfReach> {
    if !ruleset.is_position(position, budget)? {
        return Ok(None);
    }
    let mut found = BTreeSet::new();
    ruleset.for_each_option(position, budget, &mut |option| {
        let mut option = option.to_vec();
        option.sort_unstable();
        found.insert(option);
        true
    })?;
    Ok(Some(found))
}

/// The first position by total and heaps at which a number differs.
fn first_difference(heaps: usize, to: u64, differ: impl Fn(&[u64]) -> bool) -> Same {
    let bounds = vec![to; heaps];
    let all = positions(&bounds).filter(|position| differ(position));
    match all.min_by_key(|position| (position.iter().sum::<u64>(), position.clone())) {
        Some(first) => Same::Differs(first.into_iter().map(Into::into).collect()),
        None => Same::Undecided { to: Some(to) },
    }
}

/// A tuple that is a position of one game only is P there, or it is in neither set.
fn outcomes_differ(a: &Ruleset, b: &Ruleset, convention: Convention, to: u64, budget: &Budget) -> Same {
    let part = budget.part(LONGEST_TABLE);
    let table = |ruleset| Table::new(ruleset, Wanted::PPositions(convention), to, &part);
    let (Ok(one), Ok(two)) = (table(a), table(b)) else { return Same::Undecided { to: None } };
    first_difference(a.heaps(), to, |position| one.at(position) != two.at(position))
}

/// A tuple that is a position of one game only has a value there alone.
fn values_differ(a: &Ruleset, b: &Ruleset, to: u64, budget: &Budget) -> Same {
    let bounds = vec![to; a.heaps()];
    let part = budget.part(LONGEST_TABLE);
    let table = |ruleset| GrundyTable::new(ruleset, &bounds, &part);
    let (Ok(one), Ok(two)) = (table(a), table(b)) else { return Same::Undecided { to: None } };
    let value = |ruleset: &Ruleset, table: &GrundyTable, position: &[u64]| {
        let is_position = ruleset.domain().is_none() || ruleset.is_position(position, &part).unwrap_or(false);
        if is_position { table.value(position) } else { None }
    };
    first_difference(a.heaps(), to, |position| value(a, &one, position) != value(b, &two, position))
}
