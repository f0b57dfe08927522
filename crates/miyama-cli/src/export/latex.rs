//! Tables in LaTeX, a cell at a time.

use crate::failure::Failure;
use crate::output::look;
use std::io::Write;

/// After so many cells it is asked whether to go on.
const LOOK: usize = 1 << 12;

/// A table with heads above and beside it.
pub(crate) struct Tabular<'a>(&'a mut dyn Write);

impl<'a> Tabular<'a> {
    /// The names of what runs down and across, how many columns there are, and their heads.
    pub(crate) fn new(
        names: [&str; 2],
        columns: u64,
        heads: impl Iterator<Item = String>,
        out: &'a mut dyn Write,
    ) -> Result<Tabular<'a>, Failure> {
        let [down, across] = names;
        writeln!(out, "\\begin{{tabular}}{{r|*{{{}}}{{r}}}}", columns)?;
        write!(out, "${down} \\backslash {across}$")?;
        let mut table = Tabular(out);
        table.cells(heads)?;
        writeln!(table.0, " \\\\ \\hline")?;
        Ok(table)
    }

    pub(crate) fn row(&mut self, head: u64, cells: impl IntoIterator<Item = String>) -> Result<(), Failure> {
        write!(self.0, "{head}")?;
        self.cells(cells)?;
        Ok(writeln!(self.0, " \\\\")?)
    }

    fn cells(&mut self, cells: impl IntoIterator<Item = String>) -> Result<(), Failure> {
        for (at, cell) in cells.into_iter().enumerate() {
            if at.is_multiple_of(LOOK) {
                look(self.0)?;
            }
            write!(self.0, " & {cell}")?;
        }
        Ok(())
    }

    pub(crate) fn end(self) -> Result<(), Failure> {
        Ok(writeln!(self.0, "\\end{{tabular}}")?)
    }
}

/// A value of a game as mathematics: braces and signs that LaTeX would take for its own.
pub(crate) fn value(text: &str) -> String {
    let mut written = String::from("$");
    for c in text.replace("+-", "±").chars() {
        match c {
            '{' | '}' | '#' | '%' | '&' | '$' | '_' => written.extend(['\\', c]),
            '^' => written.push_str("\\uparrow "),
            'v' => written.push_str("\\downarrow "),
            '±' => written.push_str("\\pm "),
            '*' => written.push_str("{*}"),
            '|' => written.push_str("\\mid "),
            c => written.push(c),
        }
    }
    written.push('$');
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_mathematics() {
        assert_eq!(value("{1*|^2}"), "$\\{1{*}\\mid \\uparrow 2\\}$");
        assert_eq!(value("+-1"), "$\\pm 1$");
    }

    #[test]
    fn rows_stand_in_a_table() {
        let mut out = Vec::new();
        let mut table = Tabular::new(["m", "n"], 2, (1..=2).map(|n| n.to_string()), &mut out).unwrap();
        table.row(1, ["0".into(), value("-1")]).unwrap();
        table.end().unwrap();
        let expected =
            "\\begin{tabular}{r|*{2}{r}}\n$m \\backslash n$ & 1 & 2 \\\\ \\hline\n1 & 0 & $-1$ \\\\\n\\end{tabular}\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
