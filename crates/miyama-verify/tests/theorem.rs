//! What the engine proves is accepted; what is forged is refused.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_proof::{Claim, Verdict, Wanted, prove, theorem};
use miyama_verify::theorem::{Certificate, Check, Statement, States, check};

const NORMAL: Convention = Convention::Normal;
const MISERE: Convention = Convention::Misere;

fn game(name: &str, heaps: usize) -> (Ruleset, Names) {
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
fn proved(name: &str, heaps: usize, text: &str, convention: Convention) -> Certificate {
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

fn learned(name: &str, heaps: usize, convention: Convention) -> Certificate {
    let (ruleset, names) = game(name, heaps);
    let found = theorem(&ruleset, Wanted::PPositions(convention), &names, &Budget::unlimited());
    certificate(&found.unwrap_or_else(|reason| panic!("{name}: {reason:?}")).certificate)
}

const IN_ORDER: &str = "(x, y) -> { (x-i, y) | 1 <= i } ∪ { (x, y-i) | 1 <= i } where x <= y";

fn all() -> Vec<Certificate> {
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

#[test]
fn proofs_are_accepted() {
    for certificate in all() {
        assert_eq!(check(&certificate, &Budget::unlimited()).unwrap(), Check::Holds, "{:?}", certificate.statement);
    }
}

/// A small generator, so that failures can be repeated.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).unwrap()
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
