//! Positions: signs on the cells of a grid or on the vertices of a graph, and
//! how they are written.

mod edges;

pub use edges::Edges;

use super::syntax::{Definition, Kind, NO_CELL};
use super::wide::Narrow;
use crate::graph_shape::GraphShape;
use miyama_budget::Mistake;
use miyama_text::say;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The most cells of a board that is played as a whole, and the most vertices of a
/// graph.
pub const MOST_CELLS: usize = 128;

/// The most cells of a board of stones that falls into groups.
pub const MOST_SQUARES: usize = 4096;

/// What the cells form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Rows and columns; cell (row, column) is number row · width + column. A
    /// strip is one row.
    Grid {
        /// How many rows.
        height: usize,
        /// How many columns.
        width: usize,
    },
    /// A graph: for each vertex those that it is joined to, in order.
    Graph(Vec<Vec<usize>>),
    /// The edges of a graph, in the order in which they are written.
    Edges(Edges),
}

/// A position of a game on cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellPosition {
    /// What the cells form.
    pub ground: Arc<Ground>,
    /// The sign of each cell, `|` where there is none.
    pub signs: Vec<char>,
}

impl Ground {
    /// How many cells there are, holes included.
    #[must_use]
    pub fn cells(&self) -> usize {
        match self {
            Ground::Grid { height, width } => height * width,
            Ground::Graph(neighbours) => neighbours.len(),
            Ground::Edges(edges) => edges.ends.len(),
        }
    }

    /// For each cell of a graph its neighbours.
    #[must_use]
    pub fn neighbours(&self) -> Option<&[Vec<usize>]> {
        match self {
            Ground::Grid { .. } => None,
            Ground::Graph(neighbours) => Some(neighbours),
            Ground::Edges(edges) => Some(&edges.neighbours),
        }
    }

    /// The longest row that a pattern can have here.
    #[must_use]
    pub fn longest(&self) -> usize {
        match self {
            Ground::Grid { height, width } => *height.max(width),
            Ground::Graph(_) | Ground::Edges(_) => self.cells(),
        }
    }
}

