//! Who wins a sum, its value, every winning move, and why.

use super::board;
use super::cells::Cells;
use super::checked;
use super::explain::columns;
use super::misere::misere;
use super::options::{as_parts, distinct_options, large, visit_options};
use super::partizan::partizan;
use super::{Part, Sum, Worth};
use crate::board::{Analysis, Position, Refused};
use crate::breaking::{self, code::Code};
use crate::game::HeapGame;
use crate::heap::comparison::Difference;
use crate::heap::table::{GrundyTable, NoTable};
use crate::heap::theorem::Theorem;
use crate::play::{Convention, Outcome, Player};
use crate::value::Unfinished;
use miyama_budget::{Budget, Stopped, bytes};
use miyama_text::{Text, say};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// How many winning moves are listed at most.
pub(super) const MOST_LISTED: usize = 100;

/// A table for the value of a single position that a theorem already decides
/// is made only up to this size.
const CHEAP_TABLE: u128 = 64 << 20;

/// Everything about a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value: normal play only, and where it could be found.
    pub value: Option<BigUint>,
    /// The canonical form: normal play where the players have different moves.
    pub form: Option<String>,
    /// The moves that win; those of Left where the players have different ones.
    pub moves: Moves,
    /// The moves of Right that win, where the players have different ones.
    pub right: Option<Moves>,
    /// Why, in steps for a student.
    pub why: Vec<Text>,
    /// How it was found: each method once.
    pub method: Vec<Text>,
}

/// The winning moves: the positions that they lead to.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The first ones, or all.
    pub listed: Vec<Sum>,
    /// How many there are.
    pub count: BigUint,
    /// How many other moves may win too, but were given up.
    pub undecided: usize,
    /// May there be more that were not looked for?
    pub is_partial: bool,
    /// Why the search for them ended early, if the budget did.
    pub stopped: Option<Stopped>,
    /// How many are listed at most.
    most: usize,
}

/// Why a position was not solved.
#[derive(Clone, Debug)]
pub enum NoSolution {
    /// The budget ended.
    Stopped(Stopped),
    /// No theorem applies, and the table would need this many bytes.
    Table {
        /// The part.
        part: String,
        /// Bytes of the table, if that is a number.
        needed: Option<u128>,
    },
    /// A board is too large, or was given up.
    Board {
        /// The part.
        part: String,
        /// Why.
        reason: Refused,
    },
    /// A part has no value that could be found.
    Value {
        /// The part.
        part: String,
        /// Why.
        reason: Unfinished,
    },
    /// It was solved, and the answer is not what the definition says: a defect.
    Wrong(Box<Difference>),
}

impl From<Stopped> for NoSolution {
    fn from(stopped: Stopped) -> NoSolution {
        NoSolution::Stopped(stopped)
    }
}

impl NoSolution {
    pub(super) fn too_large(part: &Part) -> NoSolution {
        NoSolution::Table { part: part.to_string(), needed: None }
    }

    pub(super) fn board(position: &Position, reason: Refused) -> NoSolution {
        match reason {
            Refused::Stopped(stopped) => NoSolution::Stopped(stopped),
            reason => NoSolution::Board { part: Part::Board(position.clone()).to_string(), reason },
        }
    }

    /// The reason, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            NoSolution::Stopped(stopped) => stopped.text(),
            NoSolution::Table { part, needed: Some(needed) } => {
                let size = u64::try_from(*needed).map_or_else(|_| format!("{needed} B"), bytes);
                say!("solve.table_too_large", part = part, needed = size)
            }
            NoSolution::Table { part, needed: None } => say!("solve.table_out_of_range", part = part),
            NoSolution::Wrong(difference) => difference.text(),
            NoSolution::Board { part, reason } => say!("solve.board", part = part, reason = reason.text()),
            NoSolution::Value { part, reason } => say!("solve.board", part = part, reason = reason.text()),
        }
    }
}

