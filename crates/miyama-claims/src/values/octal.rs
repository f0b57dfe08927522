//! §3: octal games and their periods.

use crate::compare::{differs, exhausted};
use crate::{Ground, Unchecked, Verdict};
use miyama::breaking::code::{Code, Numbers};
use miyama::breaking::definition;
use miyama::breaking::period::{Verdict as Found, certify, find};
use miyama::breaking::values::NimValues;
use miyama::breaking::verify::{Check, check};
use miyama_text::say;

/// The options of Gₙ by definition 3.1, as heaps in ascending order without
/// empty ones, from digits whose bits 1, 2, 4 say k ∈ A, B, C.
fn options(digits: &[u32], n: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for (k, digit) in (1..).zip(digits) {
        if digit & 1 != 0 && n == k {
            all.push(vec![]);
        }
        if digit & 2 != 0 && n > k {
            all.push(vec![n - k]);
        }
        if digit & 4 != 0 && n >= k + 2 {
            all.extend((1..n - k).map(|i| vec![i.min(n - k - i), i.max(n - k - i)]));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The code 0.d₁d₂….
fn code(digits: &[u32]) -> Code {
    Code::plain(&[&[0], digits].concat())
}

/// All codes of up to `length` octal digits.
fn codes(length: u32) -> impl Iterator<Item = Vec<u32>> {
    (1..8u32.pow(length)).map(move |number| (0..length).map(|i| number >> (3 * i) & 7).collect())
}

/// The options of a heap of n stones by the definition of codes, in order.
fn found_options(ground: &Ground<'_>, code: &Code, n: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    definition::options(code, n, &mut |heaps| {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        found.push(heaps);
    });
    found.sort_unstable();
    found.dedup();
    ground.sees(found, |_| vec![vec![0, 0, 0]])
}

/// A single digit at the first, second or third place, with 0 to 6 stones left.
pub(super) fn digits_are_rules(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for (k, digit) in (1..=3usize).flat_map(|k| (0..8u32).map(move |digit| (k, digit))) {
        let mut digits = vec![0; k];
        digits[k - 1] = digit;
        let code = code(&digits);
        for n in 0..=k + 6 {
            let found = found_options(ground, &code, n);
            if found != options(&digits, n) {
                return Ok(differs(format!("{code}: {n}"), found.len(), options(&digits, n).len()));
            }
        }
    }
    Ok(exhausted(None))
}

/// Definition 3.1: the rule of a code, of three sets, and of Dawson's Kayles.
pub(super) fn codes_are_rules(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let most = usize::try_from(ground.to).map_err(|_| Unchecked::TooLarge)?;
    let two = Numbers::of(vec![2]);
    let dawson = Code::from_sets([&two, &two, &two]);
    if dawson.to_string() != "0.07" {
        return Ok(differs("({2},{2},{2})", dawson.to_string(), "0.07"));
    }
    let (set, none) = (Numbers::of(vec![1, 3]), Numbers::of(vec![]));
    if Code::from_sets([&set, &set, &none]) != code(&[3, 0, 3]) {
        return Ok(differs("({1,3},{1,3},∅)", "≠", "0.303"));
    }
    for digits in codes(2) {
        ground.budget.check()?;
        let code = code(&digits);
        for n in 0..=most {
            let found = found_options(ground, &code, n);
            if found != options(&digits, n) {
                return Ok(differs(format!("{code}: {n}"), found.len(), options(&digits, n).len()));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The lemma for all codes of two digits: Gₐ + G_b is an option of Gₙ exactly if
/// Gₐ₊ₚ + G_b is one of Gₙ₊ₚ.
fn lemma(ground: &Ground<'_>) -> Result<Option<Verdict>, Unchecked> {
    for digits in codes(2) {
        ground.budget.check()?;
        let all: Vec<Vec<Vec<usize>>> = (0..=14).map(|n| options(&digits, n)).collect();
        let has = |n: usize, a: usize, b: usize| {
            let mut heaps: Vec<usize> = [a, b].into_iter().filter(|heap| *heap > 0).collect();
            heaps.sort_unstable();
            all[n].contains(&heaps)
        };
        for n in 0..=9 {
            for (a, b, p) in (1..=n).flat_map(|a| (0..=n - a).flat_map(move |b| (0..=5).map(move |p| (a, b, p)))) {
                if !ground.holds(has(n, a, b) == has(n + p, a + p, b)) {
                    let code = code(&digits);
                    return Ok(Some(differs(format!("{code}: n = {n}, a = {a}, b = {b}, p = {p}"), "≠", "=")));
                }
            }
        }
    }
    Ok(None)
}

/// Theorem 3.2 with agreement below 2·n₀ + p + k − `short` for all codes of two
/// digits: where the agreement is there, the period goes on as far as one looks.
fn periodicity_with(ground: &Ground<'_>, short: usize) -> Result<Verdict, Unchecked> {
    let most = usize::try_from(ground.to).map_err(|_| Unchecked::TooLarge)?;
    for digits in codes(2) {
        ground.budget.check()?;
        let code = code(&digits);
        let values = definition::nim_values(&code, most);
        let k = if digits[1] == 0 { 1 } else { 2 };
        for p in 1..=40 {
            // How far from the end the values agree with those p later.
            let count = values.len() - p;
            let ends = (0..count).rev().take_while(|n| values[*n] == values[n + p]).count();
            for start in 1..=30 {
                let end = (2 * start + p + k).saturating_sub(short);
                let agrees = end <= count && (start..end).all(|n| values[n] == values[n + p]);
                if agrees && count - ends > start {
                    let at = format!("{code}: n₀ = {start}, p = {p}");
                    return Ok(differs(at, values[count - ends - 1 + p], values[count - ends - 1]));
                }
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The lemma and theorem 3.2.
pub(super) fn periodicity(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    match lemma(ground)? {
        Some(wrong) => Ok(wrong),
        None => periodicity_with(ground, 0),
    }
}

/// Table 1: the values of Dawson's Kayles, rows of 34.
const TABLE_1: [&str; 6] = [
    "0011203110332240522330113021104527",
    "4011203110332244552330113021104537",
    "4811203110332244559330113021104537",
    "4811203110332244559330113021104537",
    "4811203110332244559330113021104537",
    "4811203110332244559330113021104537",
];

/// Table 1, from the rules.
pub(super) fn table_1(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(values_are(ground, &TABLE_1.concat()))
}

fn values_are(ground: &Ground<'_>, digits: &str) -> Verdict {
    let values = definition::nim_values(&code(&[0, 7]), digits.len() - 1);
    let said = digits.bytes().map(|digit| u32::from(digit - b'0'));
    let wrong = values.iter().zip(said).enumerate().find(|(_, (found, said))| !ground.holds(*found == said));
    exhausted(wrong.map(|(n, (found, said))| differs(format!("n = {n}"), *found, said)))
}

/// Theorem 3.3 with this start and period: proven by a certificate that the
/// independent verifier accepts; the P-positions up to the end of one period
/// beyond the start then decide all.
fn dawsons_kayles_with(ground: &Ground<'_>, start: usize, length: usize) -> Result<Verdict, Unchecked> {
    let mut values = NimValues::new(&code(&[0, 7]));
    let found = find(&mut values, 10_000, ground.budget)?;
    let Found::Proven(period, because) = found else { return Ok(differs("0.07", "?", length)) };
    if (period.start, period.length, period.saltus) != (start, length, 0) {
        let shown = |start: usize, length: usize| format!("{length} ({start}–)");
        return Ok(differs("0.07", shown(period.start, period.length), shown(start, length)));
    }
    if check(&certify(&values, period, because), ground.budget)? != Check::Holds {
        return Ok(differs("0.07", "✗", "✓"));
    }
    let is_p = |n: usize| [0, 1, 15, 35].contains(&n) || [5, 9, 21, 25, 29].contains(&(n % 34));
    let wrong = (0..start + 2 * length).find(|n| ground.holds(values.get(*n) == Some(0)) != is_p(*n));
    Ok(match wrong {
        Some(n) => differs(format!("n = {n}"), values.get(n).unwrap_or(u32::MAX), u32::from(!is_p(n))),
        None => Verdict::Proved(say!("claim.by_period", start = start, period = length)),
    })
}

/// Theorem 3.3.
pub(super) fn dawsons_kayles(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    dawsons_kayles_with(ground, 53, 34)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn another_start_or_period_is_refuted() {
        assert_eq!(refutation(|ground| dawsons_kayles_with(ground, 52, 34), 0).unwrap().at, "0.07");
        assert_eq!(refutation(|ground| dawsons_kayles_with(ground, 53, 17), 0).unwrap().at, "0.07");
        assert_eq!(refutation(dawsons_kayles, 0), None);
    }

    #[test]
    fn a_changed_entry_of_table_1_is_found() {
        let changed = TABLE_1.concat().replacen("5223", "5323", 1);
        let found = refutation(|ground| Ok(values_are(ground, &changed)), 0).unwrap();
        assert_eq!(found.at, "n = 17");
    }

    #[test]
    fn less_agreement_is_not_enough() {
        assert!(refutation(|ground| periodicity_with(ground, 20), 200).is_some());
        assert_eq!(refutation(|ground| periodicity_with(ground, 0), 200), None);
    }
}
