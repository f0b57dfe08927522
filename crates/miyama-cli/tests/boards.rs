//! Transcripts of `solve`, `table` and `games` on boards.

mod program;

use program::{complaint, miyama, stdout};

#[track_caller]
fn says(args: &[&str], expected: &str) {
    assert_eq!(stdout(miyama(args)), expected);
}

#[track_caller]
fn refuses(args: &[&str], expected: &str) {
    assert_eq!(complaint(miyama(args)), expected);
}

#[test]
fn a_board_is_solved_and_drawn() {
    says(
        &["solve", "2d-nim:###/##."],
        "\
2d-nim:###/##.: N, the next player wins
Grundy value 5

  ● ● ●   HXOR = 01
  ● ● ·   VXOR = 01

The basic theorem (P exactly when HXOR = 0 and VXOR = 0) says N, which is right.
It recommends the moves to HXOR = VXOR = 0. There is 1 of them here; 1 wins.
The paper's rule 1), take 1 stone from a horizontal pile: 4 moves, of which 1 wins.
The paper's rule 2), take 1 stone from a vertical pile: 5 moves, of which 1 wins.

Winning moves (1):
  ● ● ○   HXOR = 00
  ● ● ·   VXOR = 00

Method: search of the board, part by part
",
    );
}

/// Lines of more stones than boards may have: Dawson's Kayles by its code.
#[test]
fn long_lines_fall_into_shorter_ones() {
    let of_code = stdout(miyama(&["table", "0.07", "--to", "127", "--format", "csv"]));
    for (n, line) in of_code.lines().skip(1).enumerate().filter(|(n, _)| [65, 127].contains(n)) {
        let value = stdout(miyama(&["value", &format!("cram:1x{n}"), "--format", "json"]));
        let (_, nimber) = line.split_once(',').unwrap();
        assert!(value.contains(&format!("\"nimber\": {nimber}")), "{line}: {value}");
    }
}

#[test]
fn the_basic_theorem_is_judged() {
    says(
        &["solve", "2d-nim:staircase(5)"],
        "\
2d-nim:#####/####./###../##.../#....: P, the next player loses
Grundy value 0

  ● ● ● ● ●   HXOR = 001
  ● ● ● ● ·   VXOR = 001
  ● ● ● · ·
  ● ● · · ·
  ● · · · ·

The basic theorem (P exactly when HXOR = 0 and VXOR = 0) says N, which is wrong.
It recommends the moves to HXOR = VXOR = 0. There are 4 of them here; 0 win.
The paper's rule 1), take 1 stone from a horizontal pile: 9 moves, of which 0 win.
The paper's rule 2), take 1 stone from a vertical pile: 9 moves, of which 0 win.

Every move from 2d-nim:#####/####./###../##.../#.... leads to a position that the player who is then to move wins.
Method: search of the board, part by part
",
    );
}

#[test]
fn the_empty_board_is_a_p_position() {
    for position in ["2d-nim:.", "2d-nim:·"] {
        says(
            &["solve", position],
            "\
2d-nim:.: P, the next player loses
Grundy value 0

  ·   HXOR = 0
      VXOR = 0

The basic theorem (P exactly when HXOR = 0 and VXOR = 0) says P, which is right.

2d-nim:. has no move, so its value is 0.
Method: search of the board, part by part
",
        );
    }
}

#[test]
fn a_board_in_a_sum_under_misere_play() {
    says(
        &["solve", "--misere", "nim:1 + 2d-nim:##/#."],
        "\
nim:1 + 2d-nim:##/#., misère: N, the next player wins

  ● ●   HXOR = 11
  ● ·   VXOR = 11

Winning moves (1):
  2. 2d-nim:
  ○ ●   HXOR = 00
  ● ·   VXOR = 00

In misère play, nim:1 counts as a.
In misère play, 2d-nim:##/#. counts as ab.
The product b is not in P: a move leads into P.
Method: misère quotient of the 4 pieces that play can reach (order 6)
",
    );
}

#[test]
fn sequences_of_rectangles_and_staircases() {
    says(&["table", "2d-nim", "--rectangles", "2x5"], "2x1 2\n2x2 0\n2x3 2\n2x4 0\n2x5 1\n");
    says(
        &["table", "2d-nim", "--rectangles", "2x9", "--format", "bfile"],
        "1 2\n2 0\n3 2\n4 0\n5 1\n6 0\n7 1\n8 0\n9 1\n",
    );
    says(
        &["table", "2d-nim", "--staircases", "4", "--format", "csv"],
        "board,value\nstaircase(1),1\nstaircase(2),3\nstaircase(3),0\nstaircase(4),4\n",
    );
}

