//! The program `miyama`: argv → [`Question`](question::Question) → answer → text.
//!
//! It is a library so that the fuzz targets in `fuzz/` reach what reads bytes
//! from outside; `main.rs` only calls [`main`].

mod answer;
mod citation;
mod command;
mod drawing;
mod failure;
mod files;
mod games;
mod input;
mod limits;
mod nim_values;
mod number;
mod output;
mod picture;
mod question;
mod serve;
mod system;
mod usage;

use answer::Format;
use failure::Failure;
use output::Watched;
use std::process::ExitCode;

/// The program: from the words of the command line to the exit code.
#[must_use]
pub fn main() -> ExitCode {
    let args: Vec<std::ffi::OsString> = std::env::args_os().collect();
    let lang = usage::language(&args);
    let asked = match usage::parse(&args, lang) {
        Ok(asked) => asked,
        Err(end) => return end,
    };
    match run(&asked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => failure.show(lang),
    }
}

/// Asks, answers, writes. True unless the answer is that something failed.
fn run(asked: &usage::Asked) -> Result<bool, Failure> {
    let budget = limits::budget(&asked.limits, asked.lang)?;
    let answer = asked.question.answer(&budget.budget);
    let answer = answer.inspect_err(|_| budget.wipe())?;
    let write = |format: Format, out: &mut dyn std::io::Write| {
        answer.write(format, asked.lang, &mut Watched::new(out, &budget.budget))
    };
    let files = asked.question.files();
    let mut written = files.iter().try_for_each(|(format, path)| output::write_file(path, |out| write(*format, out)));
    if written.is_ok() {
        budget.make_way();
        written = output::write_stdout(|out| write(asked.format.unwrap_or(Format::Text), out));
    }
    budget.wipe();
    written?;
    Ok(answer.holds())
}
