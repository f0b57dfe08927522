//! 000, the lecture notes: bricks, heaps, repetition, words, Wythoff's games.

use super::parts::{energies, heaps, letters, read};
use super::{Desk, Drawn, Maker};
use crate::command::solve::unsolved;
use crate::failure::Failure;
use crate::picture::figure::{Figure, INK, PALE, STRONG, WHITE};
use crate::picture::grid::{Cell, Grid, Mark};
use crate::picture::{building, line, shogi};
use miyama::play::Convention;
use miyama_bricks::building::{Building, Symmetry, each};
use miyama_bricks::{Brick, Place, Tally, tower};
use miyama_budget::{Budget, Stopped};
use miyama_records::examples;
use miyama_records::shogi::{ki2, kif};
use miyama_text::say;
use miyama_words::line::Line;
use miyama_words::{fibonacci, thue_morse};
use num_bigint::{BigInt, BigUint};

pub(super) const ALL: &[Maker] = &[
    ("000-figure-1", lego),
    ("000-figure-2", |desk| some_buildings(3, 1, desk)),
    ("000-problem-1", |desk| some_buildings(2, 24, desk)),
    ("000-figure-3", |_| identified()),
    ("000-figure-4", symmetric),
    ("000-figure-5", profiles),
    ("000-figure-6", |_| crossings()),
    ("000-example-6", |_| towers()),
    ("000-figure-7", all_buildings),
    ("000-figure-10", |desk| Ok(Drawn::Figure(heaps("nim:3,5,7", desk)?))),
    ("000-example-14", |_| binary_sums()),
    ("000-problem-15", best_moves),
    ("000-example-21", |desk| energies("nim", 6, desk)),
    ("000-problem-22", |desk| energies("bounded(3)", 6, desk)),
    ("000-figure-11", sennichite),
    ("000-section-5-2", blocks),
    ("000-figure-12", two_ways),
    ("000-definition-30", |_| thue_morse_terms()),
    ("000-definition-33", |_| thue_morse_stages()),
    ("000-proposition-35", |_| replacement()),
    ("000-proposition-35-halves", |_| halves()),
    ("000-definition-37", |desk| crossing_line(1, 15, desk)),
    ("000-definition-38", |_| fibonacci_stages()),
    ("000-definition-41", |desk| zeros_circled(1, desk)),
    ("000-table-k-l", |_| pairs(1)),
    ("000-section-7-2", |desk| energies("wythoff", 10, desk)),
    ("000-example-47", |desk| zeros_circled(2, desk)),
    ("000-table-k-l-2", |_| pairs(2)),
    ("000-definition-46", |desk| crossing_line(2, 15, desk)),
];

fn brick() -> Result<Brick, Failure> {
    Brick::new(2, 4).ok_or_else(none)
}

fn none() -> Failure {
    Failure::Defect(say!("figure.cannot"))
}

/// All buildings of 2×4, counted.
fn counted(bricks: u8, budget: &Budget) -> Result<u128, Failure> {
    Ok(crate::command::bricks::tallies(brick()?, bricks, budget)?.into_values().sum::<Tally>().count())
}

/// What the company's page says, beside both counts: its numbers mix them.
fn lego(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let last = desk.bricks.min(6);
    let said = |n: u8| match n {
        2 => "24",
        3 => "1060",
        6 => "915103765",
        _ => "",
    };
    let row = |of: &dyn Fn(u8) -> Result<String, Failure>| (1..=last).map(of).collect::<Result<Vec<_>, _>>();
    let towers = |n: u8| Ok(tower::towers(brick()?, u32::from(n)).count.to_string());
    let rows = vec![
        ("LEGO".to_owned(), row(&|n| Ok(said(n).to_owned()))?),
        ("n × 1".to_owned(), row(&towers)?),
        ("Σ".to_owned(), row(&|n| Ok(counted(n, desk.budget)?.to_string()))?),
    ];
    Ok(Drawn::Grid(Grid::of_rows("LEGO", "n", (1..=last).map(|n| n.to_string()).collect(), rows)))
}

