//! Definitions that are hard to read: they are read, or refused, or given up.

#![allow(clippy::unwrap_used)]

use miyama::game::{Game, Games};
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
