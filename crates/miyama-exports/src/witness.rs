//! Moves from everywhere outside the set into it, given by terms.
//!
//! A witness is a way to move with a term for each of its integers, such as i = y−x−1. The
//! first position outside the set that no witness serves yet suggests new ones: for each
//! of its winning moves, all small affine terms that give the move there. The one that
//! serves the most positions of a table is kept. That the witnesses serve *all* positions
//! is decided by automata at the end; nothing is returned that was not proved.

use crate::claim::{Claim, NoExport, Way};
use crate::logic::{Prop, Relation, Term, Values};
use miyama::heap::formula::{Formula, Names};
use miyama::heap::table::positions;
use miyama_automata::Limits;
use miyama_proof::holds_everywhere;

/// A move that leads into the set wherever its condition holds.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    /// Which way to move.
    pub(crate) way: usize,
    /// The integers of the way.
    pub(crate) integers: Vec<Term>,
    /// Where the move is possible and leads into the set, outside the set.
    pub(crate) condition: Vec<Prop>,
    /// The position that it leads to.
    pub(crate) target: Vec<Term>,
}

/// The most witnesses: a proof with more cases is no short one.
const MOST: usize = 24;

/// The witnesses of a claim in these names.
pub(crate) fn witnesses(claim: &Claim, names: &Names, limits: &Limits<'_>) -> Result<Vec<Witness>, NoExport> {
    if claim.set.is_quantified() {
        return Err(NoExport::Quantified);
    }
    let to = match claim.heaps.len() {
        1 => 60,
        2 => 24,
        3 => 11,
        4 => 6,
        _ => 3,
    };
    let all: Vec<Values> = positions(&vec![to; claim.heaps.len()])
        .map(|position| claim.heaps.iter().cloned().zip(position.iter().map(|heap| heap.cast_signed())).collect())
        .collect();
    let mut open: Vec<Values> = all.into_iter().filter(|p| claim.set.holds(p) == Some(false)).collect();
    let mut found: Vec<Witness> = Vec::new();
    while let Some(first) = open.first() {
        if found.len() >= MOST {
            return Err(NoExport::NoWitness);
        }
        if !(limits.go_on)() {
            return Err(NoExport::Limit);
        }
        let mut best: Option<(usize, Witness)> = None;
        for_each_candidate(claim, first, limits, &mut |candidate| {
            let served = open.iter().filter(|position| serves(&candidate, position)).count();
            if best.as_ref().is_none_or(|(most, _)| served > *most) {
                best = Some((served, candidate));
            }
        })?;
        let Some((served, witness)) = best.filter(|(served, _)| *served > 0) else { return Err(NoExport::NoWitness) };
        debug_assert!(served <= open.len());
        open.retain(|position| !serves(&witness, position));
        found.push(witness);
    }
    // One that the others make superfluous goes.
    let mut at = 0;
    while at < found.len() {
        let others: Vec<Prop> = found.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, w)| w.whole()).collect();
        if found.len() > 1 && everywhere(claim, others, names, limits)? {
            found.remove(at);
        } else {
            at += 1;
        }
    }
    if !everywhere(claim, found.iter().map(Witness::whole).collect(), names, limits)? {
        return Err(NoExport::NoWitness);
    }
    for witness in &mut found {
        shorten(claim, witness, names, limits)?;
    }
    Ok(found)
}

impl Witness {
    fn whole(&self) -> Prop {
        Prop::And(self.condition.clone())
    }
}

fn serves(witness: &Witness, position: &Values) -> bool {
    witness.condition.iter().all(|prop| prop.holds(position) == Some(true))
}

/// Whether every position is in the set or served.
fn everywhere(claim: &Claim, served: Vec<Prop>, names: &Names, limits: &Limits<'_>) -> Result<bool, NoExport> {
    let all = [vec![claim.set.clone()], served].concat();
    decided(&Prop::Or(all), names, limits)
}

/// Leaves out what follows from the rest, outside the set.
fn shorten(claim: &Claim, witness: &mut Witness, names: &Names, limits: &Limits<'_>) -> Result<(), NoExport> {
    let mut at = 0;
    while at < witness.condition.len() {
        let mut rest = witness.condition.clone();
        let one = rest.remove(at);
        // In the set, or not in the rest, or in this one.
        let implied = Prop::Or(vec![claim.set.clone(), Prop::Not(Box::new(Prop::And(rest.clone()))), one]);
        if decided(&implied, names, limits)? {
            witness.condition = rest;
        } else {
            at += 1;
        }
    }
    Ok(())
}

