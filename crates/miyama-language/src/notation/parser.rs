//! Reads the notation: definitions here, their conditions and numbers, which are
//! those of formulas, in files of their own. Every mistake points at its place and
//! says what was expected.

mod call;
mod condition;
mod exact;
mod indexed;
mod indices;
mod members;
mod names;
mod number;
mod options;
mod quantifier;
mod run;
mod term;

use super::cursor::Cursor;
use super::lexer::Token;
use super::syntax::{Body, Condition, Definition, Expression, ExpressionKind, Let, LetValue, Name, Parameter};
use super::term::Term;
use crate::notation::function::{Function, Sequence};
use crate::prose::definition_in;
use crate::words;
use miyama_budget::Mistake;
use miyama_text::{Text, say};
use std::ops::{Deref, DerefMut, Range};

pub(crate) use names::{beside_power, settle, unknown_function};

type Read<T> = Result<T, Mistake>;

/// A formula with more parts than this, or an expression of a ruleset, is none that a
/// person wrote, and walking through it must not exhaust the stack.
const MOST_PARTS: usize = 1000;

/// Reads a definition: `wythoff(s = 1): (x, y) -> {…} ∪ {…}`, with or without
/// the name, or `kayles: 0.77`.
///
/// ```
/// use miyama_language::notation::parse_definition;
/// let yama = parse_definition("yama: (x, y) -> sym { (x-i, y+1) | 2 <= i }").unwrap();
/// assert_eq!(yama.name.unwrap().text, "yama");
///
/// let mistake = parse_definition("(x) -> { (x-i) | 1 <= i").unwrap_err();
/// assert_eq!(mistake.at, 23..23);
/// ```
///
/// # Errors
/// A [`Mistake`] with the place and what was expected there.
pub fn parse_definition(source: &str) -> Result<Definition, Mistake> {
    let mistake = match parse_alone(source) {
        Ok(definition) => return Ok(definition),
        Err(mistake) => mistake,
    };
    match (definition_in(source)?, words::rules(source)) {
        (Some(formula), _) => parse_alone(&formula),
        (None, Some(rules)) => parse_alone(&rules).map_err(|mistake| mistake.placed_at(0..source.len())),
        (None, None) => Err(mistake),
    }
}

/// Reads a definition without words around it.
fn parse_alone(source: &str) -> Read<Definition> {
    let mut parser = Parser::new(source, false)?;
    let mut definition = parser.definition()?;
    if !matches!(definition.body, Body::Code(_)) && *parser.peek() != Token::End {
        return Err(parser.near_word(parser.expected(say!("notation.another_set"))));
    }
    parser.end()?;
    names::settle(&mut definition)?;
    Ok(definition)
}

/// Reads the condition of a formula, with its own `let`s before it; commas mean "and".
pub(crate) fn parse_condition(source: &str) -> Read<(Vec<Let>, Condition)> {
    let mut parser = Parser::new(source, true)?;
    let lets = parser.lets()?;
    let mut all = match parser.set_of_positions() {
        Some(conditions) => conditions,
        None => parser.conditions()?,
    };
    parser.end()?;
    Ok((lets, if all.len() == 1 { all.remove(0) } else { Condition::And(all) }))
}

/// Reads the number of a formula, with its own `let`s before it.
pub(crate) fn parse_number(source: &str) -> Read<(Vec<Let>, Expression)> {
    let mut parser = Parser::new(source, true)?;
    let lets = parser.lets()?;
    let number = parser.expression()?;
    parser.end()?;
    Ok((lets, number))
}

/// What a piece of a text may be.
enum Piece {
    Number(Expression),
    Truth(Condition, Range<usize>),
    /// `(a, b)`
    Tuple(Vec<Expression>, Range<usize>),
    /// `{a, b}`
    Braces(Vec<Piece>, Range<usize>),
}

fn place(piece: &Piece) -> Range<usize> {
    match piece {
        Piece::Number(number) => number.at.clone(),
        Piece::Truth(_, at) | Piece::Tuple(_, at) | Piece::Braces(_, at) => at.clone(),
    }
}

