//! Transcripts of `miyama check` with a formula about a game.
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use program::stdout_with;
use std::process::Output;

fn miyama(args: &[&str]) -> Output {
    program::miyama(&[&["check"], args].concat())
}

/// Standard output, with the exit code that is expected.
#[track_caller]
fn stdout(args: &[&str], code: i32) -> String {
    stdout_with(miyama(args), code)
}

#[track_caller]
fn complaint(args: &[&str]) -> String {
    program::complaint(miyama(args))
}

#[test]
fn a_formula_that_holds() {
    assert_eq!(
        stdout(&["--game", "yama", "--p-positions", "|x-y| <= 1 and x*y >= 0", "--to", "300"], 0),
        "yama: P-positions claimed where |x-y| <= 1 and x*y >= 0
holds at all 90601 positions with heaps up to 300
Every one was compared with a table computed from the rules. Beyond them this proves nothing.
"
    );
    let proved = stdout(&["--game", "yama", "--p-positions", "|x-y| <= 1", "--to", "300"], 0);
    let says = "yama: P-positions claimed where |x-y| <= 1
holds at all 90601 positions with heaps up to 300
Proved for all sizes (automaton with 3 states that reads numbers in base 2; certificate ";
    assert!(proved.starts_with(says), "{proved}");
}

#[test]
fn a_set_that_is_too_large() {
    assert_eq!(
        stdout(&["--game", "yama", "--p-positions", "|x-y| <= 2", "--to", "3"], 1),
        "yama: P-positions claimed where |x-y| <= 2
refuted at (0, 2), the first position by x+y, then x, y
(0, 2) is in the set, and so is its option (1, 0).

x \\ y |    0     1     2     3     4
----- | ----- ----- ----- ----- -----
    0 |    P     P  [N/P]    N     N
    1 |    P     P     P   N/P     N
    2 |  N/P     P     P     P     .
    3 |    N   N/P     P     P     .
    4 |    N     N     .     .     .

True outcomes; N/P: truly N, but P claimed. In [ ]: the violation.
"
    );
}

/// Where ends are won by Left or Right, "not P" does not say who wins.
#[test]
fn outcomes_of_left_and_right_are_shown() {
    assert_eq!(
        stdout(&["--game", "lr-subtraction", "--p-positions", "x = 1", "--to", "4"], 1),
        "lr-subtraction: P-positions claimed where x = 1
refuted at (1), the first position by x
1 is R.

x |    0     1     2     3     4
- | ----- ----- ----- ----- -----
  |    L  [R/P]    L     R     L

True outcomes; R/P: truly R, but P claimed. In [ ]: the violation.
"
    );
    let refuted = program::miyama(&["prove", "lr-subtraction", "--p-positions", "x = 1"]);
    assert!(stdout_with(refuted, 1).contains("Refuted at (1): (1) is R."));
    let found = stdout_with(program::miyama(&["conjecture", "lr-subtraction"]), 0);
    assert!(
        found.starts_with("Conjecture. The P-positions of lr-subtraction are exactly the x with false.\n"),
        "{found}"
    );
}

/// The legend speaks of what the grid shows.
#[test]
fn the_legend_explains_the_signs_that_are_there() {
    let legend = |args: &[&str]| stdout(&[&["--game", "yama", "--to", "3"], args].concat(), 1);
    let both = "True outcomes; N/P: truly N, but P claimed; P/N: truly P, but N claimed. In [ ]: the violation.\n";
    for (claim, ending) in [
        (["--p-positions", "x = y"], "True outcomes; P/N: truly P, but N claimed. In [ ]: the violation.\n"),
        (["--p-positions", "x > y"], both),
        (["--value", "x"], "True values; 0/1: truly 0, but 1 claimed. In [ ]: the violation.\n"),
    ] {
        let text = legend(&claim);
        assert!(text.ends_with(ending), "{text}");
    }
}

#[test]
fn a_wrong_value_with_the_reason() {
    let text = stdout(&["--game", "twist(1)", "--value", "x+y-1 if x+y > 0 else 0", "--lang", "en"], 1);
    assert!(text.contains("refuted at (1, 4), the first position by x+y, then x, y\n"), "{text}");
    assert!(text.contains("(1, 4) has value 0, not 4: none of its options has value 0.\n"), "{text}");
}

#[test]
fn several_heaps_and_misere_play() {
    let held = stdout(&["--game", "nim", "--p-positions", "x ^^ y ^^ z = 0", "--to", "20"], 0);
    assert!(held.contains("holds at all 9261 positions"), "{held}");
    // Heaps that break or vanish: one move changes their number.
    let kayles = stdout(&["--game", "kayles", "--p-positions", "x=y", "--to", "9"], 1);
    assert!(kayles.contains("(1, 4) is outside the set, but none of its options is a P-position."), "{kayles}");
    let vanishing = "(x) -> {0} U {(x-1)}";
    let refuted = stdout(&["--game", vanishing, "--p-positions", "x=y", "--to", "3"], 1);
    assert!(refuted.contains("refuted at (0, 2)"), "{refuted}");
    stdout(&["--game", vanishing, "--p-positions", "(x+y) mod 2 = 0", "--to", "30"], 0);
    let misere = "x ^^ y = (1 if max(x,y) <= 1 else 0)";
    stdout(&["--game", "nim", "--p-positions", misere, "--misere"], 0);
    let refuted = stdout(&["--game", "nim", "--p-positions", misere], 1);
    assert!(refuted.contains("(0, 0) has no move, so it is a P-position; but it is outside the set.\n"), "{refuted}");
}

#[test]
fn for_programs() {
    let text = stdout(&["--game", "wythoff", "--p-positions", "x = y", "--format", "json"], 1);
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["verdict"], "refuted");
    assert_eq!(found["counterexample"], "(1, 1)");
    assert_eq!(found["violation"]["kind"], "option-in-set");
    assert_eq!(found["violation"]["position"], serde_json::json!([1, 1]));
    assert_eq!(found["violation"]["option"], serde_json::json!([[0, 0]]));
    assert_eq!(found["window"]["cells"][1][1]["actual"], "N");
    let text = stdout(&["--game", "wythoff", "--p-positions", "min(x,y) = floor(|x-y|*phi)", "--format", "csv"], 0);
    assert_eq!(text, "verdict,position,kind,claimed,actual,option\nproved,,,,,\n");
}

