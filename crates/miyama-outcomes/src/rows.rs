//! One bit per position, rank by rank, 64 positions at a time.
//!
//! All options of a position have a lower rank, so the positions of a rank are
//! independent of each other. For displacements L = b + ℕd₁ + … + ℕdᵣ let R(p) say
//! whether p + L contains a P-position. Then R(p) = ⋁ᵢ R(p + dᵢ) ∨ ⋁_b P(p + b): in
//! the coordinates of [`Frame`] a displacement leads from a row to another one and
//! shifts it, so R of a whole row is an OR of shifted rows. A direction that stays
//! in the row fills it. A position is N if R holds of a lattice whose guard is
//! open to it, and the guard is an interval of the row. OR is idempotent: it does
//! not matter in which order directions are taken, nor where a line begins.
//!
//! **Memory.** A row is kept for as many ranks as the longest displacement falls.
//!
//! **Margins.** R is also kept at points with negative heaps: from p the way to an
//! option q = p + b + Σ kᵢdᵢ may lead there. For some order of its steps it does
//! not lead far. Vectors v₁, …, vₙ of length at most 1 in some norm of dimension k,
//! whose sum is s, can be ordered so that every partial sum is at a distance of at
//! most k from the segment from 0 to s (Steinitz; with this constant Grinberg and
//! Sevast'yanov 1980). Take the norm maxⱼ |vⱼ|/Mⱼ, where Mⱼ is the largest |entry|
//! of heap j in b and the dᵢ. The segment from p to q − b leaves heap j's range by
//! at most Mⱼ, so the way leaves it by at most (k + 1)Mⱼ. With one direction the
//! way is the segment. Where no entry of heap j is positive, or none negative, heap
//! j runs between its sizes in p and in q, and there is no need for a margin.
//! Ranks along the way lie between those of p and q − b, both positive.
//!
//! **Truth.** By induction on the rank: options of a position of the region belong
//! to the region and have lower ranks. R is exact at positions with an open guard,
//! which is where it is read.

mod blocks;
mod family;

use crate::bits::{negate_between, set_between};
use crate::frame::{Frame, Half, interval, meet};
use crate::rules::{Ending, Form, Lattice, Region, Rules};
pub use blocks::Sharing;
use blocks::{Cutting, Places, Window};
use family::{Bounds, Family, Ring, Shape};
use miyama_budget::{Budget, Stopped};

/// Why there are no bit rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRows {
    /// The rules are of a kind that this engine does not know.
    Unfit,
    /// The budget does not allow it.
    Stopped(Stopped),
}

impl From<Stopped> for NoRows {
    fn from(stopped: Stopped) -> NoRows {
        NoRows::Stopped(stopped)
    }
}

/// The P-positions of one row.
pub struct Row<'a> {
    frame: &'a Frame,
    rho: i64,
    outer: &'a [i64],
    /// The number of this choice of outer heaps.
    index: usize,
    base: i64,
    words: &'a [u64],
}

/// What is done with each row.
type Visit<'a> = dyn FnMut(&Row<'_>) -> Result<(), Stopped> + 'a;

impl Row<'_> {
    /// Calls `visit` with every P-position of the row, until it returns an error.
    ///
    /// # Errors
    /// What `visit` returns.
    pub fn try_for_each(&self, visit: &mut dyn FnMut(&[u64]) -> Result<(), Stopped>) -> Result<(), Stopped> {
        let mut position = [0; 16];
        let position = &mut position[..self.frame.heaps()];
        for (index, word) in self.words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                let t = self.base + index as i64 * 64 + i64::from(left.trailing_zeros());
                left &= left - 1;
                self.frame.position(self.rho, t, self.outer, position);
                visit(position)?;
            }
        }
        Ok(())
    }
}

/// Calls `visit` with the P-positions of a region, ranks ascending, row by row or in pieces
/// of rows.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_outcomes::{Ending, Lattice, Region, Rules, for_each_row};
/// // Wythoff's game: rays along both heaps and the diagonal.
/// let ray = |d: [i64; 2]| Lattice { directions: vec![d.to_vec()], bases: vec![d.to_vec()], guard: vec![] };
/// let rules = Rules { weights: vec![1, 1], lattices: vec![ray([-1, 0]), ray([0, -1]), ray([-1, -1])] };
/// let region = Region { limits: vec![(vec![1, 0], 10), (vec![0, 1], 10)], top_rank: 20 };
/// let mut found = vec![];
/// for_each_row(&rules, &region, Ending::Normal, &Budget::unlimited(), &mut |row| {
///     row.try_for_each(&mut |p| {
///         found.push((p[0], p[1]));
///         Ok(())
///     })
/// })?;
/// found.sort();
/// assert_eq!(found, [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (6, 10), (7, 4), (10, 6)]);
/// # Ok::<(), miyama_outcomes::NoRows>(())
/// ```
///
/// # Errors
/// [`NoRows`] says why there are none.
pub fn for_each_row(
    rules: &Rules,
    region: &Region,
    ending: Ending,
    budget: &Budget,
    visit: &mut Visit<'_>,
) -> Result<(), NoRows> {
    for_each_row_shared(rules, region, ending, Sharing::by(budget.threads()), budget, visit)
}

