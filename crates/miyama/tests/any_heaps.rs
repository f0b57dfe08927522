//! Definitions on any number of heaps: every rule below is written twice, as text and as a
//! program that lists the options by hand. Neither shares a line with what is tested.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "any_heaps/many_heaps.rs"]
mod many_heaps;
#[path = "any_heaps/random_rules.rs"]
mod random_rules;

use miyama::game::{Game, Games};
use miyama::heap::builtin;
use miyama::heap::interpreter::Interpreter;
use miyama::heap::notation::{Definition, parse_definition};
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama::heap::table::{GrundyTable, positions};
use miyama::play::Convention;
use miyama::sum::{parse_position, solve};
use miyama_budget::Budget;
use std::collections::{BTreeMap, BTreeSet};

type Position = Vec<u64>;
type Options = BTreeSet<Position>;

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// The rules, both ways of executing them, against the options by hand in a box.
fn agrees(text: &str, arguments: &[Argument], heaps: usize, to: u64, by_hand: &dyn Fn(&[u64]) -> Options) {
    let definition = parse_definition(text).unwrap_or_else(|m| panic!("{text}: {m}"));
    let again = definition.to_string();
    assert_eq!(parse_definition(&again).as_ref(), Ok(&definition), "{text} printed as {again}");
    compared(&definition, arguments, heaps, to, by_hand);
}

fn compared(
    definition: &Definition,
    arguments: &[Argument],
    heaps: usize,
    to: u64,
    by_hand: &dyn Fn(&[u64]) -> Options,
) {
    let interpreter = Interpreter::on_heaps(definition, arguments, heaps).unwrap();
    let ruleset = Ruleset::on_heaps(definition, arguments, heaps, &unlimited());
    let ruleset = ruleset.unwrap_or_else(|m| panic!("{definition} on {heaps}: {m}"));
    for position in positions(&vec![to; heaps]) {
        if !ruleset.is_position(&position, &unlimited()).unwrap() {
            continue;
        }
        let expected: BTreeSet<Vec<Position>> = by_hand(&position).into_iter().map(|option| vec![option]).collect();
        let naive = interpreter.options(&position, &mut 1_000_000, &unlimited()).unwrap();
        assert_eq!(naive, expected, "interpreter of {definition} at {position:?}");
        let fast: BTreeSet<Vec<Position>> = ruleset.options(&position).unwrap().into_iter().collect();
        assert_eq!(fast, expected, "ruleset of {definition} at {position:?}");
    }
}

/// All ways to take from some heaps, each with what is left, if `fits` holds of what is taken.
fn takes(position: &[u64], fits: &dyn Fn(&[u64]) -> bool) -> Options {
    positions(position)
        .filter(|taken| fits(taken))
        .map(|taken| position.iter().zip(taken).map(|(heap, taken)| heap - taken).collect())
        .collect()
}

fn touched(taken: &[u64]) -> Vec<usize> {
    (0..taken.len()).filter(|place| taken[*place] > 0).collect()
}

fn built_in(name: &str, arguments: &[i64], heaps: usize, to: u64, by_hand: &dyn Fn(&[u64]) -> Options) {
    let game = builtin::find(name).unwrap();
    let arguments: Vec<Argument> = arguments.iter().map(|number| Argument::Number(*number)).collect();
    agrees(game.rules(), &arguments, heaps, to, by_hand);
}

#[test]
fn moore_and_proper_nim() {
    for (k, heaps) in [(1, 3), (2, 1), (2, 2), (2, 3), (2, 4), (3, 4)] {
        let by_hand = |position: &[u64]| takes(position, &|taken| (1..=k).contains(&touched(taken).len()));
        built_in("moore", &[k as i64], heaps, 3, &by_hand);
    }
    for heaps in 1..=4 {
        built_in("proper-nim", &[], heaps, 2, &|position| {
            takes(position, &|taken| (1..heaps).contains(&touched(taken).len()))
        });
    }
}

#[test]
fn heaps_in_a_circle() {
    for (heaps, k) in [(1, 1), (2, 2), (3, 1), (3, 2), (4, 2), (4, 3), (5, 3), (3, 5)] {
        let window = |from: usize| (from..from + k).map(|place| place % heaps).collect::<BTreeSet<usize>>();
        built_in("circular-nim", &[k as i64], heaps, 2, &|position| {
            takes(position, &|taken| {
                let touched = touched(taken);
                !touched.is_empty() && (0..heaps).any(|from| touched.iter().all(|place| window(from).contains(place)))
            })
        });
    }
}

