//! Failures as exceptions of the module `miyama.errors`.

use miyama_cli::embedded::{Kind, Refusal};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The exception that says why there is no answer.
pub(crate) fn raised(py: Python<'_>, refusal: &Refusal) -> PyErr {
    let name = match refusal.kind {
        Kind::Input if refusal.place.is_some() => "NotationError",
        Kind::Input => "InputError",
        Kind::File => "FileError",
        Kind::Undecided => "UndecidedError",
        Kind::Time => "TimeLimitError",
        Kind::Memory => "MemoryLimitError",
        Kind::Defect => "InternalError",
        Kind::Cancelled => return PyKeyboardInterrupt::new_err(refusal.message.clone()),
    };
    // Python counts characters, not bytes.
    let place = refusal.place.as_ref().map(|(source, at)| {
        let count = |end: usize| source.char_indices().take_while(|(byte, _)| *byte < end).count();
        (source.clone(), (count(at.start), count(at.end)))
    });
    let (source, span) = place.unzip();
    error(py, name, (refusal.message.clone(), refusal.hint.clone(), source, span))
}

/// A computation that panicked: a defect, and the interpreter lives on.
pub(crate) fn broken(py: Python<'_>, message: String) -> PyErr {
    error(py, "InternalError", (message, None, None, None))
}

type Arguments = (String, Option<String>, Option<String>, Option<(usize, usize)>);

fn error(py: Python<'_>, name: &str, arguments: Arguments) -> PyErr {
    let made = || py.import("miyama.errors")?.getattr(name)?.call1(arguments);
    made().map_or_else(|error| error, PyErr::from_value)
}
