//! Finds the least period of a sequence of nim values, and proves it if it can.

use super::border::least_periods;
use super::certificate::{Certificate, Period, Theorem, hash, horizon};
use super::code::Code;
use super::saltus::binary_saltus;
use super::space::{self, Space};
use super::takings::Takings;
use super::values::{NimValues, Stored};
use miyama_budget::{Budget, Stopped};

/// How many options are looked at between two looks at the budget.
const LOOK: usize = 1 << 20;

/// What is known about the period of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The period, for ever, by the theorem.
    Proven(Period, Theorem),
    /// The values so far look like this; nothing is proven. The word is earned: values that repeat were seen
    /// for two and a half periods and half of all values, values that grow for eight periods and three quarters.
    Observed(Period),
    /// No period to be seen.
    Nothing,
}

impl Verdict {
    /// The period, proven or observed.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        match self {
            Verdict::Proven(period, _) | Verdict::Observed(period) => Some(*period),
            Verdict::Nothing => None,
        }
    }
}

/// Computes values up to heap `to` at most, until a period is proven.
///
/// ```
/// use miyama::breaking::{code::Code, period::{find, Verdict}, values::NimValues};
/// use miyama_budget::Budget;
/// let mut kayles = NimValues::new(&"0.77".parse::<Code>()?);
/// let Verdict::Proven(period, _) = find(&mut kayles, 10_000, &Budget::unlimited())? else { panic!() };
/// assert_eq!((period.start, period.length, period.saltus), (71, 12, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Stopped`] if the budget does not allow it.
pub fn find(values: &mut NimValues, to: usize, budget: &Budget) -> Result<Verdict, Stopped> {
    let mut next = 128;
    loop {
        next = values.len().max(next).saturating_add(1).next_power_of_two().min(to);
        values.extend(next, &budget.stage_of(to as u64))?;
        budget.need(memory(values, next))?;
        let verdict = look(values.code(), values.stored(), budget)?;
        if next == to || matches!(verdict, Verdict::Proven(..)) {
            return Ok(verdict);
        }
        budget.check()?;
    }
}

/// Bytes that [`find`] needs to look as far as heap `to`.
#[must_use]
pub fn memory(values: &NimValues, to: usize) -> u64 {
    // The values with their tables, and the least periods of all ends; steps
    // from one value to the next take eight bytes more.
    let per_value = if may_grow(values.code()) { 12 } else { 4 };
    values.memory(to).saturating_add(per_value * to as u64)
}

/// What the values so far tell about the period.
///
/// # Errors
/// [`Stopped`] if the budget does not allow it.
pub fn look(code: &Code, values: Stored<'_>, budget: &Budget) -> Result<Verdict, Stopped> {
    let periods = match values {
        Stored::Bytes(v) => least_periods(v, budget)?,
        Stored::Words(v) => least_periods(v, budget)?,
        Stored::Longs(v) => least_periods(v, budget)?,
    };
    if let Some((period, theorem)) = periodicity(code, ends(&periods), values.len()) {
        return Ok(Verdict::Proven(period, theorem));
    }
    budget.check()?;
    if let Some((period, theorem)) = rare_window(code, values, ends(&periods), budget)? {
        return Ok(Verdict::Proven(period, theorem));
    }
    let plain = ends(&periods).find(|p| plausible(p, values.len()));
    drop(periods);
    let arithmetic = if may_grow(code) { arithmetic(values, budget)? } else { None };
    let best = match (plain, arithmetic) {
        (Some(plain), Some(arithmetic)) if arithmetic.start < plain.start => Some(arithmetic),
        (plain, arithmetic) => plain.or(arithmetic),
    };
    let Some(period) = best else { return Ok(Verdict::Nothing) };
    let theorem = match finite_memory(code, values, period, budget)? {
        Some(theorem) => Some(theorem),
        None => binary_saltus(code, values, period, budget)?,
    };
    Ok(match theorem {
        Some(theorem) => Verdict::Proven(period, theorem),
        None if is_observed(code, &period, values.len()) => Verdict::Observed(period),
        None => Verdict::Nothing,
    })
}

/// May values grow in steps? Those of games with finitely many moves that leave
/// at most two heaps do not.
fn may_grow(code: &Code) -> bool {
    Takings::of(code).is_none()
}

/// The least period of every end of a sequence, each period once with its least
/// start, by rising start. `periods[L]` belongs to the last L members.
fn ends(periods: &[u32]) -> impl Iterator<Item = Period> + '_ {
    let count = periods.len() - 1;
    let mut last = None;
    (1..=count).rev().filter_map(move |length| {
        let period = periods[length] as usize;
        let is_new = period < length && last != Some(period);
        is_new.then(|| {
            last = Some(period);
            Period { start: count - length, length: period, saltus: 0 }
        })
    })
}

