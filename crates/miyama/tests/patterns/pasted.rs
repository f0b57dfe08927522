//! The games of the field pasted as text, and rules with every construct.

use super::*;

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
