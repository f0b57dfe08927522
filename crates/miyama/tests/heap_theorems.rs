//! Every theorem against the table of its definition: values, P-positions, and
//! the options of each value.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::heap::builtin;
use miyama::heap::ruleset::Argument;
use miyama::heap::table::{GrundyTable, positions};
use miyama::heap::theorem::{Theorem, recognise};
use miyama_budget::Budget;
use num_bigint::BigUint;

fn big(heaps: &[u64]) -> Vec<BigUint> {
    heaps.iter().map(|h| BigUint::from(*h)).collect()
}

fn check(name: &str, argument: Option<i64>, to: u64) {
    let arguments: Vec<Argument> = argument.map(Argument::Number).into_iter().collect();
    let ruleset = builtin::ruleset(name, &arguments).unwrap();
    let theorem = recognise(&ruleset).unwrap_or_else(|| panic!("{name} is not recognised"));
    let to = vec![to; ruleset.heaps()];
    let table = GrundyTable::new(&ruleset, &to, &Budget::unlimited()).unwrap();
    let only_p = matches!(theorem, Theorem::Wythoff(_) | Theorem::Ladder(_) | Theorem::Euclid);
    for position in positions(&to) {
        let value = table.value(&position).unwrap().0;
        let said = theorem.value(&big(&position));
        match said {
            Some(said) => assert_eq!(said, BigUint::from(value), "{name} {position:?}"),
            None => assert!(only_p && value != 0, "{name} {position:?}: the theorem is silent on value {value}"),
        }
    }
    for position in positions(&to).filter(|p| p.iter().all(|h| *h <= 34)) {
        let interpreter = ruleset.interpreter().unwrap();
        let options = interpreter.options(&position, &mut u64::MAX.clone(), &Budget::unlimited()).unwrap();
        let most = if only_p { 0 } else { 12 };
        for target in 0..=most {
            let expected: Vec<Vec<BigUint>> =
                options.iter().filter(|o| table.value(&o[0]).unwrap().0 == target).map(|o| big(&o[0])).collect();
            let runs = theorem.options_of_value(&big(&position), &BigUint::from(target)).unwrap();
            let mut found: Vec<Vec<BigUint>> = runs.iter().flat_map(|run| run.take(1000)).collect();
            found.sort();
            found.dedup();
            assert_eq!(found, expected, "{name} {position:?} to {target}");
        }
    }
}

#[test]
fn nim_and_bounded_nim() {
    check("nim", None, 200);
    for m in [1, 2, 3, 5, 8] {
        check("bounded", Some(m), 200);
    }
}

#[test]
fn wythoff() {
    for s in 1..=5 {
        check("wythoff", Some(s), 300);
    }
}

#[test]
fn euclid() {
    check("euclid", None, 150);
}

#[test]
fn yama_and_triangular() {
    check("yama", None, 300);
    check("triangular", None, 300);
}

#[test]
fn twists() {
    for c in 0..=4 {
        check("twist", Some(c), 250);
        check("revised-twist", Some(c), 250);
    }
    for d in 2..=4 {
        check("geometric", Some(d), 300);
        check("sub-geometric", Some(d), 300);
    }
}

#[test]
fn heaps_of_a_thousand_digits() {
    let n = BigUint::from(10u32).pow(1000);
    let nim = recognise(&builtin::ruleset("nim", &[]).unwrap()).unwrap();
    assert_eq!(nim.value(std::slice::from_ref(&n)), Some(n.clone()));
    let bounded = recognise(&builtin::ruleset("bounded", &[Argument::Number(6)]).unwrap()).unwrap();
    // 10^1000 mod 7 = 3^1000 mod 7 = 3^(1000 mod 6) = 3^4 mod 7 = 4.
    assert_eq!(bounded.value(std::slice::from_ref(&n)), Some(BigUint::from(4u32)));
    let yama = recognise(&builtin::ruleset("yama", &[]).unwrap()).unwrap();
    assert_eq!(yama.value(&[n.clone(), &n + 5u32]), Some(&n + 1u32));
}

#[test]
fn a_name_gives_no_theorem() {
    for text in [
        "nim: (x) -> { (x-i) | 2 <= i }",
        "wythoff: (x,y) -> { (x-i, y) | 1 <= i } ∪ { (x-i, y-i) | 1 <= i }",
        "twist: (x,y) -> sym { (x-i, y+j) | 1 <= j < i } ∪ { (x-i, y-i) | 2 <= i }",
    ] {
        let definition = miyama::heap::notation::parse_definition(text).unwrap();
        let ruleset = miyama::heap::ruleset::Ruleset::new(&definition, &[]).unwrap();
        assert_eq!(recognise(&ruleset), None, "{text}");
    }
}
