//! Grundy values of a region, where moves are rays and single displacements; or outcomes.
//!
//! A ray b + ℕd keeps, for every line in direction d, the set of the values at
//! p + b for the positions p of the line so far; the value of p is the least number
//! in none of its sets. Cells and lines are numbered by forms of the heaps: along a
//! *run* of positions, each of which comes one step after the other, every number
//! grows by a constant. So nothing is calculated per position but sums and look-ups.
//!
//! A [`Window`] is a ray of which p has the first K(p) steps. Its lines keep for each
//! value v the last place on the line at which v came in: v is among the values of the
//! options exactly if that place is at most K(p) behind p. So it does not matter how many
//! options there are.
//!
//! **Lines**: where dⱼ = ±1, the heaps other than j of p − (pⱼ/dⱼ)·d say on which line p
//! lies. Short lines of narrow boxes are looked up instead ([`moves`]).
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
//!
//! **None is too many.** Rank by rank, values need not be looked up by p: the value of q
//! can be put into the set of the line of q − b when the rank of q is done. At p that set
//! holds the values at p + b + kd whose rank is lower than that of p. For k < 0 it is not
//! lower, if b does not lower the rank by more than d does; this is asked.
//!
//! **Symmetry.** Where exchanging heaps changes nothing, only positions with x ≥ y ≥ … are
//! computed, in the same order: of a position all of whose heaps are at most those of another
//! the same holds after sorting. Rays that exchanging heaps takes to each other have the same
//! sets, which are kept once ([`moves`]).

mod cells;
mod moves;
mod part;

use crate::frame::{ALL, Frame, Interval, interval, meet};
use crate::rules::{Ending, Form, Lattice, Region, Rules, dot};
pub use cells::Cells;
use cells::{Cell, Number};
use miyama_budget::{Budget, Stopped};
use moves::{Moves, Ray, Way};
use part::{Grow, Line, Part, WindowLine};

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

/// A ray of which a position has the first steps: b + k·d for 0 ≤ k, and
/// k ≤ ⌊form/divisor⌋ for each of `most`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The ray: one direction.
    pub ray: Lattice,
    /// Forms of the position, and divisors > 0.
    pub most: Vec<(Form, i64)>,
}

/// What is computed of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Its Grundy value.
    Values,
    /// 0 for P, 1 for N.
    Outcomes(Ending),
}

/// The values of all positions of a region, or their outcomes.
#[derive(Clone, Debug)]
pub struct Values {
    cells: Cells,
    number: Number,
    region: Region,
    sorted: bool,
}

impl Values {
    /// Computes the numbers of a region.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_outcomes::{Lattice, Region, Rules, Values, Wanted};
    /// let ray = |d: [i64; 3]| Lattice { directions: vec![d.to_vec()], bases: vec![d.to_vec()], guard: vec![] };
    /// let nim = Rules { weights: vec![1; 3], lattices: vec![ray([-1, 0, 0]), ray([0, -1, 0]), ray([0, 0, -1])] };
    /// let to = |heap: usize| ((0..3).map(|h| i64::from(h == heap)).collect(), 9);
    /// let region = Region { limits: (0..3).map(to).collect(), top_rank: 27 };
    /// let values = Values::new(&nim, &[], &region, Wanted::Values, &Budget::unlimited())?;
    /// assert_eq!(values.at(&[9, 5, 1]), Some(9 ^ 5 ^ 1));
    /// assert_eq!(values.at(&[10, 5, 1]), None);
    /// # Ok::<(), miyama_outcomes::NoValues>(())
    /// ```
    ///
    /// # Errors
    /// [`NoValues`] says why there are none.
    pub fn new(
        rules: &Rules,
        windows: &[Window],
        region: &Region,
        wanted: Wanted,
        budget: &Budget,
    ) -> Result<Values, NoValues> {
        Values::with_symmetry(rules, windows, region, wanted, true, budget)
    }

