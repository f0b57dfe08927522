//! What a formula says and what is true, around the first position where the
//! two conditions of a claim fail: a heat map with that position framed.

use super::colour::{N_POSITION, P_POSITION, css, ink, scale};
use super::svg::{Anchor, Svg};
use miyama::heap::conjecture::{Cell, Tested, Window};
use miyama_text::{Lang, say};

/// What is drawn: the last heap but one to the right, the last one up; a single
/// heap to the right.
pub(crate) struct Picture<'a> {
    pub(crate) title: &'a str,
    pub(crate) says: &'a str,
    pub(crate) names: &'a [String],
    pub(crate) tested: &'a Tested,
    /// What stands in a cell.
    pub(crate) shown: &'a dyn Fn(Cell) -> String,
    /// Whether P and N are shown instead of values.
    pub(crate) outcomes: bool,
    pub(crate) lang: Lang,
}

const CELL: f64 = 46.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 74.0;
const LEGEND: f64 = 300.0;

/// A place in the window: column to the right, row up.
type Place = (usize, usize);

impl Picture<'_> {
    fn window(&self) -> &Window {
        &self.tested.window
    }

    /// The sizes to the right and, of two heaps, upwards.
    fn axes(&self) -> (&[u64], &[u64]) {
        let window = self.window();
        if window.rows.is_empty() { (&window.columns, &[0]) } else { (&window.rows, &window.columns) }
    }

    fn cell(&self, (column, row): Place) -> Cell {
        let window = self.window();
        if window.rows.is_empty() { window.cells[0][column] } else { window.cells[column][row] }
    }

    /// The place of a position, if the window shows it.
    fn place(&self, position: &[u64]) -> Option<Place> {
        let (right, up) = self.axes();
        let (fixed, shown) = position.split_at(self.window().fixed.len());
        let find = |all: &[u64], heap: u64| all.iter().position(|other| *other == heap);
        match shown {
            _ if fixed != self.window().fixed => None,
            [only] => Some((find(right, *only)?, 0)),
            [x, y] => Some((find(right, *x)?, find(up, *y)?)),
            _ => None,
        }
    }

    fn corner(&self, (column, row): Place) -> (f64, f64) {
        let rows = self.axes().1.len();
        (LEFT + column as f64 * CELL, TOP + (rows - 1 - row) as f64 * CELL)
    }

    fn centre(&self, place: Place) -> (f64, f64) {
        let (x, y) = self.corner(place);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    /// The picture as SVG.
    pub(crate) fn svg(&self) -> String {
        let (right, up) = self.axes();
        let (columns, rows) = (right.len(), up.len());
        let (width, height) = (columns as f64 * CELL, rows as f64 * CELL);
        let sentence = self.says.chars().count().max(self.title.chars().count()) as f64;
        let whole = (LEFT + width + LEGEND).max(LEFT + sentence * 9.5);
        let mut svg = Svg::new(whole, (TOP + height + 56.0).max(TOP + 190.0), self.title);
        svg.text((LEFT, 26.0), 16.0, Anchor::Start, "black", self.title);
        svg.text((LEFT, 52.0), 14.0, Anchor::Start, "#333", self.says);
        let places: Vec<Place> = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))).collect();
        let largest = places.iter().filter_map(|place| self.cell(*place).actual).max().unwrap_or(0);
        for place in &places {
            self.draw(*place, largest, &mut svg);
        }
        self.draw_axes(&mut svg);
        self.draw_violation(&mut svg);
        self.draw_legend(LEFT + width + 28.0, &mut svg);
        svg.finish()
    }

    fn draw(&self, place: Place, largest: u32, svg: &mut Svg) {
        let cell = self.cell(place);
        let (x, y) = self.corner(place);
        let colour = match cell.actual {
            None => [0xf4, 0xf4, 0xf4],
            Some(0) if self.outcomes => P_POSITION,
            Some(_) if self.outcomes => N_POSITION,
            Some(value) => scale(f64::from(value) / f64::from(largest.max(1))),
        };
        svg.rect(x, y, CELL, CELL, &css(colour), "white");
        if cell.differs() {
            hatch((x, y), CELL, ink(colour), svg);
        }
        let text = (self.shown)(cell);
        let size = (CELL * 0.4).min(CELL * 1.5 / text.len().max(1) as f64);
        let (cx, cy) = self.centre(place);
        if cell.differs() {
            // A plain ground for the letters, so that the hatching does not hide them.
            let half = size * 0.32 * text.len() as f64 + 1.0;
            svg.rect(cx - half, cy - size * 0.55, 2.0 * half, size * 1.1, &css(colour), "none");
        }
        svg.text((cx, cy + size * 0.35), size, Anchor::Middle, ink(colour), &text);
    }

    fn draw_axes(&self, svg: &mut Svg) {
        let (right, up) = self.axes();
        let bottom = TOP + up.len() as f64 * CELL;
        for (column, heap) in right.iter().enumerate() {
            let x = LEFT + (column as f64 + 0.5) * CELL;
            svg.text((x, bottom + 20.0), 14.0, Anchor::Middle, "black", &heap.to_string());
        }
        let heaps = self.names.len();
        let fixed: Vec<String> =
            self.names.iter().zip(&self.window().fixed).map(|(name, heap)| format!("{name} = {heap}")).collect();
        let mut first = self.names[heaps.saturating_sub(2)].clone();
        if !fixed.is_empty() {
            first = format!("{first}   ({})", fixed.join(", "));
        }
        let middle = LEFT + right.len() as f64 * CELL / 2.0;
        svg.text((middle, bottom + 44.0), 15.0, Anchor::Middle, "black", &first);
        if heaps < 2 {
            return;
        }
        for (row, heap) in up.iter().enumerate() {
            let y = bottom - (row as f64 + 0.5) * CELL;
            svg.text((LEFT - 8.0, y + 5.0), 14.0, Anchor::End, "black", &heap.to_string());
        }
        svg.text((14.0, TOP + up.len() as f64 * CELL / 2.0), 15.0, Anchor::Start, "black", &self.names[heaps - 1]);
    }

    /// A double frame around the violation, a ring around its option, and the
    /// move between them.
    fn draw_violation(&self, svg: &mut Svg) {
        let Some(violation) = &self.tested.violation else { return };
        let Some(place) = self.place(&violation.position) else { return };
        let option = violation.kind.option().and_then(|option| match option {
            [position] => self.place(position),
            _ => None,
        });
        if let Some(option) = option {
            let (from, to) = (self.centre(place), self.centre(option));
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            // From frame to ring: the middle of the cells stays free.
            let part = |share: f64| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            let (start, end) = (part(CELL * 0.5 / length), part(1.0 - CELL * 0.46 / length));
            svg.line(start, end, "white", 5.0);
            svg.line(start, end, "black", 2.5);
            ring(to, svg);
        }
        frame(self.corner(place), CELL, svg);
    }

    fn draw_legend(&self, left: f64, svg: &mut Svg) {
        let word = |text: miyama_text::Text| text.in_lang(self.lang);
        let label = |row: f64, text: &str, svg: &mut Svg| {
            svg.text((left + 34.0, TOP + row + 17.0), 14.0, Anchor::Start, "black", text);
        };
        let mut row = 0.0;
        let places = (0..self.axes().1.len()).flat_map(|row| (0..self.axes().0.len()).map(move |column| (column, row)));
        if self.tested.violation.is_some() || places.into_iter().any(|place| self.cell(place).differs()) {
            svg.rect(left, TOP, 24.0, 24.0, &css(N_POSITION), "#333");
            hatch((left, TOP), 24.0, "black", svg);
            label(row, &word(say!("check.picture_wrong")), svg);
            row += 40.0;
        }
        if let Some(violation) = &self.tested.violation {
            svg.rect(left, TOP + row, 24.0, 24.0, "white", "none");
            frame((left, TOP + row), 24.0, svg);
            label(row, &word(say!("check.picture_violation")), svg);
            row += 40.0;
            if violation.kind.option().is_some() {
                svg.rect(left, TOP + row, 24.0, 24.0, "white", "none");
                svg.circle((left + 12.0, TOP + row + 12.0), 11.0, "none", "black");
                label(row, &word(say!("check.picture_option")), svg);
                row += 40.0;
            }
        }
        if self.outcomes {
            for (name, colour) in [("P", P_POSITION), ("N", N_POSITION)] {
                svg.rect(left, TOP + row, 24.0, 24.0, &css(colour), "#333");
                label(row, name, svg);
                row += 32.0;
            }
        }
    }
}

/// Slanted lines over a cell: wrong, also for those who see no colours.
fn hatch((x, y): (f64, f64), side: f64, colour: &str, svg: &mut Svg) {
    let steps = 4;
    for step in 1..2 * steps {
        let reach = side * f64::from(step) / f64::from(steps);
        let (low, high) = (reach.min(side), (reach - side).max(0.0));
        svg.line((x + high, y + low), (x + low, y + high), colour, 0.8);
    }
}

/// A black frame with a white one inside: it shows on every colour.
fn frame((x, y): (f64, f64), side: f64, svg: &mut Svg) {
    for (inset, colour, width) in [(0.0, "black", 5.0), (3.5, "white", 2.0)] {
        let (low, high) = (inset, side - inset);
        let corners = [(low, low), (high, low), (high, high), (low, high), (low, low)];
        svg.polyline(&corners.map(|(dx, dy)| (x + dx, y + dy)), colour, width);
    }
}

/// A black ring with a white one inside.
fn ring(centre: (f64, f64), svg: &mut Svg) {
    for (radius, colour) in [(CELL * 0.46, "black"), (CELL * 0.44, "black"), (CELL * 0.41, "white")] {
        svg.circle(centre, radius, "none", colour);
    }
}
