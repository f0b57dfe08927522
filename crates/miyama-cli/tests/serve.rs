//! The server from outside: answers, refusals, many clients, slow clients,
//! cancelling, limits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "serve/client.rs"]
mod client;
#[path = "serve/refused.rs"]
mod refused;

use client::{Reply, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::process::Command;
use std::time::{Duration, Instant};

/// Runs for minutes, reports how far it is, and needs little memory.
const LONG: &str = r#"{"ask": "bricks", "brick": "2x4", "bricks": "9"}"#;

/// What the command line prints.
fn command_line(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_miyama")).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn it_starts_at_a_free_port_and_stops_on_ctrl_c() {
    let server = Server::start(&[]);
    assert!(server.address.starts_with("127.0.0.1:"));
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.interrupt(), Some(0));
}

#[test]
fn ctrl_c_ends_a_long_computation_too() {
    let server = Server::start(&["--workers", "1"]);
    let mut stream = server.connect();
    stream.write_all(server.post("/api/ask", LONG).as_bytes()).unwrap();
    server.wait_for_running(1);
    assert_eq!(server.interrupt(), Some(0));
}

#[test]
fn a_port_that_is_taken_is_said() {
    let server = Server::start(&[]);
    let port = server.address.split(':').nth(1).unwrap();
    let second = Command::new(env!("CARGO_BIN_EXE_miyama")).args(["serve", "--port", port]).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8(second.stderr).unwrap().contains(&format!("cannot listen on port {port}")));
}

