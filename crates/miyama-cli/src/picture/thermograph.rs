//! A thermograph as it is drawn in the literature: temperatures upward, larger
//! values to the left; and beside it the game tree, if it is small.

use super::game_tree::Tree;
use super::svg::{Anchor, Svg};
use miyama::value::{Dyadic, Thermograph, Wall};
use miyama_text::{Lang, say};

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 420.0;
const MARGIN: f64 = 54.0;
const LEFT: &str = "#1f5fa8";
const RIGHT: &str = "#b03a2e";
const GREY: &str = "#bbbbbb";

/// Where values and temperatures fall in the picture.
struct Scale {
    low: f64,
    high: f64,
    bottom: f64,
    top: f64,
}

impl Scale {
    fn point(&self, t: f64, value: f64) -> (f64, f64) {
        let across = (self.high - value) / (self.high - self.low);
        let up = (t - self.bottom) / (self.top - self.bottom);
        (MARGIN + across * (WIDTH - 2.0 * MARGIN), HEIGHT - MARGIN - up * (HEIGHT - 2.0 * MARGIN))
    }
}

/// The drawing of the game called `name`.
pub(crate) fn draw(name: &str, graph: &Thermograph, tree: Option<&Tree>, lang: Lang) -> Svg {
    let (tree_width, tree_height) = tree.map_or((0.0, 0.0), Tree::size);
    let title = say!("value.picture_game", game = shortened(name, 34)).in_lang(lang);
    let mut svg = Svg::new(WIDTH + tree_width, HEIGHT.max(tree_height + 2.0 * MARGIN), &title);
    svg.text((MARGIN - 30.0, 24.0), 14.0, Anchor::Start, "black", &title);
    // Below 0 there is something to see only if the game is a number.
    let bottom = if graph.temperature.sign() < 0 { -1.0 } else { 0.0 };
    let values = [&graph.left, &graph.right].map(|wall| wall.at(&floor_of(bottom)).to_f64());
    let (low, high) = (values[0].min(values[1]), values[0].max(values[1]));
    let room = ((high - low) / 4.0).max(0.5);
    let mast = graph.temperature.to_f64();
    let scale = Scale { low: low - room, high: high + room, bottom, top: mast + ((mast - bottom) / 2.0).max(0.75) };
    axes(&mut svg, &scale, lang);
    wall(&mut svg, &scale, &graph.left, LEFT);
    wall(&mut svg, &scale, &graph.right, RIGHT);
    let mean = graph.mean.to_f64();
    let (foot, tip) = (scale.point(mast, mean), scale.point(scale.top, mean));
    svg.line(foot, tip, "black", 2.5);
    svg.polygon(&[(tip.0, tip.1 - 9.0), (tip.0 - 5.0, tip.1), (tip.0 + 5.0, tip.1)], "black", "black");
    labels(&mut svg, &scale, graph);
    if let Some(tree) = tree {
        tree.draw(&mut svg, (WIDTH, MARGIN), lang);
    }
    svg
}

/// The temperature at the bottom of the picture.
fn floor_of(bottom: f64) -> Dyadic {
    if bottom < 0.0 { Dyadic::from(-1) } else { Dyadic::ZERO }
}

fn axes(svg: &mut Svg, scale: &Scale, lang: Lang) {
    let base = scale.point(scale.bottom, scale.low).1;
    svg.line((MARGIN, base), (WIDTH - MARGIN, base), GREY, 1.0);
    svg.line((WIDTH - MARGIN, base), (WIDTH - MARGIN, MARGIN), GREY, 1.0);
    let axis = |key: miyama_text::Text| key.in_lang(lang);
    svg.text((MARGIN, HEIGHT - 10.0), 12.0, Anchor::Start, "#555555", &format!("← {}", axis(say!("value.axis_value"))));
    let top = (WIDTH - MARGIN + 4.0, MARGIN - 8.0);
    svg.text(top, 12.0, Anchor::End, "#555555", &format!("{} ↑", axis(say!("value.axis_temperature"))));
}

/// A wall from the bottom of the picture to the mast.
fn wall(svg: &mut Svg, scale: &Scale, wall: &Wall, colour: &str) {
    let floor = floor_of(scale.bottom);
    let above = wall.corners().iter().filter(|(t, _)| *t > floor).cloned();
    let points: Vec<(f64, f64)> = std::iter::once((floor.clone(), wall.at(&floor)))
        .chain(above)
        .map(|(t, value)| scale.point(t.to_f64(), value.to_f64()))
        .collect();
    svg.polyline(&points, colour, 2.5);
}

/// The values at the bottom, the mean, and the temperatures of the corners.
fn labels(svg: &mut Svg, scale: &Scale, graph: &Thermograph) {
    let floor = floor_of(scale.bottom);
    let base = scale.point(scale.bottom, scale.low).1;
    let mut values = vec![graph.left.at(&floor), graph.right.at(&floor), graph.mean.clone()];
    values.sort();
    values.dedup();
    for value in &values {
        let x = scale.point(scale.bottom, value.to_f64()).0;
        svg.line((x, base), (x, base + 5.0), "#555555", 1.0);
        svg.text((x, base + 19.0), 12.0, Anchor::Middle, "black", &shortened(&value.to_string(), 12));
    }
    let corners = graph.left.corners().iter().chain(graph.right.corners()).map(|(t, _)| t.clone());
    let mut times: Vec<Dyadic> =
        corners.filter(|t| *t > floor).chain([floor.clone(), graph.temperature.clone()]).collect();
    times.sort();
    times.dedup();
    let mut last = f64::MAX;
    for t in times {
        let y = scale.point(t.to_f64(), scale.low).1;
        if last - y < 14.0 {
            continue;
        }
        last = y;
        svg.line((WIDTH - MARGIN, y), (WIDTH - MARGIN + 5.0, y), "#555555", 1.0);
        svg.text((WIDTH - MARGIN + 8.0, y + 4.0), 12.0, Anchor::Start, "black", &shortened(&t.to_string(), 7));
    }
}

/// A text cut to `length` characters.
pub(crate) fn shortened(text: &str, length: usize) -> String {
    if text.chars().count() <= length {
        return text.to_owned();
    }
    text.chars().take(length - 1).chain(['…']).collect()
}
