//! Misère sums: theorems on Nim, tables of single positions, boards, quotients, and
//! the search of everything else.

use super::checked;
use super::explain::columns;
use super::moves::Moves;
use super::options::distinct_options;
use super::quotient::by_quotient;
use super::search::Search;
use super::solve::{NoSolution, Solution, after_move};
use super::stones;
use super::valued::{no_table, small};
use super::{Part, Position};
use crate::game::HeapGame;
use crate::heap::table::OutcomeTable;
use crate::heap::theorem::{Theorem, nim_like};
use crate::pattern::taking;
use crate::play::{Convention, Outcome};
use crate::sum::strategy::{Question, Way, plan};
use miyama_budget::Budget;
use miyama_text::{Text, say};
use num_bigint::BigUint;
use num_traits::Zero;

/// Solves a position under misère play, listing at most so many winning moves.
pub(super) fn misere(sum: &Position, most: usize, budget: &Budget) -> Result<Solution, NoSolution> {
    for way in plan(&Question::Sum(sum, Convention::Misere)).ways() {
        let found = match (way, sum.parts.as_slice()) {
            (Way::Theorem, _) => misere_nim(sum, most),
            (Way::Stones, _) => match stones::misere_board(sum) {
                Some(whole) => Some(misere_stones(sum, &whole, most, budget)?),
                None => None,
            },
            (Way::Table, [part @ Part::Heap { game, heaps }]) => {
                Some(misere_single(sum, part, game, heaps, most, budget)?)
            }
            (Way::Quotient, _) => by_quotient(sum, most, budget)?,
            (Way::Play, _) => Some(played_out(sum, most, budget)?),
            _ => None,
        };
        if let Some(solution) = found {
            return Ok(solution);
        }
    }
    played_out(sum, most, budget)
}

/// One board of stones, searched as a whole.
fn misere_stones(
    sum: &Position,
    whole: &taking::StonePosition,
    most: usize,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    let (outcome, moves) = stones::misere(sum, whole, most, budget)?;
    let ended = outcome == Outcome::N && moves.count.is_zero();
    let why = match (&moves.stopped, ended) {
        (Some(_), _) => vec![say!("solve.stopped")],
        (None, true) => vec![say!("solve.why_misere_end")],
        (None, false) => vec![],
    };
    let method = vec![say!("board.method_misere")];
    Ok(Solution { outcome, value: None, form: None, moves, right: None, why, method })
}

/// Every position that play can reach, once.
fn played_out(sum: &Position, most: usize, budget: &Budget) -> Result<Solution, NoSolution> {
    let mut search = Search::new(sum, budget);
    let mut moves = Moves::listing(most);
    let won = search.next_wins(sum)?;
    checked::search(sum, won, &mut |after| search.next_wins(after), budget)?;
    if won {
        let mut look = || -> Result<(), NoSolution> {
            for choice in sum.options(usize::MAX, budget)?.listed {
                if !search.next_wins(&choice.after)? {
                    moves.push(choice.after);
                }
            }
            Ok(())
        };
        let looked = look();
        moves.stops(looked)?;
    }
    let ended = won && moves.count.is_zero() && moves.stopped.is_none();
    let mut why = vec![if ended { say!("solve.why_misere_end") } else { say!("solve.why_search", met = search.met()) }];
    if moves.stopped.is_some() {
        why.push(say!("solve.stopped"));
    }
    Ok(Solution {
        outcome: if won { Outcome::N } else { Outcome::P },
        value: None,
        form: None,
        moves,
        right: None,
        why,
        method: vec![say!("solve.method_search", met = search.met())],
    })
}

/// Nim and bounded Nim, in any mixture: the theorem beside [`nim_like`].
fn misere_nim(sum: &Position, most: usize) -> Option<Solution> {
    let mut heaps: Vec<(&HeapGame, &BigUint, Option<u64>)> = Vec::new();
    for part in &sum.parts {
        let Part::Heap { game, heaps: part_heaps } = part else { return None };
        let limit = match game.theorem.as_ref()? {
            Theorem::Nim => None,
            Theorem::Bounded(m) => Some(*m),
            _ => return None,
        };
        heaps.push((game, part_heaps.first()?, limit));
    }
    let residues: Vec<BigUint> = heaps.iter().map(|(_, heap, limit)| nim_like::residue(heap, *limit)).collect();
    let (is_p, targets) = nim_like::misere(&residues);
    let mut moves = Moves::listing(most);
    if !is_p {
        for (index, ((game, heap, limit), target)) in heaps.iter().zip(&targets).enumerate() {
            if let Some(option) = nim_like::option_of_residue(heap, *limit, target) {
                let part = Part::Heap { game: (*game).clone(), heaps: vec![option] };
                moves.push(after_move(sum, index, vec![part]));
            }
        }
    }
    let rows: Vec<(String, BigUint)> =
        sum.parts.iter().map(ToString::to_string).zip(residues.iter().cloned()).collect();
    let ones = residues.iter().filter(|r| **r == BigUint::from(1u32)).count();
    let small = residues.iter().all(|r| *r <= BigUint::from(1u32));
    let bounded = heaps.iter().any(|(_, _, limit)| limit.is_some());
    let mut why: Vec<Text> = Vec::new();
    for part in &sum.parts {
        let Part::Heap { game, heaps } = part else { return None };
        why.extend(game.theorem.as_ref().and_then(|t| t.reason(heaps)));
    }
    why.push(match (small, is_p) {
        (true, true) => say!("solve.why_misere_ones_p", ones = ones),
        (true, false) if moves.count.is_zero() => say!("solve.why_misere_end"),
        (true, false) => say!("solve.why_misere_ones_n", ones = ones),
        (false, true) => say!("solve.why_misere_sum_p", columns = columns(&rows)),
        (false, false) => say!("solve.why_misere_sum_n", columns = columns(&rows)),
    });
    let method = if bounded { say!("solve.method_misere_bounded") } else { say!("solve.method_misere_nim") };
    let outcome = if is_p { Outcome::P } else { Outcome::N };
    Some(Solution { outcome, value: None, form: None, moves, right: None, why, method: vec![method] })
}

fn misere_single(
    sum: &Position,
    part: &Part,
    game: &HeapGame,
    heaps: &[BigUint],
    most: usize,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    let small = small(heaps).ok_or_else(|| NoSolution::too_large(part))?;
    let table =
        OutcomeTable::misere_from(&game.ruleset, &small, budget).map_err(|e| no_table(part, game, &small, e))?;
    let options =
        distinct_options(&game.ruleset, &small, &|_| true, budget)?.ok_or_else(|| NoSolution::numbers(part))?;
    let mut moves = Moves::listing(most);
    for option in &options {
        // Nothing left: the next player has won.
        let outcome = option.first().map_or(Some(Outcome::N), |heaps| table.outcome(heaps));
        if outcome == Some(Outcome::P) {
            moves.add(sum, 0, game, option);
        }
    }
    let outcome = table.outcome(&small).unwrap_or(Outcome::N);
    let why = match (options.is_empty(), outcome) {
        (true, _) => say!("solve.why_misere_end"),
        (false, Outcome::P) => say!("solve.why_misere_all_n", options = options.len()),
        (false, _) => say!("solve.why_misere_some_p", options = options.len(), winning = &moves.count),
    };
    Ok(Solution {
        outcome,
        value: None,
        form: None,
        moves,
        right: None,
        why: vec![why],
        method: vec![say!("solve.method_misere_table")],
    })
}
