//! `miyama conjecture GAME`: what the table says, as a formula; true far beyond what it was
//! learned from, and proved where a proof is found.

mod sequence;

use crate::about;
use crate::answer::proof::{self, Verdict};
use crate::answer::{self, Format};
use crate::command::check::formula::shown;
use crate::export::formula::latex;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::picture::{Drawing, violation};
use crate::proof::{limit_text, outside_text, system_text};
use miyama::game::HeapGame;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::NoTable;
use miyama::misere::HeapOutcomes;
use miyama::play::{Convention, Outcome};
use miyama_budget::{Budget, Stopped};
use miyama_conjecture::{Class, Conjecture, Description, Wanted, conjecture, holds};
use miyama_proof::{Claim, NoTheorem, NoVerdict, NotLearned, Theorem, holds_everywhere, limits, prove, theorem};
use miyama_text::{Lang, Text, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::sync::Arc;
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
    ruleset: Arc<Ruleset>,
    heaps: Option<usize>,
    found: Conjecture,
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
    Ok(Box::new(Answer {
        game: game.to_owned(),
        called,
        learned,
        names: about.names.shown().to_vec(),
        wanted,
        ruleset: ruleset.clone(),
        heaps: question.heaps,
        found,
        proof,
        stopped,
    }))
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

/// The theorem that an automaton tells, if one is learned.
fn learned(ruleset: &Ruleset, wanted: Wanted, names: &Names, budget: &Budget) -> Result<Option<Box<Theorem>>, Failure> {
    let asked = match wanted {
        Wanted::PPositions(convention) => miyama_proof::Wanted::PPositions(convention),
        Wanted::Level(level) => miyama_proof::Wanted::Level(level),
        _ => return Ok(None),
    };
    match theorem(ruleset, asked, names, budget) {
        Ok(theorem) => Ok(Some(Box::new(theorem))),
        Err(NoTheorem::NotLearned(NotLearned::Stopped(stopped))) => Err(Failure::Stopped(stopped)),
        Err(_) => Ok(None),
    }
}

/// The theorem as a formula, if it has one. That it holds in a box, as every description
/// here does, is tested although it is proved.
fn described(
    theorem: &Theorem,
    ruleset: &Ruleset,
    wanted: Wanted,
    names: &Names,
    budget: &Budget,
) -> Result<Option<Conjecture>, Failure> {
    let Some(text) = &theorem.formula else { return Ok(None) };
    let Ok(formula) = Formula::set(text, names) else { return Ok(None) };
    let learned_to = theorem.learned_to.min(if ruleset.heaps() > 2 { 63 } else { 511 });
    let checked_to = 4 * learned_to;
    if matches!(wanted, Wanted::PPositions(_))
        && !holds(ruleset, wanted, &formula, checked_to, budget).map_err(no_conjecture)?
    {
        return Ok(None);
    }
    let best = Description { formula: text.clone(), class: Class::Automaton, exceptions: 0 };
    Ok(Some(Conjecture { best: Some(best), runners_up: vec![], learned_to, checked_to, failed: 0 }))
}

/// The statement that an automaton recognises the positions.
fn recognised(theorem: &Theorem, wanted: Wanted, called: &Text) -> Text {
    let (game, states) = (called.clone(), theorem.set.states());
    match wanted {
        Wanted::Level(level) => say!("proof.theorem_level_automaton", game = game, level = level, states = states),
        Wanted::PPositions(Convention::Misere) => say!("proof.theorem_misere_automaton", game = game, states = states),
        _ => say!("proof.theorem_automaton", game = game, states = states),
    }
}

/// What becomes of the description when it is put to the prover. One that is proved stands
/// before one that says the same and is not.
fn proved_first(
    found: &mut Conjecture,
    ruleset: &Ruleset,
    wanted: Wanted,
    names: &Names,
    budget: &Budget,
) -> Result<Option<(Verdict, Text)>, Failure> {
    let Some(best) = &found.best else { return Ok(None) };
    let proof = proof_of(best, ruleset, wanted, names, budget)?;
    if proof.0 == Verdict::Proved {
        return Ok(Some(proof));
    }
    if wanted == Wanted::PPositions(Convention::Normal)
        && ruleset.splits()
        && let Some(how) = by_values(best, ruleset, names, budget)?
    {
        return Ok(Some((Verdict::Proved, how)));
    }
    for place in 0..found.runners_up.len() {
        let other = proof_of(&found.runners_up[place], ruleset, wanted, names, budget)?;
        if other.0 == Verdict::Proved {
            let proved = found.runners_up.remove(place);
            found.runners_up.splice(0..0, found.best.replace(proved));
            return Ok(Some(other));
        }
    }
    Ok(Some(proof))
}

/// A proof of the P-positions of heaps that break by their values: a formula for these that is
/// proved, and that is 0 exactly there.
fn by_values(best: &Description, ruleset: &Ruleset, names: &Names, budget: &Budget) -> Result<Option<Text>, Failure> {
    let found = conjecture(ruleset, Wanted::Values, names, None, budget).map_err(no_conjecture)?;
    let Some(values) = found.best else { return Ok(None) };
    if proof_of(&values, ruleset, Wanted::Values, names, budget)?.0 != Verdict::Proved {
        return Ok(None);
    }
    let (set, value) = (&best.formula, &values.formula);
    let same = format!("({set}) and ({value}) = 0 or not ({set}) and ({value}) != 0");
    // A formula with words of its own in front of it cannot stand in another.
    let Ok(same) = Formula::set(&same, names) else { return Ok(None) };
    let go_on = || budget.check().is_ok();
    let decided = holds_everywhere(&same, &limits(budget, &go_on));
    budget.check().map_err(Failure::Stopped)?;
    Ok((decided == Some(true)).then(|| say!("guess.proved_by_values", formula = value)))
}

/// What becomes of the formula when it is put to the prover.
fn proof_of(
    best: &Description,
    ruleset: &Ruleset,
    wanted: Wanted,
    names: &Names,
    budget: &Budget,
) -> Result<(Verdict, Text), Failure> {
    let mistake = |mistake| Failure::mistake(mistake, &best.formula);
    let formula = match wanted {
        Wanted::Values => Formula::value(&best.formula, names).map_err(mistake)?,
        _ => Formula::set(&best.formula, names).map_err(mistake)?,
    };
    let (claim, convention) = match wanted {
        Wanted::Values => (Claim::Values(&formula), Convention::Normal),
        Wanted::Level(level) => (Claim::Level(level, &formula), Convention::Normal),
        Wanted::PPositions(convention) => (Claim::PPositions(&formula), convention),
        _ => return Ok((Verdict::Outside, say!("guess.no_prover"))),
    };
    Ok(match prove(ruleset, claim, convention, budget) {
        Ok(miyama_proof::Verdict::Proved(proved)) => {
            let system = system_text(proved.set.system());
            (Verdict::Proved, say!("guess.proved", states = proved.set.states(), system = system))
        }
        Ok(miyama_proof::Verdict::Signs(certificate)) => {
            let bytes = crate::proof::Paper::of_signs(&certificate)?.bytes.len() as u64;
            (Verdict::Proved, crate::proof::signs_text(&certificate, bytes))
        }
        Ok(miyama_proof::Verdict::ValuesBySigns(certificate)) => {
            let bytes = crate::proof::Paper::of_values(&certificate)?.bytes.len() as u64;
            (Verdict::Proved, crate::proof::values_text(&certificate, bytes))
        }
        // It held in a box, and fails beyond it.
        Ok(miyama_proof::Verdict::Refuted(refuted)) => {
            let position: Vec<String> = refuted.position.iter().map(ToString::to_string).collect();
            (Verdict::Refuted, say!("guess.refuted", position = format!("({})", position.join(", "))))
        }
        Ok(miyama_proof::Verdict::Outside(outside, _)) => {
            (Verdict::Outside, outside_text(&outside, ruleset.definition(), formula.source()))
        }
        Ok(miyama_proof::Verdict::Limit(reached, _)) => (Verdict::Limit, limit_text(&reached)),
        Err(NoVerdict::Stopped(stopped)) => return Err(Failure::Stopped(stopped)),
        Err(NoVerdict::Test(_)) => (Verdict::Limit, say!("guess.no_prover")),
    })
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.conjecture(lang)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                if self.stopped.is_some() {
                    let so_far = say!("table.sizes_so_far", last = self.found.learned_to);
                    writeln!(out, "{}", so_far.in_lang(lang))?;
                }
                for line in self.lines() {
                    writeln!(out, "{}", line.in_lang(lang))?;
                }
            }
            Format::Latex => {
                let Some(best) = &self.found.best else { return Err(Failure::no_format(format)) };
                let formula = format!("${}$", latex(&best.formula));
                writeln!(out, "{}", self.stated(&formula).in_lang(lang))?;
            }
            Format::Svg => self.draw(lang, out)?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}

