//! The engine of a game on one ground: values, moves and parts of its positions, whatever the size of the board and
//! the number of signs.

use super::bits::Word;
use super::ending::falling_counts;
use super::game::Game;
use super::graph;
use super::mirror::Mirror;
use super::part::Part;
use super::piece::{Piece, decoded, encoded, packed, unpacked};
use super::position::{CellPosition, Ground};
use super::rule::Rules;
use super::shown::writes_as_shown;
use super::solver::Solver;
use super::strip::Strips;
use super::symmetry::{Symmetry, symmetries};
use super::syntax::NO_CELL;
use crate::nimber::Nimber;
use crate::play::Player;
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::Budget;
use num_traits::Zero;
use std::sync::Arc;

/// Values and moves of positions on one ground, with what was found out so far.
pub struct Engine {
    rules: Arc<Rules>,
    symmetries: Vec<Symmetry>,
    solver: Solvers,
    exact: bool,
}

impl Game {
    /// The engine for positions on this ground.
    #[must_use]
    pub fn engine(&self, ground: &Ground) -> Engine {
        let rules = Arc::new(Rules::new(self.definition(), self.arguments(), ground.longest()));
        let symmetries = symmetries(&rules, self.definition().kind);
        let solver = Solvers::new(&rules, &symmetries, ground);
        let exact = writes_as_shown(self.definition(), &rules);
        Engine { rules, symmetries, solver, exact }
    }
}

