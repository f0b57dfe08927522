//! `miyama table GAME --to N`: values or outcomes of all positions of a box.

pub(crate) mod array;
mod board;
mod data;
mod growing;
mod misere;
mod npy;
mod numbers;
mod proved;
mod sizes;
mod smaller;
mod subsets;
mod write;

use crate::about;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games;
use crate::nim_values;
use crate::number::size;
use crate::picture::{Pictures, heatmap, sequence};
use crate::so_far::{SoFar, in_boxes};
use growing::Growing;
use miyama::breaking::values::Stored;
use miyama::game::{CellGame, Game, HeapGame};
use miyama::heap::Listing;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, NoTable, OutcomeTable};
use miyama::misere::HeapOutcomes;
use miyama::pattern::taking::{LONGEST, Taking};
use miyama::play::Convention;
use miyama::strategy::{self, Plan, Way, plan};
use miyama_budget::{Budget, Error, Mistake, Stopped};
use miyama_text::{Lang, Text, say};
use numbers::cells;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Values or outcomes of all positions up to `to`, a number or one for each heap. `format=binary`
/// is the compact form for large tables: two lines of text, `miyama table 2` and a JSON object with
/// `heaps`, `to`, `outcomes` and `width`, then the numbers, lowest byte first, `width` bytes each,
/// the last heap running fastest; of outcomes, 0 is P and 1 is N. Where the game has a `domain`,
/// the object says so, and tuples outside of it are written as 0 and mean nothing. A table of a taking-and-breaking
/// game begins `miyama nim values 2`, the code, and `COUNT WIDTH`. Both end with a line break,
/// `sha256 HASH` of all before it, and a line break.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Question {
    game: String,
    #[arg(long, value_name = "N[,M...]")]
    #[serde(default)]
    to: Option<String>,
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["to", "rectangles", "staircases"])]
    #[serde(default)]
    board: Option<String>,
    #[arg(long, requires = "board")]
    #[serde(default)]
    young: bool,
    #[arg(long, value_name = "RxC", conflicts_with_all = ["to", "staircases"])]
    #[serde(default)]
    rectangles: Option<String>,
    #[arg(long, value_name = "N", conflicts_with = "to")]
    #[serde(default)]
    staircases: Option<usize>,
    #[arg(long, value_name = "K")]
    #[serde(default)]
    heaps: Option<usize>,
    #[arg(long)]
    #[serde(default)]
    outcomes: bool,
    #[arg(long)]
    #[serde(default)]
    misere: bool,
    #[arg(long, conflicts_with_all = ["outcomes", "value"])]
    #[serde(default)]
    p_positions: bool,
    #[arg(long, value_name = "G", conflicts_with_all = ["outcomes", "misere"])]
    #[serde(default)]
    value: Option<u32>,
    #[arg(long)]
    #[serde(default)]
    sorted: bool,
    #[arg(long)]
    #[serde(default)]
    explain: bool,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    binary: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    npy: Option<PathBuf>,
    #[command(flatten)]
    #[serde(skip)]
    pictures: Pictures,
}

impl Question {
    /// The pictures and other files to write.
    pub(crate) fn files(&self) -> Vec<(Format, &Path)> {
        let binary = self.binary.iter().map(|path| (Format::Binary, path.as_path()));
        let npy = self.npy.iter().map(|path| (Format::Npy, path.as_path()));
        self.pictures.files().chain(binary).chain(npy).collect()
    }

    /// The first of these arguments that is given is not for this game.
    fn refuse(&self, arguments: &[&'static str], says: impl Fn(&'static str) -> Text) -> Result<(), Failure> {
        let given = |argument: &str| match argument {
            "--board" => self.board.is_some(),
            "--rectangles" => self.rectangles.is_some(),
            "--staircases" => self.staircases.is_some(),
            "--to" => self.to.is_some(),
            "--heaps" => self.heaps.is_some(),
            "--outcomes" => self.outcomes,
            "--misere" => self.misere,
            "--p-positions" => self.p_positions,
            "--value" => self.value.is_some(),
            "--sorted" => self.sorted,
            "--explain" => self.explain,
            "--png" => self.pictures.png.is_some(),
            "--svg" => self.pictures.svg.is_some(),
            "--binary" => self.binary.is_some(),
            "--npy" => self.npy.is_some(),
            _ => false,
        };
        match arguments.iter().find(|argument| given(argument)) {
            Some(argument) => Err(Failure::input(says(argument))),
            None => Ok(()),
        }
    }

    fn convention(&self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }

    /// What is asked of positions that grow.
    fn of_sizes<'a>(&'a self, name: &'a str, to: Option<&'a str>) -> sizes::SizeRun<'a> {
        sizes::SizeRun {
            name,
            to,
            rows: self.rectangles.is_some(),
            convention: self.convention(),
            outcomes: self.outcomes,
            only: self.value.or(self.p_positions.then_some(0)),
            explain: self.explain,
        }
    }
}

