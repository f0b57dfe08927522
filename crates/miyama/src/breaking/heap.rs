//! The nim value of a heap of any size, through a proven period.

use super::certificate::{Period, Theorem};
use super::code::{Code, Digit, Sizes};
use super::definition;
use super::period::{Verdict, find};
use super::values::NimValues;
use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;

/// How the value of a heap was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum How {
    /// By computing all values up to it.
    Computed,
    /// By a period that is proven.
    Periodic(Period, Theorem),
}

/// The value of a heap, and how it was found; `None` if the heap is too large to
/// compute and no period is proven within reach.
///
/// ```
/// use miyama::breaking::{code::Code, heap::value, values::NimValues};
/// use miyama_budget::Budget;
/// let mut kayles = NimValues::new(&"0.77".parse::<Code>()?);
/// let found = value(&mut kayles, &1_000_000_000_000u64.into(), &Budget::unlimited())?;
/// assert_eq!(found.unwrap().0, 1u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Stopped`] if the budget does not allow it.
pub fn value(values: &mut NimValues, heap: &BigUint, budget: &Budget) -> Result<Option<(BigUint, How)>, Stopped> {
    let reach = values.reach();
    let small = usize::try_from(heap).ok();
    if let Some(n) = small.filter(|n| *n <= 4096.min(reach)) {
        values.extend(n, budget)?;
        return Ok(values.get(n).map(|v| (v.into(), How::Computed)));
    }
    if let Verdict::Proven(period, theorem) = find(values, reach, budget)? {
        let Period { start, length, saltus } = period;
        if let Some(v) = small.filter(|n| *n < start).and_then(|n| values.get(n)) {
            return Ok(Some((v.into(), How::Computed)));
        }
        let beyond = heap - start;
        let (periods, rest) = (&beyond / length, &beyond % length);
        let first = usize::try_from(rest).ok().and_then(|rest| values.get(start + rest));
        return Ok(first.map(|v| (periods * saltus + v, How::Periodic(period, theorem))));
    }
    match small {
        // A heap somewhat beyond is still computed, if the budget allows.
        Some(n) if n <= 64 * reach => {
            values.extend(n, budget)?;
            Ok(values.get(n).map(|v| (v.into(), How::Computed)))
        }
        _ => Ok(None),
    }
}

/// A code with its values as far as they were needed, and what is known of all.
#[derive(Clone, Debug)]
pub struct Heap {
    values: NimValues,
    heap: BigUint,
    /// The value of the heap.
    pub value: BigUint,
    /// How it was found.
    pub how: How,
}

/// Options of a heap: the first ones, each as the heaps that are left, and how
/// many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The first ones, or all.
    pub listed: Vec<Vec<BigUint>>,
    /// How many there are, or were found.
    pub count: BigUint,
    /// May there be more than were found?
    pub is_partial: bool,
}

/// From here on, pairs are counted by residues and not one by one.
const MANY: usize = 1 << 22;

/// How many pairs are looked at between two looks at the budget.
const LOOK: usize = 4096;

/// Up to here, all ways to leave three heaps or more are looked at.
const FEW: usize = 400;

/// So many of them are looked at where there are too many.
const LOOKED_AT: usize = 1 << 17;

impl Heap {
    /// Finds the value of a heap; `None` as for [`value`].
    ///
    /// # Errors
    /// [`Stopped`] if the budget does not allow it.
    pub fn new(code: &Code, heap: &BigUint, budget: &Budget) -> Result<Option<Heap>, Stopped> {
        let mut values = NimValues::new(code);
        let found = value(&mut values, heap, budget)?;
        Ok(found.map(|(value, how)| Heap { values, heap: heap.clone(), value, how }))
    }

    /// The value of any heap up to this one.
    pub(crate) fn value_of(&self, heap: &BigUint) -> Option<BigUint> {
        if let Some(v) = usize::try_from(heap).ok().and_then(|n| self.values.get(n)) {
            return Some(v.into());
        }
        let How::Periodic(Period { start, length, saltus }, _) = self.how else { return None };
        let beyond = heap - start;
        let rest = usize::try_from(&beyond % length).ok()?;
        Some(beyond / length * saltus + self.values.get(start + rest)?)
    }

    /// The values of all options, sorted, each once, for a heap that is not
    /// large.
    #[must_use]
    pub(crate) fn option_values(&self) -> Option<Vec<u32>> {
        let n = usize::try_from(&self.heap).ok().filter(|n| *n <= 4096)?;
        if self.values.code().most_heaps().is_none_or(|most| most > 2) {
            return None;
        }
        let mut seen = vec![];
        definition::options(self.values.code(), n, &mut |heaps| {
            seen.push(heaps.iter().filter_map(|h| self.values.get(*h)).fold(0, |sum, v| sum ^ v));
        });
        seen.sort_unstable();
        seen.dedup();
        Some(seen)
    }

