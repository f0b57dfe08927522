//! Who wins a sum whose value is out of reach: a search over the sums that play leads to.
//!
//! A position is a [`SearchedSum`] of pieces of boards and of values. Left is always to move: after a
//! move the negative of what is left is looked at, in which the players are exchanged. Every sum
//! is remembered by a [`key`], in memory that is bounded ([`table`]), which several threads share.
//!
//! Under normal play, what is known cuts the search:
//! - A small piece is replaced by its value. Numbers, ups and nimbers are added up; other values
//!   stand beside each other, because their sums may be much larger than they are.
//! - A piece and its negative cancel each other.
//! - A piece is at most the number of moves that Left could make in it if Right made none
//!   ([`bounds`]), and a value about its stops, by a few ups ([`ups`]): a sum of which these show the sign is decided.
//! - Where moves are very many, each of several pieces is first searched alone for the integers between
//!   which it lies ([`local`]).
//!
//! Under misère play none of this holds, and the pieces are played out.

mod bounds;
mod held;
mod key;
mod later;
mod local;
mod of_pieces;
mod row;
mod sum;
mod table;
mod team;
mod ups;

pub(crate) use sum::SearchedSum;
pub use table::Memory;
pub(crate) use table::Table;
pub(crate) use team::Team;

use crate::pattern::{CellPosition, Game, Piece};
use crate::play::{Convention, Player};
use crate::value::{Arena, GameId, Unfinished};
use bounds::{Facts, SearchedBoard};
use held::Held;
use key::{Key, Marks};
use later::Later;
use miyama_budget::Budget;
use std::sync::Arc;
use ups::Ups;

/// So many values that are no numbers, ups or nimbers are added up to see who wins.
const MOST_ADDED: usize = 3;

/// One part in so many of the memory may be taken by what is known of pieces, for all threads.
const FACTS: u64 = 8;

/// Without a limit on memory, it takes so much.
const MOST_FACTS: u64 = 1 << 30;

/// One part in so many of the memory may be taken by what arenas know of values and may forget, for all threads.
const FORGOTTEN: u64 = 4;

/// So many plays are followed to check a table of another search, until each meets a sum that the table
/// knows and that cost little.
const SAMPLED: usize = 16;

/// So many sums are looked at to check one.
const MOST_CHECKED: u64 = 100;

/// How often the budget is looked at, and what other threads have found, in sums.
const LOOK: u64 = 64;

/// A search, with what was found out.
pub(crate) struct Search {
    boards: Vec<SearchedBoard>,
    arena: Arena,
    marks: Marks,
    ups: Ups,
    convention: Convention,
    knows: bool,
    /// Pieces of so many cells have values, if that is not what is usual.
    small: Option<u32>,
    known: Arc<Table>,
    held: Held,
    budget: Budget,
    looked_at: u64,
}

/// One part in so many of the memory of a budget, for each of its threads.
fn share(budget: &Budget, part: u64) -> Option<u64> {
    budget.memory().map(|memory| memory / part / budget.threads() as u64)
}

/// A sum on the path of the search, with what Left's moves lead to.
struct Open {
    key: Key,
    /// What is not known yet, the best last.
    options: Vec<(Key, SearchedSum)>,
    /// Moves that are looked at when none of these wins.
    later: Option<Later>,
    /// How many sums had been looked at before.
    before: u64,
}

/// A sum that was looked at.
enum Looked {
    /// It is known whether Left wins.
    Known(bool),
    /// That depends on these options.
    Open(Open),
}

impl Search {
    /// A search that remembers in this table.
    pub(crate) fn new(convention: Convention, known: &Arc<Table>, budget: &Budget) -> Search {
        let knows = convention == Convention::Normal;
        Search {
            boards: vec![],
            arena: Arena::new(&budget.without_listener()).forgetting(share(budget, FORGOTTEN)),
            marks: Marks::default(),
            ups: Ups::default(),
            convention,
            knows,
            small: None,
            known: known.clone(),
            held: Held::beside(known),
            budget: budget.clone(),
            looked_at: 0,
        }
    }

    /// The same search without values, bounds and pieces that cancel: what these save is measured
    /// against it.
    pub(crate) fn plain(mut self) -> Search {
        self.knows = false;
        self
    }

