//! Exercises, tours and figures: answers are what the naive interpreter says, every command that is shown
//! runs, and every file is written.
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use miyama::game::{Game, Games};
use miyama::play::{Convention, Outcome};
use miyama::sum::{Part, Position, parse_position};
use miyama_language::interpreter::{Interpreter, Naive};
use program::{complaint, miyama, stdout, stdout_with};
use serde_json::Value;
use std::path::Path;

const CRATE: &str = env!("CARGO_MANIFEST_DIR");
const KINDS: [&str; 6] = ["nim-sum", "energy", "wythoff", "winning-move", "octal", "canonical-form"];

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(miyama(args))).unwrap()
}

fn sheet(kind: &str, seed: &str, count: &str) -> Vec<(String, String)> {
    let sheet = json(&["exercises", kind, "--seed", seed, "--count", count, "--solutions", "--format", "json"]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    sheet["exercises"].as_array().unwrap().iter().map(|e| (text(&e["asks"]), text(&e["answer"]))).collect()
}

/// The games of a sum and its heaps, for the interpreter.
fn heaps(sum: &Position) -> Vec<(&Interpreter, Vec<u64>)> {
    sum.parts
        .iter()
        .map(|part| match part {
            Part::Heap { game, heaps } => {
                let numbers = heaps.iter().map(|heap| u64::try_from(heap).unwrap()).collect();
                (game.ruleset.interpreter().expect("a definition that is interpreted"), numbers)
            }
            _ => panic!("heaps only"),
        })
        .collect()
}

fn read(text: &str) -> Position {
    parse_position(text, &Games::built_in()).unwrap()
}

/// The value of a sum by playing out every part, and adding without carry.
fn value(sum: &Position) -> u32 {
    heaps(sum).iter().fold(0, |all, (game, position)| {
        let mut naive = Naive::of(&[*game]);
        all ^ naive.value(0, position).unwrap().0
    })
}

fn outcome(sum: &Position) -> Outcome {
    let parts = heaps(sum);
    let games: Vec<&Interpreter> = parts.iter().map(|(game, _)| *game).collect();
    let position: Vec<(usize, Vec<u64>)> = parts.iter().enumerate().map(|(i, (_, heaps))| (i, heaps.clone())).collect();
    Naive::of(&games).outcome(&position, Convention::Normal).unwrap()
}

#[test]
fn energies_and_octal_values_are_those_of_the_interpreter() {
    let mut compared = 0;
    for (asks, answer) in sheet("energy", "5", "12") {
        let position = asks.split(" of ").nth(1).unwrap().split('?').next().unwrap();
        assert_eq!(value(&read(position)).to_string(), answer, "{asks}");
        compared += 1;
    }
    for (asks, answer) in sheet("octal", "5", "12") {
        let words: Vec<&str> = asks.trim_end_matches('?').split_whitespace().collect();
        let heap = words[words.iter().position(|w| *w == "heap").unwrap() + 2];
        assert_eq!(value(&read(&format!("{}:{heap}", words.last().unwrap()))).to_string(), answer, "{asks}");
        compared += 1;
    }
    assert_eq!(compared, 24);
}

#[test]
fn winning_moves_are_those_of_the_interpreter() {
    for (asks, answer) in sheet("winning-move", "2", "8") {
        let position = asks.split("from ").nth(1).unwrap().split(", or P").next().unwrap();
        if position.split([':', ',']).skip(1).any(|heap| heap.parse::<u32>().unwrap() > 9) {
            continue;
        }
        if answer == "P" {
            assert_eq!(outcome(&read(position)), Outcome::P, "{asks}");
        } else {
            for after in answer.split("  ") {
                assert_eq!(outcome(&read(after)), Outcome::P, "{asks} {after}");
            }
        }
    }
}

#[test]
fn nim_sums_and_pairs_are_right() {
    for (asks, answer) in sheet("nim-sum", "9", "20") {
        let numbers = asks.split(" = ").next().unwrap().split(" ⊕ ").map(|n| n.parse::<u64>().unwrap());
        assert_eq!(numbers.fold(0, |a, b| a ^ b).to_string(), answer);
    }
    for (asks, answer) in sheet("wythoff", "9", "20") {
        let number = |after: &str| {
            asks.split(after).nth(1).unwrap().split([':', '?']).next().unwrap().trim().parse::<u64>().unwrap()
        };
        let (s, i) = (number("|a − b| <"), number("i ="));
        // By the least number that was not used before.
        let mut used = std::collections::BTreeSet::new();
        let mut pair = (0, 0);
        for index in 1..=i {
            let k = (1u64..).find(|k| !used.contains(k)).unwrap();
            pair = (k, k + s * index);
            used.extend([pair.0, pair.1]);
        }
        assert_eq!(format!("({}, {})", pair.0, pair.1), answer, "{asks}");
    }
}

#[test]
fn canonical_forms_are_equal_to_what_was_asked() {
    for (asks, answer) in sheet("canonical-form", "4", "12") {
        let game = asks.strip_prefix("What is the canonical form of ").unwrap().trim_end_matches('?');
        let equal = stdout(miyama(&["value", &format!("{game} = {answer}")]));
        assert_eq!(equal.trim(), "true", "{game} {answer}");
    }
}

#[test]
fn the_same_seed_gives_the_same_sheet_and_a_longer_one_begins_with_it() {
    for kind in KINDS {
        let short = sheet(kind, "7", "3");
        assert_eq!(short, sheet(kind, "7", "6")[..3], "{kind}");
        assert_ne!(short, sheet(kind, "8", "3"), "{kind}");
    }
}

/// Every answer of a sheet is taken, and another is not, with a hint.
#[test]
fn answers_are_checked() {
    for kind in KINDS {
        for (number, (asks, answer)) in sheet(kind, "11", "4").into_iter().enumerate() {
            let number = (number + 1).to_string();
            let given = answer.split("  ").next().unwrap();
            let check =
                |given: &str| miyama(&["exercises", kind, "--seed", "11", "--number", &number, "--check", given]);
            let right = stdout(check(given));
            assert!(right.ends_with("Right.\n"), "{kind} {asks} {given}: {right}");
            let wrong = stdout_with(check("977"), 1);
            assert!(wrong.contains("Hint: "), "{kind}: {wrong}");
        }
    }
}

#[test]
fn sheets_are_printed_in_every_form() {
    let html = stdout(miyama(&["exercises", "canonical-form", "--solutions", "--format", "html"]));
    assert!(html.starts_with("<!doctype html>") && html.contains("break-before: page"));
    assert_eq!(html.matches("<li>").count(), 20);
    let latex = stdout(miyama(&["--lang", "ja", "exercises", "nim-sum", "--solutions", "--format", "latex"]));
    assert!(latex.contains("luatexja") && latex.matches("\\item").count() == 20, "{latex}");
    let asked = stdout(miyama(&["exercises", "nim-sum", "--count", "2"]));
    assert!(!asked.contains("Solutions") && asked.lines().count() == 4, "{asked}");
    complaint(miyama(&["exercises", "nim-sum", "--number", "201", "--check", "1"]));
}

/// A line as a shell reads it, as far as single quotes go.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// Runs every command of a text, pictures into a folder that goes away.
fn run_all(text: &str, field: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for line in text.lines().filter_map(|line| line.strip_prefix(field)) {
        let mut args = words(line);
        for at in 1..args.len() {
            if args[at - 1] == "--svg" {
                args[at] = folder.path().join(&args[at]).to_str().unwrap().to_owned();
            }
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = miyama(&args);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{line}");
        count += 1;
    }
    count
}

fn tour(name: &str) -> String {
    std::fs::read_to_string(Path::new(CRATE).join("tours").join(name)).unwrap()
}

#[test]
fn every_command_of_the_tour_of_the_lectures_runs() {
    assert!(run_all(&tour("000.tour"), "do: ") > 30);
}

#[test]
fn every_command_of_the_other_tours_runs() {
    let run: Vec<usize> =
        ["001.tour", "002.tour", "003.tour", "004.tour"].iter().map(|name| run_all(&tour(name), "do: ")).collect();
    assert!(run.iter().all(|count| *count >= 8), "{run:?}");
}

#[test]
fn every_command_of_the_list_of_figures_runs() {
    let index = std::fs::read_to_string(Path::new(CRATE).join("figures/index.txt")).unwrap();
    assert!(run_all(&index, "do: ") > 60);
}

/// What a tour calls live is a game or a position.
#[test]
fn games_of_tours_are_read() {
    for name in ["000.tour", "001.tour", "002.tour", "003.tour", "004.tour"] {
        for text in tour(name).lines().filter_map(|line| line.strip_prefix("game: ")) {
            let games = Games::built_in();
            let is_game = matches!(games.find(text), Ok(Game::Heap(_) | Game::Cells(_)));
            assert!(is_game || parse_position(text, &games).is_ok(), "{name}: {text}");
        }
    }
}

#[test]
fn tours_hide_answers_until_asked() {
    let hidden = json(&["tour", "000", "problem-15", "--format", "json"]);
    let step = &hidden["steps"][0];
    assert!(step["answer"].is_null() && step["commands"].as_array().unwrap().is_empty() && step["checked"] == true);
    let shown = json(&["tour", "000", "problem-15", "--answers", "--format", "json"]);
    assert!(shown["steps"][0]["answer"].as_str().unwrap().contains("(9, 13, 4)"));
    let checked = stdout_with(miyama(&["tour", "003", "theorem-3.3", "--check", "x=y"]), 1);
    assert!(checked.contains("refuted at (0, 1)") && checked.contains("Hint: "), "{checked}");
    let japanese = stdout_with(miyama(&["--lang", "ja", "tour", "003", "theorem-3.3", "--check", "x=y"]), 1);
    assert!(japanese.contains("ヒント"), "{japanese}");
    assert!(complaint(miyama(&["tour", "005"])).contains("000, 001, 002, 003, 004"));
    assert!(complaint(miyama(&["tour", "000", "2.1", "--check", "3"])).contains("only an exercise"));
    assert_eq!(stdout(miyama(&["tour"])).lines().count(), 5);
}

#[test]
fn every_figure_is_written_in_both_forms_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("new");
    for document in ["002", "003", "004"] {
        stdout(miyama(&["figures", document, "--to", to.to_str().unwrap()]));
    }
    let list = std::fs::read_to_string(to.join("README.ja.md")).unwrap();
    assert!(list.contains("Dawson") && list.contains("[svg](004-table-1.svg)"), "{list}");
    let read = |name: &str| std::fs::read_to_string(to.join(name)).unwrap();
    // 34 columns, and the exceptions to the period: 0, 1, 15, 17, 18, 32, 35, 52 and nothing else.
    let table = read("004-table-1.tex");
    assert_eq!(table.lines().nth(1).unwrap().matches('&').count(), 34);
    assert_eq!(table.matches("\\underline").count(), 8, "{table}");
    // Figure 1 of 003: six options of Yama Nim, six more of Triangular Nim, and the position.
    let options = read("003-figure-1.svg");
    assert_eq!(options.matches("<circle").count(), 3 + 4 + 1, "{options}");
    assert!(read("003-figure-1.tex").starts_with("\\definecolor"));
    assert!(read("figures.tex").contains("\\input{004-table-1}"));
    assert!(read("002-problem-1.tex").contains("(2,4,6) & [2,4,7] [2,5,6] [3,4,6]"));
}

/// What the lecture notes print.
#[test]
fn tables_of_the_lectures_are_as_printed() {
    let table = |item: &str| stdout(miyama(&["figures", "000", item, "--format", "latex"]));
    assert!(table("example-6").contains("1 & 24 & 1060 & 48672 & 2238736 & 102981504 & 4737148480 & 217908828672"));
    assert!(table("table-k-l-2").contains("3 & 6 & 10 & 13 & 17 & 20 & 23 & 27 & 30"));
    assert!(table("section-7.2").contains("10 & 10 & 11 & 9 & 8 & 13 & 12 & \\textbf{0} & 15 & 16 & 17 & 14"));
    assert!(table("section-5.2").contains("119 & A & ") && table("section-5.2").contains("159 & D & "));
    assert!(table("figure-11").contains("{銀}") && table("figure-11").contains("rotate=180"));
    let bricks = stdout(miyama(&["figures", "000", "figure-7", "--bricks", "3", "--format", "latex"]));
    assert!(bricks.contains("1 & 24 & 1560"), "{bricks}");
    assert!(complaint(miyama(&["figures", "000", "figure-99"])).contains("figure-12"));
    assert!(complaint(miyama(&["figures", "007"])).contains("000, 001"));
}

/// The figures of 001 show the paper's moves, and who wins in truth.
#[test]
fn boards_show_what_is_true() {
    let folder = tempfile::tempdir().unwrap();
    let wins = |item: &str| {
        let path = folder.path().join("board.svg");
        stdout(miyama(&["figures", "001", item, "--svg", path.to_str().unwrap()]));
        let svg = std::fs::read_to_string(path).unwrap();
        assert!(svg.contains("HXOR = [000]") && svg.contains("VXOR = [000]"), "{item}: the paper's move makes both 0");
        svg.contains(">P</text>")
    };
    assert_eq!(["figure-13", "figure-14", "figure-15", "figure-16"].map(wins), [true, false, false, false]);
}
