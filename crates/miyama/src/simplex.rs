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

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

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
        assert_eq!(aim.len(), self.variables, "one number per variable");
        let mut tableau = Tableau::new(self);
        tableau.first_phase();
        if let Some(multipliers) = tableau.contradiction(self) {
            return Optimum::Nowhere(multipliers);
        }
        tableau.drop_artificial();
        match tableau.second_phase(aim) {
            None => Optimum::At(tableau.point(self.variables)),
            Some(column) => {
                let ray = tableau.ray(column, self.variables);
                Optimum::Endless { point: tableau.point(self.variables), ray }
            }
        }
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

/// Columns: the variables, a slack for each condition that is no equation, an
/// artificial variable for each condition, the right side.
struct Tableau {
    rows: Vec<Vec<BigInt>>,
    /// The variable of each row.
    basis: Vec<usize>,
    /// What each column would add to the aim, and minus the aim at the end.
    costs: Vec<BigInt>,
    denominator: BigInt,
    /// The first artificial column.
    artificial: usize,
    /// Whether the condition of a row was turned round to make its bound ≥ 0.
    turned: Vec<bool>,
}

impl Tableau {
    fn new(program: &Program) -> Tableau {
        let count = program.rows.len();
        let slacks = program.rows.iter().filter(|(_, relation, _)| *relation != Relation::Equal).count();
        let artificial = program.variables + slacks;
        let mut slack = program.variables;
        let (mut rows, mut turned) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (index, (coefficients, relation, bound)) in program.rows.iter().enumerate() {
            let mut row = coefficients.clone();
            row.resize(artificial + count + 1, BigInt::zero());
            if *relation != Relation::Equal {
                row[slack] = if *relation == Relation::AtMost { BigInt::one() } else { -BigInt::one() };
                slack += 1;
            }
            row[artificial + count] = bound.clone();
            let turn = bound.is_negative();
            if turn {
                row.iter_mut().for_each(|entry| *entry = -std::mem::take(entry));
            }
            row[artificial + index] = BigInt::one();
            rows.push(row);
            turned.push(turn);
        }
        let basis = (artificial..artificial + count).collect();
        Tableau { rows, basis, costs: Vec::new(), denominator: BigInt::one(), artificial, turned }
    }

    fn right(&self) -> usize {
        self.artificial + self.turned.len()
    }

    /// Makes the sum of the artificial variables as small as it can be.
    fn first_phase(&mut self) {
        let right = self.right();
        let cost =
            |column: usize| if (self.artificial..right).contains(&column) { BigInt::one() } else { Zero::zero() };
        self.costs =
            (0..=right).map(|column| cost(column) - self.rows.iter().map(|row| &row[column]).sum::<BigInt>()).collect();
        // The sum is not negative, so it does not fall without end.
        let endless = self.descend(right);
        debug_assert_eq!(endless, None);
    }

    /// If that sum is not 0: the multipliers of the conditions that show it. The
    /// multiplier of a row is what is left of the 1 that its artificial variable
    /// cost.
    fn contradiction(&self, program: &Program) -> Option<Vec<BigInt>> {
        if self.costs[self.right()].is_zero() {
            return None;
        }
        let multiplier = |index: usize| {
            let size = &self.denominator - &self.costs[self.artificial + index];
            if self.turned[index] { -size } else { size }
        };
        Some(primitive((0..program.rows.len()).map(multiplier).collect()))
    }

    /// Takes the artificial variables, which are all 0, out of the basis. A row
    /// in which nothing else is left follows from the others.
    fn drop_artificial(&mut self) {
        let mut row = 0;
        while row < self.rows.len() {
            if self.basis[row] < self.artificial {
                row += 1;
                continue;
            }
            match (0..self.artificial).find(|column| !self.rows[row][*column].is_zero()) {
                Some(column) => {
                    if self.rows[row][column].is_negative() {
                        self.rows[row].iter_mut().for_each(|entry| *entry = -std::mem::take(entry));
                    }
                    self.pivot(row, column);
                    row += 1;
                }
                None => {
                    self.rows.remove(row);
                    self.basis.remove(row);
                }
            }
        }
    }

