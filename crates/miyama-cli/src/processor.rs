//! Seconds that a thread has computed: what other programs take of the machine does not count.

use std::sync::OnceLock;
use std::time::Instant;

/// Seconds that this thread has spent on a core, where the system tells; else seconds of the
/// clock, which other programs can stretch.
#[expect(clippy::cast_precision_loss)]
pub(crate) fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    match told.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok()) {
        Some(nanoseconds) => nanoseconds as f64 / 1e9,
        None => START.get_or_init(Instant::now).elapsed().as_secs_f64(),
    }
}
