//! What operators make of rulesets: again a ruleset, so that everything that is known of
//! rulesets is known of it.
//!
//! Coordinates of two games stand side by side, a pass is a coordinate that is 0 or 1, a
//! terminal set is a condition of every move. Two operators say who wins and not which moves
//! there are, `block(k)` and `wins`: they stand around all others, and are handed on as they
//! are ([`Winning`]).

mod guard;
mod joined;
mod names;
mod pass;
mod twisted;

use super::orders;
use super::parser::settle;
use super::syntax::{
    Body, Comparison, Condition, Definition, Expression, ExpressionKind as Kind, LetValue, Name, OptionSet, Relation,
    Tuple,
};
use super::term::{Operator, OperatorKind, Term, Winner};
use crate::argument::Argument;
use crate::code::{self, Code};
use crate::interpreter::Interpreter;
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use names::Replaced;
use std::collections::BTreeSet;
use std::ops::Range;

/// A definition as a ruleset, and how its positions are won.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// The moves: a definition without operators.
    pub rules: Definition,
    /// Who wins.
    pub winning: Winning,
}

/// How positions are won where that is not the usual way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winning {
    /// So many options the opponent forbids before each move.
    pub blocked: u64,
    /// Who wins where play has ended: the first whose conditions hold.
    pub ends: Vec<(Winner, Vec<Condition>)>,
}

impl Winning {
    /// Whether who cannot move loses, or in misère play wins, and nothing is forbidden.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        self.blocked == 0 && self.ends.is_empty()
    }
}

/// Operators make no more sets than this.
const MOST_SETS: usize = 2000;

/// More options than this are never forbidden.
const MOST_BLOCKED: i64 = 1_000_000;

impl Definition {
    /// The definition without operators, and how positions are won.
    ///
    /// # Errors
    /// A [`Mistake`] where an operator does not fit its game, or a name is not resolved.
    pub fn meaning(&self, arguments: &[Argument]) -> Result<Meaning, Mistake> {
        let Body::Compound(term) = &self.body else {
            return Ok(Meaning { rules: self.clone(), winning: Winning::default() });
        };
        let scope = Scope { whole: self, arguments };
        let mut meaning = scope.term(term)?;
        let rules = &mut meaning.rules;
        rules.name.clone_from(&self.name);
        rules.parameters.clone_from(&self.parameters);
        rules.lets = self.lets.iter().cloned().chain(rules.lets.drain(..)).collect();
        if let Body::Options { heaps, sets } = &mut rules.body {
            // What is everybody's stands first: behind a name it would be that player's.
            sets.sort_by_key(|set| set.who.is_some());
            if sets.is_empty() {
                let tuple = Tuple { copies: None, heaps: heaps.iter().map(expression).collect() };
                let conditions = vec![Condition::Or(vec![])];
                sets.push(OptionSet { who: None, sym: false, tuples: vec![tuple], conditions, at: 0..0 });
            }
        }
        Ok(meaning)
    }

    /// Conditions of this definition on numbers with names, as a definition without moves: they are its domain.
    ///
    /// # Errors
    /// A [`Mistake`] in the conditions.
    pub fn stated(&self, conditions: &[Condition], numbers: &[String]) -> Result<Definition, Mistake> {
        let body = Body::Options { heaps: numbers.iter().map(|name| named(name)).collect(), sets: vec![] };
        let rules = Definition { name: None, parameters: vec![], lets: vec![], body, domain: vec![] };
        let scope = Scope { whole: self, arguments: &[] };
        let domain = scope.settled(conditions.to_vec(), &rules)?;
        Ok(Definition { domain, ..scope.whole_of(&rules) })
    }

    /// The k − 1 of a `block(k)` in this definition.
    ///
    /// # Errors
    /// A [`Mistake`] if k is no number between 1 and a million.
    pub fn blocked(&self, k: &Expression, arguments: &[Argument]) -> Result<u64, Mistake> {
        Scope { whole: self, arguments }.blocked(k)
    }

    /// The same with arguments in the places of its parameters.
    #[must_use]
    pub fn with_arguments(&self, arguments: &[Argument]) -> Definition {
        let mut new = self.clone();
        let parameters = std::mem::take(&mut new.parameters);
        let value = |name: &str| {
            let place = parameters.iter().position(|parameter| parameter.name.text == name)?;
            arguments.get(place).cloned().or(parameters[place].default.map(Argument::Number))
        };
        let number = |name: &str| match value(name) {
            Some(Argument::Number(number)) => Some(signed(number)),
            _ => None,
        };
        Replaced { number: &number, name: &|_| None }.definition(&mut new);
        for parameter in &parameters {
            if let Some(Argument::Set(members)) = value(&parameter.name.text) {
                let members = members.into_iter().map(signed).collect();
                new.lets
                    .insert(0, super::syntax::Let { name: parameter.name.clone(), value: LetValue::Members(members) });
            }
        }
        new
    }

