//! Nim values in a file: the state of a long run, or a table for programs.
//!
//! Such a file is three lines of text, `miyama nim values 1`, the code, and
//! `COUNT WIDTH HASH`, and then COUNT values of WIDTH bytes each, lowest byte
//! first. It is written whole or not at all.

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

/// Saves all values.
pub(crate) fn save(path: &Path, values: &NimValues) -> Result<(), Failure> {
    output::write_file(path, |out| write(values, out))
}

/// Writes all values in this form.
pub(crate) fn write(values: &NimValues, out: &mut dyn Write) -> Result<(), Failure> {
    let stored = values.stored();
    let width = match stored {
        Stored::Bytes(_) => 1,
        Stored::Words(_) => 2,
        Stored::Longs(_) => 4,
    };
    writeln!(out, "{HEAD}\n{}\n{} {width} {}", values.code(), stored.len(), hash(stored.iter()))?;
    match stored {
        Stored::Bytes(all) => out.write_all(all)?,
        Stored::Words(all) => all.iter().try_for_each(|v| out.write_all(&v.to_le_bytes()))?,
        Stored::Longs(all) => all.iter().try_for_each(|v| out.write_all(&v.to_le_bytes()))?,
    }
    Ok(())
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
    let [count, width, stated] = numbers[..] else { return Err(broken()) };
    let count: usize = count.parse().map_err(|_| broken())?;
    let width: usize = width.parse().ok().filter(|w| [1, 2, 4].contains(w)).ok_or_else(broken)?;
    let mut bytes = vec![];
    file.read_to_end(&mut bytes).map_err(|error| Failure::file(path, &error))?;
    if Some(bytes.len()) != count.checked_mul(width) {
        return Err(broken());
    }
    let known: Vec<u32> = bytes
        .chunks_exact(width)
        .map(|chunk| chunk.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
        .collect();
    if hash(known.iter().copied()) != stated {
        return Err(broken());
    }
    Ok(NimValues::resume(code, known))
}
