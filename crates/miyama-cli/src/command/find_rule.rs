//! `miyama find-rule --p FORMULA`: rules whose P-positions are the wanted ones.

use crate::answer::index::{FoundRule, Joined, NoRule, Rules};
use crate::answer::{self, Format};
use crate::export::csv::Rows;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::task;
use miyama::heap::formula::{Formula, Names};
use miyama::play::Convention;
use miyama_budget::{Budget, Mistake};
use miyama_conjecture::find_rule::{MatchingRule, NoRule as Reason, Way, by_displacements, families, family};
use miyama_proof::{Claim, Verdict, prove};
use miyama_text::{Lang, Text, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::time::Duration;

/// Rules whose P-positions are those of a formula: displacements, the ★-operator, built-in
/// games.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    #[arg(long, value_name = "CONDITION")]
    p: String,
    #[arg(long, value_name = "N")]
    #[serde(default)]
    to: Option<u64>,
}

/// How long a proof is looked for.
const A_MOMENT: Duration = Duration::from_secs(5);

/// The total of the heaps up to which positions are looked at, and the most that may be asked.
const TO: [u64; 2] = [200, 64];
const MOST: u64 = 400;

/// What was found.
pub(crate) struct Answer {
    p: String,
    names: Vec<String>,
    to: u64,
    rules: Vec<Proved>,
    none: Vec<Reason>,
    /// Why not everything was tried, if it was not.
    stopped: Option<Failure>,
}

/// A rule, and whether it is proved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Proved {
    rule: MatchingRule,
    proved: bool,
}

/// What a piece of the question finds: displacements are the first, every family is one more.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Piece {
    number: usize,
    rules: Vec<Proved>,
    none: Vec<Reason>,
}

impl Piece {
    fn tells(&self) -> bool {
        !self.rules.is_empty() || !self.none.is_empty()
    }
}

/// The question as it is understood.
struct Search {
    text: String,
    names: Names,
    formula: Formula,
    to: u64,
    /// The built-in games that are tried.
    families: Vec<String>,
}

impl Search {
    fn new(question: &Question) -> Result<Search, Failure> {
        let p = question.p.trim();
        // `consecutive(…)` alone is about two heaps in any order; play ends at (0, 0).
        let text = if p.starts_with("consecutive") { format!("(x,y) = (0,0) or {{x,y}} in {p}") } else { p.to_owned() };
        let (names, formula) = read(&text)?;
        let heaps = names.shown().len();
        let to = question.to.unwrap_or(TO[heaps - 1]);
        if !(8..=MOST).contains(&to) {
            return Err(Failure::input(say!("rule.bad_to", most = MOST)));
        }
        Ok(Search { text, names, formula, to, families: families(heaps) })
    }

    fn pieces(&self) -> usize {
        1 + self.families.len()
    }

    fn piece(&self, number: usize, budget: &Budget) -> Result<Piece, Failure> {
        let (formula, names, to) = (&self.formula, &self.names, self.to);
        let found = match number.checked_sub(1).and_then(|number| self.families.get(number)) {
            None => by_displacements(formula, names, to, budget).map(|found| (found.rules, found.none)),
            Some(text) => {
                family(text.clone(), formula, names, to, budget).map(|rule| (rule.into_iter().collect(), vec![]))
            }
        };
        let (rules, none) = found.map_err(super::conjecture::no_conjecture)?;
        let rules = rules.into_iter().map(|rule| Proved { proved: self.proves(&rule, budget), rule }).collect();
        budget.check()?;
        Ok(Piece { number, rules, none })
    }

    fn proves(&self, rule: &MatchingRule, budget: &Budget) -> bool {
        let Some(ruleset) = &rule.ruleset else { return false };
        let verdict = prove(ruleset, Claim::PPositions(&self.formula), Convention::Normal, &budget.part(A_MOMENT));
        matches!(verdict, Ok(Verdict::Proved(_) | Verdict::Signs(_)))
    }

