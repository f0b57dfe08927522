//! Cells on which play only takes stones, as parts of sums: their values, their
//! moves, and pieces of them for the search of misère sums.

use super::by_search::{SoFar, Tried};
use super::explain::columns;
use super::moves::Moves;
use super::options::Move;
use super::solve::{NoSolution, after_move};
use super::{Part, Position};
use crate::nimber::Nimber;
use crate::pattern::Cells;
use crate::pattern::taking::{Analysis, Board, LONGEST, StonePosition, Take, Taking, Unsolved};
use crate::play::{Convention, Outcome, Player};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use num_bigint::BigUint;

/// A board for which more positions would have to be remembered is given up:
/// about a minute.
const EFFORT: usize = 1 << 21;

/// So many more may be, once it is known who wins, for the value, and again for the
/// moves that win: seconds.
const MORE: usize = 1 << 16;

/// A board with what is known of its value.
pub(super) struct Valued {
    /// `None` if the board is alone, won, and its value was given up.
    pub(super) value: Option<BigUint>,
    pub(super) reason: Option<Text>,
    /// `None` if there are too many stones for a search.
    pub(super) analysis: Option<Analysis>,
    /// The moves that win by symmetry.
    pub(super) winning: Vec<Take>,
}

/// Whether symmetry says who wins on a board, whatever its size.
pub(super) fn is_answered(position: &StonePosition) -> bool {
    position.is_paired() || !position.pairing_moves().is_empty()
}

/// Finds the value of a board. `alone` if it is the whole sum: then its outcome
/// is an answer too.
pub(super) fn valued(
    cells: &Cells,
    position: &StonePosition,
    alone: bool,
    budget: &Budget,
) -> Result<Valued, NoSolution> {
    let refused = |reason| NoSolution::board(cells, reason);
    let analysis = position.analysis().map(|analysis| analysis.with_effort(EFFORT));
    let part = || Part::Cells(cells.clone()).to_string();
    if position.is_paired() && !position.moves().map_err(refused)?.is_empty() {
        let reason = Some(say!("board.why_paired", part = part()));
        return Ok(Valued { value: Some(BigUint::ZERO), reason, analysis: analysis.ok(), winning: vec![] });
    }
    let winning = if alone { position.pairing_moves() } else { vec![] };
    let mut analysis = match analysis {
        Ok(analysis) => analysis,
        Err(Unsolved::Stones(_)) if !winning.is_empty() => {
            let reason = Some(say!("board.why_pairing_move", part = part()));
            return Ok(Valued { value: None, reason, analysis: None, winning });
        }
        Err(reason) => return Err(refused(reason)),
    };
    let is_zero = match alone && winning.is_empty() {
        true => analysis.is(Nimber::ZERO, budget),
        false => Ok(false),
    };
    if let Err(Unsolved::Stopped(stopped)) = is_zero {
        return Err(so_far(cells, position, &mut analysis, stopped));
    }
    if is_zero.map_err(refused)? {
        let reason = match position.moves().map_err(refused)?.is_empty() {
            true => say!("solve.why_no_move", part = part()),
            false => say!("board.why_p", part = part()),
        };
        return Ok(Valued { value: Some(BigUint::ZERO), reason: Some(reason), analysis: Some(analysis), winning });
    }
    if alone {
        analysis.allow(MORE);
    }
    let values = analysis.values(budget);
    if alone {
        analysis.allow(MORE);
    }
    match values {
        Ok(values) => Ok(Valued {
            value: Some(values.iter().map(|(_, value)| *value).sum::<Nimber>().0.into()),
            reason: groups_reason(cells, position, &values),
            analysis: Some(analysis),
            winning,
        }),
        // Not 0, so that the first player wins: that is an answer too.
        Err(Unsolved::Effort(_) | Unsolved::Stopped(_)) if alone => {
            let reason = (!winning.is_empty()).then(|| say!("board.why_pairing_move", part = part()));
            Ok(Valued { value: None, reason, analysis: Some(analysis), winning })
        }
        Err(reason) => Err(refused(reason)),
    }
}

