//! The displacements of one lattice as steps between rows, and the rows of R that they give.

use super::blocks::{Places, Window};
use crate::bits::{fill, or_between, or_shifted};
use crate::frame::{Frame, Half, Interval, interval};
use crate::rules::{Lattice, Rules};
use std::ops::Range;

/// A displacement between rows.
pub(super) struct Step {
    /// By how much the rank falls.
    pub(super) lag: i64,
    pub(super) t: i64,
    /// What it adds to the first outer heap.
    pub(super) plane: i64,
    /// For each choice of outer heaps, the choice that it leads to.
    outer: Vec<Option<u32>>,
}

/// Rows of the last few ranks.
pub(super) struct Ring {
    pub(super) ranks: i64,
    pub(super) outers: usize,
    pub(super) rows: Vec<(i64, Vec<u64>)>,
}

impl Ring {
    pub(super) fn new(ranks: i64, outers: usize) -> Ring {
        let count = usize::try_from(ranks).unwrap_or(usize::MAX).saturating_mul(outers);
        Ring { ranks, outers, rows: vec![(0, vec![]); count] }
    }

    pub(super) fn at(&self, rank: i64, outer: usize) -> usize {
        (rank % self.ranks) as usize * self.outers + outer
    }

    /// Takes what lies in a window from rings, each of which has a range of it.
    pub(super) fn gather(&mut self, from: &[(&Ring, &Range<i64>)], outers: &[Vec<i64>], window: &Window) {
        for (slot, (base, words)) in self.rows.iter_mut().enumerate() {
            words.clear();
            match window.places {
                Places::Planes => {
                    let plane = outers[slot % self.outers].first().filter(|plane| window.range.contains(plane));
                    let owner = plane.and_then(|plane| from.iter().find(|(_, range)| range.contains(plane)));
                    if let Some((ring, _)) = owner {
                        *base = ring.rows[slot].0;
                        words.extend_from_slice(&ring.rows[slot].1);
                    }
                }
                Places::Words => {
                    // The numbers of the words of a piece.
                    let piece = |(ring, range): &(&Ring, &Range<i64>)| {
                        let (base, words) = &ring.rows[slot];
                        let first = base.div_euclid(64);
                        let start = first.max(range.start).max(window.range.start);
                        let end = (first + words.len() as i64).min(range.end).min(window.range.end);
                        (start < end).then_some((first, start, end))
                    };
                    let Some(first) = from.iter().filter_map(piece).map(|(_, start, _)| start).min() else { continue };
                    *base = first * 64;
                    for source in from {
                        let Some((begins, start, end)) = piece(source) else { continue };
                        let (at, from) = ((start - first) as usize, (start - begins) as usize);
                        let length = (end - start) as usize;
                        if words.len() < at + length {
                            words.resize(at + length, 0);
                        }
                        words[at..at + length].copy_from_slice(&source.0.rows[slot].1[from..from + length]);
                    }
                }
            }
        }
    }

    /// dst |= the row that a step leads to.
    #[inline]
    fn or_step(&self, dst: &mut [u64], base: i64, step: &Step, rank: i64, outer: usize) {
        let Some(outer) = step.outer[outer] else { return };
        if step.lag > rank {
            return;
        }
        let (from, words) = &self.rows[self.at(rank - step.lag, outer as usize)];
        or_shifted(dst, words, base + step.t - from);
    }
}

/// R for one lattice.
pub(super) struct Family {
    pub(super) bases: Vec<Step>,
    pub(super) directions: Vec<Step>,
    /// Directions within a row.
    pub(super) fills: Vec<i64>,
    pub(super) guard: Vec<Half>,
    pub(super) guarded: bool,
    /// The order in which rows of a rank are computed.
    pub(super) order: Vec<u32>,
    pub(super) ring: Ring,
}

/// ρ of a row and the t of its points, margins included; none if there are none.
pub(super) type Bounds = Option<(i64, Interval)>;

impl Family {
    /// Computes R in the rows of a rank, from rows of lower ranks of `source`.
    pub(super) fn advance(&mut self, rank: i64, bounds: &[Bounds], source: &Ring) {
        if self.directions.is_empty() && self.fills.is_empty() {
            return;
        }
        for index in &self.order {
            let index = *index as usize;
            let slot = self.ring.at(rank, index);
            // Taken out, because a step may lead to another row of the same ring.
            let (mut base, mut row) = std::mem::take(&mut self.ring.rows[slot]);
            row.clear();
            if let Some((_, (low, high))) = bounds[index] {
                base = low;
                row.resize((high - low) as usize / 64 + 1, 0);
                for step in &self.directions {
                    self.ring.or_step(&mut row, base, step, rank, index);
                }
                for step in &self.bases {
                    source.or_step(&mut row, base, step, rank, index);
                }
                for step in &self.fills {
                    fill(&mut row, *step);
                }
            }
            self.ring.rows[slot] = (base, row);
        }
    }

