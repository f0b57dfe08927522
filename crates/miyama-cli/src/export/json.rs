//! JSON is what serde makes of an answer, with the version of the program and the
//! question before it.

use super::stream::Shared;
use crate::failure::Failure;
use crate::question::Question;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// What programs can read.
pub(crate) trait Data {
    /// Writes it as one object.
    fn json(&self, question: &Question, out: &mut dyn Write) -> Result<(), Failure>;
}

impl<T: Serialize> Data for T {
    fn json(&self, question: &Question, out: &mut dyn Write) -> Result<(), Failure> {
        write(&Named { head: Head::of(question)?, answer: self }, out)
    }
}

/// Writes an answer that is computed meanwhile, with its head.
pub(crate) fn stream<'a, T: Serialize>(
    question: &Question,
    out: &'a mut dyn Write,
    answer: impl FnOnce(&Shared<'a>) -> T,
) -> Result<(), Failure> {
    let mut shared = Shared::new(out);
    let named = Named { head: Head::of(question)?, answer: answer(&shared) };
    let written = write(&named, &mut shared);
    // What ended the computation says more than what failed because of it.
    shared.end().and(written)
}

/// Writes a value, a line for each field of it.
pub(crate) fn write(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    let mut serializer = Serializer::with_formatter(&mut *out, Lines::default());
    value.serialize(&mut serializer).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// What stands before every answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Head {
    /// The version of the program.
    miyama: &'static str,
    /// The question, without what nobody said.
    #[schemars(with = "Map<String, Value>")]
    question: Value,
}

impl Head {
    pub(crate) fn of(question: &Question) -> Result<Head, Failure> {
        Ok(Head { miyama: env!("CARGO_PKG_VERSION"), question: said(question)? })
    }
}

/// The JSON of a question, without what nobody said.
pub(crate) fn said(question: &Question) -> Result<Value, Failure> {
    let mut question = serde_json::to_value(question).map_err(io::Error::from)?;
    if let Some(fields) = question.as_object_mut() {
        fields.retain(|_, value| !matches!(value, Value::Null | Value::Bool(false)) && *value != Value::Array(vec![]));
    }
    Ok(question)
}

/// An answer with its head.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}Answer")]
pub(crate) struct Named<T> {
    #[serde(flatten)]
    pub(crate) head: Head,
    #[serde(flatten)]
    pub(crate) answer: T,
}

/// A field of the whole on each line, and an item of its lists where that is more than a
/// number.
#[derive(Default)]
struct Lines {
    depth: usize,
    /// An item of a list of the whole begins.
    fresh: bool,
    /// A list of the whole has items on lines of their own.
    broken: bool,
}

impl Lines {
    fn item<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        if std::mem::take(&mut self.fresh) {
            self.broken = true;
            out.write_all(b"\n    ")?;
        }
        Ok(())
    }
}

impl Formatter for Lines {
    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.item(out)?;
        self.depth += 1;
        out.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(if self.depth == 0 { b"\n}" } else { b"}" })
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        match (self.depth, first) {
            (1, true) => out.write_all(b"\n  "),
            (1, false) => out.write_all(b",\n  "),
            (_, true) => Ok(()),
            (_, false) => out.write_all(b", "),
        }
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.item(out)?;
        self.depth += 1;
        self.broken &= self.depth > 2;
        out.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        self.fresh = false;
        out.write_all(if self.depth == 1 && std::mem::take(&mut self.broken) { b"\n  ]" } else { b"]" })
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.fresh = self.depth == 2;
        match (first, self.fresh && self.broken) {
            (true, _) => Ok(()),
            (false, true) => out.write_all(b","),
            (false, false) => out.write_all(b", "),
        }
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.fresh = false;
        Ok(())
    }

    fn begin_string<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.item(out)?;
        out.write_all(b"\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_a_line_and_an_item_a_line() {
        let value = json!({"a": 1, "b": [1, 2], "c": [[1, [2]], [3, 4]], "d": ["x", "y"], "e": {"f": ["g"]}, "h": []});
        let mut out = Vec::new();
        write(&value, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected = "{\n  \"a\": 1,\n  \"b\": [1, 2],\n  \"c\": [\n    [1, [2]],\n    [3, 4]\n  ],\n  \"d\": [\n    \
                        \"x\",\n    \"y\"\n  ],\n  \"e\": {\"f\": [\"g\"]},\n  \"h\": []\n}\n";
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
