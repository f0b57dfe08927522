//! The search over sums of pieces against values, against play by the definition, and (`search/published.rs`)
//! against results that others have published.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "search/published.rs"]
mod published;

use miyama::game::Games;
use miyama::pattern::{Mirror, interpreter};
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{
    Knowledge, Memory, NoSolution, Part, Position, agrees, parse_position, searched, searched_on, solve, value,
};
use miyama::value::Arena;
use miyama_budget::Budget;
use miyama_text::Lang;
use std::collections::HashMap;

fn read(text: &str) -> Position {
    parse_position(text, &Games::built_in()).unwrap_or_else(|mistake| panic!("{text}: {mistake}"))
}

fn by_search(text: &str, convention: Convention) -> Outcome {
    searched(&read(text), convention, Knowledge::Usual, &Budget::unlimited()).outcome.unwrap()
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn board(&mut self, game: &str, signs: &str, rows: u64, columns: u64) -> String {
        let signs: Vec<char> = signs.chars().collect();
        let (rows, columns) = (1 + self.roll(rows), 1 + self.roll(columns));
        let mut row = || (0..columns).map(|_| signs[self.roll(signs.len() as u64) as usize]).collect::<String>();
        let rows: Vec<String> = (0..rows).map(|_| row()).collect();
        format!("{game}:{}", rows.join("/"))
    }
}

/// Games with their signs and the largest board to draw.
const GAMES: [(&str, &str, u64, u64); 9] = [
    ("domineering", "...#", 3, 3),
    ("clobber", "xxoo.", 2, 3),
    ("col", "...lr", 2, 3),
    ("snort", "...lr", 2, 3),
    ("konane", "xo.", 2, 4),
    ("toads-and-frogs", "tf.", 1, 6),
    ("toppling-dominoes", "lre", 1, 4),
    ("amazons", "xo..#", 2, 2),
    ("anti-clobber", "xo..", 1, 4),
];

/// The other partizan games on boards and strips.
const MORE: [(&str, &str, u64, u64); 11] = [
    ("fission", "..x", 3, 3),
    ("hot-clobber", "xo.", 2, 3),
    ("kings-clobber", "xo.", 2, 3),
    ("knights-clobber", "xo.", 3, 3),
    ("rooks-clobber", "xo.", 2, 3),
    ("ski-jumps", "lr...", 2, 3),
    ("linear-clobber", "xo.", 1, 7),
    ("push", "lr.", 1, 4),
    ("shove", "lr.", 1, 5),
    ("elephants-and-rhinos", "er.", 1, 6),
    ("hackenbush", "lre", 1, 4),
];

fn random_sum(dice: &mut Dice, games: &[(&str, &str, u64, u64)]) -> String {
    let parts: Vec<String> = (0..1 + dice.roll(3))
        .map(|_| {
            let (game, signs, rows, columns) = games[dice.roll(games.len() as u64) as usize];
            dice.board(game, signs, rows, columns)
        })
        .collect();
    parts.join(" + ")
}

/// With values, bounds and pieces that cancel, and without, the search finds what the values say.
#[test]
fn search_agrees_with_values() {
    compare_with_values(100, &GAMES);
    compare_with_values(60, &MORE);
}

/// `cargo test --release --test search -- --ignored ten_thousand`
#[test]
#[ignore = "minutes"]
fn ten_thousand_random_sums() {
    compare_with_values(5_000, &GAMES);
    compare_with_values(5_000, &MORE);
}

fn compare_with_values(rounds: usize, games: &[(&str, &str, u64, u64)]) {
    let mut dice = Dice(0x5EA2C4);
    for _ in 0..rounds {
        let mut text = random_sum(&mut dice, games);
        let heaps = ["", " + nim:2", " + {2|-1}", " + 1/2", " + ^*", " + cutcake:2x3"];
        text += heaps[dice.roll(heaps.len() as u64) as usize];
        let sum = read(&text);
        let mut arena = Arena::new(&Budget::unlimited());
        let total = value(&mut arena, &sum, &Budget::unlimited()).unwrap();
        let expected = arena.outcome(total);
        // Where few pieces have values, bounds and pieces that cancel have to be right.
        for knowledge in [Knowledge::Usual, Knowledge::UpTo(0), Knowledge::UpTo(3), Knowledge::Nothing] {
            let found = searched(&sum, Convention::Normal, knowledge, &Budget::unlimited()).outcome.unwrap();
            assert_eq!(found, expected, "{text} {knowledge:?}");
        }
    }
}

