//! How a position falls into independent parts.
//!
//! The signs that each cell can still become are the least fixpoint under all
//! steps of both players: it holds what stands there, and what a step puts whose
//! conditions can be met. Whatever play does, no other step can ever be made.
//! Cells that can change and are asked for by one such step belong together. A
//! cell that cannot change is copied to every part with a step that asks for it
//! and would not take "no cell" instead; else it is dropped.
//!
//! To drop a cell makes it "no cell", and conditions that hold of "no cell"
//! could come true by that. Where a step could be made on the part and not on
//! the board, because of dropped cells, these are kept after all, and so on
//! until there is none (see [`Splitter::closed`]).
//!
//! Where moves have two steps and run along lines, as those of queens that shoot, the fixpoint costs
//! more than it tells: there cells belong together that are joined by neighbours in the directions of
//! the lines (see [`Rules::directions`]).

use super::bits::{Word, bit, cells};
use super::matcher::{Exactly, Found, Matcher, Shift, View};
use super::part::Part;
use super::rule::{Codes, FEW_SIGNS, MOST_SIGNS, Rules};

/// Splits positions; holds what it needs for that between calls.
#[derive(Debug)]
pub(super) struct Splitter<W> {
    codes: usize,
    anything: Codes,
    /// Does some condition hold of "no cell", and not of every sign?
    /// `unless near` is one.
    sensitive: bool,
    /// The directions of all steps, where these tell which cells belong together.
    directions: Option<Vec<(i32, i32)>>,
    entries: Vec<(W, usize, usize)>,
    cells: Vec<Linked<W>>,
    regions: Vec<W>,
}

/// A cell that a possible step asks for.
#[derive(Clone, Copy, Debug)]
struct Linked<W> {
    shift: Shift<W>,
    /// On which cells it matters.
    matters: W,
    /// Would "no cell" do as well?
    droppable: bool,
    /// Does the step change it?
    written: bool,
}

/// What each cell may still become. N is at least the number of codes.
struct Possible<W, const N: usize> {
    sets: [W; N],
    codes: usize,
    /// Cells that may be taken off the board.
    gone: W,
    present: W,
}

impl<W: Word, const N: usize> View<W> for Possible<W, N> {
    #[inline]
    fn some(&self, codes: Codes) -> W {
        let mut union = W::zero();
        for (i, set) in self.sets[..self.codes].iter().enumerate() {
            if codes >> (i + 1) & 1 == 1 {
                union = union | *set;
            }
        }
        union
    }

    #[inline]
    fn none(&self, codes: Codes) -> W {
        self.present & !(self.some(codes) | self.gone)
    }
}

impl<W: Word> Splitter<W> {
    pub(super) fn new(rules: &Rules) -> Splitter<W> {
        let anything = (1 << (rules.codes() + 1)) - 1;
        Splitter {
            codes: rules.codes(),
            anything,
            sensitive: rules.conditions().any(|set| set & 1 == 1 && set != anything) || rules.has_unless(),
            directions: rules.directions(),
            entries: vec![],
            cells: vec![],
            regions: vec![],
        }
    }

    /// Finds the parts of a board in which something can happen.
    #[inline]
    pub(super) fn split<const P: usize>(
        &mut self,
        matcher: &Matcher<W>,
        steps: usize,
        board: &Part<W, P>,
        found: &mut impl FnMut(Part<W, P>),
    ) {
        if let Some(directions) = &self.directions {
            return neighbours(directions, matcher, steps, board, found);
        }
        // Marks need more room than the signs of the board.
        if self.codes <= P {
            self.split_with::<P, P>(matcher, steps, board, found);
        } else if self.codes <= FEW_SIGNS {
            self.split_with::<P, FEW_SIGNS>(matcher, steps, board, found);
        } else {
            self.split_with::<P, MOST_SIGNS>(matcher, steps, board, found);
        }
    }

    #[inline]
    fn split_with<const P: usize, const N: usize>(
        &mut self,
        matcher: &Matcher<W>,
        steps: usize,
        board: &Part<W, P>,
        found: &mut impl FnMut(Part<W, P>),
    ) {
        let possible: Possible<W, N> = self.possible(matcher, steps, board);
        let signs = P.min(self.codes);
        let mut changing = possible.gone & possible.present;
        for (i, set) in possible.sets[..self.codes].iter().enumerate() {
            changing = changing | if i < signs { *set & !board.sets[i] } else { *set };
        }
        if !self.sensitive {
            let mut rest = changing;
            while !rest.is_zero() {
                let region = self.grown(rest & (!rest + W::one()), changing);
                rest = rest & !region;
                let part = region | self.fixed(region, changing, possible.present);
                found(board.cut_out(part));
            }
            return;
        }
        self.closed(matcher, steps, &possible, changing);
        let regions = std::mem::take(&mut self.regions);
        regions.iter().for_each(|part| found(board.cut_out(*part)));
        self.regions = regions;
    }

