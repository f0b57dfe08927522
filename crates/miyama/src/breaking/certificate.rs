//! Why a period goes on for ever.
//!
//! Throughout, G is the sequence of nim values of a code, t ≥ 1 the largest
//! number of tokens that a move can take, R the largest number of heaps that it
//! can leave, p ≥ 1 a period, s a start.
//!
//! # The periodicity theorem
//! Let sizes of heaps be free, t and R ≥ 1 finite, and s ≥ 1. If
//! G(n+p) = G(n) for s ≤ n < R(s+p) − p + t, then for all n ≥ s.
//!
//! *Proof.* Induction on n ≥ R(s+p) − p + t. An option of n + p leaves at least
//! n + p − t ≥ R(s+p) tokens in at most R heaps, so one heap has a + p ≥ s + p
//! tokens. Replacing it by a leaves an option of n by the same digit: the
//! number of heaps and of tokens taken is the same and a ≥ s ≥ 1. As
//! s ≤ a < n, both options have the same value by induction. Conversely an
//! option of n leaves at least n − t ≥ R(s+p) − p ≥ R·s tokens, so one heap has
//! a ≥ s, and replacing it by a + p gives an option of n + p with the same
//! value. So n and n + p have the same option values. ∎
//! With R = 2 the range is s ≤ n < 2s + p + t: the theorem of Guy and Smith, whose
//! name it has for R ≥ 2. With R = 1 the range is s ≤ n < s + t, as many values
//! as a move can look back on, and it is called the theorem of the last values.
//!
//! # The theorem of the rare window
//! Let sizes be free and R ≤ 2. Take a sparse space (see
//! [`space`](super::space)) and numbers L, A and s > L. Put
//! n₁ = s + t + max(L, A). Suppose
//! 1. heaps n with L < n < n₁ + p are common,
//! 2. G(n+p) = G(n) for s ≤ n < n₁,
//! 3. for n₁ ≤ n < n₁ + p, every value w < G(n) that is not of the class of
//!    common heaps of n is G(n−k) for a move that takes k and leaves one heap,
//!    or G(i) ⊕ G(j) for one that leaves i and j with 1 ≤ i ≤ A,
//! 4. p is even if the space is positional.
//!
//! Then G(n+p) = G(n) for all n ≥ s.
//!
//! *Proof.* For n ≥ n₁ we show by induction: heaps m with L < m ≤ n + p are
//! common, G(m+p) = G(m) for s ≤ m ≤ n, and 3. holds for n + p. Let it be so
//! for all smaller numbers from n₁ on; then 3. holds for n, by assumption or
//! from n − p.
//! No move takes the whole of n or n + p, as both are larger than t. Moves that
//! leave one heap lead from n to n − k ≥ s and from n + p to n − k + p: the
//! values are the same. A move that leaves i and j, from n or from n + p, has a
//! larger part above L, since n − t ≥ s + L > 2L, so this part is common. If
//! the other is common too, the value is not of the class of common heaps, by
//! the choice of the space; so values of that class need a rare i ≤ L. Then
//! from n the other part is j = n − k − i ≥ n₁ − t − L ≥ s, and from n + p it is
//! j + p; the values G(i) ⊕ G(j) and G(i) ⊕ G(j+p) are the same. By 4. the class
//! of common heaps is the same set of values for n and n + p. So among the
//! values of this class, n and n + p have the same options, and the least that
//! is missing is the same: it is c = G(n), as n is common.
//! Hence G(n+p) ≤ c, and it is c unless a value w < c outside the class is
//! missing from the options of n + p. But by 3. such a w is G(n−k) = G(n+p−k),
//! or G(i) ⊕ G(j) with i ≤ A and j = n − k − i ≥ n₁ − t − A ≥ s, so
//! w = G(i) ⊕ G(j+p) is an option of n + p, again with i ≤ A: that is 3. for
//! n + p. So G(n+p) = c = G(n), and n + p is common. ∎
//! Values up to n₁ + p − 1 are enough, where Guy and Smith need 2(s + p) + t.
//!
//! # The theorem of finite memory
//! Let moves leave at most one heap, and let the digit be the same for all moves
//! that take more than T tokens. For n > T let U(n) be the set of values that
//! these moves lead to: those of heaps 1 to n − T − 1 if the digit allows one
//! heap, and 0 if it allows none. Let b(n) be the least value that is not in
//! U(n). Suppose that for some n the set {u − b(n) : u ∈ U(n), u > b(n)} and the
//! numbers G(n−i) − b(n), 1 ≤ i ≤ T, are the same for n + p, and put
//! σ = b(n+p) − b(n). Then G(m+p) = G(m) + σ for all m ≥ n − T.
//!
//! *Proof.* The options of n are U(n) and some of the G(n−i), i ≤ T: which ones
//! the code says, the same for n and n + p. Everything below b(n) is an option.
//! So G(n) − b(n) depends only on the data that agree. U(n+1) is U(n), with
//! G(n−T) if the digit allows one heap; so the data of n + 1 and n + p + 1 agree
//! as well, with the same σ. ∎
//!
//! # The theorem of the binary saltus
//! Let sizes be free, t and R finite, s ≥ 1, and let the saltus σ be a power of
//! two. Put P = 2p, Σ = 2σ and n₀ = R(s+P) + t. For heaps a let
//! r(a) = G(a) mod Σ, q(a) = ⌊G(a)/Σ⌋ and u(a) = P·q(a) − a. A heap a ≥ s *leads*
//! an option if it is one of its heaps and the nim-sum of the others is less than
//! Σ; two of its heaps b, b′ ≥ s are a *pair* if ⌊G(b)/σ⌋ = ⌊G(b′)/σ⌋. Suppose
//! G(n+p) = G(n) + σ for s ≤ n < n₀ + p, and
//! 1. there are no k, m with s ≤ m < s + P, and heaps a₁ … a_h, h ≥ 1, from 1 to
//!    s + P − 1, of which one at least is ≥ s, such that a move may take k and
//!    leave h heaps, m ≡ k + a₁ + … + a_h mod P, r(m) = r(a₁) ⊕ … ⊕ r(a_h), and
//!    D = (u(a₁) + … + u(a_h) − u(m) − k)/P is even and not negative,
//! 2. there is a B ≥ Σ such that for every n with n₀ ≤ n < n₀ + P: every v < B is
//!    the value of an option of n with a pair (a); every v with B − Σ ≤ v < B is
//!    that of one with a pair and a heap outside of it that leads (b); every v
//!    with B ≤ v < G(n) is that of one with a heap that leads (c).
//!
//! Then G(n+p) = G(n) + σ for all n ≥ s.
//!
//! *Proof.* Let m ≥ n₀ + P, let the claim hold below m, that is
//! G(a+p) = G(a) + σ for a ≥ s with a + p < m, and let 2. hold for n = m − P. Put
//! g = G(n) + Σ. We show that G(m) = g and that 2. holds for m.
//! *No option of m has the value g.* A move leaves at least m − t > R·s tokens, so
//! one of the heaps a₁ … a_h that are left is ≥ s. For heaps a ≥ s below m, r(a) and u(a) depend
//! on a mod P alone, as q(a+P) = q(a) + 1; so condition 1 speaks of all options of
//! m, if we read r(m) and u(m) with g in the place of G(m). If the option has the
//! value g, then the bits below Σ give r(a₁) ⊕ … ⊕ r(a_h) = r(m), and the
//! others q(a₁) ⊕ … ⊕ q(a_h) = q(m). A nim-sum is at most the sum, and differs from it by an even
//! number: q(a₁) + … + q(a_h) − q(m) is even and not negative. But it is D, as
//! a₁ + … + a_h = m − k. That is excluded.
//! *Every v < g is the value of an option of m.* If a leads an option of n with
//! value w, then with a + P in its place it is an option of m, by the same digit,
//! and its value is w + Σ: the others change only bits below Σ, and G(a+P) is
//! G(a) + Σ. If b and b′ are a pair of an option of n, then with b + p and b′ + p
//! in their place it is an option of m with the same value: both values grow by σ
//! and have the same bits from σ on. Hence m has every v < B by (a), those from
//! B − Σ on even by an option with a pair and a heap that leads, which is (b) for
//! m; and every v with B ≤ v < g is w + Σ with B − Σ ≤ w < G(n), where w has an
//! option that is led, by (b) or (c), so that v has one too: this is (c) for m.
//! So G(m) = g = G(m−p) + σ. ∎
//! All conditions are about values of heaps below n₀ + P.

