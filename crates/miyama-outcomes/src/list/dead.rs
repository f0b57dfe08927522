//! What the P-positions of earlier rows say of a row: which t are dead.
//!
//! For displacements b + ℕd₁ + … a P-position q kills p − Σ kᵢdᵢ with p = q − b, its
//! *start*. In coordinates (row, t) a direction that leaves the row is (−m, s):
//! rows r, r + m, r + 2m, … are hit, at t falling by s each. With j = ⌊row/m⌋ the
//! number t + s·j stays the same along the line, which is known by it and by
//! row mod m. So
//!
//! * a *ray* (−m, s) is a set of such numbers for each row mod m: dead for ever;
//! * a *cone* (0, g), (−m, s) is, for each row mod m, a half-line of such numbers
//!   with a residue mod g: the extreme start is enough;
//! * a *cone* (−m, s), (−m, s') with g = s' − s > 0 hits from a start in row r₀ the
//!   t in row r₀ + km from t₀ − ks' to t₀ − ks in steps of g: those with t + s'j ≥ u₀
//!   and t + sj ≤ v₀ of the residue of u₀ mod g. Starts inside another's cone add
//!   nothing, and two intervals that meet are one ever after;
//! * a *ray in the row* (0, g) and single displacements concern their row alone.

use crate::frame::ALL;

/// Residues are kept one by one: no more than this.
const MOST_RESIDUES: i64 = 64;

/// No more rows mod m are kept apart than this.
const MOST_CLASSES: i64 = 1 << 12;

pub(super) enum Dead {
    /// The t of this row.
    Points(Vec<i64>),
    Line {
        fall: i64,
        slope: i64,
        classes: Vec<Lines>,
        class: usize,
        shift: i64,
    },
    InRow(HalfLines),
    Edge {
        fall: i64,
        slope: i64,
        classes: Vec<HalfLines>,
        class: usize,
        shift: i64,
    },
    Wedge {
        fall: i64,
        /// s and s'.
        slopes: (i64, i64),
        classes: Vec<Vec<Wedges>>,
        class: usize,
        shifts: (i64, i64),
    },
}

impl Dead {
    /// For these directions, if they are of one of the kinds.
    pub(super) fn new(directions: &[(i64, i64)]) -> Option<Dead> {
        let classes = |rows: i64| (-rows <= MOST_CLASSES).then_some(-rows as usize);
        match *directions {
            [] => Some(Dead::Points(vec![])),
            [(0, step)] => Some(Dead::InRow(HalfLines::new(step)?)),
            [(rows, slope)] => {
                let classes = vec![Lines::default(); classes(rows)?];
                Some(Dead::Line { fall: -rows, slope, classes, class: 0, shift: 0 })
            }
            [(0, step), (rows, slope)] | [(rows, slope), (0, step)] if rows < 0 => {
                let classes = vec![HalfLines::new(step)?; classes(rows)?];
                Some(Dead::Edge { fall: -rows, slope, classes, class: 0, shift: 0 })
            }
            [(rows, a), (other, c)] if rows == other && rows < 0 && a != c => {
                let slopes = (a.min(c), a.max(c));
                let residues = slopes.1 - slopes.0;
                if residues > MOST_RESIDUES {
                    return None;
                }
                let classes = vec![vec![Wedges::default(); residues as usize]; classes(rows)?];
                Some(Dead::Wedge { fall: -rows, slopes, classes, class: 0, shifts: (0, 0) })
            }
            _ => None,
        }
    }

    /// Bytes, about.
    pub(super) fn memory(&self) -> u64 {
        let bytes: usize = match self {
            Dead::Points(points) => points.capacity() * 8,
            Dead::Line { classes, .. } => classes.iter().map(|lines| lines.skips.capacity() * 4).sum(),
            Dead::InRow(_) => 0,
            Dead::Edge { classes, .. } => classes.len() * 64,
            Dead::Wedge { classes, .. } => classes.iter().flatten().map(|wedges| wedges.0.capacity() * 16).sum(),
        };
        bytes as u64
    }

    /// Gets ready for a row.
    #[inline]
    pub(super) fn enter(&mut self, row: i64) {
        match self {
            Dead::Points(points) => points.clear(),
            Dead::InRow(half_lines) => half_lines.clear(),
            Dead::Line { fall, slope, class, shift, .. } | Dead::Edge { fall, slope, class, shift, .. } => {
                *class = (row % *fall) as usize;
                *shift = *slope * (row / *fall);
            }
            Dead::Wedge { fall, slopes, class, shifts, .. } => {
                *class = (row % *fall) as usize;
                *shifts = (slopes.0 * (row / *fall), slopes.1 * (row / *fall));
            }
        }
    }

    /// A start at t in this row.
    #[inline]
    pub(super) fn kill(&mut self, t: i64) {
        match self {
            Dead::Points(points) => {
                if let Err(place) = points.binary_search(&t) {
                    points.insert(place, t);
                }
            }
            Dead::Line { classes, class, shift, .. } => classes[*class].kill(t + *shift),
            Dead::InRow(half_lines) => half_lines.kill(t),
            Dead::Edge { classes, class, shift, .. } => classes[*class].kill(t + *shift),
            Dead::Wedge { classes, class, shifts, .. } => {
                let residues = classes[*class].len() as i64;
                let (v, u) = (t + shifts.0, t + shifts.1);
                classes[*class][u.rem_euclid(residues) as usize].kill(u, v);
            }
        }
    }

