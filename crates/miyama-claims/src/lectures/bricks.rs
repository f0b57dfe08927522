//! §2: towers and buildings of bricks.
//!
//! Buildings are enumerated one by one where there are few of them. Towers of
//! any height are counted brick by brick: how many places the next brick has,
//! for each way in which the last one lies, and how many of these keep its
//! centre.

use crate::compare::{differs, exhausted};
use crate::{Ground, Unchecked, Verdict};
use miyama_bricks::building::{Block, each_fixed, tallies};
use miyama_bricks::{Brick, Ledger, Plan, Refusal, Shard, Tally};
use miyama_budget::Stopped;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// A brick as it lies: layer, place, and extent in both directions.
type Lying = (u8, i16, i16, i16, i16);

fn brick(p: u8, q: u8) -> Brick {
    Brick::new(p, q).expect("sides from 1 to 8")
}

fn two_by_four() -> Brick {
    brick(2, 4)
}

/// The same building moved to the corner, in order.
fn cornered(mut building: Vec<Lying>) -> Vec<Lying> {
    let left = building.iter().map(|b| b.1).min().unwrap_or(0);
    let front = building.iter().map(|b| b.2).min().unwrap_or(0);
    for block in &mut building {
        block.1 -= left;
        block.2 -= front;
    }
    building.sort_unstable();
    building
}

fn lying(kind: Brick, blocks: &[Block]) -> Vec<Lying> {
    let at = |&(layer, place): &Block| {
        let (wide, deep) = kind.extent(place.turned);
        (layer, place.x, place.y, wide, deep)
    };
    cornered(blocks.iter().map(at).collect())
}

/// A quarter turn.
fn turned(building: &[Lying]) -> Vec<Lying> {
    cornered(building.iter().map(|&(layer, x, y, wide, deep)| (layer, -y - deep, x, deep, wide)).collect())
}

/// The image in a mirror.
fn mirrored(building: &[Lying]) -> Vec<Lying> {
    cornered(building.iter().map(|&(layer, x, y, wide, deep)| (layer, -x - wide, y, wide, deep)).collect())
}

/// The four rotations of a building.
fn rotations(building: &[Lying]) -> [Vec<Lying>; 4] {
    let once = turned(building);
    let twice = turned(&once);
    let thrice = turned(&twice);
    [building.to_vec(), once, twice, thrice]
}

/// All fixed buildings of `n` bricks.
fn fixed(ground: &Ground<'_>, kind: Brick, n: u8) -> Result<Vec<Vec<Lying>>, Unchecked> {
    let mut all = Vec::new();
    each_fixed(kind, n, ground.budget, &mut |blocks| {
        all.push(lying(kind, blocks));
        Ok(())
    })?;
    Ok(all)
}

/// The blanks of rule 2, and rule 3: of all readings only one gives 24 for two
/// bricks, and then only towers give 1060 for three.
pub(super) fn rules(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let pairs = fixed(ground, two_by_four(), 2)?;
    let classes = |same: &dyn Fn(&[Lying]) -> Vec<Vec<Lying>>| {
        pairs.iter().filter_map(|b| same(b).into_iter().min()).collect::<BTreeSet<_>>().len()
    };
    let both = |b: &[Lying]| rotations(b).iter().flat_map(|r| [r.clone(), mirrored(r)]).collect::<Vec<_>>();
    let readings = [
        (classes(&|b| rotations(b).to_vec()), true),
        (classes(&|b| vec![b.to_vec(), mirrored(b)]), false),
        (classes(&both), false),
        (pairs.len(), false),
    ];
    let wrong = readings.iter().find(|(count, is_rule)| (*count == 24) != *is_rule);
    if let Some((count, _)) = wrong {
        return Ok(differs("2 × 2x4", *count, 24));
    }
    let towers = count(ground, 3, |height| height == 3)?;
    let all = count(ground, 3, |_| true)?;
    let wrong = (towers != 1060 || all == 1060).then(|| differs("3 × 2x4", towers, 1060));
    Ok(exhausted(wrong))
}

/// Buildings of `n` 2×4 bricks up to rotation with such heights, one by one.
fn count(ground: &Ground<'_>, n: u8, height: impl Fn(usize) -> bool) -> Result<u128, Unchecked> {
    let tallies = tallies(two_by_four(), n, ground.budget)?;
    let all = tallies.iter().filter(|(profile, _)| height(profile.height())).map(|(_, t)| *t).sum::<Tally>();
    Ok(ground.sees(all.count(), |count| count + 1))
}

