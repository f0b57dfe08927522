//! Positions of games that operators make of others: a slot for every game in it and every pass.
//!
//! Nothing is derived of such a game but its options, which follow from those of its slots: a move of
//! a selective compound is one in either game or in both, of a conjunctive one in both, of an ordinal
//! one in the second, or in the first, which takes the second away; a pass may be made once, where the
//! player has a move. Everything else is play itself: the options are followed, each position once.

mod follow;
mod read;
mod solve;

pub(super) use follow::Followed;
pub(super) use solve::{nimber, outcome_alone, value_of};

use super::options::some_options;
use super::solve::NoSolution;
use super::{Cells, Part};
use crate::game::{CompoundGame, Quantity, Rules, Stated, Terminal};
use crate::heap::notation::Joint;
use crate::heap::ruleset::is_to_move;
use crate::out_of_reach::OutOfReach;
use crate::play::{Convention, Player};
use miyama_budget::{Budget, Stopped};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// A part with more options than this is nothing to follow.
const MOST_OPTIONS: usize = 1 << 18;

/// A position of a game that operators make of others.
#[derive(Clone, Debug)]
pub struct Compound {
    game: CompoundGame,
    slots: Vec<Slot>,
}

/// What stands at a place of a position.
#[derive(Clone, Debug)]
pub enum Slot {
    /// A position of one game: parts that are played side by side, none if nothing is left.
    Parts(Vec<Part>),
    /// Whether the pass is still there.
    Pass(bool),
}

/// A position as numbers: equal positions of one game have equal words.
pub(super) type Words = Vec<u64>;

/// Which options of a part are taken: those of the engines, or those that the naive interpreters find.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Engine,
    Interpreter,
}

impl Compound {
    /// The game.
    #[must_use]
    pub fn game(&self) -> &CompoundGame {
        &self.game
    }

    /// What stands in the slots.
    #[must_use]
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Whether positions of the other can be told from this one: the same game on the same grounds,
    /// where nothing is gone that the other has.
    pub(super) fn covers(&self, other: &Compound) -> bool {
        let fits = |(own, others): (&Slot, &Slot)| match (own, others) {
            (Slot::Pass(_), Slot::Pass(_)) => true,
            (Slot::Parts(_), Slot::Parts(others)) if others.is_empty() => true,
            (Slot::Parts(own), Slot::Parts(others)) => match (own.first(), others.first()) {
                (Some(own), Some(other)) => own.same_game(other),
                _ => false,
            },
            _ => false,
        };
        self.game == other.game && self.slots.iter().zip(&other.slots).all(fits)
    }

    /// The position as numbers; the order of parts within a slot does not count. `None` if a heap does not
    /// fit into a machine word.
    pub(super) fn words(&self) -> Option<Words> {
        let mut words = Vec::new();
        for slot in &self.slots {
            match slot {
                Slot::Pass(left) => words.push(u64::from(*left)),
                Slot::Parts(parts) => {
                    let mut pieces: Vec<Words> =
                        parts.iter().filter(|part| !is_nothing(part)).map(part_words).collect::<Option<_>>()?;
                    pieces.sort();
                    words.push(pieces.len() as u64);
                    for piece in pieces {
                        words.push(piece.len() as u64);
                        words.extend(piece);
                    }
                }
            }
        }
        Some(words)
    }

    /// The position with these words, which are those of a position that this one [covers](Compound::covers).
    pub(super) fn with_words(&self, words: &[u64]) -> Compound {
        let mut rest = words.iter().copied();
        let mut next = || rest.next().unwrap_or_default();
        let mut slots = Vec::with_capacity(self.slots.len());
        for slot in &self.slots {
            slots.push(match slot {
                Slot::Pass(_) => Slot::Pass(next() == 1),
                Slot::Parts(parts) => {
                    let pieces = next();
                    let mut found = Vec::new();
                    for _ in 0..pieces {
                        let piece: Words = (0..next()).map(|_| next()).collect();
                        found.extend(parts.first().and_then(|part| with_part_words(part, &piece)));
                    }
                    Slot::Parts(found)
                }
            });
        }
        Compound { game: self.game.clone(), slots }
    }

    /// What the moves of a player lead to, each once.
    ///
    /// # Errors
    /// [`NoSolution`] if there are too many, or the budget ends.
    pub fn options(&self, player: Player, budget: &Budget) -> Result<Vec<Compound>, NoSolution> {
        self.options_by(player, By::Engine, budget)
    }

    pub(super) fn options_by(&self, player: Player, by: By, budget: &Budget) -> Result<Vec<Compound>, NoSolution> {
        budget.check()?;
        let all = options(&self.game.rules, &self.slots, player, by, budget)?;
        let mut each = BTreeMap::new();
        for slots in all {
            let option = Compound { game: self.game.clone(), slots };
            let words = option.words().ok_or_else(|| self.too_large())?;
            each.entry(words).or_insert(option);
        }
        Ok(each.into_values().collect())
    }

