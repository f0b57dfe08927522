//! The arena: every canonical form once, each known by a small id.
//!
//! Most values met in play are a number plus a multiple of up plus a nimber
//! ([`Plain`]). These are kept as data, with their options made only when
//! somebody asks; all others are lists of options.

use super::dyadic::Dyadic;
use super::memo::{Added, Compared, Memo};
use super::mix::{Mix, mix};
use super::order::{self, Stop};
use super::remembered::Room;
use super::thermograph::Thermograph;
use super::unfinished::Unfinished;
use crate::play::Player;
use miyama_budget::Budget;
use num_bigint::BigInt;
use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A value in an [`Arena`]. Two ids of one arena are equal exactly if the games
/// are; an id of another arena is refused with a panic wherever it is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId {
    arena: u32,
    index: u32,
}

impl GameId {
    /// Its number among the games of its arena.
    pub(crate) fn number(self) -> u32 {
        self.index
    }

    /// The game of this number in the same arena.
    pub(crate) fn neighbour(self, number: u32) -> GameId {
        GameId { arena: self.arena, index: number }
    }
}

/// `number + up·↑ + *nimber`; `up` is an integer.
///
/// Canonical options, with x the number, n = up > 0 and m the nimber:
/// `x*m = {x, x*, …, x*(m−1) | the same}`, `x↑* = {x, x* | x}`, and else
/// `x + n·↑ + *m = {x | x + (n−1)·↑ + *(m⊕1)}`; mirrored for n < 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    /// The number.
    pub number: Dyadic,
    /// How many ups, an integer.
    pub up: Dyadic,
    /// The nimber.
    pub nimber: u32,
}

/// How deep an arena recurses unless told otherwise: enough for a stack of 2 MiB.
const DEPTH: u32 = 1_000;

/// What `Node::plain`, `Node::start` and `Node::negative` hold when there is nothing.
const NONE: u32 = u32::MAX;

/// More games are not kept: a pair of numbers has a digit to spare.
const MOST: u32 = 1 << 31;

#[derive(Clone)]
pub(super) struct Node {
    /// Index into `Arena::plains`, or [`NONE`].
    plain: u32,
    /// Where its options begin in `Arena::options`, Left's first; [`NONE`] if
    /// they were not made yet.
    start: u32,
    left: u32,
    right: u32,
    negative: u32,
    is_number: bool,
    /// The keys of the left and right stop; see [`order`].
    pub(super) stops: [i64; 2],
}

/// All games of a computation, in canonical form, and what was computed of them.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::value::Arena;
/// let mut arena = Arena::new(&Budget::unlimited());
/// let zero = arena.zero();
/// let star = arena.game(&[zero], &[zero]).unwrap();
/// assert_eq!(arena.add(star, star).unwrap(), zero);
/// ```
pub struct Arena {
    tag: u32,
    pub(super) budget: Budget,
    pub(super) nodes: Vec<Node>,
    pub(super) options: Vec<GameId>,
    pub(super) plains: Vec<Plain>,
    plain_ids: HashMap<Plain, u32, BuildHasherDefault<Mix>>,
    pub(super) slots: Vec<u32>,
    interned: usize,
    depth: u32,
    depth_limit: u32,
    ticks: u32,
    pub(super) extra_bytes: u64,
    pub(super) room: Room,
    pub(super) exact_stops: HashMap<GameId, [Stop; 2]>,
    pub(super) le_memo: Memo<Compared>,
    pub(super) sum_memo: Memo<Added>,
    pub(super) operations: HashMap<(Operation, GameId, GameId, GameId), GameId>,
    /// Birthdays of games that are not plain, by index, 0 where not found: those below 2³².
    pub(super) days: Vec<u32>,
    /// The others.
    pub(super) birthdays: HashMap<GameId, BigInt>,
    pub(super) thermographs: HashMap<GameId, Arc<Thermograph>>,
}

/// Operations whose results are kept by operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Cool,
    Heat,
    Overheat,
    OrdinalSum,
    OrdinalProduct,
    Conjunctive,
    Conway,
    Norton,
    Reduced,
    AtomicWeight,
}

impl Arena {
    /// An empty arena whose computations may use `budget`.
    #[must_use]
    pub fn new(budget: &Budget) -> Arena {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Arena {
            tag: NEXT.fetch_add(1, Ordering::Relaxed),
            budget: budget.clone(),
            nodes: Vec::new(),
            options: Vec::new(),
            plains: Vec::new(),
            plain_ids: HashMap::default(),
            slots: vec![NONE; 1 << 10],
            interned: 0,
            depth: 0,
            depth_limit: DEPTH,
            ticks: 0,
            extra_bytes: 0,
            room: Room::default(),
            exact_stops: HashMap::new(),
            le_memo: Memo::new(),
            sum_memo: Memo::new(),
            operations: HashMap::new(),
            days: vec![],
            birthdays: HashMap::new(),
            thermographs: HashMap::new(),
        }
    }

    /// The same, allowed to recurse `depth` deep: about 1 KiB of stack each.
    #[must_use]
    pub fn with_depth(mut self, depth: u32) -> Arena {
        self.depth_limit = depth;
        self
    }

