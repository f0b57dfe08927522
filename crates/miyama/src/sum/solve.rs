//! Who wins a sum, its value, every winning move, and why.

use super::by_search::SoFar;
use super::checked;
use super::compound;
use super::explain::columns;
use super::misere::misere;
use super::moves::Moves;
use super::partizan::partizan;
use super::proved;
use super::smaller;
use super::stolen;
use super::valued::{Valued, valued_parts};
use super::winners::Winners;
use super::{Part, Position};
use crate::difference::Difference;
use crate::pattern::Cells;
use crate::pattern::taking::Unsolved;
use crate::play::{Convention, Outcome};
use crate::search::Memory;
use crate::sum::strategy::{Question, plan};
use crate::value::Unfinished;
use miyama_budget::{Budget, Stopped, bytes};
use miyama_text::{Text, say};
use num_bigint::BigUint;
use num_traits::Zero;

/// How many winning moves are listed at most.
pub(super) const MOST_LISTED: usize = 100;

/// Everything about a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value: normal play only, and where it could be found.
    pub value: Option<BigUint>,
    /// The canonical form: normal play where the players have different moves.
    pub form: Option<String>,
    /// The moves that win; those of Left where the players have different ones.
    pub moves: Moves,
    /// The moves of Right that win, where the players have different ones.
    pub right: Option<Moves>,
    /// Why, in steps for a student.
    pub why: Vec<Text>,
    /// How it was found: each method once.
    pub method: Vec<Text>,
}

/// Why a position was not solved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NoSolution {
    /// The budget ended.
    Stopped(Stopped),
    /// No theorem applies, and the table would need this many bytes.
    Table {
        /// The part.
        part: String,
        /// Bytes of the table, if that is a number.
        needed: Option<u128>,
        /// How many positions have no larger heaps, where they are many and followed one by one.
        positions: Option<u128>,
        /// Whether numbers that the rules lead to are too large, not the table.
        numbers: bool,
    },
    /// A board is too large, or was given up.
    Board {
        /// The part.
        part: String,
        /// Why.
        reason: Unsolved,
    },
    /// A part has no value that could be found.
    Value {
        /// The part.
        part: String,
        /// Why.
        reason: Unfinished,
    },
    /// Playing out came to no end, and nobody said how long it may take.
    Open {
        /// The position.
        sum: String,
        /// How many positions were met.
        met: usize,
    },
    /// A game with a winning condition of its own, in a sum, or asked for a value.
    Alone {
        /// The part.
        part: String,
    },
    /// A search ended with the budget: what is known by then.
    SoFar(Box<SoFar>),
    /// It was solved, and the answer is not what the definition says: a defect.
    Wrong(Box<Difference>),
}

impl From<Stopped> for NoSolution {
    fn from(stopped: Stopped) -> NoSolution {
        NoSolution::Stopped(stopped)
    }
}

impl NoSolution {
    pub(super) fn too_large(part: &Part) -> NoSolution {
        NoSolution::Table { part: part.to_string(), needed: None, positions: None, numbers: false }
    }

    /// The rules lead to numbers that are not computed with.
    pub(super) fn numbers(part: &impl ToString) -> NoSolution {
        NoSolution::Table { part: part.to_string(), needed: None, positions: None, numbers: true }
    }

    pub(super) fn board(cells: &Cells, reason: Unsolved) -> NoSolution {
        NoSolution::sum_of_boards(&Position { parts: vec![Part::Cells(cells.clone())] }, reason)
    }

    pub(super) fn sum_of_boards(sum: &Position, reason: Unsolved) -> NoSolution {
        match reason {
            Unsolved::Stopped(stopped) => NoSolution::Stopped(stopped),
            reason => NoSolution::Board { part: sum.to_string(), reason },
        }
    }

