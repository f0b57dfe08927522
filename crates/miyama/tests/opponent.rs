//! The perfect player against every sequence of moves, and moves in words.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::game::Games;
use miyama::heap::builtin;
use miyama::heap::table::positions;
use miyama::opponent::{How, Opponent, PERFECT, describe, read_move, read_move_of};
use miyama::pattern::interpreter;
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{Part, Position, parse_position};
use miyama_budget::{Budget, Stopped};
use miyama_text::Lang;
use num_bigint::BigUint;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

const MOST: usize = 1000;

fn sum(text: &str) -> Position {
    parse_position(text, &Games::built_in()).unwrap()
}

/// All positions after one move, by the rules alone.
fn options(sum: &Position) -> Vec<Position> {
    let mut found = Vec::new();
    for (index, part) in sum.parts.iter().enumerate() {
        let left: Vec<Vec<Part>> = match part {
            Part::Heap { game, heaps } => {
                let heaps: Vec<u64> = heaps.iter().map(|h| u64::try_from(h).unwrap()).collect();
                let piece = |heaps: &Vec<u64>| Part::Heap {
                    game: game.clone(),
                    heaps: heaps.iter().map(|h| BigUint::from(*h)).collect(),
                };
                let interpreter = game.ruleset.interpreter().unwrap();
                let options = interpreter.options(&heaps, &mut u64::MAX.clone(), &Budget::unlimited()).unwrap();
                options.iter().map(|option| option.iter().map(piece).collect()).collect()
            }
            Part::Cells(cells) => {
                let (game, position) = (cells.game(), cells.position());
                let options = interpreter::options(game.definition(), game.arguments(), position, Player::Left);
                options.into_iter().map(|signs| vec![Part::Cells(cells.with_signs(signs))]).collect()
            }
            Part::Worth(_) | Part::Compound(_) => panic!("none is played here"),
        };
        for left in left {
            let mut after = sum.clone();
            after.parts.splice(index..=index, left);
            found.push(after);
        }
    }
    found
}

/// A position without its empty heaps and the order of its parts.
fn key(sum: &Position) -> String {
    let has_stones = |part: &&Part| match part {
        Part::Heap { heaps, .. } => heaps.iter().any(|heap| *heap > BigUint::ZERO),
        Part::Cells(cells) => cells.stones().is_none_or(|stones| stones.board().count() > 0),
        Part::Worth(_) | Part::Compound(_) => true,
    };
    let mut parts: Vec<String> = sum.parts.iter().filter(has_stones).map(ToString::to_string).collect();
    parts.sort();
    parts.join(" + ")
}

/// Who wins and after how many moves, by plain recursion.
type Brute = HashMap<String, (bool, u32)>;

fn brute(sum: &Position, convention: Convention, known: &mut Brute) -> (bool, u32) {
    let key = key(sum);
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let options: Vec<(bool, u32)> = options(sum).iter().map(|after| brute(after, convention, known)).collect();
    let quickest_win = options.iter().filter(|(won, _)| !won).map(|(_, length)| length + 1).min();
    let found = match (quickest_win, options.iter().map(|(_, length)| length + 1).max()) {
        (Some(length), _) => (true, length),
        (None, Some(length)) => (false, length),
        (None, None) => (convention == Convention::Misere, 0),
    };
    known.insert(key, found);
    found
}

