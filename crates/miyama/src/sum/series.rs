//! Who wins every member of a family, and their values: what was found for one serves
//! the next.
//!
//! The [strategy](crate::sum::strategy) is asked once, about the largest member. Canonical
//! forms of all members lie in one arena; boards share one engine, that of the largest
//! ground: a smaller board is a part of a larger one whose other cells are missing.

use super::duel::Duel;
use super::family::Family;
use super::heap_values::HeapValues;
use super::solve::{NoSolution, solve_so_far};
use super::{Cells, Part, Position};
use crate::difference::Difference;
use crate::pattern::{Engine, Ground};
use crate::play::{Convention, Outcome, Player};
use crate::sum::strategy::{Plan, Question, Way, plan};
use crate::value::{Arena, GameId, Unfinished};
use miyama_budget::{Budget, Mistake};
use miyama_text::{Text, say};
use num_traits::ToPrimitive;
use std::sync::Arc;

/// A member, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Member {
    /// Its numbers.
    pub numbers: Vec<u64>,
    /// Who wins.
    pub outcome: Outcome,
    /// The nim value, where both players have the same moves, under normal play.
    pub nimber: Option<u32>,
    /// The value as people write it, under normal play.
    pub value: Option<String>,
}

/// The members that were looked at.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Series {
    /// The members, those with fewer cells or stones first.
    pub members: Vec<Member>,
    /// How they were found.
    pub method: Vec<Text>,
    /// How the question was answered: the strategy for the largest member.
    pub plan: Plan,
    /// Why not all members are there, if they are not.
    pub stopped: Option<NoSolution>,
}

/// Why there is no series at all.
#[derive(Clone, Debug)]
pub enum NoSeries {
    /// A member is no position.
    Mistake(Mistake),
    /// Not even the first member was solved.
    Unsolved(NoSolution),
}

impl From<NoSolution> for NoSeries {
    fn from(reason: NoSolution) -> NoSeries {
        NoSeries::Unsolved(reason)
    }
}

/// Solves all members up to a bound, as far as the budget goes.
///
/// ```
/// use miyama::budget::Budget;
/// use miyama::game::Games;
/// use miyama::play::Convention;
/// use miyama::sum::{Family, series};
/// let game = Games::built_in().find("cutcake").unwrap();
/// let (family, to) = Family::read(&game, "4x4").unwrap();
/// let found = series(&family, &to, Convention::Normal, &Budget::unlimited()).unwrap();
/// let last = found.members.last().unwrap();
/// assert_eq!((last.numbers.as_slice(), last.value.as_deref()), (&[4, 4][..], Some("0")));
/// ```
///
/// # Errors
/// [`NoSeries`]: a member is no position, or nothing at all was found.
pub fn series(family: &Family, to: &[u64], convention: Convention, budget: &Budget) -> Result<Series, NoSeries> {
    budget.need(family.count(to).saturating_mul(200)).map_err(NoSolution::from)?;
    let largest = family.position(to, budget).map_err(NoSeries::Mistake)?.unwrap_or_default();
    let plan = plan(&Question::Sum(&largest, convention));
    let mut solver = Solver::new(&plan, &largest, convention, budget);
    let mut found = Series { members: vec![], method: vec![], plan, stopped: None };
    let members = family.members(to);
    for (done, numbers) in members.iter().enumerate() {
        budget.report(done as u64, Some(members.len() as u64));
        let position = match family.position(numbers, budget) {
            Ok(Some(position)) => position,
            Ok(None) => continue,
            Err(mistake) => return Err(NoSeries::Mistake(mistake)),
        };
        match solver.solve(&position, &mut found.method, budget) {
            Ok(known) => found.members.push(Member { numbers: numbers.clone(), ..known }),
            Err(NoSolution::Wrong(difference)) => return Err(NoSolution::Wrong(difference).into()),
            Err(reason) if found.members.is_empty() => return Err(reason.into()),
            Err(reason) => {
                found.stopped = Some(reason);
                break;
            }
        }
    }
    Ok(found)
}

/// What serves all members.
enum Solver {
    /// Canonical forms in one arena.
    Forms { arena: Box<Arena>, heaps: HeapValues, engine: Option<Boards>, convention: Convention },
    /// Heaps played out.
    Duel(Box<Duel>),
    /// Nim values of cells.
    Nimbers(Boards),
    /// Each member for itself.
    Each(Convention),
}

impl Solver {
    fn new(plan: &Plan, largest: &Position, convention: Convention, budget: &Budget) -> Solver {
        if largest.is_alone() {
            return Solver::Each(convention);
        }
        let engine = match largest.parts.as_slice() {
            [Part::Cells(cells)] => Some(Boards::new(cells)),
            _ => None,
        };
        match (plan.ways().next(), engine) {
            (Some(Way::Form), engine) => {
                let mut heaps = HeapValues::default();
                if let [Part::Heap { game, heaps: most }] = largest.parts.as_slice()
                    && let Some(most) = most.iter().map(ToPrimitive::to_u64).collect::<Option<Vec<u64>>>()
                {
                    // One table for all members; what stops it stops the first of them too.
                    let _ = heaps.prepare(game, &most, budget);
                }
                Solver::Forms { arena: Box::new(Arena::new(budget)), heaps, engine, convention }
            }
            (Some(Way::Parts), Some(engine)) => Solver::Nimbers(engine),
            (Some(Way::Play), None) => Solver::Duel(Box::new(Duel::new(largest, convention))),
            _ => Solver::Each(convention),
        }
    }

