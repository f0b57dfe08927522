//! All moves of a position at once, each with what is known of where it leads.

use super::checked;
use super::compound;
use super::misere::misere;
use super::options::{Move, Options};
use super::partizan;
use super::proved;
use super::smaller;
use super::solve::{NoSolution, Solution, compound_instead, fitting, normal};
use super::stones;
use super::valued::{Valued, cheap, nimber, small, valued_parts};
use super::winners::Winners;
use super::{Part, Position};
use crate::heap::table::GrundyTable;
use crate::pattern::taking::{StonePosition, Take, Unsolved};
use crate::play::{Convention, Outcome, Player};
use crate::search::Memory;
use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;
use num_traits::Zero;
use std::collections::HashSet;

/// Values after a move are read from a table where it takes no more than this.
const CHEAP_TABLE: u128 = 8 << 20;

/// Positions that may be remembered for the values of a board after its moves,
/// besides those that were met on the way to the solution.
const EFFORT: usize = 1 << 15;

/// A move with what is known of where it leads.
#[derive(Clone, Debug)]
pub struct Known {
    /// The move.
    pub choice: Move,
    /// Who wins then: P if the move wins.
    pub outcome: Option<Outcome>,
    /// The Grundy value then, under normal play.
    pub value: Option<BigUint>,
    /// Whether the player who makes it wins.
    pub wins: Option<bool>,
    /// The canonical form then, where the players have different moves.
    pub form: Option<String>,
}

/// A position, solved, and its moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Survey {
    /// Who wins, and why.
    pub solution: Solution,
    /// The moves, or the first of them and those that win.
    pub moves: Vec<Known>,
    /// Whether these are all.
    pub complete: bool,
    /// Why not more is known of them, if the budget ended; who wins is certain.
    pub stopped: Option<Stopped>,
}

/// Solves a position and looks at its moves, at most `most` and those that win. Once
/// it is known who wins, the end of the budget costs what is known of the moves, and
/// [`stopped`](Survey::stopped) says so.
///
/// ```
/// use miyama_budget::{Budget, Stopped};
/// use miyama::game::Games;
/// use miyama::play::{Convention, Outcome};
/// use miyama::sum::{parse_position, survey};
/// let sum = parse_position("nim:1,3", &Games::built_in()).unwrap();
/// let survey = survey(&sum, Convention::Normal, 100, &Budget::unlimited()).unwrap();
/// let values: Vec<u32> = survey.moves.iter().map(|m| u32::try_from(m.value.as_ref().unwrap()).unwrap()).collect();
/// assert_eq!(values, [3, 3, 0, 1]);
/// assert_eq!(survey.moves[2].outcome, Some(Outcome::P));
/// ```
///
/// # Errors
/// [`NoSolution`] says why the position was not solved.
pub fn survey(sum: &Position, convention: Convention, most: usize, budget: &Budget) -> Result<Survey, NoSolution> {
    survey_of(sum, Player::Left, convention, most, budget)
}

/// The same for the moves of one player, where the players have different ones.
///
/// # Errors
/// [`NoSolution`] says why the position was not solved.
pub fn survey_of(
    sum: &Position,
    turn: Player,
    convention: Convention,
    most: usize,
    budget: &Budget,
) -> Result<Survey, NoSolution> {
    survey_on(sum, turn, convention, most, &Memory::new(budget), budget)
}

/// The same with what earlier searches have found out.
///
/// # Errors
/// [`NoSolution`] says why the position was not solved.
pub(crate) fn survey_on(
    sum: &Position,
    turn: Player,
    convention: Convention,
    most: usize,
    memory: &Memory,
    budget: &Budget,
) -> Result<Survey, NoSolution> {
    let most = fitting(most, sum);
    if let Some(won) = Winners::of(sum, convention, budget)? {
        return Ok(won.survey(turn, None, most));
    }
    if !sum.is_impartial() {
        return partizan::survey(sum, turn, convention, most, memory, budget);
    }
    let whole = |budget: &Budget, try_| impartial(sum, turn, convention, most, try_, budget);
    smaller::so_far(sum, convention, budget, whole, |survey| survey.stopped)
}

