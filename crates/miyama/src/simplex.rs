//! Linear programs over the rationals, solved exactly.
//!
//! The simplex method on a tableau of whole numbers: every entry stands over the
//! same denominator, the last pivot. After a pivot p in row r and column c,
//! an entry t of another row becomes (t·p − t_c·r_t) / d with the denominator d
//! from before, and this division leaves no remainder, because all entries are
//! minors of the first tableau (Edmonds 1967; Bareiss 1968). Bland's rule (always
//! the first column that helps, and of the rows that allow a pivot the one whose
//! variable comes first) visits no basis twice, so the method ends.
//!
//! What it answers can be checked without it: a point satisfies the conditions;
//! where there is none, multipliers of the conditions add up to a contradiction
//! (Farkas 1902); where there is no least value, a ray along which it falls stays
//! within the conditions.

mod circle;
mod tableau;

pub(crate) use circle::circle;

use miyama_budget::{Budget, Stopped};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use tableau::Tableau;

/// How the two sides of a condition compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// ≤
    AtMost,
    /// =
    Equal,
    /// ≥
    AtLeast,
}

/// Conditions on variables x₁, …, xₙ ≥ 0.
#[derive(Clone, Debug, Default)]
pub struct Program {
    variables: usize,
    rows: Vec<(Vec<BigInt>, Relation, BigInt)>,
}

/// Fractions over one denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The numerators.
    pub numerators: Vec<BigInt>,
    /// The denominator, at least 1.
    pub denominator: BigInt,
}

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// The conditions hold here, and the aim is nowhere less.
    At(Point),
    /// The conditions contradict each other: with these multipliers, one for each
    /// condition (not negative for ≥, not positive for ≤), the left sides add up
    /// to something with no positive coefficient, the right sides to more than 0.
    Nowhere(Vec<BigInt>),
    /// The conditions hold at the point, and at the point plus any positive
    /// multiple of the ray, along which the aim falls without end.
    Endless {
        /// A point where the conditions hold.
        point: Point,
        /// A direction in which they go on holding.
        ray: Vec<BigInt>,
    },
}

impl Program {
    /// No conditions but that the variables are not negative.
    #[must_use]
    pub fn new(variables: usize) -> Program {
        Program { variables, rows: Vec::new() }
    }

    /// Adds the condition Σ coefficientᵢ·xᵢ (relation) bound. Missing
    /// coefficients are 0.
    ///
    /// # Panics
    /// If there are more coefficients than variables.
    pub fn require(&mut self, mut coefficients: Vec<BigInt>, relation: Relation, bound: BigInt) {
        assert!(coefficients.len() <= self.variables, "one coefficient per variable");
        coefficients.resize(self.variables, BigInt::zero());
        self.rows.push((coefficients, relation, bound));
    }

    /// Where Σ aimᵢ·xᵢ is least.
    ///
    /// ```
    /// use miyama::simplex::{Optimum, Program, Relation};
    /// // 2x + y ≥ 3, x + 3y ≥ 4; least x + y
    /// let mut program = Program::new(2);
    /// program.require(vec![2.into(), 1.into()], Relation::AtLeast, 3.into());
    /// program.require(vec![1.into(), 3.into()], Relation::AtLeast, 4.into());
    /// let Optimum::At(point) = program.least(&[1.into(), 1.into()]) else { panic!() };
    /// assert_eq!(point.numerators, [5.into(), 5.into()]);
    /// assert_eq!(point.denominator, 5.into());
    /// ```
    ///
    /// # Panics
    /// If there is not one number per variable.
    #[must_use]
    pub fn least(&self, aim: &[BigInt]) -> Optimum {
        let unlimited = Budget::unlimited();
        let found = self.corner(&unlimited).and_then(|corner| match corner {
            Ok(corner) => corner.least(aim, &unlimited),
            Err(multipliers) => Ok(Optimum::Nowhere(multipliers)),
        });
        found.unwrap_or_else(|stopped| unreachable!("an unlimited budget stopped: {stopped}"))
    }

    /// Where the conditions hold, from where any number of aims can be lowered; or multipliers as in
    /// [`Optimum::Nowhere`].
    pub(crate) fn corner(&self, budget: &Budget) -> Result<Result<Corner, Vec<BigInt>>, Stopped> {
        let mut tableau = Tableau::new(self);
        tableau.first_phase(budget)?;
        if let Some(multipliers) = tableau.contradiction(self) {
            return Ok(Err(multipliers));
        }
        tableau.drop_artificial(budget)?;
        Ok(Ok(Corner { tableau, variables: self.variables }))
    }

    /// A point where the conditions hold, or multipliers that contradict them.
    ///
    /// # Errors
    /// The multipliers, as in [`Optimum::Nowhere`].
    pub fn solution(&self) -> Result<Point, Vec<BigInt>> {
        match self.least(&vec![BigInt::zero(); self.variables]) {
            Optimum::At(point) | Optimum::Endless { point, .. } => Ok(point),
            Optimum::Nowhere(multipliers) => Err(multipliers),
        }
    }
}

/// A point where the conditions of a program hold.
#[derive(Clone)]
pub(crate) struct Corner {
    tableau: Tableau,
    variables: usize,
}