/// Plays from a position, the machine to move, against every answer. In a
/// position that brute force calls won the machine must win; in a lost one its
/// move must keep the game going as long as brute force says one can.
fn play(
    sum: &Position,
    opponent: &mut Opponent,
    convention: Convention,
    known: &mut Brute,
    seen: &mut HashSet<String>,
) {
    if !seen.insert(key(sum)) {
        return;
    }
    let (won, length) = brute(sum, convention, known);
    let reply = opponent.reply(sum, MOST, &Budget::unlimited()).unwrap();
    assert!(reply.survey.complete, "{sum}");
    assert_eq!(reply.survey.solution.outcome, if won { Outcome::N } else { Outcome::P }, "{sum} {convention:?}");
    assert_eq!(reply.ending.map(|ending| ending.moves), Some(length), "{sum} {convention:?}");
    let legal = options(sum);
    let legal_keys: HashSet<String> = legal.iter().map(key).collect();
    let listed: HashSet<String> = reply.survey.moves.iter().map(|m| key(&m.choice.after)).collect();
    assert_eq!(listed, legal_keys, "{sum}");
    for known_move in &reply.survey.moves {
        let (wins, _) = brute(&known_move.choice.after, convention, known);
        assert_eq!(known_move.outcome, Some(if wins { Outcome::N } else { Outcome::P }), "{sum} {convention:?}");
        for lang in [Lang::En, Lang::Ja] {
            let words = describe(sum, &known_move.choice).in_lang(lang);
            let read = read_move(&words, sum).unwrap_or_else(|mistake| panic!("{sum}: {words}: {mistake}"));
            assert_eq!(key(&read.after), key(&known_move.choice.after), "{sum}: {words}");
        }
    }
    let Some(made) = reply.made() else {
        assert!(legal.is_empty() && reply.how == How::Over);
        return;
    };
    let after = &made.choice.after;
    let (they_win, their_length) = brute(after, convention, known);
    assert_eq!(they_win, !won, "{sum} {convention:?}: {after}");
    assert_eq!(their_length + 1, length, "{sum} {convention:?}: {after}");
    for next in options(after) {
        play(&next, opponent, convention, known, seen);
    }
}

fn play_everywhere(starts: &[Position]) {
    for convention in [Convention::Normal, Convention::Misere] {
        let (mut known, mut seen) = (Brute::new(), HashSet::new());
        for start in starts {
            let mut opponent = Opponent::new(start, convention, PERFECT, 0);
            play(start, &mut opponent, convention, &mut known, &mut seen);
        }
    }
}

/// Every built-in ruleset, with some arguments where it needs them.
fn calls() -> Vec<String> {
    let mut calls = Vec::new();
    for game in builtin::all().iter().filter(|game| !game.definition.is_partizan()) {
        match game.name {
            "bounded" => calls.extend(["bounded(1)".to_owned(), "bounded(3)".to_owned()]),
            "subtraction" => calls.extend(["subtraction({1,3,4})".to_owned(), "subtraction({2,3})".to_owned()]),
            "twist" | "revised-twist" => calls.extend((0..3).map(|c| format!("{}({c})", game.name))),
            "geometric" | "sub-geometric" => calls.extend((2..4).map(|d| format!("{}({d})", game.name))),
            "wythoff" => calls.extend(["wythoff".to_owned(), "wythoff(3)".to_owned()]),
            "yama" | "triangular" => calls.extend([game.name.to_owned(), format!("{}(3,1)", game.name)]),
            "restricted-wythoff" => calls.push("restricted-wythoff(1,2)".to_owned()),
            name => calls.push(name.to_owned()),
        }
    }
    calls
}

#[test]
fn it_never_loses_a_won_position_of_heaps() {
    for call in calls() {
        let heaps = builtin::find(call.split('(').next().unwrap()).unwrap();
        let game = match miyama::game::Games::built_in().find(&call).unwrap() {
            miyama::game::Game::Heap(game) => game,
            miyama::game::Game::Cells(_) | miyama::game::Game::Compound(_) => panic!("{} is no board", heaps.name),
        };
        // Brute force knows one way to win, and no options that are forbidden.
        if !game.ruleset.is_won_as_usual() {
            continue;
        }
        let boxes: &[&[u64]] = match game.ruleset.heaps() {
            1 => &[&[9], &[5, 4], &[2, 3, 3]],
            2 => &[&[5, 5]],
            3 => &[&[3, 3, 3]],
            _ => &[&[1, 2, 1, 2]],
        };
        let starts = boxes.iter().flat_map(|to| positions(to)).filter_map(|heaps| {
            let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
            match parse_position(&format!("{call}:{}", heaps.join(",")), &Games::built_in()) {
                // What is outside the domain of a game is no position of it.
                Err(mistake) if mistake.says.key() == "ruleset.outside" => None,
                read => Some(read.unwrap()),
            }
        });
        play_everywhere(&starts.collect::<Vec<_>>());
    }
}

