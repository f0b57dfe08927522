//! Statements that differ a little from a theorem: a number one more or less, a position too many or missing,
//! a state of an automaton that accepts where it should not. Each must be refuted at a position where
//! it is false, or say the same as the theorem.

use crate::processor;
use miyama::budget::Budget;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::interpreter::Naive;
use miyama::heap::ruleset::Ruleset;
use miyama::play::{Convention, Outcome};
use miyama_proof::{Claim, Refuted, Verdict, prove};
use num_traits::ToPrimitive;

/// So many statements are made from a theorem.
const EACH: usize = 10;

/// At most so many of them have another number.
const WITH_NUMBERS: usize = 6;

/// Formulas on at most two heaps that agree up to this say the same.
const SAME: u64 = 500;

/// So many integers the interpreter may try to see that a refutation is right: a moment, and some megabytes.
const EFFORT: u64 = 2_000_000;

/// What became of the statements made from a theorem.
#[derive(Default)]
pub(super) struct Slips {
    pub(super) refuted: usize,
    /// Those that say the same as the theorem.
    pub(super) same: usize,
    /// The longest time that a refutation took.
    pub(super) slowest: f64,
    /// Those that were neither refuted where they are false nor say the same.
    pub(super) wrong: Vec<String>,
}

/// What became of one.
pub(super) enum Fate {
    Refuted,
    Same,
    Wrong(String),
}

impl Slips {
    /// Decides one statement, and notes how long it took.
    pub(super) fn note(&mut self, text: &str, decided: impl FnOnce() -> (f64, Fate)) {
        let (seconds, fate) = decided();
        match fate {
            Fate::Refuted => {
                self.refuted += 1;
                self.slowest = self.slowest.max(seconds);
            }
            Fate::Same => self.same += 1,
            Fate::Wrong(why) => self.wrong.push(format!("{text}: {why}")),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.refuted + self.same + self.wrong.len()
    }
}

/// What a formula is said to be.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    PPositions,
    Level(u32),
    Values,
}

impl Kind {
    pub(super) fn read(self, text: &str, names: &Names) -> Result<Formula, miyama_budget::Mistake> {
        match self {
            Kind::Values => Formula::value(text, names),
            Kind::PPositions | Kind::Level(_) => Formula::set(text, names),
        }
    }

    pub(super) fn claim(self, formula: &Formula) -> Claim<'_> {
        match self {
            Kind::PPositions => Claim::PPositions(formula),
            Kind::Level(level) => Claim::Level(level, formula),
            Kind::Values => Claim::Values(formula),
        }
    }
}

/// A theorem about a game.
pub(super) struct Subject<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) names: Names,
    pub(super) convention: Convention,
    pub(super) kind: Kind,
}

