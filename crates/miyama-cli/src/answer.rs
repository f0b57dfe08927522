//! What every answer can do: be written, for people or for machines.

pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod bricks;
pub(crate) mod campaign;
pub(crate) mod claim;
pub(crate) mod definition;
pub(crate) mod exercise;
pub(crate) mod figure;
pub(crate) mod game;
pub(crate) mod index;
pub(crate) mod number;
pub(crate) mod proof;
pub(crate) mod record;
pub(crate) mod sequence;
pub(crate) mod solution;
pub(crate) mod table;
pub(crate) mod task;
pub(crate) mod value;
pub(crate) mod verified;
pub(crate) mod word;

use crate::export::json::Data;
use crate::failure::Failure;
use crate::question::Question;
use miyama_text::Lang;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// A form in which an answer can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// Rows and columns.
    Csv,
    /// A table for a paper.
    Latex,
    /// A page to print.
    Html,
    /// A sequence as the OEIS keeps it: `n value` lines.
    Bfile,
    /// Nim values as bytes, for programs.
    #[value(skip)]
    Binary,
    /// An array as NumPy keeps it.
    #[value(skip)]
    Npy,
    /// A picture in pixels.
    #[value(skip)]
    Png,
    /// A picture in lines.
    #[value(skip)]
    Svg,
}

impl Format {
    /// Whether it is for the eye alone.
    pub(crate) fn is_picture(self) -> bool {
        matches!(self, Format::Png | Format::Svg)
    }

    /// What a browser is told that it is.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Format::Json => "application/json",
            Format::Html => "text/html; charset=utf-8",
            Format::Text | Format::Bfile => "text/plain; charset=utf-8",
            Format::Csv => "text/csv; charset=utf-8",
            Format::Latex => "application/x-latex",
            Format::Binary | Format::Npy => "application/octet-stream",
            Format::Png => "image/png",
            Format::Svg => "image/svg+xml",
        }
    }

    /// The name that the user types.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Csv => "csv",
            Format::Latex => "latex",
            Format::Html => "html",
            Format::Bfile => "bfile",
            Format::Binary => "binary",
            Format::Npy => "npy",
            Format::Png => "png",
            Format::Svg => "svg",
        }
    }
}

/// The answer to a [`Question`](crate::question::Question).
///
/// It is the one trait of the program: main, the server and the tests write
/// answers without knowing which command they come from.
pub(crate) trait Answer: Send {
    /// What programs read of it, with its sentences in `lang`; none if it is for people alone.
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        let _ = lang;
        None
    }

    /// The question that it answers, if that is another one than was asked.
    fn question(&self) -> Option<&Question> {
        None
    }

    /// Writes the answer in a form that is not made of its data, or says that it has no
    /// such form.
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure>;

    /// Writes the answer where a file that was to hold it could not be written.
    fn write_unsaved(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        self.write(format, lang, out)
    }

    /// Why this is not all that was asked for: the computation was stopped, or a
    /// file could not be written. The answer is what there is, and says so.
    fn failure(&self) -> Option<&Failure> {
        None
    }

    /// Whether a picture of what there is says that it is not all.
    fn draws_so_far(&self) -> bool {
        false
    }

    /// False when the answer is that a claim or a certificate failed: exit code 1.
    fn holds(&self) -> bool {
        true
    }

    /// True when the answer is that nothing could be decided: exit code 3.
    fn undecided(&self) -> bool {
        false
    }
}
