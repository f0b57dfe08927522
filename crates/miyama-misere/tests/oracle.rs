//! Quotients of octal games against published ones.

#![allow(clippy::unwrap_used)]

mod octal;

use miyama_budget::Budget;
use miyama_misere::period::{MoveBounds, Period, find};
use miyama_misere::presentation::present;
use miyama_misere::{Solver, Watch};
use octal::{digits, moves};

/// Reads heaps until a period is proven, at most to `to`.
fn solve(digits: &[u32], to: usize) -> (Solver, Option<Period>) {
    let most_left = if digits.iter().any(|digit| digit & 4 != 0) { 2 } else { 1 };
    let reach = MoveBounds { most_left, most_taken: digits.len() as u64 - 1 };
    let mut solver = Solver::new(moves(digits));
    let mut period = None;
    while solver.len() <= to && period.is_none() {
        solver.add(Watch::new(&Budget::unlimited(), 5000)).unwrap();
        period = find(solver.images(), reach);
    }
    (solver, period)
}

#[test]
fn every_row_of_the_oracle_is_reproduced() {
    let rows = include_str!("misere_quotients.tsv");
    let mut seen = 0;
    for row in rows.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [code, length, start, order, p_size, tame, _, presentation, map, _] = fields[..] else {
            panic!("fields of {row}")
        };
        let digits = digits(code);
        let (solver, period) = solve(&digits, 2000);
        let quotient = solver.quotient();
        let period = period.unwrap();
        assert_eq!(period.length.to_string(), length, "{code}");
        assert_eq!(period.start.to_string(), start, "{code}");
        assert_eq!(quotient.order().to_string(), order, "{code}");
        assert_eq!(quotient.p_size().to_string(), p_size, "{code}");
        let images = solver.images();
        let found = present(quotient, images);
        match quotient.tame() {
            Some(n) => assert_eq!((tame, presentation), ("Yes", format!("(Q,P) = T{n}").as_str()), "{code}"),
            None => {
                let text = format!("Q = {}; P = {}", found.text(), found.p_portion(quotient));
                assert_eq!((tame, presentation), ("No", text.as_str()), "{code}");
            }
        }
        for (heap, name) in map.split(' ').enumerate() {
            let mut at = heap as u64;
            if at >= images.len() as u64 {
                at = period.start + (at - period.start) % period.length;
            }
            assert_eq!(found.name(images[at as usize]), name, "{code}, heap {heap}");
        }
        seen += 1;
    }
    assert_eq!(seen, 26);
}

#[test]
fn kayles_has_forty_elements() {
    let digits = digits("0.77");
    let (solver, period) = solve(&digits, 500);
    assert_eq!(period, Some(Period { start: 71, length: 12 }));
    assert_eq!((solver.quotient().order(), solver.quotient().p_size(), solver.quotient().tame()), (40, 9, None));
    assert_eq!(solver.growth().last().unwrap().heap, 27);
}

/// Published by Plambeck and Siegel: the orders of the quotients of Dawson's Kayles.
#[test]
fn dawsons_kayles_grows_as_published() {
    let digits = digits("0.07");
    let (solver, period) = solve(&digits, 29);
    let orders: Vec<usize> = solver.growth().iter().map(|growth| growth.order).collect();
    assert_eq!(orders, [2, 6, 12, 24, 144, 176]);
    assert_eq!(period, None);
}

#[test]
fn dawsons_kayles_to_heap_30() {
    let digits = digits("0.07");
    let (solver, _) = solve(&digits, 30);
    assert_eq!((solver.quotient().order(), solver.quotient().p_size()), (360, 65));
}

#[test]
#[ignore = "takes four seconds in a release build"]
fn dawsons_kayles_to_heap_33() {
    let digits = digits("0.07");
    let (solver, _) = solve(&digits, 33);
    let growth: Vec<(u32, usize, usize)> = solver.growth().iter().map(|g| (g.heap, g.order, g.p_size)).collect();
    assert_eq!(growth[6..], [(30, 360, 65), (31, 520, 89), (32, 552, 93), (33, 638, 109)]);
}

#[test]
fn an_infinite_quotient_is_left_unfinished() {
    let digits = digits("0.3122");
    let mut solver = Solver::new(moves(&digits));
    let budget = Budget::unlimited();
    let stop = std::iter::repeat_with(|| solver.add(Watch::new(&budget, 200))).find_map(Result::err);
    assert_eq!(stop, Some(miyama_misere::Stop::Order(200)));
    assert_eq!((solver.len(), solver.quotient().order()), (7, 52));
}
