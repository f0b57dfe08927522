//! A walk through the tokens of a text: what stands next, what was expected,
//! how deep it is. Both the definitions and the formulas are read with it.

use super::lexer::{Token, japanese, tokens};
use super::syntax::{Name, Relation};
use miyama_budget::Mistake;
use miyama_text::{Text, say};
use std::ops::Range;

/// How deep brackets and operators may nest: far more than any paper uses, far
/// less than the stack holds.
const DEEPEST: usize = 100;

/// The tokens of a text, the next one to read, and how deep in brackets it stands.
pub(crate) struct Cursor {
    tokens: Vec<(Token, Range<usize>)>,
    next: usize,
    depth: usize,
}

impl Cursor {
    pub(crate) fn new(source: &str) -> Result<Cursor, Mistake> {
        Ok(Cursor { tokens: tokens(source)?, next: 0, depth: 0 })
    }

    pub(crate) fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    pub(crate) fn place(&self) -> Range<usize> {
        self.tokens[self.next].1.clone()
    }

    /// Where the token before the next one ends.
    pub(crate) fn end_of_last(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |last| self.tokens[last].1.end)
    }

    /// Whether the token before the next one is this sign.
    pub(crate) fn was(&self, sign: &str) -> bool {
        self.next.checked_sub(1).is_some_and(|last| matches!(self.tokens[last].0, Token::Sign(s) if s == sign))
    }

    /// Whether the token before the next one is this word.
    pub(crate) fn was_word(&self, word: &str) -> bool {
        self.next.checked_sub(1).is_some_and(|last| matches!(&self.tokens[last].0, Token::Name(name) if name == word))
    }

    /// Whether the next token, or the one before it, is a word of Japanese.
    pub(crate) fn beside_japanese(&self) -> bool {
        let is_word = |token: &Token| matches!(token, Token::Name(name) if name.starts_with(japanese::is_letter));
        self.tokens[self.next.saturating_sub(1)..=self.next].iter().any(|(token, _)| is_word(token))
    }

    /// A letter that is no name of the text.
    pub(crate) fn unused_letter(&self) -> String {
        let used = |letter: &str| {
            self.tokens.iter().any(|(token, _)| matches!(token, Token::Name(name) if name.contains(letter)))
        };
        let letters = ('i'..='n').chain('p'..='t').chain('a'..='h').map(String::from);
        letters.clone().find(|letter| !used(letter)).unwrap_or_else(|| "step".to_owned())
    }

    pub(crate) fn advance(&mut self) {
        // The last token, End, is never passed.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    pub(crate) fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    pub(crate) fn is_second(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.next + 1), Some((Token::Sign(s), _)) if *s == sign)
    }

    /// The token behind the next one.
    pub(crate) fn second(&self) -> Option<&Token> {
        self.tokens.get(self.next + 1).map(|(token, _)| token)
    }

    /// Whether the second token is this word.
    pub(crate) fn is_second_word(&self, word: &str) -> bool {
        matches!(self.tokens.get(self.next + 1), Some((Token::Name(name), _)) if name == word)
    }

    /// Whether the second token is such a name.
    pub(crate) fn is_second_name(&self, such: impl Fn(&str) -> bool) -> bool {
        matches!(self.tokens.get(self.next + 1), Some((Token::Name(name), _)) if such(name))
    }

    /// Whether the second token begins at this byte.
    pub(crate) fn follows_at(&self, at: usize) -> bool {
        self.tokens.get(self.next + 1).is_some_and(|(_, place)| place.start == at)
    }

    pub(crate) fn take(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn expect(&mut self, sign: &'static str) -> Result<(), Mistake> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(say!("notation.sign", sign = sign))) }
    }

    /// A closing bracket; the mistake names where the opening one stands.
    pub(crate) fn close(&mut self, sign: &'static str, open: &Range<usize>) -> Result<(), Mistake> {
        if self.take(sign) {
            return Ok(());
        }
        if *self.peek() == Token::End {
            let says = say!("notation.unclosed", sign = sign, column = open.start + 1);
            return Err(Mistake::new(self.place(), says));
        }
        Err(self.expected(say!("notation.sign", sign = sign)))
    }

    pub(crate) fn expected(&self, what: Text) -> Mistake {
        let says = match self.peek() {
            Token::End => say!("notation.expected_at_end", what = what),
            _ => say!("notation.expected", what = what),
        };
        Mistake::new(self.place(), says)
    }

    pub(crate) fn end(&mut self) -> Result<(), Mistake> {
        match self.peek() {
            Token::End => Ok(()),
            _ => Err(self.expected(say!("notation.the_end"))),
        }
    }

    pub(crate) fn name(&mut self, what: Text) -> Result<Name, Mistake> {
        let at = self.place();
        match self.peek().clone() {
            Token::Name(text) => {
                self.advance();
                Ok(Name { text, at })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// The relation sign that stands next, if one does.
    pub(crate) fn relation(&self) -> Option<Relation> {
        Some(match self.peek() {
            Token::Sign("<") => Relation::Less,
            Token::Sign("<=") => Relation::AtMost,
            Token::Sign("=") => Relation::Equal,
            Token::Sign("!=") => Relation::Unequal,
            Token::Sign(">") => Relation::Greater,
            Token::Sign(">=") => Relation::AtLeast,
            _ => return None,
        })
    }

    /// Goes one level deeper, if that is not too deep.
    pub(crate) fn enter(&mut self) -> Result<(), Mistake> {
        if self.depth >= DEEPEST {
            return Err(Mistake::new(self.place(), say!("notation.too_deep", most = DEEPEST)));
        }
        self.depth += 1;
        Ok(())
    }

    /// Comes back from a level.
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Where it stands, for [`Cursor::back_to`].
    pub(crate) fn here(&self) -> (usize, usize) {
        (self.next, self.depth)
    }

    /// Returns to where it stood.
    pub(crate) fn back_to(&mut self, here: (usize, usize)) {
        (self.next, self.depth) = here;
    }
}
