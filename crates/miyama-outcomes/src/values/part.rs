//! The positions of a run, one after the other.

use super::Wanted;
use super::cells::Cell;
use crate::rules::Ending;

/// No value has come in yet.
pub(super) const NEVER: i32 = i32::MIN;

/// A line that the positions of a run lie on: its number, and by how much that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) at: i64,
    pub(super) growth: i64,
}

/// The same for the line of a window, with the place on it.
#[derive(Clone, Debug)]
pub(super) struct WindowLine {
    pub(super) line: Line,
    pub(super) place: i64,
    pub(super) growth: i64,
    /// How many steps the window has: forms, their growth, divisors.
    pub(super) most: Vec<(i64, i64, i64)>,
}

impl WindowLine {
    /// The place of the last step; behind all places if there is no step at all.
    #[inline(always)]
    fn least(&self) -> i32 {
        let steps = self.most.iter().fold(i64::MAX, |steps, (form, _, divisor)| {
            let most = if *divisor == 1 { *form } else { form.div_euclid(*divisor) };
            steps.min(most)
        });
        // All places are far within 32 bits; a window without steps begins beyond them.
        if steps < 0 { i32::MAX } else { (self.place - steps.min(1 << 31)).max(i64::from(NEVER) + 1) as i32 }
    }

    #[inline(always)]
    fn go_on(&mut self) {
        self.line.at += self.line.growth;
        self.place += self.growth;
        for (form, growth, _) in &mut self.most {
            *form += *growth;
        }
    }
}

/// What there is not enough room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grow {
    Sets,
    Cells,
}

/// The tables of the engine.
pub(super) struct Tables<'a> {
    pub(super) sets: &'a mut [u64],
    pub(super) full: &'a mut [u32],
    pub(super) width: usize,
    pub(super) kept: &'a mut [i32],
    /// How many places a line of a window has.
    pub(super) places: usize,
    pub(super) wanted: Wanted,
}

/// Which sets the positions of a part of a run read, and which they enter.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) cell: i64,
    pub(super) growth: i64,
    pub(super) reads: Vec<Line>,
    pub(super) enters: Vec<Line>,
    /// Lines, and what to add to the number of the cell for p + b.
    pub(super) pulls: Vec<(Line, i64)>,
    pub(super) windows: Vec<WindowLine>,
    pub(super) window_enters: Vec<WindowLine>,
    pub(super) window_pulls: Vec<(WindowLine, i64)>,
    pub(super) points: Vec<i64>,
    pub(super) grow: Option<Grow>,
    /// The values of single displacements.
    pub(super) marks: Vec<u64>,
    touched: Vec<usize>,
}

/// Puts a value into the set of a line.
#[inline(always)]
pub(super) fn enter(sets: &mut [u64], full: &mut [u32], width: usize, line: usize, value: usize) {
    let word = &mut sets[line * width + value / 64];
    *word |= 1 << (value % 64);
    if *word == u64::MAX && width >= WIDE {
        let set = &sets[line * width..][..width];
        let mut first = full[line] as usize;
        while first < width && set[first] == u64::MAX {
            first += 1;
        }
        full[line] = first as u32;
    }
}

/// So many values that are looked up are compared one by one.
const FEW_POINTS: usize = 16;

/// From this width on it is kept how many words of a set are full.
const WIDE: usize = 8;

impl Part {
    pub(super) fn clear(&mut self) {
        self.reads.clear();
        self.enters.clear();
        self.pulls.clear();
        self.windows.clear();
        self.window_enters.clear();
        self.window_pulls.clear();
        self.points.clear();
    }

