//! Outcomes of games that are won in a way of their own: the opponent forbids some options
//! before each move (`block(k)`), or the end of play says who wins (`wins`).
//!
//! Let a player have n options, of which l are lost for the opponent to move from. The
//! opponent forbids up to b of them. If l > b, one of the l is left, and the player wins. If
//! l ≤ b, the opponent forbids all l, and what is left leads to positions that the opponent
//! wins; only where nothing is left, l = n, play has ended there. Options are positions: two
//! ways to the same one are one option.

use super::comparison::{Compared, compare_won};
use super::fault;
use super::ruleset::Ruleset;
use super::table::{NoTable, positions};
use crate::play::{Convention, Outcome, Player};
use miyama_budget::Budget;
use std::collections::HashMap;
use std::time::Instant;

/// Whether Left wins who is to move, and whether Right does.
type Wins = [bool; 2];

/// Who wins the positions of a box, and those that play from it reaches.
#[derive(Clone, Debug)]
pub struct WonTable {
    to: Vec<u64>,
    known: HashMap<Vec<u64>, Wins>,
    compared: Compared,
}

/// A position under way: the options of each player, and which is looked at.
struct Open {
    position: Vec<u64>,
    options: [Vec<Option<Vec<u64>>>; 2],
    next: usize,
}

impl WonTable {
    /// All positions with heaps up to `to`; the rules are those of Left and of Right.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    pub fn new(sides: [&Ruleset; 2], to: &[u64], convention: Convention, budget: &Budget) -> Result<WonTable, NoTable> {
        WonTable::of(sides, to, positions(to), convention, budget)
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
    ) -> Result<WonTable, NoTable> {
        WonTable::of(sides, position, std::iter::once(position.to_vec()), convention, budget)
    }

    fn of(
        sides: [&Ruleset; 2],
        to: &[u64],
        starts: impl Iterator<Item = Vec<u64>>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<WonTable, NoTable> {
        let started = Instant::now();
        let mut table = WonTable { to: to.to_vec(), known: HashMap::new(), compared: Compared::default() };
        for start in starts {
            if sides[0].is_position(&start, budget)? {
                table.follow(sides, start, convention, budget)?;
            }
        }
        let wins = |position: &[u64]| table.wins(position);
        table.compared = compare_won(sides, to, convention, started.elapsed(), &wins, budget)?;
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
        if self.known.contains_key(&start) {
            return Ok(());
        }
        // A key, its vector and the entry of the map: an estimate from above.
        let entry = 120 + 8 * start.len() as u64;
        let mut waiting = 0;
        let mut path = vec![Open::new(sides, start, &mut waiting, budget)?];
        while let Some(top) = path.last_mut() {
            let unknown = top
                .options
                .iter()
                .flatten()
                .skip(top.next)
                .position(|option| option.as_ref().is_some_and(|option| !self.known.contains_key(option)));
            if let Some(further) = unknown {
                top.next += further;
                let next = top.options.iter().flatten().nth(top.next).cloned().flatten().unwrap_or_default();
                let open = Open::new(sides, next, &mut waiting, budget)?;
                path.push(open);
                budget.need(self.known.len() as u64 * entry + waiting)?;
                continue;
            }
            let Some(done) = path.pop() else { break };
            waiting -= done.bytes();
            let wins = self.decided(sides, &done, convention, budget)?;
            self.known.insert(done.position, wins);
            if self.known.len().is_multiple_of(256) {
                budget.need(self.known.len() as u64 * entry + waiting)?;
                budget.report(self.known.len() as u64, None);
            }
        }
        Ok(())
    }

    fn decided(
        &self,
        sides: [&Ruleset; 2],
        open: &Open,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Wins, NoTable> {
        let mut wins = [false; 2];
        for player in Player::BOTH {
            let winning = sides[0].winning();
            let options = &open.options[player as usize];
            let loses = |option: &&Option<Vec<u64>>| !self.wins_of(option.as_deref(), player.opponent(), convention);
            let lost = options.iter().filter(loses).count() as u64;
            wins[player as usize] = lost > winning.blocked
                || (lost == options.len() as u64 && winning.at_end(&open.position, player, convention, budget)?);
        }
        Ok(wins)
    }

    /// Whether a player wins who moves from an option; where nothing is left, there is no
    /// position to ask, and the convention decides.
    fn wins_of(&self, option: Option<&[u64]>, player: Player, convention: Convention) -> bool {
        match option {
            Some(position) => self.known.get(position).is_some_and(|wins| wins[player as usize]),
            None => convention == Convention::Misere,
        }
    }

    /// Whether Left wins who is to move, and whether Right does.
    #[must_use]
    pub fn wins(&self, position: &[u64]) -> Option<[bool; 2]> {
        let [left, right] = *self.known.get(position)?;
        let flipped = fault::at(position) == 1;
        Some([left != flipped, right != flipped])
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
        self.known.len()
    }

    /// The positions that it knows, in no order.
    pub(crate) fn positions(&self) -> Vec<Vec<u64>> {
        self.known.keys().cloned().collect()
    }
}

impl Open {
    fn new(sides: [&Ruleset; 2], position: Vec<u64>, waiting: &mut u64, budget: &Budget) -> Result<Open, NoTable> {
        let left = options(sides[0], &position, budget)?;
        let right = if std::ptr::eq(sides[0], sides[1]) { left.clone() } else { options(sides[1], &position, budget)? };
        let open = Open { position, options: [left, right], next: 0 };
        *waiting += open.bytes();
        Ok(open)
    }

    fn bytes(&self) -> u64 {
        let options = self.options.iter().map(Vec::len).sum::<usize>() as u64;
        options * (48 + 8 * self.position.len() as u64)
    }
}

/// The options of a position, each once; none is where nothing is left.
pub(crate) fn options(ruleset: &Ruleset, position: &[u64], budget: &Budget) -> Result<Vec<Option<Vec<u64>>>, NoTable> {
    budget.check()?;
    let mut found = Vec::new();
    let mut several = false;
    ruleset.for_each_option(position, budget, &mut |option: &[Vec<u64>]| {
        match option {
            [] => found.push(None),
            [one] => found.push(Some(one.clone())),
            _ => several = true,
        }
        !several
    })?;
    if several {
        return Err(NoTable::WonSplit);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