macro_rules! solvers {
    ($($name:ident $word:ty, $signs:literal;)*) => {
        /// A solver for each size of boards and number of signs.
        enum Solvers {
            $($name(Box<Solver<$word, $signs>>),)*
            Graph(Box<graph::Solver>),
        }

        impl Solvers {
            fn new(rules: &Arc<Rules>, symmetries: &[Symmetry], ground: &Ground) -> Solvers {
                if ground.neighbours().is_some() {
                    return Solvers::Graph(Box::new(graph::Solver::new(rules, ground)));
                }
                $(if ground.cells() <= <$word>::BITS as usize && rules.signs.len() <= $signs {
                    return Solvers::$name(Box::new(Solver::new(rules, symmetries)));
                })*
                Solvers::Large31(Box::new(Solver::new(rules, symmetries)))
            }
        }

        impl Engine {
            /// The canonical form of a position.
            ///
            /// # Errors
            /// The budget, or the depth of the arena.
            pub fn value(&mut self, arena: &mut Arena, position: &CellPosition) -> Result<GameId, Unfinished> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => {
                        let board = solver.board(position);
                        solver.value(arena, &board)
                    })*
                    Solvers::Graph(solver) => solver.value(arena, &position.signs),
                }
            }

            /// The nimber of a position of an impartial game.
            ///
            /// # Errors
            /// The budget, or that play is too long.
            pub fn nimber(&mut self, position: &CellPosition, budget: &Budget) -> Result<Nimber, Unfinished> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => {
                        let board = solver.board(position);
                        solver.nimber(&board, budget, 0)
                    })*
                    Solvers::Graph(solver) => solver.nimber(&position.signs, budget),
                }
            }

            /// How many parts of positions are known.
            #[must_use]
            pub fn known(&self) -> usize {
                match &self.solver {
                    $(Solvers::$name(solver) => solver.len(),)*
                    Solvers::Graph(solver) => solver.len(),
                }
            }

            /// About how many bytes the values take that are known.
            pub(crate) fn bytes(&self) -> u64 {
                match &self.solver {
                    $(Solvers::$name(solver) => solver.bytes(),)*
                    Solvers::Graph(solver) => solver.bytes(),
                }
            }

            /// Every position that a move of `player` leads to, each once. Signs
            /// that are the same as "no cell" are written as that, or as the
            /// first such sign the definition has.
            pub fn options(&mut self, position: &CellPosition, player: Player) -> Vec<CellPosition> {
                let mut boards: Vec<Vec<u8>> = vec![];
                match &mut self.solver {
                    $(Solvers::$name(solver) => {
                        let cells = position.ground.cells();
                        let board = solver.board(position);
                        solver.options(&board, player, &mut |option| {
                            let code = |cell: usize| option.sets.iter().position(|set| set >> cell & 1 == 1);
                            boards.push((0..cells).map(|cell| code(cell).map_or(0, |i| i as u8 + 1)).collect());
                        });
                    })*
                    Solvers::Graph(solver) => boards = solver.options(&solver.codes(&position.signs), player),
                }
                boards.sort_unstable();
                boards.dedup();
                boards.into_iter().map(|codes| self.written(position, &codes)).collect()
            }

            /// The independent parts of a position in which something can happen.
            pub(crate) fn pieces(&mut self, position: &CellPosition) -> Vec<Piece> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => {
                        let board = solver.board(position);
                        solver.pieces(&board)
                    })*
                    Solvers::Graph(solver) => solver.pieces(&solver.codes(&position.signs)),
                }
            }

            /// What each move of a player leaves of a piece that stands for others.
            pub(crate) fn left_of(&mut self, cells: &[u64], player: Player) -> Vec<Vec<Piece>> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => {
                        solver.boards_after(&decoded(cells), player).iter().map(|board| solver.pieces(board)).collect()
                    })*
                    Solvers::Graph(solver) => {
                        let mut options = solver.options(&unpacked(cells, solver.vertices()), player);
                        options.sort_unstable();
                        options.dedup();
                        options.iter().map(|codes| solver.pieces(codes)).collect()
                    }
                }
            }

            /// What each move of a player leaves of a piece that stands for others, as it lies, and how good it seems
            /// to be for the player, if that is asked for; none on graphs.
            pub(crate) fn boards_after(
                &mut self,
                cells: &[u64],
                player: Player,
                is_ordered: bool,
            ) -> Option<Vec<(Box<[u64]>, i64)>> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => {
                        let boards = solver.boards_after(&decoded(cells), player);
                        let seem = if is_ordered { solver.seem(&boards, player) } else { vec![0; boards.len()] };
                        Some(boards.iter().map(encoded).zip(seem).collect())
                    })*
                    Solvers::Graph(_) => None,
                }
            }

            /// The independent parts of a board as it lies.
            pub(crate) fn pieces_of(&mut self, cells: &[u64]) -> Vec<Piece> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => solver.pieces(&decoded(cells)),)*
                    Solvers::Graph(solver) => solver.pieces(&unpacked(cells, solver.vertices())),
                }
            }

            /// The canonical form of a piece that stands for others.
            pub(crate) fn value_of(&mut self, arena: &mut Arena, cells: &[u64]) -> Result<GameId, Unfinished> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => solver.value(arena, &decoded(cells)),)*
                    Solvers::Graph(solver) => solver.sum(arena, &unpacked(cells, solver.vertices())),
                }
            }

            /// The pieces of strips of at most `most` cells of a piece that stands for others, where
            /// there are strips.
            pub(crate) fn strips(
                &mut self,
                cells: &[u64],
                strips: Strips,
                most: u32,
                from_last: bool,
            ) -> Option<Vec<Piece>> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => Some(solver.strips(&decoded(cells), strips, most, from_last)),)*
                    Solvers::Graph(_) => None,
                }
            }

            /// The symmetry by which the second player answers every move in a piece that stands for
            /// others.
            pub(crate) fn mirror_of(&mut self, cells: &[u64]) -> Option<Mirror> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => solver.mirror(&decoded(cells)),)*
                    Solvers::Graph(_) => None,
                }
            }

            /// The symmetry by which the second player answers every move in a position.
            pub fn mirror(&mut self, position: &CellPosition) -> Option<Mirror> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => {
                        let board = solver.board(position);
                        solver.mirror(&board)
                    })*
                    Solvers::Graph(_) => None,
                }
            }

            /// The pairs of vertices of a graph by which the second player answers every move.
            pub(crate) fn pairs(&self, position: &CellPosition) -> Option<Vec<(usize, usize)>> {
                match &self.solver {
                    $(Solvers::$name(_) => None,)*
                    Solvers::Graph(solver) => solver.pairs(&solver.codes(&position.signs)),
                }
            }

            /// How many cells of a piece matter.
            pub(crate) fn size_of(&self, cells: &[u64]) -> u32 {
                match &self.solver {
                    $(Solvers::$name(_) => cells.iter().skip(1).map(|word| word.count_ones()).sum(),)*
                    Solvers::Graph(solver) => {
                        let codes = unpacked(cells, solver.vertices());
                        codes.iter().filter(|code| **code != 0).count() as u32
                    }
                }
            }

            /// How many cells of a piece have one of these signs.
            pub(crate) fn count_of(&self, cells: &[u64], signs: u32) -> u32 {
                match &self.solver {
                    $(Solvers::$name(_) => {
                        let part: Part<$word, $signs> = decoded(cells);
                        let sets = part.sets.iter().enumerate().filter(|(i, _)| signs >> (i + 1) & 1 == 1);
                        sets.map(|(_, set)| set.count_ones()).sum()
                    })*
                    Solvers::Graph(solver) => {
                        let codes = unpacked(cells, solver.vertices());
                        codes.iter().filter(|code| signs >> **code & 1 == 1).count() as u32
                    }
                }
            }

            /// So many moves at least each player has for certain in a piece, whatever the other does.
            pub(crate) fn certain_moves(&mut self, cells: &[u64]) -> [i64; 2] {
                match &mut self.solver {
                    $(Solvers::$name(solver) => solver.certain_moves(&decoded(cells)),)*
                    Solvers::Graph(_) => [0; 2],
                }
            }

            /// Whether a player could ever move in a piece with the signs of this one; on graphs that is not
            /// found out.
            pub(crate) fn could_move(&self, cells: &[u64], player: Player) -> bool {
                match &self.solver {
                    $(Solvers::$name(solver) => solver.could_move(&decoded(cells), player),)*
                    Solvers::Graph(_) => true,
                }
            }

            /// The independent parts of a board as it lies, as they lie.
            pub(crate) fn parts_of(&mut self, cells: &[u64]) -> Vec<Box<[u64]>> {
                let mut found = vec![];
                match &mut self.solver {
                    $(Solvers::$name(solver) => solver.parts(&decoded(cells), &mut |part| found.push(encoded(&part))),)*
                    Solvers::Graph(solver) => {
                        found = solver.parts(&unpacked(cells, solver.vertices())).iter().map(|part| packed(part)).collect();
                    }
                }
                found
            }

            /// The sets of cells of each sign of a piece on a grid, with its width.
            fn sets_of(&self, cells: &[u64]) -> Option<(u32, Vec<u128>)> {
                match &self.solver {
                    $(Solvers::$name(_) => {
                        let part: Part<$word, $signs> = decoded(cells);
                        Some((part.width, part.sets.iter().map(|set| u128::from(*set)).collect()))
                    })*
                    Solvers::Graph(_) => None,
                }
            }

            /// A piece of another game on the same ground whose signs are all of this one's and more: those that
            /// this game does not tell from "no cell" go.
            pub(crate) fn read_from(&self, other: &Engine, cells: &[u64]) -> Option<Box<[u64]>> {
                let (width, sets) = other.sets_of(cells)?;
                let found = |sign: &char| other.rules.signs.iter().position(|s| s == sign).map_or(0, |i| sets[i]);
                match &self.solver {
                    $(Solvers::$name(_) => {
                        let mut part = Part { width, sets: [<$word>::zero(); $signs] };
                        for (set, sign) in part.sets.iter_mut().zip(&self.rules.signs) {
                            let [low, high] = found(sign).parts();
                            *set = <$word>::from_parts([low, high]);
                        }
                        Some(encoded(&part))
                    })*
                    Solvers::Graph(_) => None,
                }
            }

            /// Whether a player can move in a piece sooner or later, whatever play does; on graphs that is
            /// not found out.
            pub(crate) fn reaches(&mut self, cells: &[u64], player: Player) -> bool {
                match &mut self.solver {
                    $(Solvers::$name(solver) => solver.reaches(&decoded(cells), player),)*
                    Solvers::Graph(_) => true,
                }
            }

            /// At how many places a player could begin a move in a piece that stands for others.
            pub(crate) fn mobility(&mut self, cells: &[u64], player: Player) -> u32 {
                match &mut self.solver {
                    $(Solvers::$name(solver) => solver.mobility(&decoded(cells), player),)*
                    Solvers::Graph(solver) => solver.options(&unpacked(cells, solver.vertices()), player).len() as u32,
                }
            }

            /// A piece that stands for others, on a board of its own; `like` is a position of the
            /// game.
            pub(crate) fn position_of(&self, cells: &[u64], like: &CellPosition) -> CellPosition {
                let signs = |codes: Vec<u8>| -> Vec<char> {
                    let sign = |code: &u8| code.checked_sub(1).map_or(NO_CELL, |i| self.rules.signs[i as usize]);
                    codes.iter().map(sign).collect()
                };
                match &self.solver {
                    $(Solvers::$name(_) => {
                        let part: Part<$word, $signs> = decoded(cells);
                        let (height, width) = (part.height() as usize, part.width as usize);
                        let code = |cell: usize| part.sets.iter().position(|set| set >> cell & 1 == 1);
                        let codes = (0..height * width).map(|cell| code(cell).map_or(0, |i| i as u8 + 1)).collect();
                        CellPosition { ground: Arc::new(Ground::Grid { height, width }), signs: signs(codes) }
                    })*
                    Solvers::Graph(solver) => {
                        let codes = unpacked(cells, solver.vertices());
                        CellPosition { ground: like.ground.clone(), signs: signs(codes) }
                    }
                }
            }

            /// The independent parts of a position in which something can
            /// happen, as positions on boards of their own.
            pub fn parts(&mut self, position: &CellPosition) -> Vec<CellPosition> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => {
                        let board = solver.board(position);
                        let mut found = vec![];
                        solver.parts(&board, &mut |part| found.push(part));
                        found.iter().map(|part| self.position_of(&encoded(part), position)).collect()
                    })*
                    Solvers::Graph(solver) => {
                        let parts = solver.parts(&solver.codes(&position.signs));
                        parts.iter().map(|part| self.position_of(&packed(part), position)).collect()
                    }
                }
            }
        }
    };
}

