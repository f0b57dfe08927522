//! PGN: tags, moves, comments, variations, and several games in one file.
//!
//! A game ends with its result. Many files leave it out: then the game ends
//! where the tags of the next one begin, or with the file. After a mistake the
//! rest of the game is passed over, and the next one is read.

use super::san::{self, Fault, Meant};
use super::tokens::{Halt, Token, Tokens};
use super::{Game, PER_MOVE, Playing, Seen, fen};
use cozy_chess::Board;
use encoding_rs::WINDOWS_1252;
use miyama_budget::{Budget, Mistake, Stopped};
use miyama_text::say;
use std::borrow::Cow;
use std::ops::Range;

const RESULTS: [&[u8]; 9] = [b"1-0", b"0-1", b"1/2-1/2", b"*", b"1/2", b"1:0", b"0:1", b"1/2:1/2", b"0.5-0.5"];

/// Names of variants whose rules are those of chess.
const CHESS: [&str; 9] =
    ["", "?", "chess", "standard", "standardchess", "normal", "regular", "orthodox", "fromposition"];
/// Names of Chess960.
const CHESS960: [&str; 11] = [
    "chess960",
    "960",
    "chess9lx",
    "fischerandom",
    "fischerandomchess",
    "fischerrandom",
    "fischerrandomchess",
    "freestyle",
    "freestylechess",
    "frc",
    "wild/fr",
];

/// How many tokens are read between two looks at the budget.
const LOOK: usize = 1 << 10;

/// The first game of some bytes.
pub(crate) struct First {
    /// How many bytes it takes.
    pub(crate) used: usize,
    /// The game; `None` if there is nothing but blanks and comments.
    pub(crate) game: Option<Result<Game, Mistake>>,
}

/// Reads the first game of `bytes`; `None` if more bytes are needed, which is
/// not so if these are the `last`. Comments, variations and annotations are
/// passed over.
pub(crate) fn first(bytes: &[u8], last: bool, seen: &mut Seen, budget: &Budget) -> Result<Option<First>, Stopped> {
    let mut tokens = Tokens::new(bytes, last);
    let mut reader =
        Reader { tags: Tags::default(), playing: None, wrong: None, moved: false, numbered: false, seen: Some(seen) };
    for count in 1.. {
        if count % LOOK == 0 {
            budget.check()?;
            budget.need(bytes.len() as u64 + reader.moves() * PER_MOVE)?;
        }
        let (token, at) = match tokens.next() {
            Ok(Some(token)) => token,
            Ok(None) => return Ok(Some(reader.finish(bytes.len()))),
            Err(Halt::More) => return Ok(None),
            Err(Halt::Mistake(mistake)) => {
                reader.wrong.get_or_insert(mistake);
                continue;
            }
        };
        match token {
            Token::Tag(name, value) => {
                if reader.moved || (name == b"Event" && reader.tags.event) {
                    return Ok(Some(reader.finish(at.start)));
                }
                reader.tags.add(name, value, at);
            }
            Token::Word(word) => {
                if reader.word(word, &at) {
                    return Ok(Some(reader.finish(at.end)));
                }
            }
        }
    }
    Ok(None)
}

