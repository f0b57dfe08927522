//! `miyama find-rule --p FORMULA`: rules whose P-positions are the wanted ones.

use crate::answer::index::{FoundRule, Joined, NoRule, Rules};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama::heap::formula::{Formula, Names};
use miyama::play::Convention;
use miyama_budget::{Budget, Mistake};
use miyama_conjecture::find_rule::{Found, NoRule as Reason, Rule, Way, find_rule};
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
    found: Found,
    /// Which of the rules are proved.
    proved: Vec<bool>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let p = question.p.trim();
    // `consecutive(…)` alone is about two heaps in any order; play ends at (0, 0).
    let text = if p.starts_with("consecutive") { format!("(x,y) = (0,0) or {{x,y}} in {p}") } else { p.to_owned() };
    let (names, formula) = read(&text)?;
    let heaps = names.shown().len();
    let to = question.to.unwrap_or(TO[heaps - 1]);
    if !(8..=MOST).contains(&to) {
        return Err(Failure::input(say!("rule.bad_to", most = MOST)));
    }
    let found = find_rule(&formula, &names, to, budget).map_err(super::conjecture::no_conjecture)?;
    let proof = |rule: &Rule| {
        let Some(ruleset) = &rule.ruleset else { return false };
        let verdict = prove(ruleset, Claim::PPositions(&formula), Convention::Normal, &budget.part(A_MOMENT));
        matches!(verdict, Ok(Verdict::Proved(_) | Verdict::Signs(_)))
    };
    let proved = found.rules.iter().map(proof).collect();
    budget.check()?;
    Ok(Answer { p: text, names: names.shown().to_vec(), found, proved })
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

fn tuple<T: ToString>(numbers: &[T]) -> String {
    let all: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    if all.len() == 1 { all.concat() } else { format!("({})", all.join(", ")) }
}

impl Answer {
    fn says(&self, rule: &Rule, proved: bool) -> Text {
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
        let rule = |(rule, proved): (&Rule, &bool)| FoundRule {
            way: match rule.way {
                Way::Taking => "taking",
                Way::Returning => "returning",
                Way::Star => "star",
                _ => "family",
            }
            .to_owned(),
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
            rules: self.found.rules.iter().zip(&self.proved).map(rule).collect(),
            none: self.found.none.iter().map(none).collect(),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if format != Format::Text {
            return Err(Failure::no_format(format));
        }
        for none in &self.found.none {
            writeln!(out, "{}", Answer::reason(none).in_lang(lang))?;
        }
        for (rule, proved) in self.found.rules.iter().zip(&self.proved) {
            writeln!(out, "{}", Answer::head(rule.way).in_lang(lang))?;
            writeln!(out, "  {}", self.says(rule, *proved).in_lang(lang))?;
        }
        if self.found.rules.is_empty() {
            writeln!(out, "{}", say!("rule.nothing", to = self.found.to).in_lang(lang))?;
        }
        Ok(())
    }
}
