//! Heaps as sums of few games, without knowing any quotient.
//!
//! Most heaps of most games are equal, in every company, to a sum of smaller ones: to
//! nothing, to ∗1, to a heap met before. A heap is made simpler by the theorem of
//! [`crate::form`]: G is equal to H if every option of H is an option of G and every
//! other option of G has H as an option, provided that G is an N-position where H has no
//! options. Here options are sums of *atoms*, compared as lists; equal lists are equal
//! games, so what is found equal is equal. Nothing says that all that is equal is
//! found, nor needs it: an atom too many costs time only. Tried as H are the options of
//! options, X + ∗1 for every option X, and the atoms with the same options. Two ∗1
//! cancel: ∗1 + ∗1 is 0 by the same theorem.
//!
//! What is played out is then few positions: outcomes of sums beyond a quotient, and
//! genera.

use crate::class::{Class, Type, type_of};
use crate::genus::Genus;
use crate::position::{HeapSum, join, without};
use crate::quotient::Quotient;
use crate::stop::{Stop, Watch};
use hashbrown::{HashMap, HashSet};

/// Heaps 0, 1, … as sums of atoms.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    /// The sum of each heap.
    sums: Vec<HeapSum>,
    /// The options of each atom; atom 0 is ∗1.
    options: Vec<Vec<HeapSum>>,
    /// The heap that each atom was met as.
    heaps: Vec<u32>,
    /// The types of the tame ones.
    types: Vec<Option<Type>>,
    by_options: HashMap<Vec<HeapSum>, HeapSum>,
    lost: HashMap<HeapSum, bool>,
    genera: HashMap<HeapSum, Genus>,
    bytes: u64,
}

/// ∗1.
const ONE: u32 = 0;

/// A sum that is looked at takes about so many steps of a few nanoseconds.
const TRIAL: u64 = 64;

/// Candidates for a simpler game are tried as long as there are no more than this.
const CANDIDATES: usize = 20_000;

impl Atoms {
    /// How many heaps are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Is no heap known?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// How many positions were played out.
    #[must_use]
    pub fn met(&self) -> usize {
        self.lost.len() + self.genera.len()
    }

    /// A sum of heaps as a sum of atoms.
    #[must_use]
    pub fn sum(&self, heaps: &[u32]) -> Box<[u32]> {
        let mut sum: Vec<u32> = heaps.iter().flat_map(|heap| self.sums[*heap as usize].iter().copied()).collect();
        sum.sort_unstable();
        cancelled(sum)
    }

    /// Adds the next heap, with these options: sums of heaps before it.
    ///
    /// # Errors
    /// [`Stop`] if the budget is used up; then everything is as before.
    pub fn add(&mut self, options: &[Vec<u32>], watch: Watch<'_>) -> Result<(), Stop> {
        let mut left: Vec<HeapSum> = options.iter().map(|option| self.sum(option)).collect();
        left.sort_unstable();
        left.dedup();
        let sum = self.game(left, watch)?;
        self.sums.push(sum);
        Ok(())
    }

    /// The sum that the game with these options, sorted, is equal to.
    fn game(&mut self, options: Vec<HeapSum>, watch: Watch<'_>) -> Result<HeapSum, Stop> {
        if options.is_empty() {
            return Ok([].into());
        }
        if let Some(sum) = self.by_options.get(&options) {
            return Ok(sum.clone());
        }
        let mut sum = self.simpler(&options, watch)?;
        if sum.is_none() {
            let atom = u32::try_from(self.options.len()).unwrap_or(u32::MAX);
            self.bytes += 64 + options.iter().map(|option| 16 + 4 * option.len() as u64).sum::<u64>();
            let mut tame = Vec::new();
            let mut others = Vec::new();
            for option in &options {
                match self.type_of(option) {
                    Some(known) => tame.push(known),
                    None => others.push(self.options_of(option).iter().filter_map(|left| self.type_of(left)).collect()),
                }
            }
            self.types.push(type_of(&tame, &others));
            self.options.push(options.clone());
            self.heaps.push(self.sums.len() as u32);
            sum = Some([atom].into());
        }
        let sum = sum.unwrap_or_default();
        self.by_options.insert(options, sum.clone());
        Ok(sum)
    }

    /// The type of a sum of tame atoms.
    fn type_of(&self, sum: &[u32]) -> Option<Type> {
        sum.iter().try_fold(Type::NOTHING, |all, atom| Some(all.plus(self.types[*atom as usize]?)))
    }

    /// The class of a sum of atoms.
    ///
    /// # Errors
    /// [`Stop`] if the budget is used up.
    pub fn class(&mut self, sum: &[u32], watch: Watch<'_>) -> Result<Class, Stop> {
        if self.type_of(sum).is_some() {
            return Ok(Class::Tame);
        }
        let tame = self.options_of(sum).iter().all(|option| self.type_of(option).is_some());
        if !tame {
            return Ok(Class::Wild);
        }
        Ok(Class::untamed(&self.genus(sum, watch)?, tame))
    }

    fn simpler(&mut self, options: &[HeapSum], watch: Watch<'_>) -> Result<Option<HeapSum>, Stop> {
        let of_options: Vec<Vec<HeapSum>> = options.iter().map(|option| self.options_of(option)).collect();
        let mut candidates: Vec<HeapSum> = of_options.iter().flatten().cloned().collect();
        if !self.options.is_empty() {
            candidates.extend(options.iter().map(|option| cancelled(join(&[ONE], option))));
        }
        candidates.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        candidates.dedup();
        candidates.truncate(CANDIDATES);
        let own: HashSet<&HeapSum> = options.iter().collect();
        let sets: Vec<HashSet<&HeapSum>> = of_options.iter().map(|list| list.iter().collect()).collect();
        for (tried, h) in candidates.iter().enumerate() {
            if tried.is_multiple_of(64) {
                watch.ask(self.bytes)?;
            }
            watch.spend(TRIAL * options.len() as u64)?;
            let of_h = self.options_of(h);
            let within = of_h.iter().all(|option| own.contains(option));
            let of_h: HashSet<&HeapSum> = of_h.iter().collect();
            if !within || !options.iter().zip(&sets).all(|(option, set)| of_h.contains(option) || set.contains(h)) {
                continue;
            }
            if of_h.is_empty() && !self.any_lost(options, watch)? {
                continue;
            }
            return Ok(Some(h.clone()));
        }
        Ok(None)
    }

