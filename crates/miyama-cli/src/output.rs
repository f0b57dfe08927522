//! Where answers go: standard output, or a file that is written whole or not at all.

mod unfinished;

use crate::failure::Failure;
use crate::fault;
use crate::files;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Writes a file through a temporary neighbour, so that a reader never sees a
/// half of it and a failure leaves what was there.
pub(crate) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    files::allow(path)?;
    let failed = |error: &io::Error| Failure::file(path, error);
    // A pipe or a device is written to; to put a file in its place would destroy it.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return write_all(BufWriter::new(Timed(Faulty(open_device(path)?))), path, write).map(drop);
    }
    // A link stays, and what it names is replaced.
    let target = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    unfinished::remove(folder);
    let mut file = unfinished::create(folder).map_err(|e| failed(&e))?;
    write_all(BufWriter::new(Faulty(file.as_file_mut())), path, write)?;
    fault::step("sync").and_then(|()| file.as_file().sync_all()).map_err(|e| failed(&e))?;
    fault::step("rename").map_err(|e| failed(&e))?;
    file.persist(target).map_err(|e| failed(&e.error))?;
    sync_folder(folder).map_err(|e| failed(&e))
}

/// How often it is asked whether somebody reads a pipe by now.
const ASK: Duration = Duration::from_millis(20);

/// Opens a pipe or a device. A pipe waits for a reader, as long as the run may last.
fn open_device(path: &Path) -> Result<std::fs::File, Failure> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    loop {
        use std::os::unix::fs::OpenOptionsExt;
        let mut at_once = options.clone();
        at_once.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        match at_once.open(path) {
            // Nobody has opened the other end of the pipe.
            Err(error) if error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error()) => {
                if let Some(stopped) = RUN.get().and_then(|budget| budget.check().err()) {
                    let path = path.display().to_string();
                    return Err(Failure::File(say!("cli.nobody_reads", path = path, stopped = stopped.text())));
                }
                std::thread::sleep(ASK);
            }
            _ => break,
        }
    }
    under_way(|| options.open(path)).map_err(|error| Failure::file(path, &error))
}

/// Refuses a file whose folder is not there, before long work is done for it.
pub(crate) fn expect_folder(path: &Path) -> Result<(), Failure> {
    files::allow(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::metadata(folder).map(drop).map_err(|error| Failure::file(path, &error))
}

/// Lets `write` write, and names the file in what fails.
fn write_all<W: Write>(
    mut out: BufWriter<W>,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = Named { out: &mut out, failed: None };
    let written = write(&mut out).and_then(|()| Ok(out.flush()?));
    match (written, out.failed) {
        (Err(_), Some(error)) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::file(path, &error)),
        (written, _) => written,
    }
}

/// Keeps the failure of the file itself apart from one of what is written.
struct Named<'a> {
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
}

impl Named<'_> {
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let again = error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
            self.failed = Some(error);
            again
        })
    }
}

impl Write for Named<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.keep(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.keep(flushed)
    }
}

/// A file whose writes fail when a test wants it.
struct Faulty<W>(W);

impl<W: Write> Write for Faulty<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        fault::step("write")?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Lets the name of a new file outlive a loss of power. Some file systems
/// cannot, and say so; then there is nothing to be done.
fn sync_folder(folder: &Path) -> io::Result<()> {
    fault::step("folder")?;
    if !cfg!(unix) {
        return Ok(());
    }
    match std::fs::File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied
            ) =>
        {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// Writes to standard output: at leisure however long its reader takes, else only until the budget has ended.
pub(crate) fn write_stdout(
    at_leisure: bool,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let out = std::io::stdout().lock();
    let mut out: BufWriter<Box<dyn Write>> =
        BufWriter::new(if at_leisure { Box::new(out) } else { Box::new(Timed(out)) });
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

/// When the opening or writing that is under way began, in milliseconds; 0 if none is.
static BEGAN: AtomicU64 = AtomicU64::new(0);

/// Milliseconds since the first call, from 1 on.
fn now() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    u64::try_from(START.get_or_init(Instant::now).elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1)
}

/// Does what may wait for a reader.
fn under_way<T>(wait: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    BEGAN.store(now(), Ordering::Relaxed);
    let done = wait();
    BEGAN.store(0, Ordering::Relaxed);
    done
}

/// A way out whose reader may keep it waiting.
struct Timed<W>(W);

impl<W: Write> Write for Timed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        under_way(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        under_way(|| self.0.flush())
    }
}

/// How long a reader may keep a run waiting that is to end.
const PATIENCE: u64 = 1000;

/// The budget of the run, where this process does nothing else.
static RUN: OnceLock<Budget> = OnceLock::new();

/// Ends the program where the budget has ended and nobody reads what it writes: writing cannot be
/// interrupted.
pub(crate) fn end_if_nobody_reads(budget: &Budget, lang: Lang) {
    let budget = RUN.get_or_init(|| budget.clone()).clone();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(100));
            let began = BEGAN.load(Ordering::Relaxed);
            if began != 0
                && now().saturating_sub(began) > PATIENCE
                && let Err(stopped) = budget.check()
            {
                let failure = Failure::Stopped(stopped);
                failure.show(lang);
                std::process::exit(i32::from(failure.code()));
            }
        }
    });
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
            // Whoever goes on after the end of the budget brings a sentence to its end.
            self.unwatched = 0;
            self.budget.check().map_err(io::Error::other)?;
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
