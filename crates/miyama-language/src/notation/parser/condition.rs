//! The part of the grammar that reads conditions. Numbers and conditions are read by
//! one grammar and told apart by their kind, so that a bracket may hold either and
//! nothing is read twice.

use super::number::numbers;
use super::{Parser, Piece, Read, Sort, number, place};
use crate::notation::lexer::Token;
use crate::notation::syntax::{Comparison, Condition, Expression, ExpressionKind as Kind, Name, Relation};
use miyama_budget::Mistake;
use miyama_text::say;

impl Parser {
    pub(super) fn condition(&mut self) -> Read<Condition> {
        let outside = std::mem::replace(&mut self.condition, true);
        let piece = self.piece();
        self.condition = outside;
        self.truth(piece?)
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
        let first = self.disjunction();
        if self.take_word("if") { self.chosen(first?, start) } else { first }
    }

    /// The rest of `a if C else b` behind `if`.
    fn chosen(&mut self, first: Piece, start: usize) -> Read<Piece> {
        if let Piece::Truth(_, at) = first {
            let mistake = Mistake::new(at, say!("formula.choice_of_conditions"));
            return Err(mistake.with_hint(say!("formula.choose_with_and")));
        }
        let first = number(first)?;
        let condition = self.asked()?;
        if !self.take_word("else") {
            return Err(self.expected(say!("notation.sign", sign = "else")));
        }
        let other = self.expression()?;
        let kind = Kind::Choice(Box::new(condition), Box::new(first), Box::new(other));
        Ok(Piece::Number(Expression { kind, at: start..self.end_of_last() }))
    }

    /// The condition between `if` and `else`, where words such as `even` are read also within a number.
    fn asked(&mut self) -> Read<Condition> {
        let outside = std::mem::replace(&mut self.condition, true);
        let piece = self.disjunction();
        self.condition = outside;
        self.truth(piece?)
    }

    pub(super) fn disjunction(&mut self) -> Read<Piece> {
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
        let first = read(self);
        if !self.is(word) {
            return first;
        }
        let parts = self.joined_to(first?, word, read)?;
        Ok(Piece::Truth(join(parts), start..self.end_of_last()))
    }

    /// The conditions that a word joins, the first of which is read.
    fn joined_to(&mut self, first: Piece, word: &str, read: fn(&mut Parser) -> Read<Piece>) -> Read<Vec<Condition>> {
        let mut parts = vec![self.truth(first)?];
        while self.take(word) {
            let next = read(self)?;
            parts.push(self.truth(next)?);
        }
        Ok(parts)
    }

    pub(super) fn negation(&mut self) -> Read<Piece> {
        if self.is("not") {
            return self.negated();
        }
        if self.is_word("exists") || self.formula && (self.is_word("forall") || self.is_word("for")) {
            return self.quantified();
        }
        self.comparison()
    }

    fn negated(&mut self) -> Read<Piece> {
        let start = self.place().start;
        self.advance();
        self.enter()?;
        let inner = self.negation();
        self.leave();
        let inner = self.truth(inner?)?;
        Ok(Piece::Truth(Condition::Not(Box::new(inner)), start..self.end_of_last()))
    }

    pub(super) fn comparison(&mut self) -> Read<Piece> {
        let start = self.place().start;
        match self.several() {
            Ok(None) => {
                let first = self.nim_sum();
                self.compared(first?, start)
            }
            Ok(Some(names)) => self.each_compared(names, start),
            Err(mistake) => Err(mistake),
        }
    }

    /// What is said of each of several names, which is behind them.
    fn each_compared(&mut self, names: Vec<Name>, start: usize) -> Read<Piece> {
        let behind = self.here();
        let mut all = vec![];
        for name in names {
            self.back_to(behind);
            let first = Piece::Number(Expression { at: name.at.clone(), kind: Kind::Name(name) });
            let piece = self.compared(first, start)?;
            all.push(self.truth(piece)?);
        }
        Ok(Piece::Truth(Condition::And(all), start..self.end_of_last()))
    }

