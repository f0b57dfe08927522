//! The games of a record, one after the other.
//!
//! A record of chess may be larger than memory: it is read piece by piece, and
//! only the game at hand is kept. Records of shogi are read whole.

use super::chess;
use super::encoding::{decode, decode_lossy, of_first_bytes};
use super::format::Format;
use super::misread::{Misread, line_ends};
use super::replay::Replay;
use super::shogi::{self, game};
use encoding_rs::Decoder;
use miyama_budget::{Budget, Error, Mistake, Stopped};
use miyama_text::say;
use std::io::{self, Read};
use std::ops::Range;

/// The bytes from which the format is told, and the least that is read at once.
const PIECE: usize = 1 << 16;
/// How often a text is in memory at most: as bytes, as they grow (twice), and
/// as UTF-8, which may be half as long again. What its moves take is asked for
/// where they are replayed.
const TIMES: u64 = 5;

/// A game of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Game {
    /// Of shogi.
    Shogi(Box<game::Game>),
    /// Of chess.
    Chess(Box<chess::Game>),
}

impl Game {
    /// The position before the first move and after each, in SFEN or FEN.
    #[must_use]
    pub fn diagrams(&self) -> Vec<String> {
        match self {
            Game::Shogi(game) => game.diagrams(),
            Game::Chess(game) => game.diagrams(),
        }
    }

    /// What the rules of repetition need to know.
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn into_replay(self, budget: &Budget) -> Result<Replay, Stopped> {
        match self {
            Game::Shogi(game) => game.replay(budget),
            Game::Chess(game) => Ok(game.into_replay()),
        }
    }
}

/// Why reading ended.
#[derive(Debug)]
pub enum Unread {
    /// This is no record at all.
    Mistake(Mistake),
    /// The budget did not last.
    Stopped(Stopped),
    /// The source cannot be read.
    Source(io::Error),
}

impl From<Unread> for Error {
    fn from(unread: Unread) -> Error {
        match unread {
            Unread::Mistake(mistake) => mistake,
            Unread::Stopped(stopped) => stopped.into(),
            Unread::Source(error) => Error::new(0..0, say!("record.source", error = error.to_string())),
        }
    }
}

impl From<Stopped> for Unread {
    fn from(stopped: Stopped) -> Unread {
        Unread::Stopped(stopped)
    }
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Unread {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Stopped>()) {
            Some(stopped) => Unread::Stopped(*stopped),
            None => Unread::Source(error),
        }
    }
}

impl From<Mistake> for Unread {
    fn from(mistake: Mistake) -> Unread {
        Unread::Mistake(mistake)
    }
}

/// Reads a record game by game.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_records::reader::Reader;
/// let budget = Budget::unlimited();
/// let mut reader = Reader::open("1. e4 e5 * 1. e5 * 1. d4 *".as_bytes(), None, &budget).unwrap();
/// assert!(reader.next(&budget).unwrap().unwrap().is_ok());
/// let wrong = reader.next(&budget).unwrap().unwrap().unwrap_err();
/// assert_eq!((wrong.game, wrong.line, wrong.column), (2, 1, 15));
/// assert!(reader.next(&budget).unwrap().unwrap().is_ok());
/// assert!(reader.next(&budget).unwrap().is_none());
/// ```
pub struct Reader<S> {
    format: Format,
    /// How many games have been read.
    games: usize,
    /// How many bytes the source has, where known.
    total: Option<u64>,
    content: Content<S>,
}

enum Content<S> {
    Chess(Pieces<S>, chess::Seen),
    /// The text, and where its games stand.
    Shogi(String, std::vec::IntoIter<Range<usize>>),
}

impl<S: Read> Reader<S> {
    /// Begins to read a record; without `format` it has the one that it looks like.
    ///
    /// # Errors
    /// [`Unread`] if it looks like none, or cannot be read.
    pub fn open(source: S, format: Option<Format>, budget: &Budget) -> Result<Reader<S>, Unread> {
        let mut pieces = Pieces::new(source);
        pieces.first(budget)?;
        let head = pieces.head();
        if head.trim().is_empty() && pieces.last {
            return Err(Mistake::new(0..0, say!("record.empty")).into());
        }
        let format = match format.or_else(|| Format::of(&head)) {
            Some(format) => format,
            // What cannot be decoded looks like nothing.
            None => {
                decode(&pieces.raw)?;
                return Err(Mistake::new(0..0, say!("record.unknown_format")).into());
            }
        };
        let content = match format {
            Format::Pgn => {
                pieces.start();
                Content::Chess(pieces, chess::Seen::default())
            }
            _ => {
                let bytes = pieces.whole(budget)?;
                let text = decode(&bytes)?.into_owned();
                let games = shogi::split::games(&text, format);
                Content::Shogi(text, games.into_iter())
            }
        };
        Ok(Reader { format, games: 0, total: None, content })
    }

    /// The same, where the source is known to have `total` bytes.
    #[must_use]
    pub fn with_total(mut self, total: Option<u64>) -> Reader<S> {
        self.total = total;
        self
    }

