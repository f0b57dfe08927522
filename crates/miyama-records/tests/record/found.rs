//! Games of chess as they are found: what each of them says, and that a bad one does not spoil
//! the others.

use super::*;

/// The moves of each game, or the key of what is wrong with it, its line and column.
fn all(bytes: &[u8]) -> Vec<Result<String, (&'static str, usize, usize)>> {
    let budget = Budget::unlimited();
    let mut reader = Reader::open(bytes, Some(Format::Pgn), &budget).unwrap();
    let mut found = Vec::new();
    while let Some(game) = reader.next(&budget).unwrap() {
        found.push(match game {
            Ok(game) => Ok(game.into_replay(&budget).unwrap().moves().join(" ")),
            Err(misread) => {
                assert_eq!(misread.game, found.len() + 1);
                Err((misread.mistake.says.key(), misread.line, misread.column))
            }
        });
    }
    found
}

#[track_caller]
fn moves(text: &str, expected: &str) {
    assert_eq!(all(text.as_bytes()), [Ok(expected.to_owned())], "{text}");
}

#[test]
fn one_game_in_many_writings() {
    for text in [
        "1. e4 e5 2. Nf3 *",
        "1. e4 e5 2. Nf3",
        "e4 e5 Nf3",
        "1.e4 e5 2.Nf3 ½-½",
        "1. e4 e5 2. Nf3 1/2",
        "1 e4 e5 2 Nf3 1-0",
        "\u{feff}1. e4 e5 2. ♘f3 1–0",
        "1. e4 1… e5 2.\u{a0}Nf3 *",
        "1. e4 $1 $ 14 e5 ± 2. Nf3 +/- N *",
        "1. e4 {a\r\n} e5 ; b {\r\n2. Nf3 (2. f4 (2. d4 {)} ) ) *\r\n% note\r\n",
        "[Event \"a \\\" b\"] [Site \"c\"]\r\n[Round \"no \"quotes\" here\"]\r\n\r\n1. e4 e5 2. Nf3\r\n\r\n",
    ] {
        moves(text, "e4 e5 Nf3");
    }
    moves("1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 *", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
    moves("1. e4 -- 2. d4 Z0 *", "e4 -- d4 Z0");
    moves("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. o-o *", "e4 e5 Nf3 Nc6 Bc4 Bc5 o-o");
    moves("[Event \"no moves\"]\n", "");
    // What stands between games is none of them.
    for text in
        ["1. e4 e5 1/2 - 1/2 1. d4 *", "1. e4 e5 1-0 White wins\n\n1. d4 *", "1. e4 e5 ½ – ½\n\n[Event \"2\"]\n\n1. d4"]
    {
        assert_eq!(all(text.as_bytes()), [Ok("e4 e5".to_owned()), Ok("d4".to_owned())], "{text}");
    }
    assert_eq!(all(b"1. e4 * 1. P-K4 *")[1], Err(("record.no_move", 1, 12)));
    let latin: Vec<u8> = "[White \"Müller\"]\n\n1. e4 {é} e5 ½-½\n".chars().map(|c| c as u8).collect();
    assert_eq!(all(&latin), [Ok("e4 e5".to_owned())]);
}

#[test]
fn chess960_with_ordinary_rights() {
    let game = |tags: &str| {
        format!(
            "{tags}[FEN \"nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w KQkq - 0 1\"]\n\n1. f3 f6 2. Bf2 Bf7 3. Nb3 *"
        )
    };
    moves(&game("[Variant \"Chess960\"]\n"), "f3 f6 Bf2 Bf7 Nb3");
    let castled = "[Variant \"Fischerandom\"]\n[FEN \"1r1k1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w KQkq - 0 1\"]\n\n1. O-O O-O-O *";
    moves(castled, "O-O O-O-O");
    let surplus = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1\"]\n\n1. O-O-O Ke7 *";
    moves(surplus, "O-O-O Ke7");
}

/// By whatever name, and whatever the moves would be in chess.
#[test]
fn other_variants_are_refused() {
    let game = |name: &str| format!("[Variant \"{name}\"]\n\n1. e4 e5 *");
    for name in ["Standard", "From Position", "chess", "Chess 960", "fischerandom", "Freestyle", ""] {
        moves(&game(name), "e4 e5");
    }
    for name in ["Atomic", "Antichess", "Crazyhouse", "Three-check", "King of the Hill", "xiangqi"] {
        assert_eq!(all(game(name).as_bytes()), [Err(("record.variant", 1, 1))], "{name}");
    }
}

#[test]
fn a_bad_game_does_not_spoil_the_others() {
    let text = "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. e5 e5 2. Nf3 *\n\n[Event \"3\"]\n[Variant \"Crazyhouse\"]\n\n1. d4 *\n\n\
                [Event \"4\"]\n\n1. d4 {open\n\n[Event \"5\"]\n\n1. c4 (1. d4\n\n[Event \"6\"]\n\n1. c4\n[Event \"7\"]\n\n[Event \"8\"]\n\n1. a3 0-1\n";
    assert_eq!(
        all(text.as_bytes()),
        [
            Ok("e4".to_owned()),
            Err(("record.illegal_chess", 7, 4)),
            Err(("record.variant", 10, 1)),
            Err(("record.open_comment", 16, 7)),
            Err(("record.open_variation", 20, 7)),
            Ok("c4".to_owned()),
            Ok(String::new()),
            Ok("a3".to_owned()),
        ]
    );
}

/// A source that gives a few bytes at a time, as a pipe does.
struct Drops<'a>(&'a [u8], usize);

impl std::io::Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = self.1.min(buffer.len()).min(self.0.len());
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

/// Games that are cut anywhere by the pieces in which they are read.
#[test]
fn a_large_file_is_read_in_pieces() {
    let mut text = String::new();
    for n in 0..3000 {
        let comment = "x".repeat(n % 97);
        let opening = ["1. e4 e5 2. Nf3", "1. d4 (1. c4) d5 2. c4", "1. c4 2. hello"][n % 3];
        text.push_str(&format!("[Event \"{n}\"]\n\n{opening} {{{comment}}} *\n\n"));
    }
    text.push_str(&format!("1. e4 {{{}}} e5 *", "y".repeat(300_000)));
    let budget = Budget::unlimited();
    let mut reader = Reader::open(Drops(text.as_bytes(), 4099), None, &budget).unwrap();
    let mut count = 0;
    while let Some(game) = reader.next(&budget).unwrap() {
        count += 1;
        match (count % 3, game) {
            (0, Err(misread)) => assert_eq!((misread.line, misread.column), (4 * count - 1, 10)),
            (_, Ok(game)) => assert!(game.into_replay(&budget).unwrap().moves().len() >= 2),
            (_, Err(misread)) => panic!("{misread:?}"),
        }
    }
    assert_eq!(count, 3001);
    // One game that does not fit is refused, and the time is looked at.
    let small = Budget::unlimited().with_memory(2_000_000);
    let mut reader = Reader::open("1. e4 {".as_bytes().chain(std::io::repeat(b'x')), None, &small).unwrap();
    assert!(matches!(reader.next(&small), Err(reader::Unread::Stopped(_))));
}
