//! Statements of the literature, proved for all sizes; slightly changed ones refuted.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::formula::Formula;
use miyama::play::Convention;
use miyama_proof::{Claim, Verdict, prove};

/// The verdict on a formula; `g: ` before it makes it one about values, `<= ` one about
/// a subset, `= 2: ` one about the positions of value 2, `where x <= y: ` one within a domain.
fn verdict(game: &str, heaps: usize, text: &str, convention: Convention) -> Verdict {
    let Ok(Game::Heap(game)) = Games::built_in().find(game) else { panic!("{game} is no game on heaps") };
    let own = game.ruleset.heaps();
    let (ruleset, names) = if own == heaps {
        ((*game.ruleset).clone(), game.ruleset.names())
    } else {
        (game.ruleset.side_by_side(heaps).unwrap(), game.ruleset.names_side_by_side(heaps))
    };
    let set = |text: &str| Formula::set(text, &names).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
    let budget = Budget::unlimited();
    if let Some(text) = text.strip_prefix("g: ") {
        let formula = Formula::value(text, &names).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        return prove(&ruleset, Claim::Values(&formula), convention, &budget).unwrap();
    }
    if let Some(text) = text.strip_prefix("<= ") {
        return prove(&ruleset, Claim::Subset(&set(text)), convention, &budget).unwrap();
    }
    if let Some((domain, text)) = text.strip_prefix("where ").and_then(|rest| rest.split_once(": ")) {
        return prove(&ruleset, Claim::Within(&set(domain), &set(text)), convention, &budget).unwrap();
    }
    if let Some((level, text)) = text.strip_prefix("= ").and_then(|rest| rest.split_once(": ")) {
        return prove(&ruleset, Claim::Level(level.parse().unwrap(), &set(text)), convention, &budget).unwrap();
    }
    prove(&ruleset, Claim::PPositions(&set(text)), convention, &budget).unwrap()
}

const NORMAL: Convention = Convention::Normal;
const MISERE: Convention = Convention::Misere;

#[test]
fn theorems_are_proved() {
    let misere_nim = "x xor y xor z = 0 and max(x,y,z) >= 2 or x xor y xor z = 1 and max(x,y,z) <= 1";
    let wythoff = "exists k: {x,y} = {floor(k*phi), floor(k*phi^2)}";
    for (game, heaps, text, convention) in [
        ("nim", 2, "x = y", NORMAL),
        ("nim", 3, "x xor y xor z = 0", NORMAL),
        ("nim", 4, "x xor y xor z xor u = 0", NORMAL),
        ("nim", 5, "x xor y xor z xor u xor v = 0", NORMAL),
        ("nim", 6, "x xor y xor z xor u xor v xor w = 0", NORMAL),
        ("nim", 2, "x xor y xor x = x and (x xor x) = 0", NORMAL),
        ("nim", 2, "x xor x = x xor y", NORMAL),
        ("nim", 3, misere_nim, MISERE),
        ("nim", 2, "g: x xor y", NORMAL),
        ("nim", 3, "g: x xor y xor z", NORMAL),
        ("split-nim", 1, "g: x", NORMAL),
        ("bounded(3)", 1, "x mod 4 = 0", NORMAL),
        ("bounded(3)", 1, "x mod 4 = 1", MISERE),
        ("bounded(9)", 2, "g: (x mod 10) xor (y mod 10)", NORMAL),
        ("yama", 2, "|x-y| <= 1", NORMAL),
        ("yama", 2, "g: min(x,y)+1 if |x-y| >= 2 else 0", NORMAL),
        ("yama", 2, "= 3: |x-y| >= 2 and min(x,y) = 2", NORMAL),
        ("triangular", 2, "|x-y| <= 1", NORMAL),
        ("geometric(3)", 2, "{x,y} = {0,0} or {x,y} = {0,1} or exists k: {x,y} = {3^k, 3^(k+1)}", NORMAL),
        ("wythoff", 2, wythoff, NORMAL),
        ("wythoff", 2, "min(x,y) = floor(|x-y|*phi)", NORMAL),
        ("wythoff", 2, "min(x,y) <= |x-y|*phi and |x-y|*phi < min(x,y)+1", NORMAL),
        ("wythoff(2)", 2, "exists k: {x,y} = {floor(k*sqrt(2)), floor(k*(2+sqrt(2)))}", NORMAL),
        ("wythoff(3)", 2, "exists k: {x,y} = {floor(k*(sqrt(13)-1)/2), floor(k*(5+sqrt(13))/2)}", NORMAL),
        ("wythoff", 2, "<= exists k: {x,y} = {floor(2k*phi), floor(2k*phi^2)}", NORMAL),
        ("three-heap-1", 3, "<= x = y and y = z", NORMAL),
    ] {
        let verdict = verdict(game, heaps, text, convention);
        assert!(matches!(verdict, Verdict::Proved(_)), "{game}: {text}: {verdict:?}");
    }
}

/// A chocolate bar, and Nim with the heaps in order.
const BAR: &str = "(y, z) -> { (y-i, z) | 1 <= i } ∪ { (min(y, (z-i) div 2), z-i) | 1 <= i } where y <= z div 2";
const IN_ORDER: &str = "(x, y) -> { (x-i, y) | 1 <= i } ∪ { (x, y-i) | 1 <= i } where x <= y";

#[test]
fn domains_limit_positions_and_moves() {
    for (game, heaps, text, convention) in [
        // From (x, y) with x < y the second heap can be made equal to the first.
        (IN_ORDER, 2, "x = y", NORMAL),
        // Outside of the domain a formula may say what it likes.
        (IN_ORDER, 2, "x = y or x > y", NORMAL),
        ("nim", 2, "where x <= y: x >= y", NORMAL),
        ("wythoff", 2, "where x + y <= 3: {x,y} = {1,2} or x + y = 0", NORMAL),
        ("wythoff", 2, "<= (x,y) in {(1,2), (3,5)}", NORMAL),
    ] {
        let found = verdict(game, heaps, text, convention);
        assert!(matches!(found, Verdict::Proved(_)), "{game}: {text}: {found:?}");
    }
    for (game, text, position) in [
        (IN_ORDER, "x = y and x != 3", [3u32, 3]),
        ("nim", "where x <= y: x+1 >= y", [0, 1]),
        ("wythoff", "where x <= y: x = 0 and y = 0 or (x,y) = (1,2)", [3, 5]),
    ] {
        let Verdict::Refuted(refuted) = verdict(game, 2, text, NORMAL) else { panic!("{game}: {text}") };
        assert_eq!(refuted.position, position.map(Into::into), "{game}: {text}");
    }
    assert!(matches!(verdict(BAR, 2, "z = 0", NORMAL), Verdict::Proved(_)));
    assert!(matches!(verdict(BAR, 2, "y = 0", NORMAL), Verdict::Refuted(_)));
}
