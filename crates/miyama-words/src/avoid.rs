//! Words that avoid powers: counting, listing and extending them.
//!
//! All by search with backtracking: append a letter, look whether a forbidden
//! power now ends the word, and go back when no letter is left.

use miyama_budget::{Budget, Mistake, Stopped};
use miyama_text::say;
use num_bigint::BigUint;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The letters of words: the first k of them are an alphabet of k letters.
pub const LETTERS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Which powers a word must not contain: those with an exponent of at least
/// `numerator`/`denominator`, or only those with a larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avoid {
    numerator: usize,
    denominator: usize,
    above: bool,
}

impl Avoid {
    /// No squares: exponents below 2.
    pub const SQUARES: Avoid = Avoid { numerator: 2, denominator: 1, above: false };
    /// No overlaps: exponents up to 2.
    pub const OVERLAPS: Avoid = Avoid { numerator: 2, denominator: 1, above: true };
    /// No cubes: exponents below 3.
    pub const CUBES: Avoid = Avoid { numerator: 3, denominator: 1, above: false };

    /// Reads `square-free`, `overlap-free`, `cube-free`, or a power: `4-free`,
    /// `7/3-free` (exponents below 7/3), `7/4+-free` (exponents up to 7/4).
    ///
    /// ```
    /// use miyama_words::avoid::Avoid;
    /// assert_eq!(Avoid::parse("2+-free").unwrap(), Avoid::OVERLAPS);
    /// assert!(Avoid::parse("7/3-free").unwrap().allows(&[0, 1, 0, 1]));
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] where the text names no power.
    pub fn parse(text: &str) -> Result<Avoid, Mistake> {
        match text {
            "square-free" => return Ok(Avoid::SQUARES),
            "overlap-free" => return Ok(Avoid::OVERLAPS),
            "cube-free" => return Ok(Avoid::CUBES),
            _ => {}
        }
        let wrong = || Mistake::new(0..text.len(), say!("word.avoid_unknown")).with_hint(say!("word.avoid_known"));
        let power = text.strip_suffix("-free").ok_or_else(wrong)?;
        let power = power.strip_suffix("-power").unwrap_or(power);
        let (power, above) = match power.strip_suffix('+') {
            Some(power) => (power, true),
            None => (power, false),
        };
        let (numerator, denominator) = power.split_once('/').unwrap_or((power, "1"));
        // Small numbers: products with lengths of words must not overflow.
        let number = |digits: &str| digits.parse::<u16>().map(usize::from).map_err(|_| wrong());
        let (numerator, denominator) = (number(numerator)?, number(denominator)?);
        if denominator == 0 {
            return Err(wrong());
        }
        if numerator < denominator || (numerator == denominator && !above) {
            return Err(Mistake::new(0..text.len(), say!("word.avoid_one")).with_hint(say!("word.avoid_known")));
        }
        Ok(Avoid { numerator, denominator, above })
    }

    /// The least length of a word with period `p` that is forbidden.
    fn forbidden_length(self, p: usize) -> usize {
        let product = p * self.numerator;
        if self.above { product / self.denominator + 1 } else { product.div_ceil(self.denominator) }
    }

    /// May `word` stand, given that it may without its last letter?
    fn allows_end(self, word: &[u8]) -> bool {
        let n = word.len();
        for p in 1..n {
            let length = self.forbidden_length(p);
            if length > n {
                break;
            }
            // The last `length` letters have period p.
            if (n - length + p..n).rev().all(|i| word[i] == word[i - p]) {
                return false;
            }
        }
        true
    }

    /// Has the word no forbidden power?
    #[must_use]
    pub fn allows(self, word: &[u8]) -> bool {
        (1..=word.len()).all(|n| self.allows_end(&word[..n]))
    }
}

/// How many times longer a search for longer words takes than the one before.
const FARTHER: f64 = 16.0;

