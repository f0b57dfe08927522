//! The page, the book and the texts as gzip, for clients that take it: a third of the bytes.
//!
//! A file is packed when it is first asked for and kept: there are as many as the page and the book
//! have, whatever is asked, since a path that leads nowhere gets no reply to pack.

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;
use hyper::header::{ACCEPT_ENCODING, HeaderMap};
use miyama_text::Lang;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

#[derive(Default)]
pub(super) struct Packed {
    files: Mutex<HashMap<(String, Lang), Bytes>>,
}

impl Packed {
    /// The file at a path, packed; nothing if that would not make it shorter.
    pub(super) fn of(&self, path: &str, lang: Lang, kind: &str, bytes: &Bytes) -> Option<Bytes> {
        if kind == "image/png" {
            return None;
        }
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (path.to_owned(), lang);
        if let Some(known) = files.get(&key) {
            return Some(known.clone());
        }
        let short = packed(bytes)?;
        files.insert(key, short.clone());
        Some(short)
    }
}

fn packed(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    let short = encoder.finish().ok()?;
    (short.len() < bytes.len()).then(|| short.into())
}

/// Whether a client unpacks gzip: it names it, not with the weight 0.
pub(super) fn is_taken(headers: &HeaderMap) -> bool {
    let named = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_ok_and(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;
    use std::io::Read;

    #[test]
    fn what_is_packed_is_the_file() {
        let files = Packed::default();
        let text = Bytes::from("a ".repeat(500));
        for _ in 0..2 {
            let short = files.of("/style.css", Lang::En, "text/css", &text).unwrap();
            assert!(short.len() < 100);
            let mut unpacked = String::new();
            flate2::read::GzDecoder::new(&short[..]).read_to_string(&mut unpacked).unwrap();
            assert_eq!(unpacked.as_bytes(), text);
        }
        assert_eq!(files.of("/x.png", Lang::En, "image/png", &text), None);
        assert_eq!(files.of("/short", Lang::En, "text/plain", &Bytes::from_static(b"ab")), None);
    }

    #[test]
    fn only_who_names_gzip_gets_it() {
        let takes = |text| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(text));
            is_taken(&headers)
        };
        for text in ["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5"] {
            assert!(takes(text), "{text}");
        }
        for text in ["", "identity", "br", "gzip;q=0", "gzip;q=x", "xgzip"] {
            assert!(!takes(text), "{text}");
        }
        assert!(!is_taken(&HeaderMap::new()));
    }
}