/// Is the end long enough to try a proof? Twenty values, and either eight periods
/// and a fortieth of all values, or two and a half periods and half of all.
fn plausible(period: &Period, count: usize) -> bool {
    let end = count - period.start;
    let many = end >= 8 * period.length && end >= count / 40;
    let most = 2 * end >= 5 * period.length && 2 * end >= count;
    end >= 20 && (many || most)
}

/// Whether a period may be called observed in so many values. From its start on
/// there must be
/// - at least two and a half periods and half of all values, where values repeat;
/// - at least eight periods and three quarters of all values, where they grow:
///   then sizes, and so values, have doubled twice since the start. A saltus adds
///   numbers where nim-sums add without carrying, and what breaks it is a bit
///   that was not there before;
/// - at least 20 values, and twice the longest move, so that every move has had
///   its effect (of digits that repeat, the first round counts).
#[must_use]
pub(crate) fn is_observed(code: &Code, period: &Period, count: usize) -> bool {
    let longest = code.digits().len() - 1 + code.tail().len();
    let end = count.saturating_sub(period.start);
    let repeats = match period.saltus {
        0 => 2 * end >= 5 * period.length && 2 * end >= count,
        _ => end >= 8 * period.length && 4 * end >= 3 * count,
    };
    repeats && end >= 20 && end >= 2 * longest
}

/// Applies the periodicity theorem to the first end that is long enough.
fn periodicity(code: &Code, mut ends: impl Iterator<Item = Period>, count: usize) -> Option<(Period, Theorem)> {
    // What the code says is found once: there may be as many ends as digits.
    let heaps = code.most_heaps()?.max(1) as usize;
    let longest = code.longest()?.max(1);
    if !code.is_free() {
        return None;
    }
    ends.find_map(|period| {
        let from = period.start.max(1);
        let to =
            heaps.checked_mul(from.checked_add(period.length)?)?.checked_sub(period.length)?.checked_add(longest)?;
        let theorem = if heaps == 1 { Theorem::LastValues { from, to } } else { Theorem::GuySmith { from, to } };
        (to + period.length <= count).then_some((period, theorem))
    })
}

/// The best plausible arithmetic period with a saltus above 0.
fn arithmetic(values: Stored<'_>, budget: &Budget) -> Result<Option<Period>, Stopped> {
    let steps: Vec<i64> = {
        let mut steps: Vec<i64> = values.iter().map(i64::from).collect();
        for n in 1..steps.len() {
            steps[n - 1] = steps[n] - steps[n - 1];
        }
        steps.pop();
        steps
    };
    let count = values.len();
    let periods = least_periods(&steps, budget)?;
    Ok(ends(&periods).filter(|p| plausible(p, count)).find_map(|mut period| {
        let growth = i64::from(values.get(period.start + period.length)?) - i64::from(values.get(period.start)?);
        period.saltus = u32::try_from(growth).ok().filter(|s| *s > 0)?;
        Some(period)
    }))
}

