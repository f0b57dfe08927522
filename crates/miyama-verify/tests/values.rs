//! Grundy values proved by signs, and forgeries of the proofs.
#![allow(clippy::unwrap_used)]

use miyama_language::budget::Budget;
use miyama_verify::values::{Certificate, Check, Sum, Terms, Tree, check};
use std::sync::OnceLock;

const TRIANGULAR: &str = "triangular(a = 2, b = 1): (x, y) -> sym { (x-i, y+j) | a <= i <= x, b <= j < i }";
/// Theorem 3.4 of document 003, and theorem 3.6: the smaller heap in a progression.
const BY_TOTAL: &str = "let d = |x-y|; 0 if d <= 1 else x+y-1 if x+y <= d*d+1 \
                        else d*(d-1)/2 + ((x+y-d*d-2) div 2) mod d";
const BY_PROGRESSION: &str = "let d = |x-y|; 0 if d <= 1 else x+y-1 if x+y <= d*d+1 \
                              else d*(d-1)/2 + (min(x,y)-1-d*(d-1)/2) mod d";

/// The proof of the first, found once.
fn by_total() -> String {
    static ONCE: OnceLock<String> = OnceLock::new();
    ONCE.get_or_init(|| proved(BY_TOTAL)).clone()
}

fn proved(formula: &str) -> String {
    serde_json::to_string(&miyama_signs::prove_values(TRIANGULAR, &[], formula, &|| true).unwrap()).unwrap()
}

fn holds(text: &str) -> bool {
    serde_json::from_str::<Certificate>(text)
        .is_ok_and(|certificate| check(&certificate, &Budget::unlimited()).unwrap() == Check::Holds)
}

#[test]
fn what_is_proved_is_accepted() {
    assert!(holds(&by_total()));
    assert!(holds(&proved(BY_PROGRESSION)));
}

/// Another game or another formula under the same certificate.
#[test]
fn other_statements_are_refused() {
    let good = by_total();
    for (from, to) in [
        ("a <= i <= x", "a <= i <= x-1"),
        ("b <= j < i", "b <= j <= i"),
        ("a = 2", "a = 3"),
        ("b = 1", "b = 2"),
        ("b = 1", "b = 0"),
        ("sym ", ""),
        ("d <= 1", "d <= 2"),
        ("0 if", "1 if"),
        ("x+y-1 if", "x+y if"),
        ("d*d+1 else", "d*d+2 else"),
        ("d*d+1 else", "d*d-1 else"),
        ("d*d-2) div", "d*d-4) div"),
        ("d*(d-1)/2 +", "d*(d+1)/2 +"),
        ("mod d", "mod (d+1)"),
        ("|x-y|", "|x-y|+1"),
        ("\"values\"", "\"signs\""),
        ("\"version\":1", "\"version\":2"),
        ("\"arguments\":[]", "\"arguments\":[\"3\"]"),
        ("\"arguments\":[]", "\"arguments\":[\"a\"]"),
    ] {
        let forged = good.replacen(from, to, 1);
        assert_ne!(forged, good, "{from}");
        assert!(!holds(&forged), "{from} -> {to}");
    }
}

/// A false statement with everything else of a true proof is refused: a tree taken away, put
/// twice, or exchanged for the one beside it.
#[test]
fn nothing_may_be_missing() {
    let good: Certificate = serde_json::from_str(&by_total()).unwrap();
    let check = |certificate: &Certificate| check(certificate, &Budget::unlimited()).unwrap() == Check::Holds;
    assert!(check(&good));
    let lists: [fn(&mut Certificate) -> &mut Vec<Tree>; 3] =
        [|all| &mut all.natural, |all| &mut all.inside, |all| &mut all.below];
    for list in lists {
        let length = list(&mut good.clone()).len();
        for n in 0..length {
            let mut forged = good.clone();
            list(&mut forged).remove(n);
            assert!(!check(&forged), "without {n}");
            let mut forged = good.clone();
            let one = list(&mut forged)[n].clone();
            list(&mut forged).insert(n, one);
            assert!(!check(&forged), "{n} twice");
        }
    }
    let mut forged = good.clone();
    forged.ends.pop();
    assert!(!check(&forged));
}

/// Numbers of a proof changed: which sums, variables and moves to look at. What is accepted
/// then proves the same statement by other sums, so most are refused.
fn changed(every: usize) -> (usize, usize) {
    let good = by_total();
    let start = good.find("\"ends\"").unwrap();
    let places: Vec<usize> =
        good.char_indices().filter(|(at, c)| *at > start && c.is_ascii_digit()).map(|(at, _)| at).collect();
    let (mut tried, mut refused) = (0, 0);
    for at in places.iter().step_by(every) {
        let digit = good.as_bytes()[*at];
        let other = if digit == b'9' { '0' } else { char::from(digit + 1) };
        let forged = format!("{}{other}{}", &good[..*at], &good[*at + 1..]);
        tried += 1;
        refused += usize::from(!holds(&forged));
    }
    (tried, refused)
}

