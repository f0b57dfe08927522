//! Reads the notation. Every mistake points at its place and says what was expected.

use super::cursor::Cursor as Parser;
use super::lexer::Token;
use super::syntax::{
    Body, Comparison, Condition, Definition, Divisor, Expression, Name, OptionSet, Parameter, Relation,
};
use crate::play::Player;
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// Reads a definition: `wythoff(s = 1): (x, y) -> {…} ∪ {…}`, with or without
/// the name, or `kayles: 0.77`.
///
/// ```
/// use miyama_language::notation::parse_definition;
/// let yama = parse_definition("yama: (x, y) -> sym { (x-i, y+1) | 2 <= i }").unwrap();
/// assert_eq!(yama.name.unwrap().text, "yama");
///
/// let mistake = parse_definition("(x) -> { (x-i) | 1 <= i").unwrap_err();
/// assert_eq!(mistake.at, 23..23);
/// ```
///
/// # Errors
/// A [`Mistake`] with the place and what was expected there.
pub fn parse_definition(source: &str) -> Result<Definition, Mistake> {
    let mut parser = Parser::new(source)?;
    let mut definition = parser.definition()?;
    juxtapose(&mut definition);
    if matches!(definition.body, Body::Options { .. }) && *parser.peek() != Token::End {
        return Err(parser.expected(say!("notation.another_set")));
    }
    parser.end()?;
    Ok(definition)
}

/// The largest exponent of a power: what is larger is no rule of a game.
const LARGEST_EXPONENT: i64 = 6;

/// Words that are followed by a bracket.
const FUNCTIONS: [&str; 2] = ["min", "max"];

fn unknown_function(name: &str, at: Range<usize>) -> Mistake {
    let mistake = Mistake::new(at, say!("notation.unknown_function", name = name));
    match FUNCTIONS.iter().map(|known| (miyama_text::distance(name, known), known)).min() {
        Some((distance, near)) if distance <= 1 => mistake.with_hint(say!("cli.did_you_mean", name = *near)),
        _ => mistake,
    }
}

/// `dj` is a product where `d` is a parameter and `dj` is not a name of its own.
fn juxtapose(definition: &mut Definition) {
    let parameters: Vec<String> = definition.parameters.iter().map(|p| p.name.text.clone()).collect();
    let Body::Options { heaps, sets } = &mut definition.body else { return };
    let known = |name: &str| parameters.iter().any(|p| p == name) || heaps.iter().any(|heap| heap.text == name);
    let split = |name: &Name| -> Option<(Name, Name)> {
        let first = name.text.chars().next()?.len_utf8();
        let (head, tail) = name.text.split_at(first);
        let letters = tail.chars().count() == 1 && tail.chars().all(char::is_alphabetic);
        let fits = !known(&name.text) && parameters.iter().any(|p| p == head) && letters;
        let middle = name.at.start + first;
        let part = |text: &str, at| Name { text: text.to_owned(), at };
        fits.then(|| (part(head, name.at.start..middle), part(tail, middle..name.at.end)))
    };
    for set in sets {
        set.tuples.iter_mut().flatten().for_each(|expression| expression.split_names(&split));
        set.conditions.iter_mut().for_each(|condition| condition.split_names(&split));
    }
}

