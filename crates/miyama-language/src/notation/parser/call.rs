//! The part of the grammar that reads names in numbers: functions with their arguments, and names alone.

use super::{Parser, Piece, Read, number};
use crate::notation::function::Function;
use crate::notation::lexer::Token;
use crate::notation::syntax::{Condition, Expression, ExpressionKind as Kind, Name};
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

impl Parser {
    /// `min(a, b)`, `max{a, b}`
    pub(super) fn extreme(&mut self, kind: fn(Vec<Expression>) -> Kind, at: Range<usize>) -> Read<Piece> {
        self.advance();
        let parts = self.arguments()?;
        Ok(Piece::Number(Expression { kind: kind(parts), at: at.start..self.end_of_last() }))
    }

    pub(super) fn named(&mut self, at: Range<usize>) -> Read<Piece> {
        let Token::Name(word) = self.peek().clone() else { return Err(self.expected(self.an_expression())) };
        let called = self.is_second("(") && self.follows_at(at.end);
        if Function::named(&word).is_some() && self.is_second("(") {
            return self.apply(&word, at);
        }
        self.advance();
        if word == "median" && called {
            return self.median(at);
        }
        // Whether it is a function or a factor is known when all names are.
        if called && !self.copies && !["true", "false", "sqrt"].contains(&word.as_str()) {
            return self.called_by(Name { text: word, at });
        }
        self.alone(word, at)
    }

    fn called_by(&mut self, name: Name) -> Read<Piece> {
        let start = name.at.start;
        let arguments = self.arguments()?;
        Ok(Piece::Number(Expression { kind: Kind::Call(name, arguments), at: start..self.end_of_last() }))
    }

    /// A name without arguments.
    fn alone(&mut self, word: String, at: Range<usize>) -> Read<Piece> {
        match word.as_str() {
            "true" => return Ok(Piece::Truth(Condition::And(vec![]), at)),
            "false" => return Ok(Piece::Truth(Condition::Or(vec![]), at)),
            "sqrt" => return self.root(at),
            // `log₂ x` needs no brackets.
            "log2" if matches!(self.peek(), Token::Name(_) | Token::Number(_)) => {
                let inner = self.atom().and_then(number)?;
                let kind = Kind::Apply(Function::Logarithm, vec![inner]);
                return Ok(Piece::Number(Expression { kind, at: at.start..self.end_of_last() }));
            }
            word if Function::named(word).is_some() => {
                let says = say!("notation.expected", what = say!("notation.sign", sign = "("));
                return Err(Mistake::new(at.end..at.end, says));
            }
            _ => {}
        }
        let name = Name { text: word, at: at.clone() };
        if self.is("[") && !self.formula {
            let index = Box::new(self.index()?);
            return Ok(Piece::Number(Expression {
                kind: Kind::Indexed(name, index),
                at: at.start..self.end_of_last(),
            }));
        }
        Ok(Piece::Number(Expression { kind: Kind::Name(name), at }))
    }

    /// `median(a, b, c)`: the middle one of three numbers, max(min(a,b), min(max(a,b),c)).
    fn median(&mut self, at: Range<usize>) -> Read<Piece> {
        let arguments = self.arguments()?;
        let at = at.start..self.end_of_last();
        let [a, b, c] = arguments.as_slice() else {
            let says = say!("notation.wrong_arguments", name = "median", expected = 3, found = arguments.len());
            return Err(Mistake::new(at, says));
        };
        let two = || vec![a.clone(), b.clone()];
        let part = |kind| Expression { kind, at: at.clone() };
        let low = part(Kind::Least(two()));
        let high = part(Kind::Least(vec![part(Kind::Greatest(two())), c.clone()]));
        Ok(Piece::Number(part(Kind::Greatest(vec![low, high]))))
    }

    /// `gcd(a, b)` where the name stands next.
    pub(super) fn apply(&mut self, word: &str, at: Range<usize>) -> Read<Piece> {
        let Some(function) = Function::named(word) else { return Err(self.expected(self.an_expression())) };
        self.advance();
        if function == Function::Root {
            return self.root(at);
        }
        let rounds = matches!(function, Function::Floor | Function::Ceiling);
        let outside = (self.in_bars, self.in_floor);
        if rounds {
            self.enter_floor();
        }
        let arguments = self.arguments();
        (self.in_bars, self.in_floor) = outside;
        let arguments = arguments?;
        let (fewest, most) = function.takes();
        let at = at.start..self.end_of_last();
        if arguments.len() < fewest || arguments.len() > most {
            let says = say!("notation.wrong_arguments", name = word, expected = most, found = arguments.len());
            return Err(Mistake::new(at, says));
        }
        Ok(Piece::Number(Expression { kind: Kind::Apply(function, arguments), at }))
    }

    /// `(a, b)` behind a function.
    fn arguments(&mut self) -> Read<Vec<Expression>> {
        let open = self.place();
        // min{x, y} as papers write it.
        let close = if self.take("{") { "}" } else { ")" };
        if close == ")" {
            self.expect("(")?;
        }
        let outside = std::mem::replace(&mut self.copies, false);
        let parts = self.expressions();
        self.copies = outside;
        let parts = parts?;
        self.close(close, &open)?;
        Ok(parts)
    }
}
