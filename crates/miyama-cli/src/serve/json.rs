//! JSON as a schema sees it: a name stands once in an object, and `3.0` is the
//! integer 3.

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// A value whose objects have each name once.
struct Once(Value);

/// Reads JSON.
pub(crate) fn read(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice::<Once>(bytes).map(|once| once.0)
}

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Once, D::Error> {
        from.deserialize_any(Reader).map(Once)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Value, E> {
        // Below 2^53 a double is the number that was written.
        #[expect(clippy::cast_possible_truncation)]
        if number.fract() == 0.0 && number.abs() < (1u64 << 53) as f64 {
            let whole = number as i64;
            return Ok(u64::try_from(whole).map_or_else(|_| whole.into(), Value::from));
        }
        Number::from_f64(number).map(Value::Number).ok_or_else(|| E::custom("a number out of range"))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Once(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(de::Error::custom(format!("`{name}` stands twice")));
            }
            let Once(value) = fields.next_value()?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_once() {
        for text in [r#"{"a": 1, "a": 1}"#, r#"{"b": [{"a": null, "\u0061": 2}]}"#] {
            assert!(read(text.as_bytes()).unwrap_err().to_string().contains("`a` stands twice"), "{text}");
        }
        for text in [r#"{"a": {"a": [1, -2, 2.5, "x", true, null]}}"#, "[]", "18446744073709551615"] {
            assert_eq!(read(text.as_bytes()).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        }
        assert_eq!(read(b"[3.0, -0.0, -4.0, 1e2]").unwrap(), serde_json::json!([3, 0, -4, 100]));
    }
}
