//! Tables: the value or the outcome of every position of a box.

use super::explore::{Explored, explore};
use super::linear::TooLarge;
use super::ruleset::{MOST_HEAPS, Ruleset};
use super::sweep::plan::Plan;
use super::sweep::{Domain, Rule, Swept, sweep};
use super::unfinished::Unfinished;
use crate::budget::{Budget, Stopped};
use crate::nimber::Nimber;
use crate::play::{Convention, Outcome};

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTable {
    /// The budget does not allow it.
    Stopped(Stopped),
    /// Its numbers leave the range of the machine.
    TooLarge,
    /// Options that are sums of positions have no outcome of their own in
    /// misère play: a table by position cannot hold it.
    MisereSplit,
}

impl From<Stopped> for NoTable {
    fn from(stopped: Stopped) -> NoTable {
        NoTable::Stopped(stopped)
    }
}

impl From<Unfinished> for NoTable {
    fn from(reason: Unfinished) -> NoTable {
        match reason {
            Unfinished::TooLarge => NoTable::TooLarge,
            Unfinished::Stopped(stopped) => NoTable::Stopped(stopped),
        }
    }
}

impl From<TooLarge> for NoTable {
    fn from(TooLarge: TooLarge) -> NoTable {
        NoTable::TooLarge
    }
}

/// Numbers for all positions of a box, and for those that play from it reaches.
#[derive(Clone, Debug)]
struct Table {
    to: Vec<u64>,
    numbers: Numbers,
}

#[derive(Clone, Debug)]
enum Numbers {
    Swept(Domain, Swept),
    Explored(Explored),
}

impl Table {
    fn new(ruleset: &Ruleset, to: &[u64], rule: Rule, budget: &Budget) -> Result<Table, NoTable> {
        budget.need(u64::try_from(memory(ruleset, to, rule, budget)?).unwrap_or(u64::MAX))?;
        let numbers = match (ruleset.rank(), Domain::new(ruleset, to, budget)?) {
            (Some(rank), Some(domain)) => {
                let plan = Plan::new(ruleset, rank, budget)?;
                let swept = sweep(ruleset, &plan, &domain, rule, budget)?;
                Numbers::Swept(domain, swept)
            }
            _ => {
                let mut known = Explored::new();
                for position in positions(to) {
                    explore(ruleset, &position, rule, &mut known, budget)?;
                }
                Numbers::Explored(known)
            }
        };
        Ok(Table { to: to.to_vec(), numbers })
    }

