//! Buildings one by one: as lines of JSON, or drawn.

use super::Question;
use crate::answer::{self, Format, bricks as data};
use crate::failure::Failure;
use crate::picture::building;
use miyama_bricks::building::{Building, Symmetry, each};
use miyama_bricks::{Brick, Profile};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Lang, say};
use std::io::Write;

/// The most buildings that one sheet holds.
const SHEET: usize = 2_000;

pub(super) enum Answer {
    /// All of them, made while they are written.
    Stream { brick: Brick, bricks: u8, profile: Option<Profile>, symmetric: bool, budget: Budget },
    /// A few, to be drawn.
    Drawn { brick: Brick, found: Vec<(u64, Building, Symmetry)>, sheet: bool },
}

pub(super) fn answer(question: &Question, brick: Brick, bricks: u8, budget: &Budget) -> Result<Answer, Failure> {
    let profile = question.profile(bricks)?;
    let symmetric = question.symmetric;
    let stream = Answer::Stream { brick, bricks, profile, symmetric, budget: budget.clone() };
    if question.list && question.index.is_none() {
        return Ok(stream);
    }
    let mut found = Vec::new();
    let mut all = 0;
    stream.visit(&mut |number, building, symmetry| {
        all = number;
        match question.index {
            Some(index) if index == number => {
                found.push((number, building.clone(), symmetry));
                Ok(false)
            }
            Some(_) => Ok(true),
            None if found.len() == SHEET => Err(Failure::input(say!("brick.sheet_full", most = SHEET))),
            None => {
                found.push((number, building.clone(), symmetry));
                Ok(true)
            }
        }
    })?;
    match question.index {
        Some(index) if found.is_empty() => Err(Failure::input(say!("brick.no_such_index", index = index, all = all))),
        _ => Ok(Answer::Drawn { brick, found, sheet: question.index.is_none() }),
    }
}

type Visit<'a> = dyn FnMut(u64, &Building, Symmetry) -> Result<bool, Failure> + 'a;

impl Answer {
    /// Visits the buildings with their numbers, from 1, until told to stop.
    fn visit(&self, visit: &mut Visit<'_>) -> Result<(), Failure> {
        let Answer::Stream { brick, bricks, profile, symmetric, budget } = self else {
            return Ok(());
        };
        let mut number = 0;
        let mut end = None;
        let walked = each(*brick, *bricks, budget, &mut |building, symmetry| {
            if profile.as_ref().is_some_and(|c| *c != building.profile())
                || (*symmetric && symmetry == Symmetry::Trivial)
            {
                return Ok(());
            }
            number += 1;
            match visit(number, building, symmetry) {
                Ok(true) => Ok(()),
                Ok(false) => {
                    end = Some(Ok(()));
                    Err(Stopped::Cancelled)
                }
                Err(failure) => {
                    end = Some(Err(failure));
                    Err(Stopped::Cancelled)
                }
            }
        });
        match end {
            Some(end) => end,
            None => Ok(walked?),
        }
    }
}

/// A building on a line: each brick by its least cell and its extent.
fn write_line(
    brick: Brick,
    index: u64,
    building: &Building,
    symmetry: Symmetry,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let bricks = building.blocks().iter().map(|(layer, place)| {
        let (width, depth) = brick.extent(place.turned);
        data::Brick { x: place.x, y: place.y, z: *layer, width, depth }
    });
    let building = data::Building {
        index,
        profile: building.profile(),
        symmetry: match symmetry {
            Symmetry::Trivial => data::Symmetry::None,
            Symmetry::Half => data::Symmetry::Half,
            Symmetry::Quarter => data::Symmetry::Quarter,
        },
        bricks: bricks.collect(),
    };
    serde_json::to_writer(&mut *out, &building).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (self, format) {
            (Answer::Stream { brick, .. }, Format::Text | Format::Json) => {
                self.visit(&mut |number, building, symmetry| {
                    write_line(*brick, number, building, symmetry, out)?;
                    Ok(true)
                })
            }
            (Answer::Drawn { brick, found, .. }, Format::Text | Format::Json) => {
                for (number, building, symmetry) in found {
                    write_line(*brick, *number, building, *symmetry, out)?;
                }
                Ok(())
            }
            (Answer::Drawn { brick, found, sheet }, Format::Svg) => {
                let shown: Vec<(u64, &Building)> =
                    found.iter().map(|(number, building, _)| (*number, building)).collect();
                let title = say!("brick.picture", brick = brick.to_string(), count = shown.len()).in_lang(lang);
                Ok(out.write_all(building::draw(*brick, &shown, *sheet, &title).svg().as_bytes())?)
            }
            _ => Err(Failure::no_format(format)),
        }
    }
}
