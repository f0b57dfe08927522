//! All options of a position, one after the other: nested loops over the bound
//! integers of a case, with the bounds that follow from its conditions.
//!
//! Eliminating the bound integers from the last to the first ([`System::without`])
//! leaves, for each of them, conditions in which it is the last one: they give
//! its range once the earlier ones are known. Every condition of the case is
//! among the conditions of its last integer, so the loops visit exactly the
//! solutions.

mod listed;
mod order;
mod runs;

pub(crate) use listed::OptionRuns;
pub(crate) use runs::{Room, Run, Runs};

use super::linear::{Linear, System, TooLarge};
use super::lower::{LARGEST, Number};
use super::notation::Name;
use super::ruleset::{Bound, Case};
use crate::out_of_reach::OutOfReach;
use miyama_budget::{Budget, Mistake, Stopped};
use miyama_text::say;
use num_integer::{div_ceil, div_floor};

/// How many steps the loops take between two looks at the budget.
const LOOK: u32 = 4096;

/// Counts the steps of the loops: many may be needed to find no option at all.
pub(crate) struct Watch<'a> {
    budget: &'a Budget,
    steps: u32,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Watch<'a> {
        Watch { budget, steps: 0 }
    }

    fn step(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps < LOOK {
            return Ok(());
        }
        self.steps = 0;
        self.budget.check()
    }
}

/// The loops over one case.
#[derive(Clone, Debug)]
pub(crate) struct Loops {
    heaps: usize,
    /// Conditions on the heaps alone.
    guards: Vec<Linear>,
    /// The loops, outermost first.
    levels: Vec<Level>,
    option: Vec<Vec<Linear>>,
    /// How often each tuple is left; empty if each is once.
    copies: Vec<Linear>,
}

/// More parts of an option than this are not listed.
const MOST_PARTS: i128 = 10_000;

#[derive(Clone, Debug)]
struct Level {
    bound: Bound,
    /// Forms with this symbol as the last one: ≥ 0.
    conditions: Vec<Linear>,
    /// Whether nothing behind asks for its value.
    is_last: bool,
    /// The products of it that come later, and have bounds of their own.
    products: Vec<Multiple>,
}

/// A later product p of a number that is known and of one in which the symbol of a level is the only one
/// that is not: the quotient of x div y is bounded by that of x − y·q, though y is no constant.
#[derive(Clone, Debug)]
struct Multiple {
    known: Linear,
    other: Linear,
    symbol: usize,
    /// Forms in which the product is the only symbol that is not known: ≥ 0.
    conditions: Vec<Linear>,
}

impl Multiple {
    /// The range of the symbol of the level within `range`; none where nothing is left of it.
    fn narrowed(
        &self,
        symbol: usize,
        (low, high): (i128, i128),
        values: &mut [i128],
    ) -> Result<Option<(i128, i128)>, TooLarge> {
        values[symbol] = 0;
        let known = self.known.at(values)?;
        let (least, most) = range_of(&self.conditions, self.symbol, values)?;
        if known == 0 {
            return Ok((least <= 0 && most >= 0).then_some((low, high)));
        }
        // least ≤ known·(a·s + b) ≤ most.
        let (a, b) = (self.other.coefficient(symbol), self.other.at(values)?);
        let (Some(factor), Some(shift)) = (known.checked_mul(a), known.checked_mul(b)) else {
            return Ok(Some((low, high)));
        };
        let (mut low, mut high) = (low, high);
        if let Some(above) = most.checked_sub(shift).filter(|_| most < LARGEST) {
            if factor > 0 {
                high = high.min(div_floor(above, factor));
            } else {
                low = low.max(div_ceil(above, factor));
            }
        }
        if let Some(below) = least.checked_sub(shift).filter(|_| least > i128::MIN) {
            if factor > 0 {
                low = low.max(div_ceil(below, factor));
            } else {
                high = high.min(div_floor(below, factor));
            }
        }
        Ok((low <= high).then_some((low, high)))
    }
}

/// Why there are no loops for a case.
pub(crate) enum Problem {
    /// A bound integer can grow (or fall) without end.
    Unbounded {
        /// Its name in the source, if it has one.
        name: Option<String>,
        /// The heap that is 0 where this happens, by its place.
        empty: Option<usize>,
        /// Whether nothing bounds it from above anywhere.
        stray: bool,
    },
    TooLarge,
}

impl From<TooLarge> for Problem {
    fn from(TooLarge: TooLarge) -> Problem {
        Problem::TooLarge
    }
}

