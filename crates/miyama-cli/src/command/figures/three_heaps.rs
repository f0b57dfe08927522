//! 002, three-heap Nim: the sieve, good forms in binary, and groups of powers of two.

use super::{Desk, Drawn, Maker};
use crate::command::solve::good_forms;
use crate::failure::Failure;
use crate::picture::figure::{COOL, Figure, INK, PALE, STRONG};
use crate::picture::grid::Grid;
use crate::picture::svg::Anchor;
use miyama::play::Convention;

pub(super) const ALL: &[Maker] = &[
    ("002-problem-1", |desk| sieve(Convention::Misere, desk)),
    ("002-problem-2", |desk| sieve(Convention::Normal, desk)),
    ("002-binary", binary),
    ("002-groups", |_| groups()),
];

fn written(form: &[u64]) -> String {
    let form: Vec<String> = form.iter().map(ToString::to_string).collect();
    format!("({})", form.join(","))
}

/// Good forms of 3, 5, 7, and what each crosses off first.
fn sieve(convention: Convention, desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let sum = super::parts::read("nim:3,5,7", desk)?;
    let forms = good_forms(&sum, convention, desk.budget)?;
    let rows = forms.iter().map(|form| (written(&form.form), vec![form.ranges.join(" ")])).collect();
    Ok(Drawn::Grid(Grid::of_rows("3, 5, 7", "", vec![], rows)))
}

/// The good forms of normal play in binary, and their digits added without carry.
fn binary(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let sum = super::parts::read("nim:3,5,7", desk)?;
    let mut rows = Vec::new();
    for form in good_forms(&sum, Convention::Normal, desk.budget)? {
        let mut cells: Vec<String> = form.form.iter().map(|n| format!("{n:b}")).collect();
        let digit = |place: u32| form.form.iter().filter(|n| (*n >> place) & 1 == 1).count();
        let added: String = (0..3).rev().map(|place| digit(place).to_string()).collect();
        let shown = added.trim_start_matches('0');
        cells.push(if shown.is_empty() { "0" } else { shown }.to_owned());
        rows.push((written(&form.form), cells));
    }
    let heads = ["a", "b", "c", "+"].map(str::to_owned).to_vec();
    Ok(Drawn::Grid(Grid::of_rows("2", "", heads, rows)))
}

/// The stones of 3, 5 and 7 in groups of powers of two: three ones are an odd number.
fn groups() -> Result<Drawn, Failure> {
    const STEP: f64 = 22.0;
    let mut figure = Figure::new(7.0 * STEP + 100.0, 3.0 * 44.0 + 20.0, "3, 5, 7");
    for (row, heap) in [3u32, 5, 7].into_iter().enumerate() {
        let y = 32.0 + row as f64 * 44.0;
        figure.text((16.0, y + 5.0), 15.0, Anchor::Middle, INK, &heap.to_string());
        let mut x = 44.0;
        for power in [4u32, 2, 1].into_iter().filter(|power| heap & power != 0) {
            let width = f64::from(power) * STEP;
            let stroke = if power == 1 { STRONG } else { COOL };
            figure.rect((x - 4.0, y - 15.0), (width + 4.0, 30.0), "none", stroke);
            for stone in 0..power {
                figure.circle((x + (f64::from(stone) + 0.4) * STEP, y), 8.0, INK, PALE);
            }
            x += width + 14.0;
        }
    }
    Ok(Drawn::Figure(figure))
}
