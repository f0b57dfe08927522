//! A game as a line of moves, with equal positions joined by arcs.

use super::svg::{Anchor, Svg, short};
use miyama_records::repetition::{Report, name};
use miyama_records::replay::{Replay, Rules};

const MARGIN: f64 = 40.0;
const ARC: &str = "#7a9cc6";
const MAIN: &str = "#b5482a";

/// Draws the game. The arcs of the most frequent position stand above the
/// line, in another colour, with the names of the blocks; the others below. An
/// upright line marks where the present rule ends the game (in chess, where a
/// draw can be claimed); `upright` says so.
pub(crate) fn draw(game: &Replay, report: &Report, title: &str, upright: &str) -> String {
    let moves = game.moves().len().max(1);
    #[expect(clippy::cast_precision_loss)]
    let step = (8000.0 / moves as f64).clamp(2.0, 24.0);
    #[expect(clippy::cast_precision_loss)]
    let x = |i: usize| MARGIN + i as f64 * step;
    let main: &[usize] = report.blocks.as_ref().map_or(&[], |blocks| &blocks.at);
    let others: Vec<&[usize]> = report.recurrences.iter().map(|r| &r.at[..]).filter(|at| *at != main).collect();
    // An arc is as high as it is wide, up to a limit.
    let height = |from: usize, to: usize| (0.5 * (x(to) - x(from))).min(180.0);
    let highest = |all: &[&[usize]]| {
        all.iter().flat_map(|at| at.windows(2)).map(|pair| height(pair[0], pair[1])).fold(0.0, f64::max)
    };
    let (above, below) = (highest(&[main]), highest(&others));
    let base = 84.0 + above;
    // A short game is not as wide as the words above it.
    let mut svg = Svg::new((x(moves) + MARGIN).max(640.0), base + below + 50.0, title);
    svg.text((MARGIN, 24.0), 14.0, Anchor::Start, "black", title);
    for at in &others {
        for pair in at.windows(2) {
            arc(&mut svg, x(pair[0]), x(pair[1]), base, -height(pair[0], pair[1]), ARC);
        }
    }
    for (i, pair) in main.windows(2).enumerate() {
        let top = height(pair[0], pair[1]);
        arc(&mut svg, x(pair[0]), x(pair[1]), base, top, MAIN);
        let letter = report.blocks.as_ref().map_or(String::new(), |blocks| name(blocks.word[i]));
        if x(pair[1]) - x(pair[0]) >= 8.0 {
            svg.text(((x(pair[0]) + x(pair[1])) / 2.0, base - top - 5.0), 12.0, Anchor::Middle, MAIN, &letter);
        }
    }
    svg.line((x(0), base), (x(moves), base), "black", 1.5);
    for i in 0..=game.moves().len() {
        let colour = if main.contains(&i) { MAIN } else { "black" };
        svg.circle((x(i), base), (step * 0.2).clamp(0.6, 3.0), colour, "none");
    }
    let ends = match game.rules() {
        Rules::Shogi => &report.fourth,
        Rules::Chess => &report.third,
    };
    if let Some(ending) = ends {
        let at = x(ending.after);
        svg.text((MARGIN, 44.0), 14.0, Anchor::Start, "#444444", upright);
        svg.line((at, base - above - 14.0), (at, base + below + 14.0), "#444444", 1.0);
        let number = game.number(ending.after).to_string();
        svg.text((at, base - above - 18.0), 12.0, Anchor::Middle, "#444444", &number);
    }
    // About twenty numbers, at round distances.
    let every = [1, 2, 4, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|n| moves / n <= 20).unwrap_or(1000);
    let first = game.first_number();
    for i in (0..=game.moves().len()).filter(|i| (first + i - 1).is_multiple_of(every)) {
        let y = base + below + 28.0;
        svg.text((x(i), y), 11.0, Anchor::Middle, "black", &(first + i - 1).to_string());
    }
    svg.finish()
}

/// Half an ellipse between two points of the base line; a negative height hangs down.
fn arc(svg: &mut Svg, from: f64, to: f64, base: f64, height: f64, colour: &str) {
    let (half, sweep) = ((to - from) / 2.0, u8::from(height > 0.0));
    let (from, to, base) = (short(from), short(to), short(base));
    let (half, height) = (short(half), short(height.abs()));
    svg.push(&format!(
        r#"<path d="M {from} {base} A {half} {height} 0 0 {sweep} {to} {base}" fill="none" stroke="{colour}" stroke-width="1"/>"#
    ));
}