#[test]
fn it_never_loses_a_won_position_on_a_board() {
    for (game, stone, gone) in [("2d-nim", '#', '.'), ("cram", '.', '#'), ("chomp", '#', '.')] {
        let sign = |stones: u32, cell: usize| if stones >> cell & 1 == 1 { stone } else { gone };
        let row = |stones: u32, from: usize| (from..from + 3).map(|cell| sign(stones, cell)).collect::<String>();
        let subsets = (0u32..1 << 6).map(|stones| format!("{game}:{}/{}", row(stones, 0), row(stones, 3)));
        let boards = subsets.chain([format!("{game}:3x3"), format!("{game}:young(4,2,1)")]);
        play_everywhere(&boards.map(|text| sum(&text)).collect::<Vec<_>>());
    }
}

#[test]
fn it_never_loses_a_won_sum_of_different_games() {
    let starts = [
        "nim:2,3 + wythoff:2,2",
        "kayles:4 + 2d-nim:##/#.",
        "grundy:6 + nim:2 + bounded(2):4",
        "triangular:3,2 + yama:3,1",
        "cram:2x2 + chomp:##/## + nim:1",
        "three-heap-1:2,1,2 + officers:5",
        "0.137:6,3",
        "twist(1):3,2 + split-nim:3",
    ];
    play_everywhere(&starts.map(sum));
}

/// At a lower level some games are lost, and the seed decides which.
#[test]
fn a_lower_level_errs_now_and_then_and_as_the_seed_says() {
    let start = sum("nim:3,5,7");
    let made = |level, seed| {
        let mut opponent = Opponent::new(&start, Convention::Normal, level, seed);
        let reply = opponent.reply(&start, MOST, &Budget::unlimited()).unwrap();
        (reply.made().unwrap().choice.after.to_string(), reply.how)
    };
    let errors = |level| (0..400).filter(|seed| made(level, *seed).1 == How::Errs).count();
    assert_eq!(errors(PERFECT), 0);
    let (weak, strong) = (errors(2), errors(8));
    assert!(strong > 0 && weak > 2 * strong, "{weak} {strong}");
    assert!((0..20).all(|seed| made(5, seed) == made(5, seed)));
}

/// Heaps of any size are played by theorem.
#[test]
fn it_wins_with_heaps_that_no_search_could_hold() {
    let huge = BigUint::from(10u32).pow(50).to_string();
    for (text, misere) in [(format!("nim:{huge},5,7"), true), (format!("wythoff:{huge},{huge}7"), false)] {
        let start = sum(&text);
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let mut opponent = Opponent::new(&start, convention, PERFECT, 0);
        let reply = opponent.reply(&start, 50, &Budget::unlimited()).unwrap();
        assert_eq!((reply.how, reply.survey.complete), (How::Wins, false));
        let after = reply.made().unwrap().choice.after.clone();
        let reply = opponent.reply(&after, 50, &Budget::unlimited()).unwrap();
        assert_eq!(reply.survey.solution.outcome, Outcome::P, "{after}");
        assert!(matches!(reply.how, How::Leaves | How::Resists));
    }
}

