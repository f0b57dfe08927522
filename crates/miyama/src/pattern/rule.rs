//! The rules of a definition on a board of given size: directions written out,
//! signs numbered, signs that nothing tells from "no cell" forgotten.

mod frame;
mod line;

pub(super) use line::straightened;

use super::syntax::{ANY_CELL, ANYTHING, Definition, Directions, Item, Kind, NO_CELL, Near, Pattern, Rule, Step};
use crate::play::Player;
use frame::{Frame, frames, place};
use line::cut;

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

struct Compiler<'a> {
    game: &'a Definition,
    arguments: &'a [usize],
    all: Vec<char>,
    codes: Vec<u8>,
    longest: usize,
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

impl Compiler<'_> {
    fn fill(&self, rules: &mut Rules) {
        for group in &self.game.groups {
            for rule in &group.rules {
                let mut moves = vec![];
                let then = rule.then.as_ref().map(|then| {
                    let steps = then.steps.iter().flat_map(|step| self.shapes(step, then.directions, None));
                    let mut steps: Vec<usize> = steps.map(|shape| rules.step(shape)).collect();
                    steps.sort_unstable();
                    steps.dedup();
                    steps
                });
                for shape in self.shapes(&rule.step, group.directions, Some(rule)) {
                    moves.push((rules.step(shape), then.clone()));
                }
                for player in Player::BOTH {
                    if group.who.is_none_or(|who| who == player) {
                        rules.moves[player as usize].extend(moves.iter().cloned());
                    }
                }
            }
        }
        for moves in &mut rules.moves {
            moves.sort_unstable();
            moves.dedup();
        }
        rules.impartial = rules.moves[0] == rules.moves[1];
    }

    /// Every set of codes that some cell is asked to be in.
    fn conditions(&self) -> Vec<Codes> {
        let mut sets = vec![];
        for step in self.game.steps() {
            let cells = step.from.rows.iter().flatten().flat_map(|item| &item.signs);
            sets.extend(cells.map(|sign| self.accepts(sign.sign)));
        }
        for rule in self.game.groups.iter().flat_map(|group| &group.rules) {
            match &rule.near {
                Some(Near::Unless(signs)) => {
                    sets.push(signs.iter().fold(0, |set, s| set | self.accepts(s.sign)));
                }
                Some(Near::Change(from, _) | Near::Beyond(from, _)) => {
                    sets.extend(from.iter().map(|s| self.accepts(s.sign)))
                }
                None => {}
            }
        }
        sets
    }

    fn code(&self, sign: char) -> u8 {
        self.all.iter().position(|s| *s == sign).map_or(0, |i| self.codes[i])
    }

    fn accepts(&self, sign: char) -> Codes {
        let every = self.codes.iter().fold(0, |set, code| set | 1 << code);
        match sign {
            ANYTHING => every | 1,
            ANY_CELL => every,
            NO_CELL => 1,
            sign => match self.game.class(sign) {
                Some(class) => class.signs.iter().fold(0, |set, s| set | self.accepts(s.sign)),
                None => 1 << self.code(sign),
            },
        }
    }

    fn range(&self, item: &Item) -> Option<(usize, usize)> {
        let value = |name: &str| {
            let parameters = self.game.parameters.iter();
            parameters.zip(self.arguments).find(|(p, _)| p.name == name).map_or(0, |(_, value)| *value)
        };
        let (least, most) = item.count.as_ref()?.range(&value);
        // A round of which something is on the board comes at most as often as
        // a line has cells.
        let on_board = item.signs.iter().any(|s| self.accepts(s.sign) & 1 == 0);
        let most = most.unwrap_or(self.longest);
        Some((least, if on_board { most.min(self.longest) } else { most }))
    }

    fn right(&self, sign: char) -> Sign {
        match sign {
            ANYTHING | ANY_CELL => Sign::Keep,
            NO_CELL => Sign::Code(0),
            sign if self.game.class(sign).is_some() => Sign::Class(sign),
            sign => Sign::Code(self.code(sign)),
        }
    }

    /// All shapes of a step: its images in all directions.
    fn shapes(&self, step: &Step, directions: Directions, rule: Option<&Rule>) -> Vec<Shape> {
        let repeated = |p: &Pattern| p.rows.iter().flatten().any(|item| item.count.is_some());
        let near = rule.and_then(|rule| rule.near.as_ref()).zip(step.changed());
        let mut shapes = vec![];
        if repeated(&step.from) && step.from.rows.len() == 1 {
            let (from, to) = self.line(step);
            for (along, _) in frames(self.game.kind, directions) {
                shapes.push(straightened(along, &from, &to));
            }
        } else {
            for (from, to) in self.written(step) {
                for (along, down) in frames(self.game.kind, directions) {
                    let (cells, origin) = self.fixed(&from, &to, along, down);
                    let near = near.map(|(near, (i, j))| {
                        let at = place((along, down), i, j);
                        self.near(near, directions, (at.0 - origin.0, at.1 - origin.1), (along, down))
                    });
                    shapes.push(Shape::Fixed { cells, near });
                }
            }
        }
        shapes.sort_unstable();
        shapes.dedup();
        shapes
    }

    /// What is asked of the cells around the one `here`, relative to the first.
    fn near(&self, near: &Near, directions: Directions, here: (i32, i32), frame: Frame) -> NearCodes {
        let straight = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let slanted = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let mut around = vec![];
        if !directions.diag || directions.sym {
            around.extend(straight);
        }
        if directions.diag {
            around.extend(slanted);
        }
        if let Near::Beyond(..) = near {
            let far = self.longest;
            let steps = (0..far).flat_map(|i| (0..far).map(move |j| (i, j))).filter(|step| *step != (0, 0));
            around = steps.map(|(i, j)| place(frame, i, j)).collect();
        }
        let mut around: Vec<(i32, i32)> = around.iter().map(|at| (at.0 + here.0, at.1 + here.1)).collect();
        around.sort_unstable();
        match near {
            Near::Unless(signs) => {
                let unless = signs.iter().fold(0, |set, s| set | self.accepts(s.sign));
                NearCodes { directions: around, unless, change: vec![] }
            }
            Near::Change(from, to) | Near::Beyond(from, to) => {
                let target = |i: usize| to[if to.len() == 1 { 0 } else { i }].sign;
                let change = from.iter().enumerate().map(|(i, s)| (self.code(s.sign), self.put_code(target(i))));
                // What becomes what it is does not change.
                NearCodes { directions: around, unless: 0, change: change.filter(|(from, to)| from != to).collect() }
            }
        }
    }

    fn put_code(&self, sign: char) -> u8 {
        if sign == NO_CELL { 0 } else { self.code(sign) }
    }

    fn line(&self, step: &Step) -> (Vec<Round>, Vec<Vec<Sign>>) {
        // Classes that the right side asks for are named in the order in which
        // the left side has them; the others are only conditions.
        let right_signs = || step.to.rows[0].iter().flat_map(|item| &item.signs);
        let is_class = |sign: char| self.game.class(sign).is_some() && right_signs().any(|s| s.sign == sign);
        let mut carried: Vec<char> = vec![];
        for sign in step.from.rows[0].iter().flat_map(|item| &item.signs) {
            if is_class(sign.sign) && !carried.contains(&sign.sign) {
                carried.push(sign.sign);
            }
        }
        let class = |sign: char| carried.iter().position(|c| *c == sign).map(|i| char::from(b'A' + i as u8));
        let round = |item: &Item| Round {
            cells: item.signs.iter().map(|s| (self.accepts(s.sign), class(s.sign))).collect(),
            count: self.range(item),
        };
        let named = |sign: char| class(sign).map_or_else(|| self.right(sign), Sign::Class);
        let right = |item: &Item| item.signs.iter().map(|s| named(s.sign)).collect();
        // Where the right side has its repetitions in other places, the parts
        // between them are cut differently; only their order matters.
        let from = step.from.rows[0].iter().map(round).collect();
        let to =
            step.to.rows[0].iter().map(|item| (item.count.is_some(), right(item))).collect::<Vec<(bool, Vec<Sign>)>>();
        (from, cut(&to))
    }

    /// Both sides with repetitions written out, as far as rows come out equal.
    #[expect(clippy::type_complexity)]
    fn written(&self, step: &Step) -> Vec<(Vec<Vec<char>>, Vec<Vec<char>>)> {
        let mut counts: Vec<Vec<usize>> = vec![vec![]];
        for item in step.from.rows.iter().flatten() {
            if let Some((least, most)) = self.range(item) {
                let longer = |c: &Vec<usize>| (least..=most).map(|n| [c.as_slice(), &[n]].concat()).collect::<Vec<_>>();
                counts = counts.iter().flat_map(longer).collect();
            }
        }
        let side = |pattern: &Pattern, counts: &[usize]| {
            let mut counts = counts.iter();
            let mut cells = |item: &Item| {
                let times = if item.count.is_some() { counts.next().copied().unwrap_or(0) } else { 1 };
                item.signs.iter().map(|s| s.sign).collect::<Vec<_>>().repeat(times)
            };
            pattern.rows.iter().map(|row| row.iter().flat_map(&mut cells).collect()).collect::<Vec<Vec<char>>>()
        };
        let both = counts.iter().map(|counts| (side(&step.from, counts), side(&step.to, counts)));
        both.filter(|(from, _)| from.iter().all(|row| row.len() == from[0].len())).collect()
    }

    /// The cells of a step that lies so, and the place of the first of them.
    fn fixed(
        &self,
        from: &[Vec<char>],
        to: &[Vec<char>],
        along: (i32, i32),
        down: (i32, i32),
    ) -> (Vec<Cell>, (i32, i32)) {
        let place = |i: usize, j: usize| place((along, down), i, j);
        let signs = |rows: &[Vec<char>]| {
            let rows = rows.iter().enumerate();
            let cells = rows.flat_map(|(i, row)| row.iter().enumerate().map(move |(j, sign)| (place(i, j), *sign)));
            cells.collect::<Vec<_>>()
        };
        let (from, to) = (signs(from), signs(to));
        let mut cells = vec![];
        for (i, (at, sign)) in from.iter().enumerate() {
            let wanted = to[i].1;
            let put = match self.right(wanted) {
                Sign::Keep => Put::Keep,
                Sign::Code(code) => Put::Code(code),
                Sign::Class(class) => {
                    let number = to[..i].iter().filter(|(_, other)| *other == class).count();
                    let source = from.iter().filter(|(_, other)| *other == class).nth(number);
                    source.map_or(Put::Keep, |(source, _)| if source == at { Put::Keep } else { Put::From(*source) })
                }
            };
            cells.push(Cell { at: *at, accepts: self.accepts(*sign), put });
        }
        anchored(cells, self.accepts(ANYTHING))
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
