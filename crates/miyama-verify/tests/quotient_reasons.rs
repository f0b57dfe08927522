//! Each condition that a certificate of a misère quotient must meet, broken alone: it is
//! refused for that reason and no other. And numbers changed one at a time, everywhere.
#![allow(clippy::unwrap_used)]

use miyama_language::budget::Budget;
use miyama_verify::quotient::{Certificate, Check, Period, Pieces, Rules, check};

fn certificate(text: &str) -> Certificate {
    // The last line is the seal.
    let object = text.rsplit_once(",\n\"sha256\"").unwrap().0;
    serde_json::from_str(&format!("{object}}}")).unwrap()
}

/// 0.33: order 6, period 3, over the shortest window, 6 heaps.
fn small() -> Certificate {
    certificate(include_str!("quotient_0.33.json"))
}

fn kayles() -> Certificate {
    certificate(include_str!("quotient_0.77.json"))
}

/// Take one token: 1, a, 1, a, ….
fn one_by_one() -> Certificate {
    Certificate {
        miyama_quotient: 1,
        code: "0.3".to_owned(),
        pieces: None,
        order: 2,
        generators: vec![1],
        times: vec![vec![1, 0]],
        p: vec![1],
        map: vec![0, 1, 0, 1],
        relations: vec![(vec![2], vec![0])],
        period: None,
    }
}

/// The same as pieces: heaps of one and of two.
fn pieces(on: &str, definition: &str, list: [&str; 2]) -> Certificate {
    let rules = Rules { on: on.to_owned(), definition: definition.to_owned(), arguments: vec![] };
    let list = list.map(|piece| (0, piece.to_owned())).to_vec();
    Certificate {
        code: "pieces".to_owned(),
        pieces: Some(Pieces { games: vec![rules], list }),
        generators: vec![0],
        map: vec![1, 0],
        ..one_by_one()
    }
}

fn reason(certificate: &Certificate) -> String {
    match check(certificate, &Budget::unlimited()).unwrap() {
        Check::Holds => "holds".to_owned(),
        Check::Refused(reason) => reason.to_string(),
    }
}

#[track_caller]
fn refused(whole: Certificate, expected: &str, change: impl Fn(&mut Certificate)) {
    let mut forged = whole;
    assert_eq!(reason(&forged), "holds");
    change(&mut forged);
    let reason = reason(&forged);
    assert!(reason.starts_with(expected), "{reason}");
}

#[test]
fn no_monoid() {
    refused(small(), "the number of elements, 0,", |forged| forged.order = 0);
    refused(small(), "the number of elements, 99999,", |forged| forged.order = 99_999);
    refused(small(), "the table of products does not fit", |forged| forged.times[1].truncate(5));
    refused(small(), "the table of products does not fit", |forged| forged.times[1][5] = 6);
    refused(small(), "the table of products does not fit", |forged| forged.generators.truncate(1));
    refused(small(), "an element is named that does not exist", |forged| forged.map[5] = 6);
    refused(small(), "an element is named that does not exist", |forged| forged.p.push(6));
    refused(small(), "element 4 is listed twice", |forged| forged.p.push(4));
    refused(small(), "the letter of heap 4 is not", |forged| forged.generators[1] = 4);
    refused(small(), "the letter of heap 6 is not", |forged| forged.generators[1] = 6);
    refused(small(), "products do not commute at element 0", |forged| forged.times[1][1] = 2);
    refused(small(), "some element is not a product", |forged| {
        forged.order += 1;
        forged.times.iter_mut().for_each(|row| row.push(6));
    });
    refused(small(), "the identity is claimed to be in P", |forged| forged.p.insert(0, 0));
}

#[test]
fn elements_too_many() {
    refused(one_by_one(), "elements 0 and 2 are equivalent", |forged| {
        forged.order = 4;
        forged.times = vec![vec![1, 2, 3, 0]];
        forged.p = vec![1, 3];
        forged.relations = vec![(vec![4], vec![0])];
    });
}

