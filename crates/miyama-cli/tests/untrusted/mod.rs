//! Seeds of the fuzz targets, and mutants of them: the same ones in every run.

use miyama_cli::untrusted::{TARGETS, Target};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(name)
}

/// The names in a folder, in order.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Numbers by Steele, Lea and Flood's SplitMix64, from a given start.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end.max(1) as u64).unwrap()
    }
}

/// What parsers tend to stumble over.
const PIECES: [&str; 24] = [
    "0",
    "-1",
    "9",
    "18446744073709551616",
    "9223372036854775807",
    "(",
    ")",
    "{",
    "}",
    "[",
    "|",
    ",",
    ":",
    ".",
    "\"",
    "\\",
    "\n",
    "\r\n",
    "\t",
    "\u{feff}",
    "歩",
    "∪",
    "+",
    "->",
];

/// A few changes: characters (or bytes) left out, doubled, exchanged, cut off,
/// and pieces put in.
fn mutant(seed: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=numbers.below(3) {
        let (at, other) = (numbers.below(bytes.len()), numbers.below(bytes.len()));
        let (start, end) = (at.min(other), at.max(other).min(at.min(other) + 8));
        match numbers.below(8) {
            0 => drop(bytes.drain(start..end)),
            1 => bytes.splice(start..start, bytes[start..end].to_vec()).for_each(drop),
            2 if !bytes.is_empty() => bytes.swap(at, other),
            3 => bytes.truncate(at),
            4 if !bytes.is_empty() => bytes[at] = bytes[at].wrapping_add(1),
            5 if !bytes.is_empty() => bytes[at] ^= 1 << numbers.below(8),
            6 => bytes.splice(at..at, bytes.repeat(2).into_iter().take(300)).for_each(drop),
            _ => {
                let piece = PIECES[numbers.below(PIECES.len())].bytes();
                bytes.splice(at..at, piece).for_each(drop);
            }
        }
    }
    bytes
}

/// Reads the seeds of a target and so many mutants of each.
pub(crate) fn read_seeds(target: &Target, mutants: usize) {
    read_folder(&folder("seeds").join(target.name), target, mutants, 0);
}

/// The same for the seeds and for what fuzzing has added; says how many inputs there were.
pub(crate) fn read_all(target: &Target, mutants: usize, start: u64) -> u64 {
    let added = folder("../target/fuzz/corpus").join(target.name);
    let added = if added.exists() { read_folder(&added, target, mutants, start) } else { 0 };
    added + read_folder(&folder("seeds").join(target.name), target, mutants, start)
}

fn read_folder(seeds: &Path, target: &Target, mutants: usize, start: u64) -> u64 {
    let mut inputs = 0;
    let mut read = |input: &[u8]| {
        inputs += 1;
        let outcome = catch_unwind(AssertUnwindSafe(|| (target.read)(input)));
        assert!(outcome.is_ok(), "the reader of {} panics at {:?}", target.name, String::from_utf8_lossy(input));
    };
    for name in names(seeds) {
        let seed = std::fs::read(seeds.join(&name)).unwrap();
        read(&seed);
        let mut numbers = Numbers(start.wrapping_mul(1 << 32).wrapping_add(seed.len() as u64));
        for _ in 0..mutants {
            read(&mutant(&seed, &mut numbers));
        }
    }
    inputs
}

pub(crate) fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).unwrap()
}