#[test]
fn a_whole_board_is_counted() {
    says(
        &["table", "2d-nim", "--board", "2x3"],
        "\
2d-nim on 2x3: 64 positions in all
P-positions: 12 (18.75 %)

Grundy value, number of positions:
   0  12
   1  12
   2  14
   3  18
   4   4
   5   4

Largest value: 5 (positions: 4)
The smallest have 5 stones; up to symmetry there is 1:
  ● ● ●
  ● ● ·

The basic theorem (P exactly when HXOR = 0 and VXOR = 0) is wrong on 0 of 64 positions (0.00 %).

It says P, but the next player wins: 0

It says N, but the next player loses: 0
",
    );
    says(&["table", "cram", "--board", "2x2", "--format", "csv"], "value,positions\n0,8\n1,8\n");
    says(
        &["table", "2d-nim", "--board", "2x2", "--young", "--format", "csv"],
        "\
diagram,stones,value,hxor,vxor
\"()\",0,0,0,0
\"(1)\",1,1,1,1
\"(2)\",2,2,2,0
\"(1,1)\",2,2,0,2
\"(2,1)\",3,3,3,3
\"(2,2)\",4,0,0,0
",
    );
}

#[test]
fn bad_boards_are_marked() {
    refuses(
        &["solve", "2d-nim:###//##."],
        "error: this row has 0 cells, the first has 3; `|` is a hole\n  2d-nim:###//##.\n             ^\n",
    );
    refuses(
        &["solve", "nim:3 + 2d-nim:#x#"],
        "error: `x` is not a sign of this game; its signs are `.`, `#`, `|`\n  nim:3 + 2d-nim:#x#\n                  ^\n",
    );
    refuses(
        &["solve", "2d-nim:###/##"],
        "error: this row has 2 cells, the first has 3; `|` is a hole\n  2d-nim:###/##\n             ^^\n",
    );
    refuses(
        &["solve", "cram:#?"],
        "error: `?` is not a sign of this game; its signs are `.`, `#`, `|`\n  cram:#?\n        ^\n",
    );
    refuses(&["solve", "2d-nim:65x64"], "error: at most 4096 cells\n  2d-nim:65x64\n         ^^^^^\n");
    refuses(
        &["solve", "2d-nim:1x129"],
        &format!(
            "error: 2d-nim:{}: 129 stones are connected here; at most 64 can be solved, 128 in one line\n",
            "#".repeat(129)
        ),
    );
    refuses(
        &["table", "2d-nim", "--board", "5x5", "--max-memory", "1M"],
        "error: this needs 20.0 MiB of memory; the limit is 1.0 MiB\n",
    );
    refuses(
        &["table", "2d-nim", "--board", "9x9", "--max-memory", "1G"],
        "error: a board of 81 squares has 2^81 positions: a table of them all is too large for any machine
  --board 9x9
          ^^^
  tables of up to 30 squares fit into 1.0 GiB; `miyama solve` asks for a single position\n",
    );
    refuses(
        &["solve", "tk(k=0): strip start [#] [#{1..k}] -> [.{1..k}]", "--at", "7"],
        "error: there is no number from 1 to 0
  tk(k=0): strip start [#] [#{1..k}] -> [.{1..k}]
                            ^^^^^^^\n",
    );
    // Bad input, as a circle of heaps is; where nothing is found the exit code is 3.
    refuses(
        &["solve", "kings-walk: grid left sym [x.] -> [.x] right sym [o.] -> [.o]", "--at", "x./.o"],
        "error: play need not end: .o > o. > .o\n  --at x./.o\n       ^^^^^\n",
    );
    refuses(
        &["table", "nim", "--board", "4x4"],
        "error: nim is played with heaps; --board is for games on boards, such as 2d-nim\n",
    );
    refuses(
        &["table", "2d-nim", "--heaps", "4"],
        "error: --heaps is for games on heaps; 2d-nim is played on a board\n",
    );
    for (argument, given) in [("--rectangles", "2x0"), ("--rectangles", "0x3"), ("--staircases", "0")] {
        refuses(
            &["table", "2d-nim", argument, given],
            &format!("error: `{argument} {given}` is not a board: sizes start at 1\n"),
        );
    }
    let bound = |given: &str, says: &str| {
        let mark = format!("{:>width$}", "^".repeat(given.len()), width = given.len() + 7);
        format!("error: {says}\n  --to {given}\n{mark}\n")
    };
    let grid = "the games on this grid grow in rows and columns: write --to 4x5, or --to 'staircase(6)'";
    refuses(&["table", "domineering", "--to", "3,4"], &bound("3,4", grid));
    refuses(&["table", "cram", "--to", "0x4"], &bound("0x4", "there is no such board; the least size is 1"));
    refuses(&["table", "domineering", "--to", "20x20"], &bound("20x20", "at most 128 cells"));
    let shapes = "graphs grow in a shape: write --to 'path(10)', 'cycle(10)', 'complete(6)', 'star(8)' or 'grid(3,4)'";
    refuses(&["table", "arc-kayles", "--to", "7"], &bound("7", shapes));
    refuses(
        &["table", "amazons"],
        "error: a size alone fills the board of amazons with free cells, on which nobody can move: \
         `miyama solve` takes positions with pieces, and a definition may say `start [...]`\n",
    );
}

#[test]
fn boards_grow() {
    says(
        &["table", "domineering", "--to", "4x4", "--explain"],
        "\
m \\ n | 1        2        3       4
----- | - -------- -------- -------
    1 | 0       -1       -1      -2
    2 | 1      +-1 {2|-1/2} Miny(2)
    3 | 1 {1/2|-2}      +-1    -3/2
    4 | 2  Tiny(2)      3/2       …

4x4  +-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}

Method: canonical forms of the parts

How it is answered:
1. canonical form: the canonical form of each part, and their sum
2. search: if a form takes too long: a search over sums of pieces, in which small pieces count by their values
3. playing it out: if a form is out of reach: every position that play can reach, once
",
    );
    says(
        &["table", "domineering", "--to", "3x4", "--misere"],
        "\
m \\ n | 1 2 3 4
----- | - - - -
    1 | N L L L
    2 | R P L N
    3 | R R P P

Method: every position that play reaches, once
",
    );
    says(
        &["table", "cram", "--rectangles", "2x3", "--outcomes", "--format", "csv"],
        "n,outcome,value\n1,N,1\n2,P,0\n3,N,1\n",
    );
    says(&["table", "treblecross", "--to", "6", "--format", "bfile"], "1 1\n2 1\n3 1\n4 2\n5 2\n6 0\n");
    says(
        &["table", "node-kayles", "--to", "path(6)", "--p-positions"],
        "path(4)\n\nMethod: nim values of independent parts of the board\n",
    );
    says(
        &["table", "domineering", "--board", "2x2"],
        "\
domineering on 2x2: 16 positions in all

  N  5
  P  7
  L  2
  R  2

5 different values; number of positions, value:
  7  0
  4  *
  2  -1
  2  1
  1  +-1
",
    );
}

