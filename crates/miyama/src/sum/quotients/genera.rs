//! The genera of heaps: played out, and of all heaps where they repeat.

use super::{Quotients, Source, rule};
use miyama_budget::Budget;
use miyama_misere::period::Period;
use miyama_misere::{Atoms, Class, Genus, Stop, Watch};
use std::cell::Cell;

/// Genera and classes of heaps 0, 1, ….
#[derive(Clone, Debug, Default)]
pub struct Genera {
    /// As many as were found; of all heaps that were followed, if they repeat.
    pub list: Vec<(Genus, Class)>,
    /// Where they repeat for ever, and the order of the quotient that proves it.
    pub repeats: Option<(Period, usize)>,
}

/// Less than a second each for playing out and for what repeats, counted in steps, so that
/// the same genera are found on every machine.
const PLAYED: u64 = 100_000_000;
const REPEATED: u64 = 40_000_000;

/// The largest quotient with values that is built for genera, and the last heap.
const MOST_ELEMENTS: usize = 300;
const LAST: usize = 3000;

impl Quotients {
    /// The genus and the class of each heap, as many as are found soon. Where the map
    /// repeats, the genera may be found to repeat too: then they are those of all heaps.
    ///
    /// Classes are those of heaps in their simplest form as far as they were played out,
    /// else of the heaps as they are.
    #[must_use]
    pub fn genera(&self, budget: &Budget) -> Genera {
        let mut list = self.played_genera(budget);
        let (Source::Code { code, reach: Some(reach) }, Some(_)) = (&self.source, self.period) else {
            return Genera { list, repeats: None };
        };
        let work = Cell::new(REPEATED);
        let watch = Watch::new(budget, MOST_ELEMENTS).with_work(&work);
        let Ok(Some(all)) = miyama_misere::genera(rule(code), *reach, LAST, watch) else {
            return Genera { list, repeats: None };
        };
        debug_assert!(list.iter().zip(&all.list).all(|(played, repeated)| played.0 == repeated.0), "{code}");
        let (start, length) = (all.period.start as usize, all.period.length as usize);
        let like = |n: usize| if n < all.list.len() { n } else { start + (n - start) % length };
        let wanted = self.images().len().max(start + length);
        list.extend((list.len()..wanted).map(|n| all.list[like(n)].clone()));
        Genera { list, repeats: Some((all.period, all.order)) }
    }

    /// The genera of the heaps that were followed, by playing out.
    fn played_genera(&self, budget: &Budget) -> Vec<(Genus, Class)> {
        let mut atoms = Atoms::default();
        let work = Cell::new(PLAYED);
        let watch = Watch::new(budget, usize::MAX).with_work(&work);
        let mut genera = Vec::new();
        for heap in 0..self.images().len() {
            let mut find = || -> Result<(Genus, Class), Stop> {
                self.add_to(&mut atoms, heap, watch)?;
                let sum = atoms.sum(&[u32::try_from(heap).unwrap_or(u32::MAX)]);
                Ok((atoms.genus(&sum, watch)?, atoms.class(&sum, watch)?))
            };
            match find() {
                Ok(found) => genera.push(found),
                Err(_) => break,
            }
        }
        genera
    }
}
