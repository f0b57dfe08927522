//! Sums of boards and heaps against a twin that plays them out from the rules.

#![allow(clippy::unwrap_used)]

use miyama::game::Games;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Part, Position, parse_position, solve};
use miyama_budget::Budget;
use miyama_text::Lang;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A part as the twin sees it: the name of its game, and squares with stones;
/// a heap of Nim is a row of which any number of stones on the right can go.
type Place = (String, BTreeSet<(usize, usize)>);

fn place(part: &Part) -> Place {
    match part {
        Part::Heap { game, heaps } => {
            let stones = u64::try_from(&heaps[0]).unwrap() as usize;
            (game.label.clone(), (0..stones).map(|i| (0, i)).collect())
        }
        Part::Cells(cells) => {
            let stones = cells.stones().unwrap();
            (cells.label().to_owned(), stones.board().stones().collect())
        }
        Part::Worth(_) | Part::Compound(_) => unreachable!("none is drawn here"),
    }
}

/// All that moves leave of a part.
fn options((game, stones): &Place) -> BTreeSet<Place> {
    let mut options = BTreeSet::new();
    let mut leave = |taken: &[(usize, usize)]| {
        options.insert((game.clone(), stones.iter().filter(|s| !taken.contains(s)).copied().collect()));
    };
    let row: Vec<_> = stones.iter().copied().collect();
    match game.as_str() {
        "nim" => (0..row.len()).for_each(|i| leave(&row[i..])),
        "cram" => {
            for &(r, c) in stones {
                for other in [(r + 1, c), (r, c + 1)] {
                    if stones.contains(&other) {
                        leave(&[(r, c), other]);
                    }
                }
            }
        }
        "chomp" => {
            for &(r, c) in stones.iter().filter(|s| **s != (0, 0)) {
                let eaten: Vec<_> = stones.iter().filter(|s| s.0 >= r && s.1 >= c).copied().collect();
                leave(&eaten);
            }
        }
        _ => {
            for (down, right) in [(0, 1), (1, 0)] {
                for &(r, c) in stones {
                    let run: Vec<_> =
                        (0..).map(|i| (r + i * down, c + i * right)).take_while(|s| stones.contains(s)).collect();
                    let begins = r < down || c < right || !stones.contains(&(r - down, c - right));
                    for i in 0..run.len() {
                        // What follows always ends the pile; what comes first begins it only
                        // if nothing is before it.
                        leave(&run[i..]);
                        if begins {
                            leave(&run[..=i]);
                        }
                    }
                }
            }
        }
    }
    options
}

/// Does the next player win?
fn wins(places: &[Place], convention: Convention, known: &mut BTreeMap<Vec<Place>, bool>) -> bool {
    let mut places = places.to_vec();
    places.sort();
    if let Some(known) = known.get(&places) {
        return *known;
    }
    let mut any = false;
    let mut won = false;
    for (i, part) in places.iter().enumerate() {
        for option in options(part) {
            any = true;
            let mut next = places.clone();
            next[i] = option;
            won = won || !wins(&next, convention, known);
        }
    }
    let won = won || (!any && convention == Convention::Misere);
    known.insert(places, won);
    won
}

fn places(sum: &Position) -> Vec<Place> {
    sum.parts.iter().map(place).collect()
}

fn parts() -> impl Strategy<Value = String> {
    let heap = (0u32..5).prop_map(|heap| format!("nim:{heap}"));
    let rows = |h: usize, w: usize| proptest::collection::vec(proptest::bool::weighted(0.7), h * w);
    let board = (0usize..3, 1usize..3, 1usize..4).prop_flat_map(move |(game, height, width)| {
        rows(height, width).prop_map(move |stones| {
            // A free cell of Cram is what is taken.
            let signs = if game == 1 { ['.', '#'] } else { ['#', '.'] };
            let rows = stones.chunks(width).map(|row| row.iter().map(|s| signs[usize::from(!s)]).collect());
            let rows: Vec<String> = rows.collect();
            format!("{}:{}", ["2d-nim", "cram", "chomp"][game], rows.join("/"))
        })
    });
    prop_oneof![1 => heap, 3 => board]
}

