//! KI2: moves as people say them, `▲７六歩 △３四歩 ▲２二角成 △同銀`.
//!
//! The text names the piece and the goal. Where several pieces could go there,
//! it adds how the piece moves (上 up, 寄 sideways, 引 back, 直 straight up) or
//! which one it is (右 the right one, 左 the left one), as the mover sees it.

use super::diagram::Header;
use super::game::{Game, after_the_end};
use super::kif::{Goal, goal, is_end, wrong};
use super::names;
use super::position::{Move, Side, Square};
use crate::budget::Budget;
use crate::mistake::Mistake;
use crate::record::Refused;
use crate::record::lines::lines;
use crate::text::say;

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

/// Reads a record. Variations (変化) are passed over; a move after the end of
/// the game (まで…, 中断, …) is a mistake.
///
/// ```
/// use miyama::budget::Budget;
/// use miyama::record::shogi::ki2;
/// let game = ki2::read("▲７六歩 △３四歩 ▲２二角成△同　銀 ▲４五角\n", &Budget::unlimited()).unwrap();
/// assert_eq!(game.moves().len(), 5);
/// ```
///
/// # Errors
/// [`Refused`] with the place of what is no move, or of a move that is not legal.
pub fn read(text: &str, budget: &Budget) -> Result<Game, Refused> {
    let mut header = Some(Header::new());
    let mut game = None;
    let mut ended = false;
    for (at, line) in lines(text) {
        budget.check().map_err(Refused::Stopped)?;
        let body = line.trim_start();
        if body.is_empty() || body.starts_with(['#', '*', '&']) {
            continue;
        }
        if body.starts_with("変化") {
            break;
        }
        // A line of moves begins with one; the number of the first may stand before it.
        let moves = body.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == '\u{3000}');
        let has_moves = moves.starts_with(|c| side_of(c).is_some());
        if ended && has_moves {
            return Err(after_the_end(at + line.len() - body.len()..at + line.trim_end().len()).into());
        }
        ended |= body.starts_with("まで");
        if ended {
            continue;
        }
        if !has_moves {
            match &mut header {
                Some(header) => header.line(line, at)?,
                None if is_end(body) => ended = true,
                None => return Err(Mistake::new(at..at + line.len(), say!("record.ki_two_line")).into()),
            }
            continue;
        }
        if let Some(header) = header.take() {
            let (position, number) = header.finish(at)?;
            game = Some(Game::new(position, number + 1));
        }
        if let Some(game) = &mut game {
            line_of_moves(game, moves, at + (line.len() - moves.len()))?;
        }
    }
    match (game, header) {
        (Some(game), _) => Ok(game),
        (None, header) => {
            let (position, number) = header.unwrap_or_else(Header::new).finish(0)?;
            Ok(Game::new(position, number + 1))
        }
    }
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
    let found = chosen(game, game.now().origins(kind, promoted, to), to, &hints);
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
fn chosen(game: &Game, mut origins: Vec<Square>, to: Square, hints: &[char]) -> Vec<Square> {
    let side = game.now().side();
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
