//! Codes as rulesets: the same moves, and the same code when recognised.

#![allow(clippy::unwrap_used)]

use miyama::breaking::code::definition;
use miyama::breaking::code::{Code, Digit, Sizes};
use miyama::breaking::definition::{nim_values, options};
use miyama::game::Games;
use miyama::heap::as_code::recognise;
use miyama::heap::interpreter::Naive;
use miyama::heap::notation::{Definition, parse_definition};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama::sum::{parse_position, solve};
use miyama_budget::Budget;
use num_bigint::BigUint;
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

/// A digit that leaves any number of heaps, or many.
fn endless() -> impl Strategy<Value = Digit> {
    let sizes = prop::sample::select(vec![Sizes::Any, Sizes::Any, Sizes::Unequal, Sizes::Equal]);
    (0..1u32 << 9, prop::option::of(0u32..8), sizes).prop_map(|(counts, from, sizes)| Digit { counts, from, sizes })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Codes that no definition writes are played by the code itself, and compared with an
    /// interpreter of its own.
    #[test]
    fn codes_without_a_definition_are_played(
        digits in prop::collection::vec(endless(), 1..4), tail in prop::collection::vec(digit(1), 0..3),
        heaps in prop::collection::vec(0u64..9, 1..3),
    ) {
        let code = Code::new(digits, tail);
        prop_assume!(definition(&code).is_err());
        let ruleset = Ruleset::new(&Definition::of_code(&code), &[]).unwrap();
        same_moves(&ruleset, &code, 12)?;
        prop_assert_eq!(recognise(&ruleset), Some(code.clone()));
        let interpreter = ruleset.interpreter().unwrap();
        for n in 0..10u64 {
            let naive = interpreter.options(&[n], &mut 1_000_000, &Budget::unlimited()).unwrap();
            let naive: BTreeSet<Vec<u64>> = naive.into_iter().map(|left| {
                let mut heaps = left.concat();
                heaps.sort_unstable();
                heaps
            }).collect();
            prop_assert_eq!(&naive, &moves_of_code(&code, n), "{} {}", code, n);
            let large = |heap: u64| vec![BigUint::from(heap)];
            for left in (0..=n).flat_map(|rest| moves_of_code(&"0.{0+}".parse().unwrap(), rest + 1)) {
                let pieces: Vec<Vec<BigUint>> = left.iter().map(|heap| large(*heap)).collect();
                prop_assert_eq!(ruleset.reaches(&large(n), &pieces), Some(naive.contains(&left)), "{} {}", code, n);
            }
        }
        let listed: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let position = parse_position(&format!("{code}:{}", listed.join(",")), &Games::built_in()).unwrap();
        let values = nim_values(&code, 8);
        let value = heaps.iter().fold(0, |sum, heap| sum ^ values[*heap as usize]);
        let solution = solve(&position, Convention::Normal, &Budget::unlimited()).unwrap();
        prop_assert_eq!(solution.value, Some(BigUint::from(value)), "{}", code);
        let sum: Vec<(usize, Vec<u64>)> = heaps.iter().map(|heap| (0, vec![*heap])).collect();
        let expected = Naive::of(&[interpreter]).outcome(&sum, Convention::Misere).unwrap();
        let solution = solve(&position, Convention::Misere, &Budget::unlimited()).unwrap();
        prop_assert_eq!(solution.outcome, expected, "{}", code);
    }

    #[test]
    fn a_code_and_its_ruleset_have_the_same_moves(
        digits in prop::collection::vec(digit(3), 1..5),
        tail in prop::collection::vec(digit(1), 0..3),
    ) {
        let code = Code::new(digits, tail);
        let ruleset = ruleset(&definition(&code).unwrap());
        same_moves(&ruleset, &code, 14)?;
        prop_assert_eq!(recognise(&ruleset), Some(code));
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
            same_moves(&ruleset, &code, 20)?;
        }
    }

    #[test]
    fn whatever_is_asked_of_parts_is_recognised_only_with_the_same_moves(
        parts in 0usize..4,
        taken in prop::sample::select(vec![
            "a + b + c + i = n", "a + b + c <= n - i", "a + b + c = n - 2*i", "a + b + c + 1 < n", "a + b + c + 3*i + 1 = n",
        ]),
        asked in prop::collection::vec(prop::sample::select(vec![
            "i >= 1", "i >= 1", "i <= 4", "i mod 3 = 1", "i mod 2 != 0", "i mod 3 >= 1", "i in {2,5}", "i = 2", "a <= i", "n >= 3",
            "a >= 1", "b >= 1", "c >= 1", "a <= b", "b <= a", "b < c", "a = b", "b = c", "a != b", "a <= b <= c", "c <= a",
            "a < b or a = b", "a + 1 = b", "c = 0", "a >= 2", "2*a <= b + c", "j >= 2", "2*j = a", "j + i = 4", "n mod 2 = 0",
        ]), 0..6),
    ) {
        // Where a move leaves fewer heaps, the others have no tokens.
        let left = ["0", "(a)", "(a) + (b)", "(a) + (b) + (c)"][parts];
        let rest = ["a = 0, b = 0, c = 0", "b = 0, c = 0", "c = 0", "a >= 0"][parts];
        let text = format!("(n) -> {{ {left} | {taken}, {rest}{}, j <= 9 }}", asked.iter().map(|a| format!(", {a}")).collect::<String>());
        let Ok(ruleset) = Ruleset::new(&parse_definition(&text).unwrap(), &[]) else { return Ok(()) };
        if let Some(code) = recognise(&ruleset) {
            same_moves(&ruleset, &code, 16)?;
        }
    }
}

