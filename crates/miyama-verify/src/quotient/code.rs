//! Codes of taking-and-breaking games, read for the check alone.
//!
//! Digit k says into how many heaps the rest may be left after taking k tokens: bit r
//! of a digit 0…F stands for r heaps, `{0,2,5+}` lists them. `!` behind a digit asks for
//! heaps of different sizes, `=` for equal ones; digits in brackets repeat for ever.

use miyama_language::budget::{Budget, Stopped};

/// A digit.
#[derive(Clone, Debug, Default)]
struct Digit {
    heaps: Vec<usize>,
    /// Every number from this one on.
    from: Option<usize>,
    sizes: Sizes,
}

impl Digit {
    fn is_zero(&self) -> bool {
        self.heaps.is_empty() && self.from.is_none()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sizes {
    #[default]
    Any,
    Different,
    Equal,
}

/// A code.
#[derive(Clone, Debug)]
pub(super) struct Code {
    digits: Vec<Digit>,
    repeated: Vec<Digit>,
}

impl Code {
    /// Reads a code; `None` if it is not one in digits.
    pub(super) fn read(text: &str) -> Option<Code> {
        let (first, rest) = text.split_once('.')?;
        let (plain, repeated) = match rest.strip_suffix(']') {
            Some(rest) => rest.split_once('[')?,
            None => (rest, ""),
        };
        let mut digits = digits(first)?;
        // Who takes nothing must break the heap, so that play ends.
        let breaks = |digit: &Digit| digit.heaps.iter().chain(&digit.from).all(|heaps| *heaps > 1);
        if digits.len() != 1 || !breaks(&digits[0]) {
            return None;
        }
        digits.extend(self::digits(plain)?);
        let mut repeated = self::digits(repeated)?;
        if repeated.iter().all(Digit::is_zero) {
            repeated.clear();
        }
        Some(Code { digits, repeated })
    }

    fn digit(&self, taken: usize) -> Option<&Digit> {
        match taken.checked_sub(self.digits.len()) {
            None => self.digits.get(taken),
            Some(_) if self.repeated.is_empty() => None,
            Some(beyond) => self.repeated.get(beyond % self.repeated.len()),
        }
    }

    /// Most tokens that a move takes and most heaps that it leaves, if both are bounded
    /// and sizes do not matter.
    pub(super) fn reach(&self) -> Option<(usize, usize)> {
        let free = self.digits.iter().all(|digit| digit.sizes == Sizes::Any && digit.from.is_none());
        let left = self.digits.iter().flat_map(|digit| digit.heaps.iter().copied()).max().unwrap_or(0);
        // Zeros at the end say nothing.
        let taken = self.digits.iter().rposition(|digit| !digit.is_zero()).unwrap_or(0);
        (free && self.repeated.is_empty()).then_some((taken, left))
    }

    /// Calls `visit` with the heaps that each move leaves of a heap of `n`.
    pub(super) fn moves(&self, n: usize, budget: &Budget, visit: &mut dyn FnMut(&[usize])) -> Result<(), Stopped> {
        let mut looked_at = 0u64;
        for taken in 0..=n {
            let Some(digit) = self.digit(taken) else { continue };
            let most = match digit.from {
                Some(_) => n,
                None => digit.heaps.iter().copied().max().unwrap_or(0),
            };
            leave(n - taken, n, most, &mut vec![], &mut |heaps| {
                looked_at += 1;
                if looked_at.is_multiple_of(4096) {
                    budget.check()?;
                }
                let count = heaps.len();
                let allowed = digit.heaps.contains(&count) || digit.from.is_some_and(|from| count >= from);
                let sizes = match digit.sizes {
                    Sizes::Any => true,
                    Sizes::Different => heaps.windows(2).all(|pair| pair[0] > pair[1]),
                    Sizes::Equal => heaps.iter().all(|heap| heap == &heaps[0]),
                };
                // A move takes something or breaks something.
                if allowed && sizes && (taken > 0 || count > 1) {
                    visit(heaps);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// All ways to leave `rest` in at most `most` heaps of at most `largest`, largest first.
fn leave(
    rest: usize,
    largest: usize,
    most: usize,
    heaps: &mut Vec<usize>,
    visit: &mut dyn FnMut(&[usize]) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    if rest == 0 {
        return visit(heaps);
    }
    if most > 0 {
        for heap in rest.div_ceil(most)..=largest.min(rest) {
            heaps.push(heap);
            leave(rest - heap, heap, most - 1, heaps, visit)?;
            heaps.pop();
        }
    }
    Ok(())
}

fn digits(text: &str) -> Option<Vec<Digit>> {
    let mut digits = Vec::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let mut digit = Digit::default();
        if sign == '{' {
            let (inside, after) = rest[1..].split_once('}')?;
            for number in inside.split(',').map(str::trim).filter(|number| !number.is_empty()) {
                match number.strip_suffix('+') {
                    Some(from) => digit.from = Some(from.parse().ok()?),
                    None => digit.heaps.push(number.parse().ok()?),
                }
            }
            rest = after;
        } else {
            let value = sign.to_digit(16)?;
            digit.heaps = (0..4).filter(|r| value >> r & 1 == 1).collect();
            rest = &rest[1..];
        }
        for (mark, sizes) in [('!', Sizes::Different), ('=', Sizes::Equal)] {
            if let Some(after) = rest.strip_prefix(mark) {
                (digit.sizes, rest) = (sizes, after);
            }
        }
        digits.push(digit);
    }
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(code: &str, n: usize) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        Code::read(code).unwrap().moves(n, &Budget::unlimited(), &mut |heaps| all.push(heaps.to_vec())).unwrap();
        all.sort();
        all
    }

    #[test]
    fn moves_are_those_of_the_digits() {
        assert_eq!(moves("0.77", 3), [vec![1], vec![1, 1], vec![2]]);
        assert_eq!(moves("0.77", 2), [vec![], vec![1]]);
        assert_eq!(moves("4.0", 4), [vec![2, 2], vec![3, 1]]);
        assert_eq!(moves("4!.0", 4), [vec![3, 1]]);
        assert_eq!(moves("4=.0", 4), [vec![2, 2]]);
        assert_eq!(moves("0.[3]", 2), [vec![], vec![1]]);
        assert_eq!(moves("0.0{0,3+}", 6), [vec![1, 1, 1, 1], vec![2, 1, 1]]);
        assert!(Code::read("0.7G").is_none() && Code::read("77").is_none());
    }
}
