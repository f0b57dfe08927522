//! How good a board seems to be where both players move along lines: which is nearer to how many free cells, and how
//! many answers there are. The order in which moves are looked at depends on it, and nothing else.

use super::bits::{Word, bit, cells};
use super::matcher::Shift;
use super::part::Part;
use super::rule::{Codes, Rules};
use super::solver::Solver;
use crate::play::Player;

/// The directions of all steps, and the signs that the first step of a player's move asks for and none of the other
/// player's: those are the player's own.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    directions: Vec<(i32, i32)>,
    own: [Codes; 2],
}

impl Lines {
    /// None where moves do not go along lines, or a player has no signs of their own.
    pub(super) fn of(rules: &Rules) -> Option<Lines> {
        let directions = rules.directions()?;
        let asked = Player::BOTH.map(|player| {
            let steps = rules.moves[player as usize].iter();
            steps.flat_map(|(step, _)| rules.asked_by(*step)).fold(0, |all, codes| all | codes)
        });
        let own = [asked[0] & !asked[1], asked[1] & !asked[0]];
        own.iter().all(|own| *own != 0).then_some(Lines { directions, own })
    }
}

/// A cell that a player is nearer to counts as much as so many answers of the opponent.
const NEARER: i64 = 4;

/// Where moves do not go along lines, a place at which the opponent could begin a move counts so much.
const PLACE: i64 = 2;

impl<W: Word, const P: usize> Solver<W, P> {
    /// How good each of these boards of one width seems to be for the player who has just moved: the cells that they
    /// are nearer to, and few answers. Few answers matter most: each of them has to be refuted.
    pub(super) fn seem(&mut self, boards: &[Part<W, P>], player: Player) -> Vec<i64> {
        let (Some(lines), Some(first)) = (self.lines.clone(), boards.first()) else {
            let places = |board| self.mobility(board, player.opponent());
            return boards.iter().map(places).map(|places| -PLACE * i64::from(places)).collect();
        };
        let matcher = self.matcher(first.width);
        let shifts: Vec<Shift<W>> = lines.directions.iter().map(|along| matcher.shift(*along)).collect();
        let seems = |board: &Part<W, P>| {
            let own = [player, player.opponent()].map(|player| of(board, lines.own[player as usize]));
            let free = board.all() & !(own[0] | own[1]);
            NEARER * nearer(&shifts, own, free) - answers(&shifts, own[1], free)
        };
        boards.iter().map(seems).collect()
    }
}

/// The cells of a board that hold one of these signs.
fn of<W: Word, const P: usize>(board: &Part<W, P>, codes: Codes) -> W {
    let sets = board.sets.iter().enumerate().filter(|(i, _)| codes >> (i + 1) & 1 == 1);
    sets.fold(W::zero(), |all, (_, set)| all | *set)
}

/// How many more free cells the first reach in fewer moves than the others do, where all go along lines as far as they
/// can: cells that both reach with the same number of moves count for neither.
fn nearer<W: Word>(shifts: &[Shift<W>], mut reached: [W; 2], free: W) -> i64 {
    let (mut unclaimed, mut more) = (free, 0);
    while !unclaimed.is_zero() {
        let [one, two] = reached.map(|from| slid(shifts, from, free) & unclaimed);
        if (one | two).is_zero() {
            break;
        }
        more += i64::from((one & !two).count_ones()) - i64::from((two & !one).count_ones());
        unclaimed = unclaimed & !(one | two);
        reached = [reached[0] | one, reached[1] | two];
    }
    more
}

/// How many moves there are of two steps along lines, the second from where the first has led.
fn answers<W: Word>(shifts: &[Shift<W>], own: W, free: W) -> i64 {
    let mut all = 0;
    for from in cells(own).map(bit) {
        for to in cells(slid(shifts, from, free)).map(bit) {
            all += i64::from(slid(shifts, to, (free | from) & !to).count_ones());
        }
    }
    all
}

/// The free cells to which a line of free cells leads.
fn slid<W: Word>(shifts: &[Shift<W>], from: W, free: W) -> W {
    let mut all = W::zero();
    for shift in shifts {
        let mut next = shift.reached_from(from) & free;
        while !next.is_zero() {
            all = all | next;
            next = shift.reached_from(next) & free;
        }
    }
    all
}