/// The largest heap of the table that the set is drawn over.
const DRAWN_TO: u64 = 16;

impl Answer {
    fn convention(&self) -> Convention {
        match self.wanted {
            Wanted::PPositions(convention) => convention,
            _ => Convention::Normal,
        }
    }

    /// The table near the end of play, and what the formula says there.
    fn draw(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(best) = &self.found.best else { return Err(Failure::no_format(Format::Svg)) };
        let names = self.ruleset.names();
        let formula = match self.wanted {
            Wanted::Values => Formula::value(&best.formula, &names),
            Wanted::Level(_) => return Err(Failure::no_format(Format::Svg)),
            _ => Formula::set(&best.formula, &names),
        };
        let Ok(formula) = formula else { return Err(Failure::no_format(Format::Svg)) };
        let bounds = vec![DRAWN_TO; self.ruleset.heaps()];
        let tested =
            miyama::heap::conjecture::test(&self.ruleset, &formula, &bounds, self.convention(), &Budget::unlimited());
        let Ok(tested) = tested else { return Err(Failure::no_format(Format::Svg)) };
        let picture = violation::Picture {
            title: &self.game,
            says: &best.formula,
            names: &self.names,
            tested: &tested,
            shown: &|cell| shown(cell, formula.is_set()),
            outcomes: formula.is_set(),
            lang,
        };
        Ok(out.write_all(picture.svg().as_bytes())?)
    }

