//! The list of all exercises, tables and figures: `figures/index.txt`.

use miyama_text::Lang;
use std::sync::LazyLock;

/// An exercise, a table or a figure of a document.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) document: String,
    /// What it is called there: `figure 3`.
    pub(super) item: String,
    english: String,
    japanese: String,
    /// What does it, besides the figure of its name.
    pub(super) commands: Vec<String>,
}

impl Entry {
    /// The name of its files.
    pub(super) fn name(&self) -> String {
        format!("{}-{}", self.document, self.item.replace([' ', '.'], "-"))
    }

    /// In English where there is no title in a language.
    pub(super) fn title(&self, lang: Lang) -> &str {
        if lang == Lang::Ja { &self.japanese } else { &self.english }
    }
}

/// All of them, in the order of the documents.
pub(super) fn entries() -> &'static [Entry] {
    static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| read(include_str!("../../../figures/index.txt")));
    &ENTRIES
}

/// A block for each entry: `000 figure 3`, then `en:`, `ja:` and any number of `do:`.
fn read(text: &str) -> Vec<Entry> {
    let blocks = text.split("\n\n").map(|block| block.lines().filter(|line| !line.starts_with('#')));
    let entry = |mut lines: Box<dyn Iterator<Item = &str> + '_>| {
        let (document, item) = lines.next()?.split_once(' ')?;
        let mut entry = Entry {
            document: document.to_owned(),
            item: item.to_owned(),
            english: String::new(),
            japanese: String::new(),
            commands: vec![],
        };
        for line in lines {
            match line.split_once(": ") {
                Some(("en", text)) => entry.english = text.to_owned(),
                Some(("ja", text)) => entry.japanese = text.to_owned(),
                Some(("do", text)) => entry.commands.push(text.to_owned()),
                _ => {}
            }
        }
        Some(entry)
    };
    blocks.filter_map(|lines| entry(Box::new(lines))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::makers;
    use super::*;
    use std::collections::BTreeSet;

    /// What the documents number, and tables that they do not.
    const NUMBERED: [(&str, &str); 5] = [
        (
            "000",
            "figure 1,figure 2,figure 3,figure 4,figure 5,figure 6,figure 7,figure 8,figure 9,figure 10,figure 11,\
             figure 12,problem 1,problem 2,problem 8,problem 9,problem 12,problem 15,problem 22,problem 29,problem 31,problem 43",
        ),
        (
            "001",
            "figure 1,figure 2,figure 3,figure 4,figure 5,figure 6,figure 7,figure 8,figure 9,figure 10,figure 11,\
             figure 12,figure 13,figure 14,figure 15,figure 16,table 1,table 2",
        ),
        ("002", "problem 1,problem 2"),
        ("003", "figure 1,figure 2,figure 3,figure 4,table 1,table 2"),
        ("004", "table 1"),
    ];

    #[test]
    fn every_numbered_exercise_table_and_figure_is_listed() {
        for (document, items) in NUMBERED {
            for item in items.split(',') {
                let found = entries().iter().filter(|entry| entry.document == document);
                assert!(
                    found.filter(|entry| entry.item == item || entry.item.starts_with(&format!("{item}."))).count() > 0,
                    "{document} {item}"
                );
            }
        }
    }

    #[test]
    fn every_entry_has_two_titles_and_something_that_does_it() {
        let mut names = BTreeSet::new();
        for entry in entries() {
            assert!(names.insert(entry.name()), "{} twice", entry.name());
            assert!(!entry.english.is_empty() && !entry.japanese.is_empty(), "{}", entry.name());
            let drawn = makers().any(|(name, _)| *name == entry.name());
            assert!(drawn || !entry.commands.is_empty(), "{} is done by nothing", entry.name());
        }
        for (name, _) in makers() {
            assert!(names.contains(*name), "{name} is drawn and not listed");
        }
    }
}
