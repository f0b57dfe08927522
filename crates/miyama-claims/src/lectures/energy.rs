//! §4.3–4.4: energy, which is the Grundy value, and sums of games.

use super::nim::nim;
use crate::compare::{built_in, differs, exhausted, least, shown, written};
use crate::{Ground, Unchecked, Verdict};
use miyama::breaking::code::Code;
use miyama::breaking::period::{Verdict as Period, certify, find};
use miyama::breaking::values::NimValues;
use miyama::breaking::verify::{Check, check};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::positions;
use miyama::nimber::{Nimber, mex};
use miyama::play::{Convention, Outcome};
use miyama_text::say;
use std::collections::HashMap;

/// The mex of every set of numbers below 9 is the least number that is not in it; it is 0
/// exactly if 0 is not in it.
pub(super) fn mex_of_sets(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for set in 0u32..1 << 9 {
        let has = |n: u32| set >> n & 1 == 1;
        let found = ground.sees(mex((0..9).filter(|n| has(*n)).map(Nimber)).0, |n| n + 1);
        if has(found) || !(0..found).all(has) || (found == 0) == has(0) {
            return Ok(differs(format!("{set:#b}"), found, "mex"));
        }
    }
    Ok(exhausted(None))
}

/// A game on positions 0 to n−1: bit j of entry i is a move from i to j.
type Moves = Vec<u32>;

/// The number of functions E with E(X) = mex of the E of its options. No value
/// exceeds the number of positions.
fn energies(moves: &Moves) -> usize {
    let n = moves.len();
    let functions = (n as u32 + 1).pow(n as u32);
    let energy = |function: u32, i: usize| Nimber(function / (n as u32 + 1).pow(i as u32) % (n as u32 + 1));
    let is_energy = |function: u32| {
        (0..n).all(|i| {
            let options = (0..n).filter(|j| moves[i] >> j & 1 == 1).map(|j| energy(function, j));
            energy(function, i) == mex(options)
        })
    };
    (0..functions).filter(|function| is_energy(*function)).count()
}

/// All games with `n` positions; without loops only those whose moves lead to
/// smaller numbers, which are all up to the names of positions.
fn games(n: usize, loops: bool) -> impl Iterator<Item = Moves> {
    let edges: Vec<(usize, usize)> =
        (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| loops || j < i).collect();
    (0..1u32 << edges.len()).map(move |set| {
        let mut moves = vec![0; n];
        for (bit, (from, to)) in edges.iter().enumerate() {
            moves[*from] |= (set >> bit & 1) << to;
        }
        moves
    })
}

