//! The program `miyama`: argv → [`Question`](question::Question) → answer → text.
//!
//! It is a library so that the fuzz targets in `fuzz/` reach what reads bytes
//! from outside ([`untrusted`]); `main.rs` only calls [`main`].
//!
//! Who wins Nim with heaps of 3, 5 and 7?
//!
//! ```
//! use miyama_budget::Budget;
//! use miyama_cli::embedded::ask;
//! use miyama_text::Lang;
//! let question = r#"{"ask": "solve", "position": "nim:3,5,7"}"#;
//! let answer = ask(question, &["text".to_owned()], Lang::En, &Budget::unlimited()).ok().unwrap();
//! assert!(answer.forms[0].starts_with(b"nim:3,5,7: N, the next player wins\nGrundy value 1\n"));
//! ```

mod about;
mod answer;
mod automata;
mod citation;
mod command;
mod drawing;
pub mod embedded;
mod explain;
mod export;
mod exported;
mod failure;
mod fault;
mod files;
mod games;
mod input;
mod key;
mod limits;
mod nim_values;
mod number;
mod output;
mod picture;
mod processor;
mod proof;
mod question;
mod seal;
mod serve;
mod so_far;
mod solver;
mod system;
mod task;
mod theorems;
pub mod untrusted;
mod usage;

use answer::Format;
use failure::Failure;
use miyama_budget::Budget;
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
    system::outlive_file_limits();
    run(&asked).unwrap_or_else(|failure| failure.show(lang))
}

/// Asks, answers, writes. An answer that was found is not lost with a file that
/// cannot be written.
fn run(asked: &usage::Invocation) -> Result<ExitCode, Failure> {
    let budget = limits::budget(&asked.limits, asked.lang)?;
    let files = asked.question.files();
    files.iter().try_for_each(|(_, path)| output::expect_folder(path))?;
    output::end_if_nobody_reads(&budget.budget, asked.lang);
    let answer = asked.question.answer(&budget.budget);
    let answer = answer.inspect_err(|_| budget.wipe())?;
    let partial = answer.failure().is_some();
    // What is known of a computation that was stopped is written all the same.
    let watch = if partial { Budget::unlimited() } else { budget.budget.clone() };
    let write = |format: Format, out: &mut dyn std::io::Write, watch: &Budget| {
        export::write(&*answer, &asked.question, format, asked.lang, &mut Watched::new(out, watch))
    };
    // A file of half an answer would pass for the whole, but a picture can say so.
    let mut failures: Vec<Failure> = vec![];
    let (files, unwritten): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|(format, _)| !partial || (format.is_picture() && answer.draws_so_far()));
    for (format, path) in files {
        match output::write_file(path, |out| write(format, out, &watch)) {
            Ok(()) => {}
            Err(failure @ Failure::File(_)) => failures.push(failure),
            Err(failure) => {
                budget.wipe();
                return Err(failure);
            }
        }
    }
    budget.make_way();
    let format = asked.format.unwrap_or(Format::Text);
    let ended = budget.budget.check().err().map(Failure::Stopped);
    // What is known when the budget has ended, or was not saved, may be read at leisure.
    let at_leisure = partial || !failures.is_empty();
    let written = output::write_stdout(at_leisure, |out| match failures.is_empty() {
        true => write(format, out, &watch),
        false if format == Format::Text => answer.write_unsaved(format, asked.lang, out),
        false => write(format, out, &Budget::unlimited()),
    });
    budget.wipe();
    failures.extend(written.err());
    let code = match (answer.holds(), answer.undecided()) {
        (false, _) => ExitCode::from(1),
        (true, true) => ExitCode::from(3),
        (true, false) => ExitCode::SUCCESS,
    };
    let unwritten = unwritten.into_iter().map(|(_, path)| Failure::unfinished(path));
    failures.extend(unwritten);
    // All failures are said; the first decides, or the end of the budget for which a pipe waited.
    let failures: Vec<&Failure> = answer.failure().into_iter().chain(&failures).collect();
    let shown: Vec<ExitCode> = failures.iter().map(|failure| failure.show(asked.lang)).collect();
    match (failures.first(), ended) {
        (Some(Failure::File(_)), Some(ended)) => Ok(ExitCode::from(ended.code())),
        _ => Ok(shown.first().copied().unwrap_or(code)),
    }
}
