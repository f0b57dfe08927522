//! Answers in each form: what every answer has by its type stands here, a file for each
//! form; what only some have is written by their commands.

pub(crate) mod csv;
pub(crate) mod formula;
pub(crate) mod json;
pub(crate) mod latex;
pub(crate) mod mathml;
pub(crate) mod stream;

use crate::answer::{Answer, Format};
use crate::failure::Failure;
use crate::question::Question;
use miyama_text::Lang;
use std::io::Write;

/// Writes the answer to a question.
pub(crate) fn write(
    answer: &dyn Answer,
    question: &Question,
    format: Format,
    lang: Lang,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let question = answer.question().unwrap_or(question);
    match format {
        Format::Json => match answer.data(lang) {
            Some(data) => data.json(question, out),
            None => answer.write(format, lang, out),
        },
        _ => answer.write(format, lang, out),
    }
}
