//! What is derived of a game on cells from its text, in sentences.

use super::ending::{Ending, Weight, Weights};
use super::game::Game;
use super::position::{Edges, Ground};
use super::syntax::Kind;
use super::taking::Taking;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};

/// The board on which the facts are looked at: large enough for every pattern that is
/// not as long as a board.
const SIDE: usize = 6;

impl Game {
    /// Where it is played and by whom, which signs count, its symmetries, why play ends, and
    /// how it is solved.
    ///
    /// # Errors
    /// The budget.
    pub fn facts(&self, budget: &Budget) -> Result<Vec<Text>, Stopped> {
        let kind = self.definition().kind;
        let ground = match kind {
            Kind::Grid => Ground::Grid { height: SIDE, width: SIDE },
            Kind::Strip => Ground::Grid { height: 1, width: SIDE },
            Kind::Graph => {
                Ground::Graph((0..SIDE).map(|v| (0..SIDE).filter(|w| v.abs_diff(*w) == 1).collect()).collect())
            }
            Kind::Edges => Ground::Edges(Edges::new((0..SIDE).map(|v| (v, v + 1)).collect())),
        };
        let word = match kind {
            Kind::Edges => say!("pattern.kind_edges"),
            other => say!("pattern.kind", word = other.word()),
        };
        let mut facts = vec![match self.is_impartial() {
            true => say!("cli.game_cells_impartial", ground = word),
            false => say!("cli.game_cells_partizan", ground = word),
        }];
        let engine = self.engine(&ground);
        let (signs, dead) = engine.signs();
        let list = |signs: &[char]| signs.iter().map(|sign| format!("`{sign}`")).collect::<Vec<_>>().join(", ");
        if !dead.is_empty() {
            facts.push(say!("pattern.fact_dead", signs = list(signs), dead = list(dead)));
        }
        if !kind.is_graph() {
            facts.push(say!("pattern.fact_symmetries", count = engine.symmetries()));
        }
        facts.push(match self.ending(&ground, budget)? {
            Ending::Falls(sums) => {
                let sums = sums.iter().map(sum).collect::<Vec<_>>().join(", ");
                say!("pattern.fact_falls", sums = sums)
            }
            other => other.refusal().unwrap_or_else(|| say!("pattern.no_end")),
        });
        facts.push(match Taking::of("", self, SIDE) {
            Some(taking) if taking.falls_apart() => say!("pattern.fact_taking_groups"),
            Some(_) => say!("pattern.fact_taking"),
            None if self.is_impartial() => say!("pattern.fact_nimbers"),
            None => say!("pattern.fact_forms"),
        });
        Ok(facts)
    }
}

/// A sum as people write it: `2·x + o·row`.
fn sum(Weights(weights): &Weights) -> String {
    let mut text = String::new();
    let mut add = |number: i64, what: String| {
        if number == 0 {
            return;
        }
        let sign = match (text.is_empty(), number < 0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        text += sign;
        match number.unsigned_abs() {
            1 => text += &what,
            n => text += &format!("{n}·{what}"),
        }
    };
    for Weight { sign, constant, down, across } in weights {
        add(*constant, format!("#{sign}"));
        add(*down, format!("rows({sign})"));
        add(*across, format!("columns({sign})"));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}