use super::code::Code;
use super::space::Space;
use serde::{Deserialize, Serialize};

/// A period of a sequence: G(n+length) = G(n) + saltus for all n ≥ start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// The least such start: the preperiod.
    pub start: usize,
    /// The least period.
    pub length: usize,
    /// How much the values grow over one period.
    pub saltus: u32,
}

/// A theorem and the numbers with which it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "theorem", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Theorem {
    /// The periodicity theorem for moves that leave at most one heap.
    LastValues {
        /// s.
        from: usize,
        /// s + t.
        to: usize,
    },
    /// The periodicity theorem with s = `from`, R ≥ 2: agreement holds up to
    /// `to`, without it.
    GuySmith {
        /// s.
        from: usize,
        /// R(s+p) − p + t.
        to: usize,
    },
    /// The theorem of the rare window.
    RareWindow {
        /// The mask of the sparse space.
        mask: u32,
        /// Is the space positional?
        positional: bool,
        /// L.
        last_rare: usize,
        /// A.
        reach: usize,
        /// s.
        from: usize,
    },
    /// The theorem of finite memory.
    FiniteMemory {
        /// n.
        at: usize,
    },
    /// The theorem of the binary saltus.
    BinarySaltus {
        /// s.
        from: usize,
        /// B.
        below: u32,
    },
}