/// The first buildings of so many bricks.
fn some_buildings(bricks: u8, most: usize, desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let mut found: Vec<Building> = Vec::new();
    let walked = each(brick()?, bricks, desk.budget, &mut |building, _| {
        // Of larger ones the first are towers that stand straight: not what one shows.
        let shows = most > 1 || building.profile().height() == 2;
        if shows {
            found.push(building.clone());
        }
        if found.len() == most { Err(Stopped::Cancelled) } else { Ok(()) }
    });
    if found.len() < most {
        walked?;
    }
    sheet("2×4", &found)
}

fn sheet(title: &str, found: &[Building]) -> Result<Drawn, Failure> {
    let shown: Vec<(u64, &Building)> = (1..).zip(found).collect();
    Ok(Drawn::Figure(building::draw(brick()?, &shown, true, title)))
}

/// Two buildings of two bricks that a half turn exchanges, and the same with a third brick on top, which it does not.
fn identified() -> Result<Drawn, Failure> {
    let lower = Place { x: 0, y: 0, turned: 0 };
    let place = |x: i16, y: i16| Place { x, y, turned: 0 };
    let two = |x: i16, y: i16| Building::of_blocks(vec![(0, lower), (1, place(x, y))]).ok_or_else(none);
    let three =
        |x: i16, y: i16| Building::of_blocks(vec![(0, lower), (1, place(x, y)), (2, place(x + 1, y))]).ok_or_else(none);
    sheet("", &[two(1, 1)?, two(-1, -1)?, three(1, 1)?, three(-1, -1)?])
}

fn symmetric(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let mut found = Vec::new();
    each(brick()?, 2, desk.budget, &mut |building, symmetry| {
        if symmetry != Symmetry::Trivial {
            found.push(building.clone());
        }
        Ok(())
    })?;
    sheet("180°", &found)
}

/// One building of each profile of three bricks, the highest first.
fn profiles(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let mut found: Vec<Building> = Vec::new();
    each(brick()?, 3, desk.budget, &mut |building, symmetry| {
        if symmetry == Symmetry::Trivial && found.iter().all(|other| other.profile() != building.profile()) {
            found.push(building.clone());
        }
        Ok(())
    })?;
    found
        .sort_by_key(|building| (std::cmp::Reverse(building.profile().height()), building.profile().layers().to_vec()));
    sheet("", &found)
}

/// Bricks seen from above, one across the other with the same centre: studs meet if both sides are
/// even or both are odd.
fn crossings() -> Result<Drawn, Failure> {
    const STUD: f64 = 24.0;
    let one = |p: u8, q: u8| {
        let (short, long) = (f64::from(p) * STUD, f64::from(q) * STUD);
        let mut figure = Figure::new(long + 16.0, long + 16.0, &format!("{p}×{q}"));
        let middle = long / 2.0 + 8.0;
        for (width, depth, shade) in [(long, short, WHITE), (short, long, "none")] {
            let corner = (middle - width / 2.0, middle - depth / 2.0);
            figure.rect(corner, (width, depth), shade, INK);
            let (columns, rows) = ((width / STUD).round() as usize, (depth / STUD).round() as usize);
            for row in 0..rows {
                for column in 0..columns {
                    let at = (corner.0 + (column as f64 + 0.5) * STUD, corner.1 + (row as f64 + 0.5) * STUD);
                    figure.circle(at, STUD * 0.3, "none", if shade == WHITE { PALE } else { STRONG });
                }
            }
        }
        figure
    };
    Ok(Drawn::Figure(Figure::sheet("", &[one(2, 4), one(1, 3), one(2, 3), one(1, 4)], 800.0)))
}

fn numbers(range: std::ops::RangeInclusive<u32>) -> Vec<String> {
    range.map(|n| n.to_string()).collect()
}

