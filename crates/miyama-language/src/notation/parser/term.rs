//! The part of the grammar that reads operators on games, and endings.

use super::{Body, Definition, Parser, Read};
use crate::notation::lexer::Token;
use crate::notation::term::{Called, Joint, Operator, OperatorKind, Place, Term, Winner};
use miyama_text::say;

impl Parser {
    /// A game: a ruleset, a code, a name, or what operators make of them.
    ///
    /// `block(k)`, `impartial` and `twisted` take all that follows; `with pass`, `ends:` and
    /// `wins` what stands right before them; between two games the first two are joined first.
    pub(super) fn term(&mut self) -> Read<Term> {
        self.enter()?;
        let term = match self.prefix()? {
            Some(change) => self.term().map(|inner| Term::Changed(change, Box::new(inner))),
            None => self.compound(),
        };
        self.leave();
        term
    }

    fn compound(&mut self) -> Read<Term> {
        let mut term = self.changed_behind()?;
        // Each operator makes the tree one deeper, as a bracket does.
        let mut deeper = 0;
        while let Some(joint) = self.joint() {
            let at = Place(self.place());
            self.advance();
            self.enter()?;
            deeper += 1;
            let rest = self.prefix()?;
            let second = match rest {
                Some(change) => Term::Changed(change, Box::new(self.term()?)),
                None => self.changed_behind()?,
            };
            term = Term::Joined(joint, Box::new([term, second]), at);
        }
        (0..deeper).for_each(|_| self.leave());
        Ok(term)
    }

    fn joint(&self) -> Option<Joint> {
        Joint::ALL.iter().find(|(word, _)| self.is_word(word)).map(|(_, joint)| *joint)
    }

    /// `impartial`, `twisted`, `twisted(c)` or `block(k)`, if that stands here before a game.
    fn prefix(&mut self) -> Read<Option<Operator>> {
        let start = self.place().start;
        let Token::Name(word) = self.peek().clone() else { return Ok(None) };
        let kind = match word.as_str() {
            "impartial" => {
                self.advance();
                OperatorKind::Impartial
            }
            "block" => {
                self.advance();
                let open = self.place();
                self.expect("(")?;
                let k = self.expression()?;
                self.close(")", &open)?;
                OperatorKind::Block(k)
            }
            "twisted" => {
                self.advance();
                OperatorKind::Twisted(self.twist()?)
            }
            _ => return Ok(None),
        };
        Ok(Some(Operator { kind, at: Place(start..self.end_of_last()) }))
    }

    /// `(c)` behind `twisted`; what follows right behind a game in brackets is no number.
    fn twist(&mut self) -> Read<Option<crate::notation::Expression>> {
        let here = self.here();
        // `twisted(2) G` has its number right behind the word, `twisted (G)` has not.
        if !self.is("(") || self.place().start != self.end_of_last() {
            return Ok(None);
        }
        let open = self.place();
        self.advance();
        match self.expression() {
            Ok(c) if self.is(")") => {
                self.close(")", &open)?;
                Ok(Some(c))
            }
            _ => {
                self.back_to(here);
                Ok(None)
            }
        }
    }

    /// A game and what stands behind it: `with pass`, `ends: …`, `wins left if …`.
    fn changed_behind(&mut self) -> Read<Term> {
        let mut term = self.operand()?;
        let mut deeper = 0;
        loop {
            let start = self.place().start;
            let kind = if self.is_word("with") {
                self.advance();
                if !self.take_word("pass") {
                    return Err(self.expected(say!("notation.sign", sign = "pass")));
                }
                OperatorKind::Pass
            } else if self.is_word("ends") {
                self.advance();
                self.expect(":")?;
                self.operators = 0;
                OperatorKind::Ends(self.conditions()?)
            } else if self.is_word("wins") {
                self.advance();
                let Some((_, winner)) = Winner::ALL.iter().find(|(word, _)| self.is_word(word)) else {
                    return Err(self.expected(say!("notation.a_winner")));
                };
                self.advance();
                if !self.take_word("if") {
                    return Err(self.expected(say!("notation.sign", sign = "if")));
                }
                self.operators = 0;
                OperatorKind::Wins(*winner, self.conditions()?)
            } else {
                break;
            };
            self.enter()?;
            deeper += 1;
            let at = Place(start..self.end_of_last());
            term = Term::Changed(Operator { kind, at }, Box::new(term));
        }
        (0..deeper).for_each(|_| self.leave());
        Ok(term)
    }

