//! The Grundy level sets of the twists of Triangular Nim: does the formula of
//! Kimura and Yamashita (003 §5.3) give all of them, and if not, which is the
//! first that it misses?
//!
//! Write a(g,k) = ((1+c)k² + (1+2g−c)k)/2 and U(g) for the positions
//! (a(g,k), a(g,k+1)), k ≥ 0, and their mirror images. The formula says that the
//! positions of value g are U(g) and those with x+y = g+1 that are in no U(h)
//! with h < g; and, for g = 0, (0,0). Below, s = x+y, d = y−x ≥ 0 (by symmetry),
//! c ≥ 1.
//!
//! *Numbers.* a(g,0) = 0, a(g,1) = g+1, and a(g,k+1) − a(g,k) = (1+c)k+1+g > 0.
//! A value is at most s−1 for s ≥ 1: every move lowers s, play ends at s = 1, and
//! (0,0) is reached only from s ≥ 2. Two sets U(g), U(h) have no position in
//! common: of difference D there is at most one for each k, with g = D−1−(1+c)k
//! ≥ 0 and first heap k(2D−1−c−(1+c)k)/2, and two such k, k' have the same first
//! heap only if k+k' = 2D/(1+c) − 1, while k, k' < D/(1+c) are different and
//! leave k+k' < 2D/(1+c) − 1.
//!
//! **Theorem.** Let the formula hold for all h < g. It fails for g exactly if
//! there is a difference d such that every D with |D−d| ≤ c and D ≡ g+1 (mod 2)
//! is in E(g), the set of the differences > 0 of the positions with x+y = g+1
//! that belong to some U(h), h < g. Then all (x, x+d) with a(g,k) ≤ x and 2x+d ≤
//! a(g,k)+a(g,k+1), k ≥ 1, which are in no U(h), h < g, have value g, and the
//! first of them (by total, over all such d) is where the formula fails first.
//!
//! *Proof.* Positions of value ≥ g are those in no level set below g; they have
//! s ≥ g+1; those with s = g+1, call them A(g), have value g. A position of value
//! ≥ g has value g exactly if none of its options has. So the level set is found
//! by increasing s, and it suffices to see which positions have options in
//! S = A(g) ∪ U(g).
//!
//! (1) *None from S into S.* From A(g) the total falls below g+1. From (a(g,k),
//! a(g,k+1)), k ≥ 1, to A(g): a Triangular move raises one heap above g+1; a
//! diagonal one changes the difference D ≥ g+2+c by at most c, while those on
//! x+y = g+1 are at most g+1. To U(g): a Triangular move lowers one heap and
//! raises the other, which leads from neighbours k, k+1 only to themselves
//! exchanged, with the same total; differences in U(g) are 1+c apart. (For g = 0,
//! (0,0) would have to be reached diagonally with a difference ≤ c, and that of
//! (a(0,k), a(0,k+1)) is > c for k ≥ 1.)
//!
//! (2) *Into S from outside.* Let p = (x, x+d) have value ≥ g, not in S; so
//! s ≥ g+2. Take k with a(g,k) ≤ x < a(g,k+1). If s > a(g,k)+a(g,k+1), there is
//! a Triangular move to (a(g,k+1), a(g,k)). Otherwise k ≥ 1 (else s ≤ g+1), and
//! d < (1+c)k+1+g, the case of equality being p ∈ U(g). If d ≥ g+1, the diagonal
//! move to (a(g,l), a(g,l+1)) with l = ⌊(d−1−g)/(1+c)⌋ < k is there; if g+1−c ≤ d
//! ≤ g, the one to (0, g+1) is, unless d = 0 and x = g+1 < c+1, where for g ≥ 1
//! (1, g) is an option in A(g), E(g) being empty (its members are ≥ c+2 and at
//! most g−1, see below), and for g = 0 there is (0,0). There remains d ≤ g−c.
//! Then no member of U(g) can be reached: by a Triangular move only (a(g,k),
//! a(g,k+1)) or its mirror image could be, whose totals are not lower; by a
//! diagonal one the difference would change by more than c. Members of A(g) are
//! not reached by Triangular moves, since x, y ≥ g+1; by diagonal ones exactly
//! those with |D−d| ≤ c are, D being the signed difference (both heaps fall:
//! |D| ≤ d+c ≤ g). And (x', y') with x'+y' = g+1 is in A(g) unless |D| ∈ E(g).
//!
//! (3) *The d of the theorem.* A member D of E(g) has k ≥ 1, D = (1+c)k+1+h ≥ c+2
//! and g+1 = 2a(h,k) + D, so D ≤ g−1 and D ≡ g+1 (mod 2). If all D with |D−d| ≤ c
//! of that parity are in E(g), they are c (or c+1) numbers with steps of 2, all
//! ≥ c+2 (for d ≤ c, 0 or ±1 would be among them), and d ≤ g−1−(c−1) = g−c. For
//! such a d infinitely many p are left by (2), and only finitely many are in some
//! U(h), at most one for each k < d/(1+c). ∎
//!
//! So the formula fails for the first time at the least g for which E(g) contains
//! a *run* v, v+2, …, v+2(c−1). For D ∈ E(g) with k and h, m = 2k+1,
//!
//! ```text
//! (2D)² − N = w²   with   N = (1+c)(4(g+1) − (1+c))   and   w = 2D − (1+c)m = 2h+1−c,
//! ```
//!
//! by g+1 = 2a(h,k)+D = Dm − (1+c)k(k+1). A run of three or more is so rare that
//! it is found from its first two squares; see `runs_up_to`. For some c it is
//! ruled out by remainders, and the formula holds for every g; see [`never_fails`].

