//! Reads a definition. One character decides each step, so that a mistake
//! stands where the text stops making sense.

mod brackets;

use super::check;
use super::syntax::{Class, Definition, Directions, Group, Kind, Near, Parameter, Rule, Span, Step, Then};
use super::wide::Narrow;
use crate::play::Player;
use crate::prose::definition_in;
use miyama_budget::Mistake;
use miyama_text::{Text, say};
use std::ops::Range;

/// The longest definition that is read, in bytes.
const LONGEST: usize = 20_000;
/// The largest number of a count or of a parameter.
pub const LARGEST: usize = 1_000;

/// Does the text define a game on cells? It does if the first word after a name
/// and its colon is `grid`, `strip`, `graph` or `edges`.
#[must_use]
pub fn is_definition(text: &str) -> bool {
    is_alone(text) || matches!(definition_in(text), Ok(Some(definition)) if is_alone(&definition))
}

/// Does it without words around it?
fn is_alone(text: &str) -> bool {
    let narrow = Narrow::of(text);
    let mut reader = Reader::new(&narrow);
    reader.blank();
    let before = reader.at;
    if reader.kind().is_some() {
        return true;
    }
    reader.at = before;
    reader.head().is_ok() && reader.kind().is_some()
}

/// The mistake of a text that would be a definition but for the word in front of its
/// patterns: `gird [..] -> [##]`.
#[must_use]
pub fn unknown_ground(text: &str) -> Option<Mistake> {
    let narrow = Narrow::of(text);
    let mut reader = Reader::new(&narrow);
    reader.blank();
    let before = reader.at;
    if reader.head().is_err() {
        reader.at = before;
    }
    let word = reader.word();
    let behind = reader.rest()[word.len()..].trim_start();
    let rules = ["[", "sym", "diag", "left", "right", "start"];
    let is_pattern = behind.contains("->") && behind.contains('[') && rules.iter().any(|rule| behind.starts_with(rule));
    if word.is_empty() || !is_pattern {
        return None;
    }
    let at = reader.at..reader.at + word.len();
    let near = Kind::ALL.map(|kind| (miyama_text::distance(word, kind.word()), kind.word()));
    let mistake = Mistake::new(narrow.place(at), say!("pattern.ground", word = word));
    Some(match near.into_iter().min() {
        Some((steps, near)) if steps <= 2 => mistake.with_hint(say!("cli.did_you_mean", name = near)),
        _ => mistake,
    })
}

/// Reads a definition and checks that it makes sense.
///
/// ```
/// let cram = miyama_language::pattern::parse_definition("cram: grid  sym [..] -> [##]").unwrap();
/// assert_eq!(cram.to_string(), "cram: grid sym [..] -> [##]");
/// let mistake = miyama_language::pattern::parse_definition("grid [..] -> [#]").unwrap_err();
/// assert_eq!(mistake.at, 13..16);
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse_definition(text: &str) -> Result<Definition, Mistake> {
    let mut forms = parse_forms(text)?;
    match (forms.pop(), forms.is_empty()) {
        (Some(definition), true) => Ok(definition),
        _ => Err(Mistake::new(0..text.len(), say!("pattern.one_form"))),
    }
}

/// Reads the forms of a game: one definition, or one on a board and one on a graph under the same name.
///
/// ```
/// let col = "col: grid left [.] -> [l] unless near [l]  col: graph left [.] -> [l] unless near [l]";
/// let forms = miyama_language::pattern::parse_forms(col).unwrap();
/// assert_eq!(forms.iter().map(|form| form.kind.word()).collect::<Vec<_>>(), ["grid", "graph"]);
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse_forms(text: &str) -> Result<Vec<Definition>, Mistake> {
    if text.len() > LONGEST {
        return Err(Mistake::new(0..text.len(), say!("pattern.long_text", most = LONGEST)));
    }
    let mistake = match parse_alone(text) {
        Ok(forms) => return Ok(forms),
        Err(mistake) => mistake,
    };
    match definition_in(text)? {
        Some(definition) => parse_alone(&definition),
        None => Err(mistake),
    }
}

/// Reads forms without words around them.
fn parse_alone(text: &str) -> Result<Vec<Definition>, Mistake> {
    let narrow = Narrow::of(text);
    let forms = Reader::new(&narrow).forms().map_err(|mistake| narrow.placed(mistake))?;
    forms.iter().try_for_each(check::definition)?;
    Ok(forms)
}

struct Reader<'a> {
    narrow: &'a Narrow,
    text: &'a str,
    at: usize,
    /// Where the comment before `at` begins.
    comment: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(narrow: &'a Narrow) -> Reader<'a> {
        Reader { narrow, text: &narrow.text, at: 0, comment: None }
    }
}

