//! In which order partners leave the fewest codes unmarked soonest.
//!
//! The code of a heap j is c with frequency f(c), more or less independently of
//! others. A partner of code v then marks code w with probability f(w ⊕ v). If
//! some partners leave w unmarked with probability m(w), and a heap cares about
//! w with probability g(w), the next partner should be the one with the largest
//! Σ g(w)·m(w)·f(w ⊕ v). This decides only how much work is done, never a value.

use super::lanes::CODES;

/// How many partners are chosen before all are looked at again: the best ones
/// differ little from each other.
const AT_ONCE: usize = 8;

/// What the last heaps looked like.
pub(super) struct Outlook {
    /// `chance[v][w]` = f(w ⊕ v).
    chance: Vec<[f32; CODES]>,
    /// g: how often a code is below that of the heap.
    cared: [f32; CODES],
}

impl Outlook {
    pub(super) fn of(codes: &[u8]) -> Outlook {
        let share = 1.0 / codes.len().max(1) as f32;
        let mut frequency = [0.0f32; CODES];
        for code in codes {
            frequency[usize::from(*code)] += share;
        }
        let mut cared = [0.0; CODES];
        let mut above = 0.0;
        for code in (0..CODES).rev() {
            // Own values of either class have to be told from this one.
            above += frequency[code];
            cared[code] = above;
        }
        let chance = (0..CODES).map(|v| std::array::from_fn(|w| frequency[w ^ v])).collect();
        Outlook { chance, cared }
    }

    /// The numbers of `codes` in the order in which to mark them, the first
    /// `steps` with care.
    pub(super) fn order(&self, codes: &[u8], steps: usize) -> Vec<usize> {
        let mut waiting: Vec<Vec<usize>> = vec![vec![]; CODES];
        for (number, code) in codes.iter().enumerate().rev() {
            waiting[usize::from(*code)].push(number);
        }
        let mut unmarked = self.cared;
        let mut order = Vec::with_capacity(codes.len());
        while order.len() < steps.min(codes.len()) {
            let score = |v: usize| product(&unmarked, &self.chance[v]);
            let mut open: Vec<(usize, f32)> =
                (0..CODES).filter(|v| !waiting[*v].is_empty()).map(|v| (v, score(v))).collect();
            open.sort_by(|a, b| b.1.total_cmp(&a.1));
            for (best, _) in open.into_iter().take(AT_ONCE) {
                order.extend(waiting[best].pop());
                for (m, f) in unmarked.iter_mut().zip(&self.chance[best]) {
                    *m *= 1.0 - f;
                }
            }
        }
        order.extend(waiting.into_iter().flatten());
        order
    }
}

/// The scalar product, summed in sixteen parts so that it goes fast.
fn product(a: &[f32; CODES], b: &[f32; CODES]) -> f32 {
    let mut parts = [0.0f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for (part, (a, b)) in parts.iter_mut().zip(a.iter().zip(b)) {
            *part += a * b;
        }
    }
    parts.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_partner_comes_once_and_the_useful_one_first() {
        let outlook = Outlook::of(&[5, 5, 5, 9]);
        // Of the codes that matter, 5 ⊕ 5 = 0 is marked most often.
        let order = outlook.order(&[200, 5, 100, 5], 3);
        assert_eq!(order[0], 1);
        let mut all = order.clone();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3]);
    }
}
