//! Codes of taking-and-breaking games.
//!
//! A code has a digit for every number k of tokens that a move may take. The
//! digit says into how many heaps the rest may be left, each with at least one
//! token: 2^r is part of digit k if r heaps are allowed. So in octal codes 1
//! allows taking a whole heap of k, 2 leaving one heap, 4 leaving two.

mod parse;
mod ruleset;

pub use ruleset::{MOST_PARTS, definition};

use miyama_budget::Mistake;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;

/// What a digit asks of the sizes of the heaps that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sizes {
    /// Nothing.
    #[default]
    Any,
    /// No two are equal: `!`, as in Grundy's game `4!.0`.
    Unequal,
    /// All are equal: `=`.
    Equal,
}

/// One digit: the numbers of heaps into which the rest may be left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// Bit r says that r heaps are allowed.
    pub counts: u32,
    /// Every number of heaps from this one on is allowed as well.
    pub from: Option<u32>,
    /// What is asked of their sizes.
    pub sizes: Sizes,
}

impl Digit {
    /// The largest number of heaps that a digit can name one by one.
    pub const MOST: u32 = 31;

    /// A digit as a number, as in octal codes.
    #[must_use]
    pub fn plain(counts: u32) -> Digit {
        Digit { counts, ..Digit::default() }
    }

    /// May the rest be left as `heaps` heaps?
    #[must_use]
    pub fn allows(&self, heaps: u32) -> bool {
        (heaps <= Digit::MOST && self.counts >> heaps & 1 == 1) || self.from.is_some_and(|from| heaps >= from)
    }

    /// No move at all.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.counts == 0 && self.from.is_none()
    }

    /// The largest number of heaps allowed; `None` if there is no largest.
    #[must_use]
    pub fn most(&self) -> Option<u32> {
        match self.from {
            Some(_) => None,
            None => Some(self.counts.checked_ilog2().unwrap_or(0)),
        }
    }
}

/// The code of a taking-and-breaking game.
///
/// ```
/// use miyama_language::code::Code;
/// let kayles: Code = "0.77".parse()?;
/// assert_eq!(kayles, ".77".parse()?);
/// assert_eq!(kayles, "({1,2}, {1,2}, {1,2})".parse()?);
/// assert_eq!("grundy".parse::<Code>()?.to_string(), "4!.0");
/// assert!(".79G".parse::<Code>().is_err());
/// # Ok::<(), miyama_budget::Mistake>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// `digits[k]` belongs to taking k tokens.
    digits: Vec<Digit>,
    /// What follows after them, again and again; empty if nothing does.
    tail: Vec<Digit>,
}

/// A set of positive numbers: some, or all but some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The numbers in question, sorted, each once.
    pub listed: Vec<u32>,
    /// True if the set holds all positive numbers but those.
    pub all_but: bool,
}

impl Numbers {
    /// The set of these numbers.
    #[must_use]
    pub fn of(mut listed: Vec<u32>) -> Numbers {
        listed.sort_unstable();
        listed.dedup();
        Numbers { listed, all_but: false }
    }

    fn holds(&self, n: u32) -> bool {
        self.listed.binary_search(&n).is_ok() != self.all_but
    }

    /// The largest number that is listed.
    fn last(&self) -> u32 {
        self.listed.last().copied().unwrap_or(0)
    }
}

impl Code {
    /// A code from its digits: `digits[k]` belongs to taking k tokens, and
    /// `tail` is repeated after them. The digit of taking nothing may only
    /// break a heap: whatever else it allows is left out.
    #[must_use]
    pub fn new(mut digits: Vec<Digit>, mut tail: Vec<Digit>) -> Code {
        if digits.is_empty() {
            digits.push(Digit::default());
        }
        digits[0].counts &= !3;
        digits[0].from = digits[0].from.map(|from| from.max(2));
        for digit in digits.iter_mut().chain(&mut tail) {
            // Sizes say nothing about fewer than two heaps.
            if digit.from.is_none() && digit.counts < 4 {
                digit.sizes = Sizes::Any;
            }
            if let Some(from) = digit.from.filter(|from| *from <= Digit::MOST) {
                digit.counts &= (1 << from) - 1;
            }
        }
        if tail.iter().all(Digit::is_zero) {
            tail.clear();
            while digits.len() > 1 && digits.last().is_some_and(Digit::is_zero) {
                digits.pop();
            }
        } else {
            shorten(&mut digits, &mut tail);
        }
        Code { digits, tail }
    }

    /// A code from octal digits, or larger ones.
    #[must_use]
    pub fn plain(digits: &[u32]) -> Code {
        Code::new(digits.iter().map(|d| Digit::plain(*d)).collect(), vec![])
    }

    /// Grundy's game: break a heap into two unequal ones.
    #[must_use]
    pub fn grundy() -> Code {
        Code::new(vec![Digit { counts: 4, from: None, sizes: Sizes::Unequal }], vec![])
    }

    /// The game of the rule (A, B, C): taking k tokens may leave nothing if k
    /// is in A, one heap if k is in B, two heaps if k is in C.
    #[must_use]
    pub fn from_sets(sets: [&Numbers; 3]) -> Code {
        let longest = sets.iter().map(|set| set.last()).max().unwrap_or(0);
        let digit = |k: u32| Digit::plain((0u32..3).filter(|i| sets[*i as usize].holds(k)).map(|i| 1 << i).sum());
        let digits = std::iter::once(Digit::default()).chain((1..=longest).map(digit)).collect();
        Code::new(digits, vec![digit(longest + 1)])
    }

    /// The digit of taking `k` tokens.
    #[must_use]
    pub fn digit(&self, k: usize) -> Digit {
        match self.digits.get(k) {
            Some(digit) => *digit,
            None if self.tail.is_empty() => Digit::default(),
            None => self.tail[(k - self.digits.len()) % self.tail.len()],
        }
    }

