//! Learns and proves the P-positions of the games named, and says how long it took:
//! `cargo run --release --example learn -- wythoff:2 nim:3 misere yama:2`.
#![allow(clippy::print_stdout, clippy::panic)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::play::Convention;
use miyama_proof::{Rules, Wanted, learn};
use std::time::Instant;

fn main() {
    let mut convention = Convention::Normal;
    for word in std::env::args().skip(1) {
        match word.as_str() {
            "misere" => convention = Convention::Misere,
            "normal" => convention = Convention::Normal,
            game => {
                let (name, heaps) = game.rsplit_once(':').expect("GAME:HEAPS");
                let heaps: usize = heaps.parse().expect("a number of heaps");
                let Ok(Game::Heap(found)) = Games::built_in().find(name) else { panic!("{name} is no game on heaps") };
                let side_by_side;
                let ruleset = if found.ruleset.heaps() == heaps {
                    &*found.ruleset
                } else {
                    side_by_side = found.ruleset.side_by_side(heaps).expect("heaps that do not break");
                    &side_by_side
                };
                let started = Instant::now();
                let learned = Rules::of(ruleset)
                    .map(|rules| learn(&rules, Wanted::PPositions(convention), &[], &Budget::unlimited()));
                let took = started.elapsed().as_secs_f64();
                match learned {
                    Ok(Ok(learned)) => println!(
                        "{game} {convention:?}: {} states in {:?}, learned to {}, {took:.3} s",
                        learned.set.states(),
                        learned.set.system(),
                        learned.to
                    ),
                    other => println!("{game} {convention:?}: {other:?} {took:.3} s"),
                }
            }
        }
    }
}
