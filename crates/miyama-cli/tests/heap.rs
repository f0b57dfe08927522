//! Transcripts of games, solve and table: exact output and exit code.
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use program::miyama;
use proptest::prelude::*;

#[track_caller]
fn stdout(args: &[&str]) -> String {
    program::stdout(miyama(args))
}

#[track_caller]
fn complaint(args: &[&str]) -> String {
    program::complaint(miyama(args))
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(&[args, &["--format", "json"]].concat())).unwrap()
}

#[test]
fn three_heaps_of_nim() {
    assert_eq!(
        stdout(&["solve", "nim:3,5,7"]),
        "nim:3,5,7: N, the next player wins
Grundy value 1

Winning moves (3):
  nim:2,5,7
  nim:3,4,7
  nim:3,5,6

The values are added without carry, column by column:
  nim:3  3  011
  nim:5  5  101
⊕ nim:7  7  111
  -------------
         1  001
The nim-sum is 1, not 0: a part of value v that can be moved to v ⊕ 1 makes it 0.
Method: Bouton's theorem on Nim, nim-sum of the parts (Sprague and Grundy)
"
    );
}

#[test]
fn the_table_of_wythoff_as_the_lecture_notes_print_it() {
    let expected = "\
x \\ y |  0  1  2  3  4  5  6  7  8  9 10
----- | -- -- -- -- -- -- -- -- -- -- --
    0 |  0  1  2  3  4  5  6  7  8  9 10
    1 |  1  2  0  4  5  3  7  8  6 10 11
    2 |  2  0  1  5  3  4  8  6  7 11  9
    3 |  3  4  5  6  2  0  1  9 10 12  8
    4 |  4  5  3  2  7  6  9  0  1  8 13
    5 |  5  3  4  0  6  8 10  1  2  7 12
    6 |  6  7  8  1  9 10  3  4  5 13  0
    7 |  7  8  6  9  0  1  4  5  3 14 15
    8 |  8  6  7 10  1  2  5  3  4 15 16
    9 |  9 10 11 12  8  7 13 14 15 16 17
   10 | 10 11  9  8 13 12  0 15 16 17 14
";
    assert_eq!(stdout(&["table", "wythoff", "--to", "10"]), expected);
}

#[test]
fn the_table_of_two_heaps_of_nim() {
    let expected = "\
x \\ y | 0 1 2 3 4 5 6
----- | - - - - - - -
    0 | 0 1 2 3 4 5 6
    1 | 1 0 3 2 5 4 7
    2 | 2 3 0 1 6 7 4
    3 | 3 2 1 0 7 6 5
    4 | 4 5 6 7 0 1 2
    5 | 5 4 7 6 1 0 3
    6 | 6 7 4 5 2 3 0
";
    assert_eq!(stdout(&["table", "nim", "--heaps", "2", "--to", "6"]), expected);
}

#[test]
fn a_pasted_definition_is_the_game_that_it_defines() {
    let pasted = "(x,y) -> sym {(x-i,y+1) | 2<=i}";
    assert_eq!(stdout(&["table", pasted, "--to", "6"]), stdout(&["table", "yama", "--to", "6"]));
    let solved = json(&["solve", pasted, "--at", "4,9"]);
    assert_eq!((&solved["outcome"], &solved["value"]), (&"N".into(), &"5".into()));
}

#[test]
fn sums_of_different_games() {
    let solved = json(&["solve", "nim:4 + bounded(3):5 + bounded(5):6"]);
    assert_eq!(solved["value"], "5");
    assert_eq!(solved["position"], "nim:4 + bounded(3):5 + bounded(5):6");
    assert_eq!(solved["convention"], "normal");
    assert_eq!(solved["outcome"], "N");
    let moves = serde_json::json!(["nim:1 + bounded(3):5 + bounded(5):6", "nim:4 + bounded(3):5 + bounded(5):5"]);
    assert_eq!(solved["winning_moves"], moves);
    for field in ["why", "method"] {
        assert!(solved[field].is_string(), "{field}");
    }
}

