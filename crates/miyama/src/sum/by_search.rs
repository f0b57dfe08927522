//! Sums of boards, values and heaps by search ([`Search`]): who wins, on several threads, and what is
//! known when the search is stopped.

use super::duel::outcome;
use super::heap_values::HeapValues;
use super::options::Move;
use super::part_value::{unvalued_sum, value_of};
use super::solve::NoSolution;
use super::{Part, Position};
use crate::pattern::MOST_CELLS;
use crate::play::{Convention, Outcome, Player};
use crate::search::{self, Memory, Search, Team};
use crate::value::Dyadic;
use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;
use std::time::Duration;

/// After so many sums a search gets the help of other threads.
const ALONE: u64 = 2_000;

/// More threads than this would mostly wait for each other.
const MOST_THREADS: usize = 16;

/// When a search was stopped, so many more looks at the budget may be taken to tell what is known, and so much time.
const LAST_LOOKS: u64 = 200;
const LAST_TIME: Duration = Duration::from_secs(5);

/// So many moves of each player are listed when a search was stopped.
const MOST_TRIED: usize = 1_000;

/// A search, with the values of the heaps beside the boards, and with those that help.
pub(super) struct BySearch {
    search: Search,
    heaps: HeapValues,
    memory: Memory,
    knowledge: Knowledge,
    helpers: Vec<BySearch>,
    /// How many helpers gave up, because their memory ended, and how many sums they had looked at.
    gave_up: usize,
    looked_at_in_vain: u64,
}

/// What is known of a position whose search was stopped.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SoFar {
    /// Whether Left wins who moves first, and whether Right does, where that is known.
    pub first: [Option<bool>; 2],
    /// The moves of Left and of Right.
    pub moves: [Vec<Tried>; 2],
    /// Whether these are all.
    pub complete: [bool; 2],
    /// Numbers between which the value lies, up to infinitesimals, under normal play.
    pub between: [Option<Dyadic>; 2],
    /// How many sums were looked at.
    pub looked_at: u64,
    /// Whether both players have the same moves.
    pub impartial: bool,
    /// The largest heaps of a table that was finished, where a larger one was not.
    pub known_to: Option<Vec<u64>>,
    /// The parts of a sum whose nim values are known, where those of others are not.
    pub values: Vec<(Part, BigUint)>,
    /// Why the search ended.
    pub stopped: Stopped,
}

/// A move, as far as it was searched.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tried {
    /// The move.
    pub choice: Move,
    /// Whether the player who makes it wins, where that is known.
    pub wins: Option<bool>,
    /// What the position after it seems to be worth to Left: means of small parts, and moves left in
    /// others.
    pub worth: Option<i64>,
}

impl SoFar {
    /// The values of some parts of an impartial sum, and nothing else.
    pub(super) fn of_values(values: Vec<(Part, BigUint)>, stopped: Stopped) -> SoFar {
        SoFar {
            first: [None; 2],
            moves: [vec![], vec![]],
            complete: [false; 2],
            between: [None, None],
            looked_at: 0,
            impartial: true,
            known_to: None,
            values,
            stopped,
        }
    }

    /// The outcomes that are possible.
    #[must_use]
    pub fn possible(&self) -> Vec<Outcome> {
        let fits = |known: Option<bool>, won: bool| known.is_none_or(|known| known == won);
        let all = [(true, true), (true, false), (false, true), (false, false)];
        let same = |left: bool, right: bool| !self.impartial || left == right;
        let possible = all
            .into_iter()
            .filter(|(left, right)| same(*left, *right) && fits(self.first[0], *left) && fits(self.first[1], *right));
        possible.map(|(left, right)| outcome(left, right)).collect()
    }

    /// The move that a player makes who knows no more than this: one that wins, else of those that are not
    /// known to lose the one that seems to be worth most.
    #[must_use]
    pub fn best(&self, player: Player) -> Option<&Tried> {
        let worth = |tried: &Tried| match player {
            Player::Left => tried.worth,
            Player::Right => tried.worth.map(|worth| -worth),
        };
        let rank = |wins: Option<bool>| match wins {
            Some(true) => 2,
            None => 1,
            Some(false) => 0,
        };
        // The first of equals, as everywhere.
        self.moves[player as usize].iter().rev().max_by_key(|tried| (rank(tried.wins), worth(tried)))
    }
}

/// The same budget with another limit of memory, if it has one.
fn with_memory(budget: &Budget, change: impl Fn(u64) -> u64) -> Budget {
    match budget.memory() {
        Some(memory) => budget.clone().with_memory(change(memory)),
        None => budget.clone(),
    }
}

impl BySearch {
    pub(super) fn new(convention: Convention, memory: &Memory, knowledge: Knowledge, budget: &Budget) -> BySearch {
        let search = Search::new(convention, &memory.table, budget);
        let search = match knowledge {
            Knowledge::Nothing => search.plain(),
            Knowledge::UpTo(cells) => search.with_small(cells),
            Knowledge::Usual => search,
        };
        let (heaps, memory) = (HeapValues::default(), memory.clone());
        BySearch { search, heaps, memory, knowledge, helpers: vec![], gave_up: 0, looked_at_in_vain: 0 }
    }

