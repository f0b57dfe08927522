//! Where answers go: standard output, or a file that is written whole or not at all.

use crate::failure::Failure;
use crate::files;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes a file through a temporary neighbour, so that a reader never sees a
/// half of it and a failure leaves what was there.
pub(crate) fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    files::allow(path)?;
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let failed = |error: &std::io::Error| Failure::file(path, error);
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o644));
    }
    let file = builder.prefix(".miyama-").tempfile_in(folder).map_err(|e| failed(&e))?;
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
