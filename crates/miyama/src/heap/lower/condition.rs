//! Conditions as cases: `or` and `!=` split, and what holds or fails becomes linear forms.

use super::super::linear::Linear;
use super::super::notation::{Comparison, Condition, Expression, LetValue, Name, Relation, Sequence, orders};
use super::super::ruleset::{Argument, Case};
use super::Lowering;
use super::function::{equations, membership};
use miyama_budget::Mistake;
use miyama_text::say;

impl Lowering<'_> {
    pub(super) fn condition(&self, condition: &Condition, holds: bool, case: Case) -> Result<Vec<Case>, Mistake> {
        match condition {
            Condition::Not(inner) => self.condition(inner, !holds, case),
            Condition::And(parts) if holds => self.all(parts, holds, case),
            Condition::Or(parts) if !holds => self.all(parts, holds, case),
            Condition::And(parts) | Condition::Or(parts) => self.any(parts, holds, case),
            Condition::Chain(first, rest) => self.chain(first, rest, holds, case),
            Condition::Among(term, members) => self.among(term, members, holds, case),
            Condition::AmongNamed(term, name) => self.among_named(term, name, holds, case),
            Condition::Tuples(tuple, members) => {
                let one = |member: &Vec<Expression>| Condition::And(equations(tuple, member));
                self.condition(&Condition::Or(members.iter().map(one).collect()), holds, case)
            }
            Condition::Unordered(numbers, members) => {
                let orders = orders(numbers.len());
                let one = |member: &Vec<Expression>| {
                    let in_order = |order: &Vec<usize>| -> Condition {
                        let member: Vec<Expression> = order.iter().map(|place| member[*place].clone()).collect();
                        Condition::And(equations(numbers, &member))
                    };
                    Condition::Or(orders.iter().map(in_order).collect())
                };
                self.condition(&Condition::Or(members.iter().map(one).collect()), holds, case)
            }
            Condition::Exists(exists) => Err(Mistake::new(exists.name.at.clone(), say!("notation.exists_in_ruleset"))),
            Condition::Automaton(_, file) => Err(Mistake::new(file.at.clone(), say!("notation.automaton_in_ruleset"))),
        }
    }

    fn among_named(&self, term: &Expression, name: &Name, holds: bool, case: Case) -> Result<Vec<Case>, Mistake> {
        if let Some(Argument::Set(members)) = self.parameters.get(name.text.as_str()) {
            let members: Vec<Expression> = members.iter().map(|m| Expression::from(*m)).collect();
            return self.among(term, &members, holds, case);
        }
        let given = self.definition.lets.iter().find(|one| one.name == *name).map(|one| &one.value);
        let sequence = match given {
            Some(LetValue::Members(members)) => return self.among(term, members, holds, case),
            Some(LetValue::Sequence(sequence)) => Some(*sequence),
            Some(LetValue::Function(..)) => None,
            None => Sequence::named(&name.text).filter(|_| !self.parameters.contains_key(name.text.as_str())),
        };
        let Some(sequence) = sequence else {
            return Err(Mistake::new(name.at.clone(), say!("ruleset.not_a_set", name = &name.text)));
        };
        let mut cases = vec![];
        for (case, value) in self.value(term, case)? {
            let (case, member) = self.computed(case, &membership(sequence), vec![value.clone()])?;
            let (one, large) = (Linear::constant(1), |e| self.too_large(e));
            let forms = if holds {
                // The least member of the sequence.
                let least = match sequence {
                    Sequence::Squares | Sequence::Triangular | Sequence::Evil => 0,
                    Sequence::Fibonacci | Sequence::PowersOfTwo | Sequence::Odious => 1,
                    Sequence::Primes => 2,
                };
                let above = value.minus(&Linear::constant(least)).map_err(large)?;
                vec![member.minus(&one).map_err(large)?, one.minus(&member).map_err(large)?, above]
            } else {
                vec![member.clone(), Linear::default().minus(&member).map_err(large)?]
            };
            cases.push(case.with(forms));
        }
        Ok(cases)
    }

    fn all(&self, parts: &[Condition], holds: bool, case: Case) -> Result<Vec<Case>, Mistake> {
        parts.iter().try_fold(vec![case], |cases, part| self.each(cases, |case| self.condition(part, holds, case)))
    }

    pub(super) fn any(&self, parts: &[Condition], holds: bool, case: Case) -> Result<Vec<Case>, Mistake> {
        let mut cases = Vec::new();
        for part in parts {
            cases.extend(self.each(vec![case.clone()], |case| self.condition(part, holds, case))?);
        }
        Ok(cases)
    }

    pub(super) fn chain(
        &self,
        first: &Expression,
        rest: &[Comparison],
        holds: bool,
        case: Case,
    ) -> Result<Vec<Case>, Mistake> {
        let mut links = Vec::new();
        let mut left = first;
        for link in rest {
            let relation = if holds { link.relation } else { link.relation.opposite() };
            links.push((left, relation, &link.term));
            left = &link.term;
        }
        let compare = |case: Case, (left, relation, right): (&Expression, Relation, &Expression)| {
            self.compare(left, relation, right, case)
        };
        if holds {
            // All links hold.
            return links.into_iter().try_fold(vec![case], |cases, link| self.each(cases, |case| compare(case, link)));
        }
        let mut cases = Vec::new();
        for link in links {
            cases.extend(self.each(vec![case.clone()], |case| compare(case, link))?);
        }
        Ok(cases)
    }

    fn among(&self, term: &Expression, members: &[Expression], holds: bool, case: Case) -> Result<Vec<Case>, Mistake> {
        if holds {
            let mut cases = Vec::new();
            for member in members {
                cases.extend(self.compare(term, Relation::Equal, member, case.clone())?);
            }
            return Ok(cases);
        }
        members.iter().try_fold(vec![case], |cases, member| {
            self.each(cases, |case| self.compare(term, Relation::Unequal, member, case))
        })
    }

    fn compare(
        &self,
        left: &Expression,
        relation: Relation,
        right: &Expression,
        case: Case,
    ) -> Result<Vec<Case>, Mistake> {
        let mut cases = Vec::new();
        for (case, left) in self.value(left, case)? {
            for (case, right) in self.value(right, case)? {
                let difference = right.minus(&left).map_err(|e| self.too_large(e))?;
                // What must be ≥ 0, in terms of right − left.
                let form = |sign: i128, constant: i128| {
                    Linear::constant(constant).combine(1, &difference, sign).map_err(|e| self.too_large(e))
                };
                let alternatives: Vec<Vec<Linear>> = match relation {
                    Relation::AtMost => vec![vec![form(1, 0)?]],
                    Relation::Less => vec![vec![form(1, -1)?]],
                    Relation::AtLeast => vec![vec![form(-1, 0)?]],
                    Relation::Greater => vec![vec![form(-1, -1)?]],
                    Relation::Equal => vec![vec![form(1, 0)?, form(-1, 0)?]],
                    Relation::Unequal => vec![vec![form(1, -1)?], vec![form(-1, -1)?]],
                };
                cases.extend(alternatives.into_iter().map(|forms| case.clone().with(forms)));
            }
        }
        Ok(cases)
    }
}