/// Where every move has its image for an answer, the value is 0.
#[test]
fn mirrored_boards_are_worth_nothing() {
    let mut dice = Dice(0x31220);
    let mut found = HashMap::new();
    for round in 0..600 {
        let (game, signs, most_rows, _) = GAMES[dice.roll(GAMES.len() as u64) as usize];
        let (rows, columns) = [(1, 6), (2, 4), (3, 3), (1, 7), (2, 3)][if most_rows == 1 { 0 } else { round % 5 }];
        let signs: Vec<char> = signs.chars().collect();
        let mut cells: Vec<char> = (0..rows * columns).map(|_| signs[dice.roll(signs.len() as u64) as usize]).collect();
        // A half turn or a reflection, with the signs of the players exchanged.
        let other = |sign: char| match sign {
            'x' => 'o',
            'o' => 'x',
            'l' => 'r',
            'r' => 'l',
            't' => 'f',
            'f' => 't',
            sign => sign,
        };
        let turns = dice.roll(2) == 0;
        for cell in 0..cells.len() {
            let (row, column) = (cell / columns, cell % columns);
            let image = if turns { cells.len() - 1 - cell } else { row * columns + columns - 1 - column };
            cells[image] = other(cells[cell]);
        }
        let board = cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/");
        let sum = read(&format!("{game}:{board}"));
        let Part::Cells(part) = &sum.parts[0] else { unreachable!("a board") };
        let mut engine = part.game().engine(&part.position().ground);
        if let Some(mirror) = engine.mirror(part.position()) {
            let mut arena = Arena::new(&Budget::unlimited());
            let total = engine.value(&mut arena, part.position()).unwrap();
            assert_eq!(arena.outcome(total), Outcome::P, "{game}:{board} {mirror:?}");
            *found.entry((game, mirror == Mirror::HalfTurn)).or_insert(0) += 1;
        }
    }
    assert!(found.contains_key(&("col", true)) && found.contains_key(&("snort", false)), "{found:?}");
    let large = read("col:8x8");
    let found = searched(&large, Convention::Normal, Knowledge::Usual, &Budget::unlimited());
    assert_eq!((found.outcome.unwrap(), found.looked_at), (Outcome::P, 0));
}

/// A search that is stopped and goes on with what was saved looks at hardly more than one that is not.
#[test]
fn a_search_goes_on_where_it_was_stopped() {
    let sum = read("clobber:3x4");
    let whole = searched(&sum, Convention::Normal, Knowledge::Nothing, &Budget::unlimited());
    let mut saved: Vec<Vec<u8>> = vec![];
    let (mut looked_at, mut stops) = (0, 0);
    let outcome = loop {
        let memory = Memory::new(&Budget::unlimited());
        assert!(saved.iter().all(|bytes| memory.restore(bytes)));
        let budget = Budget::unlimited().with_looks(1);
        let found = searched_on(&sum, Convention::Normal, Knowledge::Nothing, &memory, &budget);
        looked_at += found.looked_at;
        saved = memory.saved().collect();
        match found.outcome {
            Ok(outcome) => break outcome,
            Err(NoSolution::SoFar(so_far)) => {
                stops += 1;
                assert!(so_far.possible().contains(whole.outcome.as_ref().unwrap()), "{so_far:?}");
            }
            Err(other) => panic!("{other:?}"),
        }
    };
    assert_eq!(&outcome, whole.outcome.as_ref().unwrap());
    assert!(stops > 2, "{stops} stops in {} sums", whole.looked_at);
    // Each time the sums on the path are looked at again.
    assert!(looked_at <= whole.looked_at + 20 * stops, "{looked_at} of {}", whole.looked_at);
}

/// A state that says the contrary of what is so is found out.
#[test]
fn a_forged_memory_does_not_agree() {
    let sum = read("clobber:3x5");
    let memory = Memory::new(&Budget::unlimited());
    let found = searched_on(&sum, Convention::Normal, Knowledge::Usual, &memory, &Budget::unlimited());
    assert_eq!(found.outcome.unwrap(), Outcome::N);
    assert!(agrees(&sum, Convention::Normal, &memory, &Budget::unlimited()).unwrap());
    let forged = Memory::new(&Budget::unlimited());
    for mut bytes in memory.saved() {
        bytes.chunks_mut(17).for_each(|entry| entry[16] ^= 1);
        assert!(forged.restore(&bytes));
    }
    assert!(!agrees(&sum, Convention::Normal, &forged, &Budget::unlimited()).unwrap());
}

