//! Random guarded rules on two and three heaps, both endings: bit rows, lists, values and
//! outcomes position by position against the options tried one by one. Some rules have rays
//! whose length depends on the position, some do not change when heaps are exchanged.
//!
//! `MIYAMA_SEED=… MIYAMA_RULESETS=… cargo test -p miyama-outcomes --test random_rules`
//! repeats a run; a failure names the seed of its rules.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr, clippy::cast_possible_truncation)]

use miyama_budget::Budget;
use miyama_outcomes::{
    Ending, Form, Lattice, NoList, NoRows, NoValues, Region, Rules, Sharing, Values, Wanted, Window, for_each_listed,
    for_each_row, for_each_row_shared, orders,
};
use std::collections::BTreeSet;

/// splitmix64
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

fn dot(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// All vectors, forms and lattices that exchanging heaps makes of one.
fn images(lattice: &Lattice) -> Vec<Lattice> {
    let heaps = lattice.bases[0].len();
    let orders: &[&[usize]] = match heaps {
        2 => &[&[0, 1], &[1, 0]],
        _ => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
    };
    let mut all: Vec<Lattice> = vec![];
    for order in orders {
        let vector = |v: &Vec<i64>| order.iter().map(|heap| v[*heap]).collect::<Vec<i64>>();
        let form = |f: &Form| Form { coefficients: vector(&f.coefficients), constant: f.constant };
        let mut image = Lattice {
            directions: lattice.directions.iter().map(vector).collect(),
            bases: lattice.bases.iter().map(vector).collect(),
            guard: lattice.guard.iter().map(form).collect(),
        };
        image.bases.sort();
        image.guard.sort_by_key(|f| (f.coefficients.clone(), f.constant));
        if !all.contains(&image) {
            all.push(image);
        }
    }
    all
}

fn rules(chance: &mut Chance) -> (Rules, Vec<Window>, Region) {
    let heaps = 2 + usize::from(chance.below(4) == 0);
    let symmetric = chance.below(5) == 0;
    let weights: Vec<i64> = match chance.below(3) {
        0 if !symmetric => (0..heaps).map(|_| chance.between(1, 4)).collect(),
        _ => vec![1; heaps],
    };
    let vector = |chance: &mut Chance, most: i64| loop {
        let size = if chance.below(4) == 0 { 4 } else { 2 };
        let vector: Vec<i64> =
            (0..heaps).map(|_| if chance.below(3) == 0 { 0 } else { chance.between(-size, size) }).collect();
        if dot(&weights, &vector) <= most && vector.iter().any(|x| *x != 0) {
            return vector;
        }
    };
    let mut lattices = Vec::new();
    let rays_only = chance.below(3) == 0;
    for _ in 0..1 + chance.below(4) {
        let count = match (symmetric, rays_only) {
            (true, _) => 1,
            (false, true) => chance.below(2),
            (false, false) => [0, 1, 1, 1, 2, 2, 2, 3][chance.below(8) as usize],
        };
        let mut directions: Vec<Vec<i64>> = (0..count).map(|_| vector(chance, 0)).collect();
        // Directions along the rank that sum to nothing would make a circle.
        let along = |d: &Vec<i64>| dot(&weights, d) == 0;
        let mut one = false;
        directions.retain(|d| !along(d) || !std::mem::replace(&mut one, true));
        let base = |chance: &mut Chance| match directions.first() {
            // A ray that begins on its own line, as in most games.
            Some(d) if dot(&weights, d) < 0 && chance.below(2) == 0 => d.clone(),
            _ => vector(chance, -1),
        };
        let bases = (0..if symmetric { 1 } else { 1 + chance.below(3) }).map(|_| base(chance)).collect();
        let guards = if symmetric && chance.below(2) == 0 { 0 } else { chance.below(4).saturating_sub(1) };
        let guard = (0..guards).map(|_| Form {
            coefficients: (0..heaps).map(|_| chance.between(-2, 2)).collect(),
            constant: chance.between(-4, 8),
        });
        let lattice = Lattice { directions: directions.clone(), bases, guard: guard.collect() };
        if symmetric {
            // Rays in one direction with one guard are one ray, as rulesets give them.
            for image in images(&lattice) {
                let same = |l: &&mut Lattice| l.directions == image.directions && l.guard == image.guard;
                match lattices.iter_mut().find(same) {
                    Some(known) => {
                        known.bases.extend(image.bases);
                        known.bases.sort();
                        known.bases.dedup();
                    }
                    None => lattices.push(image),
                }
            }
        } else {
            lattices.push(lattice);
        }
    }
    // Rays of which a position has the first steps only.
    let mut windows = Vec::new();
    let first = |lattice: &Lattice| lattice.directions.len() == 1;
    if chance.below(3) == 0 && lattices.iter().any(first) {
        let (rays, others): (Vec<Lattice>, Vec<Lattice>) = lattices.into_iter().partition(first);
        lattices = others;
        let divisor = chance.between(1, 3);
        for ray in rays {
            let most = if symmetric {
                let total = Form { coefficients: vec![1; heaps], constant: divisor - 3 };
                vec![(total, divisor)]
            } else {
                let form = |chance: &mut Chance| Form {
                    coefficients: (0..heaps).map(|_| chance.between(-1, 2)).collect(),
                    constant: chance.between(-2, 3),
                };
                (0..1 + chance.below(2)).map(|_| (form(chance), chance.between(1, 3))).collect()
            };
            windows.push(Window { ray, most });
        }
    }
    let top_rank = if heaps == 2 { chance.between(0, 24) } else { chance.between(0, 8) };
    let mut limits = vec![(weights.clone(), top_rank)];
    // A heap that never rises may be bounded on its own.
    for heap in 0..heaps {
        let all = lattices.iter().chain(windows.iter().map(|w| &w.ray));
        let vectors = all.flat_map(|l| l.directions.iter().chain(&l.bases));
        if vectors.into_iter().all(|v| v[heap] <= 0) && (symmetric || chance.below(2) == 0) {
            let mut alone = vec![0; heaps];
            alone[heap] = 1;
            let most = if symmetric { (top_rank * 2 / 3).max(1) } else { chance.between(0, top_rank / weights[heap]) };
            limits.push((alone, most));
        }
    }
    (Rules { weights, lattices }, windows, Region { limits, top_rank })
}

/// Outcomes by trying all options, one after the other.
struct Slow<'a> {
    rules: &'a Rules,
    windows: &'a [Window],
    region: &'a Region,
    /// For each point of the box around the region whether it is a P-position.
    is_p: Vec<bool>,
    sizes: Vec<i64>,
    values: Vec<u32>,
    /// What the options of a position have: P-positions, any, values.
    wins: bool,
    moves: bool,
    reached: BTreeSet<u32>,
}