    /// Every step that can still be made sooner or later, at every place: the cells that it changes, and those
    /// that it looks at or changes.
    pub(super) fn places<const P: usize>(
        &mut self,
        matcher: &Matcher<W>,
        steps: usize,
        board: &Part<W, P>,
    ) -> Vec<[W; 2]> {
        let present = self.possible::<P, MOST_SIGNS>(matcher, steps, board).present;
        let mut places = vec![];
        for (at, start, end) in &self.entries {
            for place in cells(*at).map(bit) {
                let (mut changed, mut looked_at) = (W::zero(), W::zero());
                for cell in &self.cells[*start..*end] {
                    let reached = cell.shift.reached_from(place) & present;
                    looked_at = looked_at | reached;
                    changed = if cell.written { changed | reached } else { changed };
                }
                places.push([changed, looked_at]);
            }
        }
        places
    }

    /// Whether one of these steps can be made sooner or later, whatever play does.
    pub(super) fn reaches<const P: usize>(
        &mut self,
        matcher: &Matcher<W>,
        steps: usize,
        board: &Part<W, P>,
        wanted: impl IntoIterator<Item = usize>,
    ) -> bool {
        if self.codes <= FEW_SIGNS {
            let possible = self.possible::<P, FEW_SIGNS>(matcher, steps, board);
            can_be_made(matcher, &possible, wanted)
        } else {
            let possible = self.possible::<P, MOST_SIGNS>(matcher, steps, board);
            can_be_made(matcher, &possible, wanted)
        }
    }

    /// The least fixpoint, and in `entries` the steps that can still be made.
    #[inline]
    fn possible<const P: usize, const N: usize>(
        &mut self,
        matcher: &Matcher<W>,
        steps: usize,
        board: &Part<W, P>,
    ) -> Possible<W, N> {
        let mut sets = [W::zero(); N];
        let signs = P.min(self.codes);
        sets[..signs].copy_from_slice(&board.sets[..signs]);
        let mut possible = Possible { sets, codes: self.codes, gone: W::zero(), present: board.all() };
        loop {
            self.entries.clear();
            self.cells.clear();
            let before = (possible.sets, possible.gone);
            let (entries, cells, anything) = (&mut self.entries, &mut self.cells, self.anything);
            for step in 0..steps {
                // What one step makes possible the next one finds.
                let (mut sets, mut gone) = (possible.sets, possible.gone);
                matcher.find(step, &possible, &mut |found: Found<'_, W>| {
                    let start = cells.len();
                    for asked in &found.place.cells {
                        if asked.written {
                            let target = asked.shift.reached_from(found.at) & possible.present;
                            if asked.puts & 1 == 1 {
                                gone = gone | target;
                            }
                            let mut puts = asked.puts >> 1;
                            while puts != 0 {
                                let code = puts.trailing_zeros() as usize;
                                sets[code] = sets[code] | target;
                                puts &= puts - 1;
                            }
                        } else if asked.accepts == anything {
                            continue;
                        }
                        let droppable = asked.accepts & 1 == 1;
                        let written = asked.written;
                        cells.push(Linked { shift: asked.shift, matters: !W::zero(), droppable, written });
                    }
                    if let Some(near) = found.near {
                        let asked = near.codes.change.iter().fold(near.codes.unless, |set, (from, _)| set | 1 << from);
                        let matters = possible.some(asked);
                        for shift in &near.shifts {
                            let target = shift.reached_from(found.at);
                            for (from, to) in &near.codes.change {
                                let changed = target & possible.some(1 << from);
                                match to.checked_sub(1) {
                                    None => gone = gone | changed,
                                    Some(to) => sets[to as usize] = sets[to as usize] | changed,
                                }
                            }
                            let written = !near.codes.change.is_empty();
                            cells.push(Linked { shift: *shift, matters, droppable: false, written });
                        }
                    }
                    entries.push((found.at, start, cells.len()));
                });
                (possible.sets, possible.gone) = (sets, gone);
            }
            let more = before.0 != possible.sets || (self.sensitive && before.1 != possible.gone);
            if !more {
                return possible;
            }
        }
    }

    /// All cells that change together with those of `region`.
    #[inline]
    fn grown(&self, mut region: W, changing: W) -> W {
        loop {
            let before = region;
            for (at, start, end) in &self.entries {
                let cells = &self.cells[*start..*end];
                let mut touched = W::zero();
                for cell in cells {
                    touched = touched | cell.shift.leading_to(region & cell.matters);
                }
                touched = touched & *at;
                if !touched.is_zero() {
                    for cell in cells {
                        region = region | cell.shift.reached_from(touched) & changing & cell.matters;
                    }
                }
            }
            // Most boards are one part.
            if region == before || region == changing {
                return region;
            }
        }
    }

    /// The cells that do not change and that steps in `region` cannot do without.
    #[inline]
    fn fixed(&self, region: W, changing: W, present: W) -> W {
        let steady = present & !changing;
        if steady.is_zero() {
            return steady;
        }
        let mut kept = W::zero();
        for (at, start, end) in &self.entries {
            let cells = &self.cells[*start..*end];
            let touched = cells.iter().fold(W::zero(), |set, c| set | c.shift.leading_to(region & c.matters)) & *at;
            for cell in cells.iter().filter(|cell| !cell.droppable) {
                kept = kept | cell.shift.reached_from(touched) & steady & cell.matters;
            }
        }
        kept
    }

    /// The parts, with all cells whose loss would let something happen on a
    /// part that cannot happen on the board.
    ///
    /// Suppose a step could be made on a part, sooner or later, that cannot be
    /// made on the board. Take the first: all signs it asks for were possible on
    /// the board, so it fails there only for cells outside the part, which take
    /// "no cell" and cannot be satisfied as they are. These are what is looked
    /// for here, and when none is left there is no such step.
    fn closed<const N: usize>(&mut self, matcher: &Matcher<W>, steps: usize, possible: &Possible<W, N>, changing: W) {
        let mut parts: Vec<W> = vec![];
        let mut rest = changing;
        while !rest.is_zero() {
            let region = self.grown(rest & (!rest + W::one()), changing);
            parts.push(region | self.fixed(region, changing, possible.present));
            rest = rest & !region;
        }
        let mut at = 0;
        while at < parts.len() {
            let more =
                if parts[at] == possible.present { W::zero() } else { needed(matcher, steps, possible, parts[at]) };
            if more.is_zero() {
                at += 1;
                continue;
            }
            // A cell that changes brings its part with it; what is larger than
            // before is looked at again.
            let mut part = parts.swap_remove(at) | more;
            parts.retain(|other| {
                let apart = (*other & part & changing).is_zero();
                if !apart {
                    part = part | *other;
                }
                apart
            });
            parts.push(part);
            at = 0;
        }
        self.regions = parts;
    }
}

