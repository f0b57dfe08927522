//! A game on the cells of grids, strips or graphs, as it is named.

use crate::pattern::{self, Cells, Ending};
use miyama_budget::{Budget, Mistake};
use std::sync::Arc;

/// A game on cells: a form for each kind of ground that it is played on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CellGame {
    /// As it stands in positions; empty for a definition without a name.
    pub label: String,
    /// The forms; the position tells which is meant.
    pub forms: Vec<Arc<pattern::Game>>,
}

impl CellGame {
    pub(super) fn new<'d>(
        label: impl Into<String>,
        definitions: impl IntoIterator<Item = &'d pattern::Definition>,
        arguments: &[usize],
    ) -> Result<CellGame, Mistake> {
        let game = |definition: &pattern::Definition| Ok(Arc::new(pattern::Game::new(definition.clone(), arguments)?));
        Ok(CellGame { label: label.into(), forms: definitions.into_iter().map(game).collect::<Result<_, Mistake>>()? })
    }

    /// The form for a position that is written like this.
    #[must_use]
    pub(crate) fn form_for(&self, position: &str) -> &Arc<pattern::Game> {
        let on_graph = pattern::position::looks_like_graph(position);
        let fits = |game: &&Arc<pattern::Game>| game.definition().kind.is_graph() == on_graph;
        self.forms.iter().find(fits).unwrap_or(&self.forms[0])
    }

    /// Reads a position: `3x4`, `xo./.ox`, `cycle(5)`, `1-2,2-3;xo.`.
    ///
    /// # Errors
    /// A [`Mistake`] with its place; also if play on this ground need not end.
    pub fn read(&self, text: &str, budget: &Budget) -> Result<Cells, Mistake> {
        let game = self.form_for(text);
        let position = game.read(text)?;
        let ending = game.ending_from(&position, budget)?;
        match (ending.refusal(), &ending) {
            (None, _) => Ok(Cells::new(self.label.clone(), game, position)),
            (Some(says), Ending::Unknown) => Err(Mistake::new(0..text.len(), says).undecided()),
            (Some(says), _) => Err(Mistake::new(0..text.len(), says)),
        }
    }
}