#[test]
fn heaps_that_are_removed() {
    for (heaps, k) in [(2, 2), (3, 1), (4, 2), (4, 3), (5, 2)] {
        built_in("shrinking-circular-nim", &[k as i64], heaps, 2, &|position| {
            let left: Vec<usize> = (0..heaps).filter(|place| position[*place] > 0).collect();
            takes(position, &|taken| {
                let touched = touched(taken);
                let window = |from: usize| (from..from + k).map(|place| left[place % left.len()]).collect::<Vec<_>>();
                !touched.is_empty() && (0..left.len()).any(|from| touched.iter().all(|p| window(from).contains(p)))
            })
        });
    }
    for heaps in 1..=4 {
        built_in("end-nim", &[], heaps, 3, &|position| {
            let first = position.iter().position(|heap| *heap > 0);
            let last = position.iter().rposition(|heap| *heap > 0);
            takes(position, &|taken| match touched(taken)[..] {
                [one] => Some(one) == first || Some(one) == last,
                _ => false,
            })
        });
    }
}

#[test]
fn hypergraphs_and_digraphs() {
    for heaps in [4, 5] {
        built_in("hypergraph-nim", &[], heaps, 2, &|position| {
            takes(position, &|taken| [vec![0, 1], vec![1, 2], vec![2, 3], vec![0, 2, 3]].contains(&touched(taken)))
        });
    }
    built_in("digraph-yama", &[], 3, 5, &|position| {
        let mut found = Options::new();
        for (vertex, ends) in [(0, vec![1, 2]), (1, vec![2]), (2, vec![0])] {
            for taken in ends.len() as u64 + 1..=position[vertex] {
                let mut option = position.to_vec();
                option[vertex] -= taken;
                ends.iter().for_each(|end| option[*end] += 1);
                found.insert(option);
            }
        }
        found
    });
}

/// Graphs by hand: how many vertices, and which are joined.
fn graph(shape: &str, numbers: &[usize]) -> (usize, Vec<(usize, usize)>) {
    let all = |vertices: usize, joined: &dyn Fn(usize, usize) -> bool| {
        let pairs = (0..vertices).flat_map(|a| (0..vertices).map(move |b| (a, b)));
        (vertices, pairs.filter(|(a, b)| a < b && joined(*a, *b)).collect())
    };
    match (shape, numbers) {
        ("path", [n]) => all(*n, &|a, b| b - a == 1),
        ("complete", [n]) => all(*n, &|_, _| true),
        ("star", [n]) => all(n + 1, &|a, _| a == 0),
        ("cycle", [n]) => (*n, (0..*n).map(|a| (a, (a + 1) % n)).collect()),
        ("grid", [height, width]) => {
            let (vertices, mut edges) = all(height * width, &|a, b| b - a == 1 && b % width > 0);
            edges.extend(all(vertices, &|a, b| b - a == *width && *width > 1 || *width == 1 && b - a == 1).1);
            (vertices, edges)
        }
        _ => panic!("{shape}"),
    }
}

/// Heaps on the vertices or on the edges of graphs.
#[test]
fn heaps_on_graphs() {
    for (shape, numbers) in
        [("path", vec![4]), ("cycle", vec![4]), ("complete", vec![3]), ("star", vec![3]), ("grid", vec![2, 2])]
    {
        let (vertices, edges) = graph(shape, &numbers);
        let size = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let rule = format!("heaps x[1..n] -> for each S in edges({shape}({size})) {{ x[S]-a[S] | 1 <= sum(a[S]) }}");
        agrees(&rule, &[], vertices, 2, &|position| {
            takes(position, &|taken| {
                let touched = touched(taken);
                !touched.is_empty() && edges.iter().any(|(a, b)| touched.iter().all(|place| place == a || place == b))
            })
        });
        let rule = format!("heaps x[1..n] -> for each (i, j) in edges({shape}({size})) {{ x[i]-k, x[j]+1 | 2 <= k }}");
        agrees(&rule, &[], vertices, 3, &|position| {
            let mut found = Options::new();
            for (from, to) in edges.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]) {
                for taken in 2..=position[from] {
                    let mut option = position.to_vec();
                    option[from] -= taken;
                    option[to] += 1;
                    found.insert(option);
                }
            }
            found
        });
        let rule = format!("heaps x[1..n] -> for each S in stars({shape}({size})) {{ x[S]-a[S] | 1 <= sum(a[S]) }}");
        agrees(&rule, &[], edges.len(), 2, &|position| {
            takes(position, &|taken| {
                let touched = touched(taken);
                let at =
                    |vertex: usize| touched.iter().all(|place| [edges[*place].0, edges[*place].1].contains(&vertex));
                !touched.is_empty() && (0..vertices).any(at)
            })
        });
    }
    // A vertex without a heap takes its edges with it; a cycle of two is none.
    agrees("heaps x[1..n] -> for each S in edges(path(n+2)) { x[S]-1 }", &[], 3, 2, &|position| {
        takes(position, &|taken| [[1, 1, 0], [0, 1, 1]].iter().any(|edge| taken == edge))
    });
    agrees("heaps x[1..n] -> for each S in edges(cycle(n)) { x[S]-1 }", &[], 2, 2, &|_| Options::new());
}