    /// The same search with values of pieces up to so many cells only.
    pub(crate) fn with_small(mut self, cells: u32) -> Search {
        self.small = Some(cells);
        self
    }

    /// From now on the search may use another budget.
    pub(crate) fn allow(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        self.arena.allow(&budget.without_listener());
    }

    /// The values of its sums live here.
    pub(crate) fn arena(&mut self) -> &mut Arena {
        &mut self.arena
    }

    /// How play ends.
    pub(crate) fn convention(&self) -> Convention {
        self.convention
    }

    /// How many sums were looked at.
    pub(crate) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// The sum of boards and a value.
    pub(crate) fn sum(
        &mut self,
        boards: &[(&Arc<Game>, &CellPosition)],
        values: &[GameId],
    ) -> Result<SearchedSum, Unfinished> {
        let mut sum = SearchedSum::zero(&mut self.arena);
        for (game, position) in boards {
            let found = self.boards.iter().position(|board| board.is_of(game, &position.ground));
            // What is subtracted is the game with the players exchanged: its pieces are negatives of those.
            let negative = || self.boards.iter().position(|board| board.is_of_negative(game, &position.ground));
            let negative = if found.is_none() { negative() } else { None };
            let index = found.or(negative).unwrap_or_else(|| {
                let most = share(&self.budget, FACTS).unwrap_or(MOST_FACTS);
                self.boards.push(SearchedBoard::new(game, position, self.knows, self.small, most));
                self.boards.len() - 1
            });
            for piece in self.boards[index].engine.pieces(position) {
                let piece = if negative.is_some() { piece.turned() } else { piece };
                self.add(&mut sum, index, piece)?;
            }
        }
        for value in values {
            sum.add_value(&mut self.arena, *value)?;
        }
        Ok(sum)
    }

    /// Whether a player wins who moves first; `None` after about so many more sums.
    pub(crate) fn wins_first(
        &mut self,
        sum: &SearchedSum,
        player: Player,
        most: u64,
        team: Option<&Team>,
    ) -> Result<Option<bool>, Unfinished> {
        let start = self.seen_by(sum, player)?;
        self.left_wins(start, most, team)
    }

    /// Whether a player wins who moves first, where that is known without a search.
    pub(crate) fn wins_surely(&mut self, sum: &SearchedSum, player: Player) -> Result<Option<bool>, Unfinished> {
        let start = self.seen_by(sum, player)?;
        let key = self.marks.key(&mut self.arena, &self.boards, &start)?;
        self.decided(&start, key)
    }

    /// The sum with this player as Left.
    fn seen_by(&mut self, sum: &SearchedSum, player: Player) -> Result<SearchedSum, Unfinished> {
        match player {
            Player::Left => Ok(sum.clone()),
            Player::Right => sum.clone().turned(&mut self.arena),
        }
    }

    /// Whether Left wins who moves first.
    fn left_wins(&mut self, start: SearchedSum, most: u64, team: Option<&Team>) -> Result<Option<bool>, Unfinished> {
        let key = self.marks.key(&mut self.arena, &self.boards, &start)?;
        if let Some(won) = self.decided(&start, key)? {
            return Ok(Some(won));
        }
        let first = self.looked_at;
        let mut path: Vec<Open> = vec![];
        let mut next = Some((key, start));
        // What is known of the position that was looked at last.
        let mut result: Option<bool> = None;
        loop {
            if let Some((key, sum)) = next.take() {
                match self.look(sum, key)? {
                    Looked::Known(won) => result = Some(won),
                    Looked::Open(open) => {
                        team.inspect(|team| team.enter(open.key));
                        path.push(open);
                    }
                }
                if self.looked_at - first > most {
                    return Ok(None);
                }
                if let Some(team) = team.filter(|_| self.looked_at.is_multiple_of(LOOK)) {
                    if team.is_over() {
                        return Ok(team.found());
                    }
                    // Another thread may have decided what this one is about to.
                    let done = path.iter().position(|open| self.known.get(open.key).is_some());
                    if let Some(done) = done {
                        result = self.known.get(path[done].key);
                        path.drain(done..).for_each(|open| team.leave(open.key));
                    }
                }
            }
            let Some(top) = path.last_mut() else { return Ok(result) };
            // The opponent moves next: what they lose, Left wins.
            let mut won = (result.take() == Some(false)).then_some(true);
            while won.is_none() && next.is_none() {
                if self.refill(top)? {
                    won = Some(true);
                    break;
                }
                match top.next(team) {
                    None => won = Some(false),
                    Some((key, option)) => match self.known.get(key) {
                        Some(false) => won = Some(true),
                        Some(true) => {}
                        None => next = Some((key, option)),
                    },
                }
            }
            if let (Some(won), Some(done)) = (won, path.pop_if(|_| next.is_none())) {
                team.inspect(|team| team.leave(done.key));
                self.known.insert(done.key, won, self.looked_at - done.before);
                result = Some(won);
            }
        }
    }

