//! A position as it lies on the table: heaps as rows of stones, boards as grids.

use miyama::opponent::{column_name, number_of};
use miyama::pattern;
use miyama::pattern::taking::Board;
use miyama::sum::{Part, Position};
use num_bigint::BigUint;
use num_traits::Zero;

/// A heap with more stones is drawn by its first ones.
const MOST_STONES: usize = 40;

/// A number with more digits is written by its first and last ones.
const MOST_DIGITS: usize = 40;

/// How texts are made to stand out; nothing over a pipe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint(pub(super) bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Numbers of heaps, names of squares.
    pub(super) fn quiet(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Stones.
    fn stone(self, text: &str) -> String {
        self.with("33", text)
    }

    /// What the machine does, and how a game ends.
    pub(super) fn strong(self, text: &str) -> String {
        self.with("1", text)
    }
}

/// The lines of a drawing.
pub(super) fn drawn(sum: &Position, paint: Paint) -> Vec<String> {
    let heaps = || {
        sum.parts.iter().filter_map(|part| match part {
            Part::Heap { heaps, .. } => Some(heaps.iter()),
            Part::Cells(_) | Part::Worth(_) | Part::Compound(_) => None,
        })
    };
    let widest = heaps().flatten().map(|heap| row(heap).chars().count()).max().unwrap_or(0);
    let digits = heaps().flatten().map(|heap| short(heap).chars().count()).max().unwrap_or(0);
    let last = number_of(sum, sum.parts.len()) - 1;
    let margin = last.to_string().len();
    let alone = (1..sum.parts.len()).all(|index| !begins_block(sum, index));
    let mut lines = Vec::new();
    for (index, part) in sum.parts.iter().enumerate() {
        let first = number_of(sum, index);
        if !alone && begins_block(sum, index) {
            let number = if matches!(part, Part::Cells(_) | Part::Worth(_) | Part::Compound(_)) {
                format!("{first}: ")
            } else {
                String::new()
            };
            lines.push(paint.quiet(&format!("  {number}{}", part.label())));
        }
        match part {
            Part::Heap { heaps, .. } => {
                for (offset, heap) in heaps.iter().enumerate() {
                    let stones = row(heap);
                    let gap = " ".repeat(widest - stones.chars().count());
                    let number = paint.quiet(&format!("{:>margin$}", first + offset));
                    lines.push(format!("  {number}  {}{gap}  {:>digits$}", paint.stone(&stones), short(heap)));
                }
            }
            Part::Cells(cells) => match cells.stones().filter(|stones| stones.rule().stone() == '#') {
                Some(stones) => lines.extend(grid(stones.board(), paint)),
                None => lines.extend(signs(cells.position(), paint)),
            },
            Part::Worth(worth) => lines.push(format!("  {}", paint.stone(worth.text()))),
            Part::Compound(compound) => lines.push(format!("  {}", paint.stone(&compound.to_string()))),
        }
    }
    lines
}

/// Whether a part is drawn below a name of its own: neighbouring heaps of a
/// one-heap game share theirs.
fn begins_block(sum: &Position, index: usize) -> bool {
    let part = &sum.parts[index];
    !part.joins() || index == 0 || !sum.parts[index - 1].follows(part)
}

/// Stones in groups of five.
fn row(heap: &BigUint) -> String {
    let (count, more) = match usize::try_from(heap) {
        Ok(count) if count <= MOST_STONES => (count, ""),
        _ => (MOST_STONES / 2, " …"),
    };
    let groups: Vec<String> = (0..count).step_by(5).map(|at| "●".repeat((count - at).min(5))).collect();
    groups.join(" ") + more
}

/// A number that fits into a line.
fn short(n: &BigUint) -> String {
    let digits = n.to_string();
    if digits.len() <= MOST_DIGITS {
        return digits;
    }
    let end = &digits[digits.len() - 12..];
    format!("{}…{end} ({})", &digits[..12], digits.len())
}

