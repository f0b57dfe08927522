//! Reads positions: `nim:3,5 + wythoff(2):4,9 + ((x) -> {(x-1)}):6`.

use super::negative::difference;
use super::{NOTHING, Part, Position, Worth};
use crate::game::{CellGame, Game, Games, bracketed, is_definition, split_outside_braces};
use crate::pattern;
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use num_bigint::BigUint;
use std::str::FromStr;

/// Longer numbers are a mistake rather than heaps.
const MOST_DIGITS: usize = 10_000;

/// Reads a position.
///
/// # Errors
/// A [`Mistake`] with its place in the text.
pub fn parse_position(text: &str, games: &Games) -> Result<Position, Mistake> {
    if text.trim().is_empty() {
        return Err(Mistake::new(0..text.len(), say!("game.empty_position")));
    }
    if is_definition(text) {
        games.find(text)?;
        return Err(Mistake::new(text.len()..text.len(), say!("game.definition_needs_at")));
    }
    let mut sum = Position::default();
    let mut start = 0;
    let mut pieces = split_outside_braces(text, '+').into_iter().peekable();
    while let Some(mut piece) = pieces.next() {
        // Nothing before `+-1`: the signs belong together.
        if piece.trim().is_empty()
            && let Some(switch) = pieces.next_if(|next| next.starts_with('-'))
        {
            piece = &text[start..start + piece.len() + 1 + switch.len()];
        }
        if piece.trim() != NOTHING {
            let parts = match parse_part(piece, games) {
                Err(mistake) if mistake.stopped().is_none() => difference(piece, games).unwrap_or(Err(mistake)),
                parts => parts,
            };
            let parts = parts.map_err(|m| m.shifted(start))?;
            sum.parts.extend(parts);
        }
        start += piece.len() + 1;
    }
    Ok(sum)
}

/// A position of built-in games, codes and definitions in brackets.
impl FromStr for Position {
    type Err = Mistake;

    fn from_str(text: &str) -> Result<Position, Mistake> {
        parse_position(text, &Games::built_in())
    }
}

/// Reads one part: a position of one game, or a value.
pub(crate) fn parse_part(text: &str, games: &Games) -> Result<Vec<Part>, Mistake> {
    let Some(colon) = bracketed(text).or_else(|| text.rfind([':', '：'])) else {
        // A value, if it is one.
        let value = match Worth::read(text, games.budget()) {
            Ok(worth) => return Ok(vec![Part::Worth(worth)]),
            Err(mistake) => mistake,
        };
        if !text.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '(') || value.stopped().is_some() {
            return Err(value);
        }
        // An unknown name is the better thing to point at than a missing colon.
        games.find(text)?;
        let end = text.trim_end().len();
        return Err(Mistake::new(end..end, say!("game.no_colon")));
    };
    let behind = colon + text[colon..].chars().next().map_or(0, char::len_utf8);
    let (name, position) = (&text[..colon], &text[behind..]);
    let game = games.find(name)?;
    let game = match on_cells(&game, name.trim(), position, games)? {
        Some(cells) => Game::Cells(cells),
        None => game,
    };
    parse_heaps_within(position, &game, games.budget()).map_err(|m| m.shifted(behind))
}

/// A name may be that of a game on heaps or stones and of one on cells: the
/// position tells.
fn on_cells(game: &Game, name: &str, position: &str, games: &Games) -> Result<Option<CellGame>, Mistake> {
    let drawn = || position.contains(|c: char| !c.is_ascii_digit() && !c.is_whitespace() && c != ',' && c != '∅');
    let forms = || pattern::builtin::find(name);
    let meant = match game {
        Game::Cells(_) | Game::Compound(_) => false,
        Game::Heap(_) => drawn() && forms().next().is_some(),
    };
    if meant { games.cells(name) } else { Ok(None) }
}