use miyama_budget::{Budget, Stopped};

/// Where the formula for level sets fails first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The value g whose level set is not as the formula says; all lower ones are.
    pub value: u64,
    /// The first position of that value that the formula does not know.
    pub position: [u64; 2],
    /// What keeps it from moving to a position of value g with x+y = g+1: every
    /// such position in reach has a lower value.
    pub barred: Vec<Barred>,
}

/// A position with x+y = g+1 that belongs to a lower level set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barred {
    /// The position (a(h,k), a(h,k+1)).
    pub position: [u64; 2],
    /// Its value h.
    pub value: u64,
    /// Its place k in the sequence.
    pub index: u64,
}

/// The value that the formula gives a position: h where it is in U(h), else the
/// total less 1.
///
/// ```
/// use miyama::heap::level_sets::formula;
/// assert_eq!(formula(1, [4, 9]), 0);
/// assert_eq!(formula(1, [5, 8]), 12);
/// ```
///
/// # Panics
/// If the heaps are 2⁶² or more.
#[must_use]
pub fn formula(c: u64, position: [u64; 2]) -> u64 {
    let (low, high) = (position[0].min(position[1]), position[0].max(position[1]));
    assert!(high < 1 << 62, "heaps below 2^62");
    match member(c, low + high, high - low) {
        Some(barred) => barred.value,
        None => (low + high).saturating_sub(1),
    }
}

/// The values up to which failures of the formula are looked for when a value is asked for.
const LARGEST: u64 = 1_000_000_000;

/// The Grundy value of a position of twist(c), c ≥ 1, where the theorem gives it.
///
/// The formula holds for all values below its first failure g. So a position to which it gives
/// h < g has the value h. At g the theorem names the first position that the formula misses.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::heap::level_sets::value;
/// let value = |c, position| value(c, position, &Budget::unlimited()).unwrap();
/// assert_eq!(value(3, [122_851, 123_554]), Some(122_850));
/// assert_eq!(value(3, [10, 20]), Some(29));
/// // The formula has failed at 4 already.
/// assert_eq!(value(1, [50, 60]), None);
/// ```
///
/// # Errors
/// [`Stopped`] by the budget.
pub fn value(c: u64, position: [u64; 2], budget: &Budget) -> Result<Option<u64>, Stopped> {
    let largest = position[0].max(position[1]);
    if !(1..1 << 16).contains(&c) || largest >= 1 << 40 {
        return Ok(None);
    }
    let told = formula(c, position);
    // Values above h may be wrong without harm; the position that is missed first has the value
    // of the failure, and the formula gives it a higher one.
    let failure = first_failure(c, told.min(LARGEST), budget)?;
    Ok(match failure {
        None => (told <= LARGEST).then_some(told),
        Some(failure) if told < failure.value => Some(told),
        Some(failure) => {
            let sorted = [position[0].min(position[1]), largest];
            (sorted == failure.position).then_some(failure.value)
        }
    })
}

