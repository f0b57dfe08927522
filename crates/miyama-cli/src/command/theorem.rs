//! `miyama theorem GAME`: what holds for all sizes, found without a formula.

use crate::about;
use crate::answer::proof::{self, Verdict};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::exported::{Export, Exported, Written};
use crate::failure::Failure;
use crate::picture::{Drawing, automaton};
use crate::proof::{Paper, limit_text, not_learned_text, outside_text, signs_text, system_name, system_text};
use miyama::heap::table::NoTable;
use miyama::play::Convention;
use miyama_automata::digit;
use miyama_budget::{Budget, Stopped};
use miyama_proof::{Fact, NoTheorem, NotLearned, Reached, Theorem, Wanted, by_signs, theorem};
use miyama_text::{Lang, Text, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;

/// The P-positions of a game, or the positions of a Grundy value, for all sizes: learned and
/// proved.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    game: String,
    #[arg(long)]
    #[serde(default)]
    misere: bool,
    #[arg(long, value_name = "G", conflicts_with = "misere")]
    #[serde(default)]
    level: Option<u32>,
    #[arg(long, value_name = "K")]
    #[serde(default)]
    heaps: Option<usize>,
    #[arg(long)]
    #[serde(default)]
    explain: bool,
    #[arg(long, visible_alias = "save", value_name = "FILE")]
    #[serde(skip)]
    certificate: Option<PathBuf>,
    #[arg(long, value_enum, value_name = "smt2|walnut|coq|latex")]
    #[serde(default)]
    export: Option<Export>,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) drawing: Drawing,
}

/// The largest Grundy value that can be asked for: every smaller one is proved with it.
const MOST_LEVEL: u32 = 64;

/// The most states that are listed.
const MOST_LISTED: usize = 300;

/// A theorem, or why there is none.
pub(crate) struct Answer {
    game: String,
    /// How the game is called in a sentence.
    called: Text,
    names: Vec<String>,
    convention: Convention,
    level: Option<u32>,
    explain: bool,
    found: Result<(Box<Theorem>, Paper), Text>,
    /// Neighbours in a quadratic sequence: the formula, how it was proved, the certificate.
    by_signs: Option<(String, Text, Paper)>,
    outside: bool,
    /// The theorem for another program, if that was asked for and there is one.
    export: Option<Written>,
    failure: Option<Failure>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let game = question.game.trim();
    let convention = if question.misere { Convention::Misere } else { Convention::Normal };
    if question.misere && question.level.is_some() {
        return Err(Failure::input(say!("proof.misere_values")));
    }
    let wanted = match question.level {
        Some(level) if level > MOST_LEVEL => {
            return Err(Failure::input(say!("proof.level_too_large", most = MOST_LEVEL)));
        }
        Some(level) => Wanted::Level(level),
        None => Wanted::PPositions(convention),
    };
    let heap_game = about::provable(game, budget)?;
    let about = about::heaps(&heap_game, question.heaps, budget)?;
    let ruleset = about.whole(game)?;
    if let Some(path) = &question.certificate {
        crate::output::expect_folder(path)?;
    }
    if question.export.is_some() && question.level.is_some() {
        return Err(Failure::input(say!("export.other_claim")));
    }
    let (mut outside_the_fragment, mut failure, mut export) = (false, None, None);
    let mut signs = None;
    if wanted == Wanted::PPositions(Convention::Normal)
        && !heap_game.has_different_moves()
        && let Some((formula, certificate)) = by_signs(ruleset, budget)
    {
        if question.export.is_some() {
            return Err(Failure::input(say!("export.by_signs")));
        }
        let paper = Paper::of_signs(&certificate)?;
        failure = question.certificate.as_ref().and_then(|path| paper.write(path).err());
        signs = Some((formula, signs_text(&certificate, paper.bytes.len() as u64), paper));
    }
    let learned = if signs.is_none() { Some(theorem(ruleset, wanted, &about.names, budget)) } else { None };
    let found = match learned {
        // The proof by signs says how; nothing is learned beside it.
        None => Err(signs.as_ref().map_or_else(|| say!("proof.limit_table"), |(_, how, _)| how.clone())),
        Some(Ok(theorem)) => {
            let paper = Paper::of(&theorem.certificate)?;
            if let Some(format) = question.export {
                let theorem = Exported {
                    called: game,
                    ruleset,
                    names: &about.names,
                    convention,
                    set: &theorem.set,
                    formula: theorem.formula.as_deref(),
                };
                export = Some(theorem.written(format, budget)?);
            }
            failure = question.certificate.as_ref().and_then(|path| paper.write(path).err());
            Ok((Box::new(theorem), paper))
        }
        Some(Err(NoTheorem::Outside(outside))) => {
            outside_the_fragment = true;
            Err(outside_text(&outside, ruleset.definition(), ""))
        }
        Some(Err(NoTheorem::NotLearned(NotLearned::Nothing { systems, to }))) => Err(not_learned_text(&systems, to)),
        Some(Err(NoTheorem::NotLearned(NotLearned::StoppedAfter(stopped, systems, to)))) => {
            if stopped == Stopped::Cancelled {
                failure = Some(Failure::Stopped(stopped));
            }
            let systems: Vec<Text> = systems.iter().map(|system| system_text(*system)).collect();
            Err(say!("proof.limit_stopped_after", reason = stopped.text(), to = to, systems = systems))
        }
        Some(Err(NoTheorem::NotLearned(
            NotLearned::Stopped(stopped) | NotLearned::Table(NoTable::Stopped(stopped)),
        ))) => {
            if stopped == Stopped::Cancelled {
                failure = Some(Failure::Stopped(stopped));
            }
            Err(limit_text(&Reached::Budget(stopped)))
        }
        Some(Err(NoTheorem::NotLearned(NotLearned::Table(NoTable::Wrong(difference))))) => {
            return Err(Failure::Defect(difference.text()));
        }
        Some(Err(NoTheorem::NotLearned(NotLearned::Table(_)))) => Err(say!("proof.limit_table")),
    };
    let named = !miyama::game::is_definition(game);
    Ok(Answer {
        game: game.to_owned(),
        called: if named { say!("proof.game", game = game) } else { say!("proof.this_game") },
        names: about.names.shown().to_vec(),
        convention,
        level: question.level,
        explain: question.explain,
        found,
        by_signs: signs,
        outside: outside_the_fragment,
        export,
        failure,
    })
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.theorem(lang)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text if let Some(export) = &self.export => write!(out, "{}", export.in_lang(lang))?,
            Format::Text => self.text(lang, out)?,
            Format::Svg => out.write_all(self.picture(lang)?.as_bytes())?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn undecided(&self) -> bool {
        self.found.is_err() && self.by_signs.is_none()
    }
}

