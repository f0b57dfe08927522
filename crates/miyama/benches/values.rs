//! How long values take: canonical forms of Domineering boards, heating. Each
//! answer is asserted. `cargo bench -p miyama --bench values`

use miyama::sum::evaluate;
use miyama::value::Arena;
use miyama_budget::Budget;
use std::time::{Duration, Instant};

/// What to compute, and its value: the text itself, or its length if that is long.
const CASES: [(&str, &str); 6] = [
    ("domineering:4x6", "length 465"),
    ("domineering:5x5", "0"),
    ("domineering:4x7", "1"),
    ("domineering:5x6", "-3/2"),
    ("clobber:4x4", "*"),
    ("heat(*12, 1)", "length 291183"),
];

#[expect(clippy::print_stdout)]
fn main() {
    println!("{:<20}{:>12}{:>12}{:>12}", "what", "seconds", "games", "MiB");
    for (expression, expected) in CASES {
        let (mut runs, mut spent) = (0u32, Duration::ZERO);
        let (mut games, mut bytes) = (0, 0);
        while runs == 0 || spent < Duration::from_millis(500) {
            let mut arena = Arena::new(&Budget::unlimited());
            let start = Instant::now();
            let value = evaluate(&mut arena, expression).expect("the bench has no limits").game().expect("a game");
            spent += start.elapsed();
            runs += 1;
            let text = arena.text(value).expect("the bench has no limits");
            let found = if text.len() > 100 { format!("length {}", text.len()) } else { text };
            assert_eq!(found, expected, "{expression}");
            (games, bytes) = (arena.len(), arena.bytes());
        }
        let seconds = spent.as_secs_f64() / f64::from(runs);
        println!("{expression:<20}{seconds:>12.5}{games:>12}{:>12.1}", bytes as f64 / 1048576.0);
    }
}
