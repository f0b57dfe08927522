//! `miyama value EXPRESSION`: the value of a partizan game.

mod misere;
mod report;

use crate::answer::{self, Format, value as data};
use crate::command::solve::{self, unsolved};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games;
use crate::picture::{game_tree, hasse, thermograph};
use crate::system;
use miyama::play::Convention;
use miyama::sum::{Evaluated, Knowledge, NoSolution, NoValue, evaluate, is_impartial_form, searched, value};
use miyama::value::{Arena, GameId, Thermograph, Unfinished, born_by, covers};
use miyama_budget::{Budget, Error, Stopped};
use miyama_text::{Lang, say};
use report::Report;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// A partizan value: its canonical form and its properties.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Question {
    #[arg(allow_hyphen_values = true)]
    expression: Option<String>,
    #[arg(long, value_name = "POSITION")]
    #[serde(default)]
    at: Option<String>,
    #[arg(long)]
    #[serde(default)]
    all: bool,
    #[arg(long, conflicts_with_all = ["all", "svg", "born"])]
    #[serde(default)]
    misere: bool,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    svg: Option<PathBuf>,
    #[arg(long, value_name = "N")]
    born: Option<u32>,
}

/// The answer, and its picture if one was asked for.
pub(crate) struct Answer {
    found: Found,
    picture: Option<Picture>,
}

enum Found {
    Truth(bool),
    Game(Box<Game>),
    /// The values of the last day that was finished.
    Born {
        day: u32,
        values: Vec<String>,
        stopped: Option<Failure>,
    },
}

/// A game. What text shows is computed at once; everything else when JSON or
/// CSV want it.
struct Game {
    id: GameId,
    /// Its text, or why it has none that can be written.
    canonical: Result<String, Unfinished>,
    /// Whether it is impartial as it was written.
    impartial_form: Option<bool>,
    /// Whether text shows all of it.
    all: bool,
    report: OnceLock<(Report, Option<Failure>)>,
    arena: Mutex<Arena>,
}

enum Picture {
    Game { name: String, thermograph: Arc<Thermograph>, tree: Option<game_tree::Tree> },
    Order { day: u32, values: Vec<String>, lines: Vec<(usize, usize)> },
}

/// How deep the program recurses, and the stack for it: 5 KiB for each level.
const DEPTH: u32 = 100_000;
const STACK: usize = DEPTH as usize * 5 * 1024;
/// The last day whose diagram can be read.
const LAST_DIAGRAM: u32 = 2;

impl Question {
    /// The same question with a picture in its answer, whoever writes it where.
    pub(crate) fn drawn(mut self) -> Question {
        self.svg = Some(PathBuf::new());
        self
    }

    pub(crate) fn files(&self) -> Vec<(Format, &Path)> {
        self.svg.iter().map(|path| (Format::Svg, path.as_path())).collect()
    }
}

/// Answers in a thread with a stack for deep games.
pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    if question.misere {
        let position = question.expression.as_deref().ok_or_else(|| Failure::input(say!("value.no_expression")))?;
        return Ok(Box::new(with_deep_stack(|| misere::answer(position, question.at.as_deref(), budget))?));
    }
    let arena = Arena::new(budget).with_depth(DEPTH);
    match with_deep_stack(|| answer_in(arena, question)) {
        Ok(answer) => Ok(Box::new(answer)),
        Err(Failure::Stopped(stopped)) if question.svg.is_none() => match so_far(question, stopped) {
            Some(known) => Ok(Box::new(known)),
            None => Err(Failure::Stopped(stopped)),
        },
        Err(failure) => Err(failure),
    }
}

/// What is known at once of a position whose value takes too long: bounds of it, and who wins where
/// that is seen without a search.
fn so_far(question: &Question, stopped: Stopped) -> Option<solve::so_far::Answer> {
    let text = question.expression.as_deref().filter(|text| question.at.is_some() || text.contains(':'))?;
    let moment = Budget::unlimited().with_time(Duration::from_millis(200)).with_memory(SMALL);
    let position = games::position(text, question.at.as_deref(), &moment).ok()?;
    let over = Budget::unlimited().with_time(Duration::ZERO).with_memory(SMALL);
    match searched(&position, Convention::Normal, Knowledge::Usual, &over).outcome {
        Err(NoSolution::SoFar(so_far)) => Some(solve::so_far::Answer {
            position,
            convention: Convention::Normal,
            so_far: *so_far,
            failure: Failure::Stopped(stopped),
        }),
        _ => None,
    }
}

