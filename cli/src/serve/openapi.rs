//! The API described for programs, as an OpenAPI document.

use super::Allowance;
use serde_json::{Map, Value, json};

/// The kinds of answers, by the `format` that is asked for.
const FORMATS: [(&str, &str); 8] = [
    ("json", "application/json"),
    ("text", "text/plain"),
    ("csv", "text/csv"),
    ("latex", "application/x-latex"),
    ("bfile", "text/plain"),
    ("binary", "application/octet-stream"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
];

/// The questions that are answered: what each is for, its fields, and which of
/// them it needs. `?` marks a yes or no, `#` a number, `*` a list of texts, the
/// others are texts.
pub(super) const QUESTIONS: &[(&str, &str, &str, &[&str])] = &[
    ("games", "The built-in games; with `name`, one game, which may be a definition.", "name", &[]),
    ("solve", "Who wins a position, its value, every winning move, and why.", "position at misere?", &["position"]),
    (
        "reply",
        "The moves of a position, what each leads to, and the move of the machine; `move` is made first if given.",
        "position at misere? move level# seed#",
        &["position"],
    ),
    (
        "reply",
        "All moves of a position, what is known of each, and the move that the machine makes. With `move`, of the \
         position after that move.",
        "position at misere? move level# seed#",
        &["position"],
    ),
    (
        "check",
        "Claims of the literature with their verdicts (`ids`, or all; `list` only lists them; `errata`: the false ones), \
         or a formula about the P-positions or the values of a game, with the first position where it fails.",
        "ids* to list? errata? game p_positions value misere? heaps#",
        &[],
    ),
    (
        "table",
        "Values or outcomes of all positions up to `to`, a number or one for each heap. `format=binary` is the compact \
         form for large tables: two lines of text, `miyama table 1` and a JSON object with `heaps`, `to`, `outcomes` and \
         `width`, then the numbers, lowest byte first, `width` bytes each, the last heap running fastest; of outcomes, 0 \
         is P and 1 is N. A table of a taking-and-breaking game begins `miyama nim values 1`, the code, and `COUNT WIDTH \
         HASH`.",
        "game to board young? rectangles staircases# heaps# outcomes? misere? p_positions? value#",
        &["game"],
    ),
    ("period", "The least period of the nim values of a taking-and-breaking game, proven or not.", "code all# to", &[]),
    ("value", "A partizan value: its canonical form and its properties.", "expression all? born#", &[]),
    (
        "bricks",
        "Buildings of bricks.",
        "brick bricks by_height? profile profiles? symmetric? fixed? tower? why? list? index# estimate#",
        &[],
    ),
    (
        "word",
        "Infinite words and their repetitions.",
        "word length# at pair check words? count list extend alphabet# start",
        &[],
    ),
];

/// The document, with the limits of this server.
pub(super) fn document(allowance: &Allowance) -> Value {
    let question: Vec<Value> =
        QUESTIONS.iter().map(|(ask, says, fields, needed)| schema(ask, says, fields, needed)).collect();
    let limits = format!(
        "One request may compute for {} seconds and hold {} bytes; {} are computed at a time and {} may wait.",
        allowance.time.as_secs(),
        allowance.memory,
        allowance.workers,
        allowance.waiting
    );
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Miyama",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0" },
            "description": format!(
                "The questions of the command line `miyama`, and their answers, as JSON. Only requests to this server's \
                 own address, and from its own pages, are answered. {limits}"
            ),
        },
        "paths": {
            "/api/ask": { "post": ask() },
            "/api/ask/{id}": { "parameters": [id("path", true)], "get": progress(), "delete": cancel() },
            "/api/texts": { "get": {
                "summary": "The texts of the page",
                "parameters": [lang()],
                "responses": { "200": answer("The texts by their keys", json!({ "type": "object" })) },
            }},
            "/api/load": { "get": {
                "summary": "How many questions are computed and how many wait",
                "responses": { "200": answer("The numbers", json!({
                    "type": "object",
                    "properties": { "running": { "type": "integer" }, "waiting": { "type": "integer" } },
                })) },
            }},
            "/api/openapi.json": { "get": {
                "summary": "This document",
                "responses": { "200": answer("This document", json!({ "type": "object" })) },
            }},
        },
        "components": { "schemas": {
            "Question": { "oneOf": question, "discriminator": { "propertyName": "ask" } },
            "Error": error(),
        }},
    })
}

/// What may stand behind the name of a field.
const MARKS: [char; 3] = ['?', '#', '*'];

