//! Finds all places of all steps on a board at once: a chain of shifts and
//! intersections per step, and one more round per length where parts repeat.

use super::bits::{Word, back, bit, columns};
use super::rule::{Codes, MOST_SIGNS, NearCodes, Put, Round, Rules, Shape, Sign};
use std::sync::OnceLock;

/// So many rounds of a line are counted in place.
const FEW_ROUNDS: usize = 8;

/// The steps of a game, prepared for boards of one width.
#[derive(Debug)]
pub(super) struct Matcher<W> {
    pub width: usize,
    columns: Vec<W>,
    steps: Vec<Prepared<W>>,
}

/// A shift along the board: how far, and from where it stays in its rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift<W> {
    pub delta: i32,
    pub from: W,
}

impl<W: Word> Shift<W> {
    /// The cells from which the shift leads into `set`.
    #[inline]
    pub(super) fn leading_to(self, set: W) -> W {
        back(set, self.delta) & self.from
    }

    /// Where the shift leads from cells of `set`.
    #[inline]
    pub(super) fn reached_from(self, set: W) -> W {
        back(set & self.from, -self.delta)
    }
}

#[derive(Debug)]
enum Prepared<W> {
    Fixed { checks: Vec<(Codes, Shift<W>)>, place: Place<W>, near: Option<Around<W>> },
    Line(Line<W>),
}

/// What a step does where it is found: the same for all its places.
#[derive(Clone, Debug)]
pub(super) struct Place<W> {
    /// The cells that it asks for: where, what may stand there, whether it is
    /// written.
    pub cells: Vec<CellTest<W>>,
    /// Cells that always exist: bits relative to `base`, cleared in all sets,
    /// then set in some.
    base: i32,
    clear: W,
    set: Vec<(u8, W)>,
    /// Cells that may not exist, or get what stands elsewhere.
    other: Vec<(Shift<W>, Put, Option<Shift<W>>)>,
}

/// A cell that a step asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellTest<W> {
    pub shift: Shift<W>,
    pub accepts: Codes,
    pub written: bool,
    /// What may be put there.
    pub puts: Codes,
}

/// The neighbours of a rule of one cell.
#[derive(Clone, Debug)]
pub(super) struct Around<W> {
    pub shifts: Vec<Shift<W>>,
    pub codes: NearCodes,
}

/// A row with repetitions, read outwards from a cell that is always there.
#[derive(Debug)]
struct Line<W> {
    along: (i32, i32),
    first: Codes,
    program: Vec<Part>,
    /// The rounds of the left side, in order.
    rounds: Vec<Round>,
    to: Vec<Vec<Sign>>,
    /// The round and the cell of its first repetition that the line is read from.
    anchor: (usize, usize),
    /// If one round alone repeats: which, and what the line does for each count of it, found out when it is
    /// first asked for.
    places: Option<(usize, Vec<OnceLock<Place<W>>>)>,
}

#[derive(Debug)]
struct Part {
    forward: bool,
    cells: Vec<Codes>,
    /// The round that it counts, and how often it comes.
    count: Option<(usize, usize, usize)>,
}

/// Where a step was found: its places, what it asks and does, its neighbours.
pub(super) struct Found<'a, W> {
    pub at: W,
    pub place: &'a Place<W>,
    pub near: Option<&'a Around<W>>,
}

/// What stands where, or what may: the cells that do not satisfy a set with "no
/// cell" in it, and those that satisfy one without.
pub(super) trait View<W> {
    /// Cells of the board on which something of `codes` stands.
    fn some(&self, codes: Codes) -> W;
    /// Cells of the board on which nothing of `codes` stands; `codes` holds "no cell".
    fn none(&self, codes: Codes) -> W;
}

/// The sets of cells of each sign; marks after signs.
pub(super) struct Exactly<'a, W>(pub &'a [W]);

impl<W: Word> View<W> for Exactly<'_, W> {
    #[inline]
    fn some(&self, codes: Codes) -> W {
        let mut union = W::zero();
        for (i, set) in self.0.iter().enumerate() {
            if codes >> (i + 1) & 1 == 1 {
                union = union | *set;
            }
        }
        union
    }

    #[inline]
    fn none(&self, codes: Codes) -> W {
        self.some(!codes)
    }
}

