//! Theorems of the literature that give values or P-positions without a table,
//! for heaps of any size.
//!
//! A theorem belongs to a *ruleset*, not to a name: [`recognise`] compares the
//! displacements of a ruleset with those of the definition that the theorem is
//! about. Every formula is tested against the table of that definition.

pub(crate) mod euclid;
pub(crate) mod ladder;
pub(crate) mod moore;
pub(crate) mod nim_like;
pub(crate) mod run;
pub(crate) mod triangular;
pub(crate) mod wythoff;
pub(crate) mod yama;

pub use ladder::Ladder;

use super::builtin;
use super::ruleset::{Argument, Bound, Case, Ruleset};
use super::semilinear::Displacements;
use miyama_text::{Text, say};
use num_bigint::BigUint;
use run::Run;

/// What is known about a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Nim: a heap of n has value n (Bouton).
    Nim,
    /// At most m stones at a time: a heap of n has value n mod (m+1).
    Bounded(u64),
    /// The s-th game of Wythoff: P-positions (⌊i(1+1/μ)⌋, ⌊i(1+μ)⌋).
    Wythoff(u64),
    /// Yama Nim: 0 if |x−y| ≤ 1, else min(x, y) + 1.
    Yama,
    /// Triangular Nim: theorem 3.4 of Kimura and Yamashita.
    Triangular,
    /// Twists of Triangular Nim: P-positions are neighbours in a sequence.
    Ladder(ladder::Ladder),
    /// Euclid: P where the larger heap is less than φ times the smaller one, and not as large.
    Euclid,
    /// Moore's Nim with up to k heaps a move: P where all digit sums are divisible by k + 1.
    Moore(u64),
}

/// The theorem about a ruleset, if there is one.
///
/// ```
/// use miyama::heap::notation::parse_definition;
/// use miyama::heap::ruleset::Ruleset;
/// use miyama::heap::theorem::{Theorem, recognise};
/// let same = "(a, b) -> sym { (a-k, b+1) | k >= 2 }";
/// let yama = Ruleset::new(&parse_definition(same).unwrap(), &[]).unwrap();
/// assert_eq!(recognise(&yama), Some(Theorem::Yama));
///
/// let other = "yama: (a, b) -> sym { (a-k, b+1) | k >= 3 }";
/// let other = Ruleset::new(&parse_definition(other).unwrap(), &[]).unwrap();
/// assert_eq!(recognise(&other), None);
/// ```
#[must_use]
pub fn recognise(ruleset: &Ruleset) -> Option<Theorem> {
    if ruleset.code().is_some() || ruleset.is_row() || !ruleset.is_won_as_usual() {
        return None;
    }
    if ruleset.heaps() > 2 {
        return None;
    }
    let found = Displacements::of(ruleset);
    if !found.others.is_empty() {
        return by_cases(ruleset);
    }
    if found.lattices.iter().any(|l| !l.guard.is_empty()) {
        return None;
    }
    let same = |name: &str, argument: Option<u64>| {
        let arguments: Vec<Argument> =
            argument.and_then(|a| i64::try_from(a).ok()).map(Argument::Number).into_iter().collect();
        builtin::ruleset(name, &arguments).is_ok_and(|known| Displacements::of(&known).lattices == found.lattices)
    };
    // The parameter that the numbers of the displacements suggest.
    let diagonal = found.lattices.iter().find(|l| l.directions == [[-1, -1]]).map_or(0, |l| l.bases.len() as u64);
    let largest = |all: &mut dyn Iterator<Item = &Vec<i64>>| all.flatten().map(|x| x.unsigned_abs()).max().unwrap_or(0);
    let limit = largest(&mut found.lattices.iter().flat_map(|l| &l.bases));
    let slope = largest(&mut found.lattices.iter().flat_map(|l| &l.directions));
    if ruleset.heaps() == 1 {
        return match found.lattices.as_slice() {
            [only] if only.directions.is_empty() => same("bounded", Some(limit)).then_some(Theorem::Bounded(limit)),
            [_] => same("nim", None).then_some(Theorem::Nim),
            _ => None,
        };
    }
    let c = diagonal.saturating_sub(1) / 2;
    let candidates = [
        ("yama", None, Theorem::Yama),
        ("triangular", None, Theorem::Triangular),
        ("wythoff", Some(c + 1), Theorem::Wythoff(c + 1)),
        ("twist", Some(c), Theorem::Ladder(ladder::Ladder::Twist(c))),
        ("revised-twist", Some(c), Theorem::Ladder(ladder::Ladder::RevisedTwist(c))),
        ("geometric", Some(slope), Theorem::Ladder(ladder::Ladder::Geometric(slope))),
        ("sub-geometric", Some(slope), Theorem::Ladder(ladder::Ladder::SubGeometric(slope))),
    ];
    candidates.into_iter().find(|(name, argument, _)| same(name, *argument)).map(|(_, _, theorem)| theorem)
}

