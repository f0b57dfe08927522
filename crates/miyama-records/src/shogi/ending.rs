//! How a game of shogi ends without a move, and how the formats write it.

use super::position::Side;

/// The end of a game, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// 投了: the side to move resigns.
    Resignation,
    /// 中断.
    Interruption,
    /// 持将棋: both kings have come through.
    Impasse,
    /// 引き分け: drawn for another reason, such as a limit of moves.
    Draw,
    /// 千日手.
    Repetition,
    /// 詰み: the side to move is mate.
    Mate,
    /// 不詰: there is no mate, in a problem.
    NoMate,
    /// 切れ負け: the side to move has no time left.
    Time,
    /// 反則勝ち: the other side has broken a rule.
    FoulOfOther,
    /// 反則負け: the side to move has broken a rule.
    Foul,
    /// 入玉勝ち: the side to move declares that its king has come through.
    Declaration,
    /// 不戦勝: the other side did not come.
    Walkover,
    /// 不戦敗: the side to move did not come.
    Absence,
}

/// Names in KIF; what is written comes first, and a name before its own beginning.
const NAMES: [(&str, Ending); 20] = [
    ("投了", Ending::Resignation),
    ("中断", Ending::Interruption),
    ("持将棋", Ending::Impasse),
    ("千日手", Ending::Repetition),
    ("詰み", Ending::Mate),
    ("詰", Ending::Mate),
    ("不詰", Ending::NoMate),
    ("切れ負け", Ending::Time),
    ("時間切れ", Ending::Time),
    ("反則勝ち", Ending::FoulOfOther),
    ("反則負け", Ending::Foul),
    ("反則負", Ending::Foul),
    ("入玉勝ち", Ending::Declaration),
    ("入玉宣言", Ending::Declaration),
    ("宣言勝ち", Ending::Declaration),
    ("不戦勝", Ending::Walkover),
    ("不戦敗", Ending::Absence),
    ("引き分け", Ending::Draw),
    ("引分け", Ending::Draw),
    ("引分", Ending::Draw),
];

/// Names in CSA; that of a foul of the other side names that side. CSA has no
/// word for a walkover: it is told by a comment, the name in KIF.
const CODES: [(&str, Ending); 10] = [
    ("%TORYO", Ending::Resignation),
    ("%CHUDAN", Ending::Interruption),
    ("%JISHOGI", Ending::Impasse),
    ("%HIKIWAKE", Ending::Draw),
    ("%SENNICHITE", Ending::Repetition),
    ("%TSUMI", Ending::Mate),
    ("%FUZUMI", Ending::NoMate),
    ("%TIME_UP", Ending::Time),
    ("%ILLEGAL_MOVE", Ending::Foul),
    ("%KACHI", Ending::Declaration),
];

impl Ending {
    /// The end that a text begins with.
    pub(super) fn of(text: &str) -> Option<Ending> {
        NAMES.iter().find(|(name, _)| text.starts_with(name)).map(|(_, ending)| *ending)
    }

    /// Does a text begin with the end of a game?
    pub(crate) fn begins(text: &str) -> bool {
        Ending::of(text).is_some()
    }