impl Reader<'_> {
    /// Where this is in the text that was given.
    fn span(&self, at: Range<usize>) -> Span {
        Span(self.narrow.place(at))
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips spaces and, outside brackets, comments.
    fn blank(&mut self) {
        self.comment = None;
        loop {
            self.spaces();
            if self.peek() != Some('#') {
                return;
            }
            self.comment = self.comment.or(Some(self.at));
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// Skips spaces: all there is between signs in brackets.
    fn spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Reads `sign` if it comes next.
    fn takes(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    /// The letters, digits, `-`, `_` and `'` that come next.
    fn word(&self) -> &str {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
        let rest = self.rest();
        // An arrow is not part of a word.
        let end = rest.char_indices().find(|(at, c)| !part(*c) || rest[*at..].starts_with("->"));
        &rest[..end.map_or(rest.len(), |(at, _)| at)]
    }

    /// Reads this word, if it comes next and ends where the word ends.
    fn takes_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        self.at += if found { word.len() } else { 0 };
        if found {
            self.blank();
        }
        found
    }

    /// The mistake that something else was expected here.
    fn expected(&self, what: Text) -> Mistake {
        // Where a bracket is missing, signs are taken for a comment.
        let hidden = self.comment.filter(|at| self.peek().is_none() && self.text[*at..].contains(']'));
        if let Some(at) = hidden {
            let says = say!("pattern.expected", expected = what, found = "#");
            return Mistake::new(at..at + 1, says).with_hint(say!("pattern.comment"));
        }
        match self.peek() {
            None => Mistake::new(self.at..self.at, say!("pattern.ends", expected = what)),
            Some(sign) => {
                let word = self.word();
                let found = if word.is_empty() { sign.to_string() } else { word.to_owned() };
                Mistake::new(
                    self.at..self.at + found.len(),
                    say!("pattern.expected", expected = what, found = found.clone()),
                )
            }
        }
    }

    /// The mistake with the word that this one is much like.
    fn near_word(&self, mistake: Mistake) -> Mistake {
        const WORDS: [&str; 8] = ["left", "right", "sym", "diag", "near", "unless", "beyond", "then"];
        let near = WORDS.map(|word| (miyama_text::distance(self.word(), word), word)).into_iter().min();
        match near {
            Some((1, word)) => mistake.with_hint(say!("cli.did_you_mean", name = word)),
            _ => mistake,
        }
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), Mistake> {
        if self.takes(sign) { Ok(()) } else { Err(self.expected(say!("pattern.token", token = sign))) }
    }

    /// One definition, or several on grounds that positions tell apart.
    fn forms(&mut self) -> Result<Vec<Definition>, Mistake> {
        let mut forms = vec![self.definition()?];
        while self.peek().is_some() {
            let start = self.at;
            let form = self.definition()?;
            let at = start..start + self.text[start..].find([':', '：', '[']).unwrap_or(0);
            if form.name != forms[0].name {
                return Err(Mistake::new(at, say!("pattern.other_name")));
            }
            if forms.iter().any(|other| other.kind.is_graph() == form.kind.is_graph()) {
                return Err(Mistake::new(at, say!("pattern.same_ground")));
            }
            forms.push(form);
        }
        Ok(forms)
    }

    /// Whether a definition begins here, and no rules.
    fn begins_definition(&mut self) -> bool {
        let before = (self.at, self.comment);
        let mut found = self.kind().is_some();
        if !found {
            self.at = before.0;
            found = self.head().is_ok() && self.kind().is_some();
        }
        (self.at, self.comment) = before;
        found
    }

    fn definition(&mut self) -> Result<Definition, Mistake> {
        self.blank();
        let start = self.at;
        let (name, parameters, kind) = match self.kind() {
            Some(kind) => (None, vec![], kind),
            None => {
                self.at = start;
                let (name, parameters) = self.head()?;
                let kind = self.kind().ok_or_else(|| self.expected(say!("pattern.a_kind")))?;
                (Some(name), parameters, kind)
            }
        };
        let mut definition = Definition { name, parameters, kind, classes: vec![], start: None, groups: vec![] };
        self.blank();
        while self.declaration(&mut definition)? {
            self.blank();
        }
        while self.peek().is_some() && !self.begins_definition() {
            definition.groups.push(self.group()?);
        }
        if definition.groups.is_empty() {
            return Err(self.expected(say!("pattern.a_rule")));
        }
        Ok(definition)
    }

    fn kind(&mut self) -> Option<Kind> {
        let kind = Kind::ALL.into_iter().find(|kind| self.word() == kind.word())?;
        self.at += kind.word().len();
        // `grid: strip …` is a game called grid.
        let before = self.at;
        self.blank();
        if self.peek() == Some(':') {
            self.at = before;
            return None;
        }
        Some(kind)
    }

    /// `name:` or `name(n, m = 2):`.
    fn head(&mut self) -> Result<(String, Vec<Parameter>), Mistake> {
        let name = self.word().to_owned();
        if name.is_empty() {
            return Err(self.expected(say!("pattern.a_definition")));
        }
        let start = self.at;
        self.at += name.len();
        self.blank();
        let mut parameters = vec![];
        if self.takes("(") {
            loop {
                parameters.push(self.parameter()?);
                if self.takes(")") {
                    break;
                }
                self.expect(",")?;
            }
        }
        self.blank();
        if !self.takes(":") && !self.takes("：") {
            let at = if parameters.is_empty() { start..start + name.len() } else { self.at..self.at };
            return Err(Mistake::new(at, say!("pattern.no_colon")));
        }
        self.blank();
        Ok((name, parameters))
    }

    fn parameter(&mut self) -> Result<Parameter, Mistake> {
        self.blank();
        let name = self.word().to_owned();
        if !name.chars().next().is_some_and(|c| c.is_ascii_alphabetic()) {
            return Err(self.expected(say!("pattern.a_parameter")));
        }
        let at = self.span(self.at..self.at + name.len());
        self.at += name.len();
        self.blank();
        let default = if self.takes("=") {
            self.blank();
            let value = self.digits()?;
            self.blank();
            Some(value)
        } else {
            None
        };
        Ok(Parameter { name, default, at })
    }

    fn digits(&mut self) -> Result<usize, Mistake> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let at = self.at..self.at + end;
        if end == 0 {
            return Err(self.expected(say!("pattern.digits")));
        }
        let number = rest[..end].parse().ok().filter(|n| *n <= LARGEST);
        self.at += end;
        number.ok_or_else(|| Mistake::new(at, say!("pattern.large_number", most = LARGEST)))
    }

    /// A class or the tile of the start, if one comes next.
    fn declaration(&mut self, definition: &mut Definition) -> Result<bool, Mistake> {
        let start = self.at;
        if self.takes_word("start") {
            if definition.start.is_some() {
                return Err(Mistake::new(start..self.at, say!("pattern.two_starts")));
            }
            definition.start = Some(self.pattern()?);
            return Ok(true);
        }
        let mut letters = self.word().chars();
        let (Some(name), None) = (letters.next(), letters.next()) else { return Ok(false) };
        self.at += name.len_utf8();
        self.blank();
        if !name.is_uppercase() || !self.takes("=") {
            let at = start..start + name.len_utf8();
            return Err(Mistake::new(at, say!("pattern.class_letter", found = name)));
        }
        self.blank();
        let signs = self.signs()?;
        definition.classes.push(Class { name, signs, at: self.span(start..start + name.len_utf8()) });
        Ok(true)
    }

    fn directions(&mut self) -> Directions {
        let mut directions = Directions::default();
        loop {
            if self.takes_word("sym") {
                directions.sym = true;
            } else if self.takes_word("diag") {
                directions.diag = true;
            } else {
                return directions;
            }
        }
    }

    fn group(&mut self) -> Result<Group, Mistake> {
        let who = if self.takes_word("left") {
            Some(Player::Left)
        } else if self.takes_word("right") {
            Some(Player::Right)
        } else {
            None
        };
        let directions = self.directions();
        if self.peek() != Some('[') {
            return Err(self.near_word(self.expected(say!("pattern.a_rule"))));
        }
        let mut rules = vec![self.rule()?];
        while self.takes(",") {
            self.blank();
            rules.push(self.rule()?);
        }
        Ok(Group { who, directions, rules })
    }

    fn rule(&mut self) -> Result<Rule, Mistake> {
        let step = self.step()?;
        let near = if self.takes_word("unless") {
            if !self.takes_word("near") {
                return Err(self.expected(say!("pattern.token", token = "near")));
            }
            Some(Near::Unless(self.signs()?))
        } else if self.takes_word("near") {
            let from = self.signs()?;
            self.arrow()?;
            Some(Near::Change(from, self.signs()?))
        } else if self.takes_word("beyond") {
            let from = self.signs()?;
            self.arrow()?;
            Some(Near::Beyond(from, self.signs()?))
        } else {
            None
        };
        let then = if self.takes_word("then") {
            let directions = self.directions();
            let mut steps = vec![self.step()?];
            while self.takes(",") {
                self.blank();
                steps.push(self.step()?);
            }
            Some(Then { directions, steps })
        } else {
            None
        };
        Ok(Rule { step, near, then })
    }

    fn step(&mut self) -> Result<Step, Mistake> {
        let from = self.pattern()?;
        self.arrow()?;
        Ok(Step { from, to: self.pattern()? })
    }

    fn arrow(&mut self) -> Result<(), Mistake> {
        if !["->", "→", "↦", "=>"].into_iter().any(|arrow| self.takes(arrow)) {
            return Err(self.expected(say!("pattern.token", token = "->")));
        }
        self.blank();
        Ok(())
    }
}
