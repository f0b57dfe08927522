//! §3: the "basic theorem" and the ways to look for a winning move.

use super::shapes::{beside, boards, figures, from_ends, image, piles, position, takes};
use crate::compare::differs;
use crate::{Ground, Unchecked, Verdict};
use miyama::pattern::taking::nim::Piles;
use miyama::pattern::taking::{Board, Take};
use miyama::play::{Convention, Outcome};
use miyama_text::say;
use std::collections::{BTreeMap, HashMap};

/// HXOR, VXOR and the value.
type Numbers = (usize, usize, u32);

fn stones(ground: &Ground<'_>) -> usize {
    usize::try_from(ground.to).unwrap_or(usize::MAX)
}

/// The numbers of all positions with 0 to `most` stones, and for each a
/// position that has them. Groups of stones that do not touch are independent:
/// their numbers add by exclusive or.
fn all_numbers(ground: &Ground<'_>, most: usize) -> Result<Vec<BTreeMap<Numbers, Vec<Board>>>, Unchecked> {
    let mut connected: Vec<BTreeMap<Numbers, Board>> = Vec::new();
    for size in figures(most) {
        let mut found = BTreeMap::new();
        for board in size {
            ground.budget.check()?;
            let piles = Piles::of(&board);
            let value = position(&board).value(ground.budget)?;
            found.entry((piles.horizontal, piles.vertical, value.0)).or_insert(board);
        }
        connected.push(found);
    }
    let mut all: Vec<BTreeMap<Numbers, Vec<Board>>> = vec![BTreeMap::from([((0, 0, 0), vec![])])];
    for count in 1..=most {
        let mut found: BTreeMap<Numbers, Vec<Board>> = BTreeMap::new();
        for last in (1..=count).rev() {
            for ((h, v, g), figure) in &connected[last] {
                for ((h2, v2, g2), others) in &all[count - last] {
                    let whole = || others.iter().cloned().chain([figure.clone()]).collect();
                    found.entry((h ^ h2, v ^ v2, g ^ g2)).or_insert_with(whole);
                }
            }
        }
        all.push(found);
    }
    Ok(all)
}

/// The position with the fewest stones whose numbers are `wrong`.
fn fewest_stones(ground: &Ground<'_>, wrong: impl Fn(Numbers) -> bool) -> Result<Verdict, Unchecked> {
    let all = all_numbers(ground, stones(ground))?;
    let found = all.iter().find_map(|level| level.iter().find(|(numbers, _)| wrong(**numbers)));
    Ok(ground.unless(found.map(|((h, v, value), figures)| {
        let board = beside(figures).to_string();
        let says = match value {
            0 => say!("claim.board_is_p", board = &board, horizontal = *h, vertical = *v),
            _ => say!("claim.board_is_n", board = &board, horizontal = *h, vertical = *v, value = *value),
        };
        Verdict::refuted(board, says)
    })))
}

/// Basic theorem 1): HXOR = VXOR = 0 is P.
pub(super) fn zero_is_p(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    fewest_stones(ground, |(h, v, value)| h == 0 && v == 0 && value != 0)
}

/// Basic theorem 2): anything else is N.
pub(super) fn not_zero_is_n(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    fewest_stones(ground, |(h, v, value)| (h != 0 || v != 0) && value == 0)
}

