//! Positions of one game that grow with one or more numbers: rectangles, strips,
//! staircases, shapes of graphs, heaps.

use super::{Part, Position};
use crate::game::{CellGame, Game, HeapGame};
use crate::heap::ruleset::MOST_HEAPS;
use crate::pattern::position::looks_like_graph;
use crate::pattern::{self, Kind};
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use num_bigint::BigUint;
use std::ops::Range;
use std::sync::Arc;

/// The shapes of graphs that one number describes.
const SHAPES: [&str; 4] = ["path", "cycle", "complete", "star"];

/// Positions of a game, one for each tuple of numbers.
#[derive(Clone, Debug)]
pub struct Family(Members);

#[derive(Clone, Debug)]
enum Members {
    /// Heaps of a ruleset.
    Heaps(Box<HeapGame>),
    /// Boards of a game on cells.
    Boards(CellGame, Shape),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Strips,
    Rectangles,
    /// The rectangles with this many rows.
    Rows(u64),
    Staircases,
    /// A graph that one number describes.
    Graphs(&'static str),
    /// The grid graphs.
    Grids,
}

impl Family {
    /// The family that a bound names, and the bound: `20` for strips and heaps, `4x5` for
    /// rectangles, `staircase(6)`, `cycle(12)`, `grid(3,4)`; `8,10` is one for each heap.
    ///
    /// ```
    /// use miyama::game::Games;
    /// use miyama::sum::Family;
    /// let game = Games::built_in().find("domineering").unwrap();
    /// let (family, to) = Family::read(&game, "3x4").unwrap();
    /// assert_eq!(to, [3, 4]);
    /// assert_eq!(family.written(&[2, 3]), "2x3");
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] with its place in the text.
    pub fn read(game: &Game, text: &str) -> Result<(Family, Vec<u64>), Mistake> {
        let whole = 0..text.len();
        match game {
            Game::Heap(game) => {
                let heaps = game.ruleset.heaps();
                let to = numbers(text, &[',', 'x', '×'], 0)?;
                let to = match to.len() {
                    1 => vec![to[0]; heaps],
                    n if n == heaps => to,
                    n => return Err(Mistake::new(whole, say!("table.wrong_bounds", found = n, heaps = heaps))),
                };
                Ok((Family(Members::Heaps(Box::new(game.clone()))), to))
            }
            Game::Cells(game) => {
                let (shape, to) = shape(game, text)?;
                let family = Family(Members::Boards(game.clone(), shape));
                if to.iter().any(|number| *number < family.first()) {
                    return Err(Mistake::new(whole, say!("table.no_member", first = family.first())));
                }
                Ok((family, to))
            }
            Game::Compound(game) => Err(Mistake::new(whole, say!("operator.no_table", game = &game.label))),
        }
    }

    /// The bound that is taken if nothing is said: as much as a screen shows.
    #[must_use]
    pub fn default_bound(game: &Game) -> &'static str {
        match game {
            Game::Heap(game) if game.ruleset.heaps() == 1 => "20",
            Game::Heap(game) if game.ruleset.heaps() == 2 => "8",
            Game::Heap(_) => "3",
            Game::Cells(game) => match game.forms[0].definition().kind {
                Kind::Grid => "4x4",
                Kind::Strip => "12",
                Kind::Graph | Kind::Edges => "path(10)",
            },
            Game::Compound(_) => "4",
        }
    }

    /// Of rectangles only those with the most rows, and their bound.
    #[must_use]
    pub fn with_most_rows(self, to: Vec<u64>) -> (Family, Vec<u64>) {
        match (self.0, to.as_slice()) {
            (Members::Boards(game, Shape::Rectangles), &[rows, columns]) => {
                (Family(Members::Boards(game, Shape::Rows(rows))), vec![columns])
            }
            (members, _) => (Family(members), to),
        }
    }

    /// What the numbers are called: the heaps, or m rows and n columns, or n.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let names: &[&str] = match &self.0 {
            Members::Heaps(game) => return game.ruleset.heap_names().to_vec(),
            Members::Boards(_, Shape::Rectangles | Shape::Grids) => &["m", "n"],
            Members::Boards(..) => &["n"],
        };
        names.iter().map(ToString::to_string).collect()
    }

    /// The least of each number.
    #[must_use]
    pub fn first(&self) -> u64 {
        match &self.0 {
            Members::Heaps(_) => 0,
            Members::Boards(_, Shape::Graphs("cycle")) => 3,
            // One vertex has no edge.
            Members::Boards(game, Shape::Graphs("path" | "complete")) if on_edges(game) => 2,
            Members::Boards(..) => 1,
        }
    }

    /// A member as it stands behind the colon: `3x4`, `cycle(5)`, `3,5`.
    #[must_use]
    pub fn written(&self, numbers: &[u64]) -> String {
        let joined = |by: &str| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(by);
        match &self.0 {
            Members::Heaps(_) => joined(","),
            Members::Boards(_, Shape::Strips) => format!("1x{}", joined("x")),
            Members::Boards(_, Shape::Rectangles) => joined("x"),
            Members::Boards(_, Shape::Rows(rows)) => format!("{rows}x{}", joined("x")),
            Members::Boards(_, Shape::Staircases) => format!("staircase({})", joined(",")),
            Members::Boards(_, Shape::Graphs(name)) => format!("{name}({})", joined(",")),
            Members::Boards(_, Shape::Grids) => format!("grid({})", joined(",")),
        }
    }

    /// A member; none where the numbers are no position.
    ///
    /// # Errors
    /// A [`Mistake`]: a board is too large, or play on it need not end.
    pub fn position(&self, numbers: &[u64], budget: &Budget) -> Result<Option<Position>, Mistake> {
        let part = match &self.0 {
            Members::Heaps(game) => {
                let heaps: Vec<BigUint> = numbers.iter().map(|heap| BigUint::from(*heap)).collect();
                if game.ruleset.no_position(&heaps).is_some() {
                    return Ok(None);
                }
                Part::Heap { game: (**game).clone(), heaps }
            }
            Members::Boards(game, _) => Part::Cells(game.read(&self.written(numbers), budget)?),
        };
        Ok(Some(Position { parts: vec![part] }))
    }

    /// All members up to a bound, those with fewer cells or stones first.
    #[must_use]
    pub fn members(&self, to: &[u64]) -> Vec<Vec<u64>> {
        let mut all: Vec<Vec<u64>> = vec![vec![]];
        for most in to {
            let longer = |numbers: Vec<u64>| (self.first()..=*most).map(move |n| [numbers.as_slice(), &[n]].concat());
            all = all.into_iter().flat_map(longer).collect();
        }
        let size = |numbers: &[u64]| match &self.0 {
            Members::Heaps(_) => numbers.iter().fold(0u64, |sum, n| sum.saturating_add(*n)),
            Members::Boards(..) => numbers.iter().fold(1u64, |cells, n| cells.saturating_mul(*n)),
        };
        all.sort_by_cached_key(|numbers| (size(numbers), numbers.clone()));
        all
    }

    /// How many members there are up to a bound.
    #[must_use]
    pub fn count(&self, to: &[u64]) -> u64 {
        to.iter().fold(1u64, |all, most| all.saturating_mul(most.saturating_sub(self.first()).saturating_add(1)))
    }
}

