//! From bytes to text: UTF-8, UTF-16 with its mark, and the encodings of Japan:
//! Shift_JIS, EUC-JP and ISO-2022-JP.

use encoding_rs::{EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, WINDOWS_1252};
use miyama_budget::Mistake;
use miyama_text::say;
use std::borrow::Cow;

/// The text of a file.
///
/// ```
/// use miyama_records::encoding::decode;
/// assert_eq!(decode("７六歩".as_bytes()).unwrap(), "７六歩");
/// assert_eq!(decode(&[0x82, 0x56, 0x98, 0x5a, 0x95, 0xe0]).unwrap(), "７六歩");
/// assert_eq!(decode(&[0xa3, 0xb7, 0xcf, 0xbb, 0xca, 0xe2]).unwrap(), "７六歩");
/// assert_eq!(decode(b"\x1b$B#7O;Jb\x1b(B").unwrap(), "７六歩");
/// assert!(decode(&[0xff, 0xff]).is_err());
/// ```
///
/// # Errors
/// A [`Mistake`] with the first byte that fits no encoding.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Mistake> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding
            .decode_without_bom_handling_and_without_replacement(&bytes[mark..])
            .ok_or_else(|| Mistake::new(mark..mark, say!("record.encoding_of_mark", name = encoding.name())));
    }
    if is_iso_2022(bytes) {
        return ISO_2022_JP
            .decode_without_bom_handling_and_without_replacement(bytes)
            .ok_or_else(|| Mistake::new(0..0, say!("record.encoding_of_mark", name = ISO_2022_JP.name())));
    }
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(Cow::Borrowed(text)),
        Err(error) => error,
    };
    let at = error.valid_up_to();
    // A text that is UTF-8 up to a character cut off at its end.
    let cut_off = error.error_len().is_none() && !bytes[..at].is_ascii();
    if cut_off {
        return Err(Mistake::new(at..bytes.len(), say!("record.cut_off", byte = at)));
    }
    if let Some((_, encoding)) = japanese(bytes)
        && let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes)
    {
        return Ok(text);
    }
    // Chess records keep to ASCII, but names of players may have accents of Latin 1.
    if bytes.starts_with(b"[")
        && let Some(text) = WINDOWS_1252.decode_without_bom_handling_and_without_replacement(bytes)
    {
        return Ok(text);
    }
    Err(Mistake::new(at..at + 1, say!("record.encoding", byte = at)))
}

/// The first bytes of a record that is read piece by piece: its encoding, if it
/// is one in which bytes of ASCII may be halves of other characters.
pub(super) fn of_first_bytes(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Some(encoding);
    }
    if is_iso_2022(bytes) {
        return Some(ISO_2022_JP);
    }
    // A character may be cut off at the end.
    let is_utf_8 = std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true);
    if is_utf_8 {
        return None;
    }
    let whole = bytes.iter().rposition(u8::is_ascii_whitespace).map_or(bytes, |end| &bytes[..end]);
    japanese(whole).filter(|(score, _)| *score > 0).map(|(_, encoding)| encoding)
}

/// Text for people to see, whatever it is.
pub(super) fn decode_lossy(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// ISO-2022-JP is ASCII with escape sequences that choose other characters.
fn is_iso_2022(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|three| matches!(three, [0x1b, b'$', b'B' | b'@'] | [0x1b, b'(', b'J' | b'I']))
}

/// Shift_JIS or EUC-JP: the one that makes more sense, and how much. Read in
/// the other one, a text is full of the narrow katakana that hardly anybody writes.
fn japanese(bytes: &[u8]) -> Option<(isize, &'static Encoding)> {
    [EUC_JP, SHIFT_JIS]
        .into_iter()
        .filter_map(|encoding| {
            let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
            let score = text.chars().map(|c| match c {
                '\u{3041}'..='\u{30ff}' | '０'..='９' | '：' | '▲' | '△' => 1,
                '\u{ff61}'..='\u{ff9f}' => -1,
                _ => 0,
            });
            Some((score.sum(), encoding))
        })
        .max_by_key(|(score, _)| *score)
}
