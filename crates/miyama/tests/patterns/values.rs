//! Values that are known, or were computed elsewhere.

use super::*;

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
    let rows = include_str!("../oracles/positions_values.tsv");
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
