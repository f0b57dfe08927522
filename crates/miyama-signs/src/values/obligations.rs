//! What must be shown, as files for SMT solvers: quantifier-free sentences about natural
//! numbers, each of which is unsatisfiable if the claim is true.

use super::branches::{Branch, branches};
use super::{NoProof, Polynomial, Way};
use crate::moves::{positions, ways_on};
use crate::polynomial::Variable;
use miyama_language::formula::syntax::{Kind, Number};
use miyama_language::formula::{Formula, Names};
use miyama_language::notation::parse_definition;
use std::fmt::Write;

/// A sentence in SMT-LIB that must be unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What the file is called, without an ending.
    pub name: String,
    /// The script: one `check-sat`.
    pub script: String,
}

/// What must be shown for the P-positions of a game on one to four heaps to be those of a
/// formula, where the conditions of both are polynomial.
///
/// # Errors
/// [`NoProof`] says what cannot be written so.
pub fn obligations(game: &str, given: &[String], formula: &str) -> Result<Vec<Obligation>, NoProof> {
    let definition = parse_definition(game).map_err(|_| NoProof::Definition)?;
    let (values, symbols) = crate::arguments(given, &definition).ok_or(NoProof::Definition)?;
    let heaps = Variable::try_from(definition.heap_names().len()).map_err(|_| NoProof::Definition)?;
    if !symbols.is_empty() || !(1..=MOST_HEAPS).contains(&heaps) {
        return Err(NoProof::Definition);
    }
    let ways = ways_on(&definition, &values).ok_or(NoProof::Definition)?;
    let here = positions(&definition, &values, 0).ok_or(NoProof::Definition)?;
    let read = Formula::set(formula, &Names::only(definition.heap_names())).map_err(|_| NoProof::Formula)?;
    let condition = read.condition().ok_or(NoProof::Formula)?;
    let number = |value: i64| Box::new(Number { kind: Kind::Constant(value), at: 0..0, whole: true });
    let kind = Kind::If(Box::new(condition.clone()), number(0), number(1));
    let cases = branches(&Number { kind, at: 0..0, whole: true }, heaps).ok_or(NoProof::Formula)?;
    let about = format!("; {}\n; P-positions: {}\n", one_line(game), one_line(formula));
    let all = Obligations { about, heaps, ways, here, cases };
    all.written().ok_or(NoProof::Formula)
}

/// More heaps have too many places to try.
const MOST_HEAPS: Variable = 4;

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Obligations {
    about: String,
    heaps: Variable,
    ways: Vec<Way>,
    /// What `where` says of the heaps of a position: alternatives. Ways say it of both ends.
    here: Vec<Way>,
    /// Those of the set have the value 0.
    cases: Vec<Branch>,
}

impl Obligations {
    fn written(&self) -> Option<Vec<Obligation>> {
        let k = self.heaps;
        let mut all = Vec::new();
        for (n, way) in self.ways.iter().enumerate() {
            // The total does not fall.
            let mut kept = Polynomial::constant(0);
            for heap in 0..k {
                kept = kept.plus(1, &Polynomial::variable(k + heap))?.minus(&Polynomial::variable(heap))?;
            }
            let facts = [way.as_slice(), &[kept]].concat();
            all.push(self.script(&format!("ends-{n}"), "Way to move that keeps the total.", 2 * k, &facts, &[])?);
        }
        let inside: Vec<&Branch> = self.cases.iter().filter(|case| case.value.is_zero()).collect();
        let outside: Vec<&Branch> = self.cases.iter().filter(|case| !case.value.is_zero()).collect();
        for (n, way) in self.ways.iter().enumerate() {
            for (i, from) in inside.iter().enumerate() {
                for (j, to) in inside.iter().enumerate() {
                    let second = from.variables + k;
                    let free = second + to.variables - k;
                    let here = variables((0..k).chain(2 * k..second));
                    let there = variables((k..2 * k).chain(second..free));
                    let mut facts = way.clone();
                    for (case, values) in [(from, &here), (to, &there)] {
                        for fact in &case.facts {
                            facts.push(fact.at(values)?);
                        }
                    }
                    let says = "A move from the set to the set.";
                    all.push(self.script(&format!("inside-{n}-{i}-{j}"), says, free, &facts, &[])?);
                }
            }
        }
        let targets = self.targets(&inside)?;
        for (n, case) in outside.iter().enumerate() {
            let moves = self.moves(&targets, &inside)?;
            for (m, position) in self.here.iter().enumerate() {
                let says = "A position outside of the set without any of these moves to it.";
                let facts = [case.facts.as_slice(), position].concat();
                let name = if self.here.len() == 1 { format!("outside-{n}") } else { format!("outside-{n}-{m}") };
                all.push(self.script(&name, says, case.variables, &facts, &moves)?);
            }
        }
        Some(all)
    }