    fn statement(&self, best: &Description) -> Text {
        self.stated(&best.formula)
    }

    /// The statement with the formula as it is written here.
    fn stated(&self, formula: &str) -> Text {
        let game = self.called.clone();
        let position = match self.names.as_slice() {
            [one] => one.clone(),
            several => format!("({})", several.join(", ")),
        };
        match self.wanted {
            Wanted::Values => say!("guess.values", game = game, position = position, formula = formula),
            Wanted::Level(level) => {
                say!("guess.level", game = game, position = position, formula = formula, level = level)
            }
            _ if self.convention() == Convention::Misere => {
                say!("guess.misere_set", game = game, position = position, formula = formula)
            }
            _ => say!("guess.set", game = game, position = position, formula = formula),
        }
    }

    /// The command that repeats the test up to a bound, or else the proof.
    fn command(&self, formula: &str, checked_to: Option<u64>) -> String {
        let what = match self.wanted {
            Wanted::Values => format!("--value '{formula}'"),
            Wanted::Level(level) => format!("--level {level} '{formula}'"),
            _ => format!("--p-positions '{formula}'"),
        };
        let (game, more) = (self.quoted_game(), self.options());
        match checked_to {
            Some(to) => format!("miyama check --game {game} {what}{more} --to {to}"),
            None => format!("miyama prove {game} {what}{more}"),
        }
    }

