//! `miyama record`: what the rules of repetition say about games.
//!
//! A record may have more games than fit into memory, so that every game is
//! judged and written before the next one is read. A game that is wrong is
//! reported, and the others are read all the same.

mod report;

use crate::answer::record::{EitherGame, Record, UnreadGame, UnreadPlace};
use crate::answer::table::Whole;
use crate::answer::{self, Format};
use crate::export;
use crate::export::json::Data;
use crate::export::stream::Shared;
use crate::failure::{Failure, Place, complain};
use crate::input::{self, Source};
use crate::picture::{Drawing, timeline};
use miyama_budget::Budget;
use miyama_records::misread::Misread;
use miyama_records::reader::{Game, Reader, Unread};
use miyama_records::repetition::report;
use miyama_records::replay::Rules;
use miyama_records::shogi;
use miyama_text::{Lang, Text, say};
use report::Judged;
use schemars::JsonSchema;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Most moves that a picture shows.
const MOST_MOVES: usize = 5_000;

/// A format of records, as the user names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Kif,
    Ki2,
    Csa,
    Usi,
    Pgn,
}

/// A format in which games can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Target {
    Kif,
    Ki2,
    Csa,
    Usi,
}

impl From<Kind> for miyama_records::Format {
    fn from(kind: Kind) -> miyama_records::Format {
        match kind {
            Kind::Kif => miyama_records::Format::Kif,
            Kind::Ki2 => miyama_records::Format::Ki2,
            Kind::Csa => miyama_records::Format::Csa,
            Kind::Usi => miyama_records::Format::Usi,
            Kind::Pgn => miyama_records::Format::Pgn,
        }
    }
}

impl From<Target> for miyama_records::Format {
    fn from(target: Target) -> miyama_records::Format {
        match target {
            Target::Kif => miyama_records::Format::Kif,
            Target::Ki2 => miyama_records::Format::Ki2,
            Target::Csa => miyama_records::Format::Csa,
            Target::Usi => miyama_records::Format::Usi,
        }
    }
}

/// What the rules of repetition say about the games of a record of shogi (KIF, KI2, CSA, USI) or
/// chess (PGN); with `diagrams`, the positions too.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(skip)]
    file: String,
    #[arg(long, value_enum)]
    #[serde(default)]
    from: Option<Kind>,
    #[arg(long, value_name = "N")]
    #[serde(default)]
    game: Option<usize>,
    #[arg(long, value_enum)]
    #[serde(default)]
    to: Option<Target>,
    #[arg(long)]
    #[serde(default)]
    diagrams: bool,
    /// The text of the record, for those who have no files here.
    #[arg(skip)]
    #[schemars(required)]
    text: Option<String>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) drawing: Drawing,
}

impl Question {
    /// Whether the record itself stands in the question, so that no file is read.
    pub(crate) fn is_text(&self) -> bool {
        self.text.is_some() && self.file.is_empty()
    }
}

/// What is said about the games, or the games in another format.
pub(crate) struct Answer {
    format: miyama_records::Format,
    to: Option<Target>,
    diagrams: bool,
    games: RefCell<Games>,
    /// Is any of the games wrong?
    wrong: Cell<bool>,
}

enum Games {
    /// The only one.
    One(Box<Judged>),
    /// As they come.
    Several(Box<Stream>),
}

/// A game, or what is wrong with it.
type Found = Result<Game, Box<Misread>>;

/// Games that are read one by one.
struct Stream {
    /// Those that have been read already.
    ahead: VecDeque<Found>,
    /// The number of the next.
    number: usize,
    reader: Option<Box<Reader<Source>>>,
    path: PathBuf,
    budget: Budget,
}

impl Stream {
    fn open(question: &Question, budget: &Budget) -> Result<(miyama_records::Format, Stream), Failure> {
        let path = PathBuf::from(&question.file);
        let (source, total) = match &question.text {
            Some(text) => (Source::of_text(text, budget), Some(text.len() as u64)),
            None => (input::open(&path, budget)?, input::length(&path)),
        };
        let reader = Reader::open(source, question.from.map(Into::into), budget);
        let reader = reader.map_err(|unread| unreadable(unread, &path))?.with_total(total);
        let format = reader.format();
        let reader = Some(Box::new(reader));
        Ok((format, Stream { ahead: VecDeque::new(), number: 1, reader, path, budget: budget.clone() }))
    }

    fn next(&mut self) -> Result<Option<(usize, Found)>, Failure> {
        let next = match (self.ahead.pop_front(), &mut self.reader) {
            (Some(found), _) => Some(found),
            (None, Some(reader)) => reader.next(&self.budget).map_err(|unread| unreadable(unread, &self.path))?,
            (None, None) => None,
        };
        self.number += usize::from(next.is_some());
        Ok(next.map(|found| (self.number - 1, found)))
    }

