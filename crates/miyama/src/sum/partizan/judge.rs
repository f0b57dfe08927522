//! What tells who wins a sum: values, a search, or play itself, in the order of the plan.

use super::super::by_search::{BySearch, Knowledge};
use super::super::duel::Duel;
use super::super::heap_values::HeapValues;
use super::super::options::{Move, Options};
use super::super::part_value::{unvalued, unvalued_sum, value_of};
use super::super::solve::NoSolution;
use super::super::{Part, Position};
use super::remote::Remote;
use crate::play::{Convention, Outcome, Player};
use crate::search::Memory;
use crate::sum::strategy::{Question, Way, plan};
use crate::value::{Arena, GameId};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use std::cmp::Ordering;

/// What tells who wins: values, or play itself.
pub(super) struct Judge {
    pub(super) outcome: Outcome,
    pub(super) form: Option<String>,
    pub(super) method: Text,
    pub(super) by: By,
    /// Tells who wins after moves whose values take too long.
    pub(super) search: Option<Box<BySearch>>,
    /// So many more sums may be looked at to see which moves win, if there is no limit of time.
    pub(super) allowed: u64,
}

/// A form that takes longer than this is given up where only the winner is asked for; `value` goes on
/// as long as it takes. Counted in looks at the budget: seconds.
const FORM_LOOKS: u64 = 6_000;

/// The same where moves have two steps: a position has hundreds of options, so that between two looks much
/// more is done, and forms of open boards are out of reach anyway.
const FORM_LOOKS_OF_TWO_STEPS: u64 = 16;

/// One part in so many of the time that is left may go into a form.
const FORM_SHARE: u32 = 4;

/// Once it is known who wins, so many sums at least are looked at to see which moves win, some ten seconds, and no fewer
/// than were looked at to see who wins: the list may take as long as the answer.
const LEAST_ALLOWED: u64 = 200_000;

/// So many moves are looked at beside large nimbers.
const MOST_BESIDE_NIMBERS: usize = 2_000;

pub(super) enum By {
    Values {
        arena: Box<Arena>,
        heaps: HeapValues,
        parts: Vec<GameId>,
        total: GameId,
    },
    /// Values, beside a nimber that is too large to be one of them.
    Remote(Box<Remote>),
    Search(Box<BySearch>),
    Play(Box<Duel>),
    /// Every move loses, for this reason.
    Mirror(Text),
}

impl Judge {
    pub(super) fn new(
        sum: &Position,
        convention: Convention,
        memory: &Memory,
        budget: &Budget,
    ) -> Result<Judge, NoSolution> {
        let mut by = Box::new(BySearch::new(convention, memory, Knowledge::Usual, budget));
        let has_two_steps = |part: &Part| matches!(part, Part::Cells(cells) if cells.game().has_two_steps());
        let looks = if sum.parts.iter().any(has_two_steps) { FORM_LOOKS_OF_TWO_STEPS } else { FORM_LOOKS };
        // The search, if it comes to that, needs most of the time and as much memory.
        let mut for_form = budget.share(FORM_SHARE).with_looks(looks);
        if let Some(bytes) = budget.memory() {
            for_form = for_form.with_memory(bytes / 2);
        }
        if convention == Convention::Normal {
            match Judge::beside_nimbers(sum, &for_form) {
                Ok(Some(judge)) => return Ok(judge),
                Ok(None) | Err(NoSolution::Value { .. } | NoSolution::Table { .. } | NoSolution::Board { .. }) => {}
                Err(NoSolution::Stopped(Stopped::Time { .. })) if budget.check().is_ok() => {}
                Err(NoSolution::Stopped(stopped)) => return Err(by.so_far(sum, stopped)),
                Err(other) => return Err(other),
            }
        }
        for way in plan(&Question::Sum(sum, convention)).ways() {
            match way {
                Way::Form => match Judge::by_values(sum, &for_form) {
                    Err(NoSolution::Value { .. }) => {}
                    // The form, not the whole, took too long.
                    Err(NoSolution::Stopped(Stopped::Time { .. })) if budget.check().is_ok() => {}
                    Err(NoSolution::Stopped(stopped)) => return Err(by.so_far(sum, stopped)),
                    Err(other) => return Err(other),
                    Ok(judge) => {
                        by.leave(for_form.memory().unwrap_or(0), budget);
                        return Ok(Judge { search: Some(by), ..judge });
                    }
                },
                Way::Search => match by.outcome(sum, budget) {
                    Err(NoSolution::Value { .. } | NoSolution::Table { .. } | NoSolution::Board { .. }) => {}
                    Err(NoSolution::Stopped(stopped)) => return Err(by.so_far(sum, stopped)),
                    Err(other) => return Err(other),
                    Ok(outcome) => {
                        let method = say!("solve.method_pieces", met = by.looked_at());
                        let allowed = by.looked_at().max(LEAST_ALLOWED);
                        return Ok(Judge { outcome, form: None, method, by: By::Search(by), search: None, allowed });
                    }
                },
                _ => return Judge::by_play(sum, convention, budget),
            }
        }
        Judge::by_play(sum, convention, budget)
    }

