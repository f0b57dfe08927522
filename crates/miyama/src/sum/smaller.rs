//! What is known of heaps whose table was not finished: who wins the options in a smaller box.
//!
//! An option that the next player loses wins the position, however much of the table is missing. So the tables of
//! smaller boxes are made first, where the whole takes longer than a moment, and each may take a moment.

use super::by_search::{SoFar, Tried};
use super::options::{as_parts, large, visit_options};
use super::solve::NoSolution;
use super::{Move, Part, Position};
use crate::game::HeapGame;
use crate::heap::ruleset::MOST_HEAPS;
use crate::heap::table::{OutcomeTable, smaller_boxes};
use crate::play::{Convention, Outcome, Player};
use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;
use std::time::Duration;

/// Nobody minds to lose what took no longer than this.
const MOMENT: Duration = Duration::from_secs(1);

/// So many moves are listed that win, that lose, and of which nothing is known.
const LISTED: usize = 20;

/// How a position is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Try {
    /// By tables, where these are not large.
    First,
    /// By theorems that are known, where a table took too long.
    Theorems,
}

impl Try {
    /// That a theorem is all that is asked for, and there is none.
    pub(super) fn without_theorem(self) -> Result<(), NoSolution> {
        match self {
            Try::First => Ok(()),
            Try::Theorems => Err(NoSolution::Stopped(Stopped::Time { allowed: MOMENT })),
        }
    }
}

/// Tries within the budget; what is known of a position of one game of heaps when that ends, or of a
/// misère sum of single heaps of it.
///
/// # Errors
/// [`NoSolution`] of the attempt, or [`NoSolution::SoFar`] where it was stopped and something is known.
pub(super) fn so_far<T>(
    sum: &Position,
    convention: Convention,
    budget: &Budget,
    mut attempt: impl FnMut(&Budget, Try) -> Result<T, NoSolution>,
    stopped: impl Fn(&T) -> Option<Stopped>,
) -> Result<T, NoSolution> {
    let Some((game, mut heaps)) = of_one_game(sum, convention) else { return attempt(budget, Try::First) };
    // A sum is the same in any order: it is looked up with the largest heaps first.
    if sum.parts.len() > 1 {
        heaps.sort_unstable_by(|a, b| b.cmp(a));
    }
    let boxes = smaller_boxes(&heaps);
    if boxes.is_empty() || !sum.is_impartial() || !game.ruleset.is_won_as_usual() {
        return attempt(budget, Try::First);
    }
    let is_late = |reason: Stopped| matches!(reason, Stopped::Time { .. }) && budget.check().is_ok();
    // Of a short time the first try takes a quarter.
    match attempt(&budget.share(4).part(MOMENT), Try::First) {
        Err(NoSolution::Stopped(reason)) if is_late(reason) => {}
        Ok(found) if stopped(&found).is_some_and(is_late) => {}
        done => return done,
    }
    // A theorem tells less than a table, but soon.
    match attempt(&budget.without_notes().share(4).part(MOMENT), Try::Theorems) {
        Err(NoSolution::Stopped(reason)) if is_late(reason) => {}
        Ok(found) if stopped(&found).is_some_and(is_late) => {}
        done => return done,
    }
    let quiet = budget.without_notes().without_listener();
    let mut known = None;
    for smaller in boxes.into_iter().rev() {
        let moment = quiet.share(4).part(MOMENT);
        let table = match sum.parts.len() {
            1 => OutcomeTable::new(&game.ruleset, &smaller, convention, &moment),
            _ => OutcomeTable::misere_of_several(&game.ruleset, &smaller, &moment),
        };
        let Ok(table) = table else { break };
        known = Some((table, smaller));
    }
    let known = known.map(|(table, to)| Known::of(sum, (&table, to), convention, &quiet.share(4).part(MOMENT)));
    match (attempt(&budget.without_notes(), Try::First), known) {
        (Err(NoSolution::Stopped(reason)), Some(known)) => Err(NoSolution::SoFar(Box::new(known.so_far(reason)))),
        (done, _) => done,
    }
}

/// The game of heaps that a position is of, and its heaps; or that of which it is a misère sum.
fn of_one_game(sum: &Position, convention: Convention) -> Option<(&HeapGame, Vec<u64>)> {
    let Part::Heap { game, .. } = sum.parts.first()? else { return None };
    let is_sum = sum.parts.len() > 1;
    if is_sum && (convention == Convention::Normal || game.ruleset.heaps() != 1 || sum.parts.len() > MOST_HEAPS) {
        return None;
    }
    let mut all = Vec::new();
    for part in &sum.parts {
        let Part::Heap { game: other, heaps } = part else { return None };
        if is_sum && other != game {
            return None;
        }
        all.extend(heaps_of(heaps)?);
    }
    Some((game, all))
}

