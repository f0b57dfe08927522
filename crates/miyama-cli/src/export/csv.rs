//! Rows and columns, quoted where they must be.

use crate::failure::Failure;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::Serialize;
use serde_json::Value;
use std::fmt;
use std::io::{self, Write};

/// Rows below their heads.
pub(crate) struct Rows<'a>(csv::Writer<&'a mut dyn Write>);

impl<'a> Rows<'a> {
    pub(crate) fn new(heads: &[&str], out: &'a mut dyn Write) -> Result<Rows<'a>, Failure> {
        let mut rows = Rows(csv::Writer::from_writer(out));
        rows.row(heads)?;
        Ok(rows)
    }

    pub(crate) fn row(&mut self, fields: &[impl AsRef<[u8]>]) -> Result<(), Failure> {
        self.0.write_record(fields).map_err(|error| Failure::from(io::Error::from(error)))
    }

    pub(crate) fn end(mut self) -> Result<(), Failure> {
        Ok(self.0.flush()?)
    }
}

/// The fields of an answer in their order, each as a person would type it.
pub(crate) fn fields(answer: &impl Serialize) -> Result<Vec<(String, String)>, Failure> {
    let text = serde_json::to_vec(answer).map_err(io::Error::from)?;
    let Fields(fields) = serde_json::from_slice(&text).map_err(io::Error::from)?;
    let shown = |value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    Ok(fields.into_iter().map(|(name, value)| (name, shown(value))).collect())
}

/// An object whose fields keep their order.
struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Fields, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        from.deserialize_map(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let mut out = Vec::new();
        let mut rows = Rows::new(&["a", "b"], &mut out).unwrap();
        rows.row(&["x,y", "say \"z\""]).unwrap();
        rows.row(&["", "plain"]).unwrap();
        rows.end().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "a,b\n\"x,y\",\"say \"\"z\"\"\"\n,plain\n");
    }

    #[test]
    fn fields_keep_their_order() {
        #[derive(serde::Serialize)]
        struct Answer {
            z: Option<u8>,
            a: &'static str,
            m: [u8; 2],
        }
        let found = fields(&Answer { z: None, a: "x", m: [1, 2] }).unwrap();
        let expected = [("z", "null"), ("a", "x"), ("m", "[1,2]")];
        assert_eq!(found, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
}
