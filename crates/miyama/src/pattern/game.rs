//! A game: a definition with its arguments, and what is derived from it.

use super::position::{self, CellPosition, Ground, MOST_CELLS, MOST_SQUARES};
use super::rule::{MOST_SIGNS, Rules};
use super::shown::writes_as_shown;
use super::syntax::{Definition, NO_CELL, Near};
use super::taking::{self, LONGEST, Taking, Unsolved};
use crate::play::Player;
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::Mistake;
use miyama_text::say;
use std::sync::Arc;

/// A game on cells, ready to be played. Games are equal if their rules are, whatever they
/// are called and whatever a board of a given size begins with.
#[derive(Clone, Debug)]
pub struct Game {
    definition: Arc<Definition>,
    arguments: Vec<usize>,
    impartial: bool,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        let (own, others) = (&self.definition, &other.definition);
        if Arc::ptr_eq(own, others) || own.groups == others.groups && own.classes == others.classes {
            return own.kind == others.kind && self.arguments == other.arguments;
        }
        // Repetitions in several rows are written out up to the size of the board: they are
        // compared as text alone.
        let repeats = |game: &Definition| {
            let rows = game.steps().filter(|step| step.from.rows.len() > 1).flat_map(|step| &step.from.rows);
            rows.flatten().any(|item| item.count.is_some())
        };
        if own.kind != others.kind || repeats(own) || repeats(others) {
            return false;
        }
        let beyond = |game: &Definition| {
            game.groups.iter().flat_map(|g| &g.rules).any(|r| matches!(r.near, Some(Near::Beyond(..))))
        };
        // How far `beyond` goes is the same for all sizes.
        let longest = if beyond(own) || beyond(others) { 4 } else { MOST_CELLS };
        let rules = |game: &Game| Rules::new(&game.definition, &game.arguments, longest);
        let (own, others) = (rules(self), rules(other));
        let shapes = |rules: &Rules, player: usize| -> Vec<_> {
            let mut moves: Vec<_> = rules.moves[player]
                .iter()
                .map(|(step, then)| {
                    let then = then
                        .as_ref()
                        .map(|steps| steps.iter().map(|step| rules.steps[*step].clone()).collect::<Vec<_>>());
                    (rules.steps[*step].clone(), then)
                })
                .collect();
            moves.sort();
            moves
        };
        own.signs == others.signs
            && own.dead == others.dead
            && own.marks == others.marks
            && [0, 1].into_iter().all(|player| shapes(&own, player) == shapes(&others, player))
    }
}

impl Eq for Game {}

impl Game {
    /// Whether it is another game with the players exchanged, on the same signs.
    pub(crate) fn is_negative_of(&self, other: &Game) -> bool {
        let mut turned = (*other.definition).clone();
        turned.groups.iter_mut().for_each(|group| group.who = group.who.map(Player::opponent));
        self.impartial == other.impartial && *self == Game { definition: Arc::new(turned), ..other.clone() }
    }

    /// A definition with the values of its parameters; those that are missing
    /// at the end have a default.
    ///
    /// # Errors
    /// When numbers are missing or too many, or the signs are too many.
    pub fn new(definition: Definition, arguments: &[usize]) -> Result<Game, Mistake> {
        let given = definition.parameters.iter().enumerate().map(|(i, p)| arguments.get(i).copied().or(p.default));
        let values: Option<Vec<usize>> = given.collect();
        let expected = definition.parameters.len();
        let values = match values {
            Some(values) if arguments.len() <= expected => values,
            _ => {
                let says = say!("pattern.arguments", found = arguments.len(), expected = expected);
                return Err(Mistake::new(0..0, says));
            }
        };
        if let Some(mistake) = definition.empty_count(&values) {
            return Err(mistake);
        }
        let signs = definition.signs().len();
        if signs > MOST_SIGNS {
            return Err(Mistake::new(0..0, say!("pattern.many_signs", found = signs, most = MOST_SIGNS)));
        }
        let impartial = Rules::new(&definition, &values, 2).impartial;
        Ok(Game { definition: Arc::new(definition), arguments: values, impartial })
    }

