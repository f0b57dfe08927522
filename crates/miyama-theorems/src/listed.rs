//! All elements of a proved set up to a bound, without looking at the other positions.

use miyama_automata::Automaton;
use miyama_budget::{Budget, Stopped};

/// The elements with heaps up to `to`, in the order of tables: the last heap runs fastest.
///
/// # Errors
/// [`Stopped`] if the budget ends, or the list does not fit into its memory.
pub(crate) fn up_to(set: &Automaton, to: &[u64], budget: &Budget) -> Result<Vec<Vec<u64>>, Stopped> {
    let one = 32 + 8 * to.len() as u64;
    set.up_to(to, &mut |held| {
        budget.check()?;
        budget.need(one * held as u64)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::up_to;
    use crate::saved::built_in;
    use miyama::heap::table::positions;
    use miyama_budget::Budget;

    #[test]
    fn lists_are_what_the_sets_contain() {
        for saved in built_in() {
            let heaps = saved.ruleset.heaps();
            let to: Vec<u64> = [40, 23, 9][..heaps.min(3)].to_vec();
            let expected: Vec<Vec<u64>> = positions(&to)
                .filter(|position| saved.set.contains(&position.iter().map(|heap| (*heap).into()).collect::<Vec<_>>()))
                .collect();
            assert_eq!(up_to(&saved.set, &to, &Budget::unlimited()).unwrap(), expected, "{}", saved.name);
        }
    }
}