    /// How many sums were looked at, by all threads.
    pub(super) fn looked_at(&self) -> u64 {
        let by_helpers = self.helpers.iter().map(BySearch::looked_at).sum::<u64>();
        self.search.looked_at() + by_helpers + self.looked_at_in_vain
    }

    /// From now on it must leave so many bytes to others.
    pub(super) fn leave(&mut self, bytes: u64, budget: &Budget) {
        self.search.allow(&with_memory(budget, |memory| memory.saturating_sub(bytes)));
    }

    /// Another search of the same in place of this one: only how much it looked at is known of that.
    fn begin_again(&mut self, budget: &Budget) {
        let looked_at = self.looked_at();
        *self = BySearch::new(self.search.convention(), &self.memory, self.knowledge, budget);
        (self.gave_up, self.looked_at_in_vain) = (1, looked_at);
    }

    pub(super) fn outcome(&mut self, sum: &Position, budget: &Budget) -> Result<Outcome, NoSolution> {
        let left = self.wins_first(sum, Player::Left, budget)?;
        Ok(outcome(left, self.wins_first(sum, Player::Right, budget)?))
    }

    /// Whether a player wins who moves first.
    pub(super) fn wins_first(&mut self, sum: &Position, player: Player, budget: &Budget) -> Result<bool, NoSolution> {
        // Nobody gives up who may look at any number of sums.
        let found = self.wins_first_within(u64::MAX, sum, player, budget)?;
        found.ok_or(NoSolution::Stopped(Stopped::Cancelled))
    }

    /// The same; `None` after each thread has looked at about so many more sums.
    pub(super) fn wins_first_within(
        &mut self,
        most: u64,
        sum: &Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Option<bool>, NoSolution> {
        let threads = budget.threads().min(MOST_THREADS);
        let failed = |reason| unvalued_sum(sum, reason);
        let pieces = self.pieces(sum, budget)?;
        let alone = if threads == 1 { most } else { most.min(ALONE) };
        let found = self.search.wins_first(&pieces, player, alone, None).map_err(failed)?;
        if found.is_some() || alone == most {
            return Ok(found);
        }
        // Where memory ends, the helpers go first: a search alone may still find out.
        let quiet = with_memory(&budget.without_listener(), |memory| memory / 4 * 3);
        while self.helpers.len() + self.gave_up + 1 < threads {
            let convention = self.search.convention();
            self.helpers.push(BySearch::new(convention, &self.memory, self.knowledge, &quiet));
        }
        let team = Team::default();
        let (team, search) = (&team, &mut self.search);
        let found = std::thread::scope(|scope| {
            for helper in &mut self.helpers {
                scope.spawn(|| {
                    // What stops a helper stops the search itself sooner or later.
                    let pieces = helper.pieces(sum, &quiet).map_err(|_| ());
                    let wins = |pieces| helper.search.wins_first(&pieces, player, most, Some(team)).map_err(|_| ());
                    match pieces.and_then(wins) {
                        Ok(Some(won)) => team.end(Some(won)),
                        Ok(None) => {}
                        Err(()) => helper.begin_again(&quiet),
                    }
                });
            }
            let found = search.wins_first(&pieces, player, most, Some(team));
            team.end(found.as_ref().ok().copied().flatten());
            found
        });
        for tired in self.helpers.extract_if(.., |helper| helper.gave_up > 0) {
            self.gave_up += tired.gave_up;
            self.looked_at_in_vain += tired.looked_at_in_vain;
        }
        match (team.found(), found) {
            (Some(won), _) => Ok(Some(won)),
            (None, Err(reason)) => Err(failed(reason)),
            (None, Ok(_)) => Ok(None),
        }
    }

    /// The pieces of the boards, and the values of the other parts.
    fn pieces(&mut self, sum: &Position, budget: &Budget) -> Result<search::SearchedSum, NoSolution> {
        let (mut boards, mut values) = (vec![], vec![]);
        for part in &sum.parts {
            match part {
                Part::Cells(cells) if cells.position().ground.cells() <= MOST_CELLS => {
                    boards.push((cells.game(), cells.position()));
                }
                other if self.search.convention() == Convention::Misere => return Err(NoSolution::too_large(other)),
                other => values.push(value_of(self.search.arena(), &mut self.heaps, other, budget)?),
            }
        }
        self.search.sum(&boards, &values).map_err(|reason| unvalued_sum(sum, reason))
    }

    /// What is known of a sum whose search was stopped, as the reason why it is not solved.
    pub(super) fn so_far(&mut self, sum: &Position, stopped: Stopped) -> NoSolution {
        let moment = Budget::unlimited().with_time(LAST_TIME);
        let last = moment.with_looks(LAST_LOOKS);
        self.search.allow(&last);
        let looked_at = self.looked_at();
        let mut so_far = SoFar {
            first: [None; 2],
            moves: [vec![], vec![]],
            complete: [false; 2],
            between: [None, None],
            looked_at,
            impartial: sum.is_impartial(),
            known_to: None,
            values: vec![],
            stopped,
        };
        // Whatever cannot be told is left out.
        let _ = self.tell(sum, &mut so_far, &last, &moment);
        NoSolution::SoFar(Box::new(so_far))
    }

    /// The positions after moves that are known to win, when the search was stopped; without more search.
    pub(super) fn known_wins(&mut self, sum: &Position, player: Player) -> Result<Vec<Position>, NoSolution> {
        let moment = Budget::unlimited().with_time(LAST_TIME);
        let last = moment.with_looks(LAST_LOOKS);
        self.search.allow(&last);
        let mut found = vec![];
        for choice in sum.options_of(player, MOST_TRIED, &last)?.listed {
            let tried = moment.check().ok().and_then(|()| self.tried(&choice, player, &last).ok());
            if tried.is_some_and(|(wins, _)| wins == Some(true)) {
                found.push(choice.after);
            }
        }
        Ok(found)
    }

    fn tell(&mut self, sum: &Position, so_far: &mut SoFar, budget: &Budget, moment: &Budget) -> Result<(), NoSolution> {
        let failed = |reason| unvalued_sum(sum, reason);
        let pieces = self.pieces(sum, budget)?;
        if self.search.convention() == Convention::Normal && !so_far.impartial {
            so_far.between = self.search.between(&pieces).map_err(failed)?;
        }
        for player in Player::BOTH {
            so_far.first[player as usize] = self.search.wins_surely(&pieces, player).map_err(failed)?;
        }
        for player in Player::BOTH {
            let options = sum.options_of(player, MOST_TRIED, budget)?;
            so_far.complete[player as usize] = options.complete;
            for choice in options.listed {
                // There may be hundreds, and the budget is looked at seldom.
                let tried = moment.check().ok().and_then(|()| self.tried(&choice, player, budget).ok());
                let (wins, worth) = tried.unwrap_or((None, None));
                so_far.moves[player as usize].push(Tried { choice, wins, worth });
            }
            let moves = &so_far.moves[player as usize];
            let first = &mut so_far.first[player as usize];
            if moves.iter().any(|tried| tried.wins == Some(true)) {
                *first = Some(true);
            }
            let all_lose = moves.iter().all(|tried| tried.wins == Some(false));
            if options.complete && !moves.is_empty() && all_lose {
                *first = Some(false);
            }
        }
        Ok(())
    }

    fn tried(
        &mut self,
        choice: &Move,
        player: Player,
        budget: &Budget,
    ) -> Result<(Option<bool>, Option<i64>), NoSolution> {
        let failed = |reason| unvalued_sum(&choice.after, reason);
        let after = self.pieces(&choice.after, budget)?;
        let wins = self.search.wins_surely(&after, player.opponent()).map_err(failed)?;
        let worth = self.search.estimate(&after).map_err(failed)?;
        Ok((wins.map(|wins| !wins), Some(worth)))
    }
}

/// What the search alone finds out about a sum.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Searched {
    /// Who wins, or why that is not known.
    pub outcome: Result<Outcome, NoSolution>,
    /// How many sums were looked at.
    pub looked_at: u64,
}

