//! Proofs by signs, and forgeries of them.

#![allow(clippy::unwrap_used)]

use miyama_language::budget::Budget;
use miyama_verify::signs::{Certificate, Check, check};

const TWIST: &str = "twist(c): (x, y) -> sym { (x-i, y+j) | 2 <= i <= x, 1 <= j < i } \
                     ∪ { (x-i, y-j) | 1 <= i <= x, 1 <= j <= y, |i-j| <= c }";
const POLYGONAL: &str = "x = 0 and y = 0 or exists k: {x,y} = \
                         {((c+1)*k^2+(1-c)*k)/2, ((c+1)*(k+1)^2+(1-c)*(k+1))/2}";

fn proved() -> String {
    serde_json::to_string(&miyama_signs::prove(TWIST, &["c".to_owned()], POLYGONAL).unwrap()).unwrap()
}

fn holds(text: &str) -> bool {
    serde_json::from_str::<Certificate>(text)
        .is_ok_and(|certificate| check(&certificate, &Budget::unlimited()).unwrap() == Check::Holds)
}

#[test]
fn what_is_proved_is_accepted() {
    assert!(holds(&proved()));
}

/// A sequence that begins with 0, 0 has (0, 0) among its neighbours, unless the index begins later.
#[test]
fn two_zeros_at_the_beginning() {
    let formula = "{x,y} in consecutive(k: k*(k-1)/2)";
    let good = serde_json::to_string(&miyama_signs::prove(TWIST, &["0".to_owned()], formula).unwrap()).unwrap();
    assert!(holds(&good));
    let same = "exists k: {x,y} = {k*(k-1)/2, k*(k+1)/2}";
    assert!(holds(&good.replace(formula, same)));
    for wrong in [
        "{x,y} in consecutive(k: k*(k+1)/2)",
        "exists k in 1..x+y: {x,y} = {k*(k-1)/2, k*(k+1)/2}",
        "exists k in 1..x+y: {x,y} = {(k-1)*(k-2)/2, k*(k-1)/2}",
        "(x, y) = (0, 0) or exists k in 2..x+y: {x,y} = {(k-1)*(k-2)/2, k*(k-1)/2}",
    ] {
        assert!(!holds(&good.replace(formula, wrong)), "{wrong}");
    }
}

/// Another statement under the same certificate.
#[test]
fn other_statements_are_refused() {
    let good = proved();
    for (from, to) in [
        ("|i-j| <= c", "|i-j| <= c+1"),
        ("1 <= j < i", "1 <= j <= i"),
        ("2 <= i <= x", "3 <= i <= x"),
        ("1 <= i <= x", "2 <= i <= x"),
        ("x = 0 and y = 0 or ", ""),
        ("x = 0 and y = 0", "x = 1 and y = 1"),
        ("(1-c)", "(2-c)"),
        ("[\"c\"]", "[\"3\"]"),
        ("\"signs\"", "\"theorem\""),
        ("\"version\":1", "\"version\":2"),
        ("sym", ""),
        ("exists k:", "exists k in 0..5:"),
    ] {
        let forged = good.replace(from, to);
        assert_ne!(forged, good, "{from}");
        // With c = 3 the formula still speaks of c.
        assert!(!holds(&forged), "{from} -> {to}");
    }
}

/// Every number in the proof changed, one after the other, must be refused or prove the
/// same; those that say which sum to look at are seldom replaceable.
#[test]
fn changed_numbers_prove_nothing_else() {
    let good = proved();
    let start = good.find("\"ends\"").unwrap();
    let places: Vec<usize> =
        good.char_indices().filter(|(at, c)| *at > start && c.is_ascii_digit()).map(|(at, _)| at).collect();
    let mut refused = 0;
    for at in places.iter().step_by(37) {
        let digit = good.as_bytes()[*at];
        let other = if digit == b'9' { '0' } else { char::from(digit + 1) };
        let forged = format!("{}{other}{}", &good[..*at], &good[*at + 1..]);
        refused += usize::from(!holds(&forged));
    }
    assert!(refused * 3 > places.len() / 37 * 2, "{refused} of {} refused", places.len() / 37);
}

/// A case, a way or a place left out.
#[test]
fn nothing_may_be_missing() {
    let good: Certificate = serde_json::from_str(&proved()).unwrap();
    let check = |certificate: &Certificate| check(certificate, &Budget::unlimited()).unwrap() == Check::Holds;
    assert!(check(&good));
    for n in 0..good.inside.len() {
        let mut forged = good.clone();
        forged.inside.remove(n);
        assert!(!check(&forged), "without {n}");
    }
    let mut forged = good.clone();
    forged.ends.pop();
    assert!(!check(&forged));
    let mut forged = good.clone();
    forged.everywhere[1] = forged.everywhere[0].clone();
    assert!(!check(&forged));
}