impl<'a> Slow<'a> {
    fn is_position(&self, p: &[i64]) -> bool {
        p.iter().all(|heap| *heap >= 0) && self.region.limits.iter().all(|(weights, most)| dot(weights, p) <= *most)
    }

    fn index(&self, p: &[i64]) -> usize {
        p.iter().zip(&self.sizes).fold(0, |index, (heap, size)| index * *size as usize + *heap as usize)
    }

    /// Tries the points that directions lead to.
    fn along(&mut self, from: &mut Vec<i64>, directions: &[Vec<i64>]) {
        let Some((first, rest)) = directions.split_first() else {
            if self.is_position(from) {
                self.moves = true;
                let index = self.index(from);
                self.wins |= self.is_p[index];
                self.reached.insert(self.values[index]);
            }
            return;
        };
        let fall = -dot(&self.rules.weights, first);
        // Other directions lower the rank, so there are at most as many steps as it is high, each
        // of which leads at most 4 away: no way back along the rank is longer than this.
        let most = if fall > 0 {
            dot(&self.rules.weights, from).max(-1).div_euclid(fall)
        } else {
            10 * self.region.top_rank + 40
        };
        for _ in 0..=most {
            self.along(from, rest);
            from.iter_mut().zip(first).for_each(|(x, d)| *x += d);
        }
        from.iter_mut().zip(first).for_each(|(x, d)| *x -= (most + 1) * d);
    }

