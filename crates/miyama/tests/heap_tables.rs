//! Tables against the definition: every option, value and outcome found again by
//! the interpreter of the notation, which shares nothing with lowering and sweep.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::heap::builtin;
use miyama::heap::interpreter::{Interpreter, Naive};
use miyama::heap::notation::{Body, Definition, parse_definition};
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama::heap::table::{GrundyTable, NoTable, OutcomeTable};
use miyama::out_of_reach::OutOfReach;
use miyama::play::Convention;
use miyama_budget::{Budget, Stopped};
use proptest::prelude::*;

fn positions(to: &[u64]) -> Vec<Vec<u64>> {
    to.iter().fold(vec![vec![]], |all, n| {
        all.iter().flat_map(|p: &Vec<u64>| (0..=*n).map(|h| [p.as_slice(), &[h]].concat())).collect()
    })
}

/// Options, values and outcomes of a definition against those that the
/// interpreter of the notation finds, at all positions of a box.
fn compare(definition: &Definition, arguments: &[Argument], to: &[u64], threads: usize) {
    let ruleset = Ruleset::new(definition, arguments).unwrap_or_else(|m| panic!("{definition}: {m}"));
    let budget = Budget::unlimited().with_threads(threads);
    let on_heaps = || Interpreter::on_heaps(definition, arguments, ruleset.heaps());
    let interpreter = Interpreter::new(definition, arguments).or_else(on_heaps).unwrap();
    let mut slow = Naive::of(&[&interpreter]);
    for position in positions(to) {
        let options: Vec<Vec<Vec<u64>>> = slow.options(0, &position).unwrap().iter().cloned().collect();
        assert_eq!(ruleset.options(&position).unwrap(), options, "{definition} {position:?}");
    }
    // Who wins where options are forbidden or ends take sides has tests of its own.
    if !ruleset.is_won_as_usual() {
        return;
    }
    let table = GrundyTable::new(&ruleset, to, &budget).unwrap();
    for position in positions(to) {
        assert_eq!(table.value(&position), Some(slow.value(0, &position).unwrap()), "{definition} {position:?}");
    }
    if ruleset.splits() {
        return;
    }
    for convention in [Convention::Normal, Convention::Misere] {
        let table = OutcomeTable::new(&ruleset, to, convention, &budget).unwrap();
        for position in positions(to) {
            let expected = slow.outcome(&[(0, position.clone())], convention).unwrap();
            assert_eq!(table.outcome(&position), Some(expected), "{definition} {position:?} {convention:?}");
        }
    }
}

#[test]
fn every_built_in_game_equals_its_definition() {
    for game in builtin::all().iter().filter(|game| !game.definition.is_partizan()) {
        let arguments: Vec<Vec<Argument>> = match game.definition.parameters.len() {
            0 => vec![vec![]],
            1 if game.name == "subtraction" => vec![vec![Argument::Set(vec![1, 3, 4])], vec![Argument::Set(vec![])]],
            1 => (1..5).map(|n| vec![Argument::Number(n)]).collect(),
            _ => (1..4).flat_map(|a| (0..4).map(move |b| vec![Argument::Number(a), Argument::Number(b)])).collect(),
        };
        for arguments in arguments {
            let definition = &game.definition;
            match Ruleset::new(definition, &arguments).unwrap().heaps() {
                1 => compare(definition, &arguments, &[60], 1),
                2 => {
                    compare(definition, &arguments, &[17, 17], 1);
                    compare(definition, &arguments, &[5, 20], 2);
                }
                3 => compare(definition, &arguments, &[5, 6, 4], 2),
                _ => compare(definition, &arguments, &[2, 3, 2, 3], 2),
            }
        }
    }
}

