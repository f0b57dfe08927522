//! Ctrl-C and kill −9, at any moment.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const MIYAMA: &str = env!("CARGO_BIN_EXE_miyama");

fn start(args: &[&str]) -> Child {
    Command::new(MIYAMA).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn kill(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// Exit code and what was said to standard error.
fn end(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn stdout(args: &[&str]) -> String {
    program::stdout(program::miyama(args))
}

#[test]
fn an_answer_can_be_stopped_while_it_is_written() {
    let mut child = start(&["table", "0.106", "--to", "5000000", "--format", "csv"]);
    let mut first = [0; 8];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(&first, b"n,value\n");
    kill(&child, "-INT");
    let (code, says) = end(child);
    assert_eq!((code, says.as_str()), (Some(130), "error: stopped: cancelled\n"));
}

/// A batch system ends what takes too long by SIGTERM, and tells it from Ctrl-C by the exit code.
#[test]
fn the_exit_code_tells_who_stopped_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    for (signal, expected) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let mut child = start(&["table", "0.106", "--to", "5000000", "--format", "csv"]);
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 8]).unwrap();
        kill(&child, signal);
        let (code, says) = end(child);
        assert_eq!((code, says.as_str()), (Some(expected), "error: stopped: cancelled\n"), "{signal}");
    }
    let child = start(&["period", "0.007", "--to", "10000000", "--state", state.to_str().unwrap()]);
    std::thread::sleep(Duration::from_secs(1));
    kill(&child, "-TERM");
    let (code, says) = end(child);
    assert!(code == Some(143) && says.contains("--resume"), "{code:?} {says}");
}

/// The list of a large box is a stream: what was found is there, and how it ended is told once.
#[test]
fn a_list_that_is_stopped_has_its_beginning() {
    let large = ["table", "wythoff", "--to", "1000000000", "--p-positions"];
    let first = "(0, 0)\n(1, 2)\n(2, 1)\n(3, 5)\n";
    let output = program::miyama(&[&large[..], &["--max-time", "0.3"]].concat());
    let says = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), says.as_str()),
        (Some(3), "error: stopped: the time limit of 0.3 s was reached\n")
    );
    assert!(output.stdout.starts_with(first.as_bytes()) && output.stdout.ends_with(b")\n"));
    let output = program::miyama(&[&large[..], &["--max-time", "0.3", "--format", "json"]].concat());
    let whole: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(whole["complete"] == false && whole["positions"].as_array().unwrap().len() > 1000);
    assert_eq!(whole["to"], serde_json::json!([1_000_000_000, 1_000_000_000]));
    let mut child = start(&large);
    let mut read = vec![0; first.len()];
    child.stdout.as_mut().unwrap().read_exact(&mut read).unwrap();
    kill(&child, "-INT");
    assert_eq!(
        (read.as_slice(), end(child)),
        (first.as_bytes(), (Some(130), "error: stopped: cancelled\n".to_owned()))
    );
}

/// Few P-positions are known at once, but a row of the table is longer than memory; and a row of
/// many is followed no longer than is allowed.
#[test]
fn a_table_wider_than_memory_is_stopped() {
    let wide = ["--to", "2,2000000000", "--misere", "--max-time", "1"];
    for game in ["(x,y) -> sym{(x-i,y) | 1<=i} U {(x-1,y-1)}", "(x,y) -> {(x-2,y+1)} U {(x-1,y-1)}"] {
        for format in ["text", "latex"] {
            let child = start(&[&["table", game, "--format", format], &wide[..]].concat());
            let (code, says) = end(child);
            assert_eq!(code, Some(3), "{game} {format}: {says}");
        }
    }
}

