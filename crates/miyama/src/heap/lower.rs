//! Turns option sets into [`Case`]s: conditions become linear forms, and what
//! is not linear is split until it is.
//!
//! * `|e|`, `min`, `max`, `or`, `!=` split into cases.
//! * `e mod m` and `e div m` get an integer q with 0 ≤ e − m·q < m. Where m is a
//!   number, e is first reduced by multiples of m, which q takes up.
//! * A product of two expressions that both contain symbols gets an integer t
//!   of its own, computed as the product; so that t bounds its factors, the
//!   signs of the factors are split: for a, b ≥ 1 holds t ≥ a + b − 1, because
//!   (a − 1)(b − 1) ≥ 0, and likewise for the other signs. The factors are
//!   divided by their greatest common divisors first, signs included.
//!
//! * A function gets an integer of its own too, computed when its arguments are known
//!   (`computed`), with what is known of it as conditions.
//!
//! The same quotient or product is the same integer wherever it occurs in a case:
//! what a condition says of `i*i` holds of the `i*i` in the option.

use super::linear::{Linear, TooLarge};
use super::notation::{
    Comparison, Condition, Definition, Expression, ExpressionKind as Kind, LetValue, Name, OptionSet, Relation,
    Sequence,
};
use super::ruleset::{Argument, Bound, Case};
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use num_integer::{Integer, div_floor};
use std::collections::BTreeMap;
use std::ops::Range;

mod computed;
mod digits;
mod function;

pub(crate) use computed::{Computed, Known};
pub(super) use function::orders;
use function::{equations, is_phi, membership};

/// More cases than this come from a definition that nobody wrote by hand.
const MOST_CASES: usize = 1000;

/// The cases of all option sets.
pub(crate) fn lower(
    definition: &Definition,
    heaps: &[Name],
    sets: &[OptionSet],
    arguments: &[Argument],
    budget: &Budget,
) -> Result<Vec<Case>, Mistake> {
    let parameters = bind(definition, arguments)?;
    let here: Vec<Linear> = (0..heaps.len()).map(Linear::symbol).collect();
    let mut cases: Vec<Case> = Vec::new();
    for set in sets {
        let lowering =
            Lowering { definition, heaps, here: here.clone(), parameters: &parameters, set, budget, depth: 0 };
        for case in lowering.cases()? {
            let images = if set.sym { permuted(&case, heaps.len()) } else { vec![case] };
            for image in images {
                for image in lowering.inside(image)? {
                    budget.check()?;
                    let image = image.settled(heaps.len());
                    if !cases.iter().any(|c| same_move(c, &image)) {
                        cases.push(image);
                    }
                }
            }
            if cases.len() > MOST_CASES {
                return Err(Mistake::new(set.at.clone(), say!("ruleset.too_many_cases", most = MOST_CASES)));
            }
        }
    }
    Ok(cases)
}

/// The domain as cases that leave nothing: a tuple is a position if one of them can
/// be moved in.
pub(crate) fn domain(
    definition: &Definition,
    heaps: &[Name],
    arguments: &[Argument],
    budget: &Budget,
) -> Result<Vec<Case>, Mistake> {
    let parameters = bind(definition, arguments)?;
    let here: Vec<Linear> = (0..heaps.len()).map(Linear::symbol).collect();
    let set = &OptionSet { who: None, sym: false, tuples: vec![], conditions: vec![], at: 0..0 };
    let lowering = Lowering { definition, heaps, here, parameters: &parameters, set, budget, depth: 0 };
    let cases = lowering.inside(Case::new(0..0))?;
    Ok(cases.into_iter().map(|case| case.settled(heaps.len())).collect())
}

/// Gives every parameter its argument or its default.
pub(crate) fn bind<'a>(
    definition: &'a Definition,
    arguments: &[Argument],
) -> Result<BTreeMap<&'a str, Argument>, Mistake> {
    let parameters = &definition.parameters;
    let mut bound = BTreeMap::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let value = match (arguments.get(index), parameter.default) {
            (Some(argument), _) => argument.clone(),
            (None, Some(default)) => Argument::Number(default),
            (None, None) => {
                let says = say!("ruleset.missing_argument", name = &parameter.name.text);
                return Err(Mistake::new(parameter.name.at.clone(), says));
            }
        };
        bound.insert(parameter.name.text.as_str(), value);
    }
    if arguments.len() > parameters.len() {
        let at = definition.name.as_ref().map_or(0..0, |name| name.at.clone());
        return Err(Mistake::new(
            at,
            say!("ruleset.too_many_arguments", most = parameters.len(), given = arguments.len()),
        ));
    }
    Ok(bound)
}

