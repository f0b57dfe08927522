//! Misère sums by their quotient: every heap counts as an element, and the product
//! tells who wins.

use super::moves::Moves;
use super::options::as_parts;
use super::solve::{NoSolution, Solution, after_move};
use super::{Part, Position};
use crate::breaking::code::Code;
use crate::heap::as_code::recognise;
use crate::play::Outcome;
use crate::sum::quotients::{LITTLE_WORK, Quotients, WORK};
use miyama_budget::Budget;
use miyama_misere::period::Period;
use miyama_misere::{Stop, Watch};
use miyama_text::{Text, say};
use num_bigint::BigUint;
use num_traits::Zero;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Periods are looked for up to this heap.
const REACH: usize = 3000;

/// More pieces than this are not numbered.
const PIECES: usize = 3000;

/// The work that is spent on a quotient, and then on playing out what it does not know: at last
/// about a minute, unless there is a limit of time.
const EFFORTS: [(u64, u64); 2] = [(LITTLE_WORK, LITTLE_WORK), (WORK, PLAYED)];
const PLAYED: u64 = 10 * WORK;

/// Solves a sum by its misère quotient; `None` if that does not close soon.
pub(super) fn by_quotient(sum: &Position, most: usize, budget: &Budget) -> Result<Option<Solution>, NoSolution> {
    match one_code(sum) {
        Some((code, heaps)) => of_code(sum, &code, &heaps, most, budget),
        None => of_pieces(sum, most, budget),
    }
}

/// The code of which all parts are heaps, and the heaps.
fn one_code(sum: &Position) -> Option<(Code, Vec<BigUint>)> {
    let Part::Heap { game: first, .. } = sum.parts.first()? else { return None };
    let code = first.code.clone().or_else(|| recognise(&first.ruleset))?;
    let heap = |part: &Part| match part {
        Part::Heap { game, heaps } if game == first => heaps.first().cloned(),
        _ => None,
    };
    Some((code, sum.parts.iter().map(heap).collect::<Option<_>>()?))
}

fn of_code(
    sum: &Position,
    code: &Code,
    heaps: &[BigUint],
    most: usize,
    budget: &Budget,
) -> Result<Option<Solution>, NoSolution> {
    let mut found = Quotients::of_code(code);
    let largest = heaps.iter().max().and_then(|heap| usize::try_from(heap).ok());
    let reach = largest.unwrap_or(usize::MAX).min(REACH);
    let mut images: Option<Vec<u32>> = None;
    for (work, play) in EFFORTS {
        found.follow(reach, work, budget)?;
        images = heaps.iter().map(|heap| found.image(heap)).collect();
        if images.is_some() {
            break;
        }
        if let Some(solution) = code_beyond(sum, &found, heaps, (most, play), budget)? {
            return Ok(Some(solution));
        }
    }
    let Some(images) = images else { return Ok(None) };
    let quotient = found.quotient();
    let product = images.iter().fold(0, |x, image| quotient.product(x, *image));
    let lost = quotient.is_p(product);
    let mut moves = Moves::listing(most);
    if !lost {
        for (index, (part, heap)) in sum.parts.iter().zip(heaps).enumerate() {
            let Part::Heap { game, .. } = part else { continue };
            let others = images.iter().enumerate().filter(|(other, _)| *other != index);
            let rest = others.fold(0, |x, (_, image)| quotient.product(x, *image));
            match found.winning_options(heap, rest, moves.room(), budget)? {
                Some(options) => {
                    for left in options.listed {
                        let left = left.into_iter().map(|heap| vec![heap]).collect();
                        moves.listed.push(after_move(sum, index, as_parts(game, left)));
                    }
                    moves.count += options.count;
                }
                None => moves.is_partial = true,
            }
        }
    }
    let names = found.presentation();
    let mut why = Vec::new();
    for (heap, image) in heaps.iter().zip(&images) {
        let (code, element) = (code.to_string(), names.name(*image));
        let says = match (found.heap_like(heap), found.period()) {
            (Some(like), Some(Period { start, length })) if BigUint::from(like) != *heap => {
                say!(
                    "solve.why_quotient_like",
                    code = code,
                    heap = heap,
                    like = like,
                    period = length,
                    start = start,
                    element = element
                )
            }
            _ => say!("solve.why_quotient_heap", code = code, heap = heap, element = element),
        };
        if !why.contains(&says) {
            why.push(says);
        }
    }
    let method = found.method(true);
    why.extend(conclusion(lost, &names.name(product), &moves));
    Ok(Some(solution(lost, moves, why, method)))
}

/// The largest heap of a code that is played out.
const LARGEST_PLAYED: usize = 5000;

/// Solves a sum with heaps beyond the quotient: positions with such heaps are played
/// out until the quotient knows every heap.
fn code_beyond(
    sum: &Position,
    found: &Quotients,
    heaps: &[BigUint],
    (most, work): (usize, u64),
    budget: &Budget,
) -> Result<Option<Solution>, NoSolution> {
    let sizes = heaps.iter().map(|heap| u32::try_from(heap).ok().filter(|n| *n as usize <= LARGEST_PLAYED));
    let Some(sizes) = sizes.collect::<Option<Vec<u32>>>() else { return Ok(None) };
    let mut numbered = Vec::new();
    for (index, part) in sum.parts.iter().enumerate() {
        let Part::Heap { game, .. } = part else { return Ok(None) };
        let mut options = BTreeSet::new();
        found.options(sizes[index], &mut |left| {
            let mut left = left.to_vec();
            left.sort_unstable();
            options.insert(left);
            true
        });
        let rest: Vec<u32> = sizes.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, n)| *n).collect();
        numbered.extend(options.into_iter().map(|left| {
            let after =
                after_move(sum, index, as_parts(game, left.iter().map(|heap| vec![BigUint::from(*heap)]).collect()));
            ([rest.as_slice(), &left].concat(), after)
        }));
    }
    let largest = sizes.iter().copied().max().unwrap_or(0) as usize;
    played_out((sum, found), (&sizes, largest), numbered, (most, work), budget)
}

