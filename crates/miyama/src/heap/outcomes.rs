//! The P-positions of a box, where every move adds a displacement: computed without
//! values, 64 positions at a time or as a list ([`miyama_outcomes`]).
//!
//! They are kept as the list of their numbers while that is shorter than one bit
//! per position, and as these bits otherwise and for small boxes.

use super::linear::Linear;
use super::ruleset::{MOST_HEAPS, Ruleset};
use super::semilinear::{Displacements, Lattice};
use super::sweep::{Domain, Shape};
use super::unfinished::Unfinished;
use crate::play::Convention;
use miyama_budget::{Budget, Stopped};
use miyama_outcomes::{
    Ending, Form, NoList, NoRows, NoValues, Region, Row, Rules, Values, for_each_listed, for_each_row, orders,
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

impl Outcomes {
    /// The outcomes of the positions of a shape; none if there is no faster way
    /// than a sweep.
    pub(crate) fn new(
        ruleset: &Ruleset,
        shape: &Shape,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Outcomes>, Unfinished> {
        let Some((rules, region)) = rules(ruleset, shape, budget)? else { return Ok(None) };
        let ending = match convention {
            Convention::Normal => Ending::Normal,
            Convention::Misere => Ending::Misere,
        };
        if shape.positions() > SMALL {
            for order in orders(&rules, ending) {
                let Some(mut found) = Found::new(shape, budget)? else { return Ok(None) };
                match for_each_listed(&rules, &region, order, ending, budget, &mut |position| found.add(position)) {
                    Ok(()) => return Ok(Some(found.finished())),
                    Err(NoList::Unfit | NoList::TooLong) => {}
                    Err(NoList::Stopped(stopped)) => return Err(stopped.into()),
                }
            }
        }
        let Some(mut found) = Found::new(shape, budget)? else { return Ok(None) };
        let visit = &mut |row: &Row<'_>| row.try_for_each(&mut |position| found.add(position));
        match for_each_row(&rules, &region, ending, budget, visit) {
            Ok(()) => Ok(Some(found.finished())),
            Err(NoRows::Unfit) => Ok(None),
            Err(NoRows::Stopped(stopped)) => Err(stopped.into()),
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
                loop {
                    let is_p = domain.index(signed).is_some_and(|at| words[at / 64] >> (at % 64) & 1 == 1);
                    if is_p {
                        position.iter_mut().zip(&*signed).for_each(|(heap, size)| *heap = size.unsigned_abs());
                        visit(position)?;
                    }
                    let Some(step) = (0..to.len()).rev().find(|j| signed[*j].unsigned_abs() < to[*j]) else {
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
struct Found<'a> {
    budget: &'a Budget,
    shape: &'a Shape,
    kept: Kept,
    /// The list becomes bits when it is longer than this.
    longest: u128,
    /// And is looked at when it is longer than this.
    asked: usize,
}

impl<'a> Found<'a> {
    fn new(shape: &'a Shape, budget: &'a Budget) -> Result<Option<Found<'a>>, Unfinished> {
        let positions = shape.positions();
        let kept = match Numbering::new(shape) {
            _ if positions <= SMALL => bits(shape, budget)?,
            Some(numbering) => Kept::Listed(numbering, vec![]),
            None => return Ok(None),
        };
        Ok(Some(Found { budget, shape, kept, longest: positions / 64, asked: 1 << 16 }))
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
            Unfinished::Stopped(stopped) => stopped,
            Unfinished::TooLarge => Stopped::Memory { needed: u64::MAX, allowed: u64::MAX },
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
        Outcomes { shape: self.shape.clone(), kept }
    }
}

/// A cleared bit for every position.
fn bits(shape: &Shape, budget: &Budget) -> Result<Kept, Unfinished> {
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

/// The values of three and more heaps, where all moves are rays and single
/// displacements; none if there is no faster way than a sweep.
pub(crate) fn values(ruleset: &Ruleset, shape: &Shape, budget: &Budget) -> Result<Option<Values>, Stopped> {
    if ruleset.heaps() < 3 {
        return Ok(None);
    }
    let Some((rules, region)) = rules(ruleset, shape, budget)? else { return Ok(None) };
    match Values::new(&rules, &region, budget) {
        Ok(values) => Ok(Some(values)),
        Err(NoValues::Unfit) => Ok(None),
        Err(NoValues::Stopped(stopped)) => Err(stopped),
    }
}

/// The displacements of a ruleset, if all moves are such and numbers are small, and
/// the positions of a shape.
fn rules(ruleset: &Ruleset, shape: &Shape, budget: &Budget) -> Result<Option<(Rules, Region)>, Stopped> {
    if ruleset.heaps() < 2 {
        return Ok(None);
    }
    let found = Displacements::within(ruleset, budget)?;
    if !found.others.is_empty() {
        return Ok(None);
    }
    let lattices: Option<Vec<_>> = found.lattices.iter().map(|lattice| small(lattice, ruleset.heaps())).collect();
    let (weights, limits) = (shape.weights().to_vec(), shape.limits().to_vec());
    let fits = weights.iter().all(|weight| *weight < LARGEST_ENTRY);
    Ok(lattices
        .filter(|_| fits)
        .map(|lattices| (Rules { weights, lattices }, Region { limits, top_rank: shape.top_rank() })))
}

fn small(lattice: &Lattice, heaps: usize) -> Option<miyama_outcomes::Lattice> {
    let fits = |vectors: &[Vec<i64>]| vectors.iter().flatten().all(|entry| entry.abs() < LARGEST_ENTRY);
    let form = |form: &Linear| -> Option<Form> {
        let number = |number: i128| i64::try_from(number).ok().filter(|number| number.abs() < LARGEST_ENTRY);
        let coefficients = (0..heaps).map(|heap| number(form.coefficient(heap))).collect::<Option<_>>()?;
        Some(Form { coefficients, constant: number(form.constant)? })
    };
    let guard = lattice.guard.iter().map(form).collect::<Option<_>>()?;
    (fits(&lattice.directions) && fits(&lattice.bases)).then(|| miyama_outcomes::Lattice {
        directions: lattice.directions.clone(),
        bases: lattice.bases.clone(),
        guard,
    })
}