impl Problem {
    /// The name of the integer that has no bound.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Problem::Unbounded { name, .. } => name.as_deref(),
            Problem::TooLarge => None,
        }
    }

    pub(crate) fn mistake(&self, case: &Case, heaps: &[Name]) -> Mistake {
        let says = match self {
            Problem::Unbounded { name: Some(name), empty: Some(heap), .. } => {
                say!("ruleset.unbounded_where", name = name, place = format!("{} = 0", heaps[*heap].text))
            }
            Problem::Unbounded { name: Some(name), stray: true, .. } => say!("ruleset.stray", name = name),
            Problem::Unbounded { name: Some(name), .. } => say!("ruleset.unbounded", name = name),
            Problem::Unbounded { name: None, .. } => say!("ruleset.unbounded_value"),
            Problem::TooLarge => say!("ruleset.numbers_too_large"),
        };
        let mistake = Mistake::new(case.at.clone(), says);
        match self {
            Problem::Unbounded { name: Some(name), empty: None, stray: true } => {
                mistake.with_hint(match factor(name, case, heaps) {
                    Some((factor, other)) => {
                        say!("ruleset.stray_product", factor = factor, other = other)
                    }
                    None => say!("ruleset.stray_hint", name = name),
                })
            }
            _ => mistake,
        }
    }
}

/// `di` where `i` is known: d times i, if d were.
fn factor<'a>(name: &'a str, case: &Case, heaps: &[Name]) -> Option<(&'a str, &'a str)> {
    let mut cuts = name.char_indices().skip(1).map(|(at, _)| name.split_at(at));
    cuts.find(|(_, other)| {
        let bound = case.bound.iter().any(|bound| matches!(bound, Bound::Free { name: Some(name) } if name == other));
        bound || heaps.iter().any(|heap| heap.text == *other)
    })
}

impl Loops {
    /// The loops over a case, and the case with its bound integers in the order of the
    /// loops: the order in which they were introduced, if each has its ends there.
    pub(crate) fn ordered(case: Case, heaps: usize) -> Result<(Case, Loops), Box<(Case, Problem)>> {
        let problem = match Loops::new(&case, heaps) {
            Ok(loops) => return Ok((case, loops)),
            Err(problem) => problem,
        };
        if let (Problem::Unbounded { .. }, Some(order)) = (&problem, bounded_order(&case, heaps)) {
            let reordered = case.clone().reordered(&order, heaps);
            if let Ok(loops) = Loops::new(&reordered, heaps) {
                return Ok((reordered, loops));
            }
        }
        Err(Box::new((case, problem)))
    }

    pub(crate) fn new(case: &Case, heaps: usize) -> Result<Loops, Problem> {
        let mut system = case.system(heaps);
        let mut levels = Vec::with_capacity(case.bound.len());
        let mut weakened = false;
        for (index, bound) in case.bound.iter().enumerate().rev() {
            let symbol = heaps + index;
            let conditions: Vec<Linear> =
                system.forms().iter().filter(|f| f.coefficient(symbol) != 0).cloned().collect();
            let bounded = |sign: i128| conditions.iter().any(|f| f.coefficient(symbol).signum() == sign);
            if let Bound::Free { name } = bound
                && !(bounded(1) && bounded(-1))
                && system.has_solution()?
            {
                if weakened {
                    return Err(Problem::TooLarge);
                }
                // A heap that is 0 here is to blame: it is not 0 everywhere.
                let zero = |heap: &usize| {
                    let below = Linear::default().minus(&Linear::symbol(*heap));
                    below.and_then(|form| case.system(heaps).implies(&form)).unwrap_or(false)
                };
                let stray = !case.conditions.iter().any(|form| form.coefficient(symbol) < 0);
                return Err(Problem::Unbounded { name: name.clone(), empty: (0..heaps).find(zero), stray });
            }
            let about = |form: &Linear| form.coefficient(symbol) != 0;
            let behind = |level: &Level| level.conditions.iter().chain(level.bound.arguments()).any(about);
            let left = case.option.iter().flatten().chain(&case.copies).any(about);
            let is_last = !left && !levels.iter().any(behind);
            levels.push(Level { bound: bound.clone(), conditions, is_last, products: vec![] });
            // What follows for the loops outside makes them shorter; its conditions are looked
            // at in its own loop. Where too much would follow, less does.
            system = match system.without(symbol) {
                Ok(follows) => follows,
                Err(TooLarge) => {
                    weakened = true;
                    system.about_others(symbol)
                }
            };
        }
        levels.reverse();
        for index in 0..levels.len() {
            if matches!(levels[index].bound, Bound::Free { .. }) {
                levels[index].products = multiples(&levels, heaps, index);
            }
        }
        let copies = if case.copies_are_one() { vec![] } else { case.copies.clone() };
        Ok(Loops { heaps, guards: guards(&system, heaps), levels, option: case.option.clone(), copies })
    }