    pub(super) fn by_mirror(why: Text) -> Judge {
        let (form, method) = (Some("0".to_owned()), say!("board.method_symmetry"));
        Judge { outcome: Outcome::P, form, method, by: By::Mirror(why), search: None, allowed: u64::MAX }
    }

    pub(super) fn by_values(sum: &Position, budget: &Budget) -> Result<Judge, NoSolution> {
        let mut arena = Box::new(Arena::new(budget));
        let mut parts = Vec::with_capacity(sum.parts.len());
        let mut total = arena.zero();
        let mut heaps = HeapValues::default();
        for part in &sum.parts {
            let value = value_of(&mut arena, &mut heaps, part, budget)?;
            total = arena.add(total, value).map_err(|reason| unvalued(part, reason))?;
            parts.push(value);
        }
        let outcome = arena.outcome(total);
        // A form may be too long to be written though it is known.
        let form = arena.text(total).ok();
        let method = say!("solve.method_values");
        Ok(Judge {
            outcome,
            form,
            method,
            by: By::Values { arena, heaps, parts, total },
            search: None,
            allowed: LEAST_ALLOWED,
        })
    }

    pub(super) fn beside_nimbers(sum: &Position, budget: &Budget) -> Result<Option<Judge>, NoSolution> {
        let Some(mut remote) = Remote::new(sum, budget)? else { return Ok(None) };
        let (outcome, form, method) = (remote.outcome(sum)?, remote.form(), say!("solve.method_values"));
        Ok(Some(Judge {
            outcome,
            form,
            method,
            by: By::Remote(Box::new(remote)),
            search: None,
            allowed: LEAST_ALLOWED,
        }))
    }

