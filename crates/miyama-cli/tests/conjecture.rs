//! Transcripts of `miyama conjecture`.

mod program;

use program::{miyama, stdout_with};

/// Standard output of a run that succeeds.
fn says(args: &[&str]) -> String {
    stdout_with(miyama(args), 0)
}

#[test]
fn a_formula_is_found_tested_and_proved() {
    assert_eq!(
        says(&["conjecture", "(a,b) -> sym {(a-i,b+1) | 2<=i}"]),
        "Conjecture. The P-positions of this game are exactly the (a, b) with |a-b| <= 1.\n\
         Learned from heaps up to 63; true for all heaps up to 252.\n\
         Proved for all sizes (automaton with 3 states that reads numbers in base 2).\n  \
         miyama check --game '(a,b) -> sym {(a-i,b+1) | 2<=i}' --p-positions '|a-b| <= 1' --to 252\n  \
         miyama prove '(a,b) -> sym {(a-i,b+1) | 2<=i}' --p-positions '|a-b| <= 1'\n"
    );
}

#[test]
fn nothing_is_an_answer() {
    assert_eq!(says(&["conjecture", "grundy"]), "Nothing was found that describes grundy for heaps up to 2000.\n");
}

#[test]
fn json_names_formula_and_verdict() {
    let json = says(&["conjecture", "bounded(3)", "--values", "--format", "json"]);
    for field in ["\"formula\": \"x mod 4\"", "\"verdict\": \"proved\"", "\"learned_to\": 400", "\"checked_to\": 1600"]
    {
        assert!(json.contains(field), "{field} in {json}");
    }
}