impl Answer {
    fn position(&self, more: u64) -> String {
        let heap = |name: &String| if more == 0 { name.clone() } else { format!("{name}+{more}") };
        let all: Vec<String> = self.names.iter().map(heap).collect();
        if all.len() == 1 { all.concat() } else { format!("({})", all.join(", ")) }
    }

    fn statement(&self, theorem: &Theorem) -> Text {
        let (game, position, states) = (self.called.clone(), self.position(0), theorem.set.states());
        match (theorem.formula.as_deref(), self.level, self.convention) {
            (Some("true"), Some(level), _) => say!("proof.theorem_level_all", game = game, level = level),
            (Some("false"), Some(level), _) => say!("proof.theorem_level_none", game = game, level = level),
            // Where play ends, a position is P in normal play and N in misère play.
            (Some("true"), None, _) => say!("proof.theorem_all", game = game),
            (Some("false"), None, Convention::Normal) => say!("proof.theorem_none", game = game),
            (Some("false"), None, Convention::Misere) => say!("proof.theorem_misere_none", game = game),
            (Some(formula), Some(level), _) => {
                say!("proof.theorem_level", game = game, level = level, position = position, formula = formula)
            }
            (Some(formula), None, Convention::Normal) => {
                say!("proof.theorem_set", game = game, position = position, formula = formula)
            }
            (Some(formula), None, Convention::Misere) => {
                say!("proof.theorem_misere_set", game = game, position = position, formula = formula)
            }
            (None, Some(level), _) => {
                say!("proof.theorem_level_automaton", game = game, level = level, states = states)
            }
            (None, None, Convention::Normal) => say!("proof.theorem_automaton", game = game, states = states),
            (None, None, Convention::Misere) => say!("proof.theorem_misere_automaton", game = game, states = states),
        }
    }

    /// The statement about neighbours in a sequence.
    fn neighbours(&self, formula: &str) -> Text {
        say!("proof.theorem_set", game = self.called.clone(), position = self.position(0), formula = formula)
    }

