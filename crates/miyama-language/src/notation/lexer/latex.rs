//! What LaTeX writes for the signs of the notation.

use super::{LINE_END, Token, japanese, named_or_sign};
use crate::notation::function::Function;
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// What LaTeX writes for a sign; nothing for spaces and the sizes of brackets.
const LATEX: &[(&str, Option<&str>)] = &[
    ("to", Some("->")),
    ("rightarrow", Some("->")),
    ("Rightarrow", Some("->")),
    ("longrightarrow", Some("->")),
    ("mapsto", Some("->")),
    ("leadsto", Some("->")),
    ("longmapsto", Some("->")),
    ("coloneqq", Some(":=")),
    ("coloneq", Some(":=")),
    ("triangleq", Some(":=")),
    ("Longrightarrow", Some("->")),
    ("implies", Some("->")),
    ("le", Some("<=")),
    ("leq", Some("<=")),
    ("leqq", Some("<=")),
    ("leqslant", Some("<=")),
    ("lt", Some("<")),
    ("ge", Some(">=")),
    ("geq", Some(">=")),
    ("geqq", Some(">=")),
    ("geqslant", Some(">=")),
    ("gt", Some(">")),
    ("ne", Some("!=")),
    ("neq", Some("!=")),
    ("cup", Some("U")),
    ("bigcup", Some("U")),
    ("sqcup", Some("U")),
    ("bigsqcup", Some("U")),
    ("uplus", Some("U")),
    ("biguplus", Some("U")),
    ("cap", Some("∩")),
    ("setminus", Some("∖")),
    ("smallsetminus", Some("∖")),
    ("in", Some("in")),
    ("notin", Some("not in")),
    ("equiv", Some("≡")),
    ("not", Some(STROKE)),
    ("nmid", Some("not |")),
    ("colon", Some(":")),
    ("limits", None),
    ("nolimits", None),
    ("textstyle", None),
    ("scriptstyle", None),
    ("centering", None),
    ("noindent", None),
    ("par", None),
    ("enspace", None),
    ("enskip", None),
    ("space", None),
    ("hfill", None),
    ("N", Some("ℕ")),
    ("Z", Some("ℤ")),
    ("pmod", Some("pmod")),
    ("frac", Some("frac")),
    ("dfrac", Some("frac")),
    ("emptyset", Some("∅")),
    ("varnothing", Some("∅")),
    ("binom", Some("binom")),
    ("dbinom", Some("binom")),
    ("tbinom", Some("binom")),
    ("tfrac", Some("frac")),
    ("mid", Some("|")),
    ("vert", Some("|")),
    ("lvert", Some("|")),
    ("rvert", Some("|")),
    ("lbrace", Some("{")),
    ("rbrace", Some("}")),
    ("times", Some("*")),
    ("cdot", Some("*")),
    ("ast", Some("*")),
    ("div", Some("/")),
    ("cdots", Some("..")),
    ("land", Some("and")),
    ("wedge", Some("and")),
    ("lor", Some("or")),
    ("vee", Some("or")),
    ("lnot", Some("not")),
    ("neg", Some("not")),
    ("bmod", Some("mod")),
    ("mod", Some("mod")),
    ("min", Some("min")),
    ("max", Some("max")),
    ("oplus", Some("^^")),
    ("sqrt", Some("sqrt")),
    ("lfloor", Some("⌊")),
    ("rfloor", Some("⌋")),
    ("lceil", Some("⌈")),
    ("rceil", Some("⌉")),
    ("exists", Some("exists")),
    ("forall", Some("forall")),
    ("ldots", Some("..")),
    ("dots", Some("..")),
    ("left", None),
    ("right", None),
    ("big", None),
    ("Big", None),
    ("bigl", None),
    ("bigr", None),
    ("Bigl", None),
    ("Bigr", None),
    ("quad", None),
    ("qquad", None),
    ("displaystyle", None),
    ("nonumber", None),
    ("notag", None),
    ("middle", None),
    ("Bigg", None),
    ("bigg", None),
    ("Biggl", None),
    ("Biggr", None),
    ("biggl", None),
    ("biggr", None),
    ("bigm", None),
    ("Bigm", None),
    ("biggm", None),
    ("Biggm", None),
];

/// Where cases begin, sets of options with a condition each, and where they end.
pub(crate) const CASES: &str = "\\begin{cases}";
pub(crate) const END_CASES: &str = "\\end{cases}";

/// `\not`, a stroke through the sign behind it.
const STROKE: &str = "\\not";