solvers! {
    Small1 u64, 1;
    Small2 u64, 2;
    Small4 u64, 4;
    Small8 u64, 8;
    Large4 u128, 4;
    Large31 u128, 31;
}

impl Engine {
    /// The signs for these codes; a cell that is the same as before keeps its sign.
    fn written(&self, before: &CellPosition, codes: &[u8]) -> CellPosition {
        let sign = |(cell, code): (usize, &u8)| match code.checked_sub(1) {
            Some(i) => self.rules.signs[i as usize],
            None if self.rules.code(before.signs[cell]) == 0 => before.signs[cell],
            None => self.rules.dead.first().copied().unwrap_or(NO_CELL),
        };
        CellPosition { ground: before.ground.clone(), signs: codes.iter().enumerate().map(sign).collect() }
    }

    /// The signs that boards hold, and those that are the same as "no cell".
    #[must_use]
    pub fn signs(&self) -> (&[char], &[char]) {
        (&self.rules.signs, &self.rules.dead)
    }

    /// Whether options are written with the signs that the rules write, and not with others that mean the
    /// same.
    pub(crate) fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether a move may have two steps.
    pub(crate) fn goes_on(&self) -> bool {
        self.rules.moves.iter().flatten().any(|(_, then)| then.is_some())
    }

    /// Sets of signs, as bits, of which every move leaves so many fewer on the board at least.
    pub(crate) fn falling_counts(&self) -> Vec<(u32, u32)> {
        falling_counts(&self.rules)
    }

    /// The strips of a board that the moves of a player do not leave.
    pub(crate) fn strips_of(&self, player: Player) -> Option<Strips> {
        Strips::kept_by(&self.rules, player)
    }

    /// How many symmetries the game has, the identity among them.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("rules", &self.rules).field("known", &self.known()).finish_non_exhaustive()
    }
}