#[test]
fn relations_that_present_something_else() {
    refused(small(), "relation 3 does not hold", |forged| forged.relations.push((vec![1, 1], vec![0, 0])));
    // It holds, but rewrites to something larger, or to the same.
    refused(small(), "relation 1 does not hold, or", |forged| forged.relations[0] = (vec![0, 0], vec![2, 0]));
    refused(small(), "relation 3 does not hold, or", |forged| forged.relations.push((vec![1, 0], vec![1, 0])));
    refused(small(), "relation 3 does not hold, or", |forged| forged.relations.push((vec![2, 0, 0], vec![0, 0])));
    // True, but not needed.
    for (left, right) in [(vec![2, 1], vec![0, 1]), (vec![4, 0], vec![0, 0]), (vec![2, 0], vec![0, 0])] {
        refused(small(), "another relation already rewrites relation ", |forged| {
            forged.relations.push((left.clone(), right.clone()));
        });
    }
    refused(small(), "the relations do not present", |forged| forged.relations.truncate(1));
    refused(small(), "the relations do not present", |forged| forged.relations[1] = (vec![0, 5], vec![0, 1]));
}

#[test]
fn heaps_that_play_otherwise() {
    refused(small(), "heap 0 has no move but", |forged| forged.map[0] = 1);
    refused(one_by_one(), "with element 0 beside it, heap 2 offers a move from P to P", |forged| forged.map[2] = 1);
    refused(small(), "the sum of heaps 2+5 is not in P", |forged| forged.map[5] = 3);
    refused(small(), "heap 1 has no move but", |forged| forged.code = "0.02".to_owned());
    refused(small(), "`0.3 3` is not a code", |forged| forged.code = "0.3 3".to_owned());
}

/// What only sums of several heaps show.
#[test]
fn sums_are_looked_at() {
    let whole = kayles();
    let mut of_several = 0;
    for heap in 1..40 {
        for image in (0..whole.order).filter(|image| *image != whole.map[heap]) {
            let mut forged = whole.clone();
            forged.map[heap] = image;
            let reason = reason(&forged);
            assert_ne!(reason, "holds", "heap {heap}, element {image}");
            of_several += usize::from(reason.starts_with("the sum of heaps") && reason.contains('+'));
        }
    }
    assert!(of_several > 10, "{of_several}");
}

#[test]
fn periods_that_do_not_follow() {
    let period = |start, length| move |forged: &mut Certificate| forged.period = Some(Period { start, length });
    refused(small(), "the window is too short: the theorem asks for 6 heaps, the certificate has 5", |forged| {
        forged.map.truncate(5);
    });
    // Moves that leave two heaps ask for twice as much.
    refused(kayles(), "the window is too short: the theorem asks for 168 heaps, the certificate has 167", |forged| {
        forged.map.truncate(167);
    });
    refused(small(), "the window is too short", period(0, 0));
    refused(small(), "the window is too short: the theorem asks for ∞", period(usize::MAX, 1));
    refused(small(), "heaps 0 and 2 have different elements", period(0, 2));
    refused(small(), "the map repeats earlier", period(1, 3));
    refused(small(), "the map repeats earlier or with a shorter", |forged| {
        forged.map = forged.map.repeat(2);
        forged.period = Some(Period { start: 0, length: 6 });
    });
    // The theorem is about moves that are bounded, whatever the sizes.
    refused(one_by_one(), "the periodicity theorem does not apply", |forged| {
        forged.code = "0.[3]".to_owned();
        forged.map.truncate(2);
        forged.period = Some(Period { start: 0, length: 1 });
    });
    refused(one_by_one(), "the periodicity theorem does not apply", |forged| {
        forged.code = "0.3!".to_owned();
        forged.period = Some(Period { start: 0, length: 2 });
    });
}

const TAKE_ONE: &str = "(x) -> {(x-1)}";

/// Who takes nothing must break the heap.
#[test]
fn codes_of_no_game() {
    for code in ["1.3", "2.3", "3.3", "{1+}.3", "{0,4}.3", "0", ".3", "33.3"] {
        refused(one_by_one(), &format!("`{code}` is not a code"), |forged| forged.code = code.to_owned());
    }
}

/// Zeros at the end of a code ask for no longer window.
#[test]
fn zeros_at_the_end() {
    for code in ["0.330", "0.33000", "0.33[0]"] {
        assert_eq!(reason(&Certificate { code: code.to_owned(), ..small() }), "holds", "{code}");
    }
}

