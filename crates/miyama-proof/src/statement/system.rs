//! The numeration systems in which all of a formula is automatic.

use super::floor::scale;
use super::powers::root_of;
use super::{growing_power, inside, numbers, numeration};
use crate::outside::{Outside, Part, What};
use crate::real::square_part;
use miyama::heap::formula::Formula;
use miyama::heap::formula::syntax::{Kind, Number, Operation};
use miyama_automata::Numeration;
use std::ops::Range;

/// The systems that suit a formula, the best first; none at all if every system does.
pub(crate) fn systems(formula: &Formula) -> Result<Vec<Numeration>, Outside> {
    let suited = suited(formula)?;
    // An automaton is what it is in its own system only.
    let no = || What::Systems.at(Part::Formula, None);
    let mut own = formula.automata().iter().map(|set| numeration(set).ok_or_else(no));
    let Some(first) = own.next().transpose()? else { return Ok(suited) };
    for other in own {
        if other? != first {
            return Err(no());
        }
    }
    if suited.is_empty() || suited.contains(&first) { Ok(vec![first]) } else { Err(no()) }
}

/// The systems that suit what is calculated.
fn suited(formula: &Formula) -> Result<Vec<Numeration>, Outside> {
    let mut roots: Vec<(i64, Range<usize>)> = Vec::new();
    let mut bases: Vec<(i64, Range<usize>)> = Vec::new();
    let mut look = |number: &Number| {
        let at = number.at.clone();
        match &number.kind {
            Kind::Phi => roots.push((5, at)),
            Kind::Root(a) => {
                if let Kind::Constant(c) = a.kind
                    && c >= 0
                    && square_part(c).1 != 1
                {
                    roots.push((square_part(c).1, at));
                }
            }
            Kind::Binary(Operation::NimSum, ..) => bases.push((2, at)),
            _ => {
                if let Some((base, _)) = growing_power(number)
                    && let Kind::Constant(base) = base.kind
                    && base >= 2
                {
                    bases.push((root_of(base).0, at));
                }
            }
        }
    };
    match (formula.condition(), formula.number()) {
        (Some(truth), _) => numbers(truth, &mut look),
        (_, Some(number)) => inside(number, &mut look),
        (None, None) => {}
    }
    let no = |what: What, at: &Range<usize>| Err(what.at(Part::Formula, Some(at.clone())));
    if let Some((base, _)) = bases.first() {
        if let Some((_, at)) = bases.iter().find(|(other, _)| other != base).or(roots.first()) {
            return no(What::Systems, at);
        }
        let system = u64::try_from(*base).ok().and_then(Numeration::base);
        return system.map_or_else(|| no(What::Base, &bases[0].1), |system| Ok(vec![system]));
    }
    let Some((n, at)) = roots.first() else { return Ok(vec![]) };
    if let Some((_, other)) = roots.iter().find(|(other, _)| other != n) {
        return no(What::Roots, other);
    }
    let fits = (1..=15i64).filter(|s| scale(*s, *n).is_some());
    let systems: Vec<Numeration> = fits.filter_map(|s| Numeration::metallic(s.unsigned_abs())).collect();
    if systems.is_empty() { no(What::Roots, at) } else { Ok(systems) }
}
