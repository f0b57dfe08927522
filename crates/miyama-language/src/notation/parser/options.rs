//! The part of the grammar that reads sets of options: `sym { (x-i, y), … | 1 <= i }`.

use super::run::run;
use super::{Parser, Piece, Read, Sort, number};
use crate::notation::lexer::{CASES, END_CASES, Token};
use crate::notation::syntax::{Body, Comparison, Condition, Expression, Name, OptionSet, Relation, Tuple};
use crate::play::Player;
use miyama_budget::Mistake;
use miyama_text::say;

impl Parser {
    /// The sets of options behind the arrow.
    pub(super) fn options_of(&mut self, heaps: Vec<Name>) -> Read<Body> {
        self.sorts.extend(heaps.iter().map(|heap| (heap.text.clone(), Sort::Heap)));
        let mut who = self.player();
        let mut sets = self.option_set(who, heaps.len(), false)?;
        loop {
            let joined = self.take("U");
            // A name begins the options of a player; without one they go on.
            match self.player() {
                Some(player) => who = Some(player),
                None if joined || self.is("{") || self.is("sym") => {}
                None => break,
            }
            sets.extend(self.option_set(who, heaps.len(), joined)?);
        }
        Ok(Body::Options { heaps, sets })
    }

    /// `left` or `right` before a set.
    pub(super) fn player(&mut self) -> Option<Player> {
        let player = match self.peek() {
            Token::Name(name) if name == "left" => Player::Left,
            Token::Name(name) if name == "right" => Player::Right,
            _ => return None,
        };
        self.advance();
        Some(player)
    }

    /// A set of options; with several options under the same conditions it is as
    /// many sets. Behind `∪` the braces may be missing: large ones are lost when a page
    /// is copied.
    fn option_set(&mut self, who: Option<Player>, heaps: usize, joined: bool) -> Read<Vec<OptionSet>> {
        let start = self.place().start;
        if self.is(CASES) {
            return self.cases(who, heaps);
        }
        let sym = self.take("sym");
        let open = self.place();
        let limits = self.limits()?;
        let braces = !(joined && self.is("("));
        if braces {
            let missing = self.near_word(self.expected(say!("notation.sign", sign = "{")));
            self.expect("{").map_err(|_| missing)?;
        }
        let mut options = vec![self.option(heaps)?];
        let mut runs = vec![];
        while !self.semicolon_such_that(heaps) && (self.take(",") || self.take(";")) {
            let at = self.place();
            if self.take("..") {
                self.take(",");
                let last = self.option(heaps)?;
                let named = Name { text: self.unused_letter(), at };
                let fixed = |name: &str| self.sorts.iter().any(|(known, _)| known == name);
                runs.push(run(&options, &last, named, &fixed)?);
                options.clear();
            } else {
                options.push(self.option(heaps)?);
            }
        }
        // `(x-i, y) ∈ M`: that it is a position goes without saying.
        if self.take("in") {
            self.name(say!("notation.a_set"))?;
        }
        let mut conditions = if self.such_that() { self.rules()? } else { vec![] };
        if braces {
            // Conditions that nothing separates from the option.
            if conditions.is_empty() && !self.is("}") && *self.peek() != Token::End {
                return Err(self.expected(say!("notation.conditions_or_end")));
            }
            self.close("}", &open)?;
        }
        conditions.extend(limits);
        let at = start..self.end_of_last();
        let set = |tuples| OptionSet { who, sym, tuples, conditions: conditions.clone(), at: at.clone() };
        let mut sets: Vec<OptionSet> = options.into_iter().map(set).collect();
        for (tuples, until) in runs {
            let mut set = set(tuples);
            set.conditions.push(until);
            sets.push(set);
        }
        Ok(sets)
    }

