//! A position drawn: heaps as columns of stones, boards, strips, graphs, pictures on the ground,
//! with what a move changes.

use super::figure::{COOL, Figure, INK, PALE, SHADE, STRONG, WHITE};
use super::svg::Anchor;
use miyama::pattern::Ground;
use miyama::pattern::position::Edges;
use miyama::sum::{Cells, Move, Part, Position};
use num_bigint::BigUint;

/// Pixels of a cell or a stone.
const CELL: f64 = 26.0;
/// A heap larger than this is a number.
const TALLEST: u64 = 24;
const MARGIN: f64 = 10.0;

/// A position; with a move, what it changes is marked.
pub(crate) fn draw(position: &Position, made: Option<&Move>, title: &str) -> Figure {
    let left = |at: usize| made.filter(|made| made.part == at).map(|made| made.left.as_slice());
    let parts: Vec<Figure> = position.parts.iter().enumerate().map(|(at, part)| one(part, left(at))).collect();
    let plus = if parts.len() > 1 { 14.0 } else { 0.0 };
    let width = parts.iter().map(|part| part.width + plus).sum::<f64>() - plus + 2.0 * MARGIN;
    let height = parts.iter().map(|part| part.height).fold(0.0, f64::max) + 2.0 * MARGIN;
    let mut whole = Figure::new(width.max(4.0 * MARGIN), height, title);
    let mut x = MARGIN;
    for part in &parts {
        // Everything stands on one floor.
        whole.place((x, height - MARGIN - part.height), part);
        x += part.width + plus;
    }
    whole
}

/// A part, and what a move leaves of it.
fn one(part: &Part, left: Option<&[Part]>) -> Figure {
    match (part, left) {
        (Part::Heap { heaps, .. }, Some([Part::Heap { heaps: left, .. }])) if heaps.len() == left.len() => {
            columns(heaps, Some(left))
        }
        (Part::Heap { heaps, .. }, Some(pieces)) => broken(heaps, pieces),
        (Part::Heap { heaps, .. }, None) => columns(heaps, None),
        (Part::Cells(cells), Some([Part::Cells(after)])) => on_cells(cells, Some(after), &cells.changed(after)),
        (Part::Cells(cells), _) => on_cells(cells, None, &[]),
        (Part::Worth(worth), _) => words(worth.text()),
        (Part::Compound(compound), _) => words(&compound.to_string()),
    }
}

/// A heap that vanishes or breaks: what is left of it stays below and above.
fn broken(heaps: &[BigUint], pieces: &[Part]) -> Figure {
    let sizes: Vec<&BigUint> = pieces
        .iter()
        .flat_map(|piece| match piece {
            Part::Heap { heaps, .. } => heaps.as_slice(),
            _ => &[],
        })
        .collect();
    let (Some(heap), 1) = (heaps.first(), heaps.len()) else { return columns(heaps, None) };
    let mut figure = columns(heaps, None);
    let small = |n: &BigUint| u64::try_from(n).ok().filter(|n| *n <= TALLEST);
    let Some(all) = small(heap) else { return figure };
    let kept: u64 = sizes.iter().filter_map(|size| small(size)).sum();
    let below = sizes.first().and_then(|size| small(size)).unwrap_or(0);
    let (step, floor) = (CELL * 0.82, figure.height - 20.0);
    for stone in below..below + all.saturating_sub(kept) {
        figure.circle((CELL / 2.0, floor - (stone as f64 + 0.5) * step), CELL * 0.36, WHITE, STRONG);
    }
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    let label = if sizes.is_empty() { "0".to_owned() } else { sizes.join("+") };
    figure.rect((0.0, floor + 4.0), (CELL, 15.0), WHITE, "none");
    figure.text((CELL / 2.0, floor + 16.0), 12.0, Anchor::Middle, STRONG, &label);
    figure
}

fn words(text: &str) -> Figure {
    let mut figure = Figure::new(9.0 * text.chars().count().max(2) as f64 + 8.0, CELL, "");
    figure.text((4.0, CELL - 8.0), 15.0, Anchor::Start, INK, text);
    figure
}

