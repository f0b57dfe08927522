//! Statements for all values of parameters: proved, checked by separate code, and compared
//! with single values.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::budget::Budget;
use miyama::heap::formula::Formula;
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_proof::{Claim, Claimed, Verdict, for_all, prove};
use miyama_verify::theorem::{Check, check};

const YAMA: &str = "yama(a, b): (x, y) -> sym { (x-i, y+b) | a <= i <= x, b < i }";
const TRIANGULAR: &str = "triangular(a, b): (x, y) -> sym { (x-i, y+j) | a <= i <= x, b <= j < i }";

fn verdict(game: &str, arguments: &[&str], condition: Option<&str>, formula: &str) -> Verdict {
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    let all =
        for_all(game, &arguments, condition, (Claimed::PPositions, formula), Convention::Normal, &Budget::unlimited())
            .unwrap();
    let ruleset = Ruleset::new(&parse_definition(&all.game).unwrap(), &[]).unwrap();
    let formula = Formula::set(&all.formula, &ruleset.names()).unwrap();
    prove(&ruleset, Claim::PPositions(&formula), Convention::Normal, &Budget::unlimited()).unwrap()
}

#[test]
fn theorems_with_parameters_are_proved_and_checked() {
    for (game, arguments, condition, formula) in [
        (YAMA, &["a", "b"][..], Some("a <= b+1"), "|x-y| <= b"),
        (TRIANGULAR, &["r+1", "r"], Some("r >= 1"), "|x-y| <= r"),
    ] {
        let Verdict::Proved(proved) = verdict(game, arguments, condition, formula) else { panic!("{game}") };
        let text = serde_json::to_string(&proved.certificate).unwrap();
        let certificate = serde_json::from_str(&text).unwrap();
        assert_eq!(check(&certificate, &Budget::unlimited()).unwrap(), Check::Holds, "{game}");
        let forged = serde_json::from_str(&text.replace("<= b", "<= a").replace("<= r)", "<= r+1)")).unwrap();
        assert_ne!(check(&forged, &Budget::unlimited()).unwrap(), Check::Holds, "{game}");
    }
}

#[test]
fn false_ones_are_refuted_with_their_parameters() {
    for (game, arguments, condition, formula) in [
        // (3, 1) is different.
        (YAMA, &["a", "b"][..], None, "|x-y| <= b"),
        (YAMA, &["a", "b"], Some("a <= b+1"), "|x-y| < b"),
        (YAMA, &["a", "b"], Some("a <= b+2"), "|x-y| <= b"),
        (TRIANGULAR, &["r+1", "r"], Some("r >= 1"), "|x-y| <= r+1"),
    ] {
        let Verdict::Refuted(refuted) = verdict(game, arguments, condition, formula) else { panic!("{formula}") };
        assert!(refuted.position.len() >= 3);
    }
}
