//! Certificates that hold, and forged ones that are refused with the right reason.
#![allow(clippy::unwrap_used)]

use miyama::game::Games;
use miyama::misere::{Quotients, certify};
use miyama::sum::parse_position;
use miyama_language::budget::Budget;
use miyama_verify::quotient::{Certificate, Check, Period, check};

/// 0.33: Nim with heaps taken modulo 3, period 3; the quotient T2.
fn small() -> Certificate {
    certificate(include_str!("quotient_0.33.json"))
}

/// Kayles.
fn kayles() -> Certificate {
    certificate(include_str!("quotient_0.77.json"))
}

fn certificate(text: &str) -> Certificate {
    // The last line is the seal.
    let object = text.rsplit_once(",\n\"sha256\"").unwrap().0;
    serde_json::from_str(&format!("{object}}}")).unwrap()
}

fn reason(forged: &Certificate) -> String {
    match check(forged, &Budget::unlimited()).unwrap() {
        Check::Holds => "holds".to_owned(),
        Check::Refused(reason) => reason.to_string(),
    }
}

#[test]
fn certificates_hold() {
    assert_eq!(reason(&small()), "holds");
    assert_eq!(reason(&kayles()), "holds");
}

#[test]
fn every_flipped_p_is_refused() {
    for whole in [small(), kayles()] {
        for x in 0..whole.order {
            let mut forged = whole.clone();
            if forged.p.contains(&x) {
                forged.p.retain(|p| *p != x);
            } else {
                forged.p.push(x);
            }
            assert_ne!(reason(&forged), "holds", "element {x}");
        }
    }
    let mut forged = small();
    forged.p.push(0);
    assert!(reason(&forged).starts_with("the identity is claimed to be in P"));
}

#[test]
fn every_changed_image_is_refused() {
    let whole = kayles();
    for heap in 0..whole.map.len() {
        let mut forged = whole.clone();
        forged.map[heap] = (forged.map[heap] + 1) % forged.order;
        assert_ne!(reason(&forged), "holds", "heap {heap}");
    }
    let mut shifted = whole.clone();
    shifted.map.insert(0, 0);
    assert!(reason(&shifted).contains("the letter of heap 1 is not the element of that heap"), "{}", reason(&shifted));
    shifted.generators.iter_mut().for_each(|heap| *heap += 1);
    assert!(reason(&shifted).contains("heap 1"), "{}", reason(&shifted));
}

#[test]
fn merged_elements_are_refused() {
    // An element is merged with another: everything that named it names the other.
    let whole = kayles();
    for (gone, kept) in [(1, 0), (5, 3), (39, 38), (20, 7)] {
        let mut forged = whole.clone();
        let rename = |x: usize| if x == gone { kept - usize::from(kept > gone) } else { x - usize::from(x > gone) };
        forged.order -= 1;
        for row in &mut forged.times {
            row.remove(gone);
        }
        forged.times.iter_mut().flatten().chain(&mut forged.p).chain(&mut forged.map).for_each(|x| *x = rename(*x));
        assert_ne!(reason(&forged), "holds", "{gone} into {kept}");
    }
    // An element twice.
    let mut forged = small();
    let twin = forged.order;
    forged.order += 1;
    forged.times.iter_mut().for_each(|row| row.push(row[1]));
    let last = forged.times.len() - 1;
    let at = forged.times[last].iter().position(|y| *y == 1);
    if let Some(at) = at {
        forged.times[last][at] = twin;
    }
    assert_ne!(reason(&forged), "holds");
}

/// Right in everything but that two elements would do.
#[test]
fn elements_that_nothing_tells_apart_are_refused() {
    let whole = Certificate {
        miyama_quotient: 1,
        code: "0.3".to_owned(),
        pieces: None,
        order: 2,
        generators: vec![1],
        times: vec![vec![1, 0]],
        p: vec![1],
        map: vec![0, 1, 0, 1],
        relations: vec![(vec![2], vec![0])],
        period: Some(Period { start: 0, length: 2 }),
    };
    assert_eq!(reason(&whole), "holds");
    let doubled = Certificate {
        order: 4,
        times: vec![vec![1, 2, 3, 0]],
        p: vec![1, 3],
        relations: vec![(vec![4], vec![0])],
        ..whole
    };
    assert_eq!(reason(&doubled), "elements 0 and 2 are equivalent: nothing tells them apart");
}

