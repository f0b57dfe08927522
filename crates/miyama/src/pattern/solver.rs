//! Values of positions, each part once: canonical forms where the players have
//! different moves, nimbers where they have the same.

use super::bits::{Word, cells};
use super::matcher::{Exactly, Found, Matcher};
use super::nearer::Lines;
use super::part::Part;
use super::parts::Splitter;
use super::piece::{Piece, encoded};
use super::position::{CellPosition, Ground};
use super::rule::{Codes, FEW_SIGNS, MOST_SIGNS, Rules};
use super::symmetry::Symmetry;
use super::territory::Certain;
use crate::hashed;
use crate::nimber::{Nimber, mex};
use crate::play::Player;
use crate::value::memo::{Entry, Memo};
use crate::value::mix::Mix;
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::Budget;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

/// How many moves deep nimbers are looked for: a few KiB of stack each.
pub(super) const DEPTH: u32 = 400;

/// For so many signs it is found out at once with which of them a player could ever move.
const FEW_TO_MOVE: usize = 4;

type Table<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// The number of the value of a part.
#[derive(Clone, Copy)]
struct Valued<W, const P: usize> {
    sets: [W; P],
    width: u32,
    number: u32,
}

impl<W: Word, const P: usize> Entry for Valued<W, P> {
    type Key = Part<W, P>;
    type Value = u32;

    /// No value has that number, see `Arena`.
    const FREE: Valued<W, P> = Valued { sets: [W::ZERO; P], width: 0, number: u32::MAX };

    fn new(Part { width, sets }: Part<W, P>, number: u32) -> Valued<W, P> {
        Valued { sets, width, number }
    }

    #[inline]
    fn is_free(&self) -> bool {
        self.number == u32::MAX
    }

    #[inline]
    fn key(&self) -> Part<W, P> {
        Part { width: self.width, sets: self.sets }
    }

    #[inline]
    fn is_of(&self, part: &Part<W, P>) -> bool {
        self.sets == part.sets && self.width == part.width
    }

    #[inline]
    fn value(&self) -> u32 {
        self.number
    }

    #[inline]
    fn spread(part: &Part<W, P>) -> u64 {
        let mut mix = Mix::default();
        part.hash(&mut mix);
        mix.finish()
    }
}

/// Whether a player could ever move, for each set of signs; for none where there are many, or moves have one step, so that
/// it is not asked.
fn could_move(rules: &Rules, player: Player) -> Vec<bool> {
    let goes_on = rules.moves.iter().flatten().any(|(_, then)| then.is_some());
    let sets = if goes_on && rules.signs.len() <= FEW_TO_MOVE { 1 << rules.signs.len() } else { 0 };
    (0..sets).map(|signs: Codes| rules.could_move(player, signs << 1)).collect()
}

/// The rules on boards of one word, with what was found out.
pub(super) struct Solver<W, const P: usize> {
    pub(super) rules: Arc<Rules>,
    pub(super) symmetries: Vec<(usize, [usize; P], bool)>,
    transposes: bool,
    matchers: Vec<Option<Arc<Matcher<W>>>>,
    pub(super) splitter: Splitter<W>,
    pub(super) lines: Option<Arc<Lines>>,
    pub(super) certain: Option<Arc<Certain>>,
    /// Whether each player could ever move with these signs, for every set of them where they are few.
    could_move: [Vec<bool>; 2],
    values: Memo<Valued<W, P>>,
    /// One of these values; of the others only the numbers are kept.
    some_value: Option<GameId>,
    nimbers: Table<Part<W, P>, Nimber>,
}

impl<W: Word, const P: usize> Solver<W, P> {
    pub(super) fn new(rules: &Arc<Rules>, symmetries: &[Symmetry]) -> Solver<W, P> {
        let mut symmetries = symmetries.to_vec();
        symmetries.sort_by_key(|symmetry| symmetry.image);
        let signs = |symmetry: &Symmetry| std::array::from_fn(|i| symmetry.signs.get(i).copied().unwrap_or(i));
        let mut solver = Solver {
            rules: rules.clone(),
            symmetries: symmetries.iter().map(|s| (s.image, signs(s), s.exchanged)).collect(),
            transposes: symmetries.iter().any(|s| s.image & 4 != 0),
            matchers: vec![None; W::BITS + 1],
            splitter: Splitter::new(rules),
            lines: Lines::of(rules).map(Arc::new),
            certain: None,
            could_move: Player::BOTH.map(|player| could_move(rules, player)),
            values: Memo::new(),
            some_value: None,
            nimbers: Table::default(),
        };
        solver.certain = solver.certain().map(Arc::new);
        solver
    }

