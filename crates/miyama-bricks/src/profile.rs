//! The profile of a building: how many bricks each layer holds, bottom to top.

use miyama_budget::Mistake;
use miyama_text::say;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most bricks that a building can have: the counters keep tables of all
/// partitions of half of them.
pub const MAX_BRICKS: u8 = 13;

/// Layer sizes from the bottom to the top, each at least 1: a composition of
/// the number of bricks. ⟨2 4⟩ is two bricks below four.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Profile(Vec<u8>);

impl Profile {
    /// `None` without layers, with an empty layer, or with more than
    /// [`MAX_BRICKS`] bricks.
    #[must_use]
    pub fn new(layers: Vec<u8>) -> Option<Profile> {
        let total: u32 = layers.iter().map(|&c| u32::from(c)).sum();
        let fits = !layers.is_empty() && layers.iter().all(|&c| c > 0) && total <= u32::from(MAX_BRICKS);
        fits.then_some(Profile(layers))
    }

    /// All 2ⁿ⁻¹ profiles of n bricks: by height, then in lexicographic order.
    ///
    /// ```
    /// use miyama_bricks::Profile;
    /// let all: Vec<String> = Profile::all(3).iter().map(ToString::to_string).collect();
    /// assert_eq!(all, ["3", "1,2", "2,1", "1,1,1"]);
    /// ```
    #[must_use]
    pub fn all(bricks: u8) -> Vec<Profile> {
        let bricks = bricks.min(MAX_BRICKS);
        let mut found = Vec::new();
        let mut stack = vec![(Vec::new(), bricks)];
        while let Some((layers, left)) = stack.pop() {
            if left == 0 && !layers.is_empty() {
                found.push(Profile(layers));
                continue;
            }
            stack.extend((1..=left).map(|c| {
                let mut more = layers.clone();
                more.push(c);
                (more, left - c)
            }));
        }
        found.sort_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
        found
    }

    /// The layer sizes.
    #[must_use]
    pub fn layers(&self) -> &[u8] {
        &self.0
    }

    /// The number of layers.
    #[must_use]
    pub fn height(&self) -> usize {
        self.0.len()
    }

    /// The number of bricks.
    #[must_use]
    pub fn bricks(&self) -> u8 {
        self.0.iter().sum()
    }

    /// Upside down.
    #[must_use]
    pub fn reversed(&self) -> Profile {
        Profile(self.0.iter().rev().copied().collect())
    }

    /// The pieces between inner layers of one brick, each with those layers.
    ///
    /// A building with a single brick b in an inner layer is a building up to b
    /// and a building from b on, chosen independently; so its number is the
    /// product over the two, divided by the orientations of b. A piece is *fat*:
    /// it has no inner layer of one brick.
    pub(crate) fn pieces(&self) -> Vec<Profile> {
        let mut pieces = Vec::new();
        let mut piece = Vec::new();
        for (i, &c) in self.0.iter().enumerate() {
            piece.push(c);
            if c == 1 && i > 0 && i + 1 < self.0.len() {
                pieces.push(Profile(std::mem::replace(&mut piece, vec![1])));
            }
        }
        pieces.push(Profile(piece));
        pieces
    }

    /// Reads `2,4` (also `2 4`, `⟨2 4⟩`) as a profile.
    ///
    /// # Errors
    /// A [`Mistake`] where the text is not a list of layer sizes.
    pub fn parse(text: &str) -> Result<Profile, Mistake> {
        let mut layers = Vec::new();
        let mut total = 0u32;
        let mut rest = 0;
        let separator = |c: char| matches!(c, ',' | ' ' | '⟨' | '⟩' | '<' | '>');
        for part in text.split(separator) {
            let at = rest..rest + part.len();
            rest = at.end + text[at.end..].chars().next().map_or(0, char::len_utf8);
            if part.is_empty() {
                continue;
            }
            let bad = || Mistake::new(at.clone(), say!("brick.bad_layer", given = part));
            if !part.bytes().all(|b| b.is_ascii_digit()) {
                return Err(bad());
            }
            let size = part.parse::<u8>().ok().filter(|&size| size > 0).ok_or_else(bad)?;
            total += u32::from(size);
            if total > u32::from(MAX_BRICKS) {
                return Err(Mistake::new(at, say!("brick.too_many", most = MAX_BRICKS)));
            }
            layers.push(size);
        }
        if layers.is_empty() {
            return Err(Mistake::new(0..text.len(), say!("brick.no_layers")));
        }
        Ok(Profile(layers))
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&layers.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_two_to_the_n_minus_one_profiles() {
        for n in 1..=MAX_BRICKS {
            let all = Profile::all(n);
            assert_eq!(all.len(), 1 << (n - 1));
            assert!(all.iter().all(|c| c.bricks() == n && Profile::parse(&c.to_string()).as_ref() == Ok(c)));
        }
        assert!(Profile::all(0).is_empty());
    }

    #[test]
    fn inner_layers_of_one_brick_cut_a_profile() {
        let pieces = |text: &str| -> Vec<String> {
            Profile::parse(text).unwrap().pieces().iter().map(ToString::to_string).collect()
        };
        assert_eq!(pieces("1"), ["1"]);
        assert_eq!(pieces("1,2,1"), ["1,2,1"]);
        assert_eq!(pieces("2,1,1,3"), ["2,1", "1,1", "1,3"]);
    }

    #[test]
    fn mistakes_point_at_the_layer() {
        let at = |text: &str| Profile::parse(text).unwrap_err().at;
        assert_eq!((at("2,x"), at("2,0,1"), at("⟨9 9⟩"), at(""), at(" ")), (2..3, 2..3, 5..6, 0..0, 0..1));
        assert_eq!(at("1,99999999999"), 2..13);
    }
}
