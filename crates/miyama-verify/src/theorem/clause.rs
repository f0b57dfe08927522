//! Conjunctions of linear conditions and memberships, read digit by digit.
//!
//! **Linear conditions.** For Σ aᵢ·xᵢ + Σ gᵢ·sh(xᵢ) + c, let L and L′ be Σ aᵢ·nᵢ + Σ gᵢ·sh(nᵢ)
//! and the same with everything shifted once more, where nᵢ is what has been read of
//! xᵢ. Both are linear in the pairs (nᵢ, sh(nᵢ)), so a letter changes them by itself:
//! the pair of the sum behaves like the pair of a number with the digit Σ aᵢ·dᵢ, and
//! for the shifted variables like that of a number one place further up.
//!
//! **When nothing can change any more.** With m digits to come the sum becomes
//! W_m + f, where W₀ = L, W₁ = L′, W obeys the recurrence of the weights, and f is what the
//! digits to come add: at least −Neg·(U_m − 1), where Neg = Σ |negative aᵢ| +
//! Σ (s+1+…)… is bounded below by `falls`, see [`Linear::falls`]. Let Z_m = W_m − Neg·U_m. It
//! obeys the same recurrence, whose coefficients are natural, so if Z₀ ≥ 0 and
//! Z₁ ≥ 0 it is at least min(Z₀, Z₁) for every m (for base b, Z_m = bᵐ·Z₀). The sum with the
//! constant is at least Z_m + Neg + c, so it stays positive if min(Z₀, Z₁) + Neg + c > 0. The
//! negative side is the same for the negated condition.
//!
//! **When only the length matters.** Z grows for ever if Z₀ and Z₁ are ≥ 0 and not both 0. Then for
//! every m, until the sum stays positive, the bounds from both sides may leave one answer
//! only. If they do at every m, two words that are so far read with the same answers at every m are
//! continued alike: the number of digits after which the answer changes is all that is kept.

use super::automaton::{Automaton, Letter, TooLarge, Variable, digit, mask, spelt};
use super::numerals::System;
use std::collections::{BTreeMap, BTreeSet};

/// How a sum relates to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Zero,
    AtMostZero,
    /// The sum, which is one variable alone, is in a sequence, or is not: an automaton says so, see
    /// [`Clause::of`].
    In(Sequence, bool),
}

/// A sequence that is automatic in one system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    /// (bʲ)ⁱ for i ≥ 0, in base b.
    Powers(u8, u8),
    /// 1, 2, 3, 5, …, in Zeckendorf's system: a 1 with zeros behind it.
    Fibonacci,
    /// An even, or else an odd number of digits 1 in base 2.
    Ones(bool),
}

impl Sequence {
    /// What is in the sequence, or is not; none in another system than its own.
    fn automaton(self, system: System, variable: Variable, inside: bool) -> Option<Automaton> {
        // For each state whether it accepts, and where the digits 0 and 1 lead; other digits, and a
        // missing 1, lead to the last state, from which nothing does.
        let (own, mut table): (System, Vec<(bool, usize, Option<usize>)>) = match self {
            Sequence::Powers(b, j) => {
                // State 1 + n: the 1 and n zeros, counted modulo j.
                let j = usize::from(j);
                let zeros = (0..j).map(|n| (n == 0, 1 + (n + 1) % j, None));
                (System::Base(b), std::iter::once((false, 0, Some(1))).chain(zeros).collect())
            }
            Sequence::Fibonacci => (System::Metallic(1), vec![(false, 0, Some(1)), (true, 1, None)]),
            Sequence::Ones(even) => (System::Base(2), vec![(even, 0, Some(1)), (!even, 1, Some(0))]),
        };
        if own != system {
            return None;
        }
        let nowhere = table.len();
        table.push((false, nowhere, None));
        // What is not in the sequence must still be the digits of a number: in Zeckendorf's system a 1 is
        // followed by 0, which the state of the other numbers has to remember.
        let mut numbers = vec![(0usize, 0u8)];
        let (mut accepts, mut rows) = (vec![], vec![]);
        while rows.len() < numbers.len() {
            let (state, last) = numbers[rows.len()];
            let (is, zero, one) = table[state];
            accepts.push(is == inside);
            let mut row = BTreeMap::new();
            for d in (0..=system.largest()).filter(|d| system.may_follow(last, *d)) {
                let next = match d {
                    0 => zero,
                    1 => one.unwrap_or(nowhere),
                    _ => nowhere,
                };
                // Only the largest digit of a metallic system is remembered.
                let kept = if (0..=system.largest()).all(|other| system.may_follow(d, other)) { 0 } else { d };
                let key = (next, kept);
                let place = numbers.iter().position(|known| *known == key).unwrap_or_else(|| {
                    numbers.push(key);
                    numbers.len() - 1
                });
                row.insert(spelt(&[(variable, d)]), place);
            }
            rows.push(row);
        }
        Some(Automaton { system, variables: BTreeSet::from([variable]), accepts, rows })
    }
}