    /// Whether a player wins who has no move here.
    pub(super) fn won_at_end(&self, turn: Player, convention: Convention, budget: &Budget) -> Result<bool, NoSolution> {
        for (winner, stated) in &*self.game.ends {
            if holds(stated, &self.slots, budget)? {
                return Ok(is_to_move(*winner, turn));
            }
        }
        Ok(convention == Convention::Misere)
    }

    pub(super) fn too_large(&self) -> NoSolution {
        NoSolution::too_large(&Part::Compound(self.clone()))
    }
}

impl PartialEq for Compound {
    fn eq(&self, other: &Compound) -> bool {
        self.words() == other.words() && (self.covers(other) || other.covers(self))
    }
}

impl Eq for Compound {}

impl Hash for Compound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words().hash(state);
    }
}

/// Heaps without stones, where these have no moves.
fn is_nothing(part: &Part) -> bool {
    matches!(part, Part::Heap { game, heaps }
        if game.ruleset.ends_at_zero() && heaps.iter().all(|heap| *heap == BigUint::default()))
}

/// A part as numbers: heaps, or the signs of cells.
fn part_words(part: &Part) -> Option<Words> {
    match part {
        Part::Heap { game, heaps } => {
            let mut words: Words = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect::<Option<_>>()?;
            game.ruleset.without_gaps(&mut words);
            Some(words)
        }
        Part::Cells(cells) => Some(cells.position().signs.iter().map(|sign| u64::from(*sign)).collect()),
        Part::Worth(_) | Part::Compound(_) => None,
    }
}

fn with_part_words(part: &Part, words: &[u64]) -> Option<Part> {
    match part {
        Part::Heap { game, .. } => {
            Some(Part::Heap { game: game.clone(), heaps: words.iter().map(|heap| BigUint::from(*heap)).collect() })
        }
        Part::Cells(cells) => {
            let sign = |word: &u64| char::from_u32(u32::try_from(*word).ok()?);
            Some(Part::Cells(cells.with_signs(words.iter().filter_map(sign).collect())))
        }
        Part::Worth(_) | Part::Compound(_) => None,
    }
}

/// The options of a player in the game of a tree, whose slots these are.
fn options(
    rules: &Rules,
    slots: &[Slot],
    player: Player,
    by: By,
    budget: &Budget,
) -> Result<Vec<Vec<Slot>>, NoSolution> {
    match rules {
        Rules::Heaps(_) | Rules::Cells(_) => {
            let [Slot::Parts(parts)] = slots else { return Ok(vec![]) };
            let found = of_parts(parts, player, by, budget)?;
            Ok(found.into_iter().map(|parts| vec![Slot::Parts(parts)]).collect())
        }
        Rules::Impartial(inner) => {
            let mut all = options(inner, slots, Player::Left, by, budget)?;
            if !inner.is_impartial() {
                all.extend(options(inner, slots, Player::Right, by, budget)?);
            }
            Ok(all)
        }
        Rules::Pass(inner) => {
            let Some((pass, slots)) = slots.split_last() else { return Ok(vec![]) };
            let mut all = options(inner, slots, player, by, budget)?;
            let can_pass = matches!(pass, Slot::Pass(true)) && !all.is_empty();
            all.iter_mut().for_each(|option| option.push(pass.clone()));
            if can_pass {
                all.push(slots.iter().cloned().chain([Slot::Pass(false)]).collect());
            }
            Ok(all)
        }
        Rules::Ended(inner, Terminal(stated)) => {
            if holds(stated, slots, budget)? {
                Ok(vec![])
            } else {
                options(inner, slots, player, by, budget)
            }
        }
        Rules::Joined(joint, both) => {
            let (first, second) = slots.split_at(both[0].slots().min(slots.len()));
            let in_first = options(&both[0], first, player, by, budget)?;
            let in_second = options(&both[1], second, player, by, budget)?;
            joined(*joint, (first, in_first), (second, in_second), budget)
        }
    }
}

/// Whether a condition holds of these slots.
fn holds(stated: &Stated, slots: &[Slot], budget: &Budget) -> Result<bool, NoSolution> {
    let Some(domain) = &stated.domain else { return Ok(true) };
    let number = |quantity: &Quantity| match quantity {
        Quantity::Pass { slot } => u64::from(matches!(slots.get(*slot), Some(Slot::Pass(true)))),
        Quantity::Heap { slot, place } => match slots.get(*slot) {
            Some(Slot::Parts(parts)) => {
                parts.first().and_then(|part| part_words(part)?.get(*place).copied()).unwrap_or(0)
            }
            _ => 0,
        },
        Quantity::Cells(signs) => {
            let parts = slots.iter().flat_map(|slot| match slot {
                Slot::Parts(parts) => parts.as_slice(),
                Slot::Pass(_) => &[],
            });
            let count = |part: &Part| match part {
                Part::Cells(cells) => cells.position().signs.iter().filter(|sign| signs.contains(sign)).count() as u64,
                _ => 0,
            };
            parts.map(count).sum()
        }
    };
    let numbers: Vec<u64> = stated.numbers.iter().map(number).collect();
    domain.holds(&numbers, budget).map_err(|reason| match reason {
        OutOfReach::Stopped(stopped) => NoSolution::Stopped(stopped),
        OutOfReach::TooLarge => NoSolution::numbers(&domain.text()),
    })
}

