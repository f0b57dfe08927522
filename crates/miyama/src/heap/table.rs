//! Tables: the value or the outcome of every position of a box.

mod outcome;
mod smaller;

pub use outcome::OutcomeTable;
pub use smaller::smaller_boxes;

use super::comparison::{Compared, compare};
use super::dense::Dense;
use super::fault;
use super::layout::Layout;
use super::linear::TooLarge;
use super::orbit::Orbits;
use super::outcomes::{self, Found, Outcomes};
use super::recursion::{Followed, follow, follow_some};
use super::ruleset::{MOST_HEAPS, Ruleset};
use super::sweep::plan::Plan;
use super::sweep::{self, Domain, PositionNumber, Shape, Swept, sweep};
use crate::breaking::values::NimValues;
use crate::difference::Difference;
use crate::heap::as_code::faster_as_code;
use crate::nimber::Nimber;
use crate::out_of_reach::OutOfReach;
use crate::play::Convention;
use miyama_budget::{Budget, Stopped};
use miyama_outcomes::Values;
use miyama_text::{Text, say};
use std::time::{Duration, Instant};

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTable {
    /// The budget does not allow it.
    Stopped(Stopped),
    /// It has more numbers than any machine.
    TooLarge,
    /// A number of the definition leaves the range of 128 bits: a power, or another function.
    Numbers,
    /// Options that are sums of positions have no outcome of their own in
    /// misère play: a table by position cannot hold it.
    MisereSplit,
    /// Games with a winning condition of their own have outcomes and no values.
    NoValues,
    /// Such a game, and a move leaves several positions.
    WonSplit,
    /// It was made, and is not what the definition says: a defect.
    Wrong(Box<Difference>),
}

impl From<Stopped> for NoTable {
    fn from(stopped: Stopped) -> NoTable {
        NoTable::Stopped(stopped)
    }
}

impl From<OutOfReach> for NoTable {
    fn from(reason: OutOfReach) -> NoTable {
        match reason {
            OutOfReach::TooLarge => NoTable::Numbers,
            OutOfReach::Stopped(stopped) => NoTable::Stopped(stopped),
        }
    }
}

impl From<TooLarge> for NoTable {
    fn from(TooLarge: TooLarge) -> NoTable {
        NoTable::Numbers
    }
}

/// A single position whose box takes more bytes than this is looked at by following
/// its options first,
const LARGE_BOX: u128 = 8 << 20;

/// but not more of them than this, a moment; or than one for so many bytes of the box, up to a second.
const FEW_OPTIONS: usize = 1 << 18;
const BYTES_OF_BOX: u128 = 256;
const MANY_OPTIONS: usize = 1 << 20;

/// So many numbers of a row are read at a time.
const PART: u64 = 1 << 16;

/// Tables of one heap from here on are computed from the code of the ruleset, if
/// it has one.
const LONG: u64 = 1000;

/// Numbers for all positions of a box, and for those that play from it reaches.
#[derive(Clone, Debug)]
struct Table {
    to: Vec<u64>,
    numbers: Numbers,
    compared: Compared,
}

#[derive(Clone, Debug)]
enum Numbers {
    Swept(Domain, Swept),
    /// Of the positions met, one of each orbit.
    Followed(Followed, Orbits),
    Dense(Dense),
    Outcomes(Outcomes),
    Values(Shape, Values),
    Code(Box<NimValues>),
}

impl Numbers {
    /// The values of a ruleset on one heap that is a code, from the code.
    fn of_code(
        ruleset: &Ruleset,
        to: &[u64],
        rule: PositionNumber,
        budget: &Budget,
    ) -> Result<Option<Numbers>, NoTable> {
        let [to] = to else { return Ok(None) };
        if rule != PositionNumber::Grundy || *to < LONG {
            return Ok(None);
        }
        let Some(code) = faster_as_code(ruleset) else { return Ok(None) };
        let to = usize::try_from(*to).map_err(|_| NoTable::TooLarge)?;
        let mut values = NimValues::new(&code);
        budget.need(values.memory(to))?;
        values.extend(to, budget)?;
        Ok(Some(Numbers::Code(Box::new(values))))
    }