    /// Whether a table says what this search, which knows nothing of it, finds out about some of the
    /// sums that play leads to.
    pub(crate) fn agrees_with(&mut self, other: &Table, start: &SearchedSum) -> Result<bool, Unfinished> {
        // Numbers that look random, the same in every run.
        let mut dice = 0x9E37_79B9_7F4A_7C15_u64;
        for player in [Player::Left, Player::Right].into_iter().cycle().take(SAMPLED) {
            let mut sum = self.seen_by(start, player)?;
            loop {
                let key = self.marks.key(&mut self.arena, &self.boards, &sum)?;
                if let Some(said) = other.cheap(key) {
                    match self.left_wins(sum, MOST_CHECKED, None)? {
                        Some(found) if found != said => return Ok(false),
                        _ => break,
                    }
                }
                let mut found = Found { options: vec![], is_stuck: true, won: false };
                self.options(&sum, &mut found)?;
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                let Some(at) = dice.checked_rem(found.options.len() as u64) else { break };
                sum = found.options.swap_remove(at as usize).1;
            }
        }
        Ok(true)
    }

    /// Whether Left wins who moves first, where that needs no search.
    fn decided(&mut self, sum: &SearchedSum, key: Key) -> Result<Option<bool>, Unfinished> {
        if let Some(known) = self.known.get(key) {
            return Ok(Some(known));
        }
        if !self.knows {
            return Ok(None);
        }
        self.sign(sum)
    }

    /// Looks at a sum that is not decided.
    fn look(&mut self, sum: SearchedSum, key: Key) -> Result<Looked, Unfinished> {
        let before = self.looked_at;
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(LOOK) {
            self.account()?;
        }
        if let Some(won) = self.sign_locally(&sum)? {
            self.known.insert(key, won, self.looked_at - before);
            return Ok(Looked::Known(won));
        }
        let mut found = Found { options: vec![], is_stuck: true, won: false };
        let mut later = self.later(&sum)?;
        match &mut later {
            Some(later) => {
                self.options_of_values(&sum, &mut found)?;
                if !found.won {
                    self.some_of(later, &mut found)?;
                }
            }
            None => self.options(&sum, &mut found)?,
        }
        let Found { options, is_stuck, won } = found;
        if won || options.is_empty() {
            // What is left out loses: only where there was no move at all, misère play is won.
            let won = won || is_stuck && self.convention == Convention::Misere;
            self.known.insert(key, won, 1);
            return Ok(Looked::Known(won));
        }
        let options = match later {
            Some(_) => options.into_iter().rev().collect(),
            None => self.ordered(options)?,
        };
        Ok(Looked::Open(Open { key, options, later, before }))
    }

    /// Sums that the opponent moves from next, the best for Left last.
    fn ordered(&mut self, options: Vec<(Key, SearchedSum)>) -> Result<Vec<(Key, SearchedSum)>, Unfinished> {
        let mut ordered = Vec::with_capacity(options.len());
        for (key, option) in options {
            ordered.push((self.estimate(&option)?, key, option));
        }
        ordered.sort_by_key(|(worth, key, _)| std::cmp::Reverse((*worth, *key)));
        Ok(ordered.into_iter().map(|(_, key, option)| (key, option)).collect())
    }

