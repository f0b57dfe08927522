//! The genus of a game: its nim value, and its misère nim values beside nim heaps of two.
//!
//! Let γ(G) be 1 if G has no option, else the least number that is no γ(G′); then γ(G)
//! is the one m for which G + ∗m is a misère P-position. The genus lists the nim value
//! g(G) and γᵢ = γ(G + i·∗2), i = 0, 1, …, and is written g^γ₀γ₁….
//!
//! *Recursion.* The options of G + i·∗2 are G′ + i·∗2 and, for i ≥ 1, G + (i−1)·∗2 plus ∗1 or
//! nothing. Since γ(G + ∗1) = γ(G) ⊕ 1, γᵢ(G) is the least number that is neither a
//! γᵢ(G′) nor γᵢ₋₁(G) nor γᵢ₋₁(G) ⊕ 1. (That γ(G + ∗1) = γ(G) ⊕ 1: by induction the
//! options of G + ∗1 have the values γ(G′) ⊕ 1 and γ(G). If γ(G) = m is even, the numbers
//! below m are those values ⊕ 1 in pairs, m is γ(G) and m + 1 is no γ(G′) ⊕ 1; the same
//! for odd m, and G = 0 gives γ(∗1) = 0.)
//!
//! *End.* If from index m on the values of all options have period 2, then γᵢ depends
//! on γᵢ₋₁ and the parity of i alone; so once γᵢ = γᵢ₋₂ with i − 2 ≥ m, it has period 2 from
//! i − 2 on. Such an i comes: there are finitely many values.

use std::fmt;

/// A genus: the last two of `misere` repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The nim value.
    pub normal: u32,
    /// γ₀, γ₁, …; the last two repeat.
    pub misere: Vec<u32>,
}

impl Genus {
    /// The genus of the game with options of these genera.
    #[must_use]
    pub fn of_options(options: &[Genus]) -> Genus {
        let normal = mex(options.iter().map(|option| option.normal).collect());
        let settled = options.iter().map(|option| option.misere.len().saturating_sub(2)).max().unwrap_or(0);
        let mut misere: Vec<u32> = Vec::new();
        loop {
            let i = misere.len();
            let mut values: Vec<u32> = options.iter().map(|option| option.at(i)).collect();
            if let Some(before) = misere.last() {
                values.extend([*before, before ^ 1]);
            } else if options.is_empty() {
                misere.push(1);
                continue;
            }
            misere.push(mex(values));
            if i >= settled + 2 && misere[i] == misere[i - 2] {
                break;
            }
        }
        Genus::shortest(normal, misere)
    }

    /// With the shortest list whose last two repeat.
    pub(crate) fn shortest(normal: u32, mut misere: Vec<u32>) -> Genus {
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        Genus { normal, misere }
    }

    /// As books print it, 0¹²⁰; values of two digits stand in parentheses.
    ///
    /// ```
    /// use miyama_misere::Genus;
    /// assert_eq!(Genus { normal: 0, misere: vec![1, 2, 0] }.raised(), "0¹²⁰");
    /// assert_eq!(Genus { normal: 9, misere: vec![10, 8] }.raised(), "9⁽¹⁰⁾⁸");
    /// ```
    #[must_use]
    pub fn raised(&self) -> String {
        const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let raise = |sign: char| match sign {
            '(' => '⁽',
            ')' => '⁾',
            digit => digit.to_digit(10).map_or(digit, |digit| DIGITS[digit as usize]),
        };
        let text = self.to_string();
        let (normal, misere) = text.split_once('^').unwrap_or((&text, ""));
        normal.chars().chain(misere.chars().map(raise)).collect()
    }

    fn at(&self, i: usize) -> u32 {
        at(&self.misere, i, self.misere.len().saturating_sub(2))
    }

    /// Is this the genus of a sum of nim heaps? 0^120, 1^031, or n^n(n⊕2).
    #[must_use]
    pub fn is_tame(&self) -> bool {
        let n = self.normal;
        match self.misere.as_slice() {
            [1, 2, 0] => n == 0,
            [0, 3, 1] => n == 1,
            [first, second] => *first == n && *second == n ^ 2,
            _ => false,
        }
    }
}

/// Value i of a list in which the entries from `from` on, two of them, repeat.
fn at(list: &[u32], i: usize, from: usize) -> u32 {
    if i < list.len() { list[i] } else { list[from + (i - from) % 2] }
}

/// The least number that is not among these.
pub(crate) fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    let mut least = 0;
    for value in values {
        least += u32::from(value == least);
    }
    least
}

/// `0^120`; values of two digits stand in parentheses.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.normal)?;
        for value in &self.misere {
            if *value < 10 { write!(f, "{value}")? } else { write!(f, "({value})")? }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn genera_of_nim_heaps() {
        let mut heaps: Vec<Genus> = Vec::new();
        for _ in 0..5 {
            heaps.push(Genus::of_options(&heaps));
        }
        let shown: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["0^120", "1^031", "2^20", "3^31", "4^46"]);
        assert!(heaps.iter().all(Genus::is_tame));
    }

    #[test]
    fn a_wild_genus() {
        // {2}: nim value 0, misère values 0, 0 with ∗2 beside it …
        let two = Genus { normal: 2, misere: vec![2, 0] };
        let only = Genus::of_options(&[two]);
        assert_eq!(only.to_string(), "0^02");
    }
}