fn heaps_of(heaps: &[BigUint]) -> Option<Vec<u64>> {
    heaps.iter().map(|heap| u64::try_from(heap).ok()).collect()
}

/// What a smaller box tells of the moves of a position.
struct Known {
    to: Vec<u64>,
    moves: Vec<Tried>,
    /// Whether these are all.
    complete: bool,
}

impl Known {
    fn of(sum: &Position, (table, to): (&OutcomeTable, Vec<u64>), convention: Convention, budget: &Budget) -> Known {
        let mut moves: Vec<Tried> = Vec::new();
        let (mut left_out, mut visited_all) = (false, true);
        let mut listed = [0; 3];
        for (index, part) in sum.parts.iter().enumerate() {
            let Part::Heap { game, heaps } = part else { continue };
            let others = sum.parts.iter().enumerate().filter(|(other, _)| *other != index);
            let beside: Option<Vec<Vec<u64>>> = others.map(|(_, part)| pieces_of(part)).collect();
            let (Some(heaps), Some(beside)) = (heaps_of(heaps), beside) else {
                visited_all = false;
                continue;
            };
            let mut look = |option: &[Vec<u64>]| {
                let wins = match beside.is_empty() {
                    true => loses_next(table, &to, option, convention),
                    false => loses_together(table, &[option, beside.as_slice()].concat()),
                };
                let kind = &mut listed[wins.map_or(2, usize::from)];
                if *kind == LISTED {
                    left_out = true;
                    return;
                }
                let choice = Move::new(Player::Left, sum, index, as_parts(game, large(option)));
                if moves.iter().all(|tried| tried.choice.after != choice.after) {
                    *kind += 1;
                    moves.push(Tried { choice, wins, worth: None });
                }
            };
            let visited = visit_options(&game.ruleset, &heaps, &mut look, budget);
            visited_all &= matches!(visited, Ok(Some(())));
        }
        Known { to, moves, complete: !left_out && visited_all }
    }

    fn so_far(self, stopped: Stopped) -> SoFar {
        let wins = match self.moves.iter().any(|tried| tried.wins == Some(true)) {
            true => Some(true),
            false if self.complete && self.moves.iter().all(|tried| tried.wins == Some(false)) => Some(false),
            false => None,
        };
        SoFar {
            first: [wins; 2],
            moves: [self.moves.clone(), self.moves],
            complete: [self.complete; 2],
            between: [None, None],
            looked_at: 0,
            impartial: true,
            known_to: Some(self.to),
            values: vec![],
            stopped,
        }
    }
}

/// The heaps of a part.
fn pieces_of(part: &Part) -> Option<Vec<u64>> {
    match part {
        Part::Heap { heaps, .. } => heaps_of(heaps),
        _ => None,
    }
}

/// Whether whoever has to move in a misère sum of so many heaps loses, where the table of a smaller box tells.
fn loses_together(table: &OutcomeTable, heaps: &[Vec<u64>]) -> Option<bool> {
    let mut heaps = heaps.concat();
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    Some(table.outcome(&heaps)? == Outcome::P)
}

