//! Grundy values of a region, where moves are rays and single displacements.
//!
//! A ray b + ℕd keeps, for every line in direction d, the set of the values at
//! p + b for the positions p of the line so far; the value of p is the least number
//! in none of its sets. Cells and lines are numbered by forms of the heaps: along a
//! *run* of positions, each of which comes one step after the other, every number
//! grows by a constant. So nothing is calculated per position but sums and look-ups.
//!
//! **Cells** have a margin on all sides that holds no value, so that p + b is always
//! a cell. **Lines**: where dⱼ = ±1, the heaps other than j of p − (pⱼ/dⱼ)·d say on
//! which line p lies.
//!
//! **Order.** Where every b and d is negative in the first heap that it changes,
//! positions come in lexicographic order and a run goes along the last heap;
//! otherwise rank by rank, and a run is a row of [`Frame`]. In both orders p + b and
//! p + d come before p. (Directions along a rank are left to another engine.)
//!
//! **No value is missed.** The set of the line through p must hold the values at
//! p + b + kd, k ≥ 0, and does if p + kd is a position whenever p + b + kd is one: it
//! was visited then, and looked there. If it is not one, then either a weighted sum
//! is too large there; where sums do not rise along d it would be too large at p. (A
//! guard may keep a sum from rising that d alone would raise: such rays are left to
//! another engine.) Or a
//! heap is negative, (p + kd)ⱼ < 0 ≤ (p + kd + b)ⱼ: then bⱼ > 0, and dⱼ < 0 as pⱼ ≥ 0.
//! Rays with bⱼ > 0 > dⱼ for some heap j are left to another engine.

use crate::frame::{ALL, Frame, Interval, interval};
use crate::rules::{Form, Lattice, Region, Rules, dot};
use miyama_budget::{Budget, Stopped};

/// Why there are no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValues {
    /// The rules are of a kind that this engine does not know, or values are large.
    Unfit,
    /// The budget does not allow it.
    Stopped(Stopped),
}

impl From<Stopped> for NoValues {
    fn from(stopped: Stopped) -> NoValues {
        NoValues::Stopped(stopped)
    }
}

/// A cell without a value.
const NONE: u16 = u16::MAX;

/// A number of each position: Σ stride·heap + constant.
#[derive(Clone, Debug)]
struct Number {
    strides: Vec<i64>,
    constant: i64,
}

impl Number {
    fn of(&self, position: &[i64]) -> i64 {
        self.constant + dot(&self.strides, position)
    }
}

/// The values of all positions of a region.
#[derive(Clone, Debug)]
pub struct Values {
    cells: Vec<u16>,
    number: Number,
    region: Region,
}

impl Values {
    /// Computes the values of a region.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_outcomes::{Lattice, Region, Rules, Values};
    /// let ray = |d: [i64; 3]| Lattice { directions: vec![d.to_vec()], bases: vec![d.to_vec()], guard: vec![] };
    /// let nim = Rules { weights: vec![1; 3], lattices: vec![ray([-1, 0, 0]), ray([0, -1, 0]), ray([0, 0, -1])] };
    /// let to = |heap: usize| ((0..3).map(|h| i64::from(h == heap)).collect(), 9);
    /// let region = Region { limits: (0..3).map(to).collect(), top_rank: 27 };
    /// let values = Values::new(&nim, &region, &Budget::unlimited())?;
    /// assert_eq!(values.at(&[9, 5, 1]), Some(9 ^ 5 ^ 1));
    /// assert_eq!(values.at(&[10, 5, 1]), None);
    /// # Ok::<(), miyama_outcomes::NoValues>(())
    /// ```
    ///
    /// # Errors
    /// [`NoValues`] says why there are none.
    pub fn new(rules: &Rules, region: &Region, budget: &Budget) -> Result<Values, NoValues> {
        let mut engine = Engine::new(rules, region, budget)?;
        let heaps = rules.heaps();
        if is_lexicographic(rules) {
            let mut step = vec![0; heaps];
            step[heaps - 1] = 1;
            engine.set_step(&step);
            let mut first = vec![0; heaps];
            loop {
                let last = region.last_heap(&first);
                engine.run(&first, last)?;
                let Some(next) = (0..heaps - 1).rev().find(|j| first[*j] < region.extent(*j)) else { break };
                first[next] += 1;
                first[next + 1..].fill(0);
            }
        } else {
            engine.by_rank(rules, region)?;
        }
        Ok(Values { cells: engine.cells, number: engine.number, region: region.clone() })
    }

