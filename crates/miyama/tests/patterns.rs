//! Games on cells: the engine against the naive interpreter, against rules
//! written by hand, and against values computed elsewhere.

#![allow(clippy::unwrap_used)]

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

/// Rules with every construct, none of them a known game.
const STRANGE: &[&str] = &[
    // A move that goes on anywhere: no mark ties its steps together.
    "strip left [(.)*.] -> [.*a] then sym [.+b] -> [b+~]",
    "grid [.] -> [a] then [b] -> [a]",
    "graph left [.] -> [a] then [b] -> [a]",
    "strip E = [.|] [E#E] -> [E.E], [##] -> [.#]",
    "strip E = [.|] left [E#] -> [E.] right [##E] -> [x.E], [x] -> [.]",
    "strip left [|a] -> [|.] right [aa|] -> [a.|]",
    "grid A = [xo] left sym [xA] -> [.x] right diag [oA] -> [.o]",
    "grid diag [##] -> [..]",
    "grid sym [#.*#] -> [..*#]",
    "grid [#.*/..*] -> [..*/..*]",
    "grid left [a{1..2}] -> [.{1..2}] right sym [a/a] -> [./.]",
    "grid sym diag [.] -> [#] near [.] -> [#]",
    "grid diag [.] -> [#] near [.a] -> [#.]",
    "grid left sym [x.] -> [.y] then sym [yo] -> [.#], [y] -> [#] right [o] -> [.] unless near [x.]",
    "strip A = [ab] [.A*c] -> [A*.#]",
    "strip A = [ab.] [A{0..2}c] -> [.A{0..2}]",
    "grid left [x~/~o] -> [.~/~.] right sym [o_|] -> [._|]",
    "graph [ab*a] -> [.b*.]",
    "graph A = [ab] left [Ac] -> [.A] right [c] -> [.] near [ab] -> [ba]",
    "strip left [x] -> [|] right [ox] -> [o|]",
    "graph [x] -> [m] then [m.] -> [_o], [m] -> [.]",
    "strip E = [|x] [.Eo] -> [#E#], [oE.] -> [.E.]",
    "grid start [#] sym [#] -> [.] beyond [#] -> [.]",
    "grid [_#] -> [_.] beyond [#] -> [.], [_/#] -> [_/.] beyond [#] -> [.]",
    "grid sym [#_] -> [._] beyond [#a] -> [.#], [a] -> [#]",
    "strip left [ab] -> [.b] beyond [b] -> [.] right [b] -> [.]",
    "strip sym [##_] -> [.#_] near [#] -> [.]",
    "grid diag [##] -> [..], [#] -> [.] unless near [#]",
    "grid sym [#~/~#] -> [.~/~.]",
    "grid E = [.|] [E#/#E] -> [E./.E], [#{1..3}/#{1..3}] -> [.{1..3}/.{1..3}]",
    "strip [#.#] -> [...], [|#] -> [|.]",
    "edges [.] -> [|] near [.] -> [|]",
    "edges left [ab] -> [.|] right [b] -> [|] unless near [a]",
    "edges left [a.*b] -> [|.*b] right [b] -> [a], [.] -> [|]",
    "edges left [x] -> [m] then [mo] -> [|o], [m] -> [o] right [o] -> [|]",
];

