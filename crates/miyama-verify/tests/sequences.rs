//! Moves by powers and by members of a sequence: learned, proved,
//! and accepted by separate code; with another sequence they are another game.
#![allow(clippy::unwrap_used, clippy::panic)]

mod certificates;

use certificates::{MISERE, NORMAL, learned, proved};
use miyama::budget::Budget;
use miyama_verify::theorem::{Certificate, Check, check};

fn holds(certificate: &Certificate) -> bool {
    check(certificate, &Budget::unlimited()).unwrap() == Check::Holds
}

#[test]
fn what_is_learned_is_accepted() {
    for (rules, heaps) in [
        ("(x) -> { (x-2^i) }", 1),
        ("(x) -> { (x-2^i) | 1 <= i } ∪ { (x-1) | x <= 5 }", 1),
        ("(x, y) -> sym { (x-i, y) | i in powers }", 2),
    ] {
        for convention in [NORMAL, MISERE] {
            assert!(holds(&learned(rules, heaps, convention)), "{rules} {convention:?}");
        }
    }
}

#[test]
fn another_sequence_is_another_game() {
    let certificate = proved("(x) -> { (x-2^i) }", 1, "x mod 3 = 0", NORMAL);
    assert!(holds(&certificate));
    for game in
        ["(x) -> { (x-3^i) }", "(x) -> { (x-2^i) | i >= 1 }", "(x) -> { (x-i) | i in odious }", "(x) -> { (x-2^i*x) }"]
    {
        assert!(!holds(&Certificate { game: game.to_owned(), ..certificate.clone() }), "{game}");
    }
    let values = proved("(x) -> { (x-2^i) }", 1, "g: x mod 3", NORMAL);
    assert!(holds(&values));
    assert!(!holds(&Certificate { game: "(x) -> { (x-4^i) }".to_owned(), ..values }));
}
