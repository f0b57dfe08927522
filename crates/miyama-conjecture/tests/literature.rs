//! Rulesets of the literature, and what is found for them without hints.
//!
//! `just literature` prints the list.
#![allow(clippy::unwrap_used)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::formula::Names;
use miyama::play::Convention::Normal;
use miyama_conjecture::{Wanted, conjecture};

enum Ask {
    P(usize),
    Values(usize),
}
use Ask::{P, Values};

/// Who, which rule, what is asked, and what is found; an empty text means nothing yet.
const RULESETS: [(&str, &str, Ask, &str); 39] = [
    ("Bouton: Nim on three heaps", "nim", P(3), "x xor y xor z = 0"),
    (
        "Moore: Nim, from one or two of three heaps",
        "(x,y,z) -> {(x-i,y-j,z) | 1<=i+j} U {(x-i,y,z-j) | 1<=i+j} U {(x,y-i,z-j) | 1<=i+j}",
        P(3),
        "x = y = z",
    ),
    ("Wythoff", "wythoff", P(2), "min(x,y) = floor(|x-y|*phi)"),
    (
        "Fraenkel: s-Wythoff with s = 2",
        "wythoff(2)",
        P(2),
        "exists k: {x,y} = {floor(k*sqrt(2)), floor(k*sqrt(2))+2*k}",
    ),
    (
        "Fraenkel: s-Wythoff with s = 5",
        "wythoff(5)",
        P(2),
        "exists k: {x,y} = {floor(k*(sqrt(29)-3)/2), floor(k*(sqrt(29)-3)/2)+5*k}",
    ),
    ("Fraenkel: (2,1)-Wythoff", ST_2_1, P(2), ""),
    ("Fraenkel, Lorberbom: cyclic Nimhoff", "ryuo", P(2), "(x div 3) xor (y div 3) = 0 and (x+y) mod 3 = 0"),
    ("Ryuo Nim with 4, values", "ryuo(4)", Values(2), "4*((x div 4) xor (y div 4)) + (x+y) mod 4"),
    ("Cole, Davie: Euclid", "euclid", P(2), "min(x,y) = 0 or x != y and max(x,y) <= floor(min(x,y)*phi)"),
    ("Fraenkel: Mark", "mark", P(1), "x = 0 or v2(x) mod 2 = 1"),
    ("Levine: Maximum Nim to a half", "maximum-nim", P(1), "exists k: x = 2^k-1"),
    (
        "Levine: Maximum Nim to a half, values",
        "maximum-nim",
        Values(1),
        "let g(n) = n div 2 if n mod 2 = 0 else g(n div 2); g(x)",
    ),
    ("Levine: Maximum Nim to a third", "(x) -> {(x-i) | 1<=i, 3*i<=x}", P(1), JOSEPHUS),
    (
        "Levine: Maximum Nim to a third, values",
        "(x) -> {(x-i) | 1<=i, 3*i<=x}",
        Values(1),
        "let g(n) = n div 3 if n mod 3 = 0 else g(n-(n+2) div 3); g(x)",
    ),
    (
        "Nim up to a root, values",
        "root-nim",
        Values(1),
        "let g(n) = floor(sqrt(n)) if n in squares else g(n-1-floor(sqrt(n))); g(x)",
    ),
    ("Abe, Stankova, Tanuki: Delete Nim", "delete-nim", P(2), "x mod 2 = 1 and y mod 2 = 1"),
    ("Bounded Nim", "bounded(6)", Values(1), "x mod 7"),
    (
        "Subtraction of 1, 3, 4, values",
        "subtraction({1,3,4})",
        Values(1),
        "0 if x mod 7 in {0, 2} else 1 if x mod 7 in {1, 3} else 2 if x mod 7 in {4, 6} else 3",
    ),
    ("The rook", "(x,y) -> sym {(x-i,y) | 1<=i}", Values(2), "x xor y"),
    ("The bishop", "(x,y) -> {(x-i,y-i) | 1<=i}", Values(2), "min(x,y)"),
    ("The king", "(x,y) -> sym {(x-1,y)} U {(x-1,y-1)}", P(2), "x mod 2 = 0 and y mod 2 = 0"),
    ("The knight", "(x,y) -> sym {(x-2,y-1)} U sym {(x-2,y+1)}", P(2), "x mod 4 in {0, 1} and y mod 4 in {0, 1}"),
    (
        "Larsson: Wythoff without the diagonal but (1,1)",
        "(x,y) -> sym {(x-i,y) | 1<=i} U {(x-1,y-1)}",
        P(2),
        "(x div 3) xor (y div 3) = 0 and (x+y) mod 3 = 0",
    ),
    ("Robin: chocolate with slope 2, values", "chocolate", Values(2), "y xor z"),
    ("Divisors: leave a proper divisor", "(x) -> {(i) | 1<=i<x, x mod i = 0}", P(1), "x <= 1"),
    (
        "Divisors: take a proper divisor, values",
        "(x) -> {(x-i) | 1<=i<x, x mod i = 0}",
        Values(1),
        "0 if x = 0 else v2(x)",
    ),
    ("Squares", "(x) -> {(x-i^2) | 1<=i}", P(1), ""),
    ("Lasker's Nim, values", "lasker", Values(1), "0 if x = 0 else x-1 if x mod 4 = 0 else x+1 if x mod 4 = 3 else x"),
    (
        "Fraenkel: Mark, values",
        "mark",
        Values(1),
        "0 if x = 0 or v2(x) mod 2 = 1 else 2 if digitsum(x) mod 2 = 0 else 1",
    ),
    ("Abuku, Suetsugu: Delete Nim, values", "delete-nim", Values(2), "v2(or(x-1,y-1)+1)"),
    ("Abuku, Suetsugu: Delete Nim with empty heaps, values", "delete-nim-original", Values(2), "v2(or(x,y)+1)"),
    ("Whinihan: Fibonacci Nim", "fibonacci-nim", P(2), FIBONACCI_NIM),
    ("Schwenk: no more than the last time", "(x,m) -> {(x-i,i) | 1<=i<=m}", P(2), "x = 0 or m < 2^v2(x)"),
    (
        "Larsson: blocking Wythoff with 3",
        "blocking-wythoff(3)",
        P(2),
        "(x, y) = (0, 0) or max(x,y)-2*min(x,y) in {1, 2}",
    ),
    ("Wythoff with at most 2, by both ways", "restricted-wythoff(2,2)", P(2), "(x+y) mod 3 = 0"),
    ("A stack of heaps", "(x,y) -> {(x-i,y) | 1<=i} U {(x+i,y-1) | 0<=i<=3, 1<=y}", P(2), "x = (y mod 5)"),
    (
        "Greedy Nim: from a largest heap",
        "(x,y,z) -> {(i,y,z) | i<x, x>=y, x>=z} U {(x,i,z) | i<y, y>=x, y>=z} U {(x,y,i) | i<z, z>=x, z>=y}",
        P(3),
        "let a = min(x,y,z); let b = median(x,y,z); b = max(x,y,z) and (b-a >= 1 or a = 0)",
    ),
    ("Nim and odd diagonals", ODD_DIAGONALS, P(2), "x = y = 0 or |x-y| = 1 and min(x,y) mod 2 = 1"),
    ("Powers of 2", "(x) -> {(x-i) | i in powers}", P(1), "x mod 3 = 0"),
];