/// Memory for a look at a position.
const SMALL: u64 = 64 << 20;

fn with_deep_stack<T: Send>(work: impl FnOnce() -> Result<T, Failure> + Send) -> Result<T, Failure> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| Failure::input(say!("value.stack", error = system::reason(&error))))?;
        match thread.join() {
            Ok(answer) => answer,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

fn answer_in(mut arena: Arena, question: &Question) -> Result<Answer, Failure> {
    let expression = match (&question.expression, question.born) {
        (Some(_), Some(_)) => return Err(Failure::input(say!("value.expression_and_born"))),
        (None, None) => return Err(Failure::input(say!("value.no_expression"))),
        (None, Some(day)) => return born(&mut arena, question, day).map_err(unfinished),
        (Some(expression), None) => expression,
    };
    if let Some(at) = &question.at {
        return position_answer(arena, question, expression, Some(at));
    }
    match evaluate(&mut arena, expression) {
        Ok(Evaluated::Truth(_)) if question.svg.is_some() => Err(Failure::input(say!("value.no_picture"))),
        Ok(Evaluated::Truth(truth)) => Ok(Answer { found: Found::Truth(truth), picture: None }),
        Ok(Evaluated::Game(id)) => game_answer(arena, question, id).map_err(unfinished),
        // Heaps and codes have values too; what is neither is a mistake in an expression.
        Err(NoValue::Mistake(mistake)) if expression.contains(':') => {
            let answer = position_answer(arena, question, expression, None);
            match answer {
                Err(Failure::Input { place: Some(_), .. }) => Err(Failure::mistake(mistake, expression)),
                answer => answer,
            }
        }
        Err(NoValue::Mistake(mistake)) => Err(Failure::mistake(mistake, expression)),
        Err(NoValue::Unfinished(stopped)) => Err(unfinished(stopped)),
    }
}

/// The value of a position of any games.
fn position_answer(mut arena: Arena, question: &Question, game: &str, at: Option<&str>) -> Result<Answer, Failure> {
    let budget = arena.budget().clone();
    let position = games::position(game, at, &budget)?;
    let id = value(&mut arena, &position, &budget).map_err(unsolved)?;
    game_answer(arena, question, id).map_err(unfinished)
}

/// Whether what was written is impartial: a form by its options, a position by its rules.
fn impartial_form(question: &Question, budget: &Budget) -> Option<bool> {
    let text = question.expression.as_deref()?;
    if question.at.is_none() && !text.contains(':') {
        return is_impartial_form(text);
    }
    let position = games::position(text, question.at.as_deref(), budget);
    position.map_or_else(|_| is_impartial_form(text), |position| Some(position.is_impartial()))
}

fn game_answer(mut arena: Arena, question: &Question, id: GameId) -> Result<Answer, Unfinished> {
    let canonical = match arena.text(id) {
        Err(Unfinished::Stopped(stopped)) => return Err(Unfinished::Stopped(stopped)),
        canonical => canonical,
    };
    let picture = match question.svg {
        None => None,
        Some(_) => Some(Picture::Game {
            name: canonical.clone()?,
            thermograph: arena.thermograph(id)?,
            tree: game_tree::Tree::of(&mut arena, id)?,
        }),
    };
    let impartial_form = impartial_form(question, arena.budget());
    let report = OnceLock::new();
    if question.all {
        report.get_or_init(|| reported(&mut arena, id, impartial_form, true));
    }
    let game = Game { id, canonical, impartial_form, all: question.all, report, arena: Mutex::new(arena) };
    Ok(Answer { found: Found::Game(Box::new(game)), picture })
}

fn born(arena: &mut Arena, question: &Question, day: u32) -> Result<Answer, Unfinished> {
    if question.svg.is_some() && day > LAST_DIAGRAM {
        return Err(Unfinished::Undefined(say!("value.no_diagram", last = LAST_DIAGRAM)));
    }
    // The days before take next to nothing, and are known when a long one is stopped.
    let mut known = None;
    for day in day.saturating_sub(1)..=day {
        let listed = born_by(arena, day).and_then(|games| Ok((arena.texts(&games)?, games)));
        match (listed, known) {
            (Ok((values, games)), _) => known = Some((day, values, games)),
            (Err(Unfinished::Stopped(stopped)), Some((day, values, _))) => {
                let stopped = Some(Failure::Stopped(stopped));
                return Ok(Answer { found: Found::Born { day, values, stopped }, picture: None });
            }
            (Err(reason), _) => return Err(reason),
        }
    }
    let (day, values, games) = known.ok_or(Unfinished::Stopped(Stopped::Cancelled))?;
    let picture = match question.svg {
        None => None,
        Some(_) => Some(Picture::Order { day, values: values.clone(), lines: covers(arena, &games)? }),
    };
    Ok(Answer { found: Found::Born { day, values, stopped: None }, picture })
}

fn unfinished(unfinished: Unfinished) -> Failure {
    Failure::from(Error::from(unfinished))
}

/// Everything known of a game, and why not more, if the budget ended.
fn reported(arena: &mut Arena, id: GameId, impartial_form: Option<bool>, all: bool) -> (Report, Option<Failure>) {
    let report = Report::new(arena, id, impartial_form, all);
    let stopped = report.stopped().map(Failure::Stopped);
    (report, stopped)
}

impl Game {
    /// Gives `write` everything known of the game.
    fn report(&self, write: impl FnOnce(&Report) -> Result<(), Failure>) -> Result<(), Failure> {
        if let Some((report, _)) = self.report.get() {
            return write(report);
        }
        let found = with_deep_stack(|| {
            let mut arena = self.arena.lock().map_err(|_| Failure::Stopped(Stopped::Cancelled))?;
            Ok(reported(&mut arena, self.id, self.impartial_form, self.all))
        })?;
        write(&self.report.get_or_init(|| found).0)
    }
}

/// The properties of a game, computed when they are written: text seldom needs them.
struct Properties<'a> {
    game: &'a Game,
    lang: Lang,
}