    /// The cases of LaTeX: sets, each with the condition under which it is the set of options. The last
    /// may be for whatever is left.
    fn cases(&mut self, who: Option<Player>, heaps: usize) -> Read<Vec<OptionSet>> {
        let open = self.place();
        self.expect(CASES)?;
        let (mut all, mut earlier) = (vec![], vec![]);
        while !self.is(END_CASES) {
            let mut sets = vec![];
            if !self.take("∅") {
                sets = self.option_set(who, heaps, false)?;
                while self.take("U") {
                    sets.extend(self.option_set(who, heaps, true)?);
                }
            }
            self.take(",");
            let conditions = if self.take_word("otherwise") || self.take_word("else") {
                vec![Condition::Not(Box::new(Condition::Or(earlier.clone())))]
            } else {
                let _ = self.take_word("if") || self.take_word("when") || self.take_word("for");
                self.operators = 0;
                let mut conditions = vec![self.condition()?];
                // A comma may stand at the end of a case.
                while (self.take(",") || self.take(";")) && !["{", "sym", "∅", END_CASES].iter().any(|s| self.is(s)) {
                    self.operators = 0;
                    conditions.push(self.condition()?);
                }
                earlier.push(Condition::And(conditions.clone()));
                conditions
            };
            sets.iter_mut().for_each(|set| set.conditions.extend(conditions.iter().cloned()));
            all.extend(sets);
            self.take(",");
            if *self.peek() == Token::End {
                self.close(END_CASES, &open)?;
            }
        }
        self.expect(END_CASES)?;
        if all.is_empty() {
            return Err(Mistake::new(open, say!("notation.expected", what = say!("notation.an_option"))));
        }
        Ok(all)
    }

    /// Whether a semicolon stands here with conditions behind it, as in `{(x-i); 1 <= i}`: what follows is no option.
    fn semicolon_such_that(&mut self, heaps: usize) -> bool {
        if !self.is(";") {
            return false;
        }
        let here = self.here();
        self.advance();
        let option = self.is("..") || {
            let read = self.option(heaps).is_ok();
            read && [",", ";", "|", ":", "}"].iter().any(|sign| self.is(sign))
        };
        self.back_to(here);
        !option
    }

    /// What separates options from their conditions: a bar, a colon, a semicolon, or a word.
    fn such_that(&mut self) -> bool {
        if self.take("|") || self.take(";") || self.take(":") || self.take_word("where") || self.take_word("if") {
            return true;
        }
        if self.take_word("for") {
            let _ = self.take_word("all") || self.take_word("each") || self.take_word("every");
            return true;
        }
        let such_that = self.is_word("such") && self.is_second_word("that");
        if such_that {
            self.advance();
            self.advance();
        }
        such_that
    }

    /// What `⋃_{i=1}^{x}` or `⋃_{1 ≤ i ≤ x}` before a set says of its integers.
    fn limits(&mut self) -> Read<Vec<Condition>> {
        let mut all = vec![];
        loop {
            // A second `∪` without limits is left for the message that a set was expected.
            if self.is("U") && self.is_second_word("_") {
                self.advance();
            }
            // `⋃_i`, `⋃_{i,j}`: over all, which is understood.
            if self.is("U") && self.is_second_name(|name| name.len() > 1 && name.starts_with('_')) {
                self.advance();
                self.advance();
                continue;
            }
            if !self.take_word("_") {
                return Ok(all);
            }
            let open = self.place();
            self.expect("{")?;
            let mut conditions = if self.names_alone() { vec![] } else { self.conditions()? };
            self.close("}", &open)?;
            let above = self.place();
            if self.take("^") {
                let last = if self.is("{") { self.group()? } else { number(self.atom()?)? };
                let from_to = match conditions.pop() {
                    Some(Condition::Chain(i, links)) if conditions.is_empty() => up_to(i, links, last),
                    _ => None,
                };
                conditions.push(from_to.ok_or_else(|| Mistake::new(above, say!("notation.limits")))?);
            }
            all.extend(conditions);
        }
    }

    /// Reads `i, j` before a closing brace, if that is all there is.
    fn names_alone(&mut self) -> bool {
        let here = self.here();
        while matches!(self.peek(), Token::Name(_)) {
            self.advance();
            if self.is("}") {
                return true;
            }
            if !self.take(",") {
                break;
            }
        }
        self.back_to(here);
        false
    }