    /// How many parts of positions are known.
    pub(super) fn len(&self) -> usize {
        self.values.len() + self.nimbers.len()
    }

    /// About how many bytes the values take that are known.
    pub(super) fn bytes(&self) -> u64 {
        self.values.bytes()
    }

    /// A position as sets of cells.
    pub(super) fn board(&self, position: &CellPosition) -> Part<W, P> {
        let width = match &*position.ground {
            Ground::Grid { width, .. } => *width,
            Ground::Graph(_) | Ground::Edges(_) => position.ground.cells(),
        };
        let mut sets = [W::zero(); P];
        for (cell, sign) in position.signs.iter().enumerate() {
            if let Some(i) = (self.rules.code(*sign) as usize).checked_sub(1) {
                sets[i] = sets[i] | super::bits::bit(cell);
            }
        }
        Part { width: width as u32, sets }
    }

    pub(super) fn matcher(&mut self, width: u32) -> Arc<Matcher<W>> {
        let rules = &self.rules;
        let matcher = &mut self.matchers[width as usize];
        matcher.get_or_insert_with(|| Arc::new(Matcher::new(rules, width as usize))).clone()
    }

    /// Every board after a move of `player`; some may come several times.
    pub(super) fn options(&mut self, board: &Part<W, P>, player: Player, found: &mut impl FnMut(Part<W, P>)) {
        if self.rules.codes() <= FEW_SIGNS {
            self.options_with::<FEW_SIGNS>(board, player, found);
        } else {
            self.options_with::<MOST_SIGNS>(board, player, found);
        }
    }

    /// Every board after a move of `player`, each once.
    pub(super) fn boards_after(&mut self, board: &Part<W, P>, player: Player) -> Vec<Part<W, P>> {
        let mut boards = vec![];
        self.options(board, player, &mut |option| boards.push(option));
        boards.sort_unstable();
        boards.dedup();
        boards
    }

