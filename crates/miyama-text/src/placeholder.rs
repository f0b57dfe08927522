//! Places in a sentence where arguments go.

/// A place in a pattern where an argument goes.
#[allow(dead_code, reason = "the build script asks for names only")]
pub(crate) struct Placeholder<'a> {
    pub(crate) before: &'a str,
    pub(crate) name: &'a str,
    /// Words for one and for several.
    pub(crate) words: Option<(&'a str, &'a str)>,
    pub(crate) after: &'a str,
}

/// The first `{name}` or `{name:one|several}`, where a name is lower-case
/// letters and `_`. Other braces stand for themselves, so that texts can show
/// option sets.
pub(crate) fn next(text: &str) -> Option<Placeholder<'_>> {
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

/// The names of the placeholders of a pattern, sorted, each once.
pub(crate) fn names(pattern: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = pattern;
    while let Some(Placeholder { name, after, .. }) = next(rest) {
        names.push(name);
        rest = after;
    }
    names.sort_unstable();
    names.dedup();
    names
}
