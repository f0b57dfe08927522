//! Moves on cells in words: from where to where a piece goes ([`piece`]), else the cells that change, `a1-b1`, by number
//! on a graph; with what they become, `a1=. b1=x`, where that alone does not tell the move.

use super::write::number_of;
use super::{piece, squares};
use crate::pattern::Ground;
use crate::pattern::syntax::NO_CELL;
use crate::play::Player;
use crate::sum::{Cells, Move, Part, Position};
use miyama_budget::Mistake;
use miyama_text::{Text, say};
use std::collections::BTreeSet;
use std::ops::Range;

/// The name of a cell: `b3`, or the number of a vertex.
fn name(cells: &Cells, cell: usize) -> String {
    match &*cells.position().ground {
        Ground::Grid { width, .. } => squares::name((cell / width, cell % width)),
        Ground::Graph(_) => (cell + 1).to_string(),
        Ground::Edges(edges) => edges.name(cell),
    }
}

/// The move in words.
pub(super) fn describe(before: &Cells, after: &Cells) -> String {
    let cells = before.changed(after);
    if let (true, Some(first)) = (named_by_first(before, || before.options(Player::Left)), cells.first()) {
        return name(before, *first);
    }
    if let Some(edge) = cut(before, after) {
        return name(before, edge);
    }
    // Where stones are only taken, the cells that change tell the move.
    let is_doubtful = |alike: &dyn Fn(&Cells) -> bool| {
        before.stones().is_none()
            && Player::BOTH.iter().any(|player| {
                let options = before.options(*player);
                options.iter().filter(|option| alike(option)).count() > 1
                    && options.iter().any(|option| option == after)
            })
    };
    if let Some(said) = piece::moved(before, after)
        && !is_doubtful(&|option| piece::moved(before, option).as_ref() == Some(&said))
    {
        return said;
    }
    if is_doubtful(&|option| before.changed(option) == cells) {
        let signs = &after.position().signs;
        let becomes = cells.iter().map(|&cell| format!("{}={}", name(before, cell), signs[cell]));
        return becomes.collect::<Vec<_>>().join(" ");
    }
    match &*before.position().ground {
        Ground::Grid { width, .. } => {
            squares::names(&cells.iter().map(|cell| (cell / width, cell % width)).collect::<Vec<_>>())
        }
        Ground::Graph(_) | Ground::Edges(_) => {
            cells.iter().map(|&cell| name(before, cell)).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Whether the first cell that a move changes tells the move, and cells far from
/// it change with it: as in Chomp, where a move is a stone that is chosen.
fn named_by_first(before: &Cells, options: impl FnOnce() -> Vec<Cells>) -> bool {
    if before.stones().is_none_or(|stones| stones.rule().falls_apart()) {
        return false;
    }
    let options = options();
    let first: BTreeSet<usize> = options.iter().filter_map(|option| before.changed(option).first().copied()).collect();
    first.len() == options.len()
}

/// The edge that was cut, if all that happened is that it is gone, and with it what no
/// longer stands on the ground. There is one at most: of two edges, both cannot fall when
/// the other is cut.
fn cut(before: &Cells, after: &Cells) -> Option<usize> {
    let Ground::Edges(edges) = &*before.position().ground else { return None };
    before.changed(after).into_iter().find(|edge| {
        let mut signs = before.position().signs.clone();
        signs[*edge] = NO_CELL;
        edges.held(signs) == after.position().signs
    })
}

/// Reads a move of a player in one part of a sum: where a piece goes, cells that change, what they
/// become, or the cells after the move.
pub(super) fn read(text: &str, sum: &Position, part: usize, player: Player) -> Result<Move, Mistake> {
    let Some(Part::Cells(before)) = sum.parts.get(part) else {
        return Err(Mistake::new(0..text.len(), say!("play.no_board")));
    };
    let start = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    let whole = start..start + trimmed.len();
    let Ok(options) = before.options_within(player, &Move::moment()) else {
        return Err(Mistake::new(whole, say!("play.cannot_tell")));
    };
    let drawn = before.game().read(trimmed).ok().filter(|position| position.ground == before.position().ground);
    // What is wrong if none fits.
    let mut says = say!("play.no_such_move", text = trimmed);
    let said = piece::normal(trimmed);
    let of_piece: Vec<&Cells> =
        options.iter().filter(|option| piece::moved(before, option).as_ref() == Some(&said)).collect();
    let fits: Vec<&Cells> = match drawn {
        Some(position) => options.iter().filter(|option| *option.position() == position).collect(),
        None if of_piece.len() == 1 => of_piece,
        None => {
            let wanted = wishes(trimmed, before).map_err(|mistake| mistake.shifted(start))?;
            let fits: Vec<&Cells> = options.iter().filter(|option| is_wanted(&wanted, before, option)).collect();
            match wanted.as_slice() {
                [(cell, None)] if fits.is_empty() && named_by_first(before, || options.clone()) => {
                    options.iter().filter(|option| before.changed(option).first() == Some(cell)).collect()
                }
                [(cell, None)] if options.iter().any(|option| cut(before, option) == Some(*cell)) => {
                    options.iter().filter(|option| cut(before, option) == Some(*cell)).collect()
                }
                _ => {
                    says = misfit(&wanted, before, &options);
                    fits
                }
            }
        }
    };
    match fits.as_slice() {
        [one] => Ok(super::read::choice(sum, part, vec![Part::Cells((*one).clone())])),
        [] => {
            let mistake = Mistake::new(whole, says);
            Err(match options.first() {
                Some(option) => {
                    mistake.with_hint(say!("play.for_example", example = worded(sum, part, before, option)))
                }
                None => mistake,
            })
        }
        [first, ..] => Err(Mistake::new(whole, say!("play.several_moves", moves = fits.len()))
            .with_hint(say!("play.for_example", example = worded(sum, part, before, first)))),
    }
}

/// The move as it is written in this sum.
pub(super) fn worded(sum: &Position, part: usize, before: &Cells, after: &Cells) -> String {
    let cells = describe(before, after);
    if sum.parts.len() == 1 { cells } else { format!("{}: {cells}", number_of(sum, part)) }
}

/// The cells that shall change, and what each shall become if that is said.
type Wish = Vec<(usize, Option<char>)>;

fn is_wanted(wanted: &Wish, before: &Cells, option: &Cells) -> bool {
    let cells = before.changed(option);
    let named = |cell: &usize| wanted.iter().any(|(wish, _)| wish == cell);
    let signs = &option.position().signs;
    let becomes = wanted.iter().all(|(cell, sign)| sign.is_none_or(|sign| signs[*cell] == sign));
    becomes && cells.iter().all(named) && wanted.iter().all(|(cell, _)| cells.contains(cell))
}

/// Why no option is what is wanted: a cell that none of them changes, or makes what it
/// shall become; else the cells do not change together.
fn misfit(wanted: &Wish, before: &Cells, options: &[Cells]) -> Text {
    let signs = &before.position().signs;
    for (cell, sign) in wanted {
        let changed = || options.iter().filter(|option| before.changed(option).contains(cell));
        let named = name(before, *cell);
        if changed().next().is_none() {
            return say!("play.cell_stays", cell = named, sign = signs[*cell]);
        }
        if let Some(sign) = sign.filter(|sign| changed().all(|option| option.position().signs[*cell] != *sign)) {
            return say!("play.cell_becomes_other", cell = named, sign = sign);
        }
    }
    say!("play.not_together")
}

fn wishes(text: &str, cells: &Cells) -> Result<Wish, Mistake> {
    let mut wanted = Wish::new();
    let mut at = 0;
    for piece in text.split([' ', ',', '、', '\u{3000}']) {
        let span = at..at + piece.len();
        at = span.end + text[span.end..].chars().next().map_or(0, char::len_utf8);
        if piece.is_empty() {
            continue;
        }
        let unknown = || Mistake::new(span.clone(), say!("play.not_a_cell", text = piece));
        let (place, sign) = match piece.split_once('=') {
            Some((place, sign)) => {
                let mut signs = sign.chars();
                let (Some(sign), None) = (signs.next(), signs.next()) else { return Err(unknown()) };
                (place, Some(sign))
            }
            None => (piece, None),
        };
        if let Ground::Edges(edges) = &*cells.position().ground {
            let found = (0..edges.ends().len()).find(|edge| edges.name(*edge) == place.trim());
            wanted.push((found.ok_or_else(unknown)?, sign));
            continue;
        }
        let ends = place.split(['-', '–', '〜', '~']).map(|end| cell(end, cells)).collect::<Option<Vec<_>>>();
        match ends.ok_or_else(unknown)?.as_slice() {
            [one] => wanted.push((*one, sign)),
            [from, to] => {
                let apart = || Mistake::new(span.clone(), say!("play.not_in_line"));
                wanted.extend(between(*from, *to, cells).ok_or_else(apart)?.map(|cell| (cell, sign)));
            }
            _ => return Err(unknown()),
        }
    }
    Ok(wanted)
}

/// The cells from one to another in a row or a column.
fn between(a: usize, b: usize, cells: &Cells) -> Option<std::iter::StepBy<Range<usize>>> {
    let Ground::Grid { width, .. } = &*cells.position().ground else { return None };
    let (from, to) = (a.min(b), a.max(b));
    let step = match (from / width == to / width, from % width == to % width) {
        (true, _) => 1,
        (false, true) => *width,
        _ => return None,
    };
    Some((from..to + 1).step_by(step))
}

fn cell(text: &str, cells: &Cells) -> Option<usize> {
    let text = text.trim().to_ascii_lowercase();
    match &*cells.position().ground {
        Ground::Grid { height, width } => {
            let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
            let row: usize = text[letters..].parse().ok()?;
            let column = (1..=3)
                .contains(&letters)
                .then(|| text.bytes().take(letters).fold(0, |n, letter| n * 26 + usize::from(letter - b'a') + 1))?;
            ((1..=*height).contains(&row) && column <= *width).then(|| (row - 1) * width + column - 1)
        }
        // Edges are read by their names.
        Ground::Edges(_) => None,
        Ground::Graph(vertices) => text.parse().ok().filter(|n| (1..=vertices.len()).contains(n)).map(|n: usize| n - 1),
    }
}
