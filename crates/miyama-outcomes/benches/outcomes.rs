//! P-positions of two heaps by bit rows and by lists, compared with each other.
//!
//! `cargo bench -p miyama-outcomes` prints CPU seconds of one thread and the memory that bit
//! rows to 10⁵ take, `cargo bench -p miyama-outcomes -- --two-cores` what two threads save. `miyama bench tables` measures whole tables against plain loops.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, clippy::cast_possible_truncation)]

use miyama_budget::Budget;
use miyama_outcomes::{
    Ending, Lattice, Region, Rules, Sharing, for_each_listed, for_each_row, for_each_row_shared, orders,
};
use std::time::Instant;

fn lattice(bases: &[&[i64]], directions: &[&[i64]]) -> Lattice {
    let vectors = |all: &[&[i64]]| all.iter().map(|v| v.to_vec()).collect();
    Lattice { directions: vectors(directions), bases: vectors(bases), guard: vec![] }
}

fn rules(lattices: Vec<Lattice>) -> Rules {
    Rules { weights: vec![1; lattices[0].bases[0].len()], lattices }
}

fn wythoff(s: i64) -> Rules {
    let mut diagonal: Vec<[i64; 2]> = (0..s).map(|d| [-1, -1 - d]).chain((1..s).map(|d| [-1 - d, -1])).collect();
    diagonal.sort_unstable();
    let diagonal: Vec<&[i64]> = diagonal.iter().map(<[i64; 2]>::as_slice).collect();
    let ray = |d: [i64; 2]| lattice(&[&d], &[&d]);
    rules(vec![ray([-1, 0]), ray([0, -1]), lattice(&diagonal, &[&[-1, -1]])])
}

fn yama() -> Rules {
    rules(vec![lattice(&[&[-2, 1]], &[&[-1, 0]]), lattice(&[&[1, -2]], &[&[0, -1]])])
}

fn triangular() -> Vec<Lattice> {
    vec![lattice(&[&[-2, 1]], &[&[-1, 0], &[-1, 1]]), lattice(&[&[1, -2]], &[&[0, -1], &[1, -1]])]
}

fn twist(c: i64) -> Rules {
    let mut all = triangular();
    all.extend(wythoff(c + 1).lattices.pop());
    rules(all)
}

/// Triangular Nim and the cone i <= 3j-2, j <= 3i-2.
fn geometric() -> Rules {
    let mut all = triangular();
    let inside = |i: i64, j: i64| i >= 1 && j >= 1 && i <= 3 * j - 2 && j <= 3 * i - 2;
    let mut bases = vec![];
    for (i, j) in (1..12).flat_map(|i| (1..12).map(move |j| (i, j))) {
        if inside(i, j) && !inside(i - 1, j - 3) && !inside(i - 3, j - 1) {
            bases.push([-i, -j]);
        }
    }
    let bases: Vec<&[i64]> = bases.iter().map(<[i64; 2]>::as_slice).collect();
    all.push(lattice(&bases, &[&[-1, -3], &[-3, -1]]));
    rules(all)
}

/// A box, and what play from it reaches where heaps can grow.
fn region(n: i64, limits: &[[i64; 2]]) -> Region {
    let limits = limits.iter().map(|w| (w.to_vec(), (w[0] + w[1]) * n)).collect();
    Region { limits, top_rank: 2 * n }
}

/// The seconds that this thread has computed; where the system does not tell, the
/// time of the clock.
fn computed(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.as_deref().and_then(|t| t.split(' ').next()).and_then(|t| t.parse::<f64>().ok());
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |n| n / 1e9)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let since = Instant::now();
    let before = computed(since);
    let result = work();
    (result, computed(since) - before)
}

fn by_list(rules: &Rules, region: &Region) -> Vec<(u32, u32)> {
    let mut found = vec![];
    let order = orders(rules, Ending::Normal)[0];
    for_each_listed(rules, region, order, Ending::Normal, &Budget::unlimited(), &mut |p| {
        found.push((p[0] as u32, p[1] as u32));
        Ok(())
    })
    .unwrap();
    found.sort_unstable();
    found
}

/// The most kilobytes that the process holds while it works, above what it held before.
fn memory_of<T>(work: impl FnOnce() -> T) -> (T, Option<f64>) {
    let before = std::fs::write("/proc/self/clear_refs", "5").ok().and_then(|()| status("VmRSS:"));
    let result = work();
    (result, before.zip(status("VmHWM:")).map(|(before, most)| most - before))
}

fn status(name: &str) -> Option<f64> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// How many P-positions there are, and a sum over them that tells lists apart; none is kept.
fn summed(rules: &Rules, region: &Region) -> (u64, u64) {
    let mut sum = (0u64, 0u64);
    for_each_row(rules, region, Ending::Normal, &Budget::unlimited(), &mut |row| {
        row.try_for_each(&mut |p| {
            add(&mut sum, p);
            Ok(())
        })
    })
    .unwrap();
    sum
}

