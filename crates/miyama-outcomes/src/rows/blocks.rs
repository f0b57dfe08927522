//! Bit rows on several threads, in blocks of ranks that need no word from each other.
//!
//! Each thread owns a range of every row (words of it, or the rows of a range of the first
//! outer heap), and computes it with a *margin* on both sides. What it knows of the margin
//! is right at the beginning of a block and becomes wrong from outside inwards: a step that
//! falls by l ranks and leads m places aside carries an error by m places in l ranks. If M is
//! the largest m and s the largest m/l, rounded up, then k ranks later errors have come in by
//! at most M + s·k places: by induction, a step from there adds m ≤ s·l to M + s·(k − l), and
//! one from before the block, where everything was right, m ≤ M. So a margin of M + s·K keeps
//! the range right for a block of K ranks. (What is wrong in the margin are missing bits of P
//! or R or too many of P; they are never looked at again.) Then the threads end, the ranges
//! are laid out anew over the rows as they are by then, and each thread reads what it needs
//! from what all have found.
//!
//! Steps along a rank reach any distance at once: where one leads out of a range, one thread
//! computes all. What is found does not depend on the number of threads, nor does its order.

use super::family::{Ring, Step};
use super::{Engine, NoRows, Row, Visit};
use miyama_budget::Budget;
use std::ops::Range;

/// Beyond all places.
const FAR: i64 = 1 << 50;

/// What is cut into ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// Words of a row, by their number in t.
    Words,
    /// Sizes of the first outer heap.
    Planes,
}

/// A range of places of every row.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) places: Places,
    pub(super) range: Range<i64>,
}

/// How rows are shared among threads.
#[derive(Clone, Copy, Debug)]
pub struct Sharing {
    /// At most so many threads.
    pub threads: usize,
    /// How many ranks a block has at most.
    pub ranks: i64,
    /// A thread gets no fewer words of a row than this, or rows with no fewer words in all.
    pub least: i64,
}

impl Sharing {
    /// What pays: a block takes far longer than starting a thread.
    #[must_use]
    pub fn by(threads: usize) -> Sharing {
        Sharing { threads, ranks: 128, least: 1 << 9 }
    }
}

/// How the rows of an engine are cut.
pub(super) struct Cutting {
    places: Places,
    threads: usize,
    /// Ranks of a block.
    ranks: i64,
    /// Places on each side of a range.
    margin: i64,
    least: i64,
}

impl Cutting {
    /// None if the rows are for one thread.
    pub(super) fn new(engine: &Engine<'_>, sharing: Sharing) -> Option<Cutting> {
        let Sharing { threads, ranks, least } = sharing;
        if threads < 2 {
            return None;
        }
        let planes = engine.planes();
        let cutting = |places: Places| -> Option<Cutting> {
            let reach = Reach::new(engine, places)?;
            let (ranks, margin) = match places {
                Places::Words => (ranks, (reach.furthest + reach.speed * ranks) / 64 + 1),
                // Margins of an eighth of all planes.
                Places::Planes => {
                    let room = planes / 8 - reach.furthest;
                    let ranks = ranks.min(room.checked_div(reach.speed).unwrap_or(ranks));
                    (ranks, reach.furthest + reach.speed * ranks)
                }
            };
            // Rows of as many ranks as a step falls are copied for each block.
            (ranks >= engine.p.ranks).then_some(Cutting { places, threads, ranks, margin, least })
        };
        cutting(Places::Planes).filter(|_| planes > 1).or_else(|| cutting(Places::Words))
    }

    /// The ranges of the threads in the block that begins here; one if rows are short.
    fn ranges(&self, engine: &Engine<'_>, rank: i64) -> Vec<Range<i64>> {
        let (range, words) = engine.extent(rank + self.ranks / 2, self.places);
        let length = range.end - range.start;
        // No range is shorter than its margins.
        let most = match self.places {
            Places::Words => length / self.least.max(self.margin),
            Places::Planes => (words / self.least).min(length / self.margin.max(1)),
        };
        let count = most.clamp(1, self.threads as i64);
        let cut = |n: i64| match n {
            0 => -FAR,
            _ if n == count => FAR,
            _ => range.start + length * n / count,
        };
        (0..count).map(|n| cut(n)..cut(n + 1)).collect()
    }
}

/// How far a step leads aside, and how far per rank.
struct Reach {
    furthest: i64,
    speed: i64,
}

impl Reach {
    /// None if a step along a rank leads aside.
    fn new(engine: &Engine<'_>, places: Places) -> Option<Reach> {
        let mut reach = Reach { furthest: 0, speed: 0 };
        for family in engine.all_families() {
            if places == Places::Words && !family.fills.is_empty() {
                return None;
            }
            for Step { lag, t, plane, .. } in family.bases.iter().chain(&family.directions) {
                let aside = if places == Places::Words { t.abs() } else { plane.abs() };
                match *lag {
                    0 if aside > 0 => return None,
                    0 => {}
                    lag => reach.speed = reach.speed.max((aside + lag - 1) / lag),
                }
                reach.furthest = reach.furthest.max(aside);
            }
        }
        Some(reach)
    }
}

/// The P-positions that a thread found in a block: words that are not 0, in runs.
#[derive(Default)]
struct Found {
    runs: Vec<Run>,
    words: Vec<u64>,
}

#[derive(Clone, Copy)]
struct Run {
    rank: i64,
    index: usize,
    rho: i64,
    base: i64,
    start: usize,
    length: usize,
}