    /// The same; without symmetry all positions are computed, also where sorted ones
    /// would do.
    ///
    /// # Errors
    /// [`NoValues`] says why there are none.
    pub fn with_symmetry(
        rules: &Rules,
        windows: &[Window],
        region: &Region,
        wanted: Wanted,
        symmetry: bool,
        budget: &Budget,
    ) -> Result<Values, NoValues> {
        if !fit(rules, windows, region) {
            return Err(NoValues::Unfit);
        }
        let by_rank = !is_lexicographic(rules, windows);
        let widest = if wanted == Wanted::Values { region.top_rank + 1 } else { 2 };
        let moves = Moves::new(rules, windows, region, by_rank, widest, symmetry).ok_or(NoValues::Unfit)?;
        let mut engine = Engine::new(moves, region, wanted, budget)?;
        if by_rank {
            engine.by_rank(rules, region)?;
        } else {
            engine.lexicographically(region)?;
        }
        let Engine { cells, number, moves, .. } = engine;
        Ok(Values { cells, number, region: region.clone(), sorted: moves.sorted })
    }

    /// Whether only sorted positions would be computed of a region.
    #[must_use]
    pub fn sorts(rules: &Rules, windows: &[Window], region: &Region) -> bool {
        let by_rank = !is_lexicographic(rules, windows);
        fit(rules, windows, region)
            && Moves::new(rules, windows, region, by_rank, 2, true).is_some_and(|moves| moves.sorted)
    }

    /// Whether positions come in lexicographic order, so that nothing is done twice.
    #[must_use]
    pub fn in_one_pass(rules: &Rules, windows: &[Window]) -> bool {
        is_lexicographic(rules, windows)
    }

    /// The numbers of the positions behind `first`, the last heap from `from` on: as many as
    /// `row` has room for. False, and nothing is written, if not all are positions.
    pub fn read_row(&self, first: &[i64], from: i64, row: &mut [u32]) -> bool {
        let last = i64::try_from(row.len()).ok().and_then(|length| from.checked_add(length - 1));
        let inside = last.is_some_and(|last| last >= from && self.region.contains(&[first, &[last]].concat()));
        if !inside || from < 0 {
            return false;
        }
        // Of sorted positions the last heap stands behind the first ones that are larger: as
        // long as these are the same, the numbers of cells grow by the stride of its place.
        let mut firsts = first.to_vec();
        if self.sorted {
            firsts.sort_unstable_by(|a, b| b.cmp(a));
        }
        let mut done = 0;
        while done < row.len() {
            let heap = from + done as i64;
            let before =
                if self.sorted { firsts.iter().take_while(|other| **other >= heap).count() } else { firsts.len() };
            let same = match before.checked_sub(1) {
                Some(smallest) if self.sorted => (firsts[smallest] - heap + 1) as usize,
                _ => row.len(),
            };
            let position = [&firsts[..before], &[heap], &firsts[before..]].concat();
            let (start, stride) = (self.number.of(&position) as usize, self.number.strides[before] as usize);
            let part = same.min(row.len() - done);
            let to = &mut row[done..done + part];
            match &self.cells {
                Cells::Bytes(cells) => copy(&cells[start..], stride, to),
                Cells::Shorts(cells) => copy(&cells[start..], stride, to),
                Cells::Words(cells) => copy(&cells[start..], stride, to),
            }
            done += part;
        }
        true
    }

    /// The numbers as they are held: that of a position p is at the second plus the sum of
    /// the strides times p. None if only sorted positions are held.
    #[must_use]
    pub fn layout(&self) -> Option<(&Cells, i64, &[i64])> {
        (!self.sorted).then_some((&self.cells, self.number.constant, self.number.strides.as_slice()))
    }

    /// The number of a position of the region.
    #[must_use]
    pub fn at(&self, position: &[i64]) -> Option<u32> {
        if !self.region.contains(position) {
            return None;
        }
        if !self.sorted {
            return self.cells.get(usize::try_from(self.number.of(position)).ok()?);
        }
        let mut sorted = [0; MOST_SORTED];
        let sorted = sorted.get_mut(..position.len())?;
        sorted.copy_from_slice(position);
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        self.cells.get(usize::try_from(self.number.of(sorted)).ok()?)
    }
}

/// Every so many-th cell.
fn copy<C: Cell>(cells: &[C], stride: usize, row: &mut [u32]) {
    row.iter_mut().zip(cells.iter().step_by(stride)).for_each(|(to, cell)| *to = cell.value() as u32);
}

/// Positions of more heaps are not sorted.
const MOST_SORTED: usize = 8;

