//! A solution compared with the definitions of its parts, before anybody sees it.
//!
//! The value of a part must be the least that none of its options has, with the
//! options that the [interpreter](crate::heap::interpreter) finds; a small sum is
//! played out by the interpreter as a whole; and there must be a winning move
//! exactly where the next player wins and play has not ended.

use super::compound::By;
use super::solve::{NoSolution, Solution, after_move};
use super::survey::Known;
use super::valued::{Valued, small};
use super::{Cells, Compound, Part, Position};
use crate::difference::Difference;
use crate::heap::comparison::not_compared;
use crate::heap::interpreter::{Interpreter, Naive, NotInterpreted};
use crate::play::{Convention, Outcome, Player};
use crate::value::Unfinished;
use miyama_budget::Budget;
use miyama_text::Text;
use num_bigint::BigUint;
use num_traits::Zero;
use std::collections::BTreeSet;
use std::time::Duration;

/// How many integers are tried for the options of a part whose values are read
/// from a table: about ten milliseconds.
const OPTIONS: u64 = 1 << 17;

/// The same where a theorem is asked for each value.
const OPTIONS_BY_THEOREM: u64 = 1 << 13;

/// How many integers and moves are tried to play a sum out: a few milliseconds.
const PLAY: u64 = 1 << 13;
/// How long and in how many bytes the options of a board are looked for, once more, by the interpreter.
const MOMENT: Duration = Duration::from_millis(500);
const COMPARED: u64 = 64 << 20;