    /// Reads up to the game with this number, and no further.
    fn only(mut self, number: usize) -> Result<Stream, Failure> {
        while let Some((n, found)) = self.next()? {
            if n == number {
                return Ok(Stream { ahead: VecDeque::from([found]), number, reader: None, ..self });
            }
        }
        match self.number - 1 {
            0 => Err(Failure::input(say!("record.no_games"))),
            games => Err(Failure::input(say!("record.no_game", number = number, games = games))),
        }
    }

    /// Looks at the first two games: is there more than one?
    fn look(&mut self) -> Result<bool, Failure> {
        while self.ahead.len() < 2
            && let Some(reader) = &mut self.reader
            && let Some(found) = reader.next(&self.budget).map_err(|unread| unreadable(unread, &self.path))?
        {
            self.ahead.push_back(found);
        }
        Ok(self.ahead.len() == 2)
    }
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let (format, mut stream) = Stream::open(question, budget)?;
    if question.to.is_some() && format == miyama_records::Format::Pgn {
        return Err(Failure::input(say!("record.convert_chess")));
    }
    if let Some(number) = question.game {
        stream = stream.only(number)?;
    }
    let several = stream.look()?;
    if several && !question.drawing.files().is_empty() {
        while stream.next()?.is_some() {}
        return Err(Failure::input(say!("record.one_game", games = stream.number - 1)));
    }
    let answer = |games| {
        let wrong = Cell::new(false);
        Answer { format, to: question.to, diagrams: question.diagrams, games: RefCell::new(games), wrong }
    };
    if several {
        return Ok(answer(Games::Several(Box::new(stream))));
    }
    let only = match stream.next()? {
        None => return Err(Failure::input(say!("record.no_games"))),
        Some((number, Err(misread))) => return Err(placed(*misread, question.game.map(|_| number))),
        Some((number, Ok(game))) => (number, game),
    };
    if question.to.is_some() {
        stream.ahead.push_back(Ok(only.1));
        stream.number = only.0;
        return Ok(answer(Games::Several(Box::new(stream))));
    }
    Ok(answer(Games::One(Box::new(judged(only.1, only.0, (false, question.diagrams), budget)?))))
}

/// Applies the rules to a game: whether it is one of several, and whether its positions are shown.
fn judged(game: Game, number: usize, (several, shown): (bool, bool), budget: &Budget) -> Result<Judged, Failure> {
    let diagrams = shown.then(|| game.diagrams());
    let replay = game.into_replay(budget)?;
    let report = report(&replay, budget)?;
    Ok(Judged { number, several, replay, report, diagrams })
}

/// What is wrong with a game, its place, and its number where there are several.
fn placed(misread: Misread, number: Option<usize>) -> Failure {
    let Misread { line, column, excerpt, mistake, .. } = misread;
    // The end of the file, or the file as a whole, has no line to show.
    let somewhere = !mistake.at.is_empty() || !excerpt.trim().is_empty();
    let says = if somewhere {
        say!("record.at_line", line = line, column = column, what = mistake.says)
    } else {
        mistake.says
    };
    let says = match number {
        Some(number) => say!("record.in_game", number = number, what = says),
        None => says,
    };
    let place = somewhere.then(|| Box::new(Place { source: excerpt, at: mistake.at, option: None }));
    Failure::Input { says, hint: mistake.hint.map(|hint| *hint), place }
}

/// Why there is no going on.
fn unreadable(unread: Unread, path: &Path) -> Failure {
    match unread {
        Unread::Mistake(mistake) => Failure::input(mistake.says),
        Unread::Stopped(stopped) => Failure::Stopped(stopped),
        Unread::Source(error) => Failure::file(path, &error),
    }
}

impl Answer {
    /// A game that cannot be read: what is said about it.
    fn report(&self, misread: Misread, number: usize, lang: Lang) -> Text {
        self.wrong.set(true);
        let (line, column, says) = (misread.line, misread.column, misread.mistake.says.clone());
        complain(&placed(misread, Some(number)).message(lang));
        say!("record.not_read", what = say!("record.at_line", line = line, column = column, what = says))
    }

    fn write_text(&self, stream: &mut Stream, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        while let Some((number, found)) = stream.next()? {
            if number > 1 {
                writeln!(out)?;
            }
            match found {
                Ok(game) => write_lines(&judged(game, number, (true, false), &stream.budget)?, self.format, lang, out)?,
                Err(misread) => {
                    writeln!(out, "{}", say!("record.game_number", number = number).in_lang(lang))?;
                    writeln!(out, "{}", self.report(*misread, number, lang).in_lang(lang))?;
                }
            }
        }
        Ok(())
    }

