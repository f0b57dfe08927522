//! The search against outcomes that others have published, or other programs have found.

use super::{by_search, read};
use miyama::play::{Convention, Outcome};
use miyama::sum::{Knowledge, searched};
use miyama_budget::Budget;
use std::collections::HashMap;

/// Rows of Clobber and Toads and Frogs whose outcomes another program has computed from their values.
#[test]
fn outcomes_of_positions_that_others_computed() {
    compare_positions(8);
}

/// `cargo test --release --test search -- --ignored all_positions`
#[test]
#[ignore = "minutes"]
fn all_positions_that_others_computed() {
    compare_positions(usize::MAX);
}

fn compare_positions(most: usize) {
    let table = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracles/positions_values.tsv"));
    let mut compared = HashMap::new();
    let table = table.unwrap();
    for row in table.lines() {
        let fields: Vec<&str> = row.split('\t').collect();
        let [ruleset, position, _, outcome, ..] = fields[..] else { continue };
        let (game, name) = match ruleset {
            "Clobber" => ("clobber", ruleset),
            "ToadsAndFrogs" => ("toads-and-frogs", ruleset),
            _ => continue,
        };
        let board: String = position.replace('|', "/").replace('_', ".").to_lowercase();
        if board.len() > most {
            continue;
        }
        let sum = read(&format!("{game}:{board}"));
        for knowledge in [Knowledge::Usual, Knowledge::UpTo(0)] {
            let found = searched(&sum, Convention::Normal, knowledge, &Budget::unlimited()).outcome.unwrap();
            assert_eq!(found.to_string(), outcome, "{ruleset} {position} {knowledge:?}");
        }
        *compared.entry(name).or_insert(0) += 1;
    }
    assert!(["Clobber", "ToadsAndFrogs"].iter().all(|name| compared[name] > 20), "{compared:?}");
}

/// Domineering on rectangles, as Berlekamp, Breuker, Uiterwijk and van den Herik tell: Left
/// puts dominoes upright.
#[test]
fn outcomes_of_domineering() {
    use Outcome::{L, N, P, R};
    let rows = [
        ("domineering:2x2", N),
        ("domineering:2x3", N),
        ("domineering:2x4", R),
        ("domineering:3x3", N),
        ("domineering:3x4", R),
        ("domineering:4x4", N),
        ("domineering:4x5", L),
        ("domineering:5x5", P),
        ("domineering:6x1", L),
    ];
    for (board, outcome) in rows {
        assert_eq!(by_search(board, Convention::Normal), outcome, "{board}");
    }
}

/// Clobber from the full board: of 2×n the second player wins exactly if 3 divides n, of 3×n if n is
/// even (Griebel and Uiterwijk; Müller and others).
#[test]
fn outcomes_of_clobber() {
    for n in 1..=8 {
        let expected = if n % 3 == 0 { Outcome::P } else { Outcome::N };
        assert_eq!(by_search(&format!("clobber:2x{n}"), Convention::Normal), expected, "2x{n}");
    }
    for n in 2..=5 {
        let expected = if n % 2 == 0 { Outcome::P } else { Outcome::N };
        assert_eq!(by_search(&format!("clobber:3x{n}"), Convention::Normal), expected, "3x{n}");
    }
    assert_eq!(by_search("clobber:4x4", Convention::Normal), Outcome::N);
}

/// Boards that take seconds to minutes, with published outcomes.
#[test]
#[ignore = "minutes"]
fn large_boards() {
    use Outcome::{L, N, P};
    let rows = [
        ("domineering:6x6", N),
        ("domineering:5x7", L),
        ("clobber:2x9", P),
        ("clobber:2x10", N),
        ("clobber:3x6", P),
        ("clobber:3x7", N),
        ("clobber:4x5", N),
        ("clobber:2x12", P),
        ("clobber:4x6", P),
        ("clobber:5x5", P),
    ];
    for (board, outcome) in rows {
        let found = searched(&read(board), Convention::Normal, Knowledge::Usual, &Budget::unlimited());
        println!("{board}: {} sums", found.looked_at);
        assert_eq!(found.outcome.unwrap(), outcome, "{board}");
    }
}

