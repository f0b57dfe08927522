//! Several heaps of a game on one heap as a ruleset of their own.

use super::super::linear::Linear;
use super::super::options::Loops;
use super::super::rank;
use super::{Case, MOST_HEAPS, Ruleset, Winning};
use miyama_budget::Budget;
use std::sync::OnceLock;

impl Ruleset {
    /// Several heaps of a one-heap ruleset as one ruleset: a move is a move in
    /// one of them. None if their number changes: heaps break, or one vanishes
    /// that could still be moved from if it were empty.
    ///
    /// ```
    /// use miyama::heap::builtin;
    /// let two = builtin::ruleset("nim", &[]).unwrap().side_by_side(2).unwrap();
    /// assert_eq!(two.options(&[1, 1]).unwrap(), [vec![vec![0, 1]], vec![vec![1, 0]]]);
    /// ```
    #[must_use]
    pub fn side_by_side(&self, copies: usize) -> Option<Ruleset> {
        let number_changes = self.splits() || (self.vanishes() && !self.ends_at_zero());
        if self.heaps() != 1 || number_changes || copies > MOST_HEAPS || !self.is_won_as_usual() {
            return None;
        }
        let mut cases = Vec::new();
        for case in self.cases() {
            for copy in 0..copies {
                // Symbol 0 becomes the heap of the copy, the bound integers move up.
                let rename = |form: &Linear| form.renamed(|s| if s == 0 { copy } else { s - 1 + copies });
                let tuple = |forms: &Vec<Linear>| -> Vec<Linear> {
                    (0..copies).map(|h| if h == copy { rename(&forms[0]) } else { Linear::symbol(h) }).collect()
                };
                // Nothing left of one heap is that heap at 0, which has no move.
                let option = if case.option.is_empty() { vec![vec![Linear::default()]] } else { case.option.clone() };
                let moved = Case {
                    copies: option.iter().map(|_| Linear::constant(1)).collect(),
                    bound: case.bound.iter().map(|bound| bound.renamed(rename)).collect(),
                    conditions: case.conditions.iter().map(rename).collect(),
                    option: option.iter().map(tuple).collect(),
                    at: case.at.clone(),
                };
                let loops = Loops::new(&moved, copies).ok()?;
                cases.push((moved, loops));
            }
        }
        let only: Vec<&Case> = cases.iter().map(|(case, _)| case).collect();
        let rank = rank::find(&only, copies, &Budget::unlimited()).ok()?;
        let heaps = (1..=copies).map(|n| format!("{}{n}", self.heaps[0])).collect();
        let interpreter = self.interpreter.as_ref().and_then(|one| one.side_by_side(copies));
        Some(Ruleset {
            name: self.name.clone(),
            heaps,
            cases,
            code: None,
            rows: None,
            rank,
            ends_at_zero: self.ends_at_zero,
            exchangeable: false,
            shrinking: false,
            domain: self.domain.clone(),
            lets: self.lets.clone(),
            given: self.given.clone(),
            bounds: OnceLock::new(),
            winning: Winning::default(),
            definition: self.definition.clone(),
            arguments: self.arguments.clone(),
            interpreter,
        })
    }
}
