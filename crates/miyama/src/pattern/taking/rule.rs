//! A game in which play only ever takes stones: what is derived from its text so
//! that a position is a set of stones and a move a mask.

use super::layout::Layout;
use super::nim;
use super::position::Take;
use super::shape::Board;
use crate::pattern::ending::line_cells;
use crate::pattern::game::Game;
use crate::pattern::position::{CellPosition, Ground};
use crate::pattern::rule::{Codes, NearCodes, Put, Rules, Shape};
use crate::pattern::symmetry::symmetries;
use crate::pattern::syntax::NO_CELL;
use std::sync::Arc;

/// A move, as a pattern: whenever all stones of `need` are there and none of
/// `empty`, the stones of `take` may be taken, those that are there.
///
/// `need` and `take` have a square in common, so that each move takes a stone:
/// no play on n stones is longer than n moves, and no value exceeds n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// Stones that must be there.
    pub need: u64,
    /// Squares that must be free.
    pub empty: u64,
    /// Stones that go.
    pub take: u64,
}

impl Pattern {
    /// May this move be made on these stones?
    #[must_use]
    pub fn fits(&self, stones: u64) -> bool {
        self.need & !stones == 0 && self.empty & stones == 0
    }
}

/// A game of stones on a grid or a strip, for boards up to a size.
///
/// One sign of the game is the stone, and every move turns stones into one
/// other thing, which never changes again: a sign, or "no cell".
#[derive(Debug)]
pub struct Taking {
    name: String,
    longest: usize,
    stone: char,
    gone: char,
    placements: Vec<Placement>,
    anywhere: bool,
    images: [bool; 8],
    hangs_together: bool,
    half_turn: bool,
    basic_theorem: bool,
}

/// A move laid on the grid: its cells relative to one of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Placement(Vec<Laid>);

/// A cell of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Laid {
    at: (i32, i32),
    /// May a stone be there? A square without one? No cell at all?
    stone: bool,
    free: bool,
    beyond: bool,
    /// Is the stone taken that is there?
    taken: bool,
}

impl Laid {
    fn needs_stone(&self) -> bool {
        self.stone && !self.free && !self.beyond
    }
}

/// More placements than this, up to place, are left to the engine of all games.
const MOST_PLACEMENTS: usize = 5_000;

impl Taking {
    /// What is derived of a game for boards whose rows and columns have at most
    /// `longest` cells; `None` if its moves do more than take stones.
    #[must_use]
    pub fn of(name: &str, game: &Game, longest: usize) -> Option<Arc<Taking>> {
        let kind = game.definition().kind;
        if kind.is_graph() || !game.is_impartial() {
            return None;
        }
        let rules = Rules::new(game.definition(), game.arguments(), longest);
        let (stone, gone, placements) = placements(&rules, longest)?;
        // Each move takes a stone that it needs.
        if !placements.iter().all(|p| p.0.iter().any(|cell| cell.taken && cell.needs_stone())) {
            return None;
        }
        let anywhere = gone == 0;
        let mut images = [false; 8];
        let same_signs = (0..rules.signs.len()).collect::<Vec<_>>();
        for symmetry in symmetries(&rules, kind).iter().filter(|s| s.signs == same_signs) {
            images[symmetry.image] = true;
        }
        let hangs_together = placements.iter().all(Placement::hangs_together);
        let half_turn = anywhere && images[3] && placements.iter().all(Placement::lets_its_half_turn_be);
        let basic_theorem = anywhere && nim::is_two_dimensional(&placements, longest);
        let gone = match (gone as usize).checked_sub(1) {
            Some(i) => rules.signs[i],
            None => rules.dead.first().copied().unwrap_or(NO_CELL),
        };
        let stone = rules.signs[stone as usize - 1];
        let name = name.to_owned();
        Some(Arc::new(Taking {
            name,
            longest,
            stone,
            gone,
            placements,
            anywhere,
            images,
            hangs_together,
            half_turn,
            basic_theorem,
        }))
    }

