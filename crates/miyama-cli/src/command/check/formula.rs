//! A formula for the P-positions or the values of a game: does it hold, and if
//! not, where does it fail first?

use super::sizes;
use crate::about::{self, About};
use crate::answer::proof::{self, TestedClaim, TestedVerdict};
use crate::answer::{self, Format};
use crate::command::table::bounds;
use crate::explain;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games;
use crate::picture::violation;
use crate::proof::{Paper, system_text};
use crate::seal;
use crate::so_far::{SoFar, in_boxes};
use crate::task;
use miyama::game::{Game, HeapGame};
use miyama::heap::conjecture::{
    Cell, NoTest, RADIUS, Tested, Violation, Window, count, first_difference, sum, test, test_sums, tuple,
};
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::NoTable;
use miyama::misere::HeapOutcomes;
use miyama::play::Convention;
use miyama::strategy::{Plan, Question, Way, plan};
use miyama_budget::{Budget, Mistake, Stopped};
use miyama_proof::{Claim as Claimed, Verdict, prove};
use miyama_text::{Lang, Text, say};
use std::io::Write;
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

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.tested(lang)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out)?,
            Format::Csv => self.csv(out)?,
            Format::Binary => self.binary(out)?,
            Format::Svg => {
                let says = match &self.tested.violation {
                    Some(violation) => violation.text(),
                    None => self.verdict(),
                };
                let mark = self.stopped.as_ref().map(|_| format!(" · {}", say!("check.so_far").in_lang(lang)));
                let picture = violation::Picture {
                    title: &format!("{}{}", self.title(lang), mark.unwrap_or_default()),
                    says: &says.in_lang(lang),
                    names: &self.names,
                    tested: &self.tested,
                    shown: &|cell| shown(cell, self.formula.is_set()),
                    outcomes: self.formula.is_set(),
                    lang,
                };
                out.write_all(picture.svg().as_bytes())?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn holds(&self) -> bool {
        self.tested.violation.is_none()
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }

    fn draws_so_far(&self) -> bool {
        true
    }
}

/// How far the table of the text reaches to each side.
const NEAR: u64 = 5;

impl Answer {
    /// The verdict in one word, for programs.
    fn word(&self) -> TestedVerdict {
        match (&self.tested.violation, &self.proof) {
            (Some(_), _) => TestedVerdict::Refuted,
            (None, Some(_)) => TestedVerdict::Proved,
            (None, None) => TestedVerdict::Holds,
        }
    }

    /// The verdict in one line.
    fn verdict(&self) -> Text {
        match (&self.tested.violation, &self.last) {
            (None, None) => say!("check.holds", count = self.tested.positions, bound = self.bound()),
            (None, Some(last)) => say!("check.sizes_holds", count = self.tested.positions, last = last),
            (Some(violation), _) => {
                say!("check.refuted", position = tuple(&violation.position), order = self.order())
            }
        }
    }

    /// What is claimed, in one line.
    fn title(&self, lang: Lang) -> String {
        let (game, formula) = (&self.game, self.formula.source().trim());
        match (self.formula.is_set(), self.convention) {
            (true, Convention::Normal) => say!("check.set", game = game, formula = formula),
            (true, Convention::Misere) => say!("check.misere_set", game = game, formula = formula),
            (false, _) => say!("check.values", game = game, formula = formula),
        }
        .in_lang(lang)
    }

    /// `x <= 2000, y <= 3000`, or one bound for all.
    fn bound(&self) -> Text {
        if self.to.iter().all(|to| *to == self.to[0]) {
            return say!("check.heaps_to", to = self.to[0]);
        }
        let each: Vec<String> = self.names.iter().zip(&self.to).map(|(name, to)| format!("{name} <= {to}")).collect();
        say!("check.heaps_each", bounds = each.join(", "))
    }

    /// The order in which a violation is the first.
    fn order(&self) -> Text {
        let weights = self.tested.weights.iter().zip(&self.names).filter(|(weight, _)| **weight > 0);
        let terms: Vec<String> =
            weights.map(|(weight, name)| if *weight == 1 { name.clone() } else { format!("{weight}{name}") }).collect();
        let heaps = self.names.join(", ");
        match self.names.as_slice() {
            [only] => say!("check.order_one", heap = only),
            _ if self.tested.weights.iter().all(|weight| *weight == 1) => {
                say!("check.order_total", total = terms.join("+"), heaps = heaps)
            }
            _ => say!("check.order_rank", rank = terms.join("+"), total = self.names.join("+"), heaps = heaps),
        }
    }