/// The position of this total and difference, if it is in some U(h) with k ≥ 1.
fn member(c: u64, total: u64, difference: u64) -> Option<Barred> {
    let (step, total, d) = (i128::from(c) + 1, i128::from(total), i128::from(difference));
    // (2D)² − N = w², and w = 2D − (1+c)m for one of the two signs of w, or both.
    let square = 4 * d * d - step * (4 * total - step);
    let root = square.checked_isqrt().filter(|root| root * root == square)?;
    for w in [root, -root] {
        let (m, rest) = ((2 * d - w) / step, (2 * d - w) % step);
        let (h, odd) = ((w + step - 2) / 2, (w + step) % 2);
        if rest == 0 && m >= 3 && m % 2 == 1 && odd == 0 && w + step >= 2 {
            let low = (total - d) / 2;
            let of = |n: i128| u64::try_from(n).expect("not negative, and at most the total");
            return Some(Barred { position: [of(low), of(low + d)], value: of(h), index: of((m - 1) / 2) });
        }
    }
    None
}

/// The first failure of the formula for twist(c) among the values up to `to`.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::heap::level_sets::first_failure;
/// let first = |c, to| first_failure(c, to, &Budget::unlimited()).unwrap().map(|f| (f.value, f.position));
/// assert_eq!(first(1, 100), Some((4, [5, 8])));
/// assert_eq!(first(2, 100), Some((26, [27, 37])));
/// assert_eq!(first(3, 122_849), None);
/// assert_eq!(first(3, 1_000_000), Some((122_850, [122_851, 123_554])));
/// ```
///
/// # Errors
/// [`Stopped`] by the budget.
///
/// # Panics
/// If c is 0, of which the formula does not speak, or c ≥ 2¹⁶ or `to` ≥ 2⁴⁸.
pub fn first_failure(c: u64, to: u64, budget: &Budget) -> Result<Option<Failure>, Stopped> {
    assert!((1..1 << 16).contains(&c) && to < 1 << 48, "1 <= c < 2^16 and to < 2^48");
    let first = if c < 3 { short_run(c, to, budget)? } else { runs_up_to(c, c, to, budget)?.first().copied() };
    Ok(first.map(|g| failure(c, g)))
}

/// Whether the formula for twist(c) holds for every g because there can be no
/// run, by remainders modulo 64.
///
/// In a run the numbers (2D)² − N for D, D+2, …, D+2(c−1) are squares w² with
/// 2D − w = (1+c)m for an odd m. That is tried for all remainders of D and N; if
/// none is left, there is no such run of integers. So it is for c = 5, 9, 13, ….
///
/// ```
/// use miyama::heap::level_sets::never_fails;
/// assert!(never_fails(5) && never_fails(9));
/// assert!(!never_fails(3) && !never_fails(4));
/// ```
#[must_use]
pub fn never_fails(c: u64) -> bool {
    const MODULUS: u64 = 64;
    let products: Vec<u64> = (1..MODULUS).step_by(2).map(|m| (1 + c) % MODULUS * m % MODULUS).collect();
    // The remainders of N that leave a square of the right kind for D.
    let allowed = |d: u64| -> Vec<u64> {
        let roots = (0..MODULUS).filter(|w| products.contains(&((2 * d + MODULUS - w) % MODULUS)));
        roots.map(|w| (4 * d * d + MODULUS * MODULUS - w * w) % MODULUS).collect()
    };
    let allowed: Vec<Vec<u64>> = (0..MODULUS).map(allowed).collect();
    // After 32 steps of 2 the remainders repeat.
    let run = |d: u64, n: u64| (0..c.min(32)).all(|i| allowed[((d + 2 * i) % MODULUS) as usize].contains(&n));
    c >= 1 && (0..MODULUS).all(|d| (0..MODULUS).all(|n| !run(d, n)))
}