    /// How the game is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The most cells that a row or column may have: longer boards may have moves that are
    /// not known here.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The sign of a stone.
    #[must_use]
    pub fn stone(&self) -> char {
        self.stone
    }

    /// The sign that stones become.
    #[must_use]
    pub fn gone(&self) -> char {
        self.gone
    }

    /// A board in the signs of the game.
    #[must_use]
    pub fn text(&self, board: &Board) -> String {
        let sign = |row: usize, column: usize| if board.has(row, column) { self.stone } else { self.gone };
        let rows = (0..board.height()).map(|row| (0..board.width()).map(|column| sign(row, column)).collect());
        rows.collect::<Vec<String>>().join("/")
    }

    /// Are boards that do not hang together along rows and columns independent
    /// games, wherever they lie? Then a board is the sum of its groups.
    #[must_use]
    pub fn falls_apart(&self) -> bool {
        self.anywhere && self.hangs_together
    }

    /// Is a square without a stone the same as none, so that a position may be
    /// moved to another place?
    #[must_use]
    pub(crate) fn is_the_same_anywhere(&self) -> bool {
        self.anywhere
    }

    /// Do all eight images of a board have the same value?
    #[must_use]
    pub fn has_all_images(&self) -> bool {
        self.anywhere && self.images.iter().all(|image| *image)
    }

    /// Does the "basic theorem" of two-dimensional Nim speak of this game?
    #[must_use]
    pub fn has_basic_theorem(&self) -> bool {
        self.basic_theorem
    }

    /// Which images keep the rules, by the bits of a symmetry: 4 exchanges rows
    /// and columns, then 1 turns rows upside down and 2 reverses columns.
    pub(super) fn images(&self) -> [bool; 8] {
        self.images
    }

    /// Do all stones of a move hang together along rows and columns, with those
    /// that would stop it?
    pub(super) fn hangs_together(&self) -> bool {
        self.hangs_together
    }

    /// Is every position P that a half turn about a corner of squares leaves as
    /// it is? It is if that turn takes each move to one that remains possible
    /// after the first: the second player answers with it (normal play).
    pub(super) fn answers_by_half_turn(&self) -> bool {
        self.half_turn
    }

    /// Does the half turn about the centre of this board take each move that can still come
    /// up on it to one that remains possible after the first? Then the board is P if the turn
    /// leaves it as it is: the second player answers with it (normal play).
    pub(super) fn half_turns_remain_possible(&self, board: &Board) -> bool {
        self.anywhere
            && self.images[3]
            && !self.placements.iter().any(|placement| placement.spoils_its_half_turn(board))
    }

    /// The stones of a position; `None` if it has other signs, or holes that are
    /// not the same as squares without a stone.
    #[must_use]
    pub fn board(&self, position: &CellPosition) -> Option<Board> {
        let Ground::Grid { height, width } = *position.ground else { return None };
        let other = |sign: &char| *sign != self.stone && *sign != self.gone;
        if !self.anywhere && position.signs.iter().any(other) {
            return None;
        }
        Board::new(height, width, |row, column| position.signs[row * width + column] == self.stone)
    }

    /// A position after stones went: those of `board` are left of `before`.
    #[must_use]
    pub fn position(&self, before: &CellPosition, board: &Board) -> CellPosition {
        let Ground::Grid { width, .. } = *before.ground else { return before.clone() };
        let sign = |(cell, sign): (usize, &char)| match *sign == self.stone && !board.has(cell / width, cell % width) {
            true => self.gone,
            false => *sign,
        };
        CellPosition { ground: before.ground.clone(), signs: before.signs.iter().enumerate().map(sign).collect() }
    }

