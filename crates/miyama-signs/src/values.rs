//! Grundy values of a game on two heaps, proved by signs.
//!
//! A formula V gives the values if V is natural, no move keeps V, from every position there
//! is a move to each g < V, and play ends. V is evaluated by cases (`branches`): in each it is
//! a polynomial in the heaps and in quotients and remainders, under conditions that are
//! polynomials ≥ 0. So is what must be shown:
//!
//! - *natural*: in no case V ≤ −1;
//! - *inside*: for each way to move and each pair of cases, the conditions of the way, those
//!   of both cases and V = V′ contradict each other;
//! - *below*: in each case, with g ≤ V − 1, some move leads to a position of value g.
//!
//! All variables are natural numbers. A fact v ≥ n is used up by writing v + n for v, until
//! the signs of coefficients, or of a sum of a few facts, show what is wanted; a linear
//! program finds the sum. Where it finds none, cases are distinguished: by the sign of a
//! number, by dividing it, by bracketing it between terms of a growing sequence.

mod branches;
mod certificate;
mod facts;
mod obligations;
mod search;

pub use certificate::{Multiples, Terms, ValueCertificate, ValueTree};
pub use obligations::{Obligation, obligations};

use crate::NoProof;
use crate::moves::{HEAPS, LEFT, Way, ways};
use crate::polynomial::Polynomial;
use branches::branches;
use facts::Facts;
use miyama_language::formula::{Formula, Names};
use miyama_language::notation::parse_definition;
use search::Search;
use std::cell::Cell;

/// The most cases that are tried.
const MOST_CASES: usize = 10_000;

/// Proves that a formula gives the Grundy values of a game on two heaps. Stops without a
/// proof when `go_on` says so.
///
/// # Errors
/// [`NoProof`] says what is missing.
pub fn prove_values(
    game: &str,
    given: &[String],
    formula: &str,
    go_on: &dyn Fn() -> bool,
) -> Result<ValueCertificate, NoProof> {
    let definition = parse_definition(game).map_err(|_| NoProof::Definition)?;
    let (values, symbols) = crate::arguments(given, &definition).ok_or(NoProof::Definition)?;
    if !symbols.is_empty() {
        return Err(NoProof::Definition);
    }
    let ways = ways(&definition, &values).ok_or(NoProof::Definition)?;
    let read = Formula::value(formula, &Names::only(definition.heap_names())).map_err(|_| NoProof::Formula)?;
    let branches = read.number().and_then(|number| branches(number, 2)).ok_or(NoProof::Formula)?;
    let ends = ways.iter().map(ends).collect::<Option<_>>().ok_or(NoProof::Ends)?;
    let search = Search { ways, branches, left: Cell::new(MOST_CASES), go_on };
    let natural = search.natural().ok_or(NoProof::Formula)?;
    let inside = search.inside().ok_or(NoProof::Inside)?;
    let below = search.below().ok_or(NoProof::Everywhere)?;
    Ok(ValueCertificate {
        miyama: "values".to_owned(),
        version: ValueCertificate::VERSION,
        game: game.to_owned(),
        arguments: given.to_vec(),
        formula: formula.trim().to_owned(),
        ends,
        natural,
        inside,
        below,
    })
}

/// Why a way to move lowers the total.
fn ends(way: &Way) -> Option<Multiples> {
    let [x, y] = HEAPS.map(Polynomial::variable);
    let [a, b] = LEFT.map(Polynomial::variable);
    let lowered = x.plus(1, &y)?.minus(&a)?.minus(&b)?.minus(&Polynomial::constant(1))?;
    Facts::new(way.clone(), vec![], 4).shows(&lowered)
}
