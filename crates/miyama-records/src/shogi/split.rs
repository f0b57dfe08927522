//! Several games of shogi in one file: where each of them begins.
//!
//! CSA has a line `/` between games, and USI a line for each. KIF and KI2 have
//! no sign of their own: a new game begins where lines of a header follow on
//! moves. Many files of CSA are put together so too.

use crate::Format;
use crate::lines::lines;
use std::ops::Range;

/// What a line is, as far as it tells games apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// It belongs to whatever it follows.
    Neutral,
    /// It stands before the moves of a game.
    Header,
    /// The header is over: `手数----指手----`.
    Closing,
    /// A move, or the end of the game; `first` if it is numbered 1.
    Moves { first: bool },
    /// The end of the game.
    End,
    /// A variation begins.
    Variation,
    /// It stands between two games.
    Between,
}

/// The games of a text; at least one.
pub(crate) fn games(text: &str, format: Format) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    // How far the game is.
    let (mut header, mut closed, mut moves, mut ended) = (false, false, false, false);
    // Is a variation being told? Its numbers begin anywhere.
    let mut varied = false;
    for (at, line) in lines(text) {
        let kind = match format {
            Format::Csa => csa(line),
            Format::Usi => usi(line),
            _ => kif(line, format),
        };
        let cuts = match kind {
            Line::Header => closed || moves || ended,
            Line::Closing => moves || ended,
            Line::Moves { first } => first && (moves || ended) && !varied,
            Line::Between => true,
            Line::End | Line::Variation | Line::Neutral => false,
        };
        if cuts {
            if header || moves || ended {
                found.push(start..at);
            }
            (header, closed, moves, ended, varied) = (false, false, false, false, false);
            start = if kind == Line::Between { (at + line.len()).min(text.len()) } else { at };
        }
        match kind {
            Line::Header => header = true,
            Line::Closing => (header, closed) = (true, true),
            Line::Moves { .. } => moves = true,
            Line::End => ended = true,
            Line::Variation => varied = true,
            Line::Neutral | Line::Between => {}
        }
    }
    if header || moves || ended || found.is_empty() {
        found.push(start..text.len());
    }
    found
}

fn kif(line: &str, format: Format) -> Line {
    let body = line.trim_start_matches([' ', '\u{3000}', '\t']);
    if body.is_empty() || body.starts_with(['#', '*', '&']) {
        return Line::Neutral;
    }
    if body.starts_with("手数--") {
        return Line::Closing;
    }
    if body.starts_with("変化") {
        return Line::Variation;
    }
    if body.starts_with("まで") {
        return Line::End;
    }
    let after = body.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = &body[..body.len() - after.len()];
    let after = after.trim_start();
    if super::ki2::is_marked(after) {
        return Line::Moves { first: number == "1" };
    }
    if !number.is_empty() && format == Format::Kif {
        return if super::ending::Ending::begins(after) { Line::End } else { Line::Moves { first: number == "1" } };
    }
    let begins = body.contains('：') || body.starts_with('|') || body.starts_with("+--") || body.starts_with('９');
    if begins { Line::Header } else { Line::Neutral }
}

fn csa(line: &str) -> Line {
    match line.as_bytes() {
        [b'/', rest @ ..] if rest.trim_ascii().is_empty() => Line::Between,
        [b'V' | b'N' | b'P' | b'$', ..] => Line::Header,
        [b'+' | b'-', rest @ ..] if rest.trim_ascii().is_empty() || rest.starts_with(b",") => Line::Header,
        // A move, even one that cannot be read: its game goes on.
        [b'+' | b'-', ..] => Line::Moves { first: false },
        [b'%', ..] => Line::End,
        _ => Line::Neutral,
    }
}

fn usi(line: &str) -> Line {
    let body = line.trim_start();
    if body.is_empty() || body.starts_with('#') { Line::Neutral } else { Line::Moves { first: true } }
}

#[cfg(test)]
mod tests {
    use super::games;
    use crate::Format;

    #[test]
    fn a_move_that_cannot_be_read_begins_no_game() {
        let text = "PI\n+\n+2726FU\n-XXXX\n/\nPI\n+\n+7776FU\n";
        let found: Vec<&str> = games(text, Format::Csa).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["PI\n+\n+2726FU\n-XXXX\n", "\nPI\n+\n+7776FU\n"]);
    }
}