/// To compute all of this would take days.
#[test]
fn the_first_rows_of_a_long_table_are_there_at_once() {
    let json = format!(
        "{{\n  \"miyama\": \"{}\",\n  \"question\": {{\"ask\": \"table\", \"game\": \"0.06\", \"to\": \"1099511627\"}},\n  \
         \"game\": \"0.06\",\n  \"heaps\": [\n    \"n\"\n  ],\n  \"to\": [1099511627],\n  \"convention\": \"normal\",\n  \
         \"method\": \"nim values of the code 0.06\",\n  \"values\": [0, 0, 0, 1",
        env!("CARGO_PKG_VERSION")
    );
    for (format, first) in [
        ("csv", "n,value\n0,0\n1,0\n2,0\n3,1\n"),
        ("text", "0 0\n1 0\n2 0\n3 1\n"),
        ("bfile", "0 0\n1 0\n2 0\n3 1\n"),
        ("json", &json),
    ] {
        let args = ["table", "0.06", "--to", "1099511627", "--max-memory", "1000G", "--format", format];
        let mut child = start(&args);
        let mut read = vec![0; first.len()];
        // The reader goes away when it has seen enough.
        child.stdout.take().unwrap().read_exact(&mut read).unwrap();
        assert_eq!(String::from_utf8(read).unwrap(), first);
        assert_eq!(end(child).0, Some(0), "{format}");
    }
}

/// Standard input stays open and says nothing.
#[test]
fn waiting_for_input_can_be_stopped() {
    for args in [&["record", "-"][..], &["word", "--check", "-"], &["play", "nim:3,5,7"]] {
        let mut child = Command::new(MIYAMA)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let open = child.stdin.take();
        std::thread::sleep(Duration::from_millis(300));
        kill(&child, "-INT");
        let (code, says) = end(child);
        assert_eq!((code, says.trim()), (Some(130), "error: stopped: cancelled"), "{args:?}");
        drop(open);
    }
}

/// Stops a search with `signal` again and again, until it ends; then the answer
/// is the same as without.
fn stopped_and_resumed(code: &str, to: &str, signal: &str, folder: &Path) {
    let state = folder.join(format!("{code}{signal}"));
    let state = state.to_str().unwrap();
    let mut resume: Option<&str> = None;
    for pause in [30, 100, 300] {
        let args = ["period", code, "--to", to, "--state", state];
        let child = start(&args.into_iter().chain(resume).collect::<Vec<_>>());
        std::thread::sleep(Duration::from_millis(pause));
        kill(&child, signal);
        let (code, says) = end(child);
        // A run that is stopped before it has begun has nothing to go on with.
        let is_saved = resume.is_none() && Path::new(state).exists();
        if signal == "-INT" && code == Some(130) && (is_saved || says.trim() != "error: stopped: cancelled") {
            assert!(says.contains("--resume"), "{says}");
        }
        resume = Path::new(state).exists().then_some("--resume");
    }
    let args = ["period", code, "--to", to, "--format", "json"];
    let ended = stdout(&args.into_iter().chain(["--state", state]).chain(resume).collect::<Vec<_>>());
    assert_eq!(ended, stdout(&args));
}

#[test]
fn a_search_that_is_stopped_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    for (code, to) in [("0.6", "200000"), ("0.9", "3000"), ("0.007", "20000")] {
        for signal in ["-INT", "-KILL"] {
            stopped_and_resumed(code, to, signal, folder.path());
        }
    }
}

/// A table of quotients that is stopped at any moment goes on to the same end, byte for
/// byte; what is known when it is stopped are rows of that table.
#[test]
fn a_table_of_quotients_that_is_stopped_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["quotient", "--all", "2", "--to", "300", "--elements", "60", "--format", "csv"];
    let whole = stdout(&args);
    for signal in ["-INT", "-KILL"] {
        let state = folder.path().join(format!("state{signal}"));
        let state = state.to_str().unwrap();
        let mut resume: Option<&str> = None;
        for pause in [60, 200, 400] {
            let child = start(&args.into_iter().chain(["--state", state]).chain(resume).collect::<Vec<_>>());
            std::thread::sleep(Duration::from_millis(pause));
            kill(&child, signal);
            let output = child.wait_with_output().unwrap();
            let (out, says) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
            if output.status.code() == Some(130) {
                assert!(says.contains("--resume"), "{says}");
            }
            assert!(out.lines().all(|row| whole.contains(row)), "{out}");
            resume = Path::new(state).exists().then_some("--resume");
        }
        let args = args.into_iter().chain(["--state", state]).chain(resume).chain(["--threads", "1"]);
        assert_eq!(stdout(&args.collect::<Vec<_>>()), whole, "{signal}");
    }
}

