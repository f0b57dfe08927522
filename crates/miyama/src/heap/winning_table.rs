//! Outcomes of games with a winning condition of their own: the opponent forbids some options
//! before each move (`block(k)`), or the end of play says who wins (`wins`).
//!
//! Let a player have n options, of which l are lost for the opponent to move from. The
//! opponent forbids up to b of them. If l > b, one of the l is left, and the player wins. If
//! l ≤ b, the opponent forbids all l, and what is left leads to positions that the opponent
//! wins; only where nothing is left, l = n, play has ended there. Options are positions: two
//! ways to the same one are one option.

mod numbering;

use super::comparison::{Compared, compare_winning};
use super::fault;
use super::ruleset::Ruleset;
use super::table::{NoTable, positions};
use crate::play::{Convention, Outcome, Player};
use miyama_budget::Budget;
use numbering::{NOTHING, Numbering};
use std::time::Instant;

/// A byte for every position: nothing is known, or that it is known, and who wins being to move.
const KNOWN: u8 = 4;

/// Who wins the positions of a box, and those that play from it reaches.
#[derive(Clone, Debug)]
pub struct WinningTable {
    to: Vec<u64>,
    numbering: Numbering,
    /// By the number of a position.
    known: Vec<u8>,
    met: usize,
    compared: Compared,
}

/// A position under way: the options of each player by their numbers, and which is looked at.
struct Open {
    position: Vec<u64>,
    number: usize,
    options: [Vec<usize>; 2],
    next: usize,
}

/// The options of a position on one side or on both; those of Right are Left's where the
/// rules are the same.
impl Open {
    fn of(&self, player: Player, same: bool) -> &[usize] {
        &self.options[if same { 0 } else { player as usize }]
    }

    fn bytes(&self) -> u64 {
        self.options.iter().map(|options| 8 * options.len() as u64 + 64).sum()
    }
}

/// A single position is kept with all of its box up to so many positions.
const SMALL_BOX: u64 = 1 << 20;

impl WinningTable {
    /// All positions with heaps up to `to`; the rules are those of Left and of Right.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    pub fn new(
        sides: [&Ruleset; 2],
        to: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<WinningTable, NoTable> {
        let inside = numbering::positions(to).ok_or(NoTable::TooLarge)?;
        WinningTable::of(sides, to, inside, positions(to), convention, budget)
    }

    /// One position, and those that play from it reaches.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    pub fn from(
        sides: [&Ruleset; 2],
        position: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<WinningTable, NoTable> {
        let inside = numbering::positions(position).filter(|all| *all <= SMALL_BOX).unwrap_or(0);
        WinningTable::of(sides, position, inside, std::iter::once(position.to_vec()), convention, budget)
    }

