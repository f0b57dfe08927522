//! Boards in the answer of `solve`: drawn, with HXOR and VXOR beside them.

use crate::answer::solution::{BoardPart, Boards, SearchRule, Taking};
use crate::drawing::with_notes;
use miyama::pattern::taking::nim::{self, Piles};
use miyama::pattern::taking::{Board, StonePosition, Take};
use miyama::play::{Convention, Outcome};
use miyama::sum::{Moves, Part, Position, Solution};
use miyama_text::{Lang, say};
use num_bigint::BigUint;
use std::io::Write;

/// The boards of a position on which stones are taken.
pub(super) fn boards(sum: &Position) -> impl Iterator<Item = StonePosition> {
    sum.parts.iter().filter_map(stones)
}

fn stones(part: &Part) -> Option<StonePosition> {
    match part {
        Part::Cells(cells) => cells.stones(),
        Part::Heap { .. } | Part::Worth(_) | Part::Compound(_) => None,
    }
}

/// Draws the boards of a position; if it is one board under normal play, with
/// what the basic theorem says of it.
pub(super) fn write_position(
    sum: &Position,
    convention: Convention,
    solution: &Solution,
    lang: Lang,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    for position in boards(sum).filter(|position| position.board().width() > 0) {
        writeln!(out)?;
        for line in with_notes(position.board(), &[], &notes(&position, &[])) {
            writeln!(out, "  {line}")?;
        }
    }
    if let ([part], Convention::Normal) = (sum.parts.as_slice(), convention)
        && let Some(position) = stones(part).filter(|position| position.rule().has_basic_theorem())
    {
        let says_p = Piles::of(position.board()).say_p();
        let says = if says_p { Outcome::P } else { Outcome::N };
        let text = match says == solution.outcome {
            true => say!("board.theorem_agrees", outcome = says),
            false => say!("board.theorem_is_wrong", outcome = says),
        };
        writeln!(out, "\n{}", text.in_lang(lang))?;
        if let Some((recommended, winning)) = recommended(&position, &solution.moves).filter(|(all, _)| *all > 0) {
            let text = say!("board.recommended", moves = recommended, winning = winning);
            writeln!(out, "{}", text.in_lang(lang))?;
        }
        for SearchRule { rule, stones, moves, winning } in searched(&position, Some(&solution.moves)) {
            let Some(winning) = winning else { continue };
            let direction = if rule % 2 == 1 { say!("board.horizontal") } else { say!("board.vertical") };
            let says = match rule {
                1 | 2 => {
                    say!(
                        "board.search_take",
                        rule = rule,
                        stones = stones,
                        direction = direction,
                        moves = moves,
                        winning = winning
                    )
                }
                _ => {
                    say!(
                        "board.search_leave",
                        rule = rule,
                        stones = stones,
                        direction = direction,
                        moves = moves,
                        winning = winning
                    )
                }
            };
            writeln!(out, "{}", says.in_lang(lang))?;
        }
    }
    Ok(())
}

/// What the paper's rules 1) to 4) say to do, and how many of these moves win, where all that do are
/// known.
fn searched(position: &StonePosition, moves: Option<&Moves>) -> Vec<SearchRule> {
    let known = moves.filter(|moves| moves.undecided == 0 && moves.count == BigUint::from(moves.listed.len()));
    let winning: Option<Vec<Board>> =
        known.map(|moves| moves.listed.iter().flat_map(boards).map(|after| after.board().clone()).collect());
    let rule = |rule: &nim::SearchRule| SearchRule {
        rule: rule.number,
        stones: rule.stones,
        moves: rule.moves.len(),
        winning: winning
            .as_ref()
            .map(|winning| rule.moves.iter().filter(|take| winning.contains(&position.board().without(take))).count()),
    };
    nim::search(position.board()).iter().map(rule).collect()
}

/// How many moves the paper's search recommends, and how many of them win;
/// `None` if not all winning moves are known.
fn recommended(position: &StonePosition, moves: &Moves) -> Option<(usize, usize)> {
    if moves.undecided > 0 || moves.count != BigUint::from(moves.listed.len()) {
        return None;
    }
    let recommended = nim::recommended(position).ok()?;
    let winning: Vec<Board> = moves.listed.iter().flat_map(boards).map(|after| after.board().clone()).collect();
    let wins = recommended.iter().filter(|take| winning.contains(&position.board().without(take)));
    Some((recommended.len(), wins.count()))
}

/// Draws a winning move if it is one on a board. False if it is not.
pub(super) fn write_move(before: &Position, after: &Position, out: &mut dyn Write) -> std::io::Result<bool> {
    let Some((index, position, take)) = taken(before, after) else { return Ok(false) };
    if before.parts.len() > 1 {
        writeln!(out, "  {}. {}:", index + 1, position.rule().name())?;
    }
    for line in with_notes(position.board(), &take, &notes(&position, &take)) {
        writeln!(out, "  {line}")?;
    }
    Ok(true)
}

/// The part in which a move was made, and the stones that it took, if that
/// part is a board.
fn taken(before: &Position, after: &Position) -> Option<(usize, StonePosition, Take)> {
    let pairs = before.parts.iter().zip(&after.parts).enumerate();
    pairs.into_iter().find_map(|(index, (was, is))| {
        let (was, is) = (stones(was)?, stones(is)?);
        let take: Take = was.board().stones().filter(|&(row, column)| !is.board().has(row, column)).collect();
        (!take.is_empty()).then_some((index, was, take))
    })
}

/// HXOR and VXOR in binary, after the move if there is one.
fn notes(position: &StonePosition, take: &[(usize, usize)]) -> Vec<String> {
    if !position.rule().has_basic_theorem() {
        return Vec::new();
    }
    let piles = Piles::of(&position.board().without(take));
    let digits = position.board().height().max(position.board().width()).max(1).ilog2() as usize + 1;
    let binary = |name: &str, n: usize| format!("{name} = {n:0digits$b}");
    vec![binary("HXOR", piles.horizontal), binary("VXOR", piles.vertical)]
}

/// What there is to say of each board, for programs.
pub(super) fn data(sum: &Position, all: &Moves) -> Boards {
    let moves = &all.listed;
    // Moves of a sum that win are not those that win on one board.
    let alone = (sum.parts.len() == 1).then_some(all);
    let parts = boards(sum).map(|position| {
        let piles = position.rule().has_basic_theorem().then(|| Piles::of(position.board()));
        BoardPart {
            game: position.rule().name().to_owned(),
            board: position.rule().text(position.board()),
            hxor: piles.as_ref().map(|piles| piles.horizontal),
            vxor: piles.as_ref().map(|piles| piles.vertical),
            search: piles.as_ref().map(|_| searched(&position, alone)),
            basic_theorem: piles.map(|piles| if piles.say_p() { Outcome::P } else { Outcome::N }.into()),
        }
    });
    let takes = moves.iter().filter_map(|after| taken(sum, after));
    let taking = |(part, _, take): (usize, _, Take)| Taking { part, taken: take.into_iter().map(Into::into).collect() };
    Boards { parts: parts.collect(), winning_takes: takes.map(taking).collect() }
}
