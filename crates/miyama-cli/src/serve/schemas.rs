//! The schemas of the OpenAPI document, derived from the types that are read and written.

use super::told::{Ended, Failed, Load, Progress, Texts};
use crate::answer::board::{BoardCensus, BoardSeries, SizeTable, SubsetCensus};
use crate::answer::bricks::{BrickTable, Building, Buildings, BuildingsEstimate, BuildingsSoFar, BuildingsWhy, Towers};
use crate::answer::campaign::Campaign;
use crate::answer::claim::{Claims, Findings};
use crate::answer::definition::ByDefinition;
use crate::answer::exercise::{Checked, Sheet, Tour, Tours};
use crate::answer::figure::Figures;
use crate::answer::game::{Game, Games};
use crate::answer::index::{Rules, Sequences};
use crate::answer::proof::{Comparison, Conjecture, Proof, RegionTested, Tested, Theorem, WordProof};
use crate::answer::record::Record;
use crate::answer::sequence::{Period, PeriodRows, Quotient, QuotientRows};
use crate::answer::solution::{Moves, Reply, Solution, SolutionSoFar};
use crate::answer::table::Table;
use crate::answer::value::{Born, MisereForm, Value as PartizanValue, ValueRelation};
use crate::answer::word::{Pair, Pairs, Repetitions, Term, Word, WordCounts, Words};
use crate::command::{
    bricks, check, compare, conjecture, exercises, figures, find_rule, games, moves, period, prove, quotient, record,
    reply, solve, table, theorem, tour, value, word,
};
use crate::export::json::Named;
use crate::failure::Failure;
use crate::question::Question;
use miyama_text::{Text, say};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// Gives the schema of a type, in a generator that keeps what it refers to.
type Derive = fn(&mut SchemaGenerator) -> Value;

/// A question that may be asked, and the answers that it can get.
pub(super) struct Exchange {
    pub(super) ask: &'static str,
    question: Derive,
    answers: &'static [Derive],
}

