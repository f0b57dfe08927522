//! An answer to every move: by symmetry where that serves, else another that wins.

use super::{Found, options, too_large};
use crate::answer::definition::{MoveAndReply, Replies, Step, Steps, Symmetry};
use crate::command::solve::unsolved;
use crate::failure::Failure;
use miyama::opponent::describe;
use miyama::pattern::Ground;
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{Move, Part, Position};
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};

/// Most moves to answer.
const MOST: usize = 80;

pub(super) fn solve(position: &Position, budget: &Budget) -> Result<Found, Failure> {
    let solved = miyama::sum::solve(position, Convention::Normal, budget).map_err(unsolved)?;
    let (opening, lost) = match (solved.outcome, solved.moves.listed.first()) {
        (Outcome::P, _) => (None, position.clone()),
        (_, Some(after)) => (Move::between(Player::Left, position, after), after.clone()),
        (_, None) => return Err(too_large(MOST)),
    };
    let mut says = vec![say!("definition.replies")];
    if let Some(opening) = &opening {
        says.push(say!(
            "definition.opening",
            first = describe(position, opening),
            position = opening.after.to_string()
        ));
    }
    let mut replies = Vec::new();
    for first in options(&lost, MOST, budget)? {
        budget.check()?;
        let (reply, symmetry) = answered(&lost, &first, budget)?;
        let (words, answer) = (describe(&lost, &first), describe(&first.after, &reply));
        says.push(match symmetry {
            Some(symmetry) => {
                say!("definition.reply_by", first = words.clone(), reply = answer.clone(), symmetry = named(symmetry))
            }
            None => say!("definition.reply", first = words.clone(), reply = answer.clone()),
        });
        replies.push(MoveAndReply { first: step(&words, &first), reply: step(&answer, &reply), symmetry });
    }
    if replies.is_empty() {
        says.push(say!("definition.no_move_left"));
    }
    let opening = opening.map(|opening| step(&describe(position, &opening), &opening));
    let steps = Steps::Replies(Replies { opening, replies });
    Ok(Found { steps, says, outcome: solved.outcome, value: None })
}

/// Moves are written as a player types them, which is English everywhere.
fn step(words: &Text, made: &Move) -> Step {
    Step { r#move: words.in_lang(Lang::En), position: made.after.to_string() }
}

fn named(symmetry: Symmetry) -> Text {
    match symmetry {
        Symmetry::HalfTurn => say!("definition.half_turn"),
        Symmetry::LeftRight => say!("definition.left_right"),
        Symmetry::UpDown => say!("definition.up_down"),
        Symmetry::Diagonal => say!("definition.diagonal"),
    }
}

/// An answer after which the other has lost again.
fn answered(before: &Position, first: &Move, budget: &Budget) -> Result<(Move, Option<Symmetry>), Failure> {
    let loses = |after: &Position| {
        let solved = miyama::sum::solve(after, Convention::Normal, budget).map_err(unsolved)?;
        Ok::<bool, Failure>(solved.outcome == Outcome::P)
    };
    for symmetry in [Symmetry::HalfTurn, Symmetry::LeftRight, Symmetry::UpDown, Symmetry::Diagonal] {
        let Some(after) = mirrored(before, &first.after, symmetry) else { continue };
        let legal = options(&first.after, MOST, budget)?.into_iter().find(|reply| reply.after == after);
        if let Some(reply) = legal
            && loses(&reply.after)?
        {
            return Ok((reply, Some(symmetry)));
        }
    }
    let solved = miyama::sum::solve(&first.after, Convention::Normal, budget).map_err(unsolved)?;
    let reply = solved.moves.listed.first().and_then(|after| Move::between(Player::Left, &first.after, after));
    Ok((reply.ok_or_else(|| too_large(MOST))?, None))
}

/// The position after a move and its image, if the board before was its own image.
fn mirrored(before: &Position, after: &Position, symmetry: Symmetry) -> Option<Position> {
    let ([Part::Cells(before)], [Part::Cells(after)]) = (before.parts.as_slice(), after.parts.as_slice()) else {
        return None;
    };
    let Ground::Grid { height, width } = *before.position().ground else { return None };
    let image = |cell: usize| {
        let (row, column) = (cell / width, cell % width);
        match symmetry {
            Symmetry::HalfTurn => Some((height - 1 - row, width - 1 - column)),
            Symmetry::LeftRight => Some((row, width - 1 - column)),
            Symmetry::UpDown => Some((height - 1 - row, column)),
            Symmetry::Diagonal => (height == width).then_some((column, row)),
        }
        .map(|(row, column)| row * width + column)
    };
    let (was, is) = (&before.position().signs, &after.position().signs);
    let symmetric = (0..was.len()).all(|cell| image(cell).is_some_and(|other| was[cell] == was[other]));
    let mut signs = is.clone();
    for cell in before.changed(after) {
        let other = image(cell)?;
        // A move that changes a cell and its image leaves nothing to answer with.
        if is[other] != was[other] {
            return None;
        }
        signs[other] = is[cell];
    }
    symmetric.then(|| Position { parts: vec![Part::Cells(after.with_signs(signs))] })
}
