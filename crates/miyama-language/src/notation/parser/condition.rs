//! The part of the grammar that reads conditions. Numbers and conditions are read by
//! one grammar and told apart by their kind, so that a bracket may hold either and
//! nothing is read twice.

use super::number::{braces_like, numbers, tuple_like};
use super::{Parser, Piece, Read, number, place};
use crate::notation::lexer::Token;
use crate::notation::syntax::{Comparison, Condition, Exists, Expression, ExpressionKind as Kind, Name, Relation};
use miyama_budget::Mistake;
use miyama_text::say;

impl Parser {
    pub(super) fn condition(&mut self) -> Read<Condition> {
        let piece = self.piece()?;
        self.truth(piece)
    }

    /// Conditions with commas between them.
    pub(super) fn conditions(&mut self) -> Read<Vec<Condition>> {
        let mut all = vec![self.condition()?];
        while self.take(",") || self.take(";") {
            all.push(self.condition()?);
        }
        Ok(all)
    }

    /// `a if C else b`, or what binds closer.
    pub(super) fn piece(&mut self) -> Read<Piece> {
        self.enter()?;
        let piece = self.choice();
        self.leave();
        piece
    }

    fn choice(&mut self) -> Read<Piece> {
        let start = self.place().start;
        let first = self.disjunction()?;
        if !self.take_word("if") {
            return Ok(first);
        }
        if let Piece::Truth(_, at) = first {
            let mistake = Mistake::new(at, say!("formula.choice_of_conditions"));
            return Err(mistake.with_hint(say!("formula.choose_with_and")));
        }
        let first = number(first)?;
        let condition = self.disjunction()?;
        let condition = self.truth(condition)?;
        if !self.take_word("else") {
            return Err(self.expected(say!("notation.sign", sign = "else")));
        }
        let other = self.expression()?;
        let kind = Kind::Choice(Box::new(condition), Box::new(first), Box::new(other));
        Ok(Piece::Number(Expression { kind, at: start..self.end_of_last() }))
    }

    fn disjunction(&mut self) -> Read<Piece> {
        self.joined("or", Parser::conjunction, Condition::Or)
    }

    fn conjunction(&mut self) -> Read<Piece> {
        self.joined("and", Parser::negation, Condition::And)
    }

