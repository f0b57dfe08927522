//! From the syntax tree to a formula: names are resolved, kinds are checked, functions
//! of a `let` are put in where they are called.

use super::automaton::Automaton;
use super::names::Names;
use super::syntax::{Exists, Kind, Number, Operation, Truth};
use crate::argument::Argument;
use crate::notation::divisible::is_multiple;
use crate::notation::parser::{beside_power, unknown_function};
use crate::notation::{Comparison, Condition, Expression, ExpressionKind as Form, Function, Let, LetValue, Name};
use crate::notation::{Relation, Sequence, calls_itself};
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;
use std::sync::Arc;

type Read<T> = Result<T, Mistake>;

/// More parts than this, functions put in, are no formula that a person wrote, and
/// evaluating it must not exhaust the stack.
const MOST_PARTS: usize = 2000;

/// A function that calls itself: how many numbers it takes, and what it is.
#[derive(Clone, Debug)]
pub(super) struct Recursive {
    pub(super) takes: usize,
    pub(super) body: Number,
}

/// One that is never called.
impl Default for Recursive {
    fn default() -> Recursive {
        Recursive { takes: 0, body: Number::constant(0, 0..0) }
    }
}

pub(super) struct Resolver<'a> {
    names: &'a Names,
    lets: Vec<&'a Let>,
    heaps: usize,
    /// How many heaps there are up to the last one that is named.
    pub(super) heaps_used: usize,
    /// The integers of the `exists` around this place.
    bound: Vec<String>,
    /// The most integers that were bound at the same time.
    pub(super) deepest: usize,
    /// Whether `/` makes fractions: inside a floor and in comparisons.
    fractions: bool,
    parts: usize,
    /// What the arguments of the function around this place are.
    arguments: Option<Vec<(String, Number)>>,
    /// The functions that call themselves, by name.
    recursive: Vec<String>,
    pub(super) functions: Vec<Option<Recursive>>,
    /// The automata that are named, each once.
    pub(super) automata: Vec<Arc<Automaton>>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(names: &'a Names, own: &'a [Let]) -> Resolver<'a> {
        let lets: Vec<&Let> = names.lets.iter().chain(own).collect();
        let recursive: Vec<String> = lets
            .iter()
            .filter(|one| calls_itself(lets.iter().copied(), &one.name.text))
            .map(|one| one.name.text.clone())
            .collect();
        Resolver {
            names,
            automata: vec![],
            heaps: names.shown().len(),
            heaps_used: 0,
            bound: vec![],
            deepest: 0,
            fractions: false,
            parts: 0,
            arguments: None,
            functions: recursive.iter().map(|_| None).collect(),
            recursive,
            lets,
        }
    }

    pub(super) fn whole(&mut self, expression: &Expression) -> Read<Number> {
        whole(self.number(expression)?)
    }

    fn part(&mut self, at: &Range<usize>) -> Read<()> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(Mistake::new(at.clone(), say!("formula.too_long", most = MOST_PARTS)));
        }
        Ok(())
    }

    pub(super) fn number(&mut self, expression: &Expression) -> Read<Number> {
        let is_function = |name: &str| {
            let function = |one: &&Let| one.name.text == name && matches!(one.value, LetValue::Function(..));
            self.lets.iter().any(function)
        };
        if let Some(product) = beside_power(expression, &is_function) {
            return self.number(&product);
        }
        let at = expression.at.clone();
        self.part(&at)?;
        match &expression.kind {
            Form::Number(value) => Ok(Number::constant(*value, at)),
            Form::Name(name) => self.named(name),
            Form::Negative(a) => {
                let inner = self.number(a)?;
                Ok(Number { whole: inner.whole, kind: Kind::Negative(Box::new(inner)), at })
            }
            Form::Absolute(a) => {
                let inner = self.number(a)?;
                Ok(Number { whole: inner.whole, kind: Kind::Absolute(Box::new(inner)), at })
            }
            Form::Sum(a, b) => self.binary(Operation::Sum, a, b, at),
            Form::Difference(a, b) => self.binary(Operation::Difference, a, b, at),
            Form::Product(a, b) => self.binary(Operation::Product, a, b, at),
            Form::Quotient(a, b) => self.binary(Operation::Quotient, a, b, at),
            Form::Fraction(a, b) => self.binary(Operation::Fraction, a, b, at),
            Form::Remainder(a, b) => self.binary(Operation::Remainder, a, b, at),
            Form::Power(a, b) => {
                let (base, exponent) = (self.number(a)?, self.rounding(|work| work.whole(b))?);
                let whole = base.whole;
                Ok(Number { kind: Kind::Binary(Operation::Power, Box::new(base), Box::new(exponent)), at, whole })
            }
            Form::Least(parts) | Form::Greatest(parts) => {
                let numbers = self.numbers(parts)?;
                let whole = numbers.iter().all(|part| part.whole);
                let least = matches!(expression.kind, Form::Least(_));
                Ok(Number { kind: if least { Kind::Least(numbers) } else { Kind::Greatest(numbers) }, at, whole })
            }
            Form::Apply(function, parts) => self.apply(*function, parts, at),
            Form::Call(name, parts) => self.call(name, parts, at),
            Form::Indexed(name, _) => Err(Mistake::new(at, say!("notation.not_indexed", name = &name.text))),
            Form::Choice(condition, a, b) => {
                let (condition, a, b) = (self.truth(condition)?, self.number(a)?, self.number(b)?);
                let whole = a.whole && b.whole;
                Ok(Number { kind: Kind::If(Box::new(condition), Box::new(a), Box::new(b)), at, whole })
            }
        }
    }

    fn numbers(&mut self, parts: &[Expression]) -> Read<Vec<Number>> {
        parts.iter().map(|part| self.number(part)).collect()
    }

    fn binary(&mut self, operation: Operation, a: &Expression, b: &Expression, at: Range<usize>) -> Read<Number> {
        let whole_parts = matches!(operation, Operation::Quotient | Operation::Remainder | Operation::NimSum);
        let read = |work: &mut Self| Ok((work.number(a)?, work.number(b)?));
        let (left, right) = if whole_parts { self.rounding(read)? } else { read(self)? };
        let operation = match operation {
            Operation::Fraction if left.whole && right.whole && (!self.fractions || self.is_multiple(a, b)) => {
                Operation::Quotient
            }
            other => other,
        };
        let (left, right) = match operation {
            Operation::Quotient | Operation::Remainder | Operation::NimSum => (whole(left)?, whole(right)?),
            _ => (left, right),
        };
        let whole = operation != Operation::Fraction && left.whole && right.whole;
        Ok(Number { kind: Kind::Binary(operation, Box::new(left), Box::new(right)), at, whole })
    }

    /// Reads numbers where `/` is rounded down.
    fn rounding<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.with_fractions(false, read)
    }

    fn with_fractions<T>(&mut self, fractions: bool, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let outside = std::mem::replace(&mut self.fractions, fractions);
        let found = read(self);
        self.fractions = outside;
        found
    }

    /// Whether a/b is whole for all integers, such as k(k+1)/2.
    fn is_multiple(&self, a: &Expression, b: &Expression) -> bool {
        let constant = |name: &Name| {
            let hidden = self.arguments.iter().flatten().any(|(known, _)| *known == name.text)
                || self.bound.contains(&name.text)
                || self.names.find(&name.text).is_some();
            let given = self.names.given.iter().find(|(known, _)| *known == name.text && !hidden);
            match given {
                Some((_, Argument::Number(number))) => Some(*number),
                _ => None,
            }
        };
        is_multiple(&self.multiplied(a), &self.multiplied(b), &constant)
    }

    /// The expression with `k(k+1)` as the product that it is where k is no function.
    fn multiplied(&self, expression: &Expression) -> Expression {
        let mut new = expression.clone();
        new.for_each_part_mut(&mut |part| *part = self.multiplied(part));
        match &mut new.kind {
            Form::Call(name, parts) if parts.len() == 1 && !self.lets.iter().any(|one| one.name == *name) => {
                let own = Expression { kind: Form::Name(name.clone()), at: name.at.clone() };
                let factor = parts.remove(0);
                Expression { kind: Form::Product(Box::new(own), Box::new(factor)), at: new.at }
            }
            _ => new,
        }
    }

    fn apply(&mut self, function: Function, parts: &[Expression], at: Range<usize>) -> Read<Number> {
        let rounds = matches!(function, Function::Floor | Function::Ceiling);
        let mut numbers = self.with_fractions(rounds, |work| work.numbers(parts))?;
        let kind = match function {
            Function::Floor => Kind::Floor(Box::new(numbers.remove(0))),
            Function::Ceiling => Kind::Ceiling(Box::new(numbers.remove(0))),
            Function::Root => {
                let kind = Kind::Root(Box::new(whole(numbers.remove(0))?));
                return Ok(Number { kind, at, whole: false });
            }
            Function::NimSum => {
                let right = whole(numbers.remove(1))?;
                Kind::Binary(Operation::NimSum, Box::new(whole(numbers.remove(0))?), Box::new(right))
            }
            function => {
                let mut numbers = numbers.into_iter().map(whole).collect::<Read<Vec<_>>>()?;
                if numbers.len() < function.takes().1 {
                    numbers.push(Number::constant(2, at.clone()));
                }
                Kind::Apply(function, numbers)
            }
        };
        Ok(Number { kind, at, whole: true })
    }

    /// `f(a)`, or `k(k+1)`: a factor right before a bracket.
    fn call(&mut self, name: &Name, parts: &[Expression], at: Range<usize>) -> Read<Number> {
        let found = self.lets.iter().find(|one| one.name == *name).copied();
        let Some(Let { value: LetValue::Function(parameters, body), .. }) = found else {
            let Ok(left) = self.named(name) else {
                let own = self.lets.iter().map(|one| one.name.text.as_str());
                return Err(unknown_function(&name.text, name.at.clone(), own));
            };
            let [argument] = parts else { return Err(Mistake::new(at, say!("formula.not_a_number"))) };
            let right = self.number(argument)?;
            let whole = left.whole && right.whole;
            return Ok(Number { kind: Kind::Binary(Operation::Product, Box::new(left), Box::new(right)), at, whole });
        };
        if parameters.len() != parts.len() {
            let says =
                say!("notation.wrong_arguments", name = &name.text, expected = parameters.len(), found = parts.len());
            return Err(Mistake::new(at, says));
        }
        if let Some(index) = self.recursive.iter().position(|known| *known == name.text) {
            let numbers = self.rounding(|work| work.numbers(parts))?;
            let numbers = numbers.into_iter().map(whole).collect::<Read<Vec<_>>>()?;
            self.recursive(index, parameters, body)?;
            return Ok(Number { kind: Kind::Call(index, numbers), at, whole: true });
        }
        let numbers = self.numbers(parts)?;
        let arguments = parameters.iter().map(|name| name.text.clone()).zip(numbers).collect();
        let mut inner = self.inside(arguments, body)?;
        inner.at = at;
        Ok(inner)
    }

    /// What a function is for these arguments.
    fn inside(&mut self, arguments: Vec<(String, Number)>, body: &Expression) -> Read<Number> {
        let around = self.arguments.replace(arguments);
        let inner = self.number(body);
        self.arguments = around;
        inner
    }

    /// Whether a `let` is the formula's own, not one of the ruleset.
    fn own(&self, name: &Name) -> bool {
        !self.names.lets.iter().any(|one| one.name == *name)
    }

    /// A word of the formula for a number, which may speak of the heaps: `let d = |x-y|`.
    fn shorthand(&mut self, body: &Expression) -> Read<Number> {
        let (arguments, bound) = (self.arguments.take(), std::mem::take(&mut self.bound));
        let inner = self.number(body);
        (self.arguments, self.bound) = (arguments, bound);
        inner
    }

    /// Reads a function that calls itself, once.
    fn recursive(&mut self, index: usize, parameters: &[Name], body: &Expression) -> Read<()> {
        if self.functions[index].is_some() {
            return Ok(());
        }
        // It is known from here on, so that it may call itself.
        let nothing = Number::constant(0, body.at.clone());
        self.functions[index] = Some(Recursive { takes: parameters.len(), body: nothing });
        let arguments = parameters.iter().enumerate();
        let arguments =
            arguments.map(|(place, name)| (name.text.clone(), Number::symbol(place, name.at.clone()))).collect();
        let body = whole(self.rounding(|work| work.inside(arguments, body))?)?;
        self.functions[index] = Some(Recursive { takes: parameters.len(), body });
        Ok(())
    }

    fn named(&mut self, name: &Name) -> Read<Number> {
        let at = name.at.clone();
        let word = name.text.as_str();
        if let Some(arguments) = &self.arguments {
            if let Some((_, argument)) = arguments.iter().find(|(known, _)| known == word) {
                return Ok(argument.clone());
            }
        } else {
            if let Some(place) = self.bound.iter().rposition(|bound| bound == word) {
                return Ok(Number::symbol(self.heaps + place, at));
            }
            // A name by place is a heap where nobody gave it another meaning.
            let defined = self.lets.iter().any(|one| one.name == *name);
            let is_own = |_: &usize| !defined || self.names.shown().iter().any(|shown| shown == word);
            if let Some(heap) = self.names.find(word).filter(is_own) {
                self.heaps_used = self.heaps_used.max(heap + 1);
                return Ok(Number::symbol(heap, at));
            }
        }
        if let Some((_, Argument::Number(number))) = self.names.given.iter().find(|(known, _)| known == word) {
            return Ok(Number::constant(*number, at));
        }
        let found = self.lets.iter().find(|one| one.name == *name).copied();
        if let Some(Let { value: LetValue::Function(parameters, body), .. }) = found
            && parameters.is_empty()
            && !self.recursive.iter().any(|known| known == word)
        {
            return if self.own(name) { self.shorthand(body) } else { self.inside(vec![], body) };
        }
        if is_phi(word) {
            return Ok(Number { kind: Kind::Phi, at, whole: false });
        }
        let mut known = self.names.shown().to_vec();
        known.extend(self.bound.iter().cloned());
        known.extend(self.lets.iter().map(|one| one.name.text.clone()));
        let mistake = Mistake::new(at, say!("formula.unknown_name", name = word));
        Err(mistake.with_hint(say!("formula.known_names", names = known.join(", "))))
    }

    /// Numbers are compared as they are, fractions included.
    pub(super) fn truth(&mut self, condition: &Condition) -> Read<Truth> {
        self.with_fractions(true, |work| work.said(condition))
    }

    fn said(&mut self, condition: &Condition) -> Read<Truth> {
        match condition {
            Condition::Chain(first, rest) => {
                let first = self.number(first)?;
                let link = |link: &Comparison| Ok((link.relation, self.number(&link.term)?));
                Ok(Truth::Chain(first, rest.iter().map(link).collect::<Read<Vec<(Relation, Number)>>>()?))
            }
            Condition::Among(term, members) => Ok(Truth::Among(self.number(term)?, self.numbers(members)?)),
            Condition::AmongNamed(term, name) => self.among_named(term, name),
            Condition::Automaton(numbers, file) => self.automaton(numbers, file),
            Condition::Tuples(tuple, members) => {
                let tuple = self.numbers(tuple)?;
                let members = members.iter().map(|member| self.numbers(member)).collect::<Read<Vec<_>>>()?;
                Ok(Truth::Tuple(tuple, members))
            }
            Condition::Unordered(numbers, members) => {
                let numbers = self.numbers(numbers)?;
                let one = |member: &Vec<Expression>| Ok(Truth::Unordered(numbers.clone(), self.numbers(member)?));
                let mut all = members.iter().map(one).collect::<Read<Vec<_>>>()?;
                Ok(if all.len() == 1 { all.remove(0) } else { Truth::Or(all) })
            }
            Condition::And(parts) => Ok(Truth::And(self.truths(parts)?)),
            Condition::Or(parts) => Ok(Truth::Or(self.truths(parts)?)),
            Condition::Not(inner) => Ok(Truth::Not(Box::new(self.truth(inner)?))),
            Condition::Exists(exists) => self.exists(exists),
        }
    }

    fn truths(&mut self, parts: &[Condition]) -> Read<Vec<Truth>> {
        parts.iter().map(|part| self.truth(part)).collect()
    }

    fn automaton(&mut self, numbers: &[Expression], file: &Name) -> Read<Truth> {
        let set = match self.automata.iter().find(|known| known.name == file.text) {
            Some(known) => known.clone(),
            None => {
                let read = self.names.automata.named(&file.text);
                let read = read.map_err(|mistake| mistake.placed_at(file.at.clone()))?;
                self.automata.push(read.clone());
                read
            }
        };
        if usize::from(set.tracks) != numbers.len() {
            let says = say!("formula.automaton_reads", expected = set.tracks, found = numbers.len());
            return Err(Mistake::new(file.at.clone(), says));
        }
        let numbers = self.rounding(|work| numbers.iter().map(|number| work.whole(number)).collect::<Read<_>>())?;
        Ok(Truth::Automaton(numbers, set))
    }

    fn among_named(&mut self, term: &Expression, name: &Name) -> Read<Truth> {
        let term = self.number(term)?;
        if let Some(one) = self.lets.iter().find(|one| one.name == *name).copied() {
            return match &one.value {
                LetValue::Sequence(sequence) => Ok(member(term, *sequence)),
                LetValue::Members(members) => Ok(Truth::Among(term, self.numbers(members)?)),
                LetValue::Function(..) => {
                    Err(Mistake::new(name.at.clone(), say!("ruleset.not_a_set", name = &name.text)))
                }
            };
        }
        if let Some((_, Argument::Set(members))) = self.names.given.iter().find(|(known, _)| *known == name.text) {
            let members = members.iter().map(|member| Number::constant(*member, name.at.clone())).collect();
            return Ok(Truth::Among(term, members));
        }
        match Sequence::named(&name.text) {
            Some(sequence) => Ok(member(term, sequence)),
            None => Err(Mistake::new(name.at.clone(), say!("ruleset.not_a_set", name = &name.text))),
        }
    }

    /// Without bounds k runs from 0 to the total of the heaps.
    fn exists(&mut self, exists: &crate::notation::Exists) -> Read<Truth> {
        let name = &exists.name;
        let taken = self.names.shown().contains(&name.text)
            || self.bound.contains(&name.text)
            || is_phi(&name.text)
            || Function::named(&name.text).is_some()
            || ["if", "else", "exists", "true", "false"].contains(&name.text.as_str());
        if taken {
            return Err(Mistake::new(name.at.clone(), say!("formula.name_taken", name = &name.text)));
        }
        let zero = || Number::constant(0, name.at.clone());
        let low = match &exists.low {
            Some(low) => rounded(self.number(low)?, Kind::Ceiling),
            None => zero(),
        };
        let high = match &exists.high {
            Some(high) => rounded(self.number(high)?, Kind::Floor),
            None => {
                let total = (0..self.heaps).map(|heap| Number::symbol(heap, name.at.clone()));
                let plus = |a: Number, b: Number| Number {
                    kind: Kind::Binary(Operation::Sum, Box::new(a), Box::new(b)),
                    at: name.at.clone(),
                    whole: true,
                };
                total.reduce(plus).unwrap_or_else(zero)
            }
        };
        let symbol = self.heaps + self.bound.len();
        self.bound.push(name.text.clone());
        self.deepest = self.deepest.max(self.bound.len());
        let body = self.truth(&exists.body);
        self.bound.pop();
        Ok(Truth::Exists(Box::new(Exists { symbol, low, high, body: body?, index: None })))
    }
}

fn is_phi(name: &str) -> bool {
    ["phi", "φ", "ϕ"].contains(&name)
}

/// That a number is in a sequence, and so an integer.
fn member(number: Number, sequence: Sequence) -> Truth {
    if number.whole {
        return Truth::Member(number, sequence);
    }
    let floor = rounded(number.clone(), Kind::Floor);
    Truth::And(vec![Truth::Chain(number, vec![(Relation::Equal, floor.clone())]), Truth::Member(floor, sequence)])
}

/// The number, or the next integer up or down.
fn rounded(number: Number, round: fn(Box<Number>) -> Kind) -> Number {
    if number.whole {
        return number;
    }
    let at = number.at.clone();
    Number { kind: round(Box::new(number)), at, whole: true }
}

fn whole(number: Number) -> Read<Number> {
    if number.whole {
        return Ok(number);
    }
    Err(Mistake::new(number.at, say!("formula.not_whole")).with_hint(say!("formula.use_floor")))
}