    /// Makes the aim as small as it can be; the column along which it falls
    /// without end, if there is one.
    fn second_phase(&mut self, aim: &[BigInt]) -> Option<usize> {
        let weight = |column: usize| aim.get(column).cloned().unwrap_or_default();
        let costs = (0..=self.right()).map(|column| {
            let used = self.rows.iter().zip(&self.basis).map(|(row, basic)| weight(*basic) * &row[column]);
            &self.denominator * weight(column) - used.sum::<BigInt>()
        });
        self.costs = costs.collect();
        self.descend(self.artificial)
    }

    /// Pivots until no column before `end` lowers the aim; a column that lowers
    /// it without end, if one is met.
    fn descend(&mut self, end: usize) -> Option<usize> {
        let right = self.right();
        while let Some(column) = (0..end).find(|column| self.costs[*column].is_negative()) {
            let mut best: Option<usize> = None;
            for row in 0..self.rows.len() {
                if !self.rows[row][column].is_positive() {
                    continue;
                }
                let closer = best.is_none_or(|best| {
                    let here = &self.rows[row][right] * &self.rows[best][column];
                    let there = &self.rows[best][right] * &self.rows[row][column];
                    here < there || (here == there && self.basis[row] < self.basis[best])
                });
                if closer {
                    best = Some(row);
                }
            }
            match best {
                Some(row) => self.pivot(row, column),
                None => return Some(column),
            }
        }
        None
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let pivot_row = self.rows[row].clone();
        let pivot = &pivot_row[column];
        let denominator = self.denominator.clone();
        let others = self.rows.iter_mut().enumerate().filter(|(index, _)| *index != row).map(|(_, row)| row);
        for other in others.chain([&mut self.costs]) {
            let factor = other[column].clone();
            for (entry, above) in other.iter_mut().zip(&pivot_row) {
                *entry = (&*entry * pivot - &factor * above) / &denominator;
            }
        }
        self.denominator = pivot.clone();
        self.basis[row] = column;
    }

    fn point(&self, variables: usize) -> Point {
        let mut numerators = vec![BigInt::zero(); variables];
        for (row, basic) in self.rows.iter().zip(&self.basis) {
            if *basic < variables {
                numerators[*basic] = row[self.right()].clone();
            }
        }
        Point { numerators, denominator: self.denominator.clone() }
    }

    fn ray(&self, column: usize, variables: usize) -> Vec<BigInt> {
        let mut ray = vec![BigInt::zero(); variables];
        if column < variables {
            ray[column] = self.denominator.clone();
        }
        for (row, basic) in self.rows.iter().zip(&self.basis) {
            if *basic < variables {
                ray[*basic] = -&row[column];
            }
        }
        primitive(ray)
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

/// Which weights are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// w ≥ 0.
    NotNegative,
    /// Any.
    Any,
}

/// Whether a weighted sum falls with every one of some displacements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fall {
    /// These weights w give w·d ≤ −1 for every displacement d.
    Weights(Vec<BigInt>),
    /// No weights do, because the displacements, taken so many times each (not
    /// all 0 times), add up to something without a negative entry (to 0 exactly,
    /// where weights of any sign are allowed).
    Circle(Vec<BigInt>),
}

/// How many times to take each displacement, once in all at least and as few as
/// fractions allow, so that they add up to something without a negative entry (to
/// 0 exactly, where weights of any sign are asked for); none if that is impossible.
///
/// # Panics
/// If a displacement has more entries than there are heaps.
#[must_use]
pub fn circle(displacements: &[Vec<i64>], heaps: usize, sign: Sign) -> Option<Vec<BigInt>> {
    assert!(displacements.iter().all(|d| d.len() <= heaps), "one entry per heap");
    let mut program = Program::new(displacements.len());
    let relation = if sign == Sign::Any { Relation::Equal } else { Relation::AtLeast };
    for heap in 0..heaps {
        let row = displacements.iter().map(|d| BigInt::from(d.get(heap).copied().unwrap_or(0))).collect();
        program.require(row, relation, BigInt::zero());
    }
    program.require(vec![BigInt::one(); displacements.len()], Relation::AtLeast, BigInt::one());
    match program.least(&vec![BigInt::one(); displacements.len()]) {
        Optimum::At(point) => Some(primitive(point.numerators)),
        _ => None,
    }
}

