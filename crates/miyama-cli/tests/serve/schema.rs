//! JSON Schema as far as the OpenAPI document uses it. A keyword that is not
//! known here is a panic: nothing passes because nobody looked.

use serde_json::Value;

/// Says that the document uses a word that is read by nobody here.
const NOTES: [&str; 6] = ["title", "description", "default", "discriminator", "format", "x-answers"];

/// Whether a value is valid; `root` is where references begin.
pub(crate) fn valid(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let rules = schema.as_object().unwrap_or_else(|| panic!("a schema is an object: {schema}"));
    let wrong = |rule: &str| Err(format!("{} breaks {rule}: {}", shown(value), rules[rule]));
    for (rule, wanted) in rules {
        match rule.as_str() {
            "$ref" => {
                let path = wanted.as_str().and_then(|path| path.strip_prefix('#')).unwrap();
                let target = root.pointer(path).unwrap_or_else(|| panic!("no {path}"));
                valid(root, target, value)?;
            }
            "type" => {
                let kinds = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                if !kinds.iter().any(|kind| is(kind.as_str().unwrap(), value)) {
                    return wrong(rule);
                }
            }
            "const" if value != wanted => return wrong(rule),
            "enum" if !wanted.as_array().unwrap().contains(value) => return wrong(rule),
            "minimum" if value.is_number() && value.as_f64() < wanted.as_f64() => return wrong(rule),
            // Beyond 64 bits a number is not an integer for the program, and larger than any bound of the document.
            "maximum" if value.is_number() && (value.as_f64() > wanted.as_f64() || is_beyond(value, wanted)) => {
                return wrong(rule);
            }
            "const" | "enum" | "minimum" | "maximum" => {}
            "pattern" => {
                let fits = match wanted.as_str().unwrap() {
                    "^[0-9]+$" => |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()),
                    other => panic!("pattern {other}"),
                };
                if value.as_str().is_some_and(|text| !fits(text)) {
                    return wrong(rule);
                }
            }
            "minItems" | "maxItems" | "minLength" | "maxLength" => {
                let length = match value {
                    Value::Array(items) if rule.ends_with("Items") => items.len(),
                    Value::String(text) if rule.ends_with("Length") => text.chars().count(),
                    _ => continue,
                };
                let bound = wanted.as_u64().unwrap() as usize;
                if (rule.starts_with("min") && length < bound) || (rule.starts_with("max") && length > bound) {
                    return wrong(rule);
                }
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    valid(root, wanted, item)?;
                }
            }
            "required" => {
                let missing = |name: &&Value| value.is_object() && value.get(name.as_str().unwrap()).is_none();
                if let Some(name) = wanted.as_array().unwrap().iter().find(missing) {
                    return Err(format!("{} has no {name}", shown(value)));
                }
            }
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(field) = value.get(name) {
                        valid(root, schema, field).map_err(|why| format!("{name}: {why}"))?;
                    }
                }
            }
            "additionalProperties" => {
                let listed = rules.get("properties");
                let others = value.as_object().into_iter().flatten();
                for (name, field) in others.filter(|(name, _)| listed.is_none_or(|l| l.get(name.as_str()).is_none())) {
                    match wanted {
                        Value::Bool(true) => {}
                        Value::Bool(false) => return Err(format!("{} has the unlisted field `{name}`", shown(value))),
                        schema => valid(root, schema, field).map_err(|why| format!("{name}: {why}"))?,
                    }
                }
            }
            "anyOf" | "oneOf" => {
                let tried: Vec<_> = wanted.as_array().unwrap().iter().map(|one| valid(root, one, value)).collect();
                let fitting = tried.iter().filter(|one| one.is_ok()).count();
                if fitting == 0 || (rule == "oneOf" && fitting > 1) {
                    let why: Vec<String> = tried.into_iter().filter_map(Result::err).collect();
                    return Err(format!("{fitting} of {rule}: {}", why.join("; ")));
                }
            }
            note => assert!(NOTES.contains(&note), "unknown keyword {note}"),
        }
    }
    Ok(())
}

/// Whether a value is of a kind.
fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("type {other}"),
    }
}

/// Whether a number is larger than 64 bits hold, though doubles round both to the same.
fn is_beyond(value: &Value, most: &Value) -> bool {
    value.is_f64() && value.as_f64() >= most.as_f64()
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    text.chars().take(200).collect()
}
