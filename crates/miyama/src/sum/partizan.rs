//! Sums in which the players have different moves: who wins if Left begins and
//! if Right does, the moves that win for each, and the value.
//!
//! Under normal play each part has a value, a canonical form, and the sum of the
//! values decides: Left, moving second, wins G exactly if G ≥ 0; so a move of Left
//! wins exactly if what it leads to is ≥ 0, and one of Right if that is ≤ 0.
//! Where values are out of reach, and under misère play, where they do not add, sums of pieces
//! of boards are searched ([`Search`]), and other sums are played out ([`Duel`]).

use super::abridged::abridged;
use super::by_search::{BySearch, Knowledge};
use super::compound;
use super::duel::Duel;
use super::heap_values::HeapValues;
use super::mirrored::mirrored;
use super::moves::Moves;
use super::options::Move;
use super::solve::{NoSolution, Solution};
use super::survey::{Known, Survey};
use super::valued::{small, valued_parts};
use super::{Part, Position};
use crate::difference::Difference;
use crate::play::{Convention, Outcome, Player};
use crate::search::Memory;
use crate::sum::strategy::{Question, Way, plan};
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use num_traits::{ToPrimitive, Zero};
use std::cmp::Ordering;

/// Solves a sum, listing at most so many winning moves of each player.
pub(super) fn partizan(
    sum: &Position,
    convention: Convention,
    most: usize,
    memory: &Memory,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    sum.not_alone()?;
    Ok(judged(sum, convention, most, memory, budget)?.0)
}

/// The solution of a sum, and what told it.
fn judged(
    sum: &Position,
    convention: Convention,
    most: usize,
    memory: &Memory,
    budget: &Budget,
) -> Result<(Solution, Judge), NoSolution> {
    // The form of a small board tells more.
    let is_large = |part: &Part| matches!(part, Part::Cells(cells) if cells.position().ground.cells() > SMALL_BOARD);
    let why = if sum.parts.iter().all(is_large) { mirrored(sum, convention, budget) } else { None };
    let mut judge = match why {
        Some(why) => Judge::by_mirror(why),
        None => Judge::new(sum, convention, memory, budget)?,
    };
    let found = winning(sum, &mut judge, convention, most, budget)?;
    let outcome = judge.outcome;
    // The end of the budget costs the reasons too, and not who wins.
    let is_stopped = found.iter().any(|moves| moves.stopped.is_some());
    let mut why = match judge.why(sum, budget) {
        Err(NoSolution::Stopped(_)) if is_stopped => vec![say!("solve.stopped")],
        Err(NoSolution::Stopped(_)) => vec![],
        why => why?,
    };
    let undecided = found.iter().map(|moves| moves.undecided).sum::<usize>();
    if undecided > 0 {
        why.push(say!("board.undecided", moves = undecided));
    }
    let (form, method) = (judge.form.clone(), judge.method.clone());
    let [left, right] = found;
    let value = None;
    let solution = Solution { outcome, value, form, moves: left, right: Some(right), why, method: vec![method] };
    Ok((solution, judge))
}

/// The moves of each player that win.
fn winning(
    sum: &Position,
    judge: &mut Judge,
    convention: Convention,
    most: usize,
    budget: &Budget,
) -> Result<[Moves; 2], NoSolution> {
    let mut found = [Moves::listing(most), Moves::listing(most)];
    let mut moved = [0usize; 2];
    for player in Player::BOTH {
        let moves = &mut found[player as usize];
        let wins = wins_first(judge.outcome, player);
        let mut look = || -> Result<(), NoSolution> {
            let mut given_up = vec![];
            for choice in sum.options_of(player, usize::MAX, budget)?.listed {
                moved[player as usize] += 1;
                match judge.wins_second(&choice, player, budget)? {
                    Some(true) => moves.push(choice.after),
                    Some(false) => {}
                    None => given_up.push(choice),
                }
            }
            // Where somebody wins, one move at least is told.
            for choice in given_up {
                match wins && moves.count.is_zero() {
                    true if judge.wins_second_surely(&choice, player, budget)? => moves.push(choice.after),
                    true => {}
                    false => moves.undecided += usize::from(wins),
                }
            }
            Ok(())
        };
        let looked = look();
        moves.stops(looked)?;
    }
    let outcome = judge.outcome;
    for player in Player::BOTH {
        let moves = &found[player as usize];
        let no_move_wins = moved[player as usize] == 0 && convention == Convention::Misere;
        let has_win = !moves.count.is_zero() || no_move_wins;
        if moves.stopped.is_none() && has_win != wins_first(outcome, player) {
            let found = outcome.to_string();
            return Err(wrong(sum, found, format!("{player:?} first: {has_win}")));
        }
    }
    Ok(found)
}

