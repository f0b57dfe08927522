//! KIF: one numbered move per line, with the square that it comes from.

use super::about::{Note, clock};
use super::diagram::{self, Header};
use super::ending::Ending;
use super::game::{Game, after_the_end};
use super::names;
use super::position::{Kind, Move, Side, Square};
use crate::lines::lines;
use miyama_budget::{Budget, Error, Mistake};
use miyama_text::{Text, say};
use std::fmt::Write;
use std::ops::Range;

/// Reads the one game of a text. Variations (変化) are passed over; a move after the end of
/// the game (投了, 中断, …) is a mistake.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_records::shogi::kif;
/// let game = kif::read("1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n", &Budget::unlimited()).unwrap();
/// assert_eq!(game.moves().len(), 4);
/// assert_eq!(kif::read(&kif::write(&game), &Budget::unlimited()).unwrap(), game);
/// ```
///
/// # Errors
/// An [`Error`] with the place of a line that is no move, or of a move that is
/// not legal.
pub fn read(text: &str, budget: &Budget) -> Result<Game, Error> {
    let mut header = Some(Header::new());
    let mut game = None;
    let mut ended = false;
    let mut variations = 0;
    for (at, line) in lines(text) {
        budget.check()?;
        let body = line.trim_start();
        variations += usize::from(body.starts_with("変化"));
        if variations > 0 {
            continue;
        }
        if let Some(note) = note(body) {
            note_on(&mut header, &mut game, note);
            continue;
        }
        let begins = body.starts_with("手数--");
        let numbered = body.starts_with(|c: char| c.is_ascii_digit());
        let told = body.starts_with("まで");
        if let Some(header) = header.take_if(|_| begins || numbered || told) {
            game = Some(header.finish(at)?);
        }
        if let (Some(game), true) = (&mut game, told) {
            let told = Ending::of_sentence(body, game.now().side());
            let ending = &mut game.about_mut().ending;
            *ending = ending.or(told);
            ended = true;
            continue;
        }
        if ended {
            let after = body.trim_start_matches(|c: char| c.is_ascii_digit());
            if after.len() < body.len() && !Ending::begins(after.trim_start()) {
                return Err(after_the_end(at + line.len() - body.len()..at + line.trim_end().len()));
            }
            continue;
        }
        let passed = body.is_empty() || body.starts_with('#');
        if passed {
            continue;
        }
        match (&mut header, &mut game) {
            (Some(header), _) => header.line(line, at)?,
            (None, Some(game)) if numbered => ended = !one_move(game, line, at)?,
            (None, _) if begins => {}
            (None, _) => {
                return Err(Mistake::new(at..at + line.len(), say!("record.kif_line")));
            }
        }
    }
    let mut game = match (game, header) {
        (Some(game), _) => game,
        (None, Some(header)) => header.finish(0)?,
        (None, None) => return Err(Mistake::new(0..0, say!("record.kif_line"))),
    };
    game.about_mut().variations = variations;
    Ok(game)
}

/// `*comment` or `&bookmark`
pub(super) fn note(line: &str) -> Option<Note> {
    let text = |rest: &str| rest.trim_end().to_owned();
    let comment = line.strip_prefix('*').map(|rest| Note::Comment(text(rest)));
    comment.or_else(|| line.strip_prefix('&').map(|rest| Note::Bookmark(text(rest))))
}

/// A line beside the moves: before the first, or after those so far.
pub(super) fn note_on(header: &mut Option<Header>, game: &mut Option<Game>, note: Note) {
    match (header, game) {
        (Some(header), _) => header.about.notes.push((0, note)),
        (None, Some(game)) => {
            let moves = game.moves().len();
            game.about_mut().notes.push((moves, note));
        }
        (None, None) => {}
    }
}

/// Reads `  12 同　銀成(88)   ( 0:01/00:00:12)` and plays it. False at the end of the game.
fn one_move(game: &mut Game, line: &str, at: usize) -> Result<bool, Mistake> {
    let blank = line.len() - line.trim_start().len();
    let digits = line[blank..].find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len() - blank);
    let number_at = at + blank..at + blank + digits;
    let number: usize = line[blank..blank + digits]
        .parse()
        .ok()
        .filter(|&n| n > 0 && n < 1_000_000_000)
        .ok_or_else(|| Mistake::new(number_at.clone(), say!("record.kif_number")))?;
    if game.moves().is_empty() {
        let about = std::mem::take(game.about_mut());
        *game = Game::new(game.start().clone(), number);
        *game.about_mut() = about;
    }
    if number != game.next_number() {
        return Err(Mistake::new(number_at, say!("record.kif_order", expected = game.next_number(), found = number)));
    }
    let rest = line[blank + digits..].trim_start();
    let body_at = at + (line.len() - rest.len());
    let body = rest.trim_end();
    if let Some(ending) = Ending::of(body) {
        let moves = game.moves().len();
        game.about_mut().ending = Some(ending);
        game.about_mut().time(moves, body.find('(').and_then(|i| time(&body[i..])));
        return Ok(false);
    }
    let (played, length) = parse(game, body, body_at)?;
    game.play_at(played, body_at..body_at + length)?;
    // Behind the move stands nothing, or the time it took, or a mark of a variation.
    let after = body[length..].trim_start();
    let moves = game.moves().len() - 1;
    game.about_mut().time(moves, time(after));
    let complete = after.is_empty() || after == "+" || (after.starts_with('(') && after.contains(')'));
    if !complete {
        let start = body_at + body.len() - after.len();
        return Err(Mistake::new(start..body_at + body.len(), say!("record.kif_time", number = number)));
    }
    Ok(true)
}