/// Compares a solution of normal play.
pub(super) fn normal(
    sum: &Position,
    parts: &mut [Valued<'_>],
    solution: &mut Solution,
    budget: &Budget,
) -> Result<(), NoSolution> {
    for part in parts {
        // Where a theorem speaks, or there is no end of options, nobody expects them to be
        // tried; a table was compared at other positions.
        let not = compare_part(part, budget)?.filter(|reason| *reason != NotInterpreted::Effort);
        let not = not.or_else(|| part.table.as_ref().and_then(|table| table.compared().not.clone()));
        if let Some(reason) = not {
            note(not_compared(&reason), solution);
        }
    }
    outcome(sum, Convention::Normal, solution)
}

/// Compares a solution of misère play.
pub(super) fn misere(sum: &Position, solution: &mut Solution) -> Result<(), NoSolution> {
    if let Some(reason) = uninterpreted(sum) {
        note(not_compared(&reason), solution);
    }
    outcome(sum, Convention::Misere, solution)
}

/// Compares whether the next player wins with what a search says of the options.
pub(super) fn search(
    sum: &Position,
    won: bool,
    next_wins: &mut dyn FnMut(&Position) -> Result<bool, NoSolution>,
    budget: &Budget,
) -> Result<(), NoSolution> {
    let mut outcomes = Vec::new();
    let mut effort = OPTIONS_BY_THEOREM;
    for (index, part) in sum.parts.iter().enumerate() {
        let Part::Heap { game, heaps } = part else { return Ok(()) };
        let (Some(interpreter), Some(position)) = (game.ruleset.interpreter(), small(heaps)) else { return Ok(()) };
        let options = match interpreter.options(&position, &mut effort, budget) {
            Ok(options) => options,
            Err(NotInterpreted::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => return Ok(()),
        };
        for option in options {
            let piece = |heaps: &Vec<u64>| Part::Heap {
                game: game.clone(),
                heaps: heaps.iter().map(|heap| BigUint::from(*heap)).collect(),
            };
            let after = after_move(sum, index, option.iter().map(piece).collect());
            outcomes.push(if next_wins(&after)? { Outcome::N } else { Outcome::P });
        }
    }
    let found = if won { Outcome::N } else { Outcome::P };
    let expected = Outcome::from_options(outcomes, Convention::Misere);
    if found == expected { Ok(()) } else { Err(wrong(sum, found, expected)) }
}

fn note(text: Text, solution: &mut Solution) {
    if !solution.method.contains(&text) {
        solution.method.push(text);
    }
}

/// Why the options of a part cannot be found by trying.
fn uninterpreted(sum: &Position) -> Option<NotInterpreted> {
    sum.parts.iter().find_map(|part| {
        let Part::Heap { game, heaps } = part else { return None };
        let Some(interpreter) = game.ruleset.interpreter() else { return Some(NotInterpreted::Unread) };
        let options = interpreter.options(&small(heaps)?, &mut OPTIONS.clone(), &Budget::unlimited());
        options.err().filter(|reason| matches!(reason, NotInterpreted::Unbounded(_)))
    })
}

/// Compares the value of a part with the values of its options; says why that
/// cannot be done.
fn compare_part(part: &mut Valued<'_>, budget: &Budget) -> Result<Option<NotInterpreted>, NoSolution> {
    let Some(value) = part.value.clone().filter(|_| !part.cancelled) else { return Ok(None) };
    if part.asked.is_some() {
        return Ok(None);
    }
    if let Part::Cells(cells) = part.part {
        return match cells.stones() {
            Some(_) => compare_stones(part, cells, &value, budget),
            None => compare_cells(cells, &value, budget),
        };
    }
    if let Part::Compound(compound) = part.part {
        return compare_compound(part, compound, &value, budget);
    }
    let Part::Heap { game, heaps } = part.part else { return Ok(None) };
    let Some(interpreter) = game.ruleset.interpreter() else { return Ok(Some(NotInterpreted::Unread)) };
    let Some(position) = small(heaps) else { return Ok(None) };
    let mut effort = if part.table.is_some() { OPTIONS } else { OPTIONS_BY_THEOREM };
    let options = match interpreter.options(&position, &mut effort, budget) {
        Ok(options) => options,
        Err(NotInterpreted::Stopped(stopped)) => return Err(stopped.into()),
        Err(reason) => return Ok(Some(reason)),
    };
    let mut values: BTreeSet<BigUint> = BTreeSet::new();
    let mut left = part.part.clone();
    for option in &options {
        let mut total = BigUint::zero();
        for piece in option {
            if let Part::Heap { heaps, .. } = &mut left {
                *heaps = piece.iter().map(|heap| BigUint::from(*heap)).collect();
            }
            match part.value_of(&left, budget)? {
                Some(value) => total ^= value,
                None => return Ok(None),
            }
        }
        values.insert(total);
    }
    let expected = least_missing(|value| values.contains(value));
    if expected == value {
        return Ok(None);
    }
    Err(NoSolution::Wrong(Box::new(Difference {
        definition: game.ruleset.definition().to_owned(),
        position: part.part.to_string(),
        found: value.to_string(),
        expected: expected.to_string(),
    })))
}

/// The same for stones on cells, as far as the values of the options that the naive
/// interpreter finds can be had without much work.
fn compare_stones(
    part: &mut Valued<'_>,
    cells: &Cells,
    value: &BigUint,
    budget: &Budget,
) -> Result<Option<NotInterpreted>, NoSolution> {
    let mut values: BTreeSet<BigUint> = BTreeSet::new();
    // The answer stands; where there is no time or memory to compare it, it is not compared.
    let moment = budget.share(8).part(MOMENT).with_memory(COMPARED);
    let Ok(options) = cells.options_by_interpreter(Player::Left, &moment) else { return Ok(None) };
    for signs in options {
        match part.value_of(&Part::Cells(cells.with_signs(signs)), budget) {
            Ok(Some(value)) => drop(values.insert(value)),
            Ok(None) | Err(NoSolution::Stopped(_)) => return Ok(None),
            Err(other) => return Err(other),
        }
    }
    let expected = least_missing(|value| values.contains(value));
    if expected == *value { Ok(None) } else { Err(wrong_cells(cells, value, &expected)) }
}

/// The same for other cells.
fn compare_cells(cells: &Cells, value: &BigUint, budget: &Budget) -> Result<Option<NotInterpreted>, NoSolution> {
    let expected = match cells.nimber_by_interpreter(budget) {
        Ok(expected) => BigUint::from(expected.0),
        Err(Unfinished::Stopped(stopped)) => return Err(stopped.into()),
        Err(_) => return Ok(None),
    };
    if expected == *value { Ok(None) } else { Err(wrong_cells(cells, value, &expected)) }
}

/// The same for what operators make of games, with the moves that the interpreters of these find.
fn compare_compound(
    part: &mut Valued<'_>,
    compound: &Compound,
    value: &BigUint,
    budget: &Budget,
) -> Result<Option<NotInterpreted>, NoSolution> {
    let mut values = BTreeSet::new();
    for option in compound.options_by(Player::Left, By::Interpreter, budget)? {
        match part.value_of(&Part::Compound(option), budget)? {
            Some(value) => drop(values.insert(value)),
            None => return Ok(None),
        }
    }
    is_mex(part.part, value, &values).map(|()| None)
}

fn wrong_cells(cells: &Cells, found: &BigUint, expected: &BigUint) -> NoSolution {
    NoSolution::Wrong(Box::new(Difference {
        definition: cells.game().definition().to_string(),
        position: cells.position().to_string(),
        found: found.to_string(),
        expected: expected.to_string(),
    }))
}

/// Compares the value of a part with the values of its options that are going to be told.
pub(super) fn is_mex(part: &Part, value: &BigUint, options: &BTreeSet<BigUint>) -> Result<(), NoSolution> {
    let expected = least_missing(|value| options.contains(value));
    if expected == *value {
        return Ok(());
    }
    Err(NoSolution::Wrong(Box::new(Difference {
        definition: part.definition(),
        position: part.to_string(),
        found: value.to_string(),
        expected: expected.to_string(),
    })))
}

/// The mex of values that may be large.
fn least_missing(is_there: impl Fn(&BigUint) -> bool) -> BigUint {
    let mut least = BigUint::zero();
    while is_there(&least) {
        least += 1u32;
    }
    least
}

/// Compares who wins with play itself, where that is short, and with the moves.
fn outcome(sum: &Position, convention: Convention, solution: &Solution) -> Result<(), NoSolution> {
    if let Some((expected, ended)) = played_out(sum, convention) {
        if expected != solution.outcome {
            return Err(wrong(sum, solution.outcome, expected));
        }
        let moves = &solution.moves;
        let any = !moves.count.is_zero();
        if moves.undecided == 0 && !moves.is_partial && any != (expected == Outcome::N && !ended) {
            return Err(wrong(sum, if any { Outcome::N } else { Outcome::P }, expected));
        }
    }
    Ok(())
}

/// Who wins, and whether there is no move, by playing the sum out if that is short.
fn played_out(sum: &Position, convention: Convention) -> Option<(Outcome, bool)> {
    let mut games: Vec<&Interpreter> = Vec::new();
    let mut parts = Vec::new();
    for part in &sum.parts {
        let Part::Heap { game, heaps } = part else { return None };
        games.push(game.ruleset.interpreter()?);
        parts.push((games.len() - 1, small(heaps)?));
    }
    let mut naive = Naive::of(&games).with_effort(PLAY);
    let mut ended = true;
    for (game, position) in &parts {
        ended &= naive.options(*game, position).ok()?.is_empty();
    }
    Some((naive.outcome(&parts, convention).ok()?, ended))
}

/// Compares a solution with what is said of all its moves.
pub(super) fn survey(
    sum: &Position,
    convention: Convention,
    solution: &Solution,
    moves: &[Known],
    complete: bool,
) -> Result<(), NoSolution> {
    let outcomes: Option<Vec<Outcome>> = moves.iter().map(|known| known.outcome).collect();
    let Some(outcomes) = outcomes.filter(|_| complete) else { return Ok(()) };
    let expected = Outcome::from_options(outcomes, convention);
    if expected != solution.outcome {
        return Err(wrong(sum, solution.outcome, expected));
    }
    let values: Option<BTreeSet<&BigUint>> = moves.iter().map(|known| known.value.as_ref()).collect();
    if let (Some(values), Some(value)) = (values, &solution.value) {
        let least = least_missing(|value| values.contains(value));
        if least != *value {
            return Err(NoSolution::Wrong(Box::new(Difference {
                definition: definitions(sum),
                position: sum.to_string(),
                found: value.to_string(),
                expected: least.to_string(),
            })));
        }
    }
    Ok(())
}

fn wrong(sum: &Position, found: Outcome, expected: Outcome) -> NoSolution {
    NoSolution::Wrong(Box::new(Difference {
        definition: definitions(sum),
        position: sum.to_string(),
        found: found.to_string(),
        expected: expected.to_string(),
    }))
}

/// The definitions of the parts, each once.
fn definitions(sum: &Position) -> String {
    let mut all: Vec<String> = Vec::new();
    for part in &sum.parts {
        let definition = part.definition();
        if !all.contains(&definition) {
            all.push(definition);
        }
    }
    all.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Games;
    use crate::sum::solve::normal as solve_normal;
    use crate::sum::valued::valued_parts;
    use crate::sum::{parse_position, solve};

    fn sum(text: &str) -> Position {
        parse_position(text, &Games::built_in()).unwrap()
    }

    /// A value that is off by one, and an outcome that is turned round, are noticed
    /// whatever the answer comes from: theorem, table or code.
    #[test]
    fn a_wrong_solution_is_not_shown() {
        let budget = Budget::unlimited();
        for text in ["nim:3,5", "wythoff:4,7", "kayles:9", "grundy:8 + nim:1", "twist(2):5,6", "bounded(3):9"] {
            let position = sum(text);
            let mut parts = valued_parts(&position, &budget).unwrap();
            let first = &mut parts[0];
            first.value = first.value.take().map(|value| value + 1u32);
            assert!(matches!(compare_part(&mut parts[0], &budget), Err(NoSolution::Wrong(_))), "{text}");
            assert!(matches!(solve_normal(&position, &mut parts, 10, &budget), Err(NoSolution::Wrong(_))), "{text}");
            for convention in [Convention::Normal, Convention::Misere] {
                let mut solution = solve(&position, convention, &budget).unwrap();
                assert!(outcome(&position, convention, &solution).is_ok());
                solution.outcome = if solution.outcome == Outcome::N { Outcome::P } else { Outcome::N };
                assert!(matches!(outcome(&position, convention, &solution), Err(NoSolution::Wrong(_))), "{text}");
            }
        }
    }

    /// The same for boards.
    #[test]
    fn a_wrong_value_of_a_board_is_not_shown() {
        let budget = Budget::unlimited();
        for text in ["2d-nim:2x3", "cram:4x4", "chomp:3x3"] {
            let position = sum(text);
            let mut parts = valued_parts(&position, &budget).unwrap();
            assert_eq!(compare_part(&mut parts[0], &budget).unwrap(), None);
            let first = &mut parts[0];
            first.value = first.value.take().map(|value| value + 1u32);
            assert!(matches!(compare_part(&mut parts[0], &budget), Err(NoSolution::Wrong(_))), "{text}");
        }
    }

    #[test]
    fn a_solution_that_does_not_fit_its_moves_is_not_shown() {
        let budget = Budget::unlimited();
        for (text, convention) in [("nim:3,5", Convention::Normal), ("kayles:7", Convention::Misere)] {
            let position = sum(text);
            let found = crate::sum::survey(&position, convention, 100, &budget).unwrap();
            let mut solution = found.solution.clone();
            assert!(survey(&position, convention, &solution, &found.moves, true).is_ok());
            solution.value = solution.value.map(|value| value + 1u32);
            solution.outcome = if convention == Convention::Misere { Outcome::P } else { solution.outcome };
            assert!(survey(&position, convention, &solution, &found.moves, true).is_err(), "{text}");
        }
    }
}
