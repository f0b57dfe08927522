//! Sentences about an infinite word, as people write them:
//! `thue-morse: not exists i, n >= 1: forall j <= n: t[i+j] = t[i+j+n]`.
//!
//! This is syntax only. Connectives and quantifiers are read here; a comparison is kept
//! as text, with the terms of the word taken out, and is a condition of the language of
//! formulas. What decides sentences, and what checks it, both begin with this tree.
//!
//! A variable is a natural number. A comparison that asks for a term that the word has
//! not (before its first) is false.

use crate::formula::{Formula, Names};
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

mod property;

pub use property::metallic;

/// A word and what is said of it.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The name of the word, or its substitution, as it is written.
    pub word: String,
    /// What is said.
    pub truth: Proposition,
    /// The same as text, a named property written out.
    pub text: String,
}

/// What is said of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposition {
    /// A comparison: a condition of the language of formulas.
    Comparison(Comparison),
    /// All of them.
    And(Vec<Proposition>),
    /// At least one of them.
    Or(Vec<Proposition>),
    /// Not this one.
    Not(Box<Proposition>),
    /// There are natural numbers for these names.
    Exists(Vec<String>, Box<Proposition>),
}

/// A comparison in which each term of the word is written `{n}`, n being its place in
/// the list of the terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The text around the terms: one piece more than there are terms.
    pub pieces: Vec<String>,
    /// The indices of the terms.
    pub terms: Vec<String>,
    /// Its bytes in the sentence.
    pub at: Range<usize>,
}

impl Comparison {
    /// The comparison with these numbers for its terms.
    #[must_use]
    pub fn with(&self, numbers: &[u32]) -> String {
        let mut text = self.pieces[0].clone();
        for (number, piece) in numbers.iter().zip(&self.pieces[1..]) {
            text.push_str(&format!("({number})"));
            text.push_str(piece);
        }
        text
    }
}

impl Proposition {
    /// The negation.
    #[must_use]
    pub fn negated(self) -> Proposition {
        match self {
            Proposition::Not(inner) => *inner,
            other => Proposition::Not(Box::new(other)),
        }
    }
}

/// The longest sentence.
const LONGEST: usize = 10_000;
/// The deepest nesting of brackets and quantifiers.
const DEEPEST: usize = 60;

impl Sentence {
    /// Reads a word, a colon and a sentence or the name of a property.
    ///
    /// ```
    /// use miyama_language::sentence::Sentence;
    /// let sentence = Sentence::parse("thue-morse: overlap-free").unwrap();
    /// assert_eq!(sentence.text, "not exists i, n >= 1: forall j <= n: t[i+j] = t[i+j+n]");
    /// assert!(Sentence::parse("thue-morse: exists i: t[i").is_err());
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] where the text is no sentence.
    pub fn parse(source: &str) -> Result<Sentence, Mistake> {
        if source.len() > LONGEST {
            return Err(Mistake::new(0..0, say!("word.sentence_long", limit = LONGEST)));
        }
        let Some(colon) = source.find(':') else {
            return Err(
                Mistake::new(0..source.len(), say!("word.sentence_colon")).with_hint(say!("word.sentence_example"))
            );
        };
        let word = source[..colon].trim().to_owned();
        let begin = colon + 1;
        let said = &source[begin..];
        let (text, shift) = match property::sentence(said.trim(), &word) {
            Some(text) => (text, None),
            None => (said.trim().to_owned(), Some(begin + (said.len() - said.trim_start().len()))),
        };
        let mut reader = Reader { text: &text, at: 0, names: vec![], depth: 0 };
        let placed = |mistake: Mistake| match shift {
            Some(shift) => mistake.shifted(shift),
            None => mistake,
        };
        let truth = reader.whole().map_err(placed)?;
        Ok(Sentence { word, truth, text })
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    names: Vec<String>,
    depth: usize,
}

