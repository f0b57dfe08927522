//! Definitions in brackets, as parts of positions.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::game::{Games, is_definition};
use miyama::play::{Convention, Outcome};
use miyama::sum::{Position, parse_position, solve};
use miyama_budget::Budget;

fn read(text: &str) -> Position {
    parse_position(text, &Games::built_in()).unwrap_or_else(|mistake| panic!("{text}: {mistake}"))
}

fn outcome(text: &str, convention: Convention) -> Outcome {
    solve(&read(text), convention, &Budget::unlimited()).unwrap().outcome
}

/// Definitions without a name are told apart by what they say.
#[test]
fn two_definitions_in_one_sum_are_two_games() {
    let (one, two) = ("(x)->{(x-1)|x>=1}", "(x)->{(x-2)|x>=2}");
    let sum = format!("({one}):2 + ({two}):2 + kayles:1");
    // Four moves are left, whoever makes them: the second player makes the last.
    assert_eq!(outcome(&sum, Convention::Misere), Outcome::N);
    assert_eq!(outcome(&sum, Convention::Normal), Outcome::P);
    // As one game it would be two heaps of the first: five moves.
    assert_eq!(outcome(&format!("({one}):2,2 + kayles:1"), Convention::Misere), Outcome::P);
}

#[test]
fn a_sum_with_definitions_is_written_as_it_is_read() {
    for text in [
        "((x) -> {(x-1), (x-3)}):5",
        "((x) -> {(a)+(b) | a+b = x-1}):3,4 + nim:2",
        "nim:1 + ((x, y) -> {(x-i, y+1) | 2 <= i}):4,0 + ((x) -> {(x/2) | x >= 1}):9",
        "(f(x) = {(x-1)}):3",
        "(d: (x) -> {(x-2)}):3 + *2",
        "(grid sym [..] -> [##]):../.. + (grid [./.] -> [#/#]):../..",
        "({1},{1,2},∅):5 + ((x) -> {0}):1",
    ] {
        assert!(!is_definition(text), "{text}");
        let sum = read(text);
        assert_eq!(sum.to_string(), text);
        assert_eq!(read(&sum.to_string()), sum);
    }
    assert_eq!(read(" ( (x) -> {(x-1)} ) : 3 ").to_string(), "((x) -> {(x-1)}):3");
    let cases = r"f(x) = \begin{cases} \{x-1\} & x \text{ odd} \\ \{x/2\} & x \ge 1 \end{cases}";
    for definition in ["(x) -> {(a)+(b) | a+b = x}", "(x, y) = {(x-1, y)}", "f(x) := {(x-1)}", "(x) {(x-1)}", cases] {
        assert!(is_definition(definition), "{definition}");
    }
}

/// Mistakes are marked where they are.
#[test]
fn a_mistake_in_brackets_is_found_there() {
    let text = "nim:3 + ((x) -> {(x-q)}):2";
    let mistake = parse_position(text, &Games::built_in()).unwrap_err();
    assert_eq!(&text[mistake.at.clone()], "{(x-q)}", "{mistake}");
    let text = "((x) -> {(x-1)}):2 + ((x) -> {(x-)}):2";
    let mistake = parse_position(text, &Games::built_in()).unwrap_err();
    assert!(mistake.at.start >= text.rfind("x-").unwrap(), "{mistake}");
}

/// A function may mean something else in another definition, and a parameter have another value.
#[test]
fn functions_of_one_name_are_told_apart() {
    let stepping = |step: u32, heap: u32| {
        format!("(let f(t) = 0 if t <= 0 else 1+f(t-{step}); (x) -> {{(x-f(i)) | 1 <= i <= 4, f(i) >= 1}}):{heap}")
    };
    let mut games = Games::built_in();
    let given = "g(c): let f(t) = 0 if t <= 0 else 1+f(t-c); (x) -> {(x-f(i)) | 1 <= i <= 4, f(i) >= 1}";
    games.add("g", given).unwrap();
    for convention in [Convention::Normal, Convention::Misere] {
        for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            let truth = outcome(&format!("bounded(4):{a} + bounded(2):{b}"), convention);
            let text = format!("{} + {}", stepping(1, a), stepping(2, b));
            assert_eq!(outcome(&text, convention), truth, "{text} {convention:?}");
            let sum = parse_position(&format!("g(1):{a} + g(2):{b}"), &games).unwrap();
            let found = solve(&sum, convention, &Budget::unlimited()).unwrap().outcome;
            assert_eq!(found, truth, "{sum} {convention:?}");
        }
    }
}

/// What is too large is named: numbers of the rules, or the table.
#[test]
fn numbers_that_are_too_large_are_no_matter_of_memory() {
    let reason = |text: &str| match solve(&read(text), Convention::Normal, &Budget::unlimited().with_memory(1 << 30)) {
        Err(reason) => reason.text().to_string(),
        Ok(solution) => panic!("{text}: {:?}", solution.outcome),
    };
    assert!(reason("((x,y) -> {(x-1,y+x^20)}):99999,9").contains("larger numbers than are computed with"));
    assert!(reason("((x) -> {(x-i) | 1<=i<=2, 3^x div 7 >= i}):99999").contains("larger numbers"));
    assert!(
        reason("((x,y) -> {(x-i,y) | i in {1,7}} U {(x,y-1)} U {(x-2,y-i) | 1<=i}):9999999,9999999").contains("memory")
    );
}

/// `G - H` is G with the game in which the players of H are exchanged.
#[test]
fn a_difference_is_a_sum_with_the_negative() {
    let outcome = |text: &str| outcome(text, Convention::Normal);
    for (text, expected) in [
        ("domineering:2x2 - 1", Outcome::N),
        ("domineering:1x3 - -1", Outcome::P),
        ("domineering:2x3 - domineering:2x3", Outcome::P),
        ("domineering:2x3 − domineering:2x3 + 1", Outcome::L),
        ("cutcake:2,5 - cutcake:2,5", Outcome::P),
        ("partizan-subtraction({1,2},{1,3}):7 - partizan-subtraction({1,2},{1,3}):7 - 1", Outcome::R),
        ("hackenbush:0-1l,1-2r - hackenbush:0-1l,1-2r", Outcome::P),
        ("toads-and-frogs:t..f - toads-and-frogs:t..f - 2d-nim:2x2", outcome("2d-nim:2x2")),
        ("nim:3 - nim:5 - *6", Outcome::P),
        ("1 - col:path(1)", Outcome::L),
    ] {
        assert_eq!(outcome(text), expected, "{text}");
        // What is printed is read again as the same.
        let position: Position = text.parse().unwrap();
        assert_eq!(outcome(&position.to_string()), expected, "{position}");
    }
    let text = "1 - (cram with pass):2x2,1";
    let mistake = text.parse::<Position>().unwrap_err();
    assert_eq!(&text[mistake.at], " (cram with pass):2x2,1");
    let mistake = "domineering:2x2 - foo:3".parse::<Position>().unwrap_err();
    assert_eq!(mistake.at, 18..21);
}
