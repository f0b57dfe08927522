//! Which format a record has, and the games in it.

use super::chess;
use super::lines::lines;
use super::reader::{Game, Reader, Unread};
use super::replay::Replay;
use super::shogi::{ending::Ending, game, names, usi};
use miyama_budget::{Budget, Error};

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Shogi: numbered moves with the square that they come from.
    Kif,
    /// Shogi: moves as people say them.
    Ki2,
    /// Shogi: the format of computer shogi.
    Csa,
    /// Shogi: the position and the moves as engines write them.
    Usi,
    /// Chess.
    Pgn,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] = [Format::Kif, Format::Ki2, Format::Csa, Format::Usi, Format::Pgn];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Kif => "KIF",
            Format::Ki2 => "KI2",
            Format::Csa => "CSA",
            Format::Usi => "USI",
            Format::Pgn => "PGN",
        }
    }

    /// The format that a text looks like, by its first lines that say so.
    ///
    /// ```
    /// use miyama_records::Format;
    /// assert_eq!(Format::of("手合割：平手\n▲７六歩"), Some(Format::Ki2));
    /// assert_eq!(Format::of("1. e4 e5 *"), Some(Format::Pgn));
    /// assert_eq!(Format::of("hello"), None);
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Option<Format> {
        let mut header = false;
        for (_, line) in lines(text) {
            let line = line.trim_start();
            if line.is_empty() || line.starts_with(['#', '*', '&', '%', ';']) {
                continue;
            }
            let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let numbered = after_number.len() < line.len();
            let body = after_number.trim_start();
            if line.starts_with("手数--") || (numbered && is_kif_move(body)) {
                return Some(Format::Kif);
            }
            if body.starts_with(['▲', '△', '☗', '☖', '▼', '▽']) {
                return Some(Format::Ki2);
            }
            if header {
                continue;
            }
            if line.starts_with('[') || line.starts_with('{') || (numbered && after_number.starts_with('.')) {
                return Some(Format::Pgn);
            }
            if is_csa(line) {
                return Some(Format::Csa);
            }
            if usi::looks_so(line) {
                return Some(Format::Usi);
            }
            if chess::pgn::looks_so(line) {
                return Some(Format::Pgn);
            }
            // A header of KIF and KI2 has `key：value`, or a diagram.
            header = line.contains('：') || line.starts_with('|') || line.starts_with("+--");
            if !header && !line.starts_with('９') {
                return None;
            }
        }
        header.then_some(Format::Kif)
    }
}

fn is_kif_move(body: &str) -> bool {
    let square = names::take_digit(body).is_some_and(|(_, rest)| names::take_digit(rest).is_some());
    (square && !body.is_ascii()) || body.starts_with('同') || Ending::begins(body)
}

fn is_csa(line: &str) -> bool {
    let mut letters = line.bytes();
    match (letters.next(), letters.next()) {
        (Some(b'V'), Some(b'1'..=b'9')) | (Some(b'N'), Some(b'+' | b'-')) | (Some(b'\''), _) => true,
        (Some(b'P'), Some(b'I' | b'1'..=b'9' | b'+' | b'-')) => true,
        (Some(b'+' | b'-'), next) => next.is_none_or(|b| b.is_ascii_digit()),
        // `$NOTE：…` is such a field in a header of KIF.
        (Some(b'$'), _) => line.split_once(':').is_some_and(|(key, _)| key.is_ascii()),
        _ => false,
    }
}

/// The games of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Games {
    /// Of shogi.
    Shogi(Vec<game::Game>),
    /// Of chess.
    Chess(Vec<chess::Game>),
}

impl Games {
    /// What the rules of repetition need to know of each game.
    ///
    /// # Errors
    /// An [`Error`] when the budget says so.
    pub fn replays(&self, budget: &Budget) -> Result<Vec<Replay>, Error> {
        match self {
            Games::Shogi(games) => games.iter().map(|game| Ok(game.replay(budget)?)).collect(),
            Games::Chess(games) => Ok(games.iter().map(|game| game.replay().clone()).collect()),
        }
    }
}

/// Reads a record in any of the formats; `None` is the one that it looks like.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_records::{Format, Games, read};
/// let (format, games) = read("1. e4 e5 2. Nf3 *", None, &Budget::unlimited()).unwrap();
/// assert_eq!(format, Format::Pgn);
/// assert_eq!(games.replays(&Budget::unlimited()).unwrap()[0].moves().len(), 3);
/// ```
///
/// # Errors
/// An [`Error`] with the place of what is wrong.
pub fn read(text: &str, format: Option<Format>, budget: &Budget) -> Result<(Format, Games), Error> {
    // The reader counts bytes from behind a byte order mark.
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let in_text = |unread: Unread| Error::from(unread).shifted(mark);
    let mut reader = Reader::open(&text.as_bytes()[mark..], format, budget).map_err(in_text)?;
    let format = reader.format();
    let (mut of_shogi, mut of_chess) = (Vec::new(), Vec::new());
    while let Some(game) = reader.next(budget).map_err(in_text)? {
        match game.map_err(|misread| misread.in_text().shifted(mark))? {
            Game::Shogi(game) => of_shogi.push(*game),
            Game::Chess(game) => of_chess.push(*game),
        }
    }
    Ok((format, if format == Format::Pgn { Games::Chess(of_chess) } else { Games::Shogi(of_shogi) }))
}
