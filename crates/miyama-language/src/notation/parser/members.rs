//! The part of the grammar that says what a number or a pair is among: `i in {1, 2, …, x}`,
//! `i ∈ ℕ`, `{x, y} = {1, 2}`.

use super::number::{braces_like, tuple_like};
use super::{Parser, Piece, Read, number, place};
use crate::notation::lexer::Token;
use crate::notation::syntax::{Comparison, Condition, Exists, Expression, ExpressionKind as Kind, Name, Relation};
use miyama_budget::Mistake;
use miyama_text::say;

impl Parser {
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
    pub(super) fn among(&mut self, first: Expression) -> Read<Condition> {
        if let Some(member) = self.automaton(std::slice::from_ref(&first))? {
            return Ok(member);
        }
        if matches!(self.peek(), Token::Name(_)) {
            let name = self.name(say!("notation.a_set"))?;
            return self.among_numbers(first, name);
        }
        if self.is("[") || matches!(self.peek(), Token::Number(_)) {
            return self.interval(first);
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
            if !members.is_empty() && self.is("..") {
                let range = self.up_to_last(first, members)?;
                self.close("}", &open)?;
                return Ok(range);
            }
            members.push(self.expression()?);
            // {1..x} is {1, …, x}.
            if !self.is("..") && !self.take(",") {
                break;
            }
        }
        self.close("}", &open)?;
        Ok(Condition::Among(first, members))
    }

    /// Behind the first members of a set, `…, last`: what it says of `i`.
    pub(super) fn up_to_last(&mut self, i: Expression, mut members: Vec<Expression>) -> Read<Condition> {
        self.expect("..")?;
        self.take(",");
        let last = self.expression()?;
        if let Some(range) = range(&i, &members, &last) {
            return Ok(range);
        }
        run(&mut members, last)?;
        Ok(Condition::Among(i, members))
    }

    /// `[1, x]`, `[1..x]` or `1..x` behind `in`.
    fn interval(&mut self, i: Expression) -> Read<Condition> {
        let open = self.place();
        let closed = self.take("[");
        let first = number(self.nim_sum()?)?;
        if closed && !self.is("..") {
            self.expect(",")?;
        } else {
            self.expect("..")?;
        }
        let last = number(self.nim_sum()?)?;
        if closed {
            self.close("]", &open)?;
        }
        let at_most = |term| Comparison { relation: Relation::AtMost, term };
        Ok(Condition::Chain(first, vec![at_most(i), at_most(last)]))
    }

    /// `i ∈ ℕ`, `i ∈ ℤ≥0`, `i ∈ N>0`: numbers as papers name them; else a set that has
    /// a name.
    fn among_numbers(&mut self, first: Expression, name: Name) -> Read<Condition> {
        let least = match name.text.as_str() {
            "N" | "ℕ" | "N0" | "ℕ0" | "ℕ₀" | "N_0" | "ℕ_0" | "N_" | "ℕ_" => Some(0),
            "Z" | "ℤ" | "Z_" | "ℤ_" => None,
            _ => return Ok(Condition::AmongNamed(first, name)),
        };
        let plus = self.positive_mark();
        if matches!(self.peek(), Token::Name(index) if index == "_" || index == "_0") {
            self.advance();
        }
        let braced = self.take("{");
        let least = match self.relation() {
            Some(relation @ (Relation::AtLeast | Relation::Greater)) if braced || self.place().start == name.at.end => {
                self.advance();
                let number = self.number()?;
                Some(if relation == Relation::Greater { number.saturating_add(1) } else { number })
            }
            _ if plus => Some(1),
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

    /// `^+`, `^{+}` or `^*` behind ℕ or ℤ: without 0 and what is below it.
    fn positive_mark(&mut self) -> bool {
        let here = self.here();
        if self.take("^") {
            let open = self.place();
            let braced = self.take("{");
            if (self.take("+") || self.take("*")) && (!braced || self.close("}", &open).is_ok()) {
                return true;
            }
        }
        self.back_to(here);
        false
    }

    /// `= (c, d)`, `!= (c, d)` or `in {(c, d), …}` behind a tuple.
    pub(super) fn tuples(&mut self, tuple: Vec<Expression>) -> Read<Condition> {
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
    pub(super) fn unordered(&mut self, numbers: Vec<Expression>) -> Read<Condition> {
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

/// `i in {1, 2, …, x}` where the last is no number: from the first to the last, one by one.
fn range(i: &Expression, members: &[Expression], last: &Expression) -> Option<Condition> {
    let link = |term: &Expression| Comparison { relation: Relation::AtMost, term: term.clone() };
    if let [first] = members
        && !matches!(first.kind, Kind::Number(_))
    {
        return Some(Condition::Chain(first.clone(), vec![link(i), link(last)]));
    }
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