    /// The commands that save a set without a formula and test the file on a table.
    fn by_file(&self, learned_to: u64) -> [String; 2] {
        let level = match self.wanted {
            Wanted::Level(level) => format!(" --level {level}"),
            _ => String::new(),
        };
        let save = format!("miyama theorem {}{level}{} --save set.theorem", self.quoted_game(), self.options());
        let inside = format!("({}) in automaton set.theorem", self.names.join(", "));
        [save, self.command(&inside, Some(learned_to))]
    }

    fn quoted_game(&self) -> String {
        let plain = self.game.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if plain { self.game.clone() } else { format!("'{}'", self.game) }
    }

    fn options(&self) -> String {
        let misere = if self.convention() == Convention::Misere { " --misere" } else { "" };
        let heaps = self.heaps.map_or_else(String::new, |heaps| format!(" --heaps {heaps}"));
        format!("{misere}{heaps}")
    }

    fn lines(&self) -> Vec<Text> {
        let (learned, checked) = (self.found.learned_to, self.found.checked_to);
        let Some(best) = &self.found.best else {
            if let Some((says, to)) = &self.learned {
                let commands = self.by_file(*to).map(|command| say!("guess.command", command = command));
                let lines = [says.clone(), say!("guess.no_formula", to = *to)];
                return lines.into_iter().chain(commands).collect();
            }
            return vec![match self.found.failed {
                0 => say!("guess.nothing", game = self.called.clone(), to = learned),
                failed => say!("guess.nothing_lasts", game = self.called.clone(), to = learned, failed = failed),
            }];
        };
        let mut lines = vec![self.statement(best), say!("guess.checked", learned = learned, checked = checked)];
        lines.extend(self.proof.as_ref().map(|(_, says)| says.clone()));
        for other in &self.found.runners_up {
            lines.push(say!("guess.runner_up", formula = &other.formula));
        }
        lines.push(say!("guess.command", command = self.command(&best.formula, Some(checked))));
        lines.push(say!("guess.command", command = self.command(&best.formula, None)));
        lines
    }

    fn conjecture(&self, lang: Lang) -> proof::Conjecture {
        let best = self.found.best.as_ref();
        proof::Conjecture {
            game: self.game.clone(),
            heaps: self.names.clone(),
            convention: self.convention().into(),
            level: match self.wanted {
                Wanted::Level(level) => Some(level),
                _ => None,
            },
            statement: match (best, &self.learned) {
                (Some(best), _) => Some(self.statement(best).in_lang(lang)),
                (None, learned) => learned.as_ref().map(|(says, _)| says.in_lang(lang)),
            },
            formula: best.map(|best| best.formula.clone()),
            class: match (best, &self.learned) {
                (Some(best), _) => Some(best.class.name().to_owned()),
                (None, learned) => learned.as_ref().map(|_| "automaton".to_owned()),
            },
            exceptions: best.map_or(0, |best| best.exceptions),
            learned_to: self.learned.as_ref().map_or(self.found.learned_to, |(_, to)| *to),
            checked_to: best.map(|_| self.found.checked_to),
            verdict: match (&self.proof, &self.learned) {
                (Some((verdict, _)), _) => Some(*verdict),
                (None, learned) => learned.as_ref().map(|_| Verdict::Proved),
            },
            how: self.proof.as_ref().map(|(_, says)| says.in_lang(lang)),
            runners_up: self.found.runners_up.iter().map(|other| other.formula.clone()).collect(),
            check: best
                .map(|best| self.command(&best.formula, Some(self.found.checked_to)))
                .or_else(|| self.learned.as_ref().map(|(_, to)| self.by_file(*to)[1].clone())),
            prove: best
                .map(|best| self.command(&best.formula, None))
                .or_else(|| self.learned.as_ref().map(|(_, to)| self.by_file(*to)[0].clone())),
        }
    }
}