/// What is known of the moves on a board when its search was stopped.
fn so_far(cells: &Cells, position: &StonePosition, analysis: &mut Analysis, stopped: Stopped) -> NoSolution {
    let sum = Position { parts: vec![Part::Cells(cells.clone())] };
    let mut moves = vec![];
    for take in position.moves().unwrap_or_default() {
        let wins = analysis.is_known_zero_without(&take);
        let choice = Move::new(Player::Left, &sum, 0, vec![after_take(cells, position, &take)]);
        moves.push(Tried { choice, wins, worth: None });
    }
    let wins = moves.iter().any(|tried| tried.wins == Some(true)).then_some(true);
    NoSolution::SoFar(Box::new(SoFar {
        first: [wins; 2],
        moves: [moves.clone(), moves],
        complete: [true; 2],
        between: [None, None],
        looked_at: analysis.remembered() as u64,
        impartial: true,
        known_to: None,
        values: vec![],
        stopped,
    }))
}

/// The groups of a board that falls apart, added as nimbers.
fn groups_reason(cells: &Cells, position: &StonePosition, values: &[(Board, Nimber)]) -> Option<Text> {
    if values.len() < 2 {
        return None;
    }
    let rows: Vec<(String, BigUint)> =
        values.iter().map(|(board, value)| (position.rule().text(board), value.0.into())).collect();
    let part = Part::Cells(cells.clone()).to_string();
    Some(say!("board.why_groups", part = part, columns = columns(&rows)))
}

/// Adds the moves on this board to positions of value `target`, of which `known` are
/// some.
pub(super) fn add_moves(
    (cells, analysis): (&Cells, &mut Analysis),
    (sum, index): (&Position, usize),
    (target, known): (&BigUint, &[Take]),
    moves: &mut Moves,
    budget: &Budget,
) -> Result<(), NoSolution> {
    // No value on a board exceeds 64, so no move leads to such a target.
    let Ok(target) = u32::try_from(target) else { return Ok(()) };
    let found = match analysis.moves_to(Nimber(target), budget) {
        Ok(found) => found,
        Err(reason) => {
            add_winning(cells, (sum, index), known, moves);
            return Err(NoSolution::board(cells, reason));
        }
    };
    let more: Vec<Take> = known.iter().filter(|take| !found.takes.contains(take)).cloned().collect();
    debug_assert!(more.len() <= found.undecided, "a move that wins by symmetry was found to lose");
    moves.undecided += found.undecided.saturating_sub(more.len());
    add_winning(cells, (sum, index), &[found.takes, more].concat(), moves);
    Ok(())
}

/// Adds these moves, which win.
pub(super) fn add_winning(cells: &Cells, (sum, index): (&Position, usize), winning: &[Take], moves: &mut Moves) {
    let Some(stones) = cells.stones() else { return };
    for take in winning {
        moves.push(after_move(sum, index, vec![after_take(cells, &stones, take)]));
    }
}

/// The part that is left of a board.
fn after_take(cells: &Cells, stones: &StonePosition, take: &Take) -> Part {
    Part::Cells(cells.with_stones(&stones.board().without(take)))
}