/// The differences on x+y = g+1 that belong to lower level sets, increasing.
fn excluded(c: u64, g: u64) -> Vec<u64> {
    let (step, total) = (c + 1, g + 1);
    // g+1 = Dm − (1+c)k(k+1), and h ≥ 0 means D ≥ (1+c)k+1.
    let mut found: Vec<u64> = (1u64..)
        .take_while(|k| 2 * k + 1 + step * k * k <= total)
        .filter(|k| (total + step * k * (k + 1)).is_multiple_of(2 * k + 1))
        .map(|k| (total + step * k * (k + 1)) / (2 * k + 1))
        .collect();
    found.sort_unstable();
    found
}

/// The first members of the runs of this length among the differences.
fn runs(length: u64, differences: &[u64]) -> impl Iterator<Item = u64> + '_ {
    let run = move |v: u64| (0..length).all(|i| differences.binary_search(&(v + 2 * i)).is_ok());
    differences.iter().copied().filter(move |v| run(*v))
}

/// The least g ≤ `to` with a run of c < 3: they are so common that the first is
/// met at once.
fn short_run(c: u64, to: u64, budget: &Budget) -> Result<Option<u64>, Stopped> {
    for g in 1..=to {
        budget.check()?;
        if runs(c, &excluded(c, g)).next().is_some() {
            return Ok(Some(g));
        }
    }
    Ok(None)
}

