//! What the compiler asks about every `say!`: is there such a sentence, with these arguments?

include!(concat!(env!("OUT_DIR"), "/signatures.rs"));

/// Evaluated at compile time by [`say!`](crate::say): an unknown key, an argument that the
/// sentence lacks, or one that is left out stops the build.
#[allow(clippy::panic, reason = "evaluated at compile time: it stops the build, not the program")]
pub const fn signature(key: &str, given: &[&str]) {
    let (mut low, mut high) = (0, SIGNATURES.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        let (found, expected) = SIGNATURES[middle];
        match compared(found.as_bytes(), key.as_bytes()) {
            0 => return arguments(expected, given),
            1 => high = middle,
            _ => low = middle + 1,
        }
    }
    panic!("no sentence of the catalogue has this key");
}

const fn arguments(expected: &[&str], given: &[&str]) {
    assert!(expected.len() == given.len(), "the sentence has another number of arguments");
    let mut at = 0;
    while at < given.len() {
        let mut other = 0;
        while other < expected.len() && compared(expected[other].as_bytes(), given[at].as_bytes()) != 0 {
            other += 1;
        }
        assert!(other < expected.len(), "the sentence has no argument of this name");
        at += 1;
    }
}

/// 0 if equal, 1 if the first is greater, else 2.
const fn compared(a: &[u8], b: &[u8]) -> u8 {
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return if a[at] > b[at] { 1 } else { 2 };
        }
        at += 1;
    }
    if a.len() == b.len() {
        0
    } else if a.len() > b.len() {
        1
    } else {
        2
    }
}
