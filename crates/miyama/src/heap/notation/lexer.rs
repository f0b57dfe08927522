//! Cuts a text of the notation into tokens.

use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// The smallest pieces of the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::heap) enum Token {
    Number(i64),
    Name(String),
    /// A taking-and-breaking code, from its first digit or point on.
    Code(String),
    /// A sign, in its ASCII spelling.
    Sign(&'static str),
    End,
}

/// Signs, longest first, with the spellings that papers use.
const SIGNS: &[(&str, &str)] = &[
    ("->", "->"),
    ("→", "->"),
    ("↦", "->"),
    ("<=", "<="),
    ("≤", "<="),
    ("⩽", "<="),
    ("≦", "<="),
    (">=", ">="),
    ("≥", ">="),
    ("⩾", ">="),
    ("≧", ">="),
    ("!=", "!="),
    ("≠", "!="),
    ("==", "="),
    ("^^", "^^"),
    ("⊕", "^^"),
    ("^", "^"),
    ("/", "/"),
    ("%", "mod"),
    ("..", ".."),
    ("…", ".."),
    ("√", "sqrt"),
    ("⌊", "⌊"),
    ("⌋", "⌋"),
    ("⌈", "⌈"),
    ("⌉", "⌉"),
    ("∃", "exists"),
    ("∪", "U"),
    ("∈", "in"),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("−", "-"),
    ("·", "*"),
    ("×", "*"),
    ("∣", "|"),
    ("（", "("),
    ("）", ")"),
    ("｛", "{"),
    ("｝", "}"),
    ("，", ","),
    ("、", ","),
    ("｜", "|"),
    ("：", ":"),
    ("＝", "="),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    ("|", "|"),
    (",", ","),
    (":", ":"),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
];

/// The words that are signs.
const WORDS: &[&str] = &["and", "or", "not", "in", "mod", "div", "min", "max", "sym", "U"];

/// All tokens with their places, the last one [`Token::End`].
pub(in crate::heap) fn tokens(source: &str) -> Result<Vec<(Token, Range<usize>)>, Mistake> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if is_code(rest) {
            let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || ".[]!".contains(c))).unwrap_or(rest.len());
            found.push((Token::Code(rest[..length].to_owned()), at..at + length));
            at += length;
        } else if c.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..length]
                .parse::<i64>()
                .map_err(|_| Mistake::new(at..at + length, say!("notation.number_too_large")))?;
            found.push((Token::Number(number), at..at + length));
            at += length;
        } else if c.is_alphabetic() || c == '_' {
            let length = name_length(rest);
            let word = &rest[..length];
            let token = match WORDS.iter().find(|w| **w == word) {
                Some(sign) => Token::Sign(sign),
                None => Token::Name(word.to_owned()),
            };
            found.push((token, at..at + length));
            at += length;
        } else if let Some((spelling, sign)) = SIGNS.iter().find(|(spelling, _)| rest.starts_with(spelling)) {
            found.push((Token::Sign(sign), at..at + spelling.len()));
            at += spelling.len();
        } else {
            let end = at + c.len_utf8();
            return Err(Mistake::new(at..end, say!("notation.unknown_character", character = c)));
        }
    }
    found.push((Token::End, source.len()..source.len()));
    Ok(found)
}

/// A code is digits, a point, and something behind it: `0.77`, `.07`, `4.[3]`.
fn is_code(rest: &str) -> bool {
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '!');
    after.strip_prefix('.').is_some_and(|tail| tail.starts_with(|c: char| c.is_ascii_hexdigit() || c == '['))
}

/// Letters, digits and `_`; a `-` belongs to the name only between letters of
/// a name with a colon or a bracket behind it (`split-nim:`), which the parser
/// of definitions joins. Here a name ends at the `-`, so that `x-i` is a difference.
fn name_length(rest: &str) -> usize {
    rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')).unwrap_or(rest.len())
}