/// The seconds that all threads of this process have computed, in hundredths.
fn computed_by_all() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = told.rsplit(')').next()?.split_whitespace().collect();
    Some((fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?) / 100.0)
}

/// The same work by one thread and by two: seconds of the clock, of the calling thread and of all
/// threads. On a busy machine only the last two mean something.
fn on_two_cores<T: PartialEq + std::fmt::Debug>(name: &str, work: impl Fn(usize) -> T) {
    let [one, two] = [1, 2].map(|threads| {
        let (since, all) = (Instant::now(), computed_by_all());
        let (found, own) = timed(|| work(threads));
        let all = all.zip(computed_by_all()).map_or(0.0, |(before, after)| after - before);
        println!(
            "{name:<28} {threads} threads: clock {:.2}, own {own:.2}, all {all:.2}",
            since.elapsed().as_secs_f64()
        );
        found
    });
    assert_eq!(one, two, "{name}");
}

/// Rows of these ranks, by so many threads.
fn shared(rules: &Rules, region: &Region, threads: usize) -> (u64, u64) {
    let mut sum = (0u64, 0u64);
    let budget = Budget::unlimited();
    for_each_row_shared(rules, region, Ending::Normal, Sharing::by(threads), &budget, &mut |row| {
        row.try_for_each(&mut |p| {
            add(&mut sum, p);
            Ok(())
        })
    })
    .unwrap();
    sum
}

/// Two cores: rows of two heaps, and values of three.
fn two_cores() {
    for n in [100_000, 200_000] {
        on_two_cores(&format!("wythoff(1), rows to {n}"), |threads| {
            shared(&wythoff(1), &region(n, &[[1, 0], [0, 1]]), threads)
        });
    }
    // All positions with up to half a million in all.
    let half = Region { limits: vec![(vec![1, 1], 500_000)], top_rank: 500_000 };
    on_two_cores("yama, total to 500000", |threads| shared(&yama(), &half, threads));
    let rays = |vectors: &[[i64; 3]]| rules(vectors.iter().map(|d| lattice(&[d], &[d])).collect());
    let on_three = |n: i64| {
        let limits = (0..3).map(|heap| ((0..3).map(|h| i64::from(h == heap)).collect(), n)).collect();
        Region { limits, top_rank: 3 * n }
    };
    // Nim with a diagonal: the heaps cannot be exchanged.
    let skew = rays(&[[-1, 0, 0], [0, -1, 0], [0, 0, -1], [-1, -1, 0]]);
    on_two_cores("three heaps, skew, rows to 600", |threads| {
        let mut sum = (0u64, 0u64);
        let budget = Budget::unlimited();
        for_each_row_shared(&skew, &on_three(600), Ending::Normal, Sharing::by(threads), &budget, &mut |row| {
            row.try_for_each(&mut |p| {
                add(&mut sum, p);
                Ok(())
            })
        })
        .unwrap();
        sum
    });
}

fn add((count, sum): &mut (u64, u64), p: &[u64]) {
    *count += 1;
    *sum = sum
        .wrapping_add((p[0] << 32 | p[1]).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(p[0] + 3));
}

fn main() {
    if std::env::args().any(|argument| argument == "--two-cores") {
        return two_cores();
    }
    let games: [(&str, Rules, &[[i64; 2]]); 6] = [
        ("wythoff(1)", wythoff(1), &[[1, 0], [0, 1]]),
        ("wythoff(3)", wythoff(3), &[[1, 0], [0, 1]]),
        ("yama", yama(), &[[1, 2], [2, 1]]),
        ("triangular", rules(triangular()), &[[1, 1]]),
        ("twist(2)", twist(2), &[[1, 1]]),
        ("geometric(3)", geometric(), &[[1, 1]]),
    ];
    println!(
        "{:<14} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "CPU seconds", "rows 10^4", "rows 10^5", "KB", "list 10^5", "list 10^7"
    );
    // Rows come first: what lists leave behind would hide the little memory that rows take.
    let rows = games.each_ref().map(|(_, rules, limits)| {
        let (_, small) = timed(|| summed(rules, &region(10_000, limits)));
        let ((sum, large), memory) = memory_of(|| timed(|| summed(rules, &region(100_000, limits))));
        (small, large, memory, sum)
    });
    for ((name, rules, limits), (small, large, memory, sum)) in games.iter().zip(rows) {
        let (listed, third) = timed(|| by_list(rules, &region(100_000, limits)));
        let mut of_list = (0, 0);
        listed.iter().for_each(|(x, y)| add(&mut of_list, &[u64::from(*x), u64::from(*y)]));
        assert_eq!(sum, of_list, "{name}");
        let (list, fourth) = timed(|| by_list(rules, &region(10_000_000, limits)));
        let memory = memory.map_or_else(String::new, |kilobytes| format!("{kilobytes:.0}"));
        println!(
            "{name:<14} {small:>10.3} {large:>10.2} {memory:>10} {third:>10.2} {fourth:>10.2}   {} P-positions",
            list.len()
        );
    }
}
