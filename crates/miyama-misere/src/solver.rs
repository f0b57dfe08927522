//! Quotients heap by heap.
//!
//! A new heap n either behaves like an element of the quotient of the heaps below
//! it — then there is nothing to compute but a proof — or it becomes a generator, the
//! quotient of the generators is learned anew ([`crate::learn`]), and every other heap
//! finds its place in it again: classes may split when a heap joins. Nothing rests
//! on how a quotient was found: each one is proved for all heaps ([`crate::proof`]).

use crate::bits::Bits;
use crate::learn::{Learned, generator_pieces, learn};
use crate::outcomes::{Generator, Outcomes};
use crate::position::HeapSum;
use crate::proof::{Piece, unanswered, won_by};
use crate::quotient::Quotient;
use crate::stop::{Stop, Watch};
use hashbrown::HashSet;

/// Takes an option of a heap: the heaps that are left, all smaller. Says whether it
/// wants another one.
pub type Tell<'a> = dyn FnMut(&[u32]) -> bool + 'a;

/// Tells each option of a heap, as long as more are wanted.
pub type TellOptions = dyn Fn(u32, &mut Tell<'_>) + Send;

/// What can be done with heaps.
pub enum Moves {
    /// A rule that tells the options of any heap.
    Rule(Box<TellOptions>),
    /// The options of heap 0, 1, …, each the heaps that are left.
    Listed(Vec<Vec<Vec<u32>>>),
}

impl Moves {
    /// Moves by a rule.
    pub fn rule(rule: impl Fn(u32, &mut Tell<'_>) + Send + 'static) -> Moves {
        Moves::Rule(Box::new(rule))
    }

    /// Tells each option of a heap, as long as more are wanted.
    pub fn each(&self, heap: u32, tell: &mut Tell<'_>) {
        match self {
            Moves::Rule(rule) => rule(heap, tell),
            Moves::Listed(listed) => {
                listed[heap as usize].iter().all(|option| tell(option));
            }
        }
    }
}

/// A heap at which the quotient grew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Growth {
    /// The heap.
    pub heap: u32,
    /// The order of the quotient with it.
    pub order: usize,
    /// How many of its elements are P-positions.
    pub p_size: usize,
}

/// The misère quotient of all sums of heaps 0, 1, … n for growing n.
pub struct Solver {
    moves: Moves,
    quotient: Quotient,
    heaps: Vec<Heap>,
    /// The element of each heap.
    images: Vec<u32>,
    pieces: Vec<Piece>,
    growth: Vec<Growth>,
}

#[derive(Clone, Debug)]
struct Heap {
    /// The sum of generators that stands for it.
    sum: HeapSum,
    image: u32,
    has_moves: bool,
}

/// After so many rounds a heap that does not fit becomes a generator at once.
const PATIENCE: usize = 8;

impl Solver {
    /// No heap yet.
    #[must_use]
    pub fn new(moves: Moves) -> Solver {
        Solver::with_levels(moves, 1)
    }

    /// No heap yet; in the quotient the misère values below `levels`, at most 31, are told apart.
    #[must_use]
    pub(crate) fn with_levels(moves: Moves, levels: u8) -> Solver {
        let quotient = Quotient::trivial(levels.clamp(1, 31));
        Solver { moves, quotient, heaps: vec![], images: vec![], pieces: vec![], growth: vec![] }
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The quotient of all sums of the heaps so far.
    #[must_use]
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// How many heaps are known: 0, 1, … up to one less.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heaps.len()
    }

    /// Is no heap known?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heaps.is_empty()
    }

    /// The map: the element of each heap.
    #[must_use]
    pub fn images(&self) -> &[u32] {
        &self.images
    }

    /// The heaps at which the quotient grew.
    #[must_use]
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    /// Adds the next heap. If it is stopped, everything is as before.
    ///
    /// # Errors
    /// [`Stop`] says why.
    pub fn add(&mut self, watch: Watch<'_>) -> Result<(), Stop> {
        watch.ask(0)?;
        let heap = self.heaps.len() as u32;
        let Some(options) = images_of(&self.moves, heap, &self.heaps, &self.quotient, watch)? else {
            self.heaps.push(Heap { sum: [].into(), image: 0, has_moves: false });
            self.images.push(0);
            return Ok(());
        };
        if let Some(image) = place(&self.quotient, &mut self.pieces, heap, &options, watch)? {
            let sum = self.quotient.reps[image as usize].clone();
            self.heaps.push(Heap { sum, image, has_moves: true });
            self.images.push(image);
            return Ok(());
        }
        self.grow(heap, watch)?;
        let (order, p_size) = (self.quotient.order(), self.quotient.p_size());
        self.growth.push(Growth { heap, order, p_size });
        Ok(())
    }

    /// Makes `new` a generator, and others with it where they have no place without.
    fn grow(&mut self, new: u32, watch: Watch<'_>) -> Result<(), Stop> {
        let mut heaps = self.heaps.clone();
        heaps.push(Heap { sum: [new].into(), image: 0, has_moves: true });
        let mut generators = self.quotient.generators.clone();
        generators.push(new);
        let mut start = self.quotient.clone();
        let mut slack = 1;
        for round in 0.. {
            let mut outcomes = self.outcomes(&generators, &heaps, slack, watch)?;
            let quotient = match learn(&generators, &mut outcomes, &start, watch)? {
                Learned::Proved(quotient) => quotient,
                Learned::Contradiction => {
                    slack += 1;
                    continue;
                }
            };
            let mut pieces = generator_pieces(&quotient, &outcomes);
            let mut changed = false;
            for heap in 0..=new {
                let at = heap as usize;
                if !heaps[at].has_moves {
                    continue;
                }
                heaps[at].image = quotient.image(&heaps[at].sum);
                if generators.binary_search(&heap).is_ok() {
                    continue;
                }
                let Some(options) = images_of(&self.moves, heap, &heaps, &quotient, watch)? else { continue };
                let piece = Piece::new(&quotient, heap, heaps[at].image, &options);
                if fits(&quotient, &mut pieces, piece, watch)? {
                    continue;
                }
                changed = true;
                let found = if round < PATIENCE { place(&quotient, &mut pieces, heap, &options, watch)? } else { None };
                let sum = found.and_then(|image| sum_below(&quotient, image, heap));
                match (found, sum) {
                    (Some(image), Some(sum)) => heaps[at] = Heap { sum, image, has_moves: true },
                    _ => {
                        let place = generators.partition_point(|g| *g < heap);
                        generators.insert(place, heap);
                        heaps[at].sum = [heap].into();
                        // Larger heaps stand on this one.
                        break;
                    }
                }
            }
            start = quotient;
            if !changed {
                self.quotient = start;
                self.images = heaps.iter().map(|heap| heap.image).collect();
                self.heaps = heaps;
                self.pieces = largest(pieces);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Outcomes of sums of generators; sums without the new heap are known.
    fn outcomes(
        &self,
        generators: &[u32],
        heaps: &[Heap],
        slack: usize,
        watch: Watch<'_>,
    ) -> Result<Outcomes<'_>, Stop> {
        let mut all = Vec::new();
        for generator in generators {
            let mut sums: HashSet<HeapSum> = HashSet::new();
            let mut goes_on = watch.now_and_then();
            self.moves.each(*generator, &mut |option| {
                let mut sum: Vec<u32> = Vec::new();
                option.iter().for_each(|heap| sum.extend_from_slice(&heaps[*heap as usize].sum));
                sum.sort_unstable();
                sums.insert(sum.into());
                goes_on.ask()
            });
            goes_on.end()?;
            let mut sums: Vec<HeapSum> = sums.into_iter().collect();
            sums.sort_unstable();
            let (mut image, mut cycle) = (0, None);
            if let Some(heap) = self.heaps.get(*generator as usize) {
                image = heap.image;
                let (index, period) = self.quotient.cycle(image);
                let period = if period % 2 == 0 { period } else { 2 * period };
                // Two heaps with one move each cancel in every sum.
                let cancels = sums.iter().all(|sum| sum.is_empty());
                cycle = Some((index + if cancels { 0 } else { slack }, period));
            }
            all.push(Generator::new(*generator, sums, image, cycle));
        }
        Ok(Outcomes::new(all, &self.quotient))
    }
}

/// The images of the options of a heap; `None` if it has none.
fn images_of(
    moves: &Moves,
    heap: u32,
    heaps: &[Heap],
    quotient: &Quotient,
    watch: Watch<'_>,
) -> Result<Option<Bits>, Stop> {
    let mut images = Bits::none(quotient.order());
    let mut goes_on = watch.now_and_then();
    moves.each(heap, &mut |option| {
        let image = option.iter().fold(0, |x, heap| quotient.product(x, heaps[*heap as usize].image));
        images.put(image as usize);
        goes_on.ask()
    });
    goes_on.end()?;
    Ok((!images.is_empty()).then_some(images))
}

/// Is the proof still good with this heap? Then it joins the pieces.
fn fits(quotient: &Quotient, pieces: &mut Vec<Piece>, piece: Piece, watch: Watch<'_>) -> Result<bool, Stop> {
    if piece.doubly_won(quotient).is_some() {
        return Ok(false);
    }
    if pieces.iter().any(|other| other.covers(&piece)) {
        return Ok(true);
    }
    pieces.push(piece);
    let known = pieces.len() - 1;
    let fails = unanswered(quotient, pieces, known, watch)?.is_some();
    if fails {
        pieces.pop();
    }
    Ok(!fails)
}

/// The element like which a heap with these options behaves. There is at most one: two
/// would be indistinguishable.
fn place(
    quotient: &Quotient,
    pieces: &mut Vec<Piece>,
    heap: u32,
    options: &Bits,
    watch: Watch<'_>,
) -> Result<Option<u32>, Stop> {
    watch.spend((quotient.order() * quotient.order()) as u64)?;
    let won = won_by(quotient, options);
    let free = |x: &u32| won.iter().zip(&quotient.wins).all(|(won, wins)| !wins[*x as usize].meets(won));
    let free = (0..quotient.order() as u32).filter(free);
    let mut candidates: Vec<Piece> = free.map(|x| Piece::with_won(quotient, heap, x, won.clone())).collect();
    // The less is open, the likelier it is to fit.
    candidates.sort_by_cached_key(|piece| piece.open.iter().map(|open| open.iter().count()).sum::<usize>());
    for piece in candidates {
        let image = piece.image;
        if fits(quotient, pieces, piece, watch)? {
            return Ok(Some(image));
        }
    }
    Ok(None)
}

/// A sum of generators below `heap` with this image.
fn sum_below(quotient: &Quotient, image: u32, heap: u32) -> Option<HeapSum> {
    let mut sums: Vec<Option<Vec<u32>>> = vec![None; quotient.order()];
    sums[0] = Some(vec![]);
    let mut queue = std::collections::VecDeque::from([0u32]);
    while let Some(x) = queue.pop_front() {
        if x == image {
            let mut sum = sums[x as usize].take()?;
            sum.sort_unstable();
            return Some(sum.into());
        }
        for generator in quotient.generators.iter().filter(|g| **g < heap) {
            let next = quotient.step(*generator)[x as usize];
            if sums[next as usize].is_none() {
                let mut sum = sums[x as usize].clone()?;
                sum.push(*generator);
                sums[next as usize] = Some(sum);
                queue.push_back(next);
            }
        }
    }
    None
}

/// The pieces that no other one covers.
fn largest(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut kept: Vec<Piece> = Vec::new();
    for piece in pieces {
        if !kept.iter().any(|other| other.covers(&piece)) {
            kept.retain(|other| !piece.covers(other));
            kept.push(piece);
        }
    }
    kept
}
