//! Several threads find what one finds. `scripts/threads` runs this under
//! ThreadSanitizer, which sees every access to shared memory that no barrier
//! orders, also where the answer happens to be right.
#![allow(clippy::unwrap_used)]

use miyama::breaking::{code::Code, values::NimValues};
use miyama::game::{Game, Games};
use miyama::heap::table::{GrundyTable, OutcomeTable, positions};
use miyama::play::Convention;
use miyama_budget::Budget;

/// Rulesets whose sweeps go different ways: planes, chains along a rank, three
/// heaps, enumerated options, a guard.
const GAMES: [(&str, u64); 8] = [
    ("wythoff", 150),
    ("yama", 150),
    ("triangular", 150),
    ("twist(2)", 150),
    ("geometric(2)", 120),
    ("three-heap-1", 24),
    ("(x, y) -> sym { (x-i*i, y) | 1 <= i, i*i <= x }", 120),
    ("(x, y) -> sym { (x-i, y) | 1 <= i, x <= 2*y }", 120),
];

#[test]
fn tables_of_several_threads_are_those_of_one() {
    for (text, to) in GAMES {
        let Game::Heap(game) = Games::built_in().find(text).unwrap() else { continue };
        let to = vec![to; game.ruleset.heaps()];
        let [one, four] = [1, 4].map(|threads| {
            let budget = Budget::unlimited().with_threads(threads);
            let values = GrundyTable::new(&game.ruleset, &to, &budget).unwrap();
            let outcomes = OutcomeTable::new(&game.ruleset, &to, Convention::Misere, &budget).unwrap();
            (values, outcomes)
        });
        for position in positions(&to) {
            assert_eq!(one.0.value(&position), four.0.value(&position), "{text} {position:?}");
            assert_eq!(one.1.outcome(&position), four.1.outcome(&position), "{text} {position:?}");
        }
    }
}

#[test]
fn nim_values_of_several_threads_are_those_of_one() {
    for text in ["0.6", "0.007", "0.16", "4.75", "0.8"] {
        let code: Code = text.parse().unwrap();
        let [one, four] = [1, 4].map(|threads| {
            let mut values = NimValues::new(&code);
            values.extend(3000, &Budget::unlimited().with_threads(threads)).unwrap();
            values.stored().iter().collect::<Vec<u32>>()
        });
        assert_eq!(one, four, "{text}");
    }
}
