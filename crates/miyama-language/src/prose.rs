//! A definition with the sentences around it, as it is copied from a page: 「定義 3.1. Yama Nim とは、f(x, y) = {…} となる
//! ゲームである。」, "Definition 3.1. Yama Nim is the game with f(x, y) = {…}, that is, …".
//!
//! The words are blanked, so that every place stays where it was. Only words that introduce or explain a definition
//! are passed over: a condition in words (「ただし …」, "if …") is part of the rules, and is pointed at.

use crate::notation::lexer::japanese;
use crate::pattern::Kind;
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// A longer text is not copied from one place of a page.
const LONGEST: usize = 20_000;

/// The text with blanks for the words around its definition; none where there are no such words.
///
/// # Errors
/// A condition in words, or a second definition.
pub fn definition_in(text: &str) -> Result<Option<String>, Mistake> {
    if text.len() > LONGEST {
        return Ok(None);
    }
    let heads = heads(text);
    let Some(head) = heads.first() else { return Ok(None) };
    let end = end(text, head.end);
    let own = own_name(&text[..head.start]);
    let (before, behind) = (&text[own..head.start], &text[end..]);
    if !(is_sentence(before) || is_numbering(before) || is_sentence(behind) || is_numbering(behind)) {
        return Ok(None);
    }
    if !(introduces(before) && explains(behind)) {
        return Ok(None);
    }
    let condition = |at: Range<usize>| Err(Mistake::new(at, say!("notation.condition_in_words")));
    // The last sentence before the definition speaks of it, and the first one behind it.
    let last =
        before.rfind(['。', '．']).map_or(0, |at| at + '。'.len_utf8()).max(before.rfind(". ").map_or(0, |at| at + 1));
    if let Some(at) = condition_words(&before[last..]) {
        return condition(own + last + at.start..own + last + at.end);
    }
    let first = FURTHER.iter().filter_map(|word| behind.find(word)).min().unwrap_or(behind.len());
    if let Some(at) = condition_words(&behind[..first]) {
        return condition(end + at.start..end + at.end);
    }
    // A sentence that begins so takes something back.
    for proviso in ["ただし", "但し", "なお"] {
        let begins = |at: &usize| behind[..*at].trim_end().ends_with(['。', '．']);
        if let Some(at) = behind.match_indices(proviso).map(|(at, _)| at).find(begins) {
            return condition(end + at..end + at + proviso.len());
        }
    }
    if let Some(second) = heads.iter().find(|second| second.start >= end) {
        return Err(Mistake::new(second.clone(), say!("notation.second_definition")));
    }
    let blank = |text: &str| " ".repeat(text.len());
    Ok(Some([&text[..own], &blank(before), &text[head.start..end], &blank(behind)].concat()))
}

/// What ends the clause behind a definition: what follows says the same again, or another thing.
const FURTHER: &[&str] =
    &["。", "．", "つまり", "すなわち", "即ち", "言い換え", ". ", ".\n", "i.e.", "that is", "in other words"];

/// Words that begin or end a condition.
const CONDITIONS: &[&str] = &[
    "ただし",
    "但し",
    "のとき",
    "の時",
    "ならば",
    "なら",
    "場合",
    "限り",
    "以外",
    "かつ",
    "または",
    "又は",
    "もしくは",
    "あるいは",
];
const ENGLISH_CONDITIONS: &[&str] =
    &["if", "when", "whenever", "where", "unless", "except", "provided", "assuming", "otherwise"];

fn condition_words(clause: &str) -> Option<Range<usize>> {
    let japanese = CONDITIONS.iter().filter_map(|word| clause.find(word).map(|at| at..at + word.len()));
    let english = words(clause).filter(|at| ENGLISH_CONDITIONS.contains(&&*clause[at.clone()].to_lowercase()));
    japanese.chain(english).min_by_key(|at| at.start)
}

/// The words in Latin letters, with their places.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c: char| c.is_ascii_alphabetic())?;
        at = start + text[start..].find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len() - start);
        Some(start..at)
    })
}

/// `t(c = 1):` at the very beginning: the name and the parameters are the reader's own, not of the page.
fn own_name(before: &str) -> usize {
    let start = before.len() - before.trim_start().len();
    let word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
    let name = before[start..].find(|c: char| !word(c)).map_or(before.len(), |end| start + end);
    let behind = before[name..].trim_start();
    let behind = match behind.strip_prefix('(') {
        Some(inside) => inside.split_once(')').map_or("", |(_, behind)| behind).trim_start(),
        None => behind,
    };
    match behind.strip_prefix([':', '：']) {
        Some(rest) if name > start => before.len() - rest.len(),
        _ => 0,
    }
}

/// Are these words of a language, more than signs and brackets?
fn is_sentence(text: &str) -> bool {
    text.chars().any(japanese::is_letter) || english(text).count() >= 2
}

/// Words of English, which the commands of LaTeX are not.
fn english(text: &str) -> impl Iterator<Item = &str> {
    let command = |at: &Range<usize>| text[..at.start].ends_with('\\') || text[..at.start].ends_with(['{', '_', '^']);
    words(text).filter(move |at| !command(at)).map(|at| &text[at])
}

