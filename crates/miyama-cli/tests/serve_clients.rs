//! One client among others: nobody takes all workers, connections or memory.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "serve/client.rs"]
mod client;

use client::{Reply, Server};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Runs for minutes and needs little memory.
const LONG: &str = r#"{"ask": "bricks", "brick": "2x4", "bricks": "9"}"#;
/// Longer than the moment for which a question is tried, but not long.
const MIDDLE: &str = r#"{"ask": "bricks", "brick": "2x4", "bricks": "6"}"#;
const MIDDLE_COUNT: &str = "915103765";
const SHORT: &str = r#"{"ask": "solve", "position": "nim:3,5,7"}"#;

/// Asks questions that run for minutes, each over a connection of its own.
fn ask_long(server: &Server, client: u8, count: usize) -> Vec<TcpStream> {
    let request = server.post("/api/ask", LONG);
    let ask = |_| {
        let mut stream = server.connect_from(client);
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    (0..count).map(ask).collect()
}

fn wait_until(what: &str, is_true: impl Fn() -> bool) {
    for _ in 0..3000 {
        if is_true() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("never: {what}");
}

#[test]
fn three_hundred_long_questions_of_one_client_hold_up_nobody() {
    for workers in ["1", "2", "4"] {
        let server = Server::start(&["--workers", workers]);
        let long = ask_long(&server, 1, 300);
        wait_until("all wait", || {
            let (running, waiting) = server.load_from(2);
            running + waiting == 300
        });
        let is_busy = || {
            let (running, waiting) = server.load_from(3);
            running + waiting >= 300
        };
        for client in [2, 3, 1, 1, 2] {
            let started = Instant::now();
            let reply = server.ask_from(client, SHORT);
            assert_eq!(reply.status, 200, "{}", reply.text());
            println!("client {client} among 300 long questions, {workers} workers: {:.2?}", started.elapsed());
            assert!(is_busy(), "answered although the long ones still run");
        }
        drop(long);
    }
}

/// Not only short questions: another client gets its share of the workers.
#[test]
fn a_longer_question_gets_a_worker_while_another_client_has_them_all() {
    let server = Server::start(&["--workers", "2"]);
    let long = ask_long(&server, 1, 20);
    wait_until("all wait", || server.load_from(2).1 >= 17);
    let reply = server.ask_from(2, MIDDLE);
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.json()["count"], MIDDLE_COUNT);
    let (running, waiting) = server.load_from(2);
    assert_eq!(running + waiting, 20, "none of the others was lost");
    drop(long);
    wait_until("all have left", || server.load_from(2) == (0, 0));
}

/// A question that made way is computed from its start, and answered.
#[test]
fn a_question_that_made_way_gets_its_answer() {
    let server = Server::start(&["--workers", "2"]);
    let request = server.post("/api/ask", MIDDLE);
    let mut first: Vec<_> = (0..4).map(|_| server.connect_from(1)).collect();
    for stream in &mut first {
        stream.write_all(request.as_bytes()).unwrap();
    }
    wait_until("some wait", || server.load_from(2).1 >= 1);
    assert_eq!(server.ask_from(2, MIDDLE).json()["count"], MIDDLE_COUNT);
    for stream in &mut first {
        assert_eq!(Reply::read(stream).json()["count"], MIDDLE_COUNT);
    }
}

#[test]
fn half_sent_heads_and_idle_connections_of_one_client_leave_room_for_others() {
    let server = Server::start(&["--patience", "60"]);
    let mut lazy: Vec<_> = (0..450).map(|_| server.connect_from(1)).collect();
    for (number, stream) in lazy.iter_mut().enumerate() {
        if number % 2 == 0 {
            let _ = stream.write_all(b"POST /api/ask HTTP/1.1\r\nHo");
        }
    }
    for client in [2, 3] {
        assert_eq!(server.ask_from(client, SHORT).status, 200);
    }
    // It has its share, and the next connection is told so.
    let mut more = server.connect_from(1);
    let reply = Reply::read(&mut more);
    assert_eq!((reply.status, reply.kind().as_str()), (503, "busy"));
    drop(lazy);
    wait_until("its places are free again", || {
        let mut stream = server.connect_from(1);
        let _ = stream.write_all(server.post("/api/ask", SHORT).as_bytes());
        Reply::try_read(&mut stream).is_some_and(|reply| reply.status == 200)
    });
}

/// So many clients of one address fetch an answer a little at a time. The most
/// memory that the server ever held stays within its bound, and another client
/// is answered.
fn slow_readers(bound: (&str, u64), to: &str, clients: usize, seconds: u64) {
    let server = Server::start(&["--max-memory", bound.0, "--patience", "5"]);
    let body = format!(r#"{{"ask": "table", "game": "nim", "to": "{to}"}}"#);
    let request = server.post("/api/ask?format=csv", &body);
    let end = Instant::now() + Duration::from_secs(seconds);
    let counts: Vec<(usize, usize)> = std::thread::scope(|scope| {
        let slow = || {
            let (mut answers, mut refusals) = (0, 0);
            while Instant::now() < end {
                let mut stream = server.connect_from(1);
                stream.write_all(request.as_bytes()).unwrap();
                let mut head = [0; 12];
                if stream.read_exact(&mut head).is_err() {
                    continue;
                }
                match &head[9..] {
                    b"200" => answers += 1,
                    b"503" => refusals += 1,
                    other => panic!("{}", String::from_utf8_lossy(other)),
                }
                let mut some = vec![0; 16 << 10];
                while head[9..] == *b"200" && Instant::now() < end && stream.read(&mut some).is_ok_and(|n| n > 0) {
                    std::thread::sleep(Duration::from_millis(100));
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            (answers, refusals)
        };
        let readers: Vec<_> = (0..clients).map(|_| scope.spawn(slow)).collect();
        while Instant::now() < end {
            assert_eq!(server.ask_from(2, SHORT).status, 200);
            std::thread::sleep(Duration::from_millis(200));
        }
        readers.into_iter().map(|reader| reader.join().unwrap()).collect()
    });
    let (answers, refusals) = counts.iter().fold((0, 0), |(a, r), (x, y)| (a + x, r + y));
    let most = server.most_memory();
    println!("{clients} slow readers, {}: {answers} answers, {refusals} refusals, at most {} MiB", bound.0, most >> 20);
    assert!(answers > 0 && refusals > 0, "{answers} answers, {refusals} refusals");
    assert!(most < bound.1, "{} MiB of {}", most >> 20, bound.0);
}

#[test]
fn slow_readers_do_not_drive_the_server_past_its_bound() {
    slow_readers(("128M", 128 << 20), "900,900", 48, 4);
}

/// `scripts/test --long`.
#[test]
#[ignore = "takes a minute and 2 GB"]
fn slow_readers_of_long_answers_do_not_drive_the_server_past_its_bound() {
    slow_readers(("2G", 2 << 30), "2100,2100", 48, 60);
    slow_readers(("512M", 512 << 20), "1500,1500", 96, 60);
}
