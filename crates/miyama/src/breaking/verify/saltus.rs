//! The conditions of the theorem of the binary saltus, one combination of heaps
//! after the other.

use super::super::code::{Code, Digit};
use super::super::definition;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use std::collections::BTreeSet;

/// How many combinations are looked at between two looks at the budget.
const LOOK: usize = 1 << 16;

/// A sequence whose values grow by a power of two, over two periods.
pub(super) struct Doubled<'a> {
    pub(super) code: &'a Code,
    pub(super) values: &'a [u16],
    pub(super) s: usize,
    pub(super) p: usize,
    pub(super) saltus: u32,
}

/// Why a check ended before its end.
enum End {
    Stopped(Stopped),
    Refused(Text),
}

impl Doubled<'_> {
    pub(super) fn check(&self, below: u32, budget: &Budget) -> Result<Result<(), Text>, Stopped> {
        let checked = self.no_option(budget).and_then(|()| self.all_options(below, budget));
        match checked {
            Ok(()) => Ok(Ok(())),
            Err(End::Refused(reason)) => Ok(Err(reason)),
            Err(End::Stopped(stopped)) => Err(stopped),
        }
    }

    /// Condition 1, for all heaps below s + P in rising order.
    fn no_option(&self, budget: &Budget) -> Result<(), End> {
        let most = self.code.digits().iter().filter_map(Digit::most).max().unwrap_or(0);
        let mut looks = 0;
        self.further(&mut vec![], most as usize, &mut looks, budget)
    }

    fn further(&self, heaps: &mut Vec<usize>, most: usize, looks: &mut usize, budget: &Budget) -> Result<(), End> {
        *looks += 1;
        if looks.is_multiple_of(LOOK) {
            budget.check().map_err(End::Stopped)?;
        }
        if heaps.last().is_some_and(|heap| *heap >= self.s) {
            self.no_option_of(heaps)?;
        }
        if heaps.len() < most {
            for heap in heaps.last().copied().unwrap_or(1)..self.s + 2 * self.p {
                heaps.push(heap);
                self.further(heaps, most, looks, budget)?;
                heaps.pop();
            }
        }
        Ok(())
    }

    /// Is condition 1 kept by these heaps, whatever is taken?
    fn no_option_of(&self, heaps: &[usize]) -> Result<(), End> {
        let (p, sigma) = (2 * self.p as i64, 2 * self.saltus);
        let value = |heap: usize| u32::from(self.values[heap]);
        let u = |heap: usize| p * i64::from(value(heap) / sigma) - heap as i64;
        let count = u32::try_from(heaps.len()).unwrap_or(u32::MAX);
        let tokens: usize = heaps.iter().sum();
        for k in (0..self.code.digits().len()).filter(|k| self.code.digit(*k).allows(count) && (*k > 0 || count > 1)) {
            let m = (self.s..self.s + 2 * self.p).find(|m| (tokens + k).abs_diff(*m).is_multiple_of(2 * self.p));
            let m = m.expect("one of P heaps in a row");
            let r = heaps.iter().fold(0, |sum, heap| sum ^ (value(*heap) % sigma));
            let d = (heaps.iter().map(|heap| u(*heap)).sum::<i64>() - u(m) - k as i64) / p;
            if r == value(m) % sigma && d >= 0 && d % 2 == 0 {
                let left: Vec<String> = heaps.iter().map(ToString::to_string).collect();
                return Err(End::Refused(say!(
                    "breaking.refused_reached",
                    heap = m,
                    left = left.join(" + "),
                    taken = k
                )));
            }
        }
        Ok(())
    }

    /// Condition 2.
    fn all_options(&self, below: u32, budget: &Budget) -> Result<(), End> {
        let first = self.values.len() - 2 * self.p;
        let sigma = 2 * self.saltus;
        for n in first..self.values.len() {
            budget.report((n - first) as u64, Some(2 * self.p as u64));
            let (mut paired, mut led, mut both) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
            let mut looks = 0usize;
            definition::try_options(self.code, n, &mut |heaps| {
                looks += 1;
                if looks.is_multiple_of(LOOK) {
                    budget.check()?;
                }
                let values: Vec<u32> = heaps.iter().map(|heap| u32::from(self.values[*heap])).collect();
                let value = values.iter().fold(0, |sum, v| sum ^ v);
                let large = || (0..heaps.len()).filter(|i| heaps[*i] >= self.s);
                let leaders: Vec<usize> = large().filter(|i| value ^ values[*i] < sigma).collect();
                if !leaders.is_empty() {
                    led.insert(value);
                }
                for (i, j) in large().flat_map(|i| large().map(move |j| (i, j))).filter(|(i, j)| i < j) {
                    if values[i] / self.saltus == values[j] / self.saltus {
                        paired.insert(value);
                        if leaders.iter().any(|l| *l != i && *l != j) {
                            both.insert(value);
                        }
                    }
                }
                Ok(())
            })
            .map_err(End::Stopped)?;
            let missing = (0..below).find(|v| !paired.contains(v));
            let missing = missing.or_else(|| (below - sigma..below).find(|v| !both.contains(v)));
            let missing = missing.or_else(|| (below..u32::from(self.values[n])).find(|v| !led.contains(v)));
            if let Some(value) = missing {
                return Err(End::Refused(say!("breaking.refused_growth", heap = n, value = value)));
            }
        }
        Ok(())
    }
}
