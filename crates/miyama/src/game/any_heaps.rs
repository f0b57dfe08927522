//! Games on any number of heaps, and what they are on so many of them.

use super::HeapGame;
use crate::heap::notation::{Body, Definition};
use crate::heap::ruleset::{Argument, MOST_HEAPS, Ruleset};
use crate::heap::theorem::{Theorem, moore};
use miyama_budget::{Budget, Mistake};

/// From so many heaps on no tables of boxes are made.
const MANY: usize = MOST_HEAPS + 1;

/// A definition on any number of heaps, with its arguments.
#[derive(Clone, Debug)]
pub struct AnyHeaps {
    pub(super) definition: Definition,
    pub(super) arguments: Vec<Argument>,
}

impl AnyHeaps {
    /// The definition as text.
    #[must_use]
    pub fn text(&self) -> String {
        self.definition.to_string()
    }

    /// The name of the number of heaps.
    #[must_use]
    pub fn count(&self) -> &str {
        match &self.definition.body {
            Body::Indexed(indexed) => &indexed.count.text,
            _ => "n",
        }
    }

    pub(super) fn on(&self, label: String, heaps: usize, budget: &Budget) -> Result<HeapGame, Mistake> {
        let rules = |definition: &Definition| Ruleset::on_heaps(definition, &self.arguments, heaps, budget);
        let mut game = HeapGame::of_rules(label, &self.definition, &rules)?;
        // On fewer heaps there are tables, and proofs with certificates.
        if let (Body::Indexed(indexed), MANY..) = (&self.definition.body, heaps) {
            game.theorem = moore::recognise(&self.definition, indexed, &self.arguments).map(Theorem::Moore);
        }
        Ok(game)
    }
}

impl HeapGame {
    /// The game on so many heaps: of a definition on any number of them the rules for this
    /// number, and every other game as it is.
    ///
    /// # Errors
    /// A [`Mistake`] if it is not played on so many heaps.
    pub fn on(&self, heaps: usize, budget: &Budget) -> Result<HeapGame, Mistake> {
        let Some(any) = &self.any else { return Ok(self.clone()) };
        let mut game = any.on(self.label.clone(), heaps, budget)?;
        game.proofs.clone_from(&self.proofs);
        game.any = Some(any.clone());
        Ok(game)
    }
}