/// Solves a sum and looks at the moves of one player.
pub(super) fn survey(
    sum: &Position,
    turn: Player,
    convention: Convention,
    most: usize,
    memory: &Memory,
    budget: &Budget,
) -> Result<Survey, NoSolution> {
    let (solution, judge) = judged(sum, convention, most, memory, budget)?;
    let mut stopped = solution.moves.stopped.or(solution.right.as_ref().and_then(|moves| moves.stopped));
    let options = sum.options_of(turn, most, budget)?;
    let mut moves = Vec::with_capacity(options.listed.len());
    let mut judge = stopped.is_none().then_some(judge);
    let winning = match (turn, &solution.right) {
        (Player::Right, Some(right)) => &right.listed,
        _ => &solution.moves.listed,
    };
    for choice in options.listed {
        let judged = judge.as_mut().map(|judge| {
            let wins = judge.wins_second(&choice, turn, budget)?;
            Ok((wins, judge.form_after(&choice, budget)?))
        });
        let (wins, form) = match judged {
            Some(Ok((wins, form))) => (wins, form),
            Some(Err(NoSolution::Stopped(reason))) => {
                (stopped, judge) = (Some(reason), None);
                (None, None)
            }
            Some(Err(other)) => return Err(other),
            None => (None, None),
        };
        let wins = wins.or_else(|| winning.contains(&choice.after).then_some(true));
        moves.push(Known { choice, wins, outcome: None, value: None, form });
    }
    Ok(Survey { solution, moves, complete: options.complete, stopped })
}

fn wins_first(outcome: Outcome, player: Player) -> bool {
    match outcome {
        Outcome::N => true,
        Outcome::P => false,
        Outcome::L => player == Player::Left,
        Outcome::R => player == Player::Right,
    }
}

fn wrong(sum: &Position, found: String, expected: String) -> NoSolution {
    let definition = sum.parts.iter().map(Part::definition).collect::<Vec<_>>().join("; ");
    NoSolution::Wrong(Box::new(Difference { definition, position: sum.to_string(), found, expected }))
}

/// What tells who wins: values, or play itself.
struct Judge {
    outcome: Outcome,
    form: Option<String>,
    method: Text,
    by: By,
    /// Tells who wins after moves whose values take too long.
    search: Option<Box<BySearch>>,
    /// So many more sums may be looked at to see which moves win, if there is no limit of time.
    allowed: u64,
}

/// A form that takes longer than this is given up where only the winner is asked for; `value` goes on
/// as long as it takes. Counted in looks at the budget: seconds.
const FORM_LOOKS: u64 = 6_000;

/// The same where moves have two steps: a position has hundreds of options, so that between two looks much
/// more is done, and forms of open boards are out of reach anyway.
const FORM_LOOKS_OF_TWO_STEPS: u64 = 16;

/// One part in so many of the time that is left may go into a form.
const FORM_SHARE: u32 = 4;

/// Once it is known who wins, so many sums at least are looked at to see which moves win: some ten seconds.
const LEAST_ALLOWED: u64 = 200_000;

/// And so many times as many as were looked at to see who wins.
const TIMES_ALLOWED: u64 = 4;

/// Boards of no more cells are known by their forms first.
const SMALL_BOARD: usize = 16;

enum By {
    Values {
        arena: Box<Arena>,
        heaps: HeapValues,
        parts: Vec<GameId>,
        total: GameId,
    },
    Search(Box<BySearch>),
    Play(Box<Duel>),
    /// Every move loses, for this reason.
    Mirror(Text),
}

impl Judge {
    fn new(sum: &Position, convention: Convention, memory: &Memory, budget: &Budget) -> Result<Judge, NoSolution> {
        let mut by = Box::new(BySearch::new(convention, memory, Knowledge::Usual, budget));
        let has_two_steps = |part: &Part| matches!(part, Part::Cells(cells) if cells.game().has_two_steps());
        let looks = if sum.parts.iter().any(has_two_steps) { FORM_LOOKS_OF_TWO_STEPS } else { FORM_LOOKS };
        // The search, if it comes to that, needs most of the time and as much memory.
        let mut for_form = budget.share(FORM_SHARE).with_looks(looks);
        if let Some(bytes) = budget.memory() {
            for_form = for_form.with_memory(bytes / 2);
        }
        for way in plan(&Question::Sum(sum, convention)).ways() {
            match way {
                Way::Form => match Judge::by_values(sum, &for_form) {
                    Err(NoSolution::Value { .. }) => {}
                    // The form, not the whole, took too long.
                    Err(NoSolution::Stopped(Stopped::Time { .. })) if budget.check().is_ok() => {}
                    Err(NoSolution::Stopped(stopped)) => return Err(by.so_far(sum, stopped)),
                    Err(other) => return Err(other),
                    Ok(judge) => return Ok(Judge { search: Some(by), ..judge }),
                },
                Way::Search => match by.outcome(sum, budget) {
                    Err(NoSolution::Value { .. } | NoSolution::Table { .. } | NoSolution::Board { .. }) => {}
                    Err(NoSolution::Stopped(stopped)) => return Err(by.so_far(sum, stopped)),
                    Err(other) => return Err(other),
                    Ok(outcome) => {
                        let method = say!("solve.method_pieces", met = by.looked_at());
                        let allowed = by.looked_at().saturating_mul(TIMES_ALLOWED).max(LEAST_ALLOWED);
                        return Ok(Judge { outcome, form: None, method, by: By::Search(by), search: None, allowed });
                    }
                },
                _ => return Judge::by_play(sum, convention, budget),
            }
        }
        Judge::by_play(sum, convention, budget)
    }