    /// Computes so many positions; how many, if there was not room for all.
    pub(super) fn compute<C: Cell>(&mut self, cells: &mut [C], tables: &mut Tables<'_>, count: i64) -> i64 {
        let without_windows = self.pulls.is_empty()
            && self.windows.is_empty()
            && self.window_enters.is_empty()
            && self.window_pulls.is_empty();
        let plain = without_windows && self.reads == self.enters;
        if without_windows && (plain || self.enters.is_empty()) && self.points.is_empty() && tables.width < 4 * WIDE {
            match self.reads.len() {
                1 => return self.rays::<1, C>(cells, tables, count),
                2 => return self.rays::<2, C>(cells, tables, count),
                3 => return self.rays::<3, C>(cells, tables, count),
                4 => return self.rays::<4, C>(cells, tables, count),
                5 => return self.rays::<5, C>(cells, tables, count),
                6 => return self.rays::<6, C>(cells, tables, count),
                _ => {}
            }
        }
        if plain && self.points.len() <= FEW_POINTS && tables.wanted == Wanted::Values {
            return self.few_points(cells, tables, count);
        }
        for done in 0..count {
            if !self.one(cells, tables) {
                return done;
            }
        }
        count
    }

    /// The same where each position reads `N` sets and enters the same ones, or none.
    fn rays<const N: usize, C: Cell>(&mut self, cells: &mut [C], tables: &mut Tables<'_>, count: i64) -> i64 {
        let width = tables.width;
        let mut at = [0usize; N];
        let mut growth = [0isize; N];
        for (index, line) in self.reads.iter().enumerate() {
            at[index] = line.at as usize * width;
            growth[index] = line.growth as isize * width as isize;
        }
        let enters = !self.enters.is_empty();
        let mut cell = self.cell;
        for done in 0..count {
            let mut word = 0;
            let value = loop {
                let all = at.iter().fold(0, |all, at| all | tables.sets[at + word]);
                match tables.wanted {
                    Wanted::Values if all != u64::MAX => break word * 64 + all.trailing_ones() as usize,
                    Wanted::Values => {}
                    Wanted::Outcomes(ending) => break number(all, ending),
                }
                word += 1;
                if word == width {
                    self.grow = Some(Grow::Sets);
                    return done;
                }
            };
            let Some(kept) = C::of(value) else {
                self.grow = Some(Grow::Cells);
                return done;
            };
            for (at, growth) in at.iter_mut().zip(&growth) {
                if enters {
                    tables.sets[*at + word] |= 1 << (value % 64);
                }
                *at = at.wrapping_add_signed(*growth);
            }
            cells[cell as usize] = kept;
            cell += self.growth;
        }
        count
    }

    /// The same with a few values that are looked up: compared with the words of the sets
    /// one by one.
    fn few_points<C: Cell>(&mut self, cells: &mut [C], tables: &mut Tables<'_>, count: i64) -> i64 {
        let width = tables.width;
        let mut looked_up = [usize::MAX; FEW_POINTS];
        let looked_up = &mut looked_up[..self.points.len()];
        let mut cell = self.cell;
        for done in 0..count {
            for (value, offset) in looked_up.iter_mut().zip(&self.points) {
                *value = cells[(cell + offset) as usize].value();
            }
            let mut word = 0;
            if width >= WIDE {
                word = self.reads.iter().map(|line| tables.full[line.at as usize] as usize).max().unwrap_or(0);
            }
            let value = loop {
                if word == width {
                    self.grow = Some(Grow::Sets);
                    return done;
                }
                let sets = self.reads.iter().fold(0, |all, line| all | tables.sets[line.at as usize * width + word]);
                let all = looked_up.iter().fold(sets, |all, value| all | u64::from(value / 64 == word) << (value % 64));
                if all != u64::MAX {
                    break word * 64 + all.trailing_ones() as usize;
                }
                word += 1;
            };
            let Some(kept) = C::of(value) else {
                self.grow = Some(Grow::Cells);
                return done;
            };
            cells[cell as usize] = kept;
            for line in &mut self.reads {
                enter(tables.sets, tables.full, width, line.at as usize, value);
                line.at += line.growth;
            }
            cell += self.growth;
        }
        count
    }

