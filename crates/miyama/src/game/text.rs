//! What a text is: a definition, or the name of a game, or a definition in brackets.

use super::operator;
use crate::breaking::code::Code;
use miyama_language::prose::definition_in;
use miyama_language::words;

/// Whether a text is a definition and not the name of a game, nor a position of a sum that
/// has definitions in brackets.
#[must_use]
pub fn is_definition(text: &str) -> bool {
    let mut pieces = split_outside_braces(text, '+').into_iter();
    !pieces.any(|piece| bracketed(piece).is_some()) && in_brackets(text.trim()).is_none() && defines(text)
}

/// Whether a text as a whole is written like a definition.
fn defines(text: &str) -> bool {
    if operator::stands_in(text) {
        return !operator::is_position(text);
    }
    let sets = text.trim_start().starts_with("let ") || lacks_arrow(text);
    sets || has_arrow(text) || (has_paper_head(text) && !is_code(text)) || has_prose(text)
}

/// Whether a text has a definition in it and words around that.
fn has_prose(text: &str) -> bool {
    !matches!(definition_in(text), Ok(None)) || words::rules(text).is_some()
}

fn has_arrow(text: &str) -> bool {
    const ARROWS: [&str; 11] = ["->", "→", "↦", "=>", "⇒", "⟶", "⟼", "⇝", "⟹", "➜", "➝"];
    const COMMANDS: [&str; 10] = [
        "to",
        "mapsto",
        "longmapsto",
        "rightarrow",
        "longrightarrow",
        "Rightarrow",
        "leadsto",
        "coloneqq",
        "coloneq",
        "triangleq",
    ];
    let command = |behind: &str| COMMANDS.iter().any(|command| behind.starts_with(command));
    ARROWS.iter().any(|arrow| text.contains(arrow)) || text.split('\\').skip(1).any(command)
}

/// The definition or the name of a text that is one in brackets: `((x) -> {(x-1)})`, `(nim)`.
pub(super) fn in_brackets(text: &str) -> Option<&str> {
    let end = closing(text)?;
    (end + 1 == text.len()).then(|| &text[1..end]).filter(|inside| defines(inside) || names(inside))
}

/// Whether a text is written like the name of a game, with or without arguments.
pub(super) fn names(text: &str) -> bool {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).unwrap_or(text.len());
    let arguments = text[end..].trim();
    text.starts_with(char::is_alphabetic)
        && (arguments.is_empty() || arguments.starts_with('(') && closing(arguments) == Some(arguments.len() - 1))
}

/// Where the colon stands in a part of a sum whose game is a definition in brackets:
/// `((x) -> {(x-1)}):5`.
#[must_use]
pub fn bracketed(part: &str) -> Option<usize> {
    let start = part.len() - part.trim_start().len();
    let end = start + closing(&part[start..])?;
    let colon = end + 1 + part[end + 1..].find(|c: char| !c.is_whitespace())?;
    (part[colon..].starts_with(':') && defines(&part[start + 1..end])).then_some(colon)
}

/// Where the bracket is closed with which a text begins. Codes begin with brackets too.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (c == ')').then_some(at);
        }
    }
    None
}

/// A definition in one line, its comments left out.
pub(super) fn one_line(definition: &str) -> String {
    // A sign `#` stands in brackets; behind one that does not the line is a comment.
    let mut depth = 0i32;
    let code = |line: &str| -> String {
        let mut kept = line.len();
        for (at, c) in line.char_indices() {
            depth += i32::from(c == '[') - i32::from(c == ']');
            if c == '#' && depth == 0 {
                kept = at;
                break;
            }
        }
        line[..kept].to_owned()
    };
    let lines: Vec<String> = definition.lines().map(code).collect();
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text is a code, heaps behind it aside: in `0.{3+}={1}` the sign asks for equal
/// heaps.
fn is_code(text: &str) -> bool {
    Code::looks_like(text) && text.split(':').next().is_some_and(|code| code.parse::<Code>().is_ok())
}

/// Whether a text is written `(x, y) {…}` or `f(x, y) {…}`, a definition without its arrow, or `(x, y) - {(…`, with half of it.
fn lacks_arrow(text: &str) -> bool {
    let text = text.trim_start().trim_start_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
    let Some((heaps, behind)) = text.strip_prefix('(').and_then(|inside| inside.split_once(')')) else { return false };
    let name = |name: &str| name.trim().starts_with(|c: char| c.is_alphabetic());
    let behind = behind.trim_start();
    let half = behind.trim_start_matches(['-', '>', '–', '—', '~', ' ']);
    heaps.split(',').all(name)
        && (behind.starts_with('{') || behind.starts_with("sym") || half != behind && half.starts_with("{("))
}

/// Whether a text is written `f(x, y) = {…}`: behind an equals sign that stands in no
/// bracket there is a set.
fn has_paper_head(text: &str) -> bool {
    let mut depth = 0i32;
    for (at, c) in text.char_indices() {
        match c {
            // LaTeX begins and ends a formula with these.
            '(' | '[' | ')' | ']' if text[..at].ends_with('\\') => {}
            '(' | '{' | '[' | '（' | '｛' => depth += 1,
            ')' | '}' | ']' | '）' | '｝' => depth -= 1,
            '=' | '＝' | '≔' if depth == 0 => {
                let behind = text[at + c.len_utf8()..].trim_start_matches(['\\', ' ', '\t', '\n', '\r', '$', '&']);
                // The sizes of brackets.
                let sizes = ["displaystyle", "left", "biggl", "Biggl", "bigg", "Bigg", "bigl", "Bigl", "Big"];
                let sized = sizes.iter().find_map(|size| behind.strip_prefix(size)).unwrap_or(behind);
                let behind = sized.trim_start_matches(['\\', ' ']);
                let behind = match behind.strip_prefix("big") {
                    Some(bracket) if !bracket.starts_with("cup") => bracket.trim_start_matches(['\\', ' ']),
                    _ => behind,
                };
                let sets = ["{", "｛", "⋃", "lbrace", "bigcup", "sym", "begin{cases}", "begin{dcases}"];
                return sets.iter().any(|set| behind.starts_with(set));
            }
            _ => {}
        }
    }
    false
}

/// Splits at a sign that stands in no bracket.
#[must_use]
pub fn split_outside_braces(text: &str, sign: char) -> Vec<&str> {
    let (mut pieces, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ if c == sign && depth <= 0 => {
                pieces.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}