/// The survey of a position in which both players have the same moves.
fn impartial(
    sum: &Position,
    turn: Player,
    convention: Convention,
    most: usize,
    try_: smaller::Try,
    budget: &Budget,
) -> Result<Survey, NoSolution> {
    for part in &sum.parts {
        // A board that is too large for a search is played by symmetry alone, if it can be.
        if let Part::Cells(cells) = part
            && let Some(position) = cells.stones()
            && let Err(reason) = position.analysis()
            && !(sum.parts.len() == 1 && convention == Convention::Normal && stones::is_answered(&position))
        {
            return Err(NoSolution::board(cells, reason));
        }
    }
    let Options { listed, complete } = sum.options(most, budget)?;
    let mut parts = Vec::new();
    let solution = match proved::instead_of_a_table(sum, convention, most, try_, budget)? {
        Some(solution) => solution,
        None => {
            try_.without_theorem()?;
            let solved = match convention {
                Convention::Normal => valued_parts(sum, budget).and_then(|valued| {
                    parts = valued;
                    normal(sum, &mut parts, most, budget)
                }),
                Convention::Misere => misere(sum, most, budget).and_then(|mut solution| {
                    checked::misere(sum, &mut solution)?;
                    Ok(solution)
                }),
            };
            let solved = solved.or_else(|reason| proved::after(reason, sum, convention, most, budget));
            compound_instead(sum, convention, solved, most, budget)?
        }
    };
    let mut stopped = solution.moves.stopped;
    // Parts on cells share an engine behind a lock; equality and hash do not look at it.
    #[allow(clippy::mutable_key_type)]
    let winning: HashSet<&Position> = solution.moves.listed.iter().collect();
    let all_winning = solution.moves.undecided == 0
        && !solution.moves.is_partial
        && solution.moves.count == BigUint::from(solution.moves.listed.len());
    let mut moves = Vec::with_capacity(listed.len());
    #[allow(clippy::mutable_key_type)]
    let mut seen = HashSet::new();
    let rest = if complete { &[][..] } else { &solution.moves.listed[..] };
    let unlisted = rest.iter().filter_map(|after| Move::between(turn, sum, after));
    for choice in listed.into_iter().chain(unlisted) {
        if !seen.insert((choice.part, choice.after.clone())) {
            continue;
        }
        let value = match stopped {
            Some(_) => None,
            None => {
                match budget.check().map_err(NoSolution::from).and_then(|()| value_after(&mut parts, &choice, budget)) {
                    Err(NoSolution::Stopped(reason)) => {
                        stopped = Some(reason);
                        None
                    }
                    value => value?,
                }
            }
        };
        let outcome = match &value {
            Some(value) => Some(if value.is_zero() { Outcome::P } else { Outcome::N }),
            None if winning.contains(&choice.after) => Some(Outcome::P),
            None if all_winning => Some(Outcome::N),
            None => None,
        };
        moves.push(Known { choice, wins: outcome.map(|outcome| outcome == Outcome::P), outcome, value, form: None });
    }
    checked::survey(sum, convention, &solution, &moves, complete)?;
    Ok(Survey { solution, moves, complete, stopped })
}

/// The value of the sum after a move, where it can be had without much work.
fn value_after(parts: &mut [Valued<'_>], choice: &Move, budget: &Budget) -> Result<Option<BigUint>, NoSolution> {
    let others = parts.iter().enumerate().filter(|(index, _)| *index != choice.part);
    let others = others.map(|(_, part)| part.value.as_ref()).try_fold(BigUint::zero(), |sum, v| Some(sum ^ v?));
    let (Some(others), Some(part)) = (others, parts.get_mut(choice.part)) else { return Ok(None) };
    if part.cancelled {
        return Ok(None);
    }
    let mut value = others;
    for left in &choice.left {
        match part.value_of(left, budget)? {
            Some(of_piece) => value ^= of_piece,
            None => return Ok(None),
        }
    }
    Ok(Some(value))
}

impl Valued<'_> {
    /// The value of something that a move leaves of this part.
    pub(super) fn value_of(&mut self, left: &Part, budget: &Budget) -> Result<Option<BigUint>, NoSolution> {
        let (game, heaps) = match left {
            Part::Heap { game, heaps } => (game, heaps),
            Part::Cells(cells) => {
                return match cells.stones() {
                    Some(left) => self.value_of_stones(&left, budget),
                    // What is beyond reach for the whole is not asked for every move.
                    None if self.asked.is_some() => Ok(None),
                    None => Ok(Some(nimber(cells, budget)?)),
                };
            }
            Part::Worth(worth) => return Ok(worth.nimber().map(BigUint::from)),
            Part::Compound(compound) => {
                let Some(known) = &mut self.followed else { return Ok(None) };
                return Ok(Some(compound::nimber(compound, known, budget)?.0.into()));
            }
        };
        if let Some(value) = game.theorem.as_ref().and_then(|theorem| theorem.value(heaps)) {
            return Ok(Some(value));
        }
        if let (Some(heap), [size]) = (&self.heap, heaps.as_slice()) {
            return Ok(heap.value_of(size));
        }
        if self.values.is_none() && self.table.is_none() {
            self.values = self.cheap_table(budget)?;
        }
        let table = self.table.as_ref().or(self.values.as_ref());
        let value = table.and_then(|table| table.value(&small(heaps)?));
        Ok(value.map(|value| BigUint::from(value.0)))
    }

    /// The table of a part whose value a theorem gave.
    fn cheap_table(&self, budget: &Budget) -> Result<Option<GrundyTable>, NoSolution> {
        let Part::Heap { game, heaps } = self.part else { return Ok(None) };
        Ok(match cheap(game, heaps, CHEAP_TABLE).map(|heaps| GrundyTable::new(&game.ruleset, &heaps, budget)) {
            Some(table) => {
                budget.check()?;
                table.ok()
            }
            None => None,
        })
    }

    fn value_of_stones(&mut self, left: &StonePosition, budget: &Budget) -> Result<Option<BigUint>, NoSolution> {
        let (Part::Cells(cells), Some(analysis)) = (self.part, &mut self.board) else { return Ok(None) };
        let Some(position) = cells.stones() else { return Ok(None) };
        let taken: Take = position.board().stones().filter(|&(row, column)| !left.board().has(row, column)).collect();
        let most = *self.effort.get_or_insert_with(|| analysis.remembered() + EFFORT);
        let effort = most.saturating_sub(analysis.remembered());
        match analysis.value_without(&taken, effort, budget) {
            Ok(value) => Ok(Some(value.0.into())),
            Err(Unsolved::Stopped(stopped)) => Err(stopped.into()),
            Err(Unsolved::Effort(_) | Unsolved::Stones(_)) => Ok(None),
        }
    }
}