fn towers() -> Result<Drawn, Failure> {
    let brick = brick()?;
    let cells = (1..=8).map(|n| tower::towers(brick, n).count.to_string()).collect();
    Ok(Drawn::Grid(Grid::of_rows("2×4", "n", numbers(1..=8), vec![("xₙ".to_owned(), cells)])))
}

fn all_buildings(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let cells = (1..=desk.bricks).map(|n| Ok(counted(n, desk.budget)?.to_string())).collect::<Result<_, Failure>>()?;
    let heads = numbers(1..=u32::from(desk.bricks));
    Ok(Drawn::Grid(Grid::of_rows("2×4", "n", heads, vec![("xₙ".to_owned(), cells)])))
}

/// The two sums of example 14, corrected: 1 ⊕ 4 ⊕ 5 and 1 ⊕ 4 ⊕ 7.
fn binary_sums() -> Result<Drawn, Failure> {
    let rows = [[1u32, 4, 5], [1, 4, 7]].map(|sum| {
        let total = sum.iter().fold(0, |all, n| all ^ n);
        let cells: Vec<String> = sum.iter().chain([&total]).map(|n| format!("{n:03b}")).collect();
        (format!("({},{},{})", sum[0], sum[1], sum[2]), cells)
    });
    let heads = ["a", "b", "c", "a ⊕ b ⊕ c"].map(str::to_owned).to_vec();
    Ok(Drawn::Grid(Grid::of_rows("⊕", "", heads, rows.to_vec())))
}

fn best_moves(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let mut rows = Vec::new();
    for heaps in ["1,2,3", "2,3,4", "9,13,15", "11,22,29"] {
        let solved = miyama::sum::solve(&read(&format!("nim:{heaps}"), desk)?, Convention::Normal, desk.budget);
        let solved = solved.map_err(unsolved)?;
        let moves: Vec<String> =
            solved.moves.listed.iter().map(|after| after.to_string().replace("nim:", "(") + ")").collect();
        let value = solved.value.unwrap_or_default().to_string();
        let best = if moves.is_empty() { "P".to_owned() } else { moves.join(" ") };
        rows.push((format!("({heaps})"), vec![value, best]));
    }
    Ok(Drawn::Grid(Grid::of_rows("", "", vec!["⊕".to_owned(), "→".to_owned()], rows)))
}

/// The position of move 118, as far as its pieces take part.
fn sennichite(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let game = ki2::read(examples::SENNICHITE, desk.budget).map_err(|_| none())?;
    let last = miyama_records::shogi::pieces::Square::new(7, 8);
    Ok(Drawn::Figure(shogi::draw(game.start(), last, ["△", "▲"], "118 △7八銀不成")))
}

fn two_ways(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let game = kif::read(examples::TWO_WAYS, desk.budget).map_err(|_| none())?;
    Ok(Drawn::Figure(shogi::draw(game.start(), None, ["△", "▲"], "X")))
}

/// The blocks of moves 119 to 178, each back to the same position.
fn blocks(desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let game = ki2::read(examples::SENNICHITE, desk.budget).map_err(|_| none())?;
    let replay = game.replay(desk.budget)?;
    let report = miyama_records::repetition::report(&replay, desk.budget)?;
    let blocks = report.blocks.ok_or_else(none)?;
    let name = |letter: u32| miyama_records::repetition::name(letter);
    let mut rows = Vec::new();
    for (pair, letter) in blocks.at.windows(2).zip(&blocks.word) {
        let moves = replay.moves()[pair[0]..pair[1]].join(" ");
        rows.push((replay.number(pair[0] + 1).to_string(), vec![name(*letter), moves]));
    }
    Ok(Drawn::Grid(Grid::of_rows("A B A C B D C A", "", vec![], rows)))
}