#[test]
fn pieces_that_are_none() {
    let whole = || pieces("heaps", TAKE_ONE, ["1", "2"]);
    let list = |forged: &mut Certificate, at: usize, piece: &str| {
        forged.pieces.as_mut().unwrap().list[at].1 = piece.to_owned();
    };
    refused(whole(), "a definition of a game cannot be read", |forged| {
        forged.pieces.as_mut().unwrap().games[0].definition.push('(');
    });
    refused(whole(), "a definition of a game cannot be read", |forged| {
        forged.pieces.as_mut().unwrap().games[0].on = "heap".to_owned();
    });
    refused(whole(), "the piece `x` is not a position", |forged| list(forged, 1, "x"));
    refused(whole(), "the piece `2,2` is not a position", |forged| list(forged, 1, "2,2"));
    refused(whole(), "the piece `2` is not a position", |forged| forged.pieces.as_mut().unwrap().list[1].0 = 1);
    refused(whole(), "a move from `3` leaves `2`, which has moves but", |forged| list(forged, 1, "3"));
    refused(whole(), "a move from `2` leaves `1`, which has moves but", |forged| {
        forged.pieces.as_mut().unwrap().list.swap(0, 1);
        forged.generators = vec![0];
    });
    for partizan in ["(x) -> left {(x-1)}", "(x) -> left {(x-1)} right {(x-1) | x <= 1}"] {
        refused(whole(), "a definition of a game cannot be read", |forged| {
            forged.pieces.as_mut().unwrap().games[0].definition = partizan.to_owned();
        });
    }
    refused(whole(), "the piece `2` is listed twice", |forged| {
        forged.pieces.as_mut().unwrap().list.push((0, "2".to_owned()));
        forged.map.push(0);
    });
    refused(whole(), "there is 1 piece but 2 elements", |forged| {
        forged.pieces.as_mut().unwrap().list.pop();
    });
    refused(whole(), "the periodicity theorem does not apply", |forged| {
        forged.period = Some(Period { start: 0, length: 1 });
    });
    // A heap that offers less than another one with the same element is looked at for itself.
    let rule = "(x) -> {(0) | x >= 1} U {(1) | x = 2}";
    let mut unlike = Certificate { code: String::new(), generators: vec![0, 1], map: vec![1, 2, 1], ..small() };
    unlike.period = None;
    unlike.pieces = pieces("heaps", rule, ["1", "2"]).pieces;
    unlike.pieces.as_mut().unwrap().list.push((0, "3".to_owned()));
    refused(unlike, "the sum of heaps 2 is not in P", |forged| forged.map[2] = 2);
    // Both players must have the same moves.
    let dominoes = Certificate { map: vec![1, 1], ..pieces("cells", "grid sym [..] -> [##]", ["##..", "..##"]) };
    refused(dominoes, "in `##..` the players do not have the same moves", |forged| {
        forged.pieces.as_mut().unwrap().games[0].definition = "grid left [./.] -> [#/#] right [..] -> [##]".to_owned();
    });
}

/// Numbers of a certificate, in an order of its own.
fn numbers(certificate: &mut Certificate) -> Vec<&mut usize> {
    let Certificate { order, generators, times, p, map, period, .. } = certificate;
    let period = period.iter_mut().flat_map(|period| [&mut period.start, &mut period.length]);
    let first = std::iter::once(order).chain(generators).chain(times.iter_mut().flatten());
    first.chain(p).chain(map).chain(period).collect()
}

/// Every number one larger and one smaller, and thousands of random changes.
#[test]
fn every_changed_number_is_refused() {
    let mut seed = 5u64;
    let mut dice = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    let mut seen = 0;
    for (whole, rounds) in [(small(), 2000), (kayles(), 1500)] {
        let count = numbers(&mut whole.clone()).len();
        let (letters, letter_count) = (1..1 + whole.generators.len(), whole.generators.len());
        let changes = (0..count).flat_map(|at| [(at, 1), (at, usize::MAX)]).collect::<Vec<_>>();
        let random = (0..rounds).map(|_| (dice(count), 1 + dice(whole.order.max(9)))).collect::<Vec<_>>();
        for (at, by) in changes.into_iter().chain(random) {
            let mut forged = whole.clone();
            let number = &mut *numbers(&mut forged)[at];
            *number = number.wrapping_add(by);
            // Another heap with the same element serves as a letter as well.
            if letters.contains(&at) && forged.map.get(forged.generators[at - 1]) == Some(&forged.times[at - 1][0]) {
                continue;
            }
            assert_ne!(reason(&forged), "holds", "number {at} of {} plus {by}", whole.code);
            seen += 1;
        }
        // Relations: a side that means something else, or too much.
        for number in 0..whole.relations.len() {
            for letter in 0..letter_count {
                let mut forged = whole.clone();
                forged.relations[number].0[letter] += 1;
                assert_ne!(reason(&forged), "holds", "left side of relation {number}, letter {letter}");
                seen += 1;
            }
        }
    }
    assert!(seen > 4000, "{seen}");
}
