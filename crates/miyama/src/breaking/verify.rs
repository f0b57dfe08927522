//! Checks a certificate again from the start.
//!
//! Nothing here is shared with the search: the values are computed anew by
//! plain loops (`recompute`), and the conditions of the theorems in
//! [`certificate`](super::certificate) are checked word by word.

mod numbers;
mod recompute;
mod saltus;

use super::certificate::{Certificate, Period, Theorem};
use super::code::Code;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The period is proven.
    Holds,
    /// It is not proven by this certificate, for this reason.
    Refused(Text),
}

/// Checks a certificate.
///
/// ```
/// use miyama::breaking::{code::Code, period::{certify, find, Verdict}, values::NimValues, verify::{check, Check}};
/// use miyama_budget::Budget;
/// let mut values = NimValues::new(&"0.07".parse::<Code>()?);
/// let Verdict::Proven(period, because) = find(&mut values, 1000, &Budget::unlimited())? else { panic!() };
/// let mut certificate = certify(&values, period, because);
/// assert_eq!(check(&certificate, &Budget::unlimited())?, Check::Holds);
/// certificate.period.length = 68;
/// assert!(matches!(check(&certificate, &Budget::unlimited())?, Check::Refused(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Stopped`] if the budget does not allow the computation.
pub fn check(certificate: &Certificate, budget: &Budget) -> Result<Check, Stopped> {
    if let Err(reason) = numbers::check(certificate) {
        return Ok(Check::Refused(reason));
    }
    budget.need(3 * certificate.values as u64)?;
    let Some(values) = recompute::values(&certificate.code, certificate.values, budget)? else {
        return Ok(Check::Refused(say!("breaking.refused_wide")));
    };
    for condition in [stated_values, agreement, least] {
        if let Err(reason) = condition(certificate, &values) {
            return Ok(Check::Refused(reason));
        }
        budget.check()?;
    }
    Ok(theorem(certificate, &values, budget)?.map_or_else(Check::Refused, |()| Check::Holds))
}

/// Are the values those that the certificate states?
fn stated_values(certificate: &Certificate, values: &[u16]) -> Result<(), Text> {
    let wrong = certificate.first_values.iter().zip(values).position(|(stated, own)| *stated != u32::from(*own));
    if let Some(n) = wrong {
        let stated = certificate.first_values[n];
        return Err(say!("breaking.refused_value", heap = n, stated = stated, value = values[n]));
    }
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for value in &values[..certificate.values] {
        hash = (hash ^ u64::from(*value)).wrapping_mul(0x0100_0000_01b3);
    }
    if format!("{hash:016x}") != certificate.hash {
        return Err(say!("breaking.refused_hash"));
    }
    Ok(())
}

/// G(n+p) = G(n) + saltus for all values there are, from the start on.
fn agreement(certificate: &Certificate, values: &[u16]) -> Result<(), Text> {
    let (s, p) = (certificate.period.start, certificate.period.length);
    let saltus = certificate.period.saltus;
    match (s..certificate.values - p).find(|n| u32::from(values[n + p]) != u32::from(values[*n]) + saltus) {
        Some(n) => {
            Err(say!("breaking.refused_agreement", heap = n, value = values[n], later = n + p, other = values[n + p]))
        }
        None => Ok(()),
    }
}

/// No smaller start and no smaller period would do. The least period divides
/// every other, so its multiples by a prime are all that has to be ruled out.
fn least(certificate: &Certificate, values: &[u16]) -> Result<(), Text> {
    let (s, p) = (certificate.period.start, certificate.period.length);
    let saltus = certificate.period.saltus;
    if s > 0 && u32::from(values[s - 1 + p]) == u32::from(values[s - 1]) + saltus {
        return Err(say!("breaking.refused_start", start = s));
    }
    for q in
        (2..=p).filter(|q| p.is_multiple_of(*q) && (2..*q).take_while(|d| d * d <= *q).all(|d| !q.is_multiple_of(d)))
    {
        let part = p / q;
        let divides = usize::try_from(saltus).is_ok_and(|s| s.is_multiple_of(q));
        let step = saltus / u32::try_from(q).unwrap_or(u32::MAX);
        if divides && (s..s + p - part).all(|n| u32::from(values[n + part]) == u32::from(values[n]) + step) {
            return Err(say!("breaking.refused_period", period = p, smaller = part));
        }
    }
    Ok(())
}

