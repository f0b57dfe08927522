//! When the map repeats for ever.
//!
//! **Theorem** (Plambeck and Siegel for two heaps). In a taking-and-breaking game let
//! a move take at most k tokens from a heap and leave at most t ≥ 1 heaps; whether it
//! is allowed depends on how many are taken and on how many (non-empty) heaps are left,
//! not on their sizes. Let (Q, P) be the misère quotient of the heaps up to
//! L − 1 with map Φ, let m = max(s, 1), and Φ(n + p) = Φ(n) for all n ≥ s with
//! n + p < L, where L ≥ t(m + p) + k. Then (Q, P) is the misère quotient of *all*
//! heaps, and Φ(n + p) = Φ(n) for all n ≥ s.
//!
//! *Proof.* Let N ≥ L, and suppose that all heaps below N have images with
//! Φ(n + p) = Φ(n) for n ≥ s, and that the proof (`proof.rs`) holds for them. Put
//! n = N − p. An option of N leaves r ≤ t heaps with N − j tokens in all, j ≤ k. If
//! r ≥ 1, the largest has at least (N − k)/t ≥ m + p tokens. Take p away from it: at
//! least m ≥ 1 are left, so this is an option of n, and its image is the same because
//! m ≥ s. (N ≥ k + t, so r = 0 is no option: it would need N = j ≤ k.) Conversely an
//! option of n = N − p leaves heaps of which the largest has at least (N − p − k)/t
//! tokens, at least m where t = 1 or t ≥ 2 alike, since N − p − k ≥ t(m + p) − p ≥ tm; adding p
//! to it gives an option of N with the same image. So E(N) = E(n). Put Φ(N) = Φ(n): as
//! the proof sees it N is n again, and it holds for the heaps up to N. ∎

/// The map repeats: Φ(n + length) = Φ(n) for all n ≥ start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap from which on it repeats.
    pub start: u64,
    /// After how many heaps.
    pub length: u64,
}

/// How moves of a game change a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBounds {
    /// A move leaves at most so many heaps.
    pub most_left: u64,
    /// A move takes at most so many tokens.
    pub most_taken: u64,
}

/// How many heaps, counting heap 0, the theorem asks for.
#[must_use]
pub fn window(period: Period, reach: MoveBounds) -> Option<u64> {
    let each = period.start.max(1).checked_add(period.length)?;
    reach.most_left.max(1).checked_mul(each)?.checked_add(reach.most_taken)
}

/// The least period that the images of the heaps 0, 1, … prove.
#[must_use]
pub fn find(images: &[u32], reach: MoveBounds) -> Option<Period> {
    (1..=images.len() / 2).find_map(|length| {
        let mut start = images.len() - length;
        while start > 0 && images[start - 1] == images[start - 1 + length] {
            start -= 1;
        }
        let period = Period { start: start as u64, length: length as u64 };
        (window(period, reach)? <= images.len() as u64).then_some(period)
    })
}
