//! Positions of games that are won in a way of their own: who wins, what the opponent
//! forbids, and which moves are left.

use super::moves::Moves;
use super::options::{Move, as_parts, large};
use super::solve::{NoSolution, Solution};
use super::survey::{Known, Survey, survey_of};
use super::valued::{no_table, small};
use super::{Part, Position};
use crate::game::HeapGame;
use crate::heap::won::{WonTable, options};
use crate::play::{Convention, Outcome, Player};
use miyama_budget::Budget;
use miyama_text::{Text, say};

/// So many forbidden options are named.
const MOST_NAMED: usize = 12;

/// A position that is a game of its own, and who wins it and all that follows.
pub(super) struct Won<'a> {
    sum: &'a Position,
    game: &'a HeapGame,
    heaps: Vec<u64>,
    convention: Convention,
    table: WonTable,
}

/// The options of a player: those that are lost for the opponent, and the others.
struct Sorted {
    lost: Vec<Option<Vec<u64>>>,
    others: Vec<Option<Vec<u64>>>,
}

impl<'a> Won<'a> {
    /// None for sums of other games.
    pub(super) fn of(
        sum: &'a Position,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Won<'a>>, NoSolution> {
        let Some(part) = sum.alone() else { return Ok(None) };
        let [Part::Heap { game, heaps }] = sum.parts.as_slice() else { return Err(alone(part)) };
        let heaps = small(heaps).ok_or_else(|| NoSolution::too_large(part))?;
        let sides = Player::BOTH.map(|player| &**game.rules_of(player));
        let table = WonTable::from(sides, &heaps, convention, budget).map_err(|e| no_table(part, game, &heaps, e))?;
        Ok(Some(Won { sum, game, heaps, convention, table }))
    }

    fn sorted(&self, player: Player, budget: &Budget) -> Result<Sorted, NoSolution> {
        let all = options(self.game.rules_of(player), &self.heaps, budget)
            .map_err(|e| no_table(&self.sum.parts[0], self.game, &self.heaps, e))?;
        let opponent = player.opponent() as usize;
        let wins = |option: &Option<Vec<u64>>| match option {
            Some(position) => self.table.wins(position).is_some_and(|wins| wins[opponent]),
            None => self.convention == Convention::Misere,
        };
        let (others, lost) = all.into_iter().partition(wins);
        Ok(Sorted { lost, others })
    }

    fn blocked(&self) -> usize {
        usize::try_from(self.game.ruleset.winning().blocked).unwrap_or(usize::MAX)
    }

    fn after(&self, player: Player, option: Option<&Vec<u64>>) -> Move {
        let left = as_parts(self.game, large(&option.into_iter().cloned().collect::<Vec<_>>()));
        Move::new(player, self.sum, 0, left)
    }

    fn outcome(&self) -> Outcome {
        self.table.outcome(&self.heaps).unwrap_or(Outcome::P)
    }

    pub(super) fn solution(&self, most: usize, budget: &Budget) -> Result<Solution, NoSolution> {
        let both = !self.sum.is_impartial();
        let mut found = [Moves::listing(most), Moves::listing(most)];
        let mut why = Vec::new();
        for player in if both { &Player::BOTH[..] } else { &Player::BOTH[..1] } {
            let sorted = self.sorted(*player, budget)?;
            if sorted.lost.len() > self.blocked() {
                for option in &sorted.lost {
                    found[*player as usize].push(self.after(*player, option.as_ref()).after);
                }
            }
            let reason = self.reason(*player, &sorted);
            why.push(match (both, player) {
                (false, _) => reason,
                (true, Player::Left) => say!("solve.why_won_left", reason = reason),
                (true, Player::Right) => say!("solve.why_won_right", reason = reason),
            });
        }
        why.push(say!("solve.why_won_no_value"));
        let [moves, right] = found;
        let method = vec![say!("solve.method_won", met = self.table.met())];
        let right = both.then_some(right);
        Ok(Solution { outcome: self.outcome(), value: None, form: None, moves, right, why, method })
    }

    /// Why a player who is to move wins or not.
    fn reason(&self, player: Player, Sorted { lost, others }: &Sorted) -> Text {
        let wins = self.table.wins(&self.heaps).is_some_and(|wins| wins[player as usize]);
        let (options, blocked) = (lost.len() + others.len(), self.blocked());
        match (options, blocked) {
            (0, _) if wins => say!("solve.why_won_end_next"),
            (0, _) => say!("solve.why_won_end_previous"),
            (_, 0) if wins => say!("solve.why_won_some", options = options, winning = lost.len()),
            (_, 0) => say!("solve.why_won_none", options = options),
            _ if lost.len() > blocked => {
                say!("solve.why_blocked_n", options = options, winning = lost.len(), blocked = blocked)
            }
            _ if lost.is_empty() => say!("solve.why_won_none", options = options),
            _ if others.is_empty() && wins => {
                say!("solve.why_blocked_all_next", options = options, blocked = blocked)
            }
            _ if others.is_empty() => say!("solve.why_blocked_all", options = options, blocked = blocked),
            _ => say!("solve.why_blocked_p", options = options, forbidden = self.named(player, lost)),
        }
    }

    fn named(&self, player: Player, options: &[Option<Vec<u64>>]) -> String {
        let mut names: Vec<String> = options
            .iter()
            .take(MOST_NAMED)
            .map(|option| self.after(player, option.as_ref()).after.to_string())
            .collect();
        if options.len() > MOST_NAMED {
            names.push("…".to_owned());
        }
        names.join("; ")
    }

    /// What a perfect opponent forbids: all options that win, or as many as allowed.
    fn forbidden<'b>(&self, sorted: &'b Sorted) -> &'b [Option<Vec<u64>>] {
        &sorted.lost[..sorted.lost.len().min(self.blocked())]
    }

    /// The moves that are left where the opponent has forbidden these, or else what a perfect one does.
    pub(super) fn survey(
        &self,
        turn: Player,
        forbidden: Option<&[Position]>,
        most: usize,
        budget: &Budget,
    ) -> Result<Survey, NoSolution> {
        let solution = self.solution(most, budget)?;
        let sorted = self.sorted(turn, budget)?;
        let perfect = self.forbidden(&sorted);
        let is_left = |option: &Option<Vec<u64>>| match forbidden {
            Some(forbidden) => !forbidden.contains(&self.after(turn, option.as_ref()).after),
            None => !perfect.contains(option),
        };
        let winning = sorted.lost.iter().map(|option| (option, true));
        let others = sorted.others.iter().map(|option| (option, false));
        let all: Vec<_> = winning.chain(others).filter(|(option, _)| is_left(option)).collect();
        let complete = all.len() <= most;
        let known = |(option, wins): (&Option<Vec<u64>>, bool)| Known {
            choice: self.after(turn, option.as_ref()),
            outcome: option.as_ref().and_then(|position| self.table.outcome(position)),
            value: None,
            wins: Some(wins),
            form: None,
        };
        let moves = all.into_iter().take(most).map(known).collect();
        Ok(Survey { solution, moves, complete, stopped: None })
    }
}

