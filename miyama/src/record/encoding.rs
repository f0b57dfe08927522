//! From bytes to text: UTF-8, UTF-16 with its mark, or Shift_JIS.

use crate::mistake::Mistake;
use crate::text::say;
use encoding_rs::{Encoding, SHIFT_JIS, WINDOWS_1252};
use std::borrow::Cow;

/// The text of a file.
///
/// ```
/// use miyama::record::encoding::decode;
/// assert_eq!(decode("７六歩".as_bytes()).unwrap(), "７六歩");
/// assert_eq!(decode(&[0x82, 0x56, 0x98, 0x5a, 0x95, 0xe0]).unwrap(), "７六歩");
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
    if let Some(text) = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes) {
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
