//! The value of one position: its options are marked, and the least value that
//! is not among them is found.

use super::super::checkpoint::Halt;
use super::super::lines::{Cell, Guard, mex};
use super::{PositionNumber, Worker, shifted};
use crate::heap::options::{OptionRuns, Run};
use crate::heap::ruleset::MOST_HEAPS;
use crate::play::Convention;

/// How many options of a run are marked between two looks at the budget.
const LOOK: i64 = 1 << 12;

impl<C: Cell> Worker<'_, '_, C> {
    /// Updates the chains that need no pass of their own and finds the value.
    #[inline(always)]
    pub(super) fn decide(&mut self, place: usize, used: usize) {
        let sweep = self.sweep;
        for kept in &sweep.kept {
            if kept.chain.order.is_none() {
                self.update(kept, place, used);
            }
        }
        self.mark_points();
        if !sweep.enumerated.is_empty() {
            self.mark_options();
        }
        let value = match sweep.rule {
            PositionNumber::Grundy => self.mex(),
            PositionNumber::Outcome(convention) => self.outcome(convention),
        };
        match C::of(value).filter(|_| value <= sweep.limit) {
            Some(cell) => {
                self.largest = self.largest.max(value);
                sweep.cells.set(place, cell);
            }
            None => sweep.give_up(Halt::LargeValue),
        }
        for word in self.touched.drain(..) {
            self.scratch[word] = 0;
        }
    }

    #[inline(always)]
    fn mark(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if word >= self.scratch.len() {
            self.scratch.resize(word + 1, 0);
        }
        if self.scratch[word] == 0 {
            self.touched.push(word);
        }
        self.scratch[word] |= 1 << (value % 64);
    }

    #[inline(always)]
    fn mark_points(&mut self) {
        let sweep = self.sweep;
        for (bases, guard) in &sweep.points {
            if Guard::open(guard, &self.position) {
                for base in *bases {
                    if let Some(place) = shifted(sweep.domain, &self.position, base) {
                        self.mark(sweep.cells.get(place).value());
                    }
                }
            }
        }
    }

    /// Marks the options of the cases that have to be enumerated. The value of
    /// an option that is a sum is the nim-sum of its parts.
    fn mark_options(&mut self) {
        let sweep = self.sweep;
        for (heap, p) in self.heaps.iter_mut().zip(&self.position) {
            *heap = p.unsigned_abs();
        }
        let heaps = std::mem::take(&mut self.heaps);
        let mut at = [0i64; MOST_HEAPS];
        let at = &mut at[..heaps.len()];
        for (loops, runs) in &sweep.enumerated {
            if let Some(runs) = runs {
                if !self.mark_runs(runs) {
                    break;
                }
                continue;
            }
            let result = loops.for_each(&heaps, sweep.budget, &mut |option| {
                // Nothing left: the end of play, as it counts under the rule.
                let mut sum = u32::from(option.is_empty() && sweep.rule == PositionNumber::Outcome(Convention::Misere));
                for part in option {
                    at.iter_mut().zip(part).for_each(|(a, h)| *a = i64::try_from(*h).unwrap_or(-1));
                    let place =
                        sweep.domain.index(at).expect("options stay in the domain, by the weights that bound it");
                    sum ^= sweep.cells.get(place).value();
                }
                self.mark(sum);
                true
            });
            match result {
                Ok(_) => {}
                Err(reason) => sweep.give_up(Halt::Unfinished(reason)),
            }
        }
        self.heaps = heaps;
    }

    /// Marks options run by run; whether others could still change the outcome.
    fn mark_runs(&mut self, runs: &OptionRuns) -> bool {
        let sweep = self.sweep;
        let heaps = self.position.len();
        let ends = sweep.rule == PositionNumber::Outcome(Convention::Misere);
        let outcomes = sweep.rule != PositionNumber::Grundy;
        let mut room = std::mem::take(&mut self.room);
        let position = std::mem::take(&mut self.position);
        let goes_on = runs.for_each(&position, &mut room, &mut |run: Run<'_>| {
            let Run { start, first, second, count } = run;
            if start.is_empty() {
                // Nothing left: the end of play, as it counts under the rule.
                self.mark(u32::from(ends));
                return !outcomes || ends;
            }
            if let Some(strides) = sweep.strides.as_ref().filter(|_| start.len() == heaps) {
                // One place follows another by differences, as the heaps do.
                let dot = |v: &[i64]| v.iter().zip(strides).map(|(v, stride)| v * stride).sum::<i64>();
                let (mut place, mut first, second) = (dot(start), dot(first), dot(second));
                let mut left = count;
                while left > 0 {
                    let steps = left.min(LOOK);
                    for _ in 0..steps {
                        let value = sweep.cells.get(place as usize).value();
                        self.mark(value);
                        // One P-position among the options is enough.
                        if outcomes && value == 0 {
                            return false;
                        }
                        place += first;
                        first += second;
                    }
                    left -= steps;
                    if !self.goes_on() {
                        return false;
                    }
                }
                return true;
            }
            for step in 0..count {
                let mut sum = 0;
                for part in start.chunks(heaps) {
                    let place = sweep.domain.index(part);
                    let place = place.expect("options stay in the domain, by the weights that bound it");
                    sum ^= sweep.cells.get(place).value();
                }
                self.mark(sum);
                // One P-position among the options is enough.
                if outcomes && sum == 0 {
                    return false;
                }
                for ((heap, first), second) in start.iter_mut().zip(first.iter_mut()).zip(second) {
                    *heap += *first;
                    *first += second;
                }
                if step % LOOK == LOOK - 1 && !self.goes_on() {
                    return false;
                }
            }
            self.goes_on()
        });
        self.position = position;
        self.room = room;
        goes_on
    }

    /// The least value in none of the sets.
    #[inline(always)]
    fn mex(&self) -> u32 {
        const MOST: usize = 16;
        let sweep = self.sweep;
        if sweep.kept.is_empty() {
            return mex(&[&self.scratch], 0, self.scratch.len());
        }
        let mut sets: [&[u64]; MOST] = [&[]; MOST];
        sets[0] = &self.scratch;
        let mut count = 1;
        let mut start = 0;
        for kept in &sweep.kept {
            if !kept.guard.is_empty() && !Guard::open(&kept.guard, &self.position) {
                continue;
            }
            if count == MOST {
                // More sets than are usual: word by word.
                let word = (0..sweep.width).find(|at| self.all_sets(*at) != u64::MAX).unwrap_or(sweep.width);
                return word as u32 * 64 + if word < sweep.width { self.all_sets(word).trailing_ones() } else { 0 };
            }
            let lines = &kept.lines[0];
            let line = lines.family.line(&self.position);
            start = start.max(lines.full.get(line) as usize);
            sets[count] = lines.words.part(line * sweep.width, sweep.width);
            count += 1;
        }
        mex(&sets[..count], start, sweep.width)
    }

    /// A word of the union of all sets, however many there are.
    fn all_sets(&self, at: usize) -> u64 {
        let mut word = self.scratch[at];
        for kept in &self.sweep.kept {
            if Guard::open(&kept.guard, &self.position) {
                let lines = &kept.lines[0];
                word |= lines.words.get(lines.family.line(&self.position) * lines.width + at);
            }
        }
        word
    }

    /// 1 if an option is P (value 0), or if misère play ends here.
    #[inline(always)]
    fn outcome(&self, convention: Convention) -> u32 {
        let reached = self.all_sets(0);
        match (reached, convention) {
            (0, Convention::Normal) => 0,
            (0, Convention::Misere) => 1,
            _ => u32::from(reached & 1 != 0),
        }
    }
}
