//! 001, two-dimensional Nim: boards with the move that the paper shows, and who wins in truth.

use super::parts::{board, game_of_stones, heaps};
use super::{Desk, Drawn, Maker};
use crate::command::solve::unsolved;
use crate::failure::Failure;
use crate::picture::figure::{Figure, INK};
use crate::picture::grid::Grid;
use crate::picture::svg::Anchor;
use miyama::pattern::taking::Board;
use miyama::pattern::taking::nim::Piles;
use miyama::play::{Convention, Outcome};

pub(super) const ALL: &[Maker] = &[
    ("001-figure-1", seven_five_three),
    ("001-figure-2", |desk| moves("2x5", &[&[]], desk)),
    ("001-figure-3", |desk| moves("4x4", &[&[], &[(0, 0)], &[(3, 3)]], desk)),
    ("001-figure-4", |desk| two_by_two(Convention::Normal, desk)),
    ("001-figure-5", |desk| two_by_two(Convention::Misere, desk)),
    ("001-figure-6", |desk| column(2, 3, desk)),
    ("001-figure-7", |desk| column(2, 5, desk)),
    ("001-figure-8", |desk| moves("3x3", &[&[(1, 0), (1, 1), (1, 2)]], desk)),
    ("001-figure-9", |desk| moves("3x4", &[&[(1, 0), (1, 1), (1, 2), (1, 3)]], desk)),
    ("001-figure-10", |desk| column(4, 5, desk)),
    ("001-figure-11", |desk| column(4, 7, desk)),
    ("001-figure-12", |desk| moves("staircase(3)", &[&[]], desk)),
    ("001-figure-13", |desk| moves("staircase(4)", &[&[(0, 0), (0, 1), (0, 2), (0, 3)]], desk)),
    ("001-figure-14", |desk| moves("staircase(5)", &[&[(4, 0)]], desk)),
    ("001-figure-15", |desk| moves("staircase(6)", &[&[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]], desk)),
    ("001-figure-16", |desk| moves("young(7,5,3)", &[&[(0, 0), (1, 0), (2, 0)]], desk)),
    ("001-table-1", rectangles),
    ("001-table-2", staircases),
];

/// Stones, each by row and column.
type Taken = [(usize, usize)];

/// A board from which one move after another is made.
fn moves(start: &str, takes: &[&Taken], desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let mut steps = Vec::new();
    let mut left: Board = board(start)?;
    for take in takes {
        steps.push((left.clone(), take.to_vec()));
        left = left.without(take);
    }
    game_of_stones(start, &steps, Convention::Normal, desk)
}

/// The middle column goes.
fn column(rows: usize, columns: usize, desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let take: Vec<(usize, usize)> = (0..rows).map(|row| (row, columns / 2)).collect();
    moves(&format!("{rows}x{columns}"), &[&take], desk)
}

/// Both kinds of first moves on 2×2, and how play goes on.
fn two_by_two(convention: Convention, desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let one: &[&Taken] = match convention {
        Convention::Normal => &[&[(0, 0)], &[(1, 1)], &[(0, 1)], &[(1, 0)]],
        // Under misère play the last stone is left to the first player.
        Convention::Misere => &[&[(0, 0)], &[(0, 1), (1, 1)], &[(1, 0)]],
    };
    let two: &[&Taken] = match convention {
        Convention::Normal => &[&[(0, 0), (0, 1)], &[(1, 0), (1, 1)]],
        Convention::Misere => &[&[(0, 0), (0, 1)], &[(1, 0)], &[(1, 1)]],
    };
    let start = board("2x2")?;
    let mut steps = Vec::new();
    for line in [one, two] {
        let mut left = start.clone();
        for take in line {
            steps.push((left.clone(), take.to_vec()));
            left = left.without(take);
        }
    }
    game_of_stones("2x2", &steps, convention, desk)
}

/// Three heaps, and their exclusive or in binary.
fn seven_five_three(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let stones = heaps("nim:7,5,3", desk)?;
    let mut figure = Figure::new(stones.width + 170.0, stones.height, "753");
    figure.place((0.0, 0.0), &stones);
    let left = stones.width + 20.0;
    let lines = [7u32, 5, 3].map(|n| format!("{n}  {n:03b}"));
    for (line, text) in (0u32..).zip(lines.iter().map(String::as_str).chain(["XOR  001"])) {
        figure.text((left, 60.0 + 24.0 * f64::from(line)), 16.0, Anchor::Start, INK, text);
    }
    figure.line((left, 114.0), (left + 90.0, 114.0), INK, 1.0);
    Ok(Drawn::Figure(figure))
}

fn outcome(board: &Board, desk: &Desk<'_>) -> Result<Outcome, Failure> {
    let sum = super::parts::read(&format!("2d-nim:{board}"), desk)?;
    Ok(miyama::sum::solve(&sum, Convention::Normal, desk.budget).map_err(unsolved)?.outcome)
}

/// Rows and columns by parity: HXOR, VXOR, and who wins, which is looked up for the smallest of each kind
/// and compared with the next ones by the claims.
fn rectangles(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let mut rows = Vec::new();
    for (name, height, width) in
        [("2k × 2m", 2, 2), ("(2k+1) × 2m", 3, 2), ("2k × (2m+1)", 2, 3), ("(2k+1) × (2m+1)", 3, 3)]
    {
        let board = board(&format!("{height}x{width}"))?;
        let piles = Piles::of(&board);
        let sign = |value: usize| if value == 0 { "= 0" } else { "≠ 0" }.to_owned();
        let cells = vec![sign(piles.horizontal), sign(piles.vertical), outcome(&board, desk)?.to_string()];
        rows.push((name.to_owned(), cells));
    }
    let heads = ["HXOR", "VXOR", "N/P"].map(str::to_owned).to_vec();
    Ok(Drawn::Grid(Grid::of_rows("n × m", "", heads, rows)))
}

/// X(Yₖ), what the paper concludes from it, and who wins in truth, as far as stones are few; below, the paper's
/// formula, which the claims prove.
fn staircases(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    // One period of the formula.
    let last = 6;
    let formula = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
    let mut rows = vec![
        ("X(Yₖ)".to_owned(), vec![]),
        ("001".to_owned(), vec![]),
        ("N/P".to_owned(), vec![]),
        ("k".to_owned(), formula(["4n−1", "4n", "4n+1", "4n+2"])),
        ("X(Yₖ)".to_owned(), formula(["0", "4n", "1", "4n+3"])),
    ];
    for k in 3..=last {
        let board = board(&format!("staircase({k})"))?;
        let piles = Piles::of(&board);
        rows[0].1.push(piles.horizontal.to_string());
        rows[1].1.push(if piles.say_p() { "P" } else { "N" }.to_owned());
        rows[2].1.push(outcome(&board, desk)?.to_string());
    }
    let heads = (3..=last).map(|k| k.to_string()).collect();
    Ok(Drawn::Grid(Grid::of_rows("Yₖ", "k", heads, rows)))
}