/// Every winning move that is listed leads to a position that is lost.
#[test]
fn winning_moves_lead_to_lost_positions() {
    let positions: &[&[&str]] = &[
        &["nim:3,5 + wythoff(2):4,9 + bounded(3):11"],
        &["--misere", "nim:3,5 + wythoff:2,3"],
        &["--misere", "nim:2,2,3 + bounded(2):7,8"],
        &["--misere", "split-nim:4,5"],
        &["--misere", "grundy:9,8"],
        &["triangular:20,3 + yama:9,4"],
        &["three-heap-6b:5,4,6"],
        &["twist(2):30,7"],
        &["subtraction(1,3,4):11,12,10"],
    ];
    for position in positions {
        let args: Vec<&str> = [&["solve"], *position].concat();
        let solved = json(&args);
        if solved["outcome"] == "P" {
            assert_eq!(solved["winning_moves"], serde_json::json!([]));
            continue;
        }
        let moves = solved["winning_moves"].as_array().unwrap();
        assert!(!moves.is_empty(), "{position:?}");
        for option in moves {
            let mut args: Vec<&str> = args[..args.len() - 1].to_vec();
            args.push(option.as_str().unwrap());
            assert_eq!(json(&args)["outcome"], "P", "{position:?} to {option}");
        }
    }
}

#[test]
fn very_large_positions_answer_by_theorem() {
    let wythoff = json(&["solve", "wythoff:999999999999999999,1618033988749894847"]);
    assert_eq!(wythoff["outcome"], "P");
    let digits = "7".repeat(200);
    let nim = json(&["solve", &format!("nim:{digits},{digits},5")]);
    assert_eq!((&nim["outcome"], &nim["value"]), (&"N".into(), &"5".into()));
    let learned = json(&["solve", "three-heap-1:1000000,1000000,1000000"]);
    assert_eq!(learned["outcome"], "P");
    let squares = "(x,y) -> sym {(x-i*i,y) | 1 <= i}";
    let refused = complaint(&["solve", squares, "--at", "10000000,10000000"]);
    assert!(refused.contains("its table would take"), "{refused}");
}

/// Of tuples outside the domain nothing is said, however large they are.
#[test]
fn large_tuples_outside_the_domain_are_no_positions() {
    let (even, odd) = ("18446744073709551618", "18446744073709551617");
    let game = "(x) -> {(x-i) | 1<=i<=3} where x even";
    assert_eq!(json(&["solve", game, "--at", even])["outcome"], "N");
    for ask in ["solve", "reply", "moves"] {
        let refused = complaint(&[ask, game, "--at", odd]);
        assert!(refused.contains("is not a position of this game: `where x mod 2 = 0` does not hold"), "{refused}");
    }
    let ordered = "(x,y) -> {(x-i,y) | 1<=i} U {(x,y-i) | 1<=i} where x <= y";
    assert!(complaint(&["solve", ordered, "--at", &format!("{even},5")]).contains("is not a position"));
    let unknown = "(x) -> {(x-i) | 1<=i<=3} where x in fibonacci or x even";
    assert!(complaint(&["solve", unknown, "--at", odd]).contains("it cannot be told whether"));
}

/// Where play meets few positions they are all looked at, and no theorem is asked that tells less.
#[test]
fn few_positions_have_values_at_any_size() {
    for (game, at, outcome, value) in [
        ("(x) -> {(x div 2) | x>=1}", "4294967296", "N", "1"),
        ("(x) -> {(x div 2) | x>=1} U {(x div 3) | x>=1}", "4294967297", "N", "1"),
        ("(x,y) -> {(x-y,y) | y>=1} U {(x,y-x) | x>=1}", "1000000007,65537000", "N", "1"),
        ("(x) -> {(x-10000000*i) | 1<=i} U {(x-1) | x<100}", "9999999999", "N", "999"),
    ] {
        let solved = json(&["solve", game, "--at", at]);
        assert_eq!((&solved["outcome"], &solved["value"]), (&outcome.into(), &value.into()), "{game}");
    }
}

