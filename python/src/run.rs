//! Long computations: in a thread of their own, with the interpreter free for others, stopped
//! by Ctrl-C, telling how far they are.

use crate::raised::{broken, raised};
use miyama_budget::{Budget, Progress};
use miyama_cli::embedded::{self, Limits, Refusal};
use miyama_text::Lang;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Enough for every recursion of the command line on its main thread.
const STACK: usize = 32 << 20;

/// How often the interpreter is asked whether somebody pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// How long a computation that was cancelled is waited for. It ends by itself, and nobody
/// needs its answer.
const PATIENCE: Duration = Duration::from_millis(500);

/// How a question is asked: in which language, within which limits, and who is told how far
/// the computation is.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Call {
    lang: String,
    max_time: Option<f64>,
    max_memory: Option<String>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
}

impl Call {
    pub(crate) fn lang(&self) -> PyResult<Lang> {
        let unknown = || PyValueError::new_err(format!("there is no language {:?}: en or ja", self.lang));
        Lang::of_code(&self.lang).ok_or_else(unknown)
    }

    fn limits(&self) -> Limits {
        Limits { seconds: self.max_time, memory: self.max_memory.clone(), threads: self.threads }
    }
}

/// Does the work. Another thread computes; this one lets go of the interpreter and looks now
/// and then for signals, so that other threads of Python run and Ctrl-C is heard.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    call: &Call,
    work: impl FnOnce(&Budget) -> Result<T, Refusal> + Send + 'static,
) -> PyResult<T> {
    let lang = call.lang()?;
    let cancelled = Arc::new(AtomicBool::new(false));
    let mut budget =
        embedded::budget(&call.limits(), cancelled.clone(), lang).map_err(|refusal| raised(py, &refusal))?;
    let told: Arc<Mutex<Option<Progress>>> = Arc::default();
    if call.progress.is_some() {
        let told = told.clone();
        budget = budget.with_listener(move |progress| {
            // A report that nobody can take down now is followed by another.
            if let Ok(mut told) = told.try_lock() {
                *told = Some(progress);
            }
        });
    }
    let (answer, mut answers) = channel();
    let thread = std::thread::Builder::new().name("miyama".to_owned()).stack_size(STACK);
    thread.spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(|| work(&budget)));
        // Who asked may have gone.
        let _ = answer.send(done);
    })?;
    let mut look = |wait: Duration| {
        let answers = &mut answers;
        py.detach(move || answers.recv_timeout(wait))
    };
    let done = loop {
        match look(LOOK) {
            Ok(done) => break done,
            Err(RecvTimeoutError::Disconnected) => return Err(broken(py, "the computation ended".to_owned())),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let told = told.lock().unwrap_or_else(PoisonError::into_inner).take();
        let heard = py.check_signals().and_then(|()| tell(py, call, told));
        if let Err(interrupted) = heard {
            cancelled.store(true, Ordering::Relaxed);
            let started = Instant::now();
            while started.elapsed() < PATIENCE && matches!(look(LOOK), Err(RecvTimeoutError::Timeout)) {}
            return Err(interrupted);
        }
    };
    match done {
        Ok(result) => result.map_err(|refusal| raised(py, &refusal)),
        Err(panic) => Err(broken(py, said(panic.as_ref()))),
    }
}

/// Tells whoever listens how far the computation is.
fn tell(py: Python<'_>, call: &Call, told: Option<Progress>) -> PyResult<()> {
    if let (Some(listener), Some(progress)) = (&call.progress, told) {
        listener.call1(py, (progress.done, progress.total))?;
    }
    Ok(())
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("a defect of miyama: {}", text.unwrap_or("a computation panicked"))
}