    fn solve(&mut self, position: &Position, method: &mut Vec<Text>, budget: &Budget) -> Result<Member, NoSolution> {
        let mut said = |text: Text| {
            if !method.contains(&text) {
                method.push(text);
            }
        };
        match self {
            Solver::Forms { arena, heaps, engine, convention } => {
                let value = match form(position, arena, heaps, engine.as_mut(), budget) {
                    Err(NoSolution::Value { .. }) => return each(position, *convention, &mut said, budget),
                    value => value?,
                };
                said(say!("solve.method_values"));
                let (outcome, value) = (arena.outcome(value), arena.text(value).ok());
                Ok(Member { numbers: vec![], outcome, nimber: None, value })
            }
            Solver::Nimbers(engine) => {
                let nimber = nimber(position, engine, budget)?;
                said(say!("solve.method_parts"));
                let outcome = if nimber == 0 { Outcome::P } else { Outcome::N };
                Ok(Member { numbers: vec![], outcome, nimber: Some(nimber), value: Some(nimber.to_string()) })
            }
            Solver::Duel(duel) => {
                let outcome = duel.outcome(position, budget)?;
                said(say!("solve.method_played_out"));
                Ok(Member { numbers: vec![], outcome, nimber: None, value: None })
            }
            Solver::Each(convention) => each(position, *convention, &mut said, budget),
        }
    }
}

/// The engine of a family of boards. Boards in rows and columns share that of the largest;
/// each graph has its own.
struct Boards {
    engine: Engine,
    ground: Arc<Ground>,
}

impl Boards {
    fn new(cells: &Cells) -> Boards {
        let ground = cells.position().ground.clone();
        Boards { engine: cells.game().engine(&ground), ground }
    }

    fn engine(&mut self, cells: &Cells) -> &mut Engine {
        let ground = &cells.position().ground;
        if ground.neighbours().is_some() && self.ground != *ground {
            *self = Boards::new(cells);
        }
        &mut self.engine
    }
}

fn each(
    position: &Position,
    convention: Convention,
    said: &mut dyn FnMut(Text),
    budget: &Budget,
) -> Result<Member, NoSolution> {
    let solution = solve_so_far(position, convention, budget)?;
    // How many positions a search met differs from member to member.
    let searched = solution.value.is_none() && solution.form.is_none();
    match searched {
        true => said(say!("solve.method_played_out")),
        false => solution.method.into_iter().for_each(said),
    }
    let nimber = solution.value.and_then(|value| value.to_u32());
    let value = solution.form.or_else(|| nimber.map(|nimber| nimber.to_string()));
    Ok(Member { numbers: vec![], outcome: solution.outcome, nimber, value })
}

/// The canonical form of a member; the value that its options by the interpreter give
/// must be the same.
fn form(
    position: &Position,
    arena: &mut Arena,
    heaps: &mut HeapValues,
    boards: Option<&mut Boards>,
    budget: &Budget,
) -> Result<GameId, NoSolution> {
    let unvalued = |reason: Unfinished| match reason {
        Unfinished::Stopped(stopped) => NoSolution::Stopped(stopped),
        reason => NoSolution::Value { part: position.to_string(), reason },
    };
    match (position.parts.as_slice(), boards) {
        ([Part::Cells(cells)], Some(boards)) => {
            let engine = boards.engine(cells);
            let value = engine.value(arena, cells.position()).map_err(unvalued)?;
            let mut options = [vec![], vec![]];
            for player in Player::BOTH {
                for signs in cells.options_by_interpreter(player, budget)? {
                    let after = cells.with_signs(signs);
                    options[player as usize].push(engine.value(arena, after.position()).map_err(unvalued)?);
                }
            }
            let expected = arena.game(&options[0], &options[1]).map_err(unvalued)?;
            if value == expected { Ok(value) } else { Err(wrong(position, arena.text(value), arena.text(expected))) }
        }
        ([Part::Heap { game, heaps: start }], _) => {
            let small: Option<Vec<u64>> = start.iter().map(ToPrimitive::to_u64).collect();
            let small = small.ok_or_else(|| NoSolution::too_large(&position.parts[0]))?;
            heaps.value(arena, game, &small, budget)?.map_err(unvalued)
        }
        _ => super::part_value::value(arena, position, budget),
    }
}

/// The nim value of a board; that of its options by the interpreter must be the same.
fn nimber(position: &Position, boards: &mut Boards, budget: &Budget) -> Result<u32, NoSolution> {
    let [Part::Cells(cells)] = position.parts.as_slice() else { return Err(NoSolution::too_large(&position.parts[0])) };
    let unvalued = |reason: Unfinished| match reason {
        Unfinished::Stopped(stopped) => NoSolution::Stopped(stopped),
        reason => NoSolution::Value { part: position.to_string(), reason },
    };
    let engine = boards.engine(cells);
    let value = engine.nimber(cells.position(), budget).map_err(unvalued)?;
    let mut options = Vec::new();
    for signs in cells.options_by_interpreter(Player::Left, budget)? {
        options.push(engine.nimber(cells.with_signs(signs).position(), budget).map_err(unvalued)?);
    }
    let expected = crate::nimber::mex(options);
    if value == expected { Ok(value.0) } else { Err(wrong(position, Ok(value.to_string()), Ok(expected.to_string()))) }
}

fn wrong(position: &Position, found: Result<String, Unfinished>, expected: Result<String, Unfinished>) -> NoSolution {
    let definition = position.parts.iter().map(Part::definition).collect::<Vec<_>>().join("; ");
    let [found, expected] = [found, expected].map(Result::unwrap_or_default);
    NoSolution::Wrong(Box::new(Difference { definition, position: position.to_string(), found, expected }))
}
