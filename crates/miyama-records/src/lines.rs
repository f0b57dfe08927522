//! The lines of a text and where they begin.

/// Every line with the byte at which it begins, without its end (`\n`, `\r\n` or `\r`).
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive(['\n', '\r']).map(move |line| {
        let at = start;
        start += line.len();
        (at, line.trim_end_matches(['\n', '\r']))
    })
}
