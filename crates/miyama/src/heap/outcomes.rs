//! The P-positions of a box, where every move adds a displacement: computed without
//! values, 64 positions at a time or as a list ([`miyama_outcomes`]).
//!
//! They are kept as the list of their numbers while that is shorter than one bit
//! per position, and as these bits otherwise and for small boxes.

mod listing;

pub use listing::Listing;

use super::linear::Linear;
use super::ruleset::{MOST_HEAPS, Ruleset};
use super::semilinear::Lattice;
use super::semilinear::in_box::InBox;
use super::sweep::{Domain, PositionNumber, Shape};
use super::table::NoTable;
use crate::out_of_reach::OutOfReach;
use crate::play::Convention;
use miyama_budget::{Budget, Stopped};
use miyama_outcomes::{
    Ending, Form, NoList, NoRows, NoValues, Region, Row, Rules, Values, Wanted, Window, for_each_listed,
    for_each_listed_beside, for_each_row, orders,
};

/// Displacements, weights and guards with larger entries go another way.
const LARGEST_ENTRY: i64 = 1 << 31;

/// Boxes with no more positions than this are kept as bits at once: 2 MiB.
const SMALL: u128 = 1 << 24;

/// The outcomes of a box and of what play from it reaches.
#[derive(Clone, Debug)]
pub(crate) struct Outcomes {
    shape: Shape,
    kept: Kept,
    /// Whether they were found as a list.
    by_list: bool,
}

#[derive(Clone, Debug)]
enum Kept {
    /// A bit for each position: P.
    Bits(Domain, Vec<u64>),
    /// The numbers of the P-positions, ascending.
    Listed(Numbering, Vec<u64>),
}

/// A position as a number: positions in lexicographic order have ascending numbers.
#[derive(Clone, Copy, Debug)]
struct Numbering([u64; MOST_HEAPS]);

impl Numbering {
    /// None if numbers would leave 64 bits.
    fn new(shape: &Shape) -> Option<Numbering> {
        let mut sizes = [1; MOST_HEAPS];
        let mut count = 1u64;
        for (size, extent) in sizes.iter_mut().zip(shape.extents()) {
            *size = extent.unsigned_abs().checked_add(1)?;
            count = count.checked_mul(*size)?;
        }
        Some(Numbering(sizes))
    }

    fn of(&self, position: &[u64]) -> u64 {
        position.iter().zip(&self.0).fold(0, |number, (heap, size)| number * size + heap)
    }

    fn position(&self, mut number: u64, position: &mut [u64]) {
        for (heap, size) in position.iter_mut().zip(&self.0).rev() {
            *heap = number % size;
            number /= size;
        }
    }
}

/// What an engine without option loops found.
pub(crate) enum Found {
    /// P-positions, as a list or as bits.
    Outcomes(Outcomes),
    /// A number for every position.
    Numbers(Values),
}

/// The numbers of the positions of a shape by the fastest engine of [`miyama_outcomes`] for
/// them; none if they are for a sweep. This is the one place that chooses:
///
/// * outcomes of two and more heaps: the list of P-positions of a large box where that is
///   valid and stays short; else bit rows; else position by position, which also knows
///   ranges that a heap bounds. Of three and more heaps that may be exchanged most
///   positions are left out when they are computed one by one, and rows of a few words
///   save little: then that comes first;
/// * values: position by position, for three and more heaps, where a heap bounds a range,
///   many displacements are single, or the box is narrow. Two heaps whose moves are
///   rays and cones are for the sweep, which keeps both cores busy.
pub(crate) fn fastest(
    ruleset: &Ruleset,
    shape: &Shape,
    rule: PositionNumber,
    budget: &Budget,
) -> Result<Option<Found>, OutOfReach> {
    let Some(moves) = Moves::new(ruleset, shape, budget)? else { return Ok(None) };
    let wanted = match rule {
        PositionNumber::Grundy if moves.are_for_a_sweep(shape) => return Ok(None),
        PositionNumber::Grundy => Wanted::Values,
        PositionNumber::Outcome(convention) => {
            let ending = match convention {
                Convention::Normal => Ending::Normal,
                Convention::Misere => Ending::Misere,
            };
            if moves.windows.is_empty()
                && ruleset.heaps() > 1
                && !moves.are_for_single_positions(shape)
                && let Some(outcomes) = Outcomes::new(&moves, shape, ending, budget)?
            {
                return Ok(Some(Found::Outcomes(outcomes)));
            }
            Wanted::Outcomes(ending)
        }
    };
    match Values::new(&moves.rules, &moves.windows, &moves.region, wanted, budget) {
        Ok(values) => Ok(Some(Found::Numbers(values))),
        Err(NoValues::Stopped(stopped)) => Err(stopped.into()),
        Err(_) => Ok(None),
    }
}

