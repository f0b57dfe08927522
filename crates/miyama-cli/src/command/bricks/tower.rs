//! `--tower`: the closed forms, for any number of bricks.

use crate::answer::bricks::Towers;
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama_bricks::{Brick, tower};
use miyama_text::Lang;
use std::io::Write;

/// The most bricks: the answer has a digit or two for each.
pub(super) const MOST: u32 = 100_000;

pub(super) struct Answer {
    brick: Brick,
    bricks: u32,
    towers: tower::Towers,
}

pub(super) fn answer(brick: Brick, bricks: u32) -> Answer {
    Answer { brick, bricks, towers: tower::towers(brick, bricks) }
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let tower::Towers { on_brick, symmetric, count } = &self.towers;
        Some(Box::new(Towers {
            brick: self.brick.to_string(),
            bricks: self.bricks,
            count: count.into(),
            on_brick: on_brick.into(),
            symmetric: symmetric.into(),
        }))
    }

    fn write(&self, format: Format, _: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let count = &self.towers.count;
        match format {
            Format::Text => writeln!(out, "{count}")?,
            Format::Csv => writeln!(out, "brick,bricks,count\n{},{},{count}", self.brick, self.bricks)?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