/// The theorem about a ruleset whose displacements are too many to list, such as
/// those of `bounded(10^15)`: where its cases are those of a definition with a
/// theorem, for a parameter that its own numbers suggest.
fn by_cases(ruleset: &Ruleset) -> Option<Theorem> {
    let multiplies = |case: &Case| case.bound.iter().any(|bound| matches!(bound, Bound::Product(..)));
    if ruleset.cases().any(multiplies) {
        let euclid = builtin::ruleset("euclid", &[]).ok().filter(|euclid| euclid.heaps() == ruleset.heaps())?;
        return euclid.same_moves(ruleset).then_some(Theorem::Euclid);
    }
    let mut numbers: Vec<u64> = Vec::new();
    for case in ruleset.cases() {
        for form in case.system(ruleset.heaps()).forms() {
            let of_form = form.terms().map(|(_, coefficient)| coefficient).chain([form.constant]);
            for number in of_form.filter(|number| number.unsigned_abs() > LARGE.into()) {
                let size = u64::try_from(number.unsigned_abs()).ok()?;
                for near in [size - 1, size, size.saturating_add(1)] {
                    if !numbers.contains(&near) {
                        numbers.push(near);
                    }
                }
            }
        }
    }
    if numbers.len() > MOST_TRIED {
        return None;
    }
    let is = |name: &str, number: u64| {
        let Ok(argument) = i64::try_from(number) else { return false };
        builtin::ruleset(name, &[Argument::Number(argument)]).is_ok_and(|known| known.same_moves(ruleset))
    };
    numbers.into_iter().find_map(|n| match ruleset.heaps() {
        1 => is("bounded", n).then_some(Theorem::Bounded(n)),
        2 if is("wythoff", n) => Some(Theorem::Wythoff(n)),
        2 if is("twist", n) => Some(Theorem::Ladder(ladder::Ladder::Twist(n))),
        2 if is("revised-twist", n) => Some(Theorem::Ladder(ladder::Ladder::RevisedTwist(n))),
        2 if is("geometric", n) => Some(Theorem::Ladder(ladder::Ladder::Geometric(n))),
        2 if is("sub-geometric", n) => Some(Theorem::Ladder(ladder::Ladder::SubGeometric(n))),
        _ => None,
    })
}

/// Smaller parameters leave displacements that can be listed.
const LARGE: u64 = 100;

/// So many parameters are tried.
const MOST_TRIED: usize = 12;

impl Theorem {
    /// The Grundy value, where the theorem gives it: always for some, for the
    /// others only where it is 0.
    #[must_use]
    pub fn value(&self, heaps: &[BigUint]) -> Option<BigUint> {
        match (self, heaps) {
            (Theorem::Nim, [n]) => Some(n.clone()),
            (Theorem::Bounded(m), [n]) => Some(n % (BigUint::from(*m) + 1u32)),
            (Theorem::Yama, [x, y]) => Some(yama::value(x, y)),
            (Theorem::Triangular, [x, y]) => Some(triangular::value(x, y)),
            (Theorem::Wythoff(_) | Theorem::Ladder(_) | Theorem::Euclid, [x, y]) => {
                self.is_p(x, y).then(BigUint::default)
            }
            (Theorem::Moore(k), heaps) => moore::is_p(*k, heaps).then(BigUint::default),
            _ => None,
        }
    }

