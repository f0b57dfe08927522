//! Positions of any size: outcomes and winning moves by a proved set, against tables and
//! the options of the ruleset.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{OutcomeTable, positions};
use miyama::play::{Convention, Outcome};
use miyama_automata::Limits;
use miyama_proof::{Rules, Same, Serving, Wanted, compare, learn};
use num_bigint::BigUint;

fn ruleset(text: &str, heaps: usize) -> Ruleset {
    let Ok(Game::Heap(game)) = Games::built_in().find(text) else { panic!("{text} is no game on heaps") };
    if game.ruleset.heaps() == heaps { (*game.ruleset).clone() } else { game.ruleset.side_by_side(heaps).unwrap() }
}

#[test]
fn winning_moves_are_those_of_the_ruleset() {
    for (name, heaps, to) in
        [("nim", 3, 9), ("yama", 2, 20), ("wythoff", 2, 25), ("three-heap-4", 3, 8), ("geometric(2)", 2, 20)]
    {
        for convention in [Convention::Normal, Convention::Misere] {
            let ruleset = ruleset(name, heaps);
            let rules = Rules::of(&ruleset).unwrap();
            let learned = learn(&rules, Wanted::PPositions(convention), &[], &Budget::unlimited()).unwrap();
            let table = OutcomeTable::new(&ruleset, &vec![2 * to; heaps], convention, &Budget::unlimited()).unwrap();
            let limits = Limits::generous();
            let serving = Serving::new(&rules, &learned.set, convention, &limits).unwrap();
            for position in positions(&vec![to; heaps]).step_by(7) {
                let big: Vec<BigUint> = position.iter().map(|heap| (*heap).into()).collect();
                let served = serving.ask(&big, 1000, &limits).unwrap().unwrap();
                assert_eq!(served.is_p, table.outcome(&position) == Some(Outcome::P), "{name} {position:?}");
                let mut expected: Vec<Vec<BigUint>> = ruleset
                    .options(&position)
                    .unwrap()
                    .into_iter()
                    .filter(|option| table.outcome(&option[0]) == Some(Outcome::P))
                    .map(|option| option[0].iter().map(|heap| (*heap).into()).collect())
                    .collect();
                expected.sort();
                let mut listed = served.listed.clone();
                listed.sort();
                assert_eq!(listed, expected, "{name} {convention:?} {position:?}");
                assert_eq!(served.count, BigUint::from(expected.len()));
            }
        }
    }
}

#[test]
fn heaps_of_hundreds_of_digits() {
    let ruleset = ruleset("three-heap-1", 3);
    let rules = Rules::of(&ruleset).unwrap();
    let learned = learn(&rules, Wanted::PPositions(Convention::Normal), &[], &Budget::unlimited()).unwrap();
    let huge: BigUint = BigUint::from(7u8).pow(400);
    let position = [huge.clone(), huge.clone() * 3u8, huge + 5u8];
    let limits = Limits::generous();
    let serving = Serving::new(&rules, &learned.set, Convention::Normal, &limits).unwrap();
    let served = serving.ask(&position, 3, &limits).unwrap().unwrap();
    assert_eq!(served.is_p, served.count == BigUint::default());
    for option in &served.listed {
        assert!(learned.set.contains(option));
    }
}

#[test]
fn rulesets_are_compared() {
    let two = |a: &str, b: &str| {
        let heaps = ruleset(a, if a.starts_with("nim") { 1 } else { 2 }).heaps();
        compare(&ruleset(a, heaps), &ruleset(b, heaps), Convention::Normal, &Budget::unlimited())
    };
    let same = two("yama", "(a, b) -> sym { (a-k, b+1) | k >= 2 }");
    assert_eq!((same.moves, same.p_positions, same.values), (Same::Proved, Same::Proved, Some(Same::Proved)));
    let close = two("yama", "triangular");
    assert!(matches!(close.moves, Same::Differs(_)));
    assert_eq!(close.p_positions, Same::Proved);
    assert!(matches!(close.values, Some(Same::Differs(_))));
    let other = two("wythoff", "wythoff(2)");
    assert!(matches!(other.p_positions, Same::Differs(_)));
    // A game is the same as itself, whatever nobody knows of it; positions may differ, and the first move is told.
    assert_eq!(two("euclid", "euclid").values, Some(Same::Proved));
    let far = two("nim", "(x) -> { (x-i) | 1 <= i } where x != 50001");
    assert_eq!((far.position_of_one, far.moves), (Some(vec![50001u32.into()]), Same::Differs(vec![50001u32.into()])));
    let twists = two("twist(2)", "revised-twist(2)");
    assert_eq!(twists.p_positions, Same::Differs([0u8, 1].map(Into::into).to_vec()));
    assert_eq!(twists.moves, Same::Differs([0u8, 1, 0, 0].map(Into::into).to_vec()));
    // Tuples that are no positions are neither P nor of a value.
    let pair = "(x,y) -> sym { (x-i,y) | 1 <= i }";
    let without = |x: u64, y: u64| two(pair, &format!("{pair} where x != {x} or y != {y}"));
    let (n_left_out, p_left_out) = (without(24, 0), without(7, 7));
    assert_eq!(n_left_out.p_positions, Same::Proved);
    assert_eq!(n_left_out.values, Some(Same::Differs([24u8, 0].map(Into::into).to_vec())));
    assert_eq!(p_left_out.p_positions, Same::Differs([7u8, 7].map(Into::into).to_vec()));
    // What no automaton knows is compared near the origin, and never called the same unseen.
    let products = two("euclid", "wythoff");
    assert_eq!(products.moves, Same::Differs([0u8, 1, 0, 0].map(Into::into).to_vec()));
    let again = two("euclid", "(a, b) -> sym { (a-k*b, b) | 1 <= k, 1 <= b, k*b <= a }");
    assert_eq!((again.moves, again.p_positions), (Same::Undecided { to: Some(20) }, Same::Undecided { to: Some(80) }));
    // What differs beyond all tables, and what is not known when the time is over.
    let nim = ruleset("(x, y) -> sym { (x-i, y) | 1 <= i }", 2);
    let other = ruleset("(x, y) -> sym { (x-i, y) | 1 <= i, i != 4321 }", 2);
    // In misère play one stone is to be left, not none.
    for (convention, first) in [(Convention::Normal, 4321u32), (Convention::Misere, 4322)] {
        let far = compare(&nim, &other, convention, &Budget::unlimited());
        assert_eq!((far.p_positions, far.stopped), (Same::Differs([0, first].map(Into::into).to_vec()), None));
    }
    let over = Budget::unlimited().with_time(std::time::Duration::ZERO);
    let stopped = compare(&nim, &other, Convention::Normal, &over);
    assert_eq!((stopped.p_positions, stopped.stopped.is_some()), (Same::Undecided { to: None }, true));
}
