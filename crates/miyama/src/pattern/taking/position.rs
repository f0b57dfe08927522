//! A board under a rule: its outcome, its value, and the moves that win.

use super::misere::MisereSolver;
use super::rule::Taking;
use super::shape::Board;
use super::solver::Solver;
use crate::nimber::Nimber;
use crate::play::{Convention, Outcome};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use std::sync::Arc;

/// The squares whose stones a move takes, row by row.
pub type Take = Vec<(usize, usize)>;

/// A board under a rule.
///
/// ```
/// use miyama::pattern::taking::{StonePosition, built_in};
/// use miyama_budget::Budget;
/// use miyama::play::{Convention, Outcome};
/// let position = StonePosition::new(&built_in("2d-nim").unwrap(), "##/##".parse().unwrap());
/// let budget = Budget::unlimited();
/// assert_eq!(position.outcome(Convention::Normal, &budget).unwrap(), Outcome::P);
/// assert_eq!(position.outcome(Convention::Misere, &budget).unwrap(), Outcome::P);
/// ```
#[derive(Clone, Debug)]
pub struct StonePosition {
    rule: Arc<Taking>,
    board: Board,
}

/// Why a position was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolved {
    /// The budget said stop.
    Stopped(Stopped),
    /// More stones hang together than a solver can number.
    Stones(usize),
    /// More than so many positions would have to be remembered.
    Effort(usize),
}

/// A position that is being solved, part by part.
#[derive(Debug)]
pub struct Analysis {
    parts: Vec<Part>,
}

/// The moves to positions of some value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Those that are known to.
    pub takes: Vec<Take>,
    /// How many other moves may lead there, but were given up.
    pub undecided: usize,
}

/// A part of a board that is a game of its own, with its solver.
#[derive(Debug)]
struct Part {
    /// Row and column of the board at which the board of the part begins.
    corner: (usize, usize),
    board: Board,
    solver: Solver,
}

