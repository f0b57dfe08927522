//! The message catalogue: every sentence that a person reads, in every language.
//!
//! The mathematics never holds a sentence. It says *what* there is to say, a
//! [`Text`]: a key and its arguments. The sentences stand in `texts/*.toml`,
//! one file per topic; the key of entry `unbounded` of `notation.toml` is
//! `notation.unbounded`.
//!
//! ```
//! use miyama_text::{Lang, say};
//! let text = say!("budget.time", seconds = 3);
//! assert_eq!(text.to_string(), "stopped: the time limit of 3 s is over");
//! assert!(text.in_lang(Lang::Ja).contains("3"));
//! ```
//!
//! In a sentence `{name}` stands for an argument, and `{name:heap|heaps}` for the
//! first word if the argument is 1, else for the second.

mod distance;

pub use distance::distance;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

/// A language of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

/// Something to tell a person: a key of the catalogue and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    key: &'static str,
    args: Vec<(&'static str, Arg)>,
}

/// An argument of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// The same in every language: a number, a position, a name.
    Plain(String),
    /// A text of its own, rendered in the language of the whole.
    Said(Text),
    /// Several texts, joined as a list.
    List(Vec<Text>),
}

/// Builds a [`Text`](Text): `say!("topic.key", name = value, …)`.
#[macro_export]
macro_rules! say {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Text::new($key, vec![$((stringify!($name), $crate::Arg::from($value))),*])
    };
}

macro_rules! plain {
    ($($t:ty),*) => { $(impl From<$t> for Arg {
        fn from(value: $t) -> Arg { Arg::Plain(value.to_string()) }
    })* };
}
plain!(
    &str,
    &String,
    char,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    num_bigint::BigUint,
    &num_bigint::BigUint,
    num_bigint::BigInt,
    &num_bigint::BigInt
);

impl From<String> for Arg {
    fn from(value: String) -> Arg {
        Arg::Plain(value)
    }
}

impl From<Text> for Arg {
    fn from(value: Text) -> Arg {
        Arg::Said(value)
    }
}

impl From<Vec<Text>> for Arg {
    fn from(value: Vec<Text>) -> Arg {
        Arg::List(value)
    }
}

impl Text {
    /// Use [`say!`], which reads better and is what the test of the catalogue
    /// looks for.
    #[must_use]
    pub fn new(key: &'static str, args: Vec<(&'static str, Arg)>) -> Text {
        Text { key, args }
    }

    /// The key in the catalogue.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// The sentence in `lang`. A key that the catalogue lacks, which a test
    /// rules out, shows as itself.
    #[must_use]
    pub fn in_lang(&self, lang: Lang) -> String {
        let pattern = lookup(self.key, lang).unwrap_or(self.key);
        let mut out = String::with_capacity(pattern.len());
        let mut rest = pattern;
        while let Some(Placeholder { before, name, words, after }) = next_placeholder(rest) {
            out.push_str(before);
            let arg = self.args.iter().find(|(n, _)| *n == name).map(|(_, arg)| arg.in_lang(lang));
            match (&arg, words) {
                (Some(arg), None) => out.push_str(arg),
                (Some(arg), Some((one, many))) => out.push_str(if arg == "1" { one } else { many }),
                (None, _) => out.push_str(&rest[before.len()..rest.len() - after.len()]),
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

impl Arg {
    fn in_lang(&self, lang: Lang) -> String {
        match self {
            Arg::Plain(text) => text.clone(),
            Arg::Said(text) => text.in_lang(lang),
            Arg::List(texts) => {
                let joint = match lang {
                    Lang::En => ", ",
                    Lang::Ja => "、",
                };
                texts.iter().map(|t| t.in_lang(lang)).collect::<Vec<_>>().join(joint)
            }
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_lang(Lang::En))
    }
}

/// A place in a pattern where an argument goes.
struct Placeholder<'a> {
    before: &'a str,
    name: &'a str,
    /// Words for one and for several.
    words: Option<(&'a str, &'a str)>,
    after: &'a str,
}

/// The first `{name}` or `{name:one|several}`, where a name is lower-case
/// letters and `_`. Other braces stand for themselves, so that texts can show
/// option sets.
fn next_placeholder(text: &str) -> Option<Placeholder<'_>> {
    for (open, _) in text.match_indices('{') {
        let inner = &text[open + 1..];
        let end = inner.find(|c: char| !(c.is_ascii_lowercase() || c == '_'))?;
        if end == 0 {
            continue;
        }
        let (before, name, rest) = (&text[..open], &inner[..end], &inner[end..]);
        if let Some(after) = rest.strip_prefix('}') {
            return Some(Placeholder { before, name, words: None, after });
        }
        let words = rest.strip_prefix(':').and_then(|rest| rest.split_once('}'));
        if let Some((words, after)) = words.and_then(|(words, after)| Some((words.split_once('|')?, after))) {
            return Some(Placeholder { before, name, words: Some(words), after });
        }
    }
    None
}

/// One entry of the catalogue.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    en: String,
    ja: String,
}

