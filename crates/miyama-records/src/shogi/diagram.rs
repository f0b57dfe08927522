//! Where a record of KIF or KI2 begins: a handicap, or a diagram of the board.

use super::about::About;
use super::game::Game;
use super::names;
use super::position::{Kind, Piece, ShogiPosition, Side, Square};
use miyama_budget::Mistake;
use miyama_text::say;
use std::fmt::Write;

/// What the lines before the moves say.
pub(super) struct Header {
    position: ShogiPosition,
    /// Ranks of a diagram read so far.
    ranks: u8,
    side: Option<Side>,
    /// The number of moves before the diagram.
    number: usize,
    pub(super) about: About,
}

/// Handicaps: their names and the squares of White that are empty.
const HANDICAPS: [(&str, &[(u8, u8)]); 15] = [
    ("香落ち", &[(1, 1)]),
    ("右香落ち", &[(9, 1)]),
    ("角落ち", &[(2, 2)]),
    ("飛車落ち", &[(8, 2)]),
    ("飛香落ち", &[(8, 2), (1, 1)]),
    ("二枚落ち", &[(8, 2), (2, 2)]),
    ("三枚落ち", &[(8, 2), (2, 2), (1, 1)]),
    ("四枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
    ("五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)]),
    ("左五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)]),
    ("六枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)]),
    ("左七枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)]),
    ("右七枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)]),
    ("八枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)]),
    ("十枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)]),
];

impl Header {
    pub(super) fn new() -> Header {
        Header { position: ShogiPosition::even(), ranks: 0, side: None, number: 0, about: About::default() }
    }

    /// Reads one line, which begins at byte `at`. Lines that say nothing about
    /// the position are passed over: names, places, dates, comments.
    pub(super) fn line(&mut self, line: &str, at: usize) -> Result<(), Mistake> {
        let text = line.trim_end();
        if let Some(cells) = text.strip_prefix('|') {
            return self.rank(cells, at + 1);
        }
        match text.trim_matches([' ', '\u{3000}']) {
            "先手番" | "下手番" => self.side = Some(Side::Black),
            "後手番" | "上手番" => self.side = Some(Side::White),
            _ => {}
        }
        if let Some(rest) = text.strip_prefix("手数＝").or_else(|| text.strip_prefix("手数=")) {
            self.number = names::number(rest.trim_start()).unwrap_or(0);
        }
        let Some((key, value)) = text.split_once(['：', ':']) else { return Ok(()) };
        let value_at = at + (text.len() - value.len());
        match key.trim() {
            "手合割" => self.handicap(value, value_at),
            "先手の持駒" | "下手の持駒" => self.hand(Side::Black, value, value_at),
            "後手の持駒" | "上手の持駒" => self.hand(Side::White, value, value_at),
            key => {
                if !key.is_empty() && !key.contains(char::is_whitespace) {
                    self.about.field(key, value);
                }
                Ok(())
            }
        }
    }

    fn handicap(&mut self, value: &str, at: usize) -> Result<(), Mistake> {
        let name = value.trim_matches([' ', '\u{3000}']);
        if matches!(name, "" | "平手" | "その他") {
            return Ok(());
        }
        let Some((_, empty)) = HANDICAPS.iter().find(|(known, _)| *known == name) else {
            let span = at..at + value.len();
            // Which of the two silvers is missing, the name does not tell.
            return Err(match name {
                "七枚落ち" => Mistake::new(span, say!("record.handicap_side")),
                _ => Mistake::new(span, say!("record.handicap", name = name)),
            });
        };
        for &(file, rank) in *empty {
            self.position.clear(Square::new(file, rank).expect("the squares of the list are on the board"));
        }
        self.side = Some(Side::White);
        Ok(())
    }

    /// A rank of the diagram: nine cells of a mark and a piece, then `|`.
    fn rank(&mut self, cells: &str, at: usize) -> Result<(), Mistake> {
        if self.ranks == 0 {
            let hands = self.position.clone();
            self.position = ShogiPosition::empty();
            for side in [Side::Black, Side::White] {
                for kind in Kind::IN_HAND {
                    self.position.set_hand(side, kind, hands.in_hand(side, kind));
                }
            }
        }
        self.ranks += 1;
        let wrong = |rest: &str| {
            let start = at + (cells.len() - rest.len());
            let end = start + rest.chars().next().map_or(0, char::len_utf8);
            Mistake::new(start..end, say!("record.diagram"))
        };
        let mut rest = cells;
        for file in (1..=9).rev() {
            let (mark, after) = match rest.chars().next() {
                Some(c) => (c, &rest[c.len_utf8()..]),
                None => return Err(wrong(rest)),
            };
            if let Some(empty) = after.strip_prefix('・').or_else(|| after.strip_prefix('.')) {
                rest = empty;
                continue;
            }
            let side = match mark {
                'v' | 'V' | '▽' => Side::White,
                ' ' | '^' => Side::Black,
                _ => return Err(wrong(rest)),
            };
            let ((kind, promoted), next) = names::take_piece(after).ok_or_else(|| wrong(after))?;
            let square = Square::new(file, self.ranks).ok_or_else(|| wrong(rest))?;
            self.position.put(square, Piece { kind, promoted, side });
            rest = next;
        }
        if !rest.starts_with('|') {
            return Err(wrong(rest));
        }
        Ok(())
    }

    fn hand(&mut self, side: Side, value: &str, at: usize) -> Result<(), Mistake> {
        let mut rest = value;
        loop {
            rest = rest.trim_start_matches([' ', '\u{3000}', '\t']);
            if rest.is_empty() || rest.starts_with("なし") {
                return Ok(());
            }
            let start = at + (value.len() - rest.len());
            let wrong = || {
                let end = start + rest.chars().next().map_or(0, char::len_utf8);
                Mistake::new(start..end, say!("record.hand"))
            };
            let ((kind, promoted), after) = names::take_piece(rest).ok_or_else(wrong)?;
            if promoted || kind == Kind::King {
                return Err(wrong());
            }
            let (count, after) = names::take_kanji(after);
            self.position.set_hand(side, kind, self.position.in_hand(side, kind).saturating_add(count));
            rest = after;
        }
    }

    /// The game that begins so, without moves. Faults are those of the whole,
    /// at byte `at`.
    pub(super) fn finish(mut self, at: usize) -> Result<Game, Mistake> {
        if self.ranks != 0 && self.ranks != 9 {
            return Err(Mistake::new(at..at, say!("record.diagram_ranks", ranks = self.ranks)));
        }
        if let Some(side) = self.side {
            self.position.set_side(side);
        }
        check(&self.position, at)?;
        let mut game = Game::new(self.position, self.number + 1);
        *game.about_mut() = self.about;
        Ok(game)
    }
}

/// Could this position occur at all? No more pieces than a set has, no two
/// kings of one side, nobody may take a king.
pub(super) fn check(position: &ShogiPosition, at: usize) -> Result<(), Mistake> {
    let fault = |says| Err(Mistake::new(at..at, says));
    for kind in Kind::IN_HAND.into_iter().chain([Kind::King]) {
        if position.total(kind) > usize::from(kind.in_a_set()) {
            return fault(say!("record.too_many", piece = names::piece(kind, false), most = kind.in_a_set()));
        }
    }
    for side in [Side::Black, Side::White] {
        let king = |square: &Square| position.at(*square).is_some_and(|p| p.kind == Kind::King && p.side == side);
        if Square::all().filter(king).count() > 1 {
            return fault(say!("record.two_kings"));
        }
    }
    if position.in_check(position.side().other()) {
        return fault(say!("record.king_hangs"));
    }
    Ok(())
}

/// What KIF and KI2 write before the moves of a game: its fields, and its
/// handicap or a diagram. Also how the players are called.
pub(super) fn write(game: &Game) -> (String, [&'static str; 2]) {
    let handicap = if game.first_number() == 1 { name(game.start()) } else { None };
    let titles =
        if handicap.is_some_and(|name| name != "平手") { ["下手", "上手"] } else { ["先手", "後手"] };
    let mut out = String::new();
    for (key, value) in &game.about().fields {
        let key = match key.as_str() {
            "先手" => titles[0],
            "後手" => titles[1],
            key => key,
        };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{key}：{value}");
    }
    match handicap {
        Some(name) => {
            let _ = writeln!(out, "手合割：{name}");
        }
        None => out.push_str(&diagram(game.start(), game.first_number() - 1)),
    }
    (out, titles)
}

/// The name of a position at the beginning of a game, if it has one.
fn name(start: &ShogiPosition) -> Option<&'static str> {
    let even = ShogiPosition::even();
    if *start == even {
        return Some("平手");
    }
    let fits = |(_, empty): &&(&str, &[(u8, u8)])| {
        let mut position = even.clone();
        for &(file, rank) in *empty {
            position.clear(Square::new(file, rank).expect("the squares of the list are on the board"));
        }
        position.set_side(Side::White);
        position == *start
    };
    HANDICAPS.iter().find(fits).map(|(name, _)| *name)
}

/// The diagram of a position, as KIF and KI2 write it.
fn diagram(position: &ShogiPosition, number: usize) -> String {
    let mut out = String::new();
    let hand = |side| {
        let held: Vec<String> = Kind::IN_HAND
            .into_iter()
            .rev()
            .map(|kind| (kind, position.in_hand(side, kind)))
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| {
                let count = if count > 1 { names::kanji(count) } else { String::new() };
                format!("{}{count}", names::piece(kind, false))
            })
            .collect();
        if held.is_empty() { "なし".to_owned() } else { held.join("　") }
    };
    // Writing to a String cannot fail.
    let _ = writeln!(out, "手合割：その他\n後手の持駒：{}", hand(Side::White));
    out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 1..=9 {
        out.push('|');
        for file in (1..=9).rev() {
            let square = Square::new(file, rank).expect("on the board");
            match position.at(square) {
                None => out.push_str(" ・"),
                Some(piece) => {
                    out.push(if piece.side == Side::White { 'v' } else { ' ' });
                    out.push_str(names::short_piece(piece.kind, piece.promoted));
                }
            }
        }
        let _ = writeln!(out, "|{}", names::rank(rank));
    }
    let _ = writeln!(out, "+---------------------------+\n先手の持駒：{}", hand(Side::Black));
    if number > 0 {
        let _ = writeln!(out, "手数＝{number}");
    }
    if position.side() == Side::White {
        out.push_str("後手番\n");
    }
    out
}
