//! The parts of a sum with their nim values, the moves to a value, and the reasons.

use super::asked::{Asked, VALUE_LOOKS, VALUE_SHARE};
use super::by_search::SoFar;
use super::checked;
use super::compound::{self, Followed};
use super::mirrored::mirrored_part;
use super::moves::Moves;
use super::options::{as_parts, distinct_options, visit_options};
use super::solve::{NoSolution, after_move};
use super::stones;
use super::{Part, Position, Worth};
use crate::breaking::{self, code::Code};
use crate::game::HeapGame;
use crate::heap::ruleset::MOST_HEAPS;
use crate::heap::table::{GrundyTable, NoTable};
use crate::heap::theorem::{Theorem, moore};
use crate::nimber::Nimber;
use crate::pattern::Cells;
use crate::pattern::taking::{Analysis, Take};
use crate::play::Player;
use crate::sum::strategy::{Question, Way, plan};
use crate::value::Unfinished;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use std::collections::BTreeSet;

/// A table for the value of a single position that a theorem already decides
/// is made only up to this size.
const CHEAP_TABLE: u128 = 64 << 20;

/// The same on many heaps, whose positions are followed one by one.
const CHEAP_IN_A_ROW: u128 = 1 << 18;

/// A part with what is known of its value.
pub(super) struct Valued<'a> {
    pub(super) part: &'a Part,
    /// None: a theorem says N, and no more is known.
    pub(super) value: Option<BigUint>,
    pub(super) table: Option<GrundyTable>,
    /// For taking-and-breaking games.
    pub(super) heap: Option<breaking::heap::Heap>,
    pub(super) board: Option<Analysis>,
    /// For cells whose value was asked for, one number at a time.
    pub(super) asked: Option<Box<Asked>>,
    /// For what operators make of other games.
    pub(super) followed: Option<Followed<Nimber>>,
    /// Of stones on a board: the moves to value 0 by symmetry.
    pub(super) winning: Option<Vec<Take>>,
    /// A table that is only looked at for the values of options.
    pub(super) values: Option<GrundyTable>,
    /// How many positions of a board may be remembered for that purpose.
    pub(super) effort: Option<usize>,
    /// Whether an equal part cancels it: both are as good as 0, though their value
    /// is not known.
    pub(super) cancelled: bool,
    pub(super) method: Text,
    pub(super) reason: Option<Text>,
}

/// The parts of a sum with their values.
pub(super) fn valued_parts<'a>(sum: &'a Position, budget: &Budget) -> Result<Vec<Valued<'a>>, NoSolution> {
    // Boards with too many stones for a search are answered or refused at once. Then small boards first: where a
    // large one takes too long, their values are known.
    let effort = |part: &Part| match part {
        Part::Cells(cells) if cells.stones().is_some_and(|stones| stones.analysis().is_err()) => 0,
        Part::Cells(cells) => cells.position().signs.len(),
        Part::Heap { .. } | Part::Worth(_) | Part::Compound(_) => 0,
    };
    let mut in_order: Vec<(usize, &Part)> = sum.parts.iter().enumerate().collect();
    in_order.sort_by_cached_key(|(_, part)| effort(part));
    let mut parts: Vec<(usize, Valued<'a>)> = Vec::with_capacity(sum.parts.len());
    for (place, part) in in_order {
        // Equal parts have equal values, whether those are known or not.
        let same = parts.iter_mut().find(|(_, known)| known.value.is_none() && known.part == part);
        let found = match same {
            Some((_, twin)) => {
                (twin.value, twin.cancelled) = (Some(BigUint::zero()), true);
                let twin = Valued::plain(part, BigUint::zero(), say!("solve.method_twins"), None);
                Valued { cancelled: true, ..twin }
            }
            None => valued(part, true, budget).map_err(|reason| known_parts(sum, &parts, reason))?,
        };
        parts.push((place, found));
    }
    parts.sort_by_key(|(place, _)| *place);
    let mut parts: Vec<Valued<'a>> = parts.into_iter().map(|(_, part)| part).collect();
    // One part that is won and of unknown value decides a sum of others that is 0.
    let rest = parts.iter().filter_map(|part| part.value.as_ref()).fold(BigUint::zero(), |sum, value| sum ^ value);
    let unknown = parts.iter().filter(|part| part.value.is_none()).count();
    if unknown > 1 || (unknown == 1 && !rest.is_zero()) {
        for part in parts.iter_mut().filter(|part| part.value.is_none()) {
            *part = valued(part.part, false, budget)?;
        }
    }
    Ok(parts)
}