#[test]
fn lists_csv_json_latex_and_b_files() {
    assert_eq!(
        stdout(&["table", "yama", "--to", "2", "--p-positions"]),
        "(0, 0)\n(0, 1)\n(1, 0)\n(1, 1)\n(1, 2)\n(2, 1)\n(2, 2)\n\n\
         Method: theorem yama, proved for all sizes; its certificate comes with the program \
         (automaton with 3 states that reads numbers in base 2)\n"
    );
    assert_eq!(stdout(&["table", "wythoff", "--to", "2", "--value", "2"]), "(0, 2)\n(1, 1)\n(2, 0)\n");
    assert_eq!(
        stdout(&["table", "wythoff", "--to", "1", "--format", "csv"]),
        "x,y,value\n0,0,0\n0,1,1\n1,0,1\n1,1,2\n"
    );
    assert_eq!(
        stdout(&["table", "wythoff", "--to", "1", "--format", "csv", "--outcomes"]),
        "x,y,outcome\n0,0,P\n0,1,N\n1,0,N\n1,1,N\n"
    );
    assert_eq!(
        stdout(&["table", "nim", "--to", "1,1", "--format", "csv", "--misere"]),
        "x,y,outcome\n0,0,N\n0,1,P\n1,0,P\n1,1,N\n"
    );
    assert_eq!(stdout(&["table", "bounded(2)", "--to", "4", "--format", "bfile"]), "0 0\n1 1\n2 2\n3 0\n4 1\n");
    assert_eq!(json(&["table", "wythoff", "--to", "1"])["values"], serde_json::json!([[0, 1], [1, 2]]));
    let latex = stdout(&["table", "wythoff", "--to", "1", "--format", "latex"]);
    assert!(latex.starts_with("\\begin{tabular}") && latex.contains("\\textbf{0} & 1"), "{latex}");
}

#[test]
fn reading_a_definition_obeys_the_time_limit() {
    let definition = "(x,y) -> {(x+i+l,y+j) | 1<=i<=3*x, j<=x, 0<=l<=x}";
    let stopped = "error: stopped: the time limit of 0.0 s was reached\n";
    for command in
        [&["solve", definition, "--at", "1,1"][..], &["table", definition, "--to", "3"], &["games", definition]]
    {
        let command = [command, &["--max-time", "0"]].concat();
        assert_eq!(complaint(&command), stopped, "{command:?}");
    }
}

#[test]
fn neither_an_end_nor_a_circle_has_an_exit_code_of_its_own() {
    // The positions of the second have options by the hundred thousand: the
    // search for a circle gives up.
    for text in ["(x) -> {(x+1)}", "(x,y) -> {(x+i+l,y+j) | 1<=i<=3*x, j<=x, 0<=l<=x}"] {
        let output = miyama(&["solve", text, "--at", "1,1"]);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0), "{text}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.starts_with("error: neither an end of play nor a circle was found"), "{complaint}");
    }
}

