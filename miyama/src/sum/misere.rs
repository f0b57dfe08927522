//! Misère sums: theorems on Nim, tables of single positions, boards, and the
//! search of everything else.

use super::board;
use super::explain::columns;
use super::search::Search;
use super::solve::{MOST_LISTED, Moves, NoSolution, Solution, after_move, no_table, small};
use super::{Part, Sum};
use crate::budget::Budget;
use crate::game::HeapGame;
use crate::heap::table::OutcomeTable;
use crate::heap::theorem::{Theorem, nim_like};
use crate::play::{Convention, Outcome};
use crate::text::{Text, say};
use num_bigint::BigUint;
use num_traits::Zero;

/// Solves a position under misère play.
pub(super) fn misere(sum: &Sum, budget: &Budget) -> Result<Solution, NoSolution> {
    if let Some(solution) = misere_nim(sum) {
        return Ok(solution);
    }
    if let Some(whole) = board::misere_board(sum) {
        let (outcome, moves) = board::misere(sum, &whole, budget)?;
        let ended = outcome == Outcome::N && moves.count.is_zero();
        let why = if ended { vec![say!("solve.why_misere_end")] } else { vec![] };
        return Ok(Solution { outcome, value: None, moves, why, method: vec![say!("board.method_misere")] });
    }
    if let [part @ Part::Heap { game, heaps }] = sum.parts.as_slice()
        && !game.ruleset.splits()
    {
        return misere_single(sum, part, game, heaps, budget);
    }
    let mut search = Search::new(sum, budget);
    let mut moves = Moves::default();
    let won = search.next_wins(sum)?;
    if won {
        for (index, part) in sum.parts.iter().enumerate() {
            let (game, heaps) = match part {
                Part::Heap { game, heaps } => (game, heaps),
                Part::Board(position) => {
                    let takes = position.moves().map_err(|reason| NoSolution::board(position, reason))?;
                    for take in &takes {
                        let after = after_move(sum, index, vec![board::after_take(position, take)]);
                        if !search.next_wins(&after)? {
                            moves.push(after);
                        }
                    }
                    continue;
                }
            };
            let position = small(heaps).ok_or_else(|| NoSolution::too_large(part))?;
            for option in game.ruleset.options(&position).map_err(|_| NoSolution::too_large(part))? {
                let mut one = Moves::default();
                one.add(sum, index, game, &option);
                if !search.next_wins(&one.listed[0])? {
                    moves.add(sum, index, game, &option);
                }
            }
        }
    }
    let ended = won && moves.count.is_zero();
    Ok(Solution {
        outcome: if won { Outcome::N } else { Outcome::P },
        value: None,
        moves,
        why: vec![if ended { say!("solve.why_misere_end") } else { say!("solve.why_search", met = search.met()) }],
        method: vec![say!("solve.method_search", met = search.met())],
    })
}

/// Nim and bounded Nim, in any mixture: the theorem beside [`nim_like`].
fn misere_nim(sum: &Sum) -> Option<Solution> {
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
    let mut moves = Moves::default();
    if !is_p {
        for (index, ((game, heap, limit), target)) in heaps.iter().zip(&targets).enumerate() {
            if let Some(option) = nim_like::option_of_residue(heap, *limit, target) {
                moves.count += 1u32;
                if moves.listed.len() < MOST_LISTED {
                    let part = Part::Heap { game: (*game).clone(), heaps: vec![option] };
                    moves.listed.push(after_move(sum, index, vec![part]));
                }
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
    Some(Solution { outcome, value: None, moves, why, method: vec![method] })
}

fn misere_single(
    sum: &Sum,
    part: &Part,
    game: &HeapGame,
    heaps: &[BigUint],
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    let small = small(heaps).ok_or_else(|| NoSolution::too_large(part))?;
    let table = OutcomeTable::new(&game.ruleset, &small, Convention::Misere, budget)
        .map_err(|e| no_table(part, game, &small, e))?;
    let options = game.ruleset.options(&small).map_err(|_| NoSolution::too_large(part))?;
    let mut moves = Moves::default();
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
    Ok(Solution { outcome, value: None, moves, why: vec![why], method: vec![say!("solve.method_misere_table")] })
}
