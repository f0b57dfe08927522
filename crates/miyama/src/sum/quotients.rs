//! Misère quotients of games: positions as sums of heaps, and heaps as elements.
//!
//! The theory is in [`miyama_misere`]; here games are turned into heaps with options.
//! Heap n of a code is n. For every other game the positions that play can reach are
//! numbered, options before the positions that have them.

mod certificate;
mod genera;
mod options;
mod outcomes;

pub use certificate::{Certificate, certify};
pub use genera::Genera;
pub use outcomes::HeapOutcomes;

use crate::breaking::code::Code;
use crate::breaking::definition;
use crate::sum::{NoSolution, Pieces, Position};
use miyama_budget::{Budget, Stopped};
use miyama_misere::period::{self, MoveBounds, Period};
use miyama_misere::presentation::{Presentation, present};
use miyama_misere::{Atoms, Class, Form, Forms, Genus, Growth, Known, Moves, Quotient, Solver, Stop, Tell, Watch};
use num_bigint::BigUint;
use std::cell::Cell;

/// The largest quotient that is built if nothing else is asked for.
pub const MOST_ELEMENTS: usize = 1000;

/// Where a quotient serves to answer something else, it ends at so many elements, or
/// after so much work: a few seconds, counted and not measured, so that the same way is
/// gone on every machine.
const FEW_ELEMENTS: usize = 600;
pub(crate) const WORK: u64 = 1_000_000_000;

/// The same before playing out is tried, and for that: some tenths of a second. Small sums of
/// games with large quotients are soon played out.
pub(crate) const LITTLE_WORK: u64 = WORK / 50;

/// The misère quotient of the heaps of a game, as far as it was followed.
pub struct Quotients {
    source: Source,
    solver: Solver,
    period: Option<Period>,
}

/// What the heaps are.
enum Source {
    /// Those of a code, and how far its moves go if that is bounded.
    Code { code: Code, reach: Option<MoveBounds> },
    /// Positions of a sum, numbered.
    Positions(Pieces),
}

impl Quotients {
    /// The quotient of a taking-and-breaking game, no heap followed yet.
    #[must_use]
    pub fn of_code(code: &Code) -> Quotients {
        Quotients {
            source: Source::Code { code: code.clone(), reach: reach(code) },
            solver: Solver::new(Moves::rule(rule(code))),
            period: None,
        }
    }

    /// The quotient of all positions that play from this one can reach, and of their
    /// sums; none of them followed yet. `None` if there are more than `most` of them.
    ///
    /// # Errors
    /// [`NoSolution`] if a position is too large to look at, or the budget ends.
    pub fn of_position(sum: &Position, most: usize, budget: &Budget) -> Result<Option<Quotients>, NoSolution> {
        Quotients::of_numbered(Pieces::whole_below(sum, most, budget)?)
    }

    /// The same with boards of stones in the groups they fall into: fewer pieces, but a
    /// checker that knows the definition alone does not see that they are independent.
    ///
    /// # Errors
    /// [`NoSolution`] if a position is too large to look at, or the budget ends.
    pub(crate) fn of_pieces(sum: &Position, most: usize, budget: &Budget) -> Result<Option<Quotients>, NoSolution> {
        Quotients::of_numbered(Pieces::below(sum, most, budget)?)
    }

    fn of_numbered(pieces: Option<Pieces>) -> Result<Option<Quotients>, NoSolution> {
        let Some(pieces) = pieces else { return Ok(None) };
        let solver = Solver::new(Moves::Listed(pieces.options().to_vec()));
        Ok(Some(Quotients { source: Source::Positions(pieces), solver, period: None }))
    }

    /// Follows heaps up to `to`, or until a period proves that nothing new comes.
    ///
    /// # Errors
    /// [`Stop`]; what was found before stays.
    pub fn grow(&mut self, to: usize, most_elements: usize, budget: &Budget) -> Result<(), Stop> {
        self.grow_within(to, Watch::new(budget, most_elements))
    }

    /// Follows heaps up to `to` as long as the quotient is small and found with so much work.
    ///
    /// # Errors
    /// [`Stopped`] if the budget ends; what was found before stays.
    pub(crate) fn follow(&mut self, to: usize, work: u64, budget: &Budget) -> Result<(), Stopped> {
        let work = Cell::new(work);
        match self.grow_within(to, Watch::new(budget, FEW_ELEMENTS).with_work(&work)) {
            // It may be memory for the quotient that is missing, and little is enough elsewhere.
            Err(Stop::Budget(_)) => budget.check(),
            Ok(()) | Err(Stop::Order(_) | Stop::Work) => Ok(()),
        }
    }

