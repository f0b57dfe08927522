//! Claims that are theorems, proved for all sizes.
//!
//! A proof is a list of steps. Each is a statement that the prover decides and of which
//! separate code checks the certificate: what the P-positions or the values of a game are,
//! or that something holds for all natural numbers. The latter is the statement that a
//! game without moves, all of whose positions are P, has the P-positions that the formula
//! says. Where a claim speaks of more than its steps say, the sentence beside the steps
//! tells how it follows.

use super::{Ground, Unchecked};
use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_proof::{Claim, NoVerdict, Rules, Verdict, limits, prove, same_moves};
use miyama_text::{Text, say};
use miyama_verify::theorem::{Check, check};

/// A statement that is decided.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The P-positions of so many heaps of a game are those of the formula.
    P(&'static str, usize, &'static str),
    /// The formula gives the values of so many heaps of a game.
    Values(&'static str, usize, &'static str),
    /// The formula holds for all natural numbers with these names.
    All(&'static str, &'static str),
    /// Two definitions have the same moves.
    Same(&'static str, &'static str),
}

use Step::{All, P, Same, Values};

/// How a claim follows from its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Because {
    /// The steps are the claim.
    Steps,
    /// A sum has the nim-sum of the values of its parts.
    Sums,
    /// By induction on the options.
    Induction,
    /// With multiples of p written as k and l: two of them are equal or at least p apart.
    Blocks,
    /// With a heap written as k(m+1) + r, of which the move changes k by one at most.
    Residues,
    /// A move is answered by the same move in the other heap of the pair.
    Mirror,
}

/// The sum of the values of equal heaps, as a P-position of Wythoff's game.
macro_rules! golden {
    ($a:literal, $b:literal) => {
        concat!("(exists k: {", $a, ",", $b, "} = {floor(k*phi), floor(k*phi^2)})")
    };
}

