//! Laws of records: our rules of shogi agree with another program's, what is
//! written is read again, fast rules of repetition agree with slow ones, and no
//! input makes a reader panic.

#![allow(clippy::unwrap_used)]

#[path = "record/chess.rs"]
mod chess;
#[path = "record/found.rs"]
mod found;
#[path = "record/shogi.rs"]
mod shogi;

use miyama_budget::Budget;
use miyama_records::reader::{self, Reader};
use miyama_records::repetition::{Report, name, report};
use miyama_records::replay::{Mover, Replay};
use miyama_records::shogi::about::Note;
use miyama_records::shogi::ending::Ending;
use miyama_records::shogi::game::Game;
use miyama_records::shogi::position::{Kind, Move, Piece, ShogiPosition, Side, Square};
use miyama_records::shogi::{csa, ki2, kif, usi};
use miyama_records::{Format, Games, encoding, read};
use proptest::prelude::*;
use shogi_core::{LegalityChecker, ToUsi};
use shogi_kifu_converter::converter::ToKi2;
use shogi_legality_lite::LiteLegalityChecker;
use std::io::Read;

/// A small generator of numbers, so that failures can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// A random legal game; with `again` it likes to take moves back.
fn random_game(start: ShogiPosition, moves: usize, again: bool, dice: &mut Dice) -> Game {
    let mut game = Game::new(start, 1);
    while game.moves().len() < moves {
        let n = game.moves().len();
        if again && n >= 2 && dice.roll(3) > 0 {
            let back = match game.moves()[n - 2] {
                Move::Go { from, to, .. } => Move::Go { from: to, to: from, promote: false },
                dropped @ Move::Drop { .. } => dropped,
            };
            if game.play(back).is_ok() {
                continue;
            }
        }
        let candidates = game.now().candidates();
        let tries =
            (0..60).any(|_| !candidates.is_empty() && game.play(candidates[dice.roll(candidates.len())]).is_ok());
        if !tries {
            break;
        }
    }
    game
}

/// Kings and a few pieces, where random games soon repeat themselves.
fn few_pieces(dice: &mut Dice) -> ShogiPosition {
    loop {
        let mut position = ShogiPosition::empty();
        let place = |dice: &mut Dice| Square::new(dice.roll(9) as u8 + 1, dice.roll(9) as u8 + 1).unwrap();
        let kinds = [Kind::King, Kind::Gold, Kind::Rook, Kind::Silver, Kind::Bishop];
        for kind in kinds.into_iter().take(2 + dice.roll(4)) {
            for side in [Side::Black, Side::White] {
                position.put(place(dice), Piece { kind, promoted: false, side });
            }
        }
        let kings = position.total(Kind::King) == 2;
        if kings && !position.in_check(Side::White) && !position.in_check(Side::Black) {
            return position;
        }
    }
}

fn usi_move(played: Move) -> String {
    let square = |square: Square| format!("{}{}", square.file(), char::from(b'a' + square.rank() - 1));
    match played {
        Move::Go { from, to, promote } => format!("{}{}{}", square(from), square(to), if promote { "+" } else { "" }),
        Move::Drop { kind, to } => {
            format!("{}*{}", ['P', 'L', 'N', 'S', 'G', 'B', 'R', 'K'][kind as usize], square(to))
        }
    }
}

fn their_move(played: Move, side: shogi_core::Color) -> shogi_core::Move {
    use shogi_core::PieceKind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
    let square = |square: Square| shogi_core::Square::new(square.file(), square.rank()).unwrap();
    match played {
        Move::Go { from, to, promote } => shogi_core::Move::Normal { from: square(from), to: square(to), promote },
        Move::Drop { kind, to } => {
            let kind = [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, King][kind as usize];
            shogi_core::Move::Drop { piece: shogi_core::Piece::new(kind, side), to: square(to) }
        }
    }
}

#[test]
fn legal_moves_of_shogi_agree_with_another_program() {
    let mut dice = Dice(7);
    let mut compared = 0;
    for _ in 0..30 {
        let game = random_game(ShogiPosition::even(), 160, false, &mut dice);
        let mut ours = ShogiPosition::even();
        let mut theirs = shogi_core::PartialPosition::startpos();
        for (i, &played) in game.moves().iter().enumerate() {
            if i % 9 == 0 {
                let mut a: Vec<String> = ours.legal_moves().into_iter().map(usi_move).collect();
                let mut b: Vec<String> =
                    LiteLegalityChecker.all_legal_moves_partial(&theirs).iter().map(ToUsi::to_usi_owned).collect();
                a.sort();
                b.sort();
                assert_eq!(a, b, "{ours}");
                compared += a.len();
            }
            ours = ours.play(played).unwrap();
            theirs.make_move(their_move(played, theirs.side_to_move())).unwrap();
        }
    }
    assert!(compared > 10_000);
}

