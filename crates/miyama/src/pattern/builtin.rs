//! The built-in games on cells: texts in `games/grid`, `games/strip`, `games/graph`
//! and `games/edges`, read like everybody else's.

use super::parse_definition;
use super::position::looks_like_graph;
use super::syntax::{Definition, Kind};
use miyama_text::Lang;
use std::sync::OnceLock;

/// A built-in game with what its file says about it.
#[derive(Clone, Debug)]
pub struct Builtin {
    /// The whole file.
    pub text: &'static str,
    /// The definition in it.
    pub definition: Definition,
}

impl Builtin {
    /// The name under which it is known.
    #[must_use]
    pub fn name(&self) -> &str {
        self.definition.name.as_deref().unwrap_or_default()
    }

    /// The rule in one sentence.
    #[must_use]
    pub fn rule(&self, lang: Lang) -> &'static str {
        let own = self.comment(&format!("# {}: ", lang.code()));
        if own.is_empty() { self.comment("# en: ") } else { own }
    }

    /// Where the game comes from; documents are named by their numbers.
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.comment("# source: ")
    }

    fn comment(&self, start: &str) -> &'static str {
        self.text.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default()
    }
}

/// All built-in games, those on grids first, then strips, graphs, edges.
#[must_use]
pub fn all() -> &'static [Builtin] {
    static ALL: OnceLock<Vec<Builtin>> = OnceLock::new();
    ALL.get_or_init(|| {
        let read = |(_, text): &(&str, &'static str)| Builtin {
            text,
            definition: parse_definition(text).expect("the built-in games are part of the program and tested"),
        };
        let mut games: Vec<Builtin> = crate::built_in::CELLS.iter().map(read).collect();
        games.sort_by_key(|game| Kind::ALL.iter().position(|kind| *kind == game.definition.kind));
        games
    })
}

/// The built-in games of this name: one for each kind of ground it is played on.
pub fn find(name: &str) -> impl Iterator<Item = &'static Builtin> {
    all().iter().filter(move |game| game.name() == name)
}

/// The built-in game of this name for a position written like this: a name may
/// be that of a game on boards and of one on graphs, and the position tells.
#[must_use]
pub fn find_for(name: &str, position: &str) -> Option<&'static Builtin> {
    let on_graph = looks_like_graph(position);
    let fits = |game: &&'static Builtin| game.definition.kind.is_graph() == on_graph;
    find(name).find(fits).or_else(|| find(name).next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_the_folders_and_each_file_says_what_it_is() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
        for kind in Kind::ALL {
            let files = std::fs::read_dir(format!("{folder}/{}", kind.word())).unwrap();
            let mut found: Vec<String> =
                files.map(|f| f.unwrap().file_name().into_string().unwrap().replace(".game", "")).collect();
            found.sort();
            let of_kind = all().iter().filter(|game| game.definition.kind == kind);
            let mut listed: Vec<&str> = of_kind.map(Builtin::name).collect();
            listed.sort_unstable();
            assert_eq!(found, listed);
        }
        for game in all() {
            for text in [game.rule(Lang::En), game.rule(Lang::Ja), game.source()] {
                assert!(!text.is_empty(), "{} lacks a comment", game.name());
            }
        }
    }
}
