//! Moves of one piece in words, as players say them: `b1-a1` from where it stands to where it goes, and `b1-a1/c1`
//! where it then shoots at c1.

use super::squares;
use crate::pattern::Ground;
use crate::sum::Cells;

/// The sign of a free cell, as people draw it.
const FREE: char = '.';

/// The move in words, if it is that of one piece: a letter goes from one cell to another, and what else changes lies
/// between them, as a stone that is jumped over, or is what a move of two steps leaves behind.
pub(super) fn moved(before: &Cells, after: &Cells) -> Option<String> {
    let Ground::Grid { width, .. } = &*before.position().ground else { return None };
    let (was, is) = (&before.position().signs, &after.position().signs);
    let changed = before.changed(after);
    let mut pieces: Vec<char> = changed.iter().map(|cell| was[*cell]).filter(|sign| sign.is_alphanumeric()).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let mut gone = pieces.into_iter().filter_map(|piece| {
        let only = |signs: &[char]| {
            let mut cells = changed.iter().copied().filter(|cell| signs[*cell] == piece);
            cells.next().filter(|_| cells.next().is_none())
        };
        only(was).zip(only(is))
    });
    let (Some((from, to)), None) = (gone.next(), gone.next()) else { return None };
    let square = |cell: usize| (cell / width, cell % width);
    let mut said = format!("{}-{}", squares::name(square(from)), squares::name(square(to)));
    let mut others = changed.iter().copied().filter(|cell| *cell != from && *cell != to);
    if before.game().has_two_steps() {
        for cell in changed.iter().copied().filter(|cell| *cell != to && is[*cell] != FREE) {
            said.push('/');
            said.push_str(&squares::name(square(cell)));
        }
    } else if !others.all(|cell| is_between(square(cell), square(from), square(to))) {
        return None;
    }
    Some(said)
}

/// Whether a cell lies on the line from one to another.
fn is_between(cell: (usize, usize), from: (usize, usize), to: (usize, usize)) -> bool {
    let way = |a: (usize, usize), b: (usize, usize)| (b.0 as i64 - a.0 as i64, b.1 as i64 - a.1 as i64);
    let ((down, across), (on, over)) = (way(from, to), way(from, cell));
    down * over == across * on && 0 < on * down + over * across && on * on + over * over < down * down + across * across
}

/// A text as moves are said here: without blanks, and with one sign for "to".
pub(super) fn normal(text: &str) -> String {
    let plain = text.chars().filter(|sign| !sign.is_whitespace());
    plain.map(|sign| if matches!(sign, '–' | '〜' | '~' | '→') { '-' } else { sign.to_ascii_lowercase() }).collect()
}