    /// Adds what the lattice says of a row to `dead`, where its guard is open.
    #[expect(clippy::too_many_arguments)]
    pub(super) fn read(
        &self,
        rank: i64,
        index: usize,
        outer: &[i64],
        rho: i64,
        base: i64,
        source: &Ring,
        dead: &mut [u64],
        some: &mut Vec<u64>,
    ) {
        let (low, high) = interval(&self.guard, rho, outer);
        if low > high {
            return;
        }
        let (low, high) = (low - base, high - base);
        if !(self.directions.is_empty() && self.fills.is_empty()) {
            let (_, row) = &self.ring.rows[self.ring.at(rank, index)];
            return or_between(dead, row, low, high);
        }
        if !self.guarded {
            return self.bases.iter().for_each(|step| source.or_step(dead, base, step, rank, index));
        }
        some.clear();
        some.resize(dead.len(), 0);
        for step in &self.bases {
            source.or_step(some, base, step, rank, index);
        }
        or_between(dead, some, low, high);
    }
}

/// What families are made from.
pub(super) struct Shape<'a> {
    pub(super) rules: &'a Rules,
    pub(super) frame: &'a Frame,
    pub(super) outers: &'a [Vec<i64>],
    pub(super) top: i64,
}

impl Shape<'_> {
    fn step(&self, displacement: &[i64]) -> Step {
        let by = self.frame.outer_of(displacement);
        let sizes: Vec<(i64, i64)> = match (self.outers.first(), self.outers.last()) {
            (Some(first), Some(last)) => first.iter().copied().zip(last.iter().copied()).collect(),
            _ => vec![],
        };
        let to = |outer: &Vec<i64>| -> Option<u32> {
            let mut index = 0;
            for ((size, by), (least, most)) in outer.iter().zip(&by).zip(&sizes) {
                let moved = size + by;
                if moved < *least || moved > *most {
                    return None;
                }
                index = index * (most - least + 1) + (moved - least);
            }
            u32::try_from(index).ok()
        };
        let (_, t) = self.frame.place(displacement);
        let plane = by.first().copied().unwrap_or(0);
        Step { lag: -self.rules.rise(displacement), t, plane, outer: self.outers.iter().map(to).collect() }
    }

    pub(super) fn family(&self, lattice: &Lattice) -> Option<Family> {
        let in_row = |d: &&Vec<i64>| self.rules.rise(d) == 0 && self.frame.outer_of(d).iter().all(|x| *x == 0);
        let fills: Vec<i64> = lattice.directions.iter().filter(in_row).map(|d| self.frame.place(d).1).collect();
        let others: Vec<&Vec<i64>> = lattice.directions.iter().filter(|d| !in_row(d)).collect();
        if !lattice.directions.is_empty() {
            let falls = lattice.bases.iter().all(|b| self.rules.rise(b) < 0);
            if !falls || lattice.directions.iter().any(|d| self.rules.rise(d) > 0) {
                return None;
            }
        }
        let along: Vec<Vec<i64>> =
            others.iter().filter(|d| self.rules.rise(d) == 0).map(|d| self.frame.outer_of(d)).collect();
        let directions: Vec<Step> = others.iter().map(|d| self.step(d)).collect();
        let ranks = directions.iter().map(|step| step.lag).max().unwrap_or(0).min(self.top) + 1;
        let has_ring = !lattice.directions.is_empty();
        Some(Family {
            bases: lattice.bases.iter().map(|b| self.step(b)).collect(),
            directions,
            fills,
            guard: self.frame.halves(&lattice.guard),
            guarded: !lattice.guard.is_empty(),
            order: order(&along, self.outers)?,
            ring: Ring::new(if has_ring { ranks } else { 0 }, self.outers.len()),
        })
    }
}

/// An order of the choices of outer heaps in which every direction along a rank
/// leads to an earlier one: the first heap that it changes decides.
fn order(along: &[Vec<i64>], outers: &[Vec<i64>]) -> Option<Vec<u32>> {
    let heaps = outers.first().map_or(0, Vec::len);
    let mut open: Vec<&Vec<i64>> = along.iter().collect();
    let mut signs = Vec::new();
    for heap in 0..heaps {
        let rises = open.iter().any(|d| d[heap] > 0);
        if rises && open.iter().any(|d| d[heap] < 0) {
            return None;
        }
        signs.push(if rises { -1 } else { 1 });
        open.retain(|d| d[heap] == 0);
    }
    let mut order: Vec<u32> = (0..u32::try_from(outers.len()).ok()?).collect();
    if signs.contains(&-1) {
        let key = |index: &u32| -> Vec<i64> {
            outers[*index as usize].iter().zip(&signs).map(|(size, sign)| size * sign).collect()
        };
        order.sort_by_cached_key(key);
    }
    Some(order)
}
