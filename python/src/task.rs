//! Work that is cut into tasks.

use crate::Answered;
use crate::raised::raised;
use crate::run::{Call, run};
use miyama_cli::embedded;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The tasks of a question that is given as JSON, a line each.
#[pyfunction]
pub(crate) fn tasks(py: Python<'_>, question: String, count: Option<u64>, call: Call) -> PyResult<Vec<String>> {
    let lang = call.lang()?;
    run(py, &call, move |budget| embedded::tasks(&question, count, lang, budget))
}

/// The name of the file for the result of a task.
#[pyfunction]
pub(crate) fn result_name(py: Python<'_>, task: &str, call: Call) -> PyResult<String> {
    embedded::result_name(task, call.lang()?).map_err(|refusal| raised(py, &refusal))
}

/// Whether a file is the result of a task, whole and unchanged.
#[pyfunction]
pub(crate) fn is_result(task: &str, file: Vec<u8>) -> bool {
    embedded::is_result(task, file)
}

/// Does a task: the file with its result.
#[pyfunction]
pub(crate) fn work<'py>(py: Python<'py>, task: String, call: Call) -> PyResult<Bound<'py, PyBytes>> {
    let lang = call.lang()?;
    let file = run(py, &call, move |budget| embedded::work(&task, lang, budget))?;
    Ok(PyBytes::new(py, &file))
}

/// The answer of a run from the files of all its results, each with its name.
#[pyfunction]
pub(crate) fn merge(
    py: Python<'_>,
    files: Vec<(String, Vec<u8>)>,
    forms: Vec<String>,
    call: Call,
) -> PyResult<Answered<'_>> {
    let lang = call.lang()?;
    let answered = run(py, &call, move |budget| embedded::merge(files, &forms, lang, budget))?;
    Ok(crate::given(py, &answered))
}
