//! Files that the program writes and reads again.
//!
//! Such a file begins with what it is and a version. Its last line has the
//! SHA-256 of all bytes before that line, so that no change goes unnoticed.
//! `docs/formats.md` describes each kind.

use crate::failure::Failure;
use miyama_text::{Text, say};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::Path;

/// A kind of file.
pub(crate) struct Kind {
    /// How it begins, up to the version.
    head: &'static str,
    version: u32,
    /// The last line, before and after the hash.
    seal: (&'static str, &'static str),
    name: fn() -> Text,
}

const JSON: (&str, &str) = ("\"sha256\": \"", "\"}\n");
const BYTES: (&str, &str) = ("sha256 ", "\n");

/// A checkpoint or shard of a count of bricks.
pub(crate) const SHARD: Kind =
    Kind { head: "{\"miyama\":\"bricks\",\"version\":", version: 2, seal: JSON, name: || say!("cli.kind_shard") };
/// The certificate of a period.
pub(crate) const CERTIFICATE: Kind = Kind {
    head: "{\n  \"miyama_certificate\": ",
    version: miyama::breaking::certificate::Certificate::VERSION,
    seal: JSON,
    name: || say!("cli.kind_certificate"),
};
/// The certificate of a misère quotient.
pub(crate) const QUOTIENT: Kind = Kind {
    head: "{\"miyama_quotient\":",
    version: miyama::misere::Certificate::VERSION,
    seal: JSON,
    name: || say!("cli.kind_quotient"),
};
/// The rows of a table of misère quotients.
pub(crate) const QUOTIENTS: Kind = Kind {
    head: "{\"miyama\":\"quotients\",\"version\":",
    version: 1,
    seal: JSON,
    name: || say!("cli.kind_quotients"),
};
/// Results of tasks.
pub(crate) const RESULTS: Kind =
    Kind { head: "{\"miyama\":\"results\",\"version\":", version: 1, seal: JSON, name: || say!("cli.kind_results") };
/// The certificate of a theorem.
pub(crate) const THEOREM: Kind = Kind {
    head: "{\"miyama\":\"theorem\",\"version\":",
    version: miyama_proof::Certificate::VERSION,
    seal: JSON,
    name: || say!("cli.kind_theorem"),
};
/// The certificate of a sentence about a word.
pub(crate) const WORD: Kind = Kind {
    head: "{\"miyama\":\"word\",\"version\":",
    version: miyama_proof::WordCertificate::VERSION,
    seal: JSON,
    name: || say!("cli.kind_theorem"),
};
/// The certificate of a proof by signs.
pub(crate) const SIGNS: Kind = Kind {
    head: "{\"miyama\":\"signs\",\"version\":",
    version: miyama_signs::Certificate::VERSION,
    seal: JSON,
    name: || say!("cli.kind_theorem"),
};
/// The certificate of Grundy values, proved by signs.
pub(crate) const GRUNDY: Kind = Kind {
    head: "{\"miyama\":\"values\",\"version\":",
    version: miyama_signs::ValueCertificate::VERSION,
    seal: JSON,
    name: || say!("cli.kind_theorem"),
};
/// Nim values of a code: the state of a run, or a table.
pub(crate) const VALUES: Kind =
    Kind { head: "miyama nim values ", version: 2, seal: BYTES, name: || say!("cli.kind_values") };
/// What a search over sums has found out.
pub(crate) const SEARCH: Kind =
    Kind { head: "miyama search ", version: 1, seal: BYTES, name: || say!("cli.kind_search") };
/// A table of a game.
pub(crate) const TABLE: Kind = Kind { head: "miyama table ", version: 2, seal: BYTES, name: || say!("cli.kind_table") };

/// Hashes what passes.
struct Hashed<'a> {
    out: &'a mut dyn Write,
    hash: Sha256,
}

impl Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Kind {
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// Does a file begin as this kind does?
    pub(crate) fn begins(&self, file: &[u8]) -> bool {
        file.starts_with(self.head.as_bytes())
    }

    /// Writes a file of bytes: the first line, what `write` writes, the seal.
    pub(crate) fn write(
        &self,
        out: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut hashed = Hashed { out, hash: Sha256::new() };
        writeln!(hashed, "{}{}", self.head, self.version)?;
        write(&mut hashed)?;
        writeln!(hashed)?;
        let Hashed { out, hash } = hashed;
        Ok(out.write_all(&self.last_line(hash))?)
    }

    /// A file that is one JSON object. Its first field is the version, its last
    /// will be the hash, which stands alone on the last line.
    pub(crate) fn json(&self, object: &impl Serialize, pretty: bool) -> Result<Vec<u8>, Failure> {
        let text = if pretty { serde_json::to_vec_pretty(object) } else { serde_json::to_vec(object) };
        let mut text = text.map_err(io::Error::from)?;
        debug_assert!(text.starts_with(format!("{}{},", self.head, self.version).as_bytes()));
        while text.pop().is_some_and(|last| last != b'}') {}
        text.truncate(text.trim_ascii_end().len());
        text.extend_from_slice(b",\n");
        let seal = self.last_line(Sha256::new_with_prefix(&text));
        text.extend_from_slice(&seal);
        Ok(text)
    }

    /// The hash that a sealed file ends with.
    pub(crate) fn hash(&self, file: &[u8]) -> String {
        let end = file.len().saturating_sub(self.seal.1.len());
        let start = end.saturating_sub(2 * <Sha256 as Digest>::output_size());
        String::from_utf8_lossy(&file[start..end]).into_owned()
    }

