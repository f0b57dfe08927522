//! SMT solvers that are installed here, asked about files in SMT-LIB.

use crate::failure::Failure;
use crate::files;
use crate::output;
use miyama_budget::Budget;
use miyama_signs::Obligation;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The solvers that are asked, all at once.
const SOLVERS: [&str; 2] = ["z3", "cvc5"];

/// How long a solver may take for one file.
const LONGEST: Duration = Duration::from_secs(20);

/// What solvers say of some files.
pub(crate) enum Said {
    /// Each is unsatisfiable, by one of these solvers.
    All(Vec<String>),
    /// Nobody says so of this one.
    Not(String),
    /// There is no solver here.
    Nobody,
}

/// Writes the files into a folder, where they stay, and asks all solvers about each until one
/// says that it is unsatisfiable.
pub(crate) fn ask(all: &[Obligation], folder: &Path, budget: &Budget) -> Result<Said, Failure> {
    files::allow(folder)?;
    let installed: Vec<(&str, String)> = SOLVERS.iter().filter_map(|name| Some((*name, version(name)?))).collect();
    for one in all {
        let path = folder.join(&one.name).with_extension("smt2");
        output::write_file(&path, |out| Ok(out.write_all(one.script.as_bytes())?))?;
    }
    if installed.is_empty() {
        return Ok(Said::Nobody);
    }
    let mut by: Vec<String> = Vec::new();
    for one in all {
        let path = folder.join(&one.name).with_extension("smt2");
        match first_unsat(&installed, &path, budget)? {
            Some(solver) if by.contains(&solver) => {}
            Some(solver) => by.push(solver),
            None => return Ok(Said::Not(one.name.clone())),
        }
    }
    Ok(Said::All(by))
}

/// `Z3 version 4.8.12 - 64 bit`, if it is installed.
fn version(name: &str) -> Option<String> {
    let output = Command::new(name).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let first = text.lines().next().unwrap_or(name).trim();
    output.status.success().then(|| first.strip_prefix("This is ").unwrap_or(first).to_owned())
}

/// A solver at work; it ends when it is dropped.
struct RunningSolver<'a> {
    child: Child,
    version: &'a str,
}

impl Drop for RunningSolver<'_> {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first solver that says `unsat`.
fn first_unsat<'a>(installed: &'a [(&str, String)], path: &Path, budget: &Budget) -> Result<Option<String>, Failure> {
    let start = |(name, version): &'a (&str, String)| {
        let mut command = Command::new(name);
        command.arg(path).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        Some(RunningSolver { child: command.spawn().ok()?, version })
    };
    let mut asked: Vec<RunningSolver<'a>> = installed.iter().filter_map(start).collect();
    let started = Instant::now();
    while !asked.is_empty() && started.elapsed() < LONGEST {
        budget.check()?;
        let mut at_work = Vec::new();
        for mut one in asked {
            match one.child.try_wait() {
                Ok(None) => at_work.push(one),
                Ok(Some(_)) if says_unsat(&mut one.child) => return Ok(Some(one.version.to_owned())),
                _ => {}
            }
        }
        asked = at_work;
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(None)
}

/// Whether a solver that has ended wrote `unsat` and nothing else.
fn says_unsat(child: &mut Child) -> bool {
    let mut text = String::new();
    let read = child.stdout.take().map(|mut out| std::io::Read::read_to_string(&mut out, &mut text));
    matches!(read, Some(Ok(_))) && text.trim() == "unsat"
}