const DEFINITIONS: &[&str] = &[
    "(x,y) -> sym {(x-i,y) | i in {1,2,5}} ∪ {(x-2*i,y-i) | 1<=i}",
    "(x,y) -> sym {(x-2*i+j,y+i-2*j) | 1 <= i+j}",
    "(x,y) -> {(x-i, y+2-i) | 3 <= i} ∪ {(x, y-j) | 1 <= j <= 2}",
    "(x,y) -> sym {(x-i, y+3-j) | 4 <= i, j <= 3}",
    "(x,y) -> {(x-i, y) | 1 <= i, i mod 2 = 1} ∪ {(x, y-i) | 1 <= i, i mod 3 != 0}",
    "(x,y) -> {(x-i, y) | 1 <= i <= y} ∪ {(x, y-i) | 1 <= i <= x}",
    "(x,y) -> {(y, x-1)} ∪ {(x, y-3*i) | 1 <= i}",
    "(x,y) -> sym {(x-i*i, y) | 1 <= i} ∪ {(x-i, y-j) | 1 <= i*j <= 3}",
    "(x,y) -> sym {(x-i, y) | 1 <= i, x > y} ∪ {(x-i,y-i) | 1 <= i, x mod 2 = 0}",
    "(x,y) -> {(x-1, y+5)} ∪ {(x, y-i) | 1 <= i}",
    "(x,y) -> {(x-i, y-j) | 1 <= min(i,j), max(i,j) <= 4 or i = 2*j}",
    "(x,y,z) -> sym {(x-i, y-j, z) | 1 <= i + j} ∪ {(x-i,y-i,z-i) | 1 <= i}",
    "(x,y,z) -> sym {(x-i, y+j, z+k) | 1 <= j, j+2*k < i}",
    "(x) -> {(x-i) | 1 <= i, i != 3, i <= 7} ∪ {(a)+(b) | a + b = x - 2, 1 <= a, 1 <= b}",
    "(x) -> {(x div 2) | 1 <= x} ∪ {(x-1) | x mod 3 != 0}",
    "(x) -> {0 | x in {2, 5}} ∪ {(x-1) | x >= 3}",
    "(x,y) -> {(x-1, y+j) | j <= y} ∪ {(x, y-i) | 1 <= i <= 2}",
    "(x,y) -> {(x-2,y)} ∪ {(x, y-3)} ∪ {(x-1,y-1)}",
    "(w,x,y,z) -> sym {(w-i,x-i,y,z) | 1 <= i}",
    // The greatest heap falls, the first heap falls, heaps fall in an order, with nothing left.
    "(x,y) -> {(a,b) | a < max(x,y), b < max(x,y), a+b >= 3} ∪ {(0,0) | max(x,y) >= 1}",
    "(x,y) -> {(a,b) | a < x, b <= x} ∪ {(x,y-i) | 1 <= i <= 3}",
    "(x,y) -> {(b,a) | a < min(x,y), b <= 5} ∪ {0 | x = 4, y = 1}",
    "(x) -> {(a)+(b) | a < x, b < x, a*b <= 7} ∪ {0 | x = 5}",
    // Cones that are quadrants of rank and y: one of them, two of different bases, with
    // other moves, with a guard.
    "(x,y) -> {(x-i,y+j) | 2<=i, 1<=j<i}",
    "(x,y) -> {(x-i,y+j) | 1<=i, 0<=j<i} ∪ {(x+j,y-i) | 3<=i, 1<=j<=i-2}",
    "(x,y) -> {(x-i,y+j) | 3<=i, 2<=j<i} ∪ {(x,y-i) | 1<=i} ∪ {(x-1,y-2)}",
    "(x,y) -> sym {(x-i,y+j) | 2<=i, 1<=j<i} ∪ {(x-1,y-1)}",
    "(x,y) -> sym {(x-i,y+j) | 2<=i, 1<=j<i, x>=2*y}",
];

#[test]
fn definitions_of_every_kind_equal_brute_force() {
    for text in DEFINITIONS {
        let definition = parse_definition(text).unwrap();
        let Body::Options { heaps, .. } = &definition.body else { panic!("{text} is no code") };
        let to: &[u64] = match heaps.len() {
            1 => &[50],
            2 if text.contains("y+j) | j <= y") => &[3, 4],
            2 => &[15, 18],
            3 => &[6, 5, 6],
            _ => &[3, 3, 4, 3],
        };
        compare(&definition, &[], to, 2);
    }
}

