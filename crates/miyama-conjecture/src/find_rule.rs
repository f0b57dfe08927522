//! Rules with given P-positions.
//!
//! **Displacements.** A rule that allows the same displacements d at every position has the
//! P-positions P exactly if no allowed d joins two members of P, and from every other position
//! an allowed d leads into P. Every rule for P is part of the largest one, all d that join no
//! two members; and if a position has no way into P by that one, it has none by any other. So
//! there is a rule exactly if the largest one is one. That a position q has none is shown by
//! finitely many pairs: each p of P below q, and two members with the same displacement.
//!
//! **The ★-operator** (Larsson, Hegarty, Fraenkel): the members of P but 0 as displacements make
//! a game; its P-positions but 0, as displacements again, make a game whose P-positions are P,
//! if P is a Beatty pair, and often otherwise.
//!
//! **Families.** Built-in games with small parameters.

use crate::search::{Wanted, described, holds};
use miyama::budget::{Budget, Stopped};
use miyama::game::{Game, Games};
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::NoTable;
use miyama::play::Convention;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Whole numbers in place of heaps, perhaps negative: what is taken from each.
type Displacement = Vec<i64>;

/// How a rule was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Way {
    /// All displacements that join no two of the wanted positions, which take stones only.
    Taking,
    /// The same with displacements that return stones, but fewer than they take.
    Returning,
    /// The ★-operator.
    Star,
    /// A built-in game.
    Family,
}

/// A rule with the wanted P-positions, as far as it was compared.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MatchingRule {
    /// How it was found.
    pub way: Way,
    /// Its definition or name; none if no formula for its displacements was found.
    pub text: Option<String>,
    /// The rule itself, if it has a text; it is not written.
    #[serde(skip)]
    pub ruleset: Option<Arc<Ruleset>>,
    /// The first of its displacements.
    pub displacements: Vec<Displacement>,
    /// The P-positions are the wanted ones for heaps up to this.
    pub checked_to: u64,
}

/// Why no displacements make the wanted positions the P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct NoRule {
    /// A position that is not wanted, and from which no displacement leads to a wanted one.
    pub position: Vec<u64>,
    /// For each wanted one below it: that one, and two wanted ones with the same displacement.
    pub joined: Vec<(Vec<u64>, Vec<u64>, Vec<u64>)>,
    /// Whether displacements that return stones were allowed.
    pub returning: bool,
}

/// What was found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found {
    /// Rules with the wanted P-positions.
    pub rules: Vec<MatchingRule>,
    /// Which displacement rules cannot exist, and why.
    pub none: Vec<NoRule>,
    /// The total of the heaps up to which positions were looked at.
    pub to: u64,
}

/// Looks for rules whose P-positions are those of a formula, on one or two heaps.
///
/// # Errors
/// [`NoTable`] if it was stopped, or a table cannot be made.
pub fn find_rule(wanted: &Formula, names: &Names, to: u64, budget: &Budget) -> Result<Found, NoTable> {
    let mut found = by_displacements(wanted, names, to, budget)?;
    for text in families(names.shown().len()) {
        found.rules.extend(family(text, wanted, names, to, budget)?);
    }
    Ok(found)
}

/// The part of [`find_rule`] that looks for displacements.
///
/// # Errors
/// [`NoTable`] if it was stopped, or a table cannot be made.
pub fn by_displacements(wanted: &Formula, names: &Names, to: u64, budget: &Budget) -> Result<Found, NoTable> {
    let mut found = Found { rules: vec![], none: vec![], to };
    let set = Members::new(wanted, names, to, budget)?;
    for way in [Way::Taking, Way::Returning] {
        if way == Way::Returning && (set.heaps == 1 || !found.rules.is_empty()) {
            continue;
        }
        match set.without_a_way(way == Way::Returning, budget)? {
            Some(none) => found.none.push(none),
            None => found.rules.push(set.largest(way, wanted, budget)?),
        }
    }
    if found.rules.iter().all(|rule| rule.text.is_none()) {
        found.rules.extend(set.star(wanted, budget)?);
    }
    Ok(found)
}

