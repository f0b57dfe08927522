//! The state of a search in a file: saved while it goes on and when it is stopped, and gone on with.
//!
//! Such a file is three lines of text, `miyama search 1`, the position and the convention, and then 17 bytes for
//! each sum that is known: its key, and a byte with who wins and what it cost. It is sealed, and written
//! whole or not at all.

use super::unsolved;
use crate::failure::Failure;
use crate::fault;
use crate::input;
use crate::output;
use crate::seal;
use miyama::play::Convention;
use miyama::sum::{Memory, NoSolution, Position, Solution, agrees, solve_on};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A search is saved this long after the last time at least.
const LEAST: Duration = Duration::from_secs(1);

/// And after so long at most.
const MOST: Duration = Duration::from_secs(60);

/// Saving takes one part in so many of the time.
const SHARE: u32 = 50;

/// What was found, and why it is not all, or was not saved.
pub(super) type Found = (Result<Solution, NoSolution>, Option<Failure>);

/// Solves a position with the state in a file.
pub(super) fn solve(
    position: &Position,
    convention: Convention,
    path: &Path,
    resume: bool,
    budget: &Budget,
) -> Result<Found, Failure> {
    let memory = Memory::new(budget);
    if resume {
        load(path, position, convention, &memory, budget)?;
    } else if path.exists() {
        return Err(Failure::input(say!("breaking.state_exists", path = path.display().to_string())));
    }
    output::expect_folder(path)?;
    let (memory, save) = (&memory, || save(path, position, convention, &memory));
    let (ended, wait) = channel::<()>();
    let solved = std::thread::scope(|scope| {
        let save = &save;
        scope.spawn(move || {
            let (mut warned, mut every) = (false, LEAST);
            while wait.recv_timeout(fault::interval(every)) == Err(RecvTimeoutError::Timeout) {
                let start = Instant::now();
                // A disk that is full now may have room in a minute.
                if let Some(Failure::File(says)) = save().err().filter(|_| !warned) {
                    budget.note(&say!("cli.goes_on_unsaved", reason = says));
                    warned = true;
                }
                every = pause(start.elapsed());
            }
        });
        let solved = solve_on(position, convention, memory, budget);
        drop(ended);
        solved
    });
    let saved = save();
    let stopped = match &solved {
        Ok(solution) => solution.moves.stopped.or(solution.right.as_ref().and_then(|moves| moves.stopped)),
        Err(NoSolution::Stopped(stopped)) => Some(*stopped),
        Err(NoSolution::SoFar(so_far)) => Some(so_far.stopped),
        Err(_) => None,
    };
    let (path, sums) = (path.display().to_string(), memory.len());
    let failure = match (saved, stopped) {
        (Err(unsaved), _) => Some(unsaved),
        (Ok(()), None) => None,
        (Ok(()), Some(Stopped::Cancelled)) => Some(Failure::Interrupted(say!("solve.saved", path = path, sums = sums))),
        (Ok(()), Some(limit)) => Some(Failure::limit(limit, say!("solve.saved_too", path = path, sums = sums))),
    };
    Ok((solved, failure))
}

/// How long to wait until the next time, if saving took so long.
fn pause(took: Duration) -> Duration {
    (took * SHARE).clamp(LEAST, MOST)
}

fn name(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "normal",
        Convention::Misere => "misere",
    }
}

fn save(path: &Path, position: &Position, convention: Convention, memory: &Memory) -> Result<(), Failure> {
    output::write_file(path, |out| {
        seal::SEARCH.write(out, |out| {
            writeln!(out, "{position}\n{}", name(convention))?;
            memory.saved().try_for_each(|bytes| Ok(out.write_all(&bytes)?))
        })
    })
}

/// Loads what is known of a position. A sample of it is computed again.
pub(crate) fn load(
    path: &Path,
    position: &Position,
    convention: Convention,
    memory: &Memory,
    budget: &Budget,
) -> Result<(), Failure> {
    let shown = || path.display().to_string();
    let refused = |says: Text| Failure::input(says);
    let file = seal::SEARCH.open(path, input::read(path, u64::MAX, 1, budget)?)?;
    let mut lines = file.splitn(3, |byte| *byte == b'\n');
    let mut line = || lines.next().ok_or_else(|| refused(say!("solve.state_broken", path = shown())));
    let other = String::from_utf8_lossy(line()?).into_owned();
    let convention_there = String::from_utf8_lossy(line()?).into_owned();
    if other != position.to_string() || convention_there != name(convention) {
        let played = |position: String, convention: &str| {
            if convention == name(Convention::Misere) { position + " (misère)" } else { position }
        };
        let there = played(other, &convention_there);
        let asked = played(position.to_string(), name(convention));
        return Err(refused(say!("solve.state_other", path = shown(), other = there, position = asked)));
    }
    let entries = line()?;
    if !memory.restore(entries) || !agrees(position, convention, memory, budget).map_err(unsolved)? {
        return Err(refused(say!("solve.state_broken", path = shown())));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small searches are saved every second, large ones seldom enough to get on, and no more than a minute is ever lost.
    #[test]
    fn saving_takes_a_small_share_of_the_time() {
        let ms = Duration::from_millis;
        for (took, expected) in [(0, 1_000), (20, 1_000), (100, 5_000), (1_000, 50_000), (5_000, 60_000)] {
            assert_eq!(pause(ms(took)), ms(expected), "{took}");
        }
    }
}
