//! `--tower`: the closed forms, for any number of bricks.

use crate::answer::{self, Format};
use crate::failure::Failure;
use miyama_bricks::{Brick, tower};
use miyama_text::Lang;
use num_bigint::BigUint;
use serde_json::{Value, json};
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

/// A number where readers can be trusted with it, else its digits as a string.
fn number(value: &BigUint) -> Value {
    u64::try_from(value).map_or_else(|_| Value::from(value.to_string()), Value::from)
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, _: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let tower::Towers { on_brick, symmetric, count } = &self.towers;
        match format {
            Format::Text => writeln!(out, "{count}")?,
            Format::Json => {
                let answer = json!({
                    "brick": self.brick.to_string(),
                    "bricks": self.bricks,
                    "count": number(count),
                    "on_brick": number(on_brick),
                    "symmetric": number(symmetric),
                });
                writeln!(out, "{answer}")?;
            }
            Format::Csv => writeln!(out, "brick,bricks,count\n{},{},{count}", self.brick, self.bricks)?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