#[test]
fn what_is_no_move_is_told_where_and_why() {
    let mistake = |text: &str, position: &str| {
        let mistake = read_move(text, &sum(position)).unwrap_err();
        (mistake.at.clone(), mistake.says.key())
    };
    assert_eq!(mistake("", "nim:3"), (0..0, "play.empty"));
    assert_eq!(mistake("hello", "nim:3"), (0..5, "play.unknown_word"));
    assert_eq!(mistake("4 from 1", "nim:3"), (0..8, "play.too_many_taken"));
    assert_eq!(mistake("0 from 1", "nim:3"), (0..8, "play.not_allowed"));
    assert_eq!(mistake("1 from 3", "nim:3,4"), (0..8, "play.no_such_heap"));
    assert_eq!(mistake("1 from 0", "nim:3,4"), (0..8, "play.no_such_heap"));
    assert_eq!(mistake("1 from 1 and 1 from 2", "nim:3,4"), (0..21, "play.not_one_part"));
    assert_eq!(mistake("1 from", "nim:3"), (0..6, "play.not_understood"));
    assert_eq!(mistake("2,2", "nim:3,4"), (0..3, "play.not_one_part"));
    assert_eq!(mistake("3,4", "nim:3,4"), (0..3, "play.not_one_part"));
    assert_eq!(mistake("3,5", "nim:3,4"), (0..3, "play.not_allowed"));
    assert_eq!(mistake("1,2,3", "wythoff:3,4"), (0..5, "play.wrong_number_of_heaps"));
    assert_eq!(mistake("yama:1,2", "wythoff:3,4"), (0..4, "play.other_game"));
    assert_eq!(mistake("wythoff:1,x", "wythoff:3,4"), (10..11, "game.not_a_heap"));
    assert_eq!(mistake("2 from 1 into 2,3", "kayles:6"), (0..17, "play.pieces_do_not_add_up"));
    assert_eq!(mistake("1 into 3,3", "grundy:6"), (0..10, "play.not_allowed"));
    assert_eq!(mistake("a1-b2", "2d-nim:##/##"), (0..5, "play.not_in_line"));
    assert_eq!(mistake("c1", "2d-nim:##/##"), (0..2, "play.not_a_cell"));
    assert_eq!(mistake("a1 c1", "2d-nim:###"), (0..5, "play.not_together"));
    assert_eq!(mistake("b1-b2", "2d-nim:.../#.."), (0..5, "play.cell_stays"));
    assert_eq!(mistake("a1-b1", "cram:.#/.."), (0..5, "play.cell_stays"));
    assert_eq!(mistake("a1=y b1=y", "cram:../.."), (0..9, "play.cell_becomes_other"));
    assert_eq!(mistake("###", "2d-nim:###"), (0..3, "play.no_such_move"));
    assert_eq!(mistake("a b", "2d-nim:6x33"), (0..1, "play.not_a_cell"));
    assert_eq!(mistake("b2", "2d-nim:6x33"), (0..2, "play.not_together"));
    assert_eq!(mistake("a1", "2d-nim:8x512"), (0..2, "play.cannot_tell"));
    assert_eq!(mistake("##", "2d-nim:###/###"), (0..2, "play.not_a_cell"));
    assert_eq!(mistake("#x", "2d-nim:###"), (0..2, "play.not_a_cell"));
    assert_eq!(mistake("a1", "nim:3"), (0..1, "play.unknown_word"));
    assert_eq!(mistake("a1", "2d-nim:## + cram:.."), (0..2, "play.which_board"));
    assert_eq!(mistake("3: a1", "2d-nim:## + nim:4"), (0..1, "play.not_a_board"));
    assert_eq!(mistake("1 from 1", "2d-nim:##"), (0..1, "play.not_a_cell"));
    assert_eq!(mistake("99999999999999999999999 from 99999999999999999999999", "nim:3").1, "play.no_such_heap");
}

/// Each move of a large board leaves a board of its own: the moves of 60 rows of 60 stones would fill three
/// gigabytes, and rows that are longer than the engine knows are left to the interpreter, which has limits too.
#[test]
fn the_moves_of_large_boards_are_bounded() {
    for position in ["2d-nim:60x60", "2d-nim:8x500"] {
        let little = Budget::unlimited().with_memory(32 << 20);
        let sum = sum(position);
        let Some(Part::Cells(cells)) = sum.parts.first() else { panic!("a board") };
        let stopped = cells.options_within(Player::Left, &little);
        assert!(matches!(stopped, Err(Stopped::Memory { .. })), "{position}");
        let no_time = Budget::unlimited().with_time(Duration::ZERO);
        assert!(matches!(cells.options_within(Player::Left, &no_time), Err(Stopped::Time { .. })), "{position}");
        assert!(sum.options(10, &little).is_err(), "{position}");
    }
}

