//! Transcripts of `miyama record`.

mod program;

use program::{complaint, miyama_reads};
use std::process::Output;

fn run(args: &[&str], input: &[u8]) -> Output {
    miyama_reads(&[&["record"], args].concat(), input)
}

#[track_caller]
fn refuses(input: &[u8], expected: &str) {
    assert_eq!(complaint(run(&["-"], input)), expected);
}

#[test]
fn the_game_that_changed_the_rule() {
    let output = run(&["crates/miyama-records/examples/sennichite-1983.ki2"], b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("shogi, KI2: 60 moves\npositions that occur more than once: 13\n"));
    assert!(text.contains("  9 times, after 118, 126, 134, 142, 150, 158, 162, 170, 178\n"));
    let rules = text.lines().skip_while(|line| !line.starts_with("present")).take(4).collect::<Vec<_>>().join("\n");
    assert_eq!(
        rules,
        "present rule (fourth occurrence of a position): ends the game after 142\n\
         perpetual check: no\n\
         old rule (the same moves three times in a row): never applies\n\
         word of blocks between the occurrences of the most frequent position (9 times): A B A C B D C A"
    );
    assert!(text.ends_with("first square in it: none; first cube: none; critical exponent: 3/2\n"));
    let output = run(&["crates/miyama-records/examples/sennichite-1983.ki2", "--format", "json"], b"");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["games"][0]["present_rule"]["after"], 142);
    assert_eq!(json["games"][0]["word"], serde_json::json!(["A", "B", "A", "C", "B", "D", "C", "A"]));
}