    fn joined(
        &mut self,
        word: &str,
        read: fn(&mut Parser) -> Read<Piece>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Read<Piece> {
        let start = self.place().start;
        let first = read(self)?;
        if !self.is(word) {
            return Ok(first);
        }
        let mut parts = vec![self.truth(first)?];
        while self.take(word) {
            let next = read(self)?;
            parts.push(self.truth(next)?);
        }
        Ok(Piece::Truth(join(parts), start..self.end_of_last()))
    }

    fn negation(&mut self) -> Read<Piece> {
        let start = self.place().start;
        if self.take("not") {
            self.enter()?;
            let inner = self.negation();
            self.leave();
            let inner = inner?;
            let inner = self.truth(inner)?;
            return Ok(Piece::Truth(Condition::Not(Box::new(inner)), start..self.end_of_last()));
        }
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
            let body = std::mem::replace(&mut all.body, Condition::And(vec![]));
            all.body = Condition::Not(Box::new(body));
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
        let (mut low, mut high) = (None, None);
        if self.take("in") {
            low = Some(number(self.nim_sum()?)?);
            self.expect("..")?;
            high = Some(number(self.nim_sum()?)?);
        } else if self.take("<=") {
            high = Some(number(self.nim_sum()?)?);
        }
        let far = self.take(":");
        self.enter()?;
        // Behind a colon the condition goes on as far as it can.
        let body = if far { self.disjunction() } else { self.negation() };
        self.leave();
        let body = body?;
        let body = self.truth(body)?;
        let exists = Condition::Exists(Box::new(Exists { name, low, high, body }));
        Ok(Piece::Truth(exists, start..self.end_of_last()))
    }

    fn comparison(&mut self) -> Read<Piece> {
        let start = self.place().start;
        if let Some(names) = self.several()? {
            let behind = self.here();
            let mut all = vec![];
            for name in names {
                self.back_to(behind);
                let first = Piece::Number(Expression { at: name.at.clone(), kind: Kind::Name(name) });
                let piece = self.compared(first, start)?;
                all.push(self.truth(piece)?);
            }
            return Ok(Piece::Truth(Condition::And(all), start..self.end_of_last()));
        }
        let first = self.nim_sum()?;
        self.compared(first, start)
    }

    /// `i, j` where something is said of each of them: `i, j >= 1`.
    fn several(&mut self) -> Read<Option<Vec<Name>>> {
        let here = self.here();
        let mut names = vec![];
        while matches!(self.peek(), Token::Name(_)) {
            names.push(self.name(say!("notation.a_set"))?);
            let said = ["in", "not in", "≡"].iter().any(|word| self.is(word)) || self.relation().is_some();
            if said && names.len() > 1 {
                return Ok(Some(names));
            }
            if !self.take(",") {
                break;
            }
        }
        self.back_to(here);
        Ok(None)
    }

    /// Numbers behind one that something equals: `n = 0, 1, 15`. A number that more
    /// follows begins another condition.
    fn listed(&mut self) -> Vec<Expression> {
        let mut numbers = vec![];
        loop {
            let here = self.here();
            let place = if self.take(",") { self.place() } else { return numbers };
            let Token::Number(found) = *self.peek() else {
                self.back_to(here);
                return numbers;
            };
            self.advance();
            let ends = [",", ";", "or", "and", ")", "(", "}", "mod"].iter().any(|sign| self.is(sign));
            if !ends && *self.peek() != Token::End {
                self.back_to(here);
                return numbers;
            }
            numbers.push(Expression { at: place, kind: Kind::Number(found) });
        }
    }

    /// What is said of a number, behind it.
    fn compared(&mut self, first: Piece, start: usize) -> Read<Piece> {
        let word = ["in", "not in", "≡"].iter().any(|word| self.is(word)) || self.is_word("divides");
        if !word && self.relation().is_none() {
            return Ok(first);
        }
        let truth = match first {
            Piece::Tuple(tuple, _) => self.tuples(tuple)?,
            Piece::Braces(members, _) => self.unordered(numbers(members)?)?,
            other => {
                let first = number(other)?;
                if self.take("not in") {
                    Condition::Not(Box::new(self.among(first)?))
                } else if self.take("in") {
                    self.among(first)?
                } else if self.take("≡") {
                    self.congruence(first)?
                } else if self.take_word("divides") {
                    let whole = number(self.nim_sum()?)?;
                    divided(whole, first)
                } else {
                    self.chain(first)?
                }
            }
        };
        Ok(Piece::Truth(truth, start..self.end_of_last()))
    }

    fn chain(&mut self, first: Expression) -> Read<Condition> {
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            self.advance();
            let term = number(self.nim_sum()?)?;
            rest.push(Comparison { relation, term });
        }
        if let [Comparison { relation: Relation::Equal, term: Expression { kind: Kind::Number(_), .. } }] = &rest[..] {
            let others = self.listed();
            if !others.is_empty() {
                let equal =
                    |term| Condition::Chain(first.clone(), vec![Comparison { relation: Relation::Equal, term }]);
                let all = rest.into_iter().map(|link| link.term).chain(others);
                return Ok(Condition::Or(all.map(equal).collect()));
            }
        }
        Ok(Condition::Chain(first, rest))
    }

    /// `≡ b (mod m)` behind a, or `≡ b, c (mod m)`.
    fn congruence(&mut self, first: Expression) -> Read<Condition> {
        let mut others = vec![number(self.nim_sum()?)?];
        others.extend(self.listed());
        let modulus = if self.take("pmod") {
            self.group()?
        } else {
            let open = self.place();
            let bracket = self.take("(");
            self.expect("mod")?;
            let modulus = number(self.nim_sum()?)?;
            if bracket {
                self.close(")", &open)?;
            }
            modulus
        };
        let rest = |number: Expression, modulus: Expression| Expression {
            at: number.at.clone(),
            kind: Kind::Remainder(Box::new(number), Box::new(modulus)),
        };
        let congruent = |other: Expression| {
            let link = Comparison { relation: Relation::Equal, term: rest(other, modulus.clone()) };
            Condition::Chain(rest(first.clone(), modulus.clone()), vec![link])
        };
        let mut all: Vec<Condition> = others.into_iter().map(congruent).collect();
        Ok(if all.len() == 1 { all.remove(0) } else { Condition::Or(all) })
    }