/// Definition 20 defines one energy for every game of so many positions.
fn one_energy(ground: &Ground<'_>, loops: bool) -> Result<Verdict, Unchecked> {
    for n in 1..=usize::try_from(ground.to).unwrap_or(usize::MAX) {
        for moves in games(n, loops) {
            ground.budget.check()?;
            let count = ground.sees(energies(&moves), |count| count + 1);
            if count != 1 {
                let arrows = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
                let arrows = arrows.filter(|(i, j)| moves[*i] >> j & 1 == 1);
                let at = arrows.map(|(i, j)| format!("X{i}→X{j}")).collect::<Vec<_>>().join(" ");
                let says = say!("claim.energies", moves = &at, count = count);
                return Ok(Verdict::refuted(at, says));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Definition 20 for all games with finitely many positions.
pub(super) fn energy_of_finite_games(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    one_energy(ground, true)
}

/// Definition 20 for impartial games without loops.
pub(super) fn energy_without_loops(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    one_energy(ground, false)
}

/// The remark: P, no move, and energy 0 are the same. In Nim on two heaps.
pub(super) fn all_equivalent(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let (game, to) = (nim(2), [ground.to, ground.to]);
    let (values, outcomes) = (ground.values(&game, &to)?, ground.outcomes(&game, &to, Convention::Normal)?);
    let mut wrong = Vec::new();
    for position in positions(&to) {
        let no_move = game.options(&position)?.is_empty();
        let zero = values.value(&position) == Some(Nimber::ZERO);
        let is_p = outcomes.outcome(&position) == Some(Outcome::P);
        if no_move != zero || zero != is_p {
            wrong.push(position);
        }
    }
    let wrong = least(wrong.into_iter()).map(|position| {
        let at = shown(&position);
        Verdict::refuted(at.clone(), say!("claim.zero_with_moves", position = &at))
    });
    Ok(ground.unless(wrong))
}

/// The remark as it should be: no move ⇒ energy 0 ⇔ P, in five games.
pub(super) fn no_move_implies_zero(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let games = [nim(2), built_in("wythoff", &[]), built_in("yama", &[]), built_in("twist", &[1]), nim(3)];
    for game in games {
        let to = vec![ground.to; game.heaps()];
        let (values, outcomes) = (ground.values(&game, &to)?, ground.outcomes(&game, &to, Convention::Normal)?);
        for position in positions(&to) {
            let no_move = game.options(&position)?.is_empty();
            let zero = values.value(&position) == Some(Nimber::ZERO);
            let is_p = outcomes.outcome(&position) == Some(Outcome::P);
            if zero != is_p || (no_move && !zero) {
                return Ok(differs(
                    format!("{} {}", game.name(), shown(&position)),
                    is_p.to_string(),
                    zero.to_string(),
                ));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Example 21: E(a) = a, and the table for two heaps.
pub(super) fn nim_table(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    const TABLE: [[u64; 7]; 7] = [
        [0, 1, 2, 3, 4, 5, 6],
        [1, 0, 3, 2, 5, 4, 7],
        [2, 3, 0, 1, 6, 7, 4],
        [3, 2, 1, 0, 7, 6, 5],
        [4, 5, 6, 7, 0, 1, 2],
        [5, 4, 7, 6, 1, 0, 3],
        [6, 7, 4, 5, 2, 3, 0],
    ];
    if let Some(wrong) = ground.grundy_values(&nim(1), &[ground.to], |heap| heap[0])? {
        return Ok(wrong);
    }
    let said = |heaps: &[u64]| TABLE[heaps[0] as usize][heaps[1] as usize];
    Ok(ground.unless(ground.grundy_values(&nim(2), &[6, 6], said)?))
}

/// Problem 22: E(a) = a mod 4 with limit 3, for all a by a certificate of the
/// period, and the table for two heaps.
pub(super) fn problem_22(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let code: Code = "0.333".parse().expect("a code");
    let mut values = NimValues::new(&code);
    let found = find(&mut values, 100, ground.budget)?;
    let Period::Proven(period, because) = found else { return Ok(differs("0.333", "?", "4")) };
    let certificate = certify(&values, period, because);
    let accepted = check(&certificate, ground.budget)? == Check::Holds;
    let first: Vec<Option<u32>> = (0..4).map(|a| values.get(a)).collect();
    if !accepted || (period.start, period.length, period.saltus) != (0, 4, 0) || first != [0, 1, 2, 3].map(Some) {
        return Ok(differs("0.333", period.length, 4));
    }
    // The code is the game of the problem.
    let bounded = built_in("bounded", &[3]);
    let coded = written("(x) -> { (x-1) | 1 <= x } ∪ { (x-2) | 2 <= x } ∪ { (x-3) | 3 <= x }");
    for a in 0..50 {
        if bounded.options(&[a])? != coded.options(&[a])? {
            return Ok(differs(format!("({a})"), "0.333", "bounded(3)"));
        }
    }
    let two = bounded.side_by_side(2).expect("heaps do not break");
    let table = ground.grundy_values(&two, &[6, 6], |heaps| (heaps[0] % 4) ^ (heaps[1] % 4))?;
    Ok(table.unwrap_or_else(|| Verdict::Proved(say!("claim.by_period", start = 0, period = 4))))
}

/// Example 27: heaps without limit, with limit 3, with limit 5.
fn mixed_limits(ground: &Ground<'_>, said: u64) -> Result<Verdict, Unchecked> {
    let game = written(
        "(x, y, z) -> { (x-i, y, z) | 1 <= i <= x } ∪ { (x, y-i, z) | 1 <= i <= 3, i <= y }
         ∪ { (x, y, z-i) | 1 <= i <= 5, i <= z }",
    );
    let table = ground.values(&game, &[4, 5, 6])?;
    let value = table.value(&[4, 5, 6]).map_or(u64::MAX, |value| u64::from(value.0));
    Ok(exhausted((value != said).then(|| differs("E(4,5,6)", value, said))))
}

/// Example 27 as printed.
pub(super) fn mixed_limits_seven(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    mixed_limits(ground, 7)
}

/// Example 27 with the right residues.
pub(super) fn mixed_limits_five(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    mixed_limits(ground, 5)
}

/// The options of a sum of two positions, by definition 23.
fn sum_options(games: [&Ruleset; 2], position: &[Vec<u64>; 2]) -> Result<Vec<[Vec<u64>; 2]>, Unchecked> {
    let mut options = Vec::new();
    for option in games[0].options(&position[0])? {
        options.push([option[0].clone(), position[1].clone()]);
    }
    for option in games[1].options(&position[1])? {
        options.push([position[0].clone(), option[0].clone()]);
    }
    Ok(options)
}

/// Example 24: Nim on three heaps, written as a rule of its own, has the moves
/// of the sum of one heap and two heaps.
pub(super) fn nim_is_a_sum(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let three = written(
        "(x, y, z) -> { (x-i, y, z) | 1 <= i <= x } ∪ { (x, y-i, z) | 1 <= i <= y } ∪ { (x, y, z-i) | 1 <= i <= z }",
    );
    let two = written("(x, y) -> { (x-i, y) | 1 <= i <= x } ∪ { (x, y-i) | 1 <= i <= y }");
    let one = built_in("nim", &[]);
    for position in positions(&[ground.to; 3]) {
        ground.budget.check()?;
        let parts = [vec![position[0]], position[1..].to_vec()];
        let mut moves: Vec<Vec<u64>> = sum_options([&one, &two], &parts)?.iter().map(|o| o.concat()).collect();
        moves.sort_unstable();
        let whole = ground.options(&three, &position)?;
        if moves != whole {
            return Ok(differs(shown(&position), moves.len(), whole.len()));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Theorem 25, by the definition of energy on the sums themselves, with this
/// way to put the energies of the parts together.
fn energy_of_sums(ground: &Ground<'_>, joint: impl Fn(u32, u32) -> u32) -> Result<Verdict, Unchecked> {
    let pairs = [
        (built_in("nim", &[]), built_in("bounded", &[3])),
        (built_in("bounded", &[2]), built_in("wythoff", &[])),
        (built_in("yama", &[]), built_in("wythoff", &[])),
    ];
    for (first, second) in pairs {
        let boxes = [vec![ground.to; first.heaps()], vec![ground.to; second.heaps()]];
        let tables = [ground.values(&first, &boxes[0])?, ground.values(&second, &boxes[1])?];
        let mut known = HashMap::new();
        for x in positions(&boxes[0]) {
            for y in positions(&boxes[1]) {
                ground.budget.check()?;
                let value = energy(&[&first, &second], [x.clone(), y.clone()], &mut known)?;
                let alone = |i: usize, p: &[u64]| tables[i].value(p).map_or(0, |v| v.0);
                let said = joint(alone(0, &x), alone(1, &y));
                if value != said {
                    let at = format!("{} {} + {} {}", first.name(), shown(&x), second.name(), shown(&y));
                    return Ok(differs(at, value, said));
                }
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The energy of a sum, from the energies of its options.
fn energy(
    games: &[&Ruleset; 2],
    position: [Vec<u64>; 2],
    known: &mut HashMap<[Vec<u64>; 2], u32>,
) -> Result<u32, Unchecked> {
    if let Some(value) = known.get(&position) {
        return Ok(*value);
    }
    let mut options = Vec::new();
    for option in sum_options(*games, &position)? {
        options.push(Nimber(energy(games, option, known)?));
    }
    let value = mex(options).0;
    known.insert(position, value);
    Ok(value)
}

/// Theorem 25.
pub(super) fn energies_add(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    energy_of_sums(ground, |x, y| x ^ y)
}

/// Lemma 28: everything below a ⊕ b is reached by lowering a or b.
pub(super) fn lowering_reaches(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for a in 0..=ground.to {
        ground.budget.check()?;
        for b in (0..=ground.to).filter(|b| *b != a) {
            let mut reached = vec![false; usize::try_from(a ^ b).unwrap_or(usize::MAX)];
            let sums = (0..a).map(|lower| lower ^ b).chain((0..b).map(|lower| a ^ lower));
            for sum in sums {
                if let Some(place) = usize::try_from(sum).ok().and_then(|sum| reached.get_mut(sum)) {
                    *place = true;
                }
            }
            if let Some(missing) = reached.iter().position(|r| !ground.holds(*r)) {
                return Ok(differs(format!("a = {a}, b = {b}"), "∄", missing));
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
    fn energies_do_not_add_with_carry() {
        let found = refutation(|ground| energy_of_sums(ground, |x, y| x + y), 3).unwrap();
        assert_eq!(found.at, "nim (1) + bounded(3) (1)");
    }

    #[test]
    fn a_game_with_a_loop_may_have_two_energies_or_none() {
        assert_eq!(energies(&vec![0b1]), 0);
        assert_eq!(energies(&vec![0b10, 0b01]), 2);
        assert_eq!(energies(&vec![0, 0b1, 0b11]), 1);
    }
}
