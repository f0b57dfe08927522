//! CSA: the record format of computer shogi, `+7776FU`.

use super::diagram;
use super::game::{Game, after_the_end};
use super::position::{Kind, Move, Piece, Position, Side, Square};
use crate::budget::Budget;
use crate::mistake::Mistake;
use crate::record::Refused;
use crate::record::lines::lines;
use crate::text::say;
use std::fmt::Write;

const PIECES: [(&str, Kind, bool); 14] = [
    ("FU", Kind::Pawn, false),
    ("KY", Kind::Lance, false),
    ("KE", Kind::Knight, false),
    ("GI", Kind::Silver, false),
    ("KI", Kind::Gold, false),
    ("KA", Kind::Bishop, false),
    ("HI", Kind::Rook, false),
    ("OU", Kind::King, false),
    ("TO", Kind::Pawn, true),
    ("NY", Kind::Lance, true),
    ("NK", Kind::Knight, true),
    ("NG", Kind::Silver, true),
    ("UM", Kind::Bishop, true),
    ("RY", Kind::Rook, true),
];

fn piece(code: &str) -> Option<(Kind, bool)> {
    PIECES.iter().find(|(known, _, _)| *known == code).map(|(_, kind, promoted)| (*kind, *promoted))
}

fn code(kind: Kind, promoted: bool) -> &'static str {
    PIECES.iter().find(|(_, k, p)| (*k, *p) == (kind, promoted)).map_or("", |(code, _, _)| code)
}

/// Reads the games of a file; a line `/` separates them.
///
/// ```
/// use miyama::budget::Budget;
/// use miyama::record::shogi::csa;
/// let games = csa::read("V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n", &Budget::unlimited()).unwrap();
/// assert_eq!(games[0].moves().len(), 2);
/// assert_eq!(csa::read(&csa::write(&games[0]), &Budget::unlimited()).unwrap(), games);
/// ```
///
/// # Errors
/// [`Refused`] with the place of what is no statement, or of a move that is
/// not legal.
pub fn read(text: &str, budget: &Budget) -> Result<Vec<Game>, Refused> {
    let mut games = Vec::new();
    let mut reader = Reader::default();
    for (at, line) in lines(text) {
        budget.check().map_err(Refused::Stopped)?;
        if line.trim_end() == "/" {
            games.extend(std::mem::take(&mut reader).finish(at)?);
            continue;
        }
        // Several statements may stand on a line, but not after a comment or a name.
        if line.starts_with(['\'', 'N', '$', 'V']) {
            reader.any = true;
            continue;
        }
        let mut start = at;
        for statement in line.split(',') {
            reader.statement(statement.trim_end(), start)?;
            start += statement.len() + 1;
        }
    }
    games.extend(reader.finish(text.len())?);
    Ok(games)
}

/// One game, as far as it has been read.
#[derive(Default)]
struct Reader {
    /// Was there anything?
    any: bool,
    position: Option<Position>,
    game: Option<Game>,
    ended: bool,
}

impl Reader {
    fn statement(&mut self, text: &str, at: usize) -> Result<(), Mistake> {
        let wrong = || Mistake::new(at..at + text.len(), say!("record.csa_statement"));
        self.any |= !text.is_empty();
        if let Some(rest) = text.strip_prefix('P') {
            if self.game.is_some() {
                return Err(wrong());
            }
            return self.placement(rest, at + 1);
        }
        let side = match text.chars().next() {
            Some('+') => Side::Black,
            Some('-') => Side::White,
            Some('%') => {
                self.begin(at)?;
                self.ended = true;
                return Ok(());
            }
            None | Some('T' | '\'') => return Ok(()),
            Some(_) => return Err(wrong()),
        };
        if text.len() == 1 {
            if self.game.is_some() {
                return Err(wrong());
            }
            self.position.get_or_insert_with(Position::even).set_side(side);
            return self.begin(at);
        }
        self.begin(at)?;
        if self.ended {
            return Err(after_the_end(at..at + text.len()));
        }
        match &mut self.game {
            Some(game) => one_move(game, side, &text[1..], at),
            None => Err(wrong()),
        }
    }

    /// The position is complete: the game begins.
    fn begin(&mut self, at: usize) -> Result<(), Mistake> {
        if self.game.is_none() {
            let position = self.position.take().unwrap_or_else(Position::even);
            diagram::check(&position, at)?;
            self.game = Some(Game::new(position, 1));
        }
        Ok(())
    }

    fn finish(mut self, at: usize) -> Result<Option<Game>, Mistake> {
        if self.any {
            self.begin(at)?;
        }
        Ok(self.game)
    }