    fn of_shape(ruleset: &Ruleset, shape: Shape, rule: PositionNumber, budget: &Budget) -> Result<Numbers, NoTable> {
        match outcomes::fastest(ruleset, &shape, rule, budget)? {
            Some(Found::Outcomes(outcomes)) => return Ok(Numbers::Outcomes(outcomes)),
            Some(Found::Numbers(values)) => return Ok(Numbers::Values(shape, values)),
            None => {}
        }
        let domain = Domain::new(shape, budget)?;
        let plan = Plan::new(ruleset, domain.shape(), domain.len() as u128, rule, budget)?;
        let swept = sweep(ruleset, &plan, &domain, rule, budget)?;
        Ok(Numbers::Swept(domain, swept))
    }
}

impl Table {
    fn new(ruleset: &Ruleset, to: &[u64], rule: PositionNumber, budget: &Budget) -> Result<Table, NoTable> {
        let started = Instant::now();
        let many = ruleset.heaps() > MOST_HEAPS;
        let followed = || {
            let mut known = Followed::new();
            // Whoever reads a box of few heaps asks for all positions that were met.
            let orbits = if many { ruleset.orbits() } else { Orbits::None };
            for position in positions(to) {
                follow(ruleset, &position, rule, &mut known, &orbits, budget)?;
            }
            Ok::<Numbers, NoTable>(Numbers::Followed(known, orbits))
        };
        let numbers = if many {
            followed()?
        } else {
            match (Numbers::of_code(ruleset, to, rule, budget)?, Shape::new(ruleset, to, budget)?) {
                (Some(values), _) => values,
                (None, Some(shape)) => Numbers::of_shape(ruleset, shape, rule, budget)?,
                (None, None) => match Dense::new(ruleset, to, rule, budget)? {
                    Some(dense) => Numbers::Dense(dense),
                    None => followed()?,
                },
            }
        };
        let mut table = Table { to: to.to_vec(), numbers, compared: Compared::default() };
        table.compare(ruleset, rule, started.elapsed(), budget)?;
        Ok(table)
    }

    /// Numbers of a position and of those that play from it reaches: by following
    /// the options where those are few and the box is large, else those of the box.
    fn from(ruleset: &Ruleset, position: &[u64], rule: PositionNumber, budget: &Budget) -> Result<Table, NoTable> {
        let started = Instant::now();
        let many = ruleset.heaps() > MOST_HEAPS;
        let bytes = memory(ruleset, position, rule, budget).unwrap_or(u128::MAX);
        let large = many || bytes > LARGE_BOX;
        let worth = usize::try_from(bytes / BYTES_OF_BOX).unwrap_or(usize::MAX);
        let most = if many { usize::MAX } else { worth.clamp(FEW_OPTIONS, MANY_OPTIONS) };
        let orbits = ruleset.orbits();
        let mut known = Followed::new();
        let explored = large && follow_some(ruleset, position, rule, &mut known, &orbits, most, budget)?;
        if !explored {
            return Table::new(ruleset, position, rule, budget);
        }
        let numbers = Numbers::Followed(known, orbits);
        let mut table = Table { to: position.to_vec(), numbers, compared: Compared::default() };
        table.compare(ruleset, rule, started.elapsed(), budget)?;
        Ok(table)
    }

    /// How the numbers were found.
    fn method(&self) -> Text {
        match &self.numbers {
            Numbers::Code(values) => say!("table.method_code", code = values.code().to_string()),
            Numbers::Outcomes(outcomes) if outcomes.is_by_list() => say!("table.method_list"),
            Numbers::Outcomes(_) => say!("table.method_rows"),
            Numbers::Values(..) => say!("table.method_single"),
            Numbers::Swept(..) => say!("table.method_sweep"),
            Numbers::Followed(..) | Numbers::Dense(_) => say!("table.method_followed"),
        }
    }

    /// Compares the table with the definition at some of its positions.
    fn compare(
        &mut self,
        ruleset: &Ruleset,
        rule: PositionNumber,
        took: Duration,
        budget: &Budget,
    ) -> Result<(), NoTable> {
        self.compared = compare(ruleset, &self.to, rule, took, &|position| self.at(position), budget)?;
        Ok(())
    }

    fn at(&self, position: &[u64]) -> Option<u32> {
        self.computed(position).map(|number| number ^ fault::at(position))
    }

