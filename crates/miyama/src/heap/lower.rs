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
use super::notation::{Definition, Name, OptionSet, orders};
use super::ruleset::{Argument, Bound, Case};
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use std::collections::BTreeMap;
use std::ops::Range;

mod between;
mod computed;
mod condition;
mod digits;
mod function;
mod value;

pub(crate) use computed::{Computed, Known, LARGEST, Number};
use function::is_phi;

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