#[test]
fn changed_numbers_prove_nothing_else() {
    let (tried, refused) = changed(61);
    assert!(tried > 50 && refused * 2 > tried, "{refused} of {tried} refused");
}

/// False values: every proof of true ones is refused under them, whatever is changed in it.
fn false_values(each: usize) -> usize {
    let good = by_total();
    let wrong = [
        ("d <= 1", "d <= 2"),
        ("x+y-1 if", "x+y if"),
        ("d*d+1 else", "d*d+3 else"),
        ("d*d-2) div", "d*d) div"),
        ("b <= j < i", "b <= j <= i"),
    ];
    let mut seed = 12345u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    let mut tried = 0;
    for (from, to) in wrong {
        let base = good.replacen(from, to, 1);
        let start = base.find("\"ends\"").unwrap();
        for _ in 0..each {
            let mut forged = base.clone().into_bytes();
            for _ in 0..=next(3) {
                let digits: Vec<usize> = (start..forged.len()).filter(|at| forged[*at].is_ascii_digit()).collect();
                let at = digits[next(digits.len())];
                forged[at] = b'0' + u8::try_from(next(10)).unwrap();
            }
            assert!(!holds(&String::from_utf8(forged).unwrap()), "{from} -> {to}");
            tried += 1;
        }
    }
    tried
}

#[test]
fn false_values_are_never_accepted() {
    assert_eq!(false_values(20), 100);
}

#[test]
#[ignore = "a thousand of each kind; `just forgeries`"]
fn a_thousand_false_values() {
    assert_eq!(false_values(1000), 5000);
    let (tried, refused) = changed(1);
    assert!(tried > 1000 && refused * 2 > tried, "{refused} of {tried} refused");
}

/// Trees that would prove a contradiction from nothing if one condition of the checker were
/// missing; `n` is the place of the first fact that they add.
fn from_nothing(n: usize) -> Vec<(&'static str, Tree)> {
    let number = |top: i64, over: u64| Terms { over, sum: vec![(top, vec![])] };
    let sum = |place: usize, factor: u64| Sum { times: 1, of: vec![(place, factor)] };
    let nothing = || Sum { times: 1, of: vec![] };
    let end = |place: usize, factor: u64| Box::new(Tree::Contradiction(sum(place, factor)));
    let index = |constant: i64| Terms { over: 1, sum: vec![(1, vec![0]), (constant, vec![])] };
    let divide = |of: i64, by: i64, place: usize| Tree::Divide {
        of: number(of, 1),
        by: number(by, 1),
        because: [nothing(), nothing()],
        then: end(place, 1),
    };
    let bracket = |of: i64, sequence: Terms, place: usize| Tree::Bracket {
        of: number(of, 1),
        sequence,
        because: nothing(),
        then: end(place, 1),
    };
    vec![
        ("a goal taken no times", Tree::Contradiction(Sum { times: 0, of: vec![] })),
        ("no facts", Tree::Contradiction(nothing())),
        ("a fact that is not there", Tree::Contradiction(sum(n, 1))),
        ("a number that is not whole", Tree::Sign(number(-1, 2), Box::new([*end(n, 2), *end(n, 2)]))),
        ("something divided by 0", Tree::Sign(number(1, 0), Box::new([*end(n, 1), *end(n, 1)]))),
        ("only one sign", Tree::Sign(number(0, 1), Box::new([Tree::Contradiction(nothing()), *end(n, 1)]))),
        ("a negative number divided", divide(-1, 1, n)),
        ("a number divided by 0", divide(0, 0, n + 2)),
        ("a sequence that does not grow", bracket(0, number(0, 1), n + 2)),
        ("a sequence that begins late", bracket(0, index(1), n)),
        ("a number below the sequence", bracket(-1, index(0), n)),
        (
            "a move where none is asked for",
            Tree::Move { way: 0, to: [number(0, 1), number(0, 1)], case: 0, with: vec![], because: vec![] },
        ),
    ]
}

#[test]
fn nothing_follows_from_nothing() {
    let good: Certificate = serde_json::from_str(&by_total()).unwrap();
    // Where the first new fact of each stands is not known here: all places are tried.
    for (list, places) in [(0, 0..9), (1, 14..25), (2, 0..9)] {
        for n in places {
            for (why, tree) in from_nothing(n) {
                let mut forged = good.clone();
                match list {
                    0 => forged.natural[2] = tree,
                    1 => forged.inside[14] = tree,
                    _ => forged.below[1] = tree,
                }
                let said = check(&forged, &Budget::unlimited()).unwrap();
                assert_ne!(said, Check::Holds, "{why}, facts from {n}, list {list}");
            }
        }
    }
}