/// The wanted positions with a small total, and those with small heaps.
struct Members<'a> {
    heaps: usize,
    to: u64,
    names: &'a Names,
    /// All with total up to `to`, in the order of their totals.
    members: Vec<Vec<u64>>,
    /// Which displacements join two members, and an example; members are taken from further out.
    joined: BTreeMap<Displacement, (Vec<u64>, Vec<u64>)>,
}

/// The most members whose differences are listed.
const MOST: usize = 1500;

/// All tuples with this total, heap by heap.
fn with_total(heaps: usize, total: u64) -> Vec<Vec<u64>> {
    match heaps {
        1 => vec![vec![total]],
        _ => (0..=total).map(|x| vec![x, total - x]).collect(),
    }
}

fn difference(a: &[u64], b: &[u64]) -> Displacement {
    a.iter().zip(b).map(|(a, b)| i64::try_from(*a).unwrap_or(i64::MAX) - i64::try_from(*b).unwrap_or(0)).collect()
}

impl<'a> Members<'a> {
    fn new(formula: &Formula, names: &'a Names, to: u64, budget: &Budget) -> Result<Members<'a>, NoTable> {
        let heaps = names.shown().len();
        let mut prepared = formula.clone();
        prepared.prepare(8 * to, budget)?;
        let mut evaluator = prepared.evaluator(budget);
        let (mut members, mut all) = (Vec::new(), Vec::new());
        for total in 0..=8 * to {
            budget.check()?;
            let inside: Vec<Vec<u64>> = with_total(heaps, total)
                .into_iter()
                .filter(|position| evaluator.number(position).ok() == Some(0))
                .collect();
            if total <= to {
                members.extend(inside.iter().cloned());
            }
            all.extend(inside);
            if all.len() > MOST && total >= to {
                break;
            }
        }
        let mut joined = BTreeMap::new();
        for a in &all {
            budget.check()?;
            for b in &all {
                let displacement = difference(a, b);
                if displacement.iter().sum::<i64>() >= 1 {
                    joined.entry(displacement).or_insert_with(|| (a.clone(), b.clone()));
                }
            }
        }
        Ok(Members { heaps, to, names, members, joined })
    }

    fn allowed(&self, displacement: &Displacement) -> bool {
        displacement.iter().sum::<i64>() >= 1 && !self.joined.contains_key(displacement)
    }

    /// The first position outside that has no way in.
    fn without_a_way(&self, returning: bool, budget: &Budget) -> Result<Option<NoRule>, Stopped> {
        let members: HashSet<&Vec<u64>> = self.members.iter().collect();
        for total in 0..=self.to {
            budget.check()?;
            for position in with_total(self.heaps, total) {
                if members.contains(&position) {
                    continue;
                }
                let below = |member: &&Vec<u64>| {
                    let displacement = difference(&position, member);
                    displacement.iter().sum::<i64>() >= 1 && (returning || displacement.iter().all(|d| *d >= 0))
                };
                let below: Vec<&Vec<u64>> = self.members.iter().filter(below).collect();
                if below.iter().any(|member| self.allowed(&difference(&position, member))) {
                    continue;
                }
                let pair = |member: &&Vec<u64>| {
                    let (a, b) = self.joined.get(&difference(&position, member))?;
                    Some(((*member).clone(), a.clone(), b.clone()))
                };
                let joined = below.iter().filter_map(pair).collect();
                return Ok(Some(NoRule { position, joined, returning }));
            }
        }
        Ok(None)
    }

    /// The largest rule, with a text if its displacements have a formula.
    fn largest(&self, way: Way, wanted: &Formula, budget: &Budget) -> Result<MatchingRule, NoTable> {
        let names: Vec<String> = ["i", "j"][..self.heaps].iter().map(|name| free(name, self.names.shown())).collect();
        let own = Names::of(&names);
        let taking = |d: &[u64]| self.allowed(&d.iter().map(|d| i64::try_from(*d).unwrap_or(0)).collect());
        let mut parts = Vec::new();
        let taken = self.told(&taking, &|d| d.iter().sum::<u64>() >= 1, &own, budget)?;
        let mut complete = taken.is_some();
        parts.extend(taken.map(|taken| self.set(&names, "-", &taken, false)));
        if way == Way::Returning {
            // i stones taken from one heap, j of them returned to the other.
            let returned = |first: bool| {
                move |d: &[u64]| {
                    let (i, j) = (i64::try_from(d[0]).unwrap_or(0), -i64::try_from(d[1]).unwrap_or(0));
                    j < 0 && self.allowed(&if first { vec![i, j] } else { vec![j, i] })
                }
            };
            let falls = |d: &[u64]| 1 <= d[1] && d[1] < d[0];
            let first = self.told(&returned(true), &falls, &own, budget)?;
            let second = self.told(&returned(false), &falls, &own, budget)?;
            match (first, second) {
                (Some(a), Some(b)) if a == b => parts.push(self.set(&names, "+", &a, true)),
                _ => complete = false,
            }
        }
        let mut displacements: Vec<Displacement> = Vec::new();
        for total in 1..=self.to {
            let all = with_total(self.heaps, total);
            let signed = all.iter().map(|d| d.iter().map(|d| i64::try_from(*d).unwrap_or(0)).collect::<Vec<i64>>());
            displacements.extend(signed.filter(|d| self.allowed(d)));
        }
        displacements.truncate(20);
        let sets: Vec<String> = parts.into_iter().flatten().collect();
        let text = complete.then(|| format!("({}) -> {}", self.names.shown().join(","), sets.join(" U ")));
        self.checked(way, text, displacements, wanted, budget)
    }

    /// A formula for displacements; `true` where all that `falls` allows are there.
    fn told(
        &self,
        allowed: &dyn Fn(&[u64]) -> bool,
        falls: &dyn Fn(&[u64]) -> bool,
        names: &Names,
        budget: &Budget,
    ) -> Result<Option<String>, NoTable> {
        let mut all = (0..=self.to).flat_map(|total| with_total(self.heaps, total));
        if all.all(|d| allowed(&d) == falls(&d)) {
            return Ok(Some("true".to_owned()));
        }
        Ok(described(allowed, names, (self.to / 4).max(4), budget)?.best.map(|best| best.formula))
    }

    /// `{(x-i,y-j) | C}`; nothing for no displacements.
    fn set(&self, names: &[String], sign: &str, formula: &str, sym: bool) -> Option<String> {
        if formula == "false" {
            return None;
        }
        let heaps = self.names.shown();
        let tuple: Vec<String> = heaps
            .iter()
            .zip(names)
            .enumerate()
            .map(|(place, (heap, name))| format!("{heap}{}{name}", if place == 0 { "-" } else { sign }))
            .collect();
        let falls = if sym { format!("1 <= {} < {}", names[1], names[0]) } else { format!("{} >= 1", names.join("+")) };
        let condition = if formula == "true" { falls } else { format!("{falls}, {formula}") };
        Some(format!("{}{{({}) | {condition}}}", if sym { "sym " } else { "" }, tuple.join(",")))
    }

    /// The game whose displacements are the P-positions of the game whose displacements are the
    /// wanted positions.
    fn star(&self, wanted: &Formula, budget: &Budget) -> Result<Option<MatchingRule>, NoTable> {
        let zero = vec![0; self.heaps];
        let moves: Vec<Vec<u64>> = self.members.iter().filter(|member| **member != zero).cloned().collect();
        let lost = p_positions(self.heaps, self.to, &moves, budget)?;
        let moves: Vec<Vec<u64>> = lost.into_iter().filter(|member| *member != zero).collect();
        let back = p_positions(self.heaps, self.to, &moves, budget)?;
        if back != self.members {
            return Ok(None);
        }
        let signed = |d: &Vec<u64>| d.iter().map(|d| i64::try_from(*d).unwrap_or(0)).collect();
        let displacements = moves.iter().take(20).map(signed).collect();
        Ok(Some(self.checked(Way::Star, None, displacements, wanted, budget)?))
    }

    /// The rule, with its text only if it is a ruleset with the wanted P-positions.
    fn checked(
        &self,
        way: Way,
        text: Option<String>,
        displacements: Vec<Displacement>,
        wanted: &Formula,
        budget: &Budget,
    ) -> Result<MatchingRule, NoTable> {
        let found = text.and_then(|text| match Games::built_in().within(budget).find(&text) {
            Ok(Game::Heap(game)) => Some((text, game.ruleset)),
            _ => None,
        });
        if let Some((text, ruleset)) = found
            && holds(&ruleset, Wanted::PPositions(Convention::Normal), wanted, 2 * self.to, budget)?
        {
            let (text, ruleset) = (Some(text), Some(ruleset));
            return Ok(MatchingRule { way, text, ruleset, displacements, checked_to: 2 * self.to });
        }
        // By displacements alone all positions with this total were compared.
        Ok(MatchingRule { way, text: None, ruleset: None, displacements, checked_to: self.to / self.heaps as u64 })
    }
}

/// A name that is not one of these.
fn free(name: &str, taken: &[String]) -> String {
    let mut name = name.to_owned();
    while taken.contains(&name) {
        name.push('\'');
    }
    name
}

/// The P-positions with total up to `to` of the game with these displacements.
fn p_positions(heaps: usize, to: u64, moves: &[Vec<u64>], budget: &Budget) -> Result<Vec<Vec<u64>>, Stopped> {
    let (mut all, mut known): (Vec<Vec<u64>>, HashSet<Vec<u64>>) = (Vec::new(), HashSet::new());
    for total in 0..=to {
        budget.check()?;
        for position in with_total(heaps, total) {
            let option = |taken: &Vec<u64>| -> Option<Vec<u64>> {
                position.iter().zip(taken).map(|(heap, taken)| heap.checked_sub(*taken)).collect()
            };
            if !moves.iter().filter_map(option).any(|option| known.contains(&option)) {
                known.insert(position.clone());
                all.push(position);
            }
        }
    }
    Ok(all)
}

/// The built-in games with small parameters that are tried, on one heap or on two.
#[must_use]
pub fn families(heaps: usize) -> Vec<String> {
    let mut tried: Vec<String> = Vec::new();
    if heaps == 1 {
        tried.extend((1..=12).map(|m| format!("bounded({m})")));
        tried.extend(["mark", "maximum-nim", "root-nim"].map(str::to_owned));
    } else {
        tried.extend((1..=6).map(|s| format!("wythoff({s})")));
        for name in ["yama", "triangular"] {
            tried.extend((1..=5).flat_map(|a| (1..=5).map(move |b| format!("{name}({a},{b})"))));
        }
        for name in ["twist", "revised-twist"] {
            tried.extend((0..=8).map(|c| format!("{name}({c})")));
        }
        for name in ["geometric", "sub-geometric"] {
            tried.extend((2..=8).map(|d| format!("{name}({d})")));
        }
        tried.extend((2..=8).map(|h| format!("ryuo({h})")));
        tried.extend(["euclid", "delete-nim"].map(str::to_owned));
    }
    tried
}

/// A built-in game, if it has the wanted P-positions.
///
/// # Errors
/// [`NoTable`] if it was stopped, or a table cannot be made.
pub fn family(
    text: String,
    wanted: &Formula,
    names: &Names,
    to: u64,
    budget: &Budget,
) -> Result<Option<MatchingRule>, NoTable> {
    budget.check()?;
    let Ok(Game::Heap(game)) = Games::built_in().within(budget).find(&text) else { return Ok(None) };
    if game.ruleset.heaps() != names.shown().len() || game.ruleset.domain().is_some() {
        return Ok(None);
    }
    let asked = Wanted::PPositions(Convention::Normal);
    // Most are wrong near the beginning.
    let is_one =
        holds(&game.ruleset, asked, wanted, 12, budget)? && holds(&game.ruleset, asked, wanted, 2 * to, budget)?;
    let (way, ruleset) = (Way::Family, Some(game.ruleset));
    Ok(is_one.then(|| MatchingRule { way, text: Some(text), ruleset, displacements: vec![], checked_to: 2 * to }))
}
