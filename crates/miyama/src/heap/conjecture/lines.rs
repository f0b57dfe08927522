//! A set of positions compared with the P-positions line by line: where its members
//! along a line are known from the formula, nobody asks at the other positions.
//!
//! S and P are equal on a box if every member of S is in P and every member of P in
//! S. Members of S are those that [`Formula::along`] finds on the lines of one
//! direction, or single positions of lines that it does not solve; members of P come
//! from the table. Both are few beside the positions of the box in most games.
//!
//! [`Formula::along`]: crate::heap::formula::Formula::along

use super::{NoTest, Shared, Trial, TrueTable};
use crate::heap::formula::{Evaluator, Line};
use crate::heap::table::positions;
use miyama_budget::Stopped;
use std::sync::atomic::Ordering;

/// Smaller boxes are compared position by position.
const SMALL: u128 = 1 << 12;

/// The directions of lines in the last two heaps.
const DIRECTIONS: [(i64, i64); 4] = [(0, 1), (1, 1), (1, 0), (1, -1)];

/// How many members of a line are compared between two looks at the budget.
const LOOK: u64 = 1 << 10;

/// The lines of one direction through a box.
struct Lines<'a> {
    to: &'a [u64],
    direction: (i64, i64),
}

impl Lines<'_> {
    fn last_two(&self) -> (u64, u64) {
        let [.., x, y] = self.to else { return (0, 0) };
        (*x, *y)
    }

    /// How many there are for each choice of the other heaps.
    fn in_plane(&self) -> u64 {
        let (x, y) = self.last_two();
        match self.direction {
            (0, _) => x + 1,
            (_, 0) => y + 1,
            _ => x + y + 1,
        }
    }

    /// The line with this number, from 0 on, behind these first heaps.
    fn line(&self, first: &[u64], number: u64) -> Line {
        let (x, y) = self.last_two();
        let (start, last) = match self.direction {
            (0, _) => ((number, 0), y),
            (_, 0) => ((0, number), x),
            // Diagonals begin on the right edge and end on the lower one.
            (_, 1) => {
                let start = (number.saturating_sub(y), y.saturating_sub(number));
                (start, (x - start.0).min(y - start.1))
            }
            // Antidiagonals of one total.
            _ => {
                let start = (number.saturating_sub(y), number.min(y));
                (start, (x - start.0).min(start.1))
            }
        };
        let step = vec![0; first.len()].into_iter().chain([self.direction.0, self.direction.1]).collect();
        Line { start: [first, &[start.0, start.1]].concat(), step, last }
    }
}

impl Trial<'_> {
    /// The first difference in a box, where lines of some direction are solved.
    pub(super) fn first_difference_on_lines(&self, to: &[u64]) -> Option<Result<Option<Vec<u64>>, NoTest>> {
        let TrueTable::Outcomes(table) = self.truth else { return None };
        let large = to.iter().map(|heap| u128::from(*heap) + 1).product::<u128>() > SMALL;
        if to.len() < 2 || !large {
            return None;
        }
        let lines = DIRECTIONS.map(|direction| Lines { to, direction }).into_iter().find(|lines| self.solves(lines))?;
        let shared = Shared::new();
        let mut evaluator = self.evaluator();
        let mut count = 0u64;
        let of_table = table.for_each_p(&mut |position| {
            count += 1;
            if count.is_multiple_of(LOOK) {
                self.budget.check()?;
            }
            self.compare_at(position, &mut evaluator, &shared)
        });
        let found = of_table.and_then(|()| self.compare_lines(&lines, &shared));
        Some(found.map_err(NoTest::from).and_then(|()| shared.into_first()))
    }

    /// Whether some lines far from the beginning are solved.
    fn solves(&self, lines: &Lines<'_>) -> bool {
        let (heaps, count) = (lines.to.len(), lines.in_plane());
        let first = &lines.to[..heaps - 2];
        [count / 2, count / 3, count - 1 - count / 5]
            .into_iter()
            .all(|number| self.formula.along(&lines.line(first, number), self.budget).is_some())
    }

    fn compare_lines(&self, lines: &Lines<'_>, shared: &Shared) -> Result<(), Stopped> {
        let firsts = &lines.to[..lines.to.len() - 2];
        let in_plane = lines.in_plane();
        for first in positions(firsts) {
            shared.next.store(0, Ordering::Relaxed);
            let work = || -> Result<(), Stopped> {
                let mut evaluator = self.evaluator();
                loop {
                    let number = shared.next.fetch_add(1, Ordering::Relaxed);
                    if number >= in_plane {
                        return Ok(());
                    }
                    if number.is_multiple_of(LOOK) {
                        self.budget.check()?;
                        self.budget.report(number, Some(in_plane));
                    }
                    self.compare_line(&lines.line(&first, number), &mut evaluator, shared)?;
                }
            };
            std::thread::scope(|scope| {
                let others: Vec<_> = (1..self.budget.threads()).map(|_| scope.spawn(work)).collect();
                let own = work();
                let joined = others.into_iter().map(|other| other.join().expect("no thread of a comparison panics"));
                joined.fold(own, Result::and)
            })?;
        }
        Ok(())
    }

    /// Asks at the members of a line, or at all its positions.
    fn compare_line(&self, line: &Line, evaluator: &mut Evaluator<'_>, shared: &Shared) -> Result<(), Stopped> {
        let members = self.formula.along(line, self.budget).unwrap_or_else(|| vec![(0, line.last)]);
        let mut position = line.start.clone();
        for t in members.iter().flat_map(|(low, high)| *low..=*high) {
            if t % LOOK == LOOK - 1 {
                self.budget.check()?;
            }
            for ((heap, start), step) in position.iter_mut().zip(&line.start).zip(&line.step) {
                *heap = start.wrapping_add_signed(step.wrapping_mul(t.cast_signed()));
            }
            self.compare_at(&position, evaluator, shared)?;
        }
        Ok(())
    }
}