/// To which length the search after that to `reach` goes: as far as the last
/// counts let expect [`FARTHER`] times as many words, at most twice as far.
fn farther(counts: &[BigUint], reach: usize) -> usize {
    let bits = |n: &BigUint| n.bits() as f64;
    let steps = counts.len().saturating_sub(1).min(8);
    let growth = match (counts.last(), counts.get(counts.len().saturating_sub(1 + steps))) {
        (Some(last), Some(first)) if steps > 0 => (bits(last) - bits(first)) / steps as f64,
        _ => 0.0,
    };
    let letters = (FARTHER.log2() / growth.max(0.01)).ceil();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let letters = letters as usize;
    reach + letters.clamp(1, reach.max(8))
}

/// A search for words over `alphabet` letters that begin with `start` and have
/// no forbidden power.
#[derive(Clone, Debug)]
pub struct Search {
    avoid: Avoid,
    alphabet: u8,
    start: Vec<u8>,
}

impl Search {
    /// Words over the first `alphabet` of the [`LETTERS`], beginning with `start`.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_words::avoid::{Avoid, Search};
    /// let search = Search::new(Avoid::CUBES, 2, "").unwrap();
    /// let counts = search.count(6, &Budget::unlimited()).unwrap();
    /// assert_eq!(counts, [1u32, 2, 4, 6, 10, 16, 24].map(Into::into));
    /// assert_eq!(search.extend(8, &Budget::unlimited()).unwrap().unwrap(), [0, 0, 1, 0, 0, 1, 0, 0]);
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] where `start` has another letter or a forbidden power. The
    /// alphabet must have 1 to 62 letters: a mistake without a place.
    pub fn new(avoid: Avoid, alphabet: usize, start: &str) -> Result<Search, Mistake> {
        let most = LETTERS.len();
        let size = u8::try_from(alphabet).ok().filter(|&k| k > 0 && usize::from(k) <= most);
        let size = size.ok_or_else(|| Mistake::new(0..0, say!("word.alphabet", most = most)))?;
        let mut letters = Vec::new();
        for (i, c) in start.char_indices() {
            let at = i..i + c.len_utf8();
            let letter = LETTERS.find(c).filter(|&x| x < alphabet).and_then(|x| u8::try_from(x).ok());
            letters.push(letter.ok_or_else(|| {
                Mistake::new(at.clone(), say!("word.start_letter", letter = c, letters = &LETTERS[..alphabet]))
            })?);
            if !avoid.allows_end(&letters) {
                return Err(Mistake::new(at, say!("word.start_power")));
            }
        }
        Ok(Search { avoid, alphabet: size, start: letters })
    }

    /// How many such words there are of each length from that of the start up
    /// to `length`.
    ///
    /// Letters that the start does not use can be exchanged at will, so only
    /// words count whose new letters appear in order; each stands for
    /// (k−m₀)!/(k−m)! words, where m₀ letters of the k are in the start and m
    /// in the word.
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn count(&self, length: usize, budget: &Budget) -> Result<Vec<BigUint>, Stopped> {
        let (counts, stopped) = self.count_so_far(length, budget);
        stopped.map_or(Ok(counts), Err)
    }

    /// Counts like [`count`](Search::count) as far as the budget goes: the
    /// counts of those lengths that are finished, and why these are not all.
    ///
    /// Longer and longer words are searched for, each time from the beginning.
    /// As each search is about `FARTHER` times the one before, those before
    /// the last cost little besides it.
    pub fn count_so_far(&self, length: usize, budget: &Budget) -> (Vec<BigUint>, Option<Stopped>) {
        let mut reach = length.min(self.start.len() + 16);
        let mut known = Vec::new();
        loop {
            match self.count_to(reach, budget) {
                Ok(counts) => known = counts,
                Err(stopped) => return (known, Some(stopped)),
            }
            if reach == length {
                return (known, None);
            }
            reach = length.min(farther(&known, reach));
        }
    }

    fn count_to(&self, length: usize, budget: &Budget) -> Result<Vec<BigUint>, Stopped> {
        let base = self.start.len();
        let fresh = self.in_order();
        let mut seen = Tally::new(base, length);
        // Short words first, one by one; each of the longest then begins a part of the search.
        let short = length.min(base + 16);
        let mut parts = Vec::new();
        let ControlFlow::Continue(()) = fresh.walk(&fresh.start, short, budget, &mut |word, used| {
            seen.add(word.len(), used);
            if word.len() == short && short < length {
                parts.push(word.to_vec());
            }
            ControlFlow::<Infallible>::Continue(())
        })?;
        let (next, sum) = (AtomicUsize::new(0), Mutex::new(Ok(seen)));
        std::thread::scope(|scope| {
            for _ in 0..budget.threads().min(parts.len()) {
                scope.spawn(|| {
                    let found = fresh.count_parts(&parts, &next, length, budget);
                    let mut sum = sum.lock().expect("no thread panics while it adds numbers");
                    match (found, &mut *sum) {
                        (Ok(found), Ok(sum)) => sum.join(&found),
                        (Err(stopped), sum) => *sum = Err(stopped),
                        (Ok(_), Err(_)) => {}
                    }
                });
            }
        });
        let seen = sum.into_inner().expect("no thread panics while it adds numbers")?;
        Ok(seen.totals(fresh.used(&fresh.start), self.alphabet))
    }

    /// Counts the words that continue some of the parts, which threads share.
    fn count_parts(
        &self,
        parts: &[Vec<u8>],
        next: &AtomicUsize,
        length: usize,
        budget: &Budget,
    ) -> Result<Tally, Stopped> {
        let mut seen = Tally::new(self.start.len(), length);
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            budget.report(next.load(Ordering::Relaxed).min(parts.len()) as u64, Some(parts.len() as u64));
            let ControlFlow::Continue(()) = self.walk(part, length, budget, &mut |word, used| {
                if word.len() > part.len() {
                    seen.add(word.len(), used);
                }
                ControlFlow::<Infallible>::Continue(())
            })?;
        }
        Ok(seen)
    }

    /// The same search with its letters renamed so that those of the start are
    /// the first ones, in order of appearance.
    fn in_order(&self) -> Search {
        let mut order: Vec<u8> = Vec::new();
        let mut start = Vec::with_capacity(self.start.len());
        for &x in &self.start {
            let place = order.iter().position(|&y| y == x).unwrap_or_else(|| {
                order.push(x);
                order.len() - 1
            });
            start.push(u8::try_from(place).expect("at most 62 letters"));
        }
        Search { avoid: self.avoid, alphabet: self.alphabet, start }
    }

    /// How many letters a word uses whose letters appear in order.
    fn used(&self, word: &[u8]) -> usize {
        word.iter().max().map_or(0, |&x| usize::from(x) + 1)
    }

    /// Visits every word whose new letters appear in order, from `from` on,
    /// with the number of letters that it uses.
    fn walk<B>(
        &self,
        from: &[u8],
        length: usize,
        budget: &Budget,
        visit: &mut impl FnMut(&[u8], usize) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Stopped> {
        // `used[d]`: the letters in use after d letters behind `from`.
        let mut used = vec![self.used(from)];
        self.search(from, length, budget, &mut |word| {
            let depth = word.len() - from.len();
            if depth > 0 {
                used.truncate(depth);
                let (before, letter) = (used[depth - 1], usize::from(word[word.len() - 1]));
                if letter > before {
                    return Step::Back;
                }
                used.push(before.max(letter + 1));
            }
            match visit(word, used[depth]) {
                ControlFlow::Continue(()) => Step::On,
                ControlFlow::Break(found) => Step::Done(found),
            }
        })
    }

    /// All such words of one length, in alphabetical order.
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn list(&self, length: usize, budget: &Budget) -> Result<Vec<Vec<u8>>, Stopped> {
        let (words, stopped) = self.list_so_far(length, budget);
        stopped.map_or(Ok(words), Err)
    }

    /// The first of these words, and why not all.
    pub fn list_so_far(&self, length: usize, budget: &Budget) -> (Vec<Vec<u8>>, Option<Stopped>) {
        let mut found = Vec::new();
        let stopped = self.search(&self.start, length, budget, &mut |word| {
            if word.len() == length {
                found.push(word.to_vec());
                let bytes = found.len() as u64 * (length as u64 + 64);
                if found.len().is_multiple_of(1024)
                    && let Err(stopped) = budget.need(bytes)
                {
                    return Step::Done(stopped);
                }
            }
            Step::On
        });
        match stopped {
            Ok(ControlFlow::Break(stopped)) | Err(stopped) => (found, Some(stopped)),
            Ok(ControlFlow::Continue(())) => (found, None),
        }
    }

    /// The first such word of this length in alphabetical order; else the
    /// first of the longest ones.
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn extend(&self, length: usize, budget: &Budget) -> Result<Result<Vec<u8>, Vec<u8>>, Stopped> {
        let (word, stopped) = self.extend_so_far(length, budget);
        stopped.map_or(Ok(word), Err)
    }

    /// Extends like [`extend`](Search::extend) as far as the budget goes: the
    /// first of the longest words met, and why the search ended early.
    pub fn extend_so_far(&self, length: usize, budget: &Budget) -> (Result<Vec<u8>, Vec<u8>>, Option<Stopped>) {
        let mut longest = Vec::new();
        let found = self.search(&self.start, length, budget, &mut |word| {
            if word.len() == length {
                return Step::Done(word.to_vec());
            }
            if word.len() > longest.len() {
                longest = word.to_vec();
            }
            Step::On
        });
        match found {
            Ok(ControlFlow::Break(word)) => (Ok(word), None),
            Ok(ControlFlow::Continue(())) => (Err(longest), None),
            Err(stopped) => (Err(longest), Some(stopped)),
        }
    }

    /// Visits, in alphabetical order, every allowed word that begins with
    /// `from` and has at most `length` letters, each before its extensions.
    fn search<B>(
        &self,
        from: &[u8],
        length: usize,
        budget: &Budget,
        visit: &mut impl FnMut(&[u8]) -> Step<B>,
    ) -> Result<ControlFlow<B>, Stopped> {
        let mut word = from.to_vec();
        let mut steps = 0u64;
        let mut step = visit(&word);
        loop {
            let mut letter = match step {
                Step::Done(found) => return Ok(ControlFlow::Break(found)),
                Step::On if word.len() < length => 0,
                Step::On | Step::Back => self.alphabet,
            };
            loop {
                while letter == self.alphabet {
                    if word.len() <= from.len() {
                        return Ok(ControlFlow::Continue(()));
                    }
                    letter = word.pop().map_or(0, |last| last + 1);
                }
                steps += 1 + word.len() as u64 / 64;
                if steps >= 4096 {
                    steps = 0;
                    budget.check()?;
                }
                word.push(letter);
                if self.avoid.allows_end(&word) {
                    break;
                }
                word.pop();
                letter += 1;
            }
            step = visit(&word);
        }
    }
}

