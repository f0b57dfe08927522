//! Seconds that a thread has computed: what other programs take of the machine does not count.

/// Seconds that this thread has spent on a core, to less than a microsecond.
#[cfg(unix)]
#[expect(clippy::cast_precision_loss)]
pub(crate) fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds of the clock, which other programs can stretch: the system does not tell others.
#[cfg(not(unix))]
pub(crate) fn seconds() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}