    /// `automaton FILE` behind `in`, if it stands there.
    fn automaton(&mut self, numbers: &[Expression]) -> Read<Option<Condition>> {
        let here = self.here();
        if !self.take_word("automaton") {
            return Ok(None);
        }
        let Token::File(text) = self.peek() else {
            self.back_to(here);
            return Ok(None);
        };
        let name = Name { text: text.clone(), at: self.place() };
        if !self.formula {
            return Err(Mistake::new(name.at, say!("notation.automaton_in_ruleset")));
        }
        self.advance();
        Ok(Some(Condition::Automaton(numbers.to_vec(), name)))
    }

    /// Behind `a in`.
    fn among(&mut self, first: Expression) -> Read<Condition> {
        if let Some(member) = self.automaton(std::slice::from_ref(&first))? {
            return Ok(member);
        }
        if matches!(self.peek(), Token::Name(_)) {
            let name = self.name(say!("notation.a_set"))?;
            return self.among_numbers(first, name);
        }
        if !self.is("{") {
            return Err(self.expected(say!("notation.a_set")));
        }
        let open = self.place();
        self.advance();
        let mut members = vec![];
        while !self.is("}") || !members.is_empty() {
            if !self.formula {
                // Long lists are no deep trees.
                self.operators = 0;
            }
            if !members.is_empty() && self.take("..") {
                self.expect(",")?;
                let last = self.expression()?;
                if let Some(range) = range(&first, &members, &last) {
                    self.close("}", &open)?;
                    return Ok(range);
                }
                run(&mut members, last)?;
                break;
            }
            members.push(self.expression()?);
            if !self.take(",") {
                break;
            }
        }
        self.close("}", &open)?;
        Ok(Condition::Among(first, members))
    }

