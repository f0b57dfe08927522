//! A formula for the P-positions or the values of a game: does it hold, and if
//! not, where does it fail first?

mod report;

pub(crate) use report::shown;

use super::sizes;
use crate::about::{self, About};
use crate::command::table::bounds;
use crate::failure::Failure;
use crate::games;
use crate::proof::{Paper, system_text};
use crate::so_far::{SoFar, in_boxes};
use crate::task;
use miyama::game::{Game, HeapGame};
use miyama::heap::conjecture::{NoTest, RADIUS, Tested, count, first_difference, test, test_sums};
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::NoTable;
use miyama::misere::HeapOutcomes;
use miyama::play::Convention;
use miyama::strategy::{Plan, Question, Way, plan};
use miyama_budget::{Budget, Mistake, Stopped};
use miyama_proof::{Claim as Claimed, Verdict, prove};
use miyama_text::{Text, say};
use std::sync::Arc;
use std::time::Duration;

/// What is asked.
pub(super) struct FormulaCheck<'a> {
    pub(super) game: &'a str,
    pub(super) claim: Claim<'a>,
    pub(super) to: Option<&'a str>,
    pub(super) heaps: Option<usize>,
    pub(super) explain: bool,
}

/// What is claimed, as a formula.
#[derive(Clone, Copy)]
pub(super) enum Claim<'a> {
    PPositions { set: &'a str, misere: bool },
    Values(&'a str),
}

impl Claim<'_> {
    /// What is wrong with it.
    pub(super) fn wrong(&self, mistake: Mistake) -> Failure {
        match self {
            Claim::PPositions { set, .. } => Failure::option("--p-positions", mistake, set),
            Claim::Values(value) => Failure::option("--value", mistake, value),
        }
    }

    pub(super) fn read(&self, names: &Names) -> Result<Formula, Mistake> {
        match self {
            Claim::PPositions { set, .. } => Formula::set(set, names),
            Claim::Values(value) => Formula::value(value, names),
        }
    }

    pub(super) fn convention(&self) -> Convention {
        match self {
            Claim::PPositions { misere: true, .. } => Convention::Misere,
            _ => Convention::Normal,
        }
    }
}

/// A formula and what became of it.
pub(super) struct Answer {
    pub(super) game: String,
    pub(super) names: Vec<String>,
    pub(super) to: Vec<u64>,
    pub(super) convention: Convention,
    pub(super) formula: Formula,
    pub(super) tested: Tested,
    /// The last position of those that were solved one by one.
    pub(super) last: Option<String>,
    /// How the question is answered, and whether that is shown.
    pub(super) plan: Plan,
    pub(super) explain: bool,
    /// How it was proved for all sizes, if it was.
    pub(super) proof: Option<Text>,
    /// How the outcomes of sums are known, where heaps break in misère play.
    pub(super) truth: Option<Text>,
    /// Why fewer positions were compared than were asked for, if they were.
    pub(super) stopped: Option<Failure>,
}

/// How long a proof is looked for that nobody has asked for.
const A_MOMENT: Duration = Duration::from_secs(3);

/// The proof of a formula that no table refutes.
fn proof(
    ruleset: &Ruleset,
    formula: &Formula,
    convention: Convention,
    budget: &Budget,
) -> Result<Option<Text>, Failure> {
    let claim = if formula.is_set() { Claimed::PPositions(formula) } else { Claimed::Values(formula) };
    match prove(ruleset, claim, convention, &budget.part(A_MOMENT)) {
        Ok(Verdict::Proved(proved)) => {
            let bytes = miyama_budget::bytes(Paper::of(&proved.certificate)?.bytes.len() as u64);
            let (states, system) = (proved.set.states(), system_text(proved.set.system()));
            Ok(Some(say!("proof.proved", states = states, system = system, bytes = bytes)))
        }
        Ok(Verdict::Signs(certificate)) => {
            let bytes = Paper::of_signs(&certificate)?.bytes.len() as u64;
            Ok(Some(crate::proof::signs_text(&certificate, bytes)))
        }
        Ok(Verdict::ValuesBySigns(certificate)) => {
            let bytes = Paper::of_values(&certificate)?.bytes.len() as u64;
            Ok(Some(crate::proof::values_text(&certificate, bytes)))
        }
        _ => Ok(None),
    }
}

