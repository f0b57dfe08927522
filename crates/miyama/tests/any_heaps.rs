//! Definitions on any number of heaps: every rule below is written twice, as text and as a
//! program that lists the options by hand. Neither shares a line with what is tested.
#![allow(clippy::unwrap_used, clippy::panic)]

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

/// A rule made of a few random pieces.
struct Rule {
    cyclic: bool,
    shrinking: bool,
    each: Each,
    least: u64,
    condition: Condition,
}

enum Each {
    /// `for each i { x[i]-k, x[i+offset]+m | m < k }`
    Step(i64),
    /// `for each i, j { x[i]-k, x[j]+m | m < k }`
    Pair,
    /// `for each (i, j) in {…}`, the same.
    Listed(Vec<(usize, usize)>),
    /// `for each i in {from..n} { x[i] := x[i] div 2 | x[i] >= least }`
    Half(i64),
    /// `for each subset S of at most, or exactly, so many { x[S]-a[S] | sum(a[S]) < most }`
    Subset(bool, usize, u64),
    /// `for each i, S = {i..i+width} { x[S]-a[S] | … }`
    Window(i64, u64),
}

#[derive(Clone, Copy)]
enum Condition {
    None,
    Neighbour(i64),
    NotEmpty(i64),
    Odd,
    Before(u64),
    Greatest,
    Least(i64),
}

impl Rule {
    fn random(random: &mut impl FnMut(u64) -> u64) -> Rule {
        let offset = random(4) as i64 - 1;
        let each = match random(6) {
            0 => Each::Step(if offset == 0 { -1 } else { offset }),
            1 => Each::Pair,
            2 => Each::Listed((0..1 + random(3)).map(|_| (1 + random(2) as usize, 1 + random(2) as usize)).collect()),
            3 => Each::Half(1 + random(2) as i64),
            4 => Each::Subset(random(2) == 0, 1 + random(2) as usize, 2 + random(4)),
            _ => Each::Window(random(3) as i64, 2 + random(4)),
        };
        let has_index = !matches!(each, Each::Subset(..));
        let condition = match random(7) {
            1 if has_index => Condition::Neighbour(offset),
            2 if has_index => Condition::NotEmpty(offset),
            3 if has_index => Condition::Odd,
            4 if has_index => Condition::Before(random(5)),
            5 if has_index => Condition::Greatest,
            6 if has_index => Condition::Least(offset),
            _ => Condition::None,
        };
        let shrinking = random(3) == 0;
        Rule { cyclic: random(2) == 0, shrinking, each, least: 1 + random(2), condition }
    }

    fn text(&self) -> String {
        let with = |offset: i64| match offset {
            0 => "i".to_owned(),
            offset if offset < 0 => format!("i-{}", -offset),
            offset => format!("i+{offset}"),
        };
        let least = self.least;
        let (each, option) = match &self.each {
            Each::Step(offset) => {
                ("for each i".to_owned(), format!("x[i]-k, x[{}]+m | {least} <= k, m < k", with(*offset)))
            }
            Each::Pair => ("for each i, j".to_owned(), format!("x[i]-k, x[j]+m | {least} <= k, m < k")),
            Each::Listed(pairs) => {
                let pairs: Vec<String> = pairs.iter().map(|(i, j)| format!("({i}, {j})")).collect();
                (
                    format!("for each (i, j) in {{{}}}", pairs.join(", ")),
                    format!("x[i]-k, x[j]+m | {least} <= k, m < k"),
                )
            }
            Each::Half(from) => {
                (format!("for each i in {{{from}..n}}"), format!("x[i] := x[i] div 2 | x[i] >= {least}"))
            }
            Each::Subset(exactly, size, most) => {
                let how = if *exactly { "exactly" } else { "at most" };
                let conditions = format!("{least} <= a[S], sum(a[S]) < {most}");
                (format!("for each subset S of {how} {size}"), format!("x[S]-a[S] | {conditions}"))
            }
            Each::Window(width, most) => {
                let set = format!("S = {{i..{}}}", with(*width));
                (format!("for each i, {set}"), format!("x[S]-a[S] | {least} <= sum(a[S]) < {most}"))
            }
        };
        let condition = match self.condition {
            Condition::None => String::new(),
            Condition::Neighbour(offset) => format!(", x[{}] <= x[i]", with(offset)),
            Condition::NotEmpty(offset) => format!(", not (x[{}] = 0)", with(offset)),
            Condition::Odd => ", i mod 2 = 1".to_owned(),
            Condition::Before(most) => format!(", sum(x[1..i-1]) < {most}"),
            Condition::Greatest => ", x[i] = max(x[1..n])".to_owned(),
            Condition::Least(offset) => format!(", min(x[i], x[{}]) >= 1", with(offset)),
        };
        let cyclic = if self.cyclic { " cyclic" } else { "" };
        let shrinking = if self.shrinking { " shrinking" } else { "" };
        format!("heaps x[1..n]{cyclic}{shrinking} -> {each} {{ {option}{condition} }}")
    }

