//! Graphs on which the second player answers every move by its image.
//!
//! Let σ exchange the vertices on which something can happen in pairs, so that neighbours go to neighbours and
//! every sign to the same. If no step that could ever be made looks at or changes two vertices of which
//! one is the image of the other, the second player wins an impartial game under normal play: a move and its
//! image do not meet, so that after a move the image is still possible, and leads to a graph that σ
//! again leaves as it is ([`super::mirror`] says the same of boards).

use super::graph::Solver;

/// So many choices are tried.
const MOST_TRIED: usize = 50_000;

/// What the search for the pairs knows of a graph.
struct Vertices<'a> {
    codes: &'a [u8],
    /// Neighbours as bits.
    joined: Vec<u128>,
    /// Vertices that a step could look at together with this one, as bits, itself among them.
    together: Vec<u128>,
    image: Vec<Option<usize>>,
    tried: usize,
}

impl Solver {
    /// The pairs of vertices by which every move is answered, if they are found.
    pub(super) fn pairs(&self, codes: &[u8]) -> Option<Vec<(usize, usize)>> {
        let mut together = vec![0u128; codes.len()];
        self.for_each_place(codes, &mut |vertices| {
            let all = vertices.iter().fold(0, |all, vertex| all | 1u128 << vertex);
            vertices.iter().for_each(|vertex| together[*vertex] |= all);
        })?;
        let bits = |list: &Vec<usize>| list.iter().fold(0, |all, vertex| all | 1u128 << vertex);
        let joined = self.neighbours().iter().map(bits).collect();
        let mut vertices = Vertices { codes, joined, together, image: vec![None; codes.len()], tried: 0 };
        let found = vertices.together.iter().any(|others| *others != 0) && vertices.pair_up();
        let pairs = vertices.image.iter().enumerate().filter_map(|(a, b)| Some((a, (*b)?)));
        found.then(|| pairs.filter(|(a, b)| a < b).collect())
    }
}

impl Vertices<'_> {
    /// Finds images for all vertices on which something can happen.
    fn pair_up(&mut self) -> bool {
        let free = |vertex: &usize| self.image[*vertex].is_none() && self.together[*vertex] != 0;
        let Some(vertex) = (0..self.image.len()).find(free) else { return true };
        let others: Vec<usize> = (vertex + 1..self.image.len()).filter(free).collect();
        for other in others {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return false;
            }
            if self.fits(vertex, other) {
                (self.image[vertex], self.image[other]) = (Some(other), Some(vertex));
                if self.pair_up() {
                    return true;
                }
                (self.image[vertex], self.image[other]) = (None, None);
            }
        }
        false
    }

    /// Whether two vertices may be exchanged, beside those that are.
    fn fits(&self, a: usize, b: usize) -> bool {
        let is_joined = |a: usize, b: usize| self.joined[a] >> b & 1 == 1;
        let agrees = |(vertex, image): (usize, &Option<usize>)| {
            let Some(image) = *image else { return true };
            is_joined(a, vertex) == is_joined(b, image) && is_joined(b, vertex) == is_joined(a, image)
        };
        self.codes[a] == self.codes[b]
            && self.together[a] >> b & 1 == 0
            && self.joined[a].count_ones() == self.joined[b].count_ones()
            && self.image.iter().enumerate().all(agrees)
    }
}