/// Open boards of Amazons; who wins was found by a program of its own that knows nothing of values.
#[test]
fn open_boards_of_amazons() {
    for board in ["x..../...../....o", "x..o/..../..../o..x", "x..../...../...../....o"] {
        assert_eq!(by_search(&format!("amazons:{board}"), Convention::Normal), Outcome::N, "{board}");
    }
}

/// Boards of Amazons of which who wins is told wrongly if the six moves that seem best are looked at and no others; who wins was
/// found by a program of its own that looks at all.
#[test]
fn moves_of_amazons_that_do_not_seem_good_are_looked_at() {
    use Outcome::{L, N, R};
    let rows = [
        (".#../..../#.ox", R),
        (".#.#/o.../#x../.o.#", R),
        ("#o#../.#x../..o.x", L),
        (".##./##.o/#.x./..#.", N),
        ("#..#./#x.../#oo..", R),
        (".ox./..../#.#.", R),
        (".x../..o#/..#.", N),
        ("..o./.x.#/....", N),
        ("#.x../....o/#o#x#", N),
        ("####/#.../.xo./#.##", R),
        ("..##/ox##/##.#/.##.", L),
        (".o.#/.#x#/....", N),
    ];
    for (board, outcome) in rows {
        let sum = read(&format!("amazons:{board}"));
        for knowledge in [Knowledge::Usual, Knowledge::UpTo(0)] {
            let found = searched(&sum, Convention::Normal, knowledge, &Budget::unlimited());
            assert_eq!(found.outcome.unwrap(), outcome, "{board} {knowledge:?}");
        }
    }
}

/// Endgames of Amazons with 20 and 22 free squares, reached by play that counts who is nearer to each square, and an open
/// board of 16; who wins was found by a program of its own that knows nothing of values.
#[test]
#[ignore = "minutes"]
fn endgames_of_amazons() {
    use Outcome::{L, N, P, R};
    let rows = [
        (".#.#../..#.../x###../...##o/.ox#.#/#..#..", R),
        ("...#.o/..####/..#.../..x#../..#xo#/.#.##.", L),
        ("...#../...#.#/.#.#xo/##.##./.#x#../.#o...", L),
        ("..#..#/#ox#../.#.#.#/..####/...x#./...o..", N),
        ("...#o./..#x#./#.###./..#..o/..##../x.##..", L),
        (".#x.../.#o.#./.#.#x./##.#o#/.#.#../...#..", R),
        ("....../#x#x##/o#.#o./#####./#...../......", R),
        ("....#./.x.##./#.#.o#/#o#x#./.##.../...#..", L),
        ("#.o.../.###x./.#.#../.##x.#/#.#o../..#...", R),
        (".....o/..#.#./#o.###/x###x#/..##../......", P),
        ("..#x../..o#../.#.##./..###./.##x../o.##..", P),
        ("..#o##/o.##x./..#.../#.#.../###.../#....x", L),
        ("#...o../#.#..../##.##../.####../.##.###/x..x#o#", R),
        (".o..#../...##.#/#.####./...###x/.#.###o/....#x#", R),
        (".#.#o.#/#x.##.#/...##../x.###.#/..###../...##o.", L),
        ("x###.../####o../###..../..####./....###/....#xo", R),
        ("o.##.../.##x##./#####../.#.#..o/#..#.x#/.#.#...", L),
        (".##..../o.##.../###..../######x/ox#..../###...#", L),
        ("...../#o.../.####/..x.o/..#x./.....", R),
        (".#..../....../####o#/.#x#ox/...##./......", R),
        ("x...o/...../...../o...x", N),
    ];
    for (board, outcome) in rows {
        let sum = read(&format!("amazons:{board}"));
        let found = searched(&sum, Convention::Normal, Knowledge::Usual, &Budget::unlimited());
        println!("{board}: {} sums", found.looked_at);
        assert_eq!(found.outcome.unwrap(), outcome, "{board}");
    }
}