#[test]
fn formulas_about_boards_that_grow() {
    says(
        &["check", "--game", "2d-nim", "--p-positions", "m mod 2 = 0 and n mod 2 = 0", "--to", "3x4"],
        "\
2d-nim: P-positions claimed where m mod 2 = 0 and n mod 2 = 0
holds for all 12 positions up to 3x4
Each one was solved. Beyond them this proves nothing.
",
    );
    let wrong = miyama(&["check", "--game", "domineering", "--p-positions", "m = n", "--to", "3x3"]);
    let refuted = program::stdout_with(wrong, 1);
    assert!(refuted.contains("2x2 is N."), "{refuted}");
    for args in [
        &["table", "domineering", "--to", "2x2"][..],
        &["table", "cutcake", "--to", "3", "--explain"],
        &["table", "snort", "--board", "2x2"],
        &["table", "snort", "--board", "2x2", "--misere"],
    ] {
        // Answers as JSON are compared with the server's document.
        stdout(miyama(&[args, &["--format", "json"]].concat()));
    }
    refuses(
        &["check", "--game", "domineering", "--value", "m", "--to", "2x2"],
        "error: the values of domineering are games, not numbers: claim its P-positions\n",
    );
}

#[test]
fn board_games_are_among_the_games() {
    let output = miyama(&["games"]);
    let text = String::from_utf8_lossy(&output.stdout);
    for name in ["2d-nim", "cram", "chomp"] {
        assert!(text.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
    }
    let kind = |name: &str, kind: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        assert!(line.contains(&format!("  {kind}  ")), "{line}");
    };
    kind("cutcake", "heaps, partizan");
    kind("kayles", "code, strip");
    kind("col", "grid, graph, partizan");
    let kayles = stdout(miyama(&["games", "kayles"]));
    for part in ["kayles: 0.77", "kayles: strip", "Play ends: every move lowers n.", "the nim values of the code 0.77"]
    {
        assert!(kayles.contains(part), "{part}: {kayles}");
    }
    let wythoff = stdout(miyama(&["games", "wythoff"]));
    for part in ["The heaps may be exchanged.", "Proved (theorem wythoff-1)", "Source: "] {
        assert!(wythoff.contains(part), "{part}: {wythoff}");
    }
    assert!(!stdout(miyama(&["games", "cutcake"])).contains("may be exchanged"));
    says(
        &["games", "cram"],
        "\
Put a domino on two free neighbouring cells, either way round.

cram: grid sym [..] -> [##]

Played on a grid; both players have the same moves.
What matters: `.`. The same as no cell: `#`.
8 symmetries keep the rules, the identity among them (images of the board, exchanged signs, exchanged players).
Play ends: every move lowers the first of these sums that it changes: #. (#x is the number of cells x, rows(x) and columns(x) \
the sums of their rows and columns).
Moves only take stones, and groups that do not touch are independent: positions are sets of stones, also in tables of all \
subsets.

Source: M. Gardner, Scientific American, February 1974
",
    );
}

