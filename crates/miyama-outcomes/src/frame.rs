//! Coordinates in which the positions of one rank are rows.
//!
//! Two heaps x, y with coprime weights A, B are replaced by their rank ρ = Ax + By
//! and t = ay − bx, where aA + bB = 1. The matrix has determinant 1, so pairs of
//! integers correspond to pairs of integers: x = aρ − Bt, y = bρ + At. The other
//! heaps, the *outer* ones, stay as they are.

use crate::rules::{Form, Region, Rules, dot};

/// Which two heaps make a row, and how.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    x: usize,
    y: usize,
    big_a: i64,
    big_b: i64,
    a: i64,
    b: i64,
    /// The rank of a position is `unit`·ρ + the rank of its outer heaps.
    unit: i64,
    pub(crate) outer: Vec<usize>,
    pub(crate) outer_weights: Vec<i64>,
    heaps: usize,
}

impl Frame {
    /// The frame whose rows are the two largest heaps, one of which has a weight.
    pub(crate) fn new(rules: &Rules, region: &Region) -> Option<Frame> {
        let heaps = rules.heaps();
        let pairs = (0..heaps).flat_map(|x| (x + 1..heaps).map(move |y| (x, y)));
        let (x, y) = pairs
            .filter(|(x, y)| rules.weights[*x] > 0 || rules.weights[*y] > 0)
            .max_by_key(|(x, y)| region.extent(*x).saturating_add(region.extent(*y)))?;
        Some(Frame::of_heaps(&rules.weights, x, y))
    }

    /// The frame with these two heaps in a row; their weights are not both 0. If one
    /// of them is 0 then t is that heap.
    pub(crate) fn of_heaps(weights: &[i64], x: usize, y: usize) -> Frame {
        let (x, y) = if weights[x] == 0 { (y, x) } else { (x, y) };
        let (unit, a, b) = bezout(weights[x], weights[y]);
        let outer: Vec<usize> = (0..weights.len()).filter(|heap| *heap != x && *heap != y).collect();
        let outer_weights = outer.iter().map(|heap| weights[*heap]).collect();
        let (big_a, big_b) = (weights[x] / unit, weights[y] / unit);
        Frame { x, y, big_a, big_b, a, b, unit, outer, outer_weights, heaps: weights.len() }
    }

    /// (ρ, t) of a position or a displacement.
    pub(crate) fn place(&self, vector: &[i64]) -> (i64, i64) {
        let (x, y) = (vector[self.x], vector[self.y]);
        (self.big_a * x + self.big_b * y, self.a * y - self.b * x)
    }

    /// ρ of the row of a rank with these outer heaps, if there is one.
    pub(crate) fn rho(&self, rank: i64, outer: &[i64]) -> Option<i64> {
        let left = rank - dot(&self.outer_weights, outer);
        (left % self.unit == 0).then_some(left / self.unit)
    }

    /// Writes the position of a row.
    pub(crate) fn position(&self, rho: i64, t: i64, outer: &[i64], position: &mut [u64]) {
        position[self.x] = (self.a * rho - self.big_b * t) as u64;
        position[self.y] = (self.b * rho + self.big_a * t) as u64;
        self.outer.iter().zip(outer).for_each(|(heap, size)| position[*heap] = *size as u64);
    }

    /// The same, where heaps may be negative.
    pub(crate) fn point(&self, rho: i64, t: i64, outer: &[i64], point: &mut [i64]) {
        point[self.x] = self.a * rho - self.big_b * t;
        point[self.y] = self.b * rho + self.big_a * t;
        self.outer.iter().zip(outer).for_each(|(heap, size)| point[*heap] = *size);
    }

    /// What leads from t to t + 1.
    pub(crate) fn step(&self) -> Vec<i64> {
        let mut step = vec![0; self.heaps];
        (step[self.x], step[self.y]) = (-self.big_b, self.big_a);
        step
    }

