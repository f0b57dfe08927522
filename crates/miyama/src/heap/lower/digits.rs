//! Functions of digits: what can be said by quotients is, and what is known of the others.

use super::super::linear::Linear;
use super::super::notation::Function;
use super::super::ruleset::Case;
use super::{Lowering, Valued};
use miyama_budget::Mistake;

impl Lowering<'_> {
    /// and(a, b): the last k binary digits of a are a mod 2^k, for a ≥ 0.
    pub(super) fn common_digits(&self, mut case: Case, of_what: &[Linear]) -> Result<Vec<Valued>, Mistake> {
        let ones = |form: &Linear| {
            form.is_constant() && (0..1 << 32).contains(&form.constant) && (form.constant + 1).count_ones() == 1
        };
        for (a, b) in [(&of_what[0], &of_what[1]), (&of_what[1], &of_what[0])] {
            if ones(b) && !a.is_constant() {
                case.conditions.push(a.clone());
                return self.division(case, a, &Linear::constant(b.constant + 1), false);
            }
        }
        self.applied(Function::BitAnd, case, of_what.to_vec())
    }

    /// a + b − times·and(a, b): the nim-sum for 2, or(a, b) for 1. One number for the three of them,
    /// so that what is known of one is known of all.
    pub(super) fn by_common_digits(&self, case: Case, of_what: &[Linear], times: i128) -> Result<Vec<Valued>, Mistake> {
        let sum = of_what[0].plus(&of_what[1]).map_err(|e| self.too_large(e))?;
        let both = self.common_digits(case, of_what)?.into_iter();
        both.map(|(case, both)| Ok((case, sum.combine(1, &both, -times).map_err(|e| self.too_large(e))?))).collect()
    }

    /// Digit k of a ≥ 0 in base b is (a div b^k) mod b; computed where k or b is not a number.
    pub(super) fn digit(&self, mut case: Case, of_what: Vec<Linear>) -> Result<Vec<Valued>, Mistake> {
        let [a, place, base] = of_what.as_slice() else { return self.applied(Function::Digit, case, of_what) };
        let power = || base.constant.checked_pow(u32::try_from(place.constant).ok()?).filter(|power| *power < 1 << 32);
        match power() {
            Some(power) if place.is_constant() && base.is_constant() && (2..1 << 32).contains(&base.constant) => {
                case.conditions.push(a.clone());
                let mut all = vec![];
                for (case, rest) in self.division(case, a, &Linear::constant(power), true)? {
                    all.extend(self.division(case, &rest, base, false)?);
                }
                Ok(all)
            }
            _ => self.applied(Function::Digit, case, of_what),
        }
    }

    /// The sum t of the digits of a in base b, or how many they are: 0 if a = 0; a or 1 if
    /// 1 ≤ a < b. For a = Σ dᵢbⁱ ≥ b some dᵢ with i ≥ 1 is positive, so that the sum is at least 1
    /// and a − Σ dᵢ = Σ dᵢ(bⁱ − 1) ≥ b − 1; and t ≥ 2 digits make a ≥ b^(t−1), which is at least
    /// b + t − 2 and at least 2(t − 1).
    pub(super) fn of_digits(
        &self,
        function: Function,
        (a, b): (&Linear, &Linear),
        case: &Case,
        t: &Linear,
    ) -> Result<Vec<Valued>, Mistake> {
        let minus = |a: &Linear, b: &Linear| a.minus(b).map_err(|e| self.too_large(e));
        let (zero, one, two) = (Linear::default(), Linear::constant(1), Linear::constant(2));
        let base = minus(b, &two)?;
        let none = vec![base.clone(), a.clone(), minus(&zero, a)?, t.clone(), minus(&zero, t)?];
        let is_sum = function == Function::DigitSum;
        let single = if is_sum { a } else { &one };
        let below = minus(&minus(b, &one)?, a)?;
        let of_one = vec![base.clone(), minus(a, &one)?, below, minus(t, single)?, minus(single, t)?];
        let room = minus(a, b)?;
        let large = |e| self.too_large(e);
        let mut of_more = vec![base, room.clone()];
        match is_sum {
            true => of_more.extend([minus(t, &one)?, minus(&room.plus(&one).map_err(large)?, t)?]),
            false => {
                let half = a.plus(&two).and_then(|form| form.combine(1, t, -2)).map_err(large)?;
                of_more.extend([minus(t, &two)?, minus(&room.plus(&two).map_err(large)?, t)?, half]);
            }
        }
        Ok([none, of_one, of_more].map(|facts| (case.clone().with(facts), t.clone())).to_vec())
    }
}
