//! Cuts a text of the notation into tokens.

pub(crate) mod japanese;
mod latex;
mod pasted;

use latex::{latex, struck};
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// The smallest pieces of the notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Number(i64),
    Name(String),
    /// A taking-and-breaking code, from its first digit or point on.
    Code(String),
    /// The name of a file, behind `in automaton`.
    File(String),
    /// A sign, in its ASCII spelling.
    Sign(&'static str),
    End,
}

/// Signs, longest first, with the spellings that papers use.
const SIGNS: &[(&str, &str)] = &[
    ("->", "->"),
    ("=>", "->"),
    ("⇒", "->"),
    ("⟶", "->"),
    ("⟼", "->"),
    ("⇝", "->"),
    ("⟹", "->"),
    ("➜", "->"),
    ("➝", "->"),
    (":=", ":="),
    ("≔", ":="),
    ("→", "->"),
    ("↦", "->"),
    ("<=", "<="),
    ("＜＝", "<="),
    ("＜=", "<="),
    ("≤", "<="),
    ("⩽", "<="),
    ("≦", "<="),
    (">=", ">="),
    ("＞＝", ">="),
    ("＞=", ">="),
    ("≥", ">="),
    ("⩾", ">="),
    ("≧", ">="),
    ("!=", "!="),
    ("≠", "!="),
    // As pages are copied: the stroke is a character of its own.
    ("\u{338}=", "!="),
    ("=\u{338}", "!="),
    ("==", "="),
    ("!", "!"),
    ("！", "!"),
    ("^^", "^^"),
    ("⊕", "^^"),
    ("^", "^"),
    ("＾", "^"),
    ("/", "/"),
    ("／", "/"),
    ("%", "mod"),
    ("％", "mod"),
    ("...", ".."),
    ("..", ".."),
    ("√", "sqrt"),
    ("⌊", "⌊"),
    ("⌋", "⌋"),
    ("⌈", "⌈"),
    ("⌉", "⌉"),
    ("∃", "exists"),
    ("∀", "forall"),
    ("∪", "U"),
    ("⋃", "U"),
    ("⊔", "U"),
    ("⊎", "U"),
    ("∩", "∩"),
    ("∅", "∅"),
    ("∖", "∖"),
    ("∈", "in"),
    ("∉", "not in"),
    ("≡", "≡"),
    ("≢", "not ≡"),
    ("∤", "not |"),
    ("…", ".."),
    ("⋯", ".."),
    ("∧", "and"),
    ("∨", "or"),
    ("¬", "not"),
    ("−", "-"),
    // Hyphens and dashes that stand where a minus is meant.
    ("\u{2010}", "-"),
    ("\u{2011}", "-"),
    ("\u{2012}", "-"),
    ("–", "-"),
    ("—", "-"),
    ("﹣", "-"),
    ("·", "*"),
    ("⋅", "*"),
    ("∙", "*"),
    ("∗", "*"),
    ("＊", "*"),
    ("×", "*"),
    ("（", "("),
    ("）", ")"),
    ("｛", "{"),
    ("｝", "}"),
    ("，", ","),
    ("、", ","),
    ("｜", "|"),
    ("：", ":"),
    ("∶", ":"),
    (";", ";"),
    ("；", ";"),
    ("＋", "+"),
    ("－", "-"),
    ("＜", "<"),
    ("＞", ">"),
    ("＝", "="),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    ("[", "["),
    ("]", "]"),
    ("［", "["),
    ("］", "]"),
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
pub(crate) fn tokens(source: &str) -> Result<Vec<(Token, Range<usize>)>, Mistake> {
    let mut found = Vec::new();
    let mut at = 0;
    let end = pasted::end(source);
    while let Some(c) = source[at..end].chars().next() {
        let rest = &source[at..end];
        if c.is_whitespace() || matches!(c, '$' | '&') {
            at += c.len_utf8();
        } else if let Some(length) = pasted::spaced_dots(rest) {
            found.push((Token::Sign(".."), at..at + length));
            at += length;
        } else if let Some((exponent, length)) = pasted::superscript(rest) {
            let place = at..at + length;
            found.push((Token::Sign("^"), place.clone()));
            found.push((Token::Sign("{"), place.clone()));
            found.extend(
                tokens(&exponent)?
                    .into_iter()
                    .filter(|(token, _)| *token != Token::End)
                    .map(|(token, _)| (token, place.clone())),
            );
            found.push((Token::Sign("}"), place));
            at += length;
        } else if let Some((name, length)) = file(&found, rest) {
            let at_once = at..at + length;
            let name = name.ok_or_else(|| Mistake::new(at_once.clone(), say!("notation.no_file_name")))?;
            found.push((Token::File(name), at_once));
            at += length;
        } else if c == '\\' {
            let length = latex(rest, at, &mut found)?;
            at += length;
        } else if let Some((number, length)) = wide_number(rest) {
            let number = number.ok_or_else(|| Mistake::new(at..at + length, say!("notation.number_too_large")))?;
            found.push((Token::Number(number), at..at + length));
            at += length;
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
        } else if let Some((name, length)) = count_of_signs(&found, rest) {
            let place = at..at + length;
            let name = name.ok_or_else(|| Mistake::new(place.clone(), say!("notation.count_of_signs")))?;
            found.push((Token::Name(name), place));
            at += length;
        } else if let Some((token, length)) = japanese::word(rest).filter(|_| !found.is_empty()) {
            let after_sign = matches!(found.last(), Some((Token::Sign("," | "|" | ";" | "("), _)));
            let said = token.filter(|token| *token != Token::Sign(",") || !after_sign);
            found.extend(said.map(|token| (token, at..at + length)));
            at += length;
        } else if c.is_alphabetic() || c == '_' {
            let mut length = name_length(rest);
            // 「jまたは」 is a name and a word; only the name of a definition mixes the two.
            let japanese = japanese::is_letter(c);
            let other = |(_, c): &(usize, char)| c.is_alphabetic() && japanese::is_letter(*c) != japanese;
            if !found.is_empty() {
                length = rest[..length].char_indices().find(other).map_or(length, |(end, _)| end);
            }
            let mut word: String = rest[..length].chars().map(pasted::plain).collect();
            // `x_{12}` of LaTeX is x_12.
            if word.ends_with('_')
                && let Some(inside) = rest[length..].strip_prefix('{')
                && let Some((index, _)) = inside.split_once('}')
                && !index.is_empty()
                && index.chars().all(|c| c.is_ascii_alphanumeric())
            {
                word.push_str(index);
                length += index.len() + 2;
            }
            if word == "log₂" {
                "log2".clone_into(&mut word);
            }
            // Some write these large.
            if let Some(word_in_capitals) = ["xor", "and", "or", "mod"].iter().find(|w| w.to_uppercase() == word) {
                (*word_in_capitals).clone_into(&mut word);
            }
            let token = named_or_sign(&word);
            match found.last_mut() {
                // `not in` is one sign.
                Some((last @ Token::Sign("not"), place)) if token == Token::Sign("in") => {
                    (*last, place.end) = (Token::Sign("not in"), at + length);
                }
                _ => found.push((token, at..at + length)),
            }
            at += length;
        } else if c == '∣' {
            // A tall bar is copied as several.
            let length = rest.len() - rest.trim_start_matches('∣').len();
            found.push((Token::Sign("|"), at..at + length));
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
    Ok(line_ends(struck(found)))
}

pub(crate) use latex::{CASES, END_CASES};

/// What LaTeX ends a line with.
const LINE_END: &str = "\\\\";

/// The tokens without ends of lines. Conditions that stand below each other, as in an `array`,
/// have no comma: the end of a line within a set is one, unless there is a sign already.
fn line_ends(tokens: Vec<(Token, Range<usize>)>) -> Vec<(Token, Range<usize>)> {
    let mut found: Vec<(Token, Range<usize>)> = Vec::with_capacity(tokens.len());
    let mut depth = 0i32;
    let mut open_line: Option<Range<usize>> = None;
    for (token, at) in tokens {
        if token == Token::Sign(LINE_END) {
            open_line = Some(at);
            continue;
        }
        if let Some(end) = open_line.take().filter(|_| depth > 0) {
            let goes_on = matches!(token, Token::End | Token::Sign("," | ";" | "|" | "}" | ")" | "U"));
            let went_on = matches!(found.last(), None | Some((Token::Sign("," | ";" | "|" | "{" | "(" | "U"), _)));
            if !goes_on && !went_on {
                found.push((Token::Sign(","), end));
            }
        }
        depth += i32::from(token == Token::Sign("{")) - i32::from(token == Token::Sign("}"));
        found.push((token, at));
    }
    found
}

/// `count[xo]`, how many cells have one of these signs, is a name of its own, because signs may be any
/// characters; with its length. No name is without signs, or where the bracket does not close. Heaps may be called
/// `count`.
fn count_of_signs(found: &[(Token, Range<usize>)], rest: &str) -> Option<(Option<String>, usize)> {
    let inside = rest.strip_prefix("count[")?;
    let is = |token: &(Token, Range<usize>), word: &str| matches!(&token.0, Token::Name(name) if name == word);
    if found.last().is_some_and(|last| is(last, "heaps"))
        || found.windows(2).any(|pair| is(&pair[0], "heaps") && is(&pair[1], "count"))
    {
        return None;
    }
    let Some(end) = inside.find(']') else { return Some((None, "count[".len())) };
    let signs: String = inside[..end].chars().filter(|c| !c.is_whitespace()).collect();
    Some(((!signs.is_empty()).then(|| format!("count[{signs}]")), "count[".len() + end + 1))
}

/// The name of a file and its length, behind `in automaton`: in quotes, or up to a space, a
/// comma or a bracket. Quotes that do not close give no name.
fn file(found: &[(Token, Range<usize>)], rest: &str) -> Option<(Option<String>, usize)> {
    let [.., (Token::Sign("in" | "not in"), _), (Token::Name(word), _)] = found else { return None };
    if word != "automaton" {
        return None;
    }
    if let Some(quote) = rest.chars().next().filter(|c| ['"', '\''].contains(c)) {
        let inside = &rest[1..];
        return Some(match inside.find(quote) {
            Some(end) if end > 0 => (Some(inside[..end].to_owned()), end + 2),
            Some(_) => (None, 2),
            None => (None, rest.len()),
        });
    }
    let length = rest.find(|c: char| c.is_whitespace() || ",;()[]{}|".contains(c)).unwrap_or(rest.len());
    // A set may be called `automaton`.
    (length > 0 && !WORDS.contains(&&rest[..length])).then(|| (Some(rest[..length].to_owned()), length))
}

/// A word by itself: one that is a sign, or a name.
fn named_or_sign(word: &str) -> Token {
    match WORDS.iter().find(|own| **own == word) {
        Some(sign) => Token::Sign(sign),
        None => Token::Name(word.to_owned()),
    }
}

/// A number in the wide digits of Japanese type or the bold ones of mathematics, and its bytes.
fn wide_number(rest: &str) -> Option<(Option<i64>, usize)> {
    let digit = |c: char| match pasted::plain(c) {
        digit @ '0'..='9' if digit != c => digit.to_digit(10),
        _ => None,
    };
    let mut number = Some(0i64);
    let mut length = 0;
    for c in rest.chars() {
        let Some(digit) = digit(c) else { break };
        number = number.and_then(|n| n.checked_mul(10)?.checked_add(i64::from(digit)));
        length += c.len_utf8();
    }
    (length > 0).then_some((number, length))
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
    let belongs = |c: char| (c.is_alphanumeric() || matches!(c, '_' | '\'' | '′')) && !pasted::is_superscript(c);
    let end = rest.find(|c: char| !belongs(c)).unwrap_or(rest.len());
    // log₂x is the logarithm of x.
    if rest.starts_with("log₂") {
        return "log₂".len();
    }
    // iφ is i times φ, and φ no part of a name.
    match rest[..end].find('φ') {
        None => end,
        Some(0) => 'φ'.len_utf8(),
        Some(before) => before,
    }
}