    /// The definition.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The values of the parameters.
    #[must_use]
    pub fn arguments(&self) -> &[usize] {
        &self.arguments
    }

    /// Do both players have the same moves?
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.impartial
    }

    /// Whether a move may have two steps.
    #[must_use]
    pub fn has_two_steps(&self) -> bool {
        self.definition.groups.iter().flat_map(|group| &group.rules).any(|rule| rule.then.is_some())
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(&self, text: &str) -> Result<CellPosition, Mistake> {
        let taking = || Taking::of("", self, LONGEST);
        let read = position::read(&self.definition, text, MOST_CELLS);
        let mut position = match read {
            // Stones that fall into groups are played group by group.
            Err(mistake) => match position::read(&self.definition, text, MOST_SQUARES) {
                Err(other) if other == mistake => return Err(mistake),
                read if taking().is_some_and(|taking| taking.falls_apart()) => read?,
                _ => return Err(mistake),
            },
            Ok(position) => position,
        };
        let shape = text.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()) && text.contains('(');
        let shape = shape && position.signs.contains(&NO_CELL);
        // What a shape leaves out looks like stones that were taken.
        if let Some(taking) = shape.then(taking).flatten() {
            position.signs.iter_mut().filter(|sign| **sign == NO_CELL).for_each(|sign| *sign = taking.gone());
        }
        Ok(position)
    }

    /// The canonical form of one position of a game in which all play ends.
    ///
    /// # Errors
    /// The budget, the depth of the arena, or that play may not end.
    pub fn value(&self, arena: &mut Arena, position: &CellPosition) -> Result<GameId, Unfinished> {
        let budget = arena.budget().clone();
        if let Some(says) = self.ending_from(position, &budget)?.refusal() {
            return Err(Unfinished::Undefined(says));
        }
        if let Some(stones) = self.stones(position) {
            let nimber = stones.value(&budget).map_err(|reason| match reason {
                Unsolved::Stopped(stopped) => Unfinished::Stopped(stopped),
                other => Unfinished::Undefined(other.text()),
            })?;
            return Ok(arena.nimber(nimber.0));
        }
        let mut engine = self.engine(&position.ground);
        if self.impartial {
            let nimber = engine.nimber(position, &budget)?;
            return Ok(arena.nimber(nimber.0));
        }
        engine.value(arena, position)
    }

    /// A position as stones, if all that play does is to take them.
    #[must_use]
    pub fn stones(&self, position: &CellPosition) -> Option<taking::StonePosition> {
        let Ground::Grid { height, width } = *position.ground else { return None };
        let taking = self.taking("", height, width)?;
        let board = taking.board(position)?;
        Some(taking::StonePosition::new(&taking, board))
    }

    /// The game on boards of this size as the taking of stones, if that is all that play does. One
    /// line of more than [`LONGEST`] is left to the engine for all games: it falls into shorter
    /// lines, of which there are few.
    pub(crate) fn taking(&self, name: &str, height: usize, width: usize) -> Option<Arc<Taking>> {
        let longest = height.max(width);
        let is_line = height.min(width) == 1 && (LONGEST + 1..=MOST_CELLS).contains(&longest);
        // Stones that are taken are written as one sign; most games have no other. A cell that is taken off
        // the board is not written as a sign.
        let shown =
            || writes_as_shown(&self.definition, &Rules::new(&self.definition, &self.arguments, longest.min(LONGEST)));
        let removes = self.definition.steps().any(|step| {
            let mut signs = step.to.rows.iter().flatten().flat_map(|item| &item.signs);
            signs.any(|sign| sign.sign == NO_CELL)
        });
        let kinds = self.definition.signs().len() + usize::from(removes);
        if is_line || kinds > 2 && !shown() {
            return None;
        }
        Taking::of(name, self, longest.min(LONGEST))
    }
}