/// The games of the field as text, and others that are nobody's: none is taken from `games/`.
const PASTED: &[&str] = &[
    "2d-nim: grid  start [#]  E = [.|]\n    sym [E#+] -> [E.+]",
    "amazons: grid\n    left  sym diag [x.*.] -> [..*a] then sym diag [a.*.] -> [x.*#]\n    right sym diag [o.*.] -> [..*b] then sym diag [b.*.] -> [o.*#]",
    "anti-clobber: grid\n    left  sym [x.] -> [ox]\n    right sym [o.] -> [xo]",
    "clobber: grid  start [xo/ox]\n    left  sym [xo] -> [.x]\n    right sym [ox] -> [.o]",
    "col: grid\n    left  [.] -> [l] unless near [l]\n    right [.] -> [r] unless near [r]",
    "cram: grid  sym [..] -> [##]",
    "domineering: grid\n    left  [./.] -> [#/#]\n    right [..] -> [##]",
    "kings: grid  start [xo/ox]\n    left  sym diag [xo] -> [.x]\n    right sym diag [ox] -> [.o]",
    "knights: grid  start [xo/ox]\n    left  sym [x~~/~~o] -> [.~~/~~x]\n    right sym [o~~/~~x] -> [.~~/~~o]",
    "konane: grid  start [xo/ox]\n    left  sym [x(o.)*o.] -> [.(..)*.x]\n    right sym [o(x.)*x.] -> [.(..)*.o]",
    "node-kayles: grid\n    [.] -> [#] near [.] -> [#]",
    "snort: grid\n    left  [.] -> [l] unless near [r]\n    right [.] -> [r] unless near [l]",
    "dawsons-chess: strip  start [#]\n    [#] -> [.] near [#] -> [.]",
    "hackenbush: strip  L = [le]  R = [re]\n    left  [L_*|] -> [||*|]\n    right [R_*|] -> [||*|]",
    "kayles: strip  start [#]\n    [#{1..2}] -> [.{1..2}]",
    "linear-clobber: strip  start [xo]\n    left  sym [xo] -> [.x]\n    right sym [ox] -> [.o]",
    "nim-row: strip  start [#]  E = [.|]\n    sym [E#+] -> [E.+]",
    "peg-duotaire: strip  start [#]\n    sym [##.] -> [..#]",
    "push: strip  A = [lr]  B = [lr]\n    left  [.A*l] -> [A*l.], [|BA*l] -> [|A*l.], [|l] -> [|.]\n    right [.A*r] -> [A*r.], [|BA*r] -> [|A*r.], [|r] -> [|.]",
    "toads-and-frogs: strip\n    left  [t.] -> [.t], [tf.] -> [.ft]\n    right [.f] -> [f.], [.tf] -> [ft.]",
    "toppling-dominoes: strip  L = [le]  R = [re]\n    left  sym [L_*|] -> [||*|]\n    right sym [R_*|] -> [||*|]",
    "treblecross: strip  start [.]  E = [.|]\n    [EE.EE] -> [EExEE]",
    "arc-kayles: graph  [..] -> [##]",
    "node-kayles: graph  [.] -> [#] near [.] -> [#]",
    "col: graph\n    left  [.] -> [l] unless near [l]\n    right [.] -> [r] unless near [r]",
    // Three in a row; a bishop's Clobber; pieces that slide towards each other; jumps that take.
    "grid sym [...] -> [###]",
    "grid start [xo/ox] left diag [xo] -> [.x] right diag [ox] -> [.o]",
    "strip left [l.*.] -> [..*l] right [.*.r] -> [r.*.]",
    "grid left sym [xo.] -> [..x] right sym [ox.] -> [..o]",
    // A path of three vertices; a corner; a wall of stones; stones that stand alone.
    "graph [...] -> [###]",
    "grid sym [.~/..] -> [#~/##]",
    "grid left [#/#] -> [./.] right sym [#] -> [.] unless near [#]",
    "strip start [#] E = [.|] [E#{1..3}E] -> [E.{1..3}E]",
    "edges left [l] -> [|], [e] -> [|] right [r] -> [|], [e] -> [|]",
];

fn pasted_games(boards: usize) {
    for text in PASTED {
        let game = game(text);
        let mut random = Random(17);
        for _ in 0..boards {
            same_options(&game, &random_position(game.definition(), &mut random, 12));
        }
        for _ in 0..(boards / 5).min(200) {
            same_value(&game, &random_position(game.definition(), &mut random, 6));
        }
    }
}

#[test]
fn pasted_games_mean_what_the_interpreter_says() {
    pasted_games(30);
}

/// `cargo test --test patterns pasted -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn pasted_games_mean_what_the_interpreter_says_on_many_boards() {
    pasted_games(10_000);
}

/// Values of pictures that are known: stalks are those of strips, all edges blue count, green
/// ones follow the colon principle and the fusion principle.
#[test]
fn hackenbush_on_pictures_has_the_values_that_are_known() {
    let pictures = named("hackenbush", Kind::Edges);
    let value = |game: &Game, text: &str| {
        let position = game.read(text).unwrap();
        let mut arena = Arena::new(&Budget::unlimited());
        let value = game.engine(&position.ground).value(&mut arena, &position).unwrap();
        arena.text(value).unwrap()
    };
    for (picture, expected) in [
        ("0-1l,1-2r", "1/2"),
        ("0-1l,1-2r,1-3r", "1/4"),
        ("0-1l,1-2l,2-0l", "3"),
        ("0-1l,1-0r", "0"),
        ("0-1e,1-2e,1-3e", "*"),
        ("0-1e,1-2e,2-0e", "*"),
        ("0-1e,1-2e,2-3e,3-0e", "0"),
        ("0-0e", "*"),
        ("0-1e,1-2e,2-3e,3-1e", "*2"),
        // A flower, and a stem with two petals of Left's.
        ("0-1e,1-2l", "^*"),
        ("0-1e,1-1l,1-1r", "*"),
        ("0-1l,2-3l", "1"),
    ] {
        assert_eq!(value(&pictures, picture), expected, "{picture}");
    }
    let stalks = named("hackenbush", Kind::Strip);
    for stalk in ["l", "rl", "lrr", "lrlrr", "ele", "leer", "eerl"] {
        let picture = stalk.chars().enumerate().map(|(i, sign)| format!("{i}-{}{sign}", i + 1));
        let picture = picture.collect::<Vec<_>>().join(",");
        assert_eq!(value(&pictures, &picture), value(&stalks, stalk), "{stalk}");
    }
    // Without a ground nothing falls; an edge that stands alone is there to be cut.
    assert_eq!(value(&pictures, "1-2l,2-3l,4-5l"), "3");
}