/// Heaps side by side; stones that go are rings, stones that come are marked.
fn columns(heaps: &[BigUint], after: Option<&Vec<BigUint>>) -> Figure {
    let small = |heap: &BigUint| u64::try_from(heap).ok().filter(|heap| *heap <= TALLEST);
    let tall = |heap: &BigUint| small(heap).map_or(2, |heap| heap.max(1));
    let highest = heaps.iter().chain(after.into_iter().flatten()).map(tall).max().unwrap_or(1);
    let step = CELL * 0.82;
    let mut figure = Figure::new(heaps.len().max(1) as f64 * (CELL + 10.0) - 10.0, highest as f64 * step + 22.0, "");
    let floor = figure.height - 20.0;
    for (at, heap) in heaps.iter().enumerate() {
        let x = at as f64 * (CELL + 10.0) + CELL / 2.0;
        let left = after.map_or(heap, |after| &after[at]);
        if let (Some(now), Some(then)) = (small(heap), small(left)) {
            for stone in 0..now.max(then) {
                let centre = (x, floor - (stone as f64 + 0.5) * step);
                let (fill, stroke) = match (stone < now, stone < then) {
                    (true, true) => (INK, INK),
                    (true, false) => (WHITE, STRONG),
                    _ => (SHADE, COOL),
                };
                figure.circle(centre, CELL * 0.36, fill, stroke);
            }
        }
        figure.line((x - CELL / 2.0, floor), (x + CELL / 2.0, floor), PALE, 1.5);
        let label = if heap == left { heap.to_string() } else { format!("{heap}→{left}") };
        figure.text((x, floor + 16.0), 12.0, Anchor::Middle, if heap == left { INK } else { STRONG }, &label);
    }
    figure
}

fn on_cells(cells: &Cells, after: Option<&Cells>, changed: &[usize]) -> Figure {
    let (ground, signs) = (&*cells.position().ground, &cells.position().signs);
    // Stones that can only be taken are discs; other signs are letters.
    let stone = cells.stones().map(|stones| (stones.rule().stone(), stones.rule().gone()));
    let look = Look { signs, after: after.map(|after| after.position().signs.as_slice()), changed, stone };
    match ground {
        Ground::Grid { height, width } => grid(*height, *width, &look),
        Ground::Graph(joined) => graph(joined, &look),
        Ground::Edges(edges) => on_ground(edges, &look),
    }
}

/// What stands where, and what changes.
struct Look<'a> {
    signs: &'a [char],
    after: Option<&'a [char]>,
    changed: &'a [usize],
    stone: Option<(char, char)>,
}

impl Look<'_> {
    /// A cell at a point: a stone, or its sign, and what it becomes.
    fn draw(&self, cell: usize, at: (f64, f64), figure: &mut Figure) {
        let is_changed = self.changed.contains(&cell);
        let sign = self.signs.get(cell).copied().unwrap_or(' ');
        if let Some((stone, _)) = self.stone {
            if sign == stone {
                let (fill, stroke) = if is_changed { (WHITE, STRONG) } else { (INK, INK) };
                figure.circle(at, CELL * 0.36, fill, stroke);
            }
            return;
        }
        let shown =
            if is_changed { self.after.and_then(|after| after.get(cell)).copied().unwrap_or(sign) } else { sign };
        if shown != '.' && shown != '|' {
            figure.sign(at, 15.0, if is_changed { STRONG } else { INK }, &shown.to_string(), false);
        }
    }
}

fn grid(height: usize, width: usize, look: &Look<'_>) -> Figure {
    let mut figure = Figure::new(width.max(1) as f64 * CELL, height.max(1) as f64 * CELL, "");
    for row in 0..height {
        for column in 0..width {
            let cell = row * width + column;
            let sign = look.signs.get(cell).copied().unwrap_or('|');
            if sign == '|' && !look.changed.contains(&cell) {
                continue;
            }
            let corner = (column as f64 * CELL, row as f64 * CELL);
            let marked = look.changed.contains(&cell);
            figure.rect(corner, (CELL, CELL), if marked { SHADE } else { WHITE }, PALE);
            look.draw(cell, (corner.0 + CELL / 2.0, corner.1 + CELL / 2.0), &mut figure);
        }
    }
    figure
}

