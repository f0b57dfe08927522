//! `miyama check`: statements about games, checked by machine.

mod claims;
mod errata;
pub(crate) mod formula;
mod random;
mod region;
mod sizes;

use crate::answer;
use crate::failure::Failure;
use crate::picture::Drawing;
use crate::task;
use miyama::play::Convention;
use miyama_budget::{Budget, Mistake};
use miyama_claims::Claim;
use miyama_text::say;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// Claims of the literature with their verdicts (`ids`, or all; `list` only lists them; `errata`:
/// the false ones), those of a text (`claims`), a formula about the P-positions or the values of a
/// game, with the first position where it fails, or so many `random` rulesets from a `seed` on,
/// whose tables are compared with their definitions.
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
    #[arg(long, value_names = ["G", "CONDITION"], num_args = 2, conflicts_with_all = ["p_positions", "value", "misere"])]
    #[serde(default)]
    level: Vec<String>,
    #[arg(long = "for", value_name = "CONDITION")]
    #[serde(default, rename = "for")]
    region: Option<String>,
    #[arg(long, conflicts_with = "value")]
    #[serde(default)]
    misere: bool,
    #[arg(long, value_name = "K")]
    #[serde(default)]
    heaps: Option<usize>,
    #[arg(long)]
    #[serde(default)]
    explain: bool,
    #[arg(long, value_name = "N", conflicts_with_all = ["ids", "list", "errata", "to", "game", "p_positions", "value", "misere", "heaps", "explain"])]
    #[serde(default)]
    random: Option<u64>,
    #[arg(long, value_name = "N", requires = "random")]
    #[serde(default)]
    seed: Option<u64>,
    /// The text of a file of claims.
    #[arg(skip)]
    #[serde(default)]
    claims: Option<String>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) drawing: Drawing,
}

impl Question {
    /// The same with the text of its file of claims: what other machines, which do not have the
    /// file, can be asked.
    pub(crate) fn with_text(self, budget: &Budget) -> Result<Question, Failure> {
        let Some((file, ids)) = self.ids.split_first().filter(|(file, _)| claims::is_file(file)) else {
            return Ok(self);
        };
        let (text, ids) = (claims::text(file, budget)?, ids.to_vec());
        if text.len() > LONGEST {
            return Err(Failure::input(say!("task.long_claims", path = file, most = LONGEST)));
        }
        Ok(Question { claims: Some(text), ids, ..self })
    }
}

/// A task is a line that fits into an argument of a command, of which systems allow 128 KiB.
const LONGEST: usize = 64 << 10;

/// Into how many pieces the question can be cut: claims, slices of a box, or random rulesets.
pub(crate) fn pieces(question: &Question, budget: &Budget) -> Result<u64, Failure> {
    if let Some(asked) = question.campaign()? {
        return Ok(asked.rulesets);
    }
    if question.is_partial() {
        return Err(task::whole());
    }
    if question.is_about_a_formula() {
        return formula::pieces(&question.formula()?, budget);
    }
    Ok(question.split(budget)?.len() as u64)
}

/// What is found for a part of it.
pub(crate) fn part(question: &Question, part: u64, of: u64, budget: &Budget) -> Result<Value, Failure> {
    if let Some(asked) = question.campaign()? {
        return task::written(&random::part(asked, part, of, budget)?);
    }
    if question.is_about_a_formula() {
        return task::written(&formula::part(&question.formula()?, part, of, budget)?);
    }
    let claims = task::members(question.split(budget)?, part, of).collect();
    task::written(&claims::part(claims, question.bound()?, budget)?)
}

