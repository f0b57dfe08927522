//! The one door to the files of this machine.
//!
//! Whatever reads or writes a file asks here first. The server closes the door
//! for good before it answers anybody, so that no request, however it is
//! spelt, reaches a file: neither a game named by a path, nor a certificate,
//! nor standard input, nor a picture to be written.

use crate::failure::Failure;
use miyama_text::say;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// From now on this process opens no file that a question names.
pub(crate) fn close() {
    CLOSED.store(true, Ordering::Relaxed);
}

/// Refuses if the door is closed. Ask before a file that a question names is
/// looked at in any way.
pub(crate) fn allow(path: &Path) -> Result<(), Failure> {
    if CLOSED.load(Ordering::Relaxed) {
        return Err(Failure::input(say!("serve.no_files", path = path.display().to_string())));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Sources that touch files for themselves: what the kernel tells of memory
    /// and of threads, this very list, and what `output.rs` asks for itself.
    const OWN: [&str; 5] = ["limits.rs", "processor.rs", "files.rs", "unfinished.rs", "tables.rs"];

    fn unguarded(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                unguarded(&path, found);
                continue;
            }
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            let touches =
                ["fs::read", "fs::metadata", "File::open", "fs::write", "File::create", "OpenOptions::new", "make_in"];
            if touches.iter().any(|call| code.contains(call))
                && !code.contains("files::allow(")
                && !OWN.contains(&name.as_str())
            {
                found.push(name);
            }
        }
    }

    #[test]
    fn whatever_touches_files_asks_first() {
        let mut found = Vec::new();
        unguarded(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut found);
        assert!(found.is_empty(), "{found:?} touch files without asking files::allow");
    }
}
