//! How the time for all runs and the critical exponent of a word grows with its
//! length, on one thread.
//!
//! `cargo bench --bench word`. The answers are asserted: the Fibonacci word Gₘ
//! has 2|Gₘ₋₂| − 3 runs, the Thue–Morse word no overlap, a power of one letter
//! one run, and the ternary word of Thue, which counts the ones between the
//! zeros of the Thue–Morse word, no square; its exponents come near to 2.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use miyama_budget::Budget;
use miyama_words::repetitions::repetitions;
use miyama_words::{fibonacci, thue_morse};
use std::time::Instant;

/// |Gₘ₋₂| and |Gₘ| for two words Gₘ, of about 10⁶ and 10⁷ letters.
const SIZES: [(usize, usize); 2] = [(514_229, 1_346_269), (3_524_578, 9_227_465)];

fn main() {
    let budget = Budget::unlimited();
    for word in ["fibonacci", "thue-morse", "one letter", "ternary"] {
        let mut per_letter = Vec::new();
        for (two_before, length) in SIZES {
            let letters = match word {
                "fibonacci" => fibonacci::by_strings(length),
                "thue-morse" => thue_morse::by_strings(length),
                "ternary" => ternary(length),
                _ => vec![0; length],
            };
            let started = Instant::now();
            let found = repetitions(&letters, &budget).unwrap();
            let seconds = started.elapsed().as_secs_f64();
            let exponent = found.critical.unwrap().exponent;
            match word {
                "fibonacci" => assert_eq!(found.runs.len(), 2 * two_before - 3),
                "thue-morse" => assert!(found.overlap.is_none() && exponent.lowest() == (2, 1)),
                "ternary" => assert!(found.runs.is_empty() && exponent.length == 2 * exponent.period - 1),
                _ => assert_eq!((found.runs.len(), exponent.length), (1, length as u64)),
            }
            per_letter.push(seconds / length as f64);
            println!("{word}: {length} letters, {} runs, {seconds:.2} s", found.runs.len());
        }
        println!(
            "{word}: time per letter grows by {:.2} from the first length to the second",
            per_letter[1] / per_letter[0]
        );
    }
}

fn ternary(length: usize) -> Vec<u8> {
    let thue_morse = thue_morse::by_strings(2 * length + 8);
    let zeros: Vec<usize> = (0..thue_morse.len()).filter(|i| thue_morse[*i] == 0).collect();
    zeros.windows(2).take(length).map(|pair| (pair[1] - pair[0] - 1) as u8).collect()
}
