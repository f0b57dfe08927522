//! Conditions on the least, the middle and the largest heap, read order by order.
//!
//! Without an order `max(x,y,z) - min(x,y,z)` has nine cases, and conditions on such numbers have their products. In the region
//! x ≤ y ≤ z the least and the largest heap are heaps, so nothing is to be told apart. The regions of
//! all orders of the heaps cover everything; where they overlap, all of them say the same.

use super::{Read, Reading, numbers};
use miyama::heap::formula::syntax::{Kind, Number, Truth};
use miyama::heap::notation::orders;
use miyama_automata::{Automaton, Formula, Limits, Numeration, Tracks, Variable};

/// So many least and largest heaps are told apart case by case.
const FEW: usize = 3;

/// The most heaps whose orders are gone through.
const MOST_HEAPS: usize = 4;

/// Whether a condition is soon read order by order, and not so soon case by case.
pub(super) fn pays(truth: &Truth, heaps: usize) -> bool {
    let mut extremes = 0;
    numbers(truth, &mut |number| {
        if let Kind::Least(parts) | Kind::Greatest(parts) = &number.kind {
            extremes += usize::from(parts.iter().all(|part| heap(part, heaps).is_some()));
        }
    });
    (3..=MOST_HEAPS).contains(&heaps) && extremes > FEW
}

/// The heap that a number is.
fn heap(number: &Number, heaps: usize) -> Option<Variable> {
    match number.kind {
        Kind::Symbol(symbol) if symbol < heaps => Variable::try_from(symbol).ok(),
        _ => None,
    }
}

/// The set of the positions where a condition holds.
pub(super) fn set(truth: &Truth, heaps: u8, system: Numeration, limits: &Limits<'_>) -> Read<Automaton> {
    let mut all = vec![];
    for order in orders(heaps.into()) {
        let mut reading = Reading::new(heaps, heaps, system, limits)?;
        reading.order = order.into_iter().filter_map(|heap| Variable::try_from(heap).ok()).collect();
        let mut parts = vec![];
        for pair in reading.order.windows(2) {
            parts.push(Formula::at_most_zero(&[(pair[0], 1), (pair[1], -1)], 0)?);
        }
        parts.push(reading.truth(truth)?);
        all.push(Formula::And(parts).set(system, Tracks::first(heaps), limits)?);
    }
    Ok(Automaton::union(&all, limits)?)
}

impl Reading<'_> {
    /// The least or the largest of several heaps, where their order is known.
    pub(super) fn known_extreme(&self, kind: &Kind, parts: &[Number]) -> Option<Variable> {
        let among: Vec<Variable> = parts.iter().map(|part| heap(part, self.order.len())).collect::<Option<_>>()?;
        let mut ordered = self.order.iter().filter(|heap| among.contains(heap));
        match kind {
            Kind::Least(_) => ordered.next(),
            _ => ordered.next_back(),
        }
        .copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama::budget::Budget;
    use miyama::heap::formula::{Formula as Written, Names};

    /// Automata are minimal: two that say the same are equal.
    #[test]
    fn order_by_order_says_the_same_as_case_by_case() {
        let budget = Budget::unlimited();
        let go_on = || true;
        let limits = crate::rules::limits(&budget, &go_on);
        let middle = "x+y+z-min(x,y,z)-max(x,y,z)";
        for (heaps, text) in [
            (3, format!("max(x,y,z) - ({middle}) <= 1 and min(x,y,z) mod 3 = 1 or x = 2y")),
            (3, "min(x,y) + max(y,z) = 5 or min(x,z) > 2 and not max(x,y,z) = 4 or |x-y| = max(x,z)".to_owned()),
            (3, format!("let m = {middle}; exists k: m = 2k+1 and k <= min(x,y,z) and max(x,y,z) - m = x - k")),
            (3, "min(x,min(y,z)) = min(x,y) and max(x,y+1) > max(z,y) or min(y,z) = max(y,z)".to_owned()),
            (4, "min(x,y,z,w) = 1 and max(x,y,z,w) <= min(x,y)+3 and max(z,w) = 4".to_owned()),
        ] {
            let names = Names::only(["x", "y", "z", "w"][..heaps].iter().map(|name| (*name).to_owned()).collect());
            let formula = Written::set(&text, &names).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
            let (truth, count) = (formula.condition().unwrap(), heaps as u8);
            assert!(pays(truth, heaps), "{text}");
            let system = Numeration::Base(2);
            let by_order = set(truth, count, system, &limits).unwrap();
            let mut reading = Reading::new(count, count, system, &limits).unwrap();
            let by_case = reading.truth(truth).unwrap().set(system, Tracks::first(count), &limits).unwrap();
            assert!(by_order == by_case, "{text}");
        }
    }
}
