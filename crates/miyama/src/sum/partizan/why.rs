//! Why a sum is won or lost, in steps for a student.

use super::super::Part;
use super::super::Position;
use super::super::abridged::abridged;
use super::super::mirrored::mirrored;
use super::super::part_value::unvalued;
use super::super::solve::NoSolution;
use super::judge::{By, Judge};
use crate::play::{Convention, Outcome, Player};
use miyama_budget::Budget;
use miyama_text::{Text, say};

impl Judge {
    /// What its values, or the symmetry of its boards, tell.
    pub(super) fn why(&mut self, sum: &Position, budget: &Budget) -> Result<Vec<Text>, NoSolution> {
        budget.check()?;
        let (outcome, form) = (self.outcome, self.form.clone());
        let (arena, parts) = match &mut self.by {
            By::Values { arena, parts, .. } => {
                // What is told of values that are known may take as long as the whole.
                arena.allow(budget);
                (arena, parts)
            }
            By::Mirror(why) => return Ok(vec![why.clone()]),
            By::Remote(remote) => {
                let mut why = vec![];
                for (index, part) in sum.parts.iter().enumerate() {
                    let nimber = remote.nimbers[index].as_ref().map(|nimber| format!("*{nimber}"));
                    let Some(value) = nimber.or_else(|| remote.value_of_part(index)) else { continue };
                    if !matches!(part, Part::Worth(_)) {
                        why.push(say!("solve.why_part_value", part = part.to_string(), value = abridged(&value)));
                    }
                }
                why.push(say!("solve.why_remote"));
                return Ok(why);
            }
            By::Search(_) | By::Play(_) => return Ok(vec![]),
        };
        let mut why = Vec::new();
        if parts.len() > 1 {
            for (part, value) in sum.parts.iter().zip(parts.iter()) {
                let Ok(text) = arena.text(*value) else { continue };
                let [left, right] = Player::BOTH.map(|first| arena.stop(*value, first).number);
                if left > right {
                    let temperature = arena.temperature(*value).map_err(|reason| unvalued(part, reason))?.to_string();
                    let (part, left, right) = (part.to_string(), left.to_string(), right.to_string());
                    let value = abridged(&text);
                    // A value that is written as one has no other name.
                    why.push(if part == text {
                        say!(
                            "solve.why_value_hot",
                            value = value,
                            left = left,
                            right = right,
                            temperature = temperature
                        )
                    } else {
                        say!(
                            "solve.why_part_hot",
                            part = part,
                            value = value,
                            left = left,
                            right = right,
                            temperature = temperature
                        )
                    });
                } else if !matches!(part, Part::Worth(_)) {
                    why.push(say!("solve.why_part_value", part = part.to_string(), value = abridged(&text)));
                }
            }
        }
        if let Some(form) = form {
            why.push(match outcome {
                Outcome::L => say!("solve.why_positive", value = abridged(&form)),
                Outcome::R => say!("solve.why_negative", value = abridged(&form)),
                Outcome::P => mirrored(sum, Convention::Normal, budget).unwrap_or_else(|| say!("solve.why_zero")),
                Outcome::N => say!("solve.why_fuzzy", value = abridged(&form)),
            });
        }
        Ok(why)
    }
}
