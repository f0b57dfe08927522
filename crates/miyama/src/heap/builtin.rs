//! The built-in rulesets: texts in `games/heap`, read like everybody else's.

use super::notation::{Definition, Parameter, parse_definition};
use super::ruleset::{Argument, Ruleset};
use miyama_budget::Mistake;
use miyama_text::{Lang, say};

/// A built-in ruleset with what its file says about it.
#[derive(Clone, Debug)]
pub struct Builtin {
    /// The name under which it is known.
    pub name: &'static str,
    /// The whole file.
    pub text: &'static str,
    /// The definition in it.
    pub definition: Definition,
}

impl Builtin {
    /// The rule in one sentence.
    #[must_use]
    pub fn rule(&self, lang: Lang) -> &'static str {
        let own = self.comment(lang.code());
        if own.is_empty() { self.comment("en") } else { own }
    }

    /// Where the game comes from; documents are named by their numbers.
    #[must_use]
    pub fn source(&self, lang: Lang) -> &'static str {
        let own = self.comment(&format!("source {}", lang.code()));
        if own.is_empty() { self.comment("source") } else { own }
    }

    fn comment(&self, key: &str) -> &'static str {
        let line = self.text.lines().find_map(|line| line.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(": "));
        line.unwrap_or_default()
    }

    /// The name with its parameters, as a user would call it: `wythoff(s = 1)`.
    #[must_use]
    pub fn signature(&self) -> String {
        let shown = |p: &Parameter| match p.default {
            Some(default) => format!("{} = {default}", p.name.text),
            None => p.name.text.clone(),
        };
        match self.definition.parameters.as_slice() {
            [] => self.name.to_owned(),
            all => format!("{}({})", self.name, all.iter().map(shown).collect::<Vec<_>>().join(", ")),
        }
    }

    /// The definition without the comments.
    #[must_use]
    pub fn rules(&self) -> &'static str {
        let start = self.text.lines().take_while(|l| l.starts_with('#')).map(|l| l.len() + 1).sum::<usize>();
        self.text[start..].trim_end()
    }
}

/// All built-in rulesets, in the order of the list.
#[must_use]
pub fn all() -> &'static [Builtin] {
    static ALL: std::sync::OnceLock<Vec<Builtin>> = std::sync::OnceLock::new();
    ALL.get_or_init(|| {
        let read = |&(name, text): &(&'static str, &'static str)| Builtin {
            name,
            text,
            definition: parse_definition(text).expect("the built-in rulesets are part of the program and tested"),
        };
        crate::built_in::HEAP.iter().map(read).collect()
    })
}

/// The built-in ruleset of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Builtin> {
    all().iter().find(|game| game.name == name)
}

/// A built-in ruleset with arguments.
///
/// ```
/// use miyama::heap::{builtin, ruleset::Argument};
/// let wythoff = builtin::ruleset("wythoff", &[Argument::Number(2)]).unwrap();
/// assert_eq!(wythoff.name(), "wythoff(2)");
/// ```
///
/// # Errors
/// A [`Mistake`] if there is no such game or the arguments do not fit.
pub fn ruleset(name: &str, arguments: &[Argument]) -> Result<Ruleset, Mistake> {
    let unknown = || Mistake::new(0..name.len(), say!("ruleset.unknown_game", name = name));
    let game = find(name).ok_or_else(|| unknown().with_hint(say!("ruleset.see_games")))?;
    Ruleset::new(&game.definition, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_the_folder_and_each_file_says_what_it_is() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games/heap");
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|f| Some(f.unwrap().file_name().into_string().unwrap().strip_suffix(".game")?.to_owned()))
            .collect();
        found.sort();
        let mut listed: Vec<&str> = crate::built_in::HEAP.iter().map(|(name, _)| *name).collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
        for game in all() {
            assert_eq!(game.definition.name.as_ref().unwrap().text, game.name);
            for text in [game.rule(Lang::En), game.rule(Lang::Ja), game.source(Lang::En), game.source(Lang::Ja)] {
                assert!(!text.is_empty(), "{} lacks a comment", game.name);
            }
        }
    }
}
