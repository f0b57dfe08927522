//! Where answers go: standard output, or a file that is written whole or not at all.

use crate::failure::Failure;
use crate::files;
use miyama::budget::Budget;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file through a temporary neighbour, so that a reader never sees a
/// half of it and a failure leaves what was there.
pub(crate) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    files::allow(path)?;
    // A pipe or a device is written to; to put a file in its place would destroy it.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let file = std::fs::OpenOptions::new().write(true).open(path).map_err(|e| Failure::file(path, &e))?;
        let mut buffered = BufWriter::new(file);
        write(&mut buffered)?;
        return buffered.flush().map_err(|e| Failure::file(path, &e));
    }
    // A link stays, and what it names is replaced.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let failed = |error: &std::io::Error| Failure::file(path, error);
    // Opened here, so that an error speaks of no file but the one asked for.
    let open = |neighbour: &Path| {
        let mut options = std::fs::OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o644);
        options.write(true).create_new(true).open(neighbour)
    };
    let file = tempfile::Builder::new().prefix(".miyama-").make_in(folder, open).map_err(|e| failed(&e))?;
    let mut buffered = BufWriter::new(file);
    write(&mut buffered)?;
    let file = buffered.into_inner().map_err(|e| failed(e.error()))?;
    file.as_file().sync_all().map_err(|e| failed(&e))?;
    file.persist(path).map_err(|e| failed(&e.error))?;
    Ok(())
}

/// Writes to standard output.
pub(crate) fn write_stdout(write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

/// How many bytes are written between two looks at the budget.
const LOOK: usize = 1 << 16;

/// A way out that ends when the budget does: a long answer can be stopped while
/// it is written. An empty write is a look at the budget.
pub(crate) struct Watched<'a> {
    out: &'a mut dyn Write,
    budget: &'a Budget,
    unwatched: usize,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, budget: &'a Budget) -> Watched<'a> {
        Watched { out, budget, unwatched: 0 }
    }
}

/// A look at the budget, where much is computed before the next line.
pub(crate) fn look(out: &mut dyn Write) -> io::Result<()> {
    out.write(&[]).map(drop)
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.unwatched >= LOOK || bytes.is_empty() {
            self.budget.check().map_err(io::Error::other)?;
            self.unwatched = 0;
        }
        let written = self.out.write(bytes)?;
        self.unwatched += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_ends_what_the_budget_does_not_allow() {
        let budget = Budget::unlimited();
        let mut bytes = vec![];
        let mut out = Watched::new(&mut bytes, &budget);
        look(&mut out).unwrap();
        budget.cancel();
        assert!(look(&mut out).is_err());
        assert!(bytes.is_empty());
    }
}
