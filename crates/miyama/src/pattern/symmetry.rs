//! Which changes of a position leave its value as it is, or negate it: images
//! of the board, with signs exchanged for signs and possibly the players, that
//! map the rules to themselves.

use super::rule::{Cell, Codes, Put, Round, Rules, Shape, Sign, anchored, straightened};
use super::syntax::Kind;

/// A symmetry of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// The image of the board, as bits: 4 exchanges rows and columns, then 1
    /// turns rows upside down and 2 reverses columns.
    pub image: usize,
    /// The sign whose cells become those of the i-th sign.
    pub signs: Vec<usize>,
    /// Are the players exchanged?
    pub exchanged: bool,
}

/// A move with its marks renamed in the order of their codes: they are its own.
type Move = (Shape, Option<Vec<Shape>>);

/// More ways to exchange signs than this are not tried; the identity is.
const MOST_PERMUTATIONS: usize = 720;

/// All symmetries, the identity first.
pub(super) fn symmetries(rules: &Rules, kind: Kind) -> Vec<Symmetry> {
    let images: &[usize] = match kind {
        Kind::Grid => &[0, 1, 2, 3, 4, 5, 6, 7],
        Kind::Strip => &[0, 2],
        Kind::Graph | Kind::Edges => &[0],
    };
    let moves = [0, 1].map(|player| moves(rules, player, 0, &(0..rules.signs.len()).collect::<Vec<_>>()));
    let mut found = vec![];
    for to in permutations(rules) {
        for &image in images {
            let left = self::moves(rules, 0, image, &to);
            let right = if rules.impartial { left.clone() } else { self::moves(rules, 1, image, &to) };
            for exchanged in [false, true] {
                let (own, other) = if exchanged { (1, 0) } else { (0, 1) };
                if left == moves[own] && right == moves[other] {
                    let mut signs = vec![0; to.len()];
                    to.iter().enumerate().for_each(|(from, to)| signs[*to] = from);
                    found.push(Symmetry { image, signs, exchanged });
                    // An impartial game gains nothing from exchanged players.
                    break;
                }
            }
        }
    }
    found
}