    fn by_mirror(why: Text) -> Judge {
        let (form, method) = (Some("0".to_owned()), say!("board.method_symmetry"));
        Judge { outcome: Outcome::P, form, method, by: By::Mirror(why), search: None, allowed: u64::MAX }
    }

    fn by_values(sum: &Position, budget: &Budget) -> Result<Judge, NoSolution> {
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

    fn by_play(sum: &Position, convention: Convention, budget: &Budget) -> Result<Judge, NoSolution> {
        let mut duel = Box::new(Duel::new(sum, convention));
        let outcome = duel.outcome(sum, budget)?;
        let method = say!("solve.method_search", met = duel.met());
        Ok(Judge { outcome, form: None, method, by: By::Play(duel), search: None, allowed: u64::MAX })
    }

    /// Whether the player who made this move wins; `None` if that takes too long.
    fn wins_second(&mut self, choice: &Move, player: Player, budget: &Budget) -> Result<Option<bool>, NoSolution> {
        let allowed = if budget.has_deadline() { u64::MAX } else { self.allowed };
        let (found, looked_at) = self.wins_second_within(allowed, choice, player, budget)?;
        self.allowed = self.allowed.saturating_sub(looked_at);
        Ok(found)
    }

    /// The same, however long it takes.
    fn wins_second_surely(&mut self, choice: &Move, player: Player, budget: &Budget) -> Result<bool, NoSolution> {
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
    fn form_after(&mut self, choice: &Move, budget: &Budget) -> Result<Option<String>, NoSolution> {
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

    /// Why, in steps for a student.
    fn why(&mut self, sum: &Position, budget: &Budget) -> Result<Vec<Text>, NoSolution> {
        budget.check()?;
        let (outcome, form) = (self.outcome, self.form.clone());
        let (arena, parts) = match &mut self.by {
            By::Values { arena, parts, .. } => {
                // What is told of values that are known may take as long as the whole.
                arena.allow(budget);
                (arena, parts)
            }
            By::Mirror(why) => return Ok(vec![why.clone()]),
            By::Search(_) | By::Play(_) => return Ok(vec![]),
        };
        let mut why = Vec::new();
        if parts.len() > 1 {
            for (part, value) in sum.parts.iter().zip(parts.iter()) {
                let Ok(text) = arena.text(*value) else { continue };
                let [left, right] = Player::BOTH.map(|first| arena.stop(*value, first).number);
                if left > right {
                    let temperature = arena.temperature(*value).map_err(|reason| unvalued(part, reason))?.to_string();
                    let (part, left, right) = (part.to_string(), left.to_string(), right.to_string());
                    let hot = say!(
                        "solve.why_part_hot",
                        part = part,
                        value = abridged(&text),
                        left = left,
                        right = right,
                        temperature = temperature
                    );
                    why.push(hot);
                } else if !matches!(part, Part::Worth(_)) {
                    why.push(say!("solve.why_part_value", part = part.to_string(), value = abridged(&text)));
                }
            }
        }
        if let Some(form) = form {
            why.push(match outcome {
                Outcome::L => say!("solve.why_positive", value = abridged(&form)),
                Outcome::R => say!("solve.why_negative", value = abridged(&form)),
                Outcome::P => mirrored(sum, Convention::Normal, budget).unwrap_or_else(|| say!("solve.why_zero")),
                Outcome::N => say!("solve.why_fuzzy", value = abridged(&form)),
            });
        }
        Ok(why)
    }
}

/// The value of a sum under normal play, in an arena.
///
/// # Errors
/// [`NoSolution`] says why there is none.
pub fn value(arena: &mut Arena, sum: &Position, budget: &Budget) -> Result<GameId, NoSolution> {
    sum.not_alone()?;
    let mut total = arena.zero();
    let mut heaps = HeapValues::default();
    for part in &sum.parts {
        let value = value_of(arena, &mut heaps, part, budget)?;
        total = arena.add(total, value).map_err(|reason| unvalued(part, reason))?;
    }
    Ok(total)
}

/// The value of a part.
pub(super) fn value_of(
    arena: &mut Arena,
    known: &mut HeapValues,
    part: &Part,
    budget: &Budget,
) -> Result<GameId, NoSolution> {
    let failed = |reason| unvalued(part, reason);
    match part {
        Part::Worth(worth) => worth.in_arena(arena).map_err(failed),
        Part::Cells(cells) if !part.is_impartial() => {
            known.board(arena, cells.game(), cells.position()).map_err(failed)
        }
        Part::Heap { game, heaps } if game.sides.is_some() => {
            let small = small(heaps).ok_or_else(|| NoSolution::too_large(part))?;
            known.value(arena, game, &small, budget)?.map_err(failed)
        }
        Part::Compound(compound) if !part.is_impartial() => {
            let followed = known.compound(compound);
            compound::value_of(arena, compound, followed, budget)
        }
        Part::Heap { .. } | Part::Cells(_) | Part::Compound(_) => {
            let alone = Position { parts: vec![part.clone()] };
            let valued = valued_parts(&alone, budget)?;
            let value = valued.first().and_then(|valued| valued.value.as_ref()?.to_u32());
            // A nimber that does not fit, or a theorem that tells the outcome only.
            value.map(|value| arena.nimber(value)).ok_or_else(|| failed(Unfinished::TooLarge))
        }
    }
}

fn unvalued(part: &Part, reason: Unfinished) -> NoSolution {
    match reason {
        Unfinished::Stopped(stopped @ (Stopped::Cancelled | Stopped::Time { .. })) => NoSolution::Stopped(stopped),
        reason => NoSolution::Value { part: part.to_string(), reason },
    }
}

pub(super) fn unvalued_sum(sum: &Position, reason: Unfinished) -> NoSolution {
    match reason {
        Unfinished::Stopped(stopped) => NoSolution::Stopped(stopped),
        reason => NoSolution::Value { part: sum.to_string(), reason },
    }
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::*;
    use crate::game::Games;
    use crate::sum::parse_position;

    /// Where too much would have to be looked at, one winning move is told, and how many others are not decided; who
    /// loses has none to decide.
    #[test]
    fn one_winning_move_is_always_told() {
        let budget = Budget::unlimited();
        let (mut outcomes, mut undecided) = (vec![], 0);
        for text in ["amazons:x../.../..o", "clobber:xox/oxo/xo.", "amazons:x../x../o.#", "clobber:xxxo/xoxx/xxox"] {
            let sum = parse_position(text, &Games::built_in()).unwrap();
            let mut by =
                Box::new(BySearch::new(Convention::Normal, &Memory::new(&budget), Knowledge::UpTo(0), &budget));
            let outcome = by.outcome(&sum, &budget).unwrap();
            let judge = |by, allowed| Judge {
                outcome,
                form: None,
                method: say!("solve.stopped"),
                by: By::Search(by),
                search: None,
                allowed,
            };
            let some = winning(&sum, &mut judge(by, 0), Convention::Normal, 100, &budget).unwrap();
            let by = Box::new(BySearch::new(Convention::Normal, &Memory::new(&budget), Knowledge::UpTo(0), &budget));
            let all = winning(&sum, &mut judge(by, u64::MAX), Convention::Normal, 100, &budget).unwrap();
            for player in Player::BOTH {
                let (some, all) = (&some[player as usize], &all[player as usize]);
                assert_eq!(some.listed.is_empty(), all.listed.is_empty(), "{text}");
                assert!(some.listed.iter().all(|after| all.listed.contains(after)), "{text}");
                assert!(all.listed.len() <= some.listed.len() + some.undecided, "{text}");
                assert!(all.undecided == 0 && (some.undecided == 0 || wins_first(outcome, player)), "{text}");
                undecided += some.undecided;
            }
            outcomes.push(outcome);
        }
        assert!(undecided > 0 && outcomes.contains(&Outcome::L), "{undecided} {outcomes:?}");
    }

    /// A search that is stopped tells who wins once that is known, and what it knows before.
    #[test]
    fn the_end_of_the_budget_does_not_take_back_who_wins() {
        let mut told = [0; 2];
        let sum = parse_position("amazons:x../.../..o", &Games::built_in()).unwrap();
        for looks in 0..30 {
            let budget = Budget::unlimited().with_looks(looks);
            match partizan(&sum, Convention::Normal, 100, &Memory::new(&budget), &budget) {
                Ok(solution) => {
                    assert_eq!(solution.outcome, Outcome::N, "{looks}");
                    told[0] += usize::from(solution.moves.stopped.is_some());
                }
                Err(NoSolution::SoFar(_)) => told[1] += 1,
                Err(other) => panic!("{looks}: {other:?}"),
            }
        }
        assert!(told.iter().all(|often| *often > 0), "{told:?}");
    }
}
