//! Differences: `domineering:2x2 - 1` is the sum with the negative, the same game with the players exchanged.

use super::parse::parse_part;
use super::{Part, Worth};
use crate::game::{Game, Games};
use crate::heap::notation::{Body, parse_definition};
use crate::play::Player;
use miyama_budget::Mistake;
use miyama_text::say;

/// What is added and what is subtracted in a piece of a sum, with the places where the texts begin. A minus stands at the
/// beginning or behind a space: names have hyphens too, and graphs are written `1-2,2-3`.
#[must_use]
pub fn terms(piece: &str) -> Vec<(usize, &str, bool)> {
    let (mut found, mut depth, mut start, mut minus) = (vec![], 0i32, 0, false);
    for (at, c) in piece.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            '-' | '−' | '–' if depth <= 0 && !piece[at..].starts_with("->") => {
                let before = &piece[start..at];
                if before.trim().is_empty() {
                    // Two signs cancel.
                    (start, minus) = (at + c.len_utf8(), !minus);
                } else if before.ends_with(char::is_whitespace) {
                    found.push((start, before, minus));
                    (start, minus) = (at + c.len_utf8(), true);
                }
            }
            _ => {}
        }
    }
    found.push((start, &piece[start..], minus));
    found
}

/// The parts of a piece of a sum in which something is subtracted; none where nothing is.
pub(super) fn difference(piece: &str, games: &Games) -> Option<Result<Vec<Part>, Mistake>> {
    let terms = terms(piece);
    if matches!(terms[..], [(0, _, false)]) {
        return None;
    }
    let read = |&(start, text, minus): &(usize, &str, bool)| {
        let parts = parse_part(text, games).map_err(|mistake| mistake.shifted(start))?;
        if !minus {
            return Ok(parts);
        }
        let end = start + text.trim_end().len();
        let negative = |part: &Part| negative(part, games).map_err(|mistake| mistake.placed_at(start..end));
        parts.iter().map(negative).collect()
    };
    Some(terms.iter().map(read).collect::<Result<Vec<_>, _>>().map(|parts| parts.concat()))
}

/// The same position with the players exchanged. Where both have the same moves it is its own negative.
fn negative(part: &Part, games: &Games) -> Result<Part, Mistake> {
    let none = || Mistake::new(0..0, say!("game.no_negative"));
    match part {
        Part::Worth(worth) => Ok(Part::Worth(Worth::read(&format!("-({})", worth.text()), games.budget())?)),
        Part::Heap { game, .. } if !game.is_partizan() => Ok(part.clone()),
        Part::Heap { game, heaps } => {
            let mut definition = parse_definition(game.ruleset.definition()).map_err(|_| none())?;
            definition = definition.with_arguments(game.ruleset.arguments());
            let Body::Options { sets, .. } = &mut definition.body else { return Err(none()) };
            sets.iter_mut().for_each(|set| set.who = set.who.map(Player::opponent));
            definition.name = None;
            match games.find(&format!("({definition})"))? {
                Game::Heap(game) => Ok(Part::Heap { game, heaps: heaps.clone() }),
                Game::Cells(_) | Game::Compound(_) => Err(none()),
            }
        }
        Part::Cells(cells) => {
            let mut definition = cells.game().definition().clone();
            if definition.groups.iter().all(|group| group.who.is_none()) {
                return Ok(part.clone());
            }
            definition.groups.iter_mut().for_each(|group| group.who = group.who.map(Player::opponent));
            definition.name = None;
            match games.find(&format!("({definition})"))? {
                Game::Cells(game) => Ok(Part::Cells(game.read(&cells.position().to_string(), games.budget())?)),
                Game::Heap(_) | Game::Compound(_) => Err(none()),
            }
        }
        Part::Compound(_) => Err(none()),
    }
}