#[test]
fn moves_are_read_in_many_ways() {
    let after = |text: &str, position: &str| read_move(text, &sum(position)).unwrap().after.to_string();
    assert_eq!(after("  take 2 stones from heap 1 ", "nim:3,5"), "nim:1,5");
    // More cells than a machine word has bits.
    let rest = after("a1-f1", "2d-nim:6x33");
    assert!(rest.starts_with("2d-nim:......###"), "{rest}");
    assert_eq!(after("from 1 take 2", "nim:3,5"), "nim:1,5");
    assert_eq!(after("１から２個取る", "nim:3,5"), "nim:1,5");
    assert_eq!(after("2番の山から石5個", "nim:3,5"), "nim:3,0");
    assert_eq!(after("3 0", "nim:3,5"), "nim:3,0");
    assert_eq!(after("1 from 1 and 2 from 2", "wythoff(2):3,5"), "wythoff(2):2,3");
    assert_eq!(after("wythoff(s = 2): 2, 3", "wythoff(2):3,5"), "wythoff(2):2,3");
    assert_eq!(after("3 from 2, 1 to 1", "yama:3,5"), "yama:4,2");
    assert_eq!(after("2から3個、1へ1個", "yama:3,5"), "yama:4,2");
    assert_eq!(after("1を2,4に分ける", "grundy:6"), "grundy:2,4");
    assert_eq!(after("split 1 into 4 and 2", "grundy:6"), "grundy:2,4");
    assert_eq!(after("4,2", "grundy:6"), "grundy:4,2");
    assert_eq!(after("1 from 1 leaving 2,3", "kayles:6"), "kayles:2,3");
    assert_eq!(after("A1-A2", "2d-nim:##/##"), "2d-nim:.#/.#");
    assert_eq!(after("a1 b1", "2d-nim:##/##"), "2d-nim:../##");
    assert_eq!(after("../##", "2d-nim:##/##"), "2d-nim:../##");
    assert_eq!(after("b2", "chomp:###/###/###"), "chomp:###/#../#..");
    assert_eq!(after("2: b1", "nim:4 + 2d-nim:##"), "nim:4 + 2d-nim:#.");
    assert_eq!(after("b1", "nim:4 + 2d-nim:##"), "nim:4 + 2d-nim:#.");
    assert_eq!(after("2 from 1", "nim:4 + 2d-nim:##"), "nim:2 + 2d-nim:##");
    // One game on a graph and on a strip, in both orders.
    assert_eq!(after("snort:1-2;l. + snort:..", "snort:path(2) + snort:.."), "snort:1-2;l. + snort:..");
    assert_eq!(after("snort:l. + snort:1-2;..", "snort:.. + snort:path(2)"), "snort:l. + snort:1-2;..");
    // Wide signs.
    assert_eq!(after("ａ１－ａ２", "2d-nim:##/##"), "2d-nim:.#/.#");
    assert_eq!(after("２：ｂ１", "nim:4 + 2d-nim:##"), "nim:4 + 2d-nim:#.");
    assert_eq!(after("．．／＃＃", "2d-nim:##/##"), "2d-nim:../##");
    assert_eq!(after("nim：３，１", "nim:3,5"), "nim:3,1");
    // A mistake is shown where it stands in what was typed.
    assert_eq!(read_move("　９ from 1", &sum("nim:3,5")).unwrap_err().span(), Some(3..13));
}

