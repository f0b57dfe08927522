//! Numbers, ups and nimbers in a text, and what may be written together with
//! them.

use super::{Parsed, Parser};
use crate::sum::expression::{Expression, Node};
use crate::value::{Dyadic, Plain};
use miyama_budget::Mistake;
use miyama_text::say;
use num_bigint::BigInt;

/// The largest n of `^[n]` and `^<n>`, whose size grows with n.
const UP_POWER: u32 = 100_000;

impl<'a> Parser<'a> {
    fn digits(&mut self) -> Option<BigInt> {
        self.run(|c| c.is_ascii_digit()).parse().ok()
    }

    /// `5`, `-3/4`, and what may follow without a sign: `5^*`, `5Tiny(2)`, `5.g`.
    pub(super) fn number(&mut self) -> Parsed<Expression> {
        let start = self.at;
        let negative = self.take("-") || self.take("−");
        let Some(top) = self.digits() else { return self.expected(say!("value.digits")) };
        let top = if negative { -top } else { top };
        let mut bottom = BigInt::from(1);
        if self.take("/") {
            match self.digits() {
                Some(found) => bottom = found,
                None => return self.expected(say!("value.digits")),
            }
        }
        let Some(number) = Dyadic::from_quotient(&top, &bottom) else {
            return self.wrong(start..self.at, say!("value.not_dyadic", number = &self.source[start..self.at]));
        };
        if self.peek() == Some('.') {
            return self.multiple(start, number);
        }
        let tail = self.rest();
        if tail.starts_with(['*', '^']) || (tail.starts_with('v') && is_downs(self.next_word())) {
            return self.ups(number).map(|mut game| {
                game.at.start = start;
                game
            });
        }
        let here = Expression { at: start..self.at, says: Node::Plain(Plain { number, up: Dyadic::ZERO, nimber: 0 }) };
        if ["Tiny", "Miny"].iter().any(|name| tail.starts_with(name)) {
            let tiny = self.named()?;
            return Ok(Expression { at: start..self.at, says: Node::Sum(vec![(false, here), (false, tiny)]) });
        }
        Ok(here)
    }

    /// The word that comes next, not taken.
    pub(super) fn next_word(&self) -> &'a str {
        let rest = self.rest();
        &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())]
    }

    /// `n.g`, when the dot comes next.
    fn multiple(&mut self, start: usize, n: Dyadic) -> Parsed<Expression> {
        if !n.is_integer() {
            return self.wrong(start..self.at, say!("value.multiple_integer", number = n.to_string()));
        }
        self.at += 1;
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.digits();
            return Err(Mistake::new(start..self.at, say!("value.decimal", text = &self.source[start..self.at]))
                .with_hint(say!("value.hint_decimal")));
        }
        let game = self.nested(Self::signed)?;
        Ok(Expression { at: start..self.at, says: Node::Multiple(n, Box::new(game)) })
    }

    /// `*` or `*5`, when the star comes next.
    pub(super) fn nimber(&mut self) -> Parsed<u32> {
        let start = self.at;
        self.at += 1;
        if self.peek() == Some('-') {
            let rest = &self.rest()[1..];
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            if digits > 0 {
                return Err(Mistake::new(start..self.at + 1 + digits, say!("value.negative_nimber"))
                    .with_hint(say!("value.hint_negative_nimber", number = &rest[..digits])));
            }
        }
        match self.digits() {
            None => Ok(1),
            Some(n) => match u32::try_from(&n) {
                Ok(n) => Ok(n),
                Err(_) => self.wrong(start..self.at, say!("value.too_large", largest = u32::MAX)),
            },
        }
    }

    /// The bracket of `^[3]` or `^<3>`, if one comes next; `^<3` is a comparison.
    fn power_bracket(&self) -> Option<char> {
        let open = self.peek().filter(|c| "[<".contains(*c))?;
        let inside = &self.rest()[1..];
        let number = inside.trim_start_matches(|c: char| c.is_ascii_digit());
        (open == '[' || (number.len() < inside.len() && number.starts_with('>'))).then_some(open)
    }

    /// Ups or downs and a nimber, to be added to `number`.
    pub(super) fn ups(&mut self, number: Dyadic) -> Parsed<Expression> {
        let start = self.at;
        let sign = self.peek().filter(|c| *c != '*');
        let count = sign.map_or(0, |sign| self.run(|c| c == sign).len());
        let negative = sign == Some('v');
        let bracket = if count == 1 { self.power_bracket() } else { None };
        if let Some(open) = bracket {
            self.at += 1;
            let n_at = self.at;
            let n = self.digits().and_then(|n| u32::try_from(&n).ok()).filter(|n| (1..=UP_POWER).contains(n));
            let Some(n) = n else {
                return self.wrong(n_at..self.at, say!("value.up_power", limit = UP_POWER));
            };
            self.expect(if open == '[' { "]" } else { ">" })?;
            let says = if open == '[' { Node::UpSum { negative, n } } else { Node::UpPower { negative, n } };
            let power = Expression { at: start..self.at, says };
            let nimber = if self.peek() == Some('*') { self.nimber()? } else { 0 };
            let rest = Plain { number, up: Dyadic::ZERO, nimber };
            let rest = Expression { at: start..self.at, says: Node::Plain(rest) };
            return Ok(Expression { at: start..self.at, says: Node::Sum(vec![(false, rest), (false, power)]) });
        }
        let count = match self.peek() {
            Some(c) if count == 1 && c.is_ascii_digit() => self.digits().unwrap_or_default(),
            _ => BigInt::from(count),
        };
        let up = Dyadic::from(if negative { -count } else { count });
        let nimber = if self.peek() == Some('*') { self.nimber()? } else { 0 };
        Ok(Expression { at: start..self.at, says: Node::Plain(Plain { number, up, nimber }) })
    }
}

/// `v`, `vv`, `v3`: downs, not a name.
pub(super) fn is_downs(word: &str) -> bool {
    let rest = word.trim_start_matches('v');
    let downs = word.len() - rest.len();
    downs > 0 && rest.chars().all(|c| c.is_ascii_digit()) && (rest.is_empty() || downs == 1)
}