/// All of them.
pub(super) const EXCHANGES: &[Exchange] = &[
    Exchange { ask: "games", question: of::<games::Question>, answers: &[answer::<Games>, answer::<Game>] },
    Exchange {
        ask: "solve",
        question: of::<solve::Question>,
        answers: &[answer::<Solution>, answer::<SolutionSoFar>, answer::<ByDefinition<'static>>],
    },
    Exchange { ask: "reply", question: of::<reply::Question>, answers: &[answer::<Reply>] },
    Exchange { ask: "moves", question: of::<moves::Question>, answers: &[answer::<Moves>] },
    Exchange { ask: "record", question: of::<record::Question>, answers: &[answer::<Record<'static, ()>>] },
    Exchange {
        ask: "check",
        question: of::<check::Question>,
        answers: &[answer::<Claims>, answer::<Findings>, answer::<Tested>, answer::<RegionTested>, answer::<Campaign>],
    },
    Exchange { ask: "prove", question: of::<prove::Question>, answers: &[answer::<Proof>, answer::<WordProof>] },
    Exchange { ask: "theorem", question: of::<theorem::Question>, answers: &[answer::<Theorem>] },
    Exchange {
        ask: "conjecture",
        question: of::<conjecture::Question>,
        answers: &[answer::<Conjecture>, answer::<Sequences>],
    },
    Exchange { ask: "find-rule", question: of::<find_rule::Question>, answers: &[answer::<Rules>] },
    Exchange { ask: "compare", question: of::<compare::Question>, answers: &[answer::<Comparison>] },
    Exchange {
        ask: "table",
        question: of::<table::Question>,
        answers: &[
            answer::<Table<'static, (), ()>>,
            answer::<BoardCensus>,
            answer::<BoardSeries>,
            answer::<SizeTable>,
            answer::<SubsetCensus>,
        ],
    },
    Exchange { ask: "period", question: of::<period::Question>, answers: &[answer::<Period>, answer::<PeriodRows>] },
    Exchange {
        ask: "quotient",
        question: of::<quotient::Question>,
        answers: &[answer::<Quotient>, answer::<QuotientRows>],
    },
    Exchange {
        ask: "value",
        question: of::<value::Question>,
        answers: &[
            answer::<PartizanValue>,
            answer::<ValueRelation>,
            answer::<Born>,
            answer::<MisereForm>,
            answer::<SolutionSoFar>,
        ],
    },
    Exchange {
        ask: "bricks",
        question: of::<bricks::Question>,
        answers: &[
            answer::<Buildings>,
            answer::<BuildingsSoFar>,
            answer::<Towers>,
            answer::<BuildingsWhy>,
            answer::<BuildingsEstimate>,
            answer::<BrickTable>,
        ],
    },
    Exchange { ask: "exercises", question: of::<exercises::Question>, answers: &[answer::<Sheet>, answer::<Checked>] },
    Exchange {
        ask: "tour",
        question: of::<tour::Question>,
        answers: &[answer::<Tours>, answer::<Tour>, answer::<Checked>],
    },
    Exchange { ask: "figures", question: of::<figures::Question>, answers: &[answer::<Figures>] },
    Exchange {
        ask: "word",
        question: of::<word::Question>,
        answers: &[
            answer::<Word<String>>,
            answer::<Term>,
            answer::<Pair>,
            answer::<Pairs>,
            answer::<Repetitions>,
            answer::<WordCounts>,
            answer::<Words>,
        ],
    },
];

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    T::json_schema(generator).to_value()
}

fn reference<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

/// An answer stands behind the version and the question.
fn answer<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    reference::<Named<T>>(generator)
}

/// What is said besides answers, by reference.
pub(super) struct Protocol {
    pub(super) error: Value,
    pub(super) progress: Value,
    pub(super) ended: Value,
    pub(super) load: Value,
    pub(super) texts: Value,
}

/// All schemas by name: the questions, each with the schemas of its answers, and what they
/// refer to.
pub(super) fn schemas() -> (Map<String, Value>, Protocol) {
    let mut generator = settings().for_serialize().into_generator();
    let (mut questions, mut all) = (Vec::new(), Vec::new());
    let mut schemas = Map::new();
    for asked in EXCHANGES {
        let name = format!("Ask{}", capital(asked.ask));
        let answers: Vec<Value> = asked.answers.iter().map(|derive| derive(&mut generator)).collect();
        let mut schema = asked.schema();
        schema["x-answers"] = json!(answers);
        all.extend(answers);
        questions.push(json!({ "$ref": format!("#/components/schemas/{name}") }));
        schemas.insert(name, schema);
    }
    let _ = reference::<Building>(&mut generator);
    let protocol = Protocol {
        error: reference::<Failed>(&mut generator),
        progress: reference::<Progress>(&mut generator),
        ended: reference::<Ended>(&mut generator),
        load: reference::<Load>(&mut generator),
        texts: reference::<Texts>(&mut generator),
    };
    schemas.insert("Question".to_owned(), json!({ "oneOf": questions }));
    schemas.insert("Answer".to_owned(), json!({ "anyOf": all }));
    schemas.insert(
        "Unfinished".to_owned(),
        json!({
            "description": "A limit of time or memory was reached; `answer` is what is known by then, if anything is: one \
                of the answers of the question.",
            "type": "object",
            "properties": {
                "answer": { "$ref": "#/components/schemas/Answer" },
                "error": { "$ref": "#/components/schemas/Failure" },
            },
            "required": ["error"],
        }),
    );
    schemas.extend(generator.take_definitions(true));
    schemas.values_mut().for_each(close);
    (schemas, protocol)
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = "/components/schemas".into())
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

impl Exchange {
    /// The schema of the question.
    pub(super) fn schema(&self) -> Value {
        let mut settings = settings().for_deserialize();
        settings.inline_subschemas = true;
        let mut schema = (self.question)(&mut settings.into_generator());
        schema["title"] = json!(self.ask);
        schema["properties"]["ask"] = json!({ "const": self.ask });
        let needed = schema["required"].as_array().cloned().unwrap_or_default();
        schema["required"] = std::iter::once(json!("ask")).chain(needed).collect();
        close(&mut schema);
        schema
    }
}

/// Objects have no other fields than those that are listed; an integer is bounded by its
/// type; sentences are on one line.
fn close(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Object(fields) => {
            let is_open =
                ["oneOf", "anyOf", "allOf", "additionalProperties"].iter().any(|name| fields.contains_key(*name));
            if fields.get("properties").is_some_and(Value::is_object) && !is_open {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            let largest = match fields.get("format").and_then(Value::as_str) {
                Some("uint32") => Some(u64::from(u32::MAX)),
                Some("uint64" | "uint") => Some(u64::MAX),
                _ => None,
            };
            if let Some(largest) = largest {
                fields.entry("maximum").or_insert(json!(largest));
            }
            if let Some(Value::String(says)) = fields.get_mut("description") {
                *says = says.replace('\n', " ");
            }
            fields.values_mut().for_each(close);
        }
        _ => {}
    }
}

/// Refuses what has not the form of a question, with the name of the field that is wrong, and an integer
/// outside its bounds.
pub(super) fn check_form(given: &Value) -> Result<(), Failure> {
    static SCHEMAS: LazyLock<Vec<(&str, Value)>> =
        LazyLock::new(|| EXCHANGES.iter().map(|asked| (asked.ask, asked.schema())).collect());
    if !given.is_object() {
        return Err(Failure::input(say!("serve.not_an_object")));
    }
    let Some(ask) = given["ask"].as_str() else { return Err(Failure::input(say!("serve.no_ask"))) };
    let Some((_, schema)) = SCHEMAS.iter().find(|(known, _)| ask == *known) else {
        // The others are commands that act on the machine of the user, or nothing.
        match serde_json::from_value::<Question>(given.clone()) {
            Ok(_) => return Ok(()),
            Err(error) if !error.to_string().starts_with("unknown variant") => {
                return Err(Failure::input(say!("serve.not_open", command = ask)));
            }
            Err(_) => {}
        }
        let known: Vec<&str> = EXCHANGES.iter().map(|asked| asked.ask).collect();
        return Err(Failure::input(say!("serve.unknown_ask", name = ask, known = known.join(", "))));
    };
    // A record may be read from a file where that is allowed: what is a question all the same lacks nothing.
    let is_question = || serde_json::from_value::<Question>(given.clone()).is_ok();
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if given.get(name).is_none() && !is_question() {
            return Err(Failure::input(say!("serve.missing_field", name = name, ask = ask)));
        }
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(says) = given.get(name).and_then(|value| mistyped(name, value, &field["type"])) {
            return Err(Failure::input(says));
        }
        let bounds = field["minimum"].as_u64().zip(field["maximum"].as_u64());
        // A negative number is below all bounds.
        let number = given.get(name).filter(|value| value.is_i64() || value.is_u64());
        let (Some((least, most)), Some(number)) = (bounds, number) else { continue };
        if number.as_u64().is_none_or(|number| number < least || number > most) {
            return Err(Failure::input(say!("serve.bounds", name = name, least = least, most = most)));
        }
    }
    Ok(())
}