/// Where the players have different moves, the longest resistance is found too, as plain recursion says.
#[test]
fn it_delays_the_end_of_a_lost_partizan_game() {
    fn length(sum: &Position, turn: Player, convention: Convention) -> (bool, u32) {
        let options = sum.options_of(turn, MOST, &Budget::unlimited()).unwrap().listed;
        let after: Vec<(bool, u32)> =
            options.iter().map(|choice| length(&choice.after, turn.opponent(), convention)).collect();
        let quickest = after.iter().filter(|(won, _)| !won).map(|(_, moves)| moves + 1).min();
        match quickest {
            Some(moves) => (true, moves),
            None => match after.iter().map(|(_, moves)| moves + 1).max() {
                Some(moves) => (false, moves),
                None => (convention == Convention::Misere, 0),
            },
        }
    }
    for text in ["hackenbush:l", "hackenbush:lrr + hackenbush:r", "col:path(3)", "domineering:2x3", "clobber:xo/ox"] {
        let sum = sum(text);
        for (convention, turn) in [
            (Convention::Normal, Player::Left),
            (Convention::Normal, Player::Right),
            (Convention::Misere, Player::Left),
            (Convention::Misere, Player::Right),
        ] {
            let reply =
                Opponent::new(&sum, convention, PERFECT, 0).reply_as(turn, &sum, MOST, &Budget::unlimited()).unwrap();
            let (won, moves) = length(&sum, turn, convention);
            assert_ne!(reply.how, How::Leaves, "{text}");
            if let Some(left) = reply.moves_left() {
                assert_eq!((left + 1, reply.how == How::Wins), (moves, won), "{text} {turn:?} {convention:?}");
            }
        }
    }
}

/// A piece goes from one square to another, in this direction; what is taken or covered has its squares. Every move is
/// read as it is said.
#[test]
fn moves_on_boards_are_said_as_players_say_them() {
    let said = |position: &str, who: Player| -> Vec<String> {
        let sum = sum(position);
        let moves = sum.options_of(who, 1000, &Budget::unlimited()).unwrap().listed;
        let words = moves.iter().map(|choice| {
            let words = describe(&sum, choice).to_string();
            let again =
                read_move_of(&words, &sum, who).unwrap_or_else(|mistake| panic!("{position} {words}: {mistake}"));
            assert_eq!(again.after, choice.after, "{position} {words}");
            words
        });
        let mut words: Vec<String> = words.collect();
        words.sort();
        words
    };
    for (position, left, right) in [
        ("clobber:xo/ox", "a1-a2 a1-b1 b2-a2 b2-b1", "a2-a1 a2-b2 b1-a1 b1-b2"),
        ("konane:.oxox.", "c1-a1", "d1-f1"),
        ("konane:xo.o.", "a1-c1 a1-e1", ""),
        ("toads-and-frogs:t.f", "a1-b1", "c1-b1"),
        ("toads-and-frogs:tf.", "a1-c1", ""),
        ("knights-clobber:x../..o", "a1-c2", "c2-a1"),
        ("rooks-clobber:x.o", "a1-c1", "c1-a1"),
        ("amazons:x..", "a1-b1/a1 a1-b1/c1 a1-c1/a1 a1-c1/b1", ""),
        ("amazons:x/./o", "a1-a2/a1", "a3-a2/a3"),
        ("domineering:2x2", "a1-a2 b1-b2", "a1-b1 a2-b2"),
        ("silver-dollar:..o.o", "c1-a1 c1-b1 e1-d1", "c1-a1 c1-b1 e1-d1"),
        ("turning-turtles:hth", "a1 a1 c1 b1-c1 c1", "a1 a1 c1 b1-c1 c1"),
        ("snort:2x1", "a1 a2", "a1 a2"),
    ] {
        for (who, expected) in [(Player::Left, left), (Player::Right, right)] {
            assert_eq!(said(position, who).join(" "), expected, "{position} {who:?}");
        }
    }
    for position in [
        "fission:..x../.....",
        "ski-jumps:l.../..r.",
        "elephants-and-rhinos:e..r.e",
        "push:.lr.l",
        "shove:l.rl",
        "konane:xoxo/ox.x",
        "amazons:x.o/.#.",
        "anti-clobber:x.ox",
        "hot-clobber:xo/ox",
        "(grid [ax.] -> [..a] [ax.] -> [.xa]):ax.x./.ax.x",
    ] {
        assert!(Player::BOTH.iter().any(|who| !said(position, *who).is_empty()), "{position}");
    }
}