/// Reads the heaps of a game, `4,9`, or its board, `###/##.`. Several heaps of a one-heap game are as
/// many parts.
///
/// # Errors
/// A [`Mistake`] with its place in the text.
pub fn parse_heaps(text: &str, game: &Game) -> Result<Vec<Part>, Mistake> {
    parse_heaps_within(text, game, &Budget::unlimited())
}

/// The same within a budget: whether play on a board ends may take a while to see.
///
/// # Errors
/// A [`Mistake`] with its place in the text.
pub fn parse_heaps_within(text: &str, game: &Game, budget: &Budget) -> Result<Vec<Part>, Mistake> {
    let game = match game {
        Game::Heap(game) => game,
        Game::Cells(game) => return Ok(vec![Part::Cells(game.read(text, budget)?)]),
        Game::Compound(game) => return Ok(vec![Part::Compound(game.read(text, budget)?)]),
    };
    if text.trim().is_empty() {
        return Err(Mistake::new(0..text.len(), say!("game.no_heaps")));
    }
    if text.trim() == NOTHING {
        return Ok(vec![]);
    }
    let mut heaps = Vec::new();
    let mut start = 0;
    // The sides of a cake are written 3x4 too.
    let comma = |c| matches!(c, ',' | '，' | '、');
    let sides = game.ruleset.heaps() == 2 && game.any.is_none() && !text.contains(comma);
    for piece in text.split(|c| comma(c) || (sides && matches!(c, 'x' | '×'))) {
        heaps.push(parse_heap(piece).map_err(|m| m.shifted(start))?);
        start += piece.len() + text[start + piece.len()..].chars().next().map_or(0, char::len_utf8);
    }
    // A game on any number of heaps is played on as many as there are.
    let whole = |mistake: Mistake| mistake.placed_at(0..text.len());
    let on_these = match game.any {
        Some(_) if heaps.len() != game.ruleset.heaps() => Some(game.on(heaps.len(), budget).map_err(whole)?),
        _ => None,
    };
    let game = on_these.as_ref().unwrap_or(game);
    let expected = game.ruleset.heaps();
    if game.any.is_some() {
        if let Some(says) = game.ruleset.no_position(&heaps) {
            return Err(Mistake::new(0..text.len(), says));
        }
        return Ok(vec![Part::Heap { game: game.clone(), heaps }]);
    }
    if heaps.len() == expected || expected == 1 {
        for position in heaps.chunks(expected) {
            if let Some(says) = game.ruleset.no_position(position) {
                return Err(Mistake::new(0..text.len(), says));
            }
        }
    }
    if expected == 1 {
        return Ok(heaps.into_iter().map(|heap| Part::Heap { game: game.clone(), heaps: vec![heap] }).collect());
    }
    if heaps.len() != expected {
        let found = heaps.len();
        let says = if game.label.is_empty() {
            say!("game.wrong_number_of_heaps_here", expected = expected, found = found)
        } else {
            say!("game.wrong_number_of_heaps", game = &game.label, expected = expected, found = found)
        };
        return Err(Mistake::new(0..text.len(), says));
    }
    Ok(vec![Part::Heap { game: game.clone(), heaps }])
}

/// The digit that a wide one is.
fn narrow(wide: char) -> char {
    char::from_u32(u32::from(wide) - u32::from('０') + u32::from('0')).unwrap_or(wide)
}

fn parse_heap(piece: &str) -> Result<BigUint, Mistake> {
    let digits = piece.trim();
    let start = piece.len() - piece.trim_start().len();
    let at = start..start + digits.len();
    if digits.strip_prefix(['-', '−']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return Err(Mistake::new(at, say!("game.negative_heap")));
    }
    // In Japanese text digits may be wide ones.
    let digits: String = digits.chars().map(|c| if ('０'..='９').contains(&c) { narrow(c) } else { c }).collect();
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Mistake::new(at, say!("game.not_a_heap")));
    }
    if digits.len() > MOST_DIGITS {
        return Err(Mistake::new(at, say!("game.heap_too_long", digits = digits.len(), most = MOST_DIGITS)));
    }
    digits.parse().map_err(|_| Mistake::new(at, say!("game.not_a_heap")))
}
