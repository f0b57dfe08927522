//! The critical exponent of a finite word: the largest exponent of its factors.
//!
//! Where the word has a square, that is the largest exponent of a run. Where
//! it has none, the largest exponent lies between 1 and 2: a factor x y x with
//! period |xy|. Then the search goes by doubling: the letters get names, then
//! the pairs of neighbours, then the blocks of 4, 8, … letters, equal names
//! for equal blocks. A repeat with L ≤ |x| < 2L shows as two equal names of
//! blocks of L letters, and for each L a few places are looked at.
//!
//! **Why it is quick.** Let e be the largest exponent found so far. Repeats with
//! |x| < 2L and exponent at least e have periods of at most 2L/(e−1), so from
//! each place the search goes back no farther than that. Two equal blocks at
//! distance p, looked at before, have made e at least (p+L)/p, so that equal
//! blocks are at least L/(e−1) apart: no more than three are met on the way.
//! Letters are compared only where a repeat begins. Let several begin within L/2
//! letters. All of them contain the same block of L/2 letters, and that block's
//! occurrences are at least L/2(e−1) apart; so they have at most five different
//! periods, and of each period only one begins there: two would overlap, and so
//! be one. Each costs at most L comparisons: O(n) steps for each L, O(n log n) in
//! all, besides the naming, which is one pass through a hash table for each L.

use super::power::Exponent;
use super::runs::Run;
use miyama_budget::{Budget, Stopped};

/// A factor with the largest exponent: the first of them to end, and of these
/// the longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Critical {
    /// Where it begins, counted from 0.
    pub start: usize,
    /// Its length and its period.
    pub exponent: Exponent,
}

/// The critical exponent of `word`, whose runs are `runs`; `None` for the empty word.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_words::{exponent::critical, runs::runs};
/// let budget = Budget::unlimited();
/// let word = b"abcab";
/// let found = critical(word, &runs(word, &budget).unwrap(), &budget).unwrap().unwrap();
/// assert_eq!((found.start, found.exponent.to_string().as_str()), (0, "5/3"));
/// ```
///
/// # Errors
/// [`Stopped`] when the budget says so.
pub fn critical<T: Copy + Ord>(word: &[T], runs: &[Run], budget: &Budget) -> Result<Option<Critical>, Stopped> {
    let of_run = |run: &Run| Critical { start: run.start as usize, exponent: run.exponent() };
    let best = runs.iter().map(of_run).reduce(|old, new| if better(&new, &old) { new } else { old });
    match best {
        Some(best) => Ok(Some(best)),
        None => square_free(word, budget),
    }
}

/// The critical exponent of a word without squares.
fn square_free<T: Copy + Ord>(word: &[T], budget: &Budget) -> Result<Option<Critical>, Stopped> {
    let n = word.len();
    if n == 0 {
        return Ok(None);
    }
    // Names, two arrays of places, and a table of names at most half full.
    budget.need(n as u64 * 64)?;
    let mut best = Critical { start: 0, exponent: Exponent { length: 1, period: 1 } };
    let mut names = name_letters(word);
    let mut previous = vec![NONE; n];
    let mut different = names.iter().max().map_or(0, |name| *name as usize + 1);
    let mut block = 1usize;
    loop {
        budget.report(block.ilog2().into(), Some(n.ilog2().into()));
        let mut places = Places { last: vec![NONE; different], previous: &mut previous };
        if !repeats(word, &names, block, &mut places, &mut best, budget)? || block * 2 > n {
            return Ok(Some(best));
        }
        different = name_pairs(&mut names, block, budget)?;
        block *= 2;
    }
}

/// No place.
const NONE: u32 = u32::MAX;

/// Where blocks occurred before.
struct Places<'a> {
    /// For each name its last place so far.
    last: Vec<u32>,
    /// For each place the one before it with the same name.
    previous: &'a mut [u32],
}

/// Numbers from 0 that are equal where the letters are.
fn name_letters<T: Copy + Ord>(word: &[T]) -> Vec<u32> {
    let mut letters = word.to_vec();
    letters.sort_unstable();
    letters.dedup();
    let place = |letter: &T| letters.binary_search(letter).expect("every letter of the word is in the list");
    word.iter().map(|letter| u32::try_from(place(letter)).expect("runs refuses longer words")).collect()
}

/// Replaces the names of blocks by those of the blocks twice as long, and tells
/// how many there are.
fn name_pairs(names: &mut Vec<u32>, block: usize, budget: &Budget) -> Result<usize, Stopped> {
    let mut table = Table { slots: vec![EMPTY; 1024], held: 0 };
    let longer = names.len() - block;
    for i in 0..longer {
        if i.is_multiple_of(1 << 16) {
            budget.check()?;
        }
        // The name at i is not needed any more, those behind it are untouched.
        names[i] = table.name((names[i], names[i + block]));
    }
    names.truncate(longer);
    Ok(table.held as usize)
}

/// A hash table of pairs, each with a number in order of appearance. Pairs are
/// compared in full: the hash only says where to look first.
struct Table {
    slots: Vec<(u32, u32, u32)>,
    held: u32,
}

/// A slot without a pair: no pair has this name.
const EMPTY: (u32, u32, u32) = (0, 0, NONE);

impl Table {
    fn name(&mut self, pair: (u32, u32)) -> u32 {
        if self.held as usize * 2 >= self.slots.len() {
            let larger = vec![EMPTY; self.slots.len() * 2];
            for (first, second, name) in std::mem::replace(&mut self.slots, larger) {
                if name != NONE {
                    let slot = self.slot((first, second));
                    self.slots[slot] = (first, second, name);
                }
            }
        }
        let slot = self.slot(pair);
        if self.slots[slot].2 == NONE {
            self.slots[slot] = (pair.0, pair.1, self.held);
            self.held += 1;
        }
        self.slots[slot].2
    }

