//! Games on cells: the engine against the naive interpreter, against rules
//! written by hand, and against values computed elsewhere.

#![allow(clippy::unwrap_used)]

#[path = "patterns/endings.rs"]
mod endings;
#[path = "patterns/pasted.rs"]
mod pasted;
#[path = "patterns/random_rules.rs"]
mod random_rules;
#[path = "patterns/texts.rs"]
mod texts;
#[path = "patterns/values.rs"]
mod values;

use miyama::nimber::Nimber;
use miyama::pattern::ending::Weights;
use miyama::pattern::position::Edges;
use miyama::pattern::{
    CellPosition, Definition, Ending, Engine, Game, Ground, Kind, builtin, interpreter, parse_definition, taking,
};
use miyama::play::{Convention, Outcome, Player};
use miyama::value::{Arena, GameId};
use miyama_budget::Budget;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

fn game(text: &str) -> Game {
    Game::new(parse_definition(text).unwrap(), &[]).unwrap()
}

fn named(name: &str, kind: Kind) -> Game {
    let found = builtin::find(name).find(|game| game.definition.kind == kind).unwrap();
    Game::new(found.definition.clone(), &[]).unwrap()
}

/// A board of random size and signs, some cells missing.
fn random_position(definition: &Definition, random: &mut Random, most: usize) -> CellPosition {
    let marks = definition.marks();
    let mut signs: Vec<char> = definition.signs().into_iter().filter(|sign| !marks.contains(sign)).collect();
    // Free cells are common on real boards.
    signs.extend(signs.contains(&'.').then_some('.'));
    let ground = match definition.kind {
        Kind::Strip => Ground::Grid { height: 1, width: 1 + random.below(most) },
        Kind::Grid => {
            let height = 1 + random.below(4.min(most));
            Ground::Grid { height, width: 1 + random.below((most / height).max(1)) }
        }
        Kind::Graph => {
            let vertices = 1 + random.below(most);
            let mut neighbours = vec![vec![]; vertices];
            for a in 0..vertices {
                for b in 0..a {
                    if random.below(3) == 0 {
                        neighbours[a].push(b);
                        neighbours[b].push(a);
                    }
                }
            }
            neighbours.iter_mut().for_each(|list| list.sort_unstable());
            Ground::Graph(neighbours)
        }
        Kind::Edges => {
            let (vertices, ground) = (1 + random.below(5), random.below(5) > 0);
            let vertex = |random: &mut Random| random.below(vertices + usize::from(ground)) + usize::from(!ground);
            Ground::Edges(Edges::new((0..1 + random.below(most)).map(|_| (vertex(random), vertex(random))).collect()))
        }
    };
    let holes = random.below(3);
    let sign = |random: &mut Random| match holes {
        0 if random.below(5) == 0 => '|',
        _ => signs[random.below(signs.len())],
    };
    let mut signs = (0..ground.cells()).map(|_| sign(random)).collect();
    if let Ground::Edges(edges) = &ground {
        signs = edges.held(signs);
    }
    CellPosition { ground: Arc::new(ground), signs }
}

/// Signs that the engine does not tell from "no cell" are written as that.
fn plain(engine: &Engine, signs: &[char]) -> Vec<char> {
    signs.iter().map(|sign| if engine.signs().1.contains(sign) { '|' } else { *sign }).collect()
}

fn same_options(game: &Game, position: &CellPosition) {
    let mut engine = game.engine(&position.ground);
    for player in Player::BOTH {
        let naive = interpreter::options(game.definition(), game.arguments(), position, player);
        let naive: BTreeSet<Vec<char>> = naive.iter().map(|signs| plain(&engine, signs)).collect();
        let fast = engine.options(position, player);
        let fast: BTreeSet<Vec<char>> = fast.iter().map(|option| plain(&engine, &option.signs)).collect();
        assert_eq!(fast, naive, "{} at {position}, {player:?}", game.definition());
    }
}

fn moves_on_random_boards(boards: usize, most: usize) {
    for game in builtin::all() {
        let mut random = Random(7);
        let game = Game::new(game.definition.clone(), &[]).unwrap();
        for _ in 0..boards {
            let position = random_position(game.definition(), &mut random, most);
            same_options(&game, &position);
        }
    }
}

#[test]
fn moves_are_those_of_the_interpreter() {
    moves_on_random_boards(12, 12);
}

/// Ten thousand boards of every game: `cargo test --test patterns -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn moves_are_those_of_the_interpreter_on_many_boards() {
    moves_on_random_boards(10_000, 12);
}

/// The value from the interpreter's moves alone: nothing is split, nothing turned.
fn by_moves(arena: &mut Arena, game: &Game, position: &CellPosition, known: &mut HashMap<Vec<char>, GameId>) -> GameId {
    if let Some(value) = known.get(&position.signs) {
        return *value;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let after = interpreter::options(game.definition(), game.arguments(), position, player);
        let after = after.into_iter().map(|signs| CellPosition { ground: position.ground.clone(), signs });
        after.map(|after| by_moves(arena, game, &after, known)).collect::<Vec<_>>()
    });
    let value = arena.game(&left, &right).unwrap();
    known.insert(position.signs.clone(), value);
    value
}

