//! Built-in games: P-positions learned from a small table and proved for all
//! sizes, then compared with a larger table.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::formula::Names;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{OutcomeTable, positions};
use miyama::play::{Convention, Outcome};
use miyama_automata::{Automaton, Numeration};
use miyama_proof::{Fact, Learned, Rules, Wanted, learn};

fn ruleset(text: &str, heaps: usize) -> Ruleset {
    let Ok(Game::Heap(game)) = Games::built_in().find(text) else { panic!("{text} is no game on heaps") };
    if game.ruleset.heaps() == heaps { (*game.ruleset).clone() } else { game.ruleset.side_by_side(heaps).unwrap() }
}

/// What is proved, compared with a table to half as much again as it was learned from.
fn theorem(text: &str, heaps: usize, convention: Convention) -> Learned {
    let ruleset = ruleset(text, heaps);
    let rules = Rules::of(&ruleset).expect("linear rules");
    let learned = learn(&rules, Wanted::PPositions(convention), &[], &Budget::unlimited())
        .unwrap_or_else(|reason| panic!("{text} {convention:?}: {reason:?}"));
    let to = learned.to + learned.to / 2;
    let table = OutcomeTable::new(&ruleset, &vec![to; heaps], convention, &Budget::unlimited()).expect("a table");
    for position in positions(&vec![to; heaps]) {
        let is_p = table.outcome(&position) == Some(Outcome::P);
        assert_eq!(holds(&learned.set, &position), is_p, "{text} {convention:?} at {position:?}");
    }
    learned
}

fn holds(set: &Automaton, position: &[u64]) -> bool {
    set.contains(&position.iter().map(|heap| (*heap).into()).collect::<Vec<_>>())
}

#[test]
fn games_are_learned_and_proved_without_hints() {
    let games: &[(&str, usize, Numeration)] = &[
        ("nim", 2, Numeration::Base(2)),
        ("nim", 3, Numeration::Base(2)),
        ("bounded(3)", 1, Numeration::Base(2)),
        ("bounded(4)", 2, Numeration::Base(2)),
        ("subtraction({1,3,4})", 1, Numeration::Base(2)),
        // Periods that digits show late.
        ("subtraction({200})", 1, Numeration::Base(2)),
        ("(x) -> {(x-i) | i in {1,1000}}", 1, Numeration::Base(2)),
        // What divides by 3 needs base 3, also on one heap.
        ("(x) -> {(x div 3) | x >= 1} U {(x-1)}", 1, Numeration::Base(3)),
        ("(x) -> {(floor(x/2 - x/3)), (x-2) | x >= 1}", 1, Numeration::Base(6)),
        ("yama", 2, Numeration::Base(2)),
        ("triangular", 2, Numeration::Base(2)),
        ("geometric(2)", 2, Numeration::Base(2)),
        ("sub-geometric(3)", 2, Numeration::Base(3)),
        ("wythoff", 2, Numeration::Metallic(1)),
        ("wythoff(2)", 2, Numeration::Metallic(2)),
        ("three-heap-1", 3, Numeration::Base(2)),
        ("three-heap-4", 3, Numeration::Base(2)),
        ("three-heap-yama", 3, Numeration::Base(2)),
        ("three-heap-yama-both", 3, Numeration::Base(2)),
        ("three-heap-yama-removed", 3, Numeration::Base(2)),
    ];
    for (name, heaps, system) in games {
        for convention in [Convention::Normal, Convention::Misere] {
            let learned = theorem(name, *heaps, convention);
            assert_eq!(learned.set.system(), *system, "{name} {convention:?}");
        }
    }
}

#[test]
fn conditions_of_every_kind_are_read() {
    for (text, heaps) in [
        ("(x) -> { (x-i) | 1 <= i, i mod 3 != 0 }", 1),
        ("(x) -> { (x-i) | i in {1, 4, 5} } ∪ { (x div 2) | x >= 1 }", 1),
        ("(x) -> { 0 | x mod 4 = 1 } ∪ { (x-i) | 2 <= i <= 3 }", 1),
        ("(x, y) -> { (x-i, y-j) | 1 <= max(i, j), min(i, j) = 0, |i-j| <= 2 }", 2),
        ("(x, y) -> { (x-1, y+2) | y <= 3 } ∪ { (x, y-i) | 1 <= i <= 2, x >= 1 }", 2),
        ("(x, y) -> { (x-i, y-j) | (i, j) in {(1, 2), (2, 1), (0, 1)} }", 2),
        ("(x, y) -> { (x-i, y-j) | {i, j} = {1, 3} } ∪ { (x-1, y) }", 2),
        ("(x, y) -> { (x-i, y-j) | i <= 1, j <= 2, not (i, j) in {(0, 0), (1, 1)} }", 2),
        ("(x) -> { (x-i) | 1 <= i <= ⌈x/2⌉ }", 1),
        ("(x) -> { (⌊(2x+1)/4 - 1/2⌋) | x >= 1 } ∪ { (x-1) | x mod 3 = 0 }", 1),
        ("(x) -> { (x-i) | 1 <= i <= x/2 }", 1),
        ("(x) -> { (x-(1 if x mod 3 = 0 else 2)) } ∪ { (x-5) }", 1),
    ] {
        for convention in [Convention::Normal, Convention::Misere] {
            theorem(text, heaps, convention);
        }
    }
}