/// Solves a position.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::game::Games;
/// use miyama::play::{Convention, Outcome};
/// use miyama::sum::{parse_position, solve};
/// let sum = parse_position("nim:4 + bounded(3):5 + bounded(5):6", &Games::built_in()).unwrap();
/// let solution = solve(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
/// assert_eq!(solution.outcome, Outcome::N);
/// assert_eq!(solution.value, Some(5u32.into()));
/// assert_eq!(solution.moves.listed[0].to_string(), "nim:1 + bounded(3):5 + bounded(5):6");
/// ```
///
/// # Errors
/// [`NoSolution`] says why not.
pub fn solve(sum: &Sum, convention: Convention, budget: &Budget) -> Result<Solution, NoSolution> {
    solve_so_far(sum, convention, budget)?.whole()
}

/// Solves a position as far as the budget goes: once it is known who wins, the
/// end of the budget costs the value or winning moves, and
/// [`stopped`](Moves::stopped) says so.
///
/// # Errors
/// [`NoSolution`] if it is not even known who wins.
pub fn solve_so_far(sum: &Sum, convention: Convention, budget: &Budget) -> Result<Solution, NoSolution> {
    let most = fitting(MOST_LISTED, sum);
    if !sum.is_impartial() {
        return partizan(sum, convention, most, budget);
    }
    match convention {
        Convention::Normal => normal(sum, &mut valued_parts(sum, budget)?, most, budget),
        Convention::Misere => {
            let mut solution = misere(sum, most, budget)?;
            checked::misere(sum, &mut solution)?;
            Ok(solution)
        }
    }
}

impl Solution {
    /// The solution, unless the budget ended too early for all of it.
    pub(super) fn whole(self) -> Result<Solution, NoSolution> {
        let right = self.right.as_ref().and_then(|moves| moves.stopped);
        match self.moves.stopped.or(right) {
            Some(stopped) => Err(NoSolution::Stopped(stopped)),
            None => Ok(self),
        }
    }
}

/// So many positions are listed that they have no more parts than this.
const MOST_PARTS: usize = 1 << 17;

/// At most `most` positions like this one, and fewer where it has many parts:
/// each holds them all.
pub(super) fn fitting(most: usize, sum: &Sum) -> usize {
    most.min(MOST_PARTS / sum.parts.len().max(1)).max(1)
}

/// A part with what is known of its value.
pub(super) struct Valued<'a> {
    pub(super) part: &'a Part,
    /// None: a theorem says N, and no more is known.
    pub(super) value: Option<BigUint>,
    pub(super) table: Option<GrundyTable>,
    /// For taking-and-breaking games.
    pub(super) heap: Option<breaking::heap::Heap>,
    pub(super) board: Option<Analysis>,
    /// A table that is only looked at for the values of options.
    pub(super) values: Option<GrundyTable>,
    /// How many positions of a board may be remembered for that purpose.
    pub(super) effort: Option<usize>,
    /// Whether an equal part cancels it: both are as good as 0, though their value
    /// is not known.
    pub(super) cancelled: bool,
    method: Text,
    reason: Option<Text>,
}

/// The parts of a sum with their values.
pub(super) fn valued_parts<'a>(sum: &'a Sum, budget: &Budget) -> Result<Vec<Valued<'a>>, NoSolution> {
    let mut parts: Vec<Valued<'a>> = Vec::with_capacity(sum.parts.len());
    for part in &sum.parts {
        // Equal parts have equal values, whether those are known or not.
        let same = parts.iter().position(|known| known.value.is_none() && known.part == part);
        let found = match same {
            Some(twin) => {
                (parts[twin].value, parts[twin].cancelled) = (Some(BigUint::zero()), true);
                let twin = Valued::plain(part, BigUint::zero(), say!("solve.method_twins"), None);
                Valued { cancelled: true, ..twin }
            }
            None => valued(part, true, budget)?,
        };
        parts.push(found);
    }
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

