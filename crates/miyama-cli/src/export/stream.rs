//! A way out for answers that are computed while they are written: it is shared by the
//! form, which writes, and the answer, which lets go what is written before it computes
//! on. What ends the computation does not break the form: brackets are closed, and the
//! failure is told afterwards.

use crate::failure::Failure;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// The way out, and what ended the computation.
#[derive(Clone)]
pub(crate) struct Shared<'a>(Rc<RefCell<Inner<'a>>>);

struct Inner<'a> {
    out: &'a mut dyn Write,
    failure: Option<Failure>,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Shared<'a> {
        Shared(Rc::new(RefCell::new(Inner { out, failure: None })))
    }

    /// Keeps what ended the computation; true if nothing has so far.
    pub(crate) fn goes_on(&self, result: Result<(), Failure>) -> bool {
        let inner = &mut *self.0.borrow_mut();
        inner.failure = inner.failure.take().or(result.err());
        inner.failure.is_none()
    }

    /// True unless something ended the computation.
    pub(crate) fn is_whole(&self) -> bool {
        self.0.borrow().failure.is_none()
    }

    /// What ended it.
    pub(crate) fn end(&self) -> Result<(), Failure> {
        self.0.borrow_mut().failure.take().map_or(Ok(()), Err)
    }
}

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let inner = &mut *self.0.borrow_mut();
        match inner.out.write(bytes) {
            Err(error) if inner.failure.is_none() => match Failure::from(error) {
                // The budget ends: what was begun is written to its end all the same.
                stopped @ Failure::Stopped(_) => {
                    inner.failure = Some(stopped);
                    if bytes.is_empty() { Ok(0) } else { inner.out.write(bytes) }
                }
                failure => {
                    let gone = matches!(failure, Failure::ReaderGone);
                    inner.failure = Some(failure);
                    Err(if gone { io::ErrorKind::BrokenPipe.into() } else { io::Error::other("cannot be written") })
                }
            },
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Watched;
    use miyama_budget::Budget;

    #[test]
    fn what_was_begun_is_written_to_its_end() {
        let (budget, mut bytes) = (Budget::unlimited(), vec![]);
        let mut watched = Watched::new(&mut bytes, &budget);
        let mut out = Shared::new(&mut watched);
        out.write_all(b"[1").unwrap();
        budget.cancel();
        out.write_all(&[]).unwrap();
        assert_eq!(out.write(&[]).unwrap(), 0);
        assert!(!out.is_whole());
        out.write_all(b"]").unwrap();
        assert!(matches!(out.end(), Err(Failure::Stopped(_))));
        drop(out);
        assert_eq!(bytes, b"[1]");
    }
}