/// The same, with rows shared among threads as given.
///
/// # Errors
/// [`NoRows`] says why there are none.
pub fn for_each_row_shared(
    rules: &Rules,
    region: &Region,
    ending: Ending,
    sharing: Sharing,
    budget: &Budget,
    visit: &mut Visit<'_>,
) -> Result<(), NoRows> {
    if !rules.fit(region) {
        return Err(NoRows::Unfit);
    }
    let frame = Frame::new(rules, region).ok_or(NoRows::Unfit)?;
    let another = || Engine::new(rules, region, ending, &frame, budget);
    let mut engine = another()?;
    budget.need(engine.memory())?;
    // Two sets of engines: one that was filled, one that is being filled.
    let all = engine.memory().saturating_mul(2 * sharing.threads as u64);
    if let Some(cutting) = Cutting::new(&engine, sharing).filter(|_| budget.need(all).is_ok()) {
        return blocks::run(engine, &another, &cutting, region.top_rank, budget, visit);
    }
    let mut work = 0;
    for rank in 0..=region.top_rank {
        if work > LOOK || rank == 0 {
            work = 0;
            budget.check()?;
            budget.report(rank.unsigned_abs(), Some(region.top_rank.unsigned_abs()));
        }
        work += engine.rank(rank, visit)?;
    }
    Ok(())
}

/// How many words are computed between two looks at the budget, and what a row
/// without any counts.
const LOOK: usize = 1 << 20;
const ROW: usize = 16;

struct Engine<'a> {
    frame: &'a Frame,
    /// Choices of the outer heaps, with margins.
    outers: Vec<Vec<i64>>,
    padded: Vec<Half>,
    inside: Vec<Half>,
    /// The rows of the current rank.
    bounds: Vec<Bounds>,
    /// P, and in misère play "is a position".
    p: Ring,
    positions: Option<Ring>,
    families: Vec<Family>,
    /// In misère play: where a position has a move. Intervals of single bases, and
    /// families of the others.
    moves: Option<(Vec<Vec<Half>>, Vec<Family>)>,
    scratch: [Vec<u64>; 3],
    /// The longest row, in words.
    width: usize,
    /// Nothing is computed outside of it.
    window: Option<Window>,
}

