//! `miyama table 2d-nim --board 4x4`: what a whole board says; and the values
//! of growing rectangles and staircases.

use crate::answer::board::{self as data, BoardCensus, BoardSeries, Diagram, Examples, Mistakes};
use crate::answer::{self, Format};
use crate::drawing::side_by_side;
use crate::export::json::Data;
use crate::failure::Failure;
use miyama::nimber::Nimber;
use miyama::pattern::taking::nim::Piles;
use miyama::pattern::taking::{
    self, ADDRESSABLE, Board, Census, Found, MOST_SQUARES, Table, Taking, Unsolved, census, most_squares,
    young_diagrams,
};
use miyama_budget::{Budget, Error, Mistake, Stopped, bytes};
use miyama_text::{Lang, Text, say};
use std::io::Write;
use std::sync::Arc;

/// What is asked of a board game.
pub(super) enum Boards<'a> {
    /// All subsets of a board.
    Subsets(&'a str),
    /// The Young diagrams on a board.
    Young(&'a str),
    /// The rectangles of these rows and 1 to so many columns.
    Rectangles(&'a str),
    /// The staircases 1 to n.
    Staircases(usize),
}

pub(super) enum Answer {
    Subsets {
        rule: Arc<Taking>,
        board: String,
        census: Census,
    },
    Young {
        rule: Arc<Taking>,
        board: String,
        census: Census,
        diagrams: Vec<(Vec<usize>, Nimber)>,
    },
    /// The values of the first boards, and why not of all.
    Series {
        rule: Arc<Taking>,
        boards: Vec<String>,
        values: Vec<Nimber>,
        stopped: Option<Failure>,
    },
}

/// Smallest boards are drawn up to this many.
const MOST_DRAWN: usize = 24;

pub(super) fn answer(rule: Arc<Taking>, asked: &Boards<'_>, budget: &Budget) -> Result<Answer, Failure> {
    match *asked {
        Boards::Subsets(text) => {
            let table = table(&rule, text, &read("--board", text)?, budget)?;
            Ok(Answer::Subsets { rule, board: text.trim().to_owned(), census: census(&table, budget)? })
        }
        Boards::Young(text) => {
            let whole = read("--board", text)?;
            let table = table(&rule, text, &whole, budget)?;
            let diagrams: Vec<(Vec<usize>, Nimber)> = young_diagrams(&whole)
                .into_iter()
                .filter_map(|rows| {
                    let value = table.value(&Board::young(&rows)?)?;
                    Some((rows, value))
                })
                .collect();
            let boards = diagrams.iter().filter_map(|(rows, value)| Some((Board::young(rows)?, *value)));
            let census = Census::of(&rule, boards);
            Ok(Answer::Young { rule, board: text.trim().to_owned(), census, diagrams })
        }
        Boards::Rectangles(text) => {
            let largest = read("--rectangles", text)?;
            let (height, width) = (largest.height(), largest.width());
            if largest.count() == 0 {
                return Err(Failure::input(say!("board.no_boards", argument = "--rectangles", given = text.trim())));
            }
            if largest.count() != height * width {
                let mistake = Mistake::new(0..text.len(), say!("board.not_a_rectangle", given = text));
                return Err(Failure::option("--rectangles", mistake, text));
            }
            let found = taking::rectangles_so_far(&rule, height, width, budget);
            series(rule, (1..=width).map(|width| format!("{height}x{width}")), found)
        }
        Boards::Staircases(0) => Err(Failure::input(say!("board.no_boards", argument = "--staircases", given = 0))),
        Boards::Staircases(n) => {
            if Board::staircase(n).is_none() {
                return Err(Failure::input(say!("board.too_large", most = MOST_SQUARES)));
            }
            let found = taking::staircases_so_far(&rule, n, budget);
            series(rule, (1..=n).map(|n| format!("staircase({n})")), found)
        }
    }
}

/// The boards whose values were found.
fn series(
    rule: Arc<Taking>,
    boards: impl Iterator<Item = String>,
    (values, reason): (Vec<Nimber>, Option<Unsolved>),
) -> Result<Answer, Failure> {
    match reason.map(|reason| Failure::from(Error::from(reason))) {
        Some(failure) if values.is_empty() => Err(failure),
        stopped => Ok(Answer::Series { rule, boards: boards.take(values.len()).collect(), values, stopped }),
    }
}

fn read(option: &'static str, text: &str) -> Result<Board, Failure> {
    text.parse().map_err(|mistake| Failure::option(option, mistake, text))
}

/// The table of all subsets of a board, which `--board` names by `text`.
fn table(rule: &Arc<Taking>, text: &str, whole: &Board, budget: &Budget) -> Result<Table, Failure> {
    Table::new(rule, whole, budget).map_err(|stopped| match stopped {
        Stopped::Memory { needed, allowed } if needed > ADDRESSABLE => {
            let says = say!("board.no_machine", squares = whole.count());
            let hint = say!("board.fitting", memory = bytes(allowed), most = most_squares(allowed));
            Failure::option("--board", Mistake::new(0..text.len(), says).with_hint(hint), text)
        }
        other => Failure::Stopped(other),
    })
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(match self {
            Answer::Subsets { rule, board, census } => Box::new(BoardCensus {
                game: rule.name().to_owned(),
                board: board.clone(),
                census: counted(census),
                diagrams: None,
            }),
            Answer::Young { rule, board, census, diagrams } => Box::new(BoardCensus {
                game: rule.name().to_owned(),
                board: board.clone(),
                census: counted(census),
                diagrams: Some(
                    diagrams.iter().map(|(rows, value)| Diagram { rows: rows.clone(), value: value.0 }).collect(),
                ),
            }),
            Answer::Series { rule, boards, values, stopped } => Box::new(BoardSeries {
                game: rule.name().to_owned(),
                boards: boards.clone(),
                values: values.iter().map(|value| value.0).collect(),
                complete: stopped.is_none(),
            }),
        })
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out)?,
            Format::Csv => self.csv(out)?,
            Format::Bfile => {
                let Answer::Series { values, .. } = self else { return Err(Failure::no_format(format)) };
                for (n, value) in (1..).zip(values) {
                    writeln!(out, "{n} {value}")?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        match self {
            Answer::Series { stopped, .. } => stopped.as_ref(),
            _ => None,
        }
    }
}

impl Answer {
    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        match self {
            Answer::Subsets { rule, board, census } => {
                let head = say!("board.subsets", game = rule.name(), board = board, count = census.positions());
                writeln!(out, "{}", head.in_lang(lang))?;
                census_text(census, lang, out)
            }
            Answer::Young { rule, board, census, diagrams } => {
                let head = say!("board.young", game = rule.name(), board = board, count = census.positions());
                writeln!(out, "{}", head.in_lang(lang))?;
                census_text(census, lang, out)?;
                writeln!(out, "\n{}", say!("board.young_p", count = census.p_positions()).in_lang(lang))?;
                for (rows, _) in diagrams.iter().filter(|(_, value)| value.0 == 0) {
                    writeln!(out, "  {}", diagram(rows))?;
                }
                Ok(())
            }
            Answer::Series { boards, values, .. } => {
                for (board, value) in boards.iter().zip(values) {
                    writeln!(out, "{board} {value}")?;
                }
                Ok(())
            }
        }
    }

    fn csv(&self, out: &mut dyn Write) -> std::io::Result<()> {
        match self {
            Answer::Subsets { census, .. } => {
                writeln!(out, "value,positions")?;
                for (value, count) in census.values.iter().enumerate() {
                    writeln!(out, "{value},{count}")?;
                }
            }
            Answer::Young { rule, diagrams, .. } => {
                let theorem = rule.has_basic_theorem();
                writeln!(out, "diagram,stones,value{}", if theorem { ",hxor,vxor" } else { "" })?;
                for (rows, value) in diagrams {
                    write!(out, "\"{}\",{},{value}", diagram(rows), rows.iter().sum::<usize>())?;
                    if let Some(board) = Board::young(rows).filter(|_| theorem) {
                        let piles = Piles::of(&board);
                        write!(out, ",{},{}", piles.horizontal, piles.vertical)?;
                    }
                    writeln!(out)?;
                }
            }
            Answer::Series { boards, values, .. } => {
                writeln!(out, "board,value")?;
                for (board, value) in boards.iter().zip(values) {
                    writeln!(out, "{board},{value}")?;
                }
            }
        }
        Ok(())
    }
}

/// `(7,5,3)`.
fn diagram(rows: &[usize]) -> String {
    format!("({})", rows.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

fn census_text(census: &Census, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
    let (count, p) = (census.positions(), census.p_positions());
    writeln!(out, "{}", say!("board.p_positions", count = p, share = percent(p, count)).in_lang(lang))?;
    let width = census.values.iter().map(|n| n.to_string().len()).max().unwrap_or(1);
    writeln!(out, "\n{}", say!("board.values").in_lang(lang))?;
    for (value, count) in census.values.iter().enumerate() {
        writeln!(out, "  {value:>2}  {count:>width$}")?;
    }
    let largest = say!("board.largest", value = census.values.len() - 1, count = census.largest.count);
    found_text(&largest, &census.largest, lang, out)?;
    let Some(theorem) = &census.theorem else { return Ok(()) };
    let wrong = theorem.says_p.count + theorem.says_n.count;
    let says = say!("board.theorem", wrong = wrong, count = count, share = percent(wrong, count));
    writeln!(out, "\n{}", says.in_lang(lang))?;
    found_text(&say!("board.says_p", count = theorem.says_p.count), &theorem.says_p, lang, out)?;
    found_text(&say!("board.says_n", count = theorem.says_n.count), &theorem.says_n, lang, out)
}

/// A heading, and the smallest boards that it speaks of.
fn found_text(heading: &Text, found: &Found, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "\n{}", heading.in_lang(lang))?;
    let Some(first) = found.smallest.first().filter(|_| found.count > 0) else { return Ok(()) };
    let different = found.smallest.len();
    let smallest = say!("board.smallest", stones = first.count(), count = different);
    writeln!(out, "{}", smallest.in_lang(lang))?;
    for line in side_by_side(&found.smallest[..different.min(MOST_DRAWN)]) {
        writeln!(out, "{}", format!("  {line}").trim_end())?;
    }
    if different > MOST_DRAWN {
        writeln!(out, "  {}", say!("board.more", more = different - MOST_DRAWN).in_lang(lang))?;
    }
    Ok(())
}

fn percent(part: u64, whole: u64) -> String {
    #[expect(clippy::cast_precision_loss)]
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    format!("{share:.2}")
}

fn counted(census: &Census) -> data::Census {
    let found = |found: &Found| Examples {
        count: found.count,
        smallest: found.smallest.iter().map(ToString::to_string).collect(),
    };
    data::Census {
        positions: census.positions(),
        p_positions: census.p_positions(),
        values: census.values.clone(),
        largest_value: census.values.len() - 1,
        largest: found(&census.largest),
        basic_theorem: census.theorem.as_ref().map(|theorem| Mistakes {
            says_p_but_is_n: found(&theorem.says_p),
            says_n_but_is_p: found(&theorem.says_n),
        }),
    }
}
