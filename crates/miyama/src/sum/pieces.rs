//! The pieces into which play can take a sum apart, numbered.

use super::graph::Graph;
use super::solve::NoSolution;
use super::{Part, Position};
use miyama_budget::Budget;
use std::collections::HashMap;

/// A piece: the index of its game, and its heaps or the words of its board.
type Piece = (usize, Vec<u64>);

/// The pieces that play from a sum can reach and that have moves: each with a number,
/// and its options as numbers of pieces, all smaller.
#[derive(Clone, Debug)]
pub struct Pieces {
    graph: Graph,
    /// Are boards of stones left as they lie?
    whole: bool,
    numbers: HashMap<Piece, u32>,
    pieces: Vec<Piece>,
    options: Vec<Vec<Vec<u32>>>,
    bytes: u64,
}

/// A piece whose options are being numbered.
struct Open {
    piece: Piece,
    options: Vec<Vec<Piece>>,
    /// The option, and the piece of it, that comes next.
    next: (usize, usize),
}

impl Pieces {
    /// All pieces below a sum; `None` if there are more than `most`.
    pub(crate) fn below(sum: &Position, most: usize, budget: &Budget) -> Result<Option<Pieces>, NoSolution> {
        Pieces::numbered(sum, false, most, budget)
    }

    /// The same with boards of stones as they lie, not in the groups they fall into.
    pub(crate) fn whole_below(sum: &Position, most: usize, budget: &Budget) -> Result<Option<Pieces>, NoSolution> {
        Pieces::numbered(&sum.whole(), true, most, budget)
    }

    fn numbered(sum: &Position, whole: bool, most: usize, budget: &Budget) -> Result<Option<Pieces>, NoSolution> {
        let mut graph = Graph::new(sum);
        let start = graph.key(sum, budget)?;
        let mut pieces =
            Pieces { graph, whole, numbers: HashMap::new(), pieces: Vec::new(), options: Vec::new(), bytes: 0 };
        for piece in start {
            if !pieces.number(piece, most, budget)? {
                return Ok(None);
            }
        }
        Ok(Some(pieces))
    }

    /// Gives a piece and all below it a number, those below first; false if they are
    /// more than `most`.
    fn number(&mut self, piece: Piece, most: usize, budget: &Budget) -> Result<bool, NoSolution> {
        if self.numbers.contains_key(&piece) {
            return Ok(true);
        }
        let mut path = vec![self.open(piece, budget)?];
        while let Some(top) = path.last_mut() {
            let (option, place) = top.next;
            let Some(left) = top.options.get(option) else {
                if self.pieces.len() + path.len() > most {
                    return Ok(false);
                }
                if let Some(done) = path.pop() {
                    self.close(done);
                }
                continue;
            };
            match left.get(place) {
                None => top.next = (option + 1, 0),
                Some(below) => {
                    top.next.1 += 1;
                    if !self.numbers.contains_key(below) {
                        let below = below.clone();
                        path.push(self.open(below, budget)?);
                    }
                }
            }
        }
        Ok(true)
    }

    fn open(&mut self, piece: Piece, budget: &Budget) -> Result<Open, NoSolution> {
        budget.check()?;
        let mut options: Vec<Vec<Piece>> = Vec::new();
        for left in self.graph.left_of(piece.0, &piece.1, budget)? {
            options.push(left.into_iter().map(|below| (piece.0, below)).collect());
        }
        self.bytes += 64 + options.iter().map(|left| 24 + 4 * left.len() as u64).sum::<u64>();
        budget.need(self.bytes)?;
        Ok(Open { piece, options, next: (0, 0) })
    }

    fn close(&mut self, done: Open) {
        let number = |left: &Vec<Piece>| left.iter().map(|piece| self.numbers[piece]).collect::<Vec<u32>>();
        let mut options: Vec<Vec<u32>> = done.options.iter().map(number).collect();
        options.iter_mut().for_each(|left| left.sort_unstable());
        options.sort_unstable();
        options.dedup();
        self.options.push(options);
        let number = u32::try_from(self.pieces.len()).unwrap_or(u32::MAX);
        self.numbers.insert(done.piece.clone(), number);
        self.pieces.push(done.piece);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Is there no move in the sum?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The options of each piece, as numbers.
    #[must_use]
    pub fn options(&self) -> &[Vec<Vec<u32>>] {
        &self.options
    }

    /// A piece as a position.
    #[must_use]
    pub fn position(&self, number: u32) -> Option<Part> {
        let (game, piece) = self.pieces.get(number as usize)?;
        self.graph.part(*game, piece, &Budget::unlimited())
    }

    /// The numbers of the pieces of a sum; `None` if one is not below.
    ///
    /// # Errors
    /// [`NoSolution`] if it is too large to look at, or the budget ends.
    pub fn numbers(&self, sum: &Position, budget: &Budget) -> Result<Option<Vec<u32>>, NoSolution> {
        let all = self.numbers_of_each(std::slice::from_ref(sum), budget)?;
        Ok(all.into_iter().next().flatten())
    }

    /// The numbers of the pieces of each sum.
    ///
    /// # Errors
    /// [`NoSolution`] if one is too large to look at, or the budget ends.
    pub(crate) fn numbers_of_each(
        &self,
        sums: &[Position],
        budget: &Budget,
    ) -> Result<Vec<Option<Vec<u32>>>, NoSolution> {
        let mut graph = self.graph.clone();
        let mut numbers = |sum: &Position| -> Result<Option<Vec<u32>>, NoSolution> {
            let key = if self.whole { graph.key(&sum.whole(), budget)? } else { graph.key(sum, budget)? };
            Ok(key.iter().map(|piece| self.numbers.get(piece).copied()).collect())
        };
        sums.iter().map(&mut numbers).collect()
    }
}
