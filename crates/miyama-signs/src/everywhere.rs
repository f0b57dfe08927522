//! A move to the set from every other position.

use crate::Problem;
use crate::cases::{combination, contradiction, split};
use crate::certificate::{Indices, Place, Split, Sum, Tree};
use crate::inside::{K, M, compared};
use crate::polynomial::{Polynomial, Variable};

/// The smaller heap less f(k); the difference of the heaps, and what is left of it when it
/// is divided.
const U: Variable = 9;
const D: Variable = 10;
const R: Variable = 12;

/// What is known of a position.
#[derive(Clone)]
struct Case {
    position: [Polynomial; 2],
    /// All ≥ 0.
    hypotheses: Vec<Polynomial>,
    k: Polynomial,
    /// Where the difference was divided.
    m: Option<Polynomial>,
}

impl Case {
    fn with(&self, variable: Variable, value: &Polynomial) -> Option<Case> {
        let put = |polynomial: &Polynomial| polynomial.with(variable, value);
        let [x, y] = &self.position;
        Some(Case {
            position: [put(x)?, put(y)?],
            hypotheses: self.hypotheses.iter().map(put).collect::<Option<_>>()?,
            k: put(&self.k)?,
            m: match &self.m {
                Some(m) => Some(put(m)?),
                None => None,
            },
        })
    }

    fn given(&self, hypothesis: Polynomial) -> Case {
        let mut case = self.clone();
        case.hypotheses.push(hypothesis);
        case
    }
}

impl Problem {
    /// For x ≤ y and for x ≥ y.
    pub(crate) fn everywhere(&self) -> Option<[Tree; 2]> {
        let one = self.tree(&self.start(false)?, &SPLITS)?;
        let two = self.tree(&self.start(true)?, &SPLITS)?;
        Some([one, two])
    }

    /// The smaller heap is f(k) + u with u < f(k+1) − f(k), the other d more. Hypotheses:
    /// f(k+1) − f(k) − 1 − u ≥ 0, and f(k) ≥ 0.
    fn start(&self, mirrored: bool) -> Option<Case> {
        let (k, u) = (Polynomial::variable(K), Polynomial::variable(U));
        let f = self.set.at(&k)?;
        let low = f.plus(1, &u)?;
        let high = low.plus(1, &Polynomial::variable(D))?;
        let below = self.set.gap(&k)?.minus(&Polynomial::constant(1))?.minus(&u)?;
        let position = if mirrored { [high, low] } else { [low, high] };
        Some(Case { position, hypotheses: vec![below, f], k, m: None })
    }

    fn tree(&self, case: &Case, splits: &[Split]) -> Option<Tree> {
        if let Some(leaf) = self.leaf(case) {
            return Some(leaf);
        }
        let (split, rest) = splits.split_first()?;
        let Some(cases) = self.cases(case, *split)? else { return self.tree(case, rest) };
        let trees = cases.iter().map(|case| self.tree(case, rest)).collect::<Option<Vec<Tree>>>()?;
        Some(Tree::Split(*split, trees))
    }

    /// The cases of a split; none if it does not apply.
    fn cases(&self, case: &Case, split_by: Split) -> Option<Option<Vec<Case>>> {
        let one = Polynomial::constant(1);
        Some(Some(match split_by {
            Split::Total => {
                let next = case.k.plus(1, &one)?;
                let total = case.position[0].plus(1, &case.position[1])?;
                let over = total.minus(&self.set.at(&case.k)?)?.minus(&self.set.at(&next)?)?;
                vec![case.given(over.minus(&one)?), case.given(Polynomial::constant(0).minus(&over)?)]
            }
            Split::Difference => {
                // d = first + step·m + r with r < step, or d < first. The step is 1 at least.
                if case.m.is_some() || !self.set.step.minus(&one)?.is_at_least_zero() {
                    return Some(None);
                }
                let (m, r) = (Polynomial::variable(M), Polynomial::variable(R));
                let value = self.set.gap(&m)?.plus(1, &r)?;
                let mut far = case.with(D, &value)?;
                far.m = Some(m.clone());
                far.hypotheses.push(self.set.step.minus(&one)?.minus(&r)?);
                far.hypotheses.push(self.set.at(&m)?);
                let near = self.set.first.minus(&one)?.minus(&Polynomial::variable(D))?;
                vec![far, case.given(near)]
            }
            Split::Indices => {
                if case.m.is_none() {
                    return Some(None);
                }
                let mut cases = Vec::new();
                for indices in [Indices::Greater, Indices::Equal, Indices::Less] {
                    let [k, m] = compared(indices)?;
                    // k and m are still plain variables: one is replaced at a time.
                    let put = match indices {
                        Indices::Greater => case.with(K, &k)?,
                        _ => case.with(M, &m)?,
                    };
                    cases.push(put);
                }
                cases
            }
            Split::Zero(variable) => {
                let occurs = case.position.iter().chain(&case.hypotheses).any(|p| p.has(variable));
                if !occurs {
                    return Some(None);
                }
                split(variable)?.iter().map(|value| case.with(variable, value)).collect::<Option<_>>()?
            }
        }))
    }

    fn leaf(&self, case: &Case) -> Option<Tree> {
        if let Some(sum) = contradiction(&case.hypotheses) {
            return Some(Tree::Contradiction(sum));
        }
        let places = self.places(case);
        for (place, position) in &places {
            if *position == case.position {
                return Some(Tree::Inside(*place));
            }
        }
        for (place, position) in &places {
            for way in 0..self.ways.len() {
                if let Some(sums) = self.moves(case, way, position) {
                    return Some(Tree::Move(way, *place, sums));
                }
            }
        }
        None
    }

    /// The positions of the set that a case can name.
    fn places(&self, case: &Case) -> Vec<(Place, [Polynomial; 2])> {
        let mut all: Vec<Place> = (0..self.set.exceptions.len()).map(Place::Listed).collect();
        all.extend([Place::BracketMirrored, Place::Bracket]);
        if case.m.is_some() {
            all.extend([Place::Difference, Place::DifferenceMirrored]);
        }
        all.extend([Place::First, Place::FirstMirrored]);
        let zero = Polynomial::constant(0);
        let m = case.m.as_ref().unwrap_or(&zero);
        all.into_iter().filter_map(|place| Some((place, self.place(place, &case.k, m)?))).collect()
    }

    /// Why a way leads from the position of a case to another.
    fn moves(&self, case: &Case, way: usize, to: &[Polynomial; 2]) -> Option<Vec<Sum>> {
        let conditions = self.between(way, &case.position, to)?;
        conditions.iter().map(|condition| combination(condition, &case.hypotheses)).collect()
    }
}

/// The splits, in the order in which they are tried.
const SPLITS: [Split; 9] = [
    Split::Total,
    Split::Difference,
    Split::Indices,
    Split::Zero(U),
    Split::Zero(R),
    Split::Zero(D),
    Split::Zero(K),
    Split::Zero(M),
    Split::Zero(U),
];