    /// Its name in KIF.
    pub(super) fn name(self) -> &'static str {
        NAMES.iter().find(|(_, ending)| *ending == self).map_or("", |(name, _)| name)
    }

    /// The end that a statement of CSA means, with `side` to move.
    pub(super) fn of_code(code: &str, side: Side) -> Option<Ending> {
        let foul_of = |culprit| if culprit == side { Ending::Foul } else { Ending::FoulOfOther };
        match code {
            "%+ILLEGAL_ACTION" => Some(foul_of(Side::Black)),
            "%-ILLEGAL_ACTION" => Some(foul_of(Side::White)),
            _ => CODES.iter().find(|(known, _)| *known == code).map(|(_, ending)| *ending),
        }
    }

    /// The statement of CSA, with `side` to move, if it has one.
    pub(super) fn code(self, side: Side) -> Option<&'static str> {
        match (self, side) {
            (Ending::FoulOfOther, Side::Black) => Some("%-ILLEGAL_ACTION"),
            (Ending::FoulOfOther, Side::White) => Some("%+ILLEGAL_ACTION"),
            _ => CODES.iter().find(|(_, ending)| *ending == self).map(|(code, _)| *code),
        }
    }

    /// The end that a comment of CSA tells of, for want of a statement.
    pub(super) fn of_comment(comment: &str) -> Option<Ending> {
        [Ending::Walkover, Ending::Absence].into_iter().find(|ending| ending.name() == comment)
    }

    /// The last line of KIF and KI2, `まで60手で後手の勝ち`, with `side` to move
    /// after `moves` moves; the names of the sides are those of `names`.
    pub(super) fn sentence(self, moves: usize, side: Side, names: [&str; 2]) -> String {
        let (mover, other) = (names[side.index()], names[side.other().index()]);
        let what = match self {
            Ending::Resignation => format!("{other}の勝ち"),
            Ending::Interruption
            | Ending::Impasse
            | Ending::Draw
            | Ending::Repetition
            | Ending::Mate
            | Ending::NoMate => self.name().to_owned(),
            Ending::Time => format!("時間切れにより{other}の勝ち"),
            Ending::FoulOfOther => format!("{other}の反則負け"),
            Ending::Foul => format!("{other}の反則勝ち"),
            Ending::Declaration => format!("{mover}の入玉勝ち"),
            Ending::Walkover => format!("{mover}の不戦勝"),
            Ending::Absence => format!("{mover}の不戦敗"),
        };
        format!("まで{moves}手で{what}")
    }

    /// The end that such a line tells of, with `side` to move.
    pub(super) fn of_sentence(line: &str, side: Side) -> Option<Ending> {
        let what = line.split_once("手で").map_or(line, |(_, what)| what);
        let named = [(Side::Black, ["先手", "下手", "▲"]), (Side::White, ["後手", "上手", "△"])]
            .into_iter()
            .find(|(_, names)| names.iter().any(|name| what.starts_with(name)))
            .map(|(side, _)| side);
        let by_mover = named.is_none_or(|named| named == side);
        let has = |word| what.contains(word);
        Some(match () {
            () if has("反則負") && by_mover => Ending::Foul,
            () if has("反則負") => Ending::FoulOfOther,
            () if has("反則") && by_mover => Ending::FoulOfOther,
            () if has("反則") => Ending::Foul,
            () if has("時間切れ") || has("切れ負け") => Ending::Time,
            () if has("入玉") || has("宣言") => Ending::Declaration,
            () if has("不戦勝") && by_mover || has("不戦敗") && !by_mover => Ending::Walkover,
            () if has("不戦") => Ending::Absence,
            () if has("の勝ち") || has("投了") => Ending::Resignation,
            () if has("不詰") => Ending::NoMate,
            () => NAMES.iter().find(|(name, _)| has(name)).map(|(_, ending)| *ending)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Ending; 13] = [
        Ending::Resignation,
        Ending::Interruption,
        Ending::Impasse,
        Ending::Draw,
        Ending::Repetition,
        Ending::Mate,
        Ending::NoMate,
        Ending::Time,
        Ending::FoulOfOther,
        Ending::Foul,
        Ending::Declaration,
        Ending::Walkover,
        Ending::Absence,
    ];

    #[test]
    fn a_draw_has_its_reason() {
        assert_eq!(Ending::of_sentence("まで120手で千日手により引き分け", Side::Black), Some(Ending::Repetition));
        assert_eq!(Ending::of_sentence("まで512手で引分", Side::Black), Some(Ending::Draw));
        assert_eq!(Ending::of_code("%HIKIWAKE", Side::Black), Some(Ending::Draw));
    }

    #[test]
    fn every_end_is_read_as_it_is_written() {
        for ending in ALL {
            for side in [Side::Black, Side::White] {
                assert_eq!(Ending::of(ending.name()), Some(ending));
                let in_csa = match ending.code(side) {
                    Some(code) => Ending::of_code(code, side),
                    None => Ending::of_comment(ending.name()),
                };
                assert_eq!(in_csa, Some(ending));
                for names in [["先手", "後手"], ["下手", "上手"]] {
                    let sentence = ending.sentence(60, side, names);
                    assert_eq!(Ending::of_sentence(&sentence, side), Some(ending), "{sentence}");
                }
            }
        }
    }
}
