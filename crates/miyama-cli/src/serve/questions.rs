//! The questions that are answered, field by field.

use crate::failure::Failure;
use miyama_text::say;
use serde_json::{Map, Value, json};

/// What each question is for, its fields, and which of them it needs.
///
/// A field is a text, which may be null unless it is needed. Marks behind its
/// name say otherwise: `?` yes or no, `*` a list of texts, `+` a text or a
/// number, `#A..B` an integer or null, `=A..B` an integer; without B there is no
/// other limit than 64 bits.
pub(super) const QUESTIONS: &[(&str, &str, &str, &[&str])] = &[
    ("games", "The built-in games; with `name`, one game, which may be a definition.", "name", &[]),
    ("solve", "Who wins a position, its value, every winning move, and why.", "position at misere?", &["position"]),
    (
        "reply",
        "All moves of a position, what is known of each, and the move that the machine makes. With `move`, of the \
         position after that move.",
        "position at misere? move turn:left|right level=0..10 seed=0..",
        &["position"],
    ),
    (
        "check",
        "Claims of the literature with their verdicts (`ids`, or all; `list` only lists them; `errata`: the false ones), \
         or a formula about the P-positions or the values of a game, with the first position where it fails.",
        "ids* to+ list? errata? game p_positions value misere? heaps#0..",
        &[],
    ),
    (
        "prove",
        "A formula about a game, proved for all sizes or refuted: `p_positions`, `value`, `subset`, or `level` with a \
         Grundy value and a condition.",
        "game p_positions value level* subset misere? heaps#0..",
        &["game"],
    ),
    (
        "theorem",
        "The P-positions of a game, or the positions of a Grundy value, for all sizes: learned and proved.",
        "game misere? level#0..4294967295 heaps#0.. explain?",
        &["game"],
    ),
    (
        "compare",
        "Whether two games have the same moves, P-positions and values, for all sizes.",
        "game other misere? heaps#0..",
        &["game", "other"],
    ),
    (
        "table",
        "Values or outcomes of all positions up to `to`, a number or one for each heap. `format=binary` is the compact \
         form for large tables: two lines of text, `miyama table 2` and a JSON object with `heaps`, `to`, `outcomes` and \
         `width`, then the numbers, lowest byte first, `width` bytes each, the last heap running fastest; of outcomes, 0 \
         is P and 1 is N. A table of a taking-and-breaking game begins `miyama nim values 2`, the code, and `COUNT \
         WIDTH`. Both end with a line break, `sha256 HASH` of all before it, and a line break.",
        "game to board young? rectangles staircases#0.. heaps#0.. outcomes? misere? p_positions? value#0..4294967295",
        &["game"],
    ),
    (
        "period",
        "The least period of the nim values of a taking-and-breaking game, proven or not.",
        "code all#0..4294967295 to",
        &[],
    ),
    (
        "quotient",
        "The misère quotient of a code, of a game, or of all positions that play from a position can reach.",
        "game at all#0..4294967295 to elements",
        &[],
    ),
    (
        "value",
        "A partizan value: its canonical form and its properties.",
        "expression at all? misere? born#0..4294967295",
        &[],
    ),
    (
        "bricks",
        "Buildings of bricks. With `list`, or with `index`, the answer is a building on each line.",
        "brick bricks by_height? profile profiles? symmetric? fixed? tower? why? list? index#1.. estimate#1..10000",
        &[],
    ),
    (
        "word",
        "Infinite words and their repetitions.",
        "word length#0.. at pair check words? count list extend alphabet#0.. start",
        &[],
    ),
];

