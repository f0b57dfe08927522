//! Definitions that are hard to read: they are read, or refused, or given up.

#![allow(clippy::unwrap_used)]

use miyama::game::{Game, Games};
use miyama::heap::table::positions;
use miyama_budget::{Budget, Stopped};

/// All options of a position of one heap.
fn options(definition: &str, heap: u64) -> Vec<u64> {
    let Game::Heap(game) = Games::built_in().find(definition).unwrap() else { return vec![] };
    game.ruleset.options(&[heap]).unwrap().iter().map(|option| option[0][0]).collect()
}

fn joined(joint: &str, term: impl Fn(u64) -> String) -> String {
    (1..=40).map(term).collect::<Vec<_>>().join(joint)
}

/// Of the 2^40 ways in which forty numbers may follow each other most cannot occur.
#[test]
fn long_extremes_and_sums_of_absolute_values_are_read() {
    let greatest = format!("(n) -> {{ (max({})) | n >= 40 }}", joined(", ", |i| format!("n-{i}")));
    assert_eq!((options(&greatest, 50), options(&greatest, 39)), (vec![49], vec![]));
    let distances = format!("(n) -> {{ (n-1) | {} <= 400 }}", joined(" + ", |i| format!("|n-{i}|")));
    let near = |n: u64| (1..=40).map(|i: u64| n.abs_diff(i)).sum::<u64>() <= 400;
    for n in 1..60 {
        assert_eq!(options(&distances, n) == [n - 1], near(n), "{n}");
    }
}

/// Elimination squares the number of these conditions again and again.
#[test]
fn conditions_that_become_too_many_are_refused() {
    let names: Vec<char> = ('a'..='j').collect();
    let mut conditions: Vec<String> = names.iter().map(|name| format!("{name} <= n")).collect();
    for k in 0..24 {
        let at = |step: usize| names[(k * 7 + step * (1 + k % 3)) % names.len()];
        let (more, less) = (k % 4 + 2, k % 5 + 1);
        conditions.push(format!(
            "{more}*{} + {less}*{} + {} <= {less}*{} + 3*{} + n",
            at(0),
            at(1),
            at(2),
            at(3),
            at(4)
        ));
    }
    let definition = format!("(n) -> {{ (n-1-a) | {} }}", conditions.join(", "));
    let mistake = Games::built_in().find(&definition).unwrap_err();
    assert_eq!(mistake.to_string(), "the numbers here are too large, or the conditions too many, to work with");
}

#[test]
fn reading_can_be_given_up() {
    let budget = Budget::unlimited();
    let games = Games::built_in().within(&budget);
    let definitions = [
        "(x, y) -> sym { (x-i, y+j) | 1 <= i, j < i }",
        "(x, y) -> { (y, x) }",
        "(x, y) -> { (x+i+l, y+j) | 1 <= i <= 3*x, j <= x, 0 <= l <= x }",
        "0.77",
        "wythoff(2)",
    ];
    let stopped = || definitions.map(|text| games.find(text).err().and_then(|mistake| mistake.stopped));
    assert_eq!(stopped(), [None; 5]);
    budget.cancel();
    assert_eq!(stopped(), [Some(Stopped::Cancelled); 5]);
}

