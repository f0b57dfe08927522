//! Graphs that are known by a name: `path(5)`, `cycle(5)`, `complete(4)`, `star(3)`, `grid(2,3)`.

use std::collections::BTreeSet;

/// What a graph looks like; numbers say how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphShape {
    /// Vertices in a row.
    Path,
    /// Vertices in a circle, three or more.
    Cycle,
    /// Every vertex is joined to every other.
    Complete,
    /// The first vertex is joined to all others; the number is that of the others.
    Star,
    /// Rows and columns.
    Grid,
}

impl GraphShape {
    /// All of them, with their words.
    pub const ALL: [(&'static str, GraphShape); 5] = [
        ("path", GraphShape::Path),
        ("cycle", GraphShape::Cycle),
        ("complete", GraphShape::Complete),
        ("star", GraphShape::Star),
        ("grid", GraphShape::Grid),
    ];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, shape)| *shape == self).map_or("", |(word, _)| word)
    }

    /// How many numbers say how large it is.
    #[must_use]
    pub fn numbers(self) -> usize {
        if self == GraphShape::Grid { 2 } else { 1 }
    }

    /// How many vertices it has, and its edges in order, vertices counted from 0; none if there
    /// is no such graph.
    ///
    /// ```
    /// use miyama_language::graph_shape::GraphShape;
    /// assert_eq!(GraphShape::Cycle.edges(&[3]), Some((3, vec![(0, 1), (1, 2), (2, 0)])));
    /// assert_eq!(GraphShape::Grid.edges(&[2, 2]), Some((4, vec![(0, 1), (2, 3), (0, 2), (1, 3)])));
    /// assert_eq!(GraphShape::Cycle.edges(&[2]), None);
    /// ```
    #[must_use]
    pub fn edges(self, numbers: &[usize]) -> Option<(usize, Vec<(usize, usize)>)> {
        Some(match (self, numbers) {
            (GraphShape::Path, [n]) => (*n, (1..*n).map(|i| (i - 1, i)).collect()),
            (GraphShape::Cycle, [n]) if *n >= 3 => (*n, (0..*n).map(|i| (i, (i + 1) % n)).collect()),
            (GraphShape::Complete, [n]) => (*n, (0..*n).flat_map(|a| (a + 1..*n).map(move |b| (a, b))).collect()),
            (GraphShape::Star, [n]) => (n.checked_add(1)?, (1..=*n).map(|i| (0, i)).collect()),
            (GraphShape::Grid, [height, width]) => {
                let vertices = height.checked_mul(*width)?;
                let at = |row: usize, column: usize| row * width + column;
                let cells = (0..*height).flat_map(|row| (0..*width).map(move |column| (row, column)));
                let right = cells.clone().filter(|(_, c)| c + 1 < *width).map(|(r, c)| (at(r, c), at(r, c + 1)));
                let down = cells.filter(|(r, _)| r + 1 < *height).map(|(r, c)| (at(r, c), at(r + 1, c)));
                (vertices, right.chain(down).collect())
            }
            _ => return None,
        })
    }

    /// For every vertex the edges that meet there, by their places in the list of edges, from 0.
    #[must_use]
    pub fn stars(self, numbers: &[usize]) -> Option<Vec<BTreeSet<usize>>> {
        let (vertices, edges) = self.edges(numbers)?;
        let mut stars = vec![BTreeSet::new(); vertices];
        for (place, (a, b)) in edges.into_iter().enumerate() {
            stars[a].insert(place);
            stars[b].insert(place);
        }
        Some(stars)
    }
}