type Read<T> = Result<T, Mistake>;

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Passes one of the words or signs, if it comes next.
    fn pass(&mut self, words: &[&str]) -> bool {
        self.skip();
        for word in words {
            let letters = word.chars().all(char::is_alphabetic);
            let Some(rest) = self.rest().strip_prefix(word) else { continue };
            if letters && word.is_ascii() && rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
                continue;
            }
            self.at += word.len();
            return true;
        }
        false
    }

    fn wrong<T>(&self, says: miyama_text::Text) -> Read<T> {
        let end = (self.at + 1..=self.text.len()).find(|end| self.text.is_char_boundary(*end)).unwrap_or(self.at);
        Err(Mistake::new(self.at..end, says).with_hint(say!("word.sentence_example")))
    }

    fn whole(&mut self) -> Read<Proposition> {
        let truth = self.equivalence()?;
        self.skip();
        if self.rest().is_empty() { Ok(truth) } else { self.wrong(say!("word.sentence_end")) }
    }

    fn equivalence(&mut self) -> Read<Proposition> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong(say!("word.sentence_deep"));
        }
        let mut left = self.implication()?;
        while self.pass(&["<=>", "⇔", "<->", "iff"]) {
            let right = self.implication()?;
            let one = Proposition::Or(vec![left.clone().negated(), right.clone()]);
            let two = Proposition::Or(vec![right.negated(), left]);
            left = Proposition::And(vec![one, two]);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn implication(&mut self) -> Read<Proposition> {
        let left = self.either()?;
        if self.pass(&["=>", "⇒", "->", "→", "implies"]) {
            let right = self.implication()?;
            return Ok(Proposition::Or(vec![left.negated(), right]));
        }
        Ok(left)
    }

    fn either(&mut self) -> Read<Proposition> {
        let mut parts = vec![self.both()?];
        while self.pass(&["or", "∨"]) {
            parts.push(self.both()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Proposition::Or(parts) })
    }

    fn both(&mut self) -> Read<Proposition> {
        let mut parts = vec![self.single()?];
        while self.pass(&["and", "∧"]) {
            parts.push(self.single()?);
        }
        Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Proposition::And(parts) })
    }

    fn single(&mut self) -> Read<Proposition> {
        if self.pass(&["not", "¬"]) {
            self.depth += 1;
            if self.depth > DEEPEST {
                return self.wrong(say!("word.sentence_deep"));
            }
            let inner = self.single()?.negated();
            self.depth -= 1;
            return Ok(inner);
        }
        if self.pass(&["exists", "∃"]) {
            return self.quantified(true);
        }
        if self.pass(&["forall", "∀", "all"]) {
            return self.quantified(false);
        }
        self.skip();
        if self.rest().starts_with('(')
            && let Some(inside) = closing(self.rest(), '(', ')')
            && is_sentence(&self.rest()[1..inside])
        {
            self.at += 1;
            let truth = self.equivalence()?;
            if !self.pass(&[")"]) {
                return self.wrong(say!("word.sentence_bracket"));
            }
            return Ok(truth);
        }
        self.comparison()
    }

    /// `i, n >= 1: …`
    fn quantified(&mut self, exists: bool) -> Read<Proposition> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong(say!("word.sentence_deep"));
        }
        let known = self.names.len();
        let mut given = Vec::new();
        let Some(end) = outside_brackets(self.rest(), |rest| rest.starts_with(':')) else {
            return self.wrong(say!("word.sentence_quantifier"));
        };
        let end = self.at + end;
        while self.at < end {
            let length = outside_brackets(&self.text[self.at..end], |rest| rest.starts_with(','));
            let stop = length.map_or(end, |length| self.at + length);
            self.skip();
            let piece = &self.text[self.at..stop];
            let Some((name, at)) = new_name(piece, &self.names) else {
                return self.wrong(say!("word.sentence_name"));
            };
            self.names.push(name.clone());
            if piece.trim() != name {
                let inner = Reader { text: &self.text[..stop], at: self.at, names: self.names.clone(), depth: 0 };
                given.push(inner.comparison_to(stop)?);
            } else if self.names.len() > MOST_NAMES {
                self.at += at;
                return self.wrong(say!("word.sentence_names", most = MOST_NAMES));
            }
            self.at = (stop + 1).min(end);
            if stop == end {
                break;
            }
        }
        self.at = end + 1;
        let names = self.names[known..].to_vec();
        if names.is_empty() {
            return self.wrong(say!("word.sentence_name"));
        }
        let body = self.equivalence()?;
        self.names.truncate(known);
        self.depth -= 1;
        Ok(if exists {
            given.push(body);
            Proposition::Exists(
                names,
                Box::new(if given.len() == 1 { given.swap_remove(0) } else { Proposition::And(given) }),
            )
        } else {
            given.push(body.negated());
            let fails = if given.len() == 1 { given.swap_remove(0) } else { Proposition::And(given) };
            Proposition::Exists(names, Box::new(fails)).negated()
        })
    }

    fn comparison(&mut self) -> Read<Proposition> {
        let ends = |rest: &str| {
            let word = |word: &str| {
                rest.strip_prefix(word).is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric()))
            };
            rest.starts_with(')')
                || ["<=>", "=>", "<->", "->", "⇔", "⇒", "→", "∧", "∨"].iter().any(|sign| rest.starts_with(sign))
                || ["and", "or", "implies", "iff"].iter().any(|name| word(name))
        };
        let mut before = ' ';
        let length = outside_brackets(self.rest(), |rest| {
            let at_word = !before.is_alphanumeric();
            before = rest.chars().next().unwrap_or(' ');
            (at_word || !before.is_alphanumeric()) && ends(rest)
        });
        let stop = length.map_or(self.text.len(), |length| self.at + length);
        let inner = Reader { text: self.text, at: self.at, names: self.names.clone(), depth: 0 };
        let truth = inner.comparison_to(stop)?;
        self.at = stop;
        Ok(truth)
    }

    /// The comparison from here to a place.
    fn comparison_to(&self, stop: usize) -> Read<Proposition> {
        let text = &self.text[self.at..stop];
        if text.trim().is_empty() {
            return self.wrong(say!("word.sentence_comparison"));
        }
        let (mut pieces, mut terms) = (vec![String::new()], Vec::new());
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !name.is_empty() && rest[name.len()..].starts_with('[') {
                let Some(end) = closing(&rest[name.len()..], '[', ']') else {
                    let here = Reader { at: self.at + at, names: vec![], ..*self };
                    return here.wrong(say!("word.sentence_bracket"));
                };
                if !name.starts_with(char::is_alphabetic) || self.names.contains(&name) {
                    let here = Reader { at: self.at + at, names: vec![], ..*self };
                    return here.wrong(say!("word.sentence_term", name = name));
                }
                let index = &rest[name.len() + 1..name.len() + end];
                if index.contains('[') || index.trim().is_empty() || terms.len() >= MOST_TERMS {
                    let here = Reader { at: self.at + at, names: vec![], ..*self };
                    return here.wrong(say!("word.sentence_index"));
                }
                if Formula::value(index, &Names::only(self.names.clone())).is_err() {
                    let here = Reader { at: self.at + at + name.len() + 1, names: vec![], ..*self };
                    return here.wrong(say!("word.sentence_number", index = index.trim()));
                }
                terms.push(index.to_owned());
                pieces.push(String::new());
                at += name.len() + end + 1;
                continue;
            }
            let length = if name.is_empty() { rest.chars().next().map_or(1, char::len_utf8) } else { name.len() };
            let last = pieces.len() - 1;
            pieces[last].push_str(&rest[..length]);
            at += length;
        }
        let comparison = Comparison { pieces, terms, at: self.at..stop };
        // Which numbers the terms are does not matter to whether it can be read.
        let with_ones = comparison.with(&vec![1; comparison.terms.len()]);
        if Formula::set(&with_ones, &Names::only(self.names.clone())).is_err() {
            return self.wrong(say!("word.sentence_unread", part = text.trim()));
        }
        Ok(Proposition::Comparison(comparison))
    }
}

