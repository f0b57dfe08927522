//! What the server does not answer: foreign hosts, paths and questions that lead to files, bad requests.

use super::client::{Reply, Server};
use super::command_line;
use serde_json::json;
use std::io::Write;

#[test]
fn foreign_hosts_and_origins_are_not_answered() {
    let server = Server::start(&[]);
    let port = server.address.split(':').nth(1).unwrap().to_owned();
    let get = |headers: &str| server.send(&format!("GET / HTTP/1.1\r\n{headers}\r\n")).status;
    assert_eq!(get(&format!("Host: 127.0.0.1:{port}\r\n")), 200);
    assert_eq!(get(&format!("Host: localhost:{port}\r\n")), 200);
    for host in ["evil.example", "127.0.0.1", "localhost", "127.0.0.1:1", "evil.example:80", "", "localhost.evil:80"] {
        assert_eq!(get(&format!("Host: {host}\r\n")), 421, "{host}");
    }
    assert_eq!(get(""), 421);
    assert_eq!(get(&format!("Host: 127.0.0.1:{port}\r\nHost: evil\r\n")), 421);
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    assert_eq!(get(&format!("{own}Origin: http://127.0.0.1:{port}\r\n")), 200);
    for origin in ["http://evil.example", "null", "https://localhost", &format!("http://evil.example:{port}")] {
        assert_eq!(get(&format!("{own}Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(get(&format!("{own}Sec-Fetch-Site: cross-site\r\n")), 403);
    assert_eq!(get(&format!("{own}Sec-Fetch-Site: same-origin\r\n")), 200);
}

#[test]
fn no_path_leads_to_a_file() {
    let server = Server::start(&[]);
    for path in [
        "/../Cargo.toml",
        "/../../../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/style.css/../../Cargo.toml",
        "/./style.css",
        "/style.css%00",
        "/page/",
        "/api/ask/../../etc/passwd",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.get("http://evil.example/etc/passwd").status, 421);
}

#[test]
fn no_question_leads_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.game");
    std::fs::write(&file, "my: (x) -> { (x-1) }").unwrap();
    let name = file.to_str().unwrap();
    assert!(command_line(&["solve", &format!("{name}:3")]).contains('N'));
    let server = Server::start(&[]);
    for body in [
        json!({ "ask": "solve", "position": format!("{name}:3") }),
        json!({ "ask": "solve", "position": name, "at": "3" }),
        json!({ "ask": "table", "game": name, "to": "3" }),
        json!({ "ask": "games", "name": name }),
        json!({ "ask": "period", "code": name }),
        json!({ "ask": "word", "check": name }),
        json!({ "ask": "word", "check": "-" }),
        json!({ "ask": "word", "word": "fibonacci", "svg": "x.svg" }),
        json!({ "ask": "table", "game": "nim", "to": "3", "png": folder.path().join("x.png") }),
        json!({ "ask": "verify", "file": name }),
        json!({ "ask": "record", "file": name }),
        json!({ "ask": "serve" }),
    ] {
        let reply = server.ask(&body.to_string());
        assert_eq!((reply.status, reply.kind().as_str()), (400, "input"), "{body}: {}", reply.text());
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_mistake_is_told_with_its_place() {
    let server = Server::start(&[]);
    let body = json!({ "ask": "games", "name": "三: (x) -> { (x-j) }" });
    let error = server.send(&server.post("/api/ask?lang=en", &body.to_string())).json()["error"].clone();
    let (start, end) = (error["span"]["start"].as_u64().unwrap(), error["span"]["end"].as_u64().unwrap());
    let source = error["source"].as_str().unwrap();
    assert!(start < end && end as usize <= source.len(), "{error}");
    assert_eq!(error["span_utf16"]["start"], source[..start as usize].encode_utf16().count());
}

#[test]
fn bad_requests_are_refused_with_the_reason() {
    let mut server = Server::start(&[]);
    let nested =
        |open: &str, inner: &str, close: &str, n: usize| format!("{}{inner}{}", open.repeat(n), close.repeat(n));
    let deep = nested("[", "1", "]", 20_000);
    let definition = |text: String| json!({ "ask": "games", "name": text }).to_string();
    let conditions = vec!["i = 1"; 4000].join(" or ");
    for body in [
        "",
        "{",
        "null",
        "3",
        "\"ask\"",
        "{}",
        r#"{"ask": "dance"}"#,
        r#"{"ask": "solve"}"#,
        r#"{"ask": "solve", "position": 3}"#,
        r#"{"ask": "table", "game": "nim", "to": 1e999}"#,
        r#"{"ask": "table", "game": "nim", "to": "99999999999999999999"}"#,
        r#"{"ask": "table", "game": "nim", "heaps": 18446744073709551616, "to": "3"}"#,
        r#"{"ask": "table", "game": "nim", "heaps": 4000000000, "to": "3"}"#,
        r#"{"ask": "solve", "position": "nim:3", "colour": "red"}"#,
        &deep,
        &definition(nested("(", "x", ")", 10_000)),
        &definition(format!("(x) -> {{ (x-i) | {} }}", nested("not (", "i = 1", ")", 4_000))),
        &definition(format!("(x) -> {{ (x-{}) }}", nested("|", "x", "|", 10_000))),
        &json!({ "ask": "value", "expression": nested("{", "0", "|0}", 8_000) }).to_string(),
        &definition(format!("(x) -> {{ (x-99999999999999999999999-i) | {conditions} }}")),
        &json!({ "ask": "solve", "position": format!("nim:{}", "9".repeat(60_000)) }).to_string(),
    ] {
        let reply = server.ask(body);
        let shown = &body[..body.len().min(80)];
        // Some of these are long, not wrong: then there is an answer.
        let fine = (reply.status == 200 && body.len() > 5_000) || (reply.status == 413 && body.len() > 16 << 10);
        assert!(fine || (reply.status == 400 && reply.kind() == "input"), "{shown}: {} {}", reply.status, reply.text());
    }
    for (body, says) in [
        ("", "the request is empty: send the JSON of a question"),
        (r#"{"ask": "reply", "position": "nim:3", "level": -1}"#, "`level` is a number from 0 to 10"),
        (r#"{"ask": "reply", "position": "nim:3", "level": 1.5}"#, "`level` is a whole number"),
        (r#"{"ask": "solve", "position": 5}"#, "`position` is a string"),
        (r#"{"ask": "solve", "position": "nim:1", "misere": "true"}"#, "`misere` is true or false"),
        (r#"{"ask": "solve"}"#, "the question `solve` needs the field `position`"),
        (r#"{"ask": "bench"}"#, "`bench` is not answered by the server"),
        (r#"{"ask": "foo"}"#, "nothing is called `foo`; `ask` is one of games, solve, "),
        ("null", "a question is a JSON object with the field `ask`"),
        (r#"{"position": "nim:1"}"#, "the field `ask` is missing"),
        (
            r#"{"ask": "prove", "game": "nim", "p_positions": "(x,y) in automaton /etc/hostname"}"#,
            "files are not read through the server (`/etc/hostname`): write the condition itself",
        ),
        (
            r#"{"ask": "check", "game": "wythoff", "p_positions": "(x,y) in automaton /etc/hostname"}"#,
            "files are not read through the server (`/etc/hostname`): write the condition itself",
        ),
    ] {
        let reply = server.ask(body);
        assert!(reply.status == 400 && reply.text().contains(says), "{}", reply.text());
    }
    let open = server.ask(r#"{"ask": "quotient", "game": "0.3122"}"#).json();
    assert!(open["closed"] == false && open["order"].as_u64() > Some(2), "{open}");
    let long = server.post("/api/ask", &format!("\"{}\"", "x".repeat(70_000)));
    assert_eq!(server.send(&long).status, 413);
    let chunked =
        "POST /api/ask HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunked = format!("{}11170\r\n{}\r\n0\r\n\r\n", chunked.replace("HOST", &server.address), "x".repeat(70_000));
    assert_eq!(server.send(&chunked).status, 413);
    let as_form = server.post("/api/ask", "{}").replace("application/json", "text/plain");
    assert_eq!(server.send(&as_form).status, 415);
    assert_eq!(server.get("/api/ask").status, 405);
    assert_eq!(server.send(&server.post("/", "{}")).status, 405);
    for query in ["format=gif", "format=json&format=text", "lang=en&lang=ja", "colour=red"] {
        assert_eq!(
            server.send(&server.post(&format!("/api/ask?{query}"), r#"{"ask": "games"}"#)).status,
            400,
            "{query}"
        );
    }
    assert_eq!(server.send(&server.post("/api/ask?id=a/b", r#"{"ask": "games"}"#)).status, 400);
    assert_eq!(server.get("/api/ask/unknown").status, 404);
    let raw = |bytes: &[u8]| {
        let mut stream = server.connect();
        let _ = stream.write_all(bytes);
        Reply::try_read(&mut stream).map(|reply| reply.status)
    };
    assert_eq!(raw(b"\x16\x03\x01 nonsense\r\n\r\n"), Some(400));
    assert_eq!(raw(format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000)).as_bytes()).filter(|s| *s < 400), None);
    assert!(server.is_alive());
    assert_eq!(server.ask(r#"{"ask": "games"}"#).status, 200);
}
