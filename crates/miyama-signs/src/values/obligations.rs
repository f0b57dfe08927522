//! What must be shown, as files for SMT solvers: quantifier-free sentences about natural
//! numbers, each of which is unsatisfiable if the claim is true.

use super::branches::{Branch, branches};
use super::{NoProof, Polynomial, Way};
use crate::moves::{HEAPS, LEFT, ways};
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

/// What must be shown for the P-positions of a game on two heaps to be those of a formula with
/// polynomial conditions.
///
/// # Errors
/// [`NoProof`] says what cannot be written so.
pub fn obligations(game: &str, given: &[String], formula: &str) -> Result<Vec<Obligation>, NoProof> {
    let definition = parse_definition(game).map_err(|_| NoProof::Definition)?;
    let (values, symbols) = crate::arguments(given, &definition).ok_or(NoProof::Definition)?;
    if !symbols.is_empty() {
        return Err(NoProof::Definition);
    }
    let ways = ways(&definition, &values).ok_or(NoProof::Definition)?;
    let read = Formula::set(formula, &Names::only(definition.heap_names())).map_err(|_| NoProof::Formula)?;
    let condition = read.condition().ok_or(NoProof::Formula)?;
    let number = |value: i64| Box::new(Number { kind: Kind::Constant(value), at: 0..0, whole: true });
    let kind = Kind::If(Box::new(condition.clone()), number(0), number(1));
    let cases = branches(&Number { kind, at: 0..0, whole: true }).ok_or(NoProof::Formula)?;
    let all =
        Obligations { about: format!("; {}\n; P-positions: {}\n", one_line(game), one_line(formula)), ways, cases };
    all.written().ok_or(NoProof::Formula)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Obligations {
    about: String,
    ways: Vec<Way>,
    /// Those of the set have the value 0.
    cases: Vec<Branch>,
}

impl Obligations {
    fn written(&self) -> Option<Vec<Obligation>> {
        let mut all = Vec::new();
        for (n, way) in self.ways.iter().enumerate() {
            let [x, y] = HEAPS.map(Polynomial::variable);
            let [a, b] = LEFT.map(Polynomial::variable);
            // The total does not fall.
            let kept = a.plus(1, &b)?.minus(&x)?.minus(&y)?;
            let facts = [way.as_slice(), &[kept]].concat();
            all.push(self.script(&format!("ends-{n}"), "Way to move that keeps the total.", 4, &facts, &[])?);
        }
        let inside: Vec<&Branch> = self.cases.iter().filter(|case| case.value.is_zero()).collect();
        let outside: Vec<&Branch> = self.cases.iter().filter(|case| !case.value.is_zero()).collect();
        for (n, way) in self.ways.iter().enumerate() {
            for (i, from) in inside.iter().enumerate() {
                for (j, to) in inside.iter().enumerate() {
                    let second = from.variables + 2;
                    let free = second + to.variables - 2;
                    let here = variables(&[0..2, 4..second]);
                    let there = variables(&[2..4, second..free]);
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
        for (n, case) in outside.iter().enumerate() {
            let mut moves = Vec::new();
            for to in targets()? {
                let [x, y] = HEAPS.map(Polynomial::variable);
                let places = [x, y, to[0].clone(), to[1].clone()];
                for way in &self.ways {
                    // A case with quotients of its own would need a quantifier.
                    for there in inside.iter().filter(|there| there.variables == 2) {
                        let mut holds = to.to_vec();
                        for condition in way {
                            holds.push(condition.at(&places)?);
                        }
                        for fact in &there.facts {
                            holds.push(fact.at(&to)?);
                        }
                        moves.push(holds);
                    }
                }
            }
            let says = "A position outside of the set without any of these moves to it.";
            all.push(self.script(&format!("outside-{n}"), says, case.variables, &case.facts, &moves)?);
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
            let _ = writeln!(script, "(assert (not (and {})))", parts.join(" "));
        }
        script.push_str("(check-sat)\n");
        Some(Obligation { name: name.to_owned(), script })
    }
}

fn variables(ranges: &[std::ops::Range<u8>]) -> Vec<Polynomial> {
    ranges.iter().cloned().flatten().map(Polynomial::variable).collect()
}

/// Where moves may lead: each heap is 0, or one of the heaps, or one more or less.
fn targets() -> Option<Vec<[Polynomial; 2]>> {
    let mut places = vec![Polynomial::constant(0), Polynomial::constant(1)];
    for heap in HEAPS {
        for more in [0, 1, -1] {
            places.push(Polynomial::variable(heap).plus(more, &Polynomial::constant(1))?);
        }
    }
    Some(places.iter().flat_map(|a| places.iter().map(|b| [a.clone(), b.clone()])).collect())
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
