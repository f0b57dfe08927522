//! The opponent: plays perfectly, or errs now and then, and says why.
//!
//! - [`Opponent`]: chooses a move in a position
//! - [`read_move`] and [`describe`]: moves as people write them
//!
//! In a won position it makes a move to a lost one, the one that ends the game
//! soonest where that is known. In a lost position it delays: where the whole
//! play can be searched ([`Endings`]) it makes the move after which the end is
//! farthest, else the one that leaves the most stones. Where a search for who wins is given up, it plays by
//! temperature: the move after which the parts are worth most.

mod cells;
mod chance;
mod piece;
mod read;
mod squares;
mod write;

pub use read::{read_move, read_move_of};
pub use squares::column_name;
pub use write::{describe, number_of};

use crate::play::{Convention, Outcome, Player};
use crate::sum::{
    Endings, Known, Memory, NoSolution, Part, Position, Remoteness, SoFar, Survey, survey_forbidding, survey_on,
};
use chance::Chance;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use num_bigint::BigUint;
use std::cmp::Reverse;

/// Without a limit of time, a search for a reply is given up after so many looks at the budget: seconds.
const REPLY_LOOKS: u64 = 2_000;

/// The level at which no mistake is made.
pub const PERFECT: u8 = 10;

/// A player.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::game::Games;
/// use miyama::opponent::{Opponent, PERFECT};
/// use miyama::play::Convention;
/// use miyama::sum::parse_position;
/// let sum = parse_position("nim:3,5,7", &Games::built_in()).unwrap();
/// let mut opponent = Opponent::new(&sum, Convention::Normal, PERFECT, 0);
/// let reply = opponent.reply(&sum, 100, &Budget::unlimited()).unwrap();
/// assert_eq!(reply.made().unwrap().choice.after.to_string(), "nim:2,5,7");
/// ```
#[derive(Clone, Debug)]
pub struct Opponent {
    convention: Convention,
    level: u8,
    chance: Chance,
    endings: Endings,
    /// What searches in this game have found out.
    memory: Option<Memory>,
}

/// What the opponent does in a position, and what it knows of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// The position, solved, and its moves.
    pub survey: Survey,
    /// How the position ends, if the whole play could be searched.
    pub ending: Option<Remoteness>,
    /// How the position after each move of the survey ends.
    pub endings: Vec<Option<Remoteness>>,
    /// The index of the move that is made; `None` if there is no move.
    pub made: Option<usize>,
    /// Why this one.
    pub how: How,
}

/// Why a move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// There was none to make.
    Over,
    /// It wins.
    Wins,
    /// Every move loses, and this one delays the end the longest.
    Resists,
    /// Every move loses, and this one leaves the most stones.
    Leaves,
    /// The position is won, but no move is known to win.
    Hopes,
    /// By chance, at a level below the highest.
    Errs,
}

impl Opponent {
    /// An opponent in games that begin with this position. The level is from 0
    /// to [`PERFECT`]: at level n it chooses n moves of ten with care and the
    /// others by chance. The same seed gives the same moves.
    #[must_use]
    pub fn new(sum: &Position, convention: Convention, level: u8, seed: u64) -> Opponent {
        let endings = Endings::new(sum, convention);
        Opponent { convention, level: level.min(PERFECT), chance: Chance::new(seed), endings, memory: None }
    }

    /// The move in a position, chosen from at most `most` moves and those that
    /// win. Where the budget ends once it is known who wins, the move is chosen by
    /// what is known; see [`Reply::whole`].
    ///
    /// # Errors
    /// [`NoSolution`] says why the position was not solved.
    pub fn reply(&mut self, sum: &Position, most: usize, budget: &Budget) -> Result<Reply, NoSolution> {
        self.reply_as(Player::Left, sum, most, budget)
    }

    /// The same for one of the players, where they have different moves.
    ///
    /// # Errors
    /// [`NoSolution`] says why the position was not solved.
    pub fn reply_as(
        &mut self,
        turn: Player,
        sum: &Position,
        most: usize,
        budget: &Budget,
    ) -> Result<Reply, NoSolution> {
        let memory = self.memory.get_or_insert_with(|| Memory::new(budget)).clone();
        let limited = match sum.is_impartial() || budget.has_deadline() {
            true => budget.clone(),
            false => budget.with_looks(REPLY_LOOKS),
        };
        let mut survey = match survey_on(sum, turn, self.convention, most, &memory, &limited) {
            // Nothing is known yet: a play that must be searched to its end takes as long as it takes.
            Err(NoSolution::Stopped(Stopped::Time { .. })) if budget.check().is_ok() => {
                survey_on(sum, turn, self.convention, most, &memory, budget)?
            }
            done => done?,
        };
        if budget.check().is_ok() && matches!(survey.stopped, Some(Stopped::Time { .. })) {
            // Some moves were given up, which is no reason not to play.
            survey.stopped = None;
        }
        let mut endings = vec![None; survey.moves.len()];
        let mut ending = None;
        if !sum.is_alone() && survey.stopped.is_none() {
            let found = self.endings(sum, turn, &survey, &mut endings, budget);
            match found {
                Ok(found) => ending = found,
                Err(NoSolution::Stopped(reason)) => survey.stopped = Some(reason),
                Err(other) => return Err(other),
            }
        }
        let (made, how) = self.choose(turn, &survey, &endings);
        Ok(Reply { survey, ending, endings, made, how })
    }

