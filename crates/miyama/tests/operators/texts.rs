//! How operators, their positions and endings are written, and where mistakes point.

use miyama::game::Games;
use miyama::play::Convention;
use miyama::sum::{parse_position, solve};
use miyama_budget::Budget;

#[test]
fn mistakes_point_at_their_place() {
    let games = Games::built_in();
    for (text, at, says) in [
        ("(x) -> {(x-1)} with luck", "luck", "pass"),
        ("block(0) wythoff", "0", "between 1 and"),
        ("block(k) wythoff", "k", "number"),
        ("(block(2) nim) with pass", "with pass", "around"),
        ("block(2) block(3) nim", "block(2)", "twice"),
        ("nim selective nimm", "nimm", "unknown game"),
        ("twisted nim", "twisted", "two heaps"),
        ("wythoff ends: x+q <= 2", "q", "not a heap"),
        ("nim wins nobody if x = 0", "nobody", "left"),
        ("nim wins left when x = 0", "when", "if"),
    ] {
        let mistake = games.find(text).map(|_| ()).expect_err(text);
        assert_eq!(&text[mistake.at.clone()], at, "{text}: {mistake}");
        assert!(mistake.to_string().contains(says), "{text}: {mistake}");
    }
}

/// Positions of boards under an operator are read as they are written: those that a player can move to, in
/// sums too, and on graphs.
#[test]
fn boards_under_an_operator_are_read_as_they_are_written() {
    for board in [
        "impartial clobber:xoxo/ox.x",
        "impartial amazons:x..o/.##.",
        "impartial toads-and-frogs:tt.ff",
        "impartial domineering:..../#...",
        "impartial hackenbush:0-1l,1-2r",
        "impartial col:1-2,2-3;l..",
        "impartial clobber:xo + impartial konane:xo.",
        "nim with pass:3,1 + impartial clobber:xo",
    ] {
        let sum = parse_position(board, &Games::built_in()).unwrap_or_else(|m| panic!("{board}: {m}"));
        assert_eq!(sum.to_string(), board);
        let solution = solve(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
        for after in solution.moves.listed.iter().filter(|after| !after.parts.is_empty()) {
            let again = parse_position(&after.to_string(), &Games::built_in());
            assert_eq!(again.unwrap_or_else(|m| panic!("{after}: {m}")), *after);
        }
    }
    // Conditions and names have colons too.
    for definition in ["nim with pass ends: x <= 2", "mine: nim with pass", "wythoff ends: x+y <= 2"] {
        assert!(miyama::game::is_definition(definition), "{definition}");
    }
}

/// Heaps may be named by their places, where the game has no such names of its own.
#[test]
fn endings_name_heaps_by_their_places() {
    for (by_place, by_name, position) in [
        ("kayles ends: x <= 2", "kayles ends: n <= 2", "7"),
        ("moore(2, n = 3) ends: x+y+z <= 3", "moore(2, n = 3) ends: x1+x2+x3 <= 3", "3,2,4"),
        ("((a, b) -> sym {(a-i, b) | 1 <= i}) ends: x > y", "((a, b) -> sym {(a-i, b) | 1 <= i}) ends: a > b", "2,4"),
        // Its own y is the first heap.
        ("((y, x) -> sym {(y-i, x) | 1 <= i}) ends: x > 1", "((y, x) -> sym {(y-i, x) | 1 <= i}) ends: x > 1", "1,3"),
    ] {
        let solved = |text: &str| {
            let sum = parse_position(&format!("({text}):{position}"), &Games::built_in());
            let sum = sum.unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
            solve(&sum, Convention::Normal, &Budget::unlimited()).unwrap()
        };
        let (one, other) = (solved(by_place), solved(by_name));
        assert_eq!(
            (one.outcome, one.value, one.moves.count),
            (other.outcome, other.value, other.moves.count),
            "{by_place}"
        );
    }
}