    /// The same file with the seal that its content asks for, whatever stood there: what
    /// somebody can make who changes a file on purpose.
    pub(crate) fn sealed_anew(&self, file: &[u8]) -> Vec<u8> {
        let start = self.seal.0.as_bytes();
        let end = file.windows(start.len()).rposition(|bytes| bytes == start).unwrap_or(file.len());
        let mut sealed = file[..end].to_vec();
        if !sealed.ends_with(b"\n") {
            sealed.push(b'\n');
        }
        let seal = self.last_line(Sha256::new_with_prefix(&sealed));
        sealed.extend_from_slice(&seal);
        sealed
    }

    fn last_line(&self, hash: Sha256) -> Vec<u8> {
        let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        [self.seal.0, &digits, self.seal.1].concat().into_bytes()
    }

    /// What a file of this kind holds, without its seal: the whole of a JSON
    /// object, or what follows the first line.
    pub(crate) fn open(&self, path: &Path, mut file: Vec<u8>) -> Result<Vec<u8>, Failure> {
        let shown = || path.display().to_string();
        let Some(rest) = file.strip_prefix(self.head.as_bytes()) else {
            return Err(Failure::input(say!("cli.other_kind", path = shown(), kind = (self.name)())));
        };
        let digits = rest.iter().take(9).take_while(|byte| byte.is_ascii_digit());
        let version = digits.fold(0, |number, digit| 10 * number + u32::from(digit - b'0'));
        if version == 0 {
            return Err(Failure::input(say!("cli.other_kind", path = shown(), kind = (self.name)())));
        }
        if version != self.version {
            let (path, kind) = (shown(), (self.name)());
            return Err(Failure::input(match version < self.version {
                true => say!("cli.unsealed", path = path, kind = kind, version = version, own = self.version),
                false => say!("cli.later_version", path = path, kind = kind, version = version, own = self.version),
            }));
        }
        let length = self.seal.0.len() + 2 * <Sha256 as Digest>::output_size() + self.seal.1.len();
        let sealed = file.len().checked_sub(length);
        let Some(end) = sealed.filter(|end| self.last_line(Sha256::new_with_prefix(&file[..*end])) == file[*end..])
        else {
            return Err(Failure::input(say!("cli.damaged", path = shown())));
        };
        file.truncate(end);
        match file.strip_suffix(b",\n") {
            Some(object) if self.seal == JSON => {
                file.truncate(object.len());
                file.push(b'}');
            }
            _ => {
                file.pop();
                let first = file.iter().position(|byte| *byte == b'\n').map_or(file.len(), |at| at + 1);
                file.drain(..first);
            }
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> Vec<u8> {
        let mut file = vec![];
        VALUES.write(&mut file, |out| Ok(out.write_all(b"0.07\n\x00\n\xff")?)).unwrap();
        file
    }

    fn shard() -> Vec<u8> {
        #[derive(Serialize)]
        struct Shard {
            miyama: &'static str,
            version: u32,
            parts: Vec<u32>,
        }
        SHARD.json(&Shard { miyama: "bricks", version: SHARD.version(), parts: vec![3, 1] }, false).unwrap()
    }

    #[test]
    fn what_is_sealed_is_opened() {
        let path = Path::new("file");
        assert_eq!(VALUES.open(path, values()).unwrap(), b"0.07\n\x00\n\xff");
        let shard = shard();
        assert_eq!(
            String::from_utf8(shard.clone()).unwrap(),
            "{\"miyama\":\"bricks\",\"version\":2,\"parts\":[3,1],\n\
             \"sha256\": \"a471e24674a91e4056509c8f9279c3786316438847e576ad4fbef90e76fe2506\"}\n"
        );
        let object: serde_json::Value = serde_json::from_slice(&SHARD.open(path, shard).unwrap()).unwrap();
        assert_eq!(object["parts"], serde_json::json!([3, 1]));
    }

    #[test]
    fn a_file_is_sealed_anew() {
        for (kind, whole) in [(VALUES, values()), (SHARD, shard())] {
            assert_eq!(kind.sealed_anew(&whole), whole);
            let mut changed = whole.clone();
            changed[whole.len() / 3] ^= 1;
            assert!(kind.open(Path::new("file"), changed.clone()).is_err());
            assert!(kind.open(Path::new("file"), kind.sealed_anew(&changed)).is_ok());
        }
    }

    /// Every bit, every cut, every byte put in or taken out.
    #[test]
    fn any_change_is_refused() {
        let path = Path::new("file");
        for (kind, whole) in [(VALUES, values()), (SHARD, shard())] {
            for at in 0..whole.len() {
                for bit in 0..8 {
                    let mut changed = whole.clone();
                    changed[at] ^= 1 << bit;
                    assert!(kind.open(path, changed).is_err(), "byte {at}, bit {bit}");
                }
                assert!(kind.open(path, whole[..at].to_vec()).is_err(), "cut at {at}");
                let without = [&whole[..at], &whole[at + 1..]].concat();
                assert!(kind.open(path, without).is_err(), "without byte {at}");
                let with = [&whole[..at], b" ", &whole[at..]].concat();
                assert!(kind.open(path, with).is_err(), "a space at {at}");
            }
            assert!(kind.open(path, [&whole[..], b"\n"].concat()).is_err());
        }
    }
}