    /// The slot of a pair, or the empty one where it belongs: there always is one.
    fn slot(&self, pair: (u32, u32)) -> usize {
        let key = u64::from(pair.0) << 32 | u64::from(pair.1);
        // The high bits of a product with an odd constant, without regularity (2^64 divided by the golden ratio).
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> (64 - self.slots.len().ilog2())) as usize;
        while self.slots[slot].2 != NONE && (self.slots[slot].0, self.slots[slot].1) != pair {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

/// Looks at the repeats x y x with `block` ≤ |x| < 2 `block`. False if no block
/// occurs twice: then no longer one does.
fn repeats<T: Eq>(
    word: &[T],
    names: &[u32],
    block: usize,
    places: &mut Places<'_>,
    best: &mut Critical,
    budget: &Budget,
) -> Result<bool, Stopped> {
    let Places { last, previous } = places;
    let mut any = false;
    let mut steps = 0u64;
    for (i, &name) in (0u32..).zip(names) {
        let mut earlier = std::mem::replace(&mut last[name as usize], i);
        previous[i as usize] = earlier;
        any |= earlier != NONE;
        while earlier != NONE {
            steps += 1;
            if steps.is_multiple_of(4096) {
                budget.check()?;
            }
            let (first, second) = (earlier as usize, i as usize);
            let period = second - first;
            // |x| < 2 block: beyond this distance no repeat is better than the best.
            let bound = Exponent { length: (period + 2 * block) as u64, period: period as u64 };
            if bound < best.exponent {
                break;
            }
            // Only where the repeat cannot begin earlier: each repeat is looked at once.
            if first == 0 || word[first - 1] != word[second - 1] {
                // A longer repeat is looked at when the blocks are longer.
                let more = word[second + block..]
                    .iter()
                    .zip(&word[first + block..])
                    .take(block)
                    .take_while(|(a, b)| a == b)
                    .count();
                let exponent = Exponent { length: (period + block + more) as u64, period: period as u64 };
                let candidate = Critical { start: first, exponent };
                if better(&candidate, best) {
                    *best = candidate;
                }
            }
            earlier = previous[earlier as usize];
        }
    }
    Ok(any)
}

/// A larger exponent, or the same one and an earlier end, or the same end and longer.
fn better(new: &Critical, old: &Critical) -> bool {
    let end = |c: &Critical| c.start as u64 + c.exponent.length;
    new.exponent
        .cmp(&old.exponent)
        .then(end(old).cmp(&end(new)))
        .then(new.exponent.length.cmp(&old.exponent.length))
        .is_gt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::runs;

    /// The largest exponent from the definition: every factor and every period of it.
    fn twin(word: &[u8]) -> Option<Critical> {
        let mut best: Option<Critical> = None;
        for start in 0..word.len() {
            for end in start + 1..=word.len() {
                let has = |p: usize| (start..end - p).all(|i| word[i] == word[i + p]);
                let period = (1..=end - start).find(|&p| has(p)).unwrap() as u64;
                let new = Critical { start, exponent: Exponent { length: (end - start) as u64, period } };
                if best.is_none_or(|old| better(&new, &old)) {
                    best = Some(new);
                }
            }
        }
        best
    }

    #[test]
    fn words_over_three_letters_agree_with_the_definition() {
        let budget = Budget::unlimited();
        for n in 0..9u32 {
            for code in 0..3u32.pow(n) {
                let word: Vec<u8> = (0..n).map(|i| (code / 3u32.pow(i) % 3) as u8).collect();
                let found = critical(&word, &runs(&word, &budget).unwrap(), &budget).unwrap();
                assert_eq!(found, twin(&word), "{word:?}");
            }
        }
    }

    /// Every word over three letters that has no square, up to 17 letters.
    #[test]
    fn all_short_ternary_words_without_squares_agree_with_the_definition() {
        fn extend(word: &mut Vec<u8>, seen: &mut usize) {
            *seen += 1;
            assert_eq!(critical(word, &[], &Budget::unlimited()).unwrap(), twin(word), "{word:?}");
            for letter in 0..3 {
                word.push(letter);
                let n = word.len();
                let square = (1..=n / 2).any(|p| word[n - 2 * p..n - p] == word[n - p..]);
                if !square && n <= 17 {
                    extend(word, seen);
                }
                word.pop();
            }
        }
        let mut seen = 0;
        extend(&mut Vec::new(), &mut seen);
        // 1, 3, 6, 12, 18, 30, 42, 60, 78, 108, 144, 204, 264, 342, 456, 618, 798, 1044 of 0 to 17 letters.
        assert_eq!(seen, 4228);
    }

    #[test]
    fn square_free_words_agree_with_the_definition() {
        let budget = Budget::unlimited();
        // The ternary word from the runs of ones in the Thue–Morse word has no squares.
        let thue_morse = crate::thue_morse::by_strings(400);
        let zeros: Vec<usize> = (0..400).filter(|&i| thue_morse[i] == 0).collect();
        let ternary: Vec<u8> = zeros.windows(2).map(|pair| (pair[1] - pair[0] - 1) as u8).collect();
        for (start, end) in [(0, 30), (7, 50), (20, 90), (0, 150)] {
            let word = &ternary[start..end];
            assert!(runs(word, &budget).unwrap().is_empty());
            assert_eq!(critical(word, &[], &budget).unwrap(), twin(word), "{start}..{end}");
        }
        let twice: Vec<u8> = (0..30).chain(0..20).chain(40..60).chain(3..25).collect();
        assert_eq!(critical(&twice, &[], &budget).unwrap(), twin(&twice));
    }
}