    /// The same with everything in it at one place of another text.
    #[must_use]
    pub fn placed_at(mut self, at: &Range<usize>) -> Definition {
        match &mut self.body {
            Body::Options { sets, .. } => sets.iter_mut().for_each(|set| set.at = at.clone()),
            Body::Code(name) => name.at = at.clone(),
            Body::Indexed(indexed) => indexed.heap.at = at.clone(),
            Body::Compound(term) => {
                let placed = term.for_each_rules_mut::<()>(&mut |rules| {
                    *rules = rules.clone().placed_at(at);
                    Ok(())
                });
                debug_assert!(placed.is_ok());
            }
        }
        self
    }
}

fn signed(number: i64) -> Expression {
    match number.checked_neg().filter(|opposite| *opposite > 0) {
        Some(opposite) => Expression { kind: Kind::Negative(Box::new(opposite.into())), at: 0..0 },
        None => number.into(),
    }
}

fn expression(name: &Name) -> Expression {
    Expression { kind: Kind::Name(name.clone()), at: name.at.clone() }
}

fn named(text: &str) -> Name {
    Name { text: text.to_owned(), at: 0..0 }
}

fn compared(first: Expression, relation: Relation, term: Expression) -> Condition {
    Condition::Chain(first, vec![Comparison { relation, term }])
}

/// The rules that an operator works on: their heaps, and sets without `sym`.
struct Rules {
    lets: Vec<super::syntax::Let>,
    heaps: Vec<Name>,
    sets: Vec<OptionSet>,
    domain: Vec<Condition>,
}

impl Rules {
    fn definition(self) -> Definition {
        let body = Body::Options { heaps: self.heaps, sets: self.sets };
        Definition { name: None, parameters: vec![], lets: self.lets, body, domain: self.domain }
    }

    /// The heaps as they stand.
    fn here(&self) -> Vec<Expression> {
        self.heaps.iter().map(expression).collect()
    }
}

/// What surrounds a term.
struct Scope<'a> {
    whole: &'a Definition,
    arguments: &'a [Argument],
}