/// The conditions of the theorem that are not agreement of values.
fn theorem(certificate: &Certificate, values: &[u16], budget: &Budget) -> Result<Result<(), Text>, Stopped> {
    match certificate.because {
        // Agreement from s to R(s+p) − p + t, which `numbers` and `agreement` saw to.
        Theorem::LastValues { .. } | Theorem::GuySmith { .. } => Ok(Ok(())),
        Theorem::RareWindow { mask, positional, last_rare, reach, from } => {
            let code = &certificate.code;
            let taken = (0..code.digits().len()).find(|k| code.digit(*k).allows(2)).unwrap_or(0);
            let window = Window { code, taken, mask, positional, last_rare, reach };
            let first = from + (certificate.code.digits().len() - 1).max(1) + last_rare.max(reach);
            window.check(values, first, certificate.period.length, budget)
        }
        Theorem::FiniteMemory { at } => Ok(memory(certificate, values, at)),
        Theorem::BinarySaltus { from, below } => {
            let Period { length, saltus, .. } = certificate.period;
            saltus::Doubled { code: &certificate.code, values, s: from, p: length, saltus }.check(below, budget)
        }
    }
}

/// The theorem of the rare window, conditions 1 and 3.
struct Window<'a> {
    code: &'a Code,
    /// The least number of tokens after which two heaps may be left.
    taken: usize,
    mask: u32,
    positional: bool,
    last_rare: usize,
    reach: usize,
}

impl Window<'_> {
    /// Two common heaps i + j = n − k must not make a value of the class of n.
    fn is_common(&self, value: u32, n: usize) -> bool {
        let position = if self.positional { n + self.taken } else { 0 };
        ((value & self.mask).count_ones() as usize + position) % 2 == 1
    }

    fn check(&self, values: &[u16], first: usize, p: usize, budget: &Budget) -> Result<Result<(), Text>, Stopped> {
        let rare = (self.last_rare + 1..first + p).find(|n| !self.is_common(u32::from(values[*n]), *n));
        if let Some(n) = rare {
            return Ok(Err(say!("breaking.refused_rare", heap = n)));
        }
        let digits = 0..self.code.digits().len();
        let leaving: Vec<usize> = digits.clone().filter(|k| *k > 0 && self.code.digit(*k).allows(1)).collect();
        let splits: Vec<usize> = digits.filter(|k| self.code.digit(*k).allows(2)).collect();
        for n in first..first + p {
            budget.check()?;
            budget.report((n - first) as u64, Some(p as u64));
            let mut wanted: Vec<bool> = (0..values[n]).map(|w| !self.is_common(u32::from(w), n)).collect();
            let mut missing = wanted.iter().filter(|w| **w).count();
            let mut see = |value: u16, missing: &mut usize| {
                if let Some(w) = wanted.get_mut(usize::from(value)).filter(|w| **w) {
                    *w = false;
                    *missing -= 1;
                }
            };
            for k in &leaving {
                see(values[n - k], &mut missing);
            }
            for i in 1..=self.reach {
                if missing == 0 {
                    break;
                }
                for k in splits.iter().filter(|k| i < n - **k) {
                    see(values[i] ^ values[n - k - i], &mut missing);
                }
            }
            if let Some(w) = wanted.iter().position(|w| *w) {
                return Ok(Err(say!("breaking.refused_witness", heap = n, value = w)));
            }
        }
        Ok(Ok(()))
    }
}

/// The theorem of finite memory.
fn memory(certificate: &Certificate, values: &[u16], at: usize) -> Result<(), Text> {
    let horizon = certificate.code.digits().len() - 1;
    let beyond = certificate.code.digit(horizon + 1);
    let data = |n: usize| {
        let mut used: Vec<u16> = if beyond.allows(1) { values[1..n - horizon].to_vec() } else { vec![] };
        used.extend(beyond.allows(0).then_some(0));
        used.sort_unstable();
        used.dedup();
        let base = (0u16..).zip(&used).find(|(i, u)| i != *u).map_or(used.len(), |(i, _)| usize::from(i));
        let relative = |v: &u16| i64::from(*v) - base as i64;
        let above: Vec<i64> = used.iter().map(relative).filter(|v| *v > 0).collect();
        let last: Vec<i64> = values[n - horizon..n].iter().map(relative).collect();
        (base, above, last)
    };
    let (before, after) = (data(at), data(at + certificate.period.length));
    let grown = after.0.checked_sub(before.0) == usize::try_from(certificate.period.saltus).ok();
    if grown && before.1 == after.1 && before.2 == after.2 {
        Ok(())
    } else {
        Err(say!("breaking.refused_memory", heap = at))
    }
}