/// Whether the cells of the form on graphs are edges.
fn on_edges(game: &CellGame) -> bool {
    let kind = game.forms.iter().map(|form| form.definition().kind).find(|kind| kind.is_graph());
    kind == Some(Kind::Edges)
}

/// The shape of boards that a bound names, and its numbers.
fn shape(game: &CellGame, text: &str) -> Result<(Shape, Vec<u64>), Mistake> {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let is_graph = looks_like_graph(trimmed) && !trimmed.starts_with(|c: char| c.is_ascii_digit());
    let fits = |form: &&Arc<pattern::Game>| form.definition().kind.is_graph() == is_graph;
    let kind = game.forms.iter().find(fits).unwrap_or(&game.forms[0]).definition().kind;
    let called = |name: &str| trimmed.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')');
    let inside = |name: &str, inside: &str| {
        let at = trimmed.rfind(inside).unwrap_or(name.len());
        numbers(inside, &[','], start + at)
    };
    let one = |shape, to: Vec<u64>| match to.as_slice() {
        [_] => Ok((shape, to)),
        _ => Err(Mistake::new(0..text.len(), say!("pattern.one_number"))),
    };
    if kind.is_graph() {
        if let Some(name) = SHAPES.into_iter().find(|name| called(name).is_some()) {
            return one(Shape::Graphs(name), inside(name, called(name).unwrap_or_default())?);
        }
        if let Some(numbers) = called("grid") {
            return match inside("grid", numbers)?.as_slice() {
                &[m, n] => Ok((Shape::Grids, vec![m, n])),
                _ => Err(Mistake::new(0..text.len(), say!("pattern.two_numbers"))),
            };
        }
    }
    if kind.is_graph() {
        return Err(Mistake::new(0..text.len(), say!("table.bound_graph")));
    }
    if let Some(number) = called("staircase").filter(|_| kind == Kind::Grid) {
        return one(Shape::Staircases, inside("staircase", number)?);
    }
    let to = numbers(trimmed, &['x', 'X', '×'], start).map_err(|_| {
        let says = if kind == Kind::Strip { say!("table.bound_strip") } else { say!("table.bound_grid") };
        Mistake::new(0..text.len(), says)
    })?;
    match (kind, to.as_slice()) {
        (Kind::Strip, [_]) => Ok((Shape::Strips, to)),
        (Kind::Strip, &[1, n]) => Ok((Shape::Strips, vec![n])),
        (Kind::Grid, &[n]) => Ok((Shape::Rectangles, vec![n, n])),
        (Kind::Grid, [_, _]) => Ok((Shape::Rectangles, to)),
        (Kind::Strip, _) => Err(Mistake::new(0..text.len(), say!("table.bound_strip"))),
        _ => Err(Mistake::new(0..text.len(), say!("table.bound_grid"))),
    }
}

/// Numbers between signs, which stand `start` behind the beginning.
fn numbers(text: &str, between: &[char], start: usize) -> Result<Vec<u64>, Mistake> {
    let mut found = Vec::new();
    let mut at = start;
    for piece in text.split(between) {
        let digits = piece.trim();
        let from = at + piece.len() - piece.trim_start().len();
        let place: Range<usize> = from..from + digits.len();
        let read = digits.parse::<u64>().ok().filter(|n| *n < 1 << 40 && found.len() < MOST_HEAPS);
        found.push(read.ok_or_else(|| Mistake::new(place, say!("table.bad_bound", given = digits)))?);
        at += piece.len() + text[at - start + piece.len()..].chars().next().map_or(0, char::len_utf8);
    }
    Ok(found)
}