    /// `i ∈ ℕ`, `i ∈ ℤ≥0`, `i ∈ N>0`: numbers as papers name them; else a set that has
    /// a name.
    fn among_numbers(&mut self, first: Expression, name: Name) -> Read<Condition> {
        let least = match name.text.as_str() {
            "N" | "ℕ" | "N0" | "ℕ0" | "ℕ₀" | "N_0" | "ℕ_0" | "N_" | "ℕ_" => Some(0),
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
        let term = least.map_or_else(|| first.clone(), Expression::from);
        Ok(Condition::Chain(first, vec![Comparison { relation, term }]))
    }

    /// `= (c, d)`, `!= (c, d)` or `in {(c, d), …}` behind a tuple.
    fn tuples(&mut self, tuple: Vec<Expression>) -> Read<Condition> {
        let (listed, holds) = self.equality()?;
        if listed && tuple.len() == 2 && self.is_word("consecutive") {
            return Ok(signed(self.consecutive(|pair| Condition::Tuples(tuple, vec![pair]))?, holds));
        }
        if listed && let Some(member) = self.automaton(&tuple)? {
            return Ok(signed(member, holds));
        }
        let piece = self.atom()?;
        let length = tuple.len();
        let members = match piece {
            Piece::Braces(members, _) if listed => {
                members.into_iter().map(|member| tuple_like(member, length)).collect::<Read<Vec<_>>>()?
            }
            other if listed => return Err(not_a_set(&other)),
            one => vec![tuple_like(one, length)?],
        };
        Ok(signed(Condition::Tuples(tuple, members), holds))
    }

    /// `= {c, d}`, `!= {c, d}` or `in {{c, d}, …}` behind braces.
    fn unordered(&mut self, numbers: Vec<Expression>) -> Read<Condition> {
        let (listed, holds) = self.equality()?;
        if listed && numbers.len() == 2 && self.is_word("consecutive") {
            return Ok(signed(self.consecutive(|pair| Condition::Unordered(numbers, vec![pair]))?, holds));
        }
        let piece = self.atom()?;
        let length = numbers.len();
        let members = match piece {
            Piece::Braces(members, _) if listed => {
                members.into_iter().map(|member| braces_like(member, length)).collect::<Read<Vec<_>>>()?
            }
            other if listed => return Err(not_a_set(&other)),
            one => vec![braces_like(one, length)?],
        };
        Ok(signed(Condition::Unordered(numbers, members), holds))
    }

    /// `consecutive(k: f(k))`: two neighbours in a sequence, that is f(k) and f(k+1) for some k.
    fn consecutive(&mut self, equal: impl FnOnce(Vec<Expression>) -> Condition) -> Read<Condition> {
        let at = self.place();
        self.advance();
        if !self.formula {
            return Err(Mistake::new(at, say!("notation.exists_in_ruleset")));
        }
        let open = self.place();
        self.expect("(")?;
        let name = self.name(say!("formula.a_bound_integer"))?;
        self.expect(":")?;
        let term = multiplied(self.expression()?, &name);
        self.close(")", &open)?;
        let place = name.at.clone();
        let own = Expression { kind: Kind::Name(name.clone()), at: place.clone() };
        let one = Expression { kind: Kind::Number(1), at: place.clone() };
        let next = Expression { kind: Kind::Sum(Box::new(own), Box::new(one)), at: place };
        let after = term.replaced(&|other| (*other == name).then(|| next.clone()));
        let body = equal(vec![term, after]);
        Ok(Condition::Exists(Box::new(Exists { name, low: None, high: None, body })))
    }

    /// Whether members are listed behind `in`, and whether it is said that it holds.
    fn equality(&mut self) -> Read<(bool, bool)> {
        match self.relation() {
            Some(relation @ (Relation::Equal | Relation::Unequal)) => {
                self.advance();
                Ok((false, relation == Relation::Equal))
            }
            None if self.take("in") => Ok((true, true)),
            None if self.take("not in") => Ok((true, false)),
            _ => Err(self.expected(say!("formula.equality"))),
        }
    }

    pub(super) fn truth(&self, piece: Piece) -> Read<Condition> {
        match piece {
            Piece::Truth(truth, _) => Ok(truth),
            // A number at the end of what could be a comparison lacks its second half.
            Piece::Number(_) => Err(self.expected(say!("notation.a_relation"))),
            other => Err(Mistake::new(place(&other), say!("formula.not_a_condition"))),
        }
    }
}

/// The expression with `k(k+1)` as the product that it means for an integer k.
fn multiplied(mut expression: Expression, integer: &Name) -> Expression {
    expression.for_each_part_mut(&mut |part| *part = multiplied(part.clone(), integer));
    match &mut expression.kind {
        Kind::Call(name, parts) if name == integer && parts.len() == 1 => {
            let own = Expression { kind: Kind::Name(name.clone()), at: name.at.clone() };
            let factor = parts.remove(0);
            Expression { kind: Kind::Product(Box::new(own), Box::new(factor)), at: expression.at }
        }
        _ => expression,
    }
}

fn signed(condition: Condition, holds: bool) -> Condition {
    if holds { condition } else { Condition::Not(Box::new(condition)) }
}

fn not_a_set(piece: &Piece) -> Mistake {
    Mistake::new(place(piece), say!("notation.expected", what = say!("notation.a_set")))
}

/// That `by` divides `whole`.
fn divided(whole: Expression, by: Expression) -> Condition {
    let at = whole.at.start.min(by.at.start)..whole.at.end.max(by.at.end);
    let rest = Expression { kind: Kind::Remainder(Box::new(whole), Box::new(by)), at };
    Condition::Chain(rest, vec![Comparison { relation: Relation::Equal, term: Expression::from(0) }])
}

/// `i in {1, 2, …, x}` where the last is no number: from the first to the last, one by one.
fn range(i: &Expression, members: &[Expression], last: &Expression) -> Option<Condition> {
    let numbers: Option<Vec<i64>> = members
        .iter()
        .map(|member| match member.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        })
        .collect();
    let numbers = numbers.filter(|numbers| numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1])))?;
    if matches!(last.kind, Kind::Number(_)) || numbers.is_empty() {
        return None;
    }
    let link = |term: &Expression| Comparison { relation: Relation::AtMost, term: term.clone() };
    Some(Condition::Chain(members.first()?.clone(), vec![link(i), link(last)]))
}

/// `{1, 2, …, 6}`: the numbers up to the last, by the step of the first two.
fn run(members: &mut Vec<Expression>, last: Expression) -> Read<()> {
    let value = |expression: &Expression| match expression.kind {
        Kind::Number(number) => Some(number),
        _ => None,
    };
    let end = members.len();
    let step = match end {
        0 => None,
        1 => Some(1),
        _ => value(&members[end - 1]).zip(value(&members[end - 2])).map(|(a, b)| a - b),
    };
    let run = step.filter(|step| *step > 0).zip(members.last().and_then(value)).zip(value(&last));
    match run {
        Some(((step, from), to)) if from <= to && (to - from) % step == 0 && (to - from) / step <= 100_000 => {
            members.extend((1..=(to - from) / step).map(|k| Expression::from(from + k * step)));
            Ok(())
        }
        _ => Err(Mistake::new(last.at, say!("notation.ellipsis"))),
    }
}
