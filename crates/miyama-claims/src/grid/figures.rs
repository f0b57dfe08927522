//! §2, §4 and §5: rows, rectangles, staircases, (7,5,3).

use super::shapes::{from_ends, piles, position};
use crate::compare::{built_in, differs, exhausted, shown, side_by_side};
use crate::{Ground, Unchecked, Verdict};
use miyama::pattern::taking::nim::{Piles, recommended};
use miyama::pattern::taking::{Board, Take};
use miyama::play::{Convention, Outcome};
use miyama_text::say;

fn is_p(board: &Board, ground: &Ground<'_>) -> Result<bool, Unchecked> {
    Ok(ground.holds(position(board).outcome(Convention::Normal, ground.budget)? == Outcome::P))
}

/// §2: Nim in one dimension; the winning moves in (7,5,3).
pub(super) fn one_dimension(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let nim = side_by_side(&built_in("nim", &[]), 3);
    let says_p = |heaps: &[u64]| heaps[0] ^ heaps[1] ^ heaps[2] == 0;
    if let Some(wrong) = ground.p_positions(&nim, &[ground.to; 3], Convention::Normal, says_p)? {
        return Ok(wrong);
    }
    let table = ground.outcomes(&nim, &[7, 5, 3], Convention::Normal)?;
    let options = nim.options(&[7, 5, 3])?;
    let winning: Vec<String> =
        options.iter().filter(|o| table.outcome(&o[0]) == Some(Outcome::P)).map(|o| shown(&o[0])).collect();
    let said = "(6,5,3) (7,4,3) (7,5,2)";
    Ok(ground.unless((winning.join(" ") != said).then(|| differs("(7,5,3)", winning.join(" "), said))))
}

/// (7)–(9) and figure 3: 4×4, a corner, the opposite corner.
pub(super) fn four_by_four(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let full = Board::rectangle(4, 4).expect("16 squares");
    if !Piles::of(&full).say_p() || !is_p(&full, ground)? {
        return Ok(differs("4x4", "N", "P"));
    }
    for corner in [(0, 0), (0, 3), (3, 0), (3, 3)] {
        let opposite = (3 - corner.0, 3 - corner.1);
        let (one, two) = (full.without(&[corner]), full.without(&[corner, opposite]));
        let sums = Piles::of(&one);
        if sums.horizontal == 0 || sums.vertical == 0 || is_p(&one, ground)? {
            return Ok(differs(one.to_string(), "P", "N"));
        }
        if !Piles::of(&two).say_p() || !is_p(&two, ground)? {
            return Ok(differs(two.to_string(), "N", "P"));
        }
    }
    Ok(exhausted(None))
}

/// §4: HXOR and VXOR of rectangles, as printed in binary.
pub(super) fn rectangle_sums(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for (rows, columns, horizontal, vertical) in
        [(2, 3, 0, 0b10), (2, 5, 0, 0b10), (3, 3, 0b11, 0b11), (3, 4, 0b100, 0), (4, 5, 0, 0b100), (4, 7, 0, 0b100)]
    {
        let sums = Piles::of(&Board::rectangle(rows, columns).expect("at most 28 squares"));
        let found = ground.sees((sums.horizontal, sums.vertical), |(horizontal, vertical)| (horizontal + 1, vertical));
        if found != (horizontal, vertical) {
            return Ok(differs(
                format!("{rows}x{columns}"),
                format!("{found:?}"),
                format!("{:?}", (horizontal, vertical)),
            ));
        }
    }
    Ok(exhausted(None))
}

/// 2×2 is P in both conventions.
pub(super) fn two_by_two(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let square = position(&Board::rectangle(2, 2).expect("4 squares"));
    for convention in [Convention::Normal, Convention::Misere] {
        if !ground.holds(square.outcome(convention, ground.budget)? == Outcome::P) {
            return Ok(differs("2x2", "N", "P"));
        }
    }
    Ok(exhausted(None))
}

/// The rectangles with sides from `least` to the bound, the smaller first.
fn rectangles_from(ground: &Ground<'_>, least: usize) -> Result<Vec<Board>, Unchecked> {
    let most = usize::try_from(ground.to).map_err(|_| Unchecked::TooLarge)?;
    let sides = (least..=most).flat_map(|height| (least..=most).map(move |width| (height, width)));
    let boards: Option<Vec<Board>> = sides.map(|(height, width)| Board::rectangle(height, width)).collect();
    let mut boards = boards.ok_or(Unchecked::TooLarge)?;
    boards.sort_by_key(Board::count);
    Ok(boards)
}