    /// The reason, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            NoSolution::Stopped(stopped) => stopped.text(),
            NoSolution::SoFar(so_far) => so_far.stopped.text(),
            NoSolution::Table { part, needed: Some(needed), positions, .. } => {
                let size = u64::try_from(*needed).map_or_else(|_| format!("{needed} B"), bytes);
                match positions {
                    Some(positions) => {
                        say!("solve.too_many_positions", part = part, positions = *positions, needed = size)
                    }
                    None => say!("solve.table_too_large", part = part, needed = size),
                }
            }
            NoSolution::Table { part, needed: None, numbers: true, .. } => {
                say!("solve.numbers_out_of_range", part = part)
            }
            NoSolution::Table { part, needed: None, .. } => say!("solve.table_out_of_range", part = part),
            NoSolution::Wrong(difference) => difference.text(),
            NoSolution::Alone { part } => say!("solve.alone", part = part),
            NoSolution::Open { sum, met } => say!("solve.open", position = sum, met = *met),
            NoSolution::Board { part, reason } => say!("solve.board", part = part, reason = reason.text()),
            NoSolution::Value { part, reason } => say!("solve.board", part = part, reason = reason.text()),
        }
    }
}

/// Solves a position.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::game::Games;
/// use miyama::play::{Convention, Outcome};
/// use miyama::sum::{parse_position, solve};
/// let sum = parse_position("nim:4 + bounded(3):5 + bounded(5):6", &Games::built_in()).unwrap();
/// let solution = solve(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
/// assert_eq!(solution.outcome, Outcome::N);
/// assert_eq!(solution.value, Some(5u32.into()));
/// assert_eq!(solution.moves.listed[0].to_string(), "nim:1 + bounded(3):5 + bounded(5):6");
/// ```
///
/// # Errors
/// [`NoSolution`] says why not.
pub fn solve(sum: &Position, convention: Convention, budget: &Budget) -> Result<Solution, NoSolution> {
    solve_so_far(sum, convention, budget)?.whole()
}

/// Solves a position as far as the budget goes: once it is known who wins, the
/// end of the budget costs the value or winning moves, and
/// [`stopped`](Moves::stopped) says so.
///
/// # Errors
/// [`NoSolution`] if it is not even known who wins.
pub fn solve_so_far(sum: &Position, convention: Convention, budget: &Budget) -> Result<Solution, NoSolution> {
    solve_on(sum, convention, &Memory::new(budget), budget)
}

/// The same with what earlier searches have found out.
///
/// # Errors
/// [`NoSolution`] if it is not even known who wins.
pub fn solve_on(
    sum: &Position,
    convention: Convention,
    memory: &Memory,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    let most = fitting(MOST_LISTED, sum);
    if let Some(won) = Winners::of(sum, convention, budget)? {
        return Ok(won.solution(most));
    }
    if !sum.is_impartial() {
        return partizan(sum, convention, most, memory, budget);
    }
    let whole = |budget: &Budget, try_| impartial(sum, convention, most, try_, budget);
    smaller::so_far(sum, convention, budget, whole, |solution| solution.moves.stopped)
}

/// Solves a position in which both players have the same moves.
fn impartial(
    sum: &Position,
    convention: Convention,
    most: usize,
    try_: smaller::Try,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    if let Some(solution) = proved::instead_of_a_table(sum, convention, most, try_, budget)? {
        return Ok(solution);
    }
    try_.without_theorem()?;
    let solved = match convention {
        Convention::Normal => valued_parts(sum, budget).and_then(|mut parts| normal(sum, &mut parts, most, budget)),
        Convention::Misere => misere(sum, most, budget).and_then(|mut solution| {
            checked::misere(sum, &mut solution)?;
            Ok(solution)
        }),
    };
    let solved = solved.or_else(|reason| proved::after(reason, sum, convention, most, budget));
    let solved = compound_instead(sum, convention, solved, most, budget);
    match solved {
        Err(NoSolution::Board { .. } | NoSolution::Value { .. }) if convention == Convention::Normal => {
            stolen::solution(sum, most, budget).map_or(solved, Ok)
        }
        solved => solved,
    }
}