    /// The options, by trying everything.
    fn options(&self, position: &[u64]) -> Options {
        if !self.shrinking {
            return self.of_row(position);
        }
        let left: Vec<usize> = (0..position.len()).filter(|place| position[*place] > 0).collect();
        let row: Vec<u64> = left.iter().map(|place| position[*place]).collect();
        let back = |option: Position| {
            let mut whole = vec![0; position.len()];
            left.iter().zip(option).for_each(|(place, heap)| whole[*place] = heap);
            whole
        };
        self.of_row(&row).into_iter().map(back).collect()
    }

    fn place(&self, index: i64, heaps: usize) -> Option<usize> {
        let heaps = heaps as i64;
        let place = if self.cyclic && heaps > 0 { (index - 1).rem_euclid(heaps) } else { index - 1 };
        (0..heaps).contains(&place).then_some(place as usize)
    }

    fn of_row(&self, row: &[u64]) -> Options {
        let heaps = row.len();
        let mut found = Options::new();
        let indices = 1..=heaps as i64;
        match &self.each {
            Each::Step(offset) => indices.for_each(|i| self.moved(row, i, i + offset, &mut found)),
            Each::Pair => {
                for i in indices.clone() {
                    indices.clone().filter(|j| *j != i).for_each(|j| self.moved(row, i, j, &mut found));
                }
            }
            Each::Listed(pairs) => {
                for (i, j) in pairs {
                    // An index of a list counts the heaps as they are when it is chosen.
                    let chosen = |index: usize| self.place(index as i64, heaps).map(|place| place as i64 + 1);
                    if let (Some(i), Some(j)) = (chosen(*i), chosen(*j)) {
                        self.moved(row, i, j, &mut found);
                    }
                }
            }
            Each::Half(from) => {
                for i in *from..=heaps as i64 {
                    let heap = row[i as usize - 1];
                    if heap >= self.least && self.holds(row, i) {
                        let mut option = row.to_vec();
                        option[i as usize - 1] = heap / 2;
                        found.insert(option);
                    }
                }
            }
            Each::Subset(exactly, size, most) => {
                for taken in positions(row).filter(|taken| taken.iter().sum::<u64>() < *most) {
                    let touched = touched(&taken);
                    let fits = if *exactly { touched.len() == *size } else { (1..=*size).contains(&touched.len()) };
                    if fits && touched.iter().all(|place| taken[*place] >= self.least) {
                        found.insert(row.iter().zip(&taken).map(|(heap, taken)| heap - taken).collect());
                    }
                }
            }
            Each::Window(width, most) => {
                for i in indices.filter(|i| self.holds(row, *i)) {
                    let window: Option<BTreeSet<usize>> =
                        (i..=i + width).map(|index| self.place(index, heaps)).collect();
                    let Some(window) = window else { continue };
                    for taken in positions(row).filter(|taken| (self.least..*most).contains(&taken.iter().sum())) {
                        if touched(&taken).iter().all(|place| window.contains(place)) {
                            found.insert(row.iter().zip(&taken).map(|(heap, taken)| heap - taken).collect());
                        }
                    }
                }
            }
        }
        found
    }

