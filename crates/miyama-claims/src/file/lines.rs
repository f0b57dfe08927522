//! The lines of a file of claims: `key: value`, in order. A line that begins with a space
//! continues the value before it, `#` at the beginning of a line makes it a remark, and
//! empty lines are free.

use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// A key and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) key: &'a str,
    pub(super) key_at: Range<usize>,
    /// As it is written, without the spaces around it.
    pub(super) value: &'a str,
    /// Where it begins.
    pub(super) start: usize,
}

impl Entry<'_> {
    /// Where the value stands; the key where there is none.
    pub(super) fn at(&self) -> Range<usize> {
        if self.value.is_empty() { self.key_at.clone() } else { self.start..self.start + self.value.len() }
    }

    /// A mistake in the value as a whole.
    pub(super) fn wrong(&self, says: miyama_text::Text) -> Mistake {
        Mistake::new(self.at(), says)
    }

    /// The value on one line.
    pub(super) fn sentence(&self) -> String {
        // Japanese is written without spaces: lines are joined by one all the same, except
        // where neither side is a letter of ASCII.
        let mut text = String::new();
        for line in self.value.lines().map(str::trim) {
            let joined = text.chars().last().is_none_or(|c| !c.is_ascii()) && line.starts_with(|c: char| !c.is_ascii());
            if !text.is_empty() && !joined {
                text.push(' ');
            }
            text.push_str(line);
        }
        text
    }
}

/// The entries of a text.
pub(super) fn entries(text: &str) -> Result<Vec<Entry<'_>>, Mistake> {
    let mut found: Vec<Entry<'_>> = Vec::new();
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        let (start, content) = (begin, line.trim_end());
        begin += line.len();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let end = start + content.len();
        if content.starts_with([' ', '\t']) {
            let Some(last) = found.last_mut() else {
                return Err(Mistake::new(start..end, say!("claim.file_line")));
            };
            // The value now goes on to here; it may begin here, too.
            let whole = &text[last.start..end];
            last.start += whole.len() - whole.trim_start().len();
            last.value = whole.trim();
            continue;
        }
        let Some((key, value)) = content.split_once(':') else {
            return Err(Mistake::new(start..end, say!("claim.file_line")));
        };
        let key_at = start..start + key.trim_end().len();
        let before = content.len() - value.trim_start().len();
        found.push(Entry { key: key.trim_end(), key_at, value: value.trim(), start: start + before });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_on_in_lines_that_begin_with_a_space() {
        let text = "# a file\na:  one\n  two\n\nb: x = y # z\nc:\n   three\n";
        let found = entries(text).unwrap();
        let values: Vec<(&str, String)> = found.iter().map(|entry| (entry.key, entry.sentence())).collect();
        assert_eq!(values, [("a", "one two".into()), ("b", "x = y # z".into()), ("c", "three".into())]);
        assert!(found.iter().all(|entry| text[entry.at()] == *entry.value));
        assert_eq!(entries("a: b\nno key\n").unwrap_err().at, 5..11);
        assert_eq!(entries("  b\n").unwrap_err().at, 0..3);
    }
}