const ODD_DIAGONALS: &str = "(x,y) -> sym {(x-i,y) | 1<=i} U {(x-i,y-i) | 1<=i, i mod 2 = 1}";

/// Fewer may be taken than the least part of the heap as a sum of Fibonacci numbers.
const FIBONACCI_NIM: &str =
    "let g(n,a,b) = a if b > n else g(n,b,a+b); let z(n) = n if n in fibonacci else z(n-g(n,1,2)); x = 0 or m < z(x)";

/// From both heaps, j ≥ i stones with j < 2i + 1.
const ST_2_1: &str = "(x,y) -> sym {(x-i,y) | 1<=i} U sym {(x-i,y-j) | 1<=i<=j, j < 2*i+1}";

/// P-positions that follow each other by a → (3a+2) div 2.
const JOSEPHUS: &str = "let f(k) = 0 if k = 0 else (3*f(k-1)+2) div 2; exists k: x = f(k)";

fn found(game: &str, ask: &Ask) -> String {
    let Game::Heap(game) = Games::built_in().find(game).unwrap() else { unreachable!("a game on heaps") };
    let (heaps, wanted) = match ask {
        P(heaps) => (*heaps, Wanted::PPositions(Normal)),
        Values(heaps) => (*heaps, Wanted::Values),
    };
    let (ruleset, names) = if heaps == game.ruleset.heaps() {
        ((*game.ruleset).clone(), Names::of(game.ruleset.heap_names()))
    } else {
        (game.ruleset.side_by_side(heaps).unwrap(), Names::side_by_side(&game.ruleset.heap_names()[0], heaps))
    };
    let found = conjecture(&ruleset, wanted, &names, None, &Budget::unlimited()).unwrap();
    if found.best.is_some() {
        assert!(found.checked_to >= 4 * found.learned_to);
    }
    found.best.map_or_else(String::new, |best| best.formula)
}

#[test]
fn theorems_of_the_literature_are_found_without_hints() {
    let mut differences = vec![];
    for (who, game, ask, expected) in &RULESETS {
        let found = found(game, ask);
        println!("{who}: {found}");
        if found != *expected {
            differences.push(format!("{who}: `{found}` instead of `{expected}`"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
