//! One file per command: its question, how it is answered, how the answer is written.

pub(crate) mod completions;
pub(crate) mod man;
pub(crate) mod word;
