//! Nim values of codes that leave at most two heaps: picks the way that is
//! fastest for the sequence as it turns out to be, and thinks again whenever
//! it has doubled.

use super::lanes::Level;
use super::period::counts;
use super::space::{self, Space};
use super::takings::Takings;
use super::values::Stored;
use super::{narrow, planes, scan};
use miyama_budget::{Budget, Stopped};

/// The first values come from all pairs.
const FIRST: usize = 2048;

/// Nim values of a code that leaves at most two heaps.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    rule: Takings,
    values: Kept,
    level: Level,
}

#[derive(Clone, Debug)]
enum Kept {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

/// A way to go on.
#[derive(Clone, Copy, Debug)]
enum Way {
    Scan,
    Narrow(Space),
    Planes(Space),
}

impl Pairs {
    pub(super) fn new(rule: Takings, level: Level) -> Pairs {
        Pairs { rule, values: Kept::Words(vec![0]), level }
    }

    /// Takes over known values; none if one does not fit.
    pub(super) fn resume(&mut self, known: &[u32]) {
        let words: Result<Vec<u16>, _> = known.iter().map(|v| u16::try_from(*v)).collect();
        if let Some(words) = words.ok().filter(|w| !w.is_empty()) {
            self.values = Kept::Words(words);
        }
    }

    pub(super) fn stored(&self) -> Stored<'_> {
        self.values.stored()
    }

    pub(super) fn extend(&mut self, to: usize, budget: &Budget) -> Result<(), Stopped> {
        while self.stored().len() <= to {
            let next = (2 * self.stored().len()).max(FIRST).min(to);
            let way = self.choose();
            let Pairs { rule, values, level } = self;
            match way {
                Way::Scan => scan::run(rule, values.words(), next, *level, budget)?,
                Way::Narrow(space) => narrow::run(rule, space, values.bytes(), next, *level, budget)?,
                Way::Planes(space) => planes::run(rule, space, values.words(), next, *level, budget)?,
            }
            // A value that did not fit is left to the scan.
            let known = values.stored().len();
            if known <= next {
                scan::run(rule, values.words(), known, *level, budget)?;
            }
        }
        Ok(())
    }

    /// The way that costs least for the next heaps.
    fn choose(&self) -> Way {
        let values = self.values.stored();
        if values.len() < FIRST || values.len() <= 2 * self.rule.longest || self.rule.splits.is_empty() {
            return Way::Scan;
        }
        let (space, rare) = space::choose(&counts(values), &self.rule.split_numbers());
        let partners = rare * self.rule.splits.len();
        let free = self.rule.splits.iter().all(|split| !split.unequal);
        if values.largest() < narrow::LIMIT && free && 4 * partners < values.len() {
            return Way::Narrow(space);
        }
        // In cycles, roughly: marks and witnesses against comparing all pairs.
        let (planes, scan) = (partners + 1500, self.rule.splits.len() * values.len() / 6);
        if values.largest() < planes::LIMIT && planes < scan && space.mask > 0 {
            return Way::Planes(space);
        }
        Way::Scan
    }
}

impl Kept {
    fn stored(&self) -> Stored<'_> {
        match self {
            Kept::Bytes(v) => Stored::Bytes(v),
            Kept::Words(v) => Stored::Words(v),
        }
    }

    /// The values as bytes; they must fit.
    fn bytes(&mut self) -> &mut Vec<u8> {
        if let Kept::Words(words) = self {
            let byte = |v: &u16| u8::try_from(*v).expect("a sequence is kept in bytes while its values fit");
            *self = Kept::Bytes(words.iter().map(byte).collect());
        }
        match self {
            Kept::Bytes(bytes) => bytes,
            Kept::Words(_) => unreachable!("words were just replaced by bytes"),
        }
    }

    /// The values as words.
    fn words(&mut self) -> &mut Vec<u16> {
        if let Kept::Bytes(bytes) = self {
            *self = Kept::Words(bytes.iter().map(|v| u16::from(*v)).collect());
        }
        match self {
            Kept::Words(words) => words,
            Kept::Bytes(_) => unreachable!("bytes were just replaced by words"),
        }
    }
}
