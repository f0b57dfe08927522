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
    let pieces = match name {
        "-" => pieces(std::io::stdin()),
        _ => pieces(File::open(path).map_err(|e| failed(&e))?),
    };
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

/// A source piece by piece, as it may have no end, and by a thread of its own:
/// reading cannot be interrupted, waiting for it can.
fn pieces(mut source: impl Read + Send + 'static) -> Receiver<std::io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(4);
    // It ends with the source, with its reader, or with the program.
    std::thread::spawn(move || {
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