    /// The least t' ≥ t that is not dead.
    #[inline]
    pub(super) fn next_alive(&mut self, t: i64) -> i64 {
        match self {
            Dead::Points(points) => {
                let mut alive = t;
                let mut place = points.partition_point(|point| *point < t);
                while points.get(place) == Some(&alive) {
                    place += 1;
                    alive += 1;
                }
                alive
            }
            Dead::Line { classes, class, shift, .. } => classes[*class].next_alive(t + *shift) - *shift,
            Dead::InRow(half_lines) => half_lines.next_alive(t),
            Dead::Edge { classes, class, shift, .. } => {
                let alive = classes[*class].next_alive(t + *shift);
                if alive >= ALL.1 { ALL.1 } else { alive - *shift }
            }
            Dead::Wedge { classes, class, shifts, .. } => {
                let residues = classes[*class].len() as i64;
                let class = &mut classes[*class];
                let first = |residue: usize| t + (residue as i64 - t - shifts.1).rem_euclid(residues);
                let alive =
                    |(residue, wedges): (usize, &mut Wedges)| wedges.next_alive(first(residue), *shifts, residues);
                class.iter_mut().enumerate().map(alive).min().unwrap_or(t)
            }
        }
    }
}

/// Numbers that are dead one by one; the next that is not is found by skipping runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    low: i64,
    /// By how much to go on at `low` + index; 0: alive. Beyond the ends all are alive.
    skips: Vec<u32>,
}

impl Lines {
    #[inline]
    fn skip(&self, number: i64) -> u32 {
        match usize::try_from(number - self.low) {
            Ok(index) => self.skips.get(index).copied().unwrap_or(0),
            Err(_) => 0,
        }
    }

    fn kill(&mut self, number: i64) {
        if self.skips.is_empty() {
            self.low = number;
        }
        if number < self.low {
            // Grow to this side by half, so that all growing together stays linear.
            let more = ((self.low - number) as usize).max(self.skips.len() / 2);
            let mut grown = Vec::with_capacity(self.skips.len() + more);
            grown.resize(more, 0);
            grown.append(&mut self.skips);
            self.skips = grown;
            self.low -= more as i64;
        }
        let index = (number - self.low) as usize;
        if index >= self.skips.len() {
            if index >= self.skips.capacity() {
                self.skips.reserve_exact(index + 1 + self.skips.len() / 2 - self.skips.len());
            }
            self.skips.resize(index + 1, 0);
        }
        if self.skips[index] == 0 {
            self.skips[index] = 1;
        }
    }

    #[inline]
    fn next_alive(&mut self, number: i64) -> i64 {
        let mut at = number;
        loop {
            let skip = self.skip(at);
            if skip == 0 {
                return at;
            }
            let next = at + i64::from(skip);
            let further = self.skip(next);
            if further == 0 {
                return next;
            }
            // Halve the way for those who come later.
            self.skips[(at - self.low) as usize] = skip.saturating_add(further);
            at = if skip.checked_add(further).is_some() { next + i64::from(further) } else { next };
        }
    }
}

/// For each residue mod g the numbers from one on, upwards or downwards.
#[derive(Clone, Debug)]
pub(super) struct HalfLines {
    /// A start n kills n, n + g, n + 2g, … if true, else n, n − g, n − 2g, …
    upwards: bool,
    ends: Vec<Option<i64>>,
}

impl HalfLines {
    /// For the direction (0, step): a start n kills n − k·step.
    fn new(step: i64) -> Option<HalfLines> {
        (step.abs() <= MOST_RESIDUES)
            .then(|| HalfLines { upwards: step < 0, ends: vec![None; step.unsigned_abs() as usize] })
    }

    fn clear(&mut self) {
        self.ends.fill(None);
    }

    fn kill(&mut self, number: i64) {
        let residue = number.rem_euclid(self.ends.len() as i64) as usize;
        let end = &mut self.ends[residue];
        *end = match *end {
            None => Some(number),
            Some(end) if self.upwards => Some(end.min(number)),
            Some(end) => Some(end.max(number)),
        };
    }

    fn next_alive(&self, number: i64) -> i64 {
        let residues = self.ends.len() as i64;
        let alive = |(residue, end): (usize, &Option<i64>)| {
            let first = number + (residue as i64 - number).rem_euclid(residues);
            match *end {
                Some(end) if self.upwards && first >= end => ALL.1,
                Some(end) if !self.upwards && first <= end => end + residues,
                _ => first,
            }
        };
        self.ends.iter().enumerate().map(alive).min().unwrap_or(number)
    }
}

/// Intervals of one residue, as (u₀, v₀), both ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Wedges(Vec<(i64, i64)>);

impl Wedges {
    fn kill(&mut self, u: i64, v: i64) {
        let place = self.0.partition_point(|(other, _)| *other <= u);
        if place > 0 && self.0[place - 1].1 >= v {
            return;
        }
        let swallowed = self.0[place..].iter().take_while(|(_, other)| *other <= v).count();
        // One that begins at the same u and ends earlier is swallowed too.
        let first = if place > 0 && self.0[place - 1].0 == u { place - 1 } else { place };
        self.0.splice(first..place + swallowed, [(u, v)]);
    }

    /// The next t that is alive, from one of this residue on; v = t + shifts.0 and
    /// u = t + shifts.1.
    fn next_alive(&mut self, mut t: i64, shifts: (i64, i64), residues: i64) -> i64 {
        let mut before: Option<usize> = None;
        loop {
            let place = self.0.partition_point(|(u, _)| *u <= t + shifts.1);
            if place == 0 || self.0[place - 1].1 < t + shifts.0 {
                return t;
            }
            let mut at = place - 1;
            if let Some(met) = before.filter(|met| *met < at) {
                // The interval before reaches up to this one.
                self.0[met].1 = self.0[at].1;
                self.0.drain(met + 1..=at);
                at = met;
            }
            t = self.0[at].1 - shifts.0 + residues;
            before = Some(at);
        }
    }
}
