//! Codes as rulesets and rulesets as codes.

use super::code::{Code, Digit, Sizes};
use crate::heap::linear::{Linear, System};
use crate::heap::ruleset::{Bound, Case, Ruleset};
use crate::mistake::Mistake;
use crate::text::say;

/// The largest number of heaps that a move of a written ruleset leaves.
const MOST_PARTS: u32 = 6;

/// The most digits of a code that is written as a ruleset.
const MOST_DIGITS: usize = 2000;

/// The definition of a code in the notation of rulesets.
///
/// ```
/// use miyama::breaking::{code::Code, ruleset::definition};
/// assert_eq!(definition(&"0.07".parse::<Code>()?)?,
///     "(n) -> { 0 | n in {2} } ∪ { (n-i) | i in {2}, n > i } ∪ { (a) + (b) | i in {2}, a + b = n - i, 1 <= a <= b }");
/// # Ok::<(), miyama::mistake::Mistake>(())
/// ```
///
/// # Errors
/// A code that leaves any number of heaps, or has very many digits, has none.
pub fn definition(code: &Code) -> Result<String, Mistake> {
    let whole = code.to_string();
    let none = || Mistake::new(0..whole.len(), say!("breaking.no_ruleset", code = &whole));
    let most = code.most_heaps().filter(|m| *m <= MOST_PARTS).ok_or_else(none)?;
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

/// The code of a ruleset on one heap, if each of its option sets is plainly that
/// of some digits: what is left is a number of heaps, what is taken lies between
/// two numbers or above one, and nothing else is asked than that heaps have
/// tokens, or which is the smaller.
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
    let moves: Vec<Moves> = ruleset.cases().map(Moves::of).collect::<Option<_>>()?;
    let longest = moves.iter().map(|m| m.last.unwrap_or(m.first)).max().unwrap_or(0);
    if longest > 1_000_000 {
        return None;
    }
    let mut digits = vec![Digit::default(); longest + 2];
    for m in &moves {
        for (k, digit) in digits.iter_mut().enumerate().skip(m.first) {
            if m.last.is_none_or(|last| k <= last) {
                add(digit, m)?;
            }
        }
    }
    let tail = digits.pop()?;
    // Taking nothing and breaking nothing would be no move.
    (digits[0].counts & 3 == 0).then(|| Code::new(digits, vec![tail]))
}

/// Allows the moves in a digit; `None` if sizes would be asked of some only.
fn add(digit: &mut Digit, moves: &Moves) -> Option<()> {
    let breaks = moves.counts >> 2 != 0;
    if breaks {
        match (digit.counts >> 2 != 0, digit.sizes == moves.sizes) {
            (true, false) => return None,
            _ => digit.sizes = moves.sizes,
        }
    }
    digit.counts |= moves.counts;
    Some(())
}

/// Moves that take `first` to `last` tokens, or any number from `first` on, and
/// leave the rest as the numbers of heaps in `counts`.
#[derive(Debug)]
struct Moves {
    first: usize,
    last: Option<usize>,
    counts: u32,
    sizes: Sizes,
}

impl Moves {
    fn of(case: &Case) -> Option<Moves> {
        if !case.bound.iter().all(|b| matches!(b, Bound::Free { .. })) || case.option.iter().any(|t| t.len() != 1) {
            return None;
        }
        let parts: Vec<&Linear> = case.option.iter().map(|tuple| &tuple[0]).collect();
        match parts[..] {
            [] => Moves::nothing_left(case),
            [part] => Moves::one_left(case, part),
            [a, b] => Moves::two_left(case, a, b),
            _ => None,
        }
    }

    /// n = k.
    fn nothing_left(case: &Case) -> Option<Moves> {
        let system = case.system(1);
        let k = constant(&system, &Linear::symbol(0))?;
        let only = case.bound.is_empty() && case.conditions.iter().all(|f| f.terms().all(|(s, _)| s == 0));
        only.then_some(Moves { first: k, last: Some(k), counts: 1, sizes: Sizes::Any })
    }

    /// The heap n − i, where i is a number or a bound integer.
    fn one_left(case: &Case, part: &Linear) -> Option<Moves> {
        let taken = Linear::symbol(0).minus(part).ok()?;
        let variable = match case.bound.len() {
            0 => None,
            1 => Some(1),
            _ => return None,
        };
        let straight = match variable {
            // i = ±v + c, so that i determines v.
            Some(v) => taken.coefficient(0) == 0 && taken.coefficient(v).abs() == 1,
            None => taken.is_constant(),
        };
        if !straight {
            return None;
        }
        let (mut first, mut last, mut rest) = (0, None, 0);
        for form in &case.conditions {
            match (form.coefficient(0), in_terms_of(form, &taken, variable)?) {
                (0, (0, constant)) if constant >= 0 => {}
                // i ≥ −constant, i ≤ constant.
                (0, (1, constant)) => first = first.max(-constant),
                (0, (-1, constant)) => last = Some(last.map_or(constant, |l: i128| l.min(constant))),
                // n − i ≥ −constant.
                (1, (-1, constant)) => rest = rest.max(-constant),
                _ => return None,
            }
        }
        if taken.is_constant() {
            (first, last) = (taken.constant, Some(taken.constant));
        }
        let counts = match rest {
            0 => 3,
            1 => 2,
            _ => return None,
        };
        let last = match last {
            Some(last) => Some(usize::try_from(last).ok().filter(|l| *l as i128 >= first)?),
            None => None,
        };
        Some(Moves { first: usize::try_from(first).ok()?, last, counts, sizes: Sizes::Any })
    }

