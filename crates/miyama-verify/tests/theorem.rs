//! What the engine proves is accepted; what is forged is refused.
#![allow(clippy::unwrap_used, clippy::panic)]

mod certificates;

use certificates::{Chance, IN_ORDER, MISERE, NORMAL, all, learned, proved};
use miyama::budget::Budget;
use miyama_verify::theorem::{Certificate, Check, Statement, States, check};

#[test]
fn proofs_are_accepted() {
    for certificate in all() {
        assert_eq!(check(&certificate, &Budget::unlimited()).unwrap(), Check::Holds, "{:?}", certificate.statement);
    }
}

/// Changes one automaton: an accepting state, a target, a letter, or a missing letter.
/// False if nothing changed.
fn forge(states: &mut States, kind: usize, chance: &mut Chance) -> bool {
    let state = chance.below(states.len());
    let count = states.len();
    let (accepts, row) = &mut states[state];
    match kind {
        0 => {
            *accepts = !*accepts;
            true
        }
        1 if !row.is_empty() && count > 1 => {
            let place = chance.below(row.len());
            let target = u32::try_from(chance.below(count)).unwrap();
            std::mem::replace(&mut row[place].1, target) != target
        }
        2 if !row.is_empty() => {
            let place = chance.below(row.len());
            row.remove(place);
            true
        }
        _ => false,
    }
}

#[test]
fn many_heaps_of_nim_are_accepted() {
    for (heaps, formula) in [(5, "x xor y xor z xor u xor v = 0"), (6, "x xor y xor z xor u xor v xor w = 0")] {
        let certificate = proved("nim", heaps, formula, NORMAL);
        assert_eq!(check(&certificate, &Budget::unlimited()).unwrap(), Check::Holds, "{heaps} heaps");
    }
}

/// Numbers in many cases, each with quotients of its own, need no more variables than one of them.
#[test]
fn many_cases_share_their_helpers() {
    for formula in [
        "(min(x,y,z) + (x+y+z-min(x,y,z)-max(x,y,z)) + max(x,y,z)) mod 2 = 1",
        "(min(x,y,z) mod 2, (x+y+z-min(x,y,z)-max(x,y,z)) mod 2, max(x,y,z) mod 2) in {(0,0,1), (0,1,0), (1,0,0), (1,1,1)}",
    ] {
        let certificate = proved("(x, y, z) -> sym { (x-1, y, z) }", 3, formula, MISERE);
        assert_eq!(check(&certificate, &Budget::unlimited()).unwrap(), Check::Holds, "{formula}");
        let other = Certificate { game: certificate.game.replace("x-1", "x-3"), ..certificate };
        assert_ne!(check(&other, &Budget::unlimited()).unwrap(), Check::Holds, "{formula}");
    }
}

/// Tuples, sets of numbers, floors and choices mean the same to engine and checker.
#[test]
fn rules_of_every_kind_are_read_alike() {
    for (rules, heaps) in [
        ("(x, y) -> { (x-i, y-j) | (i, j) in {(1, 2), (2, 1), (0, 1)} }", 2),
        ("(x, y) -> { (x-i, y-j) | {i, j} = {1, 3} } ∪ { (x-1, y) }", 2),
        ("(x, y) -> { (x-i, y-j) | i <= 1, j <= 2, not (i, j) in {(0, 0), (1, 1)} }", 2),
        ("(x) -> { (x-i) | 1 <= i <= ⌈x/2⌉ }", 1),
        ("(x) -> { (⌊(2x+1)/4 - 1/2⌋) | x >= 1 } ∪ { (x-1) | x mod 3 = 0 }", 1),
        ("(x) -> { (x-i) | 1 <= i <= x/2 }", 1),
        ("(x) -> { (x-(1 if x mod 3 = 0 else 2)) } ∪ { (x-5) }", 1),
    ] {
        for convention in [NORMAL, MISERE] {
            let certificate = learned(rules, heaps, convention);
            assert_eq!(check(&certificate, &Budget::unlimited()).unwrap(), Check::Holds, "{rules} {convention:?}");
        }
    }
    // Another tuple, and the other rounding, are other games.
    let certificate = learned("(x) -> { (x-i) | 1 <= i <= ⌈x/2⌉ }", 1, NORMAL);
    let other = Certificate { game: certificate.game.replace("ceil", "floor"), ..certificate.clone() };
    assert_ne!(other.game, certificate.game);
    assert_ne!(check(&other, &Budget::unlimited()).unwrap(), Check::Holds);
    let certificate = learned("(x, y) -> { (x-i, y-j) | (i, j) in {(1, 2), (0, 1)} }", 2, NORMAL);
    let other = Certificate { game: certificate.game.replace("(1, 2)", "(2, 1)"), ..certificate.clone() };
    assert_ne!(other.game, certificate.game);
    assert_ne!(check(&other, &Budget::unlimited()).unwrap(), Check::Holds);
}

