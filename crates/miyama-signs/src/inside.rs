//! No move leads from a position of the set to another.

use crate::Problem;
use crate::cases::closed;
use crate::certificate::{Indices, NoMove, Place};
use crate::moves::PARAMETERS;
use crate::polynomial::{Polynomial, Variable};

/// The index k of where a move begins, the index m of where it leads, and their distance.
pub(crate) const K: Variable = 8;
pub(crate) const M: Variable = 11;
pub(crate) const E: Variable = 13;

/// The most cases by a variable.
const DEPTH: usize = 3;

impl Problem {
    pub(crate) fn inside(&self) -> Option<Vec<NoMove>> {
        let listed = (0..self.set.exceptions.len()).map(Place::Listed);
        let from: Vec<Place> = listed.clone().chain([Place::Bracket, Place::BracketMirrored]).collect();
        let to: Vec<Place> = listed.chain([Place::Difference, Place::DifferenceMirrored]).collect();
        let mut all = Vec::new();
        for way in 0..self.ways.len() {
            for from in &from {
                for to in &to {
                    let both = !matches!(from, Place::Listed(_)) && !matches!(to, Place::Listed(_));
                    let indices: &[Indices] =
                        if both { &[Indices::Greater, Indices::Equal, Indices::Less] } else { &[Indices::None] };
                    for indices in indices {
                        all.push(self.no_move(way, *from, *to, *indices)?);
                    }
                }
            }
        }
        Some(all)
    }

    fn no_move(&self, way: usize, from: Place, to: Place, indices: Indices) -> Option<NoMove> {
        let [k, m] = compared(indices)?;
        let start = self.place(from, &k, &m)?;
        let end = self.place(to, &k, &m)?;
        let conditions = self.between(way, &start, &end)?;
        let variables: Vec<Variable> = (PARAMETERS..=E).collect();
        let because = closed(&conditions, &variables, DEPTH)?;
        Some(NoMove { way, from, to, indices, because })
    }

    /// A position of the set.
    pub(crate) fn place(&self, place: Place, k: &Polynomial, m: &Polynomial) -> Option<[Polynomial; 2]> {
        let pair = |index: &Polynomial| {
            let next = index.plus(1, &Polynomial::constant(1))?;
            Some([self.set.at(index)?, self.set.at(&next)?])
        };
        let mirrored = |[a, b]: [Polynomial; 2]| [b, a];
        let zero = Polynomial::constant(0);
        match place {
            Place::Listed(n) => self.set.exceptions.get(n).map(|heaps| heaps.map(Polynomial::constant)),
            Place::Bracket => pair(k),
            Place::BracketMirrored => pair(k).map(mirrored),
            Place::Difference => pair(m),
            Place::DifferenceMirrored => pair(m).map(mirrored),
            Place::First => pair(&zero),
            Place::FirstMirrored => pair(&zero).map(mirrored),
        }
    }
}

/// k and m in a case.
pub(crate) fn compared(indices: Indices) -> Option<[Polynomial; 2]> {
    let (k, m) = (Polynomial::variable(K), Polynomial::variable(M));
    let more = Polynomial::variable(E).plus(1, &Polynomial::constant(1))?;
    Some(match indices {
        Indices::None => [k, m],
        Indices::Greater => [m.plus(1, &more)?, m],
        Indices::Equal => [k.clone(), k],
        Indices::Less => [k.clone(), k.plus(1, &more)?],
    })
}