/// What is known of a sum when one of its parts took too long: the values of others.
fn known_parts(sum: &Position, parts: &[(usize, Valued<'_>)], reason: NoSolution) -> NoSolution {
    let stopped = match &reason {
        NoSolution::SoFar(so_far) if sum.parts.len() > 1 => so_far.stopped,
        NoSolution::Stopped(stopped) => *stopped,
        _ => return reason,
    };
    let known = parts.iter().filter(|(_, part)| !part.cancelled);
    let known = known.filter_map(|(_, part)| Some((part.part.clone(), part.value.clone()?)));
    let values: Vec<(Part, BigUint)> = known.collect();
    match values.is_empty() {
        true => NoSolution::Stopped(stopped),
        false => NoSolution::SoFar(Box::new(SoFar::of_values(values, stopped))),
    }
}

/// Finds the value of a part, in the first of the ways that the strategy names which
/// gives it.
fn valued<'a>(part: &'a Part, unknown_alone: bool, budget: &Budget) -> Result<Valued<'a>, NoSolution> {
    for way in plan(&Question::Part(part)).ways() {
        let found = match (way, part) {
            (Way::Theorem, Part::Heap { game, heaps }) => by_theorem(part, game, heaps, unknown_alone, budget),
            (Way::Code, Part::Heap { game, heaps }) => match (&game.code, heaps.as_slice()) {
                (Some(code), [heap]) => {
                    breaking::heap::Heap::new(code, heap, budget)?.map(|found| by_code(part, code, found))
                }
                _ => None,
            },
            (Way::Table, Part::Heap { game, heaps }) => Some(by_table(part, game, heaps, budget)?),
            (Way::Stones, Part::Cells(cells)) => match cells.stones() {
                Some(position) => {
                    let stones::Valued { value, reason, analysis, winning } =
                        stones::valued(cells, &position, unknown_alone, budget)?;
                    let method = match &analysis {
                        Some(_) => say!("board.method_solver"),
                        None => say!("board.method_symmetry"),
                    };
                    let winning = Some(winning);
                    let plain = Valued::plain(part, BigUint::zero(), method, reason);
                    Some(Valued { value, board: analysis, winning, ..plain })
                }
                None => None,
            },
            (Way::Parts, Part::Cells(cells)) => match mirrored_part(part, budget) {
                Some(reason) => Some(Valued::plain(part, BigUint::zero(), say!("board.method_symmetry"), Some(reason))),
                None => match nimber(cells, &budget.share(VALUE_SHARE).with_looks(VALUE_LOOKS)) {
                    Err(NoSolution::Stopped(_)) if budget.check().is_ok() => {
                        Some(by_questions(part, cells, unknown_alone, budget)?)
                    }
                    value => {
                        let value = value?;
                        let reason = mex_of_cells(part, cells, &value, budget)?;
                        Some(Valued::plain(part, value, say!("solve.method_parts"), reason))
                    }
                },
            },
            (Way::Play, Part::Compound(compound)) => {
                let mut known = Followed::new(compound);
                let value = BigUint::from(compound::nimber(compound, &mut known, budget)?.0);
                let mut values = BTreeSet::new();
                for option in compound.options(Player::Left, budget)? {
                    values.insert(BigUint::from(compound::nimber(&option, &mut known, budget)?.0));
                }
                let reason = mex_of_values(part, &value, &values)?;
                let method = say!("solve.method_search", met = known.met());
                Some(Valued { followed: Some(known), ..Valued::plain(part, value, method, Some(reason)) })
            }
            (Way::Value, Part::Worth(worth)) => {
                let value = BigUint::from(worth.nimber().unwrap_or_default());
                Some(Valued::plain(part, value, say!("solve.method_value"), None))
            }
            _ => None,
        };
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(NoSolution::too_large(part))
}

/// The value of cells, asked for one number at a time.
fn by_questions<'a>(
    part: &'a Part,
    cells: &Cells,
    unknown_alone: bool,
    budget: &Budget,
) -> Result<Valued<'a>, NoSolution> {
    let mut asked = Asked::new(budget);
    let value = asked.value(cells, unknown_alone, budget)?;
    let name = part.to_string();
    let reason = match &value {
        Some(value) if value.is_zero() => say!("solve.why_asked_zero", part = name),
        Some(value) => say!("solve.why_asked", part = name, value = value),
        None => say!("solve.why_asked_not_zero", part = name),
    };
    let method = say!("solve.method_asked", met = asked.looked_at());
    let plain = Valued::plain(part, BigUint::zero(), method, Some(reason));
    Ok(Valued { value, asked: Some(Box::new(asked)), ..plain })
}

