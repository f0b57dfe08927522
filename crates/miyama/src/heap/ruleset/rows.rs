//! Many heaps in a row from which empty ones are removed. Which heaps are left may be so in
//! too many ways to write cases for all of them; there are cases for every *number* of heaps
//! instead, and the heaps that are left are looked at as a row of their own.

use super::Case;
use crate::heap::lower::lower;
use crate::heap::notation::{Body, Definition, Indexed};
use crate::heap::options::{Loops, Watch};
use crate::heap::orbit::{Images, Orbits};
use crate::heap::rank;
use crate::heap::ruleset::Argument;
use crate::heap::unfold::unfold_row;
use crate::out_of_reach::OutOfReach;
use miyama_budget::{Budget, Mistake};
use miyama_text::say;

/// The cases of rows of 0, 1, 2, … heaps, none of them empty.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    text: String,
    arguments: Vec<Argument>,
    cases: Vec<Vec<(Case, Loops)>>,
}

/// Rows are the same if they are written so.
impl PartialEq for Rows {
    fn eq(&self, other: &Rows) -> bool {
        (&self.text, &self.arguments, self.cases.len()) == (&other.text, &other.arguments, other.cases.len())
    }
}

impl Rows {
    /// The rows of up to so many heaps; none where a move does not lower the total, so that
    /// another reason must be found why play ends.
    pub(super) fn new(
        definition: &Definition,
        indexed: &Indexed,
        arguments: &[Argument],
        heaps: usize,
        budget: &Budget,
    ) -> Result<Option<Rows>, Mistake> {
        let mut rows = Rows { text: definition.to_string(), arguments: arguments.to_vec(), cases: vec![vec![]] };
        for length in 1..=heaps {
            let unfolded = unfold_row(definition, indexed, arguments, length)?;
            let Body::Options { heaps: names, sets } = &unfolded.body else { return Ok(None) };
            let mut cases = vec![];
            for case in lower(&unfolded, names, sets, &[], budget)? {
                budget.check()?;
                let ordered = Loops::ordered(case, length);
                cases.push(ordered.map_err(|refused| refused.1.mistake(&refused.0, names))?);
            }
            let only: Vec<&Case> = cases.iter().map(|(case, _)| case).collect();
            let falls = rank::total_falls(&only, length, budget).map_err(|reason| match reason {
                OutOfReach::TooLarge => Mistake::new(indexed.heap.at.clone(), say!("ruleset.numbers_too_large")),
                OutOfReach::Stopped(stopped) => stopped.into(),
            })?;
            if !falls {
                return Ok(None);
            }
            rows.cases.push(cases);
        }
        Ok(Some(rows))
    }

    /// Which positions are one orbit.
    pub(super) fn orbits(&self) -> Orbits {
        let images = |(length, cases): (usize, &Vec<(Case, Loops)>)| match length {
            0 => Images::default(),
            length => Images::of(cases.iter().map(|(case, _)| case), length),
        };
        Orbits::InARow { removed: true, images: self.cases.iter().enumerate().map(images).collect() }
    }

    /// Calls `visit` with every option until it returns false.
    pub(super) fn for_each_option(
        &self,
        position: &[u64],
        watch: &mut Watch<'_>,
        visit: &mut impl FnMut(&[Vec<u64>]) -> bool,
    ) -> Result<(), OutOfReach> {
        let places: Vec<usize> = (0..position.len()).filter(|place| position[*place] > 0).collect();
        let row: Vec<u64> = places.iter().map(|place| position[*place]).collect();
        let mut back = |option: &[Vec<u64>]| {
            let whole = |row: &Vec<u64>| {
                let mut whole = position.to_vec();
                places.iter().zip(row).for_each(|(place, heap)| whole[*place] = *heap);
                whole
            };
            visit(&option.iter().map(whole).collect::<Vec<_>>())
        };
        for (_, loops) in self.cases.get(row.len()).into_iter().flatten() {
            if !loops.for_each_watched(&row, watch, &mut back)? {
                return Ok(());
            }
        }
        Ok(())
    }
}
