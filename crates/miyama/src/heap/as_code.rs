//! Rulesets as codes; codes as rulesets are part of the language.

mod moves;

use super::ruleset::Ruleset;
use crate::breaking::code::{Code, Digit};
use moves::{Known, Moves, Patterns};
use num_integer::Integer;

/// The most tokens that a move of a recognised ruleset takes, unless it may
/// take any number, and the longest repetition of digits.
const LONGEST: usize = 1_000_000;

/// The most numbers of tokens that the sets of a recognised ruleset name, all
/// together.
const MOST_NUMBERS: usize = 10_000_000;

/// The code of a ruleset whose values are best computed from the code. Where sizes
/// are asked for and any number may be taken before breaking, or three heaps are
/// left, a table of the ruleset goes further than the values of the code.
#[must_use]
pub(crate) fn faster_as_code(ruleset: &Ruleset) -> Option<Code> {
    recognise(ruleset).filter(|code| {
        let pairs = code.most_heaps().is_some_and(|most| most <= 2);
        code.is_free() || (pairs && code.tail().iter().all(|digit| digit.most().is_some_and(|most| most <= 1)))
    })
}

/// The code of a ruleset on one heap, if its option sets are seen to be those of
/// some digits: what is taken is a range of numbers or of every m-th one, and
/// what is left is some heaps, of which it is asked only which have tokens and
/// which are the smaller.
///
/// ```
/// use miyama::heap::as_code::recognise;
/// use miyama::heap::{notation::parse_definition, ruleset::Ruleset};
/// let text = "(n) -> { (a) + (b) | a + b = n - 2 } ∪ { (n-i) | 4 <= i <= n }";
/// let ruleset = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap();
/// assert_eq!(recognise(&ruleset).unwrap().to_string(), "0.070[3]");
/// ```
#[must_use]
pub fn recognise(ruleset: &Ruleset) -> Option<Code> {
    if ruleset.heaps() != 1 || !ruleset.is_won_as_usual() {
        return None;
    }
    if let Some(code) = ruleset.code() {
        return Some(code.clone());
    }
    let mut known = Known::new();
    let mut moves = vec![];
    for case in ruleset.cases() {
        moves.extend(Moves::of(case, &mut known)?);
    }
    let longest = moves.iter().map(|m| m.last.unwrap_or(m.first)).max().unwrap_or(0);
    let endless = moves.iter().filter(|m| m.last.is_none());
    let repetition = endless.map(|m| m.step).try_fold(1usize, |all, step| {
        let common = step / all.gcd(&step);
        all.checked_mul(common).filter(|all| *all <= LONGEST)
    })?;
    if longest > LONGEST {
        return None;
    }
    let count = longest + 1 + repetition;
    let mut left = vec![Patterns::default(); count];
    let mut numbers = 0;
    for m in &moves {
        let last = m.last.unwrap_or(count - 1);
        numbers += (last - m.first) / m.step + 1;
        if numbers > MOST_NUMBERS {
            return None;
        }
        (m.first..=last).step_by(m.step).for_each(|k| left[k].add(&m.left));
    }
    let mut digits: Vec<Digit> = left.iter().map(Patterns::digit).collect::<Option<_>>()?;
    let tail = digits.split_off(longest + 1);
    // Taking nothing and breaking nothing would be no move.
    (digits[0].counts & 3 == 0).then(|| Code::new(digits, tail))
}