/// The cases that exchanging heaps makes of one.
pub(super) fn permuted(case: &Case, heaps: usize) -> Vec<Case> {
    orders(heaps).iter().map(|order| image(case, order)).collect()
}

/// The case with heap h played as heap `order[h]`.
pub(super) fn image(case: &Case, order: &[usize]) -> Case {
    let heaps = order.len();
    let rename = |form: &Linear| form.renamed(|s| if s < heaps { order[s] } else { s });
    let tuple = |forms: &Vec<Linear>| {
        let mut moved = vec![Linear::default(); heaps];
        for (heap, form) in forms.iter().enumerate() {
            moved[order[heap]] = rename(form);
        }
        moved
    };
    Case {
        bound: case.bound.iter().map(|bound| bound.renamed(rename)).collect(),
        conditions: case.conditions.iter().map(rename).collect(),
        option: case.option.iter().map(tuple).collect(),
        copies: case.copies.iter().map(rename).collect(),
        at: case.at.clone(),
    }
}

/// Whether two cases are written with the same forms.
fn same_move(a: &Case, b: &Case) -> bool {
    let sorted = |case: &Case| {
        let mut conditions = case.conditions.clone();
        conditions.sort();
        conditions
    };
    a.option == b.option && a.copies == b.copies && a.bound == b.bound && sorted(a) == sorted(b)
}

#[derive(Clone)]
struct Lowering<'a> {
    definition: &'a Definition,
    heaps: &'a [Name],
    /// What the names of the heaps stand for: those of the position, or of an option.
    here: Vec<Linear>,
    parameters: &'a BTreeMap<&'a str, Argument>,
    set: &'a OptionSet,
    budget: &'a Budget,
    /// How many functions are put into each other here.
    depth: usize,
}

/// Functions that call others deeper than this call themselves.
const DEEPEST: usize = 20;

/// More copies than this are not written out one by one.
const MOST_COPIES: i128 = 64;

/// A value in a case that may have been split on the way to it.
type Valued = (Case, Linear);

