//! Shapes of JSON, written in a line: the schemas of the OpenAPI document.
//!
//! `position: text, value: Natural?, boards?: Boards` is an object with these
//! fields and no others. A `?` behind the name: the field may be missing; behind
//! the type: it may be null. `[T]` is a list, `{T}` an object whose fields are
//! all `T`, `'a'/'b'` one of these texts. `text`, `flag`, `integer`, `real` and
//! `object` are JSON's own; a name with a capital is a schema of the document.

use serde_json::{Map, Value, json};

/// The schema of an object.
pub(super) fn object(says: &str, fields: &str) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for field in fields.split(", ") {
        let (name, shape) = field.split_once(": ").unwrap_or((field, ""));
        let bare = name.trim_end_matches('?');
        if bare == name {
            required.push(name);
        }
        properties.insert(bare.to_owned(), schema(shape));
    }
    json!({
        "description": says, "type": "object", "properties": properties, "required": required,
        "additionalProperties": false,
    })
}

/// The schema of a type.
pub(super) fn schema(shape: &str) -> Value {
    if let Some(shape) = shape.strip_suffix('?') {
        return json!({ "anyOf": [schema(shape), { "type": "null" }] });
    }
    if let Some(shape) = shape.strip_prefix('[').and_then(|shape| shape.strip_suffix(']')) {
        return json!({ "type": "array", "items": schema(shape) });
    }
    if let Some(shape) = shape.strip_prefix('{').and_then(|shape| shape.strip_suffix('}')) {
        return json!({ "type": "object", "additionalProperties": schema(shape) });
    }
    if shape.starts_with('\'') {
        return json!({ "enum": shape.split('/').map(|text| text.trim_matches('\'')).collect::<Vec<_>>() });
    }
    match shape {
        "text" => json!({ "type": "string" }),
        "flag" => json!({ "type": "boolean" }),
        "integer" => json!({ "type": "integer" }),
        "real" => json!({ "type": "number" }),
        "object" => json!({ "type": "object" }),
        name => json!({ "$ref": format!("#/components/schemas/{name}") }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_schema() {
        let schema = object("What", "a: text, b?: [Natural?], c: 'x'/'y', d: {integer}");
        assert_eq!(schema["required"], json!(["a", "c", "d"]));
        assert_eq!(schema["additionalProperties"], json!(false));
        let natural = json!({ "anyOf": [{ "$ref": "#/components/schemas/Natural" }, { "type": "null" }] });
        assert_eq!(schema["properties"]["b"], json!({ "type": "array", "items": natural }));
        assert_eq!(schema["properties"]["c"], json!({ "enum": ["x", "y"] }));
        assert_eq!(schema["properties"]["d"]["additionalProperties"], json!({ "type": "integer" }));
    }
}