/// In which claim, because of what, by which steps.
const PROOFS: &[(&str, Because, &[Step])] = &[
    ("000-P9,T10", Because::Steps, &[P("nim", 2, "x = y")]),
    ("000-Prop11", Because::Induction, &[P("nim", 2, "x = y")]),
    ("000-P12,T13", Because::Steps, &[P("nim", 3, "x xor y xor z = 0")]),
    ("000-T16", Because::Sums, &[Values("nim", 1, "x"), P("nim", 4, "x xor y xor z xor u = 0")]),
    (
        "000-T17",
        Because::Sums,
        &[
            Values("nim", 1, "x"),
            // a is a heap, r the nim-sum of the others, so s = a xor r; t is what the heap becomes.
            All("a, r, t", "not (t < a and t xor r = 0) or t = a xor (a xor r) and t < a"),
            All("a, r, t", "not (t = a xor (a xor r) and t < a) or t < a and t xor r = 0"),
        ],
    ),
    (
        "000-D-bounded,T18",
        Because::Residues,
        &[
            All("m, r, i, t", BOUNDED_AVOIDS),
            All("m, r, t", "not (t < r and r <= m) or 1 <= r-t and r-t <= m and r-t <= r"),
        ],
    ),
    ("000-E21", Because::Steps, &[Values("nim", 1, "x"), Values("nim", 2, "x xor y")]),
    (
        "000-T25",
        Because::Induction,
        &[
            All("a, b, s", "not (s < a xor b) or s xor b < a or s xor a < b"),
            All("a, b, c", "a = c or not (a xor b = c xor b)"),
        ],
    ),
    ("000-E26-corrected", Because::Sums, &[Values("bounded(3)", 1, "x mod 4")]),
    ("000-L28", Because::Steps, &[All("a, b, s", "not (s < a xor b) or s xor b < a or s xor a < b")]),
    ("000-Wythoff,T44,table", Because::Steps, &[P("wythoff", 2, golden!("x", "y"))]),
    (
        "000-P43",
        Because::Steps,
        &[
            P("wythoff", 2, golden!("x", "y")),
            All("x, y, z", concat!("not ", golden!("x", "y"), " or not ", golden!("x", "z"), " or y = z")),
            All("x, y, d", concat!("not ", golden!("x", "x+d"), " or not ", golden!("y", "y+d"), " or x = y")),
        ],
    ),
    ("001-s2", Because::Steps, &[P("nim", 3, "x xor y xor z = 0")]),
    ("001-s2-split", Because::Sums, &[Values("split-nim", 1, "n")]),
    (
        "001-(10),Table2",
        Because::Induction,
        &[All(
            "k",
            "(0 if k mod 4 = 2 else k+1 if k mod 4 = 3 else 1 if k mod 4 = 0 else k+2) \
             = (0 if k mod 4 = 3 else k if k mod 4 = 0 else 1 if k mod 4 = 1 else k+1) xor (k+1)",
        )],
    ),
    ("002-T1a", Because::Sums, &[Values("nim", 1, "x"), All("r, t, u", "not (t xor r = 0 and u xor r = 0) or t = u")]),
    (
        "002-T1b-corrected",
        Because::Sums,
        &[
            Values("nim", 1, "x"),
            // A heap a with the nim-sum r of the others has a winning move, to r, exactly if
            // r < a: exactly if a has the highest digit of s = a xor r.
            All("a, r", "not (r < a) or (exists k: 2^k <= (a xor r) and (a xor r) < 2^(k+1) and (a xor 2^k) < a)"),
            All("a, r", "r < a or not (exists k: 2^k <= (a xor r) and (a xor r) < 2^(k+1) and (a xor 2^k) < a)"),
        ],
    ),
    (
        "002-T3",
        Because::Residues,
        &[
            All("m, r, i, t", BOUNDED_AVOIDS),
            All("m, r, t", "not (t < r and r <= m) or 1 <= r-t and r-t <= m and r-t <= r"),
        ],
    ),
    (
        "003-D3.2-corrected",
        Because::Steps,
        &[Same(
            "triangular",
            "(x, y) -> { (x-i, y+j) | 2 <= i <= x, 1 <= j < i } ∪ { (x+j, y-i) | 2 <= i <= y, 1 <= j < i }",
        )],
    ),
    (
        "003-T3.3",
        Because::Steps,
        &[
            P("yama", 2, "|x-y| <= 1"),
            P("triangular", 2, "|x-y| <= 1"),
            Values("yama", 2, "0 if |x-y| <= 1 else min(x,y)+1"),
        ],
    ),
    (
        "003-5.1",
        Because::Blocks,
        &[
            // Of the smaller heap s and the larger t, k <= s < k+p; a move leaves w of one of them.
            All("b, p, k, t, w", "not (t < b+p+k and w+b+p <= t) or w < k"),
            All("b, p, k, s, w", "not (s < k+p and w+b+p <= s) or w < k"),
            // The other becomes z; l <= w < l+p.
            All("b, p, k, l, w, z", "not (l <= w and w < k and (l+p <= k or k <= l) and k+b <= z) or z >= b+p+l"),
            // From elsewhere: leave k of the larger heap.
            All("b, p, k, s, t", "not (t >= b+p+k and k <= s and s < k+p) or t-k >= b+p and s+b < b+p+k"),
        ],
    ),
    // A, B and C are the heaps in ascending order.
    (
        "003-5.2(1)",
        Because::Steps,
        &[P(
            "three-heap-1",
            3,
            "A = 0 and B = C or A = 0 and B = 0 and C = 1 or A >= 1 and A = B and (C = A or C = 2*A)",
        )],
    ),
    (
        "003-5.2(2)",
        Because::Steps,
        &[P(
            "three-heap-2",
            3,
            "A = 0 and (C-B <= 1 or B = 0 and C = 2) or A = 1 and (B = C or B = 1 and C = 2) or A = 2 and C = 2",
        )],
    ),
    (
        "003-5.2(3)",
        Because::Steps,
        &[P(
            "three-heap-3",
            3,
            "A = 0 and (B = C or B = 0 and C = 1) or A = 1 and B = 1 and (C = 1 or C = 2) or A = 2 and C = 2",
        )],
    ),
    ("003-5.2(4)", Because::Steps, &[P("three-heap-4", 3, "B = 0")]),
    (
        "003-5.2(5)",
        Because::Steps,
        &[P(
            "three-heap-5",
            3,
            "A = 0 and (B = 0 or B = 1 and C = 1) or A = 1 and (B = C or B = 1 and C = 2) \
             or A >= 2 and A = B and (C = A or C = 2*A-1)",
        )],
    ),
    (
        "003-5.2(6)",
        Because::Steps,
        &[
            P("three-heap-6a", 3, "A = 0 or C <= 2"),
            P("three-heap-6b", 3, "A = 0 and C-B <= 1 or A = 1 and (B = C or B = 1 and C = 2) or A = 2 and C = 2"),
        ],
    ),
    ("003-5.2-Yama3", Because::Steps, &[P("three-heap-yama", 3, YAMA)]),
    (
        "003-5.2-4heaps",
        Because::Mirror,
        &[
            // (a-i, a+1, b, b): take i from the second heap and return one to the first.
            All("a, b, i", "not (2 <= i and i <= a) or i <= a+1 and a-i+1 = a+1-i"),
            // (a-i, a, b+1, b): take i from the second heap and return one to the fourth.
            All("a, b, i", "not (2 <= i and i <= a) or i <= a and a-i = a-i and b+1 = b+1"),
        ],
    ),
    ("004-D2.1,D2.2,T2.3,T2.4", Because::Steps, &[Values("nim", 1, "x"), Values("nim", 2, "x xor y")]),
];

