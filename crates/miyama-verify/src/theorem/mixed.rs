//! Maps whose keys are numbers of states and letters, hashed by multiplication. The standard hash
//! withstands keys that somebody has chosen to collide, and takes a third of a check; here such keys cost the
//! time of the check, which its budget bounds, and nothing else.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub(super) type Mixed<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, number: u64) {
        // An odd factor near 2^64 divided by the golden ratio.
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        // Tables take the low bits, and a product has its best bits on top.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(eight));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    fn write_i64(&mut self, number: i64) {
        self.mix(number.cast_unsigned());
    }
}
