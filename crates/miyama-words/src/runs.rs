//! All runs of a word: its maximal repetitions.
//!
//! A run is a factor w[start..end] with least period p, at least 2p long, that
//! cannot be made longer to either side without losing the period. Every
//! square, cube and overlap of the word lies in a run, so that the runs are
//! all that there is to know about repetition of exponent 2 and more.
//!
//! **Method** (Main and Lorentz). Cut the word in the middle into u and v. A
//! repetition that crosses the cut has a whole period in u or in v next to the
//! cut. With a period p in v, it reaches to the right as far as v agrees with
//! v[p..], and to the left as far as u and u·v[..p] agree from the end. Both
//! are known for all p at once from Z arrays, in linear time. Then the same
//! for u and for v: in all O(n log n) steps, without any hashing.
//!
//! A repetition found so is kept if it is maximal in the whole word. If its p
//! is a multiple of the least period q, then the repetition with q has the
//! same ends: it contains the one with p, has the period p too, and that one
//! was maximal. So among equal ends the least period is the right one.
//!
//! Short periods are found by sight: for each p up to `SHORT` one sweep
//! finds the stretches with `w[i] == w[i+p]`. Only pieces that can hold two
//! longer periods are cut.

use super::power::Exponent;
use miyama_budget::{Budget, Stopped};
use std::sync::atomic::{AtomicU64, Ordering};

/// Periods up to this are found by sweeps.
const SHORT: usize = 24;

/// A maximal repetition: the factor `start..end` with the least period `period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Run {
    /// Where it begins, counted from 0.
    pub start: u32,
    /// Where it ends: the index after its last letter.
    pub end: u32,
    /// Its least period.
    pub period: u32,
}

impl Run {
    /// Its length divided by its period, at least 2.
    #[must_use]
    pub fn exponent(&self) -> Exponent {
        Exponent { length: (self.end - self.start).into(), period: self.period.into() }
    }
}

/// The bytes that [`runs`] needs for a word of `n` letters.
fn memory(n: usize) -> u64 {
    // Four arrays of u32, and fewer runs than letters, which a vector that
    // grows may hold three times over.
    n as u64 * (4 * 4 + 3 * size_of::<Run>() as u64)
}

/// All runs, sorted by start and end.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_words::runs::{Run, runs};
/// let found = runs(b"mississippi", &Budget::unlimited()).unwrap();
/// assert_eq!(found[0], Run { start: 1, end: 8, period: 3 });
/// assert_eq!(found.len(), 4);
/// ```
///
/// # Errors
/// [`Stopped`] when the budget says so; a word of 2³² letters or more is
/// always too large.
pub fn runs<T: Copy + Eq + Sync>(word: &[T], budget: &Budget) -> Result<Vec<Run>, Stopped> {
    budget.need(memory(word.len()))?;
    if u32::try_from(word.len()).is_err() {
        return Err(Stopped::Memory { needed: memory(word.len()), allowed: memory(u32::MAX as usize) });
    }
    runs_with(word, SHORT, budget)
}

/// The runs, with sweeps for periods up to `short`.
fn runs_with<T: Copy + Eq + Sync>(word: &[T], short: usize, budget: &Budget) -> Result<Vec<Run>, Stopped> {
    let search = Search { word, short, budget, done: AtomicU64::new(0) };
    let mut found = search.sweeps()?;
    found.extend(search.piece(0, word.len(), budget.threads())?);
    found.sort_unstable();
    found.dedup_by(|later, earlier| (later.start, later.end) == (earlier.start, earlier.end));
    Ok(found)
}

/// One search for the runs of a word.
struct Search<'a, T> {
    word: &'a [T],
    short: usize,
    budget: &'a Budget,
    /// Letters of pieces that have been cut.
    done: AtomicU64,
}

