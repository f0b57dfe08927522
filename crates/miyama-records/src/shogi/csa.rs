//! CSA: the record format of computer shogi, `+7776FU`.

use super::about::{About, seconds};
use super::diagram;
use super::ending::Ending;
use super::game::{Game, after_the_end};
use super::names;
use super::position::{Kind, Move, Piece, ShogiPosition, Side, Square};
use crate::lines::lines;
use miyama_budget::{Budget, Error, Mistake};
use miyama_text::say;
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

/// Reads the one game of a text.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_records::shogi::csa;
/// let game = csa::read("V2.2\nPI\n+\n+7776FU,T5\n-3334FU\n%TORYO\n", &Budget::unlimited()).unwrap();
/// assert_eq!(game.moves().len(), 2);
/// assert_eq!(csa::read(&csa::write(&game), &Budget::unlimited()).unwrap(), game);
/// ```
///
/// # Errors
/// An [`Error`] with the place of what is no statement, or of a move that is
/// not legal.
pub fn read(text: &str, budget: &Budget) -> Result<Game, Error> {
    let mut reader = Reader::default();
    for (at, line) in lines(text) {
        budget.check()?;
        // Several statements may stand on a line, but not after a comment or a name, to which commas belong.
        let mut start = at;
        for statement in line.split(',') {
            let rest = &line[start - at..];
            if rest.starts_with(['\'', 'N', '$']) {
                reader.tell(rest);
                break;
            }
            if statement.starts_with('V') {
                reader.tell(statement);
            } else {
                reader.statement(statement.trim_end(), start)?;
            }
            start += statement.len() + 1;
        }
    }
    reader.begin(text.len())?;
    let mut game = reader.game.ok_or_else(|| Mistake::new(0..0, say!("record.csa_statement")))?;
    *game.about_mut() = reader.about;
    Ok(game)
}

/// Fields of CSA, and how KIF calls them.
const FIELDS: [(&str, &str); 8] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("$EVENT:", "棋戦"),
    ("$SITE:", "場所"),
    ("$START_TIME:", "開始日時"),
    ("$END_TIME:", "終了日時"),
    ("$TIME_LIMIT:", TIME_LIMIT),
    ("$OPENING:", "戦型"),
];

/// Of these times CSA has only hours, minutes and the seconds of byoyomi.
const TIME_LIMIT: &str = "持ち時間";

/// `03:00+30`
fn is_time_limit(value: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = value.split_once(':').and_then(|(hours, rest)| Some((hours, rest.split_once('+')?)));
    parts.is_some_and(|(hours, (minutes, seconds))| digits(hours) && digits(minutes) && digits(seconds))
}

/// CSA counts moves from 1. How many there were before is told by a comment, in the words of KIF.
const BEFORE: &str = "手数＝";

/// One game, as far as it has been read.
#[derive(Default)]
struct Reader {
    position: Option<ShogiPosition>,
    game: Option<Game>,
    about: About,
    ended: bool,
    /// How many moves there were before the first position.
    before: usize,
}

