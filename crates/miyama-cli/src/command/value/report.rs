//! Everything that is known of a game, as text, JSON and CSV.

use crate::answer::value as data;
use crate::export::csv::{Rows, fields};
use crate::failure::Failure;
use miyama::play::{Outcome, Player};
use miyama::value::{Arena, GameId, Thermograph, Unfinished, Wall};
use miyama_budget::Stopped;
use miyama_text::{Lang, Text, say};
use std::io::Write;
use std::sync::Arc;
use unicode_width::UnicodeWidthStr;

/// A property, or why it is left out.
type Known<T> = Result<T, Unfinished>;

/// What `--all` shows. A property that is out of reach is left out, the others
/// are there.
pub(super) struct Report {
    canonical: Known<String>,
    outcome: Outcome,
    birthday: Known<String>,
    left_stop: String,
    right_stop: String,
    thermograph: Known<Arc<Thermograph>>,
    is_number: bool,
    is_infinitesimal: bool,
    is_all_small: Known<bool>,
    nimber: Option<u32>,
    /// Whether the game as it was written is impartial, where that has a meaning.
    impartial_form: Option<bool>,
    /// `None` if it has none.
    atomic_weight: Known<Option<String>>,
    reduced: Known<String>,
    left_incentives: Known<Vec<String>>,
    right_incentives: Known<Vec<String>>,
    positions: Known<String>,
}

/// A game of more positions has no thermograph at once.
const MANY: u32 = 10_000;

impl Report {
    /// What takes long is left out if the game is too long to be written, unless `all` is asked for.
    /// What takes long comes last, so that the rest is there if the budget ends.
    pub(super) fn new(arena: &mut Arena, game: GameId, impartial_form: Option<bool>, all: bool) -> Report {
        let canonical = arena.text(game);
        let (birthday, positions) = (arena.birthday(game), arena.positions(game));
        let is_all_small = arena.is_all_small(game);
        let is_long = matches!(canonical, Err(Unfinished::Undefined(_))) && !all;
        let is_large = is_long && positions.as_ref().is_ok_and(|count| *count > MANY.into());
        let unless = |skipped| if skipped { Err(Unfinished::Undefined(say!("value.only_with_all"))) } else { Ok(()) };
        let unless_skipped = || unless(is_long);
        let thermograph = unless(is_large).and_then(|()| arena.thermograph(game));
        let weight = unless_skipped().and_then(|()| match arena.atomic_weight(game)? {
            Some(weight) => Ok(Some(arena.text(weight)?)),
            None => Ok(None),
        });
        let reduced = unless_skipped().and_then(|()| {
            let reduced = arena.reduced(game)?;
            arena.text(reduced)
        });
        let mut incentives = |player| {
            unless_skipped()?;
            let all = arena.player_incentives(game, player)?;
            arena.texts(&all)
        };
        let (left_incentives, right_incentives) = (incentives(Player::Left), incentives(Player::Right));
        Report {
            canonical,
            outcome: arena.outcome(game),
            birthday: birthday.map(|day| day.to_string()),
            left_stop: arena.stop(game, Player::Left).number.to_string(),
            right_stop: arena.stop(game, Player::Right).number.to_string(),
            thermograph,
            is_number: arena.is_number(game),
            is_infinitesimal: arena.is_infinitesimal(game),
            is_all_small,
            nimber: arena.as_nimber(game),
            // A game whose value is none of an impartial game is none itself.
            impartial_form: arena.as_nimber(game).map_or(Some(false), |_| impartial_form),
            atomic_weight: weight,
            reduced,
            left_incentives,
            right_incentives,
            positions: positions.map(|count| count.to_string()),
        }
    }

    /// The properties that are left out, and why.
    fn left_out(&self) -> Vec<(&'static str, &Unfinished)> {
        let all = [
            ("canonical", self.canonical.as_ref().err()),
            ("birthday", self.birthday.as_ref().err()),
            ("thermograph", self.thermograph.as_ref().err()),
            ("all_small", self.is_all_small.as_ref().err()),
            ("atomic_weight", self.atomic_weight.as_ref().err()),
            ("reduced_canonical_form", self.reduced.as_ref().err()),
            ("left_incentives", self.left_incentives.as_ref().err()),
            ("right_incentives", self.right_incentives.as_ref().err()),
            ("positions", self.positions.as_ref().err()),
        ];
        all.into_iter().filter_map(|(name, reason)| Some((name, reason?))).collect()
    }