    /// Whether the violation lies beyond the heaps asked for.
    fn beyond(&self, violation: &Violation) -> bool {
        violation.position.iter().zip(&self.to).any(|(heap, to)| heap > to)
    }

    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.title(lang))?;
        if self.stopped.is_some() {
            writeln!(out, "{}", say!("check.so_far").in_lang(lang))?;
        }
        writeln!(out, "{}", self.verdict().in_lang(lang))?;
        if let Some(truth) = &self.truth {
            writeln!(out, "{}", say!("check.truth", method = truth.clone()).in_lang(lang))?;
        }
        let Some(violation) = &self.tested.violation else {
            let further = match (&self.proof, &self.last) {
                (Some(proof), _) => proof.clone(),
                (None, Some(_)) => say!("check.sizes_no_proof"),
                (None, None) => say!("check.no_proof"),
            };
            writeln!(out, "{}", further.in_lang(lang))?;
            return self.explained(lang, out);
        };
        writeln!(out, "{}", say!("check.because", text = violation.text()).in_lang(lang))?;
        if self.beyond(violation) {
            writeln!(out, "{}", say!("check.beyond", bound = self.bound()).in_lang(lang))?;
        }
        writeln!(out)?;
        let mut grid = Vec::new();
        self.grid(violation, &self.tested.window, &mut grid)?;
        out.write_all(&grid)?;
        writeln!(out, "\n{}", self.legend(violation, &String::from_utf8_lossy(&grid)).in_lang(lang))?;
        self.explained(lang, out)
    }

    /// How it was answered, if that was asked for.
    fn explained(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        if self.explain { explain::write(&self.plan, lang, out) } else { Ok(()) }
    }

    /// What the signs in the grid mean, those that are there.
    fn legend(&self, violation: &Violation, grid: &str) -> Text {
        let wrong = |actual: &str, claimed: &str| say!("check.legend_wrong", actual = actual, claimed = claimed);
        if !self.formula.is_set() {
            let [actual, claimed] = [violation.actual, violation.claimed].map(|number| self.number(number));
            return say!("check.legend_values", wrong = wrong(&actual, &claimed));
        }
        match (grid.contains("N/P"), grid.contains("P/N")) {
            (true, true) => say!("check.legend_both", first = wrong("N", "P"), second = wrong("P", "N")),
            (true, false) => say!("check.legend_set", wrong = wrong("N", "P")),
            (false, true) => say!("check.legend_set", wrong = wrong("P", "N")),
            (false, false) => say!("check.legend_plain"),
        }
    }

    /// The table around the violation.
    fn grid(&self, violation: &Violation, window: &Window, out: &mut dyn Write) -> std::io::Result<()> {
        let heaps = violation.position.len();
        let near = |all: &[u64], centre: u64| -> Vec<usize> {
            (0..all.len()).filter(|i| all[*i].abs_diff(centre) <= NEAR).collect()
        };
        let (column, row) = (violation.position[heaps - 1], violation.position.len().checked_sub(2));
        let row = row.map(|place| violation.position[place]);
        let columns = near(&window.columns, column);
        let rows = row.map_or(vec![0], |row| near(&window.rows, row));
        let cell = |r: usize, c: usize| {
            let here = window.columns[c] == column && row.is_none_or(|row| window.rows[r] == row);
            let shown = shown(window.cells[r][c], self.formula.is_set());
            if here { format!("[{shown}]") } else { format!("{shown} ") }
        };
        if !window.fixed.is_empty() {
            let fixed: Vec<String> = self.names.iter().zip(&window.fixed).map(|(n, h)| format!("{n} = {h}")).collect();
            writeln!(out, "{}", fixed.join(", "))?;
        }
        let corner = match row {
            Some(_) => format!("{} \\ {}", self.names[heaps - 2], self.names[heaps - 1]),
            None => self.names[0].clone(),
        };
        let side = |r: usize| if row.is_some() { window.rows[r].to_string() } else { String::new() };
        let side_width = rows.iter().map(|r| side(*r).len()).max().unwrap_or(0).max(corner.chars().count());
        let heads: Vec<String> = columns.iter().map(|c| format!("{} ", window.columns[*c])).collect();
        let lines: Vec<(String, Vec<String>)> =
            rows.iter().map(|r| (side(*r), columns.iter().map(|c| cell(*r, *c)).collect())).collect();
        let width = lines.iter().flat_map(|(_, cells)| cells).chain(&heads).map(String::len).max().unwrap_or(1);
        let mut line = |head: &str, cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
            writeln!(out, "{}", format!("{head:>side_width$} | {}", cells.join(" ")).trim_end())
        };
        line(&corner, &heads)?;
        line(&"-".repeat(side_width), &vec!["-".repeat(width); heads.len()])?;
        lines.iter().try_for_each(|(head, cells)| line(head, cells))
    }

    fn csv(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "verdict,position,kind,claimed,actual,option")?;
        match &self.tested.violation {
            None => writeln!(out, "{},,,,,", self.word().name()),
            Some(violation) => writeln!(
                out,
                "refuted,\"{}\",{},{},{},\"{}\"",
                tuple(&violation.position),
                violation.kind.name(),
                self.number(violation.claimed),
                self.number(violation.actual),
                violation.kind.option().map_or_else(String::new, sum)
            ),
        }
    }

    /// What the formula says of every position of the box, as a table (docs/formats.md); a
    /// position of which it says nothing, or no number of 32 bits, is the largest of them.
    fn binary(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let outcomes = self.formula.is_set();
        let width = if outcomes { 1 } else { 4 };
        let (heaps, to) = (&self.names, &self.to);
        let head =
            serde_json::json!({ "game": &self.game, "heaps": heaps, "outcomes": outcomes, "to": to, "width": width });
        let budget = Budget::unlimited();
        let mut evaluator = self.formula.evaluator(&budget);
        seal::TABLE.write(out, |out| {
            writeln!(out, "{head}")?;
            let mut position = vec![0; to.len()];
            loop {
                let number = evaluator.number(&position).ok().and_then(|number| u32::try_from(number).ok());
                out.write_all(&number.unwrap_or(u32::MAX).to_le_bytes()[..width])?;
                let Some(next) = (0..to.len()).rev().find(|heap| position[*heap] < to[*heap]) else { return Ok(()) };
                position[next] += 1;
                position[next + 1..].fill(0);
            }
        })
    }

    /// P or N, or a value.
    fn number(&self, number: i64) -> String {
        match (self.formula.is_set(), number) {
            (true, 0) => "P".to_owned(),
            (true, _) => "N".to_owned(),
            (false, value) => value.to_string(),
        }
    }

    fn tested(&self, lang: Lang) -> proof::Tested {
        let cell = |cell: &Cell| proof::Cell {
            claimed: cell.claimed.map(|claimed| self.number(claimed)),
            actual: cell.actual.map(|actual| self.number(i64::from(actual))),
            differs: cell.differs(),
        };
        let window = &self.tested.window;
        let violation = self.tested.violation.as_ref();
        proof::Tested {
            game: self.game.clone(),
            heaps: self.names.clone(),
            convention: self.convention.into(),
            claim: if self.formula.is_set() { TestedClaim::PPositions } else { TestedClaim::Values },
            formula: self.formula.source().to_owned(),
            verdict: self.word(),
            how: self.proof.as_ref().map(|proof| proof.in_lang(lang)),
            truth: self.truth.as_ref().map(|truth| truth.in_lang(lang)),
            explain: self.explain.then(|| explain::lines(&self.plan, lang)),
            bound: self.to.clone(),
            counterexample: violation.map(|violation| tuple(&violation.position)),
            order: self.order().in_lang(lang),
            violation: violation.map(|violation| proof::Violation {
                position: violation.position.clone(),
                kind: violation.kind.name().to_owned(),
                claimed: self.number(violation.claimed),
                actual: self.number(violation.actual),
                option: violation.kind.option().map(<[Vec<u64>]>::to_vec),
                says: violation.text().in_lang(lang),
                beyond: self.beyond(violation),
            }),
            window: proof::Window {
                fixed: window.fixed.clone(),
                rows: window.rows.clone(),
                columns: window.columns.clone(),
                cells: window.cells.iter().map(|row| row.iter().map(cell).collect()).collect(),
            },
            says: self.verdict().in_lang(lang),
            complete: self.stopped.as_ref().map(|_| false),
        }
    }
}

/// The true number, and what is claimed where that differs.
pub(crate) fn shown(cell: Cell, outcomes: bool) -> String {
    let word = |number: i64| match (outcomes, number) {
        (true, 0) => "P".to_owned(),
        (true, _) => "N".to_owned(),
        (false, value) => value.to_string(),
    };
    match (cell.actual, cell.claimed) {
        (None, _) => ".".to_owned(),
        (Some(actual), None) => format!("{}/?", word(i64::from(actual))),
        (Some(actual), Some(claimed)) if cell.differs() => format!("{}/{}", word(i64::from(actual)), word(claimed)),
        (Some(actual), Some(_)) => word(i64::from(actual)),
    }
}
