//! The Young diagrams on a board.

use super::shape::Board;

/// The rows of every Young diagram whose stones are stones of `board`, with its
/// corner in the upper left; by size, then the longer rows first. The empty one
/// is among them.
///
/// ```
/// use miyama::pattern::taking::{Board, young_diagrams};
/// let diagrams = young_diagrams(&Board::rectangle(2, 2).unwrap());
/// assert_eq!(diagrams, [vec![], vec![1], vec![2], vec![1, 1], vec![2, 1], vec![2, 2]]);
/// ```
#[must_use]
pub fn young_diagrams(board: &Board) -> Vec<Vec<usize>> {
    // How many stones each row has before its first gap.
    let rows = (0..board.height()).map(|row| (0..board.width()).take_while(|&column| board.has(row, column)).count());
    let mut diagrams = vec![Vec::new()];
    let mut last = diagrams.clone();
    for most in rows {
        let longer = |diagram: &Vec<usize>| {
            let most = diagram.last().map_or(most, |&above| most.min(above));
            let diagram = diagram.clone();
            (1..=most).map(move |row| [diagram.as_slice(), &[row]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        diagrams.extend(last.iter().cloned());
    }
    diagrams.sort_by_key(|rows| (rows.iter().sum::<usize>(), std::cmp::Reverse(rows.clone())));
    diagrams
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_the_subsets_that_are_young_diagrams() {
        for text in ["3x3", "2x4", "staircase(4)", "##.#/####/####", ".##/###"] {
            let board: Board = text.parse().unwrap();
            let squares: Vec<_> = board.stones().collect();
            let is_young = |kept: &[(usize, usize)]| {
                kept.iter()
                    .all(|&(r, c)| (r == 0 || kept.contains(&(r - 1, c))) && (c == 0 || kept.contains(&(r, c - 1))))
            };
            let subsets = (0..1u64 << squares.len())
                .map(|set| (0..squares.len()).filter(|i| set >> i & 1 == 1).map(|i| squares[i]).collect::<Vec<_>>());
            let mut expected: Vec<Vec<_>> = subsets.filter(|kept| is_young(kept)).collect();
            let found = young_diagrams(&board);
            let mut found: Vec<Vec<_>> =
                found.iter().map(|rows| Board::young(rows).unwrap().stones().collect()).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{text}");
        }
    }
}
