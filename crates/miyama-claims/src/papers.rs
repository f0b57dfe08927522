//! 005: what papers say of boards, rows and heaps that break.

use super::compare::differs;
use super::{Check, Ground, Unchecked, Verdict};
use miyama::breaking::code::Code;
use miyama::breaking::values::NimValues;
use miyama::game::Games;
use miyama::play::{Convention, Outcome};
use miyama::sum::{NoSolution, parse_position, solve};

/// The checks of this document, by their names in its file.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("papers.clobber-two-rows", clobber_two_rows),
    ("papers.clobber-three-rows", clobber_three_rows),
    ("papers.clobber-four-rows", clobber_four_rows),
    ("papers.clobber-squares", clobber_squares),
    ("papers.linear-clobber", linear_clobber),
    ("papers.node-kayles", node_kayles),
    ("papers.arc-kayles", arc_kayles),
    ("papers.cut-sets", cut_sets),
];

/// Who wins a position.
fn outcome(ground: &Ground<'_>, position: &str) -> Result<Outcome, Unchecked> {
    let games = Games::built_in().within(ground.budget);
    let sum = parse_position(position, &games).expect("the positions of the claims are tested");
    let solution = solve(&sum, Convention::Normal, ground.budget).map_err(|reason| match reason {
        NoSolution::Stopped(stopped) => Unchecked::Stopped(stopped),
        NoSolution::Wrong(difference) => Unchecked::Wrong(difference),
        _ => Unchecked::TooLarge,
    })?;
    Ok(ground.sees(solution.outcome, |outcome| if outcome == Outcome::P { Outcome::N } else { Outcome::P }))
}

/// Whether positions, one for each number, are P where it is said and N elsewhere.
fn outcomes(
    ground: &Ground<'_>,
    position: impl Fn(u64) -> String,
    is_p: impl Fn(u64) -> bool,
) -> Result<Verdict, Unchecked> {
    for n in 1..=ground.to {
        let (position, said) = (position(n), if is_p(n) { Outcome::P } else { Outcome::N });
        let found = outcome(ground, &position)?;
        if found != said {
            return Ok(differs(position, format!("{found:?}"), format!("{said:?}")));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

fn clobber_two_rows(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    outcomes(ground, |n| format!("clobber:2x{n}"), |n| n.is_multiple_of(3))
}

fn clobber_three_rows(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    outcomes(ground, |n| format!("clobber:3x{n}"), |n| n.is_multiple_of(2))
}

/// Boards that nobody has published are not looked at.
fn clobber_four_rows(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let ground = &Ground { to: ground.to.min(7), ..*ground };
    outcomes(ground, |n| format!("clobber:4x{n}"), |n| n.is_multiple_of(3))
}

fn clobber_squares(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let ground = &Ground { to: ground.to.min(5), ..*ground };
    outcomes(ground, |n| format!("clobber:{n}x{n}"), |n| n == 1 || n == 5)
}

/// The difference of a row and its value is a second player win.
fn linear_clobber(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let row = |n: u64| "xxo".repeat(usize::try_from(n).unwrap_or(0));
    outcomes(ground, |n| format!("linear-clobber:{} + {}", row(n), downs(n.div_ceil(2))), |_| true)
}

fn downs(n: u64) -> String {
    if n == 1 { "v".to_owned() } else { format!("v{n}") }
}

/// A path and the heap of a code have the same value: their sum is P.
fn node_kayles(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    outcomes(ground, |n| format!("node-kayles:path({n}) + 0.137:{n}"), |_| true)
}

fn arc_kayles(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    outcomes(ground, |n| format!("arc-kayles:path({n}) + 0.07:{n}"), |_| true)
}

/// Heaps that break into 2 or into 2c + 1: G(n + 12c) = G(n) + 8 from the first heap on, for c = 2 and 3.
fn cut_sets(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let to = usize::try_from(ground.to).map_err(|_| Unchecked::TooLarge)?;
    for c in 2..=3usize {
        let (text, length) = (format!("{{2,{}}}.0", 2 * c + 1), 12 * c);
        let code: Code = text.parse().expect("the codes of the claims are tested");
        let mut values = NimValues::new(&code);
        values.extend(to + length, ground.budget)?;
        for n in 1..=to {
            let growth =
                values.get(n + length).zip(values.get(n)).map(|(later, earlier)| i64::from(later) - i64::from(earlier));
            let growth = ground.sees(growth, |growth| growth.map(|growth| growth + 1));
            if growth != Some(8) {
                return Ok(differs(format!("{text}, {n}"), growth.unwrap_or_default().to_string(), "8"));
            }
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}