impl Scope<'_> {
    fn term(&self, term: &Term) -> Result<Meaning, Mistake> {
        match term {
            Term::Rules(definition) => match &definition.body {
                Body::Options { .. } => Ok(Meaning { rules: (**definition).clone(), winning: Winning::default() }),
                Body::Code(code) => Ok(Meaning { rules: of_code(code)?, winning: Winning::default() }),
                Body::Indexed(indexed) => {
                    Err(Mistake::new(indexed.heap.at.clone(), say!("operator.any_heaps", count = &indexed.count.text)))
                }
                Body::Compound(_) => definition.meaning(&[]),
            },
            Term::Named(called) => {
                Err(Mistake::new(called.at.0.clone(), say!("operator.not_resolved", name = &called.text)))
            }
            Term::Changed(change, inner) => self.changed(change, self.term(inner)?),
            Term::Joined(joint, both, at) => {
                let [a, b] = &**both;
                let (a, b) = (self.term(a)?, self.term(b)?);
                for one in [&a, &b] {
                    usual(&one.winning, joint.word(), &at.0)?;
                }
                let joined = self.joined(*joint, self.rules(a.rules, &at.0)?, self.rules(b.rules, &at.0)?, &at.0)?;
                Ok(Meaning { rules: joined.definition(), winning: Winning::default() })
            }
        }
    }

    fn changed(&self, change: &Operator, mut inner: Meaning) -> Result<Meaning, Mistake> {
        let at = &change.at.0;
        match &change.kind {
            OperatorKind::Wins(winner, conditions) => {
                inner.winning.ends.push((*winner, self.about_heaps(conditions, &inner.rules)?));
                return Ok(inner);
            }
            OperatorKind::Block(k) => {
                if inner.winning.blocked > 0 {
                    return Err(Mistake::new(at.clone(), say!("operator.block_twice")));
                }
                inner.winning.blocked = self.blocked(k)?;
                return Ok(inner);
            }
            _ => usual(&inner.winning, change.kind.word(), at)?,
        }
        if let OperatorKind::Impartial = change.kind {
            if let Body::Options { sets, .. } = &mut inner.rules.body {
                sets.iter_mut().for_each(|set| set.who = None);
            }
            return Ok(inner);
        }
        let ended = match &change.kind {
            OperatorKind::Ends(conditions) => self.about_heaps(conditions, &inner.rules)?,
            _ => vec![],
        };
        let mut rules = self.rules(inner.rules, at)?;
        match &change.kind {
            OperatorKind::Pass => self.with_pass(&mut rules, at)?,
            OperatorKind::Twisted(c) => self.twisted(&mut rules, c.as_ref(), at)?,
            _ => {
                let goes_on = negated(ended);
                rules.sets.iter_mut().for_each(|set| set.conditions.insert(0, goes_on.clone()));
            }
        }
        Ok(Meaning { rules: rules.definition(), winning: Winning::default() })
    }

    /// The k − 1 of `block(k)`.
    fn blocked(&self, k: &Expression) -> Result<u64, Mistake> {
        let of_parameter = |name: &Name| {
            let place = self.whole.parameters.iter().position(|parameter| parameter.name == *name)?;
            match self.arguments.get(place) {
                Some(Argument::Number(number)) => Some(*number),
                Some(Argument::Set(_)) => None,
                None => self.whole.parameters[place].default,
            }
        };
        let number = match &k.kind {
            Kind::Number(number) => Some(*number),
            Kind::Name(name) => of_parameter(name),
            Kind::Negative(inner) => match inner.kind {
                Kind::Number(number) => number.checked_neg(),
                _ => None,
            },
            _ => None,
        };
        match number {
            Some(number @ 1..=MOST_BLOCKED) => Ok(number.unsigned_abs() - 1),
            Some(_) => Err(Mistake::new(k.at.clone(), say!("operator.block_range", most = MOST_BLOCKED))),
            None => Err(Mistake::new(k.at.clone(), say!("operator.block_number"))),
        }
    }

    /// Conditions on the heaps of a ruleset, which may be named by their places: x, y, z, u, v, w or x1, x2, …
    fn about_heaps(&self, conditions: &[Condition], rules: &Definition) -> Result<Vec<Condition>, Mistake> {
        let mut conditions = conditions.to_vec();
        if let Body::Options { heaps, .. } = &rules.body {
            let own: BTreeSet<String> =
                self.fixed(&rules.lets).into_iter().chain(heaps.iter().map(|heap| heap.text.clone())).collect();
            let by_place = |name: &str| {
                let place = names::place_of(name).filter(|_| !own.contains(name))?;
                heaps.get(place).map(expression)
            };
            let placed = Replaced { number: &by_place, name: &|_| None };
            conditions.iter_mut().for_each(|condition| placed.condition(condition));
        }
        self.settled(conditions, rules)
    }

    /// Conditions on the heaps of a ruleset, settled as those of a domain.
    fn settled(&self, conditions: Vec<Condition>, rules: &Definition) -> Result<Vec<Condition>, Mistake> {
        let mut alone = self.whole_of(rules);
        let others = alone.domain.len();
        alone.domain.extend(conditions);
        settle(&mut alone)?;
        Ok(alone.domain.split_off(others))
    }

    /// A part with the parameters and functions of the whole.
    fn whole_of(&self, rules: &Definition) -> Definition {
        let mut whole = rules.clone();
        whole.parameters.clone_from(&self.whole.parameters);
        whole.lets = self.whole.lets.iter().chain(&rules.lets).cloned().collect();
        whole
    }

    /// Names that are no bound integers, heaps aside.
    fn fixed(&self, lets: &[super::syntax::Let]) -> BTreeSet<String> {
        let parameters = self.whole.parameters.iter().map(|parameter| &parameter.name);
        let lets = self.whole.lets.iter().chain(lets).map(|one| &one.name);
        let constants = ["phi", "φ", "ϕ"].map(str::to_owned);
        parameters.chain(lets).map(|name| name.text.clone()).chain(constants).collect()
    }

    /// The rules with every `sym` written out.
    fn rules(&self, definition: Definition, at: &Range<usize>) -> Result<Rules, Mistake> {
        let Body::Options { heaps, sets } = definition.body else {
            return Err(Mistake::new(at.clone(), say!("operator.no_heaps")));
        };
        if heaps.len() > super::MOST_HEAPS {
            return Err(Mistake::new(at.clone(), say!("ruleset.too_many_heaps", most = super::MOST_HEAPS)));
        }
        let mut plain: Vec<OptionSet> = Vec::new();
        for set in sets {
            if !set.sym {
                plain.push(set);
                continue;
            }
            for order in orders(heaps.len()) {
                let image = exchanged(&set, &heaps, &order);
                if !plain.contains(&image) {
                    plain.push(image);
                }
            }
            few(&plain, at)?;
        }
        Ok(Rules { lets: definition.lets, heaps, sets: plain, domain: definition.domain })
    }

    /// The one position that an option of a set leaves. Nothing is left: empty heaps, if
    /// they have no move.
    fn tuple(&self, set: &OptionSet, rules: &Rules, word: &str, at: &Range<usize>) -> Result<Vec<Expression>, Mistake> {
        match set.tuples.as_slice() {
            [Tuple { copies: None, heaps }] => Ok(heaps.clone()),
            [] if self.ends_at_zero(rules) => Ok(vec![0.into(); rules.heaps.len()]),
            [] => Err(Mistake::new(at.clone(), say!("operator.nothing_left", operator = word))),
            _ => Err(Mistake::new(at.clone(), say!("operator.several_left", operator = word))),
        }
    }

    /// Whether empty heaps are a position without a move of anybody.
    fn ends_at_zero(&self, rules: &Rules) -> bool {
        let mut sets = rules.sets.clone();
        sets.iter_mut().for_each(|set| set.who = None);
        let one = Rules { lets: rules.lets.clone(), heaps: rules.heaps.clone(), sets, domain: rules.domain.clone() };
        let whole = self.whole_of(&one.definition());
        let Some(interpreter) = Interpreter::new(&whole, self.arguments) else { return false };
        let zero = vec![0; rules.heaps.len()];
        let inside = interpreter.is_position(&zero).unwrap_or(false);
        let options = interpreter.options(&zero, &mut 100_000, &Budget::unlimited());
        inside && options.is_ok_and(|options| options.is_empty())
    }

    /// Names that are no bound integers.
    fn known(&self, rules: &Rules) -> BTreeSet<String> {
        let mut known = self.fixed(&rules.lets);
        known.extend(rules.heaps.iter().map(|heap| heap.text.clone()));
        known
    }
}

