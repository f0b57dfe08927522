//! The moves of a sum: what each leaves of the part in which it is made.

use super::solve::{NoSolution, after_move};
use super::{Part, Position};
use crate::game::HeapGame;
use crate::heap::ruleset::Ruleset;
use crate::out_of_reach::OutOfReach;
use crate::play::Player;
use crate::value::Unfinished;
use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;
use num_traits::Zero;
use std::collections::BTreeSet;
use std::time::Duration;

/// A move: who makes it, in which part, and what it leaves of that part. Its words
/// ([`crate::opponent::describe`]) and its picture come from it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Move {
    /// Who makes it; Left where both players have the same moves.
    pub who: Player,
    /// The index of the part.
    pub part: usize,
    /// What takes its place.
    pub left: Vec<Part>,
    /// The whole position after the move.
    pub after: Position,
}

/// Moves of a position.
#[derive(Clone, Debug)]
pub struct Options {
    /// The first ones, or all.
    pub listed: Vec<Move>,
    /// Whether these are all.
    pub complete: bool,
}

impl Move {
    pub(crate) fn new(who: Player, sum: &Position, part: usize, left: Vec<Part>) -> Move {
        Move { who, part, after: after_move(sum, part, left.clone()), left }
    }

    /// The move from one position to another, if they differ in one part only;
    /// whether the rules allow it is another question.
    #[must_use]
    pub fn between(who: Player, before: &Position, after: &Position) -> Option<Move> {
        let same = |(a, b): &(&Part, &Part)| a == b;
        let part = before.parts.iter().zip(&after.parts).take_while(same).count();
        let behind = before.parts.len().checked_sub(part + 1)?;
        let end = after.parts.len().checked_sub(behind).filter(|end| *end >= part)?;
        let rest_is_same = before.parts[part + 1..].iter().zip(&after.parts[end..]).all(|pair| same(&pair));
        rest_is_same.then(|| Move::new(who, before, part, after.parts[part..end].to_vec()))
    }

    /// Where it is made: the cells that it changes, by number; none where the part has no
    /// cells.
    #[must_use]
    pub fn place(&self, before: &Position) -> Vec<usize> {
        match (before.parts.get(self.part), self.left.as_slice()) {
            (Some(Part::Cells(before)), [Part::Cells(after)]) => before.changed(after),
            _ => Vec::new(),
        }
    }

    /// The number of the rule by which it is made, from 0, in the order of the definition:
    /// the first that does, where several do; none for parts without cells.
    #[must_use]
    pub fn rule(&self, before: &Position) -> Option<usize> {
        match (before.parts.get(self.part), self.left.as_slice()) {
            (Some(Part::Cells(before)), [Part::Cells(after)]) => before.rule_to(after, self.who),
            _ => None,
        }
    }

    /// What reading one move may take: a board of thousands of stones has too many to look through.
    pub(crate) fn moment() -> Budget {
        Budget::unlimited().with_time(Duration::from_secs(2)).with_memory(256 << 20)
    }

    /// Whether the rules allow this move in a position. `None` if there is no
    /// telling: the numbers are too large, or the moves too many.
    #[must_use]
    pub fn is_legal(&self, sum: &Position) -> Option<bool> {
        let player = self.who;
        match sum.parts.get(self.part) {
            Some(Part::Heap { game, heaps }) => {
                let piece = |part: &Part| match part {
                    Part::Heap { game: other, heaps } if other == game => Some(heaps.clone()),
                    _ => None,
                };
                match self.left.iter().map(piece).collect::<Option<Vec<_>>>() {
                    Some(pieces) => game.rules_of(player).reaches(heaps, &pieces),
                    None => Some(false),
                }
            }
            Some(Part::Cells(cells)) => {
                let [Part::Cells(left)] = self.left.as_slice() else { return Some(false) };
                cells.reaches(left, player, &Move::moment()).ok()
            }
            Some(Part::Worth(worth)) => {
                let [Part::Worth(left)] = self.left.as_slice() else { return Some(false) };
                Some(worth.options(player, &Budget::unlimited()).ok()?.contains(left))
            }
            Some(Part::Compound(compound)) => {
                let [Part::Compound(left)] = self.left.as_slice() else { return Some(false) };
                Some(compound.options(player, &Budget::unlimited()).ok()?.contains(left))
            }
            None => Some(false),
        }
    }
}

impl Position {
    /// The moves of this position, at most `most`: part by part, and in a part
    /// those first that leave much. Moves that differ in the order of pieces
    /// only are one.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama::game::Games;
    /// use miyama::sum::parse_position;
    /// let sum = parse_position("nim:2 + kayles:3", &Games::built_in()).unwrap();
    /// let options = sum.options(100, &Budget::unlimited()).unwrap();
    /// let after: Vec<String> = options.listed.iter().map(|choice| choice.after.to_string()).collect();
    /// let expected = ["nim:1 + kayles:3", "nim:0 + kayles:3", "nim:2 + kayles:2", "nim:2 + kayles:1,1", "nim:2 + kayles:1"];
    /// assert_eq!(after, expected);
    /// ```
    ///
    /// # Errors
    /// A board with more stones than can be numbered, or the budget does not
    /// allow it.
    pub fn options(&self, most: usize, budget: &Budget) -> Result<Options, NoSolution> {
        self.options_of(Player::Left, most, budget)
    }

