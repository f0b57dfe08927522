//! Reads a formula. Numbers and conditions are read by one grammar and told
//! apart by their kind, so that a bracket may hold either and nothing is read
//! twice.

use super::names::Names;
use super::syntax::{Exists, Kind, Number, Operation, Truth};
use crate::heap::notation::Relation;
use crate::heap::notation::cursor::Cursor;
use crate::heap::notation::lexer::Token;
use crate::mistake::Mistake;
use crate::text::{Text, say};
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

    fn nim_sum(&mut self) -> Read<Piece> {
        let mut left = self.sum()?;
        while self.take_word("xor") || self.cursor.take("^^") {
            let right = self.sum()?;
            left = self.combined(Operation::NimSum, left, right)?;
        }
        Ok(left)
    }

    fn sum(&mut self) -> Read<Piece> {
        let mut left = self.product()?;
        loop {
            let operation = if self.cursor.take("+") {
                Operation::Sum
            } else if self.cursor.take("-") {
                Operation::Difference
            } else {
                return Ok(left);
            };
            let right = self.product()?;
            left = self.combined(operation, left, right)?;
        }
    }

    fn product(&mut self) -> Read<Piece> {
        let mut left = self.factor()?;
        loop {
            let operation = if self.cursor.take("*") {
                Operation::Product
            } else if self.cursor.take("mod") {
                Operation::Remainder
            } else if self.cursor.take("div") {
                Operation::Quotient
            } else if self.cursor.take("/") {
                Operation::Fraction
            } else {
                return Ok(left);
            };
            let right = self.factor()?;
            left = self.combined(operation, left, right)?;
        }
    }

    fn combined(&mut self, operation: Operation, left: Piece, right: Piece) -> Read<Piece> {
        self.part()?;
        let (left, right) = (number(left)?, number(right)?);
        let operation = match operation {
            Operation::Fraction if !self.fractions && left.whole && right.whole => Operation::Quotient,
            other => other,
        };
        if matches!(operation, Operation::Quotient | Operation::Remainder | Operation::NimSum) {
            return Ok(Piece::Number(binary(operation, whole(left)?, whole(right)?)));
        }
        Ok(Piece::Number(binary(operation, left, right)))
    }

    fn factor(&mut self) -> Read<Piece> {
        let start = self.cursor.place().start;
        if self.cursor.take("-") {
            self.cursor.enter()?;
            let inner = self.factor();
            self.cursor.leave();
            let inner = number(inner?)?;
            let whole = inner.whole;
            let kind = Kind::Negative(Box::new(inner));
            return Ok(Piece::Number(Number { kind, at: start..self.cursor.end_of_last(), whole }));
        }
        // `2k`, `k(k+1)` and `(x+1)(y+1)` are products, as papers write them, and
        // 2k^2 is 2·(k^2).
        let mut left = self.power()?;
        while self.adjoins() && matches!(left, Piece::Number(_)) {
            let right = self.power()?;
            left = self.combined(Operation::Product, left, right)?;
        }
        Ok(left)
    }

    /// Whether the next token stands right behind the last one, and is a bracket
    /// or, behind a number, a name.
    fn adjoins(&self) -> bool {
        let adjacent = self.cursor.place().start == self.cursor.end_of_last();
        adjacent
            && match self.cursor.peek() {
                Token::Sign("(") => true,
                Token::Name(name) => !["xor", "if", "else"].contains(&name.as_str()),
                _ => false,
            }
    }

    fn power(&mut self) -> Read<Piece> {
        let base = self.atom()?;
        if !self.cursor.take("^") {
            return Ok(base);
        }
        self.cursor.enter()?;
        let exponent = self.factor();
        self.cursor.leave();
        let (base, exponent) = (whole(number(base)?)?, whole(number(exponent?)?)?);
        self.part()?;
        Ok(Piece::Number(binary(Operation::Power, base, exponent)))
    }

    fn atom(&mut self) -> Read<Piece> {
        self.part()?;
        let at = self.cursor.place();
        match self.cursor.peek().clone() {
            Token::Number(value) => {
                self.cursor.advance();
                Ok(Piece::Number(Number::constant(value, at)))
            }
            Token::Name(word) => self.named(&word, at),
            Token::Sign("(") => self.bracket(at),
            Token::Sign("{") => {
                self.cursor.advance();
                let numbers = if self.cursor.is("}") { vec![] } else { self.numbers()? };
                self.cursor.close("}", &at)?;
                Ok(Piece::Braces(numbers, at.start..self.cursor.end_of_last()))
            }
            Token::Sign("|") => self.absolute(at),
            Token::Sign("⌊") => self.rounded(at, "⌋", Kind::Floor),
            Token::Sign("⌈") => self.rounded(at, "⌉", Kind::Ceiling),
            Token::Sign("sqrt") => self.root(at),
            Token::Sign(word @ ("min" | "max")) if self.cursor.is_second("(") => {
                self.cursor.advance();
                let open = self.cursor.place();
                self.cursor.advance();
                let parts = self.numbers()?;
                self.cursor.close(")", &open)?;
                let whole = parts.iter().all(|part| part.whole);
                let kind = if word == "min" { Kind::Least(parts) } else { Kind::Greatest(parts) };
                Ok(Piece::Number(Number { kind, at: at.start..self.cursor.end_of_last(), whole }))
            }
            _ => Err(self.cursor.expected(say!("formula.an_expression"))),
        }
    }

    fn named(&mut self, word: &str, at: Range<usize>) -> Read<Piece> {
        self.cursor.advance();
        if let Some(place) = self.bound.iter().rposition(|name| name == word) {
            return Ok(Piece::Number(Number::symbol(self.heaps + place, at)));
        }
        if let Some(heap) = self.names.find(word) {
            return Ok(Piece::Number(Number::symbol(heap, at)));
        }
        let called = self.cursor.is("(");
        match word {
            "floor" if called => {
                let open = self.cursor.place();
                self.rounded_from(at.start, open, ")", Kind::Floor)
            }
            "ceil" if called => {
                let open = self.cursor.place();
                self.rounded_from(at.start, open, ")", Kind::Ceiling)
            }
            "sqrt" if called => self.root_from(at.start),
            "phi" | "φ" | "ϕ" => Ok(Piece::Number(Number { kind: Kind::Phi, at, whole: false })),
            "true" | "false" => {
                Ok(Piece::Truth(if word == "true" { Truth::And(vec![]) } else { Truth::Or(vec![]) }, at))
            }
            _ => Err(self.unknown(word, at)),
        }
    }

    fn unknown(&self, word: &str, at: Range<usize>) -> Mistake {
        if ["floor", "ceil", "sqrt"].contains(&word) {
            return Mistake::new(at.end..at.end, say!("notation.expected", what = say!("notation.sign", sign = "(")));
        }
        let mut known = self.names.shown().to_vec();
        known.extend(self.bound.iter().cloned());
        let mistake = Mistake::new(at, say!("formula.unknown_name", name = word));
        mistake.with_hint(say!("formula.known_names", names = known.join(", ")))
    }

    /// A bracket: a condition, a number, or a tuple.
    fn bracket(&mut self, open: Range<usize>) -> Read<Piece> {
        self.cursor.advance();
        let first = self.piece()?;
        if !self.cursor.is(",") {
            self.cursor.close(")", &open)?;
            let at = open.start..self.cursor.end_of_last();
            return Ok(match first {
                Piece::Number(inner) => Piece::Number(Number { at, ..inner }),
                Piece::Truth(truth, _) => Piece::Truth(truth, at),
                other => other,
            });
        }
        let mut numbers = vec![number(first)?];
        while self.cursor.take(",") {
            numbers.push(self.number()?);
        }
        self.cursor.close(")", &open)?;
        Ok(Piece::Tuple(numbers, open.start..self.cursor.end_of_last()))
    }

    fn numbers(&mut self) -> Read<Vec<Number>> {
        let mut numbers = vec![self.number()?];
        while self.cursor.take(",") {
            numbers.push(self.number()?);
        }
        Ok(numbers)
    }

    /// `|a|`: what binds weaker than a sum stands in brackets, so that a missing
    /// bar is noticed where it should be.
    fn absolute(&mut self, open: Range<usize>) -> Read<Piece> {
        self.cursor.advance();
        self.cursor.enter()?;
        let inner = self.nim_sum();
        self.cursor.leave();
        let inner = number(inner?)?;
        self.cursor.close("|", &open)?;
        let whole = inner.whole;
        let at = open.start..self.cursor.end_of_last();
        Ok(Piece::Number(Number { kind: Kind::Absolute(Box::new(inner)), at, whole }))
    }

    /// A number between two signs.
    fn enclosed(&mut self, open: Range<usize>, close: &'static str, kind: fn(Box<Number>) -> Kind) -> Read<Piece> {
        self.cursor.advance();
        let inner = self.number()?;
        self.cursor.close(close, &open)?;
        let whole = inner.whole;
        Ok(Piece::Number(Number { kind: kind(Box::new(inner)), at: open.start..self.cursor.end_of_last(), whole }))
    }

    fn rounded(&mut self, open: Range<usize>, close: &'static str, kind: fn(Box<Number>) -> Kind) -> Read<Piece> {
        self.rounded_from(open.start, open, close, kind)
    }

    /// A number that is rounded: `/` inside makes fractions.
    fn rounded_from(
        &mut self,
        start: usize,
        open: Range<usize>,
        close: &'static str,
        kind: fn(Box<Number>) -> Kind,
    ) -> Read<Piece> {
        let outside = std::mem::replace(&mut self.fractions, true);
        let inner = self.enclosed(open, close, kind);
        self.fractions = outside;
        let inner = number(inner?)?;
        Ok(Piece::Number(Number { at: start..inner.at.end, whole: true, ..inner }))
    }

    fn root(&mut self, at: Range<usize>) -> Read<Piece> {
        self.cursor.advance();
        self.root_from(at.start)
    }

    /// Behind `sqrt` or `√`: a whole number.
    fn root_from(&mut self, start: usize) -> Read<Piece> {
        self.cursor.enter()?;
        let outside = std::mem::replace(&mut self.fractions, false);
        let inner = self.whole_operand(Parser::atom);
        self.fractions = outside;
        self.cursor.leave();
        let kind = Kind::Root(Box::new(inner?));
        Ok(Piece::Number(Number { kind, at: start..self.cursor.end_of_last(), whole: false }))
    }

    fn whole_operand(&mut self, read: fn(&mut Parser<'a>) -> Read<Piece>) -> Read<Number> {
        let piece = read(self)?;
        whole(number(piece)?)
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
    let says: Text = match &piece {
        Piece::Number(_) => say!("formula.not_a_number"),
        Piece::Truth(..) => say!("formula.condition_for_number"),
        Piece::Tuple(..) | Piece::Braces(..) => say!("formula.not_a_number"),
    };
    match piece {
        Piece::Number(number) => Ok(number),
        other => Err(Mistake::new(place(&other), says)),
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