enum Step<B> {
    /// Go on to longer words.
    On,
    /// No longer words that begin so.
    Back,
    /// The search is over.
    Done(B),
}

/// How many words were seen of each length with each number of letters.
struct Tally {
    base: usize,
    seen: Vec<Vec<u64>>,
}

impl Tally {
    fn new(base: usize, length: usize) -> Tally {
        Tally { base, seen: vec![Vec::new(); (length + 1).saturating_sub(base)] }
    }

    fn add(&mut self, length: usize, used: usize) {
        // A start that is longer than the words wanted counts nothing.
        if let Some(row) = self.seen.get_mut(length - self.base) {
            row.resize(row.len().max(used + 1), 0);
            row[used] += 1;
        }
    }

    fn join(&mut self, other: &Tally) {
        for (row, more) in self.seen.iter_mut().zip(&other.seen) {
            row.resize(row.len().max(more.len()), 0);
            row.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }

    fn totals(&self, used_at_start: usize, alphabet: u8) -> Vec<BigUint> {
        let ways =
            |used: usize| (used_at_start..used).map(|m| BigUint::from(usize::from(alphabet) - m)).product::<BigUint>();
        let total = |row: &Vec<u64>| {
            row.iter().enumerate().filter(|(_, seen)| **seen > 0).map(|(used, seen)| ways(used) * *seen).sum()
        };
        self.seen.iter().map(total).collect()
    }
}
