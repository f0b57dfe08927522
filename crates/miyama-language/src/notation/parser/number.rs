//! The part of the grammar that reads numbers, from nim-sums down to names.

use super::{Parser, Piece, Read, number, place};
use crate::notation::function::Function;
use crate::notation::lexer::Token;
use crate::notation::syntax::{Expression, ExpressionKind as Kind, Name};
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

fn boxed(expression: Expression) -> Box<Expression> {
    Box::new(expression)
}

impl Parser {
    /// A single number.
    pub(super) fn expression(&mut self) -> Read<Expression> {
        let outside = std::mem::replace(&mut self.condition, false);
        let piece = self.piece();
        self.condition = outside;
        number(piece?)
    }

    pub(super) fn expressions(&mut self) -> Read<Vec<Expression>> {
        let mut all = vec![self.expression()?];
        while self.take(",") {
            all.push(self.expression()?);
        }
        Ok(all)
    }

    // Brackets within brackets go through all of these functions again. So each one hands on what it read as it is, and leaves
    // what is rarer to another one: without optimisation every result that it names has a place in its frame.
    pub(super) fn nim_sum(&mut self) -> Read<Piece> {
        let left = self.sum();
        if self.is_word("xor") || self.is("^^") { self.nim_sums(left?) } else { left }
    }

    fn nim_sums(&mut self, mut left: Piece) -> Read<Piece> {
        while self.infix_xor() {
            let right = self.sum()?;
            left = self.combined(left, right, |a, b| Kind::Apply(Function::NimSum, vec![a, b]))?;
        }
        Ok(left)
    }

    fn infix_xor(&mut self) -> bool {
        self.take_word("xor") || self.take("^^")
    }

    fn sum(&mut self) -> Read<Piece> {
        let left = self.product();
        if self.is("+") || self.is("-") { self.sums(left?) } else { left }
    }

    fn sums(&mut self, mut left: Piece) -> Read<Piece> {
        loop {
            let join = if self.take("+") {
                |a, b| Kind::Sum(boxed(a), boxed(b))
            } else if self.take("-") {
                |a, b| Kind::Difference(boxed(a), boxed(b))
            } else {
                return Ok(left);
            };
            let right = self.product()?;
            left = self.combined(left, right, join)?;
        }
    }

    fn product(&mut self) -> Read<Piece> {
        let left = self.factor();
        if ["*", "mod", "div", "/"].iter().any(|sign| self.is(sign)) { self.products(left?) } else { left }
    }

    fn products(&mut self, mut left: Piece) -> Read<Piece> {
        loop {
            let join = if self.is("*") && self.is_second("(") && self.copies {
                // `k*(x, i)`: what is left so often, not a product.
                return Ok(left);
            } else if self.take("*") {
                |a, b| Kind::Product(boxed(a), boxed(b))
            } else if self.take("mod") {
                |a, b| Kind::Remainder(boxed(a), boxed(b))
            } else if self.take("div") {
                |a, b| Kind::Quotient(boxed(a), boxed(b))
            } else if self.take("/") {
                |a, b| Kind::Fraction(boxed(a), boxed(b))
            } else {
                return Ok(left);
            };
            let right = self.factor()?;
            left = self.combined(left, right, join)?;
        }
    }

    fn combined(&mut self, left: Piece, right: Piece, join: fn(Expression, Expression) -> Kind) -> Read<Piece> {
        self.part()?;
        let (left, right) = (number(left)?, number(right)?);
        let at = left.at.start..right.at.end;
        Ok(Piece::Number(Expression { kind: join(left, right), at }))
    }

    fn factor(&mut self) -> Read<Piece> {
        if self.is("-") {
            return self.negative();
        }
        let left = self.power();
        if self.adjoins() { self.factors(left?) } else { left }
    }

    fn negative(&mut self) -> Read<Piece> {
        let start = self.place().start;
        self.advance();
        self.enter()?;
        let inner = self.factor();
        self.leave();
        let kind = Kind::Negative(boxed(number(inner?)?));
        Ok(Piece::Number(Expression { kind, at: start..self.end_of_last() }))
    }

