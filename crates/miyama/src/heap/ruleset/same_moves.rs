//! When two rulesets, or two positions of one, have the same moves but for names and order.

use super::super::lower::permuted;
use super::super::notation::{Winner, orders};
use super::super::orbit::{Images, Orbits};
use super::{Case, MOST_HEAPS, Ruleset};

impl Ruleset {
    /// Whether two rulesets have the same moves because they are made of the same
    /// cases in any order, whatever they and their bound integers are called.
    /// Rulesets with the same moves written in other ways are not recognised as one.
    #[must_use]
    pub fn same_moves(&self, other: &Ruleset) -> bool {
        if self.heaps() != other.heaps()
            || self.cases.len() != other.cases.len()
            || self.code != other.code
            || self.rows != other.rows
        {
            return false;
        }
        let ends = |ruleset: &Ruleset| -> Vec<(Winner, String)> {
            ruleset.winning.ends.iter().map(|(winner, conditions)| (*winner, conditions.text.clone())).collect()
        };
        if self.winning.blocked != other.winning.blocked || ends(self) != ends(other) {
            return false;
        }
        let mut left: Vec<&Case> = other.cases().collect();
        self.cases().all(|case| match left.iter().position(|other| case.same_moves(other, self.heaps())) {
            Some(found) => {
                left.swap_remove(found);
                true
            }
            None => false,
        })
    }

    /// Which positions differ in nothing but the places of their heaps. On few heaps tables
    /// see to it themselves, unless the definition treats all heaps alike.
    pub(crate) fn orbits(&self) -> Orbits {
        match &self.rows {
            _ if self.exchangeable => Orbits::InAnyOrder,
            Some(rows) => rows.orbits(),
            None if self.heaps() <= MOST_HEAPS || self.domain.is_some() => Orbits::None,
            None => {
                let mut images = vec![Images::default(); self.heaps()];
                images.push(Images::of(self.cases(), self.heaps()));
                Orbits::InARow { removed: false, images }
            }
        }
    }

    /// The same position with its empty heaps last, where these count as removed.
    pub(crate) fn without_gaps(&self, heaps: &mut [u64]) {
        if self.shrinking {
            // A stable order: the heaps that are left keep theirs.
            heaps.sort_by_key(|heap| *heap == 0);
        }
    }

    /// Whether the moves are those of a row of many heaps, for which there are no cases.
    pub(crate) fn is_row(&self) -> bool {
        self.rows.is_some()
    }

    /// Whether heaps may be exchanged in every way: the images of every case are cases, but
    /// for the order of their bound integers. What is not recognised as this may be so.
    #[must_use]
    pub(crate) fn is_symmetric(&self) -> bool {
        let heaps = self.heaps();
        if self.exchangeable || heaps > MOST_HEAPS {
            return self.exchangeable;
        }
        let known = |image: &Case| {
            let few = image.bound.len() <= 4;
            few && orders(image.bound.len()).iter().any(|order| {
                let image = image.clone().reordered(order, heaps);
                self.cases().any(|case| case.same_moves(&image, heaps))
            })
        };
        heaps > 1 && self.domain.is_none() && self.cases().all(|case| permuted(case, heaps).iter().all(known))
    }
}