/// A move of at most m stones from the residue r does not lead to the same residue.
const BOUNDED_AVOIDS: &str =
    "not (1 <= i and i <= m and r <= m and (t = r-i and i <= r or t = m+1+r-i and r < i)) or t <= m and t != r";

/// Three-heap Yama Nim: the first rows, then those that repeat with 16.
const YAMA: &str = "\
    A = 0 and (C = B or C = B+1 and B != 1 and B != 2 and B != 4) \
    or A = 1 and (B = 1 and C <= 2 or B = 3 and C <= 4 or B = 4 and C = 4) \
    or A = 2 and B = 2 and (C = 2 or C >= 5) \
    or A = 3 and B = 5 and C >= 8 \
    or A = 4 and B = 4 and (C = 4 or C >= 7) \
    or A >= 6 and ( \
    (A+10) mod 16 = 0 and (B-A = 3 and 6 <= C-A <= 8 or B-A = 4 and 7 <= C-A <= 8 \
        or B-A = 11 and 14 <= C-A <= 16 or B-A = 12 and C-A >= 15) \
    or (A+10) mod 16 = 1 and (B-A = 3 and 6 <= C-A <= 8 or B-A = 4 and 7 <= C-A <= 9) \
    or (A+10) mod 16 = 2 and B-A = 3 and C-A >= 7 \
    or (A+10) mod 16 = 3 and B-A = 7 and (C-A = 10 or C-A >= 14) \
    or (A+10) mod 16 = 6 and (B-A = 3 and (C-A = 6 or C-A = 8) or B-A = 4 and C-A = 7 \
        or B-A = 8 and 11 <= C-A <= 12 or B-A = 9 and C-A >= 12) \
    or (A+10) mod 16 = 7 and (B-A = 3 and C-A = 6 or B-A = 6 and 9 <= C-A <= 10 or B-A = 7 and C-A >= 10) \
    or (A+10) mod 16 = 8 and B-A = 5 and (C-A = 8 or C-A >= 11))";

/// How a claim is proved, if all of its steps are and separate code accepts them; none if
/// it has no proof, or one fails.
pub(super) fn proved(id: &str, ground: &Ground<'_>) -> Result<Option<Text>, Unchecked> {
    let Some((_, because, steps)) = PROOFS.iter().find(|(known, _, _)| *known == id) else { return Ok(None) };
    for step in *steps {
        if !step.decided(ground.budget)? {
            return Ok(None);
        }
    }
    let because = match because {
        Because::Steps => None,
        Because::Sums => Some(say!("claim.because_sums")),
        Because::Induction => Some(say!("claim.because_induction")),
        Because::Blocks => Some(say!("claim.because_blocks")),
        Because::Residues => Some(say!("claim.because_residues")),
        Because::Mirror => Some(say!("claim.because_mirror")),
    };
    let certified = say!("claim.certified", count = steps.len());
    Ok(Some(match because {
        None => certified,
        Some(because) => say!("claim.certified_because", certified = certified, because = because),
    }))
}

