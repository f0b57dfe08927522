//! Codes as rulesets: the same moves, and the same code when recognised.

#![allow(clippy::unwrap_used)]

use miyama::breaking::code::{Code, Digit, Sizes};
use miyama::breaking::definition::options;
use miyama::breaking::ruleset::{definition, recognise};
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::Ruleset;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn ruleset(text: &str) -> Ruleset {
    Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap()
}

/// The moves of a ruleset, each as the heaps that have tokens.
fn moves(ruleset: &Ruleset, n: u64) -> BTreeSet<Vec<u64>> {
    let sorted = |option: Vec<Vec<u64>>| {
        let mut heaps: Vec<u64> = option.into_iter().flatten().filter(|h| *h > 0).collect();
        heaps.sort_unstable();
        heaps
    };
    ruleset.options(&[n]).unwrap().into_iter().map(sorted).collect()
}

fn moves_of_code(code: &Code, n: u64) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    options(code, n as usize, &mut |heaps| {
        all.insert(heaps.iter().map(|h| *h as u64).collect());
    });
    all
}

fn digit(most: u32) -> impl Strategy<Value = Digit> {
    (0..1u32 << (most + 1), prop::bool::weighted(0.2)).prop_map(|(counts, unequal)| Digit {
        counts,
        from: None,
        sizes: if unequal { Sizes::Unequal } else { Sizes::Any },
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_code_and_its_ruleset_have_the_same_moves(
        digits in prop::collection::vec(digit(3), 1..5),
        tail in prop::collection::vec(digit(1), 0..3),
    ) {
        let code = Code::new(digits, tail);
        let ruleset = ruleset(&definition(&code).unwrap());
        for n in 0..14 {
            prop_assert_eq!(moves(&ruleset, n), moves_of_code(&code, n), "{} {}", code, n);
        }
        if code.most_heaps() <= Some(2) && code.tail().is_empty() {
            prop_assert_eq!(recognise(&ruleset), Some(code));
        }
    }

    #[test]
    fn what_is_recognised_has_the_same_moves(
        a in 0u64..3, b in 0u64..3, k in 0u64..4, first in 0u64..4, length in 0u64..4, rest in 0u64..3,
        order in prop::sample::select(vec!["", ", a <= b", ", a < b", ", b <= a", ", a != b", ", a <= 3"]),
    ) {
        let last = first + length;
        let text = format!(
            "(n) -> {{ (a) + (b) | a + b = n - {k}, a >= {a}, b >= {b}{order} }} ∪ {{ (n-i) | {first} <= i <= {last}, i < n + 1 - {rest}, i > 0 }}"
        );
        let Ok(ruleset) = Ruleset::new(&parse_definition(&text).unwrap(), &[]) else { return Ok(()) };
        if let Some(code) = recognise(&ruleset) {
            for n in 0..20 {
                prop_assert_eq!(moves(&ruleset, n), moves_of_code(&code, n), "{} {} {}", text, code, n);
            }
        }
    }
}

#[test]
fn known_rulesets_are_recognised() {
    for (text, code) in [
        ("(n) -> { (a) + (b) | a + b = n, 1 <= a < b }", "4!.0"),
        ("(x) -> { (x-i) | 1 <= i <= x }", "0.[3]"),
        ("(x) -> { (x-i) | 1 <= i <= 3 }", "0.333"),
        ("(x) -> { (x-i) | i in {2,3,7}, i <= x }", "0.0330003"),
        ("(n) -> { (a) + (b) | a + b = n - 2 }", "0.07"),
        ("(n) -> { (a) + (b) | a + b = n - 1 } ∪ { (a) + (b) | a + b = n - 2 }", "0.77"),
        ("(n) -> { (a) + (b) | a + b = n - 1, a >= 1, b >= 1 } ∪ { (n-1) | n >= 2 }", "0.6"),
        ("(n) -> { (n-1-j) | 0 <= j, j < n }", "0.[3]"),
    ] {
        assert_eq!(recognise(&ruleset(text)).map(|c| c.to_string()).as_deref(), Some(code), "{text}");
    }
    for text in
        ["(x) -> { (x-2*i) | 1 <= i }", "(x, y) -> { (x-1, y) | x >= 1 }", "(x) -> { (x-i) | 1 <= i <= 3, 2 * i <= x }"]
    {
        assert_eq!(recognise(&ruleset(text)), None, "{text}");
    }
}