    /// The squares that each move takes from a board of any size up to that for which the
    /// rule was derived, each move once.
    #[must_use]
    pub fn takes(&self, board: &Board) -> Vec<Take> {
        let mut found: Vec<Take> = Vec::new();
        for placement in &self.placements {
            for (row, column) in board.stones() {
                found.extend(placement.takes((row as i32, column as i32), board));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// All moves that can come up on a board of this height and width whose
    /// stones lie on the squares of `layout`; other squares of it are free.
    #[must_use]
    pub fn patterns(&self, layout: &Layout, height: usize, width: usize) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for placement in &self.placements {
            let Some(anchor) = placement.0.iter().find(|cell| cell.taken && cell.needs_stone()) else { continue };
            for &(row, column) in layout.squares() {
                let origin = (row as i32 - anchor.at.0, column as i32 - anchor.at.1);
                patterns.extend(placement.at(origin, layout, height, width));
            }
        }
        patterns.sort_unstable_by_key(|p| (p.take, p.need.count_ones() + p.empty.count_ones(), *p));
        patterns.dedup();
        // What takes the same stones and asks for less is enough.
        let mut enough: Vec<Pattern> = Vec::with_capacity(patterns.len());
        let mut first = 0;
        for pattern in patterns {
            if enough.last().is_some_and(|last| last.take != pattern.take) {
                first = enough.len();
            }
            let weaker = |p: &Pattern| p.need & !pattern.need == 0 && p.empty & !pattern.empty == 0;
            if !enough[first..].iter().any(weaker) {
                enough.push(pattern);
            }
        }
        enough
    }
}

/// The stone, what stones become, and all moves up to place.
pub(super) fn placements(rules: &Rules, longest: usize) -> Option<(u8, u8, Vec<Placement>)> {
    let cells = cells_of_moves(rules, longest)?;
    let (stone, gone) = signs(rules, &cells)?;
    let mut placements: Vec<Placement> = cells.iter().map(|cells| laid(cells, stone, gone)).collect();
    placements.sort_unstable();
    placements.dedup();
    Some((stone, gone, placements))
}

/// The cells that one move asks for: where, what may be there, and what is put.
type Cells = Vec<((i32, i32), Codes, Put)>;

/// The cells of every move; `None` if moves go on, or there are too many.
fn cells_of_moves(rules: &Rules, longest: usize) -> Option<Vec<Cells>> {
    let mut all = vec![];
    for (step, then) in &rules.moves[0] {
        if then.is_some() {
            return None;
        }
        match &rules.steps[*step] {
            Shape::Fixed { cells, near } => {
                let mut cells: Cells = cells.iter().map(|cell| (cell.at, cell.accepts, cell.put)).collect();
                if let Some(near) = near {
                    around(near, rules, &mut cells)?;
                }
                all.push(cells);
            }
            Shape::Line { along, from, to } => {
                let counted = from.iter().filter_map(|round| round.count);
                let mut counts: Vec<Vec<usize>> = vec![vec![]];
                for (least, most) in counted {
                    let longer = |c: &Vec<usize>| {
                        (least..=most.min(longest)).map(|n| [c.as_slice(), &[n]].concat()).collect::<Vec<_>>()
                    };
                    counts = counts.iter().flat_map(longer).collect();
                    if counts.len() > MOST_PLACEMENTS {
                        return None;
                    }
                }
                all.extend(counts.iter().map(|counts| line_cells(*along, from, to, counts)));
            }
        }
        if all.len() > MOST_PLACEMENTS {
            return None;
        }
    }
    for (_, accepts, put) in all.iter_mut().flatten() {
        if matches!(put, Put::Code(code) if *accepts == 1 << *code) {
            *put = Put::Keep;
        }
    }
    Some(all)
}

/// Adds the neighbours that a move asks about or changes.
fn around(near: &NearCodes, rules: &Rules, cells: &mut Cells) -> Option<()> {
    let every: Codes = (1 << (rules.codes() + 1)) - 1;
    let (accepts, put) = match near.change.as_slice() {
        [] => (every & (!near.unless | 1), Put::Keep),
        [(from, to)] if *from != 0 => (1 << from | 1 << to, Put::Code(*to)),
        _ => return None,
    };
    // A neighbour that does not change may be anything: here it is a stone or not.
    let accepts = if near.change.is_empty() { accepts } else { every | accepts };
    for at in &near.directions {
        match cells.iter_mut().find(|cell| cell.0 == *at) {
            Some((_, own, Put::Keep)) => *own &= accepts,
            Some(_) if put != Put::Keep => {}
            Some((_, own, _)) => *own &= accepts,
            None => {
                cells.push((*at, accepts, put));
                continue;
            }
        }
        if let Some(cell) = cells.iter_mut().find(|cell| cell.0 == *at && cell.2 == Put::Keep) {
            cell.2 = put;
        }
    }
    Some(())
}

/// The code of the stone, and the code that stones become.
fn signs(rules: &Rules, moves: &[Cells]) -> Option<(u8, u8)> {
    let mut written = moves.iter().flatten().filter(|(_, _, put)| *put != Put::Keep);
    let Some((_, _, Put::Code(gone))) = written.clone().next() else { return None };
    let codes = |set: Codes| (0..=rules.codes() as u8).filter(move |code| set >> code & 1 == 1);
    let stone = moves.iter().flatten().find_map(|(_, accepts, put)| {
        let mut there = codes(*accepts).filter(|code| code != gone && *code != 0);
        (*put != Put::Keep).then(|| there.next()).flatten()
    })?;
    // Neighbours of which one sign changes accept everything; all else that is
    // written is a stone, or what stones become.
    let every: Codes = (1 << (rules.codes() + 1)) - 1;
    let own: Codes = 1 << stone | 1 << gone;
    let fits = |(_, accepts, put): &((i32, i32), Codes, Put)| {
        matches!(put, Put::Code(code) if code == gone) && (accepts & !own == 0 || *accepts == every)
    };
    let known = rules.signs.len() == 1 + usize::from(*gone != 0) && rules.marks == 0;
    (known && written.all(fits)).then_some((stone, *gone))
}

fn laid(cells: &Cells, stone: u8, gone: u8) -> Placement {
    let may = |accepts: Codes, code: u8| accepts >> code & 1 == 1;
    let one = |(at, accepts, put): &((i32, i32), Codes, Put)| Laid {
        at: *at,
        stone: may(*accepts, stone),
        free: may(*accepts, gone),
        beyond: may(*accepts, 0),
        taken: *put != Put::Keep,
    };
    let mut cells: Vec<Laid> = cells.iter().map(one).collect();
    // A cell that may be anything and stays says nothing.
    cells.retain(|cell| cell.taken || !(cell.stone && cell.free && cell.beyond));
    cells.sort_unstable();
    let origin = cells.iter().find(|cell| cell.taken && cell.needs_stone()).map_or((0, 0), |cell| cell.at);
    cells.iter_mut().for_each(|cell| cell.at = (cell.at.0 - origin.0, cell.at.1 - origin.1));
    Placement(cells)
}

impl Placement {
    /// The move with its origin here, if it can lie here.
    fn at(&self, origin: (i32, i32), layout: &Layout, height: usize, width: usize) -> Option<Pattern> {
        let mut pattern = Pattern { need: 0, empty: 0, take: 0 };
        for cell in &self.0 {
            let place = (origin.0 + cell.at.0, origin.1 + cell.at.1);
            let inside = usize::try_from(place.0).ok().zip(usize::try_from(place.1).ok());
            let inside = inside.filter(|(row, column)| *row < height && *column < width);
            let bit = inside.map_or(0, |(row, column)| layout.bit(row, column));
            match (bit, inside) {
                (0, None) if cell.beyond => {}
                (0, Some(_)) if cell.free => {}
                (0, _) => return None,
                _ if cell.stone && cell.free => {}
                _ if cell.stone => pattern.need |= bit,
                _ if cell.free => pattern.empty |= bit,
                _ => return None,
            }
            if cell.taken {
                pattern.take |= bit;
            }
        }
        Some(pattern)
    }

    /// The stones that the move with its origin here takes from a board, if it is possible.
    fn takes(&self, origin: (i32, i32), board: &Board) -> Option<Take> {
        let mut taken = Vec::new();
        for cell in &self.0 {
            let place = (origin.0 + cell.at.0, origin.1 + cell.at.1);
            let inside = usize::try_from(place.0).ok().zip(usize::try_from(place.1).ok());
            let inside = inside.filter(|(row, column)| *row < board.height() && *column < board.width());
            let allowed = match inside {
                None => cell.beyond,
                Some((row, column)) if board.has(row, column) => cell.stone,
                Some(_) => cell.free,
            };
            if !allowed {
                return None;
            }
            taken.extend(inside.filter(|(row, column)| cell.taken && board.has(*row, *column)));
        }
        taken.sort_unstable();
        Some(taken)
    }

    /// Do the stones that are needed hang together along rows and columns, and
    /// does every other cell that matters touch one of them? A stone there is
    /// then in the same group, and stones of other groups change nothing.
    fn hangs_together(&self) -> bool {
        let touch = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1;
        let needed: Vec<(i32, i32)> = self.0.iter().filter(|c| c.needs_stone()).map(|c| c.at).collect();
        let mut group = vec![needed[0]];
        let mut next = 0;
        while let Some(here) = group.get(next).copied() {
            next += 1;
            let more: Vec<(i32, i32)> =
                needed.iter().copied().filter(|at| touch(here, *at) && !group.contains(at)).collect();
            group.extend(more);
        }
        let others = self.0.iter().filter(|cell| !cell.needs_stone());
        group.len() == needed.len() && others.map(|c| c.at).all(|at| needed.iter().any(|n| touch(*n, at)))
    }

    /// Can this move be made, on the stones of this board or fewer, so that it takes a stone
    /// which its half turn about the centre of the board needs? That turn takes cell p to
    /// (h−1, w−1) − p, so the taken cell o+a is the image of the needed cell o+b where
    /// 2o = (h−1, w−1) − a − b.
    fn spoils_its_half_turn(&self, board: &Board) -> bool {
        let ends = (board.height() as i32 - 1, board.width() as i32 - 1);
        let half = |whole: i32| (whole % 2 == 0).then_some(whole / 2);
        let taken = self.0.iter().filter(|cell| cell.taken);
        let needed = || self.0.iter().filter(|cell| cell.stone && !cell.free);
        taken.flat_map(|a| needed().map(move |b| (a.at, b.at))).any(|(a, b)| {
            let origin = half(ends.0 - a.0 - b.0).zip(half(ends.1 - a.1 - b.1));
            origin.is_some_and(|origin| self.finds_its_stones(origin, board))
        })
    }

    /// Are all stones there that the move with its origin here needs?
    fn finds_its_stones(&self, origin: (i32, i32), board: &Board) -> bool {
        self.0.iter().filter(|cell| cell.needs_stone()).all(|cell| {
            let place = (origin.0 + cell.at.0, origin.1 + cell.at.1);
            let inside = usize::try_from(place.0).ok().zip(usize::try_from(place.1).ok());
            inside.is_some_and(|(r, c)| r < board.height() && c < board.width() && board.has(r, c))
        })
    }

    /// Does this move leave the move possible that a half turn about a corner of
    /// squares makes of it? Such a turn takes (r, c) to (2a+1−r, 2b+1−c), so a
    /// cell of the turned move lies on a cell of the move where both the rows and
    /// the columns of the two add up to odd numbers. If no stone that is taken
    /// has such a partner among those that are needed, the turned move has all its
    /// stones after the first; and taking stones makes more squares free, not less.
    fn lets_its_half_turn_be(&self) -> bool {
        let odd = |a: i32, b: i32| (a + b).rem_euclid(2) == 1;
        let meets = |a: &Laid, b: &Laid| odd(a.at.0, b.at.0) && odd(a.at.1, b.at.1);
        let taken = || self.0.iter().filter(|cell| cell.taken);
        let needed = || self.0.iter().filter(|cell| cell.stone && !cell.free);
        !taken().any(|a| needed().any(|b| meets(a, b)))
    }
}
