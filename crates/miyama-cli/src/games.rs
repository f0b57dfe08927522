//! Finds the games that a command line names: built in, defined on the spot,
//! or in a file.

use crate::failure::Failure;
use crate::input;
use crate::theorems;
use miyama::game::{Game, Games, bracketed, is_definition, split_outside_braces};
use miyama::play::{Convention, Player};
use miyama::sum::{Part, Position, Theorems, parse_heaps_within, parse_position, terms};
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A definition is a few lines; a file larger than this is something else.
const LARGEST_FILE: u64 = 1 << 20;

/// The game that `text` names.
pub(crate) fn game(text: &str, budget: &Budget) -> Result<Game, Failure> {
    game_with(text, theorems::built_in(), budget)
}

/// The game that `text` names, asking these theorems.
fn game_with(text: &str, proofs: Arc<dyn Theorems>, budget: &Budget) -> Result<Game, Failure> {
    let mut games = Games::built_in().within(budget).with_proofs(proofs);
    if !is_definition(text) {
        load(&mut games, text, budget)?;
    }
    games.find(text).map_err(|mistake| Failure::mistake(mistake, text))
}

/// A position and how it is played, as commands ask for them.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct GivenPosition {
    position: String,
    #[arg(long, value_name = "HEAPS")]
    #[serde(default)]
    at: Option<String>,
    #[arg(long)]
    #[serde(default)]
    misere: bool,
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    theorems: Vec<PathBuf>,
}

impl GivenPosition {
    pub(crate) fn read(&self, budget: &Budget) -> Result<(Position, Convention), Failure> {
        let convention = if self.misere { Convention::Misere } else { Convention::Normal };
        let proofs = theorems::library(&self.theorems, budget)?;
        let position = position_with(&self.position, self.at.as_deref(), proofs.clone(), budget)?;
        if !self.theorems.is_empty() {
            let of_heaps = position.parts.iter().filter_map(|part| match part {
                Part::Heap { game, .. } => Some(&*game.ruleset),
                _ => None,
            });
            for name in proofs.about_others(&of_heaps.collect::<Vec<_>>(), convention, budget) {
                budget.note(&say!("proof.about_others", path = name));
            }
        }
        Ok((position, convention))
    }

    /// The same, where a game alone may be named: it begins somewhere.
    pub(crate) fn read_or_begin(&self, budget: &Budget) -> Result<(Position, Convention), Failure> {
        let is_whole = self.at.is_some() || (!is_definition(&self.position) && self.position.contains([':', '：']));
        if is_whole {
            return self.read(budget);
        }
        match game(&self.position, budget) {
            Ok(found) => {
                let at = Some(first_position(&found));
                GivenPosition { at, ..self.clone() }.read(budget)
            }
            // A value such as `{1|-1}` is a position and no game.
            Err(_) => self.read(budget),
        }
    }

    /// The rules, where they are given on the spot.
    pub(crate) fn definition(&self) -> Option<&str> {
        is_definition(&self.position).then(|| self.position.trim())
    }
}

/// One of the players of a game in which they have different moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// Left, for whom positive values are good.
    #[default]
    Left,
    /// Right.
    Right,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}

/// The position that `text` names; with `at`, `text` is the game.
pub(crate) fn position(text: &str, at: Option<&str>, budget: &Budget) -> Result<Position, Failure> {
    position_with(text, at, theorems::built_in(), budget)
}

/// The same, asking these theorems.
fn position_with(
    text: &str,
    at: Option<&str>,
    proofs: Arc<dyn Theorems>,
    budget: &Budget,
) -> Result<Position, Failure> {
    if let Some(at) = at {
        let game = game_with(text, proofs, budget)?;
        let parts = parse_heaps_within(at, &game, budget).map_err(|mistake| Failure::option("--at", mistake, at))?;
        return Ok(Position { parts });
    }
    let mut games = Games::built_in().within(budget).with_proofs(proofs);
    if !is_definition(text) {
        let pieces = split_outside_braces(text, '+').into_iter().flat_map(terms).map(|(_, piece, _)| piece);
        for piece in pieces.filter(|piece| bracketed(piece).is_none()) {
            load(&mut games, piece.rsplit_once([':', '：']).map_or(piece, |(game, _)| game), budget)?;
        }
    }
    parse_position(text, &games).map_err(|mistake| Failure::mistake(hinted(mistake, text, &games), text))
}

/// `nim 3 5 7` and `nim(3,5,7)` are written with a colon.
fn hinted(mistake: Mistake, text: &str, games: &Games) -> Mistake {
    let Some(start) = text.find([' ', ',', '(']) else { return mistake };
    let (name, rest) = text.split_at(start);
    let heaps: Vec<&str> = rest.split([' ', ',', '(', ')']).filter(|piece| !piece.is_empty()).collect();
    let is_heaps = !heaps.is_empty() && heaps.iter().all(|heap| heap.bytes().all(|byte| byte.is_ascii_digit()));
    if text.contains([':', '：']) || !is_heaps || games.find(name).is_err() {
        return mistake;
    }
    mistake.with_hint(say!("solve.write_like", example = format!("{name}:{}", heaps.join(","))))
}

/// Where play begins if only a game is named.
pub(crate) fn first_position(game: &Game) -> String {
    let fixed = match game {
        Game::Heap(game) => match game.ruleset.heaps() {
            1 => "3,5,7",
            2 => "5,7",
            3 => "3,5,7",
            4 => "3,5,7,9",
            5 => "3,5,7,9,11",
            _ => "3,5,7,9,11,13",
        },
        Game::Cells(_) => "3x4",
        Game::Compound(game) => return game.example(),
    };
    fixed.to_owned()
}

/// Reads the file that a game is named by, if it is named by a file.
fn load(games: &mut Games, name: &str, budget: &Budget) -> Result<(), Failure> {
    let name = name.trim();
    let path = name.split('(').next().unwrap_or(name).trim();
    // A value may have a slash too: 1/2, {1/2|}.
    let is_value = !path.starts_with(|first: char| first.is_alphabetic() || "./_~".contains(first));
    let is_path = path.contains('/') && !is_value || Path::new(path).extension().is_some_and(|e| e == "game");
    if !is_path {
        return Ok(());
    }
    let text = input::read_text(Path::new(path), LARGEST_FILE, budget)?;
    games.add(path, &text).map_err(|mistake| Failure::mistake(mistake, &text))
}