/// Everything that is needed to check a period again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always [`Certificate::VERSION`].
    pub miyama_certificate: u32,
    /// The code.
    pub code: Code,
    /// The period.
    pub period: Period,
    /// Why it goes on.
    pub because: Theorem,
    /// How many values, from that of heap 0 on, the theorem rests on.
    pub values: usize,
    /// The hash of these values: see [`hash`].
    pub hash: String,
    /// The first values: [`Certificate::LISTED`] of them, or all if there are fewer.
    pub first_values: Vec<u32>,
}

impl Certificate {
    /// The version of this form.
    pub const VERSION: u32 = 2;
    /// How many values are written out.
    pub const LISTED: usize = 1000;
}

impl Theorem {
    /// Its name, as in JSON.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Theorem::LastValues { .. } => "last-values",
            Theorem::GuySmith { .. } => "guy-smith",
            Theorem::RareWindow { .. } => "rare-window",
            Theorem::FiniteMemory { .. } => "finite-memory",
            Theorem::BinarySaltus { .. } => "binary-saltus",
        }
    }

    /// The range of n for which values were compared: from, and to without it.
    #[must_use]
    pub fn window(&self, code: &Code, period: Period) -> (usize, usize) {
        match *self {
            Theorem::LastValues { from, to } | Theorem::GuySmith { from, to } => (from, to),
            Theorem::RareWindow { last_rare, reach, from, .. } => {
                (from, from + code.longest().unwrap_or(0).max(1) + last_rare.max(reach))
            }
            Theorem::FiniteMemory { at } => (at - horizon(code), at),
            Theorem::BinarySaltus { from, .. } => {
                let (heaps, longest) = (code.most_heaps().unwrap_or(0).max(1), code.longest().unwrap_or(0).max(1));
                (from, heaps as usize * (from + 2 * period.length) + longest + period.length)
            }
        }
    }

    /// The sparse space, if the theorem has one.
    #[must_use]
    pub fn space(&self, splits: &[usize]) -> Option<Space> {
        match *self {
            Theorem::RareWindow { mask, positional, .. } => Space::new(mask, positional, splits),
            _ => None,
        }
    }
}

/// T of the theorem of finite memory.
#[must_use]
pub(crate) fn horizon(code: &Code) -> usize {
    code.digits().len() - 1
}

/// The hash of values: h ← (h ⊕ value)·0x100000001b3 mod 2^64 for one value after
/// the other, from h = 0xcbf29ce484222325, in hexadecimal.
pub fn hash(values: impl Iterator<Item = u32>) -> String {
    let h = values.fold(0xcbf2_9ce4_8422_2325u64, |h, v| (h ^ u64::from(v)).wrapping_mul(0x100_0000_01b3));
    format!("{h:016x}")
}
