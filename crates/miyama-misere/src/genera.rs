//! The genera and classes of *all* heaps of a taking-and-breaking game, where they repeat.
//!
//! The element of a heap in the misère quotient does not tell its genus: that is about
//! nim heaps beside it, which need not be sums of heaps of the game. So nim heaps of one
//! and two are added to the heaps, and misère values are told apart ([`crate::quotient`]):
//! γᵢ(n) is the value of Φ(n)Φ(∗2)ⁱ. What a heap n is known by is then
//!
//! - Φ(n), in the quotient with values of the heaps and ∗2;
//! - its nim value;
//! - its type, if it has one, and the set of the types of its options ([`crate::class`]).
//!
//! All of these follow from what the heaps of its options are known by: the nim value as
//! least excluded number of nim-sums; the types of options a + b as products; and for an
//! option a + b without a type the types of *its* options, which are those of a beside b
//! and those of b beside a. So the proof of the periodicity theorem ([`crate::period`])
//! holds for the whole list as it does for Φ: if it repeats over the window, N has, for
//! every option of N − p, one that is known by the same, and conversely. Genus and class
//! of a heap follow from what it and its options are known by, and repeat with it.

use crate::class::{Class, Type, type_of};
use crate::genus::{Genus, mex};
use crate::period::{MoveBounds, Period, find};
use crate::solver::{Moves, Solver, Tell};
use crate::stop::{Stop, Watch};
use hashbrown::{HashMap, HashSet};

/// The genera and classes of heaps 0, 1, …; they repeat.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Genera {
    /// Of the heaps of the window.
    pub list: Vec<(Genus, Class)>,
    /// From `start` on they repeat for ever.
    pub period: Period,
    /// How many elements the quotient with values has.
    pub order: usize,
}

/// So many values are told apart, one after the other, until they are enough.
const LEVELS: [u8; 4] = [4, 8, 16, 31];

/// Heaps 0, 1, 2 are nim heaps; then come those of the game.
const FIRST: u32 = 3;

/// What a heap is known by, beside its element.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Known {
    normal: u32,
    own: Option<Type>,
    /// The types of its options, sorted.
    options: Vec<Type>,
    /// Do all options have types?
    all: bool,
}

/// The genera of all heaps of a game whose moves are bounded; `None` if they do not
/// repeat up to heap `to`, or some values are too large.
///
/// # Errors
/// [`Stop`] if the quotient with values is too large, or takes too much.
pub fn genera(
    rule: impl Fn(u32, &mut Tell<'_>) + Clone + Send + 'static,
    reach: MoveBounds,
    to: usize,
    watch: Watch<'_>,
) -> Result<Option<Genera>, Stop> {
    for levels in LEVELS {
        let mut solver = Solver::with_levels(beside_nim(rule.clone()), levels);
        (0..FIRST).try_for_each(|_| solver.add(watch))?;
        let mut known: Vec<Known> = Vec::new();
        let mut period = None;
        while known.len() <= to && period.is_none() {
            solver.add(watch)?;
            known.push(next(&rule, &known));
            let mut numbers = HashMap::new();
            let names = solver.images()[FIRST as usize..].iter().zip(&known);
            let names: Vec<u32> = names
                .map(|name| {
                    let fresh = numbers.len() as u32;
                    *numbers.entry(name).or_insert(fresh)
                })
                .collect();
            period = find(&names, reach);
        }
        let Some(period) = period else { return Ok(None) };
        if let Some(list) = read(&solver, &known) {
            return Ok(Some(Genera { list, period, order: solver.quotient().order() }));
        }
    }
    Ok(None)
}

/// The rule with nim heaps before it.
fn beside_nim(rule: impl Fn(u32, &mut Tell<'_>) + Send + 'static) -> Moves {
    Moves::rule(move |heap, tell| match heap.checked_sub(FIRST) {
        None => {
            (0..heap).all(|left| tell(&[left]));
        }
        Some(heap) => {
            let mut shifted = Vec::new();
            rule(heap, &mut |left| {
                shifted.clear();
                shifted.extend(left.iter().map(|heap| heap + FIRST));
                tell(&shifted)
            });
        }
    })
}

/// What the next heap is known by.
fn next(rule: &impl Fn(u32, &mut Tell<'_>), known: &[Known]) -> Known {
    let (mut normals, mut tame): (HashSet<u32>, HashSet<Type>) = (HashSet::new(), HashSet::new());
    let mut others: HashSet<Vec<Type>> = HashSet::new();
    let mut is_first = true;
    rule(known.len() as u32, &mut |left| {
        is_first = false;
        let heaps = || left.iter().map(|heap| &known[*heap as usize]);
        normals.insert(heaps().fold(0, |sum, heap| sum ^ heap.normal));
        let product = |but: Option<usize>| {
            let some = heaps().enumerate().filter(|(index, _)| Some(*index) != but);
            some.map(|(_, heap)| heap.own).try_fold(Type::NOTHING, |all, own| Some(all.plus(own?)))
        };
        match product(None) {
            Some(own) => {
                tame.insert(own);
            }
            None => {
                let of_heap = |(index, heap): (usize, &Known)| {
                    product(Some(index)).map(|rest| heap.options.iter().map(move |own| own.plus(rest)).collect())
                };
                let mut types: Vec<Type> =
                    heaps().enumerate().filter_map(of_heap).flat_map(|of: Vec<Type>| of).collect();
                types.sort_unstable();
                types.dedup();
                others.insert(types);
            }
        }
        true
    });
    let (all, others): (bool, Vec<Vec<Type>>) = (others.is_empty(), others.into_iter().collect());
    let mut options: Vec<Type> = tame.into_iter().collect();
    options.sort_unstable();
    let own = if is_first { Some(Type::NOTHING) } else { type_of(&options, &others) };
    Known { normal: mex(normals.into_iter().collect()), own, options, all }
}

/// Genus and class of each heap; `None` if a value is too large to be told.
fn read(solver: &Solver, known: &[Known]) -> Option<Vec<(Genus, Class)>> {
    let (quotient, images) = (solver.quotient(), solver.images());
    let two = images[2];
    // From here on the powers of ∗2 repeat, so γᵢ does; and it repeats after two steps.
    let (settled, _) = quotient.cycle(two);
    let heaps = images[FIRST as usize..].iter().zip(known);
    heaps
        .map(|(image, known)| {
            let powers = std::iter::successors(Some(*image), |x| Some(quotient.product(*x, two)));
            let values: Vec<u8> = powers.take(settled + 2).map(|x| quotient.value(x)).collect();
            if values.contains(&quotient.levels()) {
                return None;
            }
            let genus = Genus::shortest(known.normal, values.into_iter().map(u32::from).collect());
            let class = if known.own.is_some() { Class::Tame } else { Class::untamed(&genus, known.all) };
            Some((genus, class))
        })
        .collect()
}
