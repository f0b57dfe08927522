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

/// A limit costs certainty, not the move; the exit code says that it was reached.
#[test]
fn replies_at_a_limit_are_moves() {
    for (position, limit, says) in [
        ("domineering:9x11", ["--max-memory", "2M"], "2.0 MiB"),
        ("clobber:6x6", ["--max-memory", "2M"], "2.0 MiB"),
        ("cram:7x7", ["--max-memory", "20M"], "the limit is 20.0 MiB"),
        ("clobber:6x6", ["--max-time", "0.5"], "the time limit of 0.5 s was reached"),
    ] {
        for more in [&["--format", "json"][..], &[]] {
            let args = [&["reply", position][..], &limit, more].concat();
            let output = command(Path::new("."), &args).output().unwrap();
            let (code, complains) = said(&output);
            let told = String::from_utf8(output.stdout).unwrap();
            assert_eq!(code, Some(3), "{args:?}: {told}{complains}");
            assert!(complains.contains(says), "{args:?}: {complains}");
            assert!(told.starts_with("I move: ") || told.contains("\"move\": \""), "{args:?}: {told}");
        }
    }
    let output = command(Path::new("."), &["reply", "clobber:2x2", "--max-time", "60"]).output().unwrap();
    assert_eq!(said(&output), (Some(0), String::new()));
}

/// Nobody has to ask for it: a search is saved while it goes on, and what was saved when it was killed is there again.
#[test]
fn a_search_is_saved_while_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (file, args) = (folder.path().join("s"), ["solve", "clobber:6x6", "--state", "s", "--threads", "1"]);
    let usual = |args: &[&str]| {
        let mut command = command(folder.path(), args);
        command.env_remove("MIYAMA_SAVE_EVERY");
        command
    };
    let mut child = usual(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !std::fs::metadata(&file).is_ok_and(|file| file.len() > 5_000) {
        assert!(child.try_wait().unwrap().is_none(), "the search ended");
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let known = (std::fs::metadata(&file).unwrap().len() as usize - 200) / 17;
    let (code, says) = said(&usual(&[&args[..], &["--resume", "--max-time", "1"]].concat()).output().unwrap());
    assert_eq!(code, Some(3), "{says}");
    assert!(saved(&says) >= known, "{says} {known}");
}

/// The most memory that a run had while it was watched, in MiB, and what it said.
#[cfg(target_os = "linux")]
fn watched(args: &[&str]) -> (u64, Output) {
    let mut child = command(Path::new("."), args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(most);
        std::thread::sleep(Duration::from_millis(20));
    }
    (most / 1024, child.wait_with_output().unwrap())
}

/// What a program takes beside what it counts, in MiB: itself, and what threads and files need.
#[cfg(target_os = "linux")]
const UNCOUNTED: u64 = 24;

/// Values, searches and what is played out forget what they need not know, and else say that memory ended; a table that is
/// copied into a larger one counts twice.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    for args in [
        &["solve", "--misere", "domineering:6x6", "--max-memory", "40M", "--max-time", "4", "--threads", "2"][..],
        &["solve", "clobber:3x8", "--max-memory", "50M", "--max-time", "10", "--threads", "1"],
        &["solve", "--misere", "cram:6x6", "--max-memory", "50M"],
        &["solve", "--misere", "nim:20,21,22 + cram:4x5", "--max-memory", "40M"],
        &["value", "domineering:6x6", "--max-memory", "50M"],
        &["table", "domineering", "--to", "5x6", "--max-memory", "30M"],
        &["play", "clobber:3x5", "--max-memory", "30M"],
    ] {
        let at = args.iter().position(|arg| *arg == "--max-memory").unwrap() + 1;
        let allowed: u64 = args[at].trim_end_matches('M').parse().unwrap();
        let (most, output) = watched(args);
        assert!(0 < most && most <= allowed + UNCOUNTED, "{args:?}: {most} MiB: {output:?}");
    }
}

/// What is forgotten is found out again.
#[cfg(target_os = "linux")]
#[test]
fn a_search_in_little_memory_answers() {
    for threads in ["1", "2"] {
        let args = ["solve", "clobber:2x12", "--max-memory", "30M", "--threads", threads];
        let (most, output) = watched(&args);
        assert!(String::from_utf8_lossy(&output.stdout).contains(": P, the next player loses"), "{output:?}");
        assert!(0 < most && most <= 30 + UNCOUNTED, "{most} MiB");
    }
}

/// `cargo test --release -p miyama-cli --test search -- --ignored`
#[cfg(target_os = "linux")]
#[test]
#[ignore = "a minute"]
fn clobber_with_three_rows_of_eight_stays_within_its_memory() {
    let (most, output) = watched(&["solve", "clobber:3x8", "--max-memory", "64M", "--threads", "1"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains(": P, the next player loses"), "{output:?}");
    assert!(0 < most && most <= 64 + UNCOUNTED, "{most} MiB");
}