    /// Visits the options of a position until `visit` returns false; whether it
    /// never did.
    pub(crate) fn for_each(
        &self,
        position: &[u64],
        budget: &Budget,
        visit: &mut impl FnMut(&[Vec<u64>]) -> bool,
    ) -> Result<bool, OutOfReach> {
        self.for_each_watched(position, &mut Watch::new(budget), visit)
    }

    /// The same; the steps of several loops are counted together.
    pub(crate) fn for_each_watched(
        &self,
        position: &[u64],
        watch: &mut Watch<'_>,
        visit: &mut impl FnMut(&[Vec<u64>]) -> bool,
    ) -> Result<bool, OutOfReach> {
        let mut values: Vec<i128> = position.iter().map(|h| i128::from(*h)).collect();
        debug_assert_eq!(values.len(), self.heaps);
        values.resize(self.heaps + self.levels.len(), 0);
        for guard in &self.guards {
            if guard.at(&values)? < 0 {
                return Ok(true);
            }
        }
        let mut option = vec![vec![0; self.heaps]; self.option.len()];
        self.run(0, &mut values, &mut option, watch, visit)
    }

    fn run(
        &self,
        depth: usize,
        values: &mut [i128],
        option: &mut [Vec<u64>],
        watch: &mut Watch<'_>,
        visit: &mut impl FnMut(&[Vec<u64>]) -> bool,
    ) -> Result<bool, OutOfReach> {
        let Some(level) = self.levels.get(depth) else {
            for (tuple, forms) in option.iter_mut().zip(&self.option) {
                for (heap, form) in tuple.iter_mut().zip(forms) {
                    *heap = u64::try_from(form.at(values)?).map_err(|_| TooLarge)?;
                }
            }
            if self.copies.is_empty() {
                return Ok(visit(option));
            }
            let mut parts = vec![];
            for (tuple, copies) in option.iter().zip(&self.copies) {
                let copies = copies.at(values)?;
                if copies + parts.len() as i128 > MOST_PARTS {
                    return Err(TooLarge.into());
                }
                (0..copies).for_each(|_| parts.push(tuple.clone()));
            }
            return Ok(visit(&parts));
        };
        let symbol = self.heaps + depth;
        let range = level.range(symbol, values)?;
        let range = match &level.bound {
            Bound::Free { .. } => level.products.iter().try_fold(Some(range), |range, product| match range {
                Some(range) => product.narrowed(symbol, range, values),
                None => Ok(None),
            })?,
            Bound::Product(a, b) => level.narrowed(Number::product(a.at(values)?, b.at(values)?), range)?,
            Bound::Computed(computed) => level.narrowed(computed.value(values, watch.budget)?, range)?,
        };
        let Some((low, high)) = range else { return Ok(true) };
        let mut value = low;
        while value <= high {
            values[symbol] = value;
            watch.step()?;
            if !self.run(depth + 1, values, option, watch, visit)? {
                return Ok(false);
            }
            value += 1;
        }
        Ok(true)
    }
}

impl Level {
    /// The range of a number that is known. One beyond all others is in a range without an end on its
    /// side, such as 2^i in 2^i ≥ x; where nobody asks for its value, any stands for it.
    fn narrowed(&self, number: Number, range: (i128, i128)) -> Result<Option<(i128, i128)>, TooLarge> {
        match number.within(range) {
            Err(TooLarge) if self.is_last => Ok(Some((0, 0))),
            found => found,
        }
    }

    /// The range of the symbol where the earlier ones have these values.
    fn range(&self, symbol: usize, values: &mut [i128]) -> Result<(i128, i128), TooLarge> {
        range_of(&self.conditions, symbol, values)
    }
}

/// The range of a symbol for which these forms are ≥ 0, where all others in them have these values.
fn range_of(conditions: &[Linear], symbol: usize, values: &mut [i128]) -> Result<(i128, i128), TooLarge> {
    let (mut low, mut high) = (i128::MIN, LARGEST);
    values[symbol] = 0;
    for form in conditions {
        let (coefficient, rest) = (form.coefficient(symbol), form.at(values)?);
        if coefficient > 0 {
            low = low.max(div_ceil(rest.checked_neg().ok_or(TooLarge)?, coefficient));
        } else {
            high = high.min(div_floor(rest, -coefficient));
        }
    }
    Ok((low, high))
}

