//! Sums in which the players have different moves: who wins if Left begins and
//! if Right does, the moves that win for each, and the value.
//!
//! Under normal play each part has a value, a canonical form, and the sum of the
//! values decides: Left, moving second, wins G exactly if G ≥ 0; so a move of Left
//! wins exactly if what it leads to is ≥ 0, and one of Right if that is ≤ 0.
//! Where values are out of reach, and under misère play, where they do not add, sums of pieces
//! of boards are searched ([`Search`](crate::search::Search)), and other sums are played out ([`Duel`](super::duel::Duel)).

mod judge;
mod remote;
mod why;

use super::mirrored::mirrored;
use super::moves::Moves;
use super::solve::{NoSolution, Solution};
use super::survey::{Known, Survey};
use super::{Part, Position};
use crate::difference::Difference;
use crate::play::{Convention, Outcome, Player};
use crate::search::Memory;
use judge::Judge;
use miyama_budget::Budget;
use miyama_text::say;
use num_traits::Zero;

/// Boards of no more cells are known by their forms first.
const SMALL_BOARD: usize = 16;

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
    if !is_stopped && found.iter().any(|moves| moves.is_partial) {
        why.push(say!("solve.partial"));
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
            let options = judge.options_of(sum, player, budget)?;
            moves.is_partial |= !options.complete;
            for choice in options.listed {
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
        let moves = &mut found[player as usize];
        // Who wins has a move that does, also where the time was over before any was looked at.
        if moves.stopped.is_some() && moves.count.is_zero() && wins_first(outcome, player) {
            judge.known_wins(sum, player).into_iter().for_each(|after| moves.push(after));
        }
        let no_move_wins = moved[player as usize] == 0 && convention == Convention::Misere;
        let has_win = !moves.count.is_zero() || no_move_wins;
        let all_seen = moves.stopped.is_none() && (!moves.is_partial || has_win);
        if all_seen && has_win != wins_first(outcome, player) {
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

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::super::by_search::{BySearch, Knowledge};
    use super::judge::By;
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

    /// Values that theorems do not tell come from tables, also where many options ask for one; heaps whose numbers are
    /// large and play is short are followed.
    #[test]
    fn heaps_beside_partizan_games_have_values() {
        let budget = Budget::unlimited();
        for (text, outcome) in [
            ("wythoff:22,49 + 3", Outcome::L),
            ("wythoff(2):12,31 + 1/2 + clobber:xxo", Outcome::L),
            ("col:../.. + wythoff:24,30 + wythoff:37,50", Outcome::N),
            ("partizan-euclid:1000000007,998244353", Outcome::L),
            ("partizan-euclid:1000000007,618033988", Outcome::R),
        ] {
            let sum = parse_position(text, &Games::built_in()).unwrap();
            for turn in Player::BOTH {
                let found = survey(&sum, turn, Convention::Normal, 100, &Memory::new(&budget), &budget);
                let found = found.unwrap_or_else(|reason| panic!("{text}: {}", reason.text()));
                assert_eq!(found.solution.outcome, outcome, "{text}");
                let wins = found.moves.iter().any(|known| known.wins == Some(true));
                assert!(wins == wins_first(outcome, turn) || !found.complete, "{text}");
            }
        }
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
