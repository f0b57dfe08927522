//! The tables, figures and exercises of documents.

use schemars::JsonSchema;
use serde::Serialize;

/// Where each is done.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Figures {
    pub(crate) entries: Vec<Entry>,
}

/// An exercise, a table or a figure: its number in the document, what it shows, the commands that do it, and
/// whether there is a figure of it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FigureEntry")]
pub(crate) struct Entry {
    pub(crate) document: String,
    pub(crate) item: String,
    pub(crate) title: String,
    pub(crate) commands: Vec<String>,
    pub(crate) figure: bool,
}
