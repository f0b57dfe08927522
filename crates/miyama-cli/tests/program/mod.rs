//! The program as a user runs it: what it says, and what it refuses.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

#[path = "../serve/document.rs"]
mod document;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The folder of the project, where files are named from.
const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs the program.
pub(crate) fn miyama(args: &[&str]) -> Output {
    run(Path::new(PROJECT), args, b"")
}

/// Runs it with something to read.
pub(crate) fn miyama_reads(args: &[&str], input: &[u8]) -> Output {
    run(Path::new(PROJECT), args, input)
}

/// Runs it in a folder.
pub(crate) fn miyama_in(folder: &Path, args: &[&str]) -> Output {
    run(folder, args, b"")
}

fn run(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_miyama"));
    command.args(args).current_dir(folder).env("LC_ALL", "C");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses early does not read to the end.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    // An answer as JSON is as the server's document says; a shard's is no answer of the server.
    let is_json = args.windows(2).any(|pair| pair == ["--format", "json"]);
    if is_json && matches!(output.status.code(), Some(0 | 1)) && !args.contains(&"--shard") {
        document::check_answer(args[0], &String::from_utf8_lossy(&output.stdout));
    }
    output
}

/// A file that the program saved and somebody changed, with the hash of what it
/// says now.
pub(crate) fn resealed(file: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let body = file[..file.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    let digits: String = Sha256::digest(&file[..body]).iter().map(|byte| format!("{byte:02x}")).collect();
    let last = String::from_utf8(file[body..].to_vec()).unwrap();
    let at = last.trim_end_matches(['\n', '}', '"']).len() - 64;
    [&file[..body], &last.as_bytes()[..at], digits.as_bytes(), &last.as_bytes()[at + 64..]].concat()
}

/// Standard output of a run that ends with this code and complains of nothing.
#[track_caller]
pub(crate) fn stdout_with(output: Output, code: i32) -> String {
    assert_eq!((String::from_utf8_lossy(&output.stderr), output.status.code()), ("".into(), Some(code)));
    String::from_utf8(output.stdout).unwrap()
}

/// Standard output of a run that ends well.
#[track_caller]
pub(crate) fn stdout(output: Output) -> String {
    stdout_with(output, 0)
}

/// Standard error of a run that refuses what it was asked: with exit code 3 if a limit is the reason, else 2.
#[track_caller]
pub(crate) fn complaint(output: Output) -> String {
    let says = String::from_utf8(output.stderr).unwrap();
    let memory = [" of memory; the limit is ", "its table would take ", "following them would take "];
    let limit = says.contains("the time limit of") || memory.iter().any(|part| says.contains(part));
    let code = if limit { 3 } else { 2 };
    assert_eq!((String::from_utf8_lossy(&output.stdout), output.status.code()), ("".into(), Some(code)), "{says}");
    says
}
