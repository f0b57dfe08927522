//! Moves that a player has for certain where both move along lines, as queens that shoot do: in cells that the
//! opponent will never reach.
//!
//! Let Z be the cells that are joined to signs of Right by cells that are free or hold signs of Right. No step of
//! Right asks for a sign of Left, so all that Right ever asks for and changes lies in Z, as long as no cell beside Z
//! becomes free. A *certain* move of Left goes from a cell to a free neighbour outside Z and leaves nothing on the
//! cell that it comes from. It changes no cell of Z and makes none free, so Z is what it was; and what Right does in Z
//! changes neither the cells of such a move nor those of the next. If there are paths of free cells outside Z, each
//! from another sign of Left and without a common cell, with n cells together, then Left can make n certain moves,
//! whenever Left likes and whatever Right does.
//!
//! Let Right have at most m moves in a row in G while Left makes none. Then G ≥ n − m: in G − n + m, Right, who
//! begins, moves in G at most m times, whatever certain moves are made in between, and Left answers each in m; Right
//! moves in −n at most n times, and Left answers each with a certain move. So Left never runs out of answers. Likewise
//! with the players exchanged.

use super::bits::{Word, bit, cells};
use super::matcher::Shift;
use super::part::Part;
use super::rule::{Codes, Rules};
use super::solver::Solver;
use crate::play::Player;

/// So many cells are visited to find a long path.
const MOST_VISITED: u32 = 300;

/// The code of the signs of each player and of free cells, and the directions of certain moves.
#[derive(Clone, Debug)]
pub(super) struct Certain {
    own: [usize; 2],
    free: usize,
    /// In which no step leaves its cells.
    all: Vec<(i32, i32)>,
    /// In which a player has certain moves.
    along: [Vec<(i32, i32)>; 2],
}

impl Certain {
    /// None where moves do not go along lines, or the proof above does not hold: there are three signs, of which no
    /// step of a player asks for that of the opponent or puts it.
    fn of(rules: &Rules) -> Option<Certain> {
        let all = rules.directions()?;
        if rules.signs.len() != 3 {
            return None;
        }
        let met = Player::BOTH.map(|player| rules.met_by(player) & 0b1110);
        let own = [met[0] & !met[1], met[1] & !met[0]];
        let free = met[0] & met[1];
        let is_one = |codes: Codes| codes.count_ones() == 1;
        (is_one(own[0]) && is_one(own[1]) && is_one(free)).then(|| Certain {
            own: own.map(|codes| codes.trailing_zeros() as usize - 1),
            free: free.trailing_zeros() as usize - 1,
            all,
            along: [vec![], vec![]],
        })
    }
}

impl<W: Word, const P: usize> Solver<W, P> {
    /// What certain moves are like, found out by making moves on boards of two cells: no step asks for "no cell", so
    /// that these moves can be made wherever there are two such cells.
    pub(super) fn certain(&mut self) -> Option<Certain> {
        let mut certain = Certain::of(&self.rules)?;
        for player in Player::BOTH {
            let is_certain = |(down, across): &(i32, i32)| {
                let corner = |negative: bool| usize::from(negative);
                let from = 2 * corner(*down < 0) + corner(*across < 0);
                let to = from as i32 + 2 * down + across;
                let mut board = Part { width: 2, sets: [W::zero(); P] };
                let own = certain.own[player as usize];
                board.sets[own] = bit(from);
                board.sets[certain.free] = bit(to as usize);
                let mut after = Part { width: 2, sets: [W::zero(); P] };
                after.sets[own] = bit(to as usize);
                down.abs() <= 1 && across.abs() <= 1 && self.boards_after(&board, player).contains(&after)
            };
            let along: Vec<(i32, i32)> = certain.all.iter().copied().filter(is_certain).collect();
            certain.along[player as usize] = along;
        }
        Some(certain)
    }

    /// So many moves at least each player has for certain on a board.
    pub(super) fn certain_moves(&mut self, board: &Part<W, P>) -> [i64; 2] {
        let Some(certain) = self.certain.clone() else { return [0; 2] };
        let matcher = self.matcher(board.width);
        let shifts = |along: &[(i32, i32)]| along.iter().map(|along| matcher.shift(*along)).collect::<Vec<Shift<W>>>();
        let (all, free) = (shifts(&certain.all), board.sets[certain.free]);
        Player::BOTH.map(|player| {
            let [own, others] = [player, player.opponent()].map(|one| board.sets[certain.own[one as usize]]);
            let mut left = free & !joined(&all, others, free | others);
            let along = shifts(&certain.along[player as usize]);
            let mut moves = 0;
            for start in cells(own).map(bit) {
                let mut longest = Path { along: &along, best: W::zero(), visited: 0 };
                longest.extend(start, W::zero(), left);
                moves += i64::from(longest.best.count_ones());
                left = left & !longest.best;
            }
            moves
        })
    }
}

/// The cells among these that are joined to some of them by neighbours.
fn joined<W: Word>(shifts: &[Shift<W>], from: W, among: W) -> W {
    let mut region = from;
    loop {
        let before = region;
        for shift in shifts {
            region = region | shift.reached_from(region) & among;
        }
        if region == before {
            return region;
        }
    }
}

/// The longest path found so far.
struct Path<'a, W> {
    along: &'a [Shift<W>],
    /// Its cells but for the first.
    best: W,
    visited: u32,
}

impl<W: Word> Path<'_, W> {
    /// Goes on from a cell with a path behind it, among the cells that are left.
    fn extend(&mut self, at: W, behind: W, left: W) {
        if behind.count_ones() > self.best.count_ones() {
            self.best = behind;
        }
        let next = self.along.iter().fold(W::zero(), |next, shift| next | shift.reached_from(at)) & left;
        for cell in cells(next).map(bit) {
            if self.visited >= MOST_VISITED || (behind | left).count_ones() <= self.best.count_ones() {
                return;
            }
            self.visited += 1;
            self.extend(cell, behind | cell, left & !cell);
        }
    }
}
