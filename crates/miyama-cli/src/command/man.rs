//! `miyama man [COMMAND]`: a manual page in roff.

use crate::answer::{self, Format};
use crate::failure::Failure;
use crate::usage;
use miyama_text::{Lang, say};
use serde::{Deserialize, Serialize};
use std::io::Write;

/// The page of which command; without one, the page of the program.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    command: Option<String>,
}

pub(crate) struct Answer(Option<String>);

pub(crate) fn answer(question: &Question) -> Answer {
    Answer(question.command.clone())
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if format != Format::Text {
            return Err(Failure::no_format(format));
        }
        let mut command = usage::command(lang);
        command.build();
        if let Some(name) = &self.0 {
            let sub = command.find_subcommand(name).cloned();
            command = sub.ok_or_else(|| Failure::input(say!("cli.unknown_command", name = name)))?;
        }
        Ok(clap_mangen::Man::new(command).render(out)?)
    }
}