impl Found {
    /// Adds what a row has within a window.
    fn add(&mut self, rank: i64, row: &Row<'_>, window: &Window) {
        if window.places == Places::Planes && !row.outer.first().is_some_and(|plane| window.range.contains(plane)) {
            return;
        }
        let mut before = false;
        for (number, word) in row.words.iter().enumerate() {
            let base = row.base + number as i64 * 64;
            let owned = window.places == Places::Planes || window.range.contains(&base.div_euclid(64));
            let is_found = owned && *word != 0;
            match self.runs.last_mut().filter(|_| is_found && before) {
                Some(run) => run.length += 1,
                None if is_found => {
                    let start = self.words.len();
                    self.runs.push(Run { rank, index: row.index, rho: row.rho, base, start, length: 1 });
                }
                None => {}
            }
            if is_found {
                self.words.push(*word);
            }
            before = is_found;
        }
    }
}

/// What one thread computes.
struct Segment<'a> {
    engine: Engine<'a>,
    owned: Window,
    found: Found,
}

impl<'a> Segment<'a> {
    /// Computes a block, from what all segments have found before.
    fn compute(&mut self, before: &[Segment<'a>], margin: i64, ranks: Range<i64>) -> Result<(), NoRows> {
        let Window { places, range } = &self.owned;
        let window = Window { places: *places, range: range.start - margin..range.end + margin };
        gather(&mut self.engine, before, &window);
        self.engine.window = Some(window);
        self.found.runs.clear();
        self.found.words.clear();
        for rank in ranks {
            let (found, owned) = (&mut self.found, &self.owned);
            self.engine.rank(rank, &mut |row| {
                found.add(rank, row, owned);
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// Fills the rings of an engine with what the segments own of them.
fn gather(engine: &mut Engine<'_>, before: &[Segment<'_>], window: &Window) {
    let Engine { outers, p, positions, families, moves, .. } = engine;
    let fill = |ring: &mut Ring, number: usize| {
        let sources: Vec<(&Ring, &Range<i64>)> =
            before.iter().filter_map(|segment| Some((segment.engine.ring(number)?, &segment.owned.range))).collect();
        ring.gather(&sources, outers, window);
    };
    fill(p, 0);
    if let Some(positions) = positions {
        fill(positions, 1);
    }
    let others = moves.iter_mut().flat_map(|(_, families)| families);
    for (number, family) in families.iter_mut().chain(others).enumerate() {
        fill(&mut family.ring, 2 + number);
    }
}

/// Computes all ranks; `another` makes an engine for the same rows.
pub(super) fn run<'a>(
    engine: Engine<'a>,
    another: &dyn Fn() -> Result<Engine<'a>, NoRows>,
    cutting: &Cutting,
    top_rank: i64,
    budget: &Budget,
    visit: &mut Visit<'_>,
) -> Result<(), NoRows> {
    let owned = |range: Range<i64>| Window { places: cutting.places, range };
    let all = owned(-FAR..FAR);
    let mut segments = vec![Segment { engine, owned: all, found: Found::default() }];
    let mut spare: Vec<Segment<'a>> = Vec::new();
    let mut rank = 0;
    while rank <= top_rank {
        budget.check()?;
        budget.report(rank.unsigned_abs(), Some(top_rank.unsigned_abs()));
        let ranks = rank..(rank + cutting.ranks).min(top_rank + 1);
        rank = ranks.end;
        let ranges = cutting.ranges(&segments[0].engine, ranks.start);
        if ranges.len() == 1 && segments.len() == 1 {
            segments[0].engine.window = None;
            for rank in ranks {
                segments[0].engine.rank(rank, visit)?;
            }
            continue;
        }
        let mut next = Vec::new();
        for range in ranges {
            let mut segment = match spare.pop() {
                Some(segment) => segment,
                None => Segment { engine: another()?, owned: owned(0..0), found: Found::default() },
            };
            segment.owned = owned(range);
            next.push(segment);
        }
        let before = &segments;
        std::thread::scope(|scope| {
            let mut parts = next.iter_mut();
            let first = parts.next();
            let threads: Vec<_> =
                parts.map(|part| scope.spawn(|| part.compute(before, cutting.margin, ranks.clone()))).collect();
            let mine = first.map_or(Ok(()), |part| part.compute(before, cutting.margin, ranks.clone()));
            let dead = Err(NoRows::Stopped(miyama_budget::Stopped::Cancelled));
            threads.into_iter().fold(mine, |all, thread| all.and(thread.join().unwrap_or(dead)))
        })?;
        show(&next, visit)?;
        spare.append(&mut segments);
        segments = next;
    }
    Ok(())
}

/// Visits what was found, in the order in which one thread finds it.
fn show(segments: &[Segment<'_>], visit: &mut Visit<'_>) -> Result<(), NoRows> {
    let mut runs: Vec<(&Run, &Segment<'_>)> =
        segments.iter().flat_map(|segment| segment.found.runs.iter().map(move |run| (run, segment))).collect();
    runs.sort_unstable_by_key(|(run, _)| (run.rank, run.index, run.base));
    for (run, segment) in runs {
        let words = &segment.found.words[run.start..run.start + run.length];
        let Run { index, rho, base, .. } = *run;
        let (frame, outer) = (segment.engine.frame, &segment.engine.outers[index]);
        visit(&Row { frame, rho, outer, index, base, words })?;
    }
    Ok(())
}
