//! The part of the grammar that reads `exists` and `for all`.

use super::condition::violated;
use super::{Parser, Piece, Read, Sort, number};
use crate::notation::lexer::Token;
use crate::notation::syntax::{Comparison, Condition, Exists, Expression, ExpressionKind as Kind, Relation};
use miyama_budget::Mistake;
use miyama_text::say;

impl Parser {
    /// What begins with `exists` or `for all`; or a comparison, where `for` is a name.
    pub(super) fn quantified(&mut self) -> Read<Piece> {
        let start = self.place().start;
        if self.is_word("exists") {
            let at = self.place();
            self.advance();
            if !self.formula {
                return Err(Mistake::new(at, say!("notation.exists_in_ruleset")));
            }
            return self.exists(start);
        }
        if self.formula && self.universal() {
            // What holds of all k is what no k violates.
            let none = self.exists(start)?;
            let Piece::Truth(Condition::Exists(mut all), at) = none else { return Ok(none) };
            all.body = violated(std::mem::replace(&mut all.body, Condition::And(vec![])), &all.name);
            return Ok(Piece::Truth(Condition::Not(Box::new(Condition::Exists(all))), at));
        }
        self.comparison()
    }

    /// Passes `forall` or `for all`.
    fn universal(&mut self) -> bool {
        if self.take_word("forall") {
            return true;
        }
        let both = self.is_word("for") && self.is_second_word("all");
        if both {
            self.advance();
            self.advance();
        }
        both
    }

    /// Behind `exists`: `k (C)`, `k: C`, `k <= b: C`, `k in a..b (C)`.
    fn exists(&mut self, start: usize) -> Read<Piece> {
        let name = self.name(say!("formula.a_bound_integer"))?;
        let (mut low, mut high, mut least) = (None, None, None);
        if self.is("in") && matches!(self.second(), Some(Token::Name(set)) if ["N", "ℕ"].contains(&set.as_str())) {
            // `n ∈ ℕ` goes without saying.
            self.advance();
            self.advance();
        } else if self.take("in") {
            low = Some(number(self.nim_sum()?)?);
            self.expect("..")?;
            high = Some(number(self.nim_sum()?)?);
        } else if self.take("<=") {
            high = Some(number(self.nim_sum()?)?);
        } else if let Some(relation @ (Relation::AtLeast | Relation::Greater)) = self.relation() {
            self.advance();
            least = Some(Comparison { relation, term: number(self.nim_sum()?)? });
        }
        let far = self.take(":");
        self.enter()?;
        self.sorts.push((name.text.clone(), Sort::Integer));
        // Behind a colon the condition goes on as far as it can.
        let body = if far { self.disjunction() } else { self.negation() };
        self.sorts.pop();
        self.leave();
        let body = body?;
        let mut body = self.truth(body)?;
        // `n >= 1: C` asks for an n that is so large.
        if let Some(least) = least {
            let own = Expression { at: name.at.clone(), kind: Kind::Name(name.clone()) };
            body = Condition::And(vec![Condition::Chain(own, vec![least]), body]);
        }
        let exists = Condition::Exists(Box::new(Exists { name, low, high, body }));
        Ok(Piece::Truth(exists, start..self.end_of_last()))
    }
}
