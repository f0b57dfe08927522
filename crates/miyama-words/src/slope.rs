//! How a number (a + b√d)/c is written: `(1+sqrt(5))/2`, `1/metallic(3)`, `√2`.

use super::quadratic::Quadratic;
use miyama_budget::Mistake;
use miyama_text::say;
use num_bigint::BigUint;
use std::ops::Range;

/// Longest text of a number: bounds the work, far beyond what people write.
const LONGEST: usize = 1_000;
/// Deepest nesting of brackets.
const DEEPEST: usize = 100;

pub(super) fn parse(text: &str) -> Result<Quadratic, Mistake> {
    if text.len() > LONGEST {
        return Err(Mistake::new(0..text.len(), say!("word.number_too_long", limit = LONGEST)));
    }
    let mut reader = Reader { text, at: 0, depth: 0 };
    let number = reader.sum()?;
    reader.skip();
    if reader.at < text.len() {
        return Err(reader.unexpected());
    }
    Ok(number)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Reads `token` if it stands next.
    fn take(&mut self, token: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn unexpected(&mut self) -> Mistake {
        self.skip();
        let end = self.at + self.rest().chars().next().map_or(0, char::len_utf8);
        Mistake::new(self.at..end, say!("word.number_expected")).with_hint(say!("word.number_example"))
    }

    fn sum(&mut self) -> Result<Quadratic, Mistake> {
        let start = self.at;
        let mut total = self.product()?;
        loop {
            let plus = self.take("+");
            if !plus && !self.take("-") {
                return Ok(total);
            }
            let term = self.product()?;
            let term = if plus { term } else { term.negated() };
            total = total.plus(&term).ok_or_else(|| self.two_roots(start..self.at))?;
        }
    }

    fn product(&mut self) -> Result<Quadratic, Mistake> {
        let start = self.at;
        let mut total = self.factor()?;
        loop {
            let times = self.take("*") || self.take("·");
            if !times && !self.take("/") {
                return Ok(total);
            }
            self.skip();
            let at = self.at;
            let mut factor = self.factor()?;
            if !times {
                factor = factor.inverse().ok_or_else(|| Mistake::new(at..self.at, say!("word.number_division")))?;
            }
            total = total.times(&factor).ok_or_else(|| self.two_roots(start..self.at))?;
        }
    }

    fn two_roots(&self, at: Range<usize>) -> Mistake {
        Mistake::new(at, say!("word.number_two_roots"))
    }

    fn factor(&mut self) -> Result<Quadratic, Mistake> {
        self.skip();
        let start = self.at;
        if self.depth == DEEPEST {
            let next = self.text[start..].chars().next().map_or(0, char::len_utf8);
            return Err(Mistake::new(start..start + next, say!("word.number_too_deep", limit = DEEPEST)));
        }
        self.depth += 1;
        let number = self.factor_inside(start);
        self.depth -= 1;
        number
    }

    fn factor_inside(&mut self, start: usize) -> Result<Quadratic, Mistake> {
        if self.take("-") {
            return Ok(self.factor()?.negated());
        }
        if self.take("√") {
            let under = self.factor()?;
            return self.root(&under, start);
        }
        if self.take("sqrt") {
            let under = self.bracket()?;
            return self.root(&under, start);
        }
        if self.take("metallic") {
            let s = self.bracket()?;
            return s
                .times(&s)
                .and_then(|square| square.plus(&Quadratic::from(4)))
                .and_then(|under| under.root())
                .and_then(|root| root.plus(&s))
                .and_then(|sum| sum.times(&Quadratic::from(2).inverse()?))
                .ok_or_else(|| Mistake::new(start..self.at, say!("word.number_metallic")));
        }
        if self.take("phi") || self.take("φ") {
            return Ok(Quadratic::metallic(1));
        }
        if self.rest().starts_with('(') {
            return self.bracket();
        }
        let digits = self.rest().find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest().len());
        let number: BigUint = self.rest()[..digits].parse().map_err(|_| self.unexpected())?;
        self.at += digits;
        Ok(number.into())
    }

    fn root(&self, under: &Quadratic, start: usize) -> Result<Quadratic, Mistake> {
        under.root().ok_or_else(|| Mistake::new(start..self.at, say!("word.number_root")))
    }

    fn bracket(&mut self) -> Result<Quadratic, Mistake> {
        if !self.take("(") {
            self.skip();
            return Err(Mistake::new(self.at..self.at, say!("word.number_bracket", bracket = "(")));
        }
        let inside = self.sum()?;
        if !self.take(")") {
            self.skip();
            return Err(Mistake::new(self.at..self.at, say!("word.number_bracket", bracket = ")")));
        }
        Ok(inside)
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, parse};

    #[test]
    fn mistakes_point_at_their_place() {
        let place = |text: &str| {
            let mistake = parse(text).unwrap_err();
            (mistake.says.key(), mistake.at)
        };
        assert_eq!(place(""), ("word.number_expected", 0..0));
        assert_eq!(place("1 + x"), ("word.number_expected", 4..5));
        assert_eq!(place("1 +"), ("word.number_expected", 3..3));
        assert_eq!(place("(1+sqrt(5)"), ("word.number_bracket", 10..10));
        assert_eq!(place("sqrt 5"), ("word.number_bracket", 5..5));
        assert_eq!(place("1/(2-2)"), ("word.number_division", 2..7));
        assert_eq!(place("sqrt(2)+sqrt(3)"), ("word.number_two_roots", 0..15));
        assert_eq!(place("sqrt(sqrt(2))"), ("word.number_root", 0..13));
        assert_eq!(place("sqrt(-1)"), ("word.number_root", 0..8));
        assert_eq!(place("2 2"), ("word.number_expected", 2..3));
        assert_eq!(place(&"(".repeat(1000)).0, "word.number_too_deep");
        assert_eq!(place(&"-".repeat(1000)).0, "word.number_too_deep");
        let deep = format!("{}√4", "(".repeat(DEEPEST));
        assert_eq!(place(&deep), ("word.number_too_deep", DEEPEST..DEEPEST + "√".len()));
        assert_eq!(place(&"1".repeat(1001)).0, "word.number_too_long");
    }
}