fn same_value(game: &Game, position: &CellPosition) {
    let mut arena = Arena::new(&Budget::unlimited());
    let slow = by_moves(&mut arena, game, position, &mut HashMap::new());
    let mut engine = game.engine(&position.ground);
    let fast = engine.value(&mut arena, position).unwrap();
    assert_eq!(arena.text(fast).unwrap(), arena.text(slow).unwrap(), "{} at {position}", game.definition());
    if game.is_impartial() {
        let nimber = game.engine(&position.ground).nimber(position, &Budget::unlimited()).unwrap();
        assert_eq!(Some(nimber.0), arena.as_nimber(slow), "{} at {position}", game.definition());
    }
    if let Some(stones) = game.stones(position) {
        let budget = Budget::unlimited();
        let at = format!("stones of {} at {position}", game.definition());
        assert_eq!(Some(stones.value(&budget).unwrap().0), arena.as_nimber(slow), "{at}");
        let after = interpreter::options(game.definition(), game.arguments(), position, Player::Left);
        // A move of stones says which are taken, and not what no rule tells from an empty cell.
        let after: BTreeSet<Vec<char>> = after.iter().map(|signs| plain(&engine, signs)).collect();
        assert_eq!(stones.moves().unwrap().len(), after.len(), "{at}");
        let won = misere_by_moves(game, position, &mut HashMap::new());
        let outcome = if won { Outcome::N } else { Outcome::P };
        assert_eq!(stones.outcome(Convention::Misere, &budget).unwrap(), outcome, "{at}");
    }
}

/// Two options that differ only in which cell is gone and which has a sign that no rule looks for.
#[test]
fn options_that_play_alike_are_one_move_of_stones() {
    let game = Game::new(parse_definition("grid diag [(~a)+(a)] -> [(_b)+(|)]").unwrap(), &[]).unwrap();
    let position = game.read("bba/baa").unwrap();
    assert_eq!(interpreter::options(game.definition(), &[], &position, Player::Left).len(), 2);
    same_value(&game, &position);
}

/// The cell that changes may be none: its neighbours are those of its place, beyond the edge as on the board.
#[test]
fn what_is_no_cell_has_neighbours() {
    let game = Game::new(parse_definition("grid sym diag [~a] -> [|a] near [a] -> [.]").unwrap(), &[]).unwrap();
    for text in [".a/a./a.", "||||/|.a|/|a.|/|a.|/||||", "a", "a|"] {
        same_options(&game, &game.read(text).unwrap());
    }
    let options = |text: &str| {
        let position = game.read(text).unwrap();
        interpreter::options(game.definition(), &[], &position, Player::Left)
    };
    let kept = |signs: Vec<char>| signs.into_iter().filter(|sign| *sign != '|').collect::<String>();
    assert_eq!(
        options("a.").into_iter().map(kept).collect::<BTreeSet<_>>(),
        options("||||/|a.|/||||").into_iter().map(kept).collect()
    );
}

/// Whether the next player wins if the last move loses, by the interpreter's moves.
fn misere_by_moves(game: &Game, position: &CellPosition, known: &mut HashMap<Vec<char>, bool>) -> bool {
    if let Some(won) = known.get(&position.signs) {
        return *won;
    }
    let after = interpreter::options(game.definition(), game.arguments(), position, Player::Left);
    let mut after = after.into_iter().map(|signs| CellPosition { ground: position.ground.clone(), signs }).peekable();
    let won = after.peek().is_none() || after.any(|after| !misere_by_moves(game, &after, known));
    known.insert(position.signs.clone(), won);
    won
}

/// Which games are played as sets of stones, and what is derived of them.
#[test]
fn games_that_only_take_stones_are_found_out() {
    let found = |name: &str| taking::built_in(name).map(|rule| (rule.falls_apart(), rule.has_all_images()));
    for (name, expected) in [
        ("2d-nim", Some((true, true))),
        ("cram", Some((true, true))),
        ("node-kayles", Some((true, true))),
        ("chomp", Some((false, false))),
        ("kayles", Some((true, false))),
        ("dawsons-chess", Some((true, false))),
        ("nim-row", Some((true, false))),
        ("treblecross", Some((false, false))),
        ("domineering", None),
        ("clobber", None),
        ("turning-turtles", None),
        ("peg-duotaire", None),
    ] {
        assert_eq!(found(name), expected, "{name}");
    }
}

#[test]
fn parts_and_symmetries_do_not_change_values() {
    for game in builtin::all() {
        let mut random = Random(11);
        let game = Game::new(game.definition.clone(), &[]).unwrap();
        for _ in 0..8 {
            let position = random_position(game.definition(), &mut random, 6);
            same_value(&game, &position);
        }
    }
}

/// Every move from a position lowers the first sum that it changes, and it changes one.
fn moves_lower(weights: &[Weights], game: &Game, position: &CellPosition) {
    let width = match &*position.ground {
        Ground::Grid { width, .. } => *width,
        Ground::Graph(_) | Ground::Edges(_) => position.ground.cells(),
    };
    let sums = |signs: &[char]| -> Vec<i64> {
        let cell = |weights: &Weights, (place, sign): (usize, &char)| {
            let of_sign = weights.0.iter().find(|weight| weight.sign == *sign);
            let (row, column) = ((place / width) as i64, (place % width) as i64);
            of_sign.map_or(0, |weight| weight.constant + row * weight.down + column * weight.across)
        };
        weights.iter().map(|weights| signs.iter().enumerate().map(|place| cell(weights, place)).sum()).collect()
    };
    let before = sums(&position.signs);
    for player in Player::BOTH {
        for after in interpreter::options(game.definition(), game.arguments(), position, player) {
            let shown = CellPosition { ground: position.ground.clone(), signs: after.clone() };
            assert!(sums(&after) < before, "{}: {position} > {shown} lowers none of {weights:?}", game.definition());
        }
    }
}