/// What a theorem says of heaps: their value; or, where that is enough, that they are
/// won, with the value besides if it costs little.
fn by_theorem<'a>(
    part: &'a Part,
    game: &HeapGame,
    heaps: &[BigUint],
    unknown_alone: bool,
    budget: &Budget,
) -> Option<Valued<'a>> {
    let theorem = game.theorem.as_ref()?;
    let plain = Valued::plain(part, BigUint::zero(), theorem.name(), theorem.reason(heaps));
    let value = theorem.value(heaps);
    if value.is_some() {
        return Some(Valued { value, ..plain });
    }
    if !unknown_alone {
        return None;
    }
    let table = cheap(game, heaps, CHEAP_TABLE).and_then(|h| GrundyTable::new(&game.ruleset, &h, budget).ok());
    let value = table.as_ref().and_then(|t| t.value(&small_or_zero(heaps))).map(|v| BigUint::from(v.0));
    Some(Valued { value, values: table, ..plain })
}

/// Heaps whose table costs little: at most so many bytes.
pub(super) fn cheap(game: &HeapGame, heaps: &[BigUint], most: u128) -> Option<Vec<u64>> {
    let most = if heaps.len() > MOST_HEAPS { most.min(CHEAP_IN_A_ROW) } else { most };
    // The box itself has a byte for each of its positions; rows are counted only where it is small.
    let in_the_box = |heaps: &[u64]| heaps.iter().map(|h| u128::from(*h) + 1).fold(1, u128::saturating_mul);
    small(heaps)
        .filter(|heaps| in_the_box(heaps) <= most)
        .filter(|heaps| GrundyTable::memory(&game.ruleset, heaps).is_ok_and(|memory| memory <= most))
}

/// The value of heaps from a table.
fn by_table<'a>(part: &'a Part, game: &HeapGame, heaps: &[BigUint], budget: &Budget) -> Result<Valued<'a>, NoSolution> {
    let table = grundy_table(part, game, heaps, budget)?;
    let value = table.value(&small_or_zero(heaps)).map(|v| BigUint::from(v.0)).unwrap_or_default();
    let reason = mex_reason(part, game, heaps, &table, &value, budget)?;
    Ok(Valued { table: Some(table), ..Valued::plain(part, value, say!("solve.method_table"), reason) })
}

/// The nim value of cells.
pub(super) fn nimber(cells: &Cells, budget: &Budget) -> Result<BigUint, NoSolution> {
    cells.nimber(budget).map(|value| value.0.into()).map_err(|reason| match reason {
        Unfinished::Stopped(stopped) => NoSolution::Stopped(stopped),
        reason => NoSolution::Value { part: Part::Cells(cells.clone()).to_string(), reason },
    })
}

