//! Numbers that one thread, or several in turn, read and write.
//!
//! Threads that share them never write what another one reads or writes at the same time
//! ([`planes`](super::planes)): plain loads and stores are enough, and what one thread has
//! stored before it says so is seen by whoever has heard it.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// A place for a number.
pub(super) trait Slot<T> {
    fn read(&self) -> T;
    fn write(&self, number: T);
}

impl<T: Copy> Slot<T> for Cell<T> {
    #[inline(always)]
    fn read(&self) -> T {
        self.get()
    }
    #[inline(always)]
    fn write(&self, number: T) {
        self.set(number);
    }
}

/// A number that threads can share, and back.
pub(super) trait Shared: Copy + Sized {
    type Slot: Slot<Self> + Sync;
    fn shared(numbers: Vec<Self>) -> Vec<Self::Slot>;
    fn owned(slots: Vec<Self::Slot>) -> Vec<Self>;
}

macro_rules! shared {
    ($($t:ty, $slot:ty);*) => { $(
        impl Slot<$t> for $slot {
            #[inline(always)]
            fn read(&self) -> $t { self.load(Ordering::Relaxed) }
            #[inline(always)]
            fn write(&self, number: $t) { self.store(number, Ordering::Relaxed) }
        }
        impl Shared for $t {
            type Slot = $slot;
            fn shared(numbers: Vec<$t>) -> Vec<$slot> { numbers.into_iter().map(<$slot>::new).collect() }
            fn owned(slots: Vec<$slot>) -> Vec<$t> { slots.into_iter().map(<$slot>::into_inner).collect() }
        }
    )* };
}
shared!(u8, AtomicU8; u16, AtomicU16; u32, AtomicU32; u64, AtomicU64);
