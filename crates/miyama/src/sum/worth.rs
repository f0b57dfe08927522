//! Values as parts of sums: `*2`, `1/2`, `{1 | -1}` stand for any game that has them.

use crate::play::Player;
use crate::sum::{NoValue, evaluate};
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::{Budget, Mistake};
use miyama_text::say;

/// A value, written as a canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    text: String,
    nimber: Option<u32>,
}

impl Worth {
    /// Reads a value: any expression of the notation of values that has one.
    ///
    /// # Errors
    /// A [`Mistake`] with its place.
    pub fn read(text: &str, budget: &Budget) -> Result<Worth, Mistake> {
        let mut arena = Arena::new(budget);
        let unfinished = |reason: Unfinished| match reason {
            Unfinished::Stopped(stopped) => Mistake::from(stopped),
            other => Mistake::new(0..text.len(), other.text()),
        };
        let value = match evaluate(&mut arena, text) {
            Ok(evaluated) => evaluated.game(),
            Err(NoValue::Mistake(mistake)) => return Err(mistake),
            Err(NoValue::Unfinished(reason)) => return Err(unfinished(reason)),
        };
        let Some(value) = value else { return Err(Mistake::new(0..text.len(), say!("game.not_a_value"))) };
        Worth::of(&mut arena, value).map_err(unfinished)
    }

    /// A value of an arena.
    ///
    /// # Errors
    /// [`Unfinished`] if it is too long to be written.
    pub fn of(arena: &mut Arena, value: GameId) -> Result<Worth, Unfinished> {
        Ok(Worth { text: arena.text(value)?, nimber: arena.as_nimber(value) })
    }

    /// The number n of the nimber `*n`, if it is one.
    #[must_use]
    pub fn nimber(&self) -> Option<u32> {
        self.nimber
    }

    /// The nimber `*n`.
    #[must_use]
    pub(crate) fn of_nimber(n: u32) -> Worth {
        let text = match n {
            0 => "0".to_owned(),
            1 => "*".to_owned(),
            n => format!("*{n}"),
        };
        Worth { text, nimber: Some(n) }
    }

    /// The canonical form.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value in an arena.
    ///
    /// # Errors
    /// [`Unfinished`] if the arena does not allow it.
    pub(crate) fn in_arena(&self, arena: &mut Arena) -> Result<GameId, Unfinished> {
        match evaluate(arena, &self.text) {
            Ok(evaluated) => Ok(evaluated.game().expect("what was printed as a value is one")),
            Err(NoValue::Unfinished(reason)) => Err(reason),
            Err(NoValue::Mistake(mistake)) => unreachable!("what is printed can be read: {mistake}"),
        }
    }

    /// The options of the canonical form.
    ///
    /// # Errors
    /// [`Unfinished`] if the budget does not allow it.
    pub fn options(&self, player: Player, budget: &Budget) -> Result<Vec<Worth>, Unfinished> {
        if let Some(n) = self.nimber {
            return Ok((0..n).rev().map(Worth::of_nimber).collect());
        }
        let mut arena = Arena::new(budget);
        let value = self.in_arena(&mut arena)?;
        let options = arena.options(value, player)?;
        options.into_iter().map(|option| Worth::of(&mut arena, option)).collect()
    }
}