/// What a field holds.
enum Kind {
    Text,
    Flag,
    List,
    TextOrNumber,
    Integer {
        least: u64,
        most: u64,
        or_null: bool,
    },
    /// One of these words, or nothing.
    Word(Vec<&'static str>),
}

/// The fields of a question, each with what it holds.
fn fields(listed: &'static str) -> impl Iterator<Item = (&'static str, Kind)> {
    listed.split(' ').map(|field| {
        let end = field.find(['?', '*', '+', '#', '=', ':']).unwrap_or(field.len());
        let (name, mark) = field.split_at(end);
        let kind = match mark.as_bytes().first() {
            Some(b'?') => Kind::Flag,
            Some(b'*') => Kind::List,
            Some(b'+') => Kind::TextOrNumber,
            Some(b':') => Kind::Word(mark[1..].split('|').collect()),
            Some(sign) => {
                let (least, most) = mark[1..].split_once("..").unwrap_or_default();
                let (least, most) = (least.parse().unwrap_or(0), most.parse().unwrap_or(u64::MAX));
                Kind::Integer { least, most, or_null: *sign == b'#' }
            }
            None => Kind::Text,
        };
        (name, kind)
    })
}

/// The schema of a question.
pub(super) fn schema((ask, says, listed, needed): &(&str, &str, &'static str, &[&str])) -> Value {
    let mut properties = Map::new();
    properties.insert("ask".to_owned(), json!({ "const": ask }));
    for (name, kind) in fields(listed) {
        let schema = match kind {
            Kind::Text if needed.contains(&name) => json!({ "type": "string" }),
            Kind::Text => json!({ "type": ["string", "null"] }),
            Kind::Flag => json!({ "type": "boolean", "default": false }),
            Kind::Word(words) => {
                let words: Vec<Value> = words.into_iter().map(Value::from).chain([Value::Null]).collect();
                json!({ "enum": words })
            }
            Kind::List => json!({ "type": "array", "items": { "type": "string" } }),
            Kind::TextOrNumber => {
                json!({ "type": ["string", "integer", "null"], "minimum": 0, "maximum": u64::MAX })
            }
            Kind::Integer { least, most, or_null } => {
                let kinds = if or_null { json!(["integer", "null"]) } else { json!("integer") };
                json!({ "type": kinds, "minimum": least, "maximum": most })
            }
        };
        properties.insert(name.to_owned(), schema);
    }
    let required: Vec<&str> = std::iter::once("ask").chain(needed.iter().copied()).collect();
    json!({
        "title": ask, "description": says, "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    })
}

/// Refuses an integer outside its bounds.
pub(super) fn check_bounds(given: &Value) -> Result<(), Failure> {
    let Some((_, _, listed, _)) = QUESTIONS.iter().find(|(ask, ..)| given["ask"] == **ask) else { return Ok(()) };
    for (name, kind) in fields(listed) {
        let (Kind::Integer { least, most, .. }, Some(number)) = (kind, given[name].as_u64()) else { continue };
        if number < least || number > most {
            return Err(Failure::input(say!("serve.bounds", name = name, least = least, most = most)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Question;
    use crate::serve::ask;
    use crate::serve::schema::valid;
    use std::collections::BTreeSet;

    /// A question with what it needs.
    fn least(ask: &str, needed: &[&str]) -> Value {
        let mut body = json!({ "ask": ask });
        for field in needed {
            body[field] = json!("x");
        }
        body
    }

    #[test]
    fn exactly_the_fields_of_the_questions_are_listed() {
        for (name, _, listed, needed) in QUESTIONS {
            let question: Question = ask::parse(least(name, needed).to_string().as_bytes()).unwrap();
            let value = serde_json::to_value(question).unwrap();
            let known: BTreeSet<&str> =
                value.as_object().unwrap().keys().map(String::as_str).filter(|k| *k != "ask").collect();
            assert_eq!(known, fields(listed).map(|(name, _)| name).collect(), "{name}");
        }
    }

    /// The document and the program agree on every value of every field.
    #[test]
    fn a_question_is_read_if_and_only_if_the_schema_allows_it() {
        let values = [
            "null",
            "true",
            "false",
            "\"\"",
            "\"x\"",
            "\"left\"",
            "0",
            "1",
            "10",
            "11",
            "255",
            "256",
            "300",
            "-1",
            "1.5",
            "3.0",
            "-0.0",
            "1e2",
            "10000",
            "10001",
            "4294967295",
            "4294967296",
            "18446744073709551615",
            "18446744073709551616",
            "1e30",
            "[]",
            "[\"a\", \"b\"]",
            "[1]",
            "[null]",
            "{}",
            "{\"a\": 1}",
        ];
        let mut compared = 0;
        for question in QUESTIONS {
            let (ask, _, listed, needed) = question;
            let schema = schema(question);
            for field in fields(listed).map(|(name, _)| name).chain(["ask", "colour", "png", "typed"]) {
                for value in values {
                    let value: Value = serde_json::from_str(value).unwrap();
                    let mut body = least(ask, needed);
                    body[field] = value;
                    let read = ask::parse(body.to_string().as_bytes());
                    let allowed = valid(&schema, &schema, &body);
                    assert_eq!(read.is_ok(), allowed.is_ok(), "{body}: {:?} {allowed:?}", read.map(|_| ()));
                    compared += 1;
                }
            }
            for missing in *needed {
                let mut body = least(ask, needed);
                body.as_object_mut().unwrap().remove(*missing);
                assert!(ask::parse(body.to_string().as_bytes()).is_err() && valid(&schema, &schema, &body).is_err());
            }
        }
        assert!(compared > 1000);
    }
}