    /// The same, as far as `watch` allows.
    ///
    /// # Errors
    /// [`Stop`]; what was found before stays.
    pub fn grow_within(&mut self, to: usize, watch: Watch<'_>) -> Result<(), Stop> {
        let to = match &self.source {
            Source::Code { .. } => to,
            Source::Positions(pieces) => match pieces.len().checked_sub(1) {
                Some(last) => to.min(last),
                None => return Ok(()),
            },
        };
        while self.solver.len() <= to && self.period.is_none() {
            self.solver.add(watch)?;
            if let Source::Code { reach: Some(reach), .. } = &self.source {
                self.period = period::find(self.solver.images(), *reach);
            }
        }
        Ok(())
    }

    /// The code, if this is the quotient of one.
    #[must_use]
    pub fn code(&self) -> Option<&Code> {
        match &self.source {
            Source::Code { code, .. } => Some(code),
            Source::Positions(_) => None,
        }
    }

    /// How far the moves of the code go, if the periodicity theorem applies to it.
    #[must_use]
    pub fn reach(&self) -> Option<MoveBounds> {
        match &self.source {
            Source::Code { reach, .. } => *reach,
            Source::Positions(_) => None,
        }
    }

    /// The positions that the heaps stand for, if they are not heaps of a code.
    #[must_use]
    pub fn positions(&self) -> Option<&Pieces> {
        match &self.source {
            Source::Code { .. } => None,
            Source::Positions(pieces) => Some(pieces),
        }
    }

    /// The period of the map, if it is proven.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Is this the quotient of everything that was asked about: of all heaps of the
    /// code, or of all positions?
    #[must_use]
    pub fn is_closed(&self) -> bool {
        match &self.source {
            Source::Code { .. } => self.period.is_some(),
            Source::Positions(pieces) => self.solver.len() == pieces.len(),
        }
    }

    /// The quotient of the heaps that were followed.
    #[must_use]
    pub fn quotient(&self) -> &Quotient {
        self.solver.quotient()
    }

    /// The heaps at which it grew.
    #[must_use]
    pub fn growth(&self) -> &[Growth] {
        self.solver.growth()
    }

    /// The elements of the heaps that were followed.
    #[must_use]
    pub fn images(&self) -> &[u32] {
        self.solver.images()
    }

    /// The options of a heap that was followed.
    pub fn options(&self, heap: u32, tell: &mut Tell<'_>) {
        self.solver.moves().each(heap, tell);
    }

    /// Generators and relations.
    #[must_use]
    pub fn presentation(&self) -> Presentation {
        present(self.quotient(), self.images())
    }

    /// Adds the next heap to `atoms`.
    fn add_to(&self, atoms: &mut Atoms, heap: usize, watch: Watch<'_>) -> Result<(), Stop> {
        let mut options: Vec<Vec<u32>> = Vec::new();
        self.options(u32::try_from(heap).unwrap_or(u32::MAX), &mut |option| {
            options.push(option.to_vec());
            true
        });
        atoms.add(&options, watch)
    }

    /// What tells the outcomes of sums of heaps up to `largest` where the quotient ends
    /// before.
    ///
    /// # Errors
    /// [`Stop`] if the budget or the work is used up.
    pub fn beyond(&self, largest: usize, watch: Watch<'_>) -> Result<Atoms, Stop> {
        let mut atoms = Atoms::default();
        for heap in 0..=largest {
            self.add_to(&mut atoms, heap, watch)?;
        }
        Ok(atoms)
    }

    /// Is a sum of heaps a P-position? Heaps that the quotient does not know are played
    /// out as `atoms` has them.
    ///
    /// # Errors
    /// [`Stop`] if the budget or the work is used up.
    pub(crate) fn is_p_beyond(&self, heaps: &[u32], atoms: &mut Atoms, watch: Watch<'_>) -> Result<bool, Stop> {
        let known = Known { quotient: self.quotient(), images: self.images() };
        atoms.is_p(&atoms.sum(heaps), Some(known), watch)
    }

    /// The heap that was followed and counts as this one.
    #[must_use]
    pub(crate) fn heap_like(&self, heap: &BigUint) -> Option<usize> {
        match (usize::try_from(heap), self.period) {
            (Ok(small), _) if small < self.solver.len() => Some(small),
            (_, Some(Period { start, length })) => {
                let beyond = (heap - start) % length;
                usize::try_from(beyond + start).ok()
            }
            _ => None,
        }
    }

    /// The element of a heap of the code, of any size if a period is proven.
    #[must_use]
    pub fn image(&self, heap: &BigUint) -> Option<u32> {
        Some(self.images()[self.heap_like(heap)?])
    }

