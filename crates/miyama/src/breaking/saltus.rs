//! Applies the theorem of the binary saltus, which is stated and proved in
//! [`certificate`](super::certificate).

use super::certificate::{Period, Theorem};
use super::code::Code;
use super::definition::try_options;
use super::values::Stored;
use miyama_budget::{Budget, Stopped};
use std::collections::HashMap;

/// More steps than this are not worth a proof.
const MOST_STEPS: f64 = 1e8;

/// How many options are looked at between two looks at the budget.
const LOOK: usize = 1 << 14;

/// The theorem with its numbers, if it applies and there are enough values.
pub(super) fn binary_saltus(
    code: &Code,
    values: Stored<'_>,
    period: Period,
    budget: &Budget,
) -> Result<Option<Theorem>, Stopped> {
    let Some((first, heaps)) = first(code, period, values.len()) else { return Ok(None) };
    let (from, double) = (period.start.max(1), 2 * period.length);
    let values: Vec<u32> = values.iter().take(first + double).collect();
    let growth = Growth { code, values: &values, from, double, saltus: period.saltus, budget };
    if growth.may_be_an_option(heaps)? {
        return Ok(None);
    }
    Ok(growth.below(first)?.map(|below| Theorem::BinarySaltus { from, below }))
}

/// n₀ and R, if the theorem speaks of such a code and period, and `count` values
/// are enough.
fn first(code: &Code, period: Period, count: usize) -> Option<(usize, usize)> {
    let (longest, heaps) = (code.longest()?.max(1), code.most_heaps()?.max(1) as usize);
    if !code.is_free() || !period.saltus.is_power_of_two() {
        return None;
    }
    let double = period.length.checked_mul(2)?;
    let first = heaps.checked_mul(period.start.max(1).checked_add(double)?)?.checked_add(longest)?;
    let end = first.checked_add(double)?;
    let is_short = steps(end, heaps) * (double * code.digits().len()) as f64 <= MOST_STEPS;
    (end <= count && is_short).then_some((first, heaps))
}

/// About how many ways there are to leave `heaps` heaps of `n` tokens in all:
/// n^(h−1) / (h!·(h−1)!).
fn steps(n: usize, heaps: usize) -> f64 {
    (1..heaps).fold(1.0, |ways, h| ways * n as f64 / (h * (h + 1)) as f64)
}

/// The numbers of the theorem: s, P = 2p and σ.
struct Growth<'a> {
    code: &'a Code,
    values: &'a [u32],
    from: usize,
    double: usize,
    saltus: u32,
    budget: &'a Budget,
}

/// What counts of some heaps: their tokens modulo P, the sum of r, whether one
/// is at least s, and the sum of u modulo 2P.
type Class = (usize, u32, bool, i64);

impl Growth<'_> {
    fn u(&self, heap: usize) -> i64 {
        self.double as i64 * i64::from(self.values[heap] / (2 * self.saltus)) - heap as i64
    }

    fn r(&self, heap: usize) -> u32 {
        self.values[heap] % (2 * self.saltus)
    }

    /// Is there a class of heaps that condition 1 forbids? D is even or odd by
    /// the class, so that of every class only the largest sum of u matters.
    /// If there are too many classes, there may be.
    fn may_be_an_option(&self, heaps: usize) -> Result<bool, Stopped> {
        let (s, p) = (self.from, self.double);
        let around = 2 * p as i64;
        let mut one: HashMap<Class, i64> = HashMap::new();
        for heap in 1..s + p {
            let u = self.u(heap);
            let best = one.entry((heap % p, self.r(heap), heap >= s, u.rem_euclid(around))).or_insert(u);
            *best = (*best).max(u);
        }
        let mut several = HashMap::from([((0, 0, false, 0), 0)]);
        for count in 1..=heaps {
            if (several.len() * one.len()) as f64 > MOST_STEPS {
                return Ok(true);
            }
            let mut more: HashMap<Class, i64> = HashMap::new();
            for ((tokens, r, is_large, _), u) in &several {
                self.budget.check()?;
                for ((tokens_more, r_more, is_large_more, _), u_more) in &one {
                    let u = u + u_more;
                    let class =
                        ((tokens + tokens_more) % p, r ^ r_more, *is_large || *is_large_more, u.rem_euclid(around));
                    let best = more.entry(class).or_insert(u);
                    *best = (*best).max(u);
                }
            }
            several = more;
            if self.is_reached(&several, count) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does condition 1 fail with `count` heaps of these classes?
    fn is_reached(&self, classes: &HashMap<Class, i64>, count: usize) -> bool {
        let (s, p) = (self.from, self.double);
        let allowed = |k: &usize| u32::try_from(count).is_ok_and(|count| self.code.digit(*k).allows(count));
        let taken: Vec<usize> = (0..self.code.digits().len()).filter(allowed).filter(|k| *k > 0 || count > 1).collect();
        classes.iter().filter(|(class, _)| class.2).any(|((tokens, r, ..), u)| {
            taken.iter().any(|k| {
                let m = s + (tokens + k + p - s % p) % p;
                let d = (u - self.u(m) - *k as i64) / p as i64;
                *r == self.r(m) && d >= 0 && d % 2 == 0
            })
        })
    }

    /// The least B of condition 2, with heaps from `first` on.
    fn below(&self, first: usize) -> Result<Option<u32>, Stopped> {
        let values = self.values;
        let step = 2 * self.saltus;
        let (mut least, mut most) = (step, u32::MAX);
        let mut paired_and_led = vec![true; first + self.double];
        let mut looks = 0usize;
        for n in first..first + self.double {
            let own = values[n];
            let mut seen = vec![Seen::default(); own as usize];
            try_options(self.code, n, &mut |heaps| {
                looks += 1;
                if looks.is_multiple_of(LOOK) {
                    self.budget.check()?;
                }
                let value = heaps.iter().fold(0, |sum, heap| sum ^ values[*heap]);
                if let Some(seen) = seen.get_mut(value as usize) {
                    self.look(heaps, value, seen);
                }
                Ok(())
            })?;
            most = most.min((0..own).find(|v| !seen[*v as usize].paired).unwrap_or(own));
            least = least.max((0..own).rev().find(|v| !seen[*v as usize].led).map_or(0, |v| v + 1));
            paired_and_led.truncate(seen.len());
            paired_and_led.iter_mut().zip(&seen).for_each(|(all, seen)| *all &= seen.paired_and_led);
        }
        let is_bound = |b: &u32| paired_and_led[(b - step) as usize..*b as usize].iter().all(|both| *both);
        Ok((least..=most).find(is_bound))
    }

    /// What an option of this value shows.
    fn look(&self, heaps: &[usize], value: u32, seen: &mut Seen) {
        let leads = |i: usize| heaps[i] >= self.from && value ^ self.values[heaps[i]] < 2 * self.saltus;
        let floor = |i: usize| (heaps[i] >= self.from).then(|| self.values[heaps[i]] / self.saltus);
        seen.led |= (0..heaps.len()).any(leads);
        for i in 0..heaps.len() {
            for j in (0..i).filter(|j| floor(i).is_some() && floor(*j) == floor(i)) {
                seen.paired = true;
                seen.paired_and_led |= (0..heaps.len()).any(|l| l != i && l != j && leads(l));
            }
        }
    }
}

/// How a value was seen among the options of a heap.
#[derive(Clone, Copy, Default)]
struct Seen {
    paired: bool,
    led: bool,
    paired_and_led: bool,
}
