//! The theorems that the program brings along: accepted by separate code, found by what a
//! ruleset means, right where a table reaches, and quick where none does.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{OutcomeTable, positions};
use miyama::heap::theorem::recognise;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Proved, TheoremQuery, Theorems};
use miyama_theorems::{Library, built_in_texts};
use miyama_verify::theorem::{Certificate, Check, check};
use num_bigint::BigUint;
use std::sync::Arc;

const NORMAL: Convention = Convention::Normal;
const MISERE: Convention = Convention::Misere;

fn ruleset(text: &str) -> Arc<Ruleset> {
    let Ok(Game::Heap(game)) = Games::built_in().find(text) else { panic!("{text} is no game on heaps") };
    game.ruleset
}

fn ask(library: &Library, game: &Arc<Ruleset>, heaps: &[BigUint], convention: Convention) -> Proved {
    let asked = TheoremQuery { ruleset: game, heaps, convention, most: 1000, learn: false };
    library.ask(&asked, &Budget::unlimited()).unwrap().unwrap()
}

fn big(heaps: &[u64]) -> Vec<BigUint> {
    heaps.iter().map(|heap| (*heap).into()).collect()
}

/// What the checker reads is what the program reads: the text before the seal.
#[test]
fn every_theorem_is_accepted_by_separate_code() {
    let mut count = 0;
    for (name, text) in built_in_texts() {
        let object = format!("{}}}", text.rsplit_once(",\n\"sha256\"").unwrap().0);
        let checked = if object.starts_with("{\"miyama\":\"values\"") {
            miyama_verify::values::check(&serde_json::from_str(&object).unwrap(), &Budget::unlimited())
        } else {
            let certificate: Certificate = serde_json::from_str(&object).unwrap();
            check(&certificate, &Budget::unlimited())
        };
        assert_eq!(checked.unwrap(), Check::Holds, "{name}");
        count += 1;
    }
    assert!(count >= 40, "{count} theorems");
}

#[test]
fn theorems_are_found_by_the_meaning_of_a_ruleset() {
    let library = Library::default();
    let name = |text: &str, convention| {
        let found = library.find(&ruleset(text), convention, &Budget::unlimited());
        found.map(|saved| saved.name.clone())
    };
    assert_eq!(name("three-heap-1", NORMAL).as_deref(), Some("three-heap-1"));
    // Other names, other bounds, the same moves.
    let same = "(a, b, c) -> sym { (a-k, b+m, c) | 2 <= k, 1 <= m <= k-1 }";
    assert_eq!(name(same, NORMAL).as_deref(), Some("three-heap-1"));
    assert_eq!(name(same, MISERE).as_deref(), Some("three-heap-1-misere"));
    let split = "(a, b) -> { (a-i, b) | 1 <= i <= 5 } ∪ { (a-i, b) | 4 <= i } ∪ { (a, b-i) | i >= 1 } ∪ { (a-i, b-i) | i >= 1 }";
    assert_eq!(name(split, MISERE).as_deref(), Some("wythoff-1-misere"));
    // One move less.
    let other = "(a, b, c) -> sym { (a-k, b+m, c) | 2 <= k, 1 <= m <= k-1, k != 1000 }";
    assert_eq!(name(other, NORMAL), None);
}

#[test]
fn answers_are_those_of_tables() {
    let library = Library::default();
    for (text, to) in
        [("three-heap-1", 7), ("three-heap-yama", 9), ("wythoff", 16), ("mark", 60), ("geometric(2)", 14), ("ryuo", 15)]
    {
        let game = ruleset(text);
        for convention in [NORMAL, MISERE] {
            if text == "three-heap-yama" && convention == MISERE {
                continue;
            }
            let beyond = vec![2 * to; game.heaps()];
            let table = OutcomeTable::new(&game, &beyond, convention, &Budget::unlimited()).unwrap();
            for position in positions(&vec![to; game.heaps()]).step_by(11) {
                let proved = ask(&library, &game, &big(&position), convention);
                assert_eq!(Some(proved.outcome), table.outcome(&position), "{text} {position:?}");
                let options = game.options(&position).unwrap();
                let mut winning: Vec<Vec<BigUint>> = options
                    .iter()
                    .filter(|option| !option.is_empty() && table.outcome(&option[0]) == Some(Outcome::P))
                    .map(|option| big(&option[0]))
                    .collect();
                winning.sort();
                winning.dedup();
                let mut listed = proved.listed.clone();
                listed.sort();
                assert_eq!(listed, winning, "{text} {convention:?} {position:?}");
                assert_eq!(proved.count, BigUint::from(winning.len()));
            }
        }
    }
}

/// Hundreds of digits, and time that grows with their number.
#[test]
fn positions_of_hundreds_of_digits() {
    let library = Library::default();
    let n = BigUint::from(10u8).pow(400) + 7u8;
    for (text, heaps) in [
        ("three-heap-1", vec![n.clone(), n.clone(), &n * 2u8]),
        ("three-heap-yama", vec![n.clone(), &n * 2u8, &n * 3u8]),
        ("wythoff", vec![n.clone(), &n + 5u8]),
    ] {
        let game = ruleset(text);
        for convention in [NORMAL, MISERE] {
            if text == "three-heap-yama" && convention == MISERE {
                continue;
            }
            let proved = ask(&library, &game, &heaps, convention);
            assert_eq!(proved.outcome == Outcome::P, proved.count == BigUint::default(), "{text}");
            for option in &proved.listed {
                assert_eq!(game.reaches(&heaps, std::slice::from_ref(option)), Some(true), "{text}");
                assert_eq!(ask(&library, &game, option, convention).outcome, Outcome::P, "{text}");
            }
        }
    }
    let first = ask(&library, &ruleset("three-heap-1"), &[n.clone(), n.clone(), &n * 2u8], NORMAL);
    assert_eq!(first.outcome, Outcome::P);
}

/// The formula that answers Triangular Nim at any size is the one that is proved.
#[test]
fn the_values_of_triangular_nim_are_the_proved_ones() {
    let text = built_in_texts().find(|(name, _)| *name == "triangular-values").unwrap().1;
    let object = format!("{}}}", text.rsplit_once(",\n\"sha256\"").unwrap().0);
    let certificate: miyama_verify::values::Certificate = serde_json::from_str(&object).unwrap();
    let game = ruleset("triangular");
    let definition = miyama::heap::notation::parse_definition(&certificate.game).unwrap();
    assert!(Ruleset::new(&definition, &[]).unwrap().same_moves(&game));
    let names = miyama::heap::formula::Names::of(game.heap_names());
    let formula = miyama::heap::formula::Formula::value(&certificate.formula, &names).unwrap();
    let budget = Budget::unlimited();
    let mut proved = formula.evaluator(&budget);
    let theorem = recognise(&game).unwrap();
    let near = positions(&[60, 60]);
    let far = positions(&[40, 40]).map(|p| vec![1_000_000 + 7 * p[0], 1_000_900 + 31 * p[1]]);
    for position in near.chain(far) {
        let value = theorem.value(&big(&position)).unwrap();
        assert_eq!(value, BigUint::try_from(proved.number(&position).unwrap()).unwrap(), "{position:?}");
    }
}