/// All g ≤ `to` for which E(g) contains a run of at least three members, of this
/// `length`, in increasing order.
///
/// Let D, D+2, D+4 be in E(g), and t₀, t₁, t₂ ≥ 0 the roots of (2D)²−N,
/// (2D+4)²−N, (2D+8)²−N. They have the parity of c−1 (w = 2h+1−c), they increase,
/// and t₁² − t₀² = 16(D+1), t₂² = 2t₁² − t₀² + 32. So the pairs t₀ < t₁ give
/// everything: D, the further roots, N and g.
///
/// *How far t₁ must go.* N > 0, so √((2D)²−N) is strictly concave in D, and with
/// p = t₁−t₀, q = t₂−t₁ the number p−q is even and > 0, hence ≥ 2. From
/// t₀² − 2t₁² + t₂² = 32 follows p² + q² − 2t₁(p−q) = 32, so t₁ < (p²+q²)/4 <
/// p²/2. On the other hand p·t₁ ≤ p(t₁+t₀) = 16(D+1). Together 2t₁³ < (p·t₁)² ≤
/// 256(D+1)², and with (2D)² = N + t₀² < N + t₁²,
/// t₁³ < 32(N+t₁²) + 128√(N+t₁²) + 128. Beyond 64 the difference of the two sides
/// grows with t₁ (its derivative is at least 3t₁² − 64t₁ − 128), so that the first
/// t₁ ≥ 64 that breaks the inequality bounds all.
fn runs_up_to(c: u64, length: u64, to: u64, budget: &Budget) -> Result<Vec<u64>, Stopped> {
    let largest = largest_root(c, to);
    let mut found = Vec::new();
    let first = (c + 1) % 2;
    for t1 in (first..=largest).step_by(2) {
        budget.check()?;
        budget.report(t1 * t1, Some(largest * largest));
        for t0 in (first..t1).step_by(2) {
            let gap = t1 * t1 - t0 * t0;
            // The next root, before anything that costs more.
            if gap % 16 != 0 || gap < 32 || !is_square(t1 * t1 + gap + 32) {
                continue;
            }
            let difference = gap / 16 - 1;
            let (step, d) = (u128::from(c) + 1, u128::from(difference));
            let n = 4 * d * d - u128::from(t0) * u128::from(t0);
            let total = (n / step + step) / 4;
            if n % step != 0 || (n / step + step) % 4 != 0 || !(2..=u128::from(to) + 1).contains(&total) {
                continue;
            }
            let total = u64::try_from(total).expect("at most to + 1");
            if (0..length).all(|i| member(c, total, difference + 2 * i).is_some()) {
                found.push(total - 1);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// A bound for t₁; see [`runs_up_to`].
fn largest_root(c: u64, to: u64) -> u64 {
    let step = u128::from(c) + 1;
    let n = step * (4 * (u128::from(to) + 1)).saturating_sub(step);
    let possible = |t: u64| {
        let t = u128::from(t);
        t * t * t < 32 * (n + t * t) + 128 * ((n + t * t).isqrt() + 1) + 128
    };
    // N < 2^67, so that no t ≥ 2^25 is possible.
    let (mut low, mut high) = (64u64, 1 << 25);
    while low < high {
        let middle = low.midpoint(high);
        if possible(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

fn is_square(n: u64) -> bool {
    // Squares end in 0, 1, 4 or 9 in base 16.
    matches!(n % 16, 0 | 1 | 4 | 9) && n.isqrt().pow(2) == n
}

/// The failure at g, the first value with a run.
fn failure(c: u64, g: u64) -> Failure {
    let differences = excluded(c, g);
    // The difference d in the middle of a run, and its first x.
    let place = |v: u64| {
        let d = v + c - 1;
        (first_free(c, g, d), d, v)
    };
    let (x, d, v) =
        runs(c, &differences).map(place).min_by_key(|(x, d, _)| (2 * x + d, *x)).expect("asked of a value with a run");
    let barred = (0..c).map(|i| member(c, g + 1, v + 2 * i).expect("a member of a run")).collect();
    Failure { value: g, position: [x, x + d], barred }
}

/// The least x of the theorem for the difference d: it is in no lower level set.
fn first_free(c: u64, g: u64, d: u64) -> u64 {
    let a = |k: u64| ((1 + c) * k * k + (1 + 2 * g) * k - c * k) / 2;
    (1..)
        .flat_map(|k| a(k)..=(a(k) + a(k + 1) - d) / 2)
        .find(|x| member(c, 2 * x + d, d).is_none())
        .expect("only finitely many are in lower level sets")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::builtin;
    use crate::heap::ruleset::Argument;
    use crate::heap::table::{GrundyTable, positions};

    fn table(c: u64, to: u64) -> GrundyTable {
        let twist = builtin::ruleset("twist", &[Argument::Number(c as i64)]).unwrap();
        GrundyTable::new(&twist, &[to, to], &Budget::unlimited()).unwrap()
    }

    /// The first failure of the formula by a table: the least value that a
    /// position has, or has by the formula, and not both; the first such position.
    fn by_table(c: u64, to: u64) -> Option<(u64, [u64; 2])> {
        let (table, to) = (table(c, to), [to, to]);
        let value = |p: &[u64]| u64::from(table.value(p).unwrap().0);
        let says = |p: &[u64]| formula(c, [p[0], p[1]]);
        let wrong = positions(&to).filter(|p| *p != [0, 0] && value(p) != says(p));
        wrong.map(|p| (value(&p).min(says(&p)), p[0] + p[1], [p[0], p[1]])).min().map(|(g, _, p)| (g, p))
    }

    #[test]
    fn the_first_failures_are_those_of_the_tables() {
        assert_eq!(by_table(1, 40), Some((4, [5, 8])));
        assert_eq!(by_table(2, 90), Some((26, [27, 37])));
        for c in 1..=2 {
            let failure = first_failure(c, 1000, &Budget::unlimited()).unwrap().unwrap();
            assert_eq!(by_table(c, 90), Some((failure.value, failure.position)));
        }
        for c in 3..=6 {
            assert_eq!(by_table(c, 120), None, "c = {c}");
        }
    }

    #[test]
    fn members_are_the_pairs_of_the_sequences() {
        for c in 1..=6 {
            let a = |g: u64, k: u64| ((1 + c) * k * k + (1 + 2 * g) * k - c * k) / 2;
            let mut expected = std::collections::HashMap::new();
            for g in 0..80 {
                for k in 1..12 {
                    let old = expected.insert([a(g, k), a(g, k + 1)], (g, k));
                    assert_eq!(old, None, "two sequences with the same pair");
                }
            }
            for low in 0..80u64 {
                for high in low..160 {
                    let found = member(c, low + high, high - low).map(|b| (b.position, b.value, b.index));
                    let known = expected.get(&[low, high]).map(|(g, k)| ([low, high], *g, *k));
                    assert_eq!(found, known, "c = {c}");
                }
            }
        }
    }

    #[test]
    fn runs_from_squares_are_those_from_divisors() {
        for (c, some) in [(1, false), (2, true), (3, false), (4, true), (5, false), (6, true), (8, true)] {
            let to = 20_000;
            let expected: Vec<u64> = (1..=to).filter(|g| runs(3, &excluded(c, *g)).next().is_some()).collect();
            assert_eq!(runs_up_to(c, 3, to, &Budget::unlimited()).unwrap(), expected, "c = {c}");
            assert_eq!(!expected.is_empty(), some, "c = {c}");
        }
        assert_eq!(runs(4, &excluded(7, 205_016_176)).collect::<Vec<_>>(), [40_499]);
        assert_eq!(runs_up_to(7, 4, 300_000_000, &Budget::unlimited()).unwrap(), [205_016_176]);
    }

    #[test]
    fn remainders_rule_out_runs_for_every_fourth_c() {
        for c in 1..=40 {
            assert_eq!(never_fails(c), c > 1 && c % 4 == 1, "c = {c}");
        }
        for c in [5, 9] {
            assert_eq!(runs_up_to(c, 3, 1_000_000, &Budget::unlimited()).unwrap(), [0; 0]);
        }
    }

    #[test]
    fn no_move_of_the_counterexample_leads_to_its_own_level_set() {
        let failure = first_failure(3, 1_000_000, &Budget::unlimited()).unwrap().unwrap();
        let ([x, y], g) = (failure.position, failure.value);
        assert_eq!((g, [x, y]), (122_850, [122_851, 123_554]));
        assert_eq!(
            failure.barred.iter().map(|b| (b.value, b.index)).collect::<Vec<_>>(),
            [(0, 175), (54, 162), (76, 157)]
        );
        // The definition: all moves from both heaps, by brute force.
        let in_level = |x: u64, y: u64| formula(3, [x, y]) == g;
        let diagonal = (1..=x).flat_map(|i| (i.saturating_sub(3).max(1)..=(i + 3).min(y)).map(move |j| (x - i, y - j)));
        assert!(diagonal.clone().all(|(x, y)| !in_level(x, y)));
        assert_eq!(diagonal.filter(|(x, y)| x + y == g + 1).count(), 3);
        // Moves from one heap to the other: for each position of the level set
        // with a lower total that is not on x+y = g+1, one heap must fall and
        // the other rise.
        let a = |k: u64| 2 * k * k + (g - 1) * k;
        for k in 0..4 {
            for (u, v) in [(a(k), a(k + 1)), (a(k + 1), a(k))] {
                let falls = u + v < x + y && ((u < x && v > y) || (u > x && v < y));
                assert!(!falls, "a move to ({u}, {v})");
            }
        }
        assert!(x > g && y > g, "no move to x+y = g+1 raises a heap");
    }

    #[test]
    fn the_twist_with_four() {
        let first = |to| first_failure(4, to, &Budget::unlimited()).unwrap().map(|f| (f.value, f.position));
        assert_eq!(first(3_930_128_133), None);
        assert_eq!(first(3_930_128_134), Some((3_930_128_134, [3_930_128_135, 3_930_268_319])));
    }

    #[test]
    fn it_can_be_stopped() {
        let budget = Budget::unlimited();
        budget.cancel();
        assert_eq!(first_failure(3, 1_000_000, &budget), Err(Stopped::Cancelled));
        assert_eq!(first_failure(2, 1_000_000, &budget), Err(Stopped::Cancelled));
    }
}