/// A game on cells: the subsets of a board, or boards as they grow.
fn on_cells(question: &Question, game: CellGame, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let name = if game.label.is_empty() { question.game.trim().to_owned() } else { game.label.clone() };
    let for_heaps = |argument: &'static str| say!("table.for_heaps", argument = argument, game = &name);
    question.refuse(&["--heaps", "--sorted", "--png", "--svg", "--binary", "--npy"], for_heaps)?;
    let taking = game.forms.iter().find_map(|form| Taking::of(&name, form, LONGEST));
    let plain = !(question.misere || question.outcomes || question.p_positions || question.value.is_some());
    if let Some(board) = &question.board {
        question.refuse(&["--outcomes", "--p-positions", "--value", "--explain"], for_heaps)?;
        if taking.is_none() && question.young {
            return Err(Failure::input(say!("table.no_young", game = &name)));
        }
        let Some(rule) = taking.filter(|_| !question.misere) else {
            return smaller::answer(board, budget, |board, budget| {
                Ok(Box::new(subsets::answer(&game, &name, board, question.convention(), budget)?))
            });
        };
        return smaller::answer(board, budget, |board, budget| {
            let asked = if question.young { board::Boards::Young(board) } else { board::Boards::Subsets(board) };
            Ok(Box::new(board::answer(rule.clone(), &asked, budget)?))
        });
    }
    let asked = match (&question.rectangles, question.staircases) {
        (Some(rectangles), _) => Some(board::Boards::Rectangles(rectangles)),
        (None, Some(n)) => Some(board::Boards::Staircases(n)),
        (None, None) => None,
    };
    if let (Some(asked), Some(rule), true) = (&asked, taking, plain && !question.explain) {
        return Ok(Box::new(board::answer(rule, asked, budget)?));
    }
    let staircases = question.staircases.map(|n| format!("staircase({n})"));
    let to = question.to.as_deref().or(question.rectangles.as_deref()).or(staircases.as_deref());
    Ok(Box::new(sizes::answer(&Game::Cells(game), &question.of_sizes(&name, to), budget)?))
}

/// Beside a picture nobody reads more numbers than this.
const MOST_READ: u128 = 100_000;

/// A table and what of it is asked for.
pub(crate) struct Answer {
    game: String,
    names: Vec<String>,
    to: Vec<u64>,
    convention: Convention,
    /// Whether N and P are shown instead of values.
    outcomes: bool,
    /// Only the positions with this number, if one is asked for.
    only: Option<u32>,
    /// Whether only positions are listed whose heaps ascend.
    sorted: bool,
    cells: Cells,
    /// The ruleset, where not every tuple is a position.
    domain: Option<Arc<Ruleset>>,
    /// The file that all numbers were written to, as bytes or as an array.
    written: Option<PathBuf>,
    /// Whether that file holds the positions asked for, not the numbers of all.
    lists: bool,
    /// The first picture that was drawn.
    drawn: Option<PathBuf>,
    /// How the question is answered, and whether that is shown.
    plan: Plan,
    explain: bool,
    /// Why the box is smaller than the one that was asked for, if it is.
    stopped: Option<Failure>,
}

enum Cells {
    Values(GrundyTable),
    /// Several heaps of a one-heap game: values are nim-sums.
    Sums(GrundyTable),
    Outcomes(OutcomeTable),
    /// Misère outcomes of any number of heaps that break.
    Misere(Box<HeapOutcomes>),
    /// Any number of heaps of a taking-and-breaking game.
    Code(Box<Growing>),
    /// The P-positions alone, in order, and the theorem that says what they are.
    Proved(Vec<Vec<u64>>, Box<Text>),
    /// The P-positions alone, found while they are written.
    Listing(Box<Listing>, Budget),
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    match on_heaps(question, budget) {
        Ok(Game::Heap(game)) if game.is_partizan() => {
            let name = question.game.trim();
            question.refuse(&["--board", "--rectangles", "--staircases"], |argument| {
                say!("table.no_board", game = name, argument = argument)
            })?;
            question.refuse(&["--heaps", "--sorted", "--png", "--svg", "--binary", "--npy"], |argument| {
                say!("table.no_numbers", game = name, argument = argument)
            })?;
            let asked = question.of_sizes(name, question.to.as_deref());
            Ok(Box::new(sizes::answer(&Game::Heap(game), &asked, budget)?))
        }
        Ok(Game::Heap(game)) => Ok(Box::new(heap_answer(question, &game, budget)?)),
        Ok(Game::Cells(game)) => on_cells(question, game, budget),
        Ok(Game::Compound(game)) => Err(Failure::input(say!("operator.no_table", game = &game.label))),
        Err(failure) => Err(failure),
    }
}

