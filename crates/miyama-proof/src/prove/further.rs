//! What larger tables and lists say of a claim that a small table does not refute.
//!
//! A claim that automata read is a set, and its elements up to a bound are listed without looking at
//! the positions between them; so are the P-positions of many games. What is in one list only
//! is where the claim is wrong. Other claims are compared with a larger table, position by position.

use super::compared::{Seen, far};
use super::{Claim, Question, Refuted};
use crate::rules::Rules;
use crate::statement::{self, system::systems};
use crate::table::{Table, Wanted};
use miyama::heap::conjecture::{Kind, Violation};
use miyama::heap::formula::Formula;
use miyama::heap::{conjecture, listed_levels};
use miyama_automata::{Automaton, Limits, Numeration};
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::time::Duration;

/// The largest heaps of lists of two heaps.
const LISTED: [u64; 2] = [2000, 20_000];

/// The most elements of a set that are listed.
const MOST_LISTED: usize = 400_000;

/// The length of a narrow box, at most, and its other sides; the time for all of them.
const LONG: u64 = 1_000_000;
const NARROW: u64 = 3;
const LONGEST_NARROW: Duration = Duration::from_secs(6);

impl Question<'_> {
    /// What set the claim is about.
    pub(super) fn wanted(&self) -> Option<Wanted> {
        match self.claim {
            Claim::PPositions(_) => Some(Wanted::PPositions(self.convention)),
            Claim::Level(level, _) => Some(Wanted::Level(level)),
            Claim::Values(_) | Claim::Subset(_) | Claim::Within(..) => None,
        }
    }

    /// Where the claim fails, if this finds it; `seen` grows where it does not. `read` is the claimed set, if
    /// it is soon read.
    pub(super) fn further(&self, seen: &mut Option<u64>, read: Option<&Automaton>) -> Option<Refuted> {
        let heaps = self.ruleset.heaps();
        if let (Some(wanted), Some(set)) = (self.wanted(), read) {
            for to in LISTED {
                let Some(truth) = self.listed(wanted, to) else { break };
                match self.lists_differ(set, truth, to) {
                    Some(Some(position)) => return self.wrong_at(&position, set),
                    Some(None) => *seen = (*seen).max(Some(to)),
                    None => break,
                }
            }
            if *seen < Some(LISTED[0])
                && let Some(to) = walked(heaps)
                && let Ok(table) = Table::new(self.ruleset, wanted, to, self.budget)
                && let Some(differ) = self.lists_differ(set, table.members(), to)
            {
                *seen = (*seen).max(Some(to));
                return differ.and_then(|position| self.wrong_at(&position, set));
            }
        }
        if let Some(to) = far(heaps).filter(|to| seen.is_some_and(|seen| seen < *to) && !self.ruleset.splits()) {
            match self.table(to) {
                Ok(Seen::Refuted(refuted)) => return Some(refuted),
                Ok(Seen::Holds) => *seen = Some(to),
                _ => {}
            }
        }
        // A claim about values is no set that automata soon read.
        if read.is_none() { self.narrow(seen.unwrap_or(0)) } else { None }
    }

    /// Where the claim fails in a long and narrow box that ends behind a number that it names: `x xor y if x < 100000
    /// else 0` is right in all small boxes.
    pub(super) fn narrow(&self, seen: u64) -> Option<Refuted> {
        let (Claim::PPositions(formula) | Claim::Values(formula)) = self.claim else { return None };
        if self.ruleset.splits() {
            return None;
        }
        let part = self.budget.without_notes().part(LONGEST_NARROW);
        let mut named = named(formula);
        named.retain(|number| (seen..LONG).contains(number));
        for (number, heap) in named.iter().flat_map(|number| (0..self.ruleset.heaps()).map(move |heap| (number, heap)))
        {
            let mut to = vec![NARROW; self.ruleset.heaps()];
            to[heap] = number + NARROW;
            let tested = conjecture::test(self.ruleset, formula, &to, self.convention, &part).ok()?;
            if let Some(violation) = tested.violation {
                let position = violation.position.iter().map(|heap| (*heap).into()).collect();
                return Some(Refuted { position, violation: Some(violation), actual: None, first: false });
            }
        }
        None
    }

    /// Where a claim about the P-positions of two heaps, which no automaton reads, differs from a list of them: at one of
    /// these, or at a position of numbers that the claim names.
    pub(super) fn beside_list(&self) -> Option<Refuted> {
        let Claim::PPositions(formula) = self.claim else { return None };
        let far = named(formula).last().map_or(0, |most| most.saturating_add(2));
        let to = far.clamp(*LISTED.last()?, LONGEST_LIST);
        // Where there are many, nobody waits for all.
        let part = &self.budget.part(LONGEST_NARROW);
        let truth = (Question { budget: part, ..*self }).listed(Wanted::PPositions(self.convention), to)?;
        let mut ready = formula.clone();
        ready.prepare(to.saturating_mul(2), part).ok()?;
        let mut evaluator = ready.evaluator(part);
        let mut claims = |position: &[u64]| evaluator.number(position).ok().map(|said| said == 0);
        let mut wrong: Vec<(Vec<u64>, bool)> = Vec::new();
        for position in &truth {
            part.check().ok()?;
            if claims(position) == Some(false) {
                wrong.push((position.clone(), false));
            }
        }
        let truth: HashSet<Vec<u64>> = truth.into_iter().collect();
        let is_move = |from: &[BigUint], to: &[u64]| {
            let to = to.iter().map(|heap| (*heap).into()).collect();
            self.ruleset.reaches(from, &[to]) == Some(true)
        };
        let mut near: Vec<u64> =
            named(formula).iter().flat_map(|n| [n.saturating_sub(1), *n, n.saturating_add(1)]).collect();
        near.retain(|number| *number <= to);
        near.truncate(MOST_NAMED);
        for (x, y) in near.iter().flat_map(|x| near.iter().map(move |y| (*x, *y))) {
            if !truth.contains(&vec![x, y]) && claims(&[x, y]) == Some(true) {
                wrong.push((vec![x, y], true));
            }
        }
        let weights = self.weights();
        let rank = |position: &[u64]| -> i128 { weights.iter().zip(position).map(|(w, h)| w * i128::from(*h)).sum() };
        let (position, claimed) = wrong.into_iter().min_by_key(|(p, _)| (rank(p), p.iter().sum::<u64>(), p.clone()))?;
        let small = position.clone();
        let position: Vec<BigUint> = position.into_iter().map(Into::into).collect();
        let violation = self.violation(&position, Some(claimed)).or_else(|| {
            let mut options: Vec<&Vec<u64>> = truth.iter().filter(|to| claimed && is_move(&position, to)).collect();
            options.sort_unstable();
            let option = options.into_iter().find(|option| claims(option) == Some(true))?;
            Some(Violation::new(small, 0, 1, Kind::BothIn { option: vec![option.clone()] }))
        });
        Some(Refuted { position, violation, actual: Some(u32::from(claimed)), first: false })
    }

    /// The claimed set, if it is soon read.
    pub(super) fn read(&self, rules: &Rules<'_>, limits: &Limits<'_>) -> Option<Automaton> {
        let formula = self.claim.formula();
        let own = rules.moves.system.map_or_else(|| systems(formula).ok(), |only| Some(vec![only]))?;
        let system = own.first().copied().unwrap_or(Numeration::Base(2));
        let set = statement::set(formula, system, limits).ok()?;
        rules.moves.within(set, limits).ok()
    }

    /// The positions of two heaps up to `to` that are wanted, if they can be listed.
    fn listed(&self, wanted: Wanted, to: u64) -> Option<Vec<Vec<u64>>> {
        let level = match wanted {
            Wanted::PPositions(_) => 0,
            Wanted::Level(level) => level,
        };
        let found = listed_levels(self.ruleset, to, level, self.convention, self.budget).ok()??.pop()?;
        Some(found.into_iter().map(Vec::from).collect())
    }

    /// The first position that is in one of a set and a list, of all up to `to`; none within none if
    /// they are the same, and none if the set has too many elements there.
    fn lists_differ(&self, set: &Automaton, mut truth: Vec<Vec<u64>>, to: u64) -> Option<Option<Vec<u64>>> {
        let mut enough = |held: usize| match held {
            ..=MOST_LISTED if self.budget.check().is_ok() => Ok(()),
            _ => Err(()),
        };
        let bounds = vec![to; self.ruleset.heaps()];
        let claimed = set.up_to(&bounds, &mut enough).ok()?;
        truth.sort_unstable();
        let (mut ours, mut theirs) = (claimed.into_iter().peekable(), truth.into_iter().peekable());
        let mut differ: Vec<Vec<u64>> = Vec::new();
        loop {
            let order = match (ours.peek(), theirs.peek()) {
                (Some(our), Some(their)) => our.cmp(their),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            match order {
                Ordering::Less => differ.extend(ours.next()),
                Ordering::Greater => differ.extend(theirs.next()),
                Ordering::Equal => _ = (ours.next(), theirs.next()),
            }
        }
        let weights = self.weights();
        let rank = |position: &[u64]| -> i128 { weights.iter().zip(position).map(|(w, h)| w * i128::from(*h)).sum() };
        Some(differ.into_iter().min_by_key(|position| (rank(position), position.iter().sum::<u64>(), position.clone())))
    }

    /// The claim about a set fails at this position, the first of a box; none if the formula itself does not
    /// say there what the set says, which no refutation may rest on.
    fn wrong_at(&self, position: &[u64], set: &Automaton) -> Option<Refuted> {
        let said = self.claim.formula().evaluator(self.budget).number(position).ok()?;
        let position: Vec<BigUint> = position.iter().map(|heap| (*heap).into()).collect();
        let claimed = set.contains(&position);
        if claimed != (said == 0) {
            return None;
        }
        // Where no weighted sum falls with every move, what shows first is for a table to say.
        if self.ruleset.rank().is_none()
            && let Some(refuted) = self.in_a_table(&position)
        {
            return Some(refuted);
        }
        let violation = self.violation(&position, Some(claimed));
        Some(Refuted { position, violation, actual: Some(u32::from(claimed)), first: true })
    }
}

/// The numbers that a formula names, in order.
fn named(formula: &Formula) -> Vec<u64> {
    let digits = formula.source().split(|c: char| !c.is_ascii_digit());
    let mut named: Vec<u64> = digits.filter_map(|digits| digits.parse().ok()).collect();
    named.sort_unstable();
    named.dedup();
    named
}

/// The largest heap of a list that a formula asks for by the numbers that it names.
const LONGEST_LIST: u64 = 1_400_000;

/// So many numbers near those that a formula names are put together to positions.
const MOST_NAMED: usize = 60;

/// The largest heap of the table whose positions are listed and compared with those of a claimed set.
fn walked(heaps: usize) -> Option<u64> {
    match heaps {
        1 => Some(3000),
        2 => Some(400),
        3 => Some(63),
        4 => Some(20),
        _ => None,
    }
}