impl Lowering<'_> {
    fn cases(&self) -> Result<Vec<Case>, Mistake> {
        let names = self.bound_names();
        let mut start = Case::new(self.set.at.clone());
        for name in &names {
            start.conditions.push(Linear::symbol(self.heaps.len() + start.bound.len()));
            start.bound.push(Bound::Free { name: Some(name.clone()) });
        }
        let mut cases = vec![start];
        for condition in &self.set.conditions {
            cases = self.each(cases, |case| self.condition(condition, true, case))?;
        }
        for tuple in &self.set.tuples {
            for case in &mut cases {
                case.option.push(vec![]);
            }
            for part in &tuple.heaps {
                cases = self.each(cases, |case| {
                    let valued = self.value(part, case)?.into_iter().map(|(mut case, heap)| {
                        case.conditions.push(heap.clone());
                        if let Some(tuple) = case.option.last_mut() {
                            tuple.push(heap);
                        }
                        case
                    });
                    Ok(valued.collect())
                })?;
            }
            cases = self.each(cases, |case| match &tuple.copies {
                None => Ok(vec![case.copied(Linear::constant(1))]),
                Some(copies) => {
                    let valued = self.value(copies, case)?;
                    Ok(valued.into_iter().map(|(case, copies)| case.copied(copies)).collect())
                }
            })?;
        }
        Ok(cases)
    }

    /// The parts of a case in which the position and what is left are in the domain.
    fn inside(&self, case: Case) -> Result<Vec<Case>, Mistake> {
        let mut cases = vec![case.clone()];
        let mut places: Vec<Vec<Linear>> = vec![self.here.clone()];
        for tuple in &case.option {
            if !places.contains(tuple) {
                places.push(tuple.clone());
            }
        }
        for here in places {
            let there = Lowering { here, ..self.clone() };
            for condition in &self.definition.domain {
                cases = there.each(cases, |case| there.condition(condition, true, case))?;
            }
        }
        Ok(cases)
    }

    /// Replaces every case by what `split` makes of it, and drops those that
    /// cannot occur.
    fn each(&self, cases: Vec<Case>, split: impl Fn(Case) -> Result<Vec<Case>, Mistake>) -> Result<Vec<Case>, Mistake> {
        let mut all = Vec::new();
        for case in cases {
            for case in split(case)? {
                self.budget.check()?;
                if case.system(self.heaps.len()).may_have_solution() {
                    all.push(case);
                }
            }
            self.few(all.len())?;
        }
        Ok(all)
    }

    /// Refuses more cases than anybody writes.
    fn few(&self, cases: usize) -> Result<(), Mistake> {
        if cases > MOST_CASES {
            return Err(Mistake::new(self.set.at.clone(), say!("ruleset.too_many_cases", most = MOST_CASES)));
        }
        Ok(())
    }

    fn too_large(&self, _: TooLarge) -> Mistake {
        Mistake::new(self.set.at.clone(), say!("ruleset.numbers_too_large"))
    }

    /// The names that are neither heaps nor parameters, in order of appearance.
    fn bound_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut note = |name: &Name| {
            let known = self.heaps.contains(name)
                || self.parameters.contains_key(name.text.as_str())
                || self.definition.lets.iter().any(|one| one.name == *name)
                || is_phi(&name.text)
                || names.contains(&name.text);
            if !known {
                names.push(name.text.clone());
            }
        };
        // Conditions come first: `1 <= i <= x, 1 <= j < i` bounds i before j.
        self.set.conditions.iter().for_each(|c| c.for_each_expression(&mut |e| e.names(&mut note)));
        for tuple in &self.set.tuples {
            tuple.heaps.iter().chain(&tuple.copies).for_each(|e| e.names(&mut note));
        }
        names
    }

    fn condition(&self, condition: &Condition, holds: bool, case: Case) -> Result<Vec<Case>, Mistake> {
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

    fn any(&self, parts: &[Condition], holds: bool, case: Case) -> Result<Vec<Case>, Mistake> {
        let mut cases = Vec::new();
        for part in parts {
            cases.extend(self.each(vec![case.clone()], |case| self.condition(part, holds, case))?);
        }
        Ok(cases)
    }

    fn chain(&self, first: &Expression, rest: &[Comparison], holds: bool, case: Case) -> Result<Vec<Case>, Mistake> {
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

    fn value(&self, expression: &Expression, case: Case) -> Result<Vec<Valued>, Mistake> {
        let large = |e| self.too_large(e);
        match &expression.kind {
            Kind::Number(number) => Ok(vec![(case, Linear::constant(i128::from(*number)))]),
            Kind::Name(name) => self.named(name, case),
            Kind::Negative(a) => {
                let zero = Linear::constant(0);
                self.value(a, case)?.into_iter().map(|(c, a)| Ok((c, zero.minus(&a).map_err(large)?))).collect()
            }
            Kind::Sum(a, b) => self.pair(a, b, case, |c, a, b| Ok(vec![(c, a.plus(&b).map_err(large)?)])),
            Kind::Difference(a, b) => self.pair(a, b, case, |c, a, b| Ok(vec![(c, a.minus(&b).map_err(large)?)])),
            Kind::Product(a, b) => self.pair(a, b, case, |c, a, b| self.product(c, &a, &b)),
            Kind::Quotient(a, by) | Kind::Fraction(a, by) => {
                self.positive(by)?;
                self.pair(a, by, case, |c, a, b| self.division(c, &a, &b, true))
            }
            Kind::Remainder(a, by) => {
                self.positive(by)?;
                self.pair(a, by, case, |c, a, b| self.division(c, &a, &b, false))
            }
            Kind::Absolute(a) => {
                let mut all = Vec::new();
                for (case, a) in self.value(a, case)? {
                    let negative = Linear::constant(0).minus(&a).map_err(large)?;
                    let below = negative.plus(&Linear::constant(-1)).map_err(large)?;
                    all.push((case.clone().with(vec![a.clone()]), a));
                    all.push((case.with(vec![below]), negative));
                }
                self.possible(all)
            }
            Kind::Least(parts) => self.extreme(parts, -1, case),
            Kind::Greatest(parts) => self.extreme(parts, 1, case),
            Kind::Power(base, exponent) => self.power(base, exponent, case),
            Kind::Apply(function, parts) => self.apply(*function, parts, expression, case),
            Kind::Call(name, parts) => self.call(name, parts, expression, case),
            Kind::Indexed(name, _) => {
                Err(Mistake::new(expression.at.clone(), say!("notation.not_indexed", name = &name.text)))
            }
            Kind::Choice(condition, a, b) => {
                let mut all = vec![];
                for (holds, value) in [(true, a), (false, b)] {
                    for case in self.each(vec![case.clone()], |case| self.condition(condition, holds, case))? {
                        all.extend(self.value(value, case)?);
                    }
                }
                self.few(all.len())?;
                Ok(all)
            }
        }
    }

    fn named(&self, name: &Name, case: Case) -> Result<Vec<Valued>, Mistake> {
        if let Some(heap) = self.heaps.iter().position(|h| h == name) {
            return Ok(vec![(case, self.here[heap].clone())]);
        }
        match self.parameters.get(name.text.as_str()) {
            Some(Argument::Number(number)) => return Ok(vec![(case, Linear::constant(i128::from(*number)))]),
            Some(Argument::Set(_)) => {
                return Err(Mistake::new(name.at.clone(), say!("ruleset.not_a_number", name = &name.text)));
            }
            None => {}
        }
        let given = self.definition.lets.iter().find(|one| one.name == *name).map(|one| &one.value);
        if let Some(LetValue::Function(arguments, body)) = given
            && arguments.is_empty()
        {
            return self.deeper(&name.at)?.value(body, case);
        }
        let known = |b: &Bound| matches!(b, Bound::Free { name: Some(known) } if *known == name.text);
        let Some(index) = case.bound.iter().position(known) else {
            return Err(Mistake::new(name.at.clone(), say!("ruleset.stray", name = &name.text)));
        };
        let symbol = Linear::symbol(self.heaps.len() + index);
        Ok(vec![(case, symbol)])
    }

    fn pair(
        &self,
        a: &Expression,
        b: &Expression,
        case: Case,
        join: impl Fn(Case, Linear, Linear) -> Result<Vec<Valued>, Mistake>,
    ) -> Result<Vec<Valued>, Mistake> {
        let mut all = Vec::new();
        for (case, a) in self.value(a, case)? {
            for (case, b) in self.value(b, case)? {
                all.extend(join(case, a.clone(), b)?);
                self.few(all.len())?;
            }
        }
        Ok(all)
    }

    /// The least (sign −1) or greatest (sign 1) of several values.
    fn extreme(&self, parts: &[Expression], sign: i128, case: Case) -> Result<Vec<Valued>, Mistake> {
        let Some((first, rest)) = parts.split_first() else { return Ok(vec![]) };
        let mut so_far = self.value(first, case)?;
        for part in rest {
            let mut next = Vec::new();
            for (case, best) in so_far {
                for (case, value) in self.value(part, case)? {
                    let lead = Linear::constant(0)
                        .combine(1, &value, sign)
                        .and_then(|f| f.combine(1, &best, -sign))
                        .map_err(|e| self.too_large(e))?;
                    let trails = Linear::constant(-1).minus(&lead).map_err(|e| self.too_large(e))?;
                    next.push((case.clone().with(vec![lead]), value));
                    next.push((case.with(vec![trails]), best.clone()));
                }
            }
            so_far = self.possible(next)?;
        }
        Ok(so_far)
    }

    fn product(&self, case: Case, a: &Linear, b: &Linear) -> Result<Vec<Valued>, Mistake> {
        let large = |e| self.too_large(e);
        let zero = Linear::default();
        if a.is_constant() {
            return Ok(vec![(case, zero.combine(1, b, a.constant).map_err(large)?)]);
        }
        if b.is_constant() {
            return Ok(vec![(case, zero.combine(1, a, b.constant).map_err(large)?)]);
        }
        let ((times_a, a), (times_b, b)) = (primitive(a), primitive(b));
        let times = times_a.checked_mul(times_b).ok_or_else(|| self.too_large(TooLarge))?;
        let (a, b) = if a <= b { (&a, &b) } else { (&b, &a) };
        let known = case.bound.iter().position(|bound| matches!(bound, Bound::Product(c, d) if c == a && d == b));
        let symbol = self.heaps.len() + known.unwrap_or(case.bound.len());
        let product = Linear::symbol(symbol);
        let value = zero.combine(1, &product, times).map_err(large)?;
        if known.is_some() {
            return Ok(vec![(case, value)]);
        }
        let mut all = Vec::new();
        for (sign_a, sign_b) in [(0, 1), (0, -1), (1, 0), (-1, 0), (0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let mut forms = vec![];
            for (factor, sign) in [(a, sign_a), (b, sign_b)] {
                if sign == 0 {
                    forms.extend([factor.clone(), zero.minus(factor).map_err(large)?]);
                } else {
                    // sign·factor ≥ 1
                    forms.push(Linear::constant(-1).combine(1, factor, sign).map_err(large)?);
                }
            }
            if sign_a * sign_b == 0 {
                forms.extend([product.clone(), zero.minus(&product).map_err(large)?]);
            } else {
                // |t| ≥ |a| + |b| − 1
                let size = zero.combine(1, &product, sign_a * sign_b).map_err(large)?;
                let sizes =
                    Linear::constant(-1).combine(1, a, sign_a).and_then(|f| f.combine(1, b, sign_b)).map_err(large)?;
                forms.push(size.minus(&sizes).map_err(large)?);
            }
            let mut case = case.clone().with(forms);
            case.bound.push(Bound::Product(a.clone(), b.clone()));
            all.push((case, value.clone()));
        }
        self.possible(all)
    }

    /// Refuses a divisor below 1 that is the same for all positions: nothing
    /// would ever hold or be left where it stands.
    fn positive(&self, by: &Expression) -> Result<(), Mistake> {
        let mut constant = true;
        by.names(&mut |name| constant &= self.parameters.contains_key(name.text.as_str()));
        if !constant {
            return Ok(());
        }
        let everywhere = Case::new(by.at.clone());
        let values = self.value(by, everywhere)?;
        match self.possible(values)?.first() {
            Some((_, value)) if value.is_constant() && value.constant < 1 => {
                Err(Mistake::new(by.at.clone(), say!("ruleset.divisor", value = value.constant)))
            }
            _ => Ok(()),
        }
    }

    /// `a div b` or `a mod b`, with b ≥ 1 understood as a condition.
    fn division(&self, mut case: Case, a: &Linear, b: &Linear, quotient: bool) -> Result<Vec<Valued>, Mistake> {
        let large = |e| self.too_large(e);
        // a = reduced + b·multiples: the rest is that of the reduced one.
        let (reduced, multiples) = if b.is_constant() { reduce(a, b.constant) } else { (a.clone(), Linear::default()) };
        let a = &reduced;
        let result = |q: &Linear, rest: &Linear| match quotient {
            true => q.plus(&multiples).map_err(large),
            false => Ok(rest.clone()),
        };
        // What is left of a constant is known.
        if a.is_constant() && b.is_constant() && b.constant >= 1 {
            let value = result(&Linear::default(), a)?;
            return Ok(vec![(case, value)]);
        }
        if let Some((q, rest)) = self.known_quotient(&case, a, b).map_err(large)? {
            let value = result(&q, &rest)?;
            return Ok(vec![(case, value)]);
        }
        case.conditions.push(b.plus(&Linear::constant(-1)).map_err(large)?);
        let q = Linear::symbol(self.heaps.len() + case.bound.len());
        case.bound.push(Bound::Free { name: None });
        let mut all = Vec::new();
        for (case, multiple) in self.product(case, b, &q)? {
            let rest = a.minus(&multiple).map_err(large)?;
            let below = b.minus(&rest).and_then(|f| f.plus(&Linear::constant(-1))).map_err(large)?;
            let value = result(&q, &rest)?;
            all.push((case.with(vec![rest, below]), value));
        }
        self.possible(all)
    }

    /// The integer q of the case that is `a div b`, and a − b·q, if a quotient of
    /// the same two was met before: its conditions 0 ≤ a − b·q < b are there.
    fn known_quotient(&self, case: &Case, a: &Linear, b: &Linear) -> Result<Option<(Linear, Linear)>, TooLarge> {
        for (index, bound) in case.bound.iter().enumerate() {
            if !matches!(bound, Bound::Free { name: None }) {
                continue;
            }
            let q = Linear::symbol(self.heaps.len() + index);
            let multiple = if b.is_constant() {
                Linear::default().combine(1, &q, b.constant)?
            } else {
                let (times, b) = primitive(b);
                let pair = if b <= q { (&b, &q) } else { (&q, &b) };
                let product = |bound: &Bound| matches!(bound, Bound::Product(c, d) if (c, d) == pair);
                match case.bound.iter().position(product) {
                    Some(index) => Linear::default().combine(1, &Linear::symbol(self.heaps.len() + index), times)?,
                    None => continue,
                }
            };
            let rest = a.minus(&multiple)?;
            let below = b.minus(&rest)?.plus(&Linear::constant(-1))?;
            if case.conditions.contains(&rest) && case.conditions.contains(&below) {
                return Ok(Some((q, rest)));
            }
        }
        Ok(None)
    }

    /// Drops the cases that cannot occur.
    fn possible(&self, all: Vec<Valued>) -> Result<Vec<Valued>, Mistake> {
        let mut kept = Vec::new();
        for (case, value) in all {
            self.budget.check()?;
            if case.system(self.heaps.len()).may_have_solution() {
                kept.push((case, value));
            }
        }
        self.few(kept.len())?;
        Ok(kept)
    }
}

/// `times · form` as the same form: the greatest common divisor of its numbers
/// taken out, with the sign of the first of them.
fn primitive(form: &Linear) -> (i128, Linear) {
    let numbers = || form.terms().map(|(_, coefficient)| coefficient).chain([form.constant]);
    // The one number that has no size.
    if numbers().any(|number| number == i128::MIN) {
        return (1, form.clone());
    }
    let divisor = numbers().fold(0i128, |divisor, number| divisor.gcd(&number)).max(1);
    let times = if numbers().next().is_some_and(|first| first < 0) { -divisor } else { divisor };
    (times, divided(form, times))
}

/// The form with every number divided, where all are multiples of the divisor.
fn divided(form: &Linear, divisor: i128) -> Linear {
    let mut result = Linear::constant(form.constant / divisor);
    for (symbol, coefficient) in form.terms() {
        let term = Linear::symbol(symbol);
        // Smaller numbers than those of the form do not overflow.
        result = result.combine(1, &term, coefficient / divisor).unwrap_or(result);
    }
    result
}

/// The form as `reduced + modulus·multiples`, the coefficients of the reduced
/// one nearest to 0 and its constant from 0 to modulus − 1.
fn reduce(form: &Linear, modulus: i128) -> (Linear, Linear) {
    if modulus < 1 {
        return (form.clone(), Linear::default());
    }
    let mut multiples = Linear::constant(div_floor(form.constant, modulus));
    let mut reduced = Linear::constant(form.constant.mod_floor(&modulus));
    for (symbol, coefficient) in form.terms() {
        let mut rest = coefficient.mod_floor(&modulus);
        if rest > modulus / 2 {
            rest -= modulus;
        }
        let term = Linear::symbol(symbol);
        let whole = coefficient.checked_sub(rest).map_or(Err(TooLarge), |whole| Ok(whole / modulus));
        let (more, less) =
            (whole.and_then(|times| multiples.combine(1, &term, times)), reduced.combine(1, &term, rest));
        let (Ok(more), Ok(less)) = (more, less) else { return (form.clone(), Linear::default()) };
        (multiples, reduced) = (more, less);
    }
    (reduced, multiples)
}

impl Case {
    fn new(at: Range<usize>) -> Case {
        Case { bound: vec![], conditions: vec![], option: vec![], copies: vec![], at }
    }

    /// The last tuple so many times.
    fn copied(mut self, copies: Linear) -> Case {
        match copies.constant {
            count @ 0..=MOST_COPIES if copies.is_constant() => {
                if let Some(tuple) = self.option.pop() {
                    self.option.extend((0..count).map(|_| tuple.clone()));
                    self.copies.extend((0..count).map(|_| Linear::constant(1)));
                }
            }
            _ => {
                self.conditions.push(copies.clone());
                self.copies.push(copies);
            }
        }
        self
    }

    fn with(mut self, forms: Vec<Linear>) -> Case {
        self.conditions.extend(forms);
        self
    }
}