    /// The moves of one player, at most `most`.
    ///
    /// # Errors
    /// A board with more stones than can be numbered, or the budget does not
    /// allow it.
    pub fn options_of(&self, player: Player, most: usize, budget: &Budget) -> Result<Options, NoSolution> {
        let mut options = Options { listed: Vec::new(), complete: true };
        for (index, part) in self.parts.iter().enumerate() {
            let parts_left = self.parts.len() - index;
            let room = (most - options.listed.len()).div_ceil(parts_left);
            let (left, complete) = match part {
                Part::Heap { game, heaps } => of_heaps(game, player, heaps, room, budget)?,
                Part::Cells(cells) => {
                    budget.check()?;
                    if let Some(reason) = cells.stones().and_then(|stones| stones.moves().err()) {
                        return Err(NoSolution::board(cells, reason));
                    }
                    let left = cells.options_within(player, budget)?;
                    first(left.into_iter().map(|cells| vec![Part::Cells(cells)]).collect(), room)
                }
                Part::Worth(worth) => {
                    let options = worth.options(player, budget).map_err(|reason| match reason {
                        Unfinished::Stopped(stopped) => NoSolution::Stopped(stopped),
                        _ => NoSolution::too_large(part),
                    })?;
                    first(options.into_iter().map(|worth| vec![Part::Worth(worth)]).collect(), room)
                }
                Part::Compound(compound) => {
                    let options = compound.options(player, budget)?;
                    first(options.into_iter().map(|left| vec![Part::Compound(left)]).collect(), room)
                }
            };
            options.complete &= complete;
            options.listed.extend(left.into_iter().map(|left| Move::new(player, self, index, left)));
        }
        Ok(options)
    }
}

/// The first ones, and whether they are all.
fn first(mut all: Vec<Vec<Part>>, most: usize) -> (Vec<Vec<Part>>, bool) {
    let complete = all.len() <= most;
    all.truncate(most);
    (all, complete)
}

/// What a move leaves of heaps: pieces, each with the heaps of the ruleset.
pub(super) type Pieces = Vec<Vec<u64>>;

/// Of heaps that do not fit into a machine word, moves are looked for that
/// change them as little as moves of heaps of this size do.
const SHRUNK: u64 = 64;

/// What the moves leave of heaps, at most `most`, and whether that is all.
fn of_heaps(
    game: &HeapGame,
    player: Player,
    heaps: &[BigUint],
    most: usize,
    budget: &Budget,
) -> Result<(Vec<Vec<Part>>, bool), Stopped> {
    let small: Option<Vec<u64>> = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect();
    let found = match small {
        Some(heaps) => some_options(game.rules_of(player), &heaps, most, budget)?,
        None => None,
    };
    let (options, complete) = match found {
        Some((options, complete)) => (options.iter().map(|option| large(option)).collect(), complete),
        None => (options_of_large(game.rules_of(player), heaps, most, budget)?, false),
    };
    let as_parts = |option: Vec<Vec<BigUint>>| as_parts(game, option);
    Ok((options.into_iter().rev().map(as_parts).collect(), complete))
}

/// An option as parts of a sum. Nothing left is shown as empty heaps where these
/// have no move, which is the same in any sum.
pub(super) fn as_parts(game: &HeapGame, mut option: Vec<Vec<BigUint>>) -> Vec<Part> {
    if option.is_empty() && game.ruleset.ends_at_zero() {
        option.push(vec![BigUint::zero(); game.ruleset.heaps()]);
    }
    option.into_iter().map(|heaps| Part::Heap { game: game.clone(), heaps }).collect()
}

/// The same heaps as numbers of any size.
pub(super) fn large(option: &[Vec<u64>]) -> Vec<Vec<BigUint>> {
    option.iter().map(|heaps| heaps.iter().map(|heap| BigUint::from(*heap)).collect()).collect()
}

/// The options of heaps that are wanted, sorted, each once up to the order of
/// its pieces, pieces without stones left out if they have no move. `None` if
/// numbers overflow.
pub(super) fn distinct_options(
    ruleset: &Ruleset,
    heaps: &[u64],
    wanted: &dyn Fn(&[Vec<u64>]) -> bool,
    budget: &Budget,
) -> Result<Option<Vec<Pieces>>, NoSolution> {
    let mut found = BTreeSet::new();
    let mut keep = |option: &[Vec<u64>]| {
        if wanted(option) {
            found.insert(pieces_of(ruleset, option));
        }
    };
    let visited = visit_options(ruleset, heaps, &mut keep, budget)?;
    Ok(visited.map(|()| found.into_iter().collect()))
}

