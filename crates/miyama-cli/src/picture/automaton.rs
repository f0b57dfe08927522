//! An automaton: states in a circle, arrows with the digits that they read.

use super::svg::{Anchor, Svg};
use miyama_automata::{Automaton, Variable, digit};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// The most states that are drawn.
pub(crate) const MOST_STATES: usize = 32;

const RADIUS: f64 = 17.0;
/// So many letters stand on an arrow.
const MOST_LETTERS: usize = 3;

/// Draws an automaton; none if it has too many states to be looked at.
pub(crate) fn draw(title: &str, set: &Automaton) -> Option<Svg> {
    let states = set.states();
    if states > MOST_STATES {
        return None;
    }
    let ring = (states as f64 * 92.0 / TAU).max(if states == 1 { 0.0 } else { 76.0 });
    let size = 2.0 * (ring + 100.0);
    let (width, height) = (size.max(360.0), size + 30.0);
    let centre = (width / 2.0, height / 2.0 + 15.0);
    // The first state is on the left.
    let place = |state: u32| {
        let angle = TAU * (f64::from(state) / states as f64 + 0.5);
        (centre.0 + ring * angle.cos(), centre.1 + ring * angle.sin())
    };
    let mut svg = Svg::new(width, height, title);
    svg.text((width / 2.0, 22.0), 13.0, Anchor::Middle, "black", title);
    let tracks: Vec<Variable> = set.tracks().iter().collect();
    for state in 0..u32::try_from(states).ok()? {
        let mut arrows: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (letter, target) in set.row(state) {
            let digits: Vec<String> = tracks.iter().map(|track| digit(*letter, *track).to_string()).collect();
            let wide = digits.iter().any(|digit| digit.len() > 1);
            arrows.entry(*target).or_default().push(digits.join(if wide { "," } else { "" }));
        }
        for (target, letters) in arrows {
            let more = if letters.len() > MOST_LETTERS { " …" } else { "" };
            let label = format!("{}{more}", letters[..letters.len().min(MOST_LETTERS)].join(" "));
            arrow(&mut svg, centre, place(state), place(target), state == target, &label);
        }
    }
    let start = place(0);
    head(&mut svg, (start.0 - RADIUS - 26.0, start.1), (start.0 - RADIUS, start.1));
    for state in 0..u32::try_from(states).ok()? {
        let at = place(state);
        svg.circle(at, RADIUS, if set.is_accepting(state) { "#fbe3e3" } else { "white" }, "#222222");
        if set.is_accepting(state) {
            svg.circle(at, RADIUS - 4.0, "none", "#d62728");
        }
        svg.text((at.0, at.1 + 4.5), 12.0, Anchor::Middle, "black", &state.to_string());
    }
    Some(svg)
}

fn arrow(svg: &mut Svg, centre: (f64, f64), from: (f64, f64), to: (f64, f64), same: bool, label: &str) {
    if same {
        // A loop on the side away from the centre.
        let (dx, dy) = outward(centre, from);
        let far = (from.0 + dx * 34.0, from.1 + dy * 34.0);
        svg.circle(far, 16.0, "none", "#777777");
        let at = (far.0 + dx * 26.0, far.1 + dy * 26.0 + 4.0);
        svg.text(at, 10.0, Anchor::Middle, "#1f4e79", label);
        return;
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // Two arrows between the same states lie side by side.
    let (sx, sy) = (-uy * 6.0, ux * 6.0);
    let begin = (from.0 + ux * RADIUS + sx, from.1 + uy * RADIUS + sy);
    let end = (to.0 - ux * RADIUS + sx, to.1 - uy * RADIUS + sy);
    head(svg, begin, end);
    let at = (begin.0 + (end.0 - begin.0) * 0.36 + sx * 1.6, begin.1 + (end.1 - begin.1) * 0.36 + sy * 1.6 + 3.5);
    svg.text(at, 10.0, Anchor::Middle, "#1f4e79", label);
}

/// A line with a point at its end.
fn head(svg: &mut Svg, from: (f64, f64), to: (f64, f64)) {
    svg.line(from, to, "#777777", 1.1);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let wing = |side: f64| (to.0 - ux * 8.0 - uy * side, to.1 - uy * 8.0 + ux * side);
    svg.polygon(&[to, wing(3.6), wing(-3.6)], "#777777", "none");
}

fn outward(centre: (f64, f64), at: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (at.0 - centre.0, at.1 - centre.1);
    let length = dx.hypot(dy);
    if length < 1.0 { (0.0, -1.0) } else { (dx / length, dy / length) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama_automata::{Formula, Limits, Numeration, Tracks};

    #[test]
    fn a_small_automaton_is_drawn() {
        let equal = Formula::zero(&[(0, 1), (1, -1)], 0).expect("a small atom");
        let set = equal.set(Numeration::Base(2), Tracks::first(2), &Limits::generous()).expect("a small set");
        let file = draw("x = y", &set).expect("few states").finish();
        assert!(file.contains(">00 11<") && file.contains("<title>x = y</title>"), "{file}");
    }
}
