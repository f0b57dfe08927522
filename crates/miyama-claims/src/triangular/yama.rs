//! §3 and §5.1: Yama Nim and Triangular Nim.

use crate::compare::{built_in, differs, shown, written};
use crate::{Ground, Unchecked, Verdict};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::positions;
use miyama::play::Convention;
use miyama_text::say;

/// Take i ≥ 2 stones from one heap and return j, 1 ≤ j < i, to the other: the
/// options, from these words.
fn in_words(x: u64, y: u64) -> Vec<Vec<u64>> {
    let from = |x: u64, y: u64| (2..=x).flat_map(move |i| (1..i).map(move |j| (x - i, y + j)));
    let mut options: Vec<Vec<u64>> = from(x, y).map(|(x, y)| vec![x, y]).collect();
    options.extend(from(y, x).map(|(y, x)| vec![x, y]));
    options.sort_unstable();
    options.dedup();
    options
}

/// The sets of definition 3.2 are what the words say?
fn sets_are_in_words(ground: &Ground<'_>, ruleset: &Ruleset) -> Result<Verdict, Unchecked> {
    let mut all: Vec<Vec<u64>> = positions(&[ground.to; 2]).collect();
    all.sort_by_key(|position| (position.iter().sum::<u64>(), position.clone()));
    for position in all {
        ground.budget.check()?;
        let options = ground.options(ruleset, &position)?;
        let said = in_words(position[0], position[1]);
        if options != said {
            let at = shown(&position);
            let missing = said.iter().find(|option| !options.contains(option)).map(|option| shown(option));
            let says = say!("claim.set_lacks", position = &at, option = missing.unwrap_or_default());
            return Ok(Verdict::refuted(at, says));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Definition 3.2 as printed.
pub(super) fn triangular_printed(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let printed = "(x, y) -> { (x-i, y+j) | 2 <= i <= x, 1 <= j < i } ∪ { (x+1, y-i) | 2 <= i <= y, 1 <= j < i }";
    sets_are_in_words(ground, &written(printed))
}

/// Definition 3.2 with (x+j, y−i) in the second set.
pub(super) fn triangular_meant(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let meant = "(x, y) -> { (x-i, y+j) | 2 <= i <= x, 1 <= j < i } ∪ { (x+j, y-i) | 2 <= i <= y, 1 <= j < i }";
    sets_are_in_words(ground, &written(meant))
}

/// d with d(d−1)/2 ≤ g < d(d+1)/2.
fn step(g: u64) -> u64 {
    (1..).find(|d| g < d * (d + 1) / 2).unwrap_or(1)
}

/// Theorem 3.4.
fn by_gap(x: u64, y: u64) -> u64 {
    let (d, total) = (x.abs_diff(y), x + y);
    match d {
        0 | 1 => 0,
        _ if total <= d * d + 1 => total - 1,
        _ => d * (d - 1) / 2 + (total - d * d - 2) / 2 % d,
    }
}

/// Theorem 3.6: the g with (x, y) = (a_{g,k}, a_{g,k+1}); else x + y − 1.
fn by_progressions(x: u64, y: u64) -> u64 {
    let (low, high) = (x.min(y), x.max(y));
    if low == high {
        return 0;
    }
    // The step is the gap, and a_{g,0} = 1 + g ≤ low.
    let d = high - low;
    let mut of_step = (d * (d - 1) / 2..d * (d + 1) / 2).take_while(|g| *g < low);
    of_step.find(|g| (low - 1 - g).is_multiple_of(d)).unwrap_or(low + high - 1)
}

/// Lemma 3.7 at one position with gap d ≥ 2, for all sequences with step d.
fn lemma(x: u64, d: u64) -> bool {
    let (low, total) = (x, 2 * x + d);
    let mut of_step = d * (d - 1) / 2..d * (d + 1) / 2;
    if total <= d * d + 1 {
        return of_step.all(|g| low < 1 + g);
    }
    let g = d * (d - 1) / 2 + (total - d * d - 2) / 2 % d;
    step(g) == d && low > g && (low - 1 - g).is_multiple_of(d)
}

/// Theorems 3.4 and 3.6 and lemma 3.7.
pub(super) fn triangular_values(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let (game, to) = (built_in("triangular", &[]), [ground.to; 2]);
    for says in [by_gap as fn(u64, u64) -> u64, by_progressions] {
        if let Some(wrong) = ground.grundy_values(&game, &to, |heaps| says(heaps[0], heaps[1]))? {
            return Ok(wrong);
        }
    }
    for x in 0..=ground.to {
        ground.budget.check()?;
        if let Some(d) = (2..=ground.to).find(|d| !lemma(x, *d)) {
            return Ok(differs(format!("3.7: ({x},{})", x + d), "≠", "="));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// §5.1: take a or more, return b (or b or more). With m = max(a, b+1) and
/// p = m − b, for x ≤ y: P exactly if y < m + p⌊x/p⌋.
pub(super) fn generalised(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for (a, b) in (1..=6u32).flat_map(|a| (0..=5u32).map(move |b| (a, b))) {
        let (m, returned) = (u64::from(a.max(b + 1)), u64::from(b));
        let says_p = |heaps: &[u64]| {
            let (x, y, p) = (heaps[0].min(heaps[1]), heaps[0].max(heaps[1]), m - returned);
            y < m + x / p * p
        };
        for name in ["yama", "triangular"] {
            let game = built_in(name, &[a.into(), b.into()]);
            if let Some(wrong) = ground.p_positions(&game, &[ground.to; 2], Convention::Normal, says_p)? {
                return Ok(wrong);
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_of_a_value() {
        assert_eq!([0, 1, 2, 3, 5, 6].map(step), [1, 2, 2, 3, 3, 4]);
    }
}