/// Its quotients are large, though a small box has few sums.
const FEW_SUMS: &str = "(x, y) -> {(x,a) + (x,b) | a < y; b < y} U {(x-2*j,y-i-2*j) | 1 <= i; i < 2; i*x <= 7} \
                        U {((x-i) mod 2,y) | (x-i) mod 2 < x; i <= x; i >= 4}";

#[test]
fn few_sums_are_played_out() {
    let table = stdout(&["table", FEW_SUMS, "--to", "4,4", "--misere", "--format", "json"]);
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    assert!(!table["method"].as_str().unwrap().contains("quotient"), "{}", table["method"]);
    let rows = ["NPNNN", "NPNNN", "NPNNN", "NPNNN", "PNNNN"];
    let expected: Vec<Vec<String>> = rows.iter().map(|row| row.chars().map(String::from).collect()).collect();
    assert_eq!(table["outcomes"], serde_json::json!(expected));
}

/// What is known is written, marked, and the exit code says that it is not all.
#[test]
fn what_is_known_is_given_when_time_is_over() {
    let slow = "(x) -> {0} U {(x-1)}";
    // Who wins 2d-nim:7x8 is seen at once, by symmetry; its other moves take seconds.
    for (seconds, args, says) in [
        (
            "4",
            &["table", slow, "--misere", "--heaps", "2", "--to", "3000"][..],
            "stopped; the table is complete for heaps up to ",
        ),
        (
            "4",
            &["check", "--game", slow, "--p-positions", "x=y", "--misere", "--to", "3000"],
            "stopped before all positions",
        ),
        (
            "4",
            &[
                "check",
                "--game",
                "(x,y) -> {(x-i,y-j) | 1<=i+j, gcd(i,j)=1}",
                "--value",
                "x+y",
                "--for",
                "x=0",
                "--to",
                "3000",
            ],
            "stopped before all positions",
        ),
        (
            "4",
            &["solve", "(x,y) -> {(x-i,y-j) | 1<=i+j, gcd(i,j)=1}", "--at", "3000,3000"],
            "The table is complete for heaps up to ",
        ),
        ("4", &["reply", "(x,y) -> {(x-i,y-j) | 1<=i+j, gcd(i,j)=1}", "--at", "3000,3000"], "I move: "),
        ("0.4", &["reply", "2d-nim:7x8"], "The search was stopped: who wins is certain"),
        ("4", &["word", "thue-morse", "--check", "--length", "40000000"], "stopped; this is about the first "),
        ("4", &["bricks", "2x4", "9", "--estimate", "10000"], "stopped; measured so far"),
        ("4", &["period", "0.007"], "stopped at heap "),
        ("1", &["table", "2d-nim", "--board", "5x6"], "stopped; this is known up to 5x"),
        ("1", &["table", "domineering", "--board", "4x6"], "stopped; this is known up to 4x"),
        ("4", &["conjecture", "(x,y) -> {(x-i,y-j) | 1<=i+j, gcd(i,j)=1}"], "stopped; this is known up to 15"),
        ("0.5", &["value", "domineering:7x8"], "The value lies between -"),
        ("1", &["solve", "cram:7x9 + cram:3x3 + cram:7x7"], "Known so far: cram:.../.../... has the value 0."),
        ("0.5", &["word", "metallic(2)", "--length", "4000000000"], "0010010"),
        ("0.5", &["bricks", "2x4", "11"], "⟨1 1 1 1 1 1 1 1 1 1 1⟩"),
        ("0.5", &["bricks", "2x4", "11", "--estimate"], "⟨1 1 1 1 1 1 1 1 1 1 1⟩"),
        ("3", &["table", FEW_SUMS, "--to", "14,14", "--misere"], "stopped; the table is complete for heaps up to "),
        ("4", &["solve", "0.07:200,100", "--misere"], "The table is complete for heaps up to "),
        ("2", &["check", "003-T3.4,D3.5,T3.6,L3.7", "--to", "20000"], "stopped; this is known up to "),
    ] {
        let output = program::miyama(&[args, &["--max-time", seconds]].concat());
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(output.status.code(), Some(3), "{args:?}\n{out}{err}");
        assert!(out.contains(says), "{args:?}\n{}\n{err}", &out[..out.len().min(500)]);
        assert!(err.contains("error: stopped: the time limit of"), "{args:?}\n{err}");
    }
}

