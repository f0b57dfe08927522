//! A table as text, CSV, LaTeX or b-file, as bytes or as an array.

use super::{Answer, Cells, npy};
use crate::answer::number::Convention;
use crate::explain;
use crate::export::latex::Tabular;
use crate::failure::Failure;
use crate::output::look;
use crate::seal;
use miyama::heap::table::positions;
use miyama_text::{Lang, say};
use serde::Serialize;
use std::io::{self, Write};

type Written = Result<(), Failure>;

/// What is done with some numbers of a row: its first heaps, the last heap from which they
/// begin, the numbers.
pub(super) type RowVisitor<'a> = dyn FnMut(&[u64], u64, &[u32], &mut dyn Write) -> io::Result<()> + 'a;

/// How many positions are passed over between two looks at the budget.
const LOOK: usize = 1 << 12;

/// How many numbers are written at a time.
const ROWS: usize = 1 << 16;

/// The head of the binary form (docs/formats.md).
#[derive(Serialize)]
struct Head<'a> {
    convention: Convention,
    /// What holds of every position, where not every tuple is one: the others are written
    /// as 0 and mean nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<&'a str>,
    game: &'a str,
    heaps: &'a [String],
    outcomes: bool,
    to: &'a [u64],
    width: usize,
}

/// Takes a piece of a row: where it begins, and its numbers.
type Read<'a> = dyn FnMut(u64, &[u32], &mut dyn Write) -> Written + 'a;

