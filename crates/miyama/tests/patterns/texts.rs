//! How definitions, boards and moves are read and written, and mistakes in them.

use super::*;
use miyama::game::{Game as Named, Games};
use miyama::pattern::parse_forms;

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

/// A name may be that of a game on boards and on graphs: both in one text, in any order, and in operators.
#[test]
fn forms_stand_behind_each_other() {
    let forms = parse_forms(
        "col: grid left [.] -> [l] unless near [l] # and\n\ncol: graph left [.] -> [l] unless near [l], [.] -> [r]",
    )
    .unwrap();
    assert_eq!(forms.iter().map(|form| form.kind).collect::<Vec<_>>(), [Kind::Grid, Kind::Graph]);
    assert_eq!(forms.iter().map(|form| form.groups[0].rules.len()).collect::<Vec<_>>(), [1, 2]);
    let without_names = parse_forms("edges [l] -> [|] strip [l] -> [.]").unwrap();
    assert_eq!(without_names.iter().map(|form| form.kind).collect::<Vec<_>>(), [Kind::Edges, Kind::Strip]);
    for (text, at, says) in [
        ("a: grid [.] -> [#] b: graph [.] -> [#]", 19..20, "pattern.other_name"),
        ("a: grid [.] -> [#] graph [.] -> [#]", 19..25, "pattern.other_name"),
        ("a: grid [.] -> [#] a: strip [.] -> [#]", 19..20, "pattern.same_ground"),
        ("a: grid [.] -> [#] a: graph", 27..27, "pattern.ends"),
        ("a: grid [.] -> [#] a: garph [.] -> [#]", 19..20, "pattern.expected"),
    ] {
        let mistake = parse_forms(text).unwrap_err();
        assert_eq!((mistake.at, mistake.says.key()), (at, says), "{text}");
    }
    assert_eq!(parse_definition("grid [.] -> [#] graph [.] -> [#]").unwrap_err().says.key(), "pattern.one_form");
    let col = "col: grid left [.] -> [l] unless near [l] right [.] -> [r] unless near [r] \
               col: graph left [.] -> [l] unless near [l] right [.] -> [r] unless near [r]";
    let games = Games::built_in();
    let find = |text: &str| games.find(text).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
    for operator in ["", "impartial "] {
        match (find(&format!("{operator}({col})")), find(&format!("{operator}col"))) {
            (Named::Cells(game), Named::Cells(other)) => assert_eq!(game.forms, other.forms),
            others => panic!("{others:?}"),
        }
    }
    for operator in ["with pass", "selective nim"] {
        match (find(&format!("({col}) {operator}")), find(&format!("col {operator}"))) {
            (Named::Compound(game), Named::Compound(other)) => assert_eq!(game, other),
            others => panic!("{others:?}"),
        }
    }
    assert!(miyama::sum::parse_position(&format!("({col}):cycle(5) + ({col}):2x3"), &games).is_ok());
}
