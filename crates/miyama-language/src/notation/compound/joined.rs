//! Two games played together: their heaps stand side by side, and the operator says in which of
//! them a move is made.

use super::super::MOST_HEAPS;
use super::super::syntax::{Body, Expression, Name, OptionSet, Tuple};
use super::super::term::Joint;
use super::names::{self, fresh, fresh_heap, is_usual};
use super::{Rules, Scope, few};
use miyama_budget::Mistake;
use miyama_text::say;
use std::collections::BTreeSet;
use std::ops::Range;

impl Scope<'_> {
    /// The game of two that are played together.
    pub(super) fn joined(&self, joint: Joint, a: Rules, b: Rules, at: &Range<usize>) -> Result<Rules, Mistake> {
        if a.heaps.len() + b.heaps.len() > MOST_HEAPS {
            return Err(Mistake::new(at.clone(), say!("ruleset.too_many_heaps", most = MOST_HEAPS)));
        }
        let (a, b) = self.apart(a, b);
        if joint == Joint::Ordinal && !self.ends_at_zero(&b) {
            return Err(Mistake::new(at.clone(), say!("operator.ordinal")));
        }
        let word = joint.word();
        let tuples = |rules: &Rules| {
            rules.sets.iter().map(|set| self.tuple(set, rules, word, at)).collect::<Result<Vec<_>, _>>()
        };
        let (after_a, after_b) = (tuples(&a)?, tuples(&b)?);
        let mut sets = Vec::new();
        let side = |set: &OptionSet, first: &[Expression], second: &[Expression]| OptionSet {
            tuples: vec![Tuple { copies: None, heaps: [first, second].concat() }],
            ..set.clone()
        };
        if joint != Joint::Conjunctive {
            let beside = if joint == Joint::Ordinal { vec![0.into(); b.heaps.len()] } else { b.here() };
            sets.extend(a.sets.iter().zip(&after_a).map(|(set, after)| side(set, after, &beside)));
            sets.extend(b.sets.iter().zip(&after_b).map(|(set, after)| side(set, &a.here(), after)));
        }
        if matches!(joint, Joint::Conjunctive | Joint::Selective) {
            let known: BTreeSet<String> = self.known(&a).into_iter().chain(self.known(&b)).collect();
            for (one, first) in a.sets.iter().zip(&after_a) {
                for (other, second) in b.sets.iter().zip(&after_b) {
                    let who = match (one.who, other.who) {
                        (Some(one), Some(other)) if one != other => continue,
                        (one, other) => one.or(other),
                    };
                    let mut moved =
                        OptionSet { tuples: vec![Tuple { copies: None, heaps: second.clone() }], ..other.clone() };
                    let mut taken = known.clone();
                    names::noted(one, &mut taken);
                    names::renamed_apart(&mut moved, &known, &taken);
                    let mut both = side(one, first, &moved.tuples[0].heaps);
                    both.who = who;
                    both.conditions.extend(moved.conditions);
                    sets.push(both);
                }
                few(&sets, at)?;
            }
        }
        few(&sets, at)?;
        let lets = a.lets.iter().chain(b.lets.iter().filter(|one| !a.lets.contains(one))).cloned().collect();
        let heaps = a.heaps.into_iter().chain(b.heaps).collect();
        Ok(Rules { lets, heaps, sets, domain: a.domain.into_iter().chain(b.domain).collect() })
    }

    /// Two games without a name in common, but for functions that are the same.
    fn apart(&self, mut a: Rules, mut b: Rules) -> (Rules, Rules) {
        let of_a: BTreeSet<String> = self.known(&a);
        // Where one name is taken, all usual ones change, so that the names of the whole stay in order.
        let taken_there = b.heaps.iter().any(|heap| of_a.contains(&heap.text));
        let changes = |heap: &Name| of_a.contains(&heap.text) || taken_there && is_usual(&heap.text);
        let mut taken = BTreeSet::new();
        b.sets.iter().for_each(|set| names::noted(set, &mut taken));
        taken.retain(|name| !b.heaps.iter().any(|heap| heap.text == *name && changes(heap)));
        a.sets.iter().for_each(|set| names::noted(set, &mut taken));
        taken.extend(of_a.iter().cloned());
        let mut renamed: Vec<(String, String)> = Vec::new();
        for heap in &b.heaps {
            if changes(heap) {
                let new = fresh_heap(&taken);
                taken.insert(new.clone());
                renamed.push((heap.text.clone(), new));
            } else {
                taken.insert(heap.text.clone());
            }
        }
        let clashes = |name: &Name| a.heaps.contains(name) || a.lets.iter().any(|other| other.name == *name);
        for one in b.lets.iter().filter(|one| clashes(&one.name) && !a.lets.contains(one)) {
            let new = fresh(&one.name.text, &taken);
            taken.insert(new.clone());
            renamed.push((one.name.text.clone(), new));
        }
        let mut moved = b.definition();
        names::rename(&renamed, &mut moved);
        b = match moved.body {
            Body::Options { heaps, sets } => Rules { lets: moved.lets, heaps, sets, domain: moved.domain },
            _ => Rules { lets: vec![], heaps: vec![], sets: vec![], domain: vec![] },
        };
        // A bound integer of one may be called like a heap of the other.
        let known: BTreeSet<String> = self.known(&a).into_iter().chain(self.known(&b)).collect();
        let (of_a, of_b) = (a.heaps.clone(), b.heaps.clone());
        for (one, other) in [(&mut a, of_b), (&mut b, of_a)] {
            let own = self.known(one);
            for set in &mut one.sets {
                let mut bound = BTreeSet::new();
                names::noted(set, &mut bound);
                let clash = other.iter().any(|heap| bound.contains(&heap.text) && !own.contains(&heap.text));
                if clash {
                    names::renamed_apart(set, &own, &known);
                }
            }
        }
        (a, b)
    }
}
