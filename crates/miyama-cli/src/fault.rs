//! Failures of the system on purpose, so that tests see what becomes of files.
//!
//! In builds with debug assertions, `MIYAMA_FAULT=write:3` lets the third write
//! of a file fail as on a full disk, `write:3+` the third and all after it. The
//! steps are `read`, `create`, `write`, `sync`, `rename` and `folder`; `panic:2` lets
//! the second question of another program in the same process panic. Other builds
//! know nothing of it.

use std::io;
use std::time::Duration;

/// How often a long run is saved: as the run wants it, or every so many
/// milliseconds as `MIYAMA_SAVE_EVERY` says, so that a test need not wait.
pub(crate) fn interval(usual: Duration) -> Duration {
    if !cfg!(debug_assertions) {
        return usual;
    }
    let wish = std::env::var("MIYAMA_SAVE_EVERY").ok().and_then(|wish| wish.parse().ok());
    wish.map_or(usual, Duration::from_millis)
}

#[cfg(debug_assertions)]
#[allow(clippy::panic, reason = "on purpose, to see that nothing else breaks")]
pub(crate) fn step(step: &str) -> io::Result<()> {
    use std::sync::atomic::{AtomicU64, Ordering};
    static SEEN: AtomicU64 = AtomicU64::new(0);
    let Ok(wish) = std::env::var("MIYAMA_FAULT") else { return Ok(()) };
    let Some((name, number)) = wish.split_once(':').filter(|(name, _)| *name == step) else { return Ok(()) };
    let seen = SEEN.fetch_add(1, Ordering::Relaxed) + 1;
    let fails = match number.strip_suffix('+') {
        Some(first) => first.parse().is_ok_and(|first: u64| seen >= first),
        None => number.parse() == Ok(seen),
    };
    match (fails, name) {
        (false, _) => Ok(()),
        (true, "panic") => panic!("a panic on purpose"),
        (true, "read") => Err(io::Error::other("input/output error (on purpose)")),
        (true, _) => Err(io::Error::from(io::ErrorKind::StorageFull)),
    }
}

#[cfg(not(debug_assertions))]
#[expect(clippy::unnecessary_wraps, reason = "the other build fails")]
pub(crate) fn step(_: &str) -> io::Result<()> {
    Ok(())
}
