//! A game that cannot be read: which one, where, and why.

use super::encoding::decode_lossy;
use miyama_budget::Mistake;

/// Characters of a line that are shown on each side of a mistake: a record may
/// be one endless line.
const AROUND: usize = 40;

/// What is wrong with a game, and where it stands in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misread {
    /// The number of the game in the record, from 1.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// The line around the place.
    pub excerpt: String,
    /// Where the excerpt begins in the text of the record.
    pub offset: usize,
    /// What is wrong; its place is that in the excerpt.
    pub mistake: Mistake,
}

impl Misread {
    /// A mistake in `bytes`, which stand behind `offset` bytes and `lines` whole lines.
    pub(super) fn new(game: usize, mistake: Mistake, bytes: &[u8], offset: usize, lines: usize) -> Misread {
        let start = mistake.at.start.min(bytes.len());
        let end = mistake.at.end.clamp(start, bytes.len());
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let line_start = bytes[..start].iter().rposition(is_end).map_or(0, |i| i + 1);
        let line_end = bytes[start..].iter().position(is_end).map_or(bytes.len(), |i| start + i);
        let (before, place) = (&bytes[line_start..start], &bytes[start..end.min(line_end)]);
        let behind = &bytes[end.min(line_end)..line_end];
        let (before, mut place) = (decode_lossy(before), decode_lossy(place).into_owned());
        let column = before.chars().count() + 1;
        let head: usize = before.char_indices().rev().nth(AROUND).map_or(0, |(i, _)| i);
        cut(&mut place, 2 * AROUND);
        let mut behind = decode_lossy(&behind[..behind.len().min(8 * AROUND)]).into_owned();
        cut(&mut behind, AROUND);
        let at = before.len() - head..before.len() - head + place.len();
        let excerpt = format!("{}{place}{behind}", &before[head..]).replace('\0', " ");
        Misread {
            game,
            line: lines + line_ends(&bytes[..start]) + 1,
            column,
            excerpt,
            offset: offset + line_start + head,
            mistake: mistake.placed_at(at),
        }
    }

    /// The mistake with its place in the whole record, if that is UTF-8.
    #[must_use]
    pub(crate) fn in_text(self) -> Mistake {
        self.mistake.shifted(self.offset)
    }
}

fn cut(text: &mut String, most: usize) {
    if let Some((i, _)) = text.char_indices().nth(most) {
        text.truncate(i);
    }
}

/// How many lines end in these bytes: with `\n`, `\r\n` or `\r`.
pub(super) fn line_ends(bytes: &[u8]) -> usize {
    let newlines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    if !bytes.contains(&b'\r') {
        return newlines;
    }
    // `\r` at the very end may be half of `\r\n`; it counts when more is known.
    let alone = bytes.windows(2).filter(|pair| pair[0] == b'\r' && pair[1] != b'\n').count();
    newlines + alone
}