    /// The value of a position of the region.
    #[must_use]
    pub fn at(&self, position: &[i64]) -> Option<u32> {
        if !self.region.contains(position) {
            return None;
        }
        let cell = usize::try_from(self.number.of(position)).ok()?;
        self.cells.get(cell).filter(|value| **value != NONE).map(|value| u32::from(*value))
    }
}

/// Whether every displacement is negative in the first heap that it changes.
fn is_lexicographic(rules: &Rules) -> bool {
    let mut vectors = rules.lattices.iter().flat_map(|l| l.directions.iter().chain(&l.bases));
    vectors.all(|v| v.iter().find(|x| **x != 0).is_some_and(|x| *x < 0))
}

/// A ray or single displacements.
struct Moves {
    /// What to add to the number of a cell for p + b.
    offsets: Vec<i64>,
    /// The number of the line, if it is a ray.
    line: Option<Number>,
    /// A ray that begins at b = d: the value of p enters the set of its own line, as
    /// the next position of the line is p − d. So nothing is looked up.
    enters: bool,
    guard: Vec<Form>,
    /// By how much the number of the line grows along a run.
    growth: i64,
    /// In the current run: the number of the line, and where the guard is open.
    at: i64,
    open: Interval,
    is_open: bool,
}

struct Engine<'a> {
    budget: &'a Budget,
    cells: Vec<u16>,
    number: Number,
    moves: Vec<Moves>,
    /// The sets of all lines, `width` words each.
    sets: Vec<u64>,
    lines: usize,
    width: usize,
    /// By how much the number of the cell grows along a run.
    growth: i64,
    step: Vec<i64>,
    marks: Vec<u64>,
    positions: u64,
    looked: u64,
}

/// How many positions are computed between two looks at the budget.
const LOOK: u64 = 1 << 16;