    fn at(&self, position: &[u64]) -> Option<u32> {
        match &self.numbers {
            Numbers::Explored(known) => known.get(position).copied(),
            Numbers::Swept(domain, swept) => {
                if position.len() != domain.heaps() {
                    return None;
                }
                let mut signed = [0i64; MOST_HEAPS];
                for (place, heap) in signed.iter_mut().zip(position) {
                    *place = i64::try_from(*heap).ok()?;
                }
                domain.index(&signed[..position.len()]).map(|place| swept.get(place))
            }
        }
    }
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
    fn region(&self) -> Region {
        match &self.numbers {
            Numbers::Swept(domain, _) => Region::Rows(domain.extents().iter().map(|e| e.unsigned_abs()).collect()),
            Numbers::Explored(known) => Region::Listed(known.keys().cloned().collect()),
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

/// The bytes that a table takes, or an upper bound, from the size of its box alone.
///
/// # Errors
/// [`Unfinished`] when even that number is out of range.
fn memory(ruleset: &Ruleset, to: &[u64], rule: Rule, budget: &Budget) -> Result<u128, Unfinished> {
    // Positions that are explored one by one are counted as they come.
    let (Some(rank), Some(size)) = (ruleset.rank(), Domain::size(ruleset, to, budget)?) else { return Ok(0) };
    let plan = Plan::new(ruleset, rank, budget)?;
    let rank = rank.of(to).unsigned_abs();
    let (cell, words) = match rule {
        Rule::Outcome(_) => (1, 1),
        Rule::Grundy if rank < 1 << 16 => (2, rank / 64 + 1),
        Rule::Grundy => (4, rank / 64 + 1),
    };
    if rule == Rule::Grundy && rank >= 1 << 32 {
        return Err(Unfinished::TooLarge);
    }
    let lines: u128 = plan
        .chains
        .iter()
        .flat_map(|chain| &chain.directions)
        .map(|d| {
            // The lines in a direction are about the box without one heap,
            // sheared: at most this many.
            let shear: u128 = d.iter().map(|x| u128::from(x.unsigned_abs())).sum::<u128>().max(1);
            size.rows.max(size.positions / (size.rows.max(1))) * shear.saturating_mul(2)
        })
        .sum();
    Ok(size.positions * cell + size.rows * 8 + lines * words * 8)
}

/// The Grundy values of a box.
///
/// ```
/// use miyama::budget::Budget;
/// use miyama::heap::builtin;
/// use miyama::heap::table::GrundyTable;
/// let wythoff = builtin::ruleset("wythoff", &[]).unwrap();
/// let table = GrundyTable::new(&wythoff, &[10, 10], &Budget::unlimited()).unwrap();
/// assert_eq!(table.value(&[10, 10]).unwrap().0, 14);
/// assert_eq!(table.value(&[6, 10]).unwrap().0, 0);
/// ```
#[derive(Clone, Debug)]
pub struct GrundyTable(Table);

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
        Ok(GrundyTable(Table::new(ruleset, to, Rule::Grundy, budget)?))
    }

    /// The bytes that [`GrundyTable::new`] takes, at most.
    ///
    /// # Errors
    /// [`NoTable::TooLarge`] when even that is out of range.
    pub fn memory(ruleset: &Ruleset, to: &[u64]) -> Result<u128, NoTable> {
        Ok(memory(ruleset, to, Rule::Grundy, &Budget::unlimited())?)
    }

    /// The value of a position: of the box, or reached by play from it.
    #[must_use]
    pub fn value(&self, position: &[u64]) -> Option<Nimber> {
        self.0.at(position).map(Nimber)
    }

    /// The positions that the table knows: a set that every option stays in.
    pub(crate) fn region(&self) -> Region {
        self.0.region()
    }

    /// The largest heaps of the box.
    #[must_use]
    pub fn to(&self) -> &[u64] {
        &self.0.to
    }
}

/// The outcomes of a box.
///
/// ```
/// use miyama::budget::Budget;
/// use miyama::heap::builtin;
/// use miyama::heap::table::OutcomeTable;
/// use miyama::play::{Convention, Outcome};
/// let yama = builtin::ruleset("yama", &[]).unwrap();
/// let table = OutcomeTable::new(&yama, &[9, 9], Convention::Normal, &Budget::unlimited()).unwrap();
/// assert_eq!(table.outcome(&[4, 5]), Some(Outcome::P));
/// ```
#[derive(Clone, Debug)]
pub struct OutcomeTable(Held);

#[derive(Clone, Debug)]
enum Held {
    /// 0 for P, 1 for N.
    Outcomes(Table),
    /// Normal play of a game whose heaps break: 0 is P.
    Values(GrundyTable),
}

impl OutcomeTable {
    /// Computes the outcomes of all positions with heaps up to `to`.
    ///
    /// # Errors
    /// [`NoTable`] says why not.
    ///
    /// # Panics
    /// If `to` has not one entry per heap of the ruleset.
    pub fn new(
        ruleset: &Ruleset,
        to: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<OutcomeTable, NoTable> {
        assert_eq!(to.len(), ruleset.heaps(), "one bound per heap");
        if ruleset.splits() {
            return match convention {
                Convention::Normal => Ok(OutcomeTable(Held::Values(GrundyTable::new(ruleset, to, budget)?))),
                Convention::Misere => Err(NoTable::MisereSplit),
            };
        }
        let table = Table::new(ruleset, to, Rule::Outcome(convention), budget)?;
        Ok(OutcomeTable(Held::Outcomes(table)))
    }

    /// The positions that the table knows: a set that every option stays in.
    pub(crate) fn region(&self) -> Region {
        match &self.0 {
            Held::Outcomes(table) => table.region(),
            Held::Values(table) => table.region(),
        }
    }

    /// The outcome of a position: of the box, or reached by play from it.
    #[must_use]
    pub fn outcome(&self, position: &[u64]) -> Option<Outcome> {
        let zero = match &self.0 {
            Held::Outcomes(table) => table.at(position)? == 0,
            Held::Values(table) => table.value(position)? == Nimber::ZERO,
        };
        Some(if zero { Outcome::P } else { Outcome::N })
    }
}