    /// The same where the other player has forbidden to move to some positions.
    ///
    /// # Errors
    /// [`NoSolution`] says why the position was not solved.
    pub fn reply_forbidden(
        &mut self,
        turn: Player,
        sum: &Position,
        forbidden: &[Position],
        most: usize,
        budget: &Budget,
    ) -> Result<Reply, NoSolution> {
        let survey = survey_forbidding(sum, turn, forbidden, self.convention, most, budget)?;
        let endings = vec![None; survey.moves.len()];
        let (made, how) = self.choose(turn, &survey, &endings);
        Ok(Reply { survey, ending: None, endings, made, how })
    }

    /// How the position ends, and the positions after its moves.
    fn endings(
        &mut self,
        sum: &Position,
        turn: Player,
        survey: &Survey,
        endings: &mut [Option<Remoteness>],
        budget: &Budget,
    ) -> Result<Option<Remoteness>, NoSolution> {
        let ending = self.endings.of_turn(sum, turn, budget)?;
        if ending.is_some() {
            for (known, place) in survey.moves.iter().zip(endings) {
                *place = self.endings.of_turn(&known.choice.after, turn.opponent(), budget)?;
            }
        }
        Ok(ending)
    }

    fn choose(&mut self, turn: Player, survey: &Survey, endings: &[Option<Remoteness>]) -> (Option<usize>, How) {
        let all = 0..survey.moves.len();
        if all.is_empty() {
            return (None, How::Over);
        }
        if self.level < PERFECT && self.chance.below(u64::from(PERFECT)) >= u64::from(self.level) {
            let any = self.chance.below(all.len() as u64) as usize;
            let wins = survey.moves[any].wins == Some(true);
            return (Some(any), if wins { How::Wins } else { How::Errs });
        }
        let length = |index: &usize| endings[*index].map_or(u32::MAX, |ending| ending.moves);
        let stones = |index: &usize| stones(&survey.moves[*index].choice.after);
        let wins = |index: &usize| survey.moves[*index].wins;
        let winning = all.clone().filter(|i| wins(i) == Some(true));
        if let Some(best) = winning.min_by_key(|i| (length(i), stones(i))) {
            return (Some(best), How::Wins);
        }
        let is_won = match survey.solution.outcome {
            Outcome::N => true,
            Outcome::L => turn == Player::Left,
            Outcome::R => turn == Player::Right,
            Outcome::P => false,
        };
        if survey.moves.iter().any(|known| known.wins.is_none()) && is_won {
            let open = all.clone().min_by_key(|i| (wins(i).is_some(), Reverse(stones(i))));
            return (open, How::Hopes);
        }
        // The first of equals, as everywhere.
        if endings.iter().all(Option::is_some) {
            return (all.min_by_key(|i| Reverse(length(i))), How::Resists);
        }
        (all.min_by_key(|i| Reverse(stones(i))), How::Leaves)
    }
}

impl Reply {
    /// The reply, unless the budget ended too early for all of it.
    ///
    /// # Errors
    /// [`NoSolution::Stopped`] then.
    pub fn whole(self) -> Result<Reply, NoSolution> {
        match self.survey.stopped {
            Some(stopped) => Err(stopped.into()),
            None => Ok(self),
        }
    }

    /// The move that is made, with what is known of it.
    #[must_use]
    pub fn made(&self) -> Option<&Known> {
        self.survey.moves.get(self.made?)
    }

    /// How many moves remain after the one that is made, if that is known.
    #[must_use]
    pub fn moves_left(&self) -> Option<u32> {
        Some((*self.endings.get(self.made?)?)?.moves)
    }

    /// Why this move, for a person.
    #[must_use]
    pub fn says(&self) -> Text {
        match (self.how, self.moves_left()) {
            (How::Over, _) => say!("play.no_move"),
            (How::Wins, Some(0)) => say!("play.how_wins_now"),
            (How::Wins, Some(moves)) => say!("play.how_wins_in", moves = moves + 1),
            (How::Wins, None) => say!("play.how_wins"),
            (How::Resists, Some(0)) => say!("play.how_loses_now"),
            (How::Resists, moves) => say!("play.how_resists", moves = moves.unwrap_or(0) + 1),
            (How::Leaves, _) => say!("play.how_leaves"),
            (How::Hopes, _) => say!("play.how_hopes"),
            (How::Errs, _) => say!("play.how_errs"),
        }
    }
}

impl SoFar {
    /// Why a player who knows no more than this makes the move that seems best, for a person.
    #[must_use]
    pub fn says(&self, player: Player) -> Text {
        match self.best(player).map(|best| best.wins) {
            None => say!("play.no_move"),
            Some(Some(true)) => say!("play.how_wins"),
            Some(Some(false)) => say!("play.how_leaves_partizan"),
            Some(None) if self.impartial => say!("play.how_open"),
            Some(None) => say!("play.how_temperature"),
        }
    }
}

/// The stones of a position.
fn stones(sum: &Position) -> BigUint {
    let of_part = |part: &Part| match part {
        Part::Heap { heaps, .. } => heaps.iter().sum(),
        Part::Cells(cells) => cells.stones().map_or_else(BigUint::default, |stones| stones.board().count().into()),
        Part::Worth(_) | Part::Compound(_) => BigUint::default(),
    };
    sum.parts.iter().map(of_part).sum()
}