    /// `2k`, `k(k+1)` and `(x+1)(y+1)` are products, as papers write them, and 2k^2 is 2·(k^2).
    fn factors(&mut self, mut left: Piece) -> Read<Piece> {
        while self.adjoins() && matches!(left, Piece::Number(_)) {
            let right = self.power()?;
            left = self.combined(left, right, |a, b| Kind::Product(boxed(a), boxed(b)))?;
        }
        Ok(left)
    }

    /// Whether the next token stands right behind the last one, and is a bracket
    /// or, behind a number, a name.
    fn adjoins(&self) -> bool {
        // φ|x−y|: nothing is divided by φ, nor within a floor.
        if self.is("|") && !self.in_bars && (self.in_floor || self.was_word("phi") || self.was_word("φ")) {
            return true;
        }
        let adjacent = self.place().start == self.end_of_last();
        adjacent
            && !self.copies
            && !self.beside_japanese()
            && match self.peek() {
                Token::Sign("(" | "⌊" | "⌈" | "sqrt" | "frac" | "binom") => true,
                // `2^{i}3^{j}`
                Token::Number(_) => self.was("}"),
                // `x\text{ is even}` has words right behind a number.
                Token::Name(name) => {
                    !["xor", "if", "else", "divides", "where", "is", "even", "odd", "prime", "positive"]
                        .contains(&name.as_str())
                }
                _ => false,
            }
    }

    fn power(&mut self) -> Read<Piece> {
        let base = self.atom();
        if self.is("!") || self.is("^") { self.raised(base?) } else { base }
    }

    fn raised(&mut self, base: Piece) -> Read<Piece> {
        let base = if self.is("!") { self.factorial(base)? } else { base };
        if !self.take("^") {
            return Ok(base);
        }
        self.enter()?;
        let open = self.place();
        let exponent = if self.take("{") {
            self.expression().and_then(|inner| self.close("}", &open).map(|()| inner))
        } else {
            self.exponent()
        };
        self.leave();
        let (base, exponent) = (number(base)?, exponent?);
        self.part()?;
        // `x^2y` is x²·y, as it is typeset; of `2^2k` nobody knows.
        let numbers = matches!((&base.kind, &exponent.kind), (Kind::Number(_), Kind::Number(_)));
        if numbers && exponent.at.end == self.end_of_last() && exponent.at.start == open.start && self.adjoins() {
            let mistake = Mistake::new(base.at.start..self.place().end, say!("notation.exponent_and_factor"));
            return Err(mistake.with_hint(say!("notation.exponent_in_brackets")));
        }
        let at = base.at.start..self.end_of_last();
        Ok(Piece::Number(Expression { kind: Kind::Power(boxed(base), boxed(exponent)), at }))
    }

    /// The signs `!` behind a number.
    fn factorial(&mut self, mut base: Piece) -> Read<Piece> {
        while self.take("!") {
            self.part()?;
            let of = number(base)?;
            let at = of.at.start..self.end_of_last();
            base = Piece::Number(Expression { kind: Kind::Apply(Function::Factorial, vec![of]), at });
        }
        Ok(base)
    }

    /// `\binom{a}{b}`
    fn binomial(&mut self, at: Range<usize>) -> Read<Piece> {
        self.advance();
        let kind = Kind::Apply(Function::Binomial, vec![self.group()?, self.group()?]);
        Ok(Piece::Number(Expression { kind, at: at.start..self.end_of_last() }))
    }

    /// Behind `^`: one number, name or bracket, with its sign and its own power.
    fn exponent(&mut self) -> Read<Expression> {
        let start = self.place().start;
        if self.take("-") {
            self.enter()?;
            let inner = self.exponent();
            self.leave();
            return Ok(Expression { kind: Kind::Negative(boxed(inner?)), at: start..self.end_of_last() });
        }
        self.power().and_then(number)
    }