/// `(3.1)`, `1.`, `・`: the number of a formula, or of an entry in a list.
fn is_numbering(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c.is_whitespace() || "$&。,，、:：".contains(c));
    let digits = |text: &str, also: &str| {
        !text.is_empty() && text.len() <= 8 && text.chars().all(|c| c.is_ascii_digit() || also.contains(c))
    };
    if ["・", "•", "◦", "‣", "①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨"].contains(&text) {
        return true;
    }
    match text.strip_prefix(['(', '（', '[']) {
        Some(inside) => {
            inside.trim_end_matches(['.', '．']).strip_suffix([')', '）', ']']).is_some_and(|n| digits(n, ".-*ivxab"))
        }
        None => text.strip_suffix(['.', '．', ')']).is_some_and(|number| digits(number, ".")),
    }
}

/// Is this the beginning of a sentence that the definition ends? What is no sentence, such as a game before an operator,
/// does not introduce one.
fn introduces(before: &str) -> bool {
    if is_numbering(before) || !is_sentence(before) {
        return is_numbering(before) || english(before).next().is_none();
    }
    if before.chars().any(japanese::is_letter) {
        let particles = ["は", "を", "が", "に", "で", "次", "定義", "規則", "ルール", "例", "問", "とき", "場合"];
        return particles.iter().any(|word| before.contains(word));
    }
    let operators = ["selective", "conjunctive", "disjunctive", "ordinal", "twisted", "block", "impartial", "pass"];
    if english(before).any(|word| operators.contains(&word)) || before.contains(['{', '}', ']', '[']) {
        return false;
    }
    let headings =
        ["Definition", "Def", "Example", "Rule", "Ruleset", "Game", "Exercise", "Problem", "Let", "Consider"];
    let verbs = [
        "is", "are", "by", "as", "with", "that", "rules", "rule", "game", "ruleset", "options", "moves", "follows",
        "to", "of",
    ];
    let first = english(before).next().is_some_and(|word| headings.contains(&word));
    first || english(before).last().is_some_and(|word| verbs.contains(&word))
}

/// Does this go on as a sentence behind a definition does, with a mark or in Japanese? A misspelt word of the notation is
/// no sentence, nor is what has sets or rules of its own.
fn explains(behind: &str) -> bool {
    let first = &behind[..FURTHER.iter().filter_map(|word| behind.find(word)).min().unwrap_or(behind.len())];
    let near = |word: &str| {
        let words = ["left", "right", "where", "ends", "wins"];
        word.len() >= 4 && words.iter().any(|known| miyama_text::distance(word, known) <= 2)
    };
    if first.contains(['{', '}', '[', ']', '｛', '｝']) || english(first).next().is_some_and(near) {
        return false;
    }
    !is_sentence(behind)
        || behind.trim_start().starts_with(|c: char| japanese::is_letter(c) || ".,;:。．、，；：(（\\$".contains(c))
        || behind.starts_with("\n\n")
}

/// What stands between the heaps of a head and its options.
const ARROWS: &[&str] = &[
    "->",
    "→",
    "↦",
    "=>",
    "⇒",
    "⟶",
    "⟼",
    "⇝",
    "⟹",
    "➜",
    "➝",
    ":=",
    "≔",
    "：=",
    "=",
    "＝",
    "\\to",
    "\\mapsto",
    "\\longmapsto",
    "\\rightarrow",
    "\\longrightarrow",
    "\\Rightarrow",
    "\\leadsto",
    "\\coloneqq",
    "\\coloneq",
    "\\triangleq",
];