    fn new(rules: &'a Rules, windows: &'a [Window], region: &'a Region) -> Slow<'a> {
        let sizes: Vec<i64> = (0..rules.heaps()).map(|heap| region.extent(heap) + 1).collect();
        let count = sizes.iter().product::<i64>() as usize;
        let (is_p, values) = (vec![false; count], vec![0; count]);
        Slow { rules, windows, region, is_p, sizes, values, wins: false, moves: false, reached: BTreeSet::new() }
    }

    /// All positions, options before the position they belong to.
    fn positions(&self) -> Vec<Vec<i64>> {
        let mut all: Vec<Vec<i64>> = vec![vec![]];
        for size in &self.sizes {
            all = all.iter().flat_map(|p| (0..*size).map(|x| [p.as_slice(), &[x]].concat())).collect();
        }
        all.retain(|p| self.is_position(p));
        all.sort_by_key(|p| dot(&self.rules.weights, p));
        all
    }

    fn try_options(&mut self, p: &[i64]) {
        let at = |form: &Form| dot(&form.coefficients, p) + form.constant;
        for window in self.windows.iter().filter(|window| window.ray.guard.iter().all(|form| at(form) >= 0)) {
            for base in &window.ray.bases {
                let mut step = 0;
                let mut to: Vec<i64> = p.iter().zip(base).map(|(x, y)| x + y).collect();
                while step <= 200 && window.most.iter().all(|(form, divisor)| step * divisor <= at(form)) {
                    self.along(&mut to, &[]);
                    to.iter_mut().zip(&window.ray.directions[0]).for_each(|(x, d)| *x += d);
                    step += 1;
                }
            }
        }
        for lattice in &self.rules.lattices {
            if lattice.guard.iter().all(|form| at(form) >= 0) {
                for base in &lattice.bases {
                    let mut start = p.iter().zip(base).map(|(x, y)| x + y).collect();
                    self.along(&mut start, &lattice.directions);
                }
            }
        }
    }

    /// The P-positions.
    fn p_positions(mut self, ending: Ending) -> BTreeSet<Vec<u64>> {
        let mut all = self.positions();
        for p in &all {
            (self.wins, self.moves) = (false, false);
            self.try_options(p);
            let index = self.index(p);
            self.is_p[index] = !self.wins && (self.moves || ending == Ending::Normal);
        }
        all.retain(|p| self.is_p[self.index(p)]);
        all.iter().map(|p| p.iter().map(|x| *x as u64).collect()).collect()
    }
}

fn slowly(rules: &Rules, region: &Region, ending: Ending) -> BTreeSet<Vec<u64>> {
    Slow::new(rules, &[], region).p_positions(ending)
}

#[derive(Default, Debug)]
struct Tally {
    rows: u64,
    values: u64,
    lists: u64,
    windows: u64,
    sorted: u64,
    unfit: u64,
}

/// The values and outcomes by trying all options, compared with those of the engine, which
/// is asked twice: with and without looking for symmetry.
fn compare_values(seed: u64, rules: &Rules, windows: &[Window], region: &Region, tally: &mut Tally) {
    let mut slow = Slow::new(rules, windows, region);
    let positions = slow.positions();
    for wanted in [Wanted::Values, Wanted::Outcomes(Ending::Normal), Wanted::Outcomes(Ending::Misere)] {
        let budget = Budget::unlimited();
        let engine = |symmetry| Values::with_symmetry(rules, windows, region, wanted, symmetry, &budget);
        let (values, unsorted) = match (engine(true), engine(false)) {
            (Ok(values), Ok(unsorted)) => (values, unsorted),
            (Err(NoValues::Unfit), Err(NoValues::Unfit)) => return,
            (sorted, unsorted) => panic!("{:?}, {:?}, seed {seed}", sorted.err(), unsorted.err()),
        };
        tally.values += 1;
        tally.windows += u64::from(!windows.is_empty());
        for p in &positions {
            slow.reached.clear();
            slow.try_options(p);
            let number = match wanted {
                Wanted::Values => (0..).find(|value| !slow.reached.contains(value)).unwrap(),
                Wanted::Outcomes(Ending::Misere) if slow.reached.is_empty() => 1,
                Wanted::Outcomes(_) => u32::from(slow.reached.contains(&0)),
            };
            let index = slow.index(p);
            slow.values[index] = number;
            let says = || format!("{wanted:?} of {p:?}, seed {seed} {rules:?} {windows:?} {region:?}");
            assert_eq!(values.at(p), Some(number), "{}", says());
            assert_eq!(unsorted.at(p), Some(number), "unsorted, {}", says());
        }
        // Rows are read as single positions are.
        for p in &positions {
            let (last, first) = p.split_last().unwrap();
            let from = last / 2;
            let mut row = vec![u32::MAX; (last - from + 1) as usize];
            assert!(values.read_row(first, from, &mut row), "row of {p:?}, seed {seed}");
            let expected = (from..=*last).map(|heap| values.at(&[first, &[heap]].concat()));
            assert!(expected.eq(row.iter().map(|number| Some(*number))), "row of {p:?}, seed {seed}");
        }
        tally.sorted += u64::from(Values::sorts(rules, windows, region));
        let beyond: Vec<i64> = (0..rules.heaps()).map(|heap| region.extent(heap) + 1).collect();
        assert_eq!(values.at(&beyond), None);
    }
}

fn play(seed: u64, tally: &mut Tally) {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9));
    let (rules, windows, region) = rules(&mut chance);
    compare_values(seed, &rules, &windows, &region, tally);
    if !windows.is_empty() {
        // Bit rows and lists are given the same rays without their bounds.
        let lattices = rules.lattices.iter().chain(windows.iter().map(|w| &w.ray)).cloned().collect();
        return compare_outcomes(seed, &Rules { weights: rules.weights.clone(), lattices }, &region, tally);
    }
    compare_outcomes(seed, &rules, &region, tally);
}