    /// The digits before those that repeat.
    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits that repeat for ever; empty for a finite code.
    #[must_use]
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// The largest number of tokens that a move can take; `None` if there is
    /// no largest.
    #[must_use]
    pub fn longest(&self) -> Option<usize> {
        self.tail.is_empty().then(|| self.digits.len() - 1)
    }

    /// The largest number of heaps that a move can leave; `None` if there is
    /// no largest.
    #[must_use]
    pub fn most_heaps(&self) -> Option<u32> {
        self.digits.iter().chain(&self.tail).map(Digit::most).try_fold(0, |most, m| Some(most.max(m?)))
    }

    /// Do all digits leave the sizes of heaps free?
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.digits.iter().chain(&self.tail).all(|d| d.sizes == Sizes::Any)
    }

    /// Reads a code from part of a text.
    ///
    /// # Errors
    /// A [`Mistake`] that points into `text`.
    pub fn parse_at(text: &str, at: Range<usize>) -> Result<Code, Mistake> {
        parse::code(&text[at.clone()]).map_err(|mistake| mistake.shifted(at.start))
    }

    /// Does `text` look like a code, so that a mistake in it is best told as
    /// one in a code? Such a text starts with a digit, a point, a brace or a
    /// parenthesis before a set.
    #[must_use]
    pub fn looks_like(text: &str) -> bool {
        parse::looks_like_code(text)
    }
}

/// Writes digits and tail in their shortest form: the least period of the
/// tail, and no digit before it that it could produce.
fn shorten(digits: &mut Vec<Digit>, tail: &mut Vec<Digit>) {
    let n = tail.len();
    let least = (1..=n).find(|p| n.is_multiple_of(*p) && (*p..n).all(|i| tail[i] == tail[i - p])).unwrap_or(n);
    tail.truncate(least);
    while digits.len() > 1 && digits.last() == tail.last() {
        digits.pop();
        tail.rotate_right(1);
    }
}

impl std::str::FromStr for Code {
    type Err = Mistake;
    fn from_str(text: &str) -> Result<Code, Mistake> {
        parse::code(text)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from.is_none() && self.counts < 16 {
            write!(f, "{:X}", self.counts)?;
        } else {
            let listed = (0..=Digit::MOST)
                .filter(|r| self.counts >> r & 1 == 1 && self.from.is_none_or(|from| *r < from))
                .map(|r| r.to_string());
            let all: Vec<String> = listed.chain(self.from.map(|from| format!("{from}+"))).collect();
            write!(f, "{{{}}}", all.join(","))?;
        }
        f.write_str(match self.sizes {
            Sizes::Any => "",
            Sizes::Unequal => "!",
            Sizes::Equal => "=",
        })
    }
}

/// The longest code that is written with all its zeros.
const SHORT: usize = 80;

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_octal = self.is_free() && self.digits[0].is_zero() && self.most_heaps().is_some_and(|m| m <= 2);
        if self.digits.len() > SHORT
            && is_octal
            && let Some(sets) = self.sets()
        {
            return f.write_str(&sets);
        }
        write!(f, "{}.", self.digits[0])?;
        for digit in &self.digits[1..] {
            digit.fmt(f)?;
        }
        if !self.tail.is_empty() {
            f.write_str("[")?;
            for digit in &self.tail {
                digit.fmt(f)?;
            }
            f.write_str("]")?;
        } else if self.digits.len() == 1 {
            f.write_str("0")?;
        }
        Ok(())
    }
}

impl Code {
    /// The code as three sets, if it has at most one digit that repeats.
    fn sets(&self) -> Option<String> {
        if self.tail.len() > 1 {
            return None;
        }
        let sets = (0..3u32).map(|r| {
            let all_but = self.tail.first().is_some_and(|d| d.allows(r));
            let listed: Vec<String> = (1..self.digits.len())
                .filter(|k| self.digits[*k].allows(r) != all_but)
                .map(|k| k.to_string())
                .collect();
            match (all_but, listed.is_empty()) {
                (true, true) => "all".to_owned(),
                (true, false) => format!("all but {{{}}}", listed.join(",")),
                (false, _) => format!("{{{}}}", listed.join(",")),
            }
        });
        Some(format!("({})", sets.collect::<Vec<_>>().join(", ")))
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_print_as_they_are_read() {
        for text in
            ["0.77", "4.007", "4!.0", "0.[3]", "0.3003330[3]", "0.3F", "0.{0,2,5+}1", "{2+}=.0", "0.0", "0.1[02]"]
        {
            assert_eq!(text.parse::<Code>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn equal_games_written_differently_are_the_same_code() {
        let same = [
            ("0.770", ".77"),
            ("0.3[33]", "0.[3]"),
            ("0.0[20]", "0.[02]"),
            ("subtraction{2,3,7}", "0.0330003"),
            ("subtraction{all but 2,3,7}", "0.3003330[3]"),
            ("({2},{2},{2})", "0.07"),
            ("S{all}", "0.[3]"),
            ("0.3f", "0.3F"),
        ];
        for (a, b) in same {
            assert_eq!(a.parse::<Code>().unwrap(), b.parse::<Code>().unwrap(), "{a} {b}");
        }
    }

    #[test]
    fn long_codes_print_as_sets_and_come_back() {
        for text in ["subtraction{5,2000}", "subtraction{all but 5,2000}", "({1},{1,100},{90})"] {
            let code: Code = text.parse().unwrap();
            assert!(code.to_string().len() < 60, "{code}");
            assert_eq!(code.to_string().parse::<Code>().unwrap(), code);
        }
    }
}