fn joined(
    joint: Joint,
    (first, in_first): (&[Slot], Vec<Vec<Slot>>),
    (second, in_second): (&[Slot], Vec<Vec<Slot>>),
    budget: &Budget,
) -> Result<Vec<Vec<Slot>>, NoSolution> {
    let both = |a: &[Slot], b: &[Slot]| [a, b].concat();
    let one_of = || {
        let left = in_first.iter().map(|option| both(option, second));
        left.chain(in_second.iter().map(|option| both(first, option))).collect::<Vec<_>>()
    };
    let in_both = || -> Result<Vec<Vec<Slot>>, NoSolution> {
        let mut all = Vec::new();
        for a in &in_first {
            budget.check()?;
            budget.need((all.len() as u64 + in_second.len() as u64) * 256)?;
            all.extend(in_second.iter().map(|b| both(a, b)));
        }
        Ok(all)
    };
    Ok(match joint {
        Joint::Disjunctive => one_of(),
        Joint::Conjunctive => in_both()?,
        Joint::Selective => {
            let mut all = one_of();
            all.extend(in_both()?);
            all
        }
        Joint::Ordinal => {
            let gone: Vec<Slot> = second.iter().map(emptied).collect();
            let left = in_first.iter().map(|option| both(option, &gone));
            left.chain(in_second.iter().map(|option| both(first, option))).collect()
        }
    })
}

/// A slot of a game that was taken away.
fn emptied(slot: &Slot) -> Slot {
    match slot {
        Slot::Parts(_) => Slot::Parts(vec![]),
        Slot::Pass(_) => Slot::Pass(false),
    }
}

/// What the moves of a player leave of parts that are played side by side.
fn of_parts(parts: &[Part], player: Player, by: By, budget: &Budget) -> Result<Vec<Vec<Part>>, NoSolution> {
    let mut all = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let left: Vec<Vec<Part>> = match part {
            Part::Heap { .. } => of_heaps(part, player, by, budget)?,
            Part::Cells(cells) => {
                of_cells(cells, player, by, budget)?.into_iter().map(|cells| vec![Part::Cells(cells)]).collect()
            }
            Part::Worth(_) | Part::Compound(_) => vec![],
        };
        for left in left {
            let mut after = parts.to_vec();
            after.splice(index..=index, left);
            all.push(after);
        }
    }
    Ok(all)
}

fn of_heaps(part: &Part, player: Player, by: By, budget: &Budget) -> Result<Vec<Vec<Part>>, NoSolution> {
    let Part::Heap { game, heaps } = part else { return Ok(vec![]) };
    let too_large = || NoSolution::too_large(part);
    let small: Option<Vec<u64>> = heaps.iter().map(|heap| u64::try_from(heap).ok()).collect();
    let small = small.ok_or_else(too_large)?;
    let rules = game.rules_of(player);
    let interpreter = if by == By::Interpreter { rules.interpreter() } else { None };
    let found: Vec<Vec<Vec<u64>>> = match interpreter {
        Some(interpreter) => {
            let mut effort = MOST_OPTIONS as u64;
            interpreter.options(&small, &mut effort, budget).map_err(|_| too_large())?.into_iter().collect()
        }
        None => match some_options(rules, &small, MOST_OPTIONS, budget)? {
            Some((found, true)) => found,
            _ => return Err(too_large()),
        },
    };
    let piece = |heaps: &Vec<u64>| Part::Heap {
        game: game.clone(),
        heaps: heaps.iter().map(|heap| BigUint::from(*heap)).collect(),
    };
    // A heap without stones and without moves is nothing, however it was found.
    let counts = |heaps: &&Vec<u64>| !game.ruleset.ends_at_zero() || heaps.iter().any(|heap| *heap > 0);
    Ok(found.iter().map(|option| option.iter().filter(counts).map(piece).collect()).collect())
}

fn of_cells(cells: &Cells, player: Player, by: By, budget: &Budget) -> Result<Vec<Cells>, Stopped> {
    match by {
        By::Engine => cells.options_within(player, budget),
        By::Interpreter => {
            let found = cells.options_by_interpreter(player, budget)?;
            Ok(found.into_iter().map(|signs| cells.with_signs(signs)).collect())
        }
    }
}