/// "The options have the values …; the least other is …", for cells.
fn mex_of_cells(part: &Part, cells: &Cells, value: &BigUint, budget: &Budget) -> Result<Option<Text>, NoSolution> {
    let mut values = BTreeSet::new();
    for option in cells.options_within(Player::Left, budget)? {
        values.insert(nimber(&option, budget)?);
    }
    mex_of_values(part, value, &values).map(Some)
}

/// The same for a part whose options have these values.
fn mex_of_values(part: &Part, value: &BigUint, values: &BTreeSet<BigUint>) -> Result<Text, NoSolution> {
    checked::is_mex(part, value, values)?;
    Ok(match values.len() {
        0 => say!("solve.why_no_move", part = part.to_string()),
        1..=40 => {
            let list = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            say!("solve.why_mex", part = part.to_string(), values = list, value = value)
        }
        _ => say!("solve.why_mex_many", part = part.to_string(), value = value),
    })
}

/// A heap of a taking-and-breaking game whose value was found.
fn by_code<'a>(part: &'a Part, code: &Code, heap: breaking::heap::Heap) -> Valued<'a> {
    let (value, name, code) = (heap.value.clone(), part.to_string(), code.to_string());
    let (reason, method) = match heap.how {
        breaking::heap::How::Computed => {
            let reason = match heap.option_values() {
                Some(values) if values.is_empty() => say!("solve.why_no_move", part = name),
                Some(values) if values.len() <= 40 => {
                    let list = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                    say!("solve.why_mex", part = name, values = list, value = &value)
                }
                _ => say!("solve.why_mex_many", part = name, value = &value),
            };
            (reason, say!("breaking.method_values", code = code))
        }
        breaking::heap::How::Periodic(p, _) if p.saltus == 0 => (
            say!("breaking.why_period", part = name, code = &code, period = p.length, start = p.start, value = &value),
            say!("breaking.method_period", code = code, period = p.length, start = p.start),
        ),
        breaking::heap::How::Periodic(p, _) => {
            let (period, start, saltus) = (p.length, p.start, p.saltus);
            let reason = say!(
                "breaking.why_arithmetic",
                part = name,
                code = &code,
                period = period,
                start = start,
                saltus = saltus,
                value = &value
            );
            (reason, say!("breaking.method_period", code = code, period = period, start = start))
        }
    };
    Valued { heap: Some(heap), ..Valued::plain(part, value, method, Some(reason)) }
}

fn grundy_table(part: &Part, game: &HeapGame, heaps: &[BigUint], budget: &Budget) -> Result<GrundyTable, NoSolution> {
    let Some(small) = small(heaps) else { return Err(NoSolution::too_large(part)) };
    GrundyTable::from(&game.ruleset, &small, budget).map_err(|e| no_table(part, game, &small, e))
}

/// Why a table was not made, with its size where that was the reason.
pub(super) fn no_table(part: &Part, game: &HeapGame, heaps: &[u64], reason: NoTable) -> NoSolution {
    match reason {
        NoTable::Stopped(Stopped::Memory { needed, .. }) => {
            let needed = GrundyTable::memory(&game.ruleset, heaps).unwrap_or(u128::from(needed));
            let positions = || heaps.iter().try_fold(1u128, |all, heap| all.checked_mul(u128::from(*heap) + 1));
            let positions = (heaps.len() > MOST_HEAPS).then(positions).flatten();
            NoSolution::Table { part: part.to_string(), needed: Some(needed), positions, numbers: false }
        }
        NoTable::Stopped(stopped) => NoSolution::Stopped(stopped),
        NoTable::Wrong(difference) => NoSolution::Wrong(difference),
        NoTable::Numbers => NoSolution::numbers(part),
        NoTable::TooLarge | NoTable::MisereSplit => NoSolution::too_large(part),
        NoTable::NoValues | NoTable::WonSplit => NoSolution::Alone { part: part.to_string() },
    }
}