/// Who wins, by play itself, where the value of what operators make of games is out of reach.
pub(super) fn compound_instead(
    sum: &Position,
    convention: Convention,
    solved: Result<Solution, NoSolution>,
    most: usize,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    let is_compound = |part: &Part| matches!(part, Part::Compound(_));
    match solved {
        Err(NoSolution::Value { .. }) if sum.parts.iter().any(is_compound) => {
            compound::outcome_alone(sum, convention, most, budget)
        }
        solved => solved,
    }
}

/// How a position is solved, in lines for a person: what is tried, in order, and what
/// was passed over and why.
#[must_use]
pub fn explain(sum: &Position, convention: Convention) -> Vec<Text> {
    plan(&Question::Sum(sum, convention)).explained()
}

impl Solution {
    /// The solution, unless the budget ended too early for all of it.
    pub(super) fn whole(self) -> Result<Solution, NoSolution> {
        let right = self.right.as_ref().and_then(|moves| moves.stopped);
        match self.moves.stopped.or(right) {
            Some(stopped) => Err(NoSolution::Stopped(stopped)),
            None => Ok(self),
        }
    }
}

/// So many positions are listed that they have no more parts than this.
const MOST_PARTS: usize = 1 << 17;

/// At most `most` positions like this one, and fewer where it has many parts:
/// each holds them all.
pub(super) fn fitting(most: usize, sum: &Position) -> usize {
    most.min(MOST_PARTS / sum.parts.len().max(1)).max(1)
}

/// Solves a sum of which the parts are known, under normal play.
pub(super) fn normal(
    sum: &Position,
    parts: &mut [Valued<'_>],
    most: usize,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    let total = parts.iter().map(|p| p.value.as_ref()).try_fold(BigUint::zero(), |sum, v| Some(sum ^ v?));
    let outcome = if total.as_ref().is_some_and(Zero::is_zero) { Outcome::P } else { Outcome::N };
    let mut moves = Moves::listing(most);
    if outcome == Outcome::N {
        for (index, part) in parts.iter_mut().enumerate() {
            if part.cancelled {
                moves.is_partial = true;
                continue;
            }
            let target = match (&total, &part.value) {
                (Some(total), Some(value)) => total ^ value,
                _ => BigUint::zero(),
            };
            let added = part.add_moves(sum, index, &target, &mut moves, budget);
            if moves.stops(added)? {
                break;
            }
        }
        if total.is_none() {
            moves.stops(budget.check().map_err(NoSolution::from))?;
        }
    }
    let mut why: Vec<Text> = Vec::new();
    for reason in parts.iter().filter_map(|p| p.reason.clone()) {
        if !why.contains(&reason) {
            why.push(reason);
        }
    }
    if let Some(total) = &total
        && parts.len() > 1
    {
        let valued = parts.iter().filter(|part| !part.cancelled);
        let rows: Vec<(String, BigUint)> =
            valued.filter_map(|p| Some((p.part.to_string(), p.value.clone()?))).collect();
        let columns = columns(&rows);
        why.push(match outcome {
            Outcome::P => say!("solve.why_sum_p", columns = columns),
            _ => say!("solve.why_sum_n", columns = columns, total = total),
        });
    }
    if outcome == Outcome::N {
        why.extend(stolen::stolen(sum, &moves.listed, budget));
    }
    if moves.undecided > 0 {
        why.push(say!("board.undecided", moves = moves.undecided));
    }
    if moves.stopped.is_some() {
        why.push(say!("solve.stopped"));
    } else if moves.is_partial {
        why.push(say!("solve.partial"));
    }
    let mut method: Vec<Text> = Vec::new();
    for part in parts.iter() {
        if !method.contains(&part.method) {
            method.push(part.method.clone());
        }
    }
    if parts.len() > 1 {
        method.push(say!("solve.method_nim_sum"));
    }
    let mut solution = Solution { outcome, value: total, form: None, moves, right: None, why, method };
    checked::normal(sum, parts, &mut solution, budget)?;
    Ok(solution)
}

/// The sum with one part replaced.
pub(super) fn after_move(sum: &Position, index: usize, parts: Vec<Part>) -> Position {
    let mut all = sum.parts.clone();
    all.splice(index..=index, parts);
    Position { parts: all }
}