#[test]
fn strange_rules_mean_what_the_interpreter_says() {
    for text in STRANGE {
        let game = game(text);
        let mut random = Random(3);
        for _ in 0..20 {
            let position = random_position(game.definition(), &mut random, 9);
            same_options(&game, &position);
        }
        for _ in 0..15 {
            let position = random_position(game.definition(), &mut random, 6);
            same_value(&game, &position);
        }
    }
}

/// A move that begins at one end and goes on at the other.
#[test]
fn a_move_without_a_mark_ties_far_cells_together() {
    for (text, board) in [
        ("strip left [(.)*.] -> [.*a] then sym [.+b] -> [b+~]", ".abb."),
        ("grid [.] -> [a] then [b] -> [a]", "./a/b"),
        ("graph left [.] -> [a] then [b] -> [a]", "1-2,3-4;.aab"),
    ] {
        let game = game(text);
        same_value(&game, &game.read(board).unwrap());
    }
}

#[test]
fn printing_and_reading_again_is_the_identity() {
    let texts = builtin::all().iter().map(|game| game.text).chain(STRANGE.iter().copied());
    for text in texts {
        let definition = parse_definition(text).unwrap();
        let printed = definition.to_string();
        assert_eq!(parse_definition(&printed).unwrap(), definition, "{printed}");
        assert_eq!(parse_definition(&printed).unwrap().to_string(), printed);
    }
}

/// A definition with random constructs; many are refused.
fn random_definition(random: &mut Random) -> String {
    let kind = ["grid", "strip", "graph", "edges"][random.below(4)];
    let mut text = String::from(kind);
    let classes = random.below(3);
    for class in ["A", "B"].iter().take(classes) {
        let signs = [".a", "ab", ".|", "b|", "a.b"][random.below(5)];
        text += &format!(" {class} = [{signs}]");
    }
    let pool = ['.', 'a', 'b', '.', 'a', '_', '~', '|', 'A', 'B'];
    let pool = &pool[..8 + classes];
    fn row(random: &mut Random, pool: &[char], shape: &[(usize, &str)]) -> String {
        let mut row = String::new();
        for (cells, count) in shape {
            let signs: String = (0..*cells).map(|_| pool[random.below(pool.len())]).collect();
            row += &if *cells > 1 || random.below(8) == 0 {
                format!("({signs}){count}")
            } else {
                format!("{signs}{count}")
            };
        }
        row
    }
    fn step(random: &mut Random, pool: &[char], rows: usize) -> String {
        let counts = ["", "", "", "", "*", "+", "{1..2}", "{0..1}"];
        let shapes: Vec<Vec<(usize, &str)>> = (0..rows)
            .map(|_| (0..1 + random.below(3)).map(|_| (1 + random.below(8) / 7, counts[random.below(8)])).collect())
            .collect();
        let side = |random: &mut Random| -> String {
            shapes.iter().map(|shape| row(random, pool, shape)).collect::<Vec<_>>().join("/")
        };
        let (from, to) = (side(random), side(random));
        format!("[{from}] -> [{to}]")
    }
    for _ in 0..1 + random.below(3) {
        text += [" left ", " right ", " "][random.below(3)];
        text += ["", "sym ", "diag ", "sym diag "][random.below(4)];
        let rows = 1 + usize::from(kind == "grid" && random.below(4) == 0);
        text += &step(random, pool, rows);
        match random.below(8) {
            0 => text += " unless near [a]",
            1 => text += [" near [a] -> [.]", " near [.] -> [.]", " near [a.] -> [.b]"][random.below(3)],
            2 => text += &format!(" then sym {}", step(random, pool, 1)),
            3 => text += " beyond [a] -> [.]",
            _ => {}
        }
    }
    text
}

#[test]
fn random_rules_mean_what_the_interpreter_says() {
    let (read, valued) = random_rules(42, 1_500);
    assert!(read > 60 && valued > 60, "{read} definitions, {valued} values");
}