#[test]
fn stones_that_are_returned() {
    for heaps in 1..=4 {
        for (name, most) in [("many-heap-yama", Some(1)), ("many-heap-triangular", None)] {
            built_in(name, &[], heaps, 3, &|position| {
                let mut found = Options::new();
                for (from, to) in (0..heaps).flat_map(|from| (0..heaps).map(move |to| (from, to))) {
                    for taken in 2..=position[from] {
                        for returned in (1..taken).take(most.unwrap_or(usize::MAX)) {
                            let mut option = position.to_vec();
                            option[from] -= taken;
                            option[to] += returned;
                            if from != to {
                                found.insert(option);
                            }
                        }
                    }
                }
                found
            });
        }
        built_in("staircase-nim", &[], heaps, 3, &|position| {
            let mut found = Options::new();
            for step in 0..heaps {
                for taken in 1..=position[step] {
                    let mut option = position.to_vec();
                    option[step] -= taken;
                    if step > 0 {
                        option[step - 1] += taken;
                    }
                    found.insert(option);
                }
            }
            found
        });
    }
}

#[test]
fn coins_on_a_strip_and_nimhoff() {
    for heaps in 1..=4 {
        built_in("welter", &[], heaps, 4, &|position| {
            takes(position, &|taken| match touched(taken)[..] {
                [one] => (0..heaps).all(|other| other == one || position[other] != position[one] - taken[one]),
                _ => false,
            })
        });
        built_in("silver-dollar-heaps", &[], heaps, 5, &|position| {
            takes(position, &|taken| match touched(taken)[..] {
                [0] => true,
                [one] => position[one] - taken[one] > position[one - 1],
                _ => false,
            })
        });
    }
    for (heaps, h) in [(2, 3), (3, 3), (3, 4)] {
        built_in("nimhoff", &[h], heaps, 4, &|position| {
            takes(position, &|taken| match touched(taken).len() {
                0 => false,
                1 => true,
                _ => (taken.iter().sum::<u64>() as i64) < h,
            })
        });
    }
}

#[test]
fn the_number_of_heaps_is_that_of_the_position() {
    let games = Games::built_in();
    let Game::Heap(moore) = games.find("moore(2)").unwrap() else { panic!() };
    assert_eq!(moore.on(5, &unlimited()).unwrap().ruleset.heaps(), 5);
    let Game::Heap(four) = games.find("moore(2, n = 4)").unwrap() else { panic!() };
    assert_eq!((four.ruleset.heaps(), four.label.as_str(), four.any.is_none()), (4, "moore(2, n = 4)", true));
    for text in
        ["moore(2):3,4,5,6", "moore(2):5", "end-nim:1,2,0,3 + nim:4", "moore(2, n = 1):3,5", "moore:2 + moore:3"]
    {
        let sum: miyama::Position = text.parse().unwrap();
        assert_eq!(sum.to_string(), text);
    }
    // Two positions of one heap are no position of two.
    let two: miyama::Position = "moore:2 + moore:3".parse().unwrap();
    assert_eq!(two.parts.len(), 2);
}