#[test]
fn every_changed_product_is_refused() {
    let whole = small();
    for letter in 0..whole.times.len() {
        for x in 0..whole.order {
            for y in (0..whole.order).filter(|y| *y != whole.times[letter][x]) {
                let mut forged = whole.clone();
                forged.times[letter][x] = y;
                assert_ne!(reason(&forged), "holds", "letter {letter}, {x} to {y}");
            }
        }
    }
}

#[test]
fn short_windows_and_wrong_periods_are_refused() {
    let mut forged = kayles();
    forged.map.pop();
    assert_eq!(reason(&forged), "the window is too short: the theorem asks for 168 heaps, the certificate has 167");
    for (start, length) in [(71, 24), (72, 12), (83, 12), (70, 12), (71, 11), (0, 12), (71, 0), (usize::MAX, 1)] {
        let mut forged = kayles();
        forged.period = Some(Period { start, length });
        assert_ne!(reason(&forged), "holds", "{length} from {start}");
    }
    // Without its period the same certificate is about its heaps alone.
    let mut shorter = kayles();
    shorter.period = None;
    assert_eq!(reason(&shorter), "holds");
}

#[test]
fn relations_are_checked() {
    let whole = kayles();
    let letters = whole.generators.len();
    let mut forged = whole.clone();
    forged.relations.remove(2);
    assert!(reason(&forged).starts_with("the relations do not present the monoid"));
    let mut forged = whole.clone();
    let mut left = vec![0; letters];
    (left[0], left[1]) = (1, 1);
    forged.relations.push((left, vec![0; letters]));
    assert!(reason(&forged).contains("does not hold"), "{}", reason(&forged));
    let mut forged = whole;
    let (left, right) = forged.relations[1].clone();
    forged.relations[1] = (right, left);
    assert!(reason(&forged).contains("does not hold, or does not replace"), "{}", reason(&forged));
}

