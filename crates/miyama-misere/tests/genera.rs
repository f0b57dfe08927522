//! Genera and classes against published ones, and against playing out.
#![allow(clippy::unwrap_used, clippy::panic)]

mod octal;

use miyama_budget::Budget;
use miyama_misere::period::{MoveBounds, Period};
use miyama_misere::{Atoms, Class, Genera, Genus, Tell, Watch};
use octal::{digits, lost, options};
use std::cell::Cell;
use std::collections::HashMap;

type Options = Vec<Vec<u32>>;

/// The heaps 0, 1, … up to `to`, by a rule.
fn heaps(to: u32, rule: &dyn Fn(u32) -> Options) -> Atoms {
    let budget = Budget::unlimited();
    let mut atoms = Atoms::default();
    (0..=to).for_each(|heap| atoms.add(&rule(heap), Watch::new(&budget, 0)).unwrap());
    atoms
}

fn genus(atoms: &mut Atoms, heaps: &[u32]) -> (Genus, Class) {
    let budget = Budget::unlimited();
    let (sum, watch) = (atoms.sum(heaps), Watch::new(&budget, 0));
    (atoms.genus(&sum, watch).unwrap(), atoms.class(&sum, watch).unwrap())
}

/// Compares with a genus as the oracle writes it: `n` for a nim heap, g and γ₀ for
/// tame and restive games, g and all of γ for others; lists with numbers of two digits
/// stand in parentheses.
#[track_caller]
fn compare(found: &(Genus, Class), written: &str, what: &str) {
    let (genus, class) = found;
    let (normal, misere) = written.split_once('^').unwrap_or((written, ""));
    assert_eq!(genus.normal.to_string(), normal, "{what}");
    let misere: Vec<u32> = match misere.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(list) => list.split(',').map(|number| number.parse().unwrap()).collect(),
        None => misere.chars().map(|digit| digit.to_digit(10).unwrap()).collect(),
    };
    match misere.as_slice() {
        [] => {
            assert_eq!(*class, Class::Tame, "{what}");
            let n = genus.normal;
            assert_eq!(genus.misere[0], if n < 2 { n ^ 1 } else { n }, "{what}");
        }
        [only] => {
            assert!(matches!(class, Class::Tame | Class::Restive), "{what}: {class:?}");
            assert_eq!(genus.misere[0], *only, "{what}");
        }
        all => {
            assert!(matches!(class, Class::Wild | Class::Restless), "{what}: {class:?}");
            assert_eq!(genus.misere, all, "{what}");
        }
    }
}

/// The genera in a field of the oracle.
fn written(field: &str) -> Vec<String> {
    let mut depth = 0;
    let inside = field.trim().trim_matches(['[', ']']);
    let split = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    inside.split(split).map(str::to_owned).collect()
}

fn sequence(ruleset: &str) -> Box<dyn Fn(u32) -> Options> {
    let octal = |digits: Vec<u32>| -> Box<dyn Fn(u32) -> Options> {
        Box::new(move |n| {
            let mut all = Vec::new();
            options(&digits, n, &mut |left| all.push(left.to_vec()));
            // Digit 8: three heaps.
            for (taken, _) in digits.iter().enumerate().filter(|(_, digit)| **digit & 8 != 0) {
                let rest = n.saturating_sub(taken as u32);
                for a in 1..=rest {
                    (a..=rest)
                        .filter(|b| a + b < rest && rest - a - b >= *b)
                        .for_each(|b| all.push(vec![a, b, rest - a - b]));
                }
            }
            all
        })
    };
    match ruleset {
        "game.heap.Nim" => Box::new(|n| (0..n).map(|left| vec![left]).collect()),
        "game.heap.GrundysGame" => Box::new(|n| (1..n.div_ceil(2)).map(|a| vec![a, n - a]).collect()),
        "game.heap.Kayles" => octal(vec![0, 7, 7]),
        "game.heap.DawsonsKayles" => octal(vec![0, 0, 7]),
        "game.heap.Subtraction([2,3,7])" => octal(vec![0, 0, 3, 3, 0, 0, 0, 3]),
        "game.heap.Subtraction([2,3,7], allbut => true)" => {
            Box::new(|n| (1..=n).filter(|taken| ![2, 3, 7].contains(taken)).map(|taken| vec![n - taken]).collect())
        }
        "game.heap.TakeAndBreak(\"0.3F\")" => octal(vec![0, 3, 15]),
        other => panic!("no rule for {other}"),
    }
}

