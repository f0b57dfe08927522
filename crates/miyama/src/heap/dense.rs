//! Values by following options, kept in a dense table: for rulesets that no weighted sum
//! ranks (their play ends because the greatest heap falls, say, or heaps fall in some
//! order) where no option leaves the box of the table.
//!
//! Positions are asked for one after the other. One that meets an option whose number
//! is not known yet waits until that is found. Each number is waited for once, so
//! options are walked through about twice at most.

use super::linear::{Linear, TooLarge};
use super::options::{OptionRuns, Room, Run};
use super::recursion::ended;
use super::ruleset::{Case, Ruleset};
use super::sweep::PositionNumber;
use super::table::NoTable;
use crate::play::Convention;
use miyama_budget::Budget;

/// Larger boxes are left to hash tables, which hold what is reached only.
const MOST: u64 = 1 << 26;

/// How many positions are looked at between two looks at the budget.
const LOOK: u64 = 64;

/// Not found yet.
const UNKNOWN: u32 = u32::MAX;

/// The numbers of all positions of a box.
#[derive(Clone, Debug)]
pub(crate) struct Dense {
    to: Vec<i64>,
    strides: Vec<i64>,
    numbers: Vec<u32>,
    /// Whether it is certain that no option leaves the box.
    closed: bool,
}

/// What the options of a position say of it.
enum FromOptions {
    Number(u32),
    /// The number of this cell is needed first.
    First(usize),
    /// An option leaves the box.
    Outside,
}

impl Dense {
    /// The numbers of heaps up to `to`, or of all heaps up to the largest of these; none if an
    /// option leaves both boxes, or the loops over options are not of the fast kind.
    pub(crate) fn new(
        ruleset: &Ruleset,
        to: &[u64],
        rule: PositionNumber,
        budget: &Budget,
    ) -> Result<Option<Dense>, NoTable> {
        if let Some(dense) = Dense::of_box(ruleset, to, rule, budget)? {
            return Ok(Some(dense));
        }
        let largest = to.iter().copied().max().unwrap_or(0);
        let cube = vec![largest; to.len()];
        if cube == to { Ok(None) } else { Dense::of_box(ruleset, &cube, rule, budget) }
    }

    fn of_box(ruleset: &Ruleset, to: &[u64], rule: PositionNumber, budget: &Budget) -> Result<Option<Dense>, NoTable> {
        let count = to.iter().try_fold(1u64, |count, heap| count.checked_mul(heap.checked_add(1)?));
        let Some(count) = count.filter(|count| *count <= MOST) else { return Ok(None) };
        let to: Vec<i64> = to.iter().map(|heap| heap.cast_signed()).collect();
        let runs: Option<Vec<OptionRuns>> =
            ruleset.ways().map(|(case, loops)| OptionRuns::new(case, loops, &to, budget)).collect();
        let Some(runs) = runs else { return Ok(None) };
        let closed = ruleset.cases().all(|case| stays(case, &to));
        budget.need(count * 4)?;
        let mut strides = vec![1i64; to.len()];
        for heap in (1..to.len()).rev() {
            strides[heap - 1] = strides[heap] * (to[heap] + 1);
        }
        let mut dense = Dense { to, strides, numbers: vec![UNKNOWN; count as usize], closed };
        let mut marks = Marks { seen: vec![], now: 0 };
        let (mut room, mut position) = (Room::default(), vec![0; dense.to.len()]);
        let (mut path, mut looked_at) = (Vec::new(), 0u64);
        for cell in 0..dense.numbers.len() {
            path.push(cell);
            while let Some(cell) = path.last().copied() {
                if dense.numbers[cell] != UNKNOWN {
                    path.pop();
                    continue;
                }
                if looked_at.is_multiple_of(LOOK) {
                    budget.check()?;
                    budget.report(cell as u64, Some(count));
                }
                looked_at += 1;
                dense.position(cell, &mut position);
                match dense.look(&runs, &position, rule, &mut room, &mut marks) {
                    FromOptions::Number(UNKNOWN) => return Err(NoTable::TooLarge),
                    FromOptions::Number(number) => dense.numbers[cell] = number,
                    FromOptions::First(other) => path.push(other),
                    FromOptions::Outside => return Ok(None),
                }
            }
        }
        Ok(Some(dense))
    }

