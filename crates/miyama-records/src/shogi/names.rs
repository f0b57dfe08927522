//! How pieces, numbers and moves are written in Japanese records.

use super::position::{Kind, Move, Piece, ShogiPosition, Side, Square};

/// Names of pieces, longer ones first: a reader takes the first that fits.
const PIECES: [(&str, Kind, bool); 22] = [
    ("成香", Kind::Lance, true),
    ("成桂", Kind::Knight, true),
    ("成銀", Kind::Silver, true),
    ("歩", Kind::Pawn, false),
    ("香", Kind::Lance, false),
    ("桂", Kind::Knight, false),
    ("銀", Kind::Silver, false),
    ("金", Kind::Gold, false),
    ("角", Kind::Bishop, false),
    ("飛", Kind::Rook, false),
    ("玉", Kind::King, false),
    ("王", Kind::King, false),
    ("と", Kind::Pawn, true),
    ("杏", Kind::Lance, true),
    ("圭", Kind::Knight, true),
    ("全", Kind::Silver, true),
    ("馬", Kind::Bishop, true),
    ("龍", Kind::Rook, true),
    ("竜", Kind::Rook, true),
    ("仝", Kind::Silver, true),
    ("个", Kind::Pawn, true),
    ("兵", Kind::Pawn, false),
];

const KANJI: [&str; 10] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
const WIDE: [&str; 10] = ["０", "１", "２", "３", "４", "５", "６", "７", "８", "９"];

/// The piece that `text` begins with, and what follows.
pub(super) fn take_piece(text: &str) -> Option<((Kind, bool), &str)> {
    PIECES.iter().find_map(|(name, kind, promoted)| text.strip_prefix(name).map(|rest| ((*kind, *promoted), rest)))
}

/// The name of a piece in a move.
pub(super) fn piece(kind: Kind, promoted: bool) -> &'static str {
    PIECES.iter().find(|(_, k, p)| (*k, *p) == (kind, promoted)).map_or("", |(name, _, _)| name)
}

/// The name of a piece in a diagram: one character.
#[must_use]
pub fn short_piece(kind: Kind, promoted: bool) -> &'static str {
    let one = |name: &str| name.chars().count() == 1;
    PIECES.iter().find(|(name, k, p)| (*k, *p) == (kind, promoted) && one(name)).map_or("", |(name, _, _)| name)
}

/// The digit 1 to 9 that `text` begins with, in any of the three ways to write it.
pub(crate) fn take_digit(text: &str) -> Option<(u8, &str)> {
    (1u8..=9).find_map(|n| {
        let i = usize::from(n);
        let plain = [(b'0' + n) as char].iter().collect::<String>();
        [WIDE[i], KANJI[i], plain.as_str()].iter().find_map(|digit| text.strip_prefix(digit)).map(|rest| (n, rest))
    })
}

/// The count of moves that `text` begins with, if it is not absurd.
pub(super) fn number(text: &str) -> Option<usize> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..digits].parse().ok().filter(|&number| number < 1_000_000_000)
}

/// A square as in moves: `７六`.
#[must_use]
pub fn square(square: Square) -> String {
    format!("{}{}", WIDE[usize::from(square.file())], KANJI[usize::from(square.rank())])
}

/// The name of a rank: `六`.
#[must_use]
pub fn rank(rank: u8) -> &'static str {
    KANJI[usize::from(rank)]
}

/// A number as diagrams write it, up to 99: `十八`.
pub(super) fn kanji(n: u8) -> String {
    let (tens, ones) = (n / 10, usize::from(n % 10));
    let head = match tens {
        0 => String::new(),
        1 => "十".to_owned(),
        _ => format!("{}十", KANJI[usize::from(tens.min(9))]),
    };
    if ones > 0 || tens == 0 { format!("{head}{}", KANJI[ones]) } else { head }
}

/// The number that `text` begins with: `十八` is 18. Without a number it is 1.
pub(super) fn take_kanji(text: &str) -> (u8, &str) {
    let digit = |text| take_digit(text).unwrap_or((0, text));
    let (first, rest) = digit(text);
    match rest.strip_prefix('十') {
        Some(rest) => {
            let (ones, rest) = digit(rest);
            (first.max(1) * 10 + ones, rest)
        }
        None => (first.max(1), rest),
    }
}

/// The mark of a side in moves.
#[must_use]
pub fn mark(side: Side) -> &'static str {
    match side {
        Side::Black => "▲",
        Side::White => "△",
    }
}

/// A move as KIF writes it without its number: `７六歩(77)`, `同　銀成(88)`, `５五角打`.
#[must_use]
pub fn kif(position: &ShogiPosition, played: Move, before: Option<Square>) -> String {
    let to = match before {
        Some(before) if before == played.to() => "同　".to_owned(),
        _ => square(played.to()),
    };
    match played {
        Move::Drop { kind, .. } => format!("{to}{}打", piece(kind, false)),
        Move::Go { from, promote, .. } => {
            let name = position.at(from).map_or("", |Piece { kind, promoted, .. }| piece(kind, promoted));
            let suffix = if promote { "成" } else { "" };
            format!("{to}{name}{suffix}({}{})", from.file(), from.rank())
        }
    }
}