#[test]
fn answers_are_what_the_command_line_prints() {
    let server = Server::start(&[]);
    let same = |body: &str, query: &str, arguments: &[&str]| {
        let reply = server.send(&server.post(&format!("/api/ask?{query}"), body));
        assert_eq!(reply.status, 200, "{body}: {}", reply.text());
        assert_eq!(reply.text(), command_line(arguments), "{body}");
    };
    same(
        r#"{"ask": "solve", "position": "nim:3,5,7"}"#,
        "lang=en",
        &["solve", "nim:3,5,7", "--format", "json", "--lang", "en"],
    );
    same(
        r#"{"ask": "solve", "position": "nim:1,2 + 0.77:12", "misere": true}"#,
        "lang=ja",
        &["solve", "nim:1,2 + 0.77:12", "--misere", "--format", "json", "--lang", "ja"],
    );
    same(
        r#"{"ask": "table", "game": "wythoff(2)", "to": "9"}"#,
        "format=csv",
        &["table", "wythoff(2)", "--to", "9", "--format", "csv"],
    );
    same(r#"{"ask": "games"}"#, "lang=ja&format=text", &["games", "--lang", "ja"]);
    same(r#"{"ask": "period", "code": "0.77"}"#, "", &["period", "0.77", "--format", "json"]);
    same(r#"{"ask": "value", "expression": "{1|0}"}"#, "format=text", &["value", "{1|0}"]);
}

#[test]
fn a_binary_table_holds_the_numbers_of_the_json_one() {
    let server = Server::start(&[]);
    let body = r#"{"ask": "table", "game": "triangular", "to": "40,30"}"#;
    let plain = server.ask(body).json();
    let binary = server.send(&server.post("/api/ask?format=binary", body)).body;
    let mut lines = binary.splitn(3, |b| *b == b'\n');
    assert_eq!(lines.next().unwrap(), b"miyama table 2");
    let head: serde_json::Value = serde_json::from_slice(lines.next().unwrap()).unwrap();
    assert_eq!((&head["to"], &head["width"]), (&json!([40, 30]), &json!(1)));
    let rest = lines.next().unwrap();
    let numbers: Vec<u64> = rest[..41 * 31].iter().map(|b| u64::from(*b)).collect();
    assert!(rest[41 * 31..].starts_with(b"\nsha256 "));
    let rows = plain["values"].as_array().unwrap();
    let expected: Vec<u64> = rows.iter().flat_map(|r| r.as_array().unwrap()).map(|v| v.as_u64().unwrap()).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn every_reply_carries_the_headers_that_keep_it_on_this_machine() {
    let server = Server::start(&[]);
    for path in ["/", "/nothing", "/api/openapi.json", "/api/texts"] {
        let head = server.get(path).head;
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{head}");
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
    }
    let reply = server.get("/");
    assert!(reply.text().contains("<html"));
}

#[test]
fn the_document_describes_every_path() {
    let server = Server::start(&["--request-time", "7"]);
    let document = server.get("/api/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    assert!(document["info"]["description"].as_str().unwrap().contains("compute for 7 seconds"));
    for (path, methods) in document["paths"].as_object().unwrap() {
        if methods.get("get").is_some() && !path.contains('{') {
            assert_eq!(server.get(path).status, 200, "{path}");
        }
    }
}

/// One question at least for every shape of an answer; `send` compares each
/// with the document.
#[test]
fn every_kind_of_answer_is_as_the_document_says() {
    let server = Server::start(&[]);
    let (four, line) = (json!({ "ask": "games", "name": "(x) -> { (x-1) }" }), json!("#.#/###"));
    for body in [
        json!({ "ask": "games" }),
        json!({ "ask": "games", "name": "2d-nim" }),
        json!({ "ask": "games", "name": "wythoff(2)" }),
        json!({ "ask": "games", "name": "kayles" }),
        four,
        json!({ "ask": "solve", "position": "nim:3,5,7" }),
        json!({ "ask": "solve", "position": "nim:1,2 + 2d-nim:##/#.", "at": null }),
        json!({ "ask": "solve", "position": "cram:2x3", "misere": true }),
        json!({ "ask": "solve", "position": "nim:99999999999999999999,1" }),
        json!({ "ask": "reply", "position": "nim:3,5 + 2d-nim:#.#/###", "level": 3, "seed": 5 }),
        json!({ "ask": "reply", "position": "nim:3,5", "move": "2 from 2", "misere": true }),
        json!({ "ask": "reply", "position": "nim:0" }),
        json!({ "ask": "reply", "position": "nim:99999999999999999999,7,1" }),
        json!({ "ask": "reply", "position": "kayles:7" }),
        json!({ "ask": "check", "list": true }),
        json!({ "ask": "check", "ids": ["000-E26"], "to": 2 }),
        json!({ "ask": "check", "ids": ["003-D3.1", "004-T3.3"] }),
        json!({ "ask": "check", "game": "wythoff", "p_positions": "x = y", "to": 5 }),
        json!({ "ask": "check", "game": "nim", "p_positions": "x = y", "to": "5", "heaps": 2 }),
        json!({ "ask": "check", "game": "nim", "value": "x xor y", "heaps": 2, "to": "4,4" }),
        json!({ "ask": "check", "game": "(x) -> {(x-i)|1<=i, i<=2}", "value": "x" }),
        json!({ "ask": "prove", "game": "yama", "p_positions": "|x-y| <= 1" }),
        json!({ "ask": "prove", "game": "yama", "level": ["1", "x = y"] }),
        json!({ "ask": "prove", "game": "yama", "value": "x*y" }),
        json!({ "ask": "theorem", "game": "nim", "heaps": 2, "misere": true, "explain": true }),
        json!({ "ask": "theorem", "game": "split-nim" }),
        json!({ "ask": "compare", "game": "yama", "other": "triangular" }),
        json!({ "ask": "check", "game": "nim", "level": ["1", "x xor y = 1"], "for": "x >= 2", "heaps": 2, "to": "9" }),
        json!({ "ask": "conjecture", "game": "bounded(2)", "values": true }),
        json!({ "ask": "conjecture", "game": "1,2,4,7,11,16,22,29", "sequence": true }),
        json!({ "ask": "find-rule", "p": "x mod 3 = 0", "to": 30 }),
        json!({ "ask": "table", "game": "wythoff", "to": "4" }),
        json!({ "ask": "table", "game": "wythoff", "to": "3,5", "outcomes": true }),
        json!({ "ask": "table", "game": "nim", "to": "3", "heaps": 3, "p_positions": true }),
        json!({ "ask": "table", "game": "nim", "to": "3", "heaps": 2, "value": 2 }),
        json!({ "ask": "table", "game": "0.77", "to": "30" }),
        json!({ "ask": "table", "game": "2d-nim", "board": "2x3" }),
        json!({ "ask": "table", "game": "cram", "board": line }),
        json!({ "ask": "table", "game": "2d-nim", "board": "3x3", "young": true }),
        json!({ "ask": "table", "game": "2d-nim", "rectangles": "2x3" }),
        json!({ "ask": "table", "game": "2d-nim", "staircases": 3 }),
        json!({ "ask": "period", "code": "0.77" }),
        json!({ "ask": "period", "code": "0.007", "to": "200" }),
        json!({ "ask": "period", "code": "0.F6", "to": "300" }),
        json!({ "ask": "period", "all": 1 }),
        json!({ "ask": "quotient", "game": "0.77" }),
        json!({ "ask": "quotient", "game": "0.3122" }),
        json!({ "ask": "value", "expression": "{1|0}" }),
        json!({ "ask": "value", "expression": "*3", "all": true }),
        json!({ "ask": "value", "expression": "{0|{0|-2}}", "all": true }),
        json!({ "ask": "value", "expression": "1 < 2" }),
        json!({ "ask": "value", "born": 1 }),
        json!({ "ask": "bricks", "brick": "2x4", "bricks": "3" }),
        json!({ "ask": "bricks", "brick": "1x1", "bricks": "3", "profiles": true, "fixed": true }),
        json!({ "ask": "bricks", "brick": "2x4", "bricks": "60", "tower": true }),
        json!({ "ask": "bricks", "brick": "2x4", "bricks": "3", "why": true }),
        json!({ "ask": "bricks", "brick": "2x4", "bricks": "2", "list": true }),
        json!({ "ask": "bricks", "brick": "2x4", "bricks": "2", "index": 3 }),
        json!({ "ask": "bricks", "brick": "2x4", "bricks": "4", "estimate": 1 }),
        json!({ "ask": "word", "word": "fibonacci", "length": 20 }),
        json!({ "ask": "word", "word": "fibonacci", "at": "1000000000000000000000" }),
        json!({ "ask": "word", "word": "fibonacci", "pair": "10" }),
        json!({ "ask": "word", "word": "thue-morse", "length": 40, "check": "" }),
        json!({ "ask": "word", "count": "square-free", "alphabet": 3, "length": 5 }),
        json!({ "ask": "word", "list": "square-free", "alphabet": 3, "length": 4 }),
    ] {
        let reply = server.ask(&body.to_string());
        assert_eq!(reply.status, 200, "{body}: {}", reply.text());
    }
}

#[test]
fn a_question_is_what_the_document_says_or_nothing() {
    let server = Server::start(&[]);
    for body in [
        r#"{"ask": "solve", "position": "nim:3", "position": "nim:4"}"#,
        r#"{"ask": "solve", "ask": "solve", "position": "nim:3"}"#,
        r#"{"ask": "solve", "position": "nim:3", "misere": null}"#,
        r#"{"ask": "reply", "position": "nim:3", "level": 11}"#,
        r#"{"ask": "bricks", "brick": "2x4", "bricks": "2", "index": 0}"#,
        r#"{"ask": "solve", "position": "nim:3", "Position": "nim:4"}"#,
    ] {
        let reply = server.ask(body);
        assert_eq!((reply.status, reply.kind().as_str()), (400, "input"), "{body}: {}", reply.text());
    }
    assert_eq!(server.send(&server.post("/api/ask?lang=fr", r#"{"ask": "games"}"#)).status, 400);
    let listed = server.ask(r#"{"ask": "bricks", "brick": "2x4", "bricks": "2", "list": true}"#);
    assert!(listed.head.contains("content-type: application/x-ndjson"), "{}", listed.head);
}

#[test]
fn texts_come_in_the_language_asked_for() {
    let server = Server::start(&[]);
    assert_eq!(server.get("/api/texts?lang=ja").json()["lang"], "ja");
    let preferred = |languages: &str| {
        let request =
            format!("GET /api/texts HTTP/1.1\r\nHost: {}\r\nAccept-Language: {languages}\r\n\r\n", server.address);
        server.send(&request).json()["lang"].clone()
    };
    assert_eq!(preferred("ja-JP,ja;q=0.9,en;q=0.8"), "ja");
    assert_eq!(preferred("en-GB,ja;q=0.5"), "en");
}

/// 200 clients, each asking 25 questions over one connection: every question
/// gets its own answer. The times are printed, not judged.
#[test]
fn two_hundred_clients_lose_nothing() {
    let mut server = Server::start(&[]);
    let started = Instant::now();
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..200u32)
            .map(|client| {
                let server = &server;
                scope.spawn(move || {
                    let mut stream = server.connect();
                    let ask = |turn: u32| {
                        let (a, b) = (client + 1, turn + 1);
                        let body = format!(r#"{{"ask": "solve", "position": "nim:{a},{b}"}}"#);
                        let start = Instant::now();
                        stream.write_all(server.post("/api/ask", &body).as_bytes()).unwrap();
                        let reply = Reply::read(&mut stream);
                        assert_eq!(reply.status, 200, "{}", reply.text());
                        let answer = reply.json();
                        assert_eq!(answer["position"], format!("nim:{a},{b}"));
                        assert_eq!(answer["value"], (a ^ b).to_string());
                        start.elapsed()
                    };
                    (0..25).map(ask).collect::<Vec<_>>()
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    assert_eq!(times.len(), 5000);
    times.sort();
    println!(
        "5000 requests of 200 clients in {:.2?}; median {:.2?}, p99 {:.2?}, worst {:.2?}",
        started.elapsed(),
        times[2500],
        times[4950],
        times[4999]
    );
    assert_eq!(server.running(), 0);
    assert!(server.memory() < 400 << 20, "{}", server.memory());
    assert!(server.is_alive());
}

#[test]
fn slow_clients_hold_up_nobody_and_are_sent_away() {
    let server = Server::start(&["--patience", "1", "--workers", "1"]);
    let mut slow: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for (number, stream) in slow.iter_mut().enumerate() {
        let whole = server.post("/api/ask", r#"{"ask": "games"}"#);
        // Some stop within the head, some within the body.
        let part = if number % 2 == 0 { 20 } else { whole.len() - 3 };
        stream.write_all(&whole.as_bytes()[..part]).unwrap();
    }
    assert_eq!(server.ask(r#"{"ask": "solve", "position": "nim:3,5,7"}"#).status, 200);
    let mut rest = Vec::new();
    slow[0].read_to_end(&mut rest).unwrap();
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&rest));
    assert_eq!(Reply::read(&mut slow[1]).status, 408);
}

#[test]
fn clients_that_do_not_fetch_their_answers_cost_bounded_memory() {
    let mut server = Server::start(&["--patience", "1"]);
    let request = server.post("/api/ask?format=csv", r#"{"ask": "table", "game": "nim", "to": "900,900"}"#);
    let size = server.send(&request).body.len() as u64;
    assert!(size > 5 << 20);
    let mut lazy: Vec<_> = (0..40).map(|_| server.connect()).collect();
    for stream in &mut lazy {
        stream.write_all(request.as_bytes()).unwrap();
    }
    server.wait_for_running(0);
    assert!(server.memory() < 900 << 20, "{}", server.memory());
    assert_eq!(server.ask(r#"{"ask": "solve", "position": "nim:3,5,7"}"#).status, 200);
    // After their patience is over they are sent away, and their bytes freed.
    for stream in &mut lazy {
        std::thread::sleep(Duration::from_millis(40));
        assert!(Reply::try_read(stream).is_none_or(|reply| [200, 503].contains(&reply.status)));
    }
    assert!(server.is_alive());
}

#[test]
fn closing_the_connection_frees_the_worker() {
    let server = Server::start(&["--workers", "1"]);
    let mut stream = server.connect();
    stream.write_all(server.post("/api/ask", LONG).as_bytes()).unwrap();
    server.wait_for_running(1);
    drop(stream);
    server.wait_for_running(0);
    assert_eq!(server.ask(r#"{"ask": "solve", "position": "nim:3,5,7"}"#).status, 200);
}

#[test]
fn a_long_question_tells_how_far_it_is_and_can_be_cancelled() {
    let server = Server::start(&["--workers", "1"]);
    let mut stream = server.connect();
    stream.write_all(server.post("/api/ask?id=long-1", LONG).as_bytes()).unwrap();
    server.wait_for_running(1);
    let mut waiting = server.connect();
    waiting.write_all(server.post("/api/ask?id=next", LONG).as_bytes()).unwrap();
    let state = |id: &str| server.get(&format!("/api/ask/{id}")).json();
    // It is tried for a moment, then it waits.
    while state("next") != json!({ "state": "waiting" }) {}
    let far = (0..500).map(|_| {
        std::thread::sleep(Duration::from_millis(10));
        state("long-1")
    });
    let far = far.into_iter().find(|s| s["done"].as_u64() > Some(0)).expect("some progress");
    assert_eq!(far["state"], "running");
    assert_eq!(server.send(&server.post("/api/ask?id=long-1", r#"{"ask": "games"}"#)).status, 409);
    let delete = format!("DELETE /api/ask/long-1 HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    assert_eq!(server.send(&delete).status, 200);
    let reply = Reply::read(&mut stream);
    assert_eq!((reply.status, reply.kind().as_str()), (409, "cancelled"));
    while state("next")["state"] != "running" {}
    assert_eq!(server.send(&delete).status, 404);
}

#[test]
fn too_much_time_or_memory_is_refused_with_the_reason() {
    let server = Server::start(&["--request-time", "1", "--max-memory", "64M", "--workers", "1"]);
    let reply = server.ask(LONG);
    assert_eq!((reply.status, reply.kind().as_str()), (422, "time"), "{}", reply.text());
    assert!(reply.text().contains("1.0 s"), "{}", reply.text());
    let reply = server.ask(r#"{"ask": "table", "game": "wythoff", "to": "100000"}"#);
    assert_eq!((reply.status, reply.kind().as_str()), (422, "memory"), "{}", reply.text());
    assert!(reply.text().contains("16.0 MiB"), "{}", reply.text());
    let reply =
        server.send(&server.post("/api/ask?format=csv", r#"{"ask": "table", "game": "nim", "to": "4000,4000"}"#));
    assert_ne!(reply.status, 200);
}

/// What is known when time is over stands beside the error: the answer that the command line prints.
#[test]
fn what_is_known_at_a_limit_is_answered() {
    let server = Server::start(&["--request-time", "2"]);
    for (body, args) in [
        (json!({ "ask": "solve", "position": "clobber:6x6" }), &["solve", "clobber:6x6"][..]),
        (json!({ "ask": "solve", "position": "domineering:9x9" }), &["solve", "domineering:9x9"]),
        (json!({ "ask": "reply", "position": "clobber:5x5" }), &["reply", "clobber:5x5"]),
        (json!({ "ask": "period", "code": "0.007", "to": "10000000" }), &["period", "0.007", "--to", "10000000"]),
        (json!({ "ask": "table", "game": "0.007", "to": "10000000" }), &["table", "0.007", "--to", "10000000"]),
    ] {
        // It is compared with the document as it is received.
        let reply = server.ask(&body.to_string());
        assert_eq!((reply.status, reply.kind().as_str()), (422, "time"), "{body}");
        let told = reply.json()["answer"].clone();
        let printed = Command::new(env!("CARGO_BIN_EXE_miyama"))
            .args(args)
            .args(["--format", "json", "--max-time", "2"])
            .output()
            .unwrap();
        let printed: Value = serde_json::from_slice(&printed.stdout).unwrap();
        let fields = |answer: &Value| answer.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(fields(&told), fields(&printed), "{body}");
        assert_eq!((&told["question"], &told["complete"]), (&printed["question"], &printed["complete"]), "{body}");
        assert_eq!(told["complete"], false, "{body}");
    }
    // Half a table for no eye but a program's would pass for the whole.
    let body = json!({ "ask": "table", "game": "0.007", "to": "10000000" }).to_string();
    let reply = server.send(&server.post("/api/ask?format=csv", &body));
    assert_eq!((reply.status, reply.kind().as_str()), (422, "time"));
    assert_eq!(server.running(), 0);
}

/// Positions with very many parts, moves or digits: an answer or a refusal, in
/// bounded memory, and no worker that goes on.
#[test]
fn vast_positions_cost_bounded_memory() {
    let server = Server::start(&["--request-time", "5", "--max-memory", "1G", "--workers", "1"]);
    let many = |heap: &str, count: usize| vec![heap; count].join(",");
    let nines = "9".repeat(3000);
    for position in [
        format!("nim:{}", many("7", 2000)),
        format!("nim:{}", many("1000000", 200)),
        format!("grundy:{}", many("300", 50)),
        format!("wythoff:{nines},{nines}1"),
        "kayles:1000000".to_owned(),
    ] {
        let reply = server.ask(&json!({ "ask": "reply", "position": position }).to_string());
        let shown = &position[..position.len().min(40)];
        assert!([200, 422].contains(&reply.status), "{shown}: {}", reply.text());
        assert!(server.memory() < 900 << 20, "{shown}: {}", server.memory());
    }
    assert_eq!(server.running(), 0);
}

#[test]
fn when_too_many_wait_more_are_refused() {
    let server = Server::start(&["--workers", "1", "--waiting", "1"]);
    // One is computed, one is tried, one waits: of five, two are too many.
    let mut streams: Vec<_> = (0..5).map(|_| server.connect()).collect();
    for stream in &mut streams {
        stream.write_all(server.post("/api/ask", LONG).as_bytes()).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    }
    let refused: Vec<Reply> = streams.iter_mut().filter_map(Reply::try_read).collect();
    assert!(refused.len() >= 2, "{}", refused.len());
    for reply in refused {
        assert_eq!((reply.status, reply.kind().as_str()), (503, "busy"));
        assert!(reply.head.contains("retry-after: 1"), "{}", reply.head);
    }
    drop(streams);
    assert_eq!(server.ask(r#"{"ask": "games"}"#).status, 200);
}