/// Whether whoever has to move in an option loses, where the table of a smaller box tells.
///
/// In normal play a sum of P-positions is one, and a sum of those and one N-position is none.
fn loses_next(table: &OutcomeTable, to: &[u64], option: &[Vec<u64>], convention: Convention) -> Option<bool> {
    let inside = |piece: &&Vec<u64>| piece.iter().zip(to).all(|(heap, most)| heap <= most);
    let outcome = |piece: &Vec<u64>| Some(piece).filter(inside).and_then(|piece| table.outcome(piece));
    match (convention, option) {
        (_, []) => Some(convention == Convention::Normal),
        (_, [piece]) => Some(outcome(piece)? == Outcome::P),
        (Convention::Normal, pieces) => {
            let outcomes = pieces.iter().map(outcome).collect::<Option<Vec<Outcome>>>()?;
            match outcomes.iter().filter(|outcome| **outcome == Outcome::N).count() {
                0 => Some(true),
                1 => Some(false),
                _ => None,
            }
        }
        (Convention::Misere, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Games;
    use crate::sum::{parse_position, solve};

    const LATE: Stopped = Stopped::Time { allowed: MOMENT };

    /// What is known of a position whose solution never comes.
    fn known(position: &str, convention: Convention) -> SoFar {
        let sum = parse_position(position, &Games::built_in()).unwrap();
        let never = |_: &Budget, _| Err::<(), _>(NoSolution::Stopped(LATE));
        match so_far(&sum, convention, &Budget::unlimited(), never, |()| None) {
            Err(NoSolution::SoFar(known)) => *known,
            other => panic!("{position}: {other:?}"),
        }
    }

    #[test]
    fn what_a_smaller_box_tells_is_true() {
        let budget = Budget::unlimited();
        let games = ["nim:300", "wythoff:40,30", "bounded(3):300", "yama:30,30"];
        let mut decided = [0; 2];
        let both = [Convention::Normal, Convention::Misere];
        for (position, convention) in games.into_iter().flat_map(|p| both.map(|convention| (p, convention))) {
            let sum = parse_position(position, &Games::built_in()).unwrap();
            let known = known(position, convention);
            assert!(known.known_to.is_some() && known.stopped == LATE && !known.moves[0].is_empty());
            for tried in &known.moves[0] {
                let after = solve(&tried.choice.after, convention, &budget).unwrap().outcome;
                if let Some(wins) = tried.wins {
                    decided[usize::from(wins)] += 1;
                    assert_eq!(wins, after == Outcome::P, "{position}, {convention:?}: {}", tried.choice.after);
                }
            }
            let outcome = solve(&sum, convention, &budget).unwrap().outcome;
            assert!(known.possible().contains(&outcome), "{position}, {convention:?}");
            assert!(known.possible().iter().all(|outcome| matches!(outcome, Outcome::N | Outcome::P)));
        }
        assert!(decided[0] >= 20 && decided[1] >= 2, "{decided:?}");
    }

    #[test]
    fn what_a_smaller_box_tells_of_a_misere_sum_is_true() {
        let budget = Budget::unlimited();
        let known = known("nim:1,300", Convention::Misere);
        assert_eq!(known.known_to, Some(vec![18, 1]));
        let mut decided = [0; 2];
        for tried in &known.moves[0] {
            let Some(wins) = tried.wins else { continue };
            decided[usize::from(wins)] += 1;
            let after = solve(&tried.choice.after, Convention::Misere, &budget).unwrap().outcome;
            assert_eq!(wins, after == Outcome::P, "{}", tried.choice.after);
        }
        assert!(decided[0] >= 10 && decided[1] == 1 && known.first == [Some(true); 2], "{decided:?}");
        // In normal play values tell, and sums of several games are for quotients.
        let games = Games::built_in();
        for (position, convention) in [("nim:1,300", Convention::Normal), ("nim:300 + kayles:1", Convention::Misere)] {
            assert!(of_one_game(&parse_position(position, &games).unwrap(), convention).is_none(), "{position}");
        }
    }

    #[test]
    fn what_is_said_of_pieces_is_true() {
        let kayles = crate::heap::builtin::ruleset("kayles", &[]).unwrap();
        let budget = Budget::unlimited();
        let table = OutcomeTable::new(&kayles, &[20], Convention::Normal, &budget).unwrap();
        let values = crate::heap::table::GrundyTable::new(&kayles, &[40], &budget).unwrap();
        let mut said = 0;
        for (a, b) in (0..=40).flat_map(|a| (0..=40).map(move |b| (a, b))) {
            let told = loses_next(&table, &[20], &[vec![a], vec![b]], Convention::Normal);
            said += usize::from(told.is_some());
            assert!(told.is_none_or(|loses| loses == (values.value(&[a]) == values.value(&[b]))), "{a}, {b}");
            assert_eq!(loses_next(&table, &[20], &[vec![a], vec![b]], Convention::Misere), None);
        }
        assert!(said > 20, "{said}");
        assert_eq!(loses_next(&table, &[20], &[], Convention::Normal), Some(true));
        assert_eq!(loses_next(&table, &[20], &[], Convention::Misere), Some(false));
    }

    #[test]
    fn an_answer_in_time_is_the_answer_and_later_ones_are_waited_for() {
        let sum = parse_position("nim:700", &Games::built_in()).unwrap();
        let budget = Budget::unlimited();
        for late in 0..2 {
            let mut attempts = 0;
            let answer = |_: &Budget, try_| {
                if try_ == Try::Theorems {
                    return Err(NoSolution::Stopped(LATE));
                }
                attempts += 1;
                if attempts > late { Ok(attempts) } else { Err(NoSolution::Stopped(LATE)) }
            };
            assert_eq!(so_far(&sum, Convention::Normal, &budget, answer, |_| None).unwrap(), late + 1);
        }
        // An answer that is not all is asked for again.
        let mut attempts = 0;
        let partly = |_: &Budget, _| {
            attempts += 1;
            Ok(attempts)
        };
        let stopped = |attempt: &i32| (*attempt == 1).then_some(LATE);
        assert_eq!(so_far(&sum, Convention::Normal, &budget, partly, stopped).unwrap(), 2);
    }
}
