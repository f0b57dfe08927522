//! The P-positions of two heaps as a list, without a table.
//!
//! Rows are scanned in an order f: by x, by y or by rank, and within a row by t
//! ascending ([`Frame`]). A P-position q makes every position N that has q for an
//! option: q − b − Σ kᵢdᵢ for the displacements of every lattice. Of these only a
//! few numbers are kept ([`dead`]): for a ray that leaves the row the line through
//! q − b, dead from the row of q − b on; for a ray in the row where it begins; for
//! a cone its edges. A guard is an interval of a row: outside of it what is dead is
//! not read. The next P-position of a row is the next t that is dead in no lattice.
//!
//! **When this is right.** All options of a position must have been scanned before
//! it: f does not rise along any base and direction, guards ignored; displacements
//! that stay in the row lower t.
//!
//! **When this is fast.** If a lattice without guard has b = βd, a line in direction
//! d holds at most β P-positions, so there are O(n) of them. Otherwise that is only
//! observed: a run that takes too many steps per row and P-position gives up.

mod dead;

use crate::frame::{ALL, Frame, Half, Interval, interval, meet};
use crate::rules::{Ending, Form, Lattice, Region, Rules};
use dead::Dead;
use miyama_budget::{Budget, Stopped};

/// Why there is no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoList {
    /// The rules are of a kind that this engine does not know.
    Unfit,
    /// It would take more steps than it saves.
    TooLong,
    /// The budget does not allow it.
    Stopped(Stopped),
}

impl From<Stopped> for NoList {
    fn from(stopped: Stopped) -> NoList {
        NoList::Stopped(stopped)
    }
}

/// Orders in which rows can be scanned.
///
/// ```
/// use miyama_outcomes::{Ending, Lattice, Rules, orders};
/// let ray = |d: [i64; 2]| Lattice { directions: vec![d.to_vec()], bases: vec![d.to_vec()], guard: vec![] };
/// let rules = Rules { weights: vec![1, 1], lattices: vec![ray([-1, 0]), ray([0, -1]), ray([-1, -1])] };
/// assert_eq!(orders(&rules, Ending::Normal), [[1, 0], [0, 1], [1, 1]]);
/// ```
#[must_use]
pub fn orders(rules: &Rules, ending: Ending) -> Vec<[i64; 2]> {
    let [first, second] = rules.weights.as_slice() else { return vec![] };
    let mut all = vec![[1, 0], [0, 1], [*first, *second]];
    all.dedup();
    all.retain(|weights| weights.iter().any(|weight| *weight > 0) && is_valid(rules, weights, ending));
    all
}

fn is_valid(rules: &Rules, weights: &[i64], ending: Ending) -> bool {
    let frame = Frame::of_heaps(weights, 0, 1);
    rules.lattices.iter().all(|lattice| {
        let bases: Vec<(i64, i64)> = lattice.bases.iter().map(|b| frame.place(b)).collect();
        let falls = bases.iter().all(|(rows, _)| *rows < 0);
        let earlier = |(rows, t): &(i64, i64)| *rows < 0 || *rows == 0 && *t < 0;
        let directions: Vec<(i64, i64)> = lattice.directions.iter().map(|d| frame.place(d)).collect();
        bases.iter().all(earlier)
            && directions.iter().all(|d| earlier(d) || falls && d.0 == 0)
            && Dead::new(&directions).is_some()
            && (ending == Ending::Normal || lattice.begins_at_bases())
    })
}

/// So many steps per row and P-position are too many.
const MOST_STEPS: u64 = 64;

/// How many rows are scanned, or steps made in one row, between two looks at the budget.
const LOOK: i64 = 1 << 12;

/// Displacements that lead to a row further away than this are for another engine.
const LONGEST: i64 = 1 << 20;

/// Calls `visit` with the P-positions of a region on two heaps, in one of the
/// [`orders`] of the rules.
///
/// # Errors
/// [`NoList`] says why there is no list. What was visited before is then part of it.
pub fn for_each_listed(
    rules: &Rules,
    region: &Region,
    order: [i64; 2],
    ending: Ending,
    budget: &Budget,
    visit: &mut dyn FnMut(&[u64]) -> Result<(), Stopped>,
) -> Result<(), NoList> {
    for_each_listed_beside(rules, region, order, ending, &[], budget, visit)
}