/// Reads a command of LaTeX; the number of bytes that it takes.
pub(super) fn latex(rest: &str, at: usize, found: &mut Vec<(Token, Range<usize>)>) -> Result<usize, Mistake> {
    let behind = &rest[1..];
    let letters = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
    if letters == 0 {
        let sign = behind.chars().next();
        let length = 1 + sign.map_or(0, char::len_utf8);
        match sign {
            Some('{') => found.push((Token::Sign("{"), at..at + length)),
            Some('}') => found.push((Token::Sign("}"), at..at + length)),
            Some('|') => found.push((Token::Sign("|"), at..at + length)),
            Some('\\') => found.push((Token::Sign(LINE_END), at..at + length)),
            // `d\,j` is d times j.
            Some(',') if between_letters(found, &behind[1..]) => found.push((Token::Sign("*"), at..at + length)),
            // Thin spaces, and where a formula begins and ends.
            Some(',' | ';' | ':' | '!' | ' ' | '>' | '[' | ']' | '(' | ')') => {}
            _ => return Err(Mistake::new(at..at + length, say!("notation.unknown_character", character = '\\'))),
        }
        return Ok(length);
    }
    let (word, length) = (&behind[..letters], 1 + letters);
    if let Some(length) = environment(behind) {
        // Cases are a thing of their own; other environments only place what is in them.
        let cases =
            [("begin{cases}", CASES), ("begin{dcases}", CASES), ("end{cases}", END_CASES), ("end{dcases}", END_CASES)];
        let sign = cases.iter().find(|(written, _)| behind.starts_with(written));
        found.extend(sign.map(|(_, sign)| (Token::Sign(sign), at..at + 1 + length)));
        return Ok(1 + length);
    }
    for blackboard in ["mathbb", "mathbf", "mathrm", "mathcal", "mathit", "textrm", "textit", "text", "operatorname"] {
        let inside = behind.strip_prefix(blackboard).and_then(|rest| rest.strip_prefix('{'));
        if let Some((words, _)) = inside.and_then(|inside| inside.split_once('}'))
            && let said = words.replace("s.t.", "such that")
            // The mark at the end of a line says nothing.
            && let said = said.trim_end().trim_end_matches(['.', ',', '、', '。'])
            && said.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ' || japanese::is_letter(c))
        {
            let length = 1 + blackboard.len() + 1 + words.len() + 1;
            for word in said.split_whitespace() {
                let mut rest = word;
                while let Some((token, length_of_word)) = japanese::word(rest) {
                    found.extend(token.map(|token| (token, at..at + length)));
                    rest = &rest[length_of_word..];
                }
                found.extend((!rest.is_empty()).then(|| (named_or_sign(rest), at..at + length)));
            }
            return Ok(length);
        }
    }
    // What numbers a formula or moves it says nothing.
    if ["label", "tag", "hspace", "vspace", "phantom", "hphantom", "vphantom", "eqref", "ref"].contains(&word) {
        let starred = behind[letters..].strip_prefix('*').unwrap_or(&behind[letters..]);
        if let Some(end) = starred.strip_prefix('{').and_then(closing) {
            return Ok(1 + behind.len() - starred.len() + 1 + end + 1);
        }
    }
    // `\substack{a \\ b}`: lines below each other, as in an array.
    if word == "substack"
        && let Some(inside) = behind[letters..].strip_prefix('{')
        && let Some(end) = closing(inside)
    {
        let mut start = at + length + 1;
        for (i, line) in inside[..end].split(LINE_END).enumerate() {
            if i > 0 {
                found.push((Token::Sign(LINE_END), start..start + LINE_END.len()));
                start += LINE_END.len();
            }
            let tokens = super::tokens(line).map_err(|mistake| mistake.shifted(start))?;
            let tokens = tokens.into_iter().filter(|(token, _)| *token != Token::End);
            found.extend(tokens.map(|(token, place)| (token, start + place.start..start + place.end)));
            start += line.len();
        }
        return Ok(length + end + 2);
    }
    // `\mathbb N`: one letter needs no braces.
    if let (true, Some(set)) = (word == "mathbb", behind[letters..].trim_start().chars().next())
        && set.is_ascii_alphabetic()
    {
        let length = 1 + behind.len() - behind[letters..].trim_start().len() + 1;
        found.push((Token::Name(set.to_string()), at..at + length));
        return Ok(length);
    }
    // `x^\prime` and `x^{\prime}` are x'.
    if word == "prime" {
        let braced = matches!(found.last(), Some((Token::Sign("{"), _)));
        let raised = found.len() - usize::from(braced);
        if let Some([(Token::Name(name), _), (Token::Sign("^"), _)]) =
            raised.checked_sub(2).map(|from| &found[from..raised])
        {
            let named = (Token::Name(format!("{name}'")), found[raised - 2].1.start..at + length);
            found.truncate(raised - 2);
            found.push(named);
            return Ok(length + usize::from(braced && behind[letters..].starts_with('}')));
        }
    }
    // `\log_2 x` and `\log_{2} x`.
    if word == "log" {
        for index in ["_2", "_{2}"] {
            if behind[letters..].starts_with(index) {
                found.push((Token::Name("log2".to_owned()), at..at + length + index.len()));
                return Ok(length + index.len());
            }
        }
    }
    // `\tfrac12`: digits without braces are taken one by one.
    if let Some(digits) = short_fraction(word, &behind[letters..]) {
        found.push((Token::Sign("frac"), at..at + length));
        for (place, digit) in (at + length..).zip(digits) {
            let place = place..place + 1;
            found.push((Token::Sign("{"), place.clone()));
            found.push((Token::Number(digit), place.clone()));
            found.push((Token::Sign("}"), place));
        }
        return Ok(length + 2);
    }
    // `\\gcd`, `\\log2`: the functions by their names.
    let golden = ["phi", "varphi"].contains(&word);
    if Function::named(word).is_some() && !LATEX.iter().any(|(command, _)| *command == word) || golden {
        found.push((Token::Name(if golden { "phi" } else { word }.to_owned()), at..at + length));
        return Ok(length);
    }
    match LATEX.iter().find(|(command, _)| *command == word) {
        // Sets of numbers are names as others are.
        Some((_, Some(set @ ("ℕ" | "ℤ")))) => found.push((Token::Name((*set).to_owned()), at..at + length)),
        Some((_, Some(sign))) => found.push((Token::Sign(sign), at..at + length)),
        Some((_, None)) => {}
        None => {
            let says = say!("notation.unknown_command", command = format!("\\{word}"));
            return Err(Mistake::new(at..at + length, says));
        }
    }
    Ok(length)
}