impl<'a> Engine<'a> {
    fn new(
        rules: &Rules,
        region: &Region,
        ending: Ending,
        frame: &'a Frame,
        budget: &Budget,
    ) -> Result<Engine<'a>, NoRows> {
        let heaps = rules.heaps();
        let margins: Vec<i64> = (0..heaps).map(|heap| margin(rules, heap)).collect();
        let extents: Vec<i64> = (0..heaps).map(|heap| region.extent(heap)).collect();
        let mut padded = Vec::new();
        for heap in 0..heaps {
            let form = Form::heap(heap, heaps);
            padded.push(frame.half(&form.plus(margins[heap])));
            padded.push(frame.half(&form.below(extents[heap] + margins[heap])));
        }
        let outers = outers(frame, &margins, &extents).ok_or(NoRows::Unfit)?;
        let inside = frame.halves(&region.forms(heaps));
        // Single displacements that never lower the rank are open to no position.
        let lattices = rules.lattices.iter().map(|lattice| Lattice {
            bases: lattice.bases.iter().filter(|b| rules.rise(b) < 0).cloned().collect(),
            ..lattice.clone()
        });
        let lattices: Vec<Lattice> = lattices.filter(|lattice| !lattice.bases.is_empty()).collect();
        let lags = lattices.iter().flat_map(|l| &l.bases).map(|b| -rules.rise(b));
        let ranks = lags.max().unwrap_or(0).min(region.top_rank) + 1;
        let shape = Shape { rules, frame, outers: &outers, top: region.top_rank };
        let family = |lattice: &Lattice| -> Result<Family, NoRows> {
            budget.check()?;
            shape.family(lattice).ok_or(NoRows::Unfit)
        };
        let families: Vec<Family> = lattices.iter().map(family).collect::<Result<_, _>>()?;
        let moves = match ending {
            Ending::Normal => None,
            Ending::Misere => {
                let mut intervals = Vec::new();
                let mut others = Vec::new();
                for lattice in &lattices {
                    if !lattice.begins_at_bases() {
                        others.push(family(lattice)?);
                        continue;
                    }
                    for base in &lattice.bases {
                        let stays = (0..heaps).map(|heap| Form::heap(heap, heaps).after(base));
                        let forms: Vec<Form> = lattice.guard.iter().cloned().chain(stays).collect();
                        intervals.push(frame.halves(&forms));
                    }
                }
                Some((intervals, others))
            }
        };
        let positions = moves.as_ref().is_some_and(|(_, others)| !others.is_empty());
        let width = frame.longest_row(&extents, &margins) / 64 + 1;
        Ok(Engine {
            frame,
            p: Ring::new(ranks, outers.len()),
            positions: positions.then(|| Ring::new(ranks, outers.len())),
            outers,
            padded,
            inside,
            bounds: vec![],
            families,
            moves,
            scratch: [vec![], vec![], vec![]],
            width,
            window: None,
        })
    }

    /// All families, those of misère play last.
    fn all_families(&self) -> impl Iterator<Item = &Family> {
        self.families.iter().chain(self.moves.iter().flat_map(|(_, families)| families))
    }

    /// The rings by number: P, the positions, and one for each family.
    fn ring(&self, number: usize) -> Option<&Ring> {
        match number {
            0 => Some(&self.p),
            1 => self.positions.as_ref(),
            _ => self.all_families().nth(number - 2).map(|family| &family.ring),
        }
    }

    /// How many sizes the first outer heap has.
    fn planes(&self) -> i64 {
        let of = |outer: Option<&Vec<i64>>| outer.and_then(|outer| outer.first()).copied();
        of(self.outers.last()).zip(of(self.outers.first())).map_or(1, |(last, first)| last - first + 1)
    }

    /// The places that have points of a rank, and how many words the rows of the rank have.
    fn extent(&self, rank: i64, places: Places) -> (std::ops::Range<i64>, i64) {
        let (mut range, mut words): (Option<std::ops::Range<i64>>, i64) = (None, 0);
        for outer in &self.outers {
            let Some(rho) = self.frame.rho(rank, outer) else { continue };
            let (low, high) = interval(&self.padded, rho, outer);
            if low > high {
                continue;
            }
            let (first, last) = (low.div_euclid(64), high.div_euclid(64));
            words += last - first + 1;
            let (from, to) = match places {
                Places::Words => (first, last),
                Places::Planes => outer.first().map_or((0, 0), |plane| (*plane, *plane)),
            };
            range = Some(range.map_or(from..to + 1, |known| known.start.min(from)..known.end.max(to + 1)));
        }
        (range.unwrap_or(0..0), words)
    }

    /// The bytes of all rings, about.
    fn memory(&self) -> u64 {
        let steps: usize = self.all_families().map(|f| f.bases.len() + f.directions.len()).sum();
        let rings = self.all_families().map(|f| &f.ring).chain([&self.p]).chain(&self.positions);
        let rows: usize = rings.map(|ring| ring.rows.len()).sum();
        (rows * (self.width * 8 + 32) + steps * self.outers.len() * 8) as u64
    }

    /// Computes the rows of a rank; returns how much work it was.
    fn rank(&mut self, rank: i64, visit: &mut Visit<'_>) -> Result<usize, NoRows> {
        let Engine { frame, outers, padded, inside, bounds, p, positions, families, moves, scratch, window, .. } = self;
        let [dead, some, movable] = scratch;
        bounds.clear();
        bounds.extend(outers.iter().map(|outer| {
            let rho = frame.rho(rank, outer)?;
            // Words of all rows begin at multiples of 64, so that many shifts are by whole words.
            let (low, high) = interval(padded, rho, outer);
            let (low, high) = (low.div_euclid(64) * 64, if low <= high { high } else { i64::MIN });
            let (low, high) = match window {
                Some(Window { places: Places::Words, range }) => {
                    meet((low, high), (range.start * 64, range.end * 64 - 1))
                }
                Some(Window { places: Places::Planes, range }) if !outer.first().is_some_and(|p| range.contains(p)) => {
                    return None;
                }
                _ => (low, high),
            };
            (low <= high).then_some((rho, (low, high)))
        }));
        for family in families.iter_mut() {
            family.advance(rank, bounds, p);
        }
        if let (Some((_, others)), Some(ring)) = (&mut *moves, &*positions) {
            others.iter_mut().for_each(|family| family.advance(rank, bounds, ring));
        }
        let mut work = 0;
        for (index, outer) in outers.iter().enumerate() {
            work += ROW;
            let slot = p.at(rank, index);
            let row = bounds[index].map(|(rho, (base, high))| (rho, base, high, interval(inside, rho, outer)));
            let row = row.filter(|(_, _, _, (low, high))| low <= high && is_inside(outer));
            let Some((rho, base, high, here)) = row else {
                p.rows[slot].1.clear();
                if let Some(ring) = positions.as_mut() {
                    ring.rows[slot].1.clear();
                }
                continue;
            };
            let words = (high - base) as usize / 64 + 1;
            work += words * families.len();
            dead.clear();
            dead.resize(words, 0);
            for family in families.iter() {
                family.read(rank, index, outer, rho, base, p, dead, some);
            }
            let mut bits = std::mem::take(&mut p.rows[slot].1);
            bits.resize(words, 0);
            let (low, high) = (here.0 - base, here.1 - base);
            negate_between(&mut bits, dead, low, high);
            if let Some((intervals, others)) = &*moves {
                movable.clear();
                movable.resize(words, 0);
                for halves in intervals {
                    let (low, high) = meet(interval(halves, rho, outer), here);
                    set_between(movable, low - base, high - base);
                }
                if let Some(ring) = positions.as_ref() {
                    for family in others {
                        family.read(rank, index, outer, rho, base, ring, movable, some);
                    }
                }
                bits.iter_mut().zip(&*movable).for_each(|(bits, movable)| *bits &= movable);
            }
            let begin = trim(&mut bits, base);
            if !bits.is_empty() {
                visit(&Row { frame, rho, outer, index, base: begin, words: &bits })?;
            }
            p.rows[slot] = (begin, bits);
            if let Some(ring) = positions.as_mut() {
                let (from, bits) = &mut ring.rows[slot];
                *from = base;
                bits.clear();
                bits.resize(words, 0);
                set_between(bits, low, high);
            }
        }
        Ok(work)
    }
}