    /// `I…`, `1…` to `9…`, `+…` or `-…`.
    fn placement(&mut self, text: &str, at: usize) -> Result<(), Mistake> {
        let wrong = |from: usize, to: usize| Mistake::new(at + from..at + to.min(text.len()), say!("record.csa_piece"));
        if !text.is_ascii() || text.is_empty() {
            return Err(wrong(0, text.len()));
        }
        let (head, cells) = text.split_at(1);
        match head {
            "I" => {
                let mut position = Position::even();
                for (i, cell) in groups(cells, 4) {
                    let square = square(cell.get(..2).unwrap_or("")).ok_or_else(|| wrong(i + 1, i + 5))?;
                    let there = position.at(square).map(|piece| (piece.kind, piece.promoted));
                    if cell.get(2..).and_then(piece) != there || there.is_none() {
                        return Err(wrong(i + 1, i + 5));
                    }
                    position.clear(square);
                }
                self.position = Some(position);
            }
            "+" | "-" => {
                let side = if head == "+" { Side::Black } else { Side::White };
                let position = self.position.get_or_insert_with(Position::empty);
                for (i, cell) in groups(cells, 4) {
                    place(position, side, cell).ok_or_else(|| wrong(i + 1, i + 5))?;
                }
            }
            digit => {
                let rank = digit.parse::<u8>().ok().filter(|rank| (1..=9).contains(rank)).ok_or_else(|| wrong(0, 1))?;
                let position = self.position.get_or_insert_with(Position::empty);
                for (i, file) in (0..9).zip((1..=9).rev()) {
                    let start = 3 * i;
                    let cell = cells.get(start..(start + 3).min(cells.len())).unwrap_or("");
                    let place = Square::new(file, rank).ok_or_else(|| wrong(0, 1))?;
                    let side = match cell.chars().next() {
                        Some('+') => Side::Black,
                        Some('-') => Side::White,
                        Some(' ') if cell.trim() == "*" => continue,
                        _ => return Err(wrong(start + 1, start + 4)),
                    };
                    let (kind, promoted) = piece(&cell[1..]).ok_or_else(|| wrong(start + 1, start + 4))?;
                    position.put(place, Piece { kind, promoted, side });
                }
            }
        }
        Ok(())
    }
}

/// Pieces of `size` letters, with the place of each; the last may be shorter.
fn groups(text: &str, size: usize) -> impl Iterator<Item = (usize, &str)> {
    (0..text.len()).step_by(size).map(move |i| (i, &text[i..(i + size).min(text.len())]))
}

fn square(text: &str) -> Option<Square> {
    let mut digits = text.bytes().map(|b| b.wrapping_sub(b'0'));
    Square::new(digits.next()?, digits.next()?)
}

/// Places `63KI` on the board, `00FU` in the hand, and for `00AL` all that is left of a set.
fn place(position: &mut Position, side: Side, cell: &str) -> Option<()> {
    let (place, name) = (cell.get(..2)?, cell.get(2..)?);
    if (place, name) == ("00", "AL") {
        for kind in Kind::IN_HAND {
            let left = usize::from(kind.in_a_set()).saturating_sub(position.total(kind));
            let held = usize::from(position.in_hand(side, kind)) + left;
            position.set_hand(side, kind, u8::try_from(held).ok()?);
        }
        return Some(());
    }
    let (kind, promoted) = piece(name)?;
    if place == "00" {
        if promoted || kind == Kind::King {
            return None;
        }
        position.set_hand(side, kind, position.in_hand(side, kind).checked_add(1)?);
        return Some(());
    }
    position.put(square(place)?, Piece { kind, promoted, side });
    Some(())
}

/// `7776FU` after the sign: from, to, and the piece as it is after the move.
fn one_move(game: &mut Game, side: Side, text: &str, at: usize) -> Result<(), Mistake> {
    let place = at..at + 1 + text.len();
    let number = game.next_number();
    let wrong = || Mistake::new(place.clone(), say!("record.csa_move", number = number));
    let code = text.get(4..6).filter(|_| text.len() == 6).and_then(piece);
    let (Some((kind, promoted)), Some(to)) = (code, text.get(2..4).and_then(square)) else { return Err(wrong()) };
    if side != game.now().side() {
        let sign = if side == Side::Black { "-" } else { "+" };
        return Err(Mistake::new(at..at + 1, say!("record.other_side", number = number, mark = sign)));
    }
    if &text[..2] == "00" {
        return match promoted {
            false => game.play_at(Move::Drop { kind, to }, place),
            true => Err(wrong()),
        };
    }
    let from = square(&text[..2]).ok_or_else(wrong)?;
    let before = game.now().at(from).filter(|piece| piece.side == side);
    match before {
        Some(piece) if piece.kind == kind && (promoted || !piece.promoted) => {
            game.play_at(Move::Go { from, to, promote: promoted && !piece.promoted }, place)
        }
        _ => {
            let reason = say!(
                "record.other_piece",
                square = super::names::square(from),
                piece = super::names::piece(kind, promoted)
            );
            Err(game.illegal(place, reason))
        }
    }
}

/// Writes a game.
#[must_use]
pub fn write(game: &Game) -> String {
    let mut out = "V2.2\n".to_owned();
    let start = game.start();
    for rank in 1..=9 {
        let _ = write!(out, "P{rank}");
        for file in (1..=9).rev() {
            match Square::new(file, rank).and_then(|square| start.at(square)) {
                None => out.push_str(" * "),
                Some(piece) => {
                    let _ = write!(out, "{}{}", sign(piece.side), code(piece.kind, piece.promoted));
                }
            }
        }
        out.push('\n');
    }
    for side in [Side::Black, Side::White] {
        let held: String = Kind::IN_HAND
            .into_iter()
            .map(|kind| format!("00{}", code(kind, false)).repeat(start.in_hand(side, kind).into()))
            .collect();
        if !held.is_empty() {
            let _ = writeln!(out, "P{}{held}", sign(side));
        }
    }
    let _ = writeln!(out, "{}", sign(start.side()));
    let mut position = start.clone();
    for &played in game.moves() {
        let next = position.play(played).expect("the moves of a game are legal");
        let to = played.to();
        let from = match played {
            Move::Drop { .. } => "00".to_owned(),
            Move::Go { from, .. } => format!("{}{}", from.file(), from.rank()),
        };
        let name = next.at(to).map_or("", |piece| code(piece.kind, piece.promoted));
        let _ = writeln!(out, "{}{from}{}{}{name}", sign(position.side()), to.file(), to.rank());
        position = next;
    }
    out
}

fn sign(side: Side) -> char {
    match side {
        Side::Black => '+',
        Side::White => '-',
    }
}
