//! Numbers as words of digits, the highest first.

/// A numeration system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Base b.
    Base(u8),
    /// Weights 1, s+1, and each further one s times the last plus the one before; a
    /// digit s is followed by 0.
    Metallic(u8),
}

impl System {
    /// Whether its digits fit into four bits.
    pub(crate) fn is_known(self) -> bool {
        match self {
            System::Base(b) => (2..=16).contains(&b),
            System::Metallic(s) => (1..=15).contains(&s),
        }
    }

    pub(super) fn largest(self) -> u8 {
        match self {
            System::Base(b) => b - 1,
            System::Metallic(s) => s,
        }
    }

    /// Whether a digit may follow another.
    pub(super) fn may_follow(self, before: u8, digit: u8) -> bool {
        match self {
            System::Base(_) => true,
            System::Metallic(s) => before != s || digit == 0,
        }
    }

    /// A number n and its shift sh(n), with one more digit d: sh(n) + d, and
    /// sh(sh(n) + d). In base b sh(n) = b·n. In the metallic system s the weights obey
    /// W″ = s·W′ + W at every place, so sh(sh(n)) = s·sh(n) + n, and sh(d) = d·(s+1).
    pub(super) fn with_digit(self, (n, shifted): (i64, i64), d: i64) -> Option<(i64, i64)> {
        let longer = shifted.checked_add(d)?;
        match self {
            System::Base(b) => Some((longer, longer.checked_mul(i64::from(b))?)),
            System::Metallic(s) => {
                let s = i64::from(s);
                let twice = s.checked_mul(shifted)?.checked_add(n)?;
                Some((longer, twice.checked_add(d.checked_mul(s + 1)?)?))
            }
        }
    }
}
