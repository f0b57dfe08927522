//! §5.2 and §5.4: three and more heaps, and sequences of P-positions.

use crate::compare::{differs, exhausted, shown, written};
use crate::{Ground, Unchecked, Verdict};
use miyama::play::Convention;
use miyama_text::say;
use std::collections::HashSet;

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
    fn the_rule_of_three_has_its_p_positions() {
        assert_eq!(refutation(|ground| rule_for(ground, 3), 40), None);
        assert_eq!(refutation(|ground| rule_for(ground, 2), 40).unwrap().at, "(1,1)");
        assert_eq!(refutation(|ground| Ok(recurrence_with(ground, 2)), 0).unwrap().at, "a(2)");
    }
}
