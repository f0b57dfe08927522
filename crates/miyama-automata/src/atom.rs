//! Linear atoms, Σ aᵢ·xᵢ + Σ gᵢ·sh(xᵢ) + c {=, ≤} 0, read digit by digit without
//! ever building an adder.
//!
//! sh(x) is x with every digit moved one place up: in base b it is b·x.
//!
//! **Base b.** The state is the integer S = Σ aᵢ·(what has been read of xᵢ); a letter
//! with digits dᵢ makes it b·S + Σ aᵢ·dᵢ. With m digits to come the final value is
//! S·bᵐ + f + c, where −Neg·(bᵐ−1) ≤ f ≤ Pos·(bᵐ−1), Neg and Pos being the sums of
//! the absolute values of the negative and of the positive coefficients. So if
//! S ≥ Neg and S + c > 0, it is at least (S−Neg)·bᵐ + Neg + c ≥ S + c > 0 whatever
//! follows; likewise it stays negative once S + Pos ≤ 0 and S + c < 0.
//!
//! **Metallic system s.** The state is a pair (u, v): what has been read is worth
//! u·Uₙ + v·Uₙ₋₁ where n is the place of the next digit. With e = Σ aᵢ·dᵢ and
//! h = Σ gᵢ·dᵢ a letter makes it (u+e+s·h)·Uₙ + (v+h)·Uₙ₋₁, because
//! Uₙ₊₁ = s·Uₙ + Uₙ₋₁, and with w = u+e+s·h this is (s·w + v + h)·Uₙ₋₁ + w·Uₙ₋₂. At
//! the end it is worth u·U₋₁ + v·U₋₂ with U₋₁ = 1 and U₋₂ = 1−s.
//! With m digits to come (n = m−1), xᵢ adds at most U_m − 1 = s·Uₙ + Uₙ₋₁ − 1 and
//! sh(xᵢ) at most U_{m+1} − 1 = (s²+1)·Uₙ + s·Uₙ₋₁ − 1. So the final value is at
//! least W_m + N + c, where W_m = p·U_{m−1} + q·U_{m−2} with
//! p = u − s·Neg − (s²+1)·Negₛₕ, q = v − Neg − s·Negₛₕ and N = Neg + Negₛₕ. W obeys
//! W_{m+1} = s·W_m + W_{m−1}, so if W₀ and W₁ are ≥ 0 it never falls below the
//! smaller of the two: the value stays positive if min(W₀, W₁) + N + c > 0. The
//! negative side is the same with the signs exchanged.
//!
//! **Large constants.** Of x = 4188 every prefix up to 4188 would be a state, though all but
//! thirteen of them are wrong already. So a sum that is bound to become positive, because
//! W₀ and W₁ are ≥ 0 and not both 0, is looked at for every number m of digits to come, until it
//! stays positive. If at no m the bounds leave both answers open, what is read makes no
//! difference any more, only how many digits follow: see [`Outlook`].

use crate::numeration::Numeration;
use crate::tracks::{Letter, Tracks, Variable, digit};

/// How the sum of an [`Atom`] relates to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The sum is 0.
    Zero,
    /// The sum is at most 0.
    AtMostZero,
}

/// Σ aᵢ·xᵢ + Σ gᵢ·sh(xᵢ) + c {=, ≤} 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// The coefficients aᵢ, each variable once, none 0.
    terms: Vec<(Variable, i64)>,
    /// The coefficients gᵢ of the shifted variables.
    shifted: Vec<(Variable, i64)>,
    constant: i64,
    relation: Relation,
}

/// What an atom knows after some letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum State {
    /// The truth depends on what follows.
    Open(i64, i64),
    /// It holds whatever follows.
    True,
    /// It holds, or else fails, if fewer than so many digits follow, and the other way round if
    /// so many follow or more, whatever they are.
    Until(i64, bool),
    /// It fails whatever follows.
    False,
}

/// A number left 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