/// The same for the set whose elements are the positions that are none of the `others` and have
/// no option in the set: with the positions of the values below g for `others`, and in normal
/// play, these are the positions of the Grundy value g.
///
/// # Errors
/// [`NoList`] says why there is no list. What was visited before is then part of it.
pub fn for_each_listed_beside(
    rules: &Rules,
    region: &Region,
    order: [i64; 2],
    ending: Ending,
    others: &[[u64; 2]],
    budget: &Budget,
    visit: &mut dyn FnMut(&[u64]) -> Result<(), Stopped>,
) -> Result<(), NoList> {
    if !rules.fit(region) || !is_valid(rules, &order, ending) {
        return Err(NoList::Unfit);
    }
    let frame = Frame::of_heaps(&order, 0, 1);
    let mut scan = Scan::new(rules, region, ending, &frame)?;
    scan.others = others.iter().map(|position| frame.place(&position.map(u64::cast_signed))).collect();
    scan.others.sort_unstable();
    let (last, _) = frame.place(&[region.extent(0), region.extent(1)]);
    let mut position = [0u64; 2];
    for row in 0..=last {
        if row % LOOK == 0 {
            budget.check()?;
            budget.need(scan.memory())?;
            budget.report(row.unsigned_abs(), Some(last.unsigned_abs()));
        }
        scan.row(row, budget, &mut |t| {
            frame.position(row, t, &[], &mut position);
            visit(&position)
        })?;
        scan.is_worth_it(row)?;
    }
    Ok(())
}

/// One lattice.
struct Killer {
    /// Where it begins to kill, seen from a P-position: rows later, and t.
    starts: Vec<(i64, i64)>,
    guard: Vec<Half>,
    dead: Dead,
    /// Starts in rows to come, by row modulo their number.
    pending: Vec<Vec<i64>>,
    /// How many of them there are.
    waiting: u64,
    /// The guard in this row.
    open: Interval,
}

struct Scan {
    inside: Vec<Half>,
    killers: Vec<Killer>,
    /// In misère play: where each base leads to a position.
    moves: Option<Vec<Vec<Half>>>,
    movable: Vec<Interval>,
    /// Rows and t of positions that are not of the set, whatever their options are.
    others: Vec<(i64, i64)>,
    steps: u64,
    found: u64,
    /// How often something was killed; it may take as long as a step.
    kills: u64,
    /// The number of steps and kills at which the budget is asked again.
    next_look: u64,
}

impl Scan {
    fn new(rules: &Rules, region: &Region, ending: Ending, frame: &Frame) -> Result<Scan, NoList> {
        let mut killers = Vec::new();
        for lattice in &rules.lattices {
            let directions: Vec<(i64, i64)> = lattice.directions.iter().map(|d| frame.place(d)).collect();
            let starts: Vec<(i64, i64)> = lattice.bases.iter().map(|b| frame.place(b)).map(|(r, t)| (-r, -t)).collect();
            let longest = starts.iter().map(|(rows, _)| *rows).max().unwrap_or(0);
            if longest > LONGEST {
                return Err(NoList::Unfit);
            }
            killers.push(Killer {
                starts,
                guard: frame.halves(&lattice.guard),
                dead: Dead::new(&directions).ok_or(NoList::Unfit)?,
                pending: vec![vec![]; longest as usize + 1],
                waiting: 0,
                open: ALL,
            });
        }
        let moves = (ending == Ending::Misere).then(|| moves(rules, frame));
        let inside = frame.halves(&region.forms(2));
        let next_look = LOOK as u64;
        Ok(Scan { inside, killers, moves, movable: vec![], others: vec![], steps: 0, found: 0, kills: 0, next_look })
    }

    fn memory(&self) -> u64 {
        self.killers.iter().map(|killer| killer.dead.memory() + 8 * killer.waiting).sum()
    }

