//! Nim values in a file: the state of a long run, or a table for programs.
//!
//! Such a file is three lines of text, `miyama nim values 1`, the code, and
//! `COUNT WIDTH HASH`, and then COUNT values of WIDTH bytes each, lowest byte
//! first. In the state of a run, what else is needed to go on follows; then the
//! third line ends with the hash of that. It is written whole or not at all.

use crate::failure::Failure;
use crate::files;
use crate::output;
use miyama::breaking::certificate::hash;
use miyama::breaking::code::Code;
use miyama::breaking::values::{NimValues, Stored};
use miyama::budget::{Budget, bytes};
use miyama::text::say;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

const HEAD: &str = "miyama nim values 1";

/// From here on a run says beforehand what it needs.
const LONG: usize = 1 << 26;

/// Says what a long run needs before it starts.
pub(crate) fn note_memory(to: usize, needed: u64, budget: &Budget) {
    if to >= LONG {
        budget.note(&say!("breaking.needs", to = to, memory = bytes(needed)));
    }
}

/// Saves the state of a run.
pub(crate) fn save(path: &Path, values: &NimValues) -> Result<(), Failure> {
    output::write_file(path, |out| write(values, &values.tables(), out))
}

/// Writes all values in this form, and what is needed to go on from them.
pub(crate) fn write(values: &NimValues, tables: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
    let stored = values.stored();
    let width = match stored {
        Stored::Bytes(_) => 1,
        Stored::Words(_) => 2,
        Stored::Longs(_) => 4,
    };
    write!(out, "{HEAD}\n{}\n{} {width} {}", values.code(), stored.len(), hash(stored.iter()))?;
    if !tables.is_empty() {
        write!(out, " {}", hash_bytes(tables))?;
    }
    writeln!(out)?;
    match stored {
        Stored::Bytes(all) => out.write_all(all)?,
        Stored::Words(all) => all.iter().try_for_each(|v| out.write_all(&v.to_le_bytes()))?,
        Stored::Longs(all) => all.iter().try_for_each(|v| out.write_all(&v.to_le_bytes()))?,
    }
    Ok(out.write_all(tables)?)
}

fn hash_bytes(bytes: &[u8]) -> String {
    hash(bytes.iter().map(|byte| u32::from(*byte)))
}

/// Loads values of `code`.
pub(crate) fn load(path: &Path, code: &Code) -> Result<NimValues, Failure> {
    files::allow(path)?;
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| Failure::file(path, &error))?;
    let mut file = BufReader::new(file);
    let mut line = || -> Result<String, Failure> {
        let mut line = vec![];
        (&mut file).take(1 << 20).read_until(b'\n', &mut line).map_err(|error| Failure::file(path, &error))?;
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    };
    if line()? != HEAD {
        return Err(Failure::input(say!("breaking.state_version", path = name)));
    }
    let other = line()?;
    if other.parse::<Code>().ok().as_ref() != Some(code) {
        return Err(Failure::input(say!("breaking.state_code", path = name, other = other, code = code.to_string())));
    }
    let broken = || Failure::input(say!("breaking.state_broken", path = path.display().to_string()));
    let numbers = line()?;
    let numbers: Vec<&str> = numbers.split(' ').collect();
    let (count, width, stated, rest) = match numbers[..] {
        [count, width, stated] => (count, width, stated, None),
        [count, width, stated, rest] => (count, width, stated, Some(rest)),
        _ => return Err(broken()),
    };
    let count: usize = count.parse().map_err(|_| broken())?;
    let width: usize = width.parse().ok().filter(|w| [1, 2, 4].contains(w)).ok_or_else(broken)?;
    let mut bytes = vec![];
    file.read_to_end(&mut bytes).map_err(|error| Failure::file(path, &error))?;
    let (values, tables) = count.checked_mul(width).and_then(|end| bytes.split_at_checked(end)).ok_or_else(broken)?;
    let known: Vec<u32> = values
        .chunks_exact(width)
        .map(|chunk| chunk.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
        .collect();
    let is_whole =
        hash(known.iter().copied()) == stated && rest.map_or(tables.is_empty(), |rest| hash_bytes(tables) == rest);
    let values = is_whole.then(|| NimValues::resume(code, known, tables)).flatten();
    values.ok_or_else(broken)
}
