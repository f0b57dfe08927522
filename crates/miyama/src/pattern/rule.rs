//! The rules of a definition on a board of given size: directions written out,
//! signs numbered, signs that nothing tells from "no cell" forgotten.

mod compiler;
mod frame;
mod line;

pub(super) use line::straightened;

use super::syntax::{Definition, Kind, Step};
use crate::play::Player;
use compiler::Compiler;

/// A set of codes: bit 0 is "no cell", bit i the i-th sign.
pub(super) type Codes = u32;

/// The most signs of a game: their codes are bits of a set.
pub(super) const MOST_SIGNS: usize = 31;

/// Most games with marks have no more signs and marks than this: copies of so many sets are short.
pub(super) const FEW_SIGNS: usize = 8;

/// The rules of a game, for boards up to a size.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// The signs that boards hold, in the order of their codes 1, 2, …
    pub signs: Vec<char>,
    /// Signs that are the same as "no cell", code 0.
    pub dead: Vec<char>,
    /// How many more codes there are for marks.
    pub marks: usize,
    /// All steps, of all rules.
    pub steps: Vec<Shape>,
    /// For each player: a step, and the steps of which one follows, if any do.
    pub moves: [Vec<(usize, Option<Vec<usize>>)>; 2],
    /// Do both players have the same moves?
    pub impartial: bool,
    /// May a move go on far from where it began, because no mark ties the two together? Then
    /// cells that no step asks for together are not independent.
    pub scattered: bool,
}

/// A step as it lies on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// Cells relative to the first, which is always on the board.
    Fixed { cells: Vec<Cell>, near: Option<NearCodes> },
    /// A row with repetitions, along a direction.
    Line { along: (i32, i32), from: Vec<Round>, to: Vec<Vec<Sign>> },
}

impl Shape {
    /// The codes that the step puts; what it carries from cell to cell stood there before.
    fn puts(&self) -> Codes {
        match self {
            Shape::Fixed { cells, near } => {
                let put = |cell: &Cell| if let Put::Code(code) = cell.put { 1 << code } else { 0 };
                let changed = near.iter().flat_map(|near| &near.change).fold(0, |all, (_, to)| all | 1 << to);
                cells.iter().map(put).fold(changed, |all, put| all | put)
            }
            Shape::Line { to, .. } => {
                let put = |sign: &Sign| if let Sign::Code(code) = sign { 1 << code } else { 0 };
                to.iter().flatten().map(put).fold(0, |all, put| all | put)
            }
        }
    }
}

/// One cell of a fixed step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    pub at: (i32, i32),
    pub accepts: Codes,
    pub put: Put,
}

/// What a step leaves on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Put {
    Keep,
    Code(u8),
    /// What stood on this cell of the step.
    From((i32, i32)),
}

/// A part of a row and how often it comes: the least and the largest number of
/// times, or `None` where it comes once and is not counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Round {
    pub cells: Vec<(Codes, Option<char>)>,
    pub count: Option<(usize, usize)>,
}

/// A sign of a right side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sign {
    Keep,
    Code(u8),
    Class(char),
}

/// What a rule of one cell asks of its neighbours or does to them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NearCodes {
    pub directions: Vec<(i32, i32)>,
    /// No neighbour has one of these codes.
    pub unless: Codes,
    /// Neighbours that change, and to what.
    pub change: Vec<(u8, u8)>,
}

/// Every sign must have a code of its own while it is found out which are dead.
fn numbered(signs: &[char]) -> Vec<u8> {
    (1..=signs.len() as u8).collect()
}

impl Rules {
    /// The rules on boards whose rows and columns have at most `longest` cells.
    pub(super) fn new(game: &Definition, arguments: &[usize], longest: usize) -> Rules {
        let marks = game.marks();
        let leaves_mark = |step: &Step| {
            let mut signs = step.to.rows.iter().flatten().flat_map(|item| &item.signs);
            signs.any(|sign| marks.contains(&sign.sign))
        };
        let mut going_on = game.groups.iter().flat_map(|group| &group.rules).filter(|rule| rule.then.is_some());
        let scattered = going_on.any(|rule| !leaves_mark(&rule.step));
        let mut all = game.signs();
        all.retain(|sign| !marks.contains(sign));
        let (kept, marks) = (all.len(), marks);
        all.extend(&marks);
        let codes = numbered(&all);
        let mut compiler = Compiler { game, arguments, all, codes, longest };
        let conditions = compiler.conditions();
        // A sign is dead if every condition that speaks of it speaks of "no
        // cell" in the same way. An edge that nothing happens to holds others up.
        let alike = |sign: usize| conditions.iter().all(|set| (set >> (sign + 1) ^ set) & 1 == 0);
        let dead: Vec<bool> =
            (0..compiler.all.len()).map(|i| i < kept && alike(i) && game.kind != Kind::Edges).collect();
        let mut next = 0;
        for (code, dead) in compiler.codes.iter_mut().zip(&dead) {
            next += u8::from(!dead);
            *code = if *dead { 0 } else { next };
        }
        let named = |wanted: bool| (0..kept).filter(|i| dead[*i] == wanted).map(|i| compiler.all[i]).collect();
        let (signs, dead): (Vec<char>, Vec<char>) = (named(false), named(true));
        let mut rules = Rules {
            signs,
            dead,
            marks: marks.len(),
            steps: vec![],
            moves: [vec![], vec![]],
            impartial: true,
            scattered,
        };
        compiler.fill(&mut rules);
        rules
    }

