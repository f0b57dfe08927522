//! §5.2 and §5.4: three and more heaps, and sequences of P-positions.

use crate::compare::{built_in, differs, exhausted, shown, written};
use crate::{Ground, Unchecked, Verdict};
use miyama::play::Convention;
use miyama_text::say;
use std::collections::HashSet;

/// The P-positions of a three-heap game, by the heaps in ascending order.
fn three_heaps(
    ground: &Ground<'_>,
    name: &str,
    says_p: impl Fn(u64, u64, u64) -> bool,
) -> Result<Option<Verdict>, Unchecked> {
    let sorted = |heaps: &[u64]| {
        let mut heaps = [heaps[0], heaps[1], heaps[2]];
        heaps.sort_unstable();
        says_p(heaps[0], heaps[1], heaps[2])
    };
    ground.p_positions(&built_in(name, &[]), &[ground.to; 3], Convention::Normal, sorted)
}

/// Rule (1).
pub(super) fn rule_1(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    rule_1_with(ground, 2)
}

/// (0,0,1), (0,n,n), (n,n,n) and (n, n, `factor`·n).
fn rule_1_with(ground: &Ground<'_>, factor: u64) -> Result<Verdict, Unchecked> {
    let says_p = |a, b, c| match a {
        0 => b == c || (b, c) == (0, 1),
        _ => a == b && (c == a || c == factor * a),
    };
    Ok(ground.unless(three_heaps(ground, "three-heap-1", says_p)?))
}

/// Rule (2).
pub(super) fn rule_2(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let says_p = |a, b, c| match a {
        0 => c - b <= 1 || (b, c) == (0, 2),
        1 => b == c || (b, c) == (1, 2),
        _ => (a, b, c) == (2, 2, 2),
    };
    Ok(ground.unless(three_heaps(ground, "three-heap-2", says_p)?))
}

/// Rule (3).
pub(super) fn rule_3(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let says_p = |a, b, c| match a {
        0 => b == c || (b, c) == (0, 1),
        _ => [(1, 1, 1), (1, 1, 2), (2, 2, 2)].contains(&(a, b, c)),
    };
    Ok(ground.unless(three_heaps(ground, "three-heap-3", says_p)?))
}

/// Rule (4).
pub(super) fn rule_4(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(ground.unless(three_heaps(ground, "three-heap-4", |_, b, _| b == 0)?))
}

/// Rule (5).
pub(super) fn rule_5(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let says_p = |a, b, c| match a {
        0 => b == 0 || (b, c) == (1, 1),
        1 => b == c || (b, c) == (1, 2),
        _ => a == b && (c == a || c == 2 * a - 1),
    };
    Ok(ground.unless(three_heaps(ground, "three-heap-5", says_p)?))
}

/// Rule (6), in both readings.
pub(super) fn rule_6(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let first = |a, _, c| a == 0 || c <= 2;
    if let Some(wrong) = three_heaps(ground, "three-heap-6a", first)? {
        return Ok(wrong);
    }
    let second = |a, b, c| match a {
        0 => c - b <= 1,
        1 => b == c || (b, c) == (1, 2),
        _ => (a, b, c) == (2, 2, 2),
    };
    Ok(ground.unless(three_heaps(ground, "three-heap-6b", second)?))
}

/// Three-heap Yama Nim with heaps a ≤ b ≤ c. From a = 6 on the P-positions
/// repeat when 16 is added to every heap: b and c are given by how much they
/// exceed a, for a = 6, …, 21.
fn yama_says_p(a: u64, b: u64, c: u64) -> bool {
    let (second, third) = (b - a, c - a);
    match a {
        0 => c == b || (c == b + 1 && ![1, 2, 4].contains(&b)),
        1 => [(1, 1), (1, 2), (3, 3), (3, 4), (4, 4)].contains(&(b, c)),
        2 => b == 2 && (c == 2 || c >= 5),
        3 => b == 5 && c >= 8,
        4 => b == 4 && (c == 4 || c >= 7),
        5 => false,
        _ => match ((a - 6) % 16, second) {
            (0, 3) => (6..=8).contains(&third),
            (0, 4) => (7..=8).contains(&third),
            (0, 11) => (14..=16).contains(&third),
            (0, 12) => third >= 15,
            (1, 3) => (6..=8).contains(&third),
            (1, 4) => (7..=9).contains(&third),
            (2, 3) => third >= 7,
            (3, 7) => third == 10 || third >= 14,
            (6, 3) => third == 6 || third == 8,
            (6, 4) => third == 7,
            (6, 8) => (11..=12).contains(&third),
            (6, 9) => third >= 12,
            (7, 3) => third == 6,
            (7, 6) => (9..=10).contains(&third),
            (7, 7) => third >= 10,
            (8, 5) => third == 8 || third >= 11,
            _ => false,
        },
    }
}

/// A description of the P-positions of three-heap Yama Nim.
pub(super) fn three_heap_yama(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(ground.unless(three_heaps(ground, "three-heap-yama", yama_says_p)?))
}