/// Whether a letter that stands alone was read, and another one comes next.
fn between_letters(found: &[(Token, Range<usize>)], behind: &str) -> bool {
    let mut next = behind.trim_start().chars();
    let letter = next.next().is_some_and(|c| c.is_ascii_alphabetic());
    let alone = !next.next().is_some_and(|c| c.is_alphanumeric() || c == '_');
    letter && alone && matches!(found.last(), Some((Token::Name(name), _)) if name.chars().count() == 1)
}

/// Where the brace closes that was opened before this text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1usize;
    for (at, c) in text.char_indices() {
        depth = depth + usize::from(c == '{') - usize::from(c == '}');
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The two digits of `\frac12`.
fn short_fraction(word: &str, behind: &str) -> Option<[i64; 2]> {
    let mut digits = behind.chars().map_while(|c| c.to_digit(10)).map(i64::from);
    (LATEX.contains(&(word, Some("frac")))).then_some([digits.next()?, digits.next()?])
}

/// The bytes of `begin{align*}`, `end{align*}` or `begin{array}{l}`: lines below each other.
fn environment(behind: &str) -> Option<usize> {
    let group = |rest: &str| rest.strip_prefix('{').and_then(|inside| inside.find('}')).map(|end| end + 2);
    let word =
        ["begin", "end"].into_iter().find(|word| behind.starts_with(word) && behind[word.len()..].starts_with('{'))?;
    let name = word.len() + group(&behind[word.len()..])?;
    let columns = behind.starts_with("begin{array}").then(|| group(&behind[name..])).flatten();
    Some(name + columns.unwrap_or(0))
}

/// The tokens with strokes put through the signs that they stand before: `\not\equiv`, `\not\in`.
pub(super) fn struck(tokens: Vec<(Token, Range<usize>)>) -> Vec<(Token, Range<usize>)> {
    let mut found: Vec<(Token, Range<usize>)> = Vec::with_capacity(tokens.len());
    for (token, at) in tokens {
        let negated = match token {
            Token::Sign("≡") => Some("not ≡"),
            Token::Sign("in") => Some("not in"),
            Token::Sign("|") => Some("not |"),
            Token::Sign("=") => Some("!="),
            Token::Sign("<") => Some(">="),
            Token::Sign(">") => Some("<="),
            Token::Sign("<=") => Some(">"),
            Token::Sign(">=") => Some("<"),
            _ => None,
        };
        match (found.last_mut(), negated) {
            (Some((last @ Token::Sign(STROKE), place)), Some(sign)) => (*last, place.end) = (Token::Sign(sign), at.end),
            _ => found.push((token, at)),
        }
    }
    found
}