    /// Two heaps a and b with a + b = n − k for a number k, where nothing is
    /// asked but a lower bound of 0 or 1 of each and which is the smaller.
    fn two_left(case: &Case, a: &Linear, b: &Linear) -> Option<Moves> {
        let system = case.system(1);
        let taken = Linear::symbol(0).minus(a).ok()?.minus(b).ok()?;
        let k = if taken.is_constant() { usize::try_from(taken.constant).ok()? } else { constant(&system, &taken)? };
        // One heap is a bound integer, the other one too or all the rest. Any
        // further bound integers must be numbers.
        let symbol_of = |form: &Linear| {
            let mut terms = form.terms();
            match (terms.next(), terms.next()) {
                (Some((s, 1)), None) if s > 0 && form.constant == 0 => Some(s),
                _ => None,
            }
        };
        let first = symbol_of(a)?;
        let second = symbol_of(b);
        if second == Some(first) || (second.is_none() && !taken.is_constant()) {
            return None;
        }
        let others = (1..=case.bound.len()).filter(|s| *s != first && Some(*s) != second);
        let numbers: Vec<(usize, usize)> =
            others.map(|s| Some((s, constant(&system, &Linear::symbol(s))?))).collect::<Option<_>>()?;
        let form = |x: &Linear, y: Option<&Linear>, c: i128| -> Option<Linear> {
            let difference = match y {
                Some(y) => x.minus(y).ok()?,
                None => x.clone(),
            };
            difference.plus(&Linear::constant(c)).ok()
        };
        let says = |f: &Linear| system.implies(f).ok();
        let least = |x: &Linear| Some(if says(&form(x, None, -1)?)? { 1 } else { 0 });
        let (least_a, least_b) = (least(a)?, least(b)?);
        let (ordered, strict) = match (says(&form(b, Some(a), -1)?)?, says(&form(b, Some(a), 0)?)?) {
            (true, _) => (true, true),
            (false, true) => (true, false),
            _ => (false, false),
        };
        // The conditions must be no more than these.
        let mut allowed = vec![form(a, None, -least_a)?, form(b, None, -least_b)?];
        let rest = form(&Linear::symbol(0), None, -(k as i128))?;
        let sum = a.plus(b).ok()?;
        allowed.push(form(&rest, Some(&sum), 0)?);
        allowed.push(form(&sum, Some(&rest), 0)?);
        if ordered {
            allowed.push(form(b, Some(a), -i128::from(strict))?);
        }
        for (symbol, number) in numbers {
            let number = Linear::constant(number as i128);
            allowed.push(form(&Linear::symbol(symbol), Some(&number), 0)?);
            allowed.push(form(&number, Some(&Linear::symbol(symbol)), 0)?);
        }
        let minimal = System::new(allowed.into_iter().chain([Linear::symbol(0)]));
        if !case.conditions.iter().all(|c| minimal.implies(c).is_ok_and(|yes| yes)) {
            return None;
        }
        let mut counts = 4;
        if least_a == 0 || (least_b == 0 && !ordered) {
            // One of the heaps may be empty.
            counts |= 2;
        }
        if least_a == 0 && least_b == 0 && !strict {
            counts |= 1;
        }
        let sizes = if strict { Sizes::Unequal } else { Sizes::Any };
        Some(Moves { first: k, last: Some(k), counts, sizes })
    }
}

/// The one number that the conditions leave for a form.
fn constant(system: &System, form: &Linear) -> Option<usize> {
    let fits = |k: &i128| {
        let below = form.minus(&Linear::constant(*k)).is_ok_and(|f| system.implies(&f).is_ok_and(|yes| yes));
        let above = Linear::constant(*k).minus(form).is_ok_and(|f| system.implies(&f).is_ok_and(|yes| yes));
        below && above
    };
    (0i128..64).find(fits).and_then(|k| usize::try_from(k).ok())
}

/// A form c·n + d·v + e as c·n + f·i + g, where i = `taken` stands for the bound
/// integer v: the pair (f, g).
fn in_terms_of(form: &Linear, taken: &Linear, variable: Option<usize>) -> Option<(i128, i128)> {
    let Some(v) = variable else {
        // i is a number: put it in where n − i is asked for.
        return Some(if form.coefficient(0) == 1 { (-1, form.constant + taken.constant) } else { (0, form.constant) });
    };
    if form.terms().any(|(s, _)| s != 0 && s != v) {
        return None;
    }
    // i = s·v + t with s = ±1, so v = s·(i − t).
    let (s, t) = (taken.coefficient(v), taken.constant);
    let d = form.coefficient(v);
    Some((d.checked_mul(s)?, form.constant.checked_sub(d.checked_mul(s)?.checked_mul(t)?)?))
}
