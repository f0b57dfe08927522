//! What stands in brackets: signs, rows of signs, and how often they come.

use super::Reader;
use crate::pattern::syntax::{Count, Item, Number, Pattern, Sign};
use miyama_budget::Mistake;
use miyama_text::say;

impl Reader<'_> {
    /// `[.|]`: signs without counts.
    pub(super) fn signs(&mut self) -> Result<Vec<Sign>, Mistake> {
        self.expect("[")?;
        let mut signs = vec![];
        loop {
            self.spaces();
            if !signs.is_empty() && self.takes("]") {
                self.blank();
                return Ok(signs);
            }
            signs.push(self.sign()?);
        }
    }

    pub(super) fn sign(&mut self) -> Result<Sign, Mistake> {
        match self.peek() {
            Some(sign) if !"[](){}/+*,".contains(sign) && !sign.is_control() => {
                let at = self.span(self.at..self.at + sign.len_utf8());
                self.at += sign.len_utf8();
                Ok(Sign { sign, at })
            }
            _ => Err(self.expected(say!("pattern.a_sign"))),
        }
    }

    /// `[x.*/_o]`: rows of signs with counts.
    pub(super) fn pattern(&mut self) -> Result<Pattern, Mistake> {
        let start = self.at;
        self.expect("[")?;
        let mut rows = vec![];
        loop {
            rows.push(self.row()?);
            if self.takes("]") {
                break;
            }
            self.expect("/")?;
        }
        let at = self.span(start..self.at);
        self.blank();
        Ok(Pattern { rows, at })
    }

    fn row(&mut self) -> Result<Vec<Item>, Mistake> {
        let mut items = vec![];
        loop {
            self.spaces();
            if !items.is_empty() && matches!(self.peek(), Some(']' | '/')) {
                return Ok(items);
            }
            items.push(self.item()?);
        }
    }

    fn item(&mut self) -> Result<Item, Mistake> {
        let start = self.at;
        let group = self.takes("(");
        let mut signs = vec![];
        if group {
            loop {
                self.spaces();
                if !signs.is_empty() && self.takes(")") {
                    break;
                }
                signs.push(self.sign()?);
            }
        } else {
            signs.push(self.sign()?);
        }
        self.spaces();
        let count = if self.takes("*") {
            Some(Count::Any)
        } else if self.takes("+") {
            Some(Count::Some)
        } else if self.takes("{") {
            self.spaces();
            let least = self.number()?;
            self.spaces();
            // `{2}`: exactly so often.
            if self.takes("}") {
                return Ok(Item {
                    signs,
                    group,
                    count: Some(Count::Between(least.clone(), least)),
                    at: self.span(start..self.at),
                });
            }
            if !self.takes("..") && !self.takes("…") {
                return Err(self.expected(say!("pattern.token", token = "..")));
            }
            self.spaces();
            let most = self.number()?;
            self.spaces();
            self.expect("}")?;
            Some(Count::Between(least, most))
        } else {
            None
        };
        Ok(Item { signs, group, count, at: self.span(start..self.at) })
    }

    pub(super) fn number(&mut self) -> Result<Number, Mistake> {
        if self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            let name = self.word().to_owned();
            let at = self.span(self.at..self.at + name.len());
            self.at += name.len();
            return Ok(Number::Parameter(name, at));
        }
        self.digits().map(Number::Digits)
    }
}