/// Tables of games on heaps that were made for parts of a sum and its moves.
pub(super) type Tables = Vec<(HeapGame, GrundyTable)>;

/// So many tables are kept.
const MOST_TABLES: usize = 16;

/// The nim value of a part: by a table where a theorem tells who wins and no more. A table that was made for other
/// heaps of the game may reach these.
pub(super) fn nim_value(part: &Part, tables: &mut Tables, budget: &Budget) -> Result<BigUint, NoSolution> {
    if let Part::Heap { game, heaps } = part
        && let Some(heaps) = small(heaps)
        && let Some(value) = tables.iter().filter(|known| known.0 == *game).find_map(|known| known.1.value(&heaps))
    {
        return Ok(value.0.into());
    }
    let mut found = valued(part, true, budget)?;
    if found.value.is_none() {
        found = valued(part, false, budget)?;
    }
    let (value, table) = (found.value, found.table.or(found.values));
    if let (Part::Heap { game, .. }, Some(table), true) = (part, table, tables.len() < MOST_TABLES) {
        tables.push((game.clone(), table));
    }
    value.ok_or_else(|| NoSolution::too_large(part))
}

/// Heaps that a table can be indexed with.
pub(super) fn small(heaps: &[BigUint]) -> Option<Vec<u64>> {
    heaps.iter().map(|h| u64::try_from(h).ok()).collect()
}

fn small_or_zero(heaps: &[BigUint]) -> Vec<u64> {
    heaps.iter().map(|h| u64::try_from(h).unwrap_or(0)).collect()
}

/// "The options have the values …; the least other is …".
fn mex_reason(
    part: &Part,
    game: &HeapGame,
    heaps: &[BigUint],
    table: &GrundyTable,
    value: &BigUint,
    budget: &Budget,
) -> Result<Option<Text>, NoSolution> {
    let Some(heaps) = small(heaps) else { return Ok(None) };
    let mut values: BTreeSet<BigUint> = BTreeSet::new();
    let mut known = true;
    let mut meet = |option: &[Vec<u64>]| {
        let value: Option<u32> = option.iter().try_fold(0, |x, part| Some(x ^ table.value(part)?.0));
        known &= value.is_some();
        values.extend(value.map(BigUint::from));
    };
    if visit_options(&game.ruleset, &heaps, &mut meet, budget)?.is_none() || !known {
        return Ok(None);
    }
    checked::is_mex(part, value, &values)?;
    if values.is_empty() {
        return Ok(Some(say!("solve.why_no_move", part = part.to_string())));
    }
    if values.len() > 40 {
        return Ok(Some(say!("solve.why_mex_many", part = part.to_string(), value = value)));
    }
    let list = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    Ok(Some(say!("solve.why_mex", part = part.to_string(), values = list, value = value)))
}