/// The files of the catalogue: topic, the first part of its keys, and content. See `build.rs`.
#[cfg(not(texts_in_tree))]
include!(concat!(env!("OUT_DIR"), "/texts.rs"));

#[cfg(not(texts_in_tree))]
fn files() -> Vec<(String, String)> {
    FILES.iter().map(|&(topic, source)| (topic.to_owned(), source.to_owned())).collect()
}

/// The files of the catalogue, read from the repository.
#[cfg(texts_in_tree)]
fn files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/texts");
    let paths = std::fs::read_dir(folder).expect("the repository has the folder texts");
    let paths = paths.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .map(|path| {
            let topic = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (topic, std::fs::read_to_string(&path).expect("a file of texts can be read"))
        })
        .collect();
    files.sort();
    files
}

fn catalogue() -> &'static BTreeMap<String, Entry> {
    static CATALOGUE: OnceLock<BTreeMap<String, Entry>> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let mut all = BTreeMap::new();
        for (topic, source) in files() {
            let entries: BTreeMap<String, Entry> =
                toml::from_str(&source).expect("the files of the catalogue are part of the program and tested");
            all.extend(entries.into_iter().map(|(name, entry)| (format!("{topic}.{name}"), entry)));
        }
        all
    })
}

/// The pattern of a key in `lang`, placeholders and all.
#[must_use]
pub fn lookup(key: &str, lang: Lang) -> Option<&'static str> {
    catalogue().get(key).map(|entry| match lang {
        Lang::En => entry.en.as_str(),
        Lang::Ja => entry.ja.as_str(),
    })
}

/// All keys of the catalogue, sorted.
pub fn keys() -> impl Iterator<Item = &'static str> {
    catalogue().keys().map(String::as_str)
}

/// The names of the placeholders of a pattern, sorted, each once.
///
/// ```
/// assert_eq!(miyama_text::placeholders("{b} of {a}, {b}"), ["a", "b"]);
/// ```
#[must_use]
pub fn placeholders(pattern: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = pattern;
    while let Some(Placeholder { name, after, .. }) = next_placeholder(rest) {
        names.push(name);
        rest = after;
    }
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_say_the_same_with_the_same_arguments() {
        for (key, entry) in catalogue() {
            assert!(!entry.en.trim().is_empty() && !entry.ja.trim().is_empty(), "{key} is empty");
            assert_eq!(placeholders(&entry.en), placeholders(&entry.ja), "{key}");
        }
    }

    #[test]
    fn braces_of_option_sets_stand_for_themselves() {
        assert_eq!(placeholders("{(x-i) | 1 <= i} and {name}"), ["name"]);
    }

    #[test]
    fn words_agree_with_their_number() {
        let given = |found: usize| say!("game.wrong_number_of_heaps_here", expected = 2, found = found).to_string();
        assert_eq!(given(1), "the game is played on 2 heaps, but 1 is given");
        assert_eq!(given(3), "the game is played on 2 heaps, but 3 are given");
        assert_eq!(placeholders("{n} {n:heap|heaps} of {all:x}"), ["n"]);
    }
}