/// The vertices on a circle, with their numbers outside.
fn graph(joined: &[Vec<usize>], look: &Look<'_>) -> Figure {
    let count = joined.len().max(1) as f64;
    let radius = (count * CELL * 1.6 / std::f64::consts::TAU).max(CELL * 1.1);
    let size = 2.0 * (radius + CELL);
    let mut figure = Figure::new(size, size, "");
    let place = |vertex: usize, radius: f64| {
        let angle = std::f64::consts::TAU * vertex as f64 / count - std::f64::consts::FRAC_PI_2;
        (size / 2.0 + radius * angle.cos(), size / 2.0 + radius * angle.sin())
    };
    for (vertex, others) in joined.iter().enumerate() {
        for other in others.iter().filter(|other| **other > vertex) {
            figure.line(place(vertex, radius), place(*other, radius), PALE, 1.5);
        }
    }
    for vertex in 0..joined.len() {
        let marked = look.changed.contains(&vertex);
        figure.circle(place(vertex, radius), CELL * 0.42, if marked { SHADE } else { WHITE }, INK);
        look.draw(vertex, place(vertex, radius), &mut figure);
        figure.sign(place(vertex, radius + CELL * 0.75), 10.0, COOL, &(vertex + 1).to_string(), false);
    }
    figure
}

/// Edges above the ground: a vertex stands as high as it is far from vertex 0, and in the middle of
/// what it carries.
fn on_ground(edges: &Edges, look: &Look<'_>) -> Figure {
    let ends = edges.ends();
    let vertices = ends.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(1);
    let mut level = vec![usize::MAX; vertices];
    let mut row = vec![0];
    level[0] = 0;
    while !row.is_empty() {
        let reach = |from: usize| {
            ends.iter().filter_map(move |&(a, b)| if a == from { Some(b) } else { (b == from).then_some(a) })
        };
        let next: Vec<usize> = row.iter().flat_map(|&from| reach(from)).filter(|&to| level[to] == usize::MAX).collect();
        let high = level[row[0]] + 1;
        next.iter().for_each(|&to| level[to] = high);
        row = next;
        row.sort_unstable();
        row.dedup();
    }
    let high = level.iter().copied().filter(|level| *level < usize::MAX).max().unwrap_or(0).max(1);
    let widest = (1..=high).map(|at| level.iter().filter(|level| **level == at).count()).max().unwrap_or(1).max(1);
    let (step, rise) = (CELL * 2.2, CELL * 1.8);
    let mut figure = Figure::new(widest as f64 * step + CELL, high as f64 * rise + CELL, "");
    let floor = figure.height - CELL / 2.0;
    let place = |vertex: usize| {
        let own = level[vertex].min(high);
        let beside: Vec<usize> = (0..vertices).filter(|v| level[*v].min(high) == own).collect();
        let at = beside.iter().position(|v| *v == vertex).unwrap_or(0) as f64 + 0.5;
        (CELL / 2.0 + at * widest as f64 * step / beside.len().max(1) as f64, floor - own as f64 * rise)
    };
    figure.line((0.0, floor), (figure.width, floor), INK, 3.0);
    for (edge, &(a, b)) in ends.iter().enumerate() {
        let sign = look.signs.get(edge).copied().unwrap_or('e');
        if sign == '|' {
            continue;
        }
        let colour = match sign {
            'l' => COOL,
            'r' => STRONG,
            _ => "#3c8a3c",
        };
        let foot = |vertex: usize, other: usize| if vertex == 0 { (place(other).0, floor) } else { place(vertex) };
        let (from, to) = (foot(a, b), foot(b, a));
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let marked = look.changed.contains(&edge);
        figure.line(from, to, if marked { PALE } else { colour }, 4.0);
        figure.circle(middle, 8.0, WHITE, if marked { STRONG } else { colour });
        figure.sign(middle, 11.0, if marked { STRONG } else { INK }, &sign.to_string(), false);
    }
    for vertex in 1..vertices {
        figure.circle(place(vertex), 3.0, INK, INK);
    }
    figure
}