/// Four-heap Yama Nim: two pairs of equal heaps are P.
pub(super) fn four_heap_yama(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let game = written("yama4: (w, x, y, z) -> sym { (w-i, x+1, y, z) | 2 <= i <= w }");
    let table = ground.outcomes(&game, &[ground.to; 4], Convention::Normal)?;
    let pairs = (0..=ground.to).flat_map(|a| (a..=ground.to).map(move |b| [a, a, b, b]));
    let wrong = pairs.into_iter().find(|p| table.outcome(p) != Some(miyama::play::Outcome::P));
    Ok(ground.unless(wrong.map(|p| differs(shown(&p), "N", "P"))))
}

/// 0, 1, 3, 10, 33, 109 satisfies a(n+2) = `factor`·a(n+1) + a(n)?
fn recurrence_with(ground: &Ground<'_>, factor: u64) -> Verdict {
    const TERMS: [u64; 6] = [0, 1, 3, 10, 33, 109];
    let wrong = (0..4).find(|n| !ground.holds(TERMS[n + 2] == factor * TERMS[n + 1] + TERMS[*n]));
    exhausted(wrong.map(|n| differs(format!("a({})", n + 2), TERMS[n + 2], factor * TERMS[n + 1] + TERMS[n])))
}

/// §5.4 as printed.
pub(super) fn recurrence_printed(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(recurrence_with(ground, 1))
}

/// §5.4 with the right recurrence.
pub(super) fn recurrence(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(recurrence_with(ground, 3))
}

/// Is there a rule by displacements — how many stones each heap loses or
/// gains, the total falling, whatever the position — whose P-positions are
/// (0, 0) and the neighbours in a(n+2) = `factor`·a(n+1) + a(n), a(0) = 0,
/// a(1) = 1, in either order?
///
/// A displacement that joins two of these is forbidden. If some other position
/// reaches them by forbidden displacements only, no rule will do. If none does,
/// the rule of all displacements that are not forbidden has these P-positions.
fn rule_for(ground: &Ground<'_>, factor: i64) -> Result<Verdict, Unchecked> {
    let to = i64::try_from(ground.to).map_err(|_| Unchecked::TooLarge)?;
    let mut terms = vec![0, 1];
    // Between pairs further out the heaps differ by more than 2·to.
    while let [.., before, last] = terms[..] {
        if last > 8 * to + 8 {
            break;
        }
        terms.push(factor * last + before);
    }
    let mut p: HashSet<(i64, i64)> = HashSet::from([(0, 0)]);
    p.extend(terms.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]));
    let falls = |from: (i64, i64), to: (i64, i64)| to.0 + to.1 < from.0 + from.1;
    let displacement = |from: (i64, i64), to: (i64, i64)| (from.0 - to.0, from.1 - to.1);
    let joins = p.iter().flat_map(|from| p.iter().map(move |to| (*from, *to)));
    let forbidden: HashSet<(i64, i64)> =
        joins.filter(|(from, to)| falls(*from, *to)).map(|(from, to)| displacement(from, to)).collect();
    let lost = ground.first(&[ground.to; 2], |heaps| {
        let from = (heaps[0].cast_signed(), heaps[1].cast_signed());
        let wins = p.iter().any(|to| falls(from, *to) && !forbidden.contains(&displacement(from, *to)));
        !p.contains(&from) && !ground.holds(wins)
    })?;
    Ok(ground.unless(lost.map(|position| {
        let at = shown(&position);
        Verdict::refuted(at.clone(), say!("claim.no_displacement", position = &at))
    })))
}

/// Neighbouring Fibonacci numbers 0, 1, 1, 2, 3, 5, ….
pub(super) fn fibonacci_rule(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    rule_for(ground, 1)
}

/// Neighbours in 0, 1, 3, 10, 33, 109, ….
pub(super) fn rule_of_three(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    rule_for(ground, 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn three_times_the_heap_is_refuted() {
        assert_eq!(refutation(|ground| rule_1_with(ground, 3), 8).unwrap().at, "(1,1,2)");
    }

    #[test]
    fn one_position_more_in_three_heap_yama() {
        let check = |ground: &Ground<'_>| {
            let more = |a, b, c| yama_says_p(a, b, c) || (a, b, c) == (7, 9, 12);
            Ok(ground.unless(three_heaps(ground, "three-heap-yama", more)?))
        };
        assert_eq!(refutation(check, 14).unwrap().at, "(7,9,12)");
    }

    #[test]
    fn the_rule_of_three_has_its_p_positions() {
        assert_eq!(refutation(|ground| rule_for(ground, 3), 40), None);
        assert_eq!(refutation(|ground| rule_for(ground, 2), 40).unwrap().at, "(1,1)");
        assert_eq!(refutation(|ground| Ok(recurrence_with(ground, 2)), 0).unwrap().at, "a(2)");
    }
}