impl StonePosition {
    /// This board under this rule.
    #[must_use]
    pub fn new(rule: &Arc<Taking>, board: Board) -> StonePosition {
        StonePosition { rule: rule.clone(), board }
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> &Arc<Taking> {
        &self.rule
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Prepares to solve it under normal play, part by part.
    ///
    /// # Errors
    /// When too many stones hang together.
    pub fn analysis(&self) -> Result<Analysis, Unsolved> {
        Ok(Analysis { parts: self.parts()? })
    }

    /// The Grundy value.
    ///
    /// # Errors
    /// When the budget says stop, or too many stones hang together.
    pub fn value(&self, budget: &Budget) -> Result<Nimber, Unsolved> {
        self.analysis()?.value(budget)
    }

    /// Who wins.
    ///
    /// # Errors
    /// When the budget says stop, or too many stones hang together.
    pub fn outcome(&self, convention: Convention, budget: &Budget) -> Result<Outcome, Unsolved> {
        let lost = match convention {
            Convention::Normal => self.analysis()?.is(Nimber::ZERO, budget)?,
            Convention::Misere => {
                let (mut solver, stones) = self.misere()?;
                !solver.wins(stones, budget)?
            }
        };
        Ok(if lost { Outcome::P } else { Outcome::N })
    }

    /// All moves.
    ///
    /// # Errors
    /// When too many stones hang together.
    pub fn moves(&self) -> Result<Vec<Take>, Unsolved> {
        if !self.has_known_moves() {
            return Err(Unsolved::Stones(self.board.count()));
        }
        Ok(in_order(self.rule.takes(&self.board)))
    }

    /// Whether no row or column of stones is longer than those that the rule was derived for.
    pub(super) fn has_known_moves(&self) -> bool {
        let fits = |board: &Board| board.height().max(board.width()) <= self.rule.longest();
        match self.rule.falls_apart() {
            true => self.board.groups().iter().all(|group| fits(&Board::around(group).1)),
            false => fits(&self.board),
        }
    }

    /// The moves that win.
    ///
    /// # Errors
    /// When the budget says stop, or too many stones hang together.
    pub fn winning_moves(&self, convention: Convention, budget: &Budget) -> Result<Vec<Take>, Unsolved> {
        if convention == Convention::Normal {
            return Ok(self.analysis()?.moves_to(Nimber::ZERO, budget)?.takes);
        }
        let (mut solver, stones) = self.misere()?;
        let mut found = Vec::new();
        for take in self.moves()? {
            let rest = take.iter().fold(stones, |set, &(row, column)| set & !solver.frame.layout.bit(row, column));
            if !solver.wins(rest, budget)? {
                found.push(take);
            }
        }
        Ok(found)
    }

    /// The parts, each on a board of its own that is no larger than it must be.
    fn parts(&self) -> Result<Vec<Part>, Unsolved> {
        let part = |corner: (usize, usize), board: Board| {
            let solver = Solver::new(&self.rule, &board).ok_or(Unsolved::Stones(board.count()))?;
            Ok(Part { corner, board, solver })
        };
        if !self.rule.falls_apart() {
            return Ok(vec![part((0, 0), self.board.clone())?]);
        }
        self.board
            .groups()
            .iter()
            .map(|group| Board::around(group))
            .map(|(corner, board)| part(corner, board))
            .collect()
    }

    fn misere(&self) -> Result<(MisereSolver, u64), Unsolved> {
        let refused = Unsolved::Stones(self.board.count());
        let solver = MisereSolver::new(&self.rule, &self.board).ok_or(refused)?;
        let stones = solver.frame.layout.set(&self.board).ok_or(refused)?;
        Ok((solver, stones))
    }
}

impl Analysis {
    /// Gives up every question that needs more than so many positions of one
    /// part remembered.
    #[must_use]
    pub fn with_effort(mut self, positions: usize) -> Analysis {
        for part in &mut self.parts {
            part.solver.limit_effort(positions);
        }
        self
    }

    /// From here on gives up every question that needs more than so many positions of one
    /// part remembered besides those that already are.
    pub fn allow(&mut self, positions: usize) {
        for part in &mut self.parts {
            part.solver.limit_effort(part.solver.remembered().saturating_add(positions));
        }
    }

    /// The Grundy value.
    ///
    /// # Errors
    /// When the budget says stop, or the effort is over.
    pub fn value(&mut self, budget: &Budget) -> Result<Nimber, Unsolved> {
        Ok(self.values(budget)?.into_iter().map(|(_, value)| value).sum())
    }

    /// The parts, each with its Grundy value.
    ///
    /// # Errors
    /// When the budget says stop, or the effort is over.
    pub fn values(&mut self, budget: &Budget) -> Result<Vec<(Board, Nimber)>, Unsolved> {
        self.parts.iter_mut().map(|part| Ok((part.board.clone(), part.value(budget)?))).collect()
    }

    /// How many positions are remembered, in all parts.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.parts.iter().map(|part| part.solver.remembered()).sum()
    }

    /// The Grundy value without the stones on these squares, if it takes no
    /// more than so many positions of each part to be remembered besides those
    /// that already are.
    ///
    /// # Errors
    /// When the budget says stop, or the effort is over.
    pub(crate) fn value_without(&mut self, taken: &Take, effort: usize, budget: &Budget) -> Result<Nimber, Unsolved> {
        let mut sum = Nimber::ZERO;
        for part in &mut self.parts {
            let (top, left) = part.corner;
            let own: Take = taken
                .iter()
                .filter_map(|&(row, column)| Some((row.checked_sub(top)?, column.checked_sub(left)?)))
                .collect();
            part.solver.limit_effort(part.solver.remembered().saturating_add(effort));
            sum += part.solver.value(&part.board.without(&own), budget)?;
        }
        Ok(sum)
    }

    /// Whether the value of what is left of a board of one part is 0, as far as that was found out.
    pub(crate) fn is_known_zero_without(&mut self, taken: &Take) -> Option<bool> {
        let [part] = self.parts.as_mut_slice() else { return None };
        let (top, left) = part.corner;
        let own: Take = taken
            .iter()
            .filter_map(|&(row, column)| Some((row.checked_sub(top)?, column.checked_sub(left)?)))
            .collect();
        part.solver.limit_effort(part.solver.remembered());
        part.solver.is(&part.board.without(&own), Nimber::ZERO, &Budget::unlimited()).ok()
    }

    /// Is the Grundy value `n`? Quicker than [`Analysis::value`], above all for 0.
    ///
    /// # Errors
    /// When the budget says stop, or the effort is over.
    pub fn is(&mut self, n: Nimber, budget: &Budget) -> Result<bool, Unsolved> {
        // Two equal parts cancel. A rule with several parts is one for which
        // boards with one representative are equal.
        self.parts.sort_by_cached_key(|part| (part.board.count(), part.board.representative()));
        let mut left: Vec<&mut Part> = Vec::new();
        for part in &mut self.parts {
            if left.last().is_some_and(|last| last.board.representative() == part.board.representative()) {
                left.pop();
            } else {
                left.push(part);
            }
        }
        let Some((largest, others)) = left.split_last_mut() else { return Ok(n == Nimber::ZERO) };
        let others: Nimber = others.iter_mut().map(|part| part.value(budget)).sum::<Result<_, _>>()?;
        largest.solver.is(&largest.board, n + others, budget)
    }

    /// The moves to positions of Grundy value `target`.
    ///
    /// # Errors
    /// When the budget says stop.
    pub fn moves_to(&mut self, target: Nimber, budget: &Budget) -> Result<Moves, Unsolved> {
        // No option has the value of the position itself.
        if given_up(self.is(target, budget))? == Some(true) {
            return Ok(Moves::default());
        }
        let values: Vec<Option<Nimber>> =
            self.parts.iter_mut().map(|part| given_up(part.value(budget))).collect::<Result<_, _>>()?;
        let (mut found, mut undecided) = (Vec::new(), 0);
        for (i, part) in self.parts.iter_mut().enumerate() {
            let others = values.iter().enumerate().filter(|(j, _)| *j != i);
            let others = others.map(|(_, value)| *value).sum::<Option<Nimber>>();
            for take in part.solver.takes(&part.board) {
                let rest = part.board.without(&take);
                let reaches = match others {
                    Some(others) => given_up(part.solver.is(&rest, target + others, budget))?,
                    None => None,
                };
                match reaches {
                    Some(true) => found.push(part.placed(take)),
                    Some(false) => {}
                    None => undecided += 1,
                }
            }
        }
        Ok(Moves { takes: in_order(found), undecided })
    }
}

/// `None` if the effort was over.
fn given_up<T>(answer: Result<T, Unsolved>) -> Result<Option<T>, Unsolved> {
    match answer {
        Err(Unsolved::Effort(_)) => Ok(None),
        other => other.map(Some),
    }
}

/// Sorted by the first square that they take, then by how many.
pub(super) fn in_order(takes: impl IntoIterator<Item = Take>) -> Vec<Take> {
    let mut takes: Vec<Take> = takes.into_iter().collect();
    takes.sort_unstable_by(|a, b| (a.first(), a.len(), a).cmp(&(b.first(), b.len(), b)));
    takes
}

impl Part {
    fn value(&mut self, budget: &Budget) -> Result<Nimber, Unsolved> {
        self.solver.value(&self.board, budget)
    }

    /// Squares of the part as squares of the whole board.
    fn placed(&self, squares: Take) -> Take {
        squares.into_iter().map(|(row, column)| (row + self.corner.0, column + self.corner.1)).collect()
    }
}

impl Unsolved {
    /// The reason, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Unsolved::Stopped(stopped) => stopped.text(),
            Unsolved::Stones(stones) => say!("board.too_many_stones", stones = *stones),
            Unsolved::Effort(positions) => say!("board.effort", positions = *positions),
        }
    }
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Unsolved {}

impl From<Stopped> for Unsolved {
    fn from(stopped: Stopped) -> Unsolved {
        Unsolved::Stopped(stopped)
    }
}
