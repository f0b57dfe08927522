//! Genera and classes against published ones, and against playing out.
#![allow(clippy::unwrap_used, clippy::panic)]

mod octal;

use miyama_budget::Budget;
use miyama_misere::{Atoms, Class, Genus, Watch};
use octal::{digits, lost, options};
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

#[test]
fn genera_of_wythoff() {
    let row = include_str!("coordinate_games_tests.tsv").lines().nth(1).unwrap();
    let genera = written(row.split('\t').nth(3).unwrap());
    // (x, y) with x ≤ 10, y ≤ 20 has the number 21x + y.
    let rule = |number: u32| -> Options {
        let (x, y) = (number / 21, number % 21);
        let rows = (0..x).map(|i| vec![21 * i + y]);
        let columns = (0..y).map(|j| vec![21 * x + j]);
        let diagonal = (1..=x.min(y)).map(|d| vec![21 * (x - d) + y - d]);
        rows.chain(columns).chain(diagonal).collect()
    };
    let mut atoms = heaps(21 * 11 - 1, &rule);
    for (n, text) in (0..).zip(&genera) {
        compare(&genus(&mut atoms, &[210 + n]), text, &format!("(10,{n})"));
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
