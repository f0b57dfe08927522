//! Boards drawn as text: one with notes beside it, or several side by side.

use miyama::pattern::taking::Board;

/// The rows of a board, with the stones of `taken` as rings, and the notes
/// beside them, one to a line.
pub(crate) fn with_notes(board: &Board, taken: &[(usize, usize)], notes: &[String]) -> Vec<String> {
    let rows = board.drawn(taken);
    let width = board.width().saturating_mul(2).saturating_sub(1);
    (0..rows.len().max(notes.len()))
        .map(|i| {
            let row = rows.get(i).map_or("", String::as_str);
            match notes.get(i) {
                Some(note) => format!("{row}{}   {note}", " ".repeat(width.saturating_sub(row.chars().count()))),
                None => row.to_owned(),
            }
        })
        .collect()
}

/// Several boards, as many in a row as fit into 76 columns.
pub(crate) fn side_by_side(boards: &[Board]) -> Vec<String> {
    const COLUMNS: usize = 76;
    const GAP: usize = 4;
    let mut lines = Vec::new();
    let mut left = boards;
    while !left.is_empty() {
        let mut used = 0;
        let fitting = left.iter().take_while(|board| {
            used += 2 * board.width() + GAP;
            used <= COLUMNS
        });
        let (row, rest) = left.split_at(fitting.count().max(1));
        left = rest;
        if !lines.is_empty() {
            lines.push(String::new());
        }
        for i in 0..row.iter().map(Board::height).max().unwrap_or(0) {
            let mut line = String::new();
            for board in row {
                let text = board.drawn(&[]).get(i).cloned().unwrap_or_default();
                let width = 2 * board.width() + GAP;
                line += &format!("{text}{}", " ".repeat(width.saturating_sub(text.chars().count())));
            }
            lines.push(line.trim_end().to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn notes_stand_beside_the_rows_and_go_on_below_them() {
        let lines = with_notes(&board("##."), &[(0, 1)], &["a".to_owned(), "b".to_owned()]);
        assert_eq!(lines, ["● ○ ·   a", "        b"]);
    }

    #[test]
    fn boards_stand_side_by_side_until_the_line_is_full() {
        assert_eq!(side_by_side(&[board("#"), board("##/#.")]), ["●     ● ●", "      ● ·"]);
        let wide = vec![board("1x15"); 3];
        assert_eq!(side_by_side(&wide).len(), 3);
        assert_eq!(side_by_side(&[board("1x60")]).len(), 1);
    }
}
