//! Lines from standard input, while Ctrl-C is heeded.

use crate::failure::Failure;
use miyama_budget::Budget;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// A line may be this long; what is beyond is cut off.
const LONGEST: u64 = 1 << 16;

/// The lines of standard input, read by a thread of their own: reading cannot
/// be interrupted, waiting for it can.
pub(super) struct Lines(Receiver<std::io::Result<String>>);

impl Lines {
    pub(super) fn of_stdin() -> Lines {
        let (sender, receiver) = sync_channel(1);
        // It ends with standard input, or with the program.
        std::thread::spawn(move || {
            let mut input = BufReader::new(std::io::stdin());
            while let Some(line) = next(&mut input).transpose() {
                let failed = line.is_err();
                if sender.send(line).is_err() || failed {
                    break;
                }
            }
        });
        Lines(receiver)
    }

    /// The next line without its end; `None` at the end of the input.
    pub(super) fn next(&self, budget: &Budget) -> Result<Option<String>, Failure> {
        loop {
            match self.0.recv_timeout(Duration::from_millis(100)) {
                Ok(line) => return Ok(Some(line?)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => budget.check()?,
            }
        }
    }
}

fn next(input: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(LONGEST).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_takes_no_memory_and_the_next_one_is_whole() {
        let text = format!("{}\nshort\r\nlast", "x".repeat(200_000));
        let mut input = BufReader::new(text.as_bytes());
        assert_eq!(next(&mut input).unwrap().unwrap().len(), LONGEST as usize);
        assert_eq!(next(&mut input).unwrap().unwrap(), "short");
        assert_eq!(next(&mut input).unwrap().unwrap(), "last");
        assert_eq!(next(&mut input).unwrap(), None);
    }
}
