//! Games on the vertices or on the edges of one graph: every place of every step is
//! listed, and a position is a code for each cell. Edges that a move cuts off the ground
//! fall with it.

mod known;

use super::piece::{Piece, packed};
use super::position::{Edges, Ground};
use super::rule::{Codes, NearCodes, Rules, Shape, Sign};
use super::solver::DEPTH;
use crate::nimber::{Nimber, mex};
use crate::play::Player;
use crate::value::{Arena, GameId, Unfinished};
use known::Known;
use miyama_budget::Budget;
use std::sync::Arc;

/// What a step does to a vertex.
#[derive(Clone, Copy, Debug)]
enum Put {
    Keep,
    Code(u8),
    /// What stood on another vertex of the step.
    From(usize),
}

/// A step at vertices of the graph.
#[derive(Clone, Debug)]
struct Place {
    cells: Vec<(usize, Codes, Put)>,
    near: Option<(Vec<usize>, NearCodes)>,
}

pub(super) struct Solver {
    rules: Arc<Rules>,
    neighbours: Vec<Vec<usize>>,
    /// The edges, and which of them stand on the ground, where there is one.
    grounded: Option<(Edges, Vec<bool>)>,
    values: Known<GameId>,
    nimbers: Known<Nimber>,
}

impl Solver {
    pub(super) fn new(rules: &Arc<Rules>, ground: &Ground) -> Solver {
        let grounded = match ground {
            Ground::Edges(edges) => edges.grounded().map(|grounded| (edges.clone(), grounded)),
            Ground::Graph(_) | Ground::Grid { .. } => None,
        };
        Solver {
            rules: rules.clone(),
            neighbours: ground.neighbours().unwrap_or_default().to_vec(),
            grounded,
            values: Known::new(ground.cells()),
            nimbers: Known::new(ground.cells()),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len() + self.nimbers.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.values.bytes()
    }

    pub(super) fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The parts of a position. Images of a graph are not looked for.
    pub(super) fn pieces(&self, codes: &[u8]) -> Vec<Piece> {
        let is_own_negative = self.rules.impartial;
        let piece = |part: &Vec<u8>| Piece { cells: packed(part), exchanged: false, is_own_negative };
        self.parts(codes).iter().map(piece).collect()
    }

    pub(super) fn codes(&self, signs: &[char]) -> Vec<u8> {
        signs.iter().map(|sign| self.rules.code(*sign)).collect()
    }

    /// Every place where a step can be made, if `fits` says what can stand on
    /// a vertex.
    fn places(&self, step: usize, fits: &dyn Fn(usize, Codes) -> bool, found: &mut dyn FnMut(Place)) {
        let (from, to): (Vec<super::rule::Round>, Vec<Vec<Sign>>) = match &self.rules.steps[step] {
            Shape::Line { from, to, .. } => (from.clone(), to.clone()),
            Shape::Fixed { cells, near } => {
                // The cells of a row without repetitions, in the order of the row.
                let mut row = cells.clone();
                row.sort_unstable_by_key(|cell| cell.at);
                let place = |at: (i32, i32)| row.iter().position(|cell| cell.at == at).unwrap_or(0);
                let puts: Vec<Put> = row
                    .iter()
                    .map(|cell| match cell.put {
                        super::rule::Put::Keep => Put::Keep,
                        super::rule::Put::Code(code) => Put::Code(code),
                        super::rule::Put::From(source) => Put::From(place(source)),
                    })
                    .collect();
                let accepts: Vec<Codes> = row.iter().map(|cell| cell.accepts).collect();
                self.paths(&accepts, &mut vec![], fits, &mut |path| {
                    let vertex = |put: Put| match put {
                        Put::From(i) => Put::From(path[i]),
                        put => put,
                    };
                    let cells = path.iter().zip(&accepts).zip(&puts).map(|((v, a), put)| (*v, *a, vertex(*put)));
                    let near = near.as_ref().map(|near| (self.neighbours[path[0]].clone(), near.clone()));
                    found(Place { cells: cells.collect(), near });
                });
                return;
            }
        };
        let repeated: Vec<usize> = (0..from.len()).filter(|i| from[*i].count.is_some()).collect();
        let mut counts: Vec<usize> = repeated.iter().map(|i| from[*i].count.map_or(1, |(least, _)| least)).collect();
        loop {
            self.line(&from, &to, &counts, fits, found);
            // The next choice of counts, like the wheels of a counter.
            let more = (0..counts.len()).find(|i| from[repeated[*i]].count.is_some_and(|(_, most)| counts[*i] < most));
            let Some(wheel) = more else { return };
            counts[wheel] += 1;
            for i in 0..wheel {
                counts[i] = from[repeated[i]].count.map_or(1, |(least, _)| least);
            }
        }
    }

    fn line(
        &self,
        from: &[super::rule::Round],
        to: &[Vec<Sign>],
        counts: &[usize],
        fits: &dyn Fn(usize, Codes) -> bool,
        found: &mut dyn FnMut(Place),
    ) {
        let mut cells: Vec<(Codes, Option<char>)> = vec![];
        let mut next = counts.iter();
        for round in from {
            let times = if round.count.is_some() { next.next().copied().unwrap_or(0) } else { 1 };
            (0..times).for_each(|_| cells.extend(&round.cells));
        }
        if cells.len() > self.neighbours.len() || cells.is_empty() {
            return;
        }
        let mut puts: Vec<Sign> = vec![];
        let mut next = counts.iter();
        for (i, part) in to.iter().enumerate() {
            let times = if i % 2 == 1 { next.next().copied().unwrap_or(0) } else { 1 };
            (0..times).for_each(|_| puts.extend(part));
        }
        let accepts: Vec<Codes> = cells.iter().map(|cell| cell.0).collect();
        self.paths(&accepts, &mut vec![], fits, &mut |path| {
            let put = |i: usize| match puts.get(i).copied().unwrap_or(Sign::Keep) {
                Sign::Keep => Put::Keep,
                Sign::Code(code) => Put::Code(code),
                Sign::Class(class) => {
                    let number = puts[..i].iter().filter(|s| **s == Sign::Class(class)).count();
                    let source = cells.iter().enumerate().filter(|(_, cell)| cell.1 == Some(class)).nth(number);
                    source.map_or(Put::Keep, |(source, _)| Put::From(path[source]))
                }
            };
            let cells = path.iter().enumerate().map(|(i, v)| (*v, accepts[i], put(i))).collect();
            found(Place { cells, near: None });
        });
    }

    /// All paths of different vertices that fit.
    fn paths(
        &self,
        accepts: &[Codes],
        path: &mut Vec<usize>,
        fits: &dyn Fn(usize, Codes) -> bool,
        found: &mut dyn FnMut(&[usize]),
    ) {
        if path.len() == accepts.len() {
            found(path);
            return;
        }
        let all: Vec<usize>;
        let next = match path.last() {
            Some(last) => &self.neighbours[*last],
            None => {
                all = (0..self.neighbours.len()).collect();
                &all
            }
        };
        for &vertex in next {
            if fits(vertex, accepts[path.len()]) && !path.contains(&vertex) {
                path.push(vertex);
                self.paths(accepts, path, fits, found);
                path.pop();
            }
        }
    }

    /// The vertices and their neighbours.
    pub(super) fn neighbours(&self) -> &[Vec<usize>] {
        &self.neighbours
    }

    /// Calls `found` with the vertices of every place where a step could be made sooner or later, whatever play
    /// does: a cell that means nothing to the rules never means anything again. `None` where that is not all
    /// that a move does: edges fall, or it has two steps.
    pub(super) fn for_each_place(&self, codes: &[u8], found: &mut dyn FnMut(&[usize])) -> Option<()> {
        let goes_on = self.rules.moves.iter().flatten().any(|(_, then)| then.is_some());
        if self.grounded.is_some() || goes_on || !self.rules.impartial {
            return None;
        }
        let fits = |vertex: usize, accepts: Codes| codes[vertex] != 0 || accepts & 1 == 1;
        for step in 0..self.rules.steps.len() {
            self.places(step, &fits, &mut |place| {
                let near = place.near.iter().flat_map(|(around, _)| around.iter().copied());
                let near = near.filter(|vertex| codes[*vertex] != 0);
                let vertices: Vec<usize> = place.cells.iter().map(|(vertex, ..)| *vertex).chain(near).collect();
                found(&vertices);
            });
        }
        Some(())
    }

    /// The codes after a step, if the neighbours allow it.
    fn made(place: &Place, codes: &[u8]) -> Option<Vec<u8>> {
        let mut after = codes.to_vec();
        for (vertex, _, put) in &place.cells {
            match put {
                Put::Keep => {}
                Put::Code(code) => after[*vertex] = *code,
                Put::From(source) => after[*vertex] = codes[*source],
            }
        }
        if let Some((around, near)) = &place.near {
            if around.iter().any(|v| near.unless >> codes[*v] & 1 == 1 && codes[*v] != 0) {
                return None;
            }
            for vertex in around {
                if let Some((_, to)) = near.change.iter().find(|(from, _)| *from == codes[*vertex]) {
                    after[*vertex] = *to;
                }
            }
        }
        Some(after)
    }

    pub(super) fn options(&self, codes: &[u8], player: Player) -> Vec<Vec<u8>> {
        let mut options = vec![];
        for (step, then) in &self.rules.moves[player as usize] {
            let mut first = vec![];
            let there = |codes: &[u8], vertex: usize, accepts: Codes| accepts >> codes[vertex] & 1 == 1;
            self.places(*step, &|v, accepts| there(codes, v, accepts), &mut |place| {
                first.extend(Self::made(&place, codes));
            });
            let Some(then) = then else {
                options.extend(first);
                continue;
            };
            for between in first {
                for step in then {
                    self.places(*step, &|v, accepts| there(&between, v, accepts), &mut |place| {
                        options.extend(Self::made(&place, &between));
                    });
                }
            }
        }
        if let Some((_, grounded)) = &self.grounded {
            options.iter_mut().for_each(|codes| self.fall(codes, grounded));
        }
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Takes away the edges that nothing joins to the ground. Two edges that are there
    /// and share an end hold each other.
    fn fall(&self, codes: &mut [u8], grounded: &[bool]) {
        let mut held: Vec<bool> = codes.iter().zip(grounded).map(|(code, on)| *code != 0 && *on).collect();
        let mut waiting: Vec<usize> = (0..codes.len()).filter(|cell| held[*cell]).collect();
        while let Some(cell) = waiting.pop() {
            for &next in &self.neighbours[cell] {
                if codes[next] != 0 && !held[next] {
                    held[next] = true;
                    waiting.push(next);
                }
            }
        }
        codes.iter_mut().zip(held).filter(|(_, held)| !held).for_each(|(code, _)| *code = 0);
    }

    /// What stands or falls together: edges that are there and meet elsewhere than on the
    /// ground, which holds whatever happens.
    fn stands(edges: &Edges, codes: &[u8]) -> Vec<Vec<usize>> {
        let mut groups: Vec<(Vec<usize>, Vec<usize>)> = vec![];
        for (cell, (a, b)) in edges.ends().iter().enumerate().filter(|(cell, _)| codes[*cell] != 0) {
            let mut ends = vec![*a, *b];
            ends.retain(|vertex| *vertex != 0);
            let mut joined = vec![cell];
            groups.retain(|(cells, vertices)| {
                let apart = !vertices.iter().any(|vertex| ends.contains(vertex));
                if !apart {
                    joined.extend(cells);
                    ends.extend(vertices);
                }
                apart
            });
            groups.push((joined, ends));
        }
        groups.into_iter().map(|(cells, _)| cells).collect()
    }

    /// The independent parts, as codes with "no cell" outside; see
    /// [`super::parts`] for why they are. `unless near` is the only condition of
    /// a graph that holds of "no cell".
    pub(super) fn parts(&self, codes: &[u8]) -> Vec<Vec<u8>> {
        if self.rules.scattered {
            return vec![codes.to_vec()];
        }
        let mut possible: Vec<Codes> = codes.iter().map(|code| 1 << code).collect();
        let mut entries: Vec<Vec<usize>>;
        loop {
            let mut next = possible.clone();
            entries = vec![];
            for step in 0..self.rules.steps.len() {
                let fits = |v: usize, accepts: Codes| possible[v] & accepts & !1 != 0;
                self.places(step, &fits, &mut |place| {
                    let mut linked: Vec<usize> = place.cells.iter().map(|(v, ..)| *v).collect();
                    if let Some((around, near)) = &place.near {
                        // A neighbour that is surely in the way.
                        if around.iter().any(|v| possible[*v] & !near.unless == 0 && possible[*v] != 1) {
                            return;
                        }
                        let asked = near.change.iter().fold(near.unless, |set, (from, _)| set | 1 << from);
                        linked.extend(around.iter().filter(|v| possible[**v] & asked & !1 != 0));
                        for v in around {
                            for (from, to) in &near.change {
                                next[*v] |= (possible[*v] >> from & 1) << to;
                            }
                        }
                    }
                    for (v, _, put) in &place.cells {
                        match put {
                            Put::Keep => {}
                            Put::Code(code) => next[*v] |= 1 << code,
                            Put::From(source) => next[*v] |= possible[*source],
                        }
                    }
                    entries.push(linked);
                });
            }
            if let Some((edges, _)) = &self.grounded {
                for stand in Self::stands(edges, codes) {
                    if stand.iter().any(|cell| next[*cell] & 1 != 0) {
                        stand.iter().for_each(|cell| next[*cell] |= 1);
                    }
                    entries.push(stand);
                }
            }
            if next == possible {
                break;
            }
            possible = next;
        }
        let changes = |v: usize| possible[v] != 1 << codes[v];
        let mut group: Vec<usize> = (0..codes.len()).collect();
        fn root(group: &mut [usize], mut v: usize) -> usize {
            while group[v] != v {
                group[v] = group[group[v]];
                v = group[v];
            }
            v
        }
        for entry in &entries {
            let mut changing = entry.iter().filter(|v| changes(**v));
            if let Some(first) = changing.next() {
                for v in changing {
                    let (a, b) = (root(&mut group, *first), root(&mut group, *v));
                    group[a] = b;
                }
            }
        }
        let mut parts: Vec<(usize, Vec<bool>)> = vec![];
        for v in (0..codes.len()).filter(|v| changes(*v)) {
            let of = root(&mut group, v);
            if !parts.iter().any(|(root, _)| *root == of) {
                parts.push((of, vec![false; codes.len()]));
            }
        }
        for entry in &entries {
            let Some(of) = entry.iter().find(|v| changes(**v)).map(|v| root(&mut group, *v)) else { continue };
            if let Some((_, part)) = parts.iter_mut().find(|(root, _)| *root == of) {
                entry.iter().for_each(|v| part[*v] = true);
            }
        }
        let mut parts: Vec<Vec<bool>> = parts.into_iter().map(|(_, part)| part).collect();
        let mut at = 0;
        while at < parts.len() {
            let needed = self.needed(&possible, &parts[at]);
            if needed.is_empty() {
                at += 1;
                continue;
            }
            let mut part = parts.swap_remove(at);
            needed.iter().for_each(|v| part[*v] = true);
            parts.retain(|other| {
                let apart = !(0..codes.len()).any(|v| part[v] && other[v] && changes(v));
                if !apart {
                    part.iter_mut().zip(other).for_each(|(mine, theirs)| *mine |= theirs);
                }
                apart
            });
            parts.push(part);
            at = 0;
        }
        let signs =
            |part: &Vec<bool>| codes.iter().zip(part).map(|(code, here)| if *here { *code } else { 0 }).collect();
        parts.iter().map(signs).collect()
    }

    /// The vertices outside a part that keep steps from being made which could
    /// be made on the part alone, see [`super::parts`].
    fn needed(&self, possible: &[Codes], part: &[bool]) -> Vec<usize> {
        let mut needed = vec![];
        let surely = |v: usize, unless: Codes| possible[v] & !unless == 0;
        for step in 0..self.rules.steps.len() {
            let fits = |v: usize, accepts: Codes| part[v] && possible[v] & accepts & !1 != 0;
            self.places(step, &fits, &mut |place| {
                if let Some((around, near)) = &place.near
                    && !around.iter().any(|v| part[*v] && surely(*v, near.unless))
                {
                    needed.extend(around.iter().filter(|v| !part[**v] && surely(**v, near.unless)));
                }
            });
        }
        needed
    }

    pub(super) fn value(&mut self, arena: &mut Arena, signs: &[char]) -> Result<GameId, Unfinished> {
        self.sum(arena, &self.codes(signs))
    }

    /// The canonical form of a position in codes.
    pub(super) fn sum(&mut self, arena: &mut Arena, codes: &[u8]) -> Result<GameId, Unfinished> {
        let mut sum = arena.zero();
        for part in self.parts(codes) {
            let value = match self.values.get(&part) {
                Some(value) => value,
                None => {
                    let value = arena.deeper(|arena| self.computed(arena, &part))?;
                    let more = self.values.bytes_of_one_more().saturating_sub(self.values.bytes());
                    if !arena.has_room_for_pieces(more)? {
                        self.values.forget();
                    }
                    self.values.insert(part, value);
                    arena.also_holds(self.values.bytes());
                    value
                }
            };
            sum = arena.add(sum, value)?;
        }
        Ok(sum)
    }

    fn computed(&mut self, arena: &mut Arena, part: &[u8]) -> Result<GameId, Unfinished> {
        arena.tick()?;
        let mut options = [vec![], vec![]];
        for player in Player::BOTH {
            for option in self.options(part, player) {
                options[player as usize].push(self.sum(arena, &option)?);
            }
        }
        let [left, right] = options;
        arena.reduce(left, right)
    }

    pub(super) fn nimber(&mut self, signs: &[char], budget: &Budget) -> Result<Nimber, Unfinished> {
        self.nim_sum(&self.codes(signs), budget, 0)
    }

    fn nim_sum(&mut self, codes: &[u8], budget: &Budget, depth: u32) -> Result<Nimber, Unfinished> {
        if depth > DEPTH {
            return Err(Unfinished::TooDeep { limit: DEPTH });
        }
        let mut sum = Nimber::ZERO;
        for part in self.parts(codes) {
            sum += match self.nimbers.get(&part) {
                Some(nimber) => nimber,
                None => {
                    budget.check()?;
                    let mut options = vec![];
                    for option in self.options(&part, Player::Left) {
                        options.push(self.nim_sum(&option, budget, depth + 1)?);
                    }
                    let nimber = mex(options);
                    budget.need(self.nimbers.bytes_of_one_more())?;
                    self.nimbers.insert(part, nimber);
                    nimber
                }
            };
        }
        Ok(sum)
    }
}