fn alone(part: &Part) -> NoSolution {
    NoSolution::Alone { part: part.to_string() }
}

/// The positions that a perfect opponent forbids a player to move to; none where nothing is
/// forbidden in the game.
///
/// # Errors
/// [`NoSolution`] says why it is not known.
pub fn forbidden(
    sum: &Position,
    turn: Player,
    convention: Convention,
    budget: &Budget,
) -> Result<Vec<Position>, NoSolution> {
    let Some(won) = Won::of(sum, convention, budget)? else { return Ok(vec![]) };
    let sorted = won.sorted(turn, budget)?;
    Ok(won.forbidden(&sorted).iter().map(|option| won.after(turn, option.as_ref()).after).collect())
}

/// How many options a player may forbid the other before each move.
#[must_use]
pub fn most_forbidden(sum: &Position) -> usize {
    match sum.parts.as_slice() {
        [Part::Heap { game, .. }] => usize::try_from(game.ruleset.winning().blocked).unwrap_or(usize::MAX),
        _ => 0,
    }
}

/// The moves that are left to a player whom the other has forbidden to move to some positions.
///
/// # Errors
/// [`NoSolution`] says why it is not known which of them win; none of a game in which nothing is
/// forbidden are known here.
pub fn survey_forbidding(
    sum: &Position,
    turn: Player,
    forbidden: &[Position],
    convention: Convention,
    most: usize,
    budget: &Budget,
) -> Result<Survey, NoSolution> {
    match Won::of(sum, convention, budget)? {
        Some(won) => won.survey(turn, Some(forbidden), most, budget),
        None => survey_of(sum, turn, convention, most, budget),
    }
}

/// Whether a player wins who has no move in a position.
///
/// # Errors
/// [`NoSolution`] says why it is not known.
pub fn wins_at_end(sum: &Position, turn: Player, convention: Convention, budget: &Budget) -> Result<bool, NoSolution> {
    if let [part @ Part::Heap { game, heaps }] = sum.parts.as_slice()
        && let Some(heaps) = small(heaps)
    {
        let won = game.ruleset.winning().at_end(&heaps, turn, convention, budget);
        return won.map_err(|reason| no_table(part, game, &heaps, reason.into()));
    }
    Ok(convention == Convention::Misere)
}