/// A random linear ruleset on two heaps: rays, cones and strips in any direction.
fn random_set() -> impl Strategy<Value = String> {
    let coefficient = -2i32..3;
    let tuple = (prop::array::uniform2(coefficient.clone()), prop::array::uniform2(coefficient), -2i32..3, -2i32..3);
    let bounds = (
        0u32..3,
        0u32..3,
        0u32..4,
        prop::sample::select(vec!["", ", i <= j+1", ", j < i", ", |i-j| <= 1", ", j <= 3"]),
    );
    (any::<bool>(), tuple, bounds).prop_map(|(sym, (a, b, c, d), (i, j, least, extra))| {
        let sym = if sym { "sym " } else { "" };
        format!(
            "{sym}{{ (x+{}*i+{}*j+{c}, y+{}*i+{}*j+{d}) | {i} <= i, {j} <= j, {least} <= i+j{extra} }}",
            a[0], a[1], b[0], b[1]
        )
        .replace("+-", "-")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn random_rulesets_equal_brute_force(sets in prop::collection::vec(random_set(), 1..3)) {
        let text = format!("(x, y) -> {}", sets.join(" ∪ "));
        let definition = parse_definition(&text).unwrap();
        // Sets that are unbounded or need not end are refused; the others are compared.
        if Ruleset::new(&definition, &[]).is_ok() {
            compare(&definition, &[], &[9, 8], 1);
        }
    }
}

/// Sets of several cache lines, tiles and threads: a position of a large table
/// in every few hundred, all of whose options are in the table, has the least
/// value that no option has.
#[test]
fn large_tables_fulfil_the_definition() {
    let rulesets = [
        "(x,y) -> {(x-i,y) | i>=1} ∪ {(x,y-i) | i>=1} ∪ {(x-i,y-i) | i>=1}",
        "(x,y) -> {(x-i,y) | i>=1} ∪ {(x,y-i) | i>=1} ∪ {(x-2*i,y-i) | i>=1}",
        "(x,y) -> sym {(x-i,y+1) | i>=2}",
        "(x,y) -> sym {(x-i,y+j) | i>=1, 0<=j, j<i}",
        "(x,y) -> sym {(x-i,y+j) | i>=1, 0<=j, j<i} ∪ {(x-i,y-j) | i>=1, j>=1, i-j<=2, j-i<=2}",
        "(x,y) -> {(x-i,y) | i>=1} ∪ {(x,y-i) | 1<=i, i<=5}",
        "(x,y) -> {(x-i,y+j) | 2<=i, 1<=j<i} ∪ {(x+j,y-i) | 3<=i, 0<=j<i} ∪ {(x-1,y-1)}",
    ];
    for definition in rulesets {
        let ruleset = Ruleset::new(&parse_definition(definition).unwrap(), &[]).unwrap();
        let to = [399, 399];
        let of = |threads| GrundyTable::new(&ruleset, &to, &Budget::unlimited().with_threads(threads)).unwrap();
        let (table, shared) = (of(1), of(3));
        let mut compared = 0;
        for (at, position) in positions(&to).iter().enumerate() {
            let value = table.value(position).unwrap().0;
            assert_eq!(shared.value(position).unwrap().0, value, "{definition} {position:?}");
            if at % 631 != 0 {
                continue;
            }
            let (mut reached, mut inside) = (vec![false; 802], true);
            let interpreter = ruleset.interpreter().unwrap();
            for option in interpreter.options(position, &mut u64::MAX.clone(), &Budget::unlimited()).unwrap() {
                match table.value(&option[0]) {
                    Some(value) => reached[value.0 as usize] = true,
                    None => inside = false,
                }
            }
            if inside {
                assert_eq!(value, reached.iter().position(|r| !r).unwrap() as u32, "{definition} {position:?}");
                compared += 1;
            }
        }
        assert!(compared > 100, "{definition}");
    }
}

fn compare_text(text: &str, to: &[u64], threads: usize) {
    compare(&parse_definition(text).unwrap(), &[], to, threads);
}

fn ruleset(text: &str) -> Ruleset {
    Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap()
}

/// The only position with an option has it millions of times.
#[test]
fn a_position_with_very_many_options_can_be_given_up() {
    // A sweep, cancelled when it comes to the position.
    let switch = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let cancel = switch.clone();
    let budget = Budget::unlimited().with_cancel(switch).with_listener(move |progress| {
        cancel.store(progress.done == 1, std::sync::atomic::Ordering::Relaxed);
    });
    let swept = ruleset("(n) -> { (n-1) | 1 <= i <= 3000000 }");
    assert_eq!(GrundyTable::new(&swept, &[1], &budget).err(), Some(NoTable::Stopped(Stopped::Cancelled)));
    // No weighted sum bounds the second heap: positions are explored one by one.
    let explored = ruleset("(x, y) -> { (x-1, 2*y+5000) | 1 <= i <= 3000000 }");
    let budget = Budget::unlimited();
    budget.cancel();
    assert_eq!(GrundyTable::new(&explored, &[1, 0], &budget).err(), Some(NoTable::Stopped(Stopped::Cancelled)));
}

/// What was found and waits for its value counts as well.
#[test]
fn the_options_of_explored_positions_are_counted_as_memory() {
    let explored = ruleset("(x, y) -> { (x-1, 2*y+5000) | 1 <= i <= 100000 }");
    let budget = Budget::unlimited().with_memory(1 << 20);
    let reason = GrundyTable::new(&explored, &[1, 0], &budget).err();
    assert!(matches!(reason, Some(NoTable::Stopped(Stopped::Memory { .. }))), "{reason:?}");
}

/// Finding out that there is no option takes very many steps.
#[test]
fn a_search_for_options_that_finds_none_can_be_given_up() {
    let squares = ruleset("(n) -> { (n-1) | i*i = n, 1 <= i <= n }");
    let budget = Budget::unlimited();
    budget.cancel();
    let mut found = 0;
    let visited = squares.for_each_option(&[1_000_000_007], &budget, &mut |_| {
        found += 1;
        true
    });
    assert_eq!((visited, found), (Err(OutOfReach::Stopped(Stopped::Cancelled)), 0));
}

/// A set is carried along its line at every position, also where a condition on
/// the heaps forbids the moves; what is read must belong to the line all the same.
#[test]
fn conditions_on_heaps_meet_ranges_of_moves() {
    let definitions = [
        "(x,y) -> {(x-i-1,y+i) | 0<=i, x<=1}",
        "(x,y) -> {(x-i-1,y+i) | 0<=i, x<=2}",
        "(x,y) -> {(x+i-2,y-i) | 0<=i, y<=1}",
        "(x,y) -> {(x+i-2,y-i) | 0<=i, y<=1} ∪ {(x,y-j) | 1<=j, x<=2}",
        "(x,y) -> {(x-5+i,y+6-2*i) | 0<=i, x<=4}",
        "(x,y) -> {(x-i,y+2*i) | 1<=i, y<=3} ∪ {(x,y-1)}",
        "(x,y) -> sym {(x-2*i,y+i) | 1<=i, x>=y} ∪ {(x-i,y-i) | 1<=i, x+y<=9}",
        "(x,y,z) -> {(x-i-2,y-i,z+i) | 0<=i, y<=3}",
        "(x,y,z) -> {(x-i-2,y-i,z+i) | 0<=i, y<=3} ∪ {(x,y,z-i) | 1<=i, x<=1}",
    ];
    for text in definitions {
        let boxes: &[&[u64]] =
            if text.starts_with("(x,y) ") { &[&[3, 3], &[6, 8], &[9, 2], &[1, 12]] } else { &[&[4, 1, 1], &[5, 5, 3]] };
        for to in boxes {
            compare_text(text, to, 1);
            compare_text(text, to, 2);
        }
    }
}

/// Displacements that only a total bounds: a half-space holds whole planes of them.
#[test]
fn totals_fall_while_heaps_rise() {
    for text in [
        "(x,y,z) -> {(a,b,c) | a+b+c<x+y+z}",
        "(x,y,z) -> {(a,b,c) | a+b+c=x+y+z-1}",
        "(x,y,z) -> {(a,b,c) | 2*a+b+c<2*x+y+z}",
        "(x,y,z) -> {(a,b,c) | a+b+2*c < x+y+2*z, c <= 2*x+y+2*z, z > 1}",
        "(x,y,z) -> {(x-1,y,z)} ∪ {(a,b,c) | a+b+c<x+y+z, x=2, y=1, z=2}",
        "(x,y,z) -> {(a,b,z) | a+b<x+y}",
        "(x,y,z) -> {(a,b,c) | a+b+c<x+y+z, i<=3}",
    ] {
        for to in [[1, 1, 1], [2, 2, 2], [3, 1, 2]] {
            compare_text(text, &to, 1);
        }
    }
    compare_text("(w,x,y,z) -> {(a,b,c,u) | a+b+c<w+x+y, u<=z}", &[1, 1, 1, 1], 1);
}

/// Pieces may have larger values than their rank.
#[test]
fn values_of_sums_pass_the_rank() {
    for (text, to) in [
        ("(x) -> {(x-i)+(x-j) | 1<=i, 1<=j}", &[30][..]),
        ("(x) -> {(a)+(b)+(c) | 0<=a<x, 0<=b<x, 0<=c<x}", &[12]),
        ("(x) -> {(x-i) | 1<=i} ∪ {(x-i)+(x-j) | 1<=i, 1<=j, 20<=x}", &[30]),
        ("(x) -> {0} ∪ {(x-1)}", &[9]),
        ("(x,y) -> {(a,b)+(c,d) | 0<=a<x, 0<=b<=y, 0<=c<x, 0<=d<=y} ∪ {(x,y-i) | 1<=i}", &[3, 3]),
    ] {
        compare_text(text, to, 1);
    }
    // Sets are kept for 63 values at first, and do not suffice.
    let threefold = ruleset("(x) -> {(x-i) | 1<=i} ∪ {(a)+(b)+(c) | 0<=a<x, 0<=b<x, 0<=c<x}");
    let table = GrundyTable::new(&threefold, &[24], &Budget::unlimited()).unwrap();
    let values: Vec<u32> = (0..=24).map(|x| table.value(&[x]).unwrap().0).collect();
    let known =
        [0, 1, 2, 4, 8, 15, 16, 32, 51, 64, 85, 106, 128, 150, 171, 219, 237, 247, 256, 279, 297, 455, 512, 537, 557];
    assert_eq!(values, known);
    let large = ruleset("(x) -> {(a)+(b) | 0<=a<x, 0<=b<x}");
    let table = GrundyTable::new(&large, &[200], &Budget::unlimited()).unwrap();
    assert_eq!(table.value(&[200]).unwrap().0, 398);
    // The sets have to grow in the middle of a sweep, and the cells past 16 bits.
    for exponent in [4u32, 8, 15] {
        let (half, top) = (1u64 << exponent, (1u64 << (exponent + 1)) - 1);
        let text = format!("(x) -> {{(x-i) | 1<=i}} ∪ {{({half})+({}) | x={top}}}", half - 1);
        let table = GrundyTable::new(&ruleset(&text), &[top + 3], &Budget::unlimited()).unwrap();
        let value = |x: u64| u64::from(table.value(&[x]).unwrap().0);
        assert_eq!((value(top - 1), value(top)), (top - 1, top + 1), "{text}");
        assert_eq!((value(top + 1), value(top + 2)), (top, top + 2), "{text}");
    }
}

/// What a table takes is what its positions and their lines need.
#[test]
fn narrow_and_sparse_tables_take_little_memory() {
    let budget = Budget::unlimited().with_memory(4 << 20);
    let sparse = ruleset("(x) -> {(x-10000000*i) | 1<=i} ∪ {(x-1)}");
    let table = GrundyTable::new(&sparse, &[99], &budget).unwrap();
    assert_eq!(table.value(&[99]).unwrap().0, 1);
    let wythoff = builtin::ruleset("wythoff", &[]).unwrap();
    let (long, high) = ([3, 70_000], [70_000, 3]);
    let wide = GrundyTable::new(&wythoff, &long, &budget).unwrap();
    let tall = GrundyTable::new(&wythoff, &high, &budget).unwrap();
    assert!(GrundyTable::memory(&wythoff, &long).unwrap() <= 4 << 20);
    let slow = |p: &[u64]| {
        let mut reached: Vec<u32> = wythoff.options(p).unwrap().iter().map(|o| wide.value(&o[0]).unwrap().0).collect();
        reached.sort_unstable();
        reached.dedup();
        reached.iter().zip(0..).position(|(a, b)| *a != b).unwrap_or(reached.len()) as u32
    };
    for y in (0..=70_000u64).step_by(9973) {
        for x in 0..=3 {
            let value = wide.value(&[x, y]).unwrap();
            assert_eq!(Some(value), tall.value(&[y, x]), "({x}, {y})");
            assert_eq!(value.0, slow(&[x, y]), "({x}, {y})");
        }
    }
}

/// Where the box is large and play meets few of its positions, these are all that is looked at.
#[test]
fn few_positions_of_a_large_box_take_little() {
    let budget = Budget::unlimited().with_memory(100 << 20);
    let sparse = ruleset("(x,y) -> {(x-1000*i,y) | 1<=i} ∪ {(x,y-1000*i) | 1<=i}");
    for position in [[60_000, 60_999], [60_000, 59_999], [47_111, 1]] {
        let value = GrundyTable::from(&sparse, &position, &budget).unwrap().value(&position).unwrap();
        assert_eq!(u64::from(value.0), (position[0] / 1000) ^ (position[1] / 1000), "{position:?}");
    }
    // A single position with more options than are looked at is left to the table, which is refused.
    let wide = ruleset("(x,y) -> {(x-i,y) | 1<=i} ∪ {(x,y-i*i) | 1<=i}");
    assert!(GrundyTable::from(&wide, &[3_000_000_000, 3_000_000_000], &budget).is_err());
}

/// Coefficients that fit into no cell of a table decide as they are written.
#[test]
fn large_coefficients_in_conditions_are_not_cut() {
    let big = 1u64 << 62;
    let text = format!("(x,y) -> {{(x-i,y) | 1<=i, {}*x >= {}*y}}", big + 1, big + 3);
    compare_text(&text, &[6, 6], 1);
}