    /// The options of value `target`, the first `most` of them listed; `None` if
    /// they cannot be found.
    ///
    /// # Errors
    /// [`Stopped`] if the budget does not allow it.
    pub fn options_of_value(&self, target: &BigUint, most: usize, budget: &Budget) -> Result<Option<Options>, Stopped> {
        let code = self.values.code();
        let Some(longest) = code.longest() else { return Ok(self.options_without_end(target, most)) };
        if code.most_heaps().is_none_or(|heaps| heaps > 2) {
            return Ok(self.options_one_by_one(target, most));
        }
        let mut options = Options::default();
        for k in (0..=longest).filter(|k| !code.digit(*k).is_zero() && BigUint::from(*k) <= self.heap) {
            if self.options_after(k, target, most, &mut options, budget)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(options))
    }

    /// Adds the options of value `target` that taking k tokens leaves; `None` if
    /// they cannot be found.
    fn options_after(
        &self,
        k: usize,
        target: &BigUint,
        most: usize,
        options: &mut Options,
        budget: &Budget,
    ) -> Result<Option<()>, Stopped> {
        let digit = self.values.code().digit(k);
        let left = &self.heap - k;
        if left == BigUint::ZERO && k > 0 && digit.allows(0) && *target == BigUint::ZERO {
            options.add(vec![], most);
        }
        if left > BigUint::ZERO && k > 0 && digit.allows(1) {
            match self.value_of(&left) {
                Some(value) if value == *target => options.add(vec![left.clone()], most),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        if left > BigUint::from(1u32) && digit.allows(2) {
            return self.pairs(&left, digit.sizes, target, most, options, budget);
        }
        Ok(Some(()))
    }

    /// The pairs i ≤ j with i + j = left whose nim-sum is the target; `None` if a
    /// value is not known.
    fn pairs(
        &self,
        left: &BigUint,
        sizes: Sizes,
        target: &BigUint,
        most: usize,
        options: &mut Options,
        budget: &Budget,
    ) -> Result<Option<()>, Stopped> {
        let pair = |i: &BigUint| vec![i.clone(), left - i];
        let is_one = |i: &BigUint| {
            let j = left - i;
            let fits = match sizes {
                Sizes::Any => true,
                Sizes::Unequal => *i != j,
                Sizes::Equal => *i == j,
            };
            Some(fits && self.value_of(i)? ^ self.value_of(&j)? == *target)
        };
        let half = left / 2u32;
        let period = match self.how {
            // Where values grow, those of both parts do not repeat together.
            How::Periodic(period, _) if half > BigUint::from(MANY) && sizes == Sizes::Any && period.saltus == 0 => {
                Some(period)
            }
            _ => None,
        };
        let one_by_one = match period {
            Some(period) => period.start.max(1),
            None => match usize::try_from(&half) {
                Ok(half) => half + 1,
                Err(_) => return Ok(None),
            },
        };
        for i in 1..one_by_one {
            if i.is_multiple_of(LOOK) {
                budget.check()?;
            }
            let i = BigUint::from(i);
            match is_one(&i) {
                Some(true) => options.add(pair(&i), most),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        let Some(period) = period else { return Ok(Some(())) };
        // From `one_by_one` to half of the rest both parts repeat.
        let first = BigUint::from(one_by_one);
        for r in 0..period.length {
            if r.is_multiple_of(LOOK) {
                budget.check()?;
            }
            let i = &first + r;
            if i > half {
                break;
            }
            match is_one(&i) {
                Some(true) => {
                    let times = (&half - &i) / period.length + 1u32;
                    let mut listed = i.clone();
                    while options.listed.len() < most && listed <= half {
                        options.listed.push(pair(&listed));
                        listed += period.length;
                    }
                    options.count += times;
                }
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(()))
    }

    /// The heaps n − k of a code that never ends and breaks no heap.
    fn options_without_end(&self, target: &BigUint, most: usize) -> Option<Options> {
        let code = self.values.code();
        if code.most_heaps().is_none_or(|heaps| heaps > 1) {
            return self.options_one_by_one(target, most);
        }
        let taken_whole = |heap: &BigUint| -> Option<Digit> {
            let first = code.digits().len();
            match usize::try_from(heap) {
                Ok(k) => Some(code.digit(k)),
                Err(_) => code.tail().get(usize::try_from((heap - first) % code.tail().len()).ok()?).copied(),
            }
        };
        let mut left: Vec<BigUint> = vec![];
        match self.how {
            How::Periodic(Period { start, length, saltus }, _) if saltus > 0 => {
                left.extend(
                    (1..start)
                        .filter(|m| self.values.get(*m).map(BigUint::from).as_ref() == Some(target))
                        .map(BigUint::from),
                );
                for m in start.max(1)..start.max(1) + length {
                    let value = BigUint::from(self.values.get(m)?);
                    if *target >= value && (target - &value) % saltus == BigUint::ZERO {
                        left.push((target - value) / saltus * length + m);
                    }
                }
            }
            _ => {
                let n = usize::try_from(&self.heap).ok().filter(|n| *n <= MANY)?;
                left.extend(
                    (1..n)
                        .filter(|m| self.values.get(*m).map(BigUint::from).as_ref() == Some(target))
                        .map(BigUint::from),
                );
            }
        }
        let mut options = Options::default();
        if *target == BigUint::ZERO && self.heap > BigUint::ZERO && taken_whole(&self.heap)?.allows(0) {
            options.add(vec![], most);
        }
        for heap in left.into_iter().filter(|m| *m < self.heap) {
            if taken_whole(&(&self.heap - &heap))?.allows(1) {
                options.add(vec![heap], most);
            }
        }
        Some(options)
    }

    /// Every option looked at; of a large heap, some.
    fn options_one_by_one(&self, target: &BigUint, most: usize) -> Option<Options> {
        let Some(n) = usize::try_from(&self.heap).ok().filter(|n| *n <= FEW) else {
            return Some(self.some_options(target, most));
        };
        let mut options = Options::default();
        let mut seen = std::collections::BTreeSet::new();
        definition::options(self.values.code(), n, &mut |heaps| {
            let value = heaps.iter().filter_map(|h| self.values.get(*h)).fold(0, |sum, v| sum ^ v);
            if BigUint::from(value) == *target && seen.insert(heaps.to_vec()) {
                options.add(heaps.iter().map(|h| BigUint::from(*h)).collect(), most);
            }
        });
        Some(options)
    }

    /// Options that leave all but the last heap small, or all but two equal ones,
    /// as far as they are looked at.
    fn some_options(&self, target: &BigUint, most: usize) -> Options {
        let code = self.values.code();
        let n = &self.heap;
        let mut options = Options { is_partial: true, ..Options::default() };
        let mut seen = std::collections::BTreeSet::new();
        // A heap that is looked at in this way has more than FEW tokens.
        let most_taken = code.digits().len() + code.tail().len();
        let taken = (0..most_taken).filter(|k| BigUint::from(*k) <= *n && !code.digit(*k).is_zero());
        let mut steps = LOOKED_AT;
        for k in taken {
            let (digit, left) = (code.digit(k), n - k);
            let mut visit = |heaps: &[BigUint]| {
                let moves = k > 0 || heaps.len() > 1;
                let allowed = moves && u32::try_from(heaps.len()).is_ok_and(|count| digit.allows(count));
                let value = || heaps.iter().try_fold(BigUint::ZERO, |sum, h| Some(sum ^ self.value_of(h)?));
                if allowed && value().as_ref() == Some(target) && seen.insert(heaps.to_vec()) {
                    options.add(heaps.to_vec(), most);
                }
            };
            match digit.sizes {
                Sizes::Equal => {
                    let counts = (1..=FEW).filter(|count| (&left % *count) == BigUint::ZERO && left != BigUint::ZERO);
                    counts.for_each(|count| visit(&vec![&left / count; count]));
                }
                sizes => {
                    // Two equal heaps cancel: what is left has the value of a small heap.
                    let small = (0..=FEW).map(BigUint::from).take_while(|small| small * 3u32 <= left);
                    let even = small.filter(|small| (&left - small) % 2u32 == BigUint::ZERO);
                    for small in even.filter(|_| sizes == Sizes::Any) {
                        let half: BigUint = (&left - &small) / 2u32;
                        let heaps = [small, half.clone(), half];
                        visit(if heaps[0] == BigUint::ZERO { &heaps[1..] } else { &heaps });
                    }
                    let most = digit.most().map_or(FEW, |most| most as usize);
                    small_parts(&left, 1, sizes, most, &mut vec![], &mut steps, &mut visit);
                }
            }
        }
        options
    }
}

/// Ways to leave `left` tokens as at most `most` heaps, each at least `least`, in
/// rising order, those with small first heaps first, until no step is left.
fn small_parts(
    left: &BigUint,
    least: usize,
    sizes: Sizes,
    most: usize,
    heaps: &mut Vec<BigUint>,
    steps: &mut usize,
    visit: &mut impl FnMut(&[BigUint]),
) {
    if *left < BigUint::from(least) {
        return;
    }
    heaps.push(left.clone());
    visit(heaps);
    heaps.pop();
    if heaps.len() + 1 >= most {
        return;
    }
    let gap = usize::from(sizes == Sizes::Unequal);
    let half = left / 2u32;
    for part in least.. {
        if *steps == 0 || BigUint::from(part) > half {
            return;
        }
        *steps -= 1;
        heaps.push(BigUint::from(part));
        small_parts(&(left - part), part + gap, sizes, most, heaps, steps, visit);
        heaps.pop();
    }
}

impl Options {
    fn add(&mut self, heaps: Vec<BigUint>, most: usize) {
        self.count += 1u32;
        if self.listed.len() < most {
            self.listed.push(heaps);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counting by residues and counting one by one give the same: the same
    /// period is shifted far out and back.
    #[test]
    fn winning_options_of_large_heaps_are_counted_by_residues() {
        let code: Code = "0.77".parse().unwrap();
        let budget = Budget::unlimited();
        let near = 12 * 800_000 + 7;
        let heap = Heap::new(&code, &near.into(), &budget).unwrap().unwrap();
        let values: Vec<u8> =
            (0..=near).map(|n| heap.values.get(if n < 200 { n } else { 96 + (n - 96) % 12 }).unwrap() as u8).collect();
        for target in [0u8, 3, 8] {
            let mut count = 0u64;
            for left in [near - 1, near - 2] {
                count += u64::from(values[left] == target);
                count += (1..=left / 2).filter(|i| values[*i] ^ values[left - i] == target).count() as u64;
            }
            assert_eq!(
                heap.options_of_value(&target.into(), 5, &budget).unwrap().unwrap().count,
                count.into(),
                "{target}"
            );
        }
    }

    #[test]
    fn a_search_among_very_many_pairs_can_be_given_up() {
        let budget = Budget::unlimited();
        let heap = Heap::new(&"0.77".parse().unwrap(), &1_000_000u32.into(), &budget).unwrap().unwrap();
        budget.cancel();
        assert_eq!(heap.options_of_value(&0u32.into(), 5, &budget), Err(Stopped::Cancelled));
    }

    #[test]
    fn options_of_all_but_games_lead_to_the_value() {
        let code: Code = "subtraction{all but 2,3,7}".parse().unwrap();
        let heap = Heap::new(&code, &10_000_000_000u64.into(), &Budget::unlimited()).unwrap().unwrap();
        let options = heap.options_of_value(&1_000u32.into(), 10, &Budget::unlimited()).unwrap().unwrap();
        assert!(options.count >= 1u32.into());
        for option in options.listed {
            assert_eq!(heap.value_of(&option[0]), Some(1_000u32.into()));
        }
        assert_eq!(heap.options_of_value(&heap.value, 10, &Budget::unlimited()).unwrap().unwrap().count, 0u32.into());
    }

    /// Of a large heap that may fall into three or more, some options of a value
    /// are found, and they are ones.
    #[test]
    fn some_options_of_large_heaps_are_found() {
        for (text, n) in [("0.8", 500u64), ("0.A2", 1_000_000_000_000), ("4.8", 5000), ("0.{2+}", 600), ("8!.8", 450)] {
            let code: Code = text.parse().unwrap();
            let heap = Heap::new(&code, &n.into(), &Budget::unlimited()).unwrap().unwrap();
            for target in (0..4u32).map(BigUint::from).filter(|target| *target < heap.value) {
                let options = heap.options_of_value(&target, 20, &Budget::unlimited()).unwrap().unwrap();
                assert!(options.is_partial && !options.listed.is_empty(), "{text} {target}");
                for option in &options.listed {
                    let left: BigUint = option.iter().sum();
                    let digit = code.digit(usize::try_from(&heap.heap - left).unwrap());
                    assert!(digit.allows(option.len() as u32), "{text} {option:?}");
                    assert!(digit.sizes == Sizes::Any || option.windows(2).all(|pair| pair[0] < pair[1]));
                    let value = option.iter().fold(BigUint::ZERO, |sum, h| sum ^ heap.value_of(h).unwrap());
                    assert_eq!(value, target, "{text} {option:?}");
                }
            }
        }
    }
}
