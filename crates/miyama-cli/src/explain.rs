//! `--explain`: the ways to an answer, in the order in which they are tried.

use miyama::strategy::Plan;
use miyama_text::{Lang, say};
use std::io::{self, Write};

/// The list for a person, behind an answer.
pub(crate) fn write(plan: &Plan, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{}", say!("strategy.heading").in_lang(lang))?;
    plan.explained().iter().try_for_each(|line| writeln!(out, "{}", line.in_lang(lang)))
}

/// The list for programs.
pub(crate) fn lines(plan: &Plan, lang: Lang) -> Vec<String> {
    plan.explained().iter().map(|line| line.in_lang(lang)).collect()
}
