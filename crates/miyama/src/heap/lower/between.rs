//! Bounds of a number that is not linear, by linear forms.

use super::super::linear::Linear;
use num_integer::{div_ceil, div_floor};

/// Linear forms `low` and `high` with low/over ≤ a number ≤ high/over, over ≥ 1.
pub(super) struct Between {
    pub(super) low: Linear,
    pub(super) high: Linear,
    pub(super) over: i128,
}

impl Between {
    /// Numbers that grow beyond this give no bounds: the forms are multiplied with others.
    const MOST: i128 = 1 << 40;

    pub(super) fn new(low: Linear, high: Linear, over: i128) -> Option<Between> {
        Between { low, high, over }.within()
    }

    fn within(self) -> Option<Between> {
        (self.over <= Between::MOST).then_some(self)
    }

    pub(super) fn constants(low: i128, high: i128, over: i128) -> Option<Between> {
        Between::new(Linear::constant(low), Linear::constant(high), over)
    }

    /// A constant in ten thousandths, rounded outward: powers stay short.
    pub(super) fn coarse(self) -> Option<Between> {
        const PARTS: i128 = 10_000;
        if !self.is_constant() || self.over <= PARTS {
            return Some(self);
        }
        let low = div_floor(self.low.constant.checked_mul(PARTS)?, self.over);
        let high = div_ceil(self.high.constant.checked_mul(PARTS)?, self.over);
        Between::constants(low, high, PARTS)
    }

    /// 1 divided by a positive constant.
    pub(super) fn inverse(&self) -> Option<Between> {
        let (least, most) = (self.low.constant, self.high.constant);
        let over = least.checked_mul(most)?;
        let one = |by: i128| self.over.checked_mul(by).map(Linear::constant);
        Between { low: one(least)?, high: one(most)?, over }.coarse()
    }

    pub(super) fn is_constant(&self) -> bool {
        self.low.is_constant() && self.high.is_constant()
    }

    pub(super) fn plus(&self, other: &Between) -> Option<Between> {
        let low = self.low.combine(other.over, &other.low, self.over).ok()?;
        let high = self.high.combine(other.over, &other.high, self.over).ok()?;
        Between::new(low, high, self.over.checked_mul(other.over)?)
    }

    pub(super) fn minus(&self, other: &Between) -> Option<Between> {
        let low = self.low.combine(other.over, &other.high, self.over.checked_neg()?).ok()?;
        let high = self.high.combine(other.over, &other.low, self.over.checked_neg()?).ok()?;
        Between::new(low, high, self.over.checked_mul(other.over)?)
    }

    /// Times a number between least/over and most/over, none of them negative.
    pub(super) fn times(&self, least: i128, most: i128, over: i128) -> Option<Between> {
        let zero = Linear::default();
        let (low, high) = (zero.combine(1, &self.low, least).ok()?, zero.combine(1, &self.high, most).ok()?);
        Between { low, high, over: self.over.checked_mul(over)? }.coarse()?.within()
    }
}
