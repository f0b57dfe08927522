//! More cases that are displacements where the positions are those of a box.
//!
//! *Products.* In `(x-i*i, y) | 1<=i` the displacements do not depend on the position, but
//! there is no finite description of all of them: those that lead from a position of the box
//! to another one are listed.
//!
//! *Ranges bounded by heaps.* In `(x-i, y) | 1<=i<=y` the displacements are a ray of which a
//! position has the first so many steps.

use super::{Conditions, Displacement, Displacements, Lattice, split_conditions, translated};
use crate::heap::linear::{Linear, TooLarge};
use crate::heap::options::Loops;
use crate::heap::ruleset::{Bound, Case, Ruleset};
use miyama_budget::{Budget, Stopped};
use num_integer::{div_ceil, div_floor};

/// A ray of which each position has the first steps: b + k·d for 0 ≤ k and
/// k ≤ ⌊form/divisor⌋ for each of `most`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The ray, with its guard.
    pub(crate) ray: Lattice,
    /// Forms of the heaps, and divisors > 0.
    pub(crate) most: Vec<(Linear, i128)>,
}

/// The options of a ruleset in a box of positions.
#[derive(Clone, Debug)]
pub(crate) struct InBox {
    /// The lattices of the ruleset, and single displacements of cases with products.
    pub(crate) lattices: Vec<Lattice>,
    /// Rays with bounds.
    pub(crate) windows: Vec<Window>,
    /// The indices of the cases that have to be enumerated.
    pub(crate) others: Vec<usize>,
}

impl InBox {
    /// What the options of positions with heaps up to `extents` are.
    pub(crate) fn new(ruleset: &Ruleset, extents: &[i64], budget: &Budget) -> Result<InBox, Stopped> {
        let Displacements { mut lattices, others, .. } = Displacements::within(ruleset, budget)?;
        let (mut windows, mut left) = (vec![], vec![]);
        let cases: Vec<&Case> = ruleset.cases().collect();
        for index in others {
            budget.check()?;
            if let Ok(Some(window)) = window(cases[index], ruleset.heaps()) {
                windows.push(window);
                continue;
            }
            match points(cases[index], ruleset.heaps(), extents, budget)? {
                Some(points) => lattices.push(points),
                None => left.push(index),
            }
        }
        Ok(InBox { lattices, windows, others: left })
    }
}

/// No more displacements than this are listed.
const MOST_POINTS: usize = 1 << 12;

/// The displacements of a case between positions of a box, if they do not depend on the
/// position and there are not too many.
fn points(case: &Case, heaps: usize, extents: &[i64], budget: &Budget) -> Result<Option<Lattice>, Stopped> {
    let found = displacements(case, heaps, extents, budget);
    match found {
        Ok(found) => found,
        // A case whose numbers are too large to analyse is enumerated.
        Err(TooLarge) => Ok(None),
    }
}

fn displacements(
    case: &Case,
    heaps: usize,
    extents: &[i64],
    budget: &Budget,
) -> Result<Result<Option<Lattice>, Stopped>, TooLarge> {
    let Some(case) = translated(case, heaps)? else { return Ok(Ok(None)) };
    let of_heaps = |form: &Linear| form.terms().any(|(symbol, _)| symbol < heaps);
    let tied = |bound: &Bound| bound.arguments().into_iter().any(of_heaps);
    if case.bound.iter().any(tied) {
        return Ok(Ok(None));
    }
    let Conditions { guard, polyhedron, ties } = split_conditions(&case, &case.option[0], heaps)?;
    if !ties.is_empty() {
        return Ok(Ok(None));
    }
    // The same integers in a case whose option is the corner of the box plus the displacement,
    // from wherever: not negative, and not beyond twice the corner.
    let mut conditions: Vec<Linear> = polyhedron.iter().map(|form| form.renamed(|symbol| symbol + heaps)).collect();
    let mut option = vec![];
    for (heap, form) in case.option[0].iter().enumerate() {
        let by = form.minus(&Linear::symbol(heap))?;
        let extent = Linear::constant(extents[heap].into());
        conditions.extend([extent.plus(&by)?, extent.minus(&by)?]);
        option.push(extent.plus(&by)?);
    }
    let boxed = Case { conditions, option: vec![option], ..case };
    let Ok(loops) = Loops::new(&boxed, heaps) else { return Ok(Ok(None)) };
    let mut bases: Vec<Displacement> = Vec::new();
    let visited = loops.for_each(&vec![0; heaps], budget, &mut |option| {
        let by = option[0].iter().zip(extents).map(|(heap, extent)| heap.cast_signed() - extent).collect();
        bases.push(by);
        bases.len() <= MOST_POINTS
    });
    match visited {
        Ok(true) => {}
        Ok(false) => return Ok(Ok(None)),
        Err(crate::out_of_reach::OutOfReach::Stopped(stopped)) => return Ok(Err(stopped)),
        Err(crate::out_of_reach::OutOfReach::TooLarge) => return Err(TooLarge),
    }
    bases.sort_unstable();
    bases.dedup();
    Ok(Ok((!bases.is_empty()).then_some(Lattice { directions: vec![], bases, guard })))
}

