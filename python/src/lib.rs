//! The Python package `miyama`, as far as it is Rust: questions and answers of the command
//! line, tables whose numbers NumPy reads where they lie, and tasks. What people call is
//! written in Python over this (`miyama/`).

mod raised;
mod run;
mod table;
mod task;

use miyama_cli::embedded;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use run::Call;

/// The forms of an answer, whether what was claimed holds, and whether nothing could be decided.
type Answered<'py> = (Vec<Bound<'py, PyBytes>>, bool, bool);

/// Answers a question that is given as JSON, in some of the forms of the command line.
#[pyfunction]
fn ask(py: Python<'_>, question: String, forms: Vec<String>, call: Call) -> PyResult<Answered<'_>> {
    let lang = call.lang()?;
    let answered = run::run(py, &call, move |budget| embedded::ask(&question, &forms, lang, budget))?;
    Ok(given(py, &answered))
}

fn given<'py>(py: Python<'py>, answered: &embedded::Answered) -> Answered<'py> {
    let forms = answered.forms.iter().map(|bytes| PyBytes::new(py, bytes)).collect();
    (forms, answered.holds, answered.undecided)
}

#[pymodule]
fn _miyama(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(table::table, module)?)?;
    module.add_function(wrap_pyfunction!(task::tasks, module)?)?;
    module.add_function(wrap_pyfunction!(task::result_name, module)?)?;
    module.add_function(wrap_pyfunction!(task::is_result, module)?)?;
    module.add_function(wrap_pyfunction!(task::work, module)?)?;
    module.add_function(wrap_pyfunction!(task::merge, module)?)?;
    module.add_class::<table::Table>()?;
    module.add_class::<table::Array>()
}
