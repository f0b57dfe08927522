//! Boards of games as text against rules written down a second time.

#![allow(clippy::unwrap_used)]

use miyama::sum::{NoValue, evaluate};
use miyama::value::{Arena, GameId, Unfinished};
use miyama_budget::Budget;
use proptest::prelude::*;
use std::collections::HashMap;

/// Domineering on rows of text: every two neighbouring free squares.
fn domineering_from_rows(arena: &mut Arena, rows: &[Vec<u8>], known: &mut HashMap<Vec<Vec<u8>>, GameId>) -> GameId {
    if let Some(value) = known.get(rows) {
        return *value;
    }
    let mut options = [vec![], vec![]];
    for (side, (down, across)) in [(1, 0), (0, 1)].into_iter().enumerate() {
        for row in 0..rows.len() - down {
            for column in 0..rows[0].len() - across {
                if rows[row][column] == b'.' && rows[row + down][column + across] == b'.' {
                    let mut next = rows.to_vec();
                    next[row][column] = b'#';
                    next[row + down][column + across] = b'#';
                    options[side].push(domineering_from_rows(arena, &next, known));
                }
            }
        }
    }
    let value = arena.game(&options[0], &options[1]).unwrap();
    known.insert(rows.to_vec(), value);
    value
}

/// Clobber on rows of text: every stone onto every neighbour of the other colour.
fn clobber_from_rows(arena: &mut Arena, rows: &[Vec<u8>], known: &mut HashMap<Vec<Vec<u8>>, GameId>) -> GameId {
    if let Some(value) = known.get(rows) {
        return *value;
    }
    let mut options = [vec![], vec![]];
    let (height, width) = (rows.len() as isize, rows[0].len() as isize);
    for row in 0..height {
        for column in 0..width {
            for (down, across) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let (r, c) = (row + down, column + across);
                if r < 0 || c < 0 || r >= height || c >= width {
                    continue;
                }
                let pair = (rows[row as usize][column as usize], rows[r as usize][c as usize]);
                let side = match pair {
                    (b'x', b'o') => 0,
                    (b'o', b'x') => 1,
                    _ => continue,
                };
                let mut next = rows.to_vec();
                next[r as usize][c as usize] = pair.0;
                next[row as usize][column as usize] = b'.';
                options[side].push(clobber_from_rows(arena, &next, known));
            }
        }
    }
    let value = arena.game(&options[0], &options[1]).unwrap();
    known.insert(rows.to_vec(), value);
    value
}

fn text_of(name: &str, rows: &[Vec<u8>]) -> String {
    let rows: Vec<&str> = rows.iter().map(|row| std::str::from_utf8(row).unwrap()).collect();
    format!("{name}:{}", rows.join("/"))
}

#[test]
fn every_small_domineering_board() {
    let mut arena = Arena::new(&Budget::unlimited());
    let mut known = HashMap::new();
    for (height, width) in [(1, 6), (6, 1), (2, 4), (3, 3), (4, 2)] {
        for set in 0..1u32 << (height * width) {
            let sign = |at: usize| if set >> at & 1 == 1 { b'.' } else { b'#' };
            let rows: Vec<Vec<u8>> =
                (0..height).map(|row| (0..width).map(|column| sign(row * width + column)).collect()).collect();
            let slow = domineering_from_rows(&mut arena, &rows, &mut known);
            let text = text_of("domineering", &rows);
            assert_eq!(evaluate(&mut arena, &text).unwrap().game(), Some(slow), "{text}");
        }
    }
}

#[test]
fn every_small_clobber_board() {
    let mut arena = Arena::new(&Budget::unlimited());
    let mut known = HashMap::new();
    for (height, width) in [(1, 6), (2, 3), (3, 2)] {
        for number in 0..3usize.pow(height * width) {
            let sign = |at: u32| b"xo."[number / 3usize.pow(at) % 3];
            let rows: Vec<Vec<u8>> =
                (0..height).map(|row| (0..width).map(|column| sign(row * width + column)).collect()).collect();
            let slow = clobber_from_rows(&mut arena, &rows, &mut known);
            let text = text_of("clobber", &rows);
            assert_eq!(evaluate(&mut arena, &text).unwrap().game(), Some(slow), "{text}");
        }
    }
}

/// Values that the literature knows: 5×5 is a second-player win of value 0.
#[test]
fn whole_boards() {
    let mut arena = Arena::new(&Budget::unlimited());
    for (text, value) in [("domineering:5x5", "0"), ("domineering:4x5", "1"), ("domineering:5x4", "-1")] {
        let game = evaluate(&mut arena, text).unwrap().game().unwrap();
        assert_eq!(arena.text(game).unwrap(), value, "{text}");
    }
}

#[test]
fn a_budget_of_memory_stops_a_large_board() {
    let mut arena = Arena::new(&Budget::unlimited().with_memory(3_000_000));
    let stopped = evaluate(&mut arena, "domineering:6x6");
    let memory = Unfinished::Stopped(miyama_budget::Stopped::Memory { needed: 0, allowed: 0 });
    let is_memory = matches!(&stopped, Err(NoValue::Unfinished(why)) if std::mem::discriminant(why) == std::mem::discriminant(&memory));
    assert!(is_memory, "{stopped:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is written, the answer is a value or a mistake at a place in the text.
    #[test]
    fn no_text_makes_the_parser_fail_otherwise(text in r"([-+*^v{}|(),.:;=<>0-9/ \[\]a-zé±]|let |heat|Tiny|cool|domineering:|clobber:|col:|cutcake:|toads-and-frogs:|xo|#){0,24}") {
        let mut arena = Arena::new(&Budget::unlimited().with_memory(50_000_000).with_time(std::time::Duration::from_millis(200)));
        if let Err(miyama::sum::NoValue::Mistake(mistake)) = evaluate(&mut arena, &text) {
            prop_assert!(mistake.at.start <= mistake.at.end && mistake.at.end <= text.len(), "{}", text);
            prop_assert!(text.is_char_boundary(mistake.at.start) && text.is_char_boundary(mistake.at.end), "{}", text);
        }
    }
}