/// One digit of the formula or of the definition becomes another.
fn forge_digit(text: &mut String, chance: &mut Chance) -> bool {
    let places: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    if places.is_empty() {
        return false;
    }
    let at = places[chance.below(places.len())];
    let digit = chance.below(10).to_string();
    let same = text[at..=at] == digit;
    text.replace_range(at..=at, &digit);
    !same
}

fn forgeries(rounds: usize) {
    let certificates = all();
    let mut chance = Chance(20_240_607);
    for kind in 0..7 {
        let mut tried = 0;
        while tried < rounds {
            let mut forged = certificates[chance.below(certificates.len())].clone();
            let whole = forged.clone();
            let changed = match kind {
                0..=2 => forge(&mut forged.set, kind, &mut chance),
                3 if !forged.into.is_empty() => {
                    let (one, how) = (chance.below(forged.into.len()), chance.below(3));
                    forge(&mut forged.into[one], how, &mut chance)
                }
                4 => match &mut forged.statement {
                    Statement::PPositions { formula: Some(text) } => forge_digit(text, &mut chance),
                    Statement::Values { formula } => forge_digit(formula, &mut chance),
                    Statement::Level { level, .. } => {
                        *level += 1;
                        true
                    }
                    _ => false,
                },
                5 => {
                    // Another game: the rest of the certificate with its definition.
                    let other = &certificates[chance.below(certificates.len())];
                    forged.game.clone_from(&other.game);
                    forged.arguments.clone_from(&other.arguments);
                    // Of a game with the same P-positions, such as Yama and Triangular Nim, the
                    // statement is true, and what proves it may be the same.
                    let game = (&other.game, &other.arguments);
                    let same = |known: &&Certificate| {
                        (&known.game, &known.arguments) == game
                            && (&known.set, known.convention) == (&whole.set, whole.convention)
                    };
                    game != (&whole.game, &whole.arguments) && !certificates.iter().any(|known| same(&known))
                }
                6 => {
                    forged.convention = if forged.convention == NORMAL { MISERE } else { NORMAL };
                    true
                }
                _ => false,
            };
            if !changed {
                continue;
            }
            tried += 1;
            let says = check(&forged, &Budget::unlimited()).unwrap();
            assert_ne!(says, Check::Holds, "kind {kind}: {:?} of {}", forged.statement, forged.game);
        }
    }
}

/// The domain is part of the game: what is proved with one does not hold with another.
#[test]
fn another_domain_is_another_game() {
    let certificate = proved(IN_ORDER, 2, "x = y", NORMAL);
    for domain in ["", " where x <= y+1", " where y <= x", " where x < y", " where x <= 2y"] {
        let mut forged = certificate.clone();
        forged.game = IN_ORDER.replace(" where x <= y", domain);
        assert_ne!(check(&forged, &Budget::unlimited()).unwrap(), Check::Holds, "{}", forged.game);
    }
    let within = proved("nim", 2, "where x <= y: x >= y", NORMAL);
    for (domain, formula) in [("x <= y+1", "x >= y"), ("x <= y", "x > y"), ("true", "x >= y")] {
        let mut forged = within.clone();
        forged.statement = Statement::Within { domain: domain.to_owned(), formula: formula.to_owned() };
        assert_ne!(check(&forged, &Budget::unlimited()).unwrap(), Check::Holds, "{domain}: {formula}");
    }
}

#[test]
fn forgeries_are_refused() {
    forgeries(12);
}

/// As many of each kind as it takes to trust it.
#[test]
#[ignore = "minutes; `just forgeries`"]
fn a_thousand_forgeries_of_each_kind_are_refused() {
    forgeries(1000);
}
