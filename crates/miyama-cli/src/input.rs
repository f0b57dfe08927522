//! Where bytes come from: a file, a pipe or a device, or standard input for `-`.
//!
//! Whatever reads a file that somebody names reads it here: within its bound
//! and the budget, and so that Ctrl-C and the time limit end the wait for a
//! source that says nothing.

use crate::failure::Failure;
use crate::fault;
use crate::files;
use miyama_budget::{Budget, Stopped, bytes};
use miyama_text::say;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// The bytes of a file of at most `most` bytes, if they fit `times` over into
/// the memory allowed.
pub(crate) fn read(path: &Path, most: u64, times: u64, budget: &Budget) -> Result<Vec<u8>, Failure> {
    files::allow(path)?;
    let mut pieces = Pieces::of(path);
    let mut read = Vec::new();
    while let Some(piece) = pieces.next(budget)? {
        let piece = piece.map_err(|e| Failure::file(path, &e))?;
        let length = (read.len() + piece.len()) as u64;
        if length > most {
            let path = path.display().to_string();
            return Err(Failure::input(say!("cli.file_longer", path = path, most = bytes(most))));
        }
        budget.need(length.saturating_mul(times))?;
        read.extend_from_slice(&piece);
    }
    Ok(read)
}

/// A file of text.
pub(crate) fn read_text(path: &Path, most: u64, budget: &Budget) -> Result<String, Failure> {
    let read = read(path, most, 2, budget)?;
    let failed = |_| Failure::file(path, &std::io::Error::from(std::io::ErrorKind::InvalidData));
    String::from_utf8(read).map_err(failed)
}

/// A file to be read piece by piece.
pub(crate) fn open(path: &Path, budget: &Budget) -> Result<Source, Failure> {
    files::allow(path)?;
    Ok(Source { pieces: Pieces::of(path), piece: Vec::new(), used: 0, budget: budget.clone() })
}

/// How many bytes a file has, where that is known before it is read.
pub(crate) fn length(path: &Path) -> Option<u64> {
    files::allow(path).ok()?;
    std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|file| file.len())
}

/// A source whose reader waits no longer than the budget allows.
pub(crate) struct Source {
    pieces: Pieces,
    piece: Vec<u8>,
    used: usize,
    budget: Budget,
}

impl Source {
    /// A text that is there already.
    pub(crate) fn of_text(text: &str, budget: &Budget) -> Source {
        Source { pieces: Pieces::None, piece: text.as_bytes().to_vec(), used: 0, budget: budget.clone() }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.used == self.piece.len() {
            match self.pieces.next(&self.budget).map_err(std::io::Error::other)? {
                Some(piece) => (self.piece, self.used) = (piece?, 0),
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.piece.len() - self.used);
        buffer[..length].copy_from_slice(&self.piece[self.used..self.used + length]);
        self.used += length;
        Ok(length)
    }
}

/// The pieces of a source, as it may have no end.
enum Pieces {
    /// There are none.
    None,
    /// A file that has what it has: it keeps nobody waiting.
    File(File),
    /// A pipe or a device, read by a thread of its own: neither opening nor reading can be
    /// interrupted, waiting for them can.
    Waiting(Receiver<std::io::Result<Vec<u8>>>),
}

impl Pieces {
    fn of(path: &Path) -> Pieces {
        // Files of the kernel, which may wait, have no length.
        let is_plain = |path: &Path| std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
        let is_plain = path != Path::new("-") && is_plain(path);
        match is_plain.then(|| File::open(path)) {
            Some(Ok(file)) => Pieces::File(file),
            _ => Pieces::Waiting(by_thread(path)),
        }
    }

    /// The next piece; none at the end.
    fn next(&mut self, budget: &Budget) -> Result<Option<std::io::Result<Vec<u8>>>, Stopped> {
        loop {
            budget.check()?;
            match self {
                Pieces::None => return Ok(None),
                Pieces::File(file) => return Ok(next_piece(file)),
                Pieces::Waiting(pieces) => match pieces.recv_timeout(Duration::from_millis(100)) {
                    Ok(piece) => return Ok(Some(piece)),
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    Err(RecvTimeoutError::Timeout) => {}
                },
            }
        }
    }
}

/// What a source has next; none at its end.
fn next_piece(source: &mut dyn Read) -> Option<std::io::Result<Vec<u8>>> {
    loop {
        let mut piece = vec![0; 1 << 16];
        let read = fault::step("read").and_then(|()| source.read(&mut piece)).map(|length| {
            piece.truncate(length);
            piece
        });
        match read {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Ok(piece) if piece.is_empty() => return None,
            read => return Some(read),
        }
    }
}

fn by_thread(path: &Path) -> Receiver<std::io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(4);
    let path = path.to_owned();
    // It ends with the source, with its reader, or with the program.
    std::thread::spawn(move || {
        let mut source: Box<dyn Read> = if path == Path::new("-") {
            Box::new(std::io::stdin())
        } else {
            match File::open(&path) {
                Ok(file) => Box::new(file),
                Err(error) => {
                    let _ = sender.send(Err(error));
                    return;
                }
            }
        };
        while let Some(piece) = next_piece(&mut *source) {
            let failed = piece.is_err();
            if sender.send(piece).is_err() || failed {
                break;
            }
        }
    });
    receiver
}