/// The positions of two heaps up to `to` with the Grundy values 0..=level, a list for each value,
/// where they can be listed without a table: `to` may then be in the millions. In misère play,
/// where values do not say who wins, there are the P-positions only, as those of level 0.
///
/// # Errors
/// [`NoTable`] if the budget ends.
pub fn listed_levels(
    ruleset: &Ruleset,
    to: u64,
    level: u32,
    convention: Convention,
    budget: &Budget,
) -> Result<Option<Vec<Vec<[u64; 2]>>>, NoTable> {
    if ruleset.heaps() != 2 || ruleset.splits() || ruleset.domain().is_some() || !ruleset.is_won_as_usual() {
        return Ok(None);
    }
    let ending = match convention {
        Convention::Normal => Ending::Normal,
        Convention::Misere if level == 0 => Ending::Misere,
        Convention::Misere => return Ok(None),
    };
    let Some(shape) = Shape::new(ruleset, &[to, to], budget)? else { return Ok(None) };
    let moves = Moves::new(ruleset, &shape, budget)?.filter(|moves| moves.windows.is_empty());
    let Some(Moves { rules, region, .. }) = moves else { return Ok(None) };
    'orders: for order in orders(&rules, ending) {
        let (mut smaller, mut levels): (Vec<[u64; 2]>, Vec<Vec<[u64; 2]>>) = (vec![], vec![]);
        for _ in 0..=level {
            let mut found: Vec<[u64; 2]> = Vec::new();
            let mut visit = |position: &[u64]| {
                if found.len().is_multiple_of(1 << 16) {
                    budget.need((smaller.len() + found.len() + (1 << 16)) as u64 * 48)?;
                }
                found.push([position[0], position[1]]);
                Ok(())
            };
            match for_each_listed_beside(&rules, &region, order, ending, &smaller, budget, &mut visit) {
                Ok(()) => {}
                Err(NoList::Stopped(stopped)) => return Err(stopped.into()),
                Err(_) => continue 'orders,
            }
            smaller.extend_from_slice(&found);
            found.retain(|position| position.iter().all(|heap| *heap <= to));
            levels.push(found);
        }
        return Ok(Some(levels));
    }
    Ok(None)
}

impl Outcomes {
    /// Whether they were found as a list, not from bit rows.
    pub(crate) fn is_by_list(&self) -> bool {
        self.by_list
    }

    /// The P-positions of a shape as a list or from bit rows; none if there are neither.
    fn new(moves: &Moves, shape: &Shape, ending: Ending, budget: &Budget) -> Result<Option<Outcomes>, OutOfReach> {
        let Moves { rules, region, .. } = moves;
        if shape.positions() > SMALL {
            for order in orders(rules, ending) {
                let Some(mut found) = Collected::new(shape, budget)? else { return Ok(None) };
                match for_each_listed(rules, region, order, ending, budget, &mut |position| found.add(position)) {
                    Ok(()) => return Ok(Some(Outcomes { by_list: true, ..found.finished() })),
                    Err(NoList::Stopped(stopped)) => return Err(stopped.into()),
                    Err(_) => {}
                }
            }
        }
        let Some(mut found) = Collected::new(shape, budget)? else { return Ok(None) };
        let visit = &mut |row: &Row<'_>| row.try_for_each(&mut |position| found.add(position));
        match for_each_row(rules, region, ending, budget, visit) {
            Ok(()) => Ok(Some(found.finished())),
            Err(NoRows::Stopped(stopped)) => Err(stopped.into()),
            Err(_) => Ok(None),
        }
    }

