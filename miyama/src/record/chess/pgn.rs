//! PGN: tags, moves, comments, variations, and several games in one file.

use super::san::{self, Fault};
use super::{Game, Playing};
use crate::budget::Budget;
use crate::mistake::Mistake;
use crate::record::Refused;
use crate::text::{Text, say};
use cozy_chess::{Board, FenParseError};
use std::ops::Range;

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Reads the games of a file. Comments, variations and annotations are passed
/// over; a game may begin at the position of its tag `FEN`.
///
/// ```
/// use miyama::budget::Budget;
/// use miyama::record::chess::pgn;
/// let games = pgn::read("[Event \"?\"]\n\n1. e4 {best} e5 (1... c5 $1) 2. Nf3! Nc6 *", &Budget::unlimited()).unwrap();
/// assert_eq!(games[0].replay().moves(), ["e4", "e5", "Nf3", "Nc6"]);
/// ```
///
/// # Errors
/// [`Refused`] with the place of what is no move, of a move that is not legal,
/// or where a game ends without a result.
pub fn read(text: &str, budget: &Budget) -> Result<Vec<Game>, Refused> {
    let mut games = Vec::new();
    let mut tokens = Tokens { text, at: 0 };
    let mut tags: Option<Option<Board>> = None;
    let mut playing: Option<Playing> = None;
    while let Some((token, at)) = tokens.next()? {
        budget.check().map_err(Refused::Stopped)?;
        match token {
            Token::Tag(name, value) => {
                if playing.is_some() {
                    return Err(no_result(at).into());
                }
                let board = tags.get_or_insert(None);
                if name == "FEN" {
                    *board = Some(position(value, at)?);
                }
            }
            Token::Word(word) if RESULTS.contains(&word) => {
                let board = tags.take().flatten().unwrap_or_default();
                let game = playing.take().unwrap_or_else(|| Playing::new(board));
                games.push(Game { replay: game.replay });
            }
            Token::Word(word) => {
                let game = playing.get_or_insert_with(|| Playing::new(tags.take().flatten().unwrap_or_default()));
                one_move(game, word, at)?;
            }
        }
    }
    if playing.is_some() || tags.is_some() {
        return Err(no_result(text.len()..text.len()).into());
    }
    Ok(games)
}

fn no_result(at: Range<usize>) -> Mistake {
    Mistake::new(at, say!("record.no_result")).with_hint(say!("record.no_result_hint"))
}

/// The position of a tag `FEN`.
fn position(value: &str, at: Range<usize>) -> Result<Board, Mistake> {
    let mut fields: Vec<&str> = value.split_ascii_whitespace().collect();
    // Some programs leave the counters out, or count moves from 0.
    match fields.len() {
        4 => fields.extend(["0", "1"]),
        5 => fields.push("1"),
        6 if fields[5] == "0" => fields[5] = "1",
        _ => {}
    }
    let value = fields.join(" ");
    Board::from_fen(&value, false)
        .or_else(|first| Board::from_fen(&value, true).map_err(|_| first))
        .map_err(|error| Mistake::new(at, say!("record.fen", error = wrong_with(&error))))
}

fn wrong_with(error: &FenParseError) -> Text {
    match error {
        FenParseError::InvalidBoard => say!("record.fen_board"),
        FenParseError::InvalidSideToMove => say!("record.fen_side"),
        FenParseError::InvalidCastlingRights => say!("record.fen_castling"),
        FenParseError::InvalidEnPassant => say!("record.fen_en_passant"),
        FenParseError::InvalidHalfMoveClock => say!("record.fen_clock"),
        FenParseError::InvalidFullmoveNumber => say!("record.fen_number"),
        FenParseError::MissingField => say!("record.fen_missing"),
        FenParseError::TooManyFields => say!("record.fen_fields"),
    }
}