/// Whether outer heaps are those of a position: none is negative. (That none is too
/// large is for the region to say.)
fn is_inside(outer: &[i64]) -> bool {
    outer.iter().all(|size| *size >= 0)
}

/// Cuts words without bits off both ends; where the row begins then. P-positions are
/// rare in most games.
fn trim(words: &mut Vec<u64>, base: i64) -> i64 {
    let Some(first) = words.iter().position(|word| *word != 0) else {
        words.clear();
        return base;
    };
    let last = words.iter().rposition(|word| *word != 0).unwrap_or(first);
    words.copy_within(first..=last, 0);
    words.truncate(last + 1 - first);
    base + first as i64 * 64
}

/// No more choices of outer heaps than this are kept: rows of more would be short and many, and to make the rings
/// alone would take seconds that nothing can stop.
const MOST_OUTERS: i64 = 1 << 20;

/// All choices of the outer heaps with their margins, the last heap running fastest.
fn outers(frame: &Frame, margins: &[i64], extents: &[i64]) -> Option<Vec<Vec<i64>>> {
    let mut count = 1i64;
    for heap in &frame.outer {
        count = count.checked_mul(extents[*heap] + 1 + 2 * margins[*heap]).filter(|count| *count <= MOST_OUTERS)?;
    }
    let mut all = vec![vec![]];
    for heap in &frame.outer {
        let sizes = -margins[*heap]..=extents[*heap] + margins[*heap];
        all = all
            .iter()
            .flat_map(|first: &Vec<i64>| sizes.clone().map(move |size| [first.as_slice(), &[size]].concat()))
            .collect();
    }
    Some(all)
}

/// How far points can lie beyond the range of a heap; see the head of the file.
fn margin(rules: &Rules, heap: usize) -> i64 {
    let of_lattice = |lattice: &Lattice| {
        let bases = || lattice.bases.iter().map(|b| b[heap]);
        let directions = || lattice.directions.iter().map(|d| d[heap]);
        let mixed = bases().chain(directions()).any(|x| x > 0) && bases().chain(directions()).any(|x| x < 0);
        match lattice.directions.len() {
            0 => 0,
            _ if !mixed => 0,
            1 => bases().map(i64::abs).max().unwrap_or(0),
            _ => {
                let largest = bases().chain(directions()).map(i64::abs).max().unwrap_or(0);
                (rules.heaps() as i64 + 1) * largest
            }
        }
    };
    rules.lattices.iter().map(of_lattice).max().unwrap_or(0)
}
