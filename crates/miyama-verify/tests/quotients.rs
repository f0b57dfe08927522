//! Certificates that hold, and forged ones that are refused with the right reason.
#![allow(clippy::unwrap_used)]

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
