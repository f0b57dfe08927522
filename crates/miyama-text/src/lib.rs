//! The message catalogue: every sentence that a person reads, in every language.
//!
//! The mathematics never holds a sentence. It says *what* there is to say, a
//! [`Text`]: a key and its arguments. The sentences stand in `locales/en/*.toml`,
//! `locales/ja/*.toml` and so on, a folder per language and a file per topic; the key of
//! entry `unbounded` of `notation.toml` is `notation.unbounded`.
//!
//! ```
//! use miyama_text::{Lang, say};
//! let text = say!("budget.time", seconds = 3);
//! assert_eq!(text.to_string(), "stopped: the time limit of 3 s was reached");
//! assert!(text.in_lang(Lang::Ja).contains("3"));
//! ```
//!
//! In a sentence `{name}` stands for an argument, and `{name:heap|heaps}` for the
//! first word if the argument is 1, else for the second.

mod distance;
#[cfg(any(texts_in_tree, test))]
mod folder;
mod lang;
mod placeholder;
mod saved;
#[cfg(not(texts_in_tree))]
mod signature;

pub use distance::distance;
pub use lang::Lang;
#[cfg(not(texts_in_tree))]
#[doc(hidden)]
pub use signature::signature;

use placeholder::Placeholder;
use std::fmt;

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

/// Builds a [`Text`](Text): `say!("topic.key", name = value, …)`. The compiler refuses a key
/// that the catalogue lacks, and arguments other than those of its sentence, wherever the
/// sentences are part of the build (`build.rs` says where: releases, and what `scripts/test` runs).
///
/// ```compile_fail
/// miyama_text::say!("budget.time", minutes = 3);
/// ```
///
/// ```compile_fail
/// miyama_text::say!("budget.tome", seconds = 3);
/// ```
#[cfg(not(texts_in_tree))]
#[macro_export]
macro_rules! say {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        const _: () = $crate::signature($key, &[$(stringify!($name)),*]);
        $crate::Text::new($key, vec![$((stringify!($name), $crate::Arg::from($value))),*])
    }};
}

/// Builds a [`Text`](Text): `say!("topic.key", name = value, …)`.
#[cfg(texts_in_tree)]
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
    /// Use [`say!`], which reads better and is checked.
    #[must_use]
    pub fn new(key: &'static str, args: Vec<(&'static str, Arg)>) -> Text {
        Text { key, args }
    }

    /// The key in the catalogue.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// An argument that is the same in every language.
    #[must_use]
    pub fn plain(&self, name: &str) -> Option<&str> {
        self.args.iter().find_map(|(own, arg)| match arg {
            Arg::Plain(text) if *own == name => Some(text.as_str()),
            _ => None,
        })
    }

    /// The sentence in `lang`. A key that the catalogue lacks, which a test
    /// rules out, shows as itself.
    #[must_use]
    pub fn in_lang(&self, lang: Lang) -> String {
        let pattern = lookup(self.key, lang).unwrap_or(self.key);
        let mut out = String::with_capacity(pattern.len());
        let mut rest = pattern;
        while let Some(Placeholder { before, name, words, after }) = placeholder::next(rest) {
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
                let joint = lookup("language.joint", lang).unwrap_or(", ");
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

// A list of keys and sentences for each language, sorted by key. See `build.rs`.
#[cfg(not(texts_in_tree))]
include!(concat!(env!("OUT_DIR"), "/catalogues.rs"));

/// The sentences of a language, sorted by key.
#[cfg(not(texts_in_tree))]
fn catalogue(lang: Lang) -> &'static [(&'static str, &'static str)] {
    CATALOGUES[lang as usize]
}

/// The sentences of a language, sorted by key: read from the repository, once.
#[cfg(texts_in_tree)]
fn catalogue(lang: Lang) -> &'static [(&'static str, &'static str)] {
    type Sentences = Vec<(&'static str, &'static str)>;
    static CATALOGUES: std::sync::OnceLock<Vec<Sentences>> = std::sync::OnceLock::new();
    let read = |lang: Lang| -> Sentences {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(lang.code());
        let read = folder::sentences(&folder).expect("every language has its folder in the repository");
        read.into_iter().map(|(key, sentence)| (&*key.leak(), &*sentence.leak())).collect()
    };
    &CATALOGUES.get_or_init(|| Lang::all().map(read).collect())[lang as usize]
}

/// A key of the catalogue and its sentence in a language.
fn entry(key: &str, lang: Lang) -> Option<(&'static str, &'static str)> {
    let sentences = catalogue(lang);
    sentences.binary_search_by(|(own, _)| (*own).cmp(key)).ok().map(|at| sentences[at])
}

/// The pattern of a key in `lang`, placeholders and all; in English where a language lacks it.
#[must_use]
pub fn lookup(key: &str, lang: Lang) -> Option<&'static str> {
    entry(key, lang).or_else(|| entry(key, Lang::En)).map(|(_, sentence)| sentence)
}

/// All keys of the catalogue, sorted.
pub fn keys() -> impl Iterator<Item = &'static str> {
    catalogue(Lang::En).iter().map(|(key, _)| *key)
}

/// The names of the placeholders of a pattern, sorted, each once.
///
/// ```
/// assert_eq!(miyama_text::placeholders("{b} of {a}, {b}"), ["a", "b"]);
/// ```
#[must_use]
pub fn placeholders(pattern: &str) -> Vec<&str> {
    placeholder::names(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_languages_say_the_same_with_the_same_arguments() {
        let english = catalogue(Lang::En);
        for lang in Lang::all() {
            let own = catalogue(lang);
            assert!(own.iter().map(|(key, _)| key).eq(english.iter().map(|(key, _)| key)), "{lang:?} has other keys");
            for ((key, sentence), (_, said)) in own.iter().zip(english) {
                assert!(!sentence.trim().is_empty(), "{key} is empty");
                assert_eq!(placeholders(sentence), placeholders(said), "{key}");
            }
        }
    }

    #[test]
    fn every_sentence_of_the_files_is_found() {
        for lang in Lang::all() {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(lang.code());
            let read = folder::sentences(&folder).unwrap();
            assert!(read.len() > 500);
            for (key, sentence) in &read {
                assert_eq!(lookup(key, lang), Some(sentence.as_str()), "{key}");
            }
        }
        assert_eq!(lookup("budget.tome", Lang::Ja), None);
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