/// The moves of a player under an image of the board and signs renamed.
fn moves(rules: &Rules, player: usize, image: usize, to: &[usize]) -> Vec<Move> {
    let mut moves: Vec<Move> = rules.moves[player]
        .iter()
        .map(|(step, then)| {
            let mut marks: Vec<u8> = vec![];
            let first = changed(&rules.steps[*step], image, to, &mut marks);
            let then = then.as_ref().map(|steps| {
                let mut shapes: Vec<Shape> =
                    steps.iter().map(|step| changed(&rules.steps[*step], image, to, &mut marks)).collect();
                shapes.sort_unstable();
                shapes
            });
            (first, then)
        })
        .collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

fn changed(shape: &Shape, image: usize, to: &[usize], marks: &mut Vec<u8>) -> Shape {
    let at = |(down, across): (i32, i32)| {
        let (down, across) = if image & 4 != 0 { (across, down) } else { (down, across) };
        (if image & 1 != 0 { -down } else { down }, if image & 2 != 0 { -across } else { across })
    };
    let mut code = |code: u8| match code {
        0 => 0,
        code if (code as usize) <= to.len() => to[code as usize - 1] as u8 + 1,
        mark => {
            if !marks.contains(&mark) {
                marks.push(mark);
            }
            let number = marks.iter().position(|m| *m == mark).unwrap_or(0);
            (to.len() + number + 1) as u8
        }
    };
    // Conditions such as "any cell" hold all marks, whatever their names.
    let mut codes = |set: Codes| {
        let signs = low_codes(set, to.len());
        let marks = set >> (to.len() + 1);
        let mut renamed = signs.into_iter().fold(0, |renamed, c| renamed | 1 << code(c));
        if marks.count_ones() == 1 {
            renamed |= 1 << code((to.len() + 1 + marks.trailing_zeros() as usize) as u8);
        } else {
            renamed |= marks << (to.len() + 1);
        }
        renamed
    };
    match shape {
        Shape::Fixed { cells, near } => {
            let mut near = near.clone();
            if let Some(near) = &mut near {
                near.directions = near.directions.iter().map(|d| at(*d)).collect();
                near.unless = codes(near.unless);
            }
            let accepts: Vec<Codes> = cells.iter().map(|cell| codes(cell.accepts)).collect();
            let moved = cells.iter().zip(accepts).map(|(cell, accepts)| Cell {
                at: at(cell.at),
                accepts,
                put: match cell.put {
                    Put::Keep => Put::Keep,
                    Put::Code(c) => Put::Code(code(c)),
                    Put::From(source) => Put::From(at(source)),
                },
            });
            let (cells, origin) = anchored(moved.collect(), 0);
            if let Some(near) = &mut near {
                near.directions.iter_mut().for_each(|d| *d = (d.0 - origin.0, d.1 - origin.1));
                near.directions.sort_unstable();
                near.change = near.change.iter().map(|(from, to)| (code(*from), code(*to))).collect();
                near.change.sort_unstable();
            }
            Shape::Fixed { cells, near }
        }
        Shape::Line { along, from, to } => {
            let round = |round: &Round, codes: &mut dyn FnMut(Codes) -> Codes| Round {
                cells: round.cells.iter().map(|(set, class)| (codes(*set), *class)).collect(),
                count: round.count,
            };
            let from: Vec<Round> = from.iter().map(|r| round(r, &mut codes)).collect();
            let mut sign = |sign: &Sign| match sign {
                Sign::Code(c) => Sign::Code(code(*c)),
                other => *other,
            };
            let to: Vec<Vec<Sign>> = to.iter().map(|part| part.iter().map(&mut sign).collect()).collect();
            straightened(at(*along), &from, &to)
        }
    }
}

fn low_codes(set: Codes, signs: usize) -> Vec<u8> {
    (0..=signs as u8).filter(|code| set >> code & 1 == 1).collect()
}

/// All ways to exchange signs that are used alike: as often asked for, alone or
/// with others, and as often put, by some player and the other.
fn permutations(rules: &Rules) -> Vec<Vec<usize>> {
    let n = rules.signs.len();
    let used: Vec<Vec<[usize; 4]>> = (1..=n as u8).map(|code| usage(rules, code)).collect();
    let mut partial: Vec<Vec<usize>> = vec![vec![]];
    for sign in 0..n {
        let mut longer = vec![];
        for taken in &partial {
            for target in (0..n).filter(|t| !taken.contains(t) && used[*t] == used[sign]) {
                longer.push([taken.as_slice(), &[target]].concat());
            }
        }
        partial = longer;
        if partial.len() > MOST_PERMUTATIONS {
            return vec![(0..n).collect()];
        }
    }
    // The identity comes first.
    partial.sort_unstable();
    partial
}

/// How each player's moves use a sign, the players in no order.
fn usage(rules: &Rules, code: u8) -> Vec<[usize; 4]> {
    let mut both: Vec<[usize; 4]> = rules
        .moves
        .iter()
        .map(|moves| {
            let mut uses = [0; 4];
            for (step, then) in moves {
                for step in std::iter::once(step).chain(then.iter().flatten()) {
                    count(&rules.steps[*step], code, &mut uses);
                }
            }
            uses
        })
        .collect();
    both.sort_unstable();
    both
}

fn count(shape: &Shape, code: u8, uses: &mut [usize; 4]) {
    let mut asked = |set: Codes| {
        let kind = usize::from(set.count_ones() > 1);
        uses[kind] += usize::from(set >> code & 1 == 1);
    };
    match shape {
        Shape::Fixed { cells, near } => {
            cells.iter().for_each(|cell| asked(cell.accepts));
            uses[2] += cells.iter().filter(|cell| cell.put == Put::Code(code)).count();
            if let Some(near) = near {
                uses[3] += usize::from(near.unless >> code & 1 == 1);
                uses[3] += near.change.iter().filter(|(from, to)| *from == code || *to == code).count();
            }
        }
        Shape::Line { from, to, .. } => {
            from.iter().flat_map(|round| &round.cells).for_each(|cell| asked(cell.0));
            uses[2] += to.iter().flatten().filter(|sign| **sign == Sign::Code(code)).count();
        }
    }
}
