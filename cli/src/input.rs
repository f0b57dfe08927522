//! Where texts come from: a file, or standard input for `-`.

use crate::failure::Failure;
use crate::files;
use miyama::budget::Budget;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The bytes of a file, if they fit `times` over into the memory allowed.
pub(crate) fn read(name: &str, times: u64, budget: &Budget) -> Result<Vec<u8>, Failure> {
    let path = Path::new(name);
    files::allow(path)?;
    let failed = |error: &std::io::Error| Failure::file(path, error);
    let mut source: Box<dyn Read> = match name {
        "-" => Box::new(std::io::stdin().lock()),
        _ => Box::new(File::open(path).map_err(|e| failed(&e))?),
    };
    let mut bytes = Vec::new();
    // Piece by piece: the source may have no end.
    let mut piece = vec![0; 1 << 16];
    loop {
        budget.check()?;
        let n = source.read(&mut piece).map_err(|e| failed(&e))?;
        if n == 0 {
            return Ok(bytes);
        }
        budget.need((bytes.len() + n) as u64 * times)?;
        bytes.extend_from_slice(&piece[..n]);
    }
}