impl Parser {
    /// Goes one level deeper, if that is not too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Parser) -> Result<T, Mistake>) -> Result<T, Mistake> {
        self.enter()?;
        let result = read(self);
        self.leave();
        result
    }

    fn definition(&mut self) -> Result<Definition, Mistake> {
        if let Some(heaps) = self.paper_head()? {
            let body = self.options_of(heaps)?;
            return Ok(Definition { name: None, parameters: vec![], body });
        }
        let (name, parameters) = if matches!(self.peek(), Token::Name(_)) { self.head()? } else { (None, vec![]) };
        if let Some(heaps) = self.paper_head()? {
            let body = self.options_of(heaps)?;
            return Ok(Definition { name, parameters, body });
        }
        let at = self.place();
        let body = match self.peek().clone() {
            Token::Code(text) => {
                self.advance();
                Body::Code(Name { text, at })
            }
            Token::Sign("(") => self.option_body()?,
            _ => return Err(self.expected(say!("notation.a_body"))),
        };
        Ok(Definition { name, parameters, body })
    }

    /// `f(x, y) =`, `F(x, y) :=`, `f(x, y) →`: a set that is called after a map, whose name
    /// is of no account.
    fn paper_head(&mut self) -> Result<Option<Vec<Name>>, Mistake> {
        let here = self.here();
        if !matches!(self.peek(), Token::Name(_)) || !self.is_second("(") {
            return Ok(None);
        }
        self.advance();
        let heaps = match self.heaps() {
            Ok(heaps) if self.take("=") || self.take(":=") || self.take("->") => heaps,
            _ => {
                self.back_to(here);
                return Ok(None);
            }
        };
        Ok(Some(heaps))
    }

    /// `name(parameters):`. Names may contain `-`: `split-nim`, `three-heap-1`.
    fn head(&mut self) -> Result<(Option<Name>, Vec<Parameter>), Mistake> {
        let mut name = self.name(say!("notation.a_name"))?;
        while self.is("-") && self.place().start == name.at.end {
            self.advance();
            let at = self.place();
            let part = match self.peek().clone() {
                Token::Name(text) => text,
                Token::Number(number) => number.to_string(),
                Token::Sign(word) if word.starts_with(char::is_alphabetic) => word.to_owned(),
                _ => return Err(self.expected(say!("notation.a_name"))),
            };
            self.advance();
            name = Name { text: format!("{}-{part}", name.text), at: name.at.start..at.end };
            // `three-heap-6a`: a number and the letters right behind it.
            if let (Token::Name(letters), true) = (self.peek().clone(), self.place().start == name.at.end) {
                name = Name { text: format!("{}{letters}", name.text), at: name.at.start..self.place().end };
                self.advance();
            }
        }
        let mut parameters = Vec::new();
        if self.is("(") {
            let open = self.place();
            self.advance();
            loop {
                let name = self.name(say!("notation.a_parameter"))?;
                let default = if self.take("=") { Some(self.number()?) } else { None };
                if parameters.iter().any(|p: &Parameter| p.name == name) {
                    return Err(Mistake::new(name.at, say!("notation.twice", name = name.text)));
                }
                parameters.push(Parameter { name, default });
                if !self.take(",") {
                    break;
                }
            }
            self.close(")", &open)?;
        }
        self.expect(":")?;
        Ok((Some(name), parameters))
    }

    fn number(&mut self) -> Result<i64, Mistake> {
        let negative = self.take("-");
        match *self.peek() {
            Token::Number(number) => {
                self.advance();
                Ok(if negative { -number } else { number })
            }
            _ => Err(self.expected(say!("notation.a_number"))),
        }
    }

    /// `(x, y) -> {…} ∪ {…}`.
    fn option_body(&mut self) -> Result<Body, Mistake> {
        let heaps = self.heaps()?;
        if !self.take(":=") && !self.take("=") {
            self.expect("->")?;
        }
        self.options_of(heaps)
    }

    /// `(x, y)`.
    fn heaps(&mut self) -> Result<Vec<Name>, Mistake> {
        let open = self.place();
        self.expect("(")?;
        let mut heaps: Vec<Name> = Vec::new();
        loop {
            let heap = self.name(say!("notation.a_heap"))?;
            if heaps.contains(&heap) {
                return Err(Mistake::new(heap.at, say!("notation.twice", name = heap.text)));
            }
            heaps.push(heap);
            if !self.take(",") {
                break;
            }
        }
        self.close(")", &open)?;
        Ok(heaps)
    }

    /// The sets of options behind the arrow.
    fn options_of(&mut self, heaps: Vec<Name>) -> Result<Body, Mistake> {
        let mut who = self.player();
        let mut sets = self.option_set(who, heaps.len())?;
        loop {
            let joined = self.take("U");
            // A name begins the options of a player; without one they go on.
            match self.player() {
                Some(player) => who = Some(player),
                None if joined || self.is("{") || self.is("sym") => {}
                None => break,
            }
            sets.extend(self.option_set(who, heaps.len())?);
        }
        Ok(Body::Options { heaps, sets })
    }

    /// `left` or `right` before a set.
    fn player(&mut self) -> Option<Player> {
        let player = match self.peek() {
            Token::Name(name) if name == "left" => Player::Left,
            Token::Name(name) if name == "right" => Player::Right,
            _ => return None,
        };
        self.advance();
        Some(player)
    }

    /// A set of options; with several options under the same conditions it is as
    /// many sets.
    fn option_set(&mut self, who: Option<Player>, heaps: usize) -> Result<Vec<OptionSet>, Mistake> {
        let start = self.place().start;
        let sym = self.take("sym");
        let open = self.place();
        self.expect("{")?;
        let mut options = vec![self.option(heaps)?];
        while self.take(",") {
            options.push(self.option(heaps)?);
        }
        // `(x-i, y) ∈ M`: that it is a position goes without saying.
        if self.take("in") {
            self.name(say!("notation.a_set"))?;
        }
        let conditions = if self.take("|") || self.take(":") { self.conditions()? } else { vec![] };
        self.close("}", &open)?;
        let at = start..self.end_of_last();
        let set = |tuples| OptionSet { who, sym, tuples, conditions: conditions.clone(), at: at.clone() };
        Ok(options.into_iter().map(set).collect())
    }

    /// `(x-i, y) + (i, y)`, or `0` where nothing is left.
    fn option(&mut self, heaps: usize) -> Result<Vec<Vec<Expression>>, Mistake> {
        if matches!(self.peek(), Token::Number(0)) {
            self.advance();
            return Ok(vec![]);
        }
        let mut tuples = vec![self.tuple(heaps)?];
        while self.take("+") {
            tuples.push(self.tuple(heaps)?);
        }
        Ok(tuples)
    }

    fn tuple(&mut self, heaps: usize) -> Result<Vec<Expression>, Mistake> {
        let open = self.place();
        if !self.take("(") {
            return Err(self.expected(say!("notation.an_option")));
        }
        let mut parts = vec![self.expression()?];
        while self.take(",") {
            parts.push(self.expression()?);
        }
        self.close(")", &open)?;
        if parts.len() != heaps {
            let says = say!("notation.wrong_heaps", found = parts.len(), expected = heaps);
            return Err(Mistake::new(open.start..self.end_of_last(), says));
        }
        Ok(parts)
    }

    /// Conditions with commas between them.
    fn conditions(&mut self) -> Result<Vec<Condition>, Mistake> {
        let mut all = vec![self.condition()?];
        while self.take(",") {
            all.push(self.condition()?);
        }
        Ok(all)
    }

    fn condition(&mut self) -> Result<Condition, Mistake> {
        self.nested(|parser| {
            let mut any = vec![parser.conjunction()?];
            while parser.take("or") {
                any.push(parser.conjunction()?);
            }
            Ok(if any.len() == 1 { any.remove(0) } else { Condition::Or(any) })
        })
    }

    fn conjunction(&mut self) -> Result<Condition, Mistake> {
        let mut all = vec![self.negation()?];
        while self.take("and") {
            all.push(self.negation()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Condition::And(all) })
    }

    fn negation(&mut self) -> Result<Condition, Mistake> {
        if self.take("not") {
            return self.nested(|parser| Ok(Condition::Not(Box::new(parser.negation()?))));
        }
        if self.is("(") {
            // A bracket opens a condition or an expression: try the condition
            // first, and where it is none, read a comparison.
            let here = self.here();
            match self.bracketed_condition() {
                Ok(condition) => return Ok(condition),
                Err(_) => self.back_to(here),
            }
        }
        self.comparison()
    }

    fn bracketed_condition(&mut self) -> Result<Condition, Mistake> {
        let open = self.place();
        self.expect("(")?;
        let condition = self.condition()?;
        self.close(")", &open)?;
        // `(a) <= b` is a comparison whose first term is in brackets.
        let goes_on = ["<", "<=", "=", "!=", ">", ">=", "+", "-", "*", "mod", "div", "in"].iter().any(|s| self.is(s));
        if goes_on { Err(self.expected(say!("notation.a_condition"))) } else { Ok(condition) }
    }

    fn comparison(&mut self) -> Result<Condition, Mistake> {
        let first = self.expression()?;
        if self.take("in") {
            return self.among(first);
        }
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            self.advance();
            rest.push(Comparison { relation, term: self.expression()? });
        }
        if rest.is_empty() {
            return Err(self.expected(say!("notation.a_relation")));
        }
        Ok(Condition::Chain(first, rest))
    }

    fn among(&mut self, first: Expression) -> Result<Condition, Mistake> {
        if matches!(self.peek(), Token::Name(_)) {
            let name = self.name(say!("notation.a_set"))?;
            return self.among_numbers(first, name);
        }
        let open = self.place();
        if !self.take("{") {
            return Err(self.expected(say!("notation.a_set")));
        }
        let mut members = Vec::new();
        if !self.is("}") {
            members.push(self.expression()?);
            while self.take(",") {
                members.push(self.expression()?);
            }
        }
        self.close("}", &open)?;
        Ok(Condition::Among(first, members))
    }

    /// `i ∈ ℕ`, `i ∈ ℤ≥0`, `i ∈ N>0`: numbers as papers name them; else a set that is a
    /// parameter.
    fn among_numbers(&mut self, first: Expression, name: Name) -> Result<Condition, Mistake> {
        let least = match name.text.as_str() {
            "N" | "ℕ" | "N0" | "ℕ0" | "N_" | "ℕ_" => Some(0),
            "Z" | "ℤ" | "Z_" | "ℤ_" => None,
            _ => return Ok(Condition::AmongNamed(first, name)),
        };
        if matches!(self.peek(), Token::Name(index) if index == "_") {
            self.advance();
        }
        let braced = self.take("{");
        let least = match self.relation() {
            Some(relation @ (Relation::AtLeast | Relation::Greater)) if braced || self.place().start == name.at.end => {
                self.advance();
                let number = self.number()?;
                Some(if relation == Relation::Greater { number.saturating_add(1) } else { number })
            }
            _ => least,
        };
        if braced {
            self.expect("}")?;
        }
        // Of any integer nothing is asked.
        let relation = if least.is_some() { Relation::AtLeast } else { Relation::Equal };
        let term = least.map_or_else(|| first.clone(), Expression::Number);
        Ok(Condition::Chain(first, vec![Comparison { relation, term }]))
    }

    fn expression(&mut self) -> Result<Expression, Mistake> {
        self.nested(|parser| {
            let mut left = parser.product()?;
            loop {
                if parser.take("+") {
                    left = Expression::Sum(Box::new(left), Box::new(parser.product()?));
                } else if parser.take("-") {
                    left = Expression::Difference(Box::new(left), Box::new(parser.product()?));
                } else {
                    return Ok(left);
                }
            }
        })
    }

    fn product(&mut self) -> Result<Expression, Mistake> {
        let mut left = self.factor()?;
        loop {
            if self.take("*") {
                left = Expression::Product(Box::new(left), Box::new(self.factor()?));
            } else if self.take("mod") {
                left = Expression::Remainder(Box::new(left), self.divisor()?);
            } else if self.take("div") {
                left = Expression::Quotient(Box::new(left), self.divisor()?);
            } else {
                return Ok(left);
            }
        }
    }

    fn divisor(&mut self) -> Result<Divisor, Mistake> {
        let start = self.place().start;
        let value = Box::new(self.factor()?);
        Ok(Divisor { value, at: start..self.end_of_last() })
    }

    /// A power with a small exponent is a product.
    fn factor(&mut self) -> Result<Expression, Mistake> {
        let base = self.plain_factor()?;
        if !self.take("^") {
            return Ok(base);
        }
        let at = self.place();
        let open = self.take("{");
        let exponent = self.number()?;
        if open {
            self.close("}", &at)?;
        }
        if !(1..=LARGEST_EXPONENT).contains(&exponent) {
            return Err(Mistake::new(at, say!("notation.exponent", most = LARGEST_EXPONENT)));
        }
        let more = (1..exponent).map(|_| base.clone());
        Ok(more.fold(base.clone(), |left, right| Expression::Product(Box::new(left), Box::new(right))))
    }

    fn plain_factor(&mut self) -> Result<Expression, Mistake> {
        let at = self.place();
        match self.peek().clone() {
            Token::Number(number) => {
                self.advance();
                // `2i` is a product, as papers write it.
                match self.peek().clone() {
                    Token::Name(text) if self.place().start == at.end => {
                        let name = Name { text, at: self.place() };
                        self.advance();
                        Ok(Expression::Product(Box::new(Expression::Number(number)), Box::new(Expression::Name(name))))
                    }
                    _ => Ok(Expression::Number(number)),
                }
            }
            Token::Name(text) if self.is_second("(") && self.follows_at(at.end) => Err(unknown_function(&text, at)),
            Token::Name(text) => {
                self.advance();
                Ok(Expression::Name(Name { text, at }))
            }
            Token::Sign("-") => {
                self.advance();
                self.nested(|parser| Ok(Expression::Negative(Box::new(parser.factor()?))))
            }
            Token::Sign("(") => {
                self.advance();
                let inner = self.expression()?;
                self.close(")", &at)?;
                Ok(inner)
            }
            Token::Sign("|") => {
                self.advance();
                let inner = self.expression()?;
                self.close("|", &at)?;
                Ok(Expression::Absolute(Box::new(inner)))
            }
            Token::Sign(word @ ("min" | "max")) if self.is_second("(") => {
                self.advance();
                let open = self.place();
                self.advance();
                let mut parts = vec![self.expression()?];
                while self.take(",") {
                    parts.push(self.expression()?);
                }
                self.close(")", &open)?;
                Ok(if word == "min" { Expression::Least(parts) } else { Expression::Greatest(parts) })
            }
            _ => Err(self.expected(say!("notation.an_expression"))),
        }
    }
}
