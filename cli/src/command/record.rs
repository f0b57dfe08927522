//! `miyama record`: what the rules of repetition say about a game.

mod report;

use crate::answer::{self, Format};
use crate::failure::{Failure, Place};
use crate::input;
use crate::picture::{Drawing, timeline};
use miyama::budget::Budget;
use miyama::mistake::Mistake;
use miyama::record::encoding::decode;
use miyama::record::repetition::report;
use miyama::record::replay::Rules;
use miyama::record::shogi::{csa, kif};
use miyama::record::{self, Games, Refused};
use miyama::text::{Lang, say};
use report::Judged;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Most moves that a picture shows.
const MOST_MOVES: usize = 5_000;
/// Characters of a line that are shown on each side of a mistake.
const AROUND: usize = 40;

/// A format of records, as the user names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Source {
    Kif,
    Ki2,
    Csa,
    Pgn,
}

/// A format in which games can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Target {
    Kif,
    Csa,
}

/// Which record.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    file: String,
    #[arg(long, value_enum)]
    from: Option<Source>,
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    #[arg(long, value_enum)]
    to: Option<Target>,
    #[command(flatten)]
    #[serde(skip)]
    drawing: Drawing,
}

impl Question {
    /// The picture to write.
    pub(crate) fn files(&self) -> Vec<(Format, &Path)> {
        self.drawing.files()
    }
}

pub(crate) enum Answer {
    Judged { format: record::Format, games: Vec<Judged> },
    Written(String),
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    // The bytes, their text, and the positions of a dense record.
    let bytes = input::read(&question.file, 24, budget)?;
    let text = decode(&bytes).map_err(|mistake| Failure::input(mistake.says))?;
    let source = question.from.map(|source| match source {
        Source::Kif => record::Format::Kif,
        Source::Ki2 => record::Format::Ki2,
        Source::Csa => record::Format::Csa,
        Source::Pgn => record::Format::Pgn,
    });
    let refused = |refused| match refused {
        Refused::Mistake(mistake) => placed(mistake, &text),
        Refused::Stopped(stopped) => Failure::Stopped(stopped),
    };
    let (format, games) = record::read(&text, source, budget).map_err(refused)?;
    if let Some(target) = question.to {
        return written(&games, question.game, target);
    }
    let replays = games.replays(budget).map_err(refused)?;
    let all = replays.len();
    let (first, last) = chosen(question.game, all)?;
    let mut judged = Vec::new();
    for (i, replay) in replays.into_iter().enumerate().take(last).skip(first) {
        let report = report(&replay, budget)?;
        judged.push(Judged { number: i + 1, all, replay, report });
    }
    Ok(Answer::Judged { format, games: judged })
}

/// The games from the first to before the last.
fn chosen(game: Option<usize>, all: usize) -> Result<(usize, usize), Failure> {
    match game {
        _ if all == 0 => Err(Failure::input(say!("record.no_games"))),
        None => Ok((0, all)),
        Some(n) if n >= 1 && n <= all => Ok((n - 1, n)),
        Some(n) => Err(Failure::input(say!("record.no_game", number = n, games = all))),
    }
}

fn written(games: &Games, game: Option<usize>, target: Target) -> Result<Answer, Failure> {
    let Games::Shogi(games) = games else { return Err(Failure::input(say!("record.convert_chess"))) };
    let (first, last) = chosen(game, games.len())?;
    let texts = games[first..last].iter().map(|game| match target {
        Target::Kif => kif::write(game),
        Target::Csa => csa::write(game),
    });
    Ok(Answer::Written(texts.collect::<Vec<_>>().join("/\n")))
}

/// A mistake with its line, of which only the neighbourhood is shown: a record
/// may be one endless line.
fn placed(mistake: Mistake, text: &str) -> Failure {
    if text.is_empty() || (mistake.at.is_empty() && mistake.at.start == 0) {
        return Failure::Input { says: mistake.says, hint: mistake.hint, place: None };
    }
    let boundary = |mut i: usize| {
        i = i.min(text.len());
        while !text.is_char_boundary(i) {
            i -= 1;
        }
        i
    };
    let (start, end) = (boundary(mistake.at.start), boundary(mistake.at.end.max(mistake.at.start)));
    let number = text[..start].matches('\n').count() + 1;
    let before = text[..start].rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let after = text[start..].find(['\n', '\r']).map_or(text.len(), |i| start + i);
    let head = text[before..start].char_indices().rev().nth(AROUND).map_or(before, |(i, _)| before + i);
    let tail = text[start..after].char_indices().nth(AROUND).map_or(after, |(i, _)| start + i);
    Failure::Input {
        says: say!("record.at_line", line = number, what = mistake.says),
        hint: mistake.hint,
        place: Some(Box::new(Place {
            source: text[head..tail].replace('\0', " "),
            at: start - head..end.min(tail) - head,
            option: None,
        })),
    }
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (self, format) {
            (Answer::Written(text), Format::Text) => out.write_all(text.as_bytes())?,
            (Answer::Judged { format, games }, Format::Text) => {
                for (i, game) in games.iter().enumerate() {
                    if i > 0 {
                        writeln!(out)?;
                    }
                    for line in game.lines(*format) {
                        writeln!(out, "{}", line.in_lang(lang))?;
                    }
                }
            }
            (Answer::Judged { format, games }, Format::Json) => {
                let games: Vec<_> = games.iter().map(Judged::json).collect();
                writeln!(out, "{}", json!({"format": format.name(), "games": games}))?;
            }
            (Answer::Judged { games, .. }, Format::Svg) => {
                let [game] = &games[..] else {
                    return Err(Failure::input(say!("record.one_game", games = games.len())));
                };
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
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