#[test]
fn genera_of_the_oracle() {
    let rows: Vec<Vec<&str>> =
        include_str!("heap_nim_sequences_tests.tsv").lines().skip(1).map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows.len(), 7);
    for row in rows {
        let mut atoms = heaps(20, &*sequence(row[0]));
        let genera = written(row[6]);
        assert_eq!(genera.len(), 21);
        let misere: Vec<String> = written(row[5]);
        for (heap, text) in (0..).zip(&genera) {
            let found = genus(&mut atoms, &[heap]);
            compare(&found, text, &format!("{} heap {heap}", row[0]));
            assert_eq!(found.0.misere[0].to_string(), misere[heap as usize], "{} heap {heap}", row[0]);
        }
    }
}

/// A game on pairs (x, y) with x ≤ 10, y ≤ 20: what a move from a pair leaves. In the last
/// four y is what is remembered of the last move.
fn pairs(ruleset: &str) -> fn(u32, u32) -> Vec<(u32, u32)> {
    fn wythoff(x: u32, y: u32, most: u32) -> Vec<(u32, u32)> {
        let rows = (0..x).map(|i| (i, y));
        let columns = (0..y).map(|j| (x, j));
        let both = (1..=x).flat_map(|k| (1..=y).map(move |l| (k, l))).filter(|(k, l)| k.abs_diff(*l) < most);
        rows.chain(columns).chain(both.map(|(k, l)| (x - k, y - l))).collect()
    }
    fn take(x: u32, may: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
        (1..=x).filter(|taken| may(*taken)).map(|taken| (x - taken, taken)).collect()
    }
    match ruleset {
        "game.heap.Wythoff" => |x, y| wythoff(x, y, 1),
        // k and l with 0 < k ≤ l < k + 2.
        "game.heap.GenWythoff(x -> x + 2)" => |x, y| wythoff(x, y, 2),
        "game.heap.FibonacciNim" => |x, y| take(x, |taken| taken <= 2 * y),
        "game.heap.TakeAway(3)" => |x, y| take(x, |taken| taken <= 3 * y),
        "game.heap.Mem" => |x, y| take(x, |taken| taken >= y),
        "game.heap.GenMem((memory, j) -> j != memory)" => |x, y| take(x, |taken| taken != y),
        other => panic!("no rule for {other}"),
    }
}

#[test]
fn genera_of_games_on_pairs() {
    let rows: Vec<Vec<&str>> =
        include_str!("coordinate_games_tests.tsv").lines().skip(1).map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let moves = pairs(row[0]);
        assert_eq!(moves(10, 10).len().to_string(), row[1], "{}: options of (10,10)", row[0]);
        // (x, y) has the number 21x + y.
        let rule = |number: u32| -> Options {
            moves(number / 21, number % 21).iter().map(|(x, y)| vec![21 * x + y]).collect()
        };
        let mut atoms = heaps(21 * 11 - 1, &rule);
        let (genera, values) = (written(row[3]), written(row[2]));
        assert_eq!((genera.len(), values.len()), (21, 21));
        for (n, text) in (0..).zip(&genera) {
            let found = genus(&mut atoms, &[210 + n]);
            compare(&found, text, &format!("{} at (10,{n})", row[0]));
            assert_eq!(found.0.normal.to_string(), values[n as usize], "{} at (10,{n})", row[0]);
        }
    }
}

/// Outcomes and genera of sums of atoms are those of the sums of heaps.
#[test]
fn atoms_play_as_their_heaps() {
    let budget = Budget::unlimited();
    for code in ["0.77", "0.07", "0.3", "0.26", "4.7", "0.137", "0.61", "0.34", "0.71", "0.152"] {
        let digits = digits(code);
        let mut atoms = heaps(11, &|n| {
            let mut all = Vec::new();
            options(&digits, n, &mut |left| all.push(left.to_vec()));
            all
        });
        let mut known = HashMap::new();
        for a in 0..=11u32 {
            for b in a..=11 {
                for c in (0..=5).chain([9]) {
                    let sum = atoms.sum(&[a, b, c]);
                    let mut heaps = vec![a, b, c];
                    heaps.sort_unstable();
                    let expected = lost(&digits, &heaps, &mut known);
                    let found = atoms.is_p(&sum, None, Watch::new(&budget, 0)).unwrap();
                    assert_eq!(found, expected, "{code}: {a}+{b}+{c}");
                    assert_eq!(genus(&mut atoms, &[a, b, c]).0.misere[0] == 0, expected, "{code}: {a}+{b}+{c}");
                }
            }
        }
    }
}

