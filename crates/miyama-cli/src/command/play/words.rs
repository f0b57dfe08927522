//! What a person can ask for besides a move, in words of both languages.

/// A wish of the person at play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Hint,
    Why,
    Undo,
    Redo,
    Moves,
    Show,
    Help,
    Quit,
}

const WORDS: &[(Wish, &[&str])] = &[
    (Wish::Hint, &["hint", "ヒント"]),
    (Wish::Why, &["why", "なぜ", "理由"]),
    (Wish::Undo, &["undo", "u", "待った", "戻る", "戻す"]),
    (Wish::Redo, &["redo", "r", "進む", "進める", "やり直す"]),
    (Wish::Moves, &["moves", "手", "一覧"]),
    (Wish::Show, &["show", "局面"]),
    (Wish::Help, &["help", "?", "？", "ヘルプ", "助けて"]),
    (Wish::Quit, &["quit", "exit", "q", "終了", "やめる"]),
];

/// The wish that a line utters, if it is one.
pub(super) fn wish(line: &str) -> Option<Wish> {
    let line = line.trim().to_lowercase();
    WORDS.iter().find(|(_, words)| words.contains(&line.as_str())).map(|(wish, _)| *wish)
}
