//! Play that comes back to where it was, on small boards and from a given position.

use super::Ending;
use crate::pattern::engine::Engine;
use crate::pattern::game::Game;
use crate::pattern::position::{CellPosition, Edges, Ground};
use crate::pattern::syntax::{Kind, NO_CELL};
use crate::play::Player;
use miyama_budget::{Budget, Stopped};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

/// Circles are looked for among at most this many positions of each ground.
const MOST_POSITIONS: usize = 4_000;

/// From a given position play is followed through at most this many positions.
const MOST_FOLLOWED: usize = 20_000;

/// A circle in play that was followed is looked for from at most this many positions.
const MOST_STARTS: usize = 500;

/// For every position the ones that a move of either player leads to.
type Options = HashMap<Vec<char>, Vec<Vec<char>>>;

impl Game {
    /// A shortest circle on small boards, if there is one.
    pub(super) fn circle(&self, budget: &Budget) -> Result<Option<Vec<CellPosition>>, Stopped> {
        let marks = self.definition().marks();
        let mut signs: Vec<char> = self.definition().signs().into_iter().filter(|s| !marks.contains(s)).collect();
        signs.push(NO_CELL);
        let mut best: Option<Vec<CellPosition>> = None;
        for ground in small_grounds(self.definition().kind) {
            let cells = ground.cells();
            let positions = signs.len().checked_pow(cells as u32);
            if positions.is_none_or(|n| n > MOST_POSITIONS) {
                continue;
            }
            budget.check()?;
            let ground = Arc::new(ground);
            let mut engine = self.engine(&ground);
            let sign = |number: usize, cell: usize| signs[number / signs.len().pow(cell as u32) % signs.len()];
            let all = (0..positions.unwrap_or(0)).map(|number| (0..cells).map(|cell| sign(number, cell)).collect());
            let Some(options) = followed(&mut engine, &ground, all.collect(), usize::MAX, budget)? else { continue };
            for start in endless(&options) {
                budget.check()?;
                let longest = best.as_ref().map_or(usize::MAX, Vec::len);
                if let Some(circle) = back_to(&start, &options, longest) {
                    let position = |signs| CellPosition { ground: ground.clone(), signs };
                    best = Some(circle.into_iter().map(position).collect());
                }
            }
            // A circle of one or two moves is as short as any that is found
            // on a larger board.
            if best.as_ref().is_some_and(|circle| circle.len() <= 3) {
                break;
            }
        }
        Ok(best)
    }

    /// What becomes of play from a position, if it can be followed: it ends whatever is played, or
    /// it can come back.
    pub(super) fn play_from(&self, position: &CellPosition, budget: &Budget) -> Result<Ending, Stopped> {
        let ground = &position.ground;
        let mut engine = self.engine(ground);
        let first = vec![position.signs.clone()];
        let Some(options) = followed(&mut engine, ground, first, MOST_FOLLOWED, budget)? else {
            return Ok(Ending::Unknown);
        };
        let mut best: Option<Vec<Vec<char>>> = None;
        for start in endless(&options).iter().take(MOST_STARTS) {
            budget.check()?;
            let longest = best.as_ref().map_or(usize::MAX, Vec::len);
            best = back_to(start, &options, longest).or(best);
        }
        Ok(match best {
            Some(circle) => {
                let position = |signs| CellPosition { ground: ground.clone(), signs };
                Ending::Circle(circle.into_iter().map(position).collect())
            }
            None => Ending::Followed(options.len()),
        })
    }
}

/// All positions that play reaches from these, and their options; `None` if they are more than `most`.
fn followed(
    engine: &mut Engine,
    ground: &Arc<Ground>,
    mut waiting: Vec<Vec<char>>,
    most: usize,
    budget: &Budget,
) -> Result<Option<Options>, Stopped> {
    let mut options = Options::new();
    while let Some(signs) = waiting.pop() {
        if options.contains_key(&signs) {
            continue;
        }
        if options.len() >= most {
            return Ok(None);
        }
        budget.check()?;
        let position = CellPosition { ground: ground.clone(), signs };
        let after = Player::BOTH.into_iter().flat_map(|player| engine.options(&position, player));
        let after: BTreeSet<Vec<char>> = after.map(|option| option.signs).collect();
        waiting.extend(after.iter().cloned());
        options.insert(position.signs, after.into_iter().collect());
    }
    Ok(Some(options))
}

/// The positions from which play need not end, in order: what is left when
/// those are struck out, again and again, from which all moves lead to ones
/// struck out.
fn endless(options: &Options) -> Vec<Vec<char>> {
    let mut left: BTreeSet<&Vec<char>> = options.keys().collect();
    loop {
        let before = left.len();
        let goes_on = |signs: &&Vec<char>| options[*signs].iter().any(|option| left.contains(option));
        left = left.iter().copied().filter(goes_on).collect();
        if left.len() == before {
            return left.into_iter().cloned().collect();
        }
    }
}

/// A shortest way from a position back to it, shorter than `longest` positions.
fn back_to(start: &[char], options: &Options, longest: usize) -> Option<Vec<Vec<char>>> {
    let mut before: HashMap<Vec<char>, Vec<char>> = HashMap::new();
    let mut queue = VecDeque::from([(start.to_vec(), 0)]);
    while let Some((signs, moves)) = queue.pop_front() {
        if moves + 2 >= longest {
            return None;
        }
        for option in options.get(&signs).into_iter().flatten() {
            if option == start {
                let mut way = vec![option.clone(), signs.clone()];
                let mut at = signs;
                while let Some(earlier) = before.get(&at) {
                    way.push(earlier.clone());
                    at = earlier.clone();
                }
                way.reverse();
                return Some(way);
            }
            if !before.contains_key(option) {
                before.insert(option.clone(), signs.clone());
                queue.push_back((option.clone(), moves + 1));
            }
        }
    }
    None
}

fn small_grounds(kind: Kind) -> Vec<Ground> {
    match kind {
        Kind::Strip => (1..=7).map(|width| Ground::Grid { height: 1, width }).collect(),
        Kind::Grid => {
            let sizes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1), (2, 3), (3, 2)];
            sizes.map(|(height, width)| Ground::Grid { height, width }).to_vec()
        }
        Kind::Graph => (1..=5)
            .map(|n| Ground::Graph((0..n).map(|a| (0..n).filter(|b| usize::abs_diff(a, *b) == 1).collect()).collect()))
            .collect(),
        // Stalks, and paths that stand on nothing.
        Kind::Edges => (1..=5)
            .flat_map(|n| [0, 1].map(|first| Edges::new((first..first + n).map(|a| (a, a + 1)).collect())))
            .map(Ground::Edges)
            .collect(),
    }
}