impl Subject<'_> {
    /// Makes statements from a formula that is a theorem, and decides them. `others` are changed
    /// formulas beside those with other numbers.
    pub(super) fn slips(&self, text: &str, others: Vec<String>, budget: &Budget) -> Slips {
        let mut slips = Slips::default();
        let Ok(theorem) = self.kind.read(text, &self.names) else {
            slips.wrong.push(text.to_owned());
            return slips;
        };
        let mut all: Vec<String> = other_numbers(text).into_iter().chain(others).collect();
        all.retain(|changed| self.kind.read(changed, &self.names).is_ok() && !divides_by_nothing(changed));
        let all = spread(all, WITH_NUMBERS);
        let left = EACH - all.len();
        for changed in all.into_iter().chain(self.other_positions(text, &theorem, budget).into_iter().take(left)) {
            slips.note(&changed, || self.decided(&changed, &theorem, budget));
        }
        slips
    }

    fn decided(&self, text: &str, theorem: &Formula, budget: &Budget) -> (f64, Fate) {
        let formula = match self.kind.read(text, &self.names) {
            Ok(formula) => formula,
            Err(mistake) => return (0.0, Fate::Wrong(mistake.to_string())),
        };
        let before = processor::seconds();
        let verdict = prove(self.ruleset, self.kind.claim(&formula), self.convention, budget);
        let seconds = processor::seconds() - before;
        let fate = match verdict {
            Ok(Verdict::Refuted(refuted)) => self.refuted(&formula, Some(theorem), &refuted, budget),
            Ok(Verdict::Proved(_) | Verdict::Signs(_) | Verdict::ValuesBySigns(_)) => {
                match self.agree(&formula, theorem, budget) {
                    true => Fate::Same,
                    false => Fate::Wrong("proved though it says something else".to_owned()),
                }
            }
            // A formula may say the same and be none that is decided.
            Ok(Verdict::Outside(..) | Verdict::Limit(..)) if self.agree(&formula, theorem, budget) => Fate::Same,
            Ok(Verdict::Outside(outside, _)) => Fate::Wrong(format!("outside: {}", outside.what.name())),
            Ok(Verdict::Limit(reached, _)) => Fate::Wrong(format!("{reached:?}")),
            Err(reason) => Fate::Wrong(format!("{reason:?}")),
        };
        (seconds, fate)
    }

    /// Whether the interpreter, which plays everything out, says so too; of a position that is too far for that, whether the
    /// theorem does, which the checker has accepted.
    pub(super) fn refuted(
        &self,
        formula: &Formula,
        theorem: Option<&Formula>,
        refuted: &Refuted,
        budget: &Budget,
    ) -> Fate {
        let position: Option<Vec<u64>> = refuted.position.iter().map(ToPrimitive::to_u64).collect();
        let (Some(position), Some(interpreter)) = (position, self.ruleset.interpreter()) else {
            return Fate::Wrong(format!("nobody can look at {:?}", refuted.position));
        };
        let mut naive = Naive::of(&[interpreter]).with_effort(EFFORT);
        let Ok(claimed) = formula.evaluator(budget).number(&position) else {
            return Fate::Wrong(format!("nothing is said at {position:?}"));
        };
        let truth = match self.kind {
            Kind::Values => naive.value(0, &position).map(|value| i64::from(value.0)),
            Kind::Level(level) => naive.value(0, &position).map(|value| i64::from(value.0 != level)),
            Kind::PPositions => {
                naive.outcome(&[(0, position.clone())], self.convention).map(|outcome| i64::from(outcome != Outcome::P))
            }
        };
        let by_theorem = |theorem: &Formula| theorem.evaluator(budget).number(&position).ok();
        match truth.or_else(|why| theorem.and_then(by_theorem).ok_or(why)) {
            Ok(truth) if truth != claimed => Fate::Refuted,
            Ok(_) => Fate::Wrong(format!("refuted at {position:?}, where it is right")),
            Err(why) => Fate::Wrong(format!("{position:?} was not played out: {why:?}")),
        }
    }

    /// Whether two formulas say the same of small positions.
    fn agree(&self, a: &Formula, b: &Formula, budget: &Budget) -> bool {
        let to = vec![if self.heaps() <= 2 { SAME } else { 5 }; self.heaps()];
        let (mut a, mut b) = (a.evaluator(budget), b.evaluator(budget));
        miyama::heap::table::positions(&to).all(|position| a.number(&position).ok() == b.number(&position).ok())
    }

    fn heaps(&self) -> usize {
        self.names.shown().len()
    }

    /// The formula with one position more or less, or with another value at one.
    fn other_positions(&self, text: &str, theorem: &Formula, budget: &Budget) -> Vec<String> {
        let sizes: &[u64] = match self.heaps() {
            1 | 2 => &[0, 1, 2, 7, 16],
            3 => &[0, 1, 2, 5, 7],
            _ => &[0, 1, 2, 3],
        };
        let names = self.names.shown();
        let mut all = Vec::new();
        for slope in 0..3 {
            for size in sizes {
                let position: Vec<u64> = (0..names.len() as u64).map(|heap| size + (slope * heap) % 4).collect();
                if self.ruleset.interpreter().and_then(|i| i.is_position(&position).ok()) != Some(true) {
                    continue;
                }
                let here: Vec<String> = names.iter().zip(&position).map(|(name, n)| format!("{name} = {n}")).collect();
                let here = here.join(" and ");
                let Ok(says) = theorem.evaluator(budget).number(&position) else { continue };
                let (lets, said) = text.rsplit_once(';').map_or(("", text), |(lets, said)| (lets, said));
                let lets = if lets.is_empty() { String::new() } else { format!("{lets}; ") };
                let changed = match (self.kind, says) {
                    (Kind::Values, _) => format!("{lets}{} if {here} else ({said})", says + 1),
                    (_, 0) => format!("{lets}({said}) and not ({here})"),
                    _ => format!("{lets}({said}) or ({here})"),
                };
                if !all.contains(&changed) {
                    all.push(changed);
                }
            }
        }
        all
    }
}

/// At most so many of a list, from all over it.
fn spread(all: Vec<String>, most: usize) -> Vec<String> {
    let count = all.len();
    let taken: Vec<usize> = (0..most.min(count)).map(|n| n * count / most.min(count)).collect();
    all.into_iter().enumerate().filter(|(n, _)| taken.contains(n)).map(|(_, text)| text).collect()
}

/// The text with each of its numbers one less and one more.
pub(super) fn other_numbers(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = (at..bytes.len()).find(|i| !bytes[*i].is_ascii_digit()).unwrap_or(bytes.len());
        // x1 is a name, 2 a number.
        let name = at > 0 && bytes[at - 1].is_ascii_alphanumeric();
        if let Ok(number) = text[at..end].parse::<i64>()
            && !name
        {
            for other in [number - 1, number + 1] {
                all.push(format!("{}{other}{}", &text[..at], &text[end..]));
            }
        }
        at = end.max(at + 1);
    }
    all
}

/// Whether a change has made a divisor 0.
fn divides_by_nothing(text: &str) -> bool {
    ["mod 0", "div 0", "/0", "mod -", "div -"].iter().any(|zero| text.contains(zero))
}