/// Cells with the names of their rows and columns; a graph with the numbers of its
/// vertices.
fn signs(position: &pattern::CellPosition, paint: Paint) -> Vec<String> {
    let (height, width) = match &*position.ground {
        pattern::Ground::Grid { height, width } => (*height, *width),
        pattern::Ground::Graph(neighbours) => {
            let line = |(vertex, joined): (usize, &Vec<usize>)| {
                let joined: Vec<String> = joined.iter().map(|other| (other + 1).to_string()).collect();
                let number = paint.quiet(&format!("{:>3}", vertex + 1));
                let others = paint.quiet(&format!("- {}", joined.join(" ")));
                format!("  {number}  {}  {others}", paint.stone(&position.signs[vertex].to_string()))
            };
            return neighbours.iter().enumerate().map(line).collect();
        }
        pattern::Ground::Edges(edges) => {
            let left = (0..position.signs.len()).filter(|edge| position.signs[*edge] != '|');
            let line = |edge: usize| {
                let name = paint.quiet(&format!("{:>6}", edges.name(edge)));
                format!("  {name}  {}", paint.stone(&position.signs[edge].to_string()))
            };
            return left.map(line).collect();
        }
    };
    let margin = height.to_string().len();
    let cell = column_name(width.saturating_sub(1)).len();
    let names: Vec<String> = (0..width).map(|column| format!("{:>cell$}", column_name(column))).collect();
    let mut lines = vec![format!("  {}  {}", " ".repeat(margin), paint.quiet(&names.join(" ")))];
    for (row, signs) in position.signs.chunks(width.max(1)).enumerate() {
        let number = paint.quiet(&format!("{:>margin$}", row + 1));
        let shown = |sign: &char| match sign {
            '|' => " ".repeat(cell),
            '.' => format!("{:>cell$}", paint.quiet("·")),
            sign => format!("{}{}", " ".repeat(cell - 1), paint.stone(&sign.to_string())),
        };
        lines.push(format!("  {number}  {}", signs.iter().map(shown).collect::<Vec<_>>().join(" ")));
    }
    lines
}

/// A board with the names of its rows and columns.
fn grid(board: &Board, paint: Paint) -> Vec<String> {
    let margin = board.height().to_string().len();
    let cell = column_name(board.width().saturating_sub(1)).len();
    let names: Vec<String> = (0..board.width()).map(|column| format!("{:>cell$}", column_name(column))).collect();
    let mut lines = vec![format!("  {}  {}", " ".repeat(margin), paint.quiet(&names.join(" ")))];
    for (row, drawn) in board.drawn(&[]).iter().enumerate() {
        let number = paint.quiet(&format!("{:>margin$}", row + 1));
        let squares: Vec<String> = drawn
            .split(' ')
            .map(|square| {
                let pad = " ".repeat(cell - 1);
                if square == "●" {
                    format!("{pad}{}", paint.stone(square))
                } else {
                    format!("{pad}{}", paint.quiet(square))
                }
            })
            .collect();
        lines.push(format!("  {number}  {}", squares.join(" ")));
    }
    if board.count().is_zero() && board.height() == 0 {
        lines = vec![format!("  {}", paint.quiet("·"))];
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama::game::Games;
    use miyama::sum::parse_position;

    fn plain(text: &str) -> String {
        drawn(&parse_position(text, &Games::built_in()).unwrap(), Paint(false)).join("\n")
    }

    #[test]
    fn heaps_are_rows_of_stones() {
        assert_eq!(plain("nim:3,0,12"), "  1  ●●●              3\n  2                   0\n  3  ●●●●● ●●●●● ●●  12");
        assert_eq!(plain("nim:41"), "  1  ●●●●● ●●●●● ●●●●● ●●●●● …  41");
        assert!(plain(&format!("nim:1{}", "0".repeat(50))).ends_with("100000000000…000000000000 (51)"));
    }

    #[test]
    fn boards_are_grids_with_names() {
        assert_eq!(plain("2d-nim:###/##."), "     a b c\n  1  ● ● ●\n  2  ● ● ·");
        let sum = "  nim\n  1  ●●  2\n  2: 2d-nim\n     a b\n  1  ● ●\n  wythoff\n  3  ●   1\n  4  ●●  2";
        assert_eq!(plain("nim:2 + 2d-nim:## + wythoff:1,2"), sum);
        assert_eq!(
            plain("wythoff:1,0 + wythoff:0,1"),
            "  wythoff\n  1  ●  1\n  2     0\n  wythoff\n  3     0\n  4  ●  1"
        );
    }
}
