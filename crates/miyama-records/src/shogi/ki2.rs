//! KI2: moves as people say them, `▲７六歩 △３四歩 ▲２二角成 △同銀`.
//!
//! The text names the piece and the goal. Where several pieces could go there,
//! it adds how the piece moves (上 up, 寄 sideways, 引 back, 直 straight up) or
//! which one it is (右 the right one, 左 the left one), as the mover sees it.

use super::diagram::{self, Header};
use super::ending::Ending;
use super::game::{Game, after_the_end};
use super::kif::{self, Goal, goal, wrong};
use super::names;
use super::position::{Kind, Move, ShogiPosition, Side, Square};
use crate::lines::lines;
use miyama_budget::{Budget, Error, Mistake};
use miyama_text::say;

/// Marks before moves, and whose they are.
const MARKS: [(char, Side); 6] = [
    ('▲', Side::Black),
    ('△', Side::White),
    ('☗', Side::Black),
    ('☖', Side::White),
    ('▼', Side::Black),
    ('▽', Side::White),
];

fn side_of(mark: char) -> Option<Side> {
    MARKS.iter().find(|(known, _)| *known == mark).map(|(_, side)| *side)
}

/// Does a text begin with the mark of a move?
pub(super) fn is_marked(text: &str) -> bool {
    text.starts_with(|c| side_of(c).is_some())
}

/// Reads the one game of a text. Variations (変化) are passed over; a move after the end of
/// the game (まで…, 中断, …) is a mistake.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_records::shogi::ki2;
/// let game = ki2::read("▲７六歩 △３四歩 ▲２二角成△同　銀 ▲４五角\n", &Budget::unlimited()).unwrap();
/// assert_eq!(game.moves().len(), 5);
/// ```
///
/// # Errors
/// An [`Error`] with the place of what is no move, or of a move that is not legal.
pub fn read(text: &str, budget: &Budget) -> Result<Game, Error> {
    let mut header = Some(Header::new());
    let mut game = None;
    let mut ended = false;
    let mut variations = 0;
    for (at, line) in lines(text) {
        budget.check()?;
        let body = line.trim_start();
        variations += usize::from(body.starts_with("変化"));
        if variations > 0 || body.is_empty() || body.starts_with('#') {
            continue;
        }
        if let Some(note) = kif::note(body) {
            kif::note_on(&mut header, &mut game, note);
            continue;
        }
        // A line of moves begins with one; the number of the first may stand before it.
        let moves = body.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '\u{3000}');
        let has_moves = moves.starts_with(|c| side_of(c).is_some());
        if ended && has_moves {
            return Err(after_the_end(at + line.len() - body.len()..at + line.trim_end().len()));
        }
        let told = body.starts_with("まで");
        if let Some(header) = header.take_if(|_| told) {
            game = Some(header.finish(at)?);
        }
        if let (Some(game), true) = (&mut game, told) {
            game.about_mut().ending = Ending::of_sentence(body, game.now().side());
        }
        ended |= told;
        if ended {
            continue;
        }
        if !has_moves {
            match &mut header {
                Some(header) => header.line(line, at)?,
                None if Ending::begins(body) => {
                    ended = true;
                    if let Some(game) = &mut game {
                        game.about_mut().ending = Ending::of(body);
                    }
                }
                None => return Err(Mistake::new(at..at + line.len(), say!("record.ki_two_line"))),
            }
            continue;
        }
        if let Some(header) = header.take() {
            game = Some(header.finish(at)?);
        }
        if let Some(game) = &mut game {
            line_of_moves(game, moves, at + (line.len() - moves.len()))?;
        }
    }
    let mut game = match game {
        Some(game) => game,
        None => header.unwrap_or_else(Header::new).finish(0)?,
    };
    game.about_mut().variations = variations;
    Ok(game)
}

fn line_of_moves(game: &mut Game, line: &str, at: usize) -> Result<(), Mistake> {
    let starts: Vec<usize> = line.char_indices().filter(|(_, c)| side_of(*c).is_some()).map(|(i, _)| i).collect();
    for (i, &start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(line.len());
        let text = line[start..end].trim_end();
        let place = at + start..at + start + text.len();
        let mark = text.chars().next().unwrap_or('▲');
        if side_of(mark) != Some(game.now().side()) {
            let says = say!("record.other_side", number = game.next_number(), mark = names::mark(game.now().side()));
            return Err(Mistake::new(place.start..place.start + mark.len_utf8(), says));
        }
        let body = &text[mark.len_utf8()..];
        let played = parse(game, body, place.start + mark.len_utf8())?;
        game.play_at(played, place)?;
    }
    Ok(())
}