    /// Gives up when there are too many steps or P-positions for so many rows.
    fn is_worth_it(&self, row: i64) -> Result<(), NoList> {
        let worth = row.unsigned_abs() + 1024;
        let too_many = self.steps > MOST_STEPS * (worth + self.found) || self.found > MOST_STEPS * worth;
        if too_many { Err(NoList::TooLong) } else { Ok(()) }
    }

    /// Finds the P-positions of a row. It may be much longer than there are rows.
    fn row(
        &mut self,
        row: i64,
        budget: &Budget,
        visit: &mut dyn FnMut(i64) -> Result<(), Stopped>,
    ) -> Result<(), NoList> {
        let (first, last) = interval(&self.inside, row, &[]);
        for killer in &mut self.killers {
            killer.enter(row);
        }
        if let Some(moves) = &self.moves {
            self.movable.clear();
            self.movable.extend(moves.iter().map(|halves| meet(interval(halves, row, &[]), (first, last))));
            self.movable.retain(|(low, high)| low <= high);
        }
        let mut t = first;
        loop {
            t = self.next_alive(row, t, last, budget)?;
            if t > last {
                return Ok(());
            }
            if self.others.binary_search(&(row, t)).is_ok() {
                t += 1;
                continue;
            }
            self.found += 1;
            visit(t)?;
            for killer in &mut self.killers {
                killer.kill(row, t);
                self.kills += killer.starts.len() as u64;
            }
            t += 1;
        }
    }

    /// The next t that no lattice says is N, beyond `last` if there is none.
    fn next_alive(&mut self, row: i64, mut t: i64, last: i64, budget: &Budget) -> Result<i64, NoList> {
        while t <= last {
            if self.steps + self.kills >= self.next_look {
                self.next_look = self.steps + self.kills + LOOK as u64;
                budget.check()?;
                budget.need(self.memory())?;
                self.is_worth_it(row)?;
            }
            let before = t;
            for killer in &mut self.killers {
                t = killer.next_alive(t);
            }
            self.steps += 1 + self.killers.len() as u64 / 4;
            if self.moves.is_some() && !self.movable.iter().any(|(low, high)| *low <= t && t <= *high) {
                // No move: N in misère play.
                t = self.movable.iter().map(|(low, _)| *low).filter(|low| *low > t).min().unwrap_or(last + 1);
            }
            if t == before {
                break;
            }
        }
        Ok(t)
    }
}

impl Killer {
    /// Gets ready for a row.
    fn enter(&mut self, row: i64) {
        self.open = if self.guard.is_empty() { ALL } else { interval(&self.guard, row, &[]) };
        self.dead.enter(row);
        let slot = (row % self.pending.len() as i64) as usize;
        if !self.pending[slot].is_empty() {
            // Taken out and put back, so that its memory serves again.
            let mut starts = std::mem::take(&mut self.pending[slot]);
            starts.iter().for_each(|t| self.dead.kill(*t));
            self.waiting -= starts.len() as u64;
            starts.clear();
            self.pending[slot] = starts;
        }
    }

    /// What a P-position of this row kills.
    fn kill(&mut self, row: i64, t: i64) {
        for (rows, by) in &self.starts {
            if *rows == 0 {
                self.dead.kill(t + by);
            } else {
                let slot = (row + rows) % self.pending.len() as i64;
                self.pending[slot as usize].push(t + by);
                self.waiting += 1;
            }
        }
    }

    fn next_alive(&mut self, t: i64) -> i64 {
        if t < self.open.0 || t > self.open.1 {
            return t;
        }
        self.dead.next_alive(t).min(self.open.1 + 1)
    }
}

/// Where a move leads to a position, one list of forms per base.
fn moves(rules: &Rules, frame: &Frame) -> Vec<Vec<Half>> {
    let of_lattice = |lattice: &Lattice| -> Vec<Vec<Half>> {
        let forms = |base: &Vec<i64>| {
            let stays = (0..2).map(|heap| Form::heap(heap, 2).after(base));
            frame.halves(&lattice.guard.iter().cloned().chain(stays).collect::<Vec<_>>())
        };
        lattice.bases.iter().map(forms).collect()
    };
    rules.lattices.iter().flat_map(of_lattice).collect()
}