#[test]
fn a_pawn_must_not_be_dropped_for_mate_nor_twice_on_a_file() {
    let square = |file, rank| Square::new(file, rank).unwrap();
    let mut position = ShogiPosition::empty();
    for (file, rank, kind, side) in [
        (1, 1, Kind::King, Side::White),
        (2, 1, Kind::Lance, Side::White),
        (1, 3, Kind::Gold, Side::Black),
        (3, 3, Kind::Bishop, Side::Black),
        (5, 9, Kind::King, Side::Black),
    ] {
        position.put(square(file, rank), Piece { kind, promoted: false, side });
    }
    position.set_hand(Side::Black, Kind::Pawn, 2);
    let drop = |file, rank| Move::Drop { kind: Kind::Pawn, to: square(file, rank) };
    use miyama_records::shogi::position::Illegal;
    assert_eq!(position.play(drop(1, 2)).unwrap_err(), Illegal::PawnMate);
    assert_eq!(position.play(drop(4, 1)).unwrap_err(), Illegal::DeadEnd);
    assert_eq!(position.play(drop(2, 1)).unwrap_err(), Illegal::Occupied);
    let next = position.play(drop(7, 5)).unwrap();
    let next = next.play(Move::Go { from: square(2, 1), to: square(2, 2), promote: false }).unwrap();
    assert_eq!(next.play(drop(7, 7)).unwrap_err(), Illegal::TwoPawns);
}

#[test]
fn records_survive_from_kif_to_csa_to_kif_and_agree_with_another_reader() {
    let budget = Budget::unlimited();
    let mut dice = Dice(11);
    let mut said_well = 0;
    for round in 0..100 {
        let start = if round % 2 == 0 { ShogiPosition::even() } else { few_pieces(&mut dice) };
        let game = random_game(start, 120, false, &mut dice);
        let text = kif::write(&game);
        assert_eq!(kif::read(&text, &budget).unwrap(), game, "{text}");
        let through = csa::read(&csa::write(&game), &budget).unwrap();
        assert_eq!(through, game);
        assert_eq!(kif::write(&through), text);
        assert_eq!(usi::read(&usi::write(&game), &budget).unwrap(), game);
        let said = ki2::write(&game);
        assert_eq!(ki2::read(&said, &budget).unwrap(), game, "{said}");
        let moves: Vec<String> = game.moves().iter().map(|&played| usi_move(played)).collect();
        let theirs = shogi_kifu_converter::parser::parse_kif_str(&text).unwrap();
        let said = theirs.to_usi_owned();
        assert_eq!(said.split(" moves ").nth(1).unwrap_or(""), moves.join(" "), "{text}");
        let theirs = shogi_kifu_converter::parser::parse_csa_str(&csa::write(&game)).unwrap();
        assert_eq!(theirs.to_usi_owned().split(" moves ").nth(1).unwrap_or(""), moves.join(" "));
        let written = usi::write(&game);
        assert_eq!(written.trim_end().split(" moves ").nth(1).unwrap_or(""), moves.join(" "));
        // KI2, with its words for which piece moves, is written by the other program.
        if round % 2 == 0 {
            // It leaves out some of them; then ours must not guess.
            let text = theirs.to_ki2_owned();
            match ki2::read(&text, &budget) {
                Ok(ours) => {
                    assert_eq!(ours.moves(), game.moves(), "{text}");
                    said_well += 1;
                }
                Err(mistake) => {
                    assert!(mistake.to_string().contains("several pieces can go there"), "{mistake}\n{text}");
                }
            }
        }
    }
    assert!(said_well > 30, "{said_well}");
}

/// The rules, from whole positions compared pairwise: `same(i, j)`.
struct Slow {
    third: Option<usize>,
    fourth: Option<usize>,
    fifth: Option<usize>,
    thrice: Option<usize>,
    perpetual: Option<Mover>,
    recurring: usize,
}

