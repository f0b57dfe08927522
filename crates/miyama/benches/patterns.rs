//! Games as text: seconds of the processor, how many parts of positions are remembered, and how
//! long it takes to derive each built-in game. `cargo bench -p miyama --bench patterns`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use miyama::pattern::position::Ground;
use miyama::pattern::syntax::Kind;
use miyama::pattern::{Game, builtin};
use miyama::value::Arena;
use miyama_budget::Budget;
use std::sync::{Arc, OnceLock};
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
            let start = on_processor();
            let game = Game::new(builtin::find(name).next().unwrap().definition.clone(), &[]).unwrap();
            let position = game.read(text).unwrap();
            let mut engine = game.engine(&position.ground);
            engine.value(&mut arena, &position).unwrap();
            (on_processor().saturating_sub(start), engine.known())
        };
        let (time, parts) = best(&from_text);
        println!("{:<36}{:>10.5}{parts:>10}", format!("{name}:{text}"), time.as_secs_f64());
    }
    // What a definition needs before the first move: places, parts, symmetries, and why play ends.
    for built_in in builtin::all() {
        let ground = match built_in.definition.kind {
            Kind::Grid => Ground::Grid { height: 8, width: 8 },
            Kind::Strip => Ground::Grid { height: 1, width: 20 },
            Kind::Graph | Kind::Edges => continue,
        };
        // The system tells the time in ticks: many runs, and their mean.
        const RUNS: u32 = 20;
        let start = on_processor();
        let symmetries = (0..RUNS).map(|_| {
            let game = Game::new(built_in.definition.clone(), &[]).unwrap();
            game.ending(&ground, &Budget::unlimited()).unwrap();
            game.engine(&Arc::new(ground.clone())).symmetries()
        });
        let symmetries = symmetries.max().unwrap_or(0);
        let time = on_processor().saturating_sub(start) / RUNS;
        println!("{:<36}{:>10.5}  {symmetries} symmetries", built_in.name(), time.as_secs_f64());
    }
}

/// The time that this thread has computed, where the system tells; else the time of the clock.
fn on_processor() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
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
