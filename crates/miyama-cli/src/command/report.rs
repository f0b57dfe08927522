//! `miyama report GAME --to FILE`: everything that Miyama can say about a game, as a document.
//!
//! A report computes nothing of its own. It asks the questions of other commands, each in its
//! share of the time, and writes their answers under the command that repeats them. A question
//! that is not for this game is left out.

mod document;

use crate::answer::{self, Format};
use crate::failure::Failure;
use crate::output;
use crate::question;
use document::{Document, Form, Section};
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A report about a game.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    game: String,
    #[arg(long, value_name = "FILE.md|html|tex")]
    #[serde(skip)]
    to: Option<PathBuf>,
}

/// How long each question may take.
const EACH: Duration = Duration::from_secs(20);

/// A question of the report: its title, its JSON, the options of its command line.
type Part = (Text, Value, &'static str);

fn parts(game: &str) -> Vec<Part> {
    let part = |title: Text, ask: &str, options: &'static str, more: Value| {
        let mut question = json!({ "ask": ask, "game": game });
        if let (Some(fields), Value::Object(more)) = (question.as_object_mut(), more) {
            fields.extend(more);
        }
        (title, question, options)
    };
    let misere = json!({ "misere": true });
    vec![
        (say!("report.rule"), json!({ "ask": "games", "name": game }), ""),
        part(say!("report.table"), "table", " --to 12", json!({ "to": "12" })),
        part(say!("report.p_positions"), "table", " --p-positions --to 30", json!({ "to": "30", "p_positions": true })),
        part(say!("report.conjecture"), "conjecture", "", json!({})),
        part(say!("report.values"), "conjecture", " --values", json!({ "values": true })),
        part(say!("report.theorem"), "theorem", "", json!({})),
        (say!("report.period"), json!({ "ask": "period", "code": game }), ""),
        part(say!("report.misere"), "conjecture", " --misere", misere),
        part(say!("report.sequences"), "conjecture", " --sequence", json!({ "sequence": true })),
        part(say!("report.quotient"), "quotient", "", json!({})),
    ]
}

/// A title, the command that repeats the answer, and the answer.
type Answered = (Text, String, Result<Box<dyn answer::Answer>, Failure>);

/// The report, and where it goes.
pub(crate) struct Answer {
    game: String,
    sections: Vec<Answered>,
    to: Option<(PathBuf, Form)>,
    /// Why sections are missing behind the last one, if they are.
    stopped: Option<Failure>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let game = question.game.trim();
    let to = match &question.to {
        None => None,
        Some(path) => {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            let form = Form::by_ending(ending).ok_or_else(|| Failure::input(say!("report.ending")))?;
            output::expect_folder(path)?;
            Some((path.clone(), form))
        }
    };
    // A game that is none is told so, not left out.
    crate::games::game(game, budget)?;
    let mut sections: Vec<Answered> = Vec::new();
    for (title, json, options) in parts(game) {
        let Ok(asked) = serde_json::from_value::<question::Question>(json.clone()) else { continue };
        let ask = json["ask"].as_str().unwrap_or_default();
        let command = format!("miyama {ask} {}{options}", quoted(game));
        match asked.answer(&budget.part(EACH)) {
            Ok(answer) => sections.push((title, command, Ok(answer))),
            Err(failure @ Failure::Stopped(_)) => sections.push((title, command, Err(failure))),
            // Not a question about this kind of game.
            Err(Failure::Defect(text)) => return Err(Failure::Defect(text)),
            Err(_) => {}
        }
        // What was found stays; with nothing found there is no report.
        if let Err(stopped) = budget.check() {
            if sections.iter().all(|(_, _, answer)| answer.is_err()) {
                return Err(stopped.into());
            }
            return Ok(Answer { game: game.to_owned(), sections, to, stopped: Some(stopped.into()) });
        }
    }
    Ok(Answer { game: game.to_owned(), sections, to, stopped: None })
}

fn quoted(game: &str) -> String {
    let plain = game.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.');
    if plain { game.to_owned() } else { format!("'{game}'") }
}

impl Answer {
    /// The document; `picture` is the name of a file with the picture of the table, where the
    /// form cannot hold it.
    fn document(&self, form: Form, picture: Option<&Path>, lang: Lang) -> Result<String, Failure> {
        let mut sections = Vec::new();
        for (title, command, answer) in &self.sections {
            let mut text = Vec::new();
            match answer {
                Ok(answer) => answer.write(Format::Text, lang, &mut text)?,
                Err(_) => text.extend(say!("report.stopped").in_lang(lang).bytes()),
            }
            let text = String::from_utf8_lossy(&text).trim_end().to_owned();
            sections.push(Section { title: title.in_lang(lang), command: command.clone(), text });
        }
        if let (Some(_), Some(last)) = (&self.stopped, sections.last_mut()) {
            last.text = format!("{}\n\n{}", last.text, say!("report.unfinished").in_lang(lang));
        }
        let drawn = match form {
            Form::Html => self.picture(Format::Svg, lang).map(|svg| String::from_utf8_lossy(&svg).into_owned()),
            _ => picture.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()),
        };
        let title = say!("report.title", game = &self.game).in_lang(lang);
        Ok(Document { title, sections, picture: drawn, lang }.written(form))
    }

    /// Writes the document, and the picture beside it where the form cannot hold it.
    fn save(&self, path: &Path, form: Form, lang: Lang) -> Result<(), Failure> {
        let picture = match form {
            Form::Html => None,
            _ => self.picture(Format::Png, lang).map(|bytes| (path.with_extension("png"), bytes)),
        };
        if let Some((path, bytes)) = &picture {
            output::write_file(path, |out| Ok(out.write_all(bytes)?))?;
        }
        let document = self.document(form, picture.as_ref().map(|(path, _)| path.as_path()), lang)?;
        output::write_file(path, |out| Ok(out.write_all(document.as_bytes())?))
    }

    /// The picture of the table, where there is one.
    fn picture(&self, format: Format, lang: Lang) -> Option<Vec<u8>> {
        let (_, _, table) = self.sections.iter().find(|(_, command, _)| command.ends_with("--to 12"))?;
        let mut bytes = Vec::new();
        table.as_ref().ok()?.write(format, lang, &mut bytes).ok()?;
        Some(bytes)
    }
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if format != Format::Text {
            return Err(Failure::no_format(format));
        }
        let Some((path, form)) = &self.to else {
            return Ok(write!(out, "{}", self.document(Form::Markdown, None, lang)?)?);
        };
        if let Err(failure) = self.save(path, *form, lang) {
            // What took minutes is shown where it cannot be kept.
            write!(out, "{}", self.document(Form::Markdown, None, lang)?)?;
            return Err(failure);
        }
        let written = path.display().to_string();
        Ok(writeln!(out, "{}", say!("report.written", path = written, sections = self.sections.len()).in_lang(lang))?)
    }
    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer as _;

    /// Stopped at any moment, a report has the sections that were done, and says that others are missing.
    #[test]
    fn a_report_that_is_stopped_keeps_its_sections() {
        let question = Question { game: "kayles".to_owned(), to: None };
        let mut kept = false;
        for looks in (0..12).map(|power| 1 << power) {
            let budget = Budget::unlimited().with_looks(looks);
            let Ok(report) = answer(&question, &budget) else { continue };
            let Some(failure) = report.failure() else { break };
            assert!(matches!(failure, Failure::Stopped(_)));
            let mut text = Vec::new();
            report.write(Format::Text, Lang::En, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert!(text.contains("The rule") && text.contains("Stopped here"), "{text}");
            kept = true;
        }
        assert!(kept, "no report was stopped behind its first section");
    }
}
