//! Codes as rulesets and rulesets as codes.

use super::code::{Code, Digit, Sizes};
use super::moves::{Known, MOST_PARTS, Moves, Patterns};
use crate::heap::ruleset::Ruleset;
use miyama_budget::Mistake;
use miyama_text::say;
use num_integer::Integer;

/// The most digits of a code that is written as a ruleset.
const MOST_DIGITS: usize = 2000;

/// The definition of a code in the notation of rulesets.
///
/// ```
/// use miyama::breaking::{code::Code, ruleset::definition};
/// assert_eq!(definition(&"0.07".parse::<Code>()?)?,
///     "(n) -> { 0 | n in {2} } ∪ { (n-i) | i in {2}, n > i } ∪ { (a) + (b) | i in {2}, a + b = n - i, 1 <= a <= b }");
/// # Ok::<(), miyama_budget::Mistake>(())
/// ```
///
/// # Errors
/// A code that leaves any number of heaps, or has very many digits, has none.
pub fn definition(code: &Code) -> Result<String, Mistake> {
    let whole = code.to_string();
    let none = || Mistake::new(0..whole.len(), say!("breaking.no_ruleset", code = &whole));
    let most = code.most_heaps().filter(|m| *m as usize <= MOST_PARTS).ok_or_else(none)?;
    if code.digits().len() + code.tail().len() > MOST_DIGITS {
        return Err(none());
    }
    let mut sets = vec![];
    for heaps in 0..=most {
        for sizes in [Sizes::Any, Sizes::Unequal, Sizes::Equal] {
            let fits = |digit: &Digit| digit.allows(heaps) && (heaps < 2 || digit.sizes == sizes);
            if heaps < 2 && sizes != Sizes::Any {
                continue;
            }
            let listed: Vec<String> =
                (0..code.digits().len()).filter(|k| fits(&code.digits()[*k])).map(|k| k.to_string()).collect();
            if !listed.is_empty() {
                sets.push(option_set(heaps, sizes, &format!("{{{}}}", listed.join(",")), true));
            }
            let (first, step) = (code.digits().len(), code.tail().len());
            for (at, _) in code.tail().iter().enumerate().filter(|(_, d)| fits(d)) {
                let start = first + at;
                let every = if step == 1 { String::new() } else { format!(", i mod {step} = {}", start % step) };
                sets.push(option_set(heaps, sizes, &format!("i >= {start}{every}"), false));
            }
        }
    }
    if sets.is_empty() {
        // No move at all.
        sets.push("{ 0 | n < 0 }".to_owned());
    }
    Ok(format!("(n) -> {}", sets.join(" ∪ ")))
}

/// The options that leave `heaps` heaps after taking i tokens.
fn option_set(heaps: u32, sizes: Sizes, which: &str, listed: bool) -> String {
    let taken = if listed { format!("i in {which}") } else { which.to_owned() };
    match heaps {
        0 if listed => format!("{{ 0 | n in {which} }}"),
        0 => format!("{{ 0 | n = i, {taken} }}"),
        1 => format!("{{ (n-i) | {taken}, n > i }}"),
        _ => {
            let names: Vec<char> = ('a'..='h').take(heaps as usize).collect();
            let join = |sign: &str| names.iter().map(char::to_string).collect::<Vec<_>>().join(sign);
            let order = match sizes {
                Sizes::Any => format!("1 <= {}", join(" <= ")),
                Sizes::Unequal => format!("1 <= {}", join(" < ")),
                Sizes::Equal => format!("1 <= {}", join(" = ")),
            };
            let parts: Vec<String> = names.iter().map(|name| format!("({name})")).collect();
            format!("{{ {} | {taken}, {} = n - i, {order} }}", parts.join(" + "), join(" + "))
        }
    }
}

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
pub fn faster_as_code(ruleset: &Ruleset) -> Option<Code> {
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
/// use miyama::breaking::ruleset::recognise;
/// use miyama::heap::{notation::parse_definition, ruleset::Ruleset};
/// let text = "(n) -> { (a) + (b) | a + b = n - 2 } ∪ { (n-i) | 4 <= i <= n }";
/// let ruleset = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap();
/// assert_eq!(recognise(&ruleset).unwrap().to_string(), "0.070[3]");
/// ```
#[must_use]
pub fn recognise(ruleset: &Ruleset) -> Option<Code> {
    if ruleset.heaps() != 1 {
        return None;
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