    /// How many codes of signs and marks there are, "no cell" not counted.
    pub(super) fn codes(&self) -> usize {
        self.signs.len() + self.marks
    }

    /// The code of a sign of a board.
    pub(super) fn code(&self, sign: char) -> u8 {
        self.signs.iter().position(|s| *s == sign).map_or(0, |i| i as u8 + 1)
    }

    /// Every set of codes that some step asks a cell to be in.
    pub(super) fn conditions(&self) -> impl Iterator<Item = Codes> {
        (0..self.steps.len()).flat_map(|step| self.asked_by(step))
    }

    /// The sets of codes that a step asks its cells to be in.
    pub(super) fn asked_by(&self, step: usize) -> Vec<Codes> {
        match &self.steps[step] {
            Shape::Fixed { cells, .. } => cells.iter().map(|cell| cell.accepts).collect(),
            Shape::Line { from, .. } => from.iter().flat_map(|round| &round.cells).map(|cell| cell.0).collect(),
        }
    }

    /// The codes that some step of a player asks for or puts.
    pub(super) fn met_by(&self, player: Player) -> Codes {
        let steps = self.moves[player as usize].iter();
        let steps = steps.flat_map(|(step, then)| std::iter::once(*step).chain(then.iter().flatten().copied()));
        let met = |step: usize| self.asked_by(step).into_iter().fold(self.steps[step].puts(), |all, codes| all | codes);
        steps.fold(0, |all, step| all | met(step))
    }

    /// Whether a player could ever move on a board with these signs, wherever they stand: what is possible is the
    /// least set of signs that holds them and all that steps put whose cells can have signs of the set.
    pub(super) fn could_move(&self, player: Player, signs: Codes) -> bool {
        let mut possible = signs | 1;
        let fits = |step: usize, possible: Codes| match &self.steps[step] {
            Shape::Fixed { cells, .. } => cells.iter().all(|cell| cell.accepts & possible != 0),
            Shape::Line { from, .. } => {
                let mut asked = from.iter().filter(|round| round.count.is_none_or(|(least, _)| least > 0));
                asked.all(|round| round.cells.iter().all(|(accepts, _)| accepts & possible != 0))
            }
        };
        loop {
            let before = possible;
            for (step, shape) in self.steps.iter().enumerate() {
                if fits(step, possible) {
                    possible |= shape.puts();
                }
            }
            if possible == before {
                return self.moves[player as usize].iter().any(|(step, _)| fits(*step, possible));
            }
        }
    }

    /// The directions along which all steps lie, and their opposites, where some move has two steps, each is a
    /// line, and none of its cells may be missing: then the cells of a step are neighbours of each other in
    /// these directions, and the second step of a move holds the mark of the first.
    pub(super) fn directions(&self) -> Option<Vec<(i32, i32)>> {
        self.moves.iter().flatten().find(|(_, then)| then.is_some())?;
        let mut all = vec![];
        for step in &self.steps {
            let Shape::Line { along: (down, across), from, .. } = step else { return None };
            if from.iter().flat_map(|round| &round.cells).any(|(accepts, _)| accepts & 1 == 1) {
                return None;
            }
            all.extend([(*down, *across), (-down, -across)]);
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// Does some rule hold only unless a neighbour has some sign?
    pub(super) fn has_unless(&self) -> bool {
        let unless = |shape: &Shape| matches!(shape, Shape::Fixed { near: Some(near), .. } if near.unless != 0);
        self.steps.iter().any(unless)
    }

    fn step(&mut self, shape: Shape) -> usize {
        if let Some(known) = self.steps.iter().position(|known| *known == shape) {
            return known;
        }
        self.steps.push(shape);
        self.steps.len() - 1
    }
}

/// The cells relative to the first in reading order that must be on the board,
/// that one in front, and its place; cells that may be anything and stay are left out.
pub(super) fn anchored(mut cells: Vec<Cell>, anything: Codes) -> (Vec<Cell>, (i32, i32)) {
    for cell in &mut cells {
        // To put the only sign that can have been there is to leave it.
        if let Put::Code(code) = cell.put
            && cell.accepts == 1 << code
        {
            cell.put = Put::Keep;
        }
    }
    cells.retain(|cell| cell.accepts != anything || cell.put != Put::Keep);
    cells.sort_unstable();
    let first = cells.iter().position(|cell| cell.accepts & 1 == 0).unwrap_or(0);
    let origin = cells.get(first).map_or((0, 0), |cell| cell.at);
    let moved = |at: (i32, i32)| (at.0 - origin.0, at.1 - origin.1);
    for cell in &mut cells {
        cell.at = moved(cell.at);
        if let Put::From(source) = cell.put {
            cell.put = Put::From(moved(source));
        }
    }
    if first < cells.len() {
        cells[..=first].rotate_right(1);
    }
    (cells, origin)
}
