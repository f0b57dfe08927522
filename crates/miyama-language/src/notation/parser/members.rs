//! The part of the grammar that says what a number or a pair is among: `i in {1, 2, …, x}`,
//! `i ∈ ℕ`, `{x, y} = {1, 2}`.

use super::number::{braces_like, tuple_like};
use super::{Parser, Piece, Read, number, place};
use crate::notation::function::Function;
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

    /// Behind `a in`: a set, or sets that are joined, `{1..3} ∪ {7..9}`, `ℕ ∖ {0}`.
    pub(super) fn among(&mut self, first: Expression) -> Read<Condition> {
        let mut found = self.among_one(first.clone())?;
        loop {
            let here = self.here();
            let join: fn(Condition, Condition) -> Condition = if self.take("U") {
                |a, b| Condition::Or(vec![a, b])
            } else if self.take("∩") {
                |a, b| Condition::And(vec![a, b])
            } else if self.take("∖") {
                |a, b| Condition::And(vec![a, Condition::Not(Box::new(b))])
            } else {
                return Ok(found);
            };
            // Behind a domain the union may be one of options.
            if !self.is("{") && !matches!(self.peek(), Token::Name(_)) {
                self.back_to(here);
                return Ok(found);
            }
            found = join(found, self.among_one(first.clone())?);
        }
    }

    fn among_one(&mut self, first: Expression) -> Read<Condition> {
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
        let open = ["}", ";"].iter().any(|sign| self.is(sign)) || *self.peek() == Token::End;
        if open && let Some(range) = endless(&i, &members) {
            return Ok(range);
        }
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
        let plus = self.positive_mark() || self.without_zero();
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
        // Of any integer nothing is asked; that a fraction is one says something.
        if may_be_fraction(&first) {
            let whole = Expression { at: first.at.clone(), kind: Kind::Apply(Function::Floor, vec![first.clone()]) };
            let mut links = vec![Comparison { relation: Relation::Equal, term: whole }];
            let bound = |least: i64| Comparison { relation: Relation::AtLeast, term: Expression::from(least) };
            links.extend(least.map(bound));
            return Ok(Condition::Chain(first, links));
        }
        let relation = if least.is_some() { Relation::AtLeast } else { Relation::Equal };
        let term = least.map_or_else(|| first.clone(), Expression::from);
        Ok(Condition::Chain(first, vec![Comparison { relation, term }]))
    }

    /// `\{0}` behind ℕ, in which LaTeX's brace hides the sign of the difference.
    fn without_zero(&mut self) -> bool {
        let here = self.here();
        if self.take("{") && matches!(self.peek(), Token::Number(0)) {
            self.advance();
            if self.take("}") {
                return true;
            }
        }
        self.back_to(here);
        false
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

/// Whether a number may be a fraction, itself or by a word for one.
fn may_be_fraction(number: &Expression) -> bool {
    match &number.kind {
        Kind::Fraction(..) | Kind::Call(..) | Kind::Apply(Function::Root, _) => true,
        Kind::Apply(..) => false,
        _ => {
            let mut found = false;
            number.for_each_part(&mut |part| found |= may_be_fraction(part));
            found
        }
    }
}

fn signed(condition: Condition, holds: bool) -> Condition {
    if holds { condition } else { Condition::Not(Box::new(condition)) }
}

fn not_a_set(piece: &Piece) -> Mistake {
    Mistake::new(place(piece), say!("notation.expected", what = say!("notation.a_set")))
}

/// The numbers that members are, if they are an arithmetic progression, and its step: 1 for a single one.
fn progression(members: &[Expression]) -> Option<(Vec<i64>, i64)> {
    let numbers: Vec<i64> = members
        .iter()
        .map(|member| match member.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let steps: Vec<i64> = numbers.windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect::<Option<_>>()?;
    let step = steps.first().copied().unwrap_or(1);
    (!numbers.is_empty() && step > 0 && steps.iter().all(|other| *other == step)).then_some((numbers, step))
}

/// That `i` is one of the numbers that begin with the first member and go on by a step.
fn stepping(i: &Expression, first: &Expression, step: i64) -> Option<Condition> {
    if step == 1 {
        return None;
    }
    let boxed = |expression: &Expression| Box::new(expression.clone());
    let gap = Expression { kind: Kind::Difference(boxed(i), boxed(first)), at: i.at.clone() };
    let rest = Kind::Remainder(Box::new(gap), Box::new(Expression::from(step)));
    let zero = Comparison { relation: Relation::Equal, term: Expression::from(0) };
    Some(Condition::Chain(Expression { kind: rest, at: i.at.clone() }, vec![zero]))
}

/// `i in {0, 1, 2, …}`: from the first on.
fn endless(i: &Expression, members: &[Expression]) -> Option<Condition> {
    let (_, step) = progression(members)?;
    let first = members.first()?;
    let from = Condition::Chain(first.clone(), vec![Comparison { relation: Relation::AtMost, term: i.clone() }]);
    Some(match stepping(i, first, step) {
        Some(steps) => Condition::And(vec![from, steps]),
        None => from,
    })
}

/// `i in {1, 2, …, x}` or `{1, 3, …, x}` where the last is no number: from the first to the last.
fn range(i: &Expression, members: &[Expression], last: &Expression) -> Option<Condition> {
    let link = |term: &Expression| Comparison { relation: Relation::AtMost, term: term.clone() };
    let between = |first: &Expression| Condition::Chain(first.clone(), vec![link(i), link(last)]);
    if let [first] = members
        && !matches!(first.kind, Kind::Number(_))
    {
        return Some(between(first));
    }
    let (_, step) = progression(members)?;
    if matches!(last.kind, Kind::Number(_)) {
        return None;
    }
    let first = members.first()?;
    Some(match stepping(i, first, step) {
        Some(steps) => Condition::And(vec![between(first), steps]),
        None => between(first),
    })
}

/// The most numbers that `…` stands for.
const LONGEST_RUN: i64 = 100_000;

/// `{1, 2, …, 6}`, `{1, 2, 4, …, 64}`: the numbers up to the last, by the step or the factor of the first ones.
pub(super) fn run(members: &mut Vec<Expression>, last: Expression) -> Read<()> {
    let ellipsis = || Mistake::new(last.at.clone(), say!("notation.ellipsis"));
    let Kind::Number(to) = last.kind else { return Err(ellipsis()) };
    let between = match (progression(members), &members[..]) {
        (Some((numbers, step)), _) => {
            let from = numbers[numbers.len() - 1];
            let fits = from <= to && (to - from) % step == 0 && (to - from) / step <= LONGEST_RUN;
            fits.then(|| (1..=(to - from) / step).map(|k| from + k * step).collect())
        }
        (None, [_, _, _, ..]) => geometric(members, to),
        _ => None,
    };
    let between: Vec<i64> = between.ok_or_else(ellipsis)?;
    members.extend(between.into_iter().map(Expression::from));
    Ok(())
}

/// The powers behind `1, 2, 4` up to the last, if it is one of them.
fn geometric(members: &[Expression], to: i64) -> Option<Vec<i64>> {
    let numbers: Vec<i64> = members
        .iter()
        .map(|member| match member.kind {
            Kind::Number(number) if number > 0 => Some(number),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let factor = numbers[1] / numbers[0];
    if factor < 2 || numbers.windows(2).any(|pair| pair[0].checked_mul(factor) != Some(pair[1])) {
        return None;
    }
    let mut found = vec![];
    let mut next = *numbers.last()?;
    while next < to {
        next = next.checked_mul(factor)?;
        found.push(next);
    }
    (next == to).then_some(found)
}