    fn computed(&self, position: &[u64]) -> Option<u32> {
        match &self.numbers {
            Numbers::Followed(known, Orbits::None) => known.get(position).copied(),
            Numbers::Followed(known, orbits) => known.get(&orbits.representative(position)).copied(),
            Numbers::Dense(dense) => dense.get(position),
            Numbers::Outcomes(outcomes) => outcomes.at(position),
            Numbers::Swept(domain, swept) => {
                domain.index(signed(position, domain.heaps())?.get(..position.len())?).map(|place| swept.get(place))
            }
            Numbers::Code(values) => match position {
                [heap] => values.get(usize::try_from(*heap).ok()?),
                _ => None,
            },
            Numbers::Values(shape, values) => {
                values.at(signed(position, shape.extents().len())?.get(..position.len())?)
            }
        }
    }
}

impl Table {
    /// The numbers of the positions of the box behind `first`, the last heap from `from` on:
    /// as many as `row` has room for.
    fn read_row(&self, first: &[u64], from: u64, row: &mut [u32]) -> Option<()> {
        let read = self.read_beside(first, from, row).unwrap_or(false);
        if read && !fault::IS_POSSIBLE {
            return Some(());
        }
        let mut position = [first, &[0]].concat();
        for (heap, number) in (from..).zip(row) {
            position[first.len()] = heap;
            if read {
                *number ^= fault::at(&position);
            } else {
                *number = self.at(&position)?;
            }
        }
        Some(())
    }

    /// The same where the numbers lie beside each other, as they were computed; whether
    /// they do.
    fn read_beside(&self, first: &[u64], from: u64, row: &mut [u32]) -> Option<bool> {
        let heaps = first.len() + 1;
        let last = from.checked_add(row.len().checked_sub(1)? as u64)?;
        let ends = [from, last].map(|heap| [first, &[heap]].concat());
        let [start, end] = [signed(&ends[0], heaps)?, signed(&ends[1], heaps)?];
        match &self.numbers {
            Numbers::Swept(domain, swept) if !domain.by_rank() && domain.heaps() == heaps => {
                let (from, to) = (domain.index(&start[..heaps])?, domain.index(&end[..heaps])?);
                (to - from + 1 == row.len()).then(|| swept.read(from, row))?;
                Some(true)
            }
            Numbers::Values(_, values) => Some(values.read_row(&start[..heaps - 1], start[heaps - 1], row)),
            Numbers::Outcomes(outcomes) => Some(outcomes.read_row(first, from, row)),
            _ => None,
        }
    }
}

/// Heaps as signed numbers, if there are so many and none is too large.
fn signed(position: &[u64], heaps: usize) -> Option<[i64; MOST_HEAPS]> {
    let mut signed = [0i64; MOST_HEAPS];
    for (place, heap) in signed.iter_mut().zip(position) {
        *place = i64::try_from(*heap).ok()?;
    }
    (position.len() == heaps).then_some(signed)
}

/// The positions that a table knows.
#[derive(Clone, Debug)]
pub(crate) enum Region {
    /// Rows along the last heap that begin at 0, for each choice of the other
    /// heaps up to these sizes; the last size is the longest that a row can have.
    Rows(Vec<u64>),
    /// These, in no order.
    Listed(Vec<Vec<u64>>),
}

impl Table {
    fn layout(&self) -> Option<Layout<'_>> {
        match &self.numbers {
            Numbers::Swept(domain, swept) => Layout::of_sweep(domain, swept),
            Numbers::Values(_, values) => Layout::of_values(values),
            Numbers::Code(values) => Some(Layout::of_line(values.stored())),
            Numbers::Dense(_) | Numbers::Followed(..) | Numbers::Outcomes(_) => None,
        }
    }

    fn region(&self) -> Region {
        let rows = |extents: &[i64]| Region::Rows(extents.iter().map(|extent| extent.unsigned_abs()).collect());
        match &self.numbers {
            Numbers::Swept(domain, _) => rows(domain.extents()),
            Numbers::Outcomes(outcomes) => rows(outcomes.extents()),
            Numbers::Values(shape, _) => rows(shape.extents()),
            Numbers::Code(_) | Numbers::Dense(_) => Region::Rows(self.to.clone()),
            Numbers::Followed(known, _) => Region::Listed(known.keys().cloned().collect()),
        }
    }
}

