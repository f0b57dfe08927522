//! Positions that no table reaches, answered by theorems that somebody else proves.
//!
//! Proofs are made above this crate. A game carries whoever knows them, and is asked only
//! where a table would be large.

use super::moves::Moves;
use super::smaller::Try;
use super::solve::{NoSolution, Solution};
use super::valued::small;
use super::{Part, Position};
use crate::heap::proved::{TheoremQuery, Theorems};
use crate::heap::ruleset::{MOST_HEAPS, Ruleset};
use crate::heap::table::{GrundyTable, reaches_few};
use crate::play::{Convention, Outcome};
use miyama_budget::{Budget, Stopped};
use miyama_text::say;
use num_bigint::BigUint;
use num_traits::Zero;
use std::sync::Arc;

/// A table up to this size is made rather than a theorem asked: it gives the value too. Where
/// theorems are given, only one that takes no time.
const CHEAP_TABLE: u128 = 64 << 20;
const INSTANT_TABLE: u128 = 1 << 20;

/// The options, and the looks at the budget, that are spent on following play before theorems are asked: a few
/// thousandths of a second; and before one is learned: about a tenth of what that takes.
const AT_ONCE: (usize, u64) = (1 << 12, 1 << 12);
const BEFORE_LEARNING: (usize, u64) = (1 << 20, 1 << 16);

/// The solution of a position of a game of which no formula is known, if a table of it would
/// be large and a theorem tells.
pub(super) fn instead_of_a_table(
    sum: &Position,
    convention: Convention,
    most: usize,
    try_: Try,
    budget: &Budget,
) -> Result<Option<Solution>, NoSolution> {
    let [Part::Heap { game, .. }] = sum.parts.as_slice() else { return Ok(None) };
    let known = convention == Convention::Normal && (game.theorem.is_some() || game.code.is_some());
    if known || game.ruleset.splits() {
        return Ok(None);
    }
    solution(sum, convention, most, try_, budget)
}

/// What is too large for tables of its parts may have a theorem about the whole.
pub(super) fn after(
    reason: NoSolution,
    sum: &Position,
    convention: Convention,
    most: usize,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    match reason {
        NoSolution::Table { .. } | NoSolution::Stopped(Stopped::Memory { .. }) => {
            solution(sum, convention, most, Try::First, budget)?.ok_or(reason)
        }
        reason => Err(reason),
    }
}

/// The solution of a position of one ruleset, or of several heaps of a game on one heap,
/// if a table of it would be large and a theorem tells.
fn solution(
    sum: &Position,
    convention: Convention,
    most: usize,
    try_: Try,
    budget: &Budget,
) -> Result<Option<Solution>, NoSolution> {
    let Some((theorems, ruleset, heaps)) = one_ruleset(sum) else { return Ok(None) };
    let cheap = if theorems.are_given() { INSTANT_TABLE } else { CHEAP_TABLE };
    if try_ == Try::First && possible(&ruleset, &heaps, cheap) {
        return Ok(None);
    }
    let few = |(options, looks)| match small(&heaps) {
        Some(heaps) if !theorems.are_given() => reaches_few(&ruleset, &heaps, options, looks, budget),
        _ => Ok(false),
    };
    // Where play meets few positions, each is looked at: that gives the value too.
    if try_ == Try::First && few(AT_ONCE)? {
        return Ok(None);
    }
    let learn = !possible(&ruleset, &heaps, budget.memory().map_or(LARGEST_TABLE, u128::from));
    let asked = |learn: bool| TheoremQuery { ruleset: &ruleset, heaps: &heaps, convention, most, learn };
    let found = match theorems.ask(&asked(false), budget)? {
        None if learn && !few(BEFORE_LEARNING)? => theorems.ask(&asked(true), budget)?,
        found => found,
    };
    let Some(found) = found else { return Ok(None) };
    let mut moves = Moves::listing(most);
    if found.nothing {
        moves.push(Position::default());
    }
    moves.listed.extend(found.listed.iter().filter_map(|heaps| with_heaps(sum, heaps)));
    moves.count += &found.count;
    let mut why = vec![found.why];
    if convention == Convention::Misere && found.outcome == Outcome::N && moves.count.is_zero() {
        why.push(say!("solve.why_misere_end"));
    }
    Ok(Some(Solution {
        outcome: found.outcome,
        value: found.value.filter(|_| convention == Convention::Normal),
        form: None,
        moves,
        right: None,
        why,
        method: vec![found.method],
    }))
}

/// Where no budget says so, a table may take this much.
const LARGEST_TABLE: u128 = 4 << 30;

/// Whether a table of heaps takes at most so many bytes.
fn possible(ruleset: &Ruleset, heaps: &[BigUint], most: u128) -> bool {
    small(heaps).is_some_and(|heaps| GrundyTable::memory(ruleset, &heaps).is_ok_and(|memory| memory <= most))
}

/// Theorems, the ruleset that they are about, and the heaps of a position.
type Served = (Arc<dyn Theorems>, Arc<Ruleset>, Vec<BigUint>);

/// The ruleset of the whole position, and its heaps.
fn one_ruleset(sum: &Position) -> Option<Served> {
    let mut all = Vec::new();
    for part in &sum.parts {
        let Part::Heap { heaps, .. } = part else { return None };
        all.extend(heaps.iter().cloned());
    }
    let [first @ Part::Heap { game, .. }, others @ ..] = sum.parts.as_slice() else { return None };
    let theorems = game.proofs.clone().filter(|_| game.sides.is_none())?;
    if others.is_empty() {
        // Nobody proves anything about more heaps than tables have.
        return (game.ruleset.heaps() <= MOST_HEAPS).then(|| (theorems, game.ruleset.clone(), all));
    }
    let same = game.ruleset.heaps() == 1 && others.iter().all(|other| first.same_game(other));
    let beside = same.then(|| game.ruleset.side_by_side(sum.parts.len()))??;
    Some((theorems, Arc::new(beside), all))
}

/// The same position with other heaps.
fn with_heaps(sum: &Position, heaps: &[BigUint]) -> Option<Position> {
    let mut rest = heaps;
    let mut parts = Vec::new();
    for part in &sum.parts {
        let Part::Heap { game, heaps } = part else { return None };
        let (own, others) = rest.split_at_checked(heaps.len())?;
        rest = others;
        parts.push(Part::Heap { game: game.clone(), heaps: own.to_vec() });
    }
    Some(Position { parts })
}
