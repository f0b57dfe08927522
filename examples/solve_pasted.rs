//! Solves a game as a paper prints it: `cargo run --bin solve-pasted`.

use miyama::budget::Budget;
use miyama::game::Games;
use miyama::play::Convention;
use miyama::sum::{Position, parse_heaps, solve};

const GAME: &str =
    "(x, y) -> { (x-i, y) | 1 <= i <= x } ∪ { (x, y-i) | 1 <= i <= y } ∪ { (x-i, y-i) | 1 <= i <= min(x, y) }";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Games::built_in().find(GAME)?;
    let position = Position { parts: parse_heaps("4,9", &game)? };
    let solution = solve(&position, Convention::Normal, &Budget::unlimited()).map_err(miyama::Error::from)?;
    println!("(4, 9): {}", solution.outcome);
    for after in &solution.moves.listed {
        println!("wins: {after}");
    }
    Ok(())
}
