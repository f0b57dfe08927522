//! Texts in files: the key and the arguments, so that they can be read again in any language.

use crate::{Arg, Lang, Text, entry, placeholders};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A text as it stands in a file.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    say: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    with: BTreeMap<String, SavedArg>,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum SavedArg {
    Plain(String),
    List(Vec<Text>),
    Said(Text),
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let argument = |(name, arg): &(&'static str, Arg)| {
            let arg = match arg {
                Arg::Plain(text) => SavedArg::Plain(text.clone()),
                Arg::Said(text) => SavedArg::Said(text.clone()),
                Arg::List(texts) => SavedArg::List(texts.clone()),
            };
            ((*name).to_owned(), arg)
        };
        Saved { say: self.key.to_owned(), with: self.args.iter().map(argument).collect() }.serialize(to)
    }
}

/// The key must be one of the catalogue, and have these arguments.
impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text, D::Error> {
        let Saved { say, mut with } = Saved::deserialize(from)?;
        let known = entry(&say, Lang::En);
        let (key, pattern) = known.ok_or_else(|| D::Error::custom(format!("no sentence is called {say}")))?;
        let mut args = Vec::new();
        for name in placeholders(pattern) {
            let arg = with.remove(name).ok_or_else(|| D::Error::custom(format!("{say} lacks {name}")))?;
            let arg = match arg {
                SavedArg::Plain(text) => Arg::Plain(text),
                SavedArg::Said(text) => Arg::Said(text),
                SavedArg::List(texts) => Arg::List(texts),
            };
            args.push((name, arg));
        }
        match with.keys().next() {
            Some(name) => Err(D::Error::custom(format!("{say} has no {name}"))),
            None => Ok(Text { key, args }),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Lang, Text, say};

    #[test]
    fn a_text_that_is_saved_says_the_same_in_every_language() {
        let inner = say!("budget.time", seconds = 3);
        for text in
            [say!("budget.cancelled"), inner.clone(), say!("cli.solve_method", method = vec![inner.clone(), inner])]
        {
            let saved = serde_json::to_string(&text).unwrap();
            let read: Text = serde_json::from_str(&saved).unwrap();
            for lang in Lang::all() {
                assert_eq!(read.in_lang(lang), text.in_lang(lang));
            }
        }
    }

    #[test]
    fn what_is_no_sentence_is_refused() {
        for saved in [
            r#"{"say": "budget.tome"}"#,
            r#"{"say": "budget.time"}"#,
            r#"{"say": "budget.time", "with": {"seconds": "3", "minutes": "1"}}"#,
            r#"{"say": "budget.cancelled", "more": "1"}"#,
        ] {
            assert!(serde_json::from_str::<Text>(saved).is_err(), "{saved}");
        }
    }
}
