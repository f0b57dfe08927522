//! Reads a formula. Numbers and conditions are read by one grammar and told
//! apart by their kind, so that a bracket may hold either and nothing is read
//! twice.

mod number;

use super::names::Names;
use super::syntax::{Exists, Kind, Number, Operation, Truth};
use crate::notation::Relation;
use crate::notation::cursor::Cursor;
use crate::notation::lexer::Token;
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// A formula with more parts than this is no formula that a person wrote, and
/// evaluating it must not exhaust the stack.
const MOST_PARTS: usize = 1000;

/// What a piece of a formula may be.
enum Piece {
    Number(Number),
    Truth(Truth, Range<usize>),
    /// `(a, b)`
    Tuple(Vec<Number>, Range<usize>),
    /// `{a, b}`
    Braces(Vec<Number>, Range<usize>),
}

type Read<T> = Result<T, Mistake>;

pub(super) struct Parser<'a> {
    cursor: Cursor,
    names: &'a Names,
    heaps: usize,
    /// The integers of the `exists` around this place.
    bound: Vec<String>,
    /// The most integers that were bound at the same time.
    pub(super) deepest: usize,
    /// Whether `/` makes fractions: inside a floor.
    fractions: bool,
    parts: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(source: &str, names: &'a Names) -> Read<Parser<'a>> {
        let heaps = names.shown().len();
        let cursor = Cursor::new(source)?;
        Ok(Parser { cursor, names, heaps, bound: vec![], deepest: 0, fractions: false, parts: 0 })
    }

    /// A whole text that is a condition; commas mean "and".
    pub(super) fn whole_condition(&mut self) -> Read<Truth> {
        let mut all = vec![self.condition()?];
        while self.cursor.take(",") {
            all.push(self.condition()?);
        }
        self.cursor.end()?;
        Ok(if all.len() == 1 { all.remove(0) } else { Truth::And(all) })
    }

    /// A whole text that is a whole number at every position.
    pub(super) fn whole_number(&mut self) -> Read<Number> {
        let number = self.number()?;
        self.cursor.end()?;
        whole(number)
    }

    fn condition(&mut self) -> Read<Truth> {
        let piece = self.piece()?;
        self.truth(piece)
    }

    fn number(&mut self) -> Read<Number> {
        let piece = self.piece()?;
        number(piece)
    }

    /// `a if C else b`, or what binds closer.
    fn piece(&mut self) -> Read<Piece> {
        self.cursor.enter()?;
        let piece = self.choice();
        self.cursor.leave();
        piece
    }

    fn choice(&mut self) -> Read<Piece> {
        let start = self.cursor.place().start;
        let first = self.disjunction()?;
        if !self.take_word("if") {
            return Ok(first);
        }
        if let Piece::Truth(_, at) = first {
            let mistake = Mistake::new(at, say!("formula.choice_of_conditions"));
            return Err(mistake.with_hint(say!("formula.choose_with_and")));
        }
        let first = number(first)?;
        let condition = self.disjunction()?;
        let condition = self.truth(condition)?;
        if !self.take_word("else") {
            return Err(self.cursor.expected(say!("notation.sign", sign = "else")));
        }
        let other = self.number()?;
        let whole = first.whole && other.whole;
        let kind = Kind::If(Box::new(condition), Box::new(first), Box::new(other));
        Ok(Piece::Number(Number { kind, at: start..self.cursor.end_of_last(), whole }))
    }

    fn disjunction(&mut self) -> Read<Piece> {
        self.joined("or", Parser::conjunction, Truth::Or)
    }

    fn conjunction(&mut self) -> Read<Piece> {
        self.joined("and", Parser::negation, Truth::And)
    }

    fn joined(
        &mut self,
        word: &str,
        read: fn(&mut Parser<'a>) -> Read<Piece>,
        join: fn(Vec<Truth>) -> Truth,
    ) -> Read<Piece> {
        let start = self.cursor.place().start;
        let first = read(self)?;
        if !self.cursor.is(word) {
            return Ok(first);
        }
        let mut parts = vec![self.truth(first)?];
        while self.cursor.take(word) {
            let next = read(self)?;
            parts.push(self.truth(next)?);
        }
        Ok(Piece::Truth(join(parts), start..self.cursor.end_of_last()))
    }

    fn negation(&mut self) -> Read<Piece> {
        let start = self.cursor.place().start;
        if self.cursor.take("not") {
            self.cursor.enter()?;
            let inner = self.negation();
            self.cursor.leave();
            let inner = inner?;
            let inner = self.truth(inner)?;
            return Ok(Piece::Truth(Truth::Not(Box::new(inner)), start..self.cursor.end_of_last()));
        }
        if self.take_word("exists") {
            return self.exists(start);
        }
        self.comparison()
    }

    /// Behind `exists`: `k (C)`, `k: C`, `k <= b: C`, `k in a..b (C)`. Without
    /// bounds k runs from 0 to the total of the heaps.
    fn exists(&mut self, start: usize) -> Read<Piece> {
        let name = self.cursor.name(say!("formula.a_bound_integer"))?;
        if self.names.find(&name.text).is_some() || self.bound.contains(&name.text) || is_constant(&name.text) {
            return Err(Mistake::new(name.at, say!("formula.name_taken", name = &name.text)));
        }
        let zero = || Number::constant(0, name.at.clone());
        let (low, high) = if self.cursor.take("in") {
            let low = self.whole_operand(Parser::nim_sum)?;
            self.cursor.expect("..")?;
            (low, self.whole_operand(Parser::nim_sum)?)
        } else if self.cursor.take("<=") {
            (zero(), self.whole_operand(Parser::nim_sum)?)
        } else {
            let total = (0..self.heaps).map(|heap| Number::symbol(heap, name.at.clone()));
            (zero(), total.reduce(|a, b| binary(Operation::Sum, a, b)).unwrap_or_else(zero))
        };
        let symbol = self.heaps + self.bound.len();
        self.bound.push(name.text);
        self.deepest = self.deepest.max(self.bound.len());
        let far = self.cursor.take(":");
        self.cursor.enter()?;
        // Behind a colon the condition goes on as far as it can.
        let body = if far { self.disjunction() } else { self.negation() };
        self.cursor.leave();
        let body = body?;
        let body = self.truth(body)?;
        self.bound.pop();
        let exists = Truth::Exists(Box::new(Exists { symbol, low, high, body, index: None }));
        Ok(Piece::Truth(exists, start..self.cursor.end_of_last()))
    }

    fn comparison(&mut self) -> Read<Piece> {
        let start = self.cursor.place().start;
        let first = self.nim_sum()?;
        if !self.cursor.is("in") && self.cursor.relation().is_none() {
            return Ok(first);
        }
        let truth = match first {
            Piece::Tuple(tuple, _) => self.tuple_comparison(tuple)?,
            Piece::Braces(numbers, _) => self.unordered_comparison(numbers)?,
            other => {
                let first = number(other)?;
                if self.cursor.take("in") { self.among(first)? } else { self.chain(first)? }
            }
        };
        Ok(Piece::Truth(truth, start..self.cursor.end_of_last()))
    }

    fn chain(&mut self, first: Number) -> Read<Truth> {
        let mut rest = Vec::new();
        while let Some(relation) = self.cursor.relation() {
            self.cursor.advance();
            let term = self.nim_sum()?;
            rest.push((relation, number(term)?));
        }
        Ok(Truth::Chain(first, rest))
    }

    fn among(&mut self, first: Number) -> Read<Truth> {
        let members = match self.atom()? {
            Piece::Braces(members, _) => members,
            other => return Err(Mistake::new(place(&other), say!("notation.expected", what = say!("notation.a_set")))),
        };
        Ok(Truth::Among(first, members))
    }

    /// `= (c, d)`, `!= (c, d)` or `in {(c, d), …}` behind a tuple.
    fn tuple_comparison(&mut self, tuple: Vec<Number>) -> Read<Truth> {
        let mut members = Vec::new();
        let relation = self.equality("in")?;
        let open = self.cursor.place();
        if relation.is_none() {
            self.cursor.expect("{")?;
            while !self.cursor.is("}") {
                members.push(self.tuple_like(tuple.len())?);
                if !self.cursor.take(",") {
                    break;
                }
            }
            self.cursor.close("}", &open)?;
        } else {
            members.push(self.tuple_like(tuple.len())?);
        }
        let found = Truth::Tuple(tuple, members);
        Ok(if relation == Some(Relation::Unequal) { Truth::Not(Box::new(found)) } else { found })
    }

    fn tuple_like(&mut self, length: usize) -> Read<Vec<Number>> {
        match self.atom()? {
            Piece::Tuple(numbers, _) if numbers.len() == length => Ok(numbers),
            other => Err(Mistake::new(place(&other), say!("formula.a_tuple", length = length))),
        }
    }

    /// `= {c, d}` or `!= {c, d}` behind braces.
    fn unordered_comparison(&mut self, numbers: Vec<Number>) -> Read<Truth> {
        let relation = self.equality("=")?;
        let found = match self.atom()? {
            Piece::Braces(others, _) if others.len() == numbers.len() => Truth::Unordered(numbers, others),
            other => return Err(Mistake::new(place(&other), say!("formula.braces", length = numbers.len()))),
        };
        Ok(if relation == Some(Relation::Unequal) { Truth::Not(Box::new(found)) } else { found })
    }

    /// `=`, `!=`, or the word given, for which there is no relation.
    fn equality(&mut self, word: &'static str) -> Read<Option<Relation>> {
        match self.cursor.relation() {
            Some(relation @ (Relation::Equal | Relation::Unequal)) => {
                self.cursor.advance();
                Ok(Some(relation))
            }
            None if self.cursor.take(word) => Ok(None),
            _ => Err(self.cursor.expected(say!("formula.equality"))),
        }
    }

    fn truth(&self, piece: Piece) -> Read<Truth> {
        match piece {
            Piece::Truth(truth, _) => Ok(truth),
            // A number at the end of what could be a comparison lacks its second half.
            Piece::Number(_) => Err(self.cursor.expected(say!("notation.a_relation"))),
            other => Err(Mistake::new(place(&other), say!("formula.not_a_condition"))),
        }
    }

    fn is_word(&self, word: &str) -> bool {
        match self.cursor.peek() {
            Token::Name(name) => name == word,
            Token::Sign(sign) => *sign == word,
            _ => false,
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.cursor.advance();
        }
        found
    }

    fn part(&mut self) -> Read<()> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(Mistake::new(self.cursor.place(), say!("formula.too_long", most = MOST_PARTS)));
        }
        Ok(())
    }
}