impl<T: Copy + Eq + Sync> Search<'_, T> {
    /// The repetitions with a short period, found letter by letter.
    fn sweeps(&self) -> Result<Vec<Run>, Stopped> {
        let mut found = Vec::new();
        for period in 1..=self.short.min(self.word.len() / 2) {
            let (early, late) = (&self.word[..self.word.len() - period], &self.word[period..]);
            let mut start = 0;
            for (i, (a, b)) in early.iter().zip(late).enumerate() {
                if i % (1 << 20) == 0 {
                    self.budget.check()?;
                }
                if a != b {
                    if i - start >= period {
                        self.keep(start, i + period, period, &mut found);
                    }
                    start = i + 1;
                }
            }
            if early.len() - start >= period {
                self.keep(start, self.word.len(), period, &mut found);
            }
        }
        Ok(found)
    }

    /// The repetitions with a long period that cross a cut of the letters
    /// `low..high`, by as many threads.
    fn piece(&self, low: usize, high: usize, threads: usize) -> Result<Vec<Run>, Stopped> {
        let (mut found, mut sides) = (Vec::new(), Sides::default());
        if threads > 1 && high - low > 100_000 {
            let middle = low.midpoint(high);
            return std::thread::scope(|scope| {
                let left = scope.spawn(|| self.piece(low, middle, threads / 2));
                self.cut(low, middle, high, &mut sides, &mut found)?;
                found.extend(self.piece(middle, high, threads - threads / 2)?);
                match left.join() {
                    Ok(more) => found.extend(more?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
                Ok(found)
            });
        }
        let mut pieces = vec![(low, high)];
        while let Some((low, high)) = pieces.pop() {
            // Two periods above `short` need so many letters.
            if high - low < 2 * (self.short + 1) {
                continue;
            }
            let middle = low.midpoint(high);
            self.cut(low, middle, high, &mut sides, &mut found)?;
            pieces.push((low, middle));
            pieces.push((middle, high));
        }
        Ok(found)
    }

    /// The repetitions of word[low..high] with a long period that cross `middle`.
    fn cut(
        &self,
        low: usize,
        middle: usize,
        high: usize,
        sides: &mut Sides,
        found: &mut Vec<Run>,
    ) -> Result<(), Stopped> {
        self.budget.check()?;
        let word = self.word;
        let (left, right) = (middle - low, high - middle);
        let v = |i: usize| word[middle + i];
        let u = |i: usize| word[middle - 1 - i];
        agreement(&v, right, &v, right, None, &mut sides.forward, self.budget)?;
        agreement(&u, left, &u, left, None, &mut sides.backward, self.budget)?;
        // A period p in v: u·v read from its end, against u read from its end.
        let from_right = |i: usize| word[high - 1 - i];
        agreement(&u, left, &from_right, high - low, Some((&sides.backward, right)), &mut sides.reach, self.budget)?;
        for p in self.short + 1..=right {
            if p.is_multiple_of(1 << 20) {
                self.budget.check()?;
            }
            let after = if p < right { sides.forward[p] as usize } else { 0 };
            let before = sides.reach[right - p] as usize;
            if before + after >= p {
                self.keep(middle - before, middle + p + after, p, found);
            }
        }
        // A period p in u: the same in a mirror.
        let from_left = |i: usize| word[low + i];
        agreement(&v, right, &from_left, high - low, Some((&sides.forward, left)), &mut sides.reach, self.budget)?;
        for p in self.short + 1..=left {
            if p.is_multiple_of(1 << 20) {
                self.budget.check()?;
            }
            let before = if p < left { sides.backward[p] as usize } else { 0 };
            let after = sides.reach[left - p] as usize;
            if before + after >= p {
                self.keep(middle - p - before, middle + after, p, found);
            }
        }
        let size = (high - low) as u64;
        let done = self.done.fetch_add(size, Ordering::Relaxed) + size;
        let levels = (word.len() / (self.short + 1)).max(1).ilog2().max(1);
        self.budget.report(done, Some(word.len() as u64 * u64::from(levels)));
        Ok(())
    }

    /// Keeps a repetition if it is maximal in the whole word.
    fn keep(&self, start: usize, end: usize, period: usize, found: &mut Vec<Run>) {
        let word = self.word;
        let left = start == 0 || word[start - 1] != word[start - 1 + period];
        let right = end == word.len() || word[end] != word[end - period];
        if left && right {
            let small = |x: usize| u32::try_from(x).expect("the word has fewer than 2^32 letters");
            let run = Run { start: small(start), end: small(end), period: small(period) };
            // Periods come in ascending order: a repeat of the ends is a multiple of the period.
            if found.last().is_none_or(|last| (last.start, last.end) != (run.start, run.end)) {
                found.push(run);
            }
        }
    }
}

/// What a cut knows about its two sides, u before it and v behind it.
#[derive(Default)]
struct Sides {
    /// `forward[i]`: how far v[i..] agrees with v.
    forward: Vec<u32>,
    /// `backward[i]`: how far u without its last i letters agrees with u, from the end.
    backward: Vec<u32>,
    /// `reach[t]`: how far one side agrees with what begins t letters from the far end of the other.
    reach: Vec<u32>,
}

/// Fills `out[t]` with the length of the longest common beginning of `pattern`
/// and `text` from t on. Without `known` the text is the pattern itself (the Z
/// array, whose entry 0 is the whole length); with `known` = (Z array of the
/// pattern, m) only the first m entries are wanted.
///
/// [l, r) is the stretch of text known to agree with the pattern that reaches
/// furthest. Within it the agreement at t is that of the pattern with itself
/// at t − l, unless that reaches r; only then letters are compared, and each
/// comparison that succeeds moves r: at most two comparisons per letter.
fn agreement<T: Eq>(
    pattern: &impl Fn(usize) -> T,
    pattern_length: usize,
    text: &impl Fn(usize) -> T,
    text_length: usize,
    known: Option<(&[u32], usize)>,
    out: &mut Vec<u32>,
    budget: &Budget,
) -> Result<(), Stopped> {
    let wanted = known.map_or(text_length, |(_, wanted)| wanted);
    out.clear();
    out.reserve(wanted);
    let (mut l, mut r) = (0usize, 0usize);
    for t in 0..wanted {
        if t % (1 << 20) == (1 << 20) - 1 {
            budget.check()?;
        }
        if known.is_none() && t == 0 {
            // A text of at most 2^32 letters; see `runs`.
            out.push(text_length as u32);
            continue;
        }
        let mut same = 0;
        if t < r {
            let inside = match known {
                Some((z, _)) => z[t - l],
                None => out[t - l],
            };
            same = (inside as usize).min(r - t);
        }
        if t + same >= r {
            while same < pattern_length && t + same < text_length && pattern(same) == text(t + same) {
                same += 1;
            }
            if t + same > r {
                (l, r) = (t, t + same);
            }
        }
        out.push(same as u32);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every (start, end, least period) from the definition alone.
    fn twin(word: &[u8]) -> Vec<Run> {
        let n = word.len();
        let has_period = |start: usize, end: usize, p: usize| (start..end - p).all(|i| word[i] == word[i + p]);
        let mut found = Vec::new();
        for start in 0..n {
            for end in start + 2..=n {
                let Some(p) = (1..=(end - start) / 2).find(|&p| has_period(start, end, p)) else { continue };
                let longer = (start > 0 && has_period(start - 1, end, p)) || (end < n && has_period(start, end + 1, p));
                if !longer {
                    found.push(Run { start: start as u32, end: end as u32, period: p as u32 });
                }
            }
        }
        found
    }

    fn all_binary_words(up_to: usize) -> impl Iterator<Item = Vec<u8>> {
        (0..=up_to).flat_map(|n| (0u32..1 << n).map(move |bits| (0..n).map(|i| (bits >> i & 1) as u8).collect()))
    }

    #[test]
    fn all_binary_words_up_to_length_16_agree_with_the_definition() {
        let budget = Budget::unlimited();
        for word in all_binary_words(16) {
            let expected = twin(&word);
            // By cuts alone, and by sweeps alone: a word so short has no long period.
            assert_eq!(runs_with(&word, 0, &budget).unwrap(), expected, "{word:?}");
            assert_eq!(runs_with(&word, SHORT, &budget).unwrap(), expected, "{word:?}");
        }
    }
}