pub(super) fn answer(asked: &FormulaCheck<'_>, budget: &Budget) -> Result<Answer, Failure> {
    let game = match games::game(asked.game, budget)? {
        Game::Heap(game) if !game.is_partizan() => game,
        grown => return sizes::answer(asked, &grown, budget),
    };
    let (listed, plan) = planned(asked, &game);
    if plan.ways().next() == Some(Way::Quotient) {
        return by_quotient(asked, &game, listed, plan, budget);
    }
    let mut subject = Subject::new(asked, &game, listed, plan, budget)?;
    let compute =
        |to: &[u64], budget: &Budget| test(&subject.ruleset, &subject.formula, to, subject.convention, budget);
    let SoFar { found: tested, to, stopped } =
        in_boxes(&subject.to, budget, compute, stop).map_err(|reason| untested(asked, reason))?;
    subject.to = to;
    subject.answer(asked, tested, stopped, budget)
}

/// How a question about a game on heaps is answered, and how many heaps of a game on one heap
/// it is about, if the bounds say so: as many as `--to` has.
fn planned(asked: &FormulaCheck<'_>, game: &HeapGame) -> (Option<usize>, Plan) {
    let of_any_number = game.ruleset.heaps() == 1 || game.any.is_some();
    let listed = asked.to.map(|to| to.split(',').count()).filter(|count| *count > 1 && of_any_number);
    let copies = if game.any.is_some() { 1 } else { asked.heaps.or(listed).unwrap_or(1) };
    let plan = plan(&Question::Box {
        code: game.code.as_ref(),
        splits: game.ruleset.splits(),
        copies,
        values: matches!(asked.claim, Claim::Values(_)),
        convention: asked.claim.convention(),
    });
    (listed, plan)
}

/// A formula, what it is about, and how far it is tested.
struct Subject {
    names: Vec<String>,
    ruleset: Arc<Ruleset>,
    formula: Formula,
    to: Vec<u64>,
    convention: Convention,
    plan: Plan,
}

impl Subject {
    /// The answer, when all positions were compared or some: with a proof where there is one.
    fn answer(
        self,
        asked: &FormulaCheck<'_>,
        tested: Tested,
        stopped: Option<Stopped>,
        budget: &Budget,
    ) -> Result<Answer, Failure> {
        let Subject { names, ruleset, formula, to, convention, plan } = self;
        let provable = tested.violation.is_none() && ruleset.heaps() == names.len() && stopped.is_none();
        let proof = if provable { proof(&ruleset, &formula, convention, budget)? } else { None };
        let game = asked.game.trim().to_owned();
        // The positions were compared; only a proof may be missing.
        let stopped = stopped.or(budget.check().err()).map(Failure::Stopped);
        let (last, explain) = (None, asked.explain);
        Ok(Answer { game, names, to, convention, formula, tested, last, plan, explain, proof, truth: None, stopped })
    }

    fn new(
        asked: &FormulaCheck<'_>,
        game: &HeapGame,
        listed: Option<usize>,
        plan: Plan,
        budget: &Budget,
    ) -> Result<Subject, Failure> {
        let (About { names, ruleset }, formula) = about::formula(
            game,
            asked.heaps.or(listed),
            &|names| asked.claim.read(names),
            &|mistake| asked.claim.wrong(mistake),
            budget,
        )?;
        let heaps = names.shown().len();
        let to = match asked.to {
            Some(text) => bounds(text, heaps)?,
            None => vec![default_bound(heaps); heaps],
        };
        let (names, convention) = (names.shown().to_vec(), asked.claim.convention());
        Ok(Subject { names, ruleset, formula, to, convention, plan })
    }

    /// What a question is about that is cut into tasks. Boards, and heaps whose truth comes from
    /// a quotient that every part would have to find again, are not.
    fn split(asked: &FormulaCheck<'_>, budget: &Budget) -> Result<Subject, Failure> {
        let Game::Heap(game) = games::game(asked.game, budget)? else { return Err(task::whole()) };
        let breaks = game.ruleset.splits() && asked.claim.convention() == Convention::Misere;
        if game.is_partizan() || breaks {
            return Err(task::whole());
        }
        let (listed, plan) = planned(asked, &game);
        if plan.ways().next() == Some(Way::Quotient) {
            return Err(task::whole());
        }
        Subject::new(asked, &game, listed, plan, budget)
    }
}

/// Into how many pieces the box can be cut: one for each size of the first heap.
pub(super) fn pieces(asked: &FormulaCheck<'_>, budget: &Budget) -> Result<u64, Failure> {
    Ok(Subject::split(asked, budget)?.to[0] + 1)
}

