//! Positions of games with a winning condition of their own: who wins, what the opponent
//! forbids, and which moves are left.

use super::compound::Followed;
use super::duel::outcome;
use super::moves::Moves;
use super::options::{Move, as_parts, large};
use super::solve::{NoSolution, Solution};
use super::survey::{Known, Survey, survey_of};
use super::valued::{no_table, small};
use super::{Compound, Part, Position};
use crate::game::HeapGame;
use crate::heap::winning_table::{WinningTable, options};
use crate::play::{Convention, Outcome, Player};
use miyama_budget::Budget;
use miyama_text::{Text, say};
use num_bigint::BigUint;

/// So many forbidden options are named.
const MOST_NAMED: usize = 12;

/// A position that is a game of its own, and who wins it and all that follows.
pub(super) struct Winners<'a> {
    sum: &'a Position,
    /// Whether Left wins who is to move, and whether Right does.
    wins: [bool; 2],
    /// So many options the opponent forbids.
    blocked: usize,
    /// The options of Left and of Right.
    sorted: [Sorted; 2],
    /// How many positions were met.
    met: usize,
}

/// The options of a player: those that are lost for the opponent, and the others.
#[derive(Default)]
struct Sorted {
    lost: Vec<After>,
    others: Vec<After>,
}

/// A move, and who wins then; of nothing that is left that is not told.
struct After {
    choice: Move,
    outcome: Option<Outcome>,
}

impl<'a> Winners<'a> {
    /// None for sums of other games.
    pub(super) fn of(
        sum: &'a Position,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Winners<'a>>, NoSolution> {
        let Some(part) = sum.alone() else { return Ok(None) };
        match sum.parts.as_slice() {
            [Part::Heap { game, heaps }] => Winners::of_heaps(sum, game, heaps, convention, budget).map(Some),
            [Part::Compound(compound)] => Winners::of_compound(sum, compound, convention, budget).map(Some),
            _ => Err(alone(part)),
        }
    }

    fn of_heaps(
        sum: &'a Position,
        game: &HeapGame,
        heaps: &[BigUint],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Winners<'a>, NoSolution> {
        let part = &sum.parts[0];
        let heaps = small(heaps).ok_or_else(|| NoSolution::too_large(part))?;
        let failed = |reason| no_table(part, game, &heaps, reason);
        let sides = Player::BOTH.map(|player| &**game.rules_of(player));
        let table = WinningTable::from(sides, &heaps, convention, budget).map_err(failed)?;
        let mut sorted = [Sorted::default(), Sorted::default()];
        for player in Player::BOTH {
            let opponent = player.opponent() as usize;
            for option in options(game.rules_of(player), &heaps, budget).map_err(failed)? {
                let wins = match &option {
                    Some(position) => table.wins(position).is_some_and(|wins| wins[opponent]),
                    None => convention == Convention::Misere,
                };
                let outcome = option.as_ref().and_then(|position| table.outcome(position));
                let left = as_parts(game, large(&option.into_iter().collect::<Vec<_>>()));
                sorted[player as usize].push(wins, After { choice: Move::new(player, sum, 0, left), outcome });
            }
        }
        let blocked = usize::try_from(game.ruleset.winning().blocked).unwrap_or(usize::MAX);
        let wins = table.wins(&heaps).unwrap_or([false; 2]);
        Ok(Winners { sum, wins, blocked, sorted, met: table.met() })
    }

    fn of_compound(
        sum: &'a Position,
        compound: &Compound,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Winners<'a>, NoSolution> {
        let mut known: Followed<[bool; 2]> = Followed::new(compound);
        let wins = known.wins(compound, convention, budget)?;
        let mut sorted = [Sorted::default(), Sorted::default()];
        for player in Player::BOTH {
            for option in compound.options(player, budget)? {
                let [left, right] = known.wins(&option, convention, budget)?;
                let wins = [left, right][player.opponent() as usize];
                let choice = Move::new(player, sum, 0, vec![Part::Compound(option)]);
                sorted[player as usize].push(wins, After { choice, outcome: Some(outcome(left, right)) });
            }
        }
        let blocked = usize::try_from(compound.game().blocked).unwrap_or(usize::MAX);
        Ok(Winners { sum, wins, blocked, sorted, met: known.met() })
    }

    fn sorted(&self, player: Player) -> &Sorted {
        &self.sorted[player as usize]
    }

    fn outcome(&self) -> Outcome {
        outcome(self.wins[0], self.wins[1])
    }

    pub(super) fn solution(&self, most: usize) -> Solution {
        let both = !self.sum.is_impartial();
        let mut found = [Moves::listing(most), Moves::listing(most)];
        let mut why = Vec::new();
        for player in if both { &Player::BOTH[..] } else { &Player::BOTH[..1] } {
            let sorted = self.sorted(*player);
            if sorted.lost.len() > self.blocked {
                for option in &sorted.lost {
                    found[*player as usize].push(option.choice.after.clone());
                }
            }
            let reason = self.reason(*player, sorted);
            why.push(match (both, player) {
                (false, _) => reason,
                (true, Player::Left) => say!("solve.why_won_left", reason = reason),
                (true, Player::Right) => say!("solve.why_won_right", reason = reason),
            });
        }
        why.push(say!("solve.why_won_no_value"));
        let [moves, right] = found;
        let method = vec![say!("solve.method_won", met = self.met)];
        let right = both.then_some(right);
        Solution { outcome: self.outcome(), value: None, form: None, moves, right, why, method }
    }

    /// Why a player who is to move wins or not.
    fn reason(&self, player: Player, Sorted { lost, others }: &Sorted) -> Text {
        let wins = self.wins[player as usize];
        let (options, blocked) = (lost.len() + others.len(), self.blocked);
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
            _ => say!("solve.why_blocked_p", options = options, forbidden = named(lost)),
        }
    }

