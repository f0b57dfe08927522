//! Transcripts of `miyama word`.

mod program;

use program::{complaint, miyama_reads, stdout};
use std::process::Output;

fn run(args: &[&str], input: &[u8]) -> Output {
    miyama_reads(&[&["word"], args].concat(), input)
}

#[track_caller]
fn says(args: &[&str], input: &str, expected: &str) {
    assert_eq!(stdout(run(args, input.as_bytes())), expected);
}

#[track_caller]
fn refuses(args: &[&str], input: &[u8], expected: &str) {
    assert_eq!(complaint(run(args, input)), expected);
}

#[test]
fn words_by_name_slope_and_substitution() {
    says(&["thue-morse", "--length", "16"], "", "0110100110010110\n");
    says(&["fibonacci", "--length", "15"], "", "010010100100101\n");
    says(&["metallic(2)", "--length", "15"], "", "001001000100100\n");
    says(&["(sqrt(5)-1)/2", "--length", "15"], "", "010010100100101\n");
    says(&["(1+sqrt(5))/2", "--length", "15"], "", "101101011011010\n");
    says(&["0 -> 01, 1 -> 10", "--length", "16"], "", "0110100110010110\n");
    says(&["a -> b, b -> ba", "--start", "b", "--length", "8"], "", "babbabab\n");
    says(
        &["fibonacci", "--length", "3", "--format", "json"],
        "",
        &format!(
            "{{\n  \"miyama\": \"{}\",\n  \"question\": {{\"ask\": \"word\", \"length\": 3, \"word\": \"fibonacci\"}},\n  \
             \"name\": \"fibonacci\",\n  \"first_index\": 1,\n  \"length\": 3,\n  \"word\": \"010\"\n}}\n",
            env!("CARGO_PKG_VERSION")
        ),
    );
    says(&["thue-morse", "--length", "3", "--format", "bfile"], "", "0 0\n1 1\n2 1\n");
}

#[test]
fn terms_and_pairs_by_index() {
    // 10^12 has 13 ones in base two.
    says(&["thue-morse", "--at", "1000000000000"], "", "1\n");
    says(&["0 -> 01, 1 -> 10", "--at", "1000000000000"], "", "1\n");
    says(&["fibonacci", "--at", "7"], "", "1\n");
    says(&["fibonacci", "--pair", "9"], "", "k = 14\nl = 23\nl - k = 9\n");
    let i = "1".repeat(100);
    let output = run(&["metallic(3)", "--pair", &i], b"");
    assert!(String::from_utf8_lossy(&output.stdout).ends_with(&format!("l - k = {}\n", "3".repeat(100))));
}

#[test]
fn repetitions_of_a_prefix_and_of_texts() {
    says(
        &["thue-morse", "--length", "1000", "--check"],
        "",
        "length: 1000, different letters: 2\n\
         critical exponent: 2 (2.0000): 11 at 1 to 2 (period 1)\n\
         largest power: 2: 11 at 1 to 2 (period 1)\n\
         first square: 11 at 1 to 2 (period 1)\n\
         first overlap: none\n\
         first cube: none\n\
         maximal repetitions (runs): 820\n",
    );
    says(
        &["--check", "-", "--words"],
        "A B A C\nB D C A\n",
        "length: 8, different letters: 4\n\
         critical exponent: 3/2 (1.5000): A B A at 1 to 3 (period 2)\n\
         largest power: 1 (no square)\n\
         first square: none\n\
         first overlap: none\n\
         first cube: none\n\
         maximal repetitions (runs): 0\n",
    );
    says(&["--check", "-", "--format", "csv"], "mississippi\n", "start,length,period\n2,7,3\n3,2,1\n6,2,1\n9,2,1\n");
}

#[test]
fn words_that_avoid_powers() {
    says(&["--count", "cube-free", "--length", "6"], "", "0 1\n1 2\n2 4\n3 6\n4 10\n5 16\n6 24\n");
    says(&["--list", "square-free", "--alphabet", "3", "--length", "2"], "", "01\n02\n10\n12\n20\n21\n");
    says(&["--extend", "overlap-free", "--start", "0110", "--length", "12"], "", "011001011001\n");
}

#[test]
fn mistakes_are_pointed_at() {
    refuses(
        &["0 -> 10, 1 -> 01"],
        b"",
        "error: not prolongable: the image of 0 does not begin with 0, so no infinite word grows from it\n  \
         0 -> 10, 1 -> 01\n       ^^\n  for example 0 -> 01, 1 -> 10\n",
    );
    refuses(
        &["tribonacci"],
        b"",
        "error: there is no word `tribonacci`\n  tribonacci\n  ^^^^^^^^^^\n  words: thue-morse, fibonacci, metallic(s), \
         slope(α); a slope such as (sqrt(5)-1)/2; or a substitution such as 0 -> 01, 1 -> 10\n",
    );
    refuses(
        &["--extend", "square-free", "--length", "10"],
        b"",
        "error: there is no such word of length 10; the longest ones have 3 letters, the first of them 010\n",
    );
    refuses(
        &["--extend", "cube-free", "--start", "0001"],
        b"",
        "error: the start has a forbidden power that ends here\n  --start 0001\n            ^\n",
    );
    refuses(&["--check", "-"], b"", "error: - has no letters\n");
    refuses(&["--check", "-"], b"ab\xff", "error: stdin is not UTF-8 text: byte 2 is wrong\n");
    refuses(&["fibonacci", "--at", "0"], b"", "error: the first index is 1\n  --at 0\n       ^\n");
    refuses(
        &["fibonacci", "--at", "1e12"],
        b"",
        "error: an index is a whole number such as 1000000000000\n  --at 1e12\n        ^\n",
    );
}

#[test]
fn the_picture_shows_every_crossing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("line.svg");
    let output = run(&["fibonacci", "--length", "15", "--svg", path.to_str().expect("a plain name")], b"");
    assert_eq!(output.status.code(), Some(0));
    let picture = std::fs::read_to_string(path).expect("the picture");
    assert_eq!(picture.matches("<circle").count(), 15);
}

#[test]
fn pairs_are_a_table() {
    let says = |args: &[&str]| stdout(run(args, b""));
    assert_eq!(says(&["fibonacci", "--pairs", "1..5"]), "i  1  2  3  4  5\nk  1  3  4  6  8\nl  2  5  7 10 13\n");
    assert_eq!(says(&["metallic(2)", "--pairs", "9..9", "--format", "csv"]), "i,k,l\n9,12,30\n");
    let json: serde_json::Value =
        serde_json::from_str(&says(&["fibonacci", "--pairs", "9", "--format", "json"])).expect("JSON");
    assert_eq!(json["pairs"][0]["l"], "23");
    complaint(run(&["fibonacci", "--pairs", "0..3"], b""));
    complaint(run(&["thue-morse", "--pairs", "1..3"], b""));
    complaint(run(&["fibonacci", "--pairs", "1..200000"], b""));
}
