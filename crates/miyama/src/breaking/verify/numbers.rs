//! Do the numbers of a certificate fit the theorem, before anything is computed?
//!
//! A certificate states no number larger than its period can need, so that a
//! wrong one is refused at once and not after a long computation. Let s be the
//! start, p the period, σ the saltus, s' = max(s, 1).
//! - The theorems of Guy and Smith and of the rare window are applied from s'.
//! - Rare window: L < s'. For if L ≥ s' were rare, then so would be L + p, which
//!   has the same value, and the same parity where that counts.
//! - Rare window: A < s' + p. For a pair i, j with i ≥ s' + p has the value of
//!   i − p, j + p, so that the least A is smaller.
//! - Finite memory: n ≤ s' + T + 1 + 2p + p(s' + p)/max(σ, 1). For let M be the
//!   largest value of heaps below s' + p; it is less than s' + p, as no value
//!   exceeds its heap. If σ = 0 or U does not grow, U is the same from
//!   s' + T + 1 + p on. Else G has no bound, so neither has b: a value that
//!   stayed outside U would be a value of all large heaps. So every value w
//!   comes up, and those up to M + σ do below s' + p + p(M + σ)/σ: after heap
//!   s' + p a value only repeats one from p heaps before, raised by σ. For n
//!   larger than that by T + 1, U(n) holds all of them, and above M + σ it is
//!   U(n+p) lowered by σ.
//! - Binary saltus: Σ ≤ B ≤ n₀ + P, as values below B are options of heaps below
//!   n₀ + P, and no value exceeds its heap.
//! - The values are those that the theorem needs, no fewer and no more.

use super::super::certificate::{Certificate, Theorem};
use super::super::code::{Code, Digit, Sizes};
use miyama_text::{Text, say};

/// More values than this nobody can compute again.
const MOST: usize = 1 << 40;

/// Checks the numbers; what is wrong comes as the reason.
pub(super) fn check(certificate: &Certificate) -> Result<(), Text> {
    if certificate.miyama_certificate != Certificate::VERSION {
        return Err(say!("breaking.refused_version", version = certificate.miyama_certificate));
    }
    if certificate.period.length == 0 {
        return Err(say!("breaking.refused_zero"));
    }
    let large = |n: &usize| *n >= MOST;
    let period = certificate.period;
    let stated = match certificate.because {
        Theorem::LastValues { from, to } | Theorem::GuySmith { from, to } => [from, to, 0],
        Theorem::RareWindow { last_rare, reach, from, .. } => [last_rare, reach, from],
        Theorem::FiniteMemory { at } => [at, 0, 0],
        Theorem::BinarySaltus { from, below } => [from, below as usize, 0],
    };
    // Smaller numbers can be added and multiplied below without a care.
    if let Some(number) = stated.iter().chain(&[period.start, period.length, certificate.values]).find(|n| large(n)) {
        return Err(say!("breaking.refused_large", number = *number));
    }
    let needed = needed(certificate)?;
    if certificate.values < needed {
        return Err(say!("breaking.refused_short", values = certificate.values, needed = needed));
    }
    if certificate.values > needed {
        return Err(say!("breaking.refused_long", values = certificate.values, needed = needed));
    }
    let (listed, all) = (certificate.first_values.len(), needed.min(Certificate::LISTED));
    if listed != all {
        return Err(say!("breaking.refused_listed", listed = listed, needed = all));
    }
    Ok(())
}

/// The largest number of heaps that a move can leave.
fn most_heaps(code: &Code) -> Result<usize, Text> {
    let most = code.digits().iter().chain(code.tail()).map(Digit::most).collect::<Option<Vec<u32>>>();
    let most = most.ok_or_else(|| say!("breaking.refused_any_heaps"))?;
    Ok(most.into_iter().max().unwrap_or(0).max(1) as usize)
}

