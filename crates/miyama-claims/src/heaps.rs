//! 002: three-heap Nim in both conventions, and with a limit.

use super::compare::{built_in, differs, exhausted, shown, side_by_side};
use super::{Check, Ground, Unchecked, Verdict};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::positions;
use miyama::play::{Convention, Outcome};
use miyama_text::say;

/// The checks of this document, by their names in its file.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("heaps.misere-forms-from-one", misere_forms_from_one),
    ("heaps.misere-forms-from-two", misere_forms_from_two),
    ("heaps.normal-forms", normal_forms),
    ("heaps.digit-sums-printed", digit_sums_printed),
    ("heaps.digit-sums", digit_sums),
    ("heaps.two-forms-begin-with-one", two_forms_begin_with_one),
    ("heaps.three-forms-begin-with-one", three_forms_begin_with_one),
    ("heaps.bad-form-has-a-one", bad_form_has_a_one),
    ("heaps.one-move-per-heap", one_move_per_heap),
    ("heaps.largest-heap-moves", largest_heap_moves),
    ("heaps.some-heap-moves", some_heap_moves),
    ("heaps.misere-nim", misere_nim),
    ("heaps.bounded-nim", bounded_nim),
    ("heaps.misere-bounded-nim", misere_bounded_nim),
];

fn nim(heaps: usize) -> Ruleset {
    side_by_side(&built_in("nim", &[]), heaps)
}

fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// The forms with three heaps of the lists, without (0, n, n).
const FORMS: [[u64; 3]; 6] = [[1, 2, 3], [1, 4, 5], [2, 4, 6], [2, 5, 7], [3, 4, 7], [3, 5, 6]];

/// Whether the P-positions below (3,5,7), except the end, are these in some
/// order; and the winning first moves.
fn forms(ground: &Ground<'_>, convention: Convention, says_p: impl Fn([u64; 3]) -> bool) -> Result<Verdict, Unchecked> {
    let (game, to) = (nim(3), [3, 5, 7]);
    let in_order = |heaps: &[u64]| {
        let mut sorted = [heaps[0], heaps[1], heaps[2]];
        sorted.sort_unstable();
        sorted
    };
    let table = ground.outcomes(&game, &to, convention)?;
    let is_p = |heaps: &[u64]| table.outcome(heaps) == Some(Outcome::P);
    let wrong = ground.first(&to, |heaps| heaps != [0, 0, 0] && is_p(heaps) != says_p(in_order(heaps)))?;
    if let Some(position) = wrong {
        let (at, found) = (shown(&in_order(&position)), if is_p(&position) { "P" } else { "N" });
        return Ok(differs(at, found, if is_p(&position) { "N" } else { "P" }));
    }
    let winning: Vec<String> =
        game.options(&to)?.iter().filter(|option| is_p(&option[0])).map(|option| shown(&option[0])).collect();
    let said = "(2,5,7) (3,4,7) (3,5,6)";
    Ok(exhausted((winning.join(" ") != said).then(|| differs("(3,5,7)", winning.join(" "), said))))
}

/// Problem 1 with (0, n, n) from this n on.
fn misere_forms(ground: &Ground<'_>, from: u64) -> Result<Verdict, Unchecked> {
    forms(ground, Convention::Misere, |[a, b, c]| {
        [[0, 0, 1], [1, 1, 1]].contains(&[a, b, c]) || (a == 0 && b == c && b >= from) || FORMS.contains(&[a, b, c])
    })
}

/// Problem 1 as the list has it: (0, n, n) without a condition.
fn misere_forms_from_one(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    misere_forms(ground, 1)
}

/// Problem 1 with n ≥ 2.
fn misere_forms_from_two(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    misere_forms(ground, 2)
}

/// Problem 2.
fn normal_forms(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    forms(ground, Convention::Normal, |[a, b, c]| (a == 0 && b == c) || FORMS.contains(&[a, b, c]))
}

/// The binary digits of the heaps of a P-position added without carry, read as
/// a decimal number; these are said to be the sums of the six forms.
fn digit_sums_are(ground: &Ground<'_>, said: [u64; 6]) -> Verdict {
    let digits = |n: u64| (0..3).map(|i| (n >> i & 1) * 10u64.pow(i)).sum::<u64>();
    let sum = |form: &[u64]| form.iter().map(|heap| digits(*heap)).sum::<u64>();
    for n in 1..=5 {
        let same = [0, n, n];
        if sum(&same).to_string().contains('1') {
            return differs(shown(&same), sum(&same), "0, 2");
        }
    }
    let wrong = FORMS.iter().zip(said).find(|(form, said)| !ground.holds(sum(form.as_slice()) == *said));
    exhausted(wrong.map(|(form, said)| differs(shown(form), sum(form), said)))
}

