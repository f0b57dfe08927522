//! The moves of a heap of a code that win beside something else, for heaps of any size.

use super::Quotients;
use crate::breaking::code::{Code, Digit, Sizes};
use crate::breaking::definition;
use crate::breaking::heap::Options;
use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// Up to here all ways to leave three heaps or more are looked at.
const FEW: usize = 200;

/// From here on pairs are counted by residues and not one by one.
const MANY: u32 = 1 << 16;

impl Quotients {
    /// The options of a heap of the code that are P-positions beside `rest`, the first
    /// `most` of them listed; `None` if they cannot be found.
    ///
    /// # Errors
    /// [`Stopped`] if the budget does not allow it.
    pub fn winning_options(
        &self,
        heap: &BigUint,
        rest: u32,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Options>, Stopped> {
        let Some(code) = self.code() else { return Ok(None) };
        let found = Found { quotients: self, rest, most, options: Options::default() };
        match (code.longest(), code.most_heaps()) {
            (Some(longest), Some(0..=2)) => found.by_digits(code, longest, heap, budget),
            _ => Ok(found.one_by_one(code, heap)),
        }
    }
}

/// Options as they are found.
struct Found<'a> {
    quotients: &'a Quotients,
    rest: u32,
    most: usize,
    options: Options,
}

impl Found<'_> {
    fn wins(&self, left: &[&BigUint]) -> Option<bool> {
        let quotient = self.quotients.quotient();
        let image =
            left.iter().try_fold(self.rest, |x, heap| Some(quotient.product(x, self.quotients.image(heap)?)))?;
        Some(quotient.is_p(image))
    }

    fn add(&mut self, left: Vec<BigUint>, times: BigUint) {
        self.options.count += times;
        if self.options.listed.len() < self.most {
            self.options.listed.push(left);
        }
    }

    fn one_by_one(mut self, code: &Code, heap: &BigUint) -> Option<Options> {
        let n = usize::try_from(heap).ok().filter(|n| *n <= FEW)?;
        let mut all = BTreeSet::new();
        definition::options(code, n, &mut |left| {
            all.insert(left.iter().map(|heap| BigUint::from(*heap)).collect::<Vec<_>>());
        });
        for left in all {
            if self.wins(&left.iter().collect::<Vec<_>>())? {
                self.add(left, BigUint::from(1u32));
            }
        }
        Some(self.options)
    }

    fn by_digits(
        mut self,
        code: &Code,
        longest: usize,
        heap: &BigUint,
        budget: &Budget,
    ) -> Result<Option<Options>, Stopped> {
        for taken in (0..=longest).filter(|taken| BigUint::from(*taken) <= *heap) {
            if self.after(code.digit(taken), taken, heap - taken, budget)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(self.options))
    }

    /// Adds the options after taking some tokens, with `left` tokens left.
    fn after(&mut self, digit: Digit, taken: usize, left: BigUint, budget: &Budget) -> Result<Option<()>, Stopped> {
        let one = || BigUint::from(1u32);
        if left == BigUint::ZERO {
            if taken > 0 && digit.allows(0) && self.wins(&[]) == Some(true) {
                self.add(vec![], one());
            }
            return Ok(Some(()));
        }
        if taken > 0 && digit.allows(1) {
            match self.wins(&[&left]) {
                Some(true) => self.add(vec![left.clone()], one()),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        if digit.allows(2) { self.pairs(digit.sizes, &left, budget) } else { Ok(Some(())) }
    }

    /// Adds the pairs i ≤ j with i + j = left. From the preperiod on both parts repeat, so
    /// that of a large heap one i for each residue tells all.
    fn pairs(&mut self, sizes: Sizes, left: &BigUint, budget: &Budget) -> Result<Option<()>, Stopped> {
        let half = left / 2u32;
        let period = self.quotients.period().filter(|_| sizes == Sizes::Any && half > BigUint::from(MANY));
        let (one_by_one, length) = match (period, u64::try_from(&half)) {
            (Some(period), _) => (period.start.max(1), Some(period.length)),
            (None, Ok(half)) => (half + 1, None),
            (None, Err(_)) => return Ok(None),
        };
        let last = one_by_one + length.unwrap_or(0);
        for i in 1..last {
            if i.is_multiple_of(4096) {
                budget.check()?;
            }
            let small = BigUint::from(i);
            let large = left - &small;
            let fits = match sizes {
                Sizes::Any => true,
                Sizes::Unequal => small != large,
                Sizes::Equal => small == large,
            };
            match self.wins(&[&small, &large]) {
                Some(true) if fits => match length.filter(|_| i >= one_by_one) {
                    Some(length) => self.add_residue(small, left, &half, length),
                    None => self.add(vec![small, large], BigUint::from(1u32)),
                },
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(()))
    }

    /// Adds the pairs (i, left − i) for i, i + length, … up to half.
    fn add_residue(&mut self, first: BigUint, left: &BigUint, half: &BigUint, length: u64) {
        self.options.count += (half - &first) / length + 1u32;
        let mut small = first;
        while small <= *half && self.options.listed.len() < self.most {
            self.options.listed.push(vec![small.clone(), left - &small]);
            small += length;
        }
    }
}