impl<'a> Engine<'a> {
    fn new(rules: &Rules, region: &Region, budget: &'a Budget) -> Result<Engine<'a>, NoValues> {
        if !rules.fit(region) || rules.lattices.iter().any(|lattice| !is_known(lattice, rules, region)) {
            return Err(NoValues::Unfit);
        }
        let heaps = rules.heaps();
        let entries = |heap: usize| rules.lattices.iter().flat_map(|l| &l.bases).map(move |b| b[heap]);
        let extents: Vec<i64> = (0..heaps).map(|heap| region.extent(heap)).collect();
        let margins: Vec<(i64, i64)> = (0..heaps)
            .map(|heap| (entries(heap).map(|x| -x).max().unwrap_or(0).max(0), entries(heap).max().unwrap_or(0).max(0)))
            .collect();
        // Displacements beyond the board would make margins larger than it.
        if margins.iter().zip(&extents).any(|((low, high), extent)| low + high > 8 + extent / 4) {
            return Err(NoValues::Unfit);
        }
        let mut number = Number { strides: vec![1; heaps], constant: 0 };
        let mut count = 1i64;
        for heap in (0..heaps).rev() {
            number.strides[heap] = count;
            number.constant += margins[heap].0 * count;
            let size = extents[heap] + 1 + margins[heap].0 + margins[heap].1;
            count = count.checked_mul(size).filter(|count| *count < 1 << 40).ok_or(NoValues::Unfit)?;
        }
        budget.need(count as u64 * 2)?;
        let mut lines = 0;
        let mut moves = Vec::new();
        for lattice in &rules.lattices {
            let line = match lattice.directions.first() {
                Some(d) => Some(line_number(d, &extents, &mut lines).ok_or(NoValues::Unfit)?),
                None => None,
            };
            let offsets = lattice.bases.iter().map(|b| dot(&number.strides, b)).collect();
            let guard = lattice.guard.clone();
            let enters = lattice.bases == lattice.directions;
            moves.push(Moves { offsets, line, enters, guard, growth: 0, at: 0, open: ALL, is_open: true });
        }
        let lines = usize::try_from(lines).map_err(|_| NoValues::Unfit)?;
        let mut engine = Engine {
            budget,
            cells: vec![NONE; count as usize],
            number,
            moves,
            sets: vec![],
            lines,
            width: 0,
            growth: 0,
            step: vec![],
            marks: vec![],
            positions: 0,
            looked: 0,
        };
        engine.widen()?;
        Ok(engine)
    }

    /// Makes room for larger values.
    fn widen(&mut self) -> Result<(), NoValues> {
        let width = (self.width * 2).max(1);
        if width > 512 {
            return Err(NoValues::Unfit);
        }
        let words = self.lines.checked_mul(width).ok_or(NoValues::Unfit)?;
        // Sets that do not fit are for an engine that looks values up instead.
        let bytes = (words * 8 + self.cells.len() * 2) as u64;
        if self.budget.need(bytes).is_err() || bytes > 64 * self.cells.len() as u64 + (1 << 28) {
            return Err(NoValues::Unfit);
        }
        let mut sets = vec![0; words];
        if self.width > 0 {
            for (new, old) in sets.chunks_mut(width).zip(self.sets.chunks(self.width)) {
                new[..self.width].copy_from_slice(old);
            }
        }
        self.sets = sets;
        self.width = width;
        self.marks = vec![0; width];
        Ok(())
    }

    /// Runs go in this direction from here on.
    fn set_step(&mut self, step: &[i64]) {
        self.step = step.to_vec();
        self.growth = dot(&self.number.strides, step);
        for moves in &mut self.moves {
            moves.growth = moves.line.as_ref().map_or(0, |line| dot(&line.strides, step));
        }
    }

    /// All positions, rank by rank.
    fn by_rank(&mut self, rules: &Rules, region: &Region) -> Result<(), NoValues> {
        let frame = Frame::new(rules, region).ok_or(NoValues::Unfit)?;
        let heaps = rules.heaps();
        self.set_step(&frame.step());
        let inside = frame.halves(&region.forms(heaps));
        let mut first = vec![0; heaps];
        let mut outer = vec![0; frame.outer.len()];
        for rank in 0..=region.top_rank {
            outer.fill(0);
            loop {
                if let Some(rho) = frame.rho(rank, &outer) {
                    let (low, high) = interval(&inside, rho, &outer);
                    if low <= high {
                        frame.point(rho, low, &outer, &mut first);
                        self.run(&first, high - low)?;
                    }
                }
                let extent = |j: usize| region.extent(frame.outer[j]);
                let Some(next) = (0..outer.len()).rev().find(|j| outer[*j] < extent(*j)) else { break };
                outer[next] += 1;
                outer[next + 1..].fill(0);
            }
        }
        Ok(())
    }

    /// The positions `first` + t·step for t from 0 to `last`.
    fn run(&mut self, first: &[i64], last: i64) -> Result<(), NoValues> {
        self.positions += last.unsigned_abs() + 1;
        if self.positions >= self.looked {
            self.looked = self.positions + LOOK;
            self.budget.check()?;
            self.budget.report(self.positions, Some(self.cells.len() as u64));
        }
        let mut cuts = vec![0, last + 1];
        for moves in &mut self.moves {
            moves.at = moves.line.as_ref().map_or(0, |line| line.of(first));
            if !moves.guard.is_empty() {
                moves.open = open(&moves.guard, first, &self.step);
                cuts.extend([moves.open.0, moves.open.1 + 1].map(|cut| cut.clamp(0, last + 1)));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let start = self.number.of(first);
        for ends in cuts.windows(2) {
            let (low, high) = (ends[0], ends[1] - 1);
            for moves in &mut self.moves {
                moves.is_open = moves.open.0 <= low && high <= moves.open.1;
            }
            self.part(start, low, high)?;
        }
        Ok(())
    }

    /// The part of a run from one t to another, in which guards do not change.
    fn part(&mut self, start: i64, low: i64, high: i64) -> Result<(), NoValues> {
        // Where the sets of the lines begin, for rays that are read, entered, looked up.
        let mut rays: Vec<(usize, i64)> = Vec::new();
        let (mut read, mut entered, mut pulled, mut points) = (vec![], vec![], vec![], vec![]);
        for (index, moves) in self.moves.iter().enumerate() {
            if moves.line.is_none() {
                if moves.is_open {
                    points.push(index);
                }
                continue;
            }
            if moves.is_open {
                read.push(rays.len());
            }
            if moves.enters {
                entered.push(rays.len());
            } else {
                pulled.push((rays.len(), index));
            }
            rays.push(((moves.at + low * moves.growth) as usize * self.width, moves.growth * self.width as i64));
        }
        let mut cell = start + low * self.growth;
        for _ in low..=high {
            for (ray, index) in &pulled {
                for offset in &self.moves[*index].offsets {
                    let value = self.cells[(cell + offset) as usize];
                    if value != NONE {
                        self.sets[rays[*ray].0 + usize::from(value) / 64] |= 1 << (value % 64);
                    }
                }
            }
            for index in &points {
                for offset in &self.moves[*index].offsets {
                    let value = self.cells[(cell + offset) as usize];
                    if value != NONE {
                        self.marks[usize::from(value) / 64] |= 1 << (value % 64);
                    }
                }
            }
            let mut word = 0;
            let value = loop {
                let all = read.iter().fold(self.marks[word], |all, ray| all | self.sets[rays[*ray].0 + word]);
                if all != u64::MAX {
                    break word * 64 + all.trailing_ones() as usize;
                }
                word += 1;
                if word == self.width {
                    let marks = std::mem::take(&mut self.marks);
                    let before = self.width;
                    self.widen()?;
                    self.marks[..before].copy_from_slice(&marks);
                    for (at, growth) in &mut rays {
                        (*at, *growth) = (*at * 2, *growth * 2);
                    }
                }
            };
            if !points.is_empty() {
                self.marks.fill(0);
            }
            for ray in &entered {
                self.sets[rays[*ray].0 + value / 64] |= 1 << (value % 64);
            }
            self.cells[cell as usize] = value as u16;
            cell += self.growth;
            rays.iter_mut().for_each(|(at, growth)| *at = at.wrapping_add_signed(*growth as isize));
        }
        Ok(())
    }
}

/// Where along a run every form is ≥ 0.
fn open(guard: &[Form], first: &[i64], step: &[i64]) -> Interval {
    let (mut low, mut high) = ALL;
    for form in guard {
        let (slope, value) = (dot(&form.coefficients, step), form.constant + dot(&form.coefficients, first));
        match slope {
            0 if value < 0 => return (0, -1),
            0 => {}
            slope if slope > 0 => low = low.max(-value.div_euclid(slope)),
            slope => high = high.min(value.div_euclid(-slope)),
        }
    }
    (low, high)
}

/// Whether a lattice is a ray that this engine knows, or single displacements.
fn is_known(lattice: &Lattice, rules: &Rules, region: &Region) -> bool {
    let falls = lattice.bases.iter().all(|b| rules.rise(b) < 0);
    match lattice.directions.as_slice() {
        [] => falls,
        [d] => {
            let jumps = |b: &Vec<i64>| b.iter().zip(d).any(|(b, d)| *b > 0 && *d < 0);
            let stays = region.limits.iter().all(|(weights, _)| dot(weights, d) <= 0);
            falls && stays && rules.rise(d) < 0 && !lattice.bases.iter().any(jumps)
        }
        _ => false,
    }
}

/// The number of the line in direction d of each position, from `lines` on; none if
/// no entry of d is ±1.
fn line_number(d: &[i64], extents: &[i64], lines: &mut i64) -> Option<Number> {
    // Neighbours along the last heap have neighbouring lines where that is possible.
    let pivot = (0..d.len()).find(|heap| d[*heap].abs() == 1)?;
    let mut number = Number { strides: vec![0; d.len()], constant: *lines };
    let mut count = 1i64;
    for heap in (0..d.len()).rev().filter(|heap| *heap != pivot) {
        // heap − (dⱼ/d_pivot)·pivot runs from `least` to `most` on the board.
        let slope = -d[heap] * d[pivot];
        let reach = slope.checked_mul(extents[pivot])?;
        let (least, most) = (reach.min(0), extents[heap] + reach.max(0));
        number.strides[heap] += count;
        number.strides[pivot] += slope * count;
        number.constant -= least * count;
        count = count.checked_mul(most - least + 1).filter(|count| *count < 1 << 36)?;
    }
    *lines += count;
    Some(number)
}