    /// `i, j` where something is said of each of them: `i, j >= 1`.
    fn several(&mut self) -> Read<Option<Vec<Name>>> {
        let here = self.here();
        let mut names = vec![];
        while matches!(self.peek(), Token::Name(_)) {
            names.push(self.name(say!("notation.a_set"))?);
            let said = ["in", "not in", "≡", "not ≡"].iter().any(|word| self.is(word))
                || self.relation().is_some()
                || (self.condition && self.kind_of_number().is_some());
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

    /// Numbers behind one that something equals: `n = 0, 1, 15`, `n = 1, 2 or 3`. A number that more
    /// follows begins another condition.
    fn listed(&mut self) -> Vec<Expression> {
        let mut numbers = vec![];
        loop {
            let here = self.here();
            let another = self.take(",") | self.take("or");
            let place = if another { self.place() } else { return numbers };
            let Token::Number(found) = *self.peek() else {
                self.back_to(here);
                return numbers;
            };
            self.advance();
            let ends = [",", ";", "or", "and", ")", "(", "}", "mod", "pmod"].iter().any(|sign| self.is(sign));
            if !ends && *self.peek() != Token::End {
                self.back_to(here);
                return numbers;
            }
            numbers.push(Expression { at: place, kind: Kind::Number(found) });
        }
    }

    /// What is said of a number, behind it.
    fn compared(&mut self, first: Piece, start: usize) -> Read<Piece> {
        if self.says_something() { self.said_of(first, start) } else { Ok(first) }
    }

    /// Whether something is said of the number that was read.
    fn says_something(&self) -> bool {
        let word = ["in", "not in", "≡", "not ≡"].iter().any(|word| self.is(word)) || self.is_word("divides");
        let only_here = self.condition && (self.is("|") || self.is("not |") || self.kind_of_number().is_some());
        word || only_here || self.relation().is_some()
    }

    fn said_of(&mut self, first: Piece, start: usize) -> Read<Piece> {
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
                } else if self.take("not ≡") {
                    Condition::Not(Box::new(self.congruence(first)?))
                } else if self.take_word("divides") || self.take("|") {
                    let whole = number(self.nim_sum()?)?;
                    divided(whole, first)
                } else if self.take("not |") {
                    let whole = number(self.nim_sum()?)?;
                    Condition::Not(Box::new(divided(whole, first)))
                } else if let Some((words, kind)) = self.kind_of_number() {
                    (0..words).for_each(|_| self.advance());
                    kind.of(first)
                } else {
                    self.chain(first)?
                }
            }
        };
        Ok(Piece::Truth(truth, start..self.end_of_last()))
    }

    /// `odd`, `is even`, `is prime` behind a number: how many words, and what they say.
    fn kind_of_number(&self) -> Option<(usize, KindOfNumber)> {
        let kind = |word: &str| KindOfNumber::ALL.into_iter().find(|(own, _)| *own == word).map(|(_, kind)| kind);
        let word = |token: Option<&Token>| match token {
            Some(Token::Name(word)) => kind(word),
            _ => None,
        };
        if self.is_word("is") {
            return word(self.second()).map(|kind| (2, kind));
        }
        word(Some(self.peek())).map(|kind| (1, kind))
    }

    fn chain(&mut self, first: Expression) -> Read<Condition> {
        let mut rest: Vec<Comparison> = Vec::new();
        while let Some(relation) = self.relation() {
            self.advance();
            let term = number(self.nim_sum()?)?;
            rest.push(Comparison { relation, term });
            let others = self.beside(&first, &rest)?;
            if !others.is_empty() {
                return self.each_between(first, rest, others);
            }
        }
        if let [Comparison { relation, term: Expression { kind: Kind::Number(_), .. } }] = &rest[..]
            && let relation @ (Relation::Equal | Relation::Unequal) = *relation
        {
            let others = self.listed();
            if relation == Relation::Equal && self.is(",") && self.is_second("..") {
                let members: Vec<Expression> = rest.into_iter().map(|link| link.term).chain(others).collect();
                self.advance();
                return self.up_to_last(first, members);
            }
            if !others.is_empty() {
                let compared = |term| Condition::Chain(first.clone(), vec![Comparison { relation, term }]);
                let all = rest.into_iter().map(|link| link.term).chain(others).map(compared).collect();
                return Ok(if relation == Relation::Equal { Condition::Or(all) } else { Condition::And(all) });
            }
        }
        if let Some(at) = doubtful_remainder(&first, &rest) {
            let mistake = Mistake::new(at, say!("notation.sum_before_mod"));
            return Err(mistake.with_hint(say!("notation.remainder_in_brackets")));
        }
        Ok(Condition::Chain(first, rest))
    }

    /// Behind `1 <= i`, the names beside `i` of which the same is said: `, j` in `1 <= i, j <= 2`, where the chain goes on
    /// in its direction from one number to another, or `, y` in `i <= x, y`, where nothing else is said of y.
    /// A heap and an integer are not beside each other: `1 <= i, x <= 5` are two conditions; so are `1 <= i, j <= y`
    /// and `i <= x, y <= 5`.
    fn beside(&mut self, first: &Expression, rest: &[Comparison]) -> Read<Vec<Name>> {
        let Some(Comparison { relation, term: Expression { kind: Kind::Name(name), .. } }) = rest.last() else {
            return Ok(vec![]);
        };
        let sort = self.sort(&name.text);
        let ordered = relation.points_as(*relation);
        let (mut names, mut behind) = (vec![], self.here());
        while ordered && sort != Sort::Parameter && self.take(",") && matches!(self.peek(), Token::Name(_)) {
            let other = self.name(say!("notation.a_set"))?;
            if self.sort(&other.text) != sort || other.text == name.text {
                break;
            }
            if self.relation().is_some_and(|next| relation.points_as(next)) {
                if rest.len() > 1 || !matches!(first.kind, Kind::Number(_)) || !self.goes_on_to_a_number()? {
                    break;
                }
                names.push(other);
                return Ok(names);
            }
            let ends = [",", ";", "}", ")", "and", "or"].iter().any(|sign| self.is(sign));
            if !ends && *self.peek() != Token::End {
                break;
            }
            names.push(other);
            behind = self.here();
        }
        self.back_to(behind);
        Ok(names)
    }

    /// Whether the chain goes on with a number and ends with it.
    fn goes_on_to_a_number(&mut self) -> Read<bool> {
        let here = self.here();
        self.advance();
        let term = number(self.nim_sum()?)?;
        let ends = matches!(term.kind, Kind::Number(_)) && self.relation().is_none();
        self.back_to(here);
        Ok(ends)
    }

    /// The chain so far, for its last name and for each of the others, and what it goes on with.
    fn each_between(&mut self, first: Expression, rest: Vec<Comparison>, others: Vec<Name>) -> Read<Condition> {
        let mut on = vec![];
        while let Some(relation) = self.relation() {
            self.advance();
            on.push(Comparison { relation, term: number(self.nim_sum()?)? });
        }
        let mut all = vec![];
        let own = rest.last().map(|link| link.term.clone());
        let named = |name: Name| Expression { at: name.at.clone(), kind: Kind::Name(name) };
        for name in own.into_iter().chain(others.into_iter().map(named)) {
            let mut links = rest.clone();
            if let Some(last) = links.last_mut() {
                last.term = name;
            }
            links.extend(on.iter().cloned());
            all.push(Condition::Chain(first.clone(), links));
        }
        Ok(Condition::And(all))
    }

    /// `≡ b (mod m)` behind a, or `≡ b, c (mod m)`.
    fn congruence(&mut self, first: Expression) -> Read<Condition> {
        let mut others = vec![number(self.nim_sum()?)?];
        if self.take("≡") {
            // `i ≡ j ≡ 0 (mod 2)`: each of them to the last.
            let second = others.remove(0);
            let here = self.here();
            let one = self.congruence(first)?;
            self.back_to(here);
            return Ok(Condition::And(vec![one, self.congruence(second)?]));
        }
        others.extend(self.listed());
        let modulus = if self.take("pmod") {
            if self.is("{") { self.group()? } else { number(self.atom()?)? }
        } else if let ([Expression { kind: Kind::Remainder(other, modulus), .. }], false) = (&others[..], self.is("("))
        {
            // `a ≡ b mod m` without brackets.
            let (other, modulus) = ((**other).clone(), (**modulus).clone());
            others = vec![other];
            modulus
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

    pub(super) fn truth(&self, piece: Piece) -> Read<Condition> {
        match piece {
            Piece::Truth(truth, _) => Ok(truth),
            // A number at the end of what could be a comparison lacks its second half.
            Piece::Number(_) => Err(self.expected(say!("notation.a_relation"))),
            other => Err(Mistake::new(place(&other), say!("formula.not_a_condition"))),
        }
    }
}

/// That a condition on k does not hold; `k >= 1`, with which `forall k >= 1` begins, is no part of it.
pub(super) fn violated(body: Condition, k: &Name) -> Condition {
    match body {
        Condition::And(mut parts) if matches!(&parts[..], [Condition::Chain(Expression { kind: Kind::Name(own), at }, _), _] if own == k && *at == k.at) =>
        {
            let said = parts.remove(1);
            parts.push(Condition::Not(Box::new(said)));
            Condition::And(parts)
        }
        body => Condition::Not(Box::new(body)),
    }
}

/// The place of `x+y mod 2` in `x+y mod 2 = 0`, where papers mean (x+y) mod 2 and the grammar x+(y mod 2).
fn doubtful_remainder(first: &Expression, rest: &[Comparison]) -> Option<std::ops::Range<usize>> {
    let (Kind::Sum(left, right) | Kind::Difference(left, right)) = &first.kind else { return None };
    // Of `x mod 3 + y mod 3` each remainder is meant.
    if matches!(left.kind, Kind::Remainder(..)) {
        return None;
    }
    let Kind::Remainder(whole, modulus) = &right.kind else { return None };
    let [Comparison { relation: Relation::Equal | Relation::Unequal, term }] = rest else { return None };
    let (Kind::Number(modulus), Kind::Number(rest)) = (&modulus.kind, &term.kind) else { return None };
    let bracketed = right.at.start < whole.at.start;
    (!bracketed && (0..*modulus).contains(rest)).then(|| first.at.clone())
}

/// What papers say of a number in a word.
#[derive(Clone, Copy)]
enum KindOfNumber {
    Even,
    Odd,
    Prime,
    Positive,
}

impl KindOfNumber {
    const ALL: [(&str, KindOfNumber); 4] = [
        ("even", KindOfNumber::Even),
        ("odd", KindOfNumber::Odd),
        ("prime", KindOfNumber::Prime),
        ("positive", KindOfNumber::Positive),
    ];

    /// That the number is of this kind.
    fn of(self, number: Expression) -> Condition {
        let compared = |first, relation, term| {
            Condition::Chain(first, vec![Comparison { relation, term: Expression::from(term) }])
        };
        let at = number.at.clone();
        let halved = |number| Kind::Remainder(Box::new(number), Box::new(Expression::from(2)));
        match self {
            KindOfNumber::Even => compared(Expression { kind: halved(number), at }, Relation::Equal, 0),
            KindOfNumber::Odd => compared(Expression { kind: halved(number), at }, Relation::Equal, 1),
            KindOfNumber::Positive => compared(number, Relation::AtLeast, 1),
            KindOfNumber::Prime => Condition::AmongNamed(number, Name { text: "primes".to_owned(), at }),
        }
    }
}

/// That `by` divides `whole`.
fn divided(whole: Expression, by: Expression) -> Condition {
    let at = whole.at.start.min(by.at.start)..whole.at.end.max(by.at.end);
    let rest = Expression { kind: Kind::Remainder(Box::new(whole), Box::new(by)), at };
    Condition::Chain(rest, vec![Comparison { relation: Relation::Equal, term: Expression::from(0) }])
}