/// Applies the theorem of finite memory, at the least heap at which it applies.
fn finite_memory(code: &Code, values: Stored<'_>, period: Period, budget: &Budget) -> Result<Option<Theorem>, Stopped> {
    let Some(last) = values.len().checked_sub(period.length) else { return Ok(None) };
    let horizon = horizon(code);
    let [tail] = code.tail() else { return Ok(None) };
    let first = period.start.max(1) + horizon;
    if code.most_heaps() > Some(1) || last < first {
        return Ok(None);
    }
    let memory = |n: usize| {
        let mut used: Vec<bool> = vec![tail.allows(0)];
        for m in (1..n - horizon).filter(|_| tail.allows(1)) {
            let value = values.get(m).expect("m is below the number of values") as usize;
            if used.len() <= value {
                used.resize(value + 1, false);
            }
            used[value] = true;
        }
        let base = used.iter().position(|u| !u).unwrap_or(used.len());
        let above = used.split_off(base);
        let last: Vec<i64> = (n - horizon..n).filter_map(|m| Some(i64::from(values.get(m)?) - base as i64)).collect();
        (base, above, last)
    };
    let repeats = |at: usize| {
        budget.check()?;
        let (before, after) = (memory(at), memory(at + period.length));
        Ok(before.1 == after.1 && before.2 == after.2 && after.0 - before.0 == period.saltus as usize)
    };
    if !repeats(last)? {
        return Ok(None);
    }
    // Where it repeats once, it does at every later heap.
    let (mut low, mut high) = (first, last);
    while low < high {
        let middle = low.midpoint(high);
        if repeats(middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(Some(Theorem::FiniteMemory { at: low }))
}

/// Applies the theorem of the rare window to the first end for which it holds.
fn rare_window(
    code: &Code,
    values: Stored<'_>,
    ends: impl Iterator<Item = Period>,
    budget: &Budget,
) -> Result<Option<(Period, Theorem)>, Stopped> {
    let Some(rule) = Takings::of(code).filter(|rule| code.is_free() && !rule.splits.is_empty()) else {
        return Ok(None);
    };
    let space = sparse_space(&rule, values);
    let count = values.len();
    let last_rare = (1..count).rev().find(|n| !space.is_common(value(values, *n), *n)).unwrap_or(0);
    // Where the period begins earlier than the rare heaps end, the theorem may
    // still hold from a later heap on.
    let candidates = ends.map(|p| (p, p.start.max(last_rare + 1)));
    let fits = |(period, from): &(Period, usize)| {
        let is_even = period.length.is_multiple_of(2) || !space.positional;
        is_even && from + rule.longest + last_rare + period.length <= count
    };
    for (period, from) in candidates.filter(fits).take(4) {
        let most = count - period.length - from - rule.longest;
        // The window begins later the further witnesses reach; where it begins
        // late enough for all in it, the theorem holds.
        let mut reach = 0;
        while from + rule.longest + last_rare.max(reach) + period.length <= count {
            let first = from + rule.longest + last_rare.max(reach);
            let range = first..first + period.length;
            match witness_reach(&rule, values, &space, range, most, budget)? {
                Some(needed) if needed > reach => reach = needed,
                Some(_) => {
                    let (mask, positional) = (space.mask, space.positional);
                    return Ok(Some((period, Theorem::RareWindow { mask, positional, last_rare, reach, from })));
                }
                None => break,
            }
        }
    }
    Ok(None)
}

fn value(values: Stored<'_>, n: usize) -> u32 {
    values.get(n).expect("n is below the number of values")
}

/// The sparse space of all values so far.
fn sparse_space(rule: &Takings, values: Stored<'_>) -> Space {
    space::choose(&counts(values), &rule.split_numbers()).0
}

/// How often each value stands on heaps of even and of odd size, without heap 0.
#[must_use]
pub fn counts(values: Stored<'_>) -> Vec<[u32; 2]> {
    match values {
        Stored::Bytes(v) => count(v),
        Stored::Words(v) => count(v),
        Stored::Longs(v) => count(v),
    }
}

fn count<T: Copy + Ord + Into<u32>>(values: &[T]) -> Vec<[u32; 2]> {
    let largest: u32 = values.iter().copied().max().map_or(0, Into::into);
    let mut counts = vec![[0u32; 2]; largest as usize + 1];
    // Equal neighbours are frequent; two tables keep them apart.
    let mut others = counts.clone();
    for four in values.get(1..).unwrap_or_default().chunks(4) {
        for (i, value) in four.iter().enumerate() {
            let table = if i < 2 { &mut counts } else { &mut others };
            table[(*value).into() as usize][(i + 1) % 2] += 1;
        }
    }
    for (count, other) in counts.iter_mut().zip(others) {
        *count = [count[0] + other[0], count[1] + other[1]];
    }
    counts
}

/// The least A for which 3. of the theorem holds for all n in `range`, if it is
/// at most `most`.
fn witness_reach(
    rule: &Takings,
    values: Stored<'_>,
    space: &Space,
    range: std::ops::Range<usize>,
    most: usize,
    budget: &Budget,
) -> Result<Option<usize>, Stopped> {
    let mut seen = vec![0usize; (values.largest() as usize + 1).next_power_of_two()];
    let (mut reach, mut work) = (0, 0);
    for n in range {
        work += rule.leaving.len();
        let own = value(values, n);
        let mut missing = (0..own).filter(|w| !space.is_common(*w, n)).count();
        let mut see = |w: u32| {
            if w < own && !space.is_common(w, n) && seen[w as usize] != n {
                seen[w as usize] = n;
                missing -= 1;
            }
            missing == 0
        };
        let mut done = rule.leaving.iter().any(|k| see(value(values, n - k))) || see(u32::MAX);
        let mut i = 0;
        while !done {
            i += 1;
            if i > most {
                return Ok(None);
            }
            work += rule.splits.len();
            if work > LOOK {
                work = 0;
                budget.check()?;
            }
            done = rule
                .splits
                .iter()
                .filter(|s| i <= s.last(n))
                .any(|s| see(value(values, i) ^ value(values, n - s.taken - i)));
        }
        reach = reach.max(i);
    }
    Ok(Some(reach))
}

/// The certificate of a proven period.
#[must_use]
pub fn certify(values: &NimValues, period: Period, because: Theorem) -> Certificate {
    let (_, to) = because.window(values.code(), period);
    let count = to + period.length;
    let all = || (0..count).map(|n| value(values.stored(), n));
    Certificate {
        miyama_certificate: Certificate::VERSION,
        code: values.code().clone(),
        period,
        because,
        values: count,
        hash: hash(all()),
        first_values: all().take(Certificate::LISTED).collect(),
    }
}
