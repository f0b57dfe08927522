//! A wrong number on purpose, so that tests see what becomes of a wrong table.
//!
//! In builds with debug assertions, `MIYAMA_WRONG=3,5` changes the number of (3,5)
//! in every table. Other builds know nothing of it.

#[cfg(test)]
thread_local! {
    /// The position whose number is wrong, for tests of this crate.
    pub(crate) static FAULT: std::cell::RefCell<Option<Vec<u64>>> = const { std::cell::RefCell::new(None) };
}

/// Whether this build knows of wrong numbers.
pub(crate) const IS_POSSIBLE: bool = cfg!(any(test, debug_assertions));

/// What is wrong with the number of a position: the bits that are turned.
#[cfg(any(test, debug_assertions))]
pub(crate) fn at(position: &[u64]) -> u32 {
    use std::sync::OnceLock;
    static GIVEN: OnceLock<Option<Vec<u64>>> = OnceLock::new();
    let given = GIVEN.get_or_init(|| {
        let text = std::env::var("MIYAMA_WRONG").ok()?;
        text.split(',').map(|heap| heap.parse().ok()).collect()
    });
    #[cfg(test)]
    if FAULT.with_borrow(|fault| fault.as_deref() == Some(position)) {
        return 1;
    }
    u32::from(given.as_deref() == Some(position))
}

#[cfg(not(any(test, debug_assertions)))]
pub(crate) const fn at(_: &[u64]) -> u32 {
    0
}