impl Step {
    /// Whether it is proved and accepted.
    fn decided(&self, budget: &Budget) -> Result<bool, Unchecked> {
        match *self {
            Step::P(game, heaps, formula) => {
                let (ruleset, names) = heaps_of(game, heaps);
                certified(&ruleset, &names, &in_order(formula), false, budget)
            }
            Step::Values(game, heaps, formula) => {
                let (ruleset, names) = heaps_of(game, heaps);
                certified(&ruleset, &names, formula, true, budget)
            }
            Step::All(names, formula) => {
                // A game without a move: all positions are P.
                let (first, rest) = names.split_at(names.find(',').unwrap_or(names.len()));
                let still = format!("({names}) -> {{ ({first}-1{rest}) | 1 = 2 }}");
                let (ruleset, names) = heaps_of(&still, names.split(',').count());
                certified(&ruleset, &names, formula, false, budget)
            }
            Step::Same(one, other) => {
                let (a, b) = (heaps_of(one, 2).0, heaps_of(other, 2).0);
                let (Ok(a), Ok(b)) = (Rules::of(&a), Rules::of(&b)) else { return Ok(false) };
                let go_on = || budget.check().is_ok();
                let same = same_moves(&a, &b, &limits(budget, &go_on));
                budget.check()?;
                Ok(same == Ok(Some(true)))
            }
        }
    }
}

/// A formula about the heaps of three in ascending order.
fn in_order(formula: &str) -> String {
    let mut text = String::new();
    for letter in formula.chars() {
        match letter {
            'A' => text.push_str("min(x,y,z)"),
            'B' => text.push_str("(x+y+z-min(x,y,z)-max(x,y,z))"),
            'C' => text.push_str("max(x,y,z)"),
            letter => text.push(letter),
        }
    }
    text
}

fn heaps_of(game: &str, heaps: usize) -> (Ruleset, Names) {
    let Ok(Game::Heap(found)) = Games::built_in().find(game) else {
        unreachable!("the games of the proofs are tested: {game}")
    };
    let own = found.ruleset.heap_names();
    if found.ruleset.heaps() == heaps {
        return ((*found.ruleset).clone(), Names::of(own));
    }
    let beside = found.ruleset.side_by_side(heaps).expect("a game on one heap that does not break");
    (beside, Names::side_by_side(&own[0], heaps))
}

fn certified(
    ruleset: &Ruleset,
    names: &Names,
    formula: &str,
    values: bool,
    budget: &Budget,
) -> Result<bool, Unchecked> {
    let read = if values { Formula::value(formula, names) } else { Formula::set(formula, names) };
    let formula = read.expect("the formulas of the proofs are tested");
    let claim = if values { Claim::Values(&formula) } else { Claim::PPositions(&formula) };
    let verdict = prove(ruleset, claim, Convention::Normal, budget).map_err(|reason| match reason {
        NoVerdict::Stopped(stopped) => Unchecked::Stopped(stopped),
        NoVerdict::Test(_) => Unchecked::TooLarge,
    })?;
    let Verdict::Proved(proved) = verdict else { return Ok(false) };
    // As a file has it: the checker reads it with its own types.
    let text = serde_json::to_vec(&proved.certificate).map_err(|_| Unchecked::TooLarge)?;
    let certificate = serde_json::from_slice(&text).map_err(|_| Unchecked::TooLarge)?;
    Ok(check(&certificate, budget)? == Check::Holds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_proof_belongs_to_a_claim_that_is_a_theorem() {
        let theorems: Vec<&str> = crate::all()
            .filter(|claim| claim.bound.is_some() && claim.expected == crate::Expected::Proved)
            .map(|c| c.id())
            .collect();
        for (id, _, _) in PROOFS {
            assert!(theorems.contains(id), "{id}");
        }
        assert_eq!(theorems.len(), PROOFS.len());
    }

    #[test]
    fn every_step_is_proved_and_accepted() {
        for (id, _, steps) in PROOFS {
            for step in *steps {
                assert!(step.decided(&Budget::unlimited()).unwrap(), "{id}: {step:?}");
            }
        }
    }

    /// Steps that say slightly more are not.
    #[test]
    fn other_steps_are_not() {
        for step in [
            P("nim", 2, "x = y or x = 100 and y = 101"),
            P("three-heap-4", 3, "B = 0 and C < 1000"),
            Values("nim", 1, "x + (1 if x = 700 else 0)"),
            All("a, b, s", "not (s <= a xor b) or s xor b < a or s xor a < b"),
            All(
                "m, r, i, t",
                "not (1 <= i and i <= m+1 and r <= m and (t = r-i and i <= r or t = m+1+r-i and r < i)) or t != r",
            ),
            All("b, p, k, s, t", "not (t >= b+p+k and k <= s and s < k+p) or t-k >= b+p and s+b < b+p+k-1"),
            Same("triangular", "(x, y) -> sym { (x-i, y+j) | 2 <= i <= x, 1 <= j, j+1 < i }"),
        ] {
            assert!(!step.decided(&Budget::unlimited()).unwrap(), "{step:?}");
        }
    }
}