/// The sums as printed: after 22 everything is 222.
fn digit_sums_printed(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(digit_sums_are(ground, [22, 222, 222, 222, 222, 222]))
}

/// The sums.
fn digit_sums(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(digit_sums_are(ground, [22, 202, 220, 222, 222, 222]))
}

/// The misère P-positions below (3,5,7) whose smallest heap is 1 are said to be these.
fn forms_begin_with_one(ground: &Ground<'_>, said: &[&str]) -> Result<Verdict, Unchecked> {
    let table = ground.outcomes(&nim(3), &[3, 5, 7], Convention::Misere)?;
    let found: Vec<String> = positions(&[3, 5, 7])
        .filter(|heaps| heaps[0] == 1 && heaps.is_sorted() && table.outcome(heaps) == Some(Outcome::P))
        .map(|heaps| shown(&heaps))
        .collect();
    let same = ground.holds(found == said);
    Ok(exhausted((!same).then(|| differs("(1,b,c)", found.join(" "), said.join(" ")))))
}

/// As printed: the two that were found last.
fn two_forms_begin_with_one(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    forms_begin_with_one(ground, &["(1,2,3)", "(1,4,5)"])
}

/// With (1,1,1), which was found first.
fn three_forms_begin_with_one(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    forms_begin_with_one(ground, &["(1,1,1)", "(1,2,3)", "(1,4,5)"])
}

/// In every N-position of three heaps the binary digits have the sum 1 somewhere.
fn bad_form_has_a_one(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let (game, to) = (nim(3), [ground.to; 3]);
    let table = ground.outcomes(&game, &to, Convention::Normal)?;
    let sum = |heaps: &[u64], digit: u32| heaps.iter().map(|heap| heap >> digit & 1).sum::<u64>();
    let sums = |heaps: &[u64]| (0..ground.to.ilog2() + 1).map(|digit| sum(heaps, digit)).collect::<Vec<_>>();
    let wrong = ground.first(&to, |heaps| {
        heaps.is_sorted() && table.outcome(heaps) == Some(Outcome::N) && !sums(heaps).contains(&1)
    })?;
    Ok(ground.unless(wrong.map(|heaps| {
        let digits: String = sums(&heaps).iter().rev().map(u64::to_string).collect();
        differs(shown(&heaps), digits.trim_start_matches('0').to_owned(), "1")
    })))
}

/// The first N-position, of one to four heaps, whose winning moves, given by
/// the heaps that they lower, are `wrong`.
fn winning_heaps(ground: &Ground<'_>, wrong: impl Fn(&[u64], &[usize]) -> bool) -> Result<Option<Vec<u64>>, Unchecked> {
    let mut found: Vec<Vec<u64>> = Vec::new();
    for heaps in 1..=4 {
        let (game, to) = (nim(heaps), vec![ground.to; heaps]);
        let table = ground.outcomes(&game, &to, Convention::Normal)?;
        // The order of the heaps does not matter.
        for position in positions(&to).filter(|position| position.is_sorted() && position[0] > 0) {
            ground.budget.check()?;
            if table.outcome(&position) == Some(Outcome::P) {
                continue;
            }
            let options = game.options(&position)?;
            let winning = options.iter().map(|o| &o[0]).filter(|o| table.outcome(o) == Some(Outcome::P));
            let lowered: Vec<usize> = winning.filter_map(|o| (0..heaps).find(|i| o[*i] != position[*i])).collect();
            if wrong(&position, &lowered) {
                found.push(position);
            }
        }
    }
    Ok(super::compare::least(found.into_iter()))
}

/// Theorem 1: at most one winning move in each heap.
fn one_move_per_heap(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    moves_per_heap(ground, 1)
}

/// At most so many winning moves in each heap.
fn moves_per_heap(ground: &Ground<'_>, most: usize) -> Result<Verdict, Unchecked> {
    let more = |heaps: &[u64], lowered: &[usize]| {
        let in_heap = |i: usize| lowered.iter().filter(|l| **l == i).count();
        (0..heaps.len()).any(|i| in_heap(i) > most)
    };
    Ok(ground.unless(winning_heaps(ground, more)?.map(|position| differs(shown(&position), most + 1, most))))
}

/// Theorem 1, last sentence: a largest heap always has a winning move.
fn largest_heap_moves(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let none = |heaps: &[u64], lowered: &[usize]| !lowered.iter().any(|i| Some(&heaps[*i]) == heaps.iter().max());
    Ok(ground.unless(winning_heaps(ground, none)?.map(|position| {
        let at = shown(&position);
        Verdict::refuted(at.clone(), say!("claim.largest_has_none", position = &at))
    })))
}