    fn any_lost(&mut self, sums: &[HeapSum], watch: Watch<'_>) -> Result<bool, Stop> {
        for sum in sums {
            if self.is_p(sum, None, watch)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The options of a sum of atoms, each once.
    #[must_use]
    pub fn options_of(&self, sum: &[u32]) -> Vec<Box<[u32]>> {
        let mut options: Vec<HeapSum> = Vec::new();
        for (index, atom) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == *atom {
                continue;
            }
            let rest = without(sum, index);
            if *atom == ONE {
                options.push(rest.into());
            } else {
                options.extend(self.options[*atom as usize].iter().map(|left| cancelled(join(&rest, left))));
            }
        }
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Is a sum of atoms a P-position? Where a quotient has the images of all its
    /// heaps, it says so.
    ///
    /// Play ends: a move replaces an atom by sums of smaller ones.
    ///
    /// # Errors
    /// [`Stop`] if the budget is used up.
    pub fn is_p(&mut self, sum: &[u32], known: Option<Known<'_>>, watch: Watch<'_>) -> Result<bool, Stop> {
        if let Some(lost) = self.lookup(sum, known) {
            return Ok(lost);
        }
        let mut stack = vec![Frame::new(sum.into(), self.options_of(sum))];
        let mut answer = false;
        while let Some(frame) = stack.last_mut() {
            let mut decided = Some(!frame.options.is_empty());
            while let Some(option) = frame.options.get(frame.next) {
                match self.lookup(option, known) {
                    Some(true) => decided = Some(false),
                    Some(false) => {
                        frame.next += 1;
                        continue;
                    }
                    None => decided = None,
                }
                break;
            }
            match decided {
                Some(lost) => {
                    let Some(frame) = stack.pop() else { break };
                    self.bytes += 64 + 4 * frame.sum.len() as u64;
                    watch.spend(TRIAL * frame.options.len() as u64)?;
                    self.lost.insert(frame.sum, lost);
                    answer = lost;
                    if self.lost.len().is_multiple_of(1024) {
                        watch.ask(self.bytes)?;
                    }
                }
                None => {
                    let option = frame.options[frame.next].clone();
                    let options = self.options_of(&option);
                    stack.push(Frame::new(option, options));
                }
            }
        }
        Ok(answer)
    }

    fn lookup(&self, sum: &[u32], known: Option<Known<'_>>) -> Option<bool> {
        if sum.is_empty() {
            return Some(false);
        }
        if let Some(known) = self.type_of(sum) {
            return Some(known.is_p());
        }
        if let Some(known) = known {
            let image = |atom: &u32| known.images.get(self.heaps[*atom as usize] as usize);
            let product = sum.iter().try_fold(0, |x, atom| Some(known.quotient.product(x, *image(atom)?)));
            if let Some(product) = product {
                return Some(known.quotient.is_p(product));
            }
        }
        self.lost.get(sum).copied()
    }

    /// The genus of a sum of atoms.
    ///
    /// # Errors
    /// [`Stop`] if the budget is used up.
    pub fn genus(&mut self, sum: &[u32], watch: Watch<'_>) -> Result<Genus, Stop> {
        if let Some(genus) = self.genus_known(sum) {
            return Ok(genus);
        }
        let mut stack = vec![Frame::new(sum.into(), self.options_of(sum))];
        while let Some(frame) = stack.last_mut() {
            while frame.options.get(frame.next).is_some_and(|option| self.genus_known(option).is_some()) {
                frame.next += 1;
            }
            if let Some(option) = frame.options.get(frame.next).cloned() {
                let options = self.options_of(&option);
                stack.push(Frame::new(option, options));
                continue;
            }
            let Some(frame) = stack.pop() else { break };
            let genera: Vec<Genus> = frame.options.iter().filter_map(|option| self.genus_known(option)).collect();
            self.bytes += 128 + 4 * frame.sum.len() as u64;
            self.genera.insert(frame.sum, Genus::of_options(&genera));
            watch.spend(TRIAL * genera.len() as u64)?;
            if self.genera.len().is_multiple_of(256) {
                watch.ask(self.bytes)?;
            }
        }
        Ok(self.genera[sum].clone())
    }

    fn genus_known(&self, sum: &[u32]) -> Option<Genus> {
        self.type_of(sum).map(Type::genus).or_else(|| self.genera.get(sum).cloned())
    }
}

/// A quotient, and the element of each heap that it knows.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The quotient.
    pub quotient: &'a Quotient,
    /// The elements of heaps 0, 1, ….
    pub images: &'a [u32],
}

/// A sum that is being played out, and the option that is looked at.
struct Frame {
    sum: HeapSum,
    options: Vec<HeapSum>,
    next: usize,
}

impl Frame {
    fn new(sum: HeapSum, options: Vec<HeapSum>) -> Frame {
        Frame { sum, options, next: 0 }
    }
}

/// Without pairs of ∗1.
fn cancelled(mut sum: Vec<u32>) -> HeapSum {
    let ones = sum.iter().take_while(|atom| **atom == ONE).count();
    sum.drain(..ones - ones % 2);
    sum.into()
}
