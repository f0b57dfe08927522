//! Built-in games: P-positions learned from a small table and proved for all
//! sizes, then compared with a larger table.

use miyama::budget::Budget;
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama::heap::table::{OutcomeTable, positions};
use miyama::play::{Convention, Outcome};
use miyama_automata::{Automaton, Limits, Numeration};
use miyama_proof::{Found, learn};

/// What is proved from the table to `to`.
fn theorem(text: &str, arguments: &[i64], system: Numeration, to: u64, convention: Convention) -> Option<Automaton> {
    let definition = parse_definition(text).expect("a definition");
    let arguments: Vec<Argument> = arguments.iter().map(|n| Argument::Number(*n)).collect();
    let ruleset = Ruleset::new(&definition, &arguments).expect("a ruleset");
    let table = |to: u64| {
        OutcomeTable::new(&ruleset, &vec![to; ruleset.heaps()], convention, &Budget::unlimited()).expect("a table")
    };
    let (small, large) = (table(to), table(to + to / 2));
    let known = |heaps: &[u64]| small.outcome(heaps).map(|outcome| outcome == Outcome::P);
    let found = learn(&definition, &arguments, convention, system, &known, &Limits::generous());
    let Found::Proved(set) = found.expect("linear rules").expect("small automata") else { return None };
    for position in positions(&vec![to + to / 2; ruleset.heaps()]) {
        let heaps: Vec<_> = position.iter().map(|heap| (*heap).into()).collect();
        let is_p = large.outcome(&position) == Some(Outcome::P);
        assert_eq!(set.contains(&heaps), is_p, "{text} {arguments:?} at {position:?}");
    }
    Some(set)
}

const BASE_2: Numeration = Numeration::Base(2);

#[test]
fn linear_games_are_learned_and_proved() {
    let game = |name: &str| std::fs::read_to_string(format!("../miyama/games/heap/{name}.game")).expect("a game");
    let games: [(&str, &[i64], Numeration, u64); 10] = [
        ("nim", &[], BASE_2, 15),
        ("bounded", &[3], BASE_2, 31),
        ("bounded", &[4], BASE_2, 63),
        ("yama", &[], BASE_2, 31),
        ("triangular", &[], BASE_2, 31),
        ("geometric", &[2], BASE_2, 63),
        ("sub-geometric", &[3], Numeration::Base(3), 80),
        ("wythoff", &[1], Numeration::Metallic(1), 200),
        ("three-heap-1", &[], BASE_2, 31),
        ("three-heap-4", &[], BASE_2, 15),
    ];
    for (name, arguments, system, to) in games {
        for convention in [Convention::Normal, Convention::Misere] {
            let found = theorem(&game(name), arguments, system, to, convention);
            assert!(found.is_some(), "{name} {arguments:?} {convention:?}");
        }
    }
}

#[test]
fn conditions_of_every_kind_are_read() {
    for text in [
        "(x) -> { (x-i) | 1 <= i, i mod 3 != 0 }",
        "(x) -> { (x-i) | i in {1, 4, 5} } ∪ { (x div 2) | x >= 1 }",
        "(x) -> { 0 | x mod 4 = 1 } ∪ { (x-i) | 2 <= i <= 3 }",
        "(x, y) -> { (x-i, y-j) | 1 <= max(i, j), min(i, j) = 0, |i-j| <= 2 }",
        "(x, y) -> { (x-1, y+2) | y <= 3 } ∪ { (x, y-i) | 1 <= i <= 2, x >= 1 }",
    ] {
        for convention in [Convention::Normal, Convention::Misere] {
            let to = if text.starts_with("(x)") { 127 } else { 63 };
            assert!(theorem(text, &[], BASE_2, to, convention).is_some(), "{text} {convention:?}");
        }
    }
}

#[test]
fn nothing_is_proved_from_too_small_a_table() {
    let text = "(x) -> { (x-i) | i in {1, 4} }";
    assert!(theorem(text, &[], BASE_2, 3, Convention::Normal).is_none());
}
