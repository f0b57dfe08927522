//! A game: a definition with its arguments, and what is derived from it.

use super::ending::falling_counts;
use super::graph;
use super::mirror::Mirror;
use super::part::Part;
use super::piece::{Piece, decoded, encoded, packed, unpacked};
use super::position::{self, CellPosition, Ground, MOST_CELLS, MOST_SQUARES};
use super::rule::{MOST_SIGNS, Rules};
use super::shown::writes_as_shown;
use super::solver::Solver;
use super::strip::Strips;
use super::symmetry::{Symmetry, symmetries};
use super::syntax::{Definition, NO_CELL, Near};
use super::taking::{self, LONGEST, Taking, Unsolved};
use crate::nimber::Nimber;
use crate::play::Player;
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use std::sync::Arc;

/// A game on cells, ready to be played. Games are equal if their rules are, whatever they
/// are called and whatever a board of a given size begins with.
#[derive(Clone, Debug)]
pub struct Game {
    definition: Arc<Definition>,
    arguments: Vec<usize>,
    impartial: bool,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        let (own, others) = (&self.definition, &other.definition);
        if Arc::ptr_eq(own, others) || own.groups == others.groups && own.classes == others.classes {
            return own.kind == others.kind && self.arguments == other.arguments;
        }
        // Repetitions in several rows are written out up to the size of the board: they are
        // compared as text alone.
        let repeats = |game: &Definition| {
            let rows = game.steps().filter(|step| step.from.rows.len() > 1).flat_map(|step| &step.from.rows);
            rows.flatten().any(|item| item.count.is_some())
        };
        if own.kind != others.kind || repeats(own) || repeats(others) {
            return false;
        }
        let beyond = |game: &Definition| {
            game.groups.iter().flat_map(|g| &g.rules).any(|r| matches!(r.near, Some(Near::Beyond(..))))
        };
        // How far `beyond` goes is the same for all sizes.
        let longest = if beyond(own) || beyond(others) { 4 } else { MOST_CELLS };
        let rules = |game: &Game| Rules::new(&game.definition, &game.arguments, longest);
        let (own, others) = (rules(self), rules(other));
        let shapes = |rules: &Rules, player: usize| -> Vec<_> {
            let mut moves: Vec<_> = rules.moves[player]
                .iter()
                .map(|(step, then)| {
                    let then = then
                        .as_ref()
                        .map(|steps| steps.iter().map(|step| rules.steps[*step].clone()).collect::<Vec<_>>());
                    (rules.steps[*step].clone(), then)
                })
                .collect();
            moves.sort();
            moves
        };
        own.signs == others.signs
            && own.dead == others.dead
            && own.marks == others.marks
            && [0, 1].into_iter().all(|player| shapes(&own, player) == shapes(&others, player))
    }
}

impl Eq for Game {}

impl Game {
    /// A definition with the values of its parameters; those that are missing
    /// at the end have a default.
    ///
    /// # Errors
    /// When numbers are missing or too many, or the signs are too many.
    pub fn new(definition: Definition, arguments: &[usize]) -> Result<Game, Mistake> {
        let given = definition.parameters.iter().enumerate().map(|(i, p)| arguments.get(i).copied().or(p.default));
        let values: Option<Vec<usize>> = given.collect();
        let expected = definition.parameters.len();
        let values = match values {
            Some(values) if arguments.len() <= expected => values,
            _ => {
                let says = say!("pattern.arguments", found = arguments.len(), expected = expected);
                return Err(Mistake::new(0..0, says));
            }
        };
        if let Some(mistake) = definition.empty_count(&values) {
            return Err(mistake);
        }
        let signs = definition.signs().len();
        if signs > MOST_SIGNS {
            return Err(Mistake::new(0..0, say!("pattern.many_signs", found = signs, most = MOST_SIGNS)));
        }
        let impartial = Rules::new(&definition, &values, 2).impartial;
        Ok(Game { definition: Arc::new(definition), arguments: values, impartial })
    }

    /// The definition.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The values of the parameters.
    #[must_use]
    pub fn arguments(&self) -> &[usize] {
        &self.arguments
    }