/// What a stopped search says of the moves and of who wins is so.
#[test]
fn what_is_known_of_a_stopped_search_is_true() {
    for (board, looks) in [("clobber:3x4", 4), ("domineering:4x4", 1), ("amazons:x..o/.##./....", 6), ("snort:3x4", 8)]
    {
        let sum = read(board);
        let expected = by_search(board, Convention::Normal);
        let budget = Budget::unlimited().with_looks(looks);
        let found = searched(&sum, Convention::Normal, Knowledge::UpTo(2), &budget);
        let Err(NoSolution::SoFar(so_far)) = found.outcome else { continue };
        let wins = |first: Player| {
            matches!((expected, first), (Outcome::N, _) | (Outcome::L, Player::Left) | (Outcome::R, Player::Right))
        };
        for player in Player::BOTH {
            assert!(so_far.first[player as usize].is_none_or(|won| won == wins(player)), "{board}");
            for tried in &so_far.moves[player as usize] {
                let after = searched(&tried.choice.after, Convention::Normal, Knowledge::Usual, &Budget::unlimited());
                let won = matches!(
                    (after.outcome.unwrap(), player),
                    (Outcome::P, _) | (Outcome::L, Player::Left) | (Outcome::R, Player::Right)
                );
                assert!(tried.wins.is_none_or(|wins| wins == won), "{board} {}", tried.choice.after);
            }
        }
        assert!(so_far.best(Player::Left).is_some());
    }
}

/// Two threads find what one finds.
#[test]
fn threads_agree() {
    for (board, outcome) in [("clobber:3x5", Outcome::N), ("clobber:2x6", Outcome::P), ("domineering:5x5", Outcome::P)]
    {
        let budget = Budget::unlimited().with_threads(3);
        let found = searched(&read(board), Convention::Normal, Knowledge::UpTo(4), &budget);
        assert_eq!(found.outcome.unwrap(), outcome, "{board}");
    }
}

/// The twin: signs of the boards, moves of the naive interpreter.
struct Twin<'a> {
    sum: &'a Position,
    convention: Convention,
    known: HashMap<(Vec<Vec<char>>, Player), bool>,
}

impl Twin<'_> {
    fn outcome(sum: &Position, convention: Convention) -> Outcome {
        let signs = |part: &Part| match part {
            Part::Cells(cells) => cells.position().signs.clone(),
            _ => unreachable!("boards only"),
        };
        let boards: Vec<Vec<char>> = sum.parts.iter().map(signs).collect();
        let mut twin = Twin { sum, convention, known: HashMap::new() };
        match Player::BOTH.map(|first| twin.wins(&boards, first)) {
            [true, true] => Outcome::N,
            [false, false] => Outcome::P,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
        }
    }

    fn wins(&mut self, boards: &[Vec<char>], player: Player) -> bool {
        let key = (boards.to_vec(), player);
        if let Some(won) = self.known.get(&key) {
            return *won;
        }
        let (mut any, mut won) = (false, false);
        for (at, part) in self.sum.parts.iter().enumerate() {
            let Part::Cells(cells) = part else { unreachable!("boards only") };
            let mut position = cells.position().clone();
            position.signs = boards[at].clone();
            let (definition, arguments) = (cells.game().definition(), cells.game().arguments());
            for signs in interpreter::options(definition, arguments, &position, player) {
                any = true;
                let mut next = boards.to_vec();
                next[at] = signs;
                won = won || !self.wins(&next, player.opponent());
            }
        }
        let won = won || !any && self.convention == Convention::Misere;
        self.known.insert(key, won);
        won
    }
}

fn cells(sum: &Position) -> usize {
    let of = |part: &Part| match part {
        Part::Cells(cells) => cells.position().signs.len(),
        _ => 0,
    };
    sum.parts.iter().map(of).sum()
}

#[test]
fn misere_search_agrees_with_play_by_the_definition() {
    let mut dice = Dice(0xB0A2D);
    for _ in 0..300 {
        let text = random_sum(&mut dice, &GAMES);
        let sum = read(&text);
        if cells(&sum) > 12 {
            continue;
        }
        let expected = Twin::outcome(&sum, Convention::Misere);
        assert_eq!(by_search(&text, Convention::Misere), expected, "{text}");
    }
}

/// Regions that one player alone reaches, and several regions of which each is searched alone: without
/// values of small pieces, so that bounds have to be right.
#[test]
fn amazons_agree_with_play_by_the_definition() {
    compare_amazons(40);
}

/// `cargo test --release --test search -- --ignored more_amazons`
#[test]
#[ignore = "minutes"]
fn more_amazons_agree_with_play_by_the_definition() {
    compare_amazons(3_000);
}

