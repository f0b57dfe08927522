//! A piece of a position, in machine words: what a search over sums remembers.

use super::bits::Word;
use super::part::Part;

/// An independent part of a position, as the one that stands for all that are the same
/// up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Piece {
    /// The cells of the one that stands for all.
    pub cells: Box<[u64]>,
    /// Whether the piece is the negative of that one.
    pub exchanged: bool,
    /// Whether both are the same: the negative is an image of the board.
    pub is_own_negative: bool,
}

impl Piece {
    /// The same piece with the players exchanged.
    pub(crate) fn turned(self) -> Piece {
        Piece { exchanged: !self.is_own_negative && !self.exchanged, ..self }
    }
}

/// The width of a board, then the cells of each sign.
pub(super) fn encoded<W: Word, const P: usize>(part: &Part<W, P>) -> Box<[u64]> {
    let each = W::BITS / 64;
    let mut words = Vec::with_capacity(1 + P * each);
    words.push(u64::from(part.width));
    part.sets.iter().for_each(|set| words.extend(&set.parts()[..each]));
    words.into()
}

/// The board of which these are the words.
pub(super) fn decoded<W: Word, const P: usize>(words: &[u64]) -> Part<W, P> {
    let each = W::BITS / 64;
    let word = |set: usize, half: usize| match half < each {
        true => words.get(1 + set * each + half).copied().unwrap_or(0),
        false => 0,
    };
    let width = words.first().and_then(|width| u32::try_from(*width).ok()).unwrap_or(1);
    Part { width, sets: std::array::from_fn(|set| W::from_parts([word(set, 0), word(set, 1)])) }
}

/// Eight codes of cells in each word.
pub(super) fn packed(codes: &[u8]) -> Box<[u64]> {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, code| word << 8 | u64::from(*code));
    codes.chunks(8).map(word).collect()
}

/// The codes of so many cells.
pub(super) fn unpacked(words: &[u64], cells: usize) -> Vec<u8> {
    (0..cells).map(|cell| (words.get(cell / 8).copied().unwrap_or(0) >> (8 * (cell % 8)) & 0xFF) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hold_a_board() {
        let small = Part::<u64, 2> { width: 5, sets: [0b1011, 0xFFFF_0000_0000_0001] };
        assert_eq!(decoded::<u64, 2>(&encoded(&small)), small);
        let large = Part::<u128, 4> { width: 11, sets: [1 << 127 | 5, 7, 0, u128::MAX] };
        assert_eq!(decoded::<u128, 4>(&encoded(&large)), large);
        let codes = [1, 0, 255, 3, 0, 0, 0, 9, 4, 0, 31];
        assert_eq!(unpacked(&packed(&codes), codes.len()), codes);
    }
}
