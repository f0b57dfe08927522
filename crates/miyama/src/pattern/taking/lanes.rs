//! Sixty-four positions in one machine word.
//!
//! The lowest six squares of a table number the lanes of a word: lane `l` of
//! word `w` is the position with stones `64 w + l`. A pattern then fits in a set
//! of lanes, and what a move leads to is another word, shifted: in the lanes in
//! which the stones taken from the lowest six squares were all there, the
//! option lies in the lane that is smaller by the number they spell.

use super::rule::Pattern;

/// The squares that number the lanes.
pub(super) const LANE_BITS: u32 = 6;

/// The lanes with 0, 1, …, 6 stones on the lowest squares.
pub(super) const LEVELS: [u64; 7] = {
    let mut levels = [0; 7];
    let mut lane = 0u32;
    while lane < 64 {
        levels[lane.count_ones() as usize] |= 1 << lane;
        lane += 1;
    }
    levels
};

/// The lanes with stones on all of `need` and none on `empty`.
pub(super) fn lanes_with(need: u64, empty: u64) -> u64 {
    (0..64).filter(|lane| need & !lane == 0 && empty & lane == 0).fold(0, |set, lane| set | 1 << lane)
}

/// Splits patterns until each takes from the lowest squares only stones that
/// it needs, so that its options lie a fixed number of lanes lower.
pub(super) fn split(patterns: &[Pattern]) -> Vec<Pattern> {
    const LOW: u64 = (1 << LANE_BITS) - 1;
    let mut split = Vec::new();
    for pattern in patterns {
        // Squares whose stone goes if there is one.
        let maybe = pattern.take & LOW & !pattern.need & !pattern.empty;
        let certain = pattern.take & !(LOW & !pattern.need);
        let mut there = maybe;
        loop {
            split.push(Pattern {
                need: pattern.need | there,
                empty: pattern.empty | (maybe & !there),
                take: certain | there,
            });
            if there == 0 {
                break;
            }
            there = (there - 1) & maybe;
        }
    }
    split
}

/// What is seen of the values of options: `self.0[v]` are the lanes in which
/// some option has value v. Values from 4·Q on do not matter.
struct Seen<const Q: usize>([[u64; 4]; Q]);

impl<const Q: usize> Seen<Q> {
    /// Adds options whose values have the binary digits `planes`.
    fn add<const P: usize>(&mut self, planes: [u64; P], lanes: u64) {
        let plane = |i: usize| planes.get(i).copied().unwrap_or(0);
        let low = [!plane(0) & !plane(1), plane(0) & !plane(1), !plane(0) & plane(1), plane(0) & plane(1)];
        for (q, seen) in self.0.iter_mut().enumerate() {
            let high = (2..6).fold(lanes, |high, i| high & if q >> (i - 2) & 1 == 1 { plane(i) } else { !plane(i) });
            for (seen, low) in seen.iter_mut().zip(low) {
                *seen |= low & high;
            }
        }
    }

    /// Writes the least unseen value of each of `lanes` into `planes`, and
    /// returns the lanes by their value. `None` if in some lane all values have
    /// been seen.
    #[inline(always)]
    fn mex<const P: usize>(&self, lanes: u64, planes: &mut [u64; P]) -> Option<[[u64; 4]; Q]> {
        let mut left = lanes;
        let mut having = [[0; 4]; Q];
        for (q, (seen, having)) in self.0.iter().zip(&mut having).enumerate() {
            for (having, seen) in having.iter_mut().zip(seen) {
                *having = left & !seen;
                left &= seen;
            }
            let [v0, v1, v2, v3] = *having;
            for (i, plane) in planes.iter_mut().enumerate() {
                *plane |= match i {
                    0 => v1 | v3,
                    1 => v2 | v3,
                    _ if q >> (i - 2) & 1 == 1 => v0 | v1 | v2 | v3,
                    _ => 0,
                };
            }
        }
        (left == 0).then_some(having)
    }

    /// Adds options that lie `shift` lanes lower and of which `having` are the
    /// lanes by their value.
    #[inline(always)]
    fn add_inside(&mut self, having: &[[u64; 4]; Q], lanes: u64, shift: u32) {
        for (seen, having) in self.0.iter_mut().zip(having) {
            for (seen, having) in seen.iter_mut().zip(having) {
                *seen |= having << shift & lanes;
            }
        }
    }
}

/// An option outside the word: the lanes that have it, and its word shifted.
pub(super) type Outside<const P: usize> = (u64, [u64; P]);

/// An option inside the word: the lanes that have it, and how many lanes lower
/// it lies.
pub(super) type Inside = (u64, u32);

/// The binary digits of the Grundy values of a word.
pub(super) fn values<const P: usize>(outside: &[Outside<P>], inside: &[Inside]) -> [u64; P] {
    // Values from 16 on are rare. Values from 64 on do not fit in six digits,
    // which are enough because no value exceeds the number of stones.
    values_below::<P, 4>(outside, inside)
        .or_else(|| values_below::<P, 16>(outside, inside))
        .expect("a table has fewer than 64 squares")
}

/// The same if all are below 4·Q.
fn values_below<const P: usize, const Q: usize>(outside: &[Outside<P>], inside: &[Inside]) -> Option<[u64; P]> {
    let mut seen = Seen([[0; 4]; Q]);
    for &(lanes, planes) in outside {
        seen.add(planes, lanes);
    }
    let mut planes = [0; P];
    if inside.is_empty() {
        return seen.mex(u64::MAX, &mut planes).map(|_| planes);
    }
    for level in LEVELS {
        let having = seen.mex(level, &mut planes)?;
        for &(lanes, shift) in inside {
            seen.add_inside(&having, lanes, shift);
        }
    }
    Some(planes)
}

/// The lanes of a word that are P-positions under misère play.
pub(super) fn misere(outside: &[Outside<1>], inside: &[Inside]) -> [u64; 1] {
    let (mut some_move, mut some_p) = (0, 0);
    for &(lanes, [p]) in outside {
        some_move |= lanes;
        some_p |= lanes & p;
    }
    for &(lanes, _) in inside {
        some_move |= lanes;
    }
    let mut p = 0;
    for level in LEVELS {
        p |= level & some_move & !some_p;
        for &(lanes, shift) in inside {
            some_p |= lanes & p << shift;
        }
    }
    [p]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_patterns_say_the_same() {
        let patterns =
            [Pattern { need: 0b1, empty: 0b1000, take: 0b1100_0111 }, Pattern { need: 3, empty: 0, take: 1 }];
        for pattern in patterns {
            let split = split(&[pattern]);
            for stones in 0..256u64 {
                let fitting: Vec<_> = split.iter().filter(|p| p.fits(stones)).collect();
                assert_eq!(fitting.len(), usize::from(pattern.fits(stones)));
                for part in fitting {
                    assert_eq!(stones & !part.take, stones & !pattern.take);
                    assert_eq!(part.take & 63 & !part.need, 0);
                }
            }
        }
    }

    #[test]
    fn values_above_fifteen_take_the_long_way() {
        // An option of each value 0, …, 19 in lane 0.
        let digits = |v: usize| [0, 1, 2, 3, 4].map(|i| (v >> i & 1) as u64);
        let outside: Vec<Outside<5>> = (0..20).map(|v| (1, digits(v))).collect();
        let found = values(&outside, &[]);
        assert_eq!(found.map(|plane| plane & 1), digits(20));
        assert!(found.iter().all(|plane| plane >> 1 == 0));
    }
}