/// Conway's rule for a restive game beside nim heaps: it counts as γ₀ if all of them
/// have 0, 1, γ₀ or γ₀ ⊕ 1 tokens, else as its nim value.
#[test]
fn restive_games_choose_their_size() {
    let budget = Budget::unlimited();
    let watch = || Watch::new(&budget, 0);
    // Heaps 0 to 8 are nim heaps; then games with nim heaps and 2+2 as options.
    let mut atoms = heaps(8, &|n| (0..n).map(|left| vec![left]).collect());
    let pool: Vec<Vec<u32>> = vec![vec![0], vec![1], vec![2], vec![3], vec![4], vec![2, 2], vec![2, 3], vec![5]];
    let mut seen = 0;
    for chosen in 1..1u32 << pool.len() {
        let options: Options =
            pool.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1).map(|(_, option)| option.clone()).collect();
        let number = atoms.len() as u32;
        atoms.add(&options, watch()).unwrap();
        let (found, class) = genus(&mut atoms, &[number]);
        if class != Class::Restive {
            continue;
        }
        seen += 1;
        let (g, misere) = (found.normal, found.misere[0]);
        for a in 0..=8u32 {
            for b in a..=8 {
                for c in b..=8 {
                    let usual = [a, b, c].iter().all(|n| [0, 1, misere, misere ^ 1].contains(n));
                    let size = if usual { misere } else { g };
                    let sum = atoms.sum(&[number, a, b, c]);
                    let lost = atoms.is_p(&sum, None, watch()).unwrap();
                    assert_eq!(lost, size ^ a ^ b ^ c == 0, "{options:?} of genus {found} with {a}+{b}+{c}");
                }
            }
        }
    }
    assert!(seen > 20, "{seen} restive games");
}

/// The genera of all heaps of a code.
fn all_genera(code: &str, work: u64) -> Option<Genera> {
    let digits = digits(code);
    let most_left = if digits.iter().any(|digit| digit & 4 != 0) { 2 } else { 1 };
    let reach = MoveBounds { most_left, most_taken: digits.len() as u64 - 1 };
    let rule = move |heap: u32, tell: &mut Tell<'_>| {
        options(&digits, heap, &mut |left| {
            tell(left);
        });
    };
    let (budget, work) = (Budget::unlimited(), Cell::new(work));
    miyama_misere::genera(rule, reach, 1000, Watch::new(&budget, 100).with_work(&work)).ok().flatten()
}

/// The genera that repeat are those of playing out, also beyond the window.
#[test]
fn genera_of_all_heaps_are_those_of_playing_out() {
    let solved = [
        ("0.3", 1, 2, 40),
        ("0.33", 2, 3, 40),
        ("0.34", 13, 8, 60),
        ("0.52", 12, 4, 44),
        ("0.53", 40, 9, 32),
        ("0.71", 6, 6, 32),
        ("0.72", 38, 4, 32),
        ("0.152", 179, 48, 40),
        ("0.115", 96, 14, 50),
        ("4.74", 11, 2, 34),
        ("0.241", 11, 10, 50),
    ];
    for (code, start, length, to) in solved {
        let all = all_genera(code, 100_000_000).unwrap();
        assert_eq!(all.period, Period { start, length }, "{code}");
        let digits = digits(code);
        let mut atoms = heaps(to, &|n| {
            let mut all = Vec::new();
            options(&digits, n, &mut |left| all.push(left.to_vec()));
            all
        });
        for heap in 0..=to {
            let known = all.list.len() as u32;
            let like = if heap < known { heap } else { start as u32 + (heap - start as u32) % length as u32 };
            let (found, class) = genus(&mut atoms, &[heap]);
            let (repeated, its_class) = &all.list[like as usize];
            assert_eq!(found, *repeated, "{code}, heap {heap}");
            assert_eq!(class == Class::Tame, *its_class == Class::Tame, "{code}, heap {heap}");
        }
    }
    // Beside larger nim heaps Kayles has more elements than are tried here.
    assert!(all_genera("0.77", 10_000_000).is_none());
}