impl Atom {
    /// The atom with these coefficients; equal variables are added up.
    ///
    /// # Errors
    /// [`Overflow`] if a coefficient leaves 64 bits.
    pub fn new(terms: &[(Variable, i64)], constant: i64, relation: Relation) -> Result<Atom, Overflow> {
        Atom::with_shifts(terms, &[], constant, relation)
    }

    /// The atom with these coefficients of xᵢ and of sh(xᵢ).
    ///
    /// # Errors
    /// [`Overflow`] if a coefficient leaves 64 bits.
    pub(crate) fn with_shifts(
        terms: &[(Variable, i64)],
        shifted: &[(Variable, i64)],
        constant: i64,
        relation: Relation,
    ) -> Result<Atom, Overflow> {
        Ok(Atom { terms: collected(terms)?, shifted: collected(shifted)?, constant, relation })
    }

    /// The variables that occur.
    #[must_use]
    pub fn tracks(&self) -> Tracks {
        self.terms.iter().chain(&self.shifted).map(|(variable, _)| *variable).collect()
    }

    /// The coefficients of the variables.
    #[must_use]
    pub fn terms(&self) -> &[(Variable, i64)] {
        &self.terms
    }

    /// The coefficients of the shifted variables.
    #[must_use]
    pub fn shifted(&self) -> &[(Variable, i64)] {
        &self.shifted
    }

    /// The constant.
    #[must_use]
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// How the sum relates to 0.
    #[must_use]
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// The atom with its variables renamed.
    ///
    /// # Errors
    /// [`Overflow`] if coefficients that come together leave 64 bits.
    pub fn renamed(&self, name: impl Fn(Variable) -> Variable) -> Result<Atom, Overflow> {
        let rename =
            |terms: &[(Variable, i64)]| -> Vec<(Variable, i64)> { terms.iter().map(|(v, a)| (name(*v), *a)).collect() };
        Atom::with_shifts(&rename(&self.terms), &rename(&self.shifted), self.constant, self.relation)
    }

    /// The state before the first letter.
    pub(crate) fn start(&self, system: Numeration) -> State {
        self.judged(system, 0, 0)
    }

    /// The state after one more letter.
    pub(crate) fn step(&self, system: Numeration, state: State, letter: Letter) -> Result<State, Overflow> {
        let (u, v) = match state {
            State::Open(u, v) => (u, v),
            State::Until(1, first) => return Ok(if first { State::False } else { State::True }),
            State::Until(digits, first) => return Ok(State::Until(digits - 1, first)),
            State::True | State::False => return Ok(state),
        };
        let e = weighted(&self.terms, letter).ok_or(Overflow)?;
        let h = weighted(&self.shifted, letter).ok_or(Overflow)?;
        let next = || match system {
            Numeration::Base(b) => {
                let b = i64::from(b);
                u.checked_mul(b)?.checked_add(e)?.checked_add(h.checked_mul(b)?).map(|u| (u, 0))
            }
            Numeration::Metallic(s) => {
                let s = i64::from(s);
                let w = u.checked_add(e)?.checked_add(s.checked_mul(h)?)?;
                Some((s.checked_mul(w)?.checked_add(v)?.checked_add(h)?, w))
            }
        };
        let (u, v) = next().ok_or(Overflow)?;
        Ok(self.judged(system, u, v))
    }

    /// Whether a word that ends in this state satisfies the atom.
    pub(crate) fn accepts(&self, system: Numeration, state: State) -> bool {
        match state {
            State::True => true,
            State::False => false,
            State::Until(_, first) => first,
            State::Open(u, v) => {
                let (u, v) = (i128::from(u), i128::from(v));
                let read = match system {
                    Numeration::Base(_) => u,
                    Numeration::Metallic(s) => u + v * (1 - i128::from(s)),
                };
                let sum = read + i128::from(self.constant);
                match self.relation {
                    Relation::Zero => sum == 0,
                    Relation::AtMostZero => sum <= 0,
                }
            }
        }
    }

