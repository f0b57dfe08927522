//! Counting the bits of a word, with the instruction where the machine has it.
//!
//! The default target of the compiler is older than the instruction, so
//! `count_ones` is a dozen operations there, and the counter does little else.
#![allow(unsafe_code)]

/// A way to count the bits of a word. It is a trait so that the inner loops are
/// compiled once for each way, with no test inside.
pub(crate) trait Popcount: Copy + Send + Sync {
    fn count(self, word: u64) -> u32;
}

/// Whatever the compiler makes of it.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Popcount for Portable {
    #[inline(always)]
    fn count(self, word: u64) -> u32 {
        word.count_ones()
    }
}

/// The instruction `popcnt`. A value exists only on machines that have it.
#[derive(Clone, Copy)]
pub(crate) struct Instruction(());

impl Instruction {
    /// `None` where the machine lacks it.
    pub(crate) fn detect() -> Option<Instruction> {
        #[cfg(target_arch = "x86_64")]
        {
            std::arch::is_x86_feature_detected!("popcnt").then_some(Instruction(()))
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            None
        }
    }
}

impl Popcount for Instruction {
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    fn count(self, word: u64) -> u32 {
        let count: u64;
        // Sound: `self` exists, so `detect` found the instruction; it reads one
        // register, writes another and the flags, and touches no memory.
        unsafe {
            std::arch::asm!("popcnt {0}, {1}", out(reg) count, in(reg) word, options(pure, nomem, nostack));
        }
        #[expect(clippy::cast_possible_truncation)]
        {
            count as u32
        }
    }

    #[inline(always)]
    #[cfg(not(target_arch = "x86_64"))]
    fn count(self, word: u64) -> u32 {
        word.count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instruction_counts_what_the_compiler_counts() {
        let Some(instruction) = Instruction::detect() else { return };
        for low in 0..=u64::from(u16::MAX) {
            for shift in [0, 13, 31, 48] {
                let word = low.rotate_left(shift) ^ (u64::MAX << (shift + 1));
                assert_eq!(instruction.count(word), Portable.count(word));
            }
        }
        assert_eq!((instruction.count(0), instruction.count(u64::MAX)), (0, 64));
    }
}
