//! How the numbers of a box lie in memory, for those who read them where they are: arrays of
//! other programs in the same process.

use super::outcomes::Outcomes;
use super::sweep::{Domain, Swept};
use crate::breaking::values::Stored;
use miyama_outcomes::{Cells, Values};

/// Numbers of a box: that of the position p is at `start` + Σ `strides`ⱼ·pⱼ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout<'a> {
    /// All numbers that are held, of the box and of what play from it reaches.
    pub stored: Stored<'a>,
    /// The place of the position without a stone.
    pub start: usize,
    /// What a stone of each heap adds to the place.
    pub strides: Vec<usize>,
}

/// P-positions of a box: p is one exactly if the bit at Σ `strides`ⱼ·pⱼ is set, where bit k is
/// bit k mod 64 of word ⌊k/64⌋, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits<'a> {
    /// The bits.
    pub words: &'a [u64],
    /// What a stone of each heap adds to the place.
    pub strides: Vec<usize>,
}

/// Places that no heap moves backwards.
fn forwards(strides: &[i64]) -> Option<Vec<usize>> {
    strides.iter().map(|stride| usize::try_from(*stride).ok()).collect()
}

impl<'a> Layout<'a> {
    /// Numbers along one heap.
    pub(super) fn of_line(stored: Stored<'a>) -> Layout<'a> {
        Layout { stored, start: 0, strides: vec![1] }
    }

    /// Numbers of a sweep, where its rows are of the same length.
    pub(super) fn of_sweep(domain: &Domain, swept: &'a Swept) -> Option<Layout<'a>> {
        let stored = match swept {
            Swept::Bytes(cells) => Stored::Bytes(cells),
            Swept::Shorts(cells) => Stored::Words(cells),
            Swept::Words(cells) => Stored::Longs(cells),
        };
        Some(Layout { stored, start: 0, strides: forwards(&domain.full_strides()?)? })
    }

    /// Numbers that were found position by position, where all positions are held and not
    /// the sorted ones alone.
    pub(super) fn of_values(values: &'a Values) -> Option<Layout<'a>> {
        let (cells, start, strides) = values.layout()?;
        let stored = match cells {
            Cells::Bytes(cells) => Stored::Bytes(cells),
            Cells::Shorts(cells) => Stored::Words(cells),
            Cells::Words(cells) => Stored::Longs(cells),
        };
        Some(Layout { stored, start: usize::try_from(start).ok()?, strides: forwards(strides)? })
    }
}

impl<'a> Bits<'a> {
    /// P-positions that are kept as bits in rows of the same length.
    pub(super) fn of_outcomes(outcomes: &'a Outcomes) -> Option<Bits<'a>> {
        let (domain, words) = outcomes.bits()?;
        Some(Bits { words, strides: forwards(&domain.full_strides()?)? })
    }
}

#[cfg(test)]
mod tests {
    use crate::heap::builtin;
    use crate::heap::notation::parse_definition;
    use crate::heap::ruleset::Ruleset;
    use crate::heap::table::{GrundyTable, OutcomeTable, positions};
    use crate::play::{Convention, Outcome};
    use miyama_budget::Budget;

    fn rulesets() -> Vec<Ruleset> {
        let pasted = [
            "(x, y) -> { (x-i, y) | 1 <= i <= y } ∪ { (x, y-i) | 1 <= i <= x }",
            "(x, y) -> { (x-i, y+1) | 2 <= i } ∪ { (x+1, y-i) | 2 <= i }",
            "(x, y) -> { (x-1, y) } ∪ { (x, y-2) } ∪ { (x-3, y-1) }",
        ];
        let pasted = pasted.map(|text| Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap());
        let built_in = ["wythoff", "yama"].map(|name| builtin::ruleset(name, &[]).unwrap());
        pasted.into_iter().chain(built_in).collect()
    }

    /// What lies in memory is what the table says, wherever it lies in strides.
    #[test]
    fn numbers_lie_where_the_layout_says() {
        let (mut laid, mut in_bits) = (0, 0);
        for (ruleset, to) in rulesets().iter().flat_map(|rules| [(rules, [40, 25]), (rules, [3, 70])]) {
            let budget = Budget::unlimited();
            let table = GrundyTable::new(ruleset, &to, &budget).unwrap();
            let outcomes = OutcomeTable::new(ruleset, &to, Convention::Normal, &budget).unwrap();
            let place = |strides: &[usize], p: &[u64]| -> usize {
                p.iter().zip(strides).map(|(heap, stride)| *heap as usize * stride).sum()
            };
            for position in positions(&to) {
                let value = table.value(&position).unwrap().0;
                if let Some(layout) = table.layout() {
                    let at = layout.start + place(&layout.strides, &position);
                    assert_eq!(layout.stored.get(at), Some(value), "{position:?}");
                    laid += 1;
                }
                if let Some(bits) = outcomes.bits() {
                    let at = place(&bits.strides, &position);
                    let is_p = outcomes.outcome(&position) == Some(Outcome::P);
                    assert_eq!(bits.words[at / 64] >> (at % 64) & 1 == 1, is_p, "{position:?}");
                    in_bits += 1;
                }
            }
        }
        assert!(laid > 1000 && in_bits > 1000, "{laid} {in_bits}");
    }
}