#[test]
fn mistakes_are_pointed_at() {
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "wythof:3,5"], "error: unknown game `wythof`\n  wythof:3,5\n  ^^^^^^\n  did you mean `wythoff`?\n"),
        (
            &["solve", "(x,y) -> sym {(x-i,y) | 1<=i}", "--at", "3"],
            "error: the game is played on 2 heaps, but 1 is given\n  --at 3\n       ^\n",
        ),
        (
            &["solve", "bounded(99999999999999999999):100"],
            "error: this number is too large\n  bounded(99999999999999999999):100\n          ^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (&["solve", "wythoff:3"], "error: `wythoff` is played on 2 heaps, but 1 is given\n  wythoff:3\n          ^\n"),
        (
            &["solve", "bounded:3"],
            "error: the argument `m` is missing\n  bounded:3\n         ^\n  for example `bounded(m = 3)`\n",
        ),
        (&["solve", ""], "error: the position is empty; write for example `nim:3,5,7`\n  \n  ^\n"),
        (&["solve", "nim:-3"], "error: a heap cannot be negative\n  nim:-3\n      ^^\n"),
        (
            &["table", "(x) -> { (x-i) | i <= 99999999999999999999 }", "--to", "3"],
            "error: this number is too large\n  (x) -> { (x-i) | i <= 99999999999999999999 }\n                        ^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            &["table", "(x,y) -> {(x-i, y) | 1 <= i", "--to", "3"],
            "error: the text ends, but `}` is missing: the bracket in column 10 is not closed\n  (x,y) -> {(x-i, y) | 1 <= i\n                             ^\n",
        ),
        (
            &["table", "(x,y) -> {(x-i, y+j) | 1 <= i}", "--to", "3"],
            "error: `j` is not a heap, a parameter or bound: the conditions and the heaps leave infinitely many values for it\n  (x,y) -> {(x-i, y+j) | 1 <= i}\n                    ^\n  if it is a parameter, give it a value in front: `game(j = 2): …`\n",
        ),
        (
            &["table", "(x,y) -> {(y,x)}", "--to", "3"],
            "error: play need not end: (1,2) → (2,1) → (1,2)\n  (x,y) -> {(y,x)}\n           ^^^^^^^\n",
        ),
        (
            &["table", "(x) -> {(x-i) | 1 <= i, i mod 0 = 0}", "--to", "3"],
            "error: a divisor must be 1 or more, and this one is 0\n  (x) -> {(x-i) | 1 <= i, i mod 0 = 0}\n                                ^\n",
        ),
        (
            &["table", "(x) -> {(x div (1 - 3)) | 1 <= x}", "--to", "3"],
            "error: a divisor must be 1 or more, and this one is -2\n  (x) -> {(x div (1 - 3)) | 1 <= x}\n                 ^^^^^^^\n",
        ),
        (
            &["table", "(x,y) -> {(x-1)}", "--to", "3"],
            "error: this option has 1 heap, the position has 2\n  (x,y) -> {(x-1)}\n            ^^^^^\n",
        ),
    ];
    for (args, expected) in cases {
        assert_eq!(complaint(args), *expected, "{args:?}");
    }
}

/// Where a divisor may be 0, what divides by it gives no option.
#[test]
fn a_divisor_that_is_zero_at_some_positions() {
    let values = |rules: &str| stdout(&["table", rules, "--to", "4", "--format", "bfile"]);
    let guarded = values("(x) -> {(x-i) | 1 <= i, x mod (i-1) = 0, 2 <= i}");
    assert_eq!(values("(x) -> {(x-i) | 1 <= i, x mod (i-1) = 0}"), guarded);
    assert_eq!(values("(x) -> {(x-i) | 1 <= i, not (x mod (i-1) != 0)}"), guarded);
}

#[test]
fn both_languages_answer() {
    let english = stdout(&["solve", "nim:1,1"]);
    let japanese = stdout(&["solve", "nim:1,1", "--lang", "ja"]);
    assert!(english.contains("the next player loses") && japanese.contains("次の手番の方の負け"));
    let help = stdout(&["help", "solve", "--lang", "ja"]);
    assert!(help.contains("局面を解く"), "{help}");
}

#[test]
fn pictures_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (png, svg) = (folder.path().join("w.png"), folder.path().join("w.svg"));
    stdout(&[
        "table",
        "wythoff",
        "--to",
        "20",
        "--value",
        "0",
        "--png",
        png.to_str().unwrap(),
        "--svg",
        svg.to_str().unwrap(),
    ]);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(&svg).unwrap().ends_with("</svg>\n"));
    let missing = folder.path().join("no/such/folder.png");
    complaint(&["table", "wythoff", "--to", "3", "--png", missing.to_str().unwrap()]);
}

/// Beside the picture of a large table only its size is said; a small table is shown too.
#[test]
fn a_large_table_is_drawn_and_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let png = folder.path().join("w.png");
    let name = png.to_str().unwrap();
    let drawn = stdout(&["table", "wythoff", "--to", "400", "--png", name]);
    assert_eq!(drawn, format!("160801 numbers drawn in {name}\n"));
    assert!(stdout(&["table", "wythoff", "--to", "4", "--png", name]).starts_with("x \\ y | 0 1 2 3 4\n"));
}