    /// A ruleset, a code, a name with arguments, or a game in brackets.
    fn operand(&mut self) -> Read<Term> {
        let lets = self.lets()?;
        let heaps = self.paper_head()?;
        let at = self.place();
        let body = match (heaps, self.peek().clone()) {
            (Some(heaps), _) => self.options_of(heaps)?,
            (None, Token::Code(text)) => {
                self.advance();
                Body::Code(crate::notation::Name { text, at })
            }
            (None, Token::Sign("(")) => match self.in_brackets()? {
                Some(inside) if lets.is_empty() => return Ok(inside),
                _ => self.option_body()?,
            },
            (None, Token::Name(_)) if self.begins_indexed() => Body::Indexed(self.indexed_body()?),
            // `n -> {n-1, n-2}`: one heap needs no brackets.
            (None, Token::Name(text)) if self.is_second("->") => {
                self.advance();
                self.advance();
                self.options_of(vec![crate::notation::Name { text, at }])?
            }
            (None, Token::Name(_)) if lets.is_empty() => return self.called(),
            _ => return Err(self.expected(say!("notation.a_body"))),
        };
        let domain = if self.take_word("where") { self.conditions()? } else { vec![] };
        Ok(Term::Rules(Box::new(Definition { name: None, parameters: vec![], lets, body, domain })))
    }

    /// A game in brackets; none, and nothing is read, where `(x, y) ->` stands or was meant.
    fn in_brackets(&mut self) -> Read<Option<Term>> {
        let (here, open) = (self.here(), self.place());
        let heaps = self.heaps().is_ok() && (self.arrow() || self.is("{") || self.is("sym"));
        self.back_to(here);
        if heaps {
            return Ok(None);
        }
        self.advance();
        let words = ["block", "impartial", "twisted", "let"];
        let certain =
            matches!(self.peek(), Token::Sign("(") | Token::Code(_)) || words.iter().any(|word| self.is_word(word));
        let inside = self.term();
        if certain {
            let inside = inside?;
            self.close(")", &open)?;
            return Ok(Some(inside));
        }
        match inside {
            Ok(inside) if self.take(")") && !self.arrow() => Ok(Some(inside)),
            // Only operators stand behind a name.
            Err(mistake) if self.is_operator(open.end, mistake.at.start) => Err(mistake),
            _ => {
                self.back_to(here);
                Ok(None)
            }
        }
    }

    /// Whether an operator stands between two bytes of the text.
    fn is_operator(&self, from: usize, to: usize) -> bool {
        let words = ["with", "ends", "wins"].into_iter().chain(Joint::ALL.map(|(word, _)| word));
        let text = self.source.get(from..to).unwrap_or_default();
        words.into_iter().any(|word| text.split(|c: char| !c.is_alphanumeric()).any(|other| other == word))
    }

    /// `wythoff(2)`, `split-nim`: read here, looked up by whoever knows the names.
    fn called(&mut self) -> Read<Term> {
        let start = self.place().start;
        self.advance();
        while self.is("-") && self.place().start == self.end_of_last() {
            self.advance();
            self.advance();
            // `three-heap-6a`
            if matches!(self.peek(), Token::Name(_)) && self.place().start == self.end_of_last() {
                self.advance();
            }
        }
        if self.is("(") && self.place().start == self.end_of_last() {
            let open = self.place();
            let mut depth = 0usize;
            loop {
                if *self.peek() == Token::End {
                    self.close(")", &open)?;
                }
                depth += usize::from(self.is("("));
                depth -= usize::from(self.is(")"));
                self.advance();
                if depth == 0 {
                    break;
                }
            }
        }
        let at = start..self.end_of_last();
        Ok(Term::Named(Called { text: self.source[at.clone()].to_owned(), at: Place(at) }))
    }
}