fn compare_outcomes(seed: u64, rules: &Rules, region: &Region, tally: &mut Tally) {
    for ending in [Ending::Normal, Ending::Misere] {
        let expected = slowly(rules, region, ending);
        let mut found = BTreeSet::new();
        let budget = Budget::unlimited();
        let rows = for_each_row(rules, region, ending, &budget, &mut |row| {
            row.try_for_each(&mut |p| {
                assert!(found.insert(p.to_vec()));
                Ok(())
            })
        });
        match rows {
            Ok(()) => {
                tally.rows += 1;
                assert_eq!(found, expected, "rows, seed {seed} {ending:?} {rules:?} {region:?}");
            }
            Err(NoRows::Unfit) => tally.unfit += 1,
            Err(other) => panic!("{other:?}"),
        }
        for order in orders(rules, ending) {
            let mut found = BTreeSet::new();
            match for_each_listed(rules, region, order, ending, &budget, &mut |p| {
                assert!(found.insert(p.to_vec()));
                Ok(())
            }) {
                Ok(()) => {
                    tally.lists += 1;
                    assert_eq!(found, expected, "list by {order:?}, seed {seed} {ending:?} {rules:?} {region:?}");
                }
                Err(NoList::TooLong | NoList::Unfit) => {}
                Err(other) => panic!("{other:?}"),
            }
        }
    }
}