    /// The moves where there are at most N signs and marks.
    fn options_with<const N: usize>(&mut self, board: &Part<W, P>, player: Player, found: &mut impl FnMut(Part<W, P>)) {
        let matcher = self.matcher(board.width);
        let signs = self.rules.signs.len();
        let (width, codes) = (board.width, self.rules.codes());
        for (step, then) in &self.rules.moves[player as usize] {
            matcher.find(*step, &Exactly(&board.sets[..signs]), &mut |first: Found<'_, W>| {
                for cell in cells(first.at) {
                    let Some(then) = then else {
                        let mut sets = board.sets;
                        first.make(cell, &mut sets);
                        found(Part { width, sets });
                        continue;
                    };
                    let mut sets = [W::zero(); N];
                    sets[..signs].copy_from_slice(&board.sets[..signs]);
                    first.make(cell, &mut sets[..codes]);
                    for step in then {
                        matcher.find(*step, &Exactly(&sets[..codes]), &mut |second: Found<'_, W>| {
                            for cell in cells(second.at) {
                                let mut after = sets;
                                second.make(cell, &mut after[..codes]);
                                let mut board = Part { width, sets: [W::zero(); P] };
                                board.sets[..signs].copy_from_slice(&after[..signs]);
                                found(board);
                            }
                        });
                    }
                }
            });
        }
    }

    /// The independent parts of a board in which something can happen.
    pub(super) fn parts(&mut self, board: &Part<W, P>, found: &mut impl FnMut(Part<W, P>)) {
        if self.rules.scattered {
            return found(*board);
        }
        let matcher = self.matcher(board.width);
        self.splitter.split(&matcher, self.rules.steps.len(), board, found);
    }

    /// The board that stands for all that are the same up to symmetry, and
    /// whether the players are exchanged in it.
    fn normal(&self, board: &Part<W, P>) -> (Part<W, P>, bool) {
        let height = board.height();
        let across = if self.transposes { board.transposed(height) } else { *board };
        let mut best = (*board, false);
        let (mut last, mut image) = (usize::MAX, *board);
        for (symmetry, signs, exchanged) in &self.symmetries {
            if *symmetry != last {
                let (base, height) = if symmetry & 4 == 0 { (board, height) } else { (&across, board.width) };
                image = base.flipped(symmetry & 3, height);
                last = *symmetry;
            }
            let candidate = (Part { width: image.width, sets: signs.map(|i| image.sets[i]) }, *exchanged);
            if candidate < best {
                best = candidate;
            }
        }
        best
    }

    /// The parts of a board, each as the one that stands for all that are the same up to
    /// symmetry.
    pub(super) fn pieces(&mut self, board: &Part<W, P>) -> Vec<Piece> {
        let mut parts = vec![];
        self.parts(board, &mut |part| parts.push(part));
        let mut pieces = Vec::with_capacity(parts.len());
        for part in parts {
            let (normal, exchanged) = self.normal(&part);
            pieces.push(Piece { cells: encoded(&normal), exchanged, is_own_negative: self.is_own_negative(&normal) });
        }
        pieces
    }

    /// Whether the board is its own negative up to symmetry.
    fn is_own_negative(&self, board: &Part<W, P>) -> bool {
        // Images have as many cells of each sign.
        let fits = |signs: &[usize; P]| (0..P).all(|i| board.sets[i].count_ones() == board.sets[signs[i]].count_ones());
        if !self.symmetries.iter().any(|(_, signs, exchanged)| *exchanged && fits(signs)) {
            return false;
        }
        let height = board.height();
        let across = if self.transposes { board.transposed(height) } else { *board };
        self.symmetries.iter().filter(|(.., exchanged)| *exchanged).any(|(symmetry, signs, _)| {
            let (base, height) = if symmetry & 4 == 0 { (board, height) } else { (&across, board.width) };
            let image = base.flipped(symmetry & 3, height);
            *board == Part { width: image.width, sets: signs.map(|i| image.sets[i]) }
        })
    }

    /// How many places there are at which a player could begin a move.
    pub(super) fn mobility(&mut self, board: &Part<W, P>, player: Player) -> u32 {
        let matcher = self.matcher(board.width);
        let signs = self.rules.signs.len();
        let mut places = 0;
        for (step, _) in &self.rules.moves[player as usize] {
            let mut count = |found: Found<'_, W>| places += found.at.count_ones();
            matcher.find(*step, &Exactly(&board.sets[..signs]), &mut count);
        }
        places
    }

    /// Whether a player could ever move on a board with the signs of this one, wherever they stand.
    pub(super) fn could_move(&self, board: &Part<W, P>, player: Player) -> bool {
        let there = board.sets.iter().enumerate().filter(|(_, set)| !set.is_zero());
        let signs: usize = there.fold(0, |all, (i, _)| all | 1 << i);
        match self.could_move[player as usize].get(signs) {
            Some(could) => *could,
            None => self.rules.could_move(player, (signs as Codes) << 1),
        }
    }

    /// Whether a player can move on a board sooner or later, whatever play does.
    pub(super) fn reaches(&mut self, board: &Part<W, P>, player: Player) -> bool {
        let (matcher, rules) = (self.matcher(board.width), self.rules.clone());
        let steps = rules.moves[player as usize].iter().map(|(step, _)| *step);
        self.splitter.reaches(&matcher, rules.steps.len(), board, steps)
    }

    /// The canonical form of a board.
    pub(super) fn value(&mut self, arena: &mut Arena, board: &Part<W, P>) -> Result<GameId, Unfinished> {
        let mut parts = vec![];
        self.parts(board, &mut |part| parts.push((part, None)));
        self.sum(arena, &parts)
    }

    /// The sum of parts, some of whose values may be known.
    fn sum(&mut self, arena: &mut Arena, parts: &[(Part<W, P>, Option<GameId>)]) -> Result<GameId, Unfinished> {
        let mut sum = None;
        for (part, known) in parts {
            let value = match known {
                Some(known) => *known,
                None => self.part(arena, *part)?,
            };
            sum = Some(match sum {
                Some(sum) => arena.add(sum, value)?,
                None => value,
            });
        }
        Ok(sum.unwrap_or_else(|| arena.zero()))
    }

    /// The value of a part, if it was found.
    #[inline]
    fn known(&self, part: &Part<W, P>) -> Option<GameId> {
        let number = self.values.get(part)?;
        self.some_value.map(|value| value.neighbour(number))
    }

    fn keep(&mut self, arena: &mut Arena, part: Part<W, P>, value: GameId) -> Result<(), Unfinished> {
        if self.values.is_full() && !arena.has_room_for_pieces(self.values.bytes_to_grow())? {
            self.values.forget();
        }
        self.some_value = Some(value);
        self.values.insert(part, value.number());
        arena.also_holds(self.values.bytes());
        Ok(())
    }

    fn part(&mut self, arena: &mut Arena, part: Part<W, P>) -> Result<GameId, Unfinished> {
        if let Some(known) = self.known(&part) {
            return Ok(known);
        }
        let (normal, exchanged) = self.normal(&part);
        let known = if normal == part { None } else { self.known(&normal) };
        let value = match known {
            Some(known) => known,
            None => {
                let value = arena.deeper(|arena| self.computed(arena, &normal))?;
                self.keep(arena, normal, value)?;
                value
            }
        };
        if normal == part {
            return Ok(value);
        }
        let value = if exchanged { arena.negative(value)? } else { value };
        self.keep(arena, part, value)?;
        Ok(value)
    }

    fn computed(&mut self, arena: &mut Arena, board: &Part<W, P>) -> Result<GameId, Unfinished> {
        arena.tick()?;
        let (mut boards, mut parts, mut ends) = (vec![], vec![], [vec![], vec![]]);
        for player in Player::BOTH {
            self.options(board, player, &mut |option| boards.push(option));
            for option in boards.drain(..) {
                self.parts(&option, &mut |part| parts.push((part, None)));
                ends[player as usize].push(parts.len());
            }
        }
        // All at once, so that no look at the memory waits for the one before.
        for (part, known) in &mut parts {
            *known = self.known(part);
        }
        let (mut options, mut start) = ([vec![], vec![]], 0);
        for (values, ends) in options.iter_mut().zip(ends) {
            values.reserve(ends.len());
            for end in ends {
                values.push(self.sum(arena, &parts[start..end])?);
                start = end;
            }
        }
        let [left, right] = options;
        arena.reduce(left, right)
    }

    /// The nimber of a board of an impartial game.
    pub(super) fn nimber(&mut self, board: &Part<W, P>, budget: &Budget, depth: u32) -> Result<Nimber, Unfinished> {
        if depth > DEPTH {
            return Err(Unfinished::TooDeep { limit: DEPTH });
        }
        let mut parts = vec![];
        self.parts(board, &mut |part| parts.push(part));
        parts.into_iter().try_fold(Nimber::ZERO, |sum, part| Ok(sum + self.part_nimber(part, budget, depth)?))
    }

    fn part_nimber(&mut self, part: Part<W, P>, budget: &Budget, depth: u32) -> Result<Nimber, Unfinished> {
        if let Some(known) = self.nimbers.get(&part) {
            return Ok(*known);
        }
        let (normal, _) = self.normal(&part);
        let known = if normal == part { None } else { self.nimbers.get(&normal).copied() };
        let nimber = match known {
            Some(known) => known,
            None => {
                let mut boards = vec![];
                self.options(&normal, Player::Left, &mut |option| boards.push(option));
                boards.sort_unstable();
                boards.dedup();
                let mut options = vec![];
                for option in boards {
                    options.push(self.nimber(&option, budget, depth + 1)?);
                }
                budget.check()?;
                let nimber = mex(options);
                self.keep_nimber(normal, nimber, budget)?;
                nimber
            }
        };
        self.keep_nimber(part, nimber, budget)?;
        Ok(nimber)
    }

    fn keep_nimber(&mut self, part: Part<W, P>, nimber: Nimber, budget: &Budget) -> Result<(), Unfinished> {
        let (len, room) = (self.nimbers.len(), self.nimbers.capacity());
        budget.need(hashed::bytes_of_more(len, 1, room, size_of::<(Part<W, P>, Nimber)>()))?;
        self.nimbers.insert(part, nimber);
        Ok(())
    }
}
