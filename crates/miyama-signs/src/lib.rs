//! P-positions that are neighbours in a quadratic sequence, proved by signs.
//!
//! Let P consist of a few positions and of all (f(k), f(k+1)), (f(k+1), f(k)) for a
//! quadratic f whose coefficients may have parameters. P is the set of the P-positions if
//! no move leads from P to P, there is a move to P from everywhere else, and play ends.
//!
//! **No move inside.** A move from index k to index m must satisfy all conditions of a way
//! to move, which are polynomials in the indices and the parameters. With k = m+1+e, k = m
//! or m = k+1+e all variables are natural numbers, and if a condition "g ≥ 0" has no
//! positive coefficient and a negative constant, it is violated.
//!
//! **A move from everywhere else.** For the smaller heap, f(k) ≤ x < f(k+1) for one k: x =
//! f(k) + u. Cases are distinguished by the total against f(k) + f(k+1), by the difference of
//! the heaps divided by the step of f, by comparing indices, and by whether a variable is
//! 0. In each case the hypotheses contradict each other, or the position is in P, or a
//! move to P is named, whose conditions are sums of hypotheses and of polynomials without
//! negative coefficients.
//!
//! Everything can be checked by hand: expand, and look at the signs.
//!
//! Are the P-positions of this game the pairs of neighbouring squares?
//!
//! ```
//! let twist = "twist(c): (x, y) -> sym { (x-i, y+j) | 2 <= i <= x, 1 <= j < i }
//!     U { (x-i, y-j) | 1 <= i <= x, 1 <= j <= y, |i-j| <= c }";
//! let squares = "(x,y) = (0,0) or exists k: {x,y} = {k^2, (k+1)^2}";
//! assert!(miyama_signs::prove(twist, &["1".to_owned()], squares).is_ok());
//! assert!(miyama_signs::prove(twist, &["2".to_owned()], squares).is_err());
//! ```

mod cases;
mod certificate;
mod everywhere;
mod inside;
mod moves;
mod polynomial;
mod sequence;
mod values;

pub use certificate::{Certificate, Closed, Indices, NoMove, Place, Split, Sum, Tree};
pub use values::{Multiples, Obligation, Terms, ValueCertificate, ValueTree, obligations, prove_values};

use cases::combination;
use miyama_language::formula::{Formula, Names};
use miyama_language::notation::{Definition, parse_definition};
use moves::{HEAPS, LEFT, Way, ways};
use polynomial::Polynomial;
use sequence::{Neighbours, symbol};

/// Why there is no proof by signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoProof {
    /// The definition is not one on two heaps with polynomial conditions.
    Definition,
    /// The formula does not describe neighbours in a quadratic sequence.
    Formula,
    /// Nothing shows that every move lowers the total.
    Ends,
    /// A move inside could not be ruled out.
    Inside,
    /// Somewhere no move was found.
    Everywhere,
}

/// A game and a formula, read.
struct Problem {
    ways: Vec<Way>,
    set: Neighbours,
}

/// The arguments of a game as polynomials: numbers, or names, with the names.
fn arguments(given: &[String], definition: &Definition) -> Option<(Vec<Polynomial>, Vec<String>)> {
    let mut names: Vec<String> = Vec::new();
    let mut values = Vec::new();
    for (n, parameter) in definition.parameters.iter().enumerate() {
        let text = match given.get(n) {
            Some(text) => text.trim().to_owned(),
            None => parameter.default?.to_string(),
        };
        if let Ok(number) = text.parse::<i64>() {
            values.push(Polynomial::constant(i128::from(number)));
            continue;
        }
        let is_name = text.chars().all(char::is_alphanumeric) && text.starts_with(char::is_alphabetic);
        if !is_name || given.len() > definition.parameters.len() {
            return None;
        }
        let place = names.iter().position(|name| *name == text).unwrap_or_else(|| {
            names.push(text);
            names.len() - 1
        });
        values.push(symbol(place)?);
    }
    Some((values, names))
}

/// The names that a formula about a game may use: its heaps, then its symbolic arguments.
/// None if the game is not one on two heaps or an argument is neither a number nor a name.
#[must_use]
pub fn names(game: &str, given: &[String]) -> Option<Names> {
    let definition = parse_definition(game).ok()?;
    let (_, symbols) = arguments(given, &definition)?;
    let heaps = definition.heap_names();
    (heaps.len() == 2).then(|| Names::only([heaps, symbols].concat()))
}

/// Proves that the P-positions of a game on two heaps are those of a formula, for all
/// natural numbers in the place of arguments that are names.
///
/// # Errors
/// [`NoProof`] says what is missing.
pub fn prove(game: &str, given: &[String], formula: &str) -> Result<Certificate, NoProof> {
    let definition = parse_definition(game).map_err(|_| NoProof::Definition)?;
    let (values, symbols) = arguments(given, &definition).ok_or(NoProof::Definition)?;
    let ways = ways(&definition, &values).ok_or(NoProof::Definition)?;
    let names = names(game, given).ok_or(NoProof::Definition)?;
    let read = Formula::set(formula, &names).map_err(|_| NoProof::Formula)?;
    let parameters: Vec<Polynomial> = (0..symbols.len()).filter_map(symbol).collect();
    let set = Neighbours::read(&read, &parameters).ok_or(NoProof::Formula)?;
    let problem = Problem { ways, set };
    let ends = problem.ends().ok_or(NoProof::Ends)?;
    let inside = problem.inside().ok_or(NoProof::Inside)?;
    let everywhere = problem.everywhere().ok_or(NoProof::Everywhere)?;
    Ok(Certificate {
        miyama: "signs".to_owned(),
        version: Certificate::VERSION,
        game: game.to_owned(),
        arguments: given.to_vec(),
        formula: formula.trim().to_owned(),
        ends,
        inside,
        everywhere,
    })
}

impl Problem {
    /// x + y − x' − y' − 1 is a sum of conditions of the way and of a polynomial without
    /// negative coefficients.
    fn ends(&self) -> Option<Vec<Sum>> {
        let [x, y] = HEAPS.map(Polynomial::variable);
        let [a, b] = LEFT.map(Polynomial::variable);
        let lowered = x.plus(1, &y)?.minus(&a)?.minus(&b)?.minus(&Polynomial::constant(1))?;
        self.ways.iter().map(|way| combination(&lowered, way)).collect()
    }

    /// The conditions of a way between two positions.
    fn between(&self, way: usize, from: &[Polynomial; 2], to: &[Polynomial; 2]) -> Option<Vec<Polynomial>> {
        self.ways[way]
            .iter()
            .map(|condition| {
                // The variables of positions come before all others, and none is left.
                let mut now = condition.clone();
                for (variable, value) in HEAPS.into_iter().chain(LEFT).zip(from.iter().chain(to)) {
                    now = now.with(variable, value)?;
                }
                Some(now)
            })
            .collect()
    }
}
