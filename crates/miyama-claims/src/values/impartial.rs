//! §2: impartial games and nimbers.
//!
//! An impartial game born by day n + 1 is a set of games born by day n; sets
//! are numbered, a set of day n + 1 by the bits of its members.

use super::forms::as_sets;
use crate::compare::{built_in, differs, exhausted, side_by_side};
use crate::{Ground, Unchecked, Verdict};
use miyama::nimber::{Nimber, mex};
use miyama::play::{Convention, Outcome};
use miyama::value::Form;
use std::collections::HashMap;

/// The options of a game, by its number: the sets 0, 1, 2, … in the order in
/// which every member of a set has a smaller number.
fn options(game: u32) -> impl Iterator<Item = u32> {
    (0..32).filter(move |bit| game >> bit & 1 == 1)
}

/// How many impartial games are born by this day: 1, 2, 4, 16, 65536.
fn born_by(day: u64) -> u32 {
    (0..day).fold(1, |count, _| 1 << count)
}

/// Does the player to move win `game` + *n?
fn wins(game: u32, n: u32, known: &mut HashMap<(u32, u32), bool>) -> bool {
    if let Some(wins) = known.get(&(game, n)) {
        return *wins;
    }
    let in_game = options(game).collect::<Vec<_>>().into_iter().any(|option| !wins(option, n, known));
    let answer = in_game || (0..n).any(|smaller| !wins(game, smaller, known));
    known.insert((game, n), answer);
    answer
}

/// `{{},{{}}}`.
fn shown(game: u32) -> String {
    format!("{{{}}}", options(game).map(shown).collect::<Vec<_>>().join(","))
}

/// The n with G = *n, found by play: G + *n is P. More than one, or none, is
/// not found.
fn nimber(game: u32, known: &mut HashMap<(u32, u32), bool>) -> Option<u32> {
    let most = options(game).count() as u32;
    let mut equal = (0..=most).filter(|n| !wins(game, *n, known)).collect::<Vec<_>>();
    if equal.len() == 1 { equal.pop() } else { None }
}

/// Theorem 2.5.
pub(super) fn sprague_grundy(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let mut known = HashMap::new();
    for game in 0..born_by(ground.to) {
        ground.budget.check()?;
        if !ground.holds(nimber(game, &mut known).is_some()) {
            return Ok(differs(shown(game), "∄ n, or several", "∃! n"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// In the proof of theorem 2.5, for G = {*a₁, …} and n = mex: `right(aᵢ, n)`.
fn options_against_mex(ground: &Ground<'_>, right: fn(u32, u32) -> bool) -> Result<Verdict, Unchecked> {
    let mut known = HashMap::new();
    for game in 0..born_by(ground.to) {
        ground.budget.check()?;
        let values: Vec<u32> = options(game).filter_map(|option| nimber(option, &mut known)).collect();
        let n = ground.sees(mex(values.iter().map(|a| Nimber(*a))).0, |n| if n == 0 { 1 } else { 0 });
        if let Some(a) = values.iter().find(|a| !right(**a, n)) {
            let says = miyama_text::say!("claim.below_mex", game = shown(game), option = *a, value = n);
            return Ok(Verdict::refuted(shown(game), says));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The proof as printed: aᵢ > n.
pub(super) fn options_exceed_mex(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    options_against_mex(ground, |a, n| a > n)
}

/// The proof with aᵢ ≠ n.
pub(super) fn options_differ_from_mex(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    options_against_mex(ground, |a, n| a != n)
}

/// A game whose options, the same for both players, are P or not and N or not, is N or P.
pub(super) fn types(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let (zero, star) = (star(0), star(1));
    for options in [vec![], vec![zero.clone()], vec![star.clone()], vec![zero, star]] {
        let outcome = ground.sees(Form::new(options.clone(), options).outcome(), |_| Outcome::L);
        if ![Outcome::N, Outcome::P].contains(&outcome) {
            return Ok(differs("G", outcome, "N, P"));
        }
    }
    Ok(exhausted(None))
}

/// Impartial games born by the day: their outcomes, negatives and sums.
pub(super) fn closed(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let all = Form::born_by(u32::try_from(ground.to).unwrap_or(u32::MAX));
    let games: Vec<Form> = all.into_iter().filter(Form::is_impartial).collect();
    for g in &games {
        ground.budget.check()?;
        let own = ground.holds([Outcome::N, Outcome::P].contains(&g.outcome())) && as_sets(&g.negative()) == as_sets(g);
        if !own || !games.iter().all(|h| g.add(h).is_impartial()) {
            return Ok(differs(format!("{g:?}"), "≠", "="));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// *n as it is written.
fn star(n: u64) -> Form {
    let smaller: Vec<Form> = (0..n).map(star).collect();
    Form::new(smaller.clone(), smaller)
}

/// Theorems 2.3 and 2.4: *m + *n is P exactly if m = n, and *m + *n + *p is P
/// exactly if p = m ⊕ n; for small numbers with the games as written.
pub(super) fn nimbers_add(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for (m, n) in (0..=3).flat_map(|m| (0..=3).map(move |n| (m, n))) {
        let sum = star(m).add(&star(n));
        let equal = sum.outcome() == Outcome::P;
        if !sum.is_impartial() || equal != (m == n) || sum.nimber().map(|v| u64::from(v.0)) != Some(m ^ n) {
            return Ok(differs(format!("*{m} + *{n}"), equal.to_string(), (m == n).to_string()));
        }
    }
    let nim = side_by_side(&built_in("nim", &[]), 3);
    let says_p = |heaps: &[u64]| heaps[0] ^ heaps[1] == heaps[2];
    Ok(ground.unless(ground.p_positions(&nim, &[ground.to; 3], Convention::Normal, says_p)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn sets_are_numbered_by_days() {
        assert_eq!([0, 1, 2, 3, 4].map(born_by), [1, 2, 4, 16, 65536]);
        assert_eq!([0, 1, 2, 3].map(shown), ["{}", "{{}}", "{{{}}}", "{{},{{}}}"]);
        let mut known = HashMap::new();
        assert_eq!([0, 1, 2, 3].map(|game| nimber(game, &mut known)), [Some(0), Some(1), Some(0), Some(2)]);
    }

    #[test]
    fn the_proof_needs_different_not_smaller() {
        assert_eq!(refutation(|ground| options_against_mex(ground, |a, n| a < n), 3).unwrap().at, "{{{}}}");
    }
}