    /// From now on its computations may use another budget.
    pub(crate) fn allow(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// The budget of its computations.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How many values it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Does it hold no value yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The game 0 = { | }.
    pub fn zero(&mut self) -> GameId {
        self.number(&Dyadic::ZERO)
    }

    /// The game of a number.
    pub fn number(&mut self, number: &Dyadic) -> GameId {
        self.plain(&Plain { number: number.clone(), up: Dyadic::ZERO, nimber: 0 })
    }

    /// The nimber `*n`.
    pub fn nimber(&mut self, n: u32) -> GameId {
        self.plain(&Plain { number: Dyadic::ZERO, up: Dyadic::ZERO, nimber: n })
    }

    /// A number plus ups plus a nimber.
    ///
    /// # Panics
    /// If the multiple of up is not an integer.
    pub fn plain(&mut self, plain: &Plain) -> GameId {
        assert!(plain.up.is_integer(), "only whole multiples of up are plain");
        if let Some(&index) = self.plain_ids.get(plain) {
            return self.id(index);
        }
        let stops = order::plain_stops(plain);
        let is_number = plain.up.is_zero() && plain.nimber == 0;
        let index = u32::try_from(self.plains.len()).expect("nodes outnumber plain nodes");
        self.plains.push(plain.clone());
        let node = Node { plain: index, start: NONE, left: 0, right: 0, negative: NONE, is_number, stops: [0; 2] };
        let id = self.push(node);
        self.plain_ids.insert(plain.clone(), id.index);
        self.set_stops(id, stops);
        id
    }

    pub(super) fn id(&self, index: u32) -> GameId {
        GameId { arena: self.tag, index }
    }

    fn push(&mut self, node: Node) -> GameId {
        let index = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        assert!(index < MOST, "the budget ends long before 2^31 nodes");
        self.nodes.push(node);
        self.id(index)
    }

    pub(super) fn node(&self, g: GameId) -> &Node {
        assert!(g.arena == self.tag, "a game of another arena");
        &self.nodes[g.index as usize]
    }

    pub(super) fn set_stop_keys(&mut self, g: GameId, keys: [i64; 2]) {
        self.nodes[g.index as usize].stops = keys;
    }

    /// The game as number, ups and nimber, if it is such a sum.
    #[must_use]
    pub fn as_plain(&self, g: GameId) -> Option<&Plain> {
        let node = self.node(g);
        (node.plain != NONE).then(|| &self.plains[node.plain as usize])
    }

    /// Is the game a number?
    #[must_use]
    pub fn is_number(&self, g: GameId) -> bool {
        self.node(g).is_number
    }

    /// The number that the game is, if it is one.
    #[must_use]
    pub fn as_number(&self, g: GameId) -> Option<&Dyadic> {
        if self.is_number(g) { self.as_plain(g).map(|plain| &plain.number) } else { None }
    }

    /// The nimber that the game equals, if it equals an impartial game.
    #[must_use]
    pub fn as_nimber(&self, g: GameId) -> Option<u32> {
        self.as_plain(g).filter(|p| p.number.is_zero() && p.up.is_zero()).map(|p| p.nimber)
    }

    /// The options of `player` in the canonical form, in no particular order.
    ///
    /// # Errors
    /// A nimber may have more options than the budget allows.
    pub fn options(&mut self, g: GameId, player: Player) -> Result<Vec<GameId>, Unfinished> {
        let (start, end) = self.range(g, player)?;
        Ok(self.options[start..end].to_vec())
    }

    /// Where the options of `player` stand; [`Arena::option`] reads them.
    pub(super) fn range(&mut self, g: GameId, player: Player) -> Result<(usize, usize), Unfinished> {
        if self.node(g).start == NONE {
            self.expand(g)?;
        }
        let node = self.node(g);
        let (start, middle) = (node.start as usize, node.start as usize + node.left as usize);
        Ok(match player {
            Player::Left => (start, middle),
            Player::Right => (middle, middle + node.right as usize),
        })
    }

    pub(super) fn option(&self, at: usize) -> GameId {
        self.options[at]
    }

    /// Makes the options of a plain game.
    fn expand(&mut self, g: GameId) -> Result<(), Unfinished> {
        let plain = self.as_plain(g).expect("games that are not plain are made with their options").clone();
        let (left, right) = self.plain_options(&plain)?;
        let start = self.place(&left, &right)?;
        let node = &mut self.nodes[g.index as usize];
        node.start = start;
        node.left = left.len() as u32;
        node.right = right.len() as u32;
        Ok(())
    }

    fn plain_options(&mut self, plain: &Plain) -> Result<(Vec<GameId>, Vec<GameId>), Unfinished> {
        let Plain { number, up, nimber } = plain;
        match (up.sign(), *nimber) {
            (0, 0) if number.is_zero() => Ok((vec![], vec![])),
            (0, 0) if number.is_integer() => {
                let nearer = self.number(&(number - &Dyadic::from(i64::from(number.sign()))));
                Ok(if number.sign() > 0 { (vec![nearer], vec![]) } else { (vec![], vec![nearer]) })
            }
            (0, 0) => {
                let (below, above) = number.neighbours();
                Ok((vec![self.number(&below)], vec![self.number(&above)]))
            }
            (0, m) => {
                self.budget.need(self.bytes() + 300 * u64::from(m))?;
                let mut smaller = Vec::with_capacity(m as usize);
                for k in 0..m {
                    self.tick()?;
                    smaller.push(self.plain(&Plain { nimber: k, ..plain.clone() }));
                }
                Ok((smaller.clone(), smaller))
            }
            (sign, m) => {
                let number_alone = self.number(number);
                let (near, far) = if m == 1 && up.abs() == Dyadic::ONE {
                    let star = self.plain(&Plain { number: number.clone(), up: Dyadic::ZERO, nimber: 1 });
                    (vec![number_alone, star], vec![number_alone])
                } else {
                    let up = up - &Dyadic::from(i64::from(sign));
                    (vec![number_alone], vec![self.plain(&Plain { number: number.clone(), up, nimber: m ^ 1 })])
                };
                Ok(if sign > 0 { (near, far) } else { (far, near) })
            }
        }
    }

    /// Appends options to the pool.
    fn place(&mut self, left: &[GameId], right: &[GameId]) -> Result<u32, Unfinished> {
        let end = self.options.len() + left.len() + right.len();
        if end >= NONE as usize {
            return Err(Unfinished::TooLarge);
        }
        // All numbers of options and their places are at most `end`.
        let start = self.options.len() as u32;
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        Ok(start)
    }

    /// The game with these options, which must already be a canonical form
    /// that is not plain.
    pub(super) fn intern(&mut self, mut left: Vec<GameId>, mut right: Vec<GameId>) -> Result<GameId, Unfinished> {
        left.sort_unstable();
        right.sort_unstable();
        if self.interned * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(&left, &right) as usize & mask;
        while self.slots[slot] != NONE {
            let id = self.id(self.slots[slot]);
            if self.has_options(id, &left, &right) {
                return Ok(id);
            }
            slot = (slot + 1) & mask;
        }
        self.tick()?;
        let start = self.place(&left, &right)?;
        let (l, r) = (left.len() as u32, right.len() as u32);
        let node = Node { plain: NONE, start, left: l, right: r, negative: NONE, is_number: false, stops: [0; 2] };
        let id = self.push(node);
        self.slots[slot] = id.index;
        self.interned += 1;
        self.set_stops_from_options(id, &left, &right);
        Ok(id)
    }

    fn has_options(&self, g: GameId, left: &[GameId], right: &[GameId]) -> bool {
        let node = self.node(g);
        let (start, middle) = (node.start as usize, (node.start + node.left) as usize);
        node.left as usize == left.len()
            && node.right as usize == right.len()
            && self.options[start..middle] == *left
            && self.options[middle..middle + right.len()] == *right
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = std::mem::replace(&mut self.slots, vec![NONE; mask + 1]);
        for index in old.into_iter().filter(|index| *index != NONE) {
            let node = &self.nodes[index as usize];
            let (start, middle) = (node.start as usize, (node.start + node.left) as usize);
            let hash = hash(&self.options[start..middle], &self.options[middle..middle + node.right as usize]);
            let mut slot = hash as usize & mask;
            while self.slots[slot] != NONE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = index;
        }
    }

    pub(super) fn known_negative(&self, g: GameId) -> Option<GameId> {
        let index = self.node(g).negative;
        (index != NONE).then(|| self.id(index))
    }

    pub(super) fn set_negative(&mut self, g: GameId, negative: GameId) {
        self.nodes[g.index as usize].negative = negative.index;
        self.nodes[negative.index as usize].negative = g.index;
    }

    /// To be called at every step that may take part in a long computation.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Unfinished> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(1024) { self.check() } else { Ok(()) }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Unfinished> {
        self.budget.report(self.nodes.len() as u64, None);
        self.budget.check()?;
        Ok(self.budget.need(self.bytes())?)
    }

    /// Runs `step` one level deeper, or refuses.
    #[inline]
    pub(crate) fn deeper<T>(
        &mut self,
        step: impl FnOnce(&mut Arena) -> Result<T, Unfinished>,
    ) -> Result<T, Unfinished> {
        self.enter()?;
        let result = step(self);
        self.leave();
        result
    }

    /// Goes one level deeper, or refuses; [`Arena::leave`] must follow.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Unfinished> {
        if self.depth >= self.depth_limit {
            return Err(Unfinished::TooDeep { limit: self.depth_limit });
        }
        self.depth += 1;
        Ok(())
    }

    /// Comes back from one level.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// A key for an ordered pair of games.
#[inline]
pub(super) fn pair(a: GameId, b: GameId) -> u64 {
    u64::from(a.index) << 32 | u64::from(b.index)
}

fn hash(left: &[GameId], right: &[GameId]) -> u64 {
    let mut state = left.len() as u64;
    for id in left.iter().chain(right) {
        state = mix(state, u64::from(id.index));
    }
    state ^ (state >> 32)
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.index)
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena").field("games", &self.nodes.len()).finish_non_exhaustive()
    }
}
