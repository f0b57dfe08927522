//! The API described for programs, as an OpenAPI document.

use super::answers::{self, ANSWERS};
use super::questions::{self, QUESTIONS};
use super::shape::{self, object};
use super::{Allowance, LINES};
use miyama_text::Lang;
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
                "responses": {
                    "200": answer("The texts by their keys", object("", "lang: text, languages: {text}, texts: {text}")),
                    "default": refusal(),
                },
            }},
            "/api/load": { "get": {
                "summary": "How many questions are computed and how many wait",
                "responses": {
                    "200": answer("The numbers", object("", "running: integer, waiting: integer")),
                    "default": refusal(),
                },
            }},
            "/api/openapi.json": { "get": {
                "summary": "This document",
                "responses": { "200": answer("This document", json!({ "type": "object" })), "default": refusal() },
            }},
        },
        "components": { "schemas": schemas() },
    })
}

/// Every question and every answer by its name. A question names the schemas of
/// its answers.
fn schemas() -> Map<String, Value> {
    let mut schemas = answers::schemas();
    let asked = |ask: &str| {
        let mut chars = ask.chars();
        let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("Ask{first}{}", chars.as_str())
    };
    let mut question = Vec::new();
    for (listed, (ask, shapes)) in QUESTIONS.iter().zip(ANSWERS) {
        let mut schema = questions::schema(listed);
        schema["x-answers"] = shapes.iter().map(|shape| shape::schema(shape)).collect();
        question.push(shape::schema(&asked(ask)));
        schemas.insert(asked(ask), schema);
    }
    let all = ANSWERS.iter().flat_map(|(_, shapes)| *shapes).map(|shape| shape::schema(shape));
    schemas.insert("Question".to_owned(), json!({ "oneOf": question }));
    schemas.insert("Answer".to_owned(), json!({ "anyOf": all.collect::<Vec<_>>() }));
    schemas.insert("Error".to_owned(), error());
    schemas
}

fn ask() -> Value {
    let mut contents: Map<String, Value> = FORMATS.iter().map(|(_, kind)| ((*kind).to_owned(), json!({}))).collect();
    contents.insert("application/json".to_owned(), json!({ "schema": shape::schema("Answer") }));
    contents.insert(
        LINES.to_owned(),
        json!({ "schema": { "type": "string", "description": "On each line a `Building`: a list of buildings as JSON" } }),
    );
    let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
    json!({
        "summary": "Ask a question",
        "description": "The answer is what `miyama … --format FORMAT` prints; `x-answers` of a question are the schemas \
            of its answers as JSON. A name that stands twice in an object is refused. To close the connection is to \
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
            "400": failure("The question is wrong; `span` is the place in `source`"),
            "403": failure("The request comes from another site"),
            "408": failure("The body did not come in time"),
            "409": failure("It was cancelled, or the id is taken"),
            "413": failure("The body is too long"),
            "415": failure("The body is not declared as JSON"),
            "421": failure("The Host header is not this server's"),
            "422": failure("It would need, or has used, too much time or memory; `message` says how much"),
            "500": failure("A defect of the program"),
            "503": failure("Too much waits already, in all or of this address; try again in a moment"),
            "default": refusal(),
        },
    })
}

fn progress() -> Value {
    json!({
        "summary": "How far a question is",
        "responses": {
            "200": answer("`done` of `total`, where known", json!({ "anyOf": [
                object("", "state: 'waiting'"),
                object("", "state: 'running', done: integer, total: integer?"),
            ] })),
            "404": failure("No such question waits or runs"),
            "default": refusal(),
        },
    })
}

fn cancel() -> Value {
    json!({
        "summary": "Cancel a question",
        "responses": {
            "200": answer("It was cancelled; whoever asked gets 409", object("", "state: 'cancelled'")),
            "404": failure("No such question waits or runs"),
            "default": refusal(),
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

fn answer(says: &str, schema: Value) -> Value {
    json!({ "description": says, "content": { "application/json": { "schema": schema } } })
}

fn failure(says: &str) -> Value {
    answer(says, json!({ "$ref": "#/components/schemas/Error" }))
}

/// What any request can get.
fn refusal() -> Value {
    failure("The request is not answered: a foreign host or origin, a wrong path or method, or too much at once")
}

fn error() -> Value {
    let kinds = "'input'/'cancelled'/'time'/'memory'/'busy'/'id'/'host'/'origin'/'path'/'method'/'type'/'body'/'defect'/'undecided'";
    let place = |says: &str| object(says, "start: integer, end: integer");
    let fields = format!("kind: {kinds}, message: text, hint?: text, field?: text, source?: text");
    let mut error = object("What is wrong; `field` is the field of the question that holds `source`", &fields);
    error["properties"]["span"] = place("The place in `source`, in bytes of UTF-8");
    error["properties"]["span_utf16"] = place("The same in units of UTF-16, as JavaScript counts");
    json!({
        "type": "object", "properties": { "error": error }, "required": ["error"], "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_its_answers() {
        assert!(QUESTIONS.iter().map(|(ask, ..)| ask).eq(ANSWERS.iter().map(|(ask, _)| ask)));
    }

    /// A name without a schema would be found only by whoever follows it.
    #[test]
    fn every_reference_leads_somewhere() {
        fn follow(document: &Value, part: &Value, found: &mut usize) {
            match part {
                Value::Object(fields) => {
                    if let Some(path) = fields.get("$ref") {
                        assert!(document.pointer(&path.as_str().unwrap()[1..]).is_some(), "{path}");
                        *found += 1;
                    }
                    fields.values().for_each(|part| follow(document, part, found));
                }
                Value::Array(items) => items.iter().for_each(|part| follow(document, part, found)),
                _ => {}
            }
        }
        let document = json!({ "components": { "schemas": schemas() } });
        let mut found = 0;
        follow(&document, &document, &mut found);
        assert!(found > 50);
    }
}
