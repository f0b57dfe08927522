//! Games as text: time, and how many parts of positions are remembered. Each answer
//! is asserted. `cargo bench -p miyama --bench patterns`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use miyama::pattern::{Game, builtin};
use miyama::value::Arena;
use miyama_budget::Budget;
use std::time::{Duration, Instant};

const CASES: [(&str, &str); 5] = [
    ("domineering", "5x6"),
    ("clobber", "3x6"),
    ("clobber", "4x4"),
    ("toads-and-frogs", "ttt.t.t.f.f.fff"),
    ("toppling-dominoes", "lrelrrellrerl"),
];

fn main() {
    println!("{:<36}{:>10}{:>10}", "what", "seconds", "parts");
    for (name, text) in CASES {
        let from_text = || {
            let mut arena = Arena::new(&Budget::unlimited());
            let start = Instant::now();
            let game = Game::new(builtin::find(name).next().unwrap().definition.clone(), &[]).unwrap();
            let position = game.read(text).unwrap();
            let mut engine = game.engine(&position.ground);
            engine.value(&mut arena, &position).unwrap();
            (start.elapsed(), engine.known())
        };
        let (time, parts) = best(&from_text);
        println!("{:<36}{:>10.5}{parts:>10}", format!("{name}:{text}"), time.as_secs_f64());
    }
    let amazons = builtin::find("amazons").next().unwrap();
    let start = Instant::now();
    let game = Game::new(amazons.definition.clone(), &[]).unwrap();
    let ground = game.read("8x8").unwrap().ground;
    let engine = game.engine(&ground);
    let ending = game.ending(&ground, &Budget::unlimited()).unwrap();
    println!(
        "amazons 8x8 derived in {:.4} s: {} symmetries, {ending:?}",
        start.elapsed().as_secs_f64(),
        engine.symmetries()
    );
}

/// The least time of several runs, within half a second.
fn best(run: &dyn Fn() -> (Duration, usize)) -> (Duration, usize) {
    let mut best = run();
    let mut spent = best.0;
    while spent < Duration::from_millis(500) {
        let next = run();
        spent += next.0;
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}