/// No move leads from HXOR = VXOR = 0 to the same: all boards of four rows.
pub(super) fn zero_to_zero(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for board in boards(4, stones(ground)) {
        ground.budget.check()?;
        let is_zero = |board: &Board| ground.holds(Piles::of(board).say_p());
        if is_zero(&board)
            && let Some(take) = takes(&board).into_iter().find(|take| is_zero(&board.without(take)))
        {
            return Ok(differs(board.to_string(), board.without(&take).to_string(), "≠ 0"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The moves that the search 1)–4) proposes. With the largest pile equal to the
/// sum, of which the text says nothing, its examples take the whole pile.
fn proposed(board: &Board) -> Vec<Take> {
    let sums = Piles::of(board);
    let mut moves = Vec::new();
    for (sum, piles) in [(sums.horizontal, piles(board, true)), (sums.vertical, piles(board, false))] {
        let largest = piles.iter().map(Vec::len).max().unwrap_or(0);
        for pile in piles.iter().filter(|_| sum != 0) {
            let count = match largest {
                _ if sum <= largest => sum,
                _ if pile.len() == largest => (2 * largest).saturating_sub(sum),
                _ => 0,
            };
            if (1..=pile.len()).contains(&count) {
                moves.extend(from_ends(pile, count));
            }
        }
    }
    moves
}

/// The search 1)–4) finds a winning move wherever there is one and HXOR or VXOR is not 0:
/// two heaps in one row, where the largest is not the sum itself.
pub(super) fn search(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let most = stones(ground);
    let mut pairs: Vec<(usize, usize)> = (1..=most).flat_map(|a| (1..a).map(move |b| (a, b))).collect();
    pairs.sort_by_key(|(a, b)| (a + b, *a));
    for (a, b) in pairs {
        ground.budget.check()?;
        let board = Board::new(1, a + b + 1, |_, column| column != a).ok_or(Unchecked::TooLarge)?;
        if Piles::of(&board).horizontal == a {
            continue;
        }
        let mut wins = false;
        for take in proposed(&board) {
            wins |= position(&board.without(&take)).outcome(Convention::Normal, ground.budget)? == Outcome::P;
        }
        if !wins {
            let (at, count) = (format!("({a},{b})"), proposed(&board).len());
            return Ok(Verdict::refuted(at.clone(), say!("claim.search_fails", board = at, proposed = count)));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Who wins a set of stones, by following all moves on the whole board.
fn wins(board: &Board, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(wins) = known.get(board) {
        return *wins;
    }
    let wins_here = takes(board).iter().any(|take| !wins(&board.without(take), known));
    known.insert(board.clone(), wins_here);
    wins_here
}

/// Procedure 1: two congruent figures apart from each other are P.
pub(super) fn two_figures(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for figure in figures(stones(ground)).into_iter().flatten() {
        let mut images: Vec<Board> = (0..8).map(|symmetry| image(&figure, symmetry)).collect();
        images.sort();
        images.dedup();
        for other in images {
            ground.budget.check()?;
            let both = beside(&[figure.clone(), other]);
            if ground.holds(wins(&both, &mut HashMap::new())) {
                return Ok(differs(both.to_string(), "N", "P"));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// HXOR and VXOR of the image of a figure are these of the figure?
fn turned_sums(ground: &Ground<'_>, said: impl Fn(Piles, bool) -> Piles) -> Result<Verdict, Unchecked> {
    for figure in figures(stones(ground)).into_iter().flatten() {
        ground.budget.check()?;
        let sums = Piles::of(&figure);
        for symmetry in 0..8 {
            let turned = image(&figure, symmetry);
            let found = ground.sees(Piles::of(&turned), |sums| Piles { horizontal: sums.horizontal + 1, ..sums });
            let said = said(sums, symmetry & 4 != 0);
            if found != said {
                let says = say!(
                    "claim.turned",
                    board = figure.to_string(),
                    turned = turned.to_string(),
                    horizontal = sums.horizontal,
                    vertical = sums.vertical,
                    found_h = found.horizontal,
                    found_v = found.vertical
                );
                return Ok(Verdict::refuted(figure.to_string(), says));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// (3)–(6): mirror, half turn and quarter turn keep HXOR and VXOR.
pub(super) fn turns_keep_both(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    turned_sums(ground, |sums, _| sums)
}

/// (3)–(6) as they are: a quarter turn exchanges the two.
pub(super) fn turns_exchange(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    turned_sums(ground, |sums, exchanged| match exchanged {
        true => Piles { horizontal: sums.vertical, vertical: sums.horizontal },
        false => sums,
    })
}

/// A figure that the half turn maps to itself, with an even number of rows and of columns, is P.
pub(super) fn half_turns(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for figure in figures(stones(ground)).into_iter().flatten() {
        ground.budget.check()?;
        if figure.height() % 2 == 1 || figure.width() % 2 == 1 || image(&figure, 3) != figure {
            continue;
        }
        if !ground.holds(position(&figure).outcome(Convention::Normal, ground.budget)? == Outcome::P) {
            return Ok(differs(figure.to_string(), "N", "P"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Procedure 2: a connected symmetric figure with HXOR = VXOR = 0 is P, because
/// every move has a symmetric answer.
pub(super) fn symmetric(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for figure in figures(stones(ground)).into_iter().flatten() {
        ground.budget.check()?;
        let symmetric = (1..8).any(|symmetry| image(&figure, symmetry) == figure);
        if !symmetric || !Piles::of(&figure).say_p() {
            continue;
        }
        if position(&figure).outcome(Convention::Normal, ground.budget)? == Outcome::N {
            let winning = position(&figure).winning_moves(Convention::Normal, ground.budget)?;
            let option = winning.first().map(|take| figure.without(take).to_string()).unwrap_or_default();
            let board = figure.to_string();
            let says = say!("claim.symmetric_is_n", board = &board, option = option);
            return Ok(Verdict::refuted(board, says));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn a_weaker_theorem_fails_earlier_or_elsewhere() {
        // HXOR = 0 alone does not make a P-position.
        let only_h = |ground: &Ground<'_>| fewest_stones(ground, |(h, _, value)| h == 0 && value != 0);
        assert_eq!(refutation(only_h, 4).unwrap().at, "#/#");
        let exchanged = |ground: &Ground<'_>| turned_sums(ground, |sums, _| Piles { vertical: 0, ..sums });
        assert_eq!(refutation(exchanged, 3).unwrap().at, "#");
    }

    #[test]
    fn counterexamples_are_right_by_plain_play() {
        for (check, wins_it) in [(zero_is_p as fn(&Ground<'_>) -> _, true), (not_zero_is_n, false)] {
            let found = refutation(check, 6).unwrap();
            let board: Board = found.at.parse().unwrap();
            assert_eq!(wins(&board, &mut HashMap::new()), wins_it, "{board}");
            assert_eq!(Piles::of(&board).say_p(), wins_it);
        }
    }
}