/// Moves from all heaps below `to` are the same.
fn same_moves(ruleset: &Ruleset, code: &Code, to: u64) -> Result<(), TestCaseError> {
    for n in 0..to {
        prop_assert_eq!(moves(ruleset, n), moves_of_code(code, n), "{} {}", code, n);
    }
    Ok(())
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
        ("(n) -> { (a) + (b) | a + b < n }", "0.[7]"),
        ("(n) -> { (a) + (b) | a + b + c = n, c in {1,2} }", "0.77"),
        ("(n) -> { (a) + (b) | a + b = n - 2, b <= a }", "0.07"),
        ("(n) -> { (a) + (b) | a + b = n - 1, a != b }", "0.6!"),
        ("(n) -> { (a) + (b) | a + b = n - 1, 1 <= a < b } ∪ { (a) + (a) | 2*a = n - 1, a >= 1 }", "0.4"),
        ("(n) -> { (a) + (a) | 2*a = n - 1, a >= 1 }", "0.4="),
        ("(n) -> { (a) + (b) + (c) | a + b + c = n - 1, 1 <= a <= b <= c }", "0.8"),
        ("(n) -> { (a) + (b) + (c) | a + b + c = n - 1 }", "0.F"),
        ("(n) -> { (n-i) | i >= 1, i mod 3 = 1 }", "0.[300]"),
        ("(n) -> { (n-i) | i >= 4, i mod 3 != 1 }", "0.000[033]"),
        ("(n) -> { (n-i) | i >= 1, i mod 2 = 1 } ∪ { 0 | n mod 3 = 0, n >= 1 }", "0.[303031]"),
        ("(n) -> { (n-2*i) | 1 <= i }", "0.[03]"),
        ("(n) -> { (0) | n = 3 }", "0.001"),
        ("(n) -> { (n-1) | j <= 5 }", "0.3"),
    ] {
        assert_eq!(recognise(&ruleset(text)).map(|c| c.to_string()).as_deref(), Some(code), "{text}");
    }
    for (text, code) in [
        ("(n) -> { (a) + (b) | a + b = n - 70 }", "({70}, {70}, {70})"),
        ("(n) -> { 0 | n = 100 }", "({100}, {}, {})"),
        ("(n) -> { (n-i) | 3 <= i <= 999999 }", "subtraction{all but 1,2}"),
    ] {
        let found = recognise(&ruleset(text)).expect(text);
        let expected: Code = code.parse().unwrap();
        assert!((0..=1000).all(|k| found.digit(k) == expected.digit(k)), "{text}");
    }
    for text in [
        "(x, y) -> { (x-1, y) | x >= 1 }",
        "(x) -> { (x-i) | 1 <= i <= 3, 2 * i <= x }",
        "(n) -> { (a) + (b) | a + b = n - 1, a >= 2 }",
        "(n) -> { (a) + (b) + (c) | a + b + c = n - 1, 1 <= a < b, 1 <= c }",
        "(n) -> { (n-2) | n mod 2 = 0 }",
        "(n) -> { (n-i*i) | 1 <= i }",
    ] {
        assert_eq!(recognise(&ruleset(text)), None, "{text}");
    }
}
