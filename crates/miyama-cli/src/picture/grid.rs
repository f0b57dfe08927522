//! Tables as papers print them: cells with marks, as SVG and as LaTeX.

use super::figure::{Figure, INK, PALE, SHADE, STRONG, tex};
use super::svg::Anchor;

/// A table with heads above and beside it; either may be empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    pub(crate) title: String,
    /// What stands above the heads of the rows.
    pub(crate) corner: String,
    pub(crate) heads: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<Cell>)>,
}

/// What stands in a cell, and how it is marked.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) mark: Mark,
}

/// How a cell stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Plain,
    Bold,
    Underlined,
    Circled,
}

impl Cell {
    pub(crate) fn plain(text: impl ToString) -> Cell {
        Cell { text: text.to_string(), mark: Mark::Plain }
    }

    pub(crate) fn marked(text: impl ToString, mark: Mark, is_marked: bool) -> Cell {
        Cell { text: text.to_string(), mark: if is_marked { mark } else { Mark::Plain } }
    }
}

const LINE: f64 = 24.0;
const SIZE: f64 = 14.0;

fn wide(text: &str) -> f64 {
    text.chars().map(|c| if c.is_ascii() { 8.4 } else { 13.0 }).sum::<f64>() + 14.0
}

impl Grid {
    /// Rows of plain cells.
    pub(crate) fn of_rows(title: &str, corner: &str, heads: Vec<String>, rows: Vec<(String, Vec<String>)>) -> Grid {
        let rows = rows.into_iter().map(|(head, cells)| (head, cells.into_iter().map(Cell::plain).collect())).collect();
        Grid { title: title.to_owned(), corner: corner.to_owned(), heads, rows }
    }

    fn columns(&self) -> usize {
        self.rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0).max(self.heads.len())
    }

    /// Columns of words begin at the left, those of numbers end at the right.
    fn is_of_words(&self, column: usize) -> bool {
        let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(column));
        cells.into_iter().any(|cell| cell.text.trim().contains(' '))
    }

    pub(crate) fn figure(&self) -> Figure {
        let side = self.rows.iter().map(|(head, _)| wide(head)).fold(wide(&self.corner), f64::max);
        let column = |at: usize| {
            let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(at)).map(|cell| wide(&cell.text));
            cells.fold(self.heads.get(at).map_or(0.0, |head| wide(head)), f64::max).max(LINE)
        };
        let mut edges = vec![side];
        for at in 0..self.columns() {
            edges.push(edges[at] + column(at));
        }
        let top = if self.heads.is_empty() { 0.0 } else { LINE };
        let (width, height) = (edges[edges.len() - 1], top + self.rows.len() as f64 * LINE);
        let mut figure = Figure::new(width + 16.0, height + 16.0, &self.title);
        let at = |x: f64, y: f64| (x + 8.0, y + 8.0);
        if !self.heads.is_empty() {
            figure.text(at(side - 7.0, LINE - 7.0), SIZE, Anchor::End, INK, &self.corner);
            for (i, head) in self.heads.iter().enumerate() {
                match self.is_of_words(i) {
                    true => figure.text(at(edges[i] + 7.0, LINE - 7.0), SIZE, Anchor::Start, INK, head),
                    false => figure.text(at(edges[i + 1] - 7.0, LINE - 7.0), SIZE, Anchor::End, INK, head),
                }
            }
            figure.line(at(0.0, LINE), at(width, LINE), INK, 1.0);
        }
        for (row, (head, cells)) in self.rows.iter().enumerate() {
            let y = top + row as f64 * LINE;
            figure.text(at(side - 7.0, y + LINE - 7.0), SIZE, Anchor::End, INK, head);
            for (i, cell) in cells.iter().enumerate() {
                let (left, right) = (edges[i], edges[i + 1]);
                let end = at(right - 7.0, y + LINE - 7.0);
                let text = wide(&cell.text) - 14.0;
                match cell.mark {
                    Mark::Plain => {}
                    Mark::Bold => figure.rect(at(left + 1.0, y + 1.0), (right - left - 2.0, LINE - 2.0), SHADE, "none"),
                    Mark::Underlined => {
                        figure.line((end.0 - text, end.1 + 3.0), (end.0, end.1 + 3.0), STRONG, 1.5);
                    }
                    Mark::Circled => {
                        figure.circle(
                            (end.0 - text / 2.0, end.1 - SIZE * 0.36),
                            text.max(10.0) * 0.5 + 4.0,
                            "none",
                            STRONG,
                        );
                    }
                }
                let colour = if cell.mark == Mark::Plain { INK } else { STRONG };
                match self.is_of_words(i) {
                    true => figure.text((at(left + 7.0, 0.0).0, end.1), SIZE, Anchor::Start, colour, &cell.text),
                    false => figure.text(end, SIZE, Anchor::End, colour, &cell.text),
                }
            }
        }
        if self.rows.iter().any(|(head, _)| !head.is_empty()) {
            figure.line(at(side, 0.0), at(side, height), PALE, 1.0);
        }
        figure
    }

    pub(crate) fn latex(&self) -> String {
        let kinds: String = (0..self.columns()).map(|at| if self.is_of_words(at) { 'l' } else { 'r' }).collect();
        let mut out = format!("\\begin{{tabular}}{{r|{kinds}}}\n");
        if !self.heads.is_empty() {
            let heads: Vec<String> = self.heads.iter().map(|head| tex(head)).collect();
            out.push_str(&format!("{} & {} \\\\ \\hline\n", tex(&self.corner), heads.join(" & ")));
        }
        for (head, cells) in &self.rows {
            let cell = |cell: &Cell| match cell.mark {
                Mark::Plain => tex(&cell.text),
                Mark::Bold => format!("\\textbf{{{}}}", tex(&cell.text)),
                Mark::Underlined => format!("\\underline{{{}}}", tex(&cell.text)),
                Mark::Circled => format!("\\textcircled{{\\small {}}}", tex(&cell.text)),
            };
            let cells: Vec<String> = cells.iter().map(cell).collect();
            out.push_str(&format!("{} & {} \\\\\n", tex(head), cells.join(" & ")));
        }
        out.push_str("\\end{tabular}\n");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_in_both_forms() {
        let cells = vec![Cell::plain(3), Cell::marked(0, Mark::Underlined, true), Cell::marked(0, Mark::Bold, false)];
        let grid = Grid {
            corner: "n".into(),
            heads: vec!["1".into(); 3],
            rows: vec![("0+".into(), cells)],
            ..Grid::default()
        };
        assert_eq!(
            grid.latex(),
            "\\begin{tabular}{r|rrr}\nn & 1 & 1 & 1 \\\\ \\hline\n0+ & 3 & \\underline{0} & 0 \\\\\n\\end{tabular}\n"
        );
        // The line below the heads, the line beside them, and the one mark.
        assert_eq!(grid.figure().svg().matches("<polyline").count(), 3);
    }
}