/// The first position of a part of the box at which formula and truth differ.
pub(super) fn part(asked: &FormulaCheck<'_>, part: u64, of: u64, budget: &Budget) -> Result<Option<Vec<u64>>, Failure> {
    let Subject { ruleset, formula, to, convention, .. } = Subject::split(asked, budget)?;
    // Parts of the same size, and some with one more.
    let edge = |part: u64| ((u128::from(to[0]) + 1) * u128::from(part) / u128::from(of)) as u64;
    let slices = edge(part - 1)..edge(part);
    first_difference(&ruleset, &formula, slices, &to, convention, budget).map_err(|reason| untested(asked, reason))
}

/// The answer from the first differences of all parts. The first of the whole box is among them,
/// and is the first of every smaller box that contains it: one that contains them all is tested,
/// with what is shown around.
pub(super) fn merged(asked: &FormulaCheck<'_>, parts: &[Option<Vec<u64>>], budget: &Budget) -> Result<Answer, Failure> {
    let subject = Subject::split(asked, budget)?;
    let seen = |heap: usize| parts.iter().flatten().filter_map(|position| position.get(heap)).max().copied();
    let shown = |(heap, most): (usize, &u64)| seen(heap).unwrap_or(0).saturating_add(RADIUS).max(SMALL).min(*most);
    let small: Vec<u64> = subject.to.iter().enumerate().map(shown).collect();
    let tested = test(&subject.ruleset, &subject.formula, &small, subject.convention, budget);
    let mut tested = tested.map_err(|reason| untested(asked, reason))?;
    if tested.violation.is_some() != parts.iter().any(Option::is_some) {
        return Err(Failure::input(say!("task.unreadable", reason = say!("check.parts_differ"))));
    }
    tested.positions = count(&subject.ruleset, &subject.to, budget)?;
    subject.answer(asked, tested, None, budget)
}

/// Where no part differs, what is near the end of play is shown.
const SMALL: u64 = 50;

/// Why there is no test, if it was stopped.
fn stop(reason: &NoTest) -> Option<Stopped> {
    match reason {
        NoTest::Table(NoTable::Stopped(stopped)) => Some(*stopped),
        _ => None,
    }
}

fn untested(asked: &FormulaCheck<'_>, reason: NoTest) -> Failure {
    asked.claim.wrong(reason.into())
}

/// Misère play of heaps that break: the truth comes from the misère quotient.
fn by_quotient(
    asked: &FormulaCheck<'_>,
    game: &HeapGame,
    listed: Option<usize>,
    plan: Plan,
    budget: &Budget,
) -> Result<Answer, Failure> {
    let wrong = |mistake| asked.claim.wrong(mistake);
    let (names, _, formula) =
        about::formula_on_sums(game, asked.heaps.or(listed), &|names| asked.claim.read(names), &wrong, budget)?;
    let heaps = names.shown().len();
    let to = match asked.to {
        Some(text) => bounds(text, heaps)?,
        None => vec![default_bound(heaps).min(BREAKING_BOUND); heaps],
    };
    let own = game.ruleset.heaps();
    let largest: Vec<u64> = (0..own).map(|j| to.iter().skip(j).step_by(own).copied().max().unwrap_or(0)).collect();
    let mut truth = None;
    let compute = |to: &[u64], budget: &Budget| match HeapOutcomes::of_game(game, &largest, budget) {
        Ok(outcomes) => {
            outcomes.compare(&game.ruleset, to, Duration::ZERO, budget)?;
            truth = Some(outcomes.method());
            test_sums(&game.ruleset, &formula, to, &|sum| outcomes.is_p(sum, budget), budget)
        }
        // Too many for a quotient: they are played out.
        Err(NoTable::MisereSplit) => test(&game.ruleset, &formula, to, Convention::Misere, budget),
        Err(reason) => Err(reason.into()),
    };
    let SoFar { found: tested, to, stopped } =
        in_boxes(&to, budget, compute, stop).map_err(|reason| untested(asked, reason))?;
    let (game, names) = (asked.game.trim().to_owned(), names.shown().to_vec());
    let stopped = stopped.map(Failure::Stopped);
    let (convention, last, explain) = (Convention::Misere, None, asked.explain);
    Ok(Answer { game, names, to, convention, formula, tested, last, plan, explain, proof: None, truth, stopped })
}

/// Heaps that break are looked at up to this if nothing is said.
const BREAKING_BOUND: u64 = 100;

/// A bound that takes a moment.
pub(super) fn default_bound(heaps: usize) -> u64 {
    match heaps {
        0 | 1 => 1000,
        2 => 200,
        3 => 40,
        4 => 16,
        _ => 8,
    }
}