#[test]
fn chess_from_standard_input() {
    let output =
        run(&["-"], b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 *");
    let text = String::from_utf8_lossy(&output.stdout);
    let rules = text.lines().skip_while(|line| !line.starts_with("threefold")).take(4).collect::<Vec<_>>().join("\n");
    assert_eq!(
        rules,
        "threefold repetition: a draw can be claimed after 4...Ng8\n\
         fivefold repetition: ends the game after 8...Ng8\n\
         German rule of 1929 (the same moves three times in a row): ends the game after 6...Ng8\n\
         word of blocks between the occurrences of the most frequent position (5 times): A A A A"
    );
}

#[test]
fn a_record_goes_from_ki2_to_csa_and_back() {
    let csa = run(&["crates/miyama-records/examples/sennichite-1983.ki2", "--to", "csa"], b"");
    let kif = run(&["-", "--to", "kif"], &csa.stdout);
    let again = run(&["-", "--to", "csa"], &kif.stdout);
    assert!(csa.stdout.len() > 500);
    assert_eq!(csa.stdout, again.stdout);
}

#[test]
fn bad_records_are_refused_with_the_place() {
    refuses(b"", "error: the file is empty\n");
    refuses(
        &[0; 1_000_000],
        "error: this is not a record in a known format: KIF, KI2, CSA or USI (shogi), or PGN (chess)\n",
    );
    refuses(
        b"\xff\xff\xff",
        "error: the file is in none of UTF-8, Shift_JIS, EUC-JP and ISO-2022-JP: byte 0 does not fit\n",
    );
    refuses(
        "手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(33)\n".as_bytes(),
        "error: line 3, column 6: move 2 is illegal: the piece cannot go there\n     2 ３五歩(33)\n       ^^^^^^^^^^\n  position: \
         lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -\n",
    );
    refuses(
        b"1. e4 e5 2. Ke3 *",
        "error: line 1, column 13: move 2. Ke3 is illegal: no legal move is written so\n  1. e4 e5 2. Ke3 *\n              ^^^\n  \
         position: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n",
    );
    refuses(
        "   1 ７六歩(77)\n   2 ３四歩(3".as_bytes(),
        "error: line 2, column 9: move 2: the square that it comes from was expected here, such as `(77)`\n     2 ３四歩(3\n             ^\n",
    );
    refuses(
        "   1 ７六歩(77)\n   2 中断\n   3 ３四歩(33)\n".as_bytes(),
        "error: line 3, column 4: there is a move here, but the game has already ended\n     3 ３四歩(33)\n     ^^^^^^^^^^^^\n  \
         if play went on, take out what ends the game above, such as 中断 or %CHUDAN\n",
    );
    let output = run(&["crates/miyama-records/examples/no-such-file.kif"], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_timeline_joins_equal_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("timeline.svg");
    let output =
        run(&["crates/miyama-records/examples/two-ways.kif", "--svg", path.to_str().expect("a plain name")], b"");
    assert_eq!(output.status.code(), Some(0));
    let picture = std::fs::read_to_string(path).expect("the picture");
    // Positions occur 4, 3, 2 and 2 times.
    assert_eq!(picture.matches("<path").count(), 3 + 2 + 1 + 1);
}

/// Counters may be missing or begin at 0; what is wrong is said.
#[test]
fn positions_of_chess_records() {
    let game = |fen: &str| format!("[FEN \"{fen}\"]\n\n1. e4 *\n");
    const BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for counters in ["", " 0", " 0 1", " 0 0"] {
        assert_eq!(run(&["-"], game(&format!("{BOARD}{counters}")).as_bytes()).status.code(), Some(0), "{counters}");
    }
    for (counters, reason) in [(" 150 1", "halfmove clock"), (" 0 70000", "move number"), (" 0 1 2", "six fields")] {
        let says = complaint(run(&["-"], game(&format!("{BOARD}{counters}")).as_bytes()));
        assert!(says.contains(reason), "{says}");
    }
}

/// The bad game is named on standard error, and the others are judged.
#[test]
fn one_bad_game_does_not_spoil_the_file() {
    const FILE: &[u8] =
        b"[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. e4 Ke6 2. d4 *\n\n[Event \"3\"]\n\n1. d4 d5 *\n";
    let output = run(&["-"], FILE);
    assert_eq!(output.status.code(), Some(1));
    let says = String::from_utf8_lossy(&output.stderr);
    assert!(says.starts_with("error: game 2: line 7, column 7: move 1... Ke6 is illegal"), "{says}");
    let text = String::from_utf8_lossy(&output.stdout);
    let heads: Vec<&str> = text.lines().filter(|line| line.contains("moves") || line.contains("not read")).collect();
    assert_eq!(heads.len(), 4, "{text}");
    assert!(text.contains("game 1\nchess, PGN: 1 move\n") && text.contains("game 3\nchess, PGN: 2 moves\n"), "{text}");
    assert!(text.contains("game 2\nnot read: line 7, column 7: move 1... Ke6"), "{text}");
    let json: serde_json::Value = serde_json::from_slice(&run(&["-", "--format", "json"], FILE).stdout).expect("JSON");
    assert_eq!(json["games"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["games"][1]["error"]["line"], 7);
    assert_eq!(json["games"][2]["moves"], 2);
    // One game alone is read alone.
    assert!(program::stdout(run(&["-", "--game", "3"], FILE)).starts_with("chess, PGN: 2 moves\n"));
    assert!(complaint(run(&["-", "--game", "2"], FILE)).starts_with("error: game 2: line 7, column 7: "));
    assert_eq!(complaint(run(&["-", "--game", "4"], FILE)), "error: there is no game 4; the record has 3\n");
}

/// A run that is stopped has written JSON all the same, and says that it is not all.
#[test]
fn json_of_a_stopped_run_is_json() {
    let text = format!("1. e4 * 1. d4 d5 * 1. c4 {{{}}} *", "x".repeat(400_000));
    let output = run(&["-", "--format", "json", "--max-memory", "1M"], text.as_bytes());
    assert_eq!(output.status.code(), Some(3));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&json["complete"], &json["games"][1]["moves"]), (&false.into(), &2.into()));
    assert_eq!(json["games"].as_array().map(Vec::len), Some(2));
    let whole = run(&["-", "--format", "json"], text.as_bytes());
    let json: serde_json::Value = serde_json::from_slice(&whole.stdout).expect("JSON");
    assert_eq!((&json["complete"], json["games"].as_array().map(Vec::len)), (&true.into(), Some(3)));
}

/// What a format has no room for is said once.
#[test]
fn conversion_says_what_it_leaves_out() {
    const CSA: &[u8] = "PI\n+\n+7776FU\nT1.5\n/\nN+山田\nPI\n+\n+2726FU\nT2\n%TORYO\n".as_bytes();
    for (format, says) in [
        ("csa", ""),
        ("kif", "KIF has no room for parts of a second: left out, from game 1 on\n"),
        ("ki2", "KI2 has no room for the times of moves: left out, from game 1 on\n"),
        (
            "usi",
            "USI has no room for anything but the position and the moves (names, dates, times, comments, the result): \
             left out, from game 1 on\n",
        ),
    ] {
        let output = run(&["-", "--to", format], CSA);
        assert_eq!((String::from_utf8_lossy(&output.stderr), output.status.code()), (says.into(), Some(0)));
    }
}

/// Every format into every other: the moves are the same, and what each has room for is kept.
#[test]
fn records_go_round_through_all_formats() {
    let kif = "開始日時：2020/01/02\n先手：山田\n後手：鈴木\n手合割：平手\n手数----指手---------消費時間--\n\
               *よろしく\n   1 ７六歩(77)   ( 0:10/00:00:10)\n   2 ３四歩(33)   ( 0:20/00:00:20)\n   \
               3 ２二角成(88)   ( 0:30/00:00:40)\n   4 同　銀(31)   ( 0:05/00:00:25)\n   5 投了\nまで4手で後手の勝ち\n";
    let to = |format: &str, input: &[u8]| {
        let output = run(&["-", "--to", format], input);
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let csa = to("csa", kif.as_bytes());
    assert!(csa.contains("N+山田\nN-鈴木\n") && csa.contains("$START_TIME:2020/01/02\n"), "{csa}");
    assert!(csa.ends_with("-3122GI\nT5\n%TORYO\n") && csa.contains("\n'*よろしく\n"), "{csa}");
    assert_eq!(to("kif", csa.as_bytes()), kif);
    let ki2 = to("ki2", kif.as_bytes());
    assert!(ki2.ends_with("*よろしく\n▲７六歩 △３四歩 ▲２二角成 △同　銀\nまで4手で後手の勝ち\n"), "{ki2}");
    assert_eq!(to("ki2", to("csa", ki2.as_bytes()).as_bytes()), ki2);
    let usi = to("usi", ki2.as_bytes());
    assert_eq!(usi, "position startpos moves 7g7f 3c3d 8h2b+ 3a2b\n");
    assert_eq!(to("usi", to("kif", usi.as_bytes()).as_bytes()), usi);
    // Several games stay several.
    let two = usi.repeat(2);
    for format in ["kif", "ki2", "csa", "usi"] {
        assert_eq!(to("usi", to(format, two.as_bytes()).as_bytes()), two, "{format}");
    }
    assert!(complaint(run(&["-", "--to", "kif"], b"1. e4 *")).contains("only games of shogi"));
}