    /// 0 for P, 1 for N, if the position is one of these.
    pub(crate) fn at(&self, position: &[u64]) -> Option<u32> {
        let mut signed = [0i64; MOST_HEAPS];
        if position.len() != self.shape.extents().len() {
            return None;
        }
        for (place, heap) in signed.iter_mut().zip(position) {
            *place = i64::try_from(*heap).ok()?;
        }
        let signed = &signed[..position.len()];
        match &self.kept {
            Kept::Bits(domain, words) => {
                let place = domain.index(signed)?;
                Some(u32::from(words[place / 64] >> (place % 64) & 1 == 0))
            }
            Kept::Listed(numbering, numbers) => {
                let inside = self.shape.contains(signed);
                inside.then(|| u32::from(numbers.binary_search(&numbering.of(position)).is_err()))
            }
        }
    }

    /// 0 for P and 1 for N of the positions behind `first`, the last heap from `from` on, if all
    /// of them are listed beside each other; whether they are.
    pub(crate) fn read_row(&self, first: &[u64], from: u64, row: &mut [u32]) -> bool {
        let Kept::Listed(numbering, numbers) = &self.kept else { return false };
        let start = numbering.of(&[first, &[from]].concat());
        let end = start + row.len() as u64;
        row.fill(1);
        let found = numbers.partition_point(|number| *number < start);
        for number in numbers[found..].iter().take_while(|number| **number < end) {
            row[(number - start) as usize] = 0;
        }
        true
    }

    /// The bits, where they are kept so.
    pub(super) fn bits(&self) -> Option<(&Domain, &[u64])> {
        match &self.kept {
            Kept::Bits(domain, words) => Some((domain, words)),
            Kept::Listed(..) => None,
        }
    }

    /// The largest size of each heap.
    pub(crate) fn extents(&self) -> &[i64] {
        self.shape.extents()
    }

    /// Calls `visit` with the P-positions of a box in lexicographic order, until it
    /// returns an error.
    pub(crate) fn for_each_p<E>(&self, to: &[u64], visit: &mut dyn FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        let mut place = [0; MOST_HEAPS];
        let position = &mut place[..to.len()];
        match &self.kept {
            Kept::Listed(numbering, numbers) => {
                for number in numbers {
                    numbering.position(*number, position);
                    if position.iter().zip(to).all(|(heap, most)| heap <= most) {
                        visit(position)?;
                    }
                }
                Ok(())
            }
            Kept::Bits(domain, words) => {
                let mut signed = [0i64; MOST_HEAPS];
                let signed = &mut signed[..to.len()];
                let last = to.len() - 1;
                let is_set = |at: usize| words[at / 64] >> (at % 64) & 1 == 1;
                // Row by row; where a row lies in one piece, words without P are passed over.
                loop {
                    position.iter_mut().zip(&*signed).for_each(|(heap, size)| *heap = size.unsigned_abs());
                    if domain.by_rank() {
                        for heap in 0..=to[last] {
                            signed[last] = heap.cast_signed();
                            if domain.index(signed).is_some_and(is_set) {
                                position[last] = heap;
                                visit(position)?;
                            }
                        }
                        signed[last] = 0;
                    } else if let Some(start) = domain.index(signed) {
                        let end = start + to[last] as usize;
                        let mut at = start;
                        while at <= end {
                            let left = words[at / 64] >> (at % 64);
                            if left == 0 {
                                at = (at / 64 + 1) * 64;
                                continue;
                            }
                            at += left.trailing_zeros() as usize;
                            if at <= end {
                                position[last] = (at - start) as u64;
                                visit(position)?;
                            }
                            at += 1;
                        }
                    }
                    let Some(step) = (0..last).rev().find(|j| signed[*j].unsigned_abs() < to[*j]) else {
                        return Ok(());
                    };
                    signed[step] += 1;
                    signed[step + 1..].fill(0);
                }
            }
        }
    }
}