/// A case with one integer that heaps bound.
fn window(case: &Case, heaps: usize) -> Result<Option<Window>, TooLarge> {
    let [Bound::Free { .. }] = case.bound.as_slice() else { return Ok(None) };
    let Some(case) = translated(case, heaps)? else { return Ok(None) };
    let Conditions { guard, polyhedron, ties } = split_conditions(&case, &case.option[0], heaps)?;
    // Bounds of the integer that are numbers.
    let (mut low, mut high) = (None::<i128>, None::<i128>);
    for form in &polyhedron {
        match form.coefficient(0) {
            0 if form.constant < 0 => return Ok(None),
            0 => {}
            c if c > 0 => low = low.max(Some(div_ceil(-form.constant, c))),
            c => {
                let most = div_floor(form.constant, -c);
                high = Some(high.map_or(most, |high| high.min(most)));
            }
        }
    }
    // Steps count from the bound: i = first + sign·k.
    let mut most = Vec::new();
    let (first, sign) = match (low, high) {
        (Some(low), Some(high)) => {
            most.push((Linear::constant(high.checked_sub(low).ok_or(TooLarge)?), 1));
            (low, 1)
        }
        (Some(low), None) => (low, 1),
        (None, Some(high)) => (high, -1),
        (None, None) => return Ok(None),
    };
    for form in &ties {
        // c·i + rest ≥ 0, where i = first + sign·k.
        let c = form.coefficient(heaps);
        if c * sign >= 0 {
            return Ok(None);
        }
        let rest = form.minus(&Linear::symbol(heaps).combine(c, &Linear::constant(0), 0)?)?;
        let at_first = rest.plus(&Linear::constant(c.checked_mul(first).ok_or(TooLarge)?))?;
        most.push((at_first, c.abs()));
    }
    let number = |number: i128| i64::try_from(number).map_err(|_| TooLarge);
    let (mut base, mut direction) = (vec![], vec![]);
    for (heap, form) in case.option[0].iter().enumerate() {
        let by = form.minus(&Linear::symbol(heap))?;
        let c = by.coefficient(heaps);
        direction.push(number(c * sign)?);
        base.push(number(
            c.checked_mul(first).and_then(|by_first| by_first.checked_add(by.constant)).ok_or(TooLarge)?,
        )?);
    }
    if direction.iter().all(|d| *d == 0) {
        return Ok(None);
    }
    let ray = Lattice { directions: vec![direction], bases: vec![base], guard };
    Ok((!most.is_empty()).then_some(Window { ray, most }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::notation::parse_definition;

    fn in_box(text: &str) -> InBox {
        let ruleset = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap();
        InBox::new(&ruleset, &[10, 3], &Budget::unlimited()).unwrap()
    }

    #[test]
    fn cases_are_what_they_look_like() {
        let squares = in_box("(x,y) -> { (x-i*i, y) | 1 <= i }");
        assert_eq!(squares.lattices[0].bases, [[-9, 0], [-4, 0], [-1, 0]]);
        let any = in_box("(x,y) -> { (a, y) | a < x }");
        assert_eq!((&any.lattices[0].directions, &any.lattices[0].bases), (&vec![vec![-1, 0]], &vec![vec![-1, 0]]));
        let other = in_box("(x,y) -> { (x-i, y) | 2 <= i <= y }");
        let y_minus_2 = Linear::symbol(1).plus(&Linear::constant(-2)).unwrap();
        assert_eq!(other.windows[0].most, [(y_minus_2, 1)]);
        assert_eq!(other.windows[0].ray.bases, [[-2, 0]]);
        // From x/2 up to x − 1: k steps down from x − 1, as long as 2(x − 1 − k) ≥ x.
        let half = in_box("(x,y) -> { (a, y) | a < x, 2a >= x }");
        let x_minus_2 = Linear::symbol(0).plus(&Linear::constant(-2)).unwrap();
        assert_eq!(half.windows[0].most, [(x_minus_2, 2)]);
        assert_eq!(half.windows[0].ray.directions, [[-1, 0]]);
        // Here the heap bounds the integer from below, and there it is a factor.
        for text in ["(x,y) -> { (x-i, y) | 1 <= i, y <= i }", "(x,y) -> { (x-i*y, y) | 1 <= i, 1 <= y }"] {
            let none = in_box(text);
            assert_eq!((none.lattices.len(), none.windows.len(), none.others.len()), (0, 0, 1), "{text}");
        }
    }
}