/// Solves a sum of which the parts are known, under normal play.
pub(super) fn normal(
    sum: &Sum,
    parts: &mut [Valued<'_>],
    most: usize,
    budget: &Budget,
) -> Result<Solution, NoSolution> {
    let total = parts.iter().map(|p| p.value.as_ref()).try_fold(BigUint::zero(), |sum, v| Some(sum ^ v?));
    let outcome = if total.as_ref().is_some_and(Zero::is_zero) { Outcome::P } else { Outcome::N };
    let mut moves = Moves::listing(most);
    if outcome == Outcome::N {
        for (index, part) in parts.iter_mut().enumerate() {
            if part.cancelled {
                moves.is_partial = true;
                continue;
            }
            let target = match (&total, &part.value) {
                (Some(total), Some(value)) => total ^ value,
                _ => BigUint::zero(),
            };
            let added = part.add_moves(sum, index, &target, &mut moves, budget);
            if moves.stops(added)? {
                break;
            }
        }
        if total.is_none() {
            moves.stops(budget.check().map_err(NoSolution::from))?;
        }
    }
    let mut why: Vec<Text> = Vec::new();
    for reason in parts.iter().filter_map(|p| p.reason.clone()) {
        if !why.contains(&reason) {
            why.push(reason);
        }
    }
    if let Some(total) = &total
        && parts.len() > 1
    {
        let valued = parts.iter().filter(|part| !part.cancelled);
        let rows: Vec<(String, BigUint)> =
            valued.filter_map(|p| Some((p.part.to_string(), p.value.clone()?))).collect();
        let columns = columns(&rows);
        why.push(match outcome {
            Outcome::P => say!("solve.why_sum_p", columns = columns),
            _ => say!("solve.why_sum_n", columns = columns, total = total),
        });
    }
    if moves.undecided > 0 {
        why.push(say!("board.undecided", moves = moves.undecided));
    }
    if moves.stopped.is_some() {
        why.push(say!("solve.stopped"));
    } else if moves.is_partial {
        why.push(say!("solve.partial"));
    }
    let mut method: Vec<Text> = Vec::new();
    for part in parts.iter() {
        if !method.contains(&part.method) {
            method.push(part.method.clone());
        }
    }
    if parts.len() > 1 {
        method.push(say!("solve.method_nim_sum"));
    }
    let mut solution = Solution { outcome, value: total, form: None, moves, right: None, why, method };
    checked::normal(sum, parts, &mut solution, budget)?;
    Ok(solution)
}

/// Finds the value of a part: by theorem, else by table.
fn valued<'a>(part: &'a Part, unknown_alone: bool, budget: &Budget) -> Result<Valued<'a>, NoSolution> {
    let (game, heaps) = match part {
        Part::Heap { game, heaps } => (game, heaps),
        Part::Board(position) => {
            let board::Valued { value, reason, analysis } = board::valued(position, unknown_alone, budget)?;
            let method = say!("board.method_solver");
            return Ok(Valued {
                part,
                value,
                table: None,
                heap: None,
                board: Some(analysis),
                values: None,
                effort: None,
                cancelled: false,
                method,
                reason,
            });
        }
        Part::Cells(cells) => {
            let value = nimber(cells, budget)?;
            let reason = mex_of_cells(part, cells, &value, budget)?;
            return Ok(Valued::plain(part, value, say!("solve.method_parts"), reason));
        }
        Part::Worth(worth) => {
            let value = BigUint::from(worth.nimber().unwrap_or_default());
            return Ok(Valued::plain(part, value, say!("solve.method_value"), None));
        }
    };
    if let Some(theorem) = &game.theorem {
        let reason = theorem.reason(heaps);
        let value = theorem.value(heaps);
        let by_theorem = |value| Valued {
            part,
            value,
            table: None,
            heap: None,
            board: None,
            values: None,
            effort: None,
            cancelled: false,
            method: theorem.name(),
            reason: reason.clone(),
        };
        if value.is_some() {
            return Ok(by_theorem(value));
        }
        if unknown_alone {
            // N by the theorem; the value besides, if it costs little.
            let small = small(heaps);
            let cheap = small.filter(|h| GrundyTable::memory(&game.ruleset, h).is_ok_and(|m| m <= CHEAP_TABLE));
            let table = cheap.and_then(|h| GrundyTable::new(&game.ruleset, &h, budget).ok());
            let mut valued = by_theorem(None);
            valued.value = table.as_ref().and_then(|t| t.value(&small_or_zero(heaps))).map(|v| BigUint::from(v.0));
            valued.values = table;
            return Ok(valued);
        }
    }
    if let (Some(code), [heap]) = (&game.code, heaps.as_slice())
        && let Some(found) = breaking::heap::Heap::new(code, heap, budget)?
    {
        return Ok(by_code(part, code, found));
    }
    let table = grundy_table(part, game, heaps, budget)?;
    let value = table.value(&small_or_zero(heaps)).map(|v| BigUint::from(v.0)).unwrap_or_default();
    let reason = mex_reason(part, game, heaps, &table, &value, budget)?;
    let method = say!("solve.method_table");
    Ok(Valued {
        part,
        value: Some(value),
        table: Some(table),
        heap: None,
        board: None,
        values: None,
        effort: None,
        cancelled: false,
        method,
        reason,
    })
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
    let mut values = std::collections::BTreeSet::new();
    for option in cells.options(Player::Left) {
        values.insert(nimber(&option, budget)?);
    }
    Ok(Some(match values.len() {
        0 => say!("solve.why_no_move", part = part.to_string()),
        1..=40 => {
            let list = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            say!("solve.why_mex", part = part.to_string(), values = list, value = value)
        }
        _ => say!("solve.why_mex_many", part = part.to_string(), value = value),
    }))
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
    Valued {
        part,
        value: Some(value),
        table: None,
        heap: Some(heap),
        board: None,
        values: None,
        effort: None,
        cancelled: false,
        method,
        reason: Some(reason),
    }
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
            NoSolution::Table { part: part.to_string(), needed: Some(needed) }
        }
        NoTable::Stopped(stopped) => NoSolution::Stopped(stopped),
        NoTable::Wrong(difference) => NoSolution::Wrong(difference),
        NoTable::TooLarge | NoTable::MisereSplit => NoSolution::too_large(part),
    }
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
    let mut values = std::collections::BTreeSet::new();
    let mut known = true;
    let mut meet = |option: &[Vec<u64>]| {
        let value: Option<u32> = option.iter().try_fold(0, |x, part| Some(x ^ table.value(part)?.0));
        known &= value.is_some();
        values.extend(value);
    };
    if visit_options(&game.ruleset, &heaps, &mut meet, budget)?.is_none() || !known {
        return Ok(None);
    }
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
    fn add_moves(
        &mut self,
        sum: &Sum,
        index: usize,
        target: &BigUint,
        moves: &mut Moves,
        budget: &Budget,
    ) -> Result<(), NoSolution> {
        let (game, heaps) = match (self.part, &mut self.board) {
            (Part::Board(position), Some(analysis)) => {
                return board::add_moves((position, analysis), (sum, index), target, moves, budget);
            }
            (Part::Board(_), None) => return Ok(()),
            (Part::Cells(cells), _) => {
                for option in cells.options(Player::Left) {
                    if nimber(&option, budget)? == *target {
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
            let options = distinct_options(&game.ruleset, &position, &wins, budget)?.ok_or_else(too_large)?;
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

impl Moves {
    /// None yet; at most `most` will be listed.
    #[must_use]
    pub fn listing(most: usize) -> Moves {
        Moves { listed: Vec::new(), count: BigUint::zero(), undecided: 0, is_partial: false, stopped: None, most }
    }

    /// Takes note if the search for moves ended with the budget, or would need a
    /// table that nobody can make: who wins is known all the same.
    pub(super) fn stops<T>(&mut self, found: Result<T, NoSolution>) -> Result<bool, NoSolution> {
        match found {
            Ok(_) => Ok(false),
            Err(NoSolution::Table { .. }) => {
                self.is_partial = true;
                Ok(false)
            }
            Err(NoSolution::Stopped(stopped)) => {
                self.stopped = Some(stopped);
                self.is_partial = true;
                Ok(true)
            }
            Err(other) => Err(other),
        }
    }

    /// How many more can be listed.
    pub(super) fn room(&self) -> usize {
        self.most.saturating_sub(self.listed.len())
    }

    /// Adds the move to a position.
    pub(super) fn push(&mut self, position: Sum) {
        self.count += 1u32;
        if self.room() > 0 {
            self.listed.push(position);
        }
    }

    /// Adds the move of one part to an option.
    pub(super) fn add(&mut self, sum: &Sum, index: usize, game: &HeapGame, option: &[Vec<u64>]) {
        self.push(after_move(sum, index, as_parts(game, large(option))));
    }
}

/// The sum with one part replaced.
pub(super) fn after_move(sum: &Sum, index: usize, parts: Vec<Part>) -> Sum {
    let mut all = sum.parts.clone();
    all.splice(index..=index, parts);
    Sum { parts: all }
}
