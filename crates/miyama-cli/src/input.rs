//! Where bytes come from: a file, a pipe or a device, or standard input for `-`.
//!
//! Whatever reads a file that somebody names reads it here: within its bound
//! and the budget, and so that Ctrl-C and the time limit end the wait for a
//! source that says nothing.

use crate::failure::Failure;
use crate::fault;
use crate::files;
use miyama_budget::{Budget, bytes};
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
    let pieces = pieces(path);
    let mut read = Vec::new();
    loop {
        budget.check()?;
        match pieces.recv_timeout(Duration::from_millis(100)) {
            Ok(piece) => {
                let piece = piece.map_err(|e| Failure::file(path, &e))?;
                let length = (read.len() + piece.len()) as u64;
                if length > most {
                    let path = path.display().to_string();
                    return Err(Failure::input(say!("cli.file_longer", path = path, most = bytes(most))));
                }
                budget.need(length.saturating_mul(times))?;
                read.extend_from_slice(&piece);
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(read),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
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
    Ok(Source { pieces: pieces(path), piece: Vec::new(), used: 0, budget: budget.clone() })
}

/// How many bytes a file has, where that is known before it is read.
pub(crate) fn length(path: &Path) -> Option<u64> {
    files::allow(path).ok()?;
    std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|file| file.len())
}

/// A source whose reader waits no longer than the budget allows.
pub(crate) struct Source {
    pieces: Receiver<std::io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    used: usize,
    budget: Budget,
}

impl Source {
    /// A text that is there already.
    pub(crate) fn of_text(text: &str, budget: &Budget) -> Source {
        let (_, pieces) = sync_channel(0);
        Source { pieces, piece: text.as_bytes().to_vec(), used: 0, budget: budget.clone() }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.used == self.piece.len() {
            self.budget.check().map_err(std::io::Error::other)?;
            match self.pieces.recv_timeout(Duration::from_millis(100)) {
                Ok(piece) => (self.piece, self.used) = (piece?, 0),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        let length = buffer.len().min(self.piece.len() - self.used);
        buffer[..length].copy_from_slice(&self.piece[self.used..self.used + length]);
        self.used += length;
        Ok(length)
    }
}

/// A source piece by piece, as it may have no end, and by a thread of its own:
/// neither opening nor reading can be interrupted, waiting for them can.
fn pieces(path: &Path) -> Receiver<std::io::Result<Vec<u8>>> {
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
        loop {
            let mut piece = vec![0; 1 << 16];
            let read = fault::step("read").and_then(|()| source.read(&mut piece)).map(|length| {
                piece.truncate(length);
                piece
            });
            match read {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Ok(piece) if piece.is_empty() => break,
                read => {
                    let failed = read.is_err();
                    if sender.send(read).is_err() || failed {
                        break;
                    }
                }
            }
        }
    });
    receiver
}
