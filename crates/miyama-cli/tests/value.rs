//! `miyama value` as a user sees it: exact output and exit codes.

#![allow(clippy::unwrap_used)]

mod program;

use program::{complaint, miyama, stdout};
use std::process::Output;

fn run(args: &[&str]) -> Output {
    miyama(&[&["value"], args].concat())
}

#[track_caller]
fn answers(args: &[&str], expected: &str) {
    assert_eq!(stdout(run(args)), expected);
}

#[track_caller]
fn refuses(args: &[&str], expected: &str) {
    assert_eq!(complaint(run(args)), expected);
}

#[test]
fn an_unknown_name_is_met_with_one_that_is_known() {
    refuses(
        &["domneering:2x2"],
        "error: unknown name `domneering`\n  domneering:2x2\n  ^^^^^^^^^^\n  did you mean `domineering`?\n",
    );
}

/// Heaps, codes, cells and values have values alike, and stand in sums.
#[test]
fn every_game_has_a_value() {
    for (expression, value) in
        [("nim:3", "*3\n"), ("nim:3 + *2", "*\n"), ("0.77:5 + 1", "1*4\n"), ("cutcake:2,3 + domineering:2x2", "+-1\n")]
    {
        answers(&[expression], value);
    }
    // A name that begins like a number.
    answers(&["2d-nim:# = *"], "true\n");
    answers(&["2d-nim:## - 2d-nim:#"], "*3\n");
    answers(&["1 + -2d-nim:#"], "1*\n");
    answers(&["grid sym [..] -> [##]", "--at", "2x2"], "0\n");
    answers(&["(x) -> left {(x-1)} right {(x-2)}", "--at", "3"], "0\n");
}

/// A value that is too long to be written is answered with what else is known of it, in every format.
#[test]
fn a_text_that_nobody_can_read_is_left_out_and_the_rest_is_there() {
    let text = stdout(run(&["heat(*20,1)"]));
    let too_long =
        "too long to write: the value has 440 positions and is born on day 40; at most 1048576 bytes of text";
    assert!(text.starts_with("canonical form ") && text.contains(too_long), "{text}");
    let line = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim).map(String::from);
    // Heating *n by t gives a game of mean 0 and temperature t, whose first stops are t and −t.
    let shown = ["outcome", "left stop", "right stop", "mean", "temperature"].map(|name| line(name).unwrap());
    assert_eq!(shown, ["N (the next player wins)", "1", "-1", "0", "1"]);
    assert_eq!(
        line("reduced canonical form").unwrap(),
        "left out (the value is too long to write; --all looks for this too)"
    );
    let json = stdout(run(&["heat(*20,1)", "--format", "json"]));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(value["canonical"].is_null() && value["reduced_canonical_form"].is_null(), "{json}");
    assert_eq!((value["mean"].as_str(), value["positions"].as_str()), (Some("0"), Some("440")), "{json}");
    assert!(value["left_out"]["canonical"].as_str().unwrap().starts_with("too long to write"), "{json}");
    // 10,200 positions: their thermographs are left out as well.
    let text = stdout(run(&["heat(*100,1)"]));
    assert!(text.contains("10200 positions and is born on day 200"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("mean ") && line.contains("left out (")), "{text}");
}

#[test]
fn a_weight_out_of_reach_is_left_out() {
    let text = stdout(run(&["Tiny(5000000000)", "--all"]));
    assert!(text.contains("Tiny(5000000000)") && text.contains("not computed"), "{text}");
}

#[test]
fn canonical_forms() {
    answers(&["{1|0} + {1|0}"], "1\n");
    answers(&["-1/2"], "-1/2\n");
    answers(&["-3 + *2"], "-3*2\n");
    answers(&["let g = {1|0}; g + g"], "1\n");
    answers(&["3.^ + *2"], "^3*2\n");
    answers(&["{9223372036854775807|}"], "9223372036854775808\n");
    answers(&["{0|^2147483647*}"], "^2147483648\n");
    answers(&["* : 1"], "^*\n");
    answers(&["cool({4|1}, 1)"], "{3|2}\n");
}

#[test]
fn positions() {
    answers(&["domineering:4x5"], "1\n");
    answers(&["domineering:..#/.../#.#"], "+-1\n");
    answers(&["toads-and-frogs:tt.ff"], "*\n");
    answers(&["clobber:xo/ox + hackenbush:lrl"], "3/4*\n");
    answers(&["partizan-subtraction({1,2},{3}):8"], "{2|1}\n");
}

#[test]
fn comparisons_print_true_or_false() {
    answers(&["^ || *"], "true\n");
    answers(&["^ <> 0"], "false\n");
    answers(&["--lang", "ja", "Tiny(2) < ^"], "true\n");
    answers(&["let s = +-1; s + s = 0"], "true\n");
    answers(&["1 != 1"], "false\n");
}

