//! Tables in LaTeX, a row at a time.

use std::io::{self, Write};

/// A table with heads above and beside it.
pub(crate) struct Tabular<'a>(&'a mut dyn Write);

impl<'a> Tabular<'a> {
    /// The names of what runs down and across, and the heads of the columns.
    pub(crate) fn new(names: [&str; 2], heads: &[String], out: &'a mut dyn Write) -> io::Result<Tabular<'a>> {
        let [down, across] = names;
        writeln!(out, "\\begin{{tabular}}{{r|*{{{}}}{{r}}}}", heads.len())?;
        writeln!(out, "${down} \\backslash {across}$ & {} \\\\ \\hline", heads.join(" & "))?;
        Ok(Tabular(out))
    }

    pub(crate) fn row(&mut self, head: u64, cells: &[String]) -> io::Result<()> {
        writeln!(self.0, "{head} & {} \\\\", cells.join(" & "))
    }

    pub(crate) fn end(self) -> io::Result<()> {
        writeln!(self.0, "\\end{{tabular}}")
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
        let mut table = Tabular::new(["m", "n"], &["1".into(), "2".into()], &mut out).unwrap();
        table.row(1, &["0".into(), value("-1")]).unwrap();
        table.end().unwrap();
        let expected =
            "\\begin{tabular}{r|*{2}{r}}\n$m \\backslash n$ & 1 & 2 \\\\ \\hline\n1 & 0 & $-1$ \\\\\n\\end{tabular}\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
