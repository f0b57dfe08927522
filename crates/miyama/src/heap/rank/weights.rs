//! Weighted sums of heaps that steps lower, by linear programming.
//!
//! The displacements of a step, (heaps after) − (heaps before), are the image of
//! a polyhedron: of its corners and rays. Weights w lower every displacement if
//! w·d ≤ −1 for every corner d, and w·r ≤ 0 for every ray r. There are finitely
//! many, but they need not be listed: starting with none, weights are found that
//! do for those known so far, then for each step the displacement that these
//! weights lower least. It is a corner at which they fail, or a ray along which
//! they do; it joins the known ones. This ends, because no corner or ray comes
//! twice, and is complete over the rationals: where it finds no weights there
//! are none, as the multipliers of the known rows show.

use super::step::Step;
use crate::heap::linear::Linear;
use crate::simplex::{Corner, Optimum, Point, Program, Relation};
use miyama_budget::{Budget, Stopped};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Whole-number weights for the same fractions.
pub(super) struct Found {
    /// Multiplied by their denominator.
    pub(super) exact: Vec<i128>,
    /// Rounded up: small, but not known to do.
    pub(super) rounded: Vec<i128>,
}

/// What one step does to a weighted sum at most.
enum Most {
    /// It rises by the sum at this displacement (over a denominator), no more.
    Corner(Vec<BigInt>, BigInt),
    /// It rises without end along this displacement.
    Ray(Vec<BigInt>),
}

/// Weights of at least `least` each (0 or 1), their sum as small as can be, that
/// every step lowers by at least 1.
pub(super) fn lowered_by_all(
    steps: &[Step],
    heaps: usize,
    least: u8,
    budget: &Budget,
) -> Result<Option<Found>, Stopped> {
    let mut program = Program::new(heaps);
    for heap in 0..heaps {
        program.require(unit(heap, heaps), Relation::AtLeast, BigInt::from(least));
    }
    let polyhedra = Polyhedron::of(steps, heaps, budget)?;
    loop {
        budget.check()?;
        let Optimum::At(point) = minimum(&program, &vec![BigInt::one(); heaps], budget)? else { return Ok(None) };
        let mut fails = false;
        for polyhedron in polyhedra.iter().flatten() {
            match polyhedron.most(&point.numerators, budget)? {
                Most::Corner(displacement, denominator) => {
                    // w·d ≤ −1, with both denominators multiplied out.
                    if dot(&point.numerators, &displacement) > -(&denominator * &point.denominator) {
                        program.require(displacement, Relation::AtMost, -denominator);
                        fails = true;
                    }
                }
                Most::Ray(displacement) => {
                    program.require(displacement, Relation::AtMost, BigInt::zero());
                    fails = true;
                }
            }
        }
        if !fails {
            return Ok(whole(&point));
        }
    }
}

/// A weighted sum for the first place of an order: no step raises it, it is
/// bounded below where a step is possible, and as many steps as can be lower it.
/// The indices of these.
///
/// For each step there is an ε from 0 to 1 by which it must lower the sum, and Σ ε
/// is to be greatest. If weights exist that lower some steps they can be scaled
/// to ε = 1 there, so at the greatest Σ ε is above 0 wherever one can be: adding
/// the weights of all such choices lowers all of these steps at once.
pub(super) fn lowered_by_some(steps: &[Step], heaps: usize, budget: &Budget) -> Result<Vec<usize>, Stopped> {
    // Weights of any sign are the difference of two variables; then the ε.
    let variables = 2 * heaps + steps.len();
    let signed = |mut row: Vec<BigInt>| {
        row.extend(row.clone().into_iter().map(|entry| -entry));
        row
    };
    let mut program = Program::new(variables);
    for index in 0..steps.len() {
        program.require(unit(2 * heaps + index, variables), Relation::AtMost, BigInt::one());
    }
    let mut aim = vec![BigInt::zero(); variables];
    aim[2 * heaps..].fill(-BigInt::one());
    let polyhedra = Polyhedron::of(steps, heaps, budget)?;
    loop {
        budget.check()?;
        let Optimum::At(point) = minimum(&program, &aim, budget)? else { return Ok(vec![]) };
        let weights: Vec<BigInt> =
            (0..heaps).map(|heap| &point.numerators[heap] - &point.numerators[heaps + heap]).collect();
        let lowers = |index: usize| &point.numerators[2 * heaps + index];
        let mut fails = false;
        for (index, polyhedron) in polyhedra.iter().enumerate() {
            let Some(polyhedron) = polyhedron else { continue };
            match polyhedron.most(&weights, budget)? {
                Most::Corner(displacement, denominator) => {
                    if dot(&weights, &displacement) > -(&denominator * lowers(index)) {
                        let mut row = signed(displacement);
                        row.resize(variables, BigInt::zero());
                        row[2 * heaps + index] = denominator;
                        program.require(row, Relation::AtMost, BigInt::zero());
                        fails = true;
                    }
                }
                Most::Ray(displacement) => {
                    program.require(signed(displacement), Relation::AtMost, BigInt::zero());
                    fails = true;
                }
            }
            if let Some(ray) = polyhedron.falls_along(&weights, budget)? {
                program.require(signed(ray), Relation::AtLeast, BigInt::zero());
                fails = true;
            }
        }
        if !fails {
            return Ok((0..steps.len()).filter(|index| lowers(*index).is_positive()).collect());
        }
    }
}

