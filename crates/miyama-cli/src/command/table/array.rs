//! A table as arrays of other programs in the same process: where its numbers lie, without a
//! copy where they lie in strides, else of a copy that is made once.

use super::{Answer, Cells};
use crate::failure::Failure;
use crate::output::Watched;
use miyama::breaking::values::Stored;
use miyama::heap::layout::Layout;
use miyama::heap::table::positions;
use miyama_budget::Budget;

/// An array: where its first number lies, and how far the next ones are.
///
/// The address is that of memory which belongs to what the array was made of, and is good as
/// long as that lives and is not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// Where the first number lies.
    pub address: usize,
    /// The bytes of a number: 1, 2, 4 or 8.
    pub width: usize,
    /// How many numbers there are along each side.
    pub shape: Vec<usize>,
    /// The bytes from a number to the next along each side.
    pub strides: Vec<usize>,
}

/// Numbers that had to be copied.
pub(crate) enum Copied {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Longs(Vec<u32>),
    /// Heaps of positions.
    Heaps(Vec<u64>),
}

impl Array {
    /// Numbers that lie one after the other, the last side running fastest.
    fn dense(address: usize, width: usize, shape: Vec<usize>) -> Array {
        let mut strides = vec![width; shape.len()];
        for side in (1..shape.len()).rev() {
            strides[side - 1] = strides[side] * shape[side];
        }
        Array { address, width, shape, strides }
    }

    fn of_layout(layout: &Layout<'_>, shape: Vec<usize>) -> Array {
        let (base, width) = match layout.stored {
            Stored::Bytes(numbers) => (numbers.as_ptr().addr(), 1),
            Stored::Words(numbers) => (numbers.as_ptr().addr(), 2),
            Stored::Longs(numbers) => (numbers.as_ptr().addr(), 4),
        };
        let strides = layout.strides.iter().map(|stride| stride * width).collect();
        Array { address: base + layout.start * width, width, shape, strides }
    }
}

impl Copied {
    pub(crate) fn array(&self, shape: Vec<usize>) -> Array {
        let (address, width) = match self {
            Copied::Bytes(numbers) => (numbers.as_ptr().addr(), 1),
            Copied::Words(numbers) => (numbers.as_ptr().addr(), 2),
            Copied::Longs(numbers) => (numbers.as_ptr().addr(), 4),
            Copied::Heaps(numbers) => (numbers.as_ptr().addr(), 8),
        };
        Array::dense(address, width, shape)
    }
}

impl Answer {
    /// How many heap sizes there are along each side.
    pub(crate) fn shape(&self) -> Result<Vec<usize>, Failure> {
        let size = |most: &u64| usize::try_from(most + 1).ok();
        let too_large = || Failure::from(miyama_budget::Error::from(miyama::heap::table::NoTable::TooLarge));
        self.to.iter().map(size).collect::<Option<_>>().ok_or_else(too_large)
    }

    /// What the heaps are called.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether the numbers are 0 for P and 1 for N.
    pub(crate) fn is_of_outcomes(&self) -> bool {
        self.outcomes
    }

    /// Whether some tuples of the box are no positions. Their numbers mean nothing.
    pub(crate) fn has_domain(&self) -> bool {
        self.domain.is_some()
    }

    /// Which tuples of the box are positions, a byte for each.
    pub(crate) fn inside(&self, budget: &Budget) -> Result<Copied, Failure> {
        let count = usize::try_from(self.positions()).unwrap_or(usize::MAX);
        budget.need(count as u64)?;
        let mut bytes = Vec::with_capacity(count);
        for (number, tuple) in positions(&self.to).enumerate() {
            if number % 1024 == 0 {
                budget.check()?;
            }
            bytes.push(u8::from(self.is_position(&tuple)));
        }
        Ok(Copied::Bytes(bytes))
    }

