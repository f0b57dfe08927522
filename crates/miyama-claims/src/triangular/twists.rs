//! §4 and definition 5.2: twists of Triangular Nim and their ladders of
//! P-positions.

use crate::compare::{built_in, differs, shown};
use crate::{Ground, Unchecked, Verdict};
use miyama::heap::table::positions;
use miyama::play::Convention;
use miyama_text::say;
use std::collections::HashSet;

/// The pairs of neighbours in a sequence, as long as their smaller member is at
/// most `to`; with (0, 0), and `more`.
fn neighbours(terms: impl Iterator<Item = u64>, to: u64, more: &[(u64, u64)]) -> HashSet<(u64, u64)> {
    let mut pairs = HashSet::from([(0, 0)]);
    pairs.extend(more);
    let mut terms = terms.peekable();
    while let Some(term) = terms.next().filter(|term| *term <= to) {
        if let Some(next) = terms.peek() {
            pairs.insert((term, *next));
        }
    }
    pairs
}

/// The polygonal numbers a[c],k of definition 4.2.
fn polygonal_numbers(c: u64) -> impl Iterator<Item = u64> {
    // ((1+c)k² + (1−c)k)/2 = k + (1+c)k(k−1)/2
    (0..).map(move |k: u64| k + (1 + c) * (k * k.saturating_sub(1) / 2))
}

/// The P-positions of a twist are these pairs and the same exchanged?
fn ladder(
    ground: &Ground<'_>,
    name: &str,
    argument: u64,
    pairs: &HashSet<(u64, u64)>,
) -> Result<Option<Verdict>, Unchecked> {
    let game = built_in(name, &[i64::try_from(argument).map_err(|_| Unchecked::TooLarge)?]);
    let says_p = |heaps: &[u64]| pairs.contains(&(heaps[0].min(heaps[1]), heaps[0].max(heaps[1])));
    ground.p_positions(&game, &[ground.to; 2], Convention::Normal, says_p)
}

/// The P-positions of the c-Wythoff twist are the consecutive polygonal numbers
/// of `sides` − 3?
fn twist_is(ground: &Ground<'_>, c: u64, sides: u64) -> Result<Option<Verdict>, Unchecked> {
    ladder(ground, "twist", c, &neighbours(polygonal_numbers(sides - 3), ground.to, &[]))
}

/// Definition 4.2 to example 4.5, for c up to 8.
pub(super) fn polygonal(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    const EXAMPLES: [[u64; 7]; 4] =
        [[0, 1, 3, 6, 10, 15, 21], [0, 1, 4, 9, 16, 25, 36], [0, 1, 5, 12, 22, 35, 51], [0, 1, 6, 15, 28, 45, 66]];
    for (c, said) in (0..).zip(EXAMPLES) {
        if let Some((k, (found, said))) =
            (0..).zip(polygonal_numbers(c).zip(said)).find(|(_, (found, said))| found != said)
        {
            return Ok(differs(format!("a[{c}],{k}"), found, said));
        }
    }
    for c in 0..=8 {
        if let Some(wrong) = twist_is(ground, c, c + 3)? {
            return Ok(wrong);
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The moves that the proof of theorem 4.4 names, for c up to 4: each is one, and leads to S.
pub(super) fn moves(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for c in 0..=4u64 {
        let game = built_in("twist", &[c as i64]);
        let terms: Vec<u64> = polygonal_numbers(c).take_while(|term| *term <= 3 * ground.to + 3).collect();
        for position in positions(&[ground.to; 2]) {
            ground.budget.check()?;
            let (x, y) = (position[0], position[1]);
            let Some(k) = terms.windows(2).position(|pair| pair[0] <= x && x < pair[1]) else { continue };
            if x > y || (x, y) == (0, 0) || (x, y) == (terms[k], terms[k + 1]) {
                continue;
            }
            let to = if x == y {
                vec![0, 0]
            } else if x + y > terms[k] + terms[k + 1] {
                vec![terms[k + 1], terms[k]]
            } else {
                let l = ((y - x - 1) / (c + 1)) as usize;
                vec![terms[l], terms[l + 1]]
            };
            if !ground.options(&game, &position)?.contains(&to) {
                let at = format!("c = {c}: {}", shown(&position));
                return Ok(differs(at, "", shown(&to)));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The list of the Japanese abstract for i = j: (0,0), (1,1), (3,6), (6,10), ….
pub(super) fn abstract_list(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let mut pairs = neighbours(polygonal_numbers(0), ground.to, &[(1, 1)]);
    pairs.remove(&(0, 1));
    pairs.remove(&(1, 3));
    Ok(match ladder(ground, "twist", 0, &pairs)? {
        Some(Verdict::Refuted(found)) => Verdict::refuted(found.at, say!("claim.abstract_list", first = found.says)),
        other => ground.unless(other),
    })
}

/// The third set of definition 4.6 as printed, for i and j up to `to`.
fn printed_moves(d: i64, x: i64, y: i64, to: i64) -> impl Iterator<Item = (i64, i64)> {
    let pairs = (1..=to).flat_map(move |i| (1..=to).map(move |j| (i, j)));
    pairs.filter(move |(i, j)| *i <= d * j - 2 && *j <= d * i - 2).map(move |(i, j)| (x - i, y - j))
}

/// Definition 4.6 as printed leads from heaps to heaps.
pub(super) fn geometric_printed(_: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let outside = printed_moves(2, 0, 0, 10).find(|(x, y)| *x < 0 || *y < 0);
    Ok(crate::compare::exhausted(
        outside.map(|(x, y)| Verdict::refuted("d = 2: (0,0)", say!("claim.negative_heaps", x = x, y = y))),
    ))
}

/// Definition 4.6 with i ≤ x and j ≤ y: the printed moves that leave heaps, and
/// those of Triangular Nim.
pub(super) fn geometric_meant(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let triangular = built_in("triangular", &[]);
    for d in 2..=5 {
        let game = built_in("geometric", &[d]);
        for position in positions(&[ground.to; 2]) {
            ground.budget.check()?;
            let heap = |i: usize| i64::try_from(position[i]).unwrap_or(i64::MAX);
            let (x, y) = (heap(0), heap(1));
            let printed = printed_moves(d, x, y, x.max(y)).filter(|(x, y)| *x >= 0 && *y >= 0);
            let mut said: Vec<Vec<u64>> = printed.map(|(x, y)| vec![x.unsigned_abs(), y.unsigned_abs()]).collect();
            said.extend(triangular.options(&position)?.into_iter().map(|option| option[0].clone()));
            said.sort_unstable();
            let options = ground.options(&game, &position)?;
            if options != said {
                return Ok(differs(format!("d = {d}: {}", shown(&position)), options.len(), said.len()));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn another_polygon_is_refuted() {
        let check = |ground: &Ground<'_>| Ok(ground.unless(twist_is(ground, 0, 4)?));
        assert_eq!(refutation(check, 20).unwrap().at, "(1,3)");
    }
}
