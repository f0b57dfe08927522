//! A position too large for a table, answered by a theorem that is learned and proved on
//! the spot.

use crate::proof::system_text;
use miyama::heap::ruleset::Ruleset;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Moves, Part, Solution, Sum};
use miyama_budget::Budget;
use miyama_proof::{Rules, Wanted, learn, limits, serve};
use miyama_text::say;
use num_bigint::BigUint;
use std::sync::Arc;

/// How many winning moves are listed at most.
const MOST_LISTED: usize = 100;

/// The solution, if the position is one of a single ruleset whose P-positions can be
/// learned and proved.
pub(super) fn solution(position: &Sum, convention: Convention, budget: &Budget) -> Option<Solution> {
    let (ruleset, heaps) = one_ruleset(position)?;
    let rules = Rules::of(&ruleset).ok()?;
    let learned = learn(&rules, Wanted::PPositions(convention), &[], budget).ok()?;
    let go_on = || budget.check().is_ok();
    let limits = limits(budget, &go_on);
    let served = serve(&rules, &learned.set, convention, &heaps, MOST_LISTED, &limits).ok()??;
    let mut moves = Moves::listing(MOST_LISTED);
    moves.listed = served.listed.iter().filter_map(|heaps| with_heaps(position, heaps)).collect();
    if served.nothing {
        moves.listed.insert(0, Sum::default());
    }
    moves.count = served.count + u8::from(served.nothing);
    let (states, system) = (learned.set.states(), system_text(learned.set.system()));
    let method = vec![say!("proof.method", states = states, system = system, to = learned.to)];
    let outcome = if served.is_p { Outcome::P } else { Outcome::N };
    let value = (outcome == Outcome::P && convention == Convention::Normal).then(BigUint::default);
    let why = match outcome {
        Outcome::P => say!("proof.why_p"),
        _ => say!("proof.why_n"),
    };
    Some(Solution { outcome, value, form: None, moves, right: None, why: vec![why], method })
}

/// The ruleset of the whole position, and its heaps: of one part, or of several heaps of
/// a game on one heap.
fn one_ruleset(position: &Sum) -> Option<(Arc<Ruleset>, Vec<BigUint>)> {
    let mut all = Vec::new();
    for part in &position.parts {
        let Part::Heap { heaps, .. } = part else { return None };
        all.extend(heaps.iter().cloned());
    }
    let [first, others @ ..] = position.parts.as_slice() else { return None };
    let Part::Heap { game, .. } = first else { return None };
    if game.sides.is_some() {
        return None;
    }
    if others.is_empty() {
        return Some((game.ruleset.clone(), all));
    }
    let same = others.iter().all(|other| first.same_game(other));
    let beside = || game.ruleset.side_by_side(position.parts.len()).map(Arc::new);
    (same && game.ruleset.heaps() == 1).then(beside)?.map(|ruleset| (ruleset, all))
}

/// The same position with other heaps.
fn with_heaps(position: &Sum, heaps: &[BigUint]) -> Option<Sum> {
    let mut rest = heaps;
    let mut parts = Vec::new();
    for part in &position.parts {
        let Part::Heap { game, heaps } = part else { return None };
        let (own, others) = rest.split_at_checked(heaps.len())?;
        rest = others;
        parts.push(Part::Heap { game: game.clone(), heaps: own.to_vec() });
    }
    Some(Sum { parts })
}