#[test]
fn a_picture_marks_the_violation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("violation.svg");
    let args = ["--game", "yama", "--value", "min(x,y)", "--svg", path.to_str().unwrap()];
    stdout(&args, 1);
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.contains("first violation") && svg.contains("(0, 2) has value 1, not 0"), "{svg}");
}

#[test]
fn bad_input_is_pointed_at() {
    let game = |rest: &[&'static str]| [&["--game", "yama"], rest].concat();
    assert_eq!(
        complaint(&game(&["--p-positions", "|x-w| <= 1"])),
        "error: unknown name `w`
  --p-positions |x-w| <= 1
                   ^
  the names here are x, y; for the rest see GRAMMAR.md
"
    );
    assert_eq!(
        complaint(&game(&["--p-positions", "|x-y| <= 1 and x mod (3-y) < 5"])),
        "error: at (2, 3) this divides by a number that is not positive
  --p-positions |x-y| <= 1 and x mod (3-y) < 5
                               ^^^^^^^^^^^
"
    );
    assert_eq!(
        complaint(&game(&["--p-positions", "x = 1 if y = 2 else x = 3"])),
        "error: `if … else` chooses between numbers, but this is a condition
  --p-positions x = 1 if y = 2 else x = 3
                ^^^^^
  instead of `A if C else B` write `(C and A) or (not C and B)`
"
    );
    assert!(complaint(&game(&[])).contains("say what is claimed"));
    assert!(complaint(&["--p-positions", "x=y"]).contains("say which game"));
    assert!(complaint(&game(&["--value", "x", "--to", "1,2,3"])).contains("3 sizes"));
    let true_everywhere = "min(x,y)+1 if |x-y| >= 2 else 0";
    assert!(complaint(&game(&["--value", true_everywhere, "--to", "99999999"])).contains("memory"));
}