fn thue_morse_terms() -> Result<Drawn, Failure> {
    let digits = |i: u32| thue_morse::by_digits(&BigUint::from(i)).to_string();
    let rows = vec![
        ("(i)₂".to_owned(), (0..=10u32).map(|i| format!("{i:03b}")).collect()),
        ("xᵢ".to_owned(), (0..=10).map(digits).collect()),
    ];
    Ok(Drawn::Grid(Grid::of_rows("Thue–Morse", "i", numbers(0..=10), rows)))
}

fn thue_morse_stages() -> Result<Drawn, Failure> {
    let rows = (0..=5u32).map(|m| (format!("Y{}", low(m)), letters(&thue_morse::by_strings(1 << m)))).collect();
    Ok(Drawn::Grid(Grid::of_rows("Thue–Morse", "", vec![], rows)))
}

fn low(n: u32) -> char {
    char::from_u32(u32::from('₀') + n % 10).unwrap_or('₀')
}

/// The numbers below 16 in binary: the second half is the first with a 1 before it.
fn halves() -> Result<Drawn, Failure> {
    let rows = [0, 8].into_iter().flat_map(|from: u32| {
        let half = from..from + 8;
        [
            ("i".to_owned(), half.clone().map(|i| i.to_string()).collect()),
            ("(i)₂".to_owned(), half.map(|i| format!("{i:03b}")).collect()),
        ]
    });
    Ok(Drawn::Grid(Grid::of_rows("Thue–Morse", "", vec![], rows.collect())))
}

fn replacement() -> Result<Drawn, Failure> {
    let heads = ["j", "2j", "2j+1"].map(str::to_owned).to_vec();
    let row = |letter: u8| (String::new(), vec![letter.to_string(), letter.to_string(), (1 - letter).to_string()]);
    Ok(Drawn::Grid(Grid::of_rows("Thue–Morse", "", heads, vec![row(0), row(1)])))
}

fn metallic(s: u64) -> Result<Line, Failure> {
    Line::metallic(s).ok_or_else(none)
}

fn crossing_line(s: u64, terms: usize, desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let own = metallic(s)?;
    let word = own.crossings(terms, desk.budget)?;
    let title =
        if s == 1 { "y = x / φ".to_owned() } else { format!("y = x / μ{}", low(u32::try_from(s).unwrap_or(0))) };
    Ok(Drawn::Figure(line::draw(&own, &word, &title)))
}

fn fibonacci_stages() -> Result<Drawn, Failure> {
    let length = [1, 2, 3, 5, 8, 13];
    let rows =
        (0u32..).zip(length).map(|(m, n)| (format!("G{}", low(m)), letters(&fibonacci::by_strings(n)))).collect();
    Ok(Drawn::Grid(Grid::of_rows("Fibonacci", "", vec![], rows)))
}

/// The first terms, with the numbers of the zeros in circles.
fn zeros_circled(s: u64, desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let word = metallic(s)?.crossings(15, desk.budget)?;
    let numbers = (1..).zip(&word).map(|(n, term): (u32, &u8)| Cell::marked(n, Mark::Circled, *term == 0)).collect();
    let name = if s == 1 { "fₙ" } else { "gₙ" };
    let rows = vec![("n".to_owned(), numbers), (name.to_owned(), word.iter().map(Cell::plain).collect())];
    Ok(Drawn::Grid(Grid { title: name.to_owned(), corner: String::new(), heads: vec![], rows }))
}

/// The first pairs kᵢ, lᵢ.
fn pairs(s: u64) -> Result<Drawn, Failure> {
    let line = metallic(s)?;
    let row = |of: &dyn Fn(&BigInt) -> BigInt| (1..=9).map(|i| of(&BigInt::from(i)).to_string()).collect();
    let rows = vec![("kᵢ".to_owned(), row(&|i| line.zero(i))), ("lᵢ".to_owned(), row(&|i| line.one(i)))];
    Ok(Drawn::Grid(Grid::of_rows("k, l", "i", numbers(1..=9), rows)))
}
