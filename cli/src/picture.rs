//! Pictures: what every drawing shares. Each drawing has a file of its own.

pub(crate) mod line;
pub(crate) mod svg;