    pub(super) fn atom(&mut self) -> Read<Piece> {
        self.part()?;
        let at = self.place();
        match self.peek() {
            Token::Sign("(") => self.bracket(),
            Token::Name(_) => self.named(at),
            Token::Number(_) => self.digits(at),
            _ => self.signed(at),
        }
    }

    fn digits(&mut self, at: Range<usize>) -> Read<Piece> {
        let value = self.number()?;
        Ok(Piece::Number(Expression { kind: Kind::Number(value), at }))
    }

    /// What begins with a sign that is no bracket.
    fn signed(&mut self, at: Range<usize>) -> Read<Piece> {
        let called = self.is_second("(") && self.follows_at(at.end);
        match self.peek().clone() {
            Token::Sign("{") => self.braces(at),
            Token::Sign("|") => self.absolute(at),
            Token::Sign("⌊") => self.rounded(at, "⌋", Function::Floor),
            Token::Sign("⌈") => self.rounded(at, "⌉", Function::Ceiling),
            // Gauss wrote a floor so.
            Token::Sign("[") => self.rounded(at, "]", Function::Floor),
            Token::Sign("sqrt") => {
                self.advance();
                self.root(at)
            }
            Token::Sign("frac") => self.fraction(at),
            Token::Sign("binom") => self.binomial(at),
            Token::Sign(word @ ("min" | "max")) if self.is_second("(") || self.is_second("{") => {
                self.extreme(if word == "min" { Kind::Least } else { Kind::Greatest }, at)
            }
            Token::Sign(word @ ("and" | "or")) if called => self.apply(word, at),
            _ => Err(self.expected(self.an_expression())),
        }
    }

    /// `\frac{a}{b}`
    fn fraction(&mut self, at: Range<usize>) -> Read<Piece> {
        self.advance();
        let (above, below) = (self.group()?, self.group()?);
        let kind = Kind::Fraction(boxed(above), boxed(below));
        Ok(Piece::Number(Expression { kind, at: at.start..self.end_of_last() }))
    }

    /// A bracket: a condition, a number, or a tuple.
    fn bracket(&mut self) -> Read<Piece> {
        let open = self.place();
        self.advance();
        let outside = std::mem::replace(&mut self.copies, false);
        let inside = self.in_bracket(open);
        self.copies = outside;
        inside
    }

    fn in_bracket(&mut self, open: Range<usize>) -> Read<Piece> {
        let first = self.piece();
        self.bracket_from(first?, &open)
    }

    /// The rest of a bracket behind its first piece.
    fn bracket_from(&mut self, first: Piece, open: &Range<usize>) -> Read<Piece> {
        if !self.is(",") {
            self.close(")", open)?;
            let at = open.start..self.end_of_last();
            return Ok(match first {
                Piece::Number(inner) => Piece::Number(Expression { at, ..inner }),
                Piece::Truth(truth, _) => Piece::Truth(truth, at),
                other => other,
            });
        }
        let mut numbers = vec![number(first)?];
        while self.take(",") {
            if self.ellipsis(&mut numbers)? {
                continue;
            }
            numbers.push(self.expression()?);
        }
        self.close(")", open)?;
        Ok(Piece::Tuple(numbers, open.start..self.end_of_last()))
    }

    fn braces(&mut self, open: Range<usize>) -> Read<Piece> {
        self.advance();
        let mut members = vec![];
        while !self.is("}") || !members.is_empty() {
            members.push(self.piece()?);
            if !self.take(",") {
                break;
            }
        }
        self.close("}", &open)?;
        Ok(Piece::Braces(members, open.start..self.end_of_last()))
    }

    /// `|a|`: what binds weaker than a sum stands in brackets, so that a missing
    /// bar is noticed where it should be.
    fn absolute(&mut self, open: Range<usize>) -> Read<Piece> {
        self.advance();
        self.enter()?;
        let outside = std::mem::replace(&mut self.in_bars, true);
        let inner = self.nim_sum();
        self.in_bars = outside;
        self.leave();
        let inner = number(inner?)?;
        self.close("|", &open)?;
        let at = open.start..self.end_of_last();
        Ok(Piece::Number(Expression { kind: Kind::Absolute(boxed(inner)), at }))
    }