impl Data for Properties<'_> {
    fn json(&self, question: &crate::question::Question, out: &mut dyn Write) -> Result<(), Failure> {
        self.game.report(|report| report.data(self.lang).json(question, out))
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(match &self.found {
            Found::Truth(truth) => Box::new(data::ValueRelation { holds: *truth }),
            Found::Game(game) => Box::new(Properties { game, lang }),
            Found::Born { day, values, stopped } => {
                let complete = stopped.as_ref().map(|_| false);
                Box::new(data::Born { day: *day, count: values.len(), values: values.clone(), complete })
            }
        })
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if format == Format::Svg {
            let picture = self.picture.as_ref().ok_or_else(|| Failure::no_format(format))?;
            return Ok(out.write_all(picture.draw(lang).as_bytes())?);
        }
        match (&self.found, format) {
            (Found::Truth(truth), Format::Text) => writeln!(out, "{truth}")?,
            (Found::Game(game), Format::Text) => match &game.canonical {
                Ok(canonical) if !game.all => writeln!(out, "{canonical}")?,
                // What is too long to be written still has properties.
                _ => game.report(|report| report.write_text(lang, out))?,
            },
            (Found::Game(game), Format::Csv) => game.report(|report| report.write_csv(lang, out))?,
            (Found::Born { day, values, stopped }, Format::Text) => {
                if stopped.is_some() {
                    writeln!(out, "{}", say!("value.born_so_far", day = *day).in_lang(lang))?;
                }
                writeln!(out, "{}", say!("value.born_count", day = *day, count = values.len()).in_lang(lang))?;
                for value in values {
                    writeln!(out, "{value}")?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        match &self.found {
            Found::Game(game) => game.report.get()?.1.as_ref(),
            Found::Born { stopped, .. } => stopped.as_ref(),
            Found::Truth(_) => None,
        }
    }
}

impl Picture {
    fn draw(&self, lang: Lang) -> String {
        match self {
            Picture::Game { name, thermograph, tree } => {
                thermograph::draw(name, thermograph, tree.as_ref(), lang).finish()
            }
            Picture::Order { day, values, lines } => {
                hasse::draw(&say!("value.picture_born", day = *day).in_lang(lang), values, lines).finish()
            }
        }
    }
}
