//! Outcomes of small sums, played out, against the quotient.

#![allow(clippy::unwrap_used)]

mod octal;

use miyama_budget::Budget;
use miyama_misere::{Atoms, Known, Solver, Stop, Watch};
use octal::{lost, moves, options};
use std::cell::Cell;
use std::collections::HashMap;

const CODES: usize = 60;
const TOTAL: u32 = 25;

/// All sums of up to four heaps with a total of at most 25, of 60 codes.
#[test]
fn quotients_say_what_playing_out_says() {
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    for number in 0..CODES {
        let mut next = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        let mut digits = vec![if next(6) == 0 { 4 } else { 0 }];
        (0..1 + next(3)).for_each(|_| digits.push(next(8) as u32));
        compare(&digits, number);
    }
}

/// Work is counted, not measured: a quotient ends in the same place every time.
#[test]
fn a_quotient_ends_after_so_much_work() {
    let budget = Budget::unlimited();
    let end = |work: u64| {
        let left = Cell::new(work);
        let mut solver = Solver::new(moves(&[0, 0, 7]));
        let stop = loop {
            if let Err(stop) = solver.add(Watch::new(&budget, 60).with_work(&left)) {
                break stop;
            }
        };
        (stop, solver.len())
    };
    let (stop, few) = end(20_000);
    assert_eq!((stop, end(20_000).1), (Stop::Work, few));
    let (stop, more) = end(200_000);
    assert!(stop == Stop::Work && more > few, "{few} and {more} heaps");
    assert!(matches!(end(u64::MAX), (Stop::Order(60), most) if most >= more));
}

fn compare(digits: &[u32], number: usize) {
    let mut solver = Solver::new(moves(digits));
    let budget = Budget::unlimited();
    // Where the quotient gets large, larger heaps are played out as sums of atoms.
    while solver.len() <= TOTAL as usize && solver.add(Watch::new(&budget, 60)).is_ok() {}
    let images = solver.images();
    let quotient = solver.quotient();
    let mut known = HashMap::new();
    let mut atoms = Atoms::default();
    for heap in 0..=TOTAL {
        let mut all = Vec::new();
        options(digits, heap, &mut |left| all.push(left.to_vec()));
        atoms.add(&all, Watch::new(&budget, 0)).unwrap();
    }
    let mut sums: Vec<Vec<u32>> = vec![vec![]];
    for _ in 0..4 {
        let longer = sums.iter().flat_map(|sum| {
            let least = sum.last().copied().unwrap_or(0);
            let left = TOTAL - sum.iter().sum::<u32>();
            (least..=left).map(|heap| [sum.as_slice(), &[heap]].concat()).collect::<Vec<_>>()
        });
        sums = longer.collect();
    }
    for sum in &sums {
        let image = sum.iter().try_fold(0, |x, heap| Some(quotient.product(x, *images.get(*heap as usize)?)));
        let expected = lost(digits, sum, &mut known);
        if let Some(image) = image {
            assert_eq!(quotient.is_p(image), expected, "code {number} {digits:?}, sum {sum:?}");
        }
        let found = atoms.is_p(&atoms.sum(sum), Some(Known { quotient, images }), Watch::new(&budget, 0)).unwrap();
        assert_eq!(found, expected, "code {number} {digits:?}, sum {sum:?} by atoms");
    }
}