impl<'a> Valued<'a> {
    /// A value with nothing to look further values up in.
    fn plain(part: &'a Part, value: BigUint, method: Text, reason: Option<Text>) -> Valued<'a> {
        let value = Some(value);
        Valued {
            part,
            value,
            table: None,
            heap: None,
            board: None,
            followed: None,
            asked: None,
            winning: None,
            values: None,
            effort: None,
            cancelled: false,
            method,
            reason,
        }
    }
}

impl Valued<'_> {
    /// Adds the moves in this part to options of value `target`.
    pub(super) fn add_moves(
        &mut self,
        sum: &Position,
        index: usize,
        target: &BigUint,
        moves: &mut Moves,
        budget: &Budget,
    ) -> Result<(), NoSolution> {
        let (game, heaps) = match (self.part, &self.winning) {
            (Part::Cells(cells), Some(winning)) => {
                let winning: &[Take] = if target.is_zero() { winning } else { &[] };
                return match &mut self.board {
                    Some(board) => stones::add_moves((cells, board), (sum, index), (target, winning), moves, budget),
                    None => {
                        stones::add_winning(cells, (sum, index), winning, moves);
                        moves.is_partial = true;
                        Ok(())
                    }
                };
            }
            (Part::Cells(cells), None) => {
                for option in cells.options_within(Player::Left, budget)? {
                    let is_target = match (&mut self.asked, target.to_u32()) {
                        (Some(asked), Some(target)) => asked.is(&option, target, budget)?,
                        _ => nimber(&option, budget)? == *target,
                    };
                    if is_target {
                        moves.push(after_move(sum, index, vec![Part::Cells(option)]));
                    }
                }
                return Ok(());
            }
            (Part::Worth(worth), _) => {
                if let Some(n) = target.to_u32().filter(|n| Some(*n) < worth.nimber()) {
                    moves.push(after_move(sum, index, vec![Part::Worth(Worth::of_nimber(n))]));
                }
                return Ok(());
            }
            (Part::Compound(compound), _) => {
                let known = self.followed.get_or_insert_with(|| Followed::new(compound));
                for option in compound.options(Player::Left, budget)? {
                    if BigUint::from(compound::nimber(&option, known, budget)?.0) == *target {
                        moves.push(after_move(sum, index, vec![Part::Compound(option)]));
                    }
                }
                return Ok(());
            }
            (Part::Heap { game, heaps }, _) => (game, heaps),
        };
        if let Some(heap) = &self.heap {
            let room = moves.room();
            // The value is known though the moves that win may be out of reach.
            let Some(options) = heap.options_of_value(target, room, budget)? else {
                moves.is_partial = true;
                return Ok(());
            };
            for option in options.listed {
                let option = option.into_iter().map(|heap| vec![heap]).collect();
                moves.listed.push(after_move(sum, index, as_parts(game, option)));
            }
            moves.count += options.count;
            moves.is_partial |= options.is_partial;
            return Ok(());
        }
        if let (None, Some(Theorem::Moore(k)), true) = (&self.table, &game.theorem, target.is_zero()) {
            let found = moore::options_to_p(*k, heaps, moves.room());
            moves.is_partial |= found.count.is_none();
            moves.count += found.count.unwrap_or(found.listed.len().into());
            let part = |heaps| vec![Part::Heap { game: game.clone(), heaps }];
            moves.listed.extend(found.listed.into_iter().map(|heaps| after_move(sum, index, part(heaps))));
            return Ok(());
        }
        let by_theorem = match (&self.table, &game.theorem) {
            (None, Some(theorem)) => theorem.options_of_value(heaps, target),
            _ => None,
        };
        let Some(runs) = by_theorem else {
            // A theorem may tell the P-positions only, but a sum asks for more.
            if self.table.is_none() {
                self.table = Some(grundy_table(self.part, game, heaps, budget)?);
            }
            let too_large = || NoSolution::too_large(self.part);
            let position = small(heaps).ok_or_else(too_large)?;
            let value = |option: &[Vec<u64>]| {
                option.iter().try_fold(0, |x, part| Some(x ^ self.table.as_ref()?.value(part)?.0))
            };
            let wins = |option: &[Vec<u64>]| value(option).is_some_and(|v| BigUint::from(v) == *target);
            let options = distinct_options(&game.ruleset, &position, &wins, budget)?
                .ok_or_else(|| NoSolution::numbers(self.part))?;
            for option in options {
                moves.add(sum, index, game, &option);
            }
            return Ok(());
        };
        let before = moves.count.clone();
        for run in &runs {
            let room = moves.room();
            for option in run.take(room) {
                moves.listed.push(after_move(sum, index, vec![Part::Heap { game: game.clone(), heaps: option }]));
            }
            moves.count += &run.count;
        }
        if let (Some(Theorem::Ladder(ladder)), [x, y]) = (&game.theorem, heaps.as_slice()) {
            moves.count = before + ladder.count_to_p(x, y);
        }
        Ok(())
    }
}