/// Sums of heaps are written row by row, of a code and of a game without one.
#[test]
fn rows_of_sums_are_nim_sums() {
    for game in ["nim", "(n) -> {(n-i) | 1<=i<=n}", "kayles"] {
        let line = stdout(&["table", game, "--to", "30", "--format", "csv"]);
        let single: Vec<u32> =
            line.lines().skip(1).map(|line| line.split(',').next_back().unwrap().parse().unwrap()).collect();
        let table = stdout(&["table", game, "--to", "30,20", "--format", "csv"]);
        let rows: Vec<Vec<u32>> =
            table.lines().skip(1).map(|line| line.split(',').map(|n| n.parse().unwrap()).collect()).collect();
        assert_eq!(rows.len(), 31 * 21, "{game}");
        for row in rows {
            assert_eq!(row[2], single[row[0] as usize] ^ single[row[1] as usize], "{game} {row:?}");
        }
    }
}

#[test]
fn the_picture_of_one_heap_is_a_plot_with_names() {
    let folder = tempfile::tempdir().unwrap();
    let (png, svg) = (folder.path().join("k.png"), folder.path().join("k.svg"));
    let (png_name, svg_name) = (png.to_str().unwrap(), svg.to_str().unwrap());
    for game in ["0.77", "subtraction({1,3,4})"] {
        stdout(&["table", game, "--to", "300", "--png", png_name, "--svg", svg_name]);
        let drawn = std::fs::read_to_string(&svg).unwrap();
        for name in [&format!(">{game}<"), ">n<", ">G(n)<", ">300<"] {
            assert!(drawn.contains(name), "{name}");
        }
        assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn a_game_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.game");
    std::fs::write(&path, "# two at a time\nmy: (x) -> { (x-2) }\n").unwrap();
    let solved = json(&["solve", &format!("{}:5,7", path.display())]);
    assert_eq!(solved["value"], "1");
    std::fs::write(&path, "my: (x) -> { (x-2 }\n").unwrap();
    assert!(complaint(&["table", path.to_str().unwrap(), "--to", "3"]).contains("my: (x) -> { (x-2 }"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn random_text_is_answered_or_refused(text in "(nim|yama|wythoff|twist|0\\.77|\\(x,y\\)->)?[-:(){}|,+*<=> a-z0-9∪]{0,24}") {
        let output = miyama(&["solve", &text, "--max-time", "5", "--max-memory", "200M"]);
        let code = output.status.code();
        prop_assert!(matches!(code, Some(0 | 2 | 3)), "{text:?}: {code:?} {}", String::from_utf8_lossy(&output.stderr));
        prop_assert_eq!(code != Some(0), output.stdout.is_empty());
    }

    #[test]
    fn random_positions_are_answered(
        game in prop::sample::select(vec!["nim", "wythoff", "yama", "triangular", "twist(2)", "geometric(3)", "split-nim", "bounded(4)"]),
        heaps in prop::collection::vec(0u64..25, 1..4), misere: bool,
    ) {
        let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let position = format!("{game}:{}", heaps.join(","));
        let mut args = vec!["solve", &position, "--max-time", "20"];
        if misere {
            args.push("--misere");
        }
        let code = miyama(&args).status.code();
        prop_assert!(matches!(code, Some(0 | 2)), "{position}: {code:?}");
    }
}

/// Codes that leave many heaps, or have many digits, are no rulesets.
#[test]
fn codes_that_are_no_rulesets_have_tables() {
    use miyama::breaking::{code::Code, definition::nim_values};
    for text in ["0.{0,2,5+}", "0.{7}", &format!("0.{}", "7".repeat(400)), "subtraction{2000}"] {
        let expected: String = nim_values(&text.parse::<Code>().unwrap(), 20)
            .iter()
            .enumerate()
            .map(|(heap, value)| format!("{heap},{value}\n"))
            .collect();
        assert_eq!(stdout(&["table", text, "--to", "20", "--format", "csv"]), format!("n,value\n{expected}"));
    }
    let solved = json(&["solve", "0.{0,2,5+}:9 + 0.{3+}={1}:6"]);
    assert_eq!((&solved["value"], &solved["outcome"]), (&"3".into(), &"N".into()));
    // Heap 8 is the first that falls into seven, and after that nothing can be done.
    let misere = stdout(&["table", "0.{7}", "--to", "9", "--misere", "--p-positions", "--format", "csv"]);
    assert_eq!(misere, "n\n8\n9\n");
}

#[test]
fn sizes_can_be_powers() {
    assert_eq!(stdout(&["table", "0.77", "--to", "2^3"]), stdout(&["table", "0.77", "--to", "8"]));
    assert!(complaint(&["table", "0.77", "--to", "2^99"]).contains("2^99"));
}

#[test]
fn large_heaps_that_fall_into_three_are_solved() {
    let solved = json(&["solve", "0.8:500"]);
    assert_eq!((&solved["value"], &solved["outcome"]), (&"166".into(), &"N".into()));
    assert_eq!(solved["winning_moves_counted"], false);
    assert!(!solved["winning_moves"].as_array().unwrap().is_empty());
    assert!(solved["why"].as_str().unwrap().contains("There may be more winning moves"));
}

/// What a theorem gives for heaps and parameters of any size.
#[test]
fn theorems_for_parameters_of_any_size() {
    let first = |position: &str| stdout(&["solve", position]).lines().take(2).collect::<Vec<_>>().join("; ");
    assert!(first("wythoff(5000):5,100000000000").starts_with("wythoff(5000):5,100000000000: N"));
    assert!(first("wythoff(5000):1,5001").contains("P, the next player loses"));
    let heap = "123456789012345678901234567890";
    assert!(first(&format!("bounded(9223372036854775807):{heap}")).ends_with("Grundy value 4860475736982489810"));
    let same = stdout(&["solve", "(a) -> {(a-k) | 1 <= k <= 9223372036854775807}", "--at", heap]);
    assert!(same.contains("Grundy value 4860475736982489810"), "{same}");
    // 0.28 has period 53 and saltus 16 from 1 on.
    let huge = first("0.28:30000000000000000000");
    assert!(huge.contains("N, the next player wins; Grundy value 9056603773584905658"), "{huge}");
}

/// The list of good forms as papers write it: a ≤ b ≤ c.
#[test]
fn lists_may_be_sorted() {
    let listed = stdout(&["table", "nim", "--heaps", "3", "--to", "7", "--p-positions", "--sorted"]);
    let sorted: Vec<&str> = listed.lines().take_while(|line| line.starts_with('(')).collect();
    assert_eq!(sorted.len(), 15, "{listed}");
    assert!(sorted.contains(&"(3, 5, 6)") && !sorted.contains(&"(5, 3, 6)"));
    // By a table, by a theorem, and in JSON the same.
    let whole = json(&["table", "triangular", "--to", "6", "--value", "0"])["positions"].as_array().unwrap().len();
    let some =
        json(&["table", "triangular", "--to", "6", "--value", "0", "--sorted"])["positions"].as_array().unwrap().len();
    assert_eq!((whole, some), (7 + 12, 7 + 6));
    assert!(complaint(&["table", "nim", "--to", "7", "--sorted"]).contains("--p-positions"));
    complaint(&["table", "domineering", "--to", "3x3", "--sorted"]);
}

/// A picture of a position and one panel for each winning move; the same in LaTeX.
#[test]
fn positions_are_drawn_with_their_winning_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("position.svg");
    for (position, moves) in [
        ("nim:3,5,7", 3),
        ("2d-nim:2x3", 3),
        ("kayles:5,3", 2),
        ("domineering:2x2", 4),
        ("col:path(3)", 0),
        ("hackenbush:0-1l,1-2r", 1),
        ("toppling-dominoes:lr", 2),
    ] {
        stdout(&["solve", position, "--svg", path.to_str().unwrap()]);
        let svg = std::fs::read_to_string(&path).unwrap();
        // A caption for the position and for each move.
        assert_eq!(svg.matches("font-size=\"13\"").count(), 1 + moves, "{position}");
    }
    let tikz = stdout(&["solve", "nim:1,2", "--format", "latex"]);
    assert!(tikz.contains("\\begin{tikzpicture}") && tikz.contains("{1 from 2};"), "{tikz}");
}
