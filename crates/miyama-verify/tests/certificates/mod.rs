//! Certificates of theorems to be accepted, and to be forged.
#![allow(dead_code, reason = "each test uses some of it")]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_proof::{Claim, Verdict, Wanted, prove, theorem};
use miyama_verify::theorem::Certificate;

pub(crate) const NORMAL: Convention = Convention::Normal;
pub(crate) const MISERE: Convention = Convention::Misere;

pub(crate) fn game(name: &str, heaps: usize) -> (Ruleset, Names) {
    let Ok(Game::Heap(game)) = Games::built_in().find(name) else { panic!("{name} is no game on heaps") };
    if game.ruleset.heaps() == heaps {
        return ((*game.ruleset).clone(), game.ruleset.names());
    }
    (game.ruleset.side_by_side(heaps).unwrap(), game.ruleset.names_side_by_side(heaps))
}

/// As a file has it.
fn certificate(proof: &miyama_proof::Certificate) -> Certificate {
    serde_json::from_slice(&serde_json::to_vec(proof).unwrap()).unwrap()
}

/// The certificate of a formula; `g: ` before it makes it one about values, `<= ` one
/// about a subset, `= 2: ` one about the positions of value 2.
pub(crate) fn proved(name: &str, heaps: usize, text: &str, convention: Convention) -> Certificate {
    let (ruleset, names) = game(name, heaps);
    let budget = Budget::unlimited();
    let set = |text: &str| Formula::set(text, &names).unwrap();
    let verdict = if let Some(text) = text.strip_prefix("g: ") {
        prove(&ruleset, Claim::Values(&Formula::value(text, &names).unwrap()), convention, &budget)
    } else if let Some(text) = text.strip_prefix("<= ") {
        prove(&ruleset, Claim::Subset(&set(text)), convention, &budget)
    } else if let Some((domain, text)) = text.strip_prefix("where ").and_then(|rest| rest.split_once(": ")) {
        prove(&ruleset, Claim::Within(&set(domain), &set(text)), convention, &budget)
    } else if let Some((level, text)) = text.strip_prefix("= ").and_then(|rest| rest.split_once(": ")) {
        prove(&ruleset, Claim::Level(level.parse().unwrap(), &set(text)), convention, &budget)
    } else {
        prove(&ruleset, Claim::PPositions(&set(text)), convention, &budget)
    };
    match verdict.unwrap() {
        Verdict::Proved(proved) => certificate(&proved.certificate),
        other => panic!("{name}: {text}: {other:?}"),
    }
}

pub(crate) fn learned(name: &str, heaps: usize, convention: Convention) -> Certificate {
    let (ruleset, names) = game(name, heaps);
    let found = theorem(&ruleset, Wanted::PPositions(convention), &names, &Budget::unlimited());
    certificate(&found.unwrap_or_else(|reason| panic!("{name}: {reason:?}")).certificate)
}

pub(crate) const IN_ORDER: &str = "(x, y) -> { (x-i, y) | 1 <= i } ∪ { (x, y-i) | 1 <= i } where x <= y";

pub(crate) fn all() -> Vec<Certificate> {
    vec![
        proved("nim", 2, "x = y", NORMAL),
        proved("(x) -> {(x-i) | 1 <= i <= 2^2}", 1, "x mod 5 = 0", NORMAL),
        proved("nim", 3, "x xor y xor z = 0", NORMAL),
        proved("nim", 2, "g: x xor y", NORMAL),
        proved("split-nim", 1, "g: x", NORMAL),
        proved("bounded(3)", 1, "x mod 4 = 1", MISERE),
        proved("subtraction({1,3,4})", 1, "x mod 7 in {0,2}", NORMAL),
        proved("yama", 2, "|x-y| <= 1", NORMAL),
        proved("yama", 2, "g: min(x,y)+1 if |x-y| >= 2 else 0", NORMAL),
        proved("yama", 2, "= 2: |x-y| >= 2 and min(x,y) = 1", NORMAL),
        proved("geometric(3)", 2, "x = 0 and y <= 1 or y = 0 and x <= 1 or exists k: {x,y} = {3^k, 3^(k+1)}", NORMAL),
        proved("wythoff", 2, "exists k: {x,y} = {floor(k*phi), floor(k*phi^2)}", NORMAL),
        proved("wythoff", 2, "min(x,y) = floor(|x-y|*phi)", NORMAL),
        proved("wythoff", 2, "<= exists k: {x,y} = {floor(2k*phi), floor(2k*phi^2)}", NORMAL),
        proved(IN_ORDER, 2, "x = y or x > y", NORMAL),
        proved("nim", 2, "where x <= y: x >= y", NORMAL),
        learned(IN_ORDER, 2, MISERE),
        learned("wythoff(2)", 2, NORMAL),
        learned("triangular", 2, NORMAL),
        learned("triangular", 2, MISERE),
        learned("three-heap-4", 3, NORMAL),
    ]
}

/// A small generator, so that failures can be repeated.
pub(crate) struct Chance(pub u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).unwrap()
    }
}
