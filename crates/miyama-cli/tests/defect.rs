//! A wrong number in a table, made on purpose, ends every command that reads it
//! with code 70 and the server's answer with status 500; no table is shown. Only
//! builds with debug assertions can be made to err (`heap/fault.rs`).
#![cfg(debug_assertions)]
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "serve/client.rs"]
mod client;

use client::Server;
use serde_json::json;
use std::process::{Command, Output};

const GAME: &str = "(x, y) -> { (x-i, y) | 1 <= i } ∪ { (x, y-i) | 1 <= i <= x }";

/// The position whose number is wrong.
const WRONG: (&str, &str) = ("MIYAMA_WRONG", "2,1");

fn miyama(args: &[&str], environment: Option<(&str, &str)>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_miyama")).args(args).env("LC_ALL", "C").envs(environment).output().unwrap()
}

#[test]
fn a_wrong_table_is_not_printed_and_the_exit_code_is_70() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.svg");
    let questions: [&[&str]; 11] = [
        &["table", GAME, "--to", "3,3"],
        &["table", GAME, "--to", "3,3", "--format", "csv"],
        &["table", GAME, "--to", "3,3", "--format", "json"],
        &["table", GAME, "--to", "3,3", "--misere"],
        &["table", GAME, "--to", "3,3", "--svg", file.to_str().unwrap()],
        &["table", "0.77", "--to", "3,3", "--misere"],
        &["table", "0.{0,2,5+}", "--to", "3,3", "--misere"],
        &["solve", GAME, "--at", "3,3"],
        &["solve", GAME, "--at", "2,1"],
        &["reply", GAME, "--at", "3,3"],
        &["check", "--game", GAME, "--value", "x", "--to", "3"],
    ];
    for question in questions {
        let right = miyama(question, None);
        assert!(matches!(right.status.code(), Some(0 | 1)), "{question:?}: {right:?}");
        assert!(!right.stdout.is_empty(), "{question:?}");
        let _ = std::fs::remove_file(&file);
        let wrong = miyama(question, Some(WRONG));
        let says = String::from_utf8(wrong.stderr).unwrap();
        assert_eq!((wrong.stdout, wrong.status.code()), (vec![], Some(70)), "{question:?}: {says}");
        assert!(
            says.starts_with("error: internal error: at ") && (says.contains(GAME) || !question.contains(&GAME)),
            "{question:?}: {says}"
        );
        assert!(!file.exists(), "{question:?}");
    }
}

#[test]
fn a_wrong_table_is_an_answer_with_status_500() {
    let server = Server::start_with(&[], &[WRONG]);
    for question in [
        json!({ "ask": "table", "game": GAME, "to": "3,3" }),
        json!({ "ask": "solve", "position": GAME, "at": "3,3" }),
        json!({ "ask": "reply", "position": GAME, "at": "3,3" }),
    ] {
        let reply = server.ask(&question.to_string());
        assert_eq!((reply.status, reply.kind().as_str()), (500, "defect"), "{question}: {}", reply.text());
        assert!(reply.text().contains("internal error: at "), "{}", reply.text());
        let told = reply.json();
        assert_eq!(told.as_object().unwrap().keys().collect::<Vec<_>>(), ["error"], "{told}");
    }
    // Other tables are answered.
    assert_eq!(server.ask(r#"{"ask": "table", "game": "(x) -> {(x-1)}", "to": "3"}"#).status, 200);
}
