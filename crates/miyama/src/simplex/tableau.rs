//! The tableau: the conditions as equations, all entries over one denominator.

use super::{Point, Program, Relation, primitive};
use miyama_budget::{Budget, Stopped};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Columns: the variables, a slack for each condition that is no equation, an
/// artificial variable for each condition until they are dropped, the right side.
#[derive(Clone)]
pub(super) struct Tableau {
    rows: Vec<Vec<BigInt>>,
    /// The variable of each row.
    basis: Vec<usize>,
    /// What each column would add to the aim, and minus the aim at the end.
    costs: Vec<BigInt>,
    denominator: BigInt,
    /// The first artificial column, which is the right side once these are dropped.
    artificial: usize,
    /// The right side.
    right: usize,
    /// Whether the condition of a row was turned round to make its bound ≥ 0.
    turned: Vec<bool>,
}

impl Tableau {
    pub(super) fn new(program: &Program) -> Tableau {
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
        Tableau {
            rows,
            basis,
            costs: Vec::new(),
            denominator: BigInt::one(),
            artificial,
            right: artificial + count,
            turned,
        }
    }

    /// Makes the sum of the artificial variables as small as it can be.
    pub(super) fn first_phase(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let right = self.right;
        let cost =
            |column: usize| if (self.artificial..right).contains(&column) { BigInt::one() } else { Zero::zero() };
        self.costs =
            (0..=right).map(|column| cost(column) - self.rows.iter().map(|row| &row[column]).sum::<BigInt>()).collect();
        // The sum is not negative, so it does not fall without end.
        let endless = self.descend(right, budget)?;
        debug_assert_eq!(endless, None);
        Ok(())
    }

    /// If that sum is not 0: the multipliers of the conditions that show it. The
    /// multiplier of a row is what is left of the 1 that its artificial variable
    /// cost.
    pub(super) fn contradiction(&self, program: &Program) -> Option<Vec<BigInt>> {
        if self.costs[self.right].is_zero() {
            return None;
        }
        let multiplier = |index: usize| {
            let size = &self.denominator - &self.costs[self.artificial + index];
            if self.turned[index] { -size } else { size }
        };
        Some(primitive((0..program.rows.len()).map(multiplier).collect()))
    }

    /// Takes the artificial variables, which are all 0, out of the basis. A row
    /// in which nothing else is left follows from the others. Then their columns are of no use.
    pub(super) fn drop_artificial(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let mut row = 0;
        while row < self.rows.len() {
            budget.check()?;
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
        for row in self.rows.iter_mut().chain([&mut self.costs]) {
            row.drain(self.artificial..self.right);
        }
        self.right = self.artificial;
        Ok(())
    }

    /// Makes the aim as small as it can be; the column along which it falls
    /// without end, if there is one.
    pub(super) fn second_phase(&mut self, aim: &[BigInt], budget: &Budget) -> Result<Option<usize>, Stopped> {
        let weight = |column: usize| aim.get(column).cloned().unwrap_or_default();
        let costs = (0..=self.right).map(|column| {
            let used = self.rows.iter().zip(&self.basis).map(|(row, basic)| weight(*basic) * &row[column]);
            &self.denominator * weight(column) - used.sum::<BigInt>()
        });
        self.costs = costs.collect();
        self.descend(self.artificial, budget)
    }

    /// Pivots until no column before `end` lowers the aim; a column that lowers
    /// it without end, if one is met.
    fn descend(&mut self, end: usize, budget: &Budget) -> Result<Option<usize>, Stopped> {
        let right = self.right;
        while let Some(column) = (0..end).find(|column| self.costs[*column].is_negative()) {
            budget.check()?;
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
                None => return Ok(Some(column)),
            }
        }
        Ok(None)
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

    pub(super) fn point(&self, variables: usize) -> Point {
        let mut numerators = vec![BigInt::zero(); variables];
        for (row, basic) in self.rows.iter().zip(&self.basis) {
            if *basic < variables {
                numerators[*basic] = row[self.right].clone();
            }
        }
        Point { numerators, denominator: self.denominator.clone() }
    }

    pub(super) fn ray(&self, column: usize, variables: usize) -> Vec<BigInt> {
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