    fn proved(&self, theorem: &Theorem, paper: &Paper) -> Text {
        let (states, bytes) = (theorem.set.states(), miyama_budget::bytes(paper.bytes.len() as u64));
        say!("proof.proved", states = states, system = system_text(theorem.set.system()), bytes = bytes)
    }

    /// The names of the other heaps.
    fn others(&self, heap: usize) -> String {
        let others = self.names.iter().enumerate().filter(|(n, _)| *n != heap);
        others.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn fact(&self, fact: &Fact, facts: &[Fact]) -> Text {
        match fact {
            Fact::Symmetric => say!("proof.fact_symmetric"),
            Fact::Finite { count: 1, .. } => say!("proof.fact_only"),
            Fact::Finite { count, largest } => say!("proof.fact_finite", count = *count, largest = largest),
            Fact::OnePerRow { heap } => {
                say!("proof.fact_one", heap = &self.names[*heap], others = self.others(*heap))
            }
            Fact::AtMostOnePerRow { heap } => {
                say!("proof.fact_at_most_one", heap = &self.names[*heap], others = self.others(*heap))
            }
            Fact::Diagonal { period, from } => {
                let (position, shifted) = (self.position(0), self.position(*period));
                match from {
                    0 => say!("proof.fact_diagonal_always", position = position, shifted = shifted),
                    from if self.names.len() == 1 => {
                        say!("proof.fact_period", position = position, shifted = shifted, from = *from)
                    }
                    _ => say!("proof.fact_diagonal", position = position, shifted = shifted, from = *from),
                }
            }
            Fact::Repeats { heap, period: 1, from: 0 } => {
                say!("proof.fact_independent_always", heap = &self.names[*heap])
            }
            Fact::Repeats { heap, period, from: 0 } => {
                say!("proof.fact_repeats_always", heap = &self.names[*heap], period = *period)
            }
            Fact::Repeats { heap, period: 1, from } => {
                say!("proof.fact_independent", heap = &self.names[*heap], from = *from)
            }
            Fact::Repeats { heap, period, from } => {
                say!("proof.fact_repeats", heap = &self.names[*heap], period = *period, from = *from)
            }
            Fact::Density { count: 0, .. } if self.names.len() > 1 => say!("proof.fact_thin"),
            Fact::Density { count: 1, period: 1 } if self.names.len() > 1 => say!("proof.fact_nearly_all"),
            Fact::Density { count, period } if self.names.len() > 1 => {
                say!("proof.fact_share", count = *count, period = *period)
            }
            Fact::Density { count, period } => {
                let from = facts.iter().find_map(|fact| match fact {
                    Fact::Diagonal { from, .. } => Some(*from),
                    _ => None,
                });
                match from.unwrap_or(0) {
                    from if *period == 1 => say!("proof.fact_all_from", heap = &self.names[0], from = from),
                    0 => say!("proof.fact_density", count = *count, period = *period),
                    from => say!("proof.fact_density_from", count = *count, period = *period, from = from),
                }
            }
        }
    }

    /// The automaton as a picture.
    fn picture(&self, lang: Lang) -> Result<String, Failure> {
        let Ok((theorem, _)) = &self.found else { return Err(Failure::input(say!("proof.no_picture"))) };
        let title = say!("proof.picture", game = self.game.chars().take(60).collect::<String>());
        let drawn = automaton::draw(&title.in_lang(lang), &theorem.set);
        let too_large =
            || say!("proof.picture_too_large", states = theorem.set.states(), most = automaton::MOST_STATES);
        Ok(drawn.ok_or_else(|| Failure::input(too_large()))?.finish())
    }

    /// The states of the automaton; none if there are many.
    fn automaton(&self) -> Option<Vec<proof::AutomatonState>> {
        let (theorem, _) = self.found.as_ref().ok()?;
        let set = &theorem.set;
        if set.states() > MOST_LISTED {
            return None;
        }
        let tracks: Vec<_> = set.tracks().iter().collect();
        let arrow = |(letter, to): &(u64, u32)| proof::AutomatonArrow {
            digits: tracks.iter().map(|track| digit(*letter, *track)).collect(),
            to: *to,
        };
        let state = |state: u32| proof::AutomatonState {
            accepts: set.is_accepting(state),
            row: set.row(state).iter().map(arrow).collect(),
        };
        Some((0..u32::try_from(set.states()).ok()?).map(state).collect())
    }

    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        if let Some((formula, how, _)) = &self.by_signs {
            writeln!(out, "{}", self.neighbours(formula).in_lang(lang))?;
            return writeln!(out, "{}", how.in_lang(lang));
        }
        let (theorem, paper) = match &self.found {
            Ok((theorem, paper)) => (theorem, paper),
            Err(why) => return writeln!(out, "{}", why.in_lang(lang)),
        };
        writeln!(out, "{}", self.statement(theorem).in_lang(lang))?;
        writeln!(out, "{}", self.proved(theorem, paper).in_lang(lang))?;
        for fact in &theorem.facts {
            writeln!(out, "{}", self.fact(fact, &theorem.facts).in_lang(lang))?;
        }
        if self.explain {
            writeln!(out)?;
            writeln!(out, "{}", say!("proof.explain_equation").in_lang(lang))?;
            if self.convention == Convention::Misere {
                writeln!(out, "{}", say!("proof.explain_misere").in_lang(lang))?;
            }
            writeln!(out, "{}", say!("proof.learned", to = theorem.learned_to).in_lang(lang))?;
            for (way, set) in theorem.ways.iter().zip(&theorem.certificate.into) {
                writeln!(out, "  {}", say!("proof.explain_ways", way = way, states = set.len()).in_lang(lang))?;
            }
        }
        Ok(())
    }

