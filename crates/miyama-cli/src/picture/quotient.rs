//! A misère quotient: how it grew, its multiplication table, and its elements joined by
//! multiplication with the letters.

use super::colour::{css, pastel};
use super::svg::{Anchor, Svg};

/// What is drawn.
pub(crate) struct Picture<'a> {
    pub(crate) title: &'a str,
    /// The names of the elements, in the order of the table.
    pub(crate) names: Vec<String>,
    pub(crate) in_p: Vec<bool>,
    /// How many letters the product that names each element has.
    pub(crate) degrees: Vec<u32>,
    /// `product[x][y]`.
    pub(crate) product: Vec<Vec<usize>>,
    /// The elements that the letters stand for.
    pub(crate) letters: Vec<usize>,
    /// Heaps at which it grew, with the order then.
    pub(crate) growth: Vec<(u32, usize)>,
    /// The last heap that was followed.
    pub(crate) last: u32,
    /// The titles of the three parts, and what colours mean.
    pub(crate) says: [String; 4],
}

const WIDTH: f64 = 760.0;
const MARGIN: f64 = 56.0;

/// Larger tables would be too fine to see.
const LARGEST_TABLE: usize = 200;

/// Larger diagrams would be a knot.
const LARGEST_DIAGRAM: usize = 20;

/// Elements whose names are longer by one letter stand so much lower.
const LAYER: f64 = 96.0;

/// The colours of the letters.
const LETTERS: [&str; 8] = ["#1b6ca8", "#c44536", "#2a9d5c", "#8e5ea2", "#c98a1b", "#16808d", "#b03a7c", "#6b705c"];

const IN_P: &str = "#1d3557";

