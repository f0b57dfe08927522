//! The elements of a set up to a bound, listed without looking at what lies between them.

use crate::automaton::Automaton;
use crate::tracks::digit;
use num_bigint::BigUint;

/// So many steps are made between two questions whether to go on.
const STEPS: u64 = 1 << 12;

impl Automaton {
    /// The elements whose numbers, those of the tracks in ascending order, are at most those of `to`, in
    /// lexicographic order. Words of one length are followed from the highest digit on; what is
    /// too large already is left out, and every state of a minimal automaton leads to an element, so
    /// the work grows with what is found.
    ///
    /// # Errors
    /// What `go_on` says, which is asked now and then with the number of tuples that are held.
    ///
    /// # Panics
    /// If there are not as many bounds as tracks.
    pub fn up_to<E>(&self, to: &[u64], go_on: &mut dyn FnMut(usize) -> Result<(), E>) -> Result<Vec<Vec<u64>>, E> {
        assert_eq!(to.len(), self.tracks().len(), "one bound per track");
        let largest = BigUint::from(to.iter().copied().max().unwrap_or(0));
        let places = self.system().digits(&largest).len();
        // A weight beyond 64 bits is beyond every bound.
        let weights: Vec<u64> =
            self.system().weights(places).iter().map(|weight| u64::try_from(weight).unwrap_or(u64::MAX)).collect();
        let mut found: Vec<Vec<u64>> = Vec::new();
        let mut open = if self.is_empty() { vec![] } else { vec![(0, vec![0u64; to.len()], places)] };
        for step in 0u64.. {
            let Some((state, numbers, left)) = open.pop() else { break };
            if step.is_multiple_of(STEPS) {
                go_on(found.len() + open.len())?;
            }
            let Some(left) = left.checked_sub(1) else {
                if self.is_accepting(state) {
                    found.push(numbers);
                }
                continue;
            };
            'letters: for (letter, next) in self.row(state) {
                let mut more = numbers.clone();
                for (variable, (number, most)) in self.tracks().iter().zip(more.iter_mut().zip(to)) {
                    let added = weights[left].checked_mul(u64::from(digit(*letter, variable)));
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
}

#[cfg(test)]
mod tests {
    use crate::formula::Formula;
    use crate::limits::Limits;
    use crate::numeration::Numeration;
    use crate::tracks::Tracks;

    #[test]
    fn elements_are_listed_in_order_up_to_a_bound_and_for_as_long_as_one_may() {
        for system in [Numeration::Base(3), Numeration::Metallic(1)] {
            let set = Formula::zero(&[(0, 2), (1, -3)], 1).unwrap();
            let set = set.set(system, Tracks::first(2), &Limits::generous()).unwrap();
            let listed = set.up_to(&[40, 20], &mut |_| Ok::<(), ()>(())).unwrap();
            let expected: Vec<Vec<u64>> = (0..=40u64)
                .flat_map(|x| (0..=20).map(move |y| vec![x, y]))
                .filter(|p| 2 * p[0] + 1 == 3 * p[1])
                .collect();
            assert_eq!(listed, expected);
            let whole = Formula::And(vec![]).set(system, Tracks::first(2), &Limits::generous()).unwrap();
            let most = whole.up_to(&[300, 300], &mut |held| if held < 5000 { Ok(()) } else { Err(held) }).unwrap_err();
            assert!((5000..12_000).contains(&most), "{most}");
        }
    }
}