/// No table of a size that fits shows all states of these sets; a list of P-positions does.
#[test]
fn lists_show_more_than_tables() {
    let ruleset = ruleset("wythoff(5)", 2);
    let rules = Rules::of(&ruleset).unwrap();
    let learned = learn(&rules, Wanted::PPositions(Convention::Misere), &[], &Budget::unlimited()).unwrap();
    assert_eq!(learned.set.system(), Numeration::Metallic(5));
    assert!(learned.to > 2047, "{}", learned.to);
    let table = OutcomeTable::new(&ruleset, &[200, 200], Convention::Misere, &Budget::unlimited()).unwrap();
    for position in positions(&[200, 200]) {
        assert_eq!(holds(&learned.set, &position), table.outcome(&position) == Some(Outcome::P), "{position:?}");
    }
}

#[test]
fn levels_are_learned() {
    let ruleset = ruleset("yama", 2);
    let rules = Rules::of(&ruleset).unwrap();
    let learned = learn(&rules, Wanted::Level(2), &[], &Budget::unlimited()).unwrap();
    let table = miyama::heap::table::GrundyTable::new(&ruleset, &[60, 60], &Budget::unlimited()).unwrap();
    for position in positions(&[60, 60]) {
        assert_eq!(holds(&learned.set, &position), table.value(&position).unwrap().0 == 2, "{position:?}");
    }
}

/// From a list of 1.7 million positions: no table of a size that fits shows all its states.
#[test]
#[ignore = "seconds with optimisation, minutes without; `just proofs`"]
fn wythoffs_positions_of_value_one_are_learned() {
    let ruleset = ruleset("wythoff", 2);
    let rules = Rules::of(&ruleset).unwrap();
    let learned = learn(&rules, Wanted::Level(1), &[], &Budget::unlimited()).unwrap();
    assert_eq!(learned.set.states(), 825);
    let table = miyama::heap::table::GrundyTable::new(&ruleset, &[300, 300], &Budget::unlimited()).unwrap();
    for position in positions(&[300, 300]) {
        assert_eq!(holds(&learned.set, &position), table.value(&position).unwrap().0 == 1, "{position:?}");
    }
}

/// What else holds of a set, decided by automata; compared with a table where it says much.
#[test]
fn facts_hold() {
    let facts = |text: &str, heaps: usize| {
        let ruleset = ruleset(text, heaps);
        let names = Names::of(ruleset.heap_names());
        let wanted = Wanted::PPositions(Convention::Normal);
        miyama_proof::theorem(&ruleset, wanted, &names, &Budget::unlimited()).unwrap().facts
    };
    // x ≡ 0 or 2 (mod 7)
    let subtraction = facts("subtraction({1,3,4})", 1);
    assert!(subtraction.contains(&Fact::Diagonal { period: 7, from: 0 }), "{subtraction:?}");
    assert!(subtraction.contains(&Fact::Density { count: 2, period: 7 }), "{subtraction:?}");
    // Two of three heaps are empty: the third does not matter once it is not.
    let four = facts("three-heap-4", 3);
    assert!(four.contains(&Fact::Repeats { heap: 2, period: 1, from: 1 }), "{four:?}");
    let nim = facts("nim", 2);
    assert!(nim.contains(&Fact::OnePerRow { heap: 1 }), "{nim:?}");
    assert!(!nim.iter().any(|fact| matches!(fact, Fact::Repeats { .. })), "{nim:?}");
    // Under the bound 3 residues modulo 4 decide.
    let bounded = facts("bounded(3)", 2);
    assert!(bounded.contains(&Fact::Repeats { heap: 1, period: 4, from: 0 }), "{bounded:?}");
    // x ≡ y (mod 4): one of four. Of Nim one per row, in three-heap-4 planes and lines, of
    // Yama Nim a band: almost none.
    assert!(bounded.contains(&Fact::Density { count: 1, period: 4 }), "{bounded:?}");
    for thin in [nim, four, facts("yama", 2)] {
        assert!(thin.contains(&Fact::Density { count: 0, period: 1 }), "{thin:?}");
    }
}

