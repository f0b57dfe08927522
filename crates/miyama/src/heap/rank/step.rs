//! Steps from a position to a part of an option.

use crate::heap::linear::{Linear, System, TooLarge};
use crate::heap::ruleset::Case;

/// One way to go from a position to a position that a move leaves.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// What holds of the heaps and bound integers where the move can be made.
    pub(super) system: System,
    /// The heaps after it.
    pub(super) left: Vec<Linear>,
    /// The number of symbols: heaps, then bound integers.
    pub(super) symbols: usize,
}

impl Step {
    /// The steps of all cases: one for each part of an option.
    pub(super) fn all(cases: &[&Case], heaps: usize) -> Vec<Step> {
        let of_case = |case: &&Case| -> Vec<Step> {
            let system = case.system(heaps);
            let symbols = heaps + case.bound.len();
            case.option.iter().map(|left| Step { system: system.clone(), left: left.clone(), symbols }).collect()
        };
        cases.iter().flat_map(of_case).collect()
    }

    /// Whether no position allows the step with these further conditions.
    /// "False" may mean "not shown".
    pub(super) fn never(&self, further: Vec<Linear>) -> bool {
        matches!(self.system.and(further).has_solution(), Ok(false))
    }

    /// `(heap after) − (heap before) − more`.
    pub(super) fn rise(&self, after: usize, before: usize, more: i128) -> Result<Linear, TooLarge> {
        self.left[after].minus(&Linear::symbol(before))?.minus(&Linear::constant(more))
    }

    /// Whether the other step can come next. "True" may mean "not excluded".
    pub(super) fn leads_to(&self, next: &Step, heaps: usize) -> bool {
        let follows = || -> Result<bool, TooLarge> {
            // The heaps of the next step are what this one leaves; its integers
            // come behind the symbols of this one.
            let mut conditions = Vec::new();
            for form in next.system.forms() {
                let mut moved = Linear::constant(form.constant);
                for (symbol, coefficient) in form.terms() {
                    let value = match self.left.get(symbol).filter(|_| symbol < heaps) {
                        Some(left) => left.clone(),
                        None => Linear::symbol(self.symbols + symbol - heaps),
                    };
                    moved = moved.combine(1, &value, coefficient)?;
                }
                conditions.push(moved);
            }
            self.system.and(conditions).has_solution()
        };
        follows() != Ok(false)
    }
}
