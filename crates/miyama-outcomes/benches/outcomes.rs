//! P-positions by bit rows and by lists, against plain loops in the same run.
//!
//! `cargo bench -p miyama-outcomes [-- heaps]` prints CPU seconds of one thread. Plain loops
//! keep one flag per row, column and diagonal, or one bit per line of three heaps;
//! their P-positions are compared with those of the engines.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, clippy::cast_possible_truncation)]

use miyama_budget::Budget;
use miyama_outcomes::{Ending, Lattice, Region, Rules, Values, Wanted, for_each_listed, for_each_row, orders};
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

fn by_rows(rules: &Rules, region: &Region, ending: Ending) -> Vec<Vec<u64>> {
    let mut found = vec![];
    for_each_row(rules, region, ending, &Budget::unlimited(), &mut |row| {
        row.try_for_each(&mut |p| {
            found.push(p.to_vec());
            Ok(())
        })
    })
    .unwrap();
    found.sort_unstable();
    found
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

/// Wythoff's game position by position: a flag for each row, column and diagonal.
fn wythoff_plainly(n: usize) -> Vec<Vec<u64>> {
    let (mut columns, mut diagonals) = (vec![false; n + 1], vec![false; 2 * n + 1]);
    let mut found = vec![];
    for x in 0..=n {
        for y in 0..=n {
            if !columns[y] && !diagonals[n + y - x] {
                found.push(vec![x as u64, y as u64]);
                (columns[y], diagonals[n + y - x]) = (true, true);
                break;
            }
        }
    }
    found
}

/// Wythoff's game on three heaps: take from one heap, or the same from two.
fn three_heaps(n: i64) -> (Rules, Region) {
    let directions = [[-1, 0, 0], [0, -1, 0], [0, 0, -1], [-1, -1, 0], [-1, 0, -1], [0, -1, -1]];
    let rays = directions.iter().map(|d| lattice(&[d], &[d])).collect();
    let limits = (0..3).map(|heap| ((0..3).map(|h| i64::from(h == heap)).collect(), n)).collect();
    (rules(rays), Region { limits, top_rank: 3 * n })
}

fn three_heaps_plainly(n: usize) -> Vec<Vec<u64>> {
    let m = n + 1;
    let flags = || vec![false; 2 * m * m];
    let (mut x_lines, mut y_lines, mut xy, mut xz, mut yz) = (flags(), flags(), flags(), flags(), flags());
    let mut found = vec![];
    for x in 0..=n {
        for y in 0..=n {
            let mut taken = false;
            for z in 0..=n {
                let lines = [y * m + z, x * m + z, (n + x - y) * m + z, (n + x - z) * m + y, (n + y - z) * m + x];
                let dead = taken | x_lines[lines[0]] | y_lines[lines[1]] | xy[lines[2]] | xz[lines[3]] | yz[lines[4]];
                if !dead {
                    found.push(vec![x as u64, y as u64, z as u64]);
                    taken = true;
                    x_lines[lines[0]] = true;
                    y_lines[lines[1]] = true;
                    xy[lines[2]] = true;
                    xz[lines[3]] = true;
                    yz[lines[4]] = true;
                }
            }
        }
    }
    found
}

fn main() {
    let games: [(&str, Rules, &[[i64; 2]]); 6] = [
        ("wythoff(1)", wythoff(1), &[[1, 0], [0, 1]]),
        ("wythoff(3)", wythoff(3), &[[1, 0], [0, 1]]),
        ("yama", yama(), &[[1, 2], [2, 1]]),
        ("triangular", rules(triangular()), &[[1, 1]]),
        ("twist(2)", twist(2), &[[1, 1]]),
        ("geometric(3)", geometric(), &[[1, 1]]),
    ];
    let (plain, seconds) = timed(|| wythoff_plainly(10_000));
    assert_eq!(plain, by_rows(&wythoff(1), &region(10_000, &[[1, 0], [0, 1]]), Ending::Normal));
    println!("wythoff(1) to 10^4 position by position: {seconds:.3} s");
    println!("{:<14} {:>12} {:>12} {:>12} {:>12}", "CPU seconds", "rows 10^4", "rows 10^5", "list 10^5", "list 10^7");
    // `-- heaps` leaves out the large tables of two heaps.
    let only_heaps = std::env::args().any(|argument| argument == "heaps");
    for (name, rules, limits) in games.iter().filter(|_| !only_heaps) {
        let (small, first) = timed(|| by_rows(rules, &region(10_000, limits), Ending::Normal));
        let (large, second) = timed(|| by_rows(rules, &region(100_000, limits), Ending::Normal));
        let (listed, third) = timed(|| by_list(rules, &region(100_000, limits)));
        let as_rows: Vec<Vec<u64>> = listed.iter().map(|(x, y)| vec![u64::from(*x), u64::from(*y)]).collect();
        assert!(large == as_rows, "{name}");
        drop((small, large, listed));
        let (list, fourth) = timed(|| by_list(rules, &region(10_000_000, limits)));
        println!("{name:<14} {first:>12.3} {second:>12.2} {third:>12.2} {fourth:>12.2}   {} P-positions", list.len());
    }
    let (rules, region) = three_heaps(200);
    let (plain, by_loops) = timed(|| three_heaps_plainly(200));
    let (rows, seconds) = timed(|| by_rows(&rules, &region, Ending::Normal));
    assert_eq!(plain, rows);
    println!("wythoff on three heaps to 200, P: rows {seconds:.3} s, loops {by_loops:.3} s, {:.2}", seconds / by_loops);
    let (plain, by_loops) = timed(|| three_heap_values_plainly(200));
    let (values, seconds) = timed(|| Values::new(&rules, &[], &region, Wanted::Values, &Budget::unlimited()).unwrap());
    let mut next = plain.iter();
    for (x, y) in (0..=200).flat_map(|x| (0..=200).map(move |y| (x, y))) {
        assert!((0..=200).all(|z| values.at(&[x, y, z]) == next.next().map(|v| u32::from(*v))), "{x} {y}");
    }
    println!("the same, values: engine {seconds:.3} s, loops {by_loops:.3} s, {:.2}", seconds / by_loops);
    let yama = three_heap_yama();
    let limits = [[2, 1, 1], [1, 2, 1], [1, 1, 2]].map(|w: [i64; 3]| (w.to_vec(), 400)).to_vec();
    let region = Region { limits: [limits, vec![(vec![1; 3], 300)]].concat(), top_rank: 300 };
    let (_, rows) = timed(|| by_rows(&yama, &region, Ending::Normal));
    let (_, values) = timed(|| Values::new(&yama, &[], &region, Wanted::Values, &Budget::unlimited()).unwrap());
    println!("three-heap-yama to 100: P {rows:.3} s, values {values:.3} s");
    let nim = nim_on_four_heaps();
    let limits = (0..4).map(|heap| ((0..4).map(|h| i64::from(h == heap)).collect(), 60)).collect();
    let region = Region { limits, top_rank: 240 };
    let (_, seconds) = timed(|| by_rows(&nim, &region, Ending::Misere));
    println!("nim on four heaps to 60, misère: {seconds:.3} s");
}

fn nim_on_four_heaps() -> Rules {
    let rays = (0..4).map(|heap| {
        let d: Vec<i64> = (0..4).map(|h| -i64::from(h == heap)).collect();
        lattice(&[&d], &[&d])
    });
    rules(rays.collect())
}

fn three_heap_yama() -> Rules {
    let mut all = vec![];
    for (from, to) in (0..3).flat_map(|from| (0..3).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let (mut base, mut direction) = ([0i64; 3], [0i64; 3]);
        (base[from], base[to], direction[from]) = (-2, 1, -1);
        all.push(lattice(&[&base], &[&direction]));
    }
    rules(all)
}

/// Values of Wythoff's game on three heaps: one bit set for each line.
fn three_heap_values_plainly(n: usize) -> Vec<u16> {
    const WORDS: usize = 10;
    let m = n + 1;
    let sets = || vec![[0u64; WORDS]; 2 * m * m];
    let (mut x_lines, mut y_lines, mut xy, mut xz, mut yz) = (sets(), sets(), sets(), sets(), sets());
    let mut found = Vec::with_capacity(m * m * m);
    for x in 0..=n {
        for y in 0..=n {
            let mut row = [0u64; WORDS];
            for z in 0..=n {
                let a = &mut x_lines[y * m + z];
                let b = &mut y_lines[x * m + z];
                let c = &mut xy[(n + x - y) * m + z];
                let d = &mut xz[(n + x - z) * m + y];
                let e = &mut yz[(n + y - z) * m + x];
                let free = |w: usize| row[w] | a[w] | b[w] | c[w] | d[w] | e[w];
                let word = (0..WORDS).find(|w| free(*w) != u64::MAX).unwrap();
                let value = word * 64 + free(word).trailing_ones() as usize;
                found.push(value as u16);
                let bit = 1u64 << (value % 64);
                for set in [&mut row, a, b, c, d, e] {
                    set[word] |= bit;
                }
            }
        }
    }
    found
}
