//! Codes that no ruleset writes, because a move may leave any number of heaps: every
//! number of tokens is tried, and every way to leave the others as heaps.

use super::{Left, NotInterpreted};
use crate::code::{Code, Sizes};
use miyama_budget::Budget;

/// What a code says of one heap.
pub(super) struct Breaking<'a> {
    pub(super) code: &'a Code,
    pub(super) effort: &'a mut u64,
    pub(super) budget: &'a Budget,
}

impl Breaking<'_> {
    /// Visits each option of a heap.
    pub(super) fn options(mut self, heap: u64, visit: &mut dyn FnMut(Left)) -> Result<(), NotInterpreted> {
        for taken in 0..=heap {
            self.leave(heap, taken, heap - taken, &mut vec![], visit)?;
        }
        Ok(())
    }

    /// Visits what can be left by taking so many: the heaps chosen so far, and others, none
    /// larger than the last, with `rest` tokens together.
    fn leave(
        &mut self,
        heap: u64,
        taken: u64,
        rest: u64,
        chosen: &mut Vec<u64>,
        visit: &mut dyn FnMut(Left),
    ) -> Result<(), NotInterpreted> {
        *self.effort = self.effort.checked_sub(1).ok_or(NotInterpreted::Effort)?;
        if self.effort.is_multiple_of(4096) {
            self.budget.check()?;
        }
        if rest == 0 {
            if self.is_move(heap, taken, chosen) {
                visit(chosen.iter().map(|heap| vec![*heap]).collect());
            }
            return Ok(());
        }
        for next in 1..=rest.min(chosen.last().copied().unwrap_or(rest)) {
            chosen.push(next);
            let left = self.leave(heap, taken, rest - next, chosen, visit);
            chosen.pop();
            left?;
        }
        Ok(())
    }

    fn is_move(&self, heap: u64, taken: u64, left: &[u64]) -> bool {
        let (Ok(taken), Ok(count)) = (usize::try_from(taken), u32::try_from(left.len())) else { return false };
        let digit = self.code.digit(taken);
        let sizes = match digit.sizes {
            Sizes::Any => true,
            Sizes::Unequal => left.windows(2).all(|pair| pair[0] != pair[1]),
            Sizes::Equal => left.windows(2).all(|pair| pair[0] == pair[1]),
        };
        digit.allows(count) && sizes && left != [heap]
    }
}
