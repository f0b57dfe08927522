//! The naive meaning of a definition: every rule laid on every place, cell by
//! cell. It shares the syntax tree with the engine and nothing else, and is
//! what the engine is compared with.

use super::position::{CellPosition, Ground};
use super::syntax::{ANY_CELL, ANYTHING, Definition, Directions, Item, Kind, NO_CELL, Near, Rule, Sign, Step};
use crate::play::Player;
use miyama_budget::{Budget, Stopped};
use std::cell::Cell;
use std::collections::BTreeSet;

/// All positions that a move of `player` leads to. `arguments` are the values
/// of the parameters, in order.
///
/// # Panics
/// Never: what has no limit is not stopped.
#[must_use]
pub fn options(game: &Definition, arguments: &[usize], position: &CellPosition, player: Player) -> BTreeSet<Vec<char>> {
    options_within(game, arguments, position, player, &Budget::unlimited()).expect("no limit")
}

/// The same within a budget: a board of thousands of cells may have hundreds of thousands of options.
///
/// # Errors
/// [`Stopped`] if the options would take more time or memory than there is.
pub fn options_within(
    game: &Definition,
    arguments: &[usize],
    position: &CellPosition,
    player: Player,
    budget: &Budget,
) -> Result<BTreeSet<Vec<char>>, Stopped> {
    let meaning = Meaning { game, arguments, ground: &position.ground, budget, written: Cell::new(0) };
    let mut found = BTreeSet::new();
    for group in game.groups.iter().filter(|group| group.who.is_none_or(|who| who == player)) {
        for rule in &group.rules {
            found.extend(meaning.rule(rule, group.directions, &position.signs)?);
        }
    }
    Ok(match &*position.ground {
        Ground::Edges(edges) => found.into_iter().map(|signs| edges.held(signs)).collect(),
        _ => found,
    })
}

struct Meaning<'a> {
    game: &'a Definition,
    arguments: &'a [usize],
    ground: &'a Ground,
    budget: &'a Budget,
    /// Bytes of all positions so far.
    written: Cell<u64>,
}

/// A cell, or none, for each sign of a pattern in reading order.
type Places = Vec<Option<usize>>;

/// The directions of the rows of a pattern and from row to row.
type Frame = ((i64, i64), (i64, i64));

/// The row and column of the first sign of a pattern, on the board or beyond its edge, and how
/// the pattern lies from there. On a graph there is no such thing, and a path says it all.
type Lying = ((i64, i64), Frame);

/// The two sides of a step with their repetitions written out.
type Written = (Vec<Vec<char>>, Vec<Vec<char>>);

