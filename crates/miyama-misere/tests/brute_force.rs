//! Outcomes of small sums, played out, against the quotient.

mod octal;

use miyama_budget::Budget;
use miyama_misere::{Solver, Watch};
use octal::{lost, moves};
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

fn compare(digits: &[u32], number: usize) {
    let mut solver = Solver::new(moves(digits));
    let budget = Budget::unlimited();
    // Where the quotient gets large, the heaps before are compared.
    while solver.len() <= TOTAL as usize && solver.add(Watch::new(&budget, 60)).is_ok() {}
    let images = solver.images();
    let quotient = solver.quotient();
    let mut known = HashMap::new();
    let largest = images.len() as u32 - 1;
    let mut sums: Vec<Vec<u32>> = vec![vec![]];
    for _ in 0..4 {
        let longer = sums.iter().flat_map(|sum| {
            let least = sum.last().copied().unwrap_or(0);
            let left = TOTAL - sum.iter().sum::<u32>();
            (least..=largest.min(left)).map(|heap| [sum.as_slice(), &[heap]].concat()).collect::<Vec<_>>()
        });
        sums = longer.collect();
    }
    for sum in &sums {
        let image = sum.iter().fold(0, |x, heap| quotient.product(x, images[*heap as usize]));
        assert_eq!(quotient.is_p(image), lost(digits, sum, &mut known), "code {number} {digits:?}, sum {sum:?}");
    }
}
