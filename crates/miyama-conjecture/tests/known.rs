//! Descriptions found without hints, for games whose theorems are known; and nothing where
//! there is nothing to be found.
#![allow(clippy::unwrap_used)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::formula::Names;
use miyama::play::Convention::{self, Misere, Normal};
use miyama_conjecture::{Conjecture, Wanted, conjecture};

fn found(game: &str, heaps: usize, wanted: Wanted) -> Conjecture {
    let Game::Heap(game) = Games::built_in().find(game).unwrap() else { unreachable!("a game on heaps") };
    let (ruleset, names) = if heaps == game.ruleset.heaps() {
        ((*game.ruleset).clone(), Names::of(game.ruleset.heap_names()))
    } else {
        (game.ruleset.side_by_side(heaps).unwrap(), Names::side_by_side(&game.ruleset.heap_names()[0], heaps))
    };
    conjecture(&ruleset, wanted, &names, None, &Budget::unlimited()).unwrap()
}

fn described(game: &str, heaps: usize, convention: Convention) -> String {
    let found = found(game, heaps, Wanted::PPositions(convention));
    assert!(found.checked_to >= 4 * found.learned_to);
    found.best.map_or_else(|| "nothing".to_owned(), |best| best.formula)
}

#[test]
fn p_positions_are_told_as_people_do() {
    let known = [
        ("nim", 2, Normal, "x = y"),
        ("nim", 2, Misere, "|x-y| = 1 and min(x,y) = 0 or x = y and min(x,y) >= 2"),
        ("nim", 3, Normal, "x xor y xor z = 0"),
        ("nim", 3, Misere, "x xor y xor z = 0 and max(x,y,z) >= 2 or x xor y xor z = 1 and max(x,y,z) <= 1"),
        ("bounded(3)", 1, Normal, "x mod 4 = 0"),
        ("bounded(3)", 1, Misere, "x mod 4 = 1"),
        ("bounded(4)", 2, Normal, "|x-y| mod 5 = 0"),
        ("wythoff", 2, Normal, "min(x,y) = floor(|x-y|*phi)"),
        ("wythoff(2)", 2, Normal, "exists k: {x,y} = {floor(k*sqrt(2)), floor(k*sqrt(2))+2*k}"),
        ("wythoff(2)", 2, Misere, "exists k: {x,y} = {floor((2*k+1)*sqrt(2)/2), floor((2*k+1)*sqrt(2)/2)+2*k+1}"),
        ("yama", 2, Normal, "|x-y| <= 1"),
        ("yama", 2, Misere, "max(x,y) >= 2 and min(x,y) = 0"),
        ("yama(3,1)", 2, Normal, "|x-y| <= 1 or |x-y| = 2 and min(x,y) mod 2 = 0"),
        ("triangular", 2, Normal, "|x-y| <= 1"),
        ("triangular", 2, Misere, "|x-y| = 2 and min(x,y) = 0 or |x-y| <= 1 and min(x,y) >= 2"),
        ("ryuo", 2, Normal, "(x div 3) xor (y div 3) = 0 and (x+y) mod 3 = 0"),
        ("subtraction({1,3,4})", 1, Normal, "x mod 7 in {0, 2}"),
        ("kayles", 1, Normal, "n = 0"),
        ("dawsons-kayles", 1, Normal, "n in {0, 1, 15, 35} or n mod 34 in {5, 9, 21, 25, 29}"),
        ("officers", 1, Normal, "n in {0, 1, 4, 12, 20, 30, 46, 72, 98, 124, 150, 176, 314, 408}"),
        ("grundy", 1, Normal, "nothing"),
        ("three-heap-4", 3, Normal, "median(x,y,z) = 0"),
        ("nim ordinal nim", 2, Normal, "x = y = 0"),
    ];
    for (game, heaps, convention, expected) in known {
        assert_eq!(described(game, heaps, convention), expected, "{game} {convention:?}");
    }
}

#[test]
fn neighbours_in_a_sequence() {
    let known = [
        ("twist(3)", "(x, y) = (0, 0) or {x,y} in consecutive(k: 2*k^2-k)"),
        ("geometric(3)", "(x, y) in {(0, 0), (0, 1), (1, 0)} or {x,y} in consecutive(k: 3^k)"),
        ("sub-geometric(3)", "(x, y) = (0, 0) or {x,y} in consecutive(k: (3^k-1)/2)"),
    ];
    for (game, expected) in known {
        assert_eq!(described(game, 2, Normal), expected, "{game}");
    }
}

#[test]
fn values_are_told_as_people_do() {
    let known = [
        ("nim", 2, "x xor y"),
        ("bounded(3)", 1, "x mod 4"),
        ("yama", 2, "0 if |x-y| <= 1 else min(x,y)+1"),
        ("ryuo", 2, "3*((x div 3) xor (y div 3)) + (x+y) mod 3"),
    ];
    for (game, heaps, expected) in known {
        let found = found(game, heaps, Wanted::Values).best;
        assert_eq!(found.map(|best| best.formula).as_deref(), Some(expected), "{game}");
    }
}

/// Sets that depend on the least heap modulo 16 or 14, and on the differences.
#[test]
fn three_heaps_in_order() {
    for (game, part) in [
        ("three-heap-yama", "a mod 16 = 8 and b-a = 3 and c-b >= 4"),
        ("three-heap-yama-both", "a mod 14 = 10 and c-b >= 7 and b-a = 3"),
        ("three-heap-1", "c = a+b"),
        ("three-heap-5", "c = a+b-1"),
    ] {
        let told = described(game, 3, Normal);
        assert!(told.contains(part), "{game}: {told}");
    }
}