/// Calls `visit` with every option, some perhaps more than once, as long as the
/// budget lasts. `None` if numbers overflow.
pub(super) fn visit_options(
    ruleset: &Ruleset,
    heaps: &[u64],
    visit: &mut dyn FnMut(&[Vec<u64>]),
    budget: &Budget,
) -> Result<Option<()>, NoSolution> {
    let visited = ruleset.for_each_option(heaps, budget, &mut |option: &[Vec<u64>]| {
        visit(option);
        true
    });
    Ok(fitting_in(visited)?)
}

/// What was found, unless numbers overflowed.
fn fitting_in<T>(found: Result<T, OutOfReach>) -> Result<Option<T>, Stopped> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(OutOfReach::TooLarge) => Ok(None),
        Err(OutOfReach::Stopped(stopped)) => Err(stopped),
    }
}

/// The pieces of an option that count, sorted: those with stones, and those
/// without if they can be moved from.
fn pieces_of(ruleset: &Ruleset, option: &[Vec<u64>]) -> Pieces {
    let counts = |piece: &&Vec<u64>| !ruleset.ends_at_zero() || piece.iter().any(|heap| *heap > 0);
    let mut pieces: Pieces = option.iter().filter(counts).cloned().collect();
    pieces.sort_unstable();
    pieces
}

/// At most `most` options of heaps, sorted, and whether these are all. `None` if
/// numbers overflow.
pub(super) fn some_options(
    ruleset: &Ruleset,
    heaps: &[u64],
    most: usize,
    budget: &Budget,
) -> Result<Option<(Vec<Pieces>, bool)>, Stopped> {
    let mut found = BTreeSet::new();
    let mut visits = most.saturating_mul(16);
    let mut complete = true;
    let visited = ruleset.for_each_option(heaps, budget, &mut |option: &[Vec<u64>]| {
        let pieces = pieces_of(ruleset, option);
        visits = visits.saturating_sub(1);
        complete = visits > 0 && (found.len() < most || found.contains(&pieces));
        if complete {
            found.insert(pieces);
        }
        complete
    });
    Ok(fitting_in(visited)?.map(|()| (found.into_iter().collect(), complete)))
}

/// Options that change large heaps by little: the changes are those of small
/// heaps, and each option is checked.
fn options_of_large(
    ruleset: &Ruleset,
    heaps: &[BigUint],
    most: usize,
    budget: &Budget,
) -> Result<Vec<Vec<Vec<BigUint>>>, Stopped> {
    let small: Vec<u64> =
        heaps.iter().map(|heap| u64::try_from(heap).map_or(SHRUNK, |heap| heap.min(SHRUNK))).collect();
    let cut: Vec<BigUint> = heaps.iter().zip(&small).map(|(heap, small)| heap - *small).collect();
    let Some((options, _)) = some_options(ruleset, &small, most, budget)? else { return Ok(Vec::new()) };
    let enlarged = options.iter().map(|option| {
        let mut option = large(option);
        match option.last_mut() {
            Some(largest) => largest.iter_mut().zip(&cut).for_each(|(heap, cut)| *heap += cut),
            // A heap that loses all of its stones, if that is what it means.
            None if ruleset.ends_at_zero() => option.push(cut.clone()),
            None => {}
        }
        option
    });
    Ok(enlarged.filter(|option| ruleset.reaches(heaps, option) == Some(true)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Games;
    use crate::sum::parse_position;

    fn sum(text: &str) -> Position {
        parse_position(text, &Games::built_in()).unwrap()
    }

    #[test]
    fn a_move_is_found_from_the_two_positions() {
        for text in ["nim:2,3 + wythoff:1,2", "grundy:6,5", "kayles:4,4", "2d-nim:##/#. + nim:2"] {
            let before = sum(text);
            for choice in before.options(1000, &Budget::unlimited()).unwrap().listed {
                let found = Move::between(Player::Left, &before, &choice.after).unwrap();
                assert_eq!((found.part, found.after.to_string()), (choice.part, choice.after.to_string()));
                assert_eq!(found.is_legal(&before), Some(true));
            }
        }
        assert!(Move::between(Player::Left, &sum("nim:2,3"), &sum("nim:1,2")).is_none());
        assert!(Move::between(Player::Left, &sum("nim:2,3"), &sum("nim:2,3")).is_none());
        let illegal = Move::between(Player::Left, &sum("nim:2,3"), &sum("nim:2,4")).unwrap();
        assert_eq!(illegal.is_legal(&sum("nim:2,3")), Some(false));
    }

    #[test]
    fn few_of_very_many_options_are_found_at_once() {
        let huge = "9".repeat(60);
        for text in [
            format!("nim:{huge},5"),
            format!("wythoff:{huge},{huge}"),
            format!("kayles:{huge}"),
            "nim:1000000000000000".to_owned(),
        ] {
            let before = sum(&text);
            let options = before.options(20, &Budget::unlimited()).unwrap();
            assert!(!options.complete && options.listed.len() >= 10, "{text}");
            assert!(options.listed.iter().all(|choice| choice.is_legal(&before) == Some(true)), "{text}");
        }
    }
}
