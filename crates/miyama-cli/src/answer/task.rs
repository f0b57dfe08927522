//! Tasks that were done, and results that were put together.

use serde::Serialize;

/// A task that was done.
#[derive(Serialize)]
pub(crate) struct Work {
    pub(crate) file: String,
    /// Whether its result was there already.
    pub(crate) was_done: bool,
}

/// Results in one file.
#[derive(Serialize)]
pub(crate) struct Joined {
    pub(crate) file: String,
    pub(crate) results: usize,
    pub(crate) of: u64,
}
