//! Everything that is known of a game, as text, JSON and CSV.

use crate::failure::Failure;
use miyama::play::{Outcome, Player};
use miyama::text::{Lang, Text, say};
use miyama::value::{Arena, GameId, Thermograph, Unfinished, Wall};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;
use unicode_width::UnicodeWidthStr;

/// What `--all` shows.
pub(super) struct Report {
    canonical: String,
    outcome: Outcome,
    birthday: String,
    left_stop: String,
    right_stop: String,
    thermograph: Arc<Thermograph>,
    is_number: bool,
    is_infinitesimal: bool,
    is_all_small: bool,
    nimber: Option<u32>,
    atomic_weight: Option<String>,
    /// Whether the weight was out of reach: its far stars are too large.
    weight_unknown: bool,
    reduced: String,
    left_incentives: Vec<String>,
    right_incentives: Vec<String>,
    positions: String,
}

impl Report {
    pub(super) fn new(arena: &mut Arena, game: GameId) -> Result<Report, Unfinished> {
        let (weight, weight_unknown) = match arena.atomic_weight(game) {
            Err(Unfinished::TooLarge) => (None, true),
            weight => (weight?, false),
        };
        let reduced = arena.reduced(game)?;
        let left_incentives = arena.player_incentives(game, Player::Left)?;
        let right_incentives = arena.player_incentives(game, Player::Right)?;
        Ok(Report {
            canonical: arena.text(game)?,
            outcome: arena.outcome(game),
            birthday: arena.birthday(game)?.to_string(),
            left_stop: arena.stop(game, Player::Left).number.to_string(),
            right_stop: arena.stop(game, Player::Right).number.to_string(),
            thermograph: arena.thermograph(game)?,
            is_number: arena.is_number(game),
            is_infinitesimal: arena.is_infinitesimal(game),
            is_all_small: arena.is_all_small(game)?,
            nimber: arena.as_nimber(game),
            atomic_weight: weight.map(|weight| arena.text(weight)).transpose()?,
            weight_unknown,
            reduced: arena.text(reduced)?,
            left_incentives: arena.texts(&left_incentives)?,
            right_incentives: arena.texts(&right_incentives)?,
            positions: arena.positions(game)?.to_string(),
        })
    }

    /// One property a line, the names in a column.
    pub(super) fn write_text(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let yes = |holds: bool| if holds { say!("value.yes") } else { say!("value.no") }.in_lang(lang);
        let none = || say!("value.none").in_lang(lang);
        let list = |texts: &[String]| if texts.is_empty() { none() } else { texts.join(", ") };
        let no_weight = || if self.weight_unknown { say!("value.not_computed") } else { say!("value.undefined") };
        let impartial = match self.nimber {
            Some(n) => format!("{} (*{n})", yes(true)),
            None => yes(false),
        };
        let rows: Vec<(Text, String)> = vec![
            (say!("value.canonical"), self.canonical.clone()),
            (say!("value.outcome"), outcome_text(self.outcome).in_lang(lang)),
            (say!("value.birthday"), self.birthday.clone()),
            (say!("value.left_stop"), self.left_stop.clone()),
            (say!("value.right_stop"), self.right_stop.clone()),
            (say!("value.mean"), self.thermograph.mean.to_string()),
            (say!("value.temperature"), self.thermograph.temperature.to_string()),
            (say!("value.left_wall"), wall_text(&self.thermograph.left)),
            (say!("value.right_wall"), wall_text(&self.thermograph.right)),
            (say!("value.number"), yes(self.is_number)),
            (say!("value.infinitesimal"), yes(self.is_infinitesimal)),
            (say!("value.all_small"), yes(self.is_all_small)),
            (say!("value.impartial"), impartial),
            (say!("value.atomic_weight"), self.atomic_weight.clone().unwrap_or_else(|| no_weight().in_lang(lang))),
            (say!("value.reduced"), self.reduced.clone()),
            (say!("value.left_incentives"), list(&self.left_incentives)),
            (say!("value.right_incentives"), list(&self.right_incentives)),
            (say!("value.positions"), self.positions.clone()),
        ];
        let names: Vec<String> = rows.iter().map(|(name, _)| name.in_lang(lang)).collect();
        let width = names.iter().map(|name| name.width()).max().unwrap_or(0);
        for (name, (_, value)) in names.iter().zip(&rows) {
            writeln!(out, "{name}{}  {value}", " ".repeat(width - name.width()))?;
        }
        Ok(())
    }

    /// The properties by name; numbers are text, as they may be fractions.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("canonical", json!(self.canonical)),
            ("outcome", json!(self.outcome.to_string())),
            ("birthday", json!(self.birthday)),
            ("left_stop", json!(self.left_stop)),
            ("right_stop", json!(self.right_stop)),
            ("mean", json!(self.thermograph.mean.to_string())),
            ("temperature", json!(self.thermograph.temperature.to_string())),
            (
                "thermograph",
                json!({ "left": wall_json(&self.thermograph.left), "right": wall_json(&self.thermograph.right) }),
            ),
            ("number", json!(self.is_number)),
            ("infinitesimal", json!(self.is_infinitesimal)),
            ("all_small", json!(self.is_all_small)),
            ("impartial", json!(self.nimber.is_some())),
            ("nimber", json!(self.nimber)),
            ("atomic_weight", json!(self.atomic_weight)),
            ("reduced_canonical_form", json!(self.reduced)),
            ("left_incentives", json!(self.left_incentives)),
            ("right_incentives", json!(self.right_incentives)),
            ("positions", json!(self.positions)),
        ]
    }

    pub(super) fn write_json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let fields = self.fields();
        writeln!(out, "{{")?;
        for (at, (name, value)) in fields.iter().enumerate() {
            let comma = if at + 1 < fields.len() { "," } else { "" };
            writeln!(out, "  {}: {value}{comma}", json!(name))?;
        }
        Ok(writeln!(out, "}}")?)
    }

    pub(super) fn write_csv(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "property,value")?;
        for (name, value) in self.fields() {
            let text = match value {
                Value::String(text) => text,
                other => other.to_string(),
            };
            writeln!(out, "{name},\"{}\"", text.replace('"', "\"\""))?;
        }
        Ok(())
    }
}

fn outcome_text(outcome: Outcome) -> Text {
    match outcome {
        Outcome::N => say!("value.outcome_n"),
        Outcome::P => say!("value.outcome_p"),
        Outcome::L => say!("value.outcome_l"),
        Outcome::R => say!("value.outcome_r"),
    }
}

fn wall_text(wall: &Wall) -> String {
    wall.corners().iter().map(|(t, value)| format!("({t}, {value})")).collect::<Vec<_>>().join(" ")
}

fn wall_json(wall: &Wall) -> Value {
    wall.corners().iter().map(|(t, value)| json!([t.to_string(), value.to_string()])).collect()
}