    /// The number of a position of the box.
    pub(crate) fn get(&self, position: &[u64]) -> Option<u32> {
        let inside = position.iter().zip(&self.to).all(|(heap, most)| *heap <= most.unsigned_abs());
        let cell = || position.iter().zip(&self.strides).map(|(heap, stride)| heap.cast_signed() * stride).sum::<i64>();
        (inside && position.len() == self.to.len()).then(|| self.numbers[cell() as usize])
    }

    fn position(&self, cell: usize, position: &mut [i64]) {
        let mut rest = cell as i64;
        for (heap, stride) in position.iter_mut().zip(&self.strides) {
            (*heap, rest) = (rest / stride, rest % stride);
        }
    }

    /// Whether all pieces of an option are in the box.
    #[inline(always)]
    fn contains(&self, option: &[i64]) -> bool {
        let inside = |piece: &[i64]| piece.iter().zip(&self.to).all(|(heap, most)| 0 <= *heap && heap <= most);
        option.chunks(self.to.len()).all(inside)
    }

    /// Looks at options that stay in the box, one position each: their cells follow each other
    /// by differences, as their heaps do. Whether others could still change the number.
    #[inline(always)]
    fn along(
        &self,
        run: Run<'_>,
        rule: PositionNumber,
        marks: &mut Marks,
        some: &mut bool,
        won: &mut bool,
        says: &mut Option<FromOptions>,
    ) -> bool {
        let dot = |v: &[i64]| v.iter().zip(&self.strides).map(|(v, stride)| v * stride).sum::<i64>();
        let (mut cell, mut first, second) = (dot(run.start), dot(run.first), dot(run.second));
        *some |= run.count > 0;
        for _ in 0..run.count {
            match (self.numbers[cell as usize], rule) {
                (UNKNOWN, _) => {
                    *says = Some(FromOptions::First(cell as usize));
                    return false;
                }
                (number, PositionNumber::Grundy) => marks.mark(number),
                (0, PositionNumber::Outcome(_)) => {
                    *won = true;
                    return false;
                }
                (_, PositionNumber::Outcome(_)) => {}
            }
            cell += first;
            first += second;
        }
        true
    }

    fn look(
        &self,
        runs: &[OptionRuns],
        position: &[i64],
        rule: PositionNumber,
        room: &mut Room,
        marks: &mut Marks,
    ) -> FromOptions {
        marks.clear();
        let heaps = position.len();
        let (mut some, mut won, mut says) = (false, false, None);
        for runs in runs {
            let all = runs.for_each(position, room, &mut |run: Run<'_>| {
                if self.closed && run.start.len() == heaps {
                    return self.along(run, rule, marks, &mut some, &mut won, &mut says);
                }
                let straight = run.second.iter().all(|second| *second == 0);
                for done in 0..run.count {
                    some = true;
                    if !self.contains(run.start) {
                        says = Some(FromOptions::Outside);
                        return false;
                    }
                    if won && straight {
                        // No more is asked than whether options leave the box: the other end
                        // of what is left of the run says it.
                        let steps = run.count - 1 - done;
                        run.start.iter_mut().zip(&*run.first).for_each(|(heap, first)| *heap += steps * first);
                        if !self.contains(run.start) {
                            says = Some(FromOptions::Outside);
                        }
                        return says.is_none();
                    }
                    let mut number = ended(run.start.is_empty(), rule);
                    for piece in run.start.chunks(heaps) {
                        let cell = piece.iter().zip(&self.strides).map(|(heap, stride)| heap * stride).sum::<i64>();
                        match self.numbers[cell as usize] {
                            _ if won => {}
                            UNKNOWN => {
                                says = Some(FromOptions::First(cell as usize));
                                return false;
                            }
                            known => number ^= known,
                        }
                    }
                    match rule {
                        PositionNumber::Grundy => marks.mark(number),
                        PositionNumber::Outcome(_) => won |= number == 0,
                    }
                    for ((heap, first), second) in run.start.iter_mut().zip(run.first.iter_mut()).zip(run.second) {
                        *heap += *first;
                        *first += second;
                    }
                }
                true
            });
            if !all {
                break;
            }
        }
        says.unwrap_or_else(|| match rule {
            PositionNumber::Grundy => FromOptions::Number(marks.least()),
            PositionNumber::Outcome(Convention::Misere) if !some => FromOptions::Number(1),
            PositionNumber::Outcome(_) => FromOptions::Number(u32::from(won)),
        })
    }
}