    /// Do both players have the same moves?
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.impartial
    }

    /// Whether a move may have two steps.
    #[must_use]
    pub fn has_two_steps(&self) -> bool {
        self.definition.groups.iter().flat_map(|group| &group.rules).any(|rule| rule.then.is_some())
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(&self, text: &str) -> Result<CellPosition, Mistake> {
        let taking = || Taking::of("", self, LONGEST);
        let read = position::read(&self.definition, text, MOST_CELLS);
        let mut position = match read {
            // Stones that fall into groups are played group by group.
            Err(mistake) => match taking().filter(|taking| taking.falls_apart()) {
                Some(_) => position::read(&self.definition, text, MOST_SQUARES)?,
                None => return Err(mistake),
            },
            Ok(position) => position,
        };
        let shape = text.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()) && text.contains('(');
        // What a shape leaves out looks like stones that were taken.
        if let Some(taking) = shape.then(taking).flatten() {
            position.signs.iter_mut().filter(|sign| **sign == NO_CELL).for_each(|sign| *sign = taking.gone());
        }
        Ok(position)
    }

    /// The canonical form of one position of a game in which all play ends.
    ///
    /// # Errors
    /// The budget, the depth of the arena, or that play may not end.
    pub fn value(&self, arena: &mut Arena, position: &CellPosition) -> Result<GameId, Unfinished> {
        let budget = arena.budget().clone();
        if let Some(says) = self.ending_from(position, &budget)?.refusal() {
            return Err(Unfinished::Undefined(says));
        }
        if let Some(stones) = self.stones(position) {
            let nimber = stones.value(&budget).map_err(|reason| match reason {
                Unsolved::Stopped(stopped) => Unfinished::Stopped(stopped),
                other => Unfinished::Undefined(other.text()),
            })?;
            return Ok(arena.nimber(nimber.0));
        }
        let mut engine = self.engine(&position.ground);
        if self.impartial {
            let nimber = engine.nimber(position, &budget)?;
            return Ok(arena.nimber(nimber.0));
        }
        engine.value(arena, position)
    }

    /// A position as stones, if all that play does is to take them.
    #[must_use]
    pub fn stones(&self, position: &CellPosition) -> Option<taking::StonePosition> {
        let Ground::Grid { height, width } = *position.ground else { return None };
        let taking = self.taking("", height, width)?;
        let board = taking.board(position)?;
        Some(taking::StonePosition::new(&taking, board))
    }

    /// The game on boards of this size as the taking of stones, if that is all that play does. One
    /// line of more than [`LONGEST`] is left to the engine for all games: it falls into shorter
    /// lines, of which there are few.
    pub(crate) fn taking(&self, name: &str, height: usize, width: usize) -> Option<Arc<Taking>> {
        let longest = height.max(width);
        let is_line = height.min(width) == 1 && (LONGEST + 1..=MOST_CELLS).contains(&longest);
        // Stones that are taken are written as one sign; most games have no other.
        let shown =
            || writes_as_shown(&self.definition, &Rules::new(&self.definition, &self.arguments, longest.min(LONGEST)));
        if is_line || self.definition.signs().len() > 2 && !shown() {
            return None;
        }
        Taking::of(name, self, longest.min(LONGEST))
    }

    /// The engine for positions on this ground.
    #[must_use]
    pub fn engine(&self, ground: &Ground) -> Engine {
        let rules = Arc::new(Rules::new(&self.definition, &self.arguments, ground.longest()));
        let symmetries = symmetries(&rules, self.definition.kind);
        let solver = Solvers::new(&rules, &symmetries, ground);
        let exact = writes_as_shown(&self.definition, &rules);
        Engine { rules, symmetries, solver, exact }
    }
}

/// Values and moves of positions on one ground, with what was found out so far.
pub struct Engine {
    rules: Arc<Rules>,
    symmetries: Vec<Symmetry>,
    solver: Solvers,
    exact: bool,
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
                        let mut boards = vec![];
                        solver.options(&decoded(cells), player, &mut |option| boards.push(option));
                        boards.sort_unstable();
                        boards.dedup();
                        boards.iter().map(|board| solver.pieces(board)).collect()
                    })*
                    Solvers::Graph(solver) => {
                        let mut options = solver.options(&unpacked(cells, solver.vertices()), player);
                        options.sort_unstable();
                        options.dedup();
                        options.iter().map(|codes| solver.pieces(codes)).collect()
                    }
                }
            }

            /// What each move of a player leaves of a piece that stands for others, as it lies, and how many
            /// places more the player has to begin a move there than the opponent; none on graphs.
            pub(crate) fn boards_after(&mut self, cells: &[u64], player: Player) -> Option<Vec<(Box<[u64]>, i64)>> {
                match &mut self.solver {
                    $(Solvers::$name(solver) => {
                        let mut boards = vec![];
                        solver.options(&decoded(cells), player, &mut |option| boards.push(option));
                        boards.sort_unstable();
                        boards.dedup();
                        let mut places = |board, player| i64::from(solver.mobility(board, player));
                        let more = |board| places(board, player) - places(board, player.opponent());
                        let more: Vec<i64> = boards.iter().map(more).collect();
                        Some(boards.iter().map(encoded).zip(more).collect())
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
            None => self.rules.dead.first().copied().unwrap_or(super::syntax::NO_CELL),
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
