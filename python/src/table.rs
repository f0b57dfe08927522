//! Tables, and their arrays as NumPy takes them: by `__array_interface__`, without a copy.

use crate::run::{Call, run};
use miyama_cli::embedded::{self, Wanted};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;

/// A table of a game on heaps.
#[pyclass(frozen, module = "miyama._miyama")]
pub(crate) struct Table(Arc<embedded::Table>);

/// Numbers of a table, which lives as long as they are looked at.
#[pyclass(frozen, module = "miyama._miyama")]
pub(crate) struct Array {
    /// Owns the memory.
    _table: Arc<embedded::Table>,
    array: embedded::Array,
    /// Whether the table holds them in another form, and this is a copy.
    #[pyo3(get)]
    is_copy: bool,
}

/// Computes the table that a question asks for; None if the game is not played on heaps by
/// players with the same moves.
#[pyfunction]
pub(crate) fn table(py: Python<'_>, question: String, call: Call) -> PyResult<Option<Table>> {
    let lang = call.lang()?;
    let table = run(py, &call, move |budget| embedded::Table::new(&question, lang, budget))?;
    Ok(table.map(|table| Table(Arc::new(table))))
}

#[pymethods]
impl Table {
    /// What the heaps are called.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.names.clone()
    }

    /// Whether it has outcomes, not values.
    #[getter]
    fn outcomes(&self) -> bool {
        self.0.outcomes
    }

    /// Whether some tuples of its box are no positions.
    #[getter]
    fn has_domain(&self) -> bool {
        self.0.has_domain
    }

    /// How many heap sizes there are along each side.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.0.shape().to_vec()
    }

    /// `numbers`, `bits`, `positions` or `inside`, for NumPy.
    fn array(&self, py: Python<'_>, wanted: &str, call: Call) -> PyResult<Array> {
        let wanted = match wanted {
            "numbers" => Wanted::Numbers,
            "bits" => Wanted::Bits,
            "positions" => Wanted::Positions,
            "inside" => Wanted::Inside,
            other => return Err(PyValueError::new_err(format!("a table has no {other}"))),
        };
        let (lang, table) = (call.lang()?, self.0.clone());
        let (array, is_copy) = run(py, &call, move |budget| {
            table.array(wanted, lang, budget).map(|(array, is_copy)| (array.clone(), is_copy))
        })?;
        Ok(Array { _table: self.0.clone(), array, is_copy })
    }

    /// The table in one of the forms of the command line.
    fn write<'py>(&self, py: Python<'py>, form: String, call: Call) -> PyResult<Bound<'py, PyBytes>> {
        let (lang, table) = (call.lang()?, self.0.clone());
        let bytes = run(py, &call, move |budget| table.write(&form, lang, budget))?;
        Ok(PyBytes::new(py, &bytes))
    }
}

#[pymethods]
impl Array {
    /// Where the numbers lie (the array interface of NumPy, version 3). They are for reading.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let embedded::Array { address, width, shape, strides } = &self.array;
        let order = if *width == 1 {
            "|"
        } else if cfg!(target_endian = "little") {
            "<"
        } else {
            ">"
        };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", format!("{order}u{width}"))?;
        interface.set_item("shape", pyo3::types::PyTuple::new(py, shape)?)?;
        interface.set_item("strides", pyo3::types::PyTuple::new(py, strides)?)?;
        interface.set_item("data", (*address, true))?;
        Ok(interface)
    }
}
