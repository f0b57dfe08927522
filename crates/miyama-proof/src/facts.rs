//! Facts about a set of positions that hold for all sizes, each decided by automata.

use crate::outcomes::all_of;
use miyama_automata::{Automaton, Formula, Limit, Limits, Tracks, Variable};
use num_bigint::BigUint;
use std::sync::Arc;

/// Something that holds of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Exchanging heaps does not change membership.
    Symmetric,
    /// It has so many elements, all with heaps up to the largest.
    Finite {
        /// How many.
        count: u64,
        /// The largest heap.
        largest: BigUint,
    },
    /// Whatever the other heaps are, there is exactly one size of this heap.
    OnePerRow {
        /// The heap.
        heap: usize,
    },
    /// Whatever the other heaps are, there is at most one size of this heap.
    AtMostOnePerRow {
        /// The heap.
        heap: usize,
    },
    /// A position with all heaps ≥ `from` is in the set exactly if the one with all
    /// heaps larger by `period` is.
    Diagonal {
        /// The period.
        period: u64,
        /// From where on.
        from: u64,
    },
    /// Whatever the other heaps are, a position with this heap ≥ `from` is in the set exactly
    /// if the one with this heap larger by `period` is; with the period 1 the heap does not
    /// matter once it is so large.
    Repeats {
        /// The heap.
        heap: usize,
        /// The period.
        period: u64,
        /// From where on.
        from: u64,
    },
    /// Of one heap, so many of every `period` sizes in a row, once they are large. Of more
    /// heaps, their share among all tuples with heaps below n tends to count/period as n grows.
    Density {
        /// How many.
        count: u64,
        /// Of how many.
        period: u64,
    },
}

/// The most elements that are counted one by one.
const MOST_COUNTED: usize = 2000;

/// The largest period along the diagonal that is tried.
const LONGEST_PERIOD: u64 = 64;

/// What holds of a set. `inside` says whether a small position is in it, and none
/// beyond a bound: what it contradicts is not tried. What needs more than the limits is left out.
pub(crate) fn facts(set: &Automaton, inside: &dyn Fn(&[u64]) -> Option<bool>, limits: &Limits<'_>) -> Vec<Fact> {
    let mut found = Vec::new();
    // A limit ends the search, and what was found before it holds nevertheless.
    let _ = find(set, inside, limits, &mut found);
    found
}

fn find(
    set: &Automaton,
    inside: &dyn Fn(&[u64]) -> Option<bool>,
    limits: &Limits<'_>,
    found: &mut Vec<Fact>,
) -> Result<(), Limit> {
    let heaps = set.tracks().len();
    if heaps > 1 && symmetric(set, limits)? {
        found.push(Fact::Symmetric);
    }
    if let Some(elements) = elements(set, MOST_COUNTED) {
        let largest = elements.iter().flatten().max().cloned().unwrap_or_default();
        found.push(Fact::Finite { count: elements.len() as u64, largest });
        return Ok(());
    }
    if heaps > 1 {
        let every = if found.contains(&Fact::Symmetric) { 1 } else { heaps };
        for heap in (0..heaps).rev().take(every) {
            let variable = heap as Variable;
            if functional(set, variable, limits)? {
                let rows = set.projected(Tracks::one(variable), limits)?;
                let all = rows.complement(limits)?.is_empty();
                found.push(if all { Fact::OnePerRow { heap } } else { Fact::AtMostOnePerRow { heap } });
            }
        }
    }
    let all: Vec<Variable> = (0..heaps as Variable).collect();
    if let Some((period, from)) = repeats(set, &all, inside, limits)? {
        found.push(Fact::Diagonal { period, from });
        // The set repeats, so what one period of it has, all have.
        if heaps == 1
            && let Some(one) = (from..from + period).map(|n| inside(&[n])).collect::<Option<Vec<bool>>>()
        {
            found.push(Fact::Density { count: one.iter().filter(|inside| **inside).count() as u64, period });
        }
    }
    if heaps > 1 {
        let every = if found.contains(&Fact::Symmetric) { 1 } else { heaps };
        for heap in (0..heaps).rev().take(every) {
            if let Some((period, from)) = repeats(set, &[heap as Variable], inside, limits)? {
                found.push(Fact::Repeats { heap, period, from });
            }
        }
        let share = share(set, found);
        found.extend(share);
    }
    Ok(())
}

/// The most tuples of one period that are counted.
const MOST_IN_PERIOD: u64 = 1 << 16;