/// All positions of a box, the last heap running fastest.
///
/// ```
/// use miyama::heap::table::positions;
/// assert_eq!(positions(&[1, 1]).collect::<Vec<_>>(), [[0, 0], [0, 1], [1, 0], [1, 1]]);
/// ```
pub fn positions(to: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    let to = to.to_vec();
    let mut next = Some(vec![0; to.len()]);
    std::iter::from_fn(move || {
        let current = next.take()?;
        if let Some(step) = (0..to.len()).rev().find(|j| current[*j] < to[*j]) {
            let mut following = current.clone();
            following[step] += 1;
            following[step + 1..].fill(0);
            next = Some(following);
        }
        Some(current)
    })
}

/// Whether whoever plays from a position meets not more than so many options, and finds them in not more than so many
/// looks at the budget.
///
/// # Errors
/// [`Stopped`] if the budget itself ends.
pub(crate) fn reaches_few(
    ruleset: &Ruleset,
    position: &[u64],
    options: usize,
    looks: u64,
    budget: &Budget,
) -> Result<bool, Stopped> {
    let (rule, mut known) = (PositionNumber::Outcome(Convention::Normal), Followed::new());
    let few = follow_some(ruleset, position, rule, &mut known, &ruleset.orbits(), options, &budget.with_looks(looks));
    budget.check()?;
    Ok(few.unwrap_or(false))
}

/// The bytes that a table takes, or an upper bound, from the size of its box alone.
///
/// # Errors
/// [`OutOfReach`] when even that number is out of range.
fn memory(ruleset: &Ruleset, to: &[u64], rule: PositionNumber, budget: &Budget) -> Result<u128, OutOfReach> {
    if ruleset.heaps() > MOST_HEAPS {
        // No box is laid out: its positions as they would be met one by one.
        let entry = 120 + 8 * to.len() as u128;
        let positions = to.iter().try_fold(1u128, |all, heap| all.checked_mul(u128::from(*heap) + 1));
        return positions.and_then(|all| all.checked_mul(entry)).ok_or(OutOfReach::TooLarge);
    }
    // Positions that are explored one by one are counted as they come.
    let Some(shape) = Shape::new(ruleset, to, budget)? else { return Ok(0) };
    let positions = shape.positions();
    let plan = Plan::new(ruleset, &shape, positions, rule, budget)?;
    Ok(sweep::memory(&plan, &shape, positions, rule)?.saturating_add(shape.rows().saturating_mul(8)))
}

fn has_values(ruleset: &Ruleset) -> Result<(), NoTable> {
    if ruleset.is_won_as_usual() { Ok(()) } else { Err(NoTable::NoValues) }
}

/// The Grundy values of a box.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::heap::builtin;
/// use miyama::heap::table::GrundyTable;
/// let wythoff = builtin::ruleset("wythoff", &[]).unwrap();
/// let table = GrundyTable::new(&wythoff, &[10, 10], &Budget::unlimited()).unwrap();
/// assert_eq!(table.value(&[10, 10]).unwrap().0, 14);
/// assert_eq!(table.value(&[6, 10]).unwrap().0, 0);
/// ```
#[derive(Clone, Debug)]
pub struct GrundyTable(Box<Table>);

impl GrundyTable {
    /// Computes the values of all positions with heaps up to `to`.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    ///
    /// # Panics
    /// If `to` has not one entry per heap of the ruleset.
    pub fn new(ruleset: &Ruleset, to: &[u64], budget: &Budget) -> Result<GrundyTable, NoTable> {
        assert_eq!(to.len(), ruleset.heaps(), "one bound per heap");
        has_values(ruleset)?;
        Ok(GrundyTable(Box::new(Table::new(ruleset, to, PositionNumber::Grundy, budget)?)))
    }

    /// Computes the value of one position, and of those that play from it reaches.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    ///
    /// # Panics
    /// If the position has not one entry per heap of the ruleset.
    pub fn from(ruleset: &Ruleset, position: &[u64], budget: &Budget) -> Result<GrundyTable, NoTable> {
        assert_eq!(position.len(), ruleset.heaps(), "one number per heap");
        has_values(ruleset)?;
        Ok(GrundyTable(Box::new(Table::from(ruleset, position, PositionNumber::Grundy, budget)?)))
    }