/// How many values the theorem rests on, if it applies to the code with these
/// numbers.
fn needed(certificate: &Certificate) -> Result<usize, Text> {
    let code = &certificate.code;
    let (start, p) = (certificate.period.start, certificate.period.length);
    let theorem = certificate.because.name();
    let most = most_heaps(code)?;
    let taken = (code.digits().len() - 1).max(1);
    let finite_and_free = |from: usize| {
        if code.digits().iter().chain(code.tail()).any(|digit| digit.sizes != Sizes::Any) {
            return Err(say!("breaking.refused_sizes", theorem = theorem));
        }
        if !code.tail().is_empty() {
            return Err(say!("breaking.refused_endless", theorem = theorem));
        }
        if from != start.max(1) {
            return Err(say!("breaking.refused_from", start = start, needed = start.max(1), stated = from));
        }
        Ok(())
    };
    let saltus = certificate.period.saltus;
    let refused_saltus = || say!("breaking.refused_saltus", theorem = theorem, saltus = saltus);
    let unchanging = || if saltus == 0 { Ok(()) } else { Err(refused_saltus()) };
    match certificate.because {
        Theorem::LastValues { from, to } | Theorem::GuySmith { from, to } => {
            finite_and_free(from)?;
            unchanging()?;
            // Each of the two under its own name, and with its own window.
            let last_values = matches!(certificate.because, Theorem::LastValues { .. });
            if last_values && most != 1 {
                return Err(say!("breaking.refused_heaps", theorem = theorem, needed = 1, heaps = most));
            }
            let heaps = if last_values { 1 } else { most.max(2) };
            let wanted = heaps * (from + p) - p + taken;
            if to != wanted {
                return Err(say!("breaking.refused_window", needed = wanted, stated = to));
            }
            Ok(to + p)
        }
        Theorem::RareWindow { positional, last_rare, reach, from, .. } => {
            if most != 2 {
                return Err(say!("breaking.refused_heaps", theorem = theorem, needed = 2, heaps = most));
            }
            finite_and_free(from)?;
            unchanging()?;
            let splits: Vec<usize> = (0..=taken).filter(|k| code.digit(*k).allows(2)).collect();
            if positional && splits.iter().any(|k| k % 2 != splits[0] % 2) {
                return Err(say!("breaking.refused_parities"));
            }
            if positional && !p.is_multiple_of(2) {
                return Err(say!("breaking.refused_odd", period = p));
            }
            if last_rare >= from {
                return Err(say!("breaking.refused_last_rare", last = last_rare, from = from));
            }
            if reach >= from + p {
                return Err(say!("breaking.refused_reach", reach = reach, most = from + p - 1));
            }
            Ok(from + taken + last_rare.max(reach) + p)
        }
        Theorem::FiniteMemory { at } => {
            if most != 1 {
                return Err(say!("breaking.refused_heaps", theorem = theorem, needed = 1, heaps = most));
            }
            if code.tail().len() != 1 {
                return Err(say!("breaking.refused_tail", theorem = theorem));
            }
            let horizon = code.digits().len() - 1;
            let least = (start + horizon).max(horizon + 1);
            let from = start.max(1);
            let growing = p.saturating_mul(from + p) / (saltus.max(1) as usize);
            let latest = (from + horizon + 1 + 2 * p).saturating_add(growing);
            if !(least..=latest).contains(&at) {
                return Err(say!("breaking.refused_at", least = least, latest = latest, at = at));
            }
            Ok(at + p)
        }
        Theorem::BinarySaltus { from, below } => {
            finite_and_free(from)?;
            // The values are at most 2^16: see `recompute`.
            if !saltus.is_power_of_two() || saltus >= 1 << 16 {
                return Err(refused_saltus());
            }
            let needed = most * (from + 2 * p) + taken + 2 * p;
            let least = 2 * saltus as usize;
            if !(least..=needed).contains(&(below as usize)) {
                return Err(say!("breaking.refused_below", below = below, least = least, most = needed));
            }
            Ok(needed)
        }
    }
}
