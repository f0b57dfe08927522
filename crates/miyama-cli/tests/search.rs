//! Searches for who wins that are stopped, killed and gone on with.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const MIYAMA: &str = env!("CARGO_BIN_EXE_miyama");

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(MIYAMA);
    command.args(args).current_dir(folder).env("MIYAMA_SAVE_EVERY", "20").env("LC_ALL", "C");
    command
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8(output.stderr.clone()).unwrap())
}

/// Nobody has computed who wins here; what is known is told all the same.
#[test]
fn a_stopped_search_tells_what_is_known() {
    let args = ["solve", "--misere", "domineering:7x9", "--max-time", "0.3"];
    let output = command(Path::new("."), &args).output().unwrap();
    let (code, says) = said(&output);
    assert_eq!((code, says.as_str()), (Some(3), "error: stopped: the time limit of 0.3 s was reached\n"));
    let told = String::from_utf8(output.stdout).unwrap();
    let head =
        "........./.........: who wins was not found; still possible: N, L, R, P\nIf Left begins, it is not known";
    assert!(told.contains(head), "{told}");
    assert!(told.contains("\nMoves of Left: 0 win, 0 lose, 54 not known\n"), "{told}");
    let output = command(Path::new("."), &[&args[..], &["--format", "json"]].concat()).output().unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["complete"], serde_json::json!(false));
    assert_eq!(answer["moves_right"]["unknown"], serde_json::json!(56));
}

/// How many sums a message says are saved.
fn saved(says: &str) -> usize {
    let before = says.split(" of the search are saved").next().unwrap().trim_end_matches(" sums");
    before.rsplit(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{says}"))
}

#[test]
fn a_killed_search_goes_on_with_what_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (file, args) = (folder.path().join("s"), ["solve", "--misere", "domineering:6x6", "--state", "s"]);
    let mut child = command(folder.path(), &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !std::fs::metadata(&file).is_ok_and(|file| file.len() > 5_000) {
        assert!(child.try_wait().unwrap().is_none(), "the search ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let head = "miyama search 1\ndomineering:....../....../....../....../....../......\nmisere\n";
    assert!(bytes.starts_with(head.as_bytes()));
    // Nothing is lost, and more is found; the file is read again each time.
    let mut known = (bytes.len() - 200) / 17;
    for _ in 0..2 {
        let (code, says) =
            said(&command(folder.path(), &[&args[..], &["--resume", "--max-time", "1"]].concat()).output().unwrap());
        assert_eq!(code, Some(3), "{says}");
        assert!(saved(&says) >= known, "{says} {known}");
        known = saved(&says);
    }
    // What is no state of this search is refused.
    let refused = |args: &[&str], reason: &str| {
        let (code, says) = said(&command(folder.path(), args).output().unwrap());
        assert!(code == Some(2) && says.contains(reason), "{args:?}: {says}");
    };
    refused(&args, "s exists: add --resume");
    let other = "s holds a search for domineering:....../....../....../....../....../...... (misère), not for";
    refused(&["solve", "--misere", "domineering:6x5", "--state", "s", "--resume"], other);
    refused(&["solve", "domineering:6x6", "--state", "s", "--resume"], other);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[300] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    refused(&[&args[..], &["--resume"]].concat(), "s is damaged");
}

/// Where who wins is too hard to find, the machine plays by temperature and says so.
#[test]
fn a_move_by_temperature_is_called_so() {
    let args = ["reply", "amazons:x......./......../......../.......o", "--max-time", "0.5"];
    let output = command(Path::new("."), &args).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("Who wins was too hard to find. By temperature"), "{told}");
}
