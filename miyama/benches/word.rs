//! How the time for all runs of a word grows with its length.
//!
//! `cargo bench --bench word`. The answers are asserted: the Fibonacci word Gₘ
//! has 2|Gₘ₋₂| − 3 runs, the Thue–Morse word no overlap, and a power of one
//! letter one run.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use miyama::budget::Budget;
use miyama::word::repetitions::repetitions;
use miyama::word::runs::runs;
use miyama::word::{fibonacci, thue_morse};
use std::time::Instant;

/// |Gₘ₋₂| and |Gₘ| for two words Gₘ, of about 10⁶ and 10⁷ letters.
const SIZES: [(usize, usize); 2] = [(514_229, 1_346_269), (3_524_578, 9_227_465)];

fn main() {
    let budget = Budget::unlimited();
    for word in ["fibonacci", "thue-morse", "one letter"] {
        let mut per_letter = Vec::new();
        for (two_before, length) in SIZES {
            let letters = match word {
                "fibonacci" => fibonacci::by_strings(length),
                "thue-morse" => thue_morse::by_strings(length),
                _ => vec![0; length],
            };
            let started = Instant::now();
            let found = runs(&letters, &budget).unwrap();
            let seconds = started.elapsed().as_secs_f64();
            match word {
                "fibonacci" => assert_eq!(found.len(), 2 * two_before - 3),
                "thue-morse" => assert!(repetitions(&letters, &budget).unwrap().overlap.is_none()),
                _ => assert_eq!(found.len(), 1),
            }
            per_letter.push(seconds / length as f64);
            println!("{word}: {length} letters, {} runs, {seconds:.2} s", found.len());
        }
        println!(
            "{word}: time per letter grows by {:.2} from the first length to the second",
            per_letter[1] / per_letter[0]
        );
    }
}
