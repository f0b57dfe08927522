//! The value of a part of a sum, whatever its kind, and of the whole under normal play.

use super::compound;
use super::heap_values::HeapValues;
use super::solve::NoSolution;
use super::valued::{nim_value, small};
use super::{Part, Position};
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::{Budget, Stopped};
use num_traits::ToPrimitive;

/// The value of a sum under normal play, in an arena.
///
/// # Errors
/// [`NoSolution`] says why there is none.
pub fn value(arena: &mut Arena, sum: &Position, budget: &Budget) -> Result<GameId, NoSolution> {
    sum.not_alone()?;
    let mut total = arena.zero();
    let mut heaps = HeapValues::default();
    for part in &sum.parts {
        let value = value_of(arena, &mut heaps, part, budget)?;
        total = arena.add(total, value).map_err(|reason| unvalued(part, reason))?;
    }
    Ok(total)
}

/// The value of a part.
pub(super) fn value_of(
    arena: &mut Arena,
    known: &mut HeapValues,
    part: &Part,
    budget: &Budget,
) -> Result<GameId, NoSolution> {
    let failed = |reason| unvalued(part, reason);
    match part {
        Part::Worth(worth) => worth.in_arena(arena).map_err(failed),
        Part::Cells(cells) if !part.is_impartial() => {
            known.board(arena, cells.game(), cells.position()).map_err(failed)
        }
        Part::Heap { game, heaps } if game.sides.is_some() => {
            let small = small(heaps).ok_or_else(|| NoSolution::too_large(part))?;
            known.value(arena, game, &small, budget)?.map_err(failed)
        }
        Part::Compound(compound) if !part.is_impartial() => {
            let followed = known.compound(compound);
            compound::value_of(arena, compound, followed, budget)
        }
        Part::Heap { .. } | Part::Cells(_) | Part::Compound(_) => {
            let value = nim_value(part, &mut known.tables, budget)?.to_u32();
            // A nimber that does not fit.
            value.map(|value| arena.nimber(value)).ok_or_else(|| failed(Unfinished::TooLarge))
        }
    }
}

pub(super) fn unvalued(part: &Part, reason: Unfinished) -> NoSolution {
    match reason {
        Unfinished::Stopped(stopped @ (Stopped::Cancelled | Stopped::Time { .. })) => NoSolution::Stopped(stopped),
        reason => NoSolution::Value { part: part.to_string(), reason },
    }
}

pub(super) fn unvalued_sum(sum: &Position, reason: Unfinished) -> NoSolution {
    match reason {
        Unfinished::Stopped(stopped) => NoSolution::Stopped(stopped),
        reason => NoSolution::Value { part: sum.to_string(), reason },
    }
}
