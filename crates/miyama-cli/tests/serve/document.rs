//! The OpenAPI document of the server, and whether what is said agrees with it.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "schema.rs"]
pub(crate) mod schema;

use schema::valid;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// The document, which says the same whatever the limits are.
pub(crate) static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut server =
        Command::new(env!("CARGO_BIN_EXE_miyama")).arg("serve").stdout(Stdio::piped()).spawn().expect("a server");
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    serde_json::from_str(reply.split_once("\r\n\r\n").unwrap().1).unwrap()
});

/// The schema of a question, by its name.
fn question(ask: &str) -> Option<&'static Value> {
    let schemas = DOCUMENT["components"]["schemas"].as_object().unwrap();
    schemas.values().find(|schema| schema["properties"]["ask"]["const"] == ask)
}

fn named(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Panics if an answer as JSON is not one that the document names for its question.
#[track_caller]
pub(crate) fn check_answer(ask: &str, text: &str) {
    let Some(question) = question(ask) else { return };
    let answers = json!({ "anyOf": question["x-answers"] });
    let said = match serde_json::from_str::<Value>(text) {
        // One building is a list of one line.
        Ok(answer) if answer.get("symmetry").is_some() => valid(&DOCUMENT, &named("Building"), &answer),
        Ok(answer) => valid(&DOCUMENT, &answers, &answer),
        Err(_) => text.lines().try_for_each(|line| {
            let line = serde_json::from_str(line).map_err(|error| error.to_string())?;
            valid(&DOCUMENT, &named("Building"), &line)
        }),
    };
    if let Err(why) = said {
        let start: String = text.chars().take(300).collect();
        panic!("the answer to `{ask}` is not as the types of src/answer say: {why}\n{start}");
    }
}

/// Panics if a request and its reply are not as the document says.
#[track_caller]
pub(crate) fn check_exchange(request: &str, status: u16, head: &str, body: &[u8]) {
    let (top, sent) = request.split_once("\r\n\r\n").unwrap_or((request, ""));
    let mut words = top.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = path.split('?').next().unwrap_or_default();
    let kind = head.lines().find_map(|line| line.strip_prefix("content-type: ")).unwrap_or_default();
    if !path.starts_with("/api/") && status == 200 || !["application/json", "application/x-ndjson"].contains(&kind) {
        return;
    }
    let text = std::str::from_utf8(body).unwrap();
    let told: Value = serde_json::from_str(text).unwrap_or_default();
    let check = |schema: &Value, value: &Value| {
        if let Err(why) = valid(&DOCUMENT, schema, value) {
            panic!("not as the document says: {why}\n{top}\n{text}");
        }
    };
    if status == 422 {
        check(&named("Unfinished"), &told);
        let asked: Value = serde_json::from_str(sent).expect("what is answered is JSON");
        if let Some(answer) = told.get("answer") {
            check_answer(asked["ask"].as_str().unwrap(), &answer.to_string());
        }
        return;
    }
    if status != 200 {
        return check(&named("Error"), &told);
    }
    if (method, path) == ("POST", "/api/ask") {
        let asked: Value = serde_json::from_str(sent).expect("what is answered is JSON");
        check(&named("Question"), &asked);
        return check_answer(asked["ask"].as_str().unwrap(), text);
    }
    let path = if path.starts_with("/api/ask/") { "/api/ask/{id}" } else { path };
    let reply = &DOCUMENT["paths"][path][method.to_ascii_lowercase()]["responses"]["200"];
    check(&reply["content"]["application/json"]["schema"], &told);
}