    fn rounded(&mut self, open: Range<usize>, close: &'static str, function: Function) -> Read<Piece> {
        self.advance();
        let outside = self.enter_floor();
        let inner = self.expression();
        (self.in_bars, self.in_floor) = outside;
        let inner = inner?;
        self.close(close, &open)?;
        let at = open.start..self.end_of_last();
        Ok(Piece::Number(Expression { kind: Kind::Apply(function, vec![inner]), at }))
    }

    /// A floor or a ceiling opens; what was read around it.
    pub(super) fn enter_floor(&mut self) -> (bool, bool) {
        (std::mem::replace(&mut self.in_bars, false), std::mem::replace(&mut self.in_floor, true))
    }

    /// Behind `sqrt` or `√`.
    pub(super) fn root(&mut self, at: Range<usize>) -> Read<Piece> {
        self.enter()?;
        let open = self.place();
        let inner = if self.take("{") {
            self.expression().and_then(|inner| self.close("}", &open).map(|()| inner))
        } else {
            self.atom().and_then(number)
        };
        self.leave();
        let kind = Kind::Apply(Function::Root, vec![inner?]);
        Ok(Piece::Number(Expression { kind, at: at.start..self.end_of_last() }))
    }

    /// `{a}` of LaTeX.
    pub(super) fn group(&mut self) -> Read<Expression> {
        let open = self.place();
        self.expect("{")?;
        let inner = self.expression()?;
        self.close("}", &open)?;
        Ok(inner)
    }

    /// `…` between x1 and x4 stands for x2 and x3. Behind the comma; whether it was there.
    pub(super) fn ellipsis(&mut self, numbers: &mut Vec<Expression>) -> Read<bool> {
        let at = self.place();
        if !self.take("..") {
            return Ok(false);
        }
        self.expect(",")?;
        let last = self.expression()?;
        let names = match (numbers.last().map(|last| &last.kind), &last.kind) {
            (Some(Kind::Name(first)), Kind::Name(last)) => between(&first.text, &last.text),
            _ => None,
        };
        let Some(names) = names else { return Err(Mistake::new(at, say!("notation.ellipsis"))) };
        let named = |text: String| Expression { kind: Kind::Name(Name { text, at: at.clone() }), at: at.clone() };
        numbers.extend(names.into_iter().map(named));
        numbers.push(last);
        Ok(true)
    }
}

/// The names between x1 and x4: x2 and x3.
pub(super) fn between(first: &str, last: &str) -> Option<Vec<String>> {
    let split = |name: &str| -> Option<(String, u32)> {
        let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
        let stem = name.strip_suffix(&digits)?;
        Some((stem.to_owned(), digits.parse().ok()?))
    };
    let ((stem, from), (same, to)) = (split(first)?, split(last)?);
    (stem == same && from < to && to - from <= 20).then(|| (from + 1..to).map(|k| format!("{stem}{k}")).collect())
}

/// The numbers in braces; a mistake where one is something else.
pub(super) fn numbers(pieces: Vec<Piece>) -> Read<Vec<Expression>> {
    pieces.into_iter().map(number).collect()
}

/// The numbers of a tuple with so many of them.
pub(super) fn tuple_like(piece: Piece, length: usize) -> Read<Vec<Expression>> {
    match piece {
        Piece::Tuple(numbers, _) if numbers.len() == length => Ok(numbers),
        other => Err(Mistake::new(place(&other), say!("formula.a_tuple", length = length))),
    }
}

/// The numbers in braces with so many of them.
pub(super) fn braces_like(piece: Piece, length: usize) -> Read<Vec<Expression>> {
    match piece {
        Piece::Braces(members, _) if members.len() == length => numbers(members),
        other => Err(Mistake::new(place(&other), say!("formula.braces", length = length))),
    }
}