    /// One position; whether there was room for its number.
    #[inline(always)]
    fn one<C: Cell>(&mut self, cells: &mut [C], tables: &mut Tables<'_>) -> bool {
        let value_at = |offset: &i64| cells[(self.cell + offset) as usize].value();
        for (line, offset) in &self.pulls {
            enter(tables.sets, tables.full, tables.width, line.at as usize, value_at(offset));
        }
        for (window, offset) in &self.window_pulls {
            tables.kept[window.line.at as usize * tables.places + value_at(offset)] = window.place as i32;
        }
        for offset in &self.points {
            let value = value_at(offset);
            let word = value / 64;
            if self.marks[word] == 0 {
                self.touched.push(word);
            }
            self.marks[word] |= 1 << (value % 64);
        }
        let value = match tables.wanted {
            Wanted::Values => self.least_free(tables),
            Wanted::Outcomes(ending) => Some(self.outcome(tables, ending)),
        };
        for word in self.touched.drain(..) {
            self.marks[word] = 0;
        }
        let Some(value) = value else {
            self.grow = Some(Grow::Sets);
            return false;
        };
        let Some(kept) = C::of(value) else {
            self.grow = Some(Grow::Cells);
            return false;
        };
        cells[self.cell as usize] = kept;
        for line in &mut self.enters {
            enter(tables.sets, tables.full, tables.width, line.at as usize, value);
            line.at += line.growth;
        }
        for window in &mut self.window_enters {
            // The value is that of p + d for the next position of the line.
            tables.kept[window.line.at as usize * tables.places + value] = window.place as i32 + 1;
            window.go_on();
        }
        self.cell += self.growth;
        self.reads.iter_mut().for_each(|line| line.at += line.growth);
        self.pulls.iter_mut().for_each(|(line, _)| line.at += line.growth);
        self.windows.iter_mut().for_each(WindowLine::go_on);
        self.window_pulls.iter_mut().for_each(|(window, _)| window.go_on());
        true
    }

    /// The least value that no option has; none if it is beyond the sets.
    #[inline(always)]
    fn least_free(&self, tables: &Tables<'_>) -> Option<usize> {
        let width = tables.width;
        let mut word = 0;
        if width >= WIDE {
            word = self.reads.iter().map(|line| tables.full[line.at as usize] as usize).max().unwrap_or(0);
        }
        const MOST: usize = 8;
        let mut leasts = [0i32; MOST];
        for (least, window) in leasts.iter_mut().zip(&self.windows) {
            *least = window.least();
        }
        while word < width {
            let sets = self
                .reads
                .iter()
                .fold(self.marks[word], |all, line| all | tables.sets[line.at as usize * width + word]);
            let mut all = sets;
            for (index, window) in self.windows.iter().enumerate() {
                if all == u64::MAX {
                    break;
                }
                let least = if index < MOST { leasts[index] } else { window.least() };
                let kept = &tables.kept[window.line.at as usize * tables.places + word * 64..][..64];
                all |= reached(kept, least);
            }
            if all != u64::MAX {
                return Some(word * 64 + all.trailing_ones() as usize);
            }
            word += 1;
        }
        None
    }

    #[inline(always)]
    fn outcome(&self, tables: &Tables<'_>, ending: Ending) -> usize {
        let sets =
            self.reads.iter().fold(self.marks[0], |all, line| all | tables.sets[line.at as usize * tables.width]);
        let mut all = sets & 3;
        for window in &self.windows {
            let least = window.least();
            let kept = &tables.kept[window.line.at as usize * 2..][..2];
            all |= u64::from(kept[0] >= least) | u64::from(kept[1] >= least) << 1;
        }
        number(all, ending)
    }
}

/// 1 if an option is P (number 0), or if misère play ends here.
#[inline(always)]
fn number(reached: u64, ending: Ending) -> usize {
    match (reached, ending) {
        (0, Ending::Normal) => 0,
        (0, Ending::Misere) => 1,
        _ => (reached & 1) as usize,
    }
}

/// The bits of the values whose last places are not below `least`.
#[inline(always)]
fn reached(kept: &[i32], least: i32) -> u64 {
    let mut bits = 0;
    for (byte, eight) in kept.chunks_exact(8).enumerate() {
        let mut part = 0u64;
        for (bit, place) in eight.iter().enumerate() {
            part |= u64::from(*place >= least) << bit;
        }
        bits |= part << (byte * 8);
    }
    bits
}