    /// The next game, for programs.
    fn next(&self, lang: Lang) -> Result<Option<EitherGame>, Failure> {
        let stream = match &mut *self.games.borrow_mut() {
            Games::One(_) => return Ok(None),
            Games::Several(stream) => match stream.next()? {
                None => return Ok(None),
                Some((number, Ok(game))) => judged(game, number, (true, self.diagrams), &stream.budget)?.data(),
                Some((number, Err(misread))) => {
                    let (line, column) = (misread.line, misread.column);
                    let message = misread.mistake.says.in_lang(lang);
                    self.report(*misread, number, lang);
                    let error = UnreadPlace { line, column, message };
                    return Ok(Some(EitherGame::Unread(UnreadGame { number, error })));
                }
            },
        };
        Ok(Some(EitherGame::Read(Box::new(stream))))
    }

    /// Writes the games in another format.
    fn convert(&self, stream: &mut Stream, to: Target, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let mut between = "";
        let mut told = false;
        while let Some((number, found)) = stream.next()? {
            let game = match found {
                Ok(Game::Shogi(game)) => game,
                Ok(Game::Chess(_)) => return Err(Failure::input(say!("record.convert_chess"))),
                Err(misread) => {
                    self.report(*misread, number, lang);
                    continue;
                }
            };
            let variations = game.about().variations;
            if variations > 0 {
                stream.budget.note(&say!("record.variations", number = number, count = variations));
            }
            if let (false, Some(what)) = (told, game.about().left_out(to.into())) {
                let format = miyama_records::Format::from(to).name();
                stream.budget.note(&say!("record.left_out", format = format, what = what, number = number));
                told = true;
            }
            let text = shogi::write(&game, to.into()).unwrap_or_default();
            write_whole(format!("{between}{text}").as_bytes(), out)?;
            between = match to {
                Target::Csa => "/\n",
                Target::Kif | Target::Ki2 => "\n",
                Target::Usi => "",
            };
        }
        Ok(())
    }
}

/// Writes all bytes, even if the budget ends meanwhile: then it is said afterwards.
fn write_whole(mut bytes: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
    let mut ended = Ok(());
    while !bytes.is_empty() {
        match out.write(bytes) {
            Ok(0) => return Err(io::Error::from(io::ErrorKind::WriteZero).into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => match Failure::from(error) {
                stopped @ Failure::Stopped(_) => ended = Err(stopped),
                failure => return Err(failure),
            },
        }
    }
    ended
}

fn write_lines(game: &Judged, format: miyama_records::Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    for line in game.lines(format) {
        writeln!(out, "{}", line.in_lang(lang))?;
    }
    Ok(())
}

fn draw(game: &Judged, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let moves = game.replay.moves().len();
    if moves > MOST_MOVES {
        return Err(Failure::input(say!("record.picture_long", limit = MOST_MOVES, moves = moves)));
    }
    let title = say!("record.timeline").in_lang(lang);
    let line = match game.replay.rules() {
        Rules::Shogi => say!("record.timeline_ends"),
        Rules::Chess => say!("record.timeline_claim"),
    };
    out.write_all(timeline::draw(&game.replay, &game.report, &title, &line.in_lang(lang)).as_bytes())?;
    Ok(())
}

/// The games for programs, read while they are written.
struct Read<'a> {
    answer: &'a Answer,
    lang: Lang,
}

impl Data for Read<'_> {
    fn json(&self, question: &crate::question::Question, out: &mut dyn Write) -> Result<(), Failure> {
        let format = self.answer.format.name().to_owned();
        export::json::stream(question, out, |out| Record {
            format,
            games: Listed { read: self, out: out.clone() },
            complete: Whole { out: out.clone(), stopped: false },
        })
    }
}

/// The games in brackets, which are closed whatever ends the reading.
struct Listed<'a> {
    read: &'a Read<'a>,
    out: Shared<'a>,
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(None)?;
        if let Games::One(game) = &*self.read.answer.games.borrow() {
            list.serialize_element(&game.data())?;
        }
        while self.out.is_whole() {
            match self.read.answer.next(self.read.lang) {
                Ok(None) => break,
                Ok(Some(game)) => list.serialize_element(&game)?,
                Err(failure) => {
                    self.out.goes_on(Err(failure));
                }
            }
        }
        list.end()
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        self.to.is_none().then(|| Box::new(Read { answer: self, lang }) as Box<dyn Data>)
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (&mut *self.games.borrow_mut(), format, self.to) {
            (Games::Several(stream), Format::Text, Some(to)) => self.convert(stream, to, lang, out),
            (Games::Several(stream), Format::Text, None) => self.write_text(stream, lang, out),
            (Games::One(game), Format::Text, _) => write_lines(game, self.format, lang, out),
            (Games::One(game), Format::Svg, _) => draw(game, lang, out),
            _ => Err(Failure::no_format(format)),
        }
    }

    /// False if a game could not be read.
    fn holds(&self) -> bool {
        !self.wrong.get()
    }
}