    fn moved(&self, row: &[u64], from: i64, to: i64, found: &mut Options) {
        let (Some(taken_from), Some(put_on)) = (self.place(from, row.len()), self.place(to, row.len())) else { return };
        if taken_from == put_on || !self.holds(row, from) {
            return;
        }
        for taken in self.least..=row[taken_from] {
            for put in 0..taken {
                let mut option = row.to_vec();
                option[taken_from] -= taken;
                option[put_on] += put;
                found.insert(option);
            }
        }
    }

    /// A comparison with a heap that does not exist does not hold, nor does its negation.
    fn holds(&self, row: &[u64], i: i64) -> bool {
        let heap = |index: i64| self.place(index, row.len()).map(|place| row[place]);
        let own = heap(i).unwrap();
        match self.condition {
            Condition::None => true,
            Condition::Neighbour(offset) => heap(i + offset).is_some_and(|heap| heap <= own),
            Condition::NotEmpty(offset) => heap(i + offset).is_some_and(|heap| heap != 0),
            Condition::Odd => i % 2 == 1,
            Condition::Before(most) => row[..i as usize - 1].iter().sum::<u64>() < most,
            Condition::Greatest => row.iter().max() == Some(&own),
            Condition::Least(offset) => heap(i + offset).is_some_and(|heap| heap.min(own) >= 1),
        }
    }
}

#[test]
fn random_rules_are_played_as_they_are_written() {
    let mut state = 20_261_117_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut tried = 0;
    for round in 0..150 {
        let rule = Rule::random(&mut random);
        let heaps = 1 + round % 3;
        let text = rule.text();
        let definition = parse_definition(&text).unwrap_or_else(|m| panic!("{text}: {m}"));
        // Some rules go round in a circle, or need more heaps.
        if Ruleset::on_heaps(&definition, &[], heaps, &unlimited()).is_err() {
            continue;
        }
        tried += 1;
        agrees(&text, &[], heaps, 3, &|position| rule.options(position));
    }
    assert!(tried > 90, "only {tried} rules could be tried");
}

fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: BTreeSet<u32> = values.into_iter().collect();
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// Values of Moore's game by hand, on positions as they are.
fn moore_by_hand(position: &[u64], k: usize, known: &mut BTreeMap<Position, u32>) -> u32 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let options = takes(position, &|taken| (1..=k).contains(&touched(taken).len()));
    let value = mex(options.iter().map(|option| moore_by_hand(option, k, known)).collect::<Vec<_>>());
    known.insert(position.to_vec(), value);
    value
}

#[test]
fn positions_of_many_heaps_are_followed_sorted() {
    let definition = &builtin::find("moore").unwrap().definition;
    let mut known = BTreeMap::new();
    for position in [vec![1, 0, 1, 2, 0, 1, 1], vec![2, 1, 0, 0, 1, 0, 1, 0]] {
        let ruleset = Ruleset::on_heaps(definition, &[], position.len(), &unlimited()).unwrap();
        let table = GrundyTable::from(&ruleset, &position, &unlimited()).unwrap();
        assert_eq!(table.value(&position).unwrap().0, moore_by_hand(&position, 2, &mut known), "{position:?}");
        let mut turned = position.clone();
        turned.reverse();
        assert_eq!(table.value(&turned), table.value(&position));
    }
}

/// The value of a position by its options alone.
fn value_by_hand(position: &[u64], options: &dyn Fn(&[u64]) -> Options, known: &mut BTreeMap<Position, u32>) -> u32 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let values: Vec<u32> = options(position).iter().map(|option| value_by_hand(option, options, known)).collect();
    let value = mex(values);
    known.insert(position.to_vec(), value);
    value
}