    fn answer(self, pieces: Vec<Piece>, stopped: Option<Failure>) -> Answer {
        let mut answer = Answer {
            names: self.names.shown().to_vec(),
            p: self.text,
            to: self.to,
            rules: Vec::new(),
            none: Vec::new(),
            stopped,
        };
        for piece in pieces {
            answer.rules.extend(piece.rules);
            answer.none.extend(piece.none);
        }
        answer
    }
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let search = Search::new(question)?;
    let (mut pieces, mut stopped) = (Vec::new(), None);
    for number in 0..search.pieces() {
        match search.piece(number, budget) {
            Ok(piece) => pieces.push(piece),
            // What was found is told; that nothing was is no answer yet.
            Err(failure @ Failure::Stopped(_)) if pieces.iter().any(Piece::tells) => {
                stopped = Some(failure);
                break;
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(search.answer(pieces, stopped))
}

/// Into how many pieces the search can be cut.
pub(crate) fn pieces(question: &Question) -> Result<u64, Failure> {
    Ok(Search::new(question)?.pieces() as u64)
}

/// What is found for a part of the search.
pub(crate) fn part(question: &Question, part: u64, of: u64, budget: &Budget) -> Result<Vec<Piece>, Failure> {
    let search = Search::new(question)?;
    let numbers = task::members((0..search.pieces()).collect(), part, of);
    numbers.map(|(number, _)| search.piece(number, budget)).collect()
}

/// The answer from what was found for all parts.
pub(crate) fn merged(question: &Question, parts: Vec<Vec<Piece>>) -> Result<Box<dyn answer::Answer>, Failure> {
    let search = Search::new(question)?;
    let mut pieces: Vec<Piece> = parts.into_iter().flatten().collect();
    pieces.sort_by_key(|piece| piece.number);
    if !pieces.iter().map(|piece| piece.number).eq(0..search.pieces()) {
        return Err(Failure::input(say!("task.unreadable", reason = say!("rule.pieces_differ"))));
    }
    Ok(Box::new(search.answer(pieces, None)))
}

/// The formula on as few heaps as it names, of x and y.
fn read(text: &str) -> Result<(Names, Formula), Failure> {
    let one = Names::of(&["x"]);
    if let Ok(formula) = Formula::set(text, &one) {
        return Ok((one, formula));
    }
    let two = Names::of(&["x", "y"]);
    match Formula::set(text, &two) {
        Ok(formula) => Ok((two, formula)),
        Err(Mistake { at, says, .. }) => Err(Failure::option("--p", Mistake::new(at, says), text)),
    }
}

/// The word of a way in answers for machines.
fn way(way: Way) -> &'static str {
    match way {
        Way::Taking => "taking",
        Way::Returning => "returning",
        Way::Star => "star",
        _ => "family",
    }
}

fn tuple<T: ToString>(numbers: &[T]) -> String {
    let all: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    if all.len() == 1 { all.concat() } else { format!("({})", all.join(", ")) }
}

impl Answer {
    fn says(&self, rule: &MatchingRule, proved: bool) -> Text {
        let listed: Vec<String> = rule.displacements.iter().take(12).map(|one| tuple(one)).collect();
        let (to, listed) = (rule.checked_to, listed.join(" "));
        match (&rule.text, rule.way) {
            (Some(game), _) if proved => say!("rule.proved", game = game),
            (Some(game), _) => say!("rule.holds", game = game, to = to),
            (None, Way::Star) => say!("rule.star", displacements = listed, to = to),
            (None, _) => say!("rule.listed", displacements = listed, to = to),
        }
    }

    fn head(way: Way) -> Text {
        match way {
            Way::Taking => say!("rule.taking"),
            Way::Returning => say!("rule.returning"),
            Way::Star => say!("rule.by_star"),
            _ => say!("rule.family"),
        }
    }

    fn reason(none: &Reason) -> Text {
        let position = tuple(&none.position);
        let shown = none
            .joined
            .iter()
            .take(3)
            .map(|(option, from, to)| format!("{position} → {}: {} → {}", tuple(option), tuple(from), tuple(to)));
        let shown: Vec<String> = shown.collect();
        match (none.returning, none.joined.is_empty()) {
            (_, true) => say!("rule.none_below", position = position),
            (false, _) => say!("rule.none_taking", position = position, joined = shown.join("; ")),
            (true, _) => say!("rule.none_returning", position = position, joined = shown.join("; ")),
        }
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        let rule = |Proved { rule, proved }: &Proved| FoundRule {
            way: way(rule.way).to_owned(),
            game: rule.text.clone(),
            displacements: rule.displacements.clone(),
            checked_to: rule.checked_to,
            proved: *proved,
            says: self.says(rule, *proved).in_lang(lang),
        };
        let joined = |(option, from, to): &(Vec<u64>, Vec<u64>, Vec<u64>)| Joined {
            option: option.clone(),
            from: from.clone(),
            to: to.clone(),
        };
        let none = |none: &Reason| NoRule {
            returning: none.returning,
            position: none.position.clone(),
            joined: none.joined.iter().map(joined).collect(),
            says: Answer::reason(none).in_lang(lang),
        };
        Some(Box::new(Rules {
            p_positions: self.p.clone(),
            heaps: self.names.clone(),
            rules: self.rules.iter().map(rule).collect(),
            none: self.none.iter().map(none).collect(),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {}
            Format::Csv => {
                let mut rows = Rows::new(&["way", "game", "displacements", "checked_to", "proved"], out)?;
                for Proved { rule, proved } in &self.rules {
                    let listed: Vec<String> = rule.displacements.iter().map(|one| tuple(one)).collect();
                    let (game, to) = (rule.text.as_deref().unwrap_or_default(), rule.checked_to.to_string());
                    rows.row(&[way(rule.way), game, &listed.join(" "), &to, &proved.to_string()])?;
                }
                return rows.end();
            }
            _ => return Err(Failure::no_format(format)),
        }
        for none in &self.none {
            writeln!(out, "{}", Answer::reason(none).in_lang(lang))?;
        }
        for Proved { rule, proved } in &self.rules {
            writeln!(out, "{}", Answer::head(rule.way).in_lang(lang))?;
            writeln!(out, "  {}", self.says(rule, *proved).in_lang(lang))?;
        }
        if self.rules.is_empty() && self.stopped.is_none() {
            writeln!(out, "{}", say!("rule.nothing", to = self.to).in_lang(lang))?;
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}