/// Solves a sum of numbered heaps, given its options in numbers and as positions.
fn played_out(
    (sum, found): (&Position, &Quotients),
    (numbers, largest): (&[u32], usize),
    options: Vec<(Vec<u32>, Position)>,
    (most, work): (usize, u64),
    budget: &Budget,
) -> Result<Option<Solution>, NoSolution> {
    let is_last = work == PLAYED;
    let work = Cell::new(if is_last && budget.has_deadline() { u64::MAX } else { work });
    let watch = Watch::new(budget, usize::MAX).with_work(&work);
    let mut met = 0;
    let play = || -> Result<(bool, Moves), Stop> {
        let mut atoms = found.beyond(largest, watch)?;
        let mut is_p = |heaps: &[u32]| {
            let lost = found.is_p_beyond(heaps, &mut atoms, watch);
            met = atoms.met();
            lost
        };
        let lost = is_p(numbers)?;
        let mut moves = Moves::listing(most);
        let mut some_lost = false;
        for (left, after) in options {
            if is_p(&left)? {
                some_lost = true;
                moves.push(after);
            }
        }
        debug_assert!(!(lost && some_lost), "a lost position has no move to a lost one");
        Ok((lost, moves))
    };
    let method = found.method(false);
    match play() {
        Ok((lost, moves)) => {
            let why = match (lost, moves.count.is_zero()) {
                (false, true) => say!("solve.why_misere_end"),
                _ => say!("solve.why_beyond", order = found.quotient().order(), met = met),
            };
            Ok(Some(solution(lost, moves, vec![why], method)))
        }
        Err(Stop::Order(_) | Stop::Work) if !is_last => Ok(None),
        Err(stop) => {
            // What is known when the time is over.
            budget.note(&method);
            Err(match stop {
                Stop::Budget(stopped) => stopped.into(),
                Stop::Order(_) | Stop::Work => NoSolution::Open { sum: sum.to_string(), met },
            })
        }
    }
}

fn of_pieces(sum: &Position, most: usize, budget: &Budget) -> Result<Option<Solution>, NoSolution> {
    let mut found = match Quotients::of_pieces(sum, PIECES, budget) {
        Ok(Some(found)) => found,
        Ok(None) | Err(NoSolution::Table { .. } | NoSolution::Board { .. } | NoSolution::Value { .. }) => {
            return Ok(None);
        }
        Err(reason) => return Err(reason),
    };
    let mut product = None;
    for (work, play) in EFFORTS {
        found.follow(usize::MAX, work, budget)?;
        product = found.image_of(sum, budget)?;
        if product.is_some() {
            break;
        }
        if let Some(solution) = pieces_beyond(sum, &found, (most, play), budget)? {
            return Ok(Some(solution));
        }
    }
    let Some(product) = product else { return Ok(None) };
    let quotient = found.quotient();
    let lost = quotient.is_p(product);
    let mut moves = Moves::listing(most);
    if !lost {
        for choice in sum.options(usize::MAX, budget)?.listed {
            if found.image_of(&choice.after, budget)?.is_some_and(|image| quotient.is_p(image)) {
                moves.push(choice.after);
            }
        }
    }
    let names = found.presentation();
    let mut why = Vec::new();
    for part in &sum.parts {
        let alone = Position { parts: vec![part.clone()] };
        if let Some(image) = found.image_of(&alone, budget)? {
            let says = say!("solve.why_quotient_part", part = part.to_string(), element = names.name(image));
            if !why.contains(&says) {
                why.push(says);
            }
        }
    }
    why.extend(conclusion(lost, &names.name(product), &moves));
    let method = found.method(true);
    Ok(Some(solution(lost, moves, why, method)))
}

/// Solves a sum some of whose pieces the quotient does not know.
fn pieces_beyond(
    sum: &Position,
    found: &Quotients,
    effort: (usize, u64),
    budget: &Budget,
) -> Result<Option<Solution>, NoSolution> {
    let Some(pieces) = found.positions() else { return Ok(None) };
    let after: Vec<Position> = sum.options(usize::MAX, budget)?.listed.into_iter().map(|choice| choice.after).collect();
    let all = pieces.numbers_of_each(&after, budget)?;
    let Some(all) = all.into_iter().collect::<Option<Vec<Vec<u32>>>>() else { return Ok(None) };
    let Some(numbers) = pieces.numbers(sum, budget)? else { return Ok(None) };
    let options = all.into_iter().zip(after).collect();
    played_out((sum, found), (&numbers, pieces.len().saturating_sub(1)), options, effort, budget)
}

/// Why the product means that the sum is lost or won.
fn conclusion(lost: bool, product: &str, moves: &Moves) -> Vec<Text> {
    let mut why = vec![match lost {
        true => say!("solve.why_quotient_p", product = product),
        false if moves.count.is_zero() && !moves.is_partial => say!("solve.why_misere_end"),
        false => say!("solve.why_quotient_n", product = product),
    }];
    if moves.is_partial {
        why.push(say!("solve.partial"));
    }
    why
}

fn solution(lost: bool, moves: Moves, why: Vec<Text>, method: Text) -> Solution {
    let outcome = if lost { Outcome::P } else { Outcome::N };
    Solution { outcome, value: None, form: None, moves, right: None, why, method: vec![method] }
}