/// The cells that are joined by neighbours in some directions, where a step can be made among them: no step
/// asks for cells that are not joined, and no cell comes back to the board.
fn neighbours<W: Word, const P: usize>(
    directions: &[(i32, i32)],
    matcher: &Matcher<W>,
    steps: usize,
    board: &Part<W, P>,
    found: &mut impl FnMut(Part<W, P>),
) {
    let present = board.all();
    let mut rest = present;
    while !rest.is_zero() {
        let mut region = rest & (!rest + W::one());
        loop {
            let before = region;
            for direction in directions {
                region = region | matcher.shift(*direction).reached_from(region) & present;
            }
            if region == before {
                break;
            }
        }
        rest = rest & !region;
        let sets = board.sets.map(|set| set & region);
        let mut moves = false;
        for step in 0..steps {
            matcher.find(step, &Exactly(&sets), &mut |_| moves = true);
            if moves {
                found(board.cut_out(region));
                break;
            }
        }
    }
}

/// Whether one of these steps is possible somewhere.
fn can_be_made<W: Word>(
    matcher: &Matcher<W>,
    possible: &impl View<W>,
    wanted: impl IntoIterator<Item = usize>,
) -> bool {
    let mut any = false;
    for step in wanted {
        matcher.find(step, possible, &mut |found: Found<'_, W>| any |= !found.at.is_zero());
    }
    any
}

/// The cells outside `part` that keep a step from being made which could be
/// made on the part alone.
fn needed<W: Word, const N: usize>(matcher: &Matcher<W>, steps: usize, possible: &Possible<W, N>, part: W) -> W {
    let mut sets = possible.sets;
    sets[..possible.codes].iter_mut().for_each(|set| *set = *set & part);
    let alone = Possible { sets, codes: possible.codes, gone: possible.gone & part, present: part };
    let outside = possible.present & !part;
    let mut needed = W::zero();
    for step in 0..steps {
        matcher.find(step, &alone, &mut |found: Found<'_, W>| {
            for asked in found.place.cells.iter().filter(|asked| asked.accepts & 1 == 1) {
                needed = needed | asked.shift.reached_from(found.at) & outside & possible.none(asked.accepts);
            }
            if let Some(near) = found.near.filter(|near| near.codes.unless != 0) {
                let in_the_way = outside & possible.none(!near.codes.unless | 1);
                for shift in &near.shifts {
                    needed = needed | shift.reached_from(found.at) & in_the_way;
                }
            }
        });
    }
    needed
}
