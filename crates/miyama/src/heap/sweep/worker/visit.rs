//! The positions of one rank, in the order that a chain needs.

use super::super::lines::Cell;
use super::Worker;

impl<'s, 'a, C: Cell> Worker<'s, 'a, C> {
    /// Visits the positions of a rank, all or this thread's share; how many
    /// there are in all. Each heap runs up or down as `order` says.
    #[inline(always)]
    pub(super) fn visit(
        &mut self,
        rank: i64,
        order: &[i64],
        shared: bool,
        act: &mut impl FnMut(&mut Worker<'s, 'a, C>, usize),
    ) -> u64 {
        let domain = self.sweep.domain;
        let (extents, weights) = (domain.extents(), domain.weights());
        let last = extents.len() - 1;
        let mut count = 0;
        if last == 0 {
            if rank % weights[0] == 0 && rank / weights[0] <= extents[0] {
                self.position[0] = rank / weights[0];
                count = 1;
                if !shared || self.thread == 0 {
                    act(self, self.position[0] as usize);
                }
            }
            return count;
        }
        // The heaps before the last two, then the last but one; the last follows.
        let run = last - 1;
        let start = |heap: usize| if order[heap] > 0 { 0 } else { extents[heap] };
        for heap in 0..run {
            self.position[heap] = start(heap);
        }
        loop {
            let fixed: i64 = (0..run).map(|h| weights[h] * self.position[h]).sum();
            if fixed <= rank {
                count += if weights[last] > 0 {
                    self.visit_run(rank - fixed, order[run], shared, act)
                } else {
                    self.visit_block(rank - fixed, order, shared, act)
                };
            }
            let ended = |h: usize, p: i64| if order[h] > 0 { p == extents[h] } else { p == 0 };
            let Some(step) = (0..run).rev().find(|h| !ended(*h, self.position[*h])) else { return count };
            self.position[step] += order[step];
            for heap in step + 1..run {
                self.position[heap] = start(heap);
            }
        }
    }

    /// Visits the positions of a rank with the first heaps as they are.
    #[inline(always)]
    fn visit_run(
        &mut self,
        rest: i64,
        direction: i64,
        shared: bool,
        act: &mut impl FnMut(&mut Worker<'s, 'a, C>, usize),
    ) -> u64 {
        let domain = self.sweep.domain;
        let (extents, weights) = (domain.extents(), domain.weights());
        let (run, last) = (extents.len() - 2, extents.len() - 1);
        let (a, b) = (weights[run], weights[last]);
        // a·x + b·y = rest with 0 ≤ x ≤ extents[run] and 0 ≤ y ≤ extents[last].
        let most = if a > 0 { extents[run].min(rest / a) } else { extents[run] };
        let least = if a > 0 { ((rest - b * extents[last]).max(0) + a - 1) / a } else { 0 };
        if least > most {
            return 0;
        }
        let length = most - least + 1;
        let (first, end) = if shared {
            let (thread, threads) = (self.thread as i64, self.sweep.threads as i64);
            (least + length * thread / threads, least + length * (thread + 1) / threads)
        } else {
            (least, most + 1)
        };
        let mut x = if direction > 0 { first } else { end - 1 };
        for _ in first..end {
            let left = rest - a * x;
            if b == 1 || left % b == 0 {
                self.position[run] = x;
                self.position[last] = if b == 1 { left } else { left / b };
                if let Some(place) = domain.index(&self.position) {
                    act(self, place);
                }
            }
            x += direction;
        }
        length.unsigned_abs()
    }

    /// The same where the last heap does not count for the rank: it takes all sizes.
    fn visit_block(
        &mut self,
        rest: i64,
        order: &[i64],
        shared: bool,
        act: &mut impl FnMut(&mut Worker<'s, 'a, C>, usize),
    ) -> u64 {
        let domain = self.sweep.domain;
        let (extents, weights) = (domain.extents(), domain.weights());
        let (run, last) = (extents.len() - 2, extents.len() - 1);
        let sizes = |heap: usize| 0..=extents[heap];
        let mut firsts: Vec<i64> = sizes(run).filter(|x| weights[run] * x == rest).collect();
        let mut lasts: Vec<i64> = sizes(last).collect();
        for (heaps, heap) in [(&mut firsts, run), (&mut lasts, last)] {
            if order[heap] < 0 {
                heaps.reverse();
            }
        }
        let (thread, threads) = (self.thread, self.sweep.threads);
        for x in &firsts {
            for (turn, y) in lasts.iter().enumerate() {
                if shared && turn % threads != thread {
                    continue;
                }
                (self.position[run], self.position[last]) = (*x, *y);
                if let Some(place) = domain.index(&self.position) {
                    act(self, place);
                }
            }
        }
        (firsts.len() * lasts.len()) as u64
    }
}