fn parse(game: &Game, body: &str, at: usize) -> Result<Move, Mistake> {
    let Goal { to, kind, promoted, mut rest } = goal(game, body, at)?;
    let mut hints = Vec::new();
    while let Some(hint) = rest.chars().next().filter(|c| "右左直上行入寄引".contains(*c)) {
        hints.push(hint);
        rest = &rest[hint.len_utf8()..];
    }
    let (promote, dropped, rest) = if let Some(rest) = rest.strip_prefix("不成").or_else(|| rest.strip_prefix('生'))
    {
        (false, false, rest)
    } else if let Some(rest) = rest.strip_prefix('成') {
        (true, false, rest)
    } else if let Some(rest) = rest.strip_prefix('打') {
        (false, true, rest)
    } else {
        (false, false, rest)
    };
    if !rest.is_empty() {
        return Err(wrong(body, at, rest, say!("record.after_move", number = game.next_number())));
    }
    if dropped {
        return Ok(Move::Drop { kind, to });
    }
    let found = chosen(game.now().side(), game.now().origins(kind, promoted, to), to, &hints);
    match found[..] {
        [from] => Ok(Move::Go { from, to, promote }),
        // Without a piece that could go there, it comes from the hand.
        [] if !promoted && !promote && hints.is_empty() && game.now().in_hand(game.now().side(), kind) > 0 => {
            Ok(Move::Drop { kind, to })
        }
        [] => Err(game.illegal(at..at + body.len(), say!("record.no_origin", square = names::square(to)))),
        _ => {
            let squares: Vec<String> = found.iter().map(|&from| names::square(from)).collect();
            Err(game.illegal(at..at + body.len(), say!("record.which", squares = squares.join(", "))))
        }
    }
}

/// Those of the squares that the hints mean.
fn chosen(side: Side, mut origins: Vec<Square>, to: Square, hints: &[char]) -> Vec<Square> {
    let depth = |square: Square| square.depth(side);
    // Files from the left, as the mover sees them.
    let column = |square: &Square| match side {
        Side::Black => 10 - square.file(),
        Side::White => square.file(),
    };
    for hint in hints {
        match hint {
            '直' => origins.retain(|from| from.file() == to.file() && depth(*from) > depth(to)),
            '上' | '行' | '入' => origins.retain(|from| depth(*from) > depth(to)),
            '寄' => origins.retain(|from| from.rank() == to.rank()),
            '引' => origins.retain(|from| depth(*from) < depth(to)),
            _ => {}
        }
    }
    for hint in hints {
        let edge = match hint {
            '右' => origins.iter().map(column).max(),
            '左' => origins.iter().map(column).min(),
            _ => None,
        };
        if let Some(edge) = edge {
            origins.retain(|from| column(from) == edge);
        }
    }
    origins
}

/// Writes a game: four moves to a line, comments on lines of their own.
#[must_use]
pub fn write(game: &Game) -> String {
    let about = game.about();
    let (mut out, titles) = diagram::write(game);
    let mut note = 0;
    about.write_notes(&mut note, 0, ("*", Some("&")), &mut out);
    let mut position = game.start().clone();
    let mut before = None;
    let mut on_line = 0;
    for (i, &played) in game.moves().iter().enumerate() {
        if on_line == 4 {
            out.push('\n');
            on_line = 0;
        }
        out.push_str(if on_line == 0 { "" } else { " " });
        out.push_str(names::mark(position.side()));
        out.push_str(&said(&position, played, before));
        on_line += 1;
        if about.notes.get(note).is_some_and(|(at, _)| *at <= i + 1) {
            out.push('\n');
            on_line = 0;
            about.write_notes(&mut note, i + 1, ("*", Some("&")), &mut out);
        }
        before = Some(played.to());
        position = position.play(played).expect("the moves of a game are legal");
    }
    if on_line > 0 {
        out.push('\n');
    }
    if let Some(ending) = about.ending {
        out.push_str(&ending.sentence(game.next_number() - 1, position.side(), titles));
        out.push('\n');
    }
    out
}

/// A move as people say it: `７六歩`, `同　銀右上成`, `５五角打`.
fn said(position: &ShogiPosition, played: Move, before: Option<Square>) -> String {
    let to = played.to();
    let goal = if before == Some(to) { "同　".to_owned() } else { names::square(to) };
    match played {
        Move::Drop { kind, .. } => {
            // A piece on the board that could go there would be meant else.
            let beaten = if position.reaching(kind, false, to).is_empty() { "" } else { "打" };
            format!("{goal}{}{beaten}", names::piece(kind, false))
        }
        Move::Go { from, promote, .. } => {
            let Some(piece) = position.at(from) else { return goal };
            let side = position.side();
            let zone = from.depth(side) <= 3 || to.depth(side) <= 3;
            let turned = match promote {
                true => "成",
                false if zone && piece.kind.promotes() && !piece.promoted => "不成",
                false => "",
            };
            let hints = hints(position, piece.kind, piece.promoted, from, to);
            format!("{goal}{}{hints}{turned}", names::piece(piece.kind, piece.promoted))
        }
    }
}

/// The words that tell the piece on `from` from the others that could go to
/// `to`: how it moves, else which one it is, else both. Also pieces that are
/// pinned count as others: whoever overlooks the pin understands the words too.
fn hints(position: &ShogiPosition, kind: Kind, promoted: bool, from: Square, to: Square) -> String {
    let rivals = position.reaching(kind, promoted, to);
    let side = position.side();
    let motion = match from.depth(side).cmp(&to.depth(side)) {
        std::cmp::Ordering::Greater => '上',
        std::cmp::Ordering::Equal => '寄',
        std::cmp::Ordering::Less => '引',
    };
    let straight = motion == '上' && from.file() == to.file() && !matches!(kind, Kind::Rook | Kind::Bishop);
    let sides = ['右', '左'];
    let mut ways: Vec<Vec<char>> = vec![vec![], vec![motion]];
    ways.extend(straight.then(|| vec!['直']));
    ways.extend(sides.map(|side| vec![side]));
    ways.extend(sides.map(|side| vec![side, motion]));
    let tells = |way: &&Vec<char>| chosen(side, rivals.clone(), to, way) == [from];
    ways.iter().find(tells).map_or_else(String::new, |way| way.iter().collect())
}