/// P-positions as they are found.
struct Collected<'a> {
    budget: &'a Budget,
    shape: &'a Shape,
    kept: Kept,
    /// The list becomes bits when it is longer than this.
    longest: u128,
    /// And is looked at when it is longer than this.
    asked: usize,
}

impl<'a> Collected<'a> {
    fn new(shape: &'a Shape, budget: &'a Budget) -> Result<Option<Collected<'a>>, OutOfReach> {
        let positions = shape.positions();
        let kept = match Numbering::new(shape) {
            _ if positions <= SMALL => bits(shape, budget)?,
            Some(numbering) => Kept::Listed(numbering, vec![]),
            None => return Ok(None),
        };
        Ok(Some(Collected { budget, shape, kept, longest: positions / 64, asked: 1 << 16 }))
    }

    #[inline]
    fn add(&mut self, position: &[u64]) -> Result<(), Stopped> {
        match &mut self.kept {
            Kept::Listed(numbering, numbers) => {
                numbers.push(numbering.of(position));
                if numbers.len() <= self.asked { Ok(()) } else { self.look() }
            }
            kept @ Kept::Bits(..) => {
                set(kept, position);
                Ok(())
            }
        }
    }

    /// Whether the list may grow further, as a list or as bits.
    fn look(&mut self) -> Result<(), Stopped> {
        let Kept::Listed(numbering, numbers) = &mut self.kept else { return Ok(()) };
        if (numbers.len() as u128) <= self.longest {
            self.asked = numbers.len() * 2;
            return self.budget.need(self.asked as u64 * 8);
        }
        let mut bits = bits(self.shape, self.budget).map_err(|reason| match reason {
            OutOfReach::Stopped(stopped) => stopped,
            OutOfReach::TooLarge => Stopped::Memory { needed: u64::MAX, allowed: u64::MAX },
        })?;
        let mut position = [0; MOST_HEAPS];
        let position = &mut position[..self.shape.extents().len()];
        for number in &*numbers {
            numbering.position(*number, position);
            set(&mut bits, position);
        }
        self.kept = bits;
        Ok(())
    }

    fn finished(self) -> Outcomes {
        let mut kept = self.kept;
        if let Kept::Listed(_, numbers) = &mut kept {
            numbers.sort_unstable();
        }
        Outcomes { shape: self.shape.clone(), kept, by_list: false }
    }
}

/// A cleared bit for every position.
fn bits(shape: &Shape, budget: &Budget) -> Result<Kept, OutOfReach> {
    let domain = Domain::in_bits(shape.clone(), budget)?;
    let words = domain.len() / 64 + 1;
    Ok(Kept::Bits(domain, vec![0; words]))
}

fn set(kept: &mut Kept, position: &[u64]) {
    let Kept::Bits(domain, words) = kept else { return };
    let mut signed = [0i64; MOST_HEAPS];
    signed.iter_mut().zip(position).for_each(|(place, heap)| *place = heap.cast_signed());
    if let Some(place) = domain.index(&signed[..position.len()]) {
        words[place / 64] |= 1 << (place % 64);
    }
}

/// The moves of a ruleset in a shape, all of them displacements.
struct Moves {
    rules: Rules,
    windows: Vec<Window>,
    region: Region,
}

/// From so many single displacements on, looking them up along a run is faster than
/// asking for each.
const MANY_POINTS: usize = 16;