/// The answer from what was found for all parts.
pub(crate) fn merged(
    question: &Question,
    parts: Vec<Value>,
    budget: &Budget,
) -> Result<Box<dyn answer::Answer>, Failure> {
    if let Some(asked) = question.campaign()? {
        return Ok(Box::new(random::merged(asked, task::read(parts)?)?));
    }
    if question.is_about_a_formula() {
        return Ok(Box::new(formula::merged(&question.formula()?, &task::read(parts)?, budget)?));
    }
    let claims = question.split(budget)?;
    Ok(Box::new(claims::merged(&claims, question.bound()?, task::read(parts)?)?))
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    if let Some(asked) = question.campaign()? {
        return Ok(Box::new(random::answer(asked, budget)?));
    }
    if question.is_partial() {
        return Ok(Box::new(region::answer(&question.in_region()?, budget)?));
    }
    if question.is_about_a_formula() {
        return Ok(Box::new(formula::answer(&question.formula()?, budget)?));
    }
    if question.errata {
        return Ok(Box::new(errata::errata(budget)?));
    }
    if question.list {
        return Ok(Box::new(claims::list(question.own(), &question.ids, budget)?));
    }
    Ok(Box::new(claims::check(question.own(), &question.ids, question.bound()?, budget)?))
}

impl Question {
    /// How far claims are checked, in the measure of each.
    fn bound(&self) -> Result<Option<u64>, Failure> {
        let wrong = |text: &String| {
            Failure::option("--to", Mistake::new(0..text.len(), say!("check.bad_bound", given = text)), text)
        };
        self.to.as_ref().map(|text| text.trim().parse().map_err(|_| wrong(text))).transpose()
    }

    /// The campaign, if one is asked for.
    fn campaign(&self) -> Result<Option<random::Campaign>, Failure> {
        let other = self.is_about_a_formula() || self.is_partial() || self.list || self.errata || !self.ids.is_empty();
        match self.random {
            Some(_) if other || self.claims.is_some() || self.to.is_some() => {
                Err(Failure::input(say!("check.random_alone")))
            }
            Some(rulesets) => random::Campaign::new(rulesets, self.seed).map(Some),
            None => Ok(None),
        }
    }

    /// The text of the claims, if they are not those of the documents.
    fn own(&self) -> Option<&str> {
        self.claims.as_deref()
    }

    /// The claims that are cut into tasks.
    fn split(&self, budget: &Budget) -> Result<Vec<Arc<Claim>>, Failure> {
        if self.errata || self.list {
            return Err(task::whole());
        }
        claims::chosen(self.own(), &self.ids, budget)
    }

    /// Whether it is about the positions of a value or of a region.
    fn is_partial(&self) -> bool {
        !self.level.is_empty() || self.region.is_some()
    }

    fn in_region(&self) -> Result<region::RegionCheck<'_>, Failure> {
        let Some(game) = &self.game else { return Err(Failure::input(say!("check.which_game"))) };
        if self.list || !self.ids.is_empty() {
            return Err(Failure::input(say!("check.game_or_claims")));
        }
        if self.explain || self.drawing.svg.is_some() {
            return Err(Failure::input(say!("check.region_plain")));
        }
        let convention = if self.misere { Convention::Misere } else { Convention::Normal };
        let (what, formula) = match (&self.p_positions, &self.value, self.level.as_slice()) {
            (Some(set), None, []) => (region::What::PPositions(convention), set),
            (None, Some(_), []) if self.misere => return Err(Failure::input(say!("check.misere_values"))),
            (None, Some(value), []) => (region::What::Values, value),
            (None, None, [level, set]) => {
                let bad = || Failure::input(say!("proof.bad_level", given = level));
                (region::What::Level(level.trim().parse().map_err(|_| bad())?), set)
            }
            _ => return Err(Failure::input(say!("check.which_formula"))),
        };
        let region = self.region.as_deref();
        Ok(region::RegionCheck { game, what, formula, region, to: self.to.as_deref(), heaps: self.heaps })
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
    fn formula(&self) -> Result<formula::FormulaCheck<'_>, Failure> {
        let Some(game) = &self.game else { return Err(Failure::input(say!("check.which_game"))) };
        if self.list || !self.ids.is_empty() || self.claims.is_some() {
            return Err(Failure::input(say!("check.game_or_claims")));
        }
        let claim = match (&self.p_positions, &self.value) {
            (Some(set), None) => formula::Claim::PPositions { set, misere: self.misere },
            (None, Some(_)) if self.misere => return Err(Failure::input(say!("check.misere_values"))),
            (None, Some(value)) => formula::Claim::Values(value),
            _ => return Err(Failure::input(say!("check.which_formula"))),
        };
        Ok(formula::FormulaCheck { game, claim, to: self.to.as_deref(), heaps: self.heaps, explain: self.explain })
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
