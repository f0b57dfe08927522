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
    let output = run(&["examples/records/sennichite-1983.ki2"], b"");
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
    let output = run(&["examples/records/sennichite-1983.ki2", "--format", "json"], b"");
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
    let csa = run(&["examples/records/sennichite-1983.ki2", "--to", "csa"], b"");
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
        "error: this is no record that can be read: KIF, KI2 and CSA (shogi) and PGN (chess) are known\n",
    );
    refuses(b"\xff\xff\xff", "error: the file is neither UTF-8 nor Shift_JIS: byte 0 fits neither\n");
    refuses(
        "手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(33)\n".as_bytes(),
        "error: line 3: move 2 is illegal: the piece cannot go there\n     2 ３五歩(33)\n       ^^^^^^^^^^\n  position: \
         lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -\n",
    );
    refuses(
        b"1. e4 e5 2. Ke3 *",
        "error: line 1: move 2. Ke3 is illegal: no legal move is written so\n  1. e4 e5 2. Ke3 *\n              ^^^\n  \
         position: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n",
    );
    refuses(
        "   1 ７六歩(77)\n   2 ３四歩(3".as_bytes(),
        "error: line 2: move 2: the square that it comes from was expected here, such as `(77)`\n     2 ３四歩(3\n             ^\n",
    );
    refuses(
        "   1 ７六歩(77)\n   2 中断\n   3 ３四歩(33)\n".as_bytes(),
        "error: line 3: a move stands here, but the game has ended before\n     3 ３四歩(33)\n     ^^^^^^^^^^^^\n  \
         if play went on, take out what ends the game above, such as 中断 or %CHUDAN\n",
    );
    let output = run(&["examples/records/no-such-file.kif"], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_timeline_joins_equal_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("timeline.svg");
    let output = run(&["examples/records/two-ways.kif", "--svg", path.to_str().expect("a plain name")], b"");
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