/// General Hackenbush: what is cut off the ground falls, and a move is called by its edge.
#[test]
fn hackenbush_is_played_on_pictures() {
    says(
        &["solve", "hackenbush:0-1l,1-2r,1-3l"],
        "\
hackenbush:0-1l,1-2r,1-3l: L, Left wins, whoever begins
value 1

Winning moves of Left (2):
  0-1  →  hackenbush:0-1|,1-2|,1-3|
  1-3  →  hackenbush:0-1l,1-2r,1-3|

Winning moves of Right (0):

The value is 1, greater than 0: Left wins, whoever begins.
Method: canonical forms of the parts
",
    );
    says(&["value", "hackenbush:0-1e,1-2e,2-0e + hackenbush:lrl"], "3/4*\n");
    let reply = stdout(miyama(&["reply", "hackenbush:0-1l,0-1r,1-2e", "--move", "0-1b", "--turn", "right"]));
    assert!(reply.starts_with("I move: 0-1  →  hackenbush:0-1|,0-1|,1-2|\n"), "{reply}");
    refuses(
        &["solve", "hackenbush:0-1l,1-2q"],
        "\
error: `q` is not a sign of this game; its signs are `l`, `e`, `r`, `|`
  hackenbush:0-1l,1-2q
                     ^
",
    );
}

/// Definitions in a sum stand in brackets, and what is printed can be read again.
#[test]
fn definitions_stand_in_sums() {
    let sum = "((x) -> {(x-1), (x-4)}):9 + (grid sym [..] -> [##]):... + nim:2";
    let json = stdout(miyama(&["solve", sum, "--format", "json"]));
    assert!(json.contains(&format!("\"position\": \"{sum}\"")) && json.contains("\"value\": \"1\""), "{json}");
    says(&["value", "((x) -> {(x-1), (x-4)}):9 + *"], "*3\n");
    // A slash does not make a value a file.
    for half in ["1/2", "{0|1}", "{|1/2} + 1/2"] {
        let solved = stdout(miyama(&["solve", &format!("domineering:2x2 + {half}")]));
        assert!(solved.contains("value {3/2|-1/2}\n"), "{half}: {solved}");
    }
    says(&["value", "(edges left [l] -> [|] right [r] -> [|]):0-1l,1-2r + 1"], "3/2\n");
    let misere = stdout(miyama(&["solve", "--misere", "((x) -> {(x-1),(x-2)}):3 + ((x) -> {(x-2),(x-3)}):8"]));
    assert!(misere.contains("misère: P"), "{misere}");
    refuses(
        &["solve", "((x) -> {(x-i) | i <= k}):9 + nim:2"],
        "\
error: `k` is not a heap, a parameter or bound: the conditions and the heaps leave infinitely many values for it
  ((x) -> {(x-i) | i <= k}):9 + nim:2
                        ^
  if it is a parameter, give it a value in front: `game(k = 2): …`
",
    );
}

/// More repetitions than a board has cells cost nothing, and long boards obey the limits.
#[test]
fn long_lines() {
    let answer = |args: &[&str]| {
        let output = miyama(args);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, three) = answer(&["solve", "strip [a{1..200}] -> [b{1..200}]", "--at", "aaa"]);
    assert!(code == Some(0) && three.starts_with("aaa: N"), "{code:?} {three}");
    assert_eq!(answer(&["moves", "cram:40x40", "--format", "json"]).0, Some(0));
    let stopped = miyama(&["solve", "nim-row:4096", "--max-time", "0"]);
    assert_eq!(String::from_utf8_lossy(&stopped.stderr), "error: stopped: the time limit of 0.0 s was reached\n");
}

/// Also before a board whose rows are divided by a slash, as folders are.
#[test]
fn a_wide_colon_is_a_colon() {
    for (wide, narrow) in [("clobber：xo/ox", "clobber:xo/ox"), ("nim：3 + cram：../..", "nim:3 + cram:../..")] {
        assert_eq!(stdout(miyama(&["solve", wide])), stdout(miyama(&["solve", narrow])));
    }
}