#[test]
#[ignore = "takes minutes"]
fn many_random_rules_mean_what_the_interpreter_says() {
    // The slow twin calls itself once for each move of a play, and some plays on six cells have thousands.
    let deep = std::thread::Builder::new().stack_size(1 << 30).spawn(|| random_rules(1, 100_000)).unwrap();
    let (read, valued) = deep.join().unwrap();
    assert!(read > 4_000 && valued > 4_000, "{read} definitions, {valued} values");
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

/// Compares random definitions; how many could be read, and how many values.
fn random_rules(seed: u64, texts: usize) -> (usize, usize) {
    let mut random = Random(seed);
    let (mut read, mut valued) = (0, 0);
    for _ in 0..texts {
        let text = random_definition(&mut random);
        let Ok(definition) = parse_definition(&text) else { continue };
        let printed = definition.to_string();
        assert_eq!(parse_definition(&printed).unwrap(), definition, "{text} is printed as {printed}");
        let game = Game::new(definition, &[]).unwrap();
        if game.definition().signs().is_empty() {
            continue;
        }
        read += 1;
        for _ in 0..4 {
            let position = random_position(game.definition(), &mut random, 6);
            same_options(&game, &position);
            if let Some(weights) = game.weights(&position.ground, &Budget::unlimited()).unwrap() {
                moves_lower(&weights, &game, &position);
                same_value(&game, &position);
                valued += 1;
            }
        }
    }
    (read, valued)
}

/// `.-.-.` as a graph with its signs.
fn path(text: &str) -> String {
    let signs = text.replace('-', "");
    format!("path({});{signs}", signs.len())
}

/// How the text of an oracle is written as a position.
type Spelling = fn(&str) -> String;

/// The rows of `oracles/positions_values.tsv` of games that are texts.
#[test]
fn values_computed_elsewhere() {
    let games: HashMap<&str, (Game, Spelling)> = HashMap::from([
        ("Domineering", (named("domineering", Kind::Grid), (|s| s.replace('|', "/")) as Spelling)),
        ("Clobber", (named("clobber", Kind::Grid), |s| s.replace('|', "/"))),
        ("ToadsAndFrogs", (named("toads-and-frogs", Kind::Strip), str::to_owned)),
        ("TopplingDominoes", (named("toppling-dominoes", Kind::Strip), |s| s.to_lowercase())),
        ("HackenbushStalk", (named("hackenbush", Kind::Strip), |s| s.to_lowercase())),
        ("Amazons", (named("amazons", Kind::Grid), |s| s.replace('|', "/"))),
        ("Col path", (named("col", Kind::Graph), path)),
        ("Snort path", (named("snort", Kind::Graph), path)),
    ]);
    let rows = include_str!("oracles/positions_values.tsv");
    let mut checked: HashMap<&str, usize> = HashMap::new();
    let mut engines: HashMap<(&str, Ground), Engine> = HashMap::new();
    let mut arena = Arena::new(&Budget::unlimited());
    for row in rows.lines() {
        let fields: Vec<&str> = row.split('\t').collect();
        let Some((game, spelled)) = games.get(fields[0]) else { continue };
        let text = spelled(fields[1]);
        let position = game.read(&text).unwrap_or_else(|m| panic!("{} {text}: {m}", fields[0]));
        let key = (fields[0], (*position.ground).clone());
        let engine = engines.entry(key).or_insert_with(|| game.engine(&position.ground));
        let value = engine.value(&mut arena, &position).unwrap();
        let expected = miyama::sum::evaluate(&mut arena, fields[2]).unwrap().game().unwrap();
        assert_eq!(value, expected, "{row}");
        *checked.entry(fields[0]).or_default() += 1;
    }
    for name in games.keys() {
        assert!(checked.contains_key(name), "no row of {name}");
    }
}

fn nimber(game: &Game, text: &str) -> Nimber {
    let position = game.read(text).unwrap();
    game.engine(&position.ground).nimber(&position, &Budget::unlimited()).unwrap()
}

#[test]
fn kayles_on_paths_are_their_codes() {
    for (name, code) in [("node-kayles", "0.137"), ("arc-kayles", "0.07")] {
        let game = named(name, Kind::Graph);
        for (n, value) in code_values(code, 16).into_iter().enumerate().skip(1) {
            assert_eq!(nimber(&game, &format!("path({n})")).0, value, "{name} on a path of {n}");
        }
    }
    let kayles = named("kayles", Kind::Strip);
    let dawson = named("dawsons-chess", Kind::Strip);
    let (kayles_values, dawson_values) = (code_values("0.77", 20), code_values("0.137", 20));
    for n in 1..=20 {
        assert_eq!(nimber(&kayles, &format!("1x{n}")).0, kayles_values[n]);
        assert_eq!(nimber(&dawson, &format!("1x{n}")).0, dawson_values[n]);
    }
}

/// The first values of an octal code, from its definition.
fn code_values(code: &str, last: usize) -> Vec<u32> {
    let digits: Vec<u32> = code[2..].chars().map(|c| c.to_digit(8).unwrap()).collect();
    let mut values: Vec<u32> = vec![0];
    for n in 1..=last {
        let mut options = BTreeSet::new();
        for (take, digit) in digits.iter().enumerate().map(|(i, d)| (i + 1, d)).filter(|(take, _)| *take <= n) {
            let rest = n - take;
            if (digit & 1 != 0 && rest == 0) || (digit & 2 != 0 && rest > 0) {
                options.insert(values[rest]);
            }
            if digit & 4 != 0 {
                options.extend((1..rest).map(|a| values[a] ^ values[rest - a]));
            }
        }
        values.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    values
}

#[test]
fn cram_is_arc_kayles_on_the_grid() {
    let (cram, arc_kayles) = (named("cram", Kind::Grid), named("arc-kayles", Kind::Graph));
    for (height, width) in [(1, 7), (2, 3), (2, 5), (3, 3), (3, 4)] {
        let on_grid = nimber(&cram, &format!("{height}x{width}"));
        assert_eq!(on_grid, nimber(&arc_kayles, &format!("grid({height},{width})")), "{height}x{width}");
    }
}

#[test]
fn every_built_in_game_ends() {
    for builtin in builtin::all() {
        let game = Game::new(builtin.definition.clone(), &[]).unwrap();
        let text = match builtin.definition.kind {
            Kind::Grid => "4x4",
            Kind::Strip => "1x9",
            Kind::Graph => "cycle(5)",
            Kind::Edges => "0-1l,1-2e,2-0r,2-3l",
        };
        let ground = match game.read(text) {
            Ok(position) => (*position.ground).clone(),
            Err(_) => Ground::Grid { height: 1, width: 9 },
        };
        let ending = game.ending(&ground, &Budget::unlimited()).unwrap();
        let Ending::Falls(sums) = ending else { panic!("{}: {ending:?}", builtin.name()) };
        falls_in_play(&game, &ground, &sums);
    }
}

/// What the weights say, on boards: the sums, compared in order, are less after
/// every move.
fn falls_in_play(game: &Game, ground: &Ground, sums: &[Weights]) {
    let mut random = Random(5);
    for _ in 0..20 {
        let mut position = random_position(game.definition(), &mut random, 1);
        position.ground = Arc::new(ground.clone());
        let marks = game.definition().marks();
        let known: Vec<char> = game.definition().signs().into_iter().filter(|s| !marks.contains(s)).collect();
        position.signs = (0..ground.cells()).map(|_| known[random.below(known.len())]).collect();
        if let Ground::Edges(edges) = ground {
            position.signs = edges.held(position.signs);
        }
        moves_lower(sums, game, &position);
    }
}

#[test]
fn rules_that_go_round_are_found_out() {
    let circle = |text: &str| match game(text).ending(&Ground::Grid { height: 3, width: 3 }, &Budget::unlimited()) {
        Ok(Ending::Circle(circle)) => circle.iter().map(ToString::to_string).collect::<Vec<_>>(),
        other => panic!("{text}: {other:?}"),
    };
    let walk = circle("grid left sym [x.] -> [.x] right sym [o.] -> [.o]");
    assert_eq!(walk.len(), 3);
    assert_eq!(walk[0], walk[2]);
    assert_eq!(circle("strip sym [ab] -> [ba]").len(), 3);
    assert_eq!(circle("strip E = [.|] [#E] -> [#E]").len(), 2);
    assert_eq!(circle("strip [a] -> [b], [b] -> [c], [c] -> [a]").len(), 4);
    // A sign that is copied, beside one that is written over: ..b > ..b.
    assert_eq!(circle("strip B = [.b] [B.B] -> [_Bb]").len(), 2);
    assert_eq!(circle("grid A = [a.b] B = [a.b] left sym diag [B.{1..2}B] -> [~(B){1..2}b]").len(), 2);
}

/// The first of a class is left out on the right: the others are carried, in both directions.
#[test]
fn classes_are_carried_along_a_line_read_either_way() {
    for (text, board) in [
        ("strip A = [ab] left sym [AA{1..2}] -> [.A{1..2}]", "aabb"),
        ("strip A = [ab] left sym [AA+] -> [.A+]", "abba"),
        ("strip A = [ab] sym [A+A] -> [A+.]", "abab"),
    ] {
        let game = game(text);
        same_options(&game, &game.read(board).unwrap());
    }
}

/// Neighbours that become what they are stay as they are; all else is as without them.
#[test]
fn neighbours_that_become_what_they_are_do_not_change() {
    for (text, board) in [
        ("grid sym diag [#] -> [o] near [o] -> [o]", "###o"),
        ("grid [#] -> [.] near [.] -> [.]", "#.#/###"),
        ("graph [#] -> [o] near [o] -> [o]", "1-2,2-3,3-4;###o"),
    ] {
        let game = game(text);
        let position = game.read(board).unwrap();
        same_options(&game, &position);
        same_value(&game, &position);
    }
}

/// Where weights say nothing and no small board goes round, play is followed from the position itself.
#[test]
fn play_is_followed_from_the_position_that_is_asked_about() {
    let ending = |text: &str, board: &str| {
        let game = game(text);
        game.ending_from(&game.read(board).unwrap(), &Budget::unlimited()).unwrap()
    };
    let circle = |text: &str, board: &str| match ending(text, board) {
        Ending::Circle(circle) => circle.iter().map(ToString::to_string).collect::<Vec<_>>(),
        other => panic!("{text} at {board}: {other:?}"),
    };
    // The circle needs more cells than small boards have.
    let long = "strip [abbbbbbbbc] -> [cbbbbbbbba], [cbbbbbbbba] -> [abbbbbbbbc]";
    assert_eq!(circle(long, "abbbbbbbbc"), ["abbbbbbbbc", "cbbbbbbbba", "abbbbbbbbc"]);
    assert_eq!(ending(long, "abbbbbbbbb"), Ending::Followed(1));
    assert_eq!(game(long).ending(&Ground::Grid { height: 1, width: 10 }, &Budget::unlimited()), Ok(Ending::Unknown));
    // Play that ends has values.
    let text = "strip sym [###] -> [x##], [#|] -> [o|], [x_x.] -> [#_#.]";
    for board in ["o##o###", "x#x.###", "###.##x"] {
        assert!(matches!(ending(text, board), Ending::Followed(_)), "{board}");
        same_value(&game(text), &game(text).read(board).unwrap());
    }
}

/// A word that is right but stands in the wrong place is no hint for itself, and the number of its
/// cells is a strip.
#[test]
fn words_in_the_wrong_place_and_lengths_of_strips() {
    assert_eq!(parse_definition("grid sym left [..] -> [##]").unwrap_err().hint, None);
    assert!(parse_definition("grid sim [..] -> [##]").unwrap_err().hint.is_some());
    let strip = |text: &str| Game::new(parse_definition(text).unwrap(), &[]).unwrap();
    assert_eq!(strip("strip start [xo] [xo] -> [..]").read("5").unwrap().to_string(), "xoxox");
    assert_eq!(strip("strip [1] -> [.]").read("11").unwrap().to_string(), "11");
    assert!(strip("strip [.] -> [#]").read("99999999999999999999999").is_err());
}

/// Boards are pasted in lines and with spaces, and `{2}` is a count.
#[test]
fn boards_in_lines_and_counts_of_one_number() {
    let clobber = named("clobber", Kind::Grid);
    for pasted in ["xo.\n.ox", "xo.\r\n.ox\n", "x o . / . o x", " x o .\n . o x\n"] {
        assert_eq!(clobber.read(pasted).unwrap().to_string(), "xo./.ox", "{pasted:?}");
    }
    let mistake = clobber.read("x o\no z").unwrap_err();
    assert_eq!((mistake.at, mistake.says.key()), (6..7, "pattern.unknown_sign"));
    assert_eq!(clobber.read("xo\n\nox").unwrap_err().says.key(), "pattern.uneven_board");
    let twice = parse_definition("strip [.{2}] -> [#{2}]").unwrap();
    assert_eq!(twice, parse_definition("strip [.{2..2}] -> [#{2..2}]").unwrap());
    same_value(&Game::new(twice, &[]).unwrap(), &game("strip [..] -> [##]").read(".....").unwrap());
}

#[test]
fn mistakes_point_at_their_character() {
    let mistakes: &[(&str, std::ops::Range<usize>, &str)] = &[
        ("grid", 4..4, "pattern.ends"),
        ("gird [.] -> [#]", 0..4, "pattern.no_colon"),
        ("cram: gird [.] -> [#]", 6..10, "pattern.expected"),
        ("grid [..] -> [#]", 13..16, "pattern.cells"),
        ("grid [..] [##]", 10..11, "pattern.expected"),
        ("grid [..] -> [##", 16..16, "pattern.ends"),
        ("grid [] -> []", 6..7, "pattern.expected"),
        ("grid [(..] -> [##]", 9..10, "pattern.expected"),
        ("grid [.{2..1}] -> [#{2..1}]", 6..13, "pattern.empty_count"),
        ("grid [.{1..n}] -> [#{1..n}]", 11..12, "pattern.unknown_parameter"),
        ("grid [.{1,2}] -> [#]", 9..10, "pattern.expected"),
        ("grid [.*] -> [#+]", 14..16, "pattern.repetition"),
        ("grid [./..] -> [./..]", 8..10, "pattern.uneven_rows"),
        ("grid [./.] -> [#]", 14..17, "pattern.rows"),
        ("strip [./.] -> [#/#]", 6..11, "pattern.one_row"),
        ("strip diag [.] -> [#]", 11..14, "pattern.diagonal"),
        ("grid [|] -> [|]", 5..8, "pattern.nowhere"),
        ("grid [.*] -> [#*]", 5..9, "pattern.nowhere"),
        ("grid [x~*] -> [.~*]", 7..9, "pattern.endless"),
        ("grid [.|] -> [##]", 15..16, "pattern.no_cell_there"),
        ("grid E = [.|] [xE] -> [.x]", 24..25, "pattern.no_cell_there"),
        ("grid E = [.|] [x.] -> [xE]", 24..25, "pattern.carried"),
        ("grid E = [.|] E = [x] [x] -> [.]", 14..15, "pattern.twice"),
        ("grid E = [_x] [x] -> [.]", 10..11, "pattern.class_of_classes"),
        ("grid e = [.x] [x] -> [.]", 5..6, "pattern.class_letter"),
        ("graph [.|] -> [#|]", 8..9, "pattern.graph_edge"),
        ("grid [..] -> [##] unless near [x]", 5..9, "pattern.near_one_cell"),
        ("graph [#] -> [.] beyond [#] -> [.]", 6..9, "pattern.beyond_grid"),
        ("grid diag [#] -> [.] beyond [#] -> [.]", 10..13, "pattern.beyond_grid"),
        ("grid [.] -> [#] unless near [_]", 29..30, "pattern.near_sign"),
        ("grid [.] -> [#] near [ab] -> [cde]", 30..33, "pattern.near_lengths"),
        ("grid [.] -> [#] unless [x]", 23..24, "pattern.expected"),
        ("grid start [.*] [.] -> [#]", 12..14, "pattern.start_count"),
        ("grid start [_] [.] -> [#]", 12..13, "pattern.start_sign"),
        ("grid start [.] start [#] [.] -> [#]", 15..21, "pattern.two_starts"),
        ("g(n, n): strip [.] -> [#]", 5..6, "pattern.twice"),
        ("g(1): strip [.] -> [#]", 2..3, "pattern.expected"),
        ("grid left [.] -> [#] rihgt [.] -> [#]", 21..26, "pattern.expected"),
        ("grid [.] -> [#],", 16..16, "pattern.ends"),
        ("grid [.{1..9999}] -> [#]", 11..15, "pattern.large_number"),
    ];
    for (text, at, key) in mistakes {
        let mistake = parse_definition(text).unwrap_err();
        assert_eq!((mistake.at, mistake.says.key()), (at.clone(), *key), "{text}");
    }
    let positions: &[(&str, &str, std::ops::Range<usize>, &str)] = &[
        ("clobber", "xo/x", 3..4, "pattern.uneven_board"),
        ("clobber", "xoz", 2..3, "pattern.unknown_sign"),
        ("clobber", "", 0..0, "pattern.no_board"),
        ("clobber", "99x99", 0..5, "pattern.too_many_cells"),
        ("clobber", "12x12", 0..5, "pattern.too_many_cells"),
        ("arc-kayles", "path(5000)", 5..9, "pattern.too_many_cells"),
        ("clobber", "0x4", 0..3, "pattern.empty_board"),
        ("amazons", "xa.", 1..2, "pattern.mark_on_board"),
        ("kayles", "##/##", 2..3, "pattern.strip_rows"),
        ("hackenbush", "1x4", 0..3, "pattern.no_start"),
        ("cram", "young(2,3)", 8..9, "pattern.growing"),
        ("cram", "young(2,a)", 8..9, "pattern.number_here"),
        ("cram", "staircase(3", 11..11, "pattern.open_bracket"),
        ("arc-kayles", "1-2,2-2", 4..7, "pattern.loop"),
        ("arc-kayles", "1-2,x", 4..5, "pattern.edge"),
        ("arc-kayles", "1-2;.", 4..5, "pattern.vertices"),
        ("arc-kayles", "cycle(2)", 0..8, "pattern.short_cycle"),
        ("hackenbush", "0-1l,1", 5..6, "pattern.signed_edge"),
        ("hackenbush", "0-1l,1-q", 7..8, "pattern.signed_edge"),
        ("hackenbush", "0-1l,1-2x", 8..9, "pattern.unknown_sign"),
        ("hackenbush", "0-1l,1-2lr", 8..10, "pattern.signed_edge"),
        ("hackenbush", "0-1l,1-999r", 7..10, "pattern.edge_vertex"),
        ("hackenbush", "0-1,1-2;l", 8..9, "pattern.edges_signs"),
    ];
    for (name, text, at, key) in positions {
        let game = Game::new(builtin::find_for(name, text).unwrap().definition.clone(), &[]).unwrap();
        let mistake = game.read(text).unwrap_err();
        assert_eq!((mistake.at, mistake.says.key()), (at.clone(), *key), "{name}:{text}");
        // The number that is named is the true one.
        assert!(*key != "pattern.too_many_cells" || mistake.says.to_string().contains("128"), "{name}:{text}");
    }
    assert!(named("cram", Kind::Grid).read("12x12").is_ok());
    assert!(named("cram", Kind::Grid).read("99x99").unwrap_err().says.to_string().contains("4096"));
}

#[test]
fn known_values() {
    let values = [
        ("elephants-and-rhinos", Kind::Strip, "eeee..rrr", "1"),
        ("toads-and-frogs", Kind::Strip, "t.f", "*"),
        ("domineering", Kind::Grid, "4x5", "1"),
        ("col", Kind::Grid, "2x2", "0"),
    ];
    for (name, kind, text, expected) in values {
        let game = named(name, kind);
        let position = game.read(text).unwrap();
        let mut arena = Arena::new(&Budget::unlimited());
        let value = game.engine(&position.ground).value(&mut arena, &position).unwrap();
        assert_eq!(arena.text(value).unwrap(), expected, "{name}:{text}");
    }
}

/// A board of a series is one for itself: what lies beyond it is no cell, and not a cell
/// without a stone.
#[test]
fn a_series_of_boards_is_each_board_alone() {
    let budget = Budget::unlimited();
    for (name, height, width) in [("treblecross", 1, 9), ("chomp", 2, 4), ("cram", 2, 4), ("kayles", 1, 8)] {
        let rule = taking::built_in(name).unwrap();
        let series = taking::rectangles(&rule, height, width, &budget).unwrap();
        let form = builtin::find(name).next().unwrap();
        let game = Game::new(form.definition.clone(), &[]).unwrap();
        for (columns, value) in (1..).zip(series) {
            let position = game.read(&format!("{height}x{columns}")).unwrap();
            let alone = game.engine(&position.ground).nimber(&position, &budget).unwrap();
            assert_eq!(value, alone, "{name} {height}x{columns}");
        }
    }
}

/// A position after a move carries the signs that the rule writes, also where others mean the same to the rules.
#[test]
fn moves_write_the_signs_of_their_rules() {
    let games = miyama::game::Games::built_in();
    for (text, at) in [
        ("strip left [o] -> [.] right [.] -> [|], [o] -> [x]", "o.x"),
        ("strip B = [.x] sym [x+] -> [o+]", ".x."),
        ("grid B = [|x] left sym diag [o.] -> [x|], [.B] -> [xB] right [.B/oo] -> [xB/|o]", "./o"),
        ("strip left [(ab)+c] -> [(..)+d] right [b] -> [.], [d] -> [|]", "dab"),
        ("graph [.] -> [|], [..] -> [|#]", "path(3)"),
        ("strip sym [..] -> [|x]", "...."),
        ("grid sym [##.] -> [|.#]", "##./###"),
    ] {
        let miyama::game::Game::Cells(game) = games.find(text).unwrap() else { unreachable!("{text}") };
        let cells = game.read(at, &Budget::unlimited()).unwrap();
        for player in Player::BOTH {
            let found: BTreeSet<Vec<char>> =
                cells.options(player).iter().map(|option| option.position().signs.clone()).collect();
            let expected = interpreter::options(cells.game().definition(), &[], cells.position(), player);
            assert_eq!(found, expected, "{text} at {at}, {player:?}");
        }
    }
}

#[test]
fn vertices_without_edges_are_read_again() {
    let game = named("node-kayles", Kind::Graph);
    for (text, written) in
        [("1-2,4", "1-2,3,4;...."), ("path(1)", "1;."), ("1-3;#..", "1-3,2;#.."), ("path(3)", "1-2,2-3;...")]
    {
        let position = game.read(text).unwrap();
        assert_eq!(position.to_string(), written);
        assert_eq!(game.read(written).unwrap(), position);
    }
}

/// Graphs on which pairs of vertices are exchanged, so that every move is answered by its image, are worth 0; the pairs are
/// found where a person sees them.
#[test]
fn graphs_with_an_answer_to_every_move_are_worth_nothing() {
    let mut paired = BTreeSet::new();
    for name in ["node-kayles", "arc-kayles"] {
        for shape in [
            "cycle(6)",
            "cycle(7)",
            "cycle(8)",
            "cycle(5)",
            "path(4)",
            "path(6)",
            "path(7)",
            "complete(4)",
            "grid(2,4)",
            "grid(2,3)",
            "star(4)",
            "1-2,3-4",
            "1-2,2-3,4-5,5-6",
            "1-2,2-3,3-1,4-5,5-6,6-4",
            "1-2,3-4,5",
        ] {
            let text = format!("{name}:{shape}");
            let sum: miyama::sum::Position = text.parse().unwrap();
            let solution = miyama::sum::solve(&sum, Convention::Normal, &Budget::unlimited()).unwrap();
            let expected = nimber(&named(name, Kind::Graph), shape);
            assert_eq!(solution.value, Some(expected.0.into()), "{text}");
            if solution.why.iter().any(|why| why.to_string().starts_with("Exchange the vertices")) {
                paired.insert(text);
            }
        }
    }
    for text in ["arc-kayles:cycle(6)", "node-kayles:cycle(6)", "arc-kayles:grid(2,4)", "node-kayles:1-2,3-4"] {
        assert!(paired.contains(text), "{text} {paired:?}");
    }
    assert!(!paired.contains("node-kayles:star(4)") && !paired.contains("arc-kayles:complete(4)"));
}