/// The game; one on any number of heaps on as many as `--heaps` says, else as `--to` has bounds.
fn on_heaps(question: &Question, budget: &Budget) -> Result<Game, Failure> {
    let game = games::game(&question.game, budget)?;
    match game {
        Game::Heap(game) if game.any.is_some() => {
            let listed = question.to.as_ref().map(|to| to.split(',').count()).filter(|count| *count > 1);
            Ok(Game::Heap(about::on_heaps(&game, question.heaps.or(listed), budget)?))
        }
        game => Ok(game),
    }
}

/// The table of a game on heaps, with its numbers; none for other games.
pub(crate) fn of_heaps(question: &Question, budget: &Budget) -> Result<Option<Answer>, Failure> {
    match on_heaps(question, budget)? {
        Game::Heap(game) if !game.is_partizan() => heap_answer(question, &game, budget).map(Some),
        _ => Ok(None),
    }
}

fn heap_answer(question: &Question, game: &HeapGame, budget: &Budget) -> Result<Answer, Failure> {
    question.refuse(&["--board", "--rectangles", "--staircases"], |argument| {
        say!("table.no_board", game = question.game.trim(), argument = argument)
    })?;
    let own = game.ruleset.heap_names().to_vec();
    let bound = question.to.as_deref().unwrap_or(default_bound(question.heaps.unwrap_or(own.len())));
    let copies = copies(question, bound, own.len())?;
    let to = bounds(bound, own.len() * copies)?;
    let convention = question.convention();
    let names = if copies > 1 { letters(copies) } else { own };
    let only = question.value.or(question.p_positions.then_some(0));
    if question.sorted && only.is_none() {
        return Err(Failure::input(say!("table.sorted_lists")));
    }
    // Without values there are outcomes to show.
    let outcomes = question.outcomes || question.misere || (!game.ruleset.is_won_as_usual() && only.is_none());
    let values = !(outcomes || question.p_positions);
    let (code, splits) = (game.code.as_ref(), game.ruleset.splits());
    let plan = plan(&strategy::Question::Box { code, splits, copies, values, convention });
    let files = question.binary.is_some() || question.npy.is_some() || question.pictures.files().next().is_some();
    let listed = question.p_positions && !files && game.ruleset.domain().is_none();
    let compute = |to: &[u64], budget: &Budget| {
        let by_table = |budget: &Budget| cells(game, copies, to, values, convention, &plan, budget);
        if listed { proved::cells(game, copies, to, convention, by_table, budget) } else { by_table(budget) }
    };
    let listing = match listed && copies == 1 {
        true => Listing::new(&game.ruleset, &to, convention, budget).map_err(no_table)?,
        false => None,
    };
    // Some are computed while they are written: then the rows so far are there, and no smaller boxes are needed.
    let found = if let Some(listing) = listing {
        SoFar { found: Cells::Listing(Box::new(listing), budget.clone()), to, stopped: None }
    } else if plan.ways().next() == Some(Way::Code) {
        let cells = compute(&to, budget).map_err(no_table)?;
        SoFar { found: cells, to, stopped: None }
    } else {
        in_boxes(&to, budget, compute, stopped).map_err(no_table)?
    };
    let SoFar { found: cells, to, stopped } = found;
    let domain = game.ruleset.domain().map(|_| game.ruleset.clone());
    let files = [
        ("--binary", question.binary.is_some()),
        ("--npy", question.npy.is_some() && only.is_none()),
        ("--png", question.pictures.png.is_some()),
        ("--svg", question.pictures.svg.is_some()),
    ];
    if let (Some(ruleset), Some((argument, _))) = (&domain, files.into_iter().find(|(_, given)| *given)) {
        let domain = ruleset.domain().unwrap_or_default();
        return Err(Failure::input(say!("table.domain_file", domain = domain, argument = argument)));
    }
    Ok(Answer {
        domain,
        game: question.game.trim().to_owned(),
        names,
        to,
        convention,
        outcomes,
        only,
        sorted: question.sorted,
        cells,
        written: question.binary.clone().or_else(|| question.npy.clone()),
        lists: question.binary.is_none(),
        drawn: question.pictures.files().next().map(|(_, path)| path.to_owned()),
        plan,
        explain: question.explain,
        stopped: stopped.map(Failure::Stopped),
    })
}

/// Why there is no table, if it was stopped.
fn stopped(reason: &NoTable) -> Option<Stopped> {
    match reason {
        NoTable::Stopped(stopped) => Some(*stopped),
        _ => None,
    }
}

/// Why there is no table, as a failure.
pub(crate) fn no_table(reason: NoTable) -> Failure {
    Failure::from(Error::from(reason))
}

