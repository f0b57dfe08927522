//! `miyama conjecture GAME`: what the table says, as a formula; true far beyond what it was
//! learned from, and proved where a proof is found.

mod proof;
mod report;
mod sequence;

use crate::about;
use crate::answer;
use crate::answer::proof::Verdict;
use crate::failure::Failure;
use crate::picture::Drawing;
use crate::proof::system_text;
use miyama::game::HeapGame;
use miyama::heap::conjecture::{NoTest, Tested, test};
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::NoTable;
use miyama::misere::HeapOutcomes;
use miyama::play::{Convention, Outcome};
use miyama_budget::{Budget, Stopped};
use miyama_conjecture::{Conjecture, Wanted, conjecture};
use miyama_text::{Text, say};
use proof::{described, learned, proved_first, recognised};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What the table of a game seems to say: a formula for its P-positions, for its values
/// (`values`), or for the positions of one value (`level`).
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    game: String,
    #[arg(long, conflicts_with_all = ["values", "level"])]
    #[serde(default)]
    misere: bool,
    #[arg(long, conflicts_with_all = ["values", "level", "misere", "to", "svg"])]
    #[serde(default)]
    sequence: bool,
    #[arg(long, conflicts_with = "level")]
    #[serde(default)]
    values: bool,
    #[arg(long, value_name = "G")]
    #[serde(default)]
    level: Option<u32>,
    #[arg(long, value_name = "K")]
    #[serde(default)]
    heaps: Option<usize>,
    #[arg(long, value_name = "N")]
    #[serde(default)]
    to: Option<u64>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) drawing: Drawing,
}

/// What was found, and what became of its proof.
pub(crate) struct Answer {
    game: String,
    called: Text,
    names: Vec<String>,
    wanted: Wanted,
    heaps: Option<usize>,
    found: Conjecture,
    /// The formula beside a small table, for a picture.
    drawn: Option<Tested>,
    proof: Option<(Verdict, Text)>,
    /// Where there is no formula: what an automaton recognises, and the table that it was
    /// learned from.
    learned: Option<(Text, u64)>,
    /// Why it is not all that was asked for.
    stopped: Option<Failure>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let game = question.game.trim();
    if question.sequence {
        return Ok(Box::new(sequence::answer(game, question.heaps, budget)?));
    }
    let wanted = match (question.values, question.level) {
        (true, Some(_)) => return Err(Failure::input(say!("guess.one"))),
        (true, None) if question.misere => return Err(Failure::input(say!("proof.misere_values"))),
        (false, Some(_)) if question.misere => return Err(Failure::input(say!("proof.misere_values"))),
        (true, None) => Wanted::Values,
        (false, Some(level)) => Wanted::Level(level),
        (false, None) if question.misere => Wanted::PPositions(Convention::Misere),
        (false, None) => Wanted::PPositions(Convention::Normal),
    };
    let heap_game = about::heap_game(game, |name| say!("proof.no_board", game = name), budget)?;
    let about = about::heaps(&heap_game, question.heaps, budget)?;
    let ruleset = about.whole(game)?;
    let (mut found, mut stopped) = match by_quotient(&heap_game, wanted, &about.names, question.to, budget)? {
        Some(found) => (found, None),
        None => {
            let breaks = wanted == Wanted::PPositions(Convention::Misere) && ruleset.splits();
            let to = question.to.or(breaks.then_some(PLAYED_OUT));
            let learned = |to: Option<u64>, budget: &Budget| conjecture(ruleset, wanted, &about.names, to, budget);
            from_small(to, learned, budget).map_err(no_conjecture)?
        }
    };
    let mut proof = None;
    if stopped.is_none() {
        proof = known(proved_first(&mut found, ruleset, wanted, &about.names, budget), &mut stopped)?.flatten();
    }
    let named = !miyama::game::is_definition(game);
    let called = if named { say!("proof.game", game = game) } else { say!("proof.this_game") };
    let mut learned = None;
    if found.best.is_none()
        && stopped.is_none()
        && let Some(theorem) = known(self::learned(ruleset, wanted, &about.names, budget), &mut stopped)?.flatten()
    {
        match known(described(&theorem, ruleset, wanted, &about.names, budget), &mut stopped)?.flatten() {
            Some(description) => {
                let system = system_text(theorem.set.system());
                proof = Some((Verdict::Proved, say!("guess.proved", states = theorem.set.states(), system = system)));
                found = description;
            }
            None => learned = Some((recognised(&theorem, wanted, &called), theorem.learned_to)),
        }
    }
    let mut drawn = None;
    if stopped.is_none() {
        let asked = question.drawing.svg.is_some();
        drawn = known(drawn_over(&found, ruleset, wanted, asked, budget), &mut stopped)?.flatten();
    }
    Ok(Box::new(Answer {
        game: game.to_owned(),
        called,
        learned,
        names: about.names.shown().to_vec(),
        wanted,
        heaps: question.heaps,
        found,
        drawn,
        proof,
        stopped,
    }))
}