fn unit(place: usize, length: usize) -> Vec<BigInt> {
    let mut row = vec![BigInt::zero(); length];
    row[place] = BigInt::one();
    row
}

fn dot(a: &[BigInt], b: &[BigInt]) -> BigInt {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The weights as whole numbers; none if they do not fit into the machine's.
fn whole(point: &Point) -> Option<Found> {
    let divisor = point.numerators.iter().fold(BigInt::zero(), |divisor, number| divisor.gcd(number));
    let small = |number: BigInt| i128::try_from(number).ok().filter(|number| *number <= i128::from(i64::MAX));
    let exact = point.numerators.iter().map(|n| small(if divisor.is_zero() { n.clone() } else { n / &divisor }));
    let rounded = point.numerators.iter().map(|n| small(Integer::div_ceil(n, &point.denominator)));
    Some(Found { exact: exact.collect::<Option<_>>()?, rounded: rounded.collect::<Option<_>>()? })
}

/// Where a sum is least under these conditions.
fn minimum(program: &Program, aim: &[BigInt], budget: &Budget) -> Result<Optimum, Stopped> {
    match program.corner(budget)? {
        Ok(corner) => corner.least(aim, budget),
        Err(multipliers) => Ok(Optimum::Nowhere(multipliers)),
    }
}

/// The positions and integers of a step. Heaps are not negative; every other
/// symbol is the difference of two variables.
struct Polyhedron<'a> {
    step: &'a Step,
    heaps: usize,
    corner: Corner,
}

impl<'a> Polyhedron<'a> {
    /// One for each step; none for a step that is never possible.
    fn of(steps: &'a [Step], heaps: usize, budget: &Budget) -> Result<Vec<Option<Polyhedron<'a>>>, Stopped> {
        steps.iter().map(|step| Polyhedron::new(step, heaps, budget)).collect()
    }

    fn new(step: &'a Step, heaps: usize, budget: &Budget) -> Result<Option<Polyhedron<'a>>, Stopped> {
        let mut program = Program::new(2 * step.symbols - heaps);
        for form in step.system.forms() {
            let row = row(form, step.symbols, heaps);
            program.require(row, Relation::AtLeast, BigInt::from(-form.constant));
        }
        let corner = program.corner(budget)?;
        Ok(corner.ok().map(|corner| Polyhedron { step, heaps, corner }))
    }

    /// What the step does at most to the sum with these weights.
    fn most(&self, weights: &[BigInt], budget: &Budget) -> Result<Most, Stopped> {
        // Least of w·(before − after).
        let mut aim = vec![BigInt::zero(); 2 * self.step.symbols - self.heaps];
        for (heap, weight) in weights.iter().enumerate() {
            let left = row(&self.step.left[heap], self.step.symbols, self.heaps);
            aim.iter_mut().zip(left).for_each(|(entry, coefficient)| *entry -= weight * coefficient);
            aim[heap] += weight;
        }
        Ok(match self.corner.least(&aim, budget)? {
            Optimum::At(point) => {
                let corner = self.displacement(&point.numerators, &point.denominator);
                Most::Corner(corner, point.denominator)
            }
            Optimum::Endless { ray, .. } => Most::Ray(self.displacement(&ray, &BigInt::zero())),
            Optimum::Nowhere(_) => unreachable!("a corner is somewhere"),
        })
    }

    /// A direction of the positions in which the sum falls without end, if there
    /// is one.
    fn falls_along(&self, weights: &[BigInt], budget: &Budget) -> Result<Option<Vec<BigInt>>, Stopped> {
        let mut aim = vec![BigInt::zero(); 2 * self.step.symbols - self.heaps];
        aim[..self.heaps].clone_from_slice(weights);
        Ok(match self.corner.least(&aim, budget)? {
            Optimum::Endless { ray, .. } => Some(ray[..self.heaps].to_vec()),
            _ => None,
        })
    }

    /// What is added to the heaps at a point; constants count `unit` times.
    fn displacement(&self, point: &[BigInt], unit: &BigInt) -> Vec<BigInt> {
        let change = |(heap, left): (usize, &Linear)| {
            let row = row(left, self.step.symbols, self.heaps);
            dot(&row, point) + unit * left.constant - &point[heap]
        };
        self.step.left.iter().enumerate().map(change).collect()
    }
}

/// The coefficients of a form, for heaps and for both variables of each integer.
fn row(form: &Linear, symbols: usize, heaps: usize) -> Vec<BigInt> {
    let plus = (0..symbols).map(|symbol| BigInt::from(form.coefficient(symbol)));
    let minus = (heaps..symbols).map(|symbol| -BigInt::from(form.coefficient(symbol)));
    plus.chain(minus).collect()
}