/// Whole-number weights, their sum as small as the common denominator allows,
/// under which every displacement falls; or why there are none.
///
/// ```
/// use miyama::simplex::{Fall, Sign, weights};
/// let fall = weights(&[vec![-2, 13], vec![1, -7]], 2, Sign::NotNegative);
/// assert_eq!(fall, Fall::Weights(vec![20.into(), 3.into()]));
/// let circle = weights(&[vec![-2, 12], vec![1, -6]], 2, Sign::NotNegative);
/// assert_eq!(circle, Fall::Circle(vec![1.into(), 2.into()]));
/// ```
///
/// # Panics
/// If a displacement has more entries than there are heaps.
#[must_use]
pub fn weights(displacements: &[Vec<i64>], heaps: usize, sign: Sign) -> Fall {
    // Whether there is a circle is a question with few conditions, however many
    // displacements there are; by Farkas there are weights if there is none.
    if let Some(times) = circle(displacements, heaps, sign) {
        return Fall::Circle(times);
    }
    // A weight of any sign is the difference of two variables.
    let variables = if sign == Sign::Any { 2 * heaps } else { heaps };
    let mut program = Program::new(variables);
    for displacement in displacements {
        assert!(displacement.len() <= heaps, "one entry per heap");
        let mut row: Vec<BigInt> = displacement.iter().map(|entry| -BigInt::from(*entry)).collect();
        row.resize(heaps, BigInt::zero());
        if sign == Sign::Any {
            row.extend(row.clone().into_iter().map(|entry| -entry));
        }
        program.require(row, Relation::AtLeast, BigInt::one());
    }
    match program.least(&vec![BigInt::one(); variables]) {
        Optimum::At(point) => {
            let mut found = point.numerators;
            for (index, minus) in found.split_off(heaps).into_iter().enumerate() {
                found[index] -= minus;
            }
            Fall::Weights(primitive(found))
        }
        Optimum::Nowhere(multipliers) => Fall::Circle(multipliers),
        // The aim is a sum of variables that are not negative.
        Optimum::Endless { .. } => unreachable!("a sum of sizes is bounded below"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn big(numbers: &[i64]) -> Vec<BigInt> {
        numbers.iter().map(|number| BigInt::from(*number)).collect()
    }

    fn dot(a: &[BigInt], b: &[BigInt]) -> BigInt {
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

    #[test]
    fn the_examples_of_ranks() {
        let rows = [vec![-1, 2, 0], vec![0, -1, 2], vec![1, 0, -5]];
        let Fall::Weights(found) = weights(&rows, 3, Sign::NotNegative) else { panic!("there are weights") };
        assert!(rows.iter().all(|row| dot(&big(row), &found).is_negative()), "{found:?}");
        assert_eq!(weights(&[vec![1, 0], vec![-1, 1]], 2, Sign::Any), Fall::Weights(big(&[-1, -2])));
        assert_eq!(weights(&[vec![1]], 1, Sign::NotNegative), Fall::Circle(big(&[1])));
        assert_eq!(weights(&[vec![0, 0]], 2, Sign::Any), Fall::Circle(big(&[1])));
        assert_eq!(weights(&[], 2, Sign::Any), Fall::Weights(big(&[0, 0])));
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

        #[test]
        fn weights_or_a_circle(
            rows in prop::collection::vec(prop::collection::vec(-9i64..10, 3), 1..7),
            any: bool,
        ) {
            let sign = if any { Sign::Any } else { Sign::NotNegative };
            match weights(&rows, 3, sign) {
                Fall::Weights(found) => {
                    prop_assert!(any || found.iter().all(|w| !w.is_negative()));
                    prop_assert!(rows.iter().all(|row| dot(&big(row), &found).is_negative()));
                }
                Fall::Circle(times) => {
                    let some = times.iter().all(|t| !t.is_negative()) && times.iter().any(Signed::is_positive);
                    prop_assert!(some);
                    for heap in 0..3 {
                        let total: BigInt = times.iter().zip(&rows).map(|(t, row)| t * row[heap]).sum();
                        let round = if any { total.is_zero() } else { !total.is_negative() };
                        prop_assert!(round);
                    }
                }
            }
        }
    }
}