/// Where heads of definitions stand: `f(x, y) =` before a set, `(x, y) ->`, `n ->`, or the ground of a board.
fn heads(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = vec![];
    let mut depth = 0i32;
    for (at, c) in text.char_indices() {
        if depth <= 0 {
            let arrow = ARROWS.iter().find(|arrow| text[at..].starts_with(**arrow));
            let inside = found.last().is_some_and(|last| at < last.end);
            if let Some(arrow) = arrow.filter(|_| !inside)
                && opens_set(&text[at + arrow.len()..])
                && let Some(start) = heaps_before(&text[..at], ["=", "＝", ":=", "≔"].contains(arrow))
            {
                found.push(start..at + arrow.len());
            }
            if let Some(length) = code(&text[at..]).filter(|_| text.chars().any(japanese::is_letter)) {
                found.push(at..at + length);
            }
            if let Some(length) =
                ground(&text[at..]).filter(|_| !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-'))
            {
                found.push(at..at + length);
            }
        }
        depth += i32::from("({[（｛［".contains(c)) - i32::from(")}]）｝］".contains(c));
    }
    found
}

/// Does a set of options begin here?
fn opens_set(behind: &str) -> bool {
    let mut rest = behind.trim_start_matches(|c: char| c.is_whitespace() || "$&\\".contains(c));
    for size in ["left", "displaystyle", "biggl", "Biggl", "bigl", "Bigl"] {
        rest = rest.strip_prefix(size).unwrap_or(rest).trim_start_matches(['\\', ' ']);
    }
    ["{", "｛", "⋃", "lbrace", "bigcup", "sym", "begin{cases}", "begin{dcases}", "left", "right"]
        .iter()
        .any(|set| rest.starts_with(set))
}

/// Where the heaps before an arrow begin, with the name of the map before them.
fn heaps_before(before: &str, map: bool) -> Option<usize> {
    let trimmed = before.trim_end_matches(|c: char| c.is_whitespace() || "&$".contains(c));
    let latin = |c: char| c.is_ascii_alphanumeric() || "_'".contains(c);
    let Some(inside) = trimmed.strip_suffix([')', '）']) else {
        // `n -> {n-1}`
        let start = trimmed.len() - trimmed.chars().rev().take_while(|c| latin(*c)).map(char::len_utf8).sum::<usize>();
        return (!map && start < trimmed.len()).then_some(start);
    };
    let mut depth = 1;
    let open = inside.char_indices().rev().find(|(_, c)| {
        depth += i32::from(")）".contains(*c)) - i32::from("(（".contains(*c));
        depth == 0
    })?;
    let name =
        |c: char| latin(c) || "\\{}".contains(c) || matches!(c, 'ａ'..='ｚ' | 'Ａ'..='Ｚ' | '\u{1D400}'..='\u{1D6A3}');
    let called = before[..open.0].trim_end_matches("\\left").trim_end_matches(name);
    Some(called.len())
}

/// The bytes of `({2}, {2}, {2})`, the sets of an octal game.
fn code(text: &str) -> Option<usize> {
    let mut rest = text.strip_prefix('(')?;
    for end in [',', ',', ')'] {
        let blank = rest.trim_start();
        let behind = match blank.strip_prefix('∅') {
            Some(behind) => behind,
            None => blank.strip_prefix('{')?.split_once('}').filter(|(set, _)| !set.contains(['{', '(']))?.1,
        };
        rest = behind.trim_start().strip_prefix(end)?;
    }
    Some(text.len() - rest.len())
}

/// The bytes of a word for a board with rules behind it.
fn ground(text: &str) -> Option<usize> {
    let word = Kind::ALL.into_iter().map(Kind::word).find(|word| text.starts_with(word))?;
    let behind = text[word.len()..].trim_start();
    let rules = ["[", "［", "sym", "diag", "left", "right", "start"];
    let class = || {
        let mut letters = behind.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.as_str().trim_start().starts_with(['=', '＝'])
    };
    let blank = text[word.len()..].starts_with(|c: char| c.is_whitespace() || "[［".contains(c));
    (blank && (rules.iter().any(|rule| behind.starts_with(rule)) || class())).then_some(word.len())
}

/// Words of the notation that may stand behind a set or a rule.
const NOTATION: &[&str] = &[
    "left",
    "right",
    "sym",
    "diag",
    "where",
    "ends",
    "wins",
    "with",
    "near",
    "unless",
    "beyond",
    "then",
    "and",
    "or",
    "not",
    "in",
    "disjunctive",
    "conjunctive",
    "selective",
    "ordinal",
    "U",
    "mod",
    "div",
    "min",
    "max",
    "if",
    "let",
    "start",
];

/// Where the formula ends whose head ends at `from`: before a sentence, or the number of the formula.
fn end(text: &str, from: usize) -> usize {
    let mut depth = 0i32;
    let mut at = from;
    // Behind such a word conditions follow, and no sentence of English.
    let mut clause = false;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let behind = &rest[c.len_utf8()..];
        if depth <= 0 {
            if let Some((_, length)) = japanese::word(rest) {
                at += length;
                continue;
            }
            if japanese::is_letter(c) || c == '。' {
                return at;
            }
            clause |= ["where", "ends", "wins"].iter().any(|word| rest.starts_with(word));
            let closed = !clause && text[..at].trim_end().ends_with(['}', ')', ']', '｝', '］', '$']);
            if closed && "．.".contains(c) && behind.starts_with(|c: char| c.is_whitespace() || japanese::is_letter(c))
            {
                return at;
            }
            if closed
                && ",，、;；:".contains(c)
                && (begins_sentence(behind) || behind.trim_start().starts_with(japanese::is_letter))
            {
                return at;
            }
            if closed && c == '\n' && begins_sentence(behind) && behind.trim_start().starts_with(char::is_uppercase) {
                return at;
            }
            if closed
                && "(（".contains(c)
                && rest.find([')', '）']).is_some_and(|end| is_numbering(&format!("{})", &rest[..end])))
            {
                return at;
            }
        }
        depth += i32::from("({[（｛［".contains(c)) - i32::from(")}]）｝］".contains(c));
        at += c.len_utf8();
    }
    text.len()
}

/// Does a word follow that is none of the notation?
fn begins_sentence(behind: &str) -> bool {
    let behind = behind.trim_start();
    let length = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
    length >= 2 && !NOTATION.contains(&&behind[..length])
        || length == 1 && behind[1..].starts_with(' ') && begins_sentence(&behind[1..])
        || behind.starts_with("i.e.")
}
