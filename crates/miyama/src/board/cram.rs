//! Cram: two players put dominoes on free squares, either way round. Here a
//! stone is a free square, and a move takes two adjacent ones.

use super::layout::Layout;
use super::rule::{Pattern, Rule, Symmetry};
use miyama_text::{Text, say};

#[derive(Clone, Copy, Debug)]
pub(super) struct Cram;

impl Rule for Cram {
    fn name(&self) -> &'static str {
        "cram"
    }

    fn says(&self) -> Text {
        say!("board.rule_cram")
    }

    fn source(&self) -> &'static str {
        "M. Gardner, Scientific American, February 1974"
    }

    fn patterns(&self, layout: &Layout) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for &(row, column) in layout.squares() {
            for other in [layout.bit(row, column + 1), layout.bit(row + 1, column)] {
                if other != 0 {
                    let take = layout.bit(row, column) | other;
                    patterns.push(Pattern { need: take, empty: 0, take });
                }
            }
        }
        patterns
    }

    fn falls_apart(&self) -> bool {
        true
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Grid
    }

    /// A half turn about a corner moves every square to another row and another
    /// column, so no domino meets its image.
    fn answers_by_half_turn(&self) -> bool {
        true
    }
}