/// Whether all numbers stay far within 64 bits, places on lines within 32.
fn fit(rules: &Rules, windows: &[Window], region: &Region) -> bool {
    let lattices = rules.lattices.iter().chain(windows.iter().map(|window| &window.ray)).cloned().collect();
    let all = Rules { weights: rules.weights.clone(), lattices };
    let extents: Vec<i64> = (0..rules.heaps()).map(|heap| region.extent(heap)).collect();
    let small = |(form, divisor): &(Form, i64)| {
        let terms = form.coefficients.iter().zip(&extents).map(|(c, extent)| i128::from(*c) * i128::from(*extent));
        let largest = terms.map(i128::abs).sum::<i128>() + i128::from(form.constant).abs();
        *divisor > 0 && largest < 1 << 60
    };
    all.fit(region)
        && extents.iter().all(|extent| *extent < 1 << 30)
        && windows.iter().all(|window| window.ray.directions.len() == 1 && window.most.iter().all(small))
}

/// Whether every displacement is negative in the first heap that it changes.
fn is_lexicographic(rules: &Rules, windows: &[Window]) -> bool {
    let lattices = rules.lattices.iter().chain(windows.iter().map(|window| &window.ray));
    let mut vectors = lattices.flat_map(|l| l.directions.iter().chain(&l.bases));
    vectors.all(|v| v.iter().find(|x| **x != 0).is_some_and(|x| *x < 0))
}

struct Engine<'a> {
    budget: &'a Budget,
    wanted: Wanted,
    cells: Cells,
    number: Number,
    moves: Moves,
    /// For each ray, window and set of points, and each of their bases: where p + b (of
    /// what is pushed, p − b) is a position.
    stays: [Vec<Vec<Vec<Form>>>; 3],
    /// The sets of all lines, `width` words each, and how many words of each are full.
    sets: Vec<u64>,
    full: Vec<u32>,
    width: usize,
    /// The last places of the values on the lines of windows, as many as bits of a set.
    places: Vec<i32>,
    /// Whether all moves are rays without guards, of which nothing is looked up.
    always_open: bool,
    /// By how much the number of the cell grows along a run.
    growth: i64,
    step: Vec<i64>,
    part: Part,
    positions: u64,
    looked: u64,
}

/// How many positions are computed between two looks at the budget.
const LOOK: u64 = 1 << 16;

/// No value has come in yet.
const NEVER: i32 = i32::MIN;