    /// The values where they lie; none if they do not lie in strides.
    pub(crate) fn numbers_in_place(&self, budget: &Budget) -> Result<Option<Array>, Failure> {
        if let Cells::Code(values) = &self.cells {
            self.reach(&self.to, &mut Watched::new(&mut std::io::sink(), budget))?;
            let values = values.values();
            let line = Layout { stored: values.stored(), start: 0, strides: vec![1] };
            let is_line = self.to.len() == 1 && !self.outcomes;
            return Ok(if is_line { Some(Array::of_layout(&line, self.shape()?)) } else { None });
        }
        match &self.cells {
            Cells::Values(table) if !self.outcomes => {
                let shape = self.shape()?;
                Ok(table.layout().map(|layout| Array::of_layout(&layout, shape)))
            }
            _ => Ok(None),
        }
    }

    /// A copy of all numbers, as narrow as they allow.
    pub(crate) fn copied(&self, budget: &Budget) -> Result<Copied, Failure> {
        let count = u64::try_from(self.positions()).unwrap_or(u64::MAX);
        budget.need(count)?;
        let mut numbers = Copied::Bytes(Vec::new());
        self.for_each_row(&mut Watched::new(&mut std::io::sink(), budget), &mut |_, _, row, _| {
            numbers.add(row);
            Ok(())
        })?;
        Ok(numbers)
    }

    /// The P-positions as bits, the lowest of a byte first, where they are kept so and nothing
    /// but the box: the array of the bytes.
    pub(crate) fn bits_in_place(&self) -> Result<Option<Array>, Failure> {
        let Cells::Outcomes(table) = &self.cells else { return Ok(None) };
        let Some(bits) = table.bits().filter(|_| cfg!(target_endian = "little")) else { return Ok(None) };
        let shape = self.shape()?;
        let dense = Array::dense(0, 1, shape.clone()).strides;
        let bytes = shape.iter().product::<usize>().div_ceil(8);
        Ok((dense == bits.strides).then(|| Array::dense(bits.words.as_ptr().addr(), 1, vec![bytes])))
    }

    /// The same as a copy.
    pub(crate) fn copied_bits(&self, budget: &Budget) -> Result<Copied, Failure> {
        let count = usize::try_from(self.positions()).unwrap_or(usize::MAX);
        budget.need((count / 8) as u64)?;
        let mut bytes = vec![0u8; count.div_ceil(8)];
        let mut at = 0;
        self.for_each_row(&mut Watched::new(&mut std::io::sink(), budget), &mut |_, _, row, _| {
            for number in row {
                bytes[at / 8] |= u8::from(*number == 0) << (at % 8);
                at += 1;
            }
            Ok(())
        })?;
        Ok(Copied::Bytes(bytes))
    }

    /// The positions that are asked for, or the P-positions, each with its heaps.
    pub(crate) fn chosen(&self, budget: &Budget) -> Result<Copied, Failure> {
        let mut heaps: Vec<u64> = Vec::new();
        let out = &mut std::io::sink();
        self.write_chosen(self.only.unwrap_or(0), &mut Watched::new(out, budget), |_, position, _| {
            heaps.extend(position);
            Ok(())
        })?;
        Ok(Copied::Heaps(heaps))
    }
}

impl Copied {
    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Copied::Bytes(numbers) => numbers.len(),
            Copied::Words(numbers) => numbers.len(),
            Copied::Longs(numbers) => numbers.len(),
            Copied::Heaps(numbers) => numbers.len(),
        }
    }

    /// Adds numbers, in more bytes each if they need them.
    fn add(&mut self, row: &[u32]) {
        let largest = row.iter().copied().max().unwrap_or(0);
        match self {
            Copied::Bytes(numbers) if largest > 0xff => {
                *self = Copied::Words(numbers.iter().map(|number| u16::from(*number)).collect());
                self.add(row);
            }
            Copied::Words(numbers) if largest > 0xffff => {
                *self = Copied::Longs(numbers.iter().map(|number| u32::from(*number)).collect());
                self.add(row);
            }
            Copied::Bytes(numbers) => numbers.extend(row.iter().map(|number| *number as u8)),
            Copied::Words(numbers) => numbers.extend(row.iter().map(|number| *number as u16)),
            Copied::Longs(numbers) => numbers.extend(row),
            Copied::Heaps(numbers) => numbers.extend(row.iter().map(|number| u64::from(*number))),
        }
    }
}