    /// The bytes that [`GrundyTable::new`] takes, at most.
    ///
    /// # Errors
    /// [`NoTable::TooLarge`] when even that is out of range.
    pub fn memory(ruleset: &Ruleset, to: &[u64]) -> Result<u128, NoTable> {
        Ok(memory(ruleset, to, PositionNumber::Grundy, &Budget::unlimited())?)
    }

    /// The value of a position: of the box, or reached by play from it.
    #[must_use]
    pub fn value(&self, position: &[u64]) -> Option<Nimber> {
        self.0.at(position).map(Nimber)
    }

    /// The values of the positions of the box behind `first`, the last heap from `from` on:
    /// as many as `row` has room for. None, and what is in `row` means nothing, if not all of
    /// them are in the table.
    #[must_use]
    pub fn read_row(&self, first: &[u64], from: u64, row: &mut [u32]) -> Option<()> {
        self.0.read_row(first, from, row)
    }

    /// How the values lie in memory, where they do so in strides.
    #[must_use]
    pub fn layout(&self) -> Option<Layout<'_>> {
        self.0.layout()
    }

    /// The positions that the table knows: a set that every option stays in.
    pub(crate) fn region(&self) -> Region {
        self.0.region()
    }

    /// How the table was found.
    #[must_use]
    pub fn method(&self) -> Text {
        self.0.method()
    }

    /// How the table was compared with the definition.
    #[must_use]
    pub fn compared(&self) -> &Compared {
        &self.0.compared
    }

    /// The largest heaps of the box.
    #[must_use]
    pub fn to(&self) -> &[u64] {
        &self.0.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::interpreter::{Interpreter, NotInterpreted};
    use crate::heap::notation::parse_definition;
    use crate::play::Convention;

    fn ruleset(text: &str) -> Ruleset {
        Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap()
    }

    /// A single wrong number anywhere in a small table, or at a corner of a large
    /// one, keeps it from being shown.
    #[test]
    fn a_wrong_table_is_not_shown() {
        let small = "(x, y) -> { (x-i, y) | 1 <= i } ∪ { (x, y-i) | 1 <= i <= x }";
        let far = "(x, y) -> { (x-i, y+i-1) | 1 <= i } ∪ { (x, y-1) }";
        let unbounded = "(x, y) -> { (x-1, y+j) | j <= y } ∪ { (x, y-1) }";
        let cases = positions(&[4, 3]).map(|p| (small, [4, 3], p));
        let corners = positions(&[1, 1]).map(|p| (far, [200, 150], vec![p[0] * 200, p[1] * 150]));
        let followed = positions(&[3, 2]).map(|p| (unbounded, [3, 2], p));
        for (text, to, position) in cases.chain(corners).chain(followed) {
            let rules = ruleset(text);
            let budget = Budget::unlimited();
            fault::FAULT.set(Some(position.clone()));
            let values = GrundyTable::new(&rules, &to, &budget).err();
            let outcomes = OutcomeTable::new(&rules, &to, Convention::Misere, &budget).err();
            fault::FAULT.set(None);
            for wrong in [values, outcomes] {
                let Some(NoTable::Wrong(difference)) = wrong else { panic!("{text} {position:?}: {wrong:?}") };
                assert_eq!(difference.definition, rules.definition());
            }
            let right = GrundyTable::new(&rules, &to, &budget).unwrap();
            assert!(right.compared().positions > 0 && right.compared().not.is_none());
        }
    }

    /// Of a ruleset whose integers the interpreter cannot bound, the table says so.
    #[test]
    fn a_table_that_was_not_compared_says_so() {
        let mut rules = ruleset("(x) -> { (x-i) | 1 <= i }");
        let endless = parse_definition("(x) -> { (x-1) | i = i }").unwrap();
        rules.interpreter_for_tests(Interpreter::new(&endless, &[]));
        let table = GrundyTable::new(&rules, &[5], &Budget::unlimited()).unwrap();
        assert_eq!(table.compared().not, Some(NotInterpreted::Unbounded("i".to_owned())));
    }
}