fn number(piece: Piece) -> Read<Expression> {
    match piece {
        Piece::Number(number) => Ok(number),
        Piece::Truth(_, at) => Err(Mistake::new(at, say!("formula.condition_for_number"))),
        Piece::Tuple(_, at) | Piece::Braces(_, at) => Err(Mistake::new(at, say!("formula.not_a_number"))),
    }
}

struct Parser {
    cursor: Cursor,
    /// The text that is read.
    source: String,
    /// Whether a formula is read, not a ruleset.
    formula: bool,
    /// Whether a condition is read, so that a bar behind a number says that it divides another.
    condition: bool,
    /// Whether a bracket right behind what is read opens a tuple: `k*(x, i)`.
    copies: bool,
    /// Whether the next bar closes an absolute value.
    in_bars: bool,
    /// Whether a floor or a ceiling is read, in which a bar behind a number opens an absolute value.
    in_floor: bool,
    /// The operators of the expression that is read; of a formula, all of them.
    operators: usize,
    /// The heaps and parameters of the ruleset that is read, or the integers of `exists` around.
    sorts: Vec<(String, Sort)>,
}

/// What a name stands for, as far as it is known while a text is read.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Heap,
    Parameter,
    Integer,
}

impl Deref for Parser {
    type Target = Cursor;
    fn deref(&self) -> &Cursor {
        &self.cursor
    }
}

impl DerefMut for Parser {
    fn deref_mut(&mut self) -> &mut Cursor {
        &mut self.cursor
    }
}

impl Parser {
    fn new(source: &str, formula: bool) -> Read<Parser> {
        Ok(Parser {
            cursor: Cursor::new(source)?,
            source: source.to_owned(),
            formula,
            condition: false,
            copies: false,
            in_bars: false,
            in_floor: false,
            operators: 0,
            sorts: vec![],
        })
    }

    /// What a name stands for. In a ruleset, whoever is no heap and no parameter is an integer of the set;
    /// in a formula, whoever is no integer of an `exists` is a heap.
    fn sort(&self, name: &str) -> Sort {
        let known = self.sorts.iter().rev().find(|(known, _)| known == name).map(|(_, sort)| *sort);
        known.unwrap_or(if self.formula { Sort::Heap } else { Sort::Integer })
    }

    /// `{(x, y) ∈ M | C}`, a set of positions as papers write it: its conditions.
    fn set_of_positions(&mut self) -> Option<Vec<Condition>> {
        let here = self.here();
        let read = |parser: &mut Parser| {
            parser.expect("{")?;
            parser.heaps()?;
            if parser.take("in") {
                parser.name(say!("notation.a_set"))?;
            }
            if !parser.take("|") {
                parser.expect(":")?;
            }
            let conditions = parser.conditions()?;
            parser.expect("}")?;
            parser.end()?;
            Ok::<_, Mistake>(conditions)
        };
        let found = read(self).ok();
        if found.is_none() {
            self.back_to(here);
            self.operators = 0;
        }
        found
    }

    fn part(&mut self) -> Read<()> {
        self.operators += 1;
        if self.operators > MOST_PARTS {
            return Err(Mistake::new(self.place(), say!("formula.too_long", most = MOST_PARTS)));
        }
        Ok(())
    }

    fn an_expression(&self) -> Text {
        if self.formula { say!("formula.an_expression") } else { say!("notation.an_expression") }
    }

    fn is_word(&self, word: &str) -> bool {
        match self.peek() {
            Token::Name(name) => name == word,
            Token::Sign(sign) => *sign == word,
            _ => false,
        }
    }