/// Rows of signs, or edges and signs: what [`read`] reads.
impl fmt::Display for CellPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.ground {
            Ground::Grid { width, .. } => {
                let rows: Vec<String> = self.signs.chunks(*width).map(|row| row.iter().collect()).collect();
                f.write_str(&rows.join("/"))
            }
            Ground::Graph(neighbours) => {
                let edges = neighbours.iter().enumerate();
                let edges = edges.flat_map(|(a, joined)| joined.iter().filter(move |b| a < **b).map(move |b| (a, *b)));
                let mut edges: Vec<String> = edges.map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
                // Vertices without edges stand for themselves.
                let alone = neighbours.iter().enumerate().filter(|(_, joined)| joined.is_empty());
                edges.extend(alone.map(|(a, _)| (a + 1).to_string()));
                write!(f, "{};{}", edges.join(","), self.signs.iter().collect::<String>())
            }
            Ground::Edges(edges) => {
                let edge = |((a, b), sign): (&(usize, usize), &char)| format!("{a}-{b}{sign}");
                f.write_str(&edges.ends.iter().zip(&self.signs).map(edge).collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// Reads a position of `game`, all of `text`, on a board of at most `most` cells.
///
/// # Errors
/// What is wrong, and where.
pub fn read(game: &Definition, text: &str, most: usize) -> Result<CellPosition, Mistake> {
    let narrow = Narrow::of(text);
    read_narrow(game, &narrow.text, most).map_err(|mistake| narrow.placed(mistake))
}

fn read_narrow(game: &Definition, text: &str, most: usize) -> Result<CellPosition, Mistake> {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let position = match game.kind {
        Kind::Graph => graph(game, trimmed),
        Kind::Edges => signed_edges(game, trimmed),
        Kind::Grid | Kind::Strip => board(game, trimmed, most),
    };
    position.map_err(|mistake| mistake.shifted(start))
}

/// Is the text written as a graph: edges or a shape?
#[must_use]
pub fn looks_like_graph(text: &str) -> bool {
    let narrow = Narrow::of(text);
    let text = narrow.text.trim();
    let shape =
        GraphShape::ALL.iter().any(|(name, _)| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')));
    shape || (text.starts_with(|c: char| c.is_ascii_digit()) && size(text, MOST_CELLS).is_none())
}

/// The signs that a cell can have between moves.
fn allowed(game: &Definition) -> Vec<char> {
    let marks = game.marks();
    game.signs().into_iter().filter(|sign| !marks.contains(sign)).collect()
}

fn listed(signs: &[char]) -> String {
    signs.iter().chain([&NO_CELL]).map(|c| format!("`{c}`")).collect::<Vec<_>>().join(", ")
}

fn too_large(at: Range<usize>, most: usize) -> Mistake {
    Mistake::new(at, say!("pattern.too_many_cells", most = most))
}

/// The tile that fills a board of which only the shape is given: that of the
/// definition, or the sign for a free cell, `.`, or the only sign there is.
fn tile(game: &Definition, at: Range<usize>) -> Result<Vec<Vec<char>>, Mistake> {
    if let Some(start) = &game.start {
        let row =
            |row: &Vec<super::syntax::Item>| row.iter().flat_map(|item| item.signs.iter().map(|s| s.sign)).collect();
        return Ok(start.rows.iter().map(row).collect());
    }
    let signs = allowed(game);
    match signs.as_slice() {
        [only] => Ok(vec![vec![*only]]),
        signs if signs.contains(&'.') => Ok(vec![vec!['.']]),
        signs => Err(Mistake::new(at, say!("pattern.no_start", signs = listed(signs)))),
    }
}

/// Signs as they are written, each one that the game knows; spaces between them mean nothing.
fn signs_of(game: &Definition, text: &str, start: usize) -> Result<Vec<char>, Mistake> {
    let known = allowed(game);
    // Boards are drawn with ● and ·, and what is drawn can be read.
    let plain = |c: char| match c {
        '●' if !known.contains(&c) => '#',
        '·' if !known.contains(&c) => '.',
        c => c,
    };
    let read = |(at, written): (usize, char)| {
        let c = plain(written);
        if c == NO_CELL || known.contains(&c) {
            return Ok(c);
        }
        let at = start + at..start + at + written.len_utf8();
        let says = match game.marks().contains(&c) {
            true => say!("pattern.mark_on_board", sign = c),
            false => say!("pattern.unknown_sign", sign = c, signs = listed(&known)),
        };
        Err(Mistake::new(at, says))
    };
    text.char_indices().filter(|(_, c)| !c.is_whitespace()).map(read).collect()
}

fn board(game: &Definition, text: &str, most: usize) -> Result<CellPosition, Mistake> {
    let whole = 0..text.len();
    let position = if let Some(cells) = length(game, text, most) {
        filled(game, (whole.clone(), most), 1, cells?, |_, _| true)?
    } else if let Some((rows, columns)) = size(text, most) {
        filled(game, (whole.clone(), most), rows?, columns?, |_, _| true)?
    } else if let Some(numbers) = call(text, "young", most) {
        let rows = numbers?;
        if let Some((i, (row, at))) = rows.iter().enumerate().find(|(i, (n, _))| *i > 0 && rows[i - 1].0 < *n) {
            debug_assert!(i > 0);
            return Err(Mistake::new(at.clone(), say!("pattern.growing", number = *row)));
        }
        let width = rows.first().map_or(0, |(n, _)| *n);
        filled(game, (whole.clone(), most), rows.len(), width, |row, column| column < rows[row].0)?
    } else if let Some(numbers) = call(text, "staircase", most) {
        let [(n, _)] = numbers?.try_into().map_err(|_| Mistake::new(whole.clone(), say!("pattern.one_number")))?;
        filled(game, (whole.clone(), most), n, n, |row, column| row + column < n)?
    } else {
        rows(game, text, most)?
    };
    if let (Kind::Strip, Ground::Grid { height, .. }) = (game.kind, &*position.ground)
        && *height > 1
    {
        let at = text.find('/').map_or(whole, |at| at..at + 1);
        return Err(Mistake::new(at, say!("pattern.strip_rows")));
    }
    Ok(position)
}

/// `9`: how many cells a strip has, if its signs are no digits.
fn length(game: &Definition, text: &str, most: usize) -> Option<Result<usize, Mistake>> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let free = || !allowed(game).iter().any(char::is_ascii_digit);
    let read = || text.parse::<usize>().map_err(|_| too_large(0..text.len(), most));
    (game.kind == Kind::Strip && digits && free()).then(read)
}

/// `4x5`: rows and columns, if the text is of this kind.
fn size(text: &str, most: usize) -> Option<(Result<usize, Mistake>, Result<usize, Mistake>)> {
    let (rows, columns) = text.split_once(['x', 'X', '×'])?;
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let read = |s: &str| s.parse::<usize>().map_err(|_| too_large(0..text.len(), most));
    (digits(rows) && digits(columns)).then(|| (read(rows), read(columns)))
}

/// `name(1,2,3)`: the numbers and where they stand, if the text begins so.
#[expect(clippy::type_complexity)]
fn call(text: &str, name: &str, most: usize) -> Option<Result<Vec<(usize, Range<usize>)>, Mistake>> {
    let rest = text.strip_prefix(name)?.strip_prefix('(')?;
    let Some(inside) = rest.strip_suffix(')') else {
        return Some(Err(Mistake::new(text.len()..text.len(), say!("pattern.open_bracket"))));
    };
    let mut at = name.len() + 1;
    let mut numbers = vec![];
    for part in inside.split(',').filter(|_| !inside.trim().is_empty()) {
        let start = at + part.len() - part.trim_start().len();
        let digits = part.trim();
        let place = start..start + digits.len();
        at += part.len() + 1;
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Some(Err(Mistake::new(place, say!("pattern.number_here"))));
        }
        match digits.parse() {
            Ok(n) if n <= most && numbers.len() < most => numbers.push((n, place)),
            _ => return Some(Err(too_large(place, most))),
        }
    }
    Some(Ok(numbers))
}

fn filled(
    game: &Definition,
    (at, most): (Range<usize>, usize),
    height: usize,
    width: usize,
    cell: impl Fn(usize, usize) -> bool,
) -> Result<CellPosition, Mistake> {
    if height.checked_mul(width).is_none_or(|cells| cells > most) {
        return Err(too_large(at, most));
    }
    if height * width == 0 {
        return Err(Mistake::new(at, say!("pattern.empty_board")));
    }
    let tile = tile(game, at)?;
    let sign = |row: usize, column: usize| match cell(row, column) {
        true => tile[row % tile.len()][column % tile[0].len()],
        false => NO_CELL,
    };
    let signs = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let signs = signs.map(|(row, column)| sign(row, column)).collect();
    Ok(CellPosition { ground: Arc::new(Ground::Grid { height, width }), signs })
}

fn rows(game: &Definition, text: &str, most: usize) -> Result<CellPosition, Mistake> {
    if text.is_empty() {
        return Err(Mistake::new(0..0, say!("pattern.no_board", signs = listed(&allowed(game)))));
    }
    let mut signs: Vec<char> = vec![];
    let (mut at, mut width, mut height) = (0, None, 0);
    // Boards are pasted line by line, too.
    for row in text.split(['/', '\n']) {
        let found = signs_of(game, row, at)?;
        let expected = *width.get_or_insert(found.len());
        if found.len() != expected || found.is_empty() {
            let says = say!("pattern.uneven_board", found = found.len(), expected = expected);
            return Err(Mistake::new(at..at + row.len(), says));
        }
        signs.extend(found);
        height += 1;
        at += row.len() + 1;
        if signs.len() > most {
            return Err(too_large(0..text.len(), most));
        }
    }
    Ok(CellPosition { ground: Arc::new(Ground::Grid { height, width: width.unwrap_or(0) }), signs })
}

fn graph(game: &Definition, text: &str) -> Result<CellPosition, Mistake> {
    let (shape, signs) = text.split_once(';').map_or((text, None), |(shape, signs)| (shape, Some(signs)));
    let neighbours = match shape_of(shape) {
        Some(neighbours) => neighbours?,
        None => edges(shape)?,
    };
    let vertices = neighbours.len();
    let signs = match signs {
        Some(written) => {
            let start = shape.len() + 1;
            let signs = signs_of(game, written, start)?;
            if signs.len() != vertices {
                let at = start..text.len();
                return Err(Mistake::new(at, say!("pattern.vertices", found = signs.len(), expected = vertices)));
            }
            signs
        }
        None => {
            let tile = tile(game, 0..text.len())?;
            tile[0].iter().copied().cycle().take(vertices).collect()
        }
    };
    Ok(CellPosition { ground: Arc::new(Ground::Graph(neighbours)), signs })
}

/// `path(5)`, `cycle(5)`, `complete(4)`, `star(3)`, `grid(2,3)`, if it is one.
fn shape_of(text: &str) -> Option<Result<Vec<Vec<usize>>, Mistake>> {
    let found = |(name, shape): &(&str, GraphShape)| call(text, name, MOST_CELLS).map(|numbers| (*shape, numbers));
    let (shape, numbers) = GraphShape::ALL.iter().find_map(found)?;
    Some(numbers.and_then(|numbers| {
        let whole = 0..text.len();
        let numbers: Vec<usize> = numbers.into_iter().map(|(n, _)| n).collect();
        match shape.edges(&numbers) {
            Some((vertices, edges)) => joined(vertices, &edges, whole),
            None if numbers.len() == shape.numbers() => Err(Mistake::new(whole, say!("pattern.short_cycle"))),
            None if shape == GraphShape::Grid => Err(Mistake::new(whole, say!("pattern.two_numbers"))),
            None => Err(Mistake::new(whole, say!("pattern.one_number"))),
        }
    }))
}

/// `0-1l,1-2r`: edges with their signs; or edges, or a shape that stands with its first
/// vertex on the ground, and the signs of the edges behind it: `0-1,1-2;lr`.
fn signed_edges(game: &Definition, text: &str) -> Result<CellPosition, Mistake> {
    let (drawn, behind) = text.split_once(';').map_or((text, None), |(edges, signs)| (edges, Some(signs)));
    let mut ends: Vec<(usize, usize)> = vec![];
    let mut signs: Vec<Option<char>> = vec![];
    if let Some(neighbours) = shape_of(drawn) {
        for (a, joined) in neighbours?.iter().enumerate() {
            ends.extend(joined.iter().filter(|b| a < **b).map(|b| (a, *b)));
        }
        signs = vec![None; ends.len()];
    } else {
        let mut at = 0;
        for edge in drawn.split(',') {
            let start = at + edge.len() - edge.trim_start().len();
            let (pair, sign) = signed_edge(game, edge.trim(), start)?;
            ends.push(pair);
            signs.push(sign);
            at += edge.len() + 1;
        }
    }
    if ends.is_empty() || ends.len() > MOST_CELLS {
        let says = if ends.is_empty() {
            say!("pattern.empty_board")
        } else {
            say!("pattern.too_many_cells", most = MOST_CELLS)
        };
        return Err(Mistake::new(0..text.len(), says));
    }
    if let Some(written) = behind {
        let start = drawn.len() + 1;
        let listed = signs_of(game, written, start)?;
        if listed.len() != ends.len() {
            let says = say!("pattern.edges_signs", found = listed.len(), expected = ends.len());
            return Err(Mistake::new(start..text.len(), says));
        }
        signs = listed.into_iter().map(Some).collect();
    }
    let free = if signs.contains(&None) { tile(game, 0..text.len())?[0].clone() } else { vec![NO_CELL] };
    let filled = signs.into_iter().enumerate().map(|(i, sign)| sign.unwrap_or(free[i % free.len()])).collect();
    let edges = Edges::new(ends);
    let signs = edges.held(filled);
    Ok(CellPosition { ground: Arc::new(Ground::Edges(edges)), signs })
}

/// `1-2l`: the ends of an edge, and its sign if it has one.
fn signed_edge(game: &Definition, text: &str, start: usize) -> Result<((usize, usize), Option<char>), Mistake> {
    let wrong = |at: usize| Mistake::new(start + at..start + text.len(), say!("pattern.signed_edge"));
    let (first, rest) = text.split_once(['-', '−', '–']).ok_or_else(|| wrong(0))?;
    let behind = text.len() - rest.len();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let vertex = |digits: &str, at: usize| -> Result<usize, Mistake> {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(wrong(at));
        }
        let place = start + at..start + at + digits.len();
        let number = digits.parse().ok().filter(|n| *n <= MOST_CELLS);
        number.ok_or_else(|| Mistake::new(place, say!("pattern.edge_vertex", most = MOST_CELLS)))
    };
    let ends = (vertex(first.trim(), 0)?, vertex(&rest[..digits], behind)?);
    let written = rest[digits..].trim();
    let signs = signs_of(game, written, start + text.len() - written.len())?;
    match signs.as_slice() {
        [] => Ok((ends, None)),
        [sign] => Ok((ends, Some(*sign))),
        _ => Err(wrong(behind + digits)),
    }
}

fn joined(vertices: usize, edges: &[(usize, usize)], at: Range<usize>) -> Result<Vec<Vec<usize>>, Mistake> {
    if vertices > MOST_CELLS {
        return Err(too_large(at, MOST_CELLS));
    }
    if vertices == 0 {
        return Err(Mistake::new(at, say!("pattern.empty_board")));
    }
    let mut neighbours = vec![vec![]; vertices];
    for (a, b) in edges {
        neighbours[*a].push(*b);
        neighbours[*b].push(*a);
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    Ok(neighbours)
}

/// `1-2,2-3`; a number alone is a vertex without edges.
fn edges(text: &str) -> Result<Vec<Vec<usize>>, Mistake> {
    let mut found = vec![];
    let (mut at, mut vertices) = (0, 0);
    for edge in text.split(',') {
        let mut ends = vec![];
        let mut from = at;
        for end in edge.split('-') {
            let digits = end.trim();
            let start = from + end.len() - end.trim_start().len();
            let place = start..start + digits.len();
            from += end.len() + 1;
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(Mistake::new(place, say!("pattern.edge")));
            }
            match digits.parse::<usize>() {
                Ok(n) if (1..=MOST_CELLS).contains(&n) => ends.push(n - 1),
                _ => return Err(Mistake::new(place, say!("pattern.vertex", most = MOST_CELLS))),
            }
        }
        let whole = at..at + edge.len();
        match ends.as_slice() {
            [_] => {}
            [a, b] if a != b => found.push((*a, *b)),
            [_, _] => return Err(Mistake::new(whole, say!("pattern.loop"))),
            _ => return Err(Mistake::new(whole, say!("pattern.edge"))),
        }
        vertices = ends.iter().map(|v| v + 1).max().unwrap_or(0).max(vertices);
        at += edge.len() + 1;
    }
    joined(vertices, &found, 0..text.len())
}