impl<W: Word> Matcher<W> {
    pub(super) fn new(rules: &Rules, width: usize) -> Matcher<W> {
        let mut matcher = Matcher { width, columns: columns(width), steps: vec![] };
        matcher.steps = rules.steps.iter().map(|shape| matcher.prepared(shape)).collect();
        matcher
    }

    pub(super) fn shift(&self, (down, across): (i32, i32)) -> Shift<W> {
        let width = self.width as i32;
        let delta = down * width + across;
        let from = if across.abs() > width { W::zero() } else { self.columns[(across + width) as usize] };
        Shift { delta, from }
    }

    fn prepared(&self, shape: &Shape) -> Prepared<W> {
        match shape {
            Shape::Fixed { cells, near } => {
                let checks = cells.iter().map(|cell| (cell.accepts, self.shift(cell.at))).collect();
                let asked = cells.iter().map(|cell| (cell.at, cell.accepts, cell.put)).collect::<Vec<_>>();
                let around = |near: &NearCodes| Around {
                    shifts: near.directions.iter().map(|d| self.shift(*d)).collect(),
                    codes: near.clone(),
                };
                Prepared::Fixed { checks, place: self.place(&asked), near: near.as_ref().map(around) }
            }
            Shape::Line { along, from, to } => {
                let rounds = from.clone();
                let always = |(_, round): &(usize, &Round)| {
                    round.count.is_none_or(|(least, _)| least > 0) && round.cells.iter().any(|c| c.0 & 1 == 0)
                };
                let here = from.iter().enumerate().find(always).map_or(0, |(i, _)| i);
                let cell = from[here].cells.iter().position(|c| c.0 & 1 == 0).unwrap_or(0);
                let codes = |cells: &[(Codes, Option<char>)]| cells.iter().map(|c| c.0).collect::<Vec<_>>();
                let mut program = vec![];
                let mut push = |forward: bool, cells: Vec<Codes>, count: Option<(usize, usize, usize)>| {
                    if !cells.is_empty() {
                        program.push(Part { forward, cells, count });
                    }
                };
                let round = &from[here];
                push(true, codes(&round.cells[cell + 1..]), None);
                if let Some((least, most)) = round.count {
                    push(true, codes(&round.cells), Some((here, least - 1, most.max(1) - 1)));
                }
                for (i, round) in from.iter().enumerate().skip(here + 1) {
                    push(true, codes(&round.cells), round.count.map(|(least, most)| (i, least, most)));
                }
                let reversed = |mut cells: Vec<Codes>| {
                    cells.reverse();
                    cells
                };
                push(false, reversed(codes(&round.cells[..cell])), None);
                for (i, round) in from.iter().enumerate().take(here).rev() {
                    push(false, reversed(codes(&round.cells)), round.count.map(|(least, most)| (i, least, most)));
                }
                let first = round.cells[cell].0;
                let (to, anchor) = (to.clone(), (here, cell));
                let mut repeat = (0..rounds.len()).filter(|round| rounds[*round].count.is_some());
                let places = match (repeat.next(), repeat.next()) {
                    // No board has a longer line.
                    (Some(only), None) => Some((only, (0..=W::BITS).map(|_| OnceLock::new()).collect())),
                    _ => None,
                };
                Prepared::Line(Line { along: *along, first, program, rounds, to, anchor, places })
            }
        }
    }

    /// Prepares what is done at cells relative to the place where a step is found.
    fn place(&self, cells: &[((i32, i32), Codes, Put)]) -> Place<W> {
        let mut place = Place { cells: vec![], base: 0, clear: W::zero(), set: vec![], other: vec![] };
        let always = |accepts: Codes| accepts & 1 == 0;
        let fixed = |(_, accepts, put): &&((i32, i32), Codes, Put)| always(*accepts) && matches!(put, Put::Code(_));
        place.base = cells.iter().filter(fixed).map(|c| self.shift(c.0).delta).min().unwrap_or(0);
        for (at, accepts, put) in cells {
            let shift = self.shift(*at);
            let source = |from: &(i32, i32)| cells.iter().find(|c| c.0 == *from).map_or(0, |c| c.1);
            let puts = match put {
                Put::Keep => 0,
                Put::Code(code) => 1 << code,
                Put::From(from) => source(from),
            };
            place.cells.push(CellTest { shift, accepts: *accepts, written: *put != Put::Keep, puts });
            match put {
                Put::Keep => {}
                Put::Code(code) if always(*accepts) => {
                    let here = (shift.delta - place.base) as usize;
                    // Steps longer than the board are never found.
                    if here < W::BITS {
                        place.clear = place.clear | bit(here);
                        match place.set.iter_mut().find(|(c, _)| c == code) {
                            _ if *code == 0 => {}
                            Some((_, set)) => *set = *set | bit(here),
                            None => place.set.push((*code, bit(here))),
                        }
                    }
                }
                Put::Code(_) => place.other.push((shift, *put, None)),
                Put::From(from) => place.other.push((shift, *put, Some(self.shift(*from)))),
            }
        }
        place
    }