    /// What a perfect opponent forbids: all options that win, or as many as allowed.
    fn forbidden<'b>(&self, sorted: &'b Sorted) -> &'b [After] {
        &sorted.lost[..sorted.lost.len().min(self.blocked)]
    }

    /// The moves that are left where the opponent has forbidden these, or else what a perfect one does.
    pub(super) fn survey(&self, turn: Player, forbidden: Option<&[Position]>, most: usize) -> Survey {
        let sorted = self.sorted(turn);
        let perfect = self.forbidden(sorted).len();
        let is_left = |(index, option): &(usize, &After)| match forbidden {
            Some(forbidden) => !forbidden.contains(&option.choice.after),
            None => *index >= perfect,
        };
        // What a perfect opponent forbids stands first among what is lost.
        let all: Vec<(usize, &After)> = sorted.lost.iter().chain(&sorted.others).enumerate().filter(is_left).collect();
        let complete = all.len() <= most;
        let known = |(index, option): (usize, &After)| Known {
            choice: option.choice.clone(),
            outcome: option.outcome,
            value: None,
            wins: Some(index < sorted.lost.len()),
            form: None,
        };
        let moves = all.into_iter().take(most).map(known).collect();
        Survey { solution: self.solution(most), moves, complete, stopped: None }
    }
}

impl Sorted {
    /// Adds a move after which the opponent wins or not.
    fn push(&mut self, opponent_wins: bool, after: After) {
        if opponent_wins { self.others.push(after) } else { self.lost.push(after) }
    }
}

fn named(options: &[After]) -> String {
    let mut names: Vec<String> =
        options.iter().take(MOST_NAMED).map(|option| option.choice.after.to_string()).collect();
    if options.len() > MOST_NAMED {
        names.push("…".to_owned());
    }
    names.join("; ")
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
    let Some(won) = Winners::of(sum, convention, budget)? else { return Ok(vec![]) };
    Ok(won.forbidden(won.sorted(turn)).iter().map(|option| option.choice.after.clone()).collect())
}

/// How many options a player may forbid the other before each move.
#[must_use]
pub fn most_forbidden(sum: &Position) -> usize {
    match sum.parts.as_slice() {
        [Part::Heap { game, .. }] => usize::try_from(game.ruleset.winning().blocked).unwrap_or(usize::MAX),
        [Part::Compound(compound)] => usize::try_from(compound.game().blocked).unwrap_or(usize::MAX),
        _ => 0,
    }
}

/// The moves that are left to a player whom the other has forbidden to move to some positions.
///
/// # Errors
/// [`NoSolution`] says why it is not known which of them win; none of a game in which nothing is
/// forbidden are known here.
pub(crate) fn survey_forbidding(
    sum: &Position,
    turn: Player,
    forbidden: &[Position],
    convention: Convention,
    most: usize,
    budget: &Budget,
) -> Result<Survey, NoSolution> {
    match Winners::of(sum, convention, budget)? {
        Some(won) => Ok(won.survey(turn, Some(forbidden), most)),
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
    if let [Part::Compound(compound)] = sum.parts.as_slice() {
        return compound.won_at_end(turn, convention, budget);
    }
    Ok(convention == Convention::Misere)
}