/// Rules from a seed in a region so large that rows have many words, or many outer heaps.
fn large(seed: u64) -> (Rules, Vec<Window>, Region) {
    let (rules, windows, mut region) = rules(&mut Chance(seed.wrapping_mul(0x9e37_79b9)));
    let by = if rules.heaps() == 2 { 60 } else { 14 };
    region.top_rank = (region.top_rank + 1) * by;
    region.limits.iter_mut().for_each(|(_, most)| *most = (*most + 1) * by);
    (rules, windows, region)
}

/// Rows that threads share are those of one thread, in the same order. Blocks of few ranks, so
/// that there are many of them.
#[test]
fn rows_of_several_threads_are_those_of_one() {
    let mut compared = [0; 2];
    for seed in 1..=100 {
        let (rules, _, region) = large(seed);
        for (ending, ranks) in [(Ending::Normal, 9), (Ending::Misere, 16)] {
            let rows = |threads: usize| {
                let mut found = vec![];
                let sharing = Sharing { threads, ranks, least: 1 };
                let visit = &mut |row: &miyama_outcomes::Row<'_>| {
                    row.try_for_each(&mut |p| {
                        found.push(p.to_vec());
                        Ok(())
                    })
                };
                for_each_row_shared(&rules, &region, ending, sharing, &Budget::unlimited(), visit).map(|()| found)
            };
            let Ok(one) = rows(1) else { continue };
            for threads in [2, 3] {
                assert_eq!(rows(threads).as_ref(), Ok(&one), "{threads} threads, seed {seed} {ending:?} {rules:?}");
            }
            compared[rules.heaps() - 2] += 1;
        }
    }
    assert!(compared.iter().all(|count| *count > 20), "{compared:?}");
}

fn run(count: u64) {
    let given = |name: &str| std::env::var(name).ok()?.replace('_', "").parse().ok();
    let (count, first) = (given("MIYAMA_RULESETS").unwrap_or(count), given("MIYAMA_SEED").unwrap_or(1));
    let mut tally = Tally::default();
    (first..first + count).for_each(|seed| play(seed, &mut tally));
    eprintln!("{count} rules from seed {first}: {tally:?}");
    assert!(
        tally.rows > count
            && tally.lists > count / 4
            && tally.values > count / 8
            && tally.windows > count / 40
            && tally.sorted > count / 40,
        "too few of {count} were compared: {tally:?}"
    );
}

#[test]
fn rows_and_lists_equal_trying_all_options() {
    run(1_000);
}

#[test]
#[ignore = "takes minutes"]
fn rows_and_lists_equal_trying_all_options_of_a_hundred_thousand() {
    run(100_000);
}

/// A row that is far longer than there are rows ends early too: what is found in it counts, and
/// the budget is asked.
#[test]
fn a_long_row_is_given_up() {
    // One to three from either heap.
    let ray = |heap: usize| Lattice {
        bases: (1..=3).map(|i| if heap == 0 { vec![-i, 0] } else { vec![0, -i] }).collect(),
        directions: vec![],
        guard: vec![],
    };
    let rules = Rules { weights: vec![1, 1], lattices: vec![ray(0), ray(1)] };
    let most = 1 << 30;
    let region = Region { limits: vec![(vec![1, 0], 2), (vec![0, 1], most)], top_rank: most + 2 };
    let mut tried = 0;
    for ending in [Ending::Normal, Ending::Misere] {
        // By the first heap there are three rows.
        for order in orders(&rules, ending).into_iter().filter(|order| *order == [1, 0]) {
            tried += 1;
            let mut found = 0;
            let listed = for_each_listed(&rules, &region, order, ending, &Budget::unlimited(), &mut |_| {
                found += 1;
                assert!(found < 1 << 20, "{order:?}");
                Ok(())
            });
            assert!(matches!(listed, Err(NoList::TooLong)), "{listed:?}");
            let stopped = Budget::unlimited().with_looks(2);
            let listed = for_each_listed(&rules, &region, order, ending, &stopped, &mut |_| Ok(()));
            assert!(matches!(listed, Err(NoList::Stopped(_))), "{listed:?}");
        }
    }
    assert!(tried > 0);
}