/// A proof that ends with its time is undecided, as with any other limit, and says how far a table holds.
#[test]
fn a_proof_that_takes_too_long_is_undecided() {
    let rule = "(x,y,z) -> {(x-i,y-j,z-k) | 1<=i+j+k, i+j+k<=250}";
    let statement = "(x+y+z) mod 251 = 0";
    for args in [&["prove", rule, "--p-positions", statement][..], &["theorem", "bounded(90)", "--heaps", "4"]] {
        let output = program::miyama(&[args, &["--format", "json", "--max-time", "1"]].concat());
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!((output.status.code(), err.as_str()), (Some(3), ""), "{args:?}\n{out}");
        assert!(out.contains("\"verdict\": \"limit\"") && out.contains("the time limit of 1.0 s"), "{args:?}\n{out}");
    }
}

/// A picture of half an answer says so; other files are not written, which is said.
#[test]
fn measurements_that_are_stopped_are_shown_so_far() {
    for (area, seconds, shown) in
        [("prove", "3", "nim"), ("octal", "8", "0.16"), ("tables", "3", "P 10000,10000: (x,y)")]
    {
        let mut child = start(&["bench", area, "--max-time", seconds]);
        let mut rows = String::new();
        child.stdout.as_mut().unwrap().read_to_string(&mut rows).unwrap();
        let (code, says) = end(child);
        assert_eq!(code, Some(3), "{area}: {says}");
        assert!(rows.lines().nth(1).is_some_and(|row| row.contains(shown)), "{area}: {rows}");
        assert!(says.contains("time limit"), "{area}: {says}");
    }
}

#[test]
fn files_of_half_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let slow = ["table", "(x) -> {0} U {(x-1)}", "--misere", "--heaps", "2", "--to", "3000", "--max-time", "4"];
    let output = program::miyama(&[&slow[..], &["--svg", &path("a.svg"), "--npy", &path("a.npy")]].concat());
    let says = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{says}");
    assert!(std::fs::read_to_string(path("a.svg")).unwrap().contains("stopped, heaps up to"));
    assert!(!Path::new(&path("a.npy")).exists() && says.contains("a.npy was not written"), "{says}");
}

/// Nobody ever reads from the pipe.
#[test]
fn a_pipe_that_nobody_reads_can_be_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    // What was found is printed, and the message names the pipe.
    for asked in [
        &["table", "wythoff", "--to", "3", "--svg"][..],
        &["period", "0.77", "--certificate"],
        &["quotient", "0.77", "--certificate"],
        &["prove", "yama", "--p-positions", "|x-y|<=1", "--certificate"],
        &["theorem", "wythoff", "--save"],
    ] {
        let mut child = start(&[asked, &[pipe]].concat());
        std::thread::sleep(Duration::from_millis(1500));
        kill(&child, "-INT");
        let mut found = String::new();
        child.stdout.as_mut().unwrap().read_to_string(&mut found).unwrap();
        let (code, says) = end(child);
        assert_eq!(code, Some(130), "{asked:?}: {says}");
        assert!(says.contains(pipe) && says.contains("stopped: cancelled"), "{asked:?}: {says}");
        assert!(found.lines().count() >= 2, "{asked:?}: {found}");
    }
    let (code, says) = end(start(&["table", "wythoff", "--to", "3", "--svg", pipe, "--max-time", "0.2"]));
    assert!(code == Some(3) && says.contains("the time limit of 0.2 s was reached"), "{says}");
    // The same for standard output: it is never read, and holds no more than a pipe does.
    let child = start(&["table", "0.106", "--to", "5000000", "--format", "csv"]);
    std::thread::sleep(Duration::from_millis(1500));
    kill(&child, "-INT");
    let mut child = child;
    let held = (child.stdout.take(), child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(held);
}