    fn theorem(&self, lang: Lang) -> proof::Theorem {
        if let Some((formula, how, paper)) = &self.by_signs {
            return proof::Theorem {
                game: self.game.clone(),
                heaps: self.names.clone(),
                statement: Some(self.neighbours(formula).in_lang(lang)),
                convention: self.convention.into(),
                level: self.level,
                verdict: Verdict::Proved,
                how: how.in_lang(lang),
                counterexample: None,
                states: None,
                certificate: Some(paper.data()),
                formula: Some(formula.clone()),
                numeration: None,
                learned_to: None,
                facts: vec![],
                automaton: None,
                export: None,
            };
        }
        let theorem = self.found.as_ref().ok();
        let facts = theorem.map_or(&[][..], |(theorem, _)| &theorem.facts);
        let fact = |fact: &Fact| {
            let says = self.fact(fact, facts).in_lang(lang);
            let name = |heap: &usize| self.names[*heap].clone();
            match fact {
                Fact::Symmetric => proof::Fact::Symmetric { says },
                Fact::Finite { count, largest } => proof::Fact::Finite { count: *count, largest: largest.into(), says },
                Fact::OnePerRow { heap } => proof::Fact::OnePerRow { heap: name(heap), says },
                Fact::AtMostOnePerRow { heap } => proof::Fact::AtMostOnePerRow { heap: name(heap), says },
                Fact::Diagonal { period, from } => proof::Fact::Diagonal { period: *period, from: *from, says },
                Fact::Repeats { heap, period, from } => {
                    proof::Fact::Repeats { heap: name(heap), period: *period, from: *from, says }
                }
                Fact::Density { count, period } => proof::Fact::Density { count: *count, period: *period, says },
            }
        };
        let how = match &self.found {
            Ok((theorem, paper)) => self.proved(theorem, paper),
            Err(why) => why.clone(),
        };
        proof::Theorem {
            game: self.game.clone(),
            heaps: self.names.clone(),
            statement: theorem.map(|(theorem, _)| self.statement(theorem).in_lang(lang)),
            convention: self.convention.into(),
            level: self.level,
            verdict: match &self.found {
                Ok(_) => Verdict::Proved,
                Err(_) if self.outside => Verdict::Outside,
                Err(_) => Verdict::Limit,
            },
            how: how.in_lang(lang),
            counterexample: None,
            states: theorem.map(|(theorem, _)| theorem.set.states()),
            certificate: theorem.map(|(_, paper)| paper.data()),
            formula: theorem.and_then(|(theorem, _)| theorem.formula.clone()),
            numeration: theorem.map(|(theorem, _)| system_name(theorem.set.system())),
            learned_to: theorem.map(|(theorem, _)| theorem.learned_to),
            facts: facts.iter().map(fact).collect(),
            automaton: self.automaton(),
            export: self.export.as_ref().map(|export| export.in_lang(lang)),
        }
    }
}