    /// The element of a position; `None` if it was not followed.
    ///
    /// # Errors
    /// [`NoSolution`] if it is too large to look at, or the budget ends.
    pub(crate) fn image_of(&self, sum: &Position, budget: &Budget) -> Result<Option<u32>, NoSolution> {
        let Source::Positions(pieces) = &self.source else { return Ok(None) };
        let Some(numbers) = pieces.numbers(sum, budget)? else { return Ok(None) };
        let images = self.images();
        Ok(numbers.iter().try_fold(0, |x, number| Some(self.quotient().product(x, *images.get(*number as usize)?))))
    }
}

/// The canonical forms of the first heaps, in `forms`: as many as fit.
fn forms_of(
    count: usize,
    options: &dyn Fn(u32) -> Vec<Vec<u32>>,
    forms: &mut Forms,
    watch: Watch<'_>,
) -> (Vec<Form>, Option<Stop>) {
    let mut found: Vec<Form> = Vec::new();
    for heap in 0..u32::try_from(count).unwrap_or(u32::MAX) {
        let sum = |option: &Vec<u32>| {
            option.iter().try_fold(Forms::ZERO, |sum, heap| forms.sum(sum, found[*heap as usize], watch))
        };
        match options(heap).iter().map(sum).collect::<Result<Vec<Form>, Stop>>() {
            Ok(options) => found.push(forms.game(options)),
            Err(stop) => return (found, Some(stop)),
        }
    }
    (found, None)
}

/// The canonical form of a position, with the forms that it is made of. `None` if
/// there are more than `most` pieces or forms.
///
/// # Errors
/// [`NoSolution`] if a position is too large to look at, or the budget ends.
pub fn form_of(sum: &Position, most: usize, budget: &Budget) -> Result<Option<(Forms, Form)>, NoSolution> {
    let Some(pieces) = Pieces::below(sum, most, budget)? else { return Ok(None) };
    let mut forms = Forms::default();
    let watch = Watch::new(budget, most);
    let options = |heap: u32| pieces.options()[heap as usize].clone();
    let (found, stop) = forms_of(pieces.len(), &options, &mut forms, watch);
    let numbers = pieces.numbers(sum, budget)?.unwrap_or_default();
    let whole = match stop {
        Some(stop) => Err(stop),
        None => numbers.iter().try_fold(Forms::ZERO, |sum, number| forms.sum(sum, found[*number as usize], watch)),
    };
    match whole {
        Ok(form) => Ok(Some((forms, form))),
        Err(Stop::Budget(stopped)) => Err(stopped.into()),
        Err(Stop::Order(_) | Stop::Work) => Ok(None),
    }
}

/// The genus and the class of a position, and whether it is a P-position alone. `None`
/// if there are more than `most` pieces.
///
/// # Errors
/// [`NoSolution`] if a position is too large to look at, or the budget ends.
pub fn genus_of(sum: &Position, most: usize, budget: &Budget) -> Result<Option<(Genus, Class)>, NoSolution> {
    let Some(pieces) = Pieces::below(sum, most, budget)? else { return Ok(None) };
    let numbers = pieces.numbers(sum, budget)?.unwrap_or_default();
    let watch = Watch::new(budget, usize::MAX);
    let mut atoms = Atoms::default();
    let mut find = || -> Result<(Genus, Class), Stop> {
        for options in pieces.options() {
            atoms.add(options, watch)?;
        }
        let sum = atoms.sum(&numbers);
        Ok((atoms.genus(&sum, watch)?, atoms.class(&sum, watch)?))
    };
    match find() {
        Ok(found) => Ok(Some(found)),
        Err(Stop::Budget(stopped)) => Err(stopped.into()),
        Err(Stop::Order(_) | Stop::Work) => Ok(None),
    }
}

/// The moves of a code.
fn rule(code: &Code) -> impl Fn(u32, &mut Tell<'_>) + Clone + Send + 'static {
    let code = code.clone();
    move |heap, tell| {
        let mut left = Vec::new();
        // What ends it early is that no more are wanted.
        let _: Result<(), ()> = definition::try_options(&code, heap as usize, &mut |heaps| {
            left.clear();
            left.extend(heaps.iter().filter_map(|heap| u32::try_from(*heap).ok()));
            if tell(&left) { Ok(()) } else { Err(()) }
        });
    }
}

/// How far the moves of a code go, if they are bounded and sizes do not matter.
fn reach(code: &Code) -> Option<MoveBounds> {
    let (most_taken, most_left) = (code.longest()?, code.most_heaps()?);
    code.is_free().then_some(MoveBounds { most_left: u64::from(most_left), most_taken: most_taken as u64 })
}