#[test]
fn another_code_is_refused() {
    for code in ["0.7", "0.07", "0.73", "0.777", "4.77", "0.7[7]", "0.77!", "nonsense", ""] {
        let mut forged = kayles();
        forged.code = code.to_owned();
        assert_ne!(reason(&forged), "holds", "{code}");
    }
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn of_position(text: &str) -> Certificate {
    let sum = parse_position(text, &Games::built_in()).unwrap();
    let mut found = Quotients::of_position(&sum, 100_000, &Budget::unlimited()).unwrap().unwrap();
    found.grow(usize::MAX, 2000, &Budget::unlimited()).unwrap();
    assert!(found.is_closed(), "{text}");
    let written = serde_json::to_string(&certify(&found, text).unwrap()).unwrap();
    serde_json::from_str(&written).unwrap()
}

#[test]
fn certificates_of_positions_hold() {
    for text in ["wythoff:3,4", "kayles:9 + nim:4", "0.07:11 + wythoff:2,2", "grundy:9", "triangular:3,4", "yama:4,5"] {
        let certificate = of_position(text);
        assert!(certificate.pieces.is_some(), "{text}");
        assert_eq!(reason(&certificate), "holds", "{text}");
    }
}

#[test]
fn certificates_of_cells_hold() {
    for text in ["treblecross:.......", "node-kayles:2x3", "arc-kayles:path(6)", "silver-dollar:..o.o + nim:3"] {
        assert_eq!(reason(&of_position(text)), "holds", "{text}");
    }
}

#[test]
fn forged_pieces_are_refused() {
    let whole = of_position("wythoff:2,3 + kayles:6");
    let forge = |change: &dyn Fn(&mut Certificate)| {
        let mut forged = whole.clone();
        change(&mut forged);
        reason(&forged)
    };
    let list = |forged: &mut Certificate, at: usize, text: &str| {
        forged.pieces.as_mut().unwrap().list[at].1 = text.to_owned();
    };
    assert!(forge(&|forged| list(forged, 0, "x")).contains("is not a position of its game"));
    assert!(forge(&|forged| list(forged, 0, "9,9")).contains("is not listed before it"));
    assert_ne!(forge(&|forged| forged.pieces = None), "holds");
    assert!(
        forge(&|forged| forged.pieces.as_mut().unwrap().games[0].definition = "nonsense".into()).contains("definition")
    );
    let popped = forge(&|forged| {
        forged.pieces.as_mut().unwrap().list.pop();
    });
    assert!(popped.contains("pieces but"), "{popped}");
    // Other rules: take one token only.
    let other =
        forge(&|forged| forged.pieces.as_mut().unwrap().games[0].definition = "(x, y) -> sym { (x-1, y) }".into());
    assert_ne!(other, "holds");
    let period = forge(&|forged| forged.period = Some(Period { start: 0, length: 1 }));
    assert!(period.contains("theorem"), "{period}");
}

/// Many forgeries of every kind, at random places of several certificates.
#[test]
fn random_forgeries_are_refused() {
    let originals = [small(), kayles(), of_position("wythoff:2,3"), of_position("kayles:7 + nim:4")];
    let mut dice = Dice(7);
    let mut refused = std::collections::BTreeMap::new();
    for round in 0..120 {
        for whole in &originals {
            for kind in ["merged", "flipped", "shifted", "image", "window", "relation", "product", "order"] {
                let mut forged = whole.clone();
                let order = forged.order;
                match kind {
                    "merged" => {
                        let (gone, kept) = (1 + dice.below(order - 1), dice.below(order));
                        if gone == kept {
                            continue;
                        }
                        let rename = |x: usize| {
                            if x == gone { kept - usize::from(kept > gone) } else { x - usize::from(x > gone) }
                        };
                        forged.order -= 1;
                        forged.times.iter_mut().for_each(|row| {
                            row.remove(gone);
                        });
                        let all = forged.times.iter_mut().flatten().chain(&mut forged.p).chain(&mut forged.map);
                        all.for_each(|x| *x = rename(*x));
                    }
                    "flipped" => {
                        let x = dice.below(order);
                        match forged.p.iter().position(|p| *p == x) {
                            Some(at) => {
                                forged.p.remove(at);
                            }
                            None => forged.p.push(x),
                        }
                    }
                    "shifted" => {
                        let by = 1 + dice.below(forged.map.len() - 1);
                        forged.map.rotate_right(by);
                        if forged.map == whole.map {
                            continue;
                        }
                    }
                    "image" => {
                        let at = dice.below(forged.map.len());
                        forged.map[at] = (forged.map[at] + 1 + dice.below(order - 1)) % order;
                    }
                    "window" => {
                        let Some(period) = forged.period else { continue };
                        let needed = 2 * (period.start.max(1) + period.length);
                        forged.map.truncate(dice.below(needed.min(forged.map.len())));
                    }
                    "relation" => {
                        let letters = forged.generators.len();
                        let mut side = || (0..letters).map(|_| dice.below(3) as u32).collect::<Vec<_>>();
                        let (left, right) = (side(), side());
                        let value = |exponents: &[u32]| {
                            let steps = exponents.iter().enumerate().flat_map(|(l, e)| (0..*e).map(move |_| l));
                            steps.fold(0, |x, letter| forged.times[letter][x])
                        };
                        // A relation that holds is none too many.
                        if value(&left) == value(&right) {
                            continue;
                        }
                        forged.relations.push((left, right));
                    }
                    "product" => {
                        let (letter, x) = (dice.below(forged.times.len()), dice.below(order));
                        forged.times[letter][x] = (forged.times[letter][x] + 1 + dice.below(order - 1)) % order;
                    }
                    _ => forged.order = order + 1 + round,
                }
                let reason = reason(&forged);
                assert_ne!(reason, "holds", "{kind} of {} in round {round}", whole.code);
                assert!(!reason.is_empty());
                *refused.entry(kind).or_insert(0) += 1;
            }
        }
    }
    assert!(refused.len() == 8 && refused.values().all(|count| *count >= 100), "{refused:?}");
}