#[test]
fn misere_geometric_games_are_neighbours_in_a_sequence() {
    for (game, formula) in [
        ("geometric(10)", "(x, y) in {(0, 2), (1, 1), (2, 0)} or exists k: {x,y} = {(19*10^k-1)/9, (19*10^(k+1)-1)/9}"),
        ("sub-geometric(4)", "(x, y) in {(0, 2), (1, 1), (2, 0)} or exists k: {x,y} = {(8*4^k-2)/3, (8*4^(k+1)-2)/3}"),
    ] {
        let ruleset = ruleset(game, 2);
        let wanted = Wanted::PPositions(Convention::Misere);
        let found = miyama_proof::theorem(&ruleset, wanted, &ruleset.names(), &Budget::unlimited());
        assert_eq!(found.unwrap().formula.as_deref(), Some(formula), "{game}");
    }
}

/// Neighbours in a quadratic sequence, however fast it grows and whatever the heaps are called; what is no such
/// sequence is not taken for one.
#[test]
fn quadratic_games_are_found_for_every_number() {
    let budget = Budget::unlimited();
    let twists = (0..=12).chain([25, 123, 4000]).map(|c| format!("twist({c})"));
    for game in twists.chain([1, 5, 20, 123].map(|c| format!("revised-twist({c})"))) {
        let (formula, _) = miyama_proof::by_signs(&ruleset(&game, 2), &budget).unwrap_or_else(|| panic!("{game}"));
        assert!(formula.contains("exists k"), "{game}: {formula}");
    }
    let pasted = "(u, v) -> sym { (u-i, v+j) | 1 <= j < i } U { (u-i, v-j) | 1 <= i, 1 <= j, |i-j| <= 9 }";
    let pasted = Ruleset::new(&miyama::heap::notation::parse_definition(pasted).unwrap(), &[]).unwrap();
    let (formula, _) = miyama_proof::by_signs(&pasted, &budget).unwrap();
    assert_eq!(formula, "(u, v) = (0, 0) or exists k: {u,v} = {5*k^2-4*k, 5*(k+1)^2-4*(k+1)}");
    for game in ["yama", "wythoff", "geometric(10)", "sub-geometric(3)", "nim", "bounded(3)", "wythoff(8)"] {
        assert!(miyama_proof::by_signs(&ruleset(game, 2), &budget).is_none(), "{game}");
    }
}

/// What was tried until the time was over is told.
#[test]
fn what_is_stopped_says_what_was_tried() {
    let rough = "(x, y) -> { (x-i, y) | 1 <= i <= y } U { (x-i, y) | i in {8} }";
    let rough = Ruleset::new(&miyama::heap::notation::parse_definition(rough).unwrap(), &[]).unwrap();
    let rules = Rules::of(&rough).unwrap();
    let stopped = (4..14).find_map(|n| {
        let short = Budget::unlimited().with_looks(1 << n);
        match learn(&rules, Wanted::PPositions(Convention::Normal), &[], &short) {
            Err(miyama_proof::NotLearned::StoppedAfter(_, systems, to)) => Some((systems, to)),
            _ => None,
        }
    });
    let (systems, to) = stopped.unwrap();
    assert!(systems.contains(&Numeration::Base(2)) && to >= 15, "{systems:?} to {to}");
}

/// What always holds is not said, and a set in a domain that is not symmetric has no symmetry.
#[test]
fn words_and_facts_say_nothing_idle() {
    let found = |text: &str| {
        let ruleset = Ruleset::new(&miyama::heap::notation::parse_definition(text).unwrap(), &[]).unwrap();
        let wanted = Wanted::PPositions(Convention::Normal);
        miyama_proof::theorem(&ruleset, wanted, &ruleset.names(), &Budget::unlimited()).unwrap()
    };
    let idle = found("(x, y) -> { (x-i, y+1) | 2 <= i } U { (x, y-i) | 1 <= i <= 3 }");
    assert_eq!(idle.formula.as_deref(), Some("y mod 4 = 0"));
    let none = found("(x, y, z) -> { (x-1, y, z) | 1 = 2 }");
    assert_eq!(none.formula.as_deref(), Some("true"));
    let one = found("(x, y, z) -> sym { (x-1, y, z) }");
    assert_eq!(one.formula.as_deref(), Some("(x+y+z) mod 2 = 0"));
    let symmetric = "{ (x-i, y) | 1 <= i <= 2 } U { (x, y-i) | 1 <= i <= 2 }";
    assert!(found(&format!("(x, y) -> {symmetric}")).facts.contains(&Fact::Symmetric));
}

/// One heap grows where the other falls: the table of small heaps needs very large ones, and a smaller one has to do.
#[test]
fn what_grows_is_learned_from_a_smaller_table() {
    let ruleset = ruleset("(x, y) -> { (x-1, i) | i <= 2*y+3 } U { (x, y-1) }", 2);
    let rules = Rules::of(&ruleset).unwrap();
    let learned = learn(&rules, Wanted::PPositions(Convention::Normal), &[], &Budget::unlimited()).unwrap();
    assert_eq!(learned.to, 7);
    for position in positions(&[20, 20]) {
        assert_eq!(holds(&learned.set, &position), position.iter().all(|heap| heap % 2 == 0), "{position:?}");
    }
}
