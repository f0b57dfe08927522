//! How many moves a player can make in a row, if the other makes none.
//!
//! With signs of which every move leaves fewer on the board, cells are counted: that bounds the number of
//! moves. Where that is not enough, the moves are tried out, those first after which most could be left,
//! until the bound is reached or so many positions have been looked at.

use super::of_pieces::OfPieces;
use crate::pattern::{CellPosition, Definition, Engine, Game, Ground, Piece};
use crate::play::Player;
use crate::value::Unfinished;
use miyama_budget::Budget;
use std::sync::Arc;

/// How often the budget is looked at, in positions: seldom, because each question is bounded by itself, and a
/// search that may look at its budget a few times only must get on between two looks.
const LOOK: u64 = 1 << 16;

/// The most moves in a row lie between these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) least: i64,
    pub(super) most: Option<i64>,
}

impl Row {
    const NONE: Row = Row { least: 0, most: Some(0) };

    /// The number, if it is known.
    pub(super) fn exact(self) -> Option<i64> {
        self.most.filter(|most| *most == self.least)
    }

    fn plus(self, other: Row) -> Row {
        let most = self.most.zip(other.most).map(|(one, two)| one.saturating_add(two));
        Row { least: self.least.saturating_add(other.least), most }
    }
}

/// Moves in a row of one player, with what was found out.
pub(super) struct Rows {
    engine: Engine,
    player: Player,
    /// Signs, as bits, of which every move leaves so many fewer.
    falling: Vec<(u32, u32)>,
    known: OfPieces<Row>,
    looked_at: u64,
}

impl Rows {
    /// The moves of this player alone; what is found out takes so many bytes at most.
    pub(super) fn new(game: &Arc<Game>, player: Player, ground: &Ground, most: u64) -> Option<Rows> {
        let definition = game.definition();
        let mut groups = definition.groups.clone();
        groups.retain(|group| group.who.is_none_or(|who| who == player));
        groups.iter_mut().for_each(|group| group.who = Some(player));
        let rules = Definition { groups, ..definition.clone() };
        // The signs are those of the whole game or fewer, so that they are not too many.
        let engine = Game::new(rules, game.arguments()).ok()?.engine(ground);
        let falling = engine.falling_counts();
        Some(Rows { engine, player, falling, known: OfPieces::within(most), looked_at: 0 })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.known.bytes()
    }

    pub(super) fn forget(&mut self) {
        self.known.forget();
    }

    /// The most moves in a row in a position, for which about so many more positions are looked at.
    pub(super) fn of(&mut self, position: &CellPosition, steps: u32, budget: &Budget) -> Result<Row, Unfinished> {
        let mut steps = steps;
        let pieces = self.engine.pieces(position);
        self.of_pieces(&pieces, &mut steps, budget)
    }

    /// The most moves in a row in a piece of the whole game, by its cells alone.
    pub(super) fn counted_in(&mut self, whole: &Engine, cells: &[u64]) -> Option<Row> {
        let own = self.engine.read_from(whole, cells)?;
        let mut most = Some(0);
        for part in self.engine.parts_of(&own) {
            most = most.zip(self.counted(&part)).map(|(all, more): (i64, i64)| all.saturating_add(more));
        }
        Some(Row { least: 0, most })
    }

    fn of_pieces(&mut self, pieces: &[Piece], steps: &mut u32, budget: &Budget) -> Result<Row, Unfinished> {
        pieces.iter().try_fold(Row::NONE, |row, piece| Ok(row.plus(self.of_piece(&piece.cells, steps, budget)?)))
    }

    fn of_piece(&mut self, cells: &[u64], steps: &mut u32, budget: &Budget) -> Result<Row, Unfinished> {
        let known = self.known.get(cells).copied();
        let unknown = Row { least: 0, most: self.counted(cells) };
        if let Some(row) = known.filter(|row| row.exact().is_some() || *steps == 0) {
            return Ok(row);
        }
        let Some(fewer) = steps.checked_sub(1) else { return Ok(unknown) };
        *steps = fewer;
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(LOOK) {
            budget.check()?;
        }
        let mut options = vec![];
        for pieces in self.engine.left_of(cells, self.player) {
            let counted = pieces.iter().map(|piece| self.counted(&piece.cells));
            options.push((counted.sum::<Option<i64>>(), pieces));
        }
        // Of options after which equally many moves could be left, the one in fewer pieces has more of them.
        options.sort_by_key(|(most, pieces)| (std::cmp::Reverse(most.unwrap_or(i64::MAX)), pieces.len()));
        let mut found = Row::NONE;
        for (counted, pieces) in options {
            if counted.is_some_and(|counted| counted < found.least) {
                break;
            }
            let row = self.of_pieces(&pieces, steps, budget)?;
            found.least = found.least.max(row.least + 1);
            found.most = found.most.zip(row.most).map(|(most, more)| most.max(more + 1));
            if Some(found.least) == unknown.most {
                break;
            }
        }
        let most = match (found.most, unknown.most) {
            (Some(found), Some(counted)) => Some(found.min(counted)),
            (found, counted) => found.or(counted),
        };
        // A break leaves options out: those have no more moves than were found.
        let most = if Some(found.least) == unknown.most { unknown.most } else { most };
        let row = Row { least: found.least, most };
        self.known.insert(cells, row);
        Ok(row)
    }

    /// At most so many moves are left, by the cells of a piece.
    fn counted(&self, cells: &[u64]) -> Option<i64> {
        let of = |(signs, fewer): &(u32, u32)| i64::from(self.engine.count_of(cells, *signs) / fewer);
        self.falling.iter().map(of).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Games;
    use crate::pattern::interpreter;
    use crate::sum::{Part, parse_position};
    use std::collections::HashMap;

    /// The twin: plain recursion with the moves of the naive interpreter.
    fn longest(game: &Game, position: &CellPosition, player: Player, known: &mut HashMap<Vec<char>, i64>) -> i64 {
        if let Some(known) = known.get(&position.signs) {
            return *known;
        }
        let mut most = 0;
        for signs in interpreter::options(game.definition(), game.arguments(), position, player) {
            let after = CellPosition { signs, ..position.clone() };
            most = most.max(1 + longest(game, &after, player, known));
        }
        known.insert(position.signs.clone(), most);
        most
    }

    #[test]
    fn rows_are_those_of_play_by_the_definition() {
        let budget = Budget::unlimited();
        let boards = [
            "amazons:x..#/.#../..o.",
            "amazons:x.x/#.#/...",
            "amazons:.x.#.x./#.###.#",
            "clobber:xoxo/oxox/xxoo",
            "konane:xoxo/ox.x/xoxo",
            "domineering:..../.#../....",
            "col:.l./.r./...",
            "toads-and-frogs:tt..ff.t",
            "hackenbush:lrleel",
            "fission:..x/.../..x",
        ];
        for text in boards {
            let sum = parse_position(text, &Games::built_in()).unwrap();
            let Part::Cells(cells) = &sum.parts[0] else { unreachable!("a board") };
            let (game, position) = (cells.game(), cells.position());
            for player in Player::BOTH {
                let expected = longest(game, position, player, &mut HashMap::new());
                for steps in [0, 1, 3, 10, 100_000] {
                    let mut rows = Rows::new(game, player, &position.ground, u64::MAX).unwrap();
                    let row = rows.of(position, steps, &budget).unwrap();
                    assert!(row.least <= expected && row.most.is_none_or(|most| expected <= most), "{text} {row:?}");
                    assert!(steps < 100_000 || row.exact() == Some(expected), "{text} {player:?} {row:?}");
                }
            }
        }
    }
}
