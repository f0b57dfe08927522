//! Draws the Grundy values of Wythoff's game, P-positions in white: `cargo run --bin table-image FILE.png`.

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::table::GrundyTable;
use std::fs::File;
use std::io::BufWriter;

const SIDE: u32 = 256;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "wythoff.png".to_owned());
    let Game::Heap(game) = Games::built_in().find("wythoff")? else { return Err("not a game on heaps".into()) };
    let last = u64::from(SIDE - 1);
    let table = GrundyTable::new(&game.ruleset, &[last, last], &Budget::unlimited()).map_err(miyama::Error::from)?;
    let mut pixels = Vec::new();
    for x in 0..=last {
        for y in 0..=last {
            let value = table.value(&[x, y]).map_or(0, |value| value.0);
            pixels.push(if value == 0 { 255 } else { u8::try_from(value.min(400) / 2).unwrap_or(0) });
        }
    }
    let mut image = png::Encoder::new(BufWriter::new(File::create(&path)?), SIDE, SIDE);
    image.set_color(png::ColorType::Grayscale);
    image.write_header()?.write_image_data(&pixels)?;
    println!("{path}: {SIDE} × {SIDE} positions");
    Ok(())
}