    fn of(
        sides: [&Ruleset; 2],
        to: &[u64],
        inside: u64,
        starts: impl Iterator<Item = Vec<u64>>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<WinningTable, NoTable> {
        let started = Instant::now();
        budget.need(inside)?;
        let inside = usize::try_from(inside).map_err(|_| NoTable::TooLarge)?;
        let numbering = Numbering::new(to, inside);
        let known = vec![0; inside];
        let mut table = WinningTable { to: to.to_vec(), numbering, known, met: 0, compared: Compared::default() };
        for start in starts {
            if sides[0].is_position(&start, budget)? {
                table.follow(sides, start, convention, budget)?;
            }
        }
        let wins = |position: &[u64]| table.wins(position);
        table.compared = compare_winning(sides, to, convention, started.elapsed(), &wins, budget)?;
        Ok(table)
    }

    /// Finds who wins a position and all that play from it reaches.
    fn follow(
        &mut self,
        sides: [&Ruleset; 2],
        start: Vec<u64>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<(), NoTable> {
        let number = self.number(&start);
        if self.known[number] != 0 {
            return Ok(());
        }
        let same = std::ptr::eq(sides[0], sides[1]);
        let mut waiting = 0;
        let mut path = vec![self.open(sides, start, number, &mut waiting, budget)?];
        while let Some(top) = path.last_mut() {
            let [left, right] = &top.options;
            let unknown = left.iter().chain(right).skip(top.next).position(|option| self.is_unknown(*option));
            if let Some(further) = unknown {
                top.next += further;
                let next = left.iter().chain(right).nth(top.next).copied().unwrap_or(NOTHING);
                let position = self.numbering.position(next);
                let open = self.open(sides, position, next, &mut waiting, budget)?;
                path.push(open);
                budget.need(self.bytes() + waiting)?;
                continue;
            }
            let Some(done) = path.pop() else { break };
            waiting -= done.bytes();
            let mut known = KNOWN;
            for player in Player::BOTH {
                let wins = self.wins_from(sides[0], &done, player, same, convention, budget)?;
                known |= u8::from(wins) << (player as u8);
            }
            self.known[done.number] = known;
            self.met += 1;
            if self.met.is_multiple_of(1024) {
                budget.need(self.bytes() + waiting)?;
                budget.report(self.met as u64, None);
            }
        }
        Ok(())
    }

    /// The number of a position, with room for what is known of it.
    fn number(&mut self, position: &[u64]) -> usize {
        let number = self.numbering.number(position);
        if number >= self.known.len() {
            self.known.resize(number + 1, 0);
        }
        number
    }

    fn is_unknown(&self, option: usize) -> bool {
        option != NOTHING && self.known[option] == 0
    }

    fn bytes(&self) -> u64 {
        self.known.capacity() as u64 + self.numbering.bytes()
    }

    fn open(
        &mut self,
        sides: [&Ruleset; 2],
        position: Vec<u64>,
        number: usize,
        waiting: &mut u64,
        budget: &Budget,
    ) -> Result<Open, NoTable> {
        let mut found = [vec![], vec![]];
        let same = std::ptr::eq(sides[0], sides[1]);
        for (rules, found) in sides.iter().zip(&mut found).take(if same { 1 } else { 2 }) {
            each_option(rules, &position, budget, &mut |option| {
                found.push(option.map_or(NOTHING, |option| self.number(option)));
            })?;
            found.sort_unstable();
            found.dedup();
        }
        let open = Open { position, number, options: found, next: 0 };
        *waiting += open.bytes();
        Ok(open)
    }

    /// Whether a player wins who is to move from a position all of whose options are known.
    fn wins_from(
        &self,
        rules: &Ruleset,
        open: &Open,
        player: Player,
        same: bool,
        convention: Convention,
        budget: &Budget,
    ) -> Result<bool, NoTable> {
        let options = open.of(player, same);
        let opponent = 1 << (player.opponent() as u8);
        let loses = |option: &&usize| match **option {
            // There is no position to ask, and the convention decides.
            NOTHING => convention == Convention::Normal,
            option => self.known[option] & opponent == 0,
        };
        let lost = options.iter().filter(loses).count();
        let winning = rules.winning();
        Ok(lost as u64 > winning.blocked
            || (lost == options.len() && winning.at_end(&open.position, player, convention, budget)?))
    }

    /// Whether Left wins who is to move, and whether Right does.
    #[must_use]
    pub fn wins(&self, position: &[u64]) -> Option<[bool; 2]> {
        let known = *self.known.get(self.numbering.get(position)?)?;
        if known == 0 {
            return None;
        }
        let flipped = fault::at(position) == 1;
        Some([(known & 1 != 0) != flipped, (known & 2 != 0) != flipped])
    }

    /// The outcome of a position.
    #[must_use]
    pub fn outcome(&self, position: &[u64]) -> Option<Outcome> {
        Some(match self.wins(position)? {
            [true, true] => Outcome::N,
            [false, false] => Outcome::P,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
        })
    }

    /// The largest heaps of the box.
    #[must_use]
    pub fn to(&self) -> &[u64] {
        &self.to
    }

    /// How the table was compared with the definition.
    #[must_use]
    pub fn compared(&self) -> &Compared {
        &self.compared
    }

    /// How many positions it knows.
    #[must_use]
    pub fn met(&self) -> usize {
        self.met
    }

    /// The positions that it knows, in no order.
    pub(crate) fn positions(&self) -> Vec<Vec<u64>> {
        (0..self.known.len()).filter(|number| self.known[*number] != 0).map(|n| self.numbering.position(n)).collect()
    }
}

/// The options of a position, each once; none is where nothing is left.
pub(crate) fn options(ruleset: &Ruleset, position: &[u64], budget: &Budget) -> Result<Vec<Option<Vec<u64>>>, NoTable> {
    let mut found = Vec::new();
    each_option(ruleset, position, budget, &mut |option| found.push(option.map(<[u64]>::to_vec)))?;
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Calls `visit` with every option, none where nothing is left. One that leaves several positions
/// is refused: who wins them together is not told.
fn each_option(
    ruleset: &Ruleset,
    position: &[u64],
    budget: &Budget,
    visit: &mut dyn FnMut(Option<&[u64]>),
) -> Result<(), NoTable> {
    budget.check()?;
    let mut several = false;
    ruleset.for_each_option(position, budget, &mut |option: &[Vec<u64>]| {
        match option {
            [] => visit(None),
            [one] => visit(Some(one)),
            _ => several = true,
        }
        !several
    })?;
    if several { Err(NoTable::WonSplit) } else { Ok(()) }
}