    /// The format of the record.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The next game, or what is wrong with it; `None` at the end.
    ///
    /// # Errors
    /// [`Unread`] if there is no going on.
    pub fn next(&mut self, budget: &Budget) -> Result<Option<Result<Game, Box<Misread>>>, Unread> {
        budget.check()?;
        match &mut self.content {
            Content::Shogi(text, games) => {
                let Some(at) = games.next() else { return Ok(None) };
                self.games += 1;
                let game = match shogi::read(&text[at.clone()], self.format, budget) {
                    Ok(game) => Ok(Game::Shogi(Box::new(game))),
                    Err(error) => {
                        if let Some(stopped) = error.stopped() {
                            return Err(stopped.into());
                        }
                        let lines = line_ends(&text.as_bytes()[..at.start]);
                        let bytes = text[at.clone()].as_bytes();
                        Err(Box::new(Misread::new(self.games, error, bytes, at.start, lines)))
                    }
                };
                Ok(Some(game))
            }
            Content::Chess(pieces, seen) => loop {
                let Some(found) = chess::pgn::first(pieces.rest(), pieces.last, seen, budget)? else {
                    pieces.more(budget)?;
                    continue;
                };
                let game = found.game.map(|game| {
                    self.games += 1;
                    game.map(|game| Game::Chess(Box::new(game)))
                        .map_err(|mistake| Box::new(pieces.misread(self.games, mistake)))
                });
                let over = game.is_none() && pieces.last && found.used == pieces.rest().len();
                pieces.advance(found.used);
                budget.report(pieces.read, self.total);
                if over {
                    return Ok(None);
                }
                if game.is_some() {
                    return Ok(game);
                }
            },
        }
    }
}

/// A source, of which a part is in memory.
struct Pieces<S> {
    source: S,
    /// What is read and not decoded: all of it, if the text need not be.
    raw: Vec<u8>,
    decoder: Option<Decoder>,
    /// The text that is not used up, from `start` on.
    text: Vec<u8>,
    start: usize,
    /// How many bytes and lines of text have been used up, and how many
    /// characters of the line at hand.
    offset: usize,
    lines: usize,
    characters: usize,
    /// Has the source ended?
    last: bool,
    /// Bytes read from it.
    read: u64,
}

impl<S: Read> Pieces<S> {
    fn new(source: S) -> Pieces<S> {
        Pieces {
            source,
            raw: Vec::new(),
            decoder: None,
            text: Vec::new(),
            start: 0,
            offset: 0,
            lines: 0,
            characters: 0,
            last: false,
            read: 0,
        }
    }

    /// Reads `amount` bytes, or to the end.
    fn fill(&mut self, amount: usize, budget: &Budget) -> Result<(), Unread> {
        let goal = self.raw.len() + amount;
        while !self.last && self.raw.len() < goal {
            budget.check()?;
            let length = self.raw.len();
            self.raw.resize(length + PIECE.min(goal - length), 0);
            let read = loop {
                match self.source.read(&mut self.raw[length..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => budget.check()?,
                    read => break read?,
                }
            };
            self.raw.truncate(length + read);
            self.read += read as u64;
            self.last = read == 0;
        }
        Ok(())
    }

    fn first(&mut self, budget: &Budget) -> Result<(), Unread> {
        self.fill(PIECE, budget)
    }

    /// The text of the first bytes, where a character may be cut off.
    fn head(&self) -> String {
        match of_first_bytes(&self.raw) {
            Some(encoding) => encoding.decode(&self.raw).0.into_owned(),
            None => String::from_utf8_lossy(&self.raw).into_owned(),
        }
    }

    /// All bytes, where the whole is needed.
    fn whole(mut self, budget: &Budget) -> Result<Vec<u8>, Unread> {
        while !self.last {
            budget.need((self.raw.len() + PIECE) as u64 * TIMES)?;
            self.fill(PIECE, budget)?;
        }
        Ok(self.raw)
    }

    /// The first bytes become text.
    fn start(&mut self) {
        self.decoder = of_first_bytes(&self.raw).map(|encoding| encoding.new_decoder());
        self.decode();
    }

    fn decode(&mut self) {
        let Some(decoder) = &mut self.decoder else {
            if self.text.is_empty() {
                std::mem::swap(&mut self.text, &mut self.raw);
            } else {
                self.text.append(&mut self.raw);
            }
            return;
        };
        let most = decoder.max_utf8_buffer_length(self.raw.len()).unwrap_or(3 * self.raw.len() + 16);
        let length = self.text.len();
        self.text.resize(length + most, 0);
        let (_, _, written, _) = decoder.decode_to_utf8(&self.raw, &mut self.text[length..], self.last);
        self.text.truncate(length + written);
        self.raw.clear();
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.start..]
    }

    /// Reads as much again as there is, so that a game that is begun anew each
    /// time costs no more than twice its length in all.
    fn more(&mut self, budget: &Budget) -> Result<(), Unread> {
        self.text.drain(..self.start);
        self.start = 0;
        let amount = self.text.len().max(PIECE);
        budget.need((self.text.len() + amount) as u64 * TIMES)?;
        self.fill(amount, budget)?;
        self.decode();
        Ok(())
    }

    fn misread(&self, game: usize, mistake: Mistake) -> Misread {
        let mut misread = Misread::new(game, mistake, self.rest(), self.offset, self.lines);
        if misread.line == self.lines + 1 {
            misread.column += self.characters;
        }
        misread
    }

    fn advance(&mut self, used: usize) {
        let text = &self.text[self.start..self.start + used];
        let line = text.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
        let characters = decode_lossy(&text[line.map_or(0, |end| end + 1)..]).chars().count();
        self.characters = if line.is_some() { characters } else { self.characters + characters };
        self.lines += line_ends(text);
        self.offset += used;
        self.start += used;
    }
}
