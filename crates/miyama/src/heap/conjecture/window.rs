//! What a formula says and what is true around a position, for a table or a picture.

use crate::heap::formula::Evaluator;
use crate::play::Outcome;

/// Positions around one, along the last two heaps (or the only one).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The heaps before the last two, as in the position.
    pub fixed: Vec<u64>,
    /// The sizes of the heap before the last; empty for a single heap.
    pub rows: Vec<u64>,
    /// The sizes of the last heap.
    pub columns: Vec<u64>,
    /// Row by row; a single row for a single heap.
    pub cells: Vec<Vec<Cell>>,
}

/// What is claimed and what is true at a position; nothing where it is not
/// known. Values, or 0 for P and 1 for N.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What the formula says.
    pub claimed: Option<i64>,
    /// What is true.
    pub actual: Option<u32>,
    /// Who wins, where Left and Right are told apart.
    pub outcome: Option<Outcome>,
}

impl Cell {
    /// Whether the formula is wrong here.
    #[must_use]
    pub fn differs(&self) -> bool {
        matches!((self.claimed, self.actual), (Some(claimed), Some(actual)) if claimed != i64::from(actual))
    }
}

/// How far a window reaches to each side.
pub const RADIUS: u64 = 10;

impl Window {
    pub(super) fn around(
        position: &[u64],
        evaluator: &mut Evaluator<'_>,
        truth: &dyn Fn(&[u64]) -> Option<u32>,
    ) -> Window {
        let (fixed, last) = position.split_at(position.len().saturating_sub(2));
        let near = |heap: u64| (heap.saturating_sub(RADIUS)..=heap + RADIUS).collect::<Vec<_>>();
        let (rows, columns) = match last {
            [row, column] => (near(*row), near(*column)),
            [only] => (vec![], near(*only)),
            _ => (vec![], vec![]),
        };
        let mut cell = |position: &[u64]| {
            let actual = truth(position);
            Cell { claimed: actual.and_then(|_| evaluator.number(position).ok()), actual, outcome: None }
        };
        let mut row = |head: &[u64]| columns.iter().map(|c| cell(&[head, &[*c]].concat())).collect::<Vec<_>>();
        let cells = if rows.is_empty() {
            vec![row(fixed)]
        } else {
            rows.iter().map(|r| row(&[fixed, &[*r]].concat())).collect()
        };
        Window { fixed: fixed.to_vec(), rows, columns, cells }.trimmed()
    }

    /// The same with who wins each position, where that is known.
    pub(super) fn with_outcomes(mut self, outcome: &dyn Fn(&[u64]) -> Option<Outcome>) -> Window {
        for (r, row) in self.cells.iter_mut().enumerate() {
            for (cell, column) in row.iter_mut().zip(&self.columns) {
                let heaps = self.fixed.iter().chain(self.rows.get(r)).chain([column]);
                cell.outcome = outcome(&heaps.copied().collect::<Vec<u64>>());
            }
        }
        self
    }

    /// Without rows and columns at the end of which nothing is known.
    fn trimmed(mut self) -> Window {
        let known = |cell: &Cell| cell.actual.is_some();
        let width = self.cells.iter().filter_map(|row| row.iter().rposition(known)).max().map_or(0, |last| last + 1);
        let height = self.cells.iter().rposition(|row| row.iter().any(known)).map_or(0, |last| last + 1);
        self.rows.truncate(height);
        self.columns.truncate(width);
        self.cells.truncate(height);
        self.cells.iter_mut().for_each(|row| row.truncate(width));
        self
    }
}