/// Σ aᵢ·xᵢ + Σ gᵢ·sh(xᵢ) + c {=, ≤} 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) terms: Vec<(Variable, i64)>,
    pub(super) shifted: Vec<(Variable, i64)>,
    pub(super) constant: i64,
    pub(super) sign: Sign,
}

/// A conjunction.
#[derive(Clone, Debug, Default)]
pub(super) struct Clause {
    pub(super) linear: Vec<Linear>,
    pub(super) members: Vec<Automaton>,
}

/// What a clause knows: what it knows of each linear condition, and the state of each member.
pub(super) type Reached = (Vec<Known>, Vec<usize>);

/// What is known of a linear condition that may still hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Known {
    /// It holds whatever follows.
    Holds,
    /// The pair of sums.
    Open(i64, i64),
    /// It holds, or does not, if fewer than so many digits follow; otherwise it is the other way.
    Fewer(u32, bool),
}

/// Bounds Z_m + more of a sum from below, by the number m of digits to come.
struct Bound {
    z: i128,
    next: i128,
    more: i128,
}

impl Bound {
    /// Whether it is positive for all large m.
    fn ends_positive(&self) -> bool {
        self.z >= 0 && self.next >= 0 && (self.z > 0 || self.next > 0 || self.more > 0)
    }

    /// Whether it is positive now and ever after, for Z that never falls below the smaller of both.
    fn stays_positive(&self) -> bool {
        self.z.min(self.next) + self.more > 0
    }

    fn value(&self) -> i128 {
        self.z.saturating_add(self.more)
    }

    fn one_more_digit(&mut self, system: System) {
        let (factor, before) = match system {
            System::Base(b) => (i128::from(b), 0),
            System::Metallic(s) => (i128::from(s), self.z),
        };
        let after = self.next.saturating_mul(factor).saturating_add(before);
        (self.z, self.next) = (self.next, after);
    }
}

impl Linear {
    /// Bounds of what the digits to come can take away: with m of them, at most
    /// falls·(U_m − 1) + once·(U_m − 1)′, where x < U_m and sh(x) < U_{m+1}.
    fn sides(&self) -> Option<[(i64, i64); 2]> {
        let mut sides = [(0i64, 0i64); 2];
        for (_, a) in &self.terms {
            let side = &mut sides[usize::from(*a > 0)];
            side.0 = side.0.checked_add(a.checked_abs()?)?;
        }
        for (_, g) in &self.shifted {
            let side = &mut sides[usize::from(*g > 0)];
            side.1 = side.1.checked_add(g.checked_abs()?)?;
        }
        Some(sides)
    }

    /// The bounds of a sum with the pair (l, shifted) and the constant c, where the digits to come
    /// take away at most a·(U_m − 1) + g·(U_{m+1} − 1).
    fn bound(system: System, pair: (i128, i128), (a, g): (i64, i64), c: i128) -> Bound {
        // U₀ = 1, U₁, U₂
        let (first, second) = match system {
            System::Base(b) => (i128::from(b), i128::from(b) * i128::from(b)),
            System::Metallic(s) => (i128::from(s) + 1, i128::from(s) * (i128::from(s) + 1) + 1),
        };
        let (a, g) = (i128::from(a), i128::from(g));
        Bound { z: pair.0 - a - g * first, next: pair.1 - a * first - g * second, more: a + g + c }
    }

    /// The pair behind a letter.
    fn step(&self, system: System, pair: (i64, i64), letter: Letter) -> Option<(i64, i64)> {
        let sum = |terms: &[(Variable, i64)]| {
            terms.iter().try_fold(0i64, |all, (v, a)| all.checked_add(a.checked_mul(i64::from(digit(letter, *v)))?))
        };
        let (d, g) = (sum(&self.terms)?, sum(&self.shifted)?);
        let (plain, more) = system.with_digit(pair, d)?;
        // A digit of a shifted variable counts sh(1) = U₁ now and sh(sh(1)) = U₂ in the shift.
        let (first, second) = match system {
            System::Base(b) => (i64::from(b), i64::from(b) * i64::from(b)),
            System::Metallic(s) => (i64::from(s) + 1, i64::from(s) * (i64::from(s) + 1) + 1),
        };
        Some((plain.checked_add(g.checked_mul(first)?)?, more.checked_add(g.checked_mul(second)?)?))
    }

    /// What is known with a pair; none if the condition fails whatever follows.
    fn judged(&self, system: System, pair: (i64, i64)) -> Result<Option<Known>, TooLarge> {
        let [takes, gives] = self.sides().ok_or(TooLarge)?;
        let (l, shifted, c) = (i128::from(pair.0), i128::from(pair.1), i128::from(self.constant));
        let mut low = Self::bound(system, (l, shifted), takes, c);
        let mut high = Self::bound(system, (-l, -shifted), gives, -c);
        let at_most = match self.sign {
            Sign::Zero => false,
            Sign::AtMostZero => true,
            Sign::In(..) => return Err(TooLarge),
        };
        let open = Ok(Some(Known::Open(pair.0, pair.1)));
        let positive = low.ends_positive();
        if !positive && !high.ends_positive() {
            return open;
        }
        let in_the_end = at_most && !positive;
        let mut answers: Option<(u32, bool)> = None;
        while !(if positive { low.stays_positive() } else { high.stays_positive() }) {
            let answer = if low.value() > 0 || (!at_most && high.value() > 0) {
                false
            } else if at_most && high.value() >= 0 {
                true
            } else {
                return open;
            };
            let (digits, first) = answers.unwrap_or((0, answer));
            if answer != first {
                return open;
            }
            answers = Some((digits + 1, first));
            low.one_more_digit(system);
            high.one_more_digit(system);
        }
        Ok(match answers {
            Some((digits, first)) if first != in_the_end => Some(Known::Fewer(digits, first)),
            _ => in_the_end.then_some(Known::Holds),
        })
    }