    /// Whether a position of two heaps is a P-position.
    fn is_p(&self, x: &BigUint, y: &BigUint) -> bool {
        match self {
            Theorem::Wythoff(s) => wythoff::index(*s, x, y).is_some(),
            Theorem::Ladder(ladder) => ladder.step_of(x, y).is_some(),
            Theorem::Yama => yama::value(x, y) == BigUint::default(),
            Theorem::Triangular => triangular::value(x, y) == BigUint::default(),
            Theorem::Euclid => euclid::is_p(x, y),
            Theorem::Moore(k) => moore::is_p(*k, &[x.clone(), y.clone()]),
            Theorem::Nim | Theorem::Bounded(_) => x == y,
        }
    }

    /// The options of Grundy value `target`, as runs; None where the theorem
    /// does not tell them.
    #[must_use]
    pub fn options_of_value(&self, heaps: &[BigUint], target: &BigUint) -> Option<Vec<Run>> {
        match (self, heaps) {
            (Theorem::Nim, [n]) => Some(nim_like::option_of_value(n, None, target).into_iter().collect()),
            (Theorem::Bounded(m), [n]) => Some(nim_like::option_of_value(n, Some(*m), target).into_iter().collect()),
            (Theorem::Yama, [x, y]) => Some(yama::options_of_value(x, y, target)),
            (Theorem::Triangular, [x, y]) => Some(triangular::options_of_value(x, y, target)),
            (Theorem::Wythoff(s), [x, y]) if *target == BigUint::default() => Some(wythoff::options_to_p(*s, x, y)),
            (Theorem::Ladder(ladder), [x, y]) if *target == BigUint::default() => Some(ladder.options_to_p(x, y)),
            (Theorem::Euclid, [x, y]) if *target == BigUint::default() => Some(euclid::options_to_p(x, y)),
            _ => None,
        }
    }

    /// The name of the theorem, for people.
    #[must_use]
    pub fn name(&self) -> Text {
        match self {
            Theorem::Nim => say!("theorem.nim"),
            Theorem::Bounded(m) => say!("theorem.bounded", m = *m),
            Theorem::Wythoff(s) => say!("theorem.wythoff", s = *s),
            Theorem::Yama => say!("theorem.yama"),
            Theorem::Triangular => say!("theorem.triangular"),
            Theorem::Ladder(ladder) => ladder.name(),
            Theorem::Euclid => say!("theorem.euclid"),
            Theorem::Moore(k) => say!("theorem.moore", k = *k),
        }
    }

    /// What the theorem says about this position, for a student.
    #[must_use]
    pub fn reason(&self, heaps: &[BigUint]) -> Option<Text> {
        match (self, heaps) {
            (Theorem::Bounded(m), [n]) => {
                let value = n % (BigUint::from(*m) + 1u32);
                Some(say!("theorem.why_bounded", heap = n, modulus = *m + 1, value = &value))
            }
            (Theorem::Wythoff(s), [x, y]) => Some(wythoff::reason(*s, x, y)),
            (Theorem::Yama, [x, y]) => Some(yama::reason(x, y)),
            (Theorem::Triangular, [x, y]) => Some(triangular::reason(x, y)),
            (Theorem::Ladder(ladder), [x, y]) => Some(ladder.reason(x, y)),
            (Theorem::Euclid, [x, y]) => Some(euclid::reason(x, y)),
            (Theorem::Moore(k), heaps) => Some(moore::reason(*k, heaps)),
            _ => None,
        }
    }
}
