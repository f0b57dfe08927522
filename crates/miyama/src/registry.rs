//! The built-in games by name, in one list: a name may be that of a game on heaps and of
//! one on cells, and on cells of several grounds.

use crate::heap::builtin as heap;
use crate::heap::notation::Body;
use crate::pattern::builtin as cells;
use miyama_budget::Mistake;
use miyama_text::{Lang, say};
use std::sync::LazyLock;

/// A built-in game with all its forms.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// The form on heaps.
    pub heap: Option<&'static heap::Builtin>,
    /// The forms on cells, one for each kind of ground.
    pub cells: Vec<&'static cells::Builtin>,
}

impl Listed {
    /// What it is played on: `heaps`, `code`, `grid`, `strip`, `graph`, `edges`.
    #[must_use]
    pub fn kinds(&self) -> Vec<&'static str> {
        let heap = self.heap.map(|game| match game.definition.body {
            Body::Code(_) => "code",
            Body::Options { .. } | Body::Indexed(_) | Body::Compound(_) => "heaps",
        });
        heap.into_iter().chain(self.cells.iter().map(|game| game.definition.kind.word())).collect()
    }

    /// Whether Left and Right have moves of their own.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        let cells = |game: &&cells::Builtin| game.definition.groups.iter().any(|group| group.who.is_some());
        self.heap.is_some_and(|game| game.definition.is_partizan()) || self.cells.iter().any(cells)
    }

    /// The rule in one sentence.
    #[must_use]
    pub fn rule(&self, lang: Lang) -> &'static str {
        let on_cells = || self.cells.first().map(|game| game.rule(lang));
        self.heap.map(|game| game.rule(lang)).or_else(on_cells).unwrap_or_default()
    }

    /// The name with its parameters, as a user would call it: `wythoff(s = 1)`.
    #[must_use]
    pub fn signature(&self) -> String {
        self.heap.map_or_else(|| self.name.to_owned(), heap::Builtin::signature)
    }
}

/// All built-in games, those on heaps first, each name once.
///
/// ```
/// use miyama::registry;
/// let kayles = registry::find("kayles").unwrap();
/// assert_eq!(kayles.kinds(), ["code", "strip"]);
/// ```
#[must_use]
pub fn all() -> &'static [Listed] {
    static ALL: LazyLock<Vec<Listed>> = LazyLock::new(|| {
        let names = heap::all().iter().map(|game| game.name).chain(cells::all().iter().map(cells::Builtin::name));
        let mut all: Vec<Listed> = Vec::new();
        for name in names {
            if !all.iter().any(|listed| listed.name == name) {
                all.push(Listed { name, heap: heap::find(name), cells: cells::find(name).collect() });
            }
        }
        all
    });
    &ALL
}

/// The built-in game of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Listed> {
    all().iter().find(|listed| listed.name == name)
}

/// The mistake of a name that no game has, with the nearest one as a hint.
#[must_use]
pub fn unknown(name: &str) -> Mistake {
    let mistake = Mistake::new(0..name.len(), say!("ruleset.unknown_game", name = name));
    let length = name.chars().count();
    // Names of three letters are all near each other.
    let most = (length / 2).clamp(1, 2.max(length / 3));
    let candidates = all().iter().filter(|other| other.name.chars().count().abs_diff(length) <= most);
    let near = candidates.map(|near| (miyama_text::distance(name, near.name), near.name)).min();
    match near {
        Some((steps, near)) if steps <= most => mistake.with_hint(say!("cli.did_you_mean", name = near)),
        _ => mistake.with_hint(say!("ruleset.see_games")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_in_the_list_once() {
        let all = all();
        let forms: usize = all.iter().map(|game| usize::from(game.heap.is_some()) + game.cells.len()).sum();
        assert_eq!(forms, crate::built_in::HEAP.len() + crate::built_in::CELLS.len());
        let mut names: Vec<&str> = all.iter().map(|game| game.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert!(find("domineering").unwrap().is_partizan() && find("cutcake").unwrap().is_partizan());
        assert!(!find("cram").unwrap().is_partizan() && !find("nim").unwrap().is_partizan());
        assert_eq!(find("col").unwrap().kinds(), ["grid", "graph"]);
        assert!(unknown("domineerin").to_string().contains("`domineering`"));
        assert!(!unknown("fox").to_string().contains("did you mean"));
    }
}