/// A misère sum of boards of one game that falls apart is one board: the parts
/// below each other, with a free row between them. `None` for other sums.
pub(super) fn misere_board(sum: &Position) -> Option<StonePosition> {
    let positions: Vec<StonePosition> = sum
        .parts
        .iter()
        .map(|part| match part {
            Part::Cells(cells) => cells.stones(),
            Part::Heap { .. } | Part::Worth(_) | Part::Compound(_) => None,
        })
        .collect::<Option<_>>()?;
    let [first, others @ ..] = positions.as_slice() else { return None };
    if others.is_empty() {
        return Some(first.clone());
    }
    let same = sum.parts.windows(2).all(|pair| pair[0].same_game(&pair[1]));
    // Strips have one row, and so do their sums.
    if !same || !first.rule().falls_apart() || !first.rule().has_all_images() {
        return None;
    }
    let mut rows: Vec<Vec<bool>> = Vec::new();
    for board in positions.iter().map(|position| position.board()) {
        rows.extend((0..board.height()).map(|r| (0..board.width()).map(|c| board.has(r, c)).collect()));
        rows.push(Vec::new());
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let whole = Board::new(rows.len(), width, |r, c| rows[r].get(c).copied().unwrap_or(false))?;
    // The rules were derived for the boards of the parts.
    let Some(Part::Cells(cells)) = sum.parts.first() else { return None };
    let rule = Taking::of(cells.label(), cells.game(), whole.height().max(whole.width()).min(LONGEST))?;
    Some(StonePosition::new(&rule, whole))
}

/// Who wins a misère sum that is one board, and the winning moves.
pub(super) fn misere(
    sum: &Position,
    whole: &StonePosition,
    most: usize,
    budget: &Budget,
) -> Result<(Outcome, Moves), NoSolution> {
    let refused = |reason| NoSolution::sum_of_boards(sum, reason);
    let outcome = whole.outcome(Convention::Misere, budget).map_err(refused)?;
    let mut moves = Moves::listing(most);
    if outcome == Outcome::N {
        let winning = match whole.winning_moves(Convention::Misere, budget).map_err(refused) {
            Ok(winning) => winning,
            Err(reason) => {
                moves.stops::<()>(Err(reason))?;
                return Ok((outcome, moves));
            }
        };
        let mut top = 0;
        for (index, part) in sum.parts.iter().enumerate() {
            let Part::Cells(cells) = part else { continue };
            let Some(position) = cells.stones() else { continue };
            let below = top + position.board().height();
            for take in winning.iter().filter(|take| take.iter().all(|(row, _)| (top..below).contains(row))) {
                let take: Take = take.iter().map(|(row, column)| (row - top, *column)).collect();
                moves.push(after_move(sum, index, vec![after_take(cells, &position, &take)]));
            }
            top = below + 1;
        }
    }
    Ok((outcome, moves))
}

/// The pieces of a board that can still be moved, each as words: for games that
/// fall apart the groups, up to symmetry.
pub(super) fn pieces(position: &StonePosition) -> Result<Vec<Vec<u64>>, Unsolved> {
    let rule = position.rule();
    let boards: Vec<Board> = match (rule.falls_apart(), rule.has_all_images()) {
        (true, true) => position.board().groups().iter().map(|group| Board::around(group).1.representative()).collect(),
        (true, false) => position.board().groups().iter().map(|group| Board::around(group).1).collect(),
        _ => vec![position.board().clone()],
    };
    let mut pieces = Vec::new();
    for board in boards {
        let words = words(&board);
        if !StonePosition::new(rule, board).moves()?.is_empty() {
            pieces.push(words);
        }
    }
    Ok(pieces)
}

/// What the moves leave of a piece, in pieces.
pub(super) fn options(rule: &StonePosition, piece: &[u64]) -> Result<Vec<Vec<Vec<u64>>>, Unsolved> {
    let position = StonePosition::new(rule.rule(), from_words(piece));
    let left = |take: &Take| StonePosition::new(rule.rule(), position.board().without(take));
    position.moves()?.iter().map(|take| pieces(&left(take))).collect()
}

/// The position that a piece of the game of `like` stands for.
pub(super) fn of_piece(like: &Cells, piece: &[u64]) -> Cells {
    like.on_board(&from_words(piece))
}

/// A board in words: its height, its width, and a bit for each square.
fn words(board: &Board) -> Vec<u64> {
    let (height, width) = (board.height(), board.width());
    let mut words = vec![0; 2 + (height * width).div_ceil(64)];
    (words[0], words[1]) = (height as u64, width as u64);
    for (row, column) in board.stones() {
        let square = row * width + column;
        words[2 + square / 64] |= 1 << (square % 64);
    }
    words
}

fn from_words(words: &[u64]) -> Board {
    let (height, width) = (words[0] as usize, words[1] as usize);
    let has = |row: usize, column: usize| {
        let square = row * width + column;
        words[2 + square / 64] >> (square % 64) & 1 == 1
    };
    Board::new(height, width, has).expect("the words of a board")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hold_a_board() {
        for text in ["", "#", "3x4", "#.#/.#.", "young(9,8,8,8,8,8,8,8,7,1)"] {
            let board: Board = text.parse().unwrap();
            assert_eq!(from_words(&words(&board)), board);
        }
    }
}
