//! Values of a region, run by run: the order of positions, sets of lines, and room that grows.

use super::cells::{self, Cells, Number};
use super::moves::{Moves, Ray, Way};
use super::part::{Grow, Line, NEVER, Part, Tables, WindowLine, enter};
use super::{NoValues, Wanted};
use crate::frame::{ALL, Frame, Interval, interval, meet};
use crate::rules::{Ending, Form, Lattice, Region, Rules, dot};
use miyama_budget::{Budget, Stopped};

pub(super) struct Engine<'a> {
    budget: &'a Budget,
    wanted: Wanted,
    pub(super) cells: Cells,
    pub(super) number: Number,
    pub(super) moves: Moves,
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

impl<'a> Engine<'a> {
    pub(super) fn new(
        moves: Moves,
        region: &Region,
        wanted: Wanted,
        budget: &'a Budget,
    ) -> Result<Engine<'a>, NoValues> {
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
        self.sets = spread(&self.sets, before.0, self.width, words, 0, self.budget)?;
        let before = if before.0 == 0 { 0 } else { before.1 };
        self.places = spread(&self.places, before, after, places, NEVER, self.budget)?;
        self.part.marks.resize(self.width, 0);
        Ok(())
    }

    /// Makes the cells larger.
    fn widen_cells(&mut self) -> Result<(), NoValues> {
        let bytes = self.cells.len() * self.cells.bytes() * 3 + self.sets.len() * 8 + self.places.len() * 4;
        self.budget.need(bytes as u64)?;
        self.cells = self.cells.widened(self.budget)?.ok_or(NoValues::Unfit)?;
        Ok(())
    }

    /// Runs go in this direction from here on.
    fn set_step(&mut self, step: &[i64]) {
        self.step = step.to_vec();
        self.growth = dot(&self.number.strides, step);
    }

    /// All positions, row by row along the last heap.
    pub(super) fn lexicographically(&mut self, region: &Region) -> Result<(), NoValues> {
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
    pub(super) fn by_rank(&mut self, rules: &Rules, region: &Region) -> Result<(), NoValues> {
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
        let mut tables = Tables { sets, full, width: *width, kept, places, wanted: *wanted };
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
                            enter(&mut self.sets, &mut self.full, width, at as usize, value);
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
fn spread<T: Copy>(
    old: &[T],
    before: usize,
    after: usize,
    length: usize,
    filling: T,
    budget: &Budget,
) -> Result<Vec<T>, Stopped> {
    let mut new = vec![filling; length];
    if before > 0 && after > 0 {
        for (index, (new, old)) in new.chunks_mut(after).zip(old.chunks(before)).enumerate() {
            if (index * after) % cells::LOOK < after {
                budget.check()?;
            }
            new[..before].copy_from_slice(old);
        }
    }
    Ok(new)
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
