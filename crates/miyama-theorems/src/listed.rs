//! All elements of a proved set up to a bound, without looking at the other positions.

use miyama_automata::{Automaton, digit};
use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;

/// The elements with heaps up to `to`, in the order of tables: the last heap runs fastest.
/// Words of one length are followed from the highest digit on; what is too large already is
/// left out, and every state leads to an element, so the work grows with what is found.
///
/// # Errors
/// [`Stopped`] if the budget ends, or the list does not fit into its memory.
pub(crate) fn up_to(set: &Automaton, to: &[u64], budget: &Budget) -> Result<Vec<Vec<u64>>, Stopped> {
    let largest = BigUint::from(to.iter().copied().max().unwrap_or(0));
    let places = set.system().digits(&largest).len();
    // A weight beyond 64 bits is beyond every bound.
    let weights: Vec<u64> =
        set.system().weights(places).iter().map(|weight| u64::try_from(weight).unwrap_or(u64::MAX)).collect();
    let mut found: Vec<Vec<u64>> = Vec::new();
    let mut open = if set.is_empty() { vec![] } else { vec![(0, vec![0u64; to.len()], places)] };
    let one = 32 + 8 * to.len() as u64;
    for step in 0u64.. {
        let Some((state, numbers, left)) = open.pop() else { break };
        if step.is_multiple_of(1 << 12) {
            budget.check()?;
            budget.need(one * (found.len() + open.len()) as u64)?;
        }
        let Some(left) = left.checked_sub(1) else {
            if set.is_accepting(state) {
                found.push(numbers);
            }
            continue;
        };
        'letters: for (letter, next) in set.row(state) {
            let mut more = numbers.clone();
            for (heap, (number, most)) in (0u8..).zip(more.iter_mut().zip(to)) {
                let added = weights[left].checked_mul(u64::from(digit(*letter, heap)));
                match added.and_then(|added| number.checked_add(added)).filter(|sum| sum <= most) {
                    Some(sum) => *number = sum,
                    None => continue 'letters,
                }
            }
            open.push((*next, more, left));
        }
    }
    found.sort_unstable();
    Ok(found)
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
