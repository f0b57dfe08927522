//! `miyama completions SHELL`: the completion script of a shell.

use crate::answer::{self, Format};
use crate::failure::Failure;
use crate::usage;
use clap_complete::Shell;
use miyama_text::Lang;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Which shell.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Question {
    #[serde(skip, default = "bash")]
    shell: Shell,
}

fn bash() -> Shell {
    Shell::Bash
}

pub(crate) struct Answer(Shell);

pub(crate) fn answer(question: &Question) -> Answer {
    Answer(question.shell)
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if format != Format::Text {
            return Err(Failure::no_format(format));
        }
        let mut script = Vec::new();
        clap_complete::generate(self.0, &mut usage::command(lang), "miyama", &mut script);
        Ok(out.write_all(&script)?)
    }
}