/// Outcome and winning moves of a sum, in both conventions, are those of the twin.
fn agrees(sum: &Position) {
    let before = places(sum);
    for convention in [Convention::Normal, Convention::Misere] {
        let mut known = BTreeMap::new();
        let solution = solve(sum, convention, &Budget::unlimited()).unwrap();
        let won = wins(&before, convention, &mut known);
        assert_eq!(solution.outcome, if won { Outcome::N } else { Outcome::P }, "{sum} {convention:?}");
        // The listed moves are moves, they win, and there are no others.
        let listed: BTreeSet<Vec<Place>> = solution.moves.listed.iter().map(places).collect();
        assert_eq!(solution.moves.undecided, 0);
        let mut winning = BTreeSet::new();
        for (i, part) in before.iter().enumerate() {
            for option in options(part) {
                let mut next = before.clone();
                next[i] = option;
                if !wins(&next, convention, &mut known) {
                    winning.insert(next);
                }
            }
        }
        assert_eq!(listed, winning, "{sum} {convention:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_agree_with_the_twin(parts in proptest::collection::vec(parts(), 1..4)) {
        let sum = parse_position(&parts.join(" + "), &Games::built_in()).unwrap();
        prop_assume!(places(&sum).iter().map(|(_, stones)| stones.len()).sum::<usize>() <= 10);
        agrees(&sum);
    }
}

/// What is derived of a small board does not serve a larger one of the same game beside it.
#[test]
fn boards_of_one_game_may_differ_in_size() {
    let games = Games::built_in();
    for game in ["2d-nim", "cram"] {
        let sizes = [(1, 1), (1, 2), (3, 1), (2, 2), (1, 4)];
        for (a, b) in sizes.into_iter().flat_map(|a| sizes.map(|b| (a, b))) {
            let rest = ["nim:0", "nim:1", "nim:2", "chomp:2x2"];
            for rest in rest {
                let text = format!("{rest} + {game}:{}x{} + {game}:{}x{}", a.0, a.1, b.0, b.1);
                agrees(&parse_position(&text, &games).unwrap());
            }
        }
    }
}

#[test]
fn a_board_is_read_and_written_in_a_sum() {
    let games = Games::built_in();
    let sum = parse_position("nim:3 + 2d-nim:young(3,2) + chomp:2x2 + cram:1x1", &games).unwrap();
    assert_eq!(sum.to_string(), "nim:3 + 2d-nim:###/##. + chomp:##/## + cram:.");
    let mistake = parse_position("nim:3 + 2d-nim:##/#", &games).unwrap_err();
    assert_eq!((mistake.at, mistake.says.key()), (18..19, "pattern.uneven_board"));
    let mistake = parse_position("2d-nim(3):##", &games).unwrap_err();
    assert_eq!((mistake.at, mistake.says.key()), (0..9, "pattern.arguments"));
    assert_eq!(games.find("2d-nm").unwrap_err().to_string(), "unknown game `2d-nm` (did you mean `2d-nim`?)");
}

/// Strategy stealing is named where every move after some move can be made at once, and only there; it tells who
/// wins boards that are too large for anything else.
#[test]
fn strategies_are_stolen() {
    let why = |text: &str| {
        let sum = parse_position(text, &Games::built_in()).unwrap();
        let solution = solve(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
        let why: Vec<String> = solution.why.iter().map(|line| line.in_lang(Lang::En)).collect();
        (solution.outcome, why.join(" "))
    };
    for text in ["chomp:3x3", "chomp:3x4", "chomp:9x12"] {
        let (outcome, why) = why(text);
        assert!(outcome == Outcome::N && why.contains("Strategy stealing"), "{text}: {why}");
    }
    // In the last two the move after which every move could be made at once wins itself.
    for text in ["cram:2x3", "chomp:1x2", "chomp:##/#.", "cram:3x3", "chomp:2x3", "2d-nim:##/#."] {
        assert!(!why(text).1.contains("Strategy stealing"), "{text}");
    }
}
