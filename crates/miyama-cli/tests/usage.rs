//! The command line itself: where help may stand, and what is said of values
//! that an option does not take.

#![allow(clippy::unwrap_used)]

mod program;

use program::{complaint, miyama, stdout};

#[test]
fn help_may_stand_behind_options_of_every_command() {
    let same = [
        (vec!["--lang", "ja", "help"], vec!["help", "--lang", "ja"]),
        (vec!["--lang=ja", "help", "solve"], vec!["solve", "--help", "--lang", "ja"]),
        (vec!["--threads", "1", "help"], vec!["--help"]),
        (vec!["--max-time", "2", "--lang", "en", "help", "solve"], vec!["solve", "--help"]),
        (vec!["help", "help"], vec!["--help"]),
        (vec!["help", "--lang", "ja", "value"], vec!["--lang", "ja", "value", "--help"]),
    ];
    for (one, other) in same {
        assert_eq!(stdout(miyama(&one)), stdout(miyama(&other)), "{one:?}");
    }
}

#[test]
fn usage_lines_are_in_the_language_of_the_help() {
    let usage = |args: &[&str]| stdout(miyama(args)).lines().nth(2).unwrap().to_owned();
    assert_eq!(usage(&["help"]), "Usage: miyama [OPTIONS] <COMMAND>");
    assert_eq!(usage(&["--lang", "ja", "help"]), "使い方: miyama [オプション] <コマンド>");
    assert_eq!(usage(&["--lang", "ja", "help", "solve"]), "使い方: miyama solve [オプション] <POSITION>");
}

#[test]
fn a_mistake_in_an_option_names_the_option() {
    for (args, says) in [
        (vec!["solve", "wythoff", "--at", "-1,3"], "error: a heap cannot be negative\n  --at -1,3\n       ^^\n"),
        (
            vec!["period", "0.77", "--to", "x"],
            "error: expected a heap from 1 to 1099511627776, such as `1000000` or `2^20`\n  --to x\n       ^\n",
        ),
        (
            vec!["table", "wythoff", "--to", "3, x"],
            "error: `x` is not a size for a table; write a number such as 10, or one for each heap such as 10,20\n  \
             --to 3, x\n          ^\n",
        ),
        (
            vec!["table", "wythoff", "--to", "3,4,5"],
            "error: 3 sizes are given, but there are 2 heaps\n  --to 3,4,5\n       ^^^^^\n",
        ),
        (
            vec!["word", "fibonacci", "--at", "1x"],
            "error: an index is a whole number such as 1000000000000\n  --at 1x\n        ^\n",
        ),
        (
            vec!["check", "--to", "x"],
            "error: `x` is not a bound for a claim; write a whole number such as 2000\n  --to x\n       ^\n",
        ),
        (
            vec!["reply", "nim:3", "--move", "x"],
            "error: `x` was not understood\n  --move x\n         ^\n  a move: 1 from 1\n",
        ),
    ] {
        assert_eq!(complaint(miyama(&args)), says, "{args:?}");
    }
}

#[test]
fn a_formula_may_begin_with_a_minus() {
    let args = ["check", "--game", "nim", "--heaps", "2", "--p-positions", "-x+y = 0", "--to", "5"];
    assert!(stdout(miyama(&args)).contains("holds at all 36 positions"));
}

#[test]
fn a_negative_value_is_refused_by_what_reads_it() {
    for (args, says) in [
        (
            vec!["table", "nim", "--to", "3", "--heaps", "-2"],
            "error: `-2` is not a value for --heaps <K>\n  \
             expected a whole number, 0 or more: Play a one-heap game on this many heaps\n",
        ),
        (
            vec!["word", "fibonacci", "--length", "-1"],
            "error: `-1` is not a value for --length <N>\n  \
             expected a whole number, 0 or more: How many letters; 64 by default\n",
        ),
        (
            vec!["solve", "nim:3", "--threads", "-1"],
            "error: `-1` is not a value for --threads <N>\n  \
             expected a whole number, 0 or more: Threads to use; by default all cores\n",
        ),
        (vec!["value", "1", "--max-time", "-1"], "error: --max-time -1: expected a number of seconds, 0 or more\n"),
        (
            vec!["bricks", "2x4", "3", "--index", "0"],
            "error: `0` is not a value for --index <K>\n  what it means: Building K of the list\n",
        ),
        (
            vec!["bricks", "2x4", "-1"],
            "error: `-1` is not a number of bricks; it must be a whole number from 1 to 13\n  -1\n  ^^\n",
        ),
    ] {
        assert_eq!(complaint(miyama(&args)), says, "{args:?}");
    }
    assert_eq!(stdout(miyama(&["value", "-1/2"])), "-1/2\n");
}

/// What the system refuses is said in the language of the rest.
#[test]
fn failures_of_the_system_are_translated() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (missing, binary, here) = (path("missing.game"), path("binary.game"), path(""));
    std::fs::write(&binary, b"(x) -> {(x-i) | 1 <= i} # \xff").unwrap();
    for (args, english, japanese) in [
        (
            vec!["table", &missing, "--to", "3"],
            "there is no such file or folder",
            "そのようなファイルやフォルダーはありません",
        ),
        (vec!["table", &binary, "--to", "3"], "the text is not valid UTF-8", "正しい UTF-8 のテキストではありません"),
        (vec!["record", &here], "this is a folder, not a file", "ファイルではなくフォルダーです"),
    ] {
        let file = args[1];
        assert_eq!(complaint(miyama(&args)), format!("error: {file}: {english}\n"));
        let args = [&["--lang", "ja"], &args[..]].concat();
        assert_eq!(complaint(miyama(&args)), format!("エラー: {file}: {japanese}\n"));
    }
}