fn schema(ask: &str, says: &str, fields: &str, needed: &[&str]) -> Value {
    let mut properties = Map::new();
    properties.insert("ask".to_owned(), json!({ "const": ask }));
    for field in fields.split(' ') {
        let name = field.trim_end_matches(MARKS);
        let kind = match &field[name.len()..] {
            "?" => json!({ "type": "boolean", "default": false }),
            "#" => json!({ "type": ["integer", "null"] }),
            "*" => json!({ "type": "array", "items": { "type": "string" } }),
            _ => json!({ "type": ["string", "null"] }),
        };
        properties.insert(name.to_owned(), kind);
    }
    let needed: Vec<&str> = std::iter::once("ask").chain(needed.iter().copied()).collect();
    json!({ "title": ask, "description": says, "type": "object", "properties": properties, "required": needed })
}

fn ask() -> Value {
    let contents: Map<String, Value> = FORMATS.iter().map(|(_, kind)| ((*kind).to_owned(), json!({}))).collect();
    let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
    json!({
        "summary": "Ask a question",
        "description": "The answer is what `miyama … --format FORMAT` prints. To close the connection is to cancel.",
        "parameters": [
            { "name": "format", "in": "query", "schema": { "enum": names, "default": "json" } },
            lang(),
            id("query", false),
        ],
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Question" } } },
        },
        "responses": {
            "200": { "description": "The answer", "content": contents },
            "400": failure("The question is wrong; `span` is the place in `source`"),
            "403": failure("The request comes from another site"),
            "408": failure("The body did not come in time"),
            "409": failure("It was cancelled, or the id is taken"),
            "413": failure("The body is too long"),
            "415": failure("The body is not declared as JSON"),
            "421": failure("The Host header is not this server's"),
            "422": failure("It would need, or has used, too much time or memory; `message` says how much"),
            "500": failure("A defect of the program"),
            "503": failure("Too much waits already"),
        },
    })
}

fn progress() -> Value {
    json!({
        "summary": "How far a question is",
        "responses": {
            "200": answer("`done` of `total`, where known", json!({
                "type": "object",
                "properties": {
                    "state": { "enum": ["waiting", "running"] },
                    "done": { "type": "integer" },
                    "total": { "type": ["integer", "null"] },
                },
            })),
            "404": failure("No such question waits or runs"),
        },
    })
}

fn cancel() -> Value {
    json!({
        "summary": "Cancel a question",
        "responses": {
            "200": answer("It was cancelled; whoever asked gets 409", json!({ "type": "object" })),
            "404": failure("No such question waits or runs"),
        },
    })
}

fn lang() -> Value {
    json!({
        "name": "lang", "in": "query",
        "description": "Language of the texts; else what Accept-Language names first",
        "schema": { "enum": ["en", "ja"] },
    })
}

fn id(place: &str, required: bool) -> Value {
    json!({
        "name": "id", "in": place, "required": required,
        "description": "Chosen by whoever asks, to follow progress or to cancel",
        "schema": { "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$" },
    })
}

fn answer(says: &str, schema: Value) -> Value {
    json!({ "description": says, "content": { "application/json": { "schema": schema } } })
}

fn failure(says: &str) -> Value {
    answer(says, json!({ "$ref": "#/components/schemas/Error" }))
}

fn error() -> Value {
    let span = |says: &str| {
        json!({
            "type": "object", "description": says,
            "properties": { "start": { "type": "integer" }, "end": { "type": "integer" } },
        })
    };
    json!({
        "type": "object",
        "properties": { "error": {
            "type": "object",
            "required": ["kind", "message"],
            "properties": {
                "kind": { "type": "string" },
                "message": { "type": "string" },
                "hint": { "type": "string" },
                "field": { "type": "string", "description": "The field of the question that holds `source`" },
                "source": { "type": "string", "description": "The text that is wrong" },
                "span": span("The place in `source`, in bytes of UTF-8"),
                "span_utf16": span("The same in units of UTF-16, as JavaScript counts"),
            },
        }},
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Question;
    use crate::serve::ask;
    use std::collections::BTreeSet;

    #[test]
    fn the_document_has_exactly_the_fields_of_the_questions() {
        for (name, _, fields, needed) in QUESTIONS {
            let mut body = json!({ "ask": name });
            for field in *needed {
                body[field] = json!("x");
            }
            let question: Question = ask::parse(body.to_string().as_bytes()).unwrap();
            let value = serde_json::to_value(question).unwrap();
            let known: BTreeSet<&str> =
                value.as_object().unwrap().keys().map(String::as_str).filter(|k| *k != "ask").collect();
            let listed: BTreeSet<&str> = fields.split(' ').map(|f| f.trim_end_matches(MARKS)).collect();
            assert_eq!(known, listed, "{name}");
        }
    }
}
