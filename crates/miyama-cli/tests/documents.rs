//! What the documents show is what the program says: the commands of every block marked
//! `console` are run, and their output is compared. A last line `…` stands for more.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

const DOCUMENTS: &[&str] = &["README.md", "README.ja.md"];

/// A command, what it writes, and the line of the document.
struct Shown {
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn shown(text: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (line, text) in (1..).zip(text.lines()) {
        if text.starts_with("```") {
            inside = text == "```console";
        } else if let Some(command) = text.strip_prefix("$ ").filter(|_| inside) {
            all.push(Shown { line, command: command.to_owned(), expected: vec![] });
        } else if inside {
            all.last_mut().unwrap_or_else(|| panic!("line {line}: no command")).expected.push(text.to_owned());
        }
    }
    all
}

/// What a command of a shell writes, `miyama` being the program.
fn told(command: &str) -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_miyama")).parent().unwrap().to_str().unwrap();
    let path = format!("{program}:{}", std::env::var("PATH").unwrap());
    let output = Command::new("sh").args(["-c", command]).envs([("LC_ALL", "C"), ("PATH", &path)]).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).unwrap().lines().map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn documents_show_what_the_program_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for document in DOCUMENTS {
        let all = shown(&std::fs::read_to_string(root.join(document)).unwrap());
        assert!(all.len() >= 2, "{document} has no commands to run");
        for Shown { line, command, expected } in all {
            let mut found = told(&command);
            let mut expected: Vec<&str> = expected.iter().map(|line| line.trim_end()).collect();
            if expected.last() == Some(&"…") {
                expected.pop();
                found.truncate(expected.len());
            }
            assert_eq!(found, expected, "{document}:{line}: {command}");
        }
    }
}

#[test]
fn blocks_are_read_as_they_are_meant() {
    let text = "```\n$ no\n```\n```console\n$ a\nb\n\n$ c\n…\n```\n$ d";
    let all: Vec<(usize, String, usize)> =
        shown(text).into_iter().map(|one| (one.line, one.command, one.expected.len())).collect();
    assert_eq!(all, [(5, "a".to_owned(), 2), (8, "c".to_owned(), 1)]);
}
