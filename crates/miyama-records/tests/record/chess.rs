//! Games of chess against positions compared pairwise, and how PGN writes them.

use super::*;
use cozy_chess::{Board, Move, Piece};

/// A move as PGN writes it, with as much of its origin as is needed.
fn san(board: &Board, played: Move, legal: &[Move]) -> String {
    let piece = board.piece_on(played.from).unwrap();
    if board.color_on(played.to) == Some(board.side_to_move()) {
        return if played.to.file() > played.from.file() { "O-O".into() } else { "O-O-O".into() };
    }
    let takes = board.piece_on(played.to).is_some() || (piece == Piece::Pawn && played.from.file() != played.to.file());
    let cross = if takes { "x" } else { "" };
    if piece == Piece::Pawn {
        let from = if takes { played.from.file().to_string() } else { String::new() };
        let queen = played.promotion.map_or(String::new(), |p| format!("={}", p.to_string().to_uppercase()));
        return format!("{from}{cross}{}{queen}", played.to);
    }
    let rivals: Vec<&Move> = legal
        .iter()
        .filter(|m| m.to == played.to && m.from != played.from && board.piece_on(m.from) == Some(piece))
        .collect();
    let origin = if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|m| m.from.file() != played.from.file()) {
        played.from.file().to_string()
    } else if rivals.iter().all(|m| m.from.rank() != played.from.rank()) {
        played.from.rank().to_string()
    } else {
        played.from.to_string()
    };
    format!("{}{origin}{cross}{}", piece.to_string().to_uppercase(), played.to)
}

#[test]
fn a_thousand_games_of_chess_agree_with_positions_compared_pairwise() {
    let budget = Budget::unlimited();
    let mut dice = Dice(5);
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 40",
        "8/3k4/8/8/3N4/8/3K1Q2/8 b - - 3 17",
        "4k3/2p1p3/8/3P4/8/8/2P1P3/4K3 w - - 0 1",
    ];
    let (mut drawn, mut thrice) = (0, 0);
    for round in 0..1000 {
        let fen = starts[round % 4];
        let mut board: Board = fen.parse().unwrap();
        let mut boards = vec![board.clone()];
        let mut text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
        let mut played: Vec<Move> = Vec::new();
        while played.len() < 60 {
            let mut legal = Vec::new();
            board.generate_moves(|moves| {
                legal.extend(moves);
                false
            });
            if legal.is_empty() {
                break;
            }
            let back = (played.len() >= 2 && dice.roll(3) > 0).then(|| played[played.len() - 2]);
            let back = back.map(|m| Move { from: m.to, to: m.from, promotion: None });
            let next = back.filter(|m| legal.contains(m)).unwrap_or_else(|| legal[dice.roll(legal.len())]);
            text.push_str(&format!("{} ", san(&board, next, &legal)));
            board.play(next);
            boards.push(board.clone());
            played.push(next);
        }
        text.push_str("1/2-1/2\n");
        let (format, games) = read(&text, None, &budget).unwrap_or_else(|refused| panic!("{refused:?}\n{text}"));
        assert_eq!(format, Format::Pgn);
        let replay = &games.replays(&budget).unwrap()[0];
        assert_eq!(replay.moves().len(), played.len());
        let judged = report(replay, &budget).unwrap();
        agree(&judged, &slow(boards.len(), &|i, j| boards[i].same_position(&boards[j]), replay));
        drawn += usize::from(judged.third.is_some());
        thrice += usize::from(judged.moves_thrice.is_some());
    }
    assert!(drawn > 100 && thrice > 10, "{drawn} {thrice}");
}

#[test]
fn comments_variations_and_several_games() {
    let text = "%escape\n[Event \"a\"]\n\n1.e4 {a ) comment} e5 ; rest of line (\n2. Nf3 (2. f4 exf4 (2... d5 {x}) 3. Nf3) \
                2... Nc6!? $14 3. Bb5 a6 4. O-O 1-0\n\n[Event \"b\"]\n\n1. d4 *\n";
    let (_, games) = read(text, None, &Budget::unlimited()).unwrap();
    let moves: Vec<String> =
        games.replays(&Budget::unlimited()).unwrap().iter().map(|game| game.moves().join(" ")).collect();
    assert_eq!(moves, ["e4 e5 Nf3 Nc6 Bb5 a6", "d4"].map(str::to_owned).map(|m| m.replace("a6", "a6 O-O")));
}

#[test]
fn a_pawn_taken_in_passing_may_be_marked() {
    let moves = |capture: &str| {
        let (_, games) = read(&format!("1. e4 a6 2. e5 d5 3. {capture} *"), None, &Budget::unlimited()).unwrap();
        let replay = games.replays(&Budget::unlimited()).unwrap().remove(0);
        replay.moves().len()
    };
    for capture in ["exd6", "exd6e.p.", "exd6e.p.!", "exd6 e.p.", "exd6! e.p."] {
        assert_eq!(moves(capture), 5, "{capture}");
    }
}