    /// The conditions of a set, each with as many parts as an expression may have.
    pub(super) fn rules(&mut self) -> Read<Vec<Condition>> {
        let mut all = vec![];
        loop {
            self.operators = 0;
            all.push(self.condition()?);
            // A condition that begins a line of its own with a bar needs no comma.
            if !self.take(",") && !self.take(";") && !self.is("|") {
                return Ok(all);
            }
        }
    }

    /// `(x-i, y) + (i, y)`, or `0` where nothing is left.
    fn option(&mut self, heaps: usize) -> Read<Vec<Tuple>> {
        if matches!(self.peek(), Token::Number(0)) && !self.is_second("*") {
            self.advance();
            return Ok(vec![]);
        }
        let here = self.here();
        let tuples = self.tuples_of(heaps);
        // Of one heap the brackets may be missing: {n-1, n-2}.
        let ends = [",", ";", "|", ":", "}", "in"].iter().any(|sign| self.is(sign));
        if heaps == 1 && !(tuples.is_ok() && (ends || matches!(self.peek(), Token::Name(_) | Token::End))) {
            let behind = self.here();
            self.back_to(here);
            if let Some(heap) = self.bare()? {
                return Ok(vec![heap]);
            }
            self.back_to(behind);
        }
        tuples
    }

    fn tuples_of(&mut self, heaps: usize) -> Read<Vec<Tuple>> {
        let mut tuples = vec![self.tuple(heaps)?];
        while self.take("+") {
            tuples.push(self.tuple(heaps)?);
        }
        Ok(tuples)
    }

    /// A heap by its number alone, if there is one.
    fn bare(&mut self) -> Read<Option<Tuple>> {
        self.operators = 0;
        match self.nim_sum() {
            Ok(Piece::Number(heap)) => Ok(Some(Tuple { copies: None, heaps: vec![heap] })),
            _ => Ok(None),
        }
    }

    /// `(x-i, y)` or `k*(x, i)`.
    fn tuple(&mut self, heaps: usize) -> Read<Tuple> {
        self.operators = 0;
        let copies = self.copies()?;
        let open = self.place();
        if !self.take("(") {
            return Err(self.expected(say!("notation.an_option")));
        }
        let mut parts = vec![self.expression()?];
        while self.take(",") {
            self.operators = 0;
            if !self.ellipsis(&mut parts)? {
                parts.push(self.expression()?);
            }
        }
        self.close(")", &open)?;
        if parts.len() != heaps {
            let says = say!("notation.wrong_heaps", found = parts.len(), expected = heaps);
            return Err(Mistake::new(open.start..self.end_of_last(), says));
        }
        Ok(Tuple { copies, heaps: parts })
    }

    /// How many copies: `k*`, `2*` or `(k+1)*` before a tuple, if that stands there.
    fn copies(&mut self) -> Read<Option<Expression>> {
        let here = self.here();
        let bracket = self.is("(");
        if self.is_word("left") || self.is_word("right") || !(bracket || self.begins_number()) {
            return Ok(None);
        }
        self.copies = true;
        let read = self.atom();
        self.copies = false;
        match read {
            Ok(Piece::Number(count)) if self.is("*") || (!bracket && self.is("(")) => {
                self.take("*");
                Ok(Some(count))
            }
            _ if bracket => {
                self.back_to(here);
                Ok(None)
            }
            Ok(_) => Err(self.expected(say!("notation.an_option"))),
            Err(mistake) => Err(mistake),
        }
    }

    fn begins_number(&self) -> bool {
        matches!(
            self.peek(),
            Token::Name(_) | Token::Number(_) | Token::Sign("min" | "max" | "sqrt" | "⌊" | "⌈" | "frac" | "binom")
        )
    }
}

/// `first ≤ i ≤ last`, where the links behind i say `= first`.
fn up_to(i: Expression, mut links: Vec<Comparison>, last: Expression) -> Option<Condition> {
    let first = links.pop().filter(|link| links.is_empty() && link.relation == Relation::Equal)?;
    let at_most = |term| Comparison { relation: Relation::AtMost, term };
    Some(Condition::Chain(first.term, vec![at_most(i), at_most(last)]))
}
