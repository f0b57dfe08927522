//! Where texts come from: a file, or standard input for `-`.

use crate::failure::Failure;
use crate::files;
use miyama::budget::Budget;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// The bytes of a file, if they fit `times` over into the memory allowed.
pub(crate) fn read(name: &str, times: u64, budget: &Budget) -> Result<Vec<u8>, Failure> {
    let path = Path::new(name);
    files::allow(path)?;
    let failed = |error: &std::io::Error| Failure::file(path, error);
    let pieces = pieces(path);
    let mut bytes = Vec::new();
    loop {
        budget.check()?;
        match pieces.recv_timeout(Duration::from_millis(100)) {
            Ok(piece) => {
                let piece = piece.map_err(|e| failed(&e))?;
                budget.need((bytes.len() + piece.len()) as u64 * times)?;
                bytes.extend_from_slice(&piece);
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
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
            let read = source.read(&mut piece).map(|length| {
                piece.truncate(length);
                piece
            });
            let is_last = read.as_ref().map_or(true, Vec::is_empty);
            if sender.send(read).is_err() || is_last {
                break;
            }
        }
    });
    receiver
}
