//! Counts for several numbers of bricks, and counts of other readings of the rules: mirror images
//! as one, or on a brick that lies fixed.

use super::Question;
use super::count::tallies;
use super::tower::MOST;
use super::why;
use crate::answer::bricks::{AsOne, BrickRow, BrickTable, Counted};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::number::range;
use miyama_bricks::{Brick, MAX_BRICKS, Tally, building, tower};
use miyama_budget::{Budget, Mistake};
use miyama_text::{Lang, Text, say};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::ops::RangeInclusive;

/// How the ground is laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Base {
    /// One brick, lengthwise; buildings that differ by a rotation are told apart.
    Fixed,
}

/// Most numbers of a table.
const ROWS: u64 = 1000;

pub(super) struct Answer {
    brick: Brick,
    of: Counted,
    as_one: AsOne,
    rows: Vec<Row>,
    /// Why it ends before the last number that was asked for.
    stopped: Option<Failure>,
}

struct Row {
    bricks: u64,
    count: BigUint,
    why: Option<Vec<Text>>,
}

pub(super) fn answer(question: &Question, brick: Brick, budget: &Budget) -> Result<Answer, Failure> {
    let of = if question.tower { Counted::Towers } else { Counted::Buildings };
    let as_one = match (question.mirror, question.base, question.fixed) {
        (true, ..) => AsOne::Mirrors,
        (_, Some(Base::Fixed), _) => AsOne::FixedBase,
        (.., true) => AsOne::Fixed,
        _ => AsOne::Rotations,
    };
    let given = [
        ("--by-height", question.by_height),
        ("--profile", question.profile.is_some()),
        ("--profiles", question.profiles),
        ("--symmetric", question.symmetric),
        ("--list", question.list),
        ("--index", question.index.is_some()),
        ("--estimate", question.estimate.is_some()),
        ("--svg", question.drawing.svg.is_some()),
        ("--shard", question.shard.is_some()),
        ("--save", question.save.is_some()),
        ("--resume", question.resume),
    ];
    if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
        return Err(Failure::input(say!("brick.not_in_a_table", option = option)));
    }
    let mut answer = Answer { brick, of, as_one, rows: vec![], stopped: None };
    for bricks in numbers(question, of)? {
        match answer.row(bricks, question.why, budget) {
            Ok(row) => answer.rows.push(row),
            Err(failure @ Failure::Stopped(_)) if !answer.rows.is_empty() => {
                answer.stopped = Some(failure);
                break;
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(answer)
}

fn numbers(question: &Question, of: Counted) -> Result<RangeInclusive<u64>, Failure> {
    let text = question.bricks.as_deref().unwrap_or_default();
    let most = match of {
        Counted::Towers if !question.why => u64::from(MOST),
        _ => u64::from(MAX_BRICKS),
    };
    let fits =
        |range: &RangeInclusive<u64>| *range.start() >= 1 && *range.end() <= most && range.end() - range.start() < ROWS;
    range(text).filter(fits).ok_or_else(|| {
        let says = say!("brick.bad_range", given = text, most = most, rows = ROWS);
        Failure::mistake(Mistake::new(0..text.len(), says), text)
    })
}

impl Answer {
    fn row(&self, bricks: u64, why: bool, budget: &Budget) -> Result<Row, Failure> {
        budget.check()?;
        let few = u8::try_from(bricks).unwrap_or(u8::MAX);
        let many = u32::try_from(bricks).unwrap_or(u32::MAX);
        let why = match (why, self.of) {
            (false, _) => None,
            (true, Counted::Towers) => Some(why::of_towers(self.brick, few).paragraphs()),
            (true, Counted::Buildings) => Some(why::answer(self.brick, few, budget)?.paragraphs()),
        };
        let count = match (self.of, self.as_one) {
            (Counted::Towers, AsOne::Rotations) => tower::towers(self.brick, many).count,
            (Counted::Towers, AsOne::Mirrors) => tower::up_to_mirrors(self.brick, many),
            (Counted::Towers, AsOne::FixedBase) => tower::towers(self.brick, many).on_brick,
            (Counted::Towers, AsOne::Fixed) => {
                tower::towers(self.brick, many).on_brick * u32::from(self.brick.orientations())
            }
            (Counted::Buildings, AsOne::Mirrors) => {
                building::up_to_mirrors(self.brick, few, budget)?.values().sum::<u128>().into()
            }
            (Counted::Buildings, AsOne::FixedBase) => {
                // Theorem 3: one brick on the ground, in one of its directions.
                let on_one = tallies(self.brick, few, budget)?
                    .into_iter()
                    .filter(|(profile, _)| profile.layers().first() == Some(&1))
                    .map(|(_, tally)| tally)
                    .sum::<Tally>();
                (on_one.fixed / u128::from(self.brick.orientations())).into()
            }
            (Counted::Buildings, as_one) => {
                let tally: Tally = tallies(self.brick, few, budget)?.into_values().sum();
                if as_one == AsOne::Fixed { tally.fixed.into() } else { tally.count().into() }
            }
        };
        Ok(Row { bricks, count, why })
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        let said = |texts: &Vec<Text>| texts.iter().map(|text| text.in_lang(lang)).collect();
        let row =
            |row: &Row| BrickRow { bricks: row.bricks, count: (&row.count).into(), why: row.why.as_ref().map(said) };
        Some(Box::new(BrickTable {
            brick: self.brick.to_string(),
            of: self.of,
            as_one: self.as_one,
            rows: self.rows.iter().map(row).collect(),
            complete: self.stopped.as_ref().map(|_| false),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text if self.rows.len() == 1 && self.rows[0].why.is_none() => {
                writeln!(out, "{}", self.rows[0].count)?
            }
            Format::Text => {
                let side = self.rows.last().map_or(1, |row| row.bricks.to_string().len());
                let width = self.rows.last().map_or(1, |row| row.count.to_string().len());
                for row in &self.rows {
                    // Formatted numbers of num-bigint know no width.
                    writeln!(out, "{:>side$}  {:>width$}", row.bricks, row.count.to_string())?;
                    for text in row.why.iter().flatten() {
                        writeln!(out, "    {}", text.in_lang(lang))?;
                    }
                }
            }
            Format::Csv => {
                writeln!(out, "bricks,count")?;
                for row in &self.rows {
                    writeln!(out, "{},{}", row.bricks, row.count)?;
                }
            }
            Format::Latex => {
                let cells = |of: fn(&Row) -> String| self.rows.iter().map(of).collect::<Vec<_>>().join(" & ");
                writeln!(out, "\\begin{{tabular}}{{r|*{{{}}}{{r}}}}", self.rows.len())?;
                writeln!(out, "$n$ & {} \\\\ \\hline", cells(|row| row.bricks.to_string()))?;
                writeln!(out, "$x_n$ & {} \\\\", cells(|row| row.count.to_string()))?;
                writeln!(out, "\\end{{tabular}}")?;
            }
            Format::Bfile => {
                for row in &self.rows {
                    writeln!(out, "{} {}", row.bricks, row.count)?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}