impl Meaning<'_> {
    fn rule(&self, rule: &Rule, directions: Directions, signs: &[char]) -> Result<BTreeSet<Vec<char>>, Stopped> {
        let mut found = BTreeSet::new();
        for (places, mut after, lying) in self.step(&rule.step, directions, signs)? {
            if let Some(near) = &rule.near
                && let Some(changed) = rule.step.changed()
            {
                let around = match (self.ground, near) {
                    (Ground::Graph(_) | Ground::Edges(_), _) => places[0].map_or(vec![], |cell| self.joined(cell)),
                    (Ground::Grid { .. }, Near::Beyond(..)) => self.beyond(spot(lying, changed), lying.1),
                    (Ground::Grid { .. }, _) => self.neighbours(spot(lying, changed), directions),
                };
                if !self.near(near, &around, signs, &mut after) {
                    continue;
                }
            }
            match &rule.then {
                None => {
                    found.insert(after);
                }
                Some(then) => {
                    for step in &then.steps {
                        found.extend(self.step(step, then.directions, &after)?.into_iter().map(|(_, end, _)| end));
                    }
                }
            }
        }
        Ok(found)
    }

    /// Does the rule hold with these cells around? Changes them if it does so.
    fn near(&self, near: &Near, neighbours: &[usize], signs: &[char], after: &mut [char]) -> bool {
        match near {
            Near::Unless(forbidden) => {
                let fits = |cell: &usize| forbidden.iter().any(|s| self.fits(s.sign, signs[*cell]));
                !neighbours.iter().any(fits)
            }
            Near::Change(from, to) | Near::Beyond(from, to) => {
                for &cell in neighbours {
                    if let Some(i) = from.iter().position(|s| s.sign == signs[cell]) {
                        after[cell] = to[if to.len() == 1 { 0 } else { i }].sign;
                    }
                }
                true
            }
        }
    }

    /// The cells next to a place of a grid. The place may be beyond the edge: what is no cell there has
    /// neighbours, as a cell that was taken off the board has.
    fn neighbours(&self, (row, column): (i64, i64), directions: Directions) -> Vec<usize> {
        let mut near = vec![];
        for (down, across) in (-1..=1).flat_map(|down| (-1..=1).map(move |across| (down, across))) {
            let wanted = match i64::abs(down) + i64::abs(across) {
                1 => !directions.diag || directions.sym,
                2 => directions.diag,
                _ => false,
            };
            near.extend(self.cell(row + down, column + across).filter(|_| wanted));
        }
        near
    }

    /// The vertices that an edge joins to this one; the edges that share an end with it.
    fn joined(&self, cell: usize) -> Vec<usize> {
        match self.ground {
            Ground::Graph(neighbours) => neighbours[cell].clone(),
            Ground::Edges(edges) => {
                let (a, b) = edges.ends()[cell];
                let meets = |(c, d): (usize, usize)| [c, d].iter().any(|end| *end == a || *end == b);
                (0..edges.ends().len()).filter(|other| *other != cell && meets(edges.ends()[*other])).collect()
            }
            Ground::Grid { .. } => vec![],
        }
    }

    /// All cells that are reached from a place along the rows of a pattern that lies
    /// so, from row to row, or both.
    fn beyond(&self, place: (i64, i64), frame: Frame) -> Vec<usize> {
        let Ground::Grid { height, width } = self.ground else { return vec![] };
        // One more than the board is long: the place may be beyond the edge.
        let far = (*height.max(width)) as i64 + 1;
        let steps = (0..far).flat_map(|i| (0..far).map(move |j| (i, j))).filter(|step| *step != (0, 0));
        let reached = |(i, j): (i64, i64)| {
            let (row, column) = moved(place, frame, (i, j));
            self.cell(row, column)
        };
        steps.filter_map(reached).collect()
    }

    fn cell(&self, row: i64, column: i64) -> Option<usize> {
        let Ground::Grid { height, width } = self.ground else { return None };
        let inside = (0..*height as i64).contains(&row) && (0..*width as i64).contains(&column);
        inside.then(|| row as usize * width + column as usize)
    }

    fn fits(&self, wanted: char, found: char) -> bool {
        match wanted {
            ANY_CELL => found != NO_CELL,
            ANYTHING => true,
            wanted => match self.game.class(wanted) {
                Some(class) => class.signs.iter().any(|s| s.sign == found),
                None => wanted == found,
            },
        }
    }

    /// Every way to make a step: the cells in reading order of the pattern, and
    /// all signs afterwards.
    fn step(
        &self,
        step: &Step,
        directions: Directions,
        signs: &[char],
    ) -> Result<Vec<(Places, Vec<char>, Lying)>, Stopped> {
        let mut found = vec![];
        for written in self.written(step) {
            self.budget.check()?;
            for (places, lying) in self.places(&written.0, directions) {
                if let Some(after) = self.replaced(&written, &places, signs) {
                    let bytes = size_of_val(places.as_slice()) + 2 * size_of_val(after.as_slice());
                    self.written.set(self.written.get() + bytes as u64);
                    self.budget.need(self.written.get())?;
                    found.push((places, after, lying));
                }
            }
        }
        Ok(found)
    }

    /// The signs after the step at these cells, if it can be made there.
    fn replaced(&self, (from, to): &Written, places: &[Option<usize>], signs: &[char]) -> Option<Vec<char>> {
        let from: Vec<char> = from.concat();
        let to: Vec<char> = to.concat();
        let there: Vec<char> = places.iter().map(|cell| cell.map_or(NO_CELL, |cell| signs[cell])).collect();
        if !from.iter().zip(&there).all(|(wanted, found)| self.fits(*wanted, *found)) {
            return None;
        }
        let mut after = signs.to_vec();
        for (i, sign) in to.iter().enumerate() {
            let new = if matches!(*sign, ANY_CELL | ANYTHING) {
                there[i]
            } else if self.game.class(*sign).is_some() {
                let number = to[..i].iter().filter(|other| *other == sign).count();
                let mut matched = from.iter().zip(&there).filter(|(other, _)| *other == sign);
                *matched.nth(number)?.1
            } else {
                *sign
            };
            if let Some(cell) = places[i] {
                after[cell] = new;
            }
        }
        Some(after)
    }

    /// All ways to write the repetitions out that can lie on this ground and
    /// give rows of the same length.
    fn written(&self, step: &Step) -> Vec<Written> {
        let longest = match self.ground {
            Ground::Grid { height, width } => *height.max(width),
            Ground::Graph(_) | Ground::Edges(_) => self.ground.cells(),
        };
        let items: Vec<&Item> = step.from.rows.iter().flatten().collect();
        let mut counts: Vec<Vec<usize>> = vec![vec![]];
        for item in items.iter().filter(|item| item.count.is_some()) {
            let (least, most) =
                item.count.as_ref().map_or((1, Some(1)), |count| count.range(&|name| self.argument(name)));
            // What lies on cells comes at most as often as a line has cells.
            let on_cells = item.signs.iter().any(|sign| !self.may_be_none(sign.sign));
            let most = most.map_or(longest, |most| if on_cells { most.min(longest) } else { most });
            let longer =
                |count: &Vec<usize>| (least..=most).map(|n| [count.as_slice(), &[n]].concat()).collect::<Vec<_>>();
            counts = counts.iter().flat_map(longer).collect();
        }
        let mut found = vec![];
        for count in counts {
            let side = |rows: &[Vec<Item>]| {
                let mut count = count.iter();
                let signs = |item: &Item| item.signs.iter().map(|s: &Sign| s.sign).collect::<Vec<_>>();
                rows.iter()
                    .map(|row| {
                        let mut cells = vec![];
                        for item in row {
                            let times = if item.count.is_some() { count.next().copied().unwrap_or(0) } else { 1 };
                            cells.extend(signs(item).repeat(times));
                        }
                        cells
                    })
                    .collect::<Vec<_>>()
            };
            let written = (side(&step.from.rows), side(&step.to.rows));
            if written.0.iter().all(|row| row.len() == written.0[0].len()) {
                found.push(written);
            }
        }
        found
    }

    /// Whether a sign of a pattern may stand where there is no cell.
    fn may_be_none(&self, sign: char) -> bool {
        let class = self.game.classes.iter().find(|class| class.name == sign);
        let none = |sign: char| matches!(sign, NO_CELL | ANYTHING);
        none(sign) || class.is_some_and(|class| class.signs.iter().any(|member| none(member.sign)))
    }

    fn argument(&self, name: &str) -> usize {
        let parameters = self.game.parameters.iter();
        parameters.zip(self.arguments).find(|(parameter, _)| parameter.name == name).map_or(0, |(_, value)| *value)
    }

    /// Every way to lay these rows on the ground: a cell, or none, for each sign.
    fn places(&self, rows: &[Vec<char>], directions: Directions) -> Vec<(Places, Lying)> {
        match self.ground {
            Ground::Graph(_) | Ground::Edges(_) => {
                let mut paths: Vec<Vec<usize>> = (0..self.ground.cells()).map(|v| vec![v]).collect();
                for _ in 1..rows[0].len() {
                    let longer = |path: &Vec<usize>| {
                        let next = self.joined(path[path.len() - 1]).into_iter().filter(|v| !path.contains(v));
                        next.map(|v| [path.as_slice(), &[v]].concat()).collect::<Vec<_>>()
                    };
                    paths = paths.iter().flat_map(longer).collect();
                }
                if rows[0].is_empty() {
                    return vec![];
                }
                let lying = ((0, 0), ((0, 1), (1, 0)));
                paths.into_iter().map(|path| (path.into_iter().map(Some).collect(), lying)).collect()
            }
            Ground::Grid { height, width } => {
                let reach = rows.len().max(rows[0].len()) as i64;
                let mut found = vec![];
                for frame in frames(self.game.kind, directions) {
                    for row in -reach..*height as i64 + reach {
                        for column in -reach..*width as i64 + reach {
                            let cell = |i: i64, j: i64| {
                                let (row, column) = moved((row, column), frame, (i, j));
                                self.cell(row, column)
                            };
                            let rows = rows.iter().enumerate();
                            let cells = rows.flat_map(|(i, row)| (0..row.len()).map(move |j| (i as i64, j as i64)));
                            found.push((cells.map(|(i, j)| cell(i, j)).collect(), ((row, column), frame)));
                        }
                    }
                }
                found
            }
        }
    }
}

/// Where one comes from a place by so many rows and signs of a pattern that lies so.
fn moved((row, column): (i64, i64), (along, down): Frame, (i, j): (i64, i64)) -> (i64, i64) {
    (row + j * along.0 + i * down.0, column + j * along.1 + i * down.1)
}

/// Where a sign of a pattern lies, by its row and its place in the row.
fn spot((first, frame): Lying, (i, j): (usize, usize)) -> (i64, i64) {
    moved(first, frame, (i as i64, j as i64))
}

/// The directions of a row and from row to row.
fn frames(kind: Kind, directions: Directions) -> Vec<Frame> {
    let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let mut frames = vec![];
    if kind == Kind::Strip {
        frames.push(((0, 1), (1, 0)));
        if directions.sym {
            frames.push(((0, -1), (1, 0)));
        }
        return frames;
    }
    if directions.sym {
        for along in straight {
            let across = straight.into_iter().filter(|down| down.0 * along.0 + down.1 * along.1 == 0);
            frames.extend(across.map(|down| (along, down)));
        }
    } else if !directions.diag {
        frames.push(((0, 1), (1, 0)));
    }
    if directions.diag {
        let slanted = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        frames.extend(slanted.map(|along| (along, (0, 0))));
    }
    frames
}