/// The heaps with a winning move are those that have the highest binary digit
/// of the nim-sum.
fn some_heap_moves(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    heaps_with_digit_move(ground, u64::ilog2)
}

/// The heaps with a winning move are those that have this digit of the nim-sum.
fn heaps_with_digit_move(ground: &Ground<'_>, digit: fn(u64) -> u32) -> Result<Verdict, Unchecked> {
    let other = |heaps: &[u64], lowered: &[usize]| {
        let digit = digit(nim_sum(heaps));
        let having: Vec<usize> = (0..heaps.len()).filter(|i| heaps[*i] >> digit & 1 == 1).collect();
        let mut lowered = lowered.to_vec();
        lowered.sort_unstable();
        having.is_empty() || having != lowered
    };
    Ok(ground.unless(winning_heaps(ground, other)?.map(|position| differs(shown(&position), "≠", "="))))
}

/// Misère Nim: P if the largest heap is at most 1 and the ones are odd in
/// number, or larger and the nim-sum 0. The heaps count by their residues.
fn misere_says_p(residues: &[u64]) -> bool {
    match residues.iter().max() {
        Some(0 | 1) => residues.iter().sum::<u64>() % 2 == 1,
        _ => nim_sum(residues) == 0,
    }
}

/// Theorem 2, for one to five heaps.
fn misere_nim(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    misere_nim_is(ground, misere_says_p)
}

fn misere_nim_is(ground: &Ground<'_>, says_p: fn(&[u64]) -> bool) -> Result<Verdict, Unchecked> {
    for heaps in 1..=5 {
        let to = vec![ground.to; heaps];
        if let Some(wrong) = ground.p_positions(&nim(heaps), &to, Convention::Misere, says_p)? {
            return Ok(wrong);
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Bounded Nim for limits 1 to 7 on one to three heaps: P by the residues
/// modulo q + `more`.
fn bounded_nim_is(
    ground: &Ground<'_>,
    more: u64,
    convention: Convention,
    says_p: impl Fn(&[u64]) -> bool,
) -> Result<Verdict, Unchecked> {
    for q in 1..=7u32 {
        for heaps in 1..=3 {
            let game = side_by_side(&built_in("bounded", &[q.into()]), heaps);
            let residues = |position: &[u64]| position.iter().map(|n| n % (u64::from(q) + more)).collect::<Vec<_>>();
            let to = vec![ground.to; heaps];
            if let Some(wrong) = ground.p_positions(&game, &to, convention, |p| says_p(&residues(p)))? {
                return Ok(wrong);
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Theorem 3.
fn bounded_nim(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    bounded_nim_is(ground, 1, Convention::Normal, |residues| nim_sum(residues) == 0)
}

/// The misère form of theorem 3: theorem 2 for the residues.
fn misere_bounded_nim(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    bounded_nim_is(ground, 1, Convention::Misere, misere_says_p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn misere_nim_counts_odd_ones() {
        let even = |residues: &[u64]| match residues.iter().max() {
            Some(0 | 1) => residues.iter().sum::<u64>() % 2 == 0,
            _ => nim_sum(residues) == 0,
        };
        assert_eq!(refutation(|ground| misere_nim_is(ground, even), 4).unwrap().at, "(0)");
        assert_eq!(refutation(|ground| misere_nim_is(ground, misere_says_p), 4), None);
    }

    #[test]
    fn the_modulus_is_one_more_than_the_limit() {
        let check = |ground: &Ground<'_>| bounded_nim_is(ground, 0, Convention::Normal, |r| nim_sum(r) == 0);
        assert_eq!(refutation(check, 6).unwrap().at, "(1)");
    }

    #[test]
    fn theorem_1_says_one_move_in_the_heaps_with_the_highest_digit() {
        assert_eq!(refutation(|ground| moves_per_heap(ground, 0), 4).unwrap().at, "(1)");
        assert_eq!(refutation(|ground| moves_per_heap(ground, 1), 4), None);
        let lowest = |ground: &Ground<'_>| heaps_with_digit_move(ground, u64::trailing_zeros);
        assert_eq!(refutation(lowest, 4).unwrap().at, "(1,2)");
        assert_eq!(refutation(some_heap_moves, 4), None);
    }

    #[test]
    fn a_form_less_is_missed() {
        let check = |ground: &Ground<'_>| misere_forms(ground, 3);
        assert_eq!(refutation(check, 0).unwrap().at, "(0,2,2)");
    }
}