fn one_move(game: &mut Playing, word: &str, at: Range<usize>) -> Result<(), Mistake> {
    // `12.` and `12...` may be written together with the move, and `!?` behind it.
    let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let body = if number.len() < word.len() && (number.starts_with('.') || number.is_empty()) {
        number.trim_start_matches('.')
    } else {
        word.trim_start_matches('.')
    };
    let name = body.trim_end_matches(['!', '?']);
    if name.is_empty() || name.trim_end_matches(['+', '#']) == "e.p." {
        return Ok(());
    }
    let place = at.end - body.len()..at.end - body.len() + name.len();
    let half = game.replay.first_number() + game.replay.moves().len();
    let dots = if half % 2 == 1 { "." } else { "..." };
    let number = format!("{}{dots}", half.div_ceil(2));
    match san::find(&game.board, name) {
        Ok(found) => {
            game.play(found, name);
            Ok(())
        }
        Err(Fault::Unreadable) => Err(Mistake::new(place, say!("record.no_move", number = number, text = name))),
        Err(fault) => {
            let reason = match fault {
                Fault::Several => say!("record.chess_several"),
                _ => say!("record.chess_none"),
            };
            Err(Mistake::new(place, say!("record.illegal_chess", number = number, text = name, reason = reason))
                .with_hint(say!("record.position", position = game.board.to_string())))
        }
    }
}

enum Token<'a> {
    /// A tag: its name and its value, as written between the quotes.
    Tag(&'a str, &'a str),
    /// A move, a number or a result.
    Word(&'a str),
}

struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next tag or word of the main line.
    fn next(&mut self) -> Result<Option<(Token<'a>, Range<usize>)>, Mistake> {
        // Open brackets of variations.
        let mut open = Vec::new();
        loop {
            let line_start = self.at == 0 || self.text[..self.at].ends_with('\n');
            let rest = self.rest();
            let Some(c) = rest.chars().next() else {
                return match open.pop() {
                    Some(start) => Err(Mistake::new(start..start + 1, say!("record.open_variation"))),
                    None => Ok(None),
                };
            };
            match c {
                '%' if line_start => self.skip_line(),
                ';' => self.skip_line(),
                '{' => {
                    let length = rest
                        .find('}')
                        .ok_or_else(|| Mistake::new(self.at..self.at + 1, say!("record.open_comment")))?;
                    self.at += length + 1;
                }
                '(' => {
                    open.push(self.at);
                    self.at += 1;
                }
                ')' => {
                    if open.pop().is_none() {
                        return Err(Mistake::new(self.at..self.at + 1, say!("record.closed_variation")));
                    }
                    self.at += 1;
                }
                '[' if open.is_empty() => return self.tag().map(Some),
                '$' => {
                    self.at += 1;
                    self.at += length_while(self.rest(), |c| c.is_ascii_digit());
                }
                c if c.is_whitespace() || c == '!' || c == '?' || c == '\u{0}' => self.at += c.len_utf8(),
                _ => {
                    let start = self.at;
                    let length = length_while(rest, |c| !c.is_whitespace() && !"{}()[];$".contains(c));
                    self.at += length.max(c.len_utf8());
                    if open.is_empty() {
                        return Ok(Some((Token::Word(&self.text[start..self.at]), start..self.at)));
                    }
                }
            }
        }
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').map_or(self.rest().len(), |i| i + 1);
    }

    /// `[Name "value"]`.
    fn tag(&mut self) -> Result<(Token<'a>, Range<usize>), Mistake> {
        let start = self.at;
        let line = self.rest().lines().next().unwrap_or("");
        let wrong = || Mistake::new(start..start + line.len(), say!("record.tag"));
        let inside = line.trim_end().strip_prefix('[').and_then(|line| line.strip_suffix(']')).ok_or_else(wrong)?;
        let (name, value) = inside.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
        let value = value.trim().strip_prefix('"').and_then(|value| value.strip_suffix('"')).ok_or_else(wrong)?;
        self.at += line.len();
        Ok((Token::Tag(name, value), start..start + line.len()))
    }
}

fn length_while(text: &str, keep: impl Fn(char) -> bool) -> usize {
    text.find(|c| !keep(c)).unwrap_or(text.len())
}