/// Whether it follows from the conditions of a case that its options stay in a box.
fn stays(case: &Case, to: &[i64]) -> bool {
    let most = |heap: usize| Linear::constant(to[heap].into());
    let below = |heap: usize, form: &Linear| most(heap).minus(form);
    let here: Result<Vec<Linear>, TooLarge> = (0..to.len()).map(|heap| below(heap, &Linear::symbol(heap))).collect();
    let Ok(here) = here else { return false };
    let system = case.system(to.len()).and(here);
    case.option
        .iter()
        .flat_map(|tuple| tuple.iter().enumerate())
        .all(|(heap, form)| below(heap, form).and_then(|left| system.implies(&left)).unwrap_or(false))
}

/// The numbers of the options of one position.
struct Marks {
    seen: Vec<u32>,
    now: u32,
}

impl Marks {
    fn clear(&mut self) {
        if self.now == u32::MAX {
            self.seen.fill(0);
            self.now = 0;
        }
        self.now += 1;
    }

    #[inline(always)]
    fn mark(&mut self, number: u32) {
        let at = number as usize;
        if at >= self.seen.len() {
            self.seen.resize(at + 1, 0);
        }
        self.seen[at] = self.now;
    }

    fn least(&self) -> u32 {
        let least = self.seen.iter().position(|seen| *seen != self.now).unwrap_or(self.seen.len());
        u32::try_from(least).unwrap_or(UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::notation::parse_definition;
    use crate::heap::orbit::Orbits;
    use crate::heap::recursion::{Followed, follow};
    use crate::heap::sweep::Shape;
    use crate::heap::table::positions;

    /// Rulesets without a weighted rank have the numbers that single positions have; where an
    /// option leaves the box there is no dense table.
    #[test]
    fn dense_tables_are_what_single_positions_say() {
        for (text, to, closed) in [
            ("(x,y) -> {(a,b) | a < max(x,y), b < max(x,y), a+b >= 3} U {(0,0) | max(x,y) >= 1}", [7, 7], true),
            ("(x,y) -> {(a,b) | a < max(x,y), b < max(x,y)}", [9, 9], true),
            ("(x,y) -> {(a,b) | a < max(x,y), b < max(x,y)}", [4, 9], true),
            ("(x,y) -> {(a,b) | a < x, b <= x} U {(x,y-i) | 1 <= i <= 3}", [6, 8], true),
            ("(x,y) -> {(a,b) | a < x, b <= x} U {(x,y-i) | 1 <= i <= 3}", [6, 3], true),
            ("(x,y) -> {(a,b) | a < x, b <= 2x} U {(x,y-i) | 1 <= i <= 3}", [6, 3], false),
            ("(x,y) -> {(x-1,y+j) | j <= y} U {(x,y-1)}", [3, 3], false),
        ] {
            let ruleset = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap();
            let budget = Budget::unlimited();
            assert!(Shape::new(&ruleset, &to, &budget).unwrap().is_none(), "{text} has a rank");
            for rule in [
                PositionNumber::Grundy,
                PositionNumber::Outcome(Convention::Normal),
                PositionNumber::Outcome(Convention::Misere),
            ] {
                let dense = Dense::new(&ruleset, &to, rule, &budget).unwrap();
                assert_eq!(dense.is_some(), closed, "{text} to {to:?}");
                let mut known = Followed::new();
                for position in positions(&to).filter(|_| closed) {
                    follow(&ruleset, &position, rule, &mut known, &Orbits::None, &budget).unwrap();
                    let found = dense.as_ref().and_then(|dense| dense.get(&position));
                    assert_eq!(found, known.get(&position).copied(), "{text} {position:?} {rule:?}");
                }
            }
        }
    }
}
