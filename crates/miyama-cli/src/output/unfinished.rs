//! Files that are being written, under names of their own until they are whole.
//!
//! Each is locked by the run that writes it. The lock ends with the run, however
//! it ends; so a file that is not locked was left by a run that was killed.

use crate::fault;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tempfile::NamedTempFile;

const PREFIX: &str = ".miyama-";
const SUFFIX: &str = ".part";
/// Letters and digits between the two.
const RANDOM: usize = 10;

/// A new file in a folder, locked.
pub(super) fn create(folder: &Path) -> io::Result<NamedTempFile> {
    fault::step("create")?;
    // Opened here, so that an error speaks of no file but the one asked for.
    let open = |path: &Path| {
        let mut options = OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o644);
        options.write(true).create_new(true).open(path)
    };
    let builder = || tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM).make_in(folder, open);
    loop {
        let file = builder()?;
        // Where there are no locks, nobody takes one to remove the file either.
        let locked = file.as_file().lock().is_ok();
        // Another run may have taken it for a file that was left, before the lock.
        if !locked || file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes what runs that were killed left in a folder; once for each folder.
pub(super) fn remove(folder: &Path) {
    static SEEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let Ok(mut seen) = SEEN.lock() else { return };
    if seen.iter().any(|known| known == folder) {
        return;
    }
    seen.push(folder.to_owned());
    // What cannot be removed does no harm where it is.
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(is_unfinished);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = entry.path();
            let left = File::open(&path).and_then(|file| Ok(file.try_lock().map(|()| file)?));
            // The lock is held until the file is gone.
            if let Ok(_lock) = left {
                let _ = std::fs::remove_file(&path);
            }
        }
    }
}

fn is_unfinished(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".miyama-abcDEF0123.part");
        let others =
            [".miyama-abcDEF0123.par", ".miyama-notes.part", "miyama-abcDEF0123.part", ".miyama-abc.EF0123.part"];
        std::fs::write(&left, "half").unwrap();
        others.iter().for_each(|name| std::fs::write(folder.path().join(name), "mine").unwrap());
        let written = create(folder.path()).unwrap();
        remove(folder.path());
        assert!(!left.exists() && written.path().exists());
        assert!(others.iter().all(|name| folder.path().join(name).exists()));
    }
}
