//! The lines in one direction, numbered.

use super::plan::Chain;
use super::shape::Shape;
use crate::heap::semilinear::Displacement;

/// All lines in a direction that meet a shape. On a line one heap, the pivot,
/// is reduced below the size of its step; what the other heaps are then tells
/// the lines apart. On a direction along the rank one more heap follows from
/// the rank, and lines of different ranks share their numbers.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) direction: Displacement,
    pivot: usize,
    step: i64,
    sign: i64,
    /// Least value and stride of each heap; stride 0 where it does not count.
    lows: Vec<i64>,
    strides: Vec<i64>,
    pub(super) lines: u128,
}

impl Family {
    /// No entry of the direction may be longer than the board.
    pub(super) fn new(direction: &Displacement, shape: &Shape) -> Family {
        let heaps = direction.len();
        let pivot = (0..heaps)
            .filter(|j| direction[*j] != 0)
            .min_by_key(|j| direction[*j].abs())
            .expect("a direction is not zero");
        let (step, sign) = (direction[pivot].abs(), direction[pivot].signum());
        let implied =
            if shape.rise(direction) == 0 { (0..heaps).find(|j| *j != pivot && shape.weights()[*j] > 0) } else { None };
        let turns = shape.extents()[pivot] / step;
        let (mut lows, mut strides) = (vec![0; heaps], vec![0; heaps]);
        let mut lines: i128 = 1;
        for j in 0..heaps {
            let size = if j == pivot {
                i128::from(step)
            } else if implied == Some(j) {
                continue;
            } else {
                // The heap minus turns·sign·direction, for 0 ≤ turns.
                let drift = -sign * direction[j];
                // Where this leaves 64 bits the lines fit into no memory.
                lows[j] = drift.saturating_mul(turns).min(0);
                i128::from(shape.extents()[j]) + i128::from(drift.abs()) * i128::from(turns) + 1
            };
            strides[j] = i64::try_from(lines).unwrap_or(i64::MAX);
            lines = lines.saturating_mul(size);
        }
        Family { direction: direction.clone(), pivot, step, sign, lows, strides, lines: lines.unsigned_abs() }
    }

    /// For a direction 0: every position of a rank is a line of its own.
    pub(super) fn still(shape: &Shape) -> Family {
        let heaps = shape.extents().len();
        let pivot = shape.weights().iter().position(|w| *w > 0).expect("a rank has a weight");
        let mut strides = vec![0; heaps];
        let mut lines: i128 = 1;
        for j in (0..heaps).filter(|j| *j != pivot) {
            strides[j] = i64::try_from(lines).unwrap_or(i64::MAX);
            lines = lines.saturating_mul(i128::from(shape.extents()[j]) + 1);
        }
        let lines = lines.unsigned_abs();
        Family { direction: vec![0; heaps], pivot, step: 1, sign: 1, lows: vec![0; heaps], strides, lines }
    }

    /// The families of a chain, outermost first. Where all directions lie along
    /// the rank, the sets of the positions of a rank are kept besides: the
    /// lines hold only that of the position visited last.
    pub(super) fn of_chain(chain: &Chain, shape: &Shape) -> Vec<Family> {
        let first = &chain.directions[0];
        let still = (shape.rise(first) == 0).then(|| Family::still(shape));
        still.into_iter().chain(chain.directions.iter().map(|d| Family::new(d, shape))).collect()
    }

    /// Whether a line of this family is new at this position.
    #[inline(always)]
    pub(super) fn begins(&self, position: &[i64]) -> bool {
        let mut still = true;
        for (p, d) in position.iter().zip(&self.direction) {
            if p + d < 0 {
                return true;
            }
            still &= *d == 0;
        }
        still
    }

    /// The number of the line through a position.
    #[inline(always)]
    pub(super) fn line(&self, position: &[i64]) -> usize {
        let turns = if self.step == 1 { position[self.pivot] } else { position[self.pivot] / self.step };
        let signed = turns * self.sign;
        let mut line = (position[self.pivot] - turns * self.step) * self.strides[self.pivot];
        for (j, heap) in position.iter().enumerate() {
            if j != self.pivot {
                line += (heap - signed * self.direction[j] - self.lows[j]) * self.strides[j];
            }
        }
        line as usize
    }
}