/// The most variables at a time, and the most terms of one comparison.
const MOST_NAMES: usize = 8;
const MOST_TERMS: usize = 3;

/// The first place outside brackets at which `stops` says so.
fn outside_brackets(text: &str, mut stops: impl FnMut(&str) -> bool) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        if depth == 0 && stops(&text[at..]) {
            return Some(at);
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Where the bracket at the beginning of a text is closed.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// Whether what stands in brackets is a sentence, not a number.
fn is_sentence(inside: &str) -> bool {
    let signs = ['=', '<', '>', '≤', '≥', '≠', '∃', '∀', '¬', '∧', '∨'];
    inside.contains(signs) || ["exists", "forall", "not "].iter().any(|word| inside.contains(word))
}

/// The first name of a bound that is no variable yet, and its place.
fn new_name(piece: &str, known: &[String]) -> Option<(String, usize)> {
    let mut at = 0;
    while at < piece.len() {
        let rest = &piece[at..];
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let starts = name.starts_with(char::is_alphabetic);
        if starts && !known.contains(&name) && !FUNCTIONS.contains(&name.as_str()) {
            return Some((name, at));
        }
        at += name.len().max(rest.chars().next().map_or(1, char::len_utf8));
    }
    None
}

/// Names that mean something in formulas.
const FUNCTIONS: [&str; 12] = ["floor", "ceil", "sqrt", "phi", "mod", "div", "min", "max", "xor", "in", "and", "or"];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Proposition {
        Sentence::parse(&format!("thue-morse: {text}")).unwrap_or_else(|m| panic!("{text}: {m:?}")).truth
    }

    #[test]
    fn sentences_are_trees() {
        let Proposition::Not(inner) = read("not exists i, n >= 1: t[i] = t[i+n] and i < n") else { panic!() };
        let Proposition::Exists(names, body) = *inner else { panic!() };
        assert_eq!(names, ["i", "n"]);
        let Proposition::And(parts) = *body else { panic!() };
        assert_eq!(parts.len(), 2);
        let Proposition::And(parts) = &parts[1] else { panic!() };
        let Proposition::Comparison(first) = &parts[0] else { panic!() };
        assert_eq!(
            (first.terms.as_slice(), first.with(&[0, 1]).as_str()),
            (&["i".to_owned(), "i+n".to_owned()][..], "(0) = (1) ")
        );
    }

    #[test]
    fn brackets_of_sentences_and_of_numbers() {
        assert!(matches!(read("(exists i: t[i] = 1) and (1+1) = 2"), Proposition::And(_)));
        assert!(matches!(read("forall i: (i+1)*2 = 2i+2 => t[i] = 1 or t[i] = 0"), Proposition::Not(_)));
        assert!(matches!(read("exists orb: t[orb] = 1"), Proposition::Exists(..)));
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, at) in [
            ("exists i", 18),
            ("exists i: t[i", 21),
            ("t[0] = 1 )", 20),
            ("exists 3: t[0] = 1", 18),
            ("exists i: ", 20),
        ] {
            let mistake = Sentence::parse(&format!("thue-morse: {text}")).unwrap_err();
            assert!(mistake.at.start <= at + 1 && mistake.at.start >= 12, "{text}: {:?}", mistake.at);
        }
    }
}