    /// What is known behind a letter; none if the condition fails whatever follows.
    fn after(&self, system: System, known: Known, letter: Letter) -> Result<Option<Known>, TooLarge> {
        match known {
            Known::Holds => Ok(Some(Known::Holds)),
            Known::Open(l, shifted) => self.judged(system, self.step(system, (l, shifted), letter).ok_or(TooLarge)?),
            Known::Fewer(1, first) => Ok((!first).then_some(Known::Holds)),
            Known::Fewer(digits, first) => Ok(Some(Known::Fewer(digits - 1, first))),
        }
    }

    fn accepts(&self, known: Known) -> bool {
        let sum = match known {
            Known::Holds => return true,
            Known::Fewer(_, first) => return first,
            Known::Open(l, _) => i128::from(l) + i128::from(self.constant),
        };
        match self.sign {
            Sign::Zero => sum == 0,
            Sign::AtMostZero => sum <= 0,
            Sign::In(..) => false,
        }
    }

    /// The condition with its variables renamed; terms that come together are added up.
    pub(super) fn renamed(&self, name: impl Fn(Variable) -> Variable) -> Option<Linear> {
        let collected = |terms: &[(Variable, i64)]| {
            let mut all: BTreeMap<Variable, i64> = BTreeMap::new();
            for (variable, a) in terms {
                let sum = all.entry(name(*variable)).or_insert(0);
                *sum = sum.checked_add(*a)?;
            }
            Some(all.into_iter().filter(|(_, a)| *a != 0).collect::<Vec<_>>())
        };
        Some(Linear { terms: collected(&self.terms)?, shifted: collected(&self.shifted)?, ..self.clone() })
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        self.terms.iter().chain(&self.shifted).map(|(v, _)| *v)
    }
}

impl Clause {
    /// The conjunction of conditions, memberships in sequences as automata; none if the system is
    /// not that of a sequence.
    pub(super) fn of(conditions: &[Linear], system: System) -> Option<Clause> {
        let mut clause = Clause::default();
        for condition in conditions {
            match (condition.sign, condition.terms.as_slice(), condition.constant) {
                (Sign::In(sequence, inside), [(variable, 1)], 0) => {
                    clause.members.push(sequence.automaton(system, *variable, inside)?);
                }
                (Sign::In(..), ..) => return None,
                _ => clause.linear.push(condition.clone()),
            }
        }
        Some(clause)
    }

    pub(super) fn variables(&self) -> BTreeSet<Variable> {
        let linear = self.linear.iter().flat_map(Linear::variables);
        linear.chain(self.members.iter().flat_map(|member| member.variables.iter().copied())).collect()
    }

    /// Before the first letter; none if nothing satisfies it.
    pub(super) fn start(&self, system: System) -> Result<Option<Reached>, TooLarge> {
        let mut sums = Vec::new();
        for linear in &self.linear {
            match linear.judged(system, (0, 0))? {
                None => return Ok(None),
                Some(known) => sums.push(known),
            }
        }
        Ok(Some((sums, vec![0; self.members.len()])))
    }

    /// For each member the bits of a letter that it reads.
    pub(super) fn member_bits(&self) -> Vec<Letter> {
        self.members.iter().map(|member| mask(&member.variables)).collect()
    }

    /// Behind a letter, of which the members read these bits; none if nothing satisfies it any more.
    pub(super) fn step(
        &self,
        system: System,
        at: &Reached,
        letter: Letter,
        bits: &[Letter],
    ) -> Result<Option<Reached>, TooLarge> {
        let mut members = Vec::with_capacity(self.members.len());
        for ((member, state), bits) in self.members.iter().zip(&at.1).zip(bits) {
            match member.rows[*state].get(&(letter & bits)) {
                Some(next) => members.push(*next),
                None => return Ok(None),
            }
        }
        let mut sums = Vec::with_capacity(self.linear.len());
        for (linear, known) in self.linear.iter().zip(&at.0) {
            match linear.after(system, *known, letter)? {
                None => return Ok(None),
                Some(known) => sums.push(known),
            }
        }
        Ok(Some((sums, members)))
    }

    pub(super) fn accepts(&self, at: &Reached) -> bool {
        let sums = self.linear.iter().zip(&at.0).all(|(linear, known)| linear.accepts(*known));
        sums && self.members.iter().zip(&at.1).all(|(member, state)| member.accepts[*state])
    }
}