/// What the tags say that matters for the moves.
#[derive(Default)]
struct Tags<'a> {
    any: bool,
    event: bool,
    fen: Option<(&'a [u8], Range<usize>)>,
    variant: Option<(&'a [u8], Range<usize>)>,
}

impl<'a> Tags<'a> {
    fn add(&mut self, name: &[u8], value: &'a [u8], at: Range<usize>) {
        self.any = true;
        match name {
            b"Event" => self.event = true,
            b"FEN" => self.fen = Some((value, at)),
            b"Variant" => self.variant = Some((value, at)),
            _ => {}
        }
    }

    /// The first position.
    fn position(&self) -> Result<Board, Mistake> {
        let mut chess960 = false;
        if let Some((value, at)) = &self.variant {
            let name = decoded(value);
            let plain: String = name.chars().filter(|c| !" -_".contains(*c)).collect::<String>().to_lowercase();
            chess960 = CHESS960.contains(&plain.as_str());
            if !chess960 && !CHESS.contains(&plain.as_str()) {
                return Err(Mistake::new(at.clone(), say!("record.variant", name = name.as_ref())));
            }
        }
        match &self.fen {
            None => Ok(Board::default()),
            Some((value, at)) => fen::position(&decoded(value), chess960)
                .map_err(|error| Mistake::new(at.clone(), say!("record.fen", error = error))),
        }
    }
}

/// A game as far as it has been read.
struct Reader<'a, 's> {
    tags: Tags<'a>,
    playing: Option<Playing<'s>>,
    wrong: Option<Mistake>,
    /// Has the text of moves begun?
    moved: bool,
    /// Has a move a number? Words between games, such as `1-0 White wins`, have none.
    numbered: bool,
    /// Until the game begins.
    seen: Option<&'s mut Seen>,
}

impl Reader<'_, '_> {
    /// Reads a word. True at the result, which ends the game.
    fn word(&mut self, word: &[u8], at: &Range<usize>) -> bool {
        if word.is_ascii() {
            return self.plain(word, at);
        }
        // Figures of pieces, long dashes, `½-½`.
        let plain = plain(&decoded(word));
        plain.split_ascii_whitespace().any(|part| self.plain(part.as_bytes(), at))
    }

    fn plain(&mut self, word: &[u8], at: &Range<usize>) -> bool {
        if matches!(word.first(), Some(b'0'..=b'9' | b'*')) && RESULTS.contains(&word) {
            return true;
        }
        let body = without_number(word);
        self.numbered |= body.len() < word.len();
        let marks = body.iter().rev().take_while(|&&c| c == b'!' || c == b'?').count();
        let name = &body[..body.len() - marks];
        // A number alone, a mark of the annotator alone, `e.p.` or a novelty.
        if name != b"--" && name.iter().all(|c| b"+-=/~#.".contains(c)) || matches!(name, b"e.p." | b"ep" | b"N") {
            return false;
        }
        if !self.moved && !self.numbered && !self.tags.any && is_no_move(name) {
            return false;
        }
        self.moved = true;
        if self.wrong.is_none()
            && let Err(mistake) = self.one_move(word, body, name, at)
        {
            self.wrong = Some(mistake);
        }
        false
    }

    fn moves(&self) -> u64 {
        self.playing.as_ref().map_or(0, |playing| playing.replay.moves().len() as u64)
    }

    fn begin(&mut self) -> Result<(), Mistake> {
        if let Some(seen) = self.seen.take() {
            let board = self.tags.position()?;
            self.playing = Some(Playing::new(board, seen));
        }
        Ok(())
    }

    /// The game is over, at byte `used`.
    fn finish(mut self, used: usize) -> First {
        if !self.moved && !self.tags.any && self.wrong.is_none() {
            return First { used, game: None };
        }
        if self.wrong.is_none()
            && let Err(mistake) = self.begin()
        {
            self.wrong = Some(mistake);
        }
        let game = match (self.wrong, self.playing) {
            (Some(mistake), _) => Some(Err(mistake)),
            (None, playing) => playing.map(|playing| Ok(playing.game())),
        };
        First { used, game }
    }

    /// Plays the move `name` of `body`, which is the word without its number.
    fn one_move(&mut self, word: &[u8], body: &[u8], name: &[u8], at: &Range<usize>) -> Result<(), Mistake> {
        self.begin()?;
        let Some(game) = &mut self.playing else { return Ok(()) };
        let text = std::str::from_utf8(name).unwrap_or_default();
        let fault = match san::find(&game.board, name) {
            Ok(Meant::Move(found)) => {
                game.play(found, text);
                return Ok(());
            }
            Ok(Meant::Pass) if game.pass(text) => return Ok(()),
            Ok(Meant::Pass) => Fault::None,
            Err(fault) => fault,
        };
        let start = if at.len() == word.len() { at.end - body.len() } else { at.start };
        let place = start..if at.len() == word.len() { start + name.len() } else { at.end };
        let half = game.replay.first_number() + game.replay.moves().len();
        let dots = if half % 2 == 1 { "." } else { "..." };
        let number = format!("{}{dots}", half.div_ceil(2));
        let reason = match fault {
            Fault::Unreadable => return Err(Mistake::new(place, say!("record.no_move", number = number, text = text))),
            Fault::Several => say!("record.chess_several"),
            Fault::None => say!("record.chess_none"),
        };
        Err(Mistake::new(place, say!("record.illegal_chess", number = number, text = text, reason = reason))
            .with_hint(say!("record.position", position = fen::written(&game.board))))
    }
}

/// `12.` and `12...` may be written together with the move.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|c| c.is_ascii_digit()).count();
    let rest = &word[digits..];
    if word == b"0000" || (digits > 0 && !rest.is_empty() && rest[0] != b'.') {
        return word;
    }
    &rest[rest.iter().take_while(|&&c| c == b'.').count()..]
}

/// The text of some bytes: UTF-8, or else what is common in the west.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// A word in the letters of PGN: figures of pieces become letters, dashes and
/// halves are spelt out, signs of annotators go.
fn plain(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        match c {
            '♔' | '♚' => out.push('K'),
            '♕' | '♛' => out.push('Q'),
            '♖' | '♜' => out.push('R'),
            '♗' | '♝' => out.push('B'),
            '♘' | '♞' => out.push('N'),
            '½' => out.push_str("1/2"),
            '…' => out.push_str("..."),
            '‐' | '‑' | '‒' | '–' | '—' | '−' => out.push('-'),
            '×' => out.push('x'),
            '†' | '‡' => out.push('+'),
            // Cyrillic, as found where castling should have letters.
            'О' | 'о' => out.push('O'),
            c if c.is_whitespace() => out.push(' '),
            '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' | '\u{200b}'..='\u{200f}' | '\u{feff}' => {}
            '±' | '∓' | '⩲' | '⩱' | '∞' | '□' | '⟳' | '↑' | '→' | '⇆' | '○' | '⊕' | '△' | '▽' | '∆' | '⌓' =>
                {}
            c => out.push(c),
        }
    }
    out
}

/// Does a line look like moves of chess?
pub(crate) fn looks_so(line: &str) -> bool {
    let word = plain(line.split_whitespace().next().unwrap_or(""));
    let name = without_number(word.as_bytes());
    !name.is_empty() && !is_no_move(name)
}

/// Is a word no move, whatever the position?
fn is_no_move(name: &[u8]) -> bool {
    matches!(san::find(&Board::default(), name), Err(Fault::Unreadable))
}