/// How many heaps of a one-heap game; 1 for the game as it is.
fn copies(question: &Question, to: &str, own: usize) -> Result<usize, Failure> {
    let listed = to.split(',').count();
    match question.heaps {
        None if own == 1 && listed > 1 && listed <= miyama::heap::ruleset::MOST_HEAPS => Ok(listed),
        None => Ok(1),
        Some(heaps) if heaps == own => Ok(1),
        Some(heaps) if own == 1 && (1..=miyama::heap::ruleset::MOST_HEAPS).contains(&heaps) => Ok(heaps),
        Some(heaps) => {
            let most = miyama::heap::ruleset::MOST_HEAPS;
            Err(Failure::input(say!("table.wrong_heaps", heaps = heaps, own = own, most = most)))
        }
    }
}

/// How far a table goes if nothing is said: as much as a screen shows.
fn default_bound(heaps: usize) -> &'static str {
    match heaps {
        0 | 1 => "50",
        2 => "15",
        _ => "5",
    }
}

/// `10` for all heaps, or `10,20` one for each.
pub(crate) fn bounds(text: &str, heaps: usize) -> Result<Vec<u64>, Failure> {
    let wrong = |at: Range<usize>, says| Failure::option("--to", Mistake::new(at, says), text);
    let mut to = Vec::new();
    let mut end = 0;
    for piece in text.split(',') {
        let number = piece.trim();
        let start = end + (piece.len() - piece.trim_start().len());
        let read = size(number).filter(|n| *n < 1 << 40);
        to.push(read.ok_or_else(|| wrong(start..start + number.len(), say!("table.bad_bound", given = number)))?);
        end += piece.len() + 1;
    }
    match to.len() {
        1 => Ok(vec![to[0]; heaps]),
        n if n == heaps => Ok(to),
        n => Err(wrong(0..text.len(), say!("table.wrong_bounds", found = n, heaps = heaps))),
    }
}

/// `3, 5`
pub(super) fn shown_box(to: &[u64]) -> String {
    to.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn letters(heaps: usize) -> Vec<String> {
    ["x", "y", "z", "u", "v", "w"].iter().take(heaps).map(ToString::to_string).collect()
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(data::Stream(self)))
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }

    fn draws_so_far(&self) -> bool {
        true
    }

    fn write_unsaved(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.write_text(lang, out),
            format => self.write(format, lang, out),
        }
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let is_by_row = matches!(format, Format::Text | Format::Csv | Format::Bfile);
        if !is_by_row {
            self.reach(&self.to, out)?;
        }
        match format {
            Format::Text => match self.written.as_ref().filter(|_| self.stopped.is_none()) {
                // The file is the answer: a table of millions is for no reader.
                Some(path) => {
                    let path = path.display().to_string();
                    let says = match self.only.filter(|_| self.lists) {
                        Some(only) => say!("table.written_list", count = self.count(only, out)?, path = path),
                        None => say!("table.written", count = self.positions(), path = path),
                    };
                    writeln!(out, "{}", says.in_lang(lang))?;
                    Ok(())
                }
                None => match self.drawn.as_ref().filter(|_| self.is_for_the_eye()) {
                    Some(path) => {
                        let says = say!("table.drawn", count = self.positions(), path = path.display().to_string());
                        writeln!(out, "{}", says.in_lang(lang))?;
                        Ok(())
                    }
                    None => self.write_text(lang, out),
                },
            },
            Format::Csv => self.write_csv(out),
            Format::Latex => self.write_latex(out),
            Format::Bfile => self.write_bfile(out),
            Format::Binary => match &self.cells {
                Cells::Code(values) if self.to.len() == 1 => nim_values::write(&values.values(), &[], out),
                _ => self.write_binary(out),
            },
            Format::Npy => self.write_npy(out),
            Format::Png | Format::Svg => {
                if self.to.len() > 2 {
                    return Err(Failure::input(say!("table.picture_heaps", heaps = self.to.len())));
                }
                if let ([to], false) = (self.to.as_slice(), self.outcomes) {
                    let values: Vec<u32> = (0..=*to).map(|n| self.number(&[n])).collect();
                    let picture = sequence::Picture {
                        title: &self.title(lang),
                        values: Stored::Longs(&values),
                        is_rare: &|_, _| false,
                        legend: [String::new(), String::new()],
                    };
                    return if format == Format::Png { picture.write_png(out) } else { picture.write_svg(out) };
                }
                let map = heatmap::Map {
                    title: &self.title(lang),
                    names: &self.names,
                    to: &self.to,
                    outcomes: self.outcomes,
                    numbers: &|first, row| self.read_row(first, 0, row, &mut std::io::sink()),
                };
                if format == Format::Png { map.write_png(out) } else { map.write_svg(out) }
            }
            _ => Err(Failure::no_format(format)),
        }
    }
}