fn slow(n: usize, same: &dyn Fn(usize, usize) -> bool, game: &Replay) -> Slow {
    let times = |i: usize| (0..=i).filter(|&j| same(i, j)).count();
    let count: Vec<usize> = (0..n).map(times).collect();
    let first = |k: usize| (0..n).find(|&i| count[i] == k);
    let fourth = first(4);
    let perpetual = fourth.and_then(|end| {
        let begin = (0..end).find(|&j| same(end, j)).unwrap();
        let always = |player: Mover| {
            let mut own = (begin..end).filter(|&i| game.player(i) == player);
            own.all(|i| game.gives_check(i))
        };
        match (always(Mover::First), always(Mover::Second)) {
            (true, false) => Some(Mover::First),
            (false, true) => Some(Mover::Second),
            _ => None,
        }
    });
    // Three times in a row: every position equals the one a period later, over three periods.
    let thrice = (0..n).find(|&end| (1..=end / 3).any(|p| (end - 3 * p..=end - p).all(|i| same(i, i + p))));
    let recurring = (0..n).filter(|&i| count[i] == 2).count();
    Slow { third: first(3), fourth, fifth: first(5), thrice, perpetual, recurring }
}

fn agree(fast: &Report, slow: &Slow) {
    assert_eq!(fast.third.as_ref().map(|e| e.after), slow.third);
    assert_eq!(fast.fourth.as_ref().map(|e| e.after), slow.fourth);
    assert_eq!(fast.fifth.as_ref().map(|e| e.after), slow.fifth);
    assert_eq!(fast.fourth.as_ref().and_then(|e| e.perpetual_check), slow.perpetual);
    assert_eq!(fast.moves_thrice.map(|f| f.start + f.length), slow.thrice);
    assert_eq!(fast.recurrences.len(), slow.recurring);
}

#[test]
fn a_thousand_games_of_shogi_agree_with_positions_compared_pairwise() {
    let budget = Budget::unlimited();
    let mut dice = Dice(3);
    let (mut ended, mut thrice) = (0, 0);
    for round in 0..1000 {
        let again = round % 4 != 0;
        let start = if again { few_pieces(&mut dice) } else { ShogiPosition::even() };
        let game = random_game(start, 50, again, &mut dice);
        let Games::Shogi(read_again) = read(&kif::write(&game), None, &budget).unwrap().1 else { panic!() };
        assert_eq!(read_again, std::slice::from_ref(&game));
        let replay = game.replay(&budget).unwrap();
        let mut positions = vec![game.start().clone()];
        for &played in game.moves() {
            positions.push(positions[positions.len() - 1].play(played).unwrap());
        }
        let judged = report(&replay, &budget).unwrap();
        agree(&judged, &slow(positions.len(), &|i, j| positions[i] == positions[j], &replay));
        ended += usize::from(judged.fourth.is_some());
        thrice += usize::from(judged.moves_thrice.is_some());
    }
    assert!(ended > 100 && thrice > 10, "{ended} {thrice}");
}