/// Moves of two steps along lines, where neighbours tell which cells belong together, and two where they do not: one
/// looks beyond the edge, one has a first step that is no line.
const LINES: [&str; 7] = [
    "amazons",
    "(grid left sym [x.*.] -> [..*a] then sym [a.*.] -> [x.*#] right sym [o.*.] -> [..*b] then sym [b.*.] -> [o.*#])",
    "(grid left diag [x.*.] -> [..*a] then diag [a.*.] -> [x.*#] right sym [o.*.] -> [..*b] then sym [b.*.] -> [o.*#])",
    "(grid left diag [x.*.] -> [..*a] then sym [a.*.] -> [x.*#] right diag [o.*.] -> [..*b] then diag [b.*.] -> [o.*#])",
    "(grid left sym diag [x.*.] -> [..*a] then [a.*.] -> [x.*#] right [o.*.] -> [..*b] then sym [b.*o] -> [o.*#])",
    "(grid left sym [x.*.] -> [..*a] then sym [a.*.] -> [x.*#] right sym [o.*.] -> [..*b] then sym [b.*|] -> [#.*|])",
    "(grid left sym [x.] -> [.a] then sym [a.*.] -> [x.*#] right sym [o.*.] -> [..*b] then sym [b.] -> [o#])",
];

/// What the search knows of regions, of players who never move and of moves in a row, against play by the
/// definition.
#[test]
fn moves_along_lines_agree_with_play_by_the_definition() {
    for (seed, rules) in LINES.iter().enumerate() {
        compare_lines(rules, 0xA3A206 + seed as u64, 12);
    }
}

fn compare_amazons(rounds: usize) {
    let several = compare_lines("amazons", 0xA3A205, rounds);
    assert!(several > rounds / 4, "{several} sums");
}

/// How many of the positions were sums.
fn compare_lines(rules: &str, seed: u64, rounds: usize) -> usize {
    let mut dice = Dice(seed);
    let (mut played, mut several) = (0, 0);
    while played < rounds {
        let parts: Vec<String> = (0..1 + dice.roll(2)).map(|_| dice.board(rules, "xxoo...###", 3, 4)).collect();
        let text = parts.join(" + ");
        let sum = read(&text);
        let boards = parts.iter().filter_map(|part| part.rsplit(':').next());
        if boards.map(|board| board.matches('.').count()).sum::<usize>() > 6 {
            continue;
        }
        played += 1;
        several += usize::from(parts.len() > 1);
        let expected = Twin::outcome(&sum, Convention::Normal);
        for knowledge in [Knowledge::Usual, Knowledge::UpTo(0), Knowledge::UpTo(2)] {
            let found = searched(&sum, Convention::Normal, knowledge, &Budget::unlimited()).outcome.unwrap();
            assert_eq!(found, expected, "{text} {knowledge:?}");
        }
    }
    several
}

/// A board and its negative: the reason is named, also where no value could be computed, and only where it
/// is one.
#[test]
fn two_boards_that_answer_each_other_have_a_reason() {
    let why = |text: &str| -> String {
        let solution = solve(&read(text), Convention::Normal, &Budget::unlimited()).unwrap();
        let why = solution.why.iter().map(|line| line.in_lang(Lang::En)).collect::<Vec<_>>().join(" ");
        format!("{} {why}", solution.outcome)
    };
    for text in [
        "clobber:xxo + clobber:oox",
        "clobber:xoxox/xxoox/oxoox/oxxxo + clobber:oxoxo/ooxxo/xoxxo/xooox",
        "domineering:6x7 + domineering:7x6",
        "toads-and-frogs:tt.f. + toads-and-frogs:.t.ff",
        // What is subtracted is the game with the players exchanged.
        "clobber:xoxoxo/oxoxox/xoxoxo - clobber:xoxoxo/oxoxox/xoxoxo",
        "domineering:6x7 - domineering:6x7",
        "hackenbush:lrlrrllrlrlrlrlrllr - hackenbush:lrlrrllrlrlrlrlrllr",
    ] {
        let why = why(text);
        assert!(why.starts_with("P ") && why.contains("like Tweedledum and Tweedledee"), "{text}: {why}");
    }
    // Of several terms the pairs cancel in the search.
    for (text, outcome) in [
        ("clobber:6x6 - clobber:6x6 + domineering:2x2", "N "),
        ("clobber:6x6 + 1 - clobber:6x6", "L "),
        ("domineering:7x9 + toads-and-frogs:ttt...f - domineering:7x9 - toads-and-frogs:ttt...f", "P "),
    ] {
        let found = searched(&read(text), Convention::Normal, Knowledge::Usual, &Budget::unlimited());
        assert_eq!(format!("{} ", found.outcome.unwrap()), outcome, "{text}");
        assert_eq!(found.looked_at, 0, "{text}");
    }
    for text in ["clobber:xxo - clobber:xox", "domineering:2x3 - domineering:3x2"] {
        assert!(!why(text).contains("Tweedledum"), "{text}");
    }
    for text in ["clobber:xxo + clobber:xxo", "domineering:2x3 + domineering:2x3", "clobber:xo + clobber:xoo + nim:1"] {
        assert!(!why(text).contains("Tweedledum"), "{text}");
    }
}