    /// Why properties are left out, if the budget ended.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        self.left_out().into_iter().find_map(|(_, reason)| match reason {
            Unfinished::Stopped(stopped) => Some(*stopped),
            _ => None,
        })
    }

    /// One property a line, the names in a column.
    pub(super) fn write_text(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let yes = |holds: bool| if holds { say!("value.yes") } else { say!("value.no") }.in_lang(lang);
        let none = || say!("value.none").in_lang(lang);
        let left_out = |reason: &Unfinished| say!("value.left_out", reason = reason.text()).in_lang(lang);
        let text = |known: &Known<String>| known.clone().unwrap_or_else(|reason| left_out(&reason));
        let list = |known: &Known<Vec<String>>| match known {
            Ok(texts) if texts.is_empty() => none(),
            Ok(texts) => texts.join(", "),
            Err(reason) => left_out(reason),
        };
        let graph = |show: &dyn Fn(&Thermograph) -> String| match &self.thermograph {
            Ok(thermograph) => show(thermograph),
            Err(reason) => left_out(reason),
        };
        let weight = match &self.atomic_weight {
            Ok(Some(weight)) => weight.clone(),
            Ok(None) => say!("value.undefined").in_lang(lang),
            Err(Unfinished::TooLarge) => say!("value.not_computed").in_lang(lang),
            Err(reason) => left_out(reason),
        };
        let all_small = match &self.is_all_small {
            Ok(holds) => yes(*holds),
            Err(reason) => left_out(reason),
        };
        let impartial = match (self.nimber, self.impartial_form) {
            (Some(n), Some(true)) => format!("{} (*{n})", yes(true)),
            (Some(n), Some(false)) => say!("value.impartial_value_only", nimber = n).in_lang(lang),
            (Some(n), None) => say!("value.impartial_value", nimber = n).in_lang(lang),
            (None, _) => yes(false),
        };
        let rows: Vec<(Text, String)> = vec![
            (say!("value.canonical"), text(&self.canonical)),
            (say!("value.outcome"), outcome_text(self.outcome).in_lang(lang)),
            (say!("value.birthday"), text(&self.birthday)),
            (say!("value.left_stop"), self.left_stop.clone()),
            (say!("value.right_stop"), self.right_stop.clone()),
            (say!("value.mean"), graph(&|thermograph| thermograph.mean.to_string())),
            (say!("value.temperature"), graph(&|thermograph| thermograph.temperature.to_string())),
            (say!("value.left_wall"), graph(&|thermograph| wall_text(&thermograph.left))),
            (say!("value.right_wall"), graph(&|thermograph| wall_text(&thermograph.right))),
            (say!("value.number"), yes(self.is_number)),
            (say!("value.infinitesimal"), yes(self.is_infinitesimal)),
            (say!("value.all_small"), all_small),
            (say!("value.impartial"), impartial),
            (say!("value.atomic_weight"), weight),
            (say!("value.reduced"), text(&self.reduced)),
            (say!("value.left_incentives"), list(&self.left_incentives)),
            (say!("value.right_incentives"), list(&self.right_incentives)),
            (say!("value.positions"), text(&self.positions)),
        ];
        let names: Vec<String> = rows.iter().map(|(name, _)| name.in_lang(lang)).collect();
        let width = names.iter().map(|name| name.width()).max().unwrap_or(0);
        for (name, (_, value)) in names.iter().zip(&rows) {
            writeln!(out, "{name}{}  {value}", " ".repeat(width - name.width()))?;
        }
        Ok(())
    }

    /// What is left out is null, and the last field says why.
    pub(super) fn data(&self, lang: Lang) -> data::Value {
        let graph = self.thermograph.as_ref().ok();
        let left_out = self.left_out().into_iter();
        data::Value {
            canonical: self.canonical.clone().ok(),
            outcome: self.outcome.into(),
            birthday: self.birthday.clone().ok(),
            left_stop: self.left_stop.clone(),
            right_stop: self.right_stop.clone(),
            mean: graph.map(|graph| graph.mean.to_string()),
            temperature: graph.map(|graph| graph.temperature.to_string()),
            thermograph: graph
                .map(|graph| data::Thermograph { left: corners(&graph.left), right: corners(&graph.right) }),
            number: self.is_number,
            infinitesimal: self.is_infinitesimal,
            all_small: self.is_all_small.clone().ok(),
            impartial: self.impartial_form.unwrap_or(self.nimber.is_some()),
            impartial_form: self.impartial_form,
            impartial_value: self.nimber.is_some(),
            nimber: self.nimber,
            atomic_weight: self.atomic_weight.clone().ok().flatten(),
            reduced_canonical_form: self.reduced.clone().ok(),
            left_incentives: self.left_incentives.clone().ok(),
            right_incentives: self.right_incentives.clone().ok(),
            positions: self.positions.clone().ok(),
            left_out: left_out.map(|(name, reason)| (name, reason.text().in_lang(lang))).collect(),
        }
    }

    /// A property on each row: what JSON has of it.
    pub(super) fn write_csv(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let mut rows = Rows::new(&["property", "value"], out)?;
        for (name, text) in fields(&self.data(lang))? {
            rows.row(&[name, text])?;
        }
        rows.end()
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

/// The corners of a wall as temperature and value.
fn corners(wall: &Wall) -> Vec<[String; 2]> {
    wall.corners().iter().map(|(t, value)| [t.to_string(), value.to_string()]).collect()
}