/// Table 1: n×m with n, m ≥ 2 is P exactly if both are even; HXOR and VXOR.
pub(super) fn rectangles(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    rectangles_are_p_if(ground, |rows, columns| rows % 2 == 0 && columns % 2 == 0)
}

fn rectangles_are_p_if(ground: &Ground<'_>, says_p: impl Fn(usize, usize) -> bool) -> Result<Verdict, Unchecked> {
    for board in rectangles_from(ground, 2)? {
        let (rows, columns) = (board.height(), board.width());
        let at = format!("{rows}x{columns}");
        let sums = Piles::of(&board);
        if (sums.horizontal == 0) != (rows % 2 == 0) || (sums.vertical == 0) != (columns % 2 == 0) {
            return Ok(differs(at, format!("HXOR = {}, VXOR = {}", sums.horizontal, sums.vertical), "Table 1"));
        }
        let (found, said) = (is_p(&board, ground)?, says_p(rows, columns));
        if found != said {
            let name = |p: bool| if p { "P" } else { "N" };
            return Ok(differs(at, name(found), name(said)));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The basic theorem is right on every rectangle, one row or column included.
pub(super) fn theorem_on_rectangles(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for board in rectangles_from(ground, 1)? {
        if is_p(&board, ground)? != Piles::of(&board).say_p() {
            return Ok(differs(board.to_string(), "P", "N"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Every move from a rectangle to HXOR = VXOR = 0 wins.
pub(super) fn rectangle_moves(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for board in rectangles_from(ground, 2)? {
        for take in recommended(&position(&board))? {
            let rest = board.without(&take);
            if !is_p(&rest, ground)? {
                let at = format!("{}x{}", board.height(), board.width());
                let says = say!("claim.zero_but_n", board = &at, rest = rest.to_string());
                return Ok(Verdict::refuted(at, says));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// The Grundy values of the rectangles up to 5×5.
pub(super) fn rectangle_values(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    const VALUES: [[u32; 5]; 5] = [[1, 2, 3, 4, 5], [2, 0, 2, 0, 1], [3, 2, 1, 2, 4], [4, 0, 2, 0, 3], [5, 1, 4, 3, 4]];
    for (height, row) in (1..).zip(VALUES) {
        for (width, said) in (1..).zip(row) {
            let board = Board::rectangle(height, width).expect("25 squares");
            let value = ground.sees(position(&board).value(ground.budget)?.0, |value| value + 1);
            if value != said {
                return Ok(differs(format!("{height}x{width}"), value, said));
            }
        }
    }
    Ok(exhausted(None))
}

fn staircase(n: usize) -> Board {
    Board::staircase(n).expect("a small staircase")
}

/// The staircase of n steps is P?
fn staircase_is(ground: &Ground<'_>, n: usize, said_p: bool) -> Result<Verdict, Unchecked> {
    let says = match said_p {
        true => say!("claim.staircase_is_n", steps = n),
        false => say!("claim.staircase_is_p", steps = n),
    };
    let wrong = is_p(&staircase(n), ground)? != said_p;
    Ok(exhausted(wrong.then(|| Verdict::refuted(format!("Y{n}"), says))))
}

/// The staircase is N, and one of these moves wins.
fn staircase_move(ground: &Ground<'_>, n: usize, moves: &[Take]) -> Result<Verdict, Unchecked> {
    if is_p(&staircase(n), ground)? {
        return staircase_is(ground, n, false);
    }
    for take in moves {
        if is_p(&staircase(n).without(take), ground)? {
            return Ok(exhausted(None));
        }
    }
    Ok(Verdict::refuted(format!("Y{n}"), say!("claim.move_loses", steps = n, moves = moves.len())))
}

/// A longest line of the staircase: its first row.
fn longest(n: usize) -> Take {
    piles(&staircase(n), true).swap_remove(0)
}

/// (3,2,1) is P.
pub(super) fn staircase_3(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    staircase_is(ground, 3, true)
}

/// (4,3,2,1): take a whole longest line.
pub(super) fn staircase_4(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    staircase_move(ground, 4, &[longest(4)])
}

/// (5,…,1) is N.
pub(super) fn staircase_5(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    staircase_is(ground, 5, false)
}

/// (5,…,1) is P.
pub(super) fn staircase_5_is_p(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    staircase_is(ground, 5, true)
}

/// (6,…,1): leave one stone of a longest line, at either end.
pub(super) fn staircase_6(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    staircase_move(ground, 6, &from_ends(&longest(6), 5))
}

/// (6,…,1) is N, and no move to HXOR = VXOR = 0 wins.
pub(super) fn staircase_6_is_n(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    for take in recommended(&position(&staircase(6)))? {
        let rest = staircase(6).without(&take);
        if is_p(&rest, ground)? {
            return Ok(differs(rest.to_string(), "P", "N"));
        }
    }
    staircase_is(ground, 6, false)
}

/// (7,…,1) is P.
pub(super) fn staircase_7(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    staircase_is(ground, 7, true)
}

/// (7,…,1) is N.
pub(super) fn staircase_7_is_n(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    staircase_is(ground, 7, false)
}

/// (10): X(Yₖ) by k mod 4; counted on the board as long as it is not too large.
pub(super) fn staircase_sums(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    staircase_sums_are(ground, |k| [k, 1, k + 1, 0][(k % 4) as usize])
}

fn staircase_sums_are(ground: &Ground<'_>, said: impl Fn(u64) -> u64) -> Result<Verdict, Unchecked> {
    let mut sum = 0;
    for k in 1..=ground.to {
        if k % 4096 == 0 {
            ground.budget.check()?;
        }
        sum ^= ground.sees(k, |k| k + 1);
        let on_board = (k <= 40).then(|| Piles::of(&staircase(k as usize)));
        let differing = on_board.map(|sums| sums.horizontal.max(sums.vertical) as u64).filter(|found| *found != sum);
        // The formula of the text begins with k = 3.
        if k >= 3 && (said(k) != sum || differing.is_some()) {
            return Ok(differs(format!("X(Y{k})"), differing.unwrap_or(sum), said(k)));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

fn young() -> Board {
    Board::young(&[7, 5, 3]).expect("15 squares")
}

/// (7,5,3) as printed: HXOR = 0, VXOR ≠ 0; N; taking a column of three wins.
pub(super) fn seven_five_three(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let sums = Piles::of(&young());
    let mut winning_columns = 0;
    for column in 0..3 {
        let take: Take = (0..3).map(|row| (row, column)).collect();
        winning_columns += usize::from(is_p(&young().without(&take), ground)?);
    }
    let right = sums.horizontal == 0 && sums.vertical != 0 && !is_p(&young(), ground)? && winning_columns > 0;
    let says = say!("claim.seven_five_three", horizontal = sums.horizontal, columns = winning_columns);
    Ok(exhausted((!right).then(|| Verdict::refuted("(7,5,3)", says))))
}

/// (7,5,3): HXOR = 1, VXOR = 3; N, with three winning moves.
pub(super) fn seven_five_three_corrected(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let sums = Piles::of(&young());
    if (sums.horizontal, sums.vertical) != (1, 3) {
        return Ok(differs("(7,5,3)", format!("({}, {})", sums.horizontal, sums.vertical), "(1, 3)"));
    }
    let found = position(&young()).winning_moves(Convention::Normal, ground.budget)?;
    let mut found = ground.sees(found, |_| vec![]);
    let mut said: Vec<Take> =
        vec![vec![(0, 0), (1, 0)], (0..7).map(|column| (0, column)).collect(), vec![(2, 1), (2, 2)]];
    found.sort();
    said.sort();
    Ok(exhausted((found != said).then(|| differs("(7,5,3)", format!("{found:?}"), format!("{said:?}")))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn one_even_side_is_not_enough() {
        let check =
            |ground: &Ground<'_>| rectangles_are_p_if(ground, |rows, columns| rows % 2 == 0 || columns % 2 == 0);
        assert_eq!(refutation(check, 3).unwrap().at, "2x3");
    }

    #[test]
    fn sums_of_staircases_have_period_four() {
        let check = |ground: &Ground<'_>| staircase_sums_are(ground, |k| [k, 1, k, 0][(k % 4) as usize]);
        assert_eq!(refutation(check, 50).unwrap().at, "X(Y6)");
    }
}
