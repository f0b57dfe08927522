//! Which player is nearer to how many free cells, where both move along lines: the order in which moves are looked
//! at depends on it, and nothing else.

use super::bits::Word;
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

impl<W: Word, const P: usize> Solver<W, P> {
    /// How many more free cells a player reaches in fewer moves than the opponent does, where both go along lines as
    /// far as they can: cells that both reach with the same number of moves count for neither.
    pub(super) fn nearer(&mut self, board: &Part<W, P>, player: Player) -> Option<i64> {
        let lines = self.lines.clone()?;
        let matcher = self.matcher(board.width);
        let shifts: Vec<Shift<W>> = lines.directions.iter().map(|along| matcher.shift(*along)).collect();
        let of = |codes: Codes| {
            let sets = board.sets.iter().enumerate().filter(|(i, _)| codes >> (i + 1) & 1 == 1);
            sets.fold(W::zero(), |all, (_, set)| all | *set)
        };
        let mut reached = [player, player.opponent()].map(|player| of(lines.own[player as usize]));
        let free = board.all() & !(reached[0] | reached[1]);
        let (mut unclaimed, mut more) = (free, 0);
        while !unclaimed.is_zero() {
            let [one, two] = reached.map(|from| slid(&shifts, from, free) & unclaimed);
            if (one | two).is_zero() {
                break;
            }
            more += i64::from((one & !two).count_ones()) - i64::from((two & !one).count_ones());
            unclaimed = unclaimed & !(one | two);
            reached = [reached[0] | one, reached[1] | two];
        }
        Some(more)
    }
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
