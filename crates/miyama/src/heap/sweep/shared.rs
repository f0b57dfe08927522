//! Memory that the threads of a sweep share without locks, and the dispatch to
//! the vector instructions of the machine: the only unsafe code of the sweep.
//!
//! # Why this is sound
//!
//! A [`Shared`] array is written through `&self`. The sweep upholds:
//!
//! * *Values.* Within a rank each position belongs to one thread, which alone
//!   writes its value. Values that are read belong to lower ranks, written
//!   before the barrier that ended the rank, which orders memory.
//! * *Lines of directions that lower the rank.* Two positions of one rank on
//!   the same line differ by a multiple of a direction that changes the rank:
//!   they are equal. So within a pass each line is touched at one position
//!   only, by the one thread that visits it.
//! * *Lines of directions along a rank.* A chain that has such directions is
//!   updated by one thread alone, in a pass that a barrier separates from the
//!   pass that reads it.
//!
//! * *Tiles.* Tiles of one diagonal share no position and no line, as
//!   [`super::plane`] shows; a barrier separates the diagonals.
//!
//! Every access is checked against the length. The reference that an access
//! returns is used up before the same thread asks for another one to the same
//! place; [`super::worker`], [`super::lines`] and [`super::plane`] are the only users.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;

/// An array that several threads write at different places.
pub(super) struct Shared<T> {
    items: UnsafeCell<Vec<T>>,
    start: *mut T,
    length: usize,
}

// SAFETY: see the head of the file: the sweep never lets two threads touch the
// same place without a barrier between them.
unsafe impl<T: Send> Sync for Shared<T> {}
// SAFETY: the pointer points into the vector that moves along.
unsafe impl<T: Send> Send for Shared<T> {}

impl<T: Copy> Shared<T> {
    pub(super) fn new(mut items: Vec<T>) -> Shared<T> {
        let (start, length) = (items.as_mut_ptr(), items.len());
        Shared { items: UnsafeCell::new(items), start, length }
    }

    /// Items that begin where a line of the cache does.
    pub(super) fn in_cache_lines(length: usize) -> Shared<T>
    where
        T: Default,
    {
        const LINE: usize = 64;
        let mut items = vec![T::default(); length + LINE / size_of::<T>()];
        let offset = items.as_ptr().align_offset(LINE).min(LINE / size_of::<T>());
        let start = items[offset..].as_mut_ptr();
        Shared { items: UnsafeCell::new(items), start, length }
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> T {
        assert!(at < self.length);
        // SAFETY: in bounds; nobody writes this place now (head of the file).
        unsafe { *self.start.add(at) }
    }

    #[inline(always)]
    pub(super) fn set(&self, at: usize, item: T) {
        assert!(at < self.length);
        // SAFETY: in bounds; nobody else touches this place now (head of the file).
        unsafe { *self.start.add(at) = item }
    }

    /// A part of the array, to read.
    #[inline(always)]
    pub(super) fn part(&self, at: usize, length: usize) -> &[T] {
        assert!(at <= self.length && length <= self.length - at);
        // SAFETY: in bounds; nobody writes this part now (head of the file).
        unsafe { std::slice::from_raw_parts(self.start.add(at), length) }
    }

    /// A part of the array, to write.
    #[inline(always)]
    #[expect(clippy::mut_from_ref)]
    pub(super) fn part_mut(&self, at: usize, length: usize) -> &mut [T] {
        assert!(at <= self.length && length <= self.length - at);
        // SAFETY: in bounds; nobody else touches this part now (head of the file).
        unsafe { std::slice::from_raw_parts_mut(self.start.add(at), length) }
    }

    /// The items of an array made by [`Shared::new`].
    pub(super) fn into_inner(self) -> Vec<T> {
        self.items.into_inner()
    }
}

/// Work that gains from vector instructions.
pub(super) trait Work {
    /// Does it. Must be inlined into the callers below, so that it is compiled
    /// for their instructions.
    fn run(&mut self);
}

/// Runs the work compiled for the best instructions of this machine. The
/// results are the same on every machine.
pub(super) fn with_vectors(work: &mut impl Work) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx512(work: &mut impl Work) {
            work.run();
        }
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2(work: &mut impl Work) {
            work.run();
        }
        let old = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let new = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq");
        if old && new {
            // SAFETY: the machine has the features, as just asked.
            return unsafe { avx512(work) };
        }
        if old {
            // SAFETY: the machine has the features, as just asked.
            return unsafe { avx2(work) };
        }
    }
    work.run();
}
