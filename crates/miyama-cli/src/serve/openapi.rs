//! The API described for programs, as an OpenAPI document.

use super::schemas::{Protocol, schemas};
use super::{Allowance, LINES};
use miyama_text::Lang;
use serde_json::{Map, Value, json};

/// The kinds of answers, by the `format` that is asked for.
const FORMATS: [(&str, &str); 9] = [
    ("json", "application/json"),
    ("text", "text/plain"),
    ("csv", "text/csv"),
    ("latex", "application/x-latex"),
    ("html", "text/html"),
    ("bfile", "text/plain"),
    ("binary", "application/octet-stream"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
];

/// The document, with the limits of this server.
pub(super) fn document(allowance: &Allowance) -> Value {
    let limits = format!(
        "One request may compute for {} seconds and hold {} bytes; {} are computed at a time and {} may wait. Each \
         address has its share.",
        allowance.time.as_secs(),
        allowance.memory,
        allowance.workers,
        allowance.waiting
    );
    let (schemas, protocol) = schemas();
    let Protocol { error, progress, ended, load, texts } = &protocol;
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
            "/api/ask": { "post": ask(error) },
            "/api/ask/{id}": { "parameters": [id("path", true)], "get": progress_of(progress, error), "delete": cancel(ended, error) },
            "/api/texts": { "get": {
                "summary": "The texts of the page",
                "parameters": [lang()],
                "responses": {
                    "200": answer("The texts by their keys", texts),
                    "default": refusal(error),
                },
            }},
            "/api/load": { "get": {
                "summary": "How many questions are computed and how many wait",
                "responses": {
                    "200": answer("The numbers", load),
                    "default": refusal(error),
                },
            }},
            "/api/openapi.json": { "get": {
                "summary": "This document",
                "responses": { "200": answer("This document", &json!({ "type": "object" })), "default": refusal(error) },
            }},
        },
        "components": { "schemas": schemas },
    })
}

fn ask(error: &Value) -> Value {
    let mut contents: Map<String, Value> = FORMATS.iter().map(|(_, kind)| ((*kind).to_owned(), json!({}))).collect();
    contents.insert("application/json".to_owned(), json!({ "schema": { "$ref": "#/components/schemas/Answer" } }));
    contents.insert(
        LINES.to_owned(),
        json!({ "schema": { "type": "string", "description": "On each line a `Building`: a list of buildings as JSON" } }),
    );
    let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
    json!({
        "summary": "Ask a question",
        "description": "The answer is what `miyama … --format FORMAT` prints; `x-answers` of a question are the schemas \
            of its answers as JSON. Where a limit is reached before all is known, the status is 422, and what is known is \
            given as JSON beside the error. A name that stands twice in an object is refused. To close the connection is to \
            cancel.",
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
            "400": failure(error, "The question is wrong; `span` is the place in `source`"),
            "403": failure(error, "The request comes from another site"),
            "408": failure(error, "The body did not come in time"),
            "409": failure(error, "It was cancelled, or the id is taken"),
            "413": failure(error, "The body is too long"),
            "415": failure(error, "The body is not declared as JSON"),
            "421": failure(error, "The Host header is not this server's"),
            "422": answer(
                "It would need, or has used, too much time or memory; `message` says how much, and `answer` what is known",
                &json!({ "$ref": "#/components/schemas/Unfinished" }),
            ),
            "500": failure(error, "A defect of the program"),
            "503": failure(error, "Too much waits already, in all or of this address; try again in a moment"),
            "default": refusal(error),
        },
    })
}

fn progress_of(progress: &Value, error: &Value) -> Value {
    json!({
        "summary": "How far a question is",
        "responses": {
            "200": answer("`done` of `total`, where known", progress),
            "404": failure(error, "No such question waits or runs"),
            "default": refusal(error),
        },
    })
}

fn cancel(ended: &Value, error: &Value) -> Value {
    json!({
        "summary": "Cancel a question",
        "responses": {
            "200": answer("It was cancelled; whoever asked gets 409", ended),
            "404": failure(error, "No such question waits or runs"),
            "default": refusal(error),
        },
    })
}

fn lang() -> Value {
    json!({
        "name": "lang", "in": "query",
        "description": "Language of the texts; else what Accept-Language names first",
        "schema": { "enum": Lang::all().map(Lang::code).collect::<Vec<_>>() },
    })
}

fn id(place: &str, required: bool) -> Value {
    json!({
        "name": "id", "in": place, "required": required,
        "description": "Chosen by whoever asks, to follow progress or to cancel",
        "schema": { "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$" },
    })
}

fn answer(says: &str, schema: &Value) -> Value {
    json!({ "description": says, "content": { "application/json": { "schema": schema } } })
}

fn failure(error: &Value, says: &str) -> Value {
    answer(says, error)
}

/// What any request can get.
fn refusal(error: &Value) -> Value {
    failure(error, "The request is not answered: a foreign host or origin, a wrong path or method, or too much at once")
}
