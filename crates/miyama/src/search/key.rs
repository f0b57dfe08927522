//! A sum in 128 bits that do not depend on the run: what a table of sums, shared by threads and
//! saved in files, is asked for.
//!
//! Every value and every piece has a mark of 128 bits, and the key of a sum is the total of the
//! marks of its parts, whatever their order. The mark of a value is made of the marks of the options of
//! its canonical form, so that equal values have equal marks in every arena. Of n different
//! sums two have the same key with a chance of about n²/2¹²⁹: for 10⁹ sums, 10⁻²¹.

use super::bounds::SearchedBoard;
use super::sum::SearchedSum;
use crate::pattern::Piece;
use crate::play::Player;
use crate::value::{Arena, GameId, Unfinished};

/// The key of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key(pub(super) u64, pub(super) u64);

/// The marks of values, by their numbers in one arena.
#[derive(Default)]
pub(super) struct Marks(Vec<Option<u128>>);

/// Invertible for a given word, so that different states stay different.
fn mixed(state: u128, word: u64) -> u128 {
    const FIRST: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    const SECOND: u128 = 0xC2B2_AE3D_27D4_EB4F_1656_67B1_9E37_79F9;
    let product = (state ^ u128::from(word)).wrapping_mul(FIRST);
    let product = (product ^ product >> 71).wrapping_mul(SECOND);
    product ^ product >> 65
}

fn of_words(kind: u128, words: impl IntoIterator<Item = u64>) -> u128 {
    words.into_iter().fold(mixed(kind, 0), mixed)
}

fn halves(mark: u128) -> [u64; 2] {
    [(mark >> 64) as u64, mark as u64]
}

impl Marks {
    /// The key of a sum.
    pub(super) fn key(
        &mut self,
        arena: &mut Arena,
        boards: &[SearchedBoard],
        sum: &SearchedSum,
    ) -> Result<Key, Unfinished> {
        let mut total = self.of_value(arena, sum.plain)?;
        for value in &sum.values {
            total = total.wrapping_add(self.of_value(arena, *value)?);
        }
        for (board, piece) in &sum.pieces {
            total = total.wrapping_add(of_piece(boards[*board].mark, piece));
        }
        let [high, low] = halves(total);
        Ok(Key(high, low))
    }

    fn of_value(&mut self, arena: &mut Arena, value: GameId) -> Result<u128, Unfinished> {
        let number = value.number() as usize;
        if let Some(Some(known)) = self.0.get(number) {
            return Ok(*known);
        }
        let mark = match arena.as_plain(value) {
            Some(plain) => of_text(&format!("{} {} {}", plain.number, plain.up, plain.nimber)),
            None => {
                let mut words = vec![];
                for player in Player::BOTH {
                    let mut total = 0u128;
                    for option in arena.options(value, player)? {
                        total = total.wrapping_add(arena.deeper(|arena| self.of_value(arena, option))?);
                    }
                    words.extend(halves(total));
                }
                of_words(2, words)
            }
        };
        if self.0.len() <= number {
            self.0.resize(number + 1, None);
        }
        self.0[number] = Some(mark);
        Ok(mark)
    }

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        (self.0.capacity() * size_of::<Option<u128>>()) as u64
    }
}

/// The mark of a text.
pub(super) fn of_text(text: &str) -> u128 {
    of_words(4, text.bytes().map(u64::from))
}

fn of_piece(board: u128, piece: &Piece) -> u128 {
    mixed(of_words(board, piece.cells.iter().copied()), u64::from(piece.exchanged))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sum::evaluate;
    use miyama_budget::Budget;
    use std::collections::HashSet;

    /// Equal values have equal marks in arenas that met them in different orders, and the 1474
    /// values of day 3 have different ones.
    #[test]
    fn marks_are_those_of_the_values() {
        let mut arena = Arena::new(&Budget::unlimited());
        let mut marks = Marks::default();
        let born = crate::value::born_by(&mut arena, 3).unwrap();
        let mut all = HashSet::new();
        for value in &born {
            all.insert(marks.of_value(&mut arena, *value).unwrap());
        }
        assert_eq!(all.len(), born.len());
        let mut other = Arena::new(&Budget::unlimited());
        let mut others = Marks::default();
        for value in born.iter().rev() {
            let text = arena.text(*value).unwrap();
            let again = evaluate(&mut other, &text).unwrap().game().unwrap();
            assert_eq!(others.of_value(&mut other, again).unwrap(), marks.of_value(&mut arena, *value).unwrap());
        }
    }
}