fn example(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn judged(bytes: &[u8]) -> (Replay, Report) {
    let budget = Budget::unlimited();
    let (_, games) = read(&encoding::decode(bytes).unwrap(), None, &budget).unwrap();
    let replay = games.replays(&budget).unwrap().remove(0);
    let report = report(&replay, &budget).unwrap();
    (replay, report)
}

#[test]
fn the_sixty_moves_of_1983() {
    let (replay, report) = judged(&example("sennichite-1983.ki2"));
    assert_eq!(replay.moves().len(), 60);
    let blocks = report.blocks.unwrap();
    assert_eq!(blocks.at.len(), 9);
    assert_eq!(blocks.word.iter().map(|&x| name(x)).collect::<String>(), "ABACBDCA");
    assert!(blocks.repetitions.square.is_none());
    let fourth = report.fourth.unwrap();
    assert_eq!((replay.number(fourth.after), fourth.perpetual_check), (142, None));
    assert!(report.moves_thrice.is_none());
}

#[test]
fn the_thue_morse_word_played_for_a_thousand_moves() {
    let (replay, report) = judged(&example("thue-morse.kif"));
    assert_eq!(replay.moves().len(), 1000);
    assert_eq!(report.fourth.unwrap().after, 12);
    assert!(report.moves_thrice.is_none());
    let word: Vec<u8> = report.blocks.unwrap().word.iter().map(|&x| x as u8).collect();
    assert_eq!(word, miyama_words::thue_morse::by_recurrence(250));
}

#[test]
fn the_old_rule_ends_a_game_of_one_way_three_times() {
    let text = String::from_utf8(example("two-ways.kif")).unwrap();
    let (_, report) = judged(text.replace("４三金打", "３三金打").replace("(43)", "(33)").as_bytes());
    assert_eq!(report.moves_thrice.unwrap().length, 12);
    assert_eq!(report.fourth.unwrap().after, 12);
}

#[test]
fn the_same_record_in_every_encoding() {
    let bytes = example("sennichite-1983.ki2");
    let text = std::str::from_utf8(&bytes).unwrap();
    let expected = judged(&bytes);
    let (shift_jis, _, lost) = encoding_rs::SHIFT_JIS.encode(text);
    assert!(!lost);
    assert_eq!(judged(&shift_jis), expected);
    assert_eq!(judged(format!("\u{feff}{text}").as_bytes()), expected);
    let utf_16: Vec<u8> = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(judged(&utf_16), expected);
}

#[test]
fn perpetual_check_is_its_own_case() {
    // A rook checks on one file, then on the next, and the king goes back and forth.
    let mut text = "P+29OU28HI\nP-91OU\n+\n".to_owned();
    text.push_str("+2898HI\n-9181OU\n");
    for _ in 0..4 {
        text.push_str("+9888HI\n-8191OU\n+8898HI\n-9181OU\n");
    }
    let (_, report) = judged(text.as_bytes());
    let fourth = report.fourth.unwrap();
    assert_eq!(fourth.perpetual_check, Some(Mover::First));
    assert_eq!(fourth.after, 13);
}

#[test]
fn results_and_versions_end_where_they_end() {
    for (text, moves) in [
        ("1.e4 e5 2.Nf3 Nc6 3.Bb5*\n", 5),
        ("1. e4*", 1),
        ("V2.2,PI,+,+7776FU,T1,-3334FU,%TORYO\n", 2),
        ("V2.2,N+A,B\nPI,+,+7776FU\n", 1),
    ] {
        assert_eq!(judged(text.as_bytes()).0.moves().len(), moves, "{text}");
    }
}

#[test]
fn mistakes_point_at_their_place() {
    let place = |text: &str| match read(text, None, &Budget::unlimited()) {
        Err(mistake) => (mistake.says.key(), text[mistake.at].to_owned()),
        other => panic!("{text}: {other:?}"),
    };
    let at = |key: &'static str, text: &str| (key, text.to_owned());
    assert_eq!(place(" \n"), at("record.empty", ""));
    assert_eq!(place("hello"), at("record.unknown_format", ""));
    assert_eq!(place("1 ７六歩(77)\n2 ３四歩(34)\n"), at("record.illegal", "３四歩(34)"));
    assert_eq!(place("1 ７六歩(77)\n2 ３五歩(33)\n"), at("record.illegal", "３五歩(33)"));
    assert_eq!(place("1 ７六歩(77)\n3 ３四歩(33)\n"), at("record.kif_order", "3"));
    assert_eq!(place("1 ７六歩(7"), at("record.kif_from", "("));
    assert_eq!(place("1 ７六歩(77)   ( 0:16/00"), at("record.kif_time", "( 0:16/00"));
    assert_eq!(place("手数----\n1 ７六"), at("record.piece_expected", ""));
    assert_eq!(place("▲７六歩△３四歩△"), at("record.other_side", "△"));
    assert_eq!(place("▲７五歩"), at("record.illegal", "７五歩"));
    assert_eq!(place("▲５八金"), at("record.illegal", "５八金"));
    assert_eq!(place("▲７六歩△３四歩▲"), at("record.square_expected", ""));
    assert_eq!(place("PI\n+\n+7775FU\n"), at("record.illegal", "+7775FU"));
    assert_eq!(place("PI\n+\n-7776FU\n"), at("record.other_side", "-"));
    assert_eq!(place("PI\n+\n+77\n"), at("record.csa_move", "+77"));
    assert_eq!(place("P+29OU19OU\n+\n"), at("record.two_kings", ""));
    assert_eq!(place("P+55HI\nP-51OU\n+\n"), at("record.king_hangs", ""));
    assert_eq!(place("P1-KY-KE\n"), at("record.csa_piece", ""));
    assert_eq!(place("1 ７六歩(77)\n2 中断\n 3 ３四歩(33)\n"), at("record.after_end", "3 ３四歩(33)"));
    assert_eq!(place("▲７六歩\nまで1手で中断\n△３四歩"), at("record.after_end", "△３四歩"));
    assert_eq!(place("PI\n+\n+7776FU\n%CHUDAN\n-3334FU\n"), at("record.after_end", "-3334FU"));
    assert_eq!(place("1. e4 e5 2. Ke3 *"), at("record.illegal_chess", "Ke3"));
    assert_eq!(place("1. e4 a6 2. e5 d5 3. e6e.p. *"), at("record.illegal_chess", "e6e.p."));
    assert_eq!(place("1. e4 d5 2. exd5e.p. *"), at("record.illegal_chess", "exd5e.p."));
    assert_eq!(place("1. e4 e5 2. hello *"), at("record.no_move", "hello"));
    assert_eq!(place("[Variant \"Atomic\"]\n\n1. e4 *"), at("record.variant", "[Variant \"Atomic\"]"));
    assert_eq!(place("1. e4 *\n\n1. e5 *"), at("record.illegal_chess", "e5"));
    assert_eq!(place("position startpos moves 7g7e"), at("record.illegal", "7g7e"));
    assert_eq!(place("position startpos moves 7g7f hello"), at("record.usi_move", "hello"));
    assert_eq!(place("position sfen 9/9/9/9/9/9/9/9/8 b -"), at("record.sfen", "9/9/9/9/9/9/9/9/8"));
    assert_eq!(place("1. e4 { e5 *"), at("record.open_comment", "{"));
    assert_eq!(place("1. e4 (1. d4 d5 *"), at("record.open_variation", "("));
    assert_eq!(place("[FEN \"nonsense\"]\n*"), at("record.fen", "[FEN \"nonsense\"]"));
    assert!(encoding::decode(&example("sennichite-1983.ki2")[..200]).is_err(), "cut in a character");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Records with some bytes cut out, put in or changed: never a panic.
    #[test]
    fn nothing_panics(
        which in 0usize..6,
        changes in proptest::collection::vec((0usize..5000, 0u8..3, any::<char>()), 0..6),
        end in 0usize..5000,
    ) {
        let texts = [
            String::from_utf8(example("sennichite-1983.ki2")).unwrap(),
            String::from_utf8(example("two-ways.kif")).unwrap(),
            String::from_utf8(example("knights.pgn")).unwrap(),
            "V2.2\nN+a\nPI82HI\nP-00FU00AL\n-\n-3334FU,T1\n+7776FU\n'x\n/\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n+\n%TORYO\n".to_owned(),
            "[FEN \"4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 40\"]\n1. O-O-O+ {x} (1. Kd2 $3) Rh1 2. Rxh1 *\n".to_owned(),
            "position sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3 moves 8h2b+ 3a2b B*4e\n".to_owned(),
        ];
        let mut text: Vec<char> = texts[which].chars().collect();
        for (at, what, c) in changes {
            let at = at % text.len().max(1);
            match what {
                0 if at < text.len() => { text.remove(at); }
                1 => text.insert(at.min(text.len()), c),
                _ if at < text.len() => { let other = text[(at * 7) % text.len()]; text[at] = other; }
                _ => {}
            }
        }
        text.truncate(end);
        let text: String = text.into_iter().collect();
        let budget = Budget::unlimited();
        for format in [None, Some(Format::Kif), Some(Format::Ki2), Some(Format::Csa), Some(Format::Usi), Some(Format::Pgn)] {
            match read(&text, format, &budget) {
                Ok((_, games)) => {
                    for replay in games.replays(&budget).unwrap() {
                        let _ = report(&replay, &budget).unwrap();
                    }
                }
                Err(mistake) => {
                    prop_assert!(mistake.at.start <= mistake.at.end && mistake.at.end <= text.len(), "{:?}", mistake);
                    prop_assert!(text.is_char_boundary(mistake.at.start) && text.is_char_boundary(mistake.at.end), "{:?}", mistake);
                }
            }
        }
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(text) = encoding::decode(&bytes) {
            for format in Format::ALL {
                let _ = read(&text, Some(format), &Budget::unlimited());
            }
        }
    }
}

/// A byte order mark moves the place of a mistake, and nothing else.
#[test]
fn mistakes_behind_a_mark_stand_at_their_place() {
    let records = [
        (Format::Pgn, "1. e4 e5 2. Qe9 *", "Qe9"),
        (Format::Csa, "V2.2\nPI\n+\n+7776FU\n-9999FU\n", "-9999FU"),
        (Format::Usi, "position startpos moves 7g7f 9z9z", "9z9z"),
        (Format::Kif, "手合割：平手\n   1 ９九歩(77)\n", "９九歩"),
    ];
    for (format, record, wrong) in records {
        let place = |text: &str| match read(text, Some(format), &Budget::unlimited()) {
            Err(mistake) => mistake.at,
            other => panic!("{text:?}: {other:?}"),
        };
        let (plain, marked) = (place(record), format!("\u{feff}{record}"));
        let shown = place(&marked);
        assert_eq!(shown, plain.start + 3..plain.end + 3, "{record:?}");
        assert!(marked[shown.start..].starts_with(wrong) || marked[shown].contains(wrong), "{record:?}");
    }
}