/// The density of a set on several heaps, where it follows from what is known of it.
///
/// At most one size of a heap for all others: of the nᵏ tuples below n at most nᵏ⁻¹. A set that
/// repeats in every heap: all boxes of one period, but for a share that vanishes, have the same
/// number. Else by the automaton, see [`thins_out`].
fn share(set: &Automaton, found: &[Fact]) -> Option<Fact> {
    let one = |fact: &Fact| matches!(fact, Fact::OnePerRow { .. } | Fact::AtMostOnePerRow { .. });
    if found.iter().any(one) || thins_out(set) {
        return Some(Fact::Density { count: 0, period: 1 });
    }
    let symmetric = found.contains(&Fact::Symmetric);
    let along = |heap: usize| {
        found.iter().find_map(|fact| match fact {
            Fact::Repeats { heap: own, period, from } if symmetric || *own == heap => Some((*period, *from)),
            _ => None,
        })
    };
    let box_of: Vec<(u64, u64)> = (0..set.tracks().len()).map(along).collect::<Option<_>>()?;
    let period = box_of.iter().try_fold(1u64, |all, (period, _)| all.checked_mul(*period))?;
    if period > MOST_IN_PERIOD {
        return None;
    }
    let bounds: Vec<u64> = box_of.iter().map(|(period, _)| period - 1).collect();
    let shifted = |(n, (_, from)): (&u64, &(u64, u64))| BigUint::from(n + from);
    let at = |offset: &[u64]| offset.iter().zip(&box_of).map(shifted).collect::<Vec<BigUint>>();
    let count = miyama::heap::table::positions(&bounds).filter(|offset| set.contains(&at(offset))).count();
    let (count, common) = (count as u64, gcd(count as u64, period));
    Some(Fact::Density { count: count / common, period: period / common })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether every state of an automaton in a base leads, by some letters, to one that lacks a
/// letter. Then the density is 0: let m be the most letters that are needed, and w the number
/// of letters there are. Whatever has been read, at least one of the wᵐ⁺¹ continuations by
/// m + 1 letters is that of no element. So at most (1 − w⁻ᵐ⁻¹)ʲ of the tuples below
/// b^(j(m+1)) are elements, and among those below any n at most wᵐ⁺¹ times that share for the
/// least such bound that is not below n.
fn thins_out(set: &Automaton) -> bool {
    let miyama_automata::Numeration::Base(b) = set.system() else { return false };
    let Some(all) = usize::from(b).checked_pow(u32::try_from(set.tracks().len()).unwrap_or(u32::MAX)) else {
        return false;
    };
    let states = set.states();
    let mut lacking: Vec<bool> = (0..states).map(|state| set.row(state as u32).len() < all).collect();
    loop {
        let leads = |state: &usize| set.row(*state as u32).iter().any(|(_, target)| lacking[*target as usize]);
        let more: Vec<usize> = (0..states).filter(|state| !lacking[*state]).filter(leads).collect();
        if more.is_empty() {
            return !lacking.contains(&false);
        }
        more.into_iter().for_each(|state| lacking[state] = true);
    }
}

/// Exchanging neighbouring heaps generates all orders.
pub(crate) fn symmetric(set: &Automaton, limits: &Limits<'_>) -> Result<bool, Limit> {
    for heap in 1..set.tracks().len() as Variable {
        let exchange = |variable: Variable| match variable {
            v if v == heap => heap - 1,
            v if v + 1 == heap => heap,
            v => v,
        };
        if set.renamed(exchange, limits)? != *set {
            return Ok(false);
        }
    }
    Ok(true)
}

/// All elements, if there are at most so many; none if there are more.
///
/// Only words without leading zeros are followed: from the start by letters that are
/// not 0. If more than `most` elements are found, or a word is longer than the number
/// of states, which a finite set without states that lead nowhere does not have, the
/// set is not small.
pub(crate) fn elements(set: &Automaton, most: usize) -> Option<Vec<Vec<BigUint>>> {
    let mut found = Vec::new();
    let mut open = vec![(0, Vec::new())];
    while let Some((state, word)) = open.pop() {
        if word.len() > set.states() || open.len() > 64 * most {
            return None;
        }
        if set.is_accepting(state) {
            found.push(set.numbers(&word));
            if found.len() > most {
                return None;
            }
        }
        for (letter, target) in set.row(state) {
            if !(word.is_empty() && *letter == 0) {
                let mut longer = word.clone();
                longer.push(*letter);
                open.push((*target, longer));
            }
        }
    }
    found.sort_unstable();
    Some(found)
}

/// Whether no two elements differ in this variable only.
fn functional(set: &Automaton, variable: Variable, limits: &Limits<'_>) -> Result<bool, Limit> {
    let other = set.tracks().len() as Variable;
    let again = set.renamed(|v| if v == variable { other } else { v }, limits)?;
    let less = Formula::at_most_zero(&[(variable, 1), (other, -1)], 1)?;
    let twice = Formula::And(vec![Formula::Member(Arc::new(set.clone())), Formula::Member(Arc::new(again)), less]);
    Ok(twice.set(set.system(), twice.tracks(), limits)?.is_empty())
}

/// The least period with which the set repeats when these heaps grow by the same number,
/// if it is short, and the least size of them from which on it does.
fn repeats(
    set: &Automaton,
    along: &[Variable],
    inside: &dyn Fn(&[u64]) -> Option<bool>,
    limits: &Limits<'_>,
) -> Result<Option<(u64, u64)>, Limit> {
    let heaps = set.tracks().len() as Variable;
    if heaps == 0 || 2 * heaps >= 16 {
        return Ok(None);
    }
    for period in 1..=LONGEST_PERIOD {
        if !plausible(heaps, along, period, inside) {
            continue;
        }
        // The p with p ∈ S and p + period ∉ S, and the other way round.
        let shifted = |outside: &Automaton| -> Result<Formula, Limit> {
            let there = outside.renamed(|v| if along.contains(&v) { v + heaps } else { v }, limits)?;
            let mut parts = vec![Formula::Member(Arc::new(there))];
            for v in along {
                let more = i64::try_from(period).map_err(|_| Limit::Overflow)?;
                parts.push(Formula::zero(&[(v + heaps, 1), (*v, -1)], -more)?);
            }
            Ok(Formula::Exists(along.iter().map(|v| v + heaps).collect(), Box::new(Formula::And(parts))))
        };
        let outside = set.complement(limits)?;
        let here = |set: &Automaton| Formula::Member(Arc::new(set.clone()));
        let broken = Formula::Or(vec![
            Formula::And(vec![here(set), shifted(&outside)?]),
            Formula::And(vec![here(&outside), shifted(set)?]),
        ]);
        // The least of these heaps at a broken position, as the variable behind the heaps.
        let least = heaps;
        let mut parts = vec![broken];
        let mut is_one = Vec::new();
        for v in along {
            parts.push(Formula::at_most_zero(&[(least, 1), (*v, -1)], 0)?);
            is_one.push(Formula::zero(&[(least, 1), (*v, -1)], 0)?);
        }
        parts.push(Formula::Or(is_one));
        let minima = Formula::Exists(Tracks::first(heaps), Box::new(Formula::And(parts)));
        let minima = minima.set(set.system(), Tracks::one(least), limits)?;
        if let Some(elements) = elements(&minima, 300) {
            let from = elements.iter().flatten().max().map_or(Some(0), |last| u64::try_from(last + 1u8).ok());
            return Ok(from.map(|from| (period, from)));
        }
    }
    Ok(None)
}

/// Whether the period shows wherever the table has both positions, from a third of it on. One
/// that a table of few heaps is too small for is not tried.
fn plausible(heaps: Variable, along: &[Variable], period: u64, inside: &dyn Fn(&[u64]) -> Option<bool>) -> bool {
    let count = usize::from(heaps);
    let side = (0..).find(|n| inside(&vec![*n; count]).is_none()).unwrap_or(0);
    if side / 3 + period >= side {
        return count > 3;
    }
    let moved = |heap: usize| along.iter().any(|v| usize::from(*v) == heap);
    let bounds: Vec<u64> = (0..count).map(|heap| if moved(heap) { side - period - 1 } else { side - 1 }).collect();
    let mut later = vec![0; count];
    miyama::heap::table::positions(&bounds)
        .filter(|position| (0..count).all(|heap| !moved(heap) || position[heap] >= side / 3))
        .all(|position| {
            later.clone_from(&position);
            (0..count).filter(|heap| moved(*heap)).for_each(|heap| later[heap] += period);
            inside(&position) == inside(&later)
        })
}

/// What lies in one set and not in the other, both ways.
pub(crate) fn differences(a: &Automaton, b: &Automaton, limits: &Limits<'_>) -> Result<[Automaton; 2], Limit> {
    Ok([all_of(&[a, &b.complement(limits)?], limits)?, all_of(&[b, &a.complement(limits)?], limits)?])
}
