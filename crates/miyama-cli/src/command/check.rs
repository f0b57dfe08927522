//! `miyama check`: statements about games, checked by machine.

mod claims;
mod errata;
mod formula;
mod sizes;

use crate::answer::{self, Format};
use crate::failure::Failure;
use crate::picture::Drawing;
use crate::task;
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::path::Path;

/// Claims of the literature with their verdicts (`ids`, or all; `list` only lists them; `errata`:
/// the false ones), or a formula about the P-positions or the values of a game, with the first
/// position where it fails.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    #[serde(default)]
    ids: Vec<String>,
    #[arg(long, value_name = "N[,M...]", conflicts_with = "list")]
    #[serde(default, deserialize_with = "text_or_number")]
    #[schemars(with = "Option<TextOrNumber>")]
    to: Option<String>,
    #[arg(long)]
    #[serde(default)]
    list: bool,
    #[arg(long, conflicts_with_all = ["ids", "list", "to", "game"])]
    #[serde(default)]
    errata: bool,
    #[arg(long, value_name = "GAME", conflicts_with_all = ["ids", "list"])]
    #[serde(default)]
    game: Option<String>,
    #[arg(long, value_name = "CONDITION", conflicts_with = "value")]
    #[serde(default)]
    p_positions: Option<String>,
    #[arg(long, value_name = "EXPRESSION")]
    #[serde(default)]
    value: Option<String>,
    #[arg(long, conflicts_with = "value")]
    #[serde(default)]
    misere: bool,
    #[arg(long, value_name = "K")]
    #[serde(default)]
    heaps: Option<usize>,
    #[arg(long)]
    #[serde(default)]
    explain: bool,
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

/// Into how many pieces the question can be cut: claims, or slices of a box.
pub(crate) fn pieces(question: &Question, budget: &Budget) -> Result<u64, Failure> {
    if question.is_about_a_formula() {
        return formula::pieces(&question.formula()?, budget);
    }
    Ok(claims::split(question.split_ids()?, budget)?.len() as u64)
}

/// What is found for a part of it.
pub(crate) fn part(question: &Question, part: u64, of: u64, budget: &Budget) -> Result<Value, Failure> {
    if question.is_about_a_formula() {
        return task::written(&formula::part(&question.formula()?, part, of, budget)?);
    }
    let claims = task::members(claims::split(question.split_ids()?, budget)?, part, of).collect();
    task::written(&claims::part(claims, question.bound()?, budget)?)
}

/// The answer from what was found for all parts.
pub(crate) fn merged(
    question: &Question,
    parts: Vec<Value>,
    budget: &Budget,
) -> Result<Box<dyn answer::Answer>, Failure> {
    if question.is_about_a_formula() {
        return Ok(Box::new(formula::merged(&question.formula()?, &task::read(parts)?, budget)?));
    }
    let claims = claims::split(question.split_ids()?, budget)?;
    Ok(Box::new(claims::merged(&claims, question.bound()?, task::read(parts)?)?))
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    if question.is_about_a_formula() {
        return Ok(Box::new(formula::answer(&question.formula()?, budget)?));
    }
    if question.errata {
        return Ok(Box::new(errata::errata(budget)?));
    }
    if question.list {
        return Ok(Box::new(claims::list(&question.ids, budget)?));
    }
    Ok(Box::new(claims::check(&question.ids, question.bound()?, budget)?))
}

impl Question {
    /// How far claims are checked, in the measure of each.
    fn bound(&self) -> Result<Option<u64>, Failure> {
        let wrong = |text: &String| {
            Failure::option("--to", Mistake::new(0..text.len(), say!("check.bad_bound", given = text)), text)
        };
        self.to.as_ref().map(|text| text.trim().parse().map_err(|_| wrong(text))).transpose()
    }

    /// The ids of claims that are cut into tasks.
    fn split_ids(&self) -> Result<&[String], Failure> {
        if self.errata || self.list { Err(task::whole()) } else { Ok(&self.ids) }
    }

    fn is_about_a_formula(&self) -> bool {
        let Question { game, p_positions, value, misere, heaps, explain, drawing, .. } = self;
        game.is_some()
            || p_positions.is_some()
            || value.is_some()
            || *misere
            || heaps.is_some()
            || *explain
            || drawing.svg.is_some()
    }

    /// What is asked about a game; the arguments that belong together are there.
    fn formula(&self) -> Result<formula::Asked<'_>, Failure> {
        let Some(game) = &self.game else { return Err(Failure::input(say!("check.which_game"))) };
        if self.list || !self.ids.is_empty() {
            return Err(Failure::input(say!("check.game_or_claims")));
        }
        let claim = match (&self.p_positions, &self.value) {
            (Some(set), None) => formula::Claim::PPositions { set, misere: self.misere },
            (None, Some(_)) if self.misere => return Err(Failure::input(say!("check.misere_values"))),
            (None, Some(value)) => formula::Claim::Values(value),
            _ => return Err(Failure::input(say!("check.which_formula"))),
        };
        Ok(formula::Asked { game, claim, to: self.to.as_deref(), heaps: self.heaps, explain: self.explain })
    }
}

/// JSON may give a bound as a number too.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum TextOrNumber {
    Number(u64),
    Text(String),
}

fn text_or_number<'de, D: Deserializer<'de>>(given: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<TextOrNumber>::deserialize(given)?.map(|either| match either {
        TextOrNumber::Number(number) => number.to_string(),
        TextOrNumber::Text(text) => text,
    }))
}
