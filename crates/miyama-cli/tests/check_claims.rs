//! Transcripts of `miyama check` about the claims of the documents.
#![allow(clippy::unwrap_used)]

mod program;

use program::{complaint, miyama};
use serde_json::Value;
use std::process::Output;

fn run(args: &[&str]) -> Output {
    miyama(&[&["check"], args].concat())
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn refuses(args: &[&str], expected: &str) {
    assert_eq!(complaint(run(args)), expected);
}

#[test]
fn the_pages_of_errata_are_current() {
    let pages = [
        ("en", "errata.md", include_str!("../../../docs/errata.md")),
        ("ja", "errata.ja.md", include_str!("../../../docs/errata.ja.md")),
    ];
    for (lang, name, page) in pages {
        let output = run(&["--errata", "--lang", lang]);
        assert!(out(&output) == page, "docs/{name} is old: `miyama check --errata --lang {lang} > docs/{name}`");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn a_refuted_claim_shows_its_counterexample() {
    let output = run(&["000-E26", "--to", "50"]);
    let text = out(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("000-E26  refuted        50    "));
    assert_eq!(lines[1].trim(), "counterexample: bounded(3) (3) has value 3, not 0");
    assert_eq!(lines[2].trim(), "corrected: 000-E26-corrected");
    assert_eq!(lines[4], "1 claim: 0 proved, 0 hold up to their bounds, 1 refuted, 0 misprints, 0 definitions");
    assert_eq!(lines[5], "every verdict is the expected one");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn below_its_counterexample_a_claim_holds() {
    let output = run(&["000-E26", "--to", "2", "--format", "json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["findings"][0]["verdict"], "holds");
    assert_eq!(found["findings"][0]["bound"], 2);
    assert_eq!(found["findings"][0]["counterexample"], Value::Null);
    assert_eq!(found["findings"][0]["as_expected"], true);
}

#[test]
fn json_says_everything() {
    let output = run(&["000-E14", "004-T3.3", "003-5.4-rule", "003-D3.1", "--format", "json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let field = |i: usize, name: &str| found["findings"][i][name].clone();
    assert_eq!(
        (0..4).map(|i| field(i, "id")).collect::<Vec<_>>(),
        ["000-E14", "003-D3.1", "003-5.4-rule", "004-T3.3"].map(Value::from)
    );
    assert_eq!(
        (0..4).map(|i| field(i, "verdict")).collect::<Vec<_>>(),
        ["misprint", "definition", "holds", "proved"].map(Value::from)
    );
    assert_eq!(field(0, "counterexample"), "the nim-sum of (2,4,7) is 1, not 2");
    assert_eq!(field(0, "at"), "(2,4,7)");
    assert_eq!(field(0, "corrected_by"), "000-E14-corrected");
    assert_eq!((field(2, "bound"), field(2, "kind"), field(2, "source")), (100.into(), "open".into(), "003".into()));
    assert!(field(2, "how").as_str().unwrap().starts_with("heaps up to 100; not proved: "), "{}", field(2, "how"));
    assert_eq!(field(3, "how"), "a certificate of the period 34 from 53 on, accepted by the independent verifier");
    assert!(found["findings"][0]["seconds"].is_f64());
}

#[test]
fn the_list_can_be_limited_and_is_not_checked() {
    let output = run(&["--list", "002", "--format", "csv"]);
    let text = out(&output);
    assert!(text.starts_with("id,kind,expected,bound,statement\n002-P1,problem,misprint,,\"Mis"));
    assert!(text.lines().count() >= 12);
    let all = out(&run(&["--list", "--format", "json"]));
    let all: Value = serde_json::from_str(&all).unwrap();
    assert!(all["claims"].as_array().unwrap().len() >= 112);
    assert!(
        all["claims"]
            .as_array()
            .unwrap()
            .iter()
            .all(|claim| claim["statement"].is_string() && claim["expected"].is_string())
    );
}

#[test]
fn statements_are_japanese_when_asked() {
    let text = out(&run(&["000-L39", "--lang", "ja"]));
    assert!(text.starts_with("000-L39  証明"), "{text}");
    assert!(text.contains("すべて予期したとおりの判定です"));
}

const PAPER: &str = "\
source: my-paper

claim: T1
en: Yama Nim
game: yama
p-positions: |x-y| <= 1
bound: 30
expect: proved
";

/// A file of claims with this name and text, run.
fn run_file(name: &str, text: &str, more: &[&str]) -> Output {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    run(&[&[path.to_str().unwrap()], more].concat())
}

#[test]
fn a_file_of_claims_is_run() {
    let output = run_file("paper.claims", PAPER, &["--format", "json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["findings"][0]["id"], "T1");
    assert_eq!(found["findings"][0]["source"], "my-paper");
    assert_eq!(found["findings"][0]["verdict"], "proved");
    assert_eq!(output.status.code(), Some(0));
    let other = run_file("other.claims", &PAPER.replace("<= 1", "<= 2"), &["T1"]);
    let text = out(&other);
    assert!(text.contains("yama (0,2) is an N-position: a move to (1,0) wins"), "{text}");
    assert!(text.contains("not as expected: proved was expected (line 6 of its file)"), "{text}");
    assert_eq!(other.status.code(), Some(1));
}

#[test]
fn a_mistake_in_a_file_points_at_its_line() {
    let output = run_file("formula.claims", &PAPER.replace("|x-y|", "|x-q|"), &[]);
    let says = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(says.starts_with("error: unknown name `q`\n6 | p-positions: |x-q| <= 1\n"), "{says}");
    assert_eq!(output.status.code(), Some(2));
    let output = run_file("key.claims", &PAPER.replace("expect", "expct"), &[]);
    let says = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(says.contains("8 | expct: proved\n    ^^^^^\n  did you mean `expect`?\n"), "{says}");
}

#[test]
fn wrong_questions_are_refused() {
    refuses(&["000-E266"], "error: there is no claim `000-E266`\n  000-E266\n  ^^^^^^^^\n  did you mean `000-E26`?\n");
    refuses(&["015"], "error: there is no claim `015`\n  015\n  ^^^\n  `miyama check --list` lists the claims\n");
    refuses(
        &["000-E27", "--to", "3"],
        "error: 000-E27 takes no bound: it speaks of finitely many cases, all of which are checked\n",
    );
    refuses(&["002-T2", "--to", "0"], "error: 002-T2 cannot be checked up to 0; a bound is from 1 to 4294967296\n");
    let values = "003-T3.4,D3.5,T3.6,L3.7";
    let large = run(&[values, "--to", "100000", "--max-memory", "1G"]);
    let says = String::from_utf8_lossy(&large.stderr).into_owned();
    assert!(says.starts_with(&format!("error: {values} was not checked: this needs ")), "{says}");
    assert!(says.ends_with(" of memory; the limit is 1.0 GiB\n"), "{says}");
    assert_eq!(large.status.code(), Some(3));
    refuses(&["001-search1-4", "--max-time", "0"], "error: stopped: the time limit of 0.0 s was reached\n");
}