#[test]
fn everything_known_of_a_game() {
    let text = "\
canonical form          {2|-1}
outcome                 N (the next player wins)
birthday                3
left stop               2
right stop              -1
mean                    1/2
temperature             3/2
left wall (t, value)    (-1, 3) (3/2, 1/2)
right wall (t, value)   (-1, -2) (3/2, 1/2)
number                  no
infinitesimal           no
all-small               no
impartial               no
atomic weight           not defined
reduced canonical form  {2|-1}
Left's incentives       {3|0}
Right's incentives      {3|0}
positions               5
";
    answers(&["--all", "{2|-1}"], text);
    let json = r#"  "canonical": "^[2]",
  "outcome": "L",
  "birthday": "3",
  "left_stop": "0",
  "right_stop": "0",
  "mean": "0",
  "temperature": "0",
  "thermograph": {"left": [["-1", "1"], ["0", "0"]], "right": [["-1", "0"]]},
  "number": false,
  "infinitesimal": true,
  "all_small": true,
  "impartial": false,
  "impartial_form": false,
  "impartial_value": false,
  "nimber": null,
  "atomic_weight": "1",
  "reduced_canonical_form": "0",
  "left_incentives": [
    "v<2>"
  ],
  "right_incentives": [
    "^[2]*"
  ],
  "positions": "4"
}
"#;
    let head = |expression: &str| {
        let question = format!("{{\"ask\": \"value\", \"expression\": \"{expression}\"}}");
        format!("{{\n  \"miyama\": \"{}\",\n  \"question\": {question},\n", env!("CARGO_PKG_VERSION"))
    };
    answers(&["{^|*}", "--format", "json"], &(head("{^|*}") + json));
    answers(&["1 < 2", "--format", "json"], &(head("1 < 2") + "  \"holds\": true\n}\n"));
}

#[test]
fn games_by_their_birthday() {
    answers(&["--born", "1"], "4 values are born by day 1:\n-1\n0\n*\n1\n");
    let day_three = run(&["--born", "3"]);
    assert_eq!(String::from_utf8_lossy(&day_three.stdout).lines().count(), 1 + 1474);
    refuses(&["--born", "4"], "error: games are listed up to day 3; after that there are too many\n");
}

#[test]
fn bad_input_is_pointed_at() {
    refuses(&["{1|"], "error: the text ends where `,`, `|` or `}` was expected\n  {1|\n     ^\n");
    refuses(
        &["*-1"],
        "error: a nimber is `*` and a number without a sign\n  *-1\n  ^^^\n  for the difference write `* - 1`\n",
    );
    refuses(&["1/3"], "error: 1/3 is not a number of the form m/2^k: no short game has this value\n  1/3\n  ^^^\n");
    refuses(
        &["^^^ v"],
        "error: expected an operator or the end, found `v`\n  ^^^ v\n      ^\n  \
         write `+` between games, and `3.g` for three copies of g; `3*2` is 3 + *2\n",
    );
    refuses(
        &["domineering:..#/.x./#.#"],
        "error: `x` is not a sign of this game; its signs are `.`, `#`, `|`\n  domineering:..#/.x./#.#\n                   ^\n",
    );
    let deep = format!("{}0{}", "{".repeat(40), "|}".repeat(40));
    let caret = " ".repeat(34);
    refuses(
        &[&deep],
        &format!("error: brackets and signs are nested more than 32 levels deep here\n  {deep}\n{caret}^\n"),
    );
    refuses(&["1", "--born", "1"], "error: give an expression or --born, not both\n");
    refuses(&[], "error: missing: an expression, such as {1|0}, or --born N\n");
    refuses(&["1 < 2", "--svg", "none.svg"], "error: a comparison has no picture\n");
}

#[test]
fn limits_are_kept() {
    let slow = run(&["domineering:8x8", "--max-time", "0.2"]);
    assert_eq!(String::from_utf8_lossy(&slow.stderr), "error: stopped: the time limit of 0.2 s was reached\n");
    assert_eq!(slow.status.code(), Some(3));
    let known = String::from_utf8_lossy(&slow.stdout).into_owned();
    assert!(known.contains("The value lies between -"), "{known}");
    refuses(&["^1000000 + {1|0}"], "error: the games are nested more than 100000 deep\n");
    let large = run(&["heat(*4000000000, 1)", "--max-memory", "100M"]);
    assert!(String::from_utf8_lossy(&large.stderr).contains("the limit is 100.0 MiB"));
    assert_eq!(large.status.code(), Some(3));
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().unwrap();
    for (name, args) in
        [("game.svg", vec!["{3||2*|1*}"]), ("number.svg", vec!["3/4"]), ("order.svg", vec!["--born", "2"])]
    {
        let path = folder.path().join(name);
        let output = run(&[&args[..], &["--svg", path.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let svg = std::fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("<title>"), "{name}");
    }
}

/// Being impartial is said of the form and of the value.
#[test]
fn a_form_that_is_not_impartial_may_have_an_impartial_value() {
    let row = |text: &str| {
        let output = String::from_utf8(run(&["--all", text]).stdout).unwrap();
        output.lines().find(|line| line.starts_with("impartial")).map(|line| line[9..].trim().to_owned()).unwrap()
    };
    assert_eq!(row("{-1|1}"), "not as it is written, but its value is (*0)");
    assert_eq!(row("{*,0|0,*}"), "yes (*2)");
    assert_eq!(row("{0|}"), "no");
    assert_eq!(row("freeze(*)"), "its value is (*1)");
    assert_eq!(row("cram:2x2"), "yes (*0)");
    assert_eq!(row("domineering:1x1"), "not as it is written, but its value is (*0)");
}
