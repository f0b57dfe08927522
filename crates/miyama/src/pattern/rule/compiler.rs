//! From the rules as they are written to steps: signs become codes, repetitions and directions are written out.

use super::frame::{Frame, frames, place};
use super::line::{cut, straightened};
use super::{Cell, Codes, NearCodes, Put, Round, Rules, Shape, Sign, anchored};
use crate::pattern::syntax::{ANY_CELL, ANYTHING, Definition, Directions, Item, NO_CELL, Near, Pattern, Rule, Step};
use crate::play::Player;

/// A definition with its arguments, and the code of each of its signs.
pub(super) struct Compiler<'a> {
    pub(super) game: &'a Definition,
    pub(super) arguments: &'a [usize],
    pub(super) all: Vec<char>,
    pub(super) codes: Vec<u8>,
    pub(super) longest: usize,
}

impl Compiler<'_> {
    /// Writes all moves of all rules.
    pub(super) fn fill(&self, rules: &mut Rules) {
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
    pub(super) fn conditions(&self) -> Vec<Codes> {
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