impl<'a> Engine<'a> {
    fn new(moves: Moves, region: &Region, wanted: Wanted, budget: &'a Budget) -> Result<Engine<'a>, NoValues> {
        let heaps = region.limits.first().map_or(0, |(weights, _)| weights.len());
        let extents: Vec<i64> = (0..heaps).map(|heap| region.extent(heap)).collect();
        let mut number = Number { strides: vec![1; heaps], constant: 0 };
        let mut count = 1i64;
        for heap in (0..heaps).rev() {
            number.strides[heap] = count;
            count = count.checked_mul(extents[heap] + 1).filter(|count| *count < 1 << 40).ok_or(NoValues::Unfit)?;
        }
        budget.need(count as u64)?;
        let forms = region.forms(heaps);
        // Only forms that a displacement lowers can become negative.
        let stays = |lattice: &Lattice, sign: i64| -> Vec<Vec<Form>> {
            let of_base = |b: &Vec<i64>| {
                let by: Vec<i64> = b.iter().map(|x| x * sign).collect();
                let lowered = forms.iter().filter(|form| dot(&form.coefficients, &by) < 0);
                lowered.map(|form| form.after(&by)).collect()
            };
            lattice.bases.iter().map(of_base).collect()
        };
        let of_ray = |ray: &Ray| stays(&ray.lattice, if ray.way == Way::Push { -1 } else { 1 });
        let all_stays = [
            moves.rays.iter().map(of_ray).collect(),
            moves.windows.iter().map(of_ray).collect(),
            moves.points.iter().map(|points| stays(points, 1)).collect(),
        ];
        let lines = usize::try_from(moves.lines).map_err(|_| NoValues::Unfit)?;
        let mut engine = Engine {
            budget,
            wanted,
            cells: Cells::Bytes(vec![0; count as usize]),
            number,
            stays: all_stays,
            sets: vec![],
            full: vec![0; lines],
            width: 0,
            places: vec![],
            always_open: moves.windows.is_empty()
                && moves.points.is_empty()
                && moves.rays.iter().all(|ray| ray.way != Way::Pull && ray.lattice.guard.is_empty()),
            growth: 0,
            step: vec![],
            part: Part::default(),
            positions: 0,
            looked: 0,
            moves,
        };
        engine.widen()?;
        Ok(engine)
    }

    /// How many values a line of a window has places for.
    fn places_of_line(&self) -> usize {
        if self.wanted == Wanted::Values { self.width * 64 } else { 2 }
    }

    /// Makes room for larger values in the sets.
    fn widen(&mut self) -> Result<(), NoValues> {
        let before = (self.width, self.places_of_line());
        self.width = (self.width * 2).max(1);
        let after = self.places_of_line();
        let words = (self.moves.lines as usize).checked_mul(self.width).ok_or(NoValues::Unfit)?;
        let places = (self.moves.window_lines as usize).checked_mul(after).ok_or(NoValues::Unfit)?;
        let bytes = words as u64 * 8 + places as u64 * 4;
        let cells = (self.cells.len() * self.cells.bytes()) as u64;
        // Sets that do not fit are for an engine that looks values up instead.
        if self.budget.need(bytes.saturating_mul(2).saturating_add(cells)).is_err()
            || bytes > 64 * self.cells.len() as u64 + (1 << 28)
        {
            return Err(NoValues::Unfit);
        }
        self.sets = spread(&self.sets, before.0, self.width, words, 0);
        self.places = spread(&self.places, if before.0 == 0 { 0 } else { before.1 }, after, places, NEVER);
        self.part.marks.resize(self.width, 0);
        Ok(())
    }

    /// Makes the cells larger.
    fn widen_cells(&mut self) -> Result<(), NoValues> {
        let bytes = self.cells.len() * self.cells.bytes() * 3 + self.sets.len() * 8 + self.places.len() * 4;
        self.budget.need(bytes as u64)?;
        self.cells = self.cells.widened().ok_or(NoValues::Unfit)?;
        Ok(())
    }

    /// Runs go in this direction from here on.
    fn set_step(&mut self, step: &[i64]) {
        self.step = step.to_vec();
        self.growth = dot(&self.number.strides, step);
    }

    /// All positions, row by row along the last heap.
    fn lexicographically(&mut self, region: &Region) -> Result<(), NoValues> {
        let heaps = self.number.strides.len();
        let sorted = self.moves.sorted;
        let mut step = vec![0; heaps];
        step[heaps - 1] = 1;
        self.set_step(&step);
        let mut first = vec![0; heaps];
        loop {
            let mut last = region.last_heap(&first);
            if sorted && heaps > 1 {
                last = last.min(first[heaps - 2]);
            }
            if last >= 0 {
                self.run(&first, last)?;
            }
            let most = |j: usize| if sorted && j > 0 { first[j - 1] } else { region.extent(j) };
            let Some(next) = (0..heaps - 1).rev().find(|j| first[*j] < most(*j)) else { return Ok(()) };
            first[next] += 1;
            first[next + 1..].fill(0);
        }
    }

    /// All positions, rank by rank.
    fn by_rank(&mut self, rules: &Rules, region: &Region) -> Result<(), NoValues> {
        let frame = Frame::new(rules, region).ok_or(NoValues::Unfit)?;
        let heaps = rules.heaps();
        self.set_step(&frame.step());
        let mut forms = region.forms(heaps);
        if self.moves.sorted {
            forms.extend((1..heaps).map(|heap| {
                let mut coefficients = vec![0; heaps];
                (coefficients[heap - 1], coefficients[heap]) = (1, -1);
                Form { coefficients, constant: 0 }
            }));
        }
        let inside = frame.halves(&forms);
        let pushes = self.moves.rays.iter().chain(&self.moves.windows).any(|ray| ray.way == Way::Push);
        // In normal play only P-positions make a difference, and they are few.
        let only_p = pushes && self.wanted == Wanted::Outcomes(Ending::Normal);
        let mut found = Vec::new();
        let mut first = vec![0; heaps];
        let mut outer = vec![0; frame.outer.len()];
        for rank in 0..=region.top_rank {
            for pass in 0..1 + usize::from(pushes && !only_p) {
                outer.fill(0);
                loop {
                    if let Some(rho) = frame.rho(rank, &outer) {
                        let (low, high) = interval(&inside, rho, &outer);
                        if low <= high {
                            frame.point(rho, low, &outer, &mut first);
                            if pass == 0 {
                                self.run(&first, high - low)?
                            } else {
                                self.push(&first, high - low)
                            }
                            if only_p {
                                self.note_p(&first, high - low, &mut found);
                            }
                        }
                    }
                    let extent = |j: usize| region.extent(frame.outer[j]);
                    let Some(next) = (0..outer.len()).rev().find(|j| outer[*j] < extent(*j)) else { break };
                    outer[next] += 1;
                    outer[next + 1..].fill(0);
                }
            }
            found.chunks(heaps).for_each(|position| self.push(position, 0));
            found.clear();
        }
        Ok(())
    }

    /// Adds the P-positions of a run to a list.
    fn note_p(&self, first: &[i64], last: i64, found: &mut Vec<i64>) {
        let Cells::Bytes(cells) = &self.cells else { return };
        let mut cell = self.number.of(first);
        for t in 0..=last {
            if cells[cell as usize] == 0 {
                found.extend(first.iter().zip(&self.step).map(|(heap, step)| heap + t * step));
            }
            cell += self.growth;
        }
    }

    fn line(&self, ray: &Ray, first: &[i64], t: i64) -> Line {
        let growth = dot(&ray.line.strides, &self.step);
        Line { at: ray.line.of(first) + t * growth, growth }
    }

    fn window_line(&self, ray: &Ray, first: &[i64], t: i64) -> WindowLine {
        let growth = dot(&ray.place, &self.step);
        let most = ray.most.iter().map(|(form, divisor)| {
            let growth = dot(&form.coefficients, &self.step);
            (form.constant + dot(&form.coefficients, first) + t * growth, growth, *divisor)
        });
        WindowLine {
            line: self.line(ray, first, t),
            place: dot(&ray.place, first) + t * growth,
            growth,
            most: most.collect(),
        }
    }

    /// The positions `first` + t·step for t from 0 to `last`.
    fn run(&mut self, first: &[i64], last: i64) -> Result<(), NoValues> {
        self.positions += last.unsigned_abs() + 1;
        if self.positions >= self.looked {
            self.looked = self.positions + LOOK;
            self.budget.check()?;
            self.budget.report(self.positions, Some(self.cells.len() as u64));
        }
        if self.always_open {
            let mut low = 0;
            while low <= last {
                self.part.clear();
                self.part.cell = self.number.of(first) + low * self.growth;
                self.part.growth = self.growth;
                for ray in &self.moves.rays {
                    let line = self.line(ray, first, low);
                    self.part.reads.push(line);
                    if ray.way == Way::Enter {
                        self.part.enters.push(line);
                    }
                }
                low += self.compute(last + 1 - low);
                self.grow()?;
            }
            return Ok(());
        }
        // Where each guard is open, and where each base is of use.
        let open_at = |forms: &[Form]| if forms.is_empty() { ALL } else { open(forms, first, &self.step) };
        let guards_of = |rays: &[Ray]| rays.iter().map(|ray| open_at(&ray.lattice.guard)).collect::<Vec<Interval>>();
        let guards = [
            guards_of(&self.moves.rays),
            guards_of(&self.moves.windows),
            self.moves.points.iter().map(|points| open_at(&points.guard)).collect(),
        ];
        let mut uses: [Vec<Vec<Interval>>; 3] = [vec![], vec![], vec![]];
        for (kind, uses) in uses.iter_mut().enumerate() {
            for (index, bases) in self.stays[kind].iter().enumerate() {
                let pulled = match kind {
                    0 => self.moves.rays[index].way == Way::Pull,
                    1 => self.moves.windows[index].way == Way::Pull,
                    _ => true,
                };
                let within = if kind == 2 { guards[2][index] } else { ALL };
                let at = |forms: &Vec<Form>| meet(open_at(forms), within);
                uses.push(if pulled { bases.iter().map(at).collect() } else { vec![] });
            }
        }
        let mut cuts = vec![0, last + 1];
        for (low, high) in guards.iter().flatten().chain(uses.iter().flatten().flatten()) {
            if low <= high {
                cuts.extend([*low, *high + 1].map(|cut| cut.clamp(0, last + 1)));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        for ends in cuts.windows(2) {
            let (mut low, end) = (ends[0], ends[1]);
            while low < end {
                self.prepare(first, low, end - 1, &guards, &uses);
                low += self.compute(end - low);
                self.grow()?;
            }
        }
        Ok(())
    }

    /// Makes the room that a part had too little of.
    fn grow(&mut self) -> Result<(), NoValues> {
        match self.part.grow.take() {
            None => Ok(()),
            Some(Grow::Sets) => self.widen(),
            Some(Grow::Cells) => self.widen_cells(),
        }
    }

    /// Gets ready for the positions of a run from one t to another, between which nothing
    /// opens or closes.
    fn prepare(
        &mut self,
        first: &[i64],
        low: i64,
        high: i64,
        guards: &[Vec<Interval>; 3],
        uses: &[Vec<Vec<Interval>>; 3],
    ) {
        let covers = |(from, to): &Interval| *from <= low && high <= *to;
        let mut part = std::mem::take(&mut self.part);
        part.clear();
        part.cell = self.number.of(first) + low * self.growth;
        part.growth = self.growth;
        for (index, ray) in self.moves.rays.iter().enumerate() {
            let line = self.line(ray, first, low);
            if covers(&guards[0][index]) {
                part.reads.push(line);
            }
            if ray.way == Way::Enter {
                part.enters.push(line);
            }
            for (base, useful) in ray.lattice.bases.iter().zip(&uses[0][index]) {
                if covers(useful) {
                    part.pulls.push((line, dot(&self.number.strides, base)));
                }
            }
        }
        for (index, ray) in self.moves.windows.iter().enumerate() {
            let line = self.window_line(ray, first, low);
            if ray.way == Way::Enter {
                part.window_enters.push(line.clone());
            }
            for (base, useful) in ray.lattice.bases.iter().zip(&uses[1][index]) {
                if covers(useful) {
                    part.window_pulls.push((line.clone(), dot(&self.number.strides, base)));
                }
            }
            if covers(&guards[1][index]) {
                part.windows.push(line);
            }
        }
        for (index, points) in self.moves.points.iter().enumerate() {
            for (base, useful) in points.bases.iter().zip(&uses[2][index]) {
                if covers(useful) {
                    part.points.push(dot(&self.number.strides, base));
                }
            }
        }
        self.part = part;
    }

    /// Computes so many positions of a part, or as many as there is room for; how many.
    fn compute(&mut self, count: i64) -> i64 {
        let places = self.places_of_line();
        let Engine { cells, part, sets, full, width, places: kept, wanted, .. } = self;
        let mut tables = part::Tables { sets, full, width: *width, kept, places, wanted: *wanted };
        match cells {
            Cells::Bytes(cells) => part.compute(cells, &mut tables, count),
            Cells::Shorts(cells) => part.compute(cells, &mut tables, count),
            Cells::Words(cells) => part.compute(cells, &mut tables, count),
        }
    }

    /// Puts the values of a run of a rank that is done into the sets that they are pushed to.
    fn push(&mut self, first: &[i64], last: i64) {
        let (width, of_line) = (self.width, self.places_of_line());
        let start = self.number.of(first);
        for kind in 0..2 {
            let rays = if kind == 0 { &self.moves.rays } else { &self.moves.windows };
            for (ray, stays) in rays.iter().zip(&self.stays[kind]).filter(|(ray, _)| ray.way == Way::Push) {
                for (base, stays) in ray.lattice.bases.iter().zip(stays) {
                    let (low, high) = meet(open(stays, first, &self.step), (0, last));
                    if low > high {
                        continue;
                    }
                    let line = self.window_line(ray, first, low);
                    let mut at = line.line.at - dot(&ray.line.strides, base);
                    let mut place = line.place - dot(&ray.place, base);
                    let mut cell = start + low * self.growth;
                    for _ in low..=high {
                        let value = self.cells.get(cell as usize).unwrap_or(0) as usize;
                        if kind == 0 {
                            part::enter(&mut self.sets, &mut self.full, width, at as usize, value);
                        } else {
                            let kept = &mut self.places[at as usize * of_line + value];
                            *kept = (*kept).max(place as i32);
                        }
                        cell += self.growth;
                        at += line.line.growth;
                        place += line.growth;
                    }
                }
            }
        }
    }
}

/// Pieces of one length, copied to the beginnings of longer ones.
fn spread<T: Copy>(old: &[T], before: usize, after: usize, length: usize, filling: T) -> Vec<T> {
    let mut new = vec![filling; length];
    if before > 0 && after > 0 {
        for (new, old) in new.chunks_mut(after).zip(old.chunks(before)) {
            new[..before].copy_from_slice(old);
        }
    }
    new
}

/// Where along a run every form is ≥ 0.
fn open(forms: &[Form], first: &[i64], step: &[i64]) -> Interval {
    let (mut low, mut high) = ALL;
    for form in forms {
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