/// The products of the integer of a level with what is known there, which come later and have bounds there.
fn multiples(levels: &[Level], heaps: usize, index: usize) -> Vec<Multiple> {
    let own = heaps + index;
    let known = |form: &Linear| form.terms().all(|(symbol, _)| symbol < own);
    let of_it = |form: &Linear| form.coefficient(own) != 0 && form.terms().all(|(symbol, _)| symbol <= own);
    let mut found = vec![];
    for (place, level) in levels.iter().enumerate().skip(index + 1) {
        let Bound::Product(a, b) = &level.bound else { continue };
        let (factor, other) = match (known(a) && of_it(b), known(b) && of_it(a)) {
            (true, _) => (a, b),
            (_, true) => (b, a),
            _ => continue,
        };
        let symbol = heaps + place;
        let alone = |form: &&Linear| form.terms().all(|(s, _)| s < own || s == symbol);
        let conditions: Vec<Linear> = level.conditions.iter().filter(alone).cloned().collect();
        if !conditions.is_empty() {
            found.push(Multiple { known: factor.clone(), other: other.clone(), symbol, conditions });
        }
    }
    found
}

/// An order of the bound integers in which each of them is computed from earlier ones, or
/// has both ends by what follows of these and the heaps: in `b <= x*y`
/// the product comes before b. None if there is no such order.
fn bounded_order(case: &Case, heaps: usize) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = Vec::new();
    let mut left: Vec<usize> = (0..case.bound.len()).collect();
    let system = case.system(heaps);
    while !left.is_empty() {
        let known = |form: &Linear| form.terms().all(|(symbol, _)| symbol < heaps || order.contains(&(symbol - heaps)));
        let computed = |index: &&usize| {
            let bound = &case.bound[**index];
            !matches!(bound, Bound::Free { .. }) && bound.arguments().into_iter().all(known)
        };
        let has_ends = |index: &&usize| {
            let others = left.iter().filter(|other| other != index);
            let mut of_it = system.clone();
            for other in others {
                let Ok(rest) = of_it.without(heaps + *other) else { return false };
                of_it = rest;
            }
            let end = |sign: i128| of_it.forms().iter().any(|f| f.coefficient(heaps + **index).signum() == sign);
            matches!(case.bound[**index], Bound::Free { .. }) && end(1) && end(-1)
        };
        let next = *left.iter().find(computed).or_else(|| left.iter().find(has_ends))?;
        left.retain(|index| *index != next);
        order.push(next);
    }
    Some(order)
}

/// The conditions on heaps alone, without those that always hold.
fn guards(system: &System, heaps: usize) -> Vec<Linear> {
    let always = |form: &Linear| {
        form.constant >= 0 && form.terms().all(|(symbol, coefficient)| symbol < heaps && coefficient > 0)
    };
    system.forms().iter().filter(|form| !always(form)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use crate::heap::interpreter::Naive;
    use crate::heap::notation::parse_definition;
    use crate::heap::ruleset::Ruleset;
    use crate::heap::table::positions;

    /// Integers that only a product of heaps, or of earlier integers, bounds.
    #[test]
    fn products_bound_integers() {
        for text in [
            "(x, y) -> { (a, b) | a < x, b <= x*y }",
            "(x, y) -> { (x-1, b) | b <= x*i, i <= 2 }",
            "(x, y) -> { (x-1, y+c) | c <= b*i, i <= x, b <= x*y, b <= 2 }",
            "(x, y) -> { (a, y) | a*a < x*y, a < x }",
            "(x) -> { (a) + (b) | a < x, b < x, a + b <= x*x - 3 }",
            "(x, y) -> { (x-1, b) | y < b < x*y*y }",
            "(x, y) -> { (y, x mod y) | 1 <= y, 1 <= x mod y }",
            "(x, y) -> { (x-1, (2*x+3) div (y+1)) } U { (x-1, y*i) | 3 <= y*i <= 2*x+1, i <= x } U { (x-1, i) | i <= x, y*(2-i) >= 0-3 }",
            "(x, y) -> { (x-1, i) | i <= 2*x, (x-y)*i <= 2, (y-x)*(i-1) <= 3 }",
        ] {
            let ruleset = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap_or_else(|m| panic!("{text}: {m}"));
            let interpreter = ruleset.interpreter().unwrap();
            let mut naive = Naive::of(&[interpreter]);
            for position in positions(&vec![4; ruleset.heaps()]) {
                let expected: Vec<_> = naive.options(0, &position).unwrap().iter().cloned().collect();
                assert_eq!(ruleset.options(&position).unwrap(), expected, "{text} {position:?}");
            }
        }
        for text in ["(x, y) -> { (x-1, b) | b <= x*c }", "(x, y) -> { (x-1, b) | b*c <= x }"] {
            assert!(Ruleset::new(&parse_definition(text).unwrap(), &[]).is_err(), "{text}");
        }
    }
}