#[test]
fn mistakes_point_at_their_place() {
    for (text, at, says) in [
        ("heaps x[1..n] -> for each i { x[i]-k, x[n+1]+1 | 1 <= k }", 40..43, "no heap `x[n+1]`"),
        ("heaps x[1..n] -> { x[0]-k | 1 <= k }", 21..22, "no heap `x[0]`"),
        ("heaps x[1..n] -> for each i { x[i]-x | 1 <= x[i] }", 35..36, "say which one"),
        ("heaps x[1..n] -> for each i { x-k | 1 <= k }", 30..33, "which heap changes"),
        ("heaps x[1..n] -> for each i { x[j]-k | 1 <= k }", 32..33, "not an index"),
        ("heaps x[1..n] -> for each i { x[k]-k | 1 <= k }", 32..33, "not an index"),
        ("heaps x[1..n] -> for each i, i { x[i]-1 }", 29..30, "twice"),
        ("heaps x[1..n] -> for each x { x[x]-1 }", 26..27, "twice"),
        ("heaps x[1..n] -> for each i { x[i]-sum(x[x[i]..n]) }", 41..45, "how large a heap is"),
        ("heaps x[1..n] -> for each i { x[i]-1 | x[1..n] > 2 }", 39..46, "several heaps at once"),
        ("heaps x[1..n] -> for each subset S of at most 2 { x[S]-S }", 55..56, "set of indices"),
        ("heaps x[1..n] -> for each i, subset S of at most 2 { x[i]-a[S] }", 58..62, "not changed for each"),
        ("heaps x[1..n] -> for each i in {1, {2, 3}} { x[i]-1 }", 31..42, "some are sets"),
        ("heaps x[1..n] -> for each (i, j) in {(1, 2), (3)} { x[i]-1 }", 45..48, "2"),
        ("heaps x[1..n] shrinking -> for each i { x[i]-1 } where x[i] > 1", 55..59, "`where`"),
        ("heaps x[1..n] -> for each i { x[i]-1 } where x[i] > y", 52..53, "`y`"),
        ("heaps x[2..n] -> { x[1]-1 }", 8..9, "`1`"),
        ("heaps x[1..n] -> for i { x[i]-1 }", 21..22, "each"),
        ("heaps x[1..n] -> for each i { x[i]-1", 36..36, "not closed"),
        ("(x) -> { (x[1]-1) }", 10..14, "no index"),
        ("heaps x[1..n] -> for each S in edges(wheel(n)) { x[S]-1 }", 37..42, "a graph"),
        ("heaps x[1..n] -> for each S in stars(grid(n)) { x[S]-1 }", 41..44, "two numbers"),
        ("heaps x[1..n] -> for each (i, j) in stars(path(n)) { x[i]-1 }", 36..50, "ends of an edge"),
        ("heaps x[1..n] -> for each S in edges(path(m)) { x[S]-1 }", 42..43, "not an index"),
    ] {
        let mistake = parse_definition(text).expect_err(text);
        assert_eq!(mistake.at, at, "{text}: {mistake}");
        assert!(mistake.to_string().contains(says), "{text}: {mistake}");
    }
    let game = "heaps x[1..n] -> for each S in {{1, 2}, {2, 5}} { x[S]-1 }";
    let definition = parse_definition(game).unwrap();
    let mistake = Ruleset::on_heaps(&definition, &[], 3, &unlimited()).unwrap_err();
    assert!(mistake.to_string().contains("at least 5 heaps"), "{mistake}");
    let mistake = "moore(2, n = 3):1,2".parse::<miyama::Position>().unwrap_err();
    assert_eq!(mistake.at, 16..19);
    let many = format!("moore(2):{}1", "1,".repeat(100));
    let mistake = many.parse::<miyama::Position>().unwrap_err();
    assert!(mistake.to_string().contains("at most 100"), "{mistake}");
}

#[test]
fn why_play_ends() {
    let on = |text: &str, heaps| Ruleset::on_heaps(&parse_definition(text).unwrap(), &[], heaps, &unlimited());
    // The total, a lexicographic order, the greatest heap, the multiset of heaps, and the number of heaps.
    for (text, heaps) in [
        ("heaps x[1..n] -> for each i { x[i]-k | 1 <= k }", 4),
        ("heaps x[1..n] -> for each i { x[i]-1, x[i+1]+k | k <= 9 }", 3),
        ("heaps x[1..n] -> for each i, j { x[i]-1, x[j] := k | k < x[i] }", 3),
        ("heaps x[1..n] shrinking -> for each i, j { x[i] := 0, x[j]+k | k <= 5 }", 3),
    ] {
        assert!(on(text, heaps).is_ok(), "{text}: {}", on(text, heaps).unwrap_err());
    }
    let circle = on("heaps x[1..n] cyclic -> for each i { x[i]-1, x[i+1]+1 }", 3).unwrap_err();
    assert!(circle.to_string().contains("need not end"), "{circle}");
}