/// Outcomes of no more positions than this take a byte each.
const MOST_BYTES: u128 = 1 << 28;

/// Rows of bits of heaps below this are short: four words.
const SHORT_ROW: i64 = 256;

/// A box whose sides differ by such a factor is narrow.
const NARROW: i64 = 256;

impl Moves {
    /// None if there are other moves, or numbers are large.
    fn new(ruleset: &Ruleset, shape: &Shape, budget: &Budget) -> Result<Option<Moves>, Stopped> {
        let found = InBox::new(ruleset, shape.extents(), budget)?;
        if !found.others.is_empty() {
            return Ok(None);
        }
        let heaps = ruleset.heaps();
        let lattices: Option<Vec<_>> = found.lattices.iter().map(|lattice| small(lattice, heaps)).collect();
        let windows: Option<Vec<Window>> = found
            .windows
            .iter()
            .map(|window| {
                let most = window.most.iter().map(|(form, divisor)| {
                    let divisor = i64::try_from(*divisor).ok().filter(|divisor| *divisor < LARGEST_ENTRY)?;
                    Some((small_form(form, heaps)?, divisor))
                });
                Some(Window { ray: small(&window.ray, heaps)?, most: most.collect::<Option<_>>()? })
            })
            .collect();
        let (weights, limits) = (shape.weights().to_vec(), shape.limits().to_vec());
        if weights.iter().any(|weight| *weight >= LARGEST_ENTRY) {
            return Ok(None);
        }
        let (Some(lattices), Some(windows)) = (lattices, windows) else { return Ok(None) };
        let region = Region { limits, top_rank: shape.top_rank() };
        Ok(Some(Moves { rules: Rules { weights, lattices }, windows, region }))
    }

    /// Whether outcomes of three and more heaps are computed faster one by one, a byte for
    /// each: where sorted positions are enough, or rows of bits would be short.
    fn are_for_single_positions(&self, shape: &Shape) -> bool {
        let cells = shape.extents().iter().map(|extent| u128::from(extent.unsigned_abs()) + 1).product::<u128>();
        let short = shape.extents().iter().all(|extent| *extent < SHORT_ROW);
        let fast = Values::sorts(&self.rules, &self.windows, &self.region)
            || short && Values::in_one_pass(&self.rules, &self.windows);
        shape.extents().len() > 2 && cells <= MOST_BYTES && fast
    }

    /// Whether the sets of a sweep are the better way to their values.
    fn are_for_a_sweep(&self, shape: &Shape) -> bool {
        let points: usize = self.rules.lattices.iter().filter(|l| l.directions.is_empty()).map(|l| l.bases.len()).sum();
        let (least, most) = (shape.extents().iter().min(), shape.extents().iter().max());
        let narrow = most.zip(least).is_some_and(|(most, least)| most / (least + 1) >= NARROW);
        shape.extents().len() < 3 && self.windows.is_empty() && points < MANY_POINTS && !narrow
    }
}

fn small(lattice: &Lattice, heaps: usize) -> Option<miyama_outcomes::Lattice> {
    let fits = |vectors: &[Vec<i64>]| vectors.iter().flatten().all(|entry| entry.abs() < LARGEST_ENTRY);
    let guard = lattice.guard.iter().map(|form| small_form(form, heaps)).collect::<Option<_>>()?;
    (fits(&lattice.directions) && fits(&lattice.bases)).then(|| miyama_outcomes::Lattice {
        directions: lattice.directions.clone(),
        bases: lattice.bases.clone(),
        guard,
    })
}

fn small_form(form: &Linear, heaps: usize) -> Option<Form> {
    let number = |number: i128| i64::try_from(number).ok().filter(|number| number.abs() < LARGEST_ENTRY);
    let coefficients = (0..heaps).map(|heap| number(form.coefficient(heap))).collect::<Option<_>>()?;
    Some(Form { coefficients, constant: number(form.constant)? })
}
