//! The moves of a game that only takes stones, laid on the grid.

use super::layout::Layout;
use super::position::Take;
use super::rule::Pattern;
use super::shape::Board;
use crate::pattern::ending::line_cells;
use crate::pattern::rule::{Codes, NearCodes, Put, Rules, Shape};

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
    /// A stone that the move needs and takes, relative to the origin.
    pub(super) fn anchor(&self) -> Option<(i32, i32)> {
        self.0.iter().find(|cell| cell.taken && cell.needs_stone()).map(|cell| cell.at)
    }

    /// The move with its origin here, if it can lie here.
    pub(super) fn at(&self, origin: (i32, i32), layout: &Layout, height: usize, width: usize) -> Option<Pattern> {
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
    pub(super) fn takes(&self, origin: (i32, i32), board: &Board) -> Option<Take> {
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
    pub(super) fn hangs_together(&self) -> bool {
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
    pub(super) fn spoils_its_half_turn(&self, board: &Board) -> bool {
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
    pub(super) fn lets_its_half_turn_be(&self) -> bool {
        let odd = |a: i32, b: i32| (a + b).rem_euclid(2) == 1;
        let meets = |a: &Laid, b: &Laid| odd(a.at.0, b.at.0) && odd(a.at.1, b.at.1);
        let taken = || self.0.iter().filter(|cell| cell.taken);
        let needed = || self.0.iter().filter(|cell| cell.stone && !cell.free);
        !taken().any(|a| needed().any(|b| meets(a, b)))
    }
}
