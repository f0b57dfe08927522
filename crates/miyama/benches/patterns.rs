//! Games as text against the same games written by hand: time, and how many
//! parts of positions are remembered. Each answer is asserted to be the same.
//! `cargo bench -p miyama --bench patterns`

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use miyama::pattern::{Game, builtin};
use miyama::value::Arena;
use miyama::value::ruleset::{Position, Solver};
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
    println!("{:<36}{:>10}{:>10}{:>8}{:>10}{:>10}", "what", "by hand", "text", "ratio", "parts", "parts");
    for (name, text) in CASES {
        let by_hand = || {
            let mut arena = Arena::new(&Budget::unlimited());
            let position = Position::read(&format!("{name}:{text}")).unwrap();
            let start = Instant::now();
            let (value, known) = match &position {
                Position::Domineering(position) => solved(&mut arena, position),
                Position::Clobber(position) => solved(&mut arena, position),
                Position::ToadsAndFrogs(position) => solved(&mut arena, position),
                Position::TopplingDominoes(position) => solved(&mut arena, position),
                _ => unreachable!("not among the cases"),
            };
            (start.elapsed(), known, arena.text(value).unwrap())
        };
        let from_text = || {
            let mut arena = Arena::new(&Budget::unlimited());
            let start = Instant::now();
            let game = Game::new(builtin::find(name).next().unwrap().definition.clone(), &[]).unwrap();
            let position = game.read(text).unwrap();
            let mut engine = game.engine(&position.ground);
            let value = engine.value(&mut arena, &position).unwrap();
            (start.elapsed(), engine.known(), arena.text(value).unwrap())
        };
        let (hand, hand_parts, hand_value) = best(&by_hand);
        let (own, parts, value) = best(&from_text);
        assert_eq!(value, hand_value, "{name}:{text}");
        let ratio = own.as_secs_f64() / hand.as_secs_f64();
        println!(
            "{:<36}{:>10.5}{:>10.5}{ratio:>8.2}{hand_parts:>10}{parts:>10}",
            format!("{name}:{text}"),
            hand.as_secs_f64(),
            own.as_secs_f64()
        );
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

fn solved<P: miyama::value::ruleset::Ruleset>(arena: &mut Arena, position: &P) -> (miyama::value::GameId, usize) {
    let mut solver = Solver::new();
    let value = solver.value(arena, position).unwrap();
    (value, solver.len())
}

/// The least time of several runs, within half a second.
fn best(run: &dyn Fn() -> (Duration, usize, String)) -> (Duration, usize, String) {
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