/// Definitions as the documents print them, and as LaTeX writes them, mean the
/// built-in games.
#[test]
fn definitions_are_read_as_papers_print_them() {
    let pasted = [
        ("yama", "f(x, y) = {(x− i, y + 1) | 2 ≤ i ≤ x}\n\n∪ {(x+ 1, y − i) | 2 ≤ i ≤ y}"),
        ("yama", r"f(x,y) = \{(x-i, y+1) \mid 2 \leq i \leq x\} \cup \{(x+1, y-i) \mid 2 \le i \le y\}"),
        ("yama", r"$F(x, y) := \left\{ (x-i,\, y+1) \mid 2 \leqslant i \right\} \cup \{ (x+1, y-i) : i \geq 2 \}$"),
        ("yama", "f(x, y) = {(x − i, y + 1) ∈ M | 2 ≤\ni} ∪ {(x+ 1, y − i) ∈ M | 2 ≤ i}"),
        ("yama", "（x，y）→｛（x－i，y＋１）｜２≦i≦x｝∪｛（x＋１，y－i）｜２≦i≦y｝"),
        ("yama", r"(x,y) \to \{ (x-i,y+1) \mid i \in \mathbb{N}, 2 \le i \} \cup \{ (x+1,y-i) \mid 2 \le i \}"),
        (
            "twist(2)",
            "t(c = 2): f(x, y) = {(x− i, y + j) | 2 ≤ i ≤ x, 1 ≤ j < i}\n∪ {(x+ j, y − i) | 2 ≤ i ≤ y, 1 ≤ j < i}\n\
             ∪ {(x− i, y − j) | 1 ≤ i ≤ x, 1 ≤ j ≤ y, |i− j| ≤ c}",
        ),
        (
            "geometric(3)",
            "g(d = 3): f(x, y) = {(x− i, y + j) | 2 ≤ i ≤ x, 1 ≤ j < i} ∪ {(x+ j, y − i) | 2 ≤ i ≤ y, 1 ≤ j < i}\n\
             ∪ {(x− i, y − j) | 1 ≤ i ≤ dj − 2, 1 ≤ j ≤ di− 2}",
        ),
        ("subtraction({1,3})", "(x) => { (x-1), (x-3) }"),
        ("nim", "f(x) = {(a) | a ∈ Z≥0, a < x}"),
        ("nim", r"f(x) = \{(a) : a \in \mathbb{Z}_{\ge 0}, a < x\}"),
        ("nim", "(x) ↦ {(x-i) | i ∈ N>0}"),
    ];
    for (name, text) in pasted {
        let Game::Heap(built_in) = Games::built_in().find(name).unwrap() else { panic!("{name}") };
        let Game::Heap(read) = Games::built_in().find(text).unwrap_or_else(|m| panic!("{text}: {m} at {:?}", m.at))
        else {
            panic!("{text}")
        };
        let sides = built_in.ruleset.heaps();
        for position in positions(&vec![9; sides]) {
            let (mut a, mut b) =
                (read.ruleset.options(&position).unwrap(), built_in.ruleset.options(&position).unwrap());
            a.sort();
            a.dedup();
            b.sort();
            b.dedup();
            assert_eq!(a, b, "{text} at {position:?}");
        }
        let printed = read.ruleset.definition().to_owned();
        assert!(Games::built_in().find(&printed).is_ok(), "{printed}");
    }
}

/// Rules that a paper misprints are read as they are printed.
#[test]
fn misprints_are_read_as_they_stand() {
    let text = "f(x, y) = {(x− i, y + j) | 2 ≤ i ≤ x, 1 ≤ j < i} ∪ {(x+ 1, y − i) | 2 ≤ i ≤ y, 1 ≤ j < i}";
    let Game::Heap(game) = Games::built_in().find(text).unwrap() else { panic!() };
    let mut options = game.ruleset.options(&[0, 3]).unwrap();
    options.sort();
    options.dedup();
    assert_eq!(options, [vec![vec![1, 0]], vec![vec![1, 1]]]);
}

#[test]
fn powers_are_products_and_unknown_functions_are_named() {
    let Game::Heap(squares) = Games::built_in().find("(x) -> {(x-i^2) | 1 <= i}").unwrap() else { panic!() };
    assert_eq!(squares.ruleset.options(&[10]).unwrap().len(), 3);
    let mistake = Games::built_in().find("(x) -> {(x-mux(i,2)) | 1 <= i}").unwrap_err();
    assert_eq!(mistake.to_string(), "there is no function `mux` (did you mean `max`?)");
    let mistake = Games::built_in().find(r"(x) \to \{(x-i) \mid 1 \lte i\}").unwrap_err();
    assert!(mistake.to_string().contains(r"\lte"), "{mistake}");
    assert!(Games::built_in().find("subtraction(S = {1,2})").is_ok());
}