fn is_constant(name: &str) -> bool {
    ["phi", "φ", "ϕ", "floor", "ceil", "sqrt", "if", "else", "xor", "exists", "true", "false"].contains(&name)
}

fn place(piece: &Piece) -> Range<usize> {
    match piece {
        Piece::Number(number) => number.at.clone(),
        Piece::Truth(_, at) | Piece::Tuple(_, at) | Piece::Braces(_, at) => at.clone(),
    }
}

fn number(piece: Piece) -> Read<Number> {
    match piece {
        Piece::Number(number) => Ok(number),
        Piece::Truth(_, at) => Err(Mistake::new(at, say!("formula.condition_for_number"))),
        Piece::Tuple(_, at) | Piece::Braces(_, at) => Err(Mistake::new(at, say!("formula.not_a_number"))),
    }
}

fn whole(number: Number) -> Read<Number> {
    if number.whole {
        return Ok(number);
    }
    Err(Mistake::new(number.at, say!("formula.not_whole")).with_hint(say!("formula.use_floor")))
}

fn binary(operation: Operation, left: Number, right: Number) -> Number {
    let at = left.at.start.min(right.at.start)..right.at.end.max(left.at.end);
    let whole = operation != Operation::Fraction && left.whole && right.whole;
    Number { kind: Kind::Binary(operation, Box::new(left), Box::new(right)), at, whole }
}