/// The rules of a code.
fn of_code(code: &Name) -> Result<Definition, Mistake> {
    let here = |mistake: Mistake| mistake.placed_at(code.at.clone());
    let read: Code = code.text.parse().map_err(here)?;
    let rules = super::parse_definition(&code::definition(&read).map_err(here)?).map_err(here)?;
    Ok(rules.placed_at(&code.at))
}

/// `block(k)` and `wins` stand around other operators.
fn usual(winning: &Winning, word: &str, at: &Range<usize>) -> Result<(), Mistake> {
    if winning.is_usual() { Ok(()) } else { Err(Mistake::new(at.clone(), say!("operator.outside", operator = word))) }
}

fn few(sets: &[OptionSet], at: &Range<usize>) -> Result<(), Mistake> {
    let fits = sets.len() <= MOST_SETS;
    if fits { Ok(()) } else { Err(Mistake::new(at.clone(), say!("operator.too_many_sets", most = MOST_SETS))) }
}

/// What holds where not all of these hold.
fn negated(mut conditions: Vec<Condition>) -> Condition {
    match conditions.as_mut_slice() {
        [Condition::Chain(first, rest)] if rest.len() == 1 => {
            let relation = rest[0].relation.opposite();
            compared(first.clone(), relation, rest[0].term.clone())
        }
        [_] => Condition::Not(Box::new(conditions.remove(0))),
        _ => Condition::Not(Box::new(Condition::And(conditions))),
    }
}

/// The image of a set: heap h is played as heap `order[h]`.
fn exchanged(set: &OptionSet, heaps: &[Name], order: &[usize]) -> OptionSet {
    let by = |name: &Name| {
        let place = heaps.iter().position(|heap| heap == name)?;
        Some(expression(&heaps[order[place]]))
    };
    let tuple = |tuple: &Tuple| {
        let mut moved = tuple.heaps.clone();
        for (place, heap) in tuple.heaps.iter().enumerate() {
            moved[order[place]] = heap.replaced(&by);
        }
        Tuple { copies: tuple.copies.as_ref().map(|copies| copies.replaced(&by)), heaps: moved }
    };
    OptionSet {
        sym: false,
        tuples: set.tuples.iter().map(tuple).collect(),
        conditions: set.conditions.iter().map(|condition| condition.replaced(&by)).collect(),
        ..set.clone()
    }
}
