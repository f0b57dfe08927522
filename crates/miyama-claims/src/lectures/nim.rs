//! §3 and §4.1–4.2: Nim, and Nim with a limit.

use crate::compare::{built_in, differs, exhausted, shown, side_by_side};
use crate::{Ground, Unchecked, Verdict};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::positions;
use miyama::play::{Convention, Outcome};
use miyama_text::say;

/// Nim on several heaps.
pub(super) fn nim(heaps: usize) -> Ruleset {
    side_by_side(&built_in("nim", &[]), heaps)
}

/// The nim-sum of the heaps.
pub(super) fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

fn is_p_in_nim(ground: &Ground<'_>, heaps: usize, says_p: impl Fn(&[u64]) -> bool) -> Result<Verdict, Unchecked> {
    let to = vec![ground.to; heaps];
    Ok(ground.unless(ground.p_positions(&nim(heaps), &to, Convention::Normal, says_p)?))
}

/// Theorem 16, for one to five heaps.
pub(super) fn many_heaps(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for heaps in 1..=5 {
        let verdict = is_p_in_nim(ground, heaps, |heaps| nim_sum(heaps) == 0)?;
        if let Verdict::Refuted(_) = verdict {
            return Ok(verdict);
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Proposition 11: of all sets of positions of two heaps up to a bound, exactly
/// one has the three properties, and it is the set of P-positions.
pub(super) fn three_properties(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let to = [ground.to, ground.to];
    let (game, all) = (nim(2), positions(&to).collect::<Vec<_>>());
    let index = |position: &[u64]| all.iter().position(|p| p == position).expect("options stay in the box");
    let mut options: Vec<u32> = Vec::new();
    for position in &all {
        options.push(game.options(position)?.iter().fold(0, |set, option| set | 1 << index(&option[0])));
    }
    let table = ground.outcomes(&game, &to, Convention::Normal)?;
    let p = all.iter().enumerate().filter(|(_, p)| table.outcome(p) == Some(Outcome::P));
    let p = p.fold(0u32, |set, (i, _)| set | 1 << i);
    for set in 0..1u32 << all.len() {
        if set % (1 << 12) == 0 {
            ground.budget.check()?;
        }
        let good = |i: usize| set >> i & 1 == 1;
        let has = good(0) && (0..all.len()).all(|i| good(i) == (options[i] & set == 0));
        if has != (set == p) {
            let members: Vec<String> = (0..all.len()).filter(|i| good(*i)).map(|i| shown(&all[i])).collect();
            return Ok(differs(format!("{{{}}}", members.join(" ")), has.to_string(), (!has).to_string()));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Example 14 with this second position: (1,4,5) is P, the other is not, and
/// its nim-sum is 2.
fn example_14(ground: &Ground<'_>, second: [u64; 3]) -> Result<Verdict, Unchecked> {
    let table = ground.values(&nim(3), &[7, 7, 7])?;
    let value = |position: [u64; 3]| table.value(&position).map_or(u64::MAX, |v| u64::from(v.0));
    let wrong = match (value([1, 4, 5]), value(second)) {
        (0, 2) => None,
        (0, other) => Some(other_nim_sum(second, other, 2)),
        (other, _) => Some(other_nim_sum([1, 4, 5], other, 0)),
    };
    Ok(exhausted(wrong))
}

fn other_nim_sum(position: [u64; 3], value: u64, said: u64) -> Verdict {
    let at = shown(&position);
    Verdict::refuted(at.clone(), say!("claim.nim_sum", position = &at, value = value, said = said))
}

/// Example 14 as printed.
pub(super) fn example_14_printed(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    example_14(ground, [2, 4, 7])
}

/// Example 14 with the position that its computation is about.
pub(super) fn example_14_corrected(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    example_14(ground, [1, 4, 7])
}

/// The answers to problem 15: the winning moves, none where it is P.
pub(super) fn problem_15(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let answers: [([u64; 3], &[[u64; 3]]); 4] = [
        ([1, 2, 3], &[]),
        ([2, 3, 4], &[[2, 3, 1]]),
        ([9, 13, 15], &[[2, 13, 15], [9, 6, 15], [9, 13, 4]]),
        ([11, 22, 29], &[]),
    ];
    let game = nim(3);
    let table = ground.outcomes(&game, &[11, 22, 29], Convention::Normal)?;
    for (position, said) in answers {
        let options = game.options(&position)?.into_iter().map(|option| option[0].clone());
        let found: Vec<Vec<u64>> = options.filter(|option| table.outcome(option) == Some(Outcome::P)).collect();
        if found != said {
            let list = |moves: Vec<String>| moves.join(" ");
            let (found, said) = (found.iter().map(|m| shown(m)).collect(), said.iter().map(|m| shown(m)).collect());
            return Ok(differs(shown(&position), list(found), list(said)));
        }
    }
    Ok(exhausted(None))
}

/// Theorem 17: the winning moves are aᵢ → aᵢ ⊕ s where that is smaller.
pub(super) fn winning_moves(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for heaps in 1..=4 {
        let (game, to) = (nim(heaps), vec![ground.to; heaps]);
        let table = ground.outcomes(&game, &to, Convention::Normal)?;
        let moves = |position: &[u64]| -> Vec<Vec<u64>> {
            let s = nim_sum(position);
            let smaller = (0..heaps).filter(|i| s != 0 && position[*i] ^ s < position[*i]);
            let lowered = |i: usize| {
                let mut option = position.to_vec();
                option[i] ^= s;
                option
            };
            let mut moves: Vec<_> = smaller.map(lowered).collect();
            moves.sort_unstable();
            moves
        };
        let mut too_large = false;
        let wrong = ground.first(&to, |position| match game.options(position) {
            Ok(options) => {
                let winning = options.iter().map(|o| &o[0]).filter(|o| table.outcome(o) == Some(Outcome::P));
                !winning.eq(moves(position).iter())
            }
            Err(_) => {
                too_large = true;
                false
            }
        })?;
        if too_large {
            return Err(Unchecked::TooLarge);
        }
        if let Some(position) = wrong {
            let at = shown(&position);
            return Ok(Verdict::refuted(at.clone(), say!("claim.other_winning_moves", position = &at)));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Theorem 18 with P exactly if the multiple of m + `more`, for limits up to 12.
fn bounded_by_multiples(ground: &Ground<'_>, more: u64) -> Result<Verdict, Unchecked> {
    for m in 1..=12u32 {
        let multiple = |heap: &[u64]| heap[0].is_multiple_of(u64::from(m) + more);
        let game = built_in("bounded", &[m.into()]);
        if let Some(wrong) = ground.p_positions(&game, &[ground.to], Convention::Normal, multiple)? {
            return Ok(wrong);
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Theorem 18.
pub(super) fn bounded(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    bounded_by_multiples(ground, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn a_p_position_more_is_refuted() {
        let verdict = |ground: &Ground<'_>| is_p_in_nim(ground, 3, |h| nim_sum(h) == 0 || h == [2, 3, 4]);
        assert_eq!(refutation(verdict, 5).unwrap().at, "(2,3,4)");
        assert_eq!(refutation(|ground| is_p_in_nim(ground, 2, |h| h[0].abs_diff(h[1]) <= 1), 5).unwrap().at, "(0,1)");
    }

    #[test]
    fn bounded_nim_has_its_modulus() {
        let found = refutation(|ground| bounded_by_multiples(ground, 2), 9).unwrap();
        assert_eq!((found.at.as_str(), found.says.to_string().as_str()), ("(2)", "bounded(1) (2) is a P-position"));
    }

    #[test]
    fn another_position_has_another_nim_sum() {
        assert_eq!(refutation(|ground| example_14(ground, [1, 4, 6]), 0).unwrap().at, "(1,4,6)");
        assert!(refutation(|ground| example_14(ground, [1, 4, 7]), 0).is_none());
    }
}