/// Whether something holds for all heaps.
fn decided(prop: &Prop, names: &Names, limits: &Limits<'_>) -> Result<bool, NoExport> {
    let text = written(&prop.simplified());
    let formula = Formula::set(&text, names).map_err(|_| NoExport::Limit)?;
    holds_everywhere(&formula, limits).ok_or(NoExport::Limit)
}

/// Visits the witnesses that serve a position: there may be too many to hold.
fn for_each_candidate(
    claim: &Claim,
    position: &Values,
    limits: &Limits<'_>,
    visit: &mut dyn FnMut(Witness),
) -> Result<(), NoExport> {
    let go_on = || if (limits.go_on)() { Ok(()) } else { Err(NoExport::Limit) };
    let features = features(claim);
    for (at, way) in claim.ways.iter().enumerate() {
        for integers in winning(claim, way, position, limits)? {
            let mut partial: Vec<Vec<Term>> = vec![vec![]];
            for value in &integers {
                go_on()?;
                let terms = affine(&features, position, *value);
                partial = partial
                    .iter()
                    .flat_map(|known| terms.iter().map(|term| [known.as_slice(), std::slice::from_ref(term)].concat()))
                    .collect();
                if partial.len() > MOST_TRIED {
                    break;
                }
            }
            for terms in partial.into_iter().filter(|terms| terms.len() == integers.len()) {
                go_on()?;
                visit(witness(claim, at, way, terms));
            }
        }
    }
    Ok(())
}

const MOST_TRIED: usize = 4000;

/// What affine terms are made of: the heaps, and their residues where the set has some.
fn features(claim: &Claim) -> Vec<Term> {
    let mut all: Vec<Term> = claim.heaps.iter().map(|heap| Term::name(heap)).collect();
    if claim.heaps.len() <= 2 {
        for by in claim.set.divisors().into_iter().filter(|by| (2..=12).contains(by)).take(1) {
            all.extend(claim.heaps.iter().map(|heap| Term::Remainder(Box::new(Term::name(heap)), by)));
        }
    }
    all
}

/// All affine terms with coefficients −1, 0, 1 (and 2 of one heap) that have this value at a
/// position, the shortest first.
fn affine(features: &[Term], position: &Values, value: i64) -> Vec<Term> {
    let mut all: Vec<(i64, Term)> = Vec::new();
    let mut factors = vec![-1i64; features.len()];
    loop {
        let sum: i64 = features.iter().zip(&factors).filter_map(|(f, c)| Some(f.value(position)? * c)).sum();
        let constant = value - sum;
        if constant.abs() <= LARGEST_CONSTANT {
            let mut terms: Vec<Term> = features
                .iter()
                .zip(&factors)
                .filter(|(_, c)| **c != 0)
                .map(|(f, c)| Term::Times(*c, Box::new(f.clone())))
                .collect();
            terms.push(Term::Number(constant));
            let weight = 2 * factors.iter().map(|c| c.abs()).sum::<i64>() + constant.abs();
            all.push((weight, Term::Sum(terms).collected()));
        }
        // The next combination of factors.
        let Some(at) = factors.iter().position(|factor| *factor < MOST_FACTOR) else { break };
        factors[at] += 1;
        factors[..at].iter_mut().for_each(|factor| *factor = -1);
    }
    all.sort_by_key(|(weight, _)| *weight);
    all.into_iter().map(|(_, term)| term).take(40).collect()
}

const LARGEST_CONSTANT: i64 = 8;
const MOST_FACTOR: i64 = 2;

/// The integers of all moves of one way from a position into the set.
fn winning(claim: &Claim, way: &Way, position: &Values, limits: &Limits<'_>) -> Result<Vec<Vec<i64>>, NoExport> {
    let most = position.values().sum::<i64>() + 2;
    let mut found = Vec::new();
    let mut integers = vec![0i64; way.bound.len()];
    loop {
        if integers.first().is_none_or(|first| *first == 0) && !(limits.go_on)() {
            return Err(NoExport::Limit);
        }
        let mut values = position.clone();
        values.extend(way.bound.iter().cloned().zip(integers.iter().copied()));
        let legal = way.conditions.iter().all(|prop| prop.holds(&values) == Some(true));
        let target: Option<Vec<i64>> = way.option.iter().map(|term| term.value(&values).filter(|v| *v >= 0)).collect();
        if let (true, Some(target)) = (legal, target) {
            let there: Values = claim.heaps.iter().cloned().zip(target).collect();
            if claim.set.holds(&there) == Some(true) {
                found.push(integers.clone());
            }
        }
        let Some(at) = integers.iter().position(|integer| *integer < most) else { break };
        integers[at] += 1;
        integers[..at].iter_mut().for_each(|integer| *integer = 0);
    }
    found.truncate(60);
    Ok(found)
}

