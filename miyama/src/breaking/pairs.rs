//! Nim values of codes that leave at most two heaps: picks the way that is
//! fastest for the sequence as it turns out to be, and thinks again whenever
//! it has doubled.

use super::lanes::Level;
use super::rule::Rule;
use super::scan;
use super::values::Stored;
use crate::budget::{Budget, Stopped};

/// Nim values of a code that leaves at most two heaps.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    rule: Rule,
    values: Kept,
    pub(super) level: Level,
}

#[derive(Clone, Debug)]
enum Kept {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl Pairs {
    pub(super) fn new(rule: Rule) -> Pairs {
        Pairs { rule, values: Kept::Words(vec![0]), level: Level::best() }
    }

    /// Takes over known values; none if one does not fit.
    pub(super) fn resume(&mut self, known: &[u32]) {
        let words: Result<Vec<u16>, _> = known.iter().map(|v| u16::try_from(*v)).collect();
        if let Some(words) = words.ok().filter(|w| !w.is_empty()) {
            self.values = Kept::Words(words);
        }
    }

    pub(super) fn stored(&self) -> Stored<'_> {
        match &self.values {
            Kept::Bytes(v) => Stored::Bytes(v),
            Kept::Words(v) => Stored::Words(v),
        }
    }

    pub(super) fn extend(&mut self, to: usize, budget: &Budget) -> Result<(), Stopped> {
        while self.stored().len() <= to {
            match &mut self.values {
                Kept::Words(values) => scan::run(&self.rule, values, to, self.level, budget)?,
                Kept::Bytes(_) => {}
            }
        }
        Ok(())
    }
}