/// Theorem 3 with one brick on the first floor: x = (a + b)/2; a₂, b₂ and x₂.
pub(super) fn half_of_the_sum(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for n in 1..=u8::try_from(ground.to).unwrap_or(u8::MAX) {
        let (mut a, mut b, mut x) = (0u64, 0u64, 0u64);
        each_fixed(two_by_four(), n, ground.budget, &mut |blocks| {
            let building = lying(two_by_four(), blocks);
            let first: Vec<&Lying> = building.iter().filter(|block| block.0 == 0).collect();
            let [one] = first[..] else { return Ok(()) };
            let images = rotations(&building);
            x += u64::from(images.iter().all(|image| building <= *image));
            // Placed lengthwise.
            if one.3 < one.4 {
                a += 1;
                b += u64::from(images[2] == building);
            }
            Ok::<(), Stopped>(())
        })?;
        let x = ground.sees(x, |x| x + 1);
        if 2 * x != a + b {
            return Ok(differs(format!("n = {n}: x"), x, format!("({a}+{b})/2")));
        }
        if n == 2 && (a, b, x) != (46, 2, 24) {
            return Ok(differs("n = 2: (a, b, x)", format!("({a}, {b}, {x})"), "(46, 2, 24)"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// §2.3: three bricks by cases.
pub(super) fn three_bricks(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let tallies = tallies(two_by_four(), 3, ground.budget)?;
    let case = |layers: &[u8]| tallies.iter().find(|(p, _)| p.layers() == layers).map_or(0, |(_, t)| t.count());
    let (tower, low, high) = (ground.sees(case(&[1, 1, 1]), |n| n + 1), case(&[1, 2]), case(&[2, 1]));
    let wrong = (tower != 1060).then(|| differs("3 × 2x4", tower, 1060));
    Ok(exhausted(wrong.or_else(|| (low != high).then(|| differs("(2) = (3)", low, high)))))
}

/// Places of a brick `over` that touch a brick `under` from above, and those
/// among them with the same centre; each brick is (wide, deep).
fn places(under: (i64, i64), over: (i64, i64)) -> (u64, u64) {
    let (mut touching, mut centred) = (0, 0);
    for x in -over.0..=under.0 {
        for y in -over.1..=under.1 {
            let shared = |at: i64, over: i64, under: i64| (at + over).min(under) - at.max(0);
            if shared(x, over.0, under.0) > 0 && shared(y, over.1, under.1) > 0 {
                touching += 1;
                centred += u64::from(2 * x + over.0 == under.0 && 2 * y + over.1 == under.1);
            }
        }
    }
    (touching, centred)
}

/// Towers of 1 to `most` bricks p×q on a lowest brick that lies lengthwise:
/// all of them, and those that a half turn keeps.
fn towers(p: i64, q: i64, most: u64) -> Vec<(BigUint, BigUint)> {
    let ways: &[(i64, i64)] = if p == q { &[(p, q)] } else { &[(p, q), (q, p)] };
    let mut ending = vec![(BigUint::from(1u32), BigUint::from(1u32))];
    ending.resize(ways.len(), Default::default());
    let mut counts = Vec::new();
    for _ in 0..most {
        let sum = |side: fn(&(BigUint, BigUint)) -> &BigUint| ending.iter().map(side).sum::<BigUint>();
        counts.push((sum(|e| &e.0), sum(|e| &e.1)));
        ending = ways
            .iter()
            .map(|over| {
                let steps = ways.iter().zip(&ending).map(|(under, (all, kept))| {
                    let (touching, centred) = places(*under, *over);
                    (all * touching, kept * centred)
                });
                steps.fold(Default::default(), |(a, b): (BigUint, BigUint), (c, d)| (a + c, b + d))
            })
            .collect();
    }
    counts
}

/// Towers up to rotation: half of all and symmetric ones; of square bricks the
/// quarter turns keep those that the half turn keeps.
fn up_to_rotation(p: i64, q: i64, (all, kept): &(BigUint, BigUint)) -> BigUint {
    if p == q { (all + kept * 3u32) / 4u32 } else { (all + kept) / 2u32 }
}

/// Compares the towers p×q of 1 to `most` bricks with a formula, and up to
/// `listed` bricks with a list of all of them.
fn towers_are(
    ground: &Ground<'_>,
    (p, q): (u8, u8),
    most: u64,
    listed: u8,
    formula: &impl Fn(u32) -> BigUint,
) -> Result<Option<Verdict>, Unchecked> {
    let (wide, deep) = (i64::from(p), i64::from(q));
    for (n, counted) in (1u32..).zip(towers(wide, deep, most)) {
        ground.budget.check()?;
        let x = ground.sees(up_to_rotation(wide, deep, &counted), |x| x + 1u32);
        if x != formula(n) {
            return Ok(Some(differs(format!("{p}x{q}, n = {n}"), &x, formula(n))));
        }
        if n <= u32::from(listed) {
            let height = usize::try_from(n).unwrap_or(usize::MAX);
            let tallies = tallies(brick(p, q), u8::try_from(n).unwrap_or(u8::MAX), ground.budget)?;
            let one_by_one: Tally = tallies.iter().filter(|(c, _)| c.height() == height).map(|(_, t)| *t).sum();
            if BigUint::from(one_by_one.count()) != x {
                return Ok(Some(differs(format!("{p}x{q}, n = {n}"), one_by_one.count(), &x)));
            }
        }
    }
    Ok(None)
}

/// Two bricks: a₂ = 46, b₂ = 2 and x₂ = 24, one building after the other.
pub(super) fn two_bricks(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(match half_of_the_sum(&Ground { to: 2, ..*ground })? {
        Verdict::HoldsTo(_) => exhausted(None),
        other => other,
    })
}

/// On a brick p×q, whichever way it lies, there are so many places for the next, and so
/// many of them with its centre.
fn places_are(ground: &Ground<'_>, (p, q): (i64, i64), said: (u64, u64)) -> Option<Verdict> {
    let ways: &[(i64, i64)] = if p == q { &[(p, q)] } else { &[(p, q), (q, p)] };
    ways.iter().find_map(|under| {
        let found = ways.iter().map(|over| places(*under, *over)).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        let found = ground.sees(found, |(all, kept)| (all + 1, kept));
        (found != said).then(|| differs(format!("{p}x{q}"), format!("{found:?}"), format!("{said:?}")))
    })
}

/// 46 places on a brick 2×4, 2 of them with its centre.
pub(super) fn two_by_four_places(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(exhausted(places_are(ground, (2, 4), (46, 2))))
}

/// p² + q² + 6pq − 4p − 4q + 2 places on a brick p×q, 1 or 2 of them with its centre.
pub(super) fn oblong_places(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let sides = (2..=6).flat_map(|q| (1..q).map(move |p| (p, q)));
    let count = |p: i64, q: i64| (p * p + q * q + 6 * p * q + 2 - 4 * p - 4 * q).unsigned_abs();
    let kept = |p: i64, q: i64| if (p + q) % 2 == 0 { 2 } else { 1 };
    Ok(exhausted(sides.into_iter().find_map(|(p, q)| places_are(ground, (p, q), (count(p, q), kept(p, q))))))
}

/// (2p−1)² places on a brick p×p, one of them with its centre.
pub(super) fn square_places(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(exhausted((1..=6u32).find_map(|p| places_are(ground, (p.into(), p.into()), ((2 * u64::from(p) - 1).pow(2), 1)))))
}

/// Theorem 5 with (46ⁿ⁻¹ + 2ⁿ⁻¹)/2, and the table of example 6.
pub(super) fn towers_two_by_four(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    towers_of_places(ground, 46)
}

fn towers_of_places(ground: &Ground<'_>, places: u32) -> Result<Verdict, Unchecked> {
    let power = |base: u32, n: u32| BigUint::from(base).pow(n - 1);
    let formula = |n: u32| (power(places, n) + power(2, n)) / 2u32;
    if let Some(wrong) = towers_are(ground, (2, 4), ground.to, 4, &formula)? {
        return Ok(wrong);
    }
    const TABLE: [u64; 8] = [1, 24, 1060, 48_672, 2_238_736, 102_981_504, 4_737_148_480, 217_908_828_672];
    let counted = towers(2, 4, 8);
    let wrong = (1..).zip(TABLE).zip(&counted).find(|((_, said), c)| up_to_rotation(2, 4, c) != (*said).into());
    Ok(ground.unless(wrong.map(|((n, said), c)| differs(format!("n = {n}"), up_to_rotation(2, 4, c), said))))
}

/// Theorem 7: p < q, with the parity of p + q.
pub(super) fn towers_oblong(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let most = u8::try_from(ground.to).unwrap_or(u8::MAX);
    for (p, q) in (2..=most).flat_map(|q| (1..q).map(move |p| (p, q))) {
        let (wide, deep) = (u64::from(p), u64::from(q));
        let places = wide * wide + deep * deep + 6 * wide * deep + 2 - 4 * wide - 4 * deep;
        let formula = |n: u32| {
            let symmetric = if (p + q) % 2 == 0 { BigUint::from(2u32).pow(n - 1) } else { 1u32.into() };
            (BigUint::from(places).pow(n - 1) + symmetric) / 2u32
        };
        let listed = if q <= 3 { 3 } else { 2 };
        if let Some(wrong) = towers_are(ground, (p, q), 8, listed, &formula)? {
            return Ok(wrong);
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Problem 8: p×p bricks, ((2p−1)²ⁿ⁻² + 3)/4.
pub(super) fn towers_square(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for p in 1..=u8::try_from(ground.to).unwrap_or(u8::MAX) {
        let formula = |n: u32| (BigUint::from(2 * u32::from(p) - 1).pow(2 * n - 2) + 3u32) / 4u32;
        let listed = if p <= 2 { 4 } else { 2 };
        if let Some(wrong) = towers_are(ground, (p, p), 8, listed, &formula)? {
            return Ok(wrong);
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// All buildings of n 2×4 bricks, by the counter.
fn buildings(ground: &Ground<'_>, n: u8) -> Result<u128, Unchecked> {
    if n == 1 {
        return count(ground, 1, |_| true);
    }
    let plan = Plan::all(two_by_four(), n, ground.budget).map_err(|refusal| match refusal {
        Refusal::Stopped(stopped) => Unchecked::Stopped(stopped),
        Refusal::TooLarge { .. } => Unchecked::TooLarge,
    })?;
    let mut ledger = Ledger::new(&plan);
    plan.run(Shard::WHOLE, &mut ledger, ground.budget, &mut |_| {})?;
    Ok(plan.tallies(&ledger.parts).into_values().sum::<Tally>().count())
}

/// The table of figure 7.
pub(super) fn figure_seven(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    const TABLE: [u128; 7] = [1, 24, 1560, 119_580, 10_166_403, 915_103_765, 85_747_377_755];
    for (n, said) in (1..).zip(TABLE) {
        let found = buildings(ground, n)?;
        if found != said {
            return Ok(differs(format!("n = {n}"), found, said));
        }
    }
    Ok(exhausted(None))
}

/// Figure 1: 1060 for three and 915,103,765 for six, by one rule.
pub(super) fn figure_one(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let all = (count(ground, 3, |_| true)?, buildings(ground, 6)?);
    let high = (count(ground, 3, |height| height == 3)?, up_to_rotation(2, 4, &towers(2, 4, 6)[5]));
    let by_one_rule = all == (1060, 915_103_765) || (high.0 == 1060 && high.1 == BigUint::from(915_103_765u32));
    let says = miyama_text::say!("claim.two_rules", all = all.0, six = &high.1);
    Ok(exhausted((!by_one_rule).then(|| Verdict::refuted("n = 3", says))))
}

/// Figure 1, corrected: towers of three and all buildings of six.
pub(super) fn figure_one_by_two_rules(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let (three, six) = (count(ground, 3, |height| height == 3)?, buildings(ground, 6)?);
    let wrong = (three != 1060).then(|| differs("n = 3", three, 1060));
    Ok(exhausted(wrong.or_else(|| (six != 915_103_765).then(|| differs("n = 6", six, 915_103_765)))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama_budget::Budget;

    #[test]
    fn with_47_places_the_second_tower_is_wrong() {
        let budget = Budget::unlimited();
        let Verdict::Refuted(found) = towers_of_places(&Ground::new(5, &budget), 47).unwrap() else {
            panic!("47 places are refuted")
        };
        assert_eq!(found.at, "2x4, n = 3");
    }
}
