//! A value, and its thermograph: `cargo run --bin thermograph '{2|-1} + ^'`.

use miyama::budget::Budget;
use miyama::sum::evaluate;
use miyama::value::{Arena, Wall};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let expression = std::env::args().nth(1).unwrap_or_else(|| "{4||2|-1}".to_owned());
    let mut arena = Arena::new(&Budget::unlimited());
    let Some(game) = evaluate(&mut arena, &expression)?.game() else { return Err("a comparison has no value".into()) };
    println!("{expression} = {}", arena.text(game)?);
    let thermograph = arena.thermograph(game)?;
    println!("mean {}, temperature {}", thermograph.mean, thermograph.temperature);
    let corners = |wall: &Wall| {
        let corners = wall.corners().iter().map(|(temperature, value)| format!("({temperature}, {value})"));
        corners.collect::<Vec<_>>().join(" ")
    };
    println!("left wall   {}", corners(&thermograph.left));
    println!("right wall  {}", corners(&thermograph.right));
    Ok(())
}
