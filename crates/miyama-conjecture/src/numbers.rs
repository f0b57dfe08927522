//! Sets of numbers that repeat from some point on, as conditions.

use crate::condition::Condition;

/// The cells that numbers are sorted into: those below `cap` each by itself, the
/// others by their residue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// From this number on they repeat.
    pub cap: u64,
    /// With this period.
    pub modulus: u64,
}

impl Cells {
    /// How many cells there are.
    #[must_use]
    pub fn count(self) -> usize {
        usize::try_from(self.cap + self.modulus).unwrap_or(usize::MAX)
    }

    /// The cell of a number.
    #[must_use]
    pub fn of(self, number: u64) -> usize {
        usize::try_from(self.smallest(number)).unwrap_or(usize::MAX)
    }

    /// The smallest number of the same cell.
    #[must_use]
    pub fn smallest(self, number: u64) -> u64 {
        if number < self.cap { number } else { self.cap + (number - self.cap) % self.modulus }
    }

    /// The condition on `of` that selects these cells.
    pub(crate) fn condition(self, chosen: &[bool], of: &str) -> Condition {
        let inside = |number: u64| chosen[self.of(number)];
        let modulus = (1..=self.modulus)
            .find(|m| {
                self.modulus.is_multiple_of(*m)
                    && (0..self.modulus).all(|i| inside(self.cap + i) == inside(self.cap + i % m))
            })
            .unwrap_or(self.modulus);
        // The least number from which on it repeats.
        let from =
            (0..=self.cap).find(|from| (*from..self.cap).all(|n| inside(n) == inside(n + modulus))).unwrap_or(self.cap);
        let before: Vec<u64> = (0..from).filter(|n| inside(*n)).collect();
        let late: Vec<u64> = (from..from + modulus).filter(|n| inside(*n)).collect();
        if late.is_empty() {
            return among(of, &before);
        }
        let least = |from: u64| if from == 0 { Condition::True } else { Condition::atom(format!("{of} >= {from}")) };
        if modulus == 1 {
            // A run up to the point from which on all are inside is part of it.
            let start = (0..=from).rev().take_while(|n| *n == from || before.contains(n)).last().unwrap_or(from);
            let early: Vec<u64> = before.into_iter().filter(|n| *n < start).collect();
            return match missing(start, &early) {
                Some(one) => Condition::atom(format!("{of} != {one}")),
                None => among(of, &early).or(least(start)),
            };
        }
        // `mod` binds tighter than a difference.
        let term = if of.contains(['+', '-']) && !of.starts_with('|') && !of.contains('(') {
            format!("({of})")
        } else {
            of.to_owned()
        };
        let mut residues: Vec<u64> = late.iter().map(|n| n % modulus).collect();
        residues.sort_unstable();
        let repeats = match residues.as_slice() {
            [only] => Condition::atom(format!("{term} mod {modulus} = {only}")),
            most if most.len() as u64 + 1 == modulus => {
                let missing = (0..modulus).find(|residue| !most.contains(residue)).unwrap_or(0);
                Condition::atom(format!("{term} mod {modulus} != {missing}"))
            }
            several => Condition::atom(format!("{term} mod {modulus} in {{{}}}", list(several))),
        };
        let ruled: Vec<u64> = (0..from).filter(|n| residues.contains(&(n % modulus))).collect();
        let extra: Vec<u64> = before.iter().copied().filter(|n| !ruled.contains(n)).collect();
        let absent: Vec<u64> = ruled.iter().copied().filter(|n| !before.contains(n)).collect();
        match (extra.as_slice(), absent.as_slice()) {
            (_, []) => among(of, &extra).or(repeats),
            // Those that the rule has too many come before all others.
            (_, [.., last]) if ruled.iter().all(|n| n > last || absent.contains(n)) => {
                among(of, &extra).or(least(last + 1).and(repeats))
            }
            (_, [only]) => among(of, &extra).or(Condition::atom(format!("{of} != {only}")).and(repeats)),
            _ => among(of, &before).or(least(from).and(repeats)),
        }
    }
}

/// The only number below `from` that is not in the list, if there is just one.
fn missing(from: u64, list: &[u64]) -> Option<u64> {
    let mut absent = (0..from).filter(|n| !list.contains(n));
    let one = absent.next()?;
    (absent.next().is_none() && from > 1).then_some(one)
}

/// The condition that a number is one of these, which are sorted.
pub(crate) fn among(of: &str, members: &[u64]) -> Condition {
    match members {
        [] => Condition::False,
        [only] => Condition::atom(format!("{of} = {only}")),
        [0, .., last] if members.len() as u64 == last + 1 => Condition::atom(format!("{of} <= {last}")),
        [first, .., last] if members.len() as u64 == last - first + 1 && members.len() > 2 => {
            Condition::atom(format!("{first} <= {of} <= {last}"))
        }
        several => Condition::atom(format!("{of} in {{{}}}", list(several))),
    }
}

fn list(numbers: &[u64]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(cap: u64, modulus: u64, inside: impl Fn(u64) -> bool) -> String {
        let cells = Cells { cap, modulus };
        let chosen: Vec<bool> = (0..cap + modulus).map(inside).collect();
        cells.condition(&chosen, "t").text()
    }

    #[test]
    fn sets_of_numbers_are_told_as_people_do() {
        assert_eq!(told(4, 3, |n| n % 3 == 1), "t mod 3 = 1");
        assert_eq!(told(4, 3, |n| n <= 1), "t <= 1");
        assert_eq!(told(4, 3, |n| n >= 2), "t >= 2");
        assert_eq!(told(4, 3, |n| n != 2), "t != 2");
        assert_eq!(told(6, 2, |n| n >= 3 && n % 2 == 0), "t >= 3 and t mod 2 = 0");
        assert_eq!(told(6, 2, |n| n >= 5 && n % 2 == 1), "t >= 4 and t mod 2 = 1");
        assert_eq!(told(6, 2, |n| n == 2 || n % 2 == 1), "t = 2 or t mod 2 = 1");
        assert_eq!(told(3, 2, |_| true), "true");
        assert_eq!(told(3, 2, |_| false), "false");
        assert_eq!(told(9, 1, |n| (3..=5).contains(&n)), "3 <= t <= 5");
        let even = Cells { cap: 0, modulus: 2 }.condition(&[true, false], "b-a").text();
        assert_eq!(even, "(b-a) mod 2 = 0");
    }
}