    /// For each place that a move may lead to, way and case of the set, what makes it a move
    /// into the set; without those that never are one.
    fn moves(&self, targets: &[Vec<Polynomial>], inside: &[&Branch]) -> Option<Vec<Vec<Polynomial>>> {
        let mut moves = Vec::new();
        for to in targets {
            let places = [variables(0..self.heaps).as_slice(), to].concat();
            for way in &self.ways {
                let mut leads = to.clone();
                for condition in way {
                    leads.push(condition.at(&places)?);
                }
                if leads.iter().any(Polynomial::is_below_zero) {
                    continue;
                }
                // A case with quotients of its own would need a quantifier.
                for there in inside.iter().filter(|there| there.variables == self.heaps) {
                    let mut holds = leads.clone();
                    for fact in &there.facts {
                        holds.push(fact.at(to)?);
                    }
                    if holds.iter().any(Polynomial::is_below_zero) {
                        continue;
                    }
                    // What holds everywhere need not be said.
                    holds.retain(|one| !one.is_at_least_zero());
                    if !moves.contains(&holds) {
                        moves.push(holds);
                    }
                }
            }
        }
        (moves.len() <= MOST_MOVES).then_some(moves)
    }

    /// Where moves may lead: each heap is 0 or 1, a heap, one more or less, or what an equation
    /// of the set says of it. On three and more heaps at most two of them change.
    fn targets(&self, inside: &[&Branch]) -> Option<Vec<Vec<Polynomial>>> {
        let k = self.heaps;
        let one = Polynomial::constant(1);
        let mut places = vec![Polynomial::constant(0), one.clone()];
        for heap in 0..k {
            for more in [0, 1, -1] {
                places.push(Polynomial::variable(heap).plus(more, &one)?);
            }
        }
        let conditions: Vec<&[Polynomial]> =
            inside.iter().map(|case| case.facts.as_slice()).chain(self.here.iter().map(Vec::as_slice)).collect();
        let mut all: Vec<Vec<Polynomial>> = vec![variables(0..k)];
        for heap in 0..k {
            let mut own = places.clone();
            for fact in conditions.iter().flat_map(|facts| facts.iter()) {
                own.extend(solved(fact, heap, k)?.filter(|value| !places.contains(value)));
            }
            let mut longer = Vec::new();
            for so_far in &all {
                let changed = (0..heap).filter(|n| so_far[usize::from(*n)] != Polynomial::variable(*n)).count();
                for place in &own {
                    if k > 2 && changed == 2 && *place != Polynomial::variable(heap) {
                        continue;
                    }
                    let mut next = so_far.clone();
                    next[usize::from(heap)] = place.clone();
                    if !longer.contains(&next) {
                        longer.push(next);
                    }
                }
            }
            all = longer;
        }
        Some(all)
    }

    /// A script: all facts are ≥ 0, and of each list something is not.
    fn script(
        &self,
        name: &str,
        says: &str,
        variables: u8,
        facts: &[Polynomial],
        not: &[Vec<Polynomial>],
    ) -> Option<Obligation> {
        let mut script = format!("{}; {says} Unsatisfiable if the claim is true.\n(set-logic QF_NIA)\n", self.about);
        for variable in 0..variables {
            let _ = write!(script, "(declare-const v{variable} Int)\n(assert (>= v{variable} 0))\n");
        }
        for fact in facts {
            let _ = writeln!(script, "(assert (>= {} 0))", sum(fact));
        }
        for all in not {
            let parts: Vec<String> = all.iter().map(|one| format!("(>= {} 0)", sum(one))).collect();
            let _ = writeln!(script, "(assert (not (and true {})))", parts.join(" "));
        }
        script.push_str("(check-sat)\n");
        Some(Obligation { name: name.to_owned(), script })
    }
}

/// The most moves that a script lists.
const MOST_MOVES: usize = 5000;

fn variables(numbers: impl IntoIterator<Item = Variable>) -> Vec<Polynomial> {
    numbers.into_iter().map(Polynomial::variable).collect()
}

/// The number that makes a condition on the heaps alone an equation for one of them, if it has
/// that heap with the factor 1 or −1 and nowhere else.
fn solved(fact: &Polynomial, heap: Variable, heaps: Variable) -> Option<Option<Polynomial>> {
    for sign in [1, -1] {
        let rest = fact.plus(-sign, &Polynomial::variable(heap))?;
        if !rest.has(heap) && rest.variables().iter().all(|variable| *variable < heaps) {
            let value = Polynomial::constant(0).plus(-sign, &rest)?;
            return Some(Some(value).filter(Polynomial::is_whole_everywhere));
        }
    }
    Some(None)
}

/// The numerator of a polynomial.
fn sum(of: &Polynomial) -> String {
    let number = |a: i128| if a < 0 { format!("(- {})", a.unsigned_abs()) } else { a.to_string() };
    let terms: Vec<String> = of
        .fractions()
        .1
        .map(|(exponents, a)| {
            let factors: String = exponents
                .iter()
                .enumerate()
                .flat_map(|(variable, power)| std::iter::repeat_n(format!(" v{variable}"), usize::from(*power)))
                .collect();
            if factors.is_empty() { number(a) } else { format!("(* {}{factors})", number(a)) }
        })
        .collect();
    match terms.as_slice() {
        [] => "0".to_owned(),
        [one] => one.clone(),
        several => format!("(+ {})", several.join(" ")),
    }
}