impl Answer {
    /// Writes the positions that are asked for, where not all are; returns how many.
    pub(super) fn write_chosen(
        &self,
        only: u32,
        out: &mut dyn Write,
        mut write: impl FnMut(usize, &[u64], &mut dyn Write) -> io::Result<()>,
    ) -> Result<usize, Failure> {
        let mut found = 0;
        if let (Cells::Outcomes(table), 0) = (&self.cells, only) {
            table.for_each_p(&mut |position| {
                if found % LOOK == 0 {
                    look(out)?;
                }
                if !self.is_listed(position) {
                    return Ok(());
                }
                write(found, position, out)?;
                found += 1;
                Ok::<(), Failure>(())
            })?;
            return Ok(found);
        }
        if let (Cells::Listing(listing, budget), 0) = (&self.cells, only) {
            listing.for_each_p(budget, &mut |position: &[u64]| {
                if found % LOOK == 0 {
                    look(out)?;
                }
                if self.is_listed(position) {
                    write(found, position, out)?;
                    found += 1;
                }
                Ok::<(), Failure>(())
            })?;
            return Ok(found);
        }
        if let (Cells::Proved(positions, _), 0) = (&self.cells, only) {
            for position in positions.iter().filter(|position| self.is_listed(position)) {
                if found % LOOK == 0 {
                    look(out)?;
                }
                write(found, position, out)?;
                found += 1;
            }
            return Ok(found);
        }
        let mut position = Vec::new();
        self.for_each_row(out, &mut |first, from, row, out| {
            for (heap, _) in (from..).zip(row).filter(|(_, number)| **number == only) {
                position.clear();
                position.extend_from_slice(first);
                position.push(heap);
                if self.is_listed(&position) {
                    write(found, &position, out)?;
                    found += 1;
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Whether it is a position, and has its heaps in order where such alone are listed.
    fn is_listed(&self, position: &[u64]) -> bool {
        self.is_position(position) && (!self.sorted || position.is_sorted())
    }

    /// How many positions have this number.
    pub(super) fn count(&self, only: u32, out: &mut dyn Write) -> Result<usize, Failure> {
        self.write_chosen(only, out, |_, _, _| Ok(()))
    }

    pub(super) fn write_text(&self, lang: Lang, out: &mut dyn Write) -> Written {
        if self.stopped.is_some() {
            writeln!(out, "{}", say!("table.so_far", to = super::shown_box(&self.to)).in_lang(lang))?;
        }
        self.write_rows(lang, out)?;
        if let Some(ruleset) = &self.domain {
            let domain = ruleset.domain().unwrap_or_default();
            writeln!(out, "\n{}", say!("table.domain", domain = domain).in_lang(lang))?;
        }
        if self.tells_method() {
            writeln!(out, "\n{}", say!("cli.solve_method", method = self.method()).in_lang(lang))?;
        }
        if self.explain {
            explain::write(&self.plan, lang, out)?;
        }
        Ok(())
    }

    fn write_rows(&self, lang: Lang, out: &mut dyn Write) -> Written {
        if let Some(only) = self.only {
            let mut line = Vec::new();
            let found = self.write_chosen(only, out, |_, position, out| {
                write_position(position, ["(", ", ", ")\n"], &mut line, out)
            })?;
            if found == 0 {
                writeln!(out, "{}", say!("table.none", value = only).in_lang(lang))?;
            }
            return Ok(());
        }
        let (rest, last) = self.to.split_at(self.to.len().saturating_sub(2));
        let [rows, columns] = last else { return self.write_line(out) };
        self.reach(&self.to, out)?;
        for prefix in positions(rest) {
            if !prefix.is_empty() {
                let heaps: Vec<String> = self.names.iter().zip(&prefix).map(|(n, h)| format!("{n} = {h}")).collect();
                writeln!(out, "{}", heaps.join(", "))?;
            }
            self.write_grid(&prefix, *rows, *columns, out)?;
            if !prefix.is_empty() {
                writeln!(out)?;
            }
        }
        Ok(())
    }

    /// A one-heap game: heap sizes above, what they have below.
    fn write_line(&self, out: &mut dyn Write) -> Written {
        for heap in 0..=self.to[0] {
            self.reach(&[heap], out)?;
            if self.is_position(&[heap]) {
                writeln!(out, "{heap} {}", self.shown(&[heap]))?;
            }
        }
        Ok(())
    }

    /// Reads a row in pieces: where P-positions are few, a table may be wider than memory is.
    fn in_pieces(&self, first: &[u64], columns: u64, out: &mut dyn Write, read: &mut Read<'_>) -> Written {
        let mut numbers = Vec::new();
        let mut from = 0;
        while from <= columns {
            look(out)?;
            let length = (ROWS as u64).min(columns - from + 1);
            numbers.resize(length as usize, 0);
            self.read_row(first, from, &mut numbers, out)?;
            read(from, &numbers, out)?;
            from += length;
        }
        Ok(())
    }

    fn write_grid(&self, prefix: &[u64], rows: u64, columns: u64, out: &mut dyn Write) -> Written {
        let names = &self.names[self.names.len() - 2..];
        let corner = format!("{} \\ {}", names[0], names[1]);
        let mut width = columns.to_string().len();
        let mut largest = 0;
        for x in 0..=rows {
            self.in_pieces(&[prefix, &[x]].concat(), columns, out, &mut |_, numbers, _| {
                largest = numbers.iter().copied().fold(largest, u32::max);
                Ok(())
            })?;
        }
        if !self.outcomes {
            width = width.max(largest.to_string().len());
        }
        let side = corner.chars().count().max(rows.to_string().len());
        let rule = format!(" {}", "-".repeat(width));
        for (head, is_rule) in [(corner, false), ("-".repeat(side), true)] {
            write!(out, "{head:>side$} |")?;
            for y in 0..=columns {
                if y.is_multiple_of(LOOK as u64) {
                    look(out)?;
                }
                if is_rule { out.write_all(rule.as_bytes())? } else { write!(out, " {y:>width$}")? }
            }
            writeln!(out)?;
        }
        let (mut line, mut digits) = (Vec::new(), Vec::new());
        for x in 0..=rows {
            let first = [prefix, &[x]].concat();
            write!(out, "{x:>side$} |")?;
            self.in_pieces(&first, columns, out, &mut |from, numbers, out| {
                line.clear();
                for (y, number) in (from..).zip(numbers) {
                    let start = line.len();
                    line.resize(start + width + 1, b' ');
                    let is_position = self.domain.is_none() || self.is_position(&[first.as_slice(), &[y]].concat());
                    digits.clear();
                    match (number, self.outcomes) {
                        _ if !is_position => {}
                        (0, true) => digits.push(b'P'),
                        (_, true) => digits.push(b'N'),
                        (value, false) => push_number(u64::from(*value), &mut digits),
                    }
                    let end = line.len();
                    line[end - digits.len()..].copy_from_slice(&digits);
                }
                Ok(out.write_all(&line)?)
            })?;
            writeln!(out)?;
        }
        Ok(())
    }

    pub(super) fn write_csv(&self, out: &mut dyn Write) -> Written {
        let names = self.names.join(",");
        if let Some(only) = self.only {
            writeln!(out, "{names}")?;
            let mut line = Vec::new();
            self.write_chosen(only, out, |_, position, out| write_position(position, ["", ",", "\n"], &mut line, out))?;
            return Ok(());
        }
        writeln!(out, "{names},{}", if self.outcomes { "outcome" } else { "value" })?;
        let firsts = self.to.len() - 1;
        let (mut head, mut line, mut position) = (Vec::new(), Vec::new(), vec![0; self.to.len()]);
        self.for_each_row(out, &mut |first, from, row, out| {
            head.clear();
            position[..firsts].copy_from_slice(&first[..firsts]);
            for heap in &first[..firsts] {
                push_number(*heap, &mut head);
                head.push(b',');
            }
            for (heap, number) in (from..).zip(row) {
                position[firsts] = heap;
                if !self.is_position(&position) {
                    continue;
                }
                line.extend_from_slice(&head);
                push_number(heap, &mut line);
                match (number, self.outcomes) {
                    (0, true) => line.extend_from_slice(b",P\n"),
                    (_, true) => line.extend_from_slice(b",N\n"),
                    (value, false) => {
                        line.push(b',');
                        push_number(u64::from(*value), &mut line);
                        line.push(b'\n');
                    }
                }
            }
            out.write_all(&line)?;
            line.clear();
            Ok(())
        })
    }

    pub(super) fn write_latex(&self, out: &mut dyn Write) -> Written {
        let [rows, columns] = self.to.as_slice() else {
            return Err(Failure::input(say!("table.latex_heaps", heaps = self.to.len())));
        };
        let (names, heads) = ([self.names[0].as_str(), &self.names[1]], (0..=*columns).map(|y| y.to_string()));
        let mut table = Tabular::new(names, columns.saturating_add(1), heads, out)?;
        for x in 0..=*rows {
            let cells = (0..=*columns).map(|y| match self.number(&[x, y]) {
                0 if self.is_position(&[x, y]) => format!("\\textbf{{{}}}", self.shown(&[x, y])),
                _ => self.shown(&[x, y]),
            });
            table.row(x, cells)?;
        }
        table.end()
    }

    /// A line of JSON, then every number in as few bytes as the largest needs,
    /// lowest byte first; the last heap runs fastest.
    pub(super) fn write_binary(&self, out: &mut dyn Write) -> Written {
        let width = self.width(out)?;
        let head = Head {
            convention: self.convention.into(),
            domain: self.domain.as_ref().and_then(|ruleset| ruleset.domain()),
            game: &self.game,
            heaps: &self.names,
            outcomes: self.outcomes,
            to: &self.to,
            width,
        };
        let head = serde_json::to_string(&head).map_err(io::Error::from)?;
        seal::TABLE.write(out, |out| {
            writeln!(out, "{head}")?;
            self.write_numbers(width, out)
        })
    }

    /// An array of NumPy: all numbers, or the positions that are asked for as rows.
    pub(super) fn write_npy(&self, out: &mut dyn Write) -> Written {
        if let Some(only) = self.only {
            let mut rows: Vec<u64> = Vec::new();
            let count = self.write_chosen(only, out, |_, position, _| {
                rows.extend(position);
                Ok(())
            })?;
            npy::write_head("<u8", &[count as u64, self.to.len() as u64], out)?;
            rows.chunks(ROWS).try_for_each(|part| {
                let bytes: Vec<u8> = part.iter().flat_map(|heap| heap.to_le_bytes()).collect();
                out.write_all(&bytes)
            })?;
            return Ok(());
        }
        let width = self.width(out)?;
        let shape: Vec<u64> = self.to.iter().map(|most| most + 1).collect();
        npy::write_head(["|u1", "<u2", "<u4"][width / 2], &shape, out)?;
        self.write_numbers(width, out)
    }

    /// How many bytes the largest number needs: 1, 2 or 4.
    fn width(&self, out: &mut dyn Write) -> Result<usize, Failure> {
        let mut largest = 0;
        self.for_each_row(out, &mut |_, _, row, _| {
            largest = row.iter().copied().fold(largest, u32::max);
            Ok(())
        })?;
        Ok(match largest {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        })
    }

    /// All numbers, lowest byte first.
    fn write_numbers(&self, width: usize, out: &mut dyn Write) -> Written {
        let mut bytes = Vec::new();
        self.for_each_row(out, &mut |_, _, row, out| {
            bytes.clear();
            match width {
                1 => bytes.extend(row.iter().map(|number| number.to_le_bytes()[0])),
                2 => bytes.extend(row.iter().flat_map(|number| [number.to_le_bytes()[0], number.to_le_bytes()[1]])),
                _ => bytes.extend(row.iter().flat_map(|number| number.to_le_bytes())),
            }
            out.write_all(&bytes)
        })
    }

    /// Calls `visit` with the numbers along the last heap, row after row; a row of millions
    /// is looked at in parts, and written so.
    pub(super) fn for_each_row(&self, out: &mut dyn Write, visit: &mut RowVisitor<'_>) -> Written {
        let (last, firsts) = self.to.split_last().expect("a table has a heap");
        let mut row = Vec::new();
        for first in positions(firsts) {
            let mut from = 0;
            while from <= *last {
                // A code's values are written while they are computed.
                let streams = matches!(self.cells, Cells::Code(_)) && firsts.is_empty();
                let most = if streams { 1 } else { ROWS as u64 };
                let length = most.min(last - from + 1);
                row.resize(length as usize, 0);
                self.read_row(&first, from, &mut row, out)?;
                look(out)?;
                visit(&first, from, &row, out)?;
                from += length;
            }
        }
        Ok(())
    }

    /// The numbers of the positions behind `first`, the last heap from `from` on.
    pub(super) fn read_row(&self, first: &[u64], from: u64, row: &mut [u32], out: &mut dyn Write) -> Written {
        let read = match &self.cells {
            Cells::Values(table) => table.read_row(first, from, row),
            Cells::Outcomes(table) => table.read_row(first, from, row),
            Cells::Sums(table) => {
                // The values of the other heaps are added to each of the last one's.
                let value = |heap: &u64| table.value(std::slice::from_ref(heap)).map(|value| value.0);
                let others = first.iter().try_fold(0, |sum, heap| Some(sum ^ value(heap)?));
                others.and_then(|others| {
                    table.read_row(&[], from, row)?;
                    row.iter_mut().for_each(|number| *number ^= others);
                    Some(())
                })
            }
            Cells::Code(values) if !first.is_empty() => {
                self.reach(&self.to, out)?;
                let others = first.iter().try_fold(0, |sum, heap| Some(sum ^ values.get(*heap)?));
                others.and_then(|others| {
                    (from..).zip(&mut *row).try_for_each(|(heap, number)| {
                        *number = others ^ values.get(heap)?;
                        Some(())
                    })
                })
            }
            Cells::Listing(listing, budget) => listing.whole(budget)?.read_row(first, from, row),
            Cells::Misere(_) | Cells::Code(_) | Cells::Proved(..) => None,
        };
        if read.is_some() {
            if self.outcomes {
                row.iter_mut().for_each(|number| *number = (*number).min(1));
            }
            return Ok(());
        }
        let mut position = [first, &[0]].concat();
        for (heap, number) in (from..).zip(row) {
            position[first.len()] = heap;
            self.reach(&position, out)?;
            *number = self.number(&position);
        }
        Ok(())
    }

    pub(super) fn write_bfile(&self, out: &mut dyn Write) -> Written {
        let [to] = self.to.as_slice() else {
            return Err(Failure::input(say!("table.bfile_heaps", heaps = self.to.len())));
        };
        if let Some(only) = self.only {
            // The list of these heaps, numbered from 1.
            self.write_chosen(only, out, |before, position, out| writeln!(out, "{} {}", before + 1, position[0]))?;
            return Ok(());
        }
        for heap in 0..=*to {
            self.reach(&[heap], out)?;
            writeln!(out, "{heap} {}", self.number(&[heap]))?;
        }
        Ok(())
    }
}

/// Adds the digits of a number to a line.
fn push_number(mut number: u64, line: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    line.extend_from_slice(&digits[at..]);
}

/// The heaps of a position with what stands before, between and behind them; `line` is room for that.
fn write_position(
    position: &[u64],
    [before, between, behind]: [&str; 3],
    line: &mut Vec<u8>,
    out: &mut dyn Write,
) -> io::Result<()> {
    line.clear();
    line.extend_from_slice(before.as_bytes());
    for (place, heap) in position.iter().enumerate() {
        if place > 0 {
            line.extend_from_slice(between.as_bytes());
        }
        push_number(*heap, line);
    }
    line.extend_from_slice(behind.as_bytes());
    out.write_all(line)
}
