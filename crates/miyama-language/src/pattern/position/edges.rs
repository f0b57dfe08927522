//! The edges of a graph as cells, and what falls when they lose the ground.

use crate::pattern::syntax::NO_CELL;

/// The edges of a graph as cells. Vertex 0 is the ground: where there is one, an edge
/// that no edges join to it any longer falls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edges {
    pub(super) ends: Vec<(usize, usize)>,
    pub(super) neighbours: Vec<Vec<usize>>,
}

impl Edges {
    /// Edges between these pairs of vertices. A loop and several edges between the same
    /// vertices are allowed.
    #[must_use]
    pub fn new(ends: Vec<(usize, usize)>) -> Edges {
        let meet = |(a, b): (usize, usize), (c, d): (usize, usize)| a == c || a == d || b == c || b == d;
        let around = |at: usize| (0..ends.len()).filter(|other| *other != at && meet(ends[at], ends[*other])).collect();
        Edges { neighbours: (0..ends.len()).map(around).collect(), ends }
    }

    /// The two ends of each edge.
    #[must_use]
    pub fn ends(&self) -> &[(usize, usize)] {
        &self.ends
    }

    /// For each edge those that share an end with it.
    #[must_use]
    pub fn neighbours(&self) -> &[Vec<usize>] {
        &self.neighbours
    }

    /// Whether each edge has an end on the ground; `None` if there is no ground, and so
    /// nothing falls.
    #[must_use]
    pub fn grounded(&self) -> Option<Vec<bool>> {
        let grounded: Vec<bool> = self.ends.iter().map(|(a, b)| *a == 0 || *b == 0).collect();
        grounded.contains(&true).then_some(grounded)
    }

    /// What is left of these signs when all has fallen that is not joined to the ground.
    #[must_use]
    pub fn held(&self, mut signs: Vec<char>) -> Vec<char> {
        if !self.ends.iter().any(|(a, b)| *a == 0 || *b == 0) {
            return signs;
        }
        let mut reached = vec![0];
        loop {
            let there = || self.ends.iter().zip(&signs).filter(|(_, sign)| **sign != NO_CELL).map(|(ends, _)| *ends);
            let next = there()
                .flat_map(|(a, b)| [(a, b), (b, a)])
                .find(|(from, to)| reached.contains(from) && !reached.contains(to));
            let Some((_, vertex)) = next else { break };
            reached.push(vertex);
        }
        for ((a, _), sign) in self.ends.iter().zip(&mut signs) {
            if !reached.contains(a) {
                *sign = NO_CELL;
            }
        }
        signs
    }

    /// How an edge is called: its ends, `0-1`; of several between the same vertices the
    /// second is `0-1b`, the third `0-1c` …
    #[must_use]
    pub fn name(&self, edge: usize) -> String {
        let (a, b) = self.ends[edge];
        let same = |ends: &&(usize, usize)| **ends == (a, b) || **ends == (b, a);
        let before = self.ends[..edge].iter().filter(same).count();
        let letter = u8::try_from(before).ok().filter(|n| (1..26).contains(n)).map(|n| char::from(b'a' + n));
        format!("{a}-{b}{}", letter.map_or_else(String::new, String::from))
    }
}
