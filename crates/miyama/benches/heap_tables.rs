//! Tables of five games against solvers written by hand for each of them, and
//! against enumerating the options.
//!
//! `cargo bench --bench heap_tables [-- SIDE [GAME]]` prints, for a box of SIDE×SIDE
//! (4096 unless given) on one core: the time of the sweep, of the hand-written
//! solver, their ratio, the gain over enumeration (measured on a small box and
//! extrapolated by the number of options), and the gain of a second core.
//! Every value of the two tables is compared.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use miyama::heap::builtin;
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama::heap::table::GrundyTable;
use miyama_budget::Budget;
use std::time::Instant;

#[path = "heap_tables/by_hand.rs"]
mod by_hand;

type ByHand = fn(usize) -> Box<dyn Fn(usize, usize) -> u32>;

fn main() {
    let side: usize = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(4096);
    let games: [(&str, Option<i64>, ByHand); 5] = [
        ("wythoff", None, by_hand::wythoff),
        ("yama", None, by_hand::yama),
        ("triangular", None, by_hand::triangular),
        ("twist", Some(3), by_hand::twist_3),
        ("geometric", Some(2), by_hand::geometric_2),
    ];
    println!("{side} x {side}, one core; every value compared");
    println!("{:<14} {:>9} {:>9} {:>7} {:>14} {:>10}", "game", "sweep", "by hand", "ratio", "enumeration", "two cores");
    let only: Option<String> = std::env::args().skip(1).find(|a| games.iter().any(|(name, _, _)| a == name));
    for (name, argument, hand) in games {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let arguments: Vec<Argument> = argument.map(Argument::Number).into_iter().collect();
        let ruleset = builtin::ruleset(name, &arguments).unwrap();
        let to = [side as u64 - 1; 2];
        let (table, one) = timed(|| GrundyTable::new(&ruleset, &to, &Budget::unlimited()).unwrap());
        let (value, by_hand) = timed(|| hand(side));
        for x in 0..side {
            for y in 0..side {
                let (x64, y64) = (x as u64, y as u64);
                assert_eq!(table.value(&[x64, y64]).unwrap().0, value(x, y), "{name} ({x}, {y})");
            }
        }
        drop(table);
        let with_threads = |threads| {
            let budget = Budget::unlimited().with_threads(threads);
            clocked(|| drop(GrundyTable::new(&ruleset, &to, &budget).unwrap()))
        };
        let gain = with_threads(1) / with_threads(2);
        let slow = enumeration(&ruleset, side);
        println!(
            "{:<14} {one:>8.2}s {by_hand:>8.2}s {:>7.2} {:>12.0} x {:>8.2} x",
            ruleset.name(),
            one / by_hand,
            slow / one,
            gain,
        );
    }
}

/// The seconds that this thread has computed: what other programs take of the
/// machine does not count. Where the system does not tell, the time of the clock.
fn computed(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.as_deref().and_then(|t| t.split(' ').next()).and_then(|t| t.parse::<f64>().ok());
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |n| n / 1e9)
}

/// The result and the seconds of computation on one core.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let since = Instant::now();
    let before = computed(since);
    let result = work();
    (result, computed(since) - before)
}

/// The seconds of the clock, the least of three runs.
fn clocked(work: impl Fn()) -> f64 {
    let run = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    (0..3).map(run).fold(f64::INFINITY, f64::min)
}

/// The time that marking every option of every position would take: measured
/// per option on a box of 64×64, with a table to look values up in, times the
/// number of options of the large box, from a polynomial in the side through
/// the counts of boxes of 8, 16, 24, 32 and 40.
fn enumeration(ruleset: &Ruleset, side: usize) -> f64 {
    let since = Instant::now();
    let count = |side: usize| -> (f64, f64) {
        let table = GrundyTable::new(ruleset, &[side as u64 - 1; 2], &Budget::unlimited()).unwrap();
        let start = computed(since);
        let mut options = 0u64;
        let mut marked = vec![false; 4 * side + 2];
        for x in 0..side as u64 {
            for y in 0..side as u64 {
                marked.fill(false);
                let each = &mut |option: &[Vec<u64>]| {
                    marked[table.value(&option[0]).unwrap().0 as usize] = true;
                    options += 1;
                    true
                };
                ruleset.for_each_option(&[x, y], &Budget::unlimited(), each).unwrap();
                let mex = marked.iter().position(|m| !m).unwrap() as u32;
                assert_eq!(mex, table.value(&[x, y]).unwrap().0);
            }
        }
        (options as f64, computed(since) - start)
    };
    let (options, seconds) = count(64);
    // Lagrange's formula: the number of options is a polynomial of degree at
    // most 4 in the side (up to rounding by residues, which vanishes against it).
    let points: Vec<(f64, f64)> = [8, 16, 24, 32, 40].iter().map(|n| (f64::from(*n), count(*n as usize).0)).collect();
    let at = side as f64;
    let total: f64 = points
        .iter()
        .map(|(x, y)| y * points.iter().filter(|(z, _)| z != x).map(|(z, _)| (at - z) / (x - z)).product::<f64>())
        .sum();
    seconds / options * total
}