impl Picture<'_> {
    pub(crate) fn draw(&self) -> Svg {
        let order = self.names.len();
        let table = (order <= LARGEST_TABLE).then_some(MARGIN + 20.0 + WIDTH - 2.0 * MARGIN);
        let layers = self.degrees.iter().copied().max().unwrap_or(0) as f64 + 1.0;
        let diagram = (order <= LARGEST_DIAGRAM).then_some(80.0 + layers * LAYER);
        let growth = 260.0;
        let height = 40.0 + growth + table.unwrap_or(0.0) + diagram.unwrap_or(0.0) + 20.0;
        let mut svg = Svg::new(WIDTH, height, self.title);
        svg.text((WIDTH / 2.0, 26.0), 16.0, Anchor::Middle, "black", self.title);
        let mut top = 40.0;
        self.growth(&mut svg, top, growth);
        top += growth;
        if let Some(size) = table {
            self.table(&mut svg, top);
            top += size;
        }
        if diagram.is_some() {
            self.diagram(&mut svg, top);
        }
        svg
    }

    /// Order against the largest heap, as steps.
    fn growth(&self, svg: &mut Svg, top: f64, height: f64) {
        svg.text((MARGIN, top + 18.0), 13.0, Anchor::Start, "black", &self.says[0]);
        let most = self.names.len().max(2) as f64;
        let (left, right, bottom) = (MARGIN, WIDTH - MARGIN, top + height - 34.0);
        let x = |heap: f64| left + heap / f64::from(self.last.max(1)) * (right - left);
        let y = |order: f64| bottom - order / most * (bottom - top - 34.0);
        svg.line((left, bottom), (right, bottom), "#444444", 1.0);
        svg.line((left, bottom), (left, top + 30.0), "#444444", 1.0);
        let mut points = vec![(x(0.0), y(1.0))];
        let mut before = 1.0;
        for (heap, order) in &self.growth {
            points.push((x(f64::from(*heap)), y(before)));
            before = *order as f64;
            points.push((x(f64::from(*heap)), y(before)));
        }
        points.push((right, y(before)));
        svg.polyline(&points, LETTERS[0], 2.0);
        // From the last on; labels that would cover the one behind are left out.
        let (mut next_heap, mut next_order) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut label = |heap: u32| {
            let (at, text) = (x(f64::from(heap)), heap.to_string());
            if at <= next_heap - 7.0 * text.len() as f64 {
                svg.text((at, bottom + 14.0), 10.0, Anchor::Middle, "#444444", &text);
                next_heap = at;
            }
        };
        label(self.last);
        self.growth.iter().rev().for_each(|(heap, _)| label(*heap));
        label(0);
        for (heap, order) in self.growth.iter().rev() {
            let at = (x(f64::from(*heap)), y(*order as f64));
            svg.circle(at, 3.0, LETTERS[0], "white");
            if at.1 >= next_order + 11.0 {
                svg.text((left - 6.0, at.1 + 3.5), 10.0, Anchor::End, "#444444", &order.to_string());
                next_order = at.1;
            }
        }
    }

    /// A square for each product: dark where it is in P, else shaded by the element.
    fn table(&self, svg: &mut Svg, top: f64) {
        let heading = format!("{} — {}", self.says[1], self.says[3]);
        svg.text((MARGIN, top + 18.0), 13.0, Anchor::Start, "black", &heading);
        let order = self.names.len();
        let cell = (WIDTH - 2.0 * MARGIN) / order as f64;
        let start = top + 40.0;
        for (row, products) in self.product.iter().enumerate() {
            for (column, product) in products.iter().enumerate() {
                let fill = if self.in_p[*product] { IN_P.to_owned() } else { shade(*product, order) };
                let (x, y) = (MARGIN + column as f64 * cell, start + row as f64 * cell);
                svg.rect(x, y, cell, cell, &fill, "none");
            }
        }
        let longest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as f64;
        for (n, name) in self.names.iter().enumerate() {
            let middle = (n as f64 + 0.5) * cell;
            if cell >= 12.0 {
                svg.text((MARGIN - 6.0, start + middle + 3.5), 10.0, Anchor::End, "#444444", name);
            }
            if cell >= 7.0 * longest {
                svg.text((MARGIN + middle, start - 5.0), 10.0, Anchor::Middle, "#444444", name);
            }
        }
    }

    /// The elements in layers by the length of their names, joined by letters.
    fn diagram(&self, svg: &mut Svg, top: f64) {
        svg.text((MARGIN, top + 24.0), 13.0, Anchor::Start, "black", &self.says[2]);
        let mut layers: Vec<Vec<usize>> = Vec::new();
        for (x, degree) in self.degrees.iter().enumerate() {
            let layer = *degree as usize;
            layers.resize(layers.len().max(layer + 1), vec![]);
            layers[layer].push(x);
        }
        let mut places = vec![(0.0, 0.0); self.names.len()];
        for (layer, elements) in layers.iter().enumerate() {
            for (n, x) in elements.iter().enumerate() {
                let share = (n as f64 + 0.5) / elements.len() as f64;
                // Every other element a little lower, so that lines in a layer show.
                let lower = if n % 2 == 1 { 26.0 } else { 0.0 };
                places[*x] = (MARGIN + share * (WIDTH - 2.0 * MARGIN), top + 80.0 + layer as f64 * LAYER + lower);
            }
        }
        for (n, letter) in self.letters.iter().enumerate() {
            let colour = LETTERS[n % LETTERS.len()];
            // Lines of several letters between the same elements lie side by side.
            let aside = (n as f64 - (self.letters.len() as f64 - 1.0) / 2.0) * 2.0;
            for (x, place) in places.iter().enumerate() {
                let y = self.product[x][*letter];
                let back = self.product[y][*letter] == x;
                if y != x && !(back && y < x) {
                    edge(svg, *place, places[y], aside, colour, back);
                }
            }
            svg.text((MARGIN + n as f64 * 34.0, top + 44.0), 13.0, Anchor::Start, colour, &self.names[*letter]);
        }
        for (x, place) in places.iter().enumerate() {
            let room = self.names[x].chars().count() as f64 * 7.0 + 12.0;
            let (fill, ink) = if self.in_p[x] { (IN_P, "white") } else { ("white", "black") };
            svg.rect(place.0 - room / 2.0, place.1 - 10.0, room, 20.0, fill, "#444444");
            svg.text((place.0, place.1 + 4.0), 11.0, Anchor::Middle, ink, &self.names[x]);
        }
    }
}

/// A line between two elements: thick if it leads there and back, else with an arrow.
fn edge(svg: &mut Svg, from: (f64, f64), to: (f64, f64), aside: f64, colour: &str, back: bool) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let beside = |(x, y): (f64, f64)| (x - dy * aside, y + dx * aside);
    let (from, to) = (beside(from), beside(to));
    svg.line(from, to, colour, if back { 2.0 } else { 1.0 });
    if !back {
        // Before the frame of the name, which is wider than high.
        let room = (12.0 + 10.0 * dx.abs()).min(length / 3.0);
        let tip = (to.0 - dx * room, to.1 - dy * room);
        let barb = |side: f64| (tip.0 - dx * 7.0 - dy * side, tip.1 - dy * 7.0 + dx * side);
        svg.polyline(&[barb(3.0), tip, barb(-3.0)], colour, 1.0);
    }
}

/// A light colour for an element that is not in P.
fn shade(element: usize, order: usize) -> String {
    css(pastel(element as f64 / order.max(1) as f64))
}
