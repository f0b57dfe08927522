//! `miyama tour [DOCUMENT]`: the documents as guided tours, with exercises that check answers.

mod script;

use crate::answer::exercise::{self as data, StepKind};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::key::{Key, Verdict};
use crate::usage;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use schemars::JsonSchema;
use script::{Script, Step};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ffi::OsString;
use std::io::Write;

/// The tours; with `document`, one of them; with `step`, one step of it. `check` is an answer to the
/// exercise that the step is, and `answers` shows those of the exercises.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    #[serde(default)]
    document: Option<String>,
    #[serde(default)]
    step: Option<String>,
    #[arg(long)]
    #[serde(default)]
    answers: bool,
    #[arg(long, value_name = "ANSWER", requires = "step")]
    #[serde(default)]
    check: Option<String>,
}

pub(crate) enum Answer {
    All,
    Tour { script: &'static Script, steps: Vec<&'static Step>, answers: bool },
    Checked { step: &'static Step, given: String, verdict: Verdict },
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let Some(document) = &question.document else { return Ok(Answer::All) };
    let script = script::scripts().iter().find(|script| script.document == document.trim()).ok_or_else(|| {
        let names: Vec<&str> = script::scripts().iter().map(|script| script.document).collect();
        Failure::Input {
            says: say!("tour.unknown", given = document),
            hint: Some(say!("tour.known", names = names.join(", "))),
            place: None,
        }
    })?;
    let steps: Vec<&Step> = match &question.step {
        None => script.steps.iter().collect(),
        Some(id) => vec![script.step(id.trim()).ok_or_else(|| {
            let ids: Vec<&str> = script.steps.iter().map(|step| step.id.as_str()).collect();
            Failure::Input {
                says: say!("tour.unknown_step", given = id),
                hint: Some(say!("tour.steps", steps = ids.join(", "))),
                place: None,
            }
        })?],
    };
    let Some(given) = &question.check else { return Ok(Answer::Tour { script, steps, answers: question.answers }) };
    match steps.first().and_then(|step| step.check.as_ref().map(|check| (*step, check))) {
        Some((step, check)) if question.step.is_some() => {
            let verdict = Key::read(check, budget)?.check(given, budget)?;
            Ok(Answer::Checked { step, given: given.clone(), verdict })
        }
        _ => Err(Failure::input(say!("tour.no_check"))),
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(match self {
            Answer::All => {
                let name = |script: &Script| data::TourName {
                    document: script.document.to_owned(),
                    title: script.title.get(lang).join(" "),
                    steps: script.steps.len().into(),
                };
                Box::new(data::Tours { tours: script::scripts().iter().map(name).collect() })
            }
            Answer::Tour { script, steps, answers } => Box::new(data::Tour {
                document: script.document.to_owned(),
                title: script.title.get(lang).join(" "),
                steps: steps.iter().map(|step| step.data(*answers, lang)).collect(),
            }),
            Answer::Checked { step, given, verdict } => Box::new(data::Checked {
                asks: step.text.get(lang).join("\n"),
                given: given.clone(),
                right: verdict.right,
                says: verdict.told(lang),
                hint: step.hint.first(lang).filter(|_| !verdict.right),
            }),
        })
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if format != Format::Text {
            return Err(Failure::no_format(format));
        }
        match self {
            Answer::All => {
                for script in script::scripts() {
                    writeln!(out, "{}  {}", script.document, script.title.get(lang).join(" "))?;
                }
            }
            Answer::Tour { script, steps, answers } => {
                if steps.len() > 1 {
                    writeln!(out, "{}  {}", script.document, script.title.get(lang).join(" "))?;
                }
                for step in steps {
                    step.write(script.document, *answers, lang, out)?;
                }
            }
            Answer::Checked { step, verdict, .. } => {
                writeln!(out, "{}", verdict.told(lang))?;
                if let Some(hint) = step.hint.first(lang).filter(|_| !verdict.right) {
                    writeln!(out, "{}", say!("exercise.hint", hint = hint).in_lang(lang))?;
                }
            }
        }
        Ok(())
    }

    fn holds(&self) -> bool {
        !matches!(self, Answer::Checked { verdict, .. } if !verdict.right)
    }
}

impl Step {
    /// The commands of an exercise give its answer away.
    fn hides(&self, answers: bool) -> bool {
        self.kind == StepKind::Exercise && !answers
    }

    fn data(&self, answers: bool, lang: Lang) -> data::TourStep {
        let commands = if self.hides(answers) { vec![] } else { self.commands.clone() };
        data::TourStep {
            id: self.id.clone(),
            kind: self.kind,
            title: self.title.get(lang).join(" "),
            text: self.text.get(lang).to_vec(),
            games: self.games.clone(),
            questions: commands.iter().map(|command| asked(command)).collect(),
            commands,
            hint: self.hint.first(lang),
            answer: self.answer.first(lang).filter(|_| answers),
            checked: self.check.is_some(),
        }
    }

    fn write(&self, document: &str, answers: bool, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        let title = self.title.get(lang).join(" ");
        match self.kind {
            StepKind::Section => writeln!(out, "\n{}  {title}", self.id)?,
            StepKind::Exercise => writeln!(out, "\n{}  ({})", title, self.id)?,
        }
        for paragraph in self.text.get(lang) {
            writeln!(out, "{paragraph}")?;
        }
        for game in &self.games {
            writeln!(out, "    {game}")?;
        }
        for command in self.commands.iter().filter(|_| !self.hides(answers)) {
            writeln!(out, "    $ miyama {command}")?;
        }
        if self.kind == StepKind::Exercise {
            if answers {
                for hint in self.hint.get(lang) {
                    writeln!(out, "{}", say!("exercise.hint", hint = hint).in_lang(lang))?;
                }
                for answer in self.answer.get(lang) {
                    writeln!(out, "{}", say!("tour.answer", answer = answer).in_lang(lang))?;
                }
            } else if self.check.is_some() {
                writeln!(out, "    $ miyama tour {document} {} --check {}", self.id, say!("tour.yours").in_lang(lang))?;
            }
        }
        Ok(())
    }
}

/// A command as the question that it asks; none where it reads a file, which a server does not do.
fn asked(command: &str) -> Option<Value> {
    let mut words = vec![String::from("miyama"), String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut()?.push(c),
        }
    }
    let args: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    match usage::read(&args, Lang::En).ok()?.question {
        crate::question::Question::Record(_) => None,
        question => serde_json::to_value(question).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page asks what the commands of a tour ask, in words of its own.
    #[test]
    fn every_command_of_the_tours_is_a_question_that_reads_back() {
        let mut commands = 0;
        for step in script::scripts().iter().flat_map(|script| &script.steps) {
            for command in &step.commands {
                let Some(value) = asked(command) else {
                    assert!(command.starts_with("record "), "{command}");
                    continue;
                };
                let question: crate::question::Question = serde_json::from_value(value.clone()).expect(command);
                assert_eq!(serde_json::to_value(question).expect(command), value, "{command}");
                commands += 1;
            }
        }
        assert!(commands > 80, "{commands}");
    }
}
