//! The nim values of a code, computed as far as asked.

use super::code::Code;
use super::lanes::Level;
use super::pairs::Pairs;
use super::several::Several;
use super::taking::Taking;
use super::takings::Takings;
use miyama_budget::{Budget, Stopped};

/// The nim values of heaps 0, 1, 2, … of a code.
///
/// ```
/// use miyama::breaking::{code::Code, values::NimValues};
/// use miyama_budget::Budget;
/// let mut dawson = NimValues::new(&"0.07".parse::<Code>()?);
/// dawson.extend(100, &Budget::unlimited())?;
/// assert_eq!((dawson.get(14), dawson.get(86), dawson.len()), (Some(4), Some(9), 101));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NimValues {
    code: Code,
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    Taking(Taking),
    Pairs(Pairs),
    Several(Several),
}

/// Values as they are stored: as narrow as they allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored<'a> {
    /// One byte each.
    Bytes(&'a [u8]),
    /// Two bytes each.
    Words(&'a [u16]),
    /// Four bytes each.
    Longs(&'a [u32]),
}

impl Stored<'_> {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Stored::Bytes(v) => v.len(),
            Stored::Words(v) => v.len(),
            Stored::Longs(v) => v.len(),
        }
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of heap n, if it is there.
    #[must_use]
    #[inline]
    pub fn get(&self, n: usize) -> Option<u32> {
        match self {
            Stored::Bytes(v) => v.get(n).map(|v| u32::from(*v)),
            Stored::Words(v) => v.get(n).map(|v| u32::from(*v)),
            Stored::Longs(v) => v.get(n).copied(),
        }
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|n| self.get(n).expect("n is below the length"))
    }

    /// The largest value; 0 if there is none.
    #[must_use]
    pub fn largest(&self) -> u32 {
        match self {
            Stored::Bytes(v) => u32::from(v.iter().copied().max().unwrap_or(0)),
            Stored::Words(v) => u32::from(v.iter().copied().max().unwrap_or(0)),
            Stored::Longs(v) => v.iter().copied().max().unwrap_or(0),
        }
    }
}

impl NimValues {
    /// No values yet.
    #[must_use]
    pub fn new(code: &Code) -> NimValues {
        NimValues::at_level(code, Level::best())
    }

    /// No values yet, and only instructions of this level will be used.
    #[must_use]
    pub fn at_level(code: &Code, level: Level) -> NimValues {
        let way = if code.most_heaps().is_some_and(|most| most <= 1) {
            Way::Taking(Taking::new(code, vec![]))
        } else if let Some(rule) = Takings::of(code) {
            Way::Pairs(Pairs::new(rule, level))
        } else {
            Way::Several(Several::new(code))
        };
        NimValues { code: code.clone(), way }
    }

    /// Values of heaps 0, 1, … that were computed before, and the
    /// [`tables`](NimValues::tables) that belong to them. They are taken as they
    /// are; `None` if they do not fit together.
    ///
    /// ```
    /// use miyama::breaking::{code::Code, values::NimValues};
    /// use miyama_budget::Budget;
    /// let code = "0.8".parse::<Code>()?;
    /// let mut values = NimValues::new(&code);
    /// values.extend(20, &Budget::unlimited())?;
    /// let mut more = NimValues::resume(&code, values.stored().iter().collect(), &values.tables()).unwrap();
    /// more.extend(40, &Budget::unlimited())?;
    /// values.extend(40, &Budget::unlimited())?;
    /// assert_eq!(values.stored(), more.stored());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn resume(code: &Code, known: Vec<u32>, tables: &[u8]) -> Option<NimValues> {
        let mut values = NimValues::new(code);
        match &mut values.way {
            Way::Several(several) => *several = Several::resume(code, known, tables)?,
            _ if !tables.is_empty() => return None,
            Way::Taking(taking) => *taking = Taking::new(code, known),
            Way::Pairs(pairs) => pairs.resume(&known),
        }
        Some(values)
    }

    /// What besides the values is needed to go on from them: nothing for most
    /// codes, the sets of those that leave three heaps or more.
    #[must_use]
    pub fn tables(&self) -> Vec<u8> {
        match &self.way {
            Way::Several(several) => several.tables(),
            Way::Taking(_) | Way::Pairs(_) => vec![],
        }
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Computes the values up to heap `to`. After an error, those that are
    /// there are correct, and a further call goes on from there.
    ///
    /// # Errors
    /// [`Stopped`] if the budget does not allow it.
    pub fn extend(&mut self, to: usize, budget: &Budget) -> Result<(), Stopped> {
        budget.need(self.memory(to))?;
        let budget = &budget.stage_of(to as u64);
        match &mut self.way {
            Way::Taking(taking) => taking.extend(&self.code, to, budget),
            Way::Pairs(pairs) => pairs.extend(to, budget),
            Way::Several(several) => several.extend(&self.code, to, budget),
        }
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.stored().len()
    }

    /// Is there none yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of heap n, if it has been computed.
    #[must_use]
    pub fn get(&self, n: usize) -> Option<u32> {
        self.stored().get(n)
    }

    /// All values, as they are stored.
    #[must_use]
    pub fn stored(&self) -> Stored<'_> {
        match &self.way {
            Way::Taking(taking) => Stored::Longs(&taking.values),
            Way::Pairs(pairs) => pairs.stored(),
            Way::Several(several) => Stored::Longs(&several.values),
        }
    }

    /// Bytes needed for the values up to heap `to`, tables and all, as far as
    /// one can tell beforehand: two bytes per value, and two for the tables of
    /// the search, half of both where values are small; for codes that leave
    /// three heaps or more, sets are kept, and checked as they grow.
    #[must_use]
    pub fn memory(&self, to: usize) -> u64 {
        let per_value = match &self.way {
            Way::Taking(_) => 13,
            Way::Pairs(_) => 4,
            Way::Several(_) => 4,
        };
        (to as u64).saturating_mul(per_value).saturating_add(1 << 20)
    }

    /// A heap to which values are computed in a second or so.
    #[must_use]
    pub fn reach(&self) -> usize {
        match &self.way {
            Way::Taking(_) | Way::Pairs(_) => 1 << 20,
            Way::Several(_) => 2000,
        }
    }
}