impl Corner {
    /// Where Σ aimᵢ·xᵢ is least.
    ///
    /// # Panics
    /// If there is not one number per variable.
    pub(crate) fn least(&self, aim: &[BigInt], budget: &Budget) -> Result<Optimum, Stopped> {
        assert_eq!(aim.len(), self.variables, "one number per variable");
        let mut tableau = self.tableau.clone();
        Ok(match tableau.second_phase(aim, budget)? {
            None => Optimum::At(tableau.point(self.variables)),
            Some(column) => {
                let ray = tableau.ray(column, self.variables);
                Optimum::Endless { point: tableau.point(self.variables), ray }
            }
        })
    }
}

/// Divided by the greatest common divisor.
fn primitive(mut numbers: Vec<BigInt>) -> Vec<BigInt> {
    let divisor = numbers.iter().fold(BigInt::zero(), |divisor, number| divisor.gcd(number));
    if divisor > BigInt::one() {
        numbers.iter_mut().for_each(|number| *number /= &divisor);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Signed;
    use proptest::prelude::*;

    pub(super) fn big(numbers: &[i64]) -> Vec<BigInt> {
        numbers.iter().map(|number| BigInt::from(*number)).collect()
    }

    pub(super) fn dot(a: &[BigInt], b: &[BigInt]) -> BigInt {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }

    fn holds(left: &BigInt, relation: Relation, right: &BigInt) -> bool {
        match relation {
            Relation::AtMost => left <= right,
            Relation::Equal => left == right,
            Relation::AtLeast => left >= right,
        }
    }

    /// Whether an answer proves itself; of a least point that no other of a grid
    /// is lower.
    fn proves_itself(program: &Program, aim: &[BigInt], answer: &Optimum) -> bool {
        let inside = |point: &Point| {
            point.denominator.is_positive()
                && point.numerators.iter().all(|x| !x.is_negative())
                && program.rows.iter().all(|(row, relation, bound)| {
                    holds(&dot(row, &point.numerators), *relation, &(bound * &point.denominator))
                })
        };
        match answer {
            Optimum::At(point) => {
                let least = dot(aim, &point.numerators);
                let beaten = grid(program.variables).iter().any(|other| {
                    inside(other) && dot(aim, &other.numerators) * &point.denominator < &least * &other.denominator
                });
                inside(point) && !beaten
            }
            Optimum::Nowhere(multipliers) => {
                let signs = multipliers.iter().zip(&program.rows).all(|(y, (_, relation, _))| match relation {
                    Relation::AtMost => !y.is_positive(),
                    Relation::Equal => true,
                    Relation::AtLeast => !y.is_negative(),
                });
                let left = (0..program.variables).all(|column| {
                    !multipliers
                        .iter()
                        .zip(&program.rows)
                        .map(|(y, row)| y * &row.0[column])
                        .sum::<BigInt>()
                        .is_positive()
                });
                let right = multipliers.iter().zip(&program.rows).map(|(y, row)| y * &row.2).sum::<BigInt>();
                signs && left && right.is_positive()
            }
            Optimum::Endless { point, ray } => {
                inside(point)
                    && dot(aim, ray).is_negative()
                    && ray.iter().all(|x| !x.is_negative())
                    && program.rows.iter().all(|(row, relation, _)| holds(&dot(row, ray), *relation, &BigInt::zero()))
            }
        }
    }

    /// All points with small numerators and denominators.
    fn grid(variables: usize) -> Vec<Point> {
        let numerators: Vec<Vec<u64>> = crate::heap::table::positions(&vec![12; variables]).collect();
        let over = |denominator: i64| {
            let fractions = numerators.iter().map(|n| n.iter().map(|x| BigInt::from(*x)).collect());
            fractions.map(|numerators| Point { numerators, denominator: denominator.into() }).collect::<Vec<_>>()
        };
        (1..=4).flat_map(over).collect()
    }

    /// A program that goes round for ever where columns and rows are chosen
    /// without care (Beale 1955).
    #[test]
    fn it_does_not_go_round() {
        let mut program = Program::new(4);
        program.require(big(&[25, -6000, -4, 900]), Relation::AtMost, 0.into());
        program.require(big(&[50, -9000, -2, 300]), Relation::AtMost, 0.into());
        program.require(big(&[0, 0, 1, 0]), Relation::AtMost, 1.into());
        let Optimum::At(point) = program.least(&big(&[-75, 15000, -2, 600])) else { panic!("there is a least") };
        assert_eq!(dot(&big(&[-75, 15000, -2, 600]), &point.numerators), BigInt::from(-5) * point.denominator);
    }

    proptest! {
        #[test]
        fn every_answer_proves_itself(
            rows in prop::collection::vec((prop::collection::vec(-5i64..6, 2), 0usize..3, -6i64..7), 0..6),
            aim in prop::collection::vec(-4i64..5, 2),
        ) {
            let mut program = Program::new(2);
            for (row, relation, bound) in &rows {
                let relation = [Relation::AtMost, Relation::Equal, Relation::AtLeast][*relation];
                program.require(big(row), relation, BigInt::from(*bound));
            }
            let answer = program.least(&big(&aim));
            prop_assert!(proves_itself(&program, &big(&aim), &answer), "{:?}", answer);
        }
    }
}
