//! Chomp: choose a square of the bar and eat it with all that lies below it
//! and to its right. The square in the corner is poisoned: nobody may take it,
//! so that who is left with it alone has lost (normal play).

use super::layout::Layout;
use super::rule::{Pattern, Rule, Symmetry};
use miyama_text::{Text, say};

#[derive(Clone, Copy, Debug)]
pub(super) struct Chomp;

impl Rule for Chomp {
    fn name(&self) -> &'static str {
        "chomp"
    }

    fn says(&self) -> Text {
        say!("board.rule_chomp")
    }

    fn source(&self) -> &'static str {
        "D. Gale, American Mathematical Monthly 81 (1974)"
    }

    fn patterns(&self, layout: &Layout) -> Vec<Pattern> {
        let eaten = |row, column| {
            let beyond = layout.squares().iter().filter(|(r, c)| *r >= row && *c >= column);
            beyond.fold(0, |set, &(r, c)| set | layout.bit(r, c))
        };
        let chosen = layout.squares().iter().filter(|square| **square != (0, 0));
        chosen
            .map(|&(row, column)| Pattern { need: layout.bit(row, column), empty: 0, take: eaten(row, column) })
            .collect()
    }

    /// One bite reaches across gaps.
    fn falls_apart(&self) -> bool {
        false
    }

    fn symmetry(&self) -> Symmetry {
        Symmetry::Diagonal
    }

    fn answers_by_half_turn(&self) -> bool {
        false
    }
}