/// `( 0:16/00:00:16)`: the time of the move, and of all moves of the player.
fn time(text: &str) -> Option<u64> {
    let inside = text.strip_prefix('(')?.split(')').next()?;
    clock(inside.split('/').next()?)
}

/// A move, and the length of its text.
fn parse(game: &Game, body: &str, at: usize) -> Result<(Move, usize), Mistake> {
    let Goal { to, kind, promoted, rest } = goal(game, body, at)?;
    if let Some(rest) = rest.strip_prefix('打') {
        return Ok((Move::Drop { kind, to }, body.len() - rest.len()));
    }
    let (promote, rest) = match rest.strip_prefix("不成") {
        Some(rest) => (false, rest),
        None => rest.strip_prefix('成').map_or((false, rest), |rest| (true, rest)),
    };
    let from = |text: &str| {
        let (file, text) = names::take_digit(text)?;
        let (rank, text) = names::take_digit(text)?;
        Some((Square::new(file, rank)?, text.strip_prefix(')')?.len()))
    };
    let (from, left) = rest
        .strip_prefix('(')
        .and_then(from)
        .ok_or_else(|| wrong(body, at, rest, say!("record.kif_from", number = game.next_number())))?;
    let length = body.len() - left;
    same_piece(game, from, kind, promoted, at..at + length)?;
    Ok((Move::Go { from, to, promote }, length))
}

/// The piece that the move names must stand where it comes from.
fn same_piece(game: &Game, from: Square, kind: Kind, promoted: bool, at: Range<usize>) -> Result<(), Mistake> {
    let there = game.now().at(from).filter(|piece| piece.side == game.now().side());
    if there.is_some_and(|piece| (piece.kind, piece.promoted) == (kind, promoted)) {
        return Ok(());
    }
    let reason = say!("record.other_piece", square = names::square(from), piece = names::piece(kind, promoted));
    Err(game.illegal(at, reason))
}

/// The beginning of a move: the square to which it goes, and the piece.
pub(super) struct Goal<'a> {
    pub(super) to: Square,
    pub(super) kind: Kind,
    pub(super) promoted: bool,
    /// What is written behind.
    pub(super) rest: &'a str,
}

/// Reads `７六歩`, or `同歩` where the move before went, at the beginning of `body`, which stands at `at`.
pub(super) fn goal<'a>(game: &Game, body: &'a str, at: usize) -> Result<Goal<'a>, Mistake> {
    let number = game.next_number();
    let square = |text| {
        let (file, text) = names::take_digit(text)?;
        let (rank, text) = names::take_digit(text)?;
        Some((Square::new(file, rank)?, text))
    };
    let (to, rest) = match body.strip_prefix('同') {
        Some(rest) => {
            let to = game.last_square().ok_or_else(|| wrong(body, at, body, say!("record.same_first")))?;
            (to, rest.trim_start_matches([' ', '\u{3000}', '\t']))
        }
        None => square(body).ok_or_else(|| wrong(body, at, body, say!("record.square_expected", number = number)))?,
    };
    let ((kind, promoted), rest) =
        names::take_piece(rest).ok_or_else(|| wrong(body, at, rest, say!("record.piece_expected", number = number)))?;
    Ok(Goal { to, kind, promoted, rest })
}

/// A mistake in the first letter of `rest`, the end of `body`, which stands at `at`.
pub(super) fn wrong(body: &str, at: usize, rest: &str, says: Text) -> Mistake {
    let start = at + (body.len() - rest.len());
    let end = start + rest.chars().next().map_or(0, char::len_utf8);
    Mistake::new(start..end, says)
}

/// Writes a game.
#[must_use]
pub fn write(game: &Game) -> String {
    let about = game.about();
    let (mut out, titles) = diagram::write(game);
    out.push_str("手数----指手---------消費時間--\n");
    let mut note = 0;
    about.write_notes(&mut note, 0, ("*", Some("&")), &mut out);
    let mut position = game.start().clone();
    let mut before = None;
    // What each side has used so far.
    let mut used = [0u64; 2];
    let mut spent = |moves: usize, side: Side| {
        let Some(time) = about.time_of(moves) else { return String::new() };
        let total = &mut used[side.index()];
        *total = total.saturating_add(time);
        let (one, all) = (time / 1000, *total / 1000);
        format!("   ({:>2}:{:02}/{:02}:{:02}:{:02})", one / 60, one % 60, all / 3600, all / 60 % 60, all % 60)
    };
    for (i, &played) in game.moves().iter().enumerate() {
        let name = names::kif(&position, played, before);
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{:>4} {name}{}", game.first_number() + i, spent(i, position.side()));
        about.write_notes(&mut note, i + 1, ("*", Some("&")), &mut out);
        before = Some(played.to());
        position = position.play(played).expect("the moves of a game are legal");
    }
    if let Some(ending) = about.ending {
        let moves = game.moves().len();
        let time = spent(moves, position.side());
        let _ = writeln!(out, "{:>4} {}{time}", game.next_number(), ending.name());
        let _ = writeln!(out, "{}", ending.sentence(game.next_number() - 1, position.side(), titles));
    }
    out
}