    fn account(&mut self) -> Result<(), Unfinished> {
        self.budget.check()?;
        self.budget.report(self.looked_at, None);
        // The arena knows of the board only whose values were asked for last.
        self.arena.also_holds(self.boards.iter().map(|board| board.engine.bytes()).sum());
        let own = self.arena.bytes() + self.marks.bytes() + self.ups.bytes();
        let facts: u64 = self.boards.iter().map(SearchedBoard::bytes).sum();
        if facts > share(&self.budget, FACTS).unwrap_or(MOST_FACTS) {
            self.boards.iter_mut().for_each(SearchedBoard::forget);
        }
        Ok(self.budget.need(self.held.now(own + facts))?)
    }

    /// What Left's moves lead to, turned, until one wins.
    fn options(&mut self, sum: &SearchedSum, found: &mut Found) -> Result<(), Unfinished> {
        for (at, (board, piece)) in sum.pieces.iter().enumerate() {
            // Of equal pieces one is enough.
            if at > 0 && sum.pieces[at - 1] == sum.pieces[at] {
                continue;
            }
            let player = if piece.exchanged { Player::Right } else { Player::Left };
            for left in self.boards[*board].engine.left_of(&piece.cells, player) {
                let mut option = sum.clone();
                option.pieces.remove(at);
                for new in left {
                    let new = if piece.exchanged { new.turned() } else { new };
                    self.add(&mut option, *board, new)?;
                }
                if self.take(option, found)? {
                    return Ok(());
                }
            }
        }
        self.options_of_values(sum, found)
    }

    /// The same of moves in values.
    fn options_of_values(&mut self, sum: &SearchedSum, found: &mut Found) -> Result<(), Unfinished> {
        for (at, value) in sum.values.iter().enumerate() {
            if at > 0 && sum.values[at - 1] == *value {
                continue;
            }
            for left in self.arena.options(*value, Player::Left)? {
                let mut option = sum.clone();
                option.values.remove(at);
                option.add_value(&mut self.arena, left)?;
                if self.take(option, found)? {
                    return Ok(());
                }
            }
        }
        for left in self.arena.options(sum.plain, Player::Left)? {
            if self.take(SearchedSum { plain: left, ..sum.clone() }, found)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes a sum that Left can move to: whether that move is known to win.
    fn take(&mut self, option: SearchedSum, found: &mut Found) -> Result<bool, Unfinished> {
        found.is_stuck = false;
        let option = option.turned(&mut self.arena)?;
        let key = self.marks.key(&mut self.arena, &self.boards, &option)?;
        if found.options.iter().any(|(other, _)| *other == key) {
            return Ok(false);
        }
        match self.decided(&option, key)? {
            Some(false) => found.won = true,
            Some(true) => {}
            None => found.options.push((key, option)),
        }
        Ok(found.won)
    }

    /// Adds a piece, or its value if that is known.
    fn add(&mut self, sum: &mut SearchedSum, board: usize, piece: Piece) -> Result<(), Unfinished> {
        if !self.knows {
            sum.push(board, piece);
            return Ok(());
        }
        match self.facts(board, &piece)?.value {
            Some(value) => {
                let value = if piece.exchanged { self.arena.negative(value)? } else { value };
                sum.add_value(&mut self.arena, value)
            }
            None => {
                sum.cancel_or_push(board, piece);
                Ok(())
            }
        }
    }

    fn facts(&mut self, board: usize, piece: &Piece) -> Result<Facts, Unfinished> {
        self.boards[board].facts(&mut self.arena, &piece.cells)
    }
}

/// What Left's moves lead to, as far as it is not known who wins there.
struct Found {
    options: Vec<(Key, SearchedSum)>,
    /// Whether there was no move at all.
    is_stuck: bool,
    /// Whether a move is known to win.
    won: bool,
}

impl Open {
    /// The next option to look at: the best one that no other thread is at, or the best.
    fn next(&mut self, team: Option<&Team>) -> Option<(Key, SearchedSum)> {
        let free = team.and_then(|team| self.options.iter().rposition(|(key, _)| !team.is_busy(*key)));
        match free {
            Some(at) => Some(self.options.remove(at)),
            None => self.options.pop(),
        }
    }
}
