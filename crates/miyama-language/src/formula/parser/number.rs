//! The part of the grammar that reads numbers, from nim-sums down to names.

use super::{Parser, Piece, Read, binary, number, whole};
use crate::formula::syntax::{Kind, Number, Operation, Truth};
use crate::notation::lexer::Token;
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

impl<'a> Parser<'a> {
    pub(super) fn nim_sum(&mut self) -> Read<Piece> {
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
        let (base, exponent) = (number(base)?, whole(number(exponent?)?)?);
        self.part()?;
        Ok(Piece::Number(binary(Operation::Power, base, exponent)))
    }

    pub(super) fn atom(&mut self) -> Read<Piece> {
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

    pub(super) fn whole_operand(&mut self, read: fn(&mut Parser<'a>) -> Read<Piece>) -> Read<Number> {
        let piece = read(self)?;
        whole(number(piece)?)
    }
}
