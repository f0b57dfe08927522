//! Boards: the table of all subsets against a straightforward table program,
//! on one core and in one run; large tables; single positions.
//!
//! `cargo bench --bench boards` runs all, `cargo bench --bench boards -- 5x5` one.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use miyama::nimber::Nimber;
use miyama::pattern::taking::{Board, Solver, Table, built_in};
use miyama_budget::{Budget, bytes};
use std::time::Instant;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let run = |name: &str, bench: &dyn Fn()| {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            bench();
        }
    };
    run("5x5", &five_by_five);
    run("4x7", &|| large_table("4x7", 2));
    run("staircase(7)", &|| large_table("staircase(7)", 5));
    run("2x17", &|| single("2x17", 1));
    run("young(7,5,3)", &|| single("young(7,5,3)", 7));
}

/// The seconds that this thread spends on the processor, where the system
/// tells; else those that pass.
fn seconds<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let on_processor = || -> Option<f64> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
    };
    let (start, before) = (Instant::now(), on_processor());
    let result = work();
    let passed = start.elapsed().as_secs_f64();
    (result, on_processor().zip(before).map_or(passed, |(after, before)| after - before))
}

fn five_by_five() {
    let board = Board::rectangle(5, 5).unwrap();
    let (table, fast) = seconds(|| Table::new(&built_in("2d-nim").unwrap(), &board, &Budget::unlimited()).unwrap());
    let (plain, slow) = seconds(plain_table::<5, 5>);
    let squares: Vec<_> = board.stones().collect();
    let mut random = 1u64;
    for _ in 0..100_000 {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let set = random >> 39;
        let kept: Vec<_> = (0..25).filter(|i| set >> i & 1 == 1).map(|i| squares[i]).collect();
        assert_eq!(table.value(&board.only(&kept)), Some(Nimber(u32::from(plain[set as usize]))));
    }
    assert_eq!(table.value(&board), Some(Nimber(4)));
    println!("5x5, 2^25 positions: {fast:.2} s, straightforward {slow:.2} s, ratio {:.1}", slow / fast);
}

/// A large table within a gibibyte.
fn large_table(text: &str, value: u32) {
    let board: Board = text.parse().unwrap();
    let budget = Budget::unlimited().with_memory(1 << 30);
    let (table, time) = seconds(|| Table::new(&built_in("2d-nim").unwrap(), &board, &budget).unwrap());
    assert_eq!(table.value(&board), Some(Nimber(value)));
    println!("{text}, {} positions: {time:.2} s, {}", table.positions(), bytes(table.bytes()));
}

/// One position by the solver.
fn single(text: &str, value: u32) {
    let board: Board = text.parse().unwrap();
    let mut solver = Solver::new(&built_in("2d-nim").unwrap(), &board).unwrap();
    let (found, time) = seconds(|| solver.value(&board, &Budget::unlimited()).unwrap());
    assert_eq!(found, Nimber(value));
    println!("{text} alone: {time:.2} s, {} positions remembered", solver.remembered());
}

/// The straightforward table program: a byte for each position, in increasing
/// order; for each all runs of stones, and what is left after taking from
/// either end.
fn plain_table<const H: usize, const W: usize>() -> Vec<u8> {
    let mut values = vec![0u8; 1 << (H * W)];
    for stones in 0..1usize << (H * W) {
        let mut seen = 0u64;
        for (lines, length, along, across) in [(H, W, 1, W), (W, H, W, 1)] {
            for line in 0..lines {
                let at = |i: usize| 1usize << (line * across + i * along);
                let mut i = 0;
                while i < length {
                    if stones & at(i) == 0 {
                        i += 1;
                        continue;
                    }
                    let start = i;
                    while i < length && stones & at(i) != 0 {
                        i += 1;
                    }
                    let (mut from_start, mut from_end) = (stones, stones);
                    for k in 0..i - start {
                        from_start &= !at(start + k);
                        from_end &= !at(i - 1 - k);
                        seen |= 1 << values[from_start] | 1 << values[from_end];
                    }
                }
            }
        }
        values[stones] = seen.trailing_ones() as u8;
    }
    values
}