    /// A form in these coordinates.
    pub(crate) fn half(&self, form: &Form) -> Half {
        let (cx, cy) = (form.coefficients[self.x], form.coefficients[self.y]);
        Half {
            t: cy * self.big_a - cx * self.big_b,
            rho: cx * self.a + cy * self.b,
            outer: self.outer.iter().map(|heap| form.coefficients[*heap]).collect(),
            constant: form.constant,
        }
    }

    pub(crate) fn halves(&self, forms: &[Form]) -> Vec<Half> {
        forms.iter().map(|form| self.half(form)).collect()
    }

    /// The outer heaps of a vector.
    pub(crate) fn outer_of(&self, vector: &[i64]) -> Vec<i64> {
        self.outer.iter().map(|heap| vector[*heap]).collect()
    }

    /// No row has more points, margins included: from one to the next the heaps
    /// change by B and A.
    pub(crate) fn longest_row(&self, extents: &[i64], margins: &[i64]) -> usize {
        let points = |heap: usize, step: i64| (extents[heap] + 2 * margins[heap]).checked_div(step).unwrap_or(i64::MAX);
        points(self.x, self.big_b).min(points(self.y, self.big_a)).saturating_add(1) as usize
    }

    pub(crate) fn heaps(&self) -> usize {
        self.heaps
    }
}

/// g, a, b with g = gcd(u, v) = a·u + b·v; for u = 1 they are 1, 1, 0.
fn bezout(u: i64, v: i64) -> (i64, i64, i64) {
    if u == 1 || v == 0 {
        return (u, 1, 0);
    }
    let (g, a, b) = bezout(v, u % v);
    (g, b, a - u / v * b)
}

/// A form of ρ, t and the outer heaps; where it is ≥ 0 is an interval of each row.
#[derive(Clone, Debug)]
pub(crate) struct Half {
    t: i64,
    rho: i64,
    outer: Vec<i64>,
    constant: i64,
}

/// Integers from the first to the second, none if that is less.
pub(crate) type Interval = (i64, i64);

/// Every t.
pub(crate) const ALL: Interval = (i64::MIN / 4, i64::MAX / 4);

/// Where all these forms are ≥ 0, in a row.
pub(crate) fn interval(halves: &[Half], rho: i64, outer: &[i64]) -> Interval {
    let (mut low, mut high) = ALL;
    for half in halves {
        let rest = half.constant + half.rho * rho + dot(&half.outer, outer);
        match half.t {
            0 if rest < 0 => return (0, -1),
            0 => {}
            1 => low = low.max(-rest),
            -1 => high = high.min(rest),
            t if t > 0 => low = low.max(-rest.div_euclid(t)),
            t => high = high.min(rest.div_euclid(-t)),
        }
    }
    (low, high)
}

pub(crate) fn meet(a: Interval, b: Interval) -> Interval {
    (a.0.max(b.0), a.1.min(b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_every_position_once() {
        for weights in [[1, 1], [1, 0], [0, 1], [2, 3], [3, 2], [5, 3], [4, 6], [1, 7], [7, 1]] {
            let frame = Frame::of_heaps(&weights, 0, 1);
            for (x, y) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
                let (rho, t) = frame.place(&[x, y]);
                let mut back = [0; 2];
                frame.position(rho, t, &[], &mut back);
                assert_eq!(back, [x as u64, y as u64], "{weights:?}");
                assert_eq!(frame.rho(weights[0] * x + weights[1] * y, &[]), Some(rho));
                for form in [([1, 0], 0), ([0, 1], -3), ([-2, 3], 5), ([3, -5], -1)] {
                    let form = Form { coefficients: form.0.to_vec(), constant: form.1 };
                    let holds = dot(&form.coefficients, &[x, y]) + form.constant >= 0;
                    let (low, high) = interval(&[frame.half(&form)], rho, &[]);
                    assert_eq!(holds, low <= t && t <= high, "{form:?} at ({x}, {y}) in {weights:?}");
                }
            }
        }
    }
}