    /// The moves of a player; of large heaps beside partizan games some, and those that leave small nimbers.
    pub(super) fn options_of(
        &mut self,
        sum: &Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Options, NoSolution> {
        let By::Remote(remote) = &mut self.by else { return sum.options_of(player, usize::MAX, budget) };
        let mut options = sum.options_of(player, MOST_BESIDE_NIMBERS, budget)?;
        if !options.complete {
            for choice in remote.leaving_small_nimbers(sum, budget)? {
                if options.listed.iter().all(|known| known.after != choice.after) {
                    options.listed.push(Move { who: player, ..choice });
                }
            }
        }
        Ok(options)
    }

    /// The positions after moves of which the search knows that they win, when the time is over.
    pub(super) fn known_wins(&mut self, sum: &Position, player: Player) -> Vec<Position> {
        match (&mut self.by, &mut self.search) {
            (By::Search(by), _) | (By::Values { .. }, Some(by)) => by.known_wins(sum, player).unwrap_or_default(),
            _ => vec![],
        }
    }

    fn by_play(sum: &Position, convention: Convention, budget: &Budget) -> Result<Judge, NoSolution> {
        let mut duel = Box::new(Duel::new(sum, convention));
        let outcome = duel.outcome(sum, budget)?;
        let method = say!("solve.method_search", met = duel.met());
        Ok(Judge { outcome, form: None, method, by: By::Play(duel), search: None, allowed: u64::MAX })
    }

    /// Whether the player who made this move wins; `None` if that takes too long.
    pub(super) fn wins_second(
        &mut self,
        choice: &Move,
        player: Player,
        budget: &Budget,
    ) -> Result<Option<bool>, NoSolution> {
        let allowed = if budget.has_deadline() { u64::MAX } else { self.allowed };
        let (found, looked_at) = self.wins_second_within(allowed, choice, player, budget)?;
        self.allowed = self.allowed.saturating_sub(looked_at);
        Ok(found)
    }

    /// The same, however long it takes.
    pub(super) fn wins_second_surely(
        &mut self,
        choice: &Move,
        player: Player,
        budget: &Budget,
    ) -> Result<bool, NoSolution> {
        let (found, _) = self.wins_second_within(u64::MAX, choice, player, budget)?;
        found.ok_or(NoSolution::Stopped(Stopped::Cancelled))
    }

    /// The same after a search of about so many sums at most, and how many were looked at.
    fn wins_second_within(
        &mut self,
        most: u64,
        choice: &Move,
        player: Player,
        budget: &Budget,
    ) -> Result<(Option<bool>, u64), NoSolution> {
        let by = match &mut self.by {
            By::Search(by) => by,
            By::Play(duel) => {
                return Ok((Some(!duel.wins_first(&choice.after, player.opponent(), budget)?), 0));
            }
            By::Mirror(_) => return Ok((Some(false), 0)),
            By::Remote(remote) => return Ok((Some(remote.wins_second(choice, player, budget)?), 0)),
            By::Values { .. } => match (self.wins_by_value(choice, player, budget), &mut self.search) {
                // The form, not the whole, took too long: who wins is enough here.
                (Err(NoSolution::Stopped(Stopped::Time { .. })), Some(by)) if budget.check().is_ok() => by,
                (found, _) => return Ok((Some(found?), 0)),
            },
        };
        let before = by.looked_at();
        let found = by.wins_first_within(most, &choice.after, player.opponent(), budget)?;
        Ok((found.map(|wins| !wins), by.looked_at() - before))
    }

    fn wins_by_value(&mut self, choice: &Move, player: Player, budget: &Budget) -> Result<bool, NoSolution> {
        let Some((arena, after)) = self.value_after(choice, budget)? else { return Ok(false) };
        let zero = arena.zero();
        let order = arena.compare(after, zero).map_err(|reason| unvalued_sum(&choice.after, reason))?;
        Ok(match player {
            Player::Left => matches!(order, Some(Ordering::Equal | Ordering::Greater)),
            Player::Right => matches!(order, Some(Ordering::Equal | Ordering::Less)),
        })
    }

    /// The canonical form after a move, where it is known and can be written.
    pub(super) fn form_after(&mut self, choice: &Move, budget: &Budget) -> Result<Option<String>, NoSolution> {
        match self.value_after(choice, budget) {
            Ok(found) => Ok(found.and_then(|(arena, after)| arena.text(after).ok())),
            Err(NoSolution::Stopped(Stopped::Time { .. })) if budget.check().is_ok() => Ok(None),
            Err(other) => Err(other),
        }
    }

    fn value_after(&mut self, choice: &Move, budget: &Budget) -> Result<Option<(&mut Arena, GameId)>, NoSolution> {
        let By::Values { arena, heaps, parts, total } = &mut self.by else { return Ok(None) };
        let failed = |reason| unvalued_sum(&choice.after, reason);
        let mut after = arena.subtract(*total, parts[choice.part]).map_err(failed)?;
        for left in &choice.left {
            let value = value_of(arena, heaps, left, budget)?;
            after = arena.add(after, value).map_err(failed)?;
        }
        Ok(Some((arena, after)))
    }
}
