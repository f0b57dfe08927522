//! A board under a rule: its outcome, its value, and the moves that win.

use super::misere::MisereSolver;
use super::rule::Rule;
use super::shape::Board;
use super::solver::Solver;
use crate::budget::{Budget, Stopped};
use crate::nimber::Nimber;
use crate::play::{Convention, Outcome};
use crate::text::{Text, say};

/// The squares whose stones a move takes, row by row.
pub type Take = Vec<(usize, usize)>;

/// A board under a rule.
///
/// ```
/// use miyama::board::{Position, rule};
/// use miyama::budget::Budget;
/// use miyama::play::{Convention, Outcome};
/// let position = Position::new(rule("2d-nim").unwrap(), "##/##".parse().unwrap());
/// let budget = Budget::unlimited();
/// assert_eq!(position.outcome(Convention::Normal, &budget).unwrap(), Outcome::P);
/// assert_eq!(position.outcome(Convention::Misere, &budget).unwrap(), Outcome::P);
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    rule: &'static dyn Rule,
    board: Board,
}

/// Why a position was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The budget said stop.
    Stopped(Stopped),
    /// More stones hang together than a solver can number.
    Stones(usize),
}

/// A part of a board that is a game of its own, with its solver.
struct Part {
    /// Row and column of the board at which the board of the part begins.
    corner: (usize, usize),
    board: Board,
    solver: Solver,
}

impl Position {
    /// This board under this rule.
    #[must_use]
    pub fn new(rule: &'static dyn Rule, board: Board) -> Position {
        Position { rule, board }
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> &'static dyn Rule {
        self.rule
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The Grundy value.
    ///
    /// # Errors
    /// When the budget says stop, or too many stones hang together.
    pub fn value(&self, budget: &Budget) -> Result<Nimber, Refused> {
        Ok(values(&mut self.parts()?, budget)?.into_iter().sum())
    }

    /// Who wins.
    ///
    /// # Errors
    /// When the budget says stop, or too many stones hang together.
    pub fn outcome(&self, convention: Convention, budget: &Budget) -> Result<Outcome, Refused> {
        let lost = match convention {
            Convention::Misere => {
                let (mut solver, stones) = self.misere()?;
                !solver.wins(stones, budget)?
            }
            Convention::Normal => {
                let mut parts = self.parts()?;
                parts.sort_by_key(|part| part.board.count());
                match parts.split_last_mut() {
                    None => true,
                    Some((largest, others)) => {
                        let target = values(others, budget)?.into_iter().sum();
                        largest.solver.is(&largest.board, target, budget)?
                    }
                }
            }
        };
        Ok(if lost { Outcome::P } else { Outcome::N })
    }

    /// All moves.
    ///
    /// # Errors
    /// When too many stones hang together.
    pub fn moves(&self) -> Result<Vec<Take>, Refused> {
        let parts = self.parts()?;
        Ok(in_order(parts.iter().flat_map(|part| part.solver.takes(&part.board).into_iter().map(|t| part.placed(t)))))
    }

    /// The moves to positions of Grundy value `target`.
    ///
    /// # Errors
    /// When the budget says stop, or too many stones hang together.
    pub fn moves_to(&self, target: Nimber, budget: &Budget) -> Result<Vec<Take>, Refused> {
        let mut parts = self.parts()?;
        let values = values(&mut parts, budget)?;
        let all: Nimber = values.iter().copied().sum();
        let mut found = Vec::new();
        for (part, value) in parts.iter_mut().zip(values) {
            for take in part.solver.takes(&part.board) {
                let rest = part.board.without(&take);
                if part.solver.is(&rest, target + all + value, budget)? {
                    found.push(part.placed(take));
                }
            }
        }
        Ok(in_order(found))
    }

    /// The moves that win.
    ///
    /// # Errors
    /// When the budget says stop, or too many stones hang together.
    pub fn winning_moves(&self, convention: Convention, budget: &Budget) -> Result<Vec<Take>, Refused> {
        if convention == Convention::Normal {
            return self.moves_to(Nimber::ZERO, budget);
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
    fn parts(&self) -> Result<Vec<Part>, Refused> {
        let part = |corner: (usize, usize), board: Board| {
            let solver = Solver::new(self.rule, &board).ok_or(Refused::Stones(board.count()))?;
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

    fn misere(&self) -> Result<(MisereSolver, u64), Refused> {
        let refused = Refused::Stones(self.board.count());
        let solver = MisereSolver::new(self.rule, &self.board).ok_or(refused)?;
        let stones = solver.frame.layout.set(&self.board).ok_or(refused)?;
        Ok((solver, stones))
    }
}

fn values(parts: &mut [Part], budget: &Budget) -> Result<Vec<Nimber>, Stopped> {
    parts.iter_mut().map(|part| part.solver.value(&part.board, budget)).collect()
}

/// Sorted by the first square that they take, then by how many.
fn in_order(takes: impl IntoIterator<Item = Take>) -> Vec<Take> {
    let mut takes: Vec<Take> = takes.into_iter().collect();
    takes.sort_unstable_by(|a, b| (a.first(), a.len(), a).cmp(&(b.first(), b.len(), b)));
    takes
}

impl Part {
    /// Squares of the part as squares of the whole board.
    fn placed(&self, squares: Take) -> Take {
        squares.into_iter().map(|(row, column)| (row + self.corner.0, column + self.corner.1)).collect()
    }
}

impl Refused {
    /// The reason, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Refused::Stopped(stopped) => stopped.text(),
            Refused::Stones(stones) => say!("board.too_many_stones", stones = *stones),
        }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Refused {}

impl From<Stopped> for Refused {
    fn from(stopped: Stopped) -> Refused {
        Refused::Stopped(stopped)
    }
}