/// What a search may use of what is known of pieces: measures and tests compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Knowledge {
    /// No values, no bounds, and nothing cancels.
    Nothing,
    /// Bounds, and values of pieces of at most so many cells.
    UpTo(u32),
    /// Bounds, and values of small pieces.
    Usual,
}

/// Searches for who wins a sum.
#[must_use]
pub fn searched(sum: &Position, convention: Convention, knowledge: Knowledge, budget: &Budget) -> Searched {
    searched_on(sum, convention, knowledge, &Memory::new(budget), budget)
}

/// Whether what was saved of a search for who wins this sum is true, as far as a sample of it shows that is
/// computed again.
///
/// # Errors
/// [`NoSolution`] if the budget ends.
pub fn agrees(sum: &Position, convention: Convention, memory: &Memory, budget: &Budget) -> Result<bool, NoSolution> {
    let mut by = BySearch::new(convention, &Memory::new(budget), Knowledge::Usual, budget);
    let pieces = match by.pieces(sum, budget) {
        // Such sums are not searched.
        Err(NoSolution::Table { .. }) => return Ok(memory.is_empty()),
        pieces => pieces?,
    };
    by.search.agrees_with(&memory.table, &pieces).map_err(|reason| unvalued_sum(sum, reason))
}

/// The same with what earlier searches have found out; if it is stopped, what is known
/// ([`NoSolution::SoFar`]).
#[must_use]
pub fn searched_on(
    sum: &Position,
    convention: Convention,
    knowledge: Knowledge,
    memory: &Memory,
    budget: &Budget,
) -> Searched {
    let mut by = BySearch::new(convention, memory, knowledge, budget);
    let outcome = by.outcome(sum, budget).map_err(|reason| match reason {
        NoSolution::Stopped(stopped) => by.so_far(sum, stopped),
        other => other,
    });
    Searched { outcome, looked_at: by.looked_at() }
}
