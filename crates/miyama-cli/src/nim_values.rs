//! Nim values in a file: the state of a long run, or a table for programs.
//!
//! Such a file is three lines of text, `miyama nim values 2`, the code, and
//! `COUNT WIDTH`, and then COUNT values of WIDTH bytes each, lowest byte first.
//! In the state of a run, what else is needed to go on follows. It is sealed, and
//! written whole or not at all.

use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::seal;
use miyama::breaking::code::Code;
use miyama::breaking::values::{NimValues, Stored};
use miyama_budget::{Budget, bytes};
use miyama_text::say;
use std::io::{self, Write};
use std::path::Path;

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
    seal::VALUES.write(out, |out| {
        writeln!(out, "{}\n{} {width}", values.code(), stored.len())?;
        match stored {
            Stored::Bytes(all) => out.write_all(all)?,
            Stored::Words(all) => write_each(all, |v| v.to_le_bytes(), out)?,
            Stored::Longs(all) => write_each(all, |v| v.to_le_bytes(), out)?,
        }
        Ok(out.write_all(tables)?)
    })
}

/// Writes numbers as bytes, thousands at a time: each by itself would take longer to write than to compute.
fn write_each<T: Copy, const N: usize>(
    numbers: &[T],
    bytes: impl Fn(T) -> [u8; N],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut some = Vec::new();
    for numbers in numbers.chunks(1 << 13) {
        some.clear();
        some.extend(numbers.iter().flat_map(|number| bytes(*number)));
        out.write_all(&some)?;
    }
    Ok(())
}

/// Loads values of `code`.
pub(crate) fn load(path: &Path, code: &Code, budget: &Budget) -> Result<NimValues, Failure> {
    let name = || path.display().to_string();
    let broken = || Failure::input(say!("breaking.state_broken", path = name()));
    let file = seal::VALUES.open(path, input::read(path, u64::MAX, 1, budget)?)?;
    let mut lines = file.splitn(3, |byte| *byte == b'\n');
    let mut line = || lines.next().ok_or_else(broken);
    let other = String::from_utf8_lossy(line()?);
    if other.parse::<Code>().ok().as_ref() != Some(code) {
        let other = other.into_owned();
        return Err(Failure::input(say!("breaking.state_code", path = name(), other = other, code = code.to_string())));
    }
    let numbers = std::str::from_utf8(line()?).ok().and_then(|numbers| numbers.split_once(' '));
    let (count, width) = numbers.ok_or_else(broken)?;
    let count: usize = count.parse().map_err(|_| broken())?;
    let width: usize = width.parse().ok().filter(|w| [1, 2, 4].contains(w)).ok_or_else(broken)?;
    // The file, all values in four bytes each, and what the run makes of them.
    let known = (count as u64).saturating_mul(4).saturating_add(file.len() as u64);
    budget.need(NimValues::new(code).memory(count).saturating_add(known))?;
    let bytes = line()?;
    let (values, tables) = count.checked_mul(width).and_then(|end| bytes.split_at_checked(end)).ok_or_else(broken)?;
    let known: Vec<u32> = values
        .chunks_exact(width)
        .map(|chunk| chunk.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
        .collect();
    NimValues::resume(code, known, tables).ok_or_else(broken)
}