/// What a field must be, if a value is not of the type, or of one of the types, that the schema names.
fn mistyped(name: &str, value: &Value, allowed: &Value) -> Option<Text> {
    let types: Vec<&str> = match allowed {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let is = |known: &&str| match *known {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "array" => value.is_array(),
        "null" => value.is_null(),
        // Left to whoever reads it.
        _ => true,
    };
    if types.iter().any(is) {
        return None;
    }
    types.into_iter().find_map(|known| match known {
        "string" => Some(say!("serve.text_field", name = name)),
        "boolean" => Some(say!("serve.truth_field", name = name)),
        "integer" => Some(say!("serve.number_field", name = name)),
        "array" => Some(say!("serve.list_field", name = name)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::ask;
    use crate::serve::schema::valid;
    use std::collections::BTreeSet;

    /// A question with what it needs.
    fn least(ask: &str, needed: &[String]) -> Value {
        let mut body = json!({ "ask": ask });
        for field in needed {
            body[field] = json!("x");
        }
        body
    }

    /// The fields that a question needs besides its name.
    fn needed(schema: &Value) -> Vec<String> {
        let all = schema["required"].as_array().unwrap().iter().filter(|name| **name != "ask");
        all.map(|name| name.as_str().unwrap().to_owned()).collect()
    }

    fn fields(schema: &Value) -> Vec<&str> {
        schema["properties"].as_object().unwrap().keys().map(String::as_str).filter(|name| *name != "ask").collect()
    }

    #[test]
    fn exactly_the_fields_of_the_questions_are_listed() {
        for asked in EXCHANGES {
            let schema = asked.schema();
            let question: Question = ask::parse(least(asked.ask, &needed(&schema)).to_string().as_bytes()).unwrap();
            let value = serde_json::to_value(question).unwrap();
            let known: BTreeSet<&str> =
                value.as_object().unwrap().keys().map(String::as_str).filter(|k| *k != "ask").collect();
            assert_eq!(known, fields(&schema).into_iter().collect(), "{}", asked.ask);
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
        for asked in EXCHANGES {
            let schema = asked.schema();
            let needed = needed(&schema);
            for field in fields(&schema).into_iter().chain(["ask", "colour", "png", "typed"]) {
                for value in values {
                    let value: Value = serde_json::from_str(value).unwrap();
                    let mut body = least(asked.ask, &needed);
                    body[field] = value;
                    let read = ask::parse(body.to_string().as_bytes());
                    let allowed = valid(&schema, &schema, &body);
                    assert_eq!(read.is_ok(), allowed.is_ok(), "{body}: {:?} {allowed:?}", read.map(|_| ()));
                    compared += 1;
                }
            }
            for missing in &needed {
                let mut body = least(asked.ask, &needed);
                body.as_object_mut().unwrap().remove(missing);
                assert!(ask::parse(body.to_string().as_bytes()).is_err() && valid(&schema, &schema, &body).is_err());
            }
        }
        assert!(compared > 1000);
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
        let document = json!({ "components": { "schemas": schemas().0 } });
        let mut found = 0;
        follow(&document, &document, &mut found);
        assert!(found > 50);
    }
}
