//! Theorems about games on heaps: what holds for all sizes, proved by automata.

mod moves;
mod outcomes;
mod outside;
mod term;

pub use outside::Outside;

use miyama::heap::notation::Definition;
use miyama::heap::ruleset::Argument;
use miyama::play::Convention;
use miyama_automata::{Automaton, Known, Limit, Limits, Numeration, Tracks};

/// What became of a guess.
#[derive(Clone, Debug)]
pub enum Found {
    /// The set of the P-positions, proved.
    Proved(Automaton),
    /// Nothing in this numeration system.
    Nothing,
}

/// Learns the P-positions from a table and proves them.
///
/// # Errors
/// What is outside the fragment.
pub fn learn(
    definition: &Definition,
    arguments: &[Argument],
    convention: Convention,
    system: Numeration,
    known: Known<'_>,
    limits: &Limits<'_>,
) -> Result<Result<Found, Limit>, Outside> {
    let moves = moves::Moves::of(definition, arguments)?;
    let tracks = Tracks::first(moves.heaps);
    let run = || {
        for depth in 1.. {
            let Some(guess) = Automaton::learned(system, tracks, depth, known, limits)? else { break };
            if guess.difference(known, limits)?.is_some() {
                continue;
            }
            if outcomes::determined(&moves, &guess, convention, limits)? == guess {
                return Ok(Found::Proved(guess));
            }
        }
        Ok(Found::Nothing)
    };
    Ok(run())
}