    /// Every place of step `step` on a board of which `view` tells.
    #[inline]
    pub(super) fn find(&self, step: usize, view: &impl View<W>, found: &mut impl FnMut(Found<'_, W>)) {
        match &self.steps[step] {
            Prepared::Fixed { checks, place, near } => {
                let mut at = !W::zero();
                for (codes, shift) in checks {
                    at = at & Self::fitting(view, *codes, *shift);
                    if at.is_zero() {
                        return;
                    }
                }
                if let Some(Around { shifts, codes }) = near
                    && codes.unless != 0
                {
                    // What is surely there: nothing else can stand there.
                    let bad = view.none(!codes.unless | 1);
                    at = shifts.iter().fold(at, |at, shift| at & !shift.leading_to(bad));
                }
                if !at.is_zero() {
                    found(Found { at, place, near: near.as_ref() });
                }
            }
            Prepared::Line(line) => {
                let at = view.some(line.first);
                if !at.is_zero() {
                    // Most lines have few rounds, which need no memory of their own.
                    match line.rounds.len() {
                        rounds @ ..=FEW_ROUNDS => {
                            self.along(line, 0, (0, 0), at, &mut [1; FEW_ROUNDS][..rounds], view, found);
                        }
                        rounds => self.along(line, 0, (0, 0), at, &mut vec![1; rounds], view, found),
                    }
                }
            }
        }
    }

    /// The cells for which the cell a shift away has one of the codes.
    #[inline]
    fn fitting(view: &impl View<W>, codes: Codes, shift: Shift<W>) -> W {
        if codes & 1 == 0 { shift.leading_to(view.some(codes)) } else { !shift.leading_to(view.none(codes)) }
    }

    /// Goes on with the program of a line from `part`, `reach` cells ahead and
    /// behind being matched.
    #[expect(clippy::too_many_arguments)]
    fn along(
        &self,
        line: &Line<W>,
        part: usize,
        reach: (i32, i32),
        mut at: W,
        counts: &mut [usize],
        view: &impl View<W>,
        found: &mut impl FnMut(Found<'_, W>),
    ) {
        let Some(Part { forward, cells, count }) = line.program.get(part) else {
            let known = line.places.as_ref().and_then(|(round, places)| places.get(counts[*round]));
            match known {
                Some(known) => {
                    let place = known.get_or_init(|| self.line_place(line, counts));
                    found(Found { at, place, near: None });
                }
                None => found(Found { at, place: &self.line_place(line, counts), near: None }),
            }
            return;
        };
        let one_more = |at: &mut W, reach: &mut (i32, i32)| {
            for codes in cells {
                let distance = if *forward {
                    reach.0 += 1;
                    reach.0
                } else {
                    reach.1 += 1;
                    -reach.1
                };
                let shift = self.shift((distance * line.along.0, distance * line.along.1));
                *at = *at & Self::fitting(view, *codes, shift);
                if at.is_zero() {
                    return;
                }
            }
        };
        let mut reach = reach;
        match count {
            None => {
                one_more(&mut at, &mut reach);
                if !at.is_zero() {
                    self.along(line, part + 1, reach, at, counts, view, found);
                }
            }
            Some((round, least, most)) => {
                // The round in which the line begins has come once already.
                let already = usize::from(*round == line.anchor.0);
                for n in 0..=*most {
                    if n > 0 {
                        one_more(&mut at, &mut reach);
                        if at.is_zero() {
                            break;
                        }
                    }
                    if n >= *least {
                        counts[*round] = n + already;
                        self.along(line, part + 1, reach, at, counts, view, found);
                    }
                }
                counts[*round] = already;
            }
        }
    }

    /// What a line with these counts asks for and does.
    fn line_place(&self, line: &Line<W>, counts: &[usize]) -> Place<W> {
        let mut from: Vec<(Codes, Option<char>)> = vec![];
        let mut anchor = 0;
        for (i, (round, count)) in line.rounds.iter().zip(counts).enumerate() {
            if i == line.anchor.0 {
                anchor = from.len() + line.anchor.1;
            }
            (0..*count).for_each(|_| from.extend(&round.cells));
        }
        let mut repeated =
            line.rounds.iter().zip(counts).filter(|(round, _)| round.count.is_some()).map(|(_, count)| *count);
        let mut to: Vec<Sign> = vec![];
        for (i, part) in line.to.iter().enumerate() {
            let times = if i % 2 == 1 { repeated.next().unwrap_or(0) } else { 1 };
            (0..times).for_each(|_| to.extend(part));
        }
        let offset = |i: usize| {
            let distance = i as i32 - anchor as i32;
            (distance * line.along.0, distance * line.along.1)
        };
        let mut cells = vec![];
        for (i, (accepts, _)) in from.iter().enumerate() {
            let put = match to.get(i).copied().unwrap_or(Sign::Keep) {
                Sign::Keep => Put::Keep,
                Sign::Code(code) if *accepts == 1 << code => Put::Keep,
                Sign::Code(code) => Put::Code(code),
                Sign::Class(class) => {
                    let number = to[..i].iter().filter(|s| **s == Sign::Class(class)).count();
                    let source = from.iter().enumerate().filter(|(_, (_, c))| *c == Some(class)).nth(number);
                    match source {
                        Some((source, _)) if source != i => Put::From(offset(source)),
                        _ => Put::Keep,
                    }
                }
            };
            cells.push((offset(i), *accepts, put));
        }
        self.place(&cells)
    }
}

impl<W: Word> Found<'_, W> {
    /// Makes the step at `cell`, one of its places, on sets of signs and marks.
    #[inline]
    pub(super) fn make(&self, cell: usize, sets: &mut [W]) {
        let place = self.place;
        if place.other.is_empty() && self.near.is_none() {
            place.write(cell, sets);
        } else {
            self.make_other(cell, sets);
        }
    }

    /// The same where cells may not exist, are moved, or change near the place.
    fn make_other(&self, cell: usize, sets: &mut [W]) {
        let mut before = [W::zero(); MOST_SIGNS];
        before[..sets.len()].copy_from_slice(sets);
        self.place.write(cell, sets);
        let here = bit::<W>(cell);
        for (shift, put, source) in &self.place.other {
            let target = shift.reached_from(here);
            let code = match (put, source) {
                (Put::Code(code), _) => *code as usize,
                (_, Some(source)) => {
                    let from = source.reached_from(here);
                    before[..sets.len()].iter().position(|set| !(*set & from).is_zero()).map_or(0, |i| i + 1)
                }
                _ => 0,
            };
            for set in sets.iter_mut() {
                *set = *set & !target;
            }
            if code > 0 {
                sets[code - 1] = sets[code - 1] | target;
            }
        }
        if let Some(Around { shifts, codes }) = self.near {
            let around = shifts.iter().fold(W::zero(), |set, shift| set | shift.reached_from(here));
            for (from, to) in &codes.change {
                let Some(from) = from.checked_sub(1) else { continue };
                let changed = before[from as usize] & around;
                sets[from as usize] = sets[from as usize] & !changed;
                if *to > 0 {
                    sets[*to as usize - 1] = sets[*to as usize - 1] | changed;
                }
            }
        }
    }
}

impl<W: Word> Place<W> {
    #[inline]
    fn write(&self, cell: usize, sets: &mut [W]) {
        if self.clear.is_zero() {
            return;
        }
        let by = (cell as i32 + self.base) as usize;
        let clear = !(self.clear << by);
        for set in sets.iter_mut() {
            *set = *set & clear;
        }
        for (code, set) in &self.set {
            sets[*code as usize - 1] = sets[*code as usize - 1] | *set << by;
        }
    }
}
