//! The tags and words of PGN, without comments, variations and annotations.
//!
//! The structure of PGN is ASCII, so that bytes are enough: names may be in
//! UTF-8 or in Latin 1.

use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// What stands in the main line.
pub(super) enum Token<'a> {
    /// A tag: its name and its value, as written between the quotes.
    Tag(&'a [u8], &'a [u8]),
    /// A move, a number, a result or a mark.
    Word(&'a [u8]),
}

/// Why there is no token.
pub(super) enum Halt {
    /// The text goes on behind these bytes, and what stands at their end may too.
    More,
    /// Something is wrong; reading may go on behind it.
    Mistake(Mistake),
}

impl From<Mistake> for Halt {
    fn from(mistake: Mistake) -> Halt {
        Halt::Mistake(mistake)
    }
}

/// Where a game begins, whatever was left open before it.
const BEGINNING: &[u8] = b"[Event ";

/// The bytes of a record, as far as they have been read.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    /// Is there nothing behind the bytes?
    last: bool,
    at: usize,
    /// How many variations are open, and where the outermost begins.
    open: (usize, usize),
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8], last: bool) -> Tokens<'a> {
        Tokens { bytes, last, at: 0, open: (0, 0) }
    }

    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    fn begins_line(&self) -> bool {
        self.at == 0 || is_line_end(self.bytes[self.at - 1])
    }

    /// The next tag or word of the main line.
    pub(super) fn next(&mut self) -> Result<Option<(Token<'a>, Range<usize>)>, Halt> {
        loop {
            let rest = self.rest();
            let Some(&byte) = rest.first() else {
                return match self.open {
                    _ if !self.last => Err(Halt::More),
                    (0, _) => Ok(None),
                    _ => Err(self.open_variation()),
                };
            };
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0 | 0x0b | 0x0c | b'}' | b'<' | b'>' | b'!' | b'?' => self.at += 1,
                b'%' if self.begins_line() => self.at += self.length(is_line_end)?,
                b';' => self.at += self.length(is_line_end)?,
                b'{' => self.comment()?,
                b'(' => {
                    if self.open.0 == 0 {
                        self.open.1 = self.at;
                    }
                    self.open.0 += 1;
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    let Some(left) = self.open.0.checked_sub(1) else {
                        return Err(Mistake::new(self.at - 1..self.at, say!("record.closed_variation")).into());
                    };
                    self.open.0 = left;
                }
                b'[' if self.open.0 == 0 => return self.tag().map(Some),
                b'[' if self.begins_line() => {
                    if !self.last && rest.len() < BEGINNING.len() {
                        return Err(Halt::More);
                    }
                    if rest.starts_with(BEGINNING) {
                        return Err(self.open_variation());
                    }
                    self.at += 1;
                }
                b'[' | b']' => self.at += 1,
                b'$' => {
                    self.at += 1;
                    self.at += self.length(|b| !b.is_ascii_digit())?;
                }
                _ => {
                    let (word, at) = self.word()?;
                    if self.open.0 == 0 {
                        return Ok(Some((Token::Word(word), at)));
                    }
                }
            }
        }
    }

    /// The outermost variation has no end.
    fn open_variation(&mut self) -> Halt {
        let start = self.open.1;
        self.open = (0, 0);
        Mistake::new(start..start + 1, say!("record.open_variation")).into()
    }

    /// How many bytes there are before the first that ends something.
    fn length(&self, ends: impl Fn(u8) -> bool) -> Result<usize, Halt> {
        match self.rest().iter().position(|&byte| ends(byte)) {
            Some(length) => Ok(length),
            None if self.last => Ok(self.rest().len()),
            None => Err(Halt::More),
        }
    }

    /// `{…}`, which does not nest. A comment that is never closed would take the
    /// next games with it: it ends where one of them begins.
    fn comment(&mut self) -> Result<(), Halt> {
        let rest = self.rest();
        let end = rest
            .iter()
            .enumerate()
            .find(|&(i, &byte)| byte == b'}' || (is_line_end(byte) && rest[i + 1..].starts_with(BEGINNING)));
        match end {
            Some((i, b'}')) => {
                self.at += i + 1;
                return Ok(());
            }
            None if !self.last => return Err(Halt::More),
            _ => {}
        }
        let start = self.at;
        self.at += end.map_or(rest.len(), |(i, _)| i);
        Err(Mistake::new(start..start + 1, say!("record.open_comment")).into())
    }

    fn word(&mut self) -> Result<(&'a [u8], Range<usize>), Halt> {
        let start = self.at;
        let mut length = self.length(ends_word)?;
        // `*`, a result, is a word of its own, also right behind a move.
        if let Some(star) = self.rest()[..length].iter().position(|byte| *byte == b'*') {
            length = star.max(1);
        }
        // `e8(Q)` is a move, not the beginning of a variation.
        let after = &self.rest()[length..];
        if after.first() == Some(&b'(') {
            if after.len() < 3 && !self.last {
                return Err(Halt::More);
            }
            if let [b'(', piece, b')', ..] = after
                && b"NBRQnbrq".contains(piece)
            {
                length += 3;
            }
        }
        self.at += length;
        Ok((&self.bytes[start..self.at], start..self.at))
    }

    /// `[Name "value"]`. The value ends at the first quote that is not escaped
    /// and has `]` behind it; some programs escape nothing.
    fn tag(&mut self) -> Result<(Token<'a>, Range<usize>), Halt> {
        let start = self.at;
        let length = self.length(is_line_end)?;
        let line = &self.rest()[..length];
        let end = close(line, true).or_else(|| close(line, false));
        let parsed = end.and_then(|(quote, end)| {
            let first = line.iter().position(|&b| b == b'"').filter(|&first| first < quote)?;
            let name = line[1..first].trim_ascii();
            (!name.is_empty()).then_some((Token::Tag(name, &line[first + 1..quote]), end))
        });
        let Some((token, end)) = parsed else {
            self.at += length;
            let shown = line.trim_ascii_end().len();
            return Err(Mistake::new(start..start + shown, say!("record.tag")).into());
        };
        self.at += end;
        Ok((token, start..self.at))
    }
}

fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | 0 | 0x0b | 0x0c)
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$' | b'<' | b'>')
}

/// The quote that closes the value of a tag, and the end of the tag.
fn close(line: &[u8], escapes: bool) -> Option<(usize, usize)> {
    let mut escaped = false;
    let mut quotes = 0;
    for (i, &byte) in line.iter().enumerate() {
        if byte == b'"' && !escaped {
            quotes += 1;
            let blank = line[i + 1..].iter().take_while(|b| b.is_ascii_whitespace()).count();
            if quotes > 1 && line.get(i + 1 + blank) == Some(&b']') {
                return Some((i, i + blank + 2));
            }
        }
        escaped = escapes && byte == b'\\' && !escaped;
    }
    None
}