/// The largest heap of the table that a formula is drawn over.
const DRAWN_TO: u64 = 16;

/// The formula beside a small table: of many heaps only where a picture is asked for.
fn drawn_over(
    found: &Conjecture,
    ruleset: &Ruleset,
    wanted: Wanted,
    asked: bool,
    budget: &Budget,
) -> Result<Option<Tested>, Failure> {
    let Some(best) = found.best.as_ref().filter(|_| asked || ruleset.heaps() <= 2) else { return Ok(None) };
    let formula = match wanted {
        Wanted::Values => Formula::value(&best.formula, &ruleset.names()),
        Wanted::Level(_) => return Ok(None),
        _ => Formula::set(&best.formula, &ruleset.names()),
    };
    let Ok(formula) = formula else { return Ok(None) };
    match test(ruleset, &formula, &vec![DRAWN_TO; ruleset.heaps()], convention(wanted), budget) {
        Ok(tested) => Ok(Some(tested)),
        Err(NoTest::Table(reason @ (NoTable::Stopped(_) | NoTable::Wrong(_)))) => Err(no_conjecture(reason)),
        Err(_) => Ok(None),
    }
}

/// How play ends of what is asked for.
fn convention(wanted: Wanted) -> Convention {
    match wanted {
        Wanted::PPositions(convention) => convention,
        _ => Convention::Normal,
    }
}

/// What is learned from heaps up to `to`; where that takes long, from few before, which is what is known
/// when it is stopped.
fn from_small(
    to: Option<u64>,
    learned: impl Fn(Option<u64>, &Budget) -> Result<Conjecture, NoTable>,
    budget: &Budget,
) -> Result<(Conjecture, Option<Failure>), NoTable> {
    match learned(to, &budget.share(4).part(Duration::from_secs(1))) {
        Err(NoTable::Stopped(Stopped::Time { .. })) => {}
        done => return Ok((done?, None)),
    }
    let small = learned(Some(to.map_or(SMALL, |to| to.min(SMALL))), budget)?;
    match learned(to, budget) {
        Err(NoTable::Stopped(stopped)) => Ok((small, Some(Failure::Stopped(stopped)))),
        done => Ok((done?, None)),
    }
}

/// What was found, or nothing, and why, if it was stopped.
fn known<T>(found: Result<T, Failure>, stopped: &mut Option<Failure>) -> Result<Option<T>, Failure> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(reason @ Failure::Stopped(_)) => {
            *stopped = Some(reason);
            Ok(None)
        }
        Err(other) => Err(other),
    }
}

/// Heaps that every table has at once.
const SMALL: u64 = 15;

/// Misère play of heaps that break: outcomes come from the misère quotient. None where
/// another way is better.
fn by_quotient(
    game: &HeapGame,
    wanted: Wanted,
    names: &Names,
    to: Option<u64>,
    budget: &Budget,
) -> Result<Option<Conjecture>, Failure> {
    if wanted != Wanted::PPositions(Convention::Misere) || !game.ruleset.splits() {
        return Ok(None);
    }
    let heaps = names.shown().len();
    let to = to.unwrap_or(if heaps == 1 { 400 } else { 24 }).max(4);
    let far = 4 * to;
    let outcomes = match HeapOutcomes::by_quotient(game, &vec![far; game.ruleset.heaps()], budget) {
        Ok(Some(outcomes)) => outcomes,
        Ok(None) | Err(NoTable::MisereSplit) => return Ok(None),
        Err(reason) => return Err(no_conjecture(reason)),
    };
    outcomes.compare(&game.ruleset, &vec![far; heaps], Duration::ZERO, budget).map_err(no_conjecture)?;
    let inside = |position: &[u64]| matches!(outcomes.outcome(position, budget), Ok(Some(Outcome::P)));
    let found = miyama_conjecture::described(&inside, names, to, budget).map_err(no_conjecture)?;
    budget.check().map_err(Failure::Stopped)?;
    Ok(Some(found))
}

/// The largest heap that is learned from where sums of pieces are played out one by one.
const PLAYED_OUT: u64 = 9;

pub(crate) fn no_conjecture(reason: NoTable) -> Failure {
    match reason {
        NoTable::Stopped(stopped) => Failure::Stopped(stopped),
        NoTable::Wrong(difference) => Failure::Defect(difference.text()),
        _ => Failure::input(say!("guess.no_table")),
    }
}
