//! USI and SFEN: the position and the moves as engines write them,
//! `position startpos moves 7g7f 3c3d`.

use super::diagram;
use super::ending::Ending;
use super::game::Game;
use super::position::{Kind, LETTERS, Move, Piece, ShogiPosition, Side, Square};
use crate::lines::lines;
use miyama_budget::{Budget, Error, Mistake};
use miyama_text::say;
use std::ops::Range;

/// Reads the one game of a text, which stands on one line.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_records::shogi::usi;
/// let game = usi::read("position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e", &Budget::unlimited()).unwrap();
/// assert_eq!(game.moves().len(), 5);
/// assert_eq!(usi::read(&usi::write(&game), &Budget::unlimited()).unwrap(), game);
/// ```
///
/// # Errors
/// An [`Error`] with the place of what is no move, or of a move that is not legal.
pub fn read(text: &str, budget: &Budget) -> Result<Game, Error> {
    let is_game = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let (at, line) = lines(text).find(|(_, line)| is_game(line)).unwrap_or((0, ""));
    let mut words = words(line).map(|(start, word)| (at + start..at + start + word.len(), word)).peekable();
    words.next_if(|(_, word)| *word == "position");
    let mut position = ShogiPosition::even();
    let mut number = 1;
    let is_sfen = words.next_if(|(_, word)| *word == "sfen").is_some();
    if is_sfen || words.peek().is_some_and(|(_, word)| word.contains('/')) {
        let mut field = || words.next().unwrap_or((at + line.len()..at + line.len(), ""));
        let (board, side, hands) = (field(), field(), field());
        position = sfen(&board, &side, &hands)?;
        let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
        if let Some((span, word)) = words.next_if(|(_, word)| is_number(word)) {
            let fits = word.parse().ok().filter(|&n| n < 1_000_000_000);
            number = fits.ok_or_else(|| Mistake::new(span, say!("record.kif_number")))?;
        }
        diagram::check(&position, board.0.start)?;
    } else {
        words.next_if(|(_, word)| *word == "startpos");
    }
    words.next_if(|(_, word)| *word == "moves");
    let mut game = Game::new(position, number.max(1));
    for (span, word) in words {
        budget.check()?;
        if game.about().ending.is_some() {
            return Err(super::game::after_the_end(span));
        }
        match word {
            "resign" => game.about_mut().ending = Some(Ending::Resignation),
            "win" => game.about_mut().ending = Some(Ending::Declaration),
            _ => {
                let wrong = || Mistake::new(span.clone(), say!("record.usi_move", number = game.next_number()));
                let played = parse(word).ok_or_else(wrong)?;
                game.play_at(played, span)?;
            }
        }
    }
    Ok(game)
}

/// The words of a line and where they begin.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(move |word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// Does a text look like this format?
pub(crate) fn looks_so(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("position") => matches!(words.next(), Some("startpos" | "sfen")),
        Some("startpos" | "sfen") => true,
        Some("moves") => words.next().is_some_and(|word| parse(word).is_some()),
        Some(word) if word.matches('/').count() == 8 => matches!(words.next(), Some("b" | "w")),
        Some(word) => parse(word).is_some(),
        None => false,
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    Square::new(file.checked_sub(b'0')?, rank.checked_sub(b'a')?.checked_add(1)?)
}

fn parse(word: &str) -> Option<Move> {
    match *word.as_bytes() {
        [piece, b'*', file, rank] => {
            let kind = kind(char::from(piece)).filter(|kind| *kind != Kind::King)?;
            Some(Move::Drop { kind, to: square(file, rank)? })
        }
        [a, b, c, d, ref rest @ ..] if matches!(rest, b"" | b"+") => {
            Some(Move::Go { from: square(a, b)?, to: square(c, d)?, promote: !rest.is_empty() })
        }
        _ => None,
    }
}

fn kind(letter: char) -> Option<Kind> {
    let at = LETTERS.iter().position(|&known| known == letter.to_ascii_lowercase())?;
    Kind::IN_HAND.get(at).copied().or(Some(Kind::King))
}

type Field<'a> = (Range<usize>, &'a str);

fn sfen(board: &Field<'_>, side: &Field<'_>, hands: &Field<'_>) -> Result<ShogiPosition, Mistake> {
    let wrong = |field: &Field<'_>| Mistake::new(field.0.clone(), say!("record.sfen"));
    let mut position = place(board.1).ok_or_else(|| wrong(board))?;
    match side.1 {
        "b" => position.set_side(Side::Black),
        "w" => position.set_side(Side::White),
        _ => return Err(wrong(side)),
    }
    if !matches!(hands.1, "-" | "") {
        hold(&mut position, hands.1).ok_or_else(|| wrong(hands))?;
    }
    Ok(position)
}

fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::Black } else { Side::White }
}

fn place(board: &str) -> Option<ShogiPosition> {
    let mut position = ShogiPosition::empty();
    let mut ranks = 0;
    for (rank, row) in (1..=9).zip(board.split('/')) {
        ranks += 1;
        let mut file = 9u8;
        let mut promoted = false;
        for c in row.chars() {
            match c.to_digit(10) {
                Some(gap) if !promoted => file = file.checked_sub(u8::try_from(gap).ok()?)?,
                None if c == '+' && !promoted => {
                    promoted = true;
                    continue;
                }
                _ => {
                    let kind = kind(c).filter(|kind| !promoted || kind.promotes())?;
                    position.put(Square::new(file, rank)?, Piece { kind, promoted, side: side_of(c) });
                    file -= 1;
                    promoted = false;
                }
            }
        }
        if file != 0 || promoted {
            return None;
        }
    }
    (ranks == 9 && board.matches('/').count() == 8).then_some(position)
}

fn hold(position: &mut ShogiPosition, hands: &str) -> Option<()> {
    let mut count: Option<u8> = None;
    for c in hands.chars() {
        if let Some(digit) = c.to_digit(10) {
            count = Some(count.unwrap_or(0).checked_mul(10)?.checked_add(u8::try_from(digit).ok()?)?);
            continue;
        }
        let (kind, side) = (kind(c).filter(|kind| *kind != Kind::King)?, side_of(c));
        let held = position.in_hand(side, kind).checked_add(count.take().unwrap_or(1))?;
        position.set_hand(side, kind, held);
    }
    count.is_none().then_some(())
}

/// Writes a game: its position and its moves, for which the format has room.
#[must_use]
pub fn write(game: &Game) -> String {
    let mut out = if *game.start() == ShogiPosition::even() && game.first_number() == 1 {
        "position startpos".to_owned()
    } else {
        format!("position sfen {} {}", game.start(), game.first_number())
    };
    for (i, &played) in game.moves().iter().enumerate() {
        out.push_str(if i == 0 { " moves " } else { " " });
        out.push_str(&usi(played));
    }
    out.push('\n');
    out
}

fn usi(played: Move) -> String {
    let square = |square: Square| format!("{}{}", square.file(), char::from(b'a' + square.rank() - 1));
    match played {
        Move::Go { from, to, promote } => format!("{}{}{}", square(from), square(to), if promote { "+" } else { "" }),
        Move::Drop { kind, to } => format!("{}*{}", LETTERS[kind as usize].to_ascii_uppercase(), square(to)),
    }
}
