//! Orbits: positions that exchanging heaps turns into each other have one number, which is
//! computed for one of them.

use super::linear::System;
use super::lower::image;
use super::ruleset::Case;

/// Which positions are one orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Orbits {
    /// Each is one of its own.
    None,
    /// All that have the same heaps in any order.
    InAnyOrder,
    /// Heaps in a row. Empty heaps are taken out first if they count as removed; what the
    /// row of those that are left may be exchanged with is known for every length.
    InARow {
        /// Whether empty heaps count as removed.
        removed: bool,
        /// By the number of heaps.
        images: Vec<Images>,
    },
}

/// Images of a row that have the same moves as the row itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Images {
    /// The row may begin with any of its heaps.
    turned: bool,
    /// The row may be read from behind.
    mirrored: bool,
}

impl Images {
    /// The images that map the cases of a ruleset to cases. What is not recognised may be one.
    pub(crate) fn of<'a>(cases: impl Iterator<Item = &'a Case>, heaps: usize) -> Images {
        let cases: Vec<Plain> = cases.map(|case| Plain::of(case.clone(), heaps)).collect();
        let kept =
            |order: &[usize]| cases.iter().all(|plain| cases.contains(&Plain::of(image(&plain.case, order), heaps)));
        let next: Vec<usize> = (0..heaps).map(|heap| (heap + 1) % heaps).collect();
        let behind: Vec<usize> = (0..heaps).rev().collect();
        Images { turned: kept(&next), mirrored: kept(&behind) }
    }

    /// The least of the images of a row.
    fn least(self, row: &[u64]) -> Vec<u64> {
        let behind: Vec<u64> = row.iter().rev().copied().collect();
        let mut least = row.to_vec();
        for row in [row, &behind].into_iter().take(1 + usize::from(self.mirrored)) {
            for first in 0..if self.turned { row.len() } else { 1 } {
                let image = row[first..].iter().chain(&row[..first]);
                if image.clone().lt(&least) {
                    least = image.copied().collect();
                }
            }
        }
        least
    }
}

/// A case with its bound integers in the order in which the option has them, and with its
/// conditions in order.
struct Plain {
    case: Case,
    system: System,
}

impl Plain {
    fn of(case: Case, heaps: usize) -> Plain {
        let forms: Vec<_> = case.option.iter().flatten().collect();
        let first = |bound: &usize| forms.iter().position(|form| form.coefficient(heaps + bound) != 0);
        let mut order: Vec<usize> = (0..case.bound.len()).collect();
        order.sort_by_key(|bound| first(bound).unwrap_or(usize::MAX));
        // An integer that is computed stands behind those that it is computed from.
        let case = if case.bound.iter().all(|bound| bound.arguments().is_empty()) {
            case.reordered(&order, heaps)
        } else {
            case
        };
        let system = case.system(heaps);
        Plain { case, system }
    }
}

impl PartialEq for Plain {
    fn eq(&self, other: &Plain) -> bool {
        self.case.option == other.case.option && self.system == other.system && self.case.same_integers(&other.case)
    }
}

impl Orbits {
    /// The position of the orbit under which its number is kept.
    pub(crate) fn representative(&self, position: &[u64]) -> Vec<u64> {
        let mut kept = position.to_vec();
        match self {
            Orbits::None => {}
            Orbits::InAnyOrder => kept.sort_unstable(),
            Orbits::InARow { removed, images } => {
                kept.retain(|heap| !removed || *heap > 0);
                kept = images.get(kept.len()).copied().unwrap_or_default().least(&kept);
                kept.resize(position.len(), 0);
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use crate::heap::notation::parse_definition;
    use crate::heap::ruleset::Ruleset;
    use miyama_budget::Budget;

    fn kept(text: &str, position: &[u64]) -> Vec<u64> {
        let definition = parse_definition(text).unwrap();
        let rules = Ruleset::on_heaps(&definition, &[], position.len(), &Budget::unlimited()).unwrap();
        rules.orbits().representative(position)
    }

    #[test]
    fn only_images_with_the_same_moves_are_one() {
        let nim = "heaps x[1..n] -> for each i { x[i]-k | 1 <= k }";
        assert_eq!(kept(nim, &[3, 1, 2, 0, 5, 1, 4]), [0, 1, 1, 2, 3, 4, 5]);
        let circle = "heaps x[1..n] cyclic -> for each i, S in {{i..i+2}} { x[S]-a[S] | 1 <= sum(a[S]) }";
        assert_eq!(kept(circle, &[3, 1, 2, 0, 5, 1, 4]), [0, 2, 1, 3, 4, 1, 5]);
        // Stones that go one way round: no mirror image.
        let one_way = "heaps x[1..n] cyclic -> for each i { x[i]-2, x[i+1]+1 }";
        assert_eq!(kept(one_way, &[3, 1, 2, 0, 5, 1, 4]), [0, 5, 1, 4, 3, 1, 2]);
        let ends = "heaps x[1..n] shrinking -> for each i in {1, n} { x[i]-k | 1 <= k }";
        assert_eq!(kept(ends, &[3, 1, 2, 0, 5, 1, 0]), [1, 5, 2, 1, 3, 0, 0]);
        let first = "heaps x[1..n] shrinking -> { x[1]-k | 1 <= k }";
        assert_eq!(kept(first, &[3, 0, 2, 0, 5, 1, 0]), [3, 2, 5, 1, 0, 0, 0]);
        let row = "heaps x[1..n] -> for each i in {2..n} { x[i]-k, x[i-1]+k | 1 <= k } ∪ { x[1]-k | 1 <= k }";
        assert_eq!(kept(row, &[3, 0, 2, 0, 5, 1, 0]), [3, 0, 2, 0, 5, 1, 0]);
    }
}