/// Rows of many heaps, turned, mirrored and with empty heaps taken out, against positions as they are.
#[test]
fn rows_of_many_heaps_are_looked_at_once() {
    let circle = |removed: bool| {
        move |position: &[u64]| {
            let left: Vec<usize> = (0..position.len()).filter(|place| !removed || position[*place] > 0).collect();
            let mut found = Options::new();
            for from in 0..left.len() {
                let window: BTreeSet<usize> = (from..from + 2).map(|place| left[place % left.len()]).collect();
                let most: Vec<u64> = (0..position.len())
                    .map(|place| if window.contains(&place) { position[place] } else { 0 })
                    .collect();
                found.extend(
                    positions(&most).skip(1).map(|taken| position.iter().zip(taken).map(|(a, b)| a - b).collect()),
                );
            }
            found
        }
    };
    let ends = |position: &[u64]| {
        let places = [position.iter().position(|heap| *heap > 0), position.iter().rposition(|heap| *heap > 0)];
        let mut found = Options::new();
        for place in places.into_iter().flatten() {
            for left in 0..position[place] {
                let mut option = position.to_vec();
                option[place] = left;
                found.insert(option);
            }
        }
        found
    };
    let one_way = |position: &[u64]| {
        let mut found = Options::new();
        for place in (0..position.len()).filter(|place| position[*place] >= 2) {
            let mut option = position.to_vec();
            option[place] -= 2;
            option[(place + 1) % position.len()] += 1;
            found.insert(option);
        }
        found
    };
    let circular = builtin::find("circular-nim").unwrap().rules();
    let shrinking = builtin::find("shrinking-circular-nim").unwrap().rules();
    let end_nim = builtin::find("end-nim").unwrap().rules();
    let turning = "heaps x[1..n] cyclic -> for each i { x[i]-2, x[i+1]+1 }";
    type ByHand<'a> = (&'a str, &'a dyn Fn(&[u64]) -> Options, &'a [u64]);
    let by_hand: [ByHand<'_>; 8] = [
        (circular, &circle(false), &[1, 2, 0, 1, 1, 0, 2]),
        (circular, &circle(false), &[1, 1, 0, 1, 1, 0, 1, 2]),
        (shrinking, &circle(true), &[1, 2, 0, 1, 1, 1, 1]),
        (shrinking, &circle(true), &[1, 1, 2, 1, 1, 0, 1, 1]),
        (end_nim, &ends, &[1, 2, 0, 3, 1, 2, 1]),
        (end_nim, &ends, &[2, 1, 2, 0, 0, 1, 2, 1, 3, 1]),
        (turning, &one_way, &[1, 2, 0, 3, 0, 2, 1]),
        (turning, &one_way, &[2, 0, 0, 3, 1, 0, 2, 1]),
    ];
    for (text, options, position) in by_hand {
        let definition = parse_definition(text).unwrap();
        let ruleset = Ruleset::on_heaps(&definition, &[], position.len(), &unlimited()).unwrap();
        let expected: BTreeSet<Vec<Position>> = options(position).into_iter().map(|option| vec![option]).collect();
        assert_eq!(
            ruleset.options(position).unwrap().into_iter().collect::<BTreeSet<_>>(),
            expected,
            "{text} {position:?}"
        );
        let table = GrundyTable::from(&ruleset, position, &unlimited()).unwrap();
        let mut known = BTreeMap::new();
        assert_eq!(
            table.value(position).unwrap().0,
            value_by_hand(position, options, &mut known),
            "{text} {position:?}"
        );
        for (position, value) in &known {
            assert_eq!(table.value(position).unwrap().0, *value, "{text} {position:?}");
        }
    }
}

