//! How positions of compounds are written, and what their heaps are called.

use miyama::game::Games;
use miyama::play::{Convention, Outcome};
use miyama::sum::{parse_position, solve};
use miyama_budget::Budget;

/// A position of one game stands in an operator as it does alone.
#[test]
fn one_game_within_an_operator_needs_no_brackets() {
    let games = Games::built_in();
    for (plain, in_brackets) in [
        ("block(2) kayles:3,5", "block(2) kayles:(3,5)"),
        (
            "(block(2) (heaps x[1..n] -> for each i { x[i]-k | 1 <= k })):3,0,5",
            "(block(2) (heaps x[1..n] -> for each i { x[i]-k | 1 <= k })):(3,0,5)",
        ),
    ] {
        let read = |text: &str| parse_position(text, &games).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        assert_eq!(read(plain), read(in_brackets));
    }
}

#[test]
fn mistakes_of_positions_say_how_they_are_written() {
    let games = Games::built_in();
    for (text, at, says) in [
        ("cram with pass:3x3", "3x3", "3x3,1"),
        ("cram with pass:3x3,2", "2", "0 afterwards"),
        ("cram selective nim:3x3,4,5", "3x3,4,5", "3x3,3"),
        ("cram selective nim:4", "4", "sign of this game"),
        ("cram with pass ends: x <= 2", "x", "not a heap"),
        ("cram ends: count[q] <= 2", "count[q]", "sign `q`"),
        ("cram ends: count[] <= 2", "count[]", "count[xo]"),
        ("(kayles selective cram) ends: n <= 2", "n", "no one size"),
        ("(cram wins left if count[.] = 0) with pass", "with pass", "around"),
        ("twisted cram", "twisted", "cells"),
        ("(block(2) cram) with pass", "with pass", "around"),
    ] {
        let mistake = parse_position(text, &games).map(|_| ()).expect_err(text);
        assert!(mistake.to_string().contains(says), "{text}: {mistake}");
        let found = text.get(mistake.at.clone()).unwrap_or_default();
        assert_eq!(found, at, "{text}: {mistake}");
    }
}

/// An empty heap that counts as removed leaves no gap: (0,1) and (1,0) are the same option, which the opponent forbids.
#[test]
fn heaps_that_are_removed_leave_one_position() {
    for (text, outcome) in [("block(2) end-nim:1,1", Outcome::P), ("block(2) end-nim:2,2", Outcome::P)] {
        let sum = parse_position(text, &Games::built_in()).unwrap();
        let solution = solve(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
        assert_eq!(solution.outcome, outcome, "{text}");
    }
}

/// The heaps of games that are joined are named in the order of their places.
#[test]
fn names_of_heaps_stay_in_order() {
    for (text, outcome) in [
        ("((nim disjunctive (nim disjunctive nim)) ends: z >= 1):1,0,1", Outcome::P),
        ("((nim disjunctive (nim disjunctive nim)) ends: y >= 1):1,0,1", Outcome::P),
        ("((nim disjunctive (nim disjunctive nim)) ends: y >= 1):1,0,0", Outcome::N),
        ("((nim disjunctive (nim disjunctive nim)) ends: z >= 1):1,2,0", Outcome::N),
        ("((nim disjunctive (nim disjunctive nim)) ends: y >= 1):1,2,0", Outcome::P),
    ] {
        let sum = parse_position(text, &Games::built_in()).unwrap();
        let solution = solve(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
        assert_eq!(solution.outcome, outcome, "{text}");
    }
}