    /// The state (u, v), or what it amounts to.
    fn judged(&self, system: Numeration, u: i64, v: i64) -> State {
        let open = State::Open(u, v);
        let mut above = self.outlook(system, u, v, 1);
        let mut below = self.outlook(system, u, v, -1);
        let rises = above.grows();
        if !rises && !below.grows() {
            return open;
        }
        let later = if rises || self.relation == Relation::Zero { State::False } else { State::True };
        let mut before: Option<(i64, bool)> = None;
        while !(if rises { &above } else { &below }).stays() {
            let answer = match self.relation {
                _ if above.least() > 0 => false,
                Relation::Zero if below.least() > 0 => false,
                Relation::AtMostZero if below.least() >= 0 => true,
                _ => return open,
            };
            before = match before {
                None => Some((1, answer)),
                Some((digits, first)) if first == answer => Some((digits + 1, first)),
                Some(_) => return open,
            };
            above.longer(system);
            below.longer(system);
        }
        match (before, later) {
            (Some((digits, true)), State::False) => State::Until(digits, true),
            (Some((digits, false)), State::True) => State::Until(digits, false),
            _ => later,
        }
    }

    /// Bounds from below of what the atom's sum times `sign` becomes.
    fn outlook(&self, system: Numeration, u: i64, v: i64, sign: i8) -> Outlook {
        let falls = |terms: &[(Variable, i64)]| -> i128 {
            terms.iter().map(|(_, a)| (i128::from(*a) * -i128::from(sign)).max(0)).sum()
        };
        let (plain, shifted) = (falls(&self.terms), falls(&self.shifted));
        let (u, v, c) = (i128::from(u), i128::from(v), i128::from(self.constant));
        let sign = i128::from(sign);
        let (first, second, more) = match system {
            Numeration::Base(b) => {
                let b = i128::from(b);
                let falls = plain + shifted * b;
                (sign * u - falls, b * (sign * u - falls), falls + sign * c)
            }
            Numeration::Metallic(s) => {
                let s = i128::from(s);
                let p = sign * u - s * plain - (s * s + 1) * shifted;
                let q = sign * v - plain - s * shifted;
                (p + q * (1 - s), p + q, plain + shifted + sign * c)
            }
        };
        Outlook { here: first, next: second, more }
    }
}

/// With m digits to come a sum is at least W_m + more: W_m and W_{m+1} for some m.
struct Outlook {
    here: i128,
    next: i128,
    more: i128,
}

impl Outlook {
    /// Whether the bound becomes positive and stays so, sooner or later.
    fn grows(&self) -> bool {
        self.here >= 0 && self.next >= 0 && (self.here + self.next > 0 || self.more > 0)
    }

    /// Whether the sum stays positive with so many digits to come or more, if W does not fall.
    fn stays(&self) -> bool {
        self.here.min(self.next) + self.more > 0
    }

    /// The bound with so many digits to come.
    fn least(&self) -> i128 {
        self.here.saturating_add(self.more)
    }

    /// One more digit to come.
    fn longer(&mut self, system: Numeration) {
        let further = match system {
            Numeration::Base(b) => self.next.saturating_mul(i128::from(b)),
            Numeration::Metallic(s) => self.next.saturating_mul(i128::from(s)).saturating_add(self.here),
        };
        (self.here, self.next) = (self.next, further);
    }
}

/// Terms by variable, each once, none with coefficient 0.
fn collected(terms: &[(Variable, i64)]) -> Result<Vec<(Variable, i64)>, Overflow> {
    let mut sorted = terms.to_vec();
    sorted.sort_unstable();
    let mut all: Vec<(Variable, i64)> = Vec::new();
    for (variable, a) in sorted {
        match all.last_mut() {
            Some((last, sum)) if *last == variable => *sum = sum.checked_add(a).ok_or(Overflow)?,
            _ => all.push((variable, a)),
        }
    }
    all.retain(|(_, a)| *a != 0);
    Ok(all)
}

fn weighted(terms: &[(Variable, i64)], letter: Letter) -> Option<i64> {
    terms.iter().try_fold(0i64, |all, (v, a)| all.checked_add(a.checked_mul(i64::from(digit(letter, *v)))?))
}
