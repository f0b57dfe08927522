//! Boards and strips as text: rows of signs separated by `/`, or a size such as
//! `4x5`.

use miyama_budget::Mistake;
use miyama_text::say;

/// The largest board or strip: its squares are the bits of a machine word.
pub(super) const SQUARES: usize = 64;

/// What a board's text says.
pub(super) enum Board {
    /// `4x5`: rows and columns.
    Size(usize, usize),
    /// The rows, all of the same length, each sign one of those allowed.
    Rows(Vec<Vec<char>>),
}

/// The ruleset takes no arguments in brackets, but some were given.
pub(super) fn unexpected_arguments(name: &str, start: usize) -> Mistake {
    Mistake::new(start..start, say!("value.no_arguments", name = name))
}

/// Refuses arguments for a ruleset that takes none.
pub(super) fn without_arguments(name: &str, arguments: Option<(usize, &str)>) -> Result<(), Mistake> {
    match arguments {
        None => Ok(()),
        Some((start, _)) => Err(unexpected_arguments(name, start)),
    }
}

/// Reads `4x5`, which begins at byte `start` of the whole text.
pub(super) fn size(start: usize, text: &str) -> Option<Result<(usize, usize), Mistake>> {
    let (rows, columns) = text.split_once('x')?;
    let digits = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_digit());
    if !digits(rows) || !digits(columns) {
        return None;
    }
    let whole = start..start + text.len();
    let sizes = rows.parse::<usize>().ok().zip(columns.parse::<usize>().ok());
    Some(match sizes {
        Some((rows, columns)) if rows > 0 && columns > 0 => Ok((rows, columns)),
        Some(_) => Err(Mistake::new(whole, say!("value.empty_board"))),
        None => Err(Mistake::new(whole, say!("value.board_size", limit = SQUARES))),
    })
}

/// Reads a board whose rows are made of the signs in `allowed`.
pub(super) fn read(start: usize, text: &str, allowed: &str) -> Result<Board, Mistake> {
    let whole = start..start + text.len();
    if text.is_empty() {
        return Err(Mistake::new(whole, say!("value.no_board", signs = signs(allowed))));
    }
    if let Some(size) = size(start, text) {
        let (rows, columns) = size?;
        if rows.checked_mul(columns).is_none_or(|squares| squares > SQUARES) {
            return Err(Mistake::new(whole, say!("value.board_size", limit = SQUARES)));
        }
        return Ok(Board::Size(rows, columns));
    }
    let rows = rows(start, text, allowed)?;
    if rows.iter().map(Vec::len).sum::<usize>() > SQUARES {
        return Err(Mistake::new(whole, say!("value.board_size", limit = SQUARES)));
    }
    Ok(Board::Rows(rows))
}

fn rows(start: usize, text: &str, allowed: &str) -> Result<Vec<Vec<char>>, Mistake> {
    let mut rows: Vec<Vec<char>> = Vec::new();
    let mut at = start;
    for row in text.split('/') {
        for (offset, sign) in row.char_indices() {
            if !allowed.contains(sign) {
                let place = at + offset..at + offset + sign.len_utf8();
                return Err(Mistake::new(place, say!("value.board_sign", sign = sign, signs = signs(allowed))));
            }
        }
        let row: Vec<char> = row.chars().collect();
        let width = rows.first().map_or(row.len(), Vec::len);
        if row.len() != width || row.is_empty() {
            let place = at..at + row.len();
            return Err(Mistake::new(place, say!("value.board_row", length = row.len(), width = width)));
        }
        at += row.len() + 1;
        rows.push(row);
    }
    Ok(rows)
}

/// Reads a strip: one row.
pub(super) fn strip(start: usize, text: &str, allowed: &str) -> Result<Vec<char>, Mistake> {
    if let Some(slash) = text.find('/') {
        return Err(Mistake::new(start + slash..start + slash + 1, say!("value.one_row")));
    }
    if text.is_empty() {
        return Err(Mistake::new(start..start, say!("value.no_strip", signs = signs(allowed))));
    }
    let row = rows(start, text, allowed)?.remove(0);
    if row.len() > SQUARES {
        return Err(Mistake::new(start..start + text.len(), say!("value.board_size", limit = SQUARES)));
    }
    Ok(row)
}

/// The signs as people read them: `.`, `#`.
fn signs(allowed: &str) -> String {
    allowed.chars().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(", ")
}
