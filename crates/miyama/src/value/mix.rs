//! A hash for tables whose keys are small numbers, such as ids of games.

use std::hash::Hasher;

/// A multiplicative hash for keys that are ids.
#[derive(Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = mix(self.0, n);
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

/// A state and a number made one.
pub(super) fn mix(state: u64, n: u64) -> u64 {
    let product = (state ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ (product >> 29)
}