    /// The mistake with the word that this one is much like.
    fn near_word(&self, mistake: Mistake) -> Mistake {
        const WORDS: [&str; 6] = ["left", "right", "sym", "where", "ends", "wins"];
        let Token::Name(found) = self.peek() else { return mistake };
        match WORDS.into_iter().find(|word| miyama_text::distance(found, word) == 1) {
            Some(word) => mistake.with_hint(say!("cli.did_you_mean", name = word)),
            None => mistake,
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn definition(&mut self) -> Read<Definition> {
        let mut lets = self.lets()?;
        let (mut name, mut parameters) = (None, vec![]);
        if !self.is_paper_head()
            && matches!(self.peek(), Token::Name(_))
            && !self.begins_indexed()
            && let Some(head) = self.head_or_term()?
        {
            (name, parameters) = head;
            lets.extend(self.lets()?);
        }
        let start = self.place();
        match self.term()? {
            Term::Rules(rules) => {
                lets.extend(rules.lets);
                Ok(Definition { name, parameters, lets, body: rules.body, domain: rules.domain })
            }
            Term::Named(_) => {
                let says = say!("notation.expected", what = say!("notation.a_body"));
                Err(Mistake::new(start, says))
            }
            term => Ok(Definition { name, parameters, lets, body: Body::Compound(Box::new(term)), domain: vec![] }),
        }
    }

    /// `name(parameters):`, unless a game without a name begins here: `nim with pass`.
    fn head_or_term(&mut self) -> Read<Option<(Option<Name>, Vec<Parameter>)>> {
        let here = self.here();
        let mistake = match self.head() {
            Ok(head) => return Ok(Some(head)),
            Err(mistake) => mistake,
        };
        self.back_to(here);
        let term = self.term();
        self.back_to(here);
        match term {
            Ok(Term::Named(_)) => Err(mistake),
            Err(other) if other.at.start <= mistake.at.start => Err(mistake),
            _ => Ok(None),
        }
    }

    /// Whether `f(x, y) =` stands here.
    fn is_paper_head(&mut self) -> bool {
        let here = self.here();
        let found = self.paper_head();
        self.back_to(here);
        !matches!(found, Ok(None))
    }

    /// `let f(t) = …; let F = fibonacci;`
    fn lets(&mut self) -> Read<Vec<Let>> {
        let mut lets = vec![];
        while self.take_word("let") {
            let name = self.name(say!("notation.a_name"))?;
            let mut parameters = vec![];
            let function = self.is("(");
            if function {
                parameters = self.heaps()?;
            }
            if !self.take(":=") {
                self.expect("=")?;
            }
            let value = if function { None } else { self.let_set()? };
            let value = match value {
                Some(set) => set,
                None => LetValue::Function(parameters, self.expression()?),
            };
            self.sorts.push((name.text.clone(), Sort::Parameter));
            lets.push(Let { name, value });
            while self.take(";") || self.take(",") {}
        }
        Ok(lets)
    }

    /// A set behind `let F =`, if one stands there.
    fn let_set(&mut self) -> Read<Option<LetValue>> {
        if let Token::Name(name) = self.peek()
            && let Some(sequence) = Sequence::named(name)
        {
            self.advance();
            return Ok(Some(LetValue::Sequence(sequence)));
        }
        if !self.is("{") {
            return Ok(None);
        }
        let open = self.place();
        self.advance();
        let mut members = vec![];
        while !self.is("}") {
            if !members.is_empty() && self.take("..") {
                self.take(",");
                let last = self.expression()?;
                members::run(&mut members, last)?;
                break;
            }
            members.push(self.expression()?);
            if !self.is("..") && !self.take(",") {
                break;
            }
        }
        self.close("}", &open)?;
        Ok(Some(LetValue::Members(members)))
    }

    /// `f(x, y) =`, `F(x, y) :=`, `f(x, y) →`: a set that is called after a map, whose name
    /// is of no account.
    fn paper_head(&mut self) -> Read<Option<Vec<Name>>> {
        let here = self.here();
        if !matches!(self.peek(), Token::Name(_)) || !self.is_second("(") {
            return Ok(None);
        }
        self.advance();
        let heaps = match self.heaps() {
            Ok(heaps) if self.arrow() => heaps,
            // Without the arrow it is no head of parameters either: `f(x, y) {…}`.
            Ok(_) if self.is("{") || self.is("sym") => return Err(self.expected(say!("notation.an_arrow"))),
            _ => {
                self.back_to(here);
                return Ok(None);
            }
        };
        Ok(Some(heaps))
    }

    fn arrow(&mut self) -> bool {
        self.take("->") || self.take(":=") || self.take("=")
    }

    /// `name(parameters):`. Names may contain `-`: `split-nim`, `three-heap-1`.
    fn head(&mut self) -> Result<(Option<Name>, Vec<Parameter>), Mistake> {
        let mut name = self.name(say!("notation.a_name"))?;
        while self.is("-") && self.place().start == name.at.end {
            self.advance();
            let at = self.place();
            let part = match self.peek().clone() {
                Token::Name(text) => text,
                Token::Number(number) => number.to_string(),
                Token::Sign(word) if word.starts_with(char::is_alphabetic) => word.to_owned(),
                _ => return Err(self.expected(say!("notation.a_name"))),
            };
            self.advance();
            name = Name { text: format!("{}-{part}", name.text), at: name.at.start..at.end };
            // `three-heap-6a`: a number and the letters right behind it.
            if let (Token::Name(letters), true) = (self.peek().clone(), self.place().start == name.at.end) {
                name = Name { text: format!("{}{letters}", name.text), at: name.at.start..self.place().end };
                self.advance();
            }
        }
        let mut parameters = Vec::new();
        if self.is("(") {
            let open = self.place();
            self.advance();
            loop {
                let name = self.name(say!("notation.a_parameter"))?;
                let default = if self.take("=") { Some(self.number()?) } else { None };
                if parameters.iter().any(|p: &Parameter| p.name == name) {
                    return Err(Mistake::new(name.at, say!("notation.twice", name = name.text)));
                }
                self.sorts.push((name.text.clone(), Sort::Parameter));
                parameters.push(Parameter { name, default });
                if !self.take(",") {
                    break;
                }
            }
            self.close(")", &open)?;
        }
        if parameters.is_empty() && (self.is(",") || self.is("->")) {
            return Err(Mistake::new(name.at, say!("notation.heaps_in_brackets")));
        }
        self.expect(":")?;
        Ok((Some(name), parameters))
    }

    fn number(&mut self) -> Read<i64> {
        let negative = self.take("-");
        match *self.peek() {
            Token::Number(number) => {
                self.advance();
                Ok(if negative { -number } else { number })
            }
            _ => Err(self.expected(say!("notation.a_number"))),
        }
    }

    /// `(x, y) -> {…} ∪ {…}`.
    fn option_body(&mut self) -> Read<Body> {
        let heaps = self.heaps()?;
        if !self.arrow() {
            return Err(self.expected(say!("notation.an_arrow")));
        }
        self.options_of(heaps)
    }

    /// `(x, y)`, `(x1, …, x4)`.
    fn heaps(&mut self) -> Read<Vec<Name>> {
        let open = self.place();
        self.expect("(")?;
        // `f((x, y))`: the position is a pair.
        let inner = self.place();
        let twice = self.take("(");
        let mut heaps: Vec<Name> = Vec::new();
        loop {
            let dots = self.place();
            let skipped = !heaps.is_empty() && self.take("..");
            if skipped {
                self.expect(",")?;
            }
            let heap = self.name(say!("notation.a_heap"))?;
            if skipped {
                let first = heaps.last().map_or("", |name| name.text.as_str());
                let Some(names) = number::between(first, &heap.text) else {
                    return Err(Mistake::new(dots, say!("notation.ellipsis")));
                };
                heaps.extend(names.into_iter().map(|text| Name { text, at: dots.clone() }));
            }
            if heaps.contains(&heap) {
                return Err(Mistake::new(heap.at, say!("notation.twice", name = heap.text)));
            }
            heaps.push(heap);
            if !self.take(",") {
                break;
            }
        }
        if twice {
            self.close(")", &inner)?;
        }
        self.close(")", &open)?;
        Ok(heaps)
    }
}