impl Reader {
    fn statement(&mut self, text: &str, at: usize) -> Result<(), Mistake> {
        let wrong = || Mistake::new(at..at + text.len(), say!("record.csa_statement"));
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
                let side = self.game.as_ref().map_or(Side::Black, |game| game.now().side());
                self.about.ending = Ending::of_code(text, side);
                if self.about.ending.is_none() {
                    self.about.comment(self.moves(), text);
                }
                return Ok(());
            }
            // The time of the statement before: of the last move, or of the end.
            Some('T') => {
                let moves = self.moves();
                let of = if self.ended { Some(moves) } else { moves.checked_sub(1) };
                if let Some(of) = of {
                    self.about.time(of, seconds(&text[1..]));
                }
                return Ok(());
            }
            None | Some('\'') => return Ok(()),
            Some(_) => return Err(wrong()),
        };
        if text.len() == 1 {
            if self.game.is_some() {
                return Err(wrong());
            }
            self.position.get_or_insert_with(ShogiPosition::even).set_side(side);
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
            let position = self.position.take().unwrap_or_else(ShogiPosition::even);
            diagram::check(&position, at)?;
            self.game = Some(Game::new(position, self.before + 1));
        }
        Ok(())
    }

    fn moves(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.moves().len())
    }

    /// A name, a field or a comment.
    fn tell(&mut self, line: &str) {
        if let Some((code, key)) = FIELDS.iter().find(|(code, _)| line.starts_with(code)) {
            return self.about.field(key, &line[code.len()..]);
        }
        if line.starts_with('$') {
            if let Some((key, value)) = line.split_once(':') {
                self.about.field(key, value);
            }
            return;
        }
        let Some(comment) = line.strip_prefix('\'') else { return };
        if let Some(comment) = comment.strip_prefix('*') {
            return self.about.comment(self.moves(), comment);
        }
        if let Some(ending) = Ending::of_comment(comment) {
            self.about.ending = Some(ending);
            return;
        }
        if let (None, Some(before)) = (&self.game, comment.strip_prefix(BEFORE).and_then(names::number)) {
            self.before = before;
            return;
        }
        let is_key = |key: &str| !key.is_empty() && !key.contains(char::is_whitespace);
        match comment.split_once('：') {
            Some((key, value)) if self.game.is_none() && is_key(key) => self.about.field(key, value),
            _ if comment.starts_with("CSA encoding") || comment.starts_with("encoding") => {}
            _ => self.about.comment(self.moves(), comment),
        }
    }

    /// `I…`, `1…` to `9…`, `+…` or `-…`.
    fn placement(&mut self, text: &str, at: usize) -> Result<(), Mistake> {
        // A row that ends early is wrong at its end.
        let within = |i: usize| at + i.min(text.len());
        let wrong = |from: usize, to: usize| Mistake::new(within(from)..within(to), say!("record.csa_piece"));
        if !text.is_ascii() || text.is_empty() {
            return Err(wrong(0, text.len()));
        }
        let (head, cells) = text.split_at(1);
        match head {
            "I" => {
                let mut position = ShogiPosition::even();
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
                let position = self.position.get_or_insert_with(ShogiPosition::empty);
                for (i, cell) in groups(cells, 4) {
                    place(position, side, cell).ok_or_else(|| wrong(i + 1, i + 5))?;
                }
            }
            digit => {
                let rank = digit.parse::<u8>().ok().filter(|rank| (1..=9).contains(rank)).ok_or_else(|| wrong(0, 1))?;
                let position = self.position.get_or_insert_with(ShogiPosition::empty);
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
fn place(position: &mut ShogiPosition, side: Side, cell: &str) -> Option<()> {
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
            let reason = say!("record.other_piece", square = names::square(from), piece = names::piece(kind, promoted));
            Err(game.illegal(place, reason))
        }
    }
}

/// Writes a game.
#[must_use]
pub fn write(game: &Game) -> String {
    let about = game.about();
    // Version 3 is the first that has parts of a second.
    let parts = about.times.iter().flatten().any(|time| time % 1000 != 0);
    let mut out = if parts { "'CSA encoding=UTF-8\nV3.0\n" } else { "V2.2\n" }.to_owned();
    for (key, value) in &about.fields {
        let is_of_csa = key != TIME_LIMIT || is_time_limit(value);
        match FIELDS.iter().find(|(_, known)| known == key && is_of_csa) {
            Some((code, _)) => drop(writeln!(out, "{code}{value}")),
            None if key.starts_with('$') => drop(writeln!(out, "{key}:{value}")),
            None => drop(writeln!(out, "'{key}：{value}")),
        }
    }
    if game.first_number() > 1 {
        let _ = writeln!(out, "'{BEFORE}{}", game.first_number() - 1);
    }
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
    let mut note = 0;
    about.write_notes(&mut note, 0, ("'*", None), &mut out);
    let time = |moves| match about.time_of(moves) {
        None => String::new(),
        Some(time) if time % 1000 == 0 => format!("T{}\n", time / 1000),
        Some(time) => format!("T{}.{:03}\n", time / 1000, time % 1000),
    };
    let mut position = start.clone();
    for (i, &played) in game.moves().iter().enumerate() {
        let next = position.play(played).expect("the moves of a game are legal");
        let to = played.to();
        let from = match played {
            Move::Drop { .. } => "00".to_owned(),
            Move::Go { from, .. } => format!("{}{}", from.file(), from.rank()),
        };
        let name = next.at(to).map_or("", |piece| code(piece.kind, piece.promoted));
        let _ = writeln!(out, "{}{from}{}{}{name}", sign(position.side()), to.file(), to.rank());
        out.push_str(&time(i));
        about.write_notes(&mut note, i + 1, ("'*", None), &mut out);
        position = next;
    }
    if let Some(ending) = about.ending {
        match ending.code(position.side()) {
            Some(code) => {
                let _ = writeln!(out, "{code}");
                out.push_str(&time(game.moves().len()));
            }
            None => drop(writeln!(out, "'{}", ending.name())),
        }
    }
    out
}

fn sign(side: Side) -> char {
    match side {
        Side::Black => '+',
        Side::White => '-',
    }
}
