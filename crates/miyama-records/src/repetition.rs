//! The rules of repetition, applied to a replayed game.
//!
//! The present rules count equal positions. The old ones asked for the same
//! moves three times in a row: a cube in the word of moves, where a letter is
//! a move in a position. Such a cube comes back to the position where it
//! began: the second and the third time begin with the same letter, so in the
//! same position as the first.

use super::replay::{Mover, Replay};
use miyama_budget::{Budget, Stopped};
use miyama_words::repetitions::{Factor, Repetitions, first, repetitions};
use miyama_words::runs::runs;
use std::collections::HashMap;

/// A position that occurs more than once: after how many moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recurrence {
    /// The indices of the equal positions, ascending.
    pub at: Vec<usize>,
}

/// The game ends by repetition of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ending {
    /// After how many moves.
    pub after: usize,
    /// The indices of the equal positions that count, the last of them `after`.
    pub at: Vec<usize>,
    /// The player all of whose moves between them gave check, if the other did not do the same.
    pub perpetual_check: Option<Mover>,
}

/// The stretches between the occurrences of the most frequent position, as a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// Where the position occurs.
    pub at: Vec<usize>,
    /// The word: block i leads from `at[i]` to `at[i+1]`; equal blocks have equal letters, 0 the first.
    pub word: Vec<u32>,
    /// The repetitions of the word.
    pub repetitions: Repetitions,
}

/// All about the repetitions of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Positions that occur more than once, by their first occurrence.
    pub recurrences: Vec<Recurrence>,
    /// The third occurrence of a position: a draw can be claimed in chess.
    pub third: Option<Ending>,
    /// The fourth: the end of a game of shogi.
    pub fourth: Option<Ending>,
    /// The fifth: the end of a game of chess.
    pub fifth: Option<Ending>,
    /// The first time that the same moves were made three times in a row.
    pub moves_thrice: Option<Factor>,
    /// The word of blocks; `None` if no position occurs twice.
    pub blocks: Option<Blocks>,
}

/// Applies the rules.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_records::{replay::{Mover, Replay, Rules}, repetition::report};
/// let mut game = Replay::new(Rules::Shogi, 1, Mover::First);
/// game.begin(0);
/// for position in [1, 0, 2, 0, 1, 0] {
///     game.push(position, String::new(), false);
/// }
/// let report = report(&game, &Budget::unlimited()).unwrap();
/// assert_eq!(report.fourth.unwrap().after, 6);
/// assert_eq!(report.moves_thrice, None);
/// assert_eq!(report.blocks.unwrap().word, [0, 1, 0]);
/// ```
///
/// # Errors
/// [`Stopped`] when the budget says so.
pub fn report(game: &Replay, budget: &Budget) -> Result<Report, Stopped> {
    let recurrences = recurrences(game.positions());
    let edges = if recurrences.is_empty() { Vec::new() } else { edges(game) };
    let fourth = ending(game, &recurrences, 4);
    // The same moves three times in a row make a position occur four times.
    let moves_thrice = match fourth {
        Some(_) => first(&runs(&edges, budget)?, |period| 3 * period),
        None => None,
    };
    Ok(Report {
        third: ending(game, &recurrences, 3),
        fourth,
        fifth: ending(game, &recurrences, 5),
        moves_thrice,
        blocks: blocks(&recurrences, &edges, budget)?,
        recurrences,
    })
}

/// The positions that occur more than once, by their first occurrence.
fn recurrences(positions: &[u32]) -> Vec<Recurrence> {
    // Positions that are numbered as they come are all different.
    if positions.iter().enumerate().all(|(i, &position)| position as usize == i) {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by_key(|&i| positions[i]);
    let mut found: Vec<Recurrence> = order
        .chunk_by(|&i, &j| positions[i] == positions[j])
        .filter(|at| at.len() > 1)
        .map(|at| Recurrence { at: at.to_vec() })
        .collect();
    found.sort_unstable_by_key(|recurrence| recurrence.at[0]);
    found
}

/// The word of moves: equal letters are equal moves in equal positions. From
/// one position to another there is one move only.
fn edges(game: &Replay) -> Vec<u32> {
    let mut seen = HashMap::new();
    game.positions()
        .windows(2)
        .map(|pair| {
            let next = seen.len() as u32;
            *seen.entry((pair[0], pair[1])).or_insert(next)
        })
        .collect()
}

/// The first position to occur for the `times`-th time.
fn ending(game: &Replay, recurrences: &[Recurrence], times: usize) -> Option<Ending> {
    let at = recurrences.iter().filter_map(|r| r.at.get(..times)).min_by_key(|at| at[times - 1])?;
    let (begin, after) = (at[0], at[times - 1]);
    let always = |player| (begin..after).filter(|&i| game.player(i) == player).all(|i| game.gives_check(i));
    let perpetual_check = match (always(Mover::First), always(Mover::Second)) {
        (true, false) => Some(Mover::First),
        (false, true) => Some(Mover::Second),
        _ => None,
    };
    Some(Ending { after, at: at.to_vec(), perpetual_check })
}

/// Cuts the game at the most frequent position, the earliest of these.
fn blocks(recurrences: &[Recurrence], edges: &[u32], budget: &Budget) -> Result<Option<Blocks>, Stopped> {
    let Some(most) = recurrences.iter().rev().max_by_key(|r| r.at.len()) else { return Ok(None) };
    let mut seen = HashMap::new();
    let word: Vec<u32> = most
        .at
        .windows(2)
        .map(|pair| {
            let next = seen.len() as u32;
            *seen.entry(&edges[pair[0]..pair[1]]).or_insert(next)
        })
        .collect();
    let repetitions = repetitions(&word, budget)?;
    Ok(Some(Blocks { at: most.at.clone(), word, repetitions }))
}

/// The name of a block: A to Z, then AA, AB, ….
///
/// ```
/// use miyama_records::repetition::name;
/// assert_eq!([0, 25, 26, 27, 702].map(name), ["A", "Z", "AA", "AB", "AAA"]);
/// ```
#[must_use]
pub fn name(letter: u32) -> String {
    let mut name = String::new();
    let mut left = u64::from(letter) + 1;
    while left > 0 {
        left -= 1;
        name.insert(0, char::from(b'A' + (left % 26) as u8));
        left /= 26;
    }
    name
}