/// Moore's theorem answers on many heaps, and says whose it is; every winning move is one.
#[test]
fn many_heaps_of_moore() {
    for (position, k) in [("1,2,3,4,5,6,7,8,9,10,11,12", 2), ("1,1,1,2,2,2,3,3,3,0", 2), ("5,1,4,1,3,1,7,2", 3)] {
        let sum: miyama::Position = format!("moore({k}):{position}").parse().unwrap();
        let solution = miyama::sum::solve(&sum, miyama::play::Convention::Normal, &unlimited()).unwrap();
        let heaps = |text: &str| -> Vec<u64> { text.split(',').map(|heap| heap.parse().unwrap()).collect() };
        let is_p = |heaps: &[u64]| (0..8).all(|d| heaps.iter().map(|heap| heap >> d & 1).sum::<u64>() % (k + 1) == 0);
        assert_eq!(solution.outcome == miyama::play::Outcome::P, is_p(&heaps(position)), "{position}");
        assert!(solution.method[0].to_string().contains("E. H. Moore, 1910"));
        for option in &solution.moves.listed {
            let text = option.to_string();
            let after = heaps(text.split_once(':').unwrap().1);
            let changed = after.iter().zip(heaps(position)).filter(|(after, before)| **after != *before).count() as u64;
            assert!(is_p(&after) && (1..=k).contains(&changed), "{text}");
        }
        assert_eq!(solution.moves.listed.is_empty(), is_p(&heaps(position)));
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

/// A long row of which the players take at different ends, against all plays.
#[test]
fn the_players_have_different_ends_of_a_long_row() {
    fn wins(position: &[u64], left: bool, known: &mut BTreeMap<(Position, bool), bool>) -> bool {
        if let Some(wins) = known.get(&(position.to_vec(), left)) {
            return *wins;
        }
        let end = if left { position.iter().position(|heap| *heap > 0) } else { position.iter().rposition(|h| *h > 0) };
        let found = end.is_some_and(|end| {
            (0..position[end]).any(|rest| {
                let mut option = position.to_vec();
                option[end] = rest;
                !wins(&option, !left, known)
            })
        });
        known.insert((position.to_vec(), left), found);
        found
    }
    let rules = "heaps x[1..n] shrinking -> left { x[1]-k | 1 <= k } right { x[n]-k | 1 <= k }";
    for position in [vec![1; 7], vec![2, 1, 1, 0, 1, 1, 1], vec![1, 2, 1, 1, 1, 1, 2, 1], vec![3, 0, 1, 1, 1, 1, 1]] {
        let heaps = position.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let sum: miyama::Position = format!("({rules}):{heaps}").parse().unwrap();
        let solution = miyama::sum::solve(&sum, miyama::play::Convention::Normal, &unlimited()).unwrap();
        let mut known = BTreeMap::new();
        let expected = match [true, false].map(|left| wins(&position, left, &mut known)) {
            [true, true] => miyama::play::Outcome::N,
            [true, false] => miyama::play::Outcome::L,
            [false, true] => miyama::play::Outcome::R,
            [false, false] => miyama::play::Outcome::P,
        };
        assert_eq!(solution.outcome, expected, "{heaps}");
    }
}

/// Rules on six heaps from which empty ones are removed have a thousand directions; what each would save
/// when it is written out is found once, not anew after every other.
#[test]
fn six_heaps_that_shrink_are_solved() {
    let text = "(heaps x[1..n] shrinking -> for each i, j { x[i]-k, x[j]+1 | 2 <= k }):2,1,1,1,1,1";
    let sum = parse_position(text, &Games::built_in()).unwrap();
    let solution = solve(&sum, Convention::Normal, &unlimited()).unwrap();
    assert_eq!(solution.value.unwrap().to_string(), by_hand(&[2, 1, 1, 1, 1, 1]).to_string());
}

/// The Grundy value of the same by plain recursion.
fn by_hand(position: &[u64]) -> u64 {
    let mut values = BTreeSet::new();
    for i in 0..position.len() {
        for j in (0..position.len()).filter(|j| *j != i) {
            for k in 2..=position[i] {
                let mut option = position.to_vec();
                (option[i], option[j]) = (option[i] - k, option[j] + 1);
                option.retain(|heap| *heap > 0);
                values.insert(by_hand(&option));
            }
        }
    }
    (0..).find(|value| !values.contains(value)).unwrap()
}