fn witness(claim: &Claim, at: usize, way: &Way, integers: Vec<Term>) -> Witness {
    let put = |name: &str| way.bound.iter().position(|bound| bound == name).map(|n| integers[n].clone());
    let target: Vec<Term> = way.option.iter().map(|term| term.with(&put).collected()).collect();
    let zero = || Term::Number(0);
    let mut all: Vec<Prop> = way.conditions.iter().map(|prop| prop.with(&put)).collect();
    all.extend(integers.iter().map(|term| Prop::compare(zero(), Relation::AtMost, term.clone())));
    all.extend(target.iter().map(|term| Prop::compare(zero(), Relation::AtMost, term.clone())));
    all.push(claim.set_with(&target));
    let condition = match Prop::And(all).simplified() {
        Prop::And(parts) => parts,
        other => vec![other],
    };
    Witness { way: at, integers, condition, target }
}

/// As formulas are written.
pub(crate) fn written(prop: &Prop) -> String {
    let join = |word: &str, props: &[Prop]| {
        props.iter().map(|prop| format!("({})", written(prop))).collect::<Vec<_>>().join(word)
    };
    match prop {
        Prop::Compare(a, relation, b) => format!("{} {} {}", term(a), relation.sign(), term(b)),
        Prop::And(props) if props.is_empty() => "0 = 0".to_owned(),
        Prop::Or(props) if props.is_empty() => "0 = 1".to_owned(),
        Prop::And(props) => join(" and ", props),
        Prop::Or(props) => join(" or ", props),
        Prop::Not(inner) => format!("not ({})", written(inner)),
        // Nothing quantified comes here.
        Prop::Exists(name, inner) => format!("exists {name} ({})", written(inner)),
    }
}

fn term(term_: &Term) -> String {
    let list = |terms: &[Term]| terms.iter().map(term).collect::<Vec<_>>().join(", ");
    match term_ {
        Term::Number(number) => format!("({number})"),
        Term::Name(name) => name.clone(),
        Term::Sum(terms) => format!("({})", terms.iter().map(term).collect::<Vec<_>>().join(" + ")),
        Term::Times(factor, inner) => format!("({factor})*{}", term(inner)),
        Term::Quotient(inner, by) => format!("({} div {by})", term(inner)),
        Term::Remainder(inner, by) => format!("({} mod {by})", term(inner)),
        Term::Absolute(inner) => format!("|{}|", term(inner)),
        Term::Least(terms) => format!("min({})", list(terms)),
        Term::Greatest(terms) => format!("max({})", list(terms)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use miyama::heap::notation::parse_definition;
    use miyama::heap::ruleset::Ruleset;
    use miyama::play::Convention;
    use std::cell::Cell;

    /// Within the candidates of one position too.
    #[test]
    fn a_search_for_witnesses_stops_when_it_may_not_go_on() {
        let yama = parse_definition("(x, y) -> sym { (x-i, y+1) | i >= 2 }").unwrap();
        let yama = Ruleset::new(&yama, &[]).unwrap();
        let names = yama.names();
        let formula = Formula::set("|x-y| <= 1", &names).unwrap();
        let claim = Claim::new("yama", &yama, &names, &formula, Convention::Normal).unwrap();
        for most in [1, 2, 20] {
            let asked = Cell::new(0);
            let go_on = || {
                asked.set(asked.get() + 1);
                asked.get() <= most
            };
            let limits = Limits { go_on: &go_on, ..Limits::generous() };
            assert_eq!(witnesses(&claim, &names, &limits).unwrap_err(), NoExport::Limit);
            assert_eq!(asked.get(), most + 1);
        }
        assert!(witnesses(&claim, &names, &Limits::generous()).is_ok());
    }
}
