//! What figures of several documents are made of.

use super::{Desk, Drawn};
use crate::command::solve::unsolved;
use crate::command::table::no_table;
use crate::failure::Failure;
use crate::games;
use crate::picture::figure::Figure;
use crate::picture::grid::{Cell, Grid, Mark};
use crate::picture::options::{self, Point};
use crate::picture::{position, stones};
use miyama::game::Game;
use miyama::heap::table::GrundyTable;
use miyama::pattern::taking::Board;
use miyama::play::{Convention, Outcome};
use miyama::sum::Position;
use miyama_budget::Mistake;
use miyama_text::say;

/// A position that the program itself names.
pub(super) fn read(text: &str, desk: &Desk<'_>) -> Result<Position, Failure> {
    games::position(text, None, desk.budget)
}

/// The values of a game on two heaps, or on two heaps of a one-heap game; P-positions are marked.
pub(super) fn energies(game: &str, to: u64, desk: &Desk<'_>) -> Result<Drawn, Failure> {
    let Game::Heap(heap) = games::game(game, desk.budget)? else { return Err(nothing(game)) };
    let single = heap.ruleset.heaps() == 1;
    let bound = if single { vec![to] } else { vec![to, to] };
    let table = GrundyTable::new(&heap.ruleset, &bound, desk.budget).map_err(no_table)?;
    let one = |at: &[u64]| table.value(at).map_or(0, |value| value.0);
    let value = |x: u64, y: u64| if single { one(&[x]) ^ one(&[y]) } else { one(&[x, y]) };
    let rows = (0..=to)
        .map(|x| {
            let cells = (0..=to).map(|y| Cell::marked(value(x, y), Mark::Bold, value(x, y) == 0)).collect();
            (x.to_string(), cells)
        })
        .collect();
    let heads = (0..=to).map(|y| y.to_string()).collect();
    Ok(Drawn::Grid(Grid { title: game.to_owned(), corner: "x \\ y".to_owned(), heads, rows }))
}

fn nothing(game: &str) -> Failure {
    Failure::from(Mistake::new(0..0, say!("figure.no_heaps", game = game)))
}

/// The options of a position in one game, and those that only another has.
pub(super) fn option_diagram(
    from: [u64; 2],
    round: &str,
    square: Option<&str>,
    desk: &Desk<'_>,
) -> Result<Figure, Failure> {
    let of = |game: &str| -> Result<Vec<[u64; 2]>, Failure> {
        let sum = read(&format!("{game}:{},{}", from[0], from[1]), desk)?;
        let options = sum.options(10_000, desk.budget).map_err(unsolved)?;
        Ok(options.listed.iter().filter_map(|choice| pair(&choice.after)).collect())
    };
    let first = of(round)?;
    let mut points: Vec<([u64; 2], Point)> = first.iter().map(|at| (*at, Point::Round)).collect();
    let second = square.map(of).transpose()?.unwrap_or_default();
    points.extend(second.iter().filter(|at| !first.contains(at)).map(|at| (*at, Point::Square)));
    points.push((from, Point::Here));
    let most = |i: usize| points.iter().map(|(at, _)| at[i]).max().unwrap_or(0) + 1;
    let title = square.map_or_else(|| round.to_owned(), |square| format!("○ {round}, □ {square}"));
    Ok(options::draw(&points, [most(0), most(1)], &title))
}

fn pair(sum: &Position) -> Option<[u64; 2]> {
    let [miyama::sum::Part::Heap { heaps, .. }] = sum.parts.as_slice() else { return None };
    let heaps: Vec<u64> = heaps.iter().filter_map(|heap| u64::try_from(heap).ok()).collect();
    heaps.try_into().ok()
}

/// The P-positions of a game on two heaps.
pub(super) fn p_positions(game: &str, to: u64, desk: &Desk<'_>) -> Result<Figure, Failure> {
    let Game::Heap(heap) = games::game(game, desk.budget)? else { return Err(nothing(game)) };
    let table = GrundyTable::new(&heap.ruleset, &[to, to], desk.budget).map_err(no_table)?;
    let mut points = Vec::new();
    for x in 0..=to {
        for y in 0..=to {
            if table.value(&[x, y]).is_some_and(|value| value.0 == 0) {
                points.push(([x, y], Point::Here));
            }
        }
    }
    Ok(options::draw(&points, [to, to], game))
}

/// A board, and who wins it.
pub(super) fn board(text: &str) -> Result<Board, Failure> {
    text.parse().map_err(|mistake| Failure::mistake(mistake, text))
}

/// Boards one after the other: each with the stones that are taken from it. Below stands what is left in
/// truth: P if whoever moves next loses.
pub(super) fn game_of_stones(
    title: &str,
    steps: &[(Board, Vec<(usize, usize)>)],
    convention: Convention,
    desk: &Desk<'_>,
) -> Result<Drawn, Failure> {
    let mut panels = Vec::new();
    for (board, taken) in steps {
        let left = board.without(taken);
        let sum = if left.count() == 0 { None } else { Some(read(&format!("2d-nim:{left}"), desk)?) };
        let outcome = match sum {
            None if convention == Convention::Normal => Outcome::P,
            None => Outcome::N,
            Some(sum) => miyama::sum::solve(&sum, convention, desk.budget).map_err(unsolved)?.outcome,
        };
        panels.push(stones::draw(board, taken, &format!("{outcome}")));
    }
    Ok(Drawn::Figure(Figure::sheet(title, &panels, 900.0)))
}

/// Heaps as columns of stones.
pub(super) fn heaps(text: &str, desk: &Desk<'_>) -> Result<Figure, Failure> {
    Ok(position::draw(&read(text, desk)?, None, text))
}

/// A list of letters as cells.
pub(super) fn letters(word: &[u8]) -> Vec<String> {
    word.iter().map(ToString::to_string).collect()
}
